//! A log is the game it was written from.

use super::{
    driver::{Play, Table, Tested},
    recording::is_proved,
    written::{Layout, Written, new_game},
};
use crate::{
    log::Place,
    referee::Referee,
    table::{Act, Kind, Progress},
};

fn is_clean(referee: &dyn Referee) {
    assert!(referee.findings().is_empty(), "{:#?}\n{}", referee.findings(), referee.log().text());
    assert!(referee.halted().is_none());
}

/// A thousand legal games have no finding and are complete; and so it is with their beginnings, line by line and step by step.
pub(super) fn legal_games_are_clean_and_every_prefix_of_them<G: Tested>(seed: u64) {
    let table = Table::<G>::play_out(seed, Play::Legally);
    let players = table.header.players.count();
    let setup = G::setup(players, &table.rules, &G::deck(&table.header.setup)).expect("a table that can be set up");
    let mut game = G::new(players, &setup);
    for done in &table.done {
        assert_eq!(game.judge(&done.act), Ok(()), "{:?}", done.act);
        game.apply(&done.act, &mut Vec::new());
    }
    assert_eq!(game, table.game);

    let written = Written::of(&table, &table.done);
    let referee = written.open(Layout::any(&mut fastrand::Rng::with_seed(seed)));
    is_clean(&*referee);
    assert_eq!(referee.progress(), Progress::GameOver);
    assert_eq!(referee.steps(), table.done.iter().filter(|done| done.act.step().is_some()).count());
    assert_eq!(referee.sheet(), table.game.score(&table.header.players));
    assert!(referee.sheet().complete);
    assert_eq!(referee.state(), table.game.state(&table.header.players));
    assert_eq!(referee.canonical().expect("the same log").text(), referee.log().text(), "what is recorded is canonical");

    if seed.is_multiple_of(10) {
        for (round, number) in written.rounds.iter().zip(1..) {
            for line in (1..=round.lines.len()).step_by(9) {
                let place = Place::new(number, u32::try_from(line).expect("few lines"));
                is_clean(&*referee.before(place).expect("a line of the log"));
            }
        }
    }
    if seed.is_multiple_of(50) {
        for count in 1..table.done.len() {
            is_clean(&*Written::<G>::of(&table, &table.done[..count]).open(Layout::Plain));
        }
    }
}

/// `before` a line is the game that the lines up to there are.
pub(super) fn the_first_lines_of_a_log_are_the_game_before_the_next<G: Tested>(seed: u64) {
    let table = Table::<G>::play_out(seed, Play::Loosely);
    let written = Written::of(&table, &table.done);
    let whole = written.open(Layout::Plain);
    let mut lines = 0;
    for (round, number) in written.rounds.iter().zip(1..) {
        for line in 1..=round.lines.len() {
            let shorter = written.shortened(lines);
            // The first line of a later round stands after that round was begun.
            if line > 1 || number == 1 {
                let shorter = shorter.open(Layout::Plain);
                let before = whole.before(Place::new(number, u32::try_from(line).expect("few lines"))).expect("a line");
                assert_eq!(before.state(), shorter.state());
                assert_eq!(before.sheet(), shorter.sheet());
                assert_eq!(before.findings(), shorter.findings());
                assert_eq!(before.legal_steps(), shorter.legal_steps());
                assert_eq!(before.expects(), shorter.expects());
            }
            lines += 1;
        }
    }
    let past = Place::new(1, u32::try_from(written.rounds[0].lines.len() + 2).expect("few lines"));
    assert!(whole.before(past).is_err(), "there is no such line");
}

/// Each step that was let stand is found, as overruled; without the reason, as illegal. Nothing else is.
pub(super) fn what_was_let_stand_is_found_and_nothing_else<G: Tested>(seed: u64) {
    let table = Table::<G>::play_out(seed, Play::Loosely);
    let mut written = Written::of(&table, &table.done);
    let players = &table.header.players;
    let let_stand: Vec<(Option<String>, String)> = table
        .done
        .iter()
        .filter(|done| !done.legal)
        .filter_map(|done| done.act.step())
        .map(|(actor, step)| (actor.map(|seat| players.name(seat).to_owned()), G::write(step, players)))
        .collect();
    for kind in [Kind::Overruled, Kind::Illegal] {
        let referee = written.open(Layout::Plain);
        // A revoke was legal as far as anyone could see.
        let at_once = || referee.findings().iter().filter(|finding| !is_proved(finding));
        let found: Vec<_> = at_once().map(|found| (found.actor.clone(), found.text.clone())).collect();
        assert_eq!(found, let_stand);
        assert!(at_once().all(|finding| finding.kind == kind && finding.step > 0), "{kind}");
        assert!(at_once().all(|finding| finding.is_foul() == (kind == Kind::Illegal)));
        assert!(referee.halted().is_none());
        assert_eq!(referee.state(), table.game.state(&table.header.players));
        assert_eq!(referee.canonical().expect("the same log").text(), referee.log().text(), "what is recorded is canonical");
        for line in written.rounds.iter_mut().flat_map(|round| &mut round.lines) {
            *line = line.replace(" ! let stand", "");
        }
    }
    assert!(table.done.iter().all(|done| done.legal || !matches!(done.act, Act::Round { .. })));
    assert_eq!(written.new.rules, new_game(&table).rules);
}
