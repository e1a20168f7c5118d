//! Models whose cycles cross from worker to worker: bounds by sweeps over all workers, and brought
//! to one worker; with and without checkpoints.

use std::sync::Arc;
use std::time::Duration;

use foregone::model::{
    Deadlocks, Found, ModelText, PropertiesText, Reached, Remote, Span, Work,
    answer as answer_alone,
};
use foregone::solve::Options as Single;
use foregone::{Limits as Within, Quiet, Rational, decimal};
use foregone_cluster::{
    Answer, Ask, Keeping, Limits, Links, Mark, Options, Playing, Problem, Question, Report, Worth,
    run,
};

mod limit;

use limit::within;

struct Silent;

impl Report for Silent {
    fn explored(&self, _: usize, _: u64, _: u64) {}
    fn note(&self, _: usize, _: &dyn Fn() -> String) {}
}

/// Both sides can go round for ever at 0 and 1; Max wins with 1/2 by the gamble at 2, or with 2/5
/// through Min's state 3, who would rather go round.
const ROUNDS: &str = "smg
player big [a], [b], [go], [stay] endplayer
player small [c], [d], [e] endplayer
module m
  s : [0..6] init 0;
  [a] s=0 -> (s'=1);
  [b] s=0 -> (s'=2);
  [stay] s=1 -> (s'=0);
  [go] s=1 -> 0.4 : (s'=5) + 0.5 : (s'=6) + 0.1 : (s'=0);
  [go] s=2 -> 1/2 : (s'=5) + 1/2 : (s'=3);
  [c] s=3 -> (s'=4);
  [d] s=4 -> (s'=3);
  [e] s=4 -> 0.3 : (s'=5) + 0.7 : (s'=0);
  [go] s=5 -> true;
  [go] s=6 -> true;
endmodule
label \"won\" = s=5;
";

/// A race to six points: whoever is to move gambles for two or takes one.
const RACE: &str = "smg
player one [g1], [t1] endplayer
player two [g2], [t2] endplayer
module m
  a : [0..6] init 0; b : [0..6] init 0; w : [1..2] init 1;
  [g1] w=1 & a<6 & b<6 -> 1/2 : (a'=min(6,a+2)) & (w'=2) + 1/2 : (a'=max(0,a-1)) & (w'=2);
  [t1] w=1 & a<6 & b<6 -> 2/3 : (a'=a+1) & (w'=2) + 1/3 : (w'=2);
  [g2] w=2 & a<6 & b<6 -> 1/2 : (b'=min(6,b+2)) & (w'=1) + 1/2 : (b'=max(0,b-1)) & (w'=1);
  [t2] w=2 & a<6 & b<6 -> 2/3 : (b'=b+1) & (w'=1) + 1/3 : (w'=1);
  [t1] w=1 & (a=6 | b=6) -> true;
  [t2] w=2 & (a=6 | b=6) -> true;
endmodule
label \"won\" = a=6;
";

fn problem(text: &'static str, property: &'static str) -> Problem {
    let model = ModelText::read("model", text).expect("a model");
    let properties = PropertiesText::read("property", property, &model).expect("a property");
    let given = foregone::model::Given::new();
    let (built, _) = model.model(&given, true).expect("a model");
    let queries = Arc::new(properties.queries(&built, &given).expect("a question"));
    let reached = Reached::of(&properties, &queries, 0).expect("a probability");
    let Reached { max, flipped, from, to, .. } = reached;
    let steps = to.map(|to| (from, to));
    let make = move || {
        let remote = Arc::new(Remote::new(&model, Arc::clone(&built)));
        let (game, reached) = (remote.game(), reached.clone());
        let fields = Arc::clone(&game);
        let marks = move |bytes: &[u8]| {
            let values = fields.describe_bytes(bytes).expect("a state");
            let (through, target) = reached.marks(&values).map_err(|error| error.to_string())?;
            Ok(Mark { through, target })
        };
        let fault = move || remote.error().map(|error| error.to_string());
        Ok(Playing { game, fault: Arc::new(fault), marks: Some(Arc::new(marks)) })
    };
    let ask = Ask::Reach(Question { max, flipped, steps });
    Problem { game: Arc::new(make), starts: Vec::new(), ask }
}

fn options(gather: u64, keeping: Option<Keeping>) -> Options {
    Options {
        precision: Rational::from_parts(1.into(), 1_000_000_000_u32.into()),
        exact: false,
        gather,
        every: Duration::from_micros(if keeping.is_some() { 1 } else { 1_000_000 }),
        keeping,
        saving: None,
        limits: Limits::default(),
        workers: 1,
    }
}

fn answer(problem: &Problem, workers: usize, gather: u64, keeping: Option<Keeping>) -> Answer {
    answer_with(problem, workers, options(gather, keeping))
}

fn answer_with(problem: &Problem, workers: usize, options: Options) -> Answer {
    let problem = problem.clone();
    within("a model", move || {
        run(Links::threads(workers), problem, options, Arc::new(Silent)).expect("an answer")
    })
}

fn bounds(answer: &Answer) -> (Rational, Rational) {
    assert_eq!(answer.stopped, None);
    match &answer.starts[0].worth {
        Worth::Bounds(lower, upper) => (lower.clone(), upper.clone()),
        other => panic!("{other:?}"),
    }
}

fn check(text: &'static str, property: &'static str, value: &str) {
    let problem = problem(text, property);
    let value = decimal::read(value).expect("a number");
    let width = Rational::from_parts(1.into(), 1_000_000_000_u32.into());
    for workers in [1, 2, 4] {
        for gather in [0, 1_000] {
            let (lower, upper) = bounds(&answer(&problem, workers, gather, None));
            let near = lower <= value && value <= upper && &upper - &lower <= width;
            assert!(near, "{property} {workers} {gather}: {lower} {value} {upper}");
        }
    }
}

#[test]
fn going_round_for_ever_earns_nothing() {
    check(ROUNDS, "<<big>> Pmax=? [ F \"won\" ]", "1/2");
    check(ROUNDS, "<<big,small>> Pmax=? [ F \"won\" ]", "1");
    check(ROUNDS, "<<big>> Pmax=? [ F s=5 | s=3 ]", "1");
    check(ROUNDS, "<<small>> Pmax=? [ F s=6 ]", "0");
}

#[test]
fn checkpoints_change_nothing() {
    let problem = problem(RACE, "<<one>> Pmax=? [ F \"won\" ]");
    for workers in [2, 3] {
        let folder = tempfile::tempdir().expect("a folder");
        let folder = folder.path().join("kept");
        let identity = String::from("race");
        let keeping = || Some(Keeping { folder: folder.clone(), identity: identity.clone() });
        let plain = answer(&problem, workers, 0, None);
        let kept = answer(&problem, workers, 0, keeping());
        assert_eq!(plain.starts, kept.starts, "{workers} workers");
        assert!(folder.join("manifest").exists());
        // What the last checkpoint holds is amid the work.
        let resumed = answer(&problem, workers, 0, keeping());
        assert_eq!(plain.starts, resumed.starts, "{workers} workers, resumed");
        assert_eq!(plain.counts, resumed.counts);
        let others = answer(&problem, workers + 1, 0, keeping());
        let ((l, u), (lower, upper)) = (bounds(&plain), bounds(&others));
        assert!(l <= upper && lower <= u, "{workers} workers, then one more");
        assert_eq!(plain.counts, others.counts);
    }
}

/// What one machine answers.
fn alone(text: &str, property: &str) -> Found {
    let model = ModelText::read("model", text).expect("a model");
    let properties = PropertiesText::read("property", property, &model).expect("a property");
    let given = foregone::model::Given::new();
    let (built, _) = model.model(&given, true).expect("a model");
    let explored = model.explore(built, &[], Deadlocks::Refuse, &Within::default(), &Quiet);
    let mut explored = explored.expect("explored");
    let queries = properties.queries(explored.model(), &given).expect("a question");
    let work = Work { stages: vec![Single::default()], digits: None, watch: &Quiet };
    answer_alone(&mut explored, &properties, &queries, 0, &work).expect("an answer").found
}

#[test]
fn bounded_moves_are_those_of_one_machine() {
    for property in [
        "<<one>> Pmax=? [ F<=9 \"won\" ]",
        "<<two>> Pmax=? [ F<=30 \"won\" ]",
        "<<one>> Pmax=? [ a<4 U<=12 b>=3 ]",
        "<<one>> Pmin=? [ G<=8 a<5 ]",
        "<<one>> Pmax=? [ X a=1 ]",
        "<<one>> Pmax=? [ F[3,9] a=2 ]",
        "<<one>> Pmax=? [ a<5 U[2,11] b=2 ]",
    ] {
        let problem = problem(RACE, property);
        let Found::Number(span) = alone(RACE, property) else { panic!("{property}") };
        for workers in [1, 3] {
            let answer = answer(&problem, workers, 0, None);
            let (lower, upper) = bounds(&answer);
            let Ask::Reach(question) = problem.ask else { panic!("{property}") };
            let (lower, upper) = match question.flipped {
                true => (Rational::ONE - upper, Rational::ONE - lower),
                false => (lower, upper),
            };
            assert_eq!(Span::between(lower, upper), span, "{property} by {workers}");
        }
    }
}

#[test]
fn fractions_come_from_one_worker_or_not_at_all() {
    let problem = problem(ROUNDS, "<<big>> Pmax=? [ F \"won\" ]");
    let half = Rational::from_parts(1.into(), 2_u32.into());
    for workers in [1, 2, 3] {
        let exact = Options { exact: true, ..options(1_000, None) };
        let found = answer_with(&problem, workers, exact);
        assert_eq!(bounds(&found), (half.clone(), half.clone()), "{workers} workers");
    }
    for workers in [2, 3] {
        let exact = Options { exact: true, ..options(3, None) };
        let found = answer_with(&problem, workers, exact);
        let why = found.stopped.expect("a reason");
        assert!(why.contains("its 7 positions are more than --gather 3 allows"), "{why}");
        let Worth::Bounds(lower, upper) = &found.starts[0].worth else { panic!("bounds") };
        assert!(*lower <= half && half <= *upper, "{workers} workers: {lower} to {upper}");
    }
}
