//! Win, lose or draw with distance against a fixpoint computed as the definition says, on random
//! small arenas; and the judge against spoilt answers.

use std::sync::Arc;

use fastrand::Rng;
use foregone::judge::judge;
use foregone::solve::{METHODS, Options, SolveError, solve};
use foregone::{
    Arena, ArenaBuilder, Bounds, Checked, ChoiceId, Claim, Goal, Grade, Intervals, Objective,
    Player, Players, Quiet, Rational, Turn, Verdict,
};

/// A random arena without chance: ends of all three kinds where endless play is a draw, else of
/// two; cycles, equal choices.
fn arena(rng: &mut Rng, most: usize, cut: bool, endless: Verdict) -> Arena {
    let payoffs = if endless == Verdict::Drawn { [0_u8, 1, 2] } else { [0, 2, 2] };
    let states = rng.usize(2..=most);
    let (most_choices, ends) = (rng.usize(1..=4), rng.u32(1..=5));
    let mut builder = ArenaBuilder::new();
    for state in 0..states {
        if cut && rng.u8(0..8) == 0 {
            builder.unexplored().unwrap();
        } else if state == 0 || rng.u32(0..10) < ends {
            let payoff = Rational::from_parts(payoffs[rng.usize(0..3)].into(), 2u8.into());
            builder.state(Turn::Over(payoff)).unwrap();
        } else {
            builder.state(Turn::Player(Player(rng.u8(0..2)))).unwrap();
            for _ in 0..rng.usize(1..=most_choices) {
                builder.choice(1, &[(1, rng.u32(0..states as u32))]).unwrap();
            }
        }
    }
    builder.finish().unwrap()
}

/// What endless play counts as: a draw, as a rule.
fn endless(rng: &mut Rng) -> Verdict {
    [Verdict::Drawn, Verdict::Drawn, Verdict::Won, Verdict::Lost][rng.usize(0..4)]
}

fn objective(rng: &mut Rng, endless: Verdict) -> Objective {
    let max = [Players::one(Player(0)), Players::one(Player(1)), Players::ALL, Players::NONE];
    Objective { max: max[rng.usize(0..4)], ..Objective::outcome_where_endless(endless) }
}

fn random(rng: &mut Rng, most: usize, cut: bool) -> (Arc<Arena>, Objective) {
    let endless = endless(rng);
    (Arc::new(arena(rng, most, cut, endless)), objective(rng, endless))
}

/// For every state the least number of moves in which `winner` can force its win, by the
/// definition: within 0 moves at its ends; within n + 1 where it can move to, or the other must
/// move to, states within n. Unexplored states count as ends of `unknown`.
fn within(
    arena: &Arena,
    objective: &Objective,
    winner: Verdict,
    unknown: Verdict,
) -> Vec<Option<u32>> {
    let ends = |state| match arena.payoff(state) {
        Some(payoff) => Grade::of_payoff(payoff).unwrap().verdict() == winner,
        None => arena.is_unexplored(state) && unknown == winner,
    };
    let mut least: Vec<Option<u32>> = arena.ids().map(|s| ends(s).then_some(0)).collect();
    for round in 1..=arena.states() as u32 {
        let before = least.clone();
        for state in arena.ids().filter(|&s| arena.player(s).is_some()) {
            let mut reached = arena
                .choices_of(state)
                .map(|c| before[arena.targets(ChoiceId(c))[0] as usize].is_some());
            let own = objective.is_max(arena, state) == (winner == Verdict::Won);
            let forced = if own { reached.any(|won| won) } else { reached.all(|won| won) };
            if forced && least[state.index()].is_none() {
                least[state.index()] = Some(round);
            }
        }
    }
    least
}

/// The grades by the definition.
fn naive(arena: &Arena, objective: &Objective, unknown: Verdict) -> Vec<Grade> {
    let won = within(arena, objective, Verdict::Won, unknown);
    let lost = within(arena, objective, Verdict::Lost, unknown);
    let stepped = |grade: Grade, moves: u32| (0..moves).fold(grade, |grade, _| grade.step());
    let both = won.into_iter().zip(lost);
    both.map(|pair| match pair {
        (Some(moves), None) => stepped(Grade::WON, moves),
        (None, Some(moves)) => stepped(Grade::LOST, moves),
        (None, None) => match objective.goal {
            Goal::Outcome(counts) => Grade::endless(counts),
            _ => panic!("another goal"),
        },
        (Some(_), Some(_)) => panic!("both win"),
    })
    .collect()
}

fn grades(checked: &Checked) -> &Intervals<Grade> {
    match &checked.solution().bounds {
        Bounds::Grades(all) => all,
        other => panic!("no grades: {other:?}"),
    }
}

