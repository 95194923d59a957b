//! The terminal of a session. Typed-ahead and pasted input stays in order, and never answers a question not yet shown.

/// Prints a line. Ignores errors: without a terminal there is no reader.
macro_rules! out {
    ($($text:tt)*) => { $crate::cli::prompt::terminal::print_text::print(format_args!($($text)*)) };
}

mod edit_buffer;
mod keys;
mod menu;
pub(crate) mod print_text;
mod prompt_line;
mod raw;
mod widgets;

use crate::{
    cli::{print::newlines, render::style::wrap, signals::suspend},
    table::{count_of, escape::clean},
};
use anyhow::{Context as _, Result};
use console::Term;
use crossterm::{
    cursor::MoveUp,
    terminal::{Clear, ClearType},
};
use edit_buffer::EditBuffer;
use keys::{Key, KeyReader};
use prompt_line::PromptLine;
pub(crate) use prompt_line::rows;
use raw::RawMode;
use std::{
    io::{self, Write as _},
    time::Duration,
};

/// The interval of checking whether the window, or the watched log, has changed.
const TICK: Duration = Duration::from_millis(150);
/// The most dropped lines that are listed.
const MAX_LISTED: usize = 8;

/// The terminal, in raw mode until this value is dropped.
pub(crate) struct Terminal {
    keys: KeyReader,
    _raw: RawMode,
    is_dumb: bool,
    /// The number of rows and columns at the last check.
    size: (usize, usize),
    /// Whether the window changed during a question. The screen above the question must then be redrawn.
    is_screen_stale: bool,
    history: Vec<String>,
    /// The number of history entries for the line that is being run: 1, or 0 after Enter alone.
    current_entries: usize,
    /// The text deleted last, which Ctrl-Y inserts.
    killed: String,
    /// The text typed before the screen above the prompt was redrawn.
    draft: Option<EditBuffer>,
    /// Whether the terminal is gone, so that no more input arrives.
    pub is_closed: bool,
}

pub(crate) struct LinePrompt<'a> {
    /// Text above the prompt that is part of the question.
    pub above: &'a str,
    pub prompt: &'a str,
    /// The prompt with styles.
    pub styled: &'a str,
    /// The line's initial text.
    pub text: &'a str,
    /// Returns the completions of a text for Tab: the byte where the completed word begins, and the candidates.
    pub complete: &'a dyn Fn(&str) -> (usize, Vec<String>),
    pub escape: EscapeAction,
    /// Returns whether something changed that must be shown first. Without `watch` the question stays until it is answered.
    pub watch: Option<&'a mut dyn FnMut() -> bool>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum EscapeAction {
    Cancels,
    /// Clears the line, or cancels an empty one.
    ClearsOrCancels,
    Clears,
}

impl<'a> LinePrompt<'a> {
    pub(crate) fn new(prompt: &'a str) -> Self {
        Self {
            above: "",
            prompt,
            styled: prompt,
            text: "",
            complete: &|_| (0, Vec::new()),
            escape: EscapeAction::Cancels,
            watch: None,
        }
    }
}

pub(crate) enum LineEvent {
    Line(String),
    Cancelled {
        /// Whether the line was empty, or still the initial text.
        was_untouched: bool,
        /// The number of lines, pasted or typed ahead, that are dropped with the cancelled line.
        dropped_count: usize,
    },
    Escaped,
    /// Ctrl-D, or the terminal is gone.
    End,
    /// The window has another size, or its content is lost. Only a watched line ends with this event.
    Resized,
    /// [`LinePrompt::watch`] has returned true. The next watched line begins with the text typed so far.
    Changed,
}

impl Terminal {
    pub(crate) fn open() -> Result<Self> {
        let is_dumb = is_dumb();
        let mut terminal = Self {
            keys: KeyReader::default(),
            _raw: RawMode::begin().context("the terminal can't be used")?,
            is_dumb,
            size: (0, 0),
            is_screen_stale: false,
            history: Vec::new(),
            current_entries: 0,
            killed: String::new(),
            draft: None,
            is_closed: false,
        };
        terminal.update_size();
        Ok(terminal)
    }

