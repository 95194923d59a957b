//! Menus of a session: arrows choose, typing searches, and text that matches no entry cancels the question. A terminal with one
//! or two rows, or without escape sequences, gets text.

use super::{LineEvent, LinePrompt, Terminal, columns, erase, keys::Key, size, write};
use crate::{
    cli::{
        render::style::{colour_suits, shorten, wrap},
        signals::suspend,
    },
    table::{comparison_key, escape::clean},
};
use console::{measure_text_width, style, truncate_str};
use crossterm::cursor::{MoveRight, MoveUp};

const MAX_VISIBLE: usize = 16;
const SEARCH_HINT_FROM: usize = 9;
const MARGIN: usize = 2;

const KEYS: &str = "Arrows choose an answer, typing searches for it, Enter takes the marked one, Escape goes back. A text that is no \
                    answer cancels the question.";

struct MenuScreen<'a, 'r> {
    question: &'a str,
    entries: &'a [String],
    /// The meanings of the answers, one a line, shown for `?`.
    about: &'a str,
    search: String,
    marked: Option<usize>,
    /// The entry that is marked before a key is pressed.
    default: Option<usize>,
    /// Makes room for a menu below the table, and returns the number of rows available.
    room: Option<&'r mut dyn FnMut() -> usize>,
    max_rows: usize,
    /// The widths of the question's lines above the cursor, and the cursor's column. Empty before the menu is drawn.
    above: Vec<usize>,
}

impl Terminal {
    /// Asks for an entry's index, or `None` if the user cancels. Enter alone chooses the `default`, or without one nothing.
    pub(crate) fn pick(&mut self, question: &str, entries: &[String], default: Option<usize>) -> Option<usize> {
        let chosen = self.menu(question, entries, "", default, None)?;
        print_answer(question, &entries[chosen]);
        Some(chosen)
    }

    /// Asks like [`Self::pick`], without printing the answer. `room` shows the text above the menu, returns the number of rows
    /// left, and is called again when the window changes; the menu is then erased at the end. `?` shows `about`.
    pub(crate) fn menu(
        &mut self,
        question: &str,
        entries: &[String],
        about: &str,
        default: Option<usize>,
        mut room: Option<&mut dyn FnMut() -> usize>,
    ) -> Option<usize> {
        if entries.is_empty() {
            return None;
        }
        self.drop_typed_ahead();
        let question = clean(question);
        let entries: Vec<String> = entries.iter().map(|entry| clean(entry).into_owned()).collect();
        let max_rows = room.as_mut().map_or(MAX_VISIBLE + 1, |room| room());
        let search = String::new();
        let above = Vec::new();
        let mut menu =
            MenuScreen { question: &question, entries: &entries, about, search, marked: default, default, room, max_rows, above };
        self.choose_in(&mut menu)
    }

    fn choose_in(&mut self, menu: &mut MenuScreen<'_, '_>) -> Option<usize> {
        let mut is_stale = true;
        self.has_changed();
        loop {
            if is_stale {
                let Some(rendered) = menu.render(self.is_dumb) else {
                    write(&menu.erase());
                    return self.ask_which(menu.question, menu.entries, menu.choice());
                };
                write(&rendered);
            }
            is_stale = true;
            let key = match self.key() {
                Ok(Some(key)) => key,
                Ok(None) => {
                    is_stale = self.has_changed();
                    if is_stale && let Some(room) = &mut menu.room {
                        menu.above.clear();
                        menu.max_rows = room();
                    } else {
                        self.is_stale |= is_stale;
                    }
                    continue;
                }
                Err(_) => return None,
            };
            let found = menu.matching_items().len();
            let last = found.saturating_sub(1);
            match key {
                Key::Enter { pressed: true } if menu.choice().is_some() => {
                    write(&menu.erase());
                    return menu.choice();
                }
                Key::Enter { .. } if found == 0 => {
                    write(&menu.erase());
                    self.drop_lines(vec![menu.search.trim().to_owned()]);
                    return None;
                }
                Key::Escape | Key::Ctrl('c' | 'd') => {
                    write(&menu.erase());
                    return None;
                }
                Key::Up => menu.marked = menu.marked.and_then(|marked| marked.checked_sub(1)).or(Some(last)),
                Key::Down | Key::Tab => {
                    menu.marked = menu.marked.filter(|marked| *marked < last).map(|marked| marked + 1).or(Some(0));
                }
                Key::Home => menu.marked = Some(0),
                Key::End => menu.marked = Some(last),
                Key::PageUp => menu.marked = Some(menu.marked.unwrap_or(0).saturating_sub(MAX_VISIBLE)),
                Key::PageDown => menu.marked = Some((menu.marked.unwrap_or(0) + MAX_VISIBLE).min(last)),
                Key::Char('?') if menu.search.is_empty() => {
                    write(&menu.erase());
                    menu.explain();
                }
                Key::Char(char) => menu.search_for(|search| search.push(char)),
                Key::Backspace => menu.search_for(|search| {
                    search.pop();
                }),
                Key::Ctrl('u' | 'w') => menu.search_for(String::clear),
                Key::Paste => {
                    // Pasted lines are not an answer.
                    write(&menu.erase());
                    self.drop_typed_ahead();
                }
                Key::Ctrl('z') => suspend(),
                _ => is_stale = false,
            }
        }
    }

