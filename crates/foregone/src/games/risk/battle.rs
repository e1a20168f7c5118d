//! One throw of a battle: who loses how many.
//!
//! Invariant: the weights of one throw sum to `sides` to the power of all dice.

/// Weights of the defender's losses, 0 to `min(attack, defend)`, among all throws of so many dice:
/// both sides' dice are sorted and compared, the highest with the highest, the next with the next;
/// of each pair the lower die loses an army, and of equal ones the attacker's.
pub(super) fn losses(sides: u8, attack: u8, defend: u8) -> Vec<u64> {
    let pairs = usize::from(attack.min(defend));
    let mut weights = vec![0; pairs + 1];
    let (own, other) = (sorted(sides, attack), sorted(sides, defend));
    for (a, ways_a) in &own {
        for (d, ways_d) in &other {
            let lost = a.iter().zip(d).filter(|(a, d)| a > d).count();
            weights[lost] += ways_a * ways_d;
        }
    }
    weights
}

/// How many pairs of outcomes in falling order there are to be counted.
pub(super) fn pairs(sides: u8, attack: u8, defend: u8) -> u64 {
    let sorted = |dice: u8| {
        let sides = u64::from(sides);
        (1..=u64::from(dice)).fold(1, |ways, n| ways * (sides + n - 1) / n)
    };
    sorted(attack) * sorted(defend)
}

/// Every outcome of some dice in falling order, with the number of ways to throw it.
fn sorted(sides: u8, dice: u8) -> Vec<(Vec<u8>, u64)> {
    let mut all: Vec<(Vec<u8>, u64)> = vec![(Vec::new(), 1)];
    for n in 1..=u64::from(dice) {
        let longer = all.iter().flat_map(|(faces, ways)| {
            let most = faces.last().copied().unwrap_or(sides);
            (1..=most).map(move |face| {
                let run = faces.iter().rev().take_while(|&&other| other == face).count() as u64;
                // n choices of place for the new die, and it is one of `run + 1` equal ones.
                ([&faces[..], &[face]].concat(), ways * n / (run + 1))
            })
        });
        all = longer.collect();
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn losses_are_the_published_ones() {
        // Osborne, Markov chains for the Risk board game revisited, Mathematics Magazine 76, 2003.
        assert_eq!(losses(6, 3, 2), [2275, 2611, 2890]);
        assert_eq!(losses(6, 2, 2), [581, 420, 295]);
        assert_eq!(losses(6, 3, 1), [441, 855]);
        assert_eq!(losses(6, 2, 1), [91, 125]);
        assert_eq!(losses(6, 1, 2), [161, 55]);
        assert_eq!(losses(6, 1, 1), [21, 15]);
        assert_eq!((pairs(6, 3, 2), pairs(20, 6, 6)), (56 * 21, 177_100 * 177_100));
        assert_eq!(losses(8, 4, 3).iter().sum::<u64>(), 8_u64.pow(7));
    }
}
