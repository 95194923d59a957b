//! Who collects when in Eggs and Empires.

use super::state::{BLACKSMITH, Played, SHEPHERD};

/// How far a seat is from the holder of the marker, clockwise.
pub fn from_marker(seat: usize, marker: usize, players: usize) -> usize {
    (seat + players - marker) % players
}

/// EE-3.1 alone: the highest card first, equal ones from the marker clockwise.
pub fn by_number(cards: &[Played], marker: usize, players: usize) -> Vec<usize> {
    let mut order: Vec<usize> = (0..cards.len()).collect();
    order.sort_by_key(|&at| (10 - cards[at].card.min(10), from_marker(cards[at].seat, marker, players)));
    order
}

/// EE-3.1, EE-3.2: the cards of a turn (their indices) in the order in which they collect.
pub fn order(cards: &[Played], marker: usize, players: usize, blacksmith_waits: bool) -> Vec<usize> {
    let mut order = by_number(cards, marker, players);
    let of = |order: &[usize], card: usize| order.iter().copied().filter(|&at| cards[at].card == card).collect::<Vec<_>>();
    let (shepherds, blacksmiths) = (of(&order, SHEPHERD), of(&order, BLACKSMITH));
    if shepherds.is_empty() || blacksmiths.is_empty() {
        return order;
    }
    // Either the one kind is taken out and put back before the other, or the other after the one.
    let (moved, place) = if blacksmith_waits { (blacksmiths, shepherds) } else { (shepherds, blacksmiths) };
    order.retain(|at| !moved.contains(at));
    let beside = if blacksmith_waits {
        order.iter().rposition(|at| place.contains(at)).map(|at| at + 1)
    } else {
        order.iter().position(|at| place.contains(at))
    };
    let beside = beside.expect("the other kind is there");
    order.splice(beside..beside, moved);
    order
}
