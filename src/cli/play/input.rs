//! The typed line: editing, arrow-up, Tab, Ctrl-C and Ctrl-D.

use super::{command, dialog, screen::Prompt};
use fowlplay::{referee::Referee, table::is_unseen};
use rustyline::{
    Cmd, ConditionalEventHandler, Config, Context, Editor, Event, EventContext, EventHandler, Helper, KeyEvent, RepeatCount,
    completion::{Completer, Pair},
    config::CompletionType,
    error::ReadlineError,
    highlight::Highlighter,
    hint::Hinter,
    history::DefaultHistory,
    validate::Validator,
};
use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

/// What came of asking for a line.
pub enum Typed {
    /// A line.
    Line(String),
    /// The line was given up.
    Cancelled,
    /// The session is to end.
    Leave,
}

/// The typed line of a session, with its history.
pub struct Input {
    editor: Editor<Tab, DefaultHistory>,
    /// Whether the line was empty when Ctrl-C was pressed.
    was_empty: Arc<AtomicBool>,
    /// Whether Ctrl-C on an empty line ends the session.
    armed: bool,
}

impl Input {
    /// A typed line at the terminal.
    pub fn new() -> rustyline::Result<Self> {
        let config = Config::builder().completion_type(CompletionType::List).auto_add_history(false).build();
        let mut editor = Editor::with_config(config)?;
        editor.set_helper(Some(Tab(None)));
        let was_empty = Arc::new(AtomicBool::new(false));
        editor.bind_sequence(KeyEvent::ctrl('C'), EventHandler::Conditional(Box::new(CtrlC(Arc::clone(&was_empty)))));
        Ok(Self { editor, was_empty, armed: false })
    }

    /// Asks for a line of the session.
    pub fn read(&mut self, prompt: &Prompt, table: &Arc<dyn Referee>) -> rustyline::Result<Typed> {
        if let Some(above) = &prompt.above {
            out!("{above}");
        }
        self.editor.set_helper(Some(Tab(Some(Arc::clone(table)))));
        match self.editor.readline(&(prompt.raw.as_str(), prompt.styled.as_str())) {
            Ok(line) => {
                self.armed = false;
                if !line.trim().is_empty() {
                    self.editor.add_history_entry(line.as_str())?;
                }
                Ok(Typed::Line(line))
            }
            Err(ReadlineError::Interrupted) => {
                if self.was_empty.load(Ordering::Relaxed) && self.armed {
                    return Ok(Typed::Leave);
                }
                self.armed = true;
                dialog::tell("Nothing was entered. Ctrl-C once more, Ctrl-D or `quit` ends the session.");
                Ok(Typed::Cancelled)
            }
            Err(ReadlineError::Eof) => Ok(Typed::Leave),
            Err(error) => Err(error),
        }
    }

    /// Asks for some text, with `text` there to begin with; none if it was given up or left empty. Tab offers what goes on a step
    /// of `table`, if one is given.
    pub fn ask(&mut self, question: &str, text: &str, table: Option<&Arc<dyn Referee>>) -> Option<String> {
        self.editor.set_helper(Some(Tab(table.cloned())));
        let answer = self.editor.readline_with_initial(question, (text, "")).ok()?;
        Some(answer.trim().to_owned()).filter(|answer| !answer.is_empty())
    }
}

/// Notes whether there was anything to give up; then Ctrl-C does what it does.
struct CtrlC(Arc<AtomicBool>);

impl ConditionalEventHandler for CtrlC {
    fn handle(&self, _: &Event, _: RepeatCount, _: bool, context: &EventContext) -> Option<Cmd> {
        self.0.store(context.line().is_empty(), Ordering::Relaxed);
        Some(Cmd::Interrupt)
    }
}

/// What Tab offers: steps, cards, and the words of the session.
struct Tab(Option<Arc<dyn Referee>>);

impl Helper for Tab {}

impl Highlighter for Tab {}

impl Hinter for Tab {
    type Hint = String;
}

impl Validator for Tab {}

impl Completer for Tab {
    type Candidate = Pair;

    fn complete(&self, line: &str, at: usize, _: &Context<'_>) -> rustyline::Result<(usize, Vec<Pair>)> {
        let (Some(table), true) = (&self.0, at == line.len()) else { return Ok((at, Vec::new())) };
        let book = table.book();
        let (start, mut words) = command::complete(line, book).unwrap_or_else(|| table.complete(line));
        let start = if line.is_char_boundary(start) { start.min(at) } else { at };
        let typed = &line[start..];
        if !line.contains(char::is_whitespace) {
            words.extend(command::words(book).filter(|word| !typed.is_empty() && word.starts_with(typed)).map(str::to_owned));
        }
        words.dedup();
        // A name that can't be seen as it is would be put into the line as it is: the beginning of it does.
        words.retain(|word| !word.contains(is_unseen));
        Ok((start, words.into_iter().map(|word| Pair { display: word.clone(), replacement: word }).collect()))
    }
}
