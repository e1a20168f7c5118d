//! The induction by residue cases: a conjectured period is shown, or fails at a named case.
//!
//! Heaps that are equal modulo the period and the rule's modulus are one case; only where the
//! moves that decide it divide the heap is it split into finer residues.

use super::{Failure, Place, Unproved, lcm};
use crate::heap::period::repetition;
use foregone_core::heap::{
    Argument, Case, Claim, Measure, Move, Reply, Rounding, Rule, Step, Tail,
};

/// The largest modulus of cases, and the largest number of moves looked at in all of them.
const LIMIT: usize = 1 << 22;
/// How many different periods are tried on one table.
const TRIES: usize = 8;

/// Tries the periods that the second half of the table shows, least first.
pub(super) fn claim(rule: &Rule, measure: Measure, values: &[u32]) -> Result<Claim, Unproved> {
    let mut failed = Unproved::NoPeriod { terms: values.len() };
    let mut least = 1;
    for _ in 0..TRIES {
        let shown = |q: usize, p: usize| p >= least && q + 2 * p <= values.len() / 2;
        let Some(r) = repetition(values, shown) else { return Err(failed) };
        match conjecture(rule, measure, values, r.preperiod, r.period) {
            Ok(claim) => return Ok(claim),
            Err(failure) => failed = Unproved::Failed(failure),
        }
        least = r.period + 1;
    }
    Err(failed)
}

/// The claim that `values`, the first of a rule without splits, go on with `period` from
/// `preperiod`, with the cases that show it; or where that fails.
pub fn conjecture(
    rule: &Rule,
    measure: Measure,
    values: &[u32],
    preperiod: usize,
    period: usize,
) -> Result<Claim, Failure> {
    let failed = |place| Failure { preperiod: preperiod as u64, period: period as u64, place };
    let prover = Prover { rule, measure, values, preperiod, period: period.max(1) };
    let from = prover.start();
    let need = from.max(preperiod + prover.period);
    if need > values.len() {
        return Err(failed(Place::Short { need: need as u64 }));
    }
    let differs = |n: &usize| values[*n] != values[n - prover.period];
    if let Some(n) = (preperiod + prover.period..values.len()).find(differs) {
        return Err(failed(Place::Heap(n as u64)));
    }
    let (modulus, cases) = prover.cases().map_err(failed)?;
    Ok(Claim {
        rule: rule.clone(),
        measure,
        values: values[..need].to_vec(),
        mask: 0,
        tail: Some(Tail {
            preperiod: preperiod as u64,
            period: period as u64,
            saltus: 0,
            argument: Argument::Cases { from: from as u64, modulus: modulus as u64, cases },
        }),
    })
}

struct Prover<'a> {
    rule: &'a Rule,
    measure: Measure,
    values: &'a [u32],
    preperiod: usize,
    period: usize,
}

impl Prover<'_> {
    /// From here on every move leaves a heap in the period's reach.
    fn start(&self) -> usize {
        let q = self.preperiod.max(1);
        let late = self.rule.all_moves().map(|m| match *m {
            Move::Remove { take, .. } => q + take as usize,
            Move::Divide { by, .. } => q.saturating_mul(by as usize),
            _ => q,
        });
        late.max().unwrap_or(q)
    }

    fn cases(&self) -> Result<(usize, Vec<Case>), Place> {
        let coarse = lcm(self.period, self.rule.modulus() as usize);
        let too_many = Place::TooManyCases { limit: LIMIT as u64 };
        let moves = self.rule.classes().iter().map(Vec::len).max().unwrap_or(0).max(1);
        if coarse.saturating_mul(moves) > LIMIT {
            return Err(too_many);
        }
        let (mut cases, mut common) = (Vec::new(), coarse);
        for r in 0..coarse {
            if let Some(case) = self.case(r, coarse) {
                cases.push(case);
                continue;
            }
            let fine = self.fine_modulus(r, coarse);
            common = lcm(common, fine);
            if common.saturating_mul(moves) > LIMIT {
                return Err(too_many);
            }
            for s in (r..fine).step_by(coarse) {
                cases.push(self.case(s, fine).ok_or_else(|| self.failure(s, fine))?);
            }
        }
        Ok((common, cases))
    }

    /// The modulus that settles all moves of a class.
    fn fine_modulus(&self, residue: usize, coarse: usize) -> usize {
        self.rule.moves(residue as u64).iter().fold(coarse, |modulus, m| match *m {
            Move::Divide { by, .. } => lcm(modulus, self.period.saturating_mul(by as usize)),
            _ => modulus,
        })
    }

    fn value(&self, residue: usize) -> u32 {
        let (q, p) = (self.preperiod, self.period);
        self.values[q + (residue % p + p - q % p) % p]
    }

    /// The case, if these residues fix enough moves to show its value.
    fn case(&self, residue: usize, modulus: usize) -> Option<Case> {
        let (replies, open) = self.replies(residue, modulus);
        let value = self.value(residue);
        let values: Vec<u32> = replies.iter().map(|r| r.value).collect();
        let winning = replies.iter().find(|r| r.value == 0).copied();
        let case =
            |replies| Case { modulus: modulus as u64, residue: residue as u64, value, replies };
        match (self.measure, winning) {
            (Measure::Nimber, _) => (!open && mex(values) == value).then(|| case(replies)),
            (_, Some(reply)) => (value == 1).then(|| case(vec![reply])),
            (Measure::MisereOutcome, None) if replies.is_empty() && !open => {
                (value == 1).then(|| case(replies))
            }
            _ => (value == 0 && !open).then(|| case(replies)),
        }
    }

    /// The moves that every heap of a class has and where they lead, and whether there may be
    /// others.
    fn replies(&self, residue: usize, modulus: usize) -> (Vec<Reply>, bool) {
        let (mut replies, mut open) = (Vec::new(), false);
        let mut add = |step, to: usize| {
            replies.push(Reply { step, to: (to % self.period) as u64, value: self.value(to) });
        };
        for m in self.rule.moves(residue as u64) {
            match *m {
                Move::Remove { take, leave } if leave & 2 != 0 => {
                    let back = take as usize % self.period;
                    add(Step::Take(take), residue % self.period + self.period - back);
                }
                Move::Divide { by, rounding } => {
                    let d = by as usize;
                    if rounding == Rounding::Exact
                        && modulus.is_multiple_of(d)
                        && !residue.is_multiple_of(d)
                    {
                        continue;
                    }
                    if !modulus.is_multiple_of(d.saturating_mul(self.period)) {
                        open = true;
                        continue;
                    }
                    let up = rounding == Rounding::Up;
                    let to = if up { residue.div_ceil(d) } else { residue / d };
                    add(Step::Divide(by, rounding), to);
                }
                _ => {}
            }
        }
        (replies, open)
    }

    fn failure(&self, residue: usize, modulus: usize) -> Place {
        let moves = self.replies(residue, modulus).0;
        Place::Case {
            residue: residue as u64,
            modulus: modulus as u64,
            claimed: self.value(residue),
            moves: moves.iter().map(|r| (r.step, r.value)).collect(),
        }
    }
}

/// The least number that is not among `values`.
fn mex(mut values: Vec<u32>) -> u32 {
    values.sort_unstable();
    values.dedup();
    (0..).zip(&values).find(|(i, v)| i != *v).map_or(values.len() as u32, |(i, _)| i)
}
