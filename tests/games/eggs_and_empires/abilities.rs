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
fn ee_4_2_an_egg_that_nobody_said_turns_out_as_it_is_given_even_by_a_foul() {
    let lies = "position \"Ada: unseen 2; played 1 2\" \"Bo: -; played 1 2\" \"Cy: -; played 1 2\" \"table: turn 3; marker Bo; gone 1 1\"";
    let table = after::<&str>(&[]).records(&[lies]);
    table.forbids("Ada: give 9 to Bo", "EE-4.2", "Ada's Courier took no egg in the turn before");
    let given = table.records(&["Ada: give 9 to Bo ! agreed"]);
    assert_eq!((&of(&given, 0)["pile"]["count"], pile(&given, 1)), (&1.into(), vec![9]));
}

#[test]
fn ee_4_4_by_default_only_of_the_own_pile() {
    let table = both();
    table.forbids("Bo: discard 5 from Ada", "EE-4.4", "the Priest is Bo's, and that egg lies in Ada's pile");
    table.excludes("Bo: discard 9 from Ada", "TB-4", "no egg of 9 is known to be in Ada's pile");
    table.forbids("Ada: discard 5 from Bo", "EE-4.4", "Ada played no Priest");
    assert!(table.legal().contains(&"Bo: discard 6".to_owned()) && !table.legal().join(" ").contains("from"));
    let judged = loose(3, "", &lines(&[&turn("5 6", "4 6 1")], &["Bo: take 6", "Ada: take 5", "Bo: discard 5 from Ada"]));
    assert_eq!(judged.findings(), ["1.7 step 1 illegal EE-4.4"]);
    assert_eq!((pile(&judged, 0), pile(&judged, 1)), (vec![], vec![6]), "but it is done");
    assert_eq!(table.writes("Bo: discard 6 from Bo"), "discard 6", "the own pile needs no name");
}

#[test]
fn ee_4_6_a_turn_cut_short_by_that_reveal_opens_nothing() {
    let collecting = lines(&[&turn("5 6", "4 6 1")], &["Bo: take 6"]);
    let tells = |rule: &str| loose(3, rule, &collecting).tells(&["reveal 1 2 ! agreed"]).concat();
    assert!(tells("").contains("Bo's Priest (6) may discard an egg"), "{}", tells(""));
    let closed = tells("turn_end = \"before-reveal\"");
    assert!(closed.contains("nobody takes the 5") && !closed.contains("may discard"), "{closed}");
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
    over.forbids("end", "EE-4.6", "the round is at turn 1 of 9");
    after::<&str>(&[]).forbids("end", "EE-4.6", "the round is at turn 1 of 9: 2 eggs are to be revealed");
    both().forbids("end", "EE-4.6", "the round is at turn 2 of 9");
    let ninth = until_turn(after::<&str>(&[]), 8, "1");
    ninth.forbids("end", "EE-4.6", "the round is at turn 9 of 9: 2 eggs are to be revealed");
    let ninth = ninth.records(&["reveal 1 1"]);
    ninth.forbids("end", "EE-4.6", "the round is at turn 9 of 9: Ada, Bo and Cy have yet to play");
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
    assert_eq!(one.state()["phase"], "end");
    assert_eq!(
        one.records(&[&format!("{}: discard 1", who(2))]).state()["phase"],
        "over",
        "with the last one used it ends by itself"
    );
}

crate::tables::tables! { "eggs_and_empires/abilities":
    fn ee_4_2_a_courier_gives_the_egg_it_collected;
    fn ee_4_2_no_other_egg_not_to_oneself_and_not_without_a_courier;
    fn ee_4_2_one_that_nobody_has_seen_goes_without_a_name;
    fn ee_4_4_a_priest_discards_one_egg_of_the_own_pile;
    fn ee_4_4_or_of_any_pile_by_a_table_rule;
    fn ee_4_4_under_that_rule_also_one_without_a_name;
    fn ee_4_4_the_couriers_egg_goes_last_and_ends_the_right_to_give;
    fn what_is_offered_instead_begins_with_steps_of_the_same_kind;
    fn ee_4_4_one_that_did_not_collect_discards_nothing;
    fn ee_4_6_in_any_order_and_each_once;
    fn ee_4_6_until_the_next_turns_first_card;
    fn ee_4_6_or_until_the_next_reveal_by_a_table_rule;
    fn ee_4_6_what_was_used_stays_spent_until_the_next_turn_is_over;
    fn ee_4_4_what_a_priest_may_do_is_told;
}
