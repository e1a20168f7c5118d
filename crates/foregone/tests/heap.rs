//! Heap games against published sequences, periods and contest samples.

use foregone::heap::{Analysis, Limits, Misere, Rule, Unproved, analyse, resume};
use foregone::{Quiet, UBig};

fn rule(text: &str) -> Rule {
    Rule::parse(text).unwrap_or_else(|e| panic!("{e}"))
}

fn analysed(text: &str) -> Analysis {
    analyse(&rule(text), &Limits::default(), &Quiet)
}

fn short(text: &str, terms: usize) -> Analysis {
    analyse(&rule(text), &Limits { terms: Some(terms), ..Limits::default() }, &Quiet)
}

fn won(analysis: &Analysis, n: u64) -> bool {
    analysis.at(&UBig::from(n)).unwrap_or_else(|e| panic!("{e}")).won
}

/// Rule, period, first index from which it repeats, first values.
/// Sources: Berlekamp, Conway, Guy, Winning Ways; OEIS A002186, A071434, A071435, A071452;
/// Flammenkamp's tables; Austin; Gangolli and Plambeck 1989 for 0.16; the subtraction sets by
/// independent computation.
const PERIODS: &[(&str, u64, u64, &[u32])] = &[
    ("0.77", 12, 71, &[0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4, 1, 2, 7, 1, 4, 3, 2, 1, 4, 6, 7]),
    ("0.137", 34, 52, &[0, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3, 2, 2, 4, 0, 5, 2, 2, 3, 3]),
    ("0.15", 10, 1, &[]),
    ("0.16", 149_459, 105_351, &[]),
    ("0.165", 1550, 5181, &[]),
    ("0.055", 148, 259, &[]),
    ("0.177", 20, 497, &[]),
    ("0.1377", 24, 141, &[]),
    ("0.11377", 32, 187, &[]),
    ("0.17", 34, 33, &[]),
    ("0.53", 9, 11, &[]),
    ("0.52", 4, 4, &[]),
    ("0.57", 4, 1, &[]),
    ("take 1,3,4", 7, 0, &[0, 1, 0, 1, 2, 3, 2, 0]),
    ("take 2,5,7", 22, 0, &[]),
    ("take 3,5,8", 11, 0, &[]),
    ("take 3,4,9", 13, 0, &[]),
    ("take 2,6,7", 13, 0, &[]),
    ("take 1,5,8", 13, 0, &[]),
    ("take 1,6,7", 12, 0, &[]),
    ("take 3,7,8", 5, 11, &[]),
    ("take 1,2,8", 3, 0, &[]),
];

#[test]
fn published_periods() {
    for &(text, period, preperiod, first) in PERIODS {
        let found = analysed(text);
        assert_eq!(found.period(), Some(period), "{text}");
        assert_eq!(found.preperiod(), Some(preperiod), "{text}");
        assert_eq!(&found.sequence()[..first.len()], first, "{text}");
        assert!(found.theorem().is_some(), "{text}");
    }
}

#[test]
fn open_games_are_left_open() {
    for text in ["0.007", "0.6", "0.04", "0.14"] {
        let found = short(text, 3000);
        assert_eq!(found.period(), None, "{text}");
        assert_eq!(found.unproved(), Some(&Unproved::NoPeriod { terms: 3000 }), "{text}");
        let error = found.at(&UBig::from(3000u32)).unwrap_err();
        assert!(error.to_string().contains("3000"), "{error}");
    }
}

/// OEIS A002188.
#[test]
fn grundys_game() {
    let first = [
        0, 0, 0, 1, 0, 2, 1, 0, 2, 1, 0, 2, 1, 3, 2, 1, 3, 2, 4, 3, 0, 4, 3, 0, 4, 3, 0, 4, 1, 2,
        3, 1, 2, 4, 1, 2, 4, 1, 2, 4,
    ];
    let found = short("split into unequal", 1000);
    assert_eq!(&found.sequence()[..40], first);
    assert!(matches!(found.unproved(), Some(Unproved::Class("splitting a heap"))));
    // CSES 2207, the official sample.
    assert_eq!([6, 7, 8].map(|n| won(&found, n)), [true, false, true]);
}

