//! `system ... endsystem`: how modules are put together.
//!
//! As in PRISM, what follows `|||` reaches as far as it can: `a ||| b || c` is `a ||| (b || c)`.

use super::{Parsed, Parser};
use crate::source::Span;
use crate::syntax::lexer::Kind;
use crate::syntax::tree::{Name, System, SystemDef};

/// How many `/{...}` and `{...}` may follow one part.
const MOST_LAYERS: usize = 16;

impl Parser<'_> {
    pub(super) fn system_block(&mut self) -> Parsed<SystemDef> {
        let span: Span = self.next();
        // A quoted word is a name when another part follows, and the whole system when none does.
        let follows = matches!(self.token(1).kind, Kind::Word | Kind::Quoted | Kind::Sign("("));
        let named = self.kind() == Kind::Quoted && follows && self.word(1) != "endsystem";
        let name = if named { Some(self.quoted("the name of the system")?) } else { None };
        let value = self.system()?;
        self.need_keyword("endsystem", "after the modules")?;
        Ok(SystemDef { name, value, span })
    }

    fn system(&mut self) -> Parsed<System> {
        self.nested(|parser| {
            let first = parser.interleaved()?;
            let mut parts = vec![first];
            while parser.bars() == 2 {
                parser.skip(2);
                parts.push(parser.interleaved()?);
            }
            Ok(join(parts, System::Full))
        })
    }

    fn interleaved(&mut self) -> Parsed<System> {
        let mut parts = vec![self.parallel()?];
        while self.bars() == 3 {
            self.skip(3);
            parts.push(self.system()?);
        }
        Ok(join(parts, System::Interleaved))
    }

    fn parallel(&mut self) -> Parsed<System> {
        let first = self.hidden()?;
        if !(self.is_sign(0, "|") && self.is_sign(1, "[")) {
            return Ok(first);
        }
        self.skip(2);
        let actions = self.actions()?;
        self.need_sign("]", "or `,` after an action")?;
        self.need_sign("|", "after the actions")?;
        Ok(System::Parallel(Box::new(first), actions, Box::new(self.hidden()?)))
    }

    fn hidden(&mut self) -> Parsed<System> {
        let mut system = self.atom()?;
        let mut layers = 0;
        loop {
            if self.is_sign(0, "/") && self.is_sign(1, "{") {
                self.skip(2);
                system = System::Hide(Box::new(system), self.actions()?);
            } else if self.sign("{") {
                system = System::Rename(Box::new(system), self.renames()?);
            } else {
                return Ok(system);
            }
            self.need_sign("}", "or `,` after an action")?;
            layers += 1;
            if layers > MOST_LAYERS {
                return self.expected("fewer changes of one module's actions");
            }
        }
    }

    fn atom(&mut self) -> Parsed<System> {
        match self.kind() {
            Kind::Quoted => Ok(System::Reference(self.quoted("the name of a system")?)),
            Kind::Sign("(") => {
                self.next();
                let inner = self.system()?;
                self.need_sign(")", "after the modules in brackets")?;
                Ok(System::Paren(Box::new(inner)))
            }
            _ => Ok(System::Module(self.name("the name of a module")?)),
        }
    }

    fn actions(&mut self) -> Parsed<Vec<Name>> {
        let mut out = vec![self.name("the name of an action")?];
        while self.sign(",") {
            out.push(self.name("the name of an action")?);
        }
        Ok(out)
    }

    fn renames(&mut self) -> Parsed<Vec<(Name, Name)>> {
        let mut out = Vec::new();
        loop {
            let old = self.name("the name of an action")?;
            self.need_sign("<", "and `-` between the old and the new action")?;
            self.need_sign("-", "after `<`")?;
            out.push((old, self.name("the name of an action")?));
            if !self.sign(",") {
                return Ok(out);
            }
        }
    }

    fn bars(&self) -> usize {
        let count = (0..4).take_while(|&ahead| self.is_sign(ahead, "|")).count();
        if self.is_sign(count, "[") && count > 0 { count - 1 } else { count }
    }

    fn skip(&mut self, count: usize) {
        for _ in 0..count {
            self.next();
        }
    }
}

fn join(mut parts: Vec<System>, how: fn(Vec<System>) -> System) -> System {
    match parts.pop() {
        Some(only) if parts.is_empty() => only,
        Some(last) => {
            parts.push(last);
            how(parts)
        }
        None => how(parts),
    }
}
