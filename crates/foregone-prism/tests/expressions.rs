//! Compiled expressions against a plain evaluator that walks the tree with rationals.

mod explore;

use dashu_ratio::RBig;
use explore::build;
use foregone_prism::source::Source;
use foregone_prism::step::Signs;
use foregone_prism::syntax::parse_expression;
use foregone_prism::syntax::tree::{BinaryOp, Expr, ExprKind, UnaryOp};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

/// Variables with their ranges; `u` has none.
const HEAD: &str = "mdp const double h = 0.25; const int K = 3;
formula near = x+1>=y; formula most = max(x,y,K);
module m x : [-3..5]; y : [0..10]; u : int; b : bool; [] false -> true; endmodule\n";

#[derive(Clone, PartialEq, Debug)]
enum Plain {
    Truth(bool),
    Number(RBig),
}

impl Plain {
    fn truth(self) -> bool {
        self == Plain::Truth(true)
    }

    fn number(self) -> RBig {
        match self {
            Plain::Number(value) => value,
            Plain::Truth(_) => panic!("a truth is no number"),
        }
    }
}

fn r(value: i64) -> RBig {
    RBig::from(value)
}

/// The value by the rules of the language, without any shortcut; none where there is none.
fn plain(expr: &Expr, state: [i64; 4]) -> Option<Plain> {
    Some(match &expr.kind {
        ExprKind::Bool(value) => Plain::Truth(*value),
        ExprKind::Int(value) => Plain::Number(r(*value)),
        ExprKind::Decimal(text) => Plain::Number(foregone_prism::compile::decimal(text)?),
        ExprKind::Name(name) => named(name, state)?,
        ExprKind::Paren(inner) => plain(inner, state)?,
        ExprKind::Unary(UnaryOp::Not, inner) => Plain::Truth(!plain(inner, state)?.truth()),
        ExprKind::Unary(UnaryOp::Minus, inner) => Plain::Number(-plain(inner, state)?.number()),
        ExprKind::Chain(first, rest) => rest
            .iter()
            .try_fold(plain(first, state)?, |left, (op, e)| binary(*op, left, plain(e, state)?))?,
        ExprKind::Choice(arms, last) => {
            for (condition, value) in arms {
                if plain(condition, state)?.truth() {
                    return plain(value, state);
                }
            }
            plain(last, state)?
        }
        ExprKind::Call { function, arguments, .. } => {
            let arguments: Option<Vec<RBig>> =
                arguments.iter().map(|a| Some(plain(a, state)?.number())).collect();
            Plain::Number(call(&function.text, &arguments?)?)
        }
        _ => return None,
    })
}

fn named(name: &str, [x, y, u, b]: [i64; 4]) -> Option<Plain> {
    Some(match name {
        "x" => Plain::Number(r(x)),
        "y" => Plain::Number(r(y)),
        "u" => Plain::Number(r(u)),
        "b" => Plain::Truth(b != 0),
        "h" => Plain::Number(r(1) / r(4)),
        "K" => Plain::Number(r(3)),
        "near" => Plain::Truth(x + 1 >= y),
        "most" => Plain::Number(r(x.max(y).max(3))),
        _ => return None,
    })
}

fn binary(op: BinaryOp, a: Plain, b: Plain) -> Option<Plain> {
    Some(match op {
        BinaryOp::Implies => Plain::Truth(!a.truth() || b.truth()),
        BinaryOp::Or => Plain::Truth(a.truth() | b.truth()),
        BinaryOp::And => Plain::Truth(a.truth() & b.truth()),
        BinaryOp::Iff | BinaryOp::Eq => Plain::Truth(a == b),
        BinaryOp::Ne => Plain::Truth(a != b),
        BinaryOp::Lt => Plain::Truth(a.number() < b.number()),
        BinaryOp::Le => Plain::Truth(a.number() <= b.number()),
        BinaryOp::Gt => Plain::Truth(a.number() > b.number()),
        BinaryOp::Ge => Plain::Truth(a.number() >= b.number()),
        BinaryOp::Add => Plain::Number(a.number() + b.number()),
        BinaryOp::Sub => Plain::Number(a.number() - b.number()),
        BinaryOp::Mul => Plain::Number(a.number() * b.number()),
        BinaryOp::Div => {
            let (a, b) = (a.number(), b.number());
            if b.is_zero() {
                return None;
            }
            Plain::Number(a / b)
        }
        BinaryOp::Pow => Plain::Number(call("pow", &[a.number(), b.number()])?),
    })
}

fn call(name: &str, arguments: &[RBig]) -> Option<RBig> {
    let a = &arguments[0];
    Some(match name {
        "min" => arguments.iter().min()?.clone(),
        "max" => arguments.iter().max()?.clone(),
        "floor" => RBig::from(a.floor()),
        "ceil" => RBig::from(a.ceil()),
        "round" => RBig::from((a + r(1) / r(2)).floor()),
        "mod" => {
            let b = &arguments[1];
            if *b <= r(0) {
                return None;
            }
            a - RBig::from((a / b).floor()) * b
        }
        "pow" => {
            let exponent = i64::try_from(arguments[1].numerator()).ok()?;
            if exponent < 0 {
                return None;
            }
            (0..exponent).fold(r(1), |product, _| product * a)
        }
        _ => return None,
    })
}

