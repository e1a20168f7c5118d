//! Busts, levels, and positions that are typed.

use super::*;
use crate::{Limits, Quiet, explore::explore, games};

fn made(given: &[&str]) -> Darts501 {
    game(&games::find("darts-501").unwrap().values(given).unwrap()).unwrap()
}

#[test]
fn every_reachable_position_can_be_typed_and_levels_never_fall() {
    let table = "skill=T20: T20=1 S20=2 D1=1 miss=1; D2: D2=1 S2=1 S1=1; 25: 25=1 50=1";
    for given in [
        &["start=70", table][..],
        &["start=45", table, "out=straight", "darts=2", "first=2"],
        &["start=45", table, "out=master", "in=double", "bust=dart"],
        &["start=61", table, "alone=true"],
        &["start=61", table, "alone=true", "within=7"],
    ] {
        let game = made(given);
        let explored = explore(&game, &game.starts(), &Limits::default(), &Quiet).unwrap();
        let mut out = Choices::default();
        for at in explored.positions.all() {
            assert_eq!(game.parse(&game.show(at)).as_ref(), Ok(at), "{given:?}");
            if matches!(game.turn(at), Turn::Over(_)) {
                continue;
            }
            out.clear();
            game.choices(at, &mut out);
            for choice in 0..out.len() {
                let after = out.successors(choice);
                assert!(after.iter().all(|to| game.level(to) >= game.level(at)), "{at:?}");
            }
        }
    }
}

#[test]
fn busts_undo_the_turn() {
    let game = made(&["start=60", "skill=S20: S20=1; T20: T20=1; D1: D1=1"]);
    let next = |text: &str, choice: usize| {
        let mut out = Choices::default();
        game.choices(&game.parse(text).unwrap(), &mut out);
        game.show(&out.successors(choice)[0])
    };
    assert_eq!(next("a=40,b=60", 0), "a=20,b=60,left=2,from=40,who=1");
    assert_eq!(next("a=20,b=60,left=2,from=40", 0), "a=40,b=60,left=3,from=0,who=2");
    assert_eq!(next("a=3,b=60,left=1,from=43", 2), "a=43,b=60,left=3,from=0,who=2");
    assert_eq!(next("a=2,b=60,left=1,from=42", 2), "a=0,b=60,left=3,from=0,who=2");
    assert_eq!(next("a=60,b=60", 1), "a=60,b=60,left=3,from=0,who=2");
}
