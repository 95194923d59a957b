//! The command-line arguments.

#[cfg(feature = "page")]
use super::commands::serve;
use super::{
    command_output::{CommandOutput, report},
    commands::{
        amend, check, completions, export, fmt, head, judge, man, moves, new, play, record, report as report_command, rule,
        rules, score, show, stats, tally, undo, why,
    },
    print::warn,
    program::{games, help_for_games, program},
    render::messages::quoted,
    shared_args::{LogArgs, with_negative_values},
};
use crate::table::{
    escape::{clean, clean_lines},
    is_escaped,
};
use anyhow::{Result, anyhow};
use clap::{
    CommandFactory, FromArgMatches as _, Parser, Subcommand,
    builder::FalseyValueParser,
    error::{ContextKind, ContextValue, ErrorKind},
};
use serde_json::json;
use std::{borrow::Cow, ffi::OsString, process::ExitCode};

/// Referee and scorekeeper for card games played at a real table.
#[derive(Debug, Parser)]
#[command(
    name = "fowlplay",
    version,
    max_term_width = 100,
    subcommand_value_name = "COMMAND",
    after_help = "`fowlplay COMMAND --help` describes a command, with examples.\n\
                  Exit status: 0 legal, or done; 1 a rule is broken; 2 the command could not be carried out; 3 the log was \
                  saved, but standard output could not be written."
)]
pub(super) struct Arguments {
    /// Print one JSON document (`fowlplay man json` describes it)
    #[arg(long, global = true)]
    pub json: bool,
    #[arg(long, global = true, env = "FOWLPLAY_SYMBOLS", hide_env = true, value_parser = FalseyValueParser::new())]
    #[arg(help = symbols_help())]
    pub symbols: bool,
    /// The command; without one, a menu on a terminal
    #[command(subcommand)]
    pub command: Option<Command>,
}

/// The help of `--symbols`, with the symbols of all games of the command.
fn symbols_help() -> String {
    let signs: Vec<String> = games().suits().iter().map(|suit| suit.sign.to_string()).collect();
    format!("Show suits as symbols on the screen: {}", signs.join(" "))
}

/// The commands, in the order of a game.
#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// Start the log of a new game
    #[command(after_help = new::HELP)]
    New(new::Args),
    /// Follow a game at the table
    ///
    /// Asks for each step, shows the table, takes corrections and disputes.
    #[command(after_help = play::HELP)]
    Play(play::Args),
    /// Judge lines and append them to a log: all of them or none
    #[command(after_help = record::HELP)]
    Record(record::Args),
    /// Verify logs from start to end, or judge a disputed move
    #[command(after_help = check::HELP)]
    Check(check::Args),
    /// List the legal steps now
    #[command(after_help = moves::HELP)]
    Moves(LogArgs),
    /// Show the table now, or at an earlier line
    #[command(after_help = show::HELP)]
    Show(show::Args),
    /// Explain the consequences of a line, clause by clause
    #[command(after_help = why::HELP)]
    Why(why::Args),
    /// Show the score sheet, itemised
    #[command(after_help = score::HELP)]
    Score(LogArgs),
    /// Count cards on the table, without a log or into one
    #[command(after_help = tally::HELP)]
    Tally(tally::Args),
    /// Judge a move with no log, at a table that lies as you say
    #[command(after_help = judge::HELP)]
    Judge(judge::Args),
    /// Undo the latest changes
    ///
    /// A change is a line, a tally, or what `amend` or `rule` changed.
    #[command(after_help = undo::UNDO_HELP)]
    Undo(undo::UndoArgs),
    /// Redo what was undone last
    #[command(after_help = undo::REDO_HELP)]
    Redo(LogArgs),
    /// Format logs: short forms written out, one layout, comments kept
    #[command(after_help = fmt::HELP)]
    Fmt(fmt::Args),
    /// Show or change the head: names, seats, date, place, title, notes; close a game that nobody will finish
    #[command(after_help = head::HELP)]
    Head(head::Args),
    /// Change earlier lines; everything after them is judged again
    #[command(after_help = amend::HELP)]
    Amend(amend::Args),
    /// Change table rules in a running game
    #[command(after_help = rule::HELP)]
    Rule(rule::Args),
    /// Serve a live page to the phones in the room
    ///
    /// They show the table and record moves.
    #[cfg(feature = "page")]
    #[command(after_help = serve::HELP)]
    Serve(serve::Args),
    /// Write a report of games, as a page or a short text
    #[command(after_help = report_command::HELP)]
    Report(report_command::Args),
    /// Show who played what, how often and how well, over many logs
    #[command(after_help = stats::HELP)]
    Stats(stats::Args),
    /// Write the games of many logs as a table, for spreadsheets, databases and other programs
    #[command(after_help = export::help())]
    Export(export::Args),
    /// Read a rule book, or one clause of it
    #[command(after_help = rules::HELP)]
    Rules(rules::Args),
    /// Print a shell completion script: commands, options and file names
    #[command(after_help = completions::HELP)]
    Completions(completions::Args),
    /// Print the manual: of a command, of the log's format, of the JSON documents
    #[command(after_help = man::HELP)]
    Man(man::Args),
}

