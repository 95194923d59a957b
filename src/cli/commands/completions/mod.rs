//! `completions`: the scripts that make a shell complete this program's arguments, and the answers to that shell.
//!
//! The shell runs the program for each completion, so it knows the games, the table rules of the named game, the logs of the folder and
//! the players of one. The scripts and what they are answered come from clap.

mod candidates;
mod typed;

use crate::cli::{answer::Answer, games::program};
use anyhow::{Context as _, Result};
use clap::{Command, builder::PossibleValuesParser};
use clap_complete::env::Shells;
use serde_json::json;
use std::{
    ffi::OsString,
    io::{self, Write as _},
    process::ExitCode,
};
use typed::Typed;

/// Where each shell looks for it.
pub const HELP: &str = "Where to put it:
  bash        fowlplay completions bash > ~/.local/share/bash-completion/completions/fowlplay
  zsh         fowlplay completions zsh > ~/.zfunc/_fowlplay
              (with `fpath+=~/.zfunc` before `compinit` in ~/.zshrc)
  fish        fowlplay completions fish > ~/.config/fish/completions/fowlplay.fish
  elvish      fowlplay completions elvish >> ~/.config/elvish/rc.elv
  powershell  fowlplay completions powershell >> $PROFILE

It completes commands, options, games, clauses, the table rules of the game on the command line and their values, the logs in the folder, and the players and lines of the log on the command line. Names with spaces, or with signs that a shell reads, have to be typed. `fowlplay` has to be on the PATH.";

/// The environment variable in which a shell names itself when it asks.
const VARIABLE: &str = "FOWLPLAY_COMPLETE";

/// The shells that complete.
const SHELLS: Shells<'static> = Shells::builtins();

/// Which shell.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The shell
    #[arg(value_parser = PossibleValuesParser::new(SHELLS.names()))]
    shell: String,
}

/// Prints the registration script of a shell.
pub fn run(args: &Args, json: bool) -> Result<Answer> {
    let shell = SHELLS.completer(&args.shell).context("clap knows the shell")?;
    let mut script = Vec::new();
    shell.write_registration(VARIABLE, program(), program(), program(), &mut script)?;
    if shell.is("zsh") {
        // zsh loads the script at the first completion, which clap's script leaves unanswered.
        let (file, function) = (program(), program().replace('-', "_"));
        writeln!(script, "if [[ $funcstack[1] == _{file} ]]; then _clap_dynamic_completer_{function}; fi")?;
    }
    let script = String::from_utf8(script).context("the script is no text")?;
    if json { Answer::json(&json!({"script": script})) } else { Ok(Answer::text(script.trim().to_owned())) }
}

/// Answers a shell that asks for completions at the cursor; none if no shell asks.
pub fn answer(command: fn() -> Command) -> Option<ExitCode> {
    let shell = std::env::var(VARIABLE).ok()?;
    // The typed words follow `--`.
    let words: Vec<OsString> = std::env::args_os().skip_while(|word| word != "--").skip(1).collect();
    // Without output a shell shows nothing, and an error message would disturb the line.
    Some(if matches!(complete(&shell, words, command), Some(Ok(()))) { ExitCode::SUCCESS } else { ExitCode::from(2) })
}

/// Prints the completions; none if the shell is unknown, or asks for nothing.
fn complete(shell: &str, words: Vec<OsString>, command: fn() -> Command) -> Option<io::Result<()>> {
    let shell = SHELLS.completer(shell).filter(|_| !words.is_empty())?;
    let mut command = candidates::with_candidates(command(), &Typed::of(&words, command()));
    let mut completions = Vec::new();
    let completed = shell.write_complete(&mut command, words, std::env::current_dir().ok().as_deref(), &mut completions);
    Some(completed.and_then(|()| io::stdout().lock().write_all(&completions)))
}
