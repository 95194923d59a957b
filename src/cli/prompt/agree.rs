//! Confirms a change of what is recorded: shows a preview, and on a terminal asks before it is written.

use super::{
    is_terminal,
    terminal::{Terminal, pages},
};
use crate::{
    actions::{Done, Outcome, Workspace},
    cli::{answer::Answer, files::shown, render::changes, shutdown::without_interruption},
    table::Book,
};
use anyhow::{Result, bail};

/// The question.
pub const QUESTION: &str = "Write it?";

/// How many rows it takes with its answers.
pub const ROWS: usize = 3;

/// Its answers; the first writes.
pub fn answers() -> [String; 2] {
    ["yes", "no   nothing is changed"].map(str::to_owned)
}

/// Whether it is asked.
#[derive(Debug, clap::Args)]
pub struct Asking {
    /// Write it without asking; without a terminal nothing is asked
    #[arg(long, short)]
    yes: bool,
}

impl Asking {
    /// Saves what came of an action, unless it is asked and not agreed to. What is `done` is said before, and what comes of it.
    pub fn commit(&self, workspace: &mut Workspace, outcome: &Outcome, done: &str, book: &Book, json: bool) -> Result<Answer> {
        let Done::Amended(amended) = &outcome.done else { bail!("nothing was changed: this changes nothing further back") };
        let is_asked = !self.yes && !json && is_terminal();
        if is_asked {
            let mut terminal = Terminal::open()?;
            pages::show(&mut terminal, &changes::preview(amended, done, book), 0, ROWS);
            if !terminal.agrees(QUESTION) {
                return Ok(Answer::text("Nothing was changed.").with_status(2));
            }
        }
        without_interruption(|| workspace.commit(outcome, None))?;
        if json {
            return Ok(Answer::json(&outcome.document(&shown(workspace.path())))?.of_saved());
        }
        let report = if is_asked { String::new() } else { format!("\n{}", changes::amended(amended, book, true)) };
        Ok(Answer::text(format!("{done}{report}")).of_saved())
    }
}
