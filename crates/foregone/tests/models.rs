//! Models in the PRISM language on the engine.

use foregone::model::{
    Answer, Built, Deadlocks, Found, ModelError, ModelText, PropertiesText, Span, Work, answer,
    by_levels, runs,
};
use foregone::solve::Options;
use foregone::{Limits, Quiet, Rational, games, session};

fn build(text: &str, constants: &str) -> Result<(ModelText, Built), ModelError> {
    let text = ModelText::read("m.prism", text)?;
    let given = runs(&text, None, constants)?.remove(0);
    let (model, _) = text.model(&given, false)?;
    let built = text.explore(model, &[], Deadlocks::Stay, &Limits::default(), &Quiet)?;
    Ok((text, built))
}

fn ask(text: &str, constants: &str, property: &str, exact: bool) -> Result<Answer, ModelError> {
    let (text, mut built) = build(text, constants)?;
    let properties = PropertiesText::read("--prop", property, &text)?;
    let given = runs(&text, Some(&properties), constants)?.remove(0);
    let queries = properties.queries(built.model(), &given)?;
    let stages = vec![Options { exact, ..Options::default() }];
    answer(&mut built, &properties, &queries, 0, &Work { stages, digits: None, watch: &Quiet })
}

fn found(text: &str, property: &str) -> Found {
    ask(text, "", property, true).unwrap_or_else(|error| panic!("{error}")).found
}

fn fraction(n: i64, d: u64) -> Found {
    Found::Number(Span::exactly(Rational::from_parts(n.into(), d.into())))
}

#[test]
fn the_contest_game_has_the_same_bounds_from_text_and_from_rules() {
    let text = include_str!("../../../models/pig.prism");
    let property = "<<p1>> Pmax=? [ F \"win1\" ]";
    let model = ask(text, "T=12", property, false).unwrap_or_else(|e| panic!("{e}"));
    let row = games::find("hold").unwrap();
    let values = row.values(&["target=12"]).unwrap();
    let game = (row.make)(&values).unwrap();
    let solved =
        session::solve(game, &[], &Options::default(), &Limits::default(), &Quiet).unwrap();
    let (lower, upper) = solved.checked.solution().bounds.rational(solved.explored.starts()[0]);
    let Found::Number(span) = model.found else { panic!("{:?}", model.found) };
    let (low, high) = span.finite().expect("a probability");
    assert!(*low <= upper && lower <= *high, "{span:?} and [{lower}, {upper}]");
}

