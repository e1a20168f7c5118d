//! How answers look: text for people, with every printed digit certain, and JSON.
//!
//! Colours are left out where `NO_COLOR` is set or the output is no terminal.

use std::io::Write;

use anstyle::{AnsiColor, Style};
use serde::Serialize;

use crate::failure::{Failure, output};

pub mod blocks;
pub mod found;
pub mod grid;
pub mod number;
pub mod picture;
pub mod table;
pub mod worth;

/// Headings and best moves.
pub const STRONG: Style = Style::new().bold();
/// Remarks.
pub const FAINT: Style = Style::new().dimmed();
/// What is best.
pub const GOOD: Style = Style::new().bold().fg_color(Some(anstyle::Color::Ansi(AnsiColor::Green)));
/// What is to be heeded.
pub const WARN: Style = Style::new().fg_color(Some(anstyle::Color::Ansi(AnsiColor::Yellow)));
/// Errors.
pub const BAD: Style = Style::new().bold().fg_color(Some(anstyle::Color::Ansi(AnsiColor::Red)));

/// Writes an answer to standard output.
pub fn print(text: &str) -> Result<(), Failure> {
    let mut out = anstream::stdout().lock();
    out.write_all(text.as_bytes()).and_then(|()| out.flush()).map_err(output)
}

/// Writes bytes to standard output as they are.
pub fn print_bytes(bytes: &[u8]) -> Result<(), Failure> {
    let mut out = std::io::stdout().lock();
    out.write_all(bytes).and_then(|()| out.flush()).map_err(output)
}

/// Writes an answer as one JSON object.
pub fn print_json(answer: &impl Serialize) -> Result<(), Failure> {
    let text = serde_json::to_string_pretty(answer);
    let text = text.map_err(|error| Failure::Wrong(format!("JSON: {error}")))?;
    print(&(text + "\n"))
}

/// Writes a failure to standard error.
pub fn error(failure: &Failure) {
    let text = failure.to_string();
    let text = text.strip_prefix("error: ").unwrap_or(&text);
    remark(&format!("{BAD}error:{BAD:#} {text}"));
}

/// Writes a line to standard error; where that is full or closed, there is nobody to tell.
pub fn remark(text: &str) {
    let _ = writeln!(anstream::stderr().lock(), "{text}");
}

/// `text` in a style.
pub fn styled(style: Style, text: &str) -> String {
    format!("{style}{text}{style:#}")
}

/// A whole number with its thousands apart.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A number of things, with the word for one or many of them.
pub fn count(number: u64, one: &str, many: &str) -> String {
    format!("{} {}", grouped(number), if number == 1 { one } else { many })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_are_set_apart() {
        for (number, text) in [(0, "0"), (999, "999"), (1000, "1,000"), (1_234_567, "1,234,567")] {
            assert_eq!(grouped(number), text);
        }
    }
}
