//! The short report, as Markdown for a chat: the result, the sheet, and the most memorable moments.

use super::{GameReport, Standing, highlights, standing::ORDER};
use crate::table::{FindingKind, count_of, escape::clean};
use std::borrow::Cow;

/// The short reports of several games, one below the other, and above them the standing of an evening.
pub fn markdown(games: &[GameReport], standing: Option<&Standing>) -> String {
    standing.map(standing_section).into_iter().chain(games.iter().map(game_section)).collect::<Vec<_>>().join("\n")
}

fn standing_section(standing: &Standing) -> String {
    let mut lines = vec![
        format!("# {}", standing.title()),
        String::new(),
        escape(&standing.about()).into_owned(),
        String::new(),
        format!("**{}.** {ORDER}", escape(&standing.outcome())),
        String::new(),
    ];
    lines.extend(table_head(&standing.head()));
    lines.extend(standing.players.iter().map(|player| {
        let cells = [escape(&player.name).into_owned(), player.wins.to_string()];
        row(&cells.into_iter().chain(player.places_in_words()).collect::<Vec<_>>())
    }));
    lines.join("\n") + "\n"
}

fn row(cells: &[String]) -> String {
    format!("| {} |", cells.join(" | "))
}

/// The headings of a table, with all columns but the first to the right.
fn table_head(head: &[String]) -> [String; 2] {
    let separators: Vec<String> = (0..head.len()).map(|nth| if nth == 0 { "---" } else { "---:" }.to_owned()).collect();
    [row(&head.iter().map(|text| escape(text).into_owned()).collect::<Vec<_>>()), row(&separators)]
}

fn game_section(game: &GameReport) -> String {
    let layout = game.layout();
    let mut lines = vec![
        format!("# {}", escape(&game.title())),
        String::new(),
        escape(&game.about().join(" · ")).into_owned(),
        String::new(),
        format!("**{}.** {}", escape(&game.sheet.outcome()), escape(&layout.notes.join(" "))).trim_end().to_owned(),
        String::new(),
    ];
    lines.extend(table_head(&layout.sums.head));
    lines.extend(layout.sums.rows.iter().map(|cells| row(cells)));
    let highlights = highlights::highlights(game, &layout);
    if !highlights.is_empty() {
        lines.push(String::new());
    }
    lines.extend(highlights.iter().map(|highlight| {
        let at = highlight.at.map(|at| format!(" ({at})")).unwrap_or_default();
        format!("- **{}**{at}: {}", highlight.title, escape(&highlight.in_words()))
    }));
    let (overruled, fouls): (Vec<_>, Vec<_>) =
        game.referee.findings().iter().partition(|finding| finding.kind == FindingKind::Overruled);
    let counts = [
        (fouls.len(), count_of(fouls.len(), "finding", "findings")),
        (overruled.len(), format!("{} overruled", overruled.len())),
    ];
    let counts: Vec<String> = counts.into_iter().filter(|(count, _)| *count > 0).map(|(_, text)| text).collect();
    lines.extend(game.halt_notice().into_iter().flat_map(|notice| [String::new(), notice]));
    if !counts.is_empty() {
        lines.extend([String::new(), format!("{}; a report as .html names each.", counts.join(", "))]);
    }
    lines.join("\n") + "\n"
}

/// Escapes Markdown's special characters.
fn escape(text: &str) -> Cow<'_, str> {
    const MARKS: &[char] = &['\\', '`', '*', '_', '{', '}', '[', ']', '<', '>', '#', '|', '~', '&', '@'];
    let text = clean(text);
    if !text.contains(MARKS) {
        return text;
    }
    let mut escaped = String::new();
    for char in text.chars() {
        if MARKS.contains(&char) {
            escaped.push('\\');
        }
        escaped.push(char);
    }
    escaped.into()
}
