//! What a log, or a table of cases, asks between its lines: `#? illegal ER-3.3: Ada: grow 1 9WY -- none of its suits`.
//!
//! Behind `#?` stand what is asked, a colon, what it is asked of, and behind ` -- ` what the answer has to say. `tables.rs` asks it of the
//! engine.

use fowlplay::log::Place;

/// A question, asked where it stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Question<'a> {
    /// What is asked: `illegal`.
    pub word: &'a str,
    /// Of which clause, player or part: `ER-3.3`.
    pub of: &'a str,
    /// The line it is about, or the answer itself.
    pub text: &'a str,
    /// What the answer has to say.
    pub says: &'a str,
}

/// The questions in a line of a file, if it asks any; several stand behind one another, each with its `#?`.
pub fn asked(line: &str) -> Option<impl Iterator<Item = Question<'_>>> {
    line.trim().strip_prefix("#?").map(|asked| asked.split(" #? ").map(question))
}

fn question(asked: &str) -> Question<'_> {
    let (head, rest) = asked.split_once(':').unwrap_or((asked, ""));
    let (word, of) = head.trim().split_once(' ').unwrap_or((head.trim(), ""));
    let (text, says) = rest.split_once(" -- ").unwrap_or((rest, ""));
    Question { word, of, text: text.trim(), says: says.trim() }
}

/// The questions between the lines of a log: the number of the line of the file, the place of the next line of the log, and what is
/// asked there. Behind the last line of a round it is the place of a line that could follow.
pub fn questions(log: &str) -> Vec<(usize, Place, Question<'_>)> {
    let (mut round, mut next, mut all) = (0, 1, Vec::new());
    for (line, number) in log.lines().zip(1..) {
        if line.starts_with("[[round]]") {
            (round, next) = (round + 1, 1);
        } else if line.starts_with("  \"") || line.starts_with("  {") {
            next += 1;
        } else if let Some(asked) = asked(line) {
            all.extend(asked.map(|question| (number, Place::new(round, next), question)));
        }
    }
    all
}
