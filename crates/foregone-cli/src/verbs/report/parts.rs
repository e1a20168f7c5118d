//! The parts of a report that are the same with and without an explorer: what it is, what it is
//! worth, pictures, and all positions of small games.

use foregone::StateId;
use foregone::map::{Atlas, Preset, Request, Show};

use crate::serve::site::Variant;
use crate::show::picture::Picture;
use crate::show::{count, grouped};
use crate::verbs::{name_and_parameters, titled};

/// Positions in the table.
const ROWS: usize = 500;

/// Text within HTML.
pub fn escaped(text: &str) -> String {
    let text = text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    text.replace('"', "&quot;")
}

/// The heading where there is no explorer that makes one.
pub fn head(variant: &Variant) -> String {
    let summary = variant.made.row().map_or("", |row| row.summary);
    format!(
        "<header id=\"head\"><div class=\"title\"><h1>{}</h1><p class=\"quiet\">{}</p></div></header>",
        escaped(&variant.made.name()),
        escaped(summary)
    )
}

/// All sections.
pub fn sections(variant: &Variant) -> Result<String, String> {
    Ok([summary(variant), pictures(variant)?, positions(variant), rules(variant)].concat())
}

fn section(title: &str, inside: &str) -> String {
    format!("<section aria-label=\"{0}\"><h2>{0}</h2>\n{inside}</section>\n", escaped(title))
}

fn table(head: &[&str], rows: &[Vec<String>]) -> String {
    let cell = |tag: &str, text: &str| format!("<{tag}>{}</{tag}>", escaped(text));
    let head: String = head.iter().map(|text| cell("th", text)).collect();
    let row = |row: &Vec<String>| {
        let cells: String = row.iter().map(|text| cell("td", text)).collect();
        format!("<tr>{cells}</tr>\n")
    };
    let rows: String = rows.iter().map(row).collect();
    format!(
        "<div class=\"wide\"><table><thead><tr>{head}</tr></thead><tbody>\n{rows}</tbody></table></div>\n"
    )
}

/// The start with its value and moves.
fn summary(variant: &Variant) -> String {
    let solved = variant.made.solved();
    let worth = variant.made.worth();
    let start = solved.explored().starts().first().copied().unwrap_or(StateId(0));
    let query = solved.query(start, variant.made.form);
    let name = name_and_parameters(&variant.made.name(), &variant.made.origin.parameters);
    let name = anstream::adapter::strip_str(&name).to_string();
    let first = solved.explored().players().into_iter().next().unwrap_or_else(|| "Max".into());
    let arena = solved.arena();
    let value = match &query.standing {
        Some(standing) => crate::verbs::standing(standing),
        None => {
            let (lower, upper) = (&query.value.lower, &query.value.upper);
            let says = worth.says(&first, &worth.text(lower, upper, 2));
            format!("{says} ({})", worth.bounds(lower, upper))
        }
    };
    let rows = [
        ("game", name),
        ("start", query.state.clone()),
        ("value", value),
        (
            "size",
            format!(
                "{}, {}, {}",
                count(arena.states() as u64, "position", "positions"),
                count(arena.choices() as u64, "move", "moves"),
                count(arena.branches() as u64, "outcome", "outcomes")
            ),
        ),
        ("evidence", "every bound was accepted by the judge".into()),
    ];
    let rows: Vec<_> = rows.map(|(name, text)| vec![name.to_owned(), text]).to_vec();
    let moves = query.moves.iter().map(|m| {
        let value = match &m.standing {
            Some(standing) => crate::verbs::standing(standing),
            None => worth.text(&m.value.lower, &m.value.upper, 2),
        };
        vec![m.name.clone(), value, if m.best { "best".into() } else { String::new() }]
    });
    let head = solved.unit().unwrap_or(&first);
    let moves = table(&["move at the start", head, ""], &moves.collect::<Vec<_>>());
    section("Summary", &(table(&["", ""], &rows) + &moves))
}

