//! ER-6: what birds bring, and who wins.

use crate::emu_ranchers::table::{count, log_of_years};
use crate::judged::Table;
use fowlplay::table::FindingKind;

/// A game whose years were counted on the table.
fn counted(rules: &str, years: &[(&str, &str)]) -> Table {
    let year = |((ada, bo), first): (&(&str, &str), &str)| {
        format!("[[round]]\nfirst = \"{first}\"\ntally = [\"Ada: {ada}\", \"Bo: {bo}\"]\n")
    };
    let years: String = years.iter().zip(["Ada", "Bo"].into_iter().cycle()).map(year).collect();
    Table::of(&(log_of_years(rules, &[]) + &years))
}

#[test]
fn er_6_5_a_year_is_the_sum_of_its_birds() {
    let table = counted("", &[("AW 2WL 3MW 5SW 6MW 8WL CW | CS 9MS 8MS", "AM")]);
    assert_eq!((table.totals(), table.is_over()), (vec![16 - 6, -23], false));
}

#[test]
fn er_6_5_a_game_is_the_sum_of_its_years() {
    let table = counted("", &[("CS 9MS 8MS", "AM"), ("9MS 8MS 3SK", "AW CW")]);
    assert_eq!((table.totals(), table.is_over()), (vec![-6, -23 - 28], true));
    assert_eq!(counted("", &[("", "")]).totals(), [0, 0], "nobody has to have a bird");
}

#[test]
fn er_6_5_a_game_is_as_long_as_its_table_rule_says() {
    assert!(counted("years = 1", &[("", "")]).is_over());
    assert!(!counted("years = 3", &[("", ""), ("", "")]).is_over());
    assert!(counted("years = 3", &[("", ""), ("", ""), ("", "")]).is_over());
}

#[test]
fn er_6_2_the_upkeep_is_what_its_table_rule_says() {
    let table = counted("upkeep = 10\nyears = 1", &[("9MS 8MS 2SY", "9WY")]);
    assert_eq!((table.totals(), table.winners()), (vec![9, -1], vec!["Ada".to_owned()]));
    let birds = [("8MS 2SY | 7ML 3LY", "9WY")];
    assert_eq!(counted("upkeep = 10\nyears = 1", &birds).winners(), ["Ada"], "0 and -1");
    assert_eq!(counted("years = 1", &birds).winners(), ["Bo"], "-16 and -9");
    assert!(table.quotes("ER-6.2").contains("below the upkeep (10) loses") && table.quotes("ER-6.5").ends_with("1 in all."));
    assert!(counted("", &birds).quotes("ER-6.2").contains("below the upkeep (18) loses"));
}

#[test]
fn er_6_6_the_highest_total_wins() {
    let table = counted("", &[("9MS 8MS", "9LK"), ("9MS", "9LK")]);
    assert_eq!((table.totals(), table.winners()), (vec![-10, -18], vec!["Ada".to_owned()]));
    assert!(counted("", &[("9MS 8MS", "9LK")]).winners().is_empty(), "not before the game is over");
}

#[test]
fn er_6_6_equal_totals_share_the_win() {
    let table = counted("", &[("9MS 8MS", "9LK"), ("9LK", "9MS 8MS")]);
    assert_eq!((table.totals(), table.winners()), (vec![-10, -10], vec!["Ada".to_owned(), "Bo".to_owned()]));
}

#[test]
fn er_3_3_and_er_3_4_hold_for_birds_counted_on_the_table() {
    let foul = |ada: &str, bo: &str| count(ada, bo).err().map(|verdict| (verdict.kind, verdict.clause, verdict.message));
    let found = |ada: &str, bo: &str, kind: FindingKind, clause: &str, why: &str| {
        assert_eq!(foul(ada, bo), Some((Some(kind), Some(clause.to_owned()), why.to_owned())));
    };
    found(
        "7SK | 7ML 9WY",
        "",
        FindingKind::Illegal,
        "ER-3.3",
        "Ada's bird 2 is 7ML: Moons or Leaves, up or down; 9WY has none of its suits",
    );
    found("", "7SK 8MS 5SW", FindingKind::Illegal, "ER-3.4", "Bo's bird 1 is 7SK 8MS: Suns, growing up; 5SW is below 8");
    found("7SK 8MS", "CK 7SK", FindingKind::Impossible, "TB-3", "7SK is there twice; the deck has one");
    found("EX", "", FindingKind::Impossible, "TB-3", "EX is not in the basic Decktet that this game is played with");
    assert_eq!(foul("7SK 8MS", "CK 8YK"), None);
}
