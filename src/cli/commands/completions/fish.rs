//! Fish passes the word at the cursor as it was typed, so it is parsed here as fish parses it. Fish quotes completions itself,
//! for the quotation mark that is open.

use clap_complete::engine::CompletionCandidate;

/// The registration script.
const SCRIPT: &str = "complete --keep-order --exclusive --command NAME --arguments \"(VARIABLE=fish NAME -- (commandline \
                      --current-process --tokenize --cut-at-cursor) (commandline --current-token --cut-at-cursor))\"";

/// The script that makes fish ask the program for completions.
pub fn registration(program: &str, variable: &str) -> String {
    SCRIPT.replace("NAME", program).replace("VARIABLE", variable)
}

/// Renders the completions, one a line: the value, a tab, and its description.
pub fn render(candidates: &[CompletionCandidate]) -> String {
    let line = |candidate: &CompletionCandidate| {
        let value = candidate.get_value().to_str()?;
        let meaning = candidate.get_help().map(|help| format!("\t{help}"));
        Some(format!("{value}{}\n", meaning.unwrap_or_default()))
    };
    candidates.iter().filter_map(line).collect()
}

/// What a word says whose last quotation mark may still be open.
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
