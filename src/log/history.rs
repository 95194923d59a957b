//! Undo and redo of the latest changes, by the corrections of a log.
//!
//! A change is a recorded line or tally, or all corrections of one command, which share a timestamp. The `end` of a correction is
//! where the log ended after that command: everything after that place was recorded later.
//!
//! The corrections are replayed in order with two stacks: `done` for changes to undo, `undone` for undos to redo.
//!
//! - An undo of a change moves the change from `done` to `undone`. An undo of recorded lines is only added to `undone`.
//! - A redo moves the change back.
//! - Any other correction is put on `done`, and clears `undone`.
//! - An undo of something recorded after the previous undo clears the older undos first.
//!
//! A correction without an `end`, written by hand, can't be undone, nor can anything before it.

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
        self.corrections.extend(corrections.into_iter().map(|made| Correction { end: end.clone(), ..made }));
    }

    /// A timestamp that no correction has: `when` in microseconds, or the next free one.
    pub fn free_timestamp(&self, when: Timestamp) -> Timestamp {
        let taken: HashSet<i64> = self.corrections().iter().map(|correction| correction.when.as_microsecond()).collect();
        let when = when.as_microsecond();
        let is_free = |when: &i64| !taken.contains(when);
        // The search goes backwards after the last possible timestamp.
        let free = (when..=Timestamp::MAX.as_microsecond()).find(is_free).or_else(|| (0..when).rev().find(is_free));
        Timestamp::from_microsecond(free.unwrap_or_default()).unwrap_or_default()
    }

    /// Whether the latest undo can be redone: nothing was recorded or changed since.
    pub fn can_redo(&self) -> bool {
        self.history().undone.last().is_some_and(|latest| latest.correction.leaves_end_at(self.log_end()))
    }

    /// Whether a correction describes the latest change. The next recorded step then gets a line of its own.
    pub fn is_corrected(&self) -> bool {
        let UndoStacks { done, undone } = self.history();
        let latest = done.last().into_iter().chain(undone.last().map(|latest| &latest.correction));
        latest.into_iter().any(|latest| latest.leaves_end_at(self.log_end()))
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

    /// Cuts the last line or an empty last round; `with_round` cuts line 1 with its round. `None` if the log is empty.
    fn cut_last(&mut self, with_round: bool, when: Timestamp) -> Option<Correction> {
        let place = self.end();
        let is_empty = place.line == 0 && place.round > 1;
        let first = self.rounds.last().filter(|_| is_empty || with_round).map(|round| round.first.to_string());
        let was = self.last_line().map(str::to_owned).or(first.clone().filter(|_| is_empty))?;
        let mut correction = Correction::new(CorrectionTarget::Line(place), Some(was), None, when);
        if !is_empty {
            correction.keep(self.delete_line(place).ok()?);
        }
        if first.is_some() {
            self.delete_round();
            correction.first = first.filter(|_| !is_empty);
        }
        Some(correction)
    }

    /// Restores a cut line with its comments and its round. Returns false if `place` doesn't come next.
    fn restore(&mut self, place: LineRef, was: &str, cut: &Correction) -> Result<bool, ChangeError> {
        let begins_round = place.line == 0 || cut.first.is_some();
        let end = self.end();
        let is_next = if begins_round {
            place.round > 1 && place.round == end.round + 1 && place.line <= 1
        } else {
            place == LineRef::new(end.round, end.line + 1) && !self.has_tally()
        };
        if !is_next {
            return Ok(false);
        }
        if begins_round {
            self.begin_round(cut.first.as_deref().unwrap_or(was));
        }
        if place.line > 0 {
            let mut back = Correction::new(cut.at.clone(), None, Some(was.to_owned()), cut.when);
            (back.above, back.comment) = (cut.above.clone(), cut.comment.clone());
            self.apply(&mut back)?;
        }
        Ok(true)
    }

    /// Reverts one change, or the renamings of one command, and appends the corrections to `to`.
    fn revert_each(&mut self, made: &[&Correction], renamed: &RenameFn, to: &mut Vec<Correction>) -> Result<(), ChangeError> {
        let [first, ..] = made else { return Ok(()) };
        if !first.is_renaming() {
            to.push(self.revert(first)?);
            return Ok(());
        }
        let names = made.iter().filter_map(|made| Some((made.now.clone()?, made.was.clone()?)));
        let log = renamed(&self.log()?, &names.collect::<Vec<_>>()).map_err(|_| ChangeError::Superseded(first.at.clone()))?;
        *self = Self::of(&log);
        to.extend(made.iter().map(|made| Correction::new(made.at.clone(), made.now.clone(), made.was.clone(), made.when)));
        Ok(())
    }

    /// Completes the corrections of an undo or redo, and appends them.
    fn complete(&mut self, changes: &mut [HistoryChange], by: UndoRedo, when: Timestamp) {
        let end = self.log_end().target();
        for correction in changes.iter_mut().flat_map(|change| &mut change.corrections) {
            (correction.by, correction.end, correction.when) = (Some(by), Some(end.clone()), when);
        }
        self.corrections.extend(changes.iter().flat_map(|change| &change.corrections).cloned());
    }
}

