//! Doing an act, legal or not, and telling what followed from it.

use super::{Bird, FeederCard, Flock, HAND, Layout, MayKeep, Pest, Phase, Piepmatz, Seed, Step, Tally};
use crate::table::{Act, Seat};

/// What can follow from an act.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// A round began (PM-1.6).
    RoundBegins,
    /// The queue at a perch exceeds the bird there (PM-2.2).
    Fight {
        /// Who fights.
        seat: Seat,
        /// At which perch, counted from 1.
        perch: u8,
        /// The bird that is fought.
        bird: Bird,
        /// By how much the queue exceeds it.
        excess: u8,
    },
    /// A fight took the seed card of its slot (PM-3.1).
    Took {
        /// Who.
        seat: Seat,
        /// Which.
        seed: Seed,
    },
    /// A fight found its slot empty (PM-3.1).
    EmptySlot,
    /// A pest acts (PM-3.2).
    PestActs {
        /// On whom.
        seat: Seat,
        /// Which.
        pest: Pest,
        /// Whether there is nothing to lose (PM-3.3).
        nothing: bool,
    },
    /// A bird was collected from its perch (PM-3.4).
    Collected {
        /// Who collected it.
        seat: Seat,
        /// The bird.
        bird: Bird,
    },
    /// A bird moved up to a perch (PM-3.5).
    MovedUp {
        /// Which perch, counted from 1.
        perch: u8,
        /// The bird.
        bird: Bird,
    },
    /// A pest was laid beside a slot (PM-4.2).
    PestLaid {
        /// Which.
        pest: Pest,
        /// The slot, counted from 1.
        slot: u8,
    },
    /// A fifth pest was discarded (PM-4.2).
    PestDiscarded {
        /// Which.
        pest: Pest,
    },
    /// A player who holds no bird was passed over (PM-2.5).
    PassedOver {
        /// Who.
        seat: Seat,
    },
    /// The feeder deck is empty, and a card should have been drawn (PM-5.1).
    EndTriggered,
    /// The last choice is due (PM-5.2).
    LastChoice,
    /// What a hand holds was worked out (TB-6).
    Deduced {
        /// Whose.
        seat: Seat,
    },
    /// The game is over.
    GameOver,
}

impl Piepmatz {
    #[inline]
    pub(super) fn act(&mut self, act: &Act<Step, Tally>, tell: &mut impl FnMut(Event)) {
        match act {
            Act::Round { first } => self.begin(*first, tell),
            Act::Step { actor: Some(seat), step: Step::Shows(birds) } => {
                self.account.show(*seat, &birds.iter().map(|bird| bird.index()));
            }
            Act::Step { actor, step } => self.do_step(*actor, step, tell),
            Act::Tally(tally) => {
                self.collections = tally.collections();
                self.ending = false;
                self.may_keep = None;
                self.phase = Phase::Over;
                tell(Event::GameOver);
            }
        }
        if let Some(seat) = self.account.deduce() {
            tell(Event::Deduced { seat });
        }
    }

    /// PM-1.5, PM-1.6
    fn begin(&mut self, first: Seat, tell: &mut impl FnMut(Event)) {
        let mut past = std::mem::take(&mut self.past);
        if self.phase != Phase::Ready {
            past.push(self.collections);
        }
        *self = Self { past, first, turn: first, ..Self::before(self.players, self.setup) };
        for seat in self.seats() {
            for _ in 0..HAND {
                self.account.draw_unseen(seat);
            }
        }
        self.phase = Phase::Setup(Layout::Perches);
        tell(Event::RoundBegins);
    }

