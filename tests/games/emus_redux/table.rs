//! A table with Ada, Bo and Cy (and Di), as the tests build it.

use crate::judged::{self, Table};

/// The game deck but for the Excuses: six Aces and Crowns, and two of each number card.
const DECK: &str = "AM AS AW AL AY AK CS CL CM CW CY CK 2MK 2MK 2SY 2SY 2WL 2WL 3MW 3MW 3SK 3SK 3LY 3LY 4YK 4YK 4MS 4MS 4WL 4WL \
                    5SW 5SW 5ML 5ML 5YK 5YK 6MW 6MW 6LK 6LK 6SY 6SY 7SK 7SK 7WY 7WY 7ML 7ML 8YK 8YK 8MS 8MS 8WL 8WL 9WY 9WY \
                    9LK 9LK 9MS 9MS";

/// The market of a table of three, unless a test lays out another.
pub const MARKET: &str = "market PWLY PMSL PSWK TMWK TSWY TMLY";
/// The market of a table of four.
pub const MARKET_OF_FOUR: &str = "market PWLY PMSL PSWK PMYK TMWK TSWY TMLY TSLK";

const NAMES: [&str; 4] = ["Ada", "Bo", "Cy", "Di"];

/// A log of so many players under these table rules, Ada being first; the market is laid out.
pub fn log_of<L: AsRef<str>>(players: usize, rules: &str, lines: &[L]) -> String {
    let market = if players == 3 { MARKET } else { MARKET_OF_FOUR };
    let has_market = lines.first().is_some_and(|line| line.as_ref().starts_with("market"));
    let market = if has_market { None } else { Some(market) };
    let lines: Vec<&str> = market.into_iter().chain(lines.iter().map(AsRef::as_ref)).collect();
    judged::log("emus-redux", &NAMES[..players], rules, &[("Ada", &lines)])
}

/// Three players after these lines; each of them is legal.
pub fn after<L: AsRef<str>>(lines: &[L]) -> Table {
    under("", lines)
}

/// Three players under these table rules after these lines; each of them is legal.
pub fn under<L: AsRef<str>>(rules: &str, lines: &[L]) -> Table {
    legal(&log_of(3, rules, lines))
}

/// The table of a log against which nothing is found.
pub fn legal(log: &str) -> Table {
    let table = Table::of(log);
    assert_eq!(table.findings(), [""; 0], "the lines before are legal");
    table
}

/// The lines of three players, and then turns of discarding and drawing until the draw pile is gone. No copy of a card in `keep`
/// is discarded.
pub fn year(rules: &str, lines: &[&str], keep: &str) -> Vec<String> {
    let mut year: Vec<String> = lines.iter().map(|&line| line.to_owned()).collect();
    let table = under(rules, lines);
    let state = table.state();
    let mut spare: Vec<&str> = DECK.split_whitespace().collect();
    let named = |text: &str| text.split([' ', ';']).map(str::to_owned).collect::<Vec<_>>();
    for word in named(&lines.join(" ")).into_iter().chain(named(keep)) {
        if let Some(at) = spare.iter().position(|card| *card == word) {
            spare.remove(at);
        }
    }
    let mut turn = NAMES.iter().position(|name| state["turn"] == **name).expect("it is somebody's turn");
    let there = |pile: usize| state["discard_pile"][pile]["count"].as_u64().is_some_and(|cards| cards > 0);
    let piles = usize::from(there(0)) + usize::from(there(1));
    let left = state["draw_pile"]["more"].as_u64().and_then(|left| usize::try_from(left).ok()).expect("a number of cards");
    for (piles, card) in (piles..).zip(spare.iter().take(left)) {
        let to = if piles < 2 { "" } else { " to 1" };
        year.push(format!("{}: discard {card}{to}; draw", NAMES[turn]));
        turn = (turn + 1) % 3;
    }
    year
}

/// A year of three that has ended; nobody has laid down yet.
pub fn ended(lines: &[&str], keep: &str) -> Table {
    ended_under("", lines, keep)
}

/// The same under other table rules.
pub fn ended_under(rules: &str, lines: &[&str], keep: &str) -> Table {
    let table = under(rules, &year(rules, lines, keep));
    assert_eq!(table.state()["phase"], "lay", "the year has ended");
    table
}

/// A game of three that was counted on the table.
pub fn counted(rules: &[(&str, &str)], texts: &[&str]) -> fowlplay::table::Sheet {
    judged::counted("emus-redux", rules, texts).unwrap_or_else(|verdict| panic!("{texts:?}: {}", verdict.message))
}

/// Why a tally can't be: the clause and the message.
pub fn uncountable(texts: &[&str]) -> (String, String) {
    match judged::counted("emus-redux", &[], texts) {
        Err(verdict) => (verdict.clause.unwrap_or_default(), verdict.message),
        Ok(sheet) => panic!("{texts:?}: {sheet:?}"),
    }
}
