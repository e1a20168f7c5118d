//! Sums of generators: who loses them, and which of them no further sum tells apart.
//!
//! A sum is its multiples of the generators, in mixed radix one number. Invariant: a multiple that
//! grows to `INDEX + PERIOD` counts as `INDEX`, so there are finitely many sums, and every option of
//! a sum has fewer tokens than the sum itself.

use std::collections::BTreeMap;

/// From this multiple on the multiples of a generator repeat,
const INDEX: u8 = 2;
/// with this period.
const PERIOD: u8 = 2;
/// Multiples told apart.
const MULTIPLES: usize = (INDEX + PERIOD) as usize;
/// Equal heaps that are tried at once.
const COPIES: usize = 3;

/// A sum as the multiple of each generator, those left out being 0.
pub type Multiples = Vec<u8>;

/// All sums of some generators: heaps that behave like no sum of the others.
#[derive(Debug, Default)]
pub struct Sums {
    heaps: Vec<usize>,
    /// For each generator its options.
    options: Vec<Vec<Multiples>>,
    /// For each generator and sum the sum with one such heap more.
    more: Vec<Vec<u32>>,
    /// All sums, those with fewer tokens first.
    order: Vec<u32>,
    lost: Vec<bool>,
    /// For each sum its class.
    class: Vec<u32>,
    /// For each class its sum with the fewest tokens.
    first: Vec<u32>,
}

impl Sums {
    /// The sum of two sums.
    pub fn plus(&self, a: &[u8], b: &[u8]) -> Multiples {
        let each = (0..self.heaps.len()).map(|at| {
            let all = a.get(at).unwrap_or(&0) + b.get(at).unwrap_or(&0);
            let over = all.saturating_sub(INDEX);
            if over < PERIOD { all } else { INDEX + over % PERIOD }
        });
        each.collect()
    }

    /// True where one generator more makes no more than `most` sums.
    pub fn has_room(&self, most: usize) -> bool {
        self.lost.len() * MULTIPLES <= most
    }

    /// Adds a generator; its number.
    pub fn add(&mut self, heap: usize, options: Vec<Multiples>) -> usize {
        self.heaps.push(heap);
        self.options.push(options);
        self.refresh();
        self.heaps.len() - 1
    }

    /// The heaps that are generators.
    pub fn heaps(&self) -> &[usize] {
        &self.heaps
    }

    /// Other options for the generators, one list for each.
    pub fn set_options(&mut self, all: Vec<Vec<Multiples>>) {
        self.options = all;
        self.refresh();
    }

    /// How many sums there are.
    pub fn len(&self) -> usize {
        self.lost.len()
    }

    /// How many classes there are.
    pub fn order(&self) -> usize {
        self.first.len()
    }

    /// The class of a sum.
    pub fn class_of(&self, multiples: &[u8]) -> u32 {
        self.class[self.with(0, multiples) as usize]
    }

    /// The sum of generators, of no more tokens than `heap`, that behaves like a heap with these
    /// options beside every sum, one to [`COPIES`] of it.
    pub fn behaves_like(&self, heap: usize, options: &[Multiples]) -> Option<Multiples> {
        let copies = self.copies(options);
        let fits = |&&first: &&u32| {
            let like = self.multiples(first);
            self.tokens(first) <= heap
                && self.order.iter().all(|&sum| {
                    let mut all = sum;
                    copies.iter().all(|with| {
                        all = self.with(all, &like);
                        self.lost[all as usize] == with[sum as usize]
                    })
                })
        };
        self.first.iter().find(fits).map(|&first| self.multiples(first))
    }

    /// Who loses one to [`COPIES`] heaps with these options beside every sum.
    fn copies(&self, options: &[Multiples]) -> Vec<Vec<bool>> {
        let mut copies: Vec<Vec<bool>> = Vec::new();
        for _ in 0..COPIES {
            let fewer = copies.last().unwrap_or(&self.lost);
            let mut with = vec![false; fewer.len()];
            for &sum in &self.order {
                let mut all = options.iter().map(|to| fewer[self.with(sum, to) as usize]);
                let wins = all.any(|lost| lost)
                    || self.options_of(sum).any(|option| with[option as usize]);
                with[sum as usize] = !wins;
            }
            copies.push(with);
        }
        copies
    }

