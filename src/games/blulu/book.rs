//! The rule book of Blulu as data: clauses, table rules, variants, verbs.

use crate::{decktet, rules, sections, table::prelude::*, verbs};

pub(super) const fn bl(section: u8, number: u8) -> ClauseId {
    ClauseId::new(*b"BL", section, number)
}

verbs! {
    Deal: "deal" 'd', Table, "CARD…", "the cards that go face up on the table before the first turn";
    Trail: "trail" 't', Player, "CARD CARD", "put both cards face up on the table, for no pair of the hand captures", "trail two cards";
    Capture: "capture" 'c', Player, "RANK with CARD CARD", "take all cards of a rank from the table with two cards of the hand", "capture with two cards";
    Shows: "shows", Anyone, "CARD…", "these cards are in that player's hand";
}

/// The rule book of Blulu.
pub static BOOK: Book = Book {
    game: "blulu",
    title: "Blulu",
    designer: "Justus Pang",
    about: "Fish for cards with pairs whose sum or difference makes the rank of a card on the table. Two to four players, the \
            Decktet with or without Pawns and Courts.",
    players: 2..=super::MOST,
    minutes: Some(20..=20),
    first_role: "deals",
    left_begins: true, // BL-1.4
    counts_at_end: true,
    nameable_places: "the cards on the table",
    left_on_table: "captures and bonuses",
    card_notation: "A card is its rank and suits: `7sk`, or as much of it as no other card has (`7s`), or its name (`castle`). `7s 3m` \
            plays 7SK and 3MW, which captures if they can; `c 4 7s 3m` says what they capture.",
    suits: &decktet::SUITS,
    printed: decktet::face,
    cover_cards: || decktet::faces("7SK AW 6LK"),
    verbs: Verb::TEXTS,
    sections: SECTIONS,
    rules: Rules::ALL,
    variants: &[
        Variant {
            name: "brulu",
            about: "the Pawns are in, nothing is dealt to the table, and 41 points win",
            sets: &[("deck", "pawns"), ("table", "0"), ("target", "41")],
        },
        Variant {
            name: "six-card",
            about: "six cards a deal, nothing is dealt to the table, and 18 points win",
            sets: &[("hand", "6"), ("table", "0"), ("target", "18")],
        },
        Variant {
            name: "difference",
            about: "pairs capture by their difference alone, or as two of a rank",
            sets: &[("arithmetic", "difference")],
        },
        Variant { name: "extended", about: "Pawns and Courts are both in: 44 cards", sets: &[("deck", "pawns-and-courts")] },
    ],
    tally_part_noun: "how many cards were captured, those left on the table at the end included; then the bonuses",
    tally_parts: &[
        FieldSpec::count("captured cards", "").always(),
        FieldSpec::count("flushes", "flush").always(),
        FieldSpec::count("sextets", "sextet").always(),
        FieldSpec::mark("ended the game, if the sums don't say who did", "first"),
    ],
    tally_example: "20; flush 1; sextet 0",
    position_example: ["9; flush 1; last; hand 2", "4MS CM 7SK; deck 16; turn NAME"],
    position_parts: [
        &[
            FieldSpec::count("captured cards", "").always(),
            FieldSpec::cards("captured cards", "", &["shows"], Grouping::No).and_more().typed_only(),
            FieldSpec::count("flushes", "flush").or_keyword("f"),
            FieldSpec::count("sextets", "sextet").or_keyword("s"),
            FieldSpec::mark("captured last", "last"),
            FieldSpec::count("cards in hand", "hand"),
            FieldSpec::cards("known in the hand", "shows", &["shows"], Grouping::No),
            FieldSpec::signed("points before this round", "before"),
            FieldSpec::ADJUST,
        ],
        &[
            FieldSpec::cards("face up in the middle", "", &["shows"], Grouping::No).always(),
            FieldSpec::count("deck", "deck"),
            FieldSpec::name("whose turn", "turn"),
            FieldSpec::number("round", "round"),
        ],
    ],
    disputes: &[
        "Ada: Bo: 'table: 4MS CM' 'Ada: capture 4 with 7SK 3MW'",
        "Ada: Bo: 'table: 4MS CM 5YK' 'Bo: trail AM 9WY'",
        "'Ada: 14; last; hand 0' 'Bo: 18; hand 2' 'table: 4MS CM; deck 0' 'Bo: trail 7SK 9LK'",
    ],
    ..Book::BARE
};

