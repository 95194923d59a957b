//! Undo and redo of the latest changes, and the corrections in which a log keeps what was changed.
//!
//! A change is a recorded line or tally, or everything that one command changed in earlier lines; the corrections of one command
//! share a timestamp. What can be undone or redone follows from the corrections and the log alone. Each correction says where the
//! log `end`ed once it was made: everything after that place was recorded later.
//!
//! The corrections are replayed in order with two stacks: `done` holds changes that can be undone, `undone` holds undos that can
//! be redone.
//!
//! - An undo of the latest change moves it from `done` to `undone`. An undo of recorded lines is put on `undone` as well;
//!   recording them made no correction.
//! - A redo moves the change back.
//! - Any other correction is put on `done`, and clears `undone`.
//! - If an undo takes back something that was recorded after the previous undo, it clears the older undos first.
//!
//! A correction without an `end`, which somebody wrote, can't be undone, and nothing before it.

use std::collections::HashSet;
use std::iter;

use jiff::Timestamp;

use super::correction::{By, Change, Correction};
use super::error::ChangeError;
use super::model::{Log, Model};
use super::place::{Place, Spot};
use super::text::count;

impl Model {
    /// Appends corrections. Each says that the log ends where it does now.
    pub fn add_corrections(&mut self, corrections: impl IntoIterator<Item = Correction>) {
        let end = Some(self.log_end().spot());
        self.corrections.extend(corrections.into_iter().map(|made| Correction { end: end.clone(), ..made }));
    }

    /// A free timestamp for the next corrections: `when` in microseconds, or the next one that no correction has.
    pub fn free_moment(&self, when: Timestamp) -> Timestamp {
        let taken: HashSet<i64> = self.corrections().iter().map(|correction| correction.when.as_microsecond()).collect();
        let when = when.as_microsecond();
        let is_free = |when: &i64| !taken.contains(when);
        // After the last possible timestamp, search backwards.
        let free = (when..=Timestamp::MAX.as_microsecond()).find(is_free).or_else(|| (0..when).rev().find(is_free));
        Timestamp::from_microsecond(free.unwrap_or_default()).unwrap_or_default()
    }

    /// Whether there is something to redo: it was undone, and nothing was recorded or changed since.
    pub fn can_bring_back(&self) -> bool {
        self.history().undone.last().is_some_and(|latest| latest.correction.leaves_end_at(self.log_end()))
    }

    /// Whether a correction describes the latest change: something was changed, or can be redone. If so, the next recorded step gets
    /// a line of its own, so that its place shows that it came later.
    pub fn is_corrected(&self) -> bool {
        let History { done, undone } = self.history();
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

    fn log_end(&self) -> End {
        End::new(self.end(), self.has_tally())
    }

    fn history(&self) -> History<'_> {
        let mut history = History::default();
        self.corrections().iter().for_each(|correction| history.apply(correction));
        history
    }

    /// Cuts the last line, or a last round without lines; `with_round` cuts line 1 with its round. `None` if only an empty round 1 is
    /// left.
    fn cut_last(&mut self, with_round: bool, when: Timestamp) -> Option<Correction> {
        let place = self.end();
        let is_empty = place.line == 0 && place.round > 1;
        let first = self.rounds.last().filter(|_| is_empty || with_round).map(|round| round.first.to_string());
        let was = self.last_line().map(str::to_owned).or(first.clone().filter(|_| is_empty))?;
        let mut correction = Correction::new(Spot::Line(place), Some(was), None, when);
        if !is_empty {
            correction.keep(self.delete_line(place).ok()?);
        }
        if first.is_some() {
            self.delete_round();
            correction.first = first.filter(|_| !is_empty);
        }
        Some(correction)
    }

