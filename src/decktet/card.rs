//! The 45 cards: the table of `rules/decktet.md` as data, and the quick reading of a canonical code.

use std::fmt;

use super::{Rank, Suit, Suits, Titled};

/// A card of the extended Decktet. The order is the canonical one: by rank, then as in the table of the rules.
///
/// ```
/// use fowlplay::decktet::{Card, Rank};
///
/// let mill: Card = "the mill".parse()?;
/// assert_eq!(mill.code(), "8WL");
/// assert_eq!(mill.rank(), Rank::Eight);
/// assert_eq!(mill.titled().to_string(), "8WL the Mill, Waves Leaves");
/// # Ok::<(), fowlplay::decktet::CardError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Card(u8);

/// What is printed on a card.
struct Face {
    rank: Rank,
    suits: Suits,
    code: &'static str,
    name: Option<&'static str>,
}

const fn ace(code: &'static str) -> Face {
    let (rank, suits) = match split(code) {
        Some(split) => split,
        None => (Rank::Excuse, Suits::EMPTY),
    };
    Face { rank, suits, code, name: None }
}

const fn named(code: &'static str, name: &'static str) -> Face {
    Face { name: Some(name), ..ace(code) }
}

#[rustfmt::skip]
static DECK: [Face; Card::COUNT] = [
    ace("AM"), ace("AS"), ace("AW"), ace("AL"), ace("AY"), ace("AK"),
    named("2MK", "the Author"), named("2SY", "the Desert"), named("2WL", "the Origin"),
    named("3MW", "the Journey"), named("3SK", "the Painter"), named("3LY", "the Savage"),
    named("4YK", "the Battle"), named("4MS", "the Mountain"), named("4WL", "the Sailor"),
    named("5SW", "the Discovery"), named("5ML", "the Forest"), named("5YK", "the Soldier"),
    named("6MW", "the Lunatic"), named("6LK", "the Market"), named("6SY", "the Penitent"),
    named("7SK", "the Castle"), named("7WY", "the Cave"), named("7ML", "the Chance Meeting"),
    named("8YK", "the Betrayal"), named("8MS", "the Diplomat"), named("8WL", "the Mill"),
    named("9WY", "the Darkness"), named("9LK", "the Merchant"), named("9MS", "the Pact"),
    named("CS", "the Bard"), named("CL", "the End"), named("CM", "the Huntress"),
    named("CW", "the Sea"), named("CY", "the Calamity"), named("CK", "the Windfall"),
    named("PWLY", "the Borderland"), named("PMSL", "the Harvest"),
    named("PSWK", "the Light Keeper"), named("PMYK", "the Watchman"),
    named("TMWK", "the Consul"), named("TSWY", "the Island"),
    named("TMLY", "the Rite"), named("TSLK", "the Window"),
    named("EX", "the Excuse"),
];

/// Which card has a rank (before the Excuse) and exactly these suits: its number, or `NONE`.
static BY_CODE: [[u8; 64]; 12] = by_code();
const NONE: u8 = u8::MAX;

const fn by_code() -> [[u8; 64]; 12] {
    let mut table = [[NONE; 64]; 12];
    let mut index = 0;
    while index < Card::EXCUSE.0 {
        let face = &DECK[index as usize];
        table[face.rank as usize][face.suits.bits()] = index;
        index += 1;
    }
    table
}

/// The rank and suits of a code with a rank, if its suits stand in canonical order.
const fn split(code: &str) -> Option<(Rank, Suits)> {
    let Some((first, mut letters)) = code.as_bytes().split_first() else {
        return None;
    };
    let Some(rank) = Rank::from_byte(*first) else {
        return None;
    };
    let mut suits = Suits::EMPTY;
    while let Some((letter, rest)) = letters.split_first() {
        if letter.is_ascii_lowercase() {
            return None;
        }
        let Some(suit) = Suit::from_letter(*letter as char) else {
            return None;
        };
        if suits.bits() >> suit as u8 != 0 {
            return None;
        }
        suits = suits.with(suit);
        letters = rest;
    }
    Some((rank, suits))
}

impl Card {
    /// How many cards the extended deck has.
    pub const COUNT: usize = 45;
    /// The Excuse, the last card.
    pub const EXCUSE: Card = Card(44);

