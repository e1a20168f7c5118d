//! Texts of models and properties, and values for their constants.

use std::collections::BTreeMap;
use std::sync::Arc;

use foregone_prism::check::{
    Checked, CheckedProperties, Given, check_model, check_properties, experiments,
};
use foregone_prism::query::{Queries, queries};
use foregone_prism::source::{Diagnostic, Source};
use foregone_prism::step::{Model, instantiate};
use foregone_prism::syntax::{
    Annotation, annotations, parse_constants, parse_model, parse_properties,
};

use super::{Built, Constant, ModelError};
use crate::format::Listing;
use crate::{FieldValue, Limits, Player, Watch};

/// What happens at states without a choice.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Deadlocks {
    /// Play stays there for ever, and a warning says so.
    #[default]
    Stay,
    /// They are an error.
    Refuse,
}

/// A model whose text is right, its constants still open.
#[derive(Clone, Debug)]
pub struct ModelText {
    source: Source,
    checked: Checked,
}

/// Properties that are right for a model, their constants still open.
#[derive(Clone, Debug)]
pub struct PropertiesText {
    source: Source,
    checked: CheckedProperties,
}

impl ModelText {
    /// Reads a model; `name` is shown in messages.
    ///
    /// # Errors
    /// Everything that is wrong with the text.
    pub fn read(name: &str, text: &str) -> Result<Self, ModelError> {
        let source = Source::new(name, text);
        let wrong = |list| ModelError::of(&source, list);
        let model = parse_model(&source).map_err(wrong)?;
        let checked = check_model(&model).map_err(wrong)?;
        let most = usize::from(Player::MAX) + 1;
        if checked.owners.players.len() > most {
            let message = format!("a game has at most {most} players here");
            return Err(wrong(vec![Diagnostic::error_without_place(message)]));
        }
        Ok(Self { source, checked })
    }

    /// What properties need to know of a game that a file called `name` lists.
    ///
    /// # Errors
    /// Two labels or two rewards have the same name.
    pub fn listed(name: &str, listing: &Listing) -> Result<Self, ModelError> {
        let source = Source::new(name, "");
        let checked = super::listed::outline(listing).check();
        let checked = checked.map_err(|list| ModelError::of(&source, list))?;
        Ok(Self { source, checked })
    }

    /// Takes `listing`, of which this is the outline, as explored from its initial states, or from
    /// those that `at` names.
    ///
    /// # Errors
    /// A text names no state, there are none or too many, or a deadlock is refused.
    pub fn take(
        &self,
        model: Arc<Model>,
        listing: Arc<Listing>,
        at: &[&str],
        deadlocks: Deadlocks,
        limits: &Limits,
    ) -> Result<Built, ModelError> {
        Built::listed(&self.source, model, listing, at, deadlocks, limits)
    }

    /// The text with its name.
    pub fn source(&self) -> &Source {
        &self.source
    }

    /// What is odd about the text, as it is shown.
    pub fn warnings(&self) -> &[Diagnostic] {
        &self.checked.warnings
    }

    /// True where some constant needs a value from outside.
    pub fn is_open(&self) -> bool {
        self.checked.constants.iter().any(|constant| constant.value.is_none())
    }

    /// The values of `given` that are the model's own constants'.
    pub fn own(&self, given: &Given) -> Given {
        let own = |name: &String| self.checked.constants.iter().any(|c| c.name.text == *name);
        given.iter().filter(|(name, _)| own(name)).map(|(n, v)| (n.clone(), v.clone())).collect()
    }

    /// The constants of `model`, which is this text's, that are whole numbers or truths.
    pub fn constants(&self, model: &Model) -> BTreeMap<String, FieldValue> {
        let named = self.checked.constants.iter().zip(model.constants());
        let whole = |value: &Constant| match value {
            Constant::Int(number) => Some(FieldValue::Int(*number)),
            Constant::Bool(truth) => Some(FieldValue::Bool(*truth)),
            Constant::Real(_) => None,
        };
        let known = named.filter_map(|(constant, value)| {
            Some((constant.name.text.clone(), whole(value.as_ref()?)?))
        });
        known.collect()
    }

