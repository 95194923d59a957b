//! RX-6.1 to RX-6.6: what birds bring, and who wins.

use crate::{
    emus_redux::table::{counted, uncountable},
    judged::Table,
};
use fowlplay::table::Sheet;

fn totals(sheet: &Sheet) -> Vec<i32> {
    sheet.players.iter().filter_map(|player| player.total.if_exact()).collect()
}

#[test]
fn rx_6_2_the_upkeep_is_a_table_rule() {
    let with = |upkeep: &str| totals(&counted(&[("upkeep", upkeep)], &["Ada: 9MS 8MS", "Bo: 7SK", "Cy: AM"]));
    assert_eq!((with("17"), with("7"), with("44")), (vec![0, -10, -22], vec![9, 0, -12], vec![-27, -37, -49]));
}

#[test]
fn rx_6_5_a_year_is_the_sum_of_its_birds() {
    let sheet = counted(&[], &["Ada: AW 2WL 3MW 5SW 6MW 8WL CW | CS 9MS 8MS", "Bo: AM | AS", "Cy:"]);
    assert_eq!(totals(&sheet), [10, -46, 0]);
}

#[test]
fn rx_6_5_it_is_the_game_too() {
    let sheet = counted(&[], &["Ada: 9MS", "Bo:", "Cy: AM"]);
    assert!(sheet.complete);
    assert!(sheet.players.iter().all(|player| player.rounds.len() == 1 && player.rounds[0].points() == player.total));
}

#[test]
fn rx_6_6_the_highest_total_wins() {
    let sheet = counted(&[], &["Ada: 9MS 8MS 3SK 2SY | AM", "Bo: 9LK 8YK", "Cy: 9WY"]);
    assert_eq!((totals(&sheet), sheet.winners, sheet.tiebreak), (vec![-20, -1, -9], vec!["Bo".to_owned()], None));
}

#[test]
fn rx_6_6_then_more_birds_hatched() {
    let sheet = counted(&[], &["Ada: 9MS 8MS", "Bo: 9LK 8YK | 9WY 7WY 2WL", "Cy: AM"]);
    assert_eq!((totals(&sheet)[..2].to_vec(), &sheet.winners[..]), (vec![-1, -1], &["Bo".to_owned()][..]));
    assert_eq!(sheet.tiebreak.as_deref(), Some("Ada and Bo are equal at -1; birds hatched: Ada 1 and Bo 2"));
}

#[test]
fn rx_6_6_then_more_birds_that_lost_money() {
    // -2 each: one bird that lost 2 beside one that came out even, or two that lost 1.
    let sheet = counted(&[], &["Ada: 9MS 7SK | 9WY 7WY 2WL", "Bo: 9LK 8YK | 9WY 8WL", "Cy: AM"]);
    assert_eq!((totals(&sheet)[..2].to_vec(), &sheet.winners[..]), (vec![-2, -2], &["Bo".to_owned()][..]));
    let said = "Ada and Bo are equal at -2; birds hatched: Ada 2 and Bo 2; birds that lost money: Ada 1 and Bo 2";
    assert_eq!(sheet.tiebreak.as_deref(), Some(said));
}

#[test]
fn rx_6_6_then_the_market_collapses_and_nobody_wins() {
    let sheet = counted(&[], &["Ada: 9MS 8MS", "Bo: 9LK 8YK", "Cy: AM"]);
    assert_eq!((sheet.complete, &sheet.winners[..]), (true, &[][..]));
    let said =
        "Ada and Bo are equal at -1; birds hatched: Ada 1 and Bo 1; birds that lost money: Ada 1 and Bo 1; the market collapses";
    assert_eq!(sheet.tiebreak.as_deref(), Some(said));
    assert!(sheet.players.iter().all(|player| !player.winner));
}

