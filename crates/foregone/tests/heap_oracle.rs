//! Everything clever about heap games against the definition, on many random rules.

use foregone::heap::{Analysis, Limits, Rule, Sequence, analyse, analyse_misere, naive};
use foregone::{Quiet, UBig};

fn numbers(random: &mut fastrand::Rng, most: u32) -> String {
    let count = random.usize(1..=4);
    let all: Vec<String> = (0..count).map(|_| random.u32(1..=most).to_string()).collect();
    all.join(",")
}

fn code(random: &mut fastrand::Rng, digits: &str) -> String {
    let whole = if random.u8(0..8) == 0 { "4" } else { "0" };
    let length = random.usize(1..=4);
    let all: Vec<char> = digits.chars().collect();
    let tail: String = (0..length).map(|_| all[random.usize(0..all.len())]).collect();
    format!("{whole}.{tail}")
}

fn single_move(random: &mut fastrand::Rng) -> String {
    let rounding = ["", " rounding up", " rounding down"][random.usize(0..3)];
    match random.u8(0..6) {
        0 => format!("take {}", random.u32(1..=5)),
        1 => format!("take half{}", rounding.replace("rounding", "rounded")),
        2 => format!("divide by {}{rounding}", random.u32(2..=4)),
        _ => format!("take {}", numbers(random, 6)),
    }
}

fn any_move(random: &mut fastrand::Rng) -> String {
    match random.u8(0..9) {
        0 => code(random, "01234567"),
        1 => "split into unequal".to_owned(),
        2 => "split into equal".to_owned(),
        3 => format!("take any but {}", numbers(random, 6)),
        4 => format!("take 1 to n/{}", random.u32(2..=4)),
        5 => "split".to_owned(),
        _ => single_move(random),
    }
}

fn clauses(random: &mut fastrand::Rng, one: fn(&mut fastrand::Rng) -> String) -> String {
    let moves = |random: &mut fastrand::Rng| {
        let all: Vec<String> = (0..random.usize(1..=2)).map(|_| one(random)).collect();
        all.join(" or ")
    };
    match random.u8(0..4) {
        0 => moves(random),
        1 => format!("odd: {}; even: {}", moves(random), moves(random)),
        2 => format!("multiple of 3: {}; otherwise: {}", moves(random), moves(random)),
        _ => format!("n mod 4 = 1,2: {}; 0 mod 4: {}", moves(random), moves(random)),
    }
}

fn parse(text: &str) -> Rule {
    Rule::parse(text).unwrap_or_else(|e| panic!("{e}"))
}

fn check_sequence(text: &str, len: usize) {
    let rule = parse(text);
    let mut sequence = Sequence::new(rule.data());
    sequence.extend(len);
    assert_eq!(sequence.values(), naive::nimbers(rule.data(), len), "{text}");
}

#[test]
fn sequences_of_codes() {
    let mut random = fastrand::Rng::with_seed(1);
    for _ in 0..150 {
        check_sequence(&code(&mut random, "01234567"), 300);
        check_sequence(&code(&mut random, "0123467"), 200);
    }
    for _ in 0..40 {
        check_sequence(&code(&mut random, "0123789abcdef"), 70);
    }
}

#[test]
fn sequences_of_mixed_rules() {
    let mut random = fastrand::Rng::with_seed(2);
    for _ in 0..300 {
        check_sequence(&clauses(&mut random, any_move), 150);
    }
}

