//! How a session speaks and asks: prose at the terminal's width, questions answered with arrow keys.

use crate::cli::{escape::clean, paint::wrap};
use console::Term;
use dialoguer::{FuzzySelect, Input, Select, theme::ColorfulTheme};
use std::io::Write as _;

/// More answers than these are searched by typing.
const SEARCHED: usize = 9;

/// From here on Ctrl-C gives up a question, and never the program in the middle of what it does.
pub fn survive_ctrl_c() {
    // A second session in one process finds the handler in place, which is as good.
    let _ = ctrlc::set_handler(|| {});
}

/// Asks for one of `answers`; none for Esc and Ctrl-C.
pub fn pick<'a>(question: &str, answers: &'a [String]) -> Option<&'a String> {
    answers.get(one_of(question, answers, 0)?)
}

/// Asks for one of `answers`: its index; none for Esc and Ctrl-C.
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
    let asked = if shown.len() > SEARCHED {
        let question = format!("{question} (arrows, or type to search)");
        FuzzySelect::with_theme(&theme)
            .with_prompt(&*question)
            .items(&shown)
            .default(default)
            .max_length(rows)
            .report(false)
            .interact_on_opt(&term)
    } else {
        Select::with_theme(&theme)
            .with_prompt(&*question)
            .items(&shown)
            .default(default)
            .max_length(rows)
            .report(false)
            .interact_on_opt(&term)
    };
    let chosen = settle(&term, asked).flatten()?;
    let answer = shown.get(chosen).map(|answer| answer.split("   ").next().unwrap_or(answer)).unwrap_or_default();
    out!("{}", console::truncate_str(&format!("✔ {question} {answer}"), width + 4, "…"));
    Some(chosen)
}

/// Asks for a text that `check` finds nothing wrong with. Enter alone gives `default`; without one it gives an empty text.
pub fn text(question: &str, default: Option<&str>, check: impl Fn(&str) -> Result<(), String>) -> Option<String> {
    let term = Term::stderr();
    let theme = ColorfulTheme::default();
    let mut input = Input::<String>::with_theme(&theme).with_prompt(clean(question)).allow_empty(true);
    if let Some(default) = default {
        input = input.default(default.to_owned());
    }
    let check = |text: &String| match printable(text).and_then(|()| check(text.trim())) {
        Err(wrong) => Err(clean(&wrong).into_owned()),
        fine => fine,
    };
    let answer = input.validate_with(check).interact_on(&term);
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

/// A key that types nothing visible was not meant to be part of a text.
fn printable(text: &str) -> Result<(), String> {
    if text.contains(char::is_control) {
        Err("there is a key in it that types nothing: type it again".to_owned())
    } else {
        Ok(())
    }
}

/// Prints a sentence or two at the terminal's width.
pub fn tell(text: &str) {
    print(format_args!("{}", wrap(text, "", "")));
}

/// A question as it stands at the beginning of a line.
pub fn capitalized(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}

/// Prints a line. Where nobody can read it any more, there is nobody to tell.
pub fn print(text: std::fmt::Arguments) {
    let mut out = std::io::stdout().lock();
    let _ = writeln!(out, "{text}").and_then(|()| out.flush());
}
