//! Changes further back: undo, redo, amend, table rules, overruling.

use super::{Outcome, dialog, input::Input, screen, session::Session, step, wrong};
use crate::cli::{agree, amend, escape::clean, paint::wrap, rule, say, undo};
use fowlplay::{
    actions::{self, Action, Done, EditError},
    log::{Place, Spot},
    referee::{Edit, Refusal},
    table::{Progress, and_list, capitalized},
};
use std::num::NonZero;

/// `undo [N]`
pub fn undo(session: &mut Session, input: &mut Input<'_>, changes: NonZero<u32>) -> Outcome {
    let action = session.undo(changes);
    moved(session, input, &action, "taken back")
}

/// `redo`
pub fn redo(session: &mut Session, input: &mut Input<'_>) -> Outcome {
    moved(session, input, &Action::Redo { count: NonZero::<u32>::MIN }, "brought back")
}

/// Saves a log without the latest changes, or with them again, and says which.
fn moved(session: &mut Session, input: &mut Input<'_>, action: &Action, moved: &'static str) -> Outcome {
    let outcome = match session.preview(action) {
        Ok(outcome) => outcome,
        Err(Refusal::Cannot(why)) => {
            let why = capitalized(&clean(&why));
            return wrong(&format!("{}.", why.trim_end_matches('.')));
        }
        Err(refusal) => {
            out!("{}", say::refusal(&refusal, session.book()));
            return Outcome::Refused;
        }
    };
    if !step::commit(session, &outcome) {
        return Outcome::Refused;
    }
    let Done::Moved { changes, came_of_it } = outcome.done else { return Outcome::Told };
    let (book, is_undo) = (session.book(), matches!(action, Action::Undo { .. }));
    // Lines that stand there again, or with less in them, are told once: not by the log's last lines as well.
    let recorded = changes.iter().filter(|change| change.is_recorded).flat_map(|change| &change.corrections);
    let from =
        recorded.filter_map(|made| if let (Spot::Line(at), Some(_)) = (&made.at, &made.now) { Some(*at) } else { None }).min();
    let said: Vec<_> = undo::said(session.referee().log(), &changes).collect();
    let say = move || {
        let placed = |(place, text): &(Option<String>, String)| match place {
            Some(place) => wrap(&format!("{moved}: {place} {text}"), "", "  "),
            None => wrap(&format!("{moved}: {text}"), "", "  "),
        };
        let told = came_of_it.iter().map(|amended| amend::told(amended, book, true));
        let redo = is_undo.then(|| {
            let it = if changes.len() > 1 { "them" } else { "it" };
            format!("`redo` brings {it} back.")
        });
        said.iter().map(placed).chain(told).chain(redo).collect::<Vec<_>>().join("\n")
    };
    if is_undo {
        screen::tell(session, from, say);
    } else {
        step::tell_with_progress(session, input, from, say);
    }
    Outcome::Told
}

/// `amend EDIT`: without a line it is asked for, with the old text there to begin with.
pub fn amend(session: &mut Session, input: &mut Input<'_>, edit: &str) -> Outcome {
    match read_edit(edit) {
        Ok(Asked::Edit(edit)) => {
            let done = amend::done(&edit);
            let amended = amended(session, input, vec![edit]);
            change(session, input, amended, &done)
        }
        Ok(Asked::Line(place)) => ask_line(session, input, place),
        Err(usage) => wrong(&usage),
    }
}

/// Asks for the new text of a line, until it can be read or is given up.
fn ask_line(session: &mut Session, input: &mut Input<'_>, place: Place) -> Outcome {
    let Some(old) = session.referee().log().line(place).map(|line| line.text.to_string()) else {
        return wrong(&format!("There is no line {place}; `log` shows them all."));
    };
    let shown = clean(&old).into_owned();
    let mut text = shown.clone();
    dialog::tell(&format!("Line {place} as it should be (Ctrl-C leaves it as it is):"));
    loop {
        let Some(line) = input.ask(&format!("{place} "), &text, None).filter(|line| *line != shown) else {
            out!("Nothing was changed.");
            return Outcome::Told;
        };
        match amended(session, input, vec![Edit::Replace(place, line.clone())]) {
            Err(refusal @ Refusal::Unparsed { .. }) => {
                out!("{}", say::refusal(&refusal, session.book()));
                text = line;
            }
            amended => return change(session, input, amended, &amend::done(&Edit::Replace(place, line))),
        }
    }
}