    /// Asks as text: the answer is a number, or an unambiguous part of an entry.
    pub(super) fn ask_which(&mut self, question: &str, entries: &[String], default: Option<usize>) -> Option<usize> {
        let numbered = (1..).zip(entries).map(|(number, entry)| format!("{number} {entry}\n"));
        let above = format!("{question}\n{}", numbered.collect::<String>());
        let shown = default.map_or(String::new(), |default| format!(" [{}]", default + 1));
        let prompt = format!("1-{}{shown}> ", entries.len());
        let LineEvent::Line(typed) = self.line(LinePrompt { above: &above, ..LinePrompt::new(&prompt) }) else { return None };
        if typed.trim().is_empty() && default.is_some() {
            return default;
        }
        let number = typed.trim().parse().ok().filter(|number| (1..=entries.len()).contains(number));
        let found = match matching(entries, &typed)[..] {
            [only] => Some(only),
            _ => None,
        };
        let chosen = number.map(|number: usize| number - 1).or(found);
        if chosen.is_none() {
            self.drop_lines(vec![typed]);
        }
        chosen
    }
}

impl MenuScreen<'_, '_> {
    /// The indices of the matching entries. Names typed one after another are a line rather than a search. With yes and no as
    /// answers, so is a text that doesn't begin as an answer does.
    fn matching_items(&self) -> Vec<usize> {
        if self.entries.iter().all(|entry| entry.starts_with("yes") || entry.starts_with("no")) {
            let begins = |nth: &usize| comparison_key(&self.entries[*nth]).starts_with(&comparison_key(&self.search));
            return (0..self.entries.len()).filter(begins).collect();
        }
        if self.search.contains([',', '&']) {
            return Vec::new();
        }
        matching(self.entries, &self.search)
    }

    /// The index of the marked entry. `None` if nothing is marked, or nothing matches.
    fn choice(&self) -> Option<usize> {
        self.matching_items().get(self.marked?).copied()
    }

    fn search_for(&mut self, change: impl FnOnce(&mut String)) {
        change(&mut self.search);
        self.marked = if self.search.is_empty() { self.default } else { Some(0) };
    }

    /// Prints the meanings of the answers, the marked entry if it is cut, and the keys.
    fn explain(&self) {
        for line in self.about.lines() {
            out!("{}", wrap(&clean(line), "  ", "    "));
        }
        let marked = self.choice().map(|marked| &self.entries[marked]);
        if let Some(marked) = marked.filter(|entry| measure_text_width(entry) + MARGIN >= size().1) {
            out!("{}", wrap(marked, "❯ ", "    "));
        }
        out!("{}", wrap(KEYS, "", ""));
    }

