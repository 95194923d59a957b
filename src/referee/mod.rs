//! The referee: a log together with its game. The trait [`Referee`] hides the type of the game: it takes text and returns
//! findings. A game is looked up by name in the registry ([`open`], [`books`]).

mod amend;
mod canonical;
mod completion;
mod context;
mod deck_entries;
mod dispute;
pub mod document;
mod dyn_referee;
mod line_origins;
mod log_act;
mod missing_turns;
mod parse_log;
mod position;
mod reason_text;
mod record;
mod refusal;
mod registry;
mod replay;
mod reports;
mod rule_alternatives;
mod setup;
mod setup_questions;
mod table_builder;
mod tally;
mod try_line;
mod typed_line;

use self::amend::AmendReferee;
use crate::{
    log::{LineRef, Log, LogString},
    table::{Book, FieldValue, NameableCards, Players, Progress, RuleSettings, Sheet, VerbOption, Zones, or_list},
};

pub use dispute::{DecidingValue, Dispute, DisputeResult, judge_as, tables_to_move};
pub use log_act::LogAct;
pub use missing_turns::{MissingTurn, ONLY_TURN, PositionReport, report_position};
pub use position::{PartDiff, TABLE};
pub use refusal::{Amendment, Edit, Recording, Refusal};
pub use registry::{GAMES, Games, RegisteredGame, UnknownGame, acts_as, books, game, open, open_as};
pub use reports::{
    DecidingRule, EffectChange, ExpectedSteps, ExplainedStep, Finding, LegalStep, LineExplanation, LineSnapshot, MovedBy,
    PositionAt, RecordedStep, ScoreChange, Verdict, WinnersChange,
};
pub use setup::{NewGame, chosen, count_as, start_as};
pub use setup_questions::{RuleSetting, SetupQuestions};
pub use table_builder::{BuildInput, BuildTarget, OwnedFields, build_document, build_document_without_log};

/// The usual value of a table rule, which applies if the log doesn't set the rule: the variant's, or else the default. `None` if
/// the game has no such rule.
pub fn usual_rule(book: &Book, log: &Log, key: &str) -> Option<String> {
    let defaults = RuleSettings::of_variant(book, log.variant().map(LogString::as_str)).ok()?;
    defaults.value(book, key).map(|value| value.to_string())
}

/// A log that was replayed by the rules of its game, up to its end or [before](Self::before_line) one of its lines. A change
/// returns a new log.
pub trait Referee: AmendReferee + Send + Sync {
    /// The rule book of the game.
    fn book(&self) -> &'static Book;
    /// The log.
    fn log(&self) -> &Log;
    /// The players by seat.
    fn players(&self) -> &Players;
    /// The table rules in force.
    fn rules(&self) -> &RuleSettings;

    /// All findings of the log, in the order of the lines.
    fn findings(&self) -> &[Finding];
    /// The number of steps that were judged.
    fn steps(&self) -> usize;
    /// The impossible step at which the replay stopped. Nothing from there on is judged.
    fn halted(&self) -> Option<LineRef>;
    /// The progress of the game.
    fn progress(&self) -> Progress;

