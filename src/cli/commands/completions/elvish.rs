//! Elvish passes words without their quotation marks, and quotes completions itself.

use clap_complete::engine::CompletionCandidate;

/// What elvish is told first.
const SCRIPT: &str = r"set edit:completion:arg-completer[NAME] = { |@words|
    env VARIABLE=elvish NAME -- $@words | from-lines
}";

/// What elvish is told, to complete a program's arguments by asking it.
pub fn registration(program: &str, variable: &str) -> String {
    SCRIPT.replace("NAME", program).replace("VARIABLE", variable)
}

/// What elvish is told of what can stand there: a line each.
pub fn render(candidates: &[CompletionCandidate]) -> String {
    candidates.iter().filter_map(|candidate| Some(format!("{}\n", candidate.get_value().to_str()?))).collect()
}
