//! `position`: takes the table up as it lies, where turns were not recorded. Each part is a line to edit, beginning with what the log
//! says; what differs is told before it is written.

use super::{
    change,
    input::Input,
    lost,
    reply::{Reply, View},
    state::Session,
    step,
};
use crate::{
    actions::{Action, Outcome},
    cli::{
        prompt::tally::TallyForm,
        render::{messages, style::wrap},
    },
    log::{position_parts, write_position},
    referee::{Refusal, TABLE},
    table::{Progress, capitalized, escape::clean},
};

/// `position`
pub fn take_up(session: &mut Session, input: &mut Input<'_>) -> Reply {
    if session.referee().progress() == Progress::GameOver {
        return Reply::usage("The game is over: nothing lies there to go on with.");
    }
    let standing = session.referee().position(false);
    let before = standing.as_ref().map(|standing| standing.parts.clone()).unwrap_or_default();
    let mut form = empty_form(session.referee().players().names());
    form.prefill(&before);
    let mut above = usage(
        &standing
            .as_ref()
            .filter(|standing| standing.is_earlier)
            .map_or_else(String::new, |standing| format!(" This is the table before {}, where the turn began.", standing.at)),
    );
    while let Some((name, text)) = form.current() {
        // Where nothing lies, there is nothing to empty before one types.
        let (is_nothing, prompt) = (text == "-", format!("{}: ", capitalized(&clean(name))));
        let text = if is_nothing { String::new() } else { text.to_owned() };
        let Some(mut line) = input.ask_or_skip(&std::mem::take(&mut above), &prompt, &text, None) else {
            return change::nothing_changed();
        };
        if is_nothing && line.is_empty() {
            "-".clone_into(&mut line);
        }
        // What another part says may mend whatever can't be read or lie there; only what can't be read is told at once.
        let count = |texts: &[&str]| {
            let refusal = preview(session, texts).err();
            refusal.filter(|refusal| matches!(refusal, Refusal::Unparsed { .. })).map_or(Ok(()), Err)
        };
        if let Err(refusal) = form.enter(&line, &count) {
            above = messages::refusal(&refusal, session.book());
        }
        if form.current().is_some() {
            continue;
        }
        match form.count(&|texts: &[&str]| preview(session, texts)) {
            Ok(outcome) => return write(session, input, outcome, &before),
            Err(mut refusal) => {
                form.go_to_error(&refusal);
                session.clauses.cite_refusal(&mut refusal);
                above = messages::refusal(&refusal, session.book());
            }
        }
    }
    change::nothing_changed()
}

/// A form with a line for each player and one for the table.
pub fn empty_form(names: &[String]) -> TallyForm {
    TallyForm::of(&[names, &[TABLE.to_owned()]].concat())
}

/// How the parts are typed.
pub fn usage(more: &str) -> String {
    let usage = "The table as it lies: what is open before each player in the words of `tally`, then what lies in the middle. \
                 Enter alone leaves a line as it is, Escape all of them; `fowlplay man format` has the notation.";
    wrap(&format!("{usage}{more}"), "", "")
}

/// What recording the parts would do.
fn preview(session: &Session, texts: &[&str]) -> Result<Outcome, Refusal> {
    let first = session.first().map(str::to_owned);
    let refused = |refusal| of_part(refusal, texts);
    session.preview(&Action::Record { lines: vec![write_position(texts)], first }).map_err(refused)
}

/// A refusal of a whole position, as one of the part in which its error is.
fn of_part(refusal: Refusal, texts: &[&str]) -> Refusal {
    let Refusal::Unparsed { line, range, problem, expected, options } = refusal else { return refusal };
    let parts = position_parts(&line).unwrap_or_default();
    let found = parts.iter().zip(texts).find(|(part, _)| part.range.contains(&range.start));
    let (line, range) =
        found.map_or((line.clone(), range.clone()), |(part, text)| ((*text).to_owned(), part.own_range(&line, &range)));
    Refusal::Unparsed { line, range, problem, expected, options }
}

/// Tells what differs from the log, asks, and records.
fn write(session: &mut Session, input: &mut Input<'_>, outcome: Outcome, before: &[String]) -> Reply {
    let now = outcome.log.line(outcome.log.end()).map(|line| line.text.to_string()).unwrap_or_default();
    let now: Vec<String> = position_parts(&now).unwrap_or_default().into_iter().map(|part| part.text).collect();
    if !before.is_empty() && now == before {
        return Reply::done(View::Sentences("The log says the same: nothing is written.".to_owned()));
    }
    let missing = match lost::offer_missing(session, input, &now) {
        Ok(reply) => return reply,
        Err(missing) => Some(missing).filter(|missing| !missing.is_empty()),
    };
    let was = |part: &String| {
        let name = part.split_once(':').map_or("", |(name, _)| name);
        before.iter().find(|other| other.split_once(':').is_some_and(|(other, _)| other == name))
    };
    let differs = now.iter().filter_map(|part| {
        let was = was(part);
        let was = was.map_or(Some(String::new()), |was| (was != part).then(|| format!(", was {}", clean(was))));
        Some(wrap(&format!("{}{}", clean(part), was?), "", "  "))
    });
    let told = std::iter::once("The table as it would stand in the log:".to_owned());
    let told = told.chain(differs).chain(missing).collect::<Vec<_>>().join("\n");
    let answers = ["yes, go on from here", "no, leave the log as it is"].map(str::to_owned);
    if !input.agrees(&told, "Write it?", &answers) {
        return change::nothing_changed();
    }
    step::enter(session, outcome)
}
