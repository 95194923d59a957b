//! A bird: its stack of cards, the ranks that Pawns and Courts have in it, its open suits and its direction (ER-3, RX-3).

use crate::{
    decktet::{Card, Rank, Suits},
    table::prelude::*,
};
use smallvec::SmallVec;
use std::{fmt, num::NonZeroU8};

/// A bird's number: counted per player in the order of hatching, from 1 (ER-3.1, RX-3.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BirdNumber(NonZeroU8);

impl BirdNumber {
    /// The number of the bird at `index`, counted from 0. Past 255 birds it stays at 255.
    pub fn from_index(index: usize) -> Self {
        let number = to_u8(index.saturating_add(1));
        Self(NonZeroU8::new(number).unwrap_or(NonZeroU8::MIN))
    }

    /// Parses a number written in digits. A number above 255 becomes 255, which no ranch reaches.
    pub fn parse(text: &str) -> Option<Self> {
        let has_only_digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        let number = if has_only_digits { text.parse().unwrap_or(u8::MAX) } else { 0 };
        NonZeroU8::new(number).map(Self)
    }

    /// The index, counted from 0.
    pub const fn index(self) -> usize {
        self.0.get() as usize - 1
    }
}

impl fmt::Display for BirdNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BirdCard {
    pub card: Card,
    /// The rank as which the card is played, legal or not. `None` for a Pawn, Court or Excuse without a rank.
    pub named_rank: Option<Rank>,
}

impl BirdCard {
    /// A card that counts as printed; Pawns, Courts and the Excuse then have no rank.
    pub fn natural(card: Card) -> Self {
        let rank = card.rank();
        Self { card, named_rank: (rank <= Rank::Crown).then_some(rank) }
    }

    /// The rank as which the card counts. `None` for an Excuse, and for a Pawn or Court that was let stand without a number or
    /// as an Ace or Crown (ER-3.5, RX-3.5).
    pub fn rank(self) -> Option<Rank> {
        self.named_rank.filter(|&rank| rank == self.card.rank() || rank.number().is_some())
    }

    /// The card's share of its bird's total (ER-6.1, RX-3.5). `None` if the card has no number.
    pub fn number(self) -> Option<u8> {
        self.rank().and_then(Rank::number)
    }

    /// The card with name and suits: `PMSL the Harvest, Moons Suns Leaves, as a 6`.
    pub fn full_name(self) -> String {
        match self.named_rank {
            Some(rank) if self.is_wild() => {
                let article = if matches!(rank, Rank::Ace | Rank::Eight) { "an" } else { "a" };
                format!("{}, as {article} {}", self.card.full_name(), rank.name())
            }
            _ => self.card.full_name(),
        }
    }

    pub fn is_wild(self) -> bool {
        self.named_rank.is_some_and(|rank| rank != self.card.rank())
    }
}

impl fmt::Display for BirdCard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.card.fmt(f)?;
        match self.named_rank {
            Some(rank) if self.is_wild() => write!(f, "={}", rank.code()),
            _ => Ok(()),
        }
    }
}

/// The direction of a bird's ranks (ER-3.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum RankDirection {
    /// The bird holds at most one rank: the next rank decides.
    Undecided,
    Up,
    Down,
    /// The ranks run neither up nor down, because an illegal card was let stand.
    Broken,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Misfit {
    /// The cards would share no suit (ER-3.3, RX-3.3).
    NoSharedSuit,
    /// The ranks would run neither strictly up nor strictly down (ER-3.4).
    OutOfOrder,
}

/// A stack of cards. A card is put on top even if it doesn't fit: callers check with [`check_fit`](Self::check_fit) first.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Bird {
    cards: SmallVec<[BirdCard; 12]>,
    shared_suits: Suits,
    direction: RankDirection,
    last_rank: Option<Rank>,
}

impl Bird {
    pub(crate) fn hatched(bird_card: BirdCard) -> Self {
        let mut cards = SmallVec::new();
        cards.push(bird_card);
        Self { cards, shared_suits: bird_card.card.suits(), direction: RankDirection::Undecided, last_rank: bird_card.rank() }
    }

    /// An excused bird whose cards are unknown.
    pub(crate) const fn forgotten() -> Self {
        Self { cards: SmallVec::new_const(), shared_suits: Suits::EMPTY, direction: RankDirection::Undecided, last_rank: None }
    }

    /// Puts a card on top, whether it fits or not.
    pub(crate) fn grow(&mut self, bird_card: BirdCard) {
        self.direction = self.direction_with(bird_card);
        self.shared_suits = self.shared_suits & bird_card.card.suits();
        self.last_rank = bird_card.rank().or(self.last_rank);
        self.cards.push(bird_card);
    }

    /// Builds a bird of these cards, bottom to top. Returns `None` if there are no cards.
    pub(crate) fn of(cards: impl IntoIterator<Item = BirdCard>) -> Option<Self> {
        let mut cards = cards.into_iter();
        let mut bird = Self::hatched(cards.next()?);
        cards.for_each(|bird_card| bird.grow(bird_card));
        Some(bird)
    }

