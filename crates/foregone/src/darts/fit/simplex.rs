//! The least value of a function of a few numbers, and how sharply it is bent there.
//!
//! Nelder and Mead, A simplex method for function minimization, Computer Journal 7, 1965. It finds a
//! local minimum; nothing is certified.

/// Steps of the search at most.
const STEPS: usize = 2000;

type Corner = (f64, Vec<f64>);

/// Where `cost` is least near `start`.
pub(super) fn least(cost: &impl Fn(&[f64]) -> f64, start: &[f64]) -> Vec<f64> {
    let n = start.len();
    let corner = |numbers: Vec<f64>| (cost(&numbers), numbers);
    let mut all: Vec<Corner> = vec![corner(start.to_vec())];
    for at in 0..n {
        let mut numbers = start.to_vec();
        numbers[at] += 0.3;
        all.push(corner(numbers));
    }
    for _ in 0..STEPS {
        all.sort_by(|a, b| a.0.total_cmp(&b.0));
        if all[n].0 - all[0].0 < 1e-10 {
            break;
        }
        let worst = all[n].clone();
        let along = |factor: f64| {
            let numbers = (0..n).map(|at| {
                let mean = all[..n].iter().map(|corner| corner.1[at]).sum::<f64>() / n as f64;
                mean + factor * (worst.1[at] - mean)
            });
            corner(numbers.collect())
        };
        let reflected = along(-1.0);
        let next = if reflected.0 < all[0].0 {
            let farther = along(-2.0);
            if farther.0 < reflected.0 { farther } else { reflected }
        } else if reflected.0 < all[n - 1].0 {
            reflected
        } else {
            along(0.5)
        };
        if next.0 < worst.0 {
            all[n] = next;
            continue;
        }
        let best = all[0].1.clone();
        for (value, numbers) in all.iter_mut().skip(1) {
            numbers
                .iter_mut()
                .zip(&best)
                .for_each(|(number, best)| *number = (*number + best) / 2.0);
            *value = cost(numbers);
        }
    }
    all.swap_remove(0).1
}

/// Standard errors from the second derivatives of a negative logarithm of likelihood; `None` where
/// it is not bent upward in all directions.
pub(super) fn errors(cost: &impl Fn(&[f64]) -> f64, at: &[f64]) -> Option<Vec<f64>> {
    let (n, step) = (at.len(), 1e-3);
    let moved = |i: usize, di: f64, j: usize, dj: f64| {
        let mut numbers = at.to_vec();
        numbers[i] += di;
        numbers[j] += dj;
        cost(&numbers)
    };
    let bend = |i: usize, j: usize| {
        let corners = moved(i, step, j, step) - moved(i, step, j, -step) - moved(i, -step, j, step)
            + moved(i, -step, j, -step);
        corners / (4.0 * step * step)
    };
    let matrix = (0..n).map(|i| (0..n).map(|j| bend(i, j)).collect()).collect();
    let inverse = inverted(matrix)?;
    (0..n).map(|i| (inverse[i][i] > 0.0).then(|| libm::sqrt(inverse[i][i]))).collect()
}

/// The inverse of a positive definite matrix, by elimination; `None` where it is not one.
fn inverted(mut matrix: Vec<Vec<f64>>) -> Option<Vec<Vec<f64>>> {
    let n = matrix.len();
    for (i, row) in matrix.iter_mut().enumerate() {
        row.extend((0..n).map(|j| f64::from(u8::from(i == j))));
    }
    for i in 0..n {
        let pivot = matrix[i][i];
        if pivot.is_nan() || pivot <= 1e-9 {
            return None;
        }
        matrix[i].iter_mut().for_each(|entry| *entry /= pivot);
        let row = matrix[i].clone();
        for (_, other) in matrix.iter_mut().enumerate().filter(|(k, _)| *k != i) {
            let factor = other[i];
            other.iter_mut().zip(&row).for_each(|(entry, above)| *entry -= factor * above);
        }
    }
    Some(matrix.into_iter().map(|row| row[n..].to_vec()).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_valley_is_found_with_its_curvature() {
        let valley =
            |at: &[f64]| 2.0 * (at[0] - 1.0) * (at[0] - 1.0) + (at[1] + at[0]) * (at[1] + at[0]);
        let found = least(&valley, &[5.0, 5.0]);
        assert!((found[0] - 1.0).abs() < 1e-4 && (found[1] + 1.0).abs() < 1e-4, "{found:?}");
        let errors = errors(&valley, &found).unwrap();
        // The second derivatives are 6, 2, 2, 2; their inverse has 1/4 and 3/4 on its diagonal.
        assert!((errors[0] - 0.5).abs() < 1e-3 && (errors[1] - 0.75_f64.sqrt()).abs() < 1e-3);
        assert_eq!(super::errors(&|at: &[f64]| -at[0] * at[0], &[0.0]), None);
    }
}
