//! Where a dart lands that is aimed at a point and spreads normally.
//!
//! In polar coordinates round the centre of the board the density along a ray is `r` times the
//! exponential of a quadratic, whose integral has a closed form with the error function; over the
//! angle of a sector it is integrated by Gauss-Legendre rules of 12 nodes on panels no wider than
//! two standard deviations at the rim. The error of a chance is below 1e-10: the tests compare with
//! four times as many panels, and with simulated darts.

use std::f64::consts::PI;

use super::board::{AREAS, Area, BULLSEYE, MISS, OUTER_BULL, RINGS, SECTORS, middle};

/// How darts spread round the point aimed at, in millimetres.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Spread {
    /// Standard deviation to the sides, 0.5 to 500.
    pub sx: f64,
    /// Standard deviation up and down, 0.5 to 500.
    pub sy: f64,
    /// Correlation of the two, at most 0.95 either way.
    pub rho: f64,
    /// How far to the right of the aim the darts land on average, at most 300 either way.
    pub bx: f64,
    /// How far above it, likewise.
    pub by: f64,
}

/// Nodes of a panel.
const NODES: usize = 12;

impl Spread {
    /// The same in all directions, without bias.
    pub fn round(sigma: f64) -> Self {
        Self { sx: sigma, sy: sigma, rho: 0.0, bx: 0.0, by: 0.0 }
    }

    /// True where all numbers are in their ranges.
    pub fn is_possible(&self) -> bool {
        let spread = |s: f64| (0.5..=500.0).contains(&s);
        let bias = |b: f64| b.abs() <= 300.0;
        spread(self.sx)
            && spread(self.sy)
            && self.rho.abs() <= 0.95
            && bias(self.bx)
            && bias(self.by)
    }

    /// The chance of every area for a dart aimed at a point, in the order of [`Area::index`].
    pub fn chances(&self, aim: (f64, f64)) -> [f64; AREAS] {
        self.with_panels(aim, self.panels())
    }

    /// Panels of a sector.
    fn panels(&self) -> usize {
        // The smaller eigenvalue of the covariance.
        let (a, d) = (self.sx * self.sx, self.sy * self.sy);
        let b = self.rho * self.sx * self.sy;
        let half = libm::sqrt((a - d) * (a - d) / 4.0 + b * b);
        let least = libm::sqrt(((a + d) / 2.0 - half).max(1e-3));
        libm::ceil(PI / 10.0 * RINGS[5] / (2.0 * least)) as usize
    }

    fn with_panels(&self, (x, y): (f64, f64), panels: usize) -> [f64; AREAS] {
        let ray = Ray::new(self, (x + self.bx, y + self.by));
        let (nodes, weights) = legendre();
        let mut chances = [0.0; AREAS];
        let width = PI / 10.0 / panels as f64;
        for (at, &points) in SECTORS.iter().enumerate() {
            let first = middle(at) - PI / 20.0;
            let mut rings = [0.0; 6];
            for panel in 0..panels {
                let centre = first + width * (panel as f64 + 0.5);
                for (node, weight) in nodes.iter().zip(weights) {
                    let part = ray.rings(centre + node * width / 2.0);
                    for (ring, part) in rings.iter_mut().zip(part) {
                        *ring += part * weight * width / 2.0;
                    }
                }
            }
            chances[BULLSEYE.index()] += rings[0];
            chances[OUTER_BULL.index()] += rings[1];
            chances[Area::single(points).index()] = rings[2] + rings[4];
            chances[Area::treble(points).index()] = rings[3];
            chances[Area::double(points).index()] = rings[5];
        }
        let on_board: f64 = chances.iter().sum();
        chances[MISS.index()] = (1.0 - on_board).max(0.0);
        chances
    }
}

/// The density along rays from the centre of the board.
struct Ray {
    /// The inverse of the covariance: xx, xy, yy.
    inverse: [f64; 3],
    mean: (f64, f64),
    scale: f64,
}

impl Ray {
    fn new(spread: &Spread, mean: (f64, f64)) -> Self {
        let Spread { sx, sy, rho, .. } = *spread;
        let rest = 1.0 - rho * rho;
        let inverse = [1.0 / (sx * sx * rest), -rho / (sx * sy * rest), 1.0 / (sy * sy * rest)];
        Self { inverse, mean, scale: 1.0 / (2.0 * PI * sx * sy * libm::sqrt(rest)) }
    }

