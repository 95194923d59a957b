//! Scores without the moves: what each player has of a round is asked for, one after another, and the round ends in its tally. A log
//! that keeps scores only is played so; `tally` ends a round so whose moves were recorded.

use super::{Outcome, command, dialog, input::Input, input::Typed, obey, screen, session::Session, step, wrong};
use crate::cli::{
    escape::{self, clean, clean_all},
    paint::{strong, wrap},
    say, sheet,
    tally::Parts,
};
use console::style;
use fowlplay::{
    actions::{self, Action, Done},
    referee::Refusal,
    table::{Progress, Sheet, and_list, capitalized},
};
use std::collections::BTreeMap;

/// How many rows are left for what is asked next.
pub const ASK: usize = 3;

/// What came of asking for a part.
enum Asked {
    /// There is more to ask.
    On,
    /// The same, and something else was told in between.
    Told,
    /// The round was counted.
    Counted,
    /// The first player's part was not wanted any more.
    GivenUp,
    /// The session is to end.
    Left,
}

/// Keeps the scores of a game until the session is to end; `counted` is to be the tally of its next round.
pub fn keep(session: &mut Session, input: &mut Input<'_>, counted: Option<Parts>) {
    greet(session);
    let mut parts = counted.unwrap_or_else(|| nothing(session));
    // What was typed of rounds, by how many are counted before each: it waits until those are counted again.
    let mut later: BTreeMap<usize, Vec<String>> = BTreeMap::new();
    let mut told = String::new();
    loop {
        if !session.asked_first {
            step::ask_who_is_first(session, input);
        }
        let heading = heading(session);
        if told != heading {
            dialog::tell(&heading);
            told = heading;
        }
        let (before, typed) = (self::counted(session), parts.typed().collect::<Vec<_>>());
        let asked = if session.referee().progress() == Progress::GameOver {
            after_the_game(session, input, &mut parts)
        } else {
            ask(session, input, &mut parts)
        };
        match asked {
            Asked::Left => return input.keep(parts.typed().chain(later.into_values().flatten())),
            Asked::Counted => parts = nothing(session),
            Asked::Told => told.clear(),
            Asked::On | Asked::GivenUp => {}
        }
        let now = self::counted(session);
        if now < before && !typed.is_empty() {
            later.insert(before, typed);
        } else if now > before
            && let Some(typed) = later.remove(&now)
        {
            parts.begin_with(&typed);
        }
    }
}

/// `tally`
pub fn tally(session: &mut Session, input: &mut Input<'_>) -> Outcome {
    if session.referee().progress() == Progress::GameOver {
        return wrong("The game is over: there is no round to count.");
    }
    // What came with the word was typed before anything was asked: it is offered, line by line.
    input.hold();
    out!("{}", Parts::form(session.book()));
    let mut parts = nothing(session);
    loop {
        match ask(session, input, &mut parts) {
            Asked::On | Asked::Told => {}
            Asked::Counted => return Outcome::Told,
            Asked::Left => {
                input.keep(parts.typed());
                return Outcome::Left;
            }
            Asked::GivenUp => return wrong("Nothing was counted."),
        }
    }
}

/// Shows how the game stands: the round that was counted last, the sums, who leads or won. Where that leaves no room for so many rows
/// below, the sums alone.
pub fn show(session: &Session, below: usize) {
    let (book, sheet) = (session.book(), session.referee().sheet());
    let rounds = counted(session);
    out!("\n{}", style("─".repeat(crate::cli::paint::width().min(80))).dim());
    let Some(last) = rounds.checked_sub(1) else { return };
    let stands = if sheet.complete { sheet::verdict(&sheet) } else { standing(&sheet) };
    let whole = format!("{}\n\n{stands}", sheet::rounds(&sheet, book, last..rounds));
    if dialog::rows(&whole) + below <= dialog::window().0 {
        out!("{whole}");
    } else {
        let more = wrap("`score` shows what each round paid.", "", "");
        out!("{}\n\n{stands}\n{more}", sheet::sums(&sheet, book, rounds));
    }
}

/// Who has the most so far, and what else is to be said.
fn standing(sheet: &Sheet) -> String {
    let leading = sheet.leading();
    let most = leading.first().map(|player| player.total.to_string()).unwrap_or_default();
    let names: Vec<&str> = leading.iter().map(|player| player.name.as_str()).collect();
    let names = and_list(clean_all(&names));
    let verb = if leading.len() == 1 { "leads" } else { "are level" };
    let notes = sheet.notes.iter().map(|note| wrap(&clean(note), "", ""));
    [strong(&format!("{names} {verb} with {most}."))].into_iter().chain(notes).collect::<Vec<_>>().join("\n")
}

