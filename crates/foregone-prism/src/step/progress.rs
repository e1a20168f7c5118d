//! A measure of progress: a sum of variables, some with the sign turned, that no command makes less.
//!
//! Found by looking at the updates: a variable counts where every value assigned to it is at least
//! what it was, or at most, in every state that the command's own tests of single variables allow.
//! So the sum falls nowhere, reachable or not.

use super::model::{Assignment, Model};

/// The variables of a measure of progress.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Progress {
    /// Variables, and whether they grow (true) or fall.
    terms: Vec<(usize, bool)>,
}

impl Progress {
    /// The measure of `model`, or `None` where there is none.
    pub fn of(model: &Model) -> Option<Self> {
        let mut changes: Vec<Option<(i64, i64)>> = vec![Some((0, 0)); model.variables.len()];
        for (at, command) in model.commands.iter().enumerate() {
            if model.code.constant(command.guard) == Some(0) {
                continue;
            }
            let ranges = model.ranges_under(at);
            for assignment in model.assignments_of(at) {
                let slot = assignment.variable;
                let change = model.code.change(assignment.value, slot, &ranges);
                let so_far = &mut changes[slot as usize];
                *so_far = so_far.zip(change).map(|(a, b)| (a.0.min(b.0), a.1.max(b.1)));
            }
        }
        let term = |(at, change): (usize, Option<(i64, i64)>)| match change? {
            (0, 0) => None,
            (0.., _) => Some((at, true)),
            (_, ..=0) => Some((at, false)),
            _ => None,
        };
        let terms: Vec<(usize, bool)> = changes.into_iter().enumerate().filter_map(term).collect();
        (!terms.is_empty()).then_some(Self { terms })
    }

    /// The measure at a state of `model`, from 0.
    #[inline]
    pub fn at(&self, model: &Model, state: &[u64]) -> u64 {
        let term = |&(at, grows): &(usize, bool)| {
            let (value, variable) = (model.layout.value(state, at), &model.variables[at]);
            match grows {
                true => value.abs_diff(variable.low),
                false => variable.high.abs_diff(value),
            }
        };
        self.terms.iter().map(term).fold(0, u64::saturating_add)
    }

    /// The largest measure there may be.
    pub fn most(&self, model: &Model) -> u64 {
        let span =
            |&(at, _): &(usize, bool)| model.variables[at].high.abs_diff(model.variables[at].low);
        self.terms.iter().map(span).fold(0, u64::saturating_add)
    }

    /// As people write it: `s1+s2`, `-a-b`.
    pub fn show(&self, model: &Model) -> String {
        let sign = |(number, grows)| match (number, grows) {
            (0, true) => "",
            (_, true) => "+",
            (_, false) => "-",
        };
        let term = |(number, &(at, grows)): (usize, &(usize, bool))| {
            format!("{}{}", sign((number, grows)), model.variables[at].name)
        };
        self.terms.iter().enumerate().map(term).collect()
    }
}

impl Model {
    /// Everything a command may assign.
    fn assignments_of(&self, command: usize) -> &[Assignment] {
        let first = self.commands[command].first_update as usize;
        let next = self.commands.get(command + 1).map(|next| next.first_update as usize);
        match &self.updates[first..next.unwrap_or(self.updates.len())] {
            [] => &[],
            [only] => &self.assignments[only.0 as usize..only.1 as usize],
            [first, .., last] => &self.assignments[first.0 as usize..last.1 as usize],
        }
    }

    /// What the tests of single variables in a command's guard leave each variable.
    fn ranges_under(&self, command: usize) -> Vec<(i64, i64)> {
        let mut ranges: Vec<(i64, i64)> = self.variables.iter().map(|v| (v.low, v.high)).collect();
        for part in self.code.conjuncts(self.commands[command].guard) {
            if let Some((slot, low, high)) = self.code.single_range(part) {
                let range = &mut ranges[slot as usize];
                let narrow = (range.0.max(low), range.1.min(high));
                // A command that is never enabled says nothing either way.
                *range = if narrow.0 <= narrow.1 { narrow } else { *range };
            }
        }
        ranges
    }
}
