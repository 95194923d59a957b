//! A new log, and the names of players.

use fowlplay::log::{Log, LogValue, NameError, NewLog, check_name, check_names};

#[test]
fn a_new_log_is_laid_out_and_can_be_read() {
    let new = NewLog {
        game: "blulu".into(),
        players: vec!["Ada".into(), "Bo".into()],
        date: Some(jiff::civil::date(2026, 11, 20)),
        variant: Some("brulu".into()),
        title: Some("A \"short\" one".into()),
        rules: vec![("bonuses".into(), LogValue::Word("exchange".into())), ("table".into(), LogValue::Whole(0))],
        first: "Ada".into(),
        ..NewLog::default()
    };
    let text = Log::new_text(&new);
    assert_eq!(
        text,
        "fowlplay = 1\ngame = \"blulu\"\nplayers = [\"Ada\", \"Bo\"]\ndate = 2026-11-20\nvariant = \"brulu\"\n\
         title = \"A \\\"short\\\" one\"\n\n[rules]\nbonuses = \"exchange\"\ntable = 0\n\n\
         [[round]]\nfirst = \"Ada\"\nmoves = [\n]\n"
    );
    let log = Log::parse(text).expect("a new log");
    assert_eq!(log.title().map(|title| &**title), Some("A \"short\" one"));
    assert_eq!(log.date(), new.date);
    assert_eq!(log.rules()[1].value, LogValue::Whole(0));
}

#[test]
fn a_log_of_scores_only_has_no_moves() {
    let new = NewLog {
        game: "blulu".into(),
        players: vec!["Ada".into(), "Bo".into()],
        by_scores: true,
        first: "Ada".into(),
        ..NewLog::default()
    };
    let text = Log::new_text(&new);
    assert_eq!(
        text,
        "fowlplay = 1\ngame = \"blulu\"\nplayers = [\"Ada\", \"Bo\"]\nkept = \"scores\"\n\n[[round]]\nfirst = \"Ada\"\n"
    );
    let log = Log::parse(text.clone()).expect("a new log");
    assert!(log.is_scores_only());
    let next = log
        .changed(|log| log.set_tally(1, &["Ada: 20", "Bo: 16"]))
        .and_then(|log| {
            log.changed(|log| {
                log.begin_round("Bo");
                Ok(())
            })
        })
        .expect("a round");
    assert_eq!(next.text(), text + "tally = [\n  \"Ada: 20\",\n  \"Bo: 16\",\n]\n\n[[round]]\nfirst = \"Bo\"\n");
    // A note is a line all the same, and can be taken back.
    let noted = next.changed(|log| log.add_line(2, "note late")).expect("a line");
    assert_eq!(noted.rounds()[1].lines.len(), 1);
}

#[test]
fn names_that_a_log_could_not_hold_are_refused() {
    let long = "x".repeat(41);
    for name in ["", " ", "a:b", "a;b", "a!b", "a=b", "a\"b", "a\tb", " a", "a ", "note to self", &long] {
        assert!(check_name(name).is_err(), "{name:?}");
    }
    for name in ["Ada", "Ødegård B.", "note", "notebook", &long[1..], "冬"] {
        assert_eq!(check_name(name), Ok(()), "{name:?}");
    }
    assert_eq!(check_names(&["Ada", "Bo", "ADA"]), Err((2, NameError::Twice("ADA".into()))));
}
