//! EE-1: players, hands, new hands, eggs, the list of eggs, the marker at the start.

use crate::{
    eggs_and_empires::table::{NAMES, after, log_of, of, round, turn, under, until_turn},
    judged::Table,
};
use fowlplay::{
    log::Log,
    referee::{self, NewGame, Refusal},
    table::{Progress, Seats},
};

/// Two players and these eggs.
fn listed(eggs: &str) -> Result<Table, String> {
    let text = log_of::<&str>(2, "", &[]).replace("[rules]", &format!("[deck]\neggs = [{eggs}]\n[rules]"));
    let log = Log::parse(text.clone()).map_err(|error| error.to_string())?;
    match referee::open(log) {
        Ok(_) => Ok(Table::of(&text)),
        Err(error) => Err(error.to_string()),
    }
}

fn refusal(players: &[&str]) -> String {
    let log = Log::parse(crate::judged::log::<&str>("eggs-and-empires", players, "", &[])).expect("a log");
    referee::open(log).err().expect("so many can't play").to_string()
}

const EIGHTEEN: &str = "13, 13, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0, -2, -4, -6, -8, 5";

#[test]
fn ee_1_1_two_to_six_play() {
    assert!(refusal(&["Ada"]).contains("EE-1.1"));
    let seven = crate::judged::log::<&str>("eggs-and-empires", &["A", "B", "C", "D", "E", "F", "G"], "", &[]);
    let refused = Log::parse(seven).map(|log| referee::open(log).err().map(|error| error.to_string()));
    assert!(refused.is_err() || refused.is_ok_and(|error| error.is_some_and(|error| error.contains("EE-1.1"))));
    for players in 2..=6 {
        assert_eq!(under::<&str>(players, "", &[]).state()["players"].as_array().map(Vec::len), Some(players));
    }
}

#[test]
fn ee_1_2_hands_are_filled_up_while_the_deck_lasts() {
    let table = after(&turn("5 6", "10 1 2"));
    assert_eq!(of(&table, 0)["hand"]["count"], 2, "not while they collect");
    let table = table.records(&["Ada: take 5", "Cy: take 6"]);
    assert_eq!((&of(&table, 0)["hand"]["count"], &of(&table, 0)["deck"]["more"]), (&3.into(), &6.into()));
    let table = until_turn(table, 8, "1");
    assert_eq!((&of(&table, 0)["hand"]["count"], &of(&table, 0)["deck"]["more"]), (&2.into(), &0.into()), "the deck is gone");
}

#[test]
fn ee_1_3_under_first_round_only_before_the_first() {
    let second = |rules: &str| {
        let first = round::<&str>(3, rules, &[], "1");
        let holder = first.0.may_be_first().swap_remove(0);
        Table::of(&format!("{}\n[[round]]\nfirst = \"{holder}\"\nmoves = []\n", first.text()))
    };
    let first_round = "mulligan = \"first-round\"";
    under::<&str>(3, first_round, &[]).allows("Ada: mulligan").allows("Bo: mulligan");
    let table = second(first_round);
    assert_eq!((table.findings(), table.open()), (Vec::new(), vec![": reveal".to_owned()]));
    table.forbids("Ada: mulligan", "EE-1.3", "this is round 2; at this table only the first has new hands");
    assert_eq!(table.decided("Ada: mulligan"), "mulligan = first-round; under each-round it would be legal");
    assert!(!table.legal().contains(&"Ada: mulligan".to_owned()));
    table.quotes("EE-1.3").find("first eggs of the first round are revealed").expect("the clause says it");
    let each = second("");
    each.allows("Ada: mulligan");
    assert_eq!(each.open(), [": reveal", "Ada: mulligan", "Bo: mulligan", "Cy: mulligan"]);
    each.quotes("EE-1.3").find("first eggs of a round are revealed").expect("the clause says it");
}

#[test]
fn ee_1_3_what_was_laid_aside_is_not_in_the_new_hand() {
    let table = after::<&str>(&[]).records(&["Ada: shows 1 2", "Ada: mulligan", "reveal 5 6"]);
    table.excludes("Ada: play 2", "TB-3", "the Scout (2) was in the hand that Ada laid aside").allows("Ada: play 10");
    assert_eq!(table.elsewhere("Ada: play 2"), ["2: laid aside by Ada"]);
    assert!(!table.legal().iter().any(|step| ["Ada: play 1", "Ada: play 2"].contains(&step.as_str())));
    assert!(table.legal().contains(&"Ada: play 3".to_owned()), "nobody knows the third card");
}

#[test]
fn ee_1_3_the_last_cards_are_worked_out_all_the_same() {
    let table = after::<&str>(&[]).records(&["Ada: shows 8 9 10", "Ada: mulligan"]);
    let table = until_turn(table, 7, "1");
    let known = serde_json::json!({"cards": ["8", "9", "10"], "count": 3, "more": 0});
    assert_eq!((&of(&table, 0)["hand"], &of(&table, 0)["deck"]["more"]), (&known, &0.into()), "TB-6");
}

