//! The questions of the page, each with its answer as JSON.

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::{Query, State};
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use foregone::StateId;
use foregone::map::{Preset, Request, Show};
use foregone::play::{self, Turn};
use foregone::policy::{Play, Policy};
use serde::Deserialize;
use serde_json::json;

use super::describe;
use super::site::{Key, Site, Variant};
use crate::show::grid::Grid;
use crate::verbs::titled;

/// Parts of an address after the `?`, in their order.
pub type Parts = Query<Vec<(String, String)>>;

type Answer = Result<Response, Refusal>;

/// Why there is no answer.
pub struct Refusal {
    status: StatusCode,
    error: String,
    unsolved: bool,
}

impl Refusal {
    /// With a status and a sentence.
    pub fn new(status: StatusCode, error: impl Into<String>) -> Self {
        Self { status, error: error.into(), unsolved: false }
    }

    fn bad(error: impl ToString) -> Self {
        Self::new(StatusCode::BAD_REQUEST, error.to_string())
    }

    fn unsolved() -> Self {
        let error = "this is not solved yet";
        Self { unsolved: true, ..Self::new(StatusCode::CONFLICT, error) }
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let body = json!({ "error": self.error, "unsolved": self.unsolved });
        (self.status, [(CONTENT_TYPE, "application/json")], body.to_string()).into_response()
    }
}

fn answer(value: &impl serde::Serialize) -> Answer {
    let text = serde_json::to_string(value).map_err(Refusal::bad)?;
    Ok(([(CONTENT_TYPE, "application/json")], text).into_response())
}

/// What was asked, by name.
struct Asked(Vec<(String, String)>);

impl Asked {
    fn text(&self, name: &str) -> &str {
        self.0.iter().find(|(key, _)| key == name).map_or("", |(_, value)| value)
    }

    fn all(&self, name: &str) -> Vec<String> {
        self.0.iter().filter(|(key, _)| key == name).map(|(_, value)| value.clone()).collect()
    }

    fn number(&self, name: &str) -> Result<u64, Refusal> {
        let text = self.text(name);
        let wrong = || Refusal::bad(format!("{name}={text}: expected a whole number"));
        text.parse().map_err(|_| wrong())
    }

    fn rules(&self, site: &Site) -> Result<Vec<String>, Refusal> {
        site.rules(&self.all("p")).map_err(Refusal::bad)
    }
}

/// The variant and the position that are asked about.
fn place(site: &Site, asked: &Asked) -> Result<(Arc<Variant>, StateId), Refusal> {
    let rules = asked.rules(site)?;
    if site.variant(&rules).is_none() {
        return Err(Refusal::unsolved());
    }
    let found = site.find(&rules, asked.text("at")).map_err(Refusal::bad)?;
    found.ok_or_else(Refusal::unsolved)
}

/// The game, its rules and fields.
pub async fn game(State(site): State<Arc<Site>>, Query(asked): Parts) -> Answer {
    let rules = Asked(asked).rules(&site)?;
    let variant = site.variant(&rules).ok_or_else(Refusal::unsolved)?;
    answer(&describe::game(&variant, &site.first().key.rules))
}

/// One position with its moves.
pub async fn position(State(site): State<Arc<Site>>, Query(asked): Parts) -> Answer {
    let (variant, state) = place(&site, &Asked(asked))?;
    answer(&describe::position(&variant, state))
}

/// A map.
pub async fn map(State(site): State<Arc<Site>>, Query(asked): Parts) -> Answer {
    let asked = Asked(asked);
    let rules = asked.rules(&site)?;
    let variant = site.variant(&rules).ok_or_else(Refusal::unsolved)?;
    let drawn = tokio::task::spawn_blocking(move || drawn(&variant, &asked)).await;
    drawn.map_err(|_| Refusal::bad("the map could not be drawn"))?
}

fn drawn(variant: &Variant, asked: &Asked) -> Answer {
    let atlas = variant.atlas.as_ref().map_err(Refusal::bad)?;
    let name = |name: &str| Some(asked.text(name).to_owned()).filter(|text| !text.is_empty());
    let preset = name("preset").map(|preset| {
        let found = variant
            .made
            .row()
            .and_then(|row| Preset::of(row.name).find(|other| other.name == preset));
        found.ok_or_else(|| Refusal::bad(format!("this game has no picture '{preset}'")))
    });
    let preset = preset.transpose()?;
    let request = match preset {
        Some(preset) => preset.request(),
        None => Request {
            x: name("x"),
            y: name("y"),
            fixed: asked.all("fix"),
            show: match asked.text("show") {
                "" | "value" => Show::Value,
                "policy" => Show::Policy,
                "first" => Show::First {
                    name: asked.text("move").into(),
                    along: asked.text("along").into(),
                },
                other => {
                    let why = format!("show={other}: expected value, policy or first");
                    return Err(Refusal::bad(why));
                }
            },
        },
    };
    let title = preset.map(|preset| preset.title);
    let shown = titled(&variant.made, atlas, &request, title).map_err(Refusal::bad)?;
    let legend = shown.map.legend(&variant.made.chance());
    answer(&Grid::new(&shown.map, &legend, &shown.title))
}

