//! EE-1: new games, and tables before their first round.

use crate::judged::{Table, log};
use fowlplay::{
    log::Log,
    referee::{self, NewGame, Refusal},
    table::{Progress, Seats},
};

const NAMES: [&str; 3] = ["Ada", "Bo", "Cy"];

#[test]
fn ee_1_5_a_new_game_is_told_its_eggs() {
    let start = |eggs: &str| {
        let players = NAMES[..2].iter().map(|&name| name.to_owned()).collect();
        referee::Games::default()
            .start("eggs-and-empires", &NewGame { players, deck: vec![("eggs".into(), eggs.into())], ..NewGame::default() })
    };
    let eggs = "13, 13, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0, -2, -4, -6, -8, 5";
    for typed in [eggs, &eggs.replace(',', ""), &format!("[{eggs}]")] {
        assert!(start(typed).is_ok_and(|log| log.contains(&format!("[deck]\neggs = [{eggs}]\n"))), "{typed}");
    }
    assert!(start("13").is_err() && start("many").is_err());
}

#[test]
fn ee_1_6_before_the_first_round_anybody_may_hold_the_marker() {
    let log = Log::parse(log::<&str>("eggs-and-empires", &NAMES, "", &[])).expect("a log");
    let table = referee::open(log).expect("no round yet");
    assert_eq!(table.progress(), Progress::Ready(Seats::all(3)));
    match table.record(&["reveal 5 6"], None) {
        Err(Refusal::ChooseFirst { players, .. }) => assert_eq!(players, NAMES),
        other => panic!("{other:?}"),
    }
    let recorded = table.record(&["reveal 5 6"], Some("Cy")).expect("Cy holds it");
    assert_eq!(recorded.log.rounds()[0].first.as_str(), "Cy");
}

#[test]
fn ee_5_2_the_variant_con_pub_never_adds_rounds_up() {
    let text = log::<&str>("eggs-and-empires", &NAMES, "", &[("Ada", &[])]);
    let rules = Table::of(&text.replace("[rules]", "variant = \"con-pub\"\n[rules]")).in_force();
    assert_eq!(rules[2..5], ["scoring = tokens", "marker = after-tie", "next_marker = fewest-in-round"]);
}

#[test]
fn nobody_is_waited_for_who_may_leave_it_out() {
    let acting = |table: &Table| table.open_table()["acting"].clone();
    let begun = Table::of(&log::<&str>("eggs-and-empires", &NAMES, "", &[("Ada", &[])]));
    assert_eq!(begun.open(), [": reveal", "Ada: mulligan", "Bo: mulligan", "Cy: mulligan"]);
    assert_eq!(acting(&begun), serde_json::json!([]), "the table is to reveal");
    assert_eq!(acting(&begun.records(&["reveal 5 6", "Bo: play 8"])), serde_json::json!([0, 2]));
}
