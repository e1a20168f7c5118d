//! The names of choices, each name kept once.

use std::collections::BTreeMap;

/// Names of choices. Invariant: names differ, the first is empty, each is used for the first time
/// in the order of the list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Moves {
    names: Vec<String>,
    of: Vec<u32>,
}

impl Moves {
    /// One name for each choice, in order.
    pub fn new<S: AsRef<str>>(all: impl IntoIterator<Item = S>) -> Self {
        let mut places = BTreeMap::from([(String::new(), 0)]);
        let mut names = vec![String::new()];
        let place = |name: S| match places.get(name.as_ref()) {
            Some(&place) => place,
            None => {
                let place = names.len() as u32;
                places.insert(name.as_ref().to_owned(), place);
                names.push(name.as_ref().to_owned());
                place
            }
        };
        let of = all.into_iter().map(place).collect();
        Self { names, of }
    }

    /// The name of a choice; empty where it has none.
    pub fn name(&self, choice: u32) -> &str {
        self.names.get(self.place(choice)).map_or("", String::as_str)
    }

    /// The place of a choice's name among [`names`](Self::names).
    pub fn place(&self, choice: u32) -> usize {
        self.of.get(choice as usize).map_or(0, |&place| place as usize)
    }

    /// The different names, the empty one first.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// True where no choice has a name.
    pub fn is_empty(&self) -> bool {
        self.names.len() == 1
    }
}
