//! EE-2: eggs, cards, taking, discarding, and the end of a round.

use crate::{
    eggs_and_empires::table::{NAMES, after, log_of, loose, of, played, round, turn, until_turn},
    judged::Table,
};

/// Three players of whom each has collected what there was: turn 1 is over.
fn one_turn() -> Table {
    played("", "5 6", "10 1 2").records(&["Ada: take 5", "Cy: take 6"])
}

#[test]
fn ee_2_1_all_that_a_listed_deck_still_holds() {
    // Nine turns need eighteen eggs; each Scout takes one away.
    let text = log_of(2, "", &turn("1 1", "2 10 / 2 3"));
    let text = text.replace("[rules]", &format!("[deck]\neggs = [{}]\n[rules]", vec!["1"; 18].join(", ")));
    let table = Table::of(&text).records(&["Ada: take 1", "Bo: take 1"]);
    assert_eq!(table.state()["down"], serde_json::json!(["Ada", "Bo"]));
    let table = until_turn(table, 7, "1");
    assert_eq!(table.state()["deck"]["more"], 0, "the Scouts of turns 1 and 6 took four");
    table.forbids("Ada: play 9 10", "EE-2.1", "the deck is empty, and `reveal` stands alone").allows("reveal");
    table.excludes("reveal 1", "EE-1.5", "18 eggs of 1 are listed: 7 in Ada's pile and 11 in Bo's pile");
    let text = text.replace(&vec!["1"; 18].join(", "), &vec!["1"; 19].join(", "));
    let table = until_turn(Table::of(&text).records(&["Ada: take 1", "Bo: take 1"]), 7, "1");
    table.forbids("reveal", "EE-2.1", "1 is due (all that the deck still holds)").allows("reveal 1");
}

#[test]
fn ee_2_1_the_eggs_of_scouts_are_on_offer_as_well() {
    let table = played("", "5 6", "10 1 2").records(&["Ada: take 5", "Cy: take 6", "reveal 1 1", "9 10 8"]);
    table.allows("Bo: take down Cy").allows("Bo: take 1").excludes("Bo: take down Ada", "TB-4", "but of Cy's");
    let late = table.records(&["Bo: take 1", "Ada: take 1", "Cy: take down Cy = 3", "reveal 2 2", "8 9 7"]);
    late.excludes("Bo: take down Cy", "TB-4", "no egg lies there face down").allows("Bo: take 2");
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
        assert_eq!(of(&table, 1)["row_of_played_cards"]["count"], if players == 2 { 18 } else { 9 });
    }
}

#[test]
fn ee_2_7_after_nine_turns_the_round_is_over() {
    let eight = until_turn(after::<&str>(&[]), 8, "1");
    eight.allows("reveal 1 1");
    let nine = until_turn(eight, 9, "1");
    assert_eq!(nine.state()["phase"], "over");
    let next = nine.records(&["reveal 1 1"]);
    assert_eq!((&next.shown()["round"], &next.state()["turn"]), (&2.into(), &1.into()), "the next line begins the next round");
    let over = round::<&str>(3, "rounds = 1", &[], "1");
    over.forbids("reveal 1 1", "TB-7", "the game is over");
}

#[test]
fn ee_2_2_the_last_two_cards_may_be_equal() {
    // Four cards in the first turn were let stand, so only two are left for the ninth.
    let table = loose(2, "", &["reveal 1 1", "Ada: play 1 1 2 3 ! agreed", "Bo: play 3 4"]);
    let table = until_turn(table, 8, "1").records(&["reveal 1 1"]);
    assert_eq!(of(&table, 0)["hand"]["cards"], serde_json::json!(["10", "10"]));
    table.allows("Ada: play 10 10").forbids("Ada: play 10", "EE-2.2", "1 card was played, and a turn takes two");
}
