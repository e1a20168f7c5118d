//! Tables for a player: where to aim alone and against an opponent, and what other aims cost.
//!
//! Invariant: every number is a bound that the judge accepted, or the exact mean of such bounds.

use std::sync::Arc;

use super::clock::Clock;
use crate::games::{self, ParameterError, darts_501};
use crate::model::Span;
use crate::query::{Form, Query, query};
use crate::session::{self, SessionError, SharedGame, SolvedAmount, solve_expected};
use crate::solve::{Options, takes_slices};
use crate::{Game, Limits, Rational, StateId, Stop, Watch};

/// How tables are computed.
pub struct Work<'a> {
    /// Parameters of the game `darts-501`, as `key=value`.
    pub given: Vec<String>,
    /// How it is solved.
    pub options: Options,
    /// How far exploring may go.
    pub limits: Limits,
    /// Progress out, stop in.
    pub watch: &'a dyn Watch,
}

/// Why there is no table.
#[derive(Clone, Debug, thiserror::Error)]
pub enum AdviceError {
    /// The parameters make no game.
    #[error(transparent)]
    Parameter(#[from] ParameterError),
    /// It cannot be solved.
    #[error(transparent)]
    Session(#[from] SessionError),
    /// A limit ended the work, and tables from part of a game would mislead.
    #[error("{0}; a table needs the whole game")]
    Stopped(Stop),
    /// The habitual aim is none of the player's.
    #[error("no aim is called '{0}'; aims are named like T20, S5, D16, 25, bull")]
    Aim(String),
}

/// A score to be finished alone, at the beginning of a turn.
#[derive(Clone, PartialEq, Debug)]
pub struct Checkout {
    /// What is left.
    pub score: u16,
    /// The aim of the first dart that needs the fewest darts (or turns) in all.
    pub aim: String,
    /// How many are expected.
    pub expected: Span,
    /// The greatest chance to finish within this turn, and the aim for that.
    pub soon: (Rational, Rational),
    /// The aim for that.
    pub soon_aim: String,
}

/// A pair of scores, player 1 at the beginning of a turn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Duel {
    /// Both scores.
    pub scores: [u16; 2],
    /// The best aim of the first dart.
    pub aim: String,
    /// The chance to win.
    pub wins: (Rational, Rational),
    /// What the habitual aim costs for this dart: bounds of the chance lost.
    pub habit: (Rational, Rational),
    /// The aim that needs the fewest darts alone.
    pub clock: String,
    /// What that one costs for this dart.
    pub clock_cost: (Rational, Rational),
}

/// What playing the opponent is worth: player 1's chance at the start.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Worth {
    /// Playing best.
    pub best: (Rational, Rational),
    /// Always aiming as if alone, against an opponent who plays best.
    pub clock: (Rational, Rational),
    /// The difference.
    pub lost: (Rational, Rational),
}

