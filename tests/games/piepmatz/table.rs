//! A table with Ada, Bo and Cy, as the tests build it.

use crate::judged::{self, Table};
use fowlplay::{log::Log, referee};
use serde_json::Value;

/// What is laid out unless a test lays out something else: BL3 and CH6 on the perches, seeds 1, 2, 3 and 1.
const LAID_OUT: &str = "perches BL3 CH6; display SP1 BU2 YE5; seeds 1 2 3 1";

const NAMES: [&str; 5] = ["Ada", "Bo", "Cy", "Di", "Eve"];

/// A log of so many players with these lines and nothing else; the header may say more than table rules.
pub fn bare<L: AsRef<str>>(players: usize, header: &str, lines: &[L]) -> String {
    judged::log("piepmatz", &NAMES[..players], header, &[("Ada", lines)])
}

/// A log of so many players, Ada being first; the table is laid out.
pub fn log_of<L: AsRef<str>>(players: usize, header: &str, lines: &[L]) -> String {
    let laid_out = match players {
        4 => "perches BL3 CH6 GR2; display SP1 BU2 YE5; seeds 1 2 3 1",
        _ => LAID_OUT,
    };
    let lines: Vec<&str> = std::iter::once(laid_out).chain(lines.iter().map(AsRef::as_ref)).collect();
    bare(players, header, &lines)
}

/// The table of a log without a finding.
#[track_caller]
pub fn legal(text: &str) -> Table {
    let table = Table::of(text);
    assert_eq!(table.findings(), [""; 0], "the lines before are legal");
    table
}

/// Three players after these lines; each of them is legal.
#[track_caller]
pub fn after<L: AsRef<str>>(lines: &[L]) -> Table {
    under("", lines)
}

/// Three players under these table rules after these lines; each of them is legal.
#[track_caller]
pub fn under<L: AsRef<str>>(rules: &str, lines: &[L]) -> Table {
    legal(&log_of(3, rules, lines))
}

/// Ada and Bo after these lines; Yellowhammers are removed. Each line is legal.
#[track_caller]
pub fn two<L: AsRef<str>>(rules: &str, lines: &[L]) -> Table {
    let laid_out = "perches BL3 CH6; display SP1 BU2 GR5; seeds 1 2 3 1";
    let lines: Vec<&str> = std::iter::once(laid_out).chain(lines.iter().map(AsRef::as_ref)).collect();
    legal(&bare(2, &format!("{rules}\n[deck]\nremoved = \"YE\""), &lines))
}

/// Why a header can't be.
pub fn refusal(players: usize, header: &str) -> String {
    let log = Log::parse(bare::<&str>(players, header, &[])).expect("a log");
    referee::open(log).err().expect("it can't be set up so").to_string()
}

/// The first turn, in which a fight takes the 3 of slot 3, and the refill the whole deck: crows, and a last seed.
pub fn drained() -> Vec<String> {
    vec![format!("Ada: play GR6 at 1; refill {}1; draw", "crow ".repeat(31))]
}

/// Texts of a list in the public state.
pub fn texts(list: &Value) -> String {
    let text = |item: &Value| item.as_str().map_or_else(|| item.to_string(), str::to_owned);
    list.as_array().expect("a list").iter().map(text).collect::<Vec<_>>().join(" ")
}

/// A player's birds and seeds: `BL3 CH6; 3 1`.
pub fn has(table: &Table, player: usize) -> String {
    let state = table.state();
    format!("{}; {}", texts(&state["players"][player]["collection"]["cards"]), texts(&state["seeds"][player]))
        .trim_end_matches("; ")
        .to_owned()
}

/// A perch and its queue: `CH6: BL1 SP2`.
pub fn perch(table: &Table, number: usize) -> String {
    let state = table.state();
    let (bird, queue) = (&state["perch"][number - 1]["cards"], &state["queue_at_perch"][number - 1]["cards"]);
    format!("{}: {}", bird[0].as_str().unwrap_or("-"), texts(queue)).trim_end().to_owned()
}

/// The slots with what lies beside them: `1 2+crow - 3`.
pub fn slots(table: &Table) -> String {
    let state = table.state();
    let slot = |slot: &Value| {
        let seed = slot["seed"].as_i64().map_or_else(|| "-".to_owned(), |seed| seed.to_string());
        let pests = slot["pests"].as_array().expect("a list").iter().map(|pest| format!("+{}", pest.as_str().unwrap_or("?")));
        seed + &pests.collect::<String>()
    };
    state["slots"].as_array().expect("slots").iter().map(slot).collect::<Vec<_>>().join(" ")
}
