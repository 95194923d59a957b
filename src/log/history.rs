//! What was changed in a log after it was recorded, kept in corrections; taking back the latest changes, and bringing them back.
//!
//! A change is a recorded line or tally, or what one command changed further back: its corrections share their moment. What can
//! be taken back and brought back is worked out from the corrections and the log alone. Each correction tells where the log
//! `end`ed once it was made: what stands beyond that was recorded later. The corrections are walked in order with two stacks, of
//! those that are `done` and those of undos. An undo that reverts what is done last takes that from the one stack, and is put on
//! the other; so is one that took recorded lines, of which no correction tells. A redo goes the other way; everything else is
//! done, and clears the undos, as does an undo of something that was recorded since the undo before.
//!
//! Older logs have corrections that don't tell where the log ended, nor whose they are. One with `was` alone is an undo, one of
//! the place and text on top with `now` alone a redo; anything else can't be taken back.

use std::collections::HashSet;
use std::iter;

use jiff::Timestamp;

use super::correction::{By, Change, Correction};
use super::ending::{Ending, follows, holds_round};
use super::error::ChangeError;
use super::parsed::Log;
use super::place::{Place, Spot};
use super::text::{count, newline};
use super::value::Quoted;

/// A text with corrections written at its end.
fn corrected<'c>(mut text: String, corrections: impl Iterator<Item = &'c Correction>) -> String {
    let nl = newline(&text);
    if !text.ends_with('\n') {
        text.push_str(nl);
    }
    for (index, correction) in corrections.enumerate() {
        if index > 0 || !(text.ends_with("\n\n") || text.ends_with("\n\r\n")) {
            text.push_str(nl);
        }
        correction.write(&mut text, nl);
    }
    text
}

impl Log {
    /// Writes corrections at the end of the file, which say that the log ends where it does now.
    ///
    /// # Errors
    ///
    /// [`ChangeError::ParseError`] if the result could not be read.
    pub fn add_corrections(&self, corrections: &[Correction]) -> Result<Self, ChangeError> {
        let end = Some(self.ended().spot());
        let corrections: Vec<_> = corrections.iter().map(|made| Correction { end: end.clone(), ..made.clone() }).collect();
        Ok(Self::parse(corrected(self.text.to_string(), corrections.iter()))?)
    }

    /// A moment for the next corrections: `when` to the microsecond, moved on past every moment that is taken.
    pub fn free_moment(&self, when: Timestamp) -> Timestamp {
        let taken: HashSet<i64> = self.corrections().iter().map(|correction| correction.when.as_microsecond()).collect();
        let when = when.as_microsecond();
        let is_free = |when: &i64| !taken.contains(when);
        // Behind the last moment there is none: there it is one before.
        let free = (when..=Timestamp::MAX.as_microsecond()).find(is_free).or_else(|| (0..when).rev().find(is_free));
        Timestamp::from_microsecond(free.unwrap_or_default()).unwrap_or_default()
    }

    /// Takes back the last `n` changes, the latest first, and keeps what went as corrections.
    ///
    /// Line 1 of a second or later round takes its `[[round]]` with it, and so does a tally without lines; a last round without
    /// either counts as a line (line 0). Round 1 stays, with no moves. All of it or nothing. The corrections share one moment:
    /// `when`, or the next microsecond that no correction has.
    ///
    /// # Errors
    ///
    /// [`ChangeError`] if there are fewer changes, or what the latest one wrote is not there any more.
    pub fn take_back(&self, n: u32, when: Timestamp) -> Result<(Self, Vec<Change>), ChangeError> {
        self.take_back_inputs(n, when, &no_renaming, |_, _| None)
    }

