//! Maps in a terminal: two cells to a character in colour, one letter to a cell without.

use anstyle::{Color, RgbColor, Style};
use foregone::map::{Axis, Legend, Map, Scale};

use super::picture::ticks;
use super::{FAINT, styled};

/// Light to dark, where there are no colours.
const SHADES: [char; 10] = ['.', ':', '-', '=', '+', '*', 'x', '#', '%', '@'];
const LETTERS: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
/// Where the move never is the best.
const NEVER: [u8; 3] = [226, 228, 232];

/// A map within `width` columns and about `height` lines, its key below.
pub fn text(map: &Map, legend: &Legend, width: usize, height: usize, colours: bool) -> String {
    let side = map.y.values.iter().map(|value| value.to_string().chars().count()).max();
    let side = side.unwrap_or(1).max(map.y.name.chars().count());
    let per_line = if colours { 2 } else { 1 };
    let columns = sampled(map.x.values.len(), width.saturating_sub(side + 3).max(8));
    let rows = sampled(map.y.values.len(), (height * per_line).max(8));
    let mut text = format!("{}\n", styled(FAINT, &format!("{:>side$}", map.y.name)));
    let marks = ticks::ticks(&map.y, height / 3);
    let mut lines: Vec<Vec<usize>> = rows.chunks(per_line).map(<[usize]>::to_vec).collect();
    lines.reverse();
    for line in lines {
        let mark = marks.iter().find(|(at, _)| line.contains(at));
        let mark = mark.map_or("", |(_, text)| text.as_str());
        text += &format!("{FAINT}{mark:>side$} │{FAINT:#}");
        for &x in &columns {
            text += &cell(map, legend, x, &line, colours);
        }
        text.truncate(text.trim_end_matches(' ').len());
        text.push('\n');
    }
    text + &below(&map.x, &columns, side) + "\n" + &key(map, legend, colours)
}

/// At most `most` of `count` places, evenly.
fn sampled(count: usize, most: usize) -> Vec<usize> {
    let step = count.div_ceil(most).max(1);
    (0..count).step_by(step).collect()
}

/// One character for the cells of column `x` in the rows of `line`, the lower one first.
fn cell(map: &Map, legend: &Legend, x: usize, line: &[usize], colours: bool) -> String {
    if !colours {
        return letter(map, legend, map.place(x, line[0])).to_string();
    }
    let colour = |y: &usize| {
        let place = map.place(x, *y);
        map.colour(place, legend).or(map.is_there(place).then_some(NEVER))
    };
    let ansi = |[r, g, b]: [u8; 3]| Some(Color::Rgb(RgbColor(r, g, b)));
    let (lower, upper) = (colour(&line[0]), line.get(1).and_then(colour));
    let (style, block) = match (lower, upper) {
        (None, None) => return " ".into(),
        (Some(lower), None) => (Style::new().fg_color(ansi(lower)), "▄"),
        (None, Some(upper)) => (Style::new().fg_color(ansi(upper)), "▀"),
        (Some(lower), Some(upper)) => {
            (Style::new().fg_color(ansi(upper)).bg_color(ansi(lower)), "▀")
        }
    };
    styled(style, block)
}

fn letter(map: &Map, legend: &Legend, place: usize) -> char {
    let never = if map.is_there(place) { '~' } else { ' ' };
    let Some(number) = map.number(place) else { return never };
    match legend {
        Legend::Scale { low, high, .. } => {
            let part = if high > low { (number - low) / (high - low) } else { 0.5 };
            SHADES[((part * SHADES.len() as f64) as usize).min(SHADES.len() - 1)]
        }
        Legend::Kinds(kinds) => {
            let at = kinds.iter().position(|kind| f64::from(kind.place) == number);
            at.and_then(|at| LETTERS.chars().nth(at)).unwrap_or('?')
        }
    }
}

/// The lower side with its marks, then the name of the axis.
fn below(axis: &Axis, columns: &[usize], side: usize) -> String {
    let mut marks: Vec<char> = Vec::new();
    for (at, text) in ticks::ticks(axis, (columns.len() / 6).max(2)) {
        let Some(column) = columns.iter().position(|&column| column == at) else { continue };
        if column >= marks.len() + usize::from(!marks.is_empty()) {
            marks.resize(column, ' ');
            marks.extend(text.chars());
        }
    }
    let marks: String = marks.into_iter().collect();
    let line = "─".repeat(columns.len());
    let (blank, name) = (" ".repeat(side), &axis.name);
    styled(FAINT, &format!("{blank} └{line}\n{blank}  {marks}  {name}")) + "\n"
}

fn key(map: &Map, legend: &Legend, colours: bool) -> String {
    match legend {
        Legend::Scale { caption, low, high, scale, percent, more } => {
            let [low, high] =
                [low, high].map(|end| super::picture::number(round(*end, *percent), *percent));
            let more = if *more { " and more" } else { "" };
            let mut text = format!("{caption}  {low} {} {high}{more}", bar(*scale, colours));
            if let foregone::map::Cells::Firsts { cells, .. } = &map.cells
                && cells.contains(&Some(None))
            {
                let square = if colours { square(NEVER) } else { "~".into() };
                text += &format!("   {square} never");
            }
            text + "\n"
        }
        Legend::Kinds(kinds) => {
            let named = kinds.iter().enumerate().take(24).map(|(at, kind)| {
                let letter = LETTERS.chars().nth(at).unwrap_or('?');
                let mark = if colours { square(kind.colour) } else { letter.into() };
                format!("{mark} {}", kind.name)
            });
            let more = kinds.len().saturating_sub(24);
            let more = if more > 0 { format!("   and {more} more") } else { String::new() };
            format!("best move  {}{more}\n", named.collect::<Vec<_>>().join("   "))
        }
    }
}

fn round(end: f64, percent: bool) -> f64 {
    if percent { (end * 1e3).round() / 1e3 } else { (end * 1e4).round() / 1e4 }
}

fn square([r, g, b]: [u8; 3]) -> String {
    styled(Style::new().fg_color(Some(Color::Rgb(RgbColor(r, g, b)))), "■")
}

fn bar(scale: Scale, colours: bool) -> String {
    if !colours {
        return SHADES.iter().collect();
    }
    let part = |at: u32| {
        let [r, g, b] = scale.colour(f64::from(at) / 23.0);
        styled(Style::new().fg_color(Some(Color::Rgb(RgbColor(r, g, b)))), "█")
    };
    (0..24).map(part).collect()
}