/// What came of a change, and whether it was asked what had to be asked for it.
type Agreed = (actions::Outcome, bool);

/// Judges edits, and asks what has to be asked for them: what they mean, and whether other lines are to be changed with them.
fn amended(session: &Session, input: &mut Input<'_>, mut edits: Vec<Edit>) -> Result<Agreed, Refusal> {
    loop {
        match session.preview(&Action::amend(edits.clone(), None)) {
            Err(Refusal::Ambiguous { question, options, .. }) => {
                let chosen = input.pick(&capitalized(&question), &options).ok_or_else(nothing)?;
                if let Some(Edit::Replace(_, line) | Edit::Insert(_, line)) = edits.last_mut() {
                    line.clone_from(chosen);
                }
            }
            Err(refusal @ (Refusal::LaterIllegal(_) | Refusal::LaterImpossible(_))) => {
                if edits.len() == 1
                    && let Some(moved) = session.referee().moving_on(&edits)
                {
                    dialog::tell(&amend::moved_on(&moved));
                    let answers = ["yes, all of them".to_owned(), "no".to_owned()];
                    if input.agrees("Change that as well?", &answers) {
                        return session.preview(&Action::amend(moved, None)).map(|amended| (amended, true));
                    }
                }
                let is_illegal = matches!(refusal, Refusal::LaterIllegal(_));
                let (head, found) = match &refusal {
                    Refusal::LaterImpossible(later) => {
                        ("After this, a later line can't have happened:", std::slice::from_ref(&**later))
                    }
                    Refusal::LaterIllegal(later) => ("After this, later lines break a rule:", &later[..]),
                    _ => ("", &[][..]),
                };
                let found = found.iter().map(|finding| say::finding(finding, session.book()));
                let asked = "Is another line to be changed with it? Type it as `amend` has it, as `+1.4 LINE`; Enter alone: no.";
                let told: Vec<String> = [head.to_owned()].into_iter().chain(found).chain([wrap(asked, "", "")]).collect();
                input.pages(&told.join("\n"), 0, 1);
                let Some(other) = input.ask("with it> ", "", None) else {
                    return if is_illegal { let_stand(session, input, &edits) } else { Err(nothing()) };
                };
                match read_edit(other.strip_prefix("amend ").unwrap_or(&other)) {
                    Ok(Asked::Edit(other)) => edits.push(other),
                    Ok(Asked::Line(_)) => out!("Type the whole line, behind its place."),
                    Err(usage) => out!("{usage}"),
                }
            }
            Err(refusal) if refusal.is_illegal() => {
                out!("{}", say::refusal(&refusal, session.book()));
                return let_stand(session, input, &edits);
            }
            amended => return amended.map(|amended| (amended, edits.len() > 1)),
        }
    }
}

/// Asks why lines that break a rule after a change are let stand.
fn let_stand(session: &Session, input: &mut Input<'_>, edits: &[Edit]) -> Result<Agreed, Refusal> {
    out!("Why does the table let that stand? (Enter alone changes nothing)");
    let reason = input.reason(session.table().as_ref()).ok_or_else(nothing)?;
    session.preview(&Action::amend(edits.to_vec(), Some(&reason))).map(|amended| (amended, true))
}

fn nothing() -> Refusal {
    Refusal::Cannot("Nothing was changed.".to_owned())
}

/// `rule key=value…`
pub fn rule(session: &mut Session, input: &mut Input<'_>, changes: &str) -> Outcome {
    let book = session.book();
    if let [key] | [key, "="] = changes.replace('=', " = ").split_whitespace().collect::<Vec<_>>()[..] {
        return match rule::one(session.referee(), key, "rule") {
            Some(text) => {
                screen::pages(session, input, &text);
                Outcome::Told
            }
            None => wrong(&rule::no_rule(book, key)),
        };
    }
    let Ok(pairs) = actions::pairs_of_words(changes) else {
        return wrong(&format!("Write `rule KEY=VALUE`. {}", rule::keys(book)));
    };
    if let Some((key, _)) = pairs.iter().find(|(key, _)| book.rule(key).is_none()) {
        return wrong(&rule::no_rule(book, key));
    }
    let done = rule::done(&pairs);
    let amended = session.preview(&Action::Rules { rules: pairs }).map(|amended| (amended, false));
    change(session, input, amended, &done)
}

