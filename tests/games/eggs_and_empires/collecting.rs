//! EE-3.1 to EE-3.5: the order of collecting, the Shepherd, Dark Priestesses, the Mage, and who is passed over.

use crate::eggs_and_empires::table::{lines, loose, order, pile, played, turn, under};

/// Ada's and Bo's Scouts have laid eggs; then these cards are played.
fn with_two_down(rules: &str, cards: &str) -> crate::judged::Table {
    let scouts = lines(&[&turn("5 6", "2 2 10")], &["Cy: take 5", "Ada: take 6"]);
    under(3, rules, &lines(&[&scouts, &turn("3 4", cards)], &[]))
}

#[test]
fn ee_2_4_a_face_down_egg_may_be_left_for_others() {
    let table = with_two_down("", "9 7 1");
    table.allows("Ada: take 4").allows("Ada: take down Bo");
    assert_eq!(table.legal(), ["Ada: take 4", "Ada: take 3", "Ada: take down Ada", "Ada: take down Bo"]);
}

#[test]
fn ee_2_4_under_must_face_down_eggs_are_taken_once_there_is_one_for_each() {
    let must = "face_down = \"must\"";
    // Three are to collect, and two eggs lie face down.
    let three = with_two_down(must, "9 8 1");
    three.allows("Ada: take 4").allows("Ada: take down Bo");
    let two = three.records(&["Ada: take 4"]);
    let why = "2 face-down eggs lie there, and 2 cards that have to take one are still to collect: Bo's Blacksmith (8) must take";
    two.forbids("Bo: take 3", "EE-2.4", why).allows("Bo: take down Ada").allows("Bo: take down Bo");
    assert_eq!(two.legal(), ["Bo: take down Ada", "Bo: take down Bo"]);
    assert_eq!(two.decided("Bo: take 3"), "face_down = must; under offered it would be legal");
    assert_eq!(
        two.options(),
        ["take: face down from Ada's Scout (`down Ada`) or face down from Bo's Scout (`down Bo`), with Bo's Blacksmith (8)"]
    );
    let last = two.records(&["Bo: take down Ada"]);
    let why = "1 face-down egg lies there, and no other card that has to take one is still to collect";
    last.forbids("Cy: take 3", "EE-2.4", why).allows("Cy: take down Bo");
    // With one taken down before, the others may choose.
    three.records(&["Ada: take down Ada"]).allows("Bo: take 3").allows("Bo: take down Bo");
    assert!(three.quotes("EE-2.4").contains("must if it can, a face-down one once there is one for each card left."));
    assert!(!with_two_down("", "9 8 1").quotes("EE-2.4").contains("face-down"));
}

#[test]
fn ee_2_4_under_must_a_mage_never_has_to_and_is_not_counted() {
    let must = "face_down = \"must\"";
    let table = with_two_down(must, "9 7 1");
    table.forbids("Ada: take 4", "EE-2.4", "2 cards that have to take one are still to collect").allows("Ada: take down Ada");
    table.records(&["Ada: take down Ada"]).allows("Bo: take 3").allows("Bo: take down Bo");
    // Nor are Dark Priestesses that cancel each other out.
    with_two_down(must, "9 9 1").forbids("Cy: take 4", "EE-2.4", "").allows("Cy: take down Ada");
    with_two_down("", "9 9 1").allows("Cy: take 4");
}

#[test]
fn ee_3_1_the_highest_card_collects_first() {
    let table = played("", "5 6", "2 10 7");
    assert_eq!(order(&table), "Bo 10, Cy 7, Ada 2");
    let order = "Bo's Hero (10) collects first; order of collecting: Bo 10, Cy 7, Ada 2";
    table.forbids("Cy: take 5", "EE-3.1", order).forbids("Ada: take 5", "EE-3.1", order).allows("Bo: take 5");
    table.forbids("Cy: decline", "EE-3.1", order);
    table.records(&["Bo: take 5"]).forbids("Ada: take 6", "EE-3.1", "Cy's Mage (7) collects first").allows("Cy: take 6");
    table.forbids("reveal 1 1", "EE-2.4", "Bo's Hero (10) collects first");
}

