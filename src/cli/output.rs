//! An output file that is written completely or not at all: to a temporary file, which is then renamed.

use super::{out::warn, shutdown::create_with_cleanup};
use crate::{
    log::disk::{self, Entry, Mode, Temporary},
    table::escape,
};
use anyhow::{Error, Result, anyhow};
use std::{
    fs::File,
    io::{self, ErrorKind, Write},
    path::{Path, PathBuf},
};

/// An output file being written.
pub enum Output {
    /// A temporary file beside its final place.
    File { new: Temporary, place: Entry },
    /// A pipe or a device, written directly.
    Stream(File),
}

impl Output {
    /// Begins to write the file `to`. A symbolic link is resolved once, now.
    pub fn to(to: &Path) -> io::Result<Self> {
        let permissions = match disk::about(to) {
            Ok(about) if about.is_folder => return Err(ErrorKind::IsADirectory.into()),
            Ok(about) if !about.is_file => return Ok(Self::Stream(File::options().write(true).open(to)?)),
            // Keep its permissions.
            Ok(about) => Some(about.permissions),
            Err(error) if error.kind() == ErrorKind::NotFound => None,
            Err(error) => return Err(error),
        };
        let place = Entry::behind(to)?;
        Temporary::remove_stale(&place, false);
        let mut new = create_with_cleanup(|| {
            let new = Temporary::beside(&place, if permissions.is_some() { Mode::Private } else { Mode::Usual })?;
            let cleanup = cleanup(new.entry().clone(), to.to_owned());
            Ok::<_, io::Error>((new, cleanup))
        })?;
        if let Some(permissions) = permissions.flatten() {
            new.file().set_permissions(&permissions)?;
        }
        Ok(Self::File { new, place })
    }

    /// Moves the file to its final place: when this returns, it is complete.
    pub fn finish(self) -> io::Result<()> {
        match self {
            Self::File { new, place } => new.persist(&place),
            Self::Stream(mut stream) => stream.flush(),
        }
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Self::File { new, .. } => new.write(bytes),
            Self::Stream(stream) => stream.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Self::File { new, .. } => new.flush(),
            Self::Stream(stream) => stream.flush(),
        }
    }
}

/// Writes a text to a file.
pub fn write(to: &Path, text: &str) -> Result<()> {
    let written = Output::to(to).and_then(|mut file| file.write_all(text.as_bytes()).and_then(|()| file.finish()));
    written.map_err(|error| unwritten(to, &error))
}

/// The error if a file can't be written.
pub fn unwritten(to: &Path, error: &io::Error) -> Error {
    anyhow!("{} was not written ({error}): is there such a folder, and room in it?", escape::path(to))
}

/// Removes an unfinished file. If that fails, the next write to the same place does it.
fn cleanup(unfinished: Entry, to: PathBuf) -> impl FnOnce() + Send + 'static {
    move || {
        if unfinished.remove().is_ok() {
            warn(&format!("Ended early: {} was not written.", escape::path(&to)));
        }
    }
}
