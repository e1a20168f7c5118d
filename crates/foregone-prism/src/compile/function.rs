//! Functions.
//!
//! `floor`, `ceil` and `round` of a sum with constant factors become one integer division
//! (`ceil(x) = -floor(-x)`, `round(x) = floor(x + 1/2)`).

use dashu_ratio::RBig;

use super::affine::Affine;
use super::code::{Fault, IntId, Node, RealId};
use super::evaluate;
use super::lower::{Compiler, Low, is_real, number};
use super::real::{self, RealNode};
use super::value::to_int;

/// A function of two rationals: the value and whether it is exact.
type Computed = fn(&RBig, &RBig) -> Result<(RBig, bool), Fault>;

impl Compiler<'_> {
    pub(super) fn call(&mut self, function: &str, arguments: Vec<Low>) -> Low {
        if let Some(Low::Fault(fault)) = arguments.iter().find(|a| matches!(a, Low::Fault(_))) {
            return Low::Fault(*fault);
        }
        match (function, <[Low; 1]>::try_from(arguments)) {
            ("floor", Ok([a])) => self.floor(a),
            ("ceil", Ok([a])) => {
                let minus = self.sum(vec![(-1, a)]);
                let floor = self.floor(minus);
                self.sum(vec![(-1, floor)])
            }
            ("min" | "max", Ok([a])) => a,
            ("round", Ok([a])) => {
                let half = number(RBig::from_parts(1.into(), 2u8.into()), false);
                let more = if is_real(&a) { self.sum(vec![(1, a), (1, half)]) } else { a };
                self.floor(more)
            }
            ("min" | "max", Err(arguments)) => self.extreme(function == "min", arguments),
            (_, Err(arguments)) => match <[Low; 2]>::try_from(arguments) {
                Ok([a, b]) => self.pair(function, a, b),
                Err(_) => Low::Fault(Fault::Power),
            },
            _ => Low::Fault(Fault::Power),
        }
    }

    fn pair(&mut self, function: &str, a: Low, b: Low) -> Low {
        match function {
            "mod" => match (constant_int(&a), constant_int(&b)) {
                (Some(a), Some(b)) => int_result(evaluate::modulo(a, b)),
                _ => {
                    let (a, b) = (self.as_int(a), self.as_int(b));
                    Low::Int(self.code.push(Node::Mod(a, b)))
                }
            },
            "pow" if !is_real(&a) && !is_real(&b) => match (constant_int(&a), constant_int(&b)) {
                (Some(a), Some(b)) => int_result(evaluate::power(a, b)),
                _ => {
                    let (a, b) = (self.as_int(a), self.as_int(b));
                    Low::Int(self.code.push(Node::Power(a, b)))
                }
            },
            "pow" => self.real_pair(a, b, real::power, RealNode::Power),
            "log" => self.real_pair(a, b, real::log, RealNode::Log),
            _ => Low::Fault(Fault::Power),
        }
    }

    fn real_pair(
        &mut self,
        a: Low,
        b: Low,
        compute: Computed,
        node: fn(RealId, RealId) -> RealNode,
    ) -> Low {
        if let (Some(a), Some(b)) = (constant(&a), constant(&b)) {
            return match compute(a, b) {
                Ok((value, exact)) => {
                    if !exact {
                        self.code.set_inexact();
                    }
                    number(value, false)
                }
                Err(fault) => Low::Fault(fault),
            };
        }
        // A whole exponent is exact whatever the base.
        let whole = constant(&b).is_some_and(RBig::is_int) || !is_real(&b);
        let node = node(self.as_real(a), self.as_real(b));
        if !(whole && matches!(node, RealNode::Power(..))) {
            self.code.set_inexact();
        }
        Low::Real(self.code.push_real(node))
    }

    fn floor(&mut self, low: Low) -> Low {
        match low {
            Low::Number(affine) if affine.int => Low::Number(affine),
            Low::Number(affine) if affine.is_constant() => {
                number(RBig::from(affine.constant.floor()), true)
            }
            Low::Number(affine) => self.floor_sum(&affine),
            Low::Real(id) => Low::Int(self.code.push(Node::Floor(id))),
            other => other,
        }
    }

    fn floor_sum(&mut self, affine: &Affine) -> Low {
        let scaled = affine.scaled();
        let Ok(divisor) = i64::try_from(&scaled.divisor) else {
            let id = self.as_real(Low::Number(affine.clone()));
            return Low::Int(self.code.push(Node::Floor(id)));
        };
        let whole = Affine {
            terms: scaled.terms.into_iter().map(|(slot, c)| (slot, RBig::from(c))).collect(),
            constant: RBig::from(scaled.constant),
            int: true,
        };
        if divisor == 1 {
            return Low::Number(whole);
        }
        let id = self.affine_node(&whole);
        Low::Int(self.code.push(Node::FloorDiv(id, divisor)))
    }

    fn extreme(&mut self, least: bool, arguments: Vec<Low>) -> Low {
        let int = !arguments.iter().any(is_real);
        if let Some(values) = arguments.iter().map(constant).collect::<Option<Vec<&RBig>>>() {
            let best = if least { values.into_iter().min() } else { values.into_iter().max() };
            return best.map_or(Low::Fault(Fault::Power), |best| number(best.clone(), int));
        }
        if int {
            let ids: Vec<IntId> = arguments.into_iter().map(|a| self.as_int(a)).collect();
            let list = self.code.push_list(&ids);
            return Low::Int(self.code.push(if least { Node::Min(list) } else { Node::Max(list) }));
        }
        let ids = arguments.into_iter().map(|a| self.as_real(a)).collect();
        let node = if least { RealNode::Min(ids) } else { RealNode::Max(ids) };
        Low::Real(self.code.push_real(node))
    }
}

fn constant(low: &Low) -> Option<&RBig> {
    match low {
        Low::Number(affine) if affine.is_constant() => Some(&affine.constant),
        _ => None,
    }
}

fn int_result(result: Result<i64, Fault>) -> Low {
    match result {
        Ok(value) => number(RBig::from(value), true),
        Err(fault) => Low::Fault(fault),
    }
}

fn constant_int(low: &Low) -> Option<i64> {
    constant(low).and_then(to_int)
}
