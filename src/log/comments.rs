//! Comments, and the items of a log to which they belong.

use std::ops::Range;

use toml_parser::{Source, lexer::TokenKind};

use super::line::Line;
use super::model::{KeyTable, Log, Model};
use super::text::{line_start, newline_before};

/// The comments of an item: above it, and behind it on its line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Comments {
    pub(super) above: Vec<Comment>,
    /// The text behind the item, with its `#`.
    pub(super) behind: Option<String>,
    /// Whether a blank line stands directly before the item.
    pub(super) is_apart: bool,
}

/// A comment on a line of its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Comment {
    /// The text, with its `#`.
    pub text: String,
    /// Whether a blank line stands directly before the comment.
    pub is_apart: bool,
}

/// The comments at the brackets of a list.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct ListComments {
    /// The byte range of the list, brackets included; empty for a new list.
    pub span: Range<usize>,
    /// The comments at the key, and behind the opening bracket.
    pub open: Comments,
    /// The comments before the closing bracket, and behind it.
    pub close: Comments,
}

impl Comments {
    /// Takes all comments, each as a comment on a line of its own.
    pub(super) fn take(&mut self) -> Vec<Comment> {
        let behind = self.behind.take().map(|text| Comment { text, is_apart: false });
        std::mem::take(&mut self.above).into_iter().chain(behind).collect()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.above.is_empty() && self.behind.is_none()
    }
}

impl Model {
    /// Copies the values of a log in order to change them.
    pub fn of(log: &Log) -> Self {
        let mut model = Self::clone(log);
        model.collect_comments();
        model
    }

    fn collect_comments(&mut self) {
        let (source, mut opening) = (std::sync::Arc::clone(&self.source), Comments::default());
        let mut items = self.items();
        items.sort_by_key(|(range, _)| range.start);
        let mut previous_end = 0;
        for (range, comments) in &mut items {
            comments.is_apart = line_start(&source, range.start) >= previous_end && follows_blank_line(&source, range.start);
            previous_end = range.end;
        }
        for token in Source::new(&source).lex().filter(|token| token.kind() == TokenKind::Comment) {
            let (start, end) = (token.span().start(), token.span().end());
            let text = source[start..end].trim_end().to_owned();
            let next_index = items.partition_point(|(range, _)| range.start <= start);
            let previous = next_index.checked_sub(1).map(|index| &mut items[index]);
            let is_apart = follows_blank_line(&source, start);
            match previous {
                None => opening.above.push(Comment { text, is_apart }),
                Some((range, comments)) if start < range.end => comments.above.push(Comment { text, is_apart: false }),
                Some((range, comments)) if comments.behind.is_none() && !source[range.end..start].contains('\n') => {
                    comments.behind = Some(text);
                }
                Some(_) => {
                    // The next item may be the end of the file.
                    if let Some((_, comments)) = items.get_mut(next_index) {
                        comments.above.push(Comment { text, is_apart });
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
    fn items(&mut self) -> Vec<(Range<usize>, &mut Comments)> {
        let end = self.source.len()..self.source.len();
        let mut items: Vec<(Range<usize>, &mut Comments)> = vec![(end, &mut self.closing)];
        items.extend(self.head.values_mut().map(|item| (item.token.clone(), &mut item.comments)));
        for KeyTable { entries, header } in [&mut self.rules, &mut self.deck] {
            items.extend(header.iter_mut().map(|header| (header.token.clone(), &mut header.comments)));
            items.extend(entries.iter_mut().map(|entry| (entry.full_span(), &mut entry.key.comments)));
        }
        for round in &mut self.rounds {
            items.push((round.header.clone(), &mut round.comments));
            items.push((round.first.token(), &mut round.first.comments));
            items.extend(round.moves.iter_mut().flat_map(ListComments::items));
            items.extend(round.lines.iter_mut().map(|Line { text, .. }| (text.token(), &mut text.comments)));
            if let Some(parts) = &mut round.tally {
                items.extend(round.parts.items());
                items.extend(parts.iter_mut().map(|part| (part.token(), &mut part.comments)));
            }
        }
        items.extend(self.corrections.iter_mut().map(|correction| (correction.span.clone(), &mut correction.comments)));
        items
    }
}

impl ListComments {
    fn items(&mut self) -> [(Range<usize>, &mut Comments); 2] {
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
