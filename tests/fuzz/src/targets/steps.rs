//! What is said at a table: lines typed, taken back, brought back and amended, table rules changed, and rounds counted.

use fowlplay::{
    actions::parse_pair,
    conformance::{
        TestableGame,
        log_changes::{amend_any, is_allowed_finding},
        log_draft::{LogDraft, LogLayout, lines_of, open},
        random_game::{PlayStyle, RandomGame},
        recording::{assert_sound, assert_tried_as_recorded, record_any},
        scoring::assert_sums,
    },
    referee::{self, Edit, Games, NewGame, Referee},
    table::TableContext,
};
use jiff::Timestamp;
use std::{borrow::Cow, sync::LazyLock};

/// Most lines of one input.
const LINES: usize = 8;

macro_rules! games {
    ($($name:literal: $game:ty;)+) => {
        /// All games, each with what is fuzzed of it; an input's first byte says which (`0`, `1`, …), so the order has to stay.
        pub static GAMES: &[(&str, fn(&[u8]))] = &[$(($name, |data| {
            static POSITIONS: LazyLock<Vec<Position<$game>>> = LazyLock::new(positions::<$game>);
            steps_of::<$game>(&POSITIONS, data);
        })),+];
    };
}

games! {
    "emu-ranchers": fowlplay::games::emu_ranchers::EmuRanchers;
    "emus-redux": fowlplay::games::emus_redux::EmusRedux;
    "blulu": fowlplay::games::blulu::Blulu;
    "eggs-and-empires": fowlplay::games::eggs_and_empires::EggsAndEmpires;
    "piepmatz": fowlplay::games::piepmatz::Piepmatz;
}

/// A table as its log leaves it: who sits there by which rules, and the log with its game.
type Position<G> = (TableContext<<G as fowlplay::table::Game>::Setup>, Box<dyn Referee>);

/// How many acts were done at the table of each letter from `a` to `z`: the beginnings of a game mostly, and some games to their ends.
const ACTS: [usize; 26] =
    [1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 14, 16, 19, 22, 25, 28, 32, 36, 40, 45, 50, 60, 70, 90, usize::MAX, usize::MAX];

fn positions<G: TestableGame>() -> Vec<Position<G>> {
    let position = |(seed, most): (u64, usize)| {
        let play = if seed.is_multiple_of(2) { PlayStyle::Legal } else { PlayStyle::Loose };
        let table = RandomGame::<G>::play_some(seed, play, most);
        let written = LogDraft::of(&table, &table.acts);
        (table.context, written.open(LogLayout::Plain))
    };
    (0..).zip(ACTS).map(position).collect()
}

/// Says one line after another at a table: the first byte names the game, the second the table.
pub fn steps(data: &[u8]) {
    if let Some((which, rest)) = data.split_first() {
        GAMES[usize::from(which.wrapping_sub(b'0')) % GAMES.len()].1(rest);
    }
}

fn steps_of<G: TestableGame>(positions: &[Position<G>], data: &[u8]) {
    let Some((which, rest)) = data.split_first() else { return };
    let (context, referee) = &positions[usize::from(which.wrapping_sub(b'a')) % positions.len()];
    let Ok(text) = std::str::from_utf8(rest) else { return };
    let mut later: Option<Box<dyn Referee>> = None;
    for said in text.strip_prefix('\n').unwrap_or(text).split('\n').take(LINES) {
        for part in said.split([';', ':', '!']) {
            read_and_written::<G>(part.trim(), context);
        }
        let referee = later.as_deref().unwrap_or(&**referee);
        let said = &*said.strip_prefix('*').map_or(said.into(), |nth| listed(referee, nth));
        if let Some(next) = after::<G>(referee, said) {
            assert!(next.findings().iter().all(is_allowed_finding), "`{said}`: {:?}\n{}", next.findings(), next.log().text());
            assert!(next.halted().is_none(), "`{said}`\n{}", next.log().text());
            later = Some(next);
        }
    }
}

/// What is written of a step is read as the same.
fn read_and_written<G: TestableGame>(text: &str, context: &TableContext<G::Setup>) {
    match G::parse(text, context) {
        Ok(step) => {
            let written = G::write(&step, &context.players);
            assert_eq!(G::parse(&written, context).as_ref(), Ok(&step), "{written}");
            assert_eq!(G::write(&step, &context.players), written);
        }
        Err(unreadable) => {
            assert!(text.get(unreadable.range.clone()).is_some() && !unreadable.problem.is_empty(), "{unreadable:?} of {text:?}");
        }
    }
}

