//! TB-1 to TB-8, at a table of Emu Ranchers.

use crate::emu_ranchers::table::{after, done_year, ended, log_of, log_of_years, year};
use crate::judged::{Table, ruled};

/// Six cards that can still be in a hand at the end of a year.
const SIX: &str = "AM AS AW AL AY AK";
/// And six more.
const OTHER_SIX: &str = "CS CL CM CW CY CK";

/// A year has ended in which no Ace and no Crown was seen; Ada has the bird 2MK, Bo the bird 3SK.
fn aces_and_crowns_left() -> Table {
    ended(&["Ada: hatch 2MK; draw", "Bo: hatch 3SK; draw"], &format!("{SIX} {OTHER_SIX}"))
}

#[test]
fn tb_1_after_the_last_seat_comes_the_first() {
    let table = Table::of(&log_of_years("", &[("Bo", &["Bo: hatch 7SK; draw".to_owned()])]));
    table.allows("Ada: hatch 8MS").forbids("Bo: hatch 8MS", "ER-1.2", "it is Ada's turn");
}

#[test]
fn tb_2_a_hand_is_counted_and_what_was_seen_is_known() {
    let table = after(&["Ada: discard 7SK; draw", "Bo: hatch 8MS; take 7SK", "Ada: discard 9MS; draw AM", "Bo: shows CK"]);
    let memory = table.memory();
    assert!(memory.contains("Ada's hand: AM and 5 unseen\nBo's hand: 7SK CK and 4 unseen"), "{memory}");
    assert!(memory.contains("Unaccounted for, 31: AS"), "36 less 8MS and 9MS in the open, 7SK, AM and CK in hands: {memory}");
}

#[test]
fn tb_3_a_card_that_nobody_has_seen_can_come_from_any_hand() {
    let table = after(&["Ada: shows 7SK 8MS"]);
    table.allows("Ada: hatch 9MS").allows("Ada: hatch 7SK").records(&["Ada: hatch 7SK; draw"]).allows("Bo: hatch 9MS");
}

#[test]
fn tb_3_a_card_that_lies_elsewhere_cannot() {
    let table = after(&["Ada: shows 8MS", "Ada: hatch 7SK; draw"]);
    table.excludes("Bo: hatch 7SK", "TB-3", "7SK is not in Bo's hand: it is in Ada's bird 1");
    table.excludes("Bo: discard 8MS", "TB-3", "8MS is not in Bo's hand: it is in Ada's hand");
}

#[test]
fn tb_3_nor_from_a_hand_that_is_known_whole() {
    let table = after(&[format!("Ada: shows {SIX}")]);
    table.excludes("Ada: hatch 7SK", "TB-3", "Ada's hand is known to be AM, AS, AW, AL, AY and AK").allows("Ada: hatch AK");
    table.records(&["Ada: hatch AK; draw", "Bo: discard CK; draw"]).allows("Ada: hatch 7SK");
}

#[test]
fn tb_3_turn_and_phase_come_first_and_the_check_ends_there() {
    let lines = ["Ada: hatch 7SK; draw", "Bo: hatch 8MS; draw", "Bo: hatch 7SK; draw", "Bo: done"];
    let found = ["1.3 step 1 illegal ER-1.2", "1.3 step 1 impossible TB-3"];
    assert_eq!(Table::of(&log_of(&lines)).findings(), found);
}

#[test]
fn tb_4_a_bird_that_is_named_is_there() {
    let table = after(&["Ada: hatch 7SK; draw", "Bo: hatch 8MS; draw"]);
    table.excludes("Ada: grow 2 9LK", "TB-4", "Ada has one bird, number 1; there is no bird 2").allows("Ada: grow 1 9LK");
}

#[test]
fn tb_4_a_discard_that_is_named_is_there() {
    let table = after(&["Ada: discard 7SK; draw"]);
    table.excludes("Bo: hatch 8MS; take 9MS", "TB-4", "9MS is not in the discard pile").allows("Bo: hatch 8MS; take 7SK");
    after(&[""; 0]).excludes("Ada: hatch 8MS; take 8MS", "TB-4", "it is in Ada's bird 1");
}

