//! What is asked of tables (`asked.rs`), answered by the referee.

use crate::{
    asked::{Question, each, questions, written_out},
    judged::{self, Table},
};
use std::{fs, path::Path, thread};

/// Tests whose tables stand in a file of cases, each under its name.
macro_rules! tables {
    ($file:literal: $(fn $name:ident;)*) => {
        $(#[test]
        fn $name() {
            crate::tables::ask($file, stringify!($name));
        })*

        #[test]
        fn every_heading_is_a_test() {
            assert_eq!(crate::asked::headings($file), [$(stringify!($name)),*]);
        }
    };
}
pub(crate) use tables;

/// Where something is asked, said if the answer is another.
struct Asked<'a>(&'a str, usize);

impl Drop for Asked<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            eprintln!("asked at {}:{}", self.0, self.1);
        }
    }
}

/// Asks everything that stands under a heading of a file.
pub fn ask(file: &str, name: &str) {
    let mut count = 0;
    each(file, name, |number, log, found, question| {
        let _at = Asked(file, number);
        let table = Table::of(log);
        assert_eq!(table.findings().join("; "), found, "what is found");
        answer(&table, question);
        count += 1;
    });
    assert!(count > 0, "{file}: nothing is asked under [{name}]");
}

/// Asks what stands between the lines of a log, and says how much that is.
pub fn ask_log(path: &str, text: &str) -> usize {
    let whole = Table::of(text);
    let all = questions(text);
    for (number, place, question) in &all {
        let _at = Asked(path, *number);
        let then = whole.0.before_line(*place).unwrap_or_else(|refusal| panic!("{place}: {refusal}"));
        answer(&Table(then), *question);
    }
    all.len()
}

/// What stands between strokes; `nothing` is an empty list.
fn list(text: &str) -> Vec<&str> {
    text.split(" / ").filter(|item| *item != "nothing").collect()
}

/// Whether each of these parts stands in one of the texts, one behind the other; for `nothing` there are none.
fn told(texts: &[String], parts: &str) {
    assert_eq!(texts.is_empty(), parts == "nothing", "{texts:#?}");
    let mut left = texts.iter();
    for part in list(parts) {
        assert!(!part.is_empty() && left.any(|text| text.contains(part)), "{part} is not in {texts:#?}");
    }
}

/// Whether these parts stand in a text, one behind the other.
fn stands(text: &str, parts: &str) {
    assert_eq!(text.is_empty(), parts == "nothing", "{text}");
    let mut rest = text;
    for part in list(parts) {
        let at = Some(part).filter(|part| !part.is_empty()).and_then(|part| rest.find(part));
        rest = &rest[at.unwrap_or_else(|| panic!("{part} does not stand in its place in {text}"))..];
    }
}

/// Counts a bird of an emu game alone: `total 10 / points -8 / clause 6.2`, and what pays for it.
fn bird(table: &Table, cards: &str, says: &str) {
    let texts = [&format!("Ada: {cards}"), "Bo:", "Cy:"];
    let players = table.0.players().count();
    let sheet =
        judged::counted(table.0.book().game, &[], &texts[..players]).unwrap_or_else(|verdict| panic!("{}", verdict.message));
    let [item] = &sheet.players[0].rounds[0].items[..] else { panic!("{cards} is one bird") };
    for (key, value) in list(says).iter().map(|said| said.split_once(' ').expect("what, and how much")) {
        let is = match key {
            "points" => item.points.to_string().replace('−', "-"),
            "clause" => item.clause.to_string().split('-').nth(1).expect("a number").to_owned(),
            _ => item.details.iter().find(|(name, _)| *name == key).map(|(_, is)| is.to_string()).expect("a detail of a bird"),
        };
        assert_eq!(is, value, "{key} of {cards}");
    }
}

/// What a position is taken for, its parts with `//` between two, and all that is worked out; or why it is refused.
fn lies(table: &Table, parts: &str) -> Result<String, String> {
    let names = table.0.players().names().iter().map(String::as_str).chain(["table"]);
    let parts = names.zip(parts.split("//").map(str::trim)).filter(|(name, part)| *name != "table" || !part.is_empty());
    let line = parts.fold("position".to_owned(), |line, (name, part)| format!("{line} \"{name}: {part}\""));
    let tried = table.0.try_line(&line).map_err(|refusal| refusal.to_string())?;
    if let (Some(kind), clause) = (tried[0].1.kind, tried[0].1.clause.as_deref()) {
        return Err(format!("{kind} {}: {}", clause.unwrap_or_default(), tried[0].1.message));
    }
    let parts = table.records(&[&line]).0.position(true).expect("a turn begins").parts;
    Ok(parts.iter().map(|part| part.split_once(": ").map_or("", |(_, part)| part)).collect::<Vec<_>>().join(" // "))
}