impl Work<'_> {
    fn game(&self, more: &[String]) -> Result<SharedGame, AdviceError> {
        Ok(darts_501::ROW.build(&[&self.given[..], more].concat())?)
    }

    fn start(&self) -> Result<u16, AdviceError> {
        let values = darts_501::ROW.values(&self.given)?;
        Ok(values.int("start").unwrap_or_default() as u16)
    }

    /// Alone: the whole game solved for the fewest darts from these scores.
    fn alone(&self, scores: &[String]) -> Result<SolvedAmount, AdviceError> {
        let game = self.game(&["alone=true".into()])?;
        let at: Vec<&str> = scores.iter().map(String::as_str).collect();
        let explored = game.explore(&at, &self.limits, self.watch)?;
        let solved = solve_expected(explored, &self.options, self.watch)?;
        let solved = solved.expect("asks for an amount without a limit on the darts");
        match solved.stopped().cloned() {
            Some(stop) => Err(AdviceError::Stopped(stop)),
            None => Ok(solved),
        }
    }

    /// Every score up to the start that can be left.
    fn scores(&self) -> Result<Vec<String>, AdviceError> {
        let game = self.game(&["alone=true".into()])?;
        let all = (1..=self.start()?).map(|score| score.to_string());
        Ok(all.filter(|text| game.canonical(text).is_ok()).collect())
    }

    /// A row for every score up to the start.
    ///
    /// # Errors
    /// See [`AdviceError`].
    pub fn checkouts(&self) -> Result<Vec<Checkout>, AdviceError> {
        let scores = self.scores()?;
        let alone = self.alone(&scores)?;
        let darts = darts_501::ROW.values(&self.given)?.int("darts").unwrap_or(3);
        let soon = self.game(&["alone=true".into(), format!("within={darts}")])?;
        let at: Vec<&str> = scores.iter().map(String::as_str).collect();
        let soon = session::solve(soon, &at, &self.options, &self.limits, self.watch)?;
        let states = alone.explored.starts().iter().zip(soon.explored.starts());
        let rows = scores.iter().zip(states).map(|(score, (&state, &within))| {
            let quick = query(&*soon.explored, &soon.checked, within, Form::default());
            Checkout {
                score: score.parse().unwrap_or_default(),
                aim: aim_of(&alone, state),
                expected: alone.span(state),
                soon: (quick.value.lower.clone(), quick.value.upper.clone()),
                soon_aim: aim(quick.moves.iter().find(|m| m.best).map(|m| &*m.name)),
            }
        });
        Ok(rows.collect())
    }

    /// A row for every pair of player 1's scores and the opponent's scores given, and what playing
    /// the opponent is worth from the start.
    ///
    /// # Errors
    /// See [`AdviceError`].
    pub fn duels(&self, opponents: &[u16], habit: &str) -> Result<(Vec<Duel>, Worth), AdviceError> {
        let game = self.game(&[])?;
        let mut at: Vec<String> = game.starts();
        let scores = self.scores()?;
        let pairs = opponents.iter().flat_map(|b| scores.iter().map(move |a| format!("{a} {b}")));
        at.extend(pairs.filter(|text| game.canonical(text).is_ok()));
        let at: Vec<&str> = at.iter().map(String::as_str).collect();
        let alone = self.alone(&scores)?;
        let (mut best, mut rows) = (None, vec![None; at.len()]);
        self.each(game, &at, &mut |number, found| match number {
            0 => best = Some((found.value.lower, found.value.upper)),
            _ => rows[number] = Some(duel(at[number], &found, &alone, habit)),
        })?;
        let rows = rows.into_iter().flatten().collect::<Result<_, _>>()?;
        Ok((rows, self.worth(best.unwrap_or_default(), &alone)?))
    }

    /// Solves for the positions that `at` names, and gives each with its moves to `answer`: level
    /// by level, so that no more is held than is near them, where such bounds do.
    fn each(
        &self,
        game: SharedGame,
        at: &[&str],
        answer: &mut (dyn FnMut(usize, Query) + Send),
    ) -> Result<(), AdviceError> {
        let mut stopped = None;
        let mut keep = |asked: &[usize], solved: &session::Solved| {
            stopped = stopped.take().or_else(|| solved.explored.stopped().cloned());
            for (&number, &state) in asked.iter().zip(solved.explored.starts()) {
                answer(number, query(&*solved.explored, &solved.checked, state, Form::default()));
            }
        };
        if takes_slices(&self.options) {
            let keep = &mut |near: session::Near| keep(&near.asked, &near.solved);
            game.solve_by_levels(at, &self.limits, self.watch, keep)?;
        } else {
            let solved = session::solve(game, at, &self.options, &self.limits, self.watch)?;
            keep(&Vec::from_iter(0..at.len()), &solved);
        }
        stopped.map_or(Ok(()), |stop| Err(AdviceError::Stopped(stop)))
    }

    /// The clock's policy in the game of two, whose value is `best`.
    fn worth(
        &self,
        best: (Rational, Rational),
        alone: &SolvedAmount,
    ) -> Result<Worth, AdviceError> {
        let game = darts_501::game(&darts_501::ROW.values(&self.given)?)?;
        let game = Arc::new(Clock::new(game, alone));
        let start = game.show(&game.starts()[0]);
        let mut clock = None;
        self.each(game, &[&start], &mut |_, found| {
            clock = Some((found.value.lower, found.value.upper));
        })?;
        let clock: (Rational, Rational) = clock.unwrap_or_default();
        let lost = lost((&best.0, &best.1), (&clock.0, &clock.1));
        Ok(Worth { best, clock, lost })
    }
}

/// Bounds of what is lost by taking the second instead of the best, from the bounds of both.
fn lost(best: (&Rational, &Rational), other: (&Rational, &Rational)) -> (Rational, Rational) {
    let gap = |more: &Rational, less: &Rational| (more - less).max(Rational::ZERO);
    (gap(best.0, other.1), gap(best.1, other.0))
}

/// The aim that needs the fewest darts.
fn aim_of(alone: &SolvedAmount, state: StateId) -> String {
    let name = alone.choice(state).map(|choice| alone.explored.move_name(state, choice));
    aim(name.as_deref())
}

/// The aim in a move's name.
fn aim(name: Option<&str>) -> String {
    name.map_or("-", |name| name.strip_prefix("aim at ").unwrap_or(name)).to_owned()
}

fn duel(text: &str, found: &Query, alone: &SolvedAmount, habit: &str) -> Result<Duel, AdviceError> {
    let score = |at: usize| text.split(' ').nth(at).and_then(|part| part.parse().ok());
    let scores: [u16; 2] = [0, 1].map(|at| score(at).unwrap_or_default());
    let cost = |wanted: &str| {
        let other = found.moves.iter().find(|m| aim(Some(&m.name)) == wanted);
        other.map(|other| {
            let (best, other) = (&found.value, &other.value);
            lost((&best.lower, &best.upper), (&other.lower, &other.upper))
        })
    };
    let state = alone.explored.find(&scores[0].to_string()).ok().flatten();
    let clock = state.map_or_else(|| "-".into(), |state| aim_of(alone, state));
    Ok(Duel {
        scores,
        aim: aim(found.moves.iter().find(|m| m.best).map(|m| &*m.name)),
        wins: (found.value.lower.clone(), found.value.upper.clone()),
        habit: cost(habit).ok_or_else(|| AdviceError::Aim(habit.into()))?,
        clock_cost: cost(&clock).ok_or_else(|| AdviceError::Aim(clock.clone()))?,
        clock,
    })
}

/// The name of the game whose parameters these tables take.
pub fn game() -> &'static games::GameRow {
    &darts_501::ROW
}
