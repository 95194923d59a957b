//! Bash parts words at `=` and `:` before a program sees them, and puts in what it is told as it is: here words are put together
//! again, and what is told is shortened to what bash puts in, and quoted.

use super::typed::Line;
use clap_complete::engine::CompletionCandidate;
use std::ffi::OsString;

/// What bash is told first. The words go over as bash parted them, and what can stand there comes back with `\v` between.
const SCRIPT: &str = r#"
_NAME() {
    COMPREPLY=()
    IFS=$'\v' read -r -d '' -a COMPREPLY < <(_CLAP_COMPLETE_INDEX="$COMP_CWORD" LINE="$COMP_LINE" VARIABLE=bash NAME -- "${COMP_WORDS[@]}" 2>/dev/null)
    if [[ ${#COMPREPLY[@]} -eq 1 && ${COMPREPLY[0]} == *[=/:] ]]; then
        compopt -o nospace 2>/dev/null
    fi
}
complete -o nosort -o bashdefault -F _NAME NAME 2>/dev/null || complete -o bashdefault -F _NAME NAME
"#;

/// The whole line, in the environment: it tells what stood together.
const LINE: &str = "FOWLPLAY_LINE";

/// What bash parts words at, of what stands in an argument of this program.
const PARTS: [char; 2] = ['=', ':'];

/// What bash gives a meaning to outside quotation marks.
const SPECIAL: &str = " \t\n\"'`\\$&|;<>()[]{}*?!#~";

/// What bash is told, to complete a program's arguments by asking it.
pub fn registration(program: &str, variable: &str) -> String {
    SCRIPT.replace("NAME", program).replace("VARIABLE", variable).replace("LINE=", &format!("{LINE}="))
}

/// A line as it was typed, of words as bash parted them.
pub struct Glued {
    /// The line.
    pub line: Line,
    /// So many bytes of the word at the cursor are left alone by bash.
    kept: usize,
    /// Whether a quotation mark is open at the cursor.
    is_quoted: bool,
}

impl Glued {
    /// Puts the words together.
    pub fn of(parted: Line) -> Self {
        let whole = std::env::var(LINE).unwrap_or_default();
        let (mut words, mut cursor): (Vec<OsString>, usize) = (Vec::new(), 0);
        for (index, word) in parted.words.into_iter().enumerate() {
            let is_one = |before: &OsString| {
                let (Some(before), Some(word)) = (before.to_str(), word.to_str()) else { return false };
                let is_parted = before.ends_with(PARTS) || word.starts_with(PARTS);
                is_parted && (whole.is_empty() || whole.contains(&format!("{before}{word}")))
            };
            match words.last_mut().filter(|before| is_one(before)) {
                Some(before) => before.push(word),
                None => words.push(word),
            }
            if index <= parted.cursor {
                cursor = words.len() - 1;
            }
        }
        let at = words.get(cursor).and_then(|word| word.to_str()).unwrap_or_default();
        let is_quoted = at.starts_with(['"', '\'']);
        let kept = if is_quoted { 0 } else { unquoted(at).rfind(PARTS).map_or(0, |mark| mark + 1) };
        let words = words.into_iter().map(|word| word.to_str().map(|word| unquoted(word).into()).unwrap_or(word)).collect();
        Self { line: Line { words, cursor }, kept, is_quoted }
    }

    /// What bash puts in, of what can stand there.
    pub fn told(&self, candidates: &[CompletionCandidate]) -> String {
        let put = |candidate: &CompletionCandidate| {
            let value = candidate.get_value().to_str()?.get(self.kept..)?;
            Some(if self.is_quoted { value.to_owned() } else { quoted(value) })
        };
        candidates.iter().filter_map(put).collect::<Vec<_>>().join("\u{b}")
    }
}

/// A word without quotation marks around it, or the one that it begins with, and without what quotes single characters.
fn unquoted(word: &str) -> String {
    match word.chars().next().filter(|mark| ['"', '\''].contains(mark)) {
        Some(mark) => word[1..].strip_suffix(mark).unwrap_or(&word[1..]).to_owned(),
        None => word.replace('\\', ""),
    }
}

/// A value of which bash takes every character as it is.
fn quoted(value: &str) -> String {
    value.chars().flat_map(|char| SPECIAL.contains(char).then_some('\\').into_iter().chain([char])).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn glued(words: &[&str], cursor: usize) -> Glued {
        Glued::of(Line { words: words.iter().map(Into::into).collect(), cursor })
    }

    #[test]
    fn what_bash_parted_stands_together_again() {
        let at_the_value = glued(&["fowlplay", "rule", "my\\ log.toml", "upkeep", "=", "2"], 5);
        assert_eq!(at_the_value.line.words, ["fowlplay", "rule", "my log.toml", "upkeep=2"]);
        assert_eq!((at_the_value.line.cursor, at_the_value.kept), (3, 7));
        assert_eq!(at_the_value.told(&["upkeep=20".into(), "upkeep=2 0".into()]), "20\u{b}2\\ 0");
        let behind_the_mark = glued(&["fowlplay", "new", "--rule", "upkeep", "="], 4);
        assert_eq!((behind_the_mark.line.cursor, behind_the_mark.kept), (3, 7));
        let in_quotes = glued(&["fowlplay", "record", "game.toml", "\"Mary A"], 3);
        assert_eq!(in_quotes.told(&["Mary Ann:".into()]), "Mary Ann:");
        assert_eq!(in_quotes.line.words[3], "Mary A");
        assert_eq!(glued(&["fowlplay", ""], 1).told(&["new".into(), "play".into()]), "new\u{b}play");
    }
}
