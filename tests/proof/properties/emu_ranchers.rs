//! Emu Ranchers as scripts see it: cards and birds read from the public state.

use fowlplay::table::{Scoring as _, Tallying as _, View as _};
use fowlplay::{
    games::emu_ranchers::EmuRanchers,
    referee,
    table::{PlayerSheet, Points},
};
use serde_json::Value;

use crate::{
    by_place::by_place,
    log_draft::new_game,
    random_game::{PlayStyle, RandomGame, for_seeds},
};

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

/// ER-1.1: the 36 cards are all there, each in one place, at every moment of a game. TB-6: with the draw pile gone, what is
/// unaccounted for is never in one hand alone.
#[test]
fn every_card_of_the_deck_is_in_one_place() {
    for_seeds(30, |seed| {
        let mut table = RandomGame::<EmuRanchers>::new(seed);
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
                let known = codes(&player["hand"]["cards"]);
                cards.extend(known);
                unseen += count(&player["hand"]["more"]);
            }
            assert_eq!(unseen, unaccounted.len());
            cards.sort_unstable();
            cards.dedup();
            assert_eq!(cards.len(), 36, "{state:#}");
        }
    });
}

/// A year counted on the table scores what the same year scored as it was played.
#[test]
fn a_tally_of_the_birds_scores_the_played_year() {
    for_seeds(100, |seed| {
        let table = RandomGame::<EmuRanchers>::play_out(seed, PlayStyle::Legal);
        let state = by_place(&table.game.state(&table.context.players));
        let players = state["players"].as_array().expect("players");
        let write = |birds: Vec<Vec<String>>| birds.iter().map(|bird| bird.join(" ")).collect::<Vec<_>>().join(" | ");
        let texts: Vec<String> = players.iter().map(|player| write(birds(player))).collect();

        let context = &table.context;
        let plain: Vec<&str> = texts.iter().map(String::as_str).collect();
        let tally = EmuRanchers::parse_tally(&plain).expect("birds of the table");
        let written: Vec<String> = context.players.seats().map(|seat| EmuRanchers::write_tally(&tally, seat)).collect();
        assert_eq!(written, texts);

        let named: Vec<String> =
            context.players.names().iter().zip(&texts).map(|(name, text)| format!("{name}: {text}")).collect();
        let named: Vec<&str> = named.iter().map(String::as_str).collect();
        let mut new = new_game(&table);
        new.rules.retain(|(key, _)| key != "years");
        new.rules.push(("years".to_owned(), "1".to_owned()));
        let counted = referee::Games::default().count("emu-ranchers", &new, &named).expect("legal birds");
        let played = table.game.score(&context.players);
        let last = |player: &PlayerSheet| player.rounds.last().expect("a year").clone();
        for (counted, played) in counted.players.iter().zip(&played.players) {
            assert_eq!(counted.rounds.last(), Some(&last(played)), "item by item");
            assert_eq!(counted.total, last(played).points());
        }
        assert!(counted.complete);
        let totals: Vec<Points> = counted.players.iter().map(|player| player.total).collect();
        assert_eq!(counted.winners.len(), if totals[0] == totals[1] { 2 } else { 1 });
    });
}
