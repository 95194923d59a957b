//! The input of a session: typed lines, and answers to questions.

use super::command;
use crate::{
    cli::{
        prompt::{
            setup,
            terminal::{Escape, Given, Instead, Question, Terminal, dialog, pages, rows},
        },
        render::paint::faint,
    },
    log::LogFile,
    referee::{Referee, Refusal},
    table::{escape::clean, is_unseen},
};

/// What came of asking for a line.
pub enum Typed {
    /// A line.
    Line(String),
    /// The line was given up.
    Cancelled,
    /// What was asked before is to be asked again.
    Back,
    /// The session is to end.
    Leave,
    /// The window has another size.
    Resized,
    /// Something else changed the log.
    Changed,
}

/// What is asked, and what Enter alone answers.
pub struct Prompt {
    /// What stands on the line above, where it would leave no room to type.
    pub above: Option<String>,
    /// What stands before the typed line.
    pub raw: String,
    /// The same in colours.
    pub styled: String,
    /// The line that Enter takes, if there is just one thing to do.
    pub default: Option<String>,
}

impl Prompt {
    /// How many rows it takes.
    pub fn rows(&self) -> usize {
        self.above.as_deref().map_or(0, dialog::rows) + rows(&self.raw)
    }
}

/// The typed lines of a session.
pub struct Input<'t> {
    terminal: &'t mut Terminal,
    /// Whether Ctrl-C on an empty line ends the session.
    armed: bool,
    /// Whether the line that was read last was one of those that wait.
    was_offered: bool,
    /// Whether it was said how a line comes back.
    knows_arrow_up: bool,
}

impl<'t> Input<'t> {
    /// Lines typed at the terminal.
    pub fn new(terminal: &'t mut Terminal) -> Self {
        Self { terminal, armed: false, was_offered: false, knows_arrow_up: false }
    }

    /// Asks for a line of the session. The first of those that wait stands there to begin with.
    pub fn read(&mut self, prompt: &Prompt, escape: Escape, table: &dyn Referee, mut is_changed: impl FnMut() -> bool) -> Typed {
        if let Some(above) = &prompt.above {
            out!("{above}");
        }
        if let Some(Instead { line, is_entered }) = self.terminal.instead.take() {
            if is_entered && self.terminal.held.is_empty() {
                (self.armed, self.was_offered) = (false, false);
                out!("{}{}", prompt.styled, clean(&line));
                return self.typed(Given::Line(line));
            }
            self.terminal.held.push_front(line);
        }
        let offered = self.terminal.held.front().cloned();
        self.was_offered = offered.is_some();
        match self.terminal.held.len() {
            0 => {}
            1 => dialog::print_wrapped(&faint("Not entered yet: Enter enters it, Escape drops it.")),
            all => dialog::print_wrapped(&faint(&format!(
                "Not entered yet: Enter enters it, or skips it if emptied; Escape drops all {all}."
            ))),
        }
        let given = self.terminal.line(Question {
            above: "",
            prompt: &prompt.raw,
            styled: &prompt.styled,
            text: offered.as_deref().unwrap_or_default(),
            complete: &|line| complete(line, table),
            escape,
            watch: Some(&mut is_changed),
        });
        dialog::count(1);
        match given {
            Given::Line(line) if line.trim().is_empty() && offered.is_some() => {
                self.armed = false;
                out!("Left out: {}", clean(&self.terminal.held.pop_front().unwrap_or_default()));
                Typed::Cancelled
            }
            Given::Cancelled { .. } | Given::Escaped if !self.terminal.held.is_empty() => {
                self.armed = false;
                let dropped = self.terminal.held.drain(..).count();
                out!(
                    "{}",
                    if dropped == 1 { "It was not entered.".to_owned() } else { format!("None of the {dropped} was entered.") }
                );
                Typed::Cancelled
            }
            given => self.typed(given),
        }
    }

