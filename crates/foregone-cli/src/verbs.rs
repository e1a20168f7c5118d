//! The verbs of the program: one file each.

use clap::Subcommand;

use crate::failure::Failure;
use crate::show;

pub mod amounts;
pub mod answer;
mod chances;
mod check;
mod cluster;
mod contest;
mod convert;
mod darts;
mod eval;
mod heap;
mod kept;
mod list;
mod nimbers;
mod play;
mod plot;
pub mod properties;
mod query;
mod report;
mod serve;
mod shell;
mod simulate;
pub mod solve;
mod tallied;
mod test;

pub use plot::draw as titled;
pub use properties::constants;
pub use query::cost_bounds;
pub use solve::{Parameters, name_and_parameters};
pub use tallied::standing;

/// What a verb ends with: an exit code, or a failure.
pub type Outcome = Result<u8, Failure>;

/// What the program can do.
#[derive(Subcommand)]
pub enum Verb {
    List(list::List),
    Solve(solve::Solve),
    Query(query::Query),
    Plot(plot::Plot),
    Serve(serve::Serve),
    Play(play::Play),
    Report(report::Report),
    Contest(contest::Contest),
    Darts(darts::Darts),
    Check(check::Check),
    Eval(eval::Eval),
    Simulate(simulate::Simulate),
    Convert(convert::Convert),
    Heap(heap::Heap),
    Test(test::Test),
    Cluster(cluster::Cluster),
    Completions(shell::Completions),
    Man(shell::Man),
}

impl Verb {
    /// Does it.
    pub fn run(&self) -> Outcome {
        match self {
            Self::List(verb) => verb.run(),
            Self::Solve(verb) => verb.run(),
            Self::Query(verb) => verb.run(),
            Self::Plot(verb) => verb.run(),
            Self::Serve(verb) => verb.run(),
            Self::Play(verb) => verb.run(),
            Self::Report(verb) => verb.run(),
            Self::Contest(verb) => verb.run(),
            Self::Darts(verb) => verb.run(),
            Self::Check(verb) => verb.run(),
            Self::Eval(verb) => verb.run(),
            Self::Simulate(verb) => verb.run(),
            Self::Convert(verb) => verb.run(),
            Self::Heap(verb) => verb.run(),
            Self::Test(verb) => verb.run(),
            Self::Cluster(verb) => verb.run(),
            Self::Completions(verb) => verb.run(),
            Self::Man(verb) => verb.run(),
        }
    }
}

const OVERVIEW: &str = "\
foregone solves finite two-player games: the value of every position, every best move, all checked.

  foregone list                                built-in games, their rules and parameters
  foregone solve hold                          the value of a game
  foregone solve darts -p start=101 --exact    with other rules, as a fraction
  foregone query hold --at \"15 0 3\"            a position: what is each move worth?
  foregone plot hold                           a picture: the turn total at which to hold
  foregone serve hold --open                   look around in the browser, and play
  foregone play hold                           play against the optimum in the terminal
  foregone report hold -o hold.html            one page to send to somebody
  foregone solve hold -o hold.parquet          save every position with its value
  foregone check hold.parquet                  judge a saved solution anew
  foregone eval pig --max 'hold at 20'         what a policy is worth, and what it gives up
  foregone simulate hold --games 10000         play the best moves with dice, beside the bounds
  foregone solve die.prism --prop 'P=? [ F x=6 ]'   a model in the PRISM language
  foregone test die.prism die.props            compare with the results stated there
  foregone convert die.prism die.umb            the same game in another format
  foregone contest hold < input                a contest's own input and output
  foregone heap 0.77                           a heap game: nim-sequence, period and proof
  foregone cluster local hold -n 4             over several processes, or machines
  foregone --help                              all of it
";

/// What is shown without a verb.
pub fn overview() -> Outcome {
    show::print(OVERVIEW)?;
    Ok(0)
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    #[test]
    fn every_verb_has_an_example() {
        let program = crate::Program::command();
        program.clone().debug_assert();
        for verb in program.get_subcommands() {
            let help = verb.get_after_help().map(ToString::to_string).unwrap_or_default();
            assert!(help.starts_with("Example"), "{}: {help}", verb.get_name());
        }
    }
}