/// Codeforces gym 105174M: 499,999 of the heaps 1 to 10^6 are lost, 2 and the odd ones from 5.
#[test]
fn stones() {
    let found = analysed("odd: take 1; even: take 1 or half");
    assert_eq!(found.theorem(), Some("induction by residue cases"));
    assert_eq!((found.preperiod(), found.period()), (Some(4), Some(2)));
    let lost = |n: u64| found.proved().value(&UBig::from(n)) == Some(UBig::ZERO);
    let counted = (1..=1_000_000).filter(|&n| lost(n)).count();
    assert_eq!(counted, 499_999);
    assert!((1..=1000).all(|n| lost(n) == (n == 2 || n >= 5 && n % 2 == 1)) && lost(0));
    let large: UBig = "1000000000000000000000000000057".parse().unwrap();
    let at = found.at(&large).unwrap();
    assert!(!at.won && at.moves.is_empty() && at.complete);
    assert_eq!(at.nimber, Some(UBig::ZERO));
    let at = found.at(&(large + UBig::ONE)).unwrap();
    assert_eq!(at.moves.iter().map(ToString::to_string).collect::<Vec<_>>(), ["take 1", "half"]);
}

/// AtCoder DP contest K; Codeforces 1194D; CSES 1729: official samples.
#[test]
fn subtraction_samples() {
    let samples: &[(&str, &[(u64, bool)])] = &[
        ("take 2,3", &[(4, true), (5, false), (7, true)]),
        ("take 1,2,3", &[(20, false), (21, true)]),
        ("take 1", &[(100_000, false)]),
        ("take 1,2,3", &[(0, false), (3, true)]),
        ("take 1,2,4", &[(3, false), (4, true)]),
    ];
    for (text, heaps) in samples {
        let found = analysed(text);
        heaps.iter().for_each(|&(n, wins)| assert_eq!(won(&found, n), wins, "{text} at {n}"));
    }
    let stick = analysed("take 1,3,4");
    let line: String = (1..=10).map(|n| if won(&stick, n) { 'W' } else { 'L' }).collect();
    assert_eq!(line, "WLWWWWLWLW");
}

fn nim_sum(analysis: &Analysis, heaps: &[usize]) -> u32 {
    let terms = analysis.terms(heaps.iter().max().map_or(0, |n| n + 1));
    heaps.iter().fold(0, |sum, &n| sum ^ terms[n])
}

/// HDU 1536 and LightOJ 1296: official samples.
#[test]
fn sums_of_heaps() {
    let lost = |text: &str, heaps: &[usize]| nim_sum(&short(text, 300), heaps) == 0;
    assert!(lost("take 2,5", &[5, 12]));
    assert!(!lost("take 2,5", &[2, 4, 7]));
    assert!(!lost("take 2,5", &[2, 3, 7, 12]));
    assert!(!lost("take 1,2,3,4,5", &[5, 12]));
    assert!(!lost("take 1,2,3,4,5", &[2, 4, 7]));
    assert!(lost("take 1,2,3,4,5", &[2, 3, 7, 12]));
    let again = short("take 1 to half", 300);
    let expected = [
        (&[1][..], false),
        (&[10, 11, 12], true),
        (&[1, 2, 3, 4, 5], true),
        (&[4, 9], false),
        (&[1, 3, 9], true),
    ];
    for (heaps, wins) in expected {
        assert_eq!(nim_sum(&again, heaps) != 0, wins, "{heaps:?}");
    }
    for n in 0..300usize {
        let known = if n % 2 == 0 { n as u32 / 2 } else { again.sequence()[n / 2] };
        assert_eq!(again.sequence()[n], known);
    }
}

/// HDU 1517: multiplying from 1 to n is dividing n, rounding up, to 1.
#[test]
fn multiplication_game() {
    let found = short("divide by 2 to 9 rounding up", 1000);
    assert!(found.period().is_none());
    assert_eq!([162, 17, 34_012_226].map(|n| won(&found, n)), [true, false, true]);
}

