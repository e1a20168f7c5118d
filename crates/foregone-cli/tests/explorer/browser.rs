//! What a person does with the page.

use std::time::Duration;

use serde_json::Value;

use crate::client::Server;
use crate::driver::Browser;

const TAB: &str = "\u{e004}";
const ENTER: &str = "\u{e007}";
const RIGHT: &str = "\u{e014}";
const UP: &str = "\u{e013}";

/// The page's modules run.
const RUNS: &str = "document.querySelector('.verdict, .solving, .play, .rules')";

fn open(arguments: &[&str], hash: &str) -> (Server, Browser) {
    let server = Server::start(arguments);
    let browser = Browser::open(1400, 1000);
    browser.go(&server.page(hash));
    // Once, on a busy machine, Chromium showed the page and never ran its modules.
    if !browser.comes_to(RUNS, Duration::from_secs(20)) {
        println!("the page is loaded again: {}", browser.log());
        browser.go("about:blank");
        browser.go(&server.page(hash));
    }
    browser.until(RUNS);
    (server, browser)
}

#[test]
fn a_question_is_answered_at_first_sight() {
    let (server, browser) = open(&["hold"], "#/hold?at=s1=40,s2=60,x=18,who=1");
    browser.sees("Roll. Hold would cost 2.00 percentage points.");
    browser.sees("46.07 %");
    let paint = browser.run(
        "return performance.getEntriesByType('paint').find((e) => e.name === 'first-contentful-paint').startTime",
    );
    println!("first paint after {paint} ms");
    assert!(paint.as_f64().unwrap() < 2000.0, "{paint}");
    browser.is_clean(&server.host);
}

#[test]
fn moves_are_followed_and_addresses_work() {
    let (server, browser) = open(&["hold", "-p", "target=20"], "");
    browser.sees("player 1 to move");
    browser.click("turn total 0 → 4");
    browser.until("location.hash.includes('x=4')");
    browser.sees("s1=0,s2=0,x=4,who=1");
    browser.click("hold: ");
    browser.sees("player 2 to move");
    browser.until("location.hash.includes('s1=4,s2=0,x=0,who=2')");
    browser.run("history.back()");
    browser.sees("s1=0,s2=0,x=4,who=1");
    browser.run("history.forward()");
    browser.sees("s1=4,s2=0,x=0,who=2");
    // A position is found by its short form and by its fields, and mistakes are explained.
    browser.run("document.getElementById('at').focus()");
    browser.press("8 7 6");
    browser.press(ENTER);
    browser.sees("s1=8,s2=7,x=6,who=1");
    browser.run("document.querySelector('.fields input').value = 99");
    browser.click("Show");
    browser.sees("score of 99 is impossible");
    browser.run("document.querySelector('.fields input').value = 12");
    browser.click("Show");
    browser.sees("s1=12,s2=7,x=6,who=1");
    let (moved, time) = timed(&browser);
    assert!(moved, "the page shows the next position");
    println!("a position after {time} ms");
    assert!(time < 500.0, "{time}");
    browser.is_clean(&server.host);
}

/// Goes to another position in the page; whether it is shown, and after how many milliseconds.
fn timed(browser: &Browser) -> (bool, f64) {
    browser.run(
        "window.took = null; const begin = performance.now(); \
         const look = () => document.querySelector('.turn').innerText.includes('s1=12,s2=9,x=2') \
           ? (window.took = performance.now() - begin) : requestAnimationFrame(look); \
         location.hash = location.hash.replace(/at=.*/, 'at=s1=12,s2=9,x=2,who=1'); look();",
    );
    browser.until("window.took !== null");
    (true, browser.run("return window.took").as_f64().unwrap())
}

#[test]
fn maps_are_read_by_pointer_and_by_keyboard() {
    let (server, browser) = open(&["hold", "-p", "target=20"], "");
    browser.sees("The turn total at which to hold");
    browser.until("document.querySelector('canvas').width > 400");
    browser.sees("first hold: x");
    let place = browser.run(
        "const box = document.querySelector('canvas').getBoundingClientRect(); \
         return [Math.round(box.left + box.width / 2), Math.round(box.top + box.height / 2)]",
    );
    let [x, y] = [0, 1].map(|at| place[at].as_i64().unwrap());
    browser.point(x, y);
    browser.until("/s1 = \\d+, s2 = \\d+: first hold: x = \\d+/.test(document.getElementById('map-says').innerText)");
    let colours = "const c = document.querySelector('canvas'); const d = c.getContext('2d').getImageData(60, 20, 300, 300).data; \
                   const seen = new Set(); for (let i = 0; i < d.length; i += 4) seen.add(d[i] * 65536 + d[i+1] * 256 + d[i+2]); return seen.size";
    assert!(browser.run(colours).as_u64().unwrap() > 8, "the map has colours");
    let choose = |label: &str, value: &str| {
        browser.run(&format!(
            "const s = [...document.querySelectorAll('label')].find((l) => l.innerText.startsWith('{label}')).querySelector('select'); \
             s.value = '{value}'; s.dispatchEvent(new Event('change'))"
        ));
    };
    choose("Colour", "value");
    browser.sees("player 1 wins");
    browser.until("document.querySelector('.key').innerText.includes('%')");
    choose("Up", "x");
    browser
        .until("document.querySelector('canvas').getAttribute('aria-label').includes('x over s1')");
    choose("Colour", "policy");
    browser.until("document.querySelector('.key').innerText.includes('roll')");
    // A slider moves what is fixed.
    browser.run("const r = document.querySelector('.slider input'); r.value = 5; r.dispatchEvent(new Event('input'))");
    browser.until("document.querySelector('.slider output').innerText.includes('= 5')");
    browser.run("document.querySelector('canvas').focus()");
    browser.press(RIGHT);
    browser.press(UP);
    browser.press(UP);
    let read = "return document.getElementById('map-says').innerText";
    let before = browser.run(read);
    browser.press(RIGHT);
    assert_ne!(browser.run(read), before);
    let view = "[...document.querySelectorAll('button')].find((b) => b.innerText === '+').click()";
    browser.run(view);
    browser.press(ENTER);
    browser.until("location.hash.includes('at=')");
    browser.is_clean(&server.host);
}

