//! Menus of a session: arrows choose, typing searches, and a text that matches no entry cancels the question. If a terminal has too
//! few rows or no escape sequences, the question is asked as text.

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
/// The number of entries above which the question hints at the search.
const SEARCH_HINT_FROM: usize = 9;
const MARGIN: usize = 2;

const KEYS: &str = "Arrows choose an answer, typing searches for it, Enter takes the marked one, Escape goes back. A text that is no \
                    answer cancels the question.";

struct MenuScreen<'a, 'r> {
    question: &'a str,
    entries: &'a [String],
    /// The meanings of the entries, one a line, shown for `?`.
    about: &'a str,
    search: String,
    /// The marked entry, as an index of the matching entries.
    marked: Option<usize>,
    /// The entry that is marked before a key is pressed.
    default: Option<usize>,
    /// Shows the text above the menu, and returns the number of rows left for the menu.
    make_room: Option<&'r mut dyn FnMut() -> usize>,
    max_rows: usize,
    /// The widths of the question's lines above the cursor, then the cursor's column. Empty unless the menu is drawn.
    drawn_widths: Vec<usize>,
}

impl Terminal {
    /// Asks for an entry, and returns its index, or `None` if the user cancels. Enter alone chooses the `default`, if there is one.
    pub(crate) fn pick(&mut self, question: &str, entries: &[String], default: Option<usize>) -> Option<usize> {
        let index = self.menu(question, entries, "", default, None)?;
        print_answer(question, &entries[index]);
        Some(index)
    }

    /// Asks like [`Self::pick`], without printing the answer; `?` shows `about`. `make_room` shows the text above the menu, and
    /// returns the number of rows left. It is called again when the window changes.
    pub(crate) fn menu(
        &mut self,
        question: &str,
        entries: &[String],
        about: &str,
        default: Option<usize>,
        mut make_room: Option<&mut dyn FnMut() -> usize>,
    ) -> Option<usize> {
        if entries.is_empty() {
            return None;
        }
        self.drop_typed_ahead();
        let question = clean(question);
        let entries: Vec<String> = entries.iter().map(|entry| clean(entry).into_owned()).collect();
        let max_rows = make_room.as_mut().map_or(MAX_VISIBLE + 1, |make_room| make_room());
        let search = String::new();
        let drawn_widths = Vec::new();
        let mut menu = MenuScreen {
            question: &question,
            entries: &entries,
            about,
            search,
            marked: default,
            default,
            make_room,
            max_rows,
            drawn_widths,
        };
        self.choose_in(&mut menu)
    }

    fn choose_in(&mut self, menu: &mut MenuScreen<'_, '_>) -> Option<usize> {
        let mut is_stale = true;
        self.update_size();
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
                    is_stale = self.update_size();
                    if is_stale && let Some(make_room) = &mut menu.make_room {
                        menu.drawn_widths.clear();
                        menu.max_rows = make_room();
                    } else {
                        self.is_screen_stale |= is_stale;
                    }
                    continue;
                }
                Err(_) => return None,
            };
            let match_count = menu.matching_items().len();
            let last = match_count.saturating_sub(1);
            match key {
                Key::Enter { is_pressed: true } if menu.choice().is_some() => {
                    write(&menu.erase());
                    return menu.choice();
                }
                Key::Enter { .. } if match_count == 0 => {
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
                Key::Char(char) => menu.change_search(|search| search.push(char)),
                Key::Backspace => menu.change_search(|search| {
                    search.pop();
                }),
                Key::Ctrl('u' | 'w') => menu.change_search(String::clear),
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
        let default_number = default.map_or(String::new(), |default| format!(" [{}]", default + 1));
        let prompt = format!("1-{}{default_number}> ", entries.len());
        let LineEvent::Line(typed) = self.ask_line(LinePrompt { above: &above, ..LinePrompt::new(&prompt) }) else { return None };
        if typed.trim().is_empty() && default.is_some() {
            return default;
        }
        let number = typed.trim().parse().ok().filter(|number| (1..=entries.len()).contains(number));
        let only_match = match matching(entries, &typed)[..] {
            [only] => Some(only),
            _ => None,
        };
        let index = number.map(|number: usize| number - 1).or(only_match);
        if index.is_none() {
            self.drop_lines(vec![typed]);
        }
        index
    }
}

impl MenuScreen<'_, '_> {
    /// The indices of the entries that match the search. A text with `,` or `&` matches nothing, because it is a list of names. If
    /// all entries begin with `yes` or `no`, the search matches only the beginning of an entry.
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

    fn change_search(&mut self, change: impl FnOnce(&mut String)) {
        change(&mut self.search);
        self.marked = if self.search.is_empty() { self.default } else { Some(0) };
    }

