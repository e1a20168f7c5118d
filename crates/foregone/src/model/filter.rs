//! Questions about many states at once.

use foregone_prism::query::{Ask, FilterKind, Formula};
use foregone_prism::source::Diagnostic;

use super::answer::{Job, range};
use super::{Found, ModelError, Span, decide};
use crate::{Rational, StateId};

impl Job<'_> {
    pub(super) fn filter(
        &mut self,
        kind: FilterKind,
        ask: &Ask,
        states: &Formula,
    ) -> Result<Found, ModelError> {
        (self.depth, self.held) = (self.depth + 1, self.held + 1);
        let all = self.everywhere(ask);
        let chosen = self.truths(states);
        (self.depth, self.held) = (self.depth - 1, self.held - 1);
        let (all, chosen) = (all?, chosen?);
        let unknown = "which states the filter chooses is not decided";
        let mut picked = Vec::new();
        for state in self.built.arena().ids() {
            if chosen[state.index()].ok_or_else(|| ModelError::Asked(unknown.into()))? {
                picked.push((state, all[state.index()].clone()));
            }
        }
        if picked.is_empty() {
            return Err(self.no("the filter chooses no state"));
        }
        self.choose(kind, picked)
    }

    fn choose(&self, kind: FilterKind, picked: Vec<(StateId, Found)>) -> Result<Found, ModelError> {
        let truths = || picked.iter().map(|(_, found)| found.truth());
        let spans = || picked.iter().map(|(_, found)| found.span());
        let numbers = || {
            let numbers: Option<Vec<Span>> = spans().collect();
            numbers.ok_or_else(|| self.no("this filter needs a number in each state"))
        };
        Ok(match kind {
            FilterKind::ForAll => Found::Truth(decide::all(truths())),
            FilterKind::Exists => Found::Truth(decide::any(truths())),
            FilterKind::Count => {
                let yes = truths().filter(|truth| *truth == Some(true)).count();
                let open = truths().filter(Option::is_none).count();
                Found::Number(Span::between(Rational::from(yes), Rational::from(yes + open)))
            }
            FilterKind::Min => Found::Number(fold(&numbers()?, Span::least)),
            FilterKind::Max => Found::Number(fold(&numbers()?, Span::most)),
            FilterKind::Sum => Found::Number(fold(&numbers()?, Span::plus)),
            FilterKind::Average => {
                let numbers = numbers()?;
                Found::Number(fold(&numbers, Span::plus).over(numbers.len()))
            }
            FilterKind::Range => range(numbers()?.into_iter()),
            FilterKind::First => self.sorted(picked).swap_remove(0).1,
            FilterKind::State => match &picked[..] {
                [(_, found)] => found.clone(),
                _ => return Err(self.no("the filter `state` needs exactly one state")),
            },
            FilterKind::Print => self.listed(picked),
            FilterKind::ArgMin | FilterKind::ArgMax => {
                let numbers = numbers()?;
                let small = kind == FilterKind::ArgMin;
                let best = fold(&numbers, if small { Span::least } else { Span::most });
                let may_be = |span: &Span| match small {
                    true => span.lower <= best.upper,
                    false => span.upper >= best.lower,
                };
                let pairs = picked.into_iter().zip(numbers);
                self.listed(pairs.filter(|(_, span)| may_be(span)).map(|(one, _)| one).collect())
            }
        })
    }

    /// In the order of the variables' values.
    fn sorted(&self, mut picked: Vec<(StateId, Found)>) -> Vec<(StateId, Found)> {
        picked.sort_by_cached_key(|(state, _)| self.built.explored.describe(*state));
        picked
    }

    fn listed(&self, picked: Vec<(StateId, Found)>) -> Found {
        let sorted = self.sorted(picked).into_iter();
        Found::States(sorted.map(|(state, found)| (self.built.show(state), found)).collect())
    }

    pub(super) fn no(&self, message: &str) -> ModelError {
        ModelError::of(self.properties, vec![Diagnostic::error(self.place, message)])
    }
}

impl Found {
    fn truth(&self) -> Option<bool> {
        match self {
            Self::Truth(truth) => *truth,
            _ => None,
        }
    }

    pub(super) fn span(&self) -> Option<Span> {
        match self {
            Self::Number(span) => Some(span.clone()),
            _ => None,
        }
    }
}

fn fold(numbers: &[Span], pick: fn(&Span, &Span) -> Span) -> Span {
    numbers[1..].iter().fold(numbers[0].clone(), |so_far, span| pick(&so_far, span))
}
