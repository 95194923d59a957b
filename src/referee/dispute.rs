//! Judges a move without a log, from a stated position and the disputed lines.

use super::{NewGame, Referee, Refusal, Verdict};
use crate::table::{CompleteGame, Consequence, GamePosition as _};
use std::fmt;

mod seated;
mod usual;

/// A table, its position, and the disputed lines.
#[derive(Clone, Debug, Default)]
pub struct Dispute {
    /// The table rules and the `first` player. The players are those whom the texts name.
    pub new: NewGame,
    /// The parts of the position, `NAME: …` each and `table: …`, then the lines, the last of which is in dispute.
    pub texts: Vec<String>,
}

/// The result of judging a dispute.
pub struct DisputeResult {
    /// The assumptions of the verdict, as sentences without a full stop.
    pub assumed: Vec<String>,
    /// The fouls in the lines before the last one.
    pub earlier: Vec<(String, Verdict)>,
    /// Each step of the last line with its verdict. Empty without a line.
    pub verdicts: Vec<(String, Verdict)>,
    /// The consequences of the last line, if the line is legal.
    pub consequences: Vec<Consequence>,
    /// The values of unstated pieces that would change the verdict on the last line, the likeliest first.
    pub deciding_values: Vec<DecidingValue>,
    /// The table before the last line.
    pub table: Box<dyn Referee>,
}

/// A value of an unstated piece that changes the verdict.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DecidingValue {
    /// The keyword of the piece: `hand`.
    pub piece: &'static str,
    /// The name of the player whose part would state the piece. `None` for the table's part.
    pub of: Option<String>,
    /// The piece in notation: `hand 3`.
    pub value: String,
    /// The value in words: `Ada's hand has 3 birds`.
    pub words: String,
    /// Whether the value is worth a sentence to the user.
    pub is_shown: bool,
    /// The verdict with this value.
    pub verdict: Verdict,
}

impl fmt::Display for DecidingValue {
    /// Renders the value and its verdict: `Unless Ada's hand has 3 birds: then it is illegal (PM-2.3)`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Unless {}: then it is {}", self.words, self.verdict.word())?;
        self.verdict.clause.as_ref().map_or(Ok(()), |clause| write!(f, " ({clause})"))
    }
}

impl DisputeResult {
    const MAX_SHOWN: usize = 2;

    /// The values to show in words: the likeliest of each piece, up to a few.
    pub fn shown_values(&self) -> impl Iterator<Item = &DecidingValue> {
        let is_of_new_piece = |(nth, value): &(usize, &DecidingValue)| {
            let is_same_piece = |earlier: &DecidingValue| (earlier.piece, &earlier.of) == (value.piece, &value.of);
            !self.deciding_values[..*nth].iter().any(|earlier| earlier.is_shown && is_same_piece(earlier))
        };
        let shown = self.deciding_values.iter().enumerate().filter(|(_, value)| value.is_shown).filter(is_of_new_piece);
        shown.map(|(_, value)| value).take(Self::MAX_SHOWN)
    }
}

/// Judges a dispute in the game `G`: with the likeliest value of each unstated piece (the usual table), then with other values.
pub fn judge_as<G: CompleteGame>(dispute: &Dispute) -> Result<DisputeResult, Refusal> {
    check_supported::<G>()?;
    usual::judge::<G>(dispute)
}

/// The candidate tables of a dispute, so that each player who can be in turn is in turn at one of them. Their legal steps are
/// the lines to choose from.
pub fn tables_to_move<G: CompleteGame>(dispute: &Dispute) -> Result<Vec<Box<dyn Referee>>, Refusal> {
    check_supported::<G>()?;
    let tables = usual::tables_to_move::<G>(dispute)?;
    Ok(tables.into_iter().map(|table| -> Box<dyn Referee> { Box::new(table) }).collect())
}

fn check_supported<G: CompleteGame>() -> Result<(), Refusal> {
    let title = G::book().title;
    let cannot = || Refusal::Cannot(format!("{title} can't be taken up in the middle, so it can't be judged without a log"));
    if G::Position::SUPPORTED { Ok(()) } else { Err(cannot()) }
}
