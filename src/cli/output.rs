//! An output file that is written whole or not at all: to a temporary file first, which is then renamed.

use super::{out::warn, shutdown::create_with_cleanup};
use crate::{
    log::disk::{Entry, Mode, Temporary},
    table::escape,
};
use anyhow::{Error, Result, anyhow};
use std::{
    fs::{self, File},
    io::{self, ErrorKind, Write},
    path::{Path, PathBuf},
};

/// A file that is being written.
pub enum Output {
    /// Beside the place where it belongs.
    File { new: Temporary, place: Entry },
    /// What is no file and takes things as they come: a pipe, a device.
    Stream(File),
}

impl Output {
    /// Begins to write what will be the file `to`. A link is followed now, and not again.
    pub fn to(to: &Path) -> io::Result<Self> {
        let mode = match fs::metadata(to) {
            Ok(about) if about.is_dir() => return Err(ErrorKind::IsADirectory.into()),
            Ok(about) if !about.is_file() => return Ok(Self::Stream(File::options().write(true).open(to)?)),
            // What others may do with it stays.
            Ok(about) => Some(about.permissions()),
            Err(error) if error.kind() == ErrorKind::NotFound => None,
            Err(error) => return Err(error),
        };
        let place = Entry::behind(to)?;
        Temporary::remove_stale(&place, false);
        let mut new = create_with_cleanup(|| {
            let new = Temporary::beside(&place, if mode.is_some() { Mode::Private } else { Mode::Usual })?;
            let clearing = clearing(new.entry().clone(), to.to_owned());
            Ok::<_, io::Error>((new, clearing))
        })?;
        if let Some(mode) = mode {
            new.file().set_permissions(mode)?;
        }
        Ok(Self::File { new, place })
    }

    /// Puts the file in its place: when this returns, it is there and whole.
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

/// Writes a file that is this text.
pub fn write(to: &Path, text: &str) -> Result<()> {
    let written = Output::to(to).and_then(|mut file| file.write_all(text.as_bytes()).and_then(|()| file.finish()));
    written.map_err(|error| unwritten(to, &error))
}

/// What is said where a file can't be written.
pub fn unwritten(to: &Path, error: &io::Error) -> Error {
    anyhow!("{} was not written ({error}): is there such a folder, and room in it?", escape::path(to))
}

/// Takes an unfinished file away. If it can't, whoever comes next clears up.
fn clearing(unfinished: Entry, to: PathBuf) -> impl FnOnce() + Send + 'static {
    move || {
        if unfinished.remove().is_ok() {
            warn(&format!("Ended early: {} was not written.", escape::path(&to)));
        }
    }
}
