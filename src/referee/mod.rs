//! A log together with its game: replay, judge, record, try, amend, findings.
//!
//! Inside, a typed referee for each game; outside, one erasure: text in, findings out ([`Referee`]). The game is looked up by
//! its name in the registry ([`open`], [`books`]).

mod amend;
mod canonical;
mod deck;
pub mod document;
mod erased;
mod head;
mod outcome;
mod reading;
mod record;
mod registry;
mod replay;
mod rule_variants;
mod setup;
mod tally;
mod typed;
mod verdict;

use crate::{
    log::{Change, Log, Place, Quoted},
    table::{Book, Players, Progress, RuleValues, Sheet, Stock, Zones},
};

pub use outcome::{Amended, Edit, Recorded, Refusal};
pub use registry::{GAMES, Games, KnownGame, NoSuchGame, books, count, game, open, open_as, renaming, start};
pub use setup::{NewGame, chosen, count_as, start_as};
pub use verdict::{
    DecidingRule, EffectChange, Elsewhere, Entered, Expected, Explained, Finding, Offer, ScoreChange, Stage, Verdict, Why,
    WinnersChange,
};

/// What a table rule of a game is where a log doesn't say it: the default, or what the variant makes it. None where the game has no
/// such rule.
pub fn usual_rule(book: &Book, log: &Log, key: &str) -> Option<String> {
    let usual = RuleValues::of_variant(book, log.variant().map(Quoted::as_str)).ok()?;
    usual.value(book, key).map(|value| value.to_string())
}

