//! A plain breadth-first exploration to count states with.

use foregone_prism::check::{Given, check_model, experiments};
use foregone_prism::source::{Diagnostic, Source, render_all};
use foregone_prism::step::{Model, Signs, instantiate};
use foregone_prism::syntax::{parse_constants, parse_model};
use hashbrown::HashMap;

/// States, choices and branches (those of one choice to one state counted once).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(dead_code)]
pub struct Counts {
    pub states: usize,
    pub choices: usize,
    pub branches: usize,
    pub deadlocks: usize,
}

/// Text and constants to a model, or all messages as a person sees them.
#[allow(dead_code)]
pub fn build(name: &str, text: &str, constants: &str) -> Result<Model, String> {
    let source = Source::new(name, text);
    let shown = |list: Vec<Diagnostic>| render_all(&list, &source);
    let model = parse_model(&source).map_err(shown)?;
    let checked = check_model(&model).map_err(shown)?;
    let given = if constants.is_empty() {
        Given::new()
    } else {
        let text = Source::new("--const", constants);
        let given = parse_constants(&text).map_err(|e| render_all(&e, &text))?;
        let open: Vec<_> = checked.constants.iter().collect();
        experiments(&open, &given).map_err(|e| render_all(&e, &text))?.remove(0)
    };
    Ok(instantiate(&checked, &given, false).map_err(shown)?.model)
}

/// Explores everything that can be reached.
#[allow(dead_code)]
pub fn explore(model: &Model) -> Result<Counts, Box<Diagnostic>> {
    let words = model.layout().words();
    let mut ids: HashMap<Vec<u64>, u32, foldhash::fast::FixedState> = HashMap::default();
    let mut states: Vec<u64> = Vec::new();
    for state in model.initial_states() {
        if !ids.contains_key(state) {
            ids.insert(state.to_vec(), ids.len() as u32);
            states.extend_from_slice(state);
        }
    }
    let mut out = model.buffer();
    let mut counts = Counts { states: 0, choices: 0, branches: 0, deadlocks: 0 };
    let mut targets = Vec::new();
    while counts.states * words < states.len() {
        let at = counts.states * words;
        let state = states[at..at + words].to_vec();
        model.successors(&state, &mut out)?;
        counts.states += 1;
        counts.choices += out.choices().len();
        counts.deadlocks += usize::from(out.choices().is_empty());
        for choice in out.choices() {
            targets.clear();
            for target in out.targets(choice) {
                let next = ids.len() as u32;
                let id = match ids.get(target) {
                    Some(&id) => id,
                    None => {
                        ids.insert(target.to_vec(), next);
                        states.extend_from_slice(target);
                        next
                    }
                };
                targets.push(id);
            }
            targets.sort_unstable();
            targets.dedup();
            counts.branches += targets.len();
        }
    }
    Ok(counts)
}

/// Explores everything and evaluates every label and reward in every state.
#[allow(dead_code)]
pub fn explore_labels(model: &Model) -> Result<usize, Box<Diagnostic>> {
    let mut out = model.buffer();
    let mut seen: std::collections::BTreeSet<Vec<u64>> = std::collections::BTreeSet::new();
    let mut open: Vec<Vec<u64>> = model.initial_states().map(<[u64]>::to_vec).collect();
    while let Some(state) = open.pop() {
        if seen.len() >= 100_000 || !seen.insert(state.clone()) {
            continue;
        }
        model.successors(&state, &mut out)?;
        for name in model.labels() {
            model.label_holds(name, out.values()).expect("a label of the model")?;
        }
        for structure in 0..model.reward_structures() {
            model.state_reward(structure, out.values(), Signs::Any)?;
            for index in 0..out.choices().len() {
                model.choice_reward(structure, &out, index, Signs::Any)?;
            }
        }
        for choice in out.choices() {
            open.extend(out.targets(choice).map(<[u64]>::to_vec));
        }
    }
    Ok(seen.len())
}
