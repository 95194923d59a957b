//! What holds for Emus Redux alone.

use fowlplay::table::{Scoring as _, Tallying as _, View as _};
use fowlplay::{
    games::emus_redux::{EmusRedux, Step},
    referee::{self, NewGame},
};

use crate::by_place::by_place;
use crate::random_game::{PlayStyle, RandomGame, for_seeds, only_seed};

/// A year counted on the table, with the Excuses that are known to be in hands, scores what the same year scored as it was
/// played; where none of them was recorded as spent, or came to light too late to be claimed.
#[test]
fn a_tally_of_the_birds_scores_the_played_year() {
    let mut counted_years = 0;
    for_seeds(100, |seed| {
        let table = RandomGame::<EmusRedux>::play_out(seed, PlayStyle::Legal);
        if table.acts.iter().any(|done| matches!(done.act.step(), Some((_, Step::Excuse(_))))) {
            return;
        }
        let (state, context) = (by_place(&table.game.state(&table.context.players)), &table.context);
        if table.game.score(&context.players).notes.iter().any(|note| note.contains("nobody claimed")) {
            return;
        }
        let players = state["players"].as_array().expect("players");
        let list = |value: &serde_json::Value| {
            let list = value.as_array().expect("a list").iter().map(|item| item.as_str().expect("text").to_owned());
            list.collect::<Vec<_>>()
        };
        let text = |player: &serde_json::Value| {
            let seat = context.players.names().iter().position(|name| player["name"] == **name).expect("a player");
            let birds = list(&state["birds"][seat]);
            let excuses: Vec<String> = list(&player["hand"]["cards"]).into_iter().filter(|card| card == "EX").collect();
            let behind = if excuses.is_empty() { String::new() } else { format!("; {}", excuses.join(" ")) };
            birds.join(" | ") + &behind
        };
        let texts: Vec<String> = players.iter().map(text).collect();
        let plain: Vec<&str> = texts.iter().map(String::as_str).collect();
        let tally = EmusRedux::parse_tally(&plain).expect("birds of the table");
        let written: Vec<String> = context.players.seats().map(|seat| EmusRedux::write_tally(&tally, seat)).collect();
        assert_eq!(written, texts);

        let named: Vec<String> =
            context.players.names().iter().zip(&texts).map(|(name, text)| format!("{name}: {text}")).collect();
        let named: Vec<&str> = named.iter().map(String::as_str).collect();
        let rules = vec![("upkeep".to_owned(), context.setup.upkeep.to_string())];
        let counted =
            referee::Games::default().count("emus-redux", &NewGame { rules, ..NewGame::default() }, &named).expect("legal birds");
        let played = table.game.score(&context.players);
        assert_eq!((&counted.players, &counted.winners), (&played.players, &played.winners), "item by item");
        assert_eq!((&counted.tiebreak, &counted.notes), (&played.tiebreak, &played.notes));
        counted_years += 1;
    });
    assert!(counted_years > 20 || only_seed().is_some(), "only {counted_years} years were counted");
}

/// Every copy of every card is in one place, and no hand holds more of a card than there are.
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
