//! Mending the head of a log: names, seats, and what a table says of its game.

use crate::{open, recorded_logs};
use fowlplay::{
    log::{CorrectionTarget, Log},
    referee::{self, Referee, Refusal},
};

/// Everything that was judged of a log, with nothing in it that names a player.
fn judged(referee: &dyn Referee) -> String {
    let found = referee.findings().iter().map(|found| (found.place(), found.step, found.kind, found.verdict.clause.clone()));
    let sheet = referee.sheet();
    let totals: Vec<_> = sheet.players.iter().map(|player| player.total).collect();
    format!(
        "{:?} {} {:?} {:?} {totals:?} {}",
        found.collect::<Vec<_>>(),
        referee.steps(),
        referee.halted(),
        referee.progress(),
        sheet.winners.len()
    )
}

fn pairs(changes: &[(&str, &str)]) -> Vec<(String, String)> {
    changes.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned())).collect()
}

#[test]
fn other_names_change_no_verdict_and_come_back_as_they_were() {
    for (_, text) in recorded_logs() {
        let referee = open(&text);
        let names = referee.players().names().to_vec();
        let odd = ["Mary Ann", "to", "down", "Ødegård", "7SK", "first"];
        let others: [Vec<String>; 2] = [
            odd.iter().take(names.len()).map(|name| (*name).to_owned()).collect(),
            // Everybody gets the next one's.
            (1..=names.len()).map(|nth| names[nth % names.len()].clone()).collect(),
        ];
        for other in others {
            let there: Vec<_> = names.iter().cloned().zip(other.iter().cloned()).collect();
            let renamed =
                referee.with_renamed_players(&there).unwrap_or_else(|refusal| panic!("{refusal:?}\n{}", referee.log().text()));
            let renamed = referee::open(renamed).unwrap_or_else(|error| panic!("{error}"));
            assert_eq!(renamed.players().names(), other);
            assert_eq!(judged(&*renamed), judged(&*referee), "{}", renamed.log().text());
            let back = renamed
                .with_renamed_players(&other.into_iter().zip(names.clone()).collect::<Vec<_>>())
                .expect("as they were called");
            // Names are written in their own letter case, and a step that names somebody canonically.
            let canonical = referee.canonical().expect("canonical");
            let back = referee::open(back).unwrap_or_else(|error| panic!("{error}"));
            assert_eq!(back.canonical().expect("canonical").text(), canonical.text());
            if canonical.text() == referee.log().text() {
                assert_eq!(back.log().text(), canonical.text());
            }
        }
    }
}

