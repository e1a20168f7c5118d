//! The key beside a picture: a bar with numbers, or one square for each kind.

use foregone::map::{Cells, Legend, Map, Scale};
use plotters::backend::DrawingBackend;
use plotters::style::text_anchor::{HPos, VPos};

use super::{FRAME, INK, NEVER, Pen, Result, SOFT, ticks};

const LEFT: i32 = 806;
const MIDDLE: (HPos, VPos) = (HPos::Left, VPos::Center);
/// Kinds that are named; there may be more colours than a person tells apart.
const MOST: usize = 20;

pub(super) fn draw<B: DrawingBackend>(
    pen: &Pen<'_, B>,
    map: &Map,
    legend: &Legend,
) -> Result<(), B> {
    match legend {
        Legend::Scale { caption, low, high, scale, percent, more } => {
            for (line, words) in caption_lines(caption).iter().enumerate() {
                let at = (LEFT, FRAME.1 + 8 + 18 * line as i32);
                pen.text(words, at, 14, true, INK, MIDDLE, false)?;
            }
            bar(pen, (*low, *high), *scale, *percent)?;
            if *more {
                let text = format!("{} and more", number(*high, *percent));
                pen.text(&text, (LEFT, FRAME.1 + 44), 13, false, SOFT, MIDDLE, false)?;
            }
            never(pen, map)
        }
        Legend::Kinds(kinds) => {
            pen.text("best move", (LEFT, FRAME.1 + 8), 14, true, INK, MIDDLE, false)?;
            for (line, kind) in kinds.iter().take(MOST).enumerate() {
                let y = FRAME.1 + 34 + 24 * line as i32;
                pen.fill((LEFT, y - 7), (LEFT + 14, y + 7), kind.colour)?;
                pen.text(&kind.name, (LEFT + 22, y), 13, false, SOFT, MIDDLE, false)?;
            }
            match kinds.len().saturating_sub(MOST) {
                0 => Ok(()),
                more => {
                    let at = (LEFT, FRAME.1 + 34 + 24 * MOST as i32);
                    pen.text(&format!("and {more} more"), at, 13, false, SOFT, MIDDLE, false)
                }
            }
        }
    }
}

fn bar<B: DrawingBackend>(
    pen: &Pen<'_, B>,
    (low, high): (f64, f64),
    scale: Scale,
    percent: bool,
) -> Result<(), B> {
    let (top, bottom) = (FRAME.1 + 56, FRAME.1 + 376);
    if high <= low {
        pen.fill((LEFT, top), (LEFT + 18, top + 18), scale.colour(0.5))?;
        let at = (LEFT + 28, top + 9);
        return pen.text(&number(low, percent), at, 13, false, SOFT, MIDDLE, false);
    }
    for y in top..bottom {
        let t = f64::from(bottom - 1 - y) / f64::from(bottom - 1 - top);
        pen.fill((LEFT, y), (LEFT + 18, y + 1), scale.colour(t))?;
    }
    for mark in ticks::scale(low, high, 7) {
        let part = (mark - low) / (high - low);
        let y = bottom - (part * f64::from(bottom - top)).round() as i32;
        pen.line(&[(LEFT + 18, y), (LEFT + 23, y)])?;
        pen.text(&number(mark, percent), (LEFT + 28, y), 13, false, SOFT, MIDDLE, false)?;
    }
    Ok(())
}

/// The square for cells where the move never is the best, where there are any.
fn never<B: DrawingBackend>(pen: &Pen<'_, B>, map: &Map) -> Result<(), B> {
    let Cells::Firsts { cells, .. } = &map.cells else { return Ok(()) };
    if !cells.contains(&Some(None)) {
        return Ok(());
    }
    let y = FRAME.1 + 404;
    pen.fill((LEFT, y - 7), (LEFT + 14, y + 7), NEVER)?;
    pen.text("never", (LEFT + 22, y), 13, false, SOFT, MIDDLE, false)
}

/// A mark as it is written.
pub fn number(mark: f64, percent: bool) -> String {
    let shown = if percent { 100.0 * mark } else { mark };
    let shown = (shown * 1e6).round() / 1e6;
    if percent { format!("{shown} %") } else { shown.to_string() }
}

/// In lines that fit beside the picture.
fn caption_lines(caption: &str) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in caption.split(' ') {
        let line = lines.last_mut().expect("there is always one");
        if !line.is_empty() && line.chars().count() + word.chars().count() > 15 {
            lines.push(word.into());
        } else {
            *line += if line.is_empty() { "" } else { " " };
            *line += word;
        }
    }
    lines
}
