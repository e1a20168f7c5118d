//! Definitions in an order in which each uses earlier ones only.
//!
//! Kahn's algorithm, without recursion. What is left over is part of a cycle or uses one. Formulas
//! stand for their text, so their expanded size and depth are bounded here too, as a chain of
//! formulas that each use the one before twice grows without measure.

use std::collections::BTreeMap;

use crate::source::Diagnostic;
use crate::syntax::tree::{Expr, ExprKind, Name};

/// How many operators a formula may stand for.
pub const LARGEST_FORMULA: u64 = 1_000_000;

/// How deep a formula may be once all formulas in it are written out.
pub const DEEPEST_FORMULA: u64 = 500;

/// A named expression.
pub struct Definition<'a> {
    /// Its name.
    pub name: &'a Name,
    /// Its value; none where it is given from outside.
    pub value: Option<&'a Expr>,
    /// Whether its size counts where it is used: a constant is a number, however it was computed.
    pub expands: bool,
}

/// Names in an expression, each with its place in the text's order.
pub fn names<'a>(expr: &'a Expr, out: &mut Vec<&'a str>) {
    match &expr.kind {
        ExprKind::Name(name) => out.push(name),
        _ => expr.children().into_iter().for_each(|child| names(child, out)),
    }
}

/// Sizes and depths of formulas once written out.
pub type Sizes = BTreeMap<String, (u64, u64)>;

/// Indices in an order of use, and the sizes of formulas; cycles and formulas that are too large
/// are reported.
pub fn order(definitions: &[Definition<'_>], out: &mut Vec<Diagnostic>) -> (Vec<usize>, Sizes) {
    let uses = uses_of(definitions);
    let mut waiting: Vec<usize> = uses.iter().map(Vec::len).collect();
    let mut users: Vec<Vec<usize>> = vec![Vec::new(); definitions.len()];
    for (i, used) in uses.iter().enumerate() {
        used.iter().for_each(|&u| users[u].push(i));
    }
    let mut ready: Vec<usize> = (0..definitions.len()).rev().filter(|&i| waiting[i] == 0).collect();
    let mut sorted = Vec::with_capacity(definitions.len());
    while let Some(i) = ready.pop() {
        sorted.push(i);
        for &user in &users[i] {
            waiting[user] -= 1;
            if waiting[user] == 0 {
                ready.push(user);
            }
        }
    }
    report_cycles(definitions, &uses, &waiting, out);
    let sizes = sizes(definitions, &sorted, out);
    (sorted, sizes)
}

fn uses_of(definitions: &[Definition<'_>]) -> Vec<Vec<usize>> {
    let index: BTreeMap<&str, usize> =
        definitions.iter().enumerate().rev().map(|(i, d)| (d.name.text.as_str(), i)).collect();
    let used = |d: &Definition<'_>| {
        let mut found = Vec::new();
        if let Some(value) = d.value {
            names(value, &mut found);
        }
        let mut ids: Vec<usize> = found.iter().filter_map(|n| index.get(n).copied()).collect();
        ids.sort_unstable();
        ids.dedup();
        ids
    };
    definitions.iter().map(used).collect()
}

fn report_cycles(
    definitions: &[Definition<'_>],
    uses: &[Vec<usize>],
    waiting: &[usize],
    out: &mut Vec<Diagnostic>,
) {
    let mut seen = vec![false; definitions.len()];
    for start in (0..definitions.len()).filter(|&i| waiting[i] > 0) {
        let mut path = Vec::new();
        let mut at = start;
        while !seen[at] {
            seen[at] = true;
            path.push(at);
            let Some(&next) = uses[at].iter().find(|&&u| waiting[u] > 0) else { break };
            at = next;
        }
        let Some(from) = path.iter().position(|&p| p == at) else { continue };
        let cycle: Vec<&str> =
            path[from..].iter().chain([&at]).map(|&i| definitions[i].name.text.as_str()).collect();
        let name = definitions[at].name;
        let message = format!("`{}` is defined by way of itself", name.text);
        out.push(
            Diagnostic::error(name.span, message)
                .help(format!("the way is {}", cycle.join(" -> "))),
        );
    }
}

fn sizes(definitions: &[Definition<'_>], sorted: &[usize], out: &mut Vec<Diagnostic>) -> Sizes {
    let mut sizes = Sizes::new();
    for &i in sorted {
        let definition = &definitions[i];
        let Some(value) = definition.value.filter(|_| definition.expands) else { continue };
        let (size, depth) = measure(value, &sizes);
        if size > LARGEST_FORMULA || depth > DEEPEST_FORMULA {
            let message =
                format!("the formula `{}` is too large once written out", definition.name.text);
            let help =
                format!("a formula may hold {LARGEST_FORMULA} operators, {DEEPEST_FORMULA} deep");
            out.push(Diagnostic::error(definition.name.span, message).help(help));
            continue;
        }
        sizes.insert(definition.name.text.clone(), (size, depth));
    }
    sizes
}

/// Size and depth of an expression once the formulas in it are written out.
pub fn measure(expr: &Expr, sizes: &Sizes) -> (u64, u64) {
    if let ExprKind::Name(name) = &expr.kind {
        let (size, depth) = sizes.get(name).copied().unwrap_or((0, 0));
        return (size.saturating_add(1), depth + 1);
    }
    let mut total = (1u64, 0u64);
    for child in expr.children() {
        let (size, depth) = measure(child, sizes);
        total = (total.0.saturating_add(size), total.1.max(depth));
    }
    (total.0, total.1 + 1)
}
