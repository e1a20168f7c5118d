//! Conditions, from `or` down to names and numbers.

use foregone_prism::source::Span;

use super::{DEEPEST, Parser, TURN_TOTAL};
use crate::games::{closest, hint};
use crate::policy::PolicyError;
use crate::policy::expression::{Compare, Expr, Factor, Function, Node, Value};
use crate::policy::token::Token;

type Outcome = Result<Expr, PolicyError>;

impl<'a> Parser<'a> {
    /// A condition; also a number, whose use decides.
    pub(super) fn condition(&mut self) -> Outcome {
        self.several(&["or", "|", "||"], Node::Or, Self::conjunction)
    }

    fn conjunction(&mut self) -> Outcome {
        self.several(&["and", "&", "&&"], Node::And, Self::negation)
    }

    /// One operand, or several with one of `words` between them.
    fn several(
        &mut self,
        words: &[&str],
        node: fn(Vec<Expr>) -> Node,
        operand: fn(&mut Self) -> Outcome,
    ) -> Outcome {
        let first = operand(self)?;
        let mut all = vec![first];
        while matches!(self.token(), Token::Word(word) | Token::Sign(word) if words.contains(&word))
        {
            self.next();
            all.push(operand(self)?);
        }
        Ok(match all.len() {
            1 => all.remove(0),
            last => Expr { span: all[0].span.to(all[last - 1].span), node: node(all) },
        })
    }

    fn negation(&mut self) -> Outcome {
        if !matches!(self.token(), Token::Word("not") | Token::Sign("!")) {
            return self.comparison();
        }
        let (_, span) = self.next();
        let inner = self.deeper(span, Self::negation)?;
        Ok(Expr { span: span.to(inner.span), node: Node::Not(Box::new(inner)) })
    }

    /// Reads what is inside a bracket or after a sign.
    fn deeper<T>(
        &mut self,
        span: Span,
        read: impl FnOnce(&mut Self) -> Result<T, PolicyError>,
    ) -> Result<T, PolicyError> {
        if self.depth >= DEEPEST {
            let why = format!("brackets and signs are nested more than {DEEPEST} deep");
            return Err(self.error(span, why, None));
        }
        self.depth += 1;
        let read = read(self);
        self.depth -= 1;
        read
    }

    fn comparison(&mut self) -> Outcome {
        let first = self.sum()?;
        let mut rest = Vec::new();
        while let Some(how) = comparison(self.token()) {
            self.next();
            rest.push((how, self.sum()?));
        }
        if rest.is_empty() {
            return self.alone(first);
        }
        self.check_words(&first, &rest)?;
        let span = first.span.to(rest[rest.len() - 1].1.span);
        Ok(Expr { span, node: Node::Compare(Box::new(first), rest) })
    }

    /// What stands without a comparison: after `at` a number is a bound of the turn total.
    fn alone(&self, only: Expr) -> Outcome {
        self.no_word(&only)?;
        let number = matches!(only.node, Node::Constant(Value::Int(_)) | Node::Sum(_));
        if !(self.bare && self.depth == 0 && number) {
            return Ok(only);
        }
        let span = only.span;
        let Some(at) = self.names.fields.iter().position(|field| field.name == TURN_TOTAL) else {
            let help = Some("say of which field it is a bound: `at FIELD >= NUMBER`".to_owned());
            let why = format!("there is no field '{TURN_TOTAL}' for a bare number to speak of");
            return Err(self.error(span, why, help));
        };
        let field = Box::new(Expr { span, node: Node::Field(at) });
        Ok(Expr { span, node: Node::Compare(field, vec![(Compare::AtLeast, only)]) })
    }

    /// A word that is no name may stand beside a field only.
    fn check_words(&self, first: &Expr, rest: &[(Compare, Expr)]) -> Result<(), PolicyError> {
        let all = || std::iter::once(first).chain(rest.iter().map(|(_, other)| other));
        let plain = |expr: &Expr| matches!(expr.node, Node::Field(_));
        for expr in all() {
            if let Node::Word(word) = &expr.node
                && !all().any(plain)
            {
                return Err(self.unknown(expr.span, word));
            }
        }
        Ok(())
    }

    /// Refuses a word where a number is wanted.
    fn no_word(&self, expr: &Expr) -> Result<(), PolicyError> {
        match &expr.node {
            Node::Word(word) => Err(self.unknown(expr.span, word)),
            _ => Ok(()),
        }
    }

    fn unknown(&self, span: Span, word: &str) -> PolicyError {
        let fields = self.names.fields.iter().map(|field| field.name.as_str());
        let constants = self.names.constants.keys().map(String::as_str);
        let near = hint(&closest(word, fields.clone().chain(constants.clone())));
        let mut help = format!("fields: {}", fields.collect::<Vec<_>>().join(", "));
        if constants.clone().next().is_some() {
            let constants = constants.collect::<Vec<_>>().join(", ");
            help += &format!("; constants: {constants}");
        }
        self.error(span, format!("there is no field '{word}'{near}"), Some(help))
    }

