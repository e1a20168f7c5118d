//! The checksum over every byte of a file.
//!
//! The footer's last entry holds XXH3-128 of all bytes but its own 32 digits. It is written as
//! zeros first and set when the file is complete, so that cutting and altering anywhere is seen:
//! a guard against accidents, not against forgers.

use std::io::{self, Read, Seek, SeekFrom, Write};

use twox_hash::xxhash3_128::Hasher;

use super::{MAGIC, ReadError, WriteError};

/// The key of the footer's last entry.
pub(super) const KEY: &str = "foregone.checksum";
const MARK: &[u8] = b"xxh3-128:";
const DIGITS: usize = 32;
/// Length of the footer, then `PAR1`.
const TAIL: usize = 8;

/// The entry before the file is complete.
pub(super) fn placeholder() -> String {
    String::from_utf8_lossy(MARK).into_owned() + &"0".repeat(DIGITS)
}

/// Computes the checksum of a complete file and sets it.
pub(super) fn close<F: Read + Write + Seek>(file: &mut F) -> Result<(), WriteError> {
    let length = file.seek(SeekFrom::End(0))?;
    let mut tail = [0; TAIL];
    file.seek(SeekFrom::End(-(TAIL as i64)))?;
    file.read_exact(&mut tail)?;
    let footer_length = footer_length(&tail).unwrap_or(0).min(length as usize);
    let begin = length - footer_length as u64;
    let mut footer = vec![0; footer_length];
    file.seek(SeekFrom::Start(begin))?;
    file.read_exact(&mut footer)?;
    let place = place(&footer).ok_or_else(|| io::Error::other("the checksum has no place"))?;
    let place = begin + place as u64;
    let mut hasher = Hasher::new();
    file.seek(SeekFrom::Start(0))?;
    feed(&mut hasher, &mut Read::by_ref(file).take(place))?;
    file.seek(SeekFrom::Start(place + DIGITS as u64))?;
    feed(&mut hasher, file)?;
    file.seek(SeekFrom::Start(place))?;
    file.write_all(format!("{:032x}", hasher.finish_128()).as_bytes())?;
    file.seek(SeekFrom::End(0))?;
    Ok(())
}

/// Checks the checksum of a whole file.
pub(super) fn check(bytes: &[u8]) -> Result<(), ReadError> {
    if !bytes.starts_with(MAGIC) {
        return Err(ReadError::Foreign);
    }
    let length = bytes.len().checked_sub(TAIL).and_then(|at| footer_length(&bytes[at..]));
    let begin = length.and_then(|length| bytes.len().checked_sub(length));
    let begin = begin.ok_or(ReadError::CutShort)?;
    let place = begin + place(&bytes[begin..]).ok_or(ReadError::NotOurs)?;
    let (before, rest) = bytes.split_at(place);
    let (stored, after) = rest.split_at(DIGITS);
    let mut hasher = Hasher::new();
    hasher.write(before);
    hasher.write(after);
    let computed = format!("{:032x}", hasher.finish_128());
    if computed.as_bytes() == stored {
        return Ok(());
    }
    Err(ReadError::Checksum { computed, stored: String::from_utf8_lossy(stored).into_owned() })
}

/// The footer's length with the tail that states it, or `None` for another file's tail.
fn footer_length(tail: &[u8]) -> Option<usize> {
    let (length, magic) = tail.split_first_chunk::<4>()?;
    (magic == MAGIC).then(|| u32::from_le_bytes(*length) as usize + TAIL)
}

/// Where in the footer the digits are.
fn place(footer: &[u8]) -> Option<usize> {
    let last = footer.windows(MARK.len()).rposition(|window| window == MARK)?;
    let place = last + MARK.len();
    (place + DIGITS <= footer.len()).then_some(place)
}

fn feed(hasher: &mut Hasher, from: &mut impl Read) -> io::Result<()> {
    let mut buffer = vec![0; 1 << 16];
    loop {
        match from.read(&mut buffer)? {
            0 => return Ok(()),
            read => hasher.write(&buffer[..read]),
        }
    }
}
