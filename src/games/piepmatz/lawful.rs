//! Judging an act: every clause but turn and phase, and whether it can be.

use super::{ADDED, DISPLAY, Fault, FeederCard, Layout, Pest, Phase, Piepmatz, SLOTS, Step, Tally};
use crate::table::{Act, Seat};

fn small(count: usize) -> u8 {
    u8::try_from(count).unwrap_or(u8::MAX)
}

impl Piepmatz {
    /// Every other clause, in the order of the rule book.
    #[inline]
    pub(super) fn is_lawful(&self, act: &Act<Step, Tally>) -> Result<(), Fault> {
        let Act::Step { actor, step } = act else { return Ok(()) };
        let seat = self.doer(*actor);
        match step {
            // PM-1.5
            Step::Perches(birds) if birds.len() != usize::from(self.setup.perches) => {
                Err(Fault::NotOneEach { birds: small(birds.len()) })
            }
            Step::Display(birds) => self.fills_display(birds.len()),
            Step::Seeds(cards) => are_four_seeds(cards),
            Step::Keep(bird) => match self.may_keep {
                // PM-2.2
                Some(may) if bird.value() > may.played.value() => Err(Fault::TooHigh { bird: *bird, played: may.played }),
                _ => Ok(()),
            },
            // PM-2.3
            Step::Draw(None) if !self.setup.blind_draw && !self.display.is_empty() => Err(Fault::DrawnBlind),
            Step::LoseBirds(_) | Step::LoseSeeds(_) => self.may_lose(seat, step),
            Step::Refill(cards) => self.fills_slots(cards),
            Step::Adds(birds) => {
                // PM-5.2
                let due = self.account.hand(seat).len().min(ADDED);
                if birds.len() == due { Ok(()) } else { Err(Fault::WrongAdded { birds: small(birds.len()), due: small(due) }) }
            }
            _ => Ok(()),
        }
    }

    /// PM-1.5, PM-2.3
    fn fills_display(&self, birds: usize) -> Result<(), Fault> {
        if self.phase == Phase::Setup(Layout::Display) {
            return if birds == DISPLAY { Ok(()) } else { Err(Fault::NotThree { birds: small(birds) }) };
        }
        let due = self.due_in_display();
        if birds == due { Ok(()) } else { Err(Fault::DisplaySize { birds: small(birds), due: small(due) }) }
    }

    /// PM-3.3
    fn may_lose(&self, seat: Seat, step: &Step) -> Result<(), Fault> {
        let Phase::Lose(_, pest) = self.phase else { return Ok(()) };
        let mine = self.collection(seat);
        match (pest, step) {
            (Pest::Crow, Step::LoseBirds(birds)) => match birds[..] {
                [bird] if mine.birds.count(bird.species()) < mine.birds.largest() => Err(Fault::NotTheMost { bird, seat }),
                [_] => Ok(()),
                _ => Err(Fault::NotOneBird { birds: small(birds.len()) }),
            },
            (Pest::Squirrel, Step::LoseSeeds(seeds)) => {
                let due = mine.seeds.len().min(2);
                if seeds.len() == due { Ok(()) } else { Err(Fault::SeedsLost { seeds: small(seeds.len()), due: small(due) }) }
            }
            _ => Err(Fault::WrongLoss { pest }),
        }
    }

    /// PM-4.1: drawn until the last empty slot holds a seed, or the deck is gone.
    #[inline]
    fn fills_slots(&self, cards: &[FeederCard]) -> Result<(), Fault> {
        let empty = self.empty_slots();
        let seeds = cards.iter().filter(|card| card.is_seed()).count();
        // The card that fills the last slot ends it.
        let needed = cards.iter().scan(0, |found, card| {
            *found += usize::from(card.is_seed());
            Some(*found)
        });
        let before_last = needed.take_while(|&found| found < empty).count();
        if seeds < empty {
            if cards.len() < self.deck.len() { Err(Fault::RefillShort) } else { Ok(()) }
        } else if cards.len() > before_last + 1 || empty == 0 {
            Err(Fault::RefillLong)
        } else {
            Ok(())
        }
    }
}

/// PM-1.5
fn are_four_seeds(cards: &[FeederCard]) -> Result<(), Fault> {
    let pest = cards.iter().find_map(|card| match card {
        FeederCard::Pest(pest) => Some(*pest),
        FeederCard::Seed(_) => None,
    });
    match pest {
        Some(pest) => Err(Fault::PestInSetup { pest }),
        None if cards.len() != SLOTS => Err(Fault::NotFour { cards: small(cards.len()) }),
        None => Ok(()),
    }
}
