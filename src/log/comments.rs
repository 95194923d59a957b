//! Comments, and the items of a log to which they belong.

use std::ops::Range;

use toml_parser::{Source, lexer::TokenKind};

use super::line::Line;
use super::model::{KeyTable, Log, Model};
use super::text::{line_start, newline_before};

/// The comments above an item and behind it on its line, and whether a blank line stands directly before the item.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Notes {
    pub(super) above: Vec<Comment>,
    pub(super) behind: Option<String>,
    pub(super) is_apart: bool,
}

/// A comment on a line of its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Comment {
    /// The text, with its `#`.
    pub text: String,
    pub is_apart: bool,
}

/// The comments at the brackets of a list.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct ListNotes {
    /// The byte range of the list, brackets included; empty for a new list.
    pub span: Range<usize>,
    /// The comments at the key, and behind the opening bracket.
    pub open: Notes,
    /// The comments before the closing bracket, and behind it.
    pub close: Notes,
}

impl Notes {
    /// Takes all comments, as comments on lines of their own.
    pub(super) fn take(&mut self) -> Vec<Comment> {
        let behind = self.behind.take().map(|text| Comment { text, is_apart: false });
        std::mem::take(&mut self.above).into_iter().chain(behind).collect()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.above.is_empty() && self.behind.is_none()
    }
}

impl Model {
    /// Copies the values of a log, to change them.
    pub fn of(log: &Log) -> Self {
        let mut model = Self::clone(log);
        model.collect_comments();
        model
    }

    fn collect_comments(&mut self) {
        let (source, mut opening) = (std::sync::Arc::clone(&self.source), Notes::default());
        let mut items = self.items();
        items.sort_by_key(|(range, _)| range.start);
        let mut end = 0;
        for (range, notes) in &mut items {
            notes.is_apart = line_start(&source, range.start) >= end && follows_blank_line(&source, range.start);
            end = range.end;
        }
        for token in Source::new(&source).lex().filter(|token| token.kind() == TokenKind::Comment) {
            let (start, end) = (token.span().start(), token.span().end());
            let text = source[start..end].trim_end().to_owned();
            let next = items.partition_point(|(range, _)| range.start <= start);
            let previous = next.checked_sub(1).map(|index| &mut items[index]);
            let is_apart = follows_blank_line(&source, start);
            match previous {
                None => opening.above.push(Comment { text, is_apart }),
                Some((range, notes)) if start < range.end => notes.above.push(Comment { text, is_apart: false }),
                Some((range, notes)) if notes.behind.is_none() && !source[range.end..start].contains('\n') => {
                    notes.behind = Some(text);
                }
                Some(_) => {
                    // The end of the file is an item, too.
                    if let Some((_, notes)) = items.get_mut(next) {
                        notes.above.push(Comment { text, is_apart });
                    }
                }
            }
        }
        if !opening.above.is_empty()
            && let Some((_, first)) = items.first_mut()
        {
            opening.is_apart = std::mem::take(&mut first.is_apart);
        }
        self.opening = opening;
    }

    /// Every item to which a comment can belong: its byte range and its comments.
    fn items(&mut self) -> Vec<(Range<usize>, &mut Notes)> {
        let end = self.source.len()..self.source.len();
        let mut items: Vec<(Range<usize>, &mut Notes)> = vec![(end, &mut self.closing)];
        items.extend(self.head.values_mut().map(|item| (item.token.clone(), &mut item.notes)));
        for KeyTable { entries, header } in [&mut self.rules, &mut self.deck] {
            items.extend(header.iter_mut().map(|header| (header.token.clone(), &mut header.notes)));
            items.extend(entries.iter_mut().map(|entry| (entry.full_span(), &mut entry.key.notes)));
        }
        for round in &mut self.rounds {
            items.push((round.header.clone(), &mut round.notes));
            items.push((round.first.token(), &mut round.first.notes));
            items.extend(round.moves.iter_mut().flat_map(ListNotes::items));
            items.extend(round.lines.iter_mut().map(|Line { text, .. }| (text.token(), &mut text.notes)));
            if let Some(parts) = &mut round.tally {
                items.extend(round.parts.items());
                items.extend(parts.iter_mut().map(|part| (part.token(), &mut part.notes)));
            }
        }
        items.extend(self.corrections.iter_mut().map(|correction| (correction.span.clone(), &mut correction.notes)));
        items
    }
}

impl ListNotes {
    fn items(&mut self) -> [(Range<usize>, &mut Notes); 2] {
        let Range { start, end } = self.span;
        [(start..start + 1, &mut self.open), (end - 1..end, &mut self.close)]
    }
}

/// Whether a blank line stands before the line with the byte `at`.
fn follows_blank_line(text: &str, at: usize) -> bool {
    let start = line_start(text, at);
    let above = newline_before(text, start);
    start > 0 && text[line_start(text, above)..above].trim().is_empty()
}
