//! `module b = a [x=y] endmodule`: a copy of a module with other names.
//!
//! As in PRISM, everything may be renamed: variables, actions, constants, formulas, functions. A
//! formula that is not renamed itself is written out, so that the names inside it are renamed too.
//! All variables of the copied module need new names. Invariant: the number of expressions copied
//! is bounded by [`MOST_COPIES`].

use std::collections::BTreeMap;

use super::order::{Sizes, measure};
use super::scope::nearest;
use crate::source::Diagnostic;
use crate::syntax::tree::{
    Command, Declaration, Expr, ExprKind, FormulaDef, Module, ModuleBody, Name, Update,
    VariableType,
};

/// How many operators all renamed modules of a model may have together.
pub const MOST_COPIES: u64 = 5_000_000;

type Body = (Vec<Declaration>, Vec<Command>);

/// The bodies of all modules in order; renamed ones are written out.
pub fn write_out(
    modules: &[Module],
    formulas: &[FormulaDef],
    sizes: &Sizes,
    out: &mut Vec<Diagnostic>,
) -> Vec<Option<Body>> {
    let formulas = formulas.iter().map(|f| (f.name.text.as_str(), &f.value)).collect();
    let mut copier = Copier { formulas, sizes, budget: MOST_COPIES, new: BTreeMap::new() };
    let mut bodies: Vec<Option<Body>> = vec![None; modules.len()];
    let mut waiting = Vec::new();
    for (i, module) in modules.iter().enumerate() {
        match &module.body {
            ModuleBody::Plain(variables, commands) => {
                bodies[i] = Some((variables.clone(), commands.clone()));
            }
            ModuleBody::Renamed(base, pairs) => {
                waiting.extend(index_of(base, modules, out).map(|at| (i, at, pairs)));
            }
        }
    }
    copy_all(modules, waiting, &mut copier, &mut bodies, out);
    bodies
}

type Waiting<'a> = (usize, usize, &'a Vec<(Name, Name)>);

/// Copies modules after those that they are copies of.
fn copy_all(
    modules: &[Module],
    mut waiting: Vec<Waiting<'_>>,
    copier: &mut Copier<'_>,
    bodies: &mut [Option<Body>],
    out: &mut Vec<Diagnostic>,
) {
    let mut failed = vec![false; modules.len()];
    loop {
        let before = waiting.len();
        waiting.retain(|&(i, base, pairs)| {
            let Some(body) = bodies[base].clone() else {
                failed[i] = failed[base];
                return !failed[base];
            };
            bodies[i] = copier.copy(&modules[i], &body, pairs, out);
            failed[i] = bodies[i].is_none();
            false
        });
        if waiting.len() == before {
            break;
        }
    }
    for (i, ..) in waiting {
        let name = &modules[i].name;
        let message = format!("the module `{}` is a copy of itself", name.text);
        out.push(Diagnostic::error(name.span, message));
    }
}

fn index_of(base: &Name, modules: &[Module], out: &mut Vec<Diagnostic>) -> Option<usize> {
    let found = modules.iter().position(|m| m.name.text == base.text);
    if found.is_none() {
        let error =
            Diagnostic::error(base.span, format!("there is no module `{}` to copy", base.text));
        out.push(match nearest(&base.text, modules.iter().map(|m| m.name.text.as_str())) {
            Some(near) => error.help(format!("did you mean `{near}`?")),
            None => error,
        });
    }
    found
}

struct Copier<'a> {
    formulas: BTreeMap<&'a str, &'a Expr>,
    sizes: &'a Sizes,
    budget: u64,
    new: BTreeMap<String, Name>,
}

