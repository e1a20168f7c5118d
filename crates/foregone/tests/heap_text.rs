//! What people type: rules, their errors, and contest input. Nothing panics.

use foregone::Quiet;
use foregone::heap::{Contest, ContestError, Limits, Rule, analyse};
use foregone_core::heap::{Move, PLAIN, Rounding};
use proptest::prelude::*;

fn take(k: u32) -> Move {
    Move::Remove { take: k, leave: PLAIN }
}

#[test]
fn rules_mean_what_they_say() {
    let half = |rounding| Move::Divide { by: 2, rounding };
    let cases: &[(&str, u64, &[Move])] = &[
        ("0.77", 5, &[Move::Remove { take: 1, leave: 7 }, Move::Remove { take: 2, leave: 7 }]),
        (".07", 5, &[Move::Remove { take: 2, leave: 7 }]),
        ("4.1", 5, &[Move::Remove { take: 0, leave: 4 }, Move::Remove { take: 1, leave: 1 }]),
        ("0.0F", 5, &[Move::Remove { take: 2, leave: 15 }]),
        ("take 1,3, 4", 0, &[take(1), take(3), take(4)]),
        ("Take 1 or 3", 0, &[take(1), take(3)]),
        ("take 2 to 4", 0, &[take(2), take(3), take(4)]),
        ("take 2-4", 0, &[take(2), take(3), take(4)]),
        ("take any but 1,3", 0, &[take(2), Move::AtLeast { from: 4 }]),
        ("take all but 2", 0, &[take(1), Move::AtLeast { from: 3 }]),
        ("take any", 0, &[Move::AtLeast { from: 1 }]),
        ("take 1 to half", 0, &[Move::UpToShare { share: 2 }]),
        ("take 1 to n/3", 0, &[Move::UpToShare { share: 3 }]),
        ("take half", 0, &[half(Rounding::Exact)]),
        ("take half rounded up", 0, &[half(Rounding::Down)]),
        ("divide by 2 rounding up", 0, &[half(Rounding::Up)]),
        (
            "divide by 3,4",
            0,
            &[
                Move::Divide { by: 3, rounding: Rounding::Exact },
                Move::Divide { by: 4, rounding: Rounding::Exact },
            ],
        ),
        ("odd: take 1; even: take 1 or half", 4, &[take(1), half(Rounding::Exact)]),
        ("odd: take 1; even: take 1 or half;", 3, &[take(1)]),
        ("n mod 5 = 2,3: take 7; otherwise: nothing", 13, &[take(7)]),
        ("n mod 5 = 2 or 3: take 7; otherwise: nothing", 4, &[]),
        ("multiple of 3: take 2", 6, &[take(2)]),
        ("multiple of 3: take 2", 7, &[]),
        ("1 mod 3: take 2", 7, &[take(2)]),
        ("split into unequal", 7, &[Move::SplitUnequal]),
        ("split into two equal parts", 7, &[Move::SplitEqual]),
        ("take 1 or split", 7, &[Move::Remove { take: 0, leave: 4 }, take(1)]),
    ];
    for (text, residue, moves) in cases {
        let rule = Rule::parse(text).unwrap_or_else(|e| panic!("{e}"));
        assert_eq!(rule.data().moves(*residue), *moves, "{text}");
    }
}

#[test]
fn errors_show_the_place() {
    let cases = [
        (
            "",
            1,
            1,
            "expected take, half, divide, split, nothing or a code such as 0.77, found the end",
        ),
        ("0.79x", 5, 1, "'x' is not a digit of a code; they are 0 to 7, or 0 to f"),
        (
            "3.1",
            1,
            1,
            "before the point stands 0, or 4, 8 or c where a heap may be split without taking",
        ),
        ("0.", 1, 2, "a code has at least one digit after its point, as 0.77"),
        ("take 0", 6, 1, "a number to take lies between 1 and 1000000"),
        ("take 1,99999999999999999999", 8, 20, "a number to take lies between 1 and 1000000"),
        ("take 5 to 3", 11, 1, "the end of a range lies between 5 and 1000000"),
        ("take 2 to half", 6, 1, "a range up to a share of the heap starts at 1"),
        ("take", 5, 1, "expected a number to take, found the end"),
        (
            "odd: tke 1",
            6,
            3,
            "expected take, half, divide, split, nothing or a code such as 0.77, found \"tke\"",
        ),
        ("odd: take 1; odd: take 2", 14, 4, "another clause speaks of the same heaps"),
        ("odd: take 1; multiple of 3: take 2", 14, 14, "another clause speaks of the same heaps"),
        ("n mod 3 = 3: take 1", 11, 1, "a residue modulo 3 is less"),
        (
            "sometimes: take 1",
            1,
            9,
            "expected odd, even, otherwise, \"multiple of m\" or \"n mod m = r\", found \"sometimes\"",
        ),
        ("take 1 half", 8, 4, "expected \"or\", \";\" or the end, found \"half\""),
        ("divide by 1", 11, 1, "a divisor lies between 2 and 1000000"),
        ("take 1 & 2", 8, 1, "\"&\" is not a word, a number or a code"),
        ("tâke 1", 2, 1, "\"â\" is not a word, a number or a code"),
        ("take 1x", 6, 2, "\"1x\" is not a word, a number or a code"),
    ];
    for (text, column, width, message) in cases {
        let error = Rule::parse(text).unwrap_err();
        assert_eq!(
            (error.column, error.width, error.message.as_str()),
            (column, width, message),
            "{text}"
        );
    }
    let error = Rule::parse("odd: tke 1").unwrap_err().to_string();
    let mark = error.lines().last().unwrap_or_default();
    assert_eq!(mark, "       ^^^");
}

