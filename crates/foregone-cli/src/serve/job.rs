//! Solving in the background: one at a time, limited, and ended when something else is asked for.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::{Duration, Instant};

use foregone::{Phase, Stop, Watch};
use serde::Serialize;

use super::site::{Key, Site, Variant};
use crate::arguments::Which;
use crate::making::{again, make};

/// The work under way or done last.
#[derive(Default)]
pub struct Jobs {
    now: Mutex<(u64, Option<Arc<Job>>)>,
}

/// Solving one variant.
pub struct Job {
    /// Its number.
    pub id: u64,
    key: Key,
    cancel: AtomicBool,
    phase: AtomicU64,
    done: AtomicU64,
    total: AtomicU64,
    begin: Instant,
    result: Mutex<Option<Result<(), String>>>,
}

/// How far it is.
#[derive(Serialize)]
pub struct Report {
    id: u64,
    /// `running`, `done` or `failed`.
    state: &'static str,
    phase: &'static str,
    done: u64,
    total: Option<u64>,
    seconds: f64,
    error: Option<String>,
}

/// Re-solving ends after so long.
const PATIENCE: Duration = Duration::from_secs(300);
/// And goes no further than so many positions, unless `--max-states` says otherwise.
const STATES: u64 = 20_000_000;

impl Jobs {
    /// Solves `key` for `site` unless that is being done already; other work is ended.
    pub fn start(&self, site: &Arc<Site>, key: Key) -> Arc<Job> {
        let mut now = self.locked();
        if let Some(job) = now.1.as_ref().filter(|job| job.key == key && !job.is_over()) {
            return Arc::clone(job);
        }
        if let Some(job) = now.1.take() {
            job.cancel.store(true, Ordering::Relaxed);
        }
        now.0 += 1;
        let job = Arc::new(Job::new(now.0, key));
        now.1 = Some(Arc::clone(&job));
        let (site, own) = (Arc::clone(site), Arc::clone(&job));
        std::thread::spawn(move || own.run(&site));
        job
    }

    /// The job with this number, if nothing else was asked for since.
    pub fn find(&self, id: u64) -> Option<Arc<Job>> {
        self.locked().1.clone().filter(|job| job.id == id)
    }

    fn locked(&self) -> MutexGuard<'_, (u64, Option<Arc<Job>>)> {
        self.now.lock().unwrap_or_else(|broken| broken.into_inner())
    }
}

impl Job {
    fn new(id: u64, key: Key) -> Self {
        Self {
            id,
            key,
            cancel: AtomicBool::new(false),
            phase: AtomicU64::new(0),
            done: AtomicU64::new(0),
            total: AtomicU64::new(0),
            begin: Instant::now(),
            result: Mutex::new(None),
        }
    }

    /// Ends it soon.
    pub fn cancel(&self) {
        self.cancel.store(true, Ordering::Relaxed);
    }

    fn is_over(&self) -> bool {
        self.result().is_some()
    }

    fn result(&self) -> MutexGuard<'_, Option<Result<(), String>>> {
        self.result.lock().unwrap_or_else(|broken| broken.into_inner())
    }

    fn run(&self, site: &Site) {
        // A bug of the solver must not leave the page waiting.
        let solved = std::thread::scope(|scope| scope.spawn(|| self.solve(site)).join());
        let solved = solved.unwrap_or_else(|_| Err("the solver failed, which is a bug".into()));
        let result = match solved {
            _ if self.cancel.load(Ordering::Relaxed) => Err("cancelled".into()),
            Ok(variant) => {
                site.keep(variant);
                Ok(())
            }
            Err(error) => Err(error),
        };
        *self.result() = Some(result);
    }

    fn solve(&self, site: &Site) -> Result<Variant, String> {
        let (rules, at) = (&self.key.rules, self.key.at.as_deref());
        let how = site.how.within(STATES);
        let made = match site.first().made.row() {
            // Defaults that others replace are left to the game.
            Some(row) => again(row.name, &changed(row, rules), &how, at, self),
            None => make(&Which::new(&site.game, rules), &site.asked, &how, at, self),
        };
        let made = made.map_err(|error| error.to_string())?;
        match made.stopped.as_ref() {
            Some(Stop::Asked) if self.begin.elapsed() >= PATIENCE => {
                Err(format!("not solved within {} minutes", PATIENCE.as_secs() / 60))
            }
            Some(stop @ (Stop::States(_) | Stop::Memory(_))) => Err(format!(
                "these rules make too large a game for this server: {stop}; \
                 the limits are --max-states and --max-memory"
            )),
            Some(Stop::Asked) => Err("cancelled".into()),
            _ => Ok(Variant::new(self.key.clone(), made)),
        }
    }

    /// How far it is.
    pub fn report(&self) -> Report {
        let result = self.result();
        let total = self.total.load(Ordering::Relaxed);
        Report {
            id: self.id,
            state: match &*result {
                None => "running",
                Some(Ok(())) => "done",
                Some(Err(_)) => "failed",
            },
            phase: ["exploring", "solving", "judging"]
                [self.phase.load(Ordering::Relaxed).min(2) as usize],
            done: self.done.load(Ordering::Relaxed),
            total: (total > 0).then_some(total),
            seconds: self.begin.elapsed().as_secs_f64(),
            error: result.as_ref().and_then(|result| result.as_ref().err().cloned()),
        }
    }
}

/// The rules that differ from the game's own.
fn changed(row: &foregone::games::GameRow, rules: &[String]) -> Vec<String> {
    let none: [&str; 0] = [];
    let Ok(usual) = row.values(&none) else { return rules.to_vec() };
    let usual: Vec<String> = usual.all().map(|(name, value)| format!("{name}={value}")).collect();
    rules.iter().filter(|rule| !usual.contains(rule)).cloned().collect()
}

impl Watch for Job {
    fn progress(&self, phase: Phase, done: u64, total: Option<u64>) {
        let phase = match phase {
            Phase::Explore => 0,
            Phase::Solve => 1,
            Phase::Judge => 2,
        };
        self.phase.store(phase, Ordering::Relaxed);
        self.done.store(done, Ordering::Relaxed);
        self.total.store(total.unwrap_or(0), Ordering::Relaxed);
    }

    fn stop(&self) -> bool {
        self.cancel.load(Ordering::Relaxed) || self.begin.elapsed() >= PATIENCE
    }
}
