//! The induction by residue cases.
//!
//! From some heap on every move of a case leaves a smaller heap whose residue modulo the period,
//! and so whose value, is fixed by the residue of the case. If in every case those values give
//! the claimed one, and the table vouches for the heaps below, the claim holds for all heaps.

use super::{Refusal, mex, refuse_if};
use crate::heap::{Case, Claim, Measure, Move, Reply, Rounding, Step, Tail};
use std::collections::BTreeSet;

/// The induction by residue cases.
pub(super) struct Induction<'a> {
    pub claim: &'a Claim,
    pub tail: &'a Tail,
    pub from: u64,
    pub modulus: u64,
}

impl Induction<'_> {
    pub(super) fn check(&self, cases: &[Case]) -> Result<(), Refusal> {
        if let Some(name) = self.claim.rule.beyond_steps() {
            return Err(Refusal::Class(name));
        }
        refuse_if(self.tail.saltus != 0, Refusal::Class("growing values"))?;
        self.starts_late_enough()?;
        let modulus = 1..=1 << 24;
        refuse_if(
            !modulus.contains(&self.modulus),
            Refusal::Shape("the modulus of the cases is 0 or too large"),
        )?;
        let mut covered = vec![false; self.modulus as usize];
        for case in cases {
            let refused = |why| Refusal::Case { residue: case.residue, modulus: case.modulus, why };
            self.case(case).map_err(refused)?;
            for r in (case.residue..self.modulus).step_by(case.modulus as usize) {
                let twice = std::mem::replace(&mut covered[r as usize], true);
                refuse_if(twice, refused("it overlaps another case"))?;
            }
        }
        match covered.iter().position(|c| !c) {
            Some(r) => Err(Refusal::Case {
                residue: r as u64,
                modulus: self.modulus,
                why: "no case speaks of it",
            }),
            None => Ok(()),
        }
    }

    /// From `from` on every move leaves a heap that is smaller and in the period's reach.
    fn starts_late_enough(&self) -> Result<(), Refusal> {
        let q = self.tail.preperiod;
        for m in self.claim.rule.all_moves() {
            let late = match *m {
                Move::Remove { take, .. } => self.from >= q.max(1).saturating_add(take.into()),
                Move::Divide { by, .. } => self.from >= q.max(1).saturating_mul(by.into()),
                _ => false,
            };
            refuse_if(!late, Refusal::Shape("the cases start too early"))?;
        }
        let have = self.claim.values.len() as u64;
        refuse_if(have < self.from, Refusal::Short { have, need: self.from })
    }

    /// The value claimed for heaps in the period's reach that are `r` modulo the period.
    fn value(&self, r: u64) -> u32 {
        let (q, p) = (self.tail.preperiod, self.tail.period);
        self.claim.values[(q + (r % p + p - q % p) % p) as usize]
    }

    fn case(&self, case: &Case) -> Result<(), &'static str> {
        let rule = &self.claim.rule;
        let fits = |d: u64| d != 0 && case.modulus.is_multiple_of(d);
        if !fits(self.tail.period) || !fits(rule.modulus()) || case.residue >= case.modulus {
            return Err("its modulus is not a multiple of the period and of the rule's modulus");
        }
        if !self.modulus.is_multiple_of(case.modulus) {
            return Err("its modulus does not divide the common one");
        }
        if case.value != self.value(case.residue) {
            return Err("its value is not the claimed one");
        }
        let possible: BTreeSet<Step> = self.possible(case).collect();
        for reply in &case.replies {
            self.reply(case, &possible, reply)?;
        }
        let listed: BTreeSet<Step> = case.replies.iter().map(|r| r.step).collect();
        let all = possible.is_subset(&listed);
        let values: Vec<u32> = case.replies.iter().map(|r| r.value).collect();
        let wins = values.contains(&0);
        let shown = match self.claim.measure {
            Measure::Nimber => all && mex(&values) == case.value,
            _ if case.value == 0 => all && !wins,
            _ => case.value == 1 && wins,
        };
        let stuck = self.claim.measure == Measure::MisereOutcome && possible.is_empty();
        match (stuck, shown) {
            (true, _) if case.value == 1 => Ok(()),
            (false, true) => Ok(()),
            _ => Err("its replies do not show its value"),
        }
    }

    /// The moves that some heap of the case has.
    fn possible(&self, case: &Case) -> impl Iterator<Item = Step> {
        self.claim.rule.moves(case.residue).iter().filter_map(|m| match *m {
            Move::Remove { take, leave } if leave & 2 != 0 => Some(Step::Take(take)),
            Move::Divide { by, rounding } => {
                let settled = case.modulus.is_multiple_of(by.into());
                let uneven = settled && !case.residue.is_multiple_of(by.into());
                let never = rounding == Rounding::Exact && uneven;
                (!never).then_some(Step::Divide(by, rounding))
            }
            _ => None,
        })
    }

    /// Every heap of the case has this move, and it leads to the stated residue and value.
    fn reply(
        &self,
        case: &Case,
        possible: &BTreeSet<Step>,
        reply: &Reply,
    ) -> Result<(), &'static str> {
        let p = self.tail.period;
        if !possible.contains(&reply.step) {
            return Err("a reply is not a move of the rule");
        }
        let to = match reply.step {
            Step::Take(k) => case.residue % p + p - u64::from(k) % p,
            Step::Divide(by, rounding) => {
                let by = u64::from(by);
                if by.checked_mul(p).is_none_or(|d| !case.modulus.is_multiple_of(d)) {
                    return Err("where a reply leads depends on more than the residue");
                }
                case.residue / by
                    + u64::from(rounding == Rounding::Up && !case.residue.is_multiple_of(by))
            }
        };
        if reply.to != to % p || reply.value != self.value(to) {
            return Err("a reply does not lead where it says");
        }
        Ok(())
    }
}
