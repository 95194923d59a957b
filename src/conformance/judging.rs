//! Judging: the list of legal steps, the order of the clauses and all queries agree with `judge`.

use super::{
    notation::{any_actor, any_settled, any_step, any_tally},
    random_game::{PlayStyle, RandomGame, TestableGame, count_act},
};
use crate::{
    deal::Dealer,
    table::{Act, ActOf, FindingKind, GameFault, Seat, Text, VerbActor, Zone},
};
use std::collections::BTreeSet;

/// Whether a legal step need not be listed: a step of the table or of anyone, a step of which only the verb is listed, or a
/// listed step with an optional card.
fn need_not_be_listed<G: Dealer>(table: &RandomGame<G>, listed: &[(Seat, G::Step)], actor: Option<Seat>, step: &G::Step) -> bool {
    let write = |step| G::write(step, &table.context.players);
    let text = write(step);
    G::verb_text(step).actor == VerbActor::Anyone
        || actor.is_none()
        || !G::is_listed(step)
        || listed.iter().any(|(seat, listed_step)| {
            Some(*seat) == actor && text.strip_prefix(&write(listed_step)).is_some_and(|rest| rest.starts_with(' '))
        })
}

/// The listed steps, after asserting that each is legal and listed once.
pub fn checked_legal_steps<G: TestableGame>(table: &RandomGame<G>) -> Vec<(Seat, G::Step)> {
    let listed = table.game.legal_steps();
    for (at, (seat, step)) in listed.iter().enumerate() {
        let act = Act::Step { actor: Some(*seat), step: step.clone() };
        assert_eq!(table.game.judge(&act), Ok(()), "{step:?} is listed");
        assert!(!listed[..at].contains(&(*seat, step.clone())), "{step:?} is listed twice");
    }
    listed
}

/// Asserts that a step is listed exactly if it is legal.
pub fn assert_listed_iff_legal<G: TestableGame>(
    table: &RandomGame<G>,
    listed: &[(Seat, G::Step)],
    actor: Option<Seat>,
    step: &G::Step,
) {
    let is_listed = actor.is_some_and(|seat| listed.contains(&(seat, step.clone())));
    let judgement = table.game.judge(&Act::Step { actor, step: step.clone() });
    let is_consistent = match judgement {
        Ok(()) => is_listed || need_not_be_listed(table, listed, actor, step),
        Err(_) => !is_listed,
    };
    assert!(is_consistent, "{actor:?} {step:?} is judged {judgement:?}, listed: {is_listed}");
}

/// Asserts that a table without memory lists every legal step, and has the same open verbs.
pub(super) fn visible_steps_include_every_legal_step<G: TestableGame>(seed: u64) {
    let style = PlayStyle::seeded(seed);
    let mut table = RandomGame::<G>::new(seed);
    while !table.is_over() {
        let without_memory = table.game.without_memory();
        let (legal_steps, listed_steps) = (table.game.legal_steps(), without_memory.legal_steps());
        for step in &legal_steps {
            assert!(listed_steps.contains(step), "{step:?} is legal and not in view:\n{:?}", table.game);
        }
        assert_eq!(without_memory.expects(), table.game.expects());
        assert_eq!(without_memory.without_memory().legal_steps(), listed_steps, "nothing is left to forget");
        table.advance(style);
    }
}

fn words_in(zones: &[Zone]) -> BTreeSet<String> {
    let texts =
        zones.iter().flat_map(|zone| zone.line.iter().chain(zone.grid.iter().flat_map(|grid| grid.rows.iter().flatten())));
    let words = |text: &Text| text.to_plain().split(|char: char| !char.is_alphanumeric()).map(str::to_owned).collect::<Vec<_>>();
    texts.flat_map(words).collect()
}

/// Asserts that known cards of a hand are really in the hand, and that without memory any covered cards may be in the hand, too.
pub(super) fn covered_cards_may_be_in_any_hand<G: TestableGame>(seed: u64) {
    let mut table = RandomGame::<G>::new(seed);
    while !table.is_over() {
        let act = table.proposal();
        if let Some((Some(seat), shows)) = act.step().and_then(|(actor, step)| Some((actor, G::required_shows(step)?))) {
            check_shown_cards(&table, seat, &shows);
        }
        for _ in 0..3 {
            if !table.is_over() {
                table.advance(PlayStyle::seeded(seed));
            }
        }
    }
}

