//! Whatever is sent, the answer is a clear refusal, and the server goes on.

use crate::client::Server;

fn lives(server: &Server) {
    let (status, position) = server.json("/api/position");
    assert_eq!(status, 200);
    assert_eq!(position["at"], "s1=0,s2=0,x=0,who=1");
}

#[test]
fn other_names_and_other_pages_are_turned_away() {
    let server = Server::start(&["hold", "-p", "target=5"]);
    let get = |headers: &str| {
        server.raw(&format!("GET / HTTP/1.1\r\n{headers}Connection: close\r\n\r\n")).0
    };
    let port = server.host.rsplit(':').next().unwrap();
    let here = format!("Host: {}\r\n", server.host);
    assert_eq!(get(&here), 200);
    assert_eq!(get(&format!("Host: localhost:{port}\r\n")), 200);
    for host in ["evil.example", "127.0.0.1.evil.example", "127.0.0.1", "localhost", "", "@"] {
        assert_eq!(get(&format!("Host: {host}\r\n")), 403, "{host}");
        let with_port = format!("Host: {host}:{port}\r\n");
        let fine = host == "127.0.0.1" || host == "localhost";
        assert_eq!(get(&with_port), if fine { 200 } else { 403 }, "{host}");
    }
    assert_eq!(get(&format!("{here}Origin: http://evil.example\r\n")), 403);
    assert_eq!(get(&format!("{here}Origin: null\r\n")), 403);
    assert_eq!(get(&format!("{here}Origin: http://{}\r\n", server.host)), 200);
    lives(&server);
}

#[test]
fn no_path_leads_out_of_the_page() {
    let server = Server::start(&["hold", "-p", "target=5"]);
    let paths = [
        "/../Cargo.toml",
        "/..%2fCargo.toml",
        "/%2e%2e/%2e%2e/etc/passwd",
        "//etc/passwd",
        "/app.js/../../Cargo.toml",
        "/app.js%00.css",
        "/app.js/",
        "/api",
        "/api/",
        "/api/nothing",
        "/APP.JS",
        "/.",
        "/..",
        "/\\..\\x",
        "/assets/page/app.js",
        "/api/position/../game",
    ];
    for path in paths {
        let (status, text) = server.get(path);
        assert!((400..500).contains(&status), "{path}: {status}");
        assert!(!text.contains("[package]") && !text.contains("root:"), "{path}");
    }
    for (path, kind) in [
        ("/", "text/html"),
        ("/app.js", "text/javascript"),
        ("/style.css", "text/css"),
        ("/inter.woff2", "font/woff2"),
        ("/icon.svg", "image/svg+xml"),
    ] {
        let (status, text) = server.get(path);
        assert_eq!(status, 200, "{path}");
        let lower = text[..text.find("\r\n\r\n").unwrap()].to_lowercase();
        assert!(lower.contains(&format!("content-type: {kind}")), "{path}: {lower}");
        assert!(lower.contains("content-security-policy: default-src 'none'"), "{lower}");
        assert!(lower.contains("x-content-type-options: nosniff"), "{lower}");
    }
    lives(&server);
}

#[test]
fn what_is_too_large_is_refused() {
    let server = Server::start(&["hold", "-p", "target=5"]);
    let long = "9".repeat(20_000);
    assert_eq!(server.get(&format!("/api/position?at={long}")).0, 414);
    let big = format!("{{\"turns\":[{}]}}", "1,".repeat(300_000));
    let (status, _) = server.raw(&format!(
        "POST /api/review HTTP/1.1\r\nHost: {}\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{big}",
        server.host,
        big.len()
    ));
    assert_eq!(status, 413);
    let header = format!("X-Long: {}\r\n", "x".repeat(1_000_000));
    let (status, _) =
        server.raw(&format!("GET / HTTP/1.1\r\nHost: {}\r\n{header}\r\n", server.host));
    assert!(status == 431 || status == 0, "{status}");
    for nonsense in [
        "\r\n\r\n",
        "GET\r\n\r\n",
        "BREW / HTTP/1.1\r\n\r\n",
        "\u{0}\u{1}\u{2}",
        "GET / HTTP/9.9\r\n\r\n",
    ] {
        let (status, _) = server.raw(nonsense);
        assert!(status == 0 || (400..600).contains(&status), "{nonsense:?}: {status}");
    }
    lives(&server);
}

#[test]
fn bad_questions_are_answered_with_what_would_be_right() {
    let server = Server::start(&["hold", "-p", "target=5"]);
    let cases = [
        ("/api/position?at=9+9+9", "a score of 9 is impossible"),
        ("/api/position?at=nonsense", "expected C H X"),
        ("/api/position?at=s1%3D1", "field 's2' is missing"),
        ("/api/position?p=tarmget%3D7", "did you mean 'target'?"),
        ("/api/position?p=target%3D0", "a whole number from 1 to 10000"),
        ("/api/position?p=target%3D99999999999999999999", "a whole number from 1 to 10000"),
        ("/api/position?p=target", "is not of the form key=value"),
        ("/api/map?x=nothing", "no field 'nothing'"),
        ("/api/map?x=s1&y=s2&fix=x%3D77", "field 'x' is never 77"),
        ("/api/map?show=dance", "expected value, policy or first"),
        ("/api/map?preset=other", "no picture 'other'"),
        ("/api/line?seed=x", "expected a whole number"),
        ("/api/job?id=-1", "expected a whole number"),
    ];
    for (path, words) in cases {
        let (status, answer) = server.json(path);
        assert_eq!(status, 400, "{path}: {answer}");
        let error = answer["error"].as_str().unwrap();
        assert!(error.contains(words), "{path}: {error}");
    }
    for body in [
        "",
        "{",
        "[]",
        "{\"turns\":3}",
        "{\"turns\":[{\"at\":\"\",\"choice\":99,\"branch\":0}]}",
        "\u{0}",
    ] {
        let (status, answer) = server.post("/api/review", body);
        assert_eq!(status, 400, "{body}: {answer}");
    }
    assert_eq!(server.json("/api/job?id=77").0, 404);
    lives(&server);
}

#[test]
fn rules_from_the_page_read_no_files() {
    let server = Server::start(&["shiritori"]);
    for name in ["@/etc/passwd", "/etc/passwd", "../Cargo.toml", "Cargo.toml"] {
        let (_, begun) = server.post("/api/solve", &format!("{{\"p\":[\"words={name}\"]}}"));
        let mut said = begun.to_string();
        while said.contains("running") {
            said = server.json(&format!("/api/job?id={}", begun["id"])).1.to_string();
        }
        assert!(!said.contains("root:") && !said.contains("package"), "{name}: {said}");
        let (_, game) = server.json(&format!("/api/game?p=words%3D{}", name.replace('/', "%2F")));
        assert!(!game.to_string().contains("root:"), "{name}");
    }
}
