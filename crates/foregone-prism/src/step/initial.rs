//! The states of `init ... endinit`.
//!
//! Variables are tried one after another; a part of the condition is tested as soon as all
//! variables in it have values, and tests of one variable alone cut its range beforehand. Without
//! recursion: a counter that runs over the variables.

use std::collections::BTreeSet;

use super::layout::Layout;
use super::model::VariableInfo;
use crate::compile::{Code, IntId};

/// Most initial states.
const MOST_STATES: usize = 10_000_000;

/// Most values tried.
const MOST_TRIALS: u64 = 200_000_000;

/// All states that fulfil the condition, packed, one after another, in order.
pub(super) fn states(
    code: &Code,
    condition: IntId,
    variables: &[VariableInfo],
    layout: &Layout,
) -> Result<Vec<u64>, String> {
    let mut search = Search::new(code, condition, variables);
    let wide =
        |(low, high): &(i64, i64)| high.checked_sub(*low).is_none_or(|width| width > 1 << 40);
    if let Some(at) = search.ranges.iter().position(wide) {
        let name = &variables[at].name;
        return Err(format!(
            "the initial values of `{name}` cannot be listed: its range is too wide"
        ));
    }
    let mut out = Vec::new();
    let mut packed = vec![0; layout.words()];
    while search.next()? {
        if out.len() / layout.words() >= MOST_STATES {
            return Err(format!("there are more than {MOST_STATES} initial states"));
        }
        layout.pack(&search.values, &mut packed);
        out.extend_from_slice(&packed);
        if variables.is_empty() {
            break;
        }
    }
    if out.is_empty() {
        return Err("no state fulfils the condition of the initial states".to_owned());
    }
    Ok(out)
}

struct Search<'a> {
    code: &'a Code,
    ranges: Vec<(i64, i64)>,
    /// Conditions by the last variable in them; those without variables come first.
    tests: Vec<Vec<IntId>>,
    values: Vec<i64>,
    started: bool,
    trials: u64,
}

impl<'a> Search<'a> {
    fn new(code: &'a Code, condition: IntId, variables: &[VariableInfo]) -> Self {
        let mut ranges: Vec<(i64, i64)> = variables.iter().map(|v| (v.low, v.high)).collect();
        let mut tests = vec![Vec::new(); variables.len() + 1];
        for part in code.conjuncts(condition) {
            if let Some((slot, low, high)) = code.single_range(part) {
                let range = &mut ranges[slot as usize];
                *range = (range.0.max(low), range.1.min(high));
                continue;
            }
            let mut used = BTreeSet::new();
            code.variables(part, &mut used);
            tests[used.last().map_or(0, |&last| last as usize + 1)].push(part);
        }
        let values = ranges.iter().map(|r| r.0).collect();
        Self { code, ranges, tests, values, started: false, trials: 0 }
    }

    /// Moves to the next state; false when there are no more.
    fn next(&mut self) -> Result<bool, String> {
        let count = self.values.len();
        let mut at = count;
        if !self.started {
            self.started = true;
            if self.ranges.iter().any(|(low, high)| low > high) || !self.fits(0)? {
                return Ok(false);
            }
            if count == 0 {
                return Ok(true);
            }
            at = 0;
            self.values[0] = self.ranges[0].0;
        } else if !self.advance(&mut at) {
            return Ok(false);
        }
        loop {
            self.trials += 1;
            if self.trials > MOST_TRIALS {
                return Err(
                    "the initial states cannot be listed: too many values must be tried".to_owned()
                );
            }
            if self.fits(at + 1)? {
                if at + 1 == count {
                    return Ok(true);
                }
                at += 1;
                self.values[at] = self.ranges[at].0;
                continue;
            }
            at += 1;
            if !self.advance(&mut at) {
                return Ok(false);
            }
        }
    }

    /// Counts up the last variable before `at` that is not at its largest value.
    fn advance(&mut self, at: &mut usize) -> bool {
        while *at > 0 {
            *at -= 1;
            if self.values[*at] < self.ranges[*at].1 {
                self.values[*at] += 1;
                return true;
            }
        }
        false
    }

    fn fits(&self, group: usize) -> Result<bool, String> {
        for &test in &self.tests[group] {
            let holds = self.code.holds(test, &self.values);
            if !holds
                .map_err(|fault| format!("the condition of the initial states meets {fault}"))?
            {
                return Ok(false);
            }
        }
        Ok(true)
    }
}
