//! Saved solutions: what is written is read and judged again, whatever the numbers and however far
//! exploring went; what was cut short, altered or saved for other rules is refused.

mod kinds;
mod states;

use std::io::Cursor;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use foregone::format::solution::{self, Numbers, Origin, ReadError, RebuildError, Saved, Stored};
use foregone::outcome::{Ending, ending};
use foregone::query::{Form, query};
use foregone::session::{self, SharedGame, Solved};
use foregone::solve::Options;
use foregone::{
    Bounds, Choices, Fixed64, Game, Limits, Number, Phase, Player, Quiet, Rational, Stop, Turn,
    UBig, Watch, games,
};

fn game(name: &str, given: &[&str]) -> (SharedGame, Origin) {
    let row = games::find(name).unwrap();
    let values = row.values(given).unwrap();
    ((row.make)(&values).unwrap(), Origin::built_in(name, &values))
}

fn small() -> (SharedGame, Origin) {
    game("hold", &["target=12"])
}

fn solved(game: &SharedGame, options: &Options) -> Solved {
    session::solve(Arc::clone(game), &[], options, &Limits::default(), &Quiet).unwrap()
}

fn written(origin: &Origin, solved: &Solved) -> Vec<u8> {
    let mut file = Cursor::new(Vec::new());
    solution::write(&mut file, origin, solved.seen()).unwrap();
    file.into_inner()
}

fn read(bytes: &[u8]) -> Result<Saved, ReadError> {
    solution::read(&mut { bytes })
}

fn assert_same(saved: Saved, game: SharedGame, before: &Solved) {
    let after = saved.judge(game, &Quiet).unwrap();
    let arena = before.checked.arena();
    assert_eq!(after.checked.arena().states(), arena.states());
    let shown = |solved: &Solved| {
        let starts = solved.explored.starts().iter();
        starts.map(|&start| solved.explored.show(start)).collect::<Vec<_>>()
    };
    assert_eq!(shown(&after), shown(before));
    for state in arena.ids() {
        let there = after.explored.find(&before.explored.show(state)).unwrap().unwrap();
        let (a, b) = (after.checked.solution(), before.checked.solution());
        assert_eq!(a.bounds.rational(there), b.bounds.rational(state));
        assert_eq!(a.strategy[there.index()], b.strategy[state.index()]);
    }
}

#[test]
fn all_kinds_of_numbers_come_back() {
    let (game, origin) = small();
    let power = |digits| Rational::from_parts(1.into(), UBig::from(10u8).pow(digits));
    let narrow = Options { precision: power(25), ..Options::default() };
    let narrower = Options { precision: power(60), ..Options::default() };
    let exact = Options { exact: true, ..Options::default() };
    for (options, numbers) in [
        (Options::default(), Numbers::Fixed64),
        (narrow, Numbers::Fixed128),
        (narrower, Numbers::Fixed512),
        (exact, Numbers::Exact),
    ] {
        let before = solved(&game, &options);
        let saved = read(&written(&origin, &before)).unwrap();
        assert_eq!(saved.meta.numbers, numbers);
        assert_eq!(saved.meta.parameters["target"], 12);
        assert_same(saved, Arc::clone(&game), &before);
    }
}

#[test]
fn the_same_solution_gives_the_same_bytes() {
    let (game, origin) = small();
    let bytes = || written(&origin, &solved(&game, &Options::default()));
    assert_eq!(bytes(), bytes());
}

#[test]
fn files_cut_short_are_refused() {
    let (game, origin) = game("hold", &["target=25"]);
    let bytes = written(&origin, &solved(&game, &Options::default()));
    assert!(bytes.len() > 20_000, "a file of {} bytes tests little", bytes.len());
    let ends = (0..bytes.len()).step_by(1024).chain(bytes.len() - 200..bytes.len());
    for end in ends {
        let error = read(&bytes[..end]).expect_err("cut short");
        let fits = matches!(error, ReadError::CutShort | ReadError::Foreign);
        assert!(fits, "{end}: {error}");
    }
}

#[test]
fn altered_files_are_refused() {
    let (game, origin) = small();
    let bytes = written(&origin, &solved(&game, &Options::default()));
    let mut random = fastrand::Rng::with_seed(1);
    let flips = (0..2000).map(|_| random.usize(0..bytes.len()));
    let ends = (0..8).chain(bytes.len() - 300..bytes.len());
    for at in flips.chain(ends).collect::<Vec<_>>() {
        let mut altered = bytes.clone();
        altered[at] ^= 1 << random.u8(0..8);
        assert!(!read(&altered).expect_err("altered").to_string().is_empty(), "{at}");
    }
}

