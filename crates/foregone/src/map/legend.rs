//! What the colours of a map mean.

use super::colour::{Colour, Scale, kind};
use super::{Cells, Map};

/// The key to a map's colours.
#[derive(Clone, PartialEq, Debug)]
pub enum Legend {
    /// Numbers along a scale.
    Scale {
        /// What they are.
        caption: String,
        /// The number at the lower end.
        low: f64,
        /// The number at the upper end.
        high: f64,
        /// The colours between.
        scale: Scale,
        /// True for chances, shown in percent.
        percent: bool,
        /// True where some cells have more than the number at the upper end.
        more: bool,
    },
    /// Kinds that have no order, the most frequent first.
    Kinds(Vec<Swatch>),
}

/// One kind.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Swatch {
    /// Its place in the map's list of names.
    pub place: u32,
    /// Its name.
    pub name: String,
    /// Its colour.
    pub colour: Colour,
    /// How many cells have it.
    pub cells: usize,
}

impl Map {
    /// The key to the colours of [`colour`](Self::colour). `chance` says what values are
    /// chances of, as in `player 1 wins`.
    pub fn legend(&self, chance: &str) -> Legend {
        match &self.cells {
            Cells::Values(cells) => values(cells, chance, self.unit),
            Cells::Moves { names, cells } => kinds(names, cells),
            Cells::Firsts { name, along, .. } => {
                let numbers = (0..self.x.values.len() * self.y.values.len())
                    .filter_map(|place| self.number(place));
                let (low, high, more) = most(numbers.collect());
                let caption = format!("first {name}: {} =", along.name);
                let scale = Scale::Sequential;
                Legend::Scale { caption, low, high, scale, percent: false, more }
            }
        }
    }

    /// The number of a cell; of a value the middle of its bounds. `None` where there is none.
    pub fn number(&self, place: usize) -> Option<f64> {
        match &self.cells {
            Cells::Values(cells) => cells[place].map(|(lower, upper)| (lower + upper) / 2.0),
            Cells::Moves { cells, .. } => cells[place].map(f64::from),
            Cells::Firsts { along, cells, .. } => {
                let at = cells[place]?? as usize;
                Some(along.values[at].int().map_or(at as f64, |number| number as f64))
            }
        }
    }

    /// The colour of a cell; `None` where there is no position, or where the move never is best.
    pub fn colour(&self, place: usize, legend: &Legend) -> Option<Colour> {
        let number = self.number(place)?;
        match legend {
            Legend::Scale { low, high, scale, .. } if high > low => {
                Some(scale.colour((number - low) / (high - low)))
            }
            Legend::Scale { scale, .. } => Some(scale.colour(0.5)),
            Legend::Kinds(kinds) => {
                kinds.iter().find(|kind| f64::from(kind.place) == number).map(|kind| kind.colour)
            }
        }
    }
}

fn values(cells: &[Option<(f64, f64)>], chance: &str, unit: Option<&str>) -> Legend {
    let (low, high) = ends(cells.iter().flatten().map(|(lower, upper)| (lower + upper) / 2.0));
    let chances = unit.is_none() && low >= 0.0 && high <= 1.0;
    if !chances {
        let caption = unit.map_or_else(|| "value".into(), |unit| format!("expected {unit}"));
        let scale = Scale::Sequential;
        return Legend::Scale { caption, low, high, scale, percent: false, more: false };
    }
    // Even chances are the middle of the scale.
    let reach = (0.5 - low).abs().max((high - 0.5).abs()).max(1e-9);
    Legend::Scale {
        caption: chance.into(),
        low: 0.5 - reach,
        high: 0.5 + reach,
        scale: Scale::Diverging,
        percent: true,
        more: false,
    }
}

/// The smallest number and one that few are larger than: a handful of cells far above all others
/// would leave these one colour. True where there are larger ones.
fn most(mut numbers: Vec<f64>) -> (f64, f64, bool) {
    numbers.sort_by(f64::total_cmp);
    let (Some(&low), Some(&top)) = (numbers.first(), numbers.last()) else {
        return (0.0, 0.0, false);
    };
    let high = numbers[(numbers.len() - 1) * 98 / 100];
    if low < high && top - low > 1.25 * (high - low) {
        (low, high, true)
    } else {
        (low, top, false)
    }
}

fn kinds(names: &[String], cells: &[Option<u32>]) -> Legend {
    let mut counts = vec![0; names.len()];
    cells.iter().flatten().for_each(|&place| counts[place as usize] += 1);
    let mut order: Vec<usize> = (0..names.len()).collect();
    order.sort_by(|&a, &b| counts[b].cmp(&counts[a]).then_with(|| names[a].cmp(&names[b])));
    let swatch = |(at, place): (usize, usize)| Swatch {
        place: place as u32,
        name: names[place].clone(),
        colour: kind(at, names.len()),
        cells: counts[place],
    };
    Legend::Kinds(order.into_iter().enumerate().map(swatch).collect())
}

fn ends(numbers: impl Iterator<Item = f64>) -> (f64, f64) {
    let all = numbers.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), number| {
        (low.min(number), high.max(number))
    });
    if all.0 <= all.1 { all } else { (0.0, 0.0) }
}
