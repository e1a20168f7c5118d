//! Several values for a parameter: one game for each combination.
//!
//! Numbers take lists and ranges, `10,20,30`, `10:20`, `10:10:100` (from, step, to); words and
//! truths take lists. Texts may hold commas of their own, so they are parted by `;`; by commas only
//! where the game does not take the whole as one value, but each part.

use super::parameter::known;
use super::{GameRow, Kind, ParameterError, Values};

/// Combinations that are taken at most.
const MOST: usize = 100_000;

impl GameRow {
    /// The values of all combinations that `given` names, the last parameter running fastest.
    ///
    /// # Errors
    /// As [`values`](Self::values); there are too many; or a range is empty.
    pub fn runs<T: AsRef<str>>(&self, given: &[T]) -> Result<Vec<Values>, ParameterError> {
        let mut runs: Vec<Vec<String>> = vec![Vec::new()];
        for pair in given {
            let pair = pair.as_ref();
            let Some((name, text)) = pair.split_once('=') else {
                return Err(ParameterError::Form(pair.into(), known(self.parameters)));
            };
            let (name, text) = (name.trim(), text.trim());
            let texts = self.alternatives(name, text)?;
            if runs.len().saturating_mul(texts.len()) > MOST {
                let text = format!("{pair}: more than {MOST} combinations; give fewer values");
                return Err(ParameterError::Conflict(text));
            }
            let with = |run: &Vec<String>, text: &String| {
                let mut run = run.clone();
                run.push(format!("{name}={text}"));
                run
            };
            runs = runs.iter().flat_map(|run| texts.iter().map(|text| with(run, text))).collect();
        }
        runs.iter().map(|run| self.values(run)).collect()
    }

    /// What a text given for a parameter may stand for: one value, or several.
    fn alternatives(&self, name: &str, text: &str) -> Result<Vec<String>, ParameterError> {
        let parts = |at: char| text.split(at).map(|part| part.trim().to_owned()).collect();
        let kind = self.parameters.iter().find(|parameter| parameter.name == name);
        Ok(match kind.map(|parameter| parameter.kind) {
            Some(Kind::Int(..)) => {
                let ranges = text.split(',').map(|part| range(name, part.trim()));
                ranges.collect::<Result<Vec<_>, _>>()?.concat()
            }
            Some(Kind::Bool | Kind::Word(_)) => parts(','),
            Some(Kind::Text(_)) if text.contains(';') => parts(';'),
            Some(Kind::Text(_)) if text.contains(',') => {
                let takes = |text: &str| self.build(&[format!("{name}={text}")]).is_ok();
                let all: Vec<String> = parts(',');
                let several = !takes(text) && all.iter().all(|part| takes(part));
                if several { all } else { vec![text.into()] }
            }
            _ => vec![text.into()],
        })
    }
}

/// The numbers from a range; anything else as it is.
fn range(name: &str, text: &str) -> Result<Vec<String>, ParameterError> {
    let numbers: Option<Vec<i64>> = text.split(':').map(|part| part.trim().parse().ok()).collect();
    let (from, step, to) = match numbers.as_deref() {
        Some([from, to]) => (*from, 1, *to),
        Some([from, step, to]) => (*from, *step, *to),
        _ => return Ok(vec![text.into()]),
    };
    let length = to.checked_sub(from).filter(|&length| length >= 0 && step >= 1);
    let Some(count) = length.map(|length| length / step).filter(|&count| count < MOST as i64)
    else {
        let text = format!(
            "{name}={text}: a range is FROM:TO or FROM:STEP:TO with FROM at most TO, a step of at \
             least 1 and at most {MOST} numbers"
        );
        return Err(ParameterError::Conflict(text));
    };
    Ok((0..=count).map(|i| (from + i * step).to_string()).collect())
}