    /// The model with these values for its constants; `strict` refuses probabilities that miss 1
    /// by their last digits. Warnings come beside it.
    ///
    /// # Errors
    /// What is wrong with the model once its constants are known.
    pub fn model(
        &self,
        given: &Given,
        strict: bool,
    ) -> Result<(Arc<Model>, Vec<Diagnostic>), ModelError> {
        let instance = instantiate(&self.checked, given, strict);
        let instance = instance.map_err(|list| ModelError::of(&self.source, list))?;
        Ok((Arc::new(instance.model), instance.warnings))
    }

    /// Explores the model from its initial states, or from those that `at` names.
    ///
    /// # Errors
    /// See [`ModelError`].
    pub fn explore(
        &self,
        model: Arc<Model>,
        at: &[&str],
        deadlocks: Deadlocks,
        limits: &Limits,
        watch: &dyn Watch,
    ) -> Result<Built, ModelError> {
        Built::explore(&self.source, model, at, deadlocks, limits, watch)
    }
}

impl PropertiesText {
    /// Reads properties of `model`; `name` is shown in messages.
    ///
    /// # Errors
    /// What is wrong with the text, mistakes within single properties aside.
    pub fn read(name: &str, text: &str, model: &ModelText) -> Result<Self, ModelError> {
        let source = Source::new(name, text);
        let wrong = |list| ModelError::of(&source, list);
        let tree = parse_properties(&source).map_err(wrong)?;
        let checked = check_properties(&tree, &model.checked).map_err(wrong)?;
        Ok(Self { source, checked })
    }

    /// The text with its name.
    pub fn source(&self) -> &Source {
        &self.source
    }

    /// How many properties there are.
    pub fn len(&self) -> usize {
        self.checked.properties.len()
    }

    /// True without properties.
    pub fn is_empty(&self) -> bool {
        self.checked.properties.is_empty()
    }

    /// The name of property `at`, where it has one.
    pub fn name(&self, at: usize) -> Option<&str> {
        self.checked.properties[at].name.as_ref().map(|name| name.text.as_str())
    }

    /// Property `at` as it is written, on one line.
    pub fn shown(&self, at: usize) -> String {
        let text = self.source.slice(self.checked.properties[at].value.span);
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    /// The results that the comments above property `at` state.
    pub fn annotations(&self, at: usize) -> Vec<Annotation> {
        annotations(&self.checked.properties[at].comments)
    }

    /// The values given, and those of the constants that follow from them.
    pub fn known(&self, model: &ModelText, given: &Given) -> Given {
        let mut known = given.clone();
        loop {
            let before = known.len();
            for constant in model.checked.constants.iter().chain(&self.checked.constants) {
                let name = &constant.name.text;
                let Some(value) = constant.value.as_ref().filter(|_| !known.contains_key(name))
                else {
                    continue;
                };
                if let Some(value) = super::expected::value_of(&value.to_string(), &known) {
                    known.insert(name.clone(), value);
                }
            }
            if known.len() == before {
                return known;
            }
        }
    }

    /// The place of the property called `name`, or of the one with this number counted from 1.
    pub fn find(&self, name: &str) -> Option<usize> {
        let by_name = (0..self.len()).find(|&at| self.name(at) == Some(name));
        let number = || name.parse::<usize>().ok()?.checked_sub(1).filter(|&at| at < self.len());
        by_name.or_else(number)
    }

    /// What the properties ask of `model`, with these values for constants.
    ///
    /// # Errors
    /// A constant has no value, or a wrong one.
    pub fn queries(&self, model: &Model, given: &Given) -> Result<Queries, ModelError> {
        let queries = queries(&self.checked, model, given);
        queries.map_err(|list| ModelError::of(&self.source, list))
    }
}

/// All combinations of the values that `constants` gives, such as `N=5,T=1:2:9`, for constants of
/// the model and the properties.
///
/// # Errors
/// What is wrong with them.
pub fn runs(
    model: &ModelText,
    properties: Option<&PropertiesText>,
    constants: &str,
) -> Result<Vec<Given>, ModelError> {
    if constants.trim().is_empty() {
        return Ok(vec![Given::new()]);
    }
    let source = Source::new("--const", constants);
    let wrong = |list| ModelError::of(&source, list);
    let given = parse_constants(&source).map_err(wrong)?;
    let of_properties = properties.iter().flat_map(|properties| &properties.checked.constants);
    let all: Vec<_> = model.checked.constants.iter().chain(of_properties).collect();
    experiments(&all, &given).map_err(wrong)
}
