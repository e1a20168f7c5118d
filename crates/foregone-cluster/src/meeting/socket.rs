//! How connections are set, so that a cut one is noticed: as it comes, nobody is told for ever.

use std::io;
use std::net::TcpStream;
use std::time::Duration;

use socket2::{SockRef, TcpKeepalive};

/// Sent data must be confirmed within this time.
const CONFIRMED: Duration = Duration::from_secs(5);
/// A silent connection is asked whether it lives after this time, and as often.
const ALIVE: Duration = Duration::from_secs(1);
/// Questions without an answer until it counts as cut.
const QUESTIONS: u32 = 5;

/// Cut connections fail within about six seconds, whether anything is sent or not.
pub(super) fn prepare(link: &TcpStream) -> io::Result<()> {
    link.set_nodelay(true)?;
    let socket = SockRef::from(link);
    let alive = TcpKeepalive::new().with_time(ALIVE).with_interval(ALIVE);
    #[cfg(target_os = "linux")]
    let alive = alive.with_retries(QUESTIONS);
    socket.set_tcp_keepalive(&alive)?;
    #[cfg(target_os = "linux")]
    socket.set_tcp_user_timeout(Some(CONFIRMED))?;
    Ok(())
}
