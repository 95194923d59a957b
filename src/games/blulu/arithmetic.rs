//! The captures of a pair: values, and the ranks that sums, differences and equal ranks reach (BL-2.2 to BL-2.5, BL-2.8).

use super::book::Arithmetic;
use crate::{
    decktet::{Card, Cards, Rank},
    table::or_list,
};

/// A set of ranks, stored as all cards of these ranks: `ranks & table` gives the cards that lie on the table.
pub(crate) type Ranks = Cards;

pub(crate) fn ranks_of(mut cards: Cards) -> impl Iterator<Item = Rank> + Clone {
    std::iter::from_fn(move || {
        let rank = cards.first()?.rank();
        cards -= Cards::of_rank(rank);
        Some(rank)
    })
}

pub(super) fn rank_names(ranks: Ranks) -> Vec<String> {
    ranks_of(ranks).map(|rank| format!("the {}", rank.name())).collect()
}

/// The value of a card of this rank (BL-2.2).
pub(super) const fn value(rank: Rank) -> u8 {
    match rank {
        Rank::Pawn | Rank::Court | Rank::Excuse => 0,
        // Ace to Crown count 1 to 10, in order.
        _ => rank as u8 + 1,
    }
}

/// The ranks of each value up to the highest sum: Pawn and Court have 0, no rank more than 10 (BL-2.2, BL-2.8).
static RANKS_OF_VALUE: [Ranks; 21] = {
    let mut ranks = [Cards::EMPTY; 21];
    ranks[0] = Cards::PAWNS.union(Cards::COURTS);
    let mut value = 1;
    while value <= 10 {
        ranks[value] = Cards::of_rank(Rank::ALL[value - 1]);
        value += 1;
    }
    ranks
};

/// The rules for a pair's captures (BL-2.3): the table rules `arithmetic` and `pairs`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct PairRules {
    pub arithmetic: Arithmetic,
    /// The table rule `pairs`: whether two cards of one rank reach only their own rank.
    pub own_rank: bool,
}

/// A pair that captures a rank.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Capture {
    /// The two cards, in canonical order.
    pub pair: [Card; 2],
    /// The first rank that the pair captures.
    pub rank: Rank,
}

impl PairRules {
    fn has_sums(self) -> bool {
        self.arithmetic != Arithmetic::Difference
    }

    /// Whether a turn takes every rank that its pair reaches (BL-2.4).
    pub fn takes_all(self) -> bool {
        self.arithmetic == Arithmetic::SumAndDifference
    }

    /// The ranks that two cards reach, on the table or not (BL-2.3).
    pub fn reachable_ranks(self, first: Card, second: Card) -> Ranks {
        let own_rank = twins([first, second]).map(Cards::of_rank);
        if let (Some(own_rank), true) = (own_rank, self.own_rank) {
            return own_rank;
        }
        let [first, second] = [first, second].map(|card| usize::from(value(card.rank())));
        let mut reached = own_rank.unwrap_or(Cards::EMPTY) | RANKS_OF_VALUE[first.abs_diff(second)];
        if self.has_sums() {
            reached |= RANKS_OF_VALUE[first + second];
        }
        reached
    }

    /// The ranks that two cards reach and that lie on the table.
    pub fn captured(self, first: Card, second: Card, table: Cards) -> Ranks {
        ranks_of(self.reachable_ranks(first, second) & table).map(Cards::of_rank).fold(Cards::EMPTY, Cards::union)
    }

    /// The first pair among these cards, in canonical order, that captures a card of the table.
    pub fn capturing(self, cards: Cards, table: Cards) -> Option<Capture> {
        if table.is_empty() {
            return None;
        }
        let mut rest = cards;
        for first in cards {
            rest.remove(first);
            for second in rest {
                if let Some(card) = (self.reachable_ranks(first, second) & table).first() {
                    return Some(Capture { pair: [first, second], rank: card.rank() });
                }
            }
        }
        None
    }

    /// Renders the way in which a pair reaches a rank: `9 − 2 = 7`, `7 + 3 = 10`, `two 7s`.
    pub(super) fn sum_text(self, pair: [Card; 2], rank: Rank) -> String {
        if twins(pair) == Some(rank) {
            return format!("two {}", rank.plural());
        }
        let [high, low] = higher_first(pair).map(|card| value(card.rank()));
        let sign = if self.has_sums() && high + low == value(rank) { '+' } else { '−' };
        format!("{high} {sign} {low} = {}", value(rank))
    }

    /// Renders the results of a pair: `7 + 3 = 10 or 7 − 3 = 4`, `7 + 7 = 14, 7 − 7 = 0 or two 7s`.
    pub(super) fn results_text(self, pair: [Card; 2]) -> String {
        let [high, low] = higher_first(pair).map(|card| value(card.rank()));
        let sum = self.has_sums().then(|| format!("{high} + {low} = {}", high + low));
        let difference = format!("{high} − {low} = {}", high - low);
        or_list(sum.into_iter().chain([difference]).chain(twins(pair).map(|rank| format!("two {}", rank.plural()))))
    }

    /// The pairs of ranks of a deck that reach a rank: `A+3`, `9−5`, `4,4`.
    pub(super) fn capture_texts(self, rank: Rank, deck: Cards) -> Vec<String> {
        let ranks_with_value = || ranks_of(deck).filter(|&rank| value(rank) > 0);
        let is_pair = move |low, high| low < high || (low == high && !self.own_rank);
        let pairs = || {
            ranks_with_value()
                .flat_map(|low| ranks_with_value().filter(move |&high| is_pair(low, high)).map(move |high| (low, high)))
        };
        let mut ways = Vec::new();
        if self.has_sums() {
            let sums = pairs().filter(|&(low, high)| value(low) + value(high) == value(rank));
            ways.extend(sums.map(|(low, high)| format!("{low}+{high}")));
        }
        let differences = pairs().filter(|&(low, high)| low < high && value(high) - value(low) == value(rank));
        ways.extend(differences.map(|(low, high)| format!("{high}−{low}")));
        let zero_ranks: Vec<&str> = ranks_of(RANKS_OF_VALUE[0] & deck).map(Rank::code).collect();
        if value(rank) == 0 {
            ways.push(if self.own_rank { format!("{rank},{rank}") } else { "two of one rank".to_owned() });
            ways.extend((zero_ranks.len() > 1).then(|| zero_ranks.join("+")));
        } else {
            ways.extend(zero_ranks.iter().map(|zero_rank| format!("{rank}+{zero_rank}")));
            ways.push(format!("{rank},{rank}"));
        }
        ways
    }
}

/// The rank of two cards of one rank.
pub(super) fn twins([first, second]: [Card; 2]) -> Option<Rank> {
    (first.rank() == second.rank()).then(|| first.rank())
}

pub(super) fn higher_first([first, second]: [Card; 2]) -> [Card; 2] {
    if value(first.rank()) >= value(second.rank()) { [first, second] } else { [second, first] }
}
