//! From a property to its answer.

use foregone_prism::query::{Ask, Measure, Queries, Query};
use foregone_prism::source::Source;
use foregone_prism::source::Span as Place;

use super::measure::{Judged, Prepared};
use super::{Built, ModelError, PropertiesText, Span, decide};
use crate::eval::Asked;
use crate::solve::Options;
use crate::{Objective, Rational, StateId, Stop, UBig, Watch};

/// How properties are to be answered.
pub struct Work<'a> {
    /// For numbers: one after the other until the digits are decided.
    pub stages: Vec<Options>,
    /// Decimals wanted.
    pub digits: Option<usize>,
    /// Progress out, stop in.
    pub watch: &'a dyn Watch,
}

/// The answer to a property.
pub struct Answer {
    /// What was found.
    pub found: Found,
    /// Why the work ended early, or `None`.
    pub stopped: Option<Stop>,
    /// The claim it rests on, where it is the value of one; for the numbering that the explored
    /// model has now.
    pub judged: Option<Judged>,
}

/// What a property turned out to be.
#[derive(Clone, PartialEq, Debug)]
pub enum Found {
    /// True, false, or undecided.
    Truth(Option<bool>),
    /// A number.
    Number(Span),
    /// Different numbers in different states: the smallest and the largest.
    Range {
        /// Bounds of the smallest.
        least: Span,
        /// Bounds of the largest.
        most: Span,
    },
    /// What is no number that can be bounded: what dividing by 0 gives in doubles.
    Beyond(f64),
    /// States, each with what was found there.
    States(Vec<(String, Found)>),
}

/// What is at hand while a property is being answered.
pub(super) struct Job<'a> {
    pub(super) built: &'a mut Built,
    pub(super) queries: &'a Queries,
    pub(super) properties: &'a Source,
    pub(super) work: &'a Work<'a>,
    pub(super) place: Place,
    /// How many questions there are around the one at hand.
    pub(super) depth: usize,
    /// How many results are at hand that speak of states by number.
    pub(super) held: usize,
    pub(super) stopped: Option<Stop>,
    pub(super) judged: Option<Judged>,
    /// How measures are to be solved at present, where not as the work says.
    pub(super) narrow: Option<Options>,
}

/// Arenas of at most this many states are solved in rationals to decide a comparison.
const FEW: usize = 20_000;

/// Answers property `at`. The states of `built` may be numbered anew.
///
/// # Errors
/// The property is wrong or not supported, or something in it has no value at some state.
pub fn answer(
    built: &mut Built,
    properties: &PropertiesText,
    queries: &Queries,
    at: usize,
    work: &Work<'_>,
) -> Result<Answer, ModelError> {
    let stopped = built.stopped().cloned();
    let (mut job, query) = Job::start(built, properties, queries, at, work)?;
    let found = job.find(&query.ask)?;
    let judged = job.judged.filter(|_| matches!(query.ask, Ask::Measure(_)));
    Ok(Answer { found, stopped: stopped.or(job.stopped), judged })
}

/// What property `at` asks, where it is the value of one probability without bounds on the steps.
///
/// # Errors
/// It is something else, or as for [`answer`].
pub fn objective(
    built: &mut Built,
    properties: &PropertiesText,
    queries: &Queries,
    at: usize,
    work: &Work<'_>,
) -> Result<Objective, ModelError> {
    let (mut job, query) = Job::start(built, properties, queries, at, work)?;
    // The caller's numbering stays.
    job.held = 1;
    let prepared = match &query.ask {
        Ask::Measure(measure) => Prepared::new(&mut job, measure)?,
        _ => return Err(job.no("this is not the value of one probability")),
    };
    match prepared {
        Prepared::Whole(objective) => Ok(objective),
        _ => Err(job.no("this is not the value of one probability without bounds on the steps")),
    }
}

