//! What is asked of tables (`asked.rs`), answered by the referee.
//!
//! Most words say themselves what they ask: `answer` has all of them. In what is listed, ` / ` stands between two texts, `without …` is a
//! text that may not be there, and `nothing` an empty list; ` // ` stands between the parts of a position or a tally, the texts of a
//! dispute, and lines that are typed one instead of another.
//!
//! | word | asks |
//! |---|---|
//! | `unread: WHY` | that the log can't be read |
//! | `writes: TYPED -- STEPS`, `records: TYPED -- LINES`, `refuses: TYPED -- WHY` | for what is typed: the steps, the lines of the log, the refusal |
//! | `counted: PARTS -- SCORE / NOTES`, `uncounted: PARTS -- WHY` | for a tally with no log, under the table's rules and with its cards |
//! | `judged [CLAUSE]: TEXTS -- SAYS`, `unjudged: TEXTS -- WHY` | for a dispute: legal, or foul by the clause; `first NAME` may stand before the texts |
//! | `depends: TEXTS -- VALUES` | for the values that are shown with a dispute's verdict |
//! | `why NAME: ITEMS` | for a player's items: `cards 0 (BL-4.2): 3 cards captured; the share is 18 [captured 3, share 18]` |
//! | `explains: TOLD` | for what the last line, or the tally, brought about |
//! | `missing: LINES -- FOUND` | for the missing turn that is found where the table lies as after these lines |

use crate::{
    asked::{
        Question, each, questions,
        sections::{At, differs},
        written_out,
    },
    judged::{self, Table},
};
use fowlplay::{
    referee::{Dispute, DisputeResult, Games, NewGame, Refusal},
    table::{Item, Sheet},
};
use serde_json::Value;
use std::{fs, iter, path::Path};

/// Asks everything that stands under a heading of a file.
pub fn ask(file: &str, name: &str) {
    let (path, mut count) = (format!("tests/games/{file}.tables"), 0);
    each(file, name, |number, log, found, question| {
        let _at = At(&path, number, question.word);
        count += 1;
        if question.word == "unread" {
            return stands(&judged::unread(log), question.text);
        }
        let table = Table::of(log);
        assert_eq!(table.findings().join("; "), found, "what is found");
        answer(&table, question);
    });
    assert!(count > 0, "{file}: nothing is asked under [{name}]");
}

/// Asks what stands between the lines of a log, and says how much that is.
pub fn ask_log(path: &str, text: &str) -> usize {
    let whole = Table::of(text);
    let all = questions(text);
    for (number, place, question) in &all {
        let _at = At(path, *number, question.word);
        let then = whole.0.before_line(*place).unwrap_or_else(|refusal| panic!("{place}: {refusal}"));
        answer(&Table(then), *question);
    }
    all.len()
}

/// What stands between strokes; `nothing` is an empty list.
fn list(text: &str) -> Vec<&str> {
    text.split(" / ").filter(|item| *item != "nothing").collect()
}

/// Whether each of these parts stands in one of the texts, one behind the other, and `without …` in none; for `nothing` there are no
/// texts.
fn told(texts: &[String], parts: &str) {
    assert_eq!(texts.is_empty(), parts == "nothing", "{texts:#?}");
    let mut left = texts.iter();
    for part in list(parts) {
        match part.strip_prefix("without ") {
            Some(part) => assert!(texts.iter().all(|text| !text.contains(part)), "{part} is in {texts:#?}"),
            None => assert!(!part.is_empty() && left.any(|text| text.contains(part)), "{part} is not in {texts:#?}"),
        }
    }
}

/// Whether these parts stand in a text, one behind the other, and `without …` nowhere.
fn stands(text: &str, parts: &str) {
    assert_eq!(text.is_empty(), parts == "nothing", "{text}");
    assert_eq!(differs(text, parts), None);
}

