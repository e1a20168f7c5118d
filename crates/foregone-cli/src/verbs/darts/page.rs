//! A table as text, and as a page to print.

use std::fmt::Write;

/// Columns as wide as their widest cell; the first row is the heading.
pub(super) fn text(rows: &[Vec<String>]) -> String {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width = |at: usize| {
        let cells = rows.iter().filter_map(|row| row.get(at));
        cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..columns).map(width).collect();
    let mut text = String::new();
    for row in rows {
        let mut line = String::new();
        for (cell, width) in row.iter().zip(&widths) {
            line += cell;
            line.extend(std::iter::repeat_n(' ', width + 2 - cell.chars().count()));
        }
        let _ = writeln!(text, "{}", line.trim_end());
    }
    text
}

const STYLE: &str = "body{font:11pt sans-serif;margin:1.5cm}table{border-collapse:collapse}\
th,td{border:1px solid #999;padding:2px 8px;text-align:right}th{background:#eee}\
tr{break-inside:avoid}@media print{body{margin:0}thead{display:table-header-group}}";

/// One self-contained page.
pub(super) fn html(title: &str, rows: &[Vec<String>], remark: &str) -> String {
    let mut body = String::new();
    for (at, row) in rows.iter().enumerate() {
        let (open, close, tag) = match at {
            0 => ("<thead>", "</thead><tbody>", "th"),
            _ => ("", "", "td"),
        };
        let cells: Vec<String> =
            row.iter().map(|cell| format!("<{tag}>{}</{tag}>", escaped(cell))).collect();
        let _ = writeln!(body, "{open}<tr>{}</tr>{close}", cells.concat());
    }
    let (title, remark) = (escaped(title), escaped(remark));
    format!(
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>{title}</title>\
         <style>{STYLE}</style></head><body>\n<h1>{title}</h1>\n<table>\n{body}</tbody></table>\n\
         <p>{remark}</p>\n</body></html>\n"
    )
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
