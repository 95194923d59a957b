//! Somebody who sees what everybody at a table sees, and what the referee claims to know of the cards that nobody does.
//!
//! A game is held against the enumeration by one implementation of [`Onlooker`]: its stocks, what each step shows of their hidden
//! places, and what a step needs. The rest is the same for all (`asked.rs`).

use fastrand::Rng;
use fowlplay::{
    decktet::Card,
    table::{Game, PerPart},
};
use serde_json::Value;

use crate::{
    knowledge::cards::Cards,
    knowledge::story::{PILE, Place, Story},
    model::{Act, Rules},
    random_game::TestableGame,
};

/// Cards that have to be in a hidden place: of which stock, in which place.
#[derive(Clone, Debug)]
pub struct Need {
    pub stock: usize,
    pub place: Place,
    pub cards: Vec<String>,
}

/// What the referee says of a hidden place.
#[derive(Clone, Debug)]
pub struct Claim {
    pub stock: usize,
    pub place: Place,
    pub count: usize,
    /// The cards that are known to be there, if it says.
    pub known: Option<Vec<String>>,
    /// How the line begins that tells the same from memory.
    pub remembered: Option<String>,
}

/// What can be asked of the places: every content that one can have, if they are few.
pub type Contents<'a> = &'a mut dyn FnMut(usize, Place) -> Option<Vec<Cards>>;

/// How often something was checked, by what it was.
pub type Tally<'a> = &'a mut dyn FnMut(&'static str, u64);

/// Somebody who sees what everybody sees.
pub trait Onlooker: Clone {
    type Game: TestableGame;

    /// Before the first round, at a table of this size and these rules; the setup tells what its log says of the deck.
    fn new(players: usize, rules: &Rules, setup: &<Self::Game as Game>::Setup) -> Self;

    /// The closed stocks of cards. What no log lists and no rule book counts is in none of them.
    fn stocks(&self) -> Vec<&Story>;

    /// Sees an act that is possible.
    fn see(&mut self, act: &Act);

    /// Sees only how the table lies, as a position says it, and forgets all else.
    fn lies(&mut self, parts: &PerPart<String>);

    /// Sees what lies open after it, where the game's own rules put it there. What is known of hidden cards is not looked at.
    fn look(&mut self, state: &Value) {
        let _ = state;
    }

    /// Whether a hidden place is a hand, so that what it holds is told once that is worked out (TB-6).
    fn is_hand(&self, stock: usize, place: Place) -> bool {
        let _ = stock;
        place != PILE
    }

    /// A card of the box.
    fn any_card(random: &mut Rng) -> String {
        Card::from_index(random.usize(..Card::COUNT)).expect("a card").to_string()
    }

    /// Whether a word of a step is a card.
    fn is_card(word: &str) -> bool {
        Card::from_code(word.split('=').next().unwrap_or_default()).is_some()
    }

    /// The cards of a hand in a line that is told.
    fn codes_in(line: &str) -> Vec<String> {
        line.split(' ').filter(|word| Self::is_card(word)).map(str::to_owned).collect()
    }

    /// What has to be in hidden places for a step to be possible; none if what lies open forbids it.
    fn needs(&self, actor: Option<usize>, step: &str) -> Option<Vec<Need>>;

    /// Whether it is asked of a step if it can be. Not where what lies open can't tell by itself.
    fn is_asked(&self, actor: Option<usize>, step: &str) -> bool {
        let _ = (actor, step);
        true
    }

    /// What the table may do next, where it is the table's turn to do something; legal or not.
    fn tables_step(&self, random: &mut Rng) -> String;

    /// A step of a player that shows what nobody had to see, from random hidden cards.
    fn showing(&self, random: &mut Rng, cards: &[String]) -> String {
        let _ = random;
        format!("shows {}", cards.join(" "))
    }

    /// What the public state says of hidden places.
    fn claims(&self, state: &Value) -> Vec<Claim>;

    /// The cards that the public state counts as unaccounted for, stock by stock.
    fn unaccounted(&self, state: &Value) -> Vec<Vec<String>> {
        vec![codes(&state["unaccounted"])]
    }

    /// Checks what an act was told to follow from it, against all that can be.
    fn check_events(&mut self, events: &[<Self::Game as Game>::Event], contents: Contents<'_>, tally: Tally<'_>) {
        let _ = (events, contents, tally);
    }

    /// Checks a verdict on a possible step that rests on what is known of a hand.
    fn check_verdict(&self, actor: Option<usize>, step: &str, illegal: Option<&str>, contents: Contents<'_>, tally: Tally<'_>) {
        let _ = (actor, step, illegal, contents, tally);
    }
}

/// The codes of a list.
pub fn codes(list: &Value) -> Vec<String> {
    let codes = list.as_array().expect("a list of cards").iter();
    codes.map(|code| code.as_str().map_or_else(|| code.to_string(), str::to_owned)).collect()
}

/// A number.
pub fn number(value: &Value) -> usize {
    usize::try_from(value.as_u64().expect("a count")).expect("a small one")
}

/// What the state says of hands: places from 1 on, of the first stock.
pub fn hands(state: &Value) -> Vec<Claim> {
    let players = state["players"].as_array().expect("players").iter();
    let claim = |(nth, player): (usize, &Value)| {
        let hand = &player["hand"];
        let known = codes(&hand["cards"]);
        let remembered = format!("{}'s hand: ", player["name"].as_str().expect("a name"));
        Claim { stock: 0, place: nth + 1, count: number(&hand["count"]), known: Some(known), remembered: Some(remembered) }
    };
    players.enumerate().map(claim).collect()
}
