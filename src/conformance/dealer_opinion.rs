//! Judgements against the opinion of the dealer, who knows all hands.

use super::{
    judging::any_acts,
    random_game::{PlayStyle, RandomGame, TestableGame},
};
use crate::table::{Act, ActOf, GameFault};
use std::collections::HashSet;

/// Acts to judge at a table: possible ones, listed ones, and random ones.
fn some_acts<G: TestableGame>(table: &mut RandomGame<G>) -> Vec<ActOf<G>> {
    let mut acts = any_acts(table, 12);
    acts.extend((0..4).map(|_| table.proposal()));
    for seat in table.game.expects().seats().iter() {
        table.game.candidates(seat, &mut |step| acts.push(Act::Step { actor: Some(seat), step }));
    }
    acts
}

/// Asserts that every act that is fair to the dealer is judged legal. An act that is foul to the dealer may be judged legal only as
/// long as no other player has seen the hands.
pub(super) fn the_dealer_agrees<G: TestableGame>(seed: u64) {
    let mut table = RandomGame::<G>::new(seed);
    while !table.is_over() {
        for act in some_acts(&mut table) {
            let Some(is_fair) = table.game.dealer_verdict(&table.truth, &act) else { continue };
            let judged = table.game.judge(&act);
            assert!(judged.is_ok() || !is_fair, "{act:?} is fair, says the dealer, and is judged {judged:?}:\n{:#?}", table.game);
            if judged.is_ok() && !is_fair {
                let open = table.game.with_open_hands(&table.truth).map(|open| open.judge(&act));
                assert!(
                    open.is_some_and(|open| open.is_err()),
                    "{act:?} is foul, says the dealer, and is judged legal with all hands open:\n{:#?}",
                    table.game
                );
            }
        }
        table.advance(PlayStyle::seeded(seed));
        let score = table.game.score(&table.header.players);
        for (seat, player) in table.header.players.seats().zip(&score.players) {
            let fair = table.game.dealer_total(&table.truth, seat);
            assert!(
                fair.is_none_or(|fair| player.total == fair),
                "{} has {:?}, and {fair:?}, says the dealer",
                player.name,
                player.total
            );
        }
    }
}

/// Plays the next act loosely. Returns the judgement of the act with all hands open.
fn play_with_open_hands<G: TestableGame>(table: &mut RandomGame<G>, events: &mut Vec<G::Event>) -> Option<Result<(), G::Fault>> {
    let (mut again, truth) = (table.game.clone(), table.truth.clone());
    table.advance(PlayStyle::Loosely);
    let act = &table.done[table.done.len() - 1].act;
    let open = again.with_open_hands(&truth).map(|open| open.check_lawful(act));
    again.apply(act, events);
    open
}

/// Asserts that revealed cards prove an act to be foul only once, by the clause that the act breaks with all hands open.
pub(super) fn a_revoke_is_foul_with_open_hands<G: TestableGame>(seed: u64) {
    let mut table = RandomGame::<G>::new(seed);
    let (mut with_open_hands, mut convicted) = (Vec::new(), HashSet::new());
    while !table.is_over() {
        let mut events = Vec::new();
        with_open_hands.push(play_with_open_hands(&mut table, &mut events));
        for (nth, fault) in events.iter().filter_map(G::conviction) {
            let (proved, judged) = (&table.done[nth].act, with_open_hands[nth]);
            assert!(convicted.insert(nth), "{proved:?} is proved to be foul twice");
            let is_foul = judged.is_none_or(|judged| judged.is_err_and(|open| open.breach().clause == fault.breach().clause));
            assert!(
                is_foul,
                "{proved:?} is proved to be {fault:?}, and is judged {judged:?} with open hands:\n{:#?}",
                table.game
            );
        }
    }
}

/// The number of games in which a hidden foul is expected to be proved.
const HIDING: u64 = 80;

/// Asserts that some foul that only the real hands showed is proved, in one game or another.
pub(super) fn some_hidden_foul_is_proved<G: TestableGame>(seed: u64) {
    let mut hidden = 0;
    for (seed, nth) in (seed..).zip(0..HIDING) {
        if nth == HIDING / 4 && hidden == 0 {
            return;
        }
        let mut table = RandomGame::<G>::new(seed);
        while !table.is_over() {
            let mut events = Vec::new();
            let open = play_with_open_hands(&mut table, &mut events);
            hidden += usize::from(table.done[table.done.len() - 1].legal && open.is_some_and(|judged| judged.is_err()));
            if events.iter().any(|event| G::conviction(event).is_some()) {
                return;
            }
        }
    }
    assert!(hidden < 5, "{hidden} fouls that only the hands showed, and none was ever proved");
}
