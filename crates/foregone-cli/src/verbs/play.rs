//! `foregone play`: a game against the optimum, in the terminal.

use std::io::{BufRead, IsTerminal, Write};

use clap::{Args, ValueEnum};
use foregone::play::{Turn, follow, review};
use foregone::policy::{Play as Does, Policy};
use foregone::query;
use foregone::session::AnySolved;
use foregone::simulate::SplitMix64;
use foregone::{ChoiceId, StateId};

use super::{Outcome, name_and_parameters, tallied};
use crate::arguments::{How, Which};
use crate::failure::{Failure, output};
use crate::making::{Made, make};
use crate::model::Asked;
use crate::policies;
use crate::show::number::cost_points;
use crate::show::worth::Worth;
use crate::show::{self, FAINT, GOOD, STRONG, styled};
use crate::terminal::{Talk, Terminal};

mod after;

/// Play against the optimum, with hints, undo, and a review of every move
#[derive(Args)]
#[command(after_help = "Example:\n  foregone play hold --seed 7 --against 'roll while x < 20'")]
pub struct Play {
    #[command(flatten)]
    which: Which,
    /// The position where play begins [default: the game's start]
    #[arg(long, value_name = "STATE", allow_hyphen_values = true)]
    at: Option<String>,
    /// Whom you play: a player's name or number, or both
    #[arg(long = "as", value_name = "PLAYER", default_value = "1")]
    own: String,
    /// Whether dice are rolled here or typed in from a real table
    #[arg(long, value_enum, default_value = "rolled")]
    dice: Dice,
    /// What the dice grow from; the same seed gives the same dice
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// What the other side does: best, random, rules such as 'roll while x < 20', or a file
    #[arg(long, value_name = "POLICY", default_value = "best", allow_hyphen_values = true)]
    against: String,
    #[command(flatten)]
    asked: Asked,
    #[command(flatten)]
    how: How,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Dice {
    Rolled,
    Typed,
}

/// A game under way.
struct Table<'a> {
    made: &'a Made,
    /// The player at the keyboard; `None` for both.
    own: Option<u8>,
    dice: Dice,
    /// What the other side does.
    against: Policy,
    random: SplitMix64,
    turns: Vec<Turn>,
    here: StateId,
    lines: Box<dyn Iterator<Item = std::io::Result<String>>>,
}

/// What was typed where a move is wanted.
enum Word {
    Move(u32),
    Hint,
    Undo,
    Quit,
}

impl Play {
    /// Plays until the end, or until there is no more input.
    pub fn run(&self) -> Outcome {
        let terminal = Terminal::new(Talk::Usual);
        let made = make(&self.which, &self.asked, &self.how, self.at.as_deref(), &terminal)?;
        terminal.finish();
        let seed = self.seed.unwrap_or_else(random_seed);
        let mut table = Table {
            own: self.player(&made)?,
            dice: self.dice,
            against: policies::read("--against", &self.against, &made.names())?,
            random: SplitMix64::new(seed),
            turns: Vec::new(),
            here: made.state,
            lines: Box::new(std::io::stdin().lock().lines()),
            made: &made,
        };
        let name = name_and_parameters(&made.name(), &made.origin.parameters);
        let arena = made.solved().arena();
        let rolled = self.dice == Dice::Rolled && arena.branches() > arena.choices();
        let dice = if rolled { format!("seed {seed}; ") } else { String::new() };
        let words = format!("{dice}type a move or its number, hint, undo or quit");
        show::print(&format!("{name}\n{}\n", styled(FAINT, &words)))?;
        table.play()?;
        let reviewed = review(made.solved(), &table.turns).map_err(crate::failure::wrong)?;
        if !table.turns.is_empty() {
            show::print(&after::text(&reviewed, table.own, &made))?;
        }
        Ok(0)
    }

    fn player(&self, made: &Made) -> Result<Option<u8>, Failure> {
        let names = made.solved().explored().players();
        let number = self.own.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
        let named = names.iter().position(|name| name.eq_ignore_ascii_case(&self.own));
        match named.or(number.filter(|&number| number < names.len())) {
            _ if self.own == "both" => Ok(None),
            Some(player) => Ok(Some(player as u8)),
            None => {
                let why = format!("--as {}: expected both, a number, or one of ", self.own);
                Err(Failure::Wrong(why + &names.join(", ")))
            }
        }
    }
}

