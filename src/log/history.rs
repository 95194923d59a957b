//! Undo and redo of the latest changes, by the corrections of a log.
//!
//! A change is a recorded line or tally, or all corrections of one command, which share a timestamp. The `end` of a correction is
//! the last line or tally of the log after that command. Everything after it in the log was recorded later.
//!
//! The corrections are replayed in order with two stacks: `to_undo` has changes, `to_redo` has undos.
//!
//! - An undo of a change moves the change from `to_undo` to `to_redo`. An undo of recorded lines is only added to `to_redo`.
//! - A redo moves the change back.
//! - Any other correction is put on `to_undo`, and clears `to_redo`.
//! - An undo clears `to_redo` first if it undoes something that was recorded after the previous undo.
//!
//! A correction that was written by hand has no `end`. It can't be undone, and no change before it can be undone.

use std::collections::HashSet;
use std::iter;

use jiff::Timestamp;

use super::correction::{Correction, HistoryChange, UndoRedo};
use super::error::ChangeError;
use super::line_ref::{CorrectionTarget, LineRef};
use super::model::{Log, Model};
use super::text::count;

impl Model {
    /// Appends corrections, with the present end of the log as their `end`.
    pub fn add_corrections(&mut self, corrections: impl IntoIterator<Item = Correction>) {
        let end = Some(self.log_end().target());
        self.corrections.extend(corrections.into_iter().map(|correction| Correction { end: end.clone(), ..correction }));
    }

    /// A timestamp that no correction has: `when` in microseconds, or the next free one.
    pub fn free_timestamp(&self, when: Timestamp) -> Timestamp {
        let used_times: HashSet<i64> = self.corrections().iter().map(|correction| correction.when.as_microsecond()).collect();
        let when = when.as_microsecond();
        let is_free = |when: &i64| !used_times.contains(when);
        // If all later timestamps are used, an earlier one is searched.
        let free = (when..=Timestamp::MAX.as_microsecond()).find(is_free).or_else(|| (0..when).rev().find(is_free));
        Timestamp::from_microsecond(free.unwrap_or_default()).unwrap_or_default()
    }

    /// Whether the latest undo can be redone: nothing was recorded or changed since.
    pub fn can_redo(&self) -> bool {
        self.history().to_redo.last().is_some_and(|latest| latest.correction.has_end(self.log_end()))
    }

    /// Whether the latest change was a correction, an undo or a redo. The next recorded step then begins a new line.
    pub fn ends_in_correction(&self) -> bool {
        let UndoStacks { to_undo, to_redo } = self.history();
        let latest = to_undo.last().into_iter().chain(to_redo.last().map(|undo| &undo.correction));
        latest.into_iter().any(|correction| correction.has_end(self.log_end()))
    }

    /// The last line of the last round.
    pub fn last_line(&self) -> Option<&str> {
        self.rounds.last()?.lines.last().map(|line| line.text.as_str())
    }

    /// Whether the last round ends in a tally.
    pub fn has_tally(&self) -> bool {
        self.rounds.last().is_some_and(|round| round.tally.is_some())
    }

    fn log_end(&self) -> LogEnd {
        LogEnd::new(self.end(), self.has_tally())
    }

