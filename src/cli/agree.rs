//! A change of what is recorded: what it would do is said, and on a terminal it is asked before it is written.

use super::{
    amend::told,
    answer::Answer,
    files::shown,
    play::{open_terminal, pages},
    terminal::whole,
};
use anyhow::Result;
use fowlplay::{
    log::LogFile,
    referee::{Amended, document},
    table::Book,
};

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
    /// Saves a changed log, unless it is asked and not agreed to. What is `done` is said before, and what comes of it.
    pub fn write(&self, file: &mut LogFile, amended: &Amended, done: &str, book: &Book, json: bool) -> Result<Answer> {
        let is_asked = !self.yes && !json && super::is_terminal();
        if is_asked {
            let mut terminal = open_terminal()?;
            pages::show(&mut terminal, &preview(amended, done, book), 0, ROWS);
            if !terminal.agrees(QUESTION, &answers(), false) {
                return Ok(Answer::text("Nothing was changed.").with_status(2));
            }
        }
        whole(|| file.save(amended.log.clone()))?;
        if json {
            let document = document::amended(&shown(file.path()), amended);
            return Ok(Answer::of_log(&document, amended.halted)?.of_saved());
        }
        let told = if is_asked { String::new() } else { format!("\n{}", told(amended, book, true)) };
        Ok(Answer::text(format!("{done}{told}")).of_saved())
    }
}

/// What a change would do.
pub fn preview(amended: &Amended, done: &str, book: &Book) -> String {
    format!("Not written yet: {done}\n{}", told(amended, book, false))
}
