//! A table with Ada and Bo, as the tests build it: lines in, verdicts out.

use crate::judged::{self, Table};
use fowlplay::{referee::Verdict, table::Item};

/// The basic deck, in its order.
const DECK: &str = "AM AS AW AL AY AK 2MK 2SY 2WL 3MW 3SK 3LY 4YK 4MS 4WL 5SW 5ML 5YK 6MW 6LK 6SY 7SK 7WY 7ML 8YK 8MS 8WL \
                    9WY 9LK 9MS CS CL CM CW CY CK";

fn text<L: AsRef<str>>(rules: &str, years: &[(&str, &[L])]) -> String {
    judged::log("emu-ranchers", &["Ada", "Bo"], rules, years)
}

/// A log of the lines, Ada being first.
pub fn log_of<L: AsRef<str>>(lines: &[L]) -> String {
    text("", &[("Ada", lines)])
}

/// A log of several years.
pub fn log_of_years(rules: &str, years: &[(&str, &[String])]) -> String {
    text(rules, years)
}

/// The first year, Ada being first, after these lines; each of them is legal.
pub fn after<L: AsRef<str>>(lines: &[L]) -> Table {
    let table = Table::of(&log_of(lines));
    assert_eq!(table.findings(), [""; 0], "the lines before are legal");
    table
}

/// These lines, and then turns of discarding and drawing until the draw pile is gone. Nobody discards a card of `keep`.
pub fn year(first: &str, lines: &[&str], keep: &str) -> Vec<String> {
    let mut year: Vec<String> = lines.iter().map(|&line| line.to_owned()).collect();
    let draws = lines.iter().flat_map(|line| line.split([';', ':'])).filter(|step| step.trim().starts_with("draw")).count();
    let spoken_for = format!("{} {keep}", lines.join(" "));
    let spare = DECK.split_whitespace().filter(|card| !spoken_for.contains(card));
    let last = lines.last().and_then(|line| line.split(':').next());
    let mut turn = if last.map_or(first == "Ada", |last| last == "Bo") { ["Ada", "Bo"] } else { ["Bo", "Ada"] };
    for card in spare.take(24 - draws) {
        year.push(format!("{}: discard {card}; draw", turn[0]));
        turn.reverse();
    }
    year
}

/// A first year that has ended, Ada having been first; nobody has laid down yet.
pub fn ended(lines: &[&str], keep: &str) -> Table {
    let table = after(&year("Ada", lines, keep));
    assert!(table.open().iter().all(|open| open.ends_with(": lay done")), "the year has ended");
    table
}

/// A year of these lines, played to its end and done.
pub fn done_year(first: &str, lines: &[&str]) -> Vec<String> {
    let mut year = year(first, lines, "");
    year.extend(["Ada: done", "Bo: done"].map(String::from));
    year
}

/// Counts one year of birds on the table.
pub fn count(ada: &str, bo: &str) -> Result<Vec<Item>, Box<Verdict>> {
    let texts = [format!("Ada: {ada}"), format!("Bo: {bo}")];
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    judged::counted("emu-ranchers", &[], &texts).map(|sheet| sheet.players[0].rounds[0].items.clone())
}