impl Log {
    /// Undoes the last `n` changes, the latest first, and keeps them as corrections. All are undone or none.
    ///
    /// Rounds after the first are removed with their line 1, or with a tally without lines. An empty last round counts as line 0.
    pub fn undo(&self, n: u32, when: Timestamp) -> Result<(Self, Vec<HistoryChange>), ChangeError> {
        self.undo_inputs(n, when, &no_renaming, |_, _| None)
    }

    /// Undoes changes as [`Log::undo`], also renamings. `shorter` takes the place and text of the last line, and returns the
    /// line without its last input, if the line was entered by several.
    pub fn undo_inputs(
        &self,
        n: u32,
        when: Timestamp,
        renamed: &RenameFn,
        shorter: impl Fn(LineRef, &str) -> Option<String>,
    ) -> Result<(Self, Vec<HistoryChange>), ChangeError> {
        let mut done = self.history().done;
        let mut model = Model::of(self);
        let mut changes: Vec<HistoryChange> = Vec::new();
        while count(changes.len()) < n {
            let end = model.log_end();
            // A log shorter than after the change has lost unknown lines, so the change can't be undone.
            while done.last().is_some_and(|latest| latest.end.as_ref().is_some_and(|was| LogEnd::at(was).is_after(end))) {
                done.pop();
            }
            let mut corrections = Vec::new();
            let latest = done.last().filter(|latest| latest.end == Some(end.target())).map(|latest| latest.when);
            // A round is removed with its first line, unless something was changed while it was empty.
            let begun = LineRef { line: 0, ..end.place };
            let goes_with_round = |line| {
                line <= 1 && begun.round > 1 && done.last().is_none_or(|latest| latest.end != Some(CorrectionTarget::Line(begun)))
            };
            if latest.is_some() {
                while let Some(next) = done.pop_if(|next| Some(next.when) == latest) {
                    let mut names = vec![next];
                    if next.is_renaming() {
                        names.extend(iter::from_fn(|| done.pop_if(|next| Some(next.when) == latest && next.is_renaming())));
                    }
                    model.revert_each(&names, renamed, &mut corrections)?;
                }
            } else if model.has_tally() {
                let at = CorrectionTarget::Tally(end.place.round);
                let mut correction = Correction::new(at.clone(), model.text_at(&at), None, when);
                model.apply(&mut correction)?;
                corrections.push(correction);
                if end.place.line == 0 && goes_with_round(0) {
                    corrections.extend(model.cut_last(true, when));
                }
            } else if let Some(line) = model.last_line()
                && let Some(shorter) = shorter(end.place, line)
            {
                corrections.push(Correction::new(
                    CorrectionTarget::Line(end.place),
                    Some(line.to_owned()),
                    Some(shorter.clone()),
                    when,
                ));
                model.replace_line(end.place, &shorter)?;
            } else {
                corrections.extend(model.cut_last(goes_with_round(end.place.line), when));
            }
            if corrections.is_empty() {
                return Err(ChangeError::TooFew { asked: n, there: count(changes.len()) });
            }
            changes.push(HistoryChange { corrections, is_recorded: latest.is_none() });
        }
        if changes.is_empty() {
            return Ok((self.clone(), changes));
        }
        model.complete(&mut changes, UndoRedo::Undo, self.free_timestamp(when));
        Ok((model.log()?, changes))
    }

    /// Redoes the latest undo as corrections, if nothing was recorded or changed since. The next call redoes the undo before.
    pub fn redo(&self, when: Timestamp) -> Result<(Self, Vec<HistoryChange>), ChangeError> {
        self.redo_renamed(when, &no_renaming)
    }

