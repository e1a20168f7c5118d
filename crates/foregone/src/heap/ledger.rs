//! Nimbers of single heaps far beyond the table, by the few heaps that matter.
//!
//! A heap proved lost has nimber 0, and play on it need not be followed; where divisions and such
//! heaps leave few others, the rest is listed, the smallest first, and the list is judged.

use dashu_int::UBig;
use foregone_core::judge::heap::{Proved, check_entries, proved_nimber};
use std::collections::BTreeMap;

/// The nimbers of `n` and of the heaps that play from there reaches through unproved ones, if
/// they are at most `limit`.
pub(super) fn ledger(proved: &Proved, n: &UBig, limit: usize) -> Option<BTreeMap<UBig, u32>> {
    let rule = &proved.claim().rule;
    if rule.beyond_steps().is_some() {
        return None;
    }
    let mut entries = BTreeMap::new();
    let mut stack = vec![n.clone()];
    while let Some(top) = stack.last().cloned() {
        let known = |m: &UBig| proved_nimber(proved, m).or(entries.get(m).copied());
        let left: Vec<UBig> = rule.steps_at(&top).into_iter().map(|(_, left)| left).collect();
        let open: Vec<UBig> = left.iter().filter(|m| known(m).is_none()).cloned().collect();
        if open.is_empty() {
            let values: Vec<u32> = left.iter().filter_map(known).collect();
            entries.insert(top, (0..).find(|v| !values.contains(v))?);
            stack.pop();
        } else {
            stack.extend(open);
        }
        if stack.len() + entries.len() > limit {
            return None;
        }
    }
    check_entries(proved, &entries).ok()?;
    Some(entries)
}