fn random_seed() -> u64 {
    use std::hash::{BuildHasher, Hasher};
    // The hash of nothing under keys that the system drew.
    std::hash::RandomState::new().build_hasher().finish() % 1_000_000
}

impl Table<'_> {
    fn solved(&self) -> &AnySolved {
        self.made.solved()
    }

    fn play(&mut self) -> Result<(), Failure> {
        loop {
            self.show()?;
            let arena = self.solved().arena();
            let Some(player) = arena.player(self.here).filter(|_| !self.is_over()) else {
                if self.takes_back()? {
                    continue;
                }
                return Ok(());
            };
            let is_own = self.own.is_none_or(|own| own == player.0);
            let word = if is_own { self.ask()? } else { Word::Move(self.reply()?) };
            match word {
                Word::Move(choice) => {
                    let Some(branch) = self.chance(choice)? else { return Ok(()) };
                    self.turn(choice, branch, is_own)?;
                }
                Word::Hint => show::print(&self.hint())?,
                Word::Undo => self.undo(),
                Word::Quit => return Ok(()),
            }
        }
    }

    /// Whether a game that is over is to go on from an earlier move.
    fn takes_back(&mut self) -> Result<bool, Failure> {
        if self.turns.is_empty() {
            return Ok(false);
        }
        let line = self.line("undo goes back, anything else ends")?;
        let back = line.is_some_and(|line| matches!(line.as_str(), "undo" | "u"));
        if back {
            self.undo();
        }
        Ok(back)
    }

    fn is_over(&self) -> bool {
        self.solved().is_over(self.here)
    }

    /// The position, boards as boards.
    fn show(&self) -> Result<(), Failure> {
        let explored = self.solved().explored();
        let mut text = format!("\n{}\n", styled(STRONG, &explored.show(self.here)));
        for value in explored.describe(self.here) {
            let value = value.to_string();
            let rows: Vec<&str> = value.split('/').collect();
            if rows.len() > 1 && rows.iter().all(|row| row.len() > 1 && row.len() == rows[0].len())
            {
                rows.iter().for_each(|row| text += &format!("  {row}\n"));
            }
        }
        if self.is_over() {
            text += &format!("{}\n", styled(GOOD, &after::result(self.made, self.here)));
        }
        show::print(&text)
    }

    /// What the other side does.
    fn reply(&mut self) -> Result<u32, Failure> {
        let explored = self.made.solved().explored();
        let does = self.against.at(explored, self.here).map_err(crate::failure::wrong)?;
        Ok(match does {
            Does::Best => self.best(),
            Does::Choice(choice) => choice,
            Does::Random => self.random.below(self.moves().len() as u64) as u32,
        })
    }

    fn best(&self) -> u32 {
        self.solved().choice(self.here).unwrap_or(0)
    }

    fn moves(&self) -> Vec<String> {
        let choices = self.solved().arena().choices_of(self.here).len();
        (0..choices).map(|choice| self.solved().explored().move_name(self.here, choice)).collect()
    }

    /// Asks until there is an answer.
    fn ask(&mut self) -> Result<Word, Failure> {
        let moves = self.moves();
        let listed = moves.iter().enumerate().map(|(at, name)| format!("{} {name}", at + 1));
        let listed = listed.collect::<Vec<_>>().join("   ");
        loop {
            let Some(line) = self.line(&listed)? else { return Ok(Word::Quit) };
            let number = line.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
            let named = moves.iter().position(|name| name.eq_ignore_ascii_case(&line));
            match (named.or(number.filter(|&at| at < moves.len())), line.as_str()) {
                (Some(choice), _) => return Ok(Word::Move(choice as u32)),
                (None, "hint" | "h" | "?") => return Ok(Word::Hint),
                (None, "undo" | "u") => return Ok(Word::Undo),
                (None, "quit" | "q" | "exit") => return Ok(Word::Quit),
                (None, _) => {
                    let why = format!("'{line}' is no move here; moves: {}\n", moves.join(", "));
                    show::print(&why)?;
                }
            }
        }
    }

    /// A line that was typed, without blanks at its ends; `None` at the end of input.
    fn line(&mut self, words: &str) -> Result<Option<String>, Failure> {
        show::print(&format!("{words}\n> "))?;
        std::io::stdout().flush().map_err(output)?;
        let line = self.lines.next().transpose().map_err(output)?;
        let line = line.map(|line| line.trim().to_owned());
        if !std::io::stdin().is_terminal() {
            // Nobody saw the input being typed.
            show::print(&format!("{}\n", line.as_deref().unwrap_or_default()))?;
        }
        Ok(line)
    }

    /// Which outcome happens; `None` at the end of input.
    fn chance(&mut self, choice: u32) -> Result<Option<u32>, Failure> {
        let explored = self.solved().explored();
        let arena = self.solved().arena();
        let chosen = arena.choice(ChoiceId(arena.choices_of(self.here).start + choice));
        let count = chosen.targets.len();
        if count == 1 {
            return Ok(Some(0));
        }
        if self.dice == Dice::Rolled {
            let mut random = self.random.clone();
            let branch = random.branch(chosen.distribution);
            self.random = random;
            return Ok(Some(branch as u32));
        }
        let name = explored.move_name(self.here, choice as usize);
        let outcomes = chosen.targets.iter().enumerate().map(|(at, &to)| {
            let (to, p) = (explored.show(StateId(to)), chosen.distribution.probability(at));
            format!("  {} {to}  ({p})", at + 1)
        });
        let listed = outcomes.collect::<Vec<_>>().join("\n");
        let words = format!("{name}: what came of it?\n{listed}");
        loop {
            let Some(line) = self.line(&words)? else { return Ok(None) };
            let number = line.parse::<usize>().ok().filter(|number| (1..=count).contains(number));
            match number {
                Some(number) => return Ok(Some(number as u32 - 1)),
                None => show::print(&format!("expected a number from 1 to {count}\n"))?,
            }
        }
    }

    fn turn(&mut self, choice: u32, branch: u32, is_own: bool) -> Result<(), Failure> {
        let turn = Turn { state: self.here, choice, branch };
        if !is_own {
            let query = self.query();
            let name = &query.moves[choice as usize].name;
            show::print(&format!("{} plays {}\n", query.turn, styled(STRONG, name)))?;
        }
        self.here = follow(self.solved(), turn).map_err(crate::failure::wrong)?;
        self.turns.push(turn);
        Ok(())
    }

    /// Back to the last move that was made at the keyboard.
    fn undo(&mut self) {
        while let Some(turn) = self.turns.pop() {
            self.here = turn.state;
            let player = self.solved().arena().player(turn.state);
            if self.own.is_none_or(|own| player.is_some_and(|player| player.0 == own)) {
                return;
            }
        }
    }

    fn query(&self) -> query::Query {
        self.solved().query(self.here, self.made.form)
    }

    /// Every move with its value and cost.
    fn hint(&self) -> String {
        let query = self.query();
        if query.standing.is_some() {
            return tallied::moves(&query.moves);
        }
        let (max, worth) = (self.solved().is_max(self.here), self.made.worth());
        let first = self.solved().explored().players().into_iter().next().unwrap_or_default();
        let mut table = show::table::Table::default();
        for m in &query.moves {
            let style = if m.best { GOOD } else { anstyle::Style::new() };
            let cost = super::cost_bounds(m, &query.moves, max).filter(|_| !m.best);
            let cost = cost.map(|(least, most)| match worth {
                Worth::Amount(_) => format!("costs {}", worth.cost(&least, &most)),
                _ => format!("costs {} points", cost_points(&least, &most)),
            });
            let value = worth.says(&first, &worth.text(&m.value.lower, &m.value.upper, 2));
            table.row(
                style,
                [m.mark().into(), (&m.name).into(), value.into(), cost.unwrap_or_default().into()],
            );
        }
        table.text()
    }
}
