//! The lines after `@model`: states, their actions, the branches of each.

use std::collections::BTreeMap;

use super::NAMELESS;
use super::header::Header;
use super::labels;
use crate::Rational;
use crate::format::listing::{Builder, Kind, RewardList, Value};
use crate::format::text::{Line, Taken, Word};

/// What has been read so far.
pub(super) struct Body<'a> {
    kind: Kind,
    states: u32,
    pub builder: Builder,
    pub labels: BTreeMap<&'a str, Vec<u32>>,
    pub rewards: Vec<RewardList>,
    /// The names of choices.
    pub moves: Vec<&'a str>,
    /// False once a choice is called by something else than its number in its state.
    pub numbered: bool,
    state: Option<u32>,
    /// Choices of the state at hand, the open one included.
    choices: u32,
    open: Option<Line<'a>>,
    places: Vec<u32>,
    targets: Vec<u32>,
}

impl<'a> Body<'a> {
    pub fn new(header: &Header<'a>, builder: Builder) -> Self {
        let named = |name: &&str| RewardList { name: (*name).into(), ..RewardList::default() };
        Self {
            kind: header.kind.unwrap_or(Kind::Mdp),
            states: header.states.map_or(u32::MAX - 2, |(count, _)| count),
            builder,
            labels: BTreeMap::new(),
            rewards: header.rewards.iter().map(named).collect(),
            moves: Vec::new(),
            numbered: true,
            state: None,
            choices: 0,
            open: None,
            places: Vec::new(),
            targets: Vec::new(),
        }
    }

    /// Takes one line in.
    pub fn line(&mut self, line: Line<'a>) -> Taken<()> {
        let text = line.trimmed();
        match text.split(' ') {
            _ if text.text.is_empty() || text.text.starts_with("//") => Ok(()),
            Some((word, rest)) if word.text == "state" => self.state(line, rest),
            Some((word, rest)) if word.text == "action" => self.action(line, rest),
            _ => self.branch(line, text),
        }
    }

    fn state(&mut self, line: Line<'a>, rest: Word<'a>) -> Taken<()> {
        self.close_state()?;
        let rest = rest.trimmed();
        let end = rest.text.find([' ', '\t']).unwrap_or(rest.text.len());
        let id = Word { text: &rest.text[..end], start: rest.start };
        let state = id.state(self.states)?;
        let expected = self.builder.states() as u32;
        if state != expected {
            return Err(id.error(format!("states come in order: expected state {expected}")));
        }
        self.builder.state(0).map_err(|why| line.error(why))?;
        let mut rest = Word { text: &rest.text[end..], start: rest.start + end as u32 };
        let given = labels::rewards(&mut rest)?;
        self.collect(line, given, state, true)?;
        for label in labels::labels(rest)? {
            let states = self.labels.entry(label).or_default();
            if states.last() == Some(&state) {
                return Err(line.error(format!("the label {label} is given twice")));
            }
            states.push(state);
        }
        (self.state, self.choices) = (Some(state), 0);
        Ok(())
    }

    fn action(&mut self, line: Line<'a>, rest: Word<'a>) -> Taken<()> {
        if self.state.is_none() {
            return Err(line.error("an action before the first state"));
        }
        self.close_choice()?;
        let rest = rest.trimmed();
        let end = rest.text.find([' ', '\t']).unwrap_or(rest.text.len());
        let name = &rest.text[..end];
        let mut rest = Word { text: &rest.text[end..], start: rest.start + end as u32 };
        let given = labels::rewards(&mut rest)?;
        if !rest.text.trim().is_empty() {
            return Err(rest.trimmed().error("nothing is expected here"));
        }
        self.begin(line, name)?;
        let choice = self.moves.len() as u32 - 1;
        self.collect(line, given, choice, false)
    }

    /// Opens a choice of the state at hand.
    fn begin(&mut self, line: Line<'a>, name: &'a str) -> Taken<()> {
        if self.kind == Kind::Dtmc && self.choices == 1 {
            return Err(line.error("a state of a chain (DTMC) has one action"));
        }
        self.numbered &= name.parse() == Ok(self.choices);
        self.moves.push(if name == NAMELESS { "" } else { name });
        self.choices += 1;
        self.open = Some(line);
        Ok(())
    }

    fn branch(&mut self, line: Line<'a>, text: Word<'a>) -> Taken<()> {
        let expected = "expected `state`, `action`, or a branch such as `3 : 0.5`";
        let (target, value) = text.split(':').ok_or_else(|| line.error(expected))?;
        if self.state.is_none() {
            return Err(line.error("a branch before the first state"));
        }
        if self.open.is_none() {
            self.begin(line, NAMELESS)?;
        }
        let target = target.trimmed().state(self.states)?;
        let value = value.trimmed();
        let place = self.builder.value(value.text.as_bytes(), || Value::text(value.text));
        self.places.push(place.map_err(|why| value.error(why))?);
        self.targets.push(target);
        Ok(())
    }

    /// Ends the choice at hand, if there is one.
    fn close_choice(&mut self) -> Taken<()> {
        let Some(line) = self.open.take() else { return Ok(()) };
        if self.places.is_empty() {
            return Err(line.error("no branch follows this action"));
        }
        let added = self.builder.choice(&self.places, &self.targets);
        self.places.clear();
        self.targets.clear();
        added.map_err(|why| line.error(why))
    }

    /// Ends the state at hand; where it has no choice, the builder gives it one.
    pub fn close_state(&mut self) -> Taken<()> {
        self.close_choice()?;
        if self.state.is_some() && self.choices == 0 {
            self.moves.push("");
            self.numbered &= true;
        }
        Ok(())
    }

    fn collect(
        &mut self,
        line: Line<'_>,
        given: Vec<Rational>,
        place: u32,
        of_state: bool,
    ) -> Taken<()> {
        if given.len() > self.rewards.len() {
            let (given, named) = (given.len(), self.rewards.len());
            let message = format!("{given} rewards here, but the header names {named}");
            return Err(line.error(message));
        }
        for (rewards, reward) in self.rewards.iter_mut().zip(given) {
            let list = if of_state { &mut rewards.states } else { &mut rewards.choices };
            if !reward.is_zero() {
                list.push((place, reward));
            }
        }
        Ok(())
    }
}
