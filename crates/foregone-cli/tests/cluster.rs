//! Runs over several processes: `tests/cluster.sh` compares them with one machine and breaks things.
//!
//! The script gives every step a time limit of its own; what exceeds them is a hang.

use std::process::Command;

fn script(arguments: &[&str]) {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/cluster.sh");
    let mut command = Command::new("bash");
    command.arg(script).arg(env!("CARGO_BIN_EXE_foregone")).args(arguments);
    let output = command.output().expect("bash runs");
    let said = String::from_utf8_lossy(&output.stdout);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}\n{errors}");
}

#[test]
fn several_processes_answer_as_one_and_notice_what_breaks() {
    script(&[]);
}

#[test]
#[ignore = "minutes"]
fn the_whole_contest_games_over_four_processes() {
    script(&["long"]);
    println!("| `foregone cluster run`, four processes | Pig-75, Darts-200, connect-four 5x4 |");
}

#[test]
fn a_run_on_this_machine_starts_and_ends_its_processes() {
    let run = |arguments: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_foregone"));
        let output = command.args(["cluster", "local"]).args(arguments).output().expect("runs");
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        (output.status.code(), text(&output.stdout), text(&output.stderr))
    };
    let (code, said, errors) = run(&["darts", "-p", "start=5", "-n", "2", "--exact", "-q"]);
    assert_eq!((code, said.as_str(), errors.as_str()), (Some(0), "3/22 = 0.136363636363…\n", ""));
    let model = concat!(env!("CARGO_MANIFEST_DIR"), "/../../models/rounds.prism");
    let property = r#"filter(max, <<one>> Pmax=? [ F "home" ])"#;
    let (code, said, errors) = run(&[model, "--prop", property, "-n", "2"]);
    assert_eq!((code, said.as_str()), (Some(2), ""));
    assert!(errors.contains("is not supported over several machines"), "{errors}");
    let (code, _, errors) = run(&["hold", "-p", "target=0", "-n", "2"]);
    assert_eq!(code, Some(2));
    assert!(errors.contains("target"), "{errors}");
}
