//! What a long run keeps in a file, so that the same command goes on from it after an interruption.
//!
//! Invariant: the first line names version, game and parameters, and nothing else is taken up; the
//! file is written beside its place and renamed, and removed once the work is done.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use foregone::format::solution::Origin;

use crate::failure::Failure;
use crate::interrupt;
use crate::saving::Place;

/// The file of one run.
pub struct Checkpoint {
    path: PathBuf,
    head: String,
    every: Duration,
    last: Mutex<Instant>,
    /// What was found in the file: a command may ask several questions, and one of them left it.
    earlier: Option<Vec<u8>>,
}

impl Checkpoint {
    /// The file at `path` for the run of `origin` from `at`, or as `at` says; what is there already
    /// must be of the same run.
    pub fn open(path: &Path, origin: &Origin, at: &str, every: f64) -> Result<Self, Failure> {
        Place::open(path)?;
        let rules = serde_json::to_string(&origin.parameters).unwrap_or_default();
        let version = env!("CARGO_PKG_VERSION");
        let head = format!("foregone {version} {} {rules} at {at}\n", origin.game);
        let earlier = match fs::read(path) {
            Ok(bytes) if bytes.is_empty() => None,
            Ok(bytes) => Some(rest(path, &bytes, &head)?),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => None,
            Err(error) => return Err(Failure::io(path, &error)),
        };
        Ok(Self {
            path: path.into(),
            head,
            every: Duration::try_from_secs_f64(every).unwrap_or(Duration::MAX),
            last: Mutex::new(Instant::now()),
            earlier,
        })
    }

    /// What an earlier run left.
    pub fn earlier(&self) -> Option<Vec<u8>> {
        self.earlier.clone()
    }

    /// Writes the file if it is time to, or the work is about to end early.
    pub fn keep(&self, state: &dyn Fn() -> Vec<u8>) -> Result<(), Failure> {
        let mut last = self.last.lock().unwrap_or_else(|broken| broken.into_inner());
        if last.elapsed() < self.every && !interrupt::asked() {
            return Ok(());
        }
        *last = Instant::now();
        Place::open(&self.path)?.save(|file| {
            let written = file.write_all(self.head.as_bytes());
            let written = written.and_then(|()| file.write_all(&state()));
            written.map_err(|error| Failure::io(&self.path, &error))
        })
    }

    /// True where something was kept: a limit ends the work without.
    pub fn is_there(&self) -> bool {
        self.path.exists()
    }

    /// The work is done: the file is of no more use.
    pub fn remove(&self) {
        let _ = fs::remove_file(&self.path);
    }
}

impl std::fmt::Display for Checkpoint {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "the same command goes on from {}", self.path.display())
    }
}

/// What comes after the first line, which must be `head`.
fn rest(path: &Path, bytes: &[u8], head: &str) -> Result<Vec<u8>, Failure> {
    if let Some(rest) = bytes.strip_prefix(head.as_bytes()) {
        return Ok(rest.to_vec());
    }
    let line = bytes.split(|&byte| byte == b'\n').next().unwrap_or_default();
    let why = match std::str::from_utf8(line) {
        Ok(line) if line.starts_with("foregone ") => format!(
            "was kept by another run: '{line}', and this one is '{}'; name another file, or remove it",
            head.trim_end()
        ),
        _ => "is not a file that an interrupted run kept; name another one".into(),
    };
    Err(Failure::in_file(path, why))
}
