//! The terminal of a session: reads lines and answers. Input that is typed ahead or pasted is kept in order, and never answers a
//! question that was not asked yet.

/// Prints a line. Errors are ignored: without a terminal there is nobody to read them.
macro_rules! out {
    ($($text:tt)*) => { $crate::cli::prompt::terminal::dialog::print(format_args!($($text)*)) };
}

mod ask;
pub mod dialog;
mod keys;
mod line;
mod menu;
mod more;
pub mod pages;
mod place;
mod raw;

use crate::{
    cli::{out::newlines, render::paint::wrap},
    table::escape::clean,
};
use anyhow::{Context as _, Result};
use console::Term;
use crossterm::{
    cursor::{MoveTo, MoveUp},
    terminal::{Clear, ClearType},
};
use keys::{Key, Keys};
use line::Line;
use place::Place;
pub use place::rows;
use raw::Raw;
use std::{
    collections::VecDeque,
    io::{self, Write as _},
    time::Duration,
};

/// How often it is looked whether the window, or what is watched, has changed.
const TICK: Duration = Duration::from_millis(150);

/// A terminal that a session has for itself.
pub struct Terminal {
    keys: Keys,
    raw: Raw,
    /// It supports no escape sequences.
    is_dumb: bool,
    /// How many rows and columns there were at the last look.
    size: (usize, usize),
    /// The window has changed while an answer was asked for: what stands above was laid out for another.
    is_stale: bool,
    history: Vec<String>,
    killed: String,
    /// What was typed of a line when its question had to be asked anew.
    half: Option<Line>,
    /// Lines that arrived before they could be entered: the next prompts offer them.
    pub held: VecDeque<String>,
    /// A line that was typed where a menu asked something: it is the next prompt's.
    pub instead: Option<Instead>,
    /// The terminal is gone: no more input.
    pub is_gone: bool,
}

/// A line that was typed where a menu asked something.
pub struct Instead {
    /// The line.
    pub line: String,
    /// Whether Enter was pressed behind it, as was said there; else it is offered.
    pub is_entered: bool,
}

/// What a line is asked for with.
pub struct Question<'a> {
    /// What stands above it, and is part of the question: who answers has seen it.
    pub above: &'a str,
    /// What stands before the line.
    pub prompt: &'a str,
    /// The same in colours.
    pub styled: &'a str,
    /// What the line is to begin with.
    pub text: &'a str,
    /// What Tab offers after a text: the byte where it begins, and the words.
    pub complete: &'a dyn Fn(&str) -> (usize, Vec<String>),
    /// What Escape does.
    pub escape: Escape,
    /// Returns whether something has changed that must be shown first. None: the line is an answer, and is asked for until it is given.
    pub watch: Option<&'a mut dyn FnMut() -> bool>,
}

/// What Escape does to a line that is being typed.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Escape {
    /// It is left.
    Leaves,
    /// It is emptied; one that is empty is left.
    LeavesEmpty,
    /// It is emptied.
    Empties,
}

impl<'a> Question<'a> {
    /// A question with no more than its words.
    pub fn new(prompt: &'a str) -> Self {
        Self { above: "", prompt, styled: prompt, text: "", complete: &|_| (0, Vec::new()), escape: Escape::Leaves, watch: None }
    }
}

/// What came of asking for a line.
pub enum Given {
    Line(String),
    /// Ctrl-C.
    Cancelled {
        was_empty: bool,
    },
    Escaped,
    /// Ctrl-D, or the terminal is gone.
    End,
    /// The window has another size, or what it showed is gone. Of a line that is watched only.
    Resized,
    /// Something has changed. What was typed so far stands in the next watched line.
    Changed,
}

impl Terminal {
    /// Takes the terminal over, until this is dropped.
    pub fn open() -> Result<Self> {
        let is_dumb = cfg!(unix) && std::env::var_os("TERM").is_none_or(|term| term.is_empty() || term == "dumb");
        let mut this = Self {
            keys: Keys::default(),
            raw: Raw::begin(is_dumb).context("the terminal can't be used")?,
            is_dumb,
            size: (0, 0),
            is_stale: false,
            history: Vec::new(),
            killed: String::new(),
            half: None,
            held: VecDeque::new(),
            instead: None,
            is_gone: false,
        };
        this.has_changed();
        Ok(this)
    }

