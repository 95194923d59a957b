//! `head`: shows or changes the head of a log, and closes a game that nobody will finish.

use crate::{
    actions::{self, Action, Done, Outcome},
    archive::stats::{ALIASES, is_aliases},
    cli::{
        answer::{Answer, action_error},
        files,
        prompt::confirm::{self, ConfirmArgs},
        render::style::{strong, wrap},
        shutdown::without_interruption,
    },
    log::{Correction, FileError, HeadKey, Log, LogFile, Spot, is_log_name},
    referee::document,
    table::{
        count_of,
        escape::{clean, clean_all},
    },
};
use anyhow::{Result, bail};
use serde_json::json;
use std::path::{Path, PathBuf};

/// The key of the log's own name.
const FILE: &str = "file";

/// Examples.
pub const HELP: &str = "Examples:
  fowlplay head game.toml                             (shows it)
  fowlplay head game.toml player.Bo=Bob date=2026-11-20
  fowlplay head game.toml place='under the oak' title=    (an empty value removes a key)
  fowlplay head game.toml seats=Bo,Ada,Cy             (the same players, clockwise; everything is judged again)
  fowlplay head game.toml closed='it got too late'    (nobody will finish it; `closed=` opens it again)
  fowlplay head game.toml file=friday.toml            (renames the log; no other file is overwritten)
  fowlplay head game.toml began=2026-11-20T19:30:00+01:00 paused='1h 35m'

Keys: date, place, title, notes, closed, seats, began, ended, paused, player.NAME, and alone `file`, the log's own name. `player.NAME` renames a player everywhere in the log except in notes, reasons and comments. Either all changes are made, or none. Use `fowlplay rule` to change table rules.

`play` and `serve` write when the game was played: began, ended and paused. `undo` leaves these three alone.";

/// Which keys of the head, and their new values.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The log
    file: PathBuf,
    /// A key of the head and its value
    #[arg(value_name = "KEY=VALUE", value_parser = actions::pair)]
    changes: Vec<(String, String)>,
    #[command(flatten)]
    confirm: ConfirmArgs,
}

/// Shows or changes the head.
pub fn run(args: &Args, json: bool) -> Result<Answer> {
    if args.changes.is_empty() {
        return show(args, json);
    }
    match &args.changes[..] {
        [(key, name)] if key == FILE => return rename(args, name, json),
        changes if changes.iter().any(|(key, _)| key == FILE) => {
            bail!("`{FILE}` is changed alone: give the other keys to another `head`");
        }
        _ => {}
    }
    let mut workspace = files::open(&args.file)?;
    workspace.referee()?;
    let outcome = workspace.preview(&Action::Head { changes: args.changes.clone() }).map_err(action_error)?;
    let done = done(workspace.log(), &outcome);
    args.confirm.commit(&mut workspace, &outcome, &done, json)
}

/// Renames the log in its folder.
fn rename(args: &Args, name: &str, json: bool) -> Result<Answer> {
    if name.is_empty() || name.contains(['/', '\\']) {
        bail!("`{FILE}` is a name without a folder, as {FILE}=friday.toml: the log stays where it is");
    }
    let name = if is_log_name(name) { name.to_owned() } else { format!("{name}.toml") };
    if is_aliases(Path::new(&name)) {
        bail!("{ALIASES} is the alias file of `stats`: choose another name");
    }
    let log = LogFile::open(&args.file)?;
    let asks = args.confirm.asks(json);
    if asks && args.file.with_file_name(&name).symlink_metadata().is_ok() {
        return Err(FileError::Exists(args.file.with_file_name(&name)).into());
    }
    let was = files::shown(&args.file);
    let done = |is: &str| strong(&format!("{was} {is} {}", clean(&name)));
    if asks && !confirm::agrees(&format!("Not written yet: {}", done("becomes")))? {
        return Ok(confirm::nothing_changed());
    }
    #[cfg(feature = "page")]
    let real = log.real_path();
    let renamed = without_interruption(|| log.rename(&name))?;
    #[cfg(feature = "page")]
    if let Err(error) = crate::page::live::follow_renamed_log(&real, &renamed.real_path()) {
        crate::cli::out::warn(&format!(
            "Its links to the live page stay with the old name ({error}): `fowlplay serve` prints new ones."
        ));
    }
    if json {
        return Ok(Answer::json(&json!({"file": files::shown(renamed.path()), "was": was}))?.of_saved());
    }
    Ok(Answer::text(done("is now")).of_saved())
}

fn show(args: &Args, json: bool) -> Result<Answer> {
    let referee = files::read(&args.file)?;
    let (log, book) = (referee.log(), referee.book());
    if json {
        let document = document::head(&files::shown(&args.file), &*referee);
        return Answer::of_log(&document, referee.halted());
    }
    let mut lines = vec![("game", book.title.to_owned()), ("players", clean_all(log.players()).join(", "))];
    lines.extend(log.variant().map(|variant| ("variant", clean(variant).into_owned())));
    lines.extend(log.is_kept_by_scores().then(|| ("kept", "scores".to_owned())));
    lines.extend(HeadKey::ALL.iter().filter_map(|key| Some((key.name(), clean(&log.head(*key)?).into_owned()))));
    let line = |(key, value): &(&str, String)| wrap(value, &strong(&format!("{key:<9}")), "         ");
    Ok(Answer::text(lines.iter().map(line).collect::<Vec<_>>().join("\n")))
}

/// The changes, one a line; for a name, also on how many lines it occurs.
fn done(before: &Log, outcome: &Outcome) -> String {
    let Done::Amended(amended) = &outcome.done else { return String::new() };
    let done = |change: &Correction| {
        let [was, now] = [&change.was, &change.now].map(|text| text.as_deref().map(clean).unwrap_or_default());
        match &change.at {
            Spot::Player(_) => format!("{was} is {now}"),
            Spot::Seats => format!("seats: {}", now.replace("; ", ", ")),
            _ if change.now.is_none() => format!("{} taken out, was {was}", name(change)),
            _ if change.was.is_none() => format!("{}: {now}", name(change)),
            _ => format!("{}: {now}, was {was}", name(change)),
        }
    };
    let mut lines: Vec<String> = amended.changed.iter().map(|change| wrap(&strong(&done(change)), "", "  ")).collect();
    if amended.changed.iter().any(|change| matches!(change.at, Spot::Player(_))) {
        let count = actions::written_out(before, &amended.log).len();
        lines.push(format!("The log names them so on {}.", count_of(count, "line", "lines")));
    }
    lines.join("\n")
}

fn name(change: &Correction) -> &'static str {
    if let Spot::Head(key) = change.at { key.name() } else { "" }
}
