//! Positions that a game lists in solving order: a list that is wrong costs time, and nothing else.

use foregone::game::InOrder;
use foregone::games::pig::{Pig, Position};
use foregone::judge::slice::Known;
use foregone::levels::Size;
use foregone::{Choices, Game, Quiet, Turn};

use super::levels::run;

/// What is made of a game's list, component by component.
type Change = fn(&mut Vec<Vec<Position>>);

/// Pig with another list.
struct Listed<'a>(&'a Pig, Change);

impl Game for Listed<'_> {
    type State = Position;
    const LEVELS: bool = true;

    fn starts(&self) -> Vec<Position> {
        self.0.starts()
    }
    fn turn(&self, at: &Position) -> Turn {
        self.0.turn(at)
    }
    fn choices(&self, at: &Position, out: &mut Choices<Position>) {
        self.0.choices(at, out);
    }
    fn level(&self, at: &Position) -> u64 {
        self.0.level(at)
    }
    fn band(&self, at: &Position) -> u64 {
        self.0.band(at)
    }
    fn part(&self, at: &Position) -> u64 {
        self.0.part(at)
    }
    fn entries(&self, from: &[Position], out: &mut Vec<Position>) -> bool {
        self.0.entries(from, out)
    }
    fn has_seats(&self) -> bool {
        true
    }
    fn mirrored(&self, at: &Position) -> Option<Position> {
        self.0.mirrored(at)
    }
    fn dense_len(&self) -> Option<u64> {
        self.0.dense_len()
    }
    fn index(&self, at: &Position) -> u64 {
        self.0.index(at)
    }

    fn in_order(&self, entries: &[Position], out: &mut InOrder<Position>) {
        let mut all = InOrder::default();
        self.0.in_order(entries, &mut all);
        let range = |pair: &[u32]| all.states()[pair[0] as usize..pair[1] as usize].to_vec();
        let mut components: Vec<_> = all.starts().windows(2).map(range).collect();
        (self.1)(&mut components);
        for component in components {
            out.extend(component);
            out.end();
        }
    }
}

fn solved(game: &impl Game<State = Position>, asked: &[Position]) -> (Size, Vec<Known>) {
    let (known, found) = run(game, asked, &Quiet);
    (found.unwrap().0, known)
}

/// No entry.
const ELSEWHERE: Position = Position { who: 0, scores: [0, 0], x: 3 };

const CHANGES: [(&str, Change); 10] = [
    ("the list itself", |_| ()),
    ("nothing", Vec::clear),
    ("turned round", |all| all.reverse()),
    ("turned round inside", |all| all.iter_mut().for_each(|component| component.reverse())),
    ("one left out", |all| all.truncate(all.len().max(1) - 1)),
    ("one twice", |all| all.extend(all.first().cloned())),
    ("each alone", |all| *all = all.concat().into_iter().map(|at| vec![at]).collect()),
    ("all together", |all| *all = vec![all.concat()]),
    ("one of another band", |all| all.push(vec![Position::START])),
    ("one of another band that is no entry", |all| all.insert(0, vec![ELSEWHERE])),
];

#[test]
fn a_wrong_list_changes_nothing() {
    for pig in [Pig::hold(), Pig::new(48, false, 6, 1), Pig::new(40, false, 4, 3)] {
        let asked: Vec<Position> = [[0, 0], [31, 9], [9, 31], [30, 30]]
            .map(|scores| Position { who: 0, scores, x: 0 })
            .to_vec();
        let (size, known) = solved(&Listed(&pig, Vec::clear), &asked);
        for (name, change) in CHANGES {
            let (other_size, others) = solved(&Listed(&pig, change), &asked);
            assert_eq!(other_size, size, "{name}");
            for (known, other) in known.iter().zip(&others) {
                let ((lower, upper), (low, high)) = (known.bounds(), other.bounds());
                assert!(lower <= high && low <= upper, "{name}");
                let width = foregone::Number::gap(&high, &low);
                assert!(width < 1e-10, "{name}: {width}");
                assert_eq!(known.ends(), other.ends(), "{name}");
            }
        }
    }
}
