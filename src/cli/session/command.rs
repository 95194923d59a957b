//! Parses the words of the session itself: `undo`, `why`, `score` and the rest. No step is mistaken for one.

use crate::{actions::begins_as_edit, table::Book};

/// A word of the session, what follows it, and what it does.
pub struct Word {
    /// The word itself.
    pub name: &'static str,
    /// How it is written.
    pub form: &'static str,
    /// What it does.
    pub about: &'static str,
}

const fn word(name: &'static str, form: &'static str, about: &'static str) -> Word {
    Word { name, form, about }
}

/// Every word of the session.
pub const WORDS: &[Word] = &[
    word("?", "?", "what is open now; `? cards` lists every legal step"),
    word("table", "table", "shows the table again"),
    word("undo", "undo [N]", "takes back the latest change (an input, an amended line, a table rule, a tally), or the latest N"),
    word("redo", "redo", "brings back what was taken back"),
    word(
        "back",
        "back [N]",
        "looks back: the table as it stood before the last line, or N lines ago; `back R.L` before that one",
    ),
    word("forward", "forward [N]", "one line on again, or N"),
    word("now", "now", "comes back to the present, as Enter does; nothing changes by looking back"),
    word("amend", "amend R.L LINE", "replaces a line; `+R.L LINE` inserts one before it, `-R.L` deletes it"),
    word("tally", "tally", "ends the round: what lies before each player is counted, without the rest of its moves"),
    word("why", "why", "explains the last line; `why R.L` another one, `why STEP` judges a step without entering it"),
    word("overrule", "overrule REASON", "lets the step stand that was refused last"),
    word("score", "score", "the score sheet"),
    word("memory", "memory", "what was seen and is covered now"),
    word("findings", "findings", "everything that was found against the log"),
    word("log", "log", "every line so far"),
    word("rules", "rules [CLAUSE]", "the rule book, or one clause of it"),
    word("rule", "rule KEY=VALUE", "changes a table rule; `rule KEY` tells of it, `rule` alone lists them"),
    word("help", "help", "how to type steps; `help words` tells of these words"),
    word("quit", "quit", "ends the session; all is saved"),
];

/// The words that this game leaves to the session.
pub fn words(book: &Book) -> impl Iterator<Item = &'static str> {
    WORDS.iter().map(|known| known.name).filter(|word| is_free(word, book))
}

fn is_free(word: &str, book: &Book) -> bool {
    !book.verbs.iter().any(|verb| verb.name == word)
}

/// Reads a line as a word of the session, in small letters, and what follows it: none if it is a step.
pub fn read<'l>(line: &'l str, book: &Book) -> Option<(String, &'l str)> {
    let line = line.trim();
    if begins_as_edit(line) {
        // An edit needs no word: `-1.4`, `+1.4 LINE`.
        return Some(("amend".to_owned(), line));
    }
    let (word, rest) = match line.strip_prefix('?') {
        Some(rest) => ("?", rest),
        None => line.split_once(char::is_whitespace).unwrap_or((line, "")),
    };
    let word = word.to_lowercase();
    let is_known = word == "exit" || WORDS.iter().any(|known| known.name == word);
    (is_known && is_free(&word, book)).then_some((word, rest.trim()))
}

/// What Tab offers after a word of the session that has its own arguments; none if it is not such a line.
pub fn complete(line: &str, book: &Book) -> Option<(usize, Vec<String>)> {
    let (word, rest) = line.split_once(char::is_whitespace)?;
    let start = line.len() - rest.trim_start().len();
    let all: Vec<String> = match word.to_lowercase().as_str() {
        known if !is_free(known, book) => return None,
        "rule" => book.rules.iter().map(|rule| format!("{}=", rule.key)).collect(),
        "rules" => book.clauses().map(|clause| clause.id.to_string()).collect(),
        "?" => vec!["cards".to_owned()],
        _ => return None,
    };
    let start = line[start..].rfind(char::is_whitespace).map_or(start, |space| start + space + 1);
    let typed = line[start..].to_lowercase();
    Some((start, all.into_iter().filter(|word| word.to_lowercase().starts_with(&typed)).collect()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn book() -> &'static Book {
        crate::referee::books().next().expect("there are games")
    }

    #[test]
    fn words_of_the_session_are_told_from_steps() {
        assert_eq!(read("undo 3", book()), Some(("undo".into(), "3")));
        assert_eq!(read(" ?cards", book()), Some(("?".into(), "cards")));
        assert_eq!(read("Why 1.4 d 7s", book()), Some(("why".into(), "1.4 d 7s")));
        assert_eq!(read("h 7s", book()), None);
        assert_eq!(read("+1.4 Bo: h 7s", book()), Some(("amend".into(), "+1.4 Bo: h 7s")));
        assert_eq!(read(" -1.4", book()), Some(("amend".into(), "-1.4")));
        for step in ["-6", "13 -6", "-6 1.4", "1.4 x", ""] {
            assert_eq!(read(step, book()), None, "{step}");
        }
        assert_eq!(read("why: h 7s", book()), None, "a player may be called so");
    }

    #[test]
    fn no_word_of_the_session_is_a_verb_or_a_letter_of_any_game() {
        for book in crate::referee::books() {
            for known in WORDS {
                assert!(is_free(known.name, book), "{} in {}", known.name, book.game);
                let mut chars = known.name.chars();
                let letter = chars.next().filter(|_| chars.next().is_none());
                assert!(letter.is_none() || book.verbs.iter().all(|verb| verb.letter != letter), "{}", known.name);
            }
        }
    }

    #[test]
    fn tab_offers_table_rules_and_clauses() {
        let (start, words) = complete("rules tb-", book()).expect("a command");
        assert_eq!(start, 6);
        assert!(words.contains(&"TB-3".to_owned()));
        assert!(complete("hatch 7", book()).is_none());
    }
}
