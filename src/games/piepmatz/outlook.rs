//! What is open, a line each.

use super::{
    ADDED, DISPLAY, FeederCard, Layout, Pest, Phase, Piepmatz, SLOTS,
    words::{birds, cards, listed},
};
use crate::table::Seat;

impl Piepmatz {
    /// What is open to a player or to the table.
    pub(super) fn outlook(&self, actor: Option<Seat>) -> Vec<String> {
        let mut lines = match actor {
            None => self.of_the_table().into_iter().collect(),
            Some(seat) => self.of_player(seat),
        };
        if let Some(may) = self.may_keep.filter(|may| Some(may.seat) == actor) {
            lines.push(format!("keep: a bird of the hand of value {} or lower, for the collection", may.played.value()));
        }
        lines
    }

    fn of_the_table(&self) -> Option<String> {
        Some(match self.phase {
            Phase::Setup(Layout::Perches) => {
                format!("perches: the birds on the {} perches, perch 1 first", self.setup.perches)
            }
            Phase::Setup(Layout::Display) => format!("display: the {DISPLAY} birds turned up beside the bird deck"),
            Phase::Setup(Layout::Seeds) => {
                format!("seeds: the {SLOTS} seed cards in slots 1 to {SLOTS} (pests are shuffled back)")
            }
            Phase::Feeder(_) => {
                format!("feeder: the top card of the feeder deck, which the fight takes ({} left)", cards(self.deck.len()))
            }
            Phase::Display(_) => format!(
                "display: {} turned up for the display ({} left in the deck)",
                birds(self.due_in_display()),
                self.bird_deck()
            ),
            Phase::Refill(_) => {
                let slots = self.slots_to_fill("holds a seed", "hold seeds");
                let drawn = format!("refill: the feeder cards drawn until {slots}, pests and all");
                format!("{drawn} ({} left)", cards(self.deck.len()))
            }
            _ => return None,
        })
    }

    /// What is open to a player who may act: who loses something or draws is alone in that.
    fn of_player(&self, seat: Seat) -> Vec<String> {
        match self.phase {
            Phase::Turn(turn) if turn == seat => (1..=self.setup.perches).filter_map(|number| self.at_perch(number)).collect(),
            Phase::Lose(_, Pest::Crow) => {
                vec![format!("lose: a bird that the crow takes, of {}", self.largest(seat))]
            }
            Phase::Lose(_, Pest::Squirrel) => {
                let own = self.collection(seat).seeds;
                let takes = crate::table::count_of(self.squirrel_takes(seat), "seed card", "seed cards");
                vec![format!("lose: {takes} that the squirrel takes at random, of {}", listed(own.iter()))]
            }
            Phase::Draw(_) => {
                let mut ways = Vec::new();
                if !self.display.is_empty() {
                    ways.push(format!("draw CARD: from the display, {}", listed(self.display.birds())));
                }
                if self.bird_deck() > 0 && (self.setup.blind_draw || self.display.is_empty()) {
                    ways.push(format!("draw: unseen, from the bird deck ({} left)", birds(self.bird_deck())));
                }
                ways
            }
            Phase::Adding if !self.account.hand(seat).is_empty() => {
                let count = self.account.hand(seat).len().min(ADDED);
                vec![format!("adds: {} of the hand, for the collection; the others are laid down", birds(count))]
            }
            _ => Vec::new(),
        }
    }

    /// What a play at a perch does: `play CARD at 1: BL3, queue 1; from 3 on a fight`.
    fn at_perch(&self, number: u8) -> Option<String> {
        let perch = self.perch(number)?;
        let Some(bird) = perch.bird else { return Some(format!("play CARD at {number}: nobody is on the perch")) };
        let queue = perch.sum();
        let behind = if queue == 0 { "no queue".to_owned() } else { format!("queue {queue}") };
        // Between turns no queue exceeds its bird.
        let room = u16::from(bird.value()).saturating_sub(queue);
        let fight = match room {
            0 => "any bird brings a fight".to_owned(),
            6.. => "no bird brings a fight".to_owned(),
            _ => format!("from {} on it is a fight", room + 1),
        };
        Some(format!("play CARD at {number}: {bird}, {behind}; {fight}"))
    }

    /// What is left in a listed feeder deck: `3 × 1, 2 × 2, …`.
    pub(super) fn left_in_deck(&self) -> Option<String> {
        let left: Option<Vec<String>> = FeederCard::ALL
            .into_iter()
            .map(|card| {
                let left = self.deck.left_of(card)?;
                Some(match card {
                    FeederCard::Seed(seed) => format!("{left}×{seed}"),
                    FeederCard::Pest(pest) if left == 1 => format!("1 {pest}"),
                    FeederCard::Pest(pest) => format!("{left} {pest}s"),
                })
            })
            .collect();
        left.map(|left| left.join(", "))
    }
}
