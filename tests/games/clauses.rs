//! Every clause of every rule book has tests that bear its id: one for what it forbids, one for what it allows.

use fowlplay::{
    referee,
    table::{AllowedValues, Book, RuleSettings, RuleValue, TableRule},
};
use std::{
    fs,
    path::{Path, PathBuf},
};

/// The text of every source file and file of cases below a folder.
fn sources(folder: &Path) -> String {
    let entries = fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let text = |path: &Path| match path.extension() {
        _ if path.is_dir() => sources(path),
        Some(end) if end == "rs" || end == "tables" => {
            fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
        }
        _ => String::new(),
    };
    entries.map(|entry| text(&entry.expect("an entry of the folder").path())).collect()
}

#[test]
fn every_clause_has_two_tests() {
    let root = Path::new(crate::ROOT);
    let text = sources(&root.join("src")) + &sources(&root.join("tests"));
    let tests = text.split("#[test]").skip(1).filter_map(|test| test.split_once("fn ")?.1.split('(').next());
    // Each heading of a file of cases is a test.
    let of_tables = text.lines().filter_map(|line| line.strip_prefix('[')?.strip_suffix(']'));
    let tests: Vec<&str> = tests.chain(of_tables).collect();
    let missing: Vec<String> = referee::books()
        .flat_map(Book::clauses)
        .map(|clause| clause.id.to_string())
        .filter(|id| {
            let name = id.to_lowercase().replace(['-', '.'], "_");
            // `tb_1`, alone or before `_`; not `tb_10`.
            let bears =
                |test: &&&str| test.strip_prefix(name.as_str()).is_some_and(|rest| rest.is_empty() || rest.starts_with('_'));
            tests.iter().filter(bears).count() < 2
        })
        .collect();
    assert!(missing.is_empty(), "no two tests bear the ids {}", missing.join(", "));
}

/// The files that may say what a clause does: not those that declare it or put it into words.
fn rules_of(folder: &Path) -> String {
    let entries = fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let paths = entries.map(|entry| entry.expect("an entry of the folder").path());
    let names_a_rule =
        |path: &PathBuf| path.is_file() && !["book.rs", "words.rs", "view.rs"].iter().any(|other| path.ends_with(other));
    paths.filter(names_a_rule).map(|path| fs::read_to_string(&path).expect("a file of the crate")).collect()
}

#[test]
fn every_clause_is_cited_where_it_is_judged_applied_scored_or_set_up() {
    let root = Path::new(crate::ROOT).join("src");
    let shared = rules_of(&root.join("table"));
    for book in referee::books() {
        let emu = if book.game.starts_with("emu") { rules_of(&root.join("emu")) } else { String::new() };
        let text = rules_of(&root.join("games").join(book.game.replace('-', "_"))) + &emu + &shared;
        // `ER-4.1`, not `ER-4.12`; `TB-1`, not `TB-1.2`.
        let ends = |rest: &str| !rest.starts_with(|next: char| next.is_ascii_digit());
        let is_cited = |id: &String| text.split(id.as_str()).skip(1).any(ends);
        let uncited: Vec<String> = book.clauses().map(|clause| clause.id.to_string()).filter(|id| !is_cited(id)).collect();
        assert!(uncited.is_empty(), "{}: no file that does it cites {}", book.game, uncited.join(", "));
    }
}

/// Values that a rule may have: every word, and of a range its ends.
fn values(rule: &TableRule) -> Vec<RuleValue> {
    let numbers = match rule.values {
        AllowedValues::Word(words) => (0..words.len()).map(|nth| u16::try_from(nth).expect("few words")).collect(),
        AllowedValues::Whole { default, least, most } => vec![default, least, most],
        AllowedValues::OneOf(numbers) => numbers.to_vec(),
        AllowedValues::Flag { .. } => vec![0, 1],
    };
    numbers.into_iter().map(|number| rule.values.write(number)).collect()
}

#[test]
fn every_brace_of_a_clause_names_a_rule_and_a_value_that_there_are() {
    for book in referee::books() {
        for (rule, value) in book.rules.iter().flat_map(|rule| values(rule).into_iter().map(move |value| (rule, value))) {
            let mut rules = RuleSettings::defaults(book);
            rules.set(book, rule.key, &value).expect("a value of the rule");
            for clause in book.clauses() {
                let text = book.text_of(clause, &rules);
                assert!(!text.contains(['{', '}']), "{} under {} = {value}: {text}", clause.id, rule.key);
            }
        }
    }
}

#[test]
fn every_book_says_what_is_asked_of_every_game() {
    for book in referee::books() {
        let said = [
            book.title,
            book.designer,
            book.about,
            book.first_role,
            book.card_notation,
            book.tally_part_noun,
            book.tally_example,
        ];
        assert!(said.iter().all(|text| !text.is_empty()), "{}: {said:?}", book.game);
    }
}

/// The columns of two lines of a verdict.
const TWO_LINES: usize = 145;

#[test]
fn the_first_sentence_of_a_clause_fits_a_verdict() {
    for book in referee::books() {
        for (rule, value) in book.rules.iter().flat_map(|rule| values(rule).into_iter().map(move |value| (rule, value))) {
            let mut rules = RuleSettings::defaults(book);
            rules.set(book, rule.key, &value).expect("a value of the rule");
            for clause in book.clauses() {
                let first = book.first_sentence_of(clause, &rules);
                let length = first.chars().count();
                assert!(
                    length <= TWO_LINES && first.ends_with('.'),
                    "{} under {} = {value}: {length}: {first}",
                    clause.id,
                    rule.key
                );
            }
        }
    }
}