    fn sum(&mut self) -> Outcome {
        let first = self.product()?;
        let mut terms = vec![(false, first)];
        while let Token::Sign(sign @ ("+" | "-")) = self.token() {
            self.next();
            terms.push((sign == "-", self.product()?));
        }
        if terms.len() > 1 {
            terms.iter().try_for_each(|(_, term)| self.no_word(term))?;
        }
        Ok(match terms.len() {
            1 => terms.remove(0).1,
            n => Expr { span: terms[0].1.span.to(terms[n - 1].1.span), node: Node::Sum(terms) },
        })
    }

    fn product(&mut self) -> Outcome {
        let first = self.factor()?;
        let mut rest = Vec::new();
        loop {
            let how = match self.token() {
                Token::Sign("*") => Factor::Times,
                Token::Word("div") => Factor::Div,
                Token::Word("mod") | Token::Sign("%") => Factor::Mod,
                _ => break,
            };
            self.next();
            rest.push((how, self.factor()?));
        }
        if !rest.is_empty() {
            let all = std::iter::once(&first).chain(rest.iter().map(|(_, factor)| factor));
            all.into_iter().try_for_each(|factor| self.no_word(factor))?;
        }
        Ok(match rest.last() {
            None => first,
            Some((_, last)) => {
                let span = first.span.to(last.span);
                Expr { span, node: Node::Product(Box::new(first), rest) }
            }
        })
    }

    fn factor(&mut self) -> Outcome {
        let span = self.span();
        match self.token() {
            Token::Sign("-") => {
                self.next();
                let inner = self.deeper(span, Self::factor)?;
                self.no_word(&inner)?;
                let span = span.to(inner.span);
                Ok(Expr { span, node: Node::Sum(vec![(true, inner)]) })
            }
            Token::Sign("(") => {
                self.next();
                let inner = self.deeper(span, Self::condition)?;
                self.closes(span)?;
                Ok(inner)
            }
            Token::Number(number) => {
                self.next();
                Ok(Expr { span, node: Node::Constant(Value::Int(number.into())) })
            }
            Token::Quoted(word) => {
                self.next();
                Ok(Expr { span, node: Node::Constant(Value::Text(word.into())) })
            }
            Token::Word(word) if !RESERVED.contains(&word) => {
                self.next();
                self.named(word, span)
            }
            _ => Err(self.expected("a field or a number")),
        }
    }

    fn closes(&mut self, open: Span) -> Result<(), PolicyError> {
        match self.takes(Token::Sign(")")) {
            true => Ok(()),
            false if matches!(self.token(), Token::End | Token::Stop) => {
                Err(self.error(open, "this bracket is not closed", None))
            }
            false => Err(self.expected("`)`")),
        }
    }

    fn named(&mut self, word: &'a str, span: Span) -> Outcome {
        if self.token() == Token::Sign("(") {
            return self.call(word, span);
        }
        let node = match self.names.fields.iter().position(|field| field.name == word) {
            Some(at) => Node::Field(at),
            None => match (self.names.constants.get(word), word) {
                (Some(value), _) => Node::Constant(value.into()),
                (_, "true" | "false") => Node::Constant(Value::Bool(word == "true")),
                _ => Node::Word(word.into()),
            },
        };
        Ok(Expr { span, node })
    }

    fn call(&mut self, word: &str, span: Span) -> Outcome {
        let (function, most) = match word {
            "min" => (Function::Least, usize::MAX),
            "max" => (Function::Most, usize::MAX),
            "abs" => (Function::Size, 1),
            _ => {
                let help = Some("functions: min, max, abs".to_owned());
                return Err(self.error(span, format!("there is no function '{word}'"), help));
            }
        };
        let (_, open) = self.next();
        let mut all = Vec::new();
        self.deeper(open, |parser| {
            loop {
                all.push(parser.condition()?);
                if all.len() == most || !parser.takes(Token::Sign(",")) {
                    return Ok(());
                }
            }
        })?;
        let end = self.span();
        self.closes(open)?;
        Ok(Expr { span: span.to(end), node: Node::Call(function, all) })
    }
}

/// Words with a meaning of their own in conditions.
const RESERVED: [&str; 13] = [
    "or", "and", "not", "div", "mod", "if", "when", "while", "at", "unless", "until", "else",
    "then",
];

fn comparison(token: Token<'_>) -> Option<Compare> {
    Some(match token {
        Token::Sign("=" | "==") => Compare::Equal,
        Token::Sign("!=" | "≠") => Compare::Unequal,
        Token::Sign("<") => Compare::Less,
        Token::Sign("<=" | "≤") => Compare::AtMost,
        Token::Sign(">") => Compare::More,
        Token::Sign(">=" | "≥") => Compare::AtLeast,
        _ => return None,
    })
}
