//! The oracle: every pair of positional strategies as a Markov chain, in fractions. It shares no
//! code with the solvers.

use foregone::{Amount, Arena, ChoiceId, Players, Rational, StateId};

pub type Row = Vec<(Rational, usize)>;

/// A Markov chain: where each state leads, nothing where play has ended, and what a move collects.
pub struct Chain {
    pub rows: Vec<Row>,
    pub gains: Vec<Rational>,
}

/// Max's best value against Min's best reply, from every state; `value` evaluates a chain.
pub fn value(
    arena: &Arena,
    max: Players,
    ended: &dyn Fn(StateId) -> bool,
    gain: &dyn Fn(StateId, ChoiceId) -> Rational,
    value: &dyn Fn(&Chain) -> Vec<Amount>,
) -> Vec<Amount> {
    let mine = |state: StateId| arena.player(state).is_some_and(|player| max.contains(player));
    let open: Vec<StateId> = arena.ids().filter(|&state| !ended(state)).collect();
    let count = |side: bool| {
        let states = open.iter().filter(move |&&state| mine(state) == side);
        states.map(|&state| arena.choices_of(state).len() as u64).product::<u64>()
    };
    let pick = |state: StateId, max_number: u64, min_number: u64| {
        let mut number = if mine(state) { max_number } else { min_number };
        for &earlier in open.iter().filter(|&&other| mine(other) == mine(state)) {
            let choices = arena.choices_of(earlier);
            let part = number % choices.len() as u64;
            if earlier == state {
                return ChoiceId(choices.start + part as u32);
            }
            number /= choices.len() as u64;
        }
        unreachable!("an open state is in the list")
    };
    let chain = |s: u64, t: u64| {
        let mut chain = Chain { rows: Vec::new(), gains: Vec::new() };
        for state in arena.ids() {
            if ended(state) {
                chain.rows.push(Row::new());
                chain.gains.push(Rational::ZERO);
                continue;
            }
            let choice = pick(state, s, t);
            let branches = arena.choice(choice);
            let targets = branches.targets.iter().enumerate();
            let p = |(i, &t): (usize, &u32)| (branches.distribution.probability(i), t as usize);
            chain.rows.push(targets.map(p).collect());
            chain.gains.push(gain(state, choice));
        }
        chain
    };
    let pointwise = |a: Vec<Amount>, b: Vec<Amount>, pick: fn(Amount, Amount) -> Amount| {
        a.into_iter().zip(b).map(|(a, b)| pick(a, b)).collect::<Vec<_>>()
    };
    let worst = |s: u64| {
        let all = (0..count(false)).map(|t| value(&chain(s, t)));
        all.reduce(|a, b| pointwise(a, b, Amount::min)).expect("there is a strategy")
    };
    let all = (0..count(true)).map(worst);
    all.reduce(|a, b| pointwise(a, b, Amount::max)).expect("there is a strategy")
}

impl Chain {
    /// For each state the states that can be met from it, itself among them.
    fn met(&self) -> Vec<Vec<bool>> {
        let from = |start: usize| {
            let mut met = vec![false; self.rows.len()];
            let mut open = vec![start];
            while let Some(state) = open.pop() {
                if !std::mem::replace(&mut met[state], true) {
                    open.extend(self.rows[state].iter().map(|&(_, t)| t));
                }
            }
            met
        };
        (0..self.rows.len()).map(from).collect()
    }

    /// The chance to come to a state of `good`, which are ended.
    pub fn reach(&self, good: &[bool]) -> Vec<Amount> {
        let met = self.met();
        let none = |state: usize| !(0..good.len()).any(|t| good[t] && met[state][t]);
        let fixed = |state: usize| match () {
            () if good[state] => Some(Rational::ONE),
            () if none(state) || self.rows[state].is_empty() => Some(Rational::ZERO),
            () => None,
        };
        let nothing = vec![Rational::ZERO; good.len()];
        let fixed = (0..good.len()).map(fixed).collect();
        solve(&self.rows, &nothing, fixed).into_iter().map(Amount::Finite).collect()
    }

    /// What is collected; missing the targets is worth infinity.
    pub fn until(&self, targets: &[bool]) -> Vec<Amount> {
        let met = self.met();
        let states = 0..targets.len();
        let stuck = |x: usize| !states.clone().any(|t| targets[t] && met[x][t]);
        let infinite = |state: usize| states.clone().any(|x| met[state][x] && stuck(x));
        let infinite: Vec<bool> = states.clone().map(infinite).collect();
        self.finite(&infinite, |state| targets[state])
    }

    /// What is collected until the end of play or for ever.
    pub fn total(&self) -> Vec<Amount> {
        let met = self.met();
        let states = 0..self.rows.len();
        let recurrent = |x: usize| states.clone().all(|y| !met[x][y] || met[y][x]);
        let infinite = |state: usize| {
            let endless = |x: usize| met[state][x] && recurrent(x) && !self.gains[x].is_zero();
            states.clone().any(endless)
        };
        let infinite: Vec<bool> = states.clone().map(infinite).collect();
        let nothing =
            |state: usize| !states.clone().any(|x| met[state][x] && !self.gains[x].is_zero());
        self.finite(&infinite, nothing)
    }

    fn finite(&self, infinite: &[bool], nothing: impl Fn(usize) -> bool) -> Vec<Amount> {
        let zero = |state: usize| (infinite[state] || nothing(state)).then_some(Rational::ZERO);
        let values = solve(&self.rows, &self.gains, (0..infinite.len()).map(zero).collect());
        let amounts = values.into_iter().zip(infinite);
        let amount = |(value, &infinite)| match infinite {
            true => Amount::Infinite,
            false => Amount::Finite(value),
        };
        amounts.map(amount).collect()
    }
}

/// Solves `x = gain + sum p x` for the states without a value, by Gauss and Jordan.
fn solve(rows: &[Row], gains: &[Rational], fixed: Vec<Option<Rational>>) -> Vec<Rational> {
    let n = rows.len();
    let mut matrix: Vec<Vec<Rational>> = Vec::new();
    for state in 0..n {
        let mut row = vec![Rational::ZERO; n + 1];
        row[state] = Rational::ONE;
        match &fixed[state] {
            Some(value) => row[n] = value.clone(),
            None => {
                row[n] = gains[state].clone();
                rows[state].iter().for_each(|(p, t)| row[*t] -= p);
            }
        }
        matrix.push(row);
    }
    for pivot in 0..n {
        let found = (pivot..n).find(|&row| !matrix[row][pivot].is_zero());
        matrix.swap(pivot, found.expect("the system has one solution"));
        let divisor = matrix[pivot][pivot].clone();
        matrix[pivot].iter_mut().for_each(|entry| *entry /= &divisor);
        let row = matrix[pivot].clone();
        for (at, other) in matrix.iter_mut().enumerate() {
            let factor = other[pivot].clone();
            if at != pivot && !factor.is_zero() {
                other.iter_mut().zip(&row).for_each(|(entry, by)| *entry -= &factor * by);
            }
        }
    }
    matrix.into_iter().map(|mut row| row.pop().expect("the right side")).collect()
}
