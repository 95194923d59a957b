//! The state of a session: the log on disk, its referee, the earlier table on screen, and the last refused line.

use super::reply::TableMessage;
use crate::{
    actions::{self, Action, ActionError, LineExtensions, Outcome, Workspace},
    cli::{program::games, signals::without_interruption},
    log::{FileError, LineRef, Log, LogFile, OffsetTime, disk},
    referee::{Referee, Refusal},
    table::Book,
};
use std::{
    cell::RefCell,
    fs,
    num::NonZero,
    path::{Path, PathBuf},
    sync::{Arc, Mutex, PoisonError},
    time::SystemTime,
};

pub(crate) struct Session {
    /// The open log. `None` only if another process changed the file and it could not be reopened.
    workspace: Option<Workspace>,
    path: PathBuf,
    opened_at: OffsetTime,
    referee: Arc<dyn Referee>,
    /// The log as it was last read or written, for the thread that handles signals.
    log_on_disk: Arc<Mutex<Log>>,
    /// The referee of the next round, between two rounds.
    next_round: Option<Arc<dyn Referee>>,
    /// An earlier line, and the referee before it, whose table is shown instead of the present one.
    viewed_line: Option<(LineRef, Box<dyn Referee>)>,
    /// The `first` player of the next round, if the players chose.
    first: Option<String>,
    /// Whether the session has asked who is `first` in the next round.
    pub asked_first: bool,
    /// The line refused last, without its note, and the note: a line that `overrule` gives a reason can't have a note.
    pub refused_line: Option<(String, Option<String>)>,
    /// The earlier lines that the last entered line proved illegal.
    pub proved_illegal: Vec<LineRef>,
    /// The inputs that extended a line, for `undo`.
    inputs: LineExtensions,
    /// The number of lines that the last input added. 0 if the log was changed since.
    last_input_lines: u32,
    pub message: RefCell<TableMessage>,
    /// The file's stamp when it was last read or written. Another stamp means that another process wrote the file.
    stamp: Option<FileStamp>,
    /// Another stamp, seen at the last poll.
    pending_stamp: Option<FileStamp>,
}

/// The modification time of a file, and its length in bytes.
type FileStamp = (SystemTime, u64);

pub(crate) enum DiskState {
    Same,
    /// The file is the same, but no longer writable.
    Protected,
    Changed,
    /// The file is gone or can't be read.
    Gone(FileError),
}

impl Session {
    pub(crate) fn open(file: LogFile) -> Result<Self, FileError> {
        let workspace = Workspace::of(file, games());
        let (path, referee) = (workspace.path().to_owned(), Arc::clone(workspace.referee()?));
        let log_on_disk = Arc::new(Mutex::new(workspace.log().clone()));
        let mut session = Self {
            workspace: Some(workspace),
            path,
            opened_at: OffsetTime::now(),
            referee,
            log_on_disk,
            next_round: None,
            viewed_line: None,
            first: None,
            asked_first: false,
            refused_line: None,
            proved_illegal: Vec::new(),
            inputs: LineExtensions::default(),
            last_input_lines: 0,
            message: RefCell::default(),
            stamp: None,
            pending_stamp: None,
        };
        session.stamp = session.read_stamp();
        session.prepare_next_round();
        Ok(session)
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    pub(crate) fn log_on_disk(&self) -> Arc<Mutex<Log>> {
        Arc::clone(&self.log_on_disk)
    }

    pub(crate) fn book(&self) -> &'static Book {
        self.referee.book()
    }

    /// The referee of the log on disk.
    pub(crate) fn referee(&self) -> &dyn Referee {
        self.referee.as_ref()
    }

    /// The referee that judges the next step: between two rounds that of the next round.
    pub(crate) fn next_referee(&self) -> &Arc<dyn Referee> {
        self.next_round.as_ref().unwrap_or(&self.referee)
    }

    pub(crate) fn viewed_line(&self) -> Option<(LineRef, &dyn Referee)> {
        self.viewed_line.as_ref().map(|(line_ref, referee)| (*line_ref, referee.as_ref()))
    }

    /// Shows the table before a line. `None` is the present.
    pub(crate) fn view_before(&mut self, line_ref: Option<LineRef>) -> Result<(), Refusal> {
        self.viewed_line = line_ref.map(|line_ref| Ok((line_ref, self.referee.before_line(line_ref)?))).transpose()?;
        Ok(())
    }

    pub(crate) fn first(&self) -> Option<&str> {
        self.first.as_deref()
    }

    pub(crate) fn choose_first(&mut self, name: &str) {
        self.first = Some(name.to_owned());
        self.prepare_next_round();
    }

    /// The players who may be `first` of the next round. Empty if no round can begin.
    pub(crate) fn may_be_first(&self) -> Vec<String> {
        self.referee.may_be_first()
    }

