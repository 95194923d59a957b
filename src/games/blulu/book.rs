//! The rule book of Blulu as data: clauses, table rules, variants, kinds of step; and the table rules of a game, typed.

use super::{Arithmetic, Pairing};
use crate::{
    decktet::{Card, Cards, Suit},
    sections,
    table::{Book, Clause, RuleValues, Section, SetupError, TableRule, Values, Variant, Verbs},
    verbs,
};
use std::fmt;

/// The id of a clause of this book.
pub(super) const fn bl(section: u8, number: u8) -> Clause {
    Clause::new(*b"BL", section, number)
}

verbs! {
    Deal: "deal" 'd', Table, "CARD…", "the cards that go face up on the table before the first turn";
    Trail: "trail" 't', Player, "CARD CARD", "put both cards face up on the table, for no pair of the hand captures", "trail two cards";
    Capture: "capture" 'c', Player, "RANK with CARD CARD", "take all cards of a rank from the table with two cards of the hand", "capture with two cards";
    Shows: "shows", Anyone, "CARD…", "these cards are in that player's hand";
}

/// The book.
pub static BOOK: Book = Book {
    game: "blulu",
    title: "Blulu",
    designer: "Justus Pang",
    about: "Fish for cards with pairs whose sum or difference makes the rank of a card on the table. Two to four players, the \
            Decktet with or without Pawns and Courts.",
    players: 2..=super::MOST,
    round: "round",
    first: "deals",
    left_begins: true, // BL-1.4
    counts_at_end: true,
    typed: "A card is its rank and suits: `7sk`, or as much of it as no other card has (`7s`), or its name (`castle`). `7s 3m` \
            plays 7SK and 3MW, which captures if they can; `c 4 7s 3m` says what they capture.",
    suits: &Suit::ALL,
    verbs: Verb::TEXTS,
    sections: SECTIONS,
    rules: &[&DECK, &HAND, &TABLE, &TARGET, &ARITHMETIC, &PAIRS, &MUST_CAPTURE, &BONUSES],
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
    counted: "how many cards were captured, those left on the table at the end included; then the bonuses",
    tally: "20; flush 1; sextet 0",
    ..Book::BARE
};

const SECTIONS: &[Section] = sections! { b"BL":
    1 "Setup and deals" {
        1 "Two, three or four play; where bonuses are exchanged for cards, two. The player named first for a round deals it; in \
            the next round the neighbour to the left deals."
        2 "The deck (`{deck}`) is shuffled. Each player is dealt a hand of {hand} unseen cards{table=0:; none go to the table, and \
            there is no such step}{table=4:, and 4 cards go face up on the table: `deal` records these before anything is played}."
        3 "Whenever all hands are empty, each player is dealt {hand} cards again, until the deck is gone. Nothing more goes to \
            the table. The deck must come out exactly. These decks do, with so many cards to a hand / to the table: of two players \
            `basic` 4/4 and 6/0, `pawns` or `courts` 4/0 and 6/4, `pawns-and-courts` 4/4; of three `basic` 4/0 and 6/0, `pawns` or \
            `courts` 4/4 and 6/4; of four `basic` 4/4. Any other setup is refused."
        4 "In every deal the player to the dealer's left plays first; play goes clockwise."
    }
    2 "A turn" {
        1 "A turn plays exactly two cards from the hand."
        2 "An Ace counts 1, a number card its number, a Crown 10, a Pawn or a Court 0."
        3 "A pair captures a rank on the table whose value is the {arithmetic=sum-or-difference:sum or the \
            difference}{arithmetic=difference:difference}{arithmetic=sum-and-difference:sum or the difference} of the pair's \
            values. {pairs=any:Two cards of one rank also capture that rank.}{pairs=own-rank:Two cards of one rank capture that \
            rank, and nothing else.}"
        4 "A capture takes all cards of that rank from the table, and both played cards, onto the player's \
            pile.{arithmetic=sum-and-difference: It takes every rank that the pair reaches there, and names them all.}"
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
        3 "Where bonuses are scored at once (`bonuses = tally`), one that gives a player {target} points or more, while nobody else \
            has as many, ends the game on the spot; the cards of the unfinished round then don't count."
        4 "Where bonuses are exchanged, they are no points: the opponent owes that many captured cards. What the two owe each \
            other is set off, and the rest is paid when the round is counted, as far as the payer's pile goes."
        5 "Where bonuses wait for the round's end (`bonuses = round-end`), they are noted, and score when their round is counted, \
            together with the cards. Until then they are in no total, and no bonus ends the game."
    }
    4 "End of a round" {
        1 "When the deck and all hands are empty, the cards left on the table go to whoever captured last. This is no capture \
            and earns no bonus. If nobody captured, they count for nobody."
        2 "Each player scores a point for every captured card above the share: the size of the deck parted by the number of \
            players, rounded down."
        3 "Where bonuses are scored at once, a round that was counted by hand may have ended with one of them. Whoever reaches \
            {target} points or more with a bonus, and has more than anybody else, has ended the game there, and no cards are counted. \
            If that may have been one or another, depending on whose bonus came first, the one who ended it is marked: `first` at the \
            end of that player's text. That player has won; bonuses count as listed. A mark that nothing needs is refused."
    }
    5 "End of the game" {
        1 "After a round, whoever has {target} points or more, and the most, has won. If several share the most, another round is \
            played."
    }
};

