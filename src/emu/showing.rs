//! What both games show of birds, hands and piles: rows and lines of a picture, and the public state of hands.

use super::{Bird, BirdNumber, Pile, Stock};
use crate::{
    decktet::{Card, Suit},
    table::{Block, Hand, Ink, Text, count_of},
};
use serde_json::{Value, json};

/// The cards of these places in the canonical order.
pub fn named(indices: impl Iterator<Item = usize>) -> impl Iterator<Item = Card> {
    indices.filter_map(Card::from_index)
}

/// The codes of cards told by their places in the canonical order.
pub fn codes(indices: impl Iterator<Item = usize>) -> Vec<&'static str> {
    named(indices).map(Card::code).collect()
}

/// The grid of a player's birds, or that there is none.
pub fn grid_of(rows: Vec<Vec<Text>>) -> Block {
    if rows.is_empty() {
        return Block::Line(Text::new().and(Ink::Faint, "  no bird yet"));
    }
    Block::Grid { head: ["bird", "cards, bottom to top", "open to"].map(Text::from).into(), rows }
}

/// A bird's row in that grid: its number, its cards, what may go on top.
pub fn row_of(index: usize, bird: &Bird) -> Vec<Text> {
    let open = match bird.ranks_open() {
        Some(ranks) if !bird.shared().is_empty() => {
            let suits = bird.shared().iter().enumerate().fold(Text::new(), |text, (nth, suit)| {
                let text = if nth > 0 { text.and(Ink::Plain, " or ") } else { text };
                text.and(Ink::Of(suit), Suit::name(suit))
            });
            suits.and(Ink::Plain, format!(", {ranks}"))
        }
        _ => Text::new().and(Ink::Faint, "nothing more"),
    };
    vec![Text::from(BirdNumber::from_index(index).to_string()), bird.to_text(), open]
}

/// Adds what is to be seen of a pile that has a card: its top, and how many are below.
#[must_use]
pub fn top_of(pile: &Pile, line: Text) -> Text {
    match (pile.top(), pile.cards().len()) {
        (None, _) => line,
        (Some(top), 1) => line.card(top),
        (Some(top), count) => line.card(top).and(Ink::Plain, format!(" on top of {}", count_of(count - 1, "card", "cards"))),
    }
}

/// What a person would have to remember of a hand.
pub fn hand_line<const KINDS: usize>(name: &str, hand: &Hand<KINDS>) -> Block {
    let known: Vec<Card> = named(hand.known_cards()).collect();
    let line = Text::new().and(Ink::Strong, format!("{name}'s hand: "));
    Block::Line(match (known.len(), hand.unseen()) {
        (0, 0) => line.and(Ink::Plain, "empty"),
        (0, unseen) => line.and(Ink::Plain, format!("{unseen} unseen")),
        (_, 0) => line.cards(known),
        (_, unseen) => line.cards(known).and(Ink::Plain, format!(" and {unseen} unseen")),
    })
}

/// The cards that nobody has seen.
pub fn unaccounted_line(stock: &Stock) -> Block {
    let unaccounted: Vec<Card> = named(stock.unaccounted_cards()).collect();
    let line = Text::new().and(Ink::Strong, format!("Unaccounted for, {}: ", unaccounted.len()));
    Block::Line(if unaccounted.is_empty() { line.and(Ink::Plain, "none") } else { line.cards(unaccounted) })
}

/// A hand in the public state, for scripts.
pub fn hand_state<const KINDS: usize>(hand: &Hand<KINDS>) -> Value {
    json!({"count": hand.len(), "known": codes(hand.known_cards()), "unseen": hand.unseen()})
}
