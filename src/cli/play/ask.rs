//! Questions on a terminal, answered with arrow keys; Esc and Ctrl-C answer nothing.

use crate::cli::escape::clean;
use console::Term;
use dialoguer::{Confirm, FuzzySelect, Input, Select, theme::ColorfulTheme};

/// More answers than these are searched by typing.
const SEARCHED: usize = 9;

/// From here on Ctrl-C gives up a question, and never the program in the middle of what it does.
pub fn survive_ctrl_c() {
    // A second session in one process finds the handler in place, which is as good.
    let _ = ctrlc::set_handler(|| {});
}

/// Asks for one of `answers`: its index.
pub fn one_of(question: &str, answers: &[String], default: usize) -> Option<usize> {
    if answers.is_empty() {
        return None;
    }
    let theme = ColorfulTheme::default();
    let term = Term::stderr();
    let (height, width) = term.size();
    let rows = usize::from(height).saturating_sub(4).clamp(3, 16);
    let width = usize::from(width).saturating_sub(4);
    let shown: Vec<String> =
        answers.iter().map(|answer| console::truncate_str(&clean(answer), width, "…").into_owned()).collect();
    let question = clean(question);
    let answer = if shown.len() > SEARCHED {
        let question = format!("{question} (arrows, or type to search)");
        FuzzySelect::with_theme(&theme)
            .with_prompt(question)
            .items(&shown)
            .default(default)
            .max_length(rows)
            .interact_on_opt(&term)
    } else {
        Select::with_theme(&theme).with_prompt(question).items(&shown).default(default).max_length(rows).interact_on_opt(&term)
    };
    settle(&term, answer).flatten()
}

/// Asks yes or no, where Enter means `default`.
pub fn yes(question: &str, default: bool) -> bool {
    let term = Term::stderr();
    let theme = ColorfulTheme::default();
    let answer = Confirm::with_theme(&theme).with_prompt(clean(question)).default(default).interact_on_opt(&term);
    settle(&term, answer).flatten().unwrap_or(false)
}

/// Asks for a text that `check` finds nothing wrong with. Enter alone gives `default`; without one it gives an empty text.
pub fn text(question: &str, default: Option<&str>, check: impl Fn(&str) -> Result<(), String>) -> Option<String> {
    let term = Term::stderr();
    let theme = ColorfulTheme::default();
    let mut input = Input::<String>::with_theme(&theme).with_prompt(clean(question)).allow_empty(true);
    if let Some(default) = default {
        input = input.default(default.to_owned());
    }
    let answer = input.validate_with(|text: &String| check(text.trim())).interact_on(&term);
    settle(&term, answer).map(|text| text.trim().to_owned())
}

/// An answer, or none where it was interrupted; the cursor is there again either way.
fn settle<T>(term: &Term, answer: dialoguer::Result<T>) -> Option<T> {
    let answer = answer.ok();
    if answer.is_none() {
        let _ = term.show_cursor();
        let _ = term.write_line("");
    }
    answer
}