fn check_shown_cards<G: TestableGame>(table: &RandomGame<G>, seat: Seat, shows: &G::Step) {
    let zones = table.game.zones(&table.context);
    let (open_words, covered_words) = (words_in(&zones.open), words_in(&zones.memory));
    let text = G::write(shows, &table.context.players);
    let (without_memory, open_hands) = (table.game.without_memory(), table.game.with_open_hands(&table.truth));
    for (card, covered_card) in text.split(' ').skip(1).flat_map(|card| covered_words.iter().map(move |word| (card, word))) {
        let Ok(shows) = G::parse(&text.replace(card, covered_card), &table.context) else { continue };
        let written = G::write(&shows, &table.context.players);
        let is_in_hand = table.game.is_known_in_hand(seat, &shows);
        let act = Act::Step { actor: Some(seat), step: shows };
        let is_known = is_in_hand && table.game.check_possible(&act).is_ok();
        assert!(
            !is_known || open_hands.as_ref().is_none_or(|game| game.check_possible(&act).is_ok()),
            "{written} is known, and not so"
        );
        let cards: Vec<&str> = written.split(' ').skip(1).collect();
        let are_distinct = cards.iter().collect::<BTreeSet<_>>().len() == text.split(' ').count() - 1;
        if are_distinct && cards.iter().all(|card| covered_words.contains(*card) && !open_words.contains(*card)) {
            assert_eq!(
                without_memory.check_possible(&act),
                Ok(()),
                "{act:?}: none of it lies open, and {text} is possible\n{zones:?}"
            );
        }
    }
}

/// Asserts that after a move the game names another location of the moved card. By this change the referee finds the line that
/// moved a card.
pub(super) fn moved_cards_have_a_location<G: TestableGame>(seed: u64) {
    let mut table = RandomGame::<G>::new(seed);
    while !table.is_over() {
        let game_before = table.game.clone();
        table.advance(PlayStyle::seeded(seed));
        let act = &table.acts[table.acts.len() - 1].act;
        let Some(thing) = table.game.check_possible(act).err().and_then(G::missing_thing) else { continue };
        let (old, new) = (game_before.locations(thing), table.game.locations(thing));
        assert!(!new.is_empty() && old != new, "{act:?} can't be done again, and what it has moved was {old:?} and is {new:?}");
    }
}

/// Asserts that every listed step is legal, and that every legal step of a player is listed once.
pub(super) fn a_step_is_listed_exactly_if_it_is_legal<G: TestableGame>(seed: u64) {
    let style = PlayStyle::seeded(seed);
    let mut table = RandomGame::<G>::new(seed);
    while !table.is_over() {
        let mut random = table.random.fork();
        let listed = checked_legal_steps(&table);
        let check = |actor: Option<Seat>, step: G::Step| assert_listed_iff_legal(&table, &listed, actor, &step);
        for seat in table.context.players.seats() {
            table.game.candidates(seat, &mut |step| check(Some(seat), step));
        }
        for _ in 0..30 {
            let Some((actor, step)) = any_settled(&mut random, &table.game, &table.context) else { continue };
            check(actor, step);
        }
        for _ in 0..10 {
            if let Act::Step { actor, step } = table.game.propose(&mut table.truth.clone(), &mut |below| random.usize(..below)) {
                check(actor, step);
            }
        }
        table.advance(style);
    }
    assert_eq!(table.game.legal_steps(), [], "the game is over");
}

/// Asserts that a step with the real cards is possible, and that the game never knows a card in a wrong location.
pub(super) fn what_a_hand_really_holds_is_never_impossible<G: TestableGame>(seed: u64) {
    let style = PlayStyle::seeded(seed);
    let mut table = RandomGame::<G>::new(seed);
    loop {
        assert!(table.game.is_consistent_with(&table.truth), "after {:?}: {:#?}", table.acts.last(), table.game);
        assert!(table.game.balances(), "after {:?}: {:#?}", table.acts.last(), table.game);
        if table.is_over() {
            break;
        }
        for _ in 0..8 {
            let act = table.proposal();
            assert_eq!(table.game.check_possible(&act), Ok(()), "{act:?}");
        }
        table.advance(style);
    }
}

