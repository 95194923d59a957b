//! The short report, as Markdown for a chat: the result, the sheet, and the most memorable moments.

use super::{GameReport, highlights};
use crate::table::{FindingKind, count_of, escape::clean};
use std::borrow::Cow;

/// An evening of games, one below the other.
pub fn markdown(games: &[GameReport]) -> String {
    games.iter().map(game).collect::<Vec<_>>().join("\n")
}

fn game(game: &GameReport) -> String {
    let layout = game.layout();
    let mut lines = vec![
        format!("# {}", plain(&game.title())),
        String::new(),
        plain(&game.about().join(" · ")).into_owned(),
        String::new(),
        format!("**{}.** {}", plain(&game.sheet.outcome()), plain(&layout.notes.join(" "))).trim_end().to_owned(),
        String::new(),
    ];
    let row = |cells: &[String]| format!("| {} |", cells.join(" | "));
    let names: Vec<String> = layout.sums.head.iter().map(|name| plain(name).into_owned()).collect();
    let separators = names.iter().enumerate().map(|(nth, _)| if nth == 0 { "---" } else { "---:" }.to_owned());
    lines.extend([row(&names), row(&separators.collect::<Vec<_>>())]);
    lines.extend(layout.sums.rows.iter().map(|cells| row(cells)));
    let moments = highlights::highlights(game, &layout);
    if !moments.is_empty() {
        lines.push(String::new());
    }
    lines.extend(moments.iter().map(|moment| {
        let at = moment.at.map(|at| format!(" ({at})")).unwrap_or_default();
        format!("- **{}**{at}: {}", moment.title, plain(&moment.in_words()))
    }));
    let halt_notice = game.halt_notice();
    let (overruled, fouls): (Vec<_>, Vec<_>) =
        game.referee.findings().iter().partition(|finding| finding.kind == FindingKind::Overruled);
    let counts = [
        (fouls.len(), count_of(fouls.len(), "finding", "findings")),
        (overruled.len(), format!("{} overruled", overruled.len())),
    ];
    let counts: Vec<String> = counts.into_iter().filter(|(count, _)| *count > 0).map(|(_, text)| text).collect();
    lines.extend(halt_notice.into_iter().flat_map(|halt_notice| [String::new(), halt_notice]));
    if !counts.is_empty() {
        lines.extend([String::new(), format!("{}; a report as .html names each.", counts.join(", "))]);
    }
    lines.join("\n") + "\n"
}

/// Text in which Markdown's special characters are escaped.
fn plain(text: &str) -> Cow<'_, str> {
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
