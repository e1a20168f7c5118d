//! A model as a [`Game`]: states are packed words, choices come from the model's commands.
//!
//! A game has no errors in the middle of play, a model does (probabilities that do not sum to 1,
//! values out of range). The first one is noted, the state where it was met ends, and whoever
//! explores looks at the notes. A state without a choice goes to itself for ever, as users of
//! PRISM expect; it is noted too.

use std::sync::{Arc, Mutex, MutexGuard};

use foregone_prism::source::Diagnostic;
use foregone_prism::step::{Choice, Model, Successors};

use super::words::Words;
use crate::game::Told;
use crate::lock::locked;
use crate::session::SharedGame;
use crate::{Choices, Field, FieldValue, Game, Player, PositionError, Rational, Turn, UBig};

/// What was met while choices were asked for.
#[derive(Debug, Default)]
pub(super) struct Notes {
    /// The first error.
    pub error: Option<Box<Diagnostic>>,
    /// Packed states without a choice, one after another; one may occur several times.
    pub deadlocks: Vec<u64>,
}

/// Notes that the game shares with whoever explores it.
pub(super) type SharedNotes = Arc<Mutex<Notes>>;

/// `model` as a game of any kind, and the notes it takes.
pub(super) fn game(model: Arc<Model>) -> (SharedGame, SharedNotes) {
    match model.layout().words() {
        1 => with::<[u64; 1]>(model),
        2 => with::<[u64; 2]>(model),
        3 => with::<[u64; 3]>(model),
        4 => with::<[u64; 4]>(model),
        _ => with::<Box<[u64]>>(model),
    }
}

fn with<S: Words>(model: Arc<Model>) -> (SharedGame, SharedNotes) {
    let (game, notes) = ModelGame::<S>::new(model);
    (Arc::new(game), notes)
}

/// A model as a game.
pub(super) struct ModelGame<S> {
    model: Arc<Model>,
    /// The dense index of a state is the sum of these times its values above the lowest ones.
    strides: Option<(u64, Vec<Stride>)>,
    bench: Mutex<Bench<S>>,
    /// Benches for those who ask ahead.
    others: Mutex<Vec<Bench<S>>>,
    notes: SharedNotes,
}

struct Stride {
    low: i64,
    times: u64,
}

/// The choices of one state, and distributions in the form that the explorer takes.
struct Bench<S> {
    buffer: Successors,
    of: Option<S>,
    laws: Vec<Law>,
}

enum Law {
    Weights(u64, Vec<u64>),
    Exact(Vec<Rational>),
}

/// Most entries of a dense index: 4 bytes each, most of them perhaps never met.
const DENSE: u64 = 1 << 25;

fn strides(model: &Model) -> Option<(u64, Vec<Stride>)> {
    let mut len: u64 = 1;
    let mut all = Vec::new();
    for variable in model.variables() {
        all.push(Stride { low: variable.low, times: len });
        let values = variable.high.checked_sub(variable.low)?.checked_add(1)?;
        len = len.checked_mul(u64::try_from(values).ok()?).filter(|&len| len <= DENSE)?;
    }
    Some((len, all))
}

impl<S: Words> Bench<S> {
    fn new(model: &Model) -> Self {
        Self { buffer: model.buffer(), of: None, laws: Vec::new() }
    }

    /// Brings the choices of `state` into the buffer.
    fn load(&mut self, model: &Model, state: &S) -> Result<(), Box<Diagnostic>> {
        if self.of.as_ref() == Some(state) {
            return Ok(());
        }
        self.of = None;
        model.successors(state.words(), &mut self.buffer)?;
        self.of = Some(state.clone());
        while self.laws.len() < self.buffer.distributions().len() {
            let id = foregone_prism::step::DistributionId(self.laws.len() as u32);
            self.laws.push(Law::of(self.buffer.distributions().get(id)));
        }
        Ok(())
    }

