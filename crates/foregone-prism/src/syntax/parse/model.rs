//! Model files: the items at the top level.
//!
//! A mistake in one item does not hide those in the next: the parser goes on after the next `;` or
//! at the next word that begins an item. A model of a kind that is not supported is refused by
//! that name alone, as its other contents are of another language.

use super::{Failed, Parsed, Parser};
use crate::source::{Diagnostic, Span};
use crate::syntax::lexer::Kind;
use crate::syntax::tree::{
    ConstantDef, FormulaDef, LabelDef, Model, ModelKind, Player, PlayerItem, RewardItem, Rewards,
    Type,
};

/// Words that begin an item and nothing else.
pub(super) const ITEMS: [&str; 9] = [
    "const",
    "formula",
    "label",
    "global",
    "module",
    "rewards",
    "endmodule",
    "endrewards",
    "endsystem",
];

/// Kinds of models that exist elsewhere.
const REFUSED: [&str; 14] = [
    "ctmc",
    "stochastic",
    "ctmdp",
    "pta",
    "pomdp",
    "popta",
    "stpg",
    "tptg",
    "csg",
    "imdp",
    "idtmc",
    "lts",
    "tsg",
    "isg",
];

impl Parser<'_> {
    pub(super) fn model(&mut self) -> Model {
        let mut model = Model::default();
        while self.kind() != Kind::End && !self.tired() {
            let before = self.at;
            // What is left of a block whose beginning was wrong.
            if !self.diagnostics.is_empty() && self.word(0).starts_with("end") {
                self.next();
                continue;
            }
            match self.item(&mut model) {
                Ok(true) => {}
                Ok(false) => break,
                Err(Failed) => self.skip_past_semicolon(&ITEMS),
            }
            if self.at == before {
                self.next();
            }
        }
        model
    }

    /// One item; false when the rest shall not be read.
    fn item(&mut self, model: &mut Model) -> Parsed<bool> {
        match self.word(0) {
            "const" | "rate" | "prob" => model.constants.push(self.constant()?),
            "formula" => model.formulas.push(self.formula()?),
            "label" => model.labels.push(self.label()?),
            "global" => {
                self.next();
                model.globals.push(self.declaration()?);
            }
            "module" => self.module(model)?,
            "rewards" => model.rewards.push(self.rewards()?),
            "init" => self.init(model)?,
            "system" => model.systems.push(self.system_block()?),
            "player" => model.players.push(self.player()?),
            "observables" | "observable" => {
                let message = "observations are not supported";
                return self.fail(Diagnostic::unsupported(self.here(), message));
            }
            "dtmc" | "probabilistic" => self.kind_of_model(model, ModelKind::Dtmc),
            "mdp" | "nondeterministic" => self.kind_of_model(model, ModelKind::Mdp),
            "smg" => self.kind_of_model(model, ModelKind::Smg),
            word if REFUSED.contains(&word) => {
                let help = "the model types `dtmc`, `mdp` and `smg` are";
                let message = format!("the model type `{word}` is not supported");
                self.diagnostics = vec![Diagnostic::unsupported(self.here(), message).help(help)];
                return Ok(false);
            }
            _ => return self.expected(
                "a model type, `const`, `formula`, `label`, `global`, `module`, `rewards`, `init`, `player` or `system`",
            ),
        }
        Ok(true)
    }

    fn kind_of_model(&mut self, model: &mut Model, kind: ModelKind) {
        let span = self.next();
        if model.kind.replace(kind).is_some() {
            let message = "the model type is given a second time";
            self.diagnostics.push(Diagnostic::error(span, message).help("keep one of them"));
        }
    }

    pub(super) fn constant(&mut self) -> Parsed<ConstantDef> {
        let old = self.word(0) != "const";
        self.next();
        let ty = match self.word(0) {
            _ if old => Type::Double,
            "int" | "double" | "bool" => self.constant_type(),
            _ => Type::Int,
        };
        let name = self.name("the name of the constant")?;
        let value = if self.sign("=") { Some(self.model_expression()?) } else { None };
        self.need_sign(";", "after the constant")?;
        Ok(ConstantDef { ty, name, value })
    }

    fn constant_type(&mut self) -> Type {
        let word = self.word(0);
        self.next();
        match word {
            "bool" => Type::Bool,
            "double" => Type::Double,
            _ => Type::Int,
        }
    }

    fn formula(&mut self) -> Parsed<FormulaDef> {
        self.next();
        let name = self.name("the name of the formula")?;
        self.need_sign("=", "after the name of the formula")?;
        let value = self.model_expression()?;
        self.need_sign(";", "after the formula")?;
        Ok(FormulaDef { name, value })
    }

    pub(super) fn label(&mut self) -> Parsed<LabelDef> {
        self.next();
        if self.kind() == Kind::Word {
            let help = format!("write label \"{}\" = ...;", self.word(0));
            let message = "the name of a label stands in double quotes";
            return self.fail(Diagnostic::error(self.here(), message).help(help));
        }
        let name = self.quoted("the name of the label in double quotes")?;
        self.need_sign("=", "after the name of the label")?;
        let value = self.expression()?;
        self.need_sign(";", "after the label")?;
        Ok(LabelDef { name, value })
    }

    fn init(&mut self, model: &mut Model) -> Parsed<()> {
        let span = self.next();
        let value = self.model_expression()?;
        self.need_keyword("endinit", "after the condition of the initial states")?;
        if let Some(first) = &model.init {
            let message = "the initial states are given a second time";
            let diagnostic =
                Diagnostic::error(span, message).related(first.span, "the first time here");
            self.diagnostics.push(diagnostic);
        }
        model.init.get_or_insert(value);
        Ok(())
    }

    fn player(&mut self) -> Parsed<Player> {
        self.next();
        let name = self.name("the name of the player")?;
        let mut items = Vec::new();
        if self.word(0) != "endplayer" {
            items.push(self.player_item()?);
        }
        while self.sign(",") {
            items.push(self.player_item()?);
        }
        self.need_keyword("endplayer", "or `,` after what the player controls")?;
        Ok(Player { name, items })
    }

    fn player_item(&mut self) -> Parsed<PlayerItem> {
        if self.sign("[") {
            let action = self.name("the name of an action")?;
            self.need_sign("]", "after the action")?;
            return Ok(PlayerItem::Action(action));
        }
        Ok(PlayerItem::Module(self.name("a module or an action in `[ ]`")?))
    }

    fn rewards(&mut self) -> Parsed<Rewards> {
        let span = self.next();
        let name = match self.kind() {
            Kind::Quoted => Some(self.quoted("the name of the rewards")?),
            _ => None,
        };
        let mut items = Vec::new();
        while self.word(0) != "endrewards" {
            if self.kind() == Kind::End || (ITEMS.contains(&self.word(0))) || self.tired() {
                return self.expected("`endrewards` after the last reward");
            }
            match self.reward_item() {
                Ok(item) => items.push(item),
                Err(Failed) => self.skip_past_semicolon(&ITEMS),
            }
        }
        self.next();
        Ok(Rewards { name, items, span })
    }

    fn reward_item(&mut self) -> Parsed<RewardItem> {
        let action = if self.is_sign(0, "[") { Some(self.action()?) } else { None };
        let guard = self.model_expression()?;
        self.need_sign(":", "between the condition and the reward")?;
        let value = self.model_expression()?;
        self.need_sign(";", "after the reward")?;
        Ok(RewardItem { action, guard, value })
    }

    /// The end of the last token, for items that end without a sign of their own.
    pub(super) fn until_last(&self, start: Span) -> Span {
        start.to(self.last())
    }
}
