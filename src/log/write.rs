//! Writes a log. The layout follows from the model alone. Values that were parsed and not changed keep their spelling.

use std::ops::Range;

use super::comments::{ListNotes, Notes};
use super::correction::{Correction, UndoRedo};
use super::line_ref::{CorrectionTarget, HeadKey};
use super::model::{KeyTable, Model, Round};
use super::parse::{BY_SCORES, CORRECTION_KEYS, HEAD_KEYS};
use super::position_text::{is_position, position_parts};
use super::text::newline;
use super::value::{LogString, string_toml, strings_toml};

impl Model {
    pub(super) fn to_text(&self) -> String {
        let mut writer = Writer { out: String::with_capacity(self.source.len() + 256), newline: newline(&self.source) };
        if self.source.starts_with('\u{feff}') {
            writer.out.push('\u{feff}');
        }
        writer.comments(&self.opening, "");
        if self.opening.is_apart {
            writer.blank_line();
        }
        for key in HEAD_KEYS {
            if let Some(item) = self.head.get(key) {
                writer.item(&item.notes, "", &format!("{key} = {}", self.head_toml(key, &item.token)));
            }
        }
        for (name, table) in [("[rules]", &self.rules), ("[deck]", &self.deck)] {
            writer.table(name, table, &self.source);
        }
        self.rounds.iter().for_each(|round| writer.round(round));
        writer.comments(&self.orphans, "");
        self.corrections.iter().for_each(|correction| writer.correction(correction, &self.source));
        if !self.closing.above.is_empty() && !self.corrections.is_empty() {
            writer.blank_line();
        }
        writer.comments(&self.closing, "");
        writer.out
    }

    fn head_toml(&self, key: &str, token: &Range<usize>) -> String {
        let string = |text: Option<&LogString>| text.map(LogString::to_toml).unwrap_or_default();
        match key {
            "game" => self.game.to_toml(),
            "players" => format!("[{}]", self.players.iter().map(LogString::to_toml).collect::<Vec<_>>().join(", ")),
            "left" => {
                let departures =
                    self.departures.iter().map(|departure| format!("{} = {}", departure.name.to_key(), departure.round));
                format!("{{ {} }}", departures.collect::<Vec<_>>().join(", "))
            }
            "variant" => string(self.variant.as_ref()),
            "place" => string(self.place.as_ref()),
            "title" => string(self.title.as_ref()),
            "notes" => string(self.notes.as_ref()),
            "closed" => string(self.closed.as_ref()),
            _ if !token.is_empty() => self.source[token.clone()].to_owned(),
            "kept" => string_toml(BY_SCORES),
            "fowlplay" => "1".to_owned(),
            _ => {
                let text = HeadKey::from_name(key).and_then(|key| self.head(key)).unwrap_or_default();
                if key == HeadKey::Paused.name() { string_toml(&text) } else { text }
            }
        }
    }
}

struct Writer {
    out: String,
    newline: &'static str,
}

impl Writer {
    fn line(&mut self, indent: &str, text: &str) {
        self.out.extend([indent, text, self.newline]);
    }

    /// Writes a blank line, but not at the beginning of the file or below another blank line, a header or an opening bracket.
    fn blank_line(&mut self) {
        let above = self.out.lines().next_back().unwrap_or_default().trim_start_matches('\u{feff}');
        if !above.is_empty() && !above.starts_with('[') && !above.ends_with('[') {
            self.out.push_str(self.newline);
        }
    }

    fn comments(&mut self, notes: &Notes, indent: &str) {
        for comment in &notes.above {
            if comment.is_apart {
                self.blank_line();
            }
            self.line(indent, &comment.text);
        }
    }

    /// Writes an item of one line, with the comments above it and behind it.
    fn item(&mut self, notes: &Notes, indent: &str, text: &str) {
        self.comments(notes, indent);
        if notes.is_apart {
            self.blank_line();
        }
        self.out.extend([indent, text]);
        self.end_line(notes);
    }

    fn end_line(&mut self, notes: &Notes) {
        if let Some(comment) = &notes.behind {
            self.out.extend([" ", comment]);
        }
        self.out.push_str(self.newline);
    }

    /// Writes the header of a table, with a blank line above the header, above its comments or between them.
    fn header(&mut self, notes: &Notes, text: &str) {
        if !notes.is_apart && !notes.above.iter().any(|comment| comment.is_apart) {
            self.blank_line();
        }
        self.item(notes, "", text);
    }

    fn table(&mut self, name: &str, table: &KeyTable, source: &str) {
        let no_notes = Notes::default();
        match &table.header {
            Some(header) => self.header(&header.notes, name),
            None if table.entries.is_empty() => {}
            None => self.header(&no_notes, name),
        }
        table.entries.iter().for_each(|entry| self.item(&entry.key.notes, "", &entry.to_toml(Some(source))));
    }

    fn round(&mut self, round: &Round) {
        self.header(&round.notes, "[[round]]");
        self.item(&round.first.notes, "", &format!("first = {}", round.first.to_toml()));
        let lines = round.lines.iter().map(|line| (line.text.to_line(), &line.text.notes));
        if let Some(notes) = &round.moves {
            self.list("moves", notes, lines);
        }
        if let Some(parts) = &round.tally {
            self.list("tally", &round.parts, parts.iter().map(|part| (part.to_toml(), &part.notes)));
        }
    }

    fn list<'n>(&mut self, key: &str, notes: &ListNotes, items: impl Iterator<Item = (String, &'n Notes)>) {
        self.item(&notes.open, "", &format!("{key} = ["));
        items.for_each(|(item, notes)| self.item(notes, "  ", &(item + ",")));
        self.comments(&notes.close, "  ");
        self.out.push(']');
        self.end_line(&notes.close);
    }

    fn correction(&mut self, correction: &Correction, source: &str) {
        let Notes { above, behind, is_apart } = &correction.notes;
        self.header(&Notes { above: above.clone(), behind: None, is_apart: *is_apart }, "[[correction]]");
        let text_toml = |text: &String| match is_position(text).then(|| position_parts(text)) {
            Some(Ok(parts)) if matches!(correction.at, CorrectionTarget::Line(_)) => {
                strings_toml(parts.iter().map(|part| part.text.as_str()))
            }
            _ => string_toml(text),
        };
        let mut lines = Vec::new();
        for key in CORRECTION_KEYS {
            let token = correction.tokens.iter().find(|(token_key, _)| *token_key == key);
            let value = match (key, token) {
                // A list is written anew, without its comments: those are written above the correction.
                (_, Some((_, token))) if !source[token.clone()].starts_with('[') => Some(source[token.clone()].to_owned()),
                ("at", _) => Some(string_toml(&correction.at.to_string())),
                ("was", _) => correction.was.as_ref().map(text_toml),
                ("now", _) => correction.now.as_ref().map(text_toml),
                ("first", _) => correction.first.as_deref().map(string_toml),
                ("above", _) => (!correction.above.is_empty()).then(|| strings_toml(correction.above.iter().map(String::as_str))),
                ("comment", _) => correction.comment.as_deref().map(string_toml),
                ("by", _) => correction.by.map(UndoRedo::word).map(string_toml),
                ("end", _) => correction.end.as_ref().map(|end| string_toml(&end.to_string())),
                _ => Some(format!("{:.6}", correction.when)),
            };
            lines.extend(value.map(|value| format!("{key} = {value}")));
        }
        let last = lines.pop().unwrap_or_default();
        for line in &lines {
            self.line("", line);
        }
        self.item(&Notes { behind: behind.clone(), ..Notes::default() }, "", &last);
    }
}
