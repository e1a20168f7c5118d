//! What `solve`, `query` and `check` share: from a source to a checked solution.

use foregone::format::solution::Numbers;
use foregone::query::{Form, Value};
use foregone::session::{self, AnyExplored, Solved};
use foregone::solution::Effort;
use foregone::solve::Options;
use foregone::{Phase, StateId, Stop, Watch};

use super::solve::arithmetic;
use crate::arguments::How;
use crate::failure::{Failure, wrong};
use crate::interrupt;
use crate::show::{WARN, count, grouped, styled};
use crate::source::Source;
use crate::terminal::Terminal;

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
}

impl Answer {
    /// Solves the game of `source`, or judges its saved solution anew; for the position `at`, or
    /// the game's start.
    pub fn find(
        mut source: Source,
        how: &How,
        at: Option<&str>,
        terminal: &Terminal,
    ) -> Result<Self, Failure> {
        let Some((path, saved)) = source.saved.take() else {
            return Self::solve(&source, how, at, terminal);
        };
        if how.is_given() {
            let why = "a saved solution is shown as it was saved; leave out the options of solving";
            return Err(Failure::in_file(&path, why));
        }
        terminal.note(&|| saved.meta.to_string());
        let solved = saved.judge(source.game, terminal);
        let solved = solved.map_err(|error| Failure::in_file(&path, error))?;
        let state = match at {
            None => first(&*solved.explored),
            Some(text) => solved.explored.find(text).map_err(|error| position(text, &error))?,
        };
        let state = state.ok_or_else(|| {
            let text = at.unwrap_or("the start");
            Failure::in_file(&path, format!("holds no position '{text}': play does not come there"))
        })?;
        let exact = matches!(solved.checked.solution().bounds, foregone::Bounds::Exact(_));
        let form = Form { exact, digits: None };
        let options = Options::default();
        Ok(Self { solved, form, state, file: Some(path.display().to_string()), options })
    }

    fn solve(
        source: &Source,
        how: &How,
        at: Option<&str>,
        terminal: &Terminal,
    ) -> Result<Self, Failure> {
        let game = std::sync::Arc::clone(&source.game);
        let starts = source.starts.iter().map(String::as_str);
        let at: Vec<&str> = at.map_or_else(|| starts.collect(), |at| vec![at]);
        let mut explored = game.explore(&at, &how.limits(), terminal).map_err(wrong)?;
        terminal.enter(Phase::Solve);
        let (form, mut stages) = (how.form(), how.stages().into_iter().peekable());
        loop {
            let options = stages.next().unwrap_or_default();
            let objective = explored.objective();
            let solved = session::solve_explored(explored, objective, &options, terminal);
            let solved = solved.map_err(wrong)?;
            let none =
                || Failure::Wrong("the game says of no position that it starts there".into());
            let state = first(&*solved.explored).ok_or_else(none)?;
            let answer = Self { solved, form, state, file: None, options };
            terminal.note(&|| answer.effort());
            let decided = form.digits.is_none() || answer.all_decided();
            if decided || stages.peek().is_none() || answer.stopped().is_some() {
                return Ok(answer);
            }
            explored = answer.solved.explored;
        }
    }

    /// Why the work ended early, or `None`.
    pub fn stopped(&self) -> Option<&Stop> {
        let solving = self.solved.checked.solution().stopped.as_ref();
        self.solved.explored.stopped().or(solving)
    }

    /// What solving took, in one sentence.
    fn effort(&self) -> String {
        let solution = self.solved.checked.solution();
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

    /// True where the digits asked for are decided at every state asked for.
    fn all_decided(&self) -> bool {
        let value = |state| Value::of(&self.solved.checked, state, self.form);
        self.states().into_iter().all(|state| value(state).digits.is_some())
    }

    /// One line on why the work ended early; empty where it did not.
    pub fn stop_remark(&self) -> String {
        let line =
            |why| format!("{}\n", styled(WARN, &format!("These are the bounds so far: {why}.")));
        self.stopped().map(line).unwrap_or_default()
    }

    /// 0, 3 where a limit ended the work, 130 where Ctrl-C did.
    pub fn exit_code(&self) -> u8 {
        match self.stopped() {
            None => 0,
            Some(Stop::Asked) => interrupt::EXIT,
            Some(_) => 3,
        }
    }

    /// The value of the state asked for.
    pub fn value(&self) -> Value {
        Value::of(&self.solved.checked, self.state, self.form)
    }

    /// The state asked for, then those that belong beside it.
    pub fn states(&self) -> Vec<StateId> {
        let beside = self.solved.explored.starts().iter().skip(1).copied();
        std::iter::once(self.state).chain(beside.filter(|&state| state != self.state)).collect()
    }
}

fn first(explored: &dyn AnyExplored) -> Option<StateId> {
    explored.starts().first().copied()
}

fn position(text: &str, error: &dyn std::error::Error) -> Failure {
    Failure::Wrong(format!("position '{text}': {error}"))
}
