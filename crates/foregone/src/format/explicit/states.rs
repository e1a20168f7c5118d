//! `.sta`: the variables' names, then the values of each state.

use foregone_prism::source::Source;

use super::empty;
use crate::format::listing::Variable;
use crate::format::solution::Column;
use crate::format::text::{Line, Taken, Word, lines};

pub(super) fn read(source: &Source, states: usize) -> Taken<Vec<Variable>> {
    let mut all = lines(source).filter(|line| !line.text.trim().is_empty());
    let first = all.next().ok_or_else(|| empty(source, "the variables' names, (x,y)"))?;
    let names = first.trimmed().within('(', ')');
    let names = names.ok_or_else(|| first.error("expected the variables' names, (x,y)"))?;
    let names: Vec<&str> = names.parts(',').map(|word| word.trimmed().text).collect();
    if let Some(twice) = (1..names.len()).find(|&at| names[..at].contains(&names[at])) {
        return Err(first.error(format!("the variable `{}` is named twice", names[twice])));
    }
    let mut rows: Vec<Option<Vec<Word<'_>>>> = Vec::new();
    for line in all {
        let (state, values) = row(line, states, names.len())?;
        if rows.len() <= state {
            rows.resize(state + 1, None);
        }
        if rows[state].replace(values).is_some() {
            return Err(line.error(format!("state {state} occurs a second time")));
        }
    }
    let given: Option<Vec<Vec<Word<'_>>>> = rows.into_iter().collect();
    let given = given.filter(|rows| rows.len() == states).ok_or_else(|| {
        first.error(format!("there must be one line for each of the {states} states"))
    })?;
    (0..names.len()).map(|at| variable(names[at], given.iter().map(|row| row[at]))).collect()
}

fn row(line: Line<'_>, states: usize, variables: usize) -> Taken<(usize, Vec<Word<'_>>)> {
    let expected = "expected a state and its values, 0:(1,2)";
    let (state, values) = line.trimmed().split(':').ok_or_else(|| line.error(expected))?;
    let state = state.trimmed().state(states as u32)?;
    let values = values.trimmed();
    let values = values.within('(', ')').ok_or_else(|| values.error(expected))?;
    let values: Vec<Word<'_>> = values.parts(',').map(Word::trimmed).collect();
    if values.len() != variables {
        let message = format!("{} values for {variables} variables", values.len());
        return Err(line.error(message));
    }
    Ok((state as usize, values))
}

fn variable<'a>(name: &str, values: impl Iterator<Item = Word<'a>> + Clone) -> Taken<Variable> {
    let truth = |word: Word<'_>| match word.text {
        "true" => Some(true),
        "false" => Some(false),
        _ => None,
    };
    let name = name.to_owned();
    if values.clone().next().is_some_and(|word| truth(word).is_some()) {
        let expected = "is neither true nor false, as in other states";
        let read = |word: Word<'_>| {
            truth(word).ok_or_else(|| word.error(format!("`{}` {expected}", word.text)))
        };
        let values = values.map(read).collect::<Taken<_>>()?;
        return Ok(Variable { name, values: Column::Bool(values) });
    }
    let read = |word: Word<'_>| {
        let number = word.text.parse();
        number.map_err(|_| word.error(format!("`{}` is not a whole number of 64 bits", word.text)))
    };
    Ok(Variable { name, values: Column::Int(values.map(read).collect::<Taken<_>>()?) })
}
