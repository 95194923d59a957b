//! A bird: the stack of cards it is, the suits it is open to, and which way its ranks run (ER-3, RX-3).

use crate::{
    decktet::{Card, Rank, Suit, Suits},
    table::{Ink, Text, or_list},
};
use smallvec::SmallVec;
use std::{fmt, num::NonZeroU8, str::FromStr};

/// A bird's number: counted per player in the order of hatching, from 1 (ER-3.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct BirdNumber(NonZeroU8);

impl BirdNumber {
    /// The number of the bird at `index`, counted from 0. Past 255 birds it stays at 255.
    pub fn from_index(index: usize) -> Self {
        let number = u8::try_from(index.saturating_add(1)).unwrap_or(u8::MAX);
        Self(NonZeroU8::new(number).unwrap_or(NonZeroU8::MIN))
    }

    /// Counted from 0.
    #[inline]
    pub const fn index(self) -> usize {
        self.0.get() as usize - 1
    }
}

impl fmt::Display for BirdNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for BirdNumber {
    type Err = NotABird;

    /// Reads digits. No ranch has 255 birds, so that larger numbers mean no bird just as well.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        let number = if digits { text.parse().unwrap_or(u8::MAX) } else { 0 };
        NonZeroU8::new(number).map(Self).ok_or(NotABird)
    }
}

/// The text is no whole number from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotABird;

/// A card of a bird, and the rank it counts as: its own, or the one named when a wild was played. An Excuse, or a wild that
/// was let stand without a rank, has none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Laid {
    /// The card.
    pub card: Card,
    /// What it counts as.
    pub rank: Option<Rank>,
}

impl Laid {
    /// A card that counts as what is printed on it; Pawns, Courts and the Excuse then have no rank.
    #[inline]
    pub fn natural(card: Card) -> Self {
        let rank = card.rank();
        Self { card, rank: (rank <= Rank::Crown).then_some(rank) }
    }

    /// What it adds to its bird's total (ER-6.1).
    #[inline]
    pub fn number(self) -> Option<u8> {
        self.rank.and_then(Rank::number)
    }

    /// Whether its rank was named when it was played.
    pub fn is_wild(self) -> bool {
        self.rank.is_some_and(|rank| rank != self.card.rank())
    }
}

impl From<Card> for Laid {
    fn from(card: Card) -> Self {
        Self::natural(card)
    }
}

impl fmt::Display for Laid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.card.fmt(f)?;
        match self.rank {
            Some(rank) if self.is_wild() => write!(f, "={}", rank.code()),
            _ => Ok(()),
        }
    }
}

/// Which way a bird's ranks run (ER-3.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// It holds one rank at most: the next one decides.
    Undecided,
    /// Strictly up.
    Up,
    /// Strictly down.
    Down,
    /// Neither, since something was let stand.
    Broken,
}

/// Why a card does not fit a bird.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Misfit {
    /// No suit would be shared by all its cards (ER-3.3).
    NoSharedSuit,
    /// Its ranks would run neither strictly up nor strictly down (ER-3.4).
    OutOfOrder,
}

/// A bird: a stack of cards. It can hold what does not fit; whether a card fits is asked before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bird {
    cards: SmallVec<[Laid; 12]>,
    shared: Suits,
    order: Order,
    last: Option<Rank>,
}

impl Bird {
    /// A new bird.
    #[inline]
    pub fn hatched(laid: Laid) -> Self {
        let mut cards = SmallVec::new();
        cards.push(laid);
        Self { cards, shared: laid.card.suits(), order: Order::Undecided, last: laid.rank }
    }

    /// A card goes on top, whether it fits or not.
    #[inline]
    pub fn grow(&mut self, laid: Laid) {
        self.order = self.order_with(laid);
        self.shared = self.shared & laid.card.suits();
        self.last = laid.rank.or(self.last);
        self.cards.push(laid);
    }

    /// A bird of these cards, bottom to top; none for no cards.
    pub fn of(cards: impl IntoIterator<Item = Laid>) -> Option<Self> {
        let mut cards = cards.into_iter();
        let mut bird = Self::hatched(cards.next()?);
        cards.for_each(|laid| bird.grow(laid));
        Some(bird)
    }

