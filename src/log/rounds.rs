//! Beginning a round in the text, and giving it a tally.

use super::parsed::Log;
use super::splice::{ChangeError, Edit, blank_end, line_end, newline};
use super::text::basic_string;

impl Log {
    /// Begins a round after the last one, before the corrections at the file's end.
    ///
    /// # Errors
    ///
    /// [`ChangeError::Unreadable`] if the result could not be read.
    pub fn begin_round(&self, first: &str) -> Result<Self, ChangeError> {
        let nl = newline(&self.text);
        let tail = self.tail_start();
        let at = blank_end(&self.text[..tail]);
        let end = if self.text[at..].contains('\n') { "" } else { nl };
        let first = basic_string(first);
        self.edited(&[Edit::insert(at, format!("{nl}{nl}[[round]]{nl}first = {first}{nl}moves = [{nl}]{end}"))])
    }

    /// Gives a round, counted from 1, the tally it ends in, in the place of the one it has.
    ///
    /// # Errors
    ///
    /// [`ChangeError::NoRound`].
    pub fn set_tally<S: AsRef<str>>(&self, round: u32, tally: &[S]) -> Result<Self, ChangeError> {
        let found = self.known_round(round)?;
        let nl = newline(&self.text);
        let mut written = format!("tally = [{nl}");
        for player in tally {
            written.extend(["  ", &basic_string(player.as_ref()), ",", nl]);
        }
        written.push(']');
        self.edited(&[match &found.tally_span {
            Some(span) => Edit::replace(span.clone(), written),
            None => Edit::insert(line_end(&self.text, found.span.end), format!("{nl}{written}")),
        }])
    }

    /// Takes a round's tally out. What it was belongs into a correction at [`Spot::Tally`](super::Spot::Tally).
    ///
    /// # Errors
    ///
    /// [`ChangeError`] if there is no such round, or it has no tally.
    pub fn delete_tally(&self, round: u32) -> Result<Self, ChangeError> {
        let found = self.known_round(round)?;
        let span = found.tally_span.clone().ok_or(ChangeError::NoTally { round })?;
        self.edited(&[Edit::cut(self.whole_lines(span))])
    }
}
