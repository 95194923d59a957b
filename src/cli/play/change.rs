//! Changes further back: undo, redo, amend, table rules, overruling.

use super::{ask, frame, input::Input, rounds, session::Session, step, tell};
use crate::cli::{amend, escape::clean, paint::wrap, rule, say};
use fowlplay::{
    log::{Place, Spot},
    referee::{Amended, Edit, Refusal},
};
use jiff::Timestamp;

/// `undo [N]`
pub fn undo(session: &mut Session, lines: u32) {
    match session.referee().log().take_back(lines, Timestamp::now()) {
        Ok((log, taken)) => {
            if step::save(session, log) {
                frame::show(session);
                let it = if taken.len() > 1 { "them" } else { "it" };
                for taken in taken {
                    out!("taken back: {} {}", taken.place, clean(&taken.text));
                }
                out!("`redo` brings {it} back.");
            }
        }
        Err(error) => tell::line(&clean(&error.to_string())),
    }
}

/// `redo`
pub fn redo(session: &mut Session) {
    match session.referee().log().bring_back(Timestamp::now()) {
        Ok((log, brought)) => {
            if step::save(session, log) {
                frame::show(session);
                for brought in brought {
                    out!("brought back: {} {}", brought.place, clean(&brought.text));
                }
                rounds::tell(session);
            }
        }
        Err(error) => tell::line(&clean(&error.to_string())),
    }
}

/// `amend EDIT`: without a line it is asked for, with the old text there to begin with.
pub fn amend(session: &mut Session, input: &mut Input, edit: &str) {
    match read_edit(edit) {
        Ok(Asked::Edit(edit)) => {
            let done = amend::done(&edit);
            let amended = amended(session, input, edit);
            change(session, amended, &done);
        }
        Ok(Asked::Line(place)) => ask_line(session, input, place),
        Err(usage) => tell::line(&usage),
    }
}

/// Asks for the new text of a line, until it can be read or is given up.
fn ask_line(session: &mut Session, input: &mut Input, place: Place) {
    let Some(old) = session.referee().log().line(place).map(|line| line.text.to_string()) else {
        out!("There is no line {place}; `log` shows them all.");
        return;
    };
    let shown = clean(&old).into_owned();
    let mut text = shown.clone();
    tell::line(&format!("Line {place} as it should be (Ctrl-C leaves it as it is):"));
    loop {
        let Some(line) = input.ask(&format!("{place} "), &text).filter(|line| *line != shown) else {
            out!("Nothing was changed.");
            return;
        };
        match amended(session, input, Edit::Replace(place, line.clone())) {
            Err(refusal @ Refusal::Misread { .. }) => {
                out!("{}", say::refusal(&refusal, Some(session.book())));
                text = line;
            }
            amended => return change(session, amended, &amend::done(&Edit::Replace(place, line))),
        }
    }
}

/// Judges an edit, and asks what has to be asked for it.
fn amended(session: &Session, input: &mut Input, edit: Edit) -> Result<Amended, Refusal> {
    let mut edits = [edit];
    let mut amended = session.referee().amend(&edits, None);
    while let Err(Refusal::Unclear { question, options, .. }) = &amended {
        let Some(chosen) = ask::one_of(&tell::question(question), options, 0).and_then(|chosen| options.get(chosen)) else {
            return Err(Refusal::Cannot("Nothing was changed.".to_owned()));
        };
        if let [Edit::Replace(_, line) | Edit::Insert(_, line)] = &mut edits {
            line.clone_from(chosen);
        }
        amended = session.referee().amend(&edits, None);
    }
    let Err(Refusal::LaterIllegal(later)) = &amended else { return amended };
    out!("After this, later lines break a rule:");
    for finding in later {
        out!("{}", say::finding(finding, None, session.book()));
    }
    out!("Why does the table let them stand? (Enter alone changes nothing)");
    match input.ask("reason> ", "") {
        Some(reason) => session.referee().amend(&edits, Some(&reason)),
        None => Err(Refusal::Cannot("Nothing was changed.".to_owned())),
    }
}

