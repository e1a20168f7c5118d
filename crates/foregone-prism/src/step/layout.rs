//! States as words of 64 bits.
//!
//! Each variable has a field as wide as its range needs, and no field crosses a word, so that equal
//! states have equal words and a field is changed without touching the others.

/// Where a variable lies.
#[derive(Clone, Copy, Debug)]
pub(super) struct Field {
    word: u32,
    shift: u32,
    mask: u64,
    low: i64,
}

/// Where all variables lie.
#[derive(Clone, Debug)]
pub struct Layout {
    fields: Vec<Field>,
    words: usize,
}

impl Layout {
    /// For variables with these smallest and largest values.
    pub fn new(ranges: &[(i64, i64)]) -> Self {
        let (mut word, mut used) = (0u32, 0u32);
        let mut fields = Vec::with_capacity(ranges.len());
        for &(low, high) in ranges {
            let span = high.wrapping_sub(low) as u64;
            let width = 64 - span.leading_zeros();
            if used + width > 64 {
                word += 1;
                used = 0;
            }
            let mask = if width == 64 { u64::MAX } else { (1 << width) - 1 };
            fields.push(Field { word, shift: used % 64, mask, low });
            used += width;
        }
        Self { fields, words: word as usize + 1 }
    }

    /// Words in a state, at least one.
    pub fn words(&self) -> usize {
        self.words
    }

    /// Variables in a state.
    pub fn variables(&self) -> usize {
        self.fields.len()
    }

    pub(super) fn field(&self, variable: usize) -> Field {
        self.fields[variable]
    }

    /// The value of one variable.
    pub fn value(&self, state: &[u64], variable: usize) -> i64 {
        self.fields[variable].get(state)
    }

    /// Writes all variables' values to `values`, which must be as long as there are variables.
    pub fn unpack(&self, state: &[u64], values: &mut [i64]) {
        for (field, value) in self.fields.iter().zip(values) {
            *value = field.get(state);
        }
    }

    /// Writes the values, which must be in range, to `state`, which must have the right length.
    pub fn pack(&self, values: &[i64], state: &mut [u64]) {
        state.fill(0);
        for (field, value) in self.fields.iter().zip(values) {
            field.put(state, *value);
        }
    }
}

impl Field {
    #[inline]
    fn get(self, state: &[u64]) -> i64 {
        (state[self.word as usize] >> self.shift & self.mask).wrapping_add(self.low as u64) as i64
    }

    #[inline]
    pub(super) fn put(self, state: &mut [u64], value: i64) {
        let bits = (value.wrapping_sub(self.low) as u64 & self.mask) << self.shift;
        let word = &mut state[self.word as usize];
        *word = *word & !(self.mask << self.shift) | bits;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_survive_packing() {
        let ranges =
            [(-3, 4), (0, 1), (i64::MIN, i64::MAX), (7, 7), (0, u32::MAX.into()), (0, 1 << 40)];
        let layout = Layout::new(&ranges);
        assert_eq!(layout.words(), 4);
        for values in
            [[-3, 0, i64::MIN, 7, 0, 0], [4, 1, i64::MAX, 7, 1 << 31, 1 << 40], [0, 1, -1, 7, 5, 9]]
        {
            let (mut state, mut back) = (vec![u64::MAX; 4], [0; 6]);
            layout.pack(&values, &mut state);
            layout.unpack(&state, &mut back);
            assert_eq!(back, values);
            layout.field(0).put(&mut state, 1);
            assert_eq!((layout.value(&state, 0), layout.value(&state, 1)), (1, values[1]));
        }
    }
}
