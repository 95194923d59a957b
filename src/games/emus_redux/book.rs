//! The rule book of Emus Redux as data: clauses in plain words, table rules, verbs.

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
        market_draw: MarketDraw { AnyTurn "any-turn", AfterPlay "after-play" } = RX-4.5 of_moves,
            "When may a market card be taken?",
            "any-turn: also after a discard; after-play: only after hatching or growing, as from a discard pile";
        excuses: Excuses { Seen "seen", Claimed "claimed" } = RX-6.7 of_moves,
            EXCUSES_QUESTION, EXCUSES_MEANING;
        new_pile: NewPile { Required "required", Optional "optional" } = RX-4.1 of_moves,
            "Must a discard start a second pile while there is only one?",
            "required: yes; optional: it may also go on the pile there is, and as soon as there is one the pile is always named";
        upkeep (UPKEEP_COST in 1..=44) = RX-6.2, UPKEEP_QUESTION, UPKEEP_MEANING;
    }
}

verbs! {
    Market: "market" 'm', Table, "CARD…", "the Pawns and Courts that lie face up, two for each player";
    Hatch: "hatch" 'h', Player, "CARD", "start a new bird", "hatch a card";
    Grow: "grow" 'g', Player, "N CARD", "put a card on top of your bird N; a Pawn or Court as PMSL=6", "grow a bird";
    Discard: "discard" 'd', Player, "CARD [to PILE]", "put a card on discard pile 1 or 2, or start a new one", "discard a card";
    Draw: "draw", Player, "[CARD]", "draw from the draw pile", hides All;
    Take: "take" 't', Player, "CARD [from PLACE]", "take the top card of a discard pile (1, 2), or one from the market";
    Lay: "lay" 'l', Player, "N CARD", "after the year's end, put a card on your bird N", "lay a card on a bird";
    Excuse: "excuse" 'e', Player, "N", "after the year's end, discard your losing bird N with an Excuse", "spend an Excuse";
    Done: "done", Player, "", "lay down no more";
    Shows: "shows", Anyone, "CARD…", "these cards are in that player's hand";
}

/// The book.
pub static BOOK: Book = Book {
    game: "emus-redux",
    title: "Emus Redux",
    designer: "P. D. Magnus",
    about: "Emu ranching for three or four, with two decks in one, a market of wild cards, and one big year.",
    players: 3..=4,
    minutes: Some(45..=45),
    round_noun: "year",
    rounds_noun: "years",
    first_role: "takes the first turn",
    nameable_places: "the bird, the card of the market, the card in a discard pile",
    left_on_table: "the cards of birds, which may have grown",
    card_notation: "A card is its rank and suits: `7sk`, or as much of it as no other card has (`7s`), or its name (`castle`). `h 7s .` \
            hatches 7SK and draws, `g1 9l .` puts 9LK on bird 1, `g1 pmsl=6 .` a Pawn as a 6.",
    suits: &decktet::SUITS,
    printed: decktet::face,
    cover_cards: || decktet::faces("PMSL 8YK PMYK"),
    verbs: Verb::TEXTS,
    sections: SECTIONS,
    rules: Rules::ALL,
    tally_part_noun: "the birds, each from the bottom card up, with | between them, a Pawn or Court with its number; then the \
              Excuses in hand",
    tally_parts: &[
        FieldSpec::cards("birds, each from the bottom card up", "", &["shows"], Grouping::Groups("bird"))
            .standing_for(numbers)
            .always(),
        FieldSpec::cards("Excuses in hand", "", &["shows"], Grouping::No).only(&["EX"]).always(),
    ],
    tally_example: "AW 2WL 3MW PSWK=5 6MW 8WL CW | CS 9MS 8MS; EX",
    tie_break: &[FieldSpec::count("birds hatched", "hatched"), FieldSpec::count("birds that lost money", "lost")],
    position_example: ["7SK PMSL=8 | excused; shows EX; taken 1", "market PWLY TMWK; discards 9MS +4 | 2MK; draw 14; turn NAME"],
    position_parts: [
        &[
            FieldSpec::cards("birds", "", &["shows"], Grouping::Groups("bird"))
                .or_gone("excused", "an Excuse took it")
                .gone_by("EX")
                .standing_for(numbers)
                .always(),
            FieldSpec::count("cards in hand", "hand"),
            FieldSpec::cards("known in the hand", "shows", &["shows"], Grouping::No),
            FieldSpec::mark("done", "done"),
            FieldSpec::count("market cards taken", "taken").always(),
            FieldSpec::signed("points before this year", "before").typed_only(),
            FieldSpec::ADJUST,
        ],
        &[
            FieldSpec::cards("market", "market", &["market"], Grouping::No).always(),
            FieldSpec::cards("discard piles, the top card first", "discards", &["shows"], Grouping::Fixed("pile", |_| 2))
                .and_more()
                .always(),
            FieldSpec::count("draw pile", "draw"),
            FieldSpec::name("whose turn", "turn"),
            FieldSpec::number("year", "round").or_keyword("year").typed_only(),
        ],
    ],
    disputes: &[
        "'Ada: 7SK' Bo: Cy: 'Ada: grow 1 PMSL=8'",
        "'Ada: 7SK; taken 2' Bo: Cy: 'table: market PMSL; discards -' 'Ada: discard 9MS; take PMSL'",
        "Ada: Bo: Cy: 'table: discards 9MS | 2MK' 'Bo: hatch 7SK; take 2MK'",
    ],
    ..Book::BARE
};

