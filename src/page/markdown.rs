//! The report in short, as Markdown for a chat: the result, the sheet, and what the evening will be remembered by.

use super::{Told, moments, sheet};
use crate::table::{Kind, count_of, escape::clean};
use std::borrow::Cow;

/// An evening of games, one below the other.
pub fn markdown(games: &[Told]) -> String {
    games.iter().map(game).collect::<Vec<_>>().join("\n")
}

fn game(told: &Told) -> String {
    let mut lines = vec![
        format!("# {}", plain(&told.title())),
        String::new(),
        plain(&told.about()).into_owned(),
        String::new(),
        format!("**{}.** {}", plain(&told.sheet.outcome()), plain(&told.notes().collect::<Vec<_>>().join(" ")))
            .trim_end()
            .to_owned(),
        String::new(),
    ];
    let row = |cells: &[String]| format!("| {} |", cells.join(" | "));
    let names = told.sheet.players.iter().map(|player| plain(&player.name).into_owned());
    lines.push(row(&std::iter::once(String::new()).chain(names).collect::<Vec<_>>()));
    lines.push(row(&std::iter::once("---".to_owned())
        .chain(told.sheet.players.iter().map(|_| "---:".to_owned()))
        .collect::<Vec<_>>()));
    lines.extend(sheet::sums(told).iter().map(|(name, points)| row(&[std::slice::from_ref(name), points].concat())));
    let moments = moments::of(told);
    if !moments.is_empty() {
        lines.push(String::new());
    }
    lines.extend(moments.iter().map(|moment| {
        let at = moment.at.map(|at| format!(" ({at})")).unwrap_or_default();
        format!("- **{}**{at}: {}", moment.title, plain(&moment.text))
    }));
    let halted = told.stopped();
    let (stand, fouls): (Vec<_>, Vec<_>) = told.referee.findings().iter().partition(|finding| finding.kind == Kind::Overruled);
    let told = [(fouls.len(), count_of(fouls.len(), "finding", "findings")), (stand.len(), format!("{} overruled", stand.len()))];
    let told: Vec<String> = told.into_iter().filter(|(count, _)| *count > 0).map(|(_, told)| told).collect();
    lines.extend(halted.into_iter().flat_map(|halted| [String::new(), halted]));
    if !told.is_empty() {
        lines.extend([String::new(), format!("{}; a report as .html names each.", told.join(", "))]);
    }
    lines.join("\n") + "\n"
}

/// Text that says nothing in Markdown but itself.
fn plain(text: &str) -> Cow<'_, str> {
    const MARKS: &[char] = &['\\', '`', '*', '_', '{', '}', '[', ']', '<', '>', '#', '|', '~', '&', '@'];
    let text = clean(text);
    if !text.contains(MARKS) {
        return text;
    }
    let mut escaped = String::with_capacity(text.len() + 8);
    for char in text.chars() {
        if MARKS.contains(&char) {
            escaped.push('\\');
        }
        escaped.push(char);
    }
    escaped.into()
}