    /// Asks for a line.
    pub fn line(&mut self, mut question: Question<'_>) -> Given {
        let begun = if question.watch.is_some() { self.half.take() } else { None };
        let mut line = begun.unwrap_or_else(|| Line::new(question.text));
        // Where it can't be read, the first key says so.
        let _ = self.keys.take_in();
        self.is_stale |= self.has_changed();
        if question.watch.is_some() && std::mem::take(&mut self.is_stale) {
            self.half = Some(line);
            return Given::Resized;
        }
        say(question.above);
        let mut place = Place::of(&question);
        let mut is_stale = true;
        // Where one is in the history, and what was typed before.
        let mut past = self.history.len();
        let mut latest = String::new();
        loop {
            if is_stale && !self.keys.is_ready() {
                place.draw(&line);
                is_stale = false;
            }
            let key = match self.key() {
                Ok(Some(key)) => key,
                Ok(None) => {
                    let is_changed = question.watch.as_mut().is_some_and(|is_changed| is_changed());
                    let is_resized = self.has_changed();
                    if !is_changed && !is_resized {
                        continue;
                    }
                    if question.watch.is_some() {
                        say("\n");
                        self.half = Some(line);
                        return if is_changed { Given::Changed } else { Given::Resized };
                    }
                    self.is_stale = true;
                    say(&if self.is_dumb { "\n".to_owned() } else { place.gone() });
                    place = Place::of(&question);
                    is_stale = true;
                    continue;
                }
                Err(_) => return self.leave(Given::End),
            };
            let is_empty = line.text().trim().is_empty();
            is_stale = true;
            if question.watch.is_some() && !self.held.is_empty() && self.keys.are_lines(key) {
                // They belong behind those that wait, not into the one that is offered.
                self.keys.put_back(key);
                let _ = self.keys.take_in();
                say("\n");
                self.hold();
                continue;
            }
            match key {
                Key::Enter { pressed: false } if is_empty => {}
                Key::Enter { .. } => {
                    place.finish(&line);
                    // What came with it was typed before anybody knows what comes of it.
                    let _ = self.keys.take_in();
                    return Given::Line(line.text().to_owned());
                }
                Key::Ctrl('c') => return self.leave(Given::Cancelled { was_empty: line.text().is_empty() }),
                Key::Ctrl('d') if line.text().is_empty() => return self.leave(Given::End),
                Key::Escape if question.escape == Escape::Leaves || !self.held.is_empty() => return self.leave(Given::Escaped),
                Key::Escape if question.escape == Escape::LeavesEmpty && is_empty => return self.leave(Given::Escaped),
                Key::Escape => {
                    line.press(Key::End, &mut self.killed);
                    line.press(Key::Ctrl('u'), &mut self.killed);
                }
                Key::Ctrl('l') if question.watch.is_some() => {
                    self.half = Some(line);
                    return Given::Resized;
                }
                Key::Ctrl('z') => raw::stop(),
                Key::Up if question.watch.is_some() && past > 0 => {
                    if past == self.history.len() {
                        line.text().clone_into(&mut latest);
                    }
                    past -= 1;
                    line = Line::new(&*self.history[past]);
                }
                Key::Down if past < self.history.len() => {
                    past += 1;
                    line = Line::new(self.history.get(past).unwrap_or(&latest).as_str());
                }
                Key::Tab => place.complete(&mut line, question.complete),
                _ => drop(line.press(key, &mut self.killed)),
            }
        }
    }

