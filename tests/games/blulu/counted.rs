//! Rounds counted on the table, with no log and into one.

use crate::blulu::table::{Table, after, count, log_of, under};
use fowlplay::{referee::Refusal, table::FindingKind};

fn points(rules: &[(&str, &str)], texts: &[&str]) -> Vec<i32> {
    let sheet = count(rules, texts).unwrap_or_else(|verdict| panic!("{}", verdict.message));
    sheet.players.iter().map(|player| player.total.if_exact().expect("nothing is hidden")).collect()
}

#[track_caller]
fn cannot_be(rules: &[(&str, &str)], texts: &[&str], clause: &str, why: &str) {
    let verdict = count(rules, texts).expect_err("it can't be");
    assert_eq!((verdict.kind, verdict.clause.as_deref()), (Some(FindingKind::Impossible), Some(clause)), "{}", verdict.message);
    assert!(verdict.message.contains(why), "{}", verdict.message);
}

#[test]
fn a_round_is_counted_without_a_log() {
    assert_eq!(points(&[], &["Ada: 20; flush 1; sextet 0", "Bo: 16"]), [4, 0]);
    assert_eq!(points(&[], &["Ada: 36; sextet 2", "Bo:"]), [26, 0]);
    assert_eq!(points(&[], &["Ada:", "Bo:"]), [0, 0], "nobody captured");
    assert_eq!(points(&[], &["Ada: 9", "Bo: 12; flush 1", "Cy: 15"]), [0, 2, 3], "three players");
    assert_eq!(points(&[("deck", "pawns")], &["Ada: 25; flush 3", "Bo: 15"]), [11, 0]);
    assert_eq!(points(&[("target", "1")], &["Ada: 16", "Bo: 20; flush 1"]), [0, 2], "the flush ended it, and no card counts");
    let sheet = count(&[], &["Ada: 20; flush 1; sextet 0", "Bo: 16"]).expect("it can be");
    assert_eq!((sheet.complete, sheet.winners, sheet.notes), (false, vec![], vec!["Ada leads this round.".to_owned()]));
    let sheet = count(&[], &["Ada: 20; flush 1", "Bo: 16; sextet 1"]).expect("it can be");
    assert_eq!(sheet.notes, ["Ada and Bo are level this round."], "nobody shares a win: the game goes on");
}

#[test]
fn what_cannot_be_is_refused() {
    cannot_be(&[], &["Ada: 20", "Bo: 17"], "BL-1.2", "37 cards captured in all, and the deck has 36");
    cannot_be(&[], &["Ada: 20", "Bo: 15"], "BL-4.1", "35 cards captured in all, of the 36 of the deck");
    cannot_be(&[], &["Ada: 2", "Bo: 34"], "BL-2.4", "a capture takes three cards or more, and Ada has fewer");
    cannot_be(&[], &["Ada: 5; flush 2", "Bo: 31"], "BL-3.1", "Ada has more bonuses than");
    cannot_be(&[], &["Ada: 36; flush 5; sextet 4", "Bo:"], "BL-3.1", "Ada has more bonuses than");
    cannot_be(&[], &["Ada: 36", "Bo: ; flush 1"], "BL-3.1", "Bo has more bonuses than");
    let noted = [("bonuses", "round-end")];
    assert_eq!(points(&noted, &["Ada: 36; flush 5; sextet 3", "Bo:"]), [18 + 10 + 12, 0], "eight turns, eight captures");
}

#[test]
fn bl_4_3_without_a_log_it_is_the_first_round_of_one() {
    for (target, texts, totals, winners) in [
        ("22", ["Ada: 24; flush 4; sextet 4", "Bo: 12; flush 1"], [24, 2], &["Ada"][..]),
        ("10", ["Ada: 20; flush 5; first", "Bo: 16; sextet 3"], [10, 12], &["Ada"]),
        ("10", ["Ada: 20; flush 5", "Bo: 16; sextet 3; first"], [10, 12], &["Bo"]),
        ("10", ["Ada: 26; flush 1", "Bo: 10; flush 1"], [10, 2], &["Ada"]),
        ("10", ["Ada: 20; flush 1", "Bo: 16; flush 1"], [4, 2], &[]),
    ] {
        let sheet = count(&[("target", target)], &texts).unwrap_or_else(|verdict| panic!("{}", verdict.message));
        let table = under::<&str>(&format!("target = {target}"), &[]).counts(&texts);
        assert_eq!((sheet.complete, &sheet.players), (table.is_over(), &table.sheet().players), "{texts:?}");
        assert_eq!((table.totals(), &*sheet.winners), (totals.to_vec(), &*table.sheet().winners), "{texts:?}");
        assert_eq!(sheet.winners, winners);
    }
    let verdict = count(&[("target", "10")], &["Ada: 20; flush 5", "Bo: 16; sextet 3"]).expect_err("who was first?");
    assert_eq!((verdict.clause.as_deref(), verdict.alternatives.len()), (Some("BL-4.3"), 2));
}

#[test]
fn a_tally_is_the_rounds_result() {
    let table = after(&["deal 4MS CM 9LK AY", "Ada: capture 4 with 7SK 3SK"]).counts(&["Ada: 20; flush 1", "Bo: 16"]);
    assert_eq!((table.totals(), table.findings()), (vec![4, 0], vec![]));
    assert_eq!(table.open(), [""; 0], "the round is over");
    assert_eq!(table.records(&["deal 4MS CM 9LK AY"]).open(), ["Bo: trail capture"], "and Ada has dealt the next");
}

