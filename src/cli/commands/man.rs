//! `man`: the manual pages, made of what `--help` says.

use crate::cli::{answer::Answer, files::shown, output::unwritten};
use anyhow::{Context as _, Result, anyhow};
use clap::Command;
use clap_mangen::{
    Man,
    roff::{Roff, roman},
};
use fowlplay::log::disk::{Dir, Mode};
use serde_json::json;
use std::{io, path::PathBuf};

/// Examples, and the shape of the JSON document.
pub const HELP: &str = "Examples:
  fowlplay man | man -l -
  fowlplay man record | man -l -
  fowlplay man -o ~/.local/share/man/man1     (every page, for `man fowlplay`, `man fowlplay-record`)

With --json: {\"page\"}; with -o {\"files\"}.";

/// How roff is told what an apostrophe is.
const APOSTROPHES: &str = ".ie \\n(.g .ds Aq \\(aq\n.el .ds Aq '\n";

/// Which page, and where to.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// A command; else the program
    #[arg(conflicts_with = "output")]
    command: Option<String>,
    /// Write every page to this folder, which has to be there
    #[arg(short, long, value_name = "FOLDER")]
    output: Option<PathBuf>,
}

/// Prints a page, or writes all of them.
pub fn run(args: &Args, program: Command, json: bool) -> Result<Answer> {
    let mut program = program.disable_help_subcommand(true);
    program.build();
    let Some(folder) = &args.output else {
        let command = match &args.command {
            None => &program,
            Some(name) => program.find_subcommand(name).ok_or_else(|| anyhow!("there is no command `{name}`"))?,
        };
        let page = page(command)?;
        return if json { Answer::json(&json!({"page": page})) } else { Ok(Answer::text(page.trim_end().to_owned())) };
    };
    let dir = Dir::open(folder).map_err(|error| unwritten(folder, &error))?;
    let mut files = Vec::new();
    for command in [&program].into_iter().chain(program.get_subcommands()) {
        let name = format!("{}.1", command.get_display_name().unwrap_or_else(|| command.get_name()));
        let file = folder.join(&name);
        dir.entry(name).replace(page(command)?.as_bytes(), Mode::Usual).map_err(|error| unwritten(&file, &error))?;
        files.push(shown(&file));
    }
    if json { Answer::json(&json!({"files": files})) } else { Ok(Answer::text(files.join("\n"))) }
}

/// The manual page of a command.
fn page(command: &Command) -> Result<String> {
    let source = concat!("fowlplay ", env!("CARGO_PKG_VERSION"));
    let man = Man::new(command.clone()).source(source).manual("fowlplay");
    let mut text = Vec::new();
    man.render_title(&mut text)?;
    man.render_name_section(&mut text)?;
    man.render_synopsis_section(&mut text)?;
    man.render_description_section(&mut text)?;
    man.render_options_section(&mut text)?;
    if command.has_subcommands() {
        text.extend_from_slice(b".SH COMMANDS\n");
        let mut subcommands = Vec::new();
        man.render_subcommands_section(&mut subcommands)?;
        text.extend(subcommands.split_inclusive(|byte| *byte == b'\n').filter(|line| !line.starts_with(b".SH")).flatten());
    }
    if let Some(more) = command.get_after_long_help().or_else(|| command.get_after_help()) {
        after(&more.to_string(), &mut text)?;
    }
    // Each section begins with it, made alone.
    let page = String::from_utf8(text).context("the page is no text")?;
    Ok(format!("{APOSTROPHES}{}", page.replace(APOSTROPHES, "")))
}

/// What a help text ends in: examples as they stand, and paragraphs.
fn after(more: &str, text: &mut Vec<u8>) -> io::Result<()> {
    let mut roff = Roff::default();
    let (mut section, mut is_verbatim) = ("", false);
    for line in more.lines() {
        let heading = match line {
            "Examples:" => "EXAMPLES",
            _ if line.starts_with("With --json") => "JSON",
            "" => "",
            _ if line.starts_with("  ") || section == "NOTES" => section,
            _ => "NOTES",
        };
        if line.starts_with("  ") != is_verbatim {
            is_verbatim = !is_verbatim;
            roff.control(if is_verbatim { "nf" } else { "fi" }, []);
        }
        if heading.is_empty() {
            roff.control("PP", []);
        } else if heading != section {
            roff.control("SH", [heading]);
            section = heading;
        }
        if !["", "Examples:"].contains(&line) {
            roff.text([roman(line)]);
        }
    }
    if is_verbatim {
        roff.control("fi", []);
    }
    roff.to_writer(text)
}
