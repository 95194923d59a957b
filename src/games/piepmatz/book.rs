//! The rule book of Piepmatz as data: table rules, kinds of step, what a log may say of the cards. The clauses stand in a file
//! of their own.

use super::{bird::Species, clauses::SECTIONS};
use crate::table::{Book, Clause, DeckKey, TableRule, Values, Verb, Whose};

/// The id of a clause of this book.
pub(super) const fn pm(section: u8, number: u8) -> Clause {
    Clause::new(*b"PM", section, number)
}

// The places of the table rules in `BOOK.rules`.
pub(super) const BLIND_DRAW: usize = 0;
pub(super) const DISPLAY_REFILL: usize = 1;
pub(super) const PEST_TIMING: usize = 2;
pub(super) const FIFTH_PEST: usize = 3;

// The keys of `[deck]`.
pub(super) const REMOVED: &str = "removed";
pub(super) const SEEDS: &str = "seeds";
pub(super) const CROWS: &str = "crows";
pub(super) const SQUIRRELS: &str = "squirrels";

/// The places of the verbs in `BOOK.verbs`.
pub(super) mod verb {
    pub const PERCHES: usize = 0;
    pub const DISPLAY: usize = 1;
    pub const SEEDS: usize = 2;
    pub const PLAY: usize = 3;
    pub const FEEDER: usize = 4;
    pub const LOSE: usize = 5;
    pub const KEEP: usize = 6;
    pub const DRAW: usize = 7;
    pub const REFILL: usize = 8;
    pub const ADDS: usize = 9;
    pub const SHOWS: usize = 10;
}

const fn verb(name: &'static str, letter: Option<char>, whose: Whose, form: &'static str, about: &'static str) -> Verb {
    Verb { name, letter, whose, form, about }
}

/// The book.
pub static BOOK: Book = Book {
    game: "piepmatz",
    title: "Piepmatz – Little Songbirds",
    designer: "Matt Riddle and Ben Pinchback",
    about: "Songbirds queue at a feeder, fight for the perches, and win seeds and each other. Two to four players, one round.",
    players: 2..=4,
    round: "round",
    first: "takes the first turn",
    verbs: &[
        verb("perches", None, Whose::Table, "CARD…", "the birds that lie on the perches at the start, perch 1 first"),
        verb("display", None, Whose::Either, "CARD…", "the birds that are turned up beside the bird deck"),
        verb("seeds", None, Whose::Table, "N N N N", "the seed cards in slots 1 to 4 at the start"),
        verb("play", Some('p'), Whose::Player, "CARD at N", "put a bird of the hand at the end of the queue at perch N"),
        verb("feeder", Some('f'), Whose::Either, "FEEDER", "the feeder card that a fight by 5 or more takes"),
        verb("lose", Some('l'), Whose::Player, "CARD or N N", "a crow takes this bird of yours, or a squirrel these seeds"),
        verb("keep", Some('k'), Whose::Player, "CARD", "put a bird of the hand into your collection, where there was no fight"),
        verb("draw", Some('d'), Whose::Player, "[CARD]", "draw a bird: that one from the display, or an unseen one"),
        verb(
            "refill",
            Some('r'),
            Whose::Either,
            "FEEDER…",
            "the feeder cards that were turned up for empty slots, in that order",
        ),
        verb("adds", Some('a'), Whose::Player, "CARD CARD", "at the end, the two birds of the hand that go to your collection"),
        verb("shows", None, Whose::Player, "CARD…", "these cards are in that player's hand"),
    ],
    sections: SECTIONS,
    rules: RULES,
    variants: &[],
    deck: &[
        DeckKey {
            name: REMOVED,
            question: "Two players remove one species: Blackbirds (BL), Sparrows (SP), Bullfinches (BU), Chaffinches (CH), \
                       Greenfinches (GR) or Yellowhammers (YE). Which?",
            form: "BL",
            players: &[2],
            one_of: &Species::CODES,
        },
        DeckKey {
            name: SEEDS,
            question: "How many seed cards with 1, 2 and 3 eggs are in the feeder deck?",
            form: "{ 1 = 10, 2 = 9, 3 = 8 }",
            players: &[],
            one_of: &[],
        },
        DeckKey { name: CROWS, question: "How many crows?", form: "5", players: &[], one_of: &[] },
        DeckKey { name: SQUIRRELS, question: "How many squirrels?", form: "4", players: &[], one_of: &[] },
    ],
    tally: "BL6 BL6 CH2; 3 1 2",
};

const RULES: &[TableRule] = &[
    TableRule {
        key: "blind_draw",
        values: Values::Flag { default: true },
        clause: pm(2, 3),
        question: "May a bird be drawn unseen while the display holds birds?",
        meaning: "whether a bird may be drawn unseen from the deck while birds lie in the display",
    },
    TableRule {
        key: "display_refill",
        values: Values::Word(&["immediately", "end-of-turn"]),
        clause: pm(2, 3),
        question: "When is the display filled up to three again?",
        meaning: "when the display is filled up to three again: at once after each bird taken from it, or in one go once the hand is \
                  full, before the seed slots are refilled",
    },
    TableRule {
        key: "pest_timing",
        values: Values::Word(&["before-bird", "after-bird"]),
        clause: pm(3, 4),
        question: "Does a pest act before or after the bird is collected?",
        meaning: "whether a crow or squirrel acts before the bird of the fight goes to the collection, or after it (so that a crow \
                  counts that bird and may take it)",
    },
    TableRule {
        key: "fifth_pest",
        values: Values::Word(&["discard", "stack"]),
        clause: pm(4, 2),
        question: "What becomes of a pest when every slot has one?",
        meaning: "what becomes of a crow or squirrel that turns up when every slot has one: it is discarded, or laid beside slot 1 \
                  as well, where both then act in the order in which they were laid",
    },
];