#[test]
fn bl_3_3_a_tally_whose_bonuses_are_enough_ends_the_game_without_its_cards() {
    let table = under::<&str>("target = 4", &[]).counts(&["Ada: 9; sextet 1", "Bo: 12"]);
    assert_eq!((table.totals(), table.is_over()), (vec![4, 0], true), "cards of a round that was not played to its end");
    let table = under::<&str>("target = 5", &[]).counts(&["Ada: 19; sextet 1", "Bo: 17"]);
    assert_eq!((table.totals(), table.is_over()), (vec![5, 0], true), "with the card above the share it is enough");
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
    assert_eq!(counted("[\"Ada: 20; flush 1; sextet 1\", \"Bo: 16\"]"), (vec![], vec![6, 0], true), "the tally is the result");
    assert_eq!(counted("[\"Ada: 18\", \"Bo: 18\"]"), (vec![], vec![0, 0], false), "no flush, they saw");
}

/// Ada and Bo with 18 points each, of 22.
fn with_18_each(tally: &[&str]) -> Table {
    let counted = |tally: &[&str]| format!("[[round]]\nfirst = \"?\"\ntally = {tally:?}\n");
    let text = [["Ada: 36", "Bo:"], ["Ada:", "Bo: 36"]].map(|tally| counted(&tally)).concat() + &counted(tally);
    let rounds = text.replacen('?', "Bo", 1).replacen('?', "Ada", 1).replacen('?', "Bo", 1);
    Table::of(&(log_of::<&str>(&["Ada", "Bo"], "", &[]) + &rounds))
}

#[test]
fn bl_4_3_whose_bonus_came_first_is_marked() {
    let table = with_18_each(&["Ada: 20; sextet 1", "Bo: 16; sextet 1"]);
    assert_eq!(table.findings(), ["3.1 step 0 impossible BL-4.3"]);
    let says =
        "Ada or Bo ended the game, depending on whose bonus came first; say it at the end of that player's text: `; first`";
    assert_eq!(table.says(), says);
    let table = with_18_each(&["Ada: 20; sextet 1", "Bo: 16; sextet 1; first"]);
    assert_eq!((table.findings(), table.totals(), table.is_over()), (vec![], vec![22, 22], true), "no cards are counted");
    let sheet = table.sheet();
    assert_eq!((sheet.winners, sheet.tiebreak), (vec!["Bo".to_owned()], Some("Bo's bonus came first (BL-4.3).".to_owned())));
    let fewer = with_18_each(&["Ada: 9; sextet 1; first", "Bo: 12; sextet 1; flush 1"]);
    assert_eq!((fewer.findings(), fewer.totals()), (vec![], vec![22, 24]), "bonuses count as listed");
    assert_eq!(fewer.sheet().winners, ["Ada"]);
}

#[test]
fn bl_4_3_in_whatever_order_it_was_one_player() {
    let table = with_18_each(&["Ada: 20; sextet 1", "Bo: 16; flush 1"]);
    assert_eq!((table.findings(), table.totals(), table.sheet().winners), (vec![], vec![22, 20], vec!["Ada".to_owned()]));
    let table = with_18_each(&["Ada: 20; flush 1", "Bo: 16; flush 1"]);
    assert_eq!((table.findings(), table.totals()), (vec![], vec![22, 20]), "nobody can have ended it, and cards count");
}

#[test]
fn bl_4_3_a_mark_that_nothing_needs_is_refused() {
    let says = |tally: &[&str], says: &str| {
        let table = with_18_each(tally);
        assert_eq!((table.findings(), table.says()), (vec!["3.1 step 0 impossible BL-4.3".to_owned()], says));
    };
    let none = "Ada is marked `first`, and no bonus can have ended the game in this round";
    says(&["Ada: 20; flush 1; first", "Bo: 16"], none);
    let one = "Ada is marked `first`, and only Ada can have ended the game: leave the mark out";
    says(&["Ada: 20; sextet 1; first", "Bo: 16"], one);
    let both = "Ada and Bo is marked `first`, and one of Ada and Bo ended the game: mark that one";
    says(&["Ada: 20; sextet 1; first", "Bo: 16; sextet 1; first"], &both.replace(" is ", " are "));
    let verdict = count(&[], &["Ada: 20; flush 1; first", "Bo: 16"]).expect_err("one round for itself");
    assert_eq!(verdict.clause.as_deref(), Some("BL-4.3"));
    let other = under::<&str>("bonuses = \"round-end\"\ntarget = 2", &[]).counts(&["Ada: 18; flush 1", "Bo: 18; flush 1"]);
    assert!(!other.is_over(), "by other rules no bonus ends the game");
}

#[test]
fn bl_4_3_both_ways_to_say_it_are_offered() {
    let table = with_18_each(&["Ada: 16", "Bo: 20; flush 1"]);
    assert_eq!((table.totals(), table.is_over()), (vec![18, 22], true));
    let log = log_of::<&str>(&["Ada", "Bo"], "target = 2", &[("Bo", &[])]);
    let referee = fowlplay::referee::open(fowlplay::log::Log::parse(log).expect("a log")).expect("a table");
    match referee.record_tally(&["Bo: 16; flush 1", "Ada: 20; flush 1"], None) {
        Err(Refusal::Foul { verdict, .. }) => {
            let offered = ["Ada: 20; flush 1; sextet 0; first", "Bo: 16; flush 1; sextet 0; first"];
            assert_eq!((verdict.clause.as_deref(), verdict.alternatives), (Some("BL-4.3"), offered.map(str::to_owned).to_vec()));
        }
        other => panic!("{other:?}"),
    }
}