#[test]
fn other_bytes_are_refused() {
    for bytes in [&b""[..], b"PAR1", b"PAR1PAR1", b"PAR1\xff\xff\xff\xffPAR1", b"hello, world"] {
        read(bytes).expect_err("not a saved solution");
    }
}

/// What a careless program might do: alter a file and set its checksum right again.
#[test]
fn altered_files_with_a_right_checksum_do_not_panic_and_do_not_lie() {
    let (game, origin) = small();
    let before = solved(&game, &Options::default());
    let bytes = written(&origin, &before);
    let mut random = fastrand::Rng::with_seed(2);
    for _ in 0..1000 {
        let mut altered = bytes.clone();
        altered[random.usize(4..bytes.len() - 8)] ^= 1 << random.u8(0..8);
        if seal(&mut altered).is_none() {
            continue;
        }
        let Ok(saved) = read(&altered) else { continue };
        let Ok(after) = saved.judge(Arc::clone(&game), &Quiet) else { continue };
        for state in before.checked.arena().ids() {
            let there = after.explored.find(&before.explored.show(state)).unwrap().unwrap();
            let (lower, upper) = after.checked.solution().bounds.rational(there);
            let (low, high) = before.checked.solution().bounds.rational(state);
            assert!(lower <= high && low <= upper, "bounds that exclude the truth");
        }
    }
}

/// Sets the checksum of a file anew, from the description of the format.
fn seal(bytes: &mut [u8]) -> Option<()> {
    let mark = b"xxh3-128:";
    let place = bytes.windows(mark.len()).rposition(|window| window == mark)? + mark.len();
    let mut hasher = twox_hash::XxHash3_128::new();
    hasher.write(&bytes[..place]);
    hasher.write(bytes.get(place + 32..)?);
    let digits = format!("{:032x}", hasher.finish_128());
    bytes[place..place + 32].copy_from_slice(digits.as_bytes());
    Some(())
}

#[test]
fn spoilt_bounds_are_refused_with_the_position() {
    let (game, origin) = small();
    let before = solved(&game, &Options::default());
    let mut saved = read(&written(&origin, &before)).unwrap();
    let start = before.explored.starts()[0];
    let at_start = |row: &usize| {
        let values = saved.fields.iter().map(|(_, column)| column.get(*row).unwrap());
        values.collect::<Vec<_>>() == before.explored.describe(start)
    };
    let row = (0..before.checked.arena().states()).find(at_start).unwrap();
    let Bounds::Fixed64(bounds) = &mut saved.solution.bounds else { panic!("64 bits suffice") };
    bounds.upper[row] = Fixed64::zero();
    let error = saved.judge(game, &Quiet).err().expect("spoilt");
    let expected = format!("the judge refuses it at {}", before.explored.show(start));
    assert!(error.to_string().starts_with(&expected), "{error}");
}

#[test]
fn other_rules_are_refused() {
    let (game_12, origin) = small();
    let bytes = written(&origin, &solved(&game_12, &Options::default()));
    let (game_13, _) = game("hold", &["target=13"]);
    let error = read(&bytes).unwrap().judge(game_13, &Quiet).err().expect("another target");
    assert!(matches!(error, RebuildError::Counts { what: "states", .. }), "{error}");
    let (other_face, _) = game("hold", &["target=12", "bust=2"]);
    read(&bytes).unwrap().judge(other_face, &Quiet).err().expect("another face");
}

/// Stops after a number of looks.
struct Impatient {
    looks: AtomicU64,
}

impl Watch for Impatient {
    fn stop(&self) -> bool {
        self.looks.fetch_sub(1, Ordering::Relaxed) == 1
    }
}

#[test]
fn stopped_explorations_come_back_too() {
    let (game, origin) = game("hold", &["target=30"]);
    let states = Limits { states: 5000, ..Limits::default() };
    let bytes = Limits { bytes: 1_500_000, ..Limits::default() };
    let patient = Impatient { looks: AtomicU64::new(0) };
    let impatient = Impatient { looks: AtomicU64::new(7) };
    for (limits, watch) in [(states, &patient), (bytes, &patient), (Limits::default(), &impatient)]
    {
        let options = Options::default();
        let before = session::solve(Arc::clone(&game), &[], &options, &limits, watch).unwrap();
        let stop = before.explored.stopped().expect("stopped").clone();
        assert!(before.checked.arena().unexplored() > 0);
        let saved = read(&written(&origin, &before)).unwrap();
        assert_eq!(saved.meta.exploring_stopped.as_ref().map(|reason| &reason.0), Some(&stop));
        assert_eq!(matches!(stop, Stop::Asked), std::ptr::eq(watch, &impatient));
        assert_same(saved, Arc::clone(&game), &before);
    }
}

