//! The commands. What somebody types and reads stands in the pages of this folder; here is what needs more than to be read.

mod answering;
mod changing;
mod checking;
mod exporting;
mod judging;
mod names;
mod reporting;
mod starting;
mod statistics;
mod transcripts;

use crate::program::run_in;
use serde_json::Value;
use std::{fs, path::PathBuf};
use tempfile::TempDir;

/// A log of Emu Ranchers, one year between Ada and Bo.
fn log(lines: &[&str]) -> String {
    let head = "fowlplay = 1\ngame = \"emu-ranchers\"\nplayers = [\"Ada\", \"Bo\"]\n\n[rules]\nyears = 1\n";
    let lines = lines.iter().map(|line| format!("  {line:?},\n")).collect::<Vec<_>>().concat();
    format!("{head}\n[[round]]\nfirst = \"Ada\"\nmoves = [\n{lines}]\n")
}

/// A directory with a log in it, in which commands run.
struct Table {
    directory: TempDir,
}

/// What a command did.
struct Done {
    status: i32,
    out: String,
    err: String,
}

impl Done {
    /// Whether standard error says this, however it is wrapped.
    fn complains(&self, of: &str) -> bool {
        self.err.split_whitespace().collect::<Vec<_>>().join(" ").contains(of)
    }

    fn json(&self) -> Value {
        serde_json::from_str(&self.out).unwrap_or_else(|error| panic!("{error}: {}", self.out))
    }
}

impl Table {
    /// An empty directory.
    fn bare() -> Self {
        Self { directory: tempfile::tempdir().expect("a directory") }
    }

    /// With `game.toml`: a game of one year between Ada and Bo, and these lines.
    fn with(lines: &[&str]) -> Self {
        let table = Self::bare();
        table.write("game.toml", lines);
        table
    }

    fn write(&self, name: &str, lines: &[&str]) {
        let moves = lines.iter().map(|line| format!("  {line:?},\n")).collect::<Vec<_>>().concat();
        let text = format!(
            "fowlplay = 1\ngame = \"emu-ranchers\"\nplayers = [\"Ada\", \"Bo\"]\n\n[rules]\nyears = 1\n\n\
             [[round]]\nfirst = \"Ada\"\nmoves = [\n{moves}]\n"
        );
        fs::write(self.path(name), text).expect("written");
    }

    fn path(&self, name: &str) -> PathBuf {
        self.directory.path().join(name)
    }

    fn text(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).expect("read")
    }

    fn run(&self, arguments: &[&str]) -> Done {
        self.run_with(arguments, "")
    }

    fn run_with(&self, arguments: &[&str], input: &str) -> Done {
        let done = run_in(self.directory.path(), arguments, input);
        Done {
            status: done.status.unwrap_or(-1),
            out: String::from_utf8(done.out).expect("UTF-8"),
            err: String::from_utf8(done.err).expect("UTF-8"),
        }
    }
}

/// Two turns: Ada has a bird of 7SK, Bo one of 9LK.
const OPENING: &[&str] = &["Ada: hatch 7SK; draw", "Bo: hatch 9LK; draw"];
