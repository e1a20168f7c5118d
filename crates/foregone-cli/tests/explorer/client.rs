//! A server to ask, and plain HTTP to ask with.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use serde_json::Value;

/// A running `foregone serve`; ends when it is dropped.
pub struct Server {
    child: Child,
    /// Such as `127.0.0.1:4000`.
    pub host: String,
}

impl Server {
    /// Starts one and waits until it tells its address.
    pub fn start(arguments: &[&str]) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_foregone"))
            .arg("serve")
            .args(arguments)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
        let host = line.trim().strip_prefix("http://").and_then(|rest| rest.strip_suffix('/'));
        let host = host.unwrap_or_else(|| panic!("no address: {line}")).to_owned();
        assert!(host.starts_with("127.0.0.1:"), "{host}");
        Self { child, host }
    }

    /// The address of the page with what follows `#`.
    pub fn page(&self, hash: &str) -> String {
        format!("http://{}/{hash}", self.host)
    }

    /// Sends bytes as they are; returns the status and the whole answer.
    pub fn raw(&self, request: &str) -> (u16, String) {
        let mut stream = TcpStream::connect(&self.host).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
        // A server that refuses early may close before everything is sent.
        let _ = stream.write_all(request.as_bytes());
        let mut bytes = Vec::new();
        let _ = stream.read_to_end(&mut bytes);
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let status = text.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(0);
        (status, text)
    }

    /// `GET` of a path, the connection closed afterwards.
    pub fn get(&self, path: &str) -> (u16, String) {
        self.raw(&format!(
            "GET {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n\r\n",
            self.host
        ))
    }

    /// The JSON at a path, with its status.
    pub fn json(&self, path: &str) -> (u16, Value) {
        let (status, text) = self.get(path);
        (status, body(&text))
    }

    /// `POST` of JSON.
    pub fn post(&self, path: &str, json: &str) -> (u16, Value) {
        let (status, text) = self.raw(&format!(
            "POST {path} HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\n\
             Content-Length: {}\r\nConnection: close\r\n\r\n{json}",
            self.host,
            json.len()
        ));
        (status, body(&text))
    }
}

/// What follows the headers, as JSON.
pub fn body(answer: &str) -> Value {
    let body = answer.split_once("\r\n\r\n").map_or("", |(_, body)| body);
    serde_json::from_str(body).unwrap_or_else(|error| panic!("{error}: {answer}"))
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
