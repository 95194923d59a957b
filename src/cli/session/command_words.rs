//! Parses and completes the commands of the session. A step is never mistaken for a command.

use super::reply::Reply;
use crate::{
    actions::looks_like_edit,
    log::{LineRef, Log, is_position},
    referee::Referee,
    table::Book,
};

/// The form and the description of each command.
pub(super) const COMMANDS: &[(&str, &str)] = &[
    ("?", "what is open now; `? cards` lists every step that could be legal"),
    ("table", "shows the table again"),
    ("undo [N]", "takes back the latest change of any kind, or the latest N: an input, an amended line, a table rule, a tally"),
    ("redo", "brings back what was taken back"),
    ("back [N]", "looks back N lines, `forward` and `now` come on again; `back R.L` shows the table before that line"),
    ("forward [N]", "one line on again, or N"),
    ("now", "comes back to the present, as Enter does; nothing changes by looking back"),
    (
        "amend R.L LINE",
        "replaces a line; `+R.L LINE` inserts one before it, `-R.L` deletes it, `amend R.L` asks for its text, `amend swap R.L R.M` exchanges what two lines' players did",
    ),
    ("mend R", "asks for the lines of a counted round again; `mend +R` for those of a round that was forgotten before it"),
    ("first NAME", "says who really was first of the round"),
    ("tally", "ends the round: what lies before each player is counted, without the rest of its moves"),
    ("position", "takes the table up as it lies, where turns are missing: each part is a line to edit"),
    ("why", "explains the last line; `why R.L` another one, `why STEP` judges a step without entering it"),
    ("overrule REASON", "lets the step stand that was refused last"),
    ("score", "the score sheet"),
    ("memory", "what was seen and is covered now"),
    ("findings", "everything found wrong with the log"),
    ("log", "every line so far"),
    ("rules [CLAUSE]", "the rule book, or one clause of it"),
    ("rule KEY=VALUE", "changes a table rule; `rule KEY` explains it, `rule` alone lists them"),
    ("help", "how to type steps; `help words` explains these words"),
    ("quit", "ends the session; all is saved"),
];

fn all_names() -> impl Iterator<Item = &'static str> {
    COMMANDS.iter().map(|(form, _)| form.split(' ').next().unwrap_or_default())
}

/// The names of the commands that are not verbs of this game.
pub(super) fn names(book: &Book) -> impl Iterator<Item = &'static str> {
    all_names().filter(|word| !is_verb(word, book))
}

fn is_verb(word: &str, book: &Book) -> bool {
    book.verbs.iter().any(|verb| verb.name == word)
}

pub(super) fn entry(word: &str) -> Option<(&'static str, &'static str)> {
    all_names().zip(COMMANDS).find(|(name, _)| *name == word).map(|(_, entry)| *entry)
}

pub(super) fn usage(word: &str) -> Reply {
    Reply::usage(entry(word).map(|(form, about)| format!("`{form}`: {about}.")).unwrap_or_default())
}

/// Parses a line as a command. Returns its lower-case name and the rest of the line, or `None` if the line is a step.
pub(super) fn parse_command<'l>(line: &'l str, book: &Book) -> Option<(String, &'l str)> {
    let line = line.trim();
    if looks_like_edit(line) {
        // An edit needs no command: `-1.4`, `+1.4 LINE`.
        return Some(("amend".to_owned(), line));
    }
    let (word, rest) = match line.strip_prefix('?') {
        Some(rest) => ("?", rest),
        None => line.split_once(char::is_whitespace).unwrap_or((line, "")),
    };
    let word = word.to_lowercase();
    let is_known = word == "exit" || all_names().any(|name| name == word);
    // A `position` with its parts is a line of the log, not a command.
    (is_known && !is_verb(&word, book) && !is_position(line)).then_some((word, rest.trim()))
}