    fn turn(&self) -> Turn {
        Turn::Player(Player(self.buffer.player().unwrap_or(0) as u8))
    }

    fn write(&self, choice: &Choice, out: &mut Choices<S>) {
        let targets = self.buffer.targets(choice).map(S::of);
        match &self.laws[choice.distribution.0 as usize] {
            Law::Weights(denominator, weights) => {
                out.choice(*denominator);
                weights.iter().zip(targets).for_each(|(&weight, to)| out.branch(weight, to));
            }
            Law::Exact(probabilities) => {
                out.choice_exact();
                let branches = probabilities.iter().zip(targets);
                branches.for_each(|(p, to)| out.branch_exact(p.clone(), to));
            }
        }
    }
}

impl Law {
    /// Small numerators over one denominator where they fit.
    fn of(probabilities: &[Rational]) -> Self {
        Self::weights(probabilities).unwrap_or_else(|| Self::Exact(probabilities.to_vec()))
    }

    fn weights(probabilities: &[Rational]) -> Option<Self> {
        let mut denominator = UBig::ONE;
        for p in probabilities {
            let missing = Rational::from(denominator.clone()) * p;
            denominator *= missing.denominator();
            u64::try_from(&denominator).ok()?;
        }
        let denominator = u64::try_from(&denominator).ok()?;
        let weight = |p: &Rational| u64::try_from((p * Rational::from(denominator)).numerator());
        let weights = probabilities.iter().map(|p| weight(p).ok()).collect::<Option<_>>()?;
        Some(Self::Weights(denominator, weights))
    }
}

impl<S: Words> ModelGame<S> {
    /// The game, and the notes it takes.
    pub(super) fn new(model: Arc<Model>) -> (Self, SharedNotes) {
        let notes = SharedNotes::default();
        let (strides, bench) = (strides(&model), Mutex::new(Bench::new(&model)));
        let others = Mutex::default();
        (Self { model, strides, bench, others, notes: notes.clone() }, notes)
    }

    /// The choices at `state`, or `None` where there is an error, which is noted.
    fn at(&self, state: &S) -> Option<MutexGuard<'_, Bench<S>>> {
        let mut bench = locked(&self.bench);
        match bench.load(&self.model, state) {
            Ok(()) => Some(bench),
            Err(error) => {
                locked(&self.notes).error.get_or_insert(error);
                None
            }
        }
    }

    fn value(&self, state: &S, at: usize) -> i64 {
        self.model.layout().value(state.words(), at)
    }
}

impl<S: Words> Game for ModelGame<S> {
    type State = S;

    fn starts(&self) -> Vec<S> {
        self.model.initial_states().map(S::of).collect()
    }

    fn turn(&self, state: &S) -> Turn {
        let Some(bench) = self.at(state) else { return Turn::Over(Rational::ZERO) };
        if bench.buffer.choices().is_empty() {
            locked(&self.notes).deadlocks.extend_from_slice(state.words());
        }
        bench.turn()
    }

    fn choices(&self, state: &S, out: &mut Choices<S>) {
        let Some(bench) = self.at(state) else { return };
        if bench.buffer.choices().is_empty() {
            out.certain(state.clone());
        }
        bench.buffer.choices().iter().for_each(|choice| bench.write(choice, out));
    }

    /// States of which there is something to note are left open.
    fn ahead(&self, states: &[S], out: &mut [Told<S>]) {
        let spare = locked(&self.others).pop();
        let mut bench = spare.unwrap_or_else(|| Bench::new(&self.model));
        for (state, told) in states.iter().zip(out) {
            told.choices.clear();
            let loaded = bench.load(&self.model, state).is_ok();
            let plain = loaded && !bench.buffer.choices().is_empty();
            told.turn = plain.then(|| bench.turn());
            if plain {
                let choices = bench.buffer.choices().iter();
                choices.for_each(|choice| bench.write(choice, &mut told.choices));
            }
        }
        locked(&self.others).push(bench);
    }

