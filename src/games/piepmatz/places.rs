//! Where a bird is known to lie, how it got there, and steps read back.

use super::{Bird, Pest, Phase, Piepmatz, Setup, Step, words::listed};
use crate::table::{Effect, Header, Seat};

type Table = Header<Setup>;

/// `Blackbird 6`.
fn named(bird: Bird) -> String {
    format!("{} {}", bird.species().name(), bird.value())
}

/// `Blackbird 6 and Chaffinch 2`.
fn all_named(birds: &[Bird]) -> String {
    listed(birds.iter().map(|&bird| named(bird)))
}

impl Piepmatz {
    /// Where a bird is known to lie, a phrase for each copy.
    pub(super) fn places(&self, bird: Bird, table: &Table) -> Vec<String> {
        let mut places = Vec::new();
        for (perch, number) in self.perches.iter().zip(1..) {
            if perch.bird == Some(bird) {
                places.push(format!("on perch {number}"));
            }
            let queued = perch.queue.iter().filter(|&&queued| queued == bird);
            places.extend(queued.map(|_| format!("in the queue at perch {number}")));
        }
        let often = |phrase: String, copies: usize| std::iter::repeat_n(phrase, copies);
        places.extend(often("in the display".to_owned(), self.display.copies(bird)));
        for seat in table.players.seats() {
            let name = table.players.name(seat);
            places.extend(often(format!("in {name}'s collection"), self.collection(seat).birds.copies(bird)));
            places.extend(often(format!("in {name}'s hand"), self.account.hand(seat).known(bird.index())));
        }
        places.extend(often("out of the game".to_owned(), self.gone.copies(bird)));
        places
    }

    /// How the step that put a bird where it lies is told.
    pub(super) fn told(actor: Option<Seat>, step: &Step, bird: Bird, table: &Table) -> String {
        let name = actor.map_or("the table", |seat| table.players.name(seat));
        let named = step.birds().contains(&bird);
        match step {
            Step::Perches(_) => format!("{bird}: laid on a perch"),
            Step::Display(_) if named => format!("{bird}: turned up in the display"),
            Step::Play(_, perch) if named => format!("{bird}: played at perch {perch} by {name}"),
            Step::Play(..) | Step::Feeder(_) | Step::LoseBirds(_) | Step::LoseSeeds(_) if !named => {
                format!("{bird}: moved in a fight of {name}")
            }
            Step::LoseBirds(_) => format!("{bird}: lost to a crow by {name}"),
            Step::Keep(_) if named => format!("{bird}: kept by {name}"),
            Step::Draw(_) if named => format!("{bird}: drawn from the display by {name}"),
            Step::Adds(_) if named => format!("{bird}: added by {name}"),
            Step::Adds(_) => format!("{bird}: laid down by {name}"),
            Step::Shows(_) if named => format!("{bird}: shown by {name}"),
            _ => format!("{bird}: worked out when {name} acted"),
        }
    }

    /// A step read back, once it was done.
    pub(super) fn back(step: &Step) -> String {
        match step {
            Step::Perches(birds) => {
                let each = birds.iter().zip(1..).map(|(&bird, perch)| format!("{} on perch {perch}", named(bird)));
                listed(each)
            }
            Step::Display(birds) => format!("in the display: {}", all_named(birds)),
            Step::Seeds(cards) => listed(cards.iter().zip(1..).map(|(card, slot)| format!("{card} in slot {slot}"))),
            Step::Play(bird, perch) => format!("plays {bird}, {}, at perch {perch}", named(*bird)),
            Step::Feeder(card) => format!("takes the top card of the feeder deck: {card}"),
            Step::LoseBirds(birds) => format!("loses {}", all_named(birds)),
            Step::LoseSeeds(seeds) => format!("loses the seeds {}", listed(seeds.iter())),
            Step::Keep(bird) => format!("keeps {bird}, {}", named(*bird)),
            Step::Draw(None) => "draws a bird, unseen".to_owned(),
            Step::Draw(Some(bird)) => format!("draws {bird}, {}, from the display", named(*bird)),
            Step::Refill(cards) => format!("drawn to refill the slots: {}", listed(cards.iter())),
            Step::Adds(birds) => format!("adds {}", all_named(birds)),
            Step::Shows(birds) => format!("shows {}", all_named(birds)),
        }
    }

    /// What a step would do here that its text does not say.
    pub(super) fn does(&self, actor: Option<Seat>, step: &Step) -> Effect {
        Effect(match step {
            Step::Play(bird, number) => self.play_does(*bird, *number),
            Step::Feeder(_) if !matches!(self.phase, Phase::Feeder(_)) => "without a fight".to_owned(),
            Step::LoseBirds(_) | Step::LoseSeeds(_) => match self.losing() {
                Some((seat, pest)) if Some(seat) == actor => match pest {
                    Pest::Crow => "to a crow".to_owned(),
                    Pest::Squirrel => "to a squirrel".to_owned(),
                },
                _ => "to nothing".to_owned(),
            },
            _ => String::new(),
        })
    }

    /// Whether a play brings a fight, and with what.
    fn play_does(&self, bird: Bird, number: u8) -> String {
        let Some(perch) = self.perch(number) else { return String::new() };
        let Some(fought) = perch.bird else { return "no bird there".to_owned() };
        let sum = perch.sum() + u16::from(bird.value());
        match sum.checked_sub(fought.value().into()) {
            Some(excess @ 1..) => format!("a fight with {fought} by {excess}"),
            _ => format!("no fight with {fought}"),
        }
    }
}