/// The program's commands and arguments. If a program was built with other games, the help texts have its name and its games.
pub(super) fn command() -> clap::Command {
    fn adapt_help(command: clap::Command) -> clap::Command {
        let after_help = command.get_after_help().map(|help| help_for_games(&help.to_string()));
        let command = command.mut_subcommands(adapt_help).mut_args(|arg| match arg.get_help().map(ToString::to_string) {
            Some(help) => arg.help(help_for_games(&help)),
            None => arg,
        });
        match after_help {
            Some(after_help) => command.after_help(after_help),
            None => command,
        }
    }
    let command = Arguments::command();
    if program() == command.get_name() { command } else { adapt_help(command.name(program())) }
}

/// The commands for an evening at the table. The overview describes each in a line.
const EVENING_COMMANDS: [&str; 8] = ["new", "play", "judge", "undo", "score", "tally", "rules", "serve"];

/// The help of the whole program, on one screen.
const OVERVIEW: &str = "\
{about}

{usage-heading} {usage}    (without a command: a menu)

An evening:
{subcommands}

OTHERS

Options, besides --help and --version:
{options}

`PROGRAM COMMAND --help` describes a command, with examples.";

/// The program with a short overview as its help. The overview lists the rarely needed commands by name only.
fn with_overview() -> clap::Command {
    let command = command();
    let other_names = command.get_subcommands().map(clap::Command::get_name).filter(|name| !EVENING_COMMANDS.contains(name));
    let others = format!("Other commands: {}", other_names.collect::<Vec<_>>().join(", "));
    let others = textwrap::fill(&others, textwrap::Options::new(78).subsequent_indent("  "));
    let mut command = command.help_template(OVERVIEW.replace("OTHERS", &others).replace("PROGRAM", program()));
    command.build();
    command
        .mut_args(|arg| if ["help", "version"].contains(&arg.get_id().as_str()) { arg.hide(true) } else { arg })
        .mut_subcommands(|command| {
            let is_hidden = !EVENING_COMMANDS.contains(&command.get_name());
            command.hide(is_hidden)
        })
}

/// Parses the arguments of the program.
pub(super) fn parse_arguments(arguments: impl Iterator<Item = OsString>) -> Result<Arguments, ExitCode> {
    let command = with_overview();
    let arguments = with_negative_values(&command, arguments.collect());
    let parsed = command.try_get_matches_from(&arguments).and_then(|matches| Arguments::from_arg_matches(&matches));
    parsed.map_err(|error| {
        if let Some(log) = log_without_command(&error) {
            let log = clean(&quoted(&log)).into_owned();
            let json = arguments.iter().any(|argument| argument == "--json");
            let why = format!("a command stands before the log: `fowlplay play {log}`, or `fowlplay check {log}`");
            return report(&anyhow!(why), json);
        }
        let unsafe_arguments: Vec<_> = arguments
            .iter()
            .map(|argument| argument.to_string_lossy())
            .filter(|argument| argument.contains(is_escaped))
            .collect();
        if error.use_stderr() && arguments.iter().any(|argument| argument == "--json") {
            let message = without_breaks(error.render().to_string(), &unsafe_arguments);
            let message = message.trim().trim_start_matches("error: ");
            return report(&anyhow!(message.to_owned()), true);
        }
        if unsafe_arguments.is_empty() {
            // Ignore a failed print: without standard output there is no reader.
            let _ = error.print();
            if error.kind() == ErrorKind::DisplayHelp
                && let Some(examples) = judge::examples_for(&arguments)
            {
                out!("\n{}", examples.trim_end());
            }
        } else {
            // The error quotes the arguments, which may contain escape sequences: print it without colours.
            warn(&clean_lines(&without_breaks(error.render().to_string(), &unsafe_arguments)));
        }
        ExitCode::from(if error.use_stderr() { 2 } else { 0 })
    })
}

/// The text of an error, without the line breaks in quoted arguments. A shell may expand `*` to a file name with a line break.
fn without_breaks(mut error: String, arguments: &[Cow<str>]) -> String {
    for argument in arguments {
        let key_and_value = argument.split_once('=').map(|(key, value)| [key, value]);
        for text in std::iter::once(&**argument).chain(key_and_value.into_iter().flatten()).filter(|text| text.contains('\n')) {
            error = error.replace(text, &clean(text));
        }
    }
    error
}

/// The log that was given in place of a command.
fn log_without_command(error: &clap::Error) -> Option<String> {
    match (error.kind(), error.get(ContextKind::InvalidSubcommand)) {
        (ErrorKind::InvalidSubcommand, Some(ContextValue::String(text))) if text.to_lowercase().ends_with(".toml") => {
            Some(text.clone())
        }
        _ => None,
    }
}

/// Prints the overview, which the program shows without arguments where there is no terminal for a menu.
pub(super) fn help(json: bool) -> Result<ExitCode> {
    if json {
        let names: Vec<String> = command().get_subcommands().map(|command| command.get_name().to_owned()).collect();
        let message = format!("name a command: {}", names.join(", "));
        return CommandOutput::json(&json!({"error": {"message": message}})).map(|answer| answer.with_status(2).print());
    }
    let help = with_overview().render_help();
    let text = if console::colors_enabled() { help.ansi().to_string() } else { help.to_string() };
    Ok(CommandOutput::text(text).print())
}