    fn history(&self) -> UndoStacks<'_> {
        let mut history = UndoStacks::default();
        self.corrections().iter().for_each(|correction| history.apply(correction));
        history
    }

    /// Deletes the last line, or an empty last round. `deletes_round` deletes the round with the line. Returns `None` if nothing is
    /// left to delete.
    fn delete_last(&mut self, deletes_round: bool, when: Timestamp) -> Option<Correction> {
        let line_ref = self.end();
        let is_empty_round = line_ref.line == 0 && line_ref.round > 1;
        // The `first` of the round, if the round is deleted. It is the deleted text itself if the round has no line.
        let first = self.rounds.last().filter(|_| is_empty_round || deletes_round).map(|round| round.first.to_string());
        let was = self.last_line().map(str::to_owned).or(first.clone().filter(|_| is_empty_round))?;
        let mut correction = Correction::new(CorrectionTarget::Line(line_ref), Some(was), None, when);
        if !is_empty_round {
            correction.keep_comments(self.delete_line(line_ref).ok()?);
        }
        if first.is_some() {
            self.delete_last_round();
            correction.first = first.filter(|_| !is_empty_round);
        }
        Some(correction)
    }

    /// Restores a deleted line with its comments and its round. Returns false if the line is not the next one of the log.
    fn restore(&mut self, line_ref: LineRef, was: &str, deletion: &Correction) -> Result<bool, ChangeError> {
        let begins_round = line_ref.line == 0 || deletion.first.is_some();
        let end = self.end();
        let is_next = if begins_round {
            line_ref.round > 1 && line_ref.round == end.round + 1 && line_ref.line <= 1
        } else {
            line_ref == LineRef::new(end.round, end.line + 1) && !self.has_tally()
        };
        if !is_next {
            return Ok(false);
        }
        if begins_round {
            self.begin_round(deletion.first.as_deref().unwrap_or(was));
        }
        if line_ref.line > 0 {
            let mut insertion = Correction::new(deletion.at.clone(), None, Some(was.to_owned()), deletion.when);
            (insertion.above, insertion.comment) = (deletion.above.clone(), deletion.comment.clone());
            self.apply(&mut insertion)?;
        }
        Ok(true)
    }

    /// Reverts a single correction, or at once all renamings of one command. Adds the corrections that revert them to `reversals`.
    fn revert_together(
        &mut self,
        changes: &[&Correction],
        rename: &RenameFn,
        reversals: &mut Vec<Correction>,
    ) -> Result<(), ChangeError> {
        let [first, ..] = changes else { return Ok(()) };
        if !first.is_renaming() {
            reversals.push(self.revert(first)?);
            return Ok(());
        }
        let names = changes.iter().filter_map(|change| Some((change.now.clone()?, change.was.clone()?)));
        let log = rename(&self.log()?, &names.collect::<Vec<_>>()).map_err(|_| ChangeError::Superseded(first.at.clone()))?;
        *self = Self::of(&log);
        let inverse =
            |change: &&Correction| Correction::new(change.at.clone(), change.now.clone(), change.was.clone(), change.when);
        reversals.extend(changes.iter().map(inverse));
        Ok(())
    }

    /// Sets origin, end and time of the corrections of an undo or redo, and appends them to the log.
    fn append_history(&mut self, changes: &mut [HistoryChange], by: UndoRedo, when: Timestamp) {
        let end = self.log_end().target();
        for correction in changes.iter_mut().flat_map(|change| &mut change.corrections) {
            (correction.by, correction.end, correction.when) = (Some(by), Some(end.clone()), when);
        }
        self.corrections.extend(changes.iter().flat_map(|change| &change.corrections).cloned());
    }
}

impl Log {
    /// Undoes the last `n` changes, the latest first, and keeps the undos as corrections. If a change can't be undone, none is.
    ///
    /// A round after the first is removed with its line 1, or with its tally if it has no lines. The undo of an empty last round is
    /// a correction of line 0.
    pub fn undo(&self, n: u32, when: Timestamp) -> Result<(Self, Vec<HistoryChange>), ChangeError> {
        self.undo_inputs(n, when, &refuse_renaming, |_, _| None)
    }

