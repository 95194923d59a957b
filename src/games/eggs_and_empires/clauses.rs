//! The clauses of Eggs and Empires, in plain words.

use super::book::ee;
use crate::table::{ClauseText, Section};

const fn clause(section: u8, number: u8, text: &'static str) -> ClauseText {
    ClauseText { id: ee(section, number), text }
}

pub(super) const SECTIONS: &[Section] = &[
    Section {
        title: "Setup",
        clauses: &[
            clause(
                1,
                1,
                "Two to six play. Each has ten Empire cards: 1 Bard, 2 Scout, 3 Shepherd, 4 Courier, 5 Merchant, 6 Priest, \
                 7 Mage, 8 Blacksmith, 9 Dark Priestess, 10 Hero. With two players each shuffles two such sets together.",
            ),
            clause(
                1,
                2,
                "A hand is three cards (four with two players) that nobody else sees. At the end of each turn it is filled up \
                 again while the player's deck lasts.",
            ),
            clause(
                1,
                3,
                "Before the first eggs of a round are revealed, each player may once put the starting hand back and draw a new \
                 one: `mulligan`.",
            ),
            clause(
                1,
                4,
                "Each turn offers two eggs with two to four players, three with five, four with six. An egg's value is a whole \
                 number; one below zero explodes.",
            ),
            clause(
                1,
                5,
                "The box has 42 eggs. Which of them are in the deck is the table's to say: it may list their values, at least as \
                 many as a round needs (18, 27 or 36). Then no value can turn up more often than it is listed. Without a list any \
                 value from -20 to 20 is taken, and no other.",
            ),
            clause(1, 6, "The player named first for a round holds the tie-breaker marker when it begins."),
        ],
    },
    Section {
        title: "A turn",
        clauses: &[
            clause(
                2,
                1,
                "First the eggs on offer are revealed, as many as the number of players asks for, or all that a listed deck still \
                 holds (with none left, `reveal` stands alone). The eggs that Scouts laid face down in the turn before are on \
                 offer as well.",
            ),
            clause(
                2,
                2,
                "Then all players choose a card (two different ones with two players) and turn them up together. Nothing is \
                 collected until all have played.",
            ),
            clause(
                2,
                3,
                "A card can be played only as often in a round as its player owns it: once, or twice with two players. One card \
                 is left over at a round's end, two with two players.",
            ),
            clause(
                2,
                4,
                "The cards collect one after another; each takes one egg on offer, which one is its player's choice. A card that \
                 can take an egg must. No player takes more than one egg in a turn, or, with two players, one for each card.",
            ),
            clause(2, 5, "Eggs that nobody took are discarded, those face down without being looked at."),
            clause(2, 6, "Then come the abilities of the turn's end. Hands are filled up as soon as collecting is over."),
            clause(2, 7, "A round has nine turns. A new one can't begin before."),
        ],
    },
    Section {
        title: "Who collects when",
        clauses: &[
            clause(3, 1, "The highest card collects first. Equal cards collect in player order, clockwise from the marker."),
            clause(
                3,
                2,
                "If a Blacksmith was played, every Shepherd collects just before the first Blacksmith, several of them in player \
                 order. Else a Shepherd collects as a 3.",
            ),
            clause(3, 3, "If two or more Dark Priestesses were played, none of them collects."),
            clause(
                3,
                4,
                "A Mage never takes an exploding egg that lies face up. While another face-up egg is there it must take one, that \
                 or a face-down one. Else, if face-down eggs are there, it takes one or declines; what it took face down it keeps, \
                 even if that explodes.",
            ),
            clause(3, 5, "A card that can't collect, or need not, is passed over, and the next one goes on."),
            clause(
                3,
                6,
                "The value of a face-down egg is hidden until it is collected. The log may leave it open and name it later in the \
                 round (`opens`); of several from one Scout the older comes first. A round is counted once all eggs in the piles are \
                 named, and a new one can't begin before.",
            ),
        ],
    },
    Section {
        title: "At the end of a turn",
        clauses: &[
            clause(
                4,
                1,
                "Scout (2): the top egg of the deck is laid face down for the next turn; only its player has seen it. Several Scouts \
                 do so in player order from the marker, before the marker passes and before eggs are revealed. In the ninth turn, or \
                 when the deck is empty, a Scout does nothing.",
            ),
            clause(
                4,
                2,
                "Courier (4): if it collected, its player may give that egg to another player. An egg that nobody has seen yet is \
                 given unseen.",
            ),
            clause(4, 3, "Merchant (5): if it did not collect, its player gets 6 points at the round's end."),
            clause(
                4,
                4,
                "Priest (6): if it collected, its player may discard any one egg of the own pile, also one just received. Of equal eggs \
                 the one goes first that is no Courier's gift; if the Courier's own egg goes, it can't be given any more.",
            ),
            clause(4, 5, "Blacksmith (8): if it did not collect, its player loses 4 points at the round's end."),
            clause(
                4,
                6,
                "Courier and Priest are used in any order among the players, once for each card, before the next turn's first card (or \
                 before its eggs, by the table rule). After the ninth turn, `end` or the next round closes what is still open; with \
                 nothing open the round ends by itself.",
            ),
        ],
    },
    Section {
        title: "The marker",
        clauses: &[
            clause(
                5,
                1,
                "After a turn with a tie the marker passes to the left. A tie is two or more players with the same card, also if these \
                 found no egg left. Dark Priestesses that cancel each other out are none.",
            ),
            clause(
                5,
                2,
                "A new round begins with the marker at the player who has the fewest points so far; among several the table chooses.",
            ),
        ],
    },
    Section {
        title: "Scoring",
        clauses: &[
            clause(
                6,
                1,
                "A round's points: the eggs in the player's pile, 6 for each Merchant and minus 4 for each Blacksmith without an egg.",
            ),
            clause(6, 2, "For points: after the last round the highest sum wins; equal sums share the victory."),
            clause(
                6,
                3,
                "For tokens: whoever has most points in a round gets a token, and so does everyone who has as many. The first to three \
                 tokens wins (two with five or six players), several at once share; rounds go on until then.",
            ),
        ],
    },
];
