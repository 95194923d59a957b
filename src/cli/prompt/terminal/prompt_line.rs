//! Draws the line being typed after its prompt, in one row. Uses only blanks and backspaces.

use super::{LinePrompt, columns, edit_buffer::EditBuffer, write};
use crate::{
    cli::render::style::{wrap, wrap_after},
    table::escape::clean,
};
use console::measure_text_width;

/// The fewest columns for typing beside a prompt. A longer prompt gets a row of its own above.
const MIN_INPUT_WIDTH: usize = 12;

/// The rows that a prompt takes, with the row of the typed line.
pub(crate) fn rows(prompt: &str) -> usize {
    if measure_text_width(prompt) + MIN_INPUT_WIDTH < columns() { 1 } else { wrap(prompt.trim_end(), "", "").lines().count() + 1 }
}

pub(super) struct PromptLine<'a> {
    styled: &'a str,
    width: usize,
    drawn_width: usize,
    cursor_column: usize,
    /// The widths of the question's lines above the prompt.
    question_widths: Vec<usize>,
}

impl<'a> PromptLine<'a> {
    /// A line on the prompt's row. If the prompt leaves no room to type, prints the prompt, and the line begins on the next row.
    pub(super) fn of(question: &LinePrompt<'a>) -> Self {
        let width = measure_text_width(question.prompt);
        if width + MIN_INPUT_WIDTH < columns() {
            return Self { styled: question.styled, width, drawn_width: 0, cursor_column: 0, question_widths: Vec::new() };
        }
        let question_lines = wrap(question.styled.trim_end(), "", "");
        write(&format!("{question_lines}\n"));
        let styled = if columns() > MIN_INPUT_WIDTH { "> " } else { "" };
        Self {
            styled,
            width: styled.len(),
            drawn_width: 0,
            cursor_column: 0,
            question_widths: question_lines.lines().map(measure_text_width).collect(),
        }
    }

    /// The escape sequence that erases the prompt with its question. Lines too long for the current window take several rows.
    pub(super) fn erase(&self) -> String {
        let columns = columns();
        let rows =
            self.question_widths.iter().map(|width| width.div_ceil(columns).max(1)).sum::<usize>() + self.cursor_column / columns;
        super::erase(rows)
    }

    pub(super) fn draw(&mut self, line: &EditBuffer) {
        let visible = line.visible(columns().saturating_sub(1 + self.width));
        let width = self.width + visible.width;
        let blanks = self.drawn_width.saturating_sub(width);
        let backspaces = "\x08".repeat(blanks + visible.width - visible.cursor_column);
        write(&format!("\r{}{}{}{backspaces}", self.styled, visible.text, " ".repeat(blanks)));
        self.drawn_width = width;
        self.cursor_column = self.width + visible.cursor_column;
    }

    pub(super) fn finish(&mut self, line: &EditBuffer) {
        let text = wrap_after(&clean(line.text()), self.width, columns());
        let (first, rest) = text.split_once('\n').map_or((&*text, ""), |(first, _)| (first, &text[first.len()..]));
        let blanks = self.drawn_width.saturating_sub(self.width + measure_text_width(first));
        write(&format!("\r{}{first}{}{rest}\n", self.styled, " ".repeat(blanks)));
        self.drawn_width = 0;
    }

    /// Completes a line, or lists the candidates. See [`LinePrompt::complete`].
    pub(super) fn complete(&mut self, line: &mut EditBuffer, complete: &dyn Fn(&str) -> (usize, Vec<String>)) {
        let Some(typed) = line.text_if_at_end() else { return };
        let (start, words) = complete(typed);
        let Some(first) = words.first() else { return };
        let shared = words.iter().fold(first.as_str(), |shared, word| {
            let difference = shared.char_indices().zip(word.chars()).find(|((_, shared_char), char)| shared_char != char);
            &shared[..difference.map_or(shared.len().min(word.len()), |((index, _), _)| index)]
        });
        if words.len() == 1 || shared.len() > typed.len() - start.min(typed.len()) {
            line.replace_from(start, shared);
        } else {
            self.finish(line);
            write(&format!("{}\n", wrap(&clean(&words.join("  ")), "  ", "  ")));
        }
    }
}
