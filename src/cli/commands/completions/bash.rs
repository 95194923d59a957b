//! Bash inserts completions unquoted, in place of what it takes for the end of the word. So this parses the line as bash does, cuts
//! each completion to the part that bash replaces, and quotes it for the open quotation mark.

use super::typed::Line;
use clap_complete::engine::CompletionCandidate;

/// The registration script. It passes the typed line before and after the cursor, and gets the candidates separated by `\v`.
pub const SCRIPT: &str = r#"
_fowlplay() {
    COMPREPLY=()
    IFS=$'\v' read -r -d '' -a COMPREPLY < <(FOWLPLAY_COMPLETE=bash fowlplay -- "${COMP_LINE:0:COMP_POINT}" "${COMP_LINE:COMP_POINT}" "$COMP_WORDBREAKS" 2>/dev/null)
    if [[ ${#COMPREPLY[@]} -eq 1 && ${COMPREPLY[0]} == *[=/:] ]]; then
        compopt -o nospace 2>/dev/null
    fi
}
complete -o nosort -o bashdefault -F _fowlplay fowlplay 2>/dev/null || complete -o bashdefault -F _fowlplay fowlplay
"#;

/// Separates the candidates.
const SEPARATOR: &str = "\u{b}";

/// Characters that need no quoting outside quotation marks, besides letters and digits.
const PLAIN: &str = "-_./,+=:@%";

/// The kind of quotation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Quote {
    None,
    Single,
    Double,
}

/// A word, as bash parses it.
#[derive(Default)]
struct Word {
    value: String,
    /// Whether the value is known: only bash can expand `$HOME`.
    is_known: bool,
}

/// A line up to the cursor.
pub struct Typed {
    words: Vec<Word>,
    /// The quotation that is open at the cursor.
    open: Quote,
    /// How many bytes of the last word's value bash keeps.
    kept: usize,
}

impl Typed {
    /// Parses a line; `breaks` are the characters at which bash splits a word to complete it.
    fn parse(text: &str, breaks: &str) -> Self {
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

    /// Parses the script's arguments: the line before the cursor, the line after it, and the breaks. None if the value of the word at the
    /// cursor is unknown.
    pub fn of(words: &[std::ffi::OsString]) -> Option<(Self, Line)> {
        let [before, after, breaks] = words else { return None };
        let (before, after) = (before.to_str()?, after.to_str()?);
        let typed = Self::parse(before, breaks.to_str()?);
        typed.words.last().filter(|word| word.is_known)?;
        // The rest of the word at the cursor is ignored.
        let rest = Self::parse(after, "").words.into_iter();
        let rest = rest.skip(usize::from(!after.starts_with(char::is_whitespace))).filter(|word| !word.value.is_empty());
        let words = typed.words.iter().map(|word| word.value.clone()).chain(rest.map(|word| word.value));
        let line = Line { words: words.map(Into::into).collect(), cursor: typed.words.len() - 1 };
        Some((typed, line))
    }

    /// The text that bash inserts for each candidate.
    pub fn render(&self, candidates: &[CompletionCandidate]) -> String {
        let kept = self.words.last().map_or("", |word| &word.value[..self.kept]);
        let insertion = |candidate: &CompletionCandidate| {
            let value = candidate.get_value().to_str()?.strip_prefix(kept)?;
            Some(quoted(value, self.open))
        };
        candidates.iter().filter_map(insertion).collect::<Vec<_>>().join(SEPARATOR)
    }
}

/// Quotes a value within the open quotation. In an interactive shell `!` is never safe between double quotation marks, so they are
/// closed around it.
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

    fn typed(before: &str, after: &str) -> (Typed, Line) {
        Typed::of(&[before, after, BREAKS].map(Into::into)).expect("it can be known")
    }

    #[test]
    fn a_line_is_read_as_bash_reads_it() {
        let (at_the_value, line) = typed("fowlplay rule my\\ log.toml upkeep=2", "");
        assert_eq!(line.words, ["fowlplay", "rule", "my log.toml", "upkeep=2"]);
        assert_eq!((line.cursor, at_the_value.kept), (3, 7));
        assert_eq!(at_the_value.render(&["upkeep=20".into(), "upkeep=2 0".into()]), "20\u{b}2\\ 0");
        let (after_the_break, line) = typed("fowlplay new --rule upkeep=", " 'last one'");
        assert_eq!((line.cursor, after_the_break.kept), (3, 7));
        assert_eq!(line.words[4], "last one");
        let (in_quotes, line) = typed("fowlplay record game.toml \"Mary A", "nn: x\"");
        assert_eq!(in_quotes.render(&["Mary Ann:".into()]), "Mary Ann:");
        assert_eq!(line.words[3], "Mary A");
        assert_eq!(typed("fowlplay ", "").0.render(&["new".into(), "play".into()]), "new\u{b}play");
        // A quotation that begins within a word: bash replaces the part after the mark.
        let (within, line) = typed("fowlplay rule a.toml up\"keep=", "");
        assert_eq!((line.words[3].to_str(), within.render(&["upkeep=1".into()])), (Some("upkeep="), "keep=1".to_owned()));
        let (closed, line) = typed(r#"fowlplay check "a b"c\"d'e'@f"#, "");
        assert_eq!((line.words[2].to_str(), closed.open, closed.kept), (Some("a bc\"de@f"), Quote::None, 8));
    }

    #[test]
    fn nothing_is_offered_for_a_word_that_only_bash_can_expand() {
        for before in ["fowlplay check $HO", "fowlplay check \"`ls", "fowlplay check ~/", "fowlplay check a>b", "fowlplay $'a"] {
            assert!(Typed::of(&[before, "", BREAKS].map(Into::into)).is_none(), "{before}");
        }
    }

    #[test]
    fn candidates_are_quoted_for_the_open_quotation() {
        let value = "a$(x)`'\"\\!~{b,c} é*";
        let render = |before: &str| typed(before, "").0.render(&[value.into()]);
        assert_eq!(render("fowlplay check a"), "a\\$\\(x\\)\\`\\'\\\"\\\\\\!\\~\\{b,c\\}\\ é\\*");
        assert_eq!(render("fowlplay check 'a"), "a$(x)`'\\''\"\\'\\!'~{b,c} é*");
        assert_eq!(render("fowlplay check \"a"), "a\\$(x)\\`'\\\"\\\\\"\\!\"~{b,c} é*");
        // The insertion parses back to the value.
        for (mark, end) in [("", ""), ("'", "'"), ("\"", "\"")] {
            let (_, line) = typed(&format!("fowlplay check {mark}{}{end}", render(&format!("fowlplay check {mark}a"))), "");
            assert_eq!(line.words[2], value);
        }
    }
}