/// A game without named fields, and with words that are not ASCII.
struct Toss;

impl Game for Toss {
    type State = u8;

    fn starts(&self) -> Vec<u8> {
        vec![0]
    }

    fn turn(&self, state: &u8) -> Turn {
        match state {
            0 => Turn::Player(Player(0)),
            _ => Turn::Over(Rational::from_parts((*state - 1).into(), 3u8.into())),
        }
    }

    fn choices(&self, _: &u8, out: &mut Choices<u8>) {
        out.choice(4);
        (1..=4).for_each(|side| out.branch(1, side));
    }

    fn show(&self, state: &u8) -> String {
        "⚀⚁⚂⚃⚄".chars().nth(usize::from(*state)).map(String::from).unwrap_or_default()
    }

    fn short_form(&self, text: &str) -> Option<Result<u8, foregone::PositionError>> {
        let at = "⚀⚁⚂⚃⚄".chars().position(|side| text.starts_with(side));
        Some(at.map(|at| at as u8).ok_or_else(|| foregone::PositionError::new("a die's face")))
    }
}

#[test]
fn positions_without_fields_are_kept_as_text() {
    let game: SharedGame = Arc::new(Toss);
    let origin =
        Origin { game: "toss".into(), given: vec![], parameters: Default::default(), model: None };
    let before = solved(&game, &Options::default());
    let saved = read(&written(&origin, &before)).unwrap();
    assert_eq!(saved.fields[0].0, "position");
    assert_same(saved, game, &before);
}

#[test]
fn judging_is_told_as_judging() {
    struct Heard(AtomicU64);
    impl Watch for Heard {
        fn progress(&self, phase: Phase, _: u64, _: Option<u64>) {
            self.0.fetch_add(u64::from(phase == Phase::Judge), Ordering::Relaxed);
        }
    }
    let (game, origin) = small();
    let bytes = written(&origin, &solved(&game, &Options::default()));
    let heard = Heard(AtomicU64::new(0));
    read(&bytes).unwrap().judge(game, &heard).unwrap();
    assert!(heard.0.into_inner() > 0);
}

/// A file of the same length with other bytes in the footer and a right checksum.
fn forged(bytes: &[u8], from: &str, to: &str) -> Result<Saved, ReadError> {
    assert_eq!(from.len(), to.len());
    let mut forged = bytes.to_vec();
    let place = bytes.windows(from.len()).rposition(|window| window == from.as_bytes());
    let place = place.expect("the footer says so");
    forged[place..place + to.len()].copy_from_slice(to.as_bytes());
    seal(&mut forged).unwrap();
    read(&forged)
}

#[test]
fn a_footer_that_contradicts_itself_is_refused() {
    let (game, origin) = small();
    let bytes = written(&origin, &solved(&game, &Options::default()));
    for (from, to, expected) in [
        ("\"target\":12", "\"target\":13", "its footer says 'target=13"),
        ("\"format\":3", "\"format\":9", "written in format 9"),
        ("\"program\":\"", "\"progrum\":\"", "missing field `program`"),
        ("\"states\":", "\"stutes\":", "missing field `states`"),
    ] {
        let error = forged(&bytes, from, to).expect_err(to).to_string();
        assert!(error.contains(expected), "{error}");
    }
}

#[test]
fn columns_for_readers_are_compared_too() {
    let (game, origin) = small();
    let before = solved(&game, &Options::default());
    let bytes = written(&origin, &before);
    // Without its dictionary's word for a turn or a move the file has others at every row.
    for (from, to, column) in [("hold", "roll", "best_move"), ("over", "OVER", "turn")] {
        let mut forged = bytes.clone();
        let places: Vec<usize> = (0..bytes.len() - 4096)
            .filter(|&at| bytes[at..].starts_with(from.as_bytes()))
            .collect();
        assert!(!places.is_empty(), "'{from}' is in the file as it is");
        places.iter().for_each(|&at| forged[at..at + 4].copy_from_slice(to.as_bytes()));
        seal(&mut forged).unwrap();
        let error = read(&forged).unwrap().judge(Arc::clone(&game), &Quiet).err().expect(column);
        let fits = matches!(&error, RebuildError::Column { column: c, .. } if *c == column);
        assert!(fits, "{error}");
    }
}

