//! Commands: guards, probabilities, and which variables may be changed where.
//!
//! A module changes its own variables and global ones. Modules that move at once may not change the
//! same global variable.

use std::collections::{BTreeMap, BTreeSet};

use super::scope::{Meaning, Symbol};
use super::types::Typing;
use super::{Checked, Participant};
use crate::source::Diagnostic;
use crate::syntax::tree::{Name, Type, Update};

/// Reports what is wrong in the commands of all modules.
pub(super) fn check(checked: &Checked, out: &mut Vec<Diagnostic>) {
    for (i, module) in checked.modules.iter().enumerate() {
        for command in &module.commands {
            Typing::model(&checked.scope, out).require(&command.guard, Type::Bool, "a guard");
            for update in &command.updates {
                check_update(checked, i, update, out);
            }
        }
    }
    check_reward_actions(checked, out);
}

fn check_update(checked: &Checked, module: usize, update: &Update, out: &mut Vec<Diagnostic>) {
    if let Some(probability) = &update.probability {
        Typing::model(&checked.scope, out).require(probability, Type::Double, "a probability");
    }
    for (i, (name, value)) in update.assignments.iter().enumerate() {
        if update.assignments[..i].iter().any(|(earlier, _)| earlier.text == name.text) {
            let message = format!("`{}` is changed twice in one update", name.text);
            out.push(Diagnostic::error(name.span, message));
        }
        if let Some(ty) = target(checked, module, name, out) {
            let what = format!("the new value of `{}`", name.text);
            Typing::model(&checked.scope, out).require(value, ty, &what);
        }
    }
}

/// The type of a variable that may be changed here.
fn target(
    checked: &Checked,
    module: usize,
    name: &Name,
    out: &mut Vec<Diagnostic>,
) -> Option<Type> {
    let Some(symbol) = checked.scope.get(&name.text) else {
        out.push(checked.scope.unknown(&name.text, name.span));
        return None;
    };
    let Symbol { meaning: Meaning::Variable(at), ty, span } = symbol else {
        let message = format!("`{}` is not a variable and cannot be changed", name.text);
        out.push(Diagnostic::error(name.span, message).related(symbol.span, "it is declared here"));
        return None;
    };
    match checked.variables[*at].module {
        Some(owner) if owner != module => {
            let message = format!(
                "the module `{}` cannot change `{}`, a variable of the module `{}`",
                checked.modules[module].name.text, name.text, checked.modules[owner].name.text
            );
            let help = "a module changes its own variables and global ones";
            out.push(
                Diagnostic::error(name.span, message)
                    .related(*span, "it is declared here")
                    .help(help),
            );
        }
        _ => {}
    }
    *ty
}

/// Reports modules that move at once and change the same global variable.
pub(super) fn check_globals(checked: &Checked, out: &mut Vec<Diagnostic>) {
    let writers = writers(checked);
    let mut reported = BTreeSet::new();
    for way in &checked.ways {
        let mut seen: BTreeMap<&str, (usize, &Name)> = BTreeMap::new();
        for participant in &way.participants {
            let module = participant.module;
            for &name in writers.get(participant).into_iter().flatten() {
                let Some((other, first)) = seen.insert(&name.text, (module, name)) else {
                    continue;
                };
                if other != module && reported.insert((other, module, &name.text)) {
                    let text = &name.text;
                    let message =
                        format!("two modules change the global variable `{text}` at once");
                    let help = "let one of them change it, or make it a variable of one module";
                    out.push(
                        Diagnostic::error(name.span, message)
                            .related(first.span, "the other one changes it here")
                            .help(help),
                    );
                }
            }
        }
    }
}

/// The global variables that the labelled commands of each module and action change.
fn writers(checked: &Checked) -> BTreeMap<Participant, Vec<&Name>> {
    let mut writers: BTreeMap<Participant, Vec<&Name>> = BTreeMap::new();
    for (module, body) in checked.modules.iter().enumerate() {
        for command in &body.commands {
            let Some(label) = &command.action else { continue };
            let action = checked.actions.iter().position(|action| *action == label.text);
            let changed = command.updates.iter().flat_map(|u| &u.assignments).map(|(name, _)| name);
            let global = |name: &&Name| match checked.scope.get(&name.text).map(|s| s.meaning) {
                Some(Meaning::Variable(at)) => checked.variables[at].module.is_none(),
                _ => false,
            };
            writers
                .entry(Participant { module, action })
                .or_default()
                .extend(changed.filter(global));
        }
    }
    writers
}

/// A reward for an action that no module has is never paid: most likely a slip.
fn check_reward_actions(checked: &Checked, out: &mut Vec<Diagnostic>) {
    let known = actions(checked);
    for item in checked.rewards.iter().flat_map(|r| &r.items) {
        let Some(Some(action)) = &item.action else { continue };
        if !known.contains(&action.text) {
            let message = format!("no command has the action `{}`", action.text);
            let warning = Diagnostic::warning(action.span, message);
            out.push(match super::scope::nearest(&action.text, known.iter().map(String::as_str)) {
                Some(near) => warning.help(format!("did you mean `{near}`?")),
                None => warning,
            });
        }
    }
}

/// All actions of all modules, in order of their first use.
pub(super) fn actions(checked: &Checked) -> Vec<String> {
    let mut seen = BTreeSet::new();
    let commands = checked.modules.iter().flat_map(|m| &m.commands);
    let named = commands.filter_map(|c| c.action.as_ref());
    named.filter(|a| seen.insert(a.text.clone())).map(|a| a.text.clone()).collect()
}
