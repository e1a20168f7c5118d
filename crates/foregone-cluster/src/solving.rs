//! From a worker's part to judged bounds, by whatever suits the question.

use std::rc::Rc;

use foregone::judge::part::CheckedPart;
use foregone::solve::Options as Single;
use foregone::{Bounds, Fixed64, Fixed128, Grade, Intervals, Rational, StateId, Stop};

use crate::Options;
use crate::agree::agree;
use crate::bounded::bounded;
use crate::checkpoint::{Keeper, Kind};
use crate::claim::Work;
use crate::crew::Crew;
use crate::gathered::solve_gathered;
use crate::grades::{Counting, strategy};
use crate::judging::judge;
use crate::levels::{Resume, all_local, solve_levels, too_fine};
use crate::numbers::Digits;
use crate::part::Part;
use crate::problem::{Ask, Question};

/// An answer, and why the width asked for was not reached.
pub(crate) struct Found {
    pub evidence: Evidence,
    pub stopped: Option<String>,
    pub arithmetic: &'static str,
    /// Bytes of a state's bounds and their evidence.
    pub each: usize,
}

/// What the judge has accepted, or made itself.
pub(crate) enum Evidence {
    Part(CheckedPart),
    /// After a bounded number of moves.
    Steps(Bounds),
}

impl Evidence {
    pub fn bounds(&self) -> &Bounds {
        match self {
            Self::Part(checked) => &checked.solution().bounds,
            Self::Steps(bounds) => bounds,
        }
    }
}

/// Answers what is asked.
pub(crate) fn solve(
    crew: &mut Crew<'_>,
    part: &Rc<Part>,
    (ask, options): (Ask, &Options),
    keeper: &mut Keeper,
    resume: Resume,
) -> Result<Found, String> {
    agree(crew, part.objective.check(&part.arena).map_err(|refusal| refusal.to_string()))?;
    if part.objective.goal.is_outcome() {
        let evidence = Evidence::Part(grades(crew, part, keeper, resume)?);
        return Ok(Found { evidence, stopped: None, arithmetic: "", each: 2 * 4 + 4 });
    }
    if let Ask::Reach(Question { steps: Some(limits), .. }) = ask {
        return steps(crew, part, options, limits);
    }
    let fine = Rational::from_parts(1.into(), 1_000_000_000_000_000_u64.into());
    if options.exact {
        let [states] = crew.sums([u64::from(part.inner)]);
        if states <= options.gather || all_local(crew, part) {
            return reach::<Rational>(crew, part, options, keeper, resume);
        }
        let plain = Options { exact: false, ..options.clone() };
        let gather = options.gather;
        let stopped = Some(format!(
            "fractions need the game on one worker where cycles cross from worker to worker, and \
             its {states} positions are more than --gather {gather} allows"
        ));
        let found = reach::<Fixed64>(crew, part, &plain, keeper, resume)?;
        return Ok(Found { stopped, ..found });
    }
    if options.precision > fine {
        match reach::<Fixed64>(crew, part, options, keeper, resume) {
            Err(text) if text == too_fine::<Fixed64>() => {}
            found => return found,
        }
    }
    reach::<Fixed128>(crew, part, options, keeper, Resume::Anew)
}

fn reach<N: Digits>(
    crew: &mut Crew<'_>,
    part: &Rc<Part>,
    options: &Options,
    keeper: &mut Keeper,
    resume: Resume,
) -> Result<Found, String> {
    let single =
        Single { precision: options.precision.clone(), exact: options.exact, ..Single::default() };
    let [states] = crew.sums([u64::from(part.inner)]);
    let local = all_local(crew, part);
    if !local && states <= options.gather {
        let (work, stop) = solve_gathered::<N>(crew, part, &single)?;
        return close(crew, part, work, stop.map(|stop| stop.to_string()));
    }
    let mut work = solve_levels::<N>(crew, part, &single, keeper, resume)?;
    let width = options.precision.to_f64().value();
    let wide = work.widest(part) > width;
    work.share(crew, part);
    let stopped = crew.any(wide).then(|| Stop::Width.to_string());
    close(crew, part, work, stopped)
}

