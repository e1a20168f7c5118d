//! What `solve`, `query` and `check` share: from a source to a checked solution.

use std::path::Path;

use foregone::format::solution::{Numbers, RebuildError};
use foregone::levels::{LevelError, Size};
use foregone::query::{Form, Value};
use foregone::session::{AnyExplored, Near, Ordered, SessionError, Solved};
use foregone::solution::Effort;
use foregone::solve::{Options, SolveError, takes_slices};
use foregone::{Bounds, Checked, Objective, Phase, Solution, StateId, Stop, Watch};

use super::solve::arithmetic;
use crate::arguments::How;
use crate::failure::{Failure, wrong};
use crate::interrupt;
use crate::show::{WARN, count, grouped, styled};
use crate::source::Source;

/// A solved game and how its values are to be shown.
pub struct Answer {
    /// The game with its checked bounds.
    pub solved: Solved,
    /// How values are shown.
    pub form: Form,
    /// The state asked for.
    pub state: StateId,
    /// What the file of a saved solution is called.
    pub file: Option<String>,
    /// How it was solved.
    pub options: Options,
    /// Set where Ctrl-C ended a later stage: the answer is that of the stage before.
    interrupted: Option<Stop>,
    /// Set where it was solved level by level.
    pub levels: Option<Levels>,
}

/// What is known of a game beyond the part that was kept.
#[derive(Clone, Copy)]
pub struct Levels {
    /// How much there was in all.
    pub size: Size,
    /// True where play is known to end with probability 1.
    pub ends: bool,
}

impl Answer {
    /// The same where one position alone is asked for: a large game is solved level by level.
    pub fn near(
        source: Source,
        how: &How,
        at: Option<&str>,
        watch: &dyn Watch,
    ) -> Result<Self, Failure> {
        if source.saved.is_none()
            && let Some(answer) = Self::by_levels(&source, how, at, watch)?
        {
            return Ok(answer);
        }
        Self::find(source, how, at, watch)
    }

    /// Solves the game of `source`, or judges its saved solution anew; for the position `at`, or
    /// the game's start. Every position is kept, however many there are.
    pub fn find(
        mut source: Source,
        how: &How,
        at: Option<&str>,
        watch: &dyn Watch,
    ) -> Result<Self, Failure> {
        let Some((path, saved)) = source.saved.take() else {
            return Self::solve(&source, how, at, watch);
        };
        how.refuse_solving(&path)?;
        watch.note(&|| saved.meta.to_string());
        let solved = saved.judge_within(source.game, &how.limits(), watch);
        let solved = solved.map_err(|error| refused(&path, &error))?;
        let state = stored(&*solved.explored, at, &path)?;
        Ok(Self::saved(solved, state, &path))
    }

    /// A saved solution, judged anew, for the position `state`.
    pub fn saved(solved: Solved, state: StateId, path: &Path) -> Self {
        let exact = matches!(solved.checked.solution().bounds, Bounds::Exact(_));
        let form = Form { exact, digits: None };
        let (options, file) = (Options::default(), Some(path.display().to_string()));
        Self { solved, form, state, file, options, interrupted: None, levels: None }
    }

    fn solve(
        source: &Source,
        how: &How,
        at: Option<&str>,
        watch: &dyn Watch,
    ) -> Result<Self, Failure> {
        let game = std::sync::Arc::clone(&source.game);
        let starts = source.starts.iter().map(String::as_str);
        let at: Vec<&str> = at.map_or_else(|| starts.collect(), |at| vec![at]);
        let explored = game.explore(&at, &how.limits(), watch).map_err(wrong)?;
        watch.progress(Phase::Solve, 0, None);
        let objective = explored.objective();
        Self::of(explored, objective, how, watch)
    }

    /// Solves an explored game for `objective`.
    pub fn of(
        explored: Box<dyn AnyExplored>,
        objective: Objective,
        how: &How,
        watch: &dyn Watch,
    ) -> Result<Self, Failure> {
        let ordered = Ordered::new(explored, objective);
        let none = || Failure::Wrong("the game says of no position that it starts there".into());
        let state = first(&*ordered.explored).ok_or_else(none)?;
        let (checked, options, interrupted) = in_stages(&ordered, how, watch)?;
        let solved = Solved { explored: ordered.explored, checked };
        let form = how.form();
        Ok(Self { solved, form, state, file: None, options, interrupted, levels: None })
    }

