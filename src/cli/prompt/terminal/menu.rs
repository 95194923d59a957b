//! Menus of a session: arrows choose, typing searches, and text that matches no entry becomes a line for the prompt. A terminal
//! of one or two rows, or without escape sequences, gets the question as text.

use super::{Given, Instead, Question, Terminal, columns, gone, keys::Key, raw::stop, say, size};
use crate::{
    cli::render::paint::{cut, suited, wrap},
    table::escape::clean,
};
use console::{measure_text_width, style, truncate_str};
use crossterm::cursor::{MoveRight, MoveUp};

/// The most entries shown at once.
const MAX_VISIBLE: usize = 16;
/// With more entries than this, the prompt mentions searching.
const SEARCH_HINT_FROM: usize = 9;
/// What stands before an entry.
const MARGIN: usize = 2;

/// A menu that stands on the screen.
struct Menu<'a, 'r> {
    question: &'a str,
    entries: &'a [String],
    search: String,
    /// Which of those that are found is marked.
    marked: usize,
    /// Makes room for it, where it stands below what is to stay on the screen: how many rows it may take.
    room: Option<&'r mut dyn FnMut() -> usize>,
    /// How many that are.
    most: usize,
    /// How wide the lines of the question are that stand above the cursor, and the cursor's own up to it; none before it was drawn.
    above: Vec<usize>,
}

impl Terminal {
    /// Asks for one of some entries: its index; none if it is given up, or a line goes back to the prompt.
    pub fn menu_or_line(&mut self, question: &str, entries: &[String]) -> Option<usize> {
        let chosen = self.choose_of(question, entries, 0, None)?;
        answered(question, &entries[chosen]);
        Some(chosen)
    }

    /// The same for whether something is to be done, where the first of two answers does it. Enter alone does it only if nothing was
    /// typed before this stood there: that was typed for something else.
    pub fn agrees_or_line(&mut self, question: &str, answers: &[String; 2]) -> bool {
        let default = usize::from(self.is_typed_ahead());
        let chosen = self.choose_of(question, answers, default, None);
        if let Some(chosen) = chosen {
            answered(question, &answers[chosen]);
        }
        chosen == Some(0)
    }

    /// As [`Self::menu_or_line`], below what is to stay on the screen. `room` shows that, and says how many rows are left: asked again when the window
    /// changes. Nothing of the menu stays.
    pub fn menu_below(&mut self, question: &str, entries: &[String], room: &mut dyn FnMut() -> usize) -> Option<usize> {
        self.choose_of(question, entries, 0, Some(room))
    }

    fn choose_of(
        &mut self,
        question: &str,
        entries: &[String],
        default: usize,
        mut room: Option<&mut dyn FnMut() -> usize>,
    ) -> Option<usize> {
        if entries.is_empty() {
            return None;
        }
        let _ = self.keys.take_in();
        self.hold();
        let question = clean(question);
        let entries: Vec<String> = entries.iter().map(|entry| clean(entry).into_owned()).collect();
        let most = room.as_mut().map_or(MAX_VISIBLE + 1, |room| room());
        let search = String::new();
        let above = Vec::new();
        let mut menu = Menu { question: &question, entries: &entries, search, marked: default, room, most, above };
        self.choose_in(&mut menu)
    }

    fn choose_in(&mut self, menu: &mut Menu<'_, '_>) -> Option<usize> {
        let mut is_stale = true;
        self.has_changed();
        loop {
            if is_stale {
                let Some(shown) = menu.shown(self.is_dumb) else {
                    say(&menu.gone());
                    let default = menu.found().get(menu.marked).copied().unwrap_or(0);
                    return self.ask_which(menu.question, menu.entries, default);
                };
                say(&shown);
            }
            is_stale = true;
            let key = match self.key() {
                Ok(Some(key)) => key,
                Ok(None) => {
                    is_stale = self.has_changed();
                    if is_stale && let Some(room) = &mut menu.room {
                        menu.above.clear();
                        self.clear();
                        menu.most = room();
                    } else {
                        self.is_stale |= is_stale;
                    }
                    continue;
                }
                Err(_) => return None,
            };
            let found = menu.found();
            let last = found.len().saturating_sub(1);
            match key {
                Key::Enter { pressed: true } if !found.is_empty() => {
                    say(&menu.gone());
                    return found.get(menu.marked).copied();
                }
                Key::Enter { pressed } if found.is_empty() => {
                    say(&menu.gone());
                    let line = std::mem::take(&mut menu.search).trim().to_owned();
                    self.instead = Some(Instead { line, is_entered: pressed });
                    return None;
                }
                Key::Escape | Key::Ctrl('c' | 'd') => {
                    say(&menu.gone());
                    return None;
                }
                Key::Up => menu.marked = menu.marked.checked_sub(1).unwrap_or(last),
                Key::Down | Key::Tab => menu.marked = if menu.marked >= last { 0 } else { menu.marked + 1 },
                Key::Home => menu.marked = 0,
                Key::End => menu.marked = last,
                Key::PageUp => menu.marked = menu.marked.saturating_sub(MAX_VISIBLE),
                Key::PageDown => menu.marked = (menu.marked + MAX_VISIBLE).min(last),
                Key::Char(char) => menu.search_for(|search| search.push(char)),
                Key::Backspace => menu.search_for(|search| {
                    search.pop();
                }),
                Key::Ctrl('u' | 'w') => menu.search_for(String::clear),
                Key::Paste => {
                    // Lines, and no answer.
                    say(&menu.gone());
                    let _ = self.keys.take_in();
                    self.hold();
                }
                Key::Ctrl('z') => stop(),
                _ => is_stale = false,
            }
        }
    }

