//! What is said of one position, and the JSON in which it is said.

use foregone::games;
use foregone::query::{Form, Query, Value, query};
use foregone::session::{self, AnyExplored, Solved};
use foregone::solve::Options;
use foregone::{Limits, Number, Quiet};

fn solved(game: &str, parameters: &[&str], at: &[&str], exact: bool) -> Solved {
    let game = games::find(game).unwrap().build(parameters).unwrap();
    let options = Options { exact, ..Options::default() };
    session::solve(game, at, &options, &Limits::default(), &Quiet).unwrap()
}

fn ask(solved: &Solved, at: &str, form: Form) -> Query {
    let state = solved.explored.find(at).unwrap().expect("play comes there");
    query(&*solved.explored, &solved.checked, state, form)
}

const ALL: Form = Form { exact: true, digits: Some(12) };

#[test]
fn a_position_as_json() {
    let game = solved("hold", &[], &["73 73 0"], true);
    let found = ask(&game, "73 73 0", ALL);
    let json = serde_json::to_value(&found).unwrap();
    assert_eq!(json["state"], "s1=73,s2=73,x=0,who=1");
    assert_eq!(json["turn"], "player 1");
    assert_eq!(json["value"]["exact"], "6/11");
    assert_eq!(json["value"]["digits"], "0.545454545455");
    let (lower, upper) =
        (json["value"]["lower"].as_f64().unwrap(), json["value"]["upper"].as_f64().unwrap());
    assert!(lower < upper && upper == lower.next_up(), "6/11 is no double: {lower} {upper}");
    let moves = json["moves"].as_array().unwrap();
    assert_eq!(moves.len(), 1);
    assert_eq!(moves[0]["name"], "roll");
    assert_eq!(moves[0]["best"], true);
    assert_eq!(moves[0]["outcomes"][0]["exact"], "5/6");
    assert_eq!(moves[0]["outcomes"][0]["probability"], 5.0 / 6.0);
    assert_eq!(moves[0]["outcomes"][1]["state"], "s1=73,s2=73,x=2,who=1");
}

#[test]
fn what_was_not_asked_is_left_out() {
    let game = solved("hold", &[], &["73 73 0"], true);
    let json = serde_json::to_value(ask(&game, "73 73 0", Form::default())).unwrap();
    assert!(json["value"].get("exact").is_none() && json["value"].get("digits").is_none());
    let game = solved("hold", &[], &["72 70 0"], false);
    let json = serde_json::to_value(ask(&game, "72 70 0", ALL)).unwrap();
    assert!(json["value"].get("exact").is_none(), "bounds are no fraction: {json}");
}

#[test]
fn moves_of_the_lower_side_are_compared_from_below() {
    let game = solved("darts", &["start=40"], &["40 40 B"], false);
    let found = ask(&game, "20 20 B", Form::default());
    assert_eq!((found.turn.as_str(), found.moves.len()), ("B", 20));
    for other in &found.moves {
        let worse = found.moves.iter().any(|m| m.value.upper < other.value.lower);
        assert_eq!(other.best, !worse, "{}", other.name);
    }
    let best = found.moves.iter().find(|m| m.best).unwrap();
    assert!(best.value.lower <= found.value.upper && best.value.upper >= found.value.lower);
}

#[test]
fn equal_moves_are_ties() {
    let game = solved("stones", &["n=9"], &[], false);
    let ties: Vec<(String, bool, Option<bool>)> = ask(&game, "n=2,who=2", Form::default())
        .moves
        .into_iter()
        .map(|m| (m.name, m.best, m.tie))
        .collect();
    assert_eq!(ties, [("take 1".into(), true, Some(true)), ("take half".into(), true, Some(true))]);
    let game = solved("stones", &["n=6"], &[], false);
    let found = ask(&game, "6", Form::default());
    let marks: Vec<(bool, Option<bool>)> = found.moves.iter().map(|m| (m.best, m.tie)).collect();
    assert_eq!(marks, [(true, Some(false)), (false, Some(false))]);
}

#[test]
fn the_end_has_no_moves() {
    let game = solved("stones", &["n=3"], &[], false);
    let found = ask(&game, "n=0,who=2", ALL);
    assert_eq!((found.turn.as_str(), found.moves.len()), ("over", 0));
    assert_eq!(found.value.exact.as_deref(), Some("1"));
}

#[test]
fn positions_cut_off_are_unexplored() {
    let row = games::find("pig").unwrap();
    let limits = Limits { states: 50, ..Limits::default() };
    let explored = row.build::<&str>(&[]).unwrap().explore(&[], &limits, &Quiet).unwrap();
    assert!(explored.stopped().is_some());
    let solved = session::solve_explored(
        explored,
        foregone::Objective::payoff(),
        &Options::default(),
        &Quiet,
    )
    .unwrap();
    let arena = solved.explored.arena();
    let state = arena.ids().find(|&state| arena.is_unexplored(state)).unwrap();
    let found = query(&*solved.explored, &solved.checked, state, ALL);
    assert_eq!((found.turn.as_str(), found.value.doubles()), ("unexplored", (0.0, 1.0)));
    assert_eq!(found.value.digits, None);
}

#[test]
fn every_state_is_found_by_its_text_after_renumbering() {
    let game = solved("pig", &["target=8"], &[], false);
    let explored: &dyn AnyExplored = &*game.explored;
    for state in explored.arena().ids() {
        assert_eq!(explored.find(&explored.show(state)), Ok(Some(state)));
    }
    assert_eq!(explored.find("1 1 0"), Ok(None), "play from the start never scores 1");
    assert!(explored.find("9 9 9").is_err());
}

#[test]
fn a_position_outside_play_is_explored_from_itself() {
    let game = solved("hold", &["target=20"], &["1 0 0", "0 0 0"], false);
    let [one, zero] = game.explored.starts() else { panic!("two starts") };
    let value = |state| Value::of(&game.checked, state, Form::default());
    assert_eq!(game.explored.show(*one), "s1=1,s2=0,x=0,who=1");
    assert!(value(*one).lower.f64_down() > 0.0 && value(*one) != value(*zero));
}

#[test]
fn wrong_positions_are_named() {
    let game = games::find("hold").unwrap().build::<&str>(&[]).unwrap();
    let explored = game.explore(&["0 0 0", "80 0 0"], &Limits::default(), &Quiet);
    let text = explored.err().unwrap().to_string();
    assert_eq!(text, "position '80 0 0': a score of 80 is impossible: scores go from 0 to 75");
}
