//! From syntax trees to [`Code`].
//!
//! What is computed here has no state in it: [`Low`] says how much of an expression is known.
//! A fault in a part that no state may ever reach (`c ? 1/0 : 0`) stays where it is and becomes an
//! error only when it is evaluated. The expression must have been type-checked.

use dashu_ratio::RBig;

use super::affine::Affine;
use super::code::{Code, Fault, IntId, Node, RealId};
use super::real::{RealNode, bounded};
use super::value::{Value, to_int};
use crate::check::{Meaning, Scope};
use crate::syntax::tree::{BinaryOp, Expr, ExprKind, UnaryOp};

/// What is known of an expression.
#[derive(Clone, PartialEq, Debug)]
pub enum Low {
    /// A constant truth.
    Bool(bool),
    /// A condition on the state.
    Condition(IntId),
    /// A sum of variables with constant factors; a number where no variable occurs.
    Number(Affine),
    /// Another integer expression.
    Int(IntId),
    /// Another rational expression.
    Real(RealId),
    /// It has no value.
    Fault(Fault),
}

/// Compiles expressions into one [`Code`].
pub struct Compiler<'a> {
    scope: &'a Scope,
    /// Values of constants by place.
    pub constants: Vec<Option<Value>>,
    /// Compiled formulas by place.
    pub formulas: Vec<Option<Low>>,
    /// The smallest and largest value of each variable.
    pub bounds: Vec<(i64, i64)>,
    /// What a quoted name stands for.
    pub labels: std::collections::BTreeMap<String, Low>,
    /// What has been compiled.
    pub code: Code,
}

impl<'a> Compiler<'a> {
    /// A compiler that knows no values yet.
    pub fn new(scope: &'a Scope) -> Self {
        Self {
            scope,
            constants: Vec::new(),
            formulas: Vec::new(),
            bounds: Vec::new(),
            labels: std::collections::BTreeMap::new(),
            code: Code::default(),
        }
    }

    /// Compiles a condition.
    pub fn condition(&mut self, expr: &Expr) -> IntId {
        let low = self.lower(expr);
        self.as_condition(low)
    }

    /// Compiles an expression of type int or bool.
    pub fn integer(&mut self, expr: &Expr) -> IntId {
        let low = self.lower(expr);
        self.as_int(low)
    }

    /// The number 1.
    pub(crate) fn one(&self) -> Low {
        number(RBig::ONE, true)
    }

    /// The truth in a slot behind the variables.
    pub(crate) fn truth_slot(&mut self, slot: u32) -> Low {
        Low::Condition(self.code.push(Node::VariableNe(slot, 0)))
    }

    /// What is known of an expression.
    pub fn lower(&mut self, expr: &Expr) -> Low {
        match &expr.kind {
            ExprKind::Bool(value) => Low::Bool(*value),
            ExprKind::Int(value) => number(RBig::from(*value), true),
            ExprKind::Decimal(text) => {
                decimal(text).map_or(Low::Fault(Fault::TooLong), |v| number(v, false))
            }
            ExprKind::Name(name) => self.name(name),
            ExprKind::Label(name) => self.labels.get(name).cloned().unwrap_or(Low::Bool(false)),
            ExprKind::Paren(inner) => self.lower(inner),
            ExprKind::Unary(UnaryOp::Minus, inner) => {
                let inner = self.lower(inner);
                self.sum(vec![(-1, inner)])
            }
            ExprKind::Unary(UnaryOp::Not, inner) => {
                let inner = self.lower(inner);
                self.negate(inner)
            }
            ExprKind::Chain(first, rest) => self.chain(first, rest),
            ExprKind::Choice(arms, last) => self.choice(arms, last),
            ExprKind::Call { function, arguments, .. } => {
                let arguments = arguments.iter().map(|a| self.lower(a)).collect();
                self.call(&function.text, arguments)
            }
            _ => Low::Fault(Fault::Power),
        }
    }

