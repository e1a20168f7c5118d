//! What several workers save is what one machine would save: read, judged anew and looked up, part
//! by part; what is missing or altered is refused by name.

use std::fs::{self, File};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use foregone::format::solution::{self, MANIFEST, Manifest, Origin, ReadError, Saved, Stored};
use foregone::query::Form;
use foregone::session::{SharedGame, Solved, solve};
use foregone::solve::Options as Single;
use foregone::{Limits as Within, Quiet, Rational, games};
use foregone_cluster::{Ask, Limits, Links, Options, Playing, Problem, Report, Saving, run};

mod limit;

use limit::within;

struct Silent;

impl Report for Silent {
    fn explored(&self, _: usize, _: u64, _: u64) {}
    fn note(&self, _: usize, _: &dyn Fn() -> String) {}
}

type Given = &'static [&'static str];

fn game(name: &str, given: Given) -> (SharedGame, Origin) {
    let row = games::find(name).expect("a game");
    let values = row.values(given).expect("parameters");
    ((row.make)(&values).expect("a game"), Origin::built_in(name, &values))
}

fn save(name: &'static str, given: Given, workers: usize, folder: &Path) -> Option<String> {
    let (_, origin) = game(name, given);
    let make = move || Ok(Playing::sound(game(name, given).0));
    let problem = Problem { game: Arc::new(make), starts: Vec::new(), ask: Ask::Own };
    let options = Options {
        precision: Rational::from_parts(1.into(), 1_000_000_000_u32.into()),
        exact: false,
        gather: 0,
        every: Duration::from_secs(60),
        keeping: None,
        saving: Some(Saving { folder: folder.into(), origin }),
        limits: Limits::default(),
        workers: 1,
    };
    let solve = move || run(Links::threads(workers), problem, options, Arc::new(Silent));
    let answer = within(name, solve);
    answer.expect("an answer").unsaved
}

fn manifest(folder: &Path) -> Manifest {
    let text = fs::read_to_string(folder.join(MANIFEST)).expect("a manifest");
    Manifest::read(&text).expect("a manifest")
}

fn read(folder: &Path) -> Result<Saved, ReadError> {
    manifest(folder).read_parts(|name| File::open(folder.join(name)))
}

fn alone(name: &str, given: Given) -> Solved {
    let (game, _) = game(name, given);
    solve(game, &[], &Single::default(), &Within::default(), &Quiet).expect("solved")
}

fn check(name: &'static str, given: Given, workers: usize) {
    let folder = tempfile::tempdir().expect("a folder");
    assert_eq!(save(name, given, workers, folder.path()), None);
    let (game, _) = game(name, given);
    let mut stored =
        Stored::open_parts(&manifest(folder.path()), |part| File::open(folder.path().join(part)))
            .expect("parts");
    let form = Form { exact: false, digits: None };
    let before = alone(name, given);
    let after = read(folder.path()).expect("parts").judge(Arc::clone(&game), &Quiet);
    let after = after.unwrap_or_else(|error| panic!("{name} by {workers}: {error}"));
    assert_eq!(after.checked.arena().states(), before.checked.arena().states());
    for state in before.checked.arena().ids().step_by(7) {
        let position = before.explored.show(state);
        let there = after.explored.find(&position).unwrap().expect("the position");
        let bounds = |solved: &Solved, at| solved.checked.solution().bounds.rational(at);
        let ((lower, upper), (low, high)) = (bounds(&after, there), bounds(&before, state));
        assert!(lower <= high && low <= upper, "{name} at {position}");
        let found = stored.query(Arc::clone(&game), &position, form).expect("a query");
        let found = found.unwrap_or_else(|| panic!("{name} by {workers}: no row for {position}"));
        assert_eq!(found.query.moves.len(), before.checked.arena().choices_of(state).len());
    }
}

#[test]
fn parts_are_read_and_judged_as_a_whole() {
    check("tic-tac-toe", &[], 3);
    check("hold", &["target=10"], 2);
    check("hold", &["target=10"], 1);
    // Fewer groups of positions than workers: some have none.
    check("darts", &["start=2"], 7);
}

#[test]
fn what_is_missing_or_altered_is_named() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    assert_eq!(save("tic-tac-toe", &[], 3, folder), None);
    let part = folder.join("part-00001.parquet");
    let whole = fs::read(&part).expect("a part");
    let says = |what: &str| {
        let error = read(folder).expect_err("refused").to_string();
        assert!(error.starts_with("part-00001.parquet: ") && error.contains(what), "{error}");
    };
    let alone = solution::read(&mut whole.as_slice()).expect_err("a part alone").to_string();
    assert!(alone.contains("worker 1's part of a solution by 3 workers"), "{alone}");
    fs::write(&part, &whole[..whole.len() - 7]).unwrap();
    says("cut short");
    let mut altered = whole.clone();
    altered[whole.len() / 2] ^= 1;
    fs::write(&part, &altered).unwrap();
    says("checksum");
    fs::copy(folder.join("part-00002.parquet"), &part).unwrap();
    says("checksum");
    fs::remove_file(&part).unwrap();
    says("it is missing");
    fs::write(&part, &whole).unwrap();
    read(folder).expect("whole again");
    let text = fs::read_to_string(folder.join(MANIFEST)).unwrap();
    for (old, new) in [("\"rows\": 1", "\"rows\": 2"), ("\"workers\": 3", "\"workers\": 4")] {
        assert!(text.contains(old));
        Manifest::read(&text.replacen(old, new, 1)).expect_err("altered");
    }
    Manifest::read(&text[..text.len() / 2]).expect_err("cut short");
}

#[test]
fn another_solution_is_replaced_and_nothing_else() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    assert_eq!(save("tic-tac-toe", &[], 3, folder), None);
    assert_eq!(save("tic-tac-toe", &[], 2, folder), None);
    let mut names: Vec<String> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    assert_eq!(names, [MANIFEST, "part-00000.parquet", "part-00001.parquet"]);
    fs::write(folder.join("letters.txt"), "dear").unwrap();
    let (_, origin) = game("tic-tac-toe", &[]);
    let make = || Ok(Playing::sound(game("tic-tac-toe", &[]).0));
    let problem = Problem { game: Arc::new(make), starts: Vec::new(), ask: Ask::Own };
    let saving = Some(Saving { folder: folder.into(), origin });
    let (precision, every) = (Rational::ONE, Duration::from_secs(60));
    let options = Options {
        precision,
        exact: false,
        gather: 0,
        every,
        keeping: None,
        saving,
        limits: Limits::default(),
        workers: 1,
    };
    let solve = move || run(Links::threads(2), problem, options, Arc::new(Silent));
    let refused = within("a folder with letters", solve);
    assert!(refused.expect_err("refused").contains("letters.txt"));
}