const EGGS: &str = "fowlplay = 1
game = \"eggs-and-empires\"
players = [\"Ada\", 'Bo', \"Cy\"] # clockwise, Bo last

[[round]]
first = \"bo\" # Bo
moves = [
  'reveal 13 8 -6', # Bo saw them
  \"ada: p 10\",
  \"bo:play 3 ; note Bo was slow\",
  \"Cy: pl\\u0061y 2\",
]
";

#[test]
fn only_what_names_the_player_is_written_anew() {
    let mended = open(EGGS).change_head(&pairs(&[("player.bo", "Bob")])).expect("mended");
    let expected = EGGS.replace("'Bo'", "\"Bob\"").replace("\"bo\"", "\"Bob\"").replace("\"bo:play", "\"Bob:play");
    let (text, kept) = mended.log.text().split_once("\n[[correction]]\n").expect("a correction");
    assert_eq!(text, expected);
    assert!(kept.starts_with("at = \"head.player.Bo\"\nwas = \"Bo\"\nnow = \"Bob\"\nend = "), "{kept}");
    assert!(!mended.does_more());
    let again = open(mended.log.text());
    assert_eq!(again.log().corrections()[0].at, CorrectionTarget::Player("Bo".to_owned()));
}

#[test]
fn names_and_keys_that_cannot_be_are_refused_and_nothing_of_it_is_done() {
    let referee = open(EGGS);
    for (changes, why) in [
        (&[("player.Dot", "Eve")][..], "nobody here is called `Dot`"),
        (&[("player.Bo", "ada")], "is there twice"),
        (&[("player.Bo", "a:b")], "holds `:`"),
        (&[("player.Bo", "")], "name is empty"),
        (&[("player.Bo", "Bob"), ("player.bo", "Rob")], "Bo is given two names"),
        (&[("place", "Bern"), ("place", "Basel")], "`place` is given twice"),
        (&[("place", "Bern"), ("date", "tomorrow")], "`tomorrow` is not a date"),
        (&[("place", "")], "has this already"),
        (&[("variant", "x")], "`fowlplay rule FILE key=value`"),
        (&[("shepherd", "x")], "`fowlplay rule FILE key=value`"),
        (&[("players", "Ada,Bo")], "`player.Bo=Bob`"),
        (&[("game", "blulu")], "can't be changed: start a new log"),
        (&[("palce", "Bern")], "did you mean `place`?"),
        (&[("seats", "Ada,Bo")], "every player once"),
        (&[("seats", "Ada,Bo,Bo")], "every player once"),
        (&[("seats", "Ada,Bo,Dot")], "nobody here is called `Dot`"),
    ] {
        let Err(Refusal::Cannot(refused)) = referee.change_head(&pairs(changes)) else { panic!("{changes:?}") };
        assert!(refused.contains(why), "{changes:?}: {refused}");
    }
}

#[test]
fn seats_in_another_order_are_judged_again() {
    let text = "fowlplay = 1\ngame = \"blulu\"\nplayers = [\"Ada\", \"Bo\", \"Cy\"]\n\n[rules]\ntable = 0\n\n[[round]]\nfirst = \"Ada\"\nmoves = [\n  \
                \"Cy: trail 8YK CL\",\n  \"Bo: trail 2MK 5SW\",\n]\n";
    let referee = open(text);
    assert_eq!(referee.findings().len(), 2, "{:?}", referee.findings());
    let seated = referee.change_head(&pairs(&[("seats", "cy, Bo,Ada")])).expect("seated");
    assert!(seated.log.text().contains("players = [\"Cy\", \"Bo\", \"Ada\"]\n"), "{}", seated.log.text());
    assert_eq!((seated.removed_findings.len(), seated.added_findings.len()), (2, 0));
    assert!(seated.scores.is_empty() && seated.winners.is_none(), "{seated:?}");
    assert_eq!(seated.changed.iter().map(|change| change.at.to_string()).collect::<Vec<_>>(), ["head.seats"]);
    // With a new name at once, which the seats are given by.
    let both = referee.change_head(&pairs(&[("seats", "Cy,Bob,Ada"), ("player.Bo", "Bob")])).expect("seated");
    assert_eq!(open(both.log.text()).players().names(), ["Cy", "Bob", "Ada"]);
    assert_eq!((both.removed_findings.len(), both.added_findings.len()), (2, 0));
}

#[test]
fn nothing_is_recorded_in_a_closed_game_before_it_is_opened_again() {
    let closed = open(EGGS).change_head(&pairs(&[("closed", "it got late")])).expect("closed").log;
    let referee = open(closed.text());
    for refused in [referee.record(&["note x"], None), referee.record_tally(&["Ada:", "Bo:", "Cy:"], None)] {
        let Err(Refusal::Ended { why, command }) = refused else { panic!("{refused:?}") };
        assert!(why.contains("the game is closed (it got late)"), "{why}");
        assert!(command.contains("`fowlplay head FILE closed=`") && !why.contains('`'), "{why}: {command}");
    }
    let opened = referee.change_head(&pairs(&[("closed", "")])).expect("opened").log;
    assert!(opened.text().starts_with(EGGS), "{}", opened.text());
    assert!(open(opened.text()).record(&["note x"], None).is_ok());
}

#[test]
fn what_was_mended_is_taken_back_and_brought_back_at_once() {
    let now = || "2026-11-20T20:00:00Z".parse().expect("a moment");
    let without_corrections = |log: &Log| log.text().split("\n[[correction]]").next().expect("a text").trim_end().to_owned();
    let mut seen = 0;
    for (_, text) in recorded_logs() {
        let referee = open(&text);
        let names = referee.players().names();
        // Two players change their names, and the log gets a place and another title, all with one command.
        let (one, other) = (format!("player.{}", names[0]), format!("player.{}", names[1]));
        let changes = pairs(&[("place", "the attic"), (&one, &names[1]), ("title", "Late"), (&other, &names[0])]);
        let Ok(mended) = referee.change_head(&changes) else { continue };
        let (undone, taken) = mended
            .log
            .undo_inputs(1, now(), &|log, names| referee::Games::default().rename_players(log, names), |_, _| None)
            .unwrap_or_else(|error| panic!("{error}"));
        assert_eq!((taken.len(), taken[0].corrections.len()), (1, 4));
        assert_eq!(open(undone.text()).players().names(), names);
        assert_eq!((undone.place().map(ToString::to_string), undone.title().map(ToString::to_string)), {
            let log = referee.log();
            (log.place().map(ToString::to_string), log.title().map(ToString::to_string))
        });
        let (redone, brought) = undone
            .redo_renamed(now(), &|log, names| referee::Games::default().rename_players(log, names))
            .unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(brought.len(), 1);
        assert_eq!(without_corrections(&redone), without_corrections(&mended.log), "to the byte");
        // Without anybody who knows the game, names stay.
        assert!(mended.log.undo(1, now()).is_err());
        seen += 1;
    }
    assert!(seen > 20, "{seen} logs");
}