    /// The products of the classes, and which of them are lost.
    pub fn table(&self) -> (Vec<Vec<u8>>, Vec<bool>) {
        let all: Vec<Multiples> = self.first.iter().map(|&first| self.multiples(first)).collect();
        let row =
            |&a: &u32| all.iter().map(|b| self.class[self.with(a, b) as usize] as u8).collect();
        let lost = self.first.iter().map(|&first| self.lost[first as usize]).collect();
        (self.first.iter().map(row).collect(), lost)
    }

    /// Makes everything anew after a change of the generators.
    pub fn refresh(&mut self) {
        let count = MULTIPLES.pow(self.heaps.len() as u32);
        self.more = (0..self.heaps.len())
            .map(|at| {
                let one: Multiples = (0..=at).map(|place| u8::from(place == at)).collect();
                let all = (0..count as u32).map(|sum| self.plus(&self.multiples(sum), &one));
                all.map(|sum| number(&sum)).collect()
            })
            .collect();
        let tokens: Vec<usize> = (0..count as u32).map(|sum| self.tokens(sum)).collect();
        self.order = (0..count as u32).collect();
        self.order.sort_by_key(|&sum| tokens[sum as usize]);
        self.lost = vec![false; count];
        for at in 0..count {
            let sum = self.order[at];
            let any = self.options_of(sum).next().is_some();
            let wins = self.options_of(sum).any(|option| self.lost[option as usize]);
            self.lost[sum as usize] = any && !wins;
        }
        self.minimise();
    }

    /// Sums are told apart by who loses them, then by what one more generator makes of them, until
    /// nothing more is told apart.
    fn minimise(&mut self) {
        let mut class: Vec<u32> = self.lost.iter().map(|&lost| u32::from(lost)).collect();
        let mut classes = 0;
        loop {
            let mut known = BTreeMap::new();
            let mut next = vec![0; class.len()];
            let mut first = Vec::new();
            for &sum in &self.order {
                let after = self.more.iter().map(|more| class[more[sum as usize] as usize]);
                let key: Vec<u32> = std::iter::once(class[sum as usize]).chain(after).collect();
                next[sum as usize] = *known.entry(key).or_insert_with(|| {
                    first.push(sum);
                    first.len() as u32 - 1
                });
            }
            class = next;
            if first.len() == classes {
                (self.class, self.first) = (class, first);
                return;
            }
            classes = first.len();
        }
    }

    /// The options of a sum.
    fn options_of(&self, sum: u32) -> impl Iterator<Item = u32> + '_ {
        let weights = (0..self.heaps.len()).map(|at| MULTIPLES.pow(at as u32) as u32);
        let holds = move |w: u32| !(sum / w).is_multiple_of(MULTIPLES as u32);
        let there = weights.enumerate().filter(move |(_, w)| holds(*w));
        there.flat_map(move |(at, w)| self.options[at].iter().map(move |to| self.with(sum - w, to)))
    }

    /// A sum and further heaps.
    fn with(&self, mut sum: u32, heaps: &[u8]) -> u32 {
        for (more, &multiple) in self.more.iter().zip(heaps) {
            for _ in 0..multiple {
                sum = more[sum as usize];
            }
        }
        sum
    }

    fn tokens(&self, sum: u32) -> usize {
        let pairs = self.multiples(sum).into_iter().zip(&self.heaps);
        pairs.map(|(multiple, heap)| usize::from(multiple) * heap).sum()
    }

    fn multiples(&self, mut sum: u32) -> Multiples {
        let digit = |_| {
            let digit = sum % MULTIPLES as u32;
            sum /= MULTIPLES as u32;
            digit as u8
        };
        self.heaps.iter().map(digit).collect()
    }
}

fn number(multiples: &[u8]) -> u32 {
    multiples.iter().rev().fold(0, |number, &digit| number * MULTIPLES as u32 + u32::from(digit))
}
