//! A time limit for tests in which workers could wait for each other for ever.

use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

/// Far more than any of them takes on a busy machine.
const LIMIT: Duration = Duration::from_secs(300);

/// What `work` returns, or a panic that says what hangs.
pub fn within<T: Send + 'static>(what: &str, work: impl FnOnce() -> T + Send + 'static) -> T {
    let (sender, done) = channel();
    let thread = std::thread::spawn(move || _ = sender.send(work()));
    match done.recv_timeout(LIMIT) {
        Ok(answer) => answer,
        Err(RecvTimeoutError::Timeout) => {
            let seconds = LIMIT.as_secs();
            panic!("{what}: no answer within {seconds} s, so workers wait for each other")
        }
        Err(RecvTimeoutError::Disconnected) => match thread.join() {
            Err(panic) => std::panic::resume_unwind(panic),
            Ok(()) => panic!("{what}: ended without an answer"),
        },
    }
}
