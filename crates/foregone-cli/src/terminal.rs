//! What long work shows while it goes on, and how long each part took.

use std::io::IsTerminal;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use foregone::{Phase, Watch};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use serde::Serialize;

use crate::checkpoint::Checkpoint;
use crate::{interrupt, show};

/// How much is said on standard error.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Talk {
    /// Errors alone.
    Quiet,
    /// Progress, on a terminal.
    Usual,
    /// Decisions too.
    Verbose,
}

/// Seconds that each part took.
#[derive(Clone, Copy, Default, Debug, Serialize)]
pub struct Seconds {
    /// Exploring positions.
    pub explore: f64,
    /// Computing values.
    pub solve: f64,
    /// Checking them.
    pub judge: f64,
}

/// Progress on a terminal, explanations where wanted, Ctrl-C, and the time of every part.
pub struct Terminal {
    talk: Talk,
    bar: ProgressBar,
    clock: Mutex<Clock>,
    /// Milliseconds, so that most calls are one comparison.
    next_look: AtomicU64,
    begin: Instant,
    /// Where the work is kept now and then.
    checkpoint: Option<Checkpoint>,
}

struct Clock {
    phase: Phase,
    since: Instant,
    seconds: Seconds,
}

/// Time between two looks at the bar.
const EVERY: u64 = 100;
/// Work shorter than this shows no bar.
const PATIENCE: u64 = 500;

impl Terminal {
    /// The clock starts in the phase of exploring.
    pub fn new(talk: Talk) -> Self {
        interrupt::listen();
        let shown = talk != Talk::Quiet && std::io::stderr().is_terminal();
        let target =
            if shown { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() };
        let begin = Instant::now();
        let clock = Clock { phase: Phase::Explore, since: begin, seconds: Seconds::default() };
        Self {
            talk,
            bar: ProgressBar::with_draw_target(None, target),
            clock: Mutex::new(clock),
            next_look: AtomicU64::new(PATIENCE),
            begin,
            checkpoint: None,
        }
    }

    /// The same for work that is kept now and then.
    pub fn keeping(self, checkpoint: Option<Checkpoint>) -> Self {
        Self { checkpoint, ..self }
    }

    /// The work has ended: what was kept is removed, or named if there is more to do.
    pub fn settle(&self, stopped: bool) {
        match &self.checkpoint {
            Some(checkpoint) if !stopped => checkpoint.remove(),
            Some(checkpoint) if checkpoint.is_there() => show::remark(&checkpoint.to_string()),
            _ => {}
        }
    }

    /// From here on time counts for `phase`.
    pub fn enter(&self, phase: Phase) {
        let mut clock = self.clock.lock().unwrap_or_else(|broken| broken.into_inner());
        clock.enter(phase);
    }

    /// Removes the bar and tells how long each part took.
    pub fn finish(&self) -> Seconds {
        self.bar.finish_and_clear();
        let mut clock = self.clock.lock().unwrap_or_else(|broken| broken.into_inner());
        let phase = clock.phase;
        clock.enter(phase);
        clock.seconds
    }

    fn draw(&self, phase: Phase, done: u64, total: Option<u64>) {
        let (name, template) = match (phase, total) {
            (Phase::Explore, _) => ("exploring", "{msg} {human_pos} positions, {per_sec}"),
            (Phase::Solve, None) => ("solving", "{msg}, {elapsed}"),
            (Phase::Judge, None) => ("judging", "{msg}, {elapsed}"),
            (Phase::Solve, Some(_)) => {
                ("solving", "{msg} [{bar:30}] {percent} %, {per_sec}, {eta} left")
            }
            (Phase::Judge, Some(_)) => {
                ("judging", "{msg} [{bar:30}] {percent} %, {per_sec}, {eta} left")
            }
        };
        if self.bar.message() != name {
            let style = ProgressStyle::with_template(template);
            self.bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
            self.bar.reset();
            self.bar.set_message(name);
        }
        if let Some(total) = total {
            self.bar.set_length(total);
        }
        self.bar.set_position(done);
    }
}

impl Watch for Terminal {
    fn progress(&self, phase: Phase, done: u64, total: Option<u64>) {
        if let Ok(mut clock) = self.clock.try_lock()
            && clock.phase != phase
        {
            clock.enter(phase);
        }
        let now = self.begin.elapsed().as_millis() as u64;
        if now < self.next_look.load(Ordering::Relaxed) || self.bar.is_hidden() {
            return;
        }
        self.next_look.store(now + EVERY, Ordering::Relaxed);
        self.draw(phase, done, total);
    }

    fn stop(&self) -> bool {
        interrupt::asked()
    }

    fn leave(&self, state: &dyn Fn() -> Vec<u8>) {
        let kept = self.checkpoint.as_ref().map_or(Ok(()), |checkpoint| checkpoint.keep(state));
        if let Err(failure) = kept {
            self.bar.suspend(|| show::remark(&format!("warning: not kept: {failure}")));
        }
    }

    fn left(&self) -> Option<Vec<u8>> {
        self.checkpoint.as_ref()?.earlier()
    }

    fn note(&self, text: &dyn Fn() -> String) {
        if self.talk == Talk::Verbose {
            let text = text();
            self.bar.suspend(|| show::remark(&format!("note: {text}")));
        }
    }
}

impl Clock {
    fn enter(&mut self, phase: Phase) {
        let now = Instant::now();
        let passed: Duration = now - self.since;
        let seconds = match self.phase {
            Phase::Explore => &mut self.seconds.explore,
            Phase::Solve => &mut self.seconds.solve,
            Phase::Judge => &mut self.seconds.judge,
        };
        *seconds += passed.as_secs_f64();
        (self.phase, self.since) = (phase, now);
    }
}

/// The columns of the terminal: `COLUMNS` where it is set, what the system says, else 80.
pub fn width() -> usize {
    let given = std::env::var("COLUMNS").ok().and_then(|text| text.parse().ok());
    let here = || terminal_size::terminal_size().map(|(width, _)| usize::from(width.0));
    given.or_else(here).unwrap_or(80).clamp(20, 400)
}
