//! Types of expressions, by PRISM's rules: `int` passes for `double`, `bool` for nothing else,
//! `/` and `log` are always `double`, `min max pow` are `int` when their arguments are.
//!
//! A mistake is reported once, at the smallest expression that is wrong; what lies around it has no
//! type and is not complained about.

use super::scope::{Scope, nearest};
use crate::source::{Diagnostic, Span};
use crate::syntax::tree::{BinaryOp, Expr, ExprKind, Name, Type, UnaryOp};

/// Functions with the fewest and the most arguments.
pub const FUNCTIONS: [(&str, usize, usize); 8] = [
    ("min", 1, usize::MAX),
    ("max", 1, usize::MAX),
    ("floor", 1, 1),
    ("ceil", 1, 1),
    ("round", 1, 1),
    ("pow", 2, 2),
    ("mod", 2, 2),
    ("log", 2, 2),
];

/// Finds types and reports mistakes.
pub struct Typing<'a> {
    /// The names that may be used.
    pub scope: &'a Scope,
    /// What a quoted name may mean: its type, or none if it is unknown.
    pub label: &'a dyn Fn(&str) -> Option<Type>,
    /// Whether this is a property.
    pub property: bool,
    /// Mistakes found.
    pub out: &'a mut Vec<Diagnostic>,
}

fn no_labels(_: &str) -> Option<Type> {
    None
}

impl<'a> Typing<'a> {
    /// For expressions of the model, where there are no labels.
    pub fn model(scope: &'a Scope, out: &'a mut Vec<Diagnostic>) -> Self {
        Self { scope, label: &no_labels, property: false, out }
    }

    /// Reports unless `expr` may be used as a value of type `want`; `what` names its role.
    pub fn require(&mut self, expr: &Expr, want: Type, what: &str) {
        let Some(found) = self.infer(expr) else { return };
        if found == want || (found == Type::Int && want == Type::Double) {
            return;
        }
        let error = Diagnostic::error(
            expr.span,
            format!("{what} must be of type {want}, but this is of type {found}"),
        );
        self.out.push(match (want, found) {
            (Type::Int, Type::Double) => error.help("use floor, ceil or round to make it an int"),
            (Type::Bool, _) => error.help("compare it with something"),
            _ => error,
        });
    }

    /// The type of an expression; none where a mistake has been reported.
    pub fn infer(&mut self, expr: &Expr) -> Option<Type> {
        match &expr.kind {
            ExprKind::Bool(_) => Some(Type::Bool),
            ExprKind::Int(_) => Some(Type::Int),
            ExprKind::Decimal(_) => Some(Type::Double),
            ExprKind::Name(name) => self.name(name, expr.span),
            ExprKind::Paren(inner) => self.infer(inner),
            ExprKind::Unary(UnaryOp::Not, inner) => self.boolean(inner, "the operand of `!`"),
            ExprKind::Unary(UnaryOp::Minus, inner) => self.number(inner, "the operand of `-`"),
            ExprKind::Chain(first, rest) => self.chain(first, rest),
            ExprKind::Choice(arms, last) => self.choice(arms, last),
            ExprKind::Call { function, arguments, .. } => self.call(function, arguments),
            _ => self.property_form(expr),
        }
    }

    fn name(&mut self, name: &str, span: Span) -> Option<Type> {
        match self.scope.get(name) {
            Some(symbol) => symbol.ty,
            None => {
                self.out.push(self.scope.unknown(name, span));
                None
            }
        }
    }

    pub(super) fn boolean(&mut self, expr: &Expr, what: &str) -> Option<Type> {
        self.require(expr, Type::Bool, what);
        Some(Type::Bool)
    }

    pub(super) fn number(&mut self, expr: &Expr, what: &str) -> Option<Type> {
        let found = self.infer(expr)?;
        if found == Type::Bool {
            let message = format!("{what} must be a number, but this is of type bool");
            self.out.push(Diagnostic::error(expr.span, message).help("use `c ? 1 : 0`"));
            return None;
        }
        Some(found)
    }

