//! Runs the session's commands: `undo`, `why`, `score` and the rest.

use super::{
    change,
    command_words::usage,
    input::SessionInput,
    look_back, position, queries,
    reply::{Reply, ReplyView},
    score_keeping,
    state::Session,
};
use crate::{actions::Action, table::Progress};
use std::num::NonZero;

/// Runs a session command other than `tally`.
pub(super) fn run(session: &mut Session, input: &mut SessionInput<'_>, word: &str, rest: &str) -> Reply {
    let is_rest = |words: &[&str]| words.iter().any(|word| rest.eq_ignore_ascii_case(word));
    let answer = match (word, rest) {
        ("quit" | "exit", "") => return Reply::quit(),
        ("undo", _) => {
            let count = if rest.is_empty() { Ok(session.last_input_changes()) } else { rest.parse() };
            return count.map_or_else(|_| usage(word), |count| change::carry_out(session, input, &session.undo(count)));
        }
        ("redo", "") => return change::carry_out(session, input, &Action::Redo { count: NonZero::<u32>::MIN }),
        ("back", _) => return look_back::back(session, rest),
        ("forward", _) => return look_back::forward(session, rest),
        ("now", "") => return look_back::now(session),
        ("amend" | "mend", "") => return usage(word),
        ("amend" | "mend", _) => {
            return match (rest.parse(), rest.strip_prefix('+')) {
                (Ok(round), None) => score_keeping::correct_round(session, input, round),
                (Ok(round), Some(_)) => score_keeping::insert_round(session, input, round),
                (Err(_), _) => change::amend(session, input, rest),
            };
        }
        ("first", _) => return change::first(session, input, rest),
        ("position", "") => return position::take_up(session, input),
        ("rule", _) => return change::rule(session, input, rest),
        ("overrule", _) => return change::overrule(session, input, rest),
        ("table", "") => return Reply::done(ReplyView::table(String::new)),
        ("?", _) | ("help", "") if session.next_referee().progress() == Progress::GameOver => Ok(queries::game_over()),
        ("?", "") => Ok(queries::options(session)),
        ("?", _) if is_rest(&["cards", "steps"]) => Ok(queries::legal_steps(session)),
        ("?", _) => return usage(word),
        ("why", _) => queries::why(session, rest),
        ("rules", _) => queries::rules(session, rest),
        ("help", _) if is_rest(&["words"]) => Ok(queries::help_commands()),
        ("help", "") => Ok(queries::help(session)),
        ("help", _) => Ok(queries::help_on(session, rest)),
        ("findings", "") => Ok(queries::findings(session)),
        ("memory", "") => Ok(queries::memory(session)),
        ("score", "") => Ok(queries::score(session)),
        ("log", "") => Ok(queries::log(session)),
        _ => return Reply::usage(format!("`{word}` takes no argument.")),
    };
    match answer {
        Ok(text) => Reply::done(ReplyView::Text(text)),
        Err(reason) => Reply::refused(ReplyView::Text(reason)),
    }
}
