//! The files of an archive, in memory.

use std::collections::BTreeMap;
use std::io::{self, Cursor, Read, Write};

use flate2::read::MultiGzDecoder;
use flate2::{Compression, GzBuilder};

use super::wrong;
use crate::format::FormatError;

/// The files of an archive by their names.
pub(super) struct Archive {
    /// The archive's own name.
    pub name: String,
    files: BTreeMap<String, Vec<u8>>,
    used: BTreeMap<String, bool>,
}

/// Zeros that may follow the last file.
const PADDING: u64 = 1 << 20;

const GZIP: &[u8] = &[0x1f, 0x8b];
const XZ: &[u8] = &[0xfd, b'7', b'z', b'X', b'Z'];

impl Archive {
    /// Unpacks `bytes`, at most `limit` bytes in all.
    pub fn open(name: &str, bytes: &[u8], limit: u64) -> Result<Self, FormatError> {
        let mut archive = Self { name: name.into(), files: BTreeMap::new(), used: BTreeMap::new() };
        if bytes.starts_with(XZ) {
            return Err(wrong(name, "", Some(0), "compressed with xz; unpack it, or use gzip"));
        }
        if bytes.starts_with(GZIP) {
            archive.unpack(MultiGzDecoder::new(bytes), limit)?;
        } else {
            archive.unpack(Cursor::new(bytes), limit)?;
        }
        Ok(archive)
    }

    fn unpack(&mut self, reader: impl Read, limit: u64) -> Result<(), FormatError> {
        let broken = |error: io::Error| {
            wrong(&self.name, "", None, format!("no UMB file, or cut short: {error}"))
        };
        let mut left = limit;
        let mut archive = tar::Archive::new(reader);
        for entry in archive.entries().map_err(broken)? {
            let mut entry = entry.map_err(broken)?;
            let path = String::from_utf8_lossy(&entry.path_bytes()).into_owned();
            let kind = entry.header().entry_type();
            if kind.is_dir() {
                continue;
            }
            let bad = |message: &str| wrong(&self.name, &path, None, message);
            if !kind.is_file() {
                return Err(bad("neither a plain file nor a folder"));
            }
            let mut bytes = Vec::new();
            let announced = entry.size();
            let taken = (&mut entry).take(left.saturating_add(1)).read_to_end(&mut bytes);
            taken.map_err(|error| bad(&format!("cut short: {error}")))?;
            if bytes.len() as u64 > left {
                return Err(bad("the files take more memory than is allowed"));
            }
            if bytes.len() as u64 != announced {
                return Err(bad("cut short"));
            }
            left -= bytes.len() as u64;
            let path = path.strip_prefix("./").unwrap_or(&path).to_owned();
            if self.files.contains_key(&path) {
                return Err(wrong(&self.name, &path, None, "occurs twice in the archive"));
            }
            self.used.insert(path.clone(), false);
            self.files.insert(path, bytes);
        }
        // What compresses has its checksum at the end.
        let rest = io::copy(&mut archive.into_inner().take(PADDING), &mut io::sink());
        rest.map(drop).map_err(broken)
    }

    /// The bytes of a file, if it is there.
    pub fn file(&mut self, entry: &str) -> Option<&[u8]> {
        if let Some(used) = self.used.get_mut(entry) {
            *used = true;
        }
        self.files.get(entry).map(Vec::as_slice)
    }

    /// The files that nobody asked for.
    pub fn unused(&self) -> Vec<&str> {
        self.used.iter().filter(|(_, used)| !**used).map(|(name, _)| name.as_str()).collect()
    }
}

/// An archive of these files, gzipped; the same files give the same bytes.
pub(super) fn pack(files: &[(String, Vec<u8>)]) -> io::Result<Vec<u8>> {
    let zip = GzBuilder::new().mtime(0).write(Vec::new(), Compression::new(3));
    let mut archive = tar::Builder::new(zip);
    for (path, bytes) in files {
        let mut header = tar::Header::new_ustar();
        header.set_size(bytes.len() as u64);
        header.set_mode(0o644);
        header.set_mtime(0);
        archive.append_data(&mut header, path, bytes.as_slice())?;
    }
    let mut zip = archive.into_inner()?;
    zip.flush()?;
    zip.finish()
}
