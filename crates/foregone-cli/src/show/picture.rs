//! Maps as pictures: SVG for documents, PNG for everything else.
//!
//! Drawn in logical pixels by one function for both; the font is embedded, so that a picture is
//! the same on every machine.

use std::sync::Once;

use foregone::map::{Colour, Legend, Map};
use plotters::backend::{BitMapBackend, DrawingBackend, SVGBackend};
use plotters::coord::Shift;
use plotters::drawing::{DrawingArea, DrawingAreaErrorKind, IntoDrawingArea};
use plotters::element::{PathElement, Rectangle, Text};
use plotters::style::text_anchor::{HPos, Pos, VPos};
use plotters::style::{
    Color, FontDesc, FontFamily, FontStyle, FontTransform, IntoFont, RGBColor, TextStyle,
    register_font,
};

mod key;
pub mod ticks;

pub use key::number;

/// A map and what is written around it.
pub struct Picture<'a> {
    /// The map.
    pub map: &'a Map,
    /// What its colours mean.
    pub legend: &'a Legend,
    /// What it shows.
    pub title: String,
    /// Of which game.
    pub subtitle: String,
}

const SIZE: (u32, u32) = (960, 800);
const INK: RGBColor = RGBColor(29, 33, 41);
const SOFT: RGBColor = RGBColor(96, 103, 115);
const LINE: RGBColor = RGBColor(201, 206, 214);
/// Where a move is never the best.
const NEVER: Colour = [226, 228, 232];
/// Left, top, right and bottom of the map itself.
const FRAME: (i32, i32, i32, i32) = (84, 96, 776, 716);

type Result<T, B> = std::result::Result<T, DrawingAreaErrorKind<<B as DrawingBackend>::ErrorType>>;
type Area<B> = DrawingArea<B, Shift>;

impl Picture<'_> {
    /// As SVG.
    pub fn svg(&self) -> std::result::Result<String, String> {
        fonts();
        let mut text = String::new();
        let area = SVGBackend::with_string(&mut text, SIZE).into_drawing_area();
        self.draw(&area, false).map_err(|error| error.to_string())?;
        drop(area);
        // Neighbouring cells must touch, and the font is named with what may stand in for it.
        let text = text.replacen("<svg ", "<svg shape-rendering=\"crispEdges\" ", 1);
        Ok(text.replace("\"sans-serif\"", "\"Inter, system-ui, sans-serif\""))
    }

    /// As PNG, two pixels for each logical one.
    pub fn png(&self) -> std::result::Result<Vec<u8>, String> {
        fonts();
        let (width, height) = (2 * SIZE.0, 2 * SIZE.1);
        let mut pixels = vec![255; (width * height * 3) as usize];
        let area = BitMapBackend::with_buffer(&mut pixels, (width, height)).into_drawing_area();
        self.draw(&area, true).map_err(|error| error.to_string())?;
        drop(area);
        let mut bytes = Vec::new();
        let mut encoder = png::Encoder::new(&mut bytes, width, height);
        encoder.set_color(png::ColorType::Rgb);
        encoder.set_depth(png::BitDepth::Eight);
        let mut writer = encoder.write_header().map_err(|error| error.to_string())?;
        writer.write_image_data(&pixels).map_err(|error| error.to_string())?;
        writer.finish().map_err(|error| error.to_string())?;
        Ok(bytes)
    }

    fn draw<B: DrawingBackend>(&self, area: &Area<B>, double: bool) -> Result<(), B> {
        let pen = Pen { area, times: if double { 2 } else { 1 } };
        pen.area.fill(&RGBColor(255, 255, 255))?;
        pen.text(&self.title, (FRAME.0, 38), 24, true, INK, (HPos::Left, VPos::Center), false)?;
        pen.text(
            &self.subtitle,
            (FRAME.0, 68),
            14,
            false,
            SOFT,
            (HPos::Left, VPos::Center),
            false,
        )?;
        self.cells(&pen)?;
        self.sides(&pen)?;
        key::draw(&pen, self.map, self.legend)?;
        pen.area.present()
    }

    /// The cells; neighbours of one colour are one rectangle.
    fn cells<B: DrawingBackend>(&self, pen: &Pen<'_, B>) -> Result<(), B> {
        let (width, height) = (self.map.x.values.len(), self.map.y.values.len());
        for y in 0..height {
            let mut x = 0;
            while x < width {
                let colour = self.colour(x, y);
                let end = (x + 1..width).find(|&x| self.colour(x, y) != colour).unwrap_or(width);
                if let Some(colour) = colour {
                    let from = (across(x, width), up(y + 1, height));
                    pen.fill(from, (across(end, width), up(y, height)), colour)?;
                }
                x = end;
            }
        }
        Ok(())
    }

    fn colour(&self, x: usize, y: usize) -> Option<Colour> {
        let place = self.map.place(x, y);
        let colour = self.map.colour(place, self.legend);
        colour.or(self.map.is_there(place).then_some(NEVER))
    }

    /// Frame, marks and names of the axes.
    fn sides<B: DrawingBackend>(&self, pen: &Pen<'_, B>) -> Result<(), B> {
        let (left, top, right, bottom) = FRAME;
        pen.line(&[(left, top), (left, bottom), (right, bottom), (right, top), (left, top)])?;
        let (x, y) = (&self.map.x, &self.map.y);
        for (at, text) in ticks::ticks(x, 11) {
            let middle = (across(at, x.values.len()) + across(at + 1, x.values.len())) / 2;
            pen.line(&[(middle, bottom), (middle, bottom + 5)])?;
            let place = (middle, bottom + 18);
            pen.text(&text, place, 13, false, SOFT, (HPos::Center, VPos::Center), false)?;
        }
        for (at, text) in ticks::ticks(y, 11) {
            let middle = (up(at, y.values.len()) + up(at + 1, y.values.len())) / 2;
            pen.line(&[(left - 5, middle), (left, middle)])?;
            let place = (left - 9, middle);
            pen.text(&text, place, 13, false, SOFT, (HPos::Right, VPos::Center), false)?;
        }
        let name = |axis: &foregone::map::Axis| match axis.meaning.as_str() {
            "" => axis.name.clone(),
            meaning => format!("{}: {meaning}", axis.name),
        };
        let below = ((left + right) / 2, bottom + 48);
        pen.text(&name(x), below, 15, false, INK, (HPos::Center, VPos::Center), false)?;
        let beside = (left - 60, (top + bottom) / 2);
        pen.text(&name(y), beside, 15, false, INK, (HPos::Center, VPos::Center), true)
    }
}

