//! Writes a log. The model alone decides the layout. Parsed values that were not changed keep their spelling.

use std::ops::Range;

use super::comments::{Comments, ListComments};
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
        writer.comments_above(&self.opening, "");
        if self.opening.is_apart {
            writer.blank_line();
        }
        for key in HEAD_KEYS {
            if let Some(item) = self.head.get(key) {
                writer.item(&item.comments, "", &format!("{key} = {}", self.head_toml(key, &item.token)));
            }
        }
        for (name, table) in [("[rules]", &self.rules), ("[deck]", &self.deck)] {
            writer.table(name, table, &self.source);
        }
        self.rounds.iter().for_each(|round| writer.round(round));
        writer.comments_above(&self.orphans, "");
        self.corrections.iter().for_each(|correction| writer.correction(correction, &self.source));
        if !self.closing.above.is_empty() && !self.corrections.is_empty() {
            writer.blank_line();
        }
        writer.comments_above(&self.closing, "");
        writer.out
    }

    fn head_toml(&self, key: &str, token: &Range<usize>) -> String {
        let string = |text: Option<&LogString>| text.map(LogString::to_toml).unwrap_or_default();
        match key {
            "game" => self.game.to_toml(),
            "players" => format!("[{}]", self.players.iter().map(LogString::to_toml).collect::<Vec<_>>().join(", ")),
            "joined" | "left" => {
                let of_key = self.presences.iter().filter(|presence| presence.key.name() == key);
                let rounds = of_key.map(|presence| format!("{} = {}", presence.name.to_key(), presence.round));
                format!("{{ {} }}", rounds.collect::<Vec<_>>().join(", "))
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

    /// Writes the comments above an item.
    fn comments_above(&mut self, comments: &Comments, indent: &str) {
        for comment in &comments.above {
            if comment.is_apart {
                self.blank_line();
            }
            self.line(indent, &comment.text);
        }
    }

    /// Writes an item on one line, with its comments above and behind.
    fn item(&mut self, comments: &Comments, indent: &str, text: &str) {
        self.comments_above(comments, indent);
        if comments.is_apart {
            self.blank_line();
        }
        self.out.extend([indent, text]);
        self.end_line(comments);
    }

    fn end_line(&mut self, comments: &Comments) {
        if let Some(comment) = &comments.behind {
            self.out.extend([" ", comment]);
        }
        self.out.push_str(self.newline);
    }

    /// Writes the header of a table. If no blank line stands before the header or one of its comments, a blank line comes first.
    fn header(&mut self, comments: &Comments, text: &str) {
        if !comments.is_apart && !comments.above.iter().any(|comment| comment.is_apart) {
            self.blank_line();
        }
        self.item(comments, "", text);
    }

    fn table(&mut self, name: &str, table: &KeyTable, source: &str) {
        let no_comments = Comments::default();
        match &table.header {
            Some(header) => self.header(&header.comments, name),
            None if table.entries.is_empty() => {}
            None => self.header(&no_comments, name),
        }
        table.entries.iter().for_each(|entry| self.item(&entry.key.comments, "", &entry.to_toml(Some(source))));
    }

    fn round(&mut self, round: &Round) {
        self.header(&round.comments, "[[round]]");
        self.item(&round.first.comments, "", &format!("first = {}", round.first.to_toml()));
        let lines = round.lines.iter().map(|line| (line.text.to_line(), &line.text.comments));
        if let Some(comments) = &round.moves {
            self.list("moves", comments, lines);
        }
        if let Some(parts) = &round.tally {
            self.list("tally", &round.parts, parts.iter().map(|part| (part.to_toml(), &part.comments)));
        }
    }

    fn list<'n>(&mut self, key: &str, comments: &ListComments, items: impl Iterator<Item = (String, &'n Comments)>) {
        self.item(&comments.open, "", &format!("{key} = ["));
        items.for_each(|(item, comments)| self.item(comments, "  ", &(item + ",")));
        self.comments_above(&comments.close, "  ");
        self.out.push(']');
        self.end_line(&comments.close);
    }

    fn correction(&mut self, correction: &Correction, source: &str) {
        let Comments { above, behind, is_apart } = &correction.comments;
        self.header(&Comments { above: above.clone(), behind: None, is_apart: *is_apart }, "[[correction]]");
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
                // A list is written anew. The comments inside the list are written above the correction.
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
        let last_line = lines.pop().unwrap_or_default();
        for line in &lines {
            self.line("", line);
        }
        self.item(&Comments { behind: behind.clone(), ..Comments::default() }, "", &last_line);
    }
}
