//! `amend`: changes earlier lines; everything after them is judged again.

use super::{
    answer::Answer,
    args::hyphened,
    escape::clean,
    failure::Failure,
    files, json,
    paint::{strong, wrap},
    say,
};
use fowlplay::{
    log::Place,
    referee::{Amended, Edit, Refusal},
    table::Book,
};
use std::path::PathBuf;

/// Examples, and the shape of the JSON document.
pub const HELP: &str = "Examples:
  fowlplay amend game.toml 1.4 'Ada: hatch 7SK; draw'      (replaces line 4 of round 1)
  fowlplay amend game.toml +1.4 'Ada: shows 7SK'           (inserts before it)
  fowlplay amend game.toml -1.4                            (deletes it)
  fowlplay amend game.toml -2.tally                        (deletes the tally of round 2)
  fowlplay amend game.toml 1.4 'Ada: hatch 8WL; draw' --overrule 'agreed at the table'

All edits are judged together, at the places that the log has now. Later lines that can't have happened then are in the way; later lines that would be illegal go through with --overrule, which writes the reason behind them.

With --json: {\"file\", \"gone\": [FINDING], \"come\": [FINDING], \"effects\": [{\"round\", \"line\", \"text\", \"now\", \"was\"}], \"marked\": [{\"round\", \"line\"}]}, a finding being as in `check`.";

/// Which lines, and what they are to be.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The log
    file: PathBuf,
    /// R.L 'LINE' replaces, +R.L 'LINE' inserts before, -R.L deletes, -R.tally deletes a tally
    #[arg(required = true, value_name = "EDIT", value_parser = hyphened)]
    edits: Vec<String>,
    /// Let later lines that become illegal stand, for this reason
    #[arg(long, value_name = "REASON")]
    overrule: Option<String>,
}

/// Changes lines.
///
/// # Errors
/// When an edit can't be read, or later lines are in the way: nothing is changed then.
pub fn run(args: &Args, json: bool) -> Result<Answer, Failure> {
    let edits = edits(&args.edits)?;
    let (mut file, referee) = files::open(&args.file)?;
    let book = referee.book();
    let amended = referee.amend(&edits, args.overrule.as_deref()).map_err(|refusal| {
        let context = matches!(refusal, Refusal::Foul { .. }).then(|| "Nothing was changed.".to_owned());
        Failure::Refused { refusal: Box::new(refusal), book: Some(book), context }
    })?;
    file.save(amended.log.clone())?;
    if json {
        return Answer::json(&json::amended(&files::shown(&args.file), &amended));
    }
    let changed: Vec<String> = edits.iter().map(done).collect();
    Ok(Answer::text(format!("{}\n{}", changed.join("\n"), told(&amended, book))))
}

/// Reads the edits.
fn edits(given: &[String]) -> Result<Vec<Edit>, Failure> {
    let mut edits = Vec::new();
    let mut given = given.iter();
    while let Some(text) = given.next() {
        let (sign, place) = match text.chars().next() {
            Some(sign @ ('+' | '-')) => (Some(sign), &text[1..]),
            _ => (None, text.as_str()),
        };
        if let (Some('-'), Some(round)) = (sign, place.strip_suffix(".tally")) {
            let round = round.parse().ok().filter(|round| *round > 0);
            edits.push(Edit::DeleteTally(round.ok_or_else(|| unread(text))?));
            continue;
        }
        let place: Place = place.parse().map_err(|_| unread(text))?;
        if sign == Some('-') {
            edits.push(Edit::Delete(place));
            continue;
        }
        let line = given.next().cloned().ok_or_else(|| {
            Failure::plain(format!("no line stands behind `{text}`: write what line {place} is to be, or -{place} to delete it"))
        })?;
        edits.push(if sign == Some('+') { Edit::Insert(place, line) } else { Edit::Replace(place, line) });
    }
    Ok(edits)
}

fn unread(text: &str) -> Failure {
    Failure::plain(format!(
        "`{text}` is no edit: write R.L 'LINE' to replace line L of round R, +R.L 'LINE' to insert before it, -R.L to delete it, \
         or -R.tally to delete a tally"
    ))
}

/// What an edit did, in a word.
pub fn done(edit: &Edit) -> String {
    let text = match edit {
        Edit::Replace(place, _) => format!("{place} replaced"),
        Edit::Insert(place, _) => format!("{place} inserted"),
        Edit::Delete(place) => format!("{place} deleted"),
        Edit::DeleteTally(round) => format!("{round}.tally deleted"),
    };
    strong(&text)
}

/// What a change further back did to the rest of the log.
pub fn told(amended: &Amended, book: &Book) -> String {
    let mut lines = Vec::new();
    let mut listed = |head: &str, items: Vec<String>| {
        if !items.is_empty() {
            lines.push(head.to_owned());
            lines.extend(items.iter().map(|item| textwrap::indent(item, "  ")));
        }
    };
    let findings = |all: &[fowlplay::referee::Finding]| all.iter().map(|found| say::finding(found, None, book)).collect();
    listed("No longer found:", findings(&amended.gone));
    listed("Found now:", findings(&amended.come));
    let effect = |effect: &fowlplay::referee::EffectChange| {
        let part = |text: &str| if text.is_empty() { "nothing more".to_owned() } else { clean(text).into_owned() };
        wrap(
            &format!("{} {}: now {}, was {}", effect.place, clean(&effect.text), part(&effect.now), part(&effect.was)),
            "",
            "    ",
        )
    };
    listed("The same words do something else now:", amended.effects.iter().map(effect).collect());
    let marked: Vec<String> = amended.marked.iter().map(ToString::to_string).collect();
    listed("Marked as overruled:", if marked.is_empty() { Vec::new() } else { vec![marked.join(", ")] });
    if lines.is_empty() {
        lines.push("All other lines stand as they were.".to_owned());
    }
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edits_are_read_in_pairs_and_alone() {
        let given: Vec<String> = ["1.4", "A: x", "+2.1", "B: y", "-1.2", "-3.tally"].map(str::to_owned).into();
        let read = edits(&given).unwrap_or_default();
        let place = Place::new;
        assert_eq!(
            read,
            [
                Edit::Replace(place(1, 4), "A: x".into()),
                Edit::Insert(place(2, 1), "B: y".into()),
                Edit::Delete(place(1, 2)),
                Edit::DeleteTally(3)
            ]
        );
        for bad in [&["1"][..], &["1.4"], &["-1"], &["+1.4"], &["x", "y"], &["-0.tally"]] {
            let given: Vec<String> = bad.iter().map(|&text| text.to_owned()).collect();
            assert!(edits(&given).is_err(), "{bad:?}");
        }
    }
}
