//! Prompts outside a session. If the terminal has few rows or no escape sequences, the question is asked as text.

use super::{Terminal, erase, menu::print_answer, raw::RawMode, size, write};
use crate::{cli::render::style::shorten, table::escape::clean};
use console::{Term, measure_text_width, style};
use crossterm::cursor::Show;
use dialoguer::{
    Confirm, FuzzySelect, MultiSelect, Select,
    theme::{ColorfulTheme, Theme},
};
use std::{collections::BTreeSet, fmt, io};

/// The fewest rows of a window for a menu.
const MIN_ROWS: usize = 4;
/// The number of entries above which a menu can be searched.
const SEARCH_FROM: usize = 9;
/// The columns of the marks before and after a question.
const MARK_WIDTH: usize = 5;
/// The columns reserved after a question, for the page number or the keys that answer the question.
const SUFFIX_WIDTH: usize = 13;
const MIN_QUESTION_WIDTH: usize = 16;
/// The columns before an entry, with its check box, and the last column.
const ENTRY_MARGIN: usize = 7;

enum WidgetAnswer<T> {
    Answered(Option<T>),
    /// The question must be asked as text.
    AsText,
}

impl Terminal {
    /// Asks for one entry, and returns its index, or `None` if the user cancels.
    pub(crate) fn choose(&mut self, question: &str, entries: &[String], default: usize) -> Option<usize> {
        if entries.is_empty() {
            return None;
        }
        let is_long = entries.len() > SEARCH_FROM;
        let ask = |terminal: &Term, theme: &ColorfulTheme, prompt: &str| {
            let labels = labels(entries);
            // The search widget tells entries apart by their visible text, and always begins with the first page.
            let can_search = labels.iter().collect::<BTreeSet<_>>().len() == labels.len() && default + 2 < size().0;
            if can_search {
                let widget = FuzzySelect::with_theme(theme).with_prompt(prompt).items(labels).default(default);
                return widget.report(false).interact_on_opt(terminal);
            }
            let widget = Select::with_theme(theme).with_prompt(prompt).items(labels).default(default);
            widget.report(false).interact_on_opt(terminal)
        };
        let hint = if is_long { "(arrows, or type to search)" } else { "" };
        let index = match self.ask_with(question, hint, suffix_width(entries), ask) {
            WidgetAnswer::Answered(index) => index?,
            WidgetAnswer::AsText => self.ask_as_text(question, entries, Some(default))?,
        };
        print_answer(question, &entries[index]);
        Some(index)
    }

    /// Asks for any number of entries, and returns their indices, or `None` if the user cancels.
    pub(crate) fn choose_several(&mut self, question: &str, entries: &[String]) -> Option<Vec<usize>> {
        let ask = |terminal: &Term, theme: &ColorfulTheme, prompt: &str| {
            let theme = CheckBoxes(theme);
            let widget = MultiSelect::with_theme(&theme).with_prompt(prompt).items(labels(entries));
            widget.report(false).interact_on_opt(terminal)
        };
        match self.ask_with(question, "(Space marks, Enter goes on)", suffix_width(entries), ask) {
            WidgetAnswer::Answered(indices) => indices,
            WidgetAnswer::AsText => {
                let none = std::iter::once("none".to_owned());
                let answers: Vec<String> = none.chain(entries.iter().cloned()).collect();
                Some(self.ask_as_text(question, &answers, Some(0))?.checked_sub(1).into_iter().collect())
            }
        }
    }

    /// Asks a yes-or-no question. Returns `None` if the user cancels.
    pub(crate) fn confirm(&mut self, question: &str, default: bool) -> Option<bool> {
        let ask = |terminal: &Term, theme: &ColorfulTheme, prompt: &str| {
            let widget = Confirm::with_theme(theme).with_prompt(prompt).default(default);
            widget.report(false).interact_on_opt(terminal)
        };
        let answers = ["yes", "no"].map(str::to_owned);
        let is_yes = match self.ask_with(question, "", SUFFIX_WIDTH, ask) {
            WidgetAnswer::Answered(answer) => answer?,
            WidgetAnswer::AsText => self.ask_as_text(question, &answers, Some(usize::from(!default)))? == 0,
        };
        print_answer(question, &answers[usize::from(!is_yes)]);
        Some(is_yes)
    }

