//! Many clients at once.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use crate::client::Server;

const CLIENTS: u64 = 50;
const QUESTIONS: u64 = 40;

/// Asks on one connection that stays open; returns how long each answer took.
fn ask(host: &str, client: u64) -> Vec<Duration> {
    let mut stream = TcpStream::connect(host).unwrap();
    stream.set_nodelay(true).unwrap();
    let mut random = foregone::simulate::SplitMix64::new(client);
    let mut times = Vec::new();
    for _ in 0..QUESTIONS {
        let [s1, s2] = [0; 2].map(|_| 2 + random.below(15));
        let begin = Instant::now();
        write!(stream, "GET /api/position?at={s1}+{s2}+2 HTTP/1.1\r\nHost: {host}\r\n\r\n")
            .unwrap();
        let answer = read(&mut stream);
        times.push(begin.elapsed());
        assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    }
    times
}

/// One answer, by its length.
fn read(stream: &mut TcpStream) -> String {
    let (mut bytes, mut part) = (Vec::new(), [0; 8192]);
    loop {
        let count = stream.read(&mut part).unwrap();
        assert!(count > 0, "closed early");
        bytes.extend_from_slice(&part[..count]);
        let text = String::from_utf8_lossy(&bytes);
        let Some((head, body)) = text.split_once("\r\n\r\n") else { continue };
        let length = head.to_lowercase();
        let length = length.split("content-length: ").nth(1).unwrap();
        let length: usize = length.split("\r\n").next().unwrap().parse().unwrap();
        if body.len() >= length {
            return text.into_owned();
        }
    }
}

#[test]
fn fifty_clients_are_answered_soon_and_without_error() {
    let server = Server::start(&["hold", "-p", "target=20"]);
    let host = server.host.as_str();
    let mut times: Vec<Duration> = std::thread::scope(|scope| {
        let clients = (0..CLIENTS).map(|client| scope.spawn(move || ask(host, client)));
        let clients: Vec<_> = clients.collect();
        clients.into_iter().flat_map(|client| client.join().unwrap()).collect()
    });
    times.sort();
    let (median, most) = (times[times.len() / 2], times[times.len() - 1]);
    println!("median {median:?}, most {most:?}");
    // Less than 10 ms is wanted of a release build on a quiet machine.
    assert!(median < Duration::from_millis(100), "{median:?}");
}
