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

/// What `foregone test` says of a model and its properties, with arguments beside them.
fn tested(name: &str, model: &str, properties: &str, arguments: &str) -> String {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("stated").join(name);
    std::fs::create_dir_all(&folder).expect("a folder");
    let files = [("m.prism", model), ("m.props", properties), ("m.props.args", arguments)];
    for (file, text) in files {
        std::fs::write(folder.join(file), text).expect("a file");
    }
    let mut program = Command::new(env!("CARGO_BIN_EXE_foregone"));
    program.current_dir(&folder).args(["test", "m.prism", "m.props"]);
    let output = program.output().expect("the program runs");
    assert!(output.status.code().is_some_and(|code| code < 2), "{name}");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

const COIN: &str = "dtmc const double p; const int N = 2;
    module m s : [0..N]; [] s=0 -> p : (s'=1) + 1-p : (s'=N); [] s>0 -> true; endmodule";

#[test]
fn results_may_name_constants_that_have_values() {
    let stated = "const int last = N-1;
        // RESULT (N=2,last=1,p=1/3): 1/3
        // RESULT (N=3,p=1/3): 1
        P=? [ F s=last ];
        // RESULT : 2/3
        P=? [ F s=N ];";
    for arguments in ["", "# a remark\n-exact -const p=1/3\n"] {
        let said = tested("named", COIN, stated, arguments);
        assert!(said.starts_with("passed") && said.contains("2 passed, 0 failed"), "{said}");
    }
}

#[test]
fn limits_of_the_program_that_stated_them_are_skipped() {
    let stated =
        "// RESULT: Error \"accuracy\"\nP>=1/3 [ F s=1 ];\n// RESULT: Error: no\nP=? [ F s=1 ];";
    let said = tested("limits", COIN, stated, "-const p=1/3");
    assert!(said.ends_with("0 passed, 1 failed, 1 skipped\n"), "{said}");
}

#[test]
fn switches_that_change_what_is_asked_are_named() {
    let choice = "mdp module m s : [0..1]; [] s=0 -> (s'=1); [] s=0 -> true; endmodule";
    let stated = "// RESULT: 1\nP=? [ F s=1 ];";
    let said = tested("switches", choice, stated, "-dtmc -ex\n-dtmc\n");
    assert!(said.contains("runs with -dtmc") && said.ends_with("1 skipped\n"), "{said}");
    let said = tested("some", choice, stated, "-dtmc -ex\n-explicit\n");
    assert!(said.ends_with("1 failed, 0 skipped\n"), "{said}");
}

#[test]
fn the_guide_has_a_row_for_every_model() {
    let guide = include_str!("../../../docs/models.md");
    for model in models() {
        let name = model.file_stem().expect("a name").to_string_lossy().into_owned();
        let row = guide.lines().find(|line| line.starts_with(&format!("| `{name}` |")));
        let row = row.unwrap_or_else(|| panic!("docs/models.md has no row for {name}"));
        let row = row.replace("\\|", "/");
        let cells: Vec<&str> = row.split(" | ").collect();
        let stated = std::fs::read_to_string(model.with_extension("props")).expect("properties");
        let asked = cells[3].trim_matches('`').replace('/', "|");
        let whole = stated.replace('/', "|");
        assert!(whole.contains(&asked), "{name}: {asked}");
        let answer = cells[4].trim_end_matches(" |").split(" with ").next().expect("a value");
        assert!(stated.contains(&format!(": {answer}")), "{name}: {answer}");
    }
}

#[test]
fn results_for_all_values_of_a_constant_are_skipped() {
    let stated = "// RESULT: p\nP=? [ F s=1 ];\n// RESULT (p=0.5): True ; as both are as likely\nP>=0.5 [ F s=1 ];";
    let said = tested("open", COIN, stated, "-param p=0:1\n");
    // The first result is tried with the value that the second one names.
    assert!(said.ends_with("2 passed, 0 failed, 0 skipped\n"), "{said}");
    let said = tested("open", COIN, "// RESULT: p\nP=? [ F s=1 ];", "-param p=0:1\n");
    assert!(said.contains("no value: p") && said.ends_with("1 skipped\n"), "{said}");
}

#[test]
fn files_of_states_are_tested_too() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("stated/listed");
    std::fs::create_dir_all(&folder).expect("a folder");
    let model = models().into_iter().find(|path| path.ends_with("craps.prism")).expect("craps");
    let run = |arguments: &[&str]| {
        let mut program = Command::new(env!("CARGO_BIN_EXE_foregone"));
        let output = program.current_dir(&folder).args(arguments).output().expect("it runs");
        String::from_utf8_lossy(&output.stdout).into_owned()
    };
    let labels = "// RESULT: true\nP>=1 [ F \"init\" ];\n";
    for ending in ["umb", "tra", "drn"] {
        let file = format!("craps.{ending}");
        run(&["convert", &model.to_string_lossy(), &file]);
        std::fs::write(folder.join("init.props"), labels).expect("a file");
        let said = run(&["test", &file, "init.props"]);
        assert!(said.ends_with("1 passed, 0 failed, 0 skipped\n"), "{file}: {said}");
    }
}
