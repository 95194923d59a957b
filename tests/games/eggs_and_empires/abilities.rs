//! EE-4.2, EE-4.4 and EE-4.6: Courier, Priest, and when their time is over.

use crate::{
    eggs_and_empires::table::{NAMES, after, lines, loose, of, pile, played, turn, under, until_turn},
    judged::{self, Table},
};

/// Ada's Courier has taken the 5 and Bo's Priest the 6.
fn both() -> Table {
    played("", "5 6", "4 6 1").records(&["Bo: take 6", "Ada: take 5"])
}

#[test]
fn ee_4_2_a_courier_gives_the_egg_it_collected() {
    let table = both();
    table.allows("Ada: give 5 to Cy").allows("Ada: give 5 to Bo");
    let given = table.records(&["Ada: give 5 to Cy"]);
    assert_eq!((pile(&given, 0), pile(&given, 2)), (vec![], vec![5]));
    given.forbids("Ada: give 5 to Bo", "EE-4.2", "Ada's Courier (4) is spent: it has given its egg away already");
    given.forbids("Cy: give 5 to Bo", "EE-4.2", "no Courier of Cy's has an egg to give away");
}

#[test]
fn ee_4_2_no_other_egg_not_to_oneself_and_not_without_a_courier() {
    let first = lines(&[&turn("5 6", "10 8 1")], &["Ada: take 5", "Bo: take 6"]);
    let table = under(3, "", &lines(&[&first, &turn("7 8", "4 3 2")], &["Ada: take 7"]));
    let table = table.records(&["Bo: take 8"]);
    table.forbids("Ada: give 5 to Bo", "EE-4.2", "the Courier collected the 7; another egg can't be given");
    table.forbids("Ada: give 7 to Ada", "EE-4.2", "goes to another player").allows("Ada: give 7 to Bo");
    table.excludes("Ada: give 9 to Bo", "TB-4", "no egg of 9 is known to be in Ada's pile");
    table.forbids("Bo: give 8 to Ada", "EE-4.2", "no Courier of Bo's has an egg to give away");
    let none = played("", "5 6", "10 8 4").records(&["Ada: take 5", "Bo: take 6"]);
    none.forbids("Cy: give 5 to Ada", "EE-4.2", "Cy's Courier (4) did not collect in this turn");
}

#[test]
fn ee_4_2_an_egg_that_nobody_said_turns_out_as_it_is_given_even_by_a_foul() {
    let lies = "position \"Ada: unseen 2; played 1 2\" \"Bo: -; played 1 2\" \"Cy: -; played 1 2\" \"table: turn 3; marker Bo; gone 1 1\"";
    let table = after::<&str>(&[]).records(&[lies]);
    table.forbids("Ada: give 9 to Bo", "EE-4.2", "no Courier of Ada's has an egg to give away");
    let given = table.records(&["Ada: give 9 to Bo ! agreed"]);
    assert_eq!((&of(&given, 0)["pile"]["count"], pile(&given, 1)), (&1.into(), vec![9]));
}

#[test]
fn ee_4_2_one_that_nobody_has_seen_goes_without_a_name() {
    let first = lines(&[&turn("1 1", "2 10 9")], &["Bo: take 1", "Cy: take 1"]);
    let table = under(3, "", &lines(&[&first, &turn("3 4", "8 4 3")], &["Cy: take 3", "Ada: take 4", "Bo: take down Ada"]));
    assert!(table.legal().contains(&"Bo: give down to Ada".to_owned()), "{:?}", table.legal());
    let given = table.records(&["Bo: give down to Ada"]);
    assert_eq!(of(&given, 0)["pile"]["down"], serde_json::json!(["Ada"]));
    given.allows("Ada: opens Ada = 5").excludes("Bo: opens Ada = 5", "TB-4", "no egg of Ada's Scout lies unnamed in Bo's pile");
    let named = table.records(&["Bo: opens Ada = 5"]);
    named.allows("Bo: give 5 to Cy").excludes("Bo: give down to Cy", "TB-4", "every egg in Bo's pile has a name");
}

#[test]
fn ee_4_4_a_priest_discards_one_egg_of_the_own_pile() {
    let table = both();
    table.allows("Bo: discard 6").excludes("Bo: discard 5", "TB-4", "no egg of 5 is known to be in Bo's pile");
    table.forbids("Ada: discard 5", "EE-4.4", "no Priest of Ada's has an egg to discard");
    let gone = table.records(&["Bo: discard 6"]);
    assert_eq!((pile(&gone, 1), &gone.state()["discarded"]["seen"]), (vec![], &serde_json::json!([6])));
    let given = table.records(&["Ada: give 5 to Bo", "Bo: discard 5"]);
    assert_eq!(pile(&given, 1), [6], "also one received this turn");
    given.forbids("Bo: discard 6", "EE-4.4", "Bo's Priest (6) is spent: it has discarded an egg already");
}

