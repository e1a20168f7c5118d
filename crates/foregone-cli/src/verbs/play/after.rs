//! After a game: the chance move by move, the costliest mistakes, luck and skill apart.

use foregone::play::{Review, Step};
use foregone::query::Standing;
use foregone::session::Solved;
use foregone::{Rational, StateId};

use crate::making::Made;
use crate::show::table::Table;
use crate::show::{FAINT, STRONG, WARN, styled};

/// How a game that is over ended.
pub fn result(solved: &Solved, state: StateId) -> String {
    if let Some(standing) = Standing::of(&*solved.explored, &solved.checked, state) {
        return format!("play is over: {}", crate::verbs::standing(&standing));
    }
    let names = solved.explored.players();
    let name = |at: usize| names.get(at).map_or("the other side", String::as_str);
    let payoff = solved.checked.objective().ending(solved.checked.arena(), state);
    match payoff.as_deref() {
        Some(payoff) if *payoff == Rational::ONE => format!("play is over: {} has won", name(0)),
        Some(payoff) if *payoff == Rational::ZERO => format!("play is over: {} has won", name(1)),
        Some(payoff) => format!("play is over: {payoff} for {}", name(0)),
        None => "play is over".into(),
    }
}

/// The review of a game; `own` is who played at the keyboard.
pub fn text(review: &Review, own: Option<u8>, made: &Made) -> String {
    let max = own != Some(1);
    let names = made.solved().explored.players();
    let name = names.get(usize::from(!max)).map_or("you", String::as_str);
    let mine = |chance: f64| if max { chance } else { 1.0 - chance };
    let gave = if max { review.max_gave } else { review.min_gave };
    let got = if max { review.min_gave } else { review.max_gave };
    let luck = if max { review.luck } else { -review.luck };
    let mut facts = Table::default();
    let plain = anstyle::Style::new();
    let mut fact = |title: &str, number: String| {
        facts.row(plain, [format!("  {title}").into(), number.into()]);
    };
    fact("chance at the start", share(mine(review.start)));
    fact("luck", signed(luck));
    fact("mistakes", signed(-gave));
    fact("the other side's mistakes", signed(got));
    fact(if review.over { "at the end" } else { "chance now" }, share(mine(review.end)));
    let head = styled(STRONG, &format!("Review for {name}, in percentage points"));
    let moves = moves(review, mine, name);
    format!("\n{head}\n{}\n{moves}\n{}", facts.text(), mistakes(review, own))
}

fn moves(review: &Review, mine: impl Fn(f64) -> f64, name: &str) -> String {
    let mut table = Table::default();
    let chance = format!("{name} before");
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
        let luck = mine(*after) - mine(*chosen);
        let luck = if luck.abs() < 5e-5 { String::new() } else { signed(luck) };
        let cost = if *cost < 5e-5 { String::new() } else { format!("{:.2}", 100.0 * cost) };
        let number = number.to_string();
        table.row(
            style,
            [
                number.into(),
                player.into(),
                name.into(),
                share(mine(*before)).into(),
                share(mine(*after)).into(),
                cost.into(),
                luck.into(),
            ],
        );
    }
    table.text()
}

/// The costliest moves of whoever played at the keyboard.
fn mistakes(review: &Review, own: Option<u8>) -> String {
    let is_own = |step: &&(usize, &Step)| own.is_none_or(|own| step.1.max == (own == 0));
    let steps: Vec<(usize, &Step)> = (1..).zip(&review.steps).collect();
    let mut all: Vec<_> = steps.iter().filter(|(_, step)| step.cost > 0.0).filter(is_own).collect();
    all.sort_by(|a, b| b.1.cost.total_cmp(&a.1.cost));
    if all.is_empty() {
        return "No mistakes: every move was a best one.\n".into();
    }
    let mut text = format!("{}\n", styled(STRONG, "Costliest mistakes"));
    for (number, step) in all.into_iter().take(3) {
        let Step { state, name, best, cost, .. } = step;
        text +=
            &format!("  move {number}, {state}: {name} instead of {best}, {:.2}\n", 100.0 * cost);
    }
    text
}

fn share(chance: f64) -> String {
    format!("{:.2} %", 100.0 * chance)
}

fn signed(number: f64) -> String {
    let number = 100.0 * number;
    format!("{:+.2}", if number.abs() < 0.005 { 0.0 } else { number })
}
