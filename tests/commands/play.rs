//! The table session and the menu in a terminal. What people type and see stands in the pages of `play/`, and is played by `scripts.rs`;
//! here is what is tried in many windows, at any moment, by signals, or by lot.

use crate::terminal::Terminal;

mod arriving;
#[cfg(unix)]
mod ends;
mod menus;
mod screens;
mod scripts;
mod setting_up;
mod sizes;

use fowlplay::log::LogFile;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

const NEW: &str =
    "fowlplay = 1\ngame = \"emu-ranchers\"\nplayers = [\"Ada\", \"Bo\"]\n\n[[round]]\nfirst = \"Ada\"\nmoves = [\n]\n";

/// What the first player of it is asked.
const ASKED: &str = "Ada: hatch, grow or discard> ";

const UP: &str = "\x1b[A";
const DOWN: &str = "\x1b[B";
const ESC: &str = "\x1b";
const ENTER: &str = "\r";
const TAB: &str = "\t";
const CTRL_C: &str = "\x03";
const CTRL_D: &str = "\x04";

struct Table {
    directory: TempDir,
    terminal: Terminal,
}

impl Table {
    fn log(&self) -> PathBuf {
        self.directory.path().join("game.toml")
    }

    fn lines(&self) -> Vec<String> {
        lines(&self.log())
    }
}

fn lines(log: &Path) -> Vec<String> {
    let log = LogFile::read(log).expect("a log");
    log.rounds().iter().flat_map(|round| round.lines.iter().map(|line| line.text.to_string())).collect()
}

fn empty_log() -> TempDir {
    let directory = tempfile::tempdir().expect("a directory");
    std::fs::write(directory.path().join("game.toml"), NEW).expect("a file");
    directory
}

fn sit_down() -> Table {
    sized((24, 80), NEW, ASKED)
}

/// The session with a log, in a window of so many lines and columns, once this stands there.
fn sized(size: (u16, u16), log: &str, prompt: &str) -> Table {
    sized_on("xterm-256color", size, log, prompt)
}

/// The same on a terminal of that kind.
fn sized_on(kind: &str, size: (u16, u16), log: &str, prompt: &str) -> Table {
    let directory = tempfile::tempdir().expect("a directory");
    std::fs::write(directory.path().join("game.toml"), log).expect("a file");
    let mut terminal = Terminal::start_on(kind, size, directory.path(), &[], &["play", "game.toml"]);
    terminal.see(prompt);
    Table { directory, terminal }
}
