//! The clauses of Blulu, in plain words.

use super::book::bl;
use crate::table::{ClauseText, Section};

const fn clause(section: u8, number: u8, text: &'static str) -> ClauseText {
    ClauseText { id: bl(section, number), text }
}

pub(super) const SECTIONS: &[Section] = &[
    Section {
        title: "Setup and deals",
        clauses: &[
            clause(
                1,
                1,
                "Two, three or four play; where bonuses are exchanged for cards, two. The player named first for a round deals it; \
                 in the next round the neighbour to the left deals.",
            ),
            clause(
                1,
                2,
                "The deck is shuffled. Each player is dealt a hand of four (or six) unseen cards, and four cards go face up on the \
                 table: `deal` records these before anything is played. Where the table rule says that none go there, there is \
                 no such step.",
            ),
            clause(
                1,
                3,
                "Whenever all hands are empty, each player is dealt as many cards again, until the deck is gone. Nothing more goes to \
                 the table. The deck must come out exactly; a setup with which it does not is refused.",
            ),
            clause(1, 4, "In every deal the player to the dealer's left plays first; play goes clockwise."),
        ],
    },
    Section {
        title: "A turn",
        clauses: &[
            clause(2, 1, "A turn plays exactly two cards from the hand."),
            clause(2, 2, "An Ace counts 1, a number card its number, a Crown 10, a Pawn or a Court 0."),
            clause(
                2,
                3,
                "A pair captures a rank on the table whose value is the sum or the difference of the pair's values. Two cards of \
                 one rank also capture that rank.",
            ),
            clause(
                2,
                4,
                "A capture takes all cards of that rank from the table, and both played cards, onto the player's pile. Where sum \
                 and difference are both taken, it takes every rank that they reach.",
            ),
            clause(
                2,
                5,
                "One rank is captured in a turn, the one that the player names, even if the pair reaches two that lie there \
                 (unless the table takes both sum and difference).",
            ),
            clause(2, 6, "A player who can't capture trails: both cards go face up on the table."),
            clause(
                2,
                7,
                "Nobody trails while some pair of the hand would capture. What the table can see is judged at once: the \
                 trailed cards and any known to be in that hand. What the hand hid is judged as soon as its cards come to light in \
                 the same deal, and is then a revoke of the earlier trail. It undoes nothing by itself: the table decides.",
            ),
            clause(2, 8, "Pawn and Court are two ranks, although both count 0."),
        ],
    },
    Section {
        title: "Bonuses",
        clauses: &[
            clause(
                3,
                1,
                "Flush: all cards of a capture, played and taken, share a suit. It is worth 2. A capture earns at most one bonus.",
            ),
            clause(
                3,
                2,
                "Sextet: the suits printed on all cards of a capture, played and taken, are the six suits, each exactly once. It \
                 is worth 4.",
            ),
            clause(
                3,
                3,
                "Bonuses are points, scored at once. One that gives a player enough to win, while nobody else has as many, ends \
                 the game on the spot; the cards of the unfinished round then don't count.",
            ),
            clause(
                3,
                4,
                "Where bonuses are exchanged, they are no points: the opponent owes that many captured cards. What the two owe each \
                 other is set off, and the rest is paid when the round is counted, as far as the payer's pile goes.",
            ),
        ],
    },
    Section {
        title: "End of a round",
        clauses: &[
            clause(
                4,
                1,
                "When the deck and all hands are empty, the cards left on the table go to whoever captured last. This is no \
                 capture and earns no bonus. If nobody captured, they count for nobody.",
            ),
            clause(
                4,
                2,
                "Each player scores a point for every captured card above the share: the size of the deck parted by the number of \
                 players, rounded down.",
            ),
        ],
    },
    Section {
        title: "End of the game",
        clauses: &[clause(
            5,
            1,
            "After a round, whoever has enough points to win, and the most, has won. If several share the most, another round is \
             played.",
        )],
    },
];
