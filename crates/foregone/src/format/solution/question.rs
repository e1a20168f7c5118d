//! What a model's solution answers: the model's text, the property and the constants' values, so
//! that the file alone suffices to judge it anew.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::claim::Asked;
use super::{RebuildError, Saved, States};
use crate::format::Listing;
use crate::model::{
    Built, Deadlocks, Model, ModelError, ModelText, PropertiesText, Work, prepared, runs,
};
use crate::session::{AnyExplored, SharedGame, Solved};
use crate::solve::Options;
use crate::{Limits, Watch};

/// A model and what was asked of it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Question {
    /// The model's text; empty where the model is a file of states.
    pub text: String,
    /// The states, where the model is a file that lists them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub states: Option<Box<States>>,
    /// The text of its properties.
    pub properties: String,
    /// Which of them was asked, from 0.
    pub at: usize,
}

impl Saved {
    /// Judges the chances of a model anew, from the model's text in the file.
    ///
    /// # Errors
    /// The file holds no model, the model has other states, the judge refuses the bounds, or they
    /// are no chances.
    pub fn judge_model(self, limits: &Limits, watch: &dyn Watch) -> Result<Solved, RebuildError> {
        self.judge_any(None, limits, watch)?.chance()
    }

    /// The model explored again, its states in the order of the rows, and what is asked of it.
    pub(super) fn rebuild_model(
        &self,
        limits: &Limits,
        watch: &dyn Watch,
    ) -> Result<(Box<dyn AnyExplored>, Asked), RebuildError> {
        let none = || ModelError::Asked("it holds no model".into());
        let question = self.meta.model.as_ref().ok_or_else(none)?;
        let listing = question.states.as_ref().map(|states| states.listing(limits)).transpose()?;
        let text = match &listing {
            Some(listing) => ModelText::listed(&self.meta.game, listing)?,
            None => ModelText::read(&self.meta.game, &question.text)?,
        };
        let properties = PropertiesText::read("its property", &question.properties, &text)?;
        if question.at >= properties.len() {
            return Err(
                ModelError::Asked("it names a property that it does not hold".into()).into()
            );
        }
        let given = runs(&text, Some(&properties), &self.meta.given.join(","))?;
        let given = given.into_iter().next().unwrap_or_default();
        let (model, _) = text.model(&text.own(&given), false)?;
        let mut built = self.built(&text, Arc::clone(&model), listing, limits, watch)?;
        let order = self.order(built.explored())?;
        built.renumber(&order);
        let queries = properties.queries(&model, &given)?;
        let work = Work { stages: vec![Options::default()], digits: None, watch };
        let prepared = prepared(&mut built, &properties, &queries, question.at, &work)?;
        let none = || ModelError::Asked("files do not hold answers to its property".into());
        let asked = Asked::of_model(prepared).ok_or_else(none)?;
        Ok((built.into_explored(), asked))
    }

    /// The model as it was explored.
    fn built(
        &self,
        text: &ModelText,
        model: Arc<Model>,
        listing: Option<Listing>,
        limits: &Limits,
        watch: &dyn Watch,
    ) -> Result<Built, RebuildError> {
        let Some(listing) = listing else {
            let explore = |game: SharedGame, watch: &dyn Watch| self.explore(game, limits, watch);
            return Built::with(text.source(), model, watch, explore);
        };
        let starts: Vec<&str> = self.meta.starts.iter().map(String::as_str).collect();
        Ok(text.take(model, Arc::new(listing), &starts, Deadlocks::Stay, limits)?)
    }
}
