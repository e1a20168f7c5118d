//! Property files: constants, labels and properties, with or without semicolons between.

use super::{Failed, Grammar, Parsed, Parser};
use crate::source::Span;
use crate::syntax::lexer::Kind;
use crate::syntax::tree::{Properties, Property};

const ITEMS: [&str; 2] = ["const", "label"];

impl Parser<'_> {
    pub(super) fn properties(&mut self) -> Properties {
        let mut out = Properties::default();
        while self.kind() != Kind::End && !self.tired() {
            let before = self.at;
            let read = self.with(Grammar::State, |parser| parser.property_item(&mut out));
            if let Err(Failed) = read {
                self.depth = 0;
                self.skip_past_semicolon(&ITEMS);
            }
            if self.at == before {
                self.next();
            }
        }
        out
    }

    fn property_item(&mut self, out: &mut Properties) -> Parsed<()> {
        match self.word(0) {
            "const" | "rate" | "prob" => out.constants.push(self.constant()?),
            "label" => out.labels.push(self.label()?),
            _ if self.sign(";") => {}
            _ => out.properties.push(self.property()?),
        }
        Ok(())
    }

    fn property(&mut self) -> Parsed<Property> {
        let comments = self.comments_above(self.here());
        let named = self.kind() == Kind::Quoted && self.is_sign(1, ":");
        let name = if named { Some(self.quoted("the name of the property")?) } else { None };
        if named {
            self.next();
        }
        let value = self.expression()?;
        while self.sign(";") {}
        Ok(Property { name, value, comments })
    }

    /// The comments on the lines directly above a place, without a blank line between.
    fn comments_above(&self, place: Span) -> Vec<String> {
        let text = self.source.text();
        let mut start = place.start as usize;
        let mut out = Vec::new();
        let before = self.comments.partition_point(|c| c.end <= place.start);
        for comment in self.comments[..before].iter().rev() {
            let gap = &text[comment.end as usize..start];
            if !gap.trim().is_empty() || gap.matches('\n').count() > 1 {
                break;
            }
            start = comment.start as usize;
            out.push(self.source.slice(*comment)[2..].trim().to_owned());
            if text[..start].rsplit('\n').next().is_some_and(|line| !line.trim().is_empty()) {
                break;
            }
        }
        out.reverse();
        out
    }
}
