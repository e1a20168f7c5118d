//! Compiled expressions and their evaluation on a state.
//!
//! Invariant: nodes refer to earlier nodes only; [`Node::Linear`] and the linear tests cannot
//! overflow on states within the variables' ranges (the compiler has checked the worst case), all
//! other arithmetic is checked. Recursion is as deep as the expression, which the checks bound.
//! Bools are 0 and 1.

use std::collections::BTreeSet;
use std::fmt::{Display, Formatter};

use super::real::RealNode;

/// A node of integer or bool value.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct IntId(pub(super) u32);

/// A node of rational value.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct RealId(pub(super) u32);

/// A stretch of one of the lists.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct List {
    pub(super) start: u32,
    pub(super) end: u32,
}

/// Why an expression has no value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fault {
    /// Beyond 64 bits.
    Overflow,
    /// `x / 0`
    DivisionByZero,
    /// `mod(x, y)` with `y <= 0`.
    Modulus,
    /// `pow` of ints with a negative exponent.
    NegativeExponent,
    /// `pow` without a real value.
    Power,
    /// `log` of a number or base that has none.
    Logarithm,
    /// A rational with millions of digits.
    TooLong,
}

impl Display for Fault {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Fault::Overflow => "an integer beyond 64 bits",
            Fault::DivisionByZero => "a division by zero",
            Fault::Modulus => "`mod` with a divisor that is not positive",
            Fault::NegativeExponent => "`pow` of integers with a negative exponent",
            Fault::Power => "`pow` without a real value",
            Fault::Logarithm => "`log` without a real value",
            Fault::TooLong => "a number with too many digits",
        })
    }
}

/// Nodes of integer or bool value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Node {
    Const(i64),
    Fault(Fault),
    Variable(u32),
    /// A variable and a number.
    Offset(u32, i64),
    Linear(List, i64),
    Sum(List),
    Product(List),
    Min(List),
    Max(List),
    Mod(IntId, IntId),
    Power(IntId, IntId),
    FloorDiv(IntId, i64),
    Floor(RealId),
    /// One condition and two values.
    If(IntId, IntId, IntId),
    /// Conditions and values in turn, then the last value.
    Choice(List),
    VariableLe(u32, i64),
    VariableGe(u32, i64),
    VariableEq(u32, i64),
    VariableNe(u32, i64),
    /// `x + y <= k`
    PairLe(u32, u32, i64),
    LinearLe(List, i64),
    LinearEq(List, i64),
    LinearNe(List, i64),
    Le(IntId, IntId),
    Lt(IntId, IntId),
    Eq(IntId, IntId),
    Ne(IntId, IntId),
    RealLe(RealId, RealId),
    RealLt(RealId, RealId),
    RealEq(RealId, RealId),
    RealNe(RealId, RealId),
    And(List),
    Or(List),
    Not(IntId),
}

/// Compiled expressions of one model or property.
#[derive(Clone, Debug, Default)]
pub struct Code {
    pub(super) nodes: Vec<Node>,
    pub(super) reals: Vec<RealNode>,
    pub(super) terms: Vec<(u32, i64)>,
    pub(super) lists: Vec<IntId>,
    pub(super) weighted: Vec<(i64, IntId)>,
    inexact: bool,
}

impl Code {
    /// Whether some value comes from `log`, or from `pow` with a broken exponent, and is the
    /// nearest double rather than exact.
    pub fn is_inexact(&self) -> bool {
        self.inexact
    }

    pub(super) fn set_inexact(&mut self) {
        self.inexact = true;
    }

    pub(super) fn node(&self, id: IntId) -> Node {
        self.nodes[id.0 as usize]
    }

    pub(super) fn push(&mut self, node: Node) -> IntId {
        self.nodes.push(node);
        IntId(self.nodes.len() as u32 - 1)
    }

    pub(super) fn push_real(&mut self, node: RealNode) -> RealId {
        self.reals.push(node);
        RealId(self.reals.len() as u32 - 1)
    }

