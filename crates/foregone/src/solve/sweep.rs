//! Sweeps over a component, for those too large for elimination.
//!
//! First a guess in doubles: value iteration from below in solving order, Max's choices kept fixed
//! between full sweeps (modified policy iteration, Puterman and Shin, Manag. Sci. 24, 1978; fixing
//! both sides would be wrong). Then bounds a little outside the guess are certified, as in
//! optimistic value iteration (Hartmanns and Kaminski, CAV 2020; for games Azeem et al., 2022).
//! Where that fails, interval iteration in the number type itself: from 0 rounded down, from 1
//! rounded up with Max's end components collapsed. Its bounds are certificates whenever it stops.

use super::case::Case;
use super::collapse::Collapsed;
use super::settle::{Effort, settle};
use super::stage::Stage;
use super::work::Work;
use crate::{ChoiceId, Number, Watch};

/// Sweeps with Max's choices fixed after each full one.
const FIXED: usize = 10;
/// Outward sweeps that a guess may need.
const REPAIRS: usize = 20;
/// Branches that one loop of sweeps looks at before the bounds so far are given: half a minute's
/// work.
const MOST_WORK: usize = 1 << 33;

/// How often a loop may go over the component, at `sweeps` sweeps each time.
fn most_rounds(case: &Case<'_>, sweeps: usize) -> usize {
    (MOST_WORK / (sweeps * case.local.all_targets().len())).clamp(100, 200_000)
}

/// Solves the open nodes of `case` to the given width if it can; certified bounds in any case.
pub(super) fn solve<N: Stage>(
    work: &mut Work<'_, N>,
    case: &mut Case<'_>,
    width: f64,
    watch: &dyn Watch,
    rounds: &mut u64,
) {
    let mut guess = Guess { values: vec![0.0; case.local.len()] };
    let mut still = width / 1024.0;
    let first = case.policy.clone();
    while still > 1e-17 {
        guess.improve(work, case, still, watch, rounds);
        if watch.stop() {
            break;
        }
        for part in [16.0, 2.5] {
            let (values, slack) = (&guess.values, width / part);
            let below = |node: usize| N::near(values[node] - slack);
            let above = |node: usize| N::near(values[node] + slack);
            guess.answer(work, case);
            let strategy = case.policy.clone();
            let effort = Effort { repairs: REPAIRS, width };
            if settle(work, case, &strategy, effort, below, above) && narrow(work, case, width) {
                return;
            }
        }
        still /= 32.0;
    }
    case.policy = first;
    iterate(work, case, width, watch, rounds);
}

fn narrow<N: Number>(work: &Work<'_, N>, case: &Case<'_>, width: f64) -> bool {
    case.open_nodes().all(|node| {
        let state = case.local.state(node).index();
        work.upper[state].gap(&work.lower[state]) <= width
    })
}

/// Values in doubles, from below.
struct Guess {
    values: Vec<f64>,
}

impl Guess {
    #[inline]
    fn mean<N: Number>(&self, work: &Work<'_, N>, case: &Case<'_>, choice: u32) -> f64 {
        let choice = case.local.choice(choice);
        let terms = choice.targets.iter().zip(choice.distribution.floats);
        terms
            .map(|(&t, p)| match case.local.node(t) {
                Some(node) if case.open[node] => p * self.values[node],
                _ => p * work.lower[t as usize].to_f64(),
            })
            .sum()
    }

    /// Sweeps until no full sweep moves a value by more than `still`.
    fn improve<N: Number>(
        &mut self,
        work: &Work<'_, N>,
        case: &mut Case<'_>,
        still: f64,
        watch: &dyn Watch,
        rounds: &mut u64,
    ) {
        for _ in 0..most_rounds(case, 1 + FIXED) {
            let moved = self.full_sweep(work, case);
            for _ in 0..FIXED {
                self.fixed_sweep(work, case);
            }
            *rounds += 1 + FIXED as u64;
            if moved <= still || watch.stop() {
                return;
            }
        }
    }

    /// Max switches where that gains strictly.
    fn full_sweep<N: Number>(&mut self, work: &Work<'_, N>, case: &mut Case<'_>) -> f64 {
        let mut moved: f64 = 0.0;
        for node in 0..case.open.len() {
            if !case.open[node] {
                continue;
            }
            let value = if case.local.is_max(node) {
                let mut best = self.mean(work, case, case.policy[node]);
                for choice in case.local.choices(node) {
                    let value = self.mean(work, case, choice);
                    if value > best + NOISE {
                        best = value;
                        case.policy[node] = choice;
                    }
                }
                best
            } else {
                self.least(work, case, node)
            };
            moved = moved.max((value - self.values[node]).abs());
            self.values[node] = value;
        }
        moved
    }

    fn fixed_sweep<N: Number>(&mut self, work: &Work<'_, N>, case: &Case<'_>) {
        for node in case.open_nodes() {
            self.values[node] = match case.local.is_max(node) {
                true => self.mean(work, case, case.policy[node]),
                false => self.least(work, case, node),
            };
        }
    }