#[test]
fn ee_4_4_by_default_only_of_the_own_pile() {
    let table = both();
    table.forbids("Bo: discard 5 from Ada", "EE-4.4", "its player's own pile, Bo's, and none of Ada's");
    table.excludes("Bo: discard 9 from Ada", "TB-4", "no egg of 9 is known to be in Ada's pile");
    table.forbids("Ada: discard 5 from Bo", "EE-4.4", "no Priest of Ada's");
    assert!(table.legal().contains(&"Bo: discard 6".to_owned()) && !table.legal().join(" ").contains("from"));
    let judged = loose(3, "", &lines(&[&turn("5 6", "4 6 1")], &["Bo: take 6", "Ada: take 5", "Bo: discard 5 from Ada"]));
    assert_eq!(judged.findings(), ["1.7 step 1 illegal EE-4.4"]);
    assert_eq!((pile(&judged, 0), pile(&judged, 1)), (vec![], vec![6]), "but it is done");
    assert_eq!(table.writes("Bo: discard 6 from Bo"), "discard 6", "the own pile needs no name");
}

#[test]
fn ee_4_4_or_of_any_pile_by_a_table_rule() {
    let rule = "priest = \"any\"";
    let table = under(3, rule, &lines(&[&turn("5 6", "4 6 1")], &["Bo: take 6", "Ada: take 5"]));
    assert_eq!(table.legal(), ["Ada: give 5 to Bo", "Ada: give 5 to Cy", "Bo: discard 6", "Bo: discard 5 from Ada"]);
    table.excludes("Bo: discard 6 from Ada", "TB-4", "no egg of 6 is known to be in Ada's pile");
    let gone = table.records(&["Bo: discard 5 from Ada"]);
    assert_eq!((pile(&gone, 0), pile(&gone, 1), gone.open()), (vec![], vec![6], vec![": reveal".to_owned()]));
    gone.forbids("Ada: give 5 to Cy", "EE-4.2", "no Courier of Ada's has an egg to give away");
    gone.forbids("Bo: discard 6", "EE-4.4", "Bo's Priest (6) is spent");
    assert_eq!(table.records(&["Bo: discard 6"]).open(), [": reveal", "Ada: give"]);
    assert_eq!(table.writes("b: d 5 from ada"), "discard 5 from Ada");
    assert_eq!(table.writes("b: d 5 a"), "discard 5 from Ada");
    assert!(table.options().contains(&"discard: one egg of any pile; `from NAME` for another's".to_owned()));
}

#[test]
fn ee_4_4_under_that_rule_also_one_without_a_name() {
    let rule = "priest = \"any\"";
    let first = lines(&[&turn("1 1", "2 10 9")], &["Bo: take 1", "Cy: take 1"]);
    let table = under(3, rule, &lines(&[&first, &turn("3 4", "6 4 5")], &["Ada: take 3", "Cy: take 4", "Bo: take down Ada"]));
    assert!(table.legal().contains(&"Ada: discard down Ada from Bo".to_owned()), "{:?}", table.legal());
    table.excludes("Ada: discard down Bo from Cy", "TB-4", "no egg of Bo's Scout lies unnamed in Cy's pile");
    table.excludes("Ada: discard down Ada", "TB-4", "no egg of Ada's Scout lies unnamed in Ada's pile");
    let gone = table.records(&["Ada: discard down Ada from Bo"]);
    assert_eq!((&of(&gone, 1)["pile"]["down"], &gone.state()["discarded"]["unseen"]), (&serde_json::json!([]), &1.into()));
    gone.forbids("Bo: give down to Cy", "EE-4.2", "no Courier of Bo's");
    assert_eq!(table.writes("a: d down a from b"), "discard down Ada from Bo");
}