    /// Prints the meanings of the entries, the marked entry if its line is cut, and the keys.
    fn explain(&self) {
        for line in self.about.lines() {
            out!("{}", wrap(&clean(line), "  ", "    "));
        }
        let marked_entry = self.choice().map(|index| &self.entries[index]);
        if let Some(entry) = marked_entry.filter(|entry| measure_text_width(entry) + MARGIN >= size().1) {
            out!("{}", wrap(entry, "❯ ", "    "));
        }
        out!("{}", wrap(KEYS, "", ""));
    }

    /// The text that redraws the menu. `None` if the menu doesn't fit.
    fn render(&mut self, is_dumb: bool) -> Option<String> {
        let (rows, columns) = size();
        let columns = columns - 1;
        let has_hint = self.search.is_empty() && (self.entries.len() > SEARCH_HINT_FROM || self.marked.is_none());
        let hint = if has_hint { " (arrows, or type to search)" } else { "" };
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
        let columns_left = columns.saturating_sub(measure_text_width(&question[last]));
        let search = if self.search.is_empty() { String::new() } else { format!(" {}", clean(&self.search)) };
        let search = truncate_str(&search, columns_left, "…").into_owned();
        rendered += &search;
        let max_rows = rows.min(self.max_rows.max(question.len() + 2));
        let entry_lines = self.entry_lines(max_rows - question.len(), columns - MARGIN);
        for line in &entry_lines {
            rendered += "\n";
            rendered += line;
        }
        let column = measure_text_width(&question[last]) + measure_text_width(&search) + usize::from(search.is_empty());
        let column = column.clamp(1, columns);
        self.drawn_widths = question[..last].iter().map(|line| measure_text_width(line)).chain([column]).collect();
        let [up, right] = [entry_lines.len(), column].map(|cells| cells.try_into().unwrap_or(u16::MAX));
        Some(format!("{rendered}{}\r{}", MoveUp(up), MoveRight(right)))
    }

    /// The lines below the question: as many matching entries as fit.
    fn entry_lines(&self, rows: usize, columns: usize) -> Vec<String> {
        let hint = |text: &str| style(format!("  {}", shorten(text, columns))).for_stderr().dim().to_string();
        let items = self.matching_items();
        let rows = rows.min(MAX_VISIBLE);
        // The last row counts the entries that don't fit.
        let is_cut = items.len() > rows && rows > 2;
        let rows = rows - usize::from(is_cut);
        let first = self.marked.unwrap_or(0).saturating_sub(rows / 2).min(items.len().saturating_sub(rows));
        let line = |(nth, entry): (usize, &usize)| {
            let entry = shorten(&self.entries[*entry], columns);
            let is_marked = Some(nth) == self.marked;
            let line =
                if is_marked { style(format!("❯ {entry}")).for_stderr().cyan().to_string() } else { format!("  {entry}") };
            colour_suits(&line)
        };
        let mut lines: Vec<String> = items.iter().enumerate().skip(first).take(rows).map(line).collect();
        if is_cut {
            lines.push(hint(&format!("… {} in all", items.len())));
        }
        if items.is_empty() {
            lines.push(hint("no such answer: Enter cancels the question"));
        }
        lines
    }

    /// The escape sequence that erases the menu and returns the cursor to its start. Since the menu was drawn, the window may have
    /// become narrower, so that a line takes several rows.
    fn erase(&mut self) -> String {
        let Some((column, lines)) = self.drawn_widths.split_last() else { return String::new() };
        let columns = columns();
        let rows = lines.iter().map(|width| width.div_ceil(columns).max(1)).sum::<usize>() + column / columns;
        self.drawn_widths.clear();
        erase(rows)
    }
}

/// Prints a question with its answer: the chosen entry without its description.
pub(super) fn print_answer(question: &str, entry: &str) {
    let answer = entry.split("   ").next().unwrap_or_default();
    write(&format!("{}\n", wrap(&format!("✔ {} {}", clean(question), clean(answer)), "", "  ")));
}

/// The indices of the entries that contain all searched words. First come the entries whose name has a word that begins with each
/// of them, last the entries with a word found only in the description.
fn matching(entries: &[String], search: &str) -> Vec<usize> {
    let words: Vec<String> = search.split_whitespace().map(comparison_key).collect();
    let rank = |entry: &String| {
        let entry = comparison_key(entry);
        let name = entry.split("   ").next().unwrap_or_default();
        let ranks = words.iter().map(|word| match () {
            () if name.split([' ', '(']).any(|name_word| name_word.starts_with(word)) => Some(0),
            () if name.contains(word) => Some(1),
            () => entry.contains(word).then_some(2),
        });
        ranks.collect::<Option<Vec<i32>>>().map(|ranks| ranks.into_iter().max())
    };
    let mut ranked: Vec<_> = entries.iter().enumerate().filter_map(|(nth, entry)| Some((rank(entry)?, nth))).collect();
    ranked.sort_unstable();
    ranked.into_iter().map(|(_, nth)| nth).collect()
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