/// Project Euler 306.
#[test]
fn paper_strip() {
    let found = analysed("0.07");
    let winning = |to: u64| {
        (1..=to).filter(|&n| found.proved().value(&UBig::from(n)) != Some(UBig::ZERO)).count()
    };
    assert_eq!((winning(50), winning(1_000_000)), (40, 852_938));
}

#[test]
fn misere_single_heaps() {
    let lost = |text: &str, to: usize| {
        let mut misere = Misere::new(&rule(text), 1_000_000);
        (1..=to).filter(|&n| !misere.won(&[n]).unwrap()).collect::<Vec<_>>()
    };
    let threes: Vec<usize> = (1..=12).map(|n| 3 * n).collect();
    assert_eq!(lost("split into unequal", 36), threes);
    assert_eq!(lost("0.07", 32), [2, 3, 7, 8, 12, 16, 17, 21, 22, 26, 30, 31]);
}

/// HDU 1907, the official sample, and Bouton's rule for misère nim.
#[test]
fn misere_nim() {
    let mut misere = Misere::new(&rule("take any"), 1_000_000);
    assert_eq!(misere.won(&[3, 5, 1]), Ok(true));
    assert_eq!(misere.won(&[1]), Ok(false));
    for heaps in (0..6 * 6 * 6).map(|i| [i % 6, i / 6 % 6, i / 36]) {
        let sum = heaps.iter().fold(0, |s, h| s ^ h);
        let small = heaps.iter().all(|&h| h <= 1);
        assert_eq!(misere.won(&heaps), Ok((sum != 0) != small), "{heaps:?}");
    }
}

#[test]
fn all_but_games_grow() {
    let nim = analysed("take any");
    assert_eq!((nim.preperiod(), nim.period(), nim.saltus()), (Some(0), Some(1), Some(1)));
    let large: UBig = "123456789012345678901234567890".parse().unwrap();
    let at = nim.at(&large).unwrap();
    assert_eq!(at.nimber, Some(large));
    assert_eq!(at.moves.len(), 1);
    assert!(at.complete);
    assert!(analysed("take any but 2,5").period().is_some());
}

#[test]
fn work_is_resumed() {
    let limits = |terms| Limits { terms: Some(terms), ..Limits::default() };
    let text = rule("0.165");
    let first = analyse(&text, &limits(4000), &Quiet);
    assert_eq!(first.period(), None);
    let values = first.nimbers().unwrap().to_vec();
    let later = resume(&text, &limits(20_000), &Quiet, values);
    assert_eq!(later.period(), Some(1550));
    // Values of another rule are noticed and not used.
    let other = resume(&text, &limits(20_000), &Quiet, vec![0, 1, 2, 3, 4]);
    assert_eq!(other.period(), Some(1550));
    let absurd = resume(&text, &limits(1000), &Quiet, vec![u32::MAX; 3]);
    assert_eq!(absurd.sequence(), &later.sequence()[..1000]);
}

#[test]
fn report_has_the_documented_fields() {
    let found = analysed("0.77");
    let at = found.at(&UBig::from(5u8)).unwrap();
    let json = serde_json::to_value(found.report(6, Some(&at))).unwrap();
    assert_eq!(json["rule"], "0.77");
    assert_eq!(json["sequence"], serde_json::json!([0, 1, 2, 3, 1, 4]));
    assert_eq!((&json["preperiod"], &json["period"]), (&71.into(), &12.into()));
    assert_eq!(json["proved"], "periodicity theorem of Guy and Smith (1956)");
    assert_eq!((&json["outcome"], &json["nimber"]), (&"won".into(), &4.into()));
    assert_eq!(json["moves"], serde_json::json!(["take 1, leave 2 and 2"]));
    let stones = analysed("odd: take 1; even: take 1 or half").report(3, None);
    let json = serde_json::to_value(stones).unwrap();
    assert_eq!(json["sequence"], serde_json::json!(["lost", "won", "lost"]));
}