#[test]
fn ee_4_4_the_couriers_egg_goes_last_and_ends_the_right_to_give() {
    // Two players: both cards of Ada collect an egg of 5.
    let table = played("", "5 5", "4 6 / 1 2").records(&["Ada: take 5", "Ada: take 5"]);
    let once = table.records(&["Ada: discard 5"]);
    assert_eq!(once.legal(), ["Ada: give 5 to Bo"], "the other 5 was the Courier's");
    let before = played("", "5 7", "4 6 / 1 2").records(&["Ada: take 7", "Ada: take 5"]);
    assert_eq!(before.tells(&["Ada: discard 5"]), ["EE-4.4: Ada's Courier can give that egg to nobody any more"]);
    assert_eq!(before.tells(&["Ada: discard 7"]), [""; 0], "the Priest's own");
    let other = before.records(&["Ada: discard 5"]);
    other.forbids("Ada: give 7 to Bo", "EE-4.2", "no Courier of Ada's has an egg to give away");
    assert_eq!(other.open(), [": reveal"]);
}

#[test]
fn what_is_offered_instead_begins_with_steps_of_the_same_kind() {
    let table = played("", "5 7", "4 6 / 1 2").records(&["Ada: take 7", "Ada: take 5"]);
    assert_eq!(table.verdict("Ada: discard -12").alternatives, ["discard 5", "discard 7", "give 5 to Bo"]);
    assert_eq!(table.verdict("Ada: give 7 to Bo").alternatives[0], "give 5 to Bo");
}

#[test]
fn ee_4_4_one_that_did_not_collect_discards_nothing() {
    let table = played("", "5 6", "10 8 6").records(&["Ada: take 5", "Bo: take 6"]);
    table.forbids("Cy: discard 5", "EE-4.4", "Cy's Priest (6) did not collect in this turn");
    table.forbids("Ada: discard 5", "EE-4.4", "no Priest of Ada's has an egg to discard");
    let waiting = played("", "5 6", "10 8 6");
    waiting.forbids("Cy: discard 5", "EE-4.4", "Cy's Priest (6) has not collected yet");
    assert_eq!(table.open(), [": reveal"]);
}

#[test]
fn ee_4_6_in_any_order_and_each_once() {
    let table = both();
    assert_eq!(table.open(), [": reveal", "Ada: give", "Bo: discard"]);
    table.records(&["Ada: give 5 to Bo"]).allows("Bo: discard 6");
    table.records(&["Bo: discard 6"]).allows("Ada: give 5 to Bo");
    table.records(&["Bo: discard 6", "Ada: give 5 to Bo"]).forbids("Bo: discard 5", "EE-4.4", "Bo's Priest (6) is spent");
    // Two Priests of one player are used once each.
    let two = lines(&[&turn("1 1", "9 10 / 1 3")], &["Ada: take 1", "Ada: take 1"]);
    let two = under(2, "", &lines(&[&two, &turn("5 6", "4 6 / 1 3")], &["Ada: take 5", "Ada: take 6", "Ada: discard 1"]));
    two.forbids("Ada: discard 1", "EE-4.4", "Ada's Priest (6) is spent").allows("Ada: give 6 to Bo");
}

#[test]
fn ee_4_6_until_the_next_turns_first_card() {
    let revealed = both().records(&["reveal 1 2"]);
    revealed.allows("Bo: discard 6").allows("Ada: give 5 to Cy");
    let played = revealed.records(&["Cy: play 2"]);
    played.forbids("Bo: discard 6", "EE-4.6", "the time for Bo's Priest (6) is over: the next turn's cards are played");
    played.forbids("Ada: give 5 to Cy", "EE-4.6", "the time for Ada's Courier (4) is over");
}

#[test]
fn ee_4_6_or_until_the_next_reveal_by_a_table_rule() {
    let rule = "turn_end = \"before-reveal\"";
    let before = lines(&[&turn("5 6", "4 6 1")], &["Bo: take 6", "Ada: take 5"]);
    under(3, rule, &before).allows("Bo: discard 6");
    let late = loose(3, rule, &lines(&[&before, &["reveal 1 2".to_owned()]], &["Bo: discard 6"]));
    assert_eq!(late.findings(), ["1.8 step 1 illegal EE-4.6"]);
    assert_eq!(late.rule().as_deref(), Some("turn_end = before-reveal; under after-reveal it would be legal"));
    assert!(late.says().ends_with("the next eggs are revealed"), "{}", late.says());
}

#[test]
fn ee_4_6_a_turn_cut_short_by_that_reveal_opens_nothing() {
    let collecting = lines(&[&turn("5 6", "4 6 1")], &["Bo: take 6"]);
    let tells = |rule: &str| loose(3, rule, &collecting).tells(&["reveal 1 2 ! agreed"]).concat();
    assert!(tells("").contains("Bo's Priest (6) may discard an egg"), "{}", tells(""));
    let closed = tells("turn_end = \"before-reveal\"");
    assert!(closed.contains("nobody takes the 5") && !closed.contains("may discard"), "{closed}");
}

