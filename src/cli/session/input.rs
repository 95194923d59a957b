//! The input of a session: typed lines and answers to questions.

use super::command_words;
use crate::{
    cli::prompt::terminal::{EscapeAction, LineEvent, LinePrompt, Terminal, print_text, rows},
    referee::{Referee, Refusal},
    table::{count_of, escape::clean, is_escaped},
};

pub(crate) enum InputEvent {
    Line(String),
    Cancelled,
    Back,
    Quit,
    Resized,
    Changed,
}

pub(crate) struct Prompt {
    /// The text above the prompt's line: an explanation, or a question that would leave no room to type.
    pub above: Option<String>,
    /// The text before the typed line, without and with styles.
    pub raw: String,
    pub styled: String,
    /// The line that Enter alone enters, if only one step is possible.
    pub default: Option<String>,
}

impl Prompt {
    pub(crate) fn rows(&self) -> usize {
        self.above.as_deref().map_or(0, print_text::rows) + rows(&self.raw)
    }
}

pub(crate) struct SessionInput<'t> {
    /// The terminal. A Ctrl-C in a question asked directly on it doesn't count for `quits_on_ctrl_c`.
    pub terminal: &'t mut Terminal,
    /// Whether Ctrl-C on an empty line ends the session, because the line before was cancelled with Ctrl-C.
    quits_on_ctrl_c: bool,
}

impl<'t> SessionInput<'t> {
    pub(crate) fn new(terminal: &'t mut Terminal) -> Self {
        Self { terminal, quits_on_ctrl_c: false }
    }

    pub(crate) fn read(
        &mut self,
        prompt: &Prompt,
        escape: EscapeAction,
        referee: &dyn Referee,
        mut is_changed: impl FnMut() -> bool,
    ) -> InputEvent {
        if let Some(above) = &prompt.above {
            out!("{above}");
        }
        let event = self.terminal.ask_line(LinePrompt {
            above: "",
            prompt: &prompt.raw,
            styled: &prompt.styled,
            text: "",
            complete: &|line| complete(line, referee),
            escape,
            watch: Some(&mut is_changed),
        });
        self.input_event(event)
    }

    /// Asks for a player's part of a tally. Enter alone keeps `text`; arrow up brings it back to be edited.
    pub(crate) fn read_part(&mut self, prompt: &str, text: &str, mut is_changed: impl FnMut() -> bool) -> InputEvent {
        self.terminal.remember(text);
        let prompt = match prompt.strip_suffix(": ") {
            Some(question) if !text.is_empty() => format!("{question} [{}]: ", clean(text)),
            _ => prompt.to_owned(),
        };
        let event = self.terminal.ask_line(LinePrompt { watch: Some(&mut is_changed), ..LinePrompt::new(&prompt) });
        match self.input_event(event) {
            InputEvent::Line(line) if line.trim().is_empty() => InputEvent::Line(text.to_owned()),
            event => event,
        }
    }

    fn input_event(&mut self, event: LineEvent) -> InputEvent {
        let quits = std::mem::take(&mut self.quits_on_ctrl_c);
        match event {
            LineEvent::Line(line) => {
                self.terminal.remember(&line);
                InputEvent::Line(line)
            }
            LineEvent::Cancelled { was_untouched: true, dropped_count: 0 } if quits => InputEvent::Quit,
            LineEvent::Cancelled { dropped_count, .. } => {
                self.quits_on_ctrl_c = true;
                let summary = match dropped_count {
                    0 => "Nothing was entered.".to_owned(),
                    _ => format!("Not entered: {}.", count_of(dropped_count, "line", "lines")),
                };
                print_text::print_wrapped(&format!("{summary} Ctrl-C once more, Ctrl-D or `quit` ends the session."));
                InputEvent::Cancelled
            }
            LineEvent::Escaped => InputEvent::Back,
            LineEvent::End => InputEvent::Quit,
            LineEvent::Resized => {
                self.quits_on_ctrl_c = quits;
                InputEvent::Resized
            }
            LineEvent::Changed => InputEvent::Changed,
        }
    }

    /// Asks for one of `answers`. Returns `None` if the user cancels.
    pub(crate) fn pick<'a>(&mut self, question: &str, answers: &'a [String]) -> Option<&'a String> {
        answers.get(self.terminal.pick(question, answers, None)?)
    }

    /// Asks a yes-or-no question, whose first answer means yes. It is the default unless keys were typed ahead.
    pub(crate) fn agrees(&mut self, above: &str, question: &str, answers: &[String; 2]) -> bool {
        if !above.is_empty() {
            out!("{above}");
        }
        let default = usize::from(self.terminal.is_typed_ahead());
        self.terminal.pick(question, answers, Some(default)) == Some(0)
    }

    /// Asks like [`Self::ask_or_skip`]. Returns `None` for an empty text, too.
    pub(crate) fn ask(&mut self, above: &str, question: &str, text: &str, referee: Option<&dyn Referee>) -> Option<String> {
        self.ask_or_skip(above, question, text, referee).filter(|answer| !answer.is_empty())
    }

    /// Prints `above`, and asks for a line, which begins with `text`. Tab completes steps of `referee`. `None` if the user cancels.
    pub(crate) fn ask_or_skip(
        &mut self,
        above: &str,
        question: &str,
        text: &str,
        referee: Option<&dyn Referee>,
    ) -> Option<String> {
        // What is typed once the question is there answers it.
        let dropped_lines = self.terminal.take_typed_ahead();
        if !above.is_empty() {
            out!("{above}");
        }
        self.terminal.list_dropped(dropped_lines);
        let complete = |line: &str| referee.map_or((0, Vec::new()), |referee| complete(line, referee));
        let prompt = LinePrompt { text, complete: &complete, ..LinePrompt::new(question) };
        let LineEvent::Line(answer) = self.terminal.ask_line(prompt) else { return None };
        Some(answer.trim().to_owned())
    }

    /// Prints `why`, and asks for a reason. A reason that could be a command or a step has to be confirmed. `None` if the user
    /// cancels or types nothing.
    pub(crate) fn reason(&mut self, why: &str, referee: &dyn Referee) -> Option<String> {
        let reason = self.ask(why, "reason> ", "", None)?;
        let is_step = !matches!(referee.try_line(&reason), Err(Refusal::Unparsed { .. } | Refusal::Cannot(_)));
        if !is_step && command_words::parse_command(&reason, referee.book()).is_none() {
            return Some(reason);
        }
        let answers = ["no", "yes, it is the reason"].map(str::to_owned);
        if self.terminal.pick(&format!("`{reason}` as the reason?"), &answers, Some(0)) == Some(1) {
            return Some(reason);
        }
        self.terminal.drop_lines(vec![reason]);
        None
    }
}

/// The completions for Tab: steps, cards, and session commands.
fn complete(line: &str, referee: &dyn Referee) -> (usize, Vec<String>) {
    let book = referee.book();
    let (start, mut candidates) = command_words::complete(line, referee).unwrap_or_else(|| referee.complete(line));
    let start = if line.is_char_boundary(start) { start.min(line.len()) } else { line.len() };
    let typed = &line[start..];
    if !line.contains(char::is_whitespace) {
        candidates
            .extend(command_words::names(book).filter(|word| !typed.is_empty() && word.starts_with(typed)).map(str::to_owned));
    }
    candidates.dedup();
    // Don't offer a name with unsafe characters: completing the name would put them into the line.
    candidates.retain(|word| !word.contains(is_escaped));
    (start, candidates)
}