    /// As [`Log::take_back`], also where players were renamed. A line may have been entered by several inputs: `shorter` says, of
    /// the place and the text of the last line, what it was before the last of them, which alone goes then.
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
        let (mut log, mut ending) = (self.clone(), Ending::of(self));
        let mut changes: Vec<Change> = Vec::new();
        while count(changes.len()) < n {
            let end = End::of(&ending);
            // Where less is left than there was, the lines that went can't be told from others.
            while done.last().is_some_and(|latest| latest.end.as_ref().is_some_and(|was| End::at(was).is_beyond(end))) {
                done.pop();
            }
            let mut corrections = Vec::new();
            let latest = done.last().filter(|latest| latest.end == Some(end.spot())).map(|latest| latest.when);
            if latest.is_some() || ending.has_tally() {
                log = if changes.is_empty() { log } else { ending.log()? };
                while let Some(next) = done.pop_if(|next| Some(next.when) == latest) {
                    let mut names = vec![next];
                    if next.is_name() {
                        names.extend(iter::from_fn(|| done.pop_if(|next| Some(next.when) == latest && next.is_name())));
                    }
                    log = log.revert_each(&names, renamed, &mut corrections)?;
                }
                if latest.is_none() {
                    let at = Spot::Tally(end.place.round);
                    let mut correction = Correction::new(at.clone(), log.text_at(&at), None, when);
                    log = log.edited(&mut correction)?;
                    corrections.push(correction);
                }
                ending = Ending::of(&log);
                if latest.is_none() && end.place.line == 0 && holds_round(end.place) {
                    corrections.extend(taken(&mut ending, &log, when));
                }
            } else if let Some(line) = ending.last_line()
                && let Some(shorter) = shorter(end.place, line)
            {
                let mut correction = Correction::new(Spot::Line(end.place), Some(line.to_owned()), Some(shorter.clone()), when);
                correction.source = ending.replace_last(shorter);
                corrections.push(correction);
            } else {
                corrections.extend(taken(&mut ending, &log, when));
            }
            if corrections.is_empty() {
                return Err(ChangeError::TooFew { asked: n, there: count(changes.len()) });
            }
            changes.push(Change { corrections, is_recorded: latest.is_none() });
        }
        if changes.is_empty() {
            return Ok((self.clone(), changes));
        }
        Ok((finished(ending, &mut changes, By::Undo, self.free_moment(when))?, changes))
    }

    /// Brings back what the latest undo took back, if nothing was recorded or changed since, and keeps that as corrections.
    /// Called again, it brings back what the undo before took.
    ///
    /// # Errors
    ///
    /// [`ChangeError`] if nothing was undone, or the log was changed since.
    pub fn bring_back(&self, when: Timestamp) -> Result<(Self, Vec<Change>), ChangeError> {
        self.bring_back_renamed(when, &no_renaming)
    }

    /// As [`Log::bring_back`], also where players were renamed.
    ///
    /// # Errors
    ///
    /// As [`Log::bring_back`].
    pub fn bring_back_renamed(&self, when: Timestamp, renamed: &Renaming) -> Result<(Self, Vec<Change>), ChangeError> {
        let History { mut undone, .. } = self.history();
        let latest = undone.last().filter(|latest| latest.correction.left(self.ended()));
        let latest = latest.ok_or(ChangeError::NothingTakenBack)?.correction.when;
        let (mut log, mut ending) = (self.clone(), Ending::of(self));
        let mut changes: Vec<Change> = Vec::new();
        let mut of = None;
        while let Some(Undone { correction, reverts }) = undone.pop_if(|next| next.correction.when == latest) {
            let mut brought = Vec::new();
            match (&correction.at, &correction.was, &correction.now) {
                (&Spot::Line(place), Some(was), None) if reverts.is_none() => {
                    let fits = ending.is_followed_by(place, correction.after)
                        && ending.put(place, was, correction.source.as_deref())?
                        && ending.last_line().is_none_or(|line| line == was);
                    if !fits {
                        return Err(ChangeError::Superseded(correction.at.clone()));
                    }
                    brought.push(Correction::new(correction.at.clone(), None, Some(was.clone()), when));
                }
                _ => {
                    log = if changes.is_empty() { log } else { ending.log()? };
                    let mut names = vec![correction];
                    let of_same = |next: &mut Undone| {
                        let reverted = [reverts, next.reverts].map(|change| change.map(|change| change.when));
                        next.correction.when == latest && next.correction.is_name() && reverted[0] == reverted[1]
                    };
                    if correction.is_name() {
                        names.extend(iter::from_fn(|| Some(undone.pop_if(of_same)?.correction)));
                    }
                    log = log.revert_each(&names, renamed, &mut brought)?;
                    ending = Ending::of(&log);
                }
            }
            let reverted = reverts.map(|change| change.when);
            // A round comes back with its tally.
            let is_tally = matches!(correction.at, Spot::Tally(_)) && reverted.is_none();
            match changes.last_mut() {
                Some(last) if reverted.is_some() && of == reverted => last.corrections.extend(brought),
                Some(last) if is_tally && last.line().is_some_and(|line| line.place == Place::new(ending.end().round, 0)) => {
                    last.corrections.extend(brought);
                }
                _ => changes.push(Change { corrections: brought, is_recorded: reverted.is_none() }),
            }
            of = reverted;
        }
        Ok((finished(ending, &mut changes, By::Redo, self.free_moment(when))?, changes))
    }

    /// Reverts one change, or a group of renamings; with the corrections that describe it.
    fn revert_each(&self, made: &[&Correction], renamed: &Renaming, to: &mut Vec<Correction>) -> Result<Self, ChangeError> {
        let [first, ..] = made else { return Ok(self.clone()) };
        if !first.is_name() {
            let (log, correction) = self.reverted(first)?;
            to.push(correction);
            return Ok(log);
        }
        let names = made.iter().filter_map(|made| Some((made.now.clone()?, made.was.clone()?)));
        let log = renamed(self, &names.collect::<Vec<_>>()).map_err(|_| ChangeError::Superseded(first.at.clone()))?;
        to.extend(made.iter().map(|made| Correction::new(made.at.clone(), made.now.clone(), made.was.clone(), made.when)));
        Ok(log)
    }

    /// Whether something stands ready to be brought back: nothing was recorded since it was taken back, and nothing changed.
    pub fn can_bring_back(&self) -> bool {
        self.history().undone.last().is_some_and(|latest| latest.correction.left(self.ended()))
    }

    /// Whether a correction describes the latest change: something was changed, or can be redone.
    pub(super) fn is_corrected(&self) -> bool {
        let History { done, undone } = self.history();
        let latest = done.last().into_iter().chain(undone.last().map(|latest| &latest.correction));
        latest.into_iter().any(|latest| latest.left(self.ended()))
    }

    /// Where it ends.
    fn ended(&self) -> End {
        End::new(self.end(), self.rounds().last().is_some_and(|round| round.tally.is_some()))
    }

    fn history(&self) -> History<'_> {
        let mut history = History::default();
        self.corrections().iter().for_each(|correction| history.follow(correction));
        history
    }
}

