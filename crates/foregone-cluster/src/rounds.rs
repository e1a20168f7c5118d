//! Rounds: the one way in which workers act together.
//!
//! A dataflow loop of timely. A packet sent in round `n` arrives in round `n + 1`; a worker acts in
//! a round once timely's progress tracking says that nothing more can arrive in it, and the loop
//! ends when nobody has sent anything. What arrives is handed over in the order of the senders, so
//! a run does not depend on how the network delivers.
//!
//! A pause is a consistent cut: whoever wants one tells everybody in round `n`, and in round
//! `n + 1` everybody takes in what has arrived, does nothing and sends nothing. Invariant: going on
//! from there gives what would have been without the pause.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::time::{Duration, Instant};

use timely::dataflow::channels::pact::Exchange;
use timely::dataflow::operators::generic::Operator;
use timely::dataflow::operators::{Capability, Concat, ConnectLoop, Feedback, Probe, ToStream};
use timely::worker::Worker;

use crate::packet::{Kind, Packet};

/// Work in rounds.
pub(crate) trait Rounds: 'static {
    /// Takes in what has arrived: bytes from each worker, empty where there are none.
    fn absorb(&mut self, arrivals: &[Vec<u8>]);

    /// Does what there is to do and writes what is to be sent. Called in rounds in which something
    /// arrived or [`Outbox::again`] was said before, and once more after a pause: without anything
    /// to do it changes nothing.
    fn work(&mut self, round: u64, out: &mut Outbox);
}

/// What is to be sent at the end of a round.
pub(crate) struct Outbox {
    to: Vec<Vec<u8>>,
    again: bool,
}

impl Outbox {
    /// Nothing for nobody.
    pub fn new(peers: usize) -> Self {
        Self { to: vec![Vec::new(); peers], again: false }
    }

    /// The bytes for worker `to`, to which more is added.
    pub fn to(&mut self, to: usize) -> &mut Vec<u8> {
        &mut self.to[to]
    }

    /// There is more to do in the next round, whatever arrives.
    pub fn again(&mut self) {
        self.again = true;
    }
}

/// How a loop ended.
pub(crate) struct Leg<R> {
    pub rounds: R,
    /// The number of the next round.
    pub next: u64,
    /// True where it was a pause.
    pub paused: bool,
    /// Bytes sent to other workers.
    pub sent: u64,
}

struct Inner<R> {
    rounds: R,
    first: u64,
    next: u64,
    paused: bool,
    sent: u64,
    me: usize,
    peers: usize,
    pause_at: Option<Instant>,
}

/// A packet carries at most this much, so that sending and receiving overlap.
const PIECE: usize = 1 << 18;

/// How long a worker sleeps where nothing arrives, at most.
const NAP: Duration = Duration::from_millis(50);

/// Rounds from number `first` until everybody is silent, or until after `pause_at`.
pub(crate) fn until_silent<R: Rounds>(
    worker: &mut Worker,
    rounds: R,
    first: u64,
    pause_at: Option<Instant>,
) -> Leg<R> {
    let (me, peers) = (worker.index(), worker.peers());
    let inner = Inner { rounds, first, next: first, paused: false, sent: 0, me, peers, pause_at };
    let shared = Rc::new(RefCell::new(Some(inner)));
    let inside = Rc::clone(&shared);
    let probe = worker.dataflow::<u64, _, _>(|scope| {
        let wake = Packet { from: me as u32, to: me as u32, kind: Kind::Wake, bytes: vec![] };
        let (handle, cycle) = scope.feedback(1);
        let route = Exchange::new(|packet: &Packet| u64::from(packet.to));
        let stream = Some(wake)
            .to_stream(scope)
            .container::<Vec<_>>()
            .concat(cycle)
            .unary_frontier(route, "round", move |_, _| {
                let mut waiting: BTreeMap<u64, (Capability<u64>, Vec<Packet>)> = BTreeMap::new();
                move |(input, frontier), output| {
                    input.for_each_stamp(|time, data| {
                        if let Some(time) = time.retain_least(output.output_index()) {
                            let at = *time.time();
                            let entry = waiting.entry(at).or_insert_with(|| (time, Vec::new()));
                            data.for_each(|packets: &mut Vec<Packet>| entry.1.append(packets));
                        }
                    });
                    while let Some(entry) = waiting.first_entry() {
                        if frontier.less_equal(entry.key()) {
                            break;
                        }
                        let (at, (time, packets)) = entry.remove_entry();
                        let mut inner = inside.borrow_mut();
                        let sent = inner.as_mut().expect("until the loop ends").act(at, packets);
                        output.session(&time).give_iterator(sent.into_iter());
                    }
                }
            })
            .container::<Vec<_>>();
        let (probe, stream) = stream.probe();
        stream.connect_loop(handle);
        probe
    });
    while !probe.done() {
        worker.step_or_park(Some(NAP));
    }
    let inner = shared.borrow_mut().take().expect("taken once");
    let Inner { rounds, next, paused, sent, .. } = inner;
    Leg { rounds, next, paused, sent }
}

impl<R: Rounds> Inner<R> {
    /// One round of this worker.
    fn act(&mut self, at: u64, mut packets: Vec<Packet>) -> Vec<Packet> {
        // Stable: packets of one sender keep their order.
        packets.sort_by_key(|packet| packet.from);
        let mut arrivals = vec![Vec::new(); self.peers];
        for packet in packets {
            let from = &mut arrivals[packet.from as usize];
            match packet.kind {
                Kind::Pause => self.paused = true,
                _ if from.is_empty() => *from = packet.bytes,
                _ => from.extend(packet.bytes),
            }
        }
        self.rounds.absorb(&arrivals);
        self.next = self.first + at;
        if self.paused {
            return Vec::new();
        }
        let mut out = Outbox::new(self.peers);
        self.rounds.work(self.next, &mut out);
        self.next += 1;
        self.packets(out)
    }

    fn packets(&mut self, out: Outbox) -> Vec<Packet> {
        let mut all = Vec::new();
        let me = self.me as u32;
        for (to, bytes) in out.to.into_iter().enumerate() {
            if to != self.me {
                self.sent += bytes.len() as u64;
            }
            let packet = |bytes: &[u8]| Packet {
                from: me,
                to: to as u32,
                kind: Kind::Data,
                bytes: bytes.to_vec(),
            };
            all.extend(bytes.chunks(PIECE).map(packet));
        }
        if out.again {
            all.push(Packet { from: me, to: me, kind: Kind::Wake, bytes: vec![] });
        }
        let due = self.pause_at.is_some_and(|at| Instant::now() >= at);
        if due && !all.is_empty() {
            let note = |to| Packet { from: me, to, kind: Kind::Pause, bytes: vec![] };
            all.extend((0..self.peers as u32).map(note));
        }
        all
    }
}
