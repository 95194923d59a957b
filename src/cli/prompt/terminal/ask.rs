//! Prompts outside a session: choose one, choose several, yes or no. A terminal with few rows or without escape sequences gets
//! the question as text.

use super::{Terminal, gone, menu::answered, say, size};
use crate::{
    cli::render::paint::{cut, wrap},
    table::escape::clean,
};
use console::{Term, measure_text_width, style};
use crossterm::cursor::Show;
use dialoguer::{
    Confirm, FuzzySelect, MultiSelect, Select,
    theme::{ColorfulTheme, Theme},
};
use std::{collections::BTreeSet, fmt, io};

/// A window with fewer rows gets no menu.
const MIN_ROWS: usize = 4;
/// With more entries than this, a menu can be searched.
const SEARCH_FROM: usize = 9;
/// Columns of the marks before and behind a question.
const MARK_WIDTH: usize = 5;
/// Columns of what may follow a question: the page number, or the keys that answer it.
const SUFFIX_WIDTH: usize = 13;
/// The fewest columns that a question needs.
const MIN_QUESTION_WIDTH: usize = 16;
/// Columns before an entry, with its check box, and the last column.
const ENTRY_MARGIN: usize = 7;

/// What came of asking.
enum Asked<T> {
    /// None if it was given up.
    Answered(Option<T>),
    /// It has to be asked in text.
    InText,
}

impl Terminal {
    /// Asks for one of some entries: its index; none if it is given up.
    pub fn choose(&mut self, question: &str, entries: &[String], default: usize) -> Option<usize> {
        if entries.is_empty() {
            return None;
        }
        let is_long = entries.len() > SEARCH_FROM;
        let ask = |terminal: &Term, theme: &ColorfulTheme, prompt: &str| {
            let shown = shown(entries);
            // It knows entries by what is shown of them, and shows its first ones to begin with.
            let is_found = shown.iter().collect::<BTreeSet<_>>().len() == shown.len() && default + 2 < size().0;
            if is_long && is_found {
                let ask = FuzzySelect::with_theme(theme).with_prompt(prompt).items(shown).default(default);
                return ask.report(false).interact_on_opt(terminal);
            }
            let ask = Select::with_theme(theme).with_prompt(prompt).items(shown).default(default);
            ask.report(false).interact_on_opt(terminal)
        };
        let hint = if is_long { "(arrows, or type to search)" } else { "" };
        let chosen = match self.asked(question, hint, page(entries), ask) {
            Asked::Answered(chosen) => chosen?,
            Asked::InText => self.ask_in_text(question, entries, default)?,
        };
        answered(question, &entries[chosen]);
        Some(chosen)
    }

    /// Asks for any of some entries: their indices; none if it is given up.
    pub fn choose_several(&mut self, question: &str, entries: &[String]) -> Option<Vec<usize>> {
        let ask = |terminal: &Term, theme: &ColorfulTheme, prompt: &str| {
            let theme = Several(theme);
            let ask = MultiSelect::with_theme(&theme).with_prompt(prompt).items(shown(entries));
            ask.report(false).interact_on_opt(terminal)
        };
        match self.asked(question, "(Space marks, Enter goes on)", page(entries), ask) {
            Asked::Answered(chosen) => chosen,
            Asked::InText => {
                let none = std::iter::once("none".to_owned());
                let all: Vec<String> = none.chain(entries.iter().cloned()).collect();
                Some(self.ask_in_text(question, &all, 0)?.checked_sub(1).into_iter().collect())
            }
        }
    }

    /// Asks whether something is so: none if it is given up.
    pub fn confirm(&mut self, question: &str, default: bool) -> Option<bool> {
        let ask = |terminal: &Term, theme: &ColorfulTheme, prompt: &str| {
            let ask = Confirm::with_theme(theme).with_prompt(prompt).default(default);
            ask.report(false).interact_on_opt(terminal)
        };
        let answers = ["yes", "no"].map(str::to_owned);
        let yes = match self.asked(question, "", SUFFIX_WIDTH, ask) {
            Asked::Answered(yes) => yes?,
            Asked::InText => self.ask_in_text(question, &answers, usize::from(!default))? == 0,
        };
        answered(question, &answers[usize::from(!yes)]);
        Some(yes)
    }

