//! Rounds counted on the table, with no log and into one.

use crate::blulu::table::{after, count, under, whole_round};
use fowlplay::table::Kind;

fn points(rules: &[(&str, &str)], texts: &[&str]) -> Vec<i32> {
    let sheet = count(rules, texts).unwrap_or_else(|verdict| panic!("{}", verdict.message));
    sheet.players.iter().map(|player| player.total.exactly().expect("nothing is hidden")).collect()
}

#[track_caller]
fn cannot_be(rules: &[(&str, &str)], texts: &[&str], clause: &str, why: &str) {
    let verdict = count(rules, texts).expect_err("it can't be");
    assert_eq!((verdict.kind, verdict.clause.as_deref()), (Some(Kind::Impossible), Some(clause)), "{}", verdict.message);
    assert!(verdict.message.contains(why), "{}", verdict.message);
}

#[test]
fn a_round_is_counted_without_a_log() {
    assert_eq!(points(&[], &["Ada: 20; flush 1; sextet 0", "Bo: 16"]), [4, 0]);
    assert_eq!(points(&[], &["Ada: 36; sextet 2", "Bo:"]), [26, 0]);
    assert_eq!(points(&[], &["Ada:", "Bo:"]), [0, 0], "nobody captured");
    assert_eq!(points(&[], &["Ada: 9", "Bo: 12; flush 1", "Cy: 15"]), [0, 2, 3], "three players");
    assert_eq!(points(&[("deck", "pawns")], &["Ada: 25; flush 3", "Bo: 15"]), [11, 0]);
    assert_eq!(points(&[("target", "1")], &["Ada: 16", "Bo: 20; flush 1"]), [0, 4], "one round, whatever the target");
    let sheet = count(&[], &["Ada: 20; flush 1; sextet 0", "Bo: 16"]).expect("it can be");
    assert_eq!(
        (sheet.complete, sheet.winners, sheet.notes),
        (true, vec!["Ada".to_owned()], vec!["One round, counted for itself.".to_owned()])
    );
}

#[test]
fn what_cannot_be_is_refused() {
    cannot_be(&[], &["Ada: 20", "Bo: 17"], "BL-1.2", "37 cards captured in all, and the deck has 36");
    cannot_be(&[], &["Ada: 20", "Bo: 15"], "BL-4.1", "35 cards captured in all, of the 36 of the deck");
    cannot_be(&[], &["Ada: 2", "Bo: 34"], "BL-2.4", "a capture takes three cards or more, and Ada has fewer");
    cannot_be(&[], &["Ada: 5; flush 2", "Bo: 31"], "BL-3.1", "Ada has more bonuses than");
    cannot_be(&[], &["Ada: 36; flush 5; sextet 4", "Bo:"], "BL-3.1", "Ada has more bonuses than");
    cannot_be(&[], &["Ada: 36", "Bo: ; flush 1"], "BL-3.1", "Bo has more bonuses than");
    assert_eq!(points(&[], &["Ada: 36; flush 5; sextet 3", "Bo:"]), [18 + 10 + 12, 0], "eight turns, eight captures");
}

#[test]
fn a_tally_is_the_rounds_result() {
    let table = after(&["deal 4MS CM 9LK AY", "Ada: capture 4 with 7SK 3SK"]).counts(&["Ada: 20; flush 1", "Bo: 16"]);
    assert_eq!((table.totals(), table.findings()), (vec![4, 0], vec![]));
    assert_eq!(table.open(), [""; 0], "the round is over");
    assert_eq!(table.records(&["deal 4MS CM 9LK AY"]).open(), ["Bo: trail capture"], "and Ada has dealt the next");
}

#[test]
fn a_tally_is_judged_in_a_log_too() {
    let text = |tally: &str| {
        let text = crate::blulu::table::log_of::<&str>(&["Ada", "Bo"], "", &[("Bo", &[])]);
        crate::blulu::table::Table::of(&text.replace("moves = [\n]", &format!("tally = {tally}"))).findings()
    };
    assert_eq!(text("[\"Ada: 20\", \"Bo: 17\"]"), ["1.1 step 0 impossible BL-1.2"]);
    assert_eq!(text("[\"Ada: 20\", \"Bo: 16\"]"), [""; 0]);
}

#[test]
fn bl_3_3_a_tally_whose_bonuses_are_enough_ends_the_game_without_its_cards() {
    let table = under::<&str>("target = 4", &[]).counts(&["Ada: 9; sextet 1", "Bo: 12"]);
    assert_eq!((table.totals(), table.is_over()), (vec![4, 0], true), "cards of a round that was not played to its end");
    let table = under::<&str>("target = 5", &[]).counts(&["Ada: 19; sextet 1", "Bo: 17"]);
    assert_eq!((table.totals(), table.is_over()), (vec![5, 0], true), "with the card above the share it is enough");
}

#[test]
fn a_tally_stands_beside_the_moves_of_a_whole_round() {
    let moves = whole_round(&["deal 7SK 9LK CM AY", "Ada: capture 7 with 5SW 2MK"]);
    let text = crate::blulu::table::log_of(&["Ada", "Bo"], "must_capture = \"never\"\ntarget = 18", &[("Bo", &moves)]);
    let table = crate::blulu::table::Table::of(&(text + "tally = [\"Ada: 30\", \"Bo: 6\"]\n"));
    assert_eq!((table.findings(), table.totals(), table.is_over()), (vec![], vec![12, 0], false), "the tally is the result");
}

#[test]
fn tb_7_a_tally_stands_beside_moves_that_ended_the_game_at_once() {
    let moves = ["deal 4MS CM 9LK AY", "Ada: capture 4 with 7SK 3SK"];
    let counted = |tally: &str| {
        let text = crate::blulu::table::log_of(&["Ada", "Bo"], "target = 2", &[("Bo", &moves)]);
        let table = crate::blulu::table::Table::of(&format!("{text}tally = {tally}\n"));
        (table.findings(), table.totals(), table.is_over())
    };
    assert_eq!(counted("[\"Ada: 3; flush 1\", \"Bo:\"]"), (vec![], vec![2, 0], true), "the same result");
    assert_eq!(counted("[\"Ada: 20\", \"Bo: 16\"]"), (vec![], vec![2, 0], true), "the tally is the result");
    assert_eq!(counted("[\"Ada: 18\", \"Bo: 18\"]"), (vec![], vec![0, 0], false), "and with this one the game is not over");
}
