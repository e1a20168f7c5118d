//! The judge of heap proofs refuses what is spoilt and what is false, and a rule outside a proof's
//! class by name; whatever it accepts is true.

mod spoilt;

use foregone::heap::prove::{Place, conjecture};
use foregone::heap::{Limits, ProofText, Rule, Sequence, Unproved, analyse, naive, proof_text};
use foregone::judge::heap::{Refusal, check};
use foregone::{Quiet, UBig};
use foregone_core::heap::{Argument, Claim, Measure, Rounding, Step};
use spoilt::spoilt;

fn rule(text: &str) -> Rule {
    Rule::parse(text).unwrap_or_else(|e| panic!("{e}"))
}

fn claim(text: &str) -> Claim {
    let found = analyse(&rule(text), &Limits::default(), &Quiet);
    assert!(found.period().is_some(), "{text} should be proved");
    found.proved().claim().clone()
}

const PROVED: &[&str] = &[
    "0.77",
    "0.17",
    "take 1,3,4",
    "take any but 2,5",
    "odd: take 1; even: take 1 or half",
    "take 1,2 or half",
    "even: take 1; odd: take 1,3 or divide by 3 rounding down",
    "multiple of 3: take 2; otherwise: divide by 2 rounding up or take 1",
    "multiple of 3: take 1,3; otherwise: take 1,2 or half",
    "4.12",
    "0.f",
];

/// The values the claim is about, by the definition.
fn truth(claim: &Claim, len: usize) -> Vec<u32> {
    let nimbers = naive::nimbers(&claim.rule, len);
    match claim.measure {
        Measure::Nimber => nimbers,
        _ => nimbers.into_iter().map(|v| v.min(1)).collect(),
    }
}

fn spoil(claim: &mut Claim, random: &mut fastrand::Rng) {
    let small = random.u64(1..=3);
    let Some(tail) = &mut claim.tail else { return };
    match random.u8(0..8) {
        0 => {
            let n = random.usize(0..claim.values.len());
            claim.values[n] = random.u32(0..5);
        }
        1 => claim.values.truncate(random.usize(0..claim.values.len())),
        2 => tail.period = (tail.period + small).saturating_sub(2),
        3 => tail.preperiod = (tail.preperiod + small).saturating_sub(2),
        4 => tail.saltus += small,
        _ => spoil_argument(&mut tail.argument, random),
    }
}

fn spoil_argument(argument: &mut Argument, random: &mut fastrand::Rng) {
    match argument {
        Argument::Bounded => *argument = Argument::State { at: random.u64(0..200) },
        Argument::State { at } => match random.bool() {
            true => *at = random.u64(0..2 * *at + 1),
            false => *argument = Argument::Bounded,
        },
        Argument::Cases { from, modulus, cases } => {
            let i = random.usize(0..cases.len());
            let case = &mut cases[i];
            match random.u8(0..9) {
                0 => *from = random.u64(0..2 * *from + 1),
                1 => *modulus = random.u64(0..2 * *modulus + 1),
                2 => drop(cases.remove(i)),
                3 => case.value ^= 1,
                4 => case.residue = random.u64(0..case.modulus + 1),
                5 => case.modulus = random.u64(0..2 * case.modulus),
                6 => case.replies.clear(),
                _ => {
                    let Some(reply) = case.replies.first_mut() else { return };
                    match random.u8(0..4) {
                        0 => reply.step = Step::Take(random.u32(0..4)),
                        1 => reply.step = Step::Divide(random.u32(0..4), Rounding::Exact),
                        2 => reply.to += 1,
                        _ => reply.value += 1,
                    }
                }
            }
        }
    }
}

#[test]
fn spoilt_proofs_are_refused_or_still_true() {
    let mut random = fastrand::Rng::with_seed(7);
    let mut refused = 0;
    for text in PROVED {
        let right = claim(text);
        let len = (2 * right.values.len()).clamp(100, 400);
        let truth = truth(&right, len);
        for _ in 0..400 {
            let mut spoilt = right.clone();
            spoil(&mut spoilt, &mut random);
            match check(spoilt) {
                Err(_) => refused += 1,
                Ok(proved) => {
                    for (n, &v) in truth.iter().enumerate() {
                        let value = proved.value(&UBig::from(n));
                        let right = value.is_none_or(|value| value == UBig::from(v));
                        assert!(right, "{text}: heap {n} in {:?}", proved.claim());
                    }
                }
            }
        }
    }
    assert!(refused > 2000, "{refused}");
}

