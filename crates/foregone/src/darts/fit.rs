//! A player's spread from recorded throws: what was aimed at, what was hit.
//!
//! Maximum likelihood, found by Nelder and Mead's simplex in the logarithms of the spreads; the
//! intervals are of 95 %, from the curvature of the likelihood there (the observed information).

use std::collections::BTreeMap;

use super::board::Area;
use super::normal::Spread;

mod simplex;

/// Throws: how often each area was hit under each aim.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Throws(BTreeMap<(Area, Area), u32>);

/// Which numbers are estimated; the others are 0 or equal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Model {
    /// One spread for all directions.
    Round,
    /// Own spreads to the sides and up and down.
    Axes,
    /// These, their correlation, and the bias.
    Full,
}

/// An estimate with its interval.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimate {
    /// What is estimated: `sx`, `sy`, `rho`, `bx` or `by`.
    pub name: &'static str,
    /// The most likely number.
    pub value: f64,
    /// The interval of 95 %.
    pub interval: (f64, f64),
}

/// What was found.
#[derive(Clone, PartialEq, Debug)]
pub struct Fit {
    /// The most likely spread.
    pub spread: Spread,
    /// The numbers that were estimated.
    pub estimates: Vec<Estimate>,
    /// The logarithm of the likelihood.
    pub likelihood: f64,
    /// How many throws there were.
    pub throws: u64,
}

/// Why nothing was found.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum FitError {
    /// A line is not as expected.
    #[error(
        "line {line}: '{text}': expected the area aimed at, the area hit, and how often if not \
         once, as in 'T20 S5' or 'T20 S5 3'; areas are S1 to S20, D1 to D20, T1 to T20, 25, bull, \
         miss"
    )]
    Line {
        /// From 1.
        line: usize,
        /// What stands there.
        text: String,
    },
    /// The throws do not tell the spread.
    #[error(
        "the throws do not tell the spread: there must be {0} or more, not all in the area aimed at"
    )]
    Few(usize),
}

impl Throws {
    /// Reads lines `AIM HIT` or `AIM HIT COUNT`; empty lines and `#` comments are left out, commas
    /// are blanks.
    ///
    /// # Errors
    /// A line is something else.
    pub fn read(text: &str) -> Result<Self, FitError> {
        let mut throws = Self::default();
        for (at, line) in text.lines().enumerate() {
            let line = line.split('#').next().unwrap_or_default().trim();
            if !line.is_empty() {
                let wrong = || FitError::Line { line: at + 1, text: line.into() };
                let (aim, hit, count) = entry(line).ok_or_else(wrong)?;
                throws.add(aim, hit, count);
            }
        }
        Ok(throws)
    }

    /// Adds `count` throws at the centre of `aim` that landed in `hit`.
    pub fn add(&mut self, aim: Area, hit: Area, count: u32) {
        let sum = self.0.entry((aim, hit)).or_default();
        *sum = sum.saturating_add(count);
    }

    /// How many there are.
    pub fn len(&self) -> u64 {
        self.0.values().map(|&count| u64::from(count)).sum()
    }

    /// True where there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// True where every dart hit what was aimed at: then no spread is too small.
    fn all_hit(&self) -> bool {
        self.0.iter().all(|((aim, hit), &count)| aim == hit || count == 0)
    }

    /// The logarithm of the chance of these throws, but for a constant; very low where the spread
    /// is impossible.
    pub fn likelihood(&self, spread: &Spread) -> f64 {
        if !spread.is_possible() {
            return -1e300;
        }
        let mut sum = 0.0;
        let mut last: Option<(Area, [f64; super::AREAS])> = None;
        for (&(aim, hit), &count) in &self.0 {
            if last.is_none_or(|(area, _)| area != aim) {
                let centre = aim.centre().unwrap_or((0.0, 0.0));
                last = Some((aim, spread.chances(centre)));
            }
            if let Some((_, chances)) = &last {
                sum += f64::from(count) * libm::log(chances[hit.index()].max(1e-300));
            }
        }
        sum
    }
}

fn entry(line: &str) -> Option<(Area, Area, u32)> {
    let words: Vec<&str> = line.split([' ', ',', '\t', ';']).filter(|w| !w.is_empty()).collect();
    let (aim, hit, count) = match words[..] {
        [aim, hit] => (aim, hit, 1),
        [aim, hit, count] => (aim, hit, count.parse().ok()?),
        _ => return None,
    };
    let aim = Area::read(aim).filter(|aim| aim.centre().is_some())?;
    Some((aim, Area::read(hit)?, count))
}

