//! `position`: takes up the table as the user states it, part by part. Shows the differences before writing them.

use super::{
    change,
    input::SessionInput,
    record_line,
    reply::{Reply, ReplyView},
    state::Session,
};
use crate::{
    actions::{Action, Outcome},
    cli::{
        prompt::parts_form::PartsForm,
        render::{messages, style::wrap},
    },
    log::{position_parts, write_position},
    referee::{MissingTurn, ONLY_TURN, PartDiff, PositionReport, Refusal, TABLE, report_position},
    table::{Book, Progress, capitalized, escape::clean},
};

/// Asks for each part of the position, and records the position.
pub(crate) fn take_up(session: &mut Session, input: &mut SessionInput<'_>) -> Reply {
    if session.referee().progress() == Progress::GameOver {
        return Reply::usage("The game is over: nothing lies there to go on with.");
    }
    let position = session.referee().position(false);
    let old_parts = position.as_ref().map(|position| position.parts.clone()).unwrap_or_default();
    let mut form = empty_form(session.referee().players().names());
    form.prefill(&old_parts);
    let earlier_position = position.as_ref().filter(|position| position.is_earlier);
    let note = earlier_position
        .map_or_else(String::new, |position| format!(" This is the table before {}, where the turn began.", position.at));
    let mut above = usage(session.book(), session.referee().players().names(), &note);
    while let Some((name, text)) = form.current() {
        // Offer an empty line instead of `-`, so that the user need not delete it.
        let (is_empty, prompt) = (text == "-", format!("{}: ", capitalized(&clean(name))));
        let text = if is_empty { String::new() } else { text.to_owned() };
        let Some(mut line) = input.ask_or_skip(&std::mem::take(&mut above), &prompt, &text, None) else {
            return change::nothing_changed();
        };
        if is_empty && line.is_empty() {
            "-".clone_into(&mut line);
        }
        // A later part may make the position possible, so only a part that can't be parsed is refused at once.
        let count = |texts: &[&str]| {
            let refusal = preview(session, texts).err();
            refusal.filter(|refusal| matches!(refusal, Refusal::Unparsed { .. })).map_or(Ok(()), Err)
        };
        if let Err(refusal) = form.set_part(&line, &count) {
            above = messages::refusal(&refusal);
        }
        if form.current().is_some() {
            continue;
        }
        match form.count(&|texts: &[&str]| preview(session, texts)) {
            Ok(outcome) => return write(session, input, outcome),
            Err(refusal) => {
                form.go_to_error(&refusal);
                above = messages::refusal(&refusal);
            }
        }
    }
    change::nothing_changed()
}

pub(crate) fn empty_form(names: &[String]) -> PartsForm {
    PartsForm::of(&[names, &[TABLE.to_owned()]].concat())
}

/// The usage of the parts, then the sentence `note`, then an example of this game with these players.
pub(crate) fn usage(book: &Book, names: &[String], note: &str) -> String {
    let usage = "The table as it lies: what is open before each player, then what lies in the middle. \
                 Enter alone leaves a line as it is, Escape all of them; `fowlplay man format` has the notation.";
    let names: Vec<_> = names.iter().map(|name| clean(name)).collect();
    let [player, table] = book.position_example.map(|example| example.replace("NAME", names.last().map_or("NAME", |name| name)));
    let first_name = names.first().map_or("NAME", |name| name);
    let example = |name: &str, text: &str| wrap(&format!("{name}: {text}"), "  ", "    ");
    let heading = "For example, each piece if it is so:";
    [wrap(&format!("{usage}{note}"), "", ""), heading.to_owned(), example(first_name, &player), example("Table", &table)]
        .join("\n")
}

fn preview(session: &Session, texts: &[&str]) -> Result<Outcome, Refusal> {
    let first = session.first().map(str::to_owned);
    let to_part = |refusal| refusal_of_part(refusal, texts);
    session.preview(&Action::Record { lines: vec![write_position(texts)], first }).map_err(to_part)
}

/// Turns the refusal of a whole position into a refusal of the part with the error.
fn refusal_of_part(refusal: Refusal, texts: &[&str]) -> Refusal {
    let Refusal::Unparsed { line, range, problem, expected, options } = refusal else { return refusal };
    let parts = position_parts(&line).unwrap_or_default();
    let part_and_text = parts.iter().zip(texts).find(|(part, _)| part.range.contains(&range.start));
    let (line, range) =
        part_and_text.map_or((line.clone(), range.clone()), |(part, text)| ((*text).to_owned(), part.own_range(&line, &range)));
    Refusal::Unparsed { line, range, problem, expected, options }
}

fn write(session: &mut Session, input: &mut SessionInput<'_>, outcome: Outcome) -> Reply {
    let PositionReport { differs: diffs, missing, .. } = report_position(session.next_referee().as_ref(), &outcome.log);
    if diffs.is_empty() {
        return Reply::done(ReplyView::sentences("The log says the same: nothing is missing, and nothing is written."));
    }
    if let Some(turn) = &missing
        && let Some(reply) = offer_missing(session, input, turn)
    {
        return reply;
    }
    let diffs = diffs.into_iter().map(|PartDiff { part, was }| {
        let now_line = wrap(&clean(&part), "  is   ", "       ");
        was.map_or_else(|| now_line.clone(), |was| format!("{now_line}\n{}", wrap(&clean(&was), "  was  ", "       ")))
    });
    let above = std::iter::once("The table as it would stand in the log:".to_owned());
    let above = above.chain(diffs).collect::<Vec<_>>().join("\n");
    let answers = ["yes, go on from here", "no, leave the log as it is"].map(str::to_owned);
    if !input.agrees(&above, "Write it?", &answers) {
        return change::nothing_changed();
    }
    record_line::save_recorded(session, outcome)
}

/// Offers the only turn that leads to the stated table, and records it. Returns `None` if the user declines.
fn offer_missing(session: &mut Session, input: &mut SessionInput<'_>, turn: &MissingTurn) -> Option<Reply> {
    let action = Action::Record { lines: vec![turn.line.clone()], first: session.first().map(str::to_owned) };
    let outcome = session.preview(&action).ok()?;
    let above = [wrap(ONLY_TURN, "", ""), wrap(&clean(&turn.description), "  ", "    ")].join("\n");
    let answers = ["yes, record that", "no, something else was played"].map(str::to_owned);
    input.agrees(&above, "Was it played so?", &answers).then(|| record_line::save_recorded(session, outcome))
}
