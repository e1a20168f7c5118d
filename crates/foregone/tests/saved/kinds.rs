//! Answers of every kind: expected amounts, payoffs of any size, values after a number of moves.

use std::io::Cursor;
use std::sync::Arc;

use foregone::format::solution::{
    self, Answer, Origin, Question, RebuildError, Rejudged, Saved, Stored, Subject,
};
use foregone::model::{
    Built, Deadlocks, Given, Judged, ModelText, PropertiesText, Quantity, Work, answer, runs,
};
use foregone::session::{AnyExplored, SharedGame, SolvedAmount, solve_expected};
use foregone::solve::Options;
use foregone::{Bounds, Limits, Number, Quiet, Rational, StateId, UBig};

use super::{game, read, seal};

/// A game with an answer that is to be saved.
pub(super) struct Case {
    pub(super) name: String,
    pub(super) explored: Box<dyn AnyExplored>,
    pub(super) judged: Judged,
    pub(super) origin: Origin,
    /// Built in.
    pub(super) game: Option<SharedGame>,
}

impl Case {
    fn built_in(name: &str, given: &[&str], options: &Options) -> Self {
        let (game, origin) = game(name, given);
        let explored = Arc::clone(&game).explore(&[], &Limits::default(), &Quiet).unwrap();
        let solved = solve_expected(explored, options, &Quiet).unwrap().unwrap();
        let judged = solved.judged().clone();
        Self { name: name.into(), explored: solved.explored, judged, origin, game: Some(game) }
    }

    fn model(property: &str, options: &Options, limits: &Limits) -> Self {
        let text = ModelText::read("walk.prism", WALK).unwrap();
        let properties = PropertiesText::read("property", property, &text).unwrap();
        let given: Given = runs(&text, Some(&properties), "N=5").unwrap().remove(0);
        let (model, _) = text.model(&given, false).unwrap();
        let built = text.explore(Arc::clone(&model), &[], Deadlocks::Stay, limits, &Quiet);
        let asked =
            Question { text: WALK.into(), states: None, properties: property.into(), at: 0 };
        let origin = Origin {
            game: "walk.prism".into(),
            given: vec!["N=5".into()],
            parameters: Default::default(),
            model: Some(asked),
        };
        Self::asked(built.unwrap(), &properties, &given, options, origin)
    }

    /// The answer to a property of an explored model.
    pub(super) fn asked(
        mut built: Built,
        properties: &PropertiesText,
        given: &Given,
        options: &Options,
        origin: Origin,
    ) -> Self {
        let queries = properties.queries(built.model(), given).unwrap();
        let work = Work { stages: vec![options.clone()], digits: None, watch: &Quiet };
        let found = answer(&mut built, properties, &queries, 0, &work).unwrap();
        let (name, judged) = (properties.source().text().into(), found.judged.unwrap());
        Self { name, explored: built.into_explored(), judged, origin, game: None }
    }

    pub(super) fn written(&self) -> Vec<u8> {
        let mut file = Cursor::new(Vec::new());
        let answer = Answer::of(&self.judged).expect("files hold it");
        solution::write_answer(&mut file, &self.origin, &*self.explored, answer).unwrap();
        file.into_inner()
    }

    pub(super) fn judge(&self, saved: Saved) -> Result<Rejudged, RebuildError> {
        saved.judge_any(self.game.clone(), &Limits::default(), &Quiet)
    }

    /// Every state as `again` numbers it.
    pub(super) fn pairs<'a>(
        &'a self,
        again: &'a Rejudged,
    ) -> impl Iterator<Item = (StateId, StateId)> + use<'a> {
        let states = self.explored.arena().states() as u32;
        (0..states).map(StateId).map(|state| {
            let there = again.explored.find(&self.explored.show(state)).unwrap().unwrap();
            (state, there)
        })
    }
}

