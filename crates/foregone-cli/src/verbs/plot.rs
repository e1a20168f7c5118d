//! `foregone plot`: a solved game as a picture.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;
use foregone::map::{Atlas, Map, Preset, Request, Show};

use super::answer::remark;
use super::{Outcome, name_and_parameters};
use crate::arguments::{How, Speech, Which};
use crate::failure::{Failure, wrong};
use crate::making::{Made, make};
use crate::model::Asked;
use crate::saving::Place;
use crate::show::picture::Picture;
use crate::show::worth::Worth;
use crate::show::{self, STRONG, blocks, styled};
use crate::terminal::{Terminal, width};

/// A picture of a solved game: values, best moves, or where a move becomes best
#[derive(Args)]
#[command(after_help = "Examples:
  foregone plot hold                                     the turn total at which to hold
  foregone plot hold --value --x s1 --y s2 --fix x=0     chances at the start of a turn
  foregone plot darts --policy -o darts.svg              where to aim, as SVG")]
pub struct Plot {
    #[command(flatten)]
    which: Which,
    /// The field from left to right
    #[arg(long, value_name = "FIELD")]
    x: Option<String>,
    /// The field from bottom to top
    #[arg(long, value_name = "FIELD")]
    y: Option<String>,
    /// The value of another field; may be repeated [default: as at the start]
    #[arg(long, value_name = "FIELD=VALUE", allow_hyphen_values = true)]
    fix: Vec<String>,
    /// Colour by the value
    #[arg(long, conflicts_with_all = ["policy", "first"])]
    value: bool,
    /// Colour by the best move
    #[arg(long, conflicts_with = "first")]
    policy: bool,
    /// Colour by the smallest value of a field where a move is best, as hold:x
    #[arg(long, value_name = "MOVE:FIELD")]
    first: Option<String>,
    /// A file to write, .svg or .png; without one the picture is drawn in the terminal
    #[arg(short = 'o', long = "output", value_name = "FILE")]
    output: Option<PathBuf>,
    #[command(flatten)]
    asked: Asked,
    #[command(flatten)]
    how: How,
    #[command(flatten)]
    speech: Speech,
}

/// A map with the words around it.
pub struct Shown {
    /// The map.
    pub map: Map,
    /// What it shows.
    pub title: String,
    /// The fixed fields.
    pub fixed: String,
}

impl Plot {
    /// Draws.
    pub fn run(&self) -> Outcome {
        let kind = self.output.as_deref().map(Kind::of).transpose()?;
        if self.speech.json && kind.is_some() {
            let why = "--json prints the map's numbers, -o draws it: leave out one of them";
            return Err(Failure::Wrong(why.into()));
        }
        let place = self.output.as_deref().map(Place::open).transpose()?;
        let terminal = Terminal::new(self.speech.talk());
        let made = make(&self.which, &self.asked, &self.how, None, &terminal)?;
        let atlas = Atlas::new(made.solved().explored()).map_err(wrong)?;
        let (request, title) = self.request(&made)?;
        let shown = draw(&made, &atlas, &request, title)?;
        terminal.finish();
        let legend = shown.map.legend(&made.chance());
        let name = name_and_parameters(&made.name(), &made.origin.parameters);
        if let (Some(kind), Some(path), Some(place)) = (kind, &self.output, place) {
            let subtitle = anstream::adapter::strip_str(&name).to_string();
            let subtitle = [subtitle, shown.fixed].join("   ").trim_end().to_owned();
            let picture =
                Picture { map: &shown.map, legend: &legend, title: shown.title, subtitle };
            let bytes = match kind {
                Kind::Svg => picture.svg().map(String::into_bytes),
                Kind::Png => picture.png(),
            };
            let bytes = bytes.map_err(|error| Failure::in_file(path, error))?;
            place.save(|file| file.write_all(&bytes).map_err(|error| Failure::io(path, &error)))?;
            return Ok(made.code);
        }
        if self.speech.json {
            show::print_json(&show::grid::Grid::new(&shown.map, &legend, &shown.title))?;
            return Ok(made.code);
        }
        let colours =
            anstream::AutoStream::choice(&std::io::stdout()) != anstream::ColorChoice::Never;
        let text = blocks::text(&shown.map, &legend, width(), 38, colours);
        let head = format!("{name}\n{}  {}", styled(STRONG, &shown.title), shown.fixed);
        let head = head.trim_end();
        let stop = remark(made.stopped.as_ref());
        show::print(&if self.speech.quiet { text } else { format!("{head}\n\n{text}{stop}") })?;
        Ok(made.code)
    }

    /// What is asked, and the title of a preset.
    fn request(&self, made: &Made) -> Result<(Request, Option<&'static str>), Failure> {
        let nothing = self.x.is_none() && self.y.is_none() && !self.value && !self.policy;
        if nothing && self.first.is_none() {
            let preset = made.row().and_then(|row| Preset::of(row.name).next());
            if let Some(preset) = preset {
                return Ok((with(preset.request(), &self.fix), Some(preset.title)));
            }
        }
        let show = match &self.first {
            _ if self.policy => Show::Policy,
            None => Show::Value,
            Some(text) => {
                let (name, along) = text.rsplit_once(':').ok_or_else(|| {
                    Failure::Wrong(format!("--first {text}: expected MOVE:FIELD, as hold:x"))
                })?;
                Show::First { name: name.into(), along: along.into() }
            }
        };
        let (x, y, fixed) = (self.x.clone(), self.y.clone(), self.fix.clone());
        Ok((Request { x, y, fixed, show }, None))
    }
}

/// A preset's request with some fields fixed otherwise.
fn with(mut request: Request, given: &[String]) -> Request {
    let name = |text: &str| text.split('=').next().unwrap_or_default().trim().to_owned();
    request.fixed.retain(|text| !given.iter().any(|other| name(other) == name(text)));
    request.fixed.extend_from_slice(given);
    request
}

/// The map that is asked for, with its title.
pub fn draw(
    made: &Made,
    atlas: &Atlas,
    request: &Request,
    title: Option<&str>,
) -> Result<Shown, Failure> {
    let map = atlas.map(made.solved(), request).map_err(wrong)?;
    let players = made.solved().explored().players();
    let title = match (title, &request.show) {
        (Some(title), _) => title.into(),
        (None, Show::Value) => match made.worth() {
            Worth::Amount(unit) => format!("Expected {unit}"),
            Worth::Property => "Chance that the property holds".into(),
            Worth::Chance => format!("Chance of {}", players.first().map_or("Max", String::as_str)),
        },
        (None, Show::Policy) => "Best moves".into(),
        (None, Show::First { name, along }) => {
            format!("The smallest {along} at which to {name}")
        }
    };
    let fixed = map.fixed.iter().map(|(name, value)| format!("{name}={value}"));
    let fixed = fixed.collect::<Vec<_>>().join(" ");
    Ok(Shown { map, title, fixed })
}

enum Kind {
    Svg,
    Png,
}

impl Kind {
    fn of(path: &Path) -> Result<Self, Failure> {
        match path.extension().and_then(|end| end.to_str()) {
            Some("svg") => Ok(Self::Svg),
            Some("png") => Ok(Self::Png),
            _ => Err(Failure::in_file(path, "pictures are .svg or .png")),
        }
    }
}
