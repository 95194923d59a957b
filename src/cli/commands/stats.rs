//! `stats`: the players' games, wins and ratings over many logs.

use super::export::with_file_name;
use crate::{
    archive::{
        FileSource, process_all,
        stats::{Aliases, Selection, Stats, StatsCounter, StatsInput, folders},
    },
    cli::{
        command_output::CommandOutput,
        open_logs, output_file,
        print::warn,
        program::games,
        progress::TaskProgress,
        render::{messages::quoted, stats, style::wrap},
    },
    page,
    table::{
        count_of,
        escape::{self, clean},
    },
};
use anyhow::{Result, anyhow, bail};
use jiff::civil::Date;
use serde::Serialize;
use serde_json::{Value, json};
use std::{
    ops::ControlFlow,
    path::{Path, PathBuf},
};

/// How many unreadable logs, and how many copies, the JSON document names at most. It counts all of them.
const MAX_NAMED: usize = 100;
/// How many copies a terminal shows by name at most.
const MAX_COPIES_PRINTED: usize = 10;

/// Examples, and the rules of counting.
pub(crate) const HELP: &str = "Examples:
  fowlplay stats                               (every log in this folder and its subfolders)
  fowlplay stats logs --game blulu --since 2026-01-01
  fowlplay stats --player Ada --player Bo      (the games that both played)
  fowlplay stats --alias Adi=Ada -o stats.html
  fowlplay stats --player Ada -o ada.html      (one player's page: games, wins, best items, head to head)
  fowlplay stats -- *.toml                     (after `--` a file name may begin with a hyphen)

Only games that were played to the end count; unfinished and closed games are listed separately. Games with findings count and are marked with *: `fowlplay check` says what was found. The fouls of a player are illegal and impossible steps and revokes; what the table let stand, or did wrong itself, is not counted. A shared win counts as a win. A player who left an evening of scores is left out of that game. Playing time is known for games whose log says when they began and ended; pauses are left out. The time of a turn is that of games of which every turn is recorded. If a game was played by different numbers of players, average, best and worst totals are shown for each number. Copies of a game count once, whatever their comments and titles: the one with the most steps (`fowlplay export --help`: `same_as`). If a log can't be read, a line says so, the others are counted, and the exit status is 2.

Upper and lower case make no difference in names. If a player has several names, give each with --alias, or write a file `aliases.toml` in the folder with a line for each: Adi = \"Ada\".

The rating (Weng and Lin, 2011) is computed from the ranks in each game, for any number of players, in the order in which the games were played: by `began`, else by date, then by file name. Everybody begins at 25. The number after ± is the 95 % margin. A game that nobody won counts as a draw. Players are sorted by the low end of their margin.";

/// The arguments of `stats`.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Logs, and folders with everything in them; default: this folder
    #[arg(value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// Only this game; may be given several times
    #[arg(long, value_name = "GAME", value_parser = game)]
    game: Vec<&'static str>,
    /// Only games with this player; given several times, only games with all of them
    #[arg(long, value_name = "NAME")]
    player: Vec<String>,
    /// Only games of this day or later, as 2026-11-20
    #[arg(long, value_name = "DAY", value_parser = day)]
    since: Option<Date>,
    /// Only games of this day or earlier
    #[arg(long, value_name = "DAY", value_parser = day)]
    until: Option<Date>,
    /// Another name of a player: `Adi=Ada` counts Adi's games as Ada's
    #[arg(long, value_name = "NAME=NAME", value_parser = crate::actions::parse_pair)]
    alias: Vec<(String, String)>,
    /// Write a page with charts to this file (NAME.html)
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

fn game(name: &str) -> Result<&'static str, String> {
    games().book(name).map(|book| book.game).map_err(|error| error.to_string())
}

fn day(text: &str) -> Result<Date, String> {
    text.parse().map_err(|_| "write the day as 2026-11-20".to_owned())
}

/// The logs that are not counted, for warnings and for the JSON document.
#[derive(Default)]
struct SkippedLogs {
    named_copies: Vec<Value>,
    /// The number of copies, counted without `--json` only.
    copies: usize,
    errors: Vec<Value>,
}

