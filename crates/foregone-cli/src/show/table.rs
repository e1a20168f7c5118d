//! Small tables: columns as wide as their widest cell.

use std::borrow::Cow;
use std::io::IsTerminal;

use anstyle::Style;

use crate::terminal::width;

/// Rows of cells; every row may have its own style.
#[derive(Default)]
pub struct Table {
    rows: Vec<(Vec<String>, Style)>,
}

impl Table {
    /// Adds a row of plain text.
    pub fn row<const N: usize>(&mut self, style: Style, cells: [Cow<'_, str>; N]) {
        self.cells(style, cells.into_iter().map(Cow::into_owned).collect());
    }

    /// The same with as many cells as there are.
    pub fn cells(&mut self, style: Style, cells: Vec<String>) {
        self.rows.push((cells, style));
    }

    /// The text: two blanks between columns, none at the ends of lines. On a terminal that is too
    /// narrow, cells go on in further lines.
    pub fn text(&self) -> String {
        self.within(std::io::stdout().is_terminal().then(width))
    }

    fn within(&self, most: Option<usize>) -> String {
        let widths = fitted(self.widths(), most);
        let mut text = String::new();
        for (cells, style) in &self.rows {
            let parts: Vec<Vec<String>> =
                cells.iter().zip(&widths).map(|(cell, &width)| wrapped(cell, width)).collect();
            let lines = parts.iter().map(Vec::len).max().unwrap_or(0);
            for at in 0..lines {
                let mut line = String::new();
                for (part, width) in parts.iter().zip(&widths) {
                    let cell = part.get(at).map_or("", String::as_str);
                    line.push_str(cell);
                    line.extend(std::iter::repeat_n(' ', width + 2 - cell.chars().count()));
                }
                let line = line.trim_end();
                text.push_str(&format!("{style}{line}{style:#}\n"));
            }
        }
        text
    }

    fn widths(&self) -> Vec<usize> {
        let columns = self.rows.iter().map(|(cells, _)| cells.len()).max().unwrap_or(0);
        let width = |at: usize| {
            let cells = self.rows.iter().filter_map(|(cells, _)| cells.get(at));
            cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
        };
        (0..columns).map(width).collect()
    }
}

/// No column is made narrower than this.
const NARROW: usize = 10;

/// The widest columns made narrower until all fit into `most`.
fn fitted(mut widths: Vec<usize>, most: Option<usize>) -> Vec<usize> {
    let Some(most) = most else { return widths };
    while widths.iter().sum::<usize>() + 2 * widths.len().saturating_sub(1) > most {
        let widest = (0..widths.len()).max_by_key(|&at| widths[at]);
        match widest.filter(|&at| widths[at] > NARROW) {
            Some(at) => widths[at] -= 1,
            None => break,
        }
    }
    widths
}

/// A cell in lines of at most `width` characters, cut between words where that can be.
fn wrapped(cell: &str, width: usize) -> Vec<String> {
    let letters: Vec<char> = cell.chars().collect();
    let (mut lines, mut rest) = (Vec::new(), &letters[..]);
    while rest.len() > width.max(1) {
        let blank = rest[..=width].iter().rposition(|&letter| letter == ' ').filter(|&at| at > 0);
        let cut = blank.unwrap_or(width.max(1));
        lines.push(rest[..cut].iter().collect());
        rest = &rest[cut + usize::from(blank.is_some())..];
    }
    lines.push(rest.iter().collect());
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn narrow_terminals_get_more_lines_and_lose_nothing() {
        let mut table = Table::default();
        let words = "whether the target must be met exactly";
        table.row(Style::new(), ["exact".into(), words.into(), "0.632250726540".into()]);
        assert_eq!(table.within(None), format!("exact  {words}  0.632250726540\n"));
        let narrow = table.within(Some(40));
        assert!(narrow.lines().all(|line| line.chars().count() <= 40), "{narrow}");
        assert_eq!(narrow.lines().count(), 3, "{narrow}");
        let said: Vec<&str> = narrow.split_whitespace().collect();
        assert!(words.split(' ').all(|word| said.contains(&word)), "{narrow}");
        assert_eq!(wrapped("abcdef", 4), ["abcd", "ef"]);
        assert_eq!(wrapped("", 4), [""]);
    }
}
