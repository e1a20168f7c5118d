//! `foregone darts checkout` and `foregone darts match`: tables for a player.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use foregone::darts::advice::{Checkout as CheckoutRow, Duel, Work, Worth};
use foregone::model::Found;
use foregone::query::{Form, Value};
use foregone::{Number, Rational};
use serde_json::{Value as Json, json};

use super::{Rules, page};
use crate::arguments::How;
use crate::failure::{Failure, wrong};
use crate::saving::Place;
use crate::show::{self, found, number};
use crate::terminal::{Talk, Terminal};
use crate::verbs::Outcome;

/// A checkout table for your own skill: alone, fewest expected darts
#[derive(Args)]
#[command(after_help = "Example:\n  foregone darts checkout -p skill=12 -p start=60 -o table.html")]
pub struct Checkout {
    #[command(flatten)]
    rules: Rules,
    #[command(flatten)]
    how: How,
    #[command(flatten)]
    out: Out,
}

/// Where to aim against an opponent, and what other aims cost
#[derive(Args)]
#[command(after_help = "Example:\n  foregone darts match -p skill=12 -p start=61 --against 32")]
pub struct Match {
    #[command(flatten)]
    rules: Rules,
    /// The opponent's scores wanted, with commas between them [default: the start]
    #[arg(long, value_name = "SCORES", value_delimiter = ',')]
    against: Vec<u16>,
    /// The aim of habit whose cost is told
    #[arg(long, value_name = "AREA", default_value = "T20")]
    habit: String,
    #[command(flatten)]
    how: How,
    #[command(flatten)]
    out: Out,
}

#[derive(Args, Debug)]
struct Out {
    /// Write a page to print, as HTML
    #[arg(short = 'o', long = "output", value_name = "FILE")]
    output: Option<PathBuf>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

impl Out {
    fn show(&self, title: &str, rows: &[Vec<String>], remark: &str, json: &Json) -> Outcome {
        if let Some(path) = &self.output {
            let place = Place::open(path)?;
            let page = page::html(title, rows, remark);
            let write = |error: std::io::Error| Failure::io(path, &error);
            place.save(|file| file.write_all(page.as_bytes()).map_err(write))?;
        }
        match (self.json, &self.output) {
            (true, _) => show::print_json(json)?,
            (_, Some(path)) => show::print(&format!("{remark}saved in {}\n", path.display()))?,
            _ => show::print(&format!("{title}\n\n{}\n{remark}", page::text(rows)))?,
        }
        Ok(0)
    }
}

fn work<'a>(given: Vec<String>, how: &How, terminal: &'a Terminal) -> Result<Work<'a>, Failure> {
    let options = how.stages().into_iter().next().ok_or(Failure::Closed)?;
    Ok(Work { given, options, limits: how.limits(), watch: terminal })
}

impl Checkout {
    pub fn run(&self) -> Outcome {
        let given = self.rules.given()?;
        let title = title("Checkouts", &given);
        let terminal = Terminal::new(Talk::Usual);
        let rows = work(given, &self.how, &terminal)?.checkouts().map_err(wrong)?;
        terminal.finish();
        let form = self.how.form();
        let mut table = vec![heads(&["score", "aim", "expected", "in this turn", "aim for that"])];
        table.extend(rows.iter().map(|row| {
            let expected = expected(row, form);
            let soon = percent(&row.soon);
            vec![row.score.to_string(), row.aim.clone(), expected, soon, row.soon_aim.clone()]
        }));
        let json = json!({ "title": title, "checked": true, "rows": rows.iter().map(|row| {
            let expected = found::json(&Found::Number(row.expected.clone()), form);
            json!({ "score": row.score, "aim": row.aim, "expected": expected["value"],
                    "soon": pair(&row.soon), "soon_aim": row.soon_aim })
        }).collect::<Vec<_>>() });
        self.out.show(&title, &table, "", &json)
    }
}

impl Match {
    pub fn run(&self) -> Outcome {
        let given = self.rules.given()?;
        let title = title("Against an opponent", &given);
        let terminal = Terminal::new(Talk::Usual);
        let work = work(given, &self.how, &terminal)?;
        let start = foregone::darts::advice::game().values(&work.given).map_err(wrong)?;
        let start = start.int("start").unwrap_or_default() as u16;
        let against = if self.against.is_empty() { vec![start] } else { self.against.clone() };
        let (rows, worth) = work.duels(&against, &self.habit).map_err(wrong)?;
        terminal.finish();
        let habit = format!("{} costs", self.habit);
        let mut table =
            vec![heads(&["score", "other", "aim", "wins", &habit, "alone", "that costs"])];
        table.extend(rows.iter().map(line));
        let json = json!({ "title": title, "checked": true, "rows": rows.iter().map(row_json).collect::<Vec<_>>(),
            "worth": { "best": pair(&worth.best), "clock": pair(&worth.clock), "lost": pair(&worth.lost) } });
        self.out.show(&title, &table, &remark(&worth), &json)
    }
}

fn heads(names: &[&str]) -> Vec<String> {
    names.iter().map(|name| (*name).to_owned()).collect()
}

fn line(row: &Duel) -> Vec<String> {
    let [a, b] = row.scores.map(|score| score.to_string());
    let [habit, clock] = [&row.habit, &row.clock_cost].map(|cost| number::cost(&cost.0, &cost.1));
    vec![a, b, row.aim.clone(), percent(&row.wins), habit, row.clock.clone(), clock]
}

fn row_json(row: &Duel) -> Json {
    json!({ "scores": row.scores, "aim": row.aim, "wins": pair(&row.wins), "habit_cost": pair(&row.habit),
            "clock_aim": row.clock, "clock_cost": pair(&row.clock_cost) })
}

fn remark(worth: &Worth) -> String {
    format!(
        "Costs are percentage points of the chance to win, for this dart alone. 'Alone' is the aim for the fewest darts.\n\
         From the start: {} playing the opponent, {} aiming always as if alone; that costs {} points.\n",
        percent(&worth.best),
        percent(&worth.clock),
        number::cost(&worth.lost.0, &worth.lost.1),
    )
}

fn title(what: &str, given: &[String]) -> String {
    format!("{what}: darts-501 {}", given.join(" "))
}

/// The number alone, or infinity.
fn expected(row: &CheckoutRow, form: Form) -> String {
    match row.expected.finite() {
        Some((lower, upper)) => number::value(&Value::new((lower.clone(), upper.clone()), form)),
        None => found::text(&Found::Number(row.expected.clone()), form),
    }
}

/// Percent with two decimals where the bounds decide them.
fn percent((lower, upper): &(Rational, Rational)) -> String {
    let hundred = Rational::from(100u8);
    let text = foregone::decimal::rounded(&(lower * &hundred), &(upper * &hundred), 2);
    text.map_or_else(
        || number::value(&Value::new((lower.clone(), upper.clone()), Form::default())),
        |text| format!("{text} %"),
    )
}

fn pair((lower, upper): &(Rational, Rational)) -> Json {
    json!({ "lower": lower.f64_down(), "upper": upper.f64_up() })
}
