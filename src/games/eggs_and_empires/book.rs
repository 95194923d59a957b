//! The rule book of Eggs and Empires as data: table rules, kinds of step. The clauses stand in a file of their own.

use super::clauses::SECTIONS;
use crate::table::{Book, Clause, DeckKey, TableRule, Values, Verb, Whose};

/// The id of a clause of this book.
pub(super) const fn ee(section: u8, number: u8) -> Clause {
    Clause::new(*b"EE", section, number)
}

// The places of the table rules in `BOOK.rules`.
pub(super) const SCORING: usize = 0;
pub(super) const MARKER: usize = 1;
pub(super) const TURN_END: usize = 2;
pub(super) const SHEPHERD: usize = 3;
pub(super) const ROUNDS: usize = 4;

/// The key of the listed eggs in `[deck]`.
pub(super) const EGGS: &str = "eggs";

// The places of the verbs in `BOOK.verbs`.
pub(super) const REVEAL: usize = 0;
pub(super) const PLAY: usize = 1;
pub(super) const TAKE: usize = 2;
pub(super) const DECLINE: usize = 3;
pub(super) const GIVE: usize = 4;
pub(super) const DISCARD: usize = 5;
pub(super) const OPENS: usize = 6;
pub(super) const MULLIGAN: usize = 7;
pub(super) const END: usize = 8;
pub(super) const SHOWS: usize = 9;

const fn player(name: &'static str, letter: Option<char>, form: &'static str, about: &'static str) -> Verb {
    Verb { name, letter, whose: Whose::Player, form, about }
}

const fn table(name: &'static str, letter: Option<char>, form: &'static str, about: &'static str) -> Verb {
    Verb { name, letter, whose: Whose::Table, form, about }
}

/// The book.
pub static BOOK: Book = Book {
    game: "eggs-and-empires",
    title: "Eggs and Empires",
    designer: "Matthew Riddle and Benjamin Pinchback",
    about: "Send adventurers for dragons' eggs: cards are played at once, the highest takes first, and some eggs explode. Two to \
            six players, the game's own cards.",
    players: 2..=6,
    round: "round",
    first: "holds the tie-breaker marker",
    verbs: &[
        table("reveal", Some('r'), "V…", "the eggs turned up for this turn, by their values"),
        player("play", Some('p'), "N…", "the card played, by its number; with two players both cards"),
        player("take", Some('t'), "V or down NAME [= V]", "collect an egg: a face-up one, or the one that NAME's Scout laid"),
        player("decline", None, "", "the Mage leaves the face-down eggs"),
        player("give", Some('g'), "V to NAME or down to NAME", "the Courier's egg goes to another player"),
        player("discard", Some('d'), "V or down NAME", "the Priest throws an egg out of the own pile"),
        player("opens", None, "NAME = V", "a face-down egg of NAME's Scout in the own pile turns out to be V"),
        player("mulligan", Some('m'), "", "put the starting hand back and draw a new one, once a round"),
        table("end", None, "", "nobody uses an ability any more in the ninth turn"),
        player("shows", None, "N…", "these cards are in that player's hand"),
    ],
    sections: SECTIONS,
    rules: RULES,
    variants: &[],
    deck: &[DeckKey {
        name: EGGS,
        question: "Which eggs are in the deck, by their values?",
        form: "13, 10, 8, -6 …",
        players: &[],
        one_of: &[],
    }],
    tally: "13 10 -6; merchant 1; blacksmith 1",
};

const RULES: &[TableRule] = &[
    TableRule {
        key: "scoring",
        values: Values::Word(&["points", "tokens"]),
        clause: ee(6, 2),
        question: "Who wins: the highest sum of points, or the first to enough tokens (Con/Pub scoring)?",
        meaning: "what wins: the highest sum of points after all rounds, or enough tokens, of which the best of each round gets one",
    },
    TableRule {
        key: "marker",
        values: Values::Word(&["after-tie", "every-turn", "every-round"]),
        clause: ee(5, 1),
        question: "When does the tie-breaker marker pass to the left: after a turn with a tie, every turn, or every round?",
        meaning: "when the marker passes to the left: after a turn with a tie, after every turn, or only between rounds. In the last \
                  case the next round begins with the neighbour to the left, and not with whoever has the fewest points",
    },
    TableRule {
        key: "turn_end",
        values: Values::Word(&["after-reveal", "before-reveal"]),
        clause: ee(4, 6),
        question: "Until when may Courier and Priest be used: the next turn's first card, or its eggs?",
        meaning: "how long the abilities of a turn's end stay open: until the first card of the next turn, so that its eggs may be \
                  revealed before or after, or only until its eggs are revealed",
    },
    TableRule {
        key: "shepherd",
        values: Values::Word(&["jumps-ahead", "blacksmith-waits"]),
        clause: ee(3, 2),
        question: "Where both are played: does the Shepherd jump ahead of the Blacksmith, or the Blacksmith wait for the Shepherd?",
        meaning: "how a Shepherd gets its egg before a Blacksmith: it jumps ahead, to just before the first Blacksmith; or the \
                  Blacksmiths wait, until just after the last Shepherd",
    },
    TableRule {
        key: "rounds",
        values: Values::Whole { default: 3, least: 1, most: 9 },
        clause: ee(6, 2),
        question: "How many rounds are played (for points)?",
        meaning: "how many rounds are played for points; for tokens it does not count",
    },
];
