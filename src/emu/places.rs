//! Where a card is known to lie, in words.

use super::{BirdNumber, Ranch, Stock};
use crate::{
    decktet::Card,
    table::{Players, and_list},
};

/// The birds and the hands that a card is known to be in, a phrase for each copy; `ranches` in seat order.
pub fn in_birds_and_hands<'a>(
    card: Card,
    stock: &Stock,
    ranches: impl IntoIterator<Item = &'a Ranch>,
    players: &Players,
) -> Vec<String> {
    let mut places = Vec::new();
    for (seat, ranch) in players.seats().zip(ranches) {
        let name = players.name(seat);
        for (index, bird) in ranch.iter().enumerate() {
            for _ in bird.cards().iter().filter(|laid| laid.card == card) {
                places.push(format!("in {name}'s bird {}", BirdNumber::from_index(index)));
            }
        }
        let held = stock.hand(seat).known(card.index());
        places.extend(std::iter::repeat_n(format!("in {name}'s hand"), held));
    }
    places
}

/// Where a card is, given the places of all copies that are known.
pub fn where_is(card: Card, stock: &Stock, places: &[String]) -> String {
    match places {
        [] if stock.unaccounted(card.index()) > 0 => "nobody has seen it yet".to_owned(),
        [] => "nobody can say where it is".to_owned(),
        [place] => format!("it is {place}"),
        [one, other] if one == other => format!("both copies are {one}"),
        places => format!("its copies are {}", and_list(places)),
    }
}
