//! `P` and `R` with who wants what.
//!
//! `<<C>>` gives the choice to the coalition `C`, `[[C]]` to everybody else; where a number is asked
//! for, `C` takes what `min` or `max` says in both, as in PRISM. In a decision process `P >= p` must
//! hold however choices are made, so it is the smallest probability that is compared; and without
//! a coalition a game is one too, all players of one mind.

use super::{Asked, Asker, Goal, Measure, Missed, RewardGoal, Sides, no};
use crate::check::player_number;
use crate::compile::Value;
use crate::source::Diagnostic;
use crate::syntax::tree::{
    self as tree, BinaryOp, Bound, Coalition, Expr, ExprKind, ModelKind, Quantifier, RewardName,
    Strategy,
};

impl Asker<'_> {
    /// What a quantifier measures, and what is asked of it.
    pub(super) fn measure<'e>(&mut self, expr: &'e Expr) -> Asked<(Measure, &'e Bound)> {
        let (quantifier, strategy): (&Quantifier, Option<&Strategy>) = match &expr.bare().kind {
            ExprKind::Quantified(quantifier) => (quantifier, None),
            ExprKind::Strategy(strategy) => match &strategy.property.bare().kind {
                ExprKind::Quantified(quantifier) => (quantifier, Some(strategy)),
                _ => {
                    return Err(no(
                        expr.span,
                        "properties with several objectives are not supported",
                    ));
                }
            },
            _ => return Err(no(expr.span, "this property is not supported")),
        };
        let sides = self.sides(quantifier, strategy, expr)?;
        let goal = match &quantifier.goal {
            tree::Goal::Probability(path) => Goal::Probability(self.path(path)?),
            tree::Goal::Steady(_) => {
                return Err(no(expr.span, "long-run properties (`S`) are not supported"));
            }
            tree::Goal::Reward(name, goal) => {
                let structure = self.structure(name.as_ref(), expr)?;
                Goal::Reward(structure, self.reward_goal(goal)?)
            }
        };
        Ok((Measure { goal, sides }, &quantifier.bound))
    }

    fn sides(
        &self,
        quantifier: &Quantifier,
        strategy: Option<&Strategy>,
        expr: &Expr,
    ) -> Asked<Sides> {
        // Whether whoever chooses first wants the measure large.
        let large = match (&quantifier.bound, strategy.is_some()) {
            _ if self.model.kind() == ModelKind::Dtmc => return Ok(Sides::Chain),
            (Bound::Max, _) => true,
            (Bound::Min, _) => false,
            (Bound::Compare(op, _), coalition) => {
                matches!(op, BinaryOp::Ge | BinaryOp::Gt) == coalition
            }
            _ => {
                let message = "with choices, `=?` must be `min=?` or `max=?`";
                return Err(Box::new(Diagnostic::error(expr.span, message)));
            }
        };
        let Some(strategy) = strategy else { return Ok(Sides::Together(large)) };
        let players = self.model.players();
        let listed = strategy.coalitions.first();
        let member = |at: usize| match listed {
            Some(Coalition::All) => true,
            Some(Coalition::Players(names)) => {
                names.iter().any(|name| player_number(name, players) == Some(at))
            }
            None => false,
        };
        let number = !matches!(quantifier.bound, Bound::Compare(..));
        if self.model.kind() == ModelKind::Mdp {
            let wants = number || member(usize::MAX) == strategy.exists;
            return Ok(Sides::Together(large == wants));
        }
        let wants = |at| large == (member(at) == (strategy.exists || number));
        Ok(Sides::Split((0..players.len()).map(wants).collect()))
    }

    fn structure(&mut self, name: Option<&RewardName>, expr: &Expr) -> Asked<usize> {
        let count = self.model.reward_structures();
        match name {
            None => Ok(0),
            Some(RewardName::Name(name)) => {
                self.model.reward_structure(&name.text).ok_or_else(|| {
                    Box::new(Diagnostic::error(
                        name.span,
                        format!("there are no rewards \"{name}\""),
                    ))
                })
            }
            Some(RewardName::Index(index)) => {
                match self.value_of(index, "the number of the rewards")? {
                    Value::Int(i) if i >= 1 && usize::try_from(i).is_ok_and(|i| i <= count) => {
                        Ok(i as usize - 1)
                    }
                    value => {
                        let message = format!("there are no rewards number {value}");
                        let help = format!("the model has {count}, counted from 1");
                        Err(Box::new(Diagnostic::error(index.span, message).help(help)))
                    }
                }
            }
            Some(_) => Err(no(expr.span, "ratios and discounts of rewards are not supported")),
        }
    }

    fn reward_goal(&mut self, goal: &tree::RewardGoal) -> Asked<RewardGoal> {
        Ok(match goal {
            tree::RewardGoal::Path(path) => match &path.bare().kind {
                ExprKind::Path(tree::TemporalOp::Finally, None, target) => {
                    RewardGoal::Reach(self.formula(target)?, Missed::Infinite)
                }
                _ => {
                    return Err(no(
                        path.span,
                        "rewards of paths other than `F target` are not supported",
                    ));
                }
            },
            tree::RewardGoal::Collected(target, _) => {
                RewardGoal::Reach(self.formula(target)?, Missed::Collected)
            }
            tree::RewardGoal::Zero(target, _) => {
                RewardGoal::Reach(self.formula(target)?, Missed::Zero)
            }
            tree::RewardGoal::Total(_) => RewardGoal::Total,
            tree::RewardGoal::Cumulative(steps, _) => {
                RewardGoal::Cumulative(self.count(steps)? as u64)
            }
            tree::RewardGoal::Instantaneous(step, _) => {
                RewardGoal::Instantaneous(self.count(step)? as u64)
            }
            tree::RewardGoal::Steady(span) => {
                return Err(no(*span, "long-run rewards (`S`) are not supported"));
            }
            tree::RewardGoal::Discounted(_, discount) => {
                return Err(no(discount.span, "discounted rewards are not supported"));
            }
        })
    }
}
