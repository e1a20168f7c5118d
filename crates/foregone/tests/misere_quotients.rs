//! Misère quotients against published orders and against the recursion, and the judge against spoilt
//! ones.

use foregone::heap::{Misere, Rule, misere_won, quotient};
use foregone::judge::heap::{Quotient, check_quotient};
use foregone::{Quiet, UBig};

fn rule(text: &str) -> Rule {
    Rule::parse(text).unwrap()
}

#[test]
fn orders_are_the_published_ones() {
    // Plambeck, Taming the wild in impartial combinatorial games, Integers 5, 2005.
    assert_eq!(quotient(&rule("0.123"), &Quiet).unwrap().order(), 20);
    // Periods: Plambeck and Siegel, Misère quotients for impartial games, supplement, arXiv
    // 0705.2404, appendix B.
    for (text, period) in [
        ("0.34", 8),
        ("0.75", 2),
        ("0.512", 6),
        ("0.712", 6),
        ("0.3101", 2),
        ("0.123", 5),
        ("0.1023", 7),
    ] {
        let found = quotient(&rule(text), &Quiet).unwrap();
        assert_eq!(found.claim().tail.map(|(_, period)| period), Some(period), "{text}");
    }
    // Nim with heaps of at most 2^n - 1 has 2^n + 2 elements.
    for (text, order) in [("take 1", 2), ("take 1,2,3", 6), ("take 1 to 7", 10)] {
        assert_eq!(quotient(&rule(text), &Quiet).unwrap().order(), order, "{text}");
    }
}

#[test]
fn quotients_agree_with_the_recursion() {
    for text in ["0.123", "0.75", "0.34", "0.3101", "0.512", "0.1023", "0.07", "split into unequal"]
    {
        let rule = rule(text);
        let found = quotient(&rule, &Quiet).unwrap_or_else(|why| panic!("{text}: {why}"));
        let mut misere = Misere::new(&rule, 1_000_000);
        for a in 0..14 {
            for (b, c) in (0..=a).flat_map(|b| (0..=b.min(6)).map(move |c| (b, c))) {
                let won = misere.won(&[a, b, c]).unwrap();
                let heaps = [a, b, c].map(UBig::from);
                assert_eq!(found.won(&heaps), Some(won), "{text}: {a} {b} {c}");
            }
        }
    }
}

#[test]
fn heaps_of_any_size_are_answered() {
    let far = UBig::from(10_u8).pow(30);
    let heaps = [far.clone(), &far + UBig::from(3_u8), UBig::from(8_u8)];
    let near = [200_000_u32, 200_003, 8].map(UBig::from);
    // 10^30 and 200,000 are the same modulo the period 5.
    let rule = rule("0.123");
    assert_eq!(misere_won(&rule, &heaps, &Quiet), misere_won(&rule, &near, &Quiet));
    assert!(misere_won(&rule, &heaps, &Quiet).is_ok());
}

#[test]
fn the_judge_refuses_spoilt_quotients() {
    let claim = quotient(&rule("0.123"), &Quiet).unwrap().claim().clone();
    assert!(check_quotient(claim.clone()).is_ok());
    let spoilt = |spoil: &dyn Fn(&mut Quotient)| {
        let mut claim = claim.clone();
        spoil(&mut claim);
        check_quotient(claim).is_err()
    };
    for element in 0..20 {
        assert!(spoilt(&|claim| claim.lost[element] ^= true), "lost {element}");
    }
    for heap in 1..claim.values.len() {
        assert!(spoilt(&|claim| claim.values[heap] = (claim.values[heap] + 1) % 20), "heap {heap}");
    }
    for (a, b) in (1..20).flat_map(|a| (1..20).map(move |b| (a, b))) {
        assert!(spoilt(&|claim| claim.product[a][b] = (claim.product[a][b] + 1) % 20), "{a} {b}");
    }
    assert!(spoilt(&|claim| claim.tail = Some((5, 4))));
    assert!(spoilt(&|claim| claim.tail = Some((1, 5))));
    assert!(spoilt(&|claim| claim.rule = rule("0.133").data().clone()));
    assert!(spoilt(&|claim| claim.values.clear()));
    assert!(spoilt(&|claim| claim.tail = Some((u64::MAX, 5))));
}