/// The pictures that belong to the game, or its values and best moves.
fn pictures(variant: &Variant) -> Result<String, String> {
    let Ok(atlas) = &variant.atlas else { return Ok(String::new()) };
    let presets = variant.made.row().into_iter().flat_map(|row| Preset::of(row.name));
    let mut wanted: Vec<(Request, Option<&str>)> =
        presets.map(|preset| (preset.request(), Some(preset.title))).collect();
    if wanted.is_empty() {
        wanted = [Show::Value, Show::Policy]
            .map(|show| (Request { show, ..Request::default() }, None))
            .to_vec();
    }
    let drawn = wanted.iter().map(|(request, title)| picture(variant, atlas, request, *title));
    let drawn: Vec<String> = drawn.collect::<Result<Vec<_>, _>>()?.into_iter().flatten().collect();
    match drawn.is_empty() {
        true => Ok(String::new()),
        false => Ok(section("Pictures", &drawn.concat())),
    }
}

fn picture(
    variant: &Variant,
    atlas: &Atlas,
    request: &Request,
    title: Option<&str>,
) -> Result<Option<String>, String> {
    // Games with fewer than two fields have no pictures.
    let Ok(shown) = titled(&variant.made, atlas, request, title) else { return Ok(None) };
    let legend = shown.map.legend(&variant.made.chance());
    let alt = escaped(&shown.title);
    let name = name_and_parameters(&variant.made.name(), &variant.made.origin.parameters);
    let subtitle = [anstream::adapter::strip_str(&name).to_string(), shown.fixed].join("   ");
    let picture = Picture { map: &shown.map, legend: &legend, title: shown.title, subtitle };
    let svg = picture.svg()?;
    Ok(Some(format!("<figure role=\"img\" aria-label=\"{alt}\">{svg}</figure>\n")))
}

/// Every position, as far as the table goes.
fn positions(variant: &Variant) -> String {
    let solved = variant.made.solved();
    let arena = solved.arena();
    let all = arena.states();
    let (worth, form) = (variant.made.worth(), variant.made.form);
    // Solving order puts the start last; exploring, as for amounts, first.
    let order: Box<dyn Iterator<Item = u32>> = match solved.unit() {
        Some(_) => Box::new(0..all as u32),
        None => Box::new((0..all as u32).rev()),
    };
    let rows: Vec<Vec<String>> = order
        .map(StateId)
        .take(ROWS)
        .map(|state| {
            let query = solved.query(state, form);
            let value = match &query.standing {
                Some(standing) => crate::verbs::standing(standing),
                None => worth.text(&query.value.lower, &query.value.upper, 4),
            };
            let best = query.moves.iter().filter(|m| m.best).map(|m| m.name.clone());
            vec![
                query.state.clone(),
                query.turn.clone(),
                value,
                best.collect::<Vec<_>>().join(", "),
            ]
        })
        .collect();
    let first = solved.explored().players().into_iter().next().unwrap_or_else(|| "Max".into());
    let head = ["position", "to move", solved.unit().unwrap_or(&first), "best"];
    let note = match all.saturating_sub(ROWS) {
        0 => String::new(),
        more => format!(
            "<p class=\"quiet\">and {} more; <code>foregone solve -o FILE</code> saves them all.</p>\n",
            grouped(more as u64)
        ),
    };
    let inside = format!(
        "<details><summary>{}</summary>\n{}{note}</details>\n",
        count(all as u64, "position", "positions"),
        table(&head, &rows)
    );
    section("Positions", &inside)
}

fn rules(variant: &Variant) -> String {
    match (variant.made.row(), &variant.made.origin.model) {
        (Some(row), _) => {
            section("Rules", &format!("<p class=\"prose\">{}</p>\n", escaped(row.rules)))
        }
        (None, Some(model)) => {
            let text = format!("{}\n\n{}", model.properties.trim(), model.text.trim());
            section("Model", &format!("<pre>{}</pre>\n", escaped(&text)))
        }
        (None, None) => String::new(),
    }
}