    /// Solves level by level where the game is large and can be, and bounds of 64 bits may do;
    /// `None` where they do not.
    fn by_levels(
        source: &Source,
        how: &How,
        at: Option<&str>,
        watch: &dyn Watch,
    ) -> Result<Option<Self>, Failure> {
        let Some(at) = Self::start_by_levels(source, how, at) else { return Ok(None) };
        let game = std::sync::Arc::clone(&source.game);
        let mut near = None;
        let keep = &mut |found| near = Some(found);
        let size = game.solve_by_levels(&[at], &how.limits(), watch, keep).map_err(by_levels)?;
        let Some(Near { solved, ends, .. }) = near else { return Ok(None) };
        watch.note(&|| {
            let levels = count(size.levels, "level", "levels");
            let entries = count(size.entries, "position", "positions");
            format!("solved in {levels}, {entries} of which were kept")
        });
        let Some(state) = first(&*solved.explored) else { return Ok(None) };
        let (form, levels) = (how.form(), Some(Levels { size, ends }));
        let options = how.stages().swap_remove(0);
        let answer = Self { solved, form, state, file: None, options, interrupted: None, levels };
        let Value { lower, upper, digits, .. } = answer.value();
        let decided = form.digits.is_none_or(|_| digits.is_some());
        let enough = upper - lower <= answer.options.precision && decided;
        Ok((enough || answer.stopped().is_some()).then_some(answer))
    }

    /// The position from which the game is solved level by level, or `None` where it is not.
    pub fn start_by_levels<'a>(
        source: &'a Source,
        how: &How,
        at: Option<&'a str>,
    ) -> Option<&'a str> {
        let large = source.game.size_by_levels().is_some_and(|size| size > LARGE);
        let at = match (at, &source.starts[..]) {
            (Some(at), _) => at,
            (None, [start]) => start,
            _ => return None,
        };
        (large && takes_slices(&how.stages().swap_remove(0))).then_some(at)
    }

    /// Why the work ended early, or `None`.
    pub fn stopped(&self) -> Option<&Stop> {
        let solving = self.solved.checked.solution().stopped.as_ref();
        self.interrupted.as_ref().or(self.solved.explored.stopped()).or(solving)
    }

    /// One line on why the work ended early; empty where it did not.
    pub fn stop_remark(&self) -> String {
        remark(self.stopped())
    }

    /// 0, 3 where a limit ended the work before the values were decided, 130 where Ctrl-C did.
    pub fn exit_code(&self) -> u8 {
        match self.stopped() {
            Some(Stop::Asked) => interrupt::EXIT,
            Some(_) if !self.is_decided() => 3,
            _ => 0,
        }
    }

    /// True where nothing is left open of the values asked for.
    fn is_decided(&self) -> bool {
        let decided = |value: Value| value.lower == value.upper || value.digits.is_some();
        let value = |state| Value::of(&self.solved.checked, state, self.form);
        self.states().into_iter().all(|state| decided(value(state)))
    }

    /// The value of the state asked for.
    pub fn value(&self) -> Value {
        Value::of(&self.solved.checked, self.state, self.form)
    }

    /// How much there was, whether it was kept or not.
    pub fn size(&self) -> Size {
        let arena = self.solved.checked.arena();
        let whole = Size {
            states: arena.states() as u64,
            choices: arena.choices() as u64,
            branches: arena.branches() as u64,
            ..Size::default()
        };
        self.levels.map_or(whole, |levels| levels.size)
    }

    /// The state asked for, then those that belong beside it.
    pub fn states(&self) -> Vec<StateId> {
        let beside = self.solved.explored.starts().iter().skip(1).copied();
        std::iter::once(self.state).chain(beside.filter(|&state| state != self.state)).collect()
    }
}

