//! Darts as it is played against what is known of it.

use foregone::darts::advice::Work;
use foregone::games;
use foregone::session::{self, Solved};
use foregone::solve::Options;
use foregone::{Limits, Number, Quiet, Rational};

fn solved(game: &str, given: &[&str], at: &[&str], options: &Options) -> Solved {
    let game = games::find(game).unwrap().build(given).unwrap();
    session::solve(game, at, options, &Limits::default(), &Quiet).unwrap()
}

fn bounds(solved: &Solved, start: usize) -> (Rational, Rational) {
    let state = solved.explored.starts()[start];
    solved.checked.solution().bounds.rational(state)
}

#[test]
fn one_dart_of_thirds_is_the_contest_game() {
    let given = ["darts=1", "out=straight", "skill=random", "opponent=thirds"];
    let exact = Options { exact: true, ..Options::default() };
    for start in [5, 11, 20, 31] {
        let start = format!("start={start}");
        let same = solved("darts-501", &[&given[..], &[&start]].concat(), &[], &exact);
        assert_eq!(bounds(&same, 0), bounds(&solved("darts", &[&start], &[], &exact), 0));
    }
}

#[test]
fn equal_players_have_equal_chances() {
    // Pure chance, and the same aims on both sides: who begins has the same chance.
    for (skill, out) in [
        ("skill=random", "out=straight"),
        ("skill=D1: D1=1 S1=1 D20=1; S2: S2=1 S17=1", "out=double"),
    ] {
        let exact = Options { exact: true, ..Options::default() };
        let at = ["a=16,b=16,who=1", "a=16,b=16,who=2", "a=9,b=12,who=1", "a=12,b=9,who=2"];
        let game = solved("darts-501", &["start=16", skill, out], &at, &exact);
        for pair in [[0, 1], [2, 3]] {
            let [first, second] = pair.map(|start| bounds(&game, start).0);
            assert_eq!(first + second, Rational::ONE, "{skill}");
        }
    }
}

#[test]
fn a_sure_player_needs_as_many_darts_as_the_rules_demand() {
    // Whoever hits what is aimed at needs nine darts from 501, two from 50 but for the bullseye.
    let sure: Vec<String> = foregone::darts::Area::all()
        .filter(|area| area.centre().is_some())
        .map(|area| format!("{area}: {area}=1"))
        .collect();
    let skill = format!("skill={}", sure.join("; "));
    for (score, darts) in [("501", 9), ("170", 3), ("168", 4), ("50", 1), ("3", 2), ("41", 2)] {
        let game = games::find("darts-501").unwrap();
        let game = game.build(&["alone=true", skill.as_str()]).unwrap();
        let explored = game.explore(&[score], &Limits::default(), &Quiet).unwrap();
        let found = session::solve_expected(explored, &Options::default(), &Quiet);
        let found = found.unwrap().unwrap();
        let span = found.span(found.explored.starts()[0]);
        let (lower, upper) = span.finite().unwrap();
        let error = Rational::from_parts(1.into(), 1_000_000_u32.into());
        assert!(
            (lower - Rational::from(darts)).max(Rational::from(darts) - upper) < error,
            "{score}"
        );
    }
}

#[test]
fn tables_are_sound() {
    let skill = "skill=D8: D8=1 S8=2 D16=1 S16=1 miss=2; S1: S1=2 S20=1; T20: S20=2 T20=1 S5=1";
    let work = Work {
        given: vec!["start=18".into(), skill.into()],
        options: Options::default(),
        limits: Limits::default(),
        watch: &Quiet,
    };
    let rows = work.checkouts().unwrap();
    assert_eq!(rows.len(), 17);
    // From 16 the double 8 wins at once with one in seven; all three darts may be thrown at it.
    let sixteen = rows.iter().find(|row| row.score == 16).unwrap();
    assert_eq!(sixteen.aim, "D8");
    assert!(sixteen.soon.0.f64_down() > 1.0 / 7.0);
    let (duels, worth) = work.duels(&[16, 2], "T20").unwrap();
    assert!(
        duels.iter().all(|row| row.habit.0 <= row.habit.1 && row.clock_cost.0 <= row.clock_cost.1)
    );
    assert!(worth.best.1 >= worth.clock.0 && worth.lost.0 <= worth.lost.1);
    assert!(work.duels(&[16], "T19").is_err());
}

#[test]
fn from_61_with_all_62_aims() {
    let game = games::find("darts-501").unwrap().build(&["start=61", "skill=10"]).unwrap();
    let mut bounds = None;
    let keep = &mut |near: session::Near| {
        let start = near.solved.explored.starts()[0];
        bounds = Some(near.solved.checked.solution().bounds.rational(start));
    };
    let size = game.solve_by_levels(&[], &Limits::default(), &Quiet, keep).unwrap();
    // One of each two that are the same, of 415,080 positions.
    assert_eq!(size.states, 214_598);
    let (lower, upper) = bounds.unwrap();
    let close = |bound: &Rational| (bound.to_f64().value() - 0.661374514268318).abs() < 1e-12;
    assert!(lower <= upper && close(&lower) && close(&upper));
}
