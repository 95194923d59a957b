//! Looks back: shows the table as it stood before an earlier line. Nothing changes by it; a step typed meanwhile first comes back
//! to the present, and waits there to be entered.

use super::{
    reply::{Reply, Shown},
    screen,
    state::Session,
};
use crate::{
    cli::render::{paint::wrap, say},
    log::Place,
    table::escape::clean,
};

/// Whether a word, with what follows it, leaves one where one looks back to. Whatever else is typed comes back to the present.
pub fn looks(word: &str, rest: &str) -> bool {
    let words = ["back", "forward", "now", "table", "log", "rules", "help", "quit", "exit"];
    // Alone it explains the last line.
    words.contains(&word) || (word == "why" && !rest.is_empty())
}

/// Whether a word, with what follows it, changes the log.
pub fn changes(word: &str, rest: &str) -> bool {
    // A table rule alone is only shown.
    ["undo", "redo", "amend", "tally", "overrule"].contains(&word) || (word == "rule" && rest.contains(['=', ' ']))
}

/// `back`, `back N`, `back R.L`
pub fn back(session: &mut Session, to: &str) -> Reply {
    let stops = stops(session);
    let here = here(session, &stops);
    if let Ok(place) = to.parse::<Place>() {
        return match stops.iter().position(|stop| *stop == place) {
            Some(nth) => go(session, &stops, nth),
            None => Reply::usage(format!("There is no line {place}; `log` shows them all.")),
        };
    }
    match (number(to), here) {
        (None, _) => Reply::usage("`back` goes one line back, `back 3` three, `back 1.4` to before line 4 of round 1."),
        (_, 0) if stops.is_empty() => Reply::usage("There is nothing yet to look back to."),
        (_, 0) => Reply::usage("This is how it began: `forward` goes on, `now` comes back."),
        (Some(lines), _) => go(session, &stops, here.saturating_sub(lines)),
    }
}

/// `forward`, `forward N`
pub fn forward(session: &mut Session, lines: &str) -> Reply {
    let stops = stops(session);
    let here = here(session, &stops);
    match number(lines) {
        None => Reply::usage("`forward` goes one line on, `forward 3` three, `now` all the way."),
        Some(_) if here == stops.len() => Reply::usage("This is now; `back` looks back."),
        Some(lines) => go(session, &stops, here.saturating_add(lines)),
    }
}

/// `now`
pub fn now(session: &mut Session) -> Reply {
    come_back(session).unwrap_or_else(|| Reply::usage("This is now; `back` looks back."))
}

/// Comes back to the present; none where that is what stands there.
pub fn come_back(session: &mut Session) -> Option<Reply> {
    session.past()?;
    Some(show(session, None))
}

/// Every place that can be looked back to: before each line, and each round as it ended.
fn stops(session: &Session) -> Vec<Place> {
    let rounds = session.referee().log().rounds();
    let mut stops: Vec<Place> = Vec::new();
    for (round, number) in rounds.iter().zip(1..) {
        let end = screen::end(round, number);
        stops.extend((1..=end.line).map(|line| Place::new(number, line)));
    }
    // Behind the last line is the present.
    if rounds.last().is_some_and(|last| last.tally.is_none()) {
        stops.pop();
    }
    stops
}

/// Which of these stops one looks back to; behind the last of them is the present.
fn here(session: &Session, stops: &[Place]) -> usize {
    let stop = session.past().and_then(|(place, _)| stops.iter().position(|stop| *stop == place));
    stop.unwrap_or(stops.len())
}

fn go(session: &mut Session, stops: &[Place], nth: usize) -> Reply {
    show(session, stops.get(nth).copied())
}

/// Shows the table as it stood before a line; without one, as it is.
fn show(session: &mut Session, place: Option<Place>) -> Reply {
    if let Err(refusal) = session.look_at(place) {
        return Reply::refused(Shown::Lines(say::refusal(&refusal, session.book())));
    }
    let said = match place {
        None => "This is now again.".to_owned(),
        Some(place) => {
            let line = session.referee().log().line(place).map(|line| format!("Then came {place} {}\n", clean(&line.text)));
            let line = line.unwrap_or_default();
            format!("{line}`back` and `forward` go on, `now` or Enter comes back; nothing changes.")
        }
    };
    Reply::done(Shown::below(move || said.lines().map(|line| wrap(line, "", "  ")).collect::<Vec<_>>().join("\n")))
}

/// How many lines; one, if nothing is said.
fn number(text: &str) -> Option<usize> {
    if text.is_empty() { Some(1) } else { text.parse().ok().filter(|lines| *lines > 0) }
}
