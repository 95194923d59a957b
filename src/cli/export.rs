//! `export`: the archive as tables for other programs.

use super::{
    answer::{Answer, warn},
    bar::Bar,
    escape::clean,
    files,
    output::Output,
    paint::wrap,
};
use anyhow::{Result, anyhow, bail};
use clap::builder::{PossibleValuesParser, TypedValueParser};
use fowlplay::{
    archive::{Entry, Files, Format, Found, Lines, Source, Table, each},
    log::is_log_name,
    table::count_of,
};
use serde_json::{Value, json};
use std::{
    io::{self, ErrorKind, IsTerminal as _, Write},
    ops::ControlFlow,
    path::{Path, PathBuf},
    process::ExitCode,
};

/// So many logs that can't be read are named in the JSON document; all are counted.
const NAMED: usize = 100;

const EXAMPLES: &str = "Examples:
  fowlplay export                              (a row for each log of this folder and those in it)
  fowlplay export logs --table items -o items.csv
  fowlplay export friday.toml --table moves --format jsonl
  jq -Rsc '{file: input_filename, text: .}' game.toml | fowlplay export -

Logs from standard input stand one a line, as JSON: {\"file\": \"a.toml\", \"text\": \"fowlplay = 1\\n…\"}. Rows are written as lines arrive.

A log that can't be read is a row of `games` with its error; the rest goes on, and the exit status is 2.

In CSV a text that a spreadsheet would run, because it begins with `=`, `+`, `-`, `@`, a tab or a line break, has an apostrophe before it; so has one that begins with apostrophes and goes on so. The way back: where a text begins with apostrophes and goes on so, take one away. An empty cell is null. In JSONL every text stands as it is.

With --json: {\"table\", \"rows\": [{…}], \"logs\", \"unread\", \"errors\": [{\"file\", \"message\"}]}: how many logs there were, how many of them can't be read, and which (the first hundred). With -o \"file\" and \"format\" stand there instead of the rows.";

/// Examples, the shape of the JSON document, and what stands in the tables.
pub fn help() -> String {
    let mut help = format!("{EXAMPLES}\n\nThe tables and their columns; columns are only ever added:");
    for table in Table::ALL {
        help.extend(["\n\n", table.name(), ": ", table.about()]);
        for column in table.columns() {
            help.extend(["\n  ", column.name, ": ", column.meaning]);
        }
    }
    help
}

/// Which logs, and what of them.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Logs, and folders with all that lies in them; - reads logs from standard input; else this folder
    #[arg(value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// What the rows are
    #[arg(short, long, default_value = "games", value_parser = table())]
    table: Table,
    /// How they are written; as the name of the output ends, else CSV
    #[arg(short, long, value_parser = format())]
    format: Option<Format>,
    /// Where to: the file is there when it is whole, and not before; else standard output
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

fn table() -> impl TypedValueParser<Value = Table> {
    let named = |name: String| Table::ALL.into_iter().find(|table| table.name() == name).unwrap_or(Table::Games);
    PossibleValuesParser::new(Table::ALL.map(Table::name)).map(named)
}

fn format() -> impl TypedValueParser<Value = Format> {
    PossibleValuesParser::new(["csv", "jsonl"]).map(|name| if name == "csv" { Format::Csv } else { Format::Jsonl })
}

/// Where rows go.
enum Sink {
    /// A file.
    File(Output),
    /// Standard output, row by row.
    Rows(io::StdoutLock<'static>),
    /// Standard output, as one document; whether a row stands there already.
    Document(io::StdoutLock<'static>, bool),
}

/// What came of an export.
#[derive(Default)]
struct Tally {
    logs: usize,
    unread: usize,
    /// The first that can't be read.
    named: Vec<Value>,
}

/// A log's rows, and why there are none if it can't be read.
struct Made {
    rows: Vec<u8>,
    unread: Option<(String, String)>,
}

/// Writes a table.
pub fn run(args: &Args, json: bool) -> Result<ExitCode> {
    let format = args.format.unwrap_or_else(|| form(args.output.as_deref()));
    let format = if json && args.output.is_none() { Format::Jsonl } else { format };
    let mut sink = match &args.output {
        Some(output) => Sink::File(open(output)?),
        None if json => Sink::Document(io::stdout().lock(), false),
        None => Sink::Rows(io::stdout().lock()),
    };
    let is_input = |path: &PathBuf| path.as_os_str() == "-";
    let export = Export { table: args.table, format, json };
    let written = match &args.paths[..] {
        [only] if is_input(only) => export.write(Lines::of(io::stdin()), None, &mut sink),
        paths if paths.iter().any(is_input) => bail!("- stands alone: either logs come from standard input, or they are named"),
        paths => {
            let again = paths.to_vec();
            export.write(Files::under(paths), Some(Box::new(|| Files::under(again).count())), &mut sink)
        }
    };
    let tally = match (written, sink) {
        (Ok(tally), Sink::File(file)) => {
            let output = args.output.as_deref().unwrap_or(Path::new(""));
            file.finish().map_err(|error| unwritten(output, &error))?;
            let answer = export.answer(output, &tally)?;
            tally.tell(args.table, json);
            return Ok(answer.with_status(tally.status()).of_saved().give());
        }
        (Ok(tally), _) => tally,
        (Err(error), Sink::File(_)) => return Err(unwritten(args.output.as_deref().unwrap_or(Path::new("")), &error)),
        // Who reads it may stop listening (`| head`).
        (Err(error), _) if error.kind() == ErrorKind::BrokenPipe => return Ok(ExitCode::SUCCESS),
        (Err(error), _) => bail!("standard output can't be written: {error}"),
    };
    tally.tell(args.table, json);
    Ok(ExitCode::from(tally.status()))
}

/// What the name of an output tells of its form.
fn form(output: Option<&Path>) -> Format {
    let extension = output.and_then(Path::extension).map(|extension| extension.to_string_lossy().to_lowercase());
    match extension.as_deref() {
        Some("jsonl" | "ndjson" | "json") => Format::Jsonl,
        _ => Format::Csv,
    }
}

fn open(output: &Path) -> Result<Output> {
    if is_log_name(output) {
        bail!("{} would be the name of a log: the name of a table ends in .csv or .jsonl", files::shown(output));
    }
    Output::to(output).map_err(|error| unwritten(output, &error))
}

fn unwritten(output: &Path, error: &io::Error) -> anyhow::Error {
    let name = files::shown(output);
    anyhow!("{name} was not written ({error}): is there such a folder, and room in it?")
}

/// What is written, and how.
struct Export {
    table: Table,
    format: Format,
    json: bool,
}

impl Export {
    /// Writes the rows of all logs.
    fn write<S: Source>(
        &self,
        source: S,
        count: Option<Box<dyn FnOnce() -> usize + Send>>,
        sink: &mut Sink,
    ) -> io::Result<Tally> {
        let is_seen = matches!(sink, Sink::Rows(_)) && io::stdout().is_terminal();
        let bar = Bar::of(count);
        let mut tally = Tally::default();
        sink.begin(self)?;
        let work = |entry: Entry| {
            let rows = self.format.rows(self.table, &entry, is_seen);
            let unread = if let Found::Unread(unread) = &entry.found { Some(unread.in_a_line()) } else { None };
            Made { rows, unread: unread.map(|why| (entry.file, why)) }
        };
        let take = |some: Vec<Made>| {
            let rows = some.iter().map(|made| made.rows.as_slice()).collect::<Vec<_>>().concat();
            if let Err(error) = sink.rows(&rows) {
                return ControlFlow::Break(error);
            }
            if !is_seen {
                bar.add(some.len());
            }
            tally.logs += some.len();
            for (file, why) in some.into_iter().filter_map(|made| made.unread) {
                tally.unread += 1;
                if self.json && tally.named.len() < NAMED {
                    tally.named.push(json!({"file": file, "message": why}));
                } else if !self.json && self.table != Table::Games {
                    bar.aside(|| warn(&wrap(&clean(&named(&file, &why)), "", "  ")));
                }
            }
            ControlFlow::Continue(())
        };
        let ended = each(source, work, take);
        bar.end();
        if let ControlFlow::Break(error) = ended {
            return Err(error);
        }
        sink.end(self, &tally)?;
        Ok(tally)
    }

    /// What is said of a file that was written.
    fn answer(&self, output: &Path, tally: &Tally) -> Result<Answer> {
        let (file, table) = (files::shown(output), self.table.name());
        if self.json {
            let format = if self.format == Format::Csv { "csv" } else { "jsonl" };
            let Tally { logs, unread, named } = tally;
            return Answer::json(
                &json!({"file": file, "table": table, "format": format, "logs": logs, "unread": unread, "errors": named}),
            );
        }
        Ok(Answer::text(format!("Written: {}, {table} of {}", clean(&file), count_of(tally.logs, "log", "logs"))))
    }
}

/// What is wrong with a file, behind its name unless that is in it already.
fn named(file: &str, why: &str) -> String {
    if file.is_empty() || why.starts_with(file) { why.to_owned() } else { format!("{file}: {why}") }
}

impl Sink {
    fn begin(&mut self, export: &Export) -> io::Result<()> {
        match self {
            Self::Document(to, _) => write!(to, "{{\"table\":\"{}\",\"rows\":[", export.table),
            Self::Rows(to) => to.write_all(&export.format.header(export.table)),
            Self::File(to) => to.write_all(&export.format.header(export.table)),
        }
    }

    /// Takes rows; who reads along has them at once.
    fn rows(&mut self, rows: &[u8]) -> io::Result<()> {
        match self {
            Self::File(to) => to.write_all(rows),
            Self::Rows(to) => to.write_all(rows).and_then(|()| to.flush()),
            Self::Document(to, is_begun) => {
                for line in rows.split(|byte| *byte == b'\n').filter(|line| !line.is_empty()) {
                    to.write_all(if *is_begun { b",\n" } else { b"\n" })?;
                    to.write_all(line)?;
                    *is_begun = true;
                }
                Ok(())
            }
        }
    }

    fn end(&mut self, export: &Export, tally: &Tally) -> io::Result<()> {
        match self {
            Self::Document(to, _) => {
                debug_assert!(export.json);
                let errors = super::escape::clean_json(json!(tally.named).to_string());
                writeln!(to, "],\n\"logs\":{},\"unread\":{},\"errors\":{errors}}}", tally.logs, tally.unread)?;
                to.flush()
            }
            Self::Rows(to) => to.flush(),
            Self::File(to) => to.flush(),
        }
    }
}

impl Tally {
    /// 2 if a log can't be read.
    fn status(&self) -> u8 {
        if self.unread > 0 { 2 } else { 0 }
    }

    /// Says how many can't be read.
    fn tell(&self, table: Table, json: bool) {
        if self.unread > 0 && !json {
            let why = if table == Table::Games { "; the column `error` says why" } else { "" };
            let all = count_of(self.logs, "log", "logs");
            warn(&wrap(&format!("{} of {all} can't be read{why}.", self.unread), "", "  "));
        }
    }
}
