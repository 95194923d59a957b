//! Sealed choices for steps that are played at once: each phone's choice is hidden until the last player has chosen, and then all
//! are recorded together.

use crate::{
    log::{Line, Log},
    referee::{Referee, document},
    table::{Book, Whose},
};

/// A player's choice, as it was made.
#[derive(Clone, Debug)]
pub struct Seal {
    /// Who has chosen.
    pub player: String,
    /// What: one step of a kind that is done at once.
    pub step: String,
    /// The log's lines when it was chosen.
    pub lines: Vec<String>,
}

/// The lines of a log.
pub fn lines_of(log: &Log) -> Vec<String> {
    document::lines(log).map(|(_, text)| text.to_owned()).collect()
}

/// Whether a step is of a kind that several do at once.
pub fn is_at_once(book: &Book, step: &str) -> bool {
    let verb = step.split(' ').next().and_then(|word| book.verb(word));
    verb.is_some_and(|verb| verb.whose == Whose::Together)
}

/// The players who choose at the same time, in seat order.
pub fn choosers(referee: &dyn Referee) -> Vec<String> {
    let expects = referee.expects().into_iter();
    let choosing = expects.filter(|expected| expected.kinds.iter().any(|kind| is_at_once(referee.book(), kind)));
    choosing.filter_map(|expected| expected.actor).collect()
}

impl Seal {
    /// Whether the choice is still the one that is to be made: since then only others have made theirs, or something was noted, or
    /// its player did something else besides (as an ability that is open until the cards lie there). A table that was taken back,
    /// or went on, asks for another choice.
    pub fn still_holds(&self, book: &Book, log: &Log) -> bool {
        let mut lines = log.rounds().iter().flat_map(|round| &round.lines);
        let were = self.lines.iter().all(|was| lines.next().is_some_and(|line| *line.text == **was));
        let is_note = |line: &Line| line.steps().all(|step| step.starts_with("note "));
        let is_besides = |line: &Line| {
            line.actor().is_some_and(|actor| actor != self.player || !line.steps().any(|step| is_at_once(book, step)))
        };
        were && lines.all(|line| is_note(line) || is_besides(line))
    }

    /// Who has chosen.
    pub fn players(seals: &[Self]) -> Vec<String> {
        seals.iter().map(|seal| seal.player.clone()).collect()
    }
}
