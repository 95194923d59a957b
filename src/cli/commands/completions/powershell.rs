//! PowerShell replaces the whole word, with its quotation marks, by the unchanged completion, so completions are quoted here.

use clap_complete::engine::CompletionCandidate;
use std::ffi::OsString;

/// The registration script. It evaluates nothing that was typed. It passes the words in the environment, because older versions drop
/// empty arguments and quotation marks.
pub const SCRIPT: &str = r#"
Register-ArgumentCompleter -Native -CommandName fowlplay -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)

    $typed = @($commandAst.CommandElements | Where-Object { $_.Extent.StartOffset -lt $cursorPosition } | ForEach-Object {
        if ($_ -is [System.Management.Automation.Language.StringConstantExpressionAst]) { $_.Value } else { $_.Extent.Text }
    });
    if ($wordToComplete -eq "") {
        $typed += "";
    }

    $before = $env:FOWLPLAY_COMPLETE;
    $env:FOWLPLAY_COMPLETE = "powershell";
    $env:FOWLPLAY_WORDS = $typed -join "`v";
    $render = @(fowlplay --);
    $env:FOWLPLAY_COMPLETE = $before;
    $env:FOWLPLAY_WORDS = $null;
    $render | Where-Object { $_ } | ForEach-Object {
        $text, $shown, $meaning = $_.Split("`t");
        [System.Management.Automation.CompletionResult]::new($text, $shown, 'ParameterValue', $meaning)
    }
};
"#;

/// The environment variable with the typed words.
const WORDS: &str = "FOWLPLAY_WORDS";

/// Separates them.
const SEPARATOR: char = '\u{b}';

/// Characters that need no quoting, besides letters and digits.
const PLAIN: &str = "-_./\\+=:";

/// The characters that PowerShell treats as a single quotation mark.
const SINGLE: [char; 5] = ['\'', '\u{2018}', '\u{2019}', '\u{201a}', '\u{201b}'];

/// The typed words.
pub fn typed() -> Vec<OsString> {
    std::env::var(WORDS).unwrap_or_default().split(SEPARATOR).map(Into::into).collect()
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

/// Quotes a value. None if it has a double quotation mark: before version 7.3 no quoting passes one to a program.
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
    fn candidates_are_quoted_as_powershell_requires() {
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
            // PowerShell treats all of these as the same mark.
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
        assert!(!SCRIPT.contains("Invoke-Expression"), "{SCRIPT}");
        let render = render(&["a b".into(), CompletionCandidate::new("1.1").help(Some("Ada: draw".into()))]);
        assert_eq!(render, "'a b'\ta b\ta b\n1.1\t1.1\tAda: draw\n");
    }
}
