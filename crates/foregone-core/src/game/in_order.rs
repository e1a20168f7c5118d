//! Positions that a game lists in solving order, so that nobody need search for it.

/// Positions component after component: those that lead to each other side by side, after everything
/// else that they lead to.
#[derive(Clone, Debug)]
pub struct InOrder<S> {
    states: Vec<S>,
    starts: Vec<u32>,
}

impl<S> Default for InOrder<S> {
    fn default() -> Self {
        Self { states: Vec::new(), starts: vec![0] }
    }
}

impl<S> InOrder<S> {
    /// Adds positions to the component at hand; best is an order in which few moves lead to later ones.
    pub fn extend(&mut self, states: impl IntoIterator<Item = S>) {
        self.states.extend(states);
    }

    /// Ends the component at hand.
    pub fn end(&mut self) {
        let end = self.states.len() as u32;
        if self.starts.last() != Some(&end) {
            self.starts.push(end);
        }
    }

    /// All positions.
    pub fn states(&self) -> &[S] {
        &self.states
    }

    /// Where each component starts, and one past the last; positions after it are in none.
    pub fn starts(&self) -> &[u32] {
        &self.starts
    }
}
