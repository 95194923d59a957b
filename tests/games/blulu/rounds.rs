//! BL-4 and BL-5: the end of a round, and of the game.

use crate::blulu::table::{Table, log_of, under, whole_round};

const NEVER: &str = "must_capture = \"never\"";

#[test]
fn bl_4_2_each_card_above_the_share_is_a_point() {
    let lines = whole_round(&["deal 7SK 9LK CM AY", "Ada: capture 7 with 5SW 2MK", "Bo: capture 9 with 8YK AM"]);
    let table = under(NEVER, &lines);
    assert_eq!(table.totals(), [0, 15], "3 cards and 33 cards; the share is 18");
    let sheet = table.sheet();
    assert_eq!(sheet.players[1].rounds[0].items[0].why, "33 cards captured; the share is 18");
    assert_eq!(sheet.players[0].rounds[0].items[0].why, "3 cards captured; the share is 18");
}

#[test]
fn bl_4_2_cards_are_counted_when_the_round_is_over() {
    let lines = whole_round(&["deal 7SK 9LK CM AY", "Ada: capture 7 with 5SW 2MK"]);
    let table = under(NEVER, &lines[..lines.len() - 1]);
    assert_eq!(table.totals(), [0, 0]);
    assert_eq!(
        table.sheet().players[0].rounds[0].items[0].why,
        "3 cards captured so far; they are counted when the round is over"
    );
    let left = Table::of(&log_of(&["Ada", "Bo"], NEVER, &[("Bo", &lines[..9]), ("Ada", &["deal 7SK 9LK CM AY".to_owned()])]));
    assert_eq!((left.findings(), left.totals()), (vec!["2.0 step 0 illegal BL-2.1".to_owned()], vec![0, 0]));
    let why = &left.sheet().players[0].rounds[0].items[0].why;
    assert_eq!(why, "3 cards captured; the round was not played to its end, and they don't count");
}

#[test]
fn bl_4_2_a_round_that_was_broken_off_is_not_what_a_later_bonus_ended() {
    let deal = "deal 4MS CM 9LK AY";
    let rounds: [(&str, &[&str]); 2] = [("Bo", &[deal]), ("Ada", &[deal, "Bo: capture 4 with 7SK 3SK"])];
    let table = Table::of(&log_of(&["Ada", "Bo"], "target = 2", &rounds));
    assert!(table.is_over());
    let clauses = table.sheet().players[0].rounds.iter().map(|round| round.items[0].clause.to_string()).collect::<Vec<_>>();
    assert_eq!(clauses, ["BL-4.2", "BL-3.3"]);
}

/// Rounds in which the first to play captures one card and gets the rest.
fn rounds(dealers: &[&str], target: u8) -> Table {
    let round = |dealer: &&str| {
        let lines = whole_round(&["deal 7SK 9LK CM AY", "Ada: capture 7 with 5SW 2MK"]);
        let other = |line: &String| line.replace("Ada", "?").replace("Bo", "Ada").replace('?', "Bo");
        if *dealer == "Bo" { lines } else { lines.iter().map(other).collect() }
    };
    let played: Vec<Vec<String>> = dealers.iter().map(round).collect();
    let named: Vec<(&str, &[String])> = dealers.iter().copied().zip(played.iter().map(Vec::as_slice)).collect();
    Table::of(&log_of(&["Ada", "Bo"], &format!("{NEVER}\nbonuses = \"round-end\"\ntarget = {target}"), &named))
}

#[test]
fn bl_5_1_if_the_most_is_shared_another_round_is_played() {
    let tied = rounds(&["Bo", "Ada"], 30);
    assert_eq!((tied.totals(), tied.is_over()), (vec![18, 18], false));
    assert_eq!(tied.sheet().notes, ["Bo deals the next round."], "18 are not 30");
    let counted = tied.counts(&["Ada: 18; flush 6", "Bo: 18; sextet 3"]);
    assert_eq!((counted.totals(), counted.is_over()), (vec![30, 30], false));
    assert_eq!(counted.sheet().notes[0], "Ada and Bo share the most, 30: another round is played (BL-5.1).");
    assert!(counted.sheet().winners.is_empty());
    let decided = counted.counts(&["Ada: 19", "Bo: 17"]);
    assert_eq!((decided.is_over(), decided.sheet().winners), (true, vec!["Ada".to_owned()]));
}

#[test]
fn bl_5_1_after_the_end_nothing_is_played() {
    let over = rounds(&["Bo", "Ada"], 18);
    assert_eq!(over.findings()[0], "2.0 step 0 illegal TB-7", "a round after the end");
    assert_eq!(over.rule().as_deref(), Some("target = 18; under 19 it would be legal"));
    let over = rounds(&["Bo"], 18);
    over.forbids("Ada: trail 2MK 3MW", "TB-7", "the game is over").forbids("deal 7SK 9LK CM AY", "TB-7", "the game is over");
    over.records(&["note a fine game"]);
}
