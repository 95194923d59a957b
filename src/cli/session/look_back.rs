//! Shows the table before an earlier line. A step typed meanwhile returns to the present; arrow up brings the step back.

use super::{
    command_words::usage,
    reply::{Reply, ReplyView},
    screen,
    state::Session,
};
use crate::{
    cli::render::{messages, style::wrap},
    log::LineRef,
    table::escape::clean,
};

/// Whether a command keeps the earlier table on screen. Any other line returns to the present.
pub(super) fn keeps_view(word: &str, rest: &str) -> bool {
    let view_commands = ["back", "forward", "now", "table", "log", "rules", "help", "quit", "exit"];
    // `why` alone explains the last line.
    view_commands.contains(&word) || (word == "why" && !rest.is_empty())
}

/// Whether a command may change the log.
pub(super) fn is_change(word: &str, rest: &str) -> bool {
    // `rule KEY` only shows the rule.
    ["undo", "redo", "amend", "mend", "first", "tally", "position", "overrule"].contains(&word)
        || (word == "rule" && rest.contains(['=', ' ']))
}

/// `back`, `back N`, `back R.L`
pub(super) fn back(session: &mut Session, target: &str) -> Reply {
    let stops = stops(session);
    let index = stop_index(session, &stops);
    if let Ok(line_ref) = target.parse::<LineRef>() {
        return match stops.iter().position(|stop| *stop == line_ref) {
            Some(nth) => go(session, &stops, nth),
            None => Reply::usage(format!("There is no line {line_ref}; `log` shows them all.")),
        };
    }
    match (parse_line_count(target), index) {
        (None, _) => usage("back"),
        (_, 0) if stops.is_empty() => Reply::usage("There is nothing yet to look back to."),
        (_, 0) => Reply::usage("This is how it began: `forward` goes on, `now` comes back."),
        (Some(lines), _) => go(session, &stops, index.saturating_sub(lines)),
    }
}

/// `forward`, `forward N`
pub(super) fn forward(session: &mut Session, lines: &str) -> Reply {
    let stops = stops(session);
    let index = stop_index(session, &stops);
    match parse_line_count(lines) {
        None => usage("forward"),
        Some(_) if index == stops.len() => Reply::usage("This is now; `back` looks back."),
        Some(lines) => go(session, &stops, index.saturating_add(lines)),
    }
}

pub(super) fn now(session: &mut Session) -> Reply {
    return_to_present(session).unwrap_or_else(|| Reply::usage("This is now; `back` looks back."))
}

/// Returns to the present. `None` if the present is shown already.
pub(super) fn return_to_present(session: &mut Session) -> Option<Reply> {
    session.viewed_line()?;
    Some(show(session, None))
}

/// The line references at which `back` can show the table: each line, and the end of each round. The present is not among them.
fn stops(session: &Session) -> Vec<LineRef> {
    let rounds = session.referee().log().rounds();
    let mut stops: Vec<LineRef> = Vec::new();
    for (round, number) in rounds.iter().zip(1..) {
        let end = screen::end_of_round(round, number);
        stops.extend((1..=end.line).map(|line| LineRef::new(number, line)));
    }
    // The end of a last round without a tally is the present.
    if rounds.last().is_some_and(|last| last.tally.is_none()) {
        stops.pop();
    }
    stops
}

/// The index of the stop that is shown. For the present it is the number of stops.
fn stop_index(session: &Session, stops: &[LineRef]) -> usize {
    let stop = session.viewed_line().and_then(|(line_ref, _)| stops.iter().position(|stop| *stop == line_ref));
    stop.unwrap_or(stops.len())
}

fn go(session: &mut Session, stops: &[LineRef], nth: usize) -> Reply {
    show(session, stops.get(nth).copied())
}

fn show(session: &mut Session, line_ref: Option<LineRef>) -> Reply {
    if let Err(refusal) = session.view_before(line_ref) {
        return Reply::refused(ReplyView::Text(messages::refusal(&refusal)));
    }
    let message = match line_ref {
        None => "This is now again.".to_owned(),
        Some(line_ref) => {
            let line = session.referee().log().line(line_ref).map(|line| format!("Then came {line_ref} {}\n", clean(&line.text)));
            let line = line.unwrap_or_default();
            format!("{line}`back` and `forward` go on, `now` or Enter comes back; nothing changes.")
        }
    };
    Reply::done(ReplyView::table(move || message.lines().map(|line| wrap(line, "", "  ")).collect::<Vec<_>>().join("\n")))
}

/// Parses a number of lines, 1 if the text is empty.
fn parse_line_count(text: &str) -> Option<usize> {
    if text.is_empty() { Some(1) } else { text.parse().ok().filter(|lines| *lines > 0) }
}
