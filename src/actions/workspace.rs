//! An open log together with its referee. Only [`Workspace`] opens, changes and saves a log.

use super::{Action, ActionError, Outcome, run};
use crate::{
    log::{FileError, Log, LogFile, LogParseError, OffsetTime},
    referee::{Games, Referee},
    table::Progress,
};
use std::{
    path::Path,
    sync::{Arc, OnceLock},
};

const MAX_RETRIES: usize = 1000;

/// The reaction if another process has changed the log since the log was read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OnConflict {
    /// Refuse: the user agreed to a change of the log as it was.
    Refuse,
    /// Judge the action again, at the new end of the log.
    Retry,
}

/// An open log with its referee.
pub struct Workspace {
    file: LogFile,
    games: Games,
    /// The referee, made at its first use, or the error of a log that can't be judged. Changes of such a log can be undone.
    referee: OnceLock<Result<Arc<dyn Referee>, Box<LogParseError>>>,
}

impl Workspace {
    /// Opens the log at a path.
    pub fn open(path: &Path, games: Games) -> Result<Self, FileError> {
        Ok(Self::of(LogFile::open(path).map_err(|error| with_all_errors(error, games))?, games))
    }

    /// Wraps a log that is already open.
    pub fn of(file: LogFile, games: Games) -> Self {
        Self { file, games, referee: OnceLock::new() }
    }

    /// The log as it was last read or saved.
    pub fn log(&self) -> &Log {
        self.file.log()
    }

    /// The path of the log, as given.
    pub fn path(&self) -> &Path {
        self.file.path()
    }

    /// The referee of the log. If the log can't be judged, the error contains every error of the log.
    pub fn referee(&self) -> Result<&Arc<dyn Referee>, FileError> {
        self.referee_result().as_ref().map_err(|error| with_errors(self.path(), (**error).clone(), self.log().text(), self.games))
    }

    fn referee_result(&self) -> &Result<Arc<dyn Referee>, Box<LogParseError>> {
        self.referee.get_or_init(|| self.games.open(self.log().clone()).map(Arc::from).map_err(Box::new))
    }

    /// Runs an action without saving.
    pub fn dry_run(&self, action: &Action) -> Result<Outcome, ActionError> {
        run(action, self.log(), self.games, || self.referee().map(|referee| &**referee))
    }

    /// The log to save for a session that began at `since`: with the times of play, unless the game was over before.
    pub fn with_session_times(&self, outcome: &Outcome, since: OffsetTime) -> Log {
        match self.referee_result() {
            Ok(referee) if referee.progress() != Progress::GameOver => {
                outcome.log.with_session_times(self.log(), since, OffsetTime::now())
            }
            _ => outcome.log.clone(),
        }
    }

    /// Saves the outcome of an action. For a session that began at `since`, saves the times of play, too.
    pub fn commit(&mut self, outcome: &Outcome, since: Option<OffsetTime>) -> Result<(), FileError> {
        self.save(since.map_or_else(|| outcome.log.clone(), |since| self.with_session_times(outcome, since)))
    }

    /// Saves a changed log.
    pub fn save(&mut self, log: Log) -> Result<(), FileError> {
        self.file.save(log)?;
        self.referee = OnceLock::new();
        Ok(())
    }

    /// Runs an action and saves its outcome. `on_conflict` decides what follows if another process changed the log.
    pub fn run_and_save(&mut self, action: &Action, on_conflict: OnConflict) -> Result<Outcome, ActionError> {
        for _ in 1..MAX_RETRIES {
            let outcome = self.dry_run(action)?;
            match self.commit(&outcome, None) {
                Err(FileError::Changed(_)) if on_conflict == OnConflict::Retry => self.reopen()?,
                saved => return Ok(saved.map(|()| outcome)?),
            }
        }
        Err(FileError::Changed(self.path().to_owned()).into())
    }

    /// Reads the file again.
    pub fn reopen(&mut self) -> Result<(), FileError> {
        let games = self.games;
        *self = Self::of(self.file.reopen().map_err(|error| with_all_errors(error, games))?, games);
        Ok(())
    }
}

/// Replays a log that was read from `path`. The error contains every error of the log.
pub fn replay(path: &Path, log: Log, games: Games) -> Result<Box<dyn Referee>, FileError> {
    let copy = log.clone();
    games.open(log).map_err(|error| with_errors(path, error, copy.text(), games))
}

/// Adds the further errors to an error of a log that fails to parse.
pub fn with_all_errors(error: FileError, games: Games) -> FileError {
    match error {
        FileError::Invalid { path, error, .. } => match LogFile::text(&path) {
            Ok(text) => with_errors(&path, *error, &text, games),
            Err(_) => FileError::Invalid { path, error, more: Vec::new() },
        },
        other => other,
    }
}

fn with_errors(path: &Path, error: LogParseError, text: &str, games: Games) -> FileError {
    let mut more = games.read_errors(text);
    more.retain(|other| *other != error);
    FileError::Invalid { path: path.to_owned(), error: Box::new(error), more }
}
