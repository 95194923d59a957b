//! Mistakes: a step that is legal, or nearly, with something changed in it.

use fastrand::Rng;
use fowlplay::{
    decktet::Card,
    table::{CompleteGame, Game, VerbActor},
};

use crate::model::{Act, Model};

/// Whether the table does it rather than a player.
fn is_the_tables<G: CompleteGame>(text: &str) -> bool {
    let verb = text.split(' ').next().unwrap_or_default();
    G::book().verbs.iter().any(|known| known.name == verb && known.actor == VerbActor::Table)
}

/// Something else of the same sort: a number for a number, a card for a card.
fn another<M: Model>(word: &str, random: &mut Rng) -> String {
    if word.parse::<i32>().is_ok() && random.u8(..4) > 0 {
        return random.i32(1..=4).to_string();
    }
    match word.split_once('=') {
        Some((card, _)) if random.bool() => format!("{card}={}", random.u8(2..=9)),
        Some((card, rank)) if random.bool() => format!("{}={rank}", random.choice(M::words()).unwrap_or_else(|| card.to_owned())),
        _ => random.choice(M::words()).unwrap_or_default(),
    }
}

/// The text of a step with one thing changed.
fn changed<M: Model>(text: &str, random: &mut Rng) -> String {
    let mut words: Vec<String> = text.split(' ').map(str::to_owned).collect();
    let at = random.usize(..words.len());
    let verb = random.choice(M::Game::book().verbs).map(|verb| verb.name).unwrap_or_default();
    match random.u8(..10) {
        0..3 => verb.clone_into(&mut words[0]),
        3 if at > 0 && random.bool() => drop(words.remove(at)),
        3 if words.len() > 3 => words.truncate(words.len() - 2),
        4 if at > 0 && random.bool() => words.push(words[at].clone()),
        4 => words.push(random.choice(M::words()).unwrap_or_default()),
        5 => {
            let cards: Vec<usize> = (1..words.len()).filter(|&at| Card::from_code(&words[at]).is_some()).collect();
            if let Some(at) = random.choice(cards) {
                words[at] = format!("{}={}", words[at], random.u8(2..=9));
            }
        }
        _ if at > 0 => words[at] = another::<M>(&words[at], random),
        _ => {}
    }
    words.join(" ")
}

/// A step like this one, of this actor or another, with up to two things changed.
pub fn mistaken<M: Model>(actor: Option<usize>, text: &str, players: usize, random: &mut Rng) -> Act {
    let mut text = text.to_owned();
    for _ in 0..random.u8(..3) {
        text = changed::<M>(&text, random);
    }
    let actor = match actor {
        _ if is_the_tables::<M::Game>(&text) => None,
        Some(seat) if random.u8(..4) > 0 => Some(seat),
        _ => Some(random.usize(..players)),
    };
    Act::Step(actor, text)
}
