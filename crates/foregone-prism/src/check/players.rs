//! Who controls which modules and actions.
//!
//! A player's module means its unlabelled commands, `[a]` all moves with the action `a`. What
//! nobody controls is an error only when it can be taken in a state that is reached, so it is left
//! to the successor function.

use std::collections::BTreeMap;

use super::scope::nearest;
use super::{Checked, distinct};
use crate::source::Diagnostic;
use crate::syntax::tree::{ModelKind, Name, Player, PlayerItem};

/// Players and what they control.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Owners {
    /// The players' names, in order; their numbers count from 0.
    pub players: Vec<String>,
    /// The player of each module's unlabelled commands.
    pub modules: Vec<Option<usize>>,
    /// The player of each action.
    pub actions: Vec<Option<usize>>,
}

/// Most players a game may have.
pub const MOST_PLAYERS: usize = 64;

/// Reads the `player` blocks.
pub(super) fn owners(players: &[Player], checked: &Checked, out: &mut Vec<Diagnostic>) -> Owners {
    let mut owners = Owners {
        players: players.iter().map(|p| p.name.text.clone()).collect(),
        modules: vec![None; checked.modules.len()],
        actions: vec![None; checked.actions.len()],
    };
    fit_kind(players, checked, out);
    distinct(players.iter().map(|p| &p.name), "player", out);
    let mut claims: BTreeMap<(bool, usize), &Name> = BTreeMap::new();
    for (number, player) in players.iter().enumerate() {
        for item in &player.items {
            let Some((name, is_action, at)) = find(item, checked, out) else { continue };
            if let Some(first) = claims.insert((is_action, at), name) {
                let kind = if is_action { "action" } else { "module" };
                let message =
                    format!("the {kind} `{}` is given to a player a second time", name.text);
                out.push(
                    Diagnostic::error(name.span, message)
                        .related(first.span, "the first time here"),
                );
            }
            let table = if is_action { &mut owners.actions } else { &mut owners.modules };
            table[at] = Some(number);
        }
    }
    owners
}

fn fit_kind(players: &[Player], checked: &Checked, out: &mut Vec<Diagnostic>) {
    match (checked.kind, players) {
        (ModelKind::Smg, []) => {
            let message = "a game (`smg`) needs players";
            let help = "write player p1 [action], module endplayer";
            out.push(Diagnostic::error_without_place(message).help(help));
        }
        (ModelKind::Smg, players) if players.len() > MOST_PLAYERS => {
            let message = format!("a game has at most {MOST_PLAYERS} players");
            out.push(Diagnostic::error(players[MOST_PLAYERS].name.span, message));
        }
        (ModelKind::Dtmc | ModelKind::Mdp, [first, ..]) => {
            let message = format!("a model of type `{}` has no players", checked.kind);
            let help = "write `smg` for a game";
            out.push(Diagnostic::error(first.name.span, message).help(help));
        }
        _ => {}
    }
}

fn find<'a>(
    item: &'a PlayerItem,
    checked: &Checked,
    out: &mut Vec<Diagnostic>,
) -> Option<(&'a Name, bool, usize)> {
    let (name, kind, known): (&Name, &str, Vec<&str>) = match item {
        PlayerItem::Action(name) => {
            (name, "action", checked.actions.iter().map(String::as_str).collect())
        }
        PlayerItem::Module(name) => {
            (name, "module", checked.modules.iter().map(|m| m.name.text.as_str()).collect())
        }
    };
    if let Some(at) = known.iter().position(|k| *k == name.text) {
        return Some((name, kind == "action", at));
    }
    let error = Diagnostic::error(name.span, format!("there is no {kind} `{}`", name.text));
    let is_action = kind == "module" && checked.actions.contains(&name.text);
    out.push(match nearest(&name.text, known.into_iter()) {
        _ if is_action => error.help(format!("for the action, write [{}]", name.text)),
        Some(near) => error.help(format!("did you mean `{near}`?")),
        None => error,
    });
    None
}