    fn direction_with(&self, bird_card: BirdCard) -> RankDirection {
        let (Some(last), Some(next)) = (self.last_rank, bird_card.rank()) else { return self.direction };
        let direction = match next.cmp(&last) {
            std::cmp::Ordering::Less => RankDirection::Down,
            // RX-3.4: two cards of one value don't fit.
            std::cmp::Ordering::Equal => RankDirection::Broken,
            std::cmp::Ordering::Greater => RankDirection::Up,
        };
        if self.direction == RankDirection::Undecided || self.direction == direction { direction } else { RankDirection::Broken }
    }

    /// Checks that a card may go on top (ER-3.3, ER-3.4, RX-3.3, RX-3.4).
    pub(crate) fn check_fit(&self, bird_card: BirdCard) -> Result<(), Misfit> {
        if (self.shared_suits & bird_card.card.suits()).is_empty() {
            Err(Misfit::NoSharedSuit)
        } else if self.direction_with(bird_card) == RankDirection::Broken {
            Err(Misfit::OutOfOrder)
        } else {
            Ok(())
        }
    }

    /// Whether no card fits any more: illegal cards that were let stand have left no shared suit or no direction.
    pub(crate) fn is_spoilt(&self) -> bool {
        self.shared_suits.is_empty() || self.direction == RankDirection::Broken
    }

    pub(crate) fn cards(&self) -> &[BirdCard] {
        &self.cards
    }

    pub(crate) fn top(&self) -> Option<BirdCard> {
        self.cards.last().copied()
    }

    /// The rank with which the next card is compared (ER-3.4): that of the topmost card with a rank.
    pub(crate) const fn last_rank(&self) -> Option<Rank> {
        self.last_rank
    }

    /// The sum of the bird's number cards (ER-6.1, RX-6.1).
    pub(crate) fn total(&self) -> u16 {
        self.cards.iter().filter_map(|bird_card| bird_card.number()).map(u16::from).sum()
    }

    fn suits_text(&self) -> Text {
        let last_index = self.shared_suits.len().saturating_sub(1);
        self.shared_suits.iter().enumerate().fold(Text::new(), |text, (nth, suit)| {
            let separator = match nth {
                0 => "",
                _ if nth < last_index => ", ",
                _ => " or ",
            };
            text.then(separator).and(suit.into(), suit.name())
        })
    }

    fn open_ranks_text(&self) -> Option<String> {
        let Some(last) = self.last_rank else { return Some("any rank".into()) };
        let index = Rank::ALL.iter().position(|&rank| rank == last)?;
        let higher = Rank::ALL.get(index + 1).filter(|&&rank| rank <= Rank::Crown).map(|rank| match rank {
            Rank::Crown => "Crown".to_owned(),
            rank => format!("{} or higher", rank.name()),
        });
        let lower = index.checked_sub(1).map(|index| match Rank::ALL[index] {
            Rank::Ace => "Ace".to_owned(),
            rank => format!("{} or lower", rank.name()),
        });
        match self.direction {
            RankDirection::Undecided => match (higher, lower) {
                (Some(higher), Some(lower)) => Some(format!("{higher}, or {lower}")),
                (higher, lower) => higher.or(lower),
            },
            RankDirection::Up => higher,
            RankDirection::Down => lower,
            RankDirection::Broken => None,
        }
    }

    /// The suits and ranks that may go on top, as `Suns or Knots, 8 or higher`; `None` if no card can.
    pub(crate) fn options(&self) -> Option<Text> {
        let ranks = self.open_ranks_text().filter(|_| !self.shared_suits.is_empty())?;
        Some(self.suits_text().then(format!(", {ranks}")))
    }

    pub(crate) fn to_text(&self) -> Text {
        self.cards.iter().enumerate().fold(Text::new(), |text, (nth, bird_card)| {
            let text = if nth > 0 { text.then(" ") } else { text };
            let text = text.card(bird_card.card);
            match bird_card.named_rank {
                Some(rank) if bird_card.is_wild() => text.and(Ink::Strong, format!("={}", rank.code())),
                _ => text,
            }
        })
    }
}

/// Renders a bird as `7SK 9LK: Knots, growing up`. An Ace alone can only go `upwards`.
impl fmt::Display for Bird {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let direction = match self.direction {
            RankDirection::Undecided => match self.last_rank {
                Some(Rank::Ace) => "upwards",
                Some(Rank::Crown) => "downwards",
                _ => "up or down",
            },
            RankDirection::Up => "growing up",
            RankDirection::Down => "growing down",
            RankDirection::Broken => "neither up nor down",
        };
        let suits = if self.shared_suits.is_empty() { "no suit".to_owned() } else { self.suits_text().to_plain() };
        write!(f, "{}: {suits}, {direction}", self.to_text().to_plain())
    }
}
