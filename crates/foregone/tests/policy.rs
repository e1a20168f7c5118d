//! Policies: rules, tables, saved moves, and what is wrong with them.

use foregone::eval::{Asked, Study, study};
use foregone::format::solution;
use foregone::games;
use foregone::policy::{Names, Play, Policy, PolicyError};
use foregone::session::{AnyExplored, Ordered, Solved};
use foregone::solve::Options;
use foregone::{Amount, FieldValue, Limits, Quiet, Rational, StateId};

fn game(name: &str, given: &[&str]) -> (Box<dyn AnyExplored>, Names) {
    let row = games::find(name).unwrap();
    let values = row.values(given).unwrap();
    let game = (row.make)(&values).unwrap();
    let names = Names { fields: game.fields(), constants: values.constants() };
    let explored = game.explore(&[], &Limits::default(), &Quiet).unwrap();
    let objective = explored.objective();
    (Ordered::new(explored, objective).explored, names)
}

fn mine(explored: &dyn AnyExplored, player: u8) -> impl Fn(StateId) -> bool + use<> {
    let arena = explored.arena();
    move |state| arena.player(state).is_some_and(|found| found.0 == player)
}

fn plays(explored: &dyn AnyExplored, policy: &Policy) -> Result<Vec<Play>, PolicyError> {
    policy.everywhere(explored, mine(explored, 0))
}

/// The move's name at every position of the first player, by the position's fields.
fn moves(name: &str, given: &[&str], rules: &str) -> Vec<(Vec<i64>, String)> {
    let (explored, names) = game(name, given);
    let policy = Policy::read("rules", rules, &names).unwrap();
    let plays = plays(&*explored, &policy).unwrap();
    let mine = mine(&*explored, 0);
    let arena = explored.arena();
    let all = arena.ids().filter(|&state| mine(state) && arena.choices_of(state).len() > 1);
    let shown = all.map(|state| {
        let values = explored.describe(state).iter().filter_map(FieldValue::int).collect();
        let name = match plays[state.index()] {
            Play::Choice(choice) => explored.move_name(state, choice as usize),
            play => format!("{play:?}"),
        };
        (values, name)
    });
    shown.collect()
}

#[test]
fn rules_say_the_same_in_many_ways() {
    let hold_at_5 = moves("hold", &["target=12"], "hold if x >= 5 else roll");
    assert!(hold_at_5.len() > 100);
    assert!(hold_at_5.iter().all(|(at, name)| (at[2] >= 5) == (name == "hold")));
    for same in [
        "roll while x < 5",
        "hold at 5",
        "hold at x >= 5",
        "hold at 2 + 3",
        "roll until x > 4",
        "hold unless not (x >= 5)",
        "if x >= 5 then hold else roll",
        "if x >= 5: hold; roll",
        "roll if 0 <= x < 5\nhold // all else",
        "HOLD when x >= 5",
        "\"hold\" if max(x, 2) >= 5 & true; roll if false; roll if x < 5",
        "#2 if x > 4 else #1",
        "hold if x div 5 >= 1",
        "hold if -x <= -5",
        "hold if target - 12 + x >= 5 and target = 12 or false",
    ] {
        assert_eq!(moves("hold", &["target=12"], same), hold_at_5, "{same}");
    }
}

#[test]
fn names_of_moves_may_be_computed() {
    let taken = moves("stones", &["n=10"], "take {n div n} if n > 4 else take half");
    assert!(!taken.is_empty());
    for (at, name) in taken {
        assert_eq!(name, if at[0] > 4 { "take 1" } else { "take half" });
    }
}

#[test]
fn best_and_random_are_moves_too() {
    let all = moves("hold", &["target=12"], "best if s2 < 3; random if s2 < 6; hold at 4");
    for (at, name) in all {
        let right = match (at[1], at[2]) {
            (..3, _) => "Best",
            (..6, _) => "Random",
            (_, 4..) => "hold",
            _ => "roll",
        };
        assert_eq!(name, right, "{at:?}");
    }
}

