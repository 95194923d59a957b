//! PM-5: how the game ends.

use crate::{
    judged::Table,
    piepmatz::table::{after, bare, drained, has, texts},
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
    assert_eq!(table.state()["bird_deck"], 0);
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
fn pm_5_1_the_end_is_triggered_by_a_card_that_is_not_there() {
    let mut lines = drained();
    assert_eq!(after(&lines).state()["ending"], false, "the deck is empty, and no card was missing");
    lines.push("Bo: play YE6 at 1; draw".to_owned());
    let told = after(&lines).tells(&["Cy: play GR5 at 1"]);
    let end = "PM-5.1: the feeder deck is empty, and a card is due: the end begins; nobody has a turn any more";
    assert!(told.iter().any(|line| line == end), "{told:#?}");
}

#[test]
fn pm_5_1_or_by_a_slot_that_stays_empty() {
    let told = after(&["Ada: play GR6 at 1"]).tells(&[&format!("Ada: refill {}", "crow ".repeat(32).trim_end())]);
    let end = "PM-5.1: the feeder deck is empty, and a card is due: the end begins; Bo and Cy still have a turn each";
    assert!(told.iter().any(|line| line == end), "{told:#?}");
    let full = after(&["Ada: play GR6 at 1"]).tells(&[&format!("Ada: refill {}1", "crow ".repeat(31))]);
    assert!(!full.iter().any(|line| line.starts_with("PM-5.1")), "{full:#?}");
}

#[test]
fn pm_5_1_play_goes_on_until_all_have_had_as_many_turns() {
    let ended = format!("Ada: play GR6 at 1; refill {}; draw", "crow ".repeat(32).trim_end());
    let table = after(&[&ended]);
    assert_eq!((&table.state()["ending"], texts(&table.state()["still_to_play"])), (&true.into(), "Bo Cy".to_owned()));
    assert_eq!(table.open(), ["Bo: play"]);
    table.forbids("Ada: adds GR1 GR2", "PM-5.1", "still to play: Bo and Cy");
    let table = table.records(&["Bo: play GR1 at 2; draw"]);
    assert_eq!(table.open(), ["Cy: play"]);
    let table = table.records(&["Cy: play GR1 at 2; draw"]);
    assert_eq!(table.open(), ["Ada: adds", "Bo: adds", "Cy: adds"]);
    table.forbids("Ada: play SP1 at 2", "PM-5.2", "Ada, Bo and Cy have still to choose 2 birds");
}

#[test]
fn pm_5_1_birds_are_not_added_before() {
    after::<&str>(&[]).forbids("Bo: adds GR1 GR2", "PM-5.1", "the feeder deck still has 32 cards");
    after(&["Ada: play GR6 at 1"]).forbids("Ada: adds GR1 GR2", "PM-5.1", "birds are added when the turns are over");
    let mut lines = drained();
    after(&lines).forbids("Cy: adds GR1 GR2", "PM-5.1", "the feeder deck is empty, but no card was due from it yet");
    lines.push("Bo: play YE6 at 1; draw".to_owned());
    lines.push("Cy: play GR5 at 1".to_owned());
    after(&lines).forbids("Cy: adds GR1 GR2", "PM-5.1", "Cy's turn is not over").allows("Cy: draw; adds GR1 GR2");
}

#[test]
fn pm_5_1_at_once_in_the_turn_of_the_last() {
    let ended = format!("Cy: play GR6 at 1; refill {}; draw", "crow ".repeat(32).trim_end());
    let table = after(&["Ada: play GR1 at 2; draw", "Bo: play GR1 at 2; draw", &ended]);
    assert_eq!(table.open(), ["Ada: adds", "Bo: adds", "Cy: adds"]);
    let two = crate::piepmatz::table::two("", &[&format!("Ada: play GR6 at 1; refill {}; draw", "crow ".repeat(27).trim_end())]);
    assert_eq!(two.open(), ["Bo: play"], "with two players too");
}

/// The last choice of a game that Cy ended in the first round of turns.
fn choosing() -> Table {
    let ended = format!("Cy: play GR6 at 1; refill {}; draw", "crow ".repeat(32).trim_end());
    after(&["Ada: play GR1 at 2; draw", "Bo: play GR1 at 2; draw SP1; display SP2", &ended])
}

#[test]
fn pm_5_2_two_birds_of_each_hand_in_any_order() {
    let table = choosing();
    table.forbids("Ada: adds YE1", "PM-5.2", "1 bird was added, and it has to be 2");
    table.forbids("Ada: adds YE1 YE2 YE3", "PM-5.2", "3 birds were added").allows("Cy: adds YE1 YE2");
    table.excludes("Ada: adds SP1 SP1", "PM-1.1", "there are only two SP1").allows("Bo: adds SP1 YE6");
    let table = table.records(&["Bo: adds SP1 YE6", "Cy: adds BU5 BU6"]);
    assert_eq!((has(&table, 1), table.open()), ("SP1 YE6".to_owned(), vec!["Ada: adds".to_owned()]));
    table.forbids("Bo: adds YE4 YE3", "PM-5.2", "Bo holds no bird any more; Ada has still to choose 2 birds of the hand");
    assert!(!table.is_over());
    assert!(table.records(&["Ada: adds YE1 YE2"]).is_over());
}

#[test]
fn pm_5_2_the_others_are_laid_down_unseen() {
    let table = choosing().records(&["Bo: adds YE5 YE6"]);
    assert_eq!(table.state()["players"][1]["hand"]["count"], 0);
    assert_eq!(texts(&table.state()["out_of_the_game"]), "SP1", "it was seen to go into that hand");
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