fn query_all<G: TestableGame>(table: &RandomGame<G>, acts: &[ActOf<G>]) -> String {
    use std::fmt::Write as _;
    let RandomGame { game, context, .. } = table;
    let mut results = String::new();
    let _ = write!(results, "{:?}{:?}", game.expects(), game.legal_steps());
    let _ = write!(results, "{:?}{:?}", game.progress(), game.turn_owner());
    let _ = write!(results, "{:?}{:?}", game.score(&context.players), game.zones(context));
    let _ = write!(results, "{}{:?}", game.state(&context.players), game.options(None, context));
    for seat in context.players.seats() {
        let _ = write!(results, "{:?}", game.options(Some(seat), context));
    }
    for act in acts {
        let judgement = game.judge(act);
        let first_checks = game.check_order(act).and_then(|()| game.check_possible(act));
        assert!(first_checks.is_ok() || judgement == first_checks, "{act:?}: turn and phase come first, then whether it can be");
        if let Err(fault) = judgement {
            let words = game.explain(act, fault, context);
            assert!(!words.is_empty(), "{act:?}: {fault:?}");
            assert!(G::book().clause(fault.breach().clause).is_some(), "{} is no clause", fault.breach().clause);
            assert!(matches!(fault.kind(), FindingKind::Illegal | FindingKind::Impossible), "{fault:?}");
            results.push_str(&words);
            if let Some(thing) = G::missing_thing(fault) {
                let _ = write!(results, "{:?}", game.locations(thing));
            }
        }
        if let Err(fault) = game.check_possible(act) {
            assert_eq!(fault.kind(), FindingKind::Impossible, "{act:?}");
            results.push_str(&game.explain(act, fault, context));
        }
        if let Act::Step { actor, step } = act {
            let _ = write!(results, "{}{:?}", game.describe(*actor, step, context), game.effect(*actor, step, context));
            for (_, legal) in game.legal_steps().iter().take(5) {
                let _ = write!(results, "{:?}", G::distance(step, legal));
            }
        }
    }
    results
}

/// Random acts of any kind, possible or not.
pub(super) fn any_acts<G: TestableGame>(table: &mut RandomGame<G>, count: usize) -> Vec<ActOf<G>> {
    let (context, random) = (&table.context, &mut table.random);
    let players = context.players.count();
    let mut any_act = || match random.u8(..40) {
        0 => Some(Act::BeginRound { first: Seat::new(random.usize(..players)) }),
        1 => {
            let texts = any_tally::<G>(random, players);
            let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
            G::parse_tally(&texts, &context.setup).ok().map(Act::Tally)
        }
        2 => any_step::<G>(random, context).map(|step| Act::Step { actor: None, step }),
        _ => any_step::<G>(random, context).map(|step| Act::Step { actor: any_actor::<G>(random, &step, context), step }),
    };
    (0..count).filter_map(|_| any_act()).collect()
}

/// Asserts that judging, listing, scoring and rendering leave the game unchanged, and give the same results again.
pub(super) fn queries_do_not_change_the_game<G: TestableGame>(seed: u64) {
    let mut table = RandomGame::<G>::new(seed);
    while !table.is_over() {
        let acts = any_acts(&mut table, 12);
        let game_before = table.game.clone();
        let results = query_all(&table, &acts);
        assert_eq!(table.game, game_before);
        assert_eq!(results, query_all(&table, &acts), "what is asked twice");
        table.advance(PlayStyle::Loose);
    }
}

/// Asserts that every possible act can be applied in any phase by any actor. Afterwards all queries work, and no card is missing.
pub(super) fn whatever_is_possible_can_be_applied<G: TestableGame>(seed: u64) {
    let mut table = RandomGame::<G>::new(seed);
    let mut is_tallied = false;
    for nth in 0..150 {
        let mut acts = any_acts(&mut table, 12);
        acts.push(table.proposal());
        let Some(act) = acts.iter().find(|act| table.game.check_possible(act).is_ok()).cloned() else { continue };
        let (mut same_game, mut events) = (table.game.clone(), Vec::new());
        table.game.apply(&act, &mut events);
        count_act();
        same_game.apply(&act, &mut Vec::new());
        assert_eq!(same_game, table.game, "what is done again to the same game");
        for event in &events {
            for consequence in table.game.consequences(event, &table.context) {
                assert!(!consequence.text.is_empty() && G::book().clause(consequence.clause).is_some(), "{event:?}");
            }
            assert!(G::conviction(event).is_none_or(|(proved_nth, _)| proved_nth < nth), "{event:?}");
        }
        is_tallied = match act {
            Act::Tally(_) => true,
            Act::BeginRound { .. } => false,
            Act::Step { .. } => is_tallied,
        };
        assert!(is_tallied || table.game.balances(), "after {act:?}: {:#?}", table.game);
        query_all(&table, &acts[..acts.len().min(3)]);
    }
}