#[test]
fn ee_1_5_a_list_has_what_a_round_needs() {
    assert!(listed("13, 10, -6").is_err_and(|error| error.contains("EE-1.5") && error.contains("a round of 2 needs 18")));
    let long = vec!["1"; 43].join(", ");
    assert!(listed(&long).is_err_and(|error| error.contains("EE-1.5") && error.contains("the box has 42")));
    assert!(listed(&format!("{EIGHTEEN}, 1000")).is_err_and(|error| error.contains("1000 is not an egg's value")));
    assert!(listed(&vec!["1"; 42].join(", ")).is_ok());
    assert!(listed(EIGHTEEN).is_ok());
    let word = log_of::<&str>(2, "", &[]).replace("[rules]", "[deck]\neggs = 13\n[rules]");
    assert!(referee::open(Log::parse(word).expect("a log")).err().is_some_and(|error| error.to_string().contains("not a list")));
    let other = log_of::<&str>(2, "", &[]).replace("[rules]", "[deck]\nbirds = [1]\n[rules]");
    assert!(referee::open(Log::parse(other).expect("a log")).err().is_some_and(|error| error.to_string().contains("eggs")));
}

#[test]
fn ee_1_5_six_players_use_all_eggs() {
    let six = |eggs: usize| {
        let text = log_of::<&str>(6, "", &[]);
        let text = text.replace("[rules]", &format!("[deck]\neggs = [{}]\n[rules]", vec!["1"; eggs].join(", ")));
        referee::open(Log::parse(text).expect("a log")).err().map(|error| error.to_string()).unwrap_or_default()
    };
    let few = six(41);
    assert!(few.contains("41 eggs are too few: a round of 6 uses all 42") && few.contains("a list of 42 whole"), "{few}");
    assert!(six(43).contains("the box has 42"));
    assert_eq!(six(42), "");
    assert!(listed(&vec!["1"; 41].join(", ")).is_ok(), "others put some back into the box");
}

#[test]
fn ee_1_5_a_new_game_is_told_its_eggs() {
    let start = |eggs: &str| {
        let players = NAMES[..2].iter().map(|&name| name.to_owned()).collect();
        referee::Games::default()
            .start("eggs-and-empires", &NewGame { players, deck: vec![("eggs".into(), eggs.into())], ..NewGame::default() })
    };
    for eggs in [EIGHTEEN, &EIGHTEEN.replace(',', ""), &format!("[{EIGHTEEN}]")] {
        assert!(start(eggs).is_ok_and(|log| log.contains(&format!("[deck]\neggs = [{EIGHTEEN}]\n"))), "{eggs}");
    }
    assert!(start("13").is_err() && start("many").is_err());
}

#[test]
fn ee_1_5_no_value_turns_up_more_often_than_it_is_listed() {
    let table = listed(EIGHTEEN).expect("eighteen eggs");
    table.excludes("reveal 12 5", "EE-1.5", "no egg of 12 is listed").excludes("reveal 10 10", "EE-1.5", "1 egg of 10 is listed");
    let table = table.allows("reveal 13 13").records(&["reveal 13 5", "8 10 / 3 8", "Ada: take 13", "Bo: take 5"]);
    table.allows("reveal 13 5").excludes(
        "reveal 5 5",
        "EE-1.5",
        "2 eggs of 5 are named and 2 listed, of which one is in Bo's pile",
    );
    assert_eq!(table.state()["deck"]["more"], 16);
}

#[test]
fn ee_1_6_the_first_is_a_player() {
    let text = log_of(3, "", &["reveal 5 6"]).replace("first = \"Ada\"", "first = \"Zoe\"");
    let error = referee::open(Log::parse(text).expect("a log")).err().expect("nobody is called so");
    assert!(error.to_string().contains("nobody here is called `Zoe`"), "{error}");
    assert_eq!(after(&["reveal 5 6"]).state()["first"], "Ada");
}

#[test]
fn ee_1_6_before_the_first_round_anybody_may_hold_the_marker() {
    let log = Log::parse(crate::judged::log::<&str>("eggs-and-empires", &NAMES[..3], "", &[])).expect("a log");
    let table = referee::open(log).expect("no round yet");
    assert_eq!(table.progress(), Progress::Ready(Seats::all(3)));
    match table.record(&["reveal 5 6"], None) {
        Err(Refusal::ChooseFirst { players, .. }) => assert_eq!(players, NAMES[..3]),
        other => panic!("{other:?}"),
    }
    let recorded = table.record(&["reveal 5 6"], Some("Cy")).expect("Cy holds it");
    assert_eq!(recorded.log.rounds()[0].first.as_str(), "Cy");
}

#[test]
fn ee_1_3_nobody_waits_for_who_got_no_new_hand_too_late() {
    let mut table = until_turn(after::<&str>(&[]), 8, "1").records(&["reveal 1 1"]);
    for player in ["Ada", "Bo"] {
        let play = table.legal().into_iter().find(|step| step.starts_with(&format!("{player}: play")));
        table = table.records(&[play.expect("a card of the hand")]);
    }
    assert_eq!(table.open(), ["Cy: play"]);
    // The deck is empty: there is no new hand. Two Dark Priestesses cancel each other, and the round is over.
    let without = table.records(&["Cy: mulligan ! agreed"]);
    assert_eq!((&without.state()["phase"], &table.state()["phase"]), (&"over".into(), &"play".into()));
}

#[test]
fn ee_1_3_what_was_laid_aside_and_seen_tells_what_the_new_hand_is() {
    let table = until_turn(after::<&str>(&[]), 5, "1").records(&["reveal 1 1"]);
    assert_eq!((&of(&table, 2)["hand"]["more"], &of(&table, 2)["deck"]["more"]), (&3.into(), &2.into()));
    let told = table.records(&["Cy: shows 8 9 10"]).tells(&["Cy: mulligan ! agreed"]);
    assert_eq!(told, ["TB-6: Cy's deck was all seen before, so the hand is 6 and 7"]);
}
