//! Models too large for the memory there is: level by level, where they make progress.

use std::sync::Arc;

use foregone::model::{
    Answer, Built, Deadlocks, Found, FoundByLevels, Given, Model, Span, by_levels, has_levels,
};
use foregone::solve::takes_slices;
use foregone::{Rational, Stop, Watch};
use serde_json::Map;

use super::report::{Entry, Report};
use super::{Manner, constants, failed};
use crate::failure::Failure;
use crate::model::{ModelFile, shown};
use crate::show::count;
use crate::terminal::Terminal;

/// True where exploring met the limit of memory, and all that is asked can be had level by level.
pub fn suits(
    file: &ModelFile,
    given: &Given,
    built: &Built,
    manner: &Manner<'_>,
) -> Result<bool, Failure> {
    let Some(properties) = &file.properties else { return Ok(false) };
    let full = matches!(built.stopped(), Some(Stop::Memory(_)));
    let plain = manner.at.is_none() && manner.output.is_none() && file.listing.is_none();
    let stages = manner.how.stages();
    let bounds = stages.len() == 1 && takes_slices(&stages[0]);
    if !full || !plain || !bounds || file.deadlocks() == Deadlocks::Refuse {
        return Ok(false);
    }
    let queries = properties.queries(built.model(), given).map_err(shown)?;
    Ok(has_levels(built.model(), &queries))
}

/// Answers every property; returns why the work ended early, or `None`.
pub fn answers(
    file: &ModelFile,
    given: &Given,
    model: &Arc<Model>,
    manner: &Manner<'_>,
    terminal: &Terminal,
    report: &mut Report,
) -> Result<Option<Stop>, Failure> {
    let Some(properties) = &file.properties else { return Ok(None) };
    let queries = properties.queries(model, given).map_err(shown)?;
    let limits = manner.how.limits();
    let mut stopped = None;
    for at in 0..properties.len() {
        let found =
            by_levels(&file.text, model, &queries, at, &limits, terminal).map_err(failed)?;
        let Some(FoundByLevels { found, size, stopped: stop, progress }) = found else {
            let why = "this model cannot be solved level by level, nor within the memory given";
            return Err(Failure::Wrong(why.into()));
        };
        terminal.note(&|| {
            let levels = count(size.levels, "level", "levels");
            let entries = count(size.entries, "state", "states");
            format!("solved in {levels} of {progress}, {entries} of which were kept")
        });
        let stop = stop.or_else(|| too_wide(&found, &manner.how.stages()[0].precision));
        if report.states == 0 {
            (report.states, report.choices, report.branches) =
                (size.states, size.choices, size.branches);
            report.parameters = constants(&file.text.own(given));
        }
        let mut entry = Entry {
            at,
            property: properties.shown(at),
            name: properties.name(at).map(Into::into),
            constants: constants(given),
            states: size.states,
            result: Map::new(),
            text: String::new(),
            code: 0,
            moves: None,
            is_max: false,
        };
        entry.told(&Answer { found, stopped: stop.clone(), judged: None }, manner.how.form());
        report.results.push(entry);
        stopped = stopped.or(stop);
    }
    Ok(stopped)
}

/// Bounds of 64 bits that are wider than what is asked.
fn too_wide(found: &Found, precision: &Rational) -> Option<Stop> {
    let wide = |span: &Span| span.finite().is_none_or(|(lower, upper)| upper - lower > *precision);
    let wide = match found {
        Found::Number(span) => wide(span),
        Found::Range { least, most } => wide(least) || wide(most),
        Found::Truth(_) | Found::Beyond(_) | Found::States(_) => false,
    };
    wide.then_some(Stop::Width)
}
