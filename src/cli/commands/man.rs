//! `man`: the manual. A page for each command, generated from its `--help`, and the documents of the log and of JSON as Markdown.

use crate::{
    cli::{
        command_output::CommandOutput,
        open_logs::json_name,
        output_file::write_error,
        render::style::{strong, wrap},
    },
    log::disk::{Dir, NewFileMode},
};
use anyhow::{Context as _, Result};
use clap::Command;
use clap_mangen::Man;
use serde_json::json;
use std::{
    io::{IsTerminal as _, stdout},
    path::PathBuf,
};

/// Examples.
pub(crate) const HELP: &str = "Examples:
  fowlplay man format                (how a log is written)
  fowlplay man json                  (what each command prints with --json)
  fowlplay man record | man -l -     (a command)
  fowlplay man -o pages              (every page)

`man fowlplay` finds the pages once the files that end in .1 are in ~/.local/share/man/man1.";

/// The program and its version, in the footer of each page.
const VERSION: &str = concat!("fowlplay ", env!("CARGO_PKG_VERSION"));

/// The documents besides the pages of commands: each one's argument and Markdown.
const DOCUMENTS: [(&str, &str); 2] =
    [("format", include_str!("../../log_format.md")), ("json", include_str!("../../json_documents.md"))];

/// The arguments of `man`.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// A command, `format` or `json`; default: the program
    #[arg(conflicts_with = "output")]
    page: Option<String>,
    /// Write every page to this folder, which must exist
    #[arg(short, long, value_name = "FOLDER")]
    output: Option<PathBuf>,
}

/// Prints a page, or writes all pages. A terminal can't show the roff of a command's page, so it gets the command's help instead.
pub(crate) fn run(args: &Args, program: Command, json: bool) -> Result<CommandOutput> {
    let mut program = program.disable_help_subcommand(true);
    program.build();
    let is_for_terminal = !json && stdout().is_terminal();
    let Some(folder) = &args.output else {
        let name = args.page.as_deref();
        let page = match name.and_then(|name| DOCUMENTS.iter().find(|(document, _)| *document == name)) {
            Some((_, text)) if is_for_terminal => render_markdown(text),
            Some((_, text)) => (*text).to_owned(),
            None => {
                let command = name.map_or(Some(&program), |name| program.find_subcommand(name));
                let command =
                    command.with_context(|| format!("no page `{}`: name a command, format or json", name.unwrap_or_default()))?;
                if is_for_terminal { command.clone().render_long_help().to_string() } else { roff(command)? }
            }
        };
        return if json {
            CommandOutput::json(&json!({"page": page}))
        } else {
            Ok(CommandOutput::text(page.trim_end().to_owned()))
        };
    };
    let dir = Dir::open(folder).map_err(|error| write_error(folder, &error.into()))?;
    let commands = [&program].into_iter().chain(program.get_subcommands());
    let command_pages = commands
        .map(|command| (format!("{}.1", command.get_display_name().unwrap_or_else(|| command.get_name())), roff(command)));
    let documents = DOCUMENTS.iter().map(|(name, text)| (format!("fowlplay-{name}.md"), Ok((*text).to_owned())));
    let mut files = Vec::new();
    for (name, page) in command_pages.chain(documents) {
        let file = folder.join(&name);
        dir.entry(name).replace(page?.as_bytes(), NewFileMode::Umask).map_err(|error| write_error(&file, &error))?;
        files.push(json_name(&file));
    }
    if json { CommandOutput::json(&json!({"files": files})) } else { Ok(CommandOutput::text(files.join("\n"))) }
}

/// The manual page of a command, as roff.
fn roff(command: &Command) -> Result<String> {
    let mut page = Vec::new();
    Man::new(command.clone()).source(VERSION).manual("fowlplay").render(&mut page)?;
    String::from_utf8(page).context("the page is not UTF-8")
}

/// Renders Markdown for a terminal: paragraphs and items of lists are wrapped, code is not.
fn render_markdown(text: &str) -> String {
    let (mut paragraphs, mut lines) = (Vec::new(), text.lines().peekable());
    while let Some(line) = lines.next() {
        if let Some(title) = line.strip_prefix("# ") {
            paragraphs.push(strong(title));
        } else if line.starts_with("```") {
            paragraphs.extend(lines.by_ref().take_while(|line| !line.starts_with("```")).map(|code| format!("  {code}")));
        } else {
            let hanging = if line.starts_with("- ") { "  " } else { "" };
            let continues = |next: &&str| !next.is_empty() && !["- ", "```", "# "].iter().any(|start| next.starts_with(start));
            let mut paragraph = line.to_owned();
            while let Some(next) = lines.next_if(|next| !line.is_empty() && continues(next)) {
                paragraph.extend([" ", next.trim_start()]);
            }
            paragraphs.push(wrap(&paragraph, "", hanging));
        }
    }
    paragraphs.join("\n")
}
