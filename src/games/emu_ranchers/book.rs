//! The rule book of Emu Ranchers as data: clauses in plain words, table rules, kinds of step.

use crate::{
    decktet::Suit,
    emu::book::{GROW, HATCH, LOSS, NOTHING_NEW, PAYMENT, PROFIT, SUITS, TOTAL, TURN, YEAR_ENDS, upkeep_rule},
    sections,
    table::{Book, Clause, RuleValues, Section, SetupError, TableRule, Values, Verbs as _},
    verbs,
};

/// The id of a clause of this book.
pub(super) const fn er(section: u8, number: u8) -> Clause {
    Clause::new(*b"ER", section, number)
}

/// The table rule about the years.
pub static YEARS: TableRule = TableRule {
    key: "years",
    values: Values::Whole { default: 2, least: 1, most: 10 },
    clause: er(6, 5),
    question: "How many years make a game?",
    meaning: "the number of years that are played and added up",
    of_moves: false,
};

/// The table rule about the upkeep.
pub static UPKEEP: TableRule = upkeep_rule(er(6, 2));

/// The table rules of a game, typed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Setup {
    /// How many years make a game (ER-6.5).
    pub years: u16,
    /// The cost that a bird must cover (ER-6.2).
    pub upkeep: u16,
}

impl Setup {
    /// The table rules, if so many can play.
    pub(super) fn of(players: usize, rules: &RuleValues) -> Result<Self, SetupError> {
        BOOK.check_players(players, er(1, 1))?;
        Ok(Self { years: rules.number(&BOOK, &YEARS), upkeep: rules.number(&BOOK, &UPKEEP) })
    }
}

verbs! {
    Hatch: "hatch" 'h', Player, "CARD", "start a new bird", "hatch a card";
    Grow: "grow" 'g', Player, "N CARD", "put a card on top of your bird N", "grow a bird";
    Discard: "discard" 'd', Player, "CARD", "put a card on the discard pile", "discard a card";
    Draw: "draw", Player, "[CARD]", "draw from the draw pile";
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
    round: "year",
    first: "takes the first turn",
    typed: "A card is its rank and suits: `7sk`, or as much of it as no other card has (`7s`), or its name (`castle`). `h 7s .` \
            hatches 7SK and draws, `g1 9l .` puts 9LK on bird 1 and draws.",
    suits: &Suit::ALL,
    verbs: Verb::TEXTS,
    sections: SECTIONS,
    rules: &[&YEARS, &UPKEEP],
    counted: "the birds, each from the bottom card up, with | between them",
    tally: "AW 2WL 3MW 5SW 6MW 8WL CW | CS 9MS 8MS",
    ..Book::BARE
};

const SECTIONS: &[Section] = sections! { b"ER":
    1 "Setup" {
        1 "Two play, with the basic Decktet of 36 cards. Each is dealt six, unseen; the other 24 are the draw pile. There is no \
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
        3 "Who is done lays no more, and throws away the cards left in hand, unseen; until the year is over they still count as \
           that hand. The year is over when both are done."
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
