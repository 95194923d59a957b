//! Bash inserts completions as they are, in place of what it takes for the end of the word. So the line is parsed here as bash
//! parses it, and a completion is cut to what bash replaces and quoted for the quotation mark that is open.

use super::typed::Line;
use clap_complete::engine::CompletionCandidate;

/// The registration script. The line goes over as it was typed, before the cursor and behind it, and what can stand there comes
/// back with `\v` between.
const SCRIPT: &str = r#"
_NAME() {
    COMPREPLY=()
    IFS=$'\v' read -r -d '' -a COMPREPLY < <(VARIABLE=bash NAME -- "${COMP_LINE:0:COMP_POINT}" "${COMP_LINE:COMP_POINT}" "$COMP_WORDBREAKS" 2>/dev/null)
    if [[ ${#COMPREPLY[@]} -eq 1 && ${COMPREPLY[0]} == *[=/:] ]]; then
        compopt -o nospace 2>/dev/null
    fi
}
complete -o nosort -o bashdefault -F _NAME NAME 2>/dev/null || complete -o bashdefault -F _NAME NAME
"#;

/// What stands between the candidates.
const BETWEEN: &str = "\u{b}";

/// What bash takes as it is outside quotation marks, beside letters and digits.
const PLAIN: &str = "-_./,+=:@%";

/// The script that makes bash ask the program for completions.
pub fn registration(program: &str, variable: &str) -> String {
    SCRIPT.replace("NAME", program).replace("VARIABLE", variable)
}

/// What quotes a character.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Quote {
    None,
    Single,
    Double,
}

/// A word as bash reads it.
#[derive(Default)]
struct Word {
    value: String,
    /// Whether that is all it says: nobody knows here what `$HOME` stands for.
    is_known: bool,
}

/// A line up to the cursor.
pub struct Typed {
    words: Vec<Word>,
    /// The mark that is open at the cursor.
    open: Quote,
    /// How many bytes of the last word's value bash leaves alone.
    kept: usize,
}

impl Typed {
    /// Reads a line of which bash parts words at `breaks` when it completes one.
    fn read(text: &str, breaks: &str) -> Self {
        let mut words: Vec<Word> = Vec::new();
        let mut word: Option<Word> = None;
        let (mut open, mut kept, mut before) = (Quote::None, 0, 0);
        let mut chars = text.chars().peekable();
        while let Some(char) = chars.next() {
            if open == Quote::None && char.is_whitespace() {
                words.extend(word.take());
                kept = 0;
                continue;
            }
            let is_first = word.is_none();
            let Word { value, is_known } = word.get_or_insert_with(|| Word { value: String::new(), is_known: true });
            match (open, char) {
                (Quote::Single, '\'') | (Quote::Double, '"') => (open, kept) = (Quote::None, before),
                (Quote::None, '\'' | '"') => {
                    open = if char == '"' { Quote::Double } else { Quote::Single };
                    (before, kept) = (kept, value.len());
                }
                (Quote::None, '\\') => value.extend(chars.next()),
                (Quote::Double, '\\') => match chars.next_if(|next| "$`\"\\\n".contains(*next)) {
                    Some(next) => value.push(next),
                    None => value.push(char),
                },
                (Quote::None | Quote::Double, '$' | '`') | (Quote::None, '<' | '>' | '|' | '&' | ';' | '(' | ')') => {
                    value.push(char);
                    *is_known = false;
                }
                (Quote::None, '~') if is_first => {
                    value.push(char);
                    *is_known = false;
                }
                _ => {
                    value.push(char);
                    if open == Quote::None && breaks.contains(char) {
                        kept = value.len();
                    }
                }
            }
        }
        words.push(word.unwrap_or(Word { value: String::new(), is_known: true }));
        Self { words, open, kept }
    }

    /// Reads a line, with what stands before the cursor first, and behind it next; none where it can't be known what the word at
    /// the cursor says.
    pub fn of(words: &[std::ffi::OsString]) -> Option<(Self, Line)> {
        let [before, behind, breaks] = words else { return None };
        let (before, behind) = (before.to_str()?, behind.to_str()?);
        let typed = Self::read(before, breaks.to_str()?);
        typed.words.last().filter(|word| word.is_known)?;
        // The word at the cursor ends there.
        let rest = Self::read(behind, "").words.into_iter();
        let rest = rest.skip(usize::from(!behind.starts_with(char::is_whitespace))).filter(|word| !word.value.is_empty());
        let words = typed.words.iter().map(|word| word.value.clone()).chain(rest.map(|word| word.value));
        let line = Line { words: words.map(Into::into).collect(), cursor: typed.words.len() - 1 };
        Some((typed, line))
    }

    /// What bash puts in, of what can stand there.
    pub fn render(&self, candidates: &[CompletionCandidate]) -> String {
        let kept = self.words.last().map_or("", |word| &word.value[..self.kept]);
        let put = |candidate: &CompletionCandidate| {
            let value = candidate.get_value().to_str()?.strip_prefix(kept)?;
            Some(quoted(value, self.open))
        };
        candidates.iter().filter_map(put).collect::<Vec<_>>().join(BETWEEN)
    }
}

/// A value of which bash takes every character as it is, where a mark is open or none. In an interactive shell `!` is never safe
/// between double marks, and is put between two pairs of them.
fn quoted(value: &str, open: Quote) -> String {
    let mut quoted = String::with_capacity(value.len() + 8);
    for char in value.chars() {
        match open {
            Quote::Single if "'!".contains(char) => quoted.extend(["'\\", char.encode_utf8(&mut [0; 4]), "'"]),
            Quote::Double if char == '!' => quoted.push_str("\"\\!\""),
            Quote::Double if "$`\"\\".contains(char) => quoted.extend(['\\', char]),
            Quote::None if !(char.is_alphanumeric() || PLAIN.contains(char)) => quoted.extend(['\\', char]),
            _ => quoted.push(char),
        }
    }
    quoted
}

#[cfg(test)]
mod tests {
    use super::*;

    const BREAKS: &str = " \t\n\"'@><=;|&(:";

    fn typed(before: &str, behind: &str) -> (Typed, Line) {
        Typed::of(&[before, behind, BREAKS].map(Into::into)).expect("it can be known")
    }

    #[test]
    fn a_line_is_read_as_bash_reads_it() {
        let (at_the_value, line) = typed("fowlplay rule my\\ log.toml upkeep=2", "");
        assert_eq!(line.words, ["fowlplay", "rule", "my log.toml", "upkeep=2"]);
        assert_eq!((line.cursor, at_the_value.kept), (3, 7));
        assert_eq!(at_the_value.render(&["upkeep=20".into(), "upkeep=2 0".into()]), "20\u{b}2\\ 0");
        let (behind_the_mark, line) = typed("fowlplay new --rule upkeep=", " 'last one'");
        assert_eq!((line.cursor, behind_the_mark.kept), (3, 7));
        assert_eq!(line.words[4], "last one");
        let (in_quotes, line) = typed("fowlplay record game.toml \"Mary A", "nn: x\"");
        assert_eq!(in_quotes.render(&["Mary Ann:".into()]), "Mary Ann:");
        assert_eq!(line.words[3], "Mary A");
        assert_eq!(typed("fowlplay ", "").0.render(&["new".into(), "play".into()]), "new\u{b}play");
        // A mark that is opened within a word: bash replaces what stands behind it.
        let (within, line) = typed("fowlplay rule a.toml up\"keep=", "");
        assert_eq!((line.words[3].to_str(), within.render(&["upkeep=1".into()])), (Some("upkeep="), "keep=1".to_owned()));
        let (closed, line) = typed(r#"fowlplay check "a b"c\"d'e'@f"#, "");
        assert_eq!((line.words[2].to_str(), closed.open, closed.kept), (Some("a bc\"de@f"), Quote::None, 8));
    }

    #[test]
    fn nothing_is_told_where_a_word_says_what_only_bash_knows() {
        for before in ["fowlplay check $HO", "fowlplay check \"`ls", "fowlplay check ~/", "fowlplay check a>b", "fowlplay $'a"] {
            assert!(Typed::of(&[before, "", BREAKS].map(Into::into)).is_none(), "{before}");
        }
    }

    #[test]
    fn what_is_told_is_quoted_for_the_mark_that_is_open() {
        let value = "a$(x)`'\"\\!~{b,c} é*";
        let render = |before: &str| typed(before, "").0.render(&[value.into()]);
        assert_eq!(render("fowlplay check a"), "a\\$\\(x\\)\\`\\'\\\"\\\\\\!\\~\\{b,c\\}\\ é\\*");
        assert_eq!(render("fowlplay check 'a"), "a$(x)`'\\''\"\\'\\!'~{b,c} é*");
        assert_eq!(render("fowlplay check \"a"), "a\\$(x)\\`'\\\"\\\\\"\\!\"~{b,c} é*");
        // What was put in is read as that again.
        for (mark, end) in [("", ""), ("'", "'"), ("\"", "\"")] {
            let (_, line) = typed(&format!("fowlplay check {mark}{}{end}", render(&format!("fowlplay check {mark}a"))), "");
            assert_eq!(line.words[2], value);
        }
    }
}