#[test]
fn ee_4_6_what_was_used_stays_spent_until_the_next_turn_is_over() {
    let spent = both().records(&["Ada: give 5 to Bo", "Bo: discard 6", "reveal 1 2", "Cy: play 2"]);
    spent.forbids("Ada: give 5 to Cy", "EE-4.2", "Ada's Courier (4) is spent");
    spent.forbids("Bo: discard 5", "EE-4.4", "Bo's Priest (6) is spent");
    let over = spent.records(&["Ada: play 10", "Bo: play 9", "Ada: take 2", "Bo: take 1"]);
    over.forbids("Ada: give 2 to Cy", "EE-4.2", "no Courier of Ada's has an egg to give away");
    over.forbids("Bo: discard 5", "EE-4.4", "no Priest of Bo's has an egg to discard");
}

/// Three players all through nine turns, each with the same card as the others, none of them a Scout; `last` in the ninth.
fn nine(last: &str, eggs: &str) -> Vec<String> {
    let mut all = Vec::new();
    for card in ["1", "3", "4", "5", "6", "7", "8", "9", "10"].into_iter().filter(|card| *card != last).chain([last]) {
        let eggs = if card == last { eggs } else { "1 1" };
        all.extend(turn(eggs, &[card; 3].join(" ")));
        while let Some(take) = under(3, "", &all).legal().into_iter().find(|step| step.contains(": take")) {
            all.push(take);
        }
    }
    all
}

/// A second round after these lines, begun by whoever may.
fn next_round(lines: &[String]) -> Table {
    let points = crate::eggs_and_empires::table::points(&under(3, "", lines));
    let first = NAMES[points.iter().enumerate().min_by_key(|(_, points)| **points).expect("three").0];
    let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
    Table::of(&judged::log("eggs-and-empires", &NAMES[..3], "", &[("Ada", &lines[..]), (first, &[])]))
}

#[test]
fn ee_4_6_with_nothing_open_the_ninth_turn_ends_the_round() {
    let over = under(3, "", &nine("8", "7 5"));
    assert_eq!(over.state()["phase"], "over");
    over.forbids("end", "EE-4.6", "this is turn 1 of 9");
    after::<&str>(&[]).forbids("end", "EE-4.6", "this is turn 1 of 9; `end` closes what the last of them leaves open");
    both().forbids("end", "EE-4.6", "this is turn 2 of 9");
    let ninth = until_turn(after::<&str>(&[]), 8, "1");
    ninth.forbids("end", "EE-4.6", "turn 9 is not over: 2 eggs are to be revealed");
    let ninth = ninth.records(&["reveal 1 1"]);
    ninth.forbids("end", "EE-4.6", "turn 9 is not over: Ada, Bo and Cy have yet to play");
}

#[test]
fn ee_4_6_else_the_step_end_or_the_next_round_does() {
    let lines = nine("6", "7 5");
    let table = under(3, "", &lines);
    let able: Vec<String> = table.open();
    assert!(able.len() == 3 && able[0] == ": end" && able[1].ends_with(": discard"), "{able:?}");
    table.allows("end").forbids("reveal 1 1", "EE-2.7", "may still use an ability, and `end` closes the round");
    let ended = table.records(&["end"]);
    assert_eq!(ended.state()["phase"], "over");
    let next = next_round(&lines);
    assert_eq!(next.findings(), [""; 0], "the next round closes what is open");
    let cut_short = "Round 1 was not played to its end; what lay in the piles is counted.".to_owned();
    assert!(!next.sheet().notes.contains(&cut_short));
    assert!(next_round(&lines[..lines.len() - 1]).sheet().notes.contains(&cut_short));
    let who = |nth: usize| able[nth].split(':').next().expect("a name").to_owned();
    let one = table.records(&[&format!("{}: discard 1", who(1))]);
    assert_eq!(one.state()["phase"], "closing");
    assert_eq!(
        one.records(&[&format!("{}: discard 1", who(2))]).state()["phase"],
        "over",
        "with the last one used it ends by itself"
    );
}

#[test]
fn ee_4_4_what_a_priest_may_do_is_told() {
    let table = played("", "5 7", "6 1 2").records(&["Ada: take 7", "Cy: take 5"]);
    let told = table.options();
    assert!(told.iter().any(|line| line == "discard: one egg of the own pile"), "{told:?}");
}
