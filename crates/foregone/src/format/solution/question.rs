//! What a model's solution answers: the model's text, the property and the constants' values, so
//! that the file alone suffices to judge it anew.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::{RebuildError, Saved};
use crate::model::{Built, ModelError, ModelText, PropertiesText, Work, objective, runs};
use crate::session::{AnyExplored, SharedGame, Solved};
use crate::solve::Options;
use crate::{Claim, Limits, Phase, Watch, judge};

/// A model and what was asked of it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Question {
    /// The model's text.
    pub text: String,
    /// The text of its properties.
    pub properties: String,
    /// Which of them was asked, from 0.
    pub at: usize,
}

impl Saved {
    /// Judges the solution of a model anew, from the model's text in the file.
    ///
    /// # Errors
    /// The file holds no model, the model has other states, or the judge refuses the bounds.
    pub fn judge_model(self, limits: &Limits, watch: &dyn Watch) -> Result<Solved, RebuildError> {
        let none = || ModelError::Asked("it holds no model".into());
        let question = self.meta.model.clone().ok_or_else(none)?;
        let text = ModelText::read(&self.meta.game, &question.text)?;
        let properties = PropertiesText::read("its property", &question.properties, &text)?;
        if question.at >= properties.len() {
            return Err(
                ModelError::Asked("it names a property that it does not hold".into()).into()
            );
        }
        let given = runs(&text, Some(&properties), &self.meta.given.join(","))?;
        let given = given.into_iter().next().unwrap_or_default();
        let (model, _) = text.model(&text.own(&given), false)?;
        let explore = |game: SharedGame, watch: &dyn Watch| self.explore(game, limits, watch);
        let mut built = Built::with(text.source(), Arc::clone(&model), watch, explore)?;
        let order = self.order(built.explored())?;
        built.renumber(&order);
        let queries = properties.queries(&model, &given)?;
        let work = Work { stages: vec![Options::default()], digits: None, watch };
        let objective = objective(&mut built, &properties, &queries, question.at, &work)?;
        watch.progress(Phase::Judge, 0, None);
        let explored: Box<dyn AnyExplored> = built.into_explored();
        let claim = Claim { arena: explored.arena(), objective, solution: self.solution };
        match judge::judge(claim) {
            Ok(checked) => Ok(Solved { explored, checked }),
            Err(refusal) => Err(super::rebuild::refused(&*explored, refusal)),
        }
    }
}
