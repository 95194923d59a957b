//! What the session shows: the table and the last lines of the log, the prompt; and how it greets.

use super::{dialog, scores, session::Session, step};
use crate::cli::{
    escape::{clean, clean_all},
    paint::{self, wrap},
    say,
};
use console::{Term, measure_text_width, style, truncate_str};
use fowlplay::{
    log::Place,
    referee::{Expected, Referee},
    table::{Progress, or_list},
};

/// How many lines of the log stand on screen.
const LINES: usize = 5;

/// Shows the table and the last lines.
pub fn show(session: &Session) {
    if session.referee().log().is_kept_by_scores() {
        return scores::show(session);
    }
    let width = usize::from(Term::stdout().size().1).clamp(20, 100);
    out!("\n{}", style("─".repeat(width.min(80))).dim());
    out!("{}", paint::zones(&session.referee().zones().open));
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
    let path = clean(&session.path().display().to_string()).into_owned();
    dialog::tell(&format!(
        "{}: {}. Each line is saved to {path} as you enter it.",
        style(session.book().title).bold(),
        clean_all(session.referee().players().names()).join(", ")
    ));
    dialog::tell(
        "Type what is played, or press Enter to choose from a menu. `?` says what is open, `help` \
                how to type steps short, `undo` takes back, `quit` leaves.",
    );
    show(session);
    let findings: Vec<_> = session.referee().findings().iter().filter(|finding| finding.is_foul()).collect();
    for finding in findings.iter().take(LINES) {
        out!("{}", say::finding(finding, session.book()));
    }
    if findings.len() > LINES {
        dialog::tell(&format!("… and {} more; `fowlplay check {path}` lists them all.", findings.len() - LINES));
    }
    if session.referee().halted().is_some() {
        dialog::tell("Nothing can follow that line before it is mended: `amend R.L` changes it, `amend -R.L` deletes it.");
    }
    step::tell_progress(session);
}

/// A prompt longer than this stands on a line of its own, so that there is room to type.
const WIDEST: usize = 44;

/// What is asked, and what Enter alone answers.
pub struct Prompt {
    /// What stands on the line above, where it would leave no room to type.
    pub above: Option<String>,
    /// What stands before the typed line.
    pub raw: String,
    /// The same in colours.
    pub styled: String,
    /// The line that Enter takes, if there is just one thing to do.
    pub default: Option<String>,
}

/// The prompt for a table as it stands.
pub fn prompt(table: &dyn Referee) -> Prompt {
    let expected = table.expects();
    if let Some((actor, step)) = only_step(table, &expected) {
        let shown = (clean(&actor), clean(&step));
        return Prompt {
            above: None,
            raw: format!("{} [{}]> ", shown.0, shown.1),
            styled: format!("{} [{}]> ", bold(&shown.0), style(&shown.1).green()),
            default: Some(format!("{actor}: {step}")),
        };
    }
    if table.progress() == Progress::GameOver {
        let raw = "the game is over> ";
        return Prompt { above: None, raw: raw.into(), styled: style(raw).dim().to_string(), default: None };
    }
    if expected.iter().all(|expected| expected.actor.is_none()) {
        return of_the_table(table, &expected);
    }
    let groups = groups(&expected);
    let raw = groups.iter().map(|(names, verbs)| label(names, verbs)).collect::<Vec<_>>().join(" · ");
    if measure_text_width(&raw) > WIDEST {
        return Prompt { above: Some(raw), raw: "> ".into(), styled: "> ".into(), default: None };
    }
    let styled = groups.iter().map(|(names, verbs)| label(&bold(names), verbs)).collect::<Vec<_>>().join(" · ");
    Prompt { above: None, raw: format!("{raw}> "), styled: format!("{styled}> "), default: None }
}

/// What the table is to do is no player's, who would know: it is said in a line above.
fn of_the_table(table: &dyn Referee, expected: &[Expected]) -> Prompt {
    let lines: Vec<String> =
        table.options().into_iter().filter(|(actor, _)| actor.is_none()).flat_map(|(_, lines)| lines).collect();
    let above: Vec<String> = lines.iter().map(|line| wrap(&clean(line), "", "  ")).collect();
    let verbs: Vec<&str> = expected.iter().flat_map(|expected| expected.kinds.iter().copied()).collect();
    let raw = if verbs.is_empty() { "> ".to_owned() } else { format!("{}> ", or_list(&verbs)) };
    Prompt { above: Some(above.join("\n")).filter(|above| !above.is_empty()), styled: raw.clone(), raw, default: None }
}

/// The one thing there is to do, where all can see that it is. Where the table might go on without it, there is none.
fn only_step(table: &dyn Referee, expected: &[Expected]) -> Option<(String, String)> {
    if expected.is_empty() || expected.iter().any(|expected| expected.actor.is_none()) {
        return None;
    }
    table.only_step().map(|offer| (offer.actor, offer.step))
}

/// Players with the same choice together: their names and the verbs.
fn groups(expected: &[Expected]) -> Vec<(String, String)> {
    let mut groups: Vec<(&[&str], Vec<String>)> = Vec::new();
    for Expected { actor, kinds } in expected {
        let name = actor.as_deref().map(|name| clean(name).into_owned());
        match groups.iter_mut().find(|(verbs, names)| *verbs == &kinds[..] && !names.is_empty() && name.is_some()) {
            Some((_, names)) => names.extend(name),
            None => groups.push((kinds, name.into_iter().collect())),
        }
    }
    groups.into_iter().map(|(verbs, names)| (or_list(&names), or_list(verbs))).collect()
}

fn label(names: &str, verbs: &str) -> String {
    if names.is_empty() { verbs.to_owned() } else { format!("{names}: {verbs}") }
}

fn bold(text: &str) -> String {
    if text.is_empty() { String::new() } else { style(text).bold().to_string() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn expected(actor: Option<&str>, kinds: &[&'static str]) -> Expected {
        Expected { actor: actor.map(str::to_owned), kinds: kinds.to_vec() }
    }

    #[test]
    fn players_with_the_same_choice_stand_together() {
        let all = [
            expected(Some("Ada"), &["lay", "done"]),
            expected(Some("Bo"), &["lay", "done"]),
            expected(Some("Cy"), &["give"]),
            expected(None, &["reveal"]),
        ];
        let labels: Vec<String> = groups(&all).iter().map(|(names, verbs)| label(names, verbs)).collect();
        assert_eq!(labels, ["Ada or Bo: lay or done", "Cy: give", "reveal"]);
    }
}