fn across(at: usize, of: usize) -> i32 {
    FRAME.0 + ((FRAME.2 - FRAME.0) as usize * at / of) as i32
}

fn up(at: usize, of: usize) -> i32 {
    FRAME.3 - ((FRAME.3 - FRAME.1) as usize * at / of) as i32
}

/// Draws in logical pixels.
struct Pen<'a, B: DrawingBackend> {
    area: &'a Area<B>,
    times: i32,
}

impl<B: DrawingBackend> Pen<'_, B> {
    fn at(&self, (x, y): (i32, i32)) -> (i32, i32) {
        (x * self.times, y * self.times)
    }

    /// From one corner to the other, which is outside.
    fn fill(&self, from: (i32, i32), to: (i32, i32), colour: Colour) -> Result<(), B> {
        let [r, g, b] = colour;
        let corners = [self.at(from), self.at(to)];
        self.area.draw(&Rectangle::new(corners, RGBColor(r, g, b).filled()))
    }

    fn line(&self, points: &[(i32, i32)]) -> Result<(), B> {
        let points: Vec<_> = points.iter().map(|&point| self.at(point)).collect();
        self.area.draw(&PathElement::new(points, LINE.stroke_width(self.times as u32)))
    }

    #[allow(clippy::too_many_arguments)]
    fn text(
        &self,
        text: &str,
        at: (i32, i32),
        size: i32,
        bold: bool,
        colour: RGBColor,
        (h, v): (HPos, VPos),
        upright: bool,
    ) -> Result<(), B> {
        let style = if bold { FontStyle::Bold } else { FontStyle::Normal };
        let font = FontDesc::new(FontFamily::SansSerif, f64::from(size * self.times), style);
        let turned = if upright { FontTransform::Rotate270 } else { FontTransform::None };
        let style = TextStyle::from(font.into_font().transform(turned)).color(&colour);
        self.area.draw(&Text::new(text.to_owned(), self.at(at), style.pos(Pos::new(h, v))))
    }
}

/// Makes the embedded font known, once.
fn fonts() {
    static DONE: Once = Once::new();
    DONE.call_once(|| {
        let plain = include_bytes!("../../assets/font/inter-400.ttf");
        let bold = include_bytes!("../../assets/font/inter-600.ttf");
        // A font that cannot be read is found by the tests.
        let _ = register_font("sans-serif", FontStyle::Normal, plain);
        let _ = register_font("sans-serif", FontStyle::Bold, bold);
    });
}
