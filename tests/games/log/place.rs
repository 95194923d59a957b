//! Places in a log, as they are written.

use fowlplay::log::{HeadKey, Place, Spot};

#[test]
fn places_are_written_as_they_are_read() {
    assert_eq!("2.14".parse(), Ok(Place::new(2, 14)));
    assert_eq!(Place::new(2, 14).to_string(), "2.14");
}

#[test]
fn what_is_no_place_is_refused_with_an_example() {
    for text in ["", "x", "2", "0.1", "1.0", "1.x", "1.-2", "1.2.3", "+1.2", "a.b", " 1.2", "1.", ".1", "99999999999.1"] {
        let error = text.parse::<Place>().expect_err(text).to_string();
        assert!(error.contains(&format!("`{text}`")) && error.contains("as in `2.14`"), "{error}");
    }
}

#[test]
fn corrections_are_about_lines_tallies_rules_and_the_head() {
    assert_eq!("1.4".parse(), Ok(Spot::Line(Place::new(1, 4))));
    assert_eq!("2.0".parse(), Ok(Spot::Line(Place::new(2, 0))));
    assert_eq!("2.tally".parse(), Ok(Spot::Tally(2)));
    assert_eq!("2.first".parse(), Ok(Spot::First(2)));
    assert_eq!("rules.table".parse(), Ok(Spot::Rule("table".into())));
    assert_eq!("head.notes".parse(), Ok(Spot::Head(HeadKey::Notes)));
    assert_eq!("head.player.B. o".parse(), Ok(Spot::Player("B. o".into())));
    assert_eq!("head.seats".parse(), Ok(Spot::Seats));
    for spot in ["1.4", "2.tally", "rules.table", "head.closed", "head.player.Bo", "head.seats"] {
        assert_eq!(spot.parse::<Spot>().map(|spot| spot.to_string()), Ok(spot.to_owned()));
    }
    assert!(["rules.", "head.", "head.game", "head.player."].iter().all(|text| text.parse::<Spot>().is_err()));
    assert!("0.tally".parse::<Spot>().is_err());
}
