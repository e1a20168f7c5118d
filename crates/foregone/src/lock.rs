//! Locks that no panic breaks.

use std::sync::{Mutex, MutexGuard};

/// Whoever holds the lock cannot leave it half done.
pub(crate) fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(|broken| broken.into_inner())
}
