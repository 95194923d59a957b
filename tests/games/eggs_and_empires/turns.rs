//! EE-2: eggs, cards, taking, discarding, and the end of a round.

use crate::{
    eggs_and_empires::table::{NAMES, after, lines, log_of, loose, of, pile, played, round, turn, under, until_turn},
    judged::{self, Table},
};

/// Three players of whom each has collected what there was: turn 1 is over.
fn one_turn() -> Table {
    played("", "5 6", "10 1 2").records(&["Ada: take 5", "Cy: take 6"])
}

#[test]
fn ee_2_1_eggs_are_revealed_before_cards() {
    let table = after::<&str>(&[]);
    table.forbids("Ada: play 10", "EE-2.1", "the eggs of turn 1 come first: 2 eggs are to be revealed");
    table.forbids("Ada: take 5", "EE-2.1", "the eggs of turn 1");
    table.allows("reveal 5 6");
    one_turn().forbids("Ada: play 9", "EE-2.1", "the eggs of turn 2 come first").allows("reveal 1 1");
}

#[test]
fn ee_2_1_exactly_as_many_as_are_due() {
    let table = after::<&str>(&[]);
    table.forbids("reveal 5", "EE-2.1", "1 egg was revealed, and it has to be 2");
    table.forbids("reveal 5 6 7", "EE-2.1", "3 eggs were revealed").forbids("reveal", "EE-2.1", "no eggs were revealed");
    after(&["reveal 5 6"]).forbids("reveal 5 6", "EE-2.2", "Ada, Bo and Cy have yet to play");
}

#[test]
fn ee_2_1_all_that_a_listed_deck_still_holds() {
    // Nine turns need eighteen eggs; each Scout takes one away.
    let text = log_of(2, "", &turn("1 1", "2 10 / 2 3"));
    let text = text.replace("[rules]", &format!("[deck]\neggs = [{}]\n[rules]", vec!["1"; 18].join(", ")));
    let table = Table::of(&text).records(&["Ada: take 1", "Bo: take 1"]);
    assert_eq!(table.state()["offer"]["down"], serde_json::json!(["Ada", "Bo"]));
    let table = until_turn(table, 7, "1");
    assert_eq!(table.state()["deck"]["left"], 0, "the Scouts of turns 1 and 6 took four");
    table.forbids("Ada: play 9 10", "EE-2.1", "the deck is empty, and `reveal` stands alone").allows("reveal");
    table.excludes("reveal 1", "EE-1.5", "18 eggs of 1 are listed: 7 in Ada's pile and 11 in Bo's pile");
    let text = text.replace(&vec!["1"; 18].join(", "), &vec!["1"; 19].join(", "));
    let table = until_turn(Table::of(&text).records(&["Ada: take 1", "Bo: take 1"]), 7, "1");
    table.forbids("reveal", "EE-2.1", "it has to be 1 (all that the deck still holds)").allows("reveal 1");
}

#[test]
fn ee_2_1_the_eggs_of_scouts_are_on_offer_as_well() {
    let table = played("", "5 6", "10 1 2").records(&["Ada: take 5", "Cy: take 6", "reveal 1 1", "9 10 8"]);
    table.allows("Bo: take down Cy").allows("Bo: take 1").excludes("Bo: take down Ada", "TB-4", "but of Cy's");
    let late = table.records(&["Bo: take 1", "Ada: take 1", "Cy: take down Cy = 3", "reveal 2 2", "8 9 7"]);
    late.excludes("Bo: take down Cy", "TB-4", "no egg lies there face down").allows("Bo: take 2");
}

#[test]
fn ee_2_2_all_play_before_anybody_collects() {
    let table = after(&["reveal 5 6", "Bo: play 7"]);
    table.forbids("Bo: take 5", "EE-2.2", "Ada and Cy have yet to play").forbids("Bo: play 8", "EE-2.2", "Bo has played 7");
    assert_eq!(table.open(), ["Ada: play", "Cy: play"]);
    table.records(&["Cy: play 3", "Ada: play 1"]).allows("Bo: take 5").forbids(
        "Bo: play 8",
        "EE-2.2",
        "Bo has played 7 in this turn",
    );
}

