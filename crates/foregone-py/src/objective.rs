//! What is asked, from the words of the package to those of the engine.
//!
//! Invariant: every set of states has one entry for each state before it comes here.

use foregone::judge::payoff::{Infinite, PayoffObjective};
use foregone::judge::reward::{Missed, RewardObjective};
use foregone::judge::steps::{StepGoal, StepObjective};
use foregone::session::{AnyExplored, AskedAmount};
use foregone::{Arena, Goal, Objective, Players, Rational, Rewards, Verdict};
use numpy::PyReadonlyArray1;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::arrays::rationals;
use crate::errors::wrong;

/// A question of any kind.
#[derive(Clone)]
pub enum Question {
    /// About all of play.
    Whole(Objective),
    /// Payoffs of any size.
    Payoff(PayoffObjective),
    /// What is collected.
    Reward(RewardObjective),
    /// What is collected by plays that come to a target.
    Earned(RewardObjective),
    /// About a number of moves.
    Steps(StepObjective),
}

impl Question {
    /// What a game asks itself.
    ///
    /// # Errors
    /// A move collects a negative amount.
    pub fn own(explored: &dyn AnyExplored) -> PyResult<Self> {
        Ok(match AskedAmount::of(explored).map_err(wrong)? {
            Some(AskedAmount::Collected(asked)) => Self::Reward(asked),
            Some(AskedAmount::Paid(asked)) => Self::Payoff(asked),
            None => Self::Whole(explored.objective()),
        })
    }

    /// The same for another side.
    fn with_max(mut self, side: Players) -> Self {
        match &mut self {
            Self::Whole(asked) => asked.max = side,
            Self::Payoff(asked) => asked.max = side,
            Self::Reward(asked) | Self::Earned(asked) => asked.max = side,
            Self::Steps(asked) => asked.max = side,
        }
        self
    }
}

/// The question that the package put into a dict: see `Objective` in `python/foregone`.
pub fn read(given: &Bound<'_, PyDict>, explored: &dyn AnyExplored) -> PyResult<Question> {
    let text = |key: &str| -> PyResult<String> { need(given, key)?.extract() };
    let arena = &*explored.arena();
    let side = match given.get_item("max")? {
        Some(mask) if !mask.is_none() => Some(players(mask.extract()?)),
        _ => None,
    };
    let max = side.unwrap_or_else(|| explored.objective().max);
    let set = |key: &str| -> PyResult<Vec<bool>> {
        let array: PyReadonlyArray1<'_, bool> = need(given, key)?.extract()?;
        Ok(array.as_array().to_vec())
    };
    let number = |key: &str| -> PyResult<u64> { need(given, key)?.extract() };
    Ok(match text("kind")?.as_str() {
        "own" => {
            let own = Question::own(explored)?;
            side.map_or(own.clone(), |side| own.with_max(side))
        }
        "outcome" => {
            let endless = endless(&text("endless")?);
            whole(max, Goal::Outcome(endless))
        }
        "payoff" => Question::Whole(Objective { max, goal: Goal::Payoff }),
        "amount" => {
            let infinite = infinite(&text("infinite")?);
            Question::Payoff(PayoffObjective { max, infinite })
        }
        "reach" => whole(max, Goal::Reach(set("targets")?)),
        "avoid" => whole(max, Goal::avoid(set("targets")?)),
        "until" => {
            let (through, targets) = (set("through")?, set("targets")?);
            whole(max, Goal::Until { through, targets })
        }
        "within" => {
            let (through, targets) = (set("through")?, set("targets")?);
            let (from, to) = (number("from")?, number("to")?);
            let goal = StepGoal::Until { through, targets, from, to };
            Question::Steps(StepObjective { max, goal })
        }
        "collect" => {
            let (rewards, moves) = (rewards(given, arena)?, number("moves")?);
            Question::Steps(StepObjective { max, goal: StepGoal::Collect { rewards, moves } })
        }
        "reward" => {
            let (rewards, targets) = (rewards(given, arena)?, set("targets")?);
            let asked = |missed| RewardObjective { max, rewards, targets, missed };
            match text("missed")?.as_str() {
                "zero" => Question::Earned(asked(Missed::Collected)),
                "collected" => Question::Reward(asked(Missed::Collected)),
                _ => Question::Reward(asked(Missed::Infinite)),
            }
        }
        other => return Err(wrong(format!("no objective is of the kind '{other}'"))),
    })
}

fn endless(word: &str) -> Verdict {
    match word {
        "won" => Verdict::Won,
        "lost" => Verdict::Lost,
        _ => Verdict::Drawn,
    }
}

fn infinite(word: &str) -> Infinite {
    match word {
        "least" => Infinite::Least,
        "greatest" => Infinite::Greatest,
        _ => Infinite::Never,
    }
}

fn whole(max: Players, goal: Goal) -> Question {
    Question::Whole(Objective { max, goal })
}

fn need<'py>(given: &Bound<'py, PyDict>, key: &str) -> PyResult<Bound<'py, PyAny>> {
    given.get_item(key)?.ok_or_else(|| wrong(format!("the objective says nothing of '{key}'")))
}

/// The players whose bits are set.
fn players(mask: u64) -> Players {
    let members = (0..64).filter(|player| mask >> player & 1 == 1);
    members.fold(Players::NONE, |all, player| all.with(foregone::Player(player)))
}

/// Rewards of states and choices; 1 for each move where neither is given.
fn rewards(given: &Bound<'_, PyDict>, arena: &Arena) -> PyResult<Rewards> {
    let list = |key: &str| -> PyResult<Option<Vec<Rational>>> {
        match given.get_item(key)? {
            Some(numbers) if !numbers.is_none() => Ok(Some(rationals(&numbers)?)),
            _ => Ok(None),
        }
    };
    match (list("state_rewards")?, list("choice_rewards")?) {
        (None, None) => Ok(Rewards::moves(arena)),
        (states, choices) => {
            let zeros = |count: usize| vec![Rational::ZERO; count];
            let states = states.unwrap_or_else(|| zeros(arena.states()));
            let choices = choices.unwrap_or_else(|| zeros(arena.choices()));
            Rewards::new(arena, states, choices).map_err(wrong)
        }
    }
}
