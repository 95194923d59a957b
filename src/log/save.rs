//! Writing a log to disk so that at every moment either the old or the new one is there, whole.
//!
//! A text is first written to `.NAME.saving` beside the log. Who holds the log's lock owns that file: what a session left there
//! that was killed is cleared away by the next.

use std::ffi::OsString;
use std::fs::{File, OpenOptions, Permissions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

/// Writes a new file; refuses if anything has its name.
pub(super) fn create(path: &Path, text: &str) -> io::Result<()> {
    let beside = Beside::written(path, text, None)?;
    match std::fs::hard_link(&beside.0, path) {
        Err(error) if error.kind() != io::ErrorKind::AlreadyExists => create_in_place(path, text)?,
        linked => linked?,
    }
    drop(beside);
    sync_directory(path);
    Ok(())
}

/// Where a file can't have two names.
fn create_in_place(path: &Path, text: &str) -> io::Result<()> {
    let mut file = OpenOptions::new().write(true).create_new(true).open(path)?;
    let written = file.write_all(text.as_bytes()).and_then(|()| file.sync_all());
    if written.is_err() {
        let _ = std::fs::remove_file(path);
    }
    written
}

/// Puts a file in the place of the one at `path`, which is no symbolic link. Its permissions are kept.
pub(super) fn replace(path: &Path, text: &str) -> io::Result<()> {
    let permissions = std::fs::metadata(path)?.permissions();
    // A rename would not ask: what somebody protected from writing stays as it is.
    if permissions.readonly() {
        return Err(io::Error::new(io::ErrorKind::PermissionDenied, "it is protected from writing"));
    }
    let beside = Beside::written(path, text, Some(permissions))?;
    std::fs::rename(&beside.0, path)?;
    sync_directory(path);
    Ok(())
}

/// Clears away what a killed session left.
pub(super) fn clear(path: &Path) {
    drop(Beside(beside(path)));
}

fn beside(path: &Path) -> PathBuf {
    let mut name = OsString::from(".");
    name.push(path.file_name().unwrap_or_default());
    name.push(".saving");
    path.with_file_name(name)
}

/// A file that is written whole before it takes the log's name; without that name it goes with this.
struct Beside(PathBuf);

impl Beside {
    fn written(path: &Path, text: &str, permissions: Option<Permissions>) -> io::Result<Self> {
        clear(path);
        let mut file = OpenOptions::new().write(true).create_new(true).open(beside(path))?;
        let this = Self(beside(path));
        // First: who may not read the log may not read this either.
        if let Some(permissions) = permissions {
            file.set_permissions(permissions)?;
        }
        file.write_all(text.as_bytes())?;
        file.sync_all()?;
        Ok(this)
    }
}

impl Drop for Beside {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

/// Makes a rename last. It has happened already, and not every file system can do this: a failure is no news.
fn sync_directory(path: &Path) {
    if let Some(directory) = path.parent()
        && let Ok(directory) = File::open(directory)
    {
        let _ = directory.sync_all();
    }
}
