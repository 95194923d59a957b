//! What the program says of the logs in `tests/logs`, word for word: every verdict, and of the steps read back and of what
//! followed from them one of each kind, in one text a game (`tests/wording`).
//!
//! After a change that is meant, the texts are written anew: `INSTA_UPDATE=always cargo test --test games wording::`.

use fowlplay::{
    log::{Log, Place},
    referee::{self, Finding, Referee},
    table::{Consequence, RuleInForce},
};
use std::{
    collections::BTreeSet,
    fmt::Write as _,
    fs,
    path::{Path, PathBuf},
};

/// The logs of each game, in the order of their names.
fn games() -> Vec<(String, Vec<PathBuf>)> {
    let sorted = |folder: &Path| {
        let paths = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
        paths.collect::<BTreeSet<_>>()
    };
    let folder = Path::new(crate::ROOT).join("tests/logs");
    sorted(&folder).into_iter().map(|game| (name(&game), sorted(&game).into_iter().collect())).collect()
}

fn name(path: &Path) -> String {
    path.file_name().expect("a name").to_string_lossy().into_owned()
}

fn ruled(rule: Option<&RuleInForce>) -> String {
    rule.map(|rule| format!(", {} = {}", rule.key, rule.value)).unwrap_or_default()
}

/// A verdict with everything that is said of it.
fn verdict(log: &str, finding: &Finding) -> String {
    let said = &finding.verdict;
    let mut text = format!(
        "\n{log} {}, step {}: {} {}\n  {}: {}\n",
        finding.place(),
        finding.step,
        finding.kind,
        said.clause.as_deref().unwrap_or("?"),
        finding.text,
        said.message
    );
    if !said.instead().is_empty() {
        let _ = writeln!(text, "  instead: {}", said.instead().join(" | "));
    }
    text.extend(said.house_rule().map(|rule| format!("  {rule}\n")));
    text.extend(said.elsewhere.iter().map(|line| format!("  {}: {}\n", line.place, line.text)));
    text
}

/// A text without its names, cards and numbers: they are capitals and digits.
fn kind(text: &str) -> String {
    let is_plain = |word: &str| !word.chars().any(|char| char.is_uppercase() || char.is_numeric());
    let mut words: Vec<&str> = text.split_whitespace().map(|word| if is_plain(word) { word } else { "…" }).collect();
    words.dedup();
    words.join(" ")
}

/// What is said of each line of a log, as far as nothing of the kind was `said` before.
fn explained(log: &str, referee: &dyn Referee, said: &mut BTreeSet<String>) -> String {
    let mut text = String::new();
    for (round, number) in referee.log().rounds().iter().zip(1..) {
        for line in 0..=u32::try_from(round.lines.len()).expect("few") + 1 {
            let place = Place::new(number, line);
            let Ok(why) = referee.why(Some(place)) else { continue };
            for step in why.steps {
                let mut is_new = |text: &str| said.insert(kind(text));
                let told = |telling: &Consequence| {
                    let aloud = if telling.aloud { "" } else { " on request" };
                    format!("    {} ({}{}{aloud})\n", telling.text, telling.clause, ruled(telling.rule.as_ref()))
                };
                let consequences: String = step.consequences.iter().filter(|telling| is_new(&telling.text)).map(told).collect();
                if is_new(&step.description) || !consequences.is_empty() {
                    let _ = write!(text, "\n{log} {place}, {}\n  {}\n{consequences}", step.step, step.description);
                }
            }
        }
    }
    text
}

#[test]
fn verdicts_and_consequences_are_told_in_these_words() {
    let games = games();
    assert_eq!(games.len(), 5, "a folder of logs for each game");
    for (game, logs) in games {
        assert!(logs.len() > 20, "{game}");
        let (mut verdicts, mut consequences, mut said) = (String::new(), String::new(), BTreeSet::new());
        for path in logs {
            let log = Log::parse(fs::read_to_string(&path).expect("a log")).expect("a log");
            let referee = referee::open(log).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
            let log = name(&path);
            let log = log.trim_end_matches(".toml");
            verdicts.extend(referee.findings().iter().map(|finding| verdict(log, finding)));
            consequences += &explained(log, &*referee, &mut said);
        }
        insta::with_settings!({ snapshot_path => "wording", prepend_module_to_snapshot => false, omit_expression => true }, {
            insta::assert_snapshot!(game, format!("# Verdicts\n{verdicts}\n# Consequences\n{consequences}"));
        });
    }
}