#[test]
fn what_a_hand_may_hold_is_not_told_where_too_many_cards_are_played() {
    let table = after(&["reveal 5 6", "Ada: shows 3"]);
    let instead = |line: &str| table.verdict(line).alternatives;
    assert_eq!(instead("Bo: play 1 2"), ["play 1", "play 2"], "what whoever tried it must hold");
    assert_eq!(instead("Ada: play 1 2"), ["play 1", "play 2"], "nobody is reminded of the 3 that she showed");
}

#[test]
fn ee_2_2_one_card_or_two_different_ones() {
    let three = after(&["reveal 5 6"]);
    three.allows("Ada: play 8").forbids("Ada: play 3 8", "EE-2.2", "2 cards were played, and a turn takes one");
    three.excludes("Ada: play 8 8", "TB-3", "the Blacksmith (8) is named twice");
    let two = under(2, "", &["reveal 5 6"]);
    two.allows("Ada: play 3 8").forbids("Ada: play 8", "EE-2.2", "1 card was played, and a turn takes two");
    two.forbids("Ada: play 8 8", "EE-2.2", "8 and 8 are the same card").forbids("Ada: play 1 2 3", "EE-2.2", "a turn takes two");
}

#[test]
fn ee_2_3_a_card_is_played_once_a_round() {
    let table = one_turn().records(&["reveal 1 1"]);
    table.excludes("Ada: play 10", "TB-3", "the Hero (10) is not in Ada's hand").allows("Ada: play 1").allows("Bo: play 10");
    let next = round(3, "rounds = 2", &turn("5 6", "10 1 2"), "1");
    let first = next.state()["players"][0]["total"].as_i64();
    assert!(first.is_some());
    let fewest = next.sheet().players.iter().enumerate().min_by_key(|(_, player)| player.total.range().0).expect("players").0;
    assert_eq!(
        next.records(&["reveal 1 1", "10 9 8"]).state()["first"],
        NAMES[fewest],
        "in the next round all cards are there again"
    );
}

#[test]
fn ee_2_3_one_card_is_left_over_or_two() {
    for (players, left) in [(2, 2), (3, 1), (6, 1)] {
        let table = round::<&str>(players, "rounds = 1", &[], "1");
        assert_eq!((&of(&table, 0)["hand"]["count"], table.is_over()), (&left.into(), true), "{players} players");
        assert_eq!(of(&table, 1)["played"].as_array().map(Vec::len), Some(if players == 2 { 18 } else { 9 }));
    }
}

#[test]
fn ee_2_4_a_card_must_take_an_egg_if_it_can() {
    let table = played("", "-5 -6", "10 8 1");
    table.forbids("Ada: decline", "EE-2.4", "only a Mage may leave an egg; Ada's Hero (10) must take one");
    table.allows("Ada: take -5").allows("Ada: take -6").excludes(
        "Ada: take 5",
        "TB-4",
        "no egg of 5 lies there face up; -5 and -6",
    );
    let table = table.records(&["Ada: take -5"]);
    table.forbids("reveal 1 1", "EE-2.4", "Bo's Blacksmith (8) collects first").allows("Bo: take -6");
}

#[test]
fn ee_2_4_nobody_takes_more_than_one_egg_for_each_card() {
    let table = played("", "5 6", "10 8 1").records(&["Ada: take 5"]);
    let one = "Ada has collected already: the 5, with the Hero (10)";
    table.forbids("Ada: take 6", "EE-2.4", one).allows("Bo: take 6");
    table.records(&["Bo: take 6"]).forbids("Ada: take 5", "EE-2.4", one);
    let two = played("", "5 6", "9 10 / 1 2").records(&["Ada: take 5"]);
    assert_eq!(pile(&two.records(&["Ada: take 6"]), 0), [6, 5], "with two players one for each card");
    let mixed = played("", "5 6", "9 10 / 1 9").records(&["Ada: take 5"]);
    mixed.forbids("Ada: take 6", "EE-3.3", "so Ada's does not collect").allows("Bo: take 6");
}

#[test]
fn ee_2_4_out_of_turn_what_was_due_lapses() {
    let lines = lines(&[&turn("5 6", "10 8 5")], &["Bo: take 5", "Ada: take 6"]);
    let table = loose(3, "", &lines);
    assert_eq!(table.findings(), ["1.5 step 1 illegal EE-3.1", "1.6 step 1 illegal EE-2.4"]);
    assert_eq!((pile(&table, 0), pile(&table, 1)), (vec![6], vec![5]), "but it is done");
    let table = loose(3, "", &lines[..5]);
    table.forbids("Ada: take 6", "EE-2.4", "Ada's Hero (10) was left out, and others have collected since");
    assert_eq!(table.open(), ["Cy: take"], "Ada's Hero was left out, and the next is Cy's Merchant");
}

