//! `foregone contest`: a contest's own input, answered in its own output.

use std::io::Read;
use std::path::Path;

use clap::Args;
use foregone::contest::{self, CONTESTS};

use super::Outcome;
use crate::failure::Failure;
use crate::interrupt;
use crate::show;
use crate::terminal::{Talk, Terminal};

/// Answers a contest's input in its own output format
#[derive(Args)]
#[command(after_help = "Example:\n  foregone contest hold < input > output")]
pub struct Contest {
    /// The contest's name or problem id (see `foregone list`)
    #[arg(value_name = "NAME")]
    name: String,
}

impl Contest {
    /// Reads standard input to its end, answers every line before the first wrong one.
    pub fn run(&self) -> Outcome {
        let row = contest::find(&self.name).ok_or_else(|| {
            let known = CONTESTS.iter().map(|row| format!("{} ({})", row.name, row.id));
            let known = known.collect::<Vec<_>>().join(", ");
            Failure::Wrong(format!("no contest is called '{}'; contests: {known}", self.name))
        })?;
        let (input, overlong) = read(&mut std::io::stdin().lock())
            .map_err(|error| Failure::io(Path::new("standard input"), &error))?;
        let terminal = Terminal::new(Talk::Usual);
        let mut output = Vec::new();
        let result = (row.run)(&input, &mut output, &terminal);
        terminal.finish();
        show::print_bytes(&output)?;
        match (result, overlong) {
            (Ok(()), Some(line)) => Err(too_long(line)),
            (Err(error), Some(line)) if error.line == Some(line) => Err(too_long(line)),
            (Ok(()), None) => Ok(0),
            (Err(error), _) if interrupt::asked() => {
                show::error(&Failure::Wrong(error.to_string()));
                Ok(interrupt::EXIT)
            }
            (Err(error), _) => Err(Failure::Wrong(error.to_string())),
        }
    }
}

/// Bytes that a line may have: beyond, it is no line of any contest.
const MOST: usize = 1 << 20;

/// Reads to the end, or up to the first line that is too long, and the number of that line.
fn read(from: &mut impl Read) -> std::io::Result<(Vec<u8>, Option<u64>)> {
    let mut input = Vec::new();
    let (mut begin, mut line) = (0, 1);
    loop {
        let before = input.len();
        if from.take(MOST as u64).read_to_end(&mut input)? == 0 {
            return Ok((input, None));
        }
        for at in before..input.len() {
            if input[at] == b'\n' {
                (begin, line) = (at + 1, line + 1);
            } else if at - begin >= MOST {
                input.truncate(begin);
                return Ok((input, Some(line)));
            }
        }
    }
}

fn too_long(line: u64) -> Failure {
    Failure::Wrong(format!("line {line}: it is longer than {MOST} bytes"))
}
