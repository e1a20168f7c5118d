//! The sample models build, explore without error but for the wrong one, and every property beside
//! them is understood.

mod explore;

use std::collections::BTreeMap;

use explore::{build, explore_labels};
use foregone_prism::check::{Given, check_model, check_properties};
use foregone_prism::compile::Value;
use foregone_prism::query::queries;
use foregone_prism::source::{Source, render_all};
use foregone_prism::syntax::{annotations, parse_model, parse_properties};

/// Values for constants that the samples leave open.
const OPEN: [(&str, &str); 7] = [
    ("pig", "T=9"),
    ("darts", "N=9,first=1"),
    ("stones", "N=9"),
    ("hm", "N=4"),
    ("deuce", "p=0.5"),
    ("runs", "N=4"),
    ("cliff", "n=4"),
];

fn open(name: &str) -> &'static str {
    OPEN.iter().find(|(model, _)| *model == name).map_or("", |(_, constants)| constants)
}

fn samples(extension: &str) -> BTreeMap<String, String> {
    let folder = format!("{}/../../models", env!("CARGO_MANIFEST_DIR"));
    let files = std::fs::read_dir(folder).expect("the sample models");
    let paths = files.map(|entry| entry.expect("a file").path());
    let fits = paths.filter(|path| path.extension().is_some_and(|e| e == extension));
    let read = |path: std::path::PathBuf| {
        let name = path.file_stem().and_then(|n| n.to_str()).expect("a name").to_owned();
        (name, std::fs::read_to_string(&path).expect("a text"))
    };
    fits.map(read).collect()
}

#[test]
fn every_sample_explores_without_error() {
    let all = samples("prism");
    assert!(all.len() >= 9);
    for (name, text) in &all {
        let model = build(name, text, open(name)).unwrap_or_else(|message| panic!("{message}"));
        match explore_labels(&model) {
            Ok(states) => assert!(states > 1 && name != "wrong", "{name}"),
            Err(error) => assert_eq!(name, "wrong", "{}", error.message),
        }
    }
}

#[test]
fn every_property_of_the_samples_is_understood_and_has_a_result() {
    let models = samples("prism");
    for (name, text) in samples("props") {
        let source = Source::new("model", models[&name].as_str());
        let tree = parse_model(&source).unwrap_or_else(|e| panic!("{}", render_all(&e, &source)));
        let checked = check_model(&tree).unwrap_or_else(|e| panic!("{}", render_all(&e, &source)));
        let model =
            build(&name, &models[&name], open(&name)).unwrap_or_else(|message| panic!("{message}"));
        let source = Source::new("props", text);
        let shown = |list: &[_]| -> ! { panic!("{}", render_all(list, &source)) };
        let tree = parse_properties(&source).unwrap_or_else(|e| shown(&e));
        let properties = check_properties(&tree, &checked).unwrap_or_else(|e| shown(&e));
        let given = Given::from([("k".to_owned(), Value::Int(1))]);
        let asked = queries(&properties, &model, &given).unwrap_or_else(|e| shown(&e));
        for (property, query) in properties.properties.iter().zip(&asked.queries) {
            assert!(!annotations(&property.comments).is_empty(), "{name}: {}", property.value);
            if let Err(diagnostics) = query {
                shown(diagnostics);
            }
        }
    }
}
