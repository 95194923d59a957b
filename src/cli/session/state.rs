//! The state of a session: the log on disk, its referee, and what was refused last.

use super::reply::Said;
use crate::{
    actions::{self, Action, ActionError, Outcome, Workspace},
    cli::{games::games, shutdown::without_interruption},
    log::{FileError, Log, LogFile, Moment, Place, disk},
    referee::{Referee, Refusal},
    table::Book,
};
use std::{
    cell::RefCell,
    num::NonZero,
    path::{Path, PathBuf},
    sync::Arc,
    time::SystemTime,
};

/// A log at a table.
pub struct Session {
    /// None only after something else changed the file and it could not be opened again.
    workspace: Option<Workspace>,
    path: PathBuf,
    /// Since when it is open.
    since: Moment,
    referee: Arc<dyn Referee>,
    /// Between two rounds: the table as the next one will find it.
    ahead: Option<Arc<dyn Referee>>,
    /// The table before an earlier line, while that is looked at.
    past: Option<(Place, Box<dyn Referee>)>,
    /// Who is `first` of the next round, where the table chose.
    first: Option<String>,
    /// Whether the table was asked who is `first` of the next round.
    pub asked_first: bool,
    /// The line that was refused last, up to and including its foul step.
    pub refused: Option<String>,
    /// The lines of earlier steps that what was entered last proved to have been foul.
    pub proved: Vec<Place>,
    /// The lines that grew here by an input of their own.
    inputs: Vec<actions::Input>,
    /// How many lines the last input made, if nothing was changed since.
    made: u32,
    /// What stands below the table.
    pub said: RefCell<Said>,
    /// The stamp of the file when it was last read or written: another stamp means that something else changed it.
    known: Option<Stamp>,
    /// The same at the last look, where it was another.
    seen: Option<Stamp>,
}

/// When a file was written, and how long it is.
type Stamp = (SystemTime, u64);

/// How the log on disk is, compared with the session's.
pub enum OnDisk {
    /// The same.
    Same,
    /// The same, and it can't be written any more.
    Protected,
    /// Another log: somebody else changed it.
    Changed,
    /// There is none any more, or none that can be read.
    Gone(FileError),
}

impl Session {
    /// Reads the log by the rules of its game.
    pub fn open(file: LogFile) -> Result<Self, FileError> {
        let workspace = Workspace::of(file, games());
        let (path, referee) = (workspace.path().to_owned(), Arc::clone(workspace.referee()?));
        let mut session = Self {
            workspace: Some(workspace),
            path,
            since: Moment::now(),
            referee,
            ahead: None,
            past: None,
            first: None,
            asked_first: false,
            refused: None,
            proved: Vec::new(),
            inputs: Vec::new(),
            made: 0,
            said: RefCell::default(),
            known: None,
            seen: None,
        };
        session.known = session.stamp();
        session.look_ahead();
        Ok(session)
    }

