//! `man`: the manual pages. A command's page is generated from its `--help`; two more describe the log and the JSON documents.

mod guide;

use crate::{
    cli::{answer::Answer, files::shown, output::unwritten},
    log::disk::{Dir, Mode},
};
use anyhow::{Context as _, Result, anyhow};
use clap::Command;
use clap_mangen::Man;
pub use guide::GUIDES;
use serde_json::json;
use std::path::PathBuf;

/// Examples.
pub const HELP: &str = "Examples:
  fowlplay man | man -l -
  fowlplay man record | man -l -
  fowlplay man format | man -l -     (how a log is written)
  fowlplay man json | man -l -       (what each command prints with --json)
  fowlplay man -o pages              (every page)

Pages are found by `man fowlplay` or `man fowlplay-format` if those that end in .1 are in a folder `man1`, and those that end in .5 in `man5`, as in ~/.local/share/man.";

/// The source named on each page.
const VERSION: &str = concat!("fowlplay ", env!("CARGO_PKG_VERSION"));

/// Which page, and where to.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// A command, `format` or `json`; default: the program
    #[arg(conflicts_with = "output")]
    page: Option<String>,
    /// Write every page to this folder, which must exist
    #[arg(short, long, value_name = "FOLDER")]
    output: Option<PathBuf>,
}

/// Prints a page, or writes all of them.
pub fn run(args: &Args, program: Command, json: bool) -> Result<Answer> {
    let mut program = program.disable_help_subcommand(true);
    program.build();
    let Some(folder) = &args.output else {
        let page = match &args.page {
            None => page(&program)?,
            Some(name) => match (program.find_subcommand(name), GUIDES.iter().find(|guide| guide.name == name)) {
                (Some(command), _) => page(command)?,
                (None, Some(guide)) => guide.page(),
                (None, None) => return Err(anyhow!("there is no command `{name}`, and no other page of that name")),
            },
        };
        return if json { Answer::json(&json!({"page": page})) } else { Ok(Answer::text(page.trim_end().to_owned())) };
    };
    let dir = Dir::open(folder).map_err(|error| unwritten(folder, &error.into()))?;
    let mut files = Vec::new();
    let commands = [&program].into_iter().chain(program.get_subcommands());
    let commands = commands
        .map(|command| (format!("{}.1", command.get_display_name().unwrap_or_else(|| command.get_name())), page(command)));
    for (name, page) in commands.chain(GUIDES.iter().map(|guide| (guide.file(), Ok(guide.page())))) {
        let file = folder.join(&name);
        dir.entry(name).replace(page?.as_bytes(), Mode::Usual).map_err(|error| unwritten(&file, &error))?;
        files.push(shown(&file));
    }
    if json { Answer::json(&json!({"files": files})) } else { Ok(Answer::text(files.join("\n"))) }
}

/// The manual page of a command.
fn page(command: &Command) -> Result<String> {
    let mut page = Vec::new();
    Man::new(command.clone()).source(VERSION).manual("fowlplay").render(&mut page)?;
    String::from_utf8(page).context("the page is no text")
}