    /// Asks whether something is to be done. Enter alone does it only if nothing was typed before this stood there: that was typed for
    /// something else.
    pub fn agrees(&mut self, question: &str) -> bool {
        let default = !self.is_typed_ahead();
        self.confirm(question, default) == Some(true)
    }

    /// Lets something else ask, which is given what is left of the question for a row of its own, with a hint if there is room, and
    /// for so much `behind` it; again where the window changes.
    fn asked<T>(
        &mut self,
        question: &str,
        hint: &str,
        behind: usize,
        ask: impl Fn(&Term, &ColorfulTheme, &str) -> dialoguer::Result<Option<T>>,
    ) -> Asked<T> {
        let question = clean(question);
        loop {
            self.has_changed();
            let (rows, columns) = self.size;
            let Some(room) = columns.checked_sub(MARK_WIDTH + behind).filter(|room| *room >= MIN_QUESTION_WIDTH) else {
                return Asked::InText;
            };
            let mut lines = textwrap::wrap(&question, room);
            let last = lines.pop().unwrap_or_default();
            let hinted = format!("{last} {hint}");
            let prompt = if measure_text_width(&hinted) > room { &*last } else { hinted.trim_end() };
            if self.is_dumb || rows < MIN_ROWS + lines.len() {
                return Asked::InText;
            }
            self.give_up_ahead();
            let mut theme = ColorfulTheme::default();
            for line in &lines {
                say(&format!("{} {}\n", theme.prompt_prefix, theme.prompt_style.apply_to(line)));
                theme.prompt_prefix = style(" ".to_owned());
            }
            let asked = self.raw.lend(|terminal| ask(terminal, &theme, prompt).map_err(|dialoguer::Error::IO(error)| error));
            let error = match asked {
                Ok(answer) => {
                    say(&gone(lines.len()));
                    return Asked::Answered(answer);
                }
                Err(error) => error,
            };
            say(&format!("{Show}\n"));
            self.is_gone |= error.kind() != io::ErrorKind::Interrupted;
            // It is interrupted by another window; if by no such, by Ctrl-C.
            if self.is_gone || !self.has_changed() {
                return Asked::Answered(None);
            }
        }
    }

    fn ask_in_text(&mut self, question: &str, entries: &[String], default: usize) -> Option<usize> {
        self.give_up_ahead();
        let entries: Vec<String> = entries.iter().map(|entry| clean(entry).into_owned()).collect();
        self.ask_which(&clean(question), &entries, default)
    }

    /// Says what was typed before anybody was asked, and is no answer: what asks now reads keys by itself.
    fn give_up_ahead(&mut self) {
        // Where nothing can be read, whoever reads next says so.
        let _ = self.keys.take_in();
        let lines = self.ahead();
        if !lines.is_empty() {
            let listed: Vec<String> = lines.iter().map(|line| wrap(&clean(line), "  ", "    ")).collect();
            say(&format!("Not entered, for it was typed before this was asked:\n{}\n", listed.join("\n")));
        }
    }
}

/// How several entries look of which any may be chosen: one is marked, also where there are no colours.
struct Several<'a>(&'a ColorfulTheme);

impl Theme for Several<'_> {
    fn format_prompt(&self, f: &mut dyn fmt::Write, prompt: &str) -> fmt::Result {
        self.0.format_select_prompt(f, prompt)
    }

    fn format_multi_select_prompt_item(&self, f: &mut dyn fmt::Write, text: &str, checked: bool, active: bool) -> fmt::Result {
        let text = format!("[{}] {text}", if checked { 'x' } else { ' ' });
        self.0.format_select_prompt_item(f, &text, active)
    }
}

/// The room for which page of entries it is, if they take several.
fn page(entries: &[String]) -> usize {
    if entries.len() + 2 < size().0 { 0 } else { SUFFIX_WIDTH }
}

/// Entries, as far as there is room for them in a row.
fn shown(entries: &[String]) -> Vec<String> {
    let room = size().1.saturating_sub(ENTRY_MARGIN);
    entries.iter().map(|entry| cut(&clean(entry), room)).collect()
}