/// Takes the last line from the end of a log, or a round that has none. None if round 1 has none.
fn taken(ending: &mut Ending, log: &Log, when: Timestamp) -> Option<Correction> {
    let place = ending.end();
    let first = log.round(place.round).map(|round| &round.first);
    let was = ending.last_line().or(first.filter(|_| holds_round(place)).map(Quoted::as_str))?.to_owned();
    let taken = if holds_round(place) { ending.cut_round(log) } else { ending.cut_line(log) };
    let mut correction = Correction::new(Spot::Line(place), Some(was), None, when);
    correction.after = holds_round(place).then(|| ending.end());
    correction.source = taken.filter(|taken| !taken.is_plain).map(|taken| taken.source);
    Some(correction)
}

/// The log with the corrections of what was done to it.
fn finished(ending: Ending, changes: &mut [Change], by: By, when: Timestamp) -> Result<Log, ChangeError> {
    let end = End::of(&ending).spot();
    for correction in changes.iter_mut().flat_map(|change| &mut change.corrections) {
        (correction.by, correction.end, correction.when) = (Some(by), Some(end.clone()), when);
    }
    Ok(Log::parse(corrected(ending.into_text(), changes.iter().flat_map(|change| &change.corrections)))?)
}

/// Where a log ends.
#[derive(Clone, Copy)]
struct End {
    /// At this line of its last round,
    place: Place,
    /// or at the tally of that round.
    has_tally: bool,
}

