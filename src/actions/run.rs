//! Runs an action on a log: judged once, nothing saved.

use super::{Action, ActionError, ActionReport, Outcome, rewritten_lines};
use crate::{
    log::{ChangeError, FileError, HistoryChange, Log, now, with_final_places},
    referee::{Amendment, Games, Recording, Referee},
};

/// Runs an action on a log of one of these games. The `referee` is requested only if the action needs to be judged.
pub fn run<'r>(
    action: &Action,
    log: &Log,
    games: Games,
    referee: impl FnOnce() -> Result<&'r dyn Referee, FileError>,
) -> Result<Outcome, ActionError> {
    let outcome = |log: &Log, halted, done| Outcome { log: log.clone(), book: games.book(log.game()).ok(), done, halted };
    let amended = |amended: Amendment| outcome(&amended.log.clone(), amended.halted, ActionReport::Amended(amended));
    let renaming = |log: &Log, names: &[_]| games.renaming(log, names);
    match action {
        Action::Record { lines, first } => {
            let recorded = referee()?.record(&texts(lines), first.as_deref())?;
            check_first(&recorded, first.as_deref(), log)?;
            Ok(outcome(&recorded.log.clone(), None, ActionReport::Recorded(recorded)))
        }
        Action::Tally { players, first } => {
            let recorded = referee()?.record_tally(&texts(players), first.as_deref())?;
            check_first(&recorded, first.as_deref(), log)?;
            let sheet = games.open(recorded.log.clone()).map_err(|error| ActionError::Cannot(error.to_string()))?.sheet();
            Ok(outcome(&recorded.log.clone(), None, ActionReport::Tallied(recorded, sheet)))
        }
        Action::Undo { count, extensions: inputs } => {
            let undone = log.undo_inputs(count.get(), now(), &renaming, |place, line| {
                let input = inputs.iter().rev().find(|input| (input.place, input.now.as_str()) == (place, line));
                input.map(|input| input.was.clone())
            });
            moved(undone, games, referee)
        }
        Action::Redo { count } => {
            let redone = (0..count.get()).try_fold((log.clone(), Vec::new()), |(log, mut changes), _| {
                let (next, redone) = log.redo_renamed(now(), &renaming)?;
                changes.extend(redone);
                Ok((next, changes))
            });
            moved(redone, games, referee)
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
            Ok(outcome(&canonical, referee.halted(), ActionReport::Formatted(rewritten_lines(log, &canonical))))
        }
    }
}

const NOTHING_TO_MOVE: &str = "nothing was changed: the lines after this fit no better if they move to other players. Leave out --move-on \
                         to see what is in the way";

fn texts(lines: &[String]) -> Vec<&str> {
    lines.iter().map(String::as_str).collect()
}

/// Refuses a `first` if the recorded lines begin no round.
fn check_first(recorded: &Recording, first: Option<&str>, before: &Log) -> Result<(), ActionError> {
    let (Some(first), true) = (first, before.rounds().len() == recorded.log.rounds().len()) else { return Ok(()) };
    let begun = before.rounds().last().map(|round| format!("; the last one was begun with first = {}", &*round.first));
    let begun = begun.unwrap_or_default();
    Err(ActionError::Cannot(format!("no round begins here{begun}: leave out `--first {first}`")))
}

/// The outcome of an undo or redo, even of a log that can't be judged.
fn moved<'r>(
    moved: Result<(Log, Vec<HistoryChange>), ChangeError>,
    games: Games,
    referee: impl FnOnce() -> Result<&'r dyn Referee, FileError>,
) -> Result<Outcome, ActionError> {
    let (log, changes) = moved.map_err(|error| ActionError::Cannot(error.to_string()))?;
    let does_more = changes.iter().any(|change| !change.is_recorded);
    let referee = does_more.then(referee).and_then(Result::ok);
    let diff = referee.map(|referee| referee.diff_after_undo(&log, &changes)).transpose()?;
    let halted = match &diff {
        Some(amended) => amended.halted,
        None => games.open(log.clone()).ok().and_then(|referee| referee.halted()),
    };
    let placed = |change: HistoryChange| HistoryChange { corrections: with_final_places(&change.corrections), ..change };
    let changes = changes.into_iter().map(placed).collect();
    Ok(Outcome { book: games.book(log.game()).ok(), log, done: ActionReport::UndoneOrRedone { changes, diff }, halted })
}
