//! `moves`: the legal steps now.

use crate::{
    cli::{
        command_output::{CommandOutput, refusal_error},
        open_logs,
        render::{moves, style::wrap},
        shared_args::LogArgs,
    },
    referee::{Referee, document},
    table::{Progress, escape::clean_all, or_list},
};
use anyhow::Result;

/// Examples.
pub(crate) const HELP: &str = "Examples:
  fowlplay moves game.toml
  fowlplay moves game.toml --json";

/// Lists the legal steps.
pub(crate) fn run(args: &LogArgs, json: bool) -> Result<CommandOutput> {
    let referee = open_logs::open_referee(&args.file)?;
    if json {
        return CommandOutput::of_log(
            &document::moves(&*referee, |referee| referee.legal_steps()).map_err(refusal_error)?,
            referee.halted(),
        );
    }
    // Between two rounds, list the steps of the next round if the rules say who is first.
    let next_round = document::next_round(&*referee).map_err(refusal_error)?;
    let mut parts: Vec<String> = status(&*referee).into_iter().collect();
    let next_referee = next_round.as_deref().unwrap_or(&*referee);
    parts.extend(moves::open_steps(next_referee, &next_referee.legal_steps(), moves::LEGAL_STEP_NOUNS));
    parts.extend(open_logs::warning(&*referee, &args.file));
    Ok(CommandOutput::text(parts.join("\n\n")))
}

/// The status of a game that is over or between two rounds. `None` during a round.
fn status(referee: &dyn Referee) -> Option<String> {
    let book = referee.book();
    let text = match referee.progress() {
        Progress::GameOver => "The game is over.".to_owned(),
        _ => match &clean_all(&referee.may_be_first())[..] {
            [] => return None,
            names => format!("A new {} begins with the next line; {} {}.", book.round_noun, or_list(names), book.first_role),
        },
    };
    Some(wrap(&text, "", ""))
}
