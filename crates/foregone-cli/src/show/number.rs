//! Values as text: every printed digit is certain.

use foregone::query::Value;
use foregone::{Rational, UBig, decimal};

/// Decimals of a value that is known exactly or better.
const USUAL: usize = 12;
/// Never more than this many decimals, unless asked for.
const MOST: usize = 60;

/// The value: a fraction or digits where they were asked for, else the decimals on which both
/// bounds agree, else an interval.
pub fn value(value: &Value) -> String {
    if let Some(digits) = &value.digits {
        return digits.clone();
    }
    let Value { lower, upper, .. } = value;
    if let Some(exact) = &value.exact {
        let decimals = agreed(lower, upper);
        return if *exact == decimals { decimals } else { format!("{exact} = {decimals}") };
    }
    agreed(lower, upper)
}

fn agreed(lower: &Rational, upper: &Rational) -> String {
    if lower == upper && decimal::down(lower, USUAL) == decimal::up(lower, USUAL) {
        return trimmed(decimal::down(lower, USUAL));
    }
    let width = upper - lower;
    let places = places(&width);
    let most = if width == Rational::ZERO { USUAL } else { (places + 1).clamp(1, MOST) };
    match decimal::common(lower, upper, most) {
        // Bounds on both sides of a round number share few digits though they are close.
        Some(text) if text.len() + 1 >= places.min(most) => text + "…",
        _ => middle(lower, upper, places.clamp(1, MOST)),
    }
}

/// `0.5 ± 6e-10`.
fn middle(lower: &Rational, upper: &Rational, places: usize) -> String {
    let half = Rational::from_parts(1.into(), 2u8.into());
    let near = (lower + upper) * half;
    let text = decimal::rounded(&near, &near, places).unwrap_or_default();
    let scale = UBig::from(10u8).pow(places);
    let half = Rational::from_parts(1.into(), 2u8.into());
    let shown = Rational::from((near * Rational::from(scale.clone()) + half).floor())
        / Rational::from(scale);
    let off = (&shown - lower).max(upper - &shown);
    format!("{} ± {}", trimmed(text), scientific_up(&off))
}

/// `[lower, upper]`, rounded outward to as many decimals as tell them apart.
pub fn bounds(value: &Value) -> String {
    let Value { lower, upper, .. } = value;
    if lower == upper {
        return "exact".into();
    }
    let digits = (places(&(upper - lower)) + 1).min(MOST);
    format!("[{}, {}]", decimal::down(lower, digits), decimal::up(upper, digits))
}

/// What a move costs against the best one, in percentage points, from bounds of the difference.
pub fn cost(lower: &Rational, upper: &Rational) -> String {
    let hundred = Rational::from(UBig::from(100u8));
    let (lower, upper) = (lower * &hundred, upper * hundred);
    if upper <= Rational::ZERO {
        return "0".into();
    }
    if lower <= Rational::ZERO {
        return format!("at most {}", scientific_up(&upper));
    }
    let decided = |digits| decimal::rounded(&lower, &upper, digits).map(|text| (digits, text));
    let telling = |text: &str| text.bytes().any(|byte| (b'1'..=b'9').contains(&byte));
    match (2..=MOST).map_while(decided).find(|(_, text)| telling(text)) {
        Some((digits, text)) => decided(digits + 2).map_or(text, |(_, longer)| longer),
        None => format!("at most {}", scientific_up(&upper)),
    }
}

/// A chance in percent: `63.23 %`, with more digits or fewer where the bounds decide only these.
pub fn percent(lower: &Rational, upper: &Rational, digits: usize) -> String {
    let hundred = Rational::from(UBig::from(100u8));
    format!("{} %", amount(&(lower * &hundred), &(upper * hundred), digits))
}

/// An amount, with more digits or fewer where the bounds decide only these.
pub fn amount(low: &Rational, high: &Rational, digits: usize) -> String {
    let rounded = |digits| decimal::rounded(low, high, digits);
    let text =
        (digits..digits + 10).find_map(rounded).or_else(|| (0..digits).rev().find_map(rounded));
    match text {
        Some(text) if low == high => trimmed(text),
        Some(text) => text,
        None => format!("{} to {}", decimal::down(low, 1), decimal::up(high, 1)),
    }
}

/// `63.2250726540 to 63.2250726541 %`, rounded outward, or `exact`.
pub fn bounds_percent(lower: &Rational, upper: &Rational) -> String {
    if lower == upper {
        return "exact".into();
    }
    let hundred = Rational::from(UBig::from(100u8));
    format!("{} %", bounds_amount(&(lower * &hundred), &(upper * hundred)))
}

/// `12.5452323519 to 12.5452323520`, rounded outward.
pub fn bounds_amount(low: &Rational, high: &Rational) -> String {
    let digits = (places(&(high - low)) + 1).min(MOST);
    format!("{} to {}", decimal::down(low, digits), decimal::up(high, digits))
}