    /// Redoes the latest undo as [`Log::redo`], also renamings.
    pub fn redo_renamed(&self, when: Timestamp, renamed: &RenameFn) -> Result<(Self, Vec<HistoryChange>), ChangeError> {
        let UndoStacks { mut undone, .. } = self.history();
        let latest = undone.last().filter(|latest| latest.correction.leaves_end_at(self.log_end()));
        let latest = latest.ok_or(ChangeError::NothingTakenBack)?.correction.when;
        let mut model = Model::of(self);
        let mut changes: Vec<HistoryChange> = Vec::new();
        let mut of = None;
        while let Some(UndoEntry { correction, reverts }) = undone.pop_if(|next| next.correction.when == latest) {
            let mut brought = Vec::new();
            match (&correction.at, &correction.was, &correction.now) {
                (&CorrectionTarget::Line(place), Some(was), None) if reverts.is_none() => {
                    if !model.restore(place, was, correction)? {
                        return Err(ChangeError::Superseded(correction.at.clone()));
                    }
                    brought.push(Correction::new(correction.at.clone(), None, Some(was.clone()), when));
                }
                _ => {
                    let mut names = vec![correction];
                    let of_same = |next: &mut UndoEntry| {
                        let reverted = [reverts, next.reverts].map(|change| change.map(|change| change.when));
                        next.correction.when == latest && next.correction.is_renaming() && reverted[0] == reverted[1]
                    };
                    if correction.is_renaming() {
                        names.extend(iter::from_fn(|| Some(undone.pop_if(of_same)?.correction)));
                    }
                    model.revert_each(&names, renamed, &mut brought)?;
                }
            }
            let reverted = reverts.map(|change| change.when);
            // The tally belongs to the round that was just restored.
            let is_tally = matches!(correction.at, CorrectionTarget::Tally(_)) && reverted.is_none();
            match changes.last_mut() {
                Some(last) if reverted.is_some() && of == reverted => last.corrections.extend(brought),
                Some(last) if is_tally && last.line().is_some_and(|line| line.place == LineRef::new(model.end().round, 0)) => {
                    last.corrections.extend(brought);
                }
                _ => changes.push(HistoryChange { corrections: brought, is_recorded: reverted.is_none() }),
            }
            of = reverted;
        }
        model.complete(&mut changes, UndoRedo::Redo, self.free_timestamp(when));
        Ok((model.log()?, changes))
    }
}

/// The end of a log: a line of its last round, or the tally of that round.
#[derive(Clone, Copy)]
struct LogEnd {
    place: LineRef,
    has_tally: bool,
}

impl LogEnd {
    fn new(place: LineRef, has_tally: bool) -> Self {
        // Undo never removes round 1.
        Self { place: LineRef { round: place.round.max(1), ..place }, has_tally }
    }

    fn at(spot: &CorrectionTarget) -> Self {
        match spot {
            CorrectionTarget::Line(place) => Self::new(*place, false),
            CorrectionTarget::Tally(round) => Self::new(LineRef::new(*round, u32::MAX), true),
            _ => Self::new(LineRef::new(0, 0), false),
        }
    }

    fn target(self) -> CorrectionTarget {
        if self.has_tally { CorrectionTarget::Tally(self.place.round) } else { CorrectionTarget::Line(self.place) }
    }

    fn is_after(self, other: Self) -> bool {
        let key = |end: Self| (end.place.round, end.has_tally, if end.has_tally { 0 } else { end.place.line });
        key(self) > key(other)
    }
}

/// The undo and redo stacks, replayed from the corrections of a log.
#[derive(Default)]
struct UndoStacks<'l> {
    done: Vec<&'l Correction>,
    undone: Vec<UndoEntry<'l>>,
}

struct UndoEntry<'l> {
    correction: &'l Correction,
    /// The correction that was undone; `None` for something recorded.
    reverts: Option<&'l Correction>,
}

impl<'l> UndoStacks<'l> {
    fn apply(&mut self, correction: &'l Correction) {
        let on_top = self.undone.last();
        let is_redo = on_top.is_some_and(|top| correction.is_inverse_of(top.correction));
        match correction.by {
            Some(UndoRedo::Undo) => {
                let reverts = self.done.pop_if(|latest| correction.is_inverse_of(latest));
                let before = LogEnd::at(reverts.and_then(|change| change.end.as_ref()).unwrap_or(&correction.at));
                // Older undos stay if this one belongs to the same command as the latest, or continues where that one stopped.
                if on_top.is_some_and(|top| top.correction.when != correction.when && !top.correction.leaves_end_at(before)) {
                    self.undone.clear();
                }
                self.undone.push(UndoEntry { correction, reverts });
            }
            Some(UndoRedo::Redo) if is_redo => self.done.extend(self.undone.pop().and_then(|top| top.reverts)),
            Some(UndoRedo::Redo) => self.undone.clear(),
            None => {
                self.undone.clear();
                if correction.end.is_some() {
                    self.done.push(correction);
                } else {
                    // A correction without its end has an unknown place in the order.
                    self.done.clear();
                }
            }
        }
    }
}

/// A function that renames players (from, to) everywhere in a log. Only the game's notation knows where names stand.
pub type RenameFn<'a> = dyn Fn(&Log, &[(String, String)]) -> Result<Log, ChangeError> + 'a;

/// Refuses to rename, for a log whose game is unknown.
fn no_renaming(_: &Log, _: &[(String, String)]) -> Result<Log, ChangeError> {
    Err(ChangeError::NothingTakenBack)
}

impl Correction {
    const fn is_renaming(&self) -> bool {
        matches!(self.at, CorrectionTarget::Player(_))
    }

    fn is_inverse_of(&self, other: &Self) -> bool {
        (&self.at, &self.was, &self.now) == (&other.at, &other.now, &other.was)
    }

    fn leaves_end_at(&self, end: LogEnd) -> bool {
        self.end == Some(end.target())
    }
}
