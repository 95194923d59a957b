//! An output file that is written completely or not at all.

use super::{print::warn, signals::create_with_cleanup};
use crate::{
    log::{
        SaveError,
        disk::{AtomicSave, DirEntry, NewFileMode, open_stream},
    },
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
    /// Begins to write the file `path`. A symbolic link is resolved only once.
    pub(super) fn create(path: &Path) -> Result<Self, SaveError> {
        let permissions = match fs::metadata(path) {
            Ok(metadata) if metadata.is_dir() => return Err(io::Error::from(ErrorKind::IsADirectory).into()),
            Ok(metadata) if !metadata.is_file() => return Ok(Self::Stream(open_stream(path)?)),
            // Keep the permissions of the old file.
            Ok(metadata) => Some(metadata.permissions()),
            Err(error) if error.kind() == ErrorKind::NotFound => None,
            Err(error) => return Err(error.into()),
        };
        let entry = DirEntry::resolving_links(path)?;
        let save = create_with_cleanup(|| {
            // Private until it gets the permissions of the old file below.
            let save = AtomicSave::begin(&entry, if permissions.is_some() { NewFileMode::Private } else { NewFileMode::Umask })?;
            let cleanup = cleanup(save.files(), path.to_owned());
            Ok::<_, SaveError>((save, cleanup))
        })?;
        if let (Some(permissions), Ok(file)) = (permissions, save.file().std()) {
            file.set_permissions(permissions)?;
        }
        Ok(Self::File(save))
    }

    /// Moves the file to its final place, where it appears complete.
    pub(super) fn finish(self) -> Result<(), SaveError> {
        match self {
            Self::File(save) => save.finish(true),
            Self::Stream(mut stream) => Ok(stream.flush()?),
        }
    }
}

impl Write for OutputFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Self::File(save) => save.file().write(bytes).map(|()| bytes.len()),
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

pub(super) fn write(path: &Path, text: &str) -> Result<()> {
    let result = OutputFile::create(path).and_then(|mut file| {
        file.write_all(text.as_bytes())?;
        file.finish()
    });
    result.map_err(|error| write_error(path, &error))
}

pub(super) fn write_error(path: &Path, error: &SaveError) -> Error {
    Error::msg(error.describe(path))
}

/// Returns a function that removes an unfinished file. If the removal fails, the next write to the same path removes the file.
fn cleanup([unfinished, lock]: [DirEntry; 2], path: PathBuf) -> impl FnOnce() + Send + 'static {
    move || {
        if unfinished.remove().is_ok() {
            let _ = lock.remove();
            warn(&format!("Ended early: {} was not written.", escape::path(&path)));
        }
    }
}
