//! A player's skill: aims, and the exact chances of what each brings. They define the game.
//!
//! Invariant: the weights of an aim are positive and sum to its denominator. Chances under a normal
//! spread are rounded to multiples of 2^-40 such that they sum to 1 (largest remainders first).

use super::board::{AREAS, Area, RINGS, SECTORS};
use super::normal::Spread;
use crate::{Rational, decimal};

/// What a player may aim at, and where the dart lands then.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Aim {
    /// Its name: an area, or a point as `x:y` in millimetres.
    pub name: String,
    /// The sum of all weights.
    pub denominator: u64,
    /// Areas with their weights, none of them 0.
    pub weights: Vec<(Area, u64)>,
}

/// A player's skill.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Skill {
    /// All aims.
    pub aims: Vec<Aim>,
}

/// The denominator of rounded chances.
pub const PARTS: u64 = 1 << 40;

/// What [`Skill::read`] takes.
pub const FORM: &str = "a spread in mm as '10', 'sx/sy', 'sx/sy/rho' or 'sx/sy/rho/bx/by' (spreads \
                        from 0.5 to 500, rho from -0.95 to 0.95, biases to 300), 'thirds', 'random', \
                        or measured counts as 'T20: T20=30 S20=50 S1=12 S5=8; D20: D20=1 miss=2'";

impl Skill {
    /// Reads a skill; a normal spread gets aims at the centres of all areas, and on a grid of this
    /// step in millimetres where it is not 0.
    pub fn read(text: &str, grid: u16) -> Option<Self> {
        match text.trim() {
            "random" => Some(Self::random()),
            "thirds" => Some(Self::thirds()),
            text if text.contains('=') => Self::table(text),
            text => Some(Self::normal(&spread(text)?, grid)),
        }
    }

    /// A normal spread, as for [`read`](Self::read).
    pub fn normal(spread: &Spread, grid: u16) -> Self {
        let centres = Area::all().filter_map(|area| Some((area.to_string(), area.centre()?)));
        let aims = centres.chain(points(grid)).map(|(name, at)| {
            let weights = rounded(&spread.chances(at));
            let weights = Area::all().zip(weights).filter(|(_, weight)| *weight > 0).collect();
            Aim { name, denominator: PARTS, weights }
        });
        Self { aims: aims.collect() }
    }

    /// Every single equally likely, without a choice: player A of the game `darts`.
    pub fn random() -> Self {
        let weights = SECTORS.iter().map(|&points| (Area::single(points), 1)).collect();
        Self { aims: vec![Aim { name: "the board".into(), denominator: 20, weights }] }
    }

    /// The single aimed at or one of its neighbours, each with one third: player B of `darts`.
    pub fn thirds() -> Self {
        let aim = |at: usize| {
            let near = [at, at + 19, at + 1].map(|at| Area::single(SECTORS[at % 20]));
            let name = near[0].points().to_string();
            Aim { name, denominator: 3, weights: near.map(|area| (area, 1)).to_vec() }
        };
        Self { aims: (0..20).map(aim).collect() }
    }

    /// Measured counts: aims separated by `;` or line ends, each `AREA: AREA=count …`.
    fn table(text: &str) -> Option<Self> {
        let lines = text.split([';', '\n']).map(str::trim);
        let lines = lines.filter(|line| !line.is_empty() && !line.starts_with('#'));
        let aims: Option<Vec<Aim>> = lines.map(measured).collect();
        aims.filter(|aims| !aims.is_empty()).map(|aims| Self { aims })
    }

    /// The most points of one dart.
    pub fn most(&self) -> u16 {
        let areas = self.aims.iter().flat_map(|aim| &aim.weights);
        areas.map(|(area, _)| area.points()).max().unwrap_or(0)
    }
}

/// Reads `sx`, `sx/sy`, `sx/sy/rho` or `sx/sy/rho/bx/by`.
pub fn spread(text: &str) -> Option<Spread> {
    let numbers = text.split('/').map(|part| part.trim().parse::<f64>());
    let numbers: Vec<f64> = numbers.collect::<Result<_, _>>().ok()?;
    let spread = match numbers[..] {
        [s] => Spread::round(s),
        [sx, sy] => Spread { sx, sy, ..Spread::round(1.0) },
        [sx, sy, rho] => Spread { sx, sy, rho, ..Spread::round(1.0) },
        [sx, sy, rho, bx, by] => Spread { sx, sy, rho, bx, by },
        _ => return None,
    };
    spread.is_possible().then_some(spread)
}

