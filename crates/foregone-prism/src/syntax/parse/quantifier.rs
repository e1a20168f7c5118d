//! The forms that only properties have: `P`, `R`, `S`, paths, coalitions, filters, labels.

use super::{Grammar, Parsed, Parser};
use crate::source::Span;
use crate::syntax::lexer::Kind;
use crate::syntax::tree::{
    BinaryOp, Bound, Coalition, Expr, ExprKind, FilterState, Goal, Name, Quantifier, RewardGoal,
    RewardName, Strategy,
};

/// What may follow `P` or `R` in the same word or the next.
const EXTREMES: [&str; 6] = ["min", "max", "minmin", "minmax", "maxmin", "maxmax"];

/// Words that begin a quantifier.
const QUANTIFIERS: [&str; 17] = [
    "P", "Pmin", "Pmax", "Pminmin", "Pminmax", "Pmaxmin", "Pmaxmax", "R", "Rmin", "Rmax",
    "Rminmin", "Rminmax", "Rmaxmin", "Rmaxmax", "S", "E", "A",
];

impl Parser<'_> {
    pub(super) fn starts_property(&self) -> bool {
        let word = self.word(0);
        QUANTIFIERS.contains(&word) || (word == "filter" && self.is_sign(1, "("))
    }

    pub(super) fn property_expression(&mut self) -> Parsed<Expr> {
        let span = self.here();
        match self.kind() {
            Kind::Quoted => {
                let name = self.quoted("a label")?;
                Ok(Expr::new(ExprKind::Label(name.text), span))
            }
            Kind::Sign("<<" | "[") => self.strategy(),
            Kind::Word => match self.word(0) {
                "filter" => self.filter(),
                "E" | "A" => self.paths(),
                _ => self.quantifier(),
            },
            _ => self.expected("a property"),
        }
    }

    fn quantifier(&mut self) -> Parsed<Expr> {
        let start = self.here();
        let word = self.word(0);
        self.next();
        let (letter, extreme) = word.split_at(1);
        let modifier = self.modifier()?;
        let index = if letter == "R" { self.reward_name()? } else { None };
        let bound = self.bound(extreme, start)?;
        self.need_sign("[", "after what is asked")?;
        let goal = match letter {
            "P" => Goal::Probability(self.with(Grammar::Path, Self::expression)?),
            "S" => Goal::Steady(self.with(Grammar::State, Self::expression)?),
            _ => Goal::Reward(index, self.reward_goal()?),
        };
        let filter = self.state_filter()?;
        let end = self.need_sign("]", "at the end of the property")?;
        let quantifier = Quantifier { goal, modifier, bound, filter };
        Ok(Expr::new(ExprKind::Quantified(Box::new(quantifier)), start.to(end)))
    }

    fn modifier(&mut self) -> Parsed<Option<Name>> {
        if !self.sign("(") {
            return Ok(None);
        }
        let name = self.name("a word that modifies the property")?;
        self.need_sign(")", "after the word")?;
        Ok(Some(name))
    }

    fn bound(&mut self, extreme: &str, start: Span) -> Parsed<Bound> {
        let mut text = extreme.to_owned();
        let mut span = start;
        while EXTREMES.contains(&self.word(0)) && text.len() < 6 {
            text.push_str(self.word(0));
            span = span.to(self.next());
        }
        let op = match self.kind() {
            Kind::Sign("<=") => BinaryOp::Le,
            Kind::Sign("<") => BinaryOp::Lt,
            Kind::Sign(">=") => BinaryOp::Ge,
            Kind::Sign(">") => BinaryOp::Gt,
            Kind::Sign("=") if self.is_sign(1, "?") => {
                self.next();
                self.next();
                return Ok(match text.as_str() {
                    "" => Bound::Value,
                    "min" => Bound::Min,
                    "max" => Bound::Max,
                    _ => Bound::Mixed(Name { text, span }),
                });
            }
            _ => return self.expected("`=?`, `min=?`, `max=?` or a comparison such as `>=0.5`"),
        };
        if !text.is_empty() {
            return self.expected(&format!("`=?` after `{text}`"));
        }
        self.next();
        Ok(Bound::Compare(op, self.model_expression()?))
    }

    /// `{"name"}`, `{2}`, `{"a"}/{"b"}`, `{"a",disc=d}`.
    fn reward_name(&mut self) -> Parsed<Option<RewardName>> {
        if !self.sign("{") {
            return Ok(None);
        }
        let mut name = if self.word(0) == "disc" && self.is_sign(1, "=") {
            None
        } else {
            Some(self.one_reward_name()?)
        };
        if name.is_none() || self.sign(",") {
            self.need_keyword("disc", "with a discount")?;
            self.need_sign("=", "after `disc`")?;
            name = Some(RewardName::Discounted(name.map(Box::new), self.model_expression()?));
        }
        self.need_sign("}", "after the name of the rewards")?;
        if let Some(first) = name.take_if(|_| self.sign("/")) {
            self.need_sign("{", "before the second rewards")?;
            let second = self.one_reward_name()?;
            self.need_sign("}", "after the name of the rewards")?;
            return Ok(Some(RewardName::Ratio(Box::new(first), Box::new(second))));
        }
        Ok(name)
    }

    fn one_reward_name(&mut self) -> Parsed<RewardName> {
        if self.kind() == Kind::Quoted {
            return Ok(RewardName::Name(self.quoted("the name of the rewards")?));
        }
        Ok(RewardName::Index(self.model_expression()?))
    }

    fn reward_goal(&mut self) -> Parsed<RewardGoal> {
        let start = self.here();
        if self.is_sign(1, "{") && self.word(2) == "discount" {
            return self.discounted();
        }
        match self.word(0) {
            "C" if self.is_sign(1, "<=") => {
                self.next();
                self.next();
                Ok(RewardGoal::Cumulative(self.model_expression()?, start))
            }
            "C" => Ok(RewardGoal::Total(self.next())),
            "I" => {
                self.next();
                self.need_sign("=", "after `I`")?;
                Ok(RewardGoal::Instantaneous(self.model_expression()?, start))
            }
            "S" if self.is_sign(1, "]") || self.is_sign(1, "{") => {
                Ok(RewardGoal::Steady(self.next()))
            }
            "Fc" => {
                self.next();
                Ok(RewardGoal::Collected(self.with(Grammar::State, Self::expression)?, start))
            }
            "F0" => {
                self.next();
                Ok(RewardGoal::Zero(self.with(Grammar::State, Self::expression)?, start))
            }
            _ => Ok(RewardGoal::Path(self.with(Grammar::Path, Self::expression)?)),
        }
    }

    /// `C{discount=d}`, `C{discount=d}<=k`, `F{discount=d} a`, and `Fc` or `F0` like it.
    fn discounted(&mut self) -> Parsed<RewardGoal> {
        let operator = self.word(0).to_owned();
        let start = self.next();
        self.next();
        self.next();
        self.need_sign("=", "after `discount`")?;
        let discount = self.model_expression()?;
        self.need_sign("}", "after the discount")?;
        let goal = match operator.as_str() {
            "C" if self.sign("<=") => RewardGoal::Cumulative(self.model_expression()?, start),
            "C" => RewardGoal::Total(start),
            "F" => RewardGoal::Path(self.with(Grammar::State, Self::expression)?),
            "Fc" => RewardGoal::Collected(self.with(Grammar::State, Self::expression)?, start),
            "F0" => RewardGoal::Zero(self.with(Grammar::State, Self::expression)?, start),
            _ => return self.expected("`C`, `F`, `Fc` or `F0` before a discount"),
        };
        Ok(RewardGoal::Discounted(Box::new(goal), discount))
    }

    fn state_filter(&mut self) -> Parsed<Option<FilterState>> {
        if !self.sign("{") {
            return Ok(None);
        }
        let states = self.with(Grammar::State, Self::expression)?;
        self.need_sign("}", "after the states of the filter")?;
        let mut filter = FilterState { states, min: false, max: false };
        while self.sign("{") {
            match self.word(0) {
                "min" => filter.min = true,
                "max" => filter.max = true,
                _ => return self.expected("`min` or `max`"),
            }
            self.next();
            self.need_sign("}", "after `min` or `max`")?;
        }
        Ok(Some(filter))
    }

    fn paths(&mut self) -> Parsed<Expr> {
        let all = self.word(0) == "A";
        let start = self.next();
        self.need_sign("[", "before the path")?;
        let path = self.with(Grammar::Path, Self::expression)?;
        let end = self.need_sign("]", "after the path")?;
        Ok(Expr::new(ExprKind::Paths(all, Box::new(path)), start.to(end)))
    }

    fn filter(&mut self) -> Parsed<Expr> {
        let start = self.next();
        self.need_sign("(", "after `filter`")?;
        let span = self.here();
        let kind = match self.kind() {
            Kind::Sign(sign @ ("+" | "&" | "|")) => {
                self.next();
                Name { text: sign.to_owned(), span }
            }
            _ => self.function_name()?,
        };
        self.need_sign(",", "after the kind of filter")?;
        let property = Box::new(self.expression()?);
        let states = if self.sign(",") { Some(Box::new(self.expression()?)) } else { None };
        let end = self.need_sign(")", "after the filter")?;
        Ok(Expr::new(ExprKind::Filter { kind, property, states }, start.to(end)))
    }

    fn strategy(&mut self) -> Parsed<Expr> {
        let start = self.here();
        let exists = self.sign("<<");
        if !exists {
            self.need_sign("[", "before the players")?;
            self.need_sign("[", "before the players")?;
        }
        let mut coalitions = vec![self.coalition()?];
        while self.sign(":") {
            coalitions.push(self.coalition()?);
        }
        if exists {
            self.need_sign(">>", "after the players")?;
        } else {
            self.need_sign("]", "after the players")?;
            self.need_sign("]", "after the players")?;
        }
        let property = self.nested(Self::under_strategy)?;
        let span = start.to(self.last());
        let strategy = Strategy { exists, coalitions, property };
        Ok(Expr::new(ExprKind::Strategy(Box::new(strategy)), span))
    }

    fn under_strategy(&mut self) -> Parsed<Expr> {
        match self.word(0) {
            "min" | "max" => self.equilibrium(),
            _ if self.is_sign(0, "(") => self.paren(),
            _ if QUANTIFIERS.contains(&self.word(0)) => self.property_expression(),
            _ => self.expected("`P`, `R` or a property in brackets after the players"),
        }
    }

    /// `max=? ( ... )`, whose parts nobody asks for: that the whole is not supported is said where
    /// properties are checked, so that the others of the file are answered.
    fn equilibrium(&mut self) -> Parsed<Expr> {
        let start = self.here();
        while !self.is_sign(0, "(") {
            if self.is_sign(0, ";") || self.kind() == Kind::End {
                return self.expected("`(` and what each coalition wants");
            }
            self.next();
        }
        let mut open = 0_u64;
        loop {
            open = match self.kind() {
                Kind::Sign("(" | "[") => open + 1,
                Kind::Sign(")" | "]") => open.saturating_sub(1),
                Kind::End => return self.expected("`)` after what each coalition wants"),
                _ => open,
            };
            let last = self.next();
            if open == 0 {
                let span = start.to(last);
                let nothing = Expr::new(ExprKind::Bool(true), span);
                return Ok(Expr::new(ExprKind::Paren(Box::new(nothing)), span));
            }
        }
    }

    fn coalition(&mut self) -> Parsed<Coalition> {
        if self.sign("*") {
            return Ok(Coalition::All);
        }
        let mut players = Vec::new();
        while matches!(self.kind(), Kind::Word | Kind::Integer) {
            let span = self.next();
            players.push(Name { text: self.source.slice(span).to_owned(), span });
            if !self.sign(",") {
                break;
            }
        }
        Ok(Coalition::Players(players))
    }
}