    /// Asks for a line that is edited until it can be taken, with `text` there to begin with; without one, the first of those that
    /// wait.
    pub fn part(&mut self, prompt: &str, text: &str, mut is_changed: impl FnMut() -> bool) -> Typed {
        let offered = if text.is_empty() { self.terminal.held.pop_front() } else { None };
        let text = offered.as_deref().unwrap_or(text);
        let typed = self.terminal.line(Question { text, watch: Some(&mut is_changed), ..Question::new(prompt) });
        if let (Given::Escaped | Given::End, Some(line)) = (&typed, offered) {
            self.terminal.held.push_front(line);
        }
        self.typed(typed)
    }

    /// Shows a text page by page, where the window is too small for it: see [`pages::show`].
    pub fn pages(&mut self, text: &str, above: usize, below: usize) {
        pages::show(self.terminal, text, above, below);
    }

    /// Waits until what stands there was read, unless more was typed ahead.
    pub fn read_it(&mut self, said: &str) {
        if !self.terminal.is_typed_ahead() {
            self.terminal.goes_on(said);
        }
    }

    /// Puts aside the lines that came with the one before: they wait until what is asked now is settled.
    pub fn hold(&mut self) {
        self.terminal.hold();
    }

    fn typed(&mut self, given: Given) -> Typed {
        let was_armed = std::mem::take(&mut self.armed);
        match given {
            Given::Line(line) => {
                if !line.trim().is_empty() {
                    self.terminal.remember(&line);
                }
                Typed::Line(line)
            }
            Given::Cancelled { was_empty } if was_empty && was_armed => Typed::Leave,
            Given::Cancelled { .. } => {
                self.armed = true;
                dialog::print_wrapped("Nothing was entered. Ctrl-C once more, Ctrl-D or `quit` ends the session.");
                Typed::Cancelled
            }
            Given::Escaped => Typed::Back,
            Given::End => Typed::Leave,
            Given::Resized => {
                self.armed = was_armed;
                self.terminal.clear();
                Typed::Resized
            }
            Given::Changed => Typed::Changed,
        }
    }

    /// The line that was read last was entered: if it was one of those that wait, the next of them is offered.
    pub fn entered(&mut self) {
        if self.was_offered {
            self.terminal.held.pop_front();
        }
    }

    /// It was a word of the session, and was obeyed: the next of those that wait is offered, unless it was typed in the place of one.
    pub fn obeyed(&mut self, line: &str) {
        if self.terminal.held.front().is_some_and(|offered| offered == line.trim()) {
            self.entered();
        }
    }

    /// It was refused: what came after it waits, and it is the first to be offered, unless another was typed in its place.
    pub fn refused(&mut self, line: &str) {
        self.terminal.hold();
        self.entered();
        if self.terminal.instead.is_none() && (self.was_offered || !self.terminal.held.is_empty()) {
            self.terminal.held.push_front(line.trim().to_owned());
        }
    }

    /// Whether it is to be said how the line that was read last comes back: once, and where it is not offered again anyway.
    pub fn tells_of_arrow_up(&mut self) -> bool {
        let is_offered = self.was_offered || !self.terminal.held.is_empty() || self.terminal.is_typed_ahead();
        !is_offered && !std::mem::replace(&mut self.knows_arrow_up, true)
    }

    /// It is not entered yet: it waits, before what came after it.
    pub fn put_off(&mut self, line: &str) {
        self.terminal.hold();
        self.entered();
        self.terminal.held.push_front(line.trim().to_owned());
    }

    /// Keeps what was typed and has not been entered yet: it comes before all that is held.
    pub fn keep(&mut self, lines: impl DoubleEndedIterator<Item = String>) {
        lines.rev().for_each(|line| self.terminal.held.push_front(line));
    }

    /// What was typed and is not entered, when the session ends.
    pub fn left_over(&mut self) -> Vec<String> {
        self.terminal.held.drain(..).collect::<Vec<_>>().into_iter().chain(self.terminal.ahead()).collect()
    }

