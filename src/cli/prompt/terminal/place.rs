//! Draws the line being typed behind its prompt, in one row, with nothing but blanks and backspaces.

use super::{Question, columns, line::Line, say};
use crate::{cli::render::paint::wrap, table::escape::clean};
use console::measure_text_width;

/// Columns left for typing beside a prompt; a longer prompt stands on a line above.
const MIN_INPUT_WIDTH: usize = 12;

/// How many rows a line takes with what stands before it.
pub fn rows(prompt: &str) -> usize {
    if measure_text_width(prompt) + MIN_INPUT_WIDTH < columns() { 1 } else { wrap(prompt.trim_end(), "", "").lines().count() + 1 }
}

/// What stands before a line, and how many columns were drawn.
pub struct Place<'a> {
    styled: &'a str,
    width: usize,
    drawn: usize,
    /// Where the cursor stands.
    cursor: usize,
    /// How wide the lines of the question are that stand above.
    above: Vec<usize>,
}

impl<'a> Place<'a> {
    /// Behind the prompt; or behind a mark below it, where it leaves no room to type.
    pub fn of(question: &Question<'a>) -> Self {
        let width = measure_text_width(question.prompt);
        if width + MIN_INPUT_WIDTH < columns() {
            return Self { styled: question.styled, width, drawn: 0, cursor: 0, above: Vec::new() };
        }
        let asked = wrap(question.styled.trim_end(), "", "");
        say(&format!("{asked}\n"));
        let styled = if columns() > MIN_INPUT_WIDTH { "> " } else { "" };
        Self { styled, width: styled.len(), drawn: 0, cursor: 0, above: asked.lines().map(measure_text_width).collect() }
    }

    /// What takes it from the screen, with the lines of the question: those too long for the window now take several rows.
    pub fn gone(&self) -> String {
        let columns = columns();
        let rows = self.above.iter().map(|width| width.div_ceil(columns).max(1)).sum::<usize>() + self.cursor / columns;
        super::gone(rows)
    }

    /// Shows a line as far as there is room.
    pub fn draw(&mut self, line: &Line) {
        let shown = line.shown(columns().saturating_sub(1 + self.width));
        let width = self.width + shown.width;
        let blanks = self.drawn.saturating_sub(width);
        let back = "\x08".repeat(blanks + shown.width - shown.cursor);
        say(&format!("\r{}{}{}{back}", self.styled, shown.text, " ".repeat(blanks)));
        self.drawn = width;
        self.cursor = self.width + shown.cursor;
    }

    /// Shows a line whole, for it is done.
    pub fn finish(&mut self, line: &Line) {
        let text = clean(line.text());
        let blanks = self.drawn.saturating_sub(self.width + measure_text_width(&text));
        say(&format!("\r{}{text}{}\n", self.styled, " ".repeat(blanks)));
        self.drawn = 0;
    }

    /// Completes a line, or lists what there is. `words` offers, after a text, the byte where they begin, and the words.
    pub fn complete(&mut self, line: &mut Line, words: &dyn Fn(&str) -> (usize, Vec<String>)) {
        let Some(typed) = line.at_end() else { return };
        let (start, words) = words(typed);
        let Some(first) = words.first() else { return };
        let shared = words.iter().fold(first.as_str(), |shared, word| {
            let differs = shared.char_indices().zip(word.chars()).find(|((_, one), other)| one != other);
            &shared[..differs.map_or(shared.len().min(word.len()), |((at, _), _)| at)]
        });
        if words.len() == 1 || shared.len() > typed.len() - start.min(typed.len()) {
            line.replace_from(start, shared);
        } else {
            self.finish(line);
            say(&format!("{}\n", wrap(&clean(&words.join("  ")), "  ", "  ")));
        }
    }
}
