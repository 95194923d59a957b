//! The zsh registration script. As in bash, no space follows `title=` or `Ada:`, which are incomplete, and the first completion works
//! too. Zsh quotes completions itself, for the open quotation mark.

use clap_complete::engine::CompletionCandidate;

/// The file that zsh finds on its `fpath` and loads at the first completion; it may also be sourced. It passes the words unquoted, and
/// only the part before the cursor of the word there.
pub const SCRIPT: &str = r#"#compdef fowlplay
_fowlplay() {
    local -a typed=("${(@Q)words}")
    typed[CURRENT]=${(Q)PREFIX}
    local -a candidates=("${(@f)$(_CLAP_COMPLETE_INDEX=$((CURRENT - 1)) FOWLPLAY_COMPLETE=zsh fowlplay -- "${(@)typed}" 2>/dev/null)}")
    local -a folders=() partial=() complete=()
    local one value
    for one in $candidates; do
        # The description follows the first unquoted colon.
        value=${one//\\:/$'\v'}
        value=${value%%:*}
        case $value in
            */) folders+=("${one%/}");;
            *[=$'\v']) partial+=("$one");;
            *) complete+=("$one");;
        esac
    done
    [[ -n $folders ]] && _describe -V 'values' folders -S '/' -r '/'
    [[ -n $partial ]] && _describe -V 'values' partial -S ''
    [[ -n $complete ]] && _describe -V 'values' complete
}
if [[ $funcstack[1] == _fowlplay ]]; then _fowlplay "$@"; else compdef _fowlplay fowlplay; fi
"#;

/// Renders the completions, one a line: the value and its description.
pub fn render(candidates: &[CompletionCandidate]) -> String {
    let line = |candidate: &CompletionCandidate| {
        let value = candidate.get_value().to_str()?.replace('\\', "\\\\").replace(':', "\\:");
        let meaning = candidate.get_help().map(|help| format!(":{}", help.to_string().replace('\\', "\\\\")));
        Some(value + &meaning.unwrap_or_default())
    };
    candidates.iter().filter_map(line).collect::<Vec<_>>().join("\n")
}
