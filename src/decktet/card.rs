//! The 45 cards as data, and a parser for canonical codes.

use std::fmt;

use super::{Cards, Rank, Suit, Suits};

/// A card of the extended Decktet. Cards are ordered canonically: by rank, then as the rules of the Decktet list them.
///
/// ```
/// use fowlplay::decktet::{Card, Rank};
///
/// let mill: Card = "the mill".parse()?;
/// assert_eq!(mill.code(), "8WL");
/// assert_eq!(mill.rank(), Rank::Eight);
/// assert_eq!(mill.full_name(), "8WL the Mill, Waves Leaves");
/// # Ok::<(), fowlplay::decktet::CardError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Card(u8);

struct CardData {
    rank: Rank,
    suits: Suits,
    code: &'static str,
    name: Option<&'static str>,
}

const fn unnamed(code: &'static str) -> CardData {
    let bytes = code.as_bytes();
    let rank = match Rank::from_byte(bytes[0]) {
        Some(rank) => rank,
        None => Rank::Excuse,
    };
    let (mut suits, mut at) = (Suits::EMPTY, 1);
    while at < bytes.len() {
        if let Some(suit) = Suit::from_letter(bytes[at] as char) {
            suits = suits.with(suit);
        }
        at += 1;
    }
    CardData { rank, suits, code, name: None }
}

const fn named(code: &'static str, name: &'static str) -> CardData {
    CardData { name: Some(name), ..unnamed(code) }
}

#[rustfmt::skip]
static DECK: [CardData; Card::COUNT] = [
    unnamed("AM"), unnamed("AS"), unnamed("AW"), unnamed("AL"), unnamed("AY"), unnamed("AK"),
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

/// Each code as a number, which is faster to compare than its letters.
static CODES: [u32; Card::COUNT] = {
    let mut codes = [0; Card::COUNT];
    let mut at = 0;
    while at < codes.len() {
        codes[at] = packed(DECK[at].code);
        at += 1;
    }
    codes
};

/// A code as a number. Returns 0 for a text that is shorter or longer than any code.
const fn packed(code: &str) -> u32 {
    u32::from_be_bytes(match *code.as_bytes() {
        [one, two] => [0, 0, one, two],
        [one, two, three] => [0, one, two, three],
        [one, two, three, four] => [one, two, three, four],
        _ => [0; 4],
    })
}

impl Card {
    /// The number of cards in the extended deck.
    pub const COUNT: usize = 45;
    /// The Excuse, the last card.
    pub const EXCUSE: Card = Card(44);

    /// The index of the card in the canonical order, from 0.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The card with this index in the canonical order, from 0.
    #[expect(clippy::cast_possible_truncation, reason = "below 45")]
    pub const fn from_index(index: usize) -> Option<Card> {
        if index < Card::COUNT { Some(Card(index as u8)) } else { None }
    }

    /// The card with exactly this canonical code. [`parse_card`](super::parse_card) accepts every notation that people use.
    pub fn from_code(code: &str) -> Option<Card> {
        let rank = Rank::from_byte(*code.as_bytes().first()?).unwrap_or(Rank::Excuse);
        let first = Cards::of_rank(rank).first()?.index();
        let packed_code = packed(code);
        let offset = CODES[first..].iter().position(|known| *known == packed_code)?;
        Card::from_index(first + offset)
    }

    /// The card with this rank and exactly these suits.
    pub fn with_suits(rank: Rank, suits: Suits) -> Option<Card> {
        Cards::of_rank(rank).iter().find(|card| card.suits() == suits)
    }

    /// The rank.
    pub const fn rank(self) -> Rank {
        self.data().rank
    }

    /// The suits: one, two or three. The Excuse has none.
    pub const fn suits(self) -> Suits {
        self.data().suits
    }

    /// The name on the card (`the Castle`). Aces have none.
    pub const fn name(self) -> Option<&'static str> {
        self.data().name
    }

    /// The canonical code (`7SK`).
    pub const fn code(self) -> &'static str {
        self.data().code
    }

    /// The 45 cards, in canonical order.
    pub fn all() -> impl DoubleEndedIterator<Item = Card> + ExactSizeIterator + Clone {
        Cards::EXTENDED.iter()
    }

    /// The card with its name and suits: `8WL the Mill, Waves Leaves`, `AW the Ace of Waves`.
    pub fn full_name(self) -> String {
        let code = self.code();
        let Some(name) = self.name() else {
            return format!("{code} the {} of {}", self.rank().name(), self.suits().names());
        };
        let suits: Vec<&str> = self.suits().iter().map(Suit::name).collect();
        let comma = if suits.is_empty() { "" } else { ", " };
        format!("{code} {name}{comma}{}", suits.join(" "))
    }

    const fn data(self) -> &'static CardData {
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
