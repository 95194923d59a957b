//! Places in a log, as they are written.

use fowlplay::log::{CorrectionTarget, HeadKey, LineRef};

#[test]
fn places_are_written_as_they_are_read() {
    assert_eq!("2.14".parse(), Ok(LineRef::new(2, 14)));
    assert_eq!(LineRef::new(2, 14).to_string(), "2.14");
}

#[test]
fn what_is_no_place_is_refused_with_an_example() {
    for text in ["", "x", "2", "0.1", "1.0", "1.x", "1.-2", "1.2.3", "+1.2", "a.b", " 1.2", "1.", ".1", "99999999999.1"] {
        let error = text.parse::<LineRef>().expect_err(text).to_string();
        assert!(error.contains(&format!("`{text}`")) && error.contains("as in `2.14`"), "{error}");
    }
}

#[test]
fn corrections_are_about_lines_tallies_rules_and_the_head() {
    assert_eq!("1.4".parse(), Ok(CorrectionTarget::Line(LineRef::new(1, 4))));
    assert_eq!("2.0".parse(), Ok(CorrectionTarget::Line(LineRef::new(2, 0))));
    assert_eq!("2.tally".parse(), Ok(CorrectionTarget::Tally(2)));
    assert_eq!("2.first".parse(), Ok(CorrectionTarget::First(2)));
    assert_eq!("rules.table".parse(), Ok(CorrectionTarget::Rule("table".into())));
    assert_eq!("head.notes".parse(), Ok(CorrectionTarget::Head(HeadKey::Notes)));
    assert_eq!("head.player.B. o".parse(), Ok(CorrectionTarget::Player("B. o".into())));
    assert_eq!("head.seats".parse(), Ok(CorrectionTarget::Seats));
    for spot in ["1.4", "2.tally", "rules.table", "head.closed", "head.player.Bo", "head.seats"] {
        assert_eq!(spot.parse::<CorrectionTarget>().map(|spot| spot.to_string()), Ok(spot.to_owned()));
    }
    assert!(["rules.", "head.", "head.game", "head.player."].iter().all(|text| text.parse::<CorrectionTarget>().is_err()));
    assert!("0.tally".parse::<CorrectionTarget>().is_err());
}
