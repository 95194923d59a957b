//! Opens and reads logs for commands.

use super::{
    command_output::refusal_error,
    program::games,
    render::{
        messages::quoted,
        style::{faint, wrap},
    },
};
use crate::{
    actions::{Workspace, replay, with_all_errors},
    log::{FileError, LineRef, LogFile, is_log_name},
    referee::Referee,
    table::{
        Book, Progress, comparison_key, count_of,
        escape::{self, clean},
    },
};
use anyhow::{Error, Result, anyhow};
use std::{
    path::{Path, PathBuf},
    time::SystemTime,
};
use unicode_normalization::char::is_combining_mark;

/// A file's name for a JSON document. For a terminal, use `escape::path`.
pub(super) fn json_name(path: &Path) -> String {
    path.display().to_string()
}

pub(super) fn open_referee(path: &Path) -> Result<Box<dyn Referee>> {
    let log = LogFile::read(path).map_err(|error| with_log_errors(error, path))?;
    Ok(replay(path, log, games())?)
}

/// Reads a log and replays it, only the lines before `at` if given. Also returns the line at which judging the whole log stopped.
pub(super) fn read_at(path: &Path, at: Option<LineRef>) -> Result<(Box<dyn Referee>, Option<LineRef>)> {
    let referee = open_referee(path)?;
    let halted = referee.halted();
    match at {
        None => Ok((referee, halted)),
        Some(line_ref) => Ok((referee.before_line(line_ref).map_err(refusal_error)?, halted)),
    }
}

pub(super) fn open(path: &Path) -> Result<Workspace> {
    Workspace::open(path, games()).map_err(|error| with_log_errors(error, path))
}

pub(super) fn open_to_play(path: &Path) -> Result<LogFile> {
    LogFile::open(path).map_err(|error| with_log_errors(error, path))
}

/// The readable logs of this directory, the latest changed first.
pub(super) fn logs() -> impl Iterator<Item = (PathBuf, Box<dyn Referee>)> {
    let entries = std::fs::read_dir(".").into_iter().flatten().flatten().filter(|entry| is_log_name(entry.file_name()));
    let mut logs: Vec<(SystemTime, PathBuf)> =
        entries.filter_map(|entry| Some((entry.metadata().ok()?.modified().ok()?, entry.file_name().into()))).collect();
    logs.sort_by(|a, b| b.cmp(a));
    logs.into_iter().filter_map(|(_, path)| {
        let referee = games().open(LogFile::read(&path).ok()?).ok()?;
        Some((path, referee))
    })
}

/// Whether a game can go on: it is neither over nor closed.
pub(super) fn is_unfinished(referee: &dyn Referee) -> bool {
    referee.progress() != Progress::GameOver && referee.log().closed().is_none()
}

/// The latest changed log of this directory whose game can go on.
pub(super) fn latest_unfinished() -> Option<PathBuf> {
    logs().find(|(_, referee)| is_unfinished(referee.as_ref())).map(|(path, _)| path)
}

/// The error of a file, with all errors of the log; or advice if the path is a directory.
fn with_log_errors(error: FileError, path: &Path) -> Error {
    let error = with_all_errors(error, games());
    if path.is_dir() {
        let pattern = path.join("*.toml");
        return anyhow!(
            "{} is a directory, and a log is a file: name the log itself, or all of them with {}",
            escape::path(path),
            escape::path(&pattern)
        );
    }
    error.into()
}

/// A warning that a log has fouls, or stops being judged.
pub(super) fn warning(referee: &dyn Referee, file: &Path) -> Option<String> {
    let foul_count = referee.findings().iter().filter(|finding| finding.is_foul()).count();
    let advice = format!("`fowlplay check {}` says what was found.", clean(&quoted(&json_name(file))));
    let text = match (referee.halted(), foul_count) {
        (Some(at), _) => {
            format!(
                "The log stops being judged at {at}: this is how it stood before a step there that can't have happened. {advice}"
            )
        }
        (None, 0) => return None,
        (None, foul_count) => format!("The log has {}. {advice}", count_of(foul_count, "finding", "findings")),
    };
    Some(faint(&wrap(&text, "", "")))
}

pub(super) fn file_stem(book: &Book, date: &str, players: &[String]) -> String {
    slug(&format!("{}-{date}-{}", book.game, players.join("-")))
}

/// The names to try for a new log, in order: `STEM.toml`, `STEM-2.toml` and so on.
pub(super) fn file_names(stem: &str) -> impl Iterator<Item = String> {
    std::iter::once(format!("{stem}.toml")).chain((2..=1000).map(move |nth| format!("{stem}-{nth}.toml")))
}

fn is_joiner(char: char) -> bool {
    matches!(char, '\u{200c}' | '\u{200d}')
}

/// Creates a log under the first free name of [`file_names`].
pub(super) fn create_named(stem: &str, text: &str) -> Result<LogFile, FileError> {
    let create = |name: String| LogFile::create(Path::new(&name), text.to_owned());
    let mut results = file_names(stem).map(create).skip_while(|result| matches!(result, Err(FileError::Exists(_))));
    results.next().unwrap_or_else(|| Err(FileError::Exists(format!("{stem}.toml").into())))
}

/// A file name of lower-case letters with marks, digits and hyphens. It is the same for names that compare as equal.
fn slug(name: &str) -> String {
    let mut slug = String::new();
    for char in comparison_key(name).chars().filter(|char| !is_joiner(*char)) {
        if char.is_alphanumeric() || is_combining_mark(char) {
            slug.push(char);
        } else if !slug.ends_with('-') {
            slug.push('-');
        }
        if slug.len() > 120 {
            break;
        }
    }
    slug.trim_matches('-').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_named_with_letters_digits_and_hyphens() {
        assert_eq!(slug("blulu-2026-11-21-Ada B.-../Bo"), "blulu-2026-11-21-ada-b-bo");
        assert!(slug(&"ø".repeat(400)).len() < 130);
        assert_eq!(slug("Zoe\u{308} Σ"), slug("zoë σ"));
        assert_eq!(slug("विक्रम, علی\u{200c}رضا"), "विक्रम-علیرضا");
    }
}