    fn name(&mut self, name: &str) -> Low {
        let Some(symbol) = self.scope.get(name) else { return Low::Bool(false) };
        match symbol.meaning {
            Meaning::Constant(at) => match self.constants.get(at) {
                Some(Some(Value::Bool(value))) => Low::Bool(*value),
                Some(Some(Value::Int(value))) => number(RBig::from(*value), true),
                Some(Some(Value::Real(value))) => number(value.clone(), false),
                _ => Low::Fault(Fault::Overflow),
            },
            Meaning::Variable(slot) if symbol.ty == Some(crate::syntax::tree::Type::Bool) => {
                Low::Condition(self.code.push(Node::VariableNe(slot as u32, 0)))
            }
            Meaning::Variable(slot) => Low::Number(Affine::variable(slot as u32)),
            Meaning::Formula(at) => {
                self.formulas.get(at).cloned().flatten().unwrap_or(Low::Fault(Fault::Overflow))
            }
        }
    }

    fn chain(&mut self, first: &Expr, rest: &[(BinaryOp, Expr)]) -> Low {
        match rest[0].0 {
            BinaryOp::And | BinaryOp::Or => {
                let want = rest[0].0 == BinaryOp::And;
                let parts: Vec<&Expr> =
                    std::iter::once(first).chain(rest.iter().map(|(_, e)| e)).collect();
                self.joined(&parts, want)
            }
            BinaryOp::Add | BinaryOp::Sub => {
                let mut items = vec![(1, self.lower(first))];
                for (op, e) in rest {
                    items.push((if *op == BinaryOp::Add { 1 } else { -1 }, self.lower(e)));
                }
                self.sum(items)
            }
            BinaryOp::Mul | BinaryOp::Div => {
                let mut items = vec![(true, self.lower(first))];
                for (op, e) in rest {
                    items.push((*op == BinaryOp::Mul, self.lower(e)));
                }
                self.product(items)
            }
            _ => {
                let mut left = self.lower(first);
                for (op, e) in rest {
                    let right = self.lower(e);
                    left = self.related(*op, left, right);
                }
                left
            }
        }
    }

    fn related(&mut self, op: BinaryOp, left: Low, right: Low) -> Low {
        match op {
            BinaryOp::Implies => {
                let not = self.negate(left);
                let (a, b) = (self.as_condition(not), self.as_condition(right));
                self.connect(vec![a, b], false)
            }
            BinaryOp::Iff => self.compare(BinaryOp::Eq, left, right),
            _ => self.compare(op, left, right),
        }
    }

    /// `a & b & c` (`want` true) or `a | b | c`.
    fn joined(&mut self, parts: &[&Expr], want: bool) -> Low {
        let mut ids = Vec::new();
        for part in parts {
            match self.lower(part) {
                Low::Bool(value) if value == want => {}
                Low::Bool(value) => return Low::Bool(value),
                low => ids.push(self.as_condition(low)),
            }
        }
        self.connect(ids, want)
    }

    pub(super) fn connect(&mut self, ids: Vec<IntId>, all: bool) -> Low {
        let mut flat = Vec::with_capacity(ids.len());
        for id in ids {
            match self.code.node(id) {
                Node::And(list) if all => flat.extend_from_slice(self.code.ids(list)),
                Node::Or(list) if !all => flat.extend_from_slice(self.code.ids(list)),
                Node::Const(value) if (value != 0) == all => {}
                Node::Const(value) => return Low::Bool(value != 0),
                _ => flat.push(id),
            }
        }
        match flat[..] {
            [] => Low::Bool(all),
            [only] => Low::Condition(only),
            _ => {
                let list = self.code.push_list(&flat);
                Low::Condition(self.code.push(if all { Node::And(list) } else { Node::Or(list) }))
            }
        }
    }

