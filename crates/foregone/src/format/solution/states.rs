//! A file that lists its states, kept whole in a solution: so the solution alone suffices to judge
//! it anew, whatever becomes of the file.
//!
//! Invariant: what is kept is the listing that was solved, in UMB, which loses nothing of one; the
//! checksum of the file's own contents says which file it was.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde::{Deserialize, Serialize};
use twox_hash::xxhash3_128::Hasher;

use super::{WriteError, seal};
use crate::Limits;
use crate::format::{self, Listing, Part, Reading};
use crate::model::ModelError;

/// Bytes that a listing may take in a solution, compressed.
const MOST: usize = 16 << 20;
/// Bytes that it may have once it is unpacked.
const UNPACKED: u64 = 1 << 32;

/// The states of a file.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct States {
    /// The format of the file.
    pub format: String,
    /// XXH3-128 of its contents: see [`contents`].
    pub contents: String,
    /// The listing in UMB, in base64.
    pub umb: String,
}

/// XXH3-128 of the files that hold a game together, one after the other.
pub fn contents<'a>(files: impl IntoIterator<Item = &'a [u8]>) -> String {
    let mut hasher = Hasher::new();
    files.into_iter().for_each(|bytes| hasher.write(bytes));
    seal::digits(&hasher)
}

impl States {
    /// Keeps `listing`, which was read from a file in `format` with these `contents`.
    ///
    /// # Errors
    /// It is too large, or UMB cannot hold it.
    pub fn new(listing: &Listing, format: &str, contents: String) -> Result<Self, WriteError> {
        let fail = |error: &dyn std::fmt::Display| WriteError::States(error.to_string());
        let write = format::named("umb").and_then(|umb| umb.write);
        let write = write.ok_or_else(|| fail(&"UMB is not written"))?;
        let bytes = write(listing).map_err(|error| fail(&error))?;
        let bytes = bytes.into_iter().flat_map(|part| part.bytes).collect::<Vec<u8>>();
        if bytes.len() > MOST {
            let (is, most) = (bytes.len().div_ceil(1 << 20), MOST >> 20);
            let why =
                format!("its states take {is} MB, compressed, and at most {most} MB are kept");
            return Err(fail(&why));
        }
        Ok(Self { format: format.into(), contents, umb: STANDARD.encode(bytes) })
    }

    /// The listing.
    pub(super) fn listing(&self, limits: &Limits) -> Result<Listing, ModelError> {
        let fail = |error: &dyn std::fmt::Display| {
            ModelError::Asked(format!("the states that it holds cannot be read: {error}"))
        };
        let read = format::named("umb").and_then(|umb| umb.read);
        let read = read.ok_or_else(|| fail(&"UMB is not read"))?;
        let bytes = STANDARD.decode(&self.umb).map_err(|error| fail(&error))?;
        let part = Part { name: "its states".into(), suffix: String::new(), bytes };
        let how = Reading { bytes: UNPACKED.min(limits.bytes), ..Reading::default() };
        read(vec![part], &how).map(|read| read.listing).map_err(|error| fail(&error))
    }
}
