//! `export`: writes many logs as tables for other programs.

use crate::{
    archive::{
        ArchiveEntry, EntryContent, ExportTable, FileSource, JsonlSource, LogSource, RowFormat,
        bgstats::{Play, play_file},
        process_all,
    },
    cli::{
        command_output::CommandOutput,
        open_logs,
        output_file::{OutputFile, write_error},
        print::warn,
        program::games,
        progress::TaskProgress,
        render::{messages::quoted, style::wrap},
    },
    log::is_log_name,
    table::{
        count_of,
        escape::{self, clean, clean_json},
        is_same_name,
    },
};
use anyhow::{Result, bail};
use clap::builder::{PossibleValuesParser, TypedValueParser};
use serde_json::{Value, json};
use std::{
    io::{self, ErrorKind, IsTerminal as _, Write},
    ops::ControlFlow,
    path::{Path, PathBuf},
    process::ExitCode,
};

/// The most unreadable logs that the JSON document names. It counts all of them.
const MAX_NAMED: usize = 100;

const EXAMPLES: &str = "Examples:
  fowlplay export                              (a row for each log in this folder and its subfolders)
  fowlplay export logs --table items -o items.csv
  fowlplay export friday.toml --table moves --format jsonl
  fowlplay export --format excel -o games.csv      (where spreadsheets write 1,5 instead of 1.5)
  fowlplay export -o evenings.bgsplay --me Ada     (for BG Stats: share the file to the app)
  jq -Rsc '{file: input_filename, text: .}' game.toml | fowlplay export -

On standard input each line is a log, as JSON: {\"file\": \"a.toml\", \"text\": \"fowlplay = 1\\n…\"}. Rows are written as lines arrive.

If a log can't be read, its row in `games` has the error, the others are exported, and the exit status is 2.

In CSV an empty cell is null. Text that a spreadsheet would run as a formula gets an apostrophe where it begins with `=`, `+`, `-` or `@` (full-width, too). So does each formula behind a `;`, `,`, tab or line break in the text. To get the text back, remove one apostrophe at each of these places. JSONL has every text unchanged.";

/// Examples, and the columns of the tables.
pub(crate) fn help() -> String {
    let mut help = format!("{EXAMPLES}\n\nThe tables and their columns (later versions may add columns, and never remove one):");
    for table in ExportTable::ALL {
        help.extend(["\n\n", table.name(), ": ", table.about()]);
        for column in table.columns() {
            help.extend(["\n  ", column.name, ": ", column.meaning]);
        }
    }
    help
}

/// The arguments of `export`.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Logs, and folders with everything in them; `-` reads logs from standard input; default: this folder
    #[arg(value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// Which table
    #[arg(short, long, default_value = "games", value_parser = table_parser())]
    table: ExportTable,
    /// The format; default: by the extension of the output, else CSV. excel: CSV with `;` and a byte order mark, as most of Europe's spreadsheets expect it. bgstats: finished games, as plays for BG Stats
    #[arg(short, long, value_parser = format_parser())]
    format: Option<ExportFormat>,
    /// With bgstats: the player who owns the app
    #[arg(long, value_name = "NAME")]
    me: Option<String>,
    /// The file to write, which appears when it is complete; default: standard output
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

fn table_parser() -> impl TypedValueParser<Value = ExportTable> {
    let by_name = |name: String| ExportTable::ALL.into_iter().find(|table| table.name() == name).unwrap_or(ExportTable::Games);
    PossibleValuesParser::new(ExportTable::ALL.map(ExportTable::name)).map(by_name)
}

fn format_parser() -> impl TypedValueParser<Value = ExportFormat> {
    let by_name = |name: String| {
        ExportFormat::ALL.into_iter().find(|format| format.name() == name).unwrap_or(ExportFormat::Rows(RowFormat::Csv))
    };
    PossibleValuesParser::new(ExportFormat::ALL.map(ExportFormat::name)).map(by_name)
}

/// The output format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ExportFormat {
    /// The rows of a table.
    Rows(RowFormat),
    /// A play file of BG Stats.
    Plays,
}