    pub(crate) fn negate(&mut self, low: Low) -> Low {
        let id = match low {
            Low::Bool(value) => return Low::Bool(!value),
            Low::Fault(fault) => return Low::Fault(fault),
            other => self.as_condition(other),
        };
        let node = match self.code.node(id) {
            Node::VariableEq(slot, k) => Node::VariableNe(slot, k),
            Node::VariableNe(slot, k) => Node::VariableEq(slot, k),
            Node::VariableLe(slot, k) if k < i64::MAX => Node::VariableGe(slot, k + 1),
            Node::VariableGe(slot, k) if k > i64::MIN => Node::VariableLe(slot, k - 1),
            Node::LinearEq(list, k) => Node::LinearNe(list, k),
            Node::LinearNe(list, k) => Node::LinearEq(list, k),
            Node::Not(inner) => return Low::Condition(inner),
            _ => Node::Not(id),
        };
        Low::Condition(self.code.push(node))
    }

    fn choice(&mut self, arms: &[(Expr, Expr)], last: &Expr) -> Low {
        let mut kept = Vec::new();
        let mut end = None;
        for (condition, value) in arms {
            match self.lower(condition) {
                Low::Bool(false) => {}
                Low::Bool(true) => {
                    end = Some(value);
                    break;
                }
                low => kept.push((self.as_condition(low), self.lower(value))),
            }
        }
        let end = self.lower(end.unwrap_or(last));
        if kept.is_empty() { end } else { self.select(kept, end) }
    }

    fn select(&mut self, arms: Vec<(IntId, Low)>, last: Low) -> Low {
        let values = || arms.iter().map(|(_, v)| v).chain([&last]);
        let truth = values().any(|v| matches!(v, Low::Bool(_) | Low::Condition(_)));
        if !truth && values().any(is_real) {
            let mut real = Vec::with_capacity(arms.len());
            for (condition, value) in arms {
                real.push((condition, self.as_real(value)));
            }
            let last = self.as_real(last);
            return Low::Real(self.code.push_real(RealNode::Choice(real, last)));
        }
        let mut ids = Vec::with_capacity(arms.len() * 2 + 1);
        for (condition, value) in arms {
            ids.push(condition);
            ids.push(self.as_int(value));
        }
        ids.push(self.as_int(last));
        let list = self.code.push_list(&ids);
        let id = self.code.push(Node::Choice(list));
        if truth { Low::Condition(id) } else { Low::Int(id) }
    }

    /// A sum of parts, each with the factor 1 or -1.
    pub(super) fn sum(&mut self, items: Vec<(i64, Low)>) -> Low {
        let mut known = Affine::constant(RBig::ZERO, true);
        let mut rest = Vec::new();
        for (factor, low) in items {
            match low {
                Low::Fault(fault) => return Low::Fault(fault),
                Low::Number(affine) => known.add(&affine, &RBig::from(factor)),
                other => rest.push((factor, other)),
            }
        }
        if rest.is_empty() {
            return Low::Number(known);
        }
        let all_int = known.int && !rest.iter().any(|(_, low)| is_real(low));
        let plain = known.is_constant() && known.constant.is_zero();
        let known = (!plain).then_some((1, Low::Number(known)));
        let items = known.into_iter().chain(rest);
        if all_int {
            let items: Vec<(i64, IntId)> = items.map(|(f, low)| (f, self.as_int(low))).collect();
            let list = self.code.push_weighted(&items);
            return Low::Int(self.code.push(Node::Sum(list)));
        }
        let items = items.map(|(f, low)| (RBig::from(f), self.as_real(low))).collect();
        Low::Real(self.code.push_real(RealNode::Sum(items)))
    }

    /// A product of parts (true) and divisors (false).
    fn product(&mut self, items: Vec<(bool, Low)>) -> Low {
        let mut factor = RBig::ONE;
        let mut int = true;
        let (mut above, mut below) = (Vec::new(), Vec::new());
        for (multiply, low) in items {
            int &= multiply && !is_real(&low);
            match low {
                Low::Fault(fault) => return Low::Fault(fault),
                Low::Number(affine) if affine.is_constant() => match (multiply, affine.constant) {
                    (true, value) => factor *= value,
                    (false, value) if value.is_zero() => return Low::Fault(Fault::DivisionByZero),
                    (false, value) => factor /= value,
                },
                other if multiply => above.push(other),
                other => below.push(other),
            }
        }
        let factor = match bounded(factor) {
            Ok(factor) => factor,
            Err(fault) => return Low::Fault(fault),
        };
        match (&above[..], &below[..]) {
            ([], []) => number(factor, int),
            ([Low::Number(affine)], []) => Low::Number(affine.times(&factor, int)),
            _ if int => self.int_product(factor, above),
            _ => self.real_product(factor, above, below),
        }
    }