    /// Undoes changes as [`Log::undo`], also renamings. `without_last_input` gets the last line. If several inputs of the user made
    /// that line, it returns the line without the last input.
    pub fn undo_inputs(
        &self,
        n: u32,
        when: Timestamp,
        rename: &RenameFn,
        without_last_input: impl Fn(LineRef, &str) -> Option<String>,
    ) -> Result<(Self, Vec<HistoryChange>), ChangeError> {
        let mut to_undo = self.history().to_undo;
        let mut model = Model::of(self);
        let mut changes: Vec<HistoryChange> = Vec::new();
        while count(changes.len()) < n {
            let end = model.log_end();
            // If the log now ends before the `end` of a change, the lines in between are lost, and the change can't be undone.
            while to_undo
                .last()
                .is_some_and(|latest| latest.end.as_ref().is_some_and(|latest_end| LogEnd::at(latest_end).is_after(end)))
            {
                to_undo.pop();
            }
            let mut corrections = Vec::new();
            let latest_time = to_undo.last().filter(|latest| latest.has_end(end)).map(|latest| latest.when);
            // A round is removed with its first line, unless a correction was made while the round was empty.
            let round_start = LineRef { line: 0, ..end.line_ref };
            let deletes_round = |line| {
                line <= 1
                    && round_start.round > 1
                    && to_undo.last().is_none_or(|latest| latest.end != Some(CorrectionTarget::Line(round_start)))
            };
            if latest_time.is_some() {
                while let Some(next) = to_undo.pop_if(|next| Some(next.when) == latest_time) {
                    let mut reverted = vec![next];
                    if next.is_renaming() {
                        let is_of_command = |next: &mut &Correction| Some(next.when) == latest_time && next.is_renaming();
                        reverted.extend(iter::from_fn(|| to_undo.pop_if(is_of_command)));
                    }
                    model.revert_together(&reverted, rename, &mut corrections)?;
                }
            } else if model.has_tally() {
                let at = CorrectionTarget::Tally(end.line_ref.round);
                let mut correction = Correction::new(at.clone(), model.text_at(&at), None, when);
                model.apply(&mut correction)?;
                corrections.push(correction);
                if end.line_ref.line == 0 && deletes_round(0) {
                    corrections.extend(model.delete_last(true, when));
                }
            } else if let Some(line) = model.last_line()
                && let Some(shorter) = without_last_input(end.line_ref, line)
            {
                corrections.push(Correction::new(
                    CorrectionTarget::Line(end.line_ref),
                    Some(line.to_owned()),
                    Some(shorter.clone()),
                    when,
                ));
                model.replace_line(end.line_ref, &shorter)?;
            } else {
                corrections.extend(model.delete_last(deletes_round(end.line_ref.line), when));
            }
            if corrections.is_empty() {
                return Err(ChangeError::TooFew { asked: n, there: count(changes.len()) });
            }
            changes.push(HistoryChange { corrections, is_recorded: latest_time.is_none() });
        }
        if changes.is_empty() {
            return Ok((self.clone(), changes));
        }
        model.append_history(&mut changes, UndoRedo::Undo, self.free_timestamp(when));
        Ok((model.log()?, changes))
    }

    /// Redoes the latest undo as corrections, if nothing was recorded or changed since. The next call redoes the undo before it.
    pub fn redo(&self, when: Timestamp) -> Result<(Self, Vec<HistoryChange>), ChangeError> {
        self.redo_renamed(when, &refuse_renaming)
    }

    /// Redoes the latest undo as [`Log::redo`], also renamings.
    pub fn redo_renamed(&self, when: Timestamp, rename: &RenameFn) -> Result<(Self, Vec<HistoryChange>), ChangeError> {
        let UndoStacks { mut to_redo, .. } = self.history();
        let latest = to_redo.last().filter(|latest| latest.correction.has_end(self.log_end()));
        let latest_time = latest.ok_or(ChangeError::NothingToRedo)?.correction.when;
        let mut model = Model::of(self);
        let mut changes: Vec<HistoryChange> = Vec::new();
        let mut previous_change_time = None;
        while let Some(UndoEntry { correction, reverts }) = to_redo.pop_if(|next| next.correction.when == latest_time) {
            let mut corrections = Vec::new();
            match (&correction.at, &correction.was, &correction.now) {
                (&CorrectionTarget::Line(line_ref), Some(was), None) if reverts.is_none() => {
                    if !model.restore(line_ref, was, correction)? {
                        return Err(ChangeError::Superseded(correction.at.clone()));
                    }
                    corrections.push(Correction::new(correction.at.clone(), None, Some(was.clone()), when));
                }
                _ => {
                    let mut undos = vec![correction];
                    let is_of_command = |next: &mut UndoEntry| {
                        let [change_time, next_time] = [reverts, next.reverts].map(|change| change.map(|change| change.when));
                        next.correction.when == latest_time && next.correction.is_renaming() && change_time == next_time
                    };
                    if correction.is_renaming() {
                        undos.extend(iter::from_fn(|| Some(to_redo.pop_if(is_of_command)?.correction)));
                    }
                    model.revert_together(&undos, rename, &mut corrections)?;
                }
            }
            let change_time = reverts.map(|change| change.when);
            // The tally belongs to the round that was just restored.
            let is_tally = matches!(correction.at, CorrectionTarget::Tally(_)) && change_time.is_none();
            match changes.last_mut() {
                Some(last) if change_time.is_some() && previous_change_time == change_time => {
                    last.corrections.extend(corrections);
                }
                Some(last) if is_tally && last.line().is_some_and(|line| line.place == LineRef::new(model.end().round, 0)) => {
                    last.corrections.extend(corrections);
                }
                _ => changes.push(HistoryChange { corrections, is_recorded: change_time.is_none() }),
            }
            previous_change_time = change_time;
        }
        model.append_history(&mut changes, UndoRedo::Redo, self.free_timestamp(when));
        Ok((model.log()?, changes))
    }
}