pub static DECK: TableRule = TableRule {
    key: "deck",
    values: Values::Word(&Deck::NAMES),
    clause: bl(1, 2),
    question: "Which cards are in the deck?",
    meaning: "the cards that are played with: the 36 basic ones, or 40 with the Pawns or the Courts, or 44 with both",
    of_moves: false,
};

pub static HAND: TableRule = TableRule {
    key: "hand",
    values: Values::OneOf(&[4, 6]),
    clause: bl(1, 3),
    question: "How many cards is each player dealt at a time?",
    meaning: "the cards that each player gets in a deal",
    of_moves: false,
};

pub static TABLE: TableRule = TableRule {
    key: "table",
    values: Values::OneOf(&[4, 0]),
    clause: bl(1, 2),
    question: "How many cards go face up on the table at the start of a round?",
    meaning: "the cards that are dealt face up to the table at the start of a round",
    of_moves: false,
};

pub static TARGET: TableRule = TableRule {
    key: "target",
    values: Values::Whole { default: 22, least: 1, most: 200 },
    clause: bl(5, 1),
    question: "How many points win?",
    meaning: "the points that win the game",
    of_moves: false,
};

pub static ARITHMETIC: TableRule = TableRule {
    key: "arithmetic",
    values: Values::Word(&["sum-or-difference", "difference", "sum-and-difference"]),
    clause: bl(2, 3),
    question: "What does a pair capture: its sum or its difference, only its difference, or both together?",
    meaning: "what a pair reaches: the sum or the difference of its values (one rank a turn), the difference alone, or every rank \
              that sum and difference reach, all named and none left out. Two of a rank always reach that rank",
    of_moves: true,
};

pub static PAIRS: TableRule = TableRule {
    key: "pairs",
    values: Values::Word(&["any", "own-rank"]),
    clause: bl(2, 3),
    question: "What do two cards of one rank capture: their rank, sum or difference, or their own rank alone?",
    meaning: "what two cards of one rank reach: their own rank and whatever their sum or difference reaches, or their own rank \
              alone, also where it is asked whether a hand could have captured",
    of_moves: true,
};

pub static MUST_CAPTURE: TableRule = TableRule {
    key: "must_capture",
    values: Values::Word(&["hand", "pair", "never"]),
    clause: bl(2, 7),
    question: "When is trailing forbidden: if any pair of the hand captures, if the trailed pair itself does, or never?",
    meaning: "what makes trailing illegal: any pair of the hand that captures, only the two trailed cards themselves, or nothing",
    of_moves: true,
};

pub static BONUSES: TableRule = TableRule {
    key: "bonuses",
    values: Values::Word(&["tally", "exchange", "round-end"]),
    clause: bl(3, 3),
    question: "Are bonuses scored at once, or when the round is counted: as captured cards that the opponent pays, or as points?",
    meaning: "whether a bonus is points, scored at once; or as many captured cards that the opponent owes (two players only); or \
              points that are noted, and scored when the round is counted",
    of_moves: false,
};

/// The table rule `deck`: the index of its word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Deck(u8);

impl Deck {
    const NAMES: [&'static str; 4] = ["basic", "pawns", "courts", "pawns-and-courts"];

    /// Its name, as the table rule has it.
    pub const fn name(self) -> &'static str {
        Self::NAMES[self.0 as usize]
    }

