//! Tables as the tests build them: lines in, verdicts out.

use crate::judged;
pub use crate::judged::Table;
use fowlplay::{referee::Verdict, table::Sheet};

/// The extended deck without the Excuse, in its order.
const DECK: &str = "AM AS AW AL AY AK 2MK 2SY 2WL 3MW 3SK 3LY 4YK 4MS 4WL 5SW 5ML 5YK 6MW 6LK 6SY 7SK 7WY 7ML 8YK 8MS 8WL \
                    9WY 9LK 9MS CS CL CM CW CY CK PWLY PMSL PSWK PMYK TMWK TSWY TMLY TSLK";

/// A log of rounds, each who deals and what happened.
pub fn log_of<L: AsRef<str>>(players: &[&str], rules: &str, rounds: &[(&str, &[L])]) -> String {
    judged::log("blulu", players, rules, rounds)
}

/// Ada and Bo under these rules; Bo deals, so that Ada plays first. The lines may break rules.
pub fn under<L: AsRef<str>>(rules: &str, lines: &[L]) -> Table {
    Table::of(&log_of(&["Ada", "Bo"], rules, &[("Bo", lines)]))
}

/// Ada and Bo by the default rules, Bo dealing; every line is legal.
#[track_caller]
pub fn after<L: AsRef<str>>(lines: &[L]) -> Table {
    let table = under("", lines);
    assert_eq!(table.findings(), [""; 0], "the lines before are legal");
    table
}

/// These lines of Ada and Bo, and then trails of whatever is left until the basic deck is gone: for `must_capture = "never"`.
pub fn whole_round(lines: &[&str]) -> Vec<String> {
    let named = lines.join(" ");
    let mut left = DECK.split_whitespace().take(36).filter(|card| !named.contains(card));
    let mut round: Vec<String> = lines.iter().map(|&line| line.to_owned()).collect();
    let mut turn = match lines.last() {
        Some(last) if last.starts_with("Ada") => ["Bo", "Ada"],
        _ => ["Ada", "Bo"],
    };
    while let (Some(one), Some(other)) = (left.next(), left.next()) {
        round.push(format!("{}: trail {one} {other}", turn[0]));
        turn.reverse();
    }
    round
}

impl Table {
    /// What is written for a typed line.
    #[track_caller]
    pub fn writes_line(&self, line: &str) -> String {
        let table = self.records(&[line]);
        let log = table.0.log();
        log.line(log.end()).expect("a line").text.to_string()
    }

    /// The codes of the cards on the table.
    pub fn lying(&self) -> String {
        let state = self.state();
        state["table"]["cards"]
            .as_array()
            .expect("cards")
            .iter()
            .map(|card| card.as_str().expect("a code").to_owned())
            .collect::<Vec<_>>()
            .join(" ")
    }
}

/// Counts one round on the table.
pub fn count(rules: &[(&str, &str)], texts: &[&str]) -> Result<Sheet, Box<Verdict>> {
    judged::counted("blulu", rules, texts)
}