/// What property `at` asks, where it is one probability without bounds on the steps, or what is
/// collected until the end. The states of `built` may be numbered anew.
///
/// # Errors
/// It is something else, or as for [`answer`].
pub fn asked(
    built: &mut Built,
    properties: &PropertiesText,
    queries: &Queries,
    at: usize,
    work: &Work<'_>,
) -> Result<Asked, ModelError> {
    let (mut job, query) = Job::start(built, properties, queries, at, work)?;
    let what = "this is not one probability or reward without bounds on the steps";
    match &query.ask {
        Ask::Measure(measure) => match Prepared::new(&mut job, measure)? {
            Prepared::Whole(objective) => Ok(Asked::Value(objective)),
            Prepared::Reward(objective) => Ok(Asked::Reward(objective)),
            _ => Err(job.no(what)),
        },
        _ => Err(job.no(what)),
    }
}

/// What property `at` asks, where it is the value of one measure. The states of `built` keep their
/// numbers.
///
/// # Errors
/// It is something else, or as for [`answer`].
pub(crate) fn prepared(
    built: &mut Built,
    properties: &PropertiesText,
    queries: &Queries,
    at: usize,
    work: &Work<'_>,
) -> Result<Prepared, ModelError> {
    let (mut job, query) = Job::start(built, properties, queries, at, work)?;
    job.held = 1;
    match &query.ask {
        Ask::Measure(measure) => Prepared::new(&mut job, measure),
        _ => Err(job.no("this is not one number for each state")),
    }
}

/// Bounds for every state of what property `at` measures. The states of `built` keep their numbers.
/// Beside it: why the work ended early, or `None`.
///
/// # Errors
/// It is not the value of one measure, or as for [`answer`].
pub fn measure(
    built: &mut Built,
    properties: &PropertiesText,
    queries: &Queries,
    at: usize,
    work: &Work<'_>,
) -> Result<(Judged, Option<Stop>), ModelError> {
    let (mut job, query) = Job::start(built, properties, queries, at, work)?;
    job.held = 1;
    let judged = match &query.ask {
        Ask::Measure(measure) => job.measured(measure)?,
        _ => return Err(job.no("this is not one number for each state")),
    };
    Ok((judged, job.stopped))
}

/// Answers property `at`. The states of `built` keep their numbers.
///
/// # Errors
/// As for [`answer`].
pub fn found(
    built: &mut Built,
    properties: &PropertiesText,
    queries: &Queries,
    at: usize,
    work: &Work<'_>,
) -> Result<(Found, Option<Stop>), ModelError> {
    let (mut job, query) = Job::start(built, properties, queries, at, work)?;
    job.held = 1;
    let found = job.find(&query.ask)?;
    Ok((found, job.stopped))
}

impl<'a> Job<'a> {
    /// The job of answering property `at`, and what it asks.
    fn start(
        built: &'a mut Built,
        properties: &'a PropertiesText,
        queries: &'a Queries,
        at: usize,
        work: &'a Work<'a>,
    ) -> Result<(Self, &'a Query), ModelError> {
        let properties = properties.source();
        let query = queries.queries[at].as_ref();
        let query = query.map_err(|list| ModelError::of(properties, list.clone()))?;
        let (place, stopped, judged) = (query.span, None, None);
        let (depth, held) = (0, 0);
        let narrow = None;
        let job =
            Self { built, queries, properties, work, place, depth, held, stopped, judged, narrow };
        Ok((job, query))
    }
}

