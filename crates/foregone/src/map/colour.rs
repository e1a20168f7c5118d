//! Colours whose steps look equally large: straight lines in OKLab.
//!
//! Lightness is linear along each scale, so that a picture printed in grey still reads.
//! B. Ottosson, A perceptual color space for image processing, 2020.

/// Red, green and blue.
pub type Colour = [u8; 3];

/// A way from a number to a colour.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scale {
    /// From little (dark) to much (light).
    Sequential,
    /// From one side (blue) over the middle (pale) to the other (orange).
    Diverging,
}

/// Lightness, chroma, hue in degrees.
type Point = (f64, f64, f64);

const SEQUENTIAL: &[Point] = &[
    (0.28, 0.10, 285.0),
    (0.42, 0.115, 255.0),
    (0.56, 0.095, 210.0),
    (0.70, 0.125, 160.0),
    (0.84, 0.155, 120.0),
    (0.97, 0.115, 100.0),
];
const DIVERGING: &[Point] = &[
    (0.40, 0.135, 255.0),
    (0.68, 0.095, 248.0),
    (0.965, 0.008, 90.0),
    (0.72, 0.135, 55.0),
    (0.46, 0.14, 38.0),
];

impl Scale {
    /// The colour at `t`, which is taken between 0 and 1.
    pub fn colour(self, t: f64) -> Colour {
        let points = match self {
            Self::Sequential => SEQUENTIAL,
            Self::Diverging => DIVERGING,
        };
        let t = if t.is_finite() { t.clamp(0.0, 1.0) } else { 0.5 };
        let place = t * (points.len() - 1) as f64;
        let at = (place as usize).min(points.len() - 2);
        let (from, to) = (lab(points[at]), lab(points[at + 1]));
        let part = place - at as f64;
        rgb([0, 1, 2].map(|i| from[i] + (to[i] - from[i]) * part))
    }
}

/// The colour of kind number `at` of `of` that have no order. The first few are told apart by most
/// people who do not see all colours, by their lightness too.
pub fn kind(at: usize, of: usize) -> Colour {
    const FEW: [Point; 8] = [
        (0.55, 0.13, 250.0),
        (0.76, 0.14, 70.0),
        (0.62, 0.12, 165.0),
        (0.58, 0.16, 25.0),
        (0.80, 0.09, 230.0),
        (0.50, 0.14, 315.0),
        (0.87, 0.13, 105.0),
        (0.72, 0.10, 350.0),
    ];
    if of <= FEW.len() {
        return rgb(lab(FEW[at]));
    }
    let turn = 360.0 * at as f64 / of as f64;
    rgb(lab(([0.55, 0.70, 0.83][at % 3], 0.12, turn)))
}

fn lab((lightness, chroma, hue): Point) -> [f64; 3] {
    let (sin, cos) = hue.to_radians().sin_cos();
    [lightness, chroma * cos, chroma * sin]
}

fn rgb([lightness, a, b]: [f64; 3]) -> Colour {
    let l = (lightness + 0.396_337_777_4 * a + 0.215_803_757_3 * b).powi(3);
    let m = (lightness - 0.105_561_345_8 * a - 0.063_854_172_8 * b).powi(3);
    let s = (lightness - 0.089_484_177_5 * a - 1.291_485_548_0 * b).powi(3);
    let linear = [
        4.076_741_662_1 * l - 3.307_711_591_3 * m + 0.230_969_929_2 * s,
        -1.268_438_004_6 * l + 2.609_757_401_1 * m - 0.341_319_396_5 * s,
        -0.004_196_086_3 * l - 0.703_418_614_7 * m + 1.707_614_701_0 * s,
    ];
    linear.map(|c| {
        let c = c.clamp(0.0, 1.0);
        let c = if c <= 0.003_130_8 { 12.92 * c } else { 1.055 * c.powf(1.0 / 2.4) - 0.055 };
        (c * 255.0).round() as u8
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scales_end_where_they_should() {
        let grey = |[r, g, b]: Colour| u32::from(r) * 3 + u32::from(g) * 6 + u32::from(b);
        let scale = Scale::Sequential;
        let lights: Vec<u32> = (0..=20).map(|i| grey(scale.colour(f64::from(i) / 20.0))).collect();
        assert!(lights.windows(2).all(|pair| pair[0] < pair[1]), "{lights:?}");
        let [red, _, blue] = Scale::Diverging.colour(0.0);
        assert!(blue > red, "the lower end is blue");
        let [red, _, blue] = Scale::Diverging.colour(1.0);
        assert!(red > blue, "the upper end is orange");
        assert!(Scale::Diverging.colour(0.5).iter().all(|&c| c > 230), "the middle is pale");
        assert_eq!(scale.colour(-3.0), scale.colour(0.0));
        assert_eq!(scale.colour(f64::NAN), scale.colour(0.5));
    }

    #[test]
    fn kinds_differ() {
        for of in [2, 8, 20, 62] {
            let mut all: Vec<Colour> = (0..of).map(|at| kind(at, of)).collect();
            all.sort();
            all.dedup();
            assert_eq!(all.len(), of);
        }
    }
}
