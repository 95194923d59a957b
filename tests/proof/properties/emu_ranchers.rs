//! Emu Ranchers as scripts see it: cards and birds read from the public state.

use crate::{
    by_place::by_place,
    random_game::{PlayStyle, RandomGame, for_seeds},
};
use fowlplay::{
    games::emu_ranchers::{EmuRanchers, Rules},
    table::View as _,
};
use serde_json::Value;

fn codes(cards: &Value) -> Vec<String> {
    let cards = cards.as_array().expect("a list of cards");
    cards.iter().map(|card| card.as_str().expect("a card's code").to_owned()).collect()
}

fn birds(player: &Value) -> Vec<Vec<String>> {
    player["bird"].as_array().into_iter().flatten().map(|bird| codes(&bird["cards"])).collect()
}

fn count(value: &Value) -> usize {
    usize::try_from(value.as_u64().expect("a number")).expect("a small one")
}

/// ER-1.1, ER-1.4: the 36 to 45 cards are all there, each in one place, at every moment of a game. TB-6: with the draw pile gone, what is
/// unaccounted for is never in one hand alone.
#[test]
fn every_card_of_the_deck_is_in_one_place() {
    for_seeds(30, |seed| {
        let mut table = RandomGame::<EmuRanchers>::new(seed);
        let Rules { excuse, wilds, .. } = Rules::typed(&table.rules);
        let deck = 36 + usize::from(excuse) + [0, 4, 4, 8][wilds as usize];
        while !table.is_over() {
            table.advance(PlayStyle::Loose);
            let state = by_place(&table.game.state(&table.context.players));
            let players = state["players"].as_array().expect("players");
            let unaccounted = codes(&state["unaccounted"]);
            let mut cards = codes(&state["discard_pile"]["cards"]);
            cards.extend(unaccounted.iter().cloned());
            let mut unseen = count(&state["draw_pile"]["more"]);
            let hidden_hands = players.iter().filter(|player| count(&player["hand"]["more"]) > 0).count();
            assert!(unseen > 0 || hidden_hands != 1, "{state:#}");
            for player in players {
                cards.extend(birds(player).concat());
                cards.extend(player.get("spent").map(|spent| codes(&spent["cards"])).unwrap_or_default());
                let known = codes(&player["hand"]["cards"]);
                cards.extend(known);
                unseen += count(&player["hand"]["more"]);
            }
            assert_eq!(unseen, unaccounted.len());
            cards.sort_unstable();
            cards.dedup();
            assert_eq!(cards.len(), deck, "{state:#}");
        }
    });
}