    pub(crate) fn ask_line(&mut self, mut question: LinePrompt<'_>) -> LineEvent {
        let draft = if question.watch.is_some() { self.draft.take() } else { None };
        let mut line = draft.unwrap_or_else(|| EditBuffer::new(question.text));
        // Ignore an error: reading the first key reports it again.
        let _ = self.keys.read_typed_ahead();
        self.is_screen_stale |= self.update_size();
        if question.watch.is_some() && std::mem::take(&mut self.is_screen_stale) {
            self.draft = Some(line);
            return LineEvent::Resized;
        }
        let dropped_count = self.keys.drop_interrupted();
        write(question.above);
        let mut prompt_line = PromptLine::of(&question);
        let mut is_prompt_stale = true;
        // The index of the history entry shown, and the text typed before the user browsed the history.
        let mut history_index = self.history.len();
        let mut typed_text = String::new();
        loop {
            if is_prompt_stale && !self.keys.is_ready() {
                prompt_line.draw(&line);
                is_prompt_stale = false;
            }
            let key = match self.key() {
                Ok(Some(key)) => key,
                Ok(None) => {
                    let is_changed = question.watch.as_mut().is_some_and(|is_changed| is_changed());
                    let is_resized = self.update_size();
                    if !is_changed && !is_resized {
                        continue;
                    }
                    if question.watch.is_some() {
                        write("\n");
                        self.draft = Some(line);
                        return if is_changed { LineEvent::Changed } else { LineEvent::Resized };
                    }
                    self.is_screen_stale = true;
                    write(&if self.is_dumb { "\n".to_owned() } else { prompt_line.erase() });
                    prompt_line = PromptLine::of(&question);
                    is_prompt_stale = true;
                    continue;
                }
                Err(_) => return self.end_question(LineEvent::End),
            };
            let is_empty = line.text().trim().is_empty();
            is_prompt_stale = true;
            match key {
                Key::Enter { is_pressed: false } if is_empty => {}
                Key::Enter { .. } => {
                    prompt_line.finish(&line);
                    // Keys that arrived with the line were typed before its result was shown.
                    let _ = self.keys.read_typed_ahead();
                    return LineEvent::Line(line.text().to_owned());
                }
                Key::Ctrl('c') => {
                    let was_untouched = ["", question.text].contains(&line.text());
                    return self.end_question(LineEvent::Cancelled { was_untouched, dropped_count });
                }
                Key::Ctrl('d') if line.text().is_empty() => return self.end_question(LineEvent::End),
                Key::Escape if question.escape == EscapeAction::Cancels => return self.end_question(LineEvent::Escaped),
                Key::Escape if question.escape == EscapeAction::ClearsOrCancels && is_empty => {
                    return self.end_question(LineEvent::Escaped);
                }
                Key::Escape => {
                    line.press(Key::End, &mut self.killed);
                    line.press(Key::Ctrl('u'), &mut self.killed);
                }
                Key::Ctrl('l') if question.watch.is_some() => {
                    self.draft = Some(line);
                    return LineEvent::Resized;
                }
                Key::Ctrl('z') => suspend(),
                Key::Up if question.watch.is_some() && history_index > 0 => {
                    if history_index == self.history.len() {
                        line.text().clone_into(&mut typed_text);
                    }
                    history_index -= 1;
                    line = EditBuffer::new(&*self.history[history_index]);
                }
                Key::Down if history_index < self.history.len() => {
                    history_index += 1;
                    line = EditBuffer::new(self.history.get(history_index).unwrap_or(&typed_text).as_str());
                }
                Key::Tab => prompt_line.complete(&mut line, question.complete),
                _ => drop(line.press(key, &mut self.killed)),
            }
        }
    }

    /// Asks for a text until `check` accepts it. Enter alone gives `default`, or an empty text. `None` if the user cancels.
    pub(crate) fn ask_text(
        &mut self,
        question: &str,
        default: Option<&str>,
        initial: &str,
        check: impl Fn(&str) -> Result<(), String>,
    ) -> Option<String> {
        let prompt = match default {
            Some(default) => format!("{} [{}]: ", clean(question), clean(default)),
            None => format!("{}: ", clean(question)),
        };
        let mut initial = initial.to_owned();
        loop {
            let LineEvent::Line(typed) = self.ask_line(LinePrompt { text: &initial, ..LinePrompt::new(&prompt) }) else {
                return None;
            };
            let answer = Some(typed.trim()).filter(|typed| !typed.is_empty()).or(default).unwrap_or_default();
            match check_printable(answer).and_then(|()| check(answer)) {
                Ok(()) => return Some(answer.to_owned()),
                Err(problem) => write(&format!("{}\n", wrap(&format!("✘ {}", clean(&problem)), "", "  "))),
            }
            initial = typed;
        }
    }

