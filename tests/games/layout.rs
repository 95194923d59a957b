//! Positions and tallies place by place: whatever lies on a table of a log is read as places and written again.

use fowlplay::{
    log::{Log, write_position},
    referee::{self, BuildInput, BuildTarget, OwnedFields, Referee},
};
use serde_json::{Value, json};
use std::{fs, path::Path};

/// Every so many lines a table is looked at.
const APART: usize = 20;

/// What is read as places and written again.
fn again(referee: &dyn Referee, built: BuildTarget, parts: Vec<String>) -> (Value, Value) {
    let document = referee::build_document(referee, built, &BuildInput::Texts(parts)).expect("it can be read");
    let laid: Vec<OwnedFields> = serde_json::from_value(document["laid"].clone()).expect("what was said");
    let written = referee::build_document(referee, built, &BuildInput::Fields(laid)).expect("it can be written")["parts"].clone();
    (document, written)
}

#[test]
fn every_table_of_every_log_can_be_drawn_place_by_place() {
    let mut drawn = 0;
    for (path, text) in crate::recorded_logs() {
        let Some(referee) = Log::parse(text).ok().and_then(|log| referee::open(log).ok()) else { continue };
        for (place, _) in referee::document::lines(referee.log()).collect::<Vec<_>>().into_iter().step_by(APART) {
            let Ok(before) = referee.before_line(place) else { continue };
            for memory in [false, true] {
                let Some(standing) = before.position(memory) else { continue };
                let (document, written) = again(&*before, BuildTarget::Position, standing.parts.clone());
                assert_eq!(written, json!(standing.parts), "{} before {place}", path.display());
                let left: Vec<&Value> =
                    document["laid"].as_array().into_iter().flatten().filter(|part| part["also"] != "").collect();
                assert!(memory || left.is_empty(), "{} before {place}: {left:?}", path.display());
                drawn += 1;
            }
            if let Some(tally) = before.tally_so_far() {
                let parts: Vec<String> = before
                    .players()
                    .names()
                    .iter()
                    .zip(tally)
                    .map(|(name, text)| format!("{name}: {text}").trim_end().to_owned())
                    .collect();
                assert_eq!(
                    again(&*before, BuildTarget::Tally, parts.clone()).1,
                    json!(parts),
                    "{} before {place}",
                    path.display()
                );
            }
        }
    }
    assert!(drawn > 100, "{drawn}");
}

#[test]
fn what_is_typed_is_drawn_as_it_is_meant_and_a_reason_stays() {
    let head = "fowlplay = 1\ngame = \"emus-redux\"\nplayers = [\"Ada\", \"Bo\", \"Cy\"]\n\n[[round]]\nfirst = \"Ada\"\n";
    let referee = referee::open(Log::parse(head.to_owned()).expect("a log")).expect("it can be read");
    let parts = |texts: [&str; 3]| texts.map(str::to_owned).to_vec();
    let typed = parts(["Ada: 7sk calamity | light keeper=5; ex ! agreed", "Bo:", "Cy: a plum"]);
    let (document, written) = again(&*referee, BuildTarget::Tally, typed);
    assert_eq!(written, json!(["Ada: 7SK CY | PSWK=5; EX ! agreed", "Bo:", "Cy: a plum"]));
    assert_eq!(document["laid"][2]["also"], "a plum", "no card is called so");
    let said = &document["laid"][0]["said"];
    assert_eq!(said[0][1]["cards"], json!(["PSWK=5"]));
    assert_eq!(said[1][0]["cards"], json!(["EX"]));
    // The market card has the numbers that it can stand for, another card has none.
    let deck = document["decks"][0].as_array().expect("cards");
    let numbers =
        |code: &str| deck.iter().find(|card| card["code"] == code).expect("a card")["as"].as_array().expect("numbers").len();
    assert_eq!((numbers("PSWK"), numbers("7SK")), (8, 0));
}

#[test]
fn a_total_and_what_breaks_its_tie_are_built_where_only_scores_are_kept() {
    let log = |kept: &str| {
        let text = format!("fowlplay = 1\ngame = \"piepmatz\"\nplayers = [\"Ada\", \"Bo\", \"Cy\"]\n{kept}");
        referee::open(Log::parse(text).expect("a log")).expect("a game")
    };
    let parts = || ["Ada: =30; p2", "Bo: = -3", "Cy: BL6"].map(str::to_owned).to_vec();
    let (document, written) = again(&*log("kept = \"scores\"\n"), BuildTarget::Tally, parts());
    assert_eq!(written, json!(["Ada: = 30; pairs 2", "Bo: = -3", "Cy: BL6"]));
    let words: Vec<&Value> =
        document["places"]["player"].as_array().expect("places").iter().map(|place| &place["word"]).collect();
    assert_eq!(words, ["", "", "=", "pairs"]);
    let also: Vec<&Value> = document["laid"].as_array().expect("parts").iter().map(|part| &part["also"]).collect();
    assert_eq!(also, ["", "", ""], "all of it is built by touch");
    let document = referee::build_document(&*log(""), BuildTarget::Tally, &BuildInput::Nothing).expect("a form");
    assert_eq!(document["places"]["player"].as_array().map(Vec::len), Some(2), "moves have no totals");
}