/// The first thing that is said: which game, how a round is typed, how to leave.
fn greet(session: &Session) {
    let path = escape::path(session.path());
    dialog::tell(&format!(
        "{}: {}. Scores only; each round is saved to {path} as soon as it is counted.",
        strong(session.book().title),
        clean_all(session.referee().players().names()).join(", ")
    ));
    how(session);
    if counted(session) > 0 {
        show(session, ASK);
    }
    if session.referee().halted().is_some() {
        dialog::tell("The log stops being judged at a step that can't have happened: mend it first with `amend`.");
    }
}

/// How a round is typed, and which words the session knows.
fn how(session: &Session) {
    out!("{}", Parts::form(session.book()));
    dialog::tell(
        "`undo` takes the last round back to be edited, `score` shows all rounds, `note TEXT` keeps a note, `rules` reads the rule \
         book, `help words` lists all words, `quit` leaves.",
    );
}

/// `Round 2: Bo deals.`
fn heading(session: &Session) -> String {
    let (book, referee) = (session.book(), session.referee());
    if referee.progress() == Progress::GameOver {
        return "The game is over. `undo` takes the last round back, `note TEXT` adds a note, `quit` leaves.".to_owned();
    }
    // In the first round it was just said.
    let example = if counted(session) > 0 { format!(" A line for each player, as: `{}`", book.tally) } else { String::new() };
    format!("{}.{example}", capitalized(&clean(&referee.counted_next(session.first()))))
}

/// The round that is asked for: `round 2`.
fn round(session: &Session) -> String {
    format!("{} {}", session.book().round, counted(session) + 1)
}

/// How many rounds are over.
fn counted(session: &Session) -> usize {
    let rounds = session.referee().log().rounds().len();
    rounds - usize::from(session.referee().progress() == Progress::Underway).min(rounds)
}

/// Nothing was typed for anybody yet.
fn nothing(session: &Session) -> Parts {
    Parts::of(session.referee().players().names())
}

/// Asks for the part of the player whose turn it is, or records the round if all are there.
fn ask(session: &mut Session, input: &mut Input<'_>, parts: &mut Parts) -> Asked {
    let Some((name, text)) = parts.asked() else { return record(session, input, parts) };
    let (prompt, text) = (format!("{}, {}: ", clean(name), round(session)), text.to_owned());
    match input.part(&prompt, &text, || session.is_changed()) {
        Typed::Line(line) => word(session, input, parts, &line).unwrap_or_else(|| enter(session, input, parts, &line)),
        Typed::Back if parts.back() => Asked::On,
        Typed::Back | Typed::Cancelled => Asked::GivenUp,
        other => otherwise(session, parts, &other),
    }
}

/// Goes on where something else than a line came.
fn otherwise(session: &mut Session, parts: &mut Parts, typed: &Typed) -> Asked {
    let before = tallies(session);
    match typed {
        Typed::Leave => return Asked::Left,
        Typed::Resized => screen::show(session),
        Typed::Changed => step::go_on_with_the_file(session),
        _ => return Asked::On,
    }
    if tallies(session) != before {
        *parts = nothing(session);
    }
    Asked::Told
}

/// Takes a player's part.
fn enter(session: &Session, input: &mut Input<'_>, parts: &mut Parts, line: &str) -> Asked {
    if let Err(refusal) = parts.enter(line, &|texts: &[&str]| session.preview(&tallied(session, texts))) {
        refused(session, input, &refusal);
    }
    Asked::On
}

/// The tally of a round, as it is typed.
fn tallied(session: &Session, texts: &[&str]) -> Action {
    Action::Tally { players: texts.iter().map(|&text| text.to_owned()).collect(), first: session.first().map(str::to_owned) }
}

/// Says why a part or a round can't be counted. What came after it waits.
fn refused(session: &Session, input: &mut Input<'_>, refusal: &Refusal) {
    input.hold();
    out!("{}", say::refusal(refusal, session.book()));
    match refusal {
        Refusal::Foul { actor: Some(_), .. } => {
            dialog::tell("Mend the line; or type `overrule REASON` if the table lets it count as it is.");
        }
        Refusal::Foul { .. } => dialog::tell("Mend the lines: Enter alone leaves one as it is."),
        _ => {}
    }
}