#[test]
fn what_is_wrong_is_said_with_its_place() {
    let (explored, names) = game("hold", &["target=12"]);
    let deep = format!("hold if {}x > 1", "(".repeat(100));
    let cases = [
        ("", "there is no rule", 1),
        ("hold if", "expected a field or a number, but the text ends", 8),
        ("hold if x >", "expected a field or a number, but the text ends", 12),
        ("hold if x > 1 2", "expected `and`, `or`, `else` or the end of the rule", 15),
        ("hold if y > 1", "there is no field 'y'", 9),
        ("hold if s1 + taget > 1", "there is no field 'taget' (did you mean 'target'?)", 14),
        ("hold if (x > 1", "this bracket is not closed", 9),
        ("hold if x / 2 > 1", "there is no `/` here", 11),
        ("hold if least(x) > 1", "there is no function 'least'", 9),
        ("hold if x > 9999999999999999999", "a number of more than 18 digits", 13),
        ("if x > 1", "expected the name of a move, but the text ends", 9),
        ("\"hold if x > 1", "the quoted name has no end", 1),
        (&deep, "brackets and signs are nested more than 64 deep", 73),
        ("hodl if x > 1", "no move is called 'hodl' (did you mean 'hold'?)", 1),
        ("hold if x", "a condition is true or false, but this is a number", 9),
        ("hold if x div (s2 - s2) > 0", "division by 0", 16),
        (
            "hold if x = nobody",
            "'nobody' is no field and no constant, and a word is not compared with a number",
            9,
        ),
        ("hold if x*x*x*x*9999999999*9999999999*9999999999*9999999999*0 > 0", "128 bits", 9),
        ("hold if x > 3; roll if x < 0", "no rule applies at s1=", 29),
    ];
    for (text, message, column) in cases {
        let policy = Policy::read("--max", text, &names);
        let error = policy.and_then(|policy| plays(&*explored, &policy)).unwrap_err().to_string();
        assert!(error.contains(message), "{text}\n{error}");
        assert!(error.contains(&format!("--> --max:1:{column}\n")), "{text}\n{error}");
    }
}

#[test]
fn tables_name_positions_by_values_ranges_and_wildcards() {
    let (explored, names) = game("hold", &["target=12"]);
    let read = |text: &str| Policy::table("t.csv", text, &names);
    let text = "x,move,s1\n7,hold,*\n4..6|8..,hold,0..3\n..2|3,roll,\n*,roll,*\n";
    let plays = plays(&*explored, &read(text).unwrap()).unwrap();
    let mine = mine(&*explored, 0);
    let arena = explored.arena();
    for state in arena.ids().filter(|&state| mine(state) && arena.choices_of(state).len() > 1) {
        let values: Vec<i64> =
            explored.describe(state).iter().filter_map(FieldValue::int).collect();
        let held = values[2] == 7 || (values[2] >= 4 && values[0] <= 3);
        let Play::Choice(choice) = plays[state.index()] else { panic!("no choice") };
        assert_eq!(explored.move_name(state, choice as usize) == "hold", held, "{values:?}");
    }
    let cases = [
        ("x\n1\n", "t.csv: line 1: no column 'move'; columns: s1, s2, x, who, move"),
        ("y,move\n1,hold\n", "t.csv: line 1: no field 'y'"),
        ("x,x,move\n1,2,hold\n", "column 'x' occurs twice"),
        ("x,move\n1\n", "t.csv: line 2: 1 cells, but the first line has 2"),
        ("x,move\n1,\n", "t.csv: line 2: the move is missing"),
        ("x,move\none,hold\n2..3,hold\n", "no row of the table fits"),
        ("x,s1,move\none,*,hold\n", "t.csv: line 2: 'one' is no number"),
        ("x,move\n*,jump\n", "line 2 says 'jump', but the moves there are roll, hold"),
    ];
    for (text, message) in cases {
        let error = read(text).and_then(|policy| self::plays(&*explored, &policy));
        let error = error.unwrap_err().to_string();
        assert!(error.contains(message), "{text}\n{error}");
    }
}

fn studied(name: &str, given: &[&str], max: &str, min: &str) -> (Box<dyn AnyExplored>, Study) {
    let (explored, names) = game(name, given);
    let policy = |text| Policy::read("text", text, &names).unwrap();
    let asked = Asked::Value(explored.objective());
    let options = Options { exact: true, ..Options::default() };
    let found = study(&*explored, asked, (&policy(max), &policy(min)), &options, &Quiet).unwrap();
    (explored, found)
}

