//! What a person is told about a bad model: the exact messages, kept in `bad/models.txt`.

mod explore;

use std::fmt::Write;

use explore::explore_labels;
use foregone_prism::check::{check_model, check_properties, experiments, unsupported};
use foregone_prism::source::{Diagnostic, Source, render_all};
use foregone_prism::step::instantiate;
use foregone_prism::syntax::tree::ConstantDef;
use foregone_prism::syntax::{parse_constants, parse_model, parse_properties};

/// Everything that is said about a model, its constants and its properties.
fn messages(text: &str, constants: Option<&str>, properties: Option<&str>) -> String {
    let source = Source::new("bad.prism", text);
    match all(&source, constants, properties) {
        Ok(said) | Err(said) => said,
    }
}

fn all(
    source: &Source,
    constants: Option<&str>,
    properties: Option<&str>,
) -> Result<String, String> {
    let shown = |list: Vec<Diagnostic>| render_all(&list, source);
    let tree = parse_model(source).map_err(shown)?;
    let checked = check_model(&tree).map_err(shown)?;
    if let Some(text) = properties {
        let source = Source::new("bad.props", text);
        let shown = |list: Vec<Diagnostic>| render_all(&list, &source);
        let tree = parse_properties(&source).map_err(shown)?;
        let properties = check_properties(&tree, &checked).map_err(shown)?;
        let pairs = properties.properties.iter().zip(&properties.mistakes);
        let found = pairs.flat_map(|(p, mistakes)| match &mistakes[..] {
            [] => unsupported(&p.value, checked.kind).into_iter().collect(),
            some => some.to_vec(),
        });
        return Ok(render_all(&found.collect::<Vec<_>>(), &source));
    }
    let text = Source::new("--const", constants.unwrap_or(""));
    let open: Vec<&ConstantDef> = checked.constants.iter().collect();
    let shown_const = |list: Vec<Diagnostic>| render_all(&list, &text);
    let given = match constants {
        Some(_) => parse_constants(&text).map_err(shown_const)?,
        None => Vec::new(),
    };
    let runs = experiments(&open, &given).map_err(shown_const)?;
    let instance = instantiate(&checked, &runs[0], false).map_err(shown)?;
    explore_labels(&instance.model).map_err(|error| error.render(source))?;
    Ok(render_all(&[checked.warnings, instance.warnings].concat(), source))
}

struct Case {
    name: String,
    model: String,
    extra: Option<(String, String)>,
}

fn cases(text: &str) -> Vec<Case> {
    let blocks = text.split("\n== ").skip(1);
    blocks
        .map(|block| {
            let (name, rest) = block.split_once('\n').expect("a name and a model");
            let input = rest.split("\n>>").next().unwrap_or("");
            let (model, extra) = match input.split_once("\n-- ") {
                Some((model, extra)) => (model, Some(extra)),
                None => (input, None),
            };
            let extra = extra.map(|extra| {
                let (kind, value) = extra.split_once([' ', '\n']).expect("a kind and a value");
                (kind.trim().to_owned(), value.trim_end().to_owned())
            });
            Case { name: name.to_owned(), model: model.trim_end().to_owned(), extra }
        })
        .collect()
}

#[test]
fn every_bad_model_is_explained() {
    let path = format!("{}/tests/bad/models.txt", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).expect("the table of bad models");
    let head = text.split("\n== ").next().unwrap_or("").trim_end();
    let mut out = format!("{head}\n");
    let all = cases(&text);
    assert!(all.len() >= 60);
    for case in &all {
        let value =
            |kind: &str| case.extra.as_ref().filter(|(k, _)| k == kind).map(|(_, v)| v.as_str());
        let said = messages(&case.model, value("const"), value("props"));
        assert!(!said.is_empty(), "nothing is wrong with `{}`", case.name);
        let _ = write!(out, "\n== {}\n{}\n", case.name, case.model);
        if let Some((kind, value)) = &case.extra {
            let gap = if kind == "const" { ' ' } else { '\n' };
            let _ = writeln!(out, "-- {kind}{gap}{value}");
        }
        let _ = write!(out, ">>\n{}\n", said.trim_end());
    }
    if std::env::var_os("FOREGONE_BLESS").is_some() {
        std::fs::write(&path, &out).expect("the table can be written");
    } else {
        assert!(out == text, "the messages have changed; bless and read the difference");
    }
}
