//! Judges a move with no log at all: the table as it lies, and the lines that are in dispute.

use super::{NewGame, Referee, Refusal, Verdict};
use crate::table::{Consequence, Positioned as _, Refereed};
use std::fmt;

mod seated;
mod usual;

/// A table, what lies on it, and the lines that are in dispute.
#[derive(Clone, Debug, Default)]
pub struct Dispute {
    /// The table's rules and who is `first`. Its players are those whom the texts name.
    pub new: NewGame,
    /// The parts of the position, `NAME: …` each and `table: …`, then the lines, the last of which is in dispute.
    pub texts: Vec<String>,
}

/// What was judged.
pub struct Judged {
    /// What was assumed so that it could be judged, in sentences without a full stop.
    pub assumed: Vec<String>,
    /// What breaks a rule before the last line: in the lines before it.
    pub earlier: Vec<(String, Verdict)>,
    /// Each step of the last line with its verdict; none if there is no line.
    pub verdicts: Vec<(String, Verdict)>,
    /// What the last line does, if it is legal.
    pub does: Vec<Consequence>,
    /// With which values of what wasn't said the last line has another verdict, the likeliest first.
    pub unless: Vec<Unless>,
    /// The table before the last line.
    pub table: Box<dyn Referee>,
}

/// A value of a piece that wasn't stated, with which the verdict is another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unless {
    /// The keyword of the piece: `hand`.
    pub piece: &'static str,
    /// In whose part it would stand; `None` for the table's.
    pub of: Option<String>,
    /// The piece as it is written: `hand 3`.
    pub value: String,
    /// The value in words: `Ada's hand has 3 birds`.
    pub words: String,
    /// Whether it is worth a sentence.
    pub is_told: bool,
    /// The verdict then.
    pub verdict: Verdict,
}

impl fmt::Display for Unless {
    /// `Unless Ada's hand has 3 birds: then it is illegal (PM-2.3)`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Unless {}: then it is {}", self.words, self.verdict.word())?;
        self.verdict.clause.as_ref().map_or(Ok(()), |clause| write!(f, " ({clause})"))
    }
}

impl Judged {
    /// The most that is told in words of what would change the verdict.
    const MOST_TOLD: usize = 2;

    /// What is told in words of what would change the verdict: of each piece once.
    pub fn told(&self) -> impl Iterator<Item = &Unless> {
        let is_new = |(nth, one): &(usize, &Unless)| {
            self.unless[..*nth].iter().all(|other| !other.is_told || (other.piece, &other.of) != (one.piece, &one.of))
        };
        let told = self.unless.iter().enumerate().filter(|(_, unless)| unless.is_told).filter(is_new);
        told.map(|(_, unless)| unless).take(Self::MOST_TOLD)
    }
}

/// Judges a dispute in the game `G`: at the usual table, and with other values of what wasn't said.
///
/// # Errors
/// If the table can't be set up or lie so, or if a line can't be read.
pub fn judge_as<G: Refereed>(dispute: &Dispute) -> Result<Judged, Refusal> {
    check_taken::<G>()?;
    usual::judge::<G>(dispute)
}

/// Tables that lie as a dispute says, at least one at which each player moves who can: what may be done there is a choice of lines.
///
/// # Errors
/// If the table can't be set up like this, or the parts can't be read.
pub fn tables_to_move<G: Refereed>(dispute: &Dispute) -> Result<Vec<Box<dyn Referee>>, Refusal> {
    check_taken::<G>()?;
    let tables = usual::tables_to_move::<G>(dispute)?;
    Ok(tables.into_iter().map(|table| -> Box<dyn Referee> { Box::new(table) }).collect())
}

fn check_taken<G: Refereed>() -> Result<(), Refusal> {
    let title = G::book().title;
    let cannot = || Refusal::Cannot(format!("{title} can't be taken up in the middle, so it can't be judged without a log"));
    if G::Position::TAKEN { Ok(()) } else { Err(cannot()) }
}
