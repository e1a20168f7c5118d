//! Long work away from the interpreter.
//!
//! Work runs in a thread of its own that never needs the interpreter. The caller's thread waits
//! without holding it, shows progress, and looks for signals. Invariant: a panic of the work comes
//! back as an exception; Ctrl-C stops the work, which then answers with what it has.

use std::any::Any;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use foregone::{Phase, Watch};
use pyo3::exceptions::PyKeyboardInterrupt;
use pyo3::prelude::*;

use crate::errors::InternalError;

/// Time between two looks at signals.
const EVERY: Duration = Duration::from_millis(50);
/// Stack of a working thread, as large as that of a program's first.
const STACK: usize = 8 << 20;

/// What the work tells, and whether it should end.
#[derive(Default)]
struct Board {
    stop: AtomicBool,
    phase: AtomicU64,
    done: AtomicU64,
    /// One more than the total; 0 where it is not known.
    total: AtomicU64,
}

impl Watch for Board {
    fn progress(&self, phase: Phase, done: u64, total: Option<u64>) {
        self.phase.store(phase as u64, Ordering::Relaxed);
        self.done.store(done, Ordering::Relaxed);
        self.total.store(total.map_or(0, |total| total.saturating_add(1)), Ordering::Relaxed);
    }

    fn stop(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}

impl Board {
    /// What is under way, in words and numbers.
    fn show(&self) -> (&'static str, u64, Option<u64>) {
        let phase =
            ["exploring", "solving", "judging"][self.phase.load(Ordering::Relaxed) as usize];
        let total = self.total.load(Ordering::Relaxed).checked_sub(1);
        (phase, self.done.load(Ordering::Relaxed), total)
    }
}

/// What came of the work, and whether Ctrl-C ended it.
pub struct Done<T> {
    /// What came of it.
    pub result: T,
    /// True where Ctrl-C was pressed.
    pub interrupted: bool,
}

/// Does `work` without the interpreter. `progress` is called with what is under way, how much is
/// done, and of how much.
///
/// # Errors
/// What `progress` or a signal's handler raises, a second Ctrl-C, and a panic of `work`.
pub fn run<T: Send + 'static>(
    py: Python<'_>,
    progress: Option<&Bound<'_, PyAny>>,
    work: impl FnOnce(&dyn Watch) -> T + Send + 'static,
) -> PyResult<Done<T>> {
    let board = Arc::new(Board::default());
    let theirs = Arc::clone(&board);
    let (sender, receiver) = mpsc::channel();
    let worker = thread::Builder::new().name("foregone".into()).stack_size(STACK);
    // The receiver may be gone after a second Ctrl-C.
    let worker = worker.spawn(move || drop(sender.send(work(&*theirs))))?;
    let receiver = std::sync::Mutex::new(receiver);
    let mut interrupted = false;
    loop {
        let next = || receiver.lock().unwrap_or_else(|e| e.into_inner()).recv_timeout(EVERY);
        match py.detach(next) {
            Ok(result) => return Ok(Done { result, interrupted }),
            Err(RecvTimeoutError::Disconnected) => return Err(panicked(worker)),
            Err(RecvTimeoutError::Timeout) => {}
        }
        if let Err(error) = look(py, &board, progress) {
            let first = !interrupted && error.is_instance_of::<PyKeyboardInterrupt>(py);
            board.stop.store(true, Ordering::Relaxed);
            if !first {
                return Err(error);
            }
            interrupted = true;
        }
    }
}

fn look(py: Python<'_>, board: &Board, progress: Option<&Bound<'_, PyAny>>) -> PyResult<()> {
    py.check_signals()?;
    if let Some(progress) = progress {
        progress.call1(board.show())?;
    }
    Ok(())
}

fn panicked(worker: JoinHandle<()>) -> PyErr {
    let payload = worker.join().err();
    InternalError::new_err(words(payload.as_deref()))
}

/// A bug in words.
fn words(payload: Option<&(dyn Any + Send)>) -> String {
    let text = payload.and_then(|payload| {
        let text = payload.downcast_ref::<String>().map(String::as_str);
        text.or_else(|| payload.downcast_ref::<&str>().copied())
    });
    format!("a bug in foregone: {}", text.unwrap_or("a thread ended without a word"))
}
