//! TB-3, TB-6 and TB-8 where a card has two copies.

use crate::emus_redux::table::{ended, log_of, year};
use crate::judged::Table;

#[test]
fn tb_6_both_copies_are_worked_out() {
    let table = ended(&["Ada: hatch AW; draw"], "7SK 7SK 9MS 9MS");
    let memory = table.memory();
    let hidden: Vec<&str> = memory.lines().last().and_then(|line| line.split(": ").nth(1)).expect("cards").split(' ').collect();
    let others: Vec<&str> = hidden.iter().copied().filter(|card| !["7SK", "9MS"].contains(card)).collect();
    assert_eq!((hidden.len(), others.len()), (18, 14));
    let (bo, cy) = (others[..6].join(" "), others[6..12].join(" "));
    let told = table.tells(&[&format!("Bo: shows {bo}"), &format!("Cy: shows {cy}")]);
    assert!(told[0].contains("7SK, 7SK, ") && told[0].contains("9MS, 9MS"), "{told:?}");
}

/// The table of a log of these lines, counted so.
fn counted(lines: &[&str], tally: &[&str]) -> Table {
    Table::of(&format!("{}tally = {tally:?}\n", log_of(3, "", lines)))
}

#[test]
fn tb_8_of_two_birds_alike_both_are_counted() {
    let lines = ["Ada: hatch 7SK; draw", "Bo: hatch 9LK; draw", "Cy: hatch 9MS; draw", "Ada: hatch 7SK; draw"];
    let found = |ada: &str| counted(&lines, &[&format!("Ada: {ada}"), "Bo: 9LK", "Cy: 9MS"]).findings();
    assert_eq!(found("7SK 9LK | 7SK 5SW"), [""; 0]);
    assert_eq!(found("7SK 9LK | 5SW"), ["1.6 step 0 illegal TB-8"]);
}

#[test]
fn tb_8_a_wild_stays_the_number_that_it_was() {
    let lines = ["Ada: hatch 7SK; take PSWK", "Bo: hatch 9LK; draw", "Cy: hatch 9MS; draw", "Ada: grow 1 PSWK=9; draw"];
    let found = |ada: &str| counted(&lines, &[&format!("Ada: {ada}"), "Bo: 9LK", "Cy: 9MS"]).findings();
    assert_eq!(found("7SK PSWK=9 CS"), [""; 0]);
    assert_eq!(found("7SK PSWK=8 CS"), ["1.6 step 0 illegal TB-8"]);
}

#[test]
fn tb_8_a_bird_that_an_excuse_was_spent_on_is_gone() {
    let mut lines = year("", &["Ada: hatch AM; draw", "Bo: hatch 9LK; draw", "Cy: hatch 9MS; draw"], "EX");
    lines.push("Ada: excuse 1".to_owned());
    let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
    assert_eq!(counted(&lines, &["Ada:", "Bo: 9LK", "Cy: 9MS"]).findings(), [""; 0]);
    assert_eq!(counted(&lines[..lines.len() - 1], &["Ada:", "Bo: 9LK", "Cy: 9MS"]).findings().len(), 1);
}