/// Asks a table a question. A word that is not understood is a failure.
fn answer(table: &Table, question: Question<'_>) {
    let Question { word, of, says, .. } = question;
    let text = &*written_out(question.text);
    let player = || table.0.players().names().iter().position(|name| name == of).expect("a player's name");
    let ruled = |rules: &str| if rules.is_empty() { "none".to_owned() } else { rules.to_owned() };
    match word {
        "legal" | "illegal" | "impossible" => {
            for line in list(text) {
                match word {
                    "legal" => table.allows(line),
                    "illegal" => table.forbids(line, of, says),
                    _ => table.excludes(line, of, says),
                };
            }
        }
        "lies" => {
            let taken = lies(table, text).unwrap_or_else(|refused| panic!("{text}: {refused}"));
            assert!(says.is_empty() || taken == if says == "same" { text } else { says }, "{text}: {taken}");
        }
        "refused" => {
            let refused = lies(table, text).expect_err(text);
            assert!(!says.is_empty() && refused.contains(says), "{text}: {refused}");
        }
        "found" => assert_eq!(table.findings().join("; "), text),
        "says" => {
            assert!(!text.is_empty() && table.0.findings().iter().any(|found| found.verdict.message.contains(text)), "{text}");
        }
        "rule" => assert_eq!(ruled(&table.rule().unwrap_or_default()), text),
        "decided" => assert_eq!(ruled(&table.decided(text)), says),
        "open" => assert_eq!(table.open(), list(text)),
        "only" => assert_eq!(table.legal(), list(text)),
        "lists" => told(&table.legal(), text),
        "instead" => assert_eq!(table.verdict(text).alternatives, list(says)),
        "asks" => assert_eq!(table.asks(text), list(says)),
        "misread" => told(&[table.misreads(text)], says),
        "part" => assert_eq!(table.misread_part(text), says),
        "writes" => assert_eq!(table.writes(text), says),
        "acts" => assert_eq!(table.acts(text), list(says)),
        "tells" => told(&table.tells(&list(text)), says),
        "proves" => told(&table.proves(&list(text)), says),
        "elsewhere" => assert_eq!(table.elsewhere(text), list(says)),
        "shows" => stands(&table.zones(), text),
        "remembers" => stands(&table.memory(), text),
        "offers" => told(&table.options(), text),
        "quotes" => stands(&table.quotes(of), text),
        "notes" => told(&table.sheet().notes, text),
        "score" => assert_eq!(judged::score(&table.sheet()), text),
        "won" => assert_eq!(table.winners().join(", "), text.replace("nobody", "")),
        "over" => assert_eq!(if table.is_over() { "yes" } else { "no" }, text),
        "counts" => assert_eq!(table.items(0, player()), text),
        "bird" => bird(table, of, text),
        "state" => assert_eq!(table.at(of).to_string(), text),
        "has" => assert_eq!(crate::piepmatz::table::has(table, player()), text),
        "perch" => assert_eq!(crate::piepmatz::table::perch(table, of.parse().expect("a perch")), text),
        "slots" => assert_eq!(crate::piepmatz::table::slots(table), text),
        "lying" => assert_eq!(table.lying(), text),
        "order" => assert_eq!(crate::eggs_and_empires::table::order(table), text),
        _ => panic!("`{word}` asks nothing that is understood"),
    }
}

#[test]
#[should_panic(expected = "`leagl` asks nothing that is understood")]
fn a_word_that_is_not_understood_is_a_failure() {
    let log = fs::read_to_string(Path::new(crate::ROOT).join("tests/logs/blulu/no-deal.toml")).expect("a log");
    ask_log("a log", &log.replacen("  \"", "  #? leagl: Bo: trail 2MK 3MW\n  \"", 1));
}

#[test]
#[should_panic(expected = "nothing is asked under [no_such_heading]")]
fn a_heading_under_which_nothing_is_asked_is_a_failure() {
    ask("emu_ranchers/birds", "no_such_heading");
}
