//! The short report, as Markdown for a chat: the result, the sheet, and the most memorable moments.

use super::{GameReport, highlights};
use crate::table::{FindingKind, count_of, escape::clean};
use std::borrow::Cow;

/// The short reports of an evening's games, one below the other.
pub fn markdown(games: &[GameReport]) -> String {
    games.iter().map(game_section).collect::<Vec<_>>().join("\n")
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
    let row = |cells: &[String]| format!("| {} |", cells.join(" | "));
    let head: Vec<String> = layout.sums.head.iter().map(|name| escape(name).into_owned()).collect();
    let separators = head.iter().enumerate().map(|(nth, _)| if nth == 0 { "---" } else { "---:" }.to_owned());
    lines.extend([row(&head), row(&separators.collect::<Vec<_>>())]);
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