impl ExportFormat {
    const ALL: [Self; 4] = [Self::Rows(RowFormat::Csv), Self::Rows(RowFormat::Jsonl), Self::Rows(RowFormat::Excel), Self::Plays];

    const fn name(self) -> &'static str {
        match self {
            Self::Rows(RowFormat::Csv) => "csv",
            Self::Rows(RowFormat::Jsonl) => "jsonl",
            Self::Rows(RowFormat::Excel) => "excel",
            Self::Plays => "bgstats",
        }
    }

    /// The format for the extension of an output file.
    fn of(output: Option<&Path>) -> Self {
        let extension = output.and_then(Path::extension).map(|extension| extension.to_string_lossy().to_lowercase());
        match extension.as_deref() {
            Some("jsonl" | "ndjson" | "json") => Self::Rows(RowFormat::Jsonl),
            Some("bgsplay") => Self::Plays,
            _ => Self::Rows(RowFormat::Csv),
        }
    }
}

/// The destination of the rows.
enum Sink {
    File(OutputFile),
    /// Standard output, row by row.
    Rows(io::StdoutLock<'static>),
    /// Standard output, as one JSON document. True if it has rows already.
    Document(io::StdoutLock<'static>, bool),
}

/// The totals of an export.
#[derive(Default)]
struct ExportTotals {
    logs: usize,
    unread: usize,
    /// The number of games written as plays.
    plays: usize,
    /// The errors of the first unreadable logs.
    errors: Vec<Value>,
}

/// The rows or the play of a log, or its name with the reason why it can't be read.
struct ExportedLog {
    rows: Vec<u8>,
    play: Option<Play>,
    error: Option<(String, String)>,
}

/// Writes a table.
pub(crate) fn run(args: &Args, json: bool) -> Result<ExitCode> {
    match &args.output {
        Some(output) => Ok(write_file(args, output, json)?.print()),
        None => print(args, json),
    }
}

/// Writes a table to a file, and reports what the file contains.
pub(crate) fn write_file(args: &Args, output: &Path, json: bool) -> Result<CommandOutput> {
    let export = ExportOptions::of(args, json)?;
    let mut sink = Sink::File(create_output(output)?);
    let totals = export.write_all(&args.paths, &mut sink).map_err(|error| write_error(output, &error.into()))?;
    if let Sink::File(file) = sink {
        file.finish().map_err(|error| write_error(output, &error))?;
    }
    let command_output = export.file_output(output, &totals)?;
    totals.warn(export.has_error_column(), export.json);
    Ok(command_output.with_status(totals.status()).after_save())
}

/// Prints a table.
fn print(args: &Args, json: bool) -> Result<ExitCode> {
    let export = ExportOptions::of(args, json)?;
    let mut sink = if export.json { Sink::Document(io::stdout().lock(), false) } else { Sink::Rows(io::stdout().lock()) };
    match export.write_all(&args.paths, &mut sink) {
        Ok(totals) => {
            totals.warn(export.has_error_column(), export.json);
            Ok(ExitCode::from(totals.status()))
        }
        // The reader may have closed the pipe (`| head`).
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(ExitCode::SUCCESS),
        Err(error) => bail!("standard output can't be written: {error}"),
    }
}

/// Whether a path means standard input.
fn is_stdin(path: &Path) -> bool {
    path.as_os_str() == "-"
}

fn create_output(output: &Path) -> Result<OutputFile> {
    if is_log_name(output) {
        bail!("{} would be the name of a log: the name of a table ends in .csv or .jsonl", escape::path(output));
    }
    OutputFile::create(output).map_err(|error| write_error(output, &error))
}

/// The options of an export.
struct ExportOptions<'a> {
    table: ExportTable,
    format: ExportFormat,
    /// The player who owns the app that the plays are for.
    me: Option<&'a str>,
    json: bool,
}

impl<'a> ExportOptions<'a> {
    fn of(args: &'a Args, json: bool) -> Result<Self> {
        let format = args.format.unwrap_or_else(|| ExportFormat::of(args.output.as_deref()));
        if format == ExportFormat::Plays && args.table != ExportTable::Games {
            bail!("BG Stats takes games: leave --table out");
        }
        if format != ExportFormat::Plays && args.me.is_some() {
            bail!("--me says who owns the app that plays are for: it needs --format bgstats");
        }
        if args.paths.len() > 1 && args.paths.iter().any(|path| is_stdin(path)) {
            bail!("- can't be combined with paths");
        }
        // A play file is JSON already.
        let json = json && (format != ExportFormat::Plays || args.output.is_some());
        let format = if json && args.output.is_none() { ExportFormat::Rows(RowFormat::Jsonl) } else { format };
        Ok(Self { table: args.table, format, me: args.me.as_deref(), json })
    }

