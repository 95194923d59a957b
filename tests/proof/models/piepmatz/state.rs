//! What lies on the table in Piepmatz, in plain lists of words.

use super::{
    Piepmatz,
    step::{SPECIES, is_seed},
};
use crate::models::emu::hand::{Hand, without};

/// A perch: the bird on it (none in the middle of a fight) and the birds that queue, the nearest first.
#[derive(Clone, Debug, Default)]
pub struct Perch {
    pub bird: Option<String>,
    pub queue: Vec<String>,
}

/// A slot of the feeder: a seed card perhaps, and pests beside it in the order in which they were laid.
#[derive(Clone, Debug, Default)]
pub struct Slot {
    pub seed: Option<String>,
    pub pests: Vec<String>,
}

/// What is still to happen in a fight, one after another.
#[derive(Clone, Debug, PartialEq)]
pub enum Task {
    /// Whether there is a fight at this perch.
    Look(usize),
    /// The card for a difference is taken.
    Seed(i32),
    Pest(String),
    /// The perch's bird goes to the collection.
    Bird(usize),
    /// The highest of the queue moves up.
    Up(usize),
}

#[derive(Clone, Debug, PartialEq)]
pub enum Phase {
    /// Which of the three setup steps are done.
    Setup(Vec<&'static str>),
    Play,
    /// A card of the feeder deck is to be taken.
    Feeder,
    /// A pest makes the player lose something.
    Lose(String),
    /// After the fights: keeping (a bird of at most this value), drawing, filling up.
    Rest {
        keep: Option<i32>,
        display: bool,
    },
    Adds,
    Over,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, PartialOrd)]
pub enum HandFilling {
    #[default]
    NotBegun,
    Begun,
    /// The display was filled up late: of the refilling only the slots may be left.
    Done,
}

/// How far the refilling of a turn is (PM-2.3, PM-2.4).
#[derive(Clone, Debug, Default)]
pub struct Refilling {
    pub hand: HandFilling,
    pub slots_done: bool,
    /// The hand was begun before the slots that came first.
    pub out_of_order: bool,
}

/// What one player has in front of them.
#[derive(Clone, Debug, Default)]
pub struct Collection {
    pub birds: Vec<String>,
    pub seeds: Vec<String>,
}

/// A game that has begun.
#[derive(Clone, Debug)]
pub struct Table {
    pub first: usize,
    pub turn: usize,
    pub phase: Phase,
    pub tasks: Vec<Task>,
    pub refilling: Refilling,
    /// What the bird played last in this turn is worth.
    pub played: Option<i32>,
    /// Birds of the last step's fights that a crow spared, there being none in the collection.
    pub spared: Vec<String>,
    pub perches: Vec<Perch>,
    pub display: Vec<String>,
    pub slots: Vec<Slot>,
    pub collections: Vec<Collection>,
    pub hands: Vec<Hand>,
    /// How many birds lie in the deck.
    pub deck: usize,
    /// How many were discarded face down without having been seen.
    pub buried: usize,
    /// Birds that are out of the game, and known.
    pub gone: Vec<String>,
    /// How many cards the feeder deck holds.
    pub feeder: usize,
    /// Feeder cards that have turned up.
    pub turned_up: Vec<String>,
    pub ending: bool,
}

/// Where a pest goes (PM-4.2): only beside a seed; and, where no slot is for it, beside slot 1 as well.
#[derive(Clone, Copy, Debug)]
pub struct PestRules {
    pub with_seed: bool,
    pub stack: bool,
}

impl Piepmatz {
    pub(super) fn pest_rules(&self) -> PestRules {
        PestRules { with_seed: self.is("pest_slot", "with-seed"), stack: self.is("fifth_pest", "stack") }
    }

    /// PM-1.1, PM-1.4: every bird of this table, twice.
    pub fn stock(&self) -> Vec<String> {
        let mut birds = Vec::new();
        for species in SPECIES.iter().filter(|species| self.removed.as_deref() != Some(**species)) {
            for value in 1..=6 {
                birds.extend([format!("{species}{value}"), format!("{species}{value}")]);
            }
        }
        birds
    }

