//! The typed line: editing, arrow-up, Tab, Ctrl-C and Ctrl-D.

use super::{command, prompt::Prompt, tell};
use fowlplay::{
    referee::Referee,
    table::{Book, is_unseen},
};
use rustyline::{
    Cmd, ConditionalEventHandler, Config, Context, Editor, Event, EventContext, EventHandler, Helper, Highlighter, Hinter,
    KeyEvent, RepeatCount, Validator,
    completion::{Completer, Pair},
    config::CompletionType,
    error::ReadlineError,
    history::DefaultHistory,
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
    ///
    /// # Errors
    /// When the terminal can't be used.
    pub fn new() -> rustyline::Result<Self> {
        let config = Config::builder().completion_type(CompletionType::List).auto_add_history(false).build();
        let mut editor = Editor::with_config(config)?;
        editor.set_helper(Some(Tab { table: None }));
        let was_empty = Arc::new(AtomicBool::new(false));
        editor.bind_sequence(KeyEvent::ctrl('C'), EventHandler::Conditional(Box::new(CtrlC(Arc::clone(&was_empty)))));
        Ok(Self { editor, was_empty, armed: false })
    }

    /// Asks for a line of the session.
    ///
    /// # Errors
    /// When the terminal fails.
    pub fn read(&mut self, prompt: &Prompt, table: &Arc<dyn Referee>, book: &'static Book) -> rustyline::Result<Typed> {
        if let Some(above) = &prompt.above {
            out!("{above}");
        }
        self.editor.set_helper(Some(Tab { table: Some((Arc::clone(table), book)) }));
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
                tell::line("Nothing was entered. Ctrl-C once more, Ctrl-D or `quit` ends the session.");
                Ok(Typed::Cancelled)
            }
            Err(ReadlineError::Eof) => Ok(Typed::Leave),
            Err(error) => Err(error),
        }
    }

    /// Asks for some text, with `text` there to begin with; none if it was given up or left empty.
    pub fn ask(&mut self, question: &str, text: &str) -> Option<String> {
        self.editor.set_helper(Some(Tab { table: None }));
        let answer = self.editor.readline_with_initial(question, (text, "")).ok()?;
        Some(answer.trim().to_owned()).filter(|answer| !answer.is_empty())
    }

    /// Asks for the rest of a step that begins with `text`.
    pub fn finish(&mut self, question: &str, text: &str, table: &Arc<dyn Referee>, book: &'static Book) -> Option<String> {
        self.editor.set_helper(Some(Tab { table: Some((Arc::clone(table), book)) }));
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
#[derive(Helper, Highlighter, Hinter, Validator)]
struct Tab {
    table: Option<(Arc<dyn Referee>, &'static Book)>,
}

impl Completer for Tab {
    type Candidate = Pair;

    fn complete(&self, line: &str, at: usize, _: &Context<'_>) -> rustyline::Result<(usize, Vec<Pair>)> {
        let (Some((table, book)), true) = (&self.table, at == line.len()) else { return Ok((at, Vec::new())) };
        let (start, words) = match command::complete(line, book) {
            Some(found) => found,
            None => table.complete(line),
        };
        let start = if line.is_char_boundary(start) { start.min(at) } else { at };
        let typed = &line[start..];
        let mut words = words;
        if !line.contains(char::is_whitespace) {
            words.extend(command::words(book).filter(|word| !typed.is_empty() && word.starts_with(typed)).map(str::to_owned));
        }
        words.dedup();
        // A name that can't be seen as it is would be put into the line as it is: the beginning of it does.
        words.retain(|word| !word.contains(is_unseen));
        Ok((start, words.into_iter().map(|word| Pair { display: word.clone(), replacement: word }).collect()))
    }
}
