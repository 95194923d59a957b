//! Elvish passes words without their quotation marks, and quotes completions itself.

use clap_complete::engine::CompletionCandidate;

/// The registration script.
pub const SCRIPT: &str = r"set edit:completion:arg-completer[fowlplay] = { |@words|
    env FOWLPLAY_COMPLETE=elvish fowlplay -- $@words | from-lines
}";

/// Renders the completions, one a line.
pub fn render(candidates: &[CompletionCandidate]) -> String {
    candidates.iter().filter_map(|candidate| Some(format!("{}\n", candidate.get_value().to_str()?))).collect()
}