    /// PM-1.3, PM-1.4
    pub fn feeder_cards(&self) -> usize {
        if self.players == 2 { 31 } else { 36 }
    }

    /// PM-1.5
    pub fn perches_due(&self) -> usize {
        if self.players == 4 { 3 } else { 2 }
    }

    pub(super) fn lay_out(&self, first: usize) -> Table {
        Table {
            first,
            turn: first,
            phase: Phase::Setup(Vec::new()),
            tasks: Vec::new(),
            refilling: Refilling::default(),
            played: None,
            spared: Vec::new(),
            perches: vec![Perch::default(); self.perches_due()],
            display: Vec::new(),
            slots: vec![Slot::default(); 4],
            collections: vec![Collection::default(); self.players],
            hands: vec![Hand { known: Vec::new(), unseen: 4 }; self.players],
            deck: self.stock().len() - 4 * self.players,
            buried: 0,
            gone: Vec::new(),
            feeder: self.feeder_cards(),
            turned_up: Vec::new(),
            ending: false,
        }
    }

    /// TB-2: the birds that nobody has seen.
    pub(super) fn not_seen(&self) -> Vec<String> {
        let Some(table) = &self.table else { return self.stock() };
        let mut seen: Vec<String> = table.gone.clone();
        for perch in &table.perches {
            seen.extend(perch.bird.clone());
            seen.extend(perch.queue.clone());
        }
        seen.extend(table.display.clone());
        seen.extend(table.collections.iter().flat_map(|collection| collection.birds.clone()));
        seen.extend(table.hands.iter().flat_map(|hand| hand.known.clone()));
        without(&self.stock(), &seen)
    }

    /// PM-1.3: whether these can turn up in the feeder deck together. Without a list every kind may be there as often as one likes.
    pub fn can_turn_up(&self, cards: &[String]) -> bool {
        let Some(table) = &self.table else { return false };
        let listed = |list: &Vec<String>| {
            let left = without(list, &table.turned_up);
            without(&left, cards).len() + cards.len() == left.len()
        };
        cards.len() <= table.feeder && self.feeder_list.as_ref().is_none_or(listed)
    }
}

impl Table {
    /// PM-4.3: the feeder cards that turned up, and lie neither in a slot nor in a collection.
    pub fn discarded(&self) -> Vec<String> {
        let in_slots = self.slots.iter().filter_map(|slot| slot.seed.as_ref());
        without(&self.turned_up, in_slots.chain(self.collections.iter().flat_map(|collection| &collection.seeds)))
    }

    pub fn hand_size(&self, seat: usize) -> usize {
        self.hands[seat].known.len() + self.hands[seat].unseen
    }

    pub fn nobody_holds_a_bird(&self) -> bool {
        (0..self.hands.len()).all(|seat| self.hand_size(seat) == 0)
    }

    pub fn has_empty_slot(&self) -> bool {
        self.slots.iter().any(|slot| slot.seed.is_none())
    }

    /// The bird on the perch of the fight that is going on, if it has not been collected.
    pub fn bird_fought_for(&self) -> Option<&String> {
        let perch = self.tasks.iter().find_map(|task| if let Task::Bird(at) = task { Some(*at) } else { None })?;
        self.perches[perch].bird.as_ref()
    }

    /// PM-4.1, PM-4.2: a card of the feeder deck is laid to the slots; with every slot full nothing is done with a seed.
    pub fn lay_to_slots(&mut self, card: &str, rules: PestRules) {
        let takes_a_pest = |slot: &&mut Slot| slot.pests.is_empty() && (slot.seed.is_some() || !rules.with_seed);
        if is_seed(card) {
            if let Some(slot) = self.slots.iter_mut().find(|slot| slot.seed.is_none()) {
                slot.seed = Some(card.to_owned());
            }
        } else if let Some(slot) = self.slots.iter_mut().find(takes_a_pest) {
            slot.pests.push(card.to_owned());
        } else if rules.stack {
            self.slots[0].pests.push(card.to_owned());
        }
    }
}
