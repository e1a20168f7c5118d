//! Constants given from outside: `N=5,T=2` and ranges `N=1:2:9` or `N=1:9`.

use super::{Parsed, Parser};
use crate::source::{Diagnostic, Source};
use crate::syntax::lexer::Kind;
use crate::syntax::tree::{Expr, Name};

/// A constant with one value or an arithmetic sequence of them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Experiment {
    /// The constant.
    pub name: Name,
    /// The only or the first value.
    pub first: Expr,
    /// The step and the last value; the step is 1 where none is written.
    pub range: Option<(Option<Expr>, Expr)>,
}

/// Reads `N=5,T=1:2:9`; the source's name is shown in messages.
pub fn parse_constants(source: &Source) -> Result<Vec<Experiment>, Vec<Diagnostic>> {
    let mut parser = Parser::new(source);
    let mut out = Vec::new();
    loop {
        match parser.experiment() {
            Ok(experiment) => out.push(experiment),
            Err(_) => return Err(parser.diagnostics),
        }
        if parser.kind() == Kind::End {
            return parser.finish(out);
        }
        if parser.need_sign(",", "before the next constant").is_err() {
            return Err(parser.diagnostics);
        }
    }
}

impl Parser<'_> {
    fn experiment(&mut self) -> Parsed<Experiment> {
        let name = self.name("the name of a constant")?;
        self.need_sign("=", "after the name of the constant")?;
        let first = self.model_expression()?;
        if !self.sign(":") {
            return Ok(Experiment { name, first, range: None });
        }
        let second = self.model_expression()?;
        let range =
            if self.sign(":") { (Some(second), self.model_expression()?) } else { (None, second) };
        Ok(Experiment { name, first, range: Some(range) })
    }
}