#[test]
fn a_rule_is_changed_and_the_game_solved_anew() {
    let (server, browser) = open(&["hold", "-p", "target=15"], "");
    let value = "return document.querySelector('.much').innerText";
    let before = browser.run(value);
    browser.click("Rules");
    browser.sees("Points that win");
    browser.run("document.querySelector('.rules input[type=number]').value = 25");
    browser.click("Solve with these rules");
    browser.until("location.hash.includes('target=25')");
    browser.sees("target=25");
    browser.until("document.querySelector('.much')");
    assert_ne!(browser.run(value), before);
    let direct = Server::start(&["hold", "-p", "target=25"]);
    let right = direct.json("/api/position").1["sides"][0]["percent"].clone();
    assert_eq!(browser.run(value), right);
    // An address with rules solves them too; one with impossible rules says so.
    browser.go(&server.page("#/hold?target=18"));
    browser.sees("target=18");
    browser.go(&server.page("#/hold?target=0"));
    browser.sees("a whole number from 1 to 10000");
    browser.is_clean(&server.host);
}

#[test]
fn a_game_is_played_to_its_end_and_reviewed() {
    let (server, browser) = open(&["hold", "-p", "target=8"], "#/hold?view=play");
    browser.click("Start");
    browser.sees("Your move.");
    browser.click("Hint");
    browser.sees("Best: roll.");
    let begin = std::time::Instant::now();
    loop {
        assert!(begin.elapsed().as_secs() < 120, "{}", browser.text());
        if browser.run("return Boolean(document.querySelector('.review'))") == Value::Bool(true) {
            break;
        }
        browser.run("document.querySelector('.choices button:last-child')?.click()");
        std::thread::sleep(Duration::from_millis(20));
    }
    for words in ["Play is over", "Luck", "Mistakes", "Chance at the start"] {
        browser.sees(words);
    }
    browser.click("Undo");
    browser.until("!document.querySelector('.review')");
    // A rule for the opponent that makes no sense is explained.
    browser.click("New game");
    browser.run("document.querySelector('.play input').value = 'roll while z < 3'");
    browser.click("Start");
    browser.until("document.querySelector('.play .error').innerText.includes('z')");
    browser.run("document.querySelector('.play input').value = 'roll while x < 3'");
    browser.click("Start");
    browser.sees("Your move.");
    // With dice from a real table every outcome can be chosen.
    browser.click("New game");
    browser.run("const s = [...document.querySelectorAll('label')].find((l) => l.innerText.startsWith('Dice')).querySelector('select'); s.value = 'typed'; s.dispatchEvent(new Event('change'))");
    browser.click("Start");
    browser.sees("Your move.");
    browser.click("roll");
    browser.sees("What came of it?");
    browser.click("turn total 0 → 5 (1/6)");
    browser.until("document.querySelector('.table').innerText.includes('5')");
    browser.is_clean(&server.host);
}

#[test]
fn everything_fits_on_a_phone() {
    let server = Server::start(&["hold", "-p", "target=20"]);
    let browser = Browser::open(800, 900);
    browser.phone();
    for view in ["", "&view=rules", "&view=play"] {
        browser.go(&server.page(&format!("#/hold?at=s1=8,s2=7,x=6,who=1{view}")));
        browser.until("document.querySelector('.verdict, .play, .rules')");
        let wide = browser.run("return document.documentElement.scrollWidth - innerWidth");
        assert!(wide.as_i64().unwrap() <= 0, "{view}: {wide} pixels too wide");
        let small = browser.run(
            "return [...document.querySelectorAll('button, select, input, nav a')].filter((e) => \
             e.offsetParent && e.type !== 'checkbox' && e.getBoundingClientRect().height < 24).map((e) => e.outerHTML)",
        );
        assert_eq!(small, Value::Array(Vec::new()), "{view}: too small to touch");
    }
}

