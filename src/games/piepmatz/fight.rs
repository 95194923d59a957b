//! Fights: what they take, what pests take, who moves up (PM-3).

use super::{Event, Pest, Pests, Phase, Piepmatz, feeder::FeederCard};
use crate::table::Seat;

/// A fight that has not come to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Fight {
    /// Who fights.
    pub seat: Seat,
    /// At which perch, counted from 1. None for a pest that was turned up without a fight, and let stand.
    pub perch: Option<u8>,
    /// The pests that have not acted yet.
    pests: Pests,
    /// Whether the bird on the perch was collected (PM-3.4, table rule `pest_timing`).
    collected: bool,
}

impl Piepmatz {
    /// One fight after another at a perch, as far as they go without a card that has to be named; then the turn goes on
    /// (PM-2.2, PM-3).
    pub(super) fn fight(&mut self, seat: Seat, number: u8, tell: &mut impl FnMut(Event)) {
        let Some((excess, bird)) = self.perch(number).and_then(|perch| Some((perch.excess()?, perch.bird?))) else {
            return self.fill_hand(seat, tell);
        };
        tell(Event::Fight { seat, perch: number, bird, excess: u8::try_from(excess).unwrap_or(u8::MAX) });
        let mut fight = Fight { seat, perch: Some(number), pests: Pests::NONE, collected: false };
        match self.slots.get_mut(usize::from(excess) - 1) {
            // PM-3.1
            Some(slot) => match slot.seed.take() {
                Some(seed) => {
                    fight.pests = std::mem::take(&mut slot.pests); // PM-3.2
                    self.collection_mut(seat).seeds.insert(seed);
                    tell(Event::Took { seat, seed });
                }
                None => tell(Event::EmptySlot),
            },
            None if self.deck.is_empty() => return self.take_nothing(fight, tell),
            None => {
                self.phase = Phase::Feeder(fight);
                return;
            }
        }
        self.after_seed(fight, tell);
    }

    /// The card that a fight takes from the feeder deck (PM-3.1, PM-3.2).
    pub(super) fn take_from_deck(&mut self, mut fight: Fight, card: FeederCard, tell: &mut impl FnMut(Event)) {
        match card {
            FeederCard::Seed(seed) => self.collection_mut(fight.seat).seeds.insert(seed),
            FeederCard::Pest(pest) => fight.pests = Pests::only(pest),
        }
        self.after_seed(fight, tell);
    }

    /// The feeder deck is empty, and a fight should take its top card (PM-3.2, PM-5.1).
    pub(super) fn take_nothing(&mut self, fight: Fight, tell: &mut impl FnMut(Event)) {
        self.trigger_end(tell);
        self.after_seed(fight, tell);
    }

    /// PM-3.4
    fn after_seed(&mut self, mut fight: Fight, tell: &mut impl FnMut(Event)) {
        if self.setup.pests_late {
            self.collect(&mut fight, tell);
        }
        self.go_on_fighting(fight, tell);
    }

    /// The pests act that have not yet; then the bird is collected, and another moves up.
    pub(super) fn go_on_fighting(&mut self, mut fight: Fight, tell: &mut impl FnMut(Event)) {
        while let Some(pest) = fight.pests.pop() {
            let mine = self.collection(fight.seat);
            // PM-3.3
            let nothing = match pest {
                Pest::Crow => mine.birds.is_empty(),
                Pest::Squirrel => mine.seeds.is_empty(),
            };
            tell(Event::PestActs { seat: fight.seat, pest, nothing });
            if !nothing && self.is_played() {
                self.phase = Phase::Lose(fight, pest);
                return;
            }
        }
        self.collect(&mut fight, tell);
        let Some(number) = fight.perch else { return self.fill_hand(fight.seat, tell) };
        if let Some(perch) = self.perch_mut(number) {
            // PM-3.5: unless a bird was laid there meanwhile, and let stand.
            let is_free = perch.bird.is_none();
            perch.move_up();
            if let Some(bird) = perch.bird.filter(|_| is_free) {
                tell(Event::MovedUp { perch: number, bird });
            }
        }
        self.fight(fight.seat, number, tell);
    }

    /// The bird on the perch goes to the player's collection (PM-3.4).
    fn collect(&mut self, fight: &mut Fight, tell: &mut impl FnMut(Event)) {
        let perch = fight.perch.filter(|_| !fight.collected).and_then(|number| self.perch_mut(number));
        if let Some(bird) = perch.and_then(|perch| perch.bird.take()) {
            self.collection_mut(fight.seat).birds.insert(bird);
            tell(Event::Collected { seat: fight.seat, bird });
        }
        fight.collected = true;
    }

    /// A fight that something else was done in comes to its end without what it waited for.
    pub(super) fn break_off(&mut self, tell: &mut impl FnMut(Event)) {
        loop {
            match self.phase {
                Phase::Feeder(fight) => self.after_seed(fight, tell),
                Phase::Lose(fight, _) => self.go_on_fighting(fight, tell),
                _ => return,
            }
        }
    }

    /// A feeder card that was turned up without a fight, and let stand.
    pub(super) const fn without_fight(seat: Seat) -> Fight {
        Fight { seat, perch: None, pests: Pests::NONE, collected: true }
    }
}
