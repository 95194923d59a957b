//! A log on disk together with its referee: opened, changed and saved here, and nowhere else.

use super::{Action, ActionError, Done, Outcome, run};
use crate::{
    log::{FileError, Log, LogFile, Moment, ReadError},
    referee::{Games, Referee},
    table::Progress,
};
use std::{path::Path, sync::Arc};

/// Retries after a concurrent change.
const MAX_RETRIES: usize = 1000;

/// What to do if somebody else has changed the log since it was read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OnConflict {
    /// Refuse: what was agreed to was about the earlier log.
    Refuse,
    /// Judge it again, at the log's new end.
    Retry,
}

/// A log that is open to be changed.
pub struct Workspace {
    file: LogFile,
    games: Games,
    /// An error if the log can't be judged: changes can still be undone.
    referee: Result<Arc<dyn Referee>, Box<ReadError>>,
}

impl Workspace {
    /// Opens the log that a path names.
    ///
    /// # Errors
    /// When it can't be read.
    pub fn open(path: &Path, games: Games) -> Result<Self, FileError> {
        Ok(Self::of(LogFile::open(path).map_err(|error| with_all_errors(error, games))?, games))
    }

    /// A log that is open already.
    pub fn of(file: LogFile, games: Games) -> Self {
        let referee = judged(file.log(), games);
        Self { file, games, referee }
    }

    /// The same where the log was replayed already.
    pub fn known(file: LogFile, games: Games, referee: Arc<dyn Referee>) -> Self {
        Self { file, games, referee: Ok(referee) }
    }

    /// The log, as it was last read or saved.
    pub fn log(&self) -> &Log {
        self.file.log()
    }

    /// The file, as it was named.
    pub fn path(&self) -> &Path {
        self.file.path()
    }

    /// The log, replayed.
    ///
    /// # Errors
    /// What can't be read of it.
    pub fn referee(&self) -> Result<&Arc<dyn Referee>, FileError> {
        self.referee.as_ref().map_err(|error| with_errors(self.path(), (**error).clone(), self.log().text(), self.games))
    }

    /// Runs an action, and saves nothing.
    ///
    /// # Errors
    /// Why it was refused.
    pub fn preview(&self, action: &Action) -> Result<Outcome, ActionError> {
        run(action, self.log(), self.games, || self.referee().map(|referee| &**referee))
    }

    /// The log as it is to be saved: of who is playing it is also written when they did, `since` when and until now. What is mended
    /// after a game's end is not played.
    pub fn played(&self, outcome: &Outcome, since: Moment) -> Log {
        match &self.referee {
            Ok(referee) if referee.progress() != Progress::GameOver => outcome.log.played_on(self.log(), since, Moment::now()),
            _ => outcome.log.clone(),
        }
    }

    /// Saves the outcome of an action; for a session also when it was played.
    ///
    /// # Errors
    /// As [`Workspace::commit_as`].
    pub fn commit(&mut self, outcome: &Outcome, since: Option<Moment>) -> Result<(), FileError> {
        self.commit_as(outcome, since.map_or_else(|| outcome.log.clone(), |since| self.played(outcome, since)))
    }

    /// Saves what came of an action as this log: the same, with other times at most.
    ///
    /// # Errors
    /// When it can't be saved. The file is then as it was.
    pub fn commit_as(&mut self, outcome: &Outcome, log: Log) -> Result<(), FileError> {
        self.file.save(log)?;
        let going_on = match (&outcome.done, &self.referee) {
            (Done::Recorded(recorded), Ok(before)) => before.continued_with(recorded, self.log()),
            _ => None,
        };
        self.referee = going_on.map_or_else(|| judged(self.log(), self.games), |referee| Ok(Arc::from(referee)));
        Ok(())
    }

    /// Runs an action and saves its outcome; retries after a concurrent change, if that is the policy.
    ///
    /// # Errors
    /// Why it can't be done, or not be saved.
    pub fn carry_out(&mut self, action: &Action, on_conflict: OnConflict) -> Result<Outcome, ActionError> {
        for _ in 1..MAX_RETRIES {
            let outcome = self.preview(action)?;
            match self.commit(&outcome, None) {
                Err(FileError::Changed(_)) if on_conflict == OnConflict::Retry => self.reopen()?,
                saved => return Ok(saved.map(|()| outcome)?),
            }
        }
        Err(FileError::Changed(self.path().to_owned()).into())
    }

    /// Reads the file again.
    ///
    /// # Errors
    /// When it can't be read any more.
    pub fn reopen(&mut self) -> Result<(), FileError> {
        let games = self.games;
        *self = Self::of(self.file.reopen().map_err(|error| with_all_errors(error, games))?, games);
        Ok(())
    }
}

/// Replays the log of a file.
///
/// # Errors
/// All that can't be read of it.
pub fn replay(path: &Path, log: Log, games: Games) -> Result<Box<dyn Referee>, FileError> {
    let same = log.clone();
    games.open(log).map_err(|error| with_errors(path, error, same.text(), games))
}

fn judged(log: &Log, games: Games) -> Result<Arc<dyn Referee>, Box<ReadError>> {
    games.open(log.clone()).map(Arc::from).map_err(Box::new)
}

/// An error of a log that is no log: with all that is wrong in it.
pub fn with_all_errors(error: FileError, games: Games) -> FileError {
    match error {
        FileError::Read { path, error, .. } => match LogFile::text(&path) {
            Ok(text) => with_errors(&path, *error, &text, games),
            Err(_) => FileError::Read { path, error, more: Vec::new() },
        },
        other => other,
    }
}

fn with_errors(path: &Path, error: ReadError, text: &str, games: Games) -> FileError {
    let mut more = games.read_errors(text);
    more.retain(|other| *other != error);
    FileError::Read { path: path.to_owned(), error: Box::new(error), more }
}
