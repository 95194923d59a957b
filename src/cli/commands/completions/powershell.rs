//! PowerShell replaces the whole word, with its quotation marks, by a completion as it is: so completions are quoted here.

use clap_complete::engine::CompletionCandidate;
use std::ffi::OsString;

/// The registration script. Nothing of what was typed is evaluated. The words go over in the environment: older ones lose
/// empty arguments, and quotation marks within them.
const SCRIPT: &str = r#"
Register-ArgumentCompleter -Native -CommandName NAME -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)

    $typed = @($commandAst.CommandElements | Where-Object { $_.Extent.StartOffset -lt $cursorPosition } | ForEach-Object {
        if ($_ -is [System.Management.Automation.Language.StringConstantExpressionAst]) { $_.Value } else { $_.Extent.Text }
    });
    if ($wordToComplete -eq "") {
        $typed += "";
    }

    $before = $env:VARIABLE;
    $env:VARIABLE = "powershell";
    $env:WORDS = $typed -join "`v";
    $render = @(NAME --);
    $env:VARIABLE = $before;
    $env:WORDS = $null;
    $render | Where-Object { $_ } | ForEach-Object {
        $text, $shown, $meaning = $_.Split("`t");
        [System.Management.Automation.CompletionResult]::new($text, $shown, 'ParameterValue', $meaning)
    }
};
"#;

/// The words that were typed, in the environment.
const WORDS: &str = "FOWLPLAY_WORDS";

/// What stands between them.
const BETWEEN: char = '\u{b}';

/// What PowerShell takes as it is, beside letters and digits.
const PLAIN: &str = "-_./\\+=:";

/// What it takes for a single quotation mark.
const SINGLE: [char; 5] = ['\'', '\u{2018}', '\u{2019}', '\u{201a}', '\u{201b}'];

/// The script that makes PowerShell ask the program for completions.
pub fn registration(program: &str, variable: &str) -> String {
    SCRIPT.replace("NAME", program).replace("VARIABLE", variable).replace("WORDS", WORDS)
}

/// The words that were typed.
pub fn typed() -> Vec<OsString> {
    std::env::var(WORDS).unwrap_or_default().split(BETWEEN).map(Into::into).collect()
}

/// Renders the completions, one a line: the text to insert, the text to show, and its description.
pub fn render(candidates: &[CompletionCandidate]) -> String {
    let line = |candidate: &CompletionCandidate| {
        let value = candidate.get_value().to_str()?;
        let meaning = candidate.get_help().map_or_else(|| value.to_owned(), ToString::to_string);
        Some(format!("{}\t{value}\t{meaning}\n", quoted(value)?))
    };
    candidates.iter().filter_map(line).collect()
}

/// A value of which PowerShell takes every character as it is. None for what has a double quotation mark in it: before 7.3 a program
/// gets something else, whatever quotes it.
fn quoted(value: &str) -> Option<String> {
    if value.contains('"') {
        return None;
    }
    if value.chars().all(|char| char.is_alphanumeric() || PLAIN.contains(char)) {
        return Some(value.to_owned());
    }
    let doubled = value.chars().flat_map(|char| [Some(char), Some(char).filter(|char| SINGLE.contains(char))]);
    Some(format!("'{}'", doubled.flatten().collect::<String>()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_told_is_quoted_by_the_rule_of_powershell() {
        for (value, put) in [
            ("game.toml", Some("game.toml")),
            ("--first", Some("--first")),
            ("upkeep=18", Some("upkeep=18")),
            (".\\shelf\\Ødegård.toml", Some(".\\shelf\\Ødegård.toml")),
            ("Mary Ann:", Some("'Mary Ann:'")),
            ("$(touch pwn).toml", Some("'$(touch pwn).toml'")),
            ("`a;b|c&d", Some("'`a;b|c&d'")),
            ("@a,b{c}#d~*", Some("'@a,b{c}#d~*'")),
            ("it's", Some("'it''s'")),
            // Of these PowerShell takes each for the same mark.
            (
                "a\u{2018}b\u{2019}c\u{201a}d\u{201b}",
                Some("'a\u{2018}\u{2018}b\u{2019}\u{2019}c\u{201a}\u{201a}d\u{201b}\u{201b}'"),
            ),
            ("a\"; b", None),
        ] {
            assert_eq!(quoted(value).as_deref(), put, "{value}");
        }
    }

    #[test]
    fn nothing_that_was_typed_is_evaluated() {
        let script = registration("fowlplay", "FOWLPLAY_COMPLETE");
        assert!(!script.contains("Invoke-Expression"), "{script}");
        let render = render(&["a b".into(), CompletionCandidate::new("1.1").help(Some("Ada: draw".into()))]);
        assert_eq!(render, "'a b'\ta b\ta b\n1.1\t1.1\tAda: draw\n");
    }
}