/// `overrule REASON`: of the step that was refused last, or else of all that were just proved to have been foul.
pub fn overrule(session: &mut Session, input: &mut Input<'_>, reason: &str) -> Outcome {
    let line_at = |place: &Place| Some((*place, session.referee().log().line(*place)?.text.to_string()));
    let proved: Vec<(Place, String)> = session.proved.iter().filter_map(line_at).collect();
    let refused = session.refused.clone();
    if refused.is_none() && proved.is_empty() {
        return wrong("No step was refused just now. Type the step first; if it is refused, `overrule REASON` lets it stand.");
    }
    let reason = if reason.is_empty() {
        let lines = refused.as_ref().map_or_else(|| proved.iter().map(|(_, line)| line).collect(), |line| vec![line]);
        out!("Why does the table let {} stand?", and_list(lines.iter().map(|line| format!("`{}`", clean(line)))));
        input.reason(session.table().as_ref())
    } else {
        Some(reason.to_owned())
    };
    let Some(reason) = reason else {
        out!("Nothing was entered.");
        return Outcome::Told;
    };
    if let Some(line) = refused {
        return step::submit(session, input, &format!("{line} ! {reason}"));
    }
    let edit = |(place, line)| Edit::Replace(place, format!("{line} ! {reason}"));
    let edits: Vec<Edit> = proved.into_iter().map(edit).collect();
    let done = edits.iter().map(amend::done).collect::<Vec<_>>().join("\n");
    // That they stand is what was asked for.
    let amended = amended(session, input, edits).map(|(amended, _)| (amended, true));
    change(session, input, amended, &done)
}

/// Saves a change further back, and says what was `done` and what came of it: before, and asks, if it does more than that and nothing
/// was asked yet.
fn change(session: &mut Session, input: &mut Input<'_>, amended: Result<Agreed, Refusal>, done: &str) -> Outcome {
    let (outcome, is_agreed) = match amended {
        Ok(agreed) => agreed,
        Err(refusal) => {
            out!("{}", say::refusal(&refusal, session.book()));
            return Outcome::Refused;
        }
    };
    let Done::Amended(amended) = &outcome.done else { return Outcome::Told };
    let is_asked = !is_agreed && amended.does_more();
    if is_asked {
        input.pages(&agree::preview(amended, done, session.book()), 0, agree::ROWS);
        if !input.agrees(agree::QUESTION, &agree::answers()) {
            out!("Nothing was changed.");
            return Outcome::Told;
        }
    }
    if !step::commit(session, &outcome) {
        return Outcome::Refused;
    }
    let (amended, book, done) = (amended.clone(), session.book(), done.to_owned());
    let say = move || {
        let told = (!is_asked).then(|| amend::told(&amended, book, true));
        [done.clone()].into_iter().chain(told).collect::<Vec<_>>().join("\n")
    };
    if session.referee().progress() == Progress::Underway {
        screen::tell_first(session, input, say);
    } else {
        step::tell_with_progress(session, input, None, say);
    }
    Outcome::Told
}

/// What `amend` is asked for.
#[derive(Debug, PartialEq)]
enum Asked {
    Edit(Edit),
    /// A line, whose new text has to be asked for.
    Line(Place),
}

fn read_edit(text: &str) -> Result<Asked, String> {
    match text.trim().parse() {
        Ok(place) => Ok(Asked::Line(place)),
        Err(_) => text.parse().map(Asked::Edit).map_err(|error: EditError| format!("{}.", clean(&error.to_string()))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_alone_asks_for_its_text() {
        let place = Place::new(1, 4);
        assert_eq!(read_edit("1.4 Ada: h 7s"), Ok(Asked::Edit(Edit::Replace(place, "Ada: h 7s".into()))));
        assert_eq!(read_edit("1.4"), Ok(Asked::Line(place)));
        assert!(read_edit("4").is_err_and(|usage| usage.contains("`1.4 LINE` replaces")));
    }
}