    /// Writes the rows of all logs under these paths, or of the logs on standard input.
    fn write_all(&self, paths: &[PathBuf], sink: &mut Sink) -> io::Result<ExportTotals> {
        if paths.iter().any(|path| is_stdin(path)) {
            return self.write(JsonlSource::of(io::stdin()), None, sink);
        }
        let owned_paths = paths.to_vec();
        self.write(FileSource::under(paths), Some(Box::new(|| FileSource::under(owned_paths).count())), sink)
    }

    /// Writes the rows of all logs.
    fn write<S: LogSource>(
        &self,
        source: S,
        count_total: Option<Box<dyn FnOnce() -> usize + Send>>,
        sink: &mut Sink,
    ) -> io::Result<ExportTotals> {
        let is_terminal = matches!(sink, Sink::Rows(_)) && io::stdout().is_terminal();
        let bar = TaskProgress::new(count_total);
        let (mut totals, mut plays) = (ExportTotals::default(), Vec::new());
        sink.begin(self)?;
        let export_log = |entry: ArchiveEntry| {
            let (rows, play) = match (self.format, &entry.content) {
                (ExportFormat::Rows(format), _) => (format.rows(self.table, &entry, is_terminal), None),
                (ExportFormat::Plays, EntryContent::Log(game)) => (Vec::new(), Play::of(game, &entry.file)),
                (ExportFormat::Plays, _) => (Vec::new(), None),
            };
            let error = if let EntryContent::Unreadable(error) = &entry.content { Some(error.in_a_line()) } else { None };
            ExportedLog { rows, play, error: error.map(|why| (entry.file, why)) }
        };
        let write = |logs: Vec<ExportedLog>| {
            let rows = logs.iter().map(|log| log.rows.as_slice()).collect::<Vec<_>>().concat();
            if let Err(error) = sink.rows(&rows) {
                return ControlFlow::Break(error);
            }
            if !is_terminal {
                bar.add(logs.len());
            }
            totals.logs += logs.len();
            for ExportedLog { play, error, .. } in logs {
                plays.extend(play);
                let Some((file, why)) = error else { continue };
                totals.unread += 1;
                if self.json && totals.errors.len() < MAX_NAMED {
                    totals.errors.push(json!({"file": file, "message": why}));
                } else if !self.json && !self.has_error_column() {
                    bar.suspend(|| warn(&wrap(&clean(&with_file_name(&file, &why)), "", "  ")));
                }
            }
            ControlFlow::Continue(())
        };
        let flow = process_all(source, games(), export_log, write);
        bar.finish();
        if let ControlFlow::Break(error) = flow {
            return Err(error);
        }
        if self.format == ExportFormat::Plays {
            totals.plays = plays.iter().filter(|play| play.has_day()).count();
            if totals.plays < plays.len() && !self.json {
                warn("Games without a date are left out.");
            }
            let has_played = |me: &&str| plays.iter().flat_map(|play| &play.players).any(|player| is_same_name(&player.name, me));
            if let Some(me) = self.me.filter(|me| !self.json && !has_played(me)) {
                warn(&wrap(&format!("{} played none of these games.", clean(&quoted(me))), "", "  "));
            }
            let document = serde_json::to_string_pretty(&play_file(&plays, self.me))?;
            sink.rows(format!("{}\n", clean_json(document)).as_bytes())?;
        }
        sink.end(self, &totals)?;
        Ok(totals)
    }

