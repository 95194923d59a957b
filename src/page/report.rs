//! The report of one or more games: one HTML file that loads nothing.

use super::{
    GameReport, chart, credit,
    document::document,
    moments::{self, Highlight},
    pieces, sheet, suits,
};
use crate::{
    log::LineRef,
    referee::{Finding, LineSnapshot},
    table::{
        Face, FindingKind, Seat, Suit, Text, Zone, ZoneRole,
        escape::{clean, clean_json},
    },
};
use maud::{Markup, PreEscaped, html};
use serde::Serialize;
use std::collections::HashMap;

const STYLE: &str = concat!(include_str!("table.css"), include_str!("pieces.css"), include_str!("report.css"));
/// One module: `report.js` uses what `table.js` declares.
const SCRIPT: &str = concat!(include_str!("table.js"), include_str!("report.js"));

/// The report of an evening's games.
pub fn html(games: &[GameReport]) -> Result<String, serde_json::Error> {
    let title = games.iter().map(|game| format!("{}: {}", game.title(), game.sheet.outcome())).collect::<Vec<_>>().join(" · ");
    let sections = games.iter().enumerate().map(|(nth, game)| section(nth, game)).collect::<Result<Vec<_>, _>>()?;
    let suits = Suit::each_once(games.iter().flat_map(|game| game.referee.book().suits));
    let body = html! {
        body {
            (suits::symbols(&suits))
            (pieces::drawings(games.iter().flat_map(|game| game.referee.stocks())))
            @if games.len() > 1 {
                nav aria-label="games" { @for (nth, game) in games.iter().enumerate() { a href={ "#g" (nth) } { (game.title()) ": " (game.sheet.outcome()) } } }
            }
            main { @for section in &sections { (section) } }
            footer { (credit(games)) }
            script type="module" { (PreEscaped(SCRIPT)) }
        }
    };
    Ok(document(&title, &html! { style { (PreEscaped(STYLE)) (PreEscaped(suits::inks(&suits))) } }, &body))
}

/// The tables of a game for the script that draws them: each distinct text and zone once, and the zones after each line.
#[derive(Default, Serialize)]
struct ReplayTables<'a> {
    texts: Vec<&'a Text>,
    zones: Vec<IndexedZone<'a>>,
    stages: Vec<TableState>,
    /// The cards that its lines and sentences name.
    cards: Vec<Face>,
}

/// A zone with the indices of its texts.
#[derive(Serialize)]
struct IndexedZone<'a> {
    priority: ZoneRole,
    line: Option<usize>,
    grid: Option<IndexedGrid<'a>>,
}

/// A grid with the indices of its texts.
#[derive(Serialize)]
struct IndexedGrid<'a> {
    head: Vec<usize>,
    rows: Vec<Vec<usize>>,
    asides: usize,
    players: &'a [Seat],
}

#[derive(Serialize)]
struct TableState {
    zones: Vec<usize>,
    acting: Vec<usize>,
}

impl<'a> ReplayTables<'a> {
    fn of(course: &'a [LineSnapshot], cards: Vec<Face>) -> Self {
        let mut tables = Self { cards, ..Self::default() };
        let (mut known, mut texts) = (HashMap::new(), HashMap::new());
        // Most zones are those of the line before.
        let mut before: Vec<(&Zone, usize)> = Vec::new();
        for stage in course {
            let zone = |(nth, zone): (usize, &'a Zone)| {
                let same = before.get(nth).filter(|(same, _)| *same == zone).map(|(_, index)| *index);
                let index = same.unwrap_or_else(|| {
                    *known.entry(zone).or_insert_with(|| {
                        let laid = tables.laid(zone, &mut texts);
                        tables.zones.push(laid);
                        tables.zones.len() - 1
                    })
                });
                (zone, index)
            };
            before = stage.open.iter().enumerate().map(zone).collect();
            let zones = before.iter().map(|(_, index)| *index).collect();
            tables.stages.push(TableState { zones, acting: stage.acting.iter().map(Seat::index).collect() });
        }
        tables
    }

    fn laid(&mut self, zone: &'a Zone, known: &mut HashMap<&'a Text, usize>) -> IndexedZone<'a> {
        let mut index = |text: &'a Text| {
            *known.entry(text).or_insert_with(|| {
                self.texts.push(text);
                self.texts.len() - 1
            })
        };
        let grid = zone.grid.as_ref().map(|grid| IndexedGrid {
            head: grid.head.iter().map(&mut index).collect(),
            rows: grid.rows.iter().map(|row| row.iter().map(&mut index).collect()).collect(),
            asides: grid.asides,
            players: &grid.players,
        });
        IndexedZone { priority: zone.priority, line: zone.line.as_ref().map(index), grid }
    }
}

