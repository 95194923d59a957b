//! Collections counted on the table, with no log and into one.

use crate::{
    judged::counted,
    piepmatz::table::{after, drained},
};
use fowlplay::{
    referee::{self, NewGame, Refusal},
    table::FindingKind,
};

#[track_caller]
fn cannot_be(texts: &[&str], clause: &str, why: &str) {
    let verdict = counted("piepmatz", &[], texts).expect_err("it can't be");
    assert_eq!((verdict.kind, verdict.clause.as_deref()), (Some(FindingKind::Impossible), Some(clause)), "{}", verdict.message);
    assert!(verdict.message.contains(why), "{}", verdict.message);
}

fn with_deck(deck: &[(&str, &str)], texts: &[&str]) -> Result<Vec<Option<i32>>, String> {
    let deck = deck.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned())).collect();
    match referee::Games::default().count("piepmatz", &NewGame { deck, ..NewGame::default() }, texts) {
        Ok(sheet) => Ok(sheet.players.iter().map(|player| player.total.if_exact()).collect()),
        Err(Refusal::Foul { verdict, .. }) => {
            assert_eq!(verdict.kind, Some(FindingKind::Impossible));
            Err(format!("{}: {}", verdict.clause.unwrap_or_default(), verdict.message))
        }
        Err(other) => panic!("{texts:?}: {other:?}"),
    }
}

#[test]
fn a_table_is_counted_without_a_log() {
    let sheet = counted("piepmatz", &[], &["Ada: BL6 BL6 CH2; 3 1 2", "Bo: CH1 CH5; 1", "Cy:"]).expect("it can be");
    let totals: Vec<_> = sheet.players.iter().map(|player| player.total.if_exact()).collect();
    assert_eq!(totals, [Some(5 + 6 + 6), Some(1 + 3 + 1), Some(0)]);
    assert_eq!((sheet.complete, sheet.winners), (true, vec!["Ada".to_owned()]));
    assert_eq!(with_deck(&[], &["Ada: BL1", "Bo:"]), Ok(vec![Some(1), Some(0)]), "two need not say what they removed");
}

#[test]
fn pm_1_3_no_more_seeds_than_there_are() {
    let all = format!("Ada: ; {}", "1 ".repeat(37));
    cannot_be(&[all.trim_end(), "Bo:", "Cy:"], "PM-1.3", "more than the 36 feeder cards");
    let listed = [("seeds", "{ 1 = 20, 2 = 10, 3 = 4 }"), ("crows", "1"), ("squirrels", "1")];
    let error = with_deck(&listed, &["Ada: ; 3 3 3", "Bo: ; 3 3", "Cy:"]);
    assert_eq!(error, Err("PM-1.3: more than the 4 seed cards with 3 that the game has left".to_owned()));
    assert!(with_deck(&listed, &["Ada: ; 3 3 3", "Bo: ; 3", "Cy:"]).is_ok());
}

#[test]
fn pm_1_4_of_two_players_a_species_is_out() {
    let all = "Ada: BL1 SP1 BU1 CH1 GR1 YE1";
    assert!(with_deck(&[], &[all, "Bo:"]).is_err_and(|error| error.starts_with("PM-1.4: two players remove one species")));
    assert!(with_deck(&[], &[all, "Bo:", "Cy:"]).is_ok(), "three have all six");
    let error = with_deck(&[("removed", "YE")], &["Ada: YE1", "Bo:"]);
    assert!(error.is_err_and(|error| error.starts_with("PM-1.4: Yellowhammers are out of this game")));
    let five = "BL1 SP1 BU1 CH1 GR1";
    assert!(with_deck(&[], &[&format!("Ye: {five} ! nobody saw a YE"), "Bo:"]).is_ok(), "names and reasons name no bird");
}

#[test]
fn pm_1_1_no_more_birds_than_there_are() {
    cannot_be(&["Ada: BL6 BL6", "Bo: BL6", "Cy:"], "PM-1.1", "more than the two BL6");
    let birds = |codes: &[&str]| -> String {
        codes.iter().flat_map(|code| (1..=6).map(move |value| format!(" {code}{value} {code}{value}"))).collect()
    };
    let (some, others) = (birds(&["BL", "SP", "BU"]), birds(&["CH", "GR", "YE"]));
    let texts = [format!("Ada:{some}"), format!("Bo:{others}"), "Cy:".to_owned()];
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    cannot_be(&texts, "PM-1.5", "72 birds in all, and there would be none left for the 2 perches");
}

#[test]
fn pm_1_5_a_bird_is_left_on_each_perch() {
    let birds: Vec<String> = ["BL", "SP", "BU", "CH", "GR", "YE"]
        .iter()
        .flat_map(|code| (1..=6).flat_map(move |value| [format!("{code}{value}"), format!("{code}{value}")]))
        .collect();
    let counted = |players: usize, birds: &[String]| {
        let first = format!("Ada: {}", birds.join(" "));
        let all = [&*first, "Bo:", "Cy:", "Di:"];
        with_deck(&[], &all[..players]).map(|_| ())
    };
    for (players, there, perches) in [(2, 60, 2), (3, 72, 2), (4, 72, 3)] {
        assert_eq!(counted(players, &birds[..there - perches]), Ok(()), "of {players} players");
        let more = counted(players, &birds[..=there - perches]);
        let none = format!("none left for the {perches} perches");
        assert!(more.as_ref().is_err_and(|why| why.starts_with("PM-1.5: ") && why.contains(&none)), "{more:?}");
    }
}

#[test]
fn pm_1_3_seeds_that_lie_in_slots_can_be_collected() {
    let all = format!("; {}", "1 ".repeat(36).trim_end());
    let table = after::<&str>(&[]).counts(&[&format!("Ada: {all}"), "Bo:", "Cy:"]);
    assert_eq!(table.totals()[0], 36);
    // The deck is empty, Ada has collected 3 eggs, and four seed cards lie in slots.
    let table = after(&drained()).counts(&["Ada: BL3; 3 2 1 1 1", "Bo:", "Cy:"]);
    assert_eq!(table.totals()[0], 8 + 2);
}
