//! Solutions of files that list their states: the solution keeps the states, by number and by
//! whatever else the file says of them.

use std::sync::Arc;

use foregone::Limits;
use foregone::format::solution::{Origin, Question, States, Subject, contents};
use foregone::format::{self, Part, Reading};
use foregone::model::{Deadlocks, Given, ModelText, PropertiesText};
use foregone::solve::Options;

use super::kinds::Case;
use super::read;

const DRN: &str = "\
@type: MDP
@value_type: rational
@parameters

@reward_models
steps
@nr_states
4
@nr_choices
5
@model
state 0 [1] init
	action a [0]
		1 : 1/3
		2 : 2/3
	action b [0]
		3 : 1/2
		0 : 1/2
state 1 [1]
	action __NOLABEL__ [0]
		1 : 1
state 2 [1]
	action __NOLABEL__ [0]
		0 : 1/4
		3 : 3/4
state 3 [0] end
	action __NOLABEL__ [0]
		3 : 1
";

const TRA: &str = "4:2 5 8\n0:0 0 1 1/3 a\n0:0 0 2 2/3 a\n0:0 1 3 1/2 b\n0:0 1 0 1/2 b\n1:1 0 1 1\n\
                   2:1 0 0 1/4\n2:1 0 3 3/4\n3:0 0 3 1\n";
const STA: &str = "(x,y)\n0:(0,true)\n1:(7,true)\n2:(7,false)\n3:(-2,false)\n";
const LAB: &str = "0=\"init\" 1=\"end\"\n0: 0\n3: 1\n";

fn part(suffix: &str, text: &str) -> Part {
    Part { name: format!("walk{suffix}"), suffix: suffix.into(), bytes: text.into() }
}

fn files() -> Vec<(&'static str, Vec<Part>, &'static str)> {
    let explicit = vec![part(".tra", TRA), part(".sta", STA), part(".lab", LAB)];
    let bare = vec![part(".tra", TRA), part(".lab", LAB)];
    let parity = "parity 2;\n0 2 0 1,2;\n1 1 1 0,2;\n2 0 1 2;\n";
    vec![
        ("drn", vec![part("", DRN)], "end"),
        ("explicit", explicit, "end"),
        ("explicit", bare, "end"),
        ("pgsolver", vec![part("", parity)], "priority_0"),
    ]
}

fn case(name: &str, parts: Vec<Part>, property: &str) -> Case {
    let contents = contents(parts.iter().map(|part| &part.bytes[..]));
    let listing = format::named(name).unwrap().read.unwrap()(parts, &Reading::default());
    let listing = listing.unwrap().listing;
    let text = ModelText::listed("walk", &listing).unwrap();
    let properties = PropertiesText::read("property", property, &text).unwrap();
    let states = Box::new(States::new(&listing, name, contents).unwrap());
    let (model, _) = text.model(&Given::new(), false).unwrap();
    let (stay, limits) = (Deadlocks::Stay, Limits::default());
    let built = text.take(model, Arc::new(listing), &[], stay, &limits).unwrap();
    let asked =
        Question { text: String::new(), states: Some(states), properties: property.into(), at: 0 };
    let origin = Origin {
        game: format!("walk.{name}"),
        given: Vec::new(),
        parameters: Default::default(),
        model: Some(asked),
    };
    Case::asked(built, &properties, &Given::new(), &Options::default(), origin)
}

fn cases() -> Vec<(Case, Subject)> {
    let mut all = Vec::new();
    for (name, parts, label) in files() {
        for (path, subject) in [
            (format!("F \"{label}\""), Subject::Chance),
            (format!("F<=2 \"{label}\""), Subject::Steps),
        ] {
            let side = if name == "drn" { "Pmin" } else { "<<1>> Pmin" };
            let property = format!("{side}=? [ {path} ]");
            all.push((case(name, parts.clone(), &property), subject));
        }
    }
    let steps = r#"R{"steps"}min=? [ F "end" ]"#;
    all.push((case("drn", vec![part("", DRN)], steps), Subject::Collected));
    all
}

#[test]
fn files_of_states_come_back() {
    for (case, subject) in cases() {
        let name = format!("{} {}", case.origin.game, case.name);
        let bytes = case.written();
        let saved = read(&bytes).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(saved.meta.subject, subject, "{name}");
        let kept = saved.meta.model.as_ref().and_then(|model| model.states.as_ref()).unwrap();
        assert_eq!(kept.contents.len(), 32);
        let again = case.judge(saved).unwrap_or_else(|error| panic!("{name}: {error}"));
        for (state, there) in case.pairs(&again) {
            assert_eq!(case.judged.span(state), again.judged.span(there), "{name}");
            assert_eq!(case.judged.choice(state), again.judged.choice(there), "{name}");
            let named = |explored: &dyn foregone::session::AnyExplored, state| {
                let choices = explored.arena().choices_of(state).len();
                (0..choices).map(|at| explored.move_name(state, at)).collect::<Vec<_>>()
            };
            assert_eq!(named(&*case.explored, state), named(&*again.explored, there), "{name}");
        }
    }
}

#[test]
fn fields_are_the_variables_or_the_number() {
    let fields = |at: usize| {
        let (name, parts, label) = files().swap_remove(at);
        let side = if name == "drn" { "Pmin" } else { "<<1>> Pmin" };
        let case = case(name, parts, &format!("{side}=? [ F \"{label}\" ]"));
        let saved = read(&case.written()).unwrap();
        saved.field_names().join(" ")
    };
    assert_eq!([fields(0), fields(1), fields(2)], ["state", "x y", "state"].map(String::from));
}

#[test]
fn altered_states_are_refused() {
    let mut random = fastrand::Rng::with_seed(11);
    for (case, _) in cases() {
        let accepted = case.altered(&mut random);
        // The states have a hash of their own.
        assert!(accepted < 20, "{accepted} of 40 alterations change nothing");
    }
}

#[test]
fn other_states_are_refused() {
    let case = case("drn", vec![part("", DRN)], r#"Pmin=? [ F "end" ]"#);
    let mut saved = read(&case.written()).unwrap();
    let states = saved.meta.model.as_mut().and_then(|model| model.states.as_mut()).unwrap();
    let other = DRN.replace("0 : 1/4", "0 : 1/8").replace("3 : 3/4", "3 : 7/8");
    let read = format::named("drn").unwrap().read.unwrap();
    let listing = read(vec![part("", &other)], &Reading::default()).unwrap().listing;
    **states = States::new(&listing, "drn", states.contents.clone()).unwrap();
    let error = case.judge(saved).err().expect("other chances").to_string();
    assert!(error.contains("refuses"), "{error}");
}
