//! The rule book of Emu Ranchers as data: clauses in plain words, table rules, kinds of step.

use crate::{
    emu::rules,
    table::{Book, Clause, ClauseText, RuleValues, Section, TableRule, Values, Verb, Whose},
};

/// The id of a clause of this book.
pub(super) const fn er(section: u8, number: u8) -> Clause {
    Clause::new(*b"ER", section, number)
}

const fn clause(section: u8, number: u8, text: &'static str) -> ClauseText {
    ClauseText { id: er(section, number), text }
}

/// The table rules of a game, typed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Setup {
    /// How many years make a game.
    pub years: u16,
    /// The cost that a bird must cover.
    pub upkeep: u16,
}

impl Setup {
    pub(super) const fn of(rules: &RuleValues) -> Self {
        Self { years: rules.number(YEARS), upkeep: rules.number(UPKEEP) }
    }
}

// The places of the table rules in `BOOK.rules`.
const YEARS: usize = 0;
const UPKEEP: usize = 1;

/// The key of the rule that says when the game is over.
pub(super) const YEARS_KEY: &str = "years";

// The places of the verbs in `BOOK.verbs`.
pub(super) const HATCH: usize = 0;
pub(super) const GROW: usize = 1;
pub(super) const DISCARD: usize = 2;
pub(super) const DRAW: usize = 3;
pub(super) const TAKE: usize = 4;
pub(super) const LAY: usize = 5;
pub(super) const DONE: usize = 6;
pub(super) const SHOWS: usize = 7;

const fn verb(name: &'static str, letter: Option<char>, form: &'static str, about: &'static str) -> Verb {
    Verb { name, letter, whose: Whose::Player, form, about }
}

/// The book.
pub static BOOK: Book = Book {
    game: "emu-ranchers",
    title: "Emu Ranchers",
    designer: "P. D. Magnus",
    about: "Raise exotic birds as stacks of cards, and hope that they pay for their keep. Two players, the basic Decktet.",
    players: 2..=2,
    round: "year",
    first: "takes the first turn",
    verbs: &[
        verb("hatch", Some('h'), "CARD", "start a new bird"),
        verb("grow", Some('g'), "N CARD", "put a card on top of your bird N"),
        verb("discard", Some('d'), "CARD", "put a card on the discard pile"),
        verb("draw", None, "[CARD]", "draw from the draw pile"),
        verb("take", Some('t'), "CARD", "take the top card of the discard pile"),
        verb("lay", Some('l'), "N CARD", "after the year's end, put a card on your bird N"),
        verb("done", None, "", "lay down no more this year"),
        verb("shows", None, "CARD…", "these cards are in that player's hand"),
    ],
    sections: SECTIONS,
    rules: &[
        TableRule {
            key: YEARS_KEY,
            values: Values::Whole { default: 2, least: 1, most: 10 },
            clause: er(6, 5),
            question: "How many years make a game?",
            meaning: "the number of years that are played and added up",
        },
        rules::upkeep_rule(er(6, 2)),
    ],
    variants: &[],
    deck: &[],
    tally: "AW 2WL 3MW 5SW 6MW 8WL CW | CS 9MS 8MS",
};

const SECTIONS: &[Section] = &[
    Section {
        title: "Setup",
        clauses: &[
            clause(
                1,
                1,
                "Two play, with the basic Decktet of 36 cards. Each is dealt six, unseen; the other 24 are the draw pile. There \
                          is no discard pile yet.",
            ),
            clause(1, 2, "The player named first for the year takes the first turn; then turns alternate."),
            clause(1, 3, "Who went first in one year goes second in the next."),
        ],
    },
    Section { title: "A turn", clauses: &[clause(2, 1, rules::TURN), clause(2, 2, rules::YEAR_ENDS)] },
    Section {
        title: "Birds",
        clauses: &[
            clause(3, 1, rules::HATCH),
            clause(3, 2, rules::GROW),
            clause(3, 3, rules::SUITS),
            clause(
                3,
                4,
                "From the bottom up, a bird's ranks only rise or only fall. Ranks may be skipped. The Ace is below the 2, the \
                          Crown above the 9; the second card settles the direction.",
            ),
        ],
    },
    Section {
        title: "Discarding and drawing",
        clauses: &[
            clause(4, 1, "To discard is to put a card from your hand face up on the one discard pile."),
            clause(4, 2, "After a discard you draw from the draw pile, nowhere else."),
            clause(
                4,
                3,
                "After hatching or growing you draw from the draw pile, or take the card on top of the discard pile; never one \
                          from further down.",
            ),
            clause(
                4,
                4,
                "What comes from the draw pile is unseen. What comes from the discard pile everybody has seen, and knows to be in \
                          that hand.",
            ),
        ],
    },
    Section {
        title: "The year's end",
        clauses: &[
            clause(
                5,
                1,
                "When the year has ended, each player may still put cards from hand on own birds, one by one, as when growing \
                          them. Nobody needs to wait for the other.",
            ),
            clause(5, 2, rules::NOTHING_NEW),
            clause(
                5,
                3,
                "Who is done lays no more, and throws away the cards left in hand, unseen; until the year is over they still count as \
                          that hand. The year is over when both are done.",
            ),
        ],
    },
    Section {
        title: "Scoring",
        clauses: &[
            clause(6, 1, rules::TOTAL),
            clause(6, 2, rules::LOSS),
            clause(6, 3, rules::PROFIT),
            clause(6, 4, rules::PAYMENT),
            clause(6, 5, "A year scores the sum of a player's birds, the game the sum of its years."),
            clause(6, 6, "The highest total wins. Equal totals share the win."),
        ],
    },
];