    fn chain(&mut self, first: &Expr, rest: &[(BinaryOp, Expr)]) -> Option<Type> {
        let what = |op: BinaryOp| format!("the operand of `{}`", op.sign());
        match rest[0].0 {
            BinaryOp::Eq | BinaryOp::Ne => self.equality(first, rest),
            op @ (BinaryOp::Lt | BinaryOp::Le | BinaryOp::Gt | BinaryOp::Ge) => {
                self.number(first, &what(op));
                for (op, e) in rest {
                    self.number(e, &what(*op));
                }
                if let Some((op, e)) = rest.get(1) {
                    self.chained_comparison(*op, e.span);
                }
                Some(Type::Bool)
            }
            BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul | BinaryOp::Div => {
                let mut ty = self.number(first, &what(rest[0].0));
                for (op, e) in rest {
                    let next = self.number(e, &what(*op));
                    ty = if *op == BinaryOp::Div { Some(Type::Double) } else { wider(ty, next) };
                }
                ty
            }
            BinaryOp::Pow => {
                let base = self.number(first, &what(BinaryOp::Pow));
                let next = |(op, e): &(BinaryOp, Expr)| self.number(e, &what(*op));
                rest.iter().map(next).fold(base, wider)
            }
            op => {
                self.boolean(first, &what(op));
                for (op, e) in rest {
                    self.boolean(e, &what(*op));
                }
                Some(Type::Bool)
            }
        }
    }

    fn chained_comparison(&mut self, op: BinaryOp, span: Span) {
        let message =
            format!("the operand of `{}` must be a number, but it is a comparison", op.sign());
        self.out.push(Diagnostic::error(span, message).help("write `a<b & b<c`"));
    }

    /// `a=b=c` compares the truth of `a=b` with `c`.
    fn equality(&mut self, first: &Expr, rest: &[(BinaryOp, Expr)]) -> Option<Type> {
        let mut left = self.infer(first);
        for (op, e) in rest {
            let right = self.infer(e);
            if let (Some(a), Some(b)) = (left, right)
                && (a == Type::Bool) != (b == Type::Bool)
            {
                let message =
                    format!("`{}` compares a value of type {a} with one of type {b}", op.sign());
                self.out.push(Diagnostic::error(e.span, message));
            }
            left = Some(Type::Bool);
        }
        left
    }

    fn choice(&mut self, arms: &[(Expr, Expr)], last: &Expr) -> Option<Type> {
        let mut ty = self.infer(last);
        for (condition, value) in arms.iter().rev() {
            self.boolean(condition, "the condition of `? :`");
            let next = self.infer(value);
            if let (Some(a), Some(b)) = (next, ty)
                && (a == Type::Bool) != (b == Type::Bool)
            {
                let message = format!("the two values of `? :` are of types {a} and {b}");
                self.out.push(Diagnostic::error(value.span, message));
                return None;
            }
            ty = wider(next, ty);
        }
        ty
    }

    fn call(&mut self, function: &Name, arguments: &[Expr]) -> Option<Type> {
        let name = function.text.as_str();
        if self.property && name == "multi" {
            for argument in arguments {
                self.infer(argument);
            }
            return Some(Type::Double);
        }
        let Some(&(_, least, most)) = FUNCTIONS.iter().find(|(known, ..)| *known == name) else {
            return self.unknown_function(function);
        };
        if arguments.len() < least || arguments.len() > most {
            let count = if least == most { least.to_string() } else { format!("at least {least}") };
            let message = format!(
                "the function `{name}` takes {count} arguments, but {} given",
                match arguments.len() {
                    1 => "1 is".to_owned(),
                    many => format!("{many} are"),
                }
            );
            self.out.push(Diagnostic::error(function.span, message));
            return None;
        }
        let what = format!("the argument of `{name}`");
        if name == "mod" {
            arguments.iter().for_each(|a| self.require(a, Type::Int, &what));
            return Some(Type::Int);
        }
        let types: Vec<Option<Type>> = arguments.iter().map(|a| self.number(a, &what)).collect();
        match name {
            "floor" | "ceil" | "round" => Some(Type::Int),
            "log" => Some(Type::Double),
            _ => types.into_iter().reduce(wider).flatten(),
        }
    }

    fn unknown_function(&mut self, function: &Name) -> Option<Type> {
        let known = FUNCTIONS.map(|(name, ..)| name);
        let help = match nearest(&function.text, known.into_iter()) {
            _ if function.text == "sqrt" => "write pow(a, 0.5)".to_owned(),
            _ if function.text == "abs" => "write max(a, -a)".to_owned(),
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("the functions are {}", known.join(", ")),
        };
        let message = format!("unknown function `{}`", function.text);
        self.out.push(Diagnostic::error(function.span, message).help(help));
        None
    }
}

/// The type that holds both.
fn wider(a: Option<Type>, b: Option<Type>) -> Option<Type> {
    Some(a?.max(b?))
}
