//! From syntax trees to [`Code`].
//!
//! What is computed here has no state in it: [`Low`] says how much of an expression is known.
//! A fault in a part that no state may ever reach (`c ? 1/0 : 0`) stays where it is and becomes an
//! error only when it is evaluated. The expression must have been type-checked.

use dashu_ratio::RBig;

use super::affine::Affine;
use super::code::{Code, Fault, IntId, Node, RealId};
use super::real::RealNode;
use super::value::{Value, decimal};
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
            BinaryOp::Pow => {
                let base = self.lower(first);
                rest.iter().fold(base, |base, (_, exponent)| {
                    let exponent = self.lower(exponent);
                    self.call("pow", vec![base, exponent])
                })
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