    /// Asks for one of `answers`; none if it is given up.
    pub fn pick<'a>(&mut self, question: &str, answers: &'a [String]) -> Option<&'a String> {
        answers.get(self.one_of(question, answers)?)
    }

    /// The same below what is said first.
    pub fn pick_below<'a>(&mut self, above: &str, question: &str, answers: &'a [String]) -> Option<&'a String> {
        out!("{above}");
        self.pick(question, answers)
    }

    /// Asks for one of `answers`: its index; none if it is given up.
    pub fn one_of(&mut self, question: &str, answers: &[String]) -> Option<usize> {
        self.terminal.menu_or_line(question, answers)
    }

    /// Asks whether something is to be done, where the first of two answers does it: see [`Terminal::agrees_or_line`].
    pub fn agrees(&mut self, above: &str, question: &str, answers: &[String; 2]) -> bool {
        if !above.is_empty() {
            out!("{above}");
        }
        self.terminal.agrees_or_line(question, answers)
    }

    /// Asks for one of `answers` below what is to stay on the screen: its index; none if it is given up. `room` shows that, and says
    /// how many rows are left.
    pub fn one_below(&mut self, question: &str, answers: &[String], room: &mut dyn FnMut() -> usize) -> Option<usize> {
        let mut is_first = true;
        self.terminal.menu_below(question, answers, &mut || {
            if !std::mem::take(&mut is_first) {
                // The window has changed, and what it showed is gone.
                dialog::count(dialog::window().0);
            }
            room()
        })
    }

    /// Asks for some text, with `text` there to begin with, and something `above` it; none if it was given up or left empty. Tab offers
    /// what goes on a step of `table`, if one is given.
    pub fn ask(&mut self, above: &str, question: &str, text: &str, table: Option<&dyn Referee>) -> Option<String> {
        if !above.is_empty() {
            out!("{above}");
        }
        self.terminal.hold();
        let complete = |line: &str| table.map_or((0, Vec::new()), |table| complete(line, table));
        let asked = Question { text, complete: &complete, ..Question::new(question) };
        let Given::Line(answer) = self.terminal.line(asked) else { return None };
        Some(answer.trim().to_owned()).filter(|answer| !answer.is_empty())
    }

    /// Asks for a reason, and says what for; none if it was given up or left empty. A command or a step is no reason, unless it is meant so.
    pub fn reason(&mut self, why: &str, table: &dyn Referee) -> Option<String> {
        let reason = self.ask(why, "reason> ", "", None)?;
        let is_step = !matches!(table.try_line(&reason), Err(Refusal::Unparsed { .. } | Refusal::Cannot(_)));
        if !is_step && command::read(&reason, table.book()).is_none() {
            return Some(reason);
        }
        let answers = ["no, it is to be entered: back to the prompt", "yes, it is the reason"].map(str::to_owned);
        if self.one_of(&format!("`{reason}` as the reason?"), &answers)? == 1 {
            return Some(reason);
        }
        self.terminal.held.push_front(reason);
        None
    }

    /// Asks for the name of a log that is not there yet, and writes it; none if there is to be none.
    pub fn new_file(&mut self, stem: &str, text: &str) -> Option<LogFile> {
        self.terminal.hold();
        setup::new_file(self.terminal, stem, text)
    }

    /// Whether nobody is there any more to answer.
    pub fn is_gone(&self) -> bool {
        self.terminal.is_gone
    }
}

/// What Tab offers: steps, cards, and the words of the session.
fn complete(line: &str, table: &dyn Referee) -> (usize, Vec<String>) {
    let book = table.book();
    let (start, mut words) = command::complete(line, book).unwrap_or_else(|| table.complete(line));
    let start = if line.is_char_boundary(start) { start.min(line.len()) } else { line.len() };
    let typed = &line[start..];
    if !line.contains(char::is_whitespace) {
        words.extend(command::words(book).filter(|word| !typed.is_empty() && word.starts_with(typed)).map(str::to_owned));
    }
    words.dedup();
    // A name that can't be seen as it is would be put into the line as it is: the beginning of it does.
    words.retain(|word| !word.contains(is_unseen));
    (start, words)
}
