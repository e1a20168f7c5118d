//! What is wrong, where, and what would be right.
//!
//! A diagnostic knows its span only; the reader of the message brings the [`Source`].

use std::fmt::Write;

use super::{Source, Span};

/// What a diagnostic means for the run.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Severity {
    /// The text is wrong.
    Error,
    /// The text may be right, but this program does not do what it asks.
    Unsupported,
    /// The run goes on.
    Warning,
}

/// One message with its place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnostic {
    /// Error, unsupported or warning.
    pub severity: Severity,
    /// Where; none for what is not in the text, such as a missing constant on the command line.
    pub span: Option<Span>,
    /// What is wrong.
    pub message: String,
    /// What would be right.
    pub help: Option<String>,
    /// A second place that explains the first, such as an earlier definition.
    pub related: Option<(Span, String)>,
}

impl Diagnostic {
    /// An error at `span`.
    pub fn error(span: Span, message: impl Into<String>) -> Self {
        Self::new(Severity::Error, Some(span), message.into())
    }

    /// A warning about the text as a whole.
    pub fn warning_without_place(message: impl Into<String>) -> Self {
        Self { severity: Severity::Warning, ..Self::error_without_place(message) }
    }

    /// An error without a place in the text.
    pub fn error_without_place(message: impl Into<String>) -> Self {
        Self::new(Severity::Error, None, message.into())
    }

    /// Something this program does not do.
    pub fn unsupported(span: Span, message: impl Into<String>) -> Self {
        Self::new(Severity::Unsupported, Some(span), message.into())
    }

    /// A warning at `span`.
    pub fn warning(span: Span, message: impl Into<String>) -> Self {
        Self::new(Severity::Warning, Some(span), message.into())
    }

    fn new(severity: Severity, span: Option<Span>, message: String) -> Self {
        Self { severity, span, message, help: None, related: None }
    }

    /// With what would be right.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// With a second place.
    #[must_use]
    pub fn related(mut self, span: Span, message: impl Into<String>) -> Self {
        self.related = Some((span, message.into()));
        self
    }

    /// Whether it stops the run.
    pub fn is_error(&self) -> bool {
        self.severity != Severity::Warning
    }

    /// The message as lines of text, with the source line and the place marked.
    pub fn render(&self, source: &Source) -> String {
        let word = match self.severity {
            Severity::Warning => "warning",
            Severity::Error | Severity::Unsupported => "error",
        };
        let mut out = format!("{word}: {}\n", self.message);
        match self.span {
            Some(span) => mark(&mut out, source, span),
            None => {
                let _ = writeln!(out, " --> {}", source.name());
            }
        }
        if let Some((span, message)) = &self.related {
            let _ = writeln!(out, "note: {message}");
            mark(&mut out, source, *span);
        }
        if let Some(help) = &self.help {
            let _ = writeln!(out, "help: {help}");
        }
        out
    }
}

/// Longest source line shown; a longer one is cut around the place.
const LONGEST_LINE: usize = 120;

fn mark(out: &mut String, source: &Source, span: Span) {
    let (line, column) = source.position(span.start);
    let text: Vec<char> = source.line(line).chars().collect();
    let width = source.slice(span).lines().next().unwrap_or("").chars().count().max(1);
    let first = if text.len() <= LONGEST_LINE { 0 } else { (column - 1).saturating_sub(40) };
    let shown: String = text
        .iter()
        .skip(first)
        .take(LONGEST_LINE)
        .map(|&c| if c == '\t' { ' ' } else { c })
        .collect();
    let number = line.to_string();
    let margin = " ".repeat(number.len());
    let before = " ".repeat(column - 1 - first);
    let under = "^".repeat(width.min(LONGEST_LINE.saturating_sub(column - 1 - first)).max(1));
    let _ = writeln!(out, "{margin}--> {}:{line}:{column}", source.name());
    let _ = writeln!(out, "{margin} |\n{number} | {}", shown.trim_end());
    let _ = writeln!(out, "{margin} | {before}{under}");
}

/// All messages, one after another, in the order of their places, each once.
pub fn render_all(diagnostics: &[Diagnostic], source: &Source) -> String {
    let mut sorted: Vec<&Diagnostic> = diagnostics.iter().collect();
    sorted.sort_by_key(|d| d.span.map_or(0, |span| span.start));
    let mut texts: Vec<String> = sorted.iter().map(|d| d.render(source)).collect();
    texts.dedup();
    texts.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_place_is_marked() {
        let source = Source::new("m.prism", "mdp\n\tx = yy;\n");
        let message = Diagnostic::error(Span { start: 9, end: 11 }, "unknown name `yy`")
            .help("declare it")
            .render(&source);
        assert_eq!(
            message,
            "error: unknown name `yy`\n --> m.prism:2:6\n  |\n2 |  x = yy;\n  |      ^^\nhelp: declare it\n"
        );
    }

    #[test]
    fn long_lines_are_cut_around_the_place() {
        let text = format!("{}y{}", "x".repeat(500), "z".repeat(500));
        let source = Source::new("m", text);
        let message = Diagnostic::error(Span { start: 500, end: 501 }, "here").render(&source);
        assert!(message.lines().all(|line| line.chars().count() < 140));
        let lines: Vec<&str> = message.lines().collect();
        assert_eq!(lines[3].chars().nth(lines[4].find('^').unwrap()), Some('y'));
    }
}