/// Moves of a line that are shown.
const LINE: usize = 200;

/// Best play from a position, with dice from a seed.
pub async fn line(State(site): State<Arc<Site>>, Query(asked): Parts) -> Answer {
    let asked = Asked(asked);
    let (variant, state) = place(&site, &asked)?;
    let seed = if asked.text("seed").is_empty() { 1 } else { asked.number("seed")? };
    let turns = play::line(variant.made.solved(), state, seed, LINE);
    answer(&describe::line(&variant, &turns))
}

/// What a policy does at a position; `choice` is null where every move is alike to it.
pub async fn reply(State(site): State<Arc<Site>>, Query(asked): Parts) -> Answer {
    let asked = Asked(asked);
    let (variant, state) = place(&site, &asked)?;
    let solved = variant.made.solved();
    let policy = Policy::read("the policy", asked.text("policy"), &variant.made.names());
    let play = policy.and_then(|policy| policy.at(solved.explored(), state));
    let choice = match play.map_err(Refusal::bad)? {
        Play::Best => solved.choice(state),
        Play::Choice(choice) => Some(choice),
        Play::Random => None,
    };
    answer(&json!({ "choice": choice }))
}

/// A game that was played.
#[derive(Deserialize)]
struct Record {
    #[serde(default)]
    p: Vec<String>,
    turns: Vec<Made>,
}

#[derive(Deserialize)]
struct Made {
    at: String,
    choice: u32,
    branch: u32,
}

/// What every move cost, and what the dice gave.
pub async fn review(State(site): State<Arc<Site>>, body: Bytes) -> Answer {
    let record: Record = serde_json::from_slice(&body)
        .map_err(|error| Refusal::bad(format!("this is no record of a game: {error}")))?;
    let rules = site.rules(&record.p).map_err(Refusal::bad)?;
    let first = record.turns.first().map_or("", |turn| turn.at.as_str());
    let found = site.find(&rules, first).map_err(Refusal::bad)?;
    let (variant, _) = found.ok_or_else(Refusal::unsolved)?;
    let explored = variant.made.solved().explored();
    let mut turns = Vec::new();
    for Made { at, choice, branch } in record.turns {
        let state = explored.find(&at).map_err(|error| Refusal::bad(format!("'{at}': {error}")))?;
        let state = state.ok_or_else(|| Refusal::bad(format!("play does not come to '{at}'")))?;
        turns.push(Turn { state, choice, branch });
    }
    answer(&play::review(variant.made.solved(), &turns).map_err(Refusal::bad)?)
}

/// Rules to be solved, and a position where play from the start does not lead there.
#[derive(Deserialize)]
struct Wanted {
    #[serde(default)]
    p: Vec<String>,
    at: Option<String>,
}

/// Begins to solve in the background.
pub async fn solve(State(site): State<Arc<Site>>, body: Bytes) -> Answer {
    let wanted: Wanted = serde_json::from_slice(&body)
        .map_err(|error| Refusal::bad(format!("these are no rules: {error}")))?;
    let rules = site.rules(&wanted.p).map_err(Refusal::bad)?;
    let mut key = Key { rules, at: None };
    if site.has(&key) {
        let at = wanted.at.unwrap_or_default();
        if site.find(&key.rules, &at).map_err(Refusal::bad)?.is_some() {
            return answer(&json!({ "state": "done" }));
        }
        key.at = Some(at);
    }
    answer(&site.jobs.start(&site, key).report())
}

/// How far a job is.
pub async fn job(State(site): State<Arc<Site>>, Query(asked): Parts) -> Answer {
    let id = Asked(asked).number("id")?;
    let gone = || Refusal::new(StatusCode::NOT_FOUND, "something else was asked for since");
    answer(&site.jobs.find(id).ok_or_else(gone)?.report())
}

/// Ends a job.
pub async fn cancel(State(site): State<Arc<Site>>, Query(asked): Parts) -> Answer {
    let id = Asked(asked).number("id")?;
    let job = site.jobs.find(id);
    job.iter().for_each(|job| job.cancel());
    answer(&json!({ "cancelled": job.is_some() }))
}
