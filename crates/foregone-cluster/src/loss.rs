//! A lost peer ends the process.
//!
//! Timely's threads panic where a connection fails, which would leave the workers waiting for ever;
//! the thread's name says which peer it was. The hook tells that in one line and ends the process.
//! It waits a moment first: when one process dies all others see it at once, when a link is cut within
//! a second or two, and whoever is seen to leave because of that must not be taken for the one that was
//! lost.

use std::time::Duration;

/// The exit code of a process that lost a peer, or met a bug.
const EXIT: i32 = 2;
/// Long enough for all to have seen who was lost first.
const MOMENT: Duration = Duration::from_secs(2);

/// From here on a panic of any thread ends the process with one line on standard error.
pub fn watch(hosts: &[String]) {
    let hosts = hosts.to_vec();
    std::panic::set_hook(Box::new(move |panic| {
        let thread = std::thread::current();
        let name = thread.name().unwrap_or_default();
        let payload = panic.payload();
        let text = payload.downcast_ref::<String>().map(String::as_str);
        let said = text.or(payload.downcast_ref::<&str>().copied()).unwrap_or("no reason given");
        let line = match peer(name) {
            Some(peer) => {
                let host = hosts.get(peer).map_or("unknown", String::as_str);
                let why = said.rsplit("timely communication error: ").next().unwrap_or(said);
                format!("process {peer} ({host}) was lost: {why}")
            }
            None => format!("internal error in thread '{name}': {said}"),
        };
        // One write, so that lines of several threads do not mix; the first one ends everything.
        eprintln!("error: {line}");
        std::thread::sleep(MOMENT);
        std::process::exit(EXIT);
    }));
}

/// The process that timely's thread of this name talks to.
fn peer(thread: &str) -> Option<usize> {
    let names = ["timely:send-", "timely:recv-"];
    names.iter().find_map(|name| thread.strip_prefix(name)?.parse().ok())
}

#[cfg(test)]
mod tests {
    #[test]
    fn threads_name_their_peers() {
        assert_eq!(super::peer("timely:recv-12"), Some(12));
        assert_eq!(super::peer("timely:send-0"), Some(0));
        assert_eq!(super::peer("timely:work-3"), None);
    }
}
