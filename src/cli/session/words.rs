//! Runs the words of the session, except `tally`, which prompts by itself.

use super::{
    change,
    input::Input,
    look, past,
    reply::{Reply, Shown},
    state::Session,
};
use crate::cli::render::rules;

/// Does what a word of the session says.
pub fn run_word(session: &mut Session, input: &mut Input<'_>, word: &str, rest: &str) -> Reply {
    let is = |words: &[&str]| words.iter().any(|known| rest.eq_ignore_ascii_case(known));
    let text = match (word, rest) {
        ("quit" | "exit", "") => return Reply::left(),
        ("undo", "") => return change::undo(session, session.lines_of_input()),
        ("undo", _) => match rest.parse() {
            Ok(changes) => return change::undo(session, changes),
            Err(_) => return Reply::usage("`undo` takes back the latest change, `undo 3` the latest three."),
        },
        ("redo", "") => return change::redo(session),
        ("back", _) => return past::back(session, rest),
        ("forward", _) => return past::forward(session, rest),
        ("now", "") => return past::now(session),
        ("amend", "") => {
            return Reply::usage(
                "Say which line: `amend 1.4` to change line 4 of round 1, `amend -1.4` to delete it, `amend +1.4 LINE` to insert \
                 one before it.",
            );
        }
        ("amend", _) => return change::amend(session, input, rest),
        ("rule", _) if !rest.is_empty() => return change::rule(session, input, rest),
        ("overrule", _) => return change::overrule(session, input, rest),
        ("table", "") => {
            return Reply::done(Shown::Table);
        }
        ("?", "") => Ok(look::described(session)),
        ("?", _) if is(&["cards", "steps"]) => Ok(look::steps(session)),
        ("?", _) => return Reply::usage("`?` says what is open now, `? cards` lists every legal step."),
        ("why", _) => look::why(session, rest),
        ("rule", _) => Ok(rules::all_in_force(session.referee(), "`rule KEY`")),
        ("rules", _) => look::rules(session, rest),
        ("help", _) if is(&["words"]) => Ok(look::words()),
        ("help", "") => Ok(look::help(session)),
        ("help", _) => Ok(look::help_on(session, rest)),
        ("findings", "") => Ok(look::findings(session)),
        ("memory", "") => Ok(look::memory(session)),
        ("score", "") => Ok(look::score(session)),
        ("log", "") => Ok(look::log(session)),
        _ => return Reply::usage(format!("`{word}` stands alone.")),
    };
    match text {
        Ok(text) => Reply::done(Shown::Pages(text)),
        Err(why_not) => Reply::refused(Shown::Pages(why_not)),
    }
}
