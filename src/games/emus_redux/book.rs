//! The rule book of Emus Redux as data: clauses in plain words, table rules, kinds of step.

use crate::table::{Book, Clause, ClauseText, RuleValues, Section, TableRule, Values, Verb, Whose};

/// The id of a clause of this book.
pub(super) const fn rx(section: u8, number: u8) -> Clause {
    Clause::new(*b"RX", section, number)
}

const fn clause(section: u8, number: u8, text: &'static str) -> ClauseText {
    ClauseText { id: rx(section, number), text }
}

/// The table rules of a game, typed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Setup {
    /// Whether a market card may be taken only after hatching or growing (RX-4.5).
    pub market_after_play: bool,
    /// Whether a discard may go on the one pile there is, instead of starting the second (RX-4.1).
    pub new_pile_optional: bool,
    /// The cost that a bird must cover.
    pub upkeep: u16,
}

impl Setup {
    pub(super) const fn of(rules: &RuleValues) -> Self {
        Self { market_after_play: rules.number(0) == 1, new_pile_optional: rules.number(1) == 1, upkeep: rules.number(2) }
    }
}

// The keys of the table rules, in their order in `BOOK.rules`.
pub(super) const MARKET_DRAW: &str = "market_draw";
pub(super) const NEW_PILE: &str = "new_pile";
pub(super) const UPKEEP: &str = "upkeep";

// The places of the verbs in `BOOK.verbs`.
pub(super) const MARKET: usize = 0;
pub(super) const HATCH: usize = 1;
pub(super) const GROW: usize = 2;
pub(super) const DISCARD: usize = 3;
pub(super) const DRAW: usize = 4;
pub(super) const TAKE: usize = 5;
pub(super) const LAY: usize = 6;
pub(super) const EXCUSE: usize = 7;
pub(super) const DONE: usize = 8;
pub(super) const SHOWS: usize = 9;

const fn verb(name: &'static str, letter: Option<char>, form: &'static str, about: &'static str) -> Verb {
    Verb { name, letter, whose: Whose::Player, form, about }
}

/// The book.
pub static BOOK: Book = Book {
    game: "emus-redux",
    title: "Emus Redux",
    designer: "P. D. Magnus",
    about: "Emu ranching for three or four, with two decks in one, a market of wild cards, and one big year.",
    players: 3..=4,
    round: "year",
    first: "takes the first turn",
    verbs: &[
        Verb {
            name: "market",
            letter: Some('m'),
            whose: Whose::Table,
            form: "CARD…",
            about: "the Pawns and Courts that lie face up, two for each player",
        },
        verb("hatch", Some('h'), "CARD", "start a new bird"),
        verb("grow", Some('g'), "N CARD", "put a card on top of your bird N; a Pawn or Court as PMSL=6"),
        verb("discard", Some('d'), "CARD [to PILE]", "put a card on discard pile 1 or 2, or start a new one"),
        verb("draw", None, "[CARD]", "draw from the draw pile"),
        verb("take", Some('t'), "CARD [from PLACE]", "take the top card of a discard pile (1, 2), or one from the market"),
        verb("lay", Some('l'), "N CARD", "after the year's end, put a card on your bird N"),
        verb("excuse", Some('e'), "N", "after laying, discard your losing bird N with an Excuse"),
        verb("done", None, "", "lay down no more"),
        verb("shows", None, "CARD…", "these cards are in that player's hand"),
    ],
    sections: SECTIONS,
    rules: &[
        TableRule {
            key: MARKET_DRAW,
            values: Values::Word(&["any-turn", "after-play"]),
            clause: rx(4, 5),
            question: "When may a market card be taken?",
            meaning: "any-turn: also after a discard; after-play: only after hatching or growing, as from a discard pile",
        },
        TableRule {
            key: NEW_PILE,
            values: Values::Word(&["required", "optional"]),
            clause: rx(4, 1),
            question: "Must a discard start a second pile while there is only one?",
            meaning: "required: yes; optional: it may also go on the pile there is, and the pile is always named",
        },
        TableRule {
            key: UPKEEP,
            values: Values::Whole { default: 18, least: 1, most: 44 },
            clause: rx(6, 2),
            question: "What does the upkeep of a bird cost?",
            meaning: "the cost that a bird's number cards must cover before it earns anything",
        },
    ],
    variants: &[],
    deck: &[],
    tally: "AW 2WL 3MW PSWK=5 6MW 8WL CW | CS 9MS 8MS; EX",
};

