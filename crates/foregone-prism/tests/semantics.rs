//! What the language means, on models small enough to know the answer.

mod explore;

use explore::{build, explore};
use foregone_prism::step::{Model, Signs, Successors};

fn made(text: &str) -> Model {
    build("m.prism", text, "").unwrap_or_else(|message| panic!("{message}"))
}

/// Every choice of a state as `action: probability -> state + ...`.
fn shown(model: &Model, state: &[u64]) -> Vec<String> {
    let mut out = model.buffer();
    model.successors(state, &mut out).unwrap_or_else(|error| panic!("{error:?}"));
    out.choices().iter().map(|choice| one(model, &out, choice)).collect()
}

fn one(model: &Model, out: &Successors, choice: &foregone_prism::step::Choice) -> String {
    let action = choice.action.map_or("", |a| model.actions()[a as usize].as_str());
    let branches: Vec<String> =
        out.branches(choice).map(|(p, target)| format!("{p} {}", model.describe(target))).collect();
    format!("{action}: {}", branches.join(" + "))
}

fn first(model: &Model) -> Vec<u64> {
    model.initial_states().next().expect("an initial state").to_vec()
}

#[test]
fn modules_that_share_an_action_move_together() {
    let model = made(
        "mdp
        module a x : [0..2]; [go] x=0 -> 1/3 : (x'=1) + 2/3 : (x'=2); [go] x=0 -> true; endmodule
        module b y : [0..2]; [go] y=0 -> 1/4 : (y'=x+1) + 3/4 : true; [] y=0 -> (y'=2); endmodule
        module c z : [0..1]; [] z=0 -> (z'=1); [other] false -> true; endmodule",
    );
    assert_eq!(
        shown(&model, &first(&model)),
        [
            ": 1 x=0,y=2,z=0",
            ": 1 x=0,y=0,z=1",
            "go: 1/12 x=1,y=1,z=0 + 1/4 x=1,y=0,z=0 + 1/6 x=2,y=1,z=0 + 1/2 x=2,y=0,z=0",
            "go: 1/4 x=0,y=1,z=0 + 3/4 x=0,y=0,z=0",
        ]
    );
}

#[test]
fn a_module_with_the_action_but_no_command_for_it_blocks() {
    let model = made(
        "mdp
        module a x : [0..1]; [go] x=0 -> (x'=1); endmodule
        module b y : [0..1]; [go] y=1 -> true; endmodule",
    );
    assert!(shown(&model, &first(&model)).is_empty());
    assert_eq!(explore(&model).map(|c| (c.states, c.deadlocks)), Ok((1, 1)));
}

#[test]
fn three_modules_move_together() {
    let model = made(
        "mdp
        module a x : bool; [go] true -> 1/2 : (x'=true) + 1/2 : (x'=false); endmodule
        module b = a [x=y] endmodule
        module c = b [y=z] endmodule",
    );
    let mut out = model.buffer();
    model.successors(&first(&model), &mut out).expect("a choice");
    let states: Vec<String> =
        out.targets(&out.choices()[0]).map(|target| model.describe(target)).collect();
    assert_eq!(states.len(), 8);
    assert_eq!(states[1], "x=true,y=true,z=false");
    assert_eq!(states[6], "x=false,y=false,z=true");
    assert!(out.probabilities(&out.choices()[0]).iter().all(|p| p.to_string() == "1/8"));
}

#[test]
fn updates_read_the_old_state() {
    let model = made(
        "mdp module a x : [0..3] init 1; y : [0..3] init 2; [] true -> (x'=y) & (y'=x); endmodule",
    );
    assert_eq!(shown(&model, &first(&model)), [": 1 x=2,y=1"]);
}

#[test]
fn renaming_reaches_into_formulas_and_functions() {
    let model = made(
        "mdp
        formula next = min(x+1, 2);
        formula other = 7;
        module a x : [0..9] init 1; [up] x<9 -> (x'=next); [] false -> (x'=other); endmodule
        module b = a [x=y, up=down, min=max, other=third] endmodule
        formula third = y*0;",
    );
    assert_eq!(shown(&model, &first(&model)), ["up: 1 x=2,y=1", "down: 1 x=1,y=2"]);
}

#[test]
fn a_chain_takes_each_of_its_commands_with_equal_chance() {
    let model = made(
        "dtmc
        module a x : [0..3]; [p] x=0 -> (x'=1); [q] x=0 -> 1/2 : (x'=2) + 1/2 : (x'=3); [] x>0 -> true; endmodule
        rewards \"r\" [p] true : 10; [q] x=0 : 4; x=0 : 1/3; endrewards",
    );
    assert_eq!(shown(&model, &first(&model)), [": 1/2 x=1 + 1/4 x=2 + 1/4 x=3"]);
    let mut out = model.buffer();
    model.successors(&first(&model), &mut out).expect("a choice");
    assert_eq!(
        model.choice_reward(0, &out, 0, Signs::Any).map(|v| v.to_string()),
        Ok("7".to_owned())
    );
    assert_eq!(
        model.state_reward(0, out.values(), Signs::Any).map(|v| v.to_string()),
        Ok("1/3".to_owned())
    );
}

#[test]
fn rewards_belong_to_actions_states_or_unlabelled_commands() {
    let model = made(
        "mdp
        module a x : [0..3]; [p] true -> true; [] true -> true; endmodule
        rewards [p] true : 2; [] true : 3; [p] x=0 : x+0.5; true : 1; x>0 : 9; endrewards
        rewards \"named\" endrewards",
    );
    let mut out = model.buffer();
    model.successors(&first(&model), &mut out).expect("choices");
    let value = |i| model.choice_reward(0, &out, i, Signs::Any).map(|v| v.to_string());
    assert_eq!((value(0), value(1)), (Ok("3".to_owned()), Ok("5/2".to_owned())));
    assert_eq!(
        model.state_reward(0, out.values(), Signs::Any).map(|v| v.to_string()),
        Ok("1".to_owned())
    );
    assert_eq!((model.reward_structure("named"), model.reward_structures()), (Some(1), 2));
}

#[test]
fn branches_of_probability_zero_do_not_happen() {
    let model = made(
        "mdp const double p = 0; module a x : [0..2];
        [] x=0 -> p : (x'=7) + 1-p : (x'=1);
        [dyn] x=0 -> x : (x'=9) + 1-x : (x'=2); endmodule",
    );
    assert_eq!(shown(&model, &first(&model)), [": 1 x=1", "dyn: 1 x=2"]);
}

#[test]
fn probabilities_may_depend_on_the_state() {
    let model = made(
        "dtmc module a x : [1..4] init 3;
        [] x<4 -> 1/x : (x'=1) + (x-1)/x : (x'=x+1); [] x=4 -> true; endmodule",
    );
    assert_eq!(shown(&model, &first(&model)), [": 1/3 x=1 + 2/3 x=4"]);
    assert_eq!(explore(&model).map(|c| c.states), Ok(3));
}

#[test]
fn several_initial_states_are_listed_in_order() {
    let model = made(
        "mdp global g : [0..1]; module a x : [0..1000000]; y : [0..1000000]; b : bool;
        [] true -> true; endmodule
        init x<=2 & y=x*x & (b => x=1) & g=1 endinit",
    );
    let all: Vec<String> = model.initial_states().map(|s| model.describe(s)).collect();
    assert_eq!(
        all,
        ["g=1,x=0,y=0,b=false", "g=1,x=1,y=1,b=false", "g=1,x=1,y=1,b=true", "g=1,x=2,y=4,b=false"]
    );
}

#[test]
fn players_own_actions_and_unlabelled_commands() {
    let model = made(
        "smg
        player even [even], m endplayer
        player odd [odd] endplayer
        module m x : [0..3]; [even] x=0 -> (x'=1); [odd] x=1 -> (x'=2); [] x=2 -> (x'=3); endmodule",
    );
    let mut out = model.buffer();
    let mut state = first(&model);
    for want in [Some(0), Some(1), Some(0), None] {
        model.successors(&state, &mut out).expect("one player");
        assert_eq!(out.player(), want);
        assert_eq!(model.player(&state, &mut out), Ok(want));
        model.successors(&state, &mut out).expect("one player");
        if let Some(choice) = out.choices().first() {
            state = out.targets(choice).next().expect("a branch").to_vec();
        }
    }
}

#[test]
fn systems_choose_who_moves_together() {
    let modules = "mdp
        module a x : [0..1]; [go] x=0 -> (x'=1); endmodule
        module b y : [0..1]; [go] y=0 -> (y'=1); endmodule
        module c z : [0..1]; [go] z=0 -> (z'=1); [stay] z=0 -> true; endmodule\n";
    let choices = |system: &str| {
        let model = made(&format!("{modules}{system}"));
        shown(&model, &first(&model))
    };
    assert_eq!(choices(""), ["go: 1 x=1,y=1,z=1", "stay: 1 x=0,y=0,z=0"]);
    assert_eq!(choices("system a || b || c endsystem"), choices(""));
    let alone =
        ["go: 1 x=1,y=0,z=0", "go: 1 x=0,y=1,z=0", "go: 1 x=0,y=0,z=1", "stay: 1 x=0,y=0,z=0"];
    assert_eq!(choices("system a ||| b ||| c endsystem"), alone);
    assert_eq!(
        choices("system (a ||| b) || c endsystem"),
        ["go: 1 x=1,y=0,z=1", "go: 1 x=0,y=1,z=1", "stay: 1 x=0,y=0,z=0"]
    );
    assert_eq!(
        choices("system \"ab\" / {go} ||| c endsystem system \"ab\" a |[go]| b endsystem"),
        [": 1 x=1,y=1,z=0", "go: 1 x=0,y=0,z=1", "stay: 1 x=0,y=0,z=0"]
    );
}

#[test]
fn renamed_actions_of_a_system_meet_others() {
    let model = made(
        "mdp
        module a x : [0..1]; [left] x=0 -> (x'=1); endmodule
        module b y : [0..1]; [right] y=0 -> (y'=1); endmodule
        rewards \"r\" [both] true : 5; endrewards
        system a {left<-both} || b {right<-both} endsystem",
    );
    assert_eq!(shown(&model, &first(&model)), ["both: 1 x=1,y=1"]);
    let mut out = model.buffer();
    model.successors(&first(&model), &mut out).expect("a choice");
    assert_eq!(
        model.choice_reward(0, &out, 0, Signs::Any).map(|v| v.to_string()),
        Ok("5".to_owned())
    );
}

#[test]
fn decimals_are_exact() {
    let model = made(
        "dtmc module a x : [0..9]; [] x<9 -> 0.1 : (x'=x+1) + 1e-1 : (x'=0) + 8/10 : true; endmodule",
    );
    assert_eq!(shown(&model, &first(&model)), [": 1/10 x=1 + 1/10 x=0 + 4/5 x=0"]);
    let guard = made(
        "mdp module a x : [0..9] init 3; [yes] x*0.1=0.3 -> true; [no] x*0.1!=0.3 -> true; endmodule",
    );
    assert_eq!(shown(&guard, &first(&guard)), ["yes: 1 x=3"]);
}

#[test]
fn unreachable_faults_are_no_errors() {
    let model = made(
        "mdp const int N = 0; module a x : [0..9]; [] N>0 & x/N>1 -> (x'=1);
        [ok] true -> (x'=N=0 ? 2 : floor(x/N)); [bad] x=5 -> 0.3 : true + 0.3 : true; endmodule",
    );
    assert_eq!(shown(&model, &first(&model)), ["ok: 1 x=2"]);
}

#[test]
fn states_are_read_from_named_values() {
    let model = made(
        "mdp module a x : [-2..9] init 3; b : bool init true; u : int; [] true -> true; endmodule",
    );
    let read = |text: &str| model.state(text).map(|s| model.describe(&s));
    assert_eq!(read(""), Ok("x=3,b=true,u=0".to_owned()));
    assert_eq!(read(" b=false, x=-2 ,u=-7"), Ok("x=-2,b=false,u=-7".to_owned()));
    for (text, message) in [
        ("x=10", "`x` lies between -2 and 9, but `10` is given"),
        ("x=1,x=2", "`x` is given twice"),
        ("b=1", "`b` is true or false, not `1`"),
        ("y=1", "there is no variable `y`; the variables are x, b, u"),
        ("x", "`x` is not of the form name=value"),
    ] {
        assert_eq!(read(text), Err(message.to_owned()));
    }
}

#[test]
fn commands_are_found_by_the_value_they_ask_for() {
    let commands: String =
        (0..50).map(|i| format!("[] s={i} & b -> (s'={});\n", (i * 11 + 1) % 50)).collect();
    let model = made(&format!(
        "mdp module m s : [0..49]; b : bool init true; {commands} [any] true -> true; [] !b -> true; [] s=99 -> true; endmodule"
    ));
    let counts = explore(&model).expect("no error");
    assert_eq!((counts.states, counts.choices, counts.branches), (50, 100, 100));
}