    /// Drops the lines typed ahead, lists them, and keeps them in the history.
    pub(crate) fn drop_typed_ahead(&mut self) {
        self.drop_lines(Vec::new());
    }

    /// Drops `lines` and the lines typed ahead, lists them, and keeps them in the history. Arrow-up shows the oldest of them first.
    pub(crate) fn drop_lines(&mut self, mut lines: Vec<String>) {
        lines.extend(self.take_typed_ahead());
        self.list_dropped(lines);
    }

    /// Lists the lines that were dropped, and keeps them in the history.
    pub(crate) fn list_dropped(&mut self, lines: Vec<String>) {
        if lines.is_empty() {
            return;
        }
        let shown_lines = lines.iter().take(MAX_LISTED).map(|line| wrap(&clean(line), "  ", "    "));
        let hidden_count = lines.len().saturating_sub(MAX_LISTED);
        let more = (hidden_count > 0).then(|| format!("  … and {hidden_count} more"));
        let shown_lines: Vec<String> = shown_lines.chain(more).collect();
        write(&format!("not entered: {}\n{}\n", count_of(lines.len(), "line", "lines"), shown_lines.join("\n")));
        let current_line = self.history.split_off(self.history.len() - self.current_entries);
        self.history.extend(lines.into_iter().rev().chain(current_line));
    }

    /// Takes the lines typed ahead.
    pub(crate) fn take_typed_ahead(&mut self) -> Vec<String> {
        // Ignore an error: reading the next key reports it again.
        let _ = self.keys.read_typed_ahead();
        let mut lines = vec![EditBuffer::default()];
        while let Some(key) = self.keys.next_ready() {
            let last = lines.len() - 1;
            match key {
                Key::Enter { .. } => lines.push(EditBuffer::default()),
                Key::Ctrl('c') => lines = vec![EditBuffer::default()],
                Key::Escape => lines[last] = EditBuffer::default(),
                _ => drop(lines[last].press(key, &mut String::new())),
            }
        }
        lines.iter().map(|line| line.text().trim().to_owned()).filter(|line| !line.is_empty()).collect()
    }

    /// Adds a line to the history before it is run. An empty line is not added.
    pub(crate) fn remember(&mut self, line: &str) {
        self.current_entries = usize::from(!line.trim().is_empty());
        if self.current_entries > 0 && self.history.last().is_none_or(|last| last != line) {
            self.history.push(line.to_owned());
        }
    }

    pub(crate) fn is_typed_ahead(&mut self) -> bool {
        let _ = self.keys.read_typed_ahead();
        self.keys.is_ready()
    }

    /// The next key. `None` if nothing arrived within a tick.
    fn key(&mut self) -> io::Result<Option<Key>> {
        let key = self.keys.next(TICK);
        self.is_closed = key.is_err();
        key
    }

    /// Updates the size. Returns whether the screen must be redrawn: the size has changed, or the program was suspended.
    fn update_size(&mut self) -> bool {
        let size = size();
        std::mem::replace(&mut self.size, size) != size || RawMode::was_resumed()
    }

    /// Ends a question without a line.
    fn end_question(&mut self, event: LineEvent) -> LineEvent {
        let _ = self.keys.read_typed_ahead();
        write("\n");
        event
    }
}

fn is_dumb() -> bool {
    cfg!(unix) && std::env::var_os("TERM").is_none_or(|term| term.is_empty() || term == "dumb")
}

/// Writes to the terminal. Ignores errors: if the terminal is gone, reading the next key fails.
fn write(text: &str) {
    let mut terminal = io::stderr().lock();
    let _ = terminal.write_all(newlines(text).as_bytes()).and_then(|()| terminal.flush());
}

/// The escape sequence that erases from `rows` above the cursor to the end of the screen.
fn erase(rows: usize) -> String {
    let up = if rows == 0 { String::new() } else { MoveUp(rows.try_into().unwrap_or(u16::MAX)).to_string() };
    format!("{up}\r{}", Clear(ClearType::FromCursorDown))
}

fn size() -> (usize, usize) {
    let (rows, columns) = Term::stderr().size();
    (rows.into(), columns.into())
}

fn columns() -> usize {
    size().1
}

/// Refuses control characters, which are never typed on purpose.
fn check_printable(text: &str) -> Result<(), String> {
    if text.contains(char::is_control) { Err("it contains a control character: remove it".to_owned()) } else { Ok(()) }
}