    fn order_with(&self, laid: Laid) -> Order {
        let (Some(last), Some(next)) = (self.last, laid.rank) else { return self.order };
        let way = match next.cmp(&last) {
            std::cmp::Ordering::Less => Order::Down,
            std::cmp::Ordering::Equal => Order::Broken,
            std::cmp::Ordering::Greater => Order::Up,
        };
        if self.order == Order::Undecided || self.order == way { way } else { Order::Broken }
    }

    /// Whether a card may go on top (ER-3.3, ER-3.4).
    ///
    /// # Errors
    /// What it breaks; the suits are asked first.
    #[inline]
    pub fn fits(&self, laid: Laid) -> Result<(), Misfit> {
        if (self.shared & laid.card.suits()).is_empty() {
            Err(Misfit::NoSharedSuit)
        } else if self.order_with(laid) == Order::Broken {
            Err(Misfit::OutOfOrder)
        } else {
            Ok(())
        }
    }

    /// The cards, bottom to top.
    pub fn cards(&self) -> &[Laid] {
        &self.cards
    }

    /// The card on top.
    pub fn top(&self) -> Option<Laid> {
        self.cards.last().copied()
    }

    /// The rank that the next card is held against (ER-3.4): that of the uppermost card that has one.
    pub const fn last(&self) -> Option<Rank> {
        self.last
    }

    /// The sum of its number cards (ER-6.1).
    #[inline]
    pub fn total(&self) -> u16 {
        self.cards.iter().filter_map(|laid| laid.number()).map(u16::from).sum()
    }

    /// The suits that all its cards share.
    pub const fn shared(&self) -> Suits {
        self.shared
    }

    /// Which way its ranks run.
    pub const fn order(&self) -> Order {
        self.order
    }

    /// The suits it is open to, as `Suns or Knots`.
    pub fn suit_names(&self) -> String {
        let names: Vec<&str> = self.shared.iter().map(Suit::name).collect();
        if names.is_empty() { "no suit".into() } else { or_list(&names) }
    }

    /// Which way it grows, in a word or two.
    pub const fn way(&self) -> &'static str {
        match self.order {
            Order::Undecided => "up or down",
            Order::Up => "growing up",
            Order::Down => "growing down",
            Order::Broken => "neither up nor down",
        }
    }

    /// The ranks that may go on top, as `8 or higher`; none if nothing can.
    pub fn ranks_open(&self) -> Option<String> {
        let Some(last) = self.last else { return Some("any rank".into()) };
        let place = Rank::ALL.iter().position(|&rank| rank == last)?;
        let higher = Rank::ALL.get(place + 1).filter(|&&rank| rank <= Rank::Crown).map(|rank| match rank {
            Rank::Crown => "Crown".to_owned(),
            rank => format!("{} or higher", rank.name()),
        });
        let lower = place.checked_sub(1).and_then(|p| Rank::ALL.get(p)).map(|rank| match rank {
            Rank::Ace => "Ace".to_owned(),
            rank => format!("{} or lower", rank.name()),
        });
        match self.order {
            Order::Undecided => match (higher, lower) {
                (Some(higher), Some(lower)) => Some(format!("{higher}, or {lower}")),
                (one, other) => one.or(other),
            },
            Order::Up => higher,
            Order::Down => lower,
            Order::Broken => None,
        }
    }

    /// What may go on top, as `Suns, 8 or higher`; none if nothing can.
    pub fn prospects(&self) -> Option<String> {
        if self.shared.is_empty() {
            return None;
        }
        self.ranks_open().map(|ranks| format!("{}, {ranks}", self.suit_names()))
    }

    /// The cards as a line of text in inks, bottom to top.
    pub fn to_text(&self) -> Text {
        self.cards.iter().enumerate().fold(Text::new(), |text, (nth, laid)| {
            let text = if nth > 0 { text.and(Ink::Plain, " ") } else { text };
            let text = text.card(laid.card);
            match laid.rank {
                Some(rank) if laid.is_wild() => text.and(Ink::Strong, format!("={}", rank.code())),
                _ => text,
            }
        })
    }

    /// The public state, for scripts.
    pub fn state(&self) -> serde_json::Value {
        serde_json::json!({
            "cards": self.cards.iter().map(ToString::to_string).collect::<Vec<_>>(),
            "suits": self.shared.iter().map(Suit::name).collect::<Vec<_>>(),
            "order": match self.order {
                Order::Undecided => "undecided",
                Order::Up => "up",
                Order::Down => "down",
                Order::Broken => "broken",
            },
        })
    }
}