impl Job<'_> {
    /// What is asked, in the initial states where it depends on the state.
    pub(super) fn find(&mut self, ask: &Ask) -> Result<Found, ModelError> {
        match ask {
            Ask::Truth(formula) => {
                let truths = self.truths(formula)?;
                let starts = self.built.starts().iter();
                Ok(Found::Truth(decide::all(starts.map(|start| truths[start.index()]))))
            }
            Ask::Measure(measure) => {
                let judged = self.measured(measure)?;
                let starts = self.built.starts().to_vec();
                let found = range(starts.into_iter().map(|start| judged.span(start)));
                if self.depth == 0 {
                    self.judged = Some(judged);
                }
                Ok(found)
            }
            Ask::Value(_) | Ask::Computed(..) => {
                let starts = self.built.starts().to_vec();
                let found = self.in_states(ask, &starts)?;
                Ok(range(found.into_iter().filter_map(|found| found.span())))
            }
            Ask::Beyond(value) => Ok(Found::Beyond(*value)),
            Ask::Compared(op, parts) => Ok(Found::Truth(self.compared(*op, parts)?)),
            Ask::Filter(kind, ask, states) => self.filter(*kind, ask, states),
        }
    }

    /// What is asked, in every state; for filters within filters the same everywhere.
    pub(super) fn everywhere(&mut self, ask: &Ask) -> Result<Vec<Found>, ModelError> {
        let all: Vec<StateId> = self.built.arena().ids().collect();
        self.in_states(ask, &all)
    }

    /// What is asked, in each of `states`. Where states must keep their numbers, `held` says so.
    pub(super) fn in_states(
        &mut self,
        ask: &Ask,
        states: &[StateId],
    ) -> Result<Vec<Found>, ModelError> {
        Ok(match ask {
            Ask::Truth(formula) => {
                let truths = self.truths(formula)?;
                states.iter().map(|state| Found::Truth(truths[state.index()])).collect()
            }
            Ask::Measure(measure) => {
                let judged = self.measured(measure)?;
                states.iter().map(|&state| Found::Number(judged.span(state))).collect()
            }
            Ask::Value(value) => {
                let all = self.numbers(value)?;
                states.iter().map(|state| Found::Number(all[state.index()].clone())).collect()
            }
            Ask::Computed(operation, parts) => {
                let spans = self.compute(*operation, parts, states)?;
                spans.into_iter().map(Found::Number).collect()
            }
            Ask::Filter(..) | Ask::Beyond(_) => vec![self.find(ask)?; states.len()],
            Ask::Compared(..) => {
                return Err(self.no("comparisons of computed numbers stand alone, not in filters"));
            }
        })
    }

    /// Solves until the digits asked for are decided.
    fn measured(&mut self, measure: &Measure) -> Result<Judged, ModelError> {
        let prepared = Prepared::new(self, measure)?;
        let mut judged = None;
        let stages = match &self.narrow {
            Some(options) => std::slice::from_ref(options).to_vec(),
            None => self.work.stages.clone(),
        };
        for options in &stages {
            let last = prepared.solve(self, options)?;
            let decided = |digits| {
                let rounded = |&start: &StateId| last.span(start).rounded(digits).is_some();
                self.built.starts().iter().all(rounded)
            };
            let done = self.work.digits.is_none_or(decided);
            judged = Some(last);
            if done || self.stopped.is_some() {
                break;
            }
        }
        let judged =
            judged.ok_or_else(|| ModelError::Asked("no way of solving was given".into()))?;
        if let Some(stop) = judged.stopped() {
            self.stopped = Some(stop.clone());
        }
        Ok(judged)
    }

    /// How comparisons are to be decided: as numbers are found, then more narrowly, then exactly.
    pub(super) fn deciding(&self) -> Vec<Options> {
        let first = self.work.stages.first().cloned().unwrap_or_default();
        if first.exact {
            return vec![first];
        }
        let narrow = Rational::from_parts(1.into(), UBig::from(10u8).pow(30));
        let narrow = Options { precision: narrow, ..Options::default() };
        let exact = Options { exact: true, ..Options::default() };
        let few = self.built.arena().states() <= FEW;
        [Some(first), Some(narrow), few.then_some(exact)].into_iter().flatten().collect()
    }
}

/// One number, or the smallest and the largest of several.
pub(super) fn range(spans: impl Iterator<Item = Span>) -> Found {
    let mut both: Option<(Span, Span, usize)> = None;
    for span in spans {
        both = Some(match both {
            None => (span.clone(), span, 1),
            Some((least, most, count)) => (least.least(&span), most.most(&span), count + 1),
        });
    }
    match both {
        Some((least, most, count)) if count > 1 && least != most => Found::Range { least, most },
        Some((least, ..)) => Found::Number(least),
        None => Found::States(Vec::new()),
    }
}