fn measured(line: &str) -> Option<Aim> {
    let (name, counts) = line.split_once(':')?;
    let mut sums = [0_u64; AREAS];
    for part in counts.split([' ', ',', '\t']).filter(|part| !part.is_empty()) {
        let (area, count) = part.split_once('=')?;
        let count: u32 = count.trim().parse().ok()?;
        sums[Area::read(area)?.index()] += u64::from(count);
    }
    let denominator = sums.iter().sum();
    let weights: Vec<_> = Area::all().zip(sums).filter(|(_, weight)| *weight > 0).collect();
    let aim = Aim { name: Area::read(name)?.to_string(), denominator, weights };
    (denominator > 0).then_some(aim)
}

/// Points of a grid on the board, with their names.
fn points(step: u16) -> impl Iterator<Item = (String, (f64, f64))> {
    let most = if step == 0 { -1 } else { 170 / i32::from(step) };
    let all = (-most..=most).flat_map(move |row| (-most..=most).map(move |column| (column, row)));
    let at = move |(column, row): (i32, i32)| [column, row].map(|n| n * i32::from(step));
    let inside = |[x, y]: &[i32; 2]| f64::from(x * x + y * y) <= RINGS[5] * RINGS[5];
    let points = all.filter(move |_| step > 0).map(at).filter(inside);
    points.map(|[x, y]| (format!("{x}:{y}"), (x.into(), y.into())))
}

/// The chances as multiples of 2^-40 that sum to 1.
fn rounded(chances: &[f64; AREAS]) -> [u64; AREAS] {
    let scaled = chances.map(|chance| chance.clamp(0.0, 1.0) * PARTS as f64);
    let mut parts = scaled.map(|chance| libm::floor(chance) as u64);
    let mut order: Vec<usize> = (0..AREAS).collect();
    let rest = |at: usize| scaled[at] - libm::floor(scaled[at]);
    order.sort_by(|&a, &b| rest(b).total_cmp(&rest(a)).then(a.cmp(&b)));
    // The sum is off by rounding of each and by the quadrature's error.
    let mut missing = PARTS as i64 - parts.iter().sum::<u64>() as i64;
    while missing != 0 {
        for &at in &order {
            if missing > 0 {
                parts[at] += 1;
                missing -= 1;
            } else if missing < 0 && parts[at] > 1 {
                parts[at] -= 1;
                missing += 1;
            }
        }
    }
    parts
}

impl Aim {
    /// The exact chance to hit an area.
    pub fn chance(&self, area: Area) -> Rational {
        let weight =
            self.weights.iter().find(|(at, _)| *at == area).map_or(0, |(_, weight)| *weight);
        Rational::from_parts(weight.into(), self.denominator.into())
    }

    /// The exact expected score.
    pub fn expected_score(&self) -> Rational {
        let sum: u128 =
            self.weights.iter().map(|(area, w)| u128::from(*w) * u128::from(area.points())).sum();
        Rational::from_parts(sum.into(), self.denominator.into())
    }

    /// One line of a table that [`Skill::read`] takes.
    pub fn line(&self) -> String {
        let each: Vec<String> =
            self.weights.iter().map(|(area, weight)| format!("{area}={weight}")).collect();
        format!("{}: {}", self.name, each.join(" "))
    }

    /// The expected score in decimals.
    pub fn shown_score(&self) -> String {
        let score = self.expected_score();
        decimal::rounded(&score, &score, 3).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_sum_to_the_denominator() {
        for text in
            ["10", "2.5/30/0.9", "100/90/-0.5/20/-30", "random", "thirds", "T20: T20=3 S1=4"]
        {
            let skill = Skill::read(text, 40).unwrap();
            for aim in &skill.aims {
                let sum: u64 = aim.weights.iter().map(|(_, weight)| weight).sum();
                assert_eq!(sum, aim.denominator, "{text} {}", aim.name);
                assert!(aim.weights.iter().all(|(_, weight)| *weight > 0));
            }
        }
        assert_eq!(Skill::read("10", 0).unwrap().aims.len(), 62);
        assert!(Skill::read("10", 20).unwrap().aims.len() > 200);
        for text in
            ["", "0", "-3", "1/2/3", "10/10/0/0", "x", "T20: ", "T20: T20=0", "T99: S1=1", "nan"]
        {
            assert_eq!(Skill::read(text, 0), None, "{text}");
        }
    }

    #[test]
    fn chances_are_the_same_everywhere() {
        // The bits define the game; another machine must find them too.
        let aim = &Skill::read("10", 0).unwrap().aims[Area::treble(20).index() - 1];
        assert_eq!(aim.name, "T20");
        let of = |area| aim.weights.iter().find(|(at, _)| *at == area).unwrap().1;
        let found = [of(Area::treble(20)), of(Area::single(20)), of(Area::single(1))];
        assert_eq!(found, FOUND);
    }

    /// Found once on x86-64 Linux.
    const FOUND: [u64; 3] = [305_723_717_063, 676_008_443_286, 40_670_297_447];
}
