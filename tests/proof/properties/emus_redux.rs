//! What holds for Emus Redux alone.

use crate::random_game::{PlayStyle, RandomGame, for_seeds};
use fowlplay::{games::emus_redux::EmusRedux, table::View as _};

#[test]
fn a_pawn_or_court_is_always_known() {
    for_seeds(40, |seed| {
        let mut table = RandomGame::<EmusRedux>::new(seed);
        while !table.is_over() {
            table.advance(PlayStyle::Loose);
            let state = table.game.state(&table.context.players);
            let unaccounted = state["unaccounted"].as_array().expect("cards");
            let wild = |card: &serde_json::Value| card.as_str().is_some_and(|card| card.starts_with(['P', 'T']));
            assert!(!unaccounted.iter().any(wild), "{state:#}");
        }
    });
}