const SECTIONS: &[Section] = sections! { b"BL":
    1 "Setup and deals" {
        1 "Two, three or four play (where bonuses are exchanged, two); the player named first for a round deals it, and the neighbour \
            to the left the next."
        2 "Each player is dealt {hand} unseen cards of the shuffled deck (`{deck}`){table=0:; none go to the table}{table=4:, and 4 \
            cards go face up on the table (`deal`)}."
        3 "Whenever all hands are empty, each player is dealt {hand} cards again, until the deck is gone; nothing more goes to the table. The deck must come out exactly. These decks do, with so many cards to a hand / to the table: of two players \
            `basic` 4/4 and 6/0, `pawns` or `courts` 4/0 and 6/4, `pawns-and-courts` 4/4; of three `basic` 4/0 and 6/0, `pawns` or \
            `courts` 4/4 and 6/4; of four `basic` 4/4. Any other setup is refused."
        4 "In every deal the player to the dealer's left plays first; play goes clockwise."
    }
    2 "A turn" {
        1 "A turn plays exactly two cards from the hand."
        2 "An Ace counts 1, a number card its number, a Crown 10, a Pawn or a Court 0."
        3 "A pair captures a rank on the table worth the {arithmetic=sum-or-difference:sum or \
            difference}{arithmetic=difference:difference}{arithmetic=sum-and-difference:sum or difference} of the two. \
            Two cards of one rank {pairs=any:also capture that rank}{pairs=own-rank:capture that rank, and nothing else}."
        4 "A capture takes all cards of {arithmetic=sum-or-difference:that rank}{arithmetic=difference:that \
            rank}{arithmetic=sum-and-difference:every rank that the pair reaches, all named,} from the table, and both played cards, \
            onto the player's pile."
        5 "{arithmetic=sum-or-difference:One rank is captured in a turn, the one that the player names, even if the pair reaches \
            two that lie there.}{arithmetic=difference:One rank is captured in a turn, the one that the player names, even if the \
            pair reaches two that lie there.}{arithmetic=sum-and-difference:At this table a turn captures as many ranks as the pair \
            reaches.}"
        6 "A player who can't capture trails: both cards go face up on the table."
        7 "{must_capture=hand:Nobody trails while some pair of the hand would capture. What the table can see is judged at once: the \
            trailed cards and any known to be in that hand. What the hand hid is judged as soon as its cards come to light in the \
            same deal, and is then a revoke of the earlier trail. It undoes nothing by itself: the table \
            decides.}{must_capture=pair:Nobody trails two cards that would themselves capture; what else the hand holds is not \
            asked.}{must_capture=never:Any two cards may be trailed, at any time.}"
        8 "Pawn and Court are two ranks, although both count 0."
    }
    3 "Bonuses" {
        1 "Flush: all cards of a capture, played and taken, share a suit. It is worth 2. A capture earns at most one bonus."
        2 "Sextet: the suits printed on all cards of a capture, played and taken, are the six suits, each exactly once. It is \
            worth 4."
        3 "A bonus that gives a player {target} points or more, while nobody else has as many, ends the game on the spot. So it is where \
            bonuses are scored at once (`bonuses = tally`). The cards of the unfinished round then don't count."
        4 "Where bonuses are exchanged, they are no points: the opponent owes that many captured cards. What the two owe each \
            other is set off, and the rest is paid when the round is counted, as far as the payer's pile goes."
        5 "Where bonuses wait for the round's end (`bonuses = round-end`), they are noted, and score when their round is counted, \
            together with the cards. Until then they are in no total, and no bonus ends the game."
    }
    4 "End of a round" {
        1 "When the deck and all hands are empty, the cards left on the table go to whoever captured last. This is no capture \
            and earns no bonus. If nobody captured, they count for nobody."
        2 "Each player scores a point for every captured card above the share: the size of the deck divided by the number of \
            players, rounded down."
        3 "In a round counted by hand, only a player with a bonus can have ended the game, with {target} points or more and more than \
            anybody else. So it is where bonuses are scored at once; no cards are counted then. If that may have been one or another, \
            depending on whose bonus came first, the one who ended it is marked: `first` at the end of that player's text. That player has won; bonuses count as listed. A mark that nothing needs is refused."
    }
    5 "End of the game" {
        1 "After a round, whoever has {target} points or more, and the most, has won. If several share the most, another round is \
            played."
    }
};

rules! {
    pub struct Rules {
        deck: Deck { Basic "basic", Pawns "pawns", Courts "courts", PawnsAndCourts "pawns-and-courts" } = BL-1.2,
            "Which cards are in the deck?",
            "the cards that are played with: the 36 basic ones, or 40 with the Pawns or the Courts, or 44 with both";
        hand [4, 6] = BL-1.3,
            "How many cards is each player dealt at a time?",
            "the cards that each player gets in a deal";
        table [4, 0] = BL-1.2,
            "How many cards go face up on the table at the start of a round?",
            "the cards that are dealt face up to the table at the start of a round";
        target (22 in 1..=200) = BL-5.1,
            "How many points win?",
            "the points that win the game";
        arithmetic: Arithmetic { SumOrDifference "sum-or-difference", Difference "difference", SumAndDifference "sum-and-difference" } = BL-2.3 of_moves,
            "What does a pair capture: its sum or its difference, only its difference, or both together?",
            "what a pair reaches: the sum or the difference of its values (one rank a turn), the difference alone, or every rank \
             that sum and difference reach, all named and none left out. Two of a rank always reach that rank";
        pairs: Pairs { Any "any", OwnRank "own-rank" } = BL-2.3 of_moves,
            "What do two cards of one rank capture: their rank, sum or difference, or their own rank alone?",
            "what two cards of one rank reach: their own rank and whatever their sum or difference reaches, or their own rank \
             alone, also where it is asked whether a hand could have captured";
        must_capture: MustCapture { Hand "hand", Pair "pair", Never "never" } = BL-2.7 of_moves,
            "When is trailing forbidden: if any pair of the hand captures, if the trailed pair itself does, or never?",
            "what makes trailing illegal: any pair of the hand that captures, only the two trailed cards themselves, or nothing";
        bonuses: Bonuses { Tally "tally", Exchange "exchange", RoundEnd "round-end" } = BL-3.3,
            "Are bonuses scored at once, or when the round is counted: as captured cards that the opponent pays, or as points?",
            "whether a bonus is points, scored at once; or as many captured cards that the opponent owes (two players only); or \
             points that are noted, and scored when the round is counted";
    }
}
