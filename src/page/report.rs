//! The report of one or more games: one HTML file that loads nothing.

use super::{
    GameReport, Standing, card_svg, chart, credit,
    highlights::{self, Highlight},
    html_page::document,
    sheet, symbols,
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
/// The scripts as one module: `report.js` uses the declarations of `table.js`.
const SCRIPT: &str = concat!(include_str!("table.js"), include_str!("report.js"));

/// The report of several games, or of an evening with its standing.
pub fn html(games: &[GameReport], standing: Option<&Standing>) -> Result<String, serde_json::Error> {
    let titles = games.iter().map(|game| format!("{}: {}", game.title(), game.sheet.outcome()));
    let title = standing.map(Standing::title).into_iter().chain(titles).collect::<Vec<_>>().join(" · ");
    let sections = games.iter().enumerate().map(|(nth, game)| section(nth, game)).collect::<Result<Vec<_>, _>>()?;
    let suits = Suit::each_once(games.iter().flat_map(|game| game.referee.book().suits));
    let body = html! {
        body {
            (symbols::symbols(&suits))
            (card_svg::drawings(games.iter().flat_map(|game| game.referee.stocks())))
            @if let Some(standing) = standing { (standing.markup()) }
            @else if games.len() > 1 {
                nav aria-label="games" { @for (nth, game) in games.iter().enumerate() { a href={ "#g" (nth) } { (game.title()) ": " (game.sheet.outcome()) } } }
            }
            main { @for section in &sections { (section) } }
            footer { (credit(games)) }
            script type="module" { (PreEscaped(SCRIPT)) }
        }
    };
    Ok(document(&title, &html! { style { (PreEscaped(STYLE)) (PreEscaped(symbols::inks(&suits))) } }, &body))
}

/// The table after each line of a game, for the script that draws it. Each distinct text and zone is stored once.
#[derive(Default, Serialize)]
struct ReplayTables<'a> {
    texts: Vec<&'a Text>,
    zones: Vec<IndexedZone<'a>>,
    stages: Vec<TableState>,
    /// The cards that the game's lines and sentences name.
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

/// The table after a line: the indices of its zones, and of the seats that may act.
#[derive(Serialize)]
struct TableState {
    zones: Vec<usize>,
    acting: Vec<usize>,
}

impl<'a> ReplayTables<'a> {
    fn of(snapshots: &'a [LineSnapshot], cards: Vec<Face>) -> Self {
        let mut tables = Self { cards, ..Self::default() };
        let (mut zone_indices, mut text_indices) = (HashMap::new(), HashMap::new());
        // Most zones are the same as after the line before.
        let mut previous: Vec<(&Zone, usize)> = Vec::new();
        for snapshot in snapshots {
            let index_of = |(nth, zone): (usize, &'a Zone)| {
                let known_index = previous.get(nth).filter(|(previous, _)| *previous == zone).map(|(_, index)| *index);
                let index = known_index.unwrap_or_else(|| {
                    *zone_indices.entry(zone).or_insert_with(|| {
                        let indexed_zone = tables.index_zone(zone, &mut text_indices);
                        tables.zones.push(indexed_zone);
                        tables.zones.len() - 1
                    })
                });
                (zone, index)
            };
            previous = snapshot.open.iter().enumerate().map(index_of).collect();
            let zones = previous.iter().map(|(_, index)| *index).collect();
            tables.stages.push(TableState { zones, acting: snapshot.acting.iter().map(Seat::index).collect() });
        }
        tables
    }

    fn index_zone(&mut self, zone: &'a Zone, indices: &mut HashMap<&'a Text, usize>) -> IndexedZone<'a> {
        let mut index = |text: &'a Text| {
            *indices.entry(text).or_insert_with(|| {
                self.texts.push(text);
                self.texts.len() - 1
            })
        };
        let grid = zone.grid.as_ref().map(|grid| IndexedGrid {
            head: grid.head.iter().map(&mut index).collect(),
            rows: grid.rows.iter().map(|row| row.iter().map(&mut index).collect()).collect(),
            asides: grid.optional_columns,
            players: &grid.players,
        });
        IndexedZone { priority: zone.priority, line: zone.line.as_ref().map(index), grid }
    }
}