impl Copier<'_> {
    fn copy(
        &mut self,
        module: &Module,
        (variables, commands): &Body,
        pairs: &[(Name, Name)],
        out: &mut Vec<Diagnostic>,
    ) -> Option<Body> {
        let before = out.len();
        self.new.clear();
        for (old, new) in pairs {
            if self.new.insert(old.text.clone(), new.clone()).is_some() {
                let message = format!("`{}` is renamed a second time", old.text);
                out.push(Diagnostic::error(old.span, message));
            }
        }
        for variable in variables.iter().filter(|v| !self.new.contains_key(&v.name.text)) {
            let message = format!(
                "the variable `{}` needs a new name in the module `{}`",
                variable.name.text, module.name.text
            );
            let help = format!("write [{}=...]", variable.name.text);
            out.push(Diagnostic::error(module.name.span, message).help(help));
        }
        if !self.affordable(variables, commands) {
            let message = "the renamed modules are too large once written out";
            out.push(Diagnostic::error(module.name.span, message));
        }
        if out.len() > before {
            return None;
        }
        let variables = variables.iter().map(|v| self.declaration(v)).collect();
        let commands = commands.iter().map(|c| self.command(c)).collect();
        Some((variables, commands))
    }

    fn affordable(&mut self, variables: &[Declaration], commands: &[Command]) -> bool {
        let exprs = variables.iter().flat_map(|v| {
            let range = match &v.ty {
                VariableType::Range(low, high) => vec![low, high],
                _ => Vec::new(),
            };
            range.into_iter().chain(&v.init)
        });
        let exprs = exprs.chain(commands.iter().flat_map(|c| {
            let updates = c.updates.iter().flat_map(|u| {
                u.probability.iter().chain(u.assignments.iter().map(|(_, value)| value))
            });
            std::iter::once(&c.guard).chain(updates)
        }));
        let size = exprs.fold(0u64, |sum, e| sum.saturating_add(measure(e, self.sizes).0));
        let enough = size <= self.budget;
        self.budget = self.budget.saturating_sub(size);
        enough
    }

    fn name(&self, name: &Name) -> Name {
        match self.new.get(&name.text) {
            Some(new) => Name { text: new.text.clone(), span: name.span },
            None => name.clone(),
        }
    }

    fn declaration(&self, variable: &Declaration) -> Declaration {
        let name = self.new.get(&variable.name.text).unwrap_or(&variable.name).clone();
        let ty = match &variable.ty {
            VariableType::Range(low, high) => VariableType::Range(self.expr(low), self.expr(high)),
            other => other.clone(),
        };
        Declaration { name, ty, init: variable.init.as_ref().map(|e| self.expr(e)) }
    }

    fn command(&self, command: &Command) -> Command {
        let update = |u: &Update| Update {
            probability: u.probability.as_ref().map(|p| self.expr(p)),
            assignments: u.assignments.iter().map(|(n, v)| (self.name(n), self.expr(v))).collect(),
            span: u.span,
        };
        Command {
            action: command.action.as_ref().map(|a| self.name(a)),
            guard: self.expr(&command.guard),
            updates: command.updates.iter().map(update).collect(),
            span: command.span,
        }
    }

    fn expr(&self, expr: &Expr) -> Expr {
        let boxed = |e: &Expr| Box::new(self.expr(e));
        let kind = match &expr.kind {
            ExprKind::Name(name) => match (self.new.get(name), self.formulas.get(name.as_str())) {
                (Some(new), _) => ExprKind::Name(new.text.clone()),
                (None, Some(value)) => ExprKind::Paren(boxed(value)),
                (None, None) => expr.kind.clone(),
            },
            ExprKind::Unary(op, inner) => ExprKind::Unary(*op, boxed(inner)),
            ExprKind::Paren(inner) => ExprKind::Paren(boxed(inner)),
            ExprKind::Chain(first, rest) => {
                let rest = rest.iter().map(|(op, e)| (*op, self.expr(e))).collect();
                ExprKind::Chain(boxed(first), rest)
            }
            ExprKind::Choice(arms, last) => {
                let arms = arms.iter().map(|(c, v)| (self.expr(c), self.expr(v))).collect();
                ExprKind::Choice(arms, boxed(last))
            }
            ExprKind::Call { function, arguments, old } => ExprKind::Call {
                function: self.name(function),
                arguments: arguments.iter().map(|a| self.expr(a)).collect(),
                old: *old,
            },
            other => other.clone(),
        };
        Expr::new(kind, expr.span)
    }
}