#[test]
fn ee_3_1_equal_cards_from_the_marker_clockwise() {
    let table = played("", "5 6", "6 6 6");
    assert_eq!(order(&table), "Ada 6, Bo 6, Cy 6");
    table.forbids("Cy: take 5", "EE-3.1", "being nearer to the marker");
    // The tie has passed the marker to Bo.
    let table = table.records(&["Ada: take 5", "Bo: take 6", "reveal 1 2", "4 4 4"]);
    assert_eq!(order(&table), "Bo 4, Cy 4, Ada 4");
    table.forbids("Ada: take 1", "EE-3.1", "Bo's Courier (4) collects first, being nearer to the marker").allows("Bo: take 2");
}

#[test]
fn ee_3_1_a_turn_says_its_order() {
    let lines = turn("5 6", "2 10 7");
    let table = under(3, "", &lines[..3]);
    assert_eq!(table.tells(&["Cy: play 7"])[0], "EE-3.1: order of collecting: Bo 10, Cy 7, Ada 2");
}

#[test]
fn ee_3_2_a_shepherd_goes_just_before_the_first_blacksmith() {
    let table = played("", "1 2 3 4", "8 3 9 3 8 10");
    assert_eq!(order(&table), "Flo 10, Cy 9, Bo 3, Di 3, Ada 8, Eve 8");
    let table = table.records(&["Flo: take 1", "Cy: take 2"]);
    table
        .forbids("Ada: take 3", "EE-3.2", "Bo's Shepherd (3) collects first, ahead of the Blacksmith; order")
        .allows("Bo: take 3");
    table.forbids("Di: take 3", "EE-3.1", "Bo's Shepherd (3) collects first, being nearer to the marker");
    let table = table.records(&["Bo: take 3", "Di: take 4"]);
    assert_eq!(
        (
            &crate::eggs_and_empires::table::of(&table, 0)["blacksmiths"],
            &crate::eggs_and_empires::table::of(&table, 4)["blacksmiths"]
        ),
        (&1.into(), &1.into())
    );
}

#[test]
fn ee_3_2_without_a_blacksmith_it_is_a_3() {
    assert_eq!(order(&played("", "1 2", "3 7 2")), "Bo 7, Ada 3, Cy 2");
    assert_eq!(order(&played("", "1 2", "8 7 2")), "Ada 8, Bo 7, Cy 2", "and a Blacksmith alone is an 8");
}

#[test]
fn ee_3_2_under_the_other_reading_the_blacksmith_waits() {
    let rule = "shepherd = \"blacksmith-waits\"";
    let table = played(rule, "1 2 3 4", "8 3 9 3 8 5");
    assert_eq!(order(&table), "Cy 9, Flo 5, Bo 3, Di 3, Ada 8, Eve 8");
    table.forbids("Ada: take 1", "EE-3.1", "Cy's Dark Priestess (9)");
    let waits = table.records(&["Cy: take 1"]);
    waits.forbids("Ada: take 2", "EE-3.2", "Flo's Merchant (5) collects first, while the Blacksmith waits for the Shepherd");
    waits.records(&["Flo: take 2"]).forbids("Ada: take 3", "EE-3.2", "Bo's Shepherd (3)").allows("Bo: take 3");
    assert_eq!(order(&played(rule, "1 2", "8 7 2")), "Ada 8, Bo 7, Cy 2", "not without a Shepherd");
    let both = turn("1 2", "8 3 5");
    under(3, "", &both).allows("Bo: take 1").forbids("Cy: take 1", "EE-3.2", "Bo's Shepherd (3)");
    under(3, rule, &both).allows("Cy: take 1").forbids("Bo: take 1", "EE-3.1", "Cy's Merchant (5)");
    let judged = loose(3, rule, &lines(&[&both], &["Bo: take 1"]));
    assert_eq!(judged.rule().as_deref(), Some("shepherd = blacksmith-waits; under jumps-ahead it would be legal"));
}

