//! Nimbers from independent parts against those of whole positions; published nimbers of larger
//! boards; the judge against spoilt claims; games that have none.

use std::sync::Arc;

use fastrand::Rng;
use foregone::explore::explore;
use foregone::games::{dominoes::Dominoes, find};
use foregone::judge::nim::Nimber;
use foregone::judge::sum::{Claim, check};
use foregone::nimber::{ByPartsError, Shown, nimbers, nimbers_by_parts};
use foregone::session::SessionError;
use foregone::sums::Sums;
use foregone::{ChoiceId, Choices, Game, Limits, Quiet, Rational, StateId, Turn};

/// Every position of `game` has the same nimber, and so has every option, both ways.
fn same_both_ways<G: Game>(game: &G, most: usize) {
    let starts = game.starts();
    let explored = explore(game, &starts, &Limits::default(), &Quiet).unwrap();
    let whole = nimbers(Arc::new(explored.arena)).unwrap();
    let all: Vec<G::State> = explored.positions.all().iter().take(most).cloned().collect();
    let parts = nimbers_by_parts(game, &all, &Limits::default(), &Quiet).unwrap();
    for (state, &component) in (0..).map(StateId).zip(&parts.starts) {
        let position = game.show(explored.positions.get(state));
        let number = Nimber::Number(parts.nimbers.at(component));
        assert_eq!(whole.at(state), number, "{position}");
        let options: Vec<Nimber> = parts.nimbers.options(component).map(Nimber::Number).collect();
        let moves = whole.arena().successors(state).iter().map(|&to| whole.at(StateId(to)));
        assert_eq!(options, moves.collect::<Vec<_>>(), "{position}");
    }
}

#[test]
fn parts_are_worth_their_wholes() {
    for (rows, columns) in [(1, 9), (7, 1), (2, 6), (3, 4), (4, 3), (4, 4), (3, 5)] {
        same_both_ways(&Dominoes::cram(rows, columns), 2000);
    }
}

/// The nimber of a built-in game's start, and how many components it took.
fn by_parts(game: &str, given: &[&str], at: Option<&str>) -> (Option<Shown>, u64) {
    let game = find(game).unwrap().build(given).unwrap();
    let answered = game.solve_by_parts(at, &Limits::default(), &Quiet).unwrap();
    (answered.query.nimber, answered.components)
}

fn number(n: u32) -> Option<Shown> {
    Some(Shown(Nimber::Number(n)))
}

#[test]
fn cram_on_boards_with_published_nimbers() {
    // Schneider, Das Spiel Juvavum (2009); Lemoine and Viennot (2010).
    for (rows, columns, nimber) in
        [(3, 6, 4), (3, 7, 1), (3, 8, 3), (3, 9, 1), (3, 10, 2), (4, 5, 2), (4, 6, 0), (4, 7, 3)]
    {
        let given = [format!("rows={rows}"), format!("cols={columns}")];
        let given: Vec<&str> = given.iter().map(String::as_str).collect();
        assert_eq!(by_parts("cram", &given, None).0, number(nimber), "{rows} by {columns}");
    }
}

#[test]
fn large_heaps_of_nim_are_solved_one_by_one() {
    let heaps = ["heaps=255/254/253/17/200/199/198/77"];
    let sum = [255, 254, 253, 17, 200, 199, 198, 77].into_iter().fold(0, |a, b| a ^ b);
    let (nimber, components) = by_parts("nim", &heaps, None);
    assert_eq!(nimber, number(sum));
    // The start as it is, and heaps of 1 to 255.
    assert!(components <= 256, "{components}");
    assert_eq!(by_parts("nim", &heaps, Some("1/2/3/0/0/0/0/0 second")).0, number(0));
    // With a pass nothing splits: Low and Chan, An atlas of N- and P-positions in nim with a pass.
    assert_eq!(by_parts("nim", &["heaps=3", "pass=true"], None).0, number(4));
}

#[test]
fn moves_that_win_lead_to_nimber_0() {
    let cram = find("cram").unwrap().build(&["rows=2", "cols=3"]).unwrap();
    let query = cram.solve_by_parts(None, &Limits::default(), &Quiet).unwrap().query;
    let best: Vec<&str> = query.moves.iter().filter(|m| m.best).map(|m| m.name.as_str()).collect();
    assert_eq!(best, ["a2 upright", "b2 upright", "c2 upright"]);
    assert_eq!(query.standing.unwrap().winner.as_deref(), Some("first"));
    let lost =
        cram.solve_by_parts(Some("#.#/.#. second"), &Limits::default(), &Quiet).unwrap().query;
    assert_eq!((lost.nimber, lost.moves.len()), (number(0), 0));
    assert_eq!(
        (lost.turn.as_str(), lost.standing.unwrap().winner.unwrap().as_str()),
        ("over", "first")
    );
}

