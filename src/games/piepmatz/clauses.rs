//! The clauses of Piepmatz, in plain words.

use super::book::pm;
use crate::table::{ClauseText, Section};

const fn clause(section: u8, number: u8, text: &'static str) -> ClauseText {
    ClauseText { id: pm(section, number), text }
}

pub(super) const SECTIONS: &[Section] = &[
    Section {
        title: "Cards and setup",
        clauses: &[
            clause(
                1,
                1,
                "There are 72 bird cards: six species (Blackbird BL, Sparrow SP, Bullfinch BU, Chaffinch CH, Greenfinch GR, \
                 Yellowhammer YE), each with the values 1 to 6 twice, a male and a female. The two are copies of one card.",
            ),
            clause(1, 2, "A bird card shows eggs: one with 1 or 2, two with 3 or 4, three with 5 or 6."),
            clause(
                1,
                3,
                "There are 36 feeder cards (31 with two players): seed cards with 1, 2 or 3 eggs, crows, and squirrels. If the log \
                 says how many of each there are, no more can turn up. How many are left in all is always known.",
            ),
            clause(
                1,
                4,
                "Two players, and only two, take one species out, and the five feeder cards marked 3+: four seed cards and a crow. \
                 The log says which species it is.",
            ),
            clause(
                1,
                5,
                "Two to four play. There are two perches, or three with four players. At the start a bird lies on each perch \
                 (`perches`), three birds lie face up beside the bird deck (`display`), and seed cards lie in the slots 1 to 4 \
                 (`seeds`; pests turned up here are shuffled back). Each player gets four unseen birds.",
            ),
            clause(1, 6, "Whoever is named first has the first-player card and takes the first turn. Turns go clockwise."),
        ],
    },
    Section {
        title: "A turn",
        clauses: &[
            clause(2, 1, "A turn plays one bird from the hand to the end of the queue at a perch."),
            clause(
                2,
                2,
                "If the values in the queue now come to more than the bird on the perch, there is a fight. If not, the player may \
                 keep one bird of the hand, of no higher value than the one just played: it goes straight to the collection. \
                 Whatever is done next declines it.",
            ),
            clause(
                2,
                3,
                "Then the hand is filled up to four, a card at a time: with a bird from the display, or with the top of the bird \
                 deck, unseen. A bird taken from the display is replaced from the deck. When deck and display are empty the hand \
                 stays short; nothing can be drawn from an empty deck.",
            ),
            clause(2, 4, "Last in the turn, empty seed slots are refilled."),
            clause(2, 5, "A player who holds no bird is passed over. When nobody holds one, the game ends."),
        ],
    },
    Section {
        title: "A fight",
        clauses: &[
            clause(
                3,
                1,
                "What counts is by how much the queue exceeds the bird on the perch. By 1 to 4: it takes the seed card in the slot of \
                 that number, or nothing if the slot is empty. By 5 or more: it takes the top card of the feeder deck.",
            ),
            clause(
                3,
                2,
                "A pest that lies beside the seed card taken, or that was taken from the feeder deck, acts at once and is then \
                 discarded. Beside an empty slot it stays. If the feeder deck is empty, nothing is taken from it and nothing is \
                 recorded.",
            ),
            clause(
                3,
                3,
                "A crow takes one bird of the collection, of the species of which it holds most cards; among tied species, and among \
                 the cards of one, the player chooses. A squirrel takes two seed cards at random, or all if there are fewer. Both are \
                 recorded (`lose`), even where there is no choice. Who has nothing to lose loses nothing, and nothing is recorded.",
            ),
            clause(
                3,
                4,
                "Seed and pest come first, then the bird on the perch goes to the player's collection. So a crow never takes the bird \
                 of this fight, and a squirrel may take its seed.",
            ),
            clause(
                3,
                5,
                "The highest bird of the queue moves up to the perch; among equal ones, the nearest to it. If the rest of the queue \
                 still comes to more than that bird, there is another fight.",
            ),
        ],
    },
    Section {
        title: "The feeder",
        clauses: &[
            clause(
                4,
                1,
                "At the end of a turn empty slots are refilled from the feeder deck, the lowest first. `refill` names the cards in the \
                 order in which they were drawn: as many as it took, or as there were. With the deck empty there is no such step.",
            ),
            clause(
                4,
                2,
                "A pest that turns up is laid beside the lowest slot that has none, whether a seed card lies there or not, and drawing \
                 goes on. If all four have one, it is discarded.",
            ),
            clause(4, 3, "What was discarded never comes back."),
        ],
    },
    Section {
        title: "End of the game",
        clauses: &[
            clause(
                5,
                1,
                "The end begins when a card should be drawn from the empty feeder deck, in a fight or to refill a slot. The turn is \
                 finished without it. Play goes on until all have had as many turns: the last one is that of the player before the \
                 first.",
            ),
            clause(
                5,
                2,
                "Then all at once choose two birds of the hand for the collection and lay the others down, unseen (all are \
                 added if there are two or fewer). Each player who holds a bird records it (`adds`), even where there is no choice, in \
                 any order.",
            ),
        ],
    },
    Section {
        title: "Scoring",
        clauses: &[
            clause(6, 1, "Each mated pair, two cards of one species and value, scores 5 points."),
            clause(
                6,
                2,
                "For each species, whoever has most cards of it in the collection, pairs included, scores the eggs shown on these own \
                 cards; if several have as many, each scores the own ones. The others score nothing for it.",
            ),
            clause(6, 3, "The eggs on the own seed cards score."),
            clause(6, 4, "The highest sum wins. Among equal sums, whoever has more mated pairs; else they share the win."),
            clause(6, 5, "Collections lie open at all times."),
        ],
    },
];
