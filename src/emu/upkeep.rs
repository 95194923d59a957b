//! The points of a bird, and their reasons in a sentence (ER-6.1 to ER-6.4, RX-6.1 to RX-6.4): total, upkeep, and the cards left.

use super::{Bird, BirdCard, BirdNumber};
use crate::{decktet::Rank, table::prelude::*};
use std::cmp::Reverse;

/// The points that an Ace or a Crown adds or costs (ER-6.2, ER-6.3).
const BONUS: i32 = 5;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct BirdScore {
    /// The sum of the bird's number cards (ER-6.1, RX-6.1).
    pub total: i32,
    pub upkeep: i32,
    /// The number cards that pay the upkeep, bottom to top. Empty if the total does not cover the upkeep.
    pub payment: Vec<BirdCard>,
    /// The cards left after the upkeep, Aces and Crowns included, bottom to top. Empty if the total does not cover the upkeep.
    pub kept: Vec<BirdCard>,
    /// 5 for a bird with an Ace or a Crown, 10 with both.
    pub bonus: i32,
    pub points: i32,
}

impl BirdScore {
    /// Whether the total covers the upkeep (ER-6.3). Otherwise the bird loses money (ER-6.2).
    pub(super) const fn covers_upkeep(&self) -> bool {
        self.total >= self.upkeep
    }

    /// The clause of the points; `clause` makes an id of the game's book.
    pub(super) fn clause(&self, clause: fn(u8, u8) -> ClauseId) -> ClauseId {
        if self.covers_upkeep() { clause(6, 3) } else { clause(6, 2) }
    }

    /// The item of the bird in a score sheet.
    pub(super) fn item(&self, number: BirdNumber, cards: &[BirdCard], clause: fn(u8, u8) -> ClauseId) -> Item {
        let list = |cards: &[BirdCard]| Detail::List(cards.iter().map(ToString::to_string).collect());
        let bonus = if self.covers_upkeep() { self.bonus } else { -self.bonus };
        Item {
            kind: "bird",
            label: format!("bird {number}"),
            points: Points::Exactly(self.points),
            clause: self.clause(clause),
            details: vec![
                ("cards", list(cards)),
                ("total", Detail::Number(self.total.into())),
                ("paid", list(&self.payment)),
                ("left", list(&self.kept)),
                ("bonus", Detail::Number(bonus.into())),
            ],
            why: self.why(),
        }
    }

    pub(super) fn why(&self) -> String {
        let bonus = match self.bonus {
            0 => String::new(),
            BONUS => format!(" and {BONUS} for an Ace or Crown"),
            double => format!(" and {double} for Ace and Crown"),
        };
        if !self.covers_upkeep() {
            let shortfall = self.upkeep - self.total;
            return format!(
                "total {} is {shortfall} short of the upkeep of {}: loses {shortfall}{bonus}",
                self.total, self.upkeep
            );
        }
        let paid: i32 = self.payment.iter().filter_map(|bird_card| bird_card.number()).map(i32::from).sum();
        let earned: i32 = self.total - paid;
        let cards = |cards: &[BirdCard]| if cards.is_empty() { "nothing".to_owned() } else { and_list(cards) };
        format!(
            "{} {} the upkeep of {} with {paid}; {} left: earns {earned}{bonus}",
            cards(&self.payment),
            if self.payment.len() == 1 { "pays" } else { "pay" },
            self.upkeep,
            cards(&self.kept)
        )
    }
}

/// Scores a bird: its upkeep is paid as in ER-6.4.
pub(super) fn score_bird(bird: &Bird, upkeep: u16) -> BirdScore {
    let payment_indices = if bird.total() < upkeep { Vec::new() } else { cheapest_payment(bird, upkeep.into()) };
    // ER-6.1, RX-6.1
    let (total, upkeep) = (i32::from(bird.total()), i32::from(upkeep));
    let has_rank = |rank| bird.cards().iter().any(|bird_card| bird_card.rank() == Some(rank));
    let bonus = BONUS * (i32::from(has_rank(Rank::Ace)) + i32::from(has_rank(Rank::Crown)));
    let payment: Vec<BirdCard> = payment_indices.iter().map(|&at| bird.cards()[at]).collect();
    let kept_card =
        |(at, bird_card): (usize, &BirdCard)| (total >= upkeep && !payment_indices.contains(&at)).then_some(*bird_card);
    let kept: Vec<BirdCard> = bird.cards().iter().enumerate().filter_map(kept_card).collect();
    let earned: i32 = kept.iter().filter_map(|bird_card| bird_card.number()).map(i32::from).sum();
    // ER-6.2, ER-6.3, RX-6.2, RX-6.3
    let points = if total < upkeep { total - upkeep - bonus } else { earned + bonus };
    BirdScore { total, upkeep, payment, kept, bonus, points }
}

/// The indices of the cards that pay `upkeep`: the smallest sum that is enough, of equal sums the fewest cards, then the highest.
/// Empty if no sum is enough.
fn cheapest_payment(bird: &Bird, upkeep: usize) -> Vec<usize> {
    let numbers = bird.cards().iter().enumerate().filter_map(|(at, bird_card)| Some((at, usize::from(bird_card.number()?))));
    let mut highest_first: Vec<(usize, usize)> = numbers.collect();
    highest_first.sort_by_key(|&(at, number)| (Reverse(number), at));
    // A set of cards is a bit mask whose highest bit is the highest card: of two sets of equal size, the greater mask has the
    // higher cards. No bird has more cards than there are bits.
    let bits = || (0..u128::BITS).rev().map(|bit| 1_u128 << bit);
    // The best set for each sum, with its number of cards.
    let mut best = vec![None; usize::from(bird.total()) + 1];
    best[0] = Some((Reverse(0), 0));
    for (&(_, number), bit) in highest_first.iter().zip(bits()) {
        for sum in (number..best.len()).rev() {
            let with_card = best[sum - number].map(|(Reverse(cards), set)| (Reverse(cards + 1), set | bit));
            best[sum] = best[sum].max(with_card);
        }
    }
    let (_, cheapest_set) = best.into_iter().skip(upkeep).flatten().next().unwrap_or_default();
    let paying_cards = highest_first.iter().zip(bits()).filter(|(_, bit)| cheapest_set & bit != 0);
    let mut indices: Vec<usize> = paying_cards.map(|(&(at, _), _)| at).collect();
    indices.sort_unstable();
    indices
}
