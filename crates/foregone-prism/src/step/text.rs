//! States as text: `s1=3,s2=0,who=1`, in any order.

use super::model::Model;

impl Model {
    /// The packed state described by named values; variables that are left out have the values of
    /// the first initial state. Any values within the ranges will do, also those that play never
    /// reaches.
    ///
    /// # Errors
    /// A message with what is wrong and what would be right.
    pub fn state(&self, text: &str) -> Result<Vec<u64>, String> {
        let mut values = vec![0; self.variables.len()];
        if let Some(first) = self.initial_states().next() {
            self.layout.unpack(first, &mut values);
        }
        let mut given = vec![false; values.len()];
        for part in text.split(',').map(str::trim).filter(|part| !part.is_empty()) {
            let (at, value) = self.one_value(part)?;
            if std::mem::replace(&mut given[at], true) {
                return Err(format!("`{}` is given twice", self.variables[at].name));
            }
            values[at] = value;
        }
        let mut packed = vec![0; self.layout.words()];
        self.layout.pack(&values, &mut packed);
        Ok(packed)
    }

    fn one_value(&self, part: &str) -> Result<(usize, i64), String> {
        let (name, value) = part
            .split_once('=')
            .map(|(name, value)| (name.trim(), value.trim()))
            .ok_or_else(|| format!("`{part}` is not of the form name=value"))?;
        let at = self.variables.iter().position(|v| v.name == name).ok_or_else(|| {
            let names: Vec<&str> = self.variables.iter().map(|v| v.name.as_str()).collect();
            format!("there is no variable `{name}`; the variables are {}", names.join(", "))
        })?;
        let variable = &self.variables[at];
        let parsed = match value {
            "true" if variable.bool => Some(1),
            "false" if variable.bool => Some(0),
            _ if variable.bool => None,
            digits => digits.parse().ok(),
        };
        match parsed.filter(|v| (variable.low..=variable.high).contains(v)) {
            Some(value) => Ok((at, value)),
            None if variable.bool => Err(format!("`{name}` is true or false, not `{value}`")),
            None => Err(format!(
                "`{name}` lies between {} and {}, but `{value}` is given",
                variable.low, variable.high
            )),
        }
    }
}
