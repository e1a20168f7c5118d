//! No text that a person can give makes a game or a contest panic.

use foregone::contest::CONTESTS;
use foregone::games::GAMES;
use foregone::{Limits, Quiet};

const BYTES: &[u8] = b"0123456789 0123456789\n\r\t-+.,=/xabwhos12\xff\xc3";

fn spoilt(random: &mut fastrand::Rng, text: &[u8]) -> Vec<u8> {
    let mut text = text.to_vec();
    for _ in 0..random.usize(1..4) {
        let at = random.usize(0..=text.len());
        let byte = BYTES[random.usize(0..BYTES.len())];
        match random.u8(0..3) {
            0 => text.insert(at, byte),
            1 if at < text.len() => text[at] = byte,
            _ => text.truncate(at),
        }
    }
    text
}

#[test]
fn spoilt_contest_inputs_are_answered_or_refused() {
    let mut random = fastrand::Rng::with_seed(1);
    let good: [&[u8]; 3] = [b"2\n73 0 2\n72 73 2\n", b"5\n12\n0\n", b"3\n1\n20\n7\n"];
    for (contest, input) in CONTESTS.iter().zip(good) {
        for _ in 0..100 {
            let input = spoilt(&mut random, input);
            let mut output = Vec::new();
            let result = (contest.run)(&input, &mut output, &Quiet);
            let whole = output.is_empty() || output.ends_with(b"\n");
            assert!(whole, "{}: {:?}", contest.name, String::from_utf8_lossy(&input));
            if let Err(error) = result {
                assert!(error.line.is_some(), "{}: {error}", contest.name);
            }
        }
    }
}

#[test]
fn spoilt_positions_are_read_or_refused() {
    let mut random = fastrand::Rng::with_seed(2);
    for row in GAMES {
        let game = row.build::<&str>(&[]).unwrap();
        for example in row.examples {
            for _ in 0..2000 {
                let text = spoilt(&mut random, example.at.as_bytes());
                let text = String::from_utf8_lossy(&text);
                if let Ok(shown) = game.canonical(&text) {
                    assert_eq!(game.canonical(&shown).as_ref(), Ok(&shown), "{text}");
                }
            }
        }
    }
}

#[test]
fn spoilt_parameters_are_taken_or_refused() {
    let mut random = fastrand::Rng::with_seed(3);
    let limits = Limits { states: 200, ..Limits::default() };
    for row in GAMES {
        let values = row.values::<&str>(&[]).unwrap();
        for (name, value) in values.all() {
            for _ in 0..100 {
                let value = spoilt(&mut random, value.to_string().as_bytes());
                let pair = format!("{name}={}", String::from_utf8_lossy(&value));
                if let Ok(game) = row.build(&[&pair]) {
                    let explored = game.explore(&[], &limits, &Quiet);
                    assert!(explored.is_ok(), "{}: {pair}", row.name);
                }
            }
        }
    }
}
