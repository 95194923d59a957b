//! Writing a log to disk so that at every moment either the old or the new one is there, whole.

use std::fs::{File, OpenOptions};
use std::io::{self, Write as _};
use std::path::Path;

/// Writes a new file; refuses if anything has its name.
pub(super) fn create(path: &Path, text: &str) -> io::Result<()> {
    let mut file = OpenOptions::new().write(true).create_new(true).open(path)?;
    let written = file.write_all(text.as_bytes()).and_then(|()| file.sync_all());
    if written.is_err() {
        let _ = std::fs::remove_file(path);
    }
    written?;
    sync_directory(path);
    Ok(())
}

/// Puts a file in the place of the one at `path`, which is no symbolic link. Its permissions are kept.
pub(super) fn replace(path: &Path, text: &str) -> io::Result<()> {
    let directory = path.parent().unwrap_or(Path::new("."));
    let permissions = std::fs::metadata(path)?.permissions();
    // A rename would not ask: what somebody protected from writing stays as it is.
    if permissions.readonly() {
        return Err(io::Error::new(io::ErrorKind::PermissionDenied, "it is protected from writing"));
    }
    let mut file = tempfile::Builder::new().prefix(".fowlplay-").suffix(".tmp").tempfile_in(directory)?;
    file.write_all(text.as_bytes())?;
    file.as_file().set_permissions(permissions)?;
    file.as_file().sync_all()?;
    file.persist(path).map_err(|error| error.error)?;
    sync_directory(path);
    Ok(())
}

/// Makes a rename last. It has happened already, and not every file system can do this: a failure is no news.
fn sync_directory(path: &Path) {
    if let Some(directory) = path.parent()
        && let Ok(directory) = File::open(directory)
    {
        let _ = directory.sync_all();
    }
}