const SECTIONS: &[Section] = &[
    Section {
        title: "Setup",
        clauses: &[
            clause(
                1,
                1,
                "Three or four play. The game deck has 62 cards: the Aces and Crowns of one deck, and the number cards and \
                 Excuses of two. Each is dealt six, unseen; the rest is the draw pile. There is no discard pile yet.",
            ),
            clause(1, 2, "The player named first takes the first turn; then turns go clockwise."),
            clause(
                1,
                3,
                "The Pawns and Courts of both decks are shuffled, and two for each player are laid face up: the market. It is \
                 recorded before the first turn. The others are out of the game.",
            ),
        ],
    },
    Section {
        title: "A turn",
        clauses: &[
            clause(
                2,
                1,
                "A turn is one action (hatch, grow or discard) and then one draw. Neither is left out, neither is done twice, and \
                 both are recorded.",
            ),
            clause(2, 2, "The moment the last card of the draw pile is drawn, the year ends. Nobody has another turn."),
        ],
    },
    Section {
        title: "Birds",
        clauses: &[
            clause(
                3,
                1,
                "To hatch is to start a new bird with a card from your hand. Your birds are numbered from 1 as they hatch, and \
                 keep their numbers.",
            ),
            clause(3, 2, "To grow is to put a card from your hand on top of one of your own birds."),
            clause(
                3,
                3,
                "All cards of a bird share at least one suit. A new bird is open to every suit of its card; each further card \
                 narrows that, and it may never come to nothing.",
            ),
            clause(
                3,
                4,
                "From the bottom up, a bird's ranks only rise or only fall. Ranks may be skipped, but none comes twice: the two \
                 copies of a card never stand on one another. The Ace is below the 2, the Crown above the 9; the second card \
                 settles the direction.",
            ),
            clause(
                3,
                5,
                "A Pawn or Court may grow a bird that shares a suit with it, as any number from 2 to 9, named as it is played. It \
                 never hatches, and is never an Ace or a Crown. From then on it is a card of that number. (Let stand without a \
                 number, it has no rank and counts nothing.)",
            ),
            clause(3, 6, "The Excuse has no suit and no rank: it never hatches and never grows. It may be discarded or kept."),
        ],
    },
    Section {
        title: "Discarding and drawing",
        clauses: &[
            clause(
                4,
                1,
                "There are up to two discard piles. To discard is to put a card from your hand face up on one of them, or to start \
                 a new one; while there are fewer than two, a new one must be started. A pile whose last card is taken is gone, \
                 and a new pile takes the lowest number that is free.",
            ),
            clause(
                4,
                2,
                "After a discard you draw from the draw pile, or take a market card (RX-4.5); nothing from a discard pile.",
            ),
            clause(
                4,
                3,
                "After hatching or growing you draw from the draw pile, or take the card on top of either discard pile (never one \
                 from further down), or a market card (RX-4.5).",
            ),
            clause(
                4,
                4,
                "What comes from the draw pile is unseen. What comes from a discard pile or the market everybody has seen, and \
                 knows to be in that hand.",
            ),
            clause(
                4,
                5,
                "Instead of any other draw you may take a face-up market card, even after a discard, but only twice in the game. A \
                 Pawn or Court from a discard pile is no market card any more.",
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
                 them. Nobody needs to wait for the others.",
            ),
            clause(5, 2, "Nothing is hatched and nothing is drawn after the year's end."),
            clause(
                5,
                3,
                "Who is done lays no more, and throws away the cards left in hand, unseen. The year is over when all are done.",
            ),
            clause(
                5,
                4,
                "For each Excuse still in hand, a player who has laid down may discard one own bird that would lose money, instead \
                 of scoring it. That shows and spends the Excuse; after it that player lays no more.",
            ),
        ],
    },
    Section {
        title: "Scoring",
        clauses: &[
            clause(6, 1, "A bird's total is the sum of its number cards. Aces and Crowns add nothing to it."),
            clause(
                6,
                2,
                "A bird whose total is below the upkeep (18) loses the difference, and 5 more if it has an Ace or a Crown, or 10 \
                 more if it has both.",
            ),
            clause(
                6,
                3,
                "A bird that covers the upkeep pays it with number cards of its own that come to that much or more; there is no \
                 change. It earns the number cards that are left, and 5 for an Ace or a Crown, or 10 for both.",
            ),
            clause(
                6,
                4,
                "The owner chooses the cards that pay. The referee chooses what leaves most: the smallest sum that is enough; \
                 among equal sums the fewest cards, then the highest.",
            ),
            clause(6, 5, "The year, and the game, score the sum of a player's birds."),
            clause(
                6,
                6,
                "The highest total wins. Among equals, who hatched more birds; then who had more birds that lost money (those \
                 discarded with an Excuse are none). If that is equal too, the market collapses and nobody wins.",
            ),
            clause(
                6,
                7,
                "Where no Excuse of a player was recorded as spent, those known to have stayed in hand are spent on the birds that \
                 lose most. Where one was, only what was recorded counts. A bird discarded with an Excuse was hatched all the same.",
            ),
        ],
    },
];