fn section(nth: usize, game: &GameReport) -> Result<Markup, serde_json::Error> {
    let (log, layout) = (game.referee.log(), game.layout());
    // Two or three players, each with one line, leave room beside the chart.
    let is_short = game.sheet.rounds() > 1 && game.sheet.players.len() < 4;
    let moments = html! { section.moments { @for moment in moments::of(game, &layout) { (self::moment(nth, game, &moment)) } } };
    let body = html! {
            header {
                h1 { (game.title()) }
                p.about { @for (nth, part) in game.about().iter().enumerate() { @if nth > 0 { " · " } span { (part) } } }
                p.won { (game.sheet.outcome()) }
                @for note in &layout.notes { p.note { (clean(note)) } }
                @if let Some(notes) = log.notes() { p.note { (clean(notes)) } }
                @if let Some(stopped) = game.stopped() { p.note { (stopped) } }
            }
            div.desk {
                div { (sheet::standing(&layout)) @if is_short { (moments) } }
                div {
                    @if let Some(chart) = chart::chart(game) { (chart.figure()) }
                    @if !is_short { (moments) }
                }
            }
            (sheet::rounds(&layout))
            (verdicts(nth, game))
            h2.moves { "The game, line by line" }
            div.replay {
                div.viewer hidden {
                    div.controls {
                        div.slider {
                            input type="range" min="0" max=(game.course.len().saturating_sub(1)) aria-label="line of the game";
                            div.marks { (marks(game)) }
                        }
                        div.buttons {
                            button type="button" data-by="-1" aria-label="one line back" { "◀" }
                            button type="button" data-play="" aria-pressed="false" { "Play" }
                            button type="button" data-by="1" aria-label="one line on" { "▶" }
                            output {}
                        }
                    }
                    div.table {}
                }
                ol.lines { @for (index, stage) in game.course.iter().enumerate() { (line(nth, game, index, stage)) } }
            }
            (corrections(game))
    };
    // Without `<`, nothing in it can end the script element.
    let tables = ReplayTables::of(&game.course, game.words.borrow().cards.clone());
    let tables = clean_json(serde_json::to_string(&tables)?).replace('<', "\\u003c");
    Ok(html! {
        article id={ "g" (nth) } {
            (body)
            @if !game.course.is_empty() { script type="application/json" { (PreEscaped(tables)) } }
        }
    })
}

fn moment(nth: usize, game: &GameReport, moment: &Highlight) -> Markup {
    let cards = moment.item.map(|item| item.cards.as_slice()).unwrap_or_default();
    html! {
        p {
            strong { (moment.title) } " "
            @if let Some(at) = moment.at { a data-at=(at) href={ "#" (id(nth, at)) } { (at) } " " }
            @if cards.is_empty() { (game.worded(&moment.in_words())) }
            @else { (game.worded(&moment.text)) " " span.fan { @for card in cards { (pieces::draw(&card.face, card.stands).inline(card.pays)) } } }
        }
    }
}

/// The beginnings of rounds on the slider, a button for each.
fn marks(game: &GameReport) -> Markup {
    let last = game.course.len().saturating_sub(1).max(1);
    let begins: Vec<(usize, LineRef)> =
        game.course.iter().map(|stage| stage.why.place).enumerate().filter(|(_, place)| place.line == 0).collect();
    html! {
        @if begins.len() > 1 {
            @for (index, place) in begins {
                @let name = game.referee.book().round_name(place.round as usize - 1);
                button type="button" data-to=(index) aria-label=(name) style={ "left:" (100 * index / last) "%" } { (place.round) }
            }
        }
    }
}

fn id(nth: usize, at: LineRef) -> String {
    format!("g{nth}-{}-{}", at.round, at.line)
}

fn line(nth: usize, game: &GameReport, index: usize, stage: &LineSnapshot) -> Markup {
    let place = stage.why.place;
    let name = match game.referee.log().round(place.round) {
        Some(round) if place.line == 0 => {
            format!("{}: {}", game.referee.book().round_name(place.round as usize - 1), round.first)
        }
        _ => stage.why.text.clone(),
    };
    html! {
        li id=(id(nth, place)) data-stage=(index) .begins[place.line == 0] {
            span.at { (place) } " " span.text { (game.worded(&name)) }
            @for step in &stage.why.steps {
                @if !step.description.is_empty() && place.line > 0 { div.said { (game.worded(&step.description)) } }
                @for consequence in step.consequences.iter().filter(|consequence| consequence.aloud) {
                    div.follows { "→ " (game.worded(&consequence.text)) " " span.clause { (consequence.clause) } }
                }
            }
            @for finding in game.found(stage) { (found(game, finding)) }
        }
    }
}

fn found(game: &GameReport, finding: &Finding) -> Markup {
    let word = if finding.kind == FindingKind::Overruled { "let stand" } else { finding.kind.word() };
    html! {
        div.foul .stands[finding.kind == FindingKind::Overruled] {
            strong { (word) } ": " (game.worded(&finding.verdict.message))
            @if let Some(clause) = &finding.verdict.clause { " " span.clause { (clause) } }
            @if let Some(reason) = &finding.reason { " The table: " q { (clean(reason)) } }
        }
    }
}

fn verdicts(nth: usize, game: &GameReport) -> Markup {
    let findings = game.referee.findings();
    html! {
        @if !findings.is_empty() {
            h2 { "Verdicts" }
            @for finding in findings {
                div.verdict {
                    a data-at=(finding.place()) href={ "#" (id(nth, finding.place())) } { (finding.place()) } " "
                    @if let Some(actor) = &finding.actor { bdi { (clean(actor)) } ": " }
                    span.text { (game.worded(&finding.text)) }
                    (found(game, finding))
                    @if let Some(text) = &finding.verdict.clause_text { p.says { (clean(text)) } }
                    @let instead = finding.verdict.instead();
                    @if finding.reason.is_none() && !instead.is_empty() { p.says { "legal instead: " (clean(&instead.join(" · "))) } }
                    @if let Some(rule) = finding.verdict.house_rule() { p.says { (rule) } }
                }
            }
        }
    }
}

fn corrections(game: &GameReport) -> Markup {
    let corrections = game.referee.log().corrections();
    html! {
        @if !corrections.is_empty() {
            details {
                summary { "Corrections: " (corrections.len()) }
                ul {
                    @for correction in corrections {
                        li {
                            (clean(&correction.at.to_string()))
                            @if let Some(was) = &correction.was { " was " q { (game.worded(was)) } }
                            @if let Some(now) = &correction.now { " is " q { (game.worded(now)) } }
                        }
                    }
                }
            }
        }
    }
}