    fn int_product(&mut self, factor: RBig, parts: Vec<Low>) -> Low {
        let mut ids: Vec<IntId> = parts.into_iter().map(|low| self.as_int(low)).collect();
        if !factor.is_one() {
            ids.push(self.as_int(number(factor, true)));
        }
        let list = self.code.push_list(&ids);
        Low::Int(self.code.push(Node::Product(list)))
    }

    fn real_product(&mut self, factor: RBig, above: Vec<Low>, below: Vec<Low>) -> Low {
        let mut top = vec![self.as_real(number(factor, false))];
        top.extend(above.into_iter().map(|low| self.as_real(low)));
        let top = self.code.push_real(RealNode::Product(top));
        if below.is_empty() {
            return Low::Real(top);
        }
        let bottom = below.into_iter().map(|low| self.as_real(low)).collect();
        let bottom = self.code.push_real(RealNode::Product(bottom));
        Low::Real(self.code.push_real(RealNode::Quotient(top, bottom)))
    }

    /// As a node of bool value.
    pub fn as_condition(&mut self, low: Low) -> IntId {
        match low {
            Low::Bool(value) => self.code.push(Node::Const(i64::from(value))),
            Low::Fault(fault) => self.code.push(Node::Fault(fault)),
            Low::Condition(id) | Low::Int(id) => id,
            other => self.as_int(other),
        }
    }

    /// As a node of integer or bool value.
    pub fn as_int(&mut self, low: Low) -> IntId {
        match low {
            Low::Number(affine) => self.affine_node(&affine),
            Low::Real(id) => self.code.push(Node::Floor(id)),
            other => self.as_condition(other),
        }
    }

    /// As a node of rational value.
    pub fn as_real(&mut self, low: Low) -> RealId {
        let node = match low {
            Low::Real(id) => return id,
            Low::Fault(fault) => RealNode::Fault(fault),
            Low::Number(affine) if affine.is_constant() => RealNode::Const(affine.constant),
            Low::Number(affine) => {
                RealNode::Affine(affine.terms.into_iter().collect(), affine.constant)
            }
            other => RealNode::Int(self.as_int(other)),
        };
        self.code.push_real(node)
    }
}

/// A constant.
pub(super) fn number(value: RBig, int: bool) -> Low {
    Low::Number(Affine::constant(value, int))
}

/// Whether the type is double.
pub(super) fn is_real(low: &Low) -> bool {
    matches!(low, Low::Real(_)) || matches!(low, Low::Number(affine) if !affine.int)
}

/// A literal such as `0.125` or `1.5e-3`, exactly; none where it has thousands of digits.
pub fn decimal(text: &str) -> Option<RBig> {
    let (digits, exponent) = match text.split_once(['e', 'E']) {
        Some((digits, exponent)) => (digits, exponent.parse::<i64>().ok()?),
        None => (text, 0),
    };
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let shift = exponent.checked_sub(fraction.len() as i64)?;
    if shift.abs() > 100_000 || digits.len() > 100_000 {
        return None;
    }
    let all = dashu_int::IBig::from_str_radix(&format!("0{whole}{fraction}"), 10).ok()?;
    let ten = dashu_int::UBig::from(10u8).pow(shift.unsigned_abs() as usize);
    Some(if shift >= 0 {
        RBig::from(all * dashu_int::IBig::from(ten))
    } else {
        RBig::from_parts(all, ten)
    })
}

/// An affine int constant as `i64`, for callers outside this folder.
pub fn constant_int(low: &Low) -> Option<i64> {
    match low {
        Low::Number(affine) if affine.is_constant() => to_int(&affine.constant),
        Low::Bool(value) => Some(i64::from(*value)),
        _ => None,
    }
}
