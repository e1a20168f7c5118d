//! The page: its files are part of the program.

use axum::extract::Request;
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};

use super::answers::Refusal;

const SCRIPT: &str = "text/javascript; charset=utf-8";

macro_rules! page {
    ($name:literal) => {
        include_bytes!(concat!("../../assets/page/", $name))
    };
}

/// Path, type and bytes.
type File = (&'static str, &'static str, &'static [u8]);

const FILES: &[File] = &[
    ("/", "text/html; charset=utf-8", page!("index.html")),
    ("/style.css", "text/css; charset=utf-8", page!("style.css")),
    ("/icon.svg", "image/svg+xml", page!("icon.svg")),
    ("/inter.woff2", "font/woff2", include_bytes!("../../assets/font/inter.woff2")),
    ("/app.js", SCRIPT, page!("app.js")),
    ("/make.js", SCRIPT, page!("make.js")),
    ("/source.js", SCRIPT, page!("source.js")),
    ("/position.js", SCRIPT, page!("position.js")),
    ("/paint.js", SCRIPT, page!("paint.js")),
    ("/map.js", SCRIPT, page!("map.js")),
    ("/rules.js", SCRIPT, page!("rules.js")),
    ("/play.js", SCRIPT, page!("play.js")),
];

/// A file of the page; there are no others, so no path leads out of it.
pub async fn file(request: Request) -> Response {
    let path = request.uri().path();
    match FILES.iter().find(|(name, ..)| *name == path) {
        Some((_, kind, bytes)) => ([(CONTENT_TYPE, *kind)], *bytes).into_response(),
        None => Refusal::new(StatusCode::NOT_FOUND, "there is nothing here").into_response(),
    }
}

/// The text of a file of the page.
pub fn text(name: &str) -> &'static str {
    let file = FILES.iter().find(|(path, ..)| path.trim_start_matches('/') == name);
    file.and_then(|(.., bytes)| std::str::from_utf8(bytes).ok()).unwrap_or_default()
}
