//! Names and what they stand for.
//!
//! Constants, variables and formulas share one space of names, as in PRISM. Invariant: a name is
//! entered once; the second use is reported with the place of the first.

use std::collections::{BTreeMap, BTreeSet};

use crate::source::{Diagnostic, Span};
use crate::syntax::tree::{Name, Type};

/// What a name stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Meaning {
    /// A constant, by its place among all constants.
    Constant(usize),
    /// A variable, by its place in a state.
    Variable(usize),
    /// A formula, by its place among all formulas.
    Formula(usize),
}

/// A name's meaning, type and place.
#[derive(Clone, Copy, Debug)]
pub struct Symbol {
    /// What it stands for.
    pub meaning: Meaning,
    /// Its type; none for a formula that has not been typed or is wrong.
    pub ty: Option<Type>,
    /// Where it is declared.
    pub span: Span,
}

/// All names of a model, or of a model and its properties.
#[derive(Clone, Debug, Default)]
pub struct Scope {
    symbols: BTreeMap<String, Symbol>,
    /// Names of the model, where properties are read: their places are in another text.
    of_model: BTreeSet<String>,
}

impl Scope {
    /// The same names for a file of properties, which may add constants.
    pub fn for_properties(&self) -> Self {
        let of_model = self.symbols.keys().cloned().collect();
        Self { symbols: self.symbols.clone(), of_model }
    }

    /// Enters a name; a second declaration is reported and the first one stays.
    pub fn enter(&mut self, name: &Name, symbol: Symbol, out: &mut Vec<Diagnostic>) {
        if let Some(first) = self.symbols.get(&name.text) {
            let message = format!("the name `{}` is declared a second time", name.text);
            let error = Diagnostic::error(name.span, message);
            out.push(match self.of_model.contains(&name.text) {
                true => error.help("the model declares it; leave it out here"),
                false => {
                    error.related(first.span, format!("`{}` is declared here first", name.text))
                }
            });
            return;
        }
        self.symbols.insert(name.text.clone(), symbol);
    }

    /// What `name` stands for.
    pub fn get(&self, name: &str) -> Option<&Symbol> {
        self.symbols.get(name)
    }

    /// Sets the type of a formula.
    pub(super) fn set_type(&mut self, name: &str, ty: Option<Type>) {
        if let Some(symbol) = self.symbols.get_mut(name) {
            symbol.ty = ty;
        }
    }

    /// The error for a name that is not known, with the nearest one that is.
    pub fn unknown(&self, name: &str, span: Span) -> Diagnostic {
        if name == "\"init\"" || name == "\"deadlock\"" {
            let message = format!("the label {name} has no meaning inside the model");
            return Diagnostic::error(span, message).help("it can be used in properties");
        }
        if name.starts_with('"') {
            let help = format!("define it with label {name} = ...;");
            return Diagnostic::error(span, format!("unknown label {name}")).help(help);
        }
        let error = Diagnostic::error(span, format!("unknown name `{name}`"));
        match nearest(name, self.symbols.keys().map(String::as_str)) {
            Some(near) => error.help(format!("did you mean `{near}`?")),
            None => error.help("declare it as a constant, a variable or a formula"),
        }
    }
}

/// The known word that differs least from `word`, if it differs in a third of its letters at most.
pub fn nearest<'a>(word: &str, known: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let limit = word.chars().count().div_ceil(3).min(3);
    let near = known.map(|k| (distance(word, k, limit), k)).min_by_key(|(d, _)| *d)?;
    (near.0 <= limit && near.0 < word.chars().count()).then_some(near.1)
}

/// Letters to insert, delete or change; `limit + 1` where there are more than `limit`.
fn distance(a: &str, b: &str, limit: usize) -> usize {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    if a.len().abs_diff(b.len()) > limit || a.len() > 64 {
        return limit + 1;
    }
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.iter().enumerate() {
        let mut before = i;
        row[0] = i + 1;
        for (j, y) in b.iter().enumerate() {
            let change = before + usize::from(x != y);
            before = row[j + 1];
            row[j + 1] = change.min(row[j] + 1).min(before + 1);
        }
    }
    row[b.len()].min(limit + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_names_are_offered() {
        let known = ["who", "score", "turn"];
        assert_eq!(nearest("socre", known.into_iter()), Some("score"));
        assert_eq!(nearest("turns", known.into_iter()), Some("turn"));
        assert_eq!(nearest("x", known.into_iter()), None);
    }
}
