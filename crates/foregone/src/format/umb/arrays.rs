//! Arrays of whole numbers and bits; their sizes are compared with the counts before they are read.

use super::archive::Archive;
use super::wrong;
use crate::format::FormatError;

impl Archive {
    /// The file called `entry`, if it is there, which must have `size` bytes.
    pub fn sized(&mut self, entry: &str, size: u64) -> Result<Option<&[u8]>, FormatError> {
        let name = self.name.clone();
        match self.file(entry) {
            Some(bytes) if bytes.len() as u64 != size => {
                let message = format!("{} bytes, but the index makes it {size}", bytes.len());
                Err(wrong(&name, entry, None, message))
            }
            found => Ok(found),
        }
    }

    /// Numbers of 64 bits, below `below`.
    pub fn places(
        &mut self,
        entry: &str,
        count: u64,
        below: u64,
    ) -> Result<Option<Vec<u32>>, FormatError> {
        self.integers::<8>(entry, count, below, |bytes| u64::from_le_bytes(*bytes))
    }

    /// Numbers of 32 bits, below `below`.
    pub fn small(
        &mut self,
        entry: &str,
        count: u64,
        below: u64,
    ) -> Result<Option<Vec<u32>>, FormatError> {
        self.integers::<4>(entry, count, below, |bytes| u32::from_le_bytes(*bytes).into())
    }

    fn integers<const N: usize>(
        &mut self,
        entry: &str,
        count: u64,
        below: u64,
        read: fn(&[u8; N]) -> u64,
    ) -> Result<Option<Vec<u32>>, FormatError> {
        let name = self.name.clone();
        let Some(bytes) = self.sized(entry, count.saturating_mul(N as u64))? else {
            return Ok(None);
        };
        let (chunks, _) = bytes.as_chunks::<N>();
        let number = |(at, chunk): (usize, &[u8; N])| match read(chunk) {
            number if number < below => Ok(number as u32),
            number => {
                let message = format!("{number}, but it must be below {below}");
                Err(wrong(&name, entry, Some((at * N) as u64), message))
            }
        };
        chunks.iter().enumerate().map(number).collect::<Result<_, _>>().map(Some)
    }

    /// The starts of `count` rows and the end of the last: 0, not descending, ending at `end`.
    /// Without the file, every row holds one.
    pub fn rows(&mut self, entry: &str, count: u64, end: u64) -> Result<Rows, FormatError> {
        let name = self.name.clone();
        let Some(starts) = self.places(entry, count + 1, end.saturating_add(1))? else {
            if count != end {
                let message = format!("missing, so each of {count} has one, but there are {end}");
                return Err(wrong(&name, entry, None, message));
            }
            return Ok(Rows(None));
        };
        let bad = |at: usize, message: &str| wrong(&name, entry, Some(8 * at as u64), message);
        if starts.first() != Some(&0) {
            return Err(bad(0, "the first number must be 0"));
        }
        if let Some(at) = starts.windows(2).position(|pair| pair[0] > pair[1]) {
            return Err(bad(at + 1, "smaller than the number before"));
        }
        if starts.last().map(|&last| u64::from(last)) != Some(end) {
            return Err(bad(starts.len() - 1, &format!("the last number must be {end}")));
        }
        Ok(Rows(Some(starts)))
    }

    /// The places of the bits that are set among the first `count`; `None` without the file.
    pub fn bits(&mut self, entry: &str, count: u64) -> Result<Option<Vec<u32>>, FormatError> {
        let name = self.name.clone();
        let Some(bytes) = self.file(entry) else { return Ok(None) };
        // The specification pads to 64 bits, umbi to 8.
        let sizes = [count.div_ceil(64) * 8, count.div_ceil(8)];
        if !sizes.contains(&(bytes.len() as u64)) {
            let message = format!("{} bytes, but the index makes it {}", bytes.len(), sizes[0]);
            return Err(wrong(&name, entry, None, message));
        }
        let set = |at: &u32| bytes[*at as usize / 8] >> (at % 8) & 1 == 1;
        let all = (0..bytes.len() as u64 * 8).map(|at| at as u32);
        let places: Vec<u32> = all.filter(set).collect();
        match places.iter().find(|&&place| u64::from(place) >= count) {
            Some(place) => {
                let message = format!("bit {place} is set, but there are {count} bits");
                Err(wrong(&name, entry, Some(u64::from(place / 8)), message))
            }
            None => Ok(Some(places)),
        }
    }

    /// Strings: `folder/strings.bin`, cut by `folder/string-mapping.bin`.
    pub fn strings(
        &mut self,
        folder: &str,
        count: u64,
    ) -> Result<Option<Vec<String>>, FormatError> {
        let (mapping, entry) =
            (format!("{folder}/string-mapping.bin"), format!("{folder}/strings.bin"));
        let name = self.name.clone();
        let Some(bytes) = self.file(&entry).map(<[u8]>::to_vec) else {
            return match self.file(&mapping) {
                Some(_) => Err(wrong(&name, &entry, None, "it is missing")),
                None => Ok(None),
            };
        };
        if self.file(&mapping).is_none() {
            return Err(wrong(&name, &mapping, None, "it is missing"));
        }
        let rows = self.rows(&mapping, count, bytes.len() as u64)?;
        let text = |at: u32| {
            let range = rows.of(at);
            let start = range.start;
            let text = std::str::from_utf8(&bytes[range.start as usize..range.end as usize]);
            let bad = |_| wrong(&name, &entry, Some(start.into()), "this is not UTF-8");
            text.map(str::to_owned).map_err(bad)
        };
        (0..count as u32).map(text).collect::<Result<_, _>>().map(Some)
    }
}

/// Rows of an array by their starts.
pub(super) struct Rows(Option<Vec<u32>>);

impl Rows {
    /// The range of row number `row`.
    pub fn of(&self, row: u32) -> std::ops::Range<u32> {
        match &self.0 {
            Some(starts) => starts[row as usize]..starts[row as usize + 1],
            None => row..row + 1,
        }
    }
}
