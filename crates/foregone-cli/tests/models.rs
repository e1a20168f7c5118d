//! Every model in `models/` meets the results that its properties state.

use std::path::{Path, PathBuf};
use std::process::Command;

fn models() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../models");
    let entries = std::fs::read_dir(folder).expect("the folder of models");
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|end| end == "prism"));
    files.sort();
    files
}

#[test]
fn every_model_has_the_results_that_are_stated() {
    let mut complaints = String::new();
    for model in models() {
        let output = Command::new(env!("CARGO_BIN_EXE_foregone"))
            .arg("test")
            .arg(&model)
            .arg(model.with_extension("props"))
            .output()
            .expect("the program runs");
        let text = String::from_utf8_lossy(&output.stdout);
        let last = text.lines().last().unwrap_or_default();
        let nothing = last.starts_with("0 passed") || !last.ends_with(" 0 skipped");
        if output.status.code() != Some(0) || nothing {
            let error = String::from_utf8_lossy(&output.stderr);
            complaints += &format!("{}:\n{text}{error}\n", model.display());
        }
    }
    assert!(complaints.is_empty(), "{complaints}");
}

#[test]
fn there_are_models_of_every_kind() {
    assert!(models().len() >= 25, "{}", models().len());
    let texts: Vec<String> =
        models().iter().map(|path| std::fs::read_to_string(path).unwrap()).collect();
    for word in ["smg", "mdp", "dtmc", "rewards", "init true endinit", "system", "formula"] {
        assert!(texts.iter().any(|text| text.contains(word)), "{word}");
    }
}