/// Counts a bird of an emu game alone: `total 10 / points -8 / clause 6.2`, and what pays for it.
fn bird(table: &Table, cards: &str, says: &str) {
    let sheet = counted(table, cards).unwrap_or_else(|refused| panic!("{cards}: {refused}"));
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

/// The table rules and the cards of a table, as they are said of a new game.
fn new_game(table: &Table) -> NewGame {
    let text = table.text();
    let section = |head: &str| {
        let lines = text.lines().skip_while(|line| *line != head).skip(1).take_while(|line| !line.starts_with('['));
        let said = lines.filter_map(|line| line.split_once(" = "));
        said.map(|(key, value)| (key.to_owned(), value.trim_matches('"').to_owned())).collect()
    };
    NewGame { rules: section("[rules]"), deck: section("[deck]"), ..NewGame::default() }
}

/// The sheet of what is counted with no log, its parts with `//` between two, the last of them empty where they are left out; or why it
/// can't be.
fn counted(table: &Table, parts: &str) -> Result<Sheet, String> {
    let parts = table.0.players().names().iter().zip(parts.split("//").chain(iter::repeat("")));
    let texts: Vec<String> = parts.map(|(name, part)| format!("{name}: {part}")).collect();
    let texts: Vec<&str> = texts.iter().map(|text| text.trim_end()).collect();
    Games::default().count(table.0.book().game, &new_game(table), &texts).map_err(|refusal| refusal.to_string())
}

/// A dispute without a log, its texts with `//` between two; before them may stand who was `first`.
fn dispute(table: &Table, whole: &str) -> Result<DisputeResult, Refusal> {
    let (first, texts) = whole.strip_prefix("first ").and_then(|texts| texts.split_once(" // ")).unzip();
    let texts = texts.unwrap_or(whole).split("//").map(|text| text.trim().to_owned()).collect();
    let new = NewGame { first: first.map(str::to_owned), ..new_game(table) };
    Games::default().judge(table.0.book().game, &Dispute { new, texts })
}

/// Judges the last line of a dispute: legal, or by `of` a foul. What is said of it: of each step, what it brings about, which values of
/// what nobody said would be judged otherwise, and what was assumed.
fn judges(table: &Table, texts: &str, of: &str, says: &str) {
    let judged = dispute(table, texts).unwrap_or_else(|refusal| panic!("{texts}: {refusal}"));
    let is_legal = judged.verdicts.iter().all(|(_, verdict)| verdict.kind.is_none());
    let clause = judged.verdicts.last().and_then(|(_, verdict)| verdict.clause.as_deref()).unwrap_or_default();
    assert_eq!((is_legal, clause), (of.is_empty(), of), "{texts}: {:?}", judged.verdicts);
    let steps = judged.verdicts.into_iter().map(|(_, verdict)| verdict.message);
    let does = judged.consequences.into_iter().map(|consequence| consequence.text);
    let unless = judged.deciding_values.iter().map(ToString::to_string);
    if says.is_empty() {
        return;
    }
    told(&steps.chain(does).chain(unless).chain(judged.assumed).collect::<Vec<_>>(), says);
}

/// What is said of an item that scored: `cards 0 (BL-4.2): 3 cards captured; the share is 18 [captured 3, share 18]`.
fn itemised(item: &Item) -> String {
    let details: Vec<String> = item.details.iter().map(|(key, detail)| format!("{key} {detail}")).collect();
    format!("{} {} ({}): {} [{}]", item.label, item.points, item.clause, item.why, details.join(", "))
}

/// Codes in a list of the public state, with a space between two.
fn codes(list: &Value) -> String {
    let code = |item: &Value| item.as_str().map_or_else(|| item.to_string(), str::to_owned);
    list.as_array().expect("a list").iter().map(code).collect::<Vec<_>>().join(" ")
}

/// The order of collecting in Eggs and Empires: who, with which card.
fn order(table: &Table) -> String {
    let order = table.at("order");
    let played = |played: &Value| format!("{} {}", played["player"].as_str().unwrap_or_default(), played["card"]);
    order.as_array().expect("an order").iter().map(played).collect::<Vec<_>>().join(", ")
}

/// A player's birds and seeds in Piepmatz: `BL3 CH6; 3 1`.
pub fn has(table: &Table, player: usize) -> String {
    let birds = codes(&table.at(&format!("players.{player}.collection.cards")));
    format!("{birds}; {}", codes(&table.at(&format!("seeds.{player}")))).trim_end_matches("; ").to_owned()
}

/// A perch of Piepmatz and its queue: `CH6: BL1 SP2`.
pub fn perch(table: &Table, number: usize) -> String {
    let [bird, queue] = ["perch", "queue_at_perch"].map(|place| codes(&table.at(&format!("{place}.{}.cards", number - 1))));
    format!("{}: {queue}", if bird.is_empty() { "-" } else { &bird }).trim_end().to_owned()
}

/// The slots of Piepmatz with what lies beside them: `1 2+crow - 3`.
fn slots(table: &Table) -> String {
    let slot = |slot: &Value| {
        let seed = slot["seed"].as_i64().map_or_else(|| "-".to_owned(), |seed| seed.to_string());
        let pests = slot["pests"].as_array().expect("a list").iter().map(|pest| format!("+{}", pest.as_str().unwrap_or("?")));
        seed + &pests.collect::<String>()
    };
    table.at("slots").as_array().expect("slots").iter().map(slot).collect::<Vec<_>>().join(" ")
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
                    "legal" => assert!(table.allows(line).verdict(line).message.contains(says), "{line}"),
                    "illegal" => _ = table.forbids(line, of, says),
                    _ => _ = table.excludes(line, of, says),
                }
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
        "misread" => stands(&table.misreads(text), says),
        "refuses" => stands(&table.refuses(text).to_string(), says),
        "part" => assert_eq!(table.misread_part(text), says),
        "writes" => text.split(" // ").for_each(|typed| assert_eq!(table.writes(typed), says, "{typed}")),
        "acts" => assert_eq!(table.acts(text), list(says)),
        "tells" => told(&table.tells(&list(text)), says),
        "records" => assert_eq!(table.new_lines(text), list(says), "{text}"),
        "explains" => told(&table.explains(), text),
        "proves" => told(&table.proves(&list(text)), says),
        "missing" => {
            let lies = table.records(&list(text)).0.position(false).expect("a position").parts;
            let found = table.0.missing_turn(&lies.iter().map(String::as_str).collect::<Vec<_>>());
            let line = found.map_or_else(|| "nothing".to_owned(), |turn| turn.line);
            assert_eq!(line, if says.is_empty() { text } else { says });
        }
        "elsewhere" => assert_eq!(table.elsewhere(text), list(says)),
        "shows" => stands(&table.zones(), text),
        "remembers" => stands(&table.memory(), text),
        "offers" => told(&table.options(), text),
        "quotes" => stands(&table.quotes(of), text),
        "notes" => told(&table.sheet().notes, text),
        "score" => assert_eq!(judged::score(&table.sheet()), text),
        "tiebreak" => stands(&table.sheet().tiebreak.unwrap_or_default(), text),
        "won" => assert_eq!(table.winners().join(", "), text.replace("nobody", "")),
        "over" => assert_eq!(if table.is_over() { "yes" } else { "no" }, text),
        "counts" => assert_eq!(table.items(0, player()), text),
        "why" => {
            let items =
                table.sheet().players[player()].rounds.iter().flat_map(|round| &round.items).map(itemised).collect::<Vec<_>>();
            told(&items, text);
        }
        "counted" => {
            let sheet = counted(table, text).unwrap_or_else(|refused| panic!("{text}: {refused}"));
            let (score, notes) = says.split_once(" / ").unwrap_or((says, ""));
            assert_eq!(judged::score(&sheet), score, "{text}");
            if !notes.is_empty() {
                told(&sheet.notes, notes);
            }
        }
        "uncounted" => stands(&counted(table, text).expect_err(text), says),
        "judged" => judges(table, text, of, says),
        "unjudged" => stands(&dispute(table, text).err().expect("it can't be judged").to_string(), says),
        "depends" => {
            let judged = dispute(table, text).unwrap_or_else(|refusal| panic!("{text}: {refusal}"));
            assert_eq!(judged.shown_values().map(ToString::to_string).collect::<Vec<_>>(), list(says), "{text}");
        }
        "bird" => bird(table, of, text),
        "state" => assert_eq!(table.at(of).to_string(), text),
        "has" => assert_eq!(has(table, player()), text),
        "perch" => assert_eq!(perch(table, of.parse().expect("a perch")), text),
        "slots" => assert_eq!(slots(table), text),
        "lying" => assert_eq!(codes(&table.at("table.cards")), text),
        "order" => assert_eq!(order(table), text),
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
