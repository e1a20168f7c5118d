//! The checksums of a file.
//!
//! One entry of the footer holds XXH3-128 of all bytes but its own 32 digits, another that of the
//! footer without both entries' digits; the footer has a checksum for every group of rows. So a
//! whole file is checked in one pass, and whoever wants some rows checks the footer and these. The
//! digits are written as zeros first and set when the file is complete, so that cutting and
//! altering anywhere is seen: a guard against accidents, not against forgers.

use std::io::{self, Read, Seek, SeekFrom, Write};

use twox_hash::xxhash3_128::Hasher;

use super::{MAGIC, ReadError, WriteError};

/// The key of the entry for the whole file.
pub(super) const KEY: &str = "foregone.checksum";
/// The key of the entry for the footer.
pub(super) const FOOTER_KEY: &str = "foregone.checksum.footer";
const MARK: &str = "xxh3-128:";
const FOOTER_MARK: &str = "xxh3-128-footer:";
const DIGITS: usize = 32;
/// Length of the footer, then `PAR1`.
pub(super) const TAIL: usize = 8;

/// The entries before the file is complete.
pub(super) fn placeholders() -> [(&'static str, String); 2] {
    [(FOOTER_KEY, FOOTER_MARK), (KEY, MARK)].map(|(key, mark)| (key, mark.to_owned() + &zeros()))
}

fn zeros() -> String {
    "0".repeat(DIGITS)
}

/// The hash of some bytes as it is written.
pub(super) fn digits(hasher: &Hasher) -> String {
    format!("{:032x}", hasher.finish_128())
}

/// Computes the checksums of a complete file and sets them; that of the whole.
pub(super) fn close<F: Read + Write + Seek>(file: &mut F) -> Result<String, WriteError> {
    let length = file.seek(SeekFrom::End(0))?;
    let mut tail = [0; TAIL];
    file.seek(SeekFrom::End(-(TAIL as i64)))?;
    file.read_exact(&mut tail)?;
    let footer_length = footer_length(&tail).unwrap_or(0).min(length as usize);
    let begin = length - footer_length as u64;
    let mut footer = vec![0; footer_length];
    file.seek(SeekFrom::Start(begin))?;
    file.read_exact(&mut footer)?;
    let no_place = || io::Error::other("a checksum has no place");
    let of_footer = place(&footer, FOOTER_MARK).ok_or_else(no_place)?;
    let place = place(&footer, MARK).ok_or_else(no_place)?;
    let found = footer_digits(&footer).ok_or_else(no_place)?;
    put(file, begin + of_footer as u64, &found)?;
    let place = begin + place as u64;
    let mut hasher = Hasher::new();
    file.seek(SeekFrom::Start(0))?;
    feed(&mut hasher, &mut Read::by_ref(file).take(place))?;
    file.seek(SeekFrom::Start(place + DIGITS as u64))?;
    feed(&mut hasher, file)?;
    let whole = digits(&hasher);
    put(file, place, &whole)?;
    file.seek(SeekFrom::End(0))?;
    Ok(whole)
}

fn put<F: Write + Seek>(file: &mut F, place: u64, digits: &str) -> io::Result<()> {
    file.seek(SeekFrom::Start(place))?;
    file.write_all(digits.as_bytes())
}

/// The hash of a footer but for the digits of both entries.
fn footer_digits(footer: &[u8]) -> Option<String> {
    let mut places = [place(footer, FOOTER_MARK)?, place(footer, MARK)?];
    places.sort_unstable();
    let mut hasher = Hasher::new();
    hasher.write(&footer[..places[0]]);
    hasher.write(footer.get(places[0] + DIGITS..places[1])?);
    hasher.write(&footer[places[1] + DIGITS..]);
    Some(digits(&hasher))
}

/// Checks a footer, with the tail that states its length.
pub(super) fn check_footer(footer: &[u8]) -> Result<(), ReadError> {
    let place = place(footer, FOOTER_MARK).ok_or(ReadError::NotOurs)?;
    let computed = footer_digits(footer).ok_or(ReadError::NotOurs)?;
    same(computed, &footer[place..place + DIGITS])
}

/// Compares a computed hash with the one that is written.
pub(super) fn same(computed: String, stored: &[u8]) -> Result<(), ReadError> {
    if computed.as_bytes() == stored {
        return Ok(());
    }
    Err(ReadError::Checksum { computed, stored: String::from_utf8_lossy(stored).into_owned() })
}

/// Checks the checksum of a whole file, and returns it.
pub(super) fn check(bytes: &[u8]) -> Result<String, ReadError> {
    if !bytes.starts_with(MAGIC) {
        return Err(ReadError::Foreign);
    }
    let length = bytes.len().checked_sub(TAIL).and_then(|at| footer_length(&bytes[at..]));
    let begin = length.and_then(|length| bytes.len().checked_sub(length));
    let begin = begin.ok_or(ReadError::CutShort)?;
    let place = begin + place(&bytes[begin..], MARK).ok_or(ReadError::NotOurs)?;
    let (before, rest) = bytes.split_at(place);
    let (stored, after) = rest.split_at(DIGITS);
    let mut hasher = Hasher::new();
    hasher.write(before);
    hasher.write(after);
    let whole = digits(&hasher);
    same(whole.clone(), stored)?;
    Ok(whole)
}

/// The footer's length with the tail that states it, or `None` for another file's tail.
pub(super) fn footer_length(tail: &[u8]) -> Option<usize> {
    let (length, magic) = tail.split_first_chunk::<4>()?;
    (magic == MAGIC).then(|| u32::from_le_bytes(*length) as usize + TAIL)
}

/// Where in the footer the digits after a mark are.
fn place(footer: &[u8], mark: &str) -> Option<usize> {
    let last = footer.windows(mark.len()).rposition(|window| window == mark.as_bytes())?;
    let place = last + mark.len();
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