/// Everybody's part is judged, with the edge as its owners have it now.
fn close<N: Digits>(
    crew: &mut Crew<'_>,
    part: &Part,
    mut work: Work<N>,
    stopped: Option<String>,
) -> Result<Found, String> {
    work.share(crew, part);
    let Work { lower, upper, strategy, rank, .. } = work;
    let stop = stopped.as_ref().map(|_| Stop::Width);
    let bounds = N::bounds(Intervals { lower, upper });
    let evidence = Evidence::Part(judge(crew, part, bounds, strategy, rank, stop)?);
    let each = 2 * size_of::<N>() + 8;
    Ok(Found { evidence, stopped, arithmetic: N::NAME, each })
}

/// Win, draw or loss; where a limit was met, the worst and the best that may come of what is beyond.
fn grades(
    crew: &mut Crew<'_>,
    part: &Rc<Part>,
    keeper: &mut Keeper,
    resume: Resume,
) -> Result<CheckedPart, String> {
    let mut counting = Counting::new(Rc::clone(part), Grade::LOST);
    // Others' counting does not fit; it begins anew, which is the smaller part of the work.
    let first = match resume {
        Resume::Same(values) => counting.restore(&values),
        _ => 0,
    };
    let counting = crew.through(counting, first, |crew, counting, next| {
        keeper.write(crew, Kind::Values, &counting.sections(next).bytes())
    })?;
    let lower = whole(crew, part, counting);
    let mut choices = strategy(part, &lower);
    let cut = part.own().any(|state| part.arena.is_unexplored(state));
    let mut upper = lower.clone();
    if crew.any(cut) {
        let counting = Counting::new(Rc::clone(part), Grade::WON);
        let counting = crew.until_silent(counting);
        upper = whole(crew, part, counting);
        let min = strategy(part, &upper);
        let is_min = |state: &StateId| !part.objective.is_max(&part.arena, *state);
        part.own().filter(is_min).for_each(|s| choices[s.index()] = min[s.index()]);
    }
    let bounds = Bounds::Grades(Intervals { lower, upper });
    judge(crew, part, bounds, choices, Vec::new(), None)
}

/// The grades of all states, edge included.
fn whole(crew: &mut Crew<'_>, part: &Part, counting: Counting) -> Vec<Grade> {
    let mut grade = counting.grade;
    grade.resize(part.arena.states(), Grade::DRAW);
    part.share(crew, &mut grade);
    grade
}

/// A bounded number of moves, in longer numbers where shorter ones do not suffice.
fn steps(
    crew: &mut Crew<'_>,
    part: &Part,
    options: &Options,
    limits: (u64, u64),
) -> Result<Found, String> {
    fn within<N: Digits>(
        crew: &mut Crew<'_>,
        part: &Part,
        (options, limits): (&Options, (u64, u64)),
    ) -> Result<(Found, bool), String> {
        let bounds = bounded::<N>(crew, part, limits)?;
        let width = |state| {
            let (lower, upper) = bounds.rational(state);
            upper - lower
        };
        let wide = part.own().any(|state| width(state) > options.precision);
        let stopped = crew.any(wide).then(|| Stop::Width.to_string());
        let (evidence, narrow) = (Evidence::Steps(bounds), stopped.is_none());
        let each = 2 * size_of::<N>() + 4;
        Ok((Found { evidence, stopped, arithmetic: N::NAME, each }, narrow))
    }
    if options.exact {
        return Ok(within::<Rational>(crew, part, (options, limits))?.0);
    }
    match within::<Fixed64>(crew, part, (options, limits))? {
        (found, true) => Ok(found),
        _ => Ok(within::<Fixed128>(crew, part, (options, limits))?.0),
    }
}
