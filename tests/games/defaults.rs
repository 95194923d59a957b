//! What `play` offers in brackets: the only legal step, and only where everybody can see from what lies open that it is.

use fowlplay::{
    log::{Log, LogFile},
    referee::{self, NewGame},
};
use std::path::Path;

/// The only legal step before a line of an example, and whether it is openly so; none if there are several.
fn only_step(example: &str, place: &str) -> Option<(String, bool)> {
    let path = Path::new(crate::ROOT).join("examples").join(example);
    let log = LogFile::read(&path).expect("an example");
    let then = referee::open(log).expect("of a known game").before_line(place.parse().expect("a place")).expect("in the log");
    let offers = then.legal_steps();
    (offers.len() == 1).then(|| (offers[0].step.clone(), offers[0].openly_forced))
}

#[test]
fn a_forced_draw_is_offered() {
    let new = NewGame { players: vec!["Ada".to_owned(), "Bo".to_owned()], ..NewGame::default() };
    let log = Log::parse(referee::Games::default().start("emu-ranchers", &new).expect("a new log")).expect("it reads");
    let hatched = referee::open(log).expect("known").record(&["Ada: hatch 7SK"], None).expect("legal");
    let offers = referee::open(hatched.log).expect("known").legal_steps();
    assert_eq!(offers.iter().map(|offer| (offer.step.as_str(), offer.openly_forced)).collect::<Vec<_>>(), [("draw", true)]);
    assert_eq!(only_step("emu-ranchers-two-years.toml", "1.1"), None, "a hand of cards can do many things");
}

#[test]
fn a_hand_that_was_worked_out_is_not_offered() {
    let last = only_step("blulu-to-22.toml", "4.17").expect("one pair is left in the last hand");
    assert_eq!(last, ("trail 2SY CM".to_owned(), false), "who counted knows it; the screen does not say it");
}

#[test]
fn what_lies_open_in_piepmatz_is_offered() {
    let text = std::fs::read_to_string(format!("{}/tests/logs/piepmatz/crow-after-the-bird.toml", crate::ROOT));
    let log = Log::parse(text.expect("a log")).expect("it reads");
    let fought = log.changed(|log| log.replace_line("1.3".parse().expect("a place"), "Bo: play YE6 at 2")).expect("a line");
    let only = referee::open(fought).expect("known").only_step().expect("Bo has one bird for the crow");
    assert_eq!((only.actor.as_str(), only.step.as_str(), only.openly_forced), ("Bo", "lose SP5", true));
}
