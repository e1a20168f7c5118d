//! The choices of a state.
//!
//! For each way in which modules move, every combination of enabled commands, one of each
//! participant, is a choice: probabilities are multiplied and all updates read the old state. In a
//! chain (`dtmc`) the choices of a state are equally likely and become one. Nothing is allocated
//! once the buffers have grown and the distributions have been met.

use super::buffer::{Choice, Successors};
use super::distribution::{DistributionId, Distributions};
use super::model::{CompiledCommand, CompiledWay, Model, Weights};
use super::weigh::kept_of;
use crate::source::Diagnostic;
use crate::syntax::tree::ModelKind;

type Step<T> = Result<T, Box<Diagnostic>>;

impl Model {
    /// A buffer for [`Model::successors`].
    pub fn buffer(&self) -> Successors {
        Successors {
            values: vec![0; self.variables.len()],
            choices: Vec::new(),
            branches: Vec::new(),
            commands: Vec::new(),
            table: self.distributions.clone(),
            words: self.layout.words(),
            enabled: Vec::new(),
            ends: Vec::new(),
            picks: Vec::new(),
            parts: Vec::new(),
            ids: Vec::new(),
            kept: Vec::new(),
            remembered: hashbrown::HashMap::default(),
            key: Vec::new(),
        }
    }

