//! The form for the parts of a tally or a position, player by player, and the prompts for a tally.

use super::terminal::{LineEvent, LinePrompt, Terminal};
use crate::{
    cli::{
        print::warn,
        render::{messages, style::wrap},
    },
    referee::Refusal,
    table::{Book, FieldKind, FieldSpec, FindingKind, escape::clean, is_same_name, parse_number},
};

/// Asks for each player's part until the tally counts. Returns `None` if the user cancels.
pub(crate) fn ask<T>(
    terminal: &mut Terminal,
    book: &Book,
    form: &mut PartsForm,
    count: impl Fn(&[&str]) -> Result<T, Refusal>,
) -> Option<T> {
    warn(&PartsForm::usage(book));
    loop {
        let Some((name, text)) = form.current() else {
            match form.count(&count) {
                Ok(counted) => return Some(counted),
                Err(refusal) => {
                    if let Some(line) = ask_which(terminal, &refusal) {
                        form.replace(&line);
                    } else {
                        warn(&messages::refusal(&refusal));
                        form.go_to_error(&refusal);
                    }
                }
            }
            continue;
        };
        let prompt = format!("{}: ", clean(name));
        match terminal.ask_line(LinePrompt { text, ..LinePrompt::new(&prompt) }) {
            LineEvent::Line(line) => {
                let choose = |question: &str, readings: &[String]| terminal.choose(question, readings, 0);
                let Some(line) = form.resolve_bare_number(&line, None, &count, choose) else { continue };
                if let Err(refusal) = form.set_part(&line, &count) {
                    warn(&messages::refusal(&refusal));
                }
            }
            LineEvent::Escaped if form.back() => {}
            _ => return None,
        }
    }
}

/// Asks which of several possible tallies is meant. Returns `None` if the user cancels.
pub(crate) fn ask_which(terminal: &mut Terminal, refusal: &Refusal) -> Option<String> {
    let Refusal::Foul { verdict, .. } = refusal else { return None };
    if !verdict.alternatives.is_empty() {
        warn(&wrap(&clean(&verdict.message), "", ""));
    }
    verdict.alternatives.get(terminal.choose("Which is it?", &verdict.alternatives, 0)?).cloned()
}

#[derive(Debug, Default)]
pub(crate) struct PartsForm {
    /// The name and the text of each part.
    parts: Vec<(String, String)>,
    /// The index of the part being asked for. After the last part it is the number of parts.
    index: usize,
    /// Whether the text of that part was just refused.
    is_refused: bool,
    /// The book of the game, in a log that keeps scores only. In such a log a line may be a bare total.
    scores_only_book: Option<&'static Book>,
}

impl PartsForm {
    pub(crate) fn of(names: &[String]) -> Self {
        Self {
            parts: names.iter().map(|name| (name.clone(), String::new())).collect(),
            index: 0,
            is_refused: false,
            scores_only_book: None,
        }
    }

    /// A form in which a line may be a bare total.
    #[must_use]
    pub(crate) fn with_totals(self, book: &'static Book) -> Self {
        Self { scores_only_book: Some(book), ..self }
    }

    /// Changes the players to ask, and keeps the lines of the players who stay.
    pub(crate) fn set_players(&mut self, names: &[String]) {
        if self.parts.iter().map(|(name, _)| name).eq(names) {
            return;
        }
        let current_name = self.current().map(|(name, _)| name.to_owned());
        let lines: Vec<String> = self.lines().collect();
        self.parts = names.iter().map(|name| (name.clone(), String::new())).collect();
        self.prefill(&lines);
        self.index = current_name.and_then(|name| self.position(&name)).unwrap_or(0);
    }

    /// Resolves a line that is only a number, which may be a total, an item, or the counted `round` to edit. `choose` asks which of
    /// them. Returns the whole line, or `None` if the user cancels.
    pub(crate) fn resolve_bare_number<T>(
        &self,
        line: &str,
        round: Option<u32>,
        count: &impl Fn(&[&str]) -> Result<T, Refusal>,
        choose: impl FnOnce(&str, &[String]) -> Option<usize>,
    ) -> Option<String> {
        let (part_index, text) = self.split_name(line);
        let (Some(book), Some((name, _))) = (self.scores_only_book, self.parts.get(part_index)) else {
            return Some(line.to_owned());
        };
        let item_noun = match book.tally_parts.first() {
            // In this game every part begins with a count of cards, so the number is no total.
            Some(FieldSpec { kind: FieldKind::Count, keyword: "", .. }) => return Some(line.to_owned()),
            Some(FieldSpec { kind: FieldKind::Cards(_), noun, .. }) => noun,
            _ => "what lies there",
        };
        let Some(number) = parse_number::<i32>(text.trim()) else { return Some(line.to_owned()) };
        let mut readings = vec![(format!("{name}: = {number}"), format!("= {number}   a total"))];
        let item_line = format!("{name}: {number};");
        let mut lines: Vec<String> = self.lines().collect();
        lines[part_index].clone_from(&item_line);
        let result = count(&lines.iter().map(String::as_str).collect::<Vec<_>>());
        if !matches!(&result, Err(refusal @ Refusal::Unparsed { .. }) if is_about(refusal, name)) {
            readings.push((item_line, format!("{number}   one of the {item_noun}")));
        } else if let Some(round) = round {
            readings.push((format!("mend {round}"), format!("mend {round}   {} {round} is asked for again", book.round_noun)));
        }
        let (mut whole_lines, labels): (Vec<_>, Vec<_>) = readings.into_iter().unzip();
        let index = choose(&format!("What is {number}, for {}?", clean(name)), &labels)?;
        (index < whole_lines.len()).then(|| whole_lines.swap_remove(index))
    }