    /// Asks for a text that `check` finds nothing wrong with, with `begun` there to begin with. Enter alone gives `default`; without
    /// one it gives an empty text. None if it is given up.
    pub fn text(
        &mut self,
        question: &str,
        default: Option<&str>,
        begun: &str,
        check: impl Fn(&str) -> Result<(), String>,
    ) -> Option<String> {
        let prompt = match default {
            Some(default) => format!("{} [{}]: ", clean(question), clean(default)),
            None => format!("{}: ", clean(question)),
        };
        let mut begun = begun.to_owned();
        loop {
            let Given::Line(typed) = self.line(Question { text: &begun, ..Question::new(&prompt) }) else { return None };
            let answer = Some(typed.trim()).filter(|typed| !typed.is_empty()).or(default).unwrap_or_default();
            match printable(answer).and_then(|()| check(answer)) {
                Ok(()) => return Some(answer.to_owned()),
                Err(wrong) => say(&format!("{}\n", wrap(&format!("✘ {}", clean(&wrong)), "", "  "))),
            }
            begun = typed;
        }
    }

    /// Puts aside the lines that came with the one before: they are no answers to what is asked now. The next prompts offer them.
    pub fn hold(&mut self) {
        let lines = self.ahead();
        if lines.is_empty() {
            return;
        }
        let listed: Vec<String> = lines.iter().map(|line| wrap(&clean(line), "  ", "    ")).collect();
        say(&format!("Not entered, for this has to be settled first:\n{}\n", listed.join("\n")));
        for line in &lines {
            self.remember(line);
        }
        self.held.extend(lines);
    }

    /// The lines that came with the one before; the last may not be ended.
    pub fn ahead(&mut self) -> Vec<String> {
        let mut lines = vec![Line::default()];
        while let Some(key) = self.keys.next_ready() {
            let last = lines.len() - 1;
            match key {
                Key::Enter { .. } => lines.push(Line::default()),
                Key::Ctrl('c') | Key::Escape => lines[last] = Line::default(),
                _ => drop(lines[last].press(key, &mut String::new())),
            }
        }
        lines.iter().map(|line| line.text().trim().to_owned()).filter(|line| !line.is_empty()).collect()
    }

    /// A line that arrow-up brings back.
    pub fn remember(&mut self, line: &str) {
        if self.history.last().is_none_or(|last| last != line) {
            self.history.push(line.to_owned());
        }
    }

    /// Takes everything from the screen.
    pub fn clear(&mut self) {
        say(&if self.is_dumb { "\n".to_owned() } else { format!("{}{}", MoveTo(0, 0), Clear(ClearType::All)) });
    }

    /// The next key; none if nothing came for a while.
    fn key(&mut self) -> io::Result<Option<Key>> {
        let key = self.keys.next(TICK);
        self.is_gone = key.is_err();
        key
    }

    /// Whether what was drawn must be drawn anew: the window has another size, or the program was stopped.
    fn has_changed(&mut self) -> bool {
        let size = size();
        std::mem::replace(&mut self.size, size) != size || self.raw.was_resumed()
    }

    fn leave(&mut self, given: Given) -> Given {
        let _ = self.keys.take_in();
        say("\n");
        given
    }
}

/// Writes to the terminal. Where nobody can read it any more, the next key is the end.
fn say(text: &str) {
    let mut terminal = io::stderr().lock();
    let _ = terminal.write_all(newlines(text).as_bytes()).and_then(|()| terminal.flush());
}

/// What takes from the screen what stands so many rows above the cursor and below them.
fn gone(rows: usize) -> String {
    let up = if rows == 0 { String::new() } else { MoveUp(rows.try_into().unwrap_or(u16::MAX)).to_string() };
    format!("{up}\r{}", Clear(ClearType::FromCursorDown))
}

/// How many rows and columns there are.
fn size() -> (usize, usize) {
    let (rows, columns) = Term::stderr().size();
    (rows.into(), columns.into())
}

fn columns() -> usize {
    size().1
}

/// A key that types nothing visible was not meant to be part of a text.
fn printable(text: &str) -> Result<(), String> {
    if text.contains(char::is_control) { Err("there is a key in it that types nothing: take it out".to_owned()) } else { Ok(()) }
}