#[test]
fn a_file_of_fewer_rows_does_not_make_a_large_game_be_explored() {
    let (game_12, origin) = small();
    let bytes = written(&origin, &solved(&game_12, &Options::default()));
    let rows = read(&bytes).unwrap().meta.states;
    let (large, _) = game("hold", &["target=75"]);
    let error = read(&bytes).unwrap().judge(large, &Quiet).err().expect("another target");
    let RebuildError::Counts { game, .. } = error else { panic!("{error}") };
    assert!(game < rows + 10, "{game} states were explored for {rows} rows");
}

#[test]
fn judging_keeps_to_limits() {
    let (game, origin) = small();
    let bytes = written(&origin, &solved(&game, &Options::default()));
    let rows = read(&bytes).unwrap().meta.states;
    let judged = |states| {
        let limits = Limits { states, ..Limits::default() };
        read(&bytes).unwrap().judge_within(Arc::clone(&game), &limits, &Quiet)
    };
    assert!(judged(rows).is_ok());
    let error = judged(rows - 1).err().expect("too low");
    assert!(matches!(error, RebuildError::Stopped(Stop::States(_))), "{error}");
}

/// Rows lie in the order of their fields, and so a position is found without the others.
#[test]
fn positions_are_found_by_their_rows() {
    let (game, origin) = game("hold", &["target=30"]);
    let before = solved(&game, &Options::default());
    let bytes = bytes::Bytes::from(written(&origin, &before));
    let saved = read(&bytes).unwrap();
    let rows = saved.meta.states as usize;
    let row = |row| saved.fields.iter().map(move |(_, column)| column.get(row).unwrap());
    assert!(rows > 20_000 && (1..rows).all(|at| row(at - 1).lt(row(at))));
    let mut stored = Stored::open(bytes.clone()).unwrap();
    let form = Form::default();
    let (mut certain, mut open) = (0, 0);
    // Nobody can make the last point.
    let stuck = before.explored.find("29 29 0").unwrap().unwrap();
    for state in before.checked.arena().ids().step_by(97).chain([stuck]) {
        let text = before.explored.show(state);
        let found = stored.query(Arc::clone(&game), &text, form).unwrap().unwrap();
        let right = query(&*before.explored, &before.checked, state, form);
        assert_eq!(found.query, right);
        let ending = ending(&before.checked, &[state]);
        assert_eq!(found.ends[found.state.index()], ending == Ending::Certain, "{text}");
        certain += u32::from(ending == Ending::Certain);
        open += u32::from(ending == Ending::Open);
    }
    assert!(certain > 100 && open > 0, "{certain} {open}");
    let error = stored.query(Arc::clone(&game), "99 0 0", form).err().expect("no position");
    assert!(error.to_string().contains("99"), "{error}");
    let (larger, _) = self::game("hold", &["target=40"]);
    assert!(stored.query(larger, "39 39 0", form).unwrap().is_none());
}

#[test]
fn rows_that_were_altered_are_not_told() {
    let (game, origin) = small();
    let bytes = written(&origin, &solved(&game, &Options::default()));
    let footer = bytes.len() - 8 - {
        let length = bytes[bytes.len() - 8..bytes.len() - 4].try_into().unwrap();
        u32::from_le_bytes(length) as usize
    };
    // Between the rows and the footer lies what is not read here.
    let text = String::from_utf8_lossy(&bytes[footer..]);
    let (_, end) = text.rsplit_once("\"end\":").unwrap();
    let rows: usize = end.split(',').next().unwrap().parse().unwrap();
    assert!(footer / 2 < rows && rows < footer);
    let mut random = fastrand::Rng::with_seed(3);
    for _ in 0..300 {
        let mut altered = bytes.clone();
        let at = random.usize(0..bytes.len());
        altered[at] ^= 1 << random.u8(0..8);
        let told = Stored::open(bytes::Bytes::from(altered))
            .map_err(RebuildError::from)
            .and_then(|mut stored| stored.query(Arc::clone(&game), "0 0 0", Form::default()));
        assert!(told.is_err() || (rows <= at && at < footer), "byte {at} of {}", bytes.len());
    }
    for end in [0, 3, 8, 100, bytes.len() - 9, bytes.len() - 1] {
        let cut = bytes::Bytes::copy_from_slice(&bytes[..end]);
        assert!(Stored::open(cut).is_err(), "{end}");
    }
}
