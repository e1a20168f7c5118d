//! A run that Ctrl-C ends goes on from its checkpoint, to the answer of a run that nobody ended.
#![cfg(unix)]

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

/// A game just large enough to be solved by levels: some seconds of work.
const GAME: [&str; 4] = ["solve", "pig", "-p", "exact=true,target=260"];
const PATIENCE: Duration = Duration::from_secs(120);

fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("checkpoint").join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("a folder");
    folder
}

fn program(folder: &Path, arguments: &[&str]) -> Child {
    solving(folder, GAME, arguments)
}

fn solving<const N: usize>(folder: &Path, game: [&str; N], arguments: &[&str]) -> Child {
    let mut program = Command::new(env!("CARGO_BIN_EXE_foregone"));
    program.current_dir(folder).args(game).args(arguments);
    program.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the program runs")
}

/// Waits for the file, then presses Ctrl-C.
fn interrupted(mut child: Child, file: &Path) -> Output {
    let begin = Instant::now();
    while !file.exists() {
        assert!(child.try_wait().expect("a process").is_none(), "it ended before it kept anything");
        assert!(begin.elapsed() < PATIENCE, "nothing was kept");
        std::thread::sleep(Duration::from_millis(10));
    }
    let sent = Command::new("kill").arg("-INT").arg(child.id().to_string()).status();
    assert!(sent.expect("kill runs").success());
    child.wait_with_output().expect("a process")
}

#[test]
fn the_same_command_goes_on_after_ctrl_c() {
    goes_on("by-levels", GAME, "0.1");
}

/// All positions form one component, which is swept.
#[test]
fn a_run_over_a_whole_arena_goes_on_too() {
    goes_on("whole", ["solve", "two-dice-pig", "-p", "target=80"], "0.1");
}

/// A question to a model, which lies in the folder.
const MODEL: [&str; 6] =
    ["solve", "pig.prism", "-p", "T=120", "--prop", "<<p1>> Pmax=? [ F \"win1\" ]"];

#[test]
fn work_on_a_model_goes_on() {
    goes_on("model", MODEL, "0.05");
}

#[test]
fn work_on_a_model_by_levels_goes_on() {
    let [a, b, c, d, e, f] = MODEL;
    goes_on("model-by-levels", [a, b, c, d, e, f, "--max-memory", "60MB"], "0.05");
}

#[test]
fn work_on_another_model_or_on_several_questions_is_refused() {
    let folder = folder("other-model");
    let model = std::fs::read_to_string(model()).expect("a model");
    std::fs::write(folder.join("pig.prism"), &model).expect("a file");
    let keep = ["--checkpoint", "kept", "--checkpoint-every", "0.05"];
    interrupted(solving(&folder, MODEL, &keep), &folder.join("kept"));
    std::fs::write(folder.join("pig.prism"), model.replace("x+6", "x+7")).expect("a file");
    let said = |more: &[&str]| {
        let child = solving(&folder, MODEL, &[&keep[..2], more].concat());
        let output = child.wait_with_output().expect("a process");
        assert_eq!(output.status.code(), Some(2));
        String::from_utf8_lossy(&output.stderr).into_owned()
    };
    assert!(said(&[]).contains("was kept by another run"));
    assert!(said(&["--prop", "<<p1>> P>0.5 [ F \"win1\" ]"]).contains("give one --prop"));
}

fn model() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../models/pig.prism")
}

fn goes_on<const N: usize>(name: &str, game: [&str; N], every: &str) {
    let folder = folder(name);
    std::fs::copy(model(), folder.join("pig.prism")).expect("a model");
    let file = folder.join("kept");
    let program = |folder: &Path, arguments: &[&str]| solving(folder, game, arguments);
    let whole = program(&folder, &["-q"]).wait_with_output().expect("a process");
    let keep = ["--checkpoint", "kept", "--checkpoint-every", every];
    let first = interrupted(program(&folder, &keep), &file);
    assert_eq!(first.status.code(), Some(130));
    let said = String::from_utf8_lossy(&first.stderr);
    assert!(said.contains("the same command goes on from kept"), "{said}");
    let again = [&keep[..], &["-q"]].concat();
    let second = program(&folder, &again).wait_with_output().expect("a process");
    assert!(second.status.success());
    assert_eq!(String::from_utf8_lossy(&second.stdout), String::from_utf8_lossy(&whole.stdout));
    assert!(!file.exists(), "the file is of no use any more");
}

#[test]
fn files_of_other_runs_and_damaged_ones_are_refused() {
    let folder = folder("refused");
    let said = |arguments: &[&str]| {
        let output = program(&folder, arguments).wait_with_output().expect("a process");
        assert_eq!(output.status.code(), Some(2));
        String::from_utf8_lossy(&output.stderr).into_owned()
    };
    std::fs::write(folder.join("notes"), "buy milk\n").expect("a file");
    let notes = said(&["--checkpoint", "notes"]);
    assert_eq!(
        notes,
        "error: notes: is not a file that an interrupted run kept; name another one\n"
    );
    let keep = ["--checkpoint", "kept", "--checkpoint-every", "0.1"];
    interrupted(program(&folder, &keep), &folder.join("kept"));
    let other = said(&["--checkpoint", "kept", "-p", "sides=8"]);
    assert!(other.contains("was kept by another run") && other.contains("\"sides\":6"), "{other}");
    let mut bytes = std::fs::read(folder.join("kept")).expect("a file");
    bytes.pop();
    std::fs::write(folder.join("kept"), bytes).expect("a file");
    let damaged = "error: --checkpoint: what an earlier run left is damaged; remove the file or \
                   name another one\n";
    assert_eq!(said(&["--checkpoint", "kept"]), damaged);
}

#[test]
fn runs_that_cannot_be_kept_are_refused_by_name() {
    let folder = folder("by-name");
    let said = |game: &str| {
        let child = solving(&folder, ["solve", game], &["--checkpoint", "kept"]);
        let output = child.wait_with_output().expect("a process");
        assert_eq!(output.status.code(), Some(2));
        String::from_utf8_lossy(&output.stderr).into_owned()
    };
    assert!(said("tic-tac-toe").contains("games of win, draw and loss are solved in one pass"));
}
