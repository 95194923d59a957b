//! `completions`: what makes a shell complete this program's arguments, and the answers to a shell that does.
//!
//! A shell asks the program itself, each time: so it knows the games, the table rules of the game that is named, the logs of the
//! folder and the players of one. What a shell is told first is only how to ask.

mod bash;
mod candidates;
mod typed;
mod zsh;

use super::{answer::Answer, args::Arguments};
use anyhow::{Context as _, Result};
use clap::{CommandFactory as _, ValueEnum};
use clap_complete::{
    engine,
    env::{Elvish, EnvCompleter, Fish, Powershell, Zsh},
};
use serde_json::json;
use std::{
    ffi::OsString,
    io::{self, Write as _},
    process::ExitCode,
};
use typed::{Line, Typed};

/// Where each shell looks for it.
pub const HELP: &str = "Where a shell looks for it:
  bash        fowlplay completions bash > ~/.local/share/bash-completion/completions/fowlplay
  zsh         fowlplay completions zsh > ~/.zfunc/_fowlplay
              (with `fpath+=~/.zfunc` before `compinit` in ~/.zshrc)
  fish        fowlplay completions fish > ~/.config/fish/completions/fowlplay.fish
  elvish      fowlplay completions elvish >> ~/.config/elvish/rc.elv
  powershell  fowlplay completions powershell >> $PROFILE

It completes commands and options, games, the table rules of the game that is named and their values, the logs of the folder, the players and lines of the log that is named, and clauses. The program has to be on the path as `fowlplay`.

With --json: {\"script\"}.";

/// A shell that asks names itself in this variable of its environment.
const VARIABLE: &str = "FOWLPLAY_COMPLETE";

/// The program, as a shell knows it.
const PROGRAM: &str = "fowlplay";

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

impl Shell {
    /// What speaks with it; none for bash, which is spoken with here.
    fn completer(self) -> Option<&'static dyn EnvCompleter> {
        match self {
            Self::Bash => None,
            Self::Zsh => Some(&Zsh),
            Self::Fish => Some(&Fish),
            Self::Elvish => Some(&Elvish),
            Self::Powershell => Some(&Powershell),
        }
    }
}

/// Prints what a shell is told.
pub fn run(args: &Args, json: bool) -> Result<Answer> {
    let script = match (args.shell, args.shell.completer()) {
        (Shell::Zsh, _) => zsh::registration(PROGRAM, VARIABLE),
        (_, None) => bash::registration(PROGRAM, VARIABLE),
        (_, Some(completer)) => {
            let mut script = Vec::new();
            completer.write_registration(VARIABLE, PROGRAM, PROGRAM, PROGRAM, &mut script)?;
            String::from_utf8(script).context("the script is no text")?
        }
    };
    if json { Answer::json(&json!({"script": script})) } else { Ok(Answer::text(script.trim().to_owned())) }
}

/// Answers a shell that asks what can stand at the cursor; none if no shell asks.
pub fn answer() -> Option<ExitCode> {
    let shell = std::env::var(VARIABLE).ok()?;
    // Behind `--` stands what was typed.
    let words: Vec<OsString> = std::env::args_os().skip_while(|word| word != "--").skip(1).collect();
    let completed = Shell::from_str(&shell, false).map(|shell| complete(shell, words));
    // A shell shows nothing where it is told nothing: there is nobody to complain to.
    Some(if matches!(completed, Ok(Ok(()))) { ExitCode::SUCCESS } else { ExitCode::from(2) })
}

fn complete(shell: Shell, words: Vec<OsString>) -> io::Result<()> {
    let line = Line::of(words);
    let folder = std::env::current_dir().ok();
    let offered = |line: &Line| candidates::offered(Arguments::command(), &Typed::of(line));
    let told = match shell.completer() {
        None => {
            let glued = bash::Glued::of(line);
            let Line { words, cursor } = glued.line.clone();
            let candidates = engine::complete(&mut offered(&glued.line), words, cursor, folder.as_deref())?;
            glued.told(&candidates).into_bytes()
        }
        Some(completer) => {
            let mut told = Vec::new();
            completer.write_complete(&mut offered(&line), line.words, folder.as_deref(), &mut told)?;
            told
        }
    };
    io::stdout().lock().write_all(&told)
}
