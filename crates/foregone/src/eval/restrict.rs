//! The arena that is left where one side or both keep to a policy.

use super::{EvalError, Policies};
use crate::policy::Play;
use crate::{Arena, ArenaBuilder, ChoiceId, Rational, Rewards, StateId};

/// What is left of an arena; states keep their numbers.
pub(super) struct Left {
    pub arena: Arena,
    /// For each choice that is left which one it was; `None` for a mixture of all.
    kept: Vec<Option<ChoiceId>>,
    /// True where some choices are mixtures.
    pub mixed: bool,
}

impl Left {
    /// The rewards of what is left: a mixture brings the mean of what its choices bring.
    pub(super) fn rewards(&self, arena: &Arena, rewards: &Rewards) -> Rewards {
        let mean = |state: StateId| {
            let all = arena.choices_of(state).map(|choice| rewards.of_choice(ChoiceId(choice)));
            let sum = all.fold(Rational::ZERO, |sum, reward| sum + reward);
            sum / Rational::from(arena.choices_of(state).len())
        };
        let of = self
            .arena
            .ids()
            .flat_map(|state| self.arena.choices_of(state).map(move |left| (state, left as usize)));
        let choices = of.map(|(state, left)| match self.kept[left] {
            Some(choice) => rewards.of_choice(choice).clone(),
            None => mean(state),
        });
        let states = self.arena.ids().map(|state| rewards.of_state(state).clone());
        Rewards::new(&self.arena, states, choices).expect("means of rewards are rewards")
    }
}

/// What is left of `arena` where the sides with a policy keep to it.
pub(super) fn restricted(
    arena: &Arena,
    policies: Policies<'_>,
    is_max: impl Fn(StateId) -> bool,
    is_ended: impl Fn(StateId) -> bool,
) -> Result<Left, EvalError> {
    let states = arena.states();
    let given = [policies.max, policies.min];
    if let Some(wrong) = given.into_iter().flatten().find(|policy| policy.len() != states) {
        return Err(EvalError::Length { states, entries: wrong.len() });
    }
    let play = |state: StateId| {
        let policy = if is_max(state) { policies.max } else { policies.min };
        let plays = arena.player(state).is_some() && !is_ended(state);
        policy.filter(|_| plays).map_or(Play::Best, |policy| policy[state.index()])
    };
    if arena.ids().any(|state| play(state) == Play::Random) {
        return mixed(arena, play);
    }
    let chosen = |state: StateId| match play(state) {
        Play::Choice(choice) => Some(choice),
        _ => None,
    };
    let left = arena.with_choices(chosen).map_err(|state| wrong(arena, state, play(state)))?;
    Ok(Left { arena: left.0, kept: left.1.into_iter().map(Some).collect(), mixed: false })
}

fn wrong(arena: &Arena, state: StateId, play: Play) -> EvalError {
    let choice = if let Play::Choice(choice) = play { choice } else { 0 };
    EvalError::Choice { state, choice, choices: arena.choices_of(state).len() }
}

/// Builds the arena anew, with a mixture wherever moves are drawn by lot.
fn mixed(arena: &Arena, play: impl Fn(StateId) -> Play) -> Result<Left, EvalError> {
    let right = "a part of a right arena is right";
    let (mut builder, mut kept) = (ArenaBuilder::new(), Vec::new());
    for state in arena.ids() {
        match arena.turn(state) {
            None => builder.unexplored().expect(right),
            Some(turn) => builder.state(turn).expect(right),
        }
        let choices = arena.choices_of(state);
        let chosen = match play(state) {
            Play::Best => choices,
            Play::Choice(choice) if choice < choices.len() as u32 => {
                choices.start + choice..choices.start + choice + 1
            }
            play @ Play::Choice(_) => return Err(wrong(arena, state, play)),
            Play::Random => {
                builder.choice_exact(&mixture(arena, state)).expect(right);
                kept.push(None);
                continue;
            }
        };
        for choice in chosen {
            builder.choice_exact(&branches(arena, ChoiceId(choice))).expect(right);
            kept.push(Some(ChoiceId(choice)));
        }
    }
    Ok(Left { arena: builder.finish().expect(right), kept, mixed: true })
}

fn branches(arena: &Arena, choice: ChoiceId) -> Vec<(Rational, u32)> {
    let choice = arena.choice(choice);
    let branch = |(i, &target): (usize, &u32)| (choice.distribution.probability(i), target);
    choice.targets.iter().enumerate().map(branch).collect()
}

/// All choices of a state, equally likely.
fn mixture(arena: &Arena, state: StateId) -> Vec<(Rational, u32)> {
    let choices = arena.choices_of(state);
    let share = Rational::from_parts(1.into(), choices.len().into());
    let part = |choice| branches(arena, ChoiceId(choice)).into_iter();
    choices.flat_map(|choice| part(choice).map(|(p, target)| (p * &share, target))).collect()
}

/// The states that are met from `starts`, whatever the choices that are left.
pub(super) fn met(arena: &Arena, starts: &[StateId]) -> Vec<bool> {
    let mut met = vec![false; arena.states()];
    let mut open: Vec<u32> = starts.iter().map(|start| start.0).collect();
    open.iter().for_each(|&start| met[start as usize] = true);
    while let Some(state) = open.pop() {
        for &next in arena.successors(StateId(state)) {
            if !std::mem::replace(&mut met[next as usize], true) {
                open.push(next);
            }
        }
    }
    met
}
