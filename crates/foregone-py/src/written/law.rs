//! The probabilities of one choice as a game written in Python gives them.
//!
//! Whole numbers alone are weights: 1, 1, 2 mean 1/4, 1/4, 1/2. Floats alone are read as
//! [`numbers::distribution`] says. Otherwise each is a probability by itself. Invariant: what is
//! remembered by an object's address keeps the object alive.

use std::rc::Rc;

use foldhash::fast::FixedState;
use foregone::Rational;
use hashbrown::HashMap;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyFloat, PyInt};

use crate::arrays::Law;
use crate::numbers;

/// One probability.
enum Chance {
    Weight(u64),
    Double(f64),
    Exact(Rational),
}

/// Laws that were seen before, and the one being read.
#[derive(Default)]
pub struct Laws {
    known: HashMap<Vec<(u8, u64)>, Rc<Law>, FixedState>,
    kept: HashMap<usize, (Py<PyAny>, Rational), FixedState>,
    key: Vec<(u8, u64)>,
    chances: Vec<Chance>,
    /// True while every number of the key is remembered for ever.
    lasting: bool,
}

/// No more laws, and no more numbers, are remembered than this.
const MOST: usize = 1 << 14;

impl Laws {
    /// Begins with the next choice.
    pub fn clear(&mut self) {
        self.key.clear();
        self.chances.clear();
        self.lasting = true;
    }

    /// Adds the probability of the next branch.
    pub fn push(&mut self, p: &Bound<'_, PyAny>) -> PyResult<()> {
        let whole = p.is_instance_of::<PyInt>() && !p.is_instance_of::<PyBool>();
        if let (true, Ok(weight)) = (whole, p.extract::<u64>()) {
            self.key.push((0, weight));
            self.chances.push(Chance::Weight(weight));
            return Ok(());
        }
        if p.is_instance_of::<PyFloat>() {
            let double: f64 = p.extract()?;
            self.key.push((1, double.to_bits()));
            self.chances.push(Chance::Double(double));
            return Ok(());
        }
        let address = p.as_ptr() as usize;
        if !self.kept.contains_key(&address) {
            let number = numbers::rational(p)?;
            if self.kept.len() >= MOST {
                self.lasting = false;
                self.chances.push(Chance::Exact(number));
                return Ok(());
            }
            self.kept.insert(address, (p.clone().unbind(), number));
        }
        self.key.push((2, address as u64));
        self.chances.push(Chance::Exact(self.kept[&address].1.clone()));
        Ok(())
    }

    /// The law that was read.
    pub fn law(&mut self) -> PyResult<Rc<Law>> {
        if let (true, Some(law)) = (self.lasting, self.known.get(&self.key)) {
            return Ok(Rc::clone(law));
        }
        let law = Rc::new(self.read()?);
        if self.lasting && self.known.len() < MOST {
            self.known.insert(self.key.clone(), Rc::clone(&law));
        }
        Ok(law)
    }

    fn read(&self) -> PyResult<Law> {
        let weight = |chance: &Chance| match chance {
            Chance::Weight(weight) => Some(*weight),
            _ => None,
        };
        if let Some(weights) = self.chances.iter().map(weight).collect::<Option<Vec<u64>>>() {
            let sum = weights.iter().try_fold(0u64, |sum, &w| sum.checked_add(w));
            if let Some(sum) = sum {
                return Ok(Law::Weights(sum, weights));
            }
        }
        let double = |chance: &Chance| match chance {
            Chance::Double(double) => Some(*double),
            _ => None,
        };
        if let Some(doubles) = self.chances.iter().map(double).collect::<Option<Vec<f64>>>() {
            return Ok(Law::of(numbers::distribution(&doubles)?));
        }
        let exact = |chance: &Chance| match chance {
            Chance::Weight(number) => Ok((*number).into()),
            Chance::Double(double) => numbers::simplest(*double),
            Chance::Exact(number) => Ok(number.clone()),
        };
        Ok(Law::of(self.chances.iter().map(exact).collect::<PyResult<_>>()?))
    }
}
