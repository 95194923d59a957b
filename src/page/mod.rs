//! Pages: the report of games as an HTML file without dependencies, as short Markdown and as a picture; the statistics of many
//! games; and the live page. Tables are passed as zones. One script draws them, in a report and on the live page.

mod annotate;
#[cfg(feature = "api")]
pub mod api;
mod card_svg;
mod chart;
#[cfg(feature = "api")]
pub mod files;
mod highlights;
mod html_page;
mod inline_charts;
mod markdown;
mod picture;
mod report;
#[cfg(feature = "page")]
pub mod server;
mod sheet;
mod standing;
mod stats;
mod symbols;

pub(crate) use annotate::AnnotatedTexts;
use annotate::TextSegment;
pub use markdown::markdown;
pub use picture::svg;
pub use report::html;
pub use standing::{PlayerStanding, Standing};
pub use stats::stats;

use crate::{
    log::LineRef,
    referee::{Finding, LineSnapshot, Referee},
    table::{ScoreLayout, Sheet, and_list, escape::clean},
};
use maud::{Markup, html};
use std::cell::RefCell;

/// The largest number of lines and tallies of a game in a report. A long evening has a few hundred.
const MAX_LINES: usize = 3000;

/// A log that is too long for a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a report tells a game line by line, and no more than {MAX_LINES} lines and tallies: the log has {0}")]
pub struct TooLong(usize);

/// One game of a report.
pub struct GameReport<'a> {
    /// The log and its rules.
    pub referee: &'a dyn Referee,
    /// The table after each line.
    snapshots: Vec<LineSnapshot>,
    /// The score as the table can see it.
    sheet: Sheet,
    /// The texts of the game, with the cards that they name.
    texts: RefCell<AnnotatedTexts>,
}

impl<'a> GameReport<'a> {
    /// Replays a game for its report.
    ///
    /// # Errors
    /// If the log has more than 3000 lines and tallies, far more than any real game.
    pub fn of(referee: &'a dyn Referee) -> Result<Self, TooLong> {
        let lines = referee.log().rounds().iter().map(|round| round.lines.len() + 1).sum();
        if lines > MAX_LINES {
            return Err(TooLong(lines));
        }
        let texts = RefCell::new(AnnotatedTexts::of(referee));
        Ok(Self { referee, snapshots: referee.snapshots(), sheet: referee.visible_sheet(), texts })
    }

    /// A text in which the codes of cards are marked, so that a script draws the cards.
    fn with_cards(&self, text: &str) -> Markup {
        let segments = self.texts.borrow_mut().segments(text);
        html! {
            @for segment in &segments {
                @match segment {
                    TextSegment::Words(words) => (clean(words)),
                    TextSegment::Name { name } => bdi { (clean(name)) },
                    TextSegment::Card { word, card, stands } => span.coded data-card=(card) data-stands=[stands.as_ref()] { (word) },
                }
            }
        }
    }

    /// The name of the game: the title of its log, otherwise of its rule book.
    fn title(&self) -> String {
        let title = self.referee.log().title().map(|title| clean(title).into_owned());
        title.unwrap_or_else(|| self.referee.book().short_title().to_owned())
    }

    /// The facts about the game: its name and variant, the players, the date and the place.
    fn about(&self) -> Vec<String> {
        let log = self.referee.log();
        let mut facts = Vec::new();
        if log.title().is_some() {
            facts.push(self.referee.book().short_title().to_owned());
        }
        facts.extend(log.variant().map(|variant| clean(variant).into_owned()));
        facts.push(and_list(self.sheet.players.iter().map(|player| clean(&player.name))));
        facts.extend(log.date().map(|date| date.to_string()));
        facts.extend(log.place().map(|place| clean(place).into_owned()));
        facts
    }

    /// The number of a line's round on the score sheet. The log's own number leaves out the rounds that nobody recorded.
    fn round_number(&self, line_ref: LineRef) -> usize {
        line_ref.round as usize + self.sheet.unrecorded()
    }

    /// The layout of the score.
    fn layout(&self) -> ScoreLayout<'_> {
        ScoreLayout::of(&self.sheet, self.referee.book(), &|code| self.texts.borrow().face(code).cloned())
    }

    /// Whether the player of a seat is at the table in the round of a line.
    fn is_at_table(&self, seat: usize, snapshot: &LineSnapshot) -> bool {
        self.sheet.players.get(seat).is_none_or(|player| self.referee.log().is_present(&player.name, snapshot.why.place.round))
    }

    /// Whether any step was judged. Otherwise only scores were counted.
    fn is_refereed(&self) -> bool {
        self.referee.steps() > 0
    }

    /// A sentence about the line where judging stopped. `None` if all lines were judged.
    fn halt_notice(&self) -> Option<String> {
        let halted = self.referee.halted()?;
        Some(format!("The log stops being judged at {halted}: a step there can't have happened."))
    }

    /// The findings on a line.
    fn findings_on(&self, snapshot: &LineSnapshot) -> &[Finding] {
        let (line_ref, findings) = (snapshot.why.place, self.referee.findings());
        // The findings are sorted by line.
        let start = findings.partition_point(|finding| finding.place() < line_ref);
        let end = findings.partition_point(|finding| finding.place() <= line_ref);
        &findings[start..end]
    }
}

/// The sentence at the foot of a report on what this program did for the games.
fn credit(games: &[GameReport]) -> &'static str {
    if games.iter().any(GameReport::is_refereed) { "Refereed and counted by fowlplay." } else { "Counted by fowlplay." }
}
