//! The rule book of Emu Ranchers as data: clauses in plain words, table rules, verbs.

use crate::{
    decktet,
    emu::book::{
        GROW, HATCH, LOSS, NOTHING_NEW, PAYMENT, PROFIT, SUITS, TOTAL, TURN, UPKEEP_COST, UPKEEP_MEANING, UPKEEP_QUESTION,
        YEAR_ENDS,
    },
    rules, sections,
    table::prelude::*,
    verbs,
};

rules! {
    /// The table rules, typed.
    pub struct Rules {
        years (2 in 1..=10) = ER-6.5,
            "How many years make a game?",
            "the number of years that are played and added up";
        upkeep (UPKEEP_COST in 1..=44) = ER-6.2, UPKEEP_QUESTION, UPKEEP_MEANING;
    }
}

verbs! {
    Hatch: "hatch" 'h', Player, "CARD", "start a new bird", "hatch a card";
    Grow: "grow" 'g', Player, "N CARD", "put a card on top of your bird N", "grow a bird";
    Discard: "discard" 'd', Player, "CARD", "put a card on the discard pile", "discard a card";
    Draw: "draw", Player, "[CARD]", "draw from the draw pile", hides All;
    Take: "take" 't', Player, "CARD", "take the top card of the discard pile";
    Lay: "lay" 'l', Player, "N CARD", "after the year's end, put a card on your bird N", "lay a card on a bird";
    Done: "done", Player, "", "lay down no more this year";
    Shows: "shows", Anyone, "CARD…", "these cards are in that player's hand";
}

/// The book.
pub static BOOK: Book = Book {
    game: "emu-ranchers",
    title: "Emu Ranchers",
    designer: "P. D. Magnus",
    about: "Raise exotic birds as stacks of cards, and hope that they pay for their keep. Two players, the basic Decktet.",
    players: 2..=2,
    round_noun: "year",
    rounds_noun: "years",
    first_role: "takes the first turn",
    nameable_places: "the bird, the card in the discard pile",
    left_on_table: "the cards of birds, which may have grown",
    card_notation: "A card is its rank and suits: `7sk`, or as much of it as no other card has (`7s`), or its name (`castle`). `h 7s .` \
            hatches 7SK and draws, `g1 9l .` puts 9LK on bird 1 and draws.",
    suits: &decktet::SUITS,
    printed: decktet::face,
    cover_cards: || decktet::faces("7SK 8YK 9LK"),
    verbs: Verb::TEXTS,
    sections: SECTIONS,
    rules: Rules::ALL,
    tally_part_noun: "the birds, each from the bottom card up, with | between them",
    tally_parts: &[FieldSpec::cards("birds, each from the bottom card up", "", &["hatch"], Grouping::Groups("bird")).always()],
    tally_example: "AW 2WL 3MW 5SW 6MW 8WL CW | CS 9MS 8MS",
    position_example: ["7SK 8YK | CS; hand 5; done", "discards 9MS +4; draw 14; turn NAME"],
    position_parts: [
        &[
            FieldSpec::cards("birds", "", &["shows"], Grouping::Groups("bird")).always(),
            FieldSpec::count("cards in hand", "hand"),
            FieldSpec::cards("known in the hand", "shows", &["shows"], Grouping::No),
            FieldSpec::mark("done", "done"),
            FieldSpec::signed("points before this year", "before"),
        ],
        &[
            FieldSpec::cards("discard pile, the top card first", "discards", &["shows"], Grouping::No).and_more().always(),
            FieldSpec::count("draw pile", "draw"),
            FieldSpec::name("whose turn", "turn"),
            FieldSpec::number("year", "round").or_keyword("year"),
        ],
    ],
    disputes: &[
        "'Ada: 7SK 8YK' Bo: 'Ada: grow 1 9LK'",
        "Ada: Bo: 'table: discards 9MS' 'Ada: discard 7SK; take 9MS'",
        "'Ada: 7ML 5ML' Bo: 'table: draw 0' 'Ada: lay 1 3MW'",
    ],
    ..Book::BARE
};

const SECTIONS: &[Section] = sections! { b"ER":
    1 "Setup" {
        1 "Two play, with the basic Decktet of 36 cards: each is dealt six, unseen, and the other 24 are the draw pile. There is no \
           discard pile yet."
        2 "The player named first for the year takes the first turn; then turns alternate."
        3 "Who went first in one year goes second in the next."
    }
    2 "A turn" {
        1 TURN
        2 YEAR_ENDS
    }
    3 "Birds" {
        1 HATCH
        2 GROW
        3 SUITS
        4 "From the bottom up, a bird's ranks only rise or only fall. Ranks may be skipped. The Ace is below the 2, the Crown \
           above the 9; the second card settles the direction."
    }
    4 "Discarding and drawing" {
        1 "To discard is to put a card from your hand face up on the one discard pile."
        2 "After a discard you draw from the draw pile, nowhere else."
        3 "After hatching or growing you draw from the draw pile, or take the card on top of the discard pile; never one from \
           further down."
        4 "What comes from the draw pile is unseen. What comes from the discard pile everybody has seen, and knows to be in that \
           hand."
    }
    5 "The year's end" {
        1 "When the year has ended, each player may still put cards from hand on own birds, one by one, as when growing them. \
           Nobody needs to wait for the other."
        2 NOTHING_NEW
        3 "Who is done lays no more, and throws away the cards left in hand, unseen; the year is over when both are done. Until then \
           they still count as that hand."
    }
    6 "Scoring" {
        1 TOTAL
        2 LOSS
        3 PROFIT
        4 PAYMENT
        5 "A year scores the sum of a player's birds. The game scores the sum of its years, {years} in all."
        6 "The highest total wins. Equal totals share the win."
    }
};
