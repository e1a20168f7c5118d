//! Commands and the ways in which modules move, compiled.

use std::collections::{BTreeMap, BTreeSet};

use dashu_ratio::RBig;

use super::candidates::{Candidates, Tests, shared, tests_of};
use super::instantiate::Builder;
use super::model::{Assignment, CompiledCommand, CompiledWay, Weights};
use super::probability::{shown, slack, weighted};
use crate::check::{Meaning, Participant, Symbol, Way};
use crate::compile::{Low, low_value};
use crate::source::{Diagnostic, Span};
use crate::syntax::tree::{Command, Expr, Name};

impl Builder<'_> {
    /// All commands, and the number of the first one of each module.
    pub(super) fn commands(&mut self) -> (Vec<CompiledCommand>, Vec<u32>) {
        let mut commands = Vec::new();
        let mut first = Vec::new();
        for (module, m) in self.checked.modules.iter().enumerate() {
            first.push(commands.len() as u32);
            for (index, command) in m.commands.iter().enumerate() {
                let guard = self.compiler.condition(&command.guard);
                let first_update = self.updates.len() as u32;
                command.updates.iter().for_each(|update| self.update(&update.assignments));
                // A command that is never enabled need not have a distribution.
                let dead = self.compiler.code.constant(guard) == Some(0);
                let weights =
                    if dead { Weights::Wrong(String::new()) } else { self.weights(command) };
                commands.push(CompiledCommand {
                    guard,
                    weights,
                    first_update,
                    module: module as u32,
                    index: index as u32,
                    span: command.span,
                });
            }
        }
        (commands, first)
    }

    fn update(&mut self, assignments: &[(Name, Expr)]) {
        let start = self.assignments.len() as u32;
        for (name, value) in assignments {
            let Some(Symbol { meaning: Meaning::Variable(variable), .. }) =
                self.checked.scope.get(&name.text).copied()
            else {
                continue;
            };
            let (low, high) = (self.info[variable].low, self.info[variable].high);
            let value = self.compiler.integer(value);
            let field = self.layout.field(variable);
            let variable = variable as u32;
            self.assignments.push(Assignment { value, low, high, field, variable });
        }
        self.updates.push((start, self.assignments.len() as u32));
    }

    fn weights(&mut self, command: &Command) -> Weights {
        let mut constant = Vec::new();
        let mut lows = Vec::new();
        for update in &command.updates {
            let low = match &update.probability {
                Some(probability) => self.compiler.lower(probability),
                None => self.compiler.one(),
            };
            if let Ok(value) = low_value(&low) {
                constant.extend(value.number());
            }
            lows.push(low);
        }
        if constant.len() < lows.len() {
            return self.dynamic(lows);
        }
        let written = command.updates.iter().filter_map(|u| u.probability.as_ref());
        let allowed = if self.strict {
            RBig::ZERO
        } else {
            written.fold(RBig::ZERO, |sum, p| sum + slack(self.checked, p))
        };
        match weighted(constant, &allowed) {
            Ok(weighted) => {
                if let Some(sum) = &weighted.repaired {
                    self.warn_of_repair(command.span, sum);
                }
                let id = self.distributions.intern(weighted.row);
                Weights::Constant(id, weighted.kept.into())
            }
            Err(why) => Weights::Wrong(why),
        }
    }

    fn warn_of_repair(&mut self, span: Span, sum: &RBig) {
        let message = format!(
            "the probabilities sum to {}; the largest takes the difference to 1",
            shown(sum)
        );
        self.out.push(Diagnostic::warning(span, message).help("write fractions, such as 1/3"));
    }

    fn dynamic(&mut self, lows: Vec<Low>) -> Weights {
        let ids: Vec<_> = lows.into_iter().map(|low| self.compiler.as_real(low)).collect();
        let mut variables = BTreeSet::new();
        ids.iter().for_each(|id| self.compiler.code.real_variables(*id, &mut variables));
        Weights::Dynamic(ids.into(), variables.into_iter().collect())
    }

    /// How modules move, with the commands that may take part.
    pub(super) fn ways(
        &self,
        commands: &[CompiledCommand],
        first: &[u32],
    ) -> (Vec<CompiledWay>, Candidates) {
        let mut by_action: BTreeMap<Participant, Vec<u32>> = BTreeMap::new();
        let actions = self.checked.actions.iter().enumerate();
        let number: BTreeMap<&str, usize> = actions.map(|(i, a)| (a.as_str(), i)).collect();
        for (module, m) in self.checked.modules.iter().enumerate() {
            for (i, command) in m.commands.iter().enumerate() {
                let name = command.action.as_ref();
                let action = name.and_then(|a| number.get(a.text.as_str()).copied());
                let key = Participant { module, action };
                by_action.entry(key).or_default().push(first[module] + i as u32);
            }
        }
        let code = &self.compiler.code;
        let tests: Vec<Tests> = commands.iter().map(|c| tests_of(c.guard, code)).collect();
        let candidates = |p: &Participant| {
            let all = by_action.get(p).cloned().unwrap_or_default();
            let tests: Vec<Tests> = all.iter().map(|&id| tests[id as usize].clone()).collect();
            let needs = shared(&tests);
            (Candidates::new(all, &tests, &self.compiler.bounds), needs)
        };
        let mut needs = Vec::new();
        let mut ways = Vec::new();
        for way in &self.checked.ways {
            let (participants, tests): (Vec<_>, Vec<Tests>) =
                way.participants.iter().map(candidates).unzip();
            needs.push(tests.into_iter().flatten().collect());
            let action = way.action.map(|a| a as u32);
            let owner = self.owner(way).map(|player| player as u32);
            ways.push(CompiledWay { action, owner, participants });
        }
        let all = (0..ways.len() as u32).collect();
        (ways, Candidates::new(all, &needs, &self.compiler.bounds))
    }

    fn owner(&self, way: &Way) -> Option<usize> {
        let owners = &self.checked.owners;
        match (way.action, &way.participants[..]) {
            (Some(action), _) => owners.actions[action],
            (None, [only]) => owners.modules[only.module],
            (None, _) => None,
        }
    }
}
