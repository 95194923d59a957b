//! `lost`: for a table that lost track. Says what was recorded last, and goes on with the turns that are missing, or with the table as
//! it lies.

use super::{
    change,
    input::Input,
    position,
    reply::{Reply, View},
    screen,
    state::Session,
    step,
};
use crate::{
    actions::Action,
    cli::render::style::wrap,
    referee::{MOST_STATES, Missing},
    table::{Progress, escape::clean, or_list},
};

/// `lost`
pub fn lost(session: &mut Session, input: &mut Input<'_>) -> Reply {
    if session.referee().progress() == Progress::GameOver {
        return Reply::usage("The game is over: no turn is missing.");
    }
    let question = format!("{} How do you go on?", recorded_last(session));
    let answers = ["with the missing turns, one by one", "with the table as it lies"].map(str::to_owned);
    match screen::choose(session, input, &question, &answers, "") {
        Some(0) => Reply::done(View::Sentences(
            "Type the missing turns as they were played, the earliest first. `?` says what is open, Enter alone opens the menu, \
             `undo` takes a wrong one back."
                .to_owned(),
        )),
        Some(_) => position::take_up(session, input),
        None => change::nothing_changed(),
    }
}

/// What was recorded last, and whose turn it would be then.
fn recorded_last(session: &Session) -> String {
    let (log, table) = (session.referee().log(), session.table());
    let (end, open) = (log.end(), table.expects());
    let last = match log.line(end) {
        Some(line) => format!("The last line is {end} {}", clean(&line.text)),
        None => "Nothing is recorded yet".to_owned(),
    };
    let names: Vec<String> = open.iter().filter_map(|open| Some(clean(open.actor.as_deref()?).into_owned())).collect();
    match &names[..] {
        [] => format!("{last}."),
        [name] => format!("{last}. Now it would be {name}'s turn."),
        names => format!("{last}. Now {} would act.", or_list(names)),
    }
}

/// Offers the turns that alone lead to the table as it lies, and records them.
///
/// # Errors
/// What there is to say of the missing turns, if they are not recorded: perhaps nothing.
pub fn offer_missing(session: &mut Session, input: &mut Input<'_>, parts: &[String]) -> Result<Reply, String> {
    let parts: Vec<&str> = parts.iter().map(String::as_str).collect();
    let lines = match session.table().missing_turns(&parts, MOST_STATES) {
        Missing::Turns(lines) => lines,
        Missing::Several(_) => {
            let told = "Several sequences of steps lead from the log to what lies there; it doesn't tell which was played.";
            return Err(wrap(told, "", ""));
        }
        Missing::Unknown => return Err(String::new()),
    };
    let first = session.first().map(str::to_owned);
    let action = Action::Record { lines: lines.iter().map(|line| line.line.clone()).collect(), first };
    let Ok(outcome) = session.preview(&action) else { return Err(String::new()) };
    let told = std::iter::once("Only this leads from the log to what lies there:".to_owned());
    let told: Vec<String> = told.chain(lines.iter().map(|line| wrap(&clean(&line.description), "  ", "    "))).collect();
    let answers = ["yes, record that", "no, take the table as it lies"].map(str::to_owned);
    if input.agrees(&told.join("\n"), "Was it played so?", &answers) {
        Ok(step::enter(session, outcome))
    } else {
        Err(String::new())
    }
}