    /// The text that redraws the menu. `None` if the menu doesn't fit.
    fn render(&mut self, is_dumb: bool) -> Option<String> {
        let (rows, columns) = size();
        let columns = columns - 1;
        let is_hinted = self.search.is_empty() && (self.entries.len() > SEARCH_HINT_FROM || self.marked.is_none());
        let hint = if is_hinted { " (arrows, or type to search)" } else { "" };
        let question = format!("{}{hint} ", self.question);
        let unhyphenated = textwrap::Options::new(columns.max(1)).word_splitter(textwrap::WordSplitter::NoHyphenation);
        let question = textwrap::wrap(&question, unhyphenated);
        if is_dumb || columns < MARGIN + 8 || rows < question.len() + 2 {
            return None;
        }
        let mut rendered = self.erase();
        let last = question.len() - 1;
        for (nth, line) in question.iter().enumerate() {
            rendered += &style(line).for_stderr().bold().to_string();
            rendered += if nth < last { "\n" } else { "" };
        }
        let left = columns.saturating_sub(measure_text_width(&question[last]));
        let typed = if self.search.is_empty() { String::new() } else { format!(" {}", clean(&self.search)) };
        let typed = truncate_str(&typed, left, "…").into_owned();
        rendered += &typed;
        let max_rows = rows.min(self.max_rows.max(question.len() + 2));
        let below = self.below(max_rows - question.len(), columns - MARGIN);
        for line in &below {
            rendered += "\n";
            rendered += line;
        }
        let column = measure_text_width(&question[last]) + measure_text_width(&typed) + usize::from(typed.is_empty());
        let column = column.clamp(1, columns);
        self.above = question[..last].iter().map(|line| measure_text_width(line)).chain([column]).collect();
        let [up, right] = [below.len(), column].map(|cells| cells.try_into().unwrap_or(u16::MAX));
        Some(format!("{rendered}{}\r{}", MoveUp(up), MoveRight(right)))
    }

    /// The lines below the question: as many matching entries as fit.
    fn below(&self, rows: usize, columns: usize) -> Vec<String> {
        let hint = |text: &str| style(format!("  {}", shorten(text, columns))).for_stderr().dim().to_string();
        let found = self.matching_items();
        let rows = rows.min(MAX_VISIBLE);
        // The last row counts the entries that don't fit.
        let is_cut = found.len() > rows && rows > 2;
        let rows = rows - usize::from(is_cut);
        let first = self.marked.unwrap_or(0).saturating_sub(rows / 2).min(found.len().saturating_sub(rows));
        let line = |(nth, entry): (usize, &usize)| {
            let entry = shorten(&self.entries[*entry], columns);
            let is_marked = Some(nth) == self.marked;
            let line =
                if is_marked { style(format!("❯ {entry}")).for_stderr().cyan().to_string() } else { format!("  {entry}") };
            colour_suits(&line)
        };
        let mut lines: Vec<String> = found.iter().enumerate().skip(first).take(rows).map(line).collect();
        if is_cut {
            lines.push(hint(&format!("… {} in all", found.len())));
        }
        if found.is_empty() {
            lines.push(hint("no such answer: Enter cancels the question"));
        }
        lines
    }

    /// The escape sequence that erases the menu, whose lines may take several rows now, and returns the cursor to its start.
    fn erase(&mut self) -> String {
        let Some((column, lines)) = self.above.split_last() else { return String::new() };
        let columns = columns();
        let rows = lines.iter().map(|width| width.div_ceil(columns).max(1)).sum::<usize>() + column / columns;
        self.above.clear();
        erase(rows)
    }
}

pub(super) fn print_answer(question: &str, entry: &str) {
    let answer = entry.split("   ").next().unwrap_or_default();
    write(&format!("{}\n", wrap(&format!("✔ {} {}", clean(question), clean(answer)), "", "  ")));
}

/// The entries that contain all searched words: first those where one begins a word, last those matching in the description.
fn matching(entries: &[String], search: &str) -> Vec<usize> {
    let words: Vec<String> = search.split_whitespace().map(comparison_key).collect();
    let rank = |entry: &String| {
        let entry = comparison_key(entry);
        let name = entry.split("   ").next().unwrap_or_default();
        let ranks = words.iter().map(|word| match () {
            () if name.split([' ', '(']).any(|own| own.starts_with(word)) => Some(0),
            () if name.contains(word) => Some(1),
            () => entry.contains(word).then_some(2),
        });
        ranks.collect::<Option<Vec<i32>>>().map(|ranks| ranks.into_iter().max())
    };
    let mut found: Vec<_> = entries.iter().enumerate().filter_map(|(nth, entry)| Some((rank(entry)?, nth))).collect();
    found.sort_unstable();
    found.into_iter().map(|(_, nth)| nth).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_words_are_searched_for() {
        let entries = ["hatch 8WL   the Mill", "hatch 7SK   the Castle", "(back)"].map(str::to_owned);
        assert_eq!(matching(&entries, "MILL"), [0]);
        assert_eq!(matching(&entries, "ha the"), [0, 1]);
        assert_eq!(matching(&entries, " "), [0, 1, 2]);
        assert!(matching(&entries, "h 7sk; x").is_empty());
        let verbs = ["trail …   if no two capture", "recapture", "capture …   take all", "(cancel)"].map(str::to_owned);
        assert_eq!(matching(&verbs, "ca"), [2, 3, 1, 0], "its own words come first");
    }
}
