//! Words that verdicts and tellings of both games share.

use super::{Bird, BirdNumber, Laid, Misfit, Reckoning, Stock, codes};
use crate::{
    decktet::Card,
    table::{Clause, Players, RuleInForce, Seat, Seats, Telling, and_list, count_of},
};
use std::cmp::Ordering;

/// Why a card does not fit a bird, given the bird as it is without that card; in a tally it is said whose it is.
pub fn unfitting(whose: Option<&str>, number: BirdNumber, bird: Option<&Bird>, laid: Laid, misfit: Misfit) -> String {
    let whose = whose.map(|name| format!("{name}'s ")).unwrap_or_default();
    let stack = match bird {
        Some(bird) => format!("{whose}bird {number} is {bird}"),
        None => format!("{whose}bird {number}"),
    };
    let ranks = laid.rank.zip(bird.and_then(Bird::last));
    match (misfit, ranks.map(|(rank, last)| (rank.cmp(&last), last.name()))) {
        (Misfit::NoSharedSuit, _) => format!("{stack}; {laid} has none of its suits"),
        (Misfit::OutOfOrder, Some((Ordering::Less, last))) => format!("{stack}; {laid} is below {last}"),
        (Misfit::OutOfOrder, Some((Ordering::Greater, last))) => format!("{stack}; {laid} is above {last}"),
        (Misfit::OutOfOrder, Some((Ordering::Equal, last))) => format!("{stack}; {laid} is a second {last}"),
        (Misfit::OutOfOrder, None) => format!("{stack}; {laid} goes against it"),
    }
}

/// Why a card can't come from a hand; `whereabouts` says where it is.
pub fn not_in_hand(name: &str, stock: &Stock, seat: Seat, card: Card, whereabouts: impl FnOnce() -> String) -> String {
    if stock.unaccounted(card.index()) > 0 {
        // It could be somewhere unseen, but every card of this hand is known.
        return match &codes(stock.hand(seat).known_cards())[..] {
            [] => format!("{name}'s hand is empty"),
            known => format!("{name}'s hand is known to be {}", and_list(known)),
        };
    }
    format!("{card} is not in {name}'s hand: {}", whereabouts())
}

/// Why a hand can't hold cards that could all be there one by one.
pub fn too_few_unseen(name: &str, stock: &Stock, seat: Seat) -> String {
    let hand = stock.hand(seat);
    let unseen = match hand.unseen() {
        1 => "1 has".to_owned(),
        unseen => format!("{unseen} have"),
    };
    let cards = count_of(hand.len(), "card", "cards");
    format!("{name}'s hand holds {cards}, of which {unseen} not been seen: too few for all these")
}

/// Why a bird can't be named.
pub fn no_such_bird(name: &str, birds: usize, bird: BirdNumber) -> String {
    match birds {
        0 => format!("{name} has no bird yet"),
        1 => format!("{name} has one bird, number 1; there is no bird {bird}"),
        n => format!("{name}'s birds are 1 to {n}; there is no bird {bird}"),
    }
}

/// Who keeps the year from being over.
pub fn not_done(players: &Players, done: Seats) -> String {
    let late: Vec<&str> = players.seats().filter(|&seat| !done.contains(seat)).map(|seat| players.name(seat)).collect();
    format!("the year is not over: {} {} not done", and_list(&late), if late.len() == 1 { "is" } else { "are" })
}

/// What may go on top of each bird, a line each: `grow 1: Suns, 8 or higher`.
pub fn bird_prospects<'a>(verb: &str, birds: impl Iterator<Item = (BirdNumber, &'a Bird)>) -> Vec<String> {
    let line = |(number, bird): (BirdNumber, &Bird)| {
        let prospects = bird.prospects().unwrap_or_else(|| "nothing fits any more".to_owned());
        format!("{verb} {number}: {prospects}")
    };
    birds.map(line).collect()
}

/// What a hand was worked out to be (TB-6).
pub fn deduced(name: &str, stock: &Stock, seat: Seat) -> Telling {
    let known = codes(stock.hand(seat).known_cards());
    let text = format!("no other place is left for the cards nobody has seen, so {name}'s hand is {}", and_list(&known));
    Telling { clause: Clause::table(6), rule: None, text, aloud: false }
}

/// What a bird came to, told at the end of a year; `clause` names a clause of section 6 in the game's book.
pub fn told(
    name: &str,
    number: BirdNumber,
    reckoning: &Reckoning,
    clause: fn(u8, u8) -> Clause,
    rule: Option<RuleInForce>,
) -> Telling {
    Telling {
        clause: if reckoning.covers() { clause(6, 3) } else { clause(6, 2) },
        rule,
        text: format!("{name}'s bird {number}: {}, so {}", reckoning.why(), signed(reckoning.points)),
        aloud: false,
    }
}

/// Points with their sign: `+5`, `-6`.
pub fn signed(points: i32) -> String {
    format!("{points:+}")
}

/// How far one card is from another, for offering what is near: the same, of its rank, of one of its suits, or another.
pub fn card_distance(a: Option<Card>, b: Option<Card>) -> u32 {
    match (a, b) {
        (Some(a), Some(b)) if a == b => 0,
        (Some(a), Some(b)) if a.rank() == b.rank() => 1,
        (Some(a), Some(b)) if a.suits().meets(b.suits()) => 2,
        (None, None) => 0,
        _ => 3,
    }
}