    fn encode(&self, state: &S, out: &mut Vec<u8>) {
        state.words().iter().for_each(|word| out.extend(word.to_le_bytes()));
    }

    fn decode(&self, bytes: &[u8]) -> Option<S> {
        let (words, rest) = bytes.as_chunks::<8>();
        let words: Vec<u64> = words.iter().map(|&word| u64::from_le_bytes(word)).collect();
        let fits = rest.is_empty() && words.len() == self.model.layout().words();
        fits.then(|| S::of(&words))
    }

    fn dense_len(&self) -> Option<u64> {
        self.strides.as_ref().map(|(len, _)| *len)
    }

    #[inline]
    fn index(&self, state: &S) -> u64 {
        let Some((_, strides)) = &self.strides else { return 0 };
        let part = |(at, stride): (usize, &Stride)| {
            self.value(state, at).wrapping_sub(stride.low) as u64 * stride.times
        };
        strides.iter().enumerate().map(part).sum()
    }

    fn players(&self) -> Vec<String> {
        match self.model.players() {
            [] => vec!["the player".into()],
            players => players.to_vec(),
        }
    }

    fn fields(&self) -> Vec<Field> {
        let first = self.model.initial_states().next().map(S::of);
        let variables = self.model.variables().iter().enumerate();
        let field = |(at, variable): (usize, &foregone_prism::step::VariableInfo)| {
            let meaning = match variable.bool {
                true => "true or false".to_owned(),
                false => format!("{} to {}", variable.low, variable.high),
            };
            let default = first.as_ref().map(|state| self.field_value(state, at));
            Field { default, ..Field::new(&variable.name, meaning) }
        };
        variables.map(field).collect()
    }

    fn describe(&self, state: &S) -> Vec<FieldValue> {
        (0..self.model.variables().len()).map(|at| self.field_value(state, at)).collect()
    }

    fn numbers(&self, state: &S, out: &mut Vec<i64>) {
        out.resize(self.model.variables().len(), 0);
        self.model.layout().unpack(state.words(), out);
    }

    fn position(&self, values: &[FieldValue]) -> Result<S, PositionError> {
        let variables = self.model.variables();
        if values.len() != variables.len() {
            return Err(PositionError::new("every variable needs a value"));
        }
        let mut numbers = Vec::with_capacity(values.len());
        for (variable, value) in variables.iter().zip(values) {
            let number = match value {
                FieldValue::Bool(truth) if variable.bool => Some(i64::from(*truth)),
                FieldValue::Int(number) if !variable.bool => Some(*number),
                _ => None,
            };
            let fits = |number: &i64| (variable.low..=variable.high).contains(number);
            numbers.push(number.filter(fits).ok_or_else(|| {
                let name = &variable.name;
                PositionError::new(match variable.bool {
                    true => format!("'{name}' is true or false, not '{value}'"),
                    false => format!(
                        "'{name}' lies between {} and {}, but is '{value}'",
                        variable.low, variable.high
                    ),
                })
            })?);
        }
        let mut words = vec![0; self.model.layout().words()];
        self.model.layout().pack(&numbers, &mut words);
        Ok(S::of(&words))
    }

    fn name_of_move(&self, state: &S, choice: usize) -> String {
        let Some(bench) = self.at(state) else { return format!("move {}", choice + 1) };
        let action = bench.buffer.choices().get(choice).map(|choice| choice.action);
        match action {
            Some(Some(action)) => self.model.actions()[action as usize].clone(),
            Some(None) => format!("[] {}", choice + 1),
            None => "stay".into(),
        }
    }
}

impl<S: Words> ModelGame<S> {
    fn field_value(&self, state: &S, at: usize) -> FieldValue {
        let value = self.value(state, at);
        match self.model.variables()[at].bool {
            true => FieldValue::Bool(value != 0),
            false => FieldValue::Int(value),
        }
    }
}
