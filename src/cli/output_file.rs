//! An output file that is written completely or not at all.

use super::{print::warn, signals::create_with_cleanup};
use crate::{
    log::disk::{AtomicSave, DirEntry, NewFileMode, SaveError, open_stream},
    table::escape,
};
use anyhow::{Error, Result};
use std::{
    fs::{self, File},
    io::{self, ErrorKind, Write},
    path::{Path, PathBuf},
};

pub(super) enum OutputFile {
    /// A new file beside its final path.
    File(AtomicSave),
    /// A pipe or a device, written directly.
    Stream(File),
}

impl OutputFile {
    /// Begins to write the file `to`. A symbolic link is resolved once, now.
    pub(super) fn create(to: &Path) -> Result<Self, SaveError> {
        let permissions = match fs::metadata(to) {
            Ok(about) if about.is_dir() => return Err(io::Error::from(ErrorKind::IsADirectory).into()),
            Ok(about) if !about.is_file() => return Ok(Self::Stream(open_stream(to)?)),
            // Keep the permissions of the old file.
            Ok(about) => Some(about.permissions()),
            Err(error) if error.kind() == ErrorKind::NotFound => None,
            Err(error) => return Err(error.into()),
        };
        let place = DirEntry::resolving_links(to)?;
        let saving = create_with_cleanup(|| {
            let saving =
                AtomicSave::begin(&place, if permissions.is_some() { NewFileMode::Private } else { NewFileMode::Usual })?;
            let cleanup = cleanup(saving.files(), to.to_owned());
            Ok::<_, SaveError>((saving, cleanup))
        })?;
        if let (Some(permissions), Ok(new)) = (permissions, saving.file().std()) {
            new.set_permissions(permissions)?;
        }
        Ok(Self::File(saving))
    }

    /// Moves the file to its final place, where it appears complete.
    pub(super) fn finish(self) -> Result<(), SaveError> {
        match self {
            Self::File(saving) => saving.finish(true),
            Self::Stream(mut stream) => Ok(stream.flush()?),
        }
    }
}

impl Write for OutputFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Self::File(saving) => saving.file().write(bytes).map(|()| bytes.len()),
            Self::Stream(stream) => stream.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Self::File(_) => Ok(()),
            Self::Stream(stream) => stream.flush(),
        }
    }
}

pub(super) fn write(to: &Path, text: &str) -> Result<()> {
    let written = OutputFile::create(to).and_then(|mut file| {
        file.write_all(text.as_bytes())?;
        file.finish()
    });
    written.map_err(|error| unwritten(to, &error))
}

pub(super) fn unwritten(to: &Path, error: &SaveError) -> Error {
    Error::msg(error.describe(to))
}

/// Removes an unfinished file. If that fails, the next write to the same path removes the file.
fn cleanup([unfinished, lock]: [DirEntry; 2], to: PathBuf) -> impl FnOnce() + Send + 'static {
    move || {
        if unfinished.remove().is_ok() {
            let _ = lock.remove();
            warn(&format!("Ended early: {} was not written.", escape::path(&to)));
        }
    }
}
