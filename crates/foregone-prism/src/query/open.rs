//! Constants without values that a property uses, by itself or by way of others. Those that it does
//! not use may stay open.

use std::collections::BTreeSet;

use super::Asker;
use crate::check::{Given, names};
use crate::syntax::tree::{Expr, ExprKind};

impl Asker<'_> {
    /// The open constants that `expr` uses, in order of their declaration.
    pub(super) fn open_in(&self, expr: &Expr, given: &Given) -> Vec<&str> {
        let mut seen: BTreeSet<&str> = BTreeSet::new();
        let mut waiting = vec![expr];
        while let Some(expr) = waiting.pop() {
            let mut used = Vec::new();
            names(expr, &mut used);
            quoted(expr, &mut used);
            for name in used {
                if seen.insert(name) {
                    waiting.extend(self.definitions(name));
                }
            }
        }
        let open = |name: &&str| {
            let mut all = self.properties.constants.iter();
            all.any(|c| {
                c.name.text == *name && c.value.is_none() && !given.contains_key(&c.name.text)
            })
        };
        let order = self.properties.constants.iter().map(|c| c.name.text.as_str());
        order.filter(|name| seen.contains(name)).filter(open).collect()
    }

    /// What a name of the file of properties stands for.
    fn definitions(&self, name: &str) -> Vec<&Expr> {
        let constants = self.properties.constants.iter();
        let constants = constants.filter(|c| c.name.text == name).filter_map(|c| c.value.as_ref());
        let labels = self.properties.labels.iter().filter(|l| l.name.text == name);
        constants.chain(labels.map(|l| &l.value)).chain(self.property(name)).collect()
    }
}

/// The names in quotes, of labels and properties.
fn quoted<'a>(expr: &'a Expr, out: &mut Vec<&'a str>) {
    match &expr.kind {
        ExprKind::Label(name) => out.push(name),
        _ => expr.children().into_iter().for_each(|child| quoted(child, out)),
    }
}