fn word() -> impl Strategy<Value = String> {
    const WORDS: &[&str] = &[
        "take",
        "half",
        "divide",
        "by",
        "split",
        "into",
        "two",
        "unequal",
        "equal",
        "any",
        "all",
        "but",
        "to",
        "or",
        "odd",
        "even",
        "otherwise",
        "n",
        "mod",
        "multiple",
        "of",
        "nothing",
        "rounding",
        "up",
        "down",
        ",",
        ";",
        ":",
        "=",
        "-",
        "/",
        "0.77",
        "4.c",
        "1",
        "2",
        "3",
        "0",
        "1000000",
        "9999999999",
        "0.",
        ".",
        "é",
        "n/2",
        "\t",
        "\n",
    ];
    proptest::sample::select(WORDS).prop_map(str::to_owned)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..Default::default() })]

    #[test]
    fn any_text_is_a_rule_or_an_error(text in "\\PC{0,40}") {
        if let Err(error) = Rule::parse(&text) {
            prop_assert!(error.column >= 1 && error.column <= text.chars().count() + 1);
            let _ = error.to_string();
        }
    }

    #[test]
    fn any_words_are_a_rule_or_an_error(words in proptest::collection::vec(word(), 0..14)) {
        if let Ok(rule) = Rule::parse(&words.join(" ")) {
            let limits = Limits { terms: Some(40), search: Some(100), ..Limits::default() };
            let found = analyse(&rule, &limits, &Quiet);
            prop_assert!(!found.sequence().is_empty());
            let _ = found.at(&"123456789012345678901234567890".parse().unwrap());
        }
    }
}

fn stones(input: &[u8]) -> (String, Result<(), ContestError>) {
    let rule = Rule::parse("odd: take 1; even: take 1 or half").unwrap();
    let found = analyse(&rule, &Limits::default(), &Quiet);
    let contest = Contest::new(found.proved(), ["Alice", "Bob"]).unwrap();
    let mut out = Vec::new();
    let result = contest.answer(input, &mut out);
    (String::from_utf8(out).unwrap(), result)
}

#[test]
fn contest_answers() {
    let cases = [
        ("6\n1\n2\n3\n4\n5\n6\n", "Alice\nBob\nAlice\nAlice\nBob\nAlice\n"),
        ("2\r\n7\r\n8", "Bob\nAlice\n"),
        ("2\n0007\n  00000000000000000000000000000002 \n\n", "Bob\nBob\n"),
        ("2\n1000000000000000000000000000057\n18446744073709551616\n", "Bob\nAlice\n"),
        ("0\n", ""),
    ];
    for (input, expected) in cases {
        let (out, result) = stones(input.as_bytes());
        result.unwrap_or_else(|e| panic!("{e}"));
        assert_eq!(out, expected, "{input}");
    }
}

#[test]
fn contest_errors_name_the_line_and_keep_what_came_before() {
    let heap = "a number of stones, at least 1";
    let cases = [
        ("", "", "line 1: expected the number of questions, found the end of the input".to_owned()),
        ("x\n", "", "line 1: expected the number of questions, found 'x'".to_owned()),
        ("2\n1\n0\n", "Alice\n", format!("line 3: expected {heap}, found '0'")),
        (
            "2\n1\n00000000000000000000000\n",
            "Alice\n",
            format!("line 3: expected {heap}, found '00000000000000000000000'"),
        ),
        ("2\n1\n-5\n", "Alice\n", format!("line 3: expected {heap}, found '-5'")),
        ("2\n1\n", "Alice\n", format!("line 3: expected {heap}, found the end of the input")),
        ("1\n1\n4\n", "Alice\n", "line 3: expected the end after 1 query, found '4'".to_owned()),
        (
            "1\n12345678901234567890a\n",
            "",
            format!("line 2: expected {heap}, found '12345678901234567890a'"),
        ),
    ];
    for (input, before, expected) in cases {
        let (out, result) = stones(input.as_bytes());
        assert_eq!(out, before, "{input}");
        assert_eq!(result.unwrap_err().to_string(), expected, "{input}");
    }
}

/// Long numbers go by residues; every period must come out right.
#[test]
fn contest_answers_long_numbers_of_any_period() {
    for text in ["take 1,3,4", "take 3,4,9", "0.77", "take 3,7,8"] {
        let found = analyse(&Rule::parse(text).unwrap(), &Limits::default(), &Quiet);
        let contest = Contest::new(found.proved(), ["won", "lost"]).unwrap();
        let (mut input, mut expected) = ("300\n".to_owned(), String::new());
        for i in 0..300u32 {
            let n = foregone::UBig::from(10u8).pow(i as usize % 60) + foregone::UBig::from(i);
            input += &format!("{n}\n");
            let lost = found.proved().value(&n) == Some(foregone::UBig::ZERO);
            expected += if lost { "lost\n" } else { "won\n" };
        }
        let mut out = Vec::new();
        contest.answer(input.as_bytes(), &mut out).unwrap();
        assert_eq!(String::from_utf8(out).unwrap(), expected, "{text}");
    }
}
