//! The verbs of the program: one file each.

use clap::Subcommand;

use crate::failure::Failure;
use crate::show;

mod amounts;
mod answer;
mod chances;
mod check;
mod contest;
mod darts;
mod heap;
mod list;
mod properties;
mod query;
mod solve;
mod tallied;
mod test;

/// What a verb ends with: an exit code, or a failure.
pub type Outcome = Result<u8, Failure>;

/// What the program can do.
#[derive(Subcommand)]
pub enum Verb {
    List(list::List),
    Solve(solve::Solve),
    Query(query::Query),
    Contest(contest::Contest),
    Darts(darts::Darts),
    Check(check::Check),
    Heap(heap::Heap),
    Test(test::Test),
}

impl Verb {
    /// Does it.
    pub fn run(&self) -> Outcome {
        match self {
            Self::List(verb) => verb.run(),
            Self::Solve(verb) => verb.run(),
            Self::Query(verb) => verb.run(),
            Self::Contest(verb) => verb.run(),
            Self::Darts(verb) => verb.run(),
            Self::Check(verb) => verb.run(),
            Self::Heap(verb) => verb.run(),
            Self::Test(verb) => verb.run(),
        }
    }
}

const OVERVIEW: &str = "\
foregone solves finite two-player games: the value of every position, every best move, all checked.

  foregone list                                built-in games, their rules and parameters
  foregone solve hold                          the value of a game
  foregone solve darts -p start=101 --exact    with other rules, as a fraction
  foregone query hold --at \"15 0 3\"            a position: what is each move worth?
  foregone solve hold -o hold.parquet          save every position with its value
  foregone check hold.parquet                  judge a saved solution anew
  foregone solve die.prism --prop 'P=? [ F x=6 ]'   a model in the PRISM language
  foregone test die.prism die.props            compare with the results stated there
  foregone contest hold < input                a contest's own input and output
  foregone heap 0.77                           a heap game: nim-sequence, period and proof
  foregone --help                              all of it
";

/// What is shown without a verb.
pub fn overview() -> Outcome {
    show::print(OVERVIEW)?;
    Ok(0)
}
