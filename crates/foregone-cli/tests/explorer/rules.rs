//! Other rules are solved in the background, limited, and can be ended.

use std::time::{Duration, Instant};

use serde_json::Value;

use crate::client::Server;

/// Asks how far a job is until it is over.
fn wait(server: &Server, begun: &Value) -> Value {
    let id = begun["id"].as_u64().unwrap();
    let begin = Instant::now();
    loop {
        let (_, report) = server.json(&format!("/api/job?id={id}"));
        if report["state"] != "running" {
            return report;
        }
        assert!(begin.elapsed() < Duration::from_secs(120), "{report}");
        std::thread::sleep(Duration::from_millis(30));
    }
}

#[test]
fn other_rules_are_solved_when_asked_for() {
    let server = Server::start(&["hold", "-p", "target=10"]);
    let (status, answer) = server.json("/api/position?p=target%3D12");
    assert_eq!((status, &answer["unsolved"]), (409, &Value::Bool(true)));
    let (_, begun) = server.post("/api/solve", "{\"p\":[\"target=12\"]}");
    assert_eq!(wait(&server, &begun)["state"], "done");
    let (status, position) = server.json("/api/position?p=target%3D12");
    assert_eq!(status, 200);
    let direct = Server::start(&["hold", "-p", "target=12"]);
    assert_eq!(position, direct.json("/api/position").1);
    let (_, game) = server.json("/api/game?p=target%3D12");
    assert_eq!((&game["given"][0], &game["usual"][0]), (&"target=12".into(), &"target=10".into()));
    // The old rules are still there.
    assert_eq!(server.json("/api/position").0, 200);
}

#[test]
fn positions_that_play_does_not_reach_are_solved_from_themselves() {
    let server = Server::start(&["hold", "-p", "target=10"]);
    let at = "/api/position?at=1+0+0";
    assert_eq!(server.json(at).0, 409);
    let (_, begun) = server.post("/api/solve", "{\"at\":\"1 0 0\"}");
    assert_eq!(wait(&server, &begun)["state"], "done");
    let (status, position) = server.json(at);
    assert_eq!((status, &position["at"]), (200, &"s1=1,s2=0,x=0,who=1".into()));
}

#[test]
fn large_rules_are_limited_and_can_be_ended() {
    let server = Server::start(&["hold", "-p", "target=5", "--max-states", "3000"]);
    let (_, begun) = server.post("/api/solve", "{\"p\":[\"target=60\"]}");
    let report = wait(&server, &begun);
    assert_eq!(report["state"], "failed");
    let error = report["error"].as_str().unwrap();
    assert!(error.contains("the limit of 3000 states"), "{error}");

    let server = Server::start(&["hold", "-p", "target=5"]);
    let (_, begun) = server.post("/api/solve", "{\"p\":[\"target=900\"]}");
    let id = begun["id"].as_u64().unwrap();
    let (status, answer) = server.post(&format!("/api/cancel?id={id}"), "");
    assert_eq!((status, &answer["cancelled"]), (200, &Value::Bool(true)));
    let report = wait(&server, &begun);
    assert_eq!((&report["state"], &report["error"]), (&"failed".into(), &"cancelled".into()));
    // Something else ends what is under way.
    let (_, begun) = server.post("/api/solve", "{\"p\":[\"target=900\"]}");
    let (_, other) = server.post("/api/solve", "{\"p\":[\"target=6\"]}");
    assert_ne!(begun["id"], other["id"]);
    assert_eq!(wait(&server, &other)["state"], "done");
    assert_eq!(server.json("/api/position?p=target%3D6").0, 200);
}

#[test]
fn the_opponent_may_follow_a_policy() {
    let server = Server::start(&["hold", "-p", "target=10"]);
    let reply = |at: &str, policy: &str| {
        server.json(&format!(
            "/api/reply?at={at}&policy={}",
            policy.replace(' ', "+").replace('<', "%3C")
        ))
    };
    let rule = "roll while x < 5";
    assert_eq!(reply("0+0+4", rule).1["choice"], 0, "roll");
    assert_eq!(reply("0+0+5", rule).1["choice"], 1, "hold");
    assert_eq!(reply("0+0+4", "random"), (200, serde_json::json!({ "choice": null })));
    assert_eq!(
        reply("0+0+4", "best").1["choice"],
        server.json("/api/position?at=0+0+4").1["plays"]
    );
    for nonsense in ["jump", "roll while", "roll while z < 3", ""] {
        assert_eq!(reply("0+0+4", nonsense).0, 400, "{nonsense}");
    }
}

#[test]
fn a_played_game_is_reviewed() {
    let server = Server::start(&["hold", "-p", "target=10"]);
    let turns = "{\"turns\":[{\"at\":\"s1=0,s2=0,x=0,who=1\",\"choice\":0,\"branch\":1},\
                 {\"at\":\"s1=0,s2=0,x=2,who=1\",\"choice\":1,\"branch\":0}]}";
    let (status, review) = server.post("/api/review", turns);
    assert_eq!(status, 200, "{review}");
    let number = |name: &str| review[name].as_f64().unwrap();
    let sum = number("start") + number("luck") - number("max_gave") + number("min_gave");
    assert!((sum - number("end")).abs() < 1e-9, "{review}");
    assert!(number("max_gave") > 0.0 && review["steps"][1]["best"] == "roll", "{review}");
    let broken = turns.replace("x=2", "x=3");
    assert_eq!(server.post("/api/review", &broken).0, 400);
}