/// `7SK 9LK: Knots, growing up`.
impl fmt::Display for Bird {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (nth, laid) in self.cards.iter().enumerate() {
            write!(f, "{}{laid}", if nth > 0 { " " } else { "" })?;
        }
        write!(f, ": {}, {}", self.suit_names(), self.way())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn card(code: &str) -> Card {
        Card::from_code(code).expect("a card of the test")
    }

    fn bird(codes: &str) -> Bird {
        Bird::of(codes.split(' ').map(|code| Laid::natural(card(code)))).expect("a bird of the test")
    }

    fn fits(codes: &str, top: &str) -> Result<(), Misfit> {
        bird(codes).fits(Laid::natural(card(top)))
    }

    #[test]
    fn the_shared_suits_narrow_with_each_card() {
        assert_eq!(bird("7SK").suit_names(), "Suns or Knots");
        assert_eq!(bird("7SK 9LK").suit_names(), "Knots");
        assert_eq!(fits("7SK", "8WL"), Err(Misfit::NoSharedSuit));
        assert_eq!(fits("7SK 9LK", "CS"), Err(Misfit::NoSharedSuit), "Suns were ruled out");
        assert_eq!(fits("7SK 9LK", "CK"), Ok(()));
    }

    #[test]
    fn the_second_card_fixes_the_direction() {
        assert_eq!(fits("7SK", "6SY"), Ok(()));
        assert_eq!(fits("7SK", "8MS"), Ok(()));
        assert_eq!(fits("7SK 6SY", "8MS"), Err(Misfit::OutOfOrder));
        assert_eq!(fits("AS 2SY", "CS"), Ok(()), "ranks may be skipped, and the Crown is above the 9");
        assert_eq!(fits("CS 2SY", "AS"), Ok(()), "the Ace is below the 2");
    }

    #[test]
    fn a_bird_that_was_let_stand_out_of_order_takes_nothing_more() {
        assert_eq!(fits("7SK 8MS 5SW", "9MS"), Err(Misfit::OutOfOrder));
        assert_eq!(bird("7SK 8MS 5SW").prospects(), None);
    }

    #[test]
    fn a_card_without_a_rank_leaves_the_order_alone() {
        let mut bird = bird("7SK 8MS");
        bird.grow(Laid::natural(card("PMSL")));
        assert_eq!(bird.order(), Order::Up);
        assert_eq!(bird.fits(Laid::natural(card("9MS"))), Ok(()));
        assert_eq!(bird.fits(Laid::natural(card("5SW"))), Err(Misfit::OutOfOrder));
    }

    #[test]
    fn a_bird_is_numbered_from_one() {
        assert_eq!("1".parse(), Ok(BirdNumber::from_index(0)));
        assert_eq!("300".parse(), Ok(BirdNumber::from_index(254)), "there is no such bird, but it can be said");
        for no_number in ["0", "+1", "-1", "", "one"] {
            assert_eq!(no_number.parse::<BirdNumber>(), Err(NotABird));
        }
    }

    #[test]
    fn it_says_what_may_go_on_top() {
        assert_eq!(bird("7SK").prospects().as_deref(), Some("Suns or Knots, 8 or higher, or 6 or lower"));
        assert_eq!(bird("7SK 9LK").prospects().as_deref(), Some("Knots, Crown"));
        assert_eq!(bird("9LK CK").prospects(), None);
        assert_eq!(bird("CS").prospects().as_deref(), Some("Suns, 9 or lower"));
        assert_eq!(bird("3SK 2SY").prospects().as_deref(), Some("Suns, Ace"));
    }
}
