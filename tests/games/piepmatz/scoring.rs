//! PM-6: pairs, majorities, seeds, who wins.

use crate::{
    judged::counted,
    piepmatz::table::{after, bare, has, two},
};
use fowlplay::{
    log::{LineRef, Log},
    referee,
    table::{Detail, Item, Sheet},
};

fn sheet(texts: &[&str]) -> Sheet {
    counted("piepmatz", &[], texts).unwrap_or_else(|verdict| panic!("{}", verdict.message))
}

fn totals(texts: &[&str]) -> Vec<i32> {
    sheet(texts).players.iter().map(|player| player.total.if_exact().expect("nothing is hidden")).collect()
}

fn item(sheet: &Sheet, player: usize, label: &str) -> Item {
    let items = &sheet.players[player].rounds[0].items;
    items.iter().find(|item| item.label == label).unwrap_or_else(|| panic!("{label} of {items:#?}")).clone()
}

#[test]
fn pm_6_1_a_mated_pair_scores_five() {
    assert_eq!(totals(&["Ada: BL6 BL6", "Bo:", "Cy:"]), [5 + 6, 0, 0]);
    let sheet = sheet(&["Ada: BL6 BL6 CH1 CH1 SP2", "Bo:", "Cy:"]);
    let pairs = item(&sheet, 0, "pairs");
    assert_eq!((pairs.points.if_exact(), pairs.why.as_str()), (Some(10), "2 mated pairs, 5 points each"));
    assert_eq!(pairs.details[0].1, Detail::List(vec!["BL6".into(), "CH1".into()]));
}

#[test]
fn pm_6_1_of_one_species_and_value() {
    assert_eq!(totals(&["Ada: BL6 CH6 BL5", "Bo:", "Cy:"]), [3 + 3 + 3, 0, 0], "no pair");
    assert_eq!(totals(&["Ada: BL6", "Bo: BL6", "Cy:"]), [3, 3, 0], "one each is none");
}

#[test]
fn pm_6_2_the_most_cards_score_their_eggs() {
    assert_eq!(totals(&["Ada: BL1 BL2 BL3", "Bo: BL6 BL5", "Cy: SP1"]), [1 + 1 + 2, 0, 1]);
    assert_eq!(totals(&["Ada: BL1 BL1 BL2", "Bo: BL6 BL5", "Cy:"]), [5 + 3, 0, 0], "pairs are counted too");
}

#[test]
fn pm_6_2_tied_players_score_their_own() {
    let sheet = sheet(&["Ada: BL1 BL2", "Bo: BL6 BL5", "Cy: BL3"]);
    assert_eq!(totals(&["Ada: BL1 BL2", "Bo: BL6 BL5", "Cy: BL3"]), [2, 6, 0]);
    let most = item(&sheet, 1, "Blackbirds");
    assert_eq!(most.why, "tied for the most: Ada 2, Bo 2 and Cy 1; each scores their own eggs: Ada 2 and Bo 6");
    assert_eq!(most.details[1].1, Detail::Text("Ada 2, Bo 2, Cy 1".into()), "every player's count");
    assert_eq!(item(&sheet, 2, "Blackbirds").points.if_exact(), Some(0));
}

#[test]
fn pm_6_2_with_no_card_there_is_no_majority() {
    let sheet = sheet(&["Ada: BL1", "Bo:", "Cy:"]);
    assert!(sheet.players.iter().all(|player| player.rounds[0].items.iter().all(|item| item.label != "Sparrows")));
    assert_eq!(item(&sheet, 1, "Blackbirds").points.if_exact(), Some(0));
}

#[test]
fn pm_6_2_perches_and_queues_are_nobodys() {
    let table = after(&["Ada: play BL5 at 2; draw", "Bo: play BL1 at 1; keep CH1; draw; draw"]);
    assert_eq!((table.totals(), has(&table, 1)), (vec![0, 1, 0], "CH1".to_owned()));
}

#[test]
fn pm_6_3_the_eggs_on_seed_cards_score() {
    assert_eq!(totals(&["Ada: ; 3 3 1", "Bo: BL1; 2", "Cy:"]), [7, 3, 0]);
    let seeds = item(&sheet(&["Ada: ; 3 3 1", "Bo:", "Cy:"]), 0, "seeds");
    assert_eq!((seeds.points.if_exact(), seeds.why.as_str()), (Some(7), "3 seed cards: 7 eggs"));
}

#[test]
fn pm_6_3_seeds_that_were_lost_do_not() {
    let lines = ["Ada: play GR6 at 1; refill squirrel 3; draw", "Bo: play SP6 at 1; draw", "Cy: play SP1 at 1"];
    let table = after(&lines);
    assert_eq!(table.totals()[2], 1);
    assert_eq!(table.records(&["Cy: lose 1"]).totals()[2], 3, "GR6 alone");
}