    #[inline]
    fn do_step(&mut self, actor: Option<Seat>, step: &Step, tell: &mut impl FnMut(Event)) {
        let seat = self.doer(actor);
        self.may_keep = None;
        // A fight goes on if this is what it waits for; else that lapses. The setup has nothing to do with it.
        let fight = match (self.phase, step) {
            (Phase::Feeder(fight), Step::Feeder(_)) | (Phase::Lose(fight, _), Step::LoseBirds(_) | Step::LoseSeeds(_))
                if fight.seat == seat =>
            {
                Some(fight)
            }
            (_, Step::Perches(_) | Step::Seeds(_)) => None,
            _ => {
                self.break_off(tell);
                None
            }
        };
        if actor.is_some() && !matches!(step, Step::Adds(_)) {
            self.turn = seat;
        }
        match step {
            Step::Perches(birds) => {
                for &bird in birds {
                    if self.account.turn_up(bird.index()) {
                        let perches = usize::from(self.setup.perches);
                        match self.perches[..perches].iter_mut().find(|perch| perch.bird.is_none()) {
                            Some(perch) => perch.bird = Some(bird),
                            None => self.gone.insert(bird),
                        }
                    }
                }
                self.laid_out(Layout::Perches, tell);
            }
            Step::Display(birds) => {
                for &bird in birds {
                    if self.account.turn_up(bird.index()) {
                        self.display.insert(bird);
                    }
                }
                match self.phase {
                    Phase::Setup(_) => self.laid_out(Layout::Display, tell),
                    _ if self.setup.refill_late => self.fill_slots(seat, tell),
                    _ => self.fill_hand(seat, tell),
                }
            }
            Step::Seeds(cards) => {
                self.fill(cards, &mut |_| {});
                self.laid_out(Layout::Seeds, tell);
            }
            Step::Play(bird, number) => self.play(seat, *bird, *number, tell),
            Step::Feeder(card) => {
                if self.deck.turn_up(*card) {
                    self.take_from_deck(fight.unwrap_or(Self::without_fight(seat)), *card, tell);
                }
            }
            Step::LoseBirds(birds) => {
                for &bird in birds {
                    if self.collection_mut(seat).birds.remove(bird) {
                        self.gone.insert(bird);
                    }
                }
                self.go_on_fighting(fight.unwrap_or(Self::without_fight(seat)), tell);
            }
            Step::LoseSeeds(seeds) => {
                seeds.iter().for_each(|&seed| {
                    self.collection_mut(seat).seeds.remove(seed);
                });
                self.go_on_fighting(fight.unwrap_or(Self::without_fight(seat)), tell);
            }
            Step::Keep(bird) => {
                if self.account.leave_hand(seat, bird.index()) {
                    self.collection_mut(seat).birds.insert(*bird);
                }
                self.fill_hand(seat, tell);
            }
            Step::Draw(None) => {
                if self.bird_deck() > 0 {
                    self.account.draw_unseen(seat);
                }
                self.fill_hand(seat, tell);
            }
            Step::Draw(Some(bird)) => {
                if self.display.remove(*bird) {
                    self.account.enter_hand(seat, bird.index());
                }
                self.replace(seat, tell);
            }
            Step::Refill(cards) => {
                self.fill(cards, tell);
                self.slots_filled(seat, tell);
            }
            Step::Adds(birds) => self.add(seat, birds, tell),
            Step::Shows(_) => {}
        }
    }

    /// A part of the table was laid out: the next is due. What was left out lapses, and what comes after the setup changes nothing
    /// of the turn, unless it did, or made impossible, what is due.
    fn laid_out(&mut self, part: Layout, tell: &mut impl FnMut(Event)) {
        if let Phase::Setup(_) = self.phase {
            self.phase = match part {
                Layout::Perches => Phase::Setup(Layout::Display),
                Layout::Display => Phase::Setup(Layout::Seeds),
                Layout::Seeds => Phase::Turn(self.first),
            };
        } else {
            self.go_on_with_turn(tell);
        }
    }

    /// PM-2.1, PM-2.2
    #[inline]
    fn play(&mut self, seat: Seat, bird: Bird, number: u8, tell: &mut impl FnMut(Event)) {
        if !self.account.leave_hand(seat, bird.index()) {
            return;
        }
        let Some(perch) = self.perch_mut(number) else { return };
        perch.queue.push(bird);
        let is_fought = perch.excess().is_some();
        if matches!(self.phase, Phase::Ready | Phase::Over) {
            return;
        }
        if !is_fought && !self.account.hand(seat).is_empty() {
            self.may_keep = Some(MayKeep { seat, played: bird });
        }
        self.fight(seat, number, tell);
    }

    /// Feeder cards are turned up: seeds into the lowest empty slots, pests beside the lowest slots that have none (PM-4.1, PM-4.2).
    fn fill(&mut self, cards: &[FeederCard], tell: &mut impl FnMut(Event)) {
        for &card in cards {
            if !self.deck.turn_up(card) {
                continue;
            }
            match card {
                FeederCard::Seed(seed) => {
                    // More seeds than empty slots are discarded.
                    if let Some(slot) = self.slots.iter_mut().find(|slot| slot.seed.is_none()) {
                        slot.seed = Some(seed);
                    }
                }
                FeederCard::Pest(pest) => match self.slots.iter().position(|slot| slot.pests.is_empty()) {
                    None if !self.setup.stack_pests => tell(Event::PestDiscarded { pest }),
                    at => {
                        let at = at.unwrap_or(0);
                        self.slots[at].pests.push(pest);
                        tell(Event::PestLaid { pest, slot: u8::try_from(at + 1).unwrap_or(u8::MAX) });
                    }
                },
            }
        }
    }

    /// PM-5.2: the others are laid down.
    fn add(&mut self, seat: Seat, birds: &[Bird], tell: &mut impl FnMut(Event)) {
        for &bird in birds {
            if self.account.leave_hand(seat, bird.index()) {
                self.collection_mut(seat).birds.insert(bird);
            }
        }
        let rest = self.account.lay_away(seat);
        self.laid_down += u8::try_from(rest.unseen()).unwrap_or(u8::MAX);
        rest.known_cards().filter_map(Bird::from_index).for_each(|bird| self.gone.insert(bird));
        if self.phase != Phase::Ready {
            self.ending = true;
            self.begin_adding(tell);
        }
    }
}

/// The birds that lie open.
impl Piepmatz {
    pub(super) fn open_birds(&self) -> impl Iterator<Item = Bird> + '_ {
        let perched = self.perches.iter().flat_map(super::Perch::birds);
        let flocks: [Flock; 2] = [self.display, self.gone];
        let collected = self.collections.iter().flat_map(|collection| collection.birds.birds());
        perched.chain(flocks.into_iter().flat_map(|flock| flock.birds())).chain(collected)
    }
}
