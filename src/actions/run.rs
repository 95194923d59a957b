//! Runs an action on a log: judged once, nothing saved.

use super::{Action, ActionError, Done, Input, Outcome, written_out};
use crate::{
    log::{Change, ChangeError, FileError, Log, now, with_final_places},
    referee::{Amended, Games, Recorded, Referee},
};
use std::num::NonZero;

/// Runs an action on a log of one of these games. The `referee` is requested only if the action needs to be judged.
///
/// # Errors
/// Why it was refused. Nothing was changed.
pub fn run<'r>(
    action: &Action,
    log: &Log,
    games: Games,
    referee: impl FnOnce() -> Result<&'r dyn Referee, FileError>,
) -> Result<Outcome, ActionError> {
    let book = games.book(log.game()).ok();
    let amended =
        |amended: Amended| Outcome { log: amended.log.clone(), book, halted: amended.halted, done: Done::Amended(amended) };
    match action {
        Action::Record { lines, first } => {
            let first = first.as_deref();
            let recorded = referee()?.record(&texts(lines), first)?;
            check_first(&recorded, first, log)?;
            Ok(Outcome { log: recorded.log.clone(), book, done: Done::Recorded(recorded), halted: None })
        }
        Action::Tally { players, first } => {
            let first = first.as_deref();
            let recorded = referee()?.tally_into(&texts(players), first)?;
            check_first(&recorded, first, log)?;
            let sheet = games.open(recorded.log.clone()).map_err(|error| ActionError::Cannot(error.to_string()))?.sheet();
            Ok(Outcome { log: recorded.log.clone(), book, done: Done::Tallied(recorded, sheet), halted: None })
        }
        Action::Undo { count, inputs } => {
            let (next, changes) = undo(log, games, *count, inputs)?;
            undo_or_redo_outcome(referee().ok(), games, next, changes)
        }
        Action::Redo { count } => {
            let (next, changes) = redo(log, games, *count)?;
            undo_or_redo_outcome(referee().ok(), games, next, changes)
        }
        Action::Amend { edits, overrule, move_on: false } => Ok(amended(referee()?.amend(edits, overrule.as_deref())?)),
        Action::Amend { edits, .. } => {
            let referee = referee()?;
            let moved = referee.reassign_following_turns(edits).ok_or_else(|| ActionError::Cannot(NOTHING_TO_MOVE.to_owned()))?;
            Ok(amended(referee.amend(&moved, None)?))
        }
        Action::Rules { rules } => Ok(amended(referee()?.change_rules(rules)?)),
        Action::Head { changes } => Ok(amended(referee()?.change_head(changes)?)),
        Action::Format => {
            let referee = referee()?;
            let canonical = referee.canonical()?;
            let lines = written_out(log, &canonical);
            Ok(Outcome { log: canonical, book, done: Done::Formatted(lines), halted: referee.halted() })
        }
    }
}

/// The message if moving later lines to another player helps nowhere.
const NOTHING_TO_MOVE: &str = "nothing was changed: no line after this fits better with the next player, or the one before. Leave out \
                         --move-on to see what is in the way";

fn texts(lines: &[String]) -> Vec<&str> {
    lines.iter().map(String::as_str).collect()
}

/// Refuses a `first` if no round begins with what was recorded.
fn check_first(recorded: &Recorded, first: Option<&str>, before: &Log) -> Result<(), ActionError> {
    recorded.first_was_asked(first, before).map_err(ActionError::Cannot)
}

fn undo(log: &Log, games: Games, count: NonZero<u32>, inputs: &[Input]) -> Result<(Log, Vec<Change>), ActionError> {
    let undone = log.take_back_inputs(count.get(), now(), &|log: &Log, names: &[_]| games.renaming(log, names), |place, line| {
        let input = inputs.iter().rev().find(|input| (input.place, input.now.as_str()) == (place, line));
        input.map(|input| input.was.clone())
    });
    undone.map_err(cannot)
}

fn redo(log: &Log, games: Games, count: NonZero<u32>) -> Result<(Log, Vec<Change>), ActionError> {
    let (mut log, mut changes) = (log.clone(), Vec::new());
    for _ in 0..count.get() {
        let (next, redone) =
            log.bring_back_renamed(now(), &|log: &Log, names: &[_]| games.renaming(log, names)).map_err(cannot)?;
        log = next;
        changes.extend(redone);
    }
    Ok((log, changes))
}

/// The outcome of an undo or redo. The resulting log may be one that can't be judged.
fn undo_or_redo_outcome(
    referee: Option<&dyn Referee>,
    games: Games,
    log: Log,
    changes: Vec<Change>,
) -> Result<Outcome, ActionError> {
    let does_more = changes.iter().any(|change| !change.is_recorded);
    let diff = referee.filter(|_| does_more).map(|referee| referee.diff_after_undo(&log, &changes)).transpose()?;
    let halted = match &diff {
        Some(amended) => amended.halted,
        None => games.open(log.clone()).ok().and_then(|referee| referee.halted()),
    };
    let placed = |change: Change| Change { corrections: with_final_places(&change.corrections), ..change };
    let changes = changes.into_iter().map(placed).collect();
    Ok(Outcome { book: games.book(log.game()).ok(), log, done: Done::Moved { changes, diff }, halted })
}

#[allow(clippy::needless_pass_by_value)] // an error that ends here
fn cannot(error: ChangeError) -> ActionError {
    ActionError::Cannot(error.to_string())
}
