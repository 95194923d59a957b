//! BL-1: players, deals, who plays first.

use crate::blulu::table::{Table, log_of, under};
use fowlplay::{
    log::Log,
    referee::{self, NewGame},
};

const NEVER: &str = "must_capture = \"never\"";

/// The first deal of a round, played out.
const DEALT: [&str; 5] =
    ["deal 7SK 7WY CM CS", "Ada: trail 2MK 4WL", "Bo: trail 2SY 4MS", "Ada: trail AM 4YK", "Bo: trail AS AY"];

fn refusal(players: &[&str], rules: &str) -> String {
    let log = Log::parse(log_of::<&str>(players, rules, &[])).expect("a log");
    referee::open(log).err().expect("it can't be set up so").to_string()
}

#[test]
fn bl_1_1_two_to_four_play() {
    for players in [&["Ada"][..], &["Ada", "Bo", "Cy", "Di", "Eve"]] {
        assert!(refusal(players, "").contains("BL-1.1"), "{players:?}");
    }
    Table::of(&log_of::<&str>(&["Ada", "Bo", "Cy", "Di"], "", &[("Di", &[])])).allows("deal 7SK 7WY CM CS");
}

#[test]
fn bl_1_1_cards_are_exchanged_between_two() {
    let error = refusal(&["Ada", "Bo", "Cy"], "table = 0\nbonuses = \"exchange\"");
    assert!(error.contains("BL-1.1") && error.contains("line 6"), "{error}");
    under::<&str>("bonuses = \"exchange\"", &[]).allows("deal 7SK 7WY CM CS");
}

#[test]
fn bl_1_3_hands_are_dealt_again_when_all_are_empty() {
    let table = under(NEVER, &DEALT[..4]);
    assert_eq!(table.state()["players"][0]["hand"]["count"], 0);
    let told = table.tells(&DEALT[4..]);
    assert_eq!(told, ["BL-1.3: all hands are empty: Bo deals 4 cards to each player, deal 2 of 4"]);
    let dealt = table.records(&DEALT[4..]);
    let state = dealt.state();
    assert_eq!((&state["deal"], &state["deck"]["more"]), (&2.into(), &16.into()));
    assert_eq!(state["players"][1]["hand"], serde_json::json!({"cards": [], "count": 4, "more": 4}));
    assert_eq!(dealt.open(), ["Ada: trail capture"]);
}

#[test]
fn bl_1_3_the_deck_comes_out_exactly() {
    let error = refusal(&["Ada", "Bo", "Cy"], "");
    assert!(error.contains("BL-1.3") && error.contains("line 3"), "{error}");
    assert!(error.contains("deck = basic, hand = 4, table = 0; deck = basic, hand = 6, table = 0; deck = pawns"), "{error}");
    assert!(refusal(&["Ada", "Bo"], "table = 0").contains("line 5"));
    let setups = [("\"basic\"", 6, 0), ("\"pawns\"", 4, 0), ("\"courts\"", 6, 4), ("\"pawns-and-courts\"", 4, 4)];
    for (deck, hand, table) in setups {
        under::<&str>(&format!("deck = {deck}\nhand = {hand}\ntable = {table}"), &[]);
    }
}

#[test]
fn bl_1_3_new_picks_a_setup_that_works_and_writes_it_down() {
    let start = |players: &[&str], rules: &[(&str, &str)], variant: Option<&str>| {
        let rules = rules.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned())).collect();
        let players = players.iter().map(|&name| name.to_owned()).collect();
        referee::Games::default()
            .start("blulu", &NewGame { players, rules, variant: variant.map(str::to_owned), ..NewGame::default() })
    };
    let three = start(&["Ada", "Bo", "Cy"], &[], None).expect("three can play");
    assert!(three.contains("[rules]\ntable = 0\n"), "{three}");
    assert!(!start(&["Ada", "Bo"], &[], None).expect("two can play").contains("[rules]"));
    let brulu = start(&["Ada", "Bo"], &[], Some("brulu")).expect("two can play");
    assert!(brulu.contains("variant = \"brulu\"") && !brulu.contains("[rules]"), "{brulu}");
    let refused = start(&["Ada", "Bo", "Cy", "Di"], &[("hand", "6")], None);
    assert!(format!("{refused:?}").contains("for 4 players one of: deck = basic, hand = 4, table = 4"), "{refused:?}");
}
