//! The ways in which modules move, alone or together.
//!
//! A *way* is a set of modules, each with the action it takes; all of them move at once. Without a
//! `system` block there is one way for each module's unlabelled commands and one for each action,
//! with all modules that have it. A `system` block is worked out from the inside: each part is the
//! list of its ways with the name they show to the outside, and an operator joins two lists.
//! (Parallel composition in the manner of CSP, as in the PRISM manual.)

use std::collections::{BTreeMap, BTreeSet};

use super::Checked;
use super::scope::nearest;
use crate::source::Diagnostic;
use crate::syntax::tree::{Name, System, SystemDef};

/// A module and the action it takes; none for its unlabelled commands.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Participant {
    /// The module's place.
    pub module: usize,
    /// The action's place.
    pub action: Option<usize>,
}

/// Modules that move at once.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Way {
    /// The action shown; none if it is unlabelled or hidden.
    pub action: Option<usize>,
    /// Who moves, in order of modules.
    pub participants: Vec<Participant>,
}

/// Most ways a model may have.
const MOST_WAYS: usize = 1_000_000;

/// Most references to named systems that are followed.
const MOST_REFERENCES: usize = 10_000;

/// A part of the system: the actions it knows and its ways.
struct Part {
    alphabet: BTreeSet<usize>,
    ways: Vec<Way>,
}

/// All ways of a model: unlabelled ones first, then by action.
pub(super) fn ways(
    systems: &[SystemDef],
    checked: &mut Checked,
    out: &mut Vec<Diagnostic>,
) -> Vec<Way> {
    let mut composer = Composer::new(systems, checked, out);
    let part = match composer.main(systems) {
        Some(system) => composer.compose(system),
        None => {
            let all: Vec<Part> = (0..composer.modules.len()).map(|m| composer.module(m)).collect();
            composer.full(all)
        }
    };
    if systems.iter().any(|s| s.name.is_none()) {
        composer.each_module_once(systems);
    }
    checked.actions = composer.actions;
    checked.owners.actions.resize(checked.actions.len(), None);
    let mut ways = part.ways;
    ways.sort_by_key(|way| way.action.map_or(0, |a| a + 1));
    ways
}

struct Composer<'a> {
    systems: BTreeMap<String, &'a System>,
    open: Vec<String>,
    references: usize,
    modules: Vec<(String, BTreeSet<usize>, bool)>,
    actions: Vec<String>,
    used: Vec<usize>,
    out: &'a mut Vec<Diagnostic>,
}

impl<'a> Composer<'a> {
    fn new(systems: &'a [SystemDef], checked: &Checked, out: &'a mut Vec<Diagnostic>) -> Self {
        let index: BTreeMap<&str, usize> =
            checked.actions.iter().enumerate().map(|(i, a)| (a.as_str(), i)).collect();
        let alphabet = |m: &super::CheckedModule| {
            let named = m.commands.iter().filter_map(|c| c.action.as_ref());
            let actions = named.filter_map(|a| index.get(a.text.as_str()).copied()).collect();
            (m.name.text.clone(), actions, m.commands.iter().any(|c| c.action.is_none()))
        };
        let named = systems.iter().filter_map(|s| Some((s.name.as_ref()?.text.clone(), &s.value)));
        super::distinct(systems.iter().filter_map(|s| s.name.as_ref()), "system", out);
        Self {
            systems: named.collect(),
            open: Vec::new(),
            references: 0,
            modules: checked.modules.iter().map(alphabet).collect(),
            actions: checked.actions.clone(),
            used: vec![0; checked.modules.len()],
            out,
        }
    }