fn compare(seed: u64, games: usize, most: usize, cut: bool) {
    let mut rng = Rng::with_seed(seed);
    let mut seen = [0_u32; 3];
    for number in 0..games {
        let (arena, objective) = random(&mut rng, most, cut);
        let lower = naive(&arena, &objective, Verdict::Lost);
        let upper = naive(&arena, &objective, Verdict::Won);
        lower.iter().for_each(|grade| seen[grade.verdict() as usize] += 1);
        for method in METHODS {
            let options = Options { method: Some(method.name.into()), ..Options::default() };
            match solve(Arc::clone(&arena), objective.clone(), &options, &Quiet) {
                Ok(checked) => {
                    let context = format!("game {number} of seed {seed}: {arena:?}");
                    assert_eq!(grades(&checked).lower, lower, "{context}");
                    assert_eq!(grades(&checked).upper, upper, "{context}");
                }
                Err(SolveError::NotForThis { .. }) => {}
                Err(error) => panic!("{error}\n{arena:?}"),
            }
        }
    }
    assert!(seen.iter().all(|&count| count > games as u32 / 2), "{seen:?}");
}

#[test]
fn grades_are_those_of_the_definition() {
    compare(1, 10_000, 8, false);
    compare(2, 1_000, 40, false);
}

#[test]
fn limits_leave_the_tightest_bounds() {
    compare(3, 5_000, 10, true);
}

#[test]
fn the_judge_refuses_grades_that_are_not_true() {
    let mut rng = Rng::with_seed(4);
    let (mut refused, mut kept) = (0, 0);
    for _ in 0..5_000 {
        let (arena, objective) = random(&mut rng, 8, false);
        let checked = solve(arena, objective, &Options::default(), &Quiet).unwrap();
        let truth = grades(&checked).lower.clone();
        let mut claim = checked.into_claim();
        let state = rng.usize(0..truth.len());
        let Bounds::Grades(all) = &mut claim.solution.bounds else { panic!() };
        let near = [-2, -1, 1, 2][rng.usize(0..4)];
        let endless = [Verdict::Won, Verdict::Drawn, Verdict::Lost].map(Grade::endless);
        let any = [Grade::WON, endless[rng.usize(0..3)], Grade::LOST][rng.usize(0..3)];
        let near = Grade::from_raw(truth[state].raw().saturating_add(near)).unwrap_or(any);
        let wrong = if rng.bool() { near } else { any };
        let side = if rng.bool() { &mut all.lower } else { &mut all.upper };
        side[state] = wrong;
        let false_now = all.lower[state] > truth[state] || all.upper[state] < truth[state];
        match judge(claim) {
            Ok(_) => assert!(!false_now, "{wrong:?} for {:?}", truth[state]),
            Err(_) => refused += 1,
        }
        kept += u32::from(!false_now);
    }
    assert!(refused > 1_000 && kept > 1_000, "{refused} {kept}");
}

#[test]
fn the_judge_refuses_strategies_that_do_not_hold_the_grades() {
    let mut rng = Rng::with_seed(5);
    let mut refused = 0;
    for _ in 0..5_000 {
        let (arena, objective) = random(&mut rng, 8, false);
        let checked = solve(arena, objective, &Options::default(), &Quiet).unwrap();
        let truth = grades(&checked).lower.clone();
        let Claim { arena, objective, mut solution } = checked.into_claim();
        let open: Vec<_> = arena.ids().filter(|&s| arena.player(s).is_some()).collect();
        let Some(&state) = open.get(rng.usize(0..open.len().max(1))) else { continue };
        let choices = arena.choices_of(state);
        solution.strategy[state.index()] = rng.u32(0..=choices.len() as u32);
        let target = choices
            .clone()
            .nth(solution.strategy[state.index()] as usize)
            .map(|choice| truth[arena.targets(ChoiceId(choice))[0] as usize]);
        let right = target.is_some_and(|grade| grade.step() == truth[state.index()]);
        let accepted = judge(Claim { arena, objective, solution }).is_ok();
        assert_eq!(accepted, right);
        refused += u32::from(!accepted);
    }
    assert!(refused > 500, "{refused}");
}

#[test]
fn chance_and_other_payoffs_are_refused() {
    let mut builder = ArenaBuilder::new();
    builder.state(Turn::Player(Player(0))).unwrap();
    builder.choice(2, &[(1, 0), (1, 1)]).unwrap();
    builder.state(Turn::Over(Rational::ONE)).unwrap();
    let arena = Arc::new(builder.finish().unwrap());
    let error = solve(arena, Objective::outcome(), &Options::default(), &Quiet).unwrap_err();
    assert!(error.to_string().contains("state 0: a choice has several outcomes"), "{error}");
    let mut builder = ArenaBuilder::new();
    builder.state(Turn::Over(Rational::from_parts(1.into(), 3u8.into()))).unwrap();
    let arena = Arc::new(builder.finish().unwrap());
    let error = solve(arena, Objective::outcome(), &Options::default(), &Quiet).unwrap_err();
    assert!(error.to_string().contains("1, 1/2 or 0"), "{error}");
    let mut builder = ArenaBuilder::new();
    builder.state(Turn::Over(Grade::DRAW.payoff())).unwrap();
    let arena = Arc::new(builder.finish().unwrap());
    let objective = Objective::outcome_where_endless(Verdict::Lost);
    let error = solve(arena, objective, &Options::default(), &Quiet).unwrap_err();
    assert!(error.to_string().contains("no 1/2 where infinite play is no draw"), "{error}");
}