/// A log that has been replayed by the rules of its game, and stands at its end (or [before](Self::before) one of its lines).
///
/// Nothing here touches a file: what changes a log returns a new one.
pub trait Referee: Send + Sync {
    /// The rule book of the game.
    fn book(&self) -> &'static Book;
    /// The log.
    fn log(&self) -> &Log;
    /// Who sits where.
    fn players(&self) -> &Players;
    /// The table rules in force.
    fn rules(&self) -> &RuleValues;
    /// The table rules in force: key, value, and whether it is the default (or the variant's).
    fn rules_in_force(&self) -> Vec<(&'static str, String, bool)>;

    /// Everything found against the log, in the order of its places.
    fn findings(&self) -> &[Finding];
    /// How many steps were judged.
    fn steps(&self) -> usize;
    /// Where an impossible step ended the replay: nothing from there on is judged.
    fn halted(&self) -> Option<Place>;
    /// Where the game stands.
    fn progress(&self) -> Progress;

    /// Who may be `first` of the next round: nobody while none can begin.
    fn may_be_first(&self) -> Vec<String> {
        match self.progress() {
            Progress::Ready(seats) | Progress::RoundOver(seats) if self.halted().is_none() => {
                seats.iter().map(|seat| self.players().name(seat).to_owned()).collect()
            }
            _ => Vec::new(),
        }
    }
    /// The round that is counted next, and who is `first` of it, if it is known or was `chosen`: `round 3: Ada deals`.
    fn counted_next(&self, chosen: Option<&str>) -> String {
        let (book, rounds, may_be_first) = (self.book(), self.log().rounds(), self.may_be_first());
        let first = match (&may_be_first[..], chosen) {
            (_, Some(first)) => Some(first),
            ([only], None) => Some(&**only),
            ([], None) => rounds.last().map(|round| &*round.first),
            _ => None,
        };
        let number = rounds.len() + usize::from(self.progress() != Progress::Underway);
        let first = first.map(|first| format!(": {first} {}", book.first)).unwrap_or_default();
        format!("{} {number}{first}", book.round)
    }
    /// The referee as it stands once a player has begun the next round; that isn't in the log before a line of it is.
    ///
    /// # Errors
    /// When that player begins no round here, or is not at the table.
    fn next_round(&self, first: &str) -> Result<Box<dyn Referee>, Refusal>;

    /// Who may act, and how.
    fn expects(&self) -> Vec<Expected>;
    /// The legal steps of all players, canonical.
    fn legal_steps(&self) -> Vec<Offer>;
    /// The steps of all players that somebody would call legal who sees the table and remembers nothing: what to choose from, where
    /// nobody's memory is to be helped. All legal ones are there.
    fn legal_steps_in_view(&self) -> Vec<Offer>;
    /// The cards that the kinds of step can name though nobody could see which, with those kinds.
    fn stocks(&self) -> Vec<(Vec<&'static str>, Stock)>;
    /// The one thing that can be done now, where everybody can see that it is, canonical.
    fn only_step(&self) -> Option<Offer>;
    /// What is open to each who may act, a line each (`grow 1: Suns, 8 or higher`).
    fn options(&self) -> Vec<(Option<String>, Vec<String>)>;
    /// What Tab offers at the end of a line being typed: where the last word begins, and what it could be.
    fn complete(&self, line: &str) -> (usize, Vec<String>);

    /// The table as a person sees it.
    fn zones(&self) -> Zones;
    /// The public state, for scripts.
    fn state(&self) -> serde_json::Value;
    /// The score.
    fn sheet(&self) -> Sheet;
    /// The score as the table can see it, while things that count lie face down.
    fn sheet_in_view(&self) -> Sheet;

    /// The referee as it stood before a line.
    ///
    /// # Errors
    /// When the log has no such line (the place after a round's last line is fine).
    fn before(&self, place: Place) -> Result<Box<dyn Referee>, Refusal>;
    /// Explains what was worked out at a line; without a place, at the last one.
    ///
    /// # Errors
    /// When the log has no such line.
    fn why(&self, place: Option<Place>) -> Result<Why, Refusal>;
    /// The game line by line, from its beginning as far as it was judged: what each line did, and the table behind it.
    fn course(&self) -> Vec<Stage>;
    /// Judges a line as it stands here, and changes nothing: each step with its verdict. After an illegal step it goes on as if
    /// it had been let stand; after an impossible one it stops.
    ///
    /// # Errors
    /// When the line can't be read.
    fn try_line(&self, line: &str) -> Result<Vec<(String, Verdict)>, Refusal>;

    /// Judges lines and appends them: all or none. Short forms are understood; an illegal step passes only at the end of a line
    /// that gives a reason for letting it stand (` ! reason`). A line after a round's end begins the next, with `first` where
    /// the table chooses.
    ///
    /// # Errors
    /// A [`Refusal`]; nothing is changed.
    fn record(&self, lines: &[&str], first: Option<&str>) -> Result<Recorded, Refusal>;
    /// The referee of a log that says what was `recorded` here, and otherwise has another head at most: what was judged is not judged
    /// again. None where that is not known without replaying it.
    fn continued_with(&self, recorded: &Recorded, log: &Log) -> Option<Box<dyn Referee>>;
    /// The same log with every step written out in canonical notation; comments and layout stay.
    ///
    /// # Errors
    /// When what comes of it is no log.
    fn canonical(&self) -> Result<Log, Refusal>;
    /// Changes earlier lines, all edits judged together. Later lines that become illegal go through with a reason.
    ///
    /// # Errors
    /// A [`Refusal`]; nothing is changed.
    fn amend(&self, edits: &[Edit], overrule: Option<&str>) -> Result<Amended, Refusal>;
    /// Where an edit puts in a forgotten turn, or takes out one too many: that edit, and with it every later line of the round given
    /// to the next player (or the one before), if the log is none the worse for it.
    fn reassign_following_turns(&self, edits: &[Edit]) -> Option<Vec<Edit>>;
    /// What it comes to that this log goes back (or forth again) to another, by the changes that were taken back (or brought back).
    ///
    /// # Errors
    /// When that log can't be read.
    fn diff_after_undo(&self, log: &Log, changes: &[Change]) -> Result<Amended, Refusal>;
    /// Changes table rules; the whole log is judged again.
    ///
    /// # Errors
    /// A [`Refusal`]; nothing is changed.
    fn change_rules(&self, changes: &[(String, String)]) -> Result<Amended, Refusal>;
    /// The same log with other names for some players, each given with the name before: nothing else of it changes, nor of what is
    /// judged.
    ///
    /// # Errors
    /// When there is no such player, or they can't be called so.
    fn renamed(&self, names: &[(String, String)]) -> Result<Log, Refusal>;
    /// Mends the head, all changes together: `date`, `place`, `title`, `notes`, `closed` (an empty value takes one out),
    /// `player.NAME`, and `seats` (the same names in another order, with which the whole log is judged again).
    ///
    /// # Errors
    /// A [`Refusal`]; nothing is changed.
    fn change_head(&self, changes: &[(String, String)]) -> Result<Amended, Refusal>;
    /// Ends the current round (or the next, where the last one is over) with a tally: one `NAME: …` a player, in any order.
    ///
    /// # Errors
    /// A [`Refusal`]; nothing is changed.
    fn tally_into(&self, texts: &[&str], first: Option<&str>) -> Result<Recorded, Refusal>;
}
