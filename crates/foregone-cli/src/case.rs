//! A game explored for one question, be it built in, saved, or a model with a property.

use std::path::Path;

use foregone::eval::Asked;
use foregone::judge::reward::RewardObjective;
use foregone::model::{Work, asked};
use foregone::policy::Names;
use foregone::session::{AnyExplored, AskedAmount, Ordered};
use foregone::{FieldValue, Phase, Player, StateId};
use serde_json::Value as Json;

use crate::arguments::{How, Which};
use crate::failure::{Failure, wrong};
use crate::model::{self, ModelFile, shown};
use crate::source::Source;
use crate::terminal::Terminal;
use crate::verbs::Parameters;

/// An explored game and one question about it.
pub struct Case {
    /// The game's name, or the model's file.
    pub game: String,
    /// Its parameters or constants.
    pub parameters: Parameters,
    /// The property asked of a model.
    pub property: Option<String>,
    /// The explored game, in solving order.
    pub explored: Box<dyn AnyExplored>,
    /// What is asked.
    pub asked: Asked,
    /// What policies may speak of.
    pub names: Names,
}

impl Case {
    /// Explores what `which` names, from the position `at` or its own start.
    pub fn find(
        which: &Which,
        properties: &model::Asked,
        how: &How,
        at: Option<&str>,
        (terminal, quiet): (&Terminal, bool),
    ) -> Result<Self, Failure> {
        terminal.enter(Phase::Explore);
        let found = match model::path(&which.game) {
            Some(path) => {
                let file = ModelFile::open(path, which, properties)?;
                Self::model(path, &file, how, at, (terminal, quiet))
            }
            None => {
                properties.refuse(&which.game)?;
                Self::game(Source::find(which)?, how, at, terminal)
            }
        };
        terminal.enter(Phase::Solve);
        found
    }

    /// A built-in game, or the one that a saved solution names.
    pub fn game(
        source: Source,
        how: &How,
        at: Option<&str>,
        terminal: &Terminal,
    ) -> Result<Self, Failure> {
        let names = Names {
            fields: source.game.fields(),
            constants: source.origin.parameters.iter().filter_map(constant).collect(),
        };
        let at: Vec<&str> = at.into_iter().collect();
        let explored = source.game.explore(&at, &how.limits(), terminal).map_err(wrong)?;
        let objective = explored.objective();
        let explored = Ordered::new(explored, objective.clone()).explored;
        let asked = match explored.expected() {
            None => Asked::Value(objective),
            Some(_) => Asked::Reward(collected(&source.origin.game, &*explored)?),
        };
        let (game, parameters) = (source.origin.game, source.origin.parameters);
        Ok(Self { game, parameters, property: None, explored, asked, names })
    }

    fn model(
        path: &Path,
        file: &ModelFile,
        how: &How,
        at: Option<&str>,
        (terminal, quiet): (&Terminal, bool),
    ) -> Result<Self, Failure> {
        let fail = |why: &str| Err(Failure::in_file(path, why));
        let [given] = file.runs.as_slice() else {
            return fail("give each constant one value here, no ranges");
        };
        let Some(properties) = file.properties.as_ref().filter(|all| all.len() == 1) else {
            return fail("say what is asked, as one property: --prop 'P…=? [ … ]'");
        };
        let at: Vec<&str> = at.into_iter().collect();
        let mut built = file.build(given, &at, &how.limits(), terminal, quiet)?;
        let queries = properties.queries(built.model(), given).map_err(shown)?;
        let work = Work { stages: how.stages(), digits: None, watch: terminal };
        let asked = asked(&mut built, properties, &queries, 0, &work).map_err(shown)?;
        let constants = file.text.constants(built.model());
        let parameters = crate::verbs::constants(&file.text.own(given));
        let names = Names { fields: built.explored().fields(), constants };
        Ok(Self {
            game: path.display().to_string(),
            parameters,
            property: Some(properties.shown(0)),
            explored: built.into_explored(),
            asked,
            names,
        })
    }

    /// The position asked for.
    pub fn start(&self) -> Result<StateId, Failure> {
        let none = || Failure::Wrong("there is no position to speak of".into());
        self.explored.starts().first().copied().ok_or_else(none)
    }

    /// The names of the players on Max's side (true) or Min's.
    fn players(&self, is_max: bool) -> Vec<String> {
        let max = match &self.asked {
            Asked::Value(objective) => objective.max,
            Asked::Reward(objective) => objective.max,
        };
        let players = (0..).zip(self.explored.players());
        let mine = players.filter(|(at, _)| max.contains(Player(*at)) == is_max);
        mine.map(|(_, name)| name).collect()
    }

    /// True where somebody is on Max's side (true) or Min's.
    pub fn has_player(&self, is_max: bool) -> bool {
        !self.players(is_max).is_empty()
    }

    /// Who is on Max's side (true) or Min's, by name as far as there is one.
    pub fn player(&self, is_max: bool) -> String {
        match (self.players(is_max).join(", ").as_str(), is_max) {
            ("", true) => "Max".into(),
            ("", false) => "Min".into(),
            (names, _) => names.into(),
        }
    }
}

/// What a game asks that counts what is collected until its end.
fn collected(game: &str, explored: &dyn AnyExplored) -> Result<RewardObjective, Failure> {
    match AskedAmount::of(explored).map_err(wrong)? {
        Some(AskedAmount::Collected(objective)) => Ok(objective),
        _ => {
            let why = "policies are not supported where payoffs may be of any size";
            Err(Failure::Wrong(format!("{game}: {why}")))
        }
    }
}

/// A parameter as policies see it.
fn constant((name, value): (&String, &Json)) -> Option<(String, FieldValue)> {
    let value = match value {
        Json::Number(number) => FieldValue::Int(number.as_i64()?),
        Json::Bool(truth) => FieldValue::Bool(*truth),
        Json::String(text) => FieldValue::Text(text.clone()),
        _ => return None,
    };
    Some((name.clone(), value))
}