#[test]
fn tb_5_anyone_shows_at_any_time_of_a_year() {
    let table = after(&["Ada: hatch 7SK"]);
    table.allows("Ada: shows 8MS").allows("Bo: shows 8MS").records(&["Ada: draw"]).allows("Ada: shows 8MS");
    aces_and_crowns_left().records(&["Ada: done"]).allows("Ada: shows AM").allows("Bo: shows AM");
}

#[test]
fn tb_5_a_hand_holds_at_least_what_it_shows() {
    let table = after(&["Ada: shows 7SK", "Ada: shows 7SK 8MS"]);
    assert!(table.memory().contains("Ada's hand: 7SK 8MS and 4 unseen"), "a card shown again is the same card");
    table.allows("Ada: hatch 9MS").excludes("Bo: shows 9MS 8MS", "TB-3", "8MS is not in Bo's hand: it is in Ada's hand");
}

#[test]
fn tb_5_each_card_as_often_as_it_is_listed() {
    after(&[""; 0]).excludes("Ada: shows 7SK 7SK", "TB-3", "7SK is named twice, and Ada can have one").allows("Ada: shows 7SK");
}

#[test]
fn tb_5_a_hand_shown_whole_holds_nothing_else() {
    let table = after(&[format!("Ada: shows {SIX}")]);
    table.excludes("Ada: shows AM 7SK", "TB-3", "Ada's hand is known to be").allows(&format!("Ada: shows {SIX}"));
    let five = after(&["Ada: shows AM AS AW AL AY"]);
    five.allows("Ada: shows 7SK").excludes("Ada: shows 7SK 8MS", "TB-3", "holds 6 cards, of which 1 has not been seen");
}

#[test]
fn tb_6_the_last_hand_with_unseen_cards_holds_what_is_unaccounted_for() {
    let table = aces_and_crowns_left();
    let told = table.tells(&[&format!("Ada: shows {SIX}")]);
    assert_eq!(told, ["TB-6: no other place is left for the cards nobody has seen, so Bo's hand is CS, CL, CM, CW, CY and CK"]);
    let table = table.records(&[&format!("Ada: shows {SIX}")]);
    table.excludes("Bo: lay 1 AS", "TB-3", "it is in Ada's hand").allows("Bo: lay 1 CS");
    table.excludes("Ada: lay 1 CK", "TB-3", "CK is not in Ada's hand: it is in Bo's hand");
}

#[test]
fn tb_6_the_last_draw_may_decide_it() {
    let mut lines = year("Ada", &["Ada: hatch 2MK; draw"], &format!("{SIX} {OTHER_SIX}"));
    let last = lines.pop().expect("a year has turns");
    let table = after(&lines).records(&[&format!("Ada: shows {SIX}")]);
    assert!(table.memory().contains("Bo's hand: 6 unseen"), "six of the seven cards that are left");
    let told = table.tells(&[&last]);
    assert!(told.iter().any(|told| told.ends_with("so Bo's hand is CS, CL, CM, CW, CY and CK")), "{told:?}");
}

#[test]
fn tb_6_nothing_is_deduced_while_two_hands_hide_cards() {
    let table = aces_and_crowns_left().records(&["Ada: shows AM AS AW AL AY", "Ada: done"]);
    table.allows("Bo: shows AK").allows("Bo: shows CK");
    let told = table.tells(&["Bo: shows CS CL CM CW CY"]);
    assert_eq!(told.len(), 0, "AK and CK may be in either hand");
    let told = table.tells(&["Bo: shows CS CL CM CW CY CK"]);
    assert!(told[0].starts_with("TB-6") && told[0].ends_with("so Ada's hand is AM, AS, AW, AL, AY and AK"), "{told:?}");
}

#[test]
fn tb_7_nothing_is_recorded_after_the_games_end() {
    let mut year = done_year("Ada", &[]);
    year.extend(["Bo: shows CK", "Ada: hatch CY", "Bo: draw"].map(String::from));
    let table = Table::of(&log_of_years("years = 1", &[("Ada", &year), ("Bo", &[])]));
    let found = ["1.27", "1.28", "1.29"].map(|place| format!("{place} step 1 illegal TB-7"));
    assert_eq!(table.findings()[..3], found);
    assert_eq!(table.findings()[3..], ["2.0 step 0 illegal TB-7"]);
    assert_eq!(table.says(), "the game is over; only notes can be added");
    let found: Vec<_> = table.0.findings().iter().map(|finding| ruled(&finding.verdict)).collect();
    assert!(found[1..3].concat().is_empty(), "no turn is taken then, however many years there are");
    assert_eq!(found[3], "years = 1; under 2 it would be legal", "another year may begin");
}

