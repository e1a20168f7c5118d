//! The page: style, font, script and data inside it, so that it asks nobody for anything.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::json;

use super::parts;
use crate::serve::describe;
use crate::serve::files;
use crate::serve::site::Variant;

/// Positions of games that are shown whole.
pub const SMALL: usize = 2000;

const POLICY: &str = "default-src 'none'; script-src 'unsafe-inline'; \
                      style-src 'unsafe-inline'; font-src data:; img-src data:";

/// Everything in one text.
pub fn page(variant: &Variant) -> Result<String, String> {
    let game = describe::game(variant, &variant.key.rules);
    let name = parts::escaped(&variant.made.name());
    let explorer =
        if variant.ends.len() <= SMALL { explorer(variant, &game) } else { String::new() };
    let head = match explorer.as_str() {
        "" => parts::head(variant),
        _ => "<header id=\"head\"></header><main id=\"main\" tabindex=\"-1\"></main>".to_owned(),
    };
    let sections = parts::sections(variant)?;
    let style = style();
    Ok(format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n<title>{name} · Foregone</title>\n\
         <style>\n{style}</style>\n</head>\n<body>\n{head}\n\
         <div class=\"report\">\n{sections}</div>\n{explorer}</body>\n</html>\n"
    ))
}

fn style() -> String {
    let font = include_bytes!("../../../assets/font/inter.woff2");
    let font = format!("data:font/woff2;base64,{}", STANDARD.encode(font));
    files::text("style.css").replace("/inter.woff2", &font)
}

/// Every position as data, and the script of the page.
fn explorer(variant: &Variant, game: &serde_json::Value) -> String {
    let states = variant.made.solved().arena().ids();
    let positions: Vec<_> = states.map(|state| describe::position(variant, state)).collect();
    let data = json!({ "game": game, "positions": positions }).to_string();
    // Nothing in the data may end the element it stands in.
    let data = data.replace('<', "\\u003c");
    format!(
        "<script type=\"application/json\" id=\"data\">{data}</script>\n\
         <script type=\"module\">\n{}</script>\n",
        script()
    )
}

/// The modules of the page one after another, each after those it takes from.
fn script() -> String {
    let names = [
        "make.js",
        "source.js",
        "position.js",
        "paint.js",
        "map.js",
        "rules.js",
        "play.js",
        "app.js",
    ];
    let lines = names.iter().flat_map(|name| files::text(name).lines());
    let lines = lines.filter(|line| !line.starts_with("import "));
    lines.map(|line| line.strip_prefix("export ").unwrap_or(line).to_owned() + "\n").collect()
}
