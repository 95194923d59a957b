//! BL-3: flushes, sextets, and what they bring.

use crate::blulu::table::{under, whole_round};

#[test]
fn bl_3_3_a_bonus_that_is_enough_ends_the_game_at_once() {
    let table = under("target = 2", &["deal 4MS CM 9LK AY"]);
    let told = table.tells(&["Ada: capture 4 with 7SK 3SK"]);
    assert_eq!(told[2], "BL-3.3: the game ends at once, and the round's cards don't count: Ada 2 and Bo 0; Ada wins");
    let over = table.records(&["Ada: capture 4 with 7SK 3SK"]);
    assert!(over.is_over());
    let sheet = over.sheet();
    assert_eq!((sheet.winners, sheet.complete), (vec!["Ada".to_owned()], true));
    assert_eq!(over.open(), [""; 0]);
    over.forbids("Bo: trail 2MK 8YK", "TB-7", "the game is over");
}

#[test]
fn bl_3_3_not_even_the_last_capture_of_the_round_is_counted() {
    // A sum of what Ada takes in the end would give her 18 points more.
    let lines = whole_round(&["deal 7SK 9LK CM AY"]);
    let (last, before) = lines.split_last().expect("a round has turns");
    assert_eq!(last, "Bo: trail CY CK");
    let mut lines = before.to_vec();
    lines.push("Bo: capture C with CY CK".to_owned());
    let round = under("must_capture = \"never\"\ntarget = 30", &lines);
    assert_eq!((round.totals(), round.is_over()), (vec![0, 18 + 4], false), "six Crowns are a sextet, and Bo takes the rest");
    let round = under("must_capture = \"never\"\ntarget = 4", &lines);
    assert_eq!((round.totals(), round.is_over()), (vec![0, 4], true));
    assert_eq!(round.sheet().players[1].rounds[0].items[0].clause.to_string(), "BL-3.3");
}

#[test]
fn bl_3_4_the_opponent_owes_captured_cards() {
    let rules = "bonuses = \"exchange\"\nmust_capture = \"never\"";
    let lines = whole_round(&[
        "deal 4MS CM 9LK AY",
        "Ada: capture 4 with 7SK 3SK",
        "Bo: trail AM AS",
        "Ada: trail AW AL",
        "Bo: capture 9 with 4WL 5YK",
    ]);
    let underway = under(rules, &lines[..2]);
    assert_eq!(underway.totals(), [0, 0], "no points");
    assert_eq!(underway.sheet().notes[0], "Bo owes Ada 2 cards for bonuses (BL-3.4).");
    let counted = under(rules, &lines);
    let sheet = counted.sheet();
    let details = |player: usize| {
        let details = &sheet.players[player].rounds[0].items[0].details;
        details.iter().map(|(key, value)| format!("{key} {value}")).collect::<Vec<_>>().join(", ")
    };
    assert_eq!(details(0), "captured 3, exchanged 2, share 18, above 0");
    assert_eq!(details(1), "captured 33, exchanged −2, share 18, above 13");
    assert_eq!(counted.totals(), [0, 13]);
    let why = |player: usize| sheet.players[player].rounds[0].items[0].why.as_str();
    assert_eq!(why(0), "3 cards captured, 2 got for bonuses: 5; the share is 18");
    assert_eq!(why(1), "33 cards captured, 2 paid for bonuses: 31; the share is 18");
}

#[test]
fn bl_3_4_debts_are_set_off_and_never_more_than_the_pile() {
    let rules = [("bonuses", "exchange")];
    let points = |ada: &str, bo: &str| {
        let sheet = crate::blulu::table::count(&rules, &[&format!("Ada: {ada}"), &format!("Bo: {bo}")]).expect("it can be");
        sheet.players.iter().map(|player| player.total.if_exact().expect("known")).collect::<Vec<_>>()
    };
    assert_eq!(points("20; flush 2", "16; sextet 1"), [2, 0], "4 against 4");
    assert_eq!(points("20; sextet 1", "16; flush 1"), [4, 0], "2 cards paid");
    assert_eq!(points("20; flush 1", "16; sextet 2"), [0, 4], "6 cards paid");
    assert_eq!(points("33; flush 4; sextet 3", "3"), [18, 0], "Bo has 3 to pay, not 20");
    assert_eq!(points("36; sextet 5", ""), [18, 0], "or nothing at all");
    assert_eq!(points("12; flush 3", "24"), [0, 0], "18 each");
}

#[test]
fn bl_3_5_bonuses_wait_for_the_rounds_end() {
    let rules = "bonuses = \"round-end\"\nmust_capture = \"never\"\ntarget = 2";
    let lines = whole_round(&["deal 4MS CM 9LK AY", "Ada: capture 4 with 7SK 3SK"]);
    let told = under(rules, &lines[..1]).tells(&lines[1..2]);
    assert_eq!(told[1], "BL-3.1: a flush! 3SK 4MS 7SK all have Suns; 2 points for Ada when the round is counted (BL-3.5)");
    let underway = under(rules, &lines[..2]);
    assert_eq!((underway.totals(), underway.is_over()), (vec![0, 0], false), "in no total, and nothing ends");
    let flush = &underway.sheet().players[0].rounds[0].items[1];
    assert_eq!((flush.points.if_exact(), flush.clause.to_string().as_str()), (Some(0), "BL-3.5"));
    assert!(flush.why.ends_with("worth 2 when the round is counted"), "{}", flush.why);
    let counted = under(rules, &lines);
    assert_eq!((counted.totals(), counted.items(0, 0).as_str()), (vec![20, 0], "cards 18, flush 2"));
    assert_eq!((counted.is_over(), counted.sheet().winners), (true, vec!["Ada".to_owned()]), "by BL-5.1");
}

#[test]
fn bl_3_5_both_may_come_to_as_many_and_another_round_is_played() {
    let counted = under::<&str>("bonuses = \"round-end\"\ntarget = 4", &[]).counts(&["Ada: 20; flush 1", "Bo: 16; sextet 1"]);
    assert_eq!((counted.totals(), counted.is_over()), (vec![4, 4], false));
    assert_eq!(counted.sheet().notes[0], "Ada and Bo share the most, 4: another round is played (BL-5.1).");
}

#[test]
fn a_capture_is_told_with_its_arithmetic() {
    let told = |rules: &str, line: &str| under(rules, &["deal 4MS CM 7SK 7WY"]).verdict(line).message;
    let begins = |message: &str, with: &str| assert!(message.contains(with), "{message}");
    begins(&told("", "Ada: capture 7 with 2MK 9LK"), ": 9 − 2 = 7; Ada takes");
    begins(&told("", "Ada: capture 7 with 5SW 7ML"), "7ML and 5SW make 7 + 5 = 12 or 7 − 5 = 2, and not the 7");
    begins(&told("arithmetic = \"sum-and-difference\"", "Ada: capture 4 C with 3MW 7ML"), ": 7 − 3 = 4 and 7 + 3 = 10; Ada");
}
