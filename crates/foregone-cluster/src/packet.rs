//! What workers send each other: bytes, written and read in one fixed order.
//!
//! Peers run the same program on the same game (the meeting saw to that), so bytes that cannot be
//! read are a bug of ours and end the process.

use serde::{Deserialize, Serialize};

/// Bytes on their way from one worker to another.
#[derive(Clone, Serialize, Deserialize)]
pub(crate) struct Packet {
    pub from: u32,
    pub to: u32,
    pub kind: Kind,
    #[serde(with = "serde_bytes")]
    pub bytes: Vec<u8>,
}

/// What a packet is for.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Kind {
    /// It wakes its receiver.
    Wake,
    /// It carries bytes.
    Data,
    /// Everybody is to stop after this round.
    Pause,
}

/// Reads bytes from the front.
pub(crate) struct Reader<'a>(pub &'a [u8]);

impl<'a> Reader<'a> {
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub fn take(&mut self, length: usize) -> &'a [u8] {
        let (head, rest) = self.0.split_at_checked(length).expect("peers write what is read");
        self.0 = rest;
        head
    }

    pub fn array<const N: usize>(&mut self) -> [u8; N] {
        self.take(N).try_into().expect("of this length")
    }

    pub fn u8(&mut self) -> u8 {
        self.take(1)[0]
    }

    pub fn u32(&mut self) -> u32 {
        u32::from_le_bytes(self.array())
    }

    pub fn u64(&mut self) -> u64 {
        u64::from_le_bytes(self.array())
    }

    /// Bytes behind their length.
    pub fn bytes(&mut self) -> &'a [u8] {
        let length = self.u32();
        self.take(length as usize)
    }
}

/// Writes bytes behind their length.
pub(crate) fn put_bytes(out: &mut Vec<u8>, bytes: &[u8]) {
    out.extend((bytes.len() as u32).to_le_bytes());
    out.extend(bytes);
}