fn exactly(bounds: (Amount, Amount)) -> Rational {
    assert_eq!(bounds.0, bounds.1);
    bounds.0.finite().unwrap().clone()
}

#[test]
fn what_a_policy_gives_up_adds_up() {
    let (explored, found) = studied("hold", &["target=15"], "hold at 3", "hold at 9");
    let start = explored.starts()[0];
    let value = exactly(found.best.bounds(start));
    let (max, min) = (found.max.as_ref().unwrap(), found.min.as_ref().unwrap());
    let worst = exactly(max.worst.bounds(start));
    let best_against = exactly(min.worst.bounds(start));
    let both = exactly(found.value().bounds(start));
    assert!(worst < value && value < best_against && worst <= both && both <= best_against);
    assert_eq!(exactly(found.gives_up(max, start)), &value - &worst);
    assert_eq!(exactly(found.gives_up(min, start)), best_against - value);
    let costly = found.costliest(max, 5);
    assert_eq!(costly.len(), 5);
    assert!(costly.windows(2).all(|pair| pair[0].cost.0 >= pair[1].cost.0));
    for one in costly {
        // Going wrong at once costs no more than going on like that.
        assert!(one.cost.0 <= one.gives_up.0);
        let Play::Choice(taken) = max.plays[one.state.index()] else { panic!("no choice") };
        assert_ne!(taken, one.best);
    }
}

#[test]
fn random_play_is_the_mean_of_all_moves() {
    let (explored, found) = studied("tic-tac-toe", &[], "random", "best");
    let start = explored.starts()[0];
    // Against the best reply random play never wins, and draws sometimes.
    let worst = exactly(found.value().bounds(start));
    assert!(Rational::ZERO < worst && worst < Rational::from_parts(1.into(), 4u8.into()));
    let (explored, found) = studied("tic-tac-toe", &[], "random", "random");
    // The published chances of the first player: 737/1260 won and 8/63 drawn.
    let both = exactly(found.value().bounds(explored.starts()[0]));
    assert_eq!(
        both,
        Rational::from_parts(737.into(), 1260u32.into())
            + Rational::from_parts(8.into(), 126u8.into())
    );
}

#[test]
fn a_saved_solution_is_a_policy_for_other_rules_too() {
    let (explored, names) = game("hold", &["target=20"]);
    let objective = explored.objective();
    let ordered = Ordered::new(explored, objective);
    let checked = ordered.solve(&Options::default(), &Quiet).unwrap();
    let strategy = checked.solution().strategy.clone();
    let solved = Solved { explored: ordered.explored, checked };
    let mut file = std::io::Cursor::new(Vec::new());
    let values = games::find("hold").unwrap().values(&["target=20"]).unwrap();
    let origin = solution::Origin::built_in("hold", &values);
    solution::write(&mut file, &origin, solved.seen()).unwrap();
    let saved = solution::read(&mut file.get_ref().as_slice()).unwrap();
    let policy = Policy::saved("hold.parquet", &saved, &names).unwrap();
    let mine = mine(&*solved.explored, 0);
    let plays = plays(&*solved.explored, &policy).unwrap();
    for state in solved.explored.arena().ids().filter(|&state| mine(state)) {
        assert_eq!(plays[state.index()], Play::Choice(strategy[state.index()]));
    }
    let (smaller, names) = game("hold", &["target=10"]);
    let policy = Policy::saved("hold.parquet", &saved, &names).unwrap();
    assert!(self::plays(&*smaller, &policy).is_ok());
    let (larger, _) = game("hold", &["target=30"]);
    let error = self::plays(&*larger, &policy).unwrap_err().to_string();
    assert!(error.contains("the file holds no move for it"), "{error}");
    let (_, other) = game("stones", &[]);
    let error = Policy::saved("hold.parquet", &saved, &other).unwrap_err().to_string();
    assert!(error.contains("have the fields s1, s2, x, who, but the game's have"), "{error}");
}