#[test]
fn the_keyboard_suffices_and_everything_has_a_name() {
    let (server, browser) = open(&["hold", "-p", "target=20"], "#/hold?at=s1=8,s2=7,x=6,who=1");
    browser.until("document.querySelector('canvas')?.width > 400");
    for _ in 0..60 {
        browser.press(TAB);
        let at = browser.run("return document.activeElement.getAttribute('aria-label') ?? ''");
        if at.as_str().unwrap_or_default().starts_with("hold: ") {
            break;
        }
    }
    browser.press(ENTER);
    browser.sees("s1=14,s2=7,x=0,who=2");
    let roles = [
        "button",
        "link",
        "textbox",
        "combobox",
        "slider",
        "spinbutton",
        "checkbox",
        "image",
        "img",
        "Canvas",
    ];
    for view in ["", "&view=rules", "&view=play"] {
        browser.go(&server.page(&format!("#/hold?at=s1=8,s2=7,x=6,who=1{view}")));
        browser.until("document.querySelector('.verdict, .play, .rules')");
        let tree = browser.tree();
        let controls: Vec<_> =
            tree.iter().filter(|(role, _)| roles.contains(&role.as_str())).collect();
        assert!(controls.len() > 4, "{controls:?}");
        for (role, name) in controls {
            assert!(!name.trim().is_empty(), "{view}: a {role} without a name");
        }
        if view.is_empty() {
            let value = |(_, name): &&(String, String)| {
                name.contains("player 1 wins") && name.contains('%')
            };
            assert!(tree.iter().any(|node| value(&node)), "the value as text");
        }
    }
    browser.is_clean(&server.host);
}

#[test]
fn games_without_chance_and_models_are_shown_too() {
    let (server, browser) = open(&["tic-tac-toe"], "");
    browser.sees("9 moves are equally good: draw.");
    browser.until("document.querySelectorAll('.square').length === 9");
    browser.sees("There is no map");
    browser.is_clean(&server.host);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("walk.prism");
    let model = "mdp\nmodule walk\n x : [0..4] init 2;\n [safe] x>0 & x<4 -> 1/2:(x'=x+1) + 1/2:(x'=x-1);\n \
                 [bold] x=2 -> 1/3:(x'=4) + 2/3:(x'=0);\n [] x=0 | x=4 -> true;\nendmodule\n";
    std::fs::write(&path, model).unwrap();
    let (server, browser) = open(&[path.to_str().unwrap(), "--prop", "Pmax=? [ F x=4 ]"], "");
    browser.sees("Safe.");
    browser.sees("50.00 %");
    browser.sees("the property holds");
    browser.sees("Moves: chance that the property holds");
    browser.click("x 2 → 0");
    browser.sees("the property does not hold.");
    browser.is_clean(&server.host);
}

#[test]
fn a_report_opens_without_a_server() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("hold.html");
    let written = std::process::Command::new(env!("CARGO_BIN_EXE_foregone"))
        .args(["report", "hold", "-p", "target=8", "-q", "-o"])
        .arg(&path)
        .status()
        .unwrap();
    assert!(written.success());
    let text = std::fs::read_to_string(&path).unwrap();
    assert!(text.contains("<svg") && !text.contains("src=\"http") && !text.contains("url(\"/"));
    let browser = Browser::open(1200, 1000);
    browser.go(&format!("file://{}", path.display()));
    browser.sees("Player 1 can only roll.");
    browser.sees("The turn total at which to hold");
    browser.click("turn total 0 → 4");
    browser.sees("s1=0,s2=0,x=4,who=1");
    browser.click("hold: ");
    browser.sees("player 2 to move");
    browser.run("history.back()");
    browser.sees("s1=0,s2=0,x=4,who=1");
    browser.is_quiet();
    let asked = browser.run(
        "return performance.getEntriesByType('resource').map((e) => e.name).filter((n) => !n.startsWith('data:'))",
    );
    assert_eq!(asked, Value::Array(Vec::new()));
}

#[test]
fn expected_amounts_are_counted_in_what_the_game_asks() {
    let (server, browser) = open(&["pig-solitaire", "-p", "target=12"], "#/g?at=score=2,x=9");
    browser.sees("turns expected");
    browser.sees("Roll. Hold would cost ");
    browser.until("/Hold would cost \\d\\.\\d\\d turns\\./.test(document.body.innerText)");
    browser.until("document.querySelector('.key').innerText.includes('hold')");
    browser.click("Play");
    browser.click("Start");
    browser.sees("Your move");
    for _ in 0..200 {
        let over = "return /Play is over/.test(document.querySelector('.says').innerText)";
        if browser.run(over) == Value::Bool(true) {
            break;
        }
        // Whoever has enough holds.
        browser.run("[...document.querySelectorAll('.choices button')].at(-1)?.click()");
        std::thread::sleep(Duration::from_millis(30));
    }
    browser.sees("Expected at the start");
    browser.sees("turns won or lost by chance");
    browser.is_clean(&server.host);
}