    /// Writes the choices of a packed state to `out`; none of them means a deadlock.
    ///
    /// # Errors
    /// A probability that is none, a value out of its variable's range, a number that does not
    /// exist, choices of two players, a move of nobody: with the state and the command.
    pub fn successors(&self, state: &[u64], out: &mut Successors) -> Step<()> {
        out.choices.clear();
        out.branches.clear();
        out.commands.clear();
        out.parts.clear();
        self.layout.unpack(state, &mut out.values);
        for &way in self.open.of(&out.values) {
            let way = &self.ways[way as usize];
            if self.enable(way, out)? {
                self.combine(way, state, out)?;
            }
        }
        match self.checked.kind {
            ModelKind::Smg => self.one_player(out),
            ModelKind::Dtmc if out.choices.len() > 1 => {
                merge(out);
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// Who moves in a packed state, without its branches: the player of the first way that is open;
    /// none in a deadlock, and where there are no players.
    ///
    /// # Errors
    /// As for [`Model::successors`], as far as guards go.
    pub fn player(&self, state: &[u64], out: &mut Successors) -> Step<Option<u32>> {
        self.layout.unpack(state, &mut out.values);
        for &way in self.open.of(&out.values) {
            let way = &self.ways[way as usize];
            if self.enable(way, out)? {
                return Ok(way.owner);
            }
        }
        Ok(None)
    }

    /// Collects the enabled commands of all participants; false if one has none.
    fn enable(&self, way: &CompiledWay, out: &mut Successors) -> Step<bool> {
        out.enabled.clear();
        out.ends.clear();
        for commands in &way.participants {
            let before = out.enabled.len();
            for &id in commands.of(&out.values) {
                let command = &self.commands[id as usize];
                match self.code.holds(command.guard, &out.values) {
                    Ok(true) => out.enabled.push(id),
                    Ok(false) => {}
                    Err(fault) => return Err(self.fault(fault, "the guard", command, out)),
                }
            }
            if out.enabled.len() == before {
                return Ok(false);
            }
            out.ends.push(out.enabled.len());
        }
        Ok(true)
    }

    /// All combinations of enabled commands, the last participant's running fastest.
    fn combine(&self, way: &CompiledWay, state: &[u64], out: &mut Successors) -> Step<()> {
        if let [_] = out.ends[..] {
            for i in 0..out.enabled.len() {
                let id = out.enabled[i];
                self.single(way, id, state, out)?;
            }
            return Ok(());
        }
        out.picks.clear();
        out.picks.resize(out.ends.len(), 0);
        loop {
            self.product(way, state, out)?;
            let mut at = out.ends.len();
            loop {
                if at == 0 {
                    return Ok(());
                }
                at -= 1;
                let start = if at == 0 { 0 } else { out.ends[at - 1] };
                out.picks[at] += 1;
                if start + (out.picks[at] as usize) < out.ends[at] {
                    break;
                }
                out.picks[at] = 0;
            }
        }
    }

    fn choice(
        &self,
        way: &CompiledWay,
        distribution: DistributionId,
        commands: u32,
        out: &mut Successors,
    ) {
        let first_command = out.commands.len() as u32 - commands;
        out.parts.push(way.action);
        out.choices.push(Choice {
            action: way.action,
            player: way.owner,
            distribution,
            first_branch: (out.branches.len() / out.words) as u32,
            first_command,
            commands,
        });
    }

    fn single(&self, way: &CompiledWay, id: u32, state: &[u64], out: &mut Successors) -> Step<()> {
        let command = &self.commands[id as usize];
        out.commands.push(id);
        if let Weights::Constant(distribution, kept) = &command.weights {
            self.choice(way, *distribution, 1, out);
            for &update in kept {
                let at = out.branches.len();
                copy(state, &mut out.branches);
                self.apply(command, update, at, out)?;
            }
            return Ok(());
        }
        let (distribution, kept) = self.weigh(id, out)?;
        self.choice(way, distribution, 1, out);
        for i in 0..out.kept[kept as usize].len() {
            let update = out.kept[kept as usize][i];
            let at = out.branches.len();
            copy(state, &mut out.branches);
            self.apply(command, update, at, out)?;
        }
        Ok(())
    }

    /// One combination of commands of several participants.
    fn product(&self, way: &CompiledWay, state: &[u64], out: &mut Successors) -> Step<()> {
        let count = out.ends.len();
        let mut distribution: Option<DistributionId> = None;
        for i in 0..count {
            let start = if i == 0 { 0 } else { out.ends[i - 1] };
            let id = out.enabled[start + out.picks[i] as usize];
            out.commands.push(id);
            let part = self.weigh(id, out)?.0;
            distribution = Some(match distribution {
                Some(before) => out.table.product(before, part),
                None => part,
            });
        }
        let distribution = distribution.unwrap_or(DistributionId(0));
        self.choice(way, distribution, count as u32, out);
        self.multiply(state, count, out)
    }

    /// Writes the branches of the last `count` commands in the buffer, all updates together, the
    /// last command's running fastest.
    fn multiply(&self, state: &[u64], count: usize, out: &mut Successors) -> Step<()> {
        let words = out.words;
        let first = out.branches.len();
        let commands = out.commands.len() - count;
        out.branches.extend_from_slice(state);
        for i in 0..count {
            let id = out.commands[commands + i];
            let command = &self.commands[id as usize];
            let size = self.kept(id, out)?;
            let so_far = (out.branches.len() - first) / words;
            spread(&mut out.branches, first, words, so_far, size.1);
            for branch in 0..so_far * size.1 {
                let update = match size.0 {
                    Some(at) => out.kept[at as usize][branch % size.1],
                    None => kept_of(command)[branch % size.1],
                };
                self.apply(command, update, first + branch * words, out)?;
            }
        }
        Ok(())
    }

    /// Changes the branch that begins at a word of the buffer by one update.
    fn apply(
        &self,
        command: &CompiledCommand,
        update: u32,
        at: usize,
        out: &mut Successors,
    ) -> Step<()> {
        let (start, end) = self.updates[(command.first_update + update) as usize];
        for assignment in &self.assignments[start as usize..end as usize] {
            let value = match self.code.int(assignment.value, &out.values) {
                Ok(value) => value,
                Err(fault) => return Err(self.fault(fault, "an update", command, out)),
            };
            if value < assignment.low || value > assignment.high {
                return Err(self.out_of_range(assignment.variable, value, command, out));
            }
            assignment.field.put(&mut out.branches[at..at + out.words], value);
        }
        Ok(())
    }

    /// Where there is nothing to choose, nobody need be the one to do it.
    fn one_player(&self, out: &Successors) -> Step<()> {
        let [first, _, ..] = &out.choices[..] else { return Ok(()) };
        for choice in &out.choices {
            if choice.player.is_none() {
                return Err(self.nobody(choice, out));
            }
            if choice.player != first.player {
                return Err(self.two_players(first, choice, out));
            }
        }
        Ok(())
    }
}

/// Most states are one word, and a call to copy that costs more than the word.
#[inline]
fn copy(state: &[u64], branches: &mut Vec<u64>) {
    match state {
        [word] => branches.push(*word),
        words => branches.extend_from_slice(words),
    }
}

/// Repeats each of the `count` states from `first` on `times` times, side by side.
fn spread(branches: &mut Vec<u64>, first: usize, words: usize, count: usize, times: usize) {
    if times == 1 {
        return;
    }
    branches.resize(first + count * times * words, 0);
    for i in (0..count).rev() {
        for copy in (0..times).rev() {
            let from = first + i * words;
            branches.copy_within(from..from + words, first + (i * times + copy) * words);
        }
    }
}

/// Makes one choice of all, each equally likely.
fn merge(out: &mut Successors) {
    out.ids.clear();
    out.ids.extend(out.choices.iter().map(|c| c.distribution.0));
    let distribution = Distributions::mixture(&mut out.table, &out.ids);
    let same = out.choices.iter().all(|c| c.action == out.choices[0].action);
    let first = out.choices[0];
    out.choices.clear();
    out.choices.push(Choice {
        action: if same { first.action } else { None },
        distribution,
        commands: out.commands.len() as u32,
        ..first
    });
}
