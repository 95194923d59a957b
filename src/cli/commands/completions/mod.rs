//! `completions`: the scripts that make a shell complete this program's arguments, and the answers to that shell.
//!
//! The shell runs the program for each completion, so it knows the games, the table rules of the named game, the logs of the folder and
//! the players of one. The registration script only says how to ask.
//!
//! Names of files and players are untrusted text that a shell could run: each file here says who quotes it, and how. What can't be
//! quoted safely is not offered.

mod bash;
mod candidates;
mod elvish;
mod fish;
mod powershell;
mod typed;
mod zsh;

use crate::{
    cli::{answer::Answer, games::program},
    table::is_unseen,
};
use anyhow::Result;
use clap::{Command, ValueEnum};
use clap_complete::engine::{self, CompletionCandidate};
use serde_json::json;
use std::{
    ffi::OsString,
    io::{self, Write as _},
    process::ExitCode,
};
use typed::{Line, Typed};

/// Where each shell looks for it.
pub const HELP: &str = "Where to put it:
  bash        fowlplay completions bash > ~/.local/share/bash-completion/completions/fowlplay
  zsh         fowlplay completions zsh > ~/.zfunc/_fowlplay
              (with `fpath+=~/.zfunc` before `compinit` in ~/.zshrc)
  fish        fowlplay completions fish > ~/.config/fish/completions/fowlplay.fish
  elvish      fowlplay completions elvish >> ~/.config/elvish/rc.elv
  powershell  fowlplay completions powershell >> $PROFILE

It completes commands, options, games, clauses, the table rules of the game on the command line and their values, the logs in the folder, and the players and lines of the log on the command line. `fowlplay` has to be on the PATH.";

/// The environment variable in which a shell names itself when it asks.
const VARIABLE: &str = "FOWLPLAY_COMPLETE";

/// Which shell.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The shell
    shell: Shell,
}

/// A shell that completes.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Shell {
    Bash,
    Zsh,
    Fish,
    Elvish,
    Powershell,
}

/// Prints the registration script of a shell.
pub fn run(args: &Args, json: bool) -> Result<Answer> {
    let script = match args.shell {
        Shell::Bash => bash::SCRIPT,
        Shell::Zsh => zsh::SCRIPT,
        Shell::Fish => fish::SCRIPT,
        Shell::Elvish => elvish::SCRIPT,
        Shell::Powershell => powershell::SCRIPT,
    };
    let script = script.replace("fowlplay", program());
    if json { Answer::json(&json!({"script": script})) } else { Ok(Answer::text(script.trim().to_owned())) }
}

/// Answers a shell that asks for completions at the cursor; none if no shell asks.
pub fn answer(command: fn() -> Command) -> Option<ExitCode> {
    let shell = std::env::var(VARIABLE).ok()?;
    // The typed words follow `--`.
    let words: Vec<OsString> = std::env::args_os().skip_while(|word| word != "--").skip(1).collect();
    let completed = Shell::from_str(&shell, false).map(|shell| complete(shell, words, command));
    // Without output a shell shows nothing, and an error message would disturb the line.
    Some(if matches!(completed, Ok(Ok(()))) { ExitCode::SUCCESS } else { ExitCode::from(2) })
}

fn complete(shell: Shell, words: Vec<OsString>, command: fn() -> Command) -> io::Result<()> {
    let candidates = |line| candidates(line, command());
    let rendered = match shell {
        Shell::Bash => match bash::Typed::of(&words) {
            Some((typed, line)) => typed.render(&candidates(line)?),
            None => String::new(),
        },
        Shell::Zsh => zsh::render(&candidates(Line::of(words))?),
        Shell::Fish => {
            let mut line = Line::of(words);
            if let Some(word) = line.words.last_mut()
                && let Some(typed) = word.to_str()
            {
                *word = fish::unquoted(typed).into();
            }
            fish::render(&candidates(line)?)
        }
        Shell::Elvish => elvish::render(&candidates(Line::of(words))?),
        Shell::Powershell => powershell::render(&candidates(Line::of(powershell::typed()))?),
    };
    io::stdout().lock().write_all(rendered.as_bytes())
}

/// The completions at the cursor, without those that no shell can take: not text, or with invisible characters.
fn candidates(line: Line, program: Command) -> io::Result<Vec<CompletionCandidate>> {
    let typed = Typed::of(&line, program.clone());
    let mut command = candidates::with_candidates(program, &typed);
    let folder = std::env::current_dir().ok();
    let Line { mut words, cursor } = line;
    // Some shells leave out a last word that is empty.
    words.resize(words.len().max(cursor + 1), OsString::new());
    let mut candidates = engine::complete(&mut command, words, cursor, folder.as_deref())?;
    candidates.retain(|candidate| candidate.get_value().to_str().is_some_and(|value| !value.contains(is_unseen)));
    Ok(candidates)
}
