//! Fish passes the word at the cursor as typed, so this parses it as fish does. Fish quotes completions itself, for the open quotation
//! mark.

use clap_complete::engine::CompletionCandidate;

/// The registration script.
pub const SCRIPT: &str = "complete --keep-order --exclusive --command fowlplay --arguments \"(FOWLPLAY_COMPLETE=fish fowlplay -- (commandline \
                      --current-process --tokenize --cut-at-cursor) (commandline --current-token --cut-at-cursor))\"";

/// Renders the completions, one a line: the value, a tab, and its description.
pub fn render(candidates: &[CompletionCandidate]) -> String {
    let line = |candidate: &CompletionCandidate| {
        let value = candidate.get_value().to_str()?;
        let meaning = candidate.get_help().map(|help| format!("\t{help}"));
        Some(format!("{value}{}\n", meaning.unwrap_or_default()))
    };
    candidates.iter().filter_map(line).collect()
}

/// The value of a word whose last quotation may still be open.
pub fn unquoted(word: &str) -> String {
    let (mut value, mut open) = (String::with_capacity(word.len()), None);
    let mut chars = word.chars().peekable();
    while let Some(char) = chars.next() {
        match (open, char) {
            (None, '\'' | '"') => open = Some(char),
            (Some(mark), _) if mark == char => open = None,
            (None, '\\') => value.extend(chars.next()),
            (Some(mark), '\\') => {
                let is_quoted = |next: &char| *next == mark || *next == '\\' || (mark == '"' && *next == '$');
                value.push(chars.next_if(is_quoted).unwrap_or(char));
            }
            _ => value.push(char),
        }
    }
    value
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_is_read_as_fish_reads_it() {
        for (word, value) in [
            ("plain", "plain"),
            (r"a\ b\$c", "a b$c"),
            (r"'a $(x) \' \\ \n", r"a $(x) ' \ \n"),
            (r#""a \$(x) \" ' \n"#, r#"a $(x) " ' \n"#),
            (r#"a"b c"'d e'f"#, "ab cd ef"),
        ] {
            assert_eq!(unquoted(word), value);
        }
    }
}
