//! EE-4.3, EE-4.5 and EE-6: Merchants and Blacksmiths, eggs, points, tokens.

use crate::{
    eggs_and_empires::table::{NAMES, of, played, points, round},
    judged::{self, Table},
};

/// Rounds that were counted on the table, each by its `first`.
fn counted(rules: &str, players: usize, rounds: &[(&str, &[&str])]) -> Table {
    let text = |(first, parts): &(&str, &[&str])| {
        let parts: Vec<String> = NAMES.iter().zip(*parts).map(|(name, part)| format!("{name}: {part}")).collect();
        format!("[[round]]\nfirst = \"{first}\"\ntally = {parts:?}\n")
    };
    let rounds: String = rounds.iter().map(text).collect();
    Table::of(&(judged::log::<&str>("eggs-and-empires", &NAMES[..players], rules, &[]) + &rounds))
}

#[test]
fn ee_4_3_a_merchant_without_an_egg_is_worth_6() {
    let table = played("", "5 -6", "10 8 5").records(&["Ada: take 5", "Bo: take -6"]);
    assert_eq!((points(&table), &of(&table, 2)["merchants"]), (vec![5, -6, 6], &1.into()));
    let priestess = played("", "5 6", "5 9 10").records(&["Cy: take 5", "Bo: take 6"]);
    assert_eq!(points(&priestess), [6, 6, 5]);
}

#[test]
fn ee_4_3_one_that_collected_is_not() {
    let table = played("", "5 6", "5 3 2").records(&["Ada: take 5", "Bo: take 6"]);
    assert_eq!((points(&table), &of(&table, 0)["merchants"]), (vec![5, 6, 0], &0.into()));
}

#[test]
fn ee_4_5_a_blacksmith_without_an_egg_costs_4() {
    let table = played("", "5 6", "10 9 8").records(&["Ada: take 5", "Bo: take 6"]);
    assert_eq!((points(&table), &of(&table, 2)["blacksmiths"]), (vec![5, 6, -4], &1.into()));
}

#[test]
fn ee_4_5_one_that_collected_does_not() {
    let table = played("", "5 6", "1 8 2").records(&["Bo: take 5", "Cy: take 6"]);
    assert_eq!((points(&table), &of(&table, 1)["blacksmiths"]), (vec![0, 5, 6], &0.into()));
}

#[test]
fn ee_6_1_a_round_counts_eggs_merchants_and_blacksmiths() {
    let table = counted("", 3, &[("Ada", &["13 10 -6; merchant 1", "5; blacksmith 1", "0"])]);
    assert_eq!(points(&table), [13 + 10 - 6 + 6, 5 - 4, 0]);
    let items = |player: usize| -> Vec<String> {
        let sheet = table.sheet();
        let items = &sheet.players[player].rounds[0].items;
        items.iter().map(|item| format!("{} {}", item.label, item.points.if_exact().expect("known"))).collect()
    };
    assert_eq!(items(0), ["eggs 17", "merchant 6"]);
    assert_eq!(items(1), ["eggs 5", "blacksmith -4"]);
}

#[test]
fn ee_6_1_eggs_on_offer_or_discarded_are_nobodys() {
    let table = played("", "13 10 -6 -8", "9 9 9 9 9 1");
    assert_eq!(points(&table), [0; 6]);
    assert_eq!(points(&table.records(&["Flo: take -8"])), [0, 0, 0, 0, 0, -8]);
}

#[test]
fn ee_6_2_the_highest_sum_of_three_rounds_wins() {
    let two = counted("", 2, &[("Ada", &["5", "9"]), ("Ada", &["10", "2"])]);
    assert!(!two.is_over() && two.winners().is_empty());
    let three = counted("", 2, &[("Ada", &["5", "9"]), ("Ada", &["10", "2"]), ("Bo", &["1", "2"])]);
    assert_eq!((three.is_over(), three.totals(), three.winners()), (true, vec![16, 13], vec!["Ada".to_owned()]));
}

#[test]
fn ee_6_2_equal_sums_share_and_rounds_is_a_rule() {
    let shared = counted("rounds = 1", 3, &[("Ada", &["5", "5", "2"])]);
    assert_eq!((shared.is_over(), shared.winners()), (true, vec!["Ada".to_owned(), "Bo".to_owned()]));
    let nine = counted("rounds = 9", 2, &[("Ada", &["5", "9"]), ("Ada", &["10", "2"]), ("Bo", &["1", "2"])]);
    assert!(!nine.is_over());
    assert!(round::<&str>(2, "rounds = 1", &[], "1").is_over());
}

#[test]
fn ee_6_3_the_most_points_of_a_round_are_a_token() {
    let tokens = "scoring = \"tokens\"";
    let table = counted(tokens, 3, &[("Ada", &["5", "9", "9"]), ("Ada", &["10", "2", "3"])]);
    assert_eq!((table.totals(), table.is_over()), (vec![1, 1, 1], false));
    let rounds: &[(&str, &[&str])] = &[("Ada", &["5", "9"]), ("Ada", &["1", "9"]), ("Ada", &["13", "12"])];
    let table = counted(tokens, 2, rounds);
    assert_eq!((table.totals(), table.is_over()), (vec![1, 2], false), "`rounds` does not hold");
}

#[test]
fn ee_6_2_rounds_and_ee_5_2_next_marker_are_idle_where_the_book_says_so() {
    // Who has the marker in round 3 is right by neither.
    let counts: &[(&str, &[&str])] = &[("Ada", &["5", "9", "1"]), ("Bo", &["5", "2", "9"]), ("Ada", &["1", "9", "3"])];
    let said = |rules: &str| {
        let table = counted(rules, 3, counts);
        (table.sheet(), table.findings())
    };
    for rounds in 1..=9 {
        let tokens = "scoring = \"tokens\"";
        assert_eq!(said(tokens), said(&format!("{tokens}\nrounds = {rounds}")));
    }
    let turns = "marker = \"every-round\"";
    assert_eq!(said(turns), said(&format!("{turns}\nnext_marker = \"fewest-in-round\"")));
}

#[test]
fn ee_6_3_three_tokens_win_or_two_with_five_and_six() {
    let tokens = "scoring = \"tokens\"";
    let rounds: &[(&str, &[&str])] = &[("Ada", &["5", "9"]), ("Ada", &["1", "9"]), ("Ada", &["1", "9"])];
    let table = counted(tokens, 2, rounds);
    assert_eq!((table.totals(), table.is_over(), table.winners()), (vec![0, 3], true, vec!["Bo".to_owned()]));
    let six: &[(&str, &[&str])] = &[("Ada", &["5", "5", "1", "1", "1", "1"]), ("Cy", &["5", "5", "1", "1", "1", "1"])];
    let table = counted(tokens, 6, six);
    assert_eq!((table.is_over(), table.winners()), (true, vec!["Ada".to_owned(), "Bo".to_owned()]), "several at once share");
}
