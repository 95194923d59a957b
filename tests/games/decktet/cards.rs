//! Sets of cards.

use fowlplay::decktet::{Card, Cards, Rank};

#[test]
fn decks_are_what_the_rules_say() {
    let lengths = [Cards::BASIC, Cards::PAWNS, Cards::COURTS, Cards::EXTENDED].map(Cards::len);
    assert_eq!(lengths, [36, 4, 4, 45]);
    assert_eq!(Cards::PAWNS.to_string(), "PWLY PMSL PSWK PMYK");
    assert_eq!(!Cards::BASIC, (Cards::PAWNS | Cards::COURTS).with(Card::EXCUSE));
    for rank in Rank::ALL {
        let by_hand = Card::all().filter(|c| c.rank() == rank).collect();
        assert_eq!(Cards::of_rank(rank), by_hand);
    }
}

#[test]
fn cards_go_in_and_out() {
    let mut set = Cards::EMPTY;
    assert!(set.insert(Card::EXCUSE) && !set.insert(Card::EXCUSE));
    assert_eq!(set.only(), Some(Card::EXCUSE));
    assert!(set.remove(Card::EXCUSE) && !set.remove(Card::EXCUSE));
    assert!(set.is_empty() && set.first().is_none() && set.last().is_none());
    let mut backwards: Vec<Card> = Cards::EXTENDED.iter().rev().collect();
    backwards.reverse();
    assert!(backwards.into_iter().eq(Card::all()));
    assert_eq!(Cards::BASIC - Cards::BASIC, Cards::EMPTY);
    let mut counted = Cards::COURTS.iter();
    counted.next();
    assert_eq!((counted.len(), counted.count()), (3, 3));
}