    /// Its cards.
    #[inline]
    pub const fn cards(self) -> Cards {
        const WITH_PAWNS: Cards = Cards::BASIC.union(Cards::PAWNS);
        [Cards::BASIC, WITH_PAWNS, Cards::BASIC.union(Cards::COURTS), WITH_PAWNS.union(Cards::COURTS)][self.0 as usize]
    }

    /// Its cards as an account counts them.
    pub(crate) fn stock(self) -> [u8; Card::COUNT] {
        let mut stock = [0; Card::COUNT];
        self.cards().iter().for_each(|card| stock[card.index()] = 1);
        stock
    }
}

/// The table rule `must_capture`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MustCapture {
    /// No pair of the hand may capture (BL-2.7).
    Hand,
    /// The two cards that are trailed may not capture.
    Pair,
    /// Trailing is always allowed.
    Never,
}

/// The table rule `bonuses`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Bonuses {
    /// Points, scored at once (BL-3.3).
    Tally,
    /// Cards that the opponent owes (BL-3.4).
    Exchange,
    /// Points, scored when the round is counted (BL-3.5).
    RoundEnd,
}

/// What is dealt from what.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Dealing {
    /// The deck.
    pub deck: Deck,
    /// How many cards each player gets in a deal.
    pub hand: u8,
    /// How many cards go to the table before the first.
    pub table: u8,
}

impl Dealing {
    pub(super) fn of(rules: &RuleValues) -> Self {
        let number = |rule| u8::try_from(rules.number(&BOOK, rule)).unwrap_or_default();
        Self { deck: Deck(number(&DECK).min(3)), hand: number(&HAND), table: number(&TABLE) }
    }

    /// The ones that come out exactly for so many players.
    pub fn exact(players: usize) -> impl Iterator<Item = Self> {
        let all =
            (0..4).flat_map(|deck| [(4, 4), (4, 0), (6, 4), (6, 0)].map(|(hand, table)| Self { deck: Deck(deck), hand, table }));
        all.filter(move |dealing| dealing.comes_out(players))
    }

    /// Whether the deck is dealt out to its last card (BL-1.3).
    fn comes_out(self, players: usize) -> bool {
        self.dealt().is_multiple_of(players * usize::from(self.hand))
    }

    /// How many deals a round has.
    pub fn deals(self, players: usize) -> usize {
        self.dealt() / (players * usize::from(self.hand))
    }

    /// How many cards go to hands.
    fn dealt(self) -> usize {
        self.deck.cards().len() - usize::from(self.table)
    }
}

impl fmt::Display for Dealing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "deck = {}, hand = {}, table = {}", self.deck.name(), self.hand, self.table)
    }
}

/// The table rules of a game, typed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Setup {
    /// What is dealt.
    pub dealing: Dealing,
    /// The points that win.
    pub target: i32,
    /// What a pair reaches.
    pub pairing: Pairing,
    /// When trailing is illegal.
    pub must_capture: MustCapture,
    /// What a bonus brings.
    pub bonuses: Bonuses,
}

impl Setup {
    /// The table rules, if so many can play by them.
    pub(super) fn of(players: usize, rules: &RuleValues) -> Result<Self, SetupError> {
        use Arithmetic::{Difference, SumAndDifference, SumOrDifference};
        BOOK.check_players(players, bl(1, 1))?;
        let nth = |rule| usize::from(rules.number(&BOOK, rule));
        let setup = Self {
            dealing: Dealing::of(rules),
            target: rules.number(&BOOK, &TARGET).into(),
            pairing: Pairing {
                arithmetic: [SumOrDifference, Difference, SumAndDifference][nth(&ARITHMETIC)],
                own_rank: nth(&PAIRS) == 1,
            },
            must_capture: [MustCapture::Hand, MustCapture::Pair, MustCapture::Never][nth(&MUST_CAPTURE)],
            bonuses: [Bonuses::Tally, Bonuses::Exchange, Bonuses::RoundEnd][nth(&BONUSES)],
        };
        if setup.bonuses == Bonuses::Exchange && players != 2 {
            let problem = format!("cards are exchanged between two, and {players} play");
            return Err(SetupError::new("rules.bonuses", problem, "`tally` or `round-end` with three or four players", bl(1, 1)));
        }
        if setup.dealing.comes_out(players) { Ok(setup) } else { Err(does_not_come_out(players, rules, setup.dealing)) }
    }
}