fn section(nth: usize, game: &GameReport) -> Result<Markup, serde_json::Error> {
    let (log, layout) = (game.referee.log(), game.layout());
    // The standings of two or three players leave room for the highlights below them, beside the chart.
    let is_short = layout.rounds.len() > 1 && game.sheet.players.len() < 4;
    let highlight_section = html! {
        section.moments {
            @for highlight in highlights::highlights(game, &layout) { (highlight_markup(nth, game, &highlight)) }
        }
    };
    let body = html! {
            header {
                h1 { (game.title()) }
                p.about { @for (nth, part) in game.about().iter().enumerate() { @if nth > 0 { " · " } span { (part) } } }
                p.won { (game.sheet.outcome()) }
                @for note in &layout.notes { p.note { (clean(note)) } }
                @if let Some(notes) = log.notes() { p.note { (clean(notes)) } }
                @if let Some(notice) = game.halt_notice() { p.note { (notice) } }
            }
            div.desk {
                div { (sheet::standings(&layout)) @if is_short { (highlight_section) } }
                div {
                    @if let Some(chart) = chart::chart(game) { (chart.figure()) }
                    @if !is_short { (highlight_section) }
                }
            }
            (sheet::rounds(&layout))
            (verdicts(nth, game))
            h2.moves { "The game, line by line" }
            div.replay {
                div.viewer hidden {
                    div.controls {
                        div.slider {
                            input type="range" min="0" max=(game.snapshots.len().saturating_sub(1)) aria-label="line of the game";
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
                ol.lines { @for (index, snapshot) in game.snapshots.iter().enumerate() { (line(nth, game, index, snapshot)) } }
            }
            (corrections(game))
    };
    // Without `<`, the JSON can't end the script element.
    let tables = ReplayTables::of(&game.snapshots, game.texts.borrow().cards.clone());
    let tables = clean_json(serde_json::to_string(&tables)?).replace('<', "\\u003c");
    Ok(html! {
        article id={ "g" (nth) } {
            (body)
            @if !game.snapshots.is_empty() { script type="application/json" { (PreEscaped(tables)) } }
        }
    })
}

fn highlight_markup(nth: usize, game: &GameReport, highlight: &Highlight) -> Markup {
    let cards = highlight.item.map(|item| item.cards.as_slice()).unwrap_or_default();
    html! {
        p {
            strong { (highlight.title) } " "
            @if let Some(at) = highlight.at { a data-at=(at) href={ "#" (line_id(nth, at)) } { (at) } " " }
            @if cards.is_empty() { (game.with_cards(&highlight.in_words())) }
            @else { (game.with_cards(&highlight.text)) " " span.fan { @for card in cards { (card_svg::draw(&card.face, card.stands).inline(card.pays)) } } }
        }
    }
}

/// The buttons of the slider: one for the beginning of each round.
fn marks(game: &GameReport) -> Markup {
    let last = game.snapshots.len().saturating_sub(1).max(1);
    let beginnings: Vec<(usize, LineRef)> =
        game.snapshots.iter().map(|snapshot| snapshot.why.place).enumerate().filter(|(_, line_ref)| line_ref.line == 0).collect();
    html! {
        @if beginnings.len() > 1 {
            @for (index, line_ref) in beginnings {
                @let number = game.round_number(line_ref);
                @let name = game.referee.book().round_name(number - 1);
                button type="button" data-to=(index) aria-label=(name) style={ "left:" (100 * index / last) "%" } { (number) }
            }
        }
    }
}

fn line_id(nth: usize, at: LineRef) -> String {
    format!("g{nth}-{}-{}", at.round, at.line)
}

fn line(nth: usize, game: &GameReport, index: usize, snapshot: &LineSnapshot) -> Markup {
    let line_ref = snapshot.why.place;
    let text = match game.referee.log().round(line_ref.round) {
        Some(round) if line_ref.line == 0 => {
            format!("{}: {}", game.referee.book().round_name(game.round_number(line_ref) - 1), round.first)
        }
        _ => snapshot.why.text.clone(),
    };
    html! {
        li id=(line_id(nth, line_ref)) data-stage=(index) .begins[line_ref.line == 0] {
            span.at { (line_ref) } " " span.text { (game.with_cards(&text)) }
            @for step in &snapshot.why.steps {
                @if !step.description.is_empty() && line_ref.line > 0 { div.said { (game.with_cards(&step.description)) } }
                @for consequence in step.consequences.iter().filter(|consequence| consequence.immediate) {
                    div.follows { "→ " (game.with_cards(&consequence.text)) " " span.clause { (consequence.clause) } }
                }
            }
            @for finding in game.findings_on(snapshot) { (finding_markup(game, finding)) }
        }
    }
}

fn finding_markup(game: &GameReport, finding: &Finding) -> Markup {
    let word = if finding.kind == FindingKind::Overruled { "let stand" } else { finding.kind.word() };
    html! {
        div.foul .stands[finding.kind == FindingKind::Overruled] {
            strong { (word) } ": " (game.with_cards(&finding.verdict.message))
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
                    a data-at=(finding.place()) href={ "#" (line_id(nth, finding.place())) } { (finding.place()) } " "
                    @if let Some(actor) = &finding.actor { bdi { (clean(actor)) } ": " }
                    span.text { (game.with_cards(&finding.text)) }
                    (finding_markup(game, finding))
                    @if let Some(text) = &finding.verdict.clause_text { p.says { (clean(text)) } }
                    @let suggestions = finding.verdict.suggestions();
                    @if finding.reason.is_none() && !suggestions.is_empty() { p.says { "legal instead: " (clean(&suggestions.join(" · "))) } }
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
                            @if let Some(was) = &correction.was { " was " q { (game.with_cards(was)) } }
                            @if let Some(now) = &correction.now { " is " q { (game.with_cards(now)) } }
                        }
                    }
                }
            }
        }
    }
}
