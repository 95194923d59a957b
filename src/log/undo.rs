//! Taking back the last lines of a log, so that bringing them back restores every byte.

use jiff::Timestamp;

use super::correction::Correction;
use super::history::NothingToUndo;
use super::parsed::{Log, count};
use super::place::{Place, Spot};
use super::splice::{ChangeError, Edit, blank_end, line_end};

/// A line that was taken back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TakenBack {
    /// Where it stood. Line 0 is a round that was begun and had no line yet.
    pub place: Place,
    /// The line; for line 0 the name in `first`.
    pub text: String,
}

impl Log {
    /// Takes back the last `n` lines, the last one first, and keeps each as a correction.
    ///
    /// Line 1 of a second or later round takes its `[[round]]` with it; a last round without lines counts as a
    /// line (line 0). Round 1 stays, with no moves. All of it or nothing. The corrections share one moment:
    /// `when`, or the next microsecond that no correction has.
    ///
    /// # Errors
    ///
    /// [`NothingToUndo`] if there are fewer lines, or a round ends in a tally.
    pub fn take_back(&self, n: u32, when: Timestamp) -> Result<(Self, Vec<TakenBack>), NothingToUndo> {
        self.has_to_take_back(n)?;
        let when = self.free_moment(when);
        let mut log = self.clone();
        let (mut taken, mut corrections) = (Vec::new(), Vec::new());
        for _ in 0..n {
            let place = log.end();
            let (next, correction) = log.step_back(place, when)?;
            taken.push(TakenBack { place, text: correction.was.clone().unwrap_or_default() });
            corrections.push(correction);
            log = next;
        }
        if n == 0 {
            return Ok((log, taken));
        }
        Ok((log.add_corrections(&corrections)?, taken))
    }

    /// Refuses more lines than there are to take back: a tally is in the way, or the log has no more.
    fn has_to_take_back(&self, n: u32) -> Result<(), NothingToUndo> {
        let mut there = 0u32;
        for number in (1..=count(self.rounds().len())).rev() {
            let Some(round) = self.round(number).filter(|_| there < n) else { break };
            if round.tally.is_some() {
                return Err(NothingToUndo::Tally { round: number });
            }
            // A round without lines is taken back as one, but for the first, which stays.
            there = there.saturating_add(count(round.lines.len()).max(u32::from(number > 1)));
        }
        if there >= n { Ok(()) } else { Err(NothingToUndo::Few { asked: n, lines: there }) }
    }

    /// Cuts the last line, and its round with it if nothing is left of that.
    fn step_back(&self, place: Place, when: Timestamp) -> Result<(Self, Correction), ChangeError> {
        let line = self.line(place).map(|line| line.text.to_string());
        if place.line <= 1 && place.round > 1 {
            return self.round_back(place, line, when);
        }
        let cut = self.line_cut(place)?;
        let log = self.edited(&[Edit::cut(cut.clone())])?;
        let mut correction = Correction::new(Spot::Line(place), line, None, when);
        let plain = log.add_line(place.round, correction.was.as_deref().unwrap_or_default())?;
        if plain.text != self.text {
            let close = self.round(place.round).and_then(|round| round.moves.clone()).map_or(cut.end, |moves| moves.end - 1);
            correction.source = Some(self.text[cut.start..close].to_owned());
        }
        Ok((log, correction))
    }

    /// Cuts the last round. The blank lines before it go with it, the comments around it stay.
    fn round_back(&self, place: Place, line: Option<String>, when: Timestamp) -> Result<(Self, Correction), ChangeError> {
        let Some(round) = self.rounds().last() else {
            return Err(ChangeError::NoRound { round: place.round, rounds: 0 });
        };
        let start = blank_end(&self.text[..round.header.start]);
        let end = line_end(&self.text, round.span.end);
        let log = self.edited(&[Edit::cut(start..end)])?;
        let was = line.unwrap_or_else(|| round.first.to_string());
        let mut correction = Correction::new(Spot::Line(place), Some(was), None, when);
        correction.after = Some(log.end());
        let tail = start + blank_end(&self.text[start..self.tail_start()]);
        correction.source = Some(self.text[start..tail.max(end)].to_owned());
        Ok((log, correction))
    }
}