fn does_not_come_out(players: usize, rules: &RuleValues, dealing: Dealing) -> SetupError {
    // The rule to blame is one that the log sets.
    let set = [&TABLE, &HAND, &DECK].into_iter().find(|rule| rules.number(&BOOK, rule) != rule.values.default());
    let exact: Vec<String> = Dealing::exact(players).map(|dealing| dealing.to_string()).collect();
    let key = set.map_or_else(|| "players".to_owned(), |rule| format!("rules.{}", rule.key));
    let (cards, dealt, hand) = (dealing.deck.cards().len(), dealing.dealt(), dealing.hand);
    let problem = format!(
        "with {dealing}, the {cards} cards are not dealt out exactly: the {dealt} that don't go to the table can't be parted into \
         deals of {hand} for each of {players}"
    );
    SetupError::new(key, problem, format!("for {players} players one of: {}", exact.join("; ")), bl(1, 3))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        games::blulu::Blulu,
        table::{Game, RuleValue},
    };

    fn exact(players: usize) -> Vec<String> {
        Dealing::exact(players).map(|d| format!("{}/{}/{}", d.deck.name(), d.hand, d.table)).collect()
    }

    #[test]
    fn bl_1_3_the_setups_that_come_out_are_those_of_the_book() {
        let two = ["basic/4/4", "basic/6/0", "pawns/4/0", "pawns/6/4", "courts/4/0", "courts/6/4", "pawns-and-courts/4/4"];
        assert_eq!(exact(2), two);
        assert_eq!(exact(3), ["basic/4/0", "basic/6/0", "pawns/4/4", "pawns/6/4", "courts/4/4", "courts/6/4"]);
        assert_eq!(exact(4), ["basic/4/4"]);
    }

    #[test]
    fn bl_1_3_a_new_game_gets_a_setup_that_works() {
        let made = |players, variant: Option<&str>, given: &[(&str, &str)]| {
            let mut rules = RuleValues::of_variant(&BOOK, variant).expect("a variant");
            for (key, value) in given {
                rules.set(&BOOK, key, &RuleValue::from_text(value)).expect("a value of the rule");
            }
            Blulu::workable(players, &mut rules, &given.iter().map(|(key, _)| *key).collect::<Vec<_>>());
            Setup::of(players, &rules).map(|setup| (setup.dealing.hand, setup.dealing.table)).ok()
        };
        assert_eq!(made(2, None, &[]), Some((4, 4)));
        assert_eq!(made(3, None, &[]), Some((4, 0)), "three players: nothing on the table");
        assert_eq!(made(3, None, &[("deck", "pawns")]), Some((4, 4)));
        assert_eq!(made(2, None, &[("deck", "courts")]), Some((4, 0)));
        assert_eq!(made(2, None, &[("hand", "6")]), Some((6, 0)));
        assert_eq!(made(2, None, &[("table", "0")]), Some((6, 0)));
        assert_eq!(made(3, None, &[("table", "4")]), None, "what was asked for is not changed");
        assert_eq!(made(2, Some("brulu"), &[]), Some((4, 0)));
        assert_eq!(made(3, Some("brulu"), &[]), None, "nor is what the variant asks for");
        assert_eq!(made(3, Some("six-card"), &[]), Some((6, 0)));
        assert_eq!(made(2, Some("extended"), &[]), Some((4, 4)));
        assert_eq!(made(4, Some("extended"), &[]), None);
    }

    #[test]
    fn bl_1_3_what_does_not_come_out_is_refused_with_what_does() {
        let mut rules = RuleValues::defaults(&BOOK);
        rules.set(&BOOK, "table", &RuleValue::Whole(0)).expect("a value of the rule");
        let error = Setup::of(4, &rules).unwrap_err();
        assert_eq!((error.key.as_str(), error.clause), ("rules.table", Some(bl(1, 3))));
        assert_eq!(error.expected, "for 4 players one of: deck = basic, hand = 4, table = 4");
        assert!(Setup::of(3, &RuleValues::defaults(&BOOK)).is_err());
        assert!(Setup::of(2, &RuleValues::defaults(&BOOK)).is_ok());
    }
}
