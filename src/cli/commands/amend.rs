//! `amend`: changes earlier lines; everything after them is judged again.

use crate::{
    actions::{self, Action, ActionError},
    cli::{
        command_output::{CommandOutput, action_error, refusal_error},
        open_logs,
        prompt::confirm::ConfirmArgs,
        render::changes,
    },
    referee::Refusal,
};
use anyhow::Result;
use std::path::PathBuf;

/// Examples.
pub(crate) const HELP: &str = "Examples:
  fowlplay amend game.toml 1.4 'Ada: hatch 7SK; draw'      (replaces line 4 of round 1)
  fowlplay amend game.toml +1.4 'Ada: shows 7SK'           (inserts before it)
  fowlplay amend game.toml -1.4                            (deletes it)
  fowlplay amend game.toml 3.tally 'Bob: 17'               (replaces Bob's part of the tally of round 3)
  fowlplay amend game.toml -2.tally                        (deletes the tally of round 2)
  fowlplay amend game.toml +2.tally 'Ada: = 5' 'Bob: = 3'  (puts a forgotten round of scores before round 2)
  fowlplay amend game.toml 1.first Sue                     (Sue was the first of round 1: the player who starts, deals or holds the marker)
  fowlplay amend game.toml swap 1.4 1.5                    (exchanges what the players of the two lines did)
  fowlplay amend game.toml 1.4 'Ada: hatch 8WL; draw' --overrule 'agreed at the table'

All edits are judged together; each R.L means the line of the log as it is before any of them. A text that names no player is the player's whose line it replaces. If a later line becomes impossible, nothing is written. If an edited or later line becomes illegal, nothing is written either, unless --overrule lets it stand: then the reason is written at its end. The first of a round (R.first) that becomes illegal can be let stand too, but has no place for a reason, so it remains a finding. On a terminal it shows what would change, and asks before it writes.";

/// The arguments of `amend`.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The log
    file: PathBuf,
    /// R.L 'LINE' replaces, +R.L 'LINE' inserts before, -R.L deletes, R.tally 'NAME: …' replaces a player's part of a tally,
    /// -R.tally deletes it, +R.tally 'NAME: …' 'NAME: …' puts a forgotten round before it, R.first NAME says who was first, swap R.L R.M exchanges what the players of two lines did
    #[arg(required = true, value_name = "EDIT")]
    edits: Vec<String>,
    /// Let lines stand that become illegal, for this reason
    #[arg(long, value_name = "REASON", conflicts_with = "move_on")]
    overrule: Option<String>,
    /// Give every later line of the round to the player who really played it: the next or the previous one, after a turn that was
    /// forgotten or recorded twice; with R.first, the one as many seats on as the first of the round moved
    #[arg(long)]
    move_on: bool,
    #[command(flatten)]
    confirm: ConfirmArgs,
}

/// Changes lines.
pub(crate) fn run(args: &Args, json: bool) -> Result<CommandOutput> {
    let edits = actions::parse_edits(&args.edits)?;
    let mut workspace = open_logs::open(&args.file)?;
    let referee = workspace.referee()?;
    let action = Action::Amend { edits: edits.clone(), overrule: args.overrule.clone(), move_on: args.move_on };
    let outcome = workspace.dry_run(&action).map_err(|error| {
        let ActionError::Refused(refusal) = error else { return action_error(error) };
        let advice = match &refusal {
            _ if refusal.is_illegal() => Some("Nothing was changed. With --overrule REASON it stands."),
            // An impossible step, which no reason lets stand.
            Refusal::Foul { .. } => Some("Nothing was changed."),
            _ => None,
        };
        let is_later = matches!(refusal, Refusal::LaterIllegal(_) | Refusal::LaterImpossible(_));
        let reassigned_edits = if is_later && !args.move_on { referee.reassign_following_turns(&edits) } else { None };
        let edits_and_firsts = if is_later { referee.mend_following_firsts(&edits) } else { None };
        let error = refusal_error(refusal);
        if let Some(edits_and_firsts) = edits_and_firsts {
            return error.context(changes::explain_first_edits(&edits_and_firsts[edits.len()..]));
        }
        match (reassigned_edits, advice) {
            (Some(reassigned_edits), _) => {
                let explanation = changes::explain_reassigned_turns(referee.log(), &reassigned_edits);
                error.context(format!("{explanation} `--move-on` does it."))
            }
            (None, Some(advice)) => error.context(advice),
            (None, None) => error,
        }
    })?;
    args.confirm.commit(&mut workspace, &outcome, json)
}
