//! Played games: luck and mistakes add up, and best play has none; where play is bound to end.

mod solved;

use foregone::outcome::{Ending, ending, endings};
use foregone::play::{PlayError, Turn, follow, line, review};
use foregone::session::AnySolved;
use foregone::simulate::SplitMix64;
use foregone::{ChoiceId, StateId};
use solved::solved;

/// A game in which every move is drawn at random.
fn at_random(solved: &AnySolved, seed: u64) -> Vec<Turn> {
    let arena = solved.arena();
    let mut random = SplitMix64::new(seed);
    let (mut state, mut turns) = (solved.explored().starts()[0], Vec::new());
    while arena.player(state).is_some() && turns.len() < 300 {
        let choices = arena.choices_of(state);
        let choice = random.below(choices.len() as u64) as u32;
        let chosen = arena.choice(ChoiceId(choices.start + choice));
        let branch = random.branch(chosen.distribution) as u32;
        let turn = Turn { state, choice, branch };
        turns.push(turn);
        state = follow(solved, turn).unwrap();
    }
    turns
}

#[test]
fn luck_and_mistakes_make_the_difference() {
    for (name, given) in [
        ("hold", &["target=12"][..]),
        ("pig", &["target=15"]),
        ("tic-tac-toe", &[]),
        ("pig-solitaire", &["target=20"]),
        ("red-black", &["red=5", "black=5"]),
    ] {
        let solved = solved(name, given);
        let mut wrong_moves = 0;
        for seed in 0..50 {
            let turns = at_random(&solved, seed);
            let review = review(&solved, &turns).unwrap();
            let sum = review.start + review.luck - review.max_gave + review.min_gave;
            assert!((sum - review.end).abs() < 1e-7, "{name} {seed}: {sum} {}", review.end);
            assert_eq!(review.steps.len(), turns.len());
            assert!(review.steps.iter().all(|step| step.cost >= 0.0));
            wrong_moves += review.steps.iter().filter(|step| step.cost > 0.0).count();
        }
        assert!(wrong_moves > 20, "{name}: {wrong_moves}");
    }
}

#[test]
fn best_play_gives_nothing_away() {
    let solved = solved("pig", &["target=20"]);
    let start = solved.explored().starts()[0];
    for seed in 0..20 {
        let turns = line(&solved, start, seed, 1000);
        let review = review(&solved, &turns).unwrap();
        assert!(review.over, "pig ends");
        assert_eq!((review.max_gave, review.min_gave), (0.0, 0.0));
    }
    assert_eq!(line(&solved, start, 3, 1000), line(&solved, start, 3, 1000));
    assert_ne!(line(&solved, start, 3, 1000), line(&solved, start, 4, 1000));
}

#[test]
fn records_of_no_game_are_refused() {
    let solved = solved("hold", &["target=8"]);
    let start = solved.explored().starts()[0];
    let turn = |state, choice, branch| Turn { state, choice, branch };
    let broken = review(&solved, &[turn(start, 0, 1), turn(start, 0, 1)]);
    assert_eq!(broken, Err(PlayError::Broken { at: 1 }));
    let choice = review(&solved, &[turn(start, 7, 0)]);
    assert_eq!(choice, Err(PlayError::Choice { at: 1, choice: 7, choices: 1 }));
    let branch = review(&solved, &[turn(start, 0, 99)]);
    assert_eq!(branch, Err(PlayError::Branch { at: 1, branch: 99, branches: 6 }));
    assert!(review(&solved, &[]).unwrap().steps.is_empty());
}

#[test]
fn where_play_ends_is_known_for_every_state_at_once() {
    let mut open = 0;
    for (name, given) in
        [("hold", &["target=7"][..]), ("pig", &["target=7"]), ("darts", &["start=4"])]
    {
        let AnySolved::Chance(solved) = solved(name, given) else { panic!("{name} is of chances") };
        let all = endings(&solved.checked);
        for state in solved.checked.arena().ids() {
            let one = ending(&solved.checked, &[StateId(state.0)]) == Ending::Certain;
            assert_eq!(all[state.index()], one, "{name}: {}", solved.explored.show(state));
            open += usize::from(!one);
        }
    }
    assert!(open > 0, "nobody wins hold from one point short on both sides");
}
