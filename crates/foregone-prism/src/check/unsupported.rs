//! What a property asks that this program does not answer, by name.

use super::simple_path::simple_path;
use crate::source::Diagnostic;
use crate::syntax::tree::{
    Bound, Coalition, Expr, ExprKind, Goal, ModelKind, Name, Quantifier, RewardGoal, RewardName,
    Strategy,
};

/// The first part of a property that is not supported for models of this kind.
pub fn unsupported(property: &Expr, kind: ModelKind) -> Option<Diagnostic> {
    let mut search = Search { kind, found: None };
    search.state(property);
    search.found
}

struct Search {
    kind: ModelKind,
    found: Option<Diagnostic>,
}

impl Search {
    fn no(&mut self, expr: crate::source::Span, message: &str) {
        self.found.get_or_insert_with(|| Diagnostic::unsupported(expr, message));
    }

    fn state(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Quantified(quantifier) => self.quantifier(quantifier, expr),
            ExprKind::Paths(..) => {
                self.no(expr.span, "properties of all or some paths (`A`, `E`) are not supported")
            }
            ExprKind::Strategy(strategy) => self.strategy(strategy, expr),
            ExprKind::Path(..) | ExprKind::PathPair(..) => {
                self.no(expr.span, "a path inside a path (LTL) is not supported");
            }
            ExprKind::Call { function, .. } if function.text == "multi" => {
                self.no(
                    function.span,
                    "properties with several objectives (`multi`) are not supported",
                );
            }
            _ => expr.children().into_iter().for_each(|child| self.state(child)),
        }
    }

    fn strategy(&mut self, strategy: &Strategy, expr: &Expr) {
        if strategy.coalitions.len() > 1 {
            self.no(expr.span, "equilibria of several coalitions are not supported");
        }
        let inner = strategy.property.bare();
        if !matches!(inner.kind, ExprKind::Quantified(_)) {
            self.no(inner.span, "properties with several objectives are not supported");
        }
        let all = strategy.coalitions.iter().all(|c| *c == Coalition::All);
        if self.kind != ModelKind::Smg
            && !all
            && strategy
                .coalitions
                .iter()
                .any(|c| !matches!(c, Coalition::Players(p) if p.is_empty()))
        {
            self.no(expr.span, "coalitions of named players belong to games (`smg`)");
        }
        self.state(inner);
    }

    fn quantifier(&mut self, quantifier: &Quantifier, expr: &Expr) {
        if let Some(Name { span, text }) = &quantifier.modifier {
            self.no(*span, &format!("the modifier `({text})` is not supported"));
        }
        match &quantifier.bound {
            Bound::Mixed(word) => {
                self.no(word.span, &format!("`{}=?` is not supported", word.text))
            }
            Bound::Value if self.kind == ModelKind::Smg => {
                self.no(expr.span, "in a game, `=?` must be `min=?` or `max=?`");
            }
            _ => {}
        }
        match &quantifier.goal {
            Goal::Probability(path) => self.path(path),
            Goal::Steady(_) => self.no(expr.span, "long-run properties (`S`) are not supported"),
            Goal::Reward(name, goal) => {
                self.reward_name(name.as_ref(), expr);
                self.reward_goal(goal);
            }
        }
        if let Some(filter) = &quantifier.filter {
            self.state(&filter.states);
        }
    }

    fn path(&mut self, path: &Expr) {
        if let Some(simple) = simple_path(path) {
            return self.state(simple.inner);
        }
        match &path.bare().kind {
            ExprKind::Path(_, _, inner) => self.state(inner),
            ExprKind::PathPair(_, _, a, b) => {
                self.state(a);
                self.state(b);
            }
            // A state formula is a path formula too, of the first state alone.
            _ => self.state(path),
        }
    }

    fn reward_name(&mut self, name: Option<&RewardName>, expr: &Expr) {
        match name {
            Some(RewardName::Ratio(..)) => {
                self.no(expr.span, "ratios of rewards are not supported")
            }
            Some(RewardName::Discounted(..)) => {
                self.no(expr.span, "discounted rewards are not supported")
            }
            _ => {}
        }
    }

    fn reward_goal(&mut self, goal: &RewardGoal) {
        use crate::syntax::tree::TemporalOp::Finally;
        match goal {
            RewardGoal::Steady(span) => self.no(*span, "long-run rewards (`S`) are not supported"),
            RewardGoal::Discounted(_, discount) => {
                self.no(discount.span, "discounted rewards are not supported");
            }
            RewardGoal::Path(path) => match &path.bare().kind {
                ExprKind::Path(Finally, None, inner) => self.state(inner),
                ExprKind::Path(Finally, Some(_), _) => {
                    self.no(
                        path.span,
                        "rewards to a target with a bound on the steps are not supported",
                    );
                }
                _ => self.no(path.span, "rewards of paths other than `F target` are not supported"),
            },
            RewardGoal::Collected(target, span) | RewardGoal::Zero(target, span) => {
                if self.kind != ModelKind::Smg {
                    self.no(*span, "`Fc` and `F0` belong to games (`smg`)");
                }
                self.state(target);
            }
            RewardGoal::Total(_) | RewardGoal::Cumulative(..) | RewardGoal::Instantaneous(..) => {}
        }
    }
}