/// Counts the games, and reports the result.
pub(crate) fn run(args: &Args, json: bool) -> Result<CommandOutput> {
    if let Some(output) = &args.output {
        check_name(output)?;
    }
    let selection = selection(args)?;
    let paths = args.paths.clone();
    let bar = TaskProgress::new(Some(Box::new(|| FileSource::under(paths).count())));
    let (mut counter, mut skipped) = (StatsCounter::of(games()).about(selection.only_player()), SkippedLogs::default());
    let add = |inputs: Vec<StatsInput>| {
        bar.add(inputs.len());
        for input in inputs {
            skipped.add(&input, json, &bar);
            counter.add(input);
        }
        ControlFlow::<()>::Continue(())
    };
    // `add` never breaks.
    let _ = process_all(FileSource::under(&args.paths), games(), |entry| selection.outcome(&entry), add);
    bar.finish();
    let stats = counter.finish();
    let answer = match &args.output {
        Some(output) => write_page(output, &stats, &skipped, json)?,
        None if json => CommandOutput::json(&Document { stats: &stats, same: &skipped.named_copies, errors: &skipped.errors })?,
        None => CommandOutput::text(stats::text(&stats)),
    };
    if !json {
        skipped.print_totals(&stats);
    }
    Ok(answer.with_status(if stats.unread > 0 { 2 } else { 0 }))
}

fn selection(args: &Args) -> Result<Selection> {
    if let (Some(since), Some(until)) = (args.since, args.until)
        && since > until
    {
        bail!("--since {since} is after --until {until}: exchange the two");
    }
    let mut aliases = Aliases::default();
    for folder in folders(&args.paths) {
        aliases.read(&folder)?;
    }
    for (alias, name) in &args.alias {
        aliases.add(alias, name).map_err(|error| anyhow!("--alias {}: {error}", quoted(&format!("{alias}={name}"))))?;
    }
    let Args { game, player, since, until, .. } = args;
    Ok(Selection { games: game.clone(), players: player.clone(), since: *since, until: *until, aliases })
}

fn check_name(output: &Path) -> Result<()> {
    let extension = output.extension().map(|extension| extension.to_string_lossy().to_lowercase());
    match extension.as_deref() {
        Some("html" | "htm") => Ok(()),
        _ => bail!("{} is not a name for a page: it ends in .html", escape::path(output)),
    }
}

impl SkippedLogs {
    /// Warns of a log that isn't counted, or notes it for the JSON document.
    fn add(&mut self, input: &StatsInput, json: bool, bar: &TaskProgress) {
        match input {
            StatsInput::Game(_) | StatsInput::LeftOut { .. } => {}
            StatsInput::Copy { file, of } if json => push_named(&mut self.named_copies, || json!({"file": file, "same_as": of})),
            StatsInput::Copy { file, of } => {
                self.copies += 1;
                if self.copies <= MAX_COPIES_PRINTED {
                    bar.suspend(|| warn(&wrap(&format!("{} is a copy of {}: counted once.", clean(file), clean(of)), "", "  ")));
                }
            }
            StatsInput::Unread { file, why } if json => push_named(&mut self.errors, || json!({"file": file, "message": why})),
            StatsInput::Unread { file, why } => bar.suspend(|| warn(&wrap(&clean(&with_file_name(file, why)), "", "  "))),
        }
    }

    /// Warns how many logs aren't counted.
    fn print_totals(&self, stats: &Stats) {
        let all = count_of(stats.logs, "log", "logs");
        let mut lines = Vec::new();
        if self.copies > MAX_COPIES_PRINTED {
            lines.push(format!("{} of {all} are copies of others, and counted once.", self.copies));
        }
        if stats.undated > 0 {
            let verb = if stats.undated == 1 { "doesn't say when it was, and is" } else { "don't say when they were, and are" };
            lines.push(format!("{} of {all} {verb} left out.", stats.undated));
        }
        if stats.unread > 0 {
            lines.push(format!("{} of {all} can't be counted.", stats.unread));
        }
        for line in &lines {
            warn(&wrap(line, "", "  "));
        }
    }
}

/// Adds a value unless there are [`MAX_NAMED`] values already.
fn push_named(values: &mut Vec<Value>, value: impl FnOnce() -> Value) {
    if values.len() < MAX_NAMED {
        values.push(value());
    }
}

/// The JSON document: the statistics, and the logs that are not counted.
#[derive(Serialize)]
struct Document<'s> {
    #[serde(flatten)]
    stats: &'s Stats,
    same: &'s [Value],
    errors: &'s [Value],
}

fn write_page(output: &Path, stats: &Stats, skipped: &SkippedLogs, json: bool) -> Result<CommandOutput> {
    let name = open_logs::json_name(output);
    output_file::write(output, &page::stats(stats))?;
    let Stats { logs, copies, unread, left_out, undated, .. } = stats;
    let games = stats.in_all.finished;
    if json {
        let document = json!({
            "file": name, "games": games, "logs": logs, "copies": copies, "unread": unread, "left_out": left_out,
            "undated": undated, "same": skipped.named_copies, "errors": skipped.errors,
        });
        return Ok(CommandOutput::json(&document)?.after_save());
    }
    let games = count_of(usize::try_from(games)?, "finished game", "finished games");
    Ok(CommandOutput::text(format!("Written: {}, {games}", clean(&name))).after_save())
}