const SECTIONS: &[Section] = sections! { b"RX":
    1 "Setup" {
        1 "Three or four play, with 62 cards: the Aces and Crowns of one deck, and the number cards and Excuses of two. Each is dealt six, unseen; the rest is the draw pile. There is no discard pile yet."
        2 "The player named first takes the first turn; then turns go clockwise."
        3 "Of the shuffled Pawns and Courts of both decks two for each player are laid face up before the first turn: the market. The others are out of the game."
    }
    2 "A turn" {
        1 TURN
        2 YEAR_ENDS
    }
    3 "Birds" {
        1 HATCH
        2 GROW
        3 SUITS
        4 "From the bottom up, a bird's ranks only rise or only fall, and none comes twice. Ranks may be skipped; the two copies \
           of a card never stand on one another. The Ace is below the 2, the Crown above the 9; the second card settles the \
           direction."
        5 WILDS_GROW
        6 EXCUSE_IDLE
    }
    4 "Discarding and drawing" {
        1 "A card is discarded face up on one of at most two piles{new_pile=required:, and starts a new one while there \
           are fewer}{new_pile=optional:, or starts a new one while there are fewer}. {new_pile=optional:While there is only one, you \
           say which: that one, or a second. }A pile whose last card is taken is gone, and a new pile takes \
           the lowest number that is free."
        2 "After a discard you draw from the draw pile{market_draw=any-turn:, or take a market card (RX-4.5)}; nothing from a \
           discard pile."
        3 "After hatching or growing you draw from the draw pile, or take the card on top of a discard pile (none from further down), or a market card."
        4 "What comes from the draw pile is unseen. What comes from a discard pile or the market everybody has seen, and knows \
           to be in that hand."
        5 "Instead of any other draw you may take a face-up market card, {market_draw=any-turn: even after a \
           discard}{market_draw=after-play: though not after a discard}, but only twice in the game. A Pawn or Court from a \
           discard pile is no market card any more."
    }
    5 "The year's end" {
        1 "When the year has ended, each player may still put cards from hand on own birds, one by one, as when growing them. \
           Nobody needs to wait for the others."
        2 NOTHING_NEW
        3 "Who is done lays no more, and throws away the cards left in hand, unseen; the year is over when all are done. Until then \
           they still count as that hand."
        4 EXCUSE_SPENT
    }
    6 "Scoring" {
        1 TOTAL
        2 LOSS
        3 PROFIT
        4 PAYMENT
        5 "The year, and the game, score the sum of a player's birds."
        6 "The highest total wins. Among equals, who hatched more birds; then who had more birds that lost money (those \
           discarded with an Excuse are none). If that is equal too, the market collapses and nobody wins."
        7 EXCUSES_KEPT
    }
};