#[test]
fn an_error_within_play_names_command_state_and_place() {
    let text = "dtmc\nmodule m\n  s : [0..3] init 0;\n  [] s<4 -> (s'=s+1);\nendmodule";
    let Err(error) = build(text, "") else { panic!("it leaves its range") };
    let shown = error.to_string();
    assert!(shown.contains("m.prism:4:3") && shown.contains("s=3"), "{shown}");
    let twice = "smg player a [x] endplayer player b [y] endplayer
        module m s : [0..2]; [x] s<2 -> (s'=s+1); [y] s=1 -> true; endmodule";
    let Err(error) = build(twice, "") else { panic!("two players can move") };
    assert!(error.to_string().contains("both `a` and `b`"), "{error}");
}

/// So wide that several threads ask for the choices of its states.
const WIDE: &str = "dtmc module m x : [1..80000] init 1;
    [] x<LAST -> 0.5:(x'=2*x)+0.5:(x'=2*x+1); endmodule";

#[test]
fn of_many_states_the_first_error_is_shown() {
    for last in [45_000, 60_000] {
        let Err(error) = build(&WIDE.replace("LAST", &last.to_string()), "") else {
            panic!("it leaves its range")
        };
        let shown = error.to_string();
        assert!(shown.contains("x=40000"), "{shown}");
    }
}

#[test]
fn every_deadlock_among_many_states_is_found() {
    let (_, built) = build(&WIDE.replace("LAST", "30000"), "").unwrap_or_else(|e| panic!("{e}"));
    let warning = built.deadlock_warning().expect("there are some");
    assert!(warning.starts_with("30000 states") && warning.ends_with("x=30000"), "{warning}");
}

#[test]
fn states_of_any_width_are_explored() {
    for variables in [1, 2, 3, 4, 5, 9] {
        let declared: String =
            (0..variables).map(|i| format!("v{i} : [0..1000000000000000000];")).collect();
        let updates: Vec<String> = (0..variables).map(|i| format!("(v{i}'=v{i}+1)")).collect();
        let text = format!(
            "dtmc module m {declared} [] v0<5 -> {}; [] v0=5 -> true; endmodule",
            updates.join("&")
        );
        let last = variables - 1;
        assert_eq!(found(&text, &format!("P=? [ F v{last}=5 ]")), fraction(1, 1));
        assert_eq!(build(&text, "").unwrap().1.arena().states(), 6);
    }
}

#[test]
fn deadlocks_stay_or_are_refused() {
    let text = "mdp module m s : [0..2]; [] s=0 -> 1/3 : (s'=1) + 2/3 : (s'=2); endmodule";
    let (text, built) = build(text, "").unwrap();
    let warning = built.deadlock_warning().expect("two of them");
    assert!(warning.starts_with("2 states have no choice"), "{warning}");
    let (model, _) = text.model(&Default::default(), false).unwrap();
    let refused = text.explore(model, &[], Deadlocks::Refuse, &Limits::default(), &Quiet);
    assert!(refused.is_err_and(|error| error.to_string().contains("no command")));
}

const CHAIN: &str = "dtmc module m
    s : [0..3] init 0;
    [] s=0 -> 1/3 : (s'=1) + 1/3 : (s'=2) + 1/3 : true;
    [] s=1 -> 1/2 : (s'=3) + 1/2 : (s'=0);
    [] s>=2 -> true;
    endmodule
    rewards \"r\" s=0 : 3/2; endrewards";

#[test]
fn several_questions_in_one_condition_keep_their_states_apart() {
    let both = "P>=0.4 [ F s=2 ] & P<0.5 [ F s=3 ]";
    assert_eq!(found(CHAIN, both), Found::Truth(Some(true)));
    let counted = "filter(count, P>0.5 [ F s=2 ] | P>=1 [ F s=3 ])";
    assert_eq!(found(CHAIN, counted), fraction(3, 1));
    let nested = "P=? [ P>0.5 [ F s=2 ] U P>=1 [ G s=2 ] ]";
    assert_eq!(found(CHAIN, nested), fraction(1, 2));
    assert_eq!(found(CHAIN, "P>0.5 [ F s=2 ] => P>0.7 [ F s=2 ]"), Found::Truth(Some(false)));
}

#[test]
fn measures_of_every_kind_are_exact_where_asked() {
    let cases = [
        ("P=? [ F s=2 ]", fraction(2, 3)),
        ("P=? [ G s!=2 ]", fraction(1, 3)),
        ("P=? [ X s=0 ]", fraction(1, 3)),
        ("P=? [ F<=2 s=3 ]", fraction(1, 6)),
        ("P=? [ F>=2 s=0 ]", fraction(1, 3)),
        ("P=? [ s!=1 U s=2 ]", fraction(1, 2)),
        ("P=? [ s!=1 W s=2 ]", fraction(1, 2)),
        ("P=? [ X F s=0 ]", fraction(1, 2)),
        ("P=? [ F X s=0 ]", fraction(1, 2)),
        ("P=? [ X X s=3 ]", fraction(1, 6)),
        ("P=? [ !(F s=2) ]", fraction(1, 3)),
        ("P=? [ F F !!(s=2) ]", fraction(2, 3)),
        ("P=? [ X !(F s=0) ]", fraction(1, 2)),
        ("P=? [ !(X G s!=0) ]", fraction(1, 2)),
        ("P=? [ G X G s!=0 ]", fraction(1, 2)),
        ("P=? [ !(s=0) ]", fraction(0, 1)),
        ("R{\"r\"}=? [ F s>=2 ]", fraction(3, 1)),
        ("R{\"r\"}=? [ C<=2 ]", fraction(2, 1)),
        ("R{\"r\"}=? [ I=1 ]", fraction(1, 2)),
        ("filter(max, P=? [ F s=3 ], s<3)", fraction(2, 3)),
        ("filter(sum, P=? [ F s=3 ])", fraction(2, 1)),
        ("filter(state, P=? [ F s=3 ], \"init\")", fraction(1, 3)),
        ("filter(count, \"deadlock\")", fraction(0, 1)),
    ];
    for (property, expected) in cases {
        assert_eq!(found(CHAIN, property), expected, "{property}");
    }
}

#[test]
fn negative_rewards_are_those_of_one_moment_alone() {
    let text =
        "mdp module m s : [0..2]; [] s=0 -> (s'=1); [] s=0 -> (s'=2); [] s>0 -> true; endmodule
        rewards \"signed\" s=1 : -5; s=2 : 3; s=2 : -1; endrewards
        rewards \"split\" s=0 : 2; s=0 : 1-2; endrewards";
    assert_eq!(found(text, "R{\"signed\"}min=? [ I=1 ]"), fraction(-5, 1));
    assert_eq!(found(text, "R{\"signed\"}max=? [ I=3 ]"), fraction(2, 1));
    assert_eq!(found(text, "R{\"signed\"}<=-5 [ I=1 ]"), Found::Truth(Some(false)));
    for property in ["R{\"signed\"}max=? [ C<=1 ]", "R{\"split\"}max=? [ F s>0 ]"] {
        let Err(error) = ask(text, "", property, false) else { panic!("{property}") };
        assert!(error.to_string().contains("only rewards of at least 0"), "{error}");
    }
    let text = ModelText::read("m", text).unwrap();
    let (model, _) = text.model(&Default::default(), false).unwrap();
    let few = Limits { states: 1, ..Limits::default() };
    let mut part = text.explore(model, &[], Deadlocks::Stay, &few, &Quiet).unwrap();
    let property = PropertiesText::read("p", "R{\"signed\"}min=? [ I=1 ]", &text).unwrap();
    let queries = property.queries(part.model(), &Default::default()).unwrap();
    let work = Work { stages: vec![Options::default()], digits: None, watch: &Quiet };
    let Err(error) = answer(&mut part, &property, &queries, 0, &work) else { panic!("unknown") };
    assert!(error.to_string().contains("the whole model"), "{error}");
}

#[test]
fn broken_powers_of_numbers_that_are_found_hold_the_true_ones() {
    for (property, square) in [("pow(P=? [ F s=2 ], 1/2)", (2, 3)), ("P=? [ F s=2 ]^-0.5", (3, 2))]
    {
        let Found::Number(span) = found(CHAIN, property) else { panic!("{property}") };
        let (low, high) = span.finite().expect("a number");
        let square = Rational::from_parts(square.0.into(), (square.1 as u64).into());
        assert!(low * low <= square && square <= high * high, "{property}: {span:?}");
        let width = high - low;
        assert!(width < Rational::from_parts(1.into(), 1_000_000_000_000u64.into()), "{width}");
    }
    // A base near the smallest double, whose rounded exponent weighs most.
    let Found::Number(span) = found(CHAIN, "(P=? [ F s=2 ]*1e-300)^(1/3)") else { panic!("none") };
    let (low, high) = span.finite().expect("a number");
    let base = Rational::from_parts(2.into(), 3u8.into());
    let base = base / Rational::from(foregone::UBig::from(10u8).pow(300));
    assert!(low * low * low <= base && base <= high * high * high, "{span:?}");
    for property in ["(P=? [ F s=2 ]-1)^0.5", "P=? [ F s=2 ]^P=? [ F s=3 ]", "0.5^P=? [ F s=9 ]^2"]
    {
        assert!(ask(CHAIN, "", property, false).is_err(), "{property}");
    }
}

#[test]
fn what_is_not_supported_is_named() {
    for property in [
        "S=? [ s=1 ]",
        "P=? [ F G s=1 ]",
        "P=? [ F !(F s=1) ]",
        "P=? [ X F<=4 s=1 ]",
        "P=? [ !(s=0 U s=1) ]",
        "P=? [ (F s=1) & (F s=2) ]",
        "R{\"r\"}=? [ S ]",
        "R{\"r\"}=? [ X s=1 ]",
    ] {
        let Err(error) = ask(CHAIN, "", property, false) else { panic!("{property}") };
        assert!(error.unsupported(), "{property}: {error}");
    }
}

#[test]
fn bounds_that_are_no_probabilities_are_refused() {
    for property in ["P>1.5 [ F s=1 ]", "P<=-1/10 [ F s=1 ]", "s=0 & P>=2 [ X s=1 ]"] {
        let Err(error) = ask(CHAIN, "", property, false) else { panic!("{property}") };
        assert!(error.to_string().contains("is an invalid probability bound"), "{error}");
    }
    assert!(ask(CHAIN, "", "R{\"r\"}>=1.5 [ F s=1 ]", false).is_ok());
}

/// Falling scores, a condition to be kept, and a counter that only some moves set back.
const RACE: &str = "smg
    player a [roll], [stay] endplayer
    player b [throw], [swap] endplayer
    const int N;
    module race
      turn : [1..2] init 1;
      mine : [0..N] init N;
      yours : [0..N] init N;
      again : [0..3] init 0;
      [roll] turn=1 & mine>0 & yours>0 -> 1/3 : (mine'=mine>=2?mine-2:mine) & (turn'=2)
        + 2/3 : (mine'=max(mine-1,0)) & (turn'=2) & (again'=0);
      [stay] turn=1 & mine>0 & yours>0 & again<3 -> 1/2 : (again'=again+1) + 1/2 : (turn'=2);
      [throw] turn=2 & mine>0 & yours>0 -> 0.3 : (yours'=yours-1) & (turn'=1) + 0.7 : (turn'=1);
      [swap] turn=2 & mine>0 & yours>0 -> 1/5 : (mine'=min(mine,yours)) & (turn'=1) + 4/5 : true;
    endmodule";

#[test]
fn models_by_levels_have_the_values_of_the_whole_arena() {
    let pig = include_str!("../../../models/pig.prism");
    for (text, constants, property, progress) in [
        (pig, "T=12", "<<p1>> Pmax=? [ F \"win1\" ]", "s1+s2"),
        (pig, "T=9", "<<p2>> Pmin=? [ s1<5 U \"win2\" ]", "s1+s2"),
        (RACE, "N=7", "<<a>> Pmax=? [ F mine=0 ]", "-mine-yours"),
        (RACE, "N=9", "<<b>> Pmax=? [ G mine>0 ]", "-mine-yours"),
        (RACE, "N=8", "<<a,b>> Pmin=? [ again<2 U mine+yours<4 ]", "-mine-yours"),
    ] {
        let Found::Number(whole) = ask(text, constants, property, false).unwrap().found else {
            panic!("{property}");
        };
        let text = ModelText::read("m.prism", text).unwrap();
        let properties = PropertiesText::read("--prop", property, &text).unwrap();
        let given = runs(&text, Some(&properties), constants).unwrap().remove(0);
        let (model, _) = text.model(&text.own(&given), false).unwrap();
        let queries = properties.queries(&model, &given).unwrap();
        let limits = Limits::default();
        let levels = by_levels(&text, &model, &queries, 0, &limits, &Quiet).unwrap().unwrap();
        assert_eq!((levels.progress.as_str(), levels.stopped), (progress, None));
        assert!(levels.size.levels > 4, "{} levels", levels.size.levels);
        let Found::Number(span) = levels.found else { panic!("{property}") };
        let ((low, high), (lower, upper)) = (span.finite().unwrap(), whole.finite().unwrap());
        assert!(low <= upper && lower <= high, "{property}: {span:?} and {whole:?}");
        assert!((high - low).to_f64().value() < 1e-12, "{property}: {span:?}");
    }
}

#[test]
fn a_model_that_goes_back_has_no_levels() {
    let text = "mdp module m s : [0..5] init 2; [] s>0 & s<5 -> 1/2 : (s'=s-1) + 1/2 : (s'=s+1);
        endmodule";
    let text = ModelText::read("m.prism", text).unwrap();
    let properties = PropertiesText::read("--prop", "Pmax=? [ F s=5 ]", &text).unwrap();
    let given = runs(&text, Some(&properties), "").unwrap().remove(0);
    let (model, _) = text.model(&text.own(&given), false).unwrap();
    let queries = properties.queries(&model, &given).unwrap();
    let found = by_levels(&text, &model, &queries, 0, &Limits::default(), &Quiet);
    assert!(found.unwrap().is_none());
}