    /// The file, as it was named.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The rule book.
    pub fn book(&self) -> &'static Book {
        self.referee.book()
    }

    /// The log as it is on disk, replayed.
    pub fn referee(&self) -> &dyn Referee {
        self.referee.as_ref()
    }

    /// The table that the next step is played on: between two rounds that of the next one.
    pub fn table(&self) -> &Arc<dyn Referee> {
        self.ahead.as_ref().unwrap_or(&self.referee)
    }

    /// The line that is looked back to, and the table as it stood before it; none while it is the present that stands on screen.
    pub fn past(&self) -> Option<(Place, &dyn Referee)> {
        self.past.as_ref().map(|(place, table)| (*place, table.as_ref()))
    }

    /// Looks back to how the table stood before a line; without one, at the present.
    pub fn look_at(&mut self, place: Option<Place>) -> Result<(), Refusal> {
        self.past = place.map(|place| Ok((place, self.referee.before(place)?))).transpose()?;
        Ok(())
    }

    /// Who is `first` of the next round, where the table chose.
    pub fn first(&self) -> Option<&str> {
        self.first.as_deref()
    }

    /// The table chooses who is `first` of the next round.
    pub fn choose_first(&mut self, name: &str) {
        self.first = Some(name.to_owned());
        self.look_ahead();
    }

    /// Who may be `first` of the next round, if one can begin.
    pub fn may_be_first(&self) -> Vec<String> {
        self.referee.may_be_first()
    }

    /// Does an action, and saves nothing.
    pub fn preview(&self, action: &Action) -> Result<Outcome, Refusal> {
        actions::run(action, self.referee.log(), games(), || Ok(self.referee())).map_err(|error| match error {
            ActionError::Refused(refusal) => refusal,
            other => Refusal::Cannot(other.to_string()),
        })
    }

    /// Saves the outcome of an action, with the time of play, and switches to it once it is on disk.
    pub fn commit(&mut self, outcome: &Outcome) -> Result<(), FileError> {
        let Some(workspace) = &mut self.workspace else {
            self.read_again()?;
            return Err(FileError::Changed(self.path.clone()));
        };
        let saved = without_interruption(|| workspace.commit(outcome, Some(self.since)));
        match &saved {
            Ok(()) => {
                let referee = Arc::clone(workspace.referee()?);
                self.known = self.stamp();
                self.settle(referee);
            }
            Err(FileError::Changed(_)) => self.read_again()?,
            Err(_) => {}
        }
        saved
    }

    /// Remembers what an input made of a line that it went on with, compared with the log `before` it.
    pub fn keep_input(&mut self, before: &Log, place: Place) {
        let lines = |log: &Log| log.rounds().iter().map(|round| round.lines.len()).sum::<usize>();
        self.made = lines(self.referee.log()).saturating_sub(lines(before)).try_into().unwrap_or(u32::MAX);
        let [was, now] = [before, self.referee.log()].map(|log| log.line(place).map(|line| line.text.to_string()));
        match (was, now) {
            (Some(was), Some(now)) if was != now => self.inputs.push(actions::Input { place, was, now }),
            // A line of its own stands there now.
            _ => self.inputs.retain(|input| input.place < place),
        }
    }

    /// How many changes the last input comes to: the lines that it made, where there were several.
    pub fn lines_of_input(&self) -> NonZero<u32> {
        NonZero::new(self.made).unwrap_or(NonZero::<u32>::MIN)
    }

    /// Takes back changes: of a line that was entered here by several inputs, the last of them alone.
    pub fn undo(&self, count: NonZero<u32>) -> Action {
        Action::Undo { count, inputs: self.inputs.clone() }
    }

    /// Reads the file again.
    pub fn read_again(&mut self) -> Result<(), FileError> {
        self.workspace = None;
        self.known = self.stamp();
        let workspace = Workspace::open(&self.path, games())?;
        let referee = Arc::clone(workspace.referee()?);
        self.workspace = Some(workspace);
        self.settle(referee);
        Ok(())
    }

    /// Whether something else changed the log. It is polled, so that a writer gets the time to finish.
    pub fn is_changed(&mut self) -> bool {
        let now = self.stamp();
        if now == self.known || now.is_none() || std::mem::replace(&mut self.seen, now) != now {
            return false;
        }
        let is_another = matches!(self.on_disk(), OnDisk::Changed);
        if !is_another {
            // As it is, it was looked at.
            self.known = now;
        }
        is_another
    }

    /// Looks how the log is on disk.
    pub fn on_disk(&self) -> OnDisk {
        match LogFile::read(&self.path) {
            Err(error) => OnDisk::Gone(error),
            Ok(log) if log.text() != self.referee.log().text() => OnDisk::Changed,
            Ok(_) if self.is_protected() => OnDisk::Protected,
            Ok(_) => OnDisk::Same,
        }
    }

    fn is_protected(&self) -> bool {
        let readonly = std::fs::metadata(&self.path).is_ok_and(|about| about.permissions().readonly());
        readonly || !disk::may_write(&self.path)
    }

    fn stamp(&self) -> Option<Stamp> {
        let about = std::fs::metadata(&self.path).ok()?;
        Some((about.modified().ok()?, about.len()))
    }

    /// Whether the file is known: not so when something else changed it to what can't be read.
    pub fn is_held(&self) -> bool {
        self.workspace.is_some()
    }

    fn settle(&mut self, referee: Arc<dyn Referee>) {
        // A note between two rounds leaves the choice alone.
        if self.referee.log().rounds().len() != referee.log().rounds().len() || self.referee.progress() != referee.progress() {
            self.first = None;
            self.asked_first = false;
        }
        self.referee = referee;
        (self.refused, self.proved, self.made) = (None, Vec::new(), 0);
        self.past = None;
        self.look_ahead();
    }

    fn look_ahead(&mut self) {
        let names = self.may_be_first();
        let first = match &names[..] {
            [only] => Some(only),
            _ => self.first.as_ref(),
        };
        self.ahead = first.and_then(|first| self.referee.next_round(first).ok().map(Arc::from));
    }
}
