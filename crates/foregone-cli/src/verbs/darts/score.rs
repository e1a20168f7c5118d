//! `foregone darts score`: the aim of highest expected score.

use clap::Args;
use foregone::darts::{Area, score, skill};
use serde::Serialize;

use crate::failure::Failure;
use crate::show::table::Table;
use crate::show::{self, FAINT, STRONG, styled};
use crate::verbs::Outcome;

/// The aim of highest expected score under a normal spread
#[derive(Args)]
#[command(after_help = "Example:\n  foregone darts score 16.9")]
pub struct Score {
    /// The spread in mm: 's', 'sx/sy', 'sx/sy/rho' or 'sx/sy/rho/bx/by'
    #[arg(value_name = "SPREAD", allow_hyphen_values = true)]
    spread: String,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Report {
    spread: String,
    x: f64,
    y: f64,
    area: String,
    score: f64,
    centres: Vec<Centre>,
}

#[derive(Serialize)]
struct Centre {
    area: String,
    score: f64,
}

impl Score {
    pub fn run(&self) -> Outcome {
        let spread = skill::spread(&self.spread).ok_or_else(|| {
            Failure::Wrong(format!("'{}': expected {}", self.spread, skill::FORM))
        })?;
        let best = score::best(&spread);
        let centres = Area::all().filter_map(|area| Some((area, area.centre()?)));
        let mut centres: Vec<Centre> = centres
            .map(|(area, at)| Centre {
                area: area.to_string(),
                score: score::expected(&spread, at),
            })
            .collect();
        centres.sort_by(|a, b| b.score.total_cmp(&a.score));
        let area = Area::at(best.x, best.y).to_string();
        let (x, y, score) = (best.x, best.y, best.score);
        let report = Report { spread: self.spread.clone(), x, y, area, score, centres };
        match self.json {
            true => show::print_json(&report)?,
            false => show::print(&report.text())?,
        }
        Ok(0)
    }
}

impl Report {
    fn text(&self) -> String {
        let Self { x, y, area, score, .. } = self;
        let line =
            format!("{score:.2} points a dart, aiming {x:.0} mm right and {y:.0} mm up, in {area}");
        let mut table = Table::default();
        table.row(FAINT, ["aim at the middle of".into(), "points a dart".into()]);
        for Centre { area, score } in self.centres.iter().take(5) {
            table.row(anstyle::Style::new(), [area.into(), format!("{score:.2}").into()]);
        }
        format!("{}\n\n{}", styled(STRONG, &line), table.text())
    }
}
