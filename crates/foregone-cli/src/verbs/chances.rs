//! Both sides' chances at a position, and whether they are bound to add up to 1.

use foregone::outcome::{Ending, Outcome, outcome};
use foregone::query::{Form, Query, Standing, Value};
use foregone::session::AnyExplored;
use foregone::solve::Options;
use foregone::{Rational, StateId};
use serde::Serialize;

use super::answer::{Answer, Levels};
use super::tallied;
use crate::failure::{Failure, wrong};
use crate::show::table::Table;
use crate::show::{STRONG, WARN, number, styled};
use crate::terminal::Terminal;

/// What both sides get, without what a query says itself.
#[derive(Serialize)]
pub struct Sides<'a> {
    players: &'a [Side],
    ends: Option<bool>,
}

/// What both sides get.
#[derive(Serialize)]
pub struct Chances {
    /// The position.
    #[serde(skip)]
    pub state: String,
    /// Max's side, then Min's.
    players: Vec<Side>,
    /// Whether play ends with probability 1 under the strategies found; null where a limit hides it.
    ends: Option<bool>,
    /// Who wins, and how soon, in win/lose/draw.
    #[serde(flatten)]
    pub standing: Option<Standing>,
}

#[derive(Serialize)]
pub struct Side {
    name: String,
    value: Value,
    /// Set where this is not the most that the side can get, but what it gets with the moves found.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    with_these_moves: bool,
}

impl Chances {
    /// Follows both strategies from `state`.
    pub fn of(answer: &Answer, state: StateId, terminal: &Terminal) -> Result<Self, Failure> {
        let Answer { solved, form, .. } = answer;
        let mut names = solved.explored.players().into_iter();
        let mut side = |value, with_these_moves| {
            let name = names.next().unwrap_or_else(|| "Max".into());
            Side { name, value, with_these_moves }
        };
        let max = side(Value::of(&solved.checked, state, *form), false);
        let options = Options { exact: form.exact, ..answer.options.clone() };
        let outcome = match answer.levels {
            None => outcome(&solved.checked, state, &options, terminal).map_err(wrong)?,
            Some(Levels { ends, .. }) => {
                let (lower, upper) = solved.checked.solution().bounds.rational(state);
                let least = if ends { Rational::ONE - upper } else { Rational::ZERO };
                let ending = if ends { Ending::Certain } else { Ending::Unexplored };
                Outcome { ending, min: (least, Rational::ONE - lower) }
            }
        };
        let ends = match outcome.ending {
            Ending::Certain => Some(true),
            Ending::Open => Some(false),
            Ending::Unexplored => None,
        };
        let standing = Standing::of(&*solved.explored, &solved.checked, state);
        // Nothing is proved of what Min's side could get with other moves.
        let open = ends == Some(false) && standing.is_none();
        let form = if open { Form { exact: false, ..*form } } else { *form };
        let min = side(Value::new(outcome.min, form), open);
        Ok(Self { state: solved.explored.show(state), players: vec![max, min], ends, standing })
    }

    /// Where play ends with probability 1 under both strategies: then the two sides' chances sum
    /// to 1.
    pub fn certain(explored: &dyn AnyExplored, query: &Query) -> Self {
        let mut names = explored.players().into_iter();
        let mut side = |value| {
            let name = names.next().unwrap_or_else(|| "Max".into());
            Side { name, value, with_these_moves: false }
        };
        let value = query.value.clone();
        let (lower, upper) = (Rational::ONE - &value.upper, Rational::ONE - &value.lower);
        let form = Form { exact: value.exact.is_some(), digits: None };
        let players = vec![side(value), side(Value::new((lower, upper), form))];
        let standing = query.standing.clone();
        Self { state: query.state.clone(), players, ends: Some(true), standing }
    }

    /// What a column of values is called.
    pub fn heading(&self) -> String {
        match (&self.standing, self.players.first()) {
            (None, Some(side)) => format!("{} wins", side.name),
            _ => "outcome".into(),
        }
    }

    /// The part that goes beside a query.
    pub fn sides(&self) -> Sides<'_> {
        Sides { players: &self.players, ends: self.ends }
    }

    /// One line for each side, and a remark where the two need not add up to 1.
    pub fn text(&self) -> String {
        if let Some(standing) = &self.standing {
            let endless = self.ends == Some(false) && standing.winner.is_none();
            let how = if endless { ": play goes on for ever" } else { "" };
            return format!("{}{how}\n", styled(STRONG, &tallied::standing(standing)));
        }
        let mut table = Table::default();
        for Side { name, value, with_these_moves } in &self.players {
            let bounds = match (with_these_moves, value.lower == value.upper) {
                (false, _) => number::bounds(value),
                (true, true) => "with these moves".into(),
                (true, false) => format!("{} with these moves", number::bounds(value)),
            };
            let name = format!("{name} wins");
            table.row(STRONG, [name.into(), number::value(value).into(), bounds.into()]);
        }
        let mut text = table.text();
        if self.ends == Some(false) {
            let words = "With these moves play may go on for ever, and then nobody wins: \
                         the two chances do not add up to 1.";
            text += &format!("{}\n", styled(WARN, words));
        }
        text
    }
}
