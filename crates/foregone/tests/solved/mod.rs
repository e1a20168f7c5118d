//! Built-in games solved for chances or for amounts, as they ask.

use foregone::session::{AnySolved, solve_expected, solve_explored};
use foregone::solve::Options;
use foregone::{Limits, Quiet, games};

pub fn solved(name: &str, given: &[&str]) -> AnySolved {
    let game = games::find(name).unwrap().build(given).unwrap();
    let explored = game.explore(&[], &Limits::default(), &Quiet).unwrap();
    let options = Options::default();
    if explored.expected().is_some() {
        let found = solve_expected(explored, &options, &Quiet).unwrap().unwrap();
        return AnySolved::try_from(found).unwrap();
    }
    let objective = explored.objective();
    solve_explored(explored, objective, &options, &Quiet).unwrap().into()
}
