//! The zsh registration script: as in bash no blank follows `title=` or `Ada:`, where more is to be typed, and the first
//! completion works too. Zsh quotes completions itself, for the quotation mark that is open.

use clap_complete::engine::CompletionCandidate;

/// The file that zsh finds on its `fpath` and reads when it is first asked; it may be sourced, too. The words go over without their
/// quotation marks, of that at the cursor what stands before it.
const SCRIPT: &str = r#"#compdef NAME
_NAME() {
    local -a typed=("${(@Q)words}")
    typed[CURRENT]=${(Q)PREFIX}
    local -a told=("${(@f)$(_CLAP_COMPLETE_INDEX=$((CURRENT - 1)) VARIABLE=zsh NAME -- "${(@)typed}" 2>/dev/null)}")
    local -a folders=() begun=() whole=()
    local one value
    for one in $told; do
        # Behind the first colon that isn't quoted stands what the value is.
        value=${one//\\:/$'\v'}
        value=${value%%:*}
        case $value in
            */) folders+=("${one%/}");;
            *[=$'\v']) begun+=("$one");;
            *) whole+=("$one");;
        esac
    done
    [[ -n $folders ]] && _describe -V 'values' folders -S '/' -r '/'
    [[ -n $begun ]] && _describe -V 'values' begun -S ''
    [[ -n $whole ]] && _describe -V 'values' whole
}
if [[ $funcstack[1] == _NAME ]]; then _NAME "$@"; else compdef _NAME NAME; fi
"#;

/// The script that makes zsh ask the program for completions.
pub fn registration(program: &str, variable: &str) -> String {
    SCRIPT.replace("NAME", program).replace("VARIABLE", variable)
}

/// Renders the completions, one a line: the value and its description.
pub fn render(candidates: &[CompletionCandidate]) -> String {
    let line = |candidate: &CompletionCandidate| {
        let value = candidate.get_value().to_str()?.replace('\\', "\\\\").replace(':', "\\:");
        let meaning = candidate.get_help().map(|help| format!(":{}", help.to_string().replace('\\', "\\\\")));
        Some(value + &meaning.unwrap_or_default())
    };
    candidates.iter().filter_map(line).collect::<Vec<_>>().join("\n")
}
