//! What long work tells its caller, and how the caller stops it.

/// The part of the work that is under way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Phase {
    /// Positions are being explored.
    Explore,
    /// Values are being computed.
    Solve,
    /// The judge is checking.
    Judge,
}

/// Progress out, stop in. Both methods are called often and must be cheap.
pub trait Watch: Sync {
    /// `done` units of `phase` are finished, of `total` where that is known.
    fn progress(&self, _phase: Phase, _done: u64, _total: Option<u64>) {}

    /// True once the work should end with what it has, and from then on.
    fn stop(&self) -> bool {
        false
    }

    /// One sentence on a decision, for whoever wants explanations.
    fn note(&self, _text: &dyn Fn() -> String) {}

    /// The work could be left here: `state` gives the bytes with which it can be taken up again.
    fn leave(&self, _state: &dyn Fn() -> Vec<u8>) {}

    /// The bytes that an earlier run of the same work left, or `None`.
    fn left(&self) -> Option<Vec<u8>> {
        None
    }
}

/// Tells nothing and never stops.
pub struct Quiet;

impl Watch for Quiet {}