    fn least<N: Number>(&self, work: &Work<'_, N>, case: &Case<'_>, node: usize) -> f64 {
        let all = case.local.choices(node).map(|choice| self.mean(work, case, choice));
        all.fold(f64::INFINITY, f64::min)
    }

    /// Min's best replies to the values go into the policy.
    fn answer<N: Number>(&self, work: &Work<'_, N>, case: &mut Case<'_>) {
        for node in 0..case.open.len() {
            if case.open[node] && !case.local.is_max(node) {
                let worth = |&choice: &u32| self.mean(work, case, choice);
                let all = case.local.choices(node);
                let least = all.min_by(|a, b| worth(a).total_cmp(&worth(b)));
                case.policy[node] = least.expect("an open node has a choice");
            }
        }
    }
}

/// A gain that rounding can feign.
const NOISE: f64 = 1e-16;

/// Interval iteration in the number type: lower bounds from 0, then upper bounds from 1 against
/// Min's best replies to them. The open nodes have the trivial bounds when it starts.
fn iterate<N: Stage>(
    work: &mut Work<'_, N>,
    case: &mut Case<'_>,
    width: f64,
    watch: &dyn Watch,
    rounds: &mut u64,
) {
    let mut lower = vec![N::zero(); case.local.len()];
    let mut upper = vec![N::one(); case.local.len()];
    for sweep in 0..most_rounds(case, 1) {
        *rounds += 1;
        let moved = raise(work, case, &mut lower);
        if !moved || (sweep % 64 == 63 && watch.stop()) {
            break;
        }
    }
    reply(work, case, &lower);
    let collapsed = Collapsed::of(case);
    for sweep in 0..most_rounds(case, 1) {
        *rounds += 1;
        let moved = sink(work, case, &collapsed, &mut upper);
        let close = |node: usize| upper[node].gap(&lower[node]) <= width;
        let check = sweep % 64 == 63;
        if !moved || (check && (watch.stop() || case.open_nodes().all(close))) {
            break;
        }
    }
    let strategy = case.policy.clone();
    let effort = Effort { repairs: 0, width };
    let certified =
        settle(work, case, &strategy, effort, |n| lower[n].clone(), |n| upper[n].clone());
    debug_assert!(certified, "interval iteration's bounds are certificates");
}

fn bound<N: Stage>(work_side: &[N], case: &Case<'_>, values: &[N], choice: u32, up: bool) -> N {
    let choice = case.local.arena.choice(ChoiceId(choice));
    let all = choice.targets.iter().map(|&t| match case.local.node(t) {
        Some(node) if case.open[node] => &values[node],
        _ => &work_side[t as usize],
    });
    match up {
        true => N::mean_up(choice.distribution, all),
        false => N::mean_down(choice.distribution, all),
    }
}

/// One sweep upward from below; Max switches where that gains strictly.
fn raise<N: Stage>(work: &Work<'_, N>, case: &mut Case<'_>, lower: &mut [N]) -> bool {
    let mut moved = false;
    for node in 0..case.open.len() {
        if !case.open[node] {
            continue;
        }
        let worth = |choice| bound(&work.lower, case, lower, choice, false);
        let value = if case.local.is_max(node) {
            let mut best = (worth(case.policy[node]), case.policy[node]);
            for choice in case.local.choices(node) {
                let value = worth(choice);
                if value > best.0 {
                    best = (value, choice);
                }
            }
            case.policy[node] = best.1;
            best.0
        } else {
            case.local.choices(node).map(worth).min().unwrap_or_else(N::zero)
        };
        moved |= value != lower[node];
        lower[node] = value;
    }
    moved
}

/// Min's best replies to lower bounds go into the policy.
fn reply<N: Stage>(work: &Work<'_, N>, case: &mut Case<'_>, lower: &[N]) {
    for node in 0..case.open.len() {
        if case.open[node] && !case.local.is_max(node) {
            let worth = |&choice: &u32| bound(&work.lower, case, lower, choice, false);
            let least = case.local.choices(node).min_by_key(worth);
            case.policy[node] = least.expect("an open node has a choice");
        }
    }
}

/// One sweep downward from above; an end component takes the best that leaving it brings.
fn sink<N: Stage>(
    work: &Work<'_, N>,
    case: &Case<'_>,
    collapsed: &Collapsed,
    upper: &mut [N],
) -> bool {
    let mut moved = false;
    for node in case.open_nodes().filter(|&node| !collapsed.is_merged(node)) {
        let worth = |choice| bound(&work.upper, case, upper, choice, true);
        let value = match case.local.is_max(node) {
            true => case.local.choices(node).map(worth).max().unwrap_or_else(N::one),
            false => worth(case.policy[node]),
        };
        moved |= value != upper[node];
        upper[node] = value;
    }
    for (members, choices) in collapsed.end_components(case) {
        let worth = |choice| bound(&work.upper, case, upper, choice, true);
        let value = choices.map(worth).max().unwrap_or_else(N::zero);
        moved |= members.iter().any(|&member| upper[member as usize] != value);
        members.iter().for_each(|&member| upper[member as usize] = value.clone());
    }
    moved
}