    /// Asks whether to do something. Yes is the default unless keys were typed ahead, because an Enter may be among them.
    pub(crate) fn agrees(&mut self, question: &str) -> bool {
        let default = !self.is_typed_ahead();
        self.confirm(question, default) == Some(true)
    }

    /// Asks with a widget. The last row of the question is the prompt of the widget, with a hint if there is room. The rows above
    /// are printed. `suffix_columns` columns stay free after the prompt. Asks again if the window changes.
    fn ask_with<T>(
        &mut self,
        question: &str,
        hint: &str,
        suffix_columns: usize,
        ask: impl Fn(&Term, &ColorfulTheme, &str) -> dialoguer::Result<Option<T>>,
    ) -> WidgetAnswer<T> {
        let question = clean(question);
        loop {
            self.update_size();
            let (rows, columns) = self.size;
            let Some(max_width) =
                columns.checked_sub(MARK_WIDTH + suffix_columns).filter(|max_width| *max_width >= MIN_QUESTION_WIDTH)
            else {
                return WidgetAnswer::AsText;
            };
            let unhyphenated = textwrap::Options::new(max_width).word_splitter(textwrap::WordSplitter::NoHyphenation);
            let mut lines = textwrap::wrap(&question, unhyphenated);
            let last = lines.pop().unwrap_or_default();
            let with_hint = format!("{last} {hint}");
            let prompt = if measure_text_width(&with_hint) > max_width { &*last } else { with_hint.trim_end() };
            if self.is_dumb || rows < MIN_ROWS + lines.len() {
                return WidgetAnswer::AsText;
            }
            self.drop_typed_ahead();
            let mut theme = ColorfulTheme::default();
            for line in &lines {
                write(&format!("{} {}\n", theme.prompt_prefix, theme.prompt_style.apply_to(line)));
                theme.prompt_prefix = style(" ".to_owned());
            }
            let answer =
                RawMode::with_cooked_mode(|terminal| ask(terminal, &theme, prompt).map_err(|dialoguer::Error::IO(error)| error));
            let error = match answer {
                Ok(answer) => {
                    write(&erase(lines.len()));
                    return WidgetAnswer::Answered(answer);
                }
                Err(error) => error,
            };
            write(&format!("{Show}\n"));
            self.is_closed |= error.kind() != io::ErrorKind::Interrupted;
            // A resize or Ctrl-C interrupts the widget.
            if self.is_closed || !self.update_size() {
                return WidgetAnswer::Answered(None);
            }
        }
    }

    fn ask_as_text(&mut self, question: &str, entries: &[String], default: Option<usize>) -> Option<usize> {
        self.drop_typed_ahead();
        let entries: Vec<String> = entries.iter().map(|entry| clean(entry).into_owned()).collect();
        self.ask_which(&clean(question), &entries, default)
    }
}

/// A theme that draws the entries of a multiple choice with check boxes, which need no colours.
struct CheckBoxes<'a>(&'a ColorfulTheme);

impl Theme for CheckBoxes<'_> {
    fn format_prompt(&self, f: &mut dyn fmt::Write, prompt: &str) -> fmt::Result {
        self.0.format_select_prompt(f, prompt)
    }

    fn format_multi_select_prompt_item(&self, f: &mut dyn fmt::Write, text: &str, checked: bool, active: bool) -> fmt::Result {
        let text = format!("[{}] {text}", if checked { 'x' } else { ' ' });
        self.0.format_select_prompt_item(f, &text, active)
    }
}

fn suffix_width(entries: &[String]) -> usize {
    if entries.len() + 2 < size().0 { 0 } else { SUFFIX_WIDTH }
}

fn labels(entries: &[String]) -> Vec<String> {
    let max_width = size().1.saturating_sub(ENTRY_MARGIN);
    entries.iter().map(|entry| shorten(&clean(entry), max_width)).collect()
}
