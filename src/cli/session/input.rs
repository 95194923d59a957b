//! The input of a session: typed lines and answers to questions.

use super::words;
use crate::{
    cli::{
        prompt::terminal::{Escape, LineEvent, MenuLine, Question, Terminal, dialog, rows},
        render::style::faint,
    },
    referee::{Referee, Refusal},
    table::{Book, escape::clean, is_escaped},
};

/// The result of asking for a line.
pub enum Typed {
    /// A line.
    Line(String),
    /// The line was cancelled.
    Cancelled,
    /// Go back to the previous question.
    Back,
    /// End the session.
    Quit,
    /// The window has another size.
    Resized,
    /// Something else changed the log.
    Changed,
}

/// The prompt, and what Enter alone answers.
pub struct Prompt {
    /// Text on the line above, if it would leave no room to type.
    pub above: Option<String>,
    /// The text before the typed line.
    pub raw: String,
    /// The same in colours.
    pub styled: String,
    /// The line that Enter alone enters, if only one step is possible.
    pub default: Option<String>,
}

impl Prompt {
    /// How many rows it takes.
    pub fn rows(&self) -> usize {
        self.above.as_deref().map_or(0, dialog::rows) + rows(&self.raw)
    }
}

/// The input of a session.
pub struct Input<'t> {
    /// The terminal, for questions that need nothing of this.
    pub terminal: &'t mut Terminal,
    /// Whether Ctrl-C on an empty line ends the session: the last key was Ctrl-C.
    quits_on_ctrl_c: bool,
    /// Whether the last prompt offered a held line.
    was_offered: bool,
    /// The held line that was refused: what is typed instead of it replaces it.
    refused: Option<String>,
    /// Whether the hint about arrow-up was shown.
    has_hinted_arrow_up: bool,
}

impl<'t> Input<'t> {
    /// Reads from the terminal.
    pub fn new(terminal: &'t mut Terminal) -> Self {
        Self { terminal, quits_on_ctrl_c: false, was_offered: false, refused: None, has_hinted_arrow_up: false }
    }

