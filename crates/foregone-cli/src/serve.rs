//! The local explorer: a page, and the questions it asks, over HTTP on loopback.
//!
//! `site` holds solved variants of one game, `job` solves another in the background, `guard` turns
//! away what does not come from the page, `answers` and `describe` turn questions into JSON,
//! `files` has the page itself. Invariant: whatever is asked, the answer is JSON or a file of the
//! page, and only judged solutions are shown.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::middleware::from_fn_with_state;
use axum::routing::{get, post};
use tokio::net::TcpListener;

use crate::failure::Failure;

mod answers;
pub mod describe;
pub mod files;
mod guard;
mod job;
pub mod site;

pub use site::Site;

/// Bytes of a request's body.
const BODY: usize = 1 << 18;

/// Answers until Ctrl-C; `listening` is told the address first.
pub fn run(
    site: Site,
    address: IpAddr,
    port: u16,
    listening: impl FnOnce(SocketAddr) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_io().build();
    let runtime = runtime.map_err(|error| failed(&error.to_string()))?;
    let (stop, stopped) = tokio::sync::oneshot::channel();
    std::thread::spawn(move || {
        while !crate::interrupt::asked() {
            std::thread::sleep(std::time::Duration::from_millis(100));
        }
        let _ = stop.send(());
    });
    let served = runtime.block_on(async {
        let listener = TcpListener::bind((address, port))
            .await
            .map_err(|error| failed(&format!("cannot listen on {address} port {port}: {error}")))?;
        let here = listener.local_addr().map_err(|error| failed(&error.to_string()))?;
        listening(here)?;
        let router = router(Arc::new(site), here);
        let serving = tokio::spawn(async move { axum::serve(listener, router).await });
        let _ = stopped.await;
        serving.abort();
        Ok(())
    });
    runtime.shutdown_background();
    served
}

fn failed(why: &str) -> Failure {
    Failure::Wrong(why.into())
}

fn router(site: Arc<Site>, here: SocketAddr) -> Router {
    Router::new()
        .route("/api/game", get(answers::game))
        .route("/api/position", get(answers::position))
        .route("/api/map", get(answers::map))
        .route("/api/line", get(answers::line))
        .route("/api/reply", get(answers::reply))
        .route("/api/review", post(answers::review))
        .route("/api/solve", post(answers::solve))
        .route("/api/job", get(answers::job))
        .route("/api/cancel", post(answers::cancel))
        .fallback(files::file)
        .layer(DefaultBodyLimit::max(BODY))
        .layer(from_fn_with_state(here, guard::guard))
        .with_state(site)
}