#[test]
fn refusals_name_the_place() {
    let right = claim("0.77");
    let mut wrong = right.clone();
    wrong.values[50] += 1;
    let claimed = wrong.values[50];
    assert_eq!(check(wrong).unwrap_err(), Refusal::Value { heap: 50, claimed });
    let mut wrong = right.clone();
    wrong.tail.as_mut().unwrap().preperiod = 70;
    assert_eq!(check(wrong).unwrap_err(), Refusal::Repeat { heap: 82, period: 12 });
    let mut wrong = right.clone();
    wrong.values.pop();
    assert!(matches!(check(wrong).unwrap_err(), Refusal::Short { have: 167, need: 168 }));
    let mut wrong = claim("odd: take 1; even: take 1 or half");
    let Some(Argument::Cases { cases, .. }) = wrong.tail.as_mut().map(|t| &mut t.argument) else {
        panic!("the stones are proved by cases")
    };
    cases[1].replies[0].value = 0;
    let refusal = check(wrong).unwrap_err();
    assert_eq!(
        refusal.to_string(),
        format!(
            "case n = {} (mod 2): a reply does not lead where it says",
            if let Refusal::Case { residue, .. } = refusal { residue } else { panic!("{refusal}") }
        )
    );
}

/// A period that the first values show and that is false.
#[test]
fn false_conjectures_fail_at_their_place() {
    let text = rule("odd: take 1; even: take 1 or half");
    let mut sequence = Sequence::new(text.data());
    sequence.extend(100);
    let outcomes: Vec<u32> = sequence.values().iter().map(|&v| v.min(1)).collect();
    let fails =
        |values: &[u32], q, p| conjecture(text.data(), Measure::Outcome, values, q, p).unwrap_err();
    assert_eq!(fails(&outcomes, 3, 2).place, Place::Heap(5));
    assert_eq!(fails(&outcomes[..7], 4, 2).place, Place::Short { need: 8 });
    // Heaps 4, 6 and 8 are won by taking one; that all heaps from 4 on are is false.
    let failure = fails(&[0, 1, 0, 1, 1, 1, 1, 1, 1, 1], 4, 1);
    let Place::Case { modulus: 2, claimed: 1, .. } = failure.place else { panic!("{failure}") };
    assert!(
        failure.to_string().contains("should have value 1, but take 1 leads to 1"),
        "{failure}"
    );
}

/// Nim-values of the stones follow the number of factors 2, so no period is right.
#[test]
fn nimbers_without_a_period_are_not_proved() {
    let text = rule("odd: take 1; even: take 1 or half");
    let mut sequence = Sequence::new(text.data());
    sequence.extend(40);
    let values = sequence.values();
    for (q, p) in [(6, 2), (6, 4), (3, 8), (5, 16)] {
        assert!(conjecture(text.data(), Measure::Nimber, values, q, p).is_err());
    }
}

