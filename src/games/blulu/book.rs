//! The rule book of Blulu as data: table rules, variants, kinds of step. The clauses stand in a file of their own.

use super::clauses::SECTIONS;
use crate::table::{Book, Clause, TableRule, Values, Variant, Verb, Whose};

/// The id of a clause of this book.
pub(super) const fn bl(section: u8, number: u8) -> Clause {
    Clause::new(*b"BL", section, number)
}

// The places of the table rules in `BOOK.rules`.
pub(super) const DECK: usize = 0;
pub(super) const HAND: usize = 1;
pub(super) const TABLE: usize = 2;
pub(super) const TARGET: usize = 3;
pub(super) const ARITHMETIC: usize = 4;
pub(super) const MUST_CAPTURE: usize = 5;
pub(super) const BONUSES: usize = 6;

// The places of the verbs in `BOOK.verbs`.
pub(super) const DEAL: usize = 0;
pub(super) const TRAIL: usize = 1;
pub(super) const CAPTURE: usize = 2;
pub(super) const SHOWS: usize = 3;

/// The book.
pub static BOOK: Book = Book {
    game: "blulu",
    title: "Blulu",
    designer: "Justus Pang",
    about: "Fish for cards with pairs whose sum or difference makes the rank of a card on the table. Two to four players, the \
            Decktet with or without Pawns and Courts.",
    players: 2..=4,
    round: "round",
    first: "deals",
    verbs: &[
        Verb {
            name: "deal",
            letter: Some('d'),
            whose: Whose::Table,
            form: "CARD…",
            about: "the cards that go face up on the table before the first turn",
        },
        Verb {
            name: "trail",
            letter: Some('t'),
            whose: Whose::Player,
            form: "CARD CARD",
            about: "put both cards face up on the table, for no pair of the hand captures",
        },
        Verb {
            name: "capture",
            letter: Some('c'),
            whose: Whose::Player,
            form: "RANK with CARD CARD",
            about: "take all cards of a rank from the table with two cards of the hand",
        },
        Verb {
            name: "shows", letter: None, whose: Whose::Player, form: "CARD…", about: "these cards are in that player's hand"
        },
    ],
    sections: SECTIONS,
    rules: RULES,
    variants: &[
        Variant {
            name: "brulu",
            about: "the Pawns are in, nothing is dealt to the table, and 41 points win",
            sets: &[("deck", "pawns"), ("table", "0"), ("target", "41")],
        },
        Variant {
            name: "six-card",
            about: "six cards a deal, nothing is dealt to the table, and 18 points win",
            sets: &[("hand", "6"), ("table", "0"), ("target", "18")],
        },
        Variant {
            name: "difference",
            about: "pairs capture by their difference alone, or as two of a rank",
            sets: &[("arithmetic", "difference")],
        },
        Variant { name: "extended", about: "Pawns and Courts are both in: 44 cards", sets: &[("deck", "pawns-and-courts")] },
    ],
    deck: &[],
    tally: "20; flush 1; sextet 0",
};

const RULES: &[TableRule] = &[
    TableRule {
        key: "deck",
        values: Values::Word(&["basic", "pawns", "courts", "pawns-and-courts"]),
        clause: bl(1, 2),
        question: "Which cards are in the deck?",
        meaning: "the cards that are played with: the 36 basic ones, or 40 with the Pawns or the Courts, or 44 with both",
    },
    TableRule {
        key: "hand",
        values: Values::OneOf(&[4, 6]),
        clause: bl(1, 3),
        question: "How many cards is each player dealt at a time?",
        meaning: "the cards that each player gets in a deal",
    },
    TableRule {
        key: "table",
        values: Values::OneOf(&[4, 0]),
        clause: bl(1, 2),
        question: "How many cards go face up on the table at the start of a round?",
        meaning: "the cards that are dealt face up to the table at the start of a round",
    },
    TableRule {
        key: "target",
        values: Values::Whole { default: 22, least: 1, most: 200 },
        clause: bl(5, 1),
        question: "How many points win?",
        meaning: "the points that win the game",
    },
    TableRule {
        key: "arithmetic",
        values: Values::Word(&["sum-or-difference", "difference", "sum-and-difference"]),
        clause: bl(2, 3),
        question: "What does a pair capture: its sum or its difference, only its difference, or both together?",
        meaning: "what a pair reaches: the sum or the difference of its values (one rank a turn), the difference alone, or every rank \
                  that sum and difference reach, all named and none left out. Two of a rank always reach that rank",
    },
    TableRule {
        key: "must_capture",
        values: Values::Word(&["hand", "pair", "never"]),
        clause: bl(2, 7),
        question: "When is trailing forbidden: if any pair of the hand captures, if the trailed pair itself does, or never?",
        meaning: "what makes trailing illegal: any pair of the hand that captures, only the two trailed cards themselves, or nothing",
    },
    TableRule {
        key: "bonuses",
        values: Values::Word(&["tally", "exchange"]),
        clause: bl(3, 3),
        question: "Are bonuses scored as points at once, or paid in captured cards when the round is counted (two players)?",
        meaning: "whether a bonus is points, scored at once, or as many captured cards that the opponent owes (two players only)",
    },
];
