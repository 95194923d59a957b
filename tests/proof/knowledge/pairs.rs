//! What two cards capture in Blulu (BL-2.3), worked out from their codes alone.

use fowlplay::decktet::{Card, Rank};

pub fn rank(card: Card) -> char {
    card.code().chars().next().expect("a card has a rank")
}

/// BL-2.2
fn value(card: Card) -> i32 {
    match rank(card) {
        'A' => 1,
        'C' => 10,
        'P' | 'T' => 0,
        digit => digit.to_digit(10).map_or(0, |digit| i32::try_from(digit).expect("one digit")),
    }
}

/// What counts at a table: sums as well as differences, and of two cards of a rank their own rank alone.
#[derive(Clone, Copy, Debug)]
pub struct Counting {
    pub sums: bool,
    pub own_rank: bool,
}

/// Whether two cards capture a card.
fn captures([one, other]: [Card; 2], lying: Card, counting: Counting) -> bool {
    let (a, b, c) = (value(one), value(other), value(lying));
    let twins = rank(one) == rank(other);
    let makes = (counting.sums && a + b == c) || (a - b).abs() == c;
    (makes && !(twins && counting.own_rank)) || (twins && rank(other) == rank(lying))
}

/// The pairs of a hand that capture something, in canonical order.
pub fn capturing(hand: &[Card], lying: &[Card], counting: Counting) -> Vec<[Card; 2]> {
    let mut pairs = Vec::new();
    for (nth, &one) in hand.iter().enumerate() {
        for &other in &hand[nth + 1..] {
            let pair = [one.min(other), one.max(other)];
            if lying.iter().any(|&card| captures(pair, card, counting)) {
                pairs.push(pair);
            }
        }
    }
    pairs.sort_unstable();
    pairs
}

/// The first of the ranks that a pair captures.
pub fn first_rank(pair: [Card; 2], lying: &[Card], counting: Counting) -> Option<&'static str> {
    lying.iter().filter(|card| captures(pair, **card, counting)).map(|card| card.rank()).min().map(Rank::code)
}
