//! Logs as commands take them: read and replayed, or held to be changed.

use super::{
    escape::clean,
    failure::Failure,
    paint::{faint, wrap},
    say::quoted,
};
use fowlplay::{
    log::{FileError, Log, LogFile, Place},
    referee::{self, Referee},
    table::count_of,
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
    let file = hold(path)?;
    let referee = referee::open(file.log().clone()).map_err(|error| Failure::unreadable(path, error))?;
    Ok((file, referee))
}

/// Holds a log to change it, whatever game it is of.
///
/// # Errors
/// When it can't be read, or another session holds it.
pub fn hold(path: &Path) -> Result<LogFile, Failure> {
    LogFile::open(path).map_err(|error| readable(error, path))
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

/// Refuses a `--first` that chose nobody: no round begins between these two.
///
/// # Errors
/// When `first` is given and the log has as many rounds as before.
pub fn first_was_asked(first: Option<&str>, before: &Log, after: &Log) -> Result<(), Failure> {
    let (Some(first), true) = (first, before.rounds().len() == after.rounds().len()) else { return Ok(()) };
    let begun = before.rounds().last().map(|round| format!("; the last one was begun with first = {}", &*round.first));
    let begun = begun.unwrap_or_default();
    Err(Failure::plain(format!("no round begins here that `--first {first}` could be for{begun}: leave it out")))
}

/// What stands against the log that is shown here, if anything does.
pub fn doubt(referee: &dyn Referee, file: &Path) -> Option<String> {
    let found = referee.findings().iter().filter(|finding| finding.is_foul()).count();
    let more = format!("`fowlplay check {}` names them.", clean(&quoted(&shown(file))));
    let text = match (referee.is_halted(), found) {
        (true, _) => format!("This is how it stood before the first step that can't have happened. {more}"),
        (false, 0) => return None,
        (false, found) => format!("The log has {}. {more}", count_of(found, "finding", "findings")),
    };
    Some(faint(&wrap(&text, "", "")))
}