/// A walk with a way that never ends, a way out that costs, and rewards that may be negative.
const WALK: &str = r#"
smg
player walker walk, [go], [safe], [give_up] endplayer
player wind [push], [pull] endplayer
const int N;
module walk
  x : [0..N] init 1;
  lost : bool init false;
  [go] x>0 & x<N & x!=2 & !lost -> 1/3 : (x'=x+1) + 2/3 : (x'=x-1);
  [safe] x>0 & x<N & x!=2 & !lost -> (x'=x-1);
  [give_up] x>0 & x<N & x!=2 & !lost -> (lost'=true);
  [push] x=2 & !lost -> 1/2 : (x'=3) + 1/2 : (x'=1);
  [pull] x=2 & !lost -> (x'=1);
  [] lost -> true;
  [] x=0 & !lost -> true;
  [] x=N & !lost -> true;
endmodule
rewards "cost"
  [go] true : 1/3;
  [push] true : 1/4;
  [safe] true : 2;
endrewards
rewards "height"
  true : x-2;
endrewards
label "home" = x=0 & !lost;
"#;

const PROPERTIES: [(&str, Subject); 10] = [
    (r#"<<walker>> R{"cost"}min=? [ F "home" ]"#, Subject::Collected),
    (r#"<<walker>> R{"cost"}max=? [ F "home" ]"#, Subject::Collected),
    (r#"<<walker>> R{"cost"}max=? [ C ]"#, Subject::Collected),
    (r#"<<walker>> R{"cost"}max=? [ Fc "home" ]"#, Subject::Collected),
    (r#"<<walker>> R{"cost"}max=? [ C<=7 ]"#, Subject::Steps),
    (r#"<<walker>> R{"height"}min=? [ I=3 ]"#, Subject::Steps),
    (r#"<<walker>> Pmax=? [ F<=6 x=N ]"#, Subject::Steps),
    (r#"<<walker>> Pmax=? [ G<=4 x<3 ]"#, Subject::Steps),
    (r#"<<walker>> Pmin=? [ X x=2 ]"#, Subject::Steps),
    (r#"<<walker>> Pmax=? [ F x=N ]"#, Subject::Chance),
];

fn ways() -> [Options; 3] {
    let narrow = Rational::from_parts(1.into(), UBig::from(10u8).pow(25));
    [
        Options::default(),
        Options { precision: narrow, ..Options::default() },
        Options { exact: true, ..Options::default() },
    ]
}

fn cases() -> Vec<(Case, Subject)> {
    let mut all = Vec::new();
    for options in ways() {
        for (property, subject) in PROPERTIES {
            if property.contains("F x=N") && options.exact {
                continue;
            }
            all.push((Case::model(property, &options, &Limits::default()), subject));
        }
        for (name, given, subject) in [
            ("pig-solitaire", &["target=12"][..], Subject::Collected),
            ("chutes", &["size=9", "board=8>1", "sides=1"], Subject::Collected),
            ("last-roll", &["rolls=4"], Subject::Paid),
            ("red-black", &["red=3", "black=2"], Subject::Paid),
        ] {
            all.push((Case::built_in(name, given, &options), subject));
        }
    }
    let cut = Limits { states: 3, ..Limits::default() };
    // Rewards that may be negative need the whole model.
    for (property, subject) in PROPERTIES.iter().filter(|(text, _)| !text.contains("height")) {
        all.push((Case::model(property, &Options::default(), &cut), *subject));
    }
    all
}

#[test]
fn every_kind_comes_back() {
    let mut infinite = 0;
    for (case, subject) in cases() {
        let (name, bytes) = (&case.name, case.written());
        let saved = read(&bytes).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(saved.meta.subject, subject, "{name}");
        let again = case.judge(saved).unwrap_or_else(|error| panic!("{name}: {error}"));
        for (state, there) in case.pairs(&again) {
            let (before, after) = (case.judged.span(state), again.judged.span(there));
            assert_eq!(before, after, "{name} at {}", case.explored.show(state));
            assert_eq!(case.judged.choice(state), again.judged.choice(there), "{name}");
            infinite += usize::from(before.upper == Quantity::Infinite);
        }
        let mut file = Cursor::new(Vec::new());
        let answer = again.answer().unwrap();
        solution::write_answer(&mut file, &case.origin, &*again.explored, answer).unwrap();
        assert_eq!(file.into_inner(), bytes, "{name}: the same bytes");
    }
    assert!(infinite > 10, "{infinite} infinite bounds test little");
}

/// Tightens one bound beyond the truth.
fn forge(saved: &mut Saved, row: usize, upper: bool) {
    fn set<N: Number>(all: &mut foregone::Intervals<N>, row: usize, upper: bool) {
        match upper {
            true => all.upper[row] = N::zero(),
            false => all.lower[row] = N::one(),
        }
    }
    match &mut saved.solution.bounds {
        Bounds::Fixed64(all) => set(all, row, upper),
        Bounds::Fixed128(all) => set(all, row, upper),
        Bounds::Fixed512(all) => set(all, row, upper),
        Bounds::Exact(all) => set(all, row, upper),
        Bounds::Grades(_) => panic!("no grades here"),
    }
}

#[test]
fn forged_bounds_are_refused() {
    for (case, _) in cases() {
        let saved = read(&case.written()).unwrap();
        let before = case.judge(saved.clone()).unwrap();
        let arena = before.explored.arena();
        let mut refused = 0;
        for state in arena.ids() {
            let Some((lower, upper)) = finite(&before.judged, state) else { continue };
            let scale = saved.meta.scale.as_ref();
            let value = |part: u8| {
                let part = Rational::from(part);
                scale.map_or(part.clone(), |scale| &scale.offset + part * &scale.unit)
            };
            for (is_upper, spoils) in [(true, upper > value(0)), (false, lower < value(1))] {
                // A bound that was at its end before is not made worse.
                let truth = if is_upper { lower > value(0) } else { upper < value(1) };
                if !spoils || !truth {
                    continue;
                }
                let mut forged = saved.clone();
                forge(&mut forged, state.index(), is_upper);
                let error = case.judge(forged).err().unwrap_or_else(|| {
                    panic!("{}: {} {is_upper}", case.name, before.explored.show(state))
                });
                assert!(matches!(error, RebuildError::Refused { .. }), "{}: {error}", case.name);
                refused += 1;
            }
        }
        let open = case.name.contains('C') || case.name == "chutes";
        assert!(refused > 0 || open || arena.unexplored() > 0, "{}: nothing was forged", case.name);
    }
}

fn finite(judged: &Judged, state: StateId) -> Option<(Rational, Rational)> {
    let span = judged.span(state);
    Some((span.lower.finite()?.clone(), span.upper.finite()?.clone()))
}

/// Alterations of each file.
const ALTERED: usize = 40;

impl Case {
    /// Flips bits of the file: each is noticed, and where the checksum is made right again the bounds
    /// hold or are refused. How many were accepted.
    pub(super) fn altered(&self, random: &mut fastrand::Rng) -> usize {
        let (bytes, mut accepted) = (self.written(), 0);
        for _ in 0..ALTERED {
            let mut altered = bytes.clone();
            altered[random.usize(4..bytes.len() - 8)] ^= 1 << random.u8(0..8);
            assert!(read(&altered).is_err(), "{}", self.name);
            if seal(&mut altered).is_none() {
                continue;
            }
            let Ok(saved) = read(&altered) else { continue };
            let Ok(again) = self.judge(saved) else { continue };
            accepted += 1;
            for (state, there) in self.pairs(&again) {
                let (a, b) = (self.judged.span(state), again.judged.span(there));
                assert!(a.lower <= b.upper && b.lower <= a.upper, "{}", self.name);
                let _ = b.doubles();
            }
        }
        accepted
    }
}

#[test]
fn flipped_bytes_are_noticed_and_with_a_right_checksum_do_not_lie() {
    let mut random = fastrand::Rng::with_seed(7);
    let (mut noticed, mut accepted) = (0, 0);
    for (case, _) in cases() {
        accepted += case.altered(&mut random);
        noticed += ALTERED;
    }
    assert!(noticed > 1000 && accepted > 50, "{noticed} {accepted}");
}

#[test]
fn a_forged_footer_is_refused() {
    let case = Case::built_in("pig-solitaire", &["target=12"], &Options::default());
    let bytes = case.written();
    let with = |scale: &str| format!(r#""scale":{scale}"#);
    let true_scale = r#"{"offset":"0","unit":"2"}"#;
    for (from, to, expected) in [
        (with(true_scale), with(r#"{"offset":"0","unit":"3"}"#), "refuses"),
        (with(true_scale), with(r#"{"offset":"0","unit":"8"}"#), "refuses"),
        (with(true_scale), with(r#"{"offset":"0","unit":"0"}"#), "scale"),
        (with(true_scale), with(r#"{"offset":"0","unit":"x"}"#), "no fraction"),
        (with(true_scale), with(r#"{"offset":"1","unit":"2"}"#), "1 + 2 * part"),
        (r#""format":3"#.into(), r#""format":2"#.into(), "contradicts itself"),
        (r#""subject":"collected""#.into(), r#""subject":"steps"    "#.into(), "objective"),
    ] {
        assert_eq!(from.len(), to.len());
        let mut forged = bytes.clone();
        let place = bytes.windows(from.len()).rposition(|window| window == from.as_bytes());
        let place = place.unwrap_or_else(|| panic!("the footer says {from}"));
        forged[place..place + to.len()].copy_from_slice(to.as_bytes());
        seal(&mut forged).unwrap();
        let judged = read(&forged).map_err(RebuildError::from).and_then(|saved| case.judge(saved));
        let error = judged.err().unwrap_or_else(|| panic!("{to} is accepted")).to_string();
        assert!(error.contains(expected), "{to}: {error}");
    }
}

#[test]
fn files_of_chances_in_the_format_before_are_read() {
    let (game, origin) = game("hold", &["target=12"]);
    let limits = Limits::default();
    let solved =
        foregone::session::solve(Arc::clone(&game), &[], &Options::default(), &limits, &Quiet);
    let mut file = Cursor::new(Vec::new());
    solution::write(&mut file, &origin, solved.unwrap().seen()).unwrap();
    let mut bytes = file.into_inner();
    // Format 2 had no subject, and is otherwise the same.
    let subject = r#""subject":"chance","#;
    let nothing = " ".repeat(subject.len());
    for (from, to) in [(r#""format":3"#, r#""format":2"#), (subject, &nothing)] {
        let place = bytes.windows(from.len()).rposition(|window| window == from.as_bytes());
        let place = place.expect("the footer says so");
        bytes[place..place + to.len()].copy_from_slice(to.as_bytes());
    }
    seal(&mut bytes).unwrap();
    let saved = read(&bytes).unwrap();
    assert_eq!((saved.meta.format, saved.meta.subject), (2, Subject::Chance));
    saved.judge(game, &Quiet).unwrap();
}

#[test]
fn amounts_are_found_by_their_rows() {
    for (name, given) in [("pig-solitaire", &["target=40"][..]), ("last-roll", &["rolls=4"])] {
        let case = Case::built_in(name, given, &Options::default());
        let game = case.game.clone().unwrap();
        let mut stored = Stored::open(bytes::Bytes::from(case.written())).unwrap();
        let (_, expected) = (0, case.explored.expected().unwrap());
        let solved = SolvedAmount::of(case.explored, case.judged).unwrap();
        for state in solved.explored.arena().ids() {
            let text = solved.explored.show(state);
            let found = stored.amount(Arc::clone(&game), &text).unwrap().unwrap();
            assert_eq!(found.span, solved.span(state), "{text}");
            assert_eq!(found.moves, solved.moves(state), "{text}");
            assert_eq!(found.unit, expected.unit);
            assert!(stored.query(Arc::clone(&game), &text, Default::default()).unwrap().is_none());
        }
    }
}

#[test]
fn what_files_do_not_hold_is_refused() {
    for property in [r#"<<walker>> R{"cost"}max=? [ F0 "home" ]"#, "<<walker>> Pmax=? [ F>=2 x=N ]"]
    {
        let case = Case::model(property, &Options::default(), &Limits::default());
        assert!(Answer::of(&case.judged).is_none(), "{property}");
    }
    let case =
        Case::model("<<walker>> Pmax=? [ F<=2 x=N ]", &Options::default(), &Limits::default());
    let origin = Origin { model: None, ..case.origin };
    let mut file = Cursor::new(Vec::new());
    let answer = Answer::of(&case.judged).unwrap();
    let error = solution::write_answer(&mut file, &origin, &*case.explored, answer);
    assert!(error.unwrap_err().to_string().contains("cannot be saved"));
    assert!(file.into_inner().is_empty());
}

/// The answer to one question is none to another.
#[test]
fn another_question_is_refused() {
    let case = Case::built_in("pig-solitaire", &["target=12"], &Options::default());
    let (other, _) = game("hold", &["target=12"]);
    let error = read(&case.written()).unwrap().judge(other, &Quiet).err().expect("another game");
    assert!(matches!(error, RebuildError::Explore(_)), "{error}");
    let game = case.game.clone().unwrap();
    let error = read(&case.written()).unwrap().judge(game, &Quiet).err().expect("an amount");
    let text = error.to_string();
    assert_eq!(text, "it holds expected amounts, but chances are asked for");
}
