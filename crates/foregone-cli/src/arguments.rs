//! Options that several verbs share, and how their texts become numbers.

use std::path::Path;

use clap::Args;
use foregone::query::Form;
use foregone::solve::Options;
use foregone::{Limits, Rational, UBig, decimal};

use crate::failure::Failure;
use crate::memory::half_of_free;
use crate::terminal::Talk;

/// Which game.
#[derive(Args, Debug)]
pub struct Which {
    /// A built-in game (see `foregone list`), a saved solution, a model (.prism) or a file of
    /// states (.umb .tra .drn .pg)
    #[arg(value_name = "GAME|FILE")]
    pub game: String,
    /// Sets parameters of the game or constants of the model, N=5 or N=5,T=2; may be repeated.
    /// Several values, N=10,20 or N=10:10:100 (from, step, to), make several runs
    #[arg(short = 'p', long = "param", value_name = "KEY=VALUE", allow_hyphen_values = true)]
    param: Vec<String>,
    /// The same as -p
    #[arg(long = "const", value_name = "A=1,B=2", allow_hyphen_values = true)]
    constants: Vec<String>,
}

impl Which {
    /// A game with parameters given as `key=value`.
    pub fn new(game: &str, given: &[String]) -> Self {
        Self { game: game.into(), param: given.to_vec(), constants: Vec::new() }
    }

    /// Everything that was given, as `key=value`.
    pub fn given(&self) -> Vec<String> {
        let mut given: Vec<String> = Vec::new();
        for list in self.param.iter().chain(&self.constants) {
            let first = given.len();
            for part in list.split(',') {
                // A value may itself have commas: what sets nothing belongs to what is before it.
                match given[first..].last_mut() {
                    Some(before) if !part.contains('=') => before.extend([",", part]),
                    _ => given.push(part.into()),
                }
            }
        }
        given
    }
}

/// How it is solved.
#[derive(Args, Clone, Debug)]
pub struct How {
    /// Exact values, as fractions
    #[arg(long)]
    pub exact: bool,
    /// The widest interval wanted at any position: a decimal or a fraction [default: 1e-9]
    #[arg(long, value_name = "WIDTH", value_parser = precision, conflicts_with = "exact",
          allow_hyphen_values = true)]
    pub precision: Option<Rational>,
    /// This many decimals of the value, each of them certain
    #[arg(long, value_name = "N", value_parser = decimals, allow_hyphen_values = true,
          conflicts_with_all = ["exact", "precision"])]
    pub digits: Option<u16>,
    #[command(flatten)]
    within: Within,
}

/// How far exploring may go.
#[derive(Args, Clone, Debug)]
pub struct Within {
    /// Explore no further once there are more positions than this
    #[arg(long, value_name = "N", value_parser = positive, allow_hyphen_values = true)]
    max_states: Option<u64>,
    /// Explore no further once positions and moves hold this much memory, e.g. 500M or 2G
    /// [default: half of what is free]
    #[arg(long, value_name = "BYTES", value_parser = bytes, allow_hyphen_values = true)]
    max_memory: Option<u64>,
}

impl How {
    /// The option by which a kind of solving was asked for.
    pub fn solving(&self) -> Option<&'static str> {
        match self {
            Self { exact: true, .. } => Some("--exact"),
            Self { precision: Some(_), .. } => Some("--precision"),
            Self { digits: Some(_), .. } => Some("--digits"),
            _ => None,
        }
    }

    /// Refuses such an option for the saved solution at `path`.
    pub fn refuse_solving(&self, path: &Path) -> Result<(), Failure> {
        self.solving().map_or(Ok(()), |option| {
            let why = format!("a saved solution is shown as it was saved; leave out {option}");
            Err(Failure::in_file(path, why))
        })
    }

    /// For the solver: one after the other until the digits asked for are decided.
    pub fn stages(&self) -> Vec<Options> {
        let exact = Options { exact: true, ..Options::default() };
        let within = |precision| Options { precision, ..Options::default() };
        match (self.exact, self.digits, &self.precision) {
            (true, ..) => vec![exact],
            (_, Some(digits), _) => {
                let tighter = [2, 8].map(|more| within(negative_power(usize::from(digits) + more)));
                tighter.into_iter().chain([exact]).collect()
            }
            (.., Some(precision)) => vec![within(precision.clone())],
            _ => vec![Options::default()],
        }
    }

    /// What tells one way of solving from another, in words.
    pub fn shown(&self) -> String {
        let width = match (self.exact, self.digits, &self.precision) {
            (true, ..) => "exactly".into(),
            (_, Some(digits), _) => format!("to {digits} digits"),
            (.., Some(precision)) => format!("to {precision}"),
            _ => "to the usual width".into(),
        };
        match self.within.given() {
            (Some(states), _) => format!("{width} within {states} positions"),
            _ => width,
        }
    }

    /// For the explorer.
    pub fn limits(&self) -> Limits {
        self.within.limits()
    }

    /// The same for each of several games that are solved at once: they share what is free.
    pub fn among(&self, games: usize) -> Self {
        let mut each = self.clone();
        let share = || Some(half_of_free()? / games.max(1) as u64);
        each.within.max_memory = each.within.max_memory.or_else(share);
        each
    }

    /// The same with at most so many positions, unless a limit was given.
    pub fn within(&self, states: u64) -> Self {
        let mut how = self.clone();
        how.within.max_states = how.within.max_states.or(Some(states));
        how
    }

    /// How values are shown.
    pub fn form(&self) -> Form {
        Form { exact: self.exact, digits: self.digits.map(usize::from) }
    }
}

