//! Logs as commands take them: read and replayed, or opened to be changed.

use super::{
    answer::refused,
    escape::{self, clean},
    paint::{faint, wrap},
    say::quoted,
};
use anyhow::{Error, Result, anyhow};
use fowlplay::{
    actions::{Workspace, replay, with_all_slips},
    log::{FileError, LogFile, Place, is_log_name},
    referee::{self, Referee},
    table::{Progress, count_of},
};
use std::{
    path::{Path, PathBuf},
    time::SystemTime,
};

/// The name of a file as a document has it. On a terminal it stands as `escape::path` writes it.
pub fn shown(path: &Path) -> String {
    path.display().to_string()
}

/// Reads a log and replays it.
pub fn read(path: &Path) -> Result<Box<dyn Referee>> {
    let log = LogFile::read(path).map_err(|error| readable(error, path))?;
    Ok(replay(path, log)?)
}

/// Reads a log and replays it up to before a line, if one is given; and where the judging of the whole log stopped.
pub fn read_at(path: &Path, at: Option<Place>) -> Result<(Box<dyn Referee>, Option<Place>)> {
    let referee = read(path)?;
    let halted = referee.halted();
    match at {
        None => Ok((referee, halted)),
        Some(place) => Ok((referee.before(place).map_err(refused(referee.book()))?, halted)),
    }
}

/// Opens a log to change it.
pub fn open(path: &Path) -> Result<Workspace> {
    Workspace::open(path).map_err(|error| readable(error, path))
}

/// Opens a log to sit down at, whatever game it is of.
pub fn hold(path: &Path) -> Result<LogFile> {
    LogFile::open(path).map_err(|error| readable(error, path))
}

/// The logs of this directory that can be read, the one that was changed last first.
pub fn logs() -> impl Iterator<Item = (PathBuf, Box<dyn Referee>)> {
    let entries = std::fs::read_dir(".").into_iter().flatten().flatten().filter(|entry| is_log_name(entry.file_name()));
    let mut found: Vec<(SystemTime, PathBuf)> =
        entries.filter_map(|entry| Some((entry.metadata().ok()?.modified().ok()?, entry.file_name().into()))).collect();
    found.sort_by(|one, other| other.cmp(one));
    found.into_iter().filter_map(|(_, path)| {
        let referee = referee::open(LogFile::read(&path).ok()?).ok()?;
        Some((path, referee))
    })
}

/// The log of this directory that was changed last and whose game is neither over nor closed.
pub fn latest_unfinished() -> Option<PathBuf> {
    let is_open = |referee: &dyn Referee| referee.progress() != Progress::GameOver && referee.log().closed().is_none();
    logs().find(|(_, referee)| is_open(referee.as_ref())).map(|(path, _)| path)
}

/// The error of a file, with what to do about a directory, and all that can't be read of a log.
fn readable(error: FileError, path: &Path) -> Error {
    let error = with_all_slips(error);
    if path.is_dir() {
        let all = path.join("*.toml");
        return anyhow!(
            "{} is a directory, and a log is a file: name the log itself, or all of them with {}",
            escape::path(path),
            escape::path(&all)
        );
    }
    error.into()
}

/// What stands against the log that is shown here, if anything does.
pub fn doubt(referee: &dyn Referee, file: &Path) -> Option<String> {
    let found = referee.findings().iter().filter(|finding| finding.is_foul()).count();
    let more = format!("`fowlplay check {}` names them.", clean(&quoted(&shown(file))));
    let text = match (referee.halted(), found) {
        (Some(place), _) => {
            format!(
                "The log stops being judged at {place}: this is how it stood before a step there that can't have happened. {more}"
            )
        }
        (None, 0) => return None,
        (None, found) => format!("The log has {}. {more}", count_of(found, "finding", "findings")),
    };
    Some(faint(&wrap(&text, "", "")))
}