#[test]
fn a_place_that_every_table_has_is_empty_in_a_log_and_open_in_a_dispute() {
    let games = referee::Games::default();
    for book in games.books() {
        let players: Vec<String> = (1..=*book.players.end()).map(|nth| format!("player {nth}")).collect();
        let new = referee::NewGame { players, ..referee::NewGame::default() };
        let document = referee::build_document_without_log(games, book, &new, BuildTarget::Position, &BuildInput::Nothing)
            .expect("it can be built");
        let said = document["laid"].as_array().expect("parts").iter().flat_map(|part| part["said"].as_array().expect("places"));
        assert!(said.clone().count() > 10 && said.clone().all(Value::is_null), "{}: {document}", book.game);
    }
}

/// Examples, each with the first of the lines that are looked at, and whether its positions have counts that follow. (In Piepmatz
/// nothing but the decks says how many cards are out of the game.)
const EXAMPLES: [(&str, usize, bool); 5] = [
    ("emu-ranchers-two-years.toml", 9, true),
    ("emus-redux-tie.toml", 8, true),
    ("blulu-to-22.toml", 5, true),
    ("eggs-and-empires-two-decks.toml", 3, false),
    ("piepmatz-shared-by-four.toml", 12, false),
];

/// The table of an example after so many of its lines.
fn example(name: &str, lines: usize) -> Box<dyn Referee> {
    let text = fs::read_to_string(Path::new(crate::ROOT).join("examples").join(name)).expect("an example");
    let mut seen = 0;
    let is_kept = |line: &&str| {
        seen += usize::from(line.starts_with("  \""));
        seen <= lines
    };
    let kept: Vec<&str> = text.lines().take_while(is_kept).collect();
    referee::open(Log::parse(kept.join("\n") + "\n]\n").expect("a log")).expect("it can be read")
}

/// The table as it is drawn of a log: the texts, and what is said place by place.
fn shown(referee: &dyn Referee) -> (Vec<String>, Value) {
    let document = referee::build_document(referee, BuildTarget::Position, &BuildInput::Nothing).expect("it can be drawn");
    (serde_json::from_value(document["parts"].clone()).expect("texts"), document["laid"].clone())
}

/// Takes out of `laid` the counts that the log has in `stood` and the page doesn't say in `shown`: nobody taps them.
fn without_counts(laid: &mut Value, stood: &Value, shown: &Value) {
    let places = |part: &Value| part["said"].as_array().expect("places").clone();
    let parts = stood.as_array().expect("parts").iter().zip(shown.as_array().expect("parts"));
    for (part, (stood, shown)) in laid.as_array_mut().expect("parts").iter_mut().zip(parts) {
        let was = places(stood).into_iter().zip(places(shown));
        for (said, (stood, shown)) in part["said"].as_array_mut().expect("places").iter_mut().zip(was) {
            if stood.is_number() && shown.is_null() {
                *said = Value::Null;
            }
        }
    }
}

#[test]
fn counts_that_follow_from_a_log_are_not_said_and_give_way_to_cards_that_are_added() {
    for (name, first, has_following) in EXAMPLES {
        let mut taken = 0;
        for line in first..first + 12 {
            let (before, after) = (example(name, line), example(name, line + 1));
            let (Some(stood), Some(stands)) = (before.position(false), after.position(false)) else { continue };
            if stood.is_earlier || stands.is_earlier || before.log().rounds().len() != after.log().rounds().len() {
                continue;
            }
            let (texts, drawn) = shown(&*before);
            let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
            assert_eq!(before.diff_position(&texts), [], "{name}: {texts:?} is the table of the log");
            let is_less = texts.join(" ").len() < stood.parts.join(" ").len();
            assert_eq!(is_less, has_following, "{name}: {texts:?} of {:?}", stood.parts);
            // A turn is missing in the log: its cards are tapped, and what else it changed that the table says.
            let whole = referee::build_document(&*after, BuildTarget::Position, &BuildInput::Texts(stands.parts.clone()))
                .expect("it can be drawn");
            let mut laid = whole["laid"].clone();
            let had = referee::build_document(&*before, BuildTarget::Position, &BuildInput::Texts(stood.parts))
                .expect("it can be drawn");
            without_counts(&mut laid, &had["laid"], &drawn);
            let laid: Vec<OwnedFields> = serde_json::from_value(laid).expect("what was said");
            let written =
                referee::build_document(&*before, BuildTarget::Position, &BuildInput::Fields(laid)).expect("it can be written");
            let parts: Vec<String> = serde_json::from_value(written["parts"].clone()).expect("texts");
            let recorded = before.record(&[&write_position(&parts)], None).unwrap_or_else(|refused| panic!("{name}: {refused}"));
            let now = referee::open(recorded.log).expect("it can be read").position(false).expect("it stands").parts;
            assert_eq!(now, stands.parts, "{name}: {parts:?}");
            taken += 1;
        }
        assert!(taken > 0, "{name}");
    }
}
