//! `head`: shows or changes the head of a log, and closes a game that nobody will finish.

use crate::{
    actions::{self, Action},
    cli::{
        command_output::{CommandOutput, action_error},
        open_logs,
        prompt::confirm::ConfirmArgs,
        render::style::{strong, wrap},
    },
    log::{HeadKey, PresenceKey},
    referee::document,
    table::escape::{clean, clean_all},
};
use anyhow::Result;
use std::path::PathBuf;

/// Examples.
pub(crate) const HELP: &str = "Examples:
  fowlplay head game.toml                             (shows it)
  fowlplay head game.toml player.Bo=Bob date=2026-11-20
  fowlplay head game.toml place='under the oak' title=    (an empty value removes a key)
  fowlplay head game.toml seats=Bo,Ada,Cy             (the same players, clockwise; everything is judged again)
  fowlplay head game.toml left.Tom=3                  (scores only: Tom left after round 3; `left.Tom=` takes it back)
  fowlplay head game.toml joined.Dot=3                (scores only: Dot joined in round 3, on a new last seat)
  fowlplay head game.toml closed='it got too late'    (nobody will finish it; `closed=` opens it again)
  fowlplay head game.toml began=2026-11-20T19:30:00+01:00 paused='1h 35m'

Keys: date, place, title, notes, closed, seats, began, ended, paused, player.NAME, joined.NAME, left.NAME. `player.NAME` renames a player everywhere in the log except in notes, reasons and comments. Either all changes are made, or none. Use `fowlplay rule` to change table rules.

`play` and `serve` write when the game was played: began, ended and paused. `undo` leaves these three alone.";

/// The arguments of `head`.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The log
    file: PathBuf,
    /// A key of the head and its value
    #[arg(value_name = "KEY=VALUE", value_parser = actions::parse_pair)]
    changes: Vec<(String, String)>,
    #[command(flatten)]
    confirm: ConfirmArgs,
}

/// Shows or changes the head.
pub(crate) fn run(args: &Args, json: bool) -> Result<CommandOutput> {
    if args.changes.is_empty() {
        return show(args, json);
    }
    let mut workspace = open_logs::open(&args.file)?;
    workspace.referee()?;
    let outcome = workspace.dry_run(&Action::Head { changes: args.changes.clone() }).map_err(action_error)?;
    args.confirm.commit(&mut workspace, &outcome, json)
}

fn show(args: &Args, json: bool) -> Result<CommandOutput> {
    let referee = open_logs::open_referee(&args.file)?;
    let (log, book) = (referee.log(), referee.book());
    if json {
        let document = document::head(&open_logs::json_name(&args.file), &*referee);
        return CommandOutput::of_log(&document, referee.halted());
    }
    let mut lines = vec![("game", book.title.to_owned()), ("players", clean_all(log.players()).join(", "))];
    lines.extend(log.variant().map(|variant| ("variant", clean(variant).into_owned())));
    lines.extend(log.is_scores_only().then(|| ("kept", "scores".to_owned())));
    for key in PresenceKey::ALL {
        let presences = log.presences().iter().filter(|presence| presence.key == key);
        let when = presences.map(|presence| format!("{} {}", clean(&presence.name), key.when(book.round_noun, presence.round)));
        let when = when.collect::<Vec<_>>().join(", ");
        lines.extend((!when.is_empty()).then_some((key.name(), when)));
    }
    lines.extend(HeadKey::ALL.iter().filter_map(|key| Some((key.name(), clean(&log.head(*key)?).into_owned()))));
    let line = |(key, value): &(&str, String)| wrap(value, &strong(&format!("{key:<9}")), "         ");
    Ok(CommandOutput::text(lines.iter().map(line).collect::<Vec<_>>().join("\n")))
}