#[test]
fn ee_3_3_several_dark_priestesses_collect_nothing() {
    let table = played("", "5 6", "9 9 1");
    assert_eq!(table.open(), ["Cy: take"]);
    let cancelled = "the Dark Priestesses of Ada and Bo cancel each other out, so Ada's does not collect";
    table.forbids("Ada: take 5", "EE-3.3", cancelled).allows("Cy: take 5");
    let table = table.records(&["Cy: take 5"]);
    table.forbids("Ada: take 6", "EE-3.3", cancelled).forbids("Bo: take 6", "EE-3.3", "so Bo's does not collect");
    assert_eq!((pile(&table, 0), pile(&table, 1), pile(&table, 2)), (vec![], vec![], vec![5]));
    let all = played("", "5 6", "9 9 9");
    assert_eq!((&all.state()["turn"], &all.state()["phase"]), (&1.into(), &"reveal".into()), "nobody collects at all");
}

#[test]
fn ee_3_3_a_single_one_collects() {
    let table = played("", "5 6", "9 8 1");
    table.allows("Ada: take 5").forbids("Bo: take 5", "EE-3.1", "Ada's Dark Priestess (9) collects first");
}

#[test]
fn ee_3_4_a_mage_takes_no_exploding_egg() {
    let table = played("", "5 -6", "7 2 1");
    table
        .forbids("Ada: take -6", "EE-3.4", "-6 explodes, and a Mage takes no such egg face up; 5 lies there")
        .allows("Ada: take 5");
    table.forbids("Ada: decline", "EE-3.4", "5 lies there, so the Mage must take an egg");
    let none = played("", "-5 -6", "7 2 1");
    assert_eq!(none.open(), ["Bo: take"], "it is passed over");
    let passed = "Ada's Mage (7) was passed over: only exploding eggs lay there, face up";
    none.forbids("Ada: decline", "EE-3.4", passed).forbids("Ada: take -5", "EE-3.4", passed);
    none.records(&["Bo: take -5", "Cy: take -6"]).forbids("Ada: take -6", "EE-3.4", passed);
}

/// A Scout's egg lies beside these, and Ada's Mage is to collect.
fn with_hidden(eggs: &str) -> crate::judged::Table {
    let first = lines(&[&turn("1 1", "2 10 9")], &["Bo: take 1", "Cy: take 1"]);
    under(3, "", &lines(&[&first, &turn(eggs, "7 1 3")], &[]))
}

#[test]
fn ee_3_4_a_mage_may_take_or_leave_what_lies_face_down() {
    let table = with_hidden("-5 -6");
    assert_eq!(table.open(), ["Ada: take decline"]);
    table.allows("Ada: decline").allows("Ada: take down Ada").allows("Ada: take down Ada = -8");
    table.forbids("Ada: take -5", "EE-3.4", "it takes a face-down one, or declines");
    let table = table.records(&["Ada: take down Ada = -8"]);
    assert_eq!(pile(&table, 0), [-8], "what it took face down it keeps");
    let declined = with_hidden("-5 -6").records(&["Ada: decline"]);
    assert_eq!(declined.open(), ["Cy: take"]);
    declined.forbids("Ada: take down Ada", "EE-3.4", "Ada's Mage (7) has declined");
}

#[test]
fn ee_3_4_with_a_good_egg_there_a_mage_must_take() {
    let table = with_hidden("0 -6");
    assert_eq!(table.open(), ["Ada: take"]);
    table.forbids("Ada: decline", "EE-3.4", "0 lies there").allows("Ada: take 0").allows("Ada: take down Ada");
}

#[test]
fn ee_3_5_a_card_that_finds_no_egg_is_passed_over() {
    let table = played("", "5 6", "10 8 5").records(&["Ada: take 5"]);
    let told = table.tells(&["Bo: take 6"]);
    assert!(told.contains(&"EE-4.3: Cy's Merchant (5) did not collect: 6 points".to_owned()), "{told:?}");
    let over = table.records(&["Bo: take 6"]);
    over.forbids("Cy: take 6", "EE-3.5", "Cy's Merchant (5) found no egg left").allows("reveal 1 1");
    over.records(&["reveal 1 1"]).forbids("Cy: take 1", "EE-2.2", "have yet to play");
}

#[test]
fn ee_3_5_the_next_card_goes_on() {
    let table = played("", "-5 -6", "7 7 1");
    assert_eq!(table.open(), ["Cy: take"], "both Mages are passed over");
    assert_eq!(pile(&table.records(&["Cy: take -5"]), 2), [-5]);
}