#[test]
fn ee_2_5_eggs_not_taken_are_discarded() {
    let table = played("", "13 10 -6 -8", "9 9 9 9 9 1").records(&["Flo: take 10"]);
    assert_eq!(table.state()["discarded"], serde_json::json!({"seen": [13, -6, -8], "unseen": 0}));
    assert_eq!(table.state()["offer"]["up"], serde_json::json!([]));
    table.records(&["reveal 1 1 1 1", "10 8 7 6 5 2"]).excludes("Ada: take 13", "TB-4", "no egg of 13 lies there");
}

#[test]
fn ee_2_5_face_down_ones_unseen() {
    let table = played("", "5 6", "2 1 10").records(&["Cy: take 5", "Ada: take 6", "reveal 1 1", "9 9 8"]);
    let table = table.records(&["Cy: take 1"]);
    assert_eq!(table.state()["discarded"], serde_json::json!({"seen": [1], "unseen": 1}));
    assert!(table.tells(&["reveal 3 3"]).is_empty());
    table.excludes("Cy: opens Ada = 3", "TB-4", "no egg of Ada's Scout lies unnamed in Cy's pile");
}

#[test]
fn ee_2_6_abilities_follow_when_collecting_is_over() {
    let table = played("", "5 6", "4 6 1").records(&["Bo: take 6"]);
    table.forbids("Bo: discard 6", "EE-2.4", "Ada's Courier (4) collects first");
    let table = table.records(&["Ada: take 5"]);
    table.allows("Bo: discard 6").allows("Ada: give 5 to Cy");
}

#[test]
fn ee_2_6_hands_are_full_again_then() {
    let table = played("", "5 6", "10 8 1").records(&["Ada: take 5"]);
    assert_eq!(of(&table, 0)["hand"]["count"], 2);
    table.excludes("Ada: shows 1 2 3", "TB-3", "holds only 2 cards");
    let over = table.records(&["Bo: take 6"]);
    over.allows("Ada: shows 1 2 3");
    assert_eq!(of(&over, 0)["hand"]["count"], 3);
}

#[test]
fn ee_2_7_a_new_round_waits_for_nine_turns() {
    let early = |lines: &[&str]| {
        let table = Table::of(&judged::log("eggs-and-empires", &NAMES[..3], "", &[("Ada", lines), ("Ada", &[])]));
        (table.findings(), table.says().to_owned())
    };
    let due = ["2.0 step 0 illegal EE-2.7".to_owned()];
    for (lines, says) in [
        (&[][..], "the round is at turn 1 of 9: 2 eggs are to be revealed"),
        (&["reveal 5 6"], "the round is at turn 1 of 9: Ada, Bo and Cy have yet to play"),
        (
            &["reveal 5 6", "Ada: play 1", "Bo: play 2", "Cy: play 3"],
            "the round is at turn 1 of 9: Cy's Shepherd (3) is to collect",
        ),
    ] {
        assert_eq!(early(lines), (due.to_vec(), says.to_owned()));
    }
}

#[test]
fn ee_2_7_after_nine_turns_the_round_is_over() {
    let eight = until_turn(after::<&str>(&[]), 8, "1");
    eight.allows("reveal 1 1");
    let nine = until_turn(eight, 9, "1");
    assert_eq!(nine.state()["phase"], "over");
    let next = nine.records(&["reveal 1 1"]);
    assert_eq!((&next.state()["round"], &next.state()["turn"]), (&2.into(), &1.into()), "the next line begins the next round");
    let over = round::<&str>(3, "rounds = 1", &[], "1");
    over.forbids("reveal 1 1", "TB-7", "the game is over");
}

#[test]
fn ee_2_2_the_last_two_cards_may_be_equal() {
    // Four cards in the first turn were let stand, so only two are left for the ninth.
    let table = loose(2, "", &["reveal 1 1", "Ada: play 1 1 2 3 ! agreed", "Bo: play 3 4"]);
    let table = until_turn(table, 8, "1").records(&["reveal 1 1"]);
    assert_eq!(of(&table, 0)["hand"]["known"], serde_json::json!([10, 10]));
    table.allows("Ada: play 10 10").forbids("Ada: play 10", "EE-2.2", "1 card was played, and a turn takes two");
}
