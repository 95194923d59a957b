//! Logs as commands take them: read and replayed, or held to be changed.

use super::failure::Failure;
use fowlplay::{
    log::{FileError, LogFile, Place},
    referee::{self, Referee},
};
use std::path::{Path, PathBuf};

/// The name of a file as it is shown.
pub fn shown(path: &Path) -> String {
    path.display().to_string()
}

/// Reads a log and replays it.
///
/// # Errors
/// When it can't be read.
pub fn read(path: &Path) -> Result<Box<dyn Referee>, Failure> {
    let log = LogFile::read(path).map_err(|error| readable(error, path))?;
    referee::open(log).map_err(|error| Failure::unreadable(path, error))
}

/// Reads a log and replays it up to before a line, if one is given.
///
/// # Errors
/// When it can't be read, or has no such line.
pub fn read_at(path: &Path, at: Option<Place>) -> Result<Box<dyn Referee>, Failure> {
    let referee = read(path)?;
    match at {
        None => Ok(referee),
        Some(place) => referee.before(place).map_err(|refusal| Failure::refused(refusal, referee.book())),
    }
}

/// Holds a log to change it, and replays it.
///
/// # Errors
/// When it can't be read, or another session holds it.
pub fn open(path: &Path) -> Result<(LogFile, Box<dyn Referee>), Failure> {
    let file = LogFile::open(path).map_err(|error| readable(error, path))?;
    let referee = referee::open(file.log().clone()).map_err(|error| Failure::unreadable(path, error))?;
    Ok((file, referee))
}

/// The error of a file, with what to do about a directory.
fn readable(error: FileError, path: &Path) -> Failure {
    if path.is_dir() {
        let all: PathBuf = path.join("*.toml");
        return Failure::plain(format!(
            "{} is a directory, and a log is a file: name the log itself, or all of them with {}",
            path.display(),
            all.display()
        ));
    }
    error.into()
}