    /// Puts back a line that was cut, with its comments, and the round that went with it. False if it doesn't come next.
    fn restore(&mut self, place: Place, was: &str, cut: &Correction) -> Result<bool, ChangeError> {
        let begins_round = place.line == 0 || cut.first.is_some();
        let end = self.end();
        let is_next = if begins_round {
            place.round > 1 && place.round == end.round + 1 && place.line <= 1
        } else {
            place == Place::new(end.round, end.line + 1) && !self.has_tally()
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

    /// Reverts one change, or the renamings of one command, and adds the corrections that describe this.
    fn revert_each(&mut self, made: &[&Correction], renamed: &Renaming, to: &mut Vec<Correction>) -> Result<(), ChangeError> {
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
    fn complete(&mut self, changes: &mut [Change], by: By, when: Timestamp) {
        let end = self.log_end().spot();
        for correction in changes.iter_mut().flat_map(|change| &mut change.corrections) {
            (correction.by, correction.end, correction.when) = (Some(by), Some(end.clone()), when);
        }
        self.corrections.extend(changes.iter().flat_map(|change| &change.corrections).cloned());
    }
}

impl Log {
    /// Undoes the last `n` changes, the latest first, and keeps them as corrections. All are undone or none.
    ///
    /// Undoing line 1 of a second or later round removes its `[[round]]`, too, and so does undoing a tally without lines. A last
    /// round with neither counts as a line (line 0). Round 1 stays, with no moves. The corrections share one timestamp: `when`,
    /// or the next microsecond that no correction has.
    ///
    /// # Errors
    ///
    /// [`ChangeError`] if there are fewer changes, or if what the latest one wrote is no longer there.
    pub fn take_back(&self, n: u32, when: Timestamp) -> Result<(Self, Vec<Change>), ChangeError> {
        self.take_back_inputs(n, when, &no_renaming, |_, _| None)
    }

    /// The same for a log in which players were renamed. If a line was entered by several inputs, only the last one is undone:
    /// `shorter` takes the place and text of the last line, and returns the line as it was before that input.
    ///
    /// # Errors
    ///
    /// As [`Log::take_back`].
    pub fn take_back_inputs(
        &self,
        n: u32,
        when: Timestamp,
        renamed: &Renaming,
        shorter: impl Fn(Place, &str) -> Option<String>,
    ) -> Result<(Self, Vec<Change>), ChangeError> {
        let mut done = self.history().done;
        let mut model = Model::of(self);
        let mut changes: Vec<Change> = Vec::new();
        while count(changes.len()) < n {
            let end = model.log_end();
            // The log is shorter than right after that change: which of its lines were cut is unknown, so it can't be undone.
            while done.last().is_some_and(|latest| latest.end.as_ref().is_some_and(|was| End::at(was).is_after(end))) {
                done.pop();
            }
            let mut corrections = Vec::new();
            let latest = done.last().filter(|latest| latest.end == Some(end.spot())).map(|latest| latest.when);
            // A round goes with its first line, unless something was changed while it was empty.
            let begun = Place { line: 0, ..end.place };
            let goes_with_round =
                |line| line <= 1 && begun.round > 1 && done.last().is_none_or(|latest| latest.end != Some(Spot::Line(begun)));
            if latest.is_some() {
                while let Some(next) = done.pop_if(|next| Some(next.when) == latest) {
                    let mut names = vec![next];
                    if next.is_renaming() {
                        names.extend(iter::from_fn(|| done.pop_if(|next| Some(next.when) == latest && next.is_renaming())));
                    }
                    model.revert_each(&names, renamed, &mut corrections)?;
                }
            } else if model.has_tally() {
                let at = Spot::Tally(end.place.round);
                let mut correction = Correction::new(at.clone(), model.text_at(&at), None, when);
                model.apply(&mut correction)?;
                corrections.push(correction);
                if end.place.line == 0 && goes_with_round(0) {
                    corrections.extend(model.cut_last(true, when));
                }
            } else if let Some(line) = model.last_line()
                && let Some(shorter) = shorter(end.place, line)
            {
                corrections.push(Correction::new(Spot::Line(end.place), Some(line.to_owned()), Some(shorter.clone()), when));
                model.replace_line(end.place, &shorter)?;
            } else {
                corrections.extend(model.cut_last(goes_with_round(end.place.line), when));
            }
            if corrections.is_empty() {
                return Err(ChangeError::TooFew { asked: n, there: count(changes.len()) });
            }
            changes.push(Change { corrections, is_recorded: latest.is_none() });
        }
        if changes.is_empty() {
            return Ok((self.clone(), changes));
        }
        model.complete(&mut changes, By::Undo, self.free_moment(when));
        Ok((model.log()?, changes))
    }

    /// Redoes what the latest undo took back, if nothing was recorded or changed since, and keeps that as corrections. The next
    /// call redoes what the undo before it took back.
    ///
    /// # Errors
    ///
    /// [`ChangeError`] if nothing was undone, or the log was changed since.
    pub fn bring_back(&self, when: Timestamp) -> Result<(Self, Vec<Change>), ChangeError> {
        self.bring_back_renamed(when, &no_renaming)
    }

    /// The same for a log in which players were renamed.
    ///
    /// # Errors
    ///
    /// As [`Log::bring_back`].
    pub fn bring_back_renamed(&self, when: Timestamp, renamed: &Renaming) -> Result<(Self, Vec<Change>), ChangeError> {
        let History { mut undone, .. } = self.history();
        let latest = undone.last().filter(|latest| latest.correction.leaves_end_at(self.log_end()));
        let latest = latest.ok_or(ChangeError::NothingTakenBack)?.correction.when;
        let mut model = Model::of(self);
        let mut changes: Vec<Change> = Vec::new();
        let mut of = None;
        while let Some(UndoEntry { correction, reverts }) = undone.pop_if(|next| next.correction.when == latest) {
            let mut brought = Vec::new();
            match (&correction.at, &correction.was, &correction.now) {
                (&Spot::Line(place), Some(was), None) if reverts.is_none() => {
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
            let is_tally = matches!(correction.at, Spot::Tally(_)) && reverted.is_none();
            match changes.last_mut() {
                Some(last) if reverted.is_some() && of == reverted => last.corrections.extend(brought),
                Some(last) if is_tally && last.line().is_some_and(|line| line.place == Place::new(model.end().round, 0)) => {
                    last.corrections.extend(brought);
                }
                _ => changes.push(Change { corrections: brought, is_recorded: reverted.is_none() }),
            }
            of = reverted;
        }
        model.complete(&mut changes, By::Redo, self.free_moment(when));
        Ok((model.log()?, changes))
    }
}

/// Where a log ends: at a line of its last round, or at the tally of that round.
#[derive(Clone, Copy)]
struct End {
    /// The last line.
    place: Place,
    /// Whether the round ends with a tally.
    has_tally: bool,
}

impl End {
    fn new(place: Place, has_tally: bool) -> Self {
        // Undo never removes round 1.
        Self { place: Place { round: place.round.max(1), ..place }, has_tally }
    }

    /// The end that a correction names.
    fn at(spot: &Spot) -> Self {
        match spot {
            Spot::Line(place) => Self::new(*place, false),
            Spot::Tally(round) => Self::new(Place::new(*round, u32::MAX), true),
            _ => Self::new(Place::new(0, 0), false),
        }
    }

    fn spot(self) -> Spot {
        if self.has_tally { Spot::Tally(self.place.round) } else { Spot::Line(self.place) }
    }

    /// Whether a log that ends here is longer than one that ends at `other`.
    fn is_after(self, other: Self) -> bool {
        let key = |end: Self| (end.place.round, end.has_tally, if end.has_tally { 0 } else { end.place.line });
        key(self) > key(other)
    }
}

/// The two stacks, from the corrections of a log.
#[derive(Default)]
struct History<'l> {
    /// Changes that can be undone.
    done: Vec<&'l Correction>,
    /// Undos that can be redone.
    undone: Vec<UndoEntry<'l>>,
}

/// An undo that can be redone.
struct UndoEntry<'l> {
    correction: &'l Correction,
    /// The correction that it reverts; `None` if it removed something recorded.
    reverts: Option<&'l Correction>,
}

impl<'l> History<'l> {
    /// Applies the next correction to the stacks.
    fn apply(&mut self, correction: &'l Correction) {
        let on_top = self.undone.last();
        let is_redo = on_top.is_some_and(|top| correction.inverts(top.correction));
        match correction.by {
            Some(By::Undo) => {
                let reverts = self.done.pop_if(|latest| correction.inverts(latest));
                let before = End::at(reverts.and_then(|change| change.end.as_ref()).unwrap_or(&correction.at));
                // It belongs to the same command as the undo before, or continues right where that one stopped.
                if on_top.is_some_and(|top| top.correction.when != correction.when && !top.correction.leaves_end_at(before)) {
                    self.undone.clear();
                }
                self.undone.push(UndoEntry { correction, reverts });
            }
            Some(By::Redo) if is_redo => self.done.extend(self.undone.pop().and_then(|top| top.reverts)),
            Some(By::Redo) => self.undone.clear(),
            None => {
                self.undone.clear();
                if correction.end.is_some() {
                    self.done.push(correction);
                } else {
                    // Without its end, its order among the others is unknown.
                    self.done.clear();
                }
            }
        }
    }
}

/// Renames players (from, to) everywhere in a log. Only the notation of the game knows where names stand.
pub type Renaming<'a> = dyn Fn(&Log, &[(String, String)]) -> Result<Log, ChangeError> + 'a;

/// For a log whose game is unknown.
fn no_renaming(_: &Log, _: &[(String, String)]) -> Result<Log, ChangeError> {
    Err(ChangeError::NothingTakenBack)
}

impl Correction {
    /// Whether it renames a player.
    const fn is_renaming(&self) -> bool {
        matches!(self.at, Spot::Player(_))
    }

    /// Whether it reverts exactly what the other changed.
    fn inverts(&self, other: &Self) -> bool {
        (&self.at, &self.was, &self.now) == (&other.at, &other.now, &other.was)
    }

    /// Whether the log ended here after this correction.
    fn leaves_end_at(&self, end: End) -> bool {
        self.end == Some(end.spot())
    }
}
