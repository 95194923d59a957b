//! Corrections, as they are written.

use fowlplay::log::{Correction, CorrectionTarget, LineRef, Log, with_final_places};
use jiff::Timestamp;

const LOG: &str = "fowlplay = 1\ngame = \"g\"\nplayers = [\"A\"]\n";

#[test]
fn a_correction_is_written_and_read_back() {
    let when: Timestamp = "2026-11-20T19:42:11.1234567Z".parse().expect("a moment");
    let mut log = Log::parse(LOG.to_owned()).expect("a log");
    let mut correction = Correction::new(CorrectionTarget::Line(LineRef::new(2, 1)), Some("a\"b".into()), None, when);
    (correction.first, correction.comment) = (Some("A".into()), Some("# 'x'".into()));
    log = super::keeping(&log, [correction.clone()]);
    assert_eq!(
        &log.text()[LOG.len()..],
        "\n[[correction]]\nat = \"2.1\"\nwas = \"a\\\"b\"\nfirst = \"A\"\ncomment = \"# 'x'\"\nend = \"1.0\"\nwhen = 2026-11-20T19:42:11.123456Z\n"
    );
    let read = &log.corrections()[0];
    assert_eq!(
        (&read.at, &read.was, &read.comment, &read.first),
        (&correction.at, &correction.was, &correction.comment, &correction.first)
    );
    assert_eq!(log.free_timestamp(when).as_microsecond(), when.as_microsecond() + 1);
}

#[test]
fn moments_are_read_with_any_offset() {
    let text = format!("{LOG}[[correction]]\nat = \"rules.x\"\nwhen = 2026-11-20 21:42:11+02:00\n");
    let log = Log::parse(text).expect("a log");
    assert_eq!(log.corrections()[0].when, "2026-11-20T19:42:11Z".parse().expect("a moment"));
    assert!(Log::parse(format!("{LOG}[[correction]]\nat = \"1.1\"\nwhen = 2026-11-20\n")).is_err());
}

#[test]
fn only_what_is_put_in_or_taken_out_before_a_line_of_its_round_moves_it() {
    let line = |round, line| CorrectionTarget::Line(LineRef::new(round, line));
    let put_in = |at| Correction::new(at, None, Some("Ada: draw".to_owned()), Timestamp::UNIX_EPOCH);
    let taken_out = |at| Correction::new(at, Some("Ada: draw".to_owned()), None, Timestamp::UNIX_EPOCH);
    let replaced = |at| Correction::new(at, Some("Ada: draw".to_owned()), Some("Bo: draw".to_owned()), Timestamp::UNIX_EPOCH);
    let first = |later| with_final_places(&[put_in(line(2, 3)), later])[0].at.clone();
    assert_eq!(first(put_in(line(2, 1))), line(2, 4));
    assert_eq!(first(put_in(line(2, 3))), line(2, 4));
    assert_eq!(first(taken_out(line(2, 1))), line(2, 2));
    for elsewhere in [put_in(line(2, 4)), put_in(line(1, 1)), put_in(line(3, 1)), taken_out(line(1, 1)), replaced(line(2, 1))] {
        assert_eq!(first(elsewhere), line(2, 3));
    }
}