/// `rule key=value…`
pub fn rule(session: &mut Session, changes: &str) {
    if changes.is_empty() {
        out!("The table rules of this game:");
        for (key, value, usual) in session.referee().rules_in_force() {
            let meaning = session.book().rule(key).map(|rule| rule.meaning).unwrap_or_default();
            let mark = if usual { "" } else { " (changed)" };
            out!("{}", wrap(&format!("{key}={}{mark}  {meaning}", clean(&value)), "  ", "    "));
        }
        return;
    }
    let mut pairs = Vec::new();
    for change in changes.split_whitespace() {
        match change.split_once('=') {
            Some((key, value)) if !key.is_empty() && !value.is_empty() => pairs.push((key.to_owned(), value.to_owned())),
            _ => {
                let keys: Vec<&str> = session.book().rules.iter().map(|rule| rule.key).collect();
                tell::line(&format!("Write `rule KEY=VALUE`; the keys are {}.", fowlplay::table::and_list(&keys)));
                return;
            }
        }
    }
    let amended = session.referee().change_rules(&pairs);
    change(session, amended, &rule::done(&pairs));
}

/// `overrule REASON`
pub fn overrule(session: &mut Session, input: &mut Input, reason: &str) {
    let Some(line) = session.refused.clone() else {
        tell::line("No step was refused just now. Type the step first; if it is refused, `overrule REASON` lets it stand.");
        return;
    };
    let reason = if reason.is_empty() {
        out!("Why does the table let `{}` stand?", clean(&line));
        input.ask("reason> ", "")
    } else {
        Some(reason.to_owned())
    };
    match reason {
        Some(reason) => step::submit(session, input, &format!("{line} ! {reason}")),
        None => out!("Nothing was entered."),
    }
}

/// Saves a change further back, and says what was `done` and what came of it.
fn change(session: &mut Session, amended: Result<Amended, Refusal>, done: &str) {
    match amended {
        Ok(amended) => {
            let log = amended.log.clone();
            if step::save(session, log) {
                frame::show(session);
                out!("{done}");
                out!("{}", amend::told(&amended, session.book()));
                rounds::tell(session);
            }
        }
        Err(refusal) => out!("{}", say::refusal(&refusal, Some(session.book()))),
    }
}

/// What `amend` is asked for.
#[derive(Debug, PartialEq)]
enum Asked {
    Edit(Edit),
    /// A line, whose new text has to be asked for.
    Line(Place),
}

fn read_edit(text: &str) -> Result<Asked, String> {
    let text = text.trim();
    let (place, line) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    let line = line.trim();
    let line = line.strip_prefix('"').and_then(|line| line.strip_suffix('"')).unwrap_or(line);
    let usage = |wrong: &str| {
        format!(
            "{wrong} `amend 1.4 LINE` replaces line 4 of round 1, `amend +1.4 LINE` inserts one before it, `amend -1.4` \
                 deletes it."
        )
    };
    let bare = place.trim_start_matches(['+', '-']);
    let spot: Spot = bare.parse().map_err(|_| usage(&format!("`{}` names no line.", clean(place))))?;
    match (place.chars().next(), spot, line) {
        (Some('-'), Spot::Line(place), "") => Ok(Asked::Edit(Edit::Delete(place))),
        (Some('-'), Spot::Tally(round), "") => Ok(Asked::Edit(Edit::DeleteTally(round))),
        (Some('-'), ..) => Err(usage("A line that is deleted has no new text.")),
        (Some('+'), Spot::Line(_), "") => Err(usage("The line to insert is missing.")),
        (Some('+'), Spot::Line(place), line) => Ok(Asked::Edit(Edit::Insert(place, line.to_owned()))),
        (_, Spot::Line(place), "") => Ok(Asked::Line(place)),
        (_, Spot::Line(place), line) => Ok(Asked::Edit(Edit::Replace(place, line.to_owned()))),
        _ => Err(usage("Only a line can be changed so.")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edits_are_read_as_the_command_line_has_them() {
        let place = Place::new(1, 4);
        assert_eq!(read_edit("1.4 Ada: h 7s"), Ok(Asked::Edit(Edit::Replace(place, "Ada: h 7s".into()))));
        assert_eq!(read_edit("1.4 \"Ada: h 7s\""), Ok(Asked::Edit(Edit::Replace(place, "Ada: h 7s".into()))));
        assert_eq!(read_edit("+1.4 note x"), Ok(Asked::Edit(Edit::Insert(place, "note x".into()))));
        assert_eq!(read_edit("-1.4"), Ok(Asked::Edit(Edit::Delete(place))));
        assert_eq!(read_edit("-2.tally"), Ok(Asked::Edit(Edit::DeleteTally(2))));
        assert_eq!(read_edit("1.4"), Ok(Asked::Line(place)));
        for wrong in ["4", "x h 7s", "-1.4 h 7s", "+1.4", "2.tally", "rules.x"] {
            assert!(read_edit(wrong).is_err_and(|usage| usage.contains("amend 1.4 LINE")), "{wrong}");
        }
    }
}
