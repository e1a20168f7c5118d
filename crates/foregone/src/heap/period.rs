//! Where a sequence seems to repeat, in linear time.
//!
//! Read backwards, a sequence that ends in a repetition with period `p` agrees with itself
//! shifted by `p` at its beginning; the Z-function gives the length of that agreement for every
//! `p` at once (Gusfield, Algorithms on Strings, Trees and Sequences, 1997, chapter 1).

/// A seeming repetition: `values[n + period] = values[n] + saltus` from `preperiod` to the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Repetition {
    /// The first index from which it repeats.
    pub preperiod: usize,
    /// At least 1.
    pub period: usize,
    /// What a period adds.
    pub saltus: u32,
}

/// The repetition of the least period among those that are `shown` by a sequence so long, which
/// is told the pre-period and the period.
pub fn repetition(values: &[u32], shown: impl Fn(usize, usize) -> bool) -> Option<Repetition> {
    let reversed: Vec<u32> = values.iter().rev().copied().collect();
    shown_repetition(&z_function(&reversed), shown).map(|(preperiod, period)| Repetition {
        preperiod,
        period,
        saltus: 0,
    })
}

/// The same for sequences that may grow by a fixed number each period.
pub fn growing_repetition(
    values: &[u32],
    shown: impl Fn(usize, usize) -> bool,
) -> Option<Repetition> {
    let steps = values.windows(2).map(|w| i64::from(w[1]) - i64::from(w[0]));
    let reversed: Vec<i64> = steps.rev().collect();
    // A repetition of the steps from q on is one of the values from q on.
    let (preperiod, period) = shown_repetition(&z_function(&reversed), shown)?;
    let saltus = values[preperiod + period].checked_sub(values[preperiod])?;
    Some(Repetition { preperiod, period, saltus })
}

fn shown_repetition(z: &[usize], shown: impl Fn(usize, usize) -> bool) -> Option<(usize, usize)> {
    (1..z.len()).map(|p| (z.len() - p - z[p], p)).find(|&(q, p)| shown(q, p))
}

/// For every `i` the length of the longest common prefix of `data` and `data[i..]`.
fn z_function<T: PartialEq>(data: &[T]) -> Vec<usize> {
    let mut z = vec![data.len(); data.len()];
    let (mut left, mut right) = (0, 0);
    for i in 1..data.len() {
        let mut k = if i < right { z[i - left].min(right - i) } else { 0 };
        while i + k < data.len() && data[k] == data[i + k] {
            k += 1;
        }
        z[i] = k;
        if i + k > right {
            (left, right) = (i, i + k);
        }
    }
    z
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_the_least_shown_period() {
        let values = [9, 1, 2, 3, 1, 2, 3, 1, 2, 3];
        let found = repetition(&values, |q, p| q + 2 * p <= values.len());
        assert_eq!(found, Some(Repetition { preperiod: 1, period: 3, saltus: 0 }));
        assert_eq!(repetition(&[1, 2, 3, 4], |q, p| q + 2 * p <= 4), None);
    }

    #[test]
    fn finds_growth() {
        let values = [5, 0, 1, 3, 4, 6, 7, 9, 10];
        let found = growing_repetition(&values, |q, p| q + 3 * p <= values.len());
        assert_eq!(found, Some(Repetition { preperiod: 1, period: 2, saltus: 3 }));
    }
}
