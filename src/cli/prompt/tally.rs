//! Prompts for a tally, player by player.

use super::terminal::{LineEvent, Question, Terminal};
use crate::{
    cli::{
        out::warn,
        render::{messages, style::wrap},
    },
    referee::Refusal,
    table::{Book, escape::clean},
};

/// Asks for each player's part until they can be counted; none if it is cancelled.
pub fn ask<T>(
    terminal: &mut Terminal,
    book: &Book,
    form: &mut TallyForm,
    count: impl Fn(&[&str]) -> Result<T, Refusal>,
) -> Option<T> {
    warn(&TallyForm::usage(book));
    loop {
        let Some((name, text)) = form.current() else {
            match form.count(&count) {
                Ok(counted) => return Some(counted),
                Err(refusal) => {
                    if let Some(chosen) = ask_which(terminal, &refusal) {
                        form.replace(&chosen);
                    } else {
                        warn(&messages::refusal(&refusal));
                        form.go_to_error(&refusal);
                    }
                }
            }
            continue;
        };
        let prompt = format!("{}: ", clean(name));
        match terminal.line(Question { text, ..Question::new(&prompt) }) {
            LineEvent::Line(line) => {
                if let Err(refusal) = form.enter(&line, &count) {
                    warn(&messages::refusal(&refusal));
                }
            }
            LineEvent::Escaped if form.back() => {}
            _ => return None,
        }
    }
}

/// Asks which of several possible tallies is meant; none if it is cancelled.
pub fn ask_which(terminal: &mut Terminal, refusal: &Refusal) -> Option<String> {
    let Refusal::Foul { verdict, .. } = refusal else { return None };
    if !verdict.alternatives.is_empty() {
        warn(&wrap(&clean(&verdict.message), "", ""));
    }
    verdict.alternatives.get(terminal.choose("Which is it?", &verdict.alternatives, 0)?).cloned()
}

/// A tally being typed: a line for each player of what lies before them.
#[derive(Debug, Default)]
pub struct TallyForm {
    /// Each player's name, and the text typed for them.
    parts: Vec<(String, String)>,
    /// The index of the player being asked; one past the last after all of them.
    at: usize,
}

impl TallyForm {
    /// An empty form for these players.
    pub fn of(names: &[String]) -> Self {
        Self { parts: names.iter().map(|name| (name.clone(), String::new())).collect(), at: 0 }
    }

    /// How to type a player's part.
    pub fn usage(book: &Book) -> String {
        let usage = format!("A line for each player: {}. For example: {}", book.counted, book.tally);
        format!(
            "{}\n{}",
            wrap(&usage, "", "  "),
            wrap("Enter alone: nothing lies there. Escape: back to the player before.", "", "")
        )
    }

    /// The player being asked, and their text so far; none after the last player.
    pub fn current(&self) -> Option<(&str, &str)> {
        self.parts.get(self.at).map(|(name, text)| (name.as_str(), text.as_str()))
    }

    /// The lines typed so far, each with its player's name.
    pub fn entered_lines(&self) -> impl DoubleEndedIterator<Item = String> {
        let is_typed = |(nth, (_, text)): &(usize, &(String, String))| *nth < self.at || !text.is_empty();
        self.parts.iter().enumerate().filter(is_typed).map(|(_, (name, text))| format!("{name}: {text}"))
    }

    /// All lines, each with its player's name.
    pub fn lines(&self) -> impl Iterator<Item = String> {
        self.parts.iter().map(|(name, text)| format!("{name}: {text}"))
    }

    /// Enters a line for the player being asked, or for the player named before a colon.
    ///
    /// # Errors
    /// If it can't be that player's, whatever the others have. It is asked for again.
    pub fn enter<T>(&mut self, line: &str, count: &impl Fn(&[&str]) -> Result<T, Refusal>) -> Result<(), Refusal> {
        let named = line.split_once(':').and_then(|(name, rest)| Some((self.position(name)?, rest)));
        let (seat, text) = named.unwrap_or((self.at, line));
        let Some((name, part)) = self.parts.get_mut(seat) else { return Ok(()) };
        text.trim().clone_into(part);
        let name = name.clone();
        match self.count(count) {
            Err(refusal) if is_of(&refusal, &name) => {
                self.at = seat;
                return Err(refusal);
            }
            // The other players' lines may still resolve any other refusal.
            _ => self.at += usize::from(seat == self.at),
        }
        Ok(())
    }

    /// Goes back to the previous player; false if there is none.
    pub fn back(&mut self) -> bool {
        let is_there = self.at > 0;
        self.at = self.at.saturating_sub(1);
        is_there
    }

    /// Fills in lines, each with its player's name, and begins again with the first player.
    pub fn prefill<S: AsRef<str>>(&mut self, texts: &[S]) {
        for text in texts {
            self.replace(text.as_ref());
        }
        self.at = 0;
    }

    /// Replaces the line of the player named before the colon.
    pub fn replace(&mut self, text: &str) {
        if let Some((name, part)) = text.split_once(':')
            && let Some(seat) = self.position(name)
        {
            part.trim().clone_into(&mut self.parts[seat].1);
        }
    }

    /// Goes back to the player whose line was refused, or to the first.
    pub fn go_to_error(&mut self, refusal: &Refusal) {
        self.at = self.parts.iter().position(|(name, _)| is_of(refusal, name)).unwrap_or(0);
    }

    /// Counts the tally.
    ///
    /// # Errors
    /// If it can't be counted.
    pub fn count<T>(&self, count: &impl Fn(&[&str]) -> Result<T, Refusal>) -> Result<T, Refusal> {
        let texts: Vec<String> = self.lines().collect();
        count(&texts.iter().map(String::as_str).collect::<Vec<_>>())
    }

    fn position(&self, name: &str) -> Option<usize> {
        self.parts.iter().position(|(other, _)| other.to_lowercase() == name.trim().to_lowercase())
    }
}

/// Whether a refusal is about this player's line.
fn is_of(refusal: &Refusal, name: &str) -> bool {
    match refusal {
        Refusal::Unparsed { line, .. } => line.split(':').next() == Some(name),
        Refusal::Foul { actor, .. } => actor.as_deref() == Some(name),
        _ => false,
    }
}
