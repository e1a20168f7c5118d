//! Ctrl-C: the first asks the work to end with what it has, the second ends the process.

use std::sync::atomic::{AtomicBool, Ordering};

use foregone::Stop;

static ASKED: AtomicBool = AtomicBool::new(false);

/// The exit code of an interrupted run.
pub const EXIT: u8 = 130;

/// From here on Ctrl-C is heard. Where the system refuses, it ends the process as always.
pub fn listen() {
    let heard = || {
        if ASKED.swap(true, Ordering::Relaxed) {
            std::process::exit(i32::from(EXIT));
        }
    };
    let _ = ctrlc::set_handler(heard);
}

/// The exit code of work that ended early for this reason, or did not: 3 for a limit.
pub fn code(stopped: Option<&Stop>) -> u8 {
    match stopped {
        Some(Stop::Asked) => EXIT,
        Some(_) => 3,
        None => 0,
    }
}

/// True once Ctrl-C was pressed.
pub fn asked() -> bool {
    ASKED.load(Ordering::Relaxed)
}
