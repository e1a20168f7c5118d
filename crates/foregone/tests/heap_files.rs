//! Proofs of misère quotients and kept sequences as text: written, read, gone on from; what was cut
//! short, altered or spoilt is refused, or says the same.

mod spoilt;

use foregone::heap::kept::{self, KeptError};
use foregone::heap::proof_text::{self, Statement};
use foregone::heap::{Limits, Rule, Sequence, analyse, quotient, resume_keeping};
use foregone::judge::heap::{Refusal, check, check_quotient};
use foregone::{Quiet, UBig};
use spoilt::spoilt;

fn rule(text: &str) -> Rule {
    Rule::parse(text).unwrap_or_else(|e| panic!("{e}"))
}

#[test]
fn quotients_are_written_read_and_checked_anew() {
    for text in ["0.123", "take 1,3,4", "split into unequal"] {
        let rule = rule(text);
        let Ok(found) = quotient(&rule, &Quiet) else { panic!("{text} has a quotient") };
        let written = proof_text::write_quotient(&rule, found.claim());
        let (read_rule, all) = proof_text::read_all(&written).unwrap_or_else(|e| panic!("{e}"));
        assert_eq!(all, [Statement::Quotient(found.claim().clone())]);
        assert_eq!(read_rule, rule);
        // It says nothing of single heaps in the form of a table.
        assert_eq!(proof_text::read(&written).unwrap_err().line, 3);
    }
}

#[test]
fn a_spoilt_quotient_text_is_an_error_or_refused_or_says_the_same() {
    let mut random = fastrand::Rng::with_seed(9);
    let rule = rule("0.123");
    let found = quotient(&rule, &Quiet).unwrap();
    let written = proof_text::write_quotient(&rule, found.claim());
    let heaps: Vec<[UBig; 2]> =
        (0..12_u8).flat_map(|a| (0..12_u8).map(move |b| [UBig::from(a), UBig::from(b)])).collect();
    let (mut errors, mut refused) = (0, 0);
    for _ in 0..2000 {
        let spoilt = spoilt(&mut random, &written);
        let Ok((other, mut all)) = proof_text::read_all(&spoilt) else {
            errors += 1;
            continue;
        };
        let Some(Statement::Quotient(claim)) = all.pop() else { panic!("{spoilt}") };
        let Ok(proved) = check_quotient(claim) else {
            refused += 1;
            continue;
        };
        let same = |two: &[UBig; 2]| proved.won(two).is_none_or(|won| Some(won) == found.won(two));
        assert!(other != rule || heaps.iter().all(same), "{spoilt}");
    }
    assert!(errors > 500 && refused > 200, "{errors} errors, {refused} refused");
}

#[test]
fn several_proofs_of_one_rule_stand_in_one_text() {
    let of = |text: &str| {
        let found = analyse(&rule(text), &Limits::default(), &Quiet);
        proof_text::write(found.rule(), found.proved().claim())
    };
    let both = of("take 1,3,4") + &of("take 1,3,4");
    assert_eq!(proof_text::read_all(&both).unwrap().1.len(), 2);
    let error = proof_text::read(&both).unwrap_err();
    assert_eq!(error.expected, "the values of heaps, and nothing after them");
    let mixed = of("take 1,3,4") + &of("take 1,2");
    let error = proof_text::read_all(&mixed).unwrap_err();
    assert_eq!(error.expected, "a proof about take 1,3,4 as before");
    let trailing = of("take 1,3,4") + "more\n";
    assert!(proof_text::read_all(&trailing).is_err());
}

#[test]
fn a_kept_sequence_goes_on_as_if_never_stopped() {
    for text in ["0.16", "0.77", "split into unequal", "take any but 2,5", "0.f"] {
        let rule = rule(text);
        let mut first = Sequence::new(rule.data());
        first.extend(700);
        let kept = kept::write(&rule, &first);
        let (of, claim) = kept::read(&kept).unwrap_or_else(|e| panic!("{e}"));
        assert_eq!((&of, &claim.values[..]), (&rule, first.values()));
        assert!(check(claim.clone()).is_ok(), "{text}");
        let limits = Limits { terms: Some(3000), ..Limits::default() };
        let mut calls = Vec::new();
        let mut keep = |sequence: &Sequence, last| calls.push((sequence.values().len(), last));
        let resumed = resume_keeping(&rule, &limits, &Quiet, claim.values, &mut keep);
        let whole = analyse(&rule, &limits, &Quiet);
        assert_eq!(resumed.terms(3000), whole.terms(3000), "{text}");
        assert_eq!((resumed.preperiod(), resumed.period()), (whole.preperiod(), whole.period()));
        assert!(calls.iter().rev().skip(1).all(|&(_, last)| !last));
        let ended = |&(len, last): &(usize, bool)| last && len >= resumed.sequence().len();
        assert!(calls.last().is_some_and(ended), "{text}");
    }
}

#[test]
fn a_kept_sequence_that_was_cut_short_or_altered_is_refused() {
    let rule = rule("0.16");
    let mut sequence = Sequence::new(rule.data());
    sequence.extend(300);
    let kept = kept::write(&rule, &sequence);
    for at in (0..kept.len()).step_by(7) {
        assert!(kept::read(&kept[..at]).is_err(), "cut at {at}");
        let mut bytes = kept.clone().into_bytes();
        bytes[at] ^= 1;
        let altered = String::from_utf8(bytes).unwrap();
        assert!(kept::read(&altered).is_err(), "altered at {at}");
    }
    assert_eq!(kept::read(&kept[..kept.len() - 9]).unwrap_err(), KeptError::Checksum);
    assert_eq!(kept::read("foregone-heap-proof 1\n").unwrap_err(), KeptError::Head);
    // Wrong values under a right checksum: the judge sees them, and the work starts anew.
    let mut values = sequence.values().to_vec();
    values[100] ^= 1;
    let limits = Limits { terms: Some(500), ..Limits::default() };
    let resumed = resume_keeping(&rule, &limits, &Quiet, values, &mut |_, _| {});
    assert_eq!(resumed.sequence()[..300], sequence.values()[..300]);
}

#[test]
fn a_wrong_value_far_into_a_sequence_is_refused() {
    let mut random = fastrand::Rng::with_seed(3);
    for text in ["0.16", "0.376", "0.56", "split into unequal"] {
        let rule = rule(text);
        let mut sequence = Sequence::new(rule.data());
        sequence.extend(12_000);
        let claim = kept::read(&kept::write(&rule, &sequence)).unwrap().1;
        for _ in 0..15 {
            let mut spoilt = claim.clone();
            let heap = random.usize(500..12_000);
            let value = random.u32(0..=2 * spoilt.values[heap]);
            let same = value == spoilt.values[heap];
            spoilt.values[heap] = value;
            // Whatever the mask says.
            spoilt.mask = random.u32(..) & if random.bool() { claim.mask } else { u32::MAX };
            let refused = Refusal::Value { heap: heap as u64, claimed: value };
            assert_eq!(check(spoilt).err(), (!same).then_some(refused), "{text}");
        }
    }
}
