//! Which values of an axis are written beside it.

use foregone::map::Axis;

/// Places on an axis with their texts: round numbers where there are numbers, at most about `most`.
pub fn ticks(axis: &Axis, most: usize) -> Vec<(usize, String)> {
    let count = axis.values.len();
    let numbers: Option<Vec<i64>> = axis.values.iter().map(foregone::FieldValue::int).collect();
    let texts = axis.values.iter().map(ToString::to_string).enumerate();
    let Some(numbers) = numbers.filter(|numbers| numbers.len() > most) else {
        return texts.step_by(count.div_ceil(most.max(1)).max(1)).collect();
    };
    let range = numbers[count - 1].abs_diff(numbers[0]);
    let step = step(range as f64 / most.max(1) as f64) as i64;
    texts.filter(|(at, _)| numbers[*at] % step.max(1) == 0).collect()
}

/// About `most` round numbers between `low` and `high`.
pub fn scale(low: f64, high: f64, most: usize) -> Vec<f64> {
    if high <= low {
        return vec![low];
    }
    let rough = (high - low) / most as f64;
    let power = 10f64.powf(rough.log10().floor());
    let step = [1.0, 2.0, 2.5, 5.0, 10.0].map(|times| times * power);
    let step = step.into_iter().find(|step| *step >= rough).unwrap_or(10.0 * power);
    let first = (low / step - 1e-9).ceil() as i64;
    (first..).map(|i| i as f64 * step).take_while(|number| *number <= high + 1e-9 * step).collect()
}

/// A round whole number that is at least `rough`.
fn step(rough: f64) -> f64 {
    let power = 10f64.powf(rough.max(1.0).log10().floor());
    let times = [1.0, 2.0, 5.0, 10.0];
    times.map(|times| times * power).into_iter().find(|step| *step >= rough).unwrap_or(power)
}

#[cfg(test)]
mod tests {
    use foregone::FieldValue;

    use super::*;

    fn axis(values: Vec<FieldValue>) -> Axis {
        Axis { name: "a".into(), meaning: String::new(), values }
    }

    #[test]
    fn numbers_are_marked_at_round_places() {
        let found = ticks(&axis((0..76).map(FieldValue::Int).collect()), 8);
        let texts: Vec<&str> = found.iter().map(|(_, text)| text.as_str()).collect();
        assert_eq!(texts, ["0", "10", "20", "30", "40", "50", "60", "70"]);
        let few = ticks(&axis((1..4).map(FieldValue::Int).collect()), 8);
        assert_eq!(few.len(), 3);
        let words =
            ticks(&axis("abcdefghij".chars().map(|c| FieldValue::Text(c.into())).collect()), 5);
        assert_eq!(words.len(), 5);
    }

    #[test]
    fn scales_are_marked_at_round_numbers() {
        assert_eq!(scale(0.0, 1.0, 5), [0.0, 0.2, 0.4, 0.6000000000000001, 0.8, 1.0]);
        assert_eq!(scale(3.0, 3.0, 5), [3.0]);
        assert_eq!(scale(18.0, 75.0, 6), [20.0, 30.0, 40.0, 50.0, 60.0, 70.0]);
    }
}
