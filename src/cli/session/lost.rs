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
    referee::MissingTurns,
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
        Some(0) => position::take_up(session, input, Goal::Turns),
        Some(_) => position::take_up(session, input, Goal::Table),
        None => change::nothing_changed(),
    }
}

/// What a table wants that says how it lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// To go on from there.
    Table,
    /// To record the turns that led there.
    Turns,
}

/// How the missing turns are typed; without the table as it lies, the menu has all that is open.
pub fn type_missing(mut told: Vec<String>, is_narrowed: bool) -> Reply {
    let menu = if is_narrowed {
        "Enter alone opens the menu, which has only what leads to what lies there now"
    } else {
        "`?` says what is open, Enter alone opens the menu"
    };
    let how = format!("Type the missing turns as they were played, the earliest first. {menu}; `undo` takes a wrong one back.");
    told.push(wrap(&how, "", ""));
    Reply::done(View::Lines(told.join("\n")))
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

/// Offers turns that alone lead to the table as it lies, and records them; none if they are declined.
pub fn offer_missing(session: &mut Session, input: &mut Input<'_>, turns: &MissingTurns) -> Option<Reply> {
    let lines = &turns.lines;
    let first = session.first().map(str::to_owned);
    let action = Action::Record { lines: lines.iter().map(|line| line.line.clone()).collect(), first };
    let outcome = session.preview(&action).ok()?;
    let told = std::iter::once(wrap(turns.told(), "", ""));
    let told: Vec<String> = told.chain(lines.iter().map(|line| wrap(&clean(&line.description), "  ", "    "))).collect();
    let answers = ["yes, record that", "no, something else was played"].map(str::to_owned);
    input.agrees(&told.join("\n"), "Was it played so?", &answers).then(|| step::enter(session, outcome))
}
