//! Printing and reading again gives the same tree; whatever is typed, reading does not panic.

use foregone_prism::check::{Given, check_model, check_properties, unsupported};
use foregone_prism::source::{Source, render_all};
use foregone_prism::step::instantiate;
use foregone_prism::syntax::{parse_constants, parse_model, parse_properties};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

const MODEL: &str = r#"
// everything at once
smg
const N = 5; const int M = N*2-1; const double p; const bool fast = true; rate r = 0.5e-1; prob q = .25;
formula near = x>N-1 & !(y=2 | z) => fast <=> true;
formula nested = x=0 ? 1 : x=1 ? 2 : (y=0 ? 3 : 4);
label "done" = x=N & (z | near);
player one a, [go] endplayer
player two [back] endplayer
player three endplayer
global g : [0..3] init 1;
module a
  x : [-1..N] init 0;
  z : bool init !fast;
  u : int;
  [go] x<N & x!=-1 -> p : (x'=min(x+1,N,M)) & (z'=true) + 1-p : (x'=func(max, x-1, 0)) + 0 : true;
  [] -x>=-3 & mod(x,2)=0 -> (x'=floor(x/2)) & (g'=ceil(g/2));
  [back] pow(2,x)<=round(log(8,2)) & 2*x^2<(-x)^3 -> true;
endmodule
module b = a [x=y, z=w, u=v, min=max, go=back] endmodule
rewards "steps" [] true : 1; [go] x>0 : 2.5; z : x/2; endrewards
rewards true : 1; endrewards
init x=0 & (y=0 | y=1) endinit
system "pair" a |[go,back]| b / {go} {back<-there, go<-here} endsystem
system "pair" endsystem
system (a || b) ||| "pair" || (a) endsystem
"#;

const PROPERTIES: &str = r#"
const int T = 3; const double b;
label "goal" = x=T | "done";
// RESULT: 1/2
"named": <<one,two>> Pmax=? [ F "goal" ];
P>=0.5 [ !"done" U<=T x=1 ]; P<b [ X x=1 ]; P>0 [ G<5 x=1 ]; P=? [ F=5 x=1 ];
P=? [ x=0 U[2,T] "goal" ]; P=? [ F>=3 x=1 ]; P=? [ F>3 x=1 ]; P=? [ F<=T (x=1) ];
Pmin=? [ x=0 W x=1 ] ; P max=? [ x=0 R<=3 x=1 ]
[[3]] R{"steps"}min=? [ F "goal" ];
<<>> Rmax=? [ Fc x=1 ]; <<*>> R{2}min=? [ F0 x=1 ]; <<1:2>> (P>=1 [ F x=1 ] & P>=1 [ G x=2 ]);
R=? [ C ]; R=? [ C<=T+1 ]; R=? [ I=3 ]; R=? [ S ]; Rmin=? [ C<=3 {x=1}{min}{max} ]; S>=0.1 [ x=1 ];
filter(forall, P>=1 [ F x=1 ], "init") & filter(min, P=? [ F x=1 ], x=1) > 0.5;
filter(+, x) + filter(&, x=1) ; filter(state, (P>0.1 [ F x=1 {"init"} ]), deadlock);
E [ F x=1 ] | A [ G (E [ X "deadlock" ]) ];
P=? [ (F x=1) & (G F x=2) ]; multi(P>=1 [ F x=1 ], R{"a"}/{"b"}min=? [ F x=2 ]); Pminmax=? [ F x=1 ];
Rmax=? [ C{discount=0.9} ]; R{"a"}min=? [ C{discount=b}<=T ]; R=? [ F{discount=1/2} x=1 ]; R=? [ Fc{discount=b} x=1 ];
x < <<one>> Pmax=? [ F x=1 ] | x=[[2]] P>=1 [ F x=1 ];
R(path){"a",disc=0.9}max=? [ F x=1 ]; R{disc=0.9}=? [ C ]; "named"
"#;

fn model_again(text: &str) -> Option<String> {
    let source = Source::new("model", text);
    let tree = parse_model(&source).ok()?;
    let printed = tree.to_string();
    let again = Source::new("printed", printed.clone());
    let read =
        parse_model(&again).unwrap_or_else(|e| panic!("{printed}\n{}", render_all(&e, &again)));
    assert!(tree == read, "{printed}\n{read}");
    Some(printed)
}

fn properties_again(text: &str) -> Option<String> {
    let source = Source::new("properties", text);
    let tree = parse_properties(&source).ok()?;
    let printed = tree.to_string();
    let again = Source::new("printed", printed.clone());
    let read = parse_properties(&again)
        .unwrap_or_else(|e| panic!("{printed}\n{}", render_all(&e, &again)));
    assert!(tree == read, "{printed}\n{read}");
    Some(printed)
}

#[test]
fn a_model_with_everything_survives() {
    let source = Source::new("model", MODEL);
    if let Err(messages) = parse_model(&source) {
        panic!("{}", render_all(&messages, &source));
    }
    let printed = model_again(MODEL).expect("it was read");
    assert_eq!(model_again(&printed), Some(printed.clone()), "printing is stable");
}

#[test]
fn properties_of_every_form_survive() {
    let source = Source::new("properties", PROPERTIES);
    match parse_properties(&source) {
        Err(messages) => panic!("{}", render_all(&messages, &source)),
        Ok(read) => {
            assert_eq!(read.properties[0].comments, ["RESULT: 1/2"]);
            assert_eq!(read.properties.len(), 36);
        }
    }
    properties_again(PROPERTIES).expect("it was read");
}

#[test]
fn the_sample_models_survive() {
    let folder = format!("{}/../../models", env!("CARGO_MANIFEST_DIR"));
    for entry in std::fs::read_dir(folder).expect("the sample models") {
        let path = entry.expect("a file").path();
        let text = std::fs::read_to_string(&path).expect("a text");
        let again = match path.extension().and_then(|e| e.to_str()) {
            Some("prism") => model_again(&text),
            Some("props") => properties_again(&text),
            _ => continue,
        };
        assert!(again.is_some(), "{} is not read", path.display());
    }
}

/// Reads, checks and steps through whatever it is given.
fn everything(model: &str, properties: &str) {
    let source = Source::new("model", model);
    let Ok(tree) = parse_model(&source) else { return };
    let Ok(checked) = check_model(&tree) else { return };
    if let Ok(tree) = parse_properties(&Source::new("properties", properties))
        && let Ok(found) = check_properties(&tree, &checked)
    {
        found.properties.iter().for_each(|p| drop(unsupported(&p.value, checked.kind)));
    }
    let Ok(instance) = instantiate(&checked, &Given::new(), false) else { return };
    let mut out = instance.model.buffer();
    for state in instance.model.initial_states().take(4) {
        let _ = instance.model.successors(state, &mut out);
    }
}

/// Words that occur in models and properties.
const WORDS: [&str; 78] = [
    "mdp",
    "smg",
    "dtmc",
    "const",
    "int",
    "double",
    "bool",
    "N",
    "x",
    "y",
    "=",
    "5",
    "0.5",
    ";",
    "formula",
    "f",
    "label",
    "\"l\"",
    "module",
    "m",
    "endmodule",
    ":",
    "[",
    "]",
    "0",
    "..",
    "init",
    "endinit",
    "(",
    ")",
    "x'",
    "'",
    "->",
    "+",
    "-",
    "*",
    "/",
    "&",
    "|",
    "!",
    "=>",
    "<=>",
    "?",
    "<",
    "<=",
    ">",
    ">=",
    "!=",
    "true",
    "false",
    "min",
    "max",
    "floor",
    "pow",
    "mod",
    "log",
    "func",
    ",",
    "rewards",
    "endrewards",
    "player",
    "endplayer",
    "system",
    "endsystem",
    "P",
    "Pmax",
    "=?",
    "R",
    "F",
    "G",
    "U",
    "X",
    "C",
    "<<",
    ">>",
    "{",
    "}",
    "filter",
];

fn words(text: &str) -> Vec<String> {
    let source = Source::new("t", text);
    let read = foregone_prism::syntax::lexer::lex(&source);
    read.tokens.iter().map(|t| source.slice(t.span).to_owned()).collect()
}

fn config(cases: u32) -> ProptestConfig {
    ProptestConfig {
        cases,
        rng_seed: RngSeed::Fixed(7),
        failure_persistence: None,
        ..ProptestConfig::default()
    }
}

proptest! {
    #![proptest_config(config(2_000))]

    #[test]
    fn any_words_are_read_without_panic(picks in prop::collection::vec(0..WORDS.len(), 0..60)) {
        let text = picks.iter().map(|&i| WORDS[i]).collect::<Vec<_>>().join(" ");
        model_again(&text);
        properties_again(&text);
        let _ = parse_constants(&Source::new("c", text.as_str()));
        everything(&text, &text);
    }

    #[test]
    fn a_model_with_words_changed_is_read_without_panic(
        changes in prop::collection::vec((0usize..1000, 0..WORDS.len() + 1), 1..4),
    ) {
        for base in [MODEL, SMALL] {
            let mut all = words(base);
            for &(at, with) in &changes {
                let at = at % all.len();
                match WORDS.get(with) {
                    Some(word) => all[at] = (*word).to_owned(),
                    None => drop(all.remove(at)),
                }
            }
            let text = all.join(" ");
            model_again(&text);
            everything(&text, PROPERTIES);
        }
    }

    #[test]
    fn properties_with_words_changed_are_read_without_panic(
        changes in prop::collection::vec((0usize..1000, 0..WORDS.len()), 1..4),
    ) {
        let mut all = words(PROPERTIES);
        for &(at, with) in &changes {
            let at = at % all.len();
            all[at] = WORDS[with].to_owned();
        }
        let text = all.join(" ");
        properties_again(&text);
        everything(SMALL, &text);
    }

    #[test]
    fn any_text_is_read_without_panic(text in "\\PC{0,80}") {
        model_again(&text);
        properties_again(&text);
    }
}

const SMALL: &str = r#"
mdp
const int N = 3;
formula f = x<N ? x+1 : 0;
global g : [0..2];
module a x : [0..N] init 1; z : bool; [go] x<N -> 1/3 : (x'=f) + 2/3 : (z'=!z); [] x=f -> (g'=mod(x,2)); endmodule
module b = a [x=y,z=w] endmodule
rewards "steps" [go] true : x/2; endrewards
label "done" = x=N;
"#;
