//! Files are written beside their place and renamed, so that nobody ever sees half a file.

use std::fs::File;
use std::path::Path;

use crate::failure::Failure;

/// Writes the file at `path` with `write`; where that fails, what was there before stays.
pub fn save(
    path: &Path,
    write: impl FnOnce(&mut File) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    let fail = |error: std::io::Error| Failure::io(path, &error);
    let mut beside = builder().tempfile_in(folder).map_err(fail)?;
    write(beside.as_file_mut())?;
    beside.as_file().sync_all().map_err(fail)?;
    beside.persist(path).map_err(|error| fail(error.error))?;
    Ok(())
}

/// Temporary files are private as a rule; ours are to become ordinary ones.
fn builder() -> tempfile::Builder<'static, 'static> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".foregone-");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        builder.permissions(std::fs::Permissions::from_mode(0o666));
    }
    builder
}
