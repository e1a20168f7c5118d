//! Just enough of WebDriver to use a page as a person does.

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

/// A browser; ends when it is dropped.
pub struct Browser {
    driver: Child,
    agent: ureq::Agent,
    session: String,
    _folder: tempfile::TempDir,
}

impl Browser {
    /// A browser with a window of this size.
    pub fn open(width: u32, height: u32) -> Self {
        let missing =
            "chromedriver cannot be run; Debian: apt-get install chromium chromium-driver";
        let mut driver = Command::new("chromedriver")
            .arg("--port=0")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect(missing);
        let mut lines = BufReader::new(driver.stdout.take().unwrap()).lines();
        let port = lines.by_ref().map_while(Result::ok).find_map(|line| {
            let (_, rest) = line.split_once("started successfully on port ")?;
            rest.trim_end_matches('.').parse::<u16>().ok()
        });
        std::thread::spawn(move || lines.for_each(drop));
        let config = ureq::Agent::config_builder()
            .http_status_as_error(false)
            .timeout_global(Some(Duration::from_secs(60)));
        let folder = tempfile::tempdir().unwrap();
        let mut browser = Self {
            driver,
            agent: config.build().into(),
            session: format!(
                "http://127.0.0.1:{}/session",
                port.expect("chromedriver tells its port")
            ),
            _folder: folder,
        };
        let arguments = [
            "--headless=new".to_owned(),
            "--no-sandbox".into(),
            "--disable-gpu".into(),
            "--disable-dev-shm-usage".into(),
            "--disable-background-networking".into(),
            "--disable-component-update".into(),
            "--disable-sync".into(),
            "--no-first-run".into(),
            "--force-device-scale-factor=1".into(),
            format!("--window-size={width},{height}"),
            format!("--user-data-dir={}", browser._folder.path().display()),
        ];
        let capabilities = json!({ "capabilities": { "alwaysMatch": {
            "browserName": "chrome",
            "goog:chromeOptions": { "args": arguments },
            "goog:loggingPrefs": { "browser": "ALL" },
        } } });
        let session = browser.post("", &capabilities);
        let id = session["sessionId"].as_str().expect("a session");
        browser.session = format!("{}/{id}", browser.session);
        browser
    }

    fn post(&self, path: &str, body: &Value) -> Value {
        let url = format!("{}{path}", self.session);
        let sent = self.agent.post(&url).header("content-type", "application/json");
        let mut answer = sent.send(body.to_string()).unwrap();
        let text = answer.body_mut().read_to_string().unwrap();
        let value: Value = serde_json::from_str(&text).unwrap();
        assert!(answer.status().is_success(), "{path} {body}: {text}");
        value["value"].clone()
    }

    /// Opens an address.
    pub fn go(&self, url: &str) {
        self.post("/url", &json!({ "url": url }));
    }

    /// The value of a body of JavaScript.
    pub fn run(&self, script: &str) -> Value {
        self.post("/execute/sync", &json!({ "script": script, "args": [] }))
    }

    /// The visible text of the page.
    pub fn text(&self) -> String {
        self.run("return document.body.innerText").as_str().unwrap_or_default().to_owned()
    }

    /// Waits until a script's value is true.
    pub fn until(&self, script: &str) {
        let comes = self.comes_to(script, Duration::from_secs(60));
        assert!(comes, "never: {script}\n{}\n{}", self.text(), self.log());
    }

    /// Waits so long; false where a script's value is not true even then.
    pub fn comes_to(&self, script: &str, most: Duration) -> bool {
        let begin = Instant::now();
        while self.run(&format!("return Boolean({script})")) != Value::Bool(true) {
            if begin.elapsed() > most {
                return false;
            }
            std::thread::sleep(Duration::from_millis(25));
        }
        true
    }

    /// What was written to the console since the last time.
    pub fn log(&self) -> Value {
        self.post("/se/log", &json!({ "type": "browser" }))
    }

    /// Waits until the page shows these words.
    pub fn sees(&self, words: &str) {
        self.until(&format!("document.body.innerText.includes({})", json!(words)));
    }

    /// Clicks the first button or link whose name has these words.
    pub fn click(&self, words: &str) {
        let find = format!(
            "[...document.querySelectorAll('button, a, summary')].find((e) => \
             (e.getAttribute('aria-label') ?? e.innerText).includes({}))",
            json!(words)
        );
        self.until(&find);
        self.run(&format!("{find}.click()"));
    }

    /// Types keys where the focus is.
    pub fn press(&self, keys: &str) {
        let each = keys.chars().flat_map(|key| {
            let key = key.to_string();
            [json!({ "type": "keyDown", "value": key }), json!({ "type": "keyUp", "value": key })]
        });
        let each: Vec<Value> = each.collect();
        let action = json!({ "actions": [{ "type": "key", "id": "keys", "actions": each }] });
        self.post("/actions", &action);
    }

    /// Moves the pointer to a place in the window.
    pub fn point(&self, x: i64, y: i64) {
        let step = json!({ "type": "pointerMove", "duration": 0, "x": x, "y": y });
        let action =
            json!({ "actions": [{ "type": "pointer", "id": "mouse", "actions": [step] }] });
        self.post("/actions", &action);
    }

    /// The nodes of the accessibility tree that are not ignored: role and name.
    pub fn tree(&self) -> Vec<(String, String)> {
        let asked = json!({ "cmd": "Accessibility.getFullAXTree", "params": {} });
        let tree = self.post("/goog/cdp/execute", &asked);
        let text =
            |node: &Value, name: &str| node[name]["value"].as_str().unwrap_or_default().to_owned();
        let nodes = tree["nodes"].as_array().unwrap().iter();
        let shown = nodes.filter(|node| node["ignored"] == Value::Bool(false));
        shown.map(|node| (text(node, "role"), text(node, "name"))).collect()
    }

    /// A phone's screen.
    pub fn phone(&self) {
        let params = json!({ "width": 390, "height": 844, "deviceScaleFactor": 2, "mobile": true });
        let asked = json!({ "cmd": "Emulation.setDeviceMetricsOverride", "params": params });
        self.post("/goog/cdp/execute", &asked);
    }

    /// No error was written to the console.
    pub fn is_quiet(&self) {
        let log = self.log();
        let bad = |entry: &&Value| entry["level"] == "SEVERE" || entry["level"] == "WARNING";
        let bad: Vec<_> = log.as_array().unwrap().iter().filter(bad).collect();
        assert!(bad.is_empty(), "{bad:?}");
    }

    /// The same, and nothing was asked of another host.
    pub fn is_clean(&self, host: &str) {
        self.is_quiet();
        let asked = self.run("return performance.getEntriesByType('resource').map((e) => e.name)");
        for name in asked.as_array().unwrap() {
            let name = name.as_str().unwrap();
            assert!(name.starts_with(&format!("http://{host}/")), "{name}");
        }
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        let _ = self.agent.delete(&self.session).call();
        let _ = self.driver.kill();
        let _ = self.driver.wait();
    }
}