#[test]
fn rx_6_6_only_those_who_are_equal_so_far_are_compared() {
    // Cy hatched and lost most, but has fewer points.
    let sheet = counted(&[], &["Ada: 9MS 7SK | 9WY 7WY 2WL", "Bo: 9LK 8YK | 9WY 8WL", "Cy: AM | AS | AW | AL"]);
    assert_eq!(sheet.winners, ["Bo"]);
    let three = counted(&[], &["Ada: 9MS 8MS", "Bo: 9LK 8YK", "Cy: 9WY 8WL | 9LK 6LK 3SK"]);
    assert_eq!(three.winners, ["Cy"], "more birds hatched than Ada and Bo, who lost as many");
}

#[test]
fn rx_6_6_it_is_told_at_the_end() {
    let table =
        crate::emus_redux::table::ended(&["Ada: hatch 9MS; draw", "Bo: hatch 9LK; draw"], "").records(&["Ada: done", "Bo: done"]);
    let told = table.tells(&["Cy: done"]);
    assert_eq!(told.last().map(String::as_str), Some("RX-6.6: the game is over: Ada −9, Bo −9 and Cy 0; Cy wins"));
}

#[test]
fn a_tally_that_cannot_be_is_refused() {
    let clause = |ada: &str| uncountable(&[&format!("Ada: {ada}"), "Bo: 9LK", "Cy:"]);
    let is = |ada: &str, id: &str, why: &str| {
        let (clause, message) = clause(ada);
        assert_eq!(clause, id, "{ada}: {message}");
        assert!(message.contains(why), "{ada}: {message}");
    };
    is("7SK | 7SK | 7SK", "TB-3", "7SK is there too often; the game has two");
    is("AM | AM", "TB-3", "AM is there too often; the game has one");
    assert_eq!(clause("AM; EX EX EX"), ("TB-3".to_owned(), "EX is there too often; the game has two".to_owned()));
    is("7SK PMSL=8 | 7SK PMSL=8 | 7SK PMSL=8", "TB-3", "");
    is("7SK 8WL", "RX-3.3", "Ada's bird 1 is 7SK: Suns or Knots, up or down; 8WL has none of its suits");
    is("7SK 8MS 7SK", "RX-3.4", "Ada's bird 1 is 7SK 8MS: Suns, growing up; 7SK is below 8");
    is("PMSL=6 7ML", "RX-3.5", "PMSL can't hatch");
    is("7SK EX", "RX-3.6", "the Excuse has no suit");
    is("EX", "RX-3.6", "the Excuse has no suit");
    is("EX | PMSL=6 7ML", "RX-3.5", "PMSL can't hatch");
    is("AM | 7SK EX | 8MS 7WY", "RX-3.3", "Ada's bird 3");
    let many = "2SY PMSL=3 PSWK=4 TSWY=5 TSLK=6 PMSL=7 TSLK=8 PSWK=9";
    is(many, "RX-1.3", "here are 7 Pawns and Courts; with 3 players the market has 6");
    counted(&[], &[&format!("Ada: {many}"), "Bo:", "Cy:", "Di:"]);
}

#[test]
fn a_tally_ends_a_year_that_was_begun() {
    let text = crate::emus_redux::table::log_of(3, "", &["Ada: hatch 7SK; draw"]).trim_end().to_owned();
    let tally = |pawn: &str| text.clone() + &format!("\ntally = [\"Ada: 7SK {pawn}=8 9MS; EX\", \"Bo: AM; ex\", \"Cy:\"]\n");
    let table = Table::of(&tally("PMSL"));
    assert_eq!((table.findings(), table.is_over(), table.totals()), (Vec::new(), true, vec![0, 0, 0]));
    let said = "Ada, Bo and Cy are equal at 0; birds hatched: Ada 1, Bo 1 and Cy 0; birds that lost money: Ada 0 and Bo 0; the market collapses";
    assert_eq!((table.winners(), table.sheet().tiebreak.as_deref()), (Vec::new(), Some(said)));
    let never = Table::of(&tally("PMYK"));
    assert_eq!((never.findings().len(), never.says()), (1, "PMYK is not among the Pawns and Courts of this game"));
}
