//! Years counted on the table at random: birds that could be, mostly, and few enough that players are often equal.

use fastrand::Rng;
use fowlplay::games::emu_ranchers::EmuRanchers;

use super::bird::{Bird, rank, suits};
use crate::notation;

/// A text for each player, of these cards.
pub fn any_tally(random: &mut Rng, players: usize, mut cards: Vec<String>) -> Vec<String> {
    random.shuffle(&mut cards);
    match random.u8(..3) {
        0 => return notation::any_tally::<EmuRanchers>(random, players),
        1 => return equals(random, players, &cards),
        _ => {}
    }
    let most = random.usize(1..6);
    (0..players).map(|_| any_part(random, &mut cards, most)).collect()
}

/// As many birds of one number card for each player: often they bring the same, by other birds.
fn equals(random: &mut Rng, players: usize, cards: &[String]) -> Vec<String> {
    let numbers: Vec<&str> =
        cards.iter().filter(|card| rank(card).is_some_and(|rank| (2..=9).contains(&rank))).map(String::as_str).collect();
    numbers.chunks(random.usize(1..4)).take(players).map(|birds| birds.join(" | ")).collect()
}

/// One player's birds and Excuses, taken from the cards.
fn any_part(random: &mut Rng, cards: &mut Vec<String>, most: usize) -> String {
    let birds: Vec<String> = (0..random.usize(..=most)).map(|_| any_bird(random, cards).join(" ")).collect();
    let excuses = random.usize(..3);
    let mut held = Vec::new();
    while let Some(at) = cards.iter().position(|card| card == "EX").filter(|_| held.len() < excuses) {
        held.push(cards.swap_remove(at));
    }
    let behind = if held.is_empty() { String::new() } else { format!("; {}", held.join(" ")) };
    birds.join(" | ") + &behind
}

/// Cards of one suit, up or down.
fn any_bird(random: &mut Rng, cards: &mut Vec<String>) -> Bird {
    let suit = random.choice(['M', 'S', 'W', 'L', 'Y', 'K']).expect("a suit");
    let most = random.usize(1..8);
    let mut bird = Bird::new();
    while let Some(at) = cards.iter().position(|card| suits(card).contains(&suit)).filter(|_| bird.len() < most) {
        let card = cards.swap_remove(at);
        let is_wild = rank(&card).is_none();
        bird.push(if is_wild { format!("{card}={}", random.u8(2..=9)) } else { card });
    }
    bird.sort_by_key(|laid| rank(laid));
    bird.dedup_by_key(|laid| rank(laid));
    if random.bool() {
        bird.reverse();
    }
    bird
}
