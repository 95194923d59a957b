//! PM-5: how the game ends.

use crate::{
    judged::Table,
    piepmatz::table::{after, bare, texts},
};

/// The birds that are in play when all the others were laid out by mistake, and that was let stand: three in the display, and
/// what is in the hands.
const LEFT: &str = "SP1 SP1 SP2 GR1 GR1 GR2 GR2 YE1 YE1 BU1 BU1 BU2 BU2 CH1 CH2";

/// A game without a bird deck, after these lines: each of them is legal.
#[track_caller]
pub fn without_deck<L: AsRef<str>>(lines: &[L]) -> Table {
    let species = ["BL", "SP", "BU", "CH", "GR", "YE"];
    let all = species.iter().flat_map(|code| (1..=6).map(move |value| format!("{code}{value}")));
    let others: Vec<String> = all
        .flat_map(|bird| {
            let left = LEFT.split(' ').filter(|other| *other == bird).count();
            let perched = usize::from(bird == "BL3" || bird == "CH6");
            vec![bird; 2 - left - perched]
        })
        .collect();
    let perches = format!("perches BL3 CH6 {} ! nobody stopped it", others.join(" "));
    let laid_out = [perches.as_str(), "display SP1 SP1 SP2", "seeds 1 2 3 1"];
    let lines: Vec<&str> = laid_out.into_iter().chain(lines.iter().map(AsRef::as_ref)).collect();
    let table = Table::of(&bare(3, "", &lines));
    assert_eq!(table.findings(), ["1.1 step 1 overruled PM-1.5"], "the lines after it are legal");
    assert_eq!(table.state()["bird_deck"]["more"], 0);
    table
}

/// The turns of such a game, until Bo holds the last bird but one.
pub const TURNS: [&str; 7] = [
    "Ada: play GR1 at 2; keep GR1; draw SP1; draw SP1",
    "Bo: play YE1 at 2; keep YE1; draw SP2",
    "Cy: play BU1 at 2; keep BU1",
    "Ada: play SP1 at 1; keep SP1",
    "Bo: play SP2 at 1; keep GR2",
    "Cy: play BU2 at 2; keep CH2",
    "Ada: play CH1 at 2",
];

/// Bo's last bird, two fights with it, and the slots filled again.
pub const LAST_OF_BO: &str = "Bo: play GR2 at 1; refill 1 1";

#[test]
fn pm_5_1_or_by_a_slot_that_stays_empty() {
    let told = after(&["Ada: play GR6 at 1"]).tells(&[&format!("Ada: refill {}", "crow ".repeat(32).trim_end())]);
    let end = "PM-5.1: the feeder deck is empty, and a card is due: the end begins; Bo and Cy still have a turn each";
    assert!(told.iter().any(|line| line == end), "{told:#?}");
    let full = after(&["Ada: play GR6 at 1"]).tells(&[&format!("Ada: refill {}1", "crow ".repeat(31))]);
    assert!(!full.iter().any(|line| line.starts_with("PM-5.1")), "{full:#?}");
}

/// The last choice of a game that Cy ended in the first round of turns.
fn choosing() -> Table {
    let ended = format!("Cy: play GR6 at 1; refill {}; draw", "crow ".repeat(32).trim_end());
    after(&["Ada: play GR1 at 2; draw", "Bo: play GR1 at 2; draw SP1; display SP2", &ended])
}

#[test]
fn pm_5_2_the_others_are_laid_down_unseen() {
    let table = choosing().records(&["Bo: adds YE5 YE6"]);
    assert_eq!(table.state()["players"][1]["hand"]["count"], 0);
    assert_eq!(texts(&table.state()["out_of_the_game"]["cards"]), "SP1", "it was seen to go into that hand");
    let unseen = table.state()["unaccounted"].as_array().map(Vec::len);
    // 55 in the deck less two drawn and one turned up, eight in the other hands, one laid down.
    assert_eq!(unseen, Some(55 - 3 + 8 + 1));
    table.forbids("Cy: draw", "PM-5.2", "").allows("Cy: adds SP1 GR4");
}

#[test]
fn pm_5_2_short_hands_are_added_whole_and_empty_ones_need_no_line() {
    let ended = format!("Ada: play BU2 at 1; refill {}", "crow ".repeat(32).trim_end());
    let table = without_deck(&TURNS[..6]).records(&[&ended, "Bo: play GR2 at 1"]);
    assert_eq!(table.open(), ["Ada: adds"], "she holds one bird, Bo and Cy hold none");
    table.forbids("Bo: adds GR1", "PM-5.2", "Ada has still to choose 1 bird of the hand").allows("Ada: adds CH1");
    assert!(table.records(&["Ada: adds CH1"]).is_over());
}

#[test]
fn pm_5_2_nobody_adds_where_nobody_holds_a_bird() {
    let lines = [&TURNS[..], &[LAST_OF_BO]].concat();
    let table = without_deck(&lines);
    assert_eq!(table.open(), ["Ada: play"], "Cy is passed over");
    let told = table.tells(&["Ada: play BU2 at 1; refill 1"]);
    assert!(!told.iter().any(|line| line.starts_with("PM-5.2")), "{told:#?}");
    let over = table.records(&["Ada: play BU2 at 1; refill 1"]);
    assert!(over.is_over());
    over.forbids("Ada: play GR1 at 1", "TB-7", "the game is over");
}
