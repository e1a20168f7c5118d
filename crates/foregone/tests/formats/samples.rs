//! One sample for each format, and files as other programs write them.

use foregone::format::listing::Kind;
use foregone::format::{FORMATS, Reading, named};

use crate::{read_text, read_with, through, told};

/// As PRISM-games writes a game: owners behind states, comments, rewards of transitions.
const GAME: &[(&str, &str)] = &[
    (".tra", "3:2 4 5\n0:0 0 0 1 stay\n0:0 1 1 0.25 go\n0:0 1 2 0.75 go\n1:1 0 2 1\n2:1 0 2 1\n"),
    (".sta", "(h,c)\n0:(0,true)\n1:(1,true)\n2:(2,false)\n"),
    (".lab", "# Labels\n0=\"init\" 1=\"deadlock\" 2=\"end\"\n0: 0\n2: 1 2\n"),
    ("1.srew", "# Reward structure \"time\"\n# State rewards\n3 2\n0 1\n1 1\n"),
    ("2.trew", "# Reward structure \"goes\"\n# Transition rewards\n3 4 2\n0 1 1 4\n0 1 2 4\n"),
];

#[test]
fn explicit_games_are_read() {
    let parts: Vec<(&str, &[u8])> =
        GAME.iter().map(|(name, text)| (*name, text.as_bytes())).collect();
    let read = read_with(named("explicit").unwrap(), &parts, &Reading::default()).unwrap();
    assert_eq!(read.warnings, Vec::<String>::new());
    let expected = "\
Smg players [\"player1\", \"player2\"] initial [0] deadlocks [2]
labels [Label { name: \"end\", states: [2] }]
rewards [RewardList { name: \"time\", states: [(0, 1 / 1), (1, 1 / 1)], choices: [] }, \
RewardList { name: \"goes\", states: [], choices: [(1, 4 / 1)] }]
variables [Variable { name: \"h\", values: Int([0, 1, 2]) }, \
Variable { name: \"c\", values: Bool([true, true, false]) }]
0 of 0 [stay] 1:0
0 of 0 [go] 1/4:1 3/4:2
1 of 1 [] 1:2
2 of 1 [] 1:2
";
    assert_eq!(told(&read.listing), expected);
}

/// A chain as Storm writes it: ten digits, a comment with the variables, labels in quotes.
const DRN: &str = "// Exported by storm
// Original model type: DTMC
@type: DTMC
@value_type: double
@parameters

@reward_models
coin_flips\x20
@nr_states
3
@nr_choices
3
@model
state 0 [1] init
//[s=0]
\taction 0 [0]
\t\t1 : 0.3333333333
\t\t2 : 0.6666666667
state 1 [0] \"is done\" one
\taction 0 [0.5]
\t\t1 : 1
state 2 [0] deadlock
\taction 0 [0]
\t\t2 : 1
";

#[test]
fn drn_is_read() {
    let read = read_text("drn", DRN).unwrap();
    let expected = "\
Dtmc players [] initial [0] deadlocks [2]
labels [Label { name: \"is done\", states: [1] }, Label { name: \"one\", states: [1] }]
rewards [RewardList { name: \"coin_flips\", states: [(0, 1 / 1)], choices: [(1, 1 / 2)] }]
variables []
0 of 0 [] 3333333333/10000000000:1 6666666667/10000000000:2
1 of 0 [] 1:1
2 of 0 [] 1:2
";
    assert_eq!(told(&read.listing), expected);
}

const PARITY: &str =
    "parity 7;\nstart 4;\n0 6 1 4,2 \"Africa\";\n4 5 1 0;\n2 8 0 4,7 \"A; b\";\n7 5 1 2;\n";

#[test]
fn parity_games_are_read() {
    let read = read_text("pgsolver", PARITY).unwrap();
    let expected = "\
Smg players [\"player1\", \"player2\"] initial [2] deadlocks []
labels [Label { name: \"priority_5\", states: [2, 3] }, Label { name: \"priority_6\", states: [0] }, \
Label { name: \"priority_8\", states: [1] }]
rewards []
variables [Variable { name: \"node\", values: Int([0, 2, 4, 7]) }]
0 of 1 [] 1:2
0 of 1 [] 1:1
1 of 0 [] 1:2
1 of 0 [] 1:3
2 of 1 [] 1:0
3 of 1 [] 1:1
";
    assert_eq!(told(&read.listing), expected);
}

#[test]
fn pictures_are_written() {
    let read = read_text("pgsolver", PARITY).unwrap();
    let parts = (named("dot").unwrap().write.unwrap())(&read.listing).unwrap();
    let text = String::from_utf8(parts[0].bytes.clone()).unwrap();
    assert!(text.starts_with("digraph game {\n"), "{text}");
    assert!(
        text.contains("  s2 [label=\"node=4\\npriority_5\", shape=diamond, style=bold];\n"),
        "{text}"
    );
    assert!(text.contains("  s1 -> s3 [label=\"\"];\n"), "{text}");
}

#[test]
fn probabilities_that_miss_by_their_last_digits_are_repaired() {
    let thirds = |digits: &str| format!("1 3\n0 0 {digits}\n0 0 {digits}\n0 0 {digits}\n");
    let read = read_text("explicit", &thirds("0.3333333333333333")).unwrap();
    assert_eq!(
        read.warnings,
        [
            "game.tra: the probabilities of 1 choice miss a sum of 1 by their last digits, the first \
          in state 0 by 1e-16; the largest takes the difference"
        ]
    );
    assert!(read_text("explicit", &thirds("0.333333")).is_ok());
    assert!(read_text("explicit", &thirds("0.3333")).is_err(), "that is more than 1e-5");
    let strict = Reading { repair: foregone::format::Repair::Refuse, ..Reading::default() };
    let text = thirds("0.3333333333333333");
    let parts: &[(&str, &[u8])] = &[(".tra", text.as_bytes())];
    assert!(read_with(named("explicit").unwrap(), parts, &strict).is_err());
    let exact = thirds("1/3");
    let parts: &[(&str, &[u8])] = &[(".tra", exact.as_bytes())];
    assert!(read_with(named("explicit").unwrap(), parts, &strict).is_ok());
}

#[test]
fn rows_of_the_table_are_complete() {
    let game = read_text("explicit", "2:2 2 2\n0:0 0 1 1\n1:1 0 0 1\n").unwrap().listing;
    for format in FORMATS {
        assert!(!format.about.is_empty() && !format.endings.is_empty(), "{}", format.name);
        assert!(format.read.is_some() || format.write.is_some(), "{}", format.name);
        assert!(std::ptr::eq(named(format.name).unwrap(), format), "{}", format.name);
        if format.read.is_some() && format.write.is_some() && format.name != "drn" {
            assert_eq!(through(format, &game).listing.kind, Kind::Smg, "{}", format.name);
        }
    }
}
