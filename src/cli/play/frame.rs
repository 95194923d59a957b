//! What the session shows after each line: the table, and the last lines of the log. And how it greets and takes leave.

use super::{rounds, session::Session, tell};
use crate::cli::{escape::clean, paint, say};
use console::{Term, style, truncate_str};
use fowlplay::log::Place;

/// How many lines of the log stand on screen.
const LINES: usize = 5;

/// Shows the table and the last lines.
pub fn show(session: &Session) {
    let width = usize::from(Term::stdout().size().1).clamp(20, 100);
    out!("\n{}", style("─".repeat(width.min(80))).dim());
    out!("{}", paint::picture(&session.referee().picture().open));
    lines(session, LINES);
}

/// Shows the last `most` lines of the log, each with its place.
pub fn lines(session: &Session, most: usize) {
    let log = session.referee().log();
    let mut all: Vec<(Option<Place>, String)> = Vec::new();
    for (round, number) in log.rounds().iter().zip(1..) {
        let begun = format!("{} {number}: {} {}", session.book().round, clean(&round.first), session.book().first);
        all.push((None, begun));
        all.extend(round.lines.iter().zip(1..).map(|(line, at)| (Some(Place::new(number, at)), clean(&line.text).into_owned())));
        if let Some(tally) = &round.tally {
            let texts: Vec<String> = tally.iter().map(|text| clean(text).into_owned()).collect();
            all.push((None, format!("counted on the table: {}", texts.join(" · "))));
        }
    }
    let width = usize::from(Term::stdout().size().1).max(20);
    for (place, text) in &all[all.len().saturating_sub(most)..] {
        let line = match place {
            Some(place) => format!("{:>5}  {text}", place.to_string()),
            None => format!("       {text}"),
        };
        let line = if most == usize::MAX { line } else { truncate_str(&line, width, "…").into_owned() };
        out!("{}", if place.is_some() { style(line) } else { style(line).dim() });
    }
}

/// The first thing that is said: which game, how to type, how to leave; the table; what is wrong with the log, or over.
pub fn greeting(session: &Session) {
    let names: Vec<String> = session.referee().players().names().iter().map(|name| clean(name).into_owned()).collect();
    let path = clean(&session.path().display().to_string()).into_owned();
    tell::line(&format!(
        "{}: {}. Each line is saved to {path} as you enter it.",
        style(session.book().title).bold(),
        names.join(", ")
    ));
    tell::line(
        "Type what is played, or press Enter to choose from a menu. `?` says what is open, `help` \
                how to type steps short, `undo` takes back, `quit` leaves.",
    );
    show(session);
    let findings: Vec<_> = session.referee().findings().iter().filter(|finding| finding.is_foul()).collect();
    for finding in findings.iter().take(LINES) {
        out!("{}", say::finding(finding, None, session.book()));
    }
    if findings.len() > LINES {
        tell::line(&format!("… and {} more; `fowlplay check {path}` lists them all.", findings.len() - LINES));
    }
    if session.referee().is_halted() {
        tell::line("Nothing can follow that line before it is mended: `amend R.L` changes it, `amend -R.L` deletes it.");
    }
    rounds::tell(session);
}

/// The last thing that is said.
pub fn goodbye(session: &Session) {
    let path = say::quoted(&clean(&session.path().display().to_string()));
    tell::line(&format!("All is saved in {path}. `fowlplay play {path}` goes on, `fowlplay score {path}` shows the score."));
}