    /// Asks for a line of the session, offering the first held line.
    pub fn read(&mut self, prompt: &Prompt, escape: Escape, table: &dyn Referee, mut is_changed: impl FnMut() -> bool) -> Typed {
        if let Some(above) = &prompt.above {
            out!("{above}");
        }
        if let Some(MenuLine { line, is_entered }) = self.terminal.menu_line.take() {
            if is_entered && (self.terminal.held.is_empty() || words::read(&line, table.book()).is_some()) {
                (self.quits_on_ctrl_c, self.was_offered) = (false, false);
                out!("{}{}", prompt.styled, clean(&line));
                return self.typed(LineEvent::Line(line));
            }
            self.terminal.held.push_front(line);
        }
        let offered = self.terminal.held.front().cloned();
        self.was_offered = offered.is_some();
        let waits = offered.is_some() && offered != self.refused;
        let before = if waits { " Another line, typed once it is emptied, goes before it." } else { "" };
        match self.terminal.held.len() {
            0 => {}
            1 => dialog::print_wrapped(&faint(&format!("Not entered yet: Enter enters it, Escape drops it.{before}"))),
            all => dialog::print_wrapped(&faint(&format!(
                "Not entered yet: Enter enters it, or skips it if emptied; Escape drops all {all}.{before}"
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
        match given {
            LineEvent::Line(line) if line.trim().is_empty() && offered.is_some() => {
                self.quits_on_ctrl_c = false;
                let left_out = self.terminal.held.pop_front().unwrap_or_default();
                dialog::print_wrapped(&format!("Left out: {}", clean(&left_out)));
                Typed::Cancelled
            }
            LineEvent::Line(line) if waits && self.terminal.was_emptied && offered.as_deref() != Some(line.trim()) => {
                // Put in before those that wait: the line on offer stays.
                self.was_offered = false;
                self.typed(LineEvent::Line(line))
            }
            LineEvent::Cancelled { .. } | LineEvent::Escaped if !self.terminal.held.is_empty() => {
                self.quits_on_ctrl_c = false;
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

    /// Asks for a player's part of a tally, beginning with `text`, or with the first held line if that is empty.
    pub fn read_part(&mut self, prompt: &str, text: &str, mut is_changed: impl FnMut() -> bool) -> Typed {
        let offered = if text.is_empty() { self.terminal.held.pop_front() } else { None };
        let text = offered.as_deref().unwrap_or(text);
        let typed = self.terminal.line(Question { text, watch: Some(&mut is_changed), ..Question::new(prompt) });
        if let (LineEvent::Escaped | LineEvent::End, Some(line)) = (&typed, offered) {
            self.terminal.held.push_front(line);
        }
        self.typed(typed)
    }

    fn typed(&mut self, given: LineEvent) -> Typed {
        let was_set = std::mem::take(&mut self.quits_on_ctrl_c);
        match given {
            LineEvent::Line(line) => {
                if !line.trim().is_empty() {
                    self.terminal.remember(&line);
                }
                Typed::Line(line)
            }
            LineEvent::Cancelled { was_untouched } if was_untouched && was_set => Typed::Quit,
            LineEvent::Cancelled { .. } => {
                self.quits_on_ctrl_c = true;
                dialog::print_wrapped("Nothing was entered. Ctrl-C once more, Ctrl-D or `quit` ends the session.");
                Typed::Cancelled
            }
            LineEvent::Escaped => Typed::Back,
            LineEvent::End => Typed::Quit,
            LineEvent::Resized => {
                self.quits_on_ctrl_c = was_set;
                Typed::Resized
            }
            LineEvent::Changed => Typed::Changed,
        }
    }

    /// The last line was entered: if it was a held one, the next is offered.
    pub fn entered(&mut self) {
        if self.was_offered {
            self.terminal.held.pop_front();
        }
    }

    /// The last line was a session command: the held line stays on offer, unless this was it.
    pub fn command_done(&mut self, line: &str) {
        if self.terminal.held.front().is_some_and(|offered| offered == line.trim()) {
            self.entered();
        }
    }

    /// The last line was refused: holds back what was typed after it, and offers the line itself first, unless a menu gave another.
    pub fn refused(&mut self, line: &str) {
        self.terminal.hold();
        self.entered();
        if self.terminal.menu_line.is_none() && (self.was_offered || !self.terminal.held.is_empty()) {
            self.terminal.held.push_front(line.trim().to_owned());
            self.refused = self.terminal.held.front().cloned();
        }
    }

    /// Holds back a line whose question was not answered because another line was typed, which waits after it. Returns a message;
    /// `None` if the question was cancelled. A session command does not wait.
    pub fn hold_unanswered(&mut self, line: &str, book: &Book) -> Option<String> {
        let typed = self.terminal.menu_line.take()?;
        Some(self.hold_behind(line, typed, book))
    }

    /// The same for a question that was answered by something else.
    pub fn hold_with(&mut self, line: &str, typed: String, book: &Book) -> String {
        self.hold_behind(line, MenuLine { line: typed, is_entered: true }, book)
    }

    fn hold_behind(&mut self, line: &str, typed: MenuLine, book: &Book) -> String {
        self.postpone(line);
        let waits = format!("Enter asks about `{}` again", clean(line));
        if words::read(&typed.line, book).is_some() {
            self.terminal.menu_line = Some(typed);
            return format!("{waits}.");
        }
        let message = format!("{waits}, then enters `{}`.", clean(&typed.line));
        self.terminal.held.insert(1, typed.line);
        message
    }

    /// Whether to show the hint about arrow-up: once, and only if the line is not offered again anyway.
    pub fn should_hint_arrow_up(&mut self) -> bool {
        let is_offered = self.was_offered || !self.terminal.held.is_empty() || self.terminal.is_typed_ahead();
        !is_offered && !std::mem::replace(&mut self.has_hinted_arrow_up, true)
    }

    /// Holds back a line that is not entered yet, before what was typed after it.
    pub fn postpone(&mut self, line: &str) {
        self.terminal.hold();
        self.entered();
        self.terminal.held.push_front(line.trim().to_owned());
    }

    /// Holds back typed lines, before all that are already held.
    pub fn hold_lines(&mut self, lines: impl DoubleEndedIterator<Item = String>) {
        lines.rev().for_each(|line| self.terminal.held.push_front(line));
    }

    /// Takes everything that was typed and not entered, when the session ends.
    pub fn take_unentered(&mut self) -> Vec<String> {
        self.terminal.held.drain(..).collect::<Vec<_>>().into_iter().chain(self.terminal.take_typed_ahead()).collect()
    }

    /// Asks for one of `answers`; none if it is cancelled.
    pub fn pick<'a>(&mut self, question: &str, answers: &'a [String]) -> Option<&'a String> {
        answers.get(self.terminal.menu_or_line(question, answers)?)
    }

    /// Asks whether to do something; the first answer is yes: see [`Terminal::agrees_or_line`]. A line typed instead waits, so that it is
    /// seen that nothing was done.
    pub fn agrees(&mut self, above: &str, question: &str, answers: &[String; 2]) -> bool {
        if !above.is_empty() {
            out!("{above}");
        }
        let agrees = self.terminal.agrees_or_line(question, answers);
        if let Some(typed) = self.terminal.menu_line.take() {
            self.terminal.held.push_front(typed.line);
        }
        agrees
    }

    /// As [`Self::ask_or_skip`]; also `None` if the text is empty.
    pub fn ask(&mut self, above: &str, question: &str, text: &str, table: Option<&dyn Referee>) -> Option<String> {
        self.ask_or_skip(above, question, text, table).filter(|answer| !answer.is_empty())
    }

    /// Prints what is `above`, and asks for a text that begins with `text`; none if it is cancelled. Tab completes steps of `table`.
    pub fn ask_or_skip(&mut self, above: &str, question: &str, text: &str, table: Option<&dyn Referee>) -> Option<String> {
        if !above.is_empty() {
            out!("{above}");
        }
        self.terminal.hold();
        let complete = |line: &str| table.map_or((0, Vec::new()), |table| complete(line, table));
        let asked = Question { text, complete: &complete, ..Question::new(question) };
        let LineEvent::Line(answer) = self.terminal.line(asked) else { return None };
        Some(answer.trim().to_owned())
    }

    /// Asks for a reason, explaining `why`; none if it is cancelled or empty. Asks again if the answer is a command or a step.
    pub fn reason(&mut self, why: &str, table: &dyn Referee) -> Option<String> {
        let reason = self.ask(why, "reason> ", "", None)?;
        let is_step = !matches!(table.try_line(&reason), Err(Refusal::Unparsed { .. } | Refusal::Cannot(_)));
        if !is_step && words::read(&reason, table.book()).is_none() {
            return Some(reason);
        }
        let answers = ["no, enter it: back to the prompt", "yes, it is the reason"].map(str::to_owned);
        if self.terminal.menu_or_line(&format!("`{reason}` as the reason?"), &answers)? == 1 {
            return Some(reason);
        }
        self.terminal.held.push_front(reason);
        None
    }
}

/// What Tab offers: steps, cards, and session commands.
fn complete(line: &str, table: &dyn Referee) -> (usize, Vec<String>) {
    let book = table.book();
    let (start, mut candidates) = words::complete(line, table).unwrap_or_else(|| table.complete(line));
    let start = if line.is_char_boundary(start) { start.min(line.len()) } else { line.len() };
    let typed = &line[start..];
    if !line.contains(char::is_whitespace) {
        candidates.extend(words::names(book).filter(|word| !typed.is_empty() && word.starts_with(typed)).map(str::to_owned));
    }
    candidates.dedup();
    // A name with unsafe characters is not offered: completing it would put them into the line.
    candidates.retain(|word| !word.contains(is_escaped));
    (start, candidates)
}
