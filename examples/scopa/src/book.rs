//! The rule book and the pack as data.

use super::*;

/// The pack of 40 cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Forty;

impl Pack for Forty {
    const SUITS: &'static [Suit] = &FRENCH;
    const RANKS: &'static [&'static str] = &["Ace", "2", "3", "4", "5", "6", "7", "Jack", "Queen", "King"];
}

pub type Card = PackCard<Forty>;

pub const fn sc(section: u8, number: u8) -> ClauseId {
    ClauseId::new(*b"SC", section, number)
}

pub static BOOK: Book = Book {
    game: "scopa",
    title: "Scopa",
    about: "Capture cards of the table by their value, and sweep it clean.",
    players: 2..=2,
    first_role: "deals",
    left_begins: true, // SC-1.4
    counts_at_end: true,
    nameable_places: "the cards on the table and in the pack",
    left_on_table: "scopas",
    card_notation: "A card is its rank and suit: `7d`. `t 3s 4c with 7d` takes 3S and 4C with 7D, `l kh` lays KH.",
    suits: &FRENCH,
    printed: Card::face,
    verbs: Verb::TEXTS,
    sections: sections! { b"SC":
        1 "Setup" {
            1 "Two play with 40 cards: in each suit an Ace, 2 to 7, a Jack, a Queen and a King."
            2 "A round begins with three cards for each player. Then four go face up on the table: `deal` records these."
            3 "When both hands are empty, each player is dealt three cards again, until the pack is gone."
            4 "Whoever doesn't deal plays first, and the two take turns. The other one deals the next round."
        }
        2 "Turns" {
            1 "A turn plays one card: it takes cards from the table, or is laid there."
            2 "A card takes one card of its value, or several that come to its value together. An Ace counts 1, a Jack 8, a Queen 9, \
               a King 10.{single=true: Where one card of its value lies there, it takes one such card, and not several.}"
            3 "A card that can take is not laid."
            4 "After the last card of a round, what is left on the table goes to whoever took last."
        }
        3 "The score of a round" {
            1 "Whoever has more cards than the other gets a point."
            2 "So does whoever has more Diamonds."
            3 "So does whoever has the 7 of Diamonds, the settebello."
            4 "So does whoever has the higher prime: the best card of each suit, 7 21, 6 18, Ace 16, 5 15, 4 14, 3 13, 2 12, others 10."
            5 "Whoever takes all cards of the table gets a point for this scopa at once, unless it is with the last card of the round."
        }
        4 "The end" { 1 "After a round, whoever has {target} points or more, and more than the other, has won." }
    },
    rules: Rules::ALL,
    tally_part_noun: "the player's points in the round",
    tally_example: "4",
    tally_parts: &[FieldSpec::count("points", "").always()],
    ..Book::BARE
};

verbs! {
    Deal: "deal" 'd', Table, "CARD…", "the four cards that go face up on the table";
    Take: "take" 't', Player, "CARD… with CARD", "take cards of the table with one of the hand", "take with a card";
    Lay: "lay" 'l', Player, "CARD", "lay a card on the table", "lay a card";
    Shows: "shows" 's', Anyone, "CARD…", "show cards of the hand";
}

rules! {
    /// The table rules, typed.
    pub struct Rules {
        target (11 in 1..=51) = SC-4.1, "How many points win?", "the points that win the game";
        single (true) = SC-2.2 of_moves, "Is one card taken rather than several?", "whether one card is taken rather than several";
    }
}
