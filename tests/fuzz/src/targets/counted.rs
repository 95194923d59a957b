//! Tallies: any texts counted with no log, and into one.

use fowlplay::{
    conformance::{
        TestableGame,
        log_draft::{lines_of, open},
        recording::assert_sound,
        scoring::assert_sums,
    },
    log::Log,
    referee::{self, NewGame, Referee, Refusal},
    table::Seat,
};

use super::positions::{Position, named};

/// Counts what each player of a table has, a line for each; whole texts if a name stands before the first, else in seat order.
pub fn tallies<G: TestableGame>(positions: &[Position<G>], data: &[u8]) {
    let Some((position, text)) = named(positions, data) else { return };
    let players = &position.context.players;
    let lines: Vec<&str> = text.split('\n').take(Seat::MOST + 1).collect();
    let texts: Vec<String> = if lines[0].contains(':') {
        lines.iter().map(|line| (*line).to_owned()).collect()
    } else {
        let parts = lines.iter().chain(std::iter::repeat(&""));
        players.names().iter().zip(parts).map(|(name, part)| format!("{name}: {part}")).collect()
    };
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    read_and_written(position, &texts);
    counted(position, &texts);
    counted_into(position, &texts);
}

/// What is written of a tally is read as the same.
fn read_and_written<G: TestableGame>(position: &Position<G>, texts: &[&str]) {
    let context = &position.context;
    let Some(parts) = parts(position, texts) else { return };
    match G::parse_tally(&parts) {
        Ok(tally) => {
            let texts: Vec<String> = context.players.seats().map(|seat| G::write_tally(&tally, seat)).collect();
            let again: Vec<&str> = texts.iter().map(String::as_str).collect();
            assert_eq!(G::parse_tally(&again).as_ref(), Ok(&tally), "{texts:?}");
        }
        Err((seat, unreadable)) => {
            let part = parts.get(seat.index()).expect("the text of a player");
            assert!(part.get(unreadable.range.clone()).is_some() && !unreadable.problem.is_empty(), "{unreadable:?} of {part:?}");
        }
    }
}

/// With no log: a sheet whose sums come out, or a refusal that names the place.
fn counted<G: TestableGame>(position: &Position<G>, texts: &[&str]) {
    let rules = position.referee.rules_in_force().into_iter().filter(|(_, _, default)| !default);
    let rules = rules.map(|(key, value, _)| (key.to_owned(), value)).collect();
    for new in [NewGame::default(), NewGame { rules, ..NewGame::default() }] {
        match referee::Games::default().count(G::book().game, &new, texts) {
            Ok(sheet) => {
                assert_sums(&sheet);
                assert_eq!(sheet.players.len(), texts.len());
            }
            Err(refusal) => assert_sound(&refusal),
        }
    }
}

/// Into a log: nothing else changes in it, and counted again it is the same.
fn counted_into<G: TestableGame>(position: &Position<G>, texts: &[&str]) {
    let referee = &*position.referee;
    let first = Some(position.context.players.name(Seat::new(0)));
    let recorded = match referee.record_tally(texts, first) {
        Ok(recorded) => recorded,
        Err(refusal) => {
            assert_sound(&refusal);
            let misread = matches!(refusal, Refusal::Unparsed { .. });
            assert!(!misread || !can_be_read(position, texts), "{texts:?}: {refusal:?}");
            return;
        }
    };
    let after = open::<G>(&recorded.log);
    assert_eq!(lines_of(after.log()), lines_of(referee.log()));
    // A part of the tally may be let stand.
    let found =
        |referee: &dyn Referee| referee.findings().iter().filter(|found| found.step > 0 || found.reason.is_none()).count();
    assert_eq!(found(&*after), found(referee) + recorded.proved.len(), "{}", recorded.log.text());
    let sheet = after.sheet();
    assert_sums(&sheet);
    let tally = after.log().rounds().last().and_then(|round| round.tally.clone()).expect("a tally");
    let tally: Vec<&str> = tally.iter().map(|text| &**text).collect();
    let again = referee.record_tally(&tally, first).expect("what was written can be read");
    assert_eq!(again.log.text(), recorded.log.text());
    let read = Log::parse(recorded.log.text().to_owned()).expect("a log");
    assert_eq!(open::<G>(&read).sheet(), sheet);
}

/// What stands behind the names, if there is one text for each player.
fn parts<'t, G: TestableGame>(position: &Position<G>, texts: &[&'t str]) -> Option<Vec<&'t str>> {
    let parts: Option<Vec<&str>> = texts.iter().map(|text| Some(text.split_once(':')?.1)).collect();
    parts.filter(|parts| parts.len() == position.context.players.count())
}

/// Whether the texts, in seat order under the players' own names, are a tally.
fn can_be_read<G: TestableGame>(position: &Position<G>, texts: &[&str]) -> bool {
    let names = position.context.players.names();
    let their_own = texts.iter().zip(names).all(|(text, name)| text.split_once(':').is_some_and(|(is, _)| is == name));
    their_own && parts(position, texts).is_some_and(|parts| G::parse_tally(&parts).is_ok())
}