/// The completions of a command's arguments for Tab. `None` if the line is not a command with completions.
pub(super) fn complete(line: &str, referee: &dyn Referee) -> Option<(usize, Vec<String>)> {
    let book = referee.book();
    let (word, rest) = line.split_once(char::is_whitespace)?;
    let start = line.len() - rest.trim_start().len();
    let candidates: Vec<String> = match word.to_lowercase().as_str() {
        verb if is_verb(verb, book) => return None,
        "rule" => book.rules.iter().map(|rule| format!("{}=", rule.key)).collect(),
        "rules" => book.clauses().map(|clause| clause.id.to_string()).collect(),
        "?" => vec!["cards".to_owned()],
        "amend" | "back" if !rest.contains(char::is_whitespace) => line_references(referee.log(), rest),
        "amend" if rest.starts_with("swap ") => line_references(referee.log(), rest.rsplit(' ').next().unwrap_or_default()),
        "why" if rest.starts_with(|char: char| char.is_ascii_digit()) && !rest.contains(char::is_whitespace) => {
            line_references(referee.log(), rest)
        }
        _ => return None,
    };
    let start = line[start..].rfind(char::is_whitespace).map_or(start, |space| start + space + 1);
    let typed = line[start..].to_lowercase();
    Some((start, candidates.into_iter().filter(|word| word.to_lowercase().starts_with(&typed)).collect()))
}

/// The line references of a log; only the rounds as long as `text` has no point. The sign of an edit is kept.
fn line_references(log: &Log, text: &str) -> Vec<String> {
    let (sign, reference) = text.split_at(text.len() - text.trim_start_matches(['+', '-']).len());
    let rounds = (1..).zip(log.rounds());
    if !reference.contains('.') {
        return rounds.map(|(number, _)| format!("{sign}{number}.")).collect();
    }
    let references = rounds.flat_map(|(number, round)| (1..).zip(&round.lines).map(move |(line, _)| LineRef::new(number, line)));
    references.map(|reference| format!("{sign}{reference}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn book() -> &'static Book {
        crate::referee::books().next().expect("there are games")
    }

    #[test]
    fn commands_are_told_apart_from_steps() {
        assert_eq!(parse_command("undo 3", book()), Some(("undo".into(), "3")));
        assert_eq!(parse_command(" ?cards", book()), Some(("?".into(), "cards")));
        assert_eq!(parse_command("Why 1.4 d 7s", book()), Some(("why".into(), "1.4 d 7s")));
        assert_eq!(parse_command("h 7s", book()), None);
        assert_eq!(parse_command("+1.4 Bo: h 7s", book()), Some(("amend".into(), "+1.4 Bo: h 7s")));
        assert_eq!(parse_command(" -1.4", book()), Some(("amend".into(), "-1.4")));
        for step in ["-6", "13 -6", "-6 1.4", "1.4 x", ""] {
            assert_eq!(parse_command(step, book()), None, "{step}");
        }
        assert_eq!(parse_command("why: h 7s", book()), None, "a player may be called so");
    }

    #[test]
    fn no_command_is_a_verb_or_a_letter_of_any_game() {
        for book in crate::referee::books() {
            for name in all_names() {
                assert!(!is_verb(name, book), "{name} in {}", book.game);
                let mut chars = name.chars();
                let letter = chars.next().filter(|_| chars.next().is_none());
                assert!(letter.is_none() || book.verbs.iter().all(|verb| verb.letter != letter), "{name}");
            }
        }
    }

    #[test]
    fn tab_offers_line_references() {
        let referee = referee();
        let offers = |line: &str| complete(line, &*referee).map(|(start, words)| (start, words.join(" ")));
        assert_eq!(offers("amend "), Some((6, "1.".to_owned())));
        assert_eq!(offers("amend 1."), Some((6, "1.1 1.2".to_owned())));
        assert_eq!(offers("amend -1.2"), Some((6, "-1.2".to_owned())));
        assert_eq!(offers("amend swap 1.1 1."), Some((15, "1.1 1.2".to_owned())));
        assert_eq!(offers("back 1.1"), Some((5, "1.1".to_owned())));
        assert_eq!(offers("why 1"), Some((4, "1.".to_owned())));
        assert!(offers("amend 1.1 Ada: h 7").is_none() && offers("why h 7").is_none());
    }

    fn referee() -> Box<dyn Referee> {
        let head = "fowlplay = 1\ngame = \"emu-ranchers\"\nplayers = [\"Ada\", \"Bo\"]\n\n[[round]]\nfirst = \"Ada\"\n";
        let log = format!("{head}moves = [\"Ada: hatch 7SK; draw\", \"Bo: hatch 9LK; draw\"]\n");
        crate::referee::open(Log::parse(log).expect("a log")).expect("a game")
    }
}