#[test]
fn pm_6_4_the_highest_sum_wins() {
    let sheet = sheet(&["Ada: BL1", "Bo: ; 3", "Cy: ; 2"]);
    assert_eq!((sheet.winners, sheet.tiebreak, sheet.complete), (vec!["Bo".to_owned()], None, true));
    assert_eq!(sheet.notes, [""; 0], "there is no tie to tell of");
}

#[test]
fn pm_6_4_then_the_most_mated_pairs() {
    let sheet = sheet(&["Ada: BL1 BL1", "Bo: ; 3 3 1", "Cy:"]);
    assert_eq!(sheet.winners, ["Ada"]);
    let told = "Ada and Bo have 7 each; mated pairs decide: Ada 1 and Bo 0, so Ada has most (PM-6.4).";
    assert_eq!(sheet.tiebreak.as_deref(), Some(told));
}

#[test]
fn pm_6_4_the_end_names_the_pairs_that_decided() {
    let why = |tally: &str| {
        let text = bare::<&str>(3, "", &[]).replace("moves = [\n]", &format!("tally = [{tally}]"));
        let referee = referee::open(Log::parse(text).expect("a log")).expect("a game");
        let why = referee.explain(Some(LineRef::new(1, 1))).expect("the tally");
        why.steps
            .into_iter()
            .flat_map(|step| step.consequences)
            .map(|told| format!("{}: {}", told.clause, told.text))
            .collect::<Vec<_>>()
    };
    let made = [
        "PM-6.1: Ada, pairs: 1 mated pair, 5 points each, so +5",
        "PM-6.2: Ada, Blackbirds: the most: Ada 2, Bo 0 and Cy 0; 2 eggs, so +2",
        "PM-6.3: Bo, seeds: 3 seed cards: 7 eggs, so +7",
        "PM-6.4: the game is over: Ada 7, Bo 7 and Cy 0; Ada wins, by mated pairs: Ada 1 and Bo 0",
    ];
    assert_eq!(why("\"Ada: BL1 BL1\", \"Bo: ; 3 3 1\", \"Cy:\""), made);
    let shared = "PM-6.4: the game is over: Ada 1, Bo 1 and Cy 0; Ada and Bo share the win";
    assert_eq!(why("\"Ada: ; 1\", \"Bo: ; 1\", \"Cy:\"").last().map(String::as_str), Some(shared));
}

#[test]
fn pm_6_4_then_shared() {
    let sheet = sheet(&["Ada: BL1 BL1", "Bo: SP1 SP1", "Cy: ; 3 3 1"]);
    assert_eq!(sheet.winners, ["Ada", "Bo"]);
    let told = "Ada, Bo and Cy have 7 each; mated pairs decide: Ada 1, Bo 1 and Cy 0, so Ada and Bo have most (PM-6.4).";
    assert_eq!(sheet.tiebreak.as_deref(), Some(told));
    let equal = counted("piepmatz", &[], &["Ada: ; 1", "Bo: ; 1", "Cy:"]).expect("it can be");
    assert_eq!((equal.winners.len(), equal.tiebreak), (2, None), "nothing decided");
    assert_eq!(equal.notes, ["Ada and Bo have 1 and no mated pairs each (PM-6.4)."]);
}

#[test]
fn pm_6_5_collections_lie_open_and_are_scored_at_any_time() {
    let table = two("", &["Ada: play GR6 at 1"]);
    assert_eq!(table.totals(), [2 + 3, 0]);
    assert!(table.zones().contains("Blackbirds | 3 (1, most) | –"), "{}", table.zones());
    assert!(!table.sheet().complete && table.sheet().winners.is_empty());
}

#[test]
fn pm_6_5_a_pest_takes_only_what_lies_there() {
    let lines = ["Ada: play GR6 at 1; refill squirrel 3; draw", "Bo: play SP6 at 1; draw", "Cy: play SP1 at 1"];
    let table = after(&lines);
    table.excludes("Cy: lose 3", "TB-4", "seed card 3 is not in Cy's collection; Cy has seed card 1").allows("Cy: lose 1");
}

#[test]
fn the_sheet_says_what_is_still_to_come() {
    let notes = |table: crate::judged::Table| table.sheet().notes.join(" ");
    assert_eq!(notes(after::<&str>(&[])), "The feeder deck has 32 cards.");
    let ended = format!("Ada: play GR6 at 1; refill {}; draw", "crow ".repeat(32).trim_end());
    assert!(notes(after(&[&ended])).contains("Bo and Cy still to play"));
}