/// The table after something was said there, if that changed it.
fn after<G: TestableGame>(referee: &dyn Referee, said: &str) -> Option<Box<dyn Referee>> {
    let (command, rest) = said.split_once(' ').unwrap_or((said, ""));
    match command {
        "undo" => Some(open::<G>(&referee.log().undo(rest.parse().unwrap_or(1), now()).ok()?.0)),
        "redo" => Some(open::<G>(&referee.log().redo(now()).ok()?.0)),
        "amend" => amend_any::<G>(referee, &edits(rest)?, None),
        "overrule" => amend_any::<G>(referee, &edits(rest)?, Some("agreed")),
        "rule" => ruled_otherwise::<G>(referee, rest),
        "tally" => counted::<G>(referee, rest),
        _ => typed::<G>(referee, said),
    }
}

/// One of the listed steps, as a player would type it.
fn listed<'t>(referee: &dyn Referee, nth: &str) -> Cow<'t, str> {
    let offers = referee.legal_steps();
    let nth = nth.bytes().fold(0_usize, |sum, byte| sum.wrapping_mul(10).wrapping_add(usize::from(byte))) % offers.len().max(1);
    offers.get(nth).map_or("".into(), |offer| format!("{}: {}", offer.actor, offer.step).into())
}

fn now() -> Timestamp {
    Timestamp::from_second(1_800_000_000).expect("a moment")
}

/// Edits as `amend` takes them, with ` | ` between two.
fn edits(text: &str) -> Option<Vec<Edit>> {
    text.split(" | ").map(|edit| edit.parse().ok()).collect()
}

/// Another table rule; where a step is illegal by it, the table goes on by the old one.
fn ruled_otherwise<G: TestableGame>(referee: &dyn Referee, changes: &str) -> Option<Box<dyn Referee>> {
    let changes: Vec<(String, String)> = changes.split(' ').filter_map(|pair| parse_pair(pair).ok()).collect();
    let ruled = referee.change_rules(&changes).inspect_err(assert_sound).ok()?;
    let after = open::<G>(&ruled.log);
    (after.findings().iter().all(is_allowed_finding) && after.halted().is_none()).then_some(after)
}

/// A tally, with ` / ` between two players: it adds up, nothing else changes, and as it is written it is the same.
fn counted<G: TestableGame>(referee: &dyn Referee, tally: &str) -> Option<Box<dyn Referee>> {
    let texts: Vec<&str> = tally.split(" / ").collect();
    let sheet = Games::default().count(G::book().game, &NewGame::default(), &texts);
    sheet.inspect_err(assert_sound).iter().for_each(assert_sums);
    let counted = referee.record_tally(&texts, Some("Ada")).inspect_err(assert_sound).ok()?;
    let after = open::<G>(&counted.log);
    assert_sums(&after.sheet());
    assert_eq!(lines_of(after.log()), lines_of(referee.log()));
    let written = after.log().rounds().last().and_then(|round| round.tally.clone()).expect("a tally");
    let written: Vec<&str> = written.iter().map(|text| &**text).collect();
    let again = referee.record_tally(&written, Some("Ada")).expect("what was written can be read");
    assert_eq!(again.log.text(), counted.log.text());
    Some(after)
}

/// A line is completed, tried and recorded: the same verdicts each time.
fn typed<G: TestableGame>(referee: &dyn Referee, line: &str) -> Option<Box<dyn Referee>> {
    let (start, offers) = referee.complete(line);
    assert!(line.get(start..).is_some(), "{start} is no place in {line:?}");
    assert!(offers.iter().all(|offer| !offer.is_empty()), "{offers:?}");
    if line.contains('!') {
        referee.try_line(line).err().iter().for_each(assert_sound);
    } else {
        assert_tried_as_recorded(referee, line);
    }
    as_written::<G>(referee, line);
    record_any::<G>(referee, line, Some("Ada")).map(|log| open::<G>(&log))
}

/// A line that is fine in a log can be typed, and does the same.
fn as_written<G: TestableGame>(referee: &dyn Referee, line: &str) {
    let round = referee.log().end().round;
    let Ok(Ok(written)) = referee.log().changed(|log| log.add_line(round, line)).map(referee::open) else { return };
    if written.halted().is_some() || !written.findings().iter().all(is_allowed_finding) {
        return;
    }
    let recorded = referee.record(&[line], None).unwrap_or_else(|refusal| panic!("{line:?}: {refusal:?}"));
    let recorded = open::<G>(&recorded.log);
    assert_eq!(recorded.state(), written.state(), "{line:?}");
    assert_eq!(recorded.sheet(), written.sheet(), "{line:?}");
}
