//! After a game: the chance move by move, the costliest mistakes, luck and skill apart.

use foregone::play::{Review, Step};
use foregone::{Rational, StateId};

use crate::making::Made;
use crate::show::table::Table;
use crate::show::worth::Worth;
use crate::show::{FAINT, STRONG, WARN, styled};

/// How a game that is over ended.
pub fn result(made: &Made, state: StateId) -> String {
    let solved = made.solved();
    if let Some(standing) = solved.standing(state) {
        return format!("play is over: {}", crate::verbs::standing(&standing));
    }
    if solved.unit().is_some() {
        return "play is over".into();
    }
    let names = solved.explored().players();
    let name = |at: usize| names.get(at).map_or("the other side", String::as_str);
    let (payoff, _) = solved.bounds(state);
    match () {
        () if !solved.is_ended(state) => {
            format!("play stays here for ever: {payoff} for {}", name(0))
        }
        () if payoff == Rational::ONE => format!("play is over: {} has won", name(0)),
        () if payoff == Rational::ZERO => format!("play is over: {} has won", name(1)),
        () => format!("play is over: {payoff} for {}", name(0)),
    }
}

/// Whose eyes a review is seen with: chances are that side's, amounts everybody's.
#[derive(Clone, Copy)]
struct View {
    worth: Worth,
    max: bool,
}

impl View {
    fn value(self, value: f64) -> f64 {
        match self.worth {
            Worth::Chance if !self.max => 1.0 - value,
            _ => value,
        }
    }

    fn shown(self, value: f64) -> String {
        self.worth.plain(self.value(value))
    }

    /// A difference that is good for this side is positive.
    fn gain(self, difference: f64) -> String {
        self.worth.signed(if self.max { difference } else { -difference })
    }
}

/// The review of a game; `own` is who played at the keyboard.
pub fn text(review: &Review, own: Option<u8>, made: &Made) -> String {
    let worth = made.worth();
    let own_step = |step: &&Step| own.is_none_or(|own| step.player == player(made, own));
    let max = match worth {
        Worth::Chance => own != Some(1),
        _ => review.steps.iter().find(own_step).is_none_or(|step| step.max),
    };
    let view = View { worth, max };
    let name = player(made, own.unwrap_or(0));
    let (gave, got) = match max {
        true => (review.max_gave, review.min_gave),
        false => (review.min_gave, review.max_gave),
    };
    let mut facts = Table::default();
    let plain = anstyle::Style::new();
    let mut fact = |title: &str, number: String| {
        facts.row(plain, [format!("  {title}").into(), number.into()]);
    };
    let (start, now) = match worth {
        Worth::Amount(_) => ("expected at the start", "expected now"),
        _ => ("chance at the start", "chance now"),
    };
    fact(start, view.shown(review.start));
    fact("luck", view.gain(review.luck));
    fact("mistakes", worth.signed(-gave));
    if made.solved().explored().players().len() > 1 {
        fact("the other side's mistakes", worth.signed(got));
    }
    fact(if review.over { "at the end" } else { now }, view.shown(review.end));
    let head = styled(STRONG, &format!("Review for {name}, in {}", worth.points()));
    let (moves, mistakes) = (moves(review, view, &name), mistakes(review, (own, made)));
    format!("\n{head}\n{}\n{moves}\n{mistakes}", facts.text())
}

fn player(made: &Made, number: u8) -> String {
    let names = made.solved().explored().players();
    names.get(usize::from(number)).cloned().unwrap_or_else(|| "you".into())
}

fn moves(review: &Review, view: View, name: &str) -> String {
    let mut table = Table::default();
    let chance = format!("{name} before");
    let small = if let Worth::Amount(_) = view.worth { 5e-3 } else { 5e-5 };
    table.row(
        FAINT,
        [
            "".into(),
            "player".into(),
            "move".into(),
            chance.into(),
            "after".into(),
            "cost".into(),
            "luck".into(),
        ],
    );
    for (number, step) in (1..).zip(&review.steps) {
        let Step { player, name, before, chosen, after, cost, .. } = step;
        let style = if *cost > 0.0 { WARN } else { anstyle::Style::new() };
        let luck = after - chosen;
        let luck = if luck.abs() < small { String::new() } else { view.gain(luck) };
        let cost = if *cost < small { String::new() } else { bare(view.worth, *cost) };
        let number = number.to_string();
        table.row(
            style,
            [
                number.into(),
                player.into(),
                name.into(),
                view.shown(*before).into(),
                view.shown(*after).into(),
                cost.into(),
                luck.into(),
            ],
        );
    }
    table.text()
}

/// The costliest moves of whoever played at the keyboard.
fn mistakes(review: &Review, (own, made): (Option<u8>, &Made)) -> String {
    let is_own = |step: &&(usize, &Step)| own.is_none_or(|own| step.1.player == player(made, own));
    let steps: Vec<(usize, &Step)> = (1..).zip(&review.steps).collect();
    let mut all: Vec<_> = steps.iter().filter(|(_, step)| step.cost > 0.0).filter(is_own).collect();
    all.sort_by(|a, b| b.1.cost.total_cmp(&a.1.cost));
    if all.is_empty() {
        return "No mistakes: every move was a best one.\n".into();
    }
    let mut text = format!("{}\n", styled(STRONG, "Costliest mistakes"));
    for (number, step) in all.into_iter().take(3) {
        let Step { state, name, best, cost, .. } = step;
        let cost = bare(made.worth(), *cost);
        text += &format!("  move {number}, {state}: {name} instead of {best}, {cost}\n");
    }
    text
}

/// A cost without sign and unit.
fn bare(worth: Worth, cost: f64) -> String {
    worth.signed(cost).trim_start_matches('+').to_owned()
}