impl End {
    fn new(place: Place, has_tally: bool) -> Self {
        // Once round 1 is begun, it stays.
        Self { place: Place { round: place.round.max(1), ..place }, has_tally }
    }

    fn of(ending: &Ending) -> Self {
        Self::new(ending.end(), ending.has_tally())
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

    /// Whether a log that ended here had more than one that ends there.
    fn is_beyond(self, other: Self) -> bool {
        let key = |end: Self| (end.place.round, end.has_tally, if end.has_tally { 0 } else { end.place.line });
        key(self) > key(other)
    }
}

/// What the corrections of a log say.
#[derive(Default)]
struct History<'l> {
    /// What was changed, and not taken back.
    done: Vec<&'l Correction>,
    /// What was taken back, and not brought back.
    undone: Vec<Undone<'l>>,
}

/// The correction of an undo.
struct Undone<'l> {
    correction: &'l Correction,
    /// The one that it reverts; none where that is something recorded.
    reverts: Option<&'l Correction>,
}

impl<'l> History<'l> {
    /// Follows the next correction.
    fn follow(&mut self, correction: &'l Correction) {
        let on_top = self.undone.last();
        let brings_back = on_top.is_some_and(|top| correction.inverts(top.correction));
        let by = correction.by.or(match (&correction.at, &correction.was, &correction.now) {
            _ if correction.end.is_some() => None,
            (Spot::Line(_), Some(_), None) => Some(By::Undo),
            (Spot::Line(_), None, Some(_)) if brings_back => Some(By::Redo),
            _ => None,
        });
        match by {
            Some(By::Undo) => {
                let reverts = self.done.pop_if(|latest| correction.inverts(latest));
                let before = End::at(reverts.and_then(|change| change.end.as_ref()).unwrap_or(&correction.at));
                // Of one command, or just behind what was left.
                if on_top.is_some_and(|top| top.correction.when != correction.when && !top.correction.left(before)) {
                    self.undone.clear();
                }
                self.undone.push(Undone { correction, reverts });
            }
            Some(By::Redo) if brings_back => self.done.extend(self.undone.pop().and_then(|top| top.reverts)),
            Some(By::Redo) => self.undone.clear(),
            None => {
                self.undone.clear();
                if correction.end.is_some() {
                    self.done.push(correction);
                } else {
                    // Where it stands among the others isn't known.
                    self.done.clear();
                }
            }
        }
    }
}

/// Gives players other names, wherever a log has them: from, to. Only the notation of its game knows where that is.
pub type Renaming<'a> = dyn Fn(&Log, &[(String, String)]) -> Result<Log, ChangeError> + 'a;

/// For logs of which nobody knows the game.
fn no_renaming(_: &Log, _: &[(String, String)]) -> Result<Log, ChangeError> {
    Err(ChangeError::NothingTakenBack)
}

impl Correction {
    /// Whether it is another name for a player.
    const fn is_name(&self) -> bool {
        matches!(self.at, Spot::Player(_))
    }

    /// Whether it takes back just what another did.
    fn inverts(&self, other: &Self) -> bool {
        (&self.at, &self.was, &self.now) == (&other.at, &other.now, &other.was)
    }

    /// Whether the log ended there once it was made. An older undo doesn't say, but what it took comes next.
    fn left(&self, end: End) -> bool {
        match (&self.end, &self.at) {
            (Some(spot), _) => *spot == end.spot(),
            // Behind a tally comes a round.
            (None, Spot::Line(place)) if end.has_tally => holds_round(*place) && place.round == end.place.round + 1,
            (None, Spot::Line(place)) => follows(*place, self.after, end.place),
            (None, _) => false,
        }
    }
}