    /// The integral over each ring along the ray with this angle.
    fn rings(&self, angle: f64) -> [f64; 6] {
        let (ux, uy) = (libm::cos(angle), libm::sin(angle));
        let ([xx, xy, yy], (mx, my)) = (self.inverse, self.mean);
        let a = xx * ux * ux + 2.0 * xy * ux * uy + yy * uy * uy;
        let b = xx * ux * mx + xy * (ux * my + uy * mx) + yy * uy * my;
        let c = xx * mx * mx + 2.0 * xy * mx * my + yy * my * my;
        let root = libm::sqrt(a);
        let outside = libm::exp(-(c - b * b / a) / 2.0) * self.scale;
        // The integral of r exp(-(a r^2 - 2 b r + c) / 2) up to r, but for a constant.
        let up_to = |r: f64| {
            let s = root * (r - b / a);
            let cumulated = libm::erf(s / std::f64::consts::SQRT_2) / 2.0;
            b / a * libm::sqrt(2.0 * PI / a) * cumulated - libm::exp(-s * s / 2.0) / a
        };
        let mut before = up_to(0.0);
        RINGS.map(|end| {
            let here = up_to(end);
            let part = (here - before) * outside;
            before = here;
            part.max(0.0)
        })
    }
}

/// Nodes and weights of the Gauss-Legendre rule on [-1, 1], by Newton's method.
fn legendre() -> ([f64; NODES], [f64; NODES]) {
    let (mut nodes, mut weights) = ([0.0; NODES], [0.0; NODES]);
    let n = NODES as f64;
    for i in 0..NODES {
        let mut x = libm::cos(PI * (i as f64 + 0.75) / (n + 0.5));
        let mut slope = 1.0;
        for _ in 0..8 {
            let (mut p, mut before) = (x, 1.0);
            for k in 2..=NODES {
                let k = k as f64;
                (p, before) = (((2.0 * k - 1.0) * x * p - (k - 1.0) * before) / k, p);
            }
            slope = n * (x * p - before) / (x * x - 1.0);
            x -= p / slope;
        }
        nodes[i] = x;
        weights[i] = 2.0 / ((1.0 - x * x) * slope * slope);
    }
    (nodes, weights)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn some() -> [(Spread, (f64, f64)); 5] {
        let skew = Spread { sx: 12.0, sy: 21.0, rho: 0.6, bx: 3.0, by: -5.0 };
        [
            (Spread::round(1.0), (0.0, 166.0)),
            (Spread::round(10.0), (0.0, 103.0)),
            (Spread::round(60.0), (0.0, 0.0)),
            (skew, (-40.0, 80.0)),
            (Spread { rho: -0.95, ..skew }, (250.0, 10.0)),
        ]
    }

    #[test]
    fn more_panels_change_nothing() {
        for (spread, aim) in some() {
            let (few, many) = (spread.chances(aim), spread.with_panels(aim, 4 * spread.panels()));
            let apart = few.iter().zip(many).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
            assert!(apart < 1e-10, "{spread:?}: {apart}");
            assert!((few.iter().sum::<f64>() - 1.0).abs() < 1e-10);
        }
    }

    #[test]
    fn simulated_darts_land_as_often() {
        simulate(100_000);
    }

    #[test]
    #[ignore = "takes seconds"]
    fn ten_million_simulated_darts_land_as_often() {
        simulate(10_000_000);
    }

    /// Five standard deviations of a count, at most.
    fn simulate(darts: u32) {
        let mut random = fastrand::Rng::with_seed(7);
        for (spread, (x, y)) in some() {
            let mut counts = [0_u32; AREAS];
            for _ in 0..darts {
                let radius = libm::sqrt(-2.0 * libm::log(1.0 - random.f64()));
                let angle = 2.0 * PI * random.f64();
                let (u, v) = (radius * libm::cos(angle), radius * libm::sin(angle));
                let v = spread.rho * u + libm::sqrt(1.0 - spread.rho * spread.rho) * v;
                let (dx, dy) = (spread.bx + spread.sx * u, spread.by + spread.sy * v);
                counts[Area::at(x + dx, y + dy).index()] += 1;
            }
            for (area, chance) in Area::all().zip(spread.chances((x, y))) {
                let mean = chance * f64::from(darts);
                let off = (f64::from(counts[area.index()]) - mean).abs();
                assert!(off <= 5.0 * libm::sqrt(mean) + 5.0, "{spread:?} {area}: {off} of {mean}");
            }
        }
    }
}
