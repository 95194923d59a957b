//! Prompts for a tally, one player after another.

use super::terminal::{Given, Question, Terminal};
use crate::{
    cli::{
        out::warn,
        render::{paint::wrap, say},
    },
    referee::Refusal,
    table::{Book, escape::clean},
};

/// Asks each player for a part, and again as long as they can't be counted; none if it is given up.
pub fn ask<T>(
    terminal: &mut Terminal,
    book: &Book,
    parts: &mut Parts,
    count: impl Fn(&[&str]) -> Result<T, Refusal>,
) -> Option<T> {
    warn(&Parts::form(book));
    loop {
        let Some((name, text)) = parts.asked() else {
            match parts.counted(&count) {
                Ok(counted) => return Some(counted),
                Err(refusal) => {
                    if let Some(chosen) = meant(terminal, &refusal) {
                        parts.replace(&chosen);
                    } else {
                        warn(&say::refusal(&refusal, book));
                        parts.refused(&refusal);
                    }
                }
            }
            continue;
        };
        let prompt = format!("{}: ", clean(name));
        match terminal.line(Question { text, ..Question::new(&prompt) }) {
            Given::Line(line) => {
                if let Err(refusal) = parts.enter(&line, &count) {
                    warn(&say::refusal(&refusal, book));
                }
            }
            Given::Escaped if parts.back() => {}
            _ => return None,
        }
    }
}

/// Where one of several tallies must have been meant, asks which; none if it is given up.
pub fn meant(terminal: &mut Terminal, refusal: &Refusal) -> Option<String> {
    let Refusal::Foul { verdict, .. } = refusal else { return None };
    if !verdict.alternatives.is_empty() {
        warn(&wrap(&clean(&verdict.message), "", ""));
    }
    verdict.alternatives.get(terminal.choose("Which is it?", &verdict.alternatives, 0)?).cloned()
}

/// What lies before the players, while it is typed: a line for each, one after another.
#[derive(Debug, Default)]
pub struct Parts {
    /// The players, and what was typed for them.
    parts: Vec<(String, String)>,
    /// The index of the player who is asked; one past the last once all were.
    at: usize,
}

impl Parts {
    /// Nothing was typed yet for these players.
    pub fn of(names: &[String]) -> Self {
        Self { parts: names.iter().map(|name| (name.clone(), String::new())).collect(), at: 0 }
    }

    /// How a player's part is typed.
    pub fn form(book: &Book) -> String {
        let form = format!("A line for each player: {}. For example: {}", book.counted, book.tally);
        format!(
            "{}\n{}",
            wrap(&form, "", "  "),
            wrap("Enter alone: nothing lies there. Escape: back to the player before.", "", "")
        )
    }

    /// The player who is asked, and what stands there; none where all were.
    pub fn asked(&self) -> Option<(&str, &str)> {
        self.parts.get(self.at).map(|(name, text)| (name.as_str(), text.as_str()))
    }

    /// What was typed of a round that is not counted, as it would be typed again.
    pub fn typed(&self) -> impl DoubleEndedIterator<Item = String> {
        let is_typed = |(nth, (_, text)): &(usize, &(String, String))| *nth < self.at || !text.is_empty();
        self.parts.iter().enumerate().filter(is_typed).map(|(_, (name, text))| format!("{name}: {text}"))
    }

    /// Takes what was typed, for the player who is asked or for the one whose name stands before it.
    ///
    /// # Errors
    /// When it can't be that player's, whatever the others have; it is asked for again.
    pub fn enter<T>(&mut self, line: &str, count: &impl Fn(&[&str]) -> Result<T, Refusal>) -> Result<(), Refusal> {
        let named = line.split_once(':').and_then(|(name, rest)| Some((self.position(name)?, rest)));
        let (seat, text) = named.unwrap_or((self.at, line));
        let Some((name, part)) = self.parts.get_mut(seat) else { return Ok(()) };
        text.trim().clone_into(part);
        let name = name.clone();
        match self.counted(count) {
            Err(refusal) if is_of(&refusal, &name) => {
                self.at = seat;
                return Err(refusal);
            }
            // What else may be wrong, the others' parts may mend.
            _ => self.at += usize::from(seat == self.at),
        }
        Ok(())
    }

    /// Asks the player before again; false if there is none.
    pub fn back(&mut self) -> bool {
        let is_there = self.at > 0;
        self.at = self.at.saturating_sub(1);
        is_there
    }

    /// Puts parts in the place of those that stand there, each with its name; all are to be looked at again.
    pub fn begin_with<S: AsRef<str>>(&mut self, texts: &[S]) {
        for text in texts {
            self.replace(text.as_ref());
        }
        self.at = 0;
    }

    /// Puts a part in the place of what stands there for the player whose name is before it.
    pub fn replace(&mut self, text: &str) {
        if let Some((name, part)) = text.split_once(':')
            && let Some(seat) = self.position(name)
        {
            part.trim().clone_into(&mut self.parts[seat].1);
        }
    }

    /// Asks again who is at fault, or all of them.
    pub fn refused(&mut self, refusal: &Refusal) {
        self.at = self.parts.iter().position(|(name, _)| is_of(refusal, name)).unwrap_or(0);
    }

    /// Counts all parts.
    ///
    /// # Errors
    /// When they can't be counted.
    pub fn counted<T>(&self, count: &impl Fn(&[&str]) -> Result<T, Refusal>) -> Result<T, Refusal> {
        let texts: Vec<String> = self.parts.iter().map(|(name, text)| format!("{name}: {text}")).collect();
        count(&texts.iter().map(String::as_str).collect::<Vec<_>>())
    }

    fn position(&self, name: &str) -> Option<usize> {
        self.parts.iter().position(|(other, _)| other.to_lowercase() == name.trim().to_lowercase())
    }
}

/// Whether a refusal is about this player's part.
fn is_of(refusal: &Refusal, name: &str) -> bool {
    match refusal {
        Refusal::Unparsed { line, .. } => line.split(':').next() == Some(name),
        Refusal::Foul { actor, .. } => actor.as_deref() == Some(name),
        _ => false,
    }
}
