//! Small tables: columns as wide as their widest cell.

use std::borrow::Cow;

use anstyle::Style;

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

    /// The text: two blanks between columns, none at the ends of lines.
    pub fn text(&self) -> String {
        let widths = self.widths();
        let mut text = String::new();
        for (cells, style) in &self.rows {
            let mut line = String::new();
            for (cell, width) in cells.iter().zip(&widths) {
                line.push_str(cell);
                line.extend(std::iter::repeat_n(' ', width + 2 - cell.chars().count()));
            }
            let line = line.trim_end();
            text.push_str(&format!("{style}{line}{style:#}\n"));
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