/// Counts the round, and saves it.
fn record(session: &mut Session, input: &mut Input<'_>, parts: &mut Parts) -> Asked {
    loop {
        let counted = parts.counted(&|texts: &[&str]| session.preview(&tallied(session, texts)));
        let refusal = match counted {
            Ok(counted) => {
                if save(session, input, counted) {
                    return Asked::Counted;
                }
                parts.back();
                return Asked::On;
            }
            Err(refusal) => refusal,
        };
        let chosen = match &refusal {
            Refusal::ChooseFirst { question, players } => input.pick(question, players),
            Refusal::Foul { verdict, .. } if !verdict.alternatives.is_empty() => {
                dialog::tell(&clean(&verdict.message));
                input.pick("Which is it?", &verdict.alternatives)
            }
            _ => None,
        };
        match (&refusal, chosen) {
            (Refusal::ChooseFirst { .. }, Some(name)) => session.choose_first(name),
            (_, Some(part)) => parts.replace(part),
            (_, None) => {
                parts.refused(&refusal);
                refused(session, input, &refusal);
                return Asked::On;
            }
        }
    }
}

/// Saves a round that was counted; then says what came of it.
fn save(session: &mut Session, input: &mut Input<'_>, counted: actions::Outcome) -> bool {
    if !session.referee().log().is_kept_by_scores() {
        return step::enter(session, input, counted) == Outcome::Entered;
    }
    if !step::commit(session, &counted) {
        return false;
    }
    show(session, ASK);
    let Done::Tallied(recorded, _) = counted.done else { return true };
    for entered in recorded.entered() {
        if let Some(verdict) = entered.overruled {
            dialog::tell(&format!("Let stand: {}.", clean(&verdict.message)));
        }
    }
    true
}

/// Obeys a line that is a word of the session, or a note; none if it is neither.
fn word(session: &mut Session, input: &mut Input<'_>, parts: &mut Parts, line: &str) -> Option<Asked> {
    let by_scores = session.referee().log().is_kept_by_scores();
    let before = tallies(session);
    let outcome = match command::read(line, session.book()) {
        None if line.trim().to_lowercase().starts_with("note ") => step::submit(session, input, line),
        None => return None,
        Some((word, reason)) if word == "overrule" => return Some(overrule(session, input, parts, reason)),
        Some((word, _)) if ["back", "forward", "now"].contains(&word.as_str()) => wrong(if by_scores {
            "There are no moves to look back to: `score` shows all rounds."
        } else {
            "Look back once the round is counted, or once Escape has given that up."
        }),
        Some((word, "")) if word == "?" || word == "tally" || (word == "help" && by_scores) => {
            how(session);
            Outcome::Told
        }
        Some((word, rest)) => obey(session, input, &word, rest),
    };
    let now = tallies(session);
    if now != before {
        *parts = nothing(session);
        // A tally that is taken back is there to be edited.
        if let Some(Some(taken)) = before.get(counted(session)) {
            parts.begin_with(taken);
        }
    }
    Some(if outcome == Outcome::Left { Asked::Left } else { Asked::Told })
}

/// Lets the part stand that was refused.
fn overrule(session: &Session, input: &mut Input<'_>, parts: &mut Parts, reason: &str) -> Asked {
    match parts.asked() {
        Some((_, text)) if !text.is_empty() && !reason.is_empty() => {
            let line = format!("{text} ! {reason}");
            enter(session, input, parts, &line)
        }
        _ => {
            dialog::tell("`overrule REASON` lets a line count that was refused just now.");
            Asked::On
        }
    }
}

/// The tally of each round.
fn tallies(session: &Session) -> Vec<Option<Vec<String>>> {
    let texts = |tally: &Vec<_>| tally.iter().map(ToString::to_string).collect();
    session.referee().log().rounds().iter().map(|round| round.tally.as_ref().map(texts)).collect()
}

/// Asks for a word or a note: nothing is counted any more.
fn after_the_game(session: &mut Session, input: &mut Input<'_>, parts: &mut Parts) -> Asked {
    match input.part("the game is over> ", "", || session.is_changed()) {
        Typed::Line(line) => word(session, input, parts, &line).unwrap_or_else(|| {
            if !line.trim().is_empty() {
                input.hold();
                dialog::tell("The game is over: nothing more is counted. `undo` takes the last round back to be edited.");
            }
            Asked::On
        }),
        other => otherwise(session, parts, &other),
    }
}