/// Percentage points given away, from bounds of the difference: `2.00`, `less than 0.01`, `none`.
pub fn cost_points(lower: &Rational, upper: &Rational) -> String {
    let hundred = Rational::from(UBig::from(100u8));
    cost_amount(&(lower * &hundred), &(upper * hundred))
}

/// An amount given away, from bounds of the difference: `0.31`, `less than 0.01`, `none`.
pub fn cost_amount(low: &Rational, high: &Rational) -> String {
    let small = Rational::from_parts(1.into(), 200u8.into());
    match () {
        () if *high <= Rational::ZERO => "none".into(),
        () if *high < small => "less than 0.01".into(),
        () => (2..6)
            .find_map(|digits| decimal::rounded(low, high, digits))
            .unwrap_or_else(|| format!("at most {}", decimal::up(high, 2))),
    }
}

/// How many decimals a width leaves: the largest `d` with `width <= 10^-d`.
fn places(width: &Rational) -> usize {
    let mut power = Rational::ONE;
    let tenth = Rational::from_parts(1.into(), 10u8.into());
    for digits in 0..MOST {
        power *= &tenth;
        if *width > power {
            return digits;
        }
    }
    MOST
}

/// One digit and a power of ten, rounded up.
fn scientific_up(value: &Rational) -> String {
    let digits = places(value);
    if digits == 0 {
        return trimmed(decimal::up(value, 2));
    }
    let scale = Rational::from(UBig::from(10u8).pow(digits + 1));
    let leading = (value * scale).ceil();
    if leading == 10.into() { format!("1e-{digits}") } else { format!("{leading}e-{}", digits + 1) }
}

/// Without zeros at the end, and without a point there.
fn trimmed(text: String) -> String {
    if !text.contains('.') {
        return text;
    }
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

#[cfg(test)]
mod tests {
    use foregone::query::Form;

    use super::*;

    fn fraction(n: u64, d: u64) -> Rational {
        Rational::from_parts(n.into(), d.into())
    }

    fn known(lower: Rational, upper: Rational, exact: bool) -> Value {
        Value::new((lower, upper), Form { exact, digits: None })
    }

    #[test]
    fn only_certain_digits_are_printed() {
        let billion = 1_000_000_000;
        let cases = [
            (fraction(1, 2), fraction(1, 2), "0.5", "exact"),
            (fraction(1, 3), fraction(1, 3), "0.333333333333…", "exact"),
            (fraction(0, 1), fraction(1, 1), "0.5 ± 0.5", "[0.0, 1.0]"),
            (
                fraction(333_333_333, billion),
                fraction(333_333_334, billion),
                "0.33333333…",
                "[0.3333333330, 0.3333333340]",
            ),
            (
                fraction(499_999_999, billion),
                fraction(500_000_001, billion),
                "0.5 ± 1e-9",
                "[0.499999999, 0.500000001]",
            ),
        ];
        for (lower, upper, text, interval) in cases {
            let known = known(lower, upper, false);
            assert_eq!((value(&known), bounds(&known)), (text.into(), interval.into()));
        }
    }

    #[test]
    fn fractions_stand_before_their_decimals() {
        let known = known(fraction(3, 22), fraction(3, 22), true);
        assert_eq!(value(&known), "3/22 = 0.136363636363…");
    }

    #[test]
    fn chances_are_in_percent() {
        let wide = (fraction(632_250, 1_000_000), fraction(632_251, 1_000_000));
        assert_eq!(percent(&wide.0, &wide.1, 2), "63.23 %");
        assert_eq!(percent(&wide.0, &wide.1, 1), "63.2 %");
        assert_eq!(bounds_percent(&wide.0, &wide.1), "63.22500 to 63.22510 %");
        assert_eq!(percent(&fraction(1, 2), &fraction(1, 2), 2), "50 %");
        assert_eq!(percent(&fraction(0, 1), &fraction(1, 1), 2), "0.0 to 100.0 %");
        assert_eq!(percent(&fraction(1, 3), &fraction(2, 5), 2), "33.3 to 40.0 %");
        assert_eq!(cost_points(&fraction(1, 50), &fraction(1, 50)), "2.00");
        assert_eq!(cost_points(&fraction(0, 1), &fraction(0, 1)), "none");
        assert_eq!(cost_points(&fraction(0, 1), &fraction(1, 1_000_000)), "less than 0.01");
    }

    #[test]
    fn costs_are_in_percentage_points() {
        let cases = [
            (fraction(7_312, 1_000_000), fraction(7_312, 1_000_000), "0.7312"),
            (fraction(3, 100_000_000), fraction(3, 100_000_000), "0.00000300"),
            (fraction(0, 1), fraction(0, 1), "0"),
            (fraction(0, 1), fraction(1, 1_000_000_000), "at most 1e-7"),
        ];
        for (lower, upper, text) in cases {
            assert_eq!(cost(&lower, &upper), text);
        }
    }
}