#[test]
fn games_without_nimbers_are_refused_by_name() {
    for (game, given) in [
        ("domineering", &[][..]),
        ("cram", &["misere=true"]),
        ("nim", &["misere=true"]),
        ("tic-tac-toe", &[]),
        ("hold", &[]),
    ] {
        let game = find(game).unwrap().build(given).unwrap();
        let error = game.solve_by_parts(None, &Limits::default(), &Quiet).unwrap_err();
        assert!(matches!(error, SessionError::ByParts(ByPartsError::Partizan)), "{error}");
    }
    let limits = Limits { states: 100, ..Limits::default() };
    let cram = find("cram").unwrap().build::<&str>(&[]).unwrap();
    let error = cram.solve_by_parts(None, &limits, &Quiet).unwrap_err();
    assert_eq!(error.to_string(), "the limit of 100 states was reached, so no nimber is known");
}

/// Both players walk on a circle; with chance, a step may go astray.
struct Circle {
    chance: bool,
}

impl Game for Circle {
    type State = u8;

    fn starts(&self) -> Vec<u8> {
        vec![0]
    }

    fn turn(&self, &at: &u8) -> Turn {
        if at == 9 { Turn::Over(Rational::ZERO) } else { foregone::game::player(0) }
    }

    fn choices(&self, &at: &u8, out: &mut Choices<u8>) {
        if self.chance {
            out.choice(2);
            out.branch(1, at + 1);
            out.branch(1, 9);
        } else {
            out.certain((at + 1) % 3);
            out.certain(9);
        }
    }

    fn impartial(&self) -> bool {
        true
    }
}

#[test]
fn endless_play_and_chance_are_refused() {
    let refused = |chance| {
        let limits = Limits::default();
        nimbers_by_parts(&Circle { chance }, &[0], &limits, &Quiet).unwrap_err().to_string()
    };
    assert_eq!(
        refused(false),
        "play from 0 may go on for ever, and sums are solved only where play must end"
    );
    assert_eq!(
        refused(true),
        "the game's rules are inconsistent at 0: state 0: choice 0 has several outcomes, and an \
         impartial game knows no chance"
    );
}

/// Random components: the options of each are sums of earlier ones.
fn random(rng: &mut Rng) -> (Sums, Vec<u32>, Vec<u32>) {
    let mut sums = Sums::default();
    let mut value: Vec<u32> = Vec::new();
    for component in 0..rng.u32(1..=12) {
        let mut numbers = Vec::new();
        for _ in 0..rng.u32(0..=4) {
            let parts: Vec<u32> =
                (0..rng.u32(0..=component.min(3))).map(|_| rng.u32(0..component)).collect();
            numbers.push(parts.iter().fold(0, |sum, &part| sum ^ value[part as usize]));
            sums.option(parts).unwrap();
        }
        sums.component();
        value.push((0..).find(|n| !numbers.contains(n)).unwrap());
    }
    let counter = (0..value.len() as u32).collect();
    (sums, value, counter)
}

#[test]
fn the_judge_refuses_spoilt_nimbers_and_counters() {
    let mut rng = Rng::with_seed(5);
    for _ in 0..500 {
        let (sums, value, counter) = random(&mut rng);
        let sums = Arc::new(sums);
        let claim = Claim { sums, value, counter };
        let accepted = check(claim.clone()).unwrap();
        for component in (0..claim.value.len() as u32).map(StateId) {
            assert_eq!(accepted.at(component), claim.value[component.index()]);
            let mut spoilt = claim.clone();
            spoilt.value[component.index()] ^= 1 << rng.u32(0..3);
            let refusal = check(spoilt).unwrap_err();
            assert!(refusal.state.is_some_and(|state| state <= component), "{refusal}");
            if !claim.sums.all_parts_of(component).is_empty() {
                let mut flat = claim.clone();
                flat.counter[component.index()] = 0;
                assert_eq!(check(flat).unwrap_err().state, Some(component));
            }
        }
        let mut short = claim.clone();
        short.value.pop();
        assert_eq!(check(short).unwrap_err().state, None);
    }
    // A part that does not exist.
    let mut sums = Sums::default();
    sums.option([7]).unwrap();
    sums.component();
    assert_eq!(sums.parts_of(ChoiceId(0)), [7]);
    let claim = Claim { sums: Arc::new(sums), value: vec![0], counter: vec![1] };
    assert!(check(claim).is_err());
}
