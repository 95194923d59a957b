//! A step is listed exactly if it is judged legal, and what is believed is true, in games that bytes play.

use fastrand::Rng;
use fowlplay::{
    conformance::{
        judging::{assert_listed_iff_legal, checked_legal_steps},
        notation::any_settled,
        random_game::{NAMES, RandomGame, TestableGame},
        scoring::assert_sums,
    },
    table::{Act, Players, Seat, TableContext},
};

use super::choices::Choices;

/// Most acts of one input.
const MOST: usize = 400;

/// Deals cards and plays them as the bytes choose, as long as there are any.
pub fn listing<G: TestableGame>(data: &[u8]) {
    let mut choices = Choices::new(data);
    let (players, setup, rules) = G::random_setup(&mut |below| choices.below(below));
    let mut table = RandomGame::<G> {
        game: G::new(players, &setup),
        truth: G::Truth::default(),
        context: TableContext { players: Players::new(NAMES.into_iter().take(players)), setup },
        rules,
        acts: Vec::new(),
        random: Rng::with_seed(0),
    };
    let mut acts = 0;
    while !choices.is_empty() && !table.is_over() && acts < MOST {
        acts += usize::from(go_on(&mut table, &mut choices));
    }
    let listed = checked_legal_steps(&table);
    for seat in table.context.players.seats() {
        table.game.candidates(seat, &mut |step| assert_listed_iff_legal(&table, &listed, Some(seat), &step));
    }
    assert_sums(&table.game.score(&table.context.players));
}

/// What somebody could really do is held against the list, and done if it is legal or if the bytes let it stand.
fn go_on<G: TestableGame>(table: &mut RandomGame<G>, choices: &mut Choices<'_>) -> bool {
    let how = choices.byte();
    let act = if how < 32 {
        // Anything at all, by anybody.
        let mut random = Rng::with_seed(u64::from(choices.byte()) << 8 | u64::from(how));
        let Some((actor, step)) = any_settled(&mut random, &table.game, &table.context) else { return false };
        Act::Step { actor, step }
    } else {
        table.game.propose(&mut table.truth, &mut |below| choices.below(below))
    };
    if let Act::Step { actor, step } = &act {
        // The whole list is held against the whole of the candidates now and then: that takes long.
        let whole = how.is_multiple_of(16);
        let listed = if whole { checked_legal_steps(table) } else { table.game.legal_steps() };
        assert_listed_iff_legal(table, &listed, *actor, step);
        if whole {
            let seat = Seat::new(choices.below(table.context.players.count()));
            table.game.candidates(seat, &mut |step| assert_listed_iff_legal(table, &listed, Some(seat), &step));
        }
    }
    let judged = table.game.judge(&act);
    if how >= 32 {
        // The cards lie so.
        assert_eq!(table.game.check_possible(&act), Ok(()), "{act:?}");
    } else if table.game.check_possible(&act).is_err() {
        return false;
    }
    let let_stand = how % 8 == 1 && act.step().is_some();
    if judged.is_err() && !let_stand {
        return false;
    }
    let mut after = table.clone();
    after.game.track(&mut after.truth, &act, &mut |below| choices.below(below));
    after.game.apply(&act, &mut Vec::new());
    if how < 32 && !after.game.is_consistent_with(&after.truth) {
        // It was possible as far as anyone could see, but it isn't how the cards lie.
        return false;
    }
    assert!(after.game.is_consistent_with(&after.truth), "after {act:?}: {:#?}", after.game);
    assert!(after.game.balances(), "after {act:?}: {:#?}", after.game);
    *table = after;
    true
}
