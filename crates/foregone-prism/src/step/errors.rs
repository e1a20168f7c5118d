//! What can go wrong in a state, with the state and the command named. Away from the hot path.

use super::buffer::{Choice, Successors};
use super::model::{CompiledCommand, Model};
use crate::compile::Fault;
use crate::source::Diagnostic;

impl Model {
    #[cold]
    pub(super) fn fault(
        &self,
        fault: Fault,
        what: &str,
        command: &CompiledCommand,
        out: &Successors,
    ) -> Box<Diagnostic> {
        let state = self.describe_values(&out.values);
        let message =
            format!("{what} of {} meets {fault} in the state {state}", self.command_name(command));
        Box::new(Diagnostic::error(command.span, message))
    }

    #[cold]
    pub(super) fn wrong(
        &self,
        why: &str,
        command: &CompiledCommand,
        out: &Successors,
    ) -> Box<Diagnostic> {
        let state = self.describe_values(&out.values);
        let message =
            format!("{} cannot be taken in the state {state}: {why}", self.command_name(command));
        Box::new(Diagnostic::error(command.span, message))
    }

    #[cold]
    pub(super) fn out_of_range(
        &self,
        variable: u32,
        value: i64,
        command: &CompiledCommand,
        out: &Successors,
    ) -> Box<Diagnostic> {
        let variable = &self.variables[variable as usize];
        let state = self.describe_values(&out.values);
        let message = format!(
            "{} sets `{}` to {value} in the state {state}, but its values lie between {} and {}",
            self.command_name(command),
            variable.name,
            variable.low,
            variable.high
        );
        Box::new(
            Diagnostic::error(command.span, message).help("widen the range or narrow the guard"),
        )
    }

    #[cold]
    pub(super) fn nobody(&self, choice: &Choice, out: &Successors) -> Box<Diagnostic> {
        let command = &self.commands[out.commands[choice.first_command as usize] as usize];
        let state = self.describe_values(&out.values);
        let (what, help) = match choice.action {
            Some(action) => {
                let name = &self.checked.actions[action as usize];
                (format!("the action `{name}`"), format!("write [{name}] in a player's block"))
            }
            None => {
                let name = &self.checked.modules[command.module as usize].name.text;
                (
                    format!("the unlabelled commands of the module `{name}`"),
                    format!("write {name} in a player's block"),
                )
            }
        };
        let message =
            format!("{what} can be taken in the state {state}, but no player controls it");
        Box::new(Diagnostic::error(command.span, message).help(help))
    }

    #[cold]
    pub(super) fn two_players(&self, a: &Choice, b: &Choice, out: &Successors) -> Box<Diagnostic> {
        let command = |c: &Choice| &self.commands[out.commands[c.first_command as usize] as usize];
        let name = |c: &Choice| c.player.map_or("", |p| self.players()[p as usize].as_str());
        let state = self.describe_values(&out.values);
        let message = format!("both `{}` and `{}` can move in the state {state}", name(a), name(b));
        Box::new(
            Diagnostic::error(command(b).span, message)
                .related(command(a).span, format!("a move of `{}`", name(a)))
                .help("in a turn-based game every state belongs to one player"),
        )
    }

    fn command_name(&self, command: &CompiledCommand) -> String {
        let module = &self.checked.modules[command.module as usize];
        let action = module.commands[command.index as usize].action.as_ref();
        let action = action.map_or("", |a| a.text.as_str());
        format!("the command [{action}] of the module `{}`", module.name.text)
    }
}