#[test]
fn rules_outside_the_classes_are_refused_by_name() {
    let named = |text: &str| {
        let limits = Limits { terms: Some(300), ..Limits::default() };
        let found = analyse(&rule(text), &limits, &Quiet);
        found.unproved().map(ToString::to_string).unwrap_or_default()
    };
    assert_eq!(named("split into unequal"), "no theorem here covers splitting a heap");
    assert_eq!(named("take 1 or 0.07 or half"), "no theorem here covers splitting a heap");
    let share = "no theorem here covers taking up to a share of the heap";
    assert_eq!(named("take 1 to half"), share);
    assert_eq!(named("odd: take any; even: half"), "no theorem here covers taking any number");
    // And the judge by itself, whatever argument is offered.
    for (text, argument) in [
        ("split into unequal", Argument::Bounded),
        ("take 1 to half", Argument::Bounded),
        ("take any", Argument::Bounded),
        ("0.77", Argument::State { at: 90 }),
        ("0.77", Argument::Cases { from: 90, modulus: 12, cases: Vec::new() }),
        ("take 1 or half", Argument::Bounded),
    ] {
        let mut wrong = claim("0.77");
        wrong.rule = rule(text).data().clone();
        wrong.values = naive::nimbers(&wrong.rule, 168);
        let tail = wrong.tail.as_mut().unwrap();
        (tail.preperiod, tail.period, tail.argument) = (160, 8, argument);
        let refusal = check(wrong).unwrap_err();
        let by_name = matches!(refusal, Refusal::Class(_) | Refusal::Repeat { .. });
        assert!(by_name, "{text}: {refusal}");
    }
    assert!(matches!(
        foregone::heap::analyse_misere(&rule("0.77"), &Limits::default()),
        Err(Unproved::Class(_))
    ));
}

#[test]
fn a_proof_is_printed_and_checked_anew() {
    let found = analyse(&rule("odd: take 1; even: take 1 or half"), &Limits::default(), &Quiet);
    assert!(check(found.proved().claim().clone()).is_ok());
    assert_eq!(
        ProofText(found.proved()).to_string(),
        "\
Checked: the values of the heaps 0 to 7.
Claim: v(n + 2) = v(n) for every n >= 4.
By induction for n >= 8:
  n = 0 (mod 2): won; take 1 leads to 1 (mod 2), lost
  n = 1 (mod 2): lost; take 1 leads to 0 (mod 2), won
"
    );
}

#[test]
fn a_proof_is_written_read_and_checked_anew() {
    for text in PROVED.iter().chain(&["split into unequal"]) {
        let limits = Limits { terms: Some(300), ..Limits::default() };
        let found = analyse(&rule(text), &limits, &Quiet);
        let written = proof_text::write(found.rule(), found.proved().claim());
        let (read_rule, read) = proof_text::read(&written).unwrap_or_else(|e| panic!("{e}"));
        assert_eq!((&read_rule, &read), (found.rule(), found.proved().claim()));
        assert!(check(read).is_ok());
    }
}

#[test]
fn a_spoilt_proof_text_is_an_error_or_judged() {
    let mut random = fastrand::Rng::with_seed(8);
    let found = analyse(&rule("take 1,2 or half"), &Limits::default(), &Quiet);
    let written = proof_text::write(found.rule(), found.proved().claim());
    let truth = truth(found.proved().claim(), 200);
    for _ in 0..3000 {
        let spoilt = spoilt(&mut random, &written);
        let Ok((read_rule, read)) = proof_text::read(&spoilt) else { continue };
        if read_rule.data() == found.rule().data() && read.measure == Measure::Outcome {
            let Ok(proved) = check(read) else { continue };
            for (n, &v) in truth.iter().enumerate() {
                assert!(
                    proved.value(&UBig::from(n)).is_none_or(|w| w == UBig::from(v)),
                    "{spoilt}"
                );
            }
        }
    }
    let error = proof_text::read("foregone-heap-proof 1\nrule tke 1\n").unwrap_err();
    assert_eq!(error.line, 2);
}

/// No case speaks of anything where the modulus is 0.
#[test]
fn an_empty_induction_proves_nothing() {
    let mut wrong = claim("odd: take 1; even: take 1 or half");
    for (modulus, count) in [(0, 0), (0, 2), (1, 0), (2, 0), (2, 1), (3, 2), (u64::MAX, 2)] {
        let right = claim("odd: take 1; even: take 1 or half");
        let Some(Argument::Cases { from, mut cases, .. }) = right.tail.map(|t| t.argument) else {
            panic!("the stones are proved by cases")
        };
        cases.truncate(count);
        let tail = wrong.tail.as_mut().unwrap();
        tail.argument = Argument::Cases { from, modulus, cases };
        assert!(check(wrong.clone()).is_err(), "modulus {modulus}, {count} cases");
    }
}
