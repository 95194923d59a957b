//! Elvish passes words without their quotation marks, and quotes completions itself.

use clap_complete::engine::CompletionCandidate;

/// The registration script.
const SCRIPT: &str = r"set edit:completion:arg-completer[NAME] = { |@words|
    env VARIABLE=elvish NAME -- $@words | from-lines
}";

/// The script that makes elvish ask the program for completions.
pub fn registration(program: &str, variable: &str) -> String {
    SCRIPT.replace("NAME", program).replace("VARIABLE", variable)
}

/// Renders the completions, one a line.
pub fn render(candidates: &[CompletionCandidate]) -> String {
    candidates.iter().filter_map(|candidate| Some(format!("{}\n", candidate.get_value().to_str()?))).collect()
}
