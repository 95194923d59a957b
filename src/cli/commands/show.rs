//! `show`: the table now or before a line, with the known cards of hands.

use crate::{
    cli::{
        command_output::CommandOutput,
        open_logs,
        render::{
            messages,
            style::{faint, wrap},
            zones,
        },
    },
    log::{LineRef, LogValue, POSITION},
    referee::{Referee, document},
    table::Progress,
};
use anyhow::{Result, anyhow};
use std::path::PathBuf;

/// Examples.
pub(crate) const HELP: &str = "Examples:
  fowlplay show game.toml
  fowlplay show game.toml --at 1.9    (before line 9 of round 1)
  fowlplay show game.toml --position  (as a line with which another log can begin)";

/// The arguments of `show`.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The log
    file: PathBuf,
    /// The table before line L of round R
    #[arg(long, value_name = "R.L")]
    at: Option<LineRef>,
    /// Show it as a position with which another log can begin
    #[arg(long)]
    position: bool,
    /// Name covered cards and known hands in it, too
    #[arg(long, requires = "position")]
    memory: bool,
}

/// Shows the table.
pub(crate) fn run(args: &Args, json: bool) -> Result<CommandOutput> {
    let (referee, halted) = open_logs::read_at(&args.file, args.at)?;
    if args.position {
        return position(args, &*referee, halted, json);
    }
    if json {
        return CommandOutput::of_log(&document::show(&*referee), halted);
    }
    let all_zones = referee.zones();
    let zone_lists = [&all_zones.open, &all_zones.memory];
    let zone_texts = zone_lists.iter().filter(|list| !list.is_empty()).map(|list| zones::full(list));
    let closed = messages::closed(&*referee).map(|closed| wrap(&format!("The game is {closed}."), "", ""));
    Ok(CommandOutput::text(
        zone_texts.chain(closed).chain(open_logs::warning(&*referee, &args.file)).collect::<Vec<_>>().join("\n\n"),
    ))
}

/// Shows the table as a position.
fn position(args: &Args, referee: &dyn Referee, halted: Option<LineRef>, json: bool) -> Result<CommandOutput> {
    let position =
        referee.position(args.memory).ok_or_else(|| anyhow!("there is no position to show: {}", no_position_reason(referee)))?;
    if json {
        return CommandOutput::of_log(&position, halted);
    }
    let parts = position.parts.iter().map(|part| format!("  {},", LogValue::Word(part.clone()).to_toml()));
    let mut lines: Vec<String> = [format!("{{ {POSITION} = [")].into_iter().chain(parts).chain(["] },".to_owned()]).collect();
    if position.is_earlier {
        lines.push(faint(&format!("This is the table before {}, where the turn began.", position.at)));
    }
    Ok(CommandOutput::text(lines.join("\n")))
}

/// The reason why a table has no position.
fn no_position_reason(referee: &dyn Referee) -> String {
    let book = referee.book();
    match referee.progress() {
        Progress::Underway => {
            format!("a position is the table between two turns, and no turn of this {} has begun", book.round_noun)
        }
        Progress::GameOver => "the game is over".to_owned(),
        _ => format!("no {} is being played", book.round_noun),
    }
}
