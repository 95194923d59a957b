//! What pairs reach (section 2 of the rule book), and what captures are worth (section 3), on words.

/// The letters of the ranks, ascending.
pub const RANKS: &str = "A23456789CPT";

pub fn rank(card: &str) -> char {
    card.chars().next().expect("a card has a rank")
}

/// BL-2.2.
fn value_of(rank: char) -> i32 {
    match rank {
        'A' => 1,
        'C' => 10,
        'P' | 'T' => 0,
        digit => digit.to_digit(10).map_or(0, |digit| i32::try_from(digit).expect("one digit")),
    }
}

/// BL-2.3: whether a pair reaches a rank, two of a rank perhaps their own alone. Cards that are no pair reach nothing.
pub fn reaches(cards: &[String], wanted: char, sums: bool, own_rank: bool) -> bool {
    let [one, other] = cards else { return false };
    let (one, other) = (rank(one), rank(other));
    if own_rank && one == other {
        return wanted == one;
    }
    let sum = value_of(one) + value_of(other);
    let difference = (value_of(one) - value_of(other)).abs();
    value_of(wanted) == difference || (sums && value_of(wanted) == sum) || (one == wanted && other == wanted)
}

/// A flush (BL-3.1) or a sextet (BL-3.2), of all cards that a capture took, and what it is worth.
pub fn bonus(cards: &[String]) -> Option<(&'static str, i32)> {
    let with_suit = |suit: char| cards.iter().filter(|card| card.chars().skip(1).any(|letter| letter == suit)).count();
    if "MSWLYK".chars().any(|suit| with_suit(suit) == cards.len()) {
        return Some(("flush", 2));
    }
    "MSWLYK".chars().all(|suit| with_suit(suit) == 1).then_some(("sextet", 4))
}