impl Within {
    /// The limits as they were given: positions, bytes.
    pub fn given(&self) -> (Option<u64>, Option<u64>) {
        (self.max_states, self.max_memory)
    }

    /// For the explorer.
    pub fn limits(&self) -> Limits {
        let all = Limits::default();
        Limits {
            states: self.max_states.unwrap_or(all.states).min(all.states),
            bytes: self.max_memory.or_else(half_of_free).unwrap_or(all.bytes),
        }
    }
}

/// How much is said, and in which form.
#[derive(Args, Debug)]
pub struct Speech {
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
    /// Print the bare answer: no remarks, no progress
    #[arg(short, long, conflicts_with = "verbose")]
    pub quiet: bool,
    /// Explain decisions, on standard error
    #[arg(short, long)]
    verbose: bool,
}

impl Speech {
    /// What is said on standard error.
    pub fn talk(&self) -> Talk {
        match (self.quiet, self.verbose) {
            (true, _) => Talk::Quiet,
            (_, true) => Talk::Verbose,
            _ => Talk::Usual,
        }
    }
}

fn negative_power(digits: usize) -> Rational {
    Rational::from_parts(1.into(), UBig::from(10u8).pow(digits))
}

/// Reads `1e-9`, `0.001`, `1/1000`, exactly.
pub fn precision(text: &str) -> Result<Rational, String> {
    let expected = "expected a positive number below 1 such as 1e-9, 0.001 or 1/1000";
    let value = decimal::read(text).ok_or(expected)?;
    let fits = Rational::ZERO < value && value < Rational::ONE;
    fits.then_some(value).ok_or_else(|| expected.into())
}

fn decimals(text: &str) -> Result<u16, String> {
    let expected = "expected a whole number from 1 to 1000";
    text.parse().ok().filter(|number| (1..=1000).contains(number)).ok_or_else(|| expected.into())
}

pub fn positive(text: &str) -> Result<u64, String> {
    let expected = "expected a whole number of at least 1";
    text.parse().ok().filter(|&number| number > 0).ok_or_else(|| expected.into())
}

/// Reads `2G`, `500M`, `64K` or plain bytes.
fn bytes(text: &str) -> Result<u64, String> {
    let expected = "expected bytes, as a whole number with K, M, G or T, such as 2G";
    let text = text.trim_end_matches(['b', 'B']).trim_end_matches('i');
    let unit = text.chars().last().and_then(|letter| match letter.to_ascii_uppercase() {
        'K' => Some(10),
        'M' => Some(20),
        'G' => Some(30),
        'T' => Some(40),
        _ => None,
    });
    let number = if unit.is_some() { &text[..text.len() - 1] } else { text };
    let number: u64 = number.parse().map_err(|_| expected)?;
    let bytes = number.checked_mul(1 << unit.unwrap_or(0)).filter(|&bytes| bytes > 0);
    bytes.ok_or_else(|| expected.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn precisions_are_read_exactly() {
        let thousandth = Rational::from_parts(1.into(), 1000u32.into());
        for text in ["1e-3", "0.001", "1/1000", "10E-4", ".001", "0.1e-2"] {
            assert_eq!(precision(text), Ok(thousandth.clone()), "{text}");
        }
        for text in [
            "",
            "0",
            "1",
            "-1e-3",
            "1/0",
            "/",
            "e",
            "1e",
            "1e-99999999999",
            "1e-6000",
            "x",
            "1.",
            "2",
        ] {
            let taken = precision(text).is_ok();
            assert!(!taken, "{text}");
        }
    }

    #[test]
    fn sizes_are_read_with_their_units() {
        assert_eq!(bytes("2G"), Ok(2 << 30));
        assert_eq!(bytes("500MiB"), Ok(500 << 20));
        assert_eq!(bytes("17"), Ok(17));
        for text in ["", "G", "0", "-1", "2.5G", "99999999999999T", "é"] {
            assert!(bytes(text).is_err(), "{text}");
        }
    }
}