/// One line on why work ended early; empty where it did not.
pub fn remark(stop: Option<&Stop>) -> String {
    let line = |why| format!("{}\n", styled(WARN, &format!("These are the bounds so far: {why}.")));
    stop.map(line).unwrap_or_default()
}

/// Games that may have more positions than this are solved level by level.
const LARGE: u64 = 1 << 21;

/// Solves in one stage after the other until what is asked for is decided. Where Ctrl-C ends a
/// stage, the answer of the one before stands.
fn in_stages(
    ordered: &Ordered,
    how: &How,
    watch: &dyn Watch,
) -> Result<(Checked, Options, Option<Stop>), Failure> {
    let (form, mut stages) = (how.form(), how.stages());
    if form.exact || form.digits.is_some_and(|digits| digits > USUAL) {
        stages.insert(0, Options::default());
    }
    let mut before: Option<(Checked, Options)> = None;
    for options in stages {
        let checked = ordered.solve(&options, watch).map_err(unsolved)?;
        if let (Some(Stop::Asked), Some((before, options))) =
            (&checked.solution().stopped, before.take())
        {
            return Ok((before, options, Some(Stop::Asked)));
        }
        let solution = checked.solution();
        watch.note(&|| effort(solution));
        let value = |&state: &StateId| Value::of(&checked, state, form);
        let enough = match (form.digits, &solution.bounds) {
            (Some(_), _) => ordered.explored.starts().iter().all(|s| value(s).digits.is_some()),
            (None, Bounds::Grades(_) | Bounds::Exact(_)) => true,
            (None, _) => !form.exact,
        };
        if enough || solution.stopped == Some(Stop::Asked) || watch.stop() {
            let interrupted = (!enough && watch.stop()).then_some(Stop::Asked);
            return Ok((checked, options, interrupted));
        }
        before = Some((checked, options));
    }
    before.map(|(checked, options)| (checked, options, None)).ok_or(Failure::Closed)
}

/// Decimals that the usual precision gives.
const USUAL: usize = 8;

/// What solving took, in one sentence.
fn effort(solution: &Solution) -> String {
    let Effort { components, cyclic, largest, rounds } = solution.effort;
    format!(
        "{}, {} with cycles, the largest of {}; {}; certified in {}",
        count(components, "component", "components"),
        grouped(cyclic),
        count(largest, "position", "positions"),
        count(rounds, "round of solving", "rounds of solving"),
        arithmetic(Numbers::of(&solution.bounds)),
    )
}

/// Why a game was not solved.
pub fn unsolved(error: SolveError) -> Failure {
    match error {
        SolveError::Damaged => Failure::damaged(error),
        error => wrong(error),
    }
}

/// Why a game was not solved by levels.
fn by_levels(error: SessionError) -> Failure {
    match error {
        SessionError::Levels(LevelError::Damaged | LevelError::Other) => Failure::damaged(error),
        error => wrong(error),
    }
}

/// Why a saved solution is not shown.
pub fn refused(path: &Path, error: &RebuildError) -> Failure {
    match error {
        RebuildError::Stopped(Stop::Asked) => Failure::Interrupted(error.to_string()),
        RebuildError::Stopped(_) => Failure::Undecided(format!("{}: {error}", path.display())),
        _ => Failure::in_file(path, error),
    }
}

fn first(explored: &dyn AnyExplored) -> Option<StateId> {
    explored.starts().first().copied()
}

/// The position `at`, or the start, in the saved solution at `path`.
pub fn stored(
    explored: &dyn AnyExplored,
    at: Option<&str>,
    path: &Path,
) -> Result<StateId, Failure> {
    let found = match at {
        None => first(explored),
        Some(text) => explored.find(text).map_err(|error| position(text, &error))?,
    };
    found.ok_or_else(|| {
        let text = at.unwrap_or("the start");
        let why = match explored.stopped() {
            Some(stop) => format!("not explored: {stop}"),
            None => "play does not come there".into(),
        };
        Failure::in_file(path, format!("holds no position '{text}': {why}"))
    })
}

/// A text that names no position.
pub fn position(text: &str, error: &dyn std::error::Error) -> Failure {
    Failure::Wrong(format!("position '{text}': {error}"))
}