/// Whatever is proved of every heap holds for the heaps the oracle reaches, and the winning moves
/// are those of the definition.
fn check_analysis(text: &str, found: &Analysis, nimbers: &[u32]) {
    let rule = parse(text);
    for (n, &nimber) in nimbers.iter().enumerate() {
        let big = UBig::from(n);
        let Ok(at) = found.at(&big) else {
            assert!(found.period().is_none() && n >= found.sequence().len(), "{text} at {n}");
            continue;
        };
        assert_eq!(at.won, nimber != 0, "{text} at {n}");
        assert!(at.nimber.is_none_or(|v| v == UBig::from(nimber)), "{text} at {n}");
        let wins = |o: &Vec<usize>| o.iter().fold(0, |sum, &a| sum ^ nimbers[a]) == 0;
        let mut expected: Vec<Vec<usize>> =
            naive::options(rule.data(), n).into_iter().filter(wins).collect();
        let leaves = |m: &foregone::heap::Play| -> Vec<usize> {
            m.leaves.iter().map(|l| usize::try_from(l).unwrap()).collect()
        };
        let mut listed: Vec<Vec<usize>> = at.moves.iter().map(leaves).collect();
        for list in [&mut expected, &mut listed] {
            list.sort();
            list.dedup();
        }
        if at.complete {
            assert_eq!(listed, expected, "{text} at {n}");
        } else {
            assert!(listed.iter().all(|l| expected.contains(l)), "{text} at {n}");
            assert!(!at.won || !listed.is_empty(), "{text} at {n} has a winning move");
        }
    }
}

#[test]
fn proofs_and_moves_of_rules_by_residue() {
    let mut random = fastrand::Rng::with_seed(3);
    let (mut proved, mut open) = (0, 0);
    for _ in 0..400 {
        let text = clauses(&mut random, single_move);
        let limits = Limits { terms: Some(2048), ..Limits::default() };
        let found = analyse(&parse(&text), &limits, &Quiet);
        let nimbers = naive::nimbers(parse(&text).data(), 600);
        check_analysis(&text, &found, &nimbers);
        *(if found.period().is_some() { &mut proved } else { &mut open }) += 1;
    }
    assert!(proved > 200 && open > 0, "{proved} proved, {open} open");
}

#[test]
fn proofs_and_moves_of_codes_and_mixed_rules() {
    let mut random = fastrand::Rng::with_seed(4);
    for i in 0..160 {
        let text = match i % 3 {
            0 => code(&mut random, "01234567"),
            1 => format!("take any but {}", numbers(&mut random, 8)),
            _ => clauses(&mut random, any_move),
        };
        let limits = Limits { terms: Some(512), moves: Some(20), ..Limits::default() };
        let found = analyse(&parse(&text), &limits, &Quiet);
        check_analysis(&text, &found, &naive::nimbers(parse(&text).data(), 200));
    }
}

#[test]
fn proofs_beyond_a_short_table() {
    let mut random = fastrand::Rng::with_seed(5);
    for i in 0..60 {
        let text = if i % 2 == 0 {
            code(&mut random, "01234567")
        } else {
            format!("take any but {}", numbers(&mut random, 9))
        };
        let found =
            analyse(&parse(&text), &Limits { terms: Some(1000), ..Limits::default() }, &Quiet);
        if found.period().is_some() {
            let len = 2 * found.sequence().len().max(100);
            let mut sequence = Sequence::new(parse(&text).data());
            sequence.extend(len);
            for (n, &v) in sequence.values().iter().enumerate() {
                assert_eq!(found.proved().value(&UBig::from(n)), Some(UBig::from(v)), "{text}");
            }
        }
    }
}

#[test]
fn misere_outcomes_by_residue() {
    let mut random = fastrand::Rng::with_seed(6);
    let mut proved = 0;
    for _ in 0..200 {
        let text = clauses(&mut random, single_move);
        let rule = parse(&text);
        let limits = Limits { terms: Some(1024), ..Limits::default() };
        let found = analyse_misere(&rule, &limits).unwrap_or_else(|e| panic!("{e}"));
        proved += usize::from(found.period().is_some());
        let mut won: Vec<bool> = Vec::new();
        for n in 0..500 {
            let options = naive::options(rule.data(), n);
            let left = |o: &Vec<usize>| o.first().copied().unwrap_or(0);
            won.push(options.is_empty() || options.iter().any(|o| !won[left(o)]));
            if let Ok(at) = found.at(&UBig::from(n)) {
                assert_eq!(at.won, won[n], "{text} at {n}");
            }
        }
    }
    assert!(proved > 100, "{proved}");
}
