//! Compares judgements with those of the dealer, who knows all hands.

use super::{
    judging::any_acts,
    random_game::{PlayStyle, RandomGame, TestableGame},
};
use crate::table::{Act, ActOf, GameFault};
use std::collections::HashSet;

/// Acts to judge: random acts, proposals of the dealer, and the game's candidates.
fn some_acts<G: TestableGame>(table: &mut RandomGame<G>) -> Vec<ActOf<G>> {
    let mut acts = any_acts(table, 12);
    acts.extend((0..4).map(|_| table.proposal()));
    for seat in table.game.expects().seats().iter() {
        table.game.candidates(seat, &mut |step| acts.push(Act::Step { actor: Some(seat), step }));
    }
    acts
}

/// Asserts that every act that the dealer calls legal is judged legal, and that the totals agree. An act that the dealer calls
/// illegal may be judged legal only while hands are hidden.
pub(super) fn the_dealer_agrees<G: TestableGame>(seed: u64) {
    let mut table = RandomGame::<G>::new(seed);
    while !table.is_over() {
        for act in some_acts(&mut table) {
            let Some(is_legal_to_dealer) = table.game.is_legal_to_dealer(&table.truth, &act) else { continue };
            let judgement = table.game.judge(&act);
            assert!(
                judgement.is_ok() || !is_legal_to_dealer,
                "{act:?} is fair, says the dealer, and is judged {judgement:?}:\n{:#?}",
                table.game
            );
            if judgement.is_ok() && !is_legal_to_dealer {
                let open_judgement = table.game.with_open_hands(&table.truth).map(|open| open.judge(&act));
                assert!(
                    open_judgement.is_some_and(|judgement| judgement.is_err()),
                    "{act:?} is foul, says the dealer, and is judged legal with all hands open:\n{:#?}",
                    table.game
                );
            }
        }
        table.advance(PlayStyle::seeded(seed));
        let score = table.game.score(&table.context.players);
        for (seat, player) in table.context.players.seats().zip(&score.players) {
            let dealer_total = table.game.dealer_total(&table.truth, seat);
            assert!(
                dealer_total.is_none_or(|dealer_total| player.total == dealer_total),
                "{} has {:?}, and {dealer_total:?}, says the dealer",
                player.name,
                player.total
            );
        }
    }
}

/// Plays the next act loosely, and collects its events. Returns the judgement of the act with all hands open.
fn play_with_open_hands<G: TestableGame>(table: &mut RandomGame<G>, events: &mut Vec<G::Event>) -> Option<Result<(), G::Fault>> {
    let (mut game, truth) = (table.game.clone(), table.truth.clone());
    table.advance(PlayStyle::Loose);
    let act = &table.acts[table.acts.len() - 1].act;
    let judgement = game.with_open_hands(&truth).map(|open| open.check_lawful(act));
    game.apply(act, events);
    judgement
}

/// Asserts that an act is proved illegal at most once, and by the clause that it breaks with all hands open.
pub(super) fn a_revoke_is_foul_with_open_hands<G: TestableGame>(seed: u64) {
    let mut table = RandomGame::<G>::new(seed);
    let (mut open_judgements, mut proved_acts) = (Vec::new(), HashSet::new());
    while !table.is_over() {
        let mut events = Vec::new();
        open_judgements.push(play_with_open_hands(&mut table, &mut events));
        for (nth, fault) in events.iter().filter_map(G::conviction) {
            let (act, judgement) = (&table.acts[nth].act, open_judgements[nth]);
            assert!(proved_acts.insert(nth), "{act:?} is proved to be foul twice");
            let is_same_clause = judgement
                .is_none_or(|judgement| judgement.is_err_and(|open_fault| open_fault.breach().clause == fault.breach().clause));
            assert!(
                is_same_clause,
                "{act:?} is proved to be {fault:?}, and is judged {judgement:?} with open hands:\n{:#?}",
                table.game
            );
        }
    }
}

/// The highest number of games that are played to find a hidden foul that is proved later.
const MOST_GAMES: u64 = 80;

/// Asserts that in some random game, a foul that only the real hands showed is proved later.
pub(super) fn some_hidden_foul_is_proved<G: TestableGame>(seed: u64) {
    let mut hidden_fouls = 0;
    for (seed, nth) in (seed..).zip(0..MOST_GAMES) {
        if nth == MOST_GAMES / 4 && hidden_fouls == 0 {
            // The rules are taken to have no hidden fouls.
            return;
        }
        let mut table = RandomGame::<G>::new(seed);
        while !table.is_over() {
            let mut events = Vec::new();
            let judgement = play_with_open_hands(&mut table, &mut events);
            hidden_fouls +=
                usize::from(table.acts[table.acts.len() - 1].is_legal && judgement.is_some_and(|judgement| judgement.is_err()));
            if events.iter().any(|event| G::conviction(event).is_some()) {
                return;
            }
        }
    }
    assert!(hidden_fouls < 5, "{hidden_fouls} fouls that only the hands showed, and none was ever proved");
}