#[test]
fn tb_7_but_notes() {
    let mut year = done_year("Ada", &[]);
    year.extend(["note Bo wants a revenge", "Ada: note so be it"].map(String::from));
    let table = Table::of(&log_of_years("years = 1", &[("Ada", &year)]));
    assert_eq!((table.findings(), table.is_over()), (Vec::new(), true));
    table.allows("note and a third");
}

/// What is found against the first year after some lines, counted so.
fn counted(tally: &[&str]) -> Table {
    let lines = ["Ada: hatch 7SK; draw", "Bo: hatch 9LK; draw", "Ada: grow 1 8YK; draw"];
    Table::of(&format!("{}tally = {tally:?}\n", log_of(&lines)))
}

#[test]
fn tb_8_birds_only_grow_and_stay_with_their_owner() {
    assert_eq!(counted(&["Ada: AM | 7SK 8YK CK", "Bo: 9LK"]).findings(), [""; 0], "grown, and another one");
    let missing = "the tally leaves out what the moves left before Ada: the bird 7SK 8YK";
    for ada in ["7SK", "8YK 7SK", "6SY 7SK | 8YK", ""] {
        let table = counted(&[&format!("Ada: {ada}"), "Bo: 9LK"]);
        assert_eq!((table.findings(), table.says()), (vec!["1.4 step 0 illegal TB-8".to_owned()], missing), "{ada}");
    }
    assert_eq!(counted(&["Ada:", "Bo: 9LK | 7SK 8YK"]).says(), missing, "it is Bo's nowhere");
    assert_eq!(counted(&["Ada: 7SK", "Bo:"]).findings(), ["1.4 step 0 illegal TB-8"; 2], "of both");
}

#[test]
fn tb_8_a_part_is_let_stand_with_a_reason() {
    let table = counted(&["Ada: 7SK ! the 8 was taken back", "Bo: 9LK"]);
    assert_eq!((table.findings(), table.totals()), (vec!["1.4 step 0 overruled TB-8".to_owned()], vec![7 - 18, 9 - 18]));
    let passed = counted(&["Ada: 7SK 8YK 2MK ! we let it pass", "Bo: 9LK"]);
    assert_eq!((passed.findings(), passed.totals()), (vec!["1.4 step 0 overruled ER-3.4".to_owned()], vec![17 - 18, -9]));
    let other = counted(&["Ada: 7SK 8YK 2MK", "Bo: 9LK ! we let it pass"]);
    assert_eq!(other.findings(), ["1.4 step 0 illegal ER-3.4"], "Bo's reason is not Ada's");
    let impossible = counted(&["Ada: 7SK 8YK ! never mind", "Bo: 9LK 9LK ! never mind"]);
    assert_eq!(impossible.findings(), ["1.4 step 0 impossible TB-3"]);
}

#[test]
fn tb_3_nor_from_an_empty_hand() {
    let table = aces_and_crowns_left();
    let lays: Vec<String> = SIX.split(' ').map(|card| format!("Ada: hatch {card} ! so be it")).collect();
    let table = table.records(&lays.iter().map(String::as_str).collect::<Vec<_>>());
    table.excludes("Ada: lay 1 CK", "TB-3", "Ada's hand is empty").excludes("Ada: lay 1 3SK", "TB-3", "Ada's hand is empty");
}

#[test]
fn what_lies_there_is_a_tally_and_a_discard_pile_is_remembered() {
    let table = after(&["Ada: hatch 7SK; draw", "Bo: hatch 9LK; draw", "Ada: discard AL; draw", "Bo: discard CW; draw"]);
    assert_eq!(table.shown()["tally"], serde_json::json!(["7SK", "9LK"]));
    assert!(table.memory().lines().any(|line| line.ends_with("Discard pile, top first: CW AL")), "{}", table.memory());
}

#[test]
fn a_card_alone_is_the_only_step_that_it_can_be() {
    let table = after(&["Ada: hatch 7SK; draw", "Bo: hatch 9LK; draw", "Ada: discard AL; draw", "Bo: hatch CW"]);
    assert_eq!(table.writes("AL"), "take AL");
}