    /// The system block that is the model.
    fn main(&mut self, systems: &'a [SystemDef]) -> Option<&'a System> {
        let mut unnamed = systems.iter().filter(|s| s.name.is_none());
        let first = unnamed.next();
        if let (Some(first), Some(second)) = (first, unnamed.next()) {
            let message = "there are two `system` blocks without a name";
            self.out
                .push(Diagnostic::error(second.span, message).related(first.span, "the first one"));
        }
        if let (None, Some(named)) = (first, systems.first()) {
            let message = "one `system` block must be without a name: the model";
            self.out.push(Diagnostic::error(named.span, message));
        }
        first.map(|s| &s.value)
    }

    fn each_module_once(&mut self, systems: &[SystemDef]) {
        let Some(block) = systems.iter().find(|s| s.name.is_none()) else { return };
        for (i, (name, ..)) in self.modules.iter().enumerate() {
            if self.used[i] != 1 {
                let message = match self.used[i] {
                    0 => format!("the module `{name}` does not occur in the system"),
                    _ => format!("the module `{name}` occurs more than once in the system"),
                };
                self.out.push(Diagnostic::error(block.span, message).help("name each module once"));
            }
        }
    }

    fn module(&mut self, at: usize) -> Part {
        self.used[at] += 1;
        let (_, alphabet, unlabelled) = &self.modules[at];
        let way = |action| Way { action, participants: vec![Participant { module: at, action }] };
        let mut ways: Vec<Way> = alphabet.iter().map(|&a| way(Some(a))).collect();
        if *unlabelled {
            ways.push(way(None));
        }
        Part { alphabet: alphabet.clone(), ways }
    }

    fn compose(&mut self, system: &'a System) -> Part {
        match system {
            System::Paren(inner) => self.compose(inner),
            System::Module(name) => match self.modules.iter().position(|m| m.0 == name.text) {
                Some(at) => self.module(at),
                None => self.missing(name, "module"),
            },
            System::Reference(name) => self.reference(name),
            System::Full(parts) => {
                let parts = parts.iter().map(|p| self.compose(p)).collect();
                self.full(parts)
            }
            System::Interleaved(parts) => {
                let parts: Vec<Part> = parts.iter().map(|p| self.compose(p)).collect();
                let none = BTreeSet::new();
                parts.into_iter().reduce(|a, b| self.join(a, b, &none)).unwrap_or_else(empty)
            }
            System::Parallel(a, actions, b) => {
                let (a, b) = (self.compose(a), self.compose(b));
                let shared = actions.iter().filter_map(|name| self.action(name)).collect();
                self.join(a, b, &shared)
            }
            System::Hide(inner, actions) => {
                let part = self.compose(inner);
                let hidden: BTreeSet<usize> =
                    actions.iter().filter_map(|n| self.action(n)).collect();
                relabel(part, &|a| if hidden.contains(&a) { None } else { Some(a) })
            }
            System::Rename(inner, pairs) => {
                let part = self.compose(inner);
                let map: BTreeMap<usize, usize> = pairs
                    .iter()
                    .filter_map(|(old, new)| Some((self.action(old)?, self.any_action(new))))
                    .collect();
                relabel(part, &|a| Some(map.get(&a).copied().unwrap_or(a)))
            }
        }
    }

    fn reference(&mut self, name: &Name) -> Part {
        self.references += 1;
        if self.references > MOST_REFERENCES {
            return self.missing_once(name);
        }
        if self.open.contains(&name.text) || self.open.len() > 100 {
            let message = format!("the system \"{}\" is defined by way of itself", name.text);
            self.out.push(Diagnostic::error(name.span, message));
            return empty();
        }
        let Some(&system) = self.systems.get(&name.text) else {
            return self.missing(name, "system");
        };
        self.open.push(name.text.clone());
        let part = self.compose(system);
        self.open.pop();
        part
    }

    fn missing_once(&mut self, name: &Name) -> Part {
        if self.references == MOST_REFERENCES + 1 {
            let message = "the system refers to others too often";
            self.out.push(Diagnostic::error(name.span, message));
        }
        empty()
    }

    fn missing(&mut self, name: &Name, kind: &str) -> Part {
        self.out.push(Diagnostic::error(name.span, format!("there is no {kind} `{}`", name.text)));
        empty()
    }

    fn action(&mut self, name: &Name) -> Option<usize> {
        let found = self.actions.iter().position(|a| *a == name.text);
        if found.is_none() {
            let error = Diagnostic::error(name.span, format!("there is no action `{}`", name.text));
            let near = nearest(&name.text, self.actions.iter().map(String::as_str));
            self.out.push(match near {
                Some(near) => error.help(format!("did you mean `{near}`?")),
                None => error,
            });
        }
        found
    }

    /// An action that may be new.
    fn any_action(&mut self, name: &Name) -> usize {
        self.actions.iter().position(|a| *a == name.text).unwrap_or_else(|| {
            self.actions.push(name.text.clone());
            self.actions.len() - 1
        })
    }

    fn full(&mut self, parts: Vec<Part>) -> Part {
        let join = |a: Part, b: Part| {
            let shared = a.alphabet.intersection(&b.alphabet).copied().collect();
            self.join(a, b, &shared)
        };
        parts.into_iter().reduce(join).unwrap_or_else(empty)
    }

    fn join(&mut self, a: Part, b: Part, shared: &BTreeSet<usize>) -> Part {
        let together = |way: &Way| way.action.filter(|x| shared.contains(x));
        let mut ways: Vec<Way> =
            a.ways.iter().chain(&b.ways).filter(|w| together(w).is_none()).cloned().collect();
        let mut of_b: BTreeMap<usize, Vec<&Way>> = BTreeMap::new();
        for way in &b.ways {
            if let Some(action) = together(way) {
                of_b.entry(action).or_default().push(way);
            }
        }
        for x in a.ways.iter().take(MOST_WAYS) {
            if ways.len() > MOST_WAYS {
                break;
            }
            for y in together(x).and_then(|action| of_b.get(&action)).into_iter().flatten() {
                let mut participants = [&x.participants[..], &y.participants[..]].concat();
                participants.sort_unstable();
                ways.push(Way { action: x.action, participants });
            }
        }
        if ways.len() > MOST_WAYS {
            let message = format!("the modules move together in more than {MOST_WAYS} ways");
            self.out.push(Diagnostic::error_without_place(message));
            ways.truncate(1);
        }
        Part { alphabet: a.alphabet.union(&b.alphabet).copied().collect(), ways }
    }
}

fn empty() -> Part {
    Part { alphabet: BTreeSet::new(), ways: Vec::new() }
}

fn relabel(part: Part, new: &dyn Fn(usize) -> Option<usize>) -> Part {
    let ways = part.ways.into_iter().map(|way| Way { action: way.action.and_then(new), ..way });
    Part { alphabet: part.alphabet.into_iter().filter_map(new).collect(), ways: ways.collect() }
}
