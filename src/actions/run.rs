//! Runs an action on a log: judges it once, and saves nothing.

use super::{Action, ActionError, ActionReport, LineExtension, Outcome, rewritten_lines};
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
    let outcome = |log: &Log, halted, report| Outcome { log: log.clone(), book: games.book(log.game()).ok(), report, halted };
    let amend_outcome =
        |amendment: Amendment| outcome(&amendment.log.clone(), amendment.halted, ActionReport::Amended(amendment));
    let renaming = |log: &Log, names: &[_]| games.rename_players(log, names);
    match action {
        Action::Record { lines, first } => {
            let recording = referee()?.record(&texts(lines), first.as_deref())?;
            check_first(&recording, first.as_deref(), log)?;
            Ok(outcome(&recording.log.clone(), None, ActionReport::Recorded(recording)))
        }
        Action::Tally { players, first } => {
            let recording = referee()?.record_tally(&texts(players), first.as_deref())?;
            check_first(&recording, first.as_deref(), log)?;
            let sheet = games.open(recording.log.clone()).map_err(|error| ActionError::Cannot(error.to_string()))?.sheet();
            Ok(outcome(&recording.log.clone(), None, ActionReport::Tallied(recording, sheet)))
        }
        Action::Undo { count, extensions } => {
            let undone = log.undo_inputs(count.get(), now(), &renaming, |place, line| {
                // A line that several inputs made loses only the last one.
                let is_of_line = |extension: &&LineExtension| extension.place == place && extension.now == line;
                extensions.iter().rev().find(is_of_line).map(|extension| extension.was.clone())
            });
            undo_redo_outcome(undone, games, referee)
        }
        Action::Redo { count } => {
            let redone = (0..count.get()).try_fold((log.clone(), Vec::new()), |(log, mut changes), _| {
                let (next, next_changes) = log.redo_renamed(now(), &renaming)?;
                changes.extend(next_changes);
                Ok((next, changes))
            });
            undo_redo_outcome(redone, games, referee)
        }
        Action::Amend { edits, overrule, move_on: false } => Ok(amend_outcome(referee()?.amend(edits, overrule.as_deref())?)),
        Action::Amend { edits, overrule: _, move_on: true } => {
            let referee = referee()?;
            let edits = referee.reassign_following_turns(edits).ok_or_else(|| ActionError::Cannot(NOTHING_TO_MOVE.to_owned()))?;
            Ok(amend_outcome(referee.amend(&edits, None)?))
        }
        Action::Rules { rules } => Ok(amend_outcome(referee()?.change_rules(rules)?)),
        Action::Head { changes } => Ok(amend_outcome(referee()?.change_head(changes)?)),
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
fn check_first(recording: &Recording, first: Option<&str>, before: &Log) -> Result<(), ActionError> {
    let (Some(first), true) = (first, before.rounds().len() == recording.log.rounds().len()) else { return Ok(()) };
    let last_round = before.rounds().last().map(|round| format!("; the last one was begun with first = {}", &*round.first));
    let last_round = last_round.unwrap_or_default();
    Err(ActionError::Cannot(format!("no round begins here{last_round}: leave out `--first {first}`")))
}

/// The outcome of an undo or redo, even of a log that can't be judged.
fn undo_redo_outcome<'r>(
    result: Result<(Log, Vec<HistoryChange>), ChangeError>,
    games: Games,
    referee: impl FnOnce() -> Result<&'r dyn Referee, FileError>,
) -> Result<Outcome, ActionError> {
    let (log, changes) = result.map_err(|error| ActionError::Cannot(error.to_string()))?;
    // Undoing a recording has no effects on other lines; undoing a correction can have.
    let needs_diff = changes.iter().any(|change| !change.is_recorded);
    let referee = needs_diff.then(referee).and_then(Result::ok);
    let diff = referee.map(|referee| referee.diff_after_undo(&log, &changes)).transpose()?;
    let halted = match &diff {
        Some(amendment) => amendment.halted,
        None => games.open(log.clone()).ok().and_then(|referee| referee.halted()),
    };
    let with_places = |change: HistoryChange| HistoryChange { corrections: with_final_places(&change.corrections), ..change };
    let changes = changes.into_iter().map(with_places).collect();
    Ok(Outcome { book: games.book(log.game()).ok(), log, report: ActionReport::UndoneOrRedone { changes, diff }, halted })
}