    /// The cards that the round's moves left on the table, as parts of a tally. `None` between rounds, or if unknown.
    fn tally_so_far(&self) -> Option<Vec<String>>;
    /// The field values of a position: a list for each player, then the table's.
    fn position_fields(&self, parts: &[&str]) -> Result<Vec<Vec<Option<FieldValue>>>, Refusal>;
    /// A player's part of a tally in canonical notation, without the name. `None` if the part can't be parsed.
    fn canonical_tally(&self, player: &str, text: &str) -> Option<String>;
    /// The actors who may act, with their open verbs.
    fn expects(&self) -> Vec<ExpectedSteps>;
    /// The legal steps of all players, in canonical notation.
    fn legal_steps(&self) -> Vec<LegalStep>;
    /// The steps that look legal without memory, including all legal steps. A choice among them gives no hint about covered cards.
    fn visible_legal_steps(&self) -> Vec<LegalStep>;
    /// The stocks of hidden cards that steps may name, each with the names of the verbs whose steps name them.
    fn stocks(&self) -> Vec<(Vec<&'static str>, NameableCards)>;
    /// The only legal step, if every player can see that it is the only one.
    fn only_step(&self) -> Option<LegalStep>;
    /// The options of every actor who may act.
    fn options(&self) -> Vec<(Option<String>, Vec<VerbOption>)>;
    /// The due step of the table, as an imperative, if the game has words for the step: `Deal 4 cards face up`.
    fn table_task(&self) -> Option<String>;
    /// The completions of a line that is being typed: the byte where its last word begins, and the words to which that word can be
    /// completed.
    fn complete(&self, line: &str) -> (usize, Vec<String>);

    /// The zones of the table, as drawn.
    fn zones(&self) -> Zones;
    /// The table as a position with which another log can begin. `memory` adds what was seen and is covered now. Within a turn,
    /// the position is that of the turn's beginning. `None` if no position can be stated in this round yet, or the game takes
    /// none.
    fn position(&self, memory: bool) -> Option<PositionAt>;
    /// The parts of a position whose content differs from the log, with the text of the log. Notation doesn't matter.
    fn diff_position(&self, parts: &[&str]) -> Vec<PartDiff>;
    /// The only turn from the end of the log to the position with these parts, judged by the open cards. `None` also if the
    /// search gave up after too many tries.
    fn missing_turn(&self, parts: &[&str]) -> Option<MissingTurn>;
    /// The public state, for scripts.
    fn state(&self) -> serde_json::Value;
    /// The score.
    fn sheet(&self) -> Sheet;
    /// The score as visible to the table while some of it is face down.
    fn visible_sheet(&self) -> Sheet;

    /// The referee of the log before a line. The line may be one after the last line of a round.
    fn before_line(&self, line_ref: LineRef) -> Result<Box<dyn Referee>, Refusal>;
    /// Explains a line. `None` is the last line.
    fn explain(&self, line_ref: Option<LineRef>) -> Result<LineExplanation, Refusal>;
    /// The course of the game line by line, as far as it was judged: each line explained, with the table after it.
    fn snapshots(&self) -> Vec<LineSnapshot>;
    /// Judges each step of a line without recording it. An illegal step counts as overruled; an impossible one ends the line.
    fn try_line(&self, line: &str) -> Result<Vec<(String, Verdict)>, Refusal>;

    /// Judges lines and appends them, all or none. Short forms are allowed. An illegal step passes only at the end of a line,
    /// with a reason that overrules it (` ! reason`). A line after the end of a round begins the next one, with `first` if the
    /// table chooses.
    fn record(&self, lines: &[&str], first: Option<&str>) -> Result<Recording, Refusal>;
    /// The log with every step in canonical notation, in the layout of the program.
    fn canonical(&self) -> Result<Log, Refusal>;
    /// The log with some players renamed, each given as old and new name. Everything else stays, including all verdicts.
    fn with_renamed_players(&self, names: &[(String, String)]) -> Result<Log, Refusal>;
    /// Ends the current round with a tally (or the next round, if the last one is over): one `NAME: …` per player, in any order.
    fn record_tally(&self, texts: &[&str], first: Option<&str>) -> Result<Recording, Refusal>;
}

impl dyn Referee + '_ {
    /// The table rules in force: key, value, and whether the value is the usual one.
    pub fn rules_in_force(&self) -> Vec<(&'static str, String, bool)> {
        let book = self.book();
        let in_force = book.rules.iter().filter_map(|rule| {
            let value = self.rules().value(book, rule.key)?.to_string();
            Some((rule.key, value.clone(), usual_rule(book, self.log(), rule.key)? == value))
        });
        in_force.collect()
    }

    /// The players who may be `first` of the next round. Empty if none can begin.
    pub fn may_be_first(&self) -> Vec<String> {
        match self.progress() {
            Progress::Ready(seats) | Progress::RoundOver(seats) if self.halted().is_none() => {
                seats.iter().map(|seat| self.players().name(seat).to_owned()).collect()
            }
            _ => Vec::new(),
        }
    }

    /// The next round to count, with its `first` player if known or `chosen`: `round 3: Ada deals`.
    pub fn next_round_label(&self, chosen: Option<&str>) -> String {
        let (book, rounds, may_be_first) = (self.book(), self.log().rounds(), self.may_be_first());
        let first = match (&may_be_first[..], chosen) {
            (_, Some(first)) => Some(first),
            ([only], None) => Some(&**only),
            ([], None) => rounds.last().map(|round| &*round.first),
            _ => None,
        };
        let number = rounds.len() + usize::from(self.progress() != Progress::Underway);
        let first = first.map(|first| format!(": {first} {}", book.first_role)).unwrap_or_default();
        format!("{} {number}{first}", book.round_noun)
    }

    /// The referee after a player has begun the next round. The log gets the round only with its first line.
    pub fn next_round(&self, first: &str) -> Result<Box<dyn Referee>, Refusal> {
        let name = self.players().name(self.players().find(first).map_err(Refusal::cannot)?);
        let allowed = self.may_be_first();
        if !allowed.iter().any(|allowed_name| allowed_name == name) {
            let allowed_text = if allowed.is_empty() { "nobody does".to_owned() } else { format!("{} does", or_list(&allowed)) };
            return Err(Refusal::Cannot(format!("{name} begins no round here: {allowed_text}")));
        }
        let begun_log = self.log().changed(|log| {
            log.begin_round(name);
            Ok(())
        });
        self.replay_log(begun_log.map_err(Refusal::cannot)?)
    }
}