fn int() -> impl Strategy<Value = String> {
    let leaf = prop_oneof![
        Just("x".to_owned()),
        Just("y".to_owned()),
        Just("u".to_owned()),
        Just("K".to_owned()),
        Just("most".to_owned()),
        (0..7i64).prop_map(|k| k.to_string()),
    ];
    leaf.prop_recursive(4, 24, 3, |inner| {
        prop_oneof![
            (inner.clone(), inner.clone()).prop_map(|(a, b)| format!("({a}+{b})")),
            (inner.clone(), inner.clone()).prop_map(|(a, b)| format!("({a}-{b}-1)")),
            (inner.clone(), inner.clone()).prop_map(|(a, b)| format!("{a}*{b}")),
            inner.clone().prop_map(|a| format!("-{a}")),
            (inner.clone(), inner.clone()).prop_map(|(a, b)| format!("min({a},{b},4)")),
            (inner.clone(), inner.clone()).prop_map(|(a, b)| format!("mod({a},{b})")),
            (inner.clone(), 0..4i64).prop_map(|(a, b)| format!("pow({a},{b})")),
            (inner.clone(), 0..4i64).prop_map(|(a, b)| format!("2*({a})^{b}")),
            (inner.clone(), 1..5i64).prop_map(|(a, b)| format!("floor({a}/{b}-0.5)")),
            (inner.clone(), 1..5i64).prop_map(|(a, b)| format!("ceil({a}/{b})")),
            (inner.clone(), 1..5i64).prop_map(|(a, b)| format!("round(h*{a}/{b})")),
            (inner.clone(), inner.clone()).prop_map(|(a, b)| format!("floor({a}/{b})")),
            (inner.clone(), inner.clone(), inner)
                .prop_map(|(a, b, c)| format!("({a}<{b} ? {c} : b ? {a} : {b})")),
        ]
    })
}

fn real() -> impl Strategy<Value = String> {
    (int(), int(), 0..5).prop_map(|(a, b, kind)| match kind {
        0 => format!("{a}/{b}"),
        1 => format!("h*{a}+{b}/3"),
        2 => format!("max({a},{b}*0.3)"),
        3 => format!("(x>y ? {a} : {b}/7)"),
        _ => a,
    })
}

fn condition() -> impl Strategy<Value = String> {
    let signs = prop::sample::select(vec!["=", "!=", "<", "<=", ">", ">="]);
    let leaf = prop_oneof![
        (real(), signs, real()).prop_map(|(a, op, b)| format!("{a}{op} {b}")),
        Just("b".to_owned()),
        Just("near".to_owned()),
        Just("true".to_owned()),
    ];
    leaf.prop_recursive(3, 12, 3, |inner| {
        let pair = (inner.clone(), inner.clone());
        prop_oneof![
            pair.clone().prop_map(|(a, b)| format!("({a} & {b} & b)")),
            pair.clone().prop_map(|(a, b)| format!("({a} | {b})")),
            pair.clone().prop_map(|(a, b)| format!("({a} => {b})")),
            pair.clone().prop_map(|(a, b)| format!("({a} <=> {b})")),
            pair.prop_map(|(a, b)| format!("(({a}) = ({b}))")),
            inner.clone().prop_map(|a| format!("!({a})")),
            (inner.clone(), inner.clone(), inner)
                .prop_map(|(a, b, c)| format!("({a} ? {b} : {c})")),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 3_000, rng_seed: RngSeed::Fixed(11), failure_persistence: None, ..ProptestConfig::default()
    })]

    #[test]
    fn conditions_agree(text in condition(), states in prop::collection::vec((-3..=5i64, 0..=10i64, -9..=9i64, 0..=1i64), 4)) {
        let model = build("m", &format!("{HEAD}label \"l\" = {text};"), "").map_err(TestCaseError::fail)?;
        let tree = parse_expression(&Source::new("e", text.as_str())).map_err(|_| TestCaseError::fail("not read"))?;
        for (x, y, u, b) in states {
            let Some(want) = plain(&tree, [x, y, u, b]) else { continue };
            let found = model.label_holds("l", &[x, y, u, b]).expect("a label");
            prop_assert_eq!(found.ok(), Some(want.truth()), "in {:?}", (x, y, u, b));
        }
    }

    #[test]
    fn numbers_agree(text in real(), states in prop::collection::vec((-3..=5i64, 0..=10i64, -9..=9i64, 0..=1i64), 4)) {
        let model = build("m", &format!("{HEAD}rewards true : {text}; endrewards"), "").map_err(TestCaseError::fail)?;
        let tree = parse_expression(&Source::new("e", text.as_str())).map_err(|_| TestCaseError::fail("not read"))?;
        for (x, y, u, b) in states {
            let Some(want) = plain(&tree, [x, y, u, b]) else { continue };
            let found = model.state_reward(0, &[x, y, u, b], Signs::Any);
            prop_assert_eq!(found.ok(), Some(want.number()), "in {:?}", (x, y, u, b));
        }
    }
}
