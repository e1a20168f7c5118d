//! What properties ask, in the terms of a solver.

mod explore;

use explore::build;
use foregone_prism::check::{Given, check_model, check_properties};
use foregone_prism::compile::Value;
use foregone_prism::query::{
    Ask, Event, FilterKind, Goal, Measure, Missed, Part, Queries, RewardGoal, Sides, queries,
};
use foregone_prism::source::{Source, render_all};
use foregone_prism::syntax::{annotations, parse_model, parse_properties};

const GAME: &str = r#"smg const int N = 4;
formula far = x>N-2;
player p [a] endplayer
player q [b], m endplayer
module m x : [0..N]; y : bool; [a] x<N -> (x'=x+1); [b] false -> true; endmodule
label "end" = x=N;
rewards "one" true : 1; endrewards
rewards "two" true : 2; endrewards"#;

fn asked(model: &str, properties: &str) -> Queries {
    let given = Given::from([("T".to_owned(), Value::Int(5))]);
    let built = build("m", model, "").unwrap_or_else(|message| panic!("{message}"));
    let source = Source::new("m", model);
    let checked = check_model(&parse_model(&source).expect("a model")).expect("a right model");
    let source = Source::new("p", properties);
    let shown = |list: Vec<_>| -> ! { panic!("{}", render_all(&list, &source)) };
    let tree = parse_properties(&source).unwrap_or_else(|e| shown(e));
    let checked = check_properties(&tree, &checked).unwrap_or_else(|e| shown(e));
    queries(&checked, &built, &given).unwrap_or_else(|e| shown(e))
}

fn asks(model: &str, properties: &str) -> Vec<Ask> {
    let all = asked(model, properties).queries;
    all.into_iter().map(|q| q.unwrap_or_else(|e| panic!("{e:?}")).ask).collect()
}

fn measure(ask: &Ask) -> &Measure {
    match ask {
        Ask::Measure(measure) => measure,
        Ask::Truth(formula) => match &formula.parts[..] {
            [Part::Compare(measure, ..)] => measure,
            other => panic!("{other:?}"),
        },
        other => panic!("{other:?}"),
    }
}

#[test]
fn coalitions_become_sides() {
    let all = asks(
        GAME,
        "<<p>>Pmax=? [F x=1]; <<p>>Pmin=? [F x=1]; <<2>>P>=1/2 [F x=1]; <<p>>P<0.5 [F x=1];
         [[p]]Pmax=? [F x=1]; [[p]]P>=1 [F x=1]; <<*>>Pmax=? [F x=1]; <<>>Pmax=? [F x=1]; <<p,q>>Pmin=? [F x=1];",
    );
    let split = |a, b| Sides::Split(vec![a, b]);
    let want = [
        split(true, false),
        split(false, true),
        split(false, true),
        split(false, true),
        split(true, false),
        split(false, true),
        split(true, true),
        split(false, false),
        split(false, false),
    ];
    for (ask, want) in all.iter().zip(want) {
        assert_eq!(measure(ask).sides, want);
    }
}

#[test]
fn in_a_decision_process_bounds_hold_for_all_choices() {
    let mdp = "mdp module m x : [0..4]; [] x<4 -> (x'=x+1); endmodule";
    let all = asks(mdp, "P>=0.5 [F x=1]; P<0.5 [F x=1]; Pmax=? [F x=1]; Pmin=? [F x=1];");
    let sides: Vec<Sides> = all.iter().map(|ask| measure(ask).sides.clone()).collect();
    assert_eq!(sides, [false, true, true, false].map(Sides::Together));
    let strategies = "[[*]]Pmax=? [F x=1]; [[]]Pmin=? [F x=1]; <<>>Pmax=? [F x=1];
        [[*]]P>0 [F x=1]; [[]]P>0 [F x=1]; <<*>>P>0 [F x=1]; <<>>P>0 [F x=1];";
    let all = asks(mdp, strategies);
    let sides: Vec<Sides> = all.iter().map(|ask| measure(ask).sides.clone()).collect();
    assert_eq!(sides, [true, false, true, false, true, true, false].map(Sides::Together));
    assert!(asked(mdp, "P=? [F x=1]").queries[0].is_err());
    let dtmc = mdp.replace("mdp", "dtmc");
    assert_eq!(measure(&asks(&dtmc, "P=? [F x=1]")[0]).sides, Sides::Chain);
    assert_eq!(measure(&asks(&dtmc, "Pmax=? [F x=1]")[0]).sides, Sides::Chain);
}

#[test]
fn temporal_operators_become_next_and_until() {
    let chain = GAME
        .replace("smg", "dtmc")
        .replace("player p [a] endplayer\nplayer q [b], m endplayer\n", "");
    let bounds = |text: &str| {
        let all = asks(&chain, &format!("const int T; P=? [ {text} ]"));
        let Goal::Probability(path) = &measure(&all[0]).goal else { panic!("no probability") };
        let steps = match &path.event {
            Event::Next(_) => None,
            Event::Until { from, to, hold, .. } => Some((*from, *to, hold.is_some())),
        };
        (path.negated, steps)
    };
    assert_eq!(bounds("X x=1"), (false, None));
    assert_eq!(bounds("F x=1"), (false, Some((0, None, false))));
    assert_eq!(bounds("F<=T x=1"), (false, Some((0, Some(5), false))));
    assert_eq!(bounds("F<T x=1"), (false, Some((0, Some(4), false))));
    assert_eq!(bounds("F>T x=1"), (false, Some((6, None, false))));
    assert_eq!(bounds("G>=2 x=1"), (true, Some((2, None, false))));
    assert_eq!(bounds("x=0 U[1,T+1] x=1"), (false, Some((1, Some(6), true))));
    assert_eq!(bounds("x=0 U=3 x=1"), (false, Some((3, Some(3), true))));
    assert_eq!(bounds("x=0 W x=1"), (true, Some((0, None, true))));
    assert_eq!(bounds("x=0 R x=1"), (true, Some((0, None, true))));
    assert_eq!(bounds("\"end\" & x=3"), (false, Some((0, Some(0), false))));
    for wrong in ["F<0 x=1", "F[3,2] x=1", "F<=-1 x=1", "F<=x x=1"] {
        let all = asked(&chain, &format!("P=? [ {wrong} ]"));
        assert!(all.queries[0].is_err(), "{wrong}");
    }
}

#[test]
fn conditions_are_evaluated_with_their_parts() {
    let all = asked(
        GAME,
        "const int T; label \"late\" = far & x<T; \"inner\": <<p>>P>=1 [F \"end\"];
         \"late\" & !\"deadlock\" | \"init\" & \"inner\"; filter(max, x*2+1, \"late\")",
    );
    let ask = |i: usize| &all.queries[i].as_ref().expect("a question").ask;
    let Ask::Truth(formula) = ask(1) else { panic!("no truth") };
    assert_eq!(formula.parts.len(), 3);
    let holds = |x, deadlock, initial, inner| all.holds(formula, &[x, 0, deadlock, initial, inner]);
    assert_eq!(holds(3, 0, 0, 0), Ok(true));
    assert_eq!(holds(3, 1, 0, 1), Ok(false));
    assert_eq!(holds(0, 0, 1, 1), Ok(true));
    assert_eq!(holds(2, 0, 1, 0), Ok(false));
    let Ask::Filter(FilterKind::Max, inner, states) = ask(2) else { panic!("no filter") };
    let Ask::Value(value) = &**inner else { panic!("no value") };
    assert_eq!(all.value(value, &[3, 0]).map(|v| v.to_string()), Ok("7".to_owned()));
    assert_eq!(all.holds(states, &[2, 1]), Ok(false));
}

#[test]
fn rewards_say_what_a_missed_target_is_worth() {
    let all = asks(
        GAME,
        "<<p>>R{\"two\"}max=? [F x=1]; <<p>>R{2}max=? [Fc x=1]; <<p>>Rmin=? [F0 x=1];
         <<p>>Rmin=? [C<=3]; <<p>>Rmin=? [I=2]; <<p>>Rmin=? [C]",
    );
    let goals: Vec<&Goal> = all.iter().map(|ask| &measure(ask).goal).collect();
    assert!(matches!(goals[0], Goal::Reward(1, RewardGoal::Reach(_, Missed::Infinite))));
    assert!(matches!(goals[1], Goal::Reward(1, RewardGoal::Reach(_, Missed::Collected))));
    assert!(matches!(goals[2], Goal::Reward(0, RewardGoal::Reach(_, Missed::Zero))));
    assert!(matches!(goals[3], Goal::Reward(0, RewardGoal::Cumulative(3))));
    assert!(matches!(goals[4], Goal::Reward(0, RewardGoal::Instantaneous(2))));
    assert!(matches!(goals[5], Goal::Reward(0, RewardGoal::Total)));
    assert!(asked(GAME, "<<p>>R{3}max=? [F x=1]").queries[0].is_err());
}

#[test]
fn old_filters_are_filters() {
    let all = asks(
        GAME,
        "<<p>>P>=1 [F x=1 {far}]; <<p>>Pmax=? [F x=1 {far}{max}]; \"a\"; \"a\": filter(+, x, far);",
    );
    assert!(
        matches!(all[0], Ask::Truth(_)) || matches!(all[0], Ask::Filter(FilterKind::ForAll, ..))
    );
    assert!(matches!(all[2], Ask::Filter(FilterKind::Sum, ..)));
    let nested = asks(GAME, "x=1 & filter(forall, <<p>>P>=1 [F x=1 {far}])");
    let Ask::Truth(formula) = &nested[0] else { panic!("no truth") };
    assert!(matches!(&formula.parts[..], [Part::Filter(_)]));
}

#[test]
fn one_bad_property_does_not_hide_the_others() {
    let all = asked(
        GAME,
        "<<p>>Pmax=? [F x]; <<p>>Pmax=? [F x=1]; <<p>>Pmax=? [G F x=1]; <<p>>Pmax=? [X x=2] > 0.5;",
    );
    let fine: Vec<bool> = all.queries.iter().map(Result::is_ok).collect();
    assert_eq!(fine, [false, true, false, true]);
}

#[test]
fn annotations_stay_with_their_properties() {
    let text = "// far away\n\n// RESULT: 1/2\n// RESULT (N=5): 0.25\nP=? [F true]\n\n// RESULT: lost\n\nP=? [X true];";
    let read = parse_properties(&Source::new("p", text)).expect("two properties");
    assert_eq!(annotations(&read.properties[0].comments).len(), 2);
    assert!(read.properties[1].comments.is_empty());
}
