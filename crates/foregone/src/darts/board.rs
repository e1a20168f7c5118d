//! The board: its areas, their points, and where they are.
//!
//! Measures in millimetres from the centre, as the Darts Regulation Authority states them. The
//! plane has x to the right and y upward, and the 20 is on top.

use std::f64::consts::PI;

/// Points of the sectors, clockwise from the top.
pub const SECTORS: [u8; 20] =
    [20, 1, 18, 4, 13, 6, 10, 15, 2, 17, 3, 19, 7, 16, 8, 11, 14, 9, 12, 5];

/// Where the rings end: bullseye, 25, inner single, treble, outer single, double.
pub const RINGS: [f64; 6] = [6.35, 15.9, 99.0, 107.0, 162.0, 170.0];

/// How many areas there are, a miss being one.
pub const AREAS: usize = 63;

/// Where a dart lands: 0 is a miss, 1 to 20 are singles, 21 to 40 doubles and 41 to 60 trebles of 1
/// to 20, 61 is the 25 and 62 the bullseye. A single is one area, inside and outside the treble.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Area(u8);

/// A miss.
pub const MISS: Area = Area(0);
/// The ring of 25 points.
pub const OUTER_BULL: Area = Area(61);
/// The bullseye: 50 points, a double.
pub const BULLSEYE: Area = Area(62);

impl Area {
    /// The single of 1 to 20.
    pub fn single(points: u8) -> Self {
        Self(points)
    }

    /// The double of 1 to 20.
    pub fn double(points: u8) -> Self {
        Self(20 + points)
    }

    /// The treble of 1 to 20.
    pub fn treble(points: u8) -> Self {
        Self(40 + points)
    }

    /// All areas, the miss first.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..AREAS as u8).map(Self)
    }

    /// Its number, below [`AREAS`].
    pub fn index(self) -> usize {
        self.0.into()
    }

    /// What it scores.
    pub fn points(self) -> u16 {
        let number = u16::from(self.0);
        match self.0 {
            61 => 25,
            62 => 50,
            41.. => 3 * (number - 40),
            21.. => 2 * (number - 20),
            _ => number,
        }
    }

    /// True for doubles, the bullseye included.
    pub fn is_double(self) -> bool {
        matches!(self.0, 21..=40 | 62)
    }

    /// True for trebles.
    pub fn is_treble(self) -> bool {
        matches!(self.0, 41..=60)
    }

    /// Where its middle is; of a single the middle of the larger, outer part. A miss has none.
    pub fn centre(self) -> Option<(f64, f64)> {
        let (sector, radius) = match self.0 {
            0 => return None,
            62 => return Some((0.0, 0.0)),
            61 => (20, (RINGS[0] + RINGS[1]) / 2.0),
            41.. => (self.0 - 40, (RINGS[2] + RINGS[3]) / 2.0),
            21.. => (self.0 - 20, (RINGS[4] + RINGS[5]) / 2.0),
            _ => (self.0, (RINGS[3] + RINGS[4]) / 2.0),
        };
        let at = SECTORS.iter().position(|&points| points == sector).unwrap_or(0);
        let angle = middle(at);
        Some((radius * libm::cos(angle), radius * libm::sin(angle)))
    }

    /// The area at a point of the plane.
    pub fn at(x: f64, y: f64) -> Self {
        let radius = libm::sqrt(x * x + y * y);
        let ring = RINGS.iter().position(|&end| radius < end);
        let turn = (PI / 2.0 - libm::atan2(y, x)) / (PI / 10.0) + 0.5;
        let points = SECTORS[(libm::floor(turn) as i64).rem_euclid(20) as usize];
        match ring {
            Some(0) => BULLSEYE,
            Some(1) => OUTER_BULL,
            Some(3) => Self::treble(points),
            Some(5) => Self::double(points),
            Some(_) => Self::single(points),
            None => MISS,
        }
    }

    /// Reads a name as [`Display`](std::fmt::Display) writes it, in either case; also `25` or `SB`
    /// for the outer bull and `50`, `DB` or `bull` for the bullseye, `0` for a miss, `20` for `S20`.
    pub fn read(text: &str) -> Option<Self> {
        let text = text.trim().to_ascii_uppercase();
        match text.as_str() {
            "MISS" | "0" => return Some(MISS),
            "25" | "SB" | "S25" => return Some(OUTER_BULL),
            "50" | "DB" | "D25" | "BULL" => return Some(BULLSEYE),
            _ => {}
        }
        let digits = text.trim_start_matches(['S', 'D', 'T']);
        let points = digits.parse::<u8>().ok().filter(|points| (1..=20).contains(points))?;
        match &text[..text.len() - digits.len()] {
            "" | "S" => Some(Self::single(points)),
            "D" => Some(Self::double(points)),
            "T" => Some(Self::treble(points)),
            _ => None,
        }
    }
}

/// The angle of the middle of sector number `at`, counted clockwise from the top.
pub(super) fn middle(at: usize) -> f64 {
    PI / 2.0 - PI / 10.0 * at as f64
}

impl std::fmt::Display for Area {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.0 {
            0 => f.write_str("miss"),
            61 => f.write_str("25"),
            62 => f.write_str("bull"),
            41.. => write!(f, "T{}", self.0 - 40),
            21.. => write!(f, "D{}", self.0 - 20),
            _ => write!(f, "S{}", self.0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn areas_are_where_their_centres_are_and_have_their_names() {
        for area in Area::all() {
            assert_eq!(Area::read(&area.to_string()), Some(area));
            let Some((x, y)) = area.centre() else { continue };
            if area != OUTER_BULL {
                assert_eq!(Area::at(x, y), area);
            }
        }
        assert_eq!(Area::at(0.0, 103.0), Area::treble(20));
        assert_eq!(Area::at(103.0, 0.0), Area::treble(6));
        assert_eq!(Area::at(0.0, -50.0), Area::single(3));
        assert_eq!(Area::at(10.0, 0.0), OUTER_BULL);
        assert_eq!(Area::at(0.0, 170.5), MISS);
        assert_eq!(Area::all().map(Area::points).max(), Some(60));
        for text in ["", "T", "T21", "D0", "X5", "SD5", "é"] {
            assert_eq!(Area::read(text), None, "{text}");
        }
    }
}
