//! The rule book of Emu Ranchers as data: clauses in plain words, table rules, verbs.

use crate::{
    decktet,
    emu::book::{
        EXCUSE_IDLE, EXCUSE_SPENT, EXCUSES_KEPT, EXCUSES_MEANING, EXCUSES_QUESTION, GROW, HATCH, LOSS, NOTHING_NEW, PAYMENT,
        PROFIT, SUITS, TOTAL, TURN, UPKEEP_COST, UPKEEP_MEANING, UPKEEP_QUESTION, WILDS_GROW, YEAR_ENDS, numbers,
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
        excuse (false) = ER-1.4,
            "Is the Excuse in the deck?",
            "whether the Excuse is shuffled into the deck";
        wilds: Wilds { None "none", Pawns "pawns", Courts "courts", Both "both" } = ER-1.4,
            "Which Pawns and Courts are in the deck?",
            "the cards that are shuffled into the deck: no Pawn or Court, the four Pawns, the four Courts, or all eight";
        excuses: Excuses { Seen "seen", Claimed "claimed" } = ER-6.7 of_moves, EXCUSES_QUESTION, EXCUSES_MEANING;
    }
}

verbs! {
    Hatch: "hatch" 'h', Player, "CARD", "start a new bird", "hatch a card";
    Grow: "grow" 'g', Player, "N CARD", "put a card on top of your bird N; a Pawn or Court as PMSL=6", "grow a bird";
    Discard: "discard" 'd', Player, "CARD", "put a card on the discard pile", "discard a card";
    Draw: "draw", Player, "[CARD]", "draw from the draw pile", hides All;
    Take: "take" 't', Player, "CARD", "take the top card of the discard pile";
    Lay: "lay" 'l', Player, "N CARD", "after the year's end, put a card on your bird N", "lay a card on a bird";
    Excuse: "excuse" 'e', Player, "N", "after the year's end, discard your losing bird N with the Excuse", "spend the Excuse";
    Done: "done", Player, "", "lay down no more this year";
    Shows: "shows", Anyone, "CARD…", "these cards are in that player's hand";
}

/// The book.
pub static BOOK: Book = Book {
    game: "emu-ranchers",
    title: "Emu Ranchers",
    designer: "P. D. Magnus",
    about: "Raise exotic birds as stacks of cards, and hope that they pay for their keep. Two players, the basic Decktet \
            or the extended one.",
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
    idle: &[IdleRule { rule: "excuses", under: ("excuse", "false") }],
    variants: &[Variant {
        name: "extended",
        about: "the Excuse, the Pawns and the Courts are in: 45 cards",
        sets: &[("excuse", "true"), ("wilds", "both")],
    }],
    tally_part_noun: "the birds, each from the bottom card up, with | between them; then the Excuse, if it is in the deck and in hand",
    tally_parts: &[
        FieldSpec::cards("birds, each from the bottom card up", "", &["hatch"], Grouping::Groups("bird"))
            .standing_for(numbers)
            .always(),
        FieldSpec::cards("the Excuse in hand", "", &["shows"], Grouping::No).only(&["EX"]).always(),
    ],
    tally_example: "AW 2WL 3MW 5SW 6MW 8WL CW | CS 9MS 8MS",
    position_example: ["7SK 8YK | CS; hand 5; done", "discards 9MS +4; draw 14; turn NAME"],
    position_parts: [
        &[
            FieldSpec::cards("birds", "", &["shows"], Grouping::Groups("bird"))
                .or_gone("excused", "the Excuse took it")
                .gone_by("EX")
                .standing_for(numbers)
                .always(),
            FieldSpec::count("cards in hand", "hand"),
            FieldSpec::cards("known in the hand", "shows", &["shows"], Grouping::No),
            FieldSpec::mark("done", "done"),
            FieldSpec::signed("points before this year", "before"),
            FieldSpec::ADJUST,
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
        1 "Two play, with the basic Decktet of 36 cards: each is dealt six, unseen, and the other 24 are the draw pile, with \
           whatever ER-1.4 adds. There is no discard pile yet."
        2 "The player named first for the year takes the first turn; then turns alternate."
        3 "Who went first in one year goes second in the next."
        4 "Beside the basic 36 cards, the deck has {excuse=true:the Excuse}{excuse=false:no Excuse} and {wilds=none:no Pawn or \
           Court}{wilds=pawns:the four Pawns}{wilds=courts:the four Courts}{wilds=both:the four Pawns and the four Courts}. What \
           it has is shuffled in before each year's deal, one copy of each, and the draw pile has that many cards more. Any \
           other such card is not in the game."
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
        5 WILDS_GROW
        6 EXCUSE_IDLE
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
        4 EXCUSE_SPENT
    }
    6 "Scoring" {
        1 TOTAL
        2 LOSS
        3 PROFIT
        4 PAYMENT
        5 "A year scores the sum of a player's birds. The game scores the sum of its years, {years} in all."
        6 "The highest total wins. Equal totals share the win."
        7 EXCUSES_KEPT
    }
};