    /// The same in text: a number, or as much of an entry as no other has.
    pub(super) fn ask_which(&mut self, question: &str, entries: &[String], default: usize) -> Option<usize> {
        let numbered = (1..).zip(entries).map(|(number, entry)| format!("{number} {entry}\n"));
        let mut above = format!("{question}\n{}", numbered.collect::<String>());
        let prompt = format!("1-{} [{}]> ", entries.len(), default + 1);
        loop {
            let given = self.line(Question { above: &above, ..Question::new(&prompt) });
            above.clear();
            match given {
                Given::Line(typed) if typed.trim().is_empty() => return Some(default),
                Given::Line(typed) => match typed.trim().parse::<usize>() {
                    Ok(number) if (1..=entries.len()).contains(&number) => return Some(number - 1),
                    _ => match matching(entries, &typed)[..] {
                        [only] => return Some(only),
                        _ => say(&format!("Type a number from 1 to {}; Escape gives it up.\n", entries.len())),
                    },
                },
                _ => return None,
            }
        }
    }
}

impl Menu<'_, '_> {
    /// What fits the search.
    fn found(&self) -> Vec<usize> {
        matching(self.entries, &self.search)
    }

    fn search_for(&mut self, change: impl FnOnce(&mut String)) {
        change(&mut self.search);
        self.marked = 0;
    }

    /// What draws it in the place of what was drawn before; none if there is no room for it.
    fn shown(&mut self, is_dumb: bool) -> Option<String> {
        let (rows, columns) = size();
        let columns = columns - 1;
        let hint =
            if self.entries.len() > SEARCH_HINT_FROM && self.search.is_empty() { " (arrows, or type to search)" } else { "" };
        let asked = format!("{}{hint} ", self.question);
        let asked = textwrap::wrap(&asked, textwrap::Options::new(columns.max(1)));
        if is_dumb || columns < MARGIN + 8 || rows < asked.len() + 2 {
            return None;
        }
        let mut shown = self.gone();
        let last = asked.len() - 1;
        for (nth, line) in asked.iter().enumerate() {
            shown += &style(line).for_stderr().bold().to_string();
            shown += if nth < last { "\n" } else { "" };
        }
        let left = columns.saturating_sub(measure_text_width(&asked[last]));
        let typed = if self.search.is_empty() { String::new() } else { format!(" {}", clean(&self.search)) };
        let typed = truncate_str(&typed, left, "…").into_owned();
        shown += &typed;
        let most = rows.min(self.most.max(asked.len() + 2));
        let below = self.below(most - asked.len(), columns - MARGIN);
        for line in &below {
            shown += "\n";
            shown += line;
        }
        let column = measure_text_width(&asked[last]) + measure_text_width(&typed) + usize::from(typed.is_empty());
        let column = column.clamp(1, columns);
        self.above = asked[..last].iter().map(|line| measure_text_width(line)).chain([column]).collect();
        let [up, right] = [below.len(), column].map(|cells| cells.try_into().unwrap_or(u16::MAX));
        Some(format!("{shown}{}\r{}", MoveUp(up), MoveRight(right)))
    }

    /// The lines below the question: the entries that are found, as many as there are rows for.
    fn below(&self, rows: usize, columns: usize) -> Vec<String> {
        let said = |text: &str| style(format!("  {}", cut(text, columns))).for_stderr().dim().to_string();
        let found = self.found();
        let rows = rows.min(MAX_VISIBLE);
        // What there is no room for is counted in the last row.
        let is_cut = found.len() > rows && rows > 2;
        let rows = rows - usize::from(is_cut);
        let first = self.marked.saturating_sub(rows / 2).min(found.len().saturating_sub(rows));
        let line = |(nth, entry): (usize, &usize)| {
            let entry = cut(&self.entries[*entry], columns);
            let is_marked = nth == self.marked;
            let line =
                if is_marked { style(format!("❯ {entry}")).for_stderr().cyan().to_string() } else { format!("  {entry}") };
            suited(&line)
        };
        let mut lines: Vec<String> = found.iter().enumerate().skip(first).take(rows).map(line).collect();
        if is_cut {
            lines.push(said(&format!("… {} in all", found.len())));
        }
        if found.is_empty() {
            lines.push(said("no such answer: Enter enters it as a line"));
        }
        lines
    }

    /// What takes it from the screen; the cursor stands where it began. A line that is too long for the window now takes several rows.
    fn gone(&mut self) -> String {
        let Some((column, lines)) = self.above.split_last() else { return String::new() };
        let columns = columns();
        let rows = lines.iter().map(|width| width.div_ceil(columns).max(1)).sum::<usize>() + column / columns;
        self.above.clear();
        gone(rows)
    }
}

/// Says what was answered.
pub fn answered(question: &str, entry: &str) {
    let answer = entry.split("   ").next().unwrap_or_default();
    say(&format!("{}\n", wrap(&format!("✔ {} {}", clean(question), clean(answer)), "", "  ")));
}

/// Which entries have all the words that are searched for: first those that have them at the beginnings of their own words, last
/// those that have them in what is said about them.
fn matching(entries: &[String], search: &str) -> Vec<usize> {
    let words: Vec<String> = search.split_whitespace().map(str::to_lowercase).collect();
    let rank = |entry: &String| {
        let entry = entry.to_lowercase();
        let own = entry.split("   ").next().unwrap_or_default();
        let ranks = words.iter().map(|word| match () {
            () if own.split([' ', '(']).any(|own| own.starts_with(word)) => Some(0),
            () if own.contains(word) => Some(1),
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
