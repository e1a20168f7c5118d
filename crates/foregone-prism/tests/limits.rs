//! Models that are large, deep or meant to hurt: answered or refused, and soon.

mod explore;

use std::fmt::Write;

use explore::{build, explore};

fn refused(text: &str) -> String {
    match build("m", text, "") {
        Ok(_) => panic!("this should be refused"),
        Err(message) => message,
    }
}

#[test]
fn long_sums_and_choices_are_not_deep() {
    let sum = vec!["x"; 20_000].join(" + ");
    let test: Vec<String> = (0..20_000).map(|i| format!("x={}", i % 3)).collect();
    let arms: String = (0..20_000).map(|i| format!("x={i} ? {} : ", i % 2)).collect();
    let product = vec!["max(x,0)"; 5_000].join("*");
    let model = format!(
        "mdp module m x : [0..1]; [] {sum} >= 0 & ({}) & {product}=0 -> (x'={arms} 0); endmodule",
        test.join(" | ")
    );
    let built = build("m", &model, "").expect("a model");
    assert_eq!(explore(&built).expect("no error").states, 1);
}

#[test]
fn formulas_may_be_nested_to_the_limit_and_no_further() {
    let nested = |count: usize| {
        let mut text = "mdp formula f0 = max(x,1);\n".to_owned();
        for i in 1..count {
            let _ = writeln!(text, "formula f{i} = max(f{}+1,x);", i - 1);
        }
        let _ = writeln!(text, "module m x : [0..9]; [] f{}>0 -> true; endmodule", count - 1);
        let _ = write!(text, "module n = m [x=y] endmodule");
        text
    };
    let built = build("m", &nested(160), "").expect("a model");
    assert_eq!(explore(&built).expect("no error").states, 1);
    assert!(refused(&nested(400)).contains("too large once written out"));
}

#[test]
fn huge_numbers_are_refused() {
    let power = refused("mdp const double a = pow(10.0,1000000); module m x : bool; endmodule");
    assert!(power.contains("too many digits"), "{power}");
    let mut text = "mdp const double c0 = 1e30000;\n".to_owned();
    for i in 1..40 {
        let _ = writeln!(text, "const double c{i} = c{}*c{};", i - 1, i - 1);
    }
    assert!(refused(&format!("{text} module m x : bool; endmodule")).contains("too many digits"));
    let literal = refused("mdp const double c = 1e999999999999; module m x : bool; endmodule");
    assert!(literal.contains("too many digits"), "{literal}");
    let product = vec!["1e30000"; 300].join("*");
    assert!(
        refused(&format!("mdp const double c = {product}; module m x : bool; endmodule"))
            .contains("too many")
    );
}

#[test]
fn many_commands_and_actions_are_read_soon() {
    let mut text = "mdp module m s : [0..19999];\n".to_owned();
    for i in 0..20_000 {
        let _ = writeln!(
            text,
            "[a{i}] s={i} -> 1/2 : (s'={}) + 1/2 : (s'={});",
            (i * 2) % 20_000,
            (i * 2 + 1) % 20_000
        );
    }
    text.push_str("endmodule");
    let built = build("m", &text, "").expect("a model");
    let mut out = built.buffer();
    let state = built.initial_states().next().expect("a state").to_vec();
    built.successors(&state, &mut out).expect("choices");
    assert_eq!(out.choices().len(), 1);
}

#[test]
fn initial_states_that_cannot_be_listed_are_refused() {
    let wide = refused("mdp module m x : int; [] true -> true; endmodule init x>=0 endinit");
    assert!(wide.contains("too wide"), "{wide}");
    let bounded =
        build("m", "mdp module m x : int; [] true -> true; endmodule init x>=0 & x<=3 endinit", "");
    assert_eq!(bounded.expect("a model").initial_states().len(), 4);
}

#[test]
fn a_system_that_repeats_itself_is_refused() {
    let mut text =
        "mdp module m x : bool; [] true -> true; endmodule\nsystem \"s0\" m endsystem\n".to_owned();
    for i in 1..60 {
        let _ = writeln!(text, "system \"s{i}\" \"s{}\" || \"s{}\" endsystem", i - 1, i - 1);
    }
    text.push_str("system \"s59\" endsystem");
    assert!(refused(&text).contains("refers to others too often"));
}