    /// The card's place in the canonical order, from 0.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The card at a place of the canonical order, from 0.
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "below 45")]
    pub const fn from_index(index: usize) -> Option<Card> {
        if index < Card::COUNT { Some(Card(index as u8)) } else { None }
    }

    /// The card that is written exactly so in canonical form; [`read`](super::read) reads all that people write.
    #[inline]
    pub const fn from_code(code: &str) -> Option<Card> {
        let Some((rank, suits)) = split(code) else {
            return match code.as_bytes() {
                b"EX" => Some(Card::EXCUSE),
                _ => None,
            };
        };
        Card::with_suits(rank, suits)
    }

    /// The card with this rank and exactly these suits.
    #[inline]
    pub const fn with_suits(rank: Rank, suits: Suits) -> Option<Card> {
        if matches!(rank, Rank::Excuse) {
            return if suits.is_empty() { Some(Card::EXCUSE) } else { None };
        }
        match BY_CODE[rank as usize][suits.bits()] {
            NONE => None,
            index => Some(Card(index)),
        }
    }

    /// The rank.
    #[inline]
    pub const fn rank(self) -> Rank {
        self.face().rank
    }

    /// The suits: one, two or three, and none on the Excuse.
    #[inline]
    pub const fn suits(self) -> Suits {
        self.face().suits
    }

    /// The name on the card (`the Castle`); Aces have none.
    #[inline]
    pub const fn name(self) -> Option<&'static str> {
        self.face().name
    }

    /// The canonical code (`7SK`).
    #[inline]
    pub const fn code(self) -> &'static str {
        self.face().code
    }

    /// The 45 cards, in canonical order.
    #[inline]
    pub fn all() -> impl DoubleEndedIterator<Item = Card> + ExactSizeIterator + Clone {
        super::Cards::EXTENDED.iter()
    }

    /// The card as it is read back to people: `8WL the Mill, Waves Leaves`, `AW the Ace of Waves`.
    #[inline]
    pub const fn titled(self) -> Titled {
        Titled::new(self)
    }

    #[inline]
    const fn face(self) -> &'static Face {
        &DECK[self.0 as usize]
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.code())
    }
}

impl fmt::Debug for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.code())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_deck_has_36_and_4_and_4_and_1() {
        let count = |ranks: std::ops::RangeInclusive<Rank>| Card::all().filter(|c| ranks.contains(&c.rank())).count();
        assert_eq!(count(Rank::Ace..=Rank::Crown), 36);
        assert_eq!(count(Rank::Pawn..=Rank::Pawn), 4);
        assert_eq!(count(Rank::Court..=Rank::Court), 4);
        assert_eq!(count(Rank::Excuse..=Rank::Excuse), 1);
        assert!(Card::all().is_sorted_by_key(Card::rank));
    }

    #[test]
    fn from_ace_to_crown_each_suit_is_once_at_a_rank() {
        for rank in Rank::ALL {
            let suits = || Card::all().filter(|c| c.rank() == rank).map(Card::suits);
            let each = match rank {
                Rank::Ace | Rank::Crown => 1,
                Rank::Pawn | Rank::Court => 3,
                Rank::Excuse => 0,
                _ => 2,
            };
            assert!(suits().all(|s| s.len() == each));
            if rank <= Rank::Crown {
                assert_eq!(suits().map(Suits::len).sum::<usize>(), 6);
                assert_eq!(suits().fold(Suits::EMPTY, Suits::union), Suits::ALL);
            } else if rank < Rank::Excuse {
                // Each of the six suits is on two of the four Pawns, and on two of the four Courts.
                for suit in Suit::ALL {
                    assert_eq!(suits().filter(|s| s.contains(suit)).count(), 2);
                }
            }
        }
    }

    #[test]
    fn codes_are_canonical_and_lead_back() {
        for card in Card::all() {
            assert_eq!(
                card.code(),
                match card.rank() {
                    Rank::Excuse => "EX".to_owned(),
                    rank => format!("{rank}{}", card.suits()),
                }
            );
            assert_eq!(Card::from_code(card.code()), Some(card));
            assert_eq!(Card::from_index(card.index()), Some(card));
            assert_eq!(Card::with_suits(card.rank(), card.suits()), Some(card));
            assert_eq!(card.name().is_none(), card.rank() == Rank::Ace);
        }
        assert_eq!(Card::from_index(Card::COUNT), None);
        for no in ["", "7", "7KS", "7sk", "7SKK", "7SKM", "EXM", "ex", "A", "7S", "E", "1M", "é"] {
            assert_eq!(Card::from_code(no), None, "{no}");
        }
    }
}
