//! One probability in a model too large to be explored as a whole, level by level.
//!
//! The model's own measure of progress says the levels; play ends where the property is decided, with
//! the payoff 1 or 0. Invariant: a level that falls, or a condition without a value, is no answer.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use foregone_prism::query::{Ask, Event, Formula, Goal, Path, Queries};
use foregone_prism::step::{Model, Progress};

use super::answer::{Found, range};
use super::built::Careful;
use super::game::ModelGame;
use super::measure::max_side;
use super::words::Words;
use super::{ModelError, ModelText, Span};
use crate::game::won;
use crate::levels::{self, LevelError, Size};
use crate::lock::locked;
use crate::{
    Choices, Game, Goal as Aim, Limits, Number, Objective, Players, Rational, Stop, Turn, Watch,
};

/// What was found level by level.
pub struct FoundByLevels {
    /// The answer.
    pub found: Found,
    /// How much there was.
    pub size: Size,
    /// Why the work ended early, or `None`.
    pub stopped: Option<Stop>,
    /// The measure of progress, such as `s1+s2`.
    pub progress: String,
}

/// Levels that a model is divided into: few, so that most moves stay within one.
const LEVELS: u64 = 32;

/// The probability that property `at` asks for, to bounds of 64 bits; `None` where it asks for
/// something else or the model has no measure of progress.
///
/// # Errors
/// The model is wrong.
pub fn by_levels(
    text: &ModelText,
    model: &Arc<Model>,
    queries: &Queries,
    at: usize,
    limits: &Limits,
    watch: &dyn Watch,
) -> Result<Option<FoundByLevels>, ModelError> {
    let Some(progress) = Progress::of(model) else { return Ok(None) };
    let Some(event) = event(queries, at) else { return Ok(None) };
    let work = Job { text, model, queries, progress, event, limits, watch };
    match model.layout().words() {
        1 => work.with::<[u64; 1]>(),
        2 => work.with::<[u64; 2]>(),
        3 => work.with::<[u64; 3]>(),
        4 => work.with::<[u64; 4]>(),
        _ => work.with::<Box<[u64]>>(),
    }
}

/// True where every property may be answered level by level.
pub fn has_levels(model: &Model, queries: &Queries) -> bool {
    let known = (0..queries.queries.len()).all(|at| event(queries, at).is_some());
    known && Progress::of(model).is_some()
}

/// Coming to where `until` holds by way of where `hold` does.
struct Coming<'a> {
    hold: Option<&'a Formula>,
    until: &'a Formula,
    max: Players,
    negated: bool,
}

fn event(queries: &Queries, at: usize) -> Option<Coming<'_>> {
    let Ask::Measure(measure) = &queries.queries.get(at)?.as_ref().ok()?.ask else { return None };
    let Goal::Probability(Path { negated, event }) = &measure.goal else { return None };
    let Event::Until { hold, until, from: 0, to: None } = event else { return None };
    let plain = |formula: &Formula| formula.parts.is_empty();
    let (max, hold) = (max_side(&measure.sides), hold.as_ref());
    (plain(until) && hold.is_none_or(plain)).then_some(Coming {
        hold,
        until,
        max,
        negated: *negated,
    })
}

struct Job<'a> {
    text: &'a ModelText,
    model: &'a Arc<Model>,
    queries: &'a Queries,
    progress: Progress,
    event: Coming<'a>,
    limits: &'a Limits,
    watch: &'a dyn Watch,
}

impl Job<'_> {
    fn with<S: Words>(&self) -> Result<Option<FoundByLevels>, ModelError> {
        let (game, notes) = ModelGame::<S>::new(Arc::clone(self.model));
        let each = self.progress.most(self.model).div_ceil(LEVELS).max(1);
        let game = Toward { game, job: self, each, failed: AtomicBool::new(false) };
        let asked = game.starts();
        let mut spans = vec![Span::between(Rational::ZERO, Rational::ONE); asked.len()];
        let careful = Careful { notes: &notes, inner: self.watch };
        let found = levels::solve(&game, &asked, false, self.limits, &careful, |answered| {
            for (number, state) in answered.asked {
                let (lower, upper) = answered.slice.known(state).bounds();
                spans[number] = self.span(lower.to_rational(), upper.to_rational());
            }
        });
        if let Some(error) = locked(&notes).error.take() {
            return Err(ModelError::of(self.text.source(), vec![*error]));
        }
        let (size, stopped) = match found {
            Err(LevelError::Falls { .. }) => return Ok(None),
            found => found?,
        };
        if game.failed.load(Ordering::Relaxed) {
            return Ok(None);
        }
        let (found, progress) = (range(spans.into_iter()), self.progress.show(self.model));
        Ok(Some(FoundByLevels { found, size, stopped, progress }))
    }

    fn span(&self, lower: Rational, upper: Rational) -> Span {
        match self.event.negated {
            true => Span::between(Rational::ONE - upper, Rational::ONE - lower),
            false => Span::between(lower, upper),
        }
    }
}

/// A model where play ends once the property is decided.
struct Toward<'a, S> {
    game: ModelGame<S>,
    job: &'a Job<'a>,
    /// How much progress one level is.
    each: u64,
    /// A condition had no value.
    failed: AtomicBool,
}

impl<S: Words> Game for Toward<'_, S> {
    type State = S;

    fn starts(&self) -> Vec<S> {
        self.game.starts()
    }

    fn turn(&self, state: &S) -> Turn {
        let mut values = vec![0; self.job.model.variables().len()];
        self.job.model.layout().unpack(state.words(), &mut values);
        let holds = |formula| self.job.queries.holds(formula, &values);
        let Coming { hold, until, .. } = self.job.event;
        match (holds(until), hold.map_or(Ok(true), holds)) {
            (Ok(true), _) => won(true),
            (Ok(false), Ok(false)) => won(false),
            (Ok(false), Ok(true)) => self.game.turn(state),
            _ => {
                self.failed.store(true, Ordering::Relaxed);
                won(false)
            }
        }
    }

    fn choices(&self, state: &S, out: &mut Choices<S>) {
        self.game.choices(state, out);
    }

    fn encode(&self, state: &S, out: &mut Vec<u8>) {
        self.game.encode(state, out);
    }

    fn level(&self, state: &S) -> u64 {
        self.job.progress.at(self.job.model, state.words()) / self.each
    }

    fn objective(&self) -> Objective {
        // Not this: whoever wants it large wants the rest small.
        let max = self.job.event.max;
        Objective {
            max: if self.job.event.negated { max.others() } else { max },
            goal: Aim::Payoff,
        }
    }

    fn show(&self, state: &S) -> String {
        self.game.show(state)
    }
}
