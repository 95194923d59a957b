//! BL-1.3: the setups that a new game may have.

use fowlplay::referee::{self, NewGame};

#[test]
fn bl_1_3_new_picks_a_setup_that_works_and_writes_it_down() {
    let start = |players: &[&str], rules: &[(&str, &str)], variant: Option<&str>| {
        let rules = rules.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned())).collect();
        let players = players.iter().map(|&name| name.to_owned()).collect();
        referee::Games::default()
            .start("blulu", &NewGame { players, rules, variant: variant.map(str::to_owned), ..NewGame::default() })
    };
    let three = start(&["Ada", "Bo", "Cy"], &[], None).expect("three can play");
    assert!(three.contains("[rules]\ntable = 0\n"), "{three}");
    assert!(!start(&["Ada", "Bo"], &[], None).expect("two can play").contains("[rules]"));
    let brulu = start(&["Ada", "Bo"], &[], Some("brulu")).expect("two can play");
    assert!(brulu.contains("variant = \"brulu\"") && !brulu.contains("[rules]"), "{brulu}");
    let refused = start(&["Ada", "Bo", "Cy", "Di"], &[("hand", "6")], None);
    assert!(format!("{refused:?}").contains("for 4 players one of: deck = basic, hand = 4, table = 4"), "{refused:?}");
}
