//! The meeting: processes find each other, make sure that they are about to do the same, and hand
//! their connections to timely.
//!
//! Process `k` connects to all before it and is called by all after it. Both ends say hello, a
//! caller first, and part with a reason where something differs. Invariant: a connection that is
//! handed on leads to a process with the same fingerprint; whoever calls and is none of ours is
//! turned away and ends nothing.

use std::io;
use std::net::{SocketAddr, TcpListener, TcpStream, ToSocketAddrs};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

mod hello;
mod socket;

pub use hello::Fingerprint;
use hello::{Hello, Reply};

/// Who meets whom.
#[derive(Clone, Debug)]
pub struct Meeting {
    /// For each process its address, `host:port`.
    pub hosts: Vec<String>,
    /// Which of them this process is.
    pub process: usize,
    /// Workers of each process.
    pub workers: usize,
    /// How long is waited for the others.
    pub wait: Duration,
    /// What must be the same everywhere.
    pub fingerprint: Fingerprint,
}

/// How long a caller may take to say hello.
const PATIENCE: Duration = Duration::from_secs(5);
/// Time between two attempts to connect.
const AGAIN: Duration = Duration::from_millis(100);
/// How long one attempt may take.
const ATTEMPT: Duration = Duration::from_secs(2);

impl Meeting {
    /// A connection to each other process, none to this one.
    ///
    /// # Errors
    /// Who is missing after the time to wait, or who is about to do something else.
    pub(crate) fn meet(&self) -> Result<Vec<Option<TcpStream>>, String> {
        let until = Instant::now() + self.wait;
        let listener = self.listen(until)?;
        let mut links: Vec<Option<TcpStream>> = self.hosts.iter().map(|_| None).collect();
        for (process, link) in links.iter_mut().enumerate().take(self.process) {
            *link = Some(self.call(process, until)?);
        }
        self.answer(&listener, &mut links, until)?;
        Ok(links)
    }

    /// Binds to the own address; another run that is just ending may still hold it.
    fn listen(&self, until: Instant) -> Result<TcpListener, String> {
        let address = &self.hosts[self.process];
        loop {
            match TcpListener::bind(address) {
                Ok(listener) => return Ok(listener),
                Err(error)
                    if error.kind() == io::ErrorKind::AddrInUse && Instant::now() < until =>
                {
                    std::thread::sleep(AGAIN);
                }
                Err(error) => {
                    let me = self.process;
                    return Err(format!("process {me} cannot listen on {address}: {error}"));
                }
            }
        }
    }

    fn call(&self, process: usize, until: Instant) -> Result<TcpStream, String> {
        let address = &self.hosts[process];
        let mut why = String::from("no answer");
        while Instant::now() < until {
            match connect(address).and_then(|link| self.greet(link)) {
                Ok((link, Reply::Welcome)) => return Ok(link),
                Ok((_, Reply::Refused(reason))) => {
                    return Err(format!("process {process} ({address}) refuses: {reason}"));
                }
                Err(error) => why = error.to_string(),
            }
            std::thread::sleep(AGAIN);
        }
        Err(self.missing(&[process], &why))
    }

    fn greet(&self, mut link: TcpStream) -> io::Result<(TcpStream, Reply)> {
        socket::prepare(&link)?;
        link.set_read_timeout(Some(PATIENCE))?;
        Hello::of(self).write(&mut link)?;
        let reply = Reply::read(&mut link)?;
        link.set_read_timeout(None)?;
        Ok((link, reply))
    }

    /// Takes calls until all after this process have called.
    fn answer(
        &self,
        listener: &TcpListener,
        links: &mut [Option<TcpStream>],
        until: Instant,
    ) -> Result<(), String> {
        let fail = |error: io::Error| format!("process {} cannot listen: {error}", self.process);
        listener.set_nonblocking(true).map_err(fail)?;
        let (sender, callers): (_, Receiver<(TcpStream, Hello)>) = channel();
        loop {
            while let Ok((link, hello)) = callers.try_recv() {
                self.seat(link, hello, links)?;
            }
            let missing: Vec<usize> =
                (self.process + 1..links.len()).filter(|&at| links[at].is_none()).collect();
            if missing.is_empty() {
                return Ok(());
            }
            if Instant::now() >= until {
                return Err(self.missing(&missing, "no call"));
            }
            match listener.accept() {
                // In a thread of its own: nobody waits for a stranger who says nothing.
                Ok((link, _)) => {
                    let sender = sender.clone();
                    std::thread::spawn(move || _ = hear(link).map(|heard| sender.send(heard)));
                }
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {
                    std::thread::sleep(Duration::from_millis(5));
                }
                Err(error) => return Err(fail(error)),
            }
        }
    }

    fn seat(
        &self,
        mut link: TcpStream,
        hello: Hello,
        links: &mut [Option<TcpStream>],
    ) -> Result<(), String> {
        let caller = hello.process;
        let reply = match hello.differs_from(&Hello::of(self)) {
            Some(reason) => Reply::Refused(reason),
            None if caller <= self.process || caller >= links.len() => {
                Reply::Refused(format!("process {caller} was not expected to call"))
            }
            None if links[caller].is_some() => {
                Reply::Refused(format!("there is a process {caller} already"))
            }
            None => Reply::Welcome,
        };
        // Who has gone in the meantime calls again or is missing in the end.
        let sent = reply.write(&mut link);
        match reply {
            Reply::Refused(reason) => {
                let address = self.hosts.get(caller).map_or("an unknown host", String::as_str);
                Err(format!("process {caller} ({address}) is turned away: {reason}"))
            }
            Reply::Welcome => {
                if sent.is_ok() {
                    links[caller] = Some(link);
                }
                Ok(())
            }
        }
    }

    fn missing(&self, processes: &[usize], why: &str) -> String {
        let named = |&process: &usize| format!("process {process} ({})", self.hosts[process]);
        let all = processes.iter().map(named).collect::<Vec<_>>().join(", ");
        let waited = self.wait.as_secs();
        format!("{all} did not come within {waited} seconds: {why}")
    }
}

fn connect(address: &str) -> io::Result<TcpStream> {
    let mut last = io::Error::new(io::ErrorKind::NotFound, "the name has no address");
    for address in address.to_socket_addrs()? {
        let address: SocketAddr = address;
        match TcpStream::connect_timeout(&address, ATTEMPT) {
            Ok(link) => return Ok(link),
            Err(error) => last = error,
        }
    }
    Err(last)
}

/// What a caller says, if it is one of ours.
fn hear(mut link: TcpStream) -> Option<(TcpStream, Hello)> {
    link.set_nonblocking(false).ok()?;
    socket::prepare(&link).ok()?;
    link.set_read_timeout(Some(PATIENCE)).ok()?;
    let hello = Hello::read(&mut link).ok()?;
    link.set_read_timeout(None).ok()?;
    Some((link, hello))
}
