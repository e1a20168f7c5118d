//! Modules: variables, commands, renaming.

use super::{Failed, Parsed, Parser, model::ITEMS};
use crate::source::{Diagnostic, Span};
use crate::syntax::lexer::Kind;
use crate::syntax::tree::{
    Command, Declaration, Expr, Model, Module, ModuleBody, Name, Update, VariableType,
};

impl Parser<'_> {
    pub(super) fn module(&mut self, model: &mut Model) -> Parsed<()> {
        self.next();
        let name = self.name("the name of the module")?;
        let body = if self.sign("=") { self.renaming()? } else { self.module_body()? };
        model.modules.push(Module { name, body });
        Ok(())
    }

    fn renaming(&mut self) -> Parsed<ModuleBody> {
        let base = self.name("the name of the module to copy")?;
        self.need_sign("[", "before the new names")?;
        let mut pairs = vec![self.rename_pair()?];
        while self.sign(",") {
            pairs.push(self.rename_pair()?);
        }
        self.need_sign("]", "or `,` after a new name")?;
        self.need_keyword("endmodule", "after the module")?;
        Ok(ModuleBody::Renamed(base, pairs))
    }

    fn rename_pair(&mut self) -> Parsed<(Name, Name)> {
        let old = self.function_name()?;
        self.need_sign("=", "between the old and the new name")?;
        Ok((old, self.function_name()?))
    }

    fn module_body(&mut self) -> Parsed<ModuleBody> {
        let mut variables = Vec::new();
        let mut commands = Vec::new();
        while self.word(0) != "endmodule" {
            if self.kind() == Kind::End || ITEMS.contains(&self.word(0)) || self.tired() {
                return self.expected("`endmodule` after the last command");
            }
            let before = self.at;
            if self.module_line(&mut variables, &mut commands).is_err() {
                self.skip_past_semicolon(&ITEMS);
            }
            debug_assert!(self.at > before || self.word(0) == "endmodule");
        }
        self.next();
        Ok(ModuleBody::Plain(variables, commands))
    }

    fn module_line(
        &mut self,
        variables: &mut Vec<Declaration>,
        commands: &mut Vec<Command>,
    ) -> Parsed<()> {
        if self.is_sign(0, "[") {
            commands.push(self.command()?);
            return Ok(());
        }
        if self.word(0) == "invariant" {
            let message = "invariants belong to timed automata, which are not supported";
            return self.fail(Diagnostic::unsupported(self.here(), message));
        }
        if self.kind() == Kind::Word && self.is_sign(1, ":") {
            let declaration = self.declaration()?;
            if !commands.is_empty() {
                let message =
                    format!("the variable `{}` is declared after a command", declaration.name.text);
                let help = "declare all variables of a module before its first command";
                return self.fail(Diagnostic::error(declaration.name.span, message).help(help));
            }
            variables.push(declaration);
            return Ok(());
        }
        self.expected("a variable, a command or `endmodule`")
    }

    pub(super) fn declaration(&mut self) -> Parsed<Declaration> {
        let name = self.name("the name of the variable")?;
        self.need_sign(":", "after the name of the variable")?;
        let ty = self.variable_type()?;
        let init = if self.keyword("init") { Some(self.model_expression()?) } else { None };
        self.need_sign(";", "after the variable")?;
        Ok(Declaration { name, ty, init })
    }

    fn variable_type(&mut self) -> Parsed<VariableType> {
        if self.sign("[") {
            let low = self.model_expression()?;
            self.need_sign("..", "between the smallest and the largest value")?;
            let high = self.model_expression()?;
            self.need_sign("]", "after the largest value")?;
            return Ok(VariableType::Range(low, high));
        }
        match self.word(0) {
            "bool" => {
                self.next();
                Ok(VariableType::Bool)
            }
            "int" => {
                self.next();
                Ok(VariableType::Int)
            }
            "clock" => {
                let message = "clocks are not supported";
                self.fail(Diagnostic::unsupported(self.here(), message))
            }
            "double" => {
                let help = "variables are `[low..high]`, `int` or `bool`";
                let message = "a variable cannot be of type double";
                self.fail(Diagnostic::error(self.here(), message).help(help))
            }
            _ => self.expected("`[low..high]`, `int` or `bool`"),
        }
    }

    /// `[]` or `[action]`.
    pub(super) fn action(&mut self) -> Parsed<Option<Name>> {
        self.need_sign("[", "before the action")?;
        let action = if self.is_sign(0, "]") { None } else { Some(self.name("an action")?) };
        if self.is_sign(0, ",") {
            let message = "a list of actions belongs to concurrent games, which are not supported";
            return self.fail(Diagnostic::unsupported(self.here(), message));
        }
        self.need_sign("]", "after the action")?;
        Ok(action)
    }

    fn command(&mut self) -> Parsed<Command> {
        let start = self.here();
        let action = self.action()?;
        let guard = self.model_expression()?;
        self.need_sign("->", "after the guard of the command")?;
        let mut updates = vec![self.first_update()?];
        while updates[0].probability.is_some() && self.sign("+") {
            updates.push(self.weighted_update()?);
        }
        let span = self.until_last(start);
        self.need_sign(";", "after the command")?;
        Ok(Command { action, guard, updates, span })
    }

    /// A probability may begin with a bracket too, so the sign after the brackets decides.
    fn first_update(&mut self) -> Parsed<Update> {
        let certain = self.would(|parser| {
            parser.update(None)?;
            if parser.is_sign(0, ";") { Ok(()) } else { Err(Failed) }
        });
        if certain { self.update(None) } else { self.weighted_update() }
    }

    fn weighted_update(&mut self) -> Parsed<Update> {
        if self.is_sign(0, "[") {
            let message = "probabilities given as intervals are not supported";
            return self.fail(Diagnostic::unsupported(self.here(), message));
        }
        if self.is_sign(0, "(") && self.kind_ahead_is_word(1) && self.is_sign(2, "'") {
            return self.update(None);
        }
        let start = self.here();
        let unprimed = self.is_sign(0, "(") && self.kind_ahead_is_word(1) && self.is_sign(2, "=");
        let probability = self.model_expression()?;
        if unprimed && !self.is_sign(0, ":") {
            let help = format!("write ({}'=...)", self.source.slice(self.token_after(start)));
            let message = "this is neither an update nor a probability";
            return self.fail(Diagnostic::error(probability.span, message).help(help));
        }
        self.need_sign(":", "between the probability and the update")?;
        self.update(Some(probability))
    }

    fn kind_ahead_is_word(&self, ahead: usize) -> bool {
        self.token(ahead).kind == Kind::Word
    }

    /// The place of the token after the one that starts at `span`.
    fn token_after(&self, span: Span) -> Span {
        let at = self.tokens.partition_point(|t| t.span.start <= span.start);
        self.tokens[at.min(self.tokens.len() - 1)].span
    }

    fn update(&mut self, probability: Option<Expr>) -> Parsed<Update> {
        let start = self.here();
        let mut assignments = Vec::new();
        if !self.keyword("true") {
            assignments.push(self.assignment()?);
            while self.sign("&") {
                assignments.push(self.assignment()?);
            }
        }
        Ok(Update { probability, assignments, span: self.until_last(start) })
    }

    fn assignment(&mut self) -> Parsed<(Name, Expr)> {
        self.need_sign("(", "before an assignment such as `(x'=1)`")?;
        let name = self.name("the variable to change")?;
        self.need_sign("'", "after the variable to change")?;
        self.need_sign("=", "after the variable to change")?;
        let value = self.model_expression()?;
        self.need_sign(")", "after the assignment")?;
        Ok((name, value))
    }
}