    pub(crate) fn preview(&self, action: &Action) -> Result<Outcome, Refusal> {
        actions::run(action, self.referee.log(), games(), || Ok(self.referee())).map_err(|error| match error {
            ActionError::Refused(refusal) => refusal,
            error => Refusal::Cannot(error.to_string()),
        })
    }

    /// Saves an action's outcome with the time of play, and goes on with the saved log.
    pub(crate) fn commit(&mut self, outcome: &Outcome) -> Result<(), FileError> {
        let Some(workspace) = &mut self.workspace else {
            self.read_again()?;
            return Err(FileError::Changed(self.path.clone()));
        };
        let result = without_interruption(|| {
            let result = workspace.commit(outcome, Some(self.opened_at));
            *self.log_on_disk.lock().unwrap_or_else(PoisonError::into_inner) = workspace.log().clone();
            result
        });
        match &result {
            Ok(()) => {
                let referee = Arc::clone(workspace.referee()?);
                self.stamp = self.read_stamp();
                self.switch_to(referee);
            }
            Err(FileError::Changed(_)) => self.read_again()?,
            Err(_) => {}
        }
        result
    }

    /// Remembers how the last input extended the line at `line_ref`, and how many lines it added. `old_log` is the log before it.
    pub(crate) fn remember_input(&mut self, old_log: &Log, line_ref: LineRef) {
        let lines = |log: &Log| log.rounds().iter().map(|round| round.lines.len()).sum::<usize>();
        self.last_input_lines = lines(self.referee.log()).saturating_sub(lines(old_log)).try_into().unwrap_or(u32::MAX);
        self.inputs.push(old_log, self.referee.log(), line_ref);
    }

    /// The number of changes to undo for the last input: the number of lines that it added, at least one.
    pub(crate) fn last_input_changes(&self) -> NonZero<u32> {
        NonZero::new(self.last_input_lines).unwrap_or(NonZero::<u32>::MIN)
    }

    /// The action that undoes `count` changes. Of a line entered by several inputs, only the last input is undone.
    pub(crate) fn undo(&self, count: NonZero<u32>) -> Action {
        self.inputs.undo(count)
    }

    /// Opens the log again after another process changed it.
    pub(crate) fn read_again(&mut self) -> Result<(), FileError> {
        self.workspace = None;
        self.stamp = self.read_stamp();
        let workspace = Workspace::open(&self.path, games())?;
        let referee = Arc::clone(workspace.referee()?);
        *self.log_on_disk.lock().unwrap_or_else(PoisonError::into_inner) = workspace.log().clone();
        self.workspace = Some(workspace);
        self.switch_to(referee);
        Ok(())
    }

    /// Whether another process changed the log. A new stamp counts from the second poll on, so that the writer has time to finish.
    pub(crate) fn is_changed(&mut self) -> bool {
        let stamp = self.read_stamp();
        if stamp == self.stamp || stamp.is_none() || std::mem::replace(&mut self.pending_stamp, stamp) != stamp {
            return false;
        }
        let is_different = matches!(self.compare_with_disk(), DiskState::Changed);
        if !is_different {
            // Only the stamp of the file changed, not its text.
            self.stamp = stamp;
        }
        is_different
    }

    pub(crate) fn compare_with_disk(&self) -> DiskState {
        match LogFile::read(&self.path) {
            Err(error) => DiskState::Gone(error),
            Ok(log) if log.text() != self.referee.log().text() => DiskState::Changed,
            Ok(_) if self.is_protected() => DiskState::Protected,
            Ok(_) => DiskState::Same,
        }
    }

    fn is_protected(&self) -> bool {
        let readonly = fs::metadata(&self.path).is_ok_and(|metadata| metadata.permissions().readonly());
        readonly || !disk::may_write(&self.path)
    }

    fn read_stamp(&self) -> Option<FileStamp> {
        let metadata = fs::metadata(&self.path).ok()?;
        Some((metadata.modified().ok()?, metadata.len()))
    }

    /// Whether the log is open. False if another process changed the file and the new text can't be read.
    pub(crate) fn is_open(&self) -> bool {
        self.workspace.is_some()
    }

    fn switch_to(&mut self, referee: Arc<dyn Referee>) {
        // Forget the chosen `first` player, unless only a note was added between two rounds.
        if self.referee.log().rounds().len() != referee.log().rounds().len() || self.referee.progress() != referee.progress() {
            self.first = None;
            self.asked_first = false;
        }
        self.referee = referee;
        (self.refused_line, self.proved_illegal, self.last_input_lines) = (None, Vec::new(), 0);
        self.viewed_line = None;
        self.prepare_next_round();
    }

    /// Prepares the referee of the next round, if its `first` player is known.
    fn prepare_next_round(&mut self) {
        let names = self.may_be_first();
        let first = match &names[..] {
            [only] => Some(only),
            _ => self.first.as_ref(),
        };
        self.next_round = first.and_then(|first| self.referee.next_round(first).ok().map(Arc::from));
    }
}
