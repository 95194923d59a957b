//! `lost`: for a table that lost track. Says what was recorded last, and goes on with the turns that are missing, or with the table as
//! it lies.

use super::{change, input::Input, position, reply::Reply, screen, state::Session};
use crate::table::{Progress, escape::clean, or_list};

/// `lost`
pub fn lost(session: &mut Session, input: &mut Input<'_>) -> Reply {
    if session.referee().progress() == Progress::GameOver {
        return Reply::usage("The game is over: no turn is missing.");
    }
    let question = format!("{} How do you go on?", recorded_last(session));
    let answers = ["with the missing turns, one by one", "with the table as it lies"].map(str::to_owned);
    match screen::choose(session, input, &question, &answers, "") {
        Some(0) => position::take_up(session, input, position::Goal::Turns),
        Some(_) => position::take_up(session, input, position::Goal::Table),
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