    pub(super) fn push_terms(&mut self, terms: &[(u32, i64)]) -> List {
        self.terms.extend_from_slice(terms);
        list(self.terms.len(), terms.len())
    }

    pub(super) fn push_list(&mut self, ids: &[IntId]) -> List {
        self.lists.extend_from_slice(ids);
        list(self.lists.len(), ids.len())
    }

    pub(super) fn push_weighted(&mut self, items: &[(i64, IntId)]) -> List {
        self.weighted.extend_from_slice(items);
        list(self.weighted.len(), items.len())
    }

    pub(super) fn ids(&self, list: List) -> &[IntId] {
        &self.lists[list.start as usize..list.end as usize]
    }

    /// The parts of a conjunction; the condition itself where it is none.
    pub(crate) fn conjuncts(&self, id: IntId) -> Vec<IntId> {
        match self.node(id) {
            Node::And(list) => self.ids(list).to_vec(),
            _ => vec![id],
        }
    }

    /// The range that a test of one variable leaves it.
    pub(crate) fn single_range(&self, id: IntId) -> Option<(u32, i64, i64)> {
        match self.node(id) {
            Node::VariableLe(slot, k) => Some((slot, i64::MIN, k)),
            Node::VariableGe(slot, k) => Some((slot, k, i64::MAX)),
            Node::VariableEq(slot, k) => Some((slot, k, k)),
            _ => None,
        }
    }

    /// The value of a node that does not depend on the state.
    pub(crate) fn constant(&self, id: IntId) -> Option<i64> {
        match self.node(id) {
            Node::Const(value) => Some(value),
            _ => None,
        }
    }

    /// Adds the variables that an expression depends on.
    pub(crate) fn variables(&self, id: IntId, out: &mut BTreeSet<u32>) {
        match self.node(id) {
            Node::Const(_) | Node::Fault(_) => {}
            Node::Variable(slot)
            | Node::Offset(slot, _)
            | Node::VariableLe(slot, _)
            | Node::VariableGe(slot, _)
            | Node::VariableEq(slot, _)
            | Node::VariableNe(slot, _) => drop(out.insert(slot)),
            Node::Linear(list, _)
            | Node::LinearLe(list, _)
            | Node::LinearEq(list, _)
            | Node::LinearNe(list, _) => {
                out.extend(self.terms[list.start as usize..list.end as usize].iter().map(|t| t.0));
            }
            Node::PairLe(a, b, _) => out.extend([a, b]),
            Node::If(a, b, c) => [a, b, c].iter().for_each(|id| self.variables(*id, out)),
            Node::Sum(list) => {
                let items = &self.weighted[list.start as usize..list.end as usize];
                items.iter().for_each(|(_, id)| self.variables(*id, out));
            }
            Node::Product(list)
            | Node::Min(list)
            | Node::Max(list)
            | Node::Choice(list)
            | Node::And(list)
            | Node::Or(list) => self.ids(list).iter().for_each(|id| self.variables(*id, out)),
            Node::FloorDiv(a, _) | Node::Not(a) => self.variables(a, out),
            Node::Mod(a, b)
            | Node::Power(a, b)
            | Node::Le(a, b)
            | Node::Lt(a, b)
            | Node::Eq(a, b)
            | Node::Ne(a, b) => [a, b].iter().for_each(|id| self.variables(*id, out)),
            Node::Floor(a) => self.real_variables(a, out),
            Node::RealLe(a, b) | Node::RealLt(a, b) | Node::RealEq(a, b) | Node::RealNe(a, b) => {
                [a, b].iter().for_each(|id| self.real_variables(*id, out));
            }
        }
    }

    /// Adds the variables that a rational expression depends on.
    pub(crate) fn real_variables(&self, id: RealId, out: &mut BTreeSet<u32>) {
        self.reals[id.0 as usize].variables(self, out);
    }
}

fn list(end: usize, length: usize) -> List {
    List { start: (end - length) as u32, end: end as u32 }
}
