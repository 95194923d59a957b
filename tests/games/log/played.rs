//! When a game was played: read with places, written as a session saves, left alone by what is taken back.

use fowlplay::log::{Correction, CorrectionTarget, HeadKey, LineRef, Log, OffsetTime, PlayPeriod};
use jiff::{SignedDuration, Timestamp};

const HEAD: &str = "fowlplay = 1\ngame = \"g\"\nplayers = [\"A\"] # all\ndate = 2026-11-20 # Friday\nplace = \"here\"\n\n[[round]]\nfirst = \"A\"\n";

fn log(text: &str) -> Log {
    Log::parse(text.to_owned()).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

fn moment(text: &str) -> OffsetTime {
    text.parse().unwrap_or_else(|error| panic!("{error}"))
}

/// The log with a line more, as a session saves it that was opened at seven.
fn plus(log: &Log, line: &str, at: &str) -> Log {
    log.changed(|log| log.add_line(1, line)).expect("added").with_session_times(
        log,
        moment("2026-11-20T19:00:00+01:00"),
        moment(at),
    )
}

/// What stands in the head below the date.
fn times(log: &Log) -> Vec<&str> {
    let keys = ["began", "ended", "paused"];
    log.text().lines().filter(|line| keys.iter().any(|key| line.starts_with(key))).collect()
}

#[test]
fn the_first_step_begins_and_each_save_ends_it() {
    let new = log(HEAD);
    assert_eq!(new.play_period(), PlayPeriod::default());
    let one = plus(&new, "a", "2026-11-20T19:30:00+01:00");
    assert_eq!(
        one.text(),
        HEAD.replace("# Friday\n", "# Friday\nbegan = 2026-11-20T19:30:00+01:00\nended = 2026-11-20T19:30:00+01:00\n")
            + "moves = [\n  \"a\",\n]\n"
    );
    assert_eq!(one.play_period().play_time(), Some(SignedDuration::ZERO));
    // Half an hour is no pause; a second more is one. Another offset is no other moment.
    let two = plus(&one, "b", "2026-11-20T19:00:00+00:00");
    assert_eq!(two.play_period().play_time(), Some(SignedDuration::from_mins(30)));
    let three = plus(&two, "c", "2026-11-20T20:30:59+01:00");
    assert_eq!(times(&three)[1..], ["ended = 2026-11-20T20:30:59+01:00", "paused = \"30m\""]);
    let four = plus(&three, "d", "2026-11-22T08:31:00+01:00");
    assert_eq!(times(&four)[2], "paused = \"36h 30m\"");
    assert_eq!(four.play_period().play_time(), Some(SignedDuration::from_secs(31 * 60)));
    let on_the_wall = four.play_period().ended.map(|ended| ended.local().to_string());
    assert_eq!(on_the_wall.as_deref(), Some("2026-11-22T08:31:00"));
}

#[test]
fn who_counts_rounds_began_when_the_session_was_opened() {
    let new = log(&HEAD.replace("date", "kept = \"scores\"\ndate"));
    let counted = new.changed(|log| log.set_tally(1, &["A: 3"])).expect("counted");
    let counted = counted.with_session_times(&new, moment("2026-11-20T19:00:00Z"), moment("2026-11-20T20:10:00Z"));
    assert_eq!(times(&counted), ["began = 2026-11-20T19:00:00+00:00", "ended = 2026-11-20T20:10:00+00:00"]);
    let again = counted.with_session_times(&counted, moment("2026-11-20T20:30:00Z"), moment("2026-11-20T22:40:00Z"));
    assert_eq!(times(&again)[2], "paused = \"2h 30m\"");
}

#[test]
fn nothing_is_made_up_where_it_can_t_be_known() {
    let new = log(HEAD);
    let at = moment("2026-11-20T19:30:00Z");
    assert_eq!(new.with_session_times(&new, at, at).text(), HEAD, "nothing is recorded yet");
    let elsewhere = new.changed(|log| log.add_line(1, "a")).expect("added");
    assert_eq!(
        plus(&elsewhere, "b", "2026-11-20T19:30:00Z").play_period(),
        PlayPeriod::default(),
        "who knows when `a` was played"
    );
    let one = plus(&new, "a", "2026-11-20T19:30:00Z");
    let back = plus(&one, "b", "2026-11-20T19:00:00Z");
    assert_eq!(times(&back), times(&one), "a clock that was put back");
    // Line endings and comments stay.
    let odd = log(&HEAD
        .replace("date = 2026-11-20 # Friday\n", "ended = 2026-11-20 20:00:00Z # home\nbegan=2026-11-20T19:00:00-00:00\n")
        .replace('\n', "\r\n"));
    let saved = odd.with_session_times(&odd.changed(|log| log.add_line(1, "a")).expect("added"), at, at);
    assert_eq!(saved.text(), odd.text(), "nothing is recorded in it");
    let saved = plus(&odd.changed(|log| log.add_line(1, "a")).expect("added"), "b", "2026-11-20T20:10:00Z");
    assert_eq!(times(&saved), ["began = 2026-11-20T19:00:00-00:00", "ended = 2026-11-20T20:10:00+00:00 # home"]);
    assert!(!saved.text().replace("\r\n", "").contains('\n'));
}

#[test]
fn what_is_taken_back_and_brought_back_leaves_the_times() {
    let when: Timestamp = "2026-11-20T21:00:00Z".parse().expect("a moment");
    let one = plus(&log(&format!("{HEAD}moves = [ # as they were\n]\n")), "a", "2026-11-20T19:30:00Z");
    let two = plus(&one, "b", "2026-11-20T19:40:00Z");
    let without = |log: &Log| {
        let text = log.text();
        let text = text.split("\n[[correction]]").next().expect("a beginning");
        let is_kept = |line: &&str| !["began", "ended", "paused"].iter().any(|key| line.starts_with(key));
        text.trim_end().lines().filter(is_kept).collect::<Vec<_>>().join("\n")
    };
    let (back, _) = two.undo(1, when).expect("taken back");
    assert_eq!((times(&back), without(&back)), (times(&two), without(&one)));
    // The session saves it later, and brings the line back later still.
    let back = back.with_session_times(&two, moment("2026-11-20T19:00:00Z"), moment("2026-11-20T19:50:00Z"));
    let (again, _) = back.redo(when).expect("brought back");
    let again = again.with_session_times(&back, moment("2026-11-20T19:00:00Z"), moment("2026-11-20T19:55:00Z"));
    assert_eq!(without(&again), without(&two));
    assert_eq!(times(&again)[1], "ended = 2026-11-20T19:55:00+00:00");
    // All of it back: it was begun all the same.
    let (nothing, _) = two.undo(2, when).expect("taken back");
    assert_eq!(times(&nothing), times(&two));

    // A rule with a comment on it comes back to the byte, although the head has another `ended` since.
    let ruled = log(&two.text().replace("[[round]]", "[rules]\nx = 3 # as at home\n\n[[round]]"));
    let mut correction = Correction::new(CorrectionTarget::Rule("x".into()), Some("3".into()), None, when);
    let changed = ruled.changed(|log| {
        log.apply(&mut correction)?;
        log.add_corrections([correction]);
        Ok(())
    });
    let changed = changed.expect("changed");
    let saved = changed.with_session_times(&ruled, moment("2026-11-20T19:00:00Z"), moment("2026-11-20T20:05:00Z"));
    assert!(!without(&saved).contains("[rules]"));
    let (back, _) = saved.undo(1, when).expect("taken back");
    assert_eq!(without(&back), without(&ruled));
    assert_eq!(times(&back), times(&saved));
    assert_eq!(
        super::with(&ruled, CorrectionTarget::Rule("x".into()), Some("3"), Some("4")).expect("set").play_period(),
        two.play_period()
    );
}

#[test]
fn times_are_read_with_what_was_expected() {
    let with = |lines: &str| HEAD.replace("date = 2026-11-20 # Friday\n", lines);
    let good = log(&with("began = 2026-11-20T19:00:00+01:00\nended = 2026-11-20T18:30:00Z\npaused = \"PT10M\"\n"));
    assert_eq!(good.play_period().play_time(), Some(SignedDuration::from_mins(20)));
    assert_eq!(good.head(HeadKey::Paused).as_deref(), Some("10m"));
    assert_eq!(log(&with("ended = 2026-11-20T18:30:00Z\n")).play_period().play_time(), None);
    for (lines, line, message) in [
        (
            "began = 2026-11-20\n",
            4,
            "expected a moment, found a day; `began` is a moment with its offset, as in began = 2026-11-20T19:42:11+01:00, without quotes",
        ),
        ("began = 2026-11-20T19:00:00\n", 4, "found a day and time without an offset"),
        ("ended = \"2026-11-20T19:00:00Z\"\n", 4, "expected a moment, found a string"),
        (
            "began = 2026-11-20T19:00:00Z\nended = 2026-11-20T18:59:59Z\n",
            5,
            "the game can't have ended before it began; expected no moment before began = 2026-11-20T19:00:00+00:00",
        ),
        (
            "paused = 95\n",
            4,
            "expected a span of time, found a whole number; expected hours and minutes, in quotes, as in paused = \"1h 35m\"",
        ),
        ("paused = \"-5m\"\n", 4, "`-5m` is not a span of time"),
        ("paused = \"a while\"\n", 4, "`a while` is not a span of time"),
        (
            "began = 2026-11-20T19:00:00Z\nended = 2026-11-20T20:00:00Z\npaused = \"61m\"\n",
            6,
            "the game can't have paused for longer than it took; from `began` to `ended` it is 1h: expected no more than that",
        ),
    ] {
        let error = Log::parse(with(lines)).expect_err(lines);
        assert_eq!(error.line, line, "{lines}");
        let said = format!("{}; {}", error.message, error.expected);
        assert!(said.contains(message), "{said}\n{message}");
    }
    assert!("head.ended".parse::<CorrectionTarget>().is_err(), "no correction tells of it");
    for text in ["2026-11-20", "19:00", "2026-11-20T19:00:00", "soon", ""] {
        assert!(text.parse::<OffsetTime>().is_err(), "{text}");
    }
    assert_eq!(good.line(LineRef::new(1, 1)), None);
}

#[test]
fn times_are_mended_together() {
    let log =
        log(&HEAD.replace("date", "began = 2026-11-20T19:00:00Z # by the church's clock\nended = 2026-11-20T20:00:00Z\ndate"));
    let mut played = log.play_period();
    played.set(HeadKey::Began, Some("2026-11-21T19:00:00Z")).expect("a moment");
    assert!(log.with_play_period(&played).is_err(), "it would end before it began");
    played.set(HeadKey::Ended, Some("2026-11-21T21:00:00Z")).expect("a moment");
    played.set(HeadKey::Paused, Some("1h30m")).expect("a span");
    let mended = log.with_play_period(&played).expect("mended");
    assert_eq!(
        times(&mended),
        ["began = 2026-11-21T19:00:00+00:00 # by the church's clock", "ended = 2026-11-21T21:00:00+00:00", "paused = \"1h 30m\""]
    );
    assert_eq!(times(&mended.with_play_period(&PlayPeriod::default()).expect("out")), Vec::<&str>::new());
    assert_eq!(mended.with_play_period(&mended.play_period()).expect("the same").text(), mended.text());
    let alone = super::with(&log, CorrectionTarget::Head(HeadKey::Ended), None, Some("2026-11-20T20:30:00+00:00")).expect("set");
    assert_eq!(times(&alone)[1], "ended = 2026-11-20T20:30:00+00:00");
    assert!(super::with(&log, CorrectionTarget::Head(HeadKey::Ended), None, Some("soon")).is_err());
}

#[test]
fn a_moment_that_no_calendar_has_is_said_so() {
    for moment in ["9999-12-31T23:59:59-23:59", "0000-01-01T00:00:00+23:59"] {
        let text = format!("fowlplay = 1\ngame = \"g\"\nplayers = [\"A\"]\nbegan = {moment}\n");
        if let Err(error) = fowlplay::log::Log::parse(text) {
            assert!(error.to_string().contains("this is a moment that no calendar has"), "{error}");
        } else {
            assert!(moment.starts_with('0'), "{moment}");
        }
    }
}