impl Model {
    fn names(self) -> &'static [&'static str] {
        match self {
            Self::Round => &["s"],
            Self::Axes => &["sx", "sy"],
            Self::Full => &["sx", "sy", "rho", "bx", "by"],
        }
    }

    /// The spread with these numbers: logarithms of spreads, the hyperbolic area tangent of rho,
    /// and the bias in parts of 10 mm.
    fn spread(self, numbers: &[f64]) -> Spread {
        let exp = |at: usize| libm::exp(numbers[at]);
        match self {
            Self::Round => Spread::round(exp(0)),
            Self::Axes => Spread { sx: exp(0), sy: exp(1), ..Spread::round(1.0) },
            Self::Full => Spread {
                sx: exp(0),
                sy: exp(1),
                rho: libm::tanh(numbers[2]),
                bx: 10.0 * numbers[3],
                by: 10.0 * numbers[4],
            },
        }
    }

    fn shown(self, at: usize, number: f64) -> f64 {
        match at {
            0 | 1 => libm::exp(number),
            2 => libm::tanh(number),
            _ => 10.0 * number,
        }
    }
}

/// The most likely spread of a player who threw these.
///
/// # Errors
/// There are too few throws, or all hit what was aimed at.
pub fn fit(throws: &Throws, model: Model) -> Result<Fit, FitError> {
    let names = model.names();
    let few = || FitError::Few(names.len() + 1);
    if throws.len() <= names.len() as u64 || throws.all_hit() {
        return Err(few());
    }
    let cost = |numbers: &[f64]| -throws.likelihood(&model.spread(numbers));
    let mut start = vec![0.0; names.len()];
    start.iter_mut().take(2).for_each(|log| *log = libm::log(20.0));
    let best = simplex::least(&cost, &start);
    let errors = simplex::errors(&cost, &best).ok_or_else(few)?;
    let estimate = |(at, &name): (usize, &&'static str)| {
        let ends = [-1.96, 1.96].map(|times| model.shown(at, best[at] + times * errors[at]));
        Estimate { name, value: model.shown(at, best[at]), interval: (ends[0], ends[1]) }
    };
    Ok(Fit {
        spread: model.spread(&best),
        estimates: names.iter().enumerate().map(estimate).collect(),
        likelihood: -cost(&best),
        throws: throws.len(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Throws drawn from the chances of a spread.
    fn drawn(spread: &Spread, aims: &[Area], each: u32, seed: u64) -> Throws {
        let mut random = fastrand::Rng::with_seed(seed);
        let mut throws = Throws::default();
        for &aim in aims {
            let chances = spread.chances(aim.centre().unwrap());
            for _ in 0..each {
                let mut left = random.f64();
                let hit = Area::all().find(|area| {
                    left -= chances[area.index()];
                    left < 0.0
                });
                throws.add(aim, hit.unwrap_or(super::super::board::MISS), 1);
            }
        }
        throws
    }

    #[test]
    fn the_spread_is_recovered_within_its_interval() {
        let aims = [Area::treble(20), Area::double(16), Area::read("bull").unwrap()];
        let truth = Spread { sx: 14.0, sy: 22.0, rho: 0.3, bx: 4.0, by: -6.0 };
        let found = fit(&drawn(&truth, &aims, 400, 1), Model::Full).unwrap();
        let numbers = [truth.sx, truth.sy, truth.rho, truth.bx, truth.by];
        for (estimate, truth) in found.estimates.iter().zip(numbers) {
            let (low, high) = estimate.interval;
            assert!(low <= truth && truth <= high, "{estimate:?} for {truth}");
            assert!(low < estimate.value && estimate.value < high);
        }
        let round = Spread::round(17.0);
        let found = fit(&drawn(&round, &aims[..1], 300, 2), Model::Round).unwrap();
        let (low, high) = found.estimates[0].interval;
        assert!(low <= 17.0 && 17.0 <= high && high - low < 5.0, "{found:?}");
    }

    #[test]
    fn throws_are_read_and_errors_explained() {
        let throws = Throws::read("# a training\nT20 S20 5\nt20, s5\n\nT20 miss\n").unwrap();
        assert_eq!(throws.len(), 7);
        let error = Throws::read("T20 S20\nT20\n").unwrap_err();
        assert_eq!(error, FitError::Line { line: 2, text: "T20".into() });
        assert!(Throws::read("miss T20").is_err());
        assert!(fit(&Throws::read("T20 T20").unwrap(), Model::Round).is_err());
        assert!(fit(&Throws::read("T20 T20 50").unwrap(), Model::Round).is_err());
    }
}