    /// Whether the output has a column for a log's error.
    fn has_error_column(&self) -> bool {
        self.table == ExportTable::Games && self.format != ExportFormat::Plays
    }

    /// The header row.
    fn header(&self) -> Vec<u8> {
        match self.format {
            ExportFormat::Rows(format) => format.header(self.table),
            ExportFormat::Plays => Vec::new(),
        }
    }

    /// The output of the command after a file was written.
    fn file_output(&self, output: &Path, totals: &ExportTotals) -> Result<CommandOutput> {
        let (file, table, format) = (open_logs::json_name(output), self.table.name(), self.format.name());
        if self.json {
            let ExportTotals { logs, unread, errors, .. } = totals;
            return CommandOutput::json(
                &json!({"file": file, "table": table, "format": format, "logs": logs, "unread": unread, "errors": errors}),
            );
        }
        let contents =
            if self.format == ExportFormat::Plays { count_of(totals.plays, "play", "plays") } else { table.to_owned() };
        Ok(CommandOutput::text(format!("Written: {}, {contents} of {}", clean(&file), count_of(totals.logs, "log", "logs"))))
    }
}

/// An error with its file name in front, unless the error begins with that name.
pub(crate) fn with_file_name(file: &str, why: &str) -> String {
    if file.is_empty() || why.starts_with(file) { why.to_owned() } else { format!("{file}: {why}") }
}

impl Sink {
    fn begin(&mut self, export: &ExportOptions) -> io::Result<()> {
        match self {
            Self::Document(writer, _) => write!(writer, "{{\"table\":\"{}\",\"rows\":[", export.table),
            Self::Rows(writer) => writer.write_all(&export.header()),
            Self::File(writer) => writer.write_all(&export.header()),
        }
    }

    /// Writes rows, and flushes them so that a reader gets them at once.
    fn rows(&mut self, rows: &[u8]) -> io::Result<()> {
        match self {
            Self::File(writer) => writer.write_all(rows),
            Self::Rows(writer) => writer.write_all(rows).and_then(|()| writer.flush()),
            Self::Document(writer, has_rows) => {
                for line in rows.split(|byte| *byte == b'\n').filter(|line| !line.is_empty()) {
                    writer.write_all(if *has_rows { b",\n" } else { b"\n" })?;
                    writer.write_all(line)?;
                    *has_rows = true;
                }
                Ok(())
            }
        }
    }

    fn end(&mut self, export: &ExportOptions, totals: &ExportTotals) -> io::Result<()> {
        match self {
            Self::Document(writer, _) => {
                debug_assert!(export.json);
                let errors = clean_json(json!(totals.errors).to_string());
                writeln!(writer, "],\n\"logs\":{},\"unread\":{},\"errors\":{errors}}}", totals.logs, totals.unread)?;
                writer.flush()
            }
            Self::Rows(writer) => writer.flush(),
            Self::File(writer) => writer.flush(),
        }
    }
}

impl ExportTotals {
    /// The exit status: 2 if a log can't be read.
    fn status(&self) -> u8 {
        if self.unread > 0 { 2 } else { 0 }
    }

    /// Warns how many logs can't be read.
    fn warn(&self, has_error_column: bool, json: bool) {
        if self.unread > 0 && !json {
            let why = if has_error_column { "; the column `error` says why" } else { "" };
            let logs = count_of(self.logs, "log", "logs");
            warn(&wrap(&format!("{} of {logs} can't be read{why}.", self.unread), "", "  "));
        }
    }
}