/// The end of a log: a line of its last round, or the tally of that round.
#[derive(Clone, Copy)]
struct LogEnd {
    line_ref: LineRef,
    has_tally: bool,
}

impl LogEnd {
    fn new(line_ref: LineRef, has_tally: bool) -> Self {
        // A log without rounds ends like a log with an empty round 1, which undo never removes.
        Self { line_ref: LineRef { round: line_ref.round.max(1), ..line_ref }, has_tally }
    }

    /// The end of a log at the `end` of a correction.
    fn at(target: &CorrectionTarget) -> Self {
        match target {
            CorrectionTarget::Line(line_ref) => Self::new(*line_ref, false),
            CorrectionTarget::Tally(round) => Self::new(LineRef::new(*round, u32::MAX), true),
            _ => Self::new(LineRef::new(0, 0), false),
        }
    }

    fn target(self) -> CorrectionTarget {
        if self.has_tally { CorrectionTarget::Tally(self.line_ref.round) } else { CorrectionTarget::Line(self.line_ref) }
    }

    fn is_after(self, other: Self) -> bool {
        let key = |end: Self| (end.line_ref.round, end.has_tally, if end.has_tally { 0 } else { end.line_ref.line });
        key(self) > key(other)
    }
}

/// The undo and redo stacks, replayed from the corrections of a log.
#[derive(Default)]
struct UndoStacks<'l> {
    to_undo: Vec<&'l Correction>,
    to_redo: Vec<UndoEntry<'l>>,
}

/// An undo that can be redone.
struct UndoEntry<'l> {
    correction: &'l Correction,
    /// The correction that was undone. `None` if a recorded line or tally was undone.
    reverts: Option<&'l Correction>,
}

impl<'l> UndoStacks<'l> {
    fn apply(&mut self, correction: &'l Correction) {
        let latest_undo = self.to_redo.last();
        let inverts_latest_undo = latest_undo.is_some_and(|undo| correction.is_inverse_of(undo.correction));
        match correction.by {
            Some(UndoRedo::Undo) => {
                let reverts = self.to_undo.pop_if(|latest| correction.is_inverse_of(latest));
                let end_before = LogEnd::at(reverts.and_then(|change| change.end.as_ref()).unwrap_or(&correction.at));
                // Earlier undos can still be redone if this undo belongs to the command of the latest undo, or if the
                // log before it still ended where the latest undo left it.
                if latest_undo.is_some_and(|undo| undo.correction.when != correction.when && !undo.correction.has_end(end_before))
                {
                    self.to_redo.clear();
                }
                self.to_redo.push(UndoEntry { correction, reverts });
            }
            Some(UndoRedo::Redo) if inverts_latest_undo => self.to_undo.extend(self.to_redo.pop().and_then(|undo| undo.reverts)),
            Some(UndoRedo::Redo) => self.to_redo.clear(),
            None => {
                self.to_redo.clear();
                if correction.end.is_some() {
                    self.to_undo.push(correction);
                } else {
                    // Without an `end`, it is unknown which lines were recorded before the correction.
                    self.to_undo.clear();
                }
            }
        }
    }
}

/// A function that renames players (old and new name) everywhere in a log. The game's notation decides where names occur.
pub type RenameFn<'a> = dyn Fn(&Log, &[(String, String)]) -> Result<Log, ChangeError> + 'a;

/// Refuses to rename, for a log whose game is unknown. The error itself is never shown: reverting replaces it.
fn refuse_renaming(_: &Log, _: &[(String, String)]) -> Result<Log, ChangeError> {
    Err(ChangeError::NothingToRedo)
}

impl Correction {
    const fn is_renaming(&self) -> bool {
        matches!(self.at, CorrectionTarget::Player(_))
    }

    fn is_inverse_of(&self, other: &Self) -> bool {
        (&self.at, &self.was, &self.now) == (&other.at, &other.now, &other.was)
    }

    fn has_end(&self, end: LogEnd) -> bool {
        self.end == Some(end.target())
    }
}
