//! `foregone list`: the built-in games, their rules and parameters.

use clap::Args;
use foregone::contest::CONTESTS;
use foregone::games::{self, GAMES, GameRow};
use serde::Serialize;

use super::Outcome;
use crate::failure::wrong;
use crate::show::table::Table;
use crate::show::{self, FAINT, STRONG, styled};

/// The built-in games, their rules and parameters
#[derive(Args)]
#[command(after_help = "Example:\n  foregone list pig")]
pub struct List {
    /// A game whose rules are wanted in full
    #[arg(value_name = "GAME")]
    game: Option<String>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Report {
    games: Vec<Game>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    contests: Vec<Contest>,
}

#[derive(Serialize)]
struct Game {
    name: &'static str,
    summary: &'static str,
    rules: &'static str,
    parameters: Vec<Parameter>,
    examples: Vec<&'static str>,
}

#[derive(Serialize)]
struct Parameter {
    name: &'static str,
    default: Option<&'static str>,
    takes: String,
    meaning: &'static str,
}

#[derive(Serialize)]
struct Contest {
    name: &'static str,
    id: &'static str,
    input: &'static str,
    output: &'static str,
}

impl List {
    /// Prints.
    pub fn run(&self) -> Outcome {
        let one = self.game.as_deref().map(games::find).transpose().map_err(wrong)?;
        match (one, self.json) {
            (Some(row), true) => {
                show::print_json(&Report { games: vec![game(row)], contests: vec![] })?;
            }
            (None, true) => {
                let (games, contests) = (GAMES.iter().map(game).collect(), contests());
                show::print_json(&Report { games, contests })?;
            }
            (Some(row), false) => show::print(&in_full(row))?,
            (None, false) => show::print(&overview())?,
        }
        Ok(0)
    }
}

fn game(row: &GameRow) -> Game {
    let parameters = row.parameters.iter().map(|p| Parameter {
        name: p.name,
        default: p.default,
        takes: p.kind.to_string(),
        meaning: p.meaning,
    });
    let examples = row.examples.iter().map(|example| example.at).collect();
    let GameRow { name, summary, rules, .. } = row;
    Game { name, summary, rules, parameters: parameters.collect(), examples }
}

fn contests() -> Vec<Contest> {
    let each = CONTESTS.iter();
    each.map(|c| Contest { name: c.name, id: c.id, input: c.input, output: c.output }).collect()
}

fn overview() -> String {
    let mut games = Table::default();
    for row in GAMES {
        games.row(STRONG, [row.name.into(), row.summary.into()]);
        for p in row.parameters {
            let default = p.default.map(|value| format!("={value}")).unwrap_or_default();
            let text = format!("  {}{default}: {}", p.name, p.meaning);
            games.row(FAINT, ["".into(), text.into()]);
        }
    }
    let mut contests = Table::default();
    for row in CONTESTS {
        let row = [row.name.into(), row.id.into(), row.summary.into()];
        contests.row(anstyle::Style::new(), row);
    }
    format!(
        "{}\nThe rules in full: foregone list GAME\n\nContests, for foregone contest NAME\n{}",
        games.text(),
        contests.text()
    )
}

fn in_full(row: &GameRow) -> String {
    let mut parameters = String::new();
    for p in row.parameters {
        let default = p.default.map(|value| format!("={value}")).unwrap_or_default();
        let set = styled(STRONG, &format!("{}{default}", p.name));
        parameters += &format!("  {set}\n      {}: {}\n", p.meaning, p.kind);
    }
    let mut examples = Table::default();
    for example in row.examples {
        let at = format!("  --at \"{}\"", example.at);
        examples.row(anstyle::Style::new(), [at.into(), example.meaning.into()]);
    }
    format!(
        "{}: {}\n\n{}\n\n{}\n{}\n{}\n{}",
        styled(STRONG, row.name),
        row.summary,
        wrapped(row.rules, 100),
        styled(FAINT, "parameters, with their defaults and what they take"),
        parameters,
        styled(FAINT, "positions"),
        examples.text(),
    )
}

/// Words in lines of at most `width` characters.
fn wrapped(text: &str, width: usize) -> String {
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        let line = lines.last_mut().expect("there is always one");
        if !line.is_empty() && line.chars().count() + 1 + word.chars().count() > width {
            lines.push(word.to_owned());
        } else {
            *line += if line.is_empty() { "" } else { " " };
            *line += word;
        }
    }
    lines.join("\n")
}
