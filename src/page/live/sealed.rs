//! Sealed choices for steps that are played at once: each phone's choice is hidden until the last player has chosen, and then all
//! are recorded together.

use crate::{
    log::{Line, Log},
    referee::{Referee, document},
    table::{Book, Whose},
};

/// A player's sealed choice.
#[derive(Clone, Debug)]
pub struct Seal {
    /// The player.
    pub player: String,
    /// The chosen step.
    pub step: String,
    /// The log's lines when it was chosen.
    pub lines: Vec<String>,
}

/// The lines of a log.
pub fn lines_of(log: &Log) -> Vec<String> {
    document::lines(log).map(|(_, text)| text.to_owned()).collect()
}

/// Whether several players do this kind of step at the same time.
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
    /// Whether the choice is still valid. It is if since then only other players have chosen, or notes were added, or its player did
    /// something else (such as an ability that is available until the cards lie there). It is not after an undo, or once the game
    /// went on.
    pub fn still_holds(&self, book: &Book, log: &Log) -> bool {
        let mut lines = log.rounds().iter().flat_map(|round| &round.lines);
        let were = self.lines.iter().all(|was| lines.next().is_some_and(|line| *line.text == **was));
        let is_note = |line: &Line| line.steps().all(|step| step.starts_with("note "));
        let is_besides = |line: &Line| {
            line.actor().is_some_and(|actor| actor != self.player || !line.steps().any(|step| is_at_once(book, step)))
        };
        were && lines.all(|line| is_note(line) || is_besides(line))
    }

    /// The players of these choices.
    pub fn players(seals: &[Self]) -> Vec<String> {
        seals.iter().map(|seal| seal.player.clone()).collect()
    }
}