    pub(crate) fn usage(book: &Book) -> String {
        let usage = format!("A line for each player: {}. For example: {}", book.tally_part_noun, book.tally_example);
        format!(
            "{}\n{}",
            wrap(&usage, "", "  "),
            wrap("Enter alone: nothing lies there. Escape: back to the player before.", "", "")
        )
    }

    /// The name and the text of the part being asked for. `None` after the last part.
    pub(crate) fn current(&self) -> Option<(&str, &str)> {
        self.parts.get(self.index).map(|(name, text)| (name.as_str(), text.as_str()))
    }

    /// The text that Enter alone keeps for the part being asked for. Empty if the text was just refused.
    pub(crate) fn kept_text(&self) -> &str {
        self.current().filter(|_| !self.is_refused).map_or("", |(_, text)| text)
    }

    /// The lines of the parts that were entered or asked for already.
    pub(crate) fn entered_lines(&self) -> impl DoubleEndedIterator<Item = String> {
        let is_entered = |(nth, (_, text)): &(usize, &(String, String))| *nth < self.index || !text.is_empty();
        self.parts.iter().enumerate().filter(is_entered).map(|(_, (name, text))| format!("{name}: {text}"))
    }

    pub(crate) fn lines(&self) -> impl Iterator<Item = String> {
        self.parts.iter().map(|(name, text)| format!("{name}: {text}"))
    }

    /// Enters a line for the part being asked for, or for the part named before a colon. A part that no other part can make right
    /// is refused.
    pub(crate) fn set_part<T>(&mut self, line: &str, count: &impl Fn(&[&str]) -> Result<T, Refusal>) -> Result<(), Refusal> {
        let (part_index, text) = self.split_name(line);
        let Some((name, part)) = self.parts.get_mut(part_index) else { return Ok(()) };
        text.trim().clone_into(part);
        let name = name.clone();
        let refusal = match self.count(count) {
            Err(refusal) if is_about(&refusal, &name) => Some(refusal),
            Err(_) => self.early_refusal(part_index, count),
            Ok(_) => None,
        };
        self.is_refused = refusal.is_some();
        if let Some(refusal) = refusal {
            self.index = part_index;
            return Err(refusal);
        }
        // Any other refusal may be resolved by the other parts.
        self.index += usize::from(part_index == self.index);
        Ok(())
    }

    /// The refusal of the parts up to `part_index`, if no later part can make them right.
    fn early_refusal<T>(&self, part_index: usize, count: &impl Fn(&[&str]) -> Result<T, Refusal>) -> Option<Refusal> {
        let line =
            |(nth, (name, text)): (usize, &(String, String))| format!("{name}: {}", if nth > part_index { "" } else { text });
        let lines: Vec<String> = self.parts.iter().enumerate().map(line).collect();
        let refusal = count(&lines.iter().map(String::as_str).collect::<Vec<_>>()).err()?;
        let Refusal::Foul { actor: None, verdict, .. } = &refusal else { return None };
        (verdict.kind == Some(FindingKind::Impossible) && !verdict.is_incomplete).then_some(refusal)
    }

    /// The index of the part named before a line's colon, or else of the part being asked for; and the line without the name.
    fn split_name<'l>(&self, line: &'l str) -> (usize, &'l str) {
        let named_part = line.split_once(':').and_then(|(name, rest)| Some((self.position(name)?, rest)));
        named_part.unwrap_or((self.index, line))
    }

    /// Goes back to the previous part. Returns false if there is none.
    pub(crate) fn back(&mut self) -> bool {
        let has_previous = self.index > 0;
        self.is_refused = false;
        self.index = self.index.saturating_sub(1);
        has_previous
    }

    /// Fills in lines, each with the name of its part, and begins again with the first part.
    pub(crate) fn prefill<S: AsRef<str>>(&mut self, lines: &[S]) {
        for line in lines {
            self.replace(line.as_ref());
        }
        self.index = 0;
    }

    /// Replaces the text of the part named before the colon, without counting.
    pub(crate) fn replace(&mut self, text: &str) {
        if let Some((name, part)) = text.split_once(':')
            && let Some(part_index) = self.position(name)
        {
            part.trim().clone_into(&mut self.parts[part_index].1);
        }
    }

    /// Goes back to the part that was refused, or to the first part.
    pub(crate) fn go_to_error(&mut self, refusal: &Refusal) {
        self.index = self.parts.iter().position(|(name, _)| is_about(refusal, name)).unwrap_or(0);
    }

    /// Passes the lines of all parts to `count`.
    pub(crate) fn count<T>(&self, count: &impl Fn(&[&str]) -> Result<T, Refusal>) -> Result<T, Refusal> {
        let lines: Vec<String> = self.lines().collect();
        count(&lines.iter().map(String::as_str).collect::<Vec<_>>())
    }

    fn position(&self, name: &str) -> Option<usize> {
        self.parts.iter().position(|(part_name, _)| is_same_name(part_name, name.trim()))
    }
}

/// Whether a refusal is about the part of this name.
fn is_about(refusal: &Refusal, name: &str) -> bool {
    match refusal {
        Refusal::Unparsed { line, .. } => line.split(':').next() == Some(name),
        Refusal::Foul { actor, .. } => actor.as_deref() == Some(name),
        _ => false,
    }
}
