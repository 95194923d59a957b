//! Collections counted on the table with no log.

use fowlplay::{
    referee::{self, NewGame, Refusal},
    table::FindingKind,
};

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
