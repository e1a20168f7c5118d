//! Who is answered: only what comes from the page itself.
//!
//! A page of another site can make a browser ask this server, by its number or by a name that is
//! made to point here (DNS rebinding). Such a request names another host, or another origin.

use std::net::{IpAddr, SocketAddr};

use axum::extract::{Request, State};
use axum::http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, HOST, ORIGIN, REFERRER_POLICY, X_CONTENT_TYPE_OPTIONS,
    X_FRAME_OPTIONS,
};
use axum::http::{HeaderName, HeaderValue, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use super::answers::Refusal;

/// The header by which the page is known.
const PAGE: &str = "x-page";
/// Characters of an address.
const LONG: usize = 8192;

const HEADERS: [(HeaderName, &str); 5] = [
    (
        CONTENT_SECURITY_POLICY,
        "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; \
         connect-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; \
         frame-ancestors 'none'",
    ),
    (X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (X_FRAME_OPTIONS, "DENY"),
    (REFERRER_POLICY, "no-referrer"),
    (CACHE_CONTROL, "no-cache"),
];

/// Turns away what is not for us, and tells browsers what the page may do.
pub async fn guard(State(here): State<SocketAddr>, request: Request, next: Next) -> Response {
    let from_page = request.headers().contains_key(PAGE);
    let mut response = match refused(here, &request) {
        Some(refusal) => refusal.into_response(),
        None => next.run(request).await,
    };
    // The page shows refusals itself; browsers would report their status as errors of the page.
    if from_page && response.status().is_client_error() {
        *response.status_mut() = StatusCode::OK;
    }
    for (name, value) in HEADERS {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    response
}

fn refused(here: SocketAddr, request: &Request) -> Option<Refusal> {
    let text = |name: HeaderName| request.headers().get(name).map(|value| value.to_str());
    if request.uri().to_string().len() > LONG {
        let why = format!("an address has at most {LONG} characters");
        return Some(Refusal::new(StatusCode::URI_TOO_LONG, why));
    }
    let host = text(HOST).and_then(Result::ok).unwrap_or_default();
    if !is_here(here, host) {
        let why = format!("this server is at {here} and answers to that name alone");
        return Some(Refusal::new(StatusCode::FORBIDDEN, why));
    }
    let origin = text(ORIGIN).map(|origin| origin.ok().and_then(|o| o.strip_prefix("http://")));
    match origin {
        Some(Some(origin)) if is_here(here, origin) => None,
        Some(_) => {
            let why = "another site's page may not ask this server";
            Some(Refusal::new(StatusCode::FORBIDDEN, why))
        }
        None => None,
    }
}

/// True where `host` is this server by number or as `localhost`; no other name can be trusted.
fn is_here(here: SocketAddr, host: &str) -> bool {
    let (name, port) = match host.rsplit_once(':') {
        Some((name, port)) if !port.ends_with(']') => (name, port.parse().ok()),
        _ => (host, Some(80)),
    };
    let number = name.trim_start_matches('[').trim_end_matches(']').parse::<IpAddr>();
    let known = match number {
        Ok(number) => number.is_loopback() || !here.ip().is_loopback(),
        Err(_) => name.eq_ignore_ascii_case("localhost"),
    };
    known && port == Some(here.port())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_numbers_and_localhost_are_here() {
        let here: SocketAddr = "127.0.0.1:4000".parse().unwrap();
        for host in ["127.0.0.1:4000", "localhost:4000", "LOCALHOST:4000", "[::1]:4000"] {
            assert!(is_here(here, host), "{host}");
        }
        for host in [
            "",
            "127.0.0.1",
            "127.0.0.1:80",
            "evil.example:4000",
            "localhost.evil.example:4000",
            "10.0.0.1:4000",
            "[::1]",
            ":4000",
            "127.0.0.1:4000:4000",
        ] {
            assert!(!is_here(here, host), "{host}");
        }
        let open: SocketAddr = "0.0.0.0:4000".parse().unwrap();
        assert!(is_here(open, "10.0.0.1:4000") && !is_here(open, "evil.example:4000"));
    }
}
