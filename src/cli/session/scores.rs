//! Keeps scores without moves: asks each player's part of a round, then records the tally. Logs that keep scores only are played
//! this way; `tally` ends a round with recorded moves so.

use super::{
    command,
    input::{Input, Typed},
    reply::{Outcome, Reply, Shown},
    screen,
    standing::counted,
    state::Session,
    step, words,
};
use crate::{
    actions::{self, Action, Done},
    cli::{
        prompt::parts::Parts,
        render::{
            paint::{strong, wrap},
            say,
        },
    },
    referee::Refusal,
    table::{
        Progress, capitalized,
        escape::{self, clean, clean_all},
    },
};
use std::collections::BTreeMap;

/// What came of asking for a part.
enum Asked {
    /// There is more to ask.
    On,
    /// The same, after something else was shown.
    Told,
    /// The round was counted.
    Counted,
    /// The first player's part was not wanted any more.
    GivenUp,
    /// The session is to end.
    Left,
}

/// That, and what is to be seen of it.
type Answer = (Asked, Shown);

/// Keeps the scores of a game until the session is to end; `counted` is to be the tally of its next round.
pub fn keep(session: &mut Session, input: &mut Input<'_>, counted: Option<Parts>) {
    greet(session, input);
    let mut parts = counted.unwrap_or_else(|| nothing(session));
    // What was typed of rounds, by how many are counted before each: it waits until those are counted again.
    let mut later: BTreeMap<usize, Vec<String>> = BTreeMap::new();
    let mut last_heading = String::new();
    loop {
        if !session.asked_first {
            step::ask_who_is_first(session, input);
        }
        let heading = heading(session);
        if last_heading != heading {
            screen::draw(session, input, Shown::Sentences(heading.clone()));
            last_heading = heading;
        }
        let (before, typed) = (self::counted(session), parts.typed().collect::<Vec<_>>());
        let asked = if session.referee().progress() == Progress::GameOver {
            after_the_game(session, input, &mut parts)
        } else {
            ask(session, input, &mut parts)
        };
        let (asked, shown) = asked;
        screen::draw(session, input, shown);
        match asked {
            Asked::Left => return input.keep(parts.typed().chain(later.into_values().flatten())),
            Asked::Counted => parts = nothing(session),
            Asked::Told => last_heading.clear(),
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
pub fn tally(session: &mut Session, input: &mut Input<'_>) -> Reply {
    if session.referee().progress() == Progress::GameOver {
        return Reply::usage("The game is over: there is no round to count.");
    }
    // What came with the word was typed before anything was asked: it is offered, line by line.
    input.hold();
    screen::draw(session, input, Shown::Lines(Parts::form(session.book())));
    let mut parts = nothing(session);
    loop {
        let (asked, shown) = ask(session, input, &mut parts);
        match asked {
            Asked::On | Asked::Told => screen::draw(session, input, shown),
            Asked::Counted => return Reply::done(shown),
            Asked::Left => {
                input.keep(parts.typed());
                return Reply::left();
            }
            Asked::GivenUp => return Reply::usage("Nothing was counted."),
        }
    }
}

/// The first thing that is said: which game, how a round is typed, how to leave.
fn greet(session: &Session, input: &mut Input<'_>) {
    let head = format!(
        "{}: {}. Scores only; each round is saved to {} as soon as it is counted.",
        strong(session.book().title),
        clean_all(session.referee().players().names()).join(", "),
        escape::path(session.path())
    );
    screen::draw(session, input, Shown::Lines(format!("{}\n{}", wrap(&head, "", ""), how(session))));
    if counted(session) > 0 {
        screen::draw(session, input, Shown::Table);
    }
    if session.referee().halted().is_some() {
        let mend = "The log stops being judged at a step that can't have happened: mend it first with `amend`.";
        screen::draw(session, input, Shown::Sentences(mend.to_owned()));
    }
}

/// How a round is typed, and which words the session knows.
fn how(session: &Session) -> String {
    let words = "`undo` takes the last round back to be edited, `score` shows all rounds, `note TEXT` keeps a note, `rules` reads the \
                 rule book, `help words` lists all words, `quit` leaves.";
    format!("{}\n{}", Parts::form(session.book()), wrap(words, "", ""))
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

/// Nothing was typed for anybody yet.
fn nothing(session: &Session) -> Parts {
    Parts::of(session.referee().players().names())
}

/// Asks for the part of the player whose turn it is, or records the round if all are there.
fn ask(session: &mut Session, input: &mut Input<'_>, parts: &mut Parts) -> Answer {
    let Some((name, text)) = parts.asked() else { return record(session, input, parts) };
    let (prompt, text) = (format!("{}, {}: ", clean(name), round(session)), text.to_owned());
    match input.part(&prompt, &text, || session.is_changed()) {
        Typed::Line(line) => word(session, input, parts, &line).unwrap_or_else(|| enter(session, input, parts, &line)),
        Typed::Back if parts.back() => (Asked::On, Shown::Nothing),
        Typed::Back | Typed::Cancelled => (Asked::GivenUp, Shown::Nothing),
        other => otherwise(session, parts, &other),
    }
}

/// Goes on where something else than a line came.
fn otherwise(session: &mut Session, parts: &mut Parts, typed: &Typed) -> Answer {
    let before = tallies(session);
    let shown = match typed {
        Typed::Leave => return (Asked::Left, Shown::Nothing),
        Typed::Resized => Shown::Table,
        Typed::Changed => step::go_on_with_the_file(session),
        _ => return (Asked::On, Shown::Nothing),
    };
    if tallies(session) != before {
        *parts = nothing(session);
    }
    (Asked::Told, shown)
}

/// Takes a player's part.
fn enter(session: &Session, input: &mut Input<'_>, parts: &mut Parts, line: &str) -> Answer {
    let shown = match parts.enter(line, &|texts: &[&str]| session.preview(&tallied(session, texts))) {
        Ok(()) => Shown::Nothing,
        Err(refusal) => refused(session, input, &refusal),
    };
    (Asked::On, shown)
}

/// The tally of a round, as it is typed.
fn tallied(session: &Session, texts: &[&str]) -> Action {
    Action::Tally { players: texts.iter().map(|&text| text.to_owned()).collect(), first: session.first().map(str::to_owned) }
}

/// Says why a part or a round can't be counted. What came after it waits.
fn refused(session: &Session, input: &mut Input<'_>, refusal: &Refusal) -> Shown {
    input.hold();
    let what_now = match refusal {
        Refusal::Foul { actor: Some(_), .. } => "Mend the line; or type `overrule REASON` if the table lets it count as it is.",
        Refusal::Foul { .. } => "Mend the lines: Enter alone leaves one as it is.",
        _ => return Shown::Lines(say::refusal(refusal, session.book())),
    };
    Shown::Lines(format!("{}\n{}", say::refusal(refusal, session.book()), wrap(what_now, "", "")))
}

/// Counts the round, and saves it.
fn record(session: &mut Session, input: &mut Input<'_>, parts: &mut Parts) -> Answer {
    loop {
        let counted = parts.counted(&|texts: &[&str]| session.preview(&tallied(session, texts)));
        let refusal = match counted {
            Ok(counted) => match save(session, counted) {
                Ok(shown) => return (Asked::Counted, shown),
                Err(shown) => {
                    parts.back();
                    return (Asked::On, shown);
                }
            },
            Err(refusal) => refusal,
        };
        let chosen = match &refusal {
            Refusal::ChooseFirst { question, players } => input.pick(question, players),
            Refusal::Foul { verdict, .. } if !verdict.alternatives.is_empty() => {
                input.pick_below(&wrap(&clean(&verdict.message), "", ""), "Which is it?", &verdict.alternatives)
            }
            _ => None,
        };
        match (&refusal, chosen) {
            (Refusal::ChooseFirst { .. }, Some(name)) => session.choose_first(name),
            (_, Some(part)) => parts.replace(part),
            (_, None) => {
                parts.refused(&refusal);
                return (Asked::On, refused(session, input, &refusal));
            }
        }
    }
}

/// Saves a round that was counted: what came of it, or why it could not be saved.
fn save(session: &mut Session, counted: actions::Outcome) -> Result<Shown, Shown> {
    if !session.referee().log().is_kept_by_scores() {
        let Reply { outcome, shown, .. } = step::enter(session, counted);
        return if outcome == Outcome::Entered { Ok(shown) } else { Err(shown) };
    }
    step::commit(session, &counted)?;
    let Done::Tallied(recorded, _) = counted.done else { return Ok(Shown::Table) };
    let let_stand = recorded.entered().filter_map(|entered| entered.overruled);
    let let_stand: Vec<String> = let_stand.map(|verdict| format!("Let stand: {}.", clean(&verdict.message))).collect();
    Ok(Shown::below(move || let_stand.iter().map(|text| wrap(text, "", "")).collect::<Vec<_>>().join("\n")))
}

/// Obeys a line that is a word of the session, or a note; none if it is neither.
fn word(session: &mut Session, input: &mut Input<'_>, parts: &mut Parts, line: &str) -> Option<Answer> {
    let by_scores = session.referee().log().is_kept_by_scores();
    let before = tallies(session);
    let Reply { outcome, shown, .. } = match command::read(line, session.book()) {
        None if line.trim().to_lowercase().starts_with("note ") => step::submit(session, input, line),
        None => return None,
        Some((word, reason)) if word == "overrule" => return Some(overrule(session, input, parts, reason)),
        Some((word, _)) if ["back", "forward", "now"].contains(&word.as_str()) => Reply::usage(if by_scores {
            "There are no moves to look back to: `score` shows all rounds."
        } else {
            "Look back once the round is counted, or once Escape has given that up."
        }),
        Some((word, "")) if word == "?" || word == "tally" || (word == "help" && by_scores) => {
            Reply::done(Shown::Lines(how(session)))
        }
        Some((word, rest)) => words::run_word(session, input, &word, rest),
    };
    let now = tallies(session);
    if now != before {
        *parts = nothing(session);
        // A tally that is taken back is there to be edited.
        if let Some(Some(taken)) = before.get(counted(session)) {
            parts.begin_with(taken);
        }
    }
    Some((if outcome == Outcome::Left { Asked::Left } else { Asked::Told }, shown))
}

/// Lets the part stand that was refused.
fn overrule(session: &Session, input: &mut Input<'_>, parts: &mut Parts, reason: &str) -> Answer {
    match parts.asked() {
        Some((_, text)) if !text.is_empty() && !reason.is_empty() => {
            let line = format!("{text} ! {reason}");
            enter(session, input, parts, &line)
        }
        _ => (Asked::On, Shown::Sentences("`overrule REASON` lets a line count that was refused just now.".to_owned())),
    }
}

/// The tally of each round.
fn tallies(session: &Session) -> Vec<Option<Vec<String>>> {
    let texts = |tally: &Vec<_>| tally.iter().map(ToString::to_string).collect();
    session.referee().log().rounds().iter().map(|round| round.tally.as_ref().map(texts)).collect()
}

/// Asks for a word or a note: nothing is counted any more.
fn after_the_game(session: &mut Session, input: &mut Input<'_>, parts: &mut Parts) -> Answer {
    match input.part("the game is over> ", "", || session.is_changed()) {
        Typed::Line(line) => word(session, input, parts, &line).unwrap_or_else(|| {
            if line.trim().is_empty() {
                return (Asked::On, Shown::Nothing);
            }
            input.hold();
            let text = "The game is over: nothing more is counted. `undo` takes the last round back to be edited.";
            (Asked::On, Shown::Sentences(text.to_owned()))
        }),
        other => otherwise(session, parts, &other),
    }
}
