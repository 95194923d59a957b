//! The rule book of Eggs and Empires as data: clauses, table rules, kinds of step; and the rules and eggs of one table, typed.

use super::egg::{BOX, Value};
use crate::{
    sections,
    table::{Book, Clause, DeckEntry, DeckKey, RuleValues, Section, SetupError, TableRule, Values, Verbs, count_of},
    verbs,
};
use std::sync::Arc;

/// The id of a clause of this book.
pub(super) const fn ee(section: u8, number: u8) -> Clause {
    Clause::new(*b"EE", section, number)
}

/// The key of the listed eggs in `[deck]`.
pub(crate) const EGGS: &str = "eggs";

verbs! {
    Reveal: "reveal" 'r', Table, "V…", "the eggs turned up for this turn, by their values";
    Play: "play" 'p', Player, "N…", "the card played, by its number; with two players both cards";
    Take: "take" 't', Player, "V or down NAME [= V]", "collect an egg: a face-up one, or the one that NAME's Scout laid";
    Decline: "decline", Player, "", "the Mage leaves the face-down eggs";
    Give: "give" 'g', Player, "V to NAME or down to NAME", "the Courier's egg goes to another player";
    Discard: "discard" 'd', Player, "V or down NAME", "the Priest throws an egg out of the own pile";
    Opens: "opens", Player, "NAME = V", "a face-down egg of NAME's Scout in the own pile turns out to be V";
    Mulligan: "mulligan" 'm', Player, "", "put the starting hand back and draw a new one, once a round";
    End: "end", Table, "", "nobody uses an ability any more in the ninth turn";
    Shows: "shows", Anyone, "N…", "these cards are in that player's hand";
}

/// The book.
pub static BOOK: Book = Book {
    game: "eggs-and-empires",
    title: "Eggs and Empires",
    designer: "Matthew Riddle and Benjamin Pinchback",
    about: "Send adventurers for dragons' eggs: cards are played at once, the highest takes first, and some eggs explode. Two to \
            six players, the game's own cards.",
    players: 2..=6,
    round: "round",
    first: "holds the tie-breaker marker",
    verbs: Verb::TEXTS,
    sections: SECTIONS,
    rules: &[&SCORING, &MARKER, &TURN_END, &SHEPHERD, &ROUNDS],
    variants: &[],
    deck: &[DeckKey {
        name: EGGS,
        question: "Which eggs are in the deck, by their values?",
        form: "13, 10, 8, -6 …",
        players: &[],
        one_of: &[],
    }],
    tally: "13 10 -6; merchant 1; blacksmith 1",
};

/// What wins.
pub static SCORING: TableRule = TableRule {
    key: "scoring",
    values: Values::Word(&["points", "tokens"]),
    clause: ee(6, 2),
    question: "Who wins: the highest sum of points, or the first to enough tokens (Con/Pub scoring)?",
    meaning: "what wins: the highest sum of points after all rounds, or enough tokens, of which the best of each round gets one",
};

/// When the marker passes.
pub static MARKER: TableRule = TableRule {
    key: "marker",
    values: Values::Word(&["after-tie", "every-turn", "every-round"]),
    clause: ee(5, 1),
    question: "When does the tie-breaker marker pass to the left: after a turn with a tie, every turn, or every round?",
    meaning: "when the marker passes to the left: after a turn with a tie, after every turn, or only between rounds. In the last \
              case the next round begins with the neighbour to the left, and not with whoever has the fewest points",
};

/// How long abilities are open.
pub static TURN_END: TableRule = TableRule {
    key: "turn_end",
    values: Values::Word(&["after-reveal", "before-reveal"]),
    clause: ee(4, 6),
    question: "Until when may Courier and Priest be used: the next turn's first card, or its eggs?",
    meaning: "how long the abilities of a turn's end stay open: until the first card of the next turn, so that its eggs may be \
              revealed before or after, or only until its eggs are revealed",
};

/// How the Shepherd gets ahead of the Blacksmith.
pub static SHEPHERD: TableRule = TableRule {
    key: "shepherd",
    values: Values::Word(&["jumps-ahead", "blacksmith-waits"]),
    clause: ee(3, 2),
    question: "Where both are played: does the Shepherd jump ahead of the Blacksmith, or the Blacksmith wait for the Shepherd?",
    meaning: "how a Shepherd gets its egg before a Blacksmith: it jumps ahead, to just before the first Blacksmith; or the \
              Blacksmiths wait, until just after the last Shepherd",
};

/// How many rounds are played for points.
pub static ROUNDS: TableRule = TableRule {
    key: "rounds",
    values: Values::Whole { default: 3, least: 1, most: 9 },
    clause: ee(6, 2),
    question: "How many rounds are played (for points)?",
    meaning: "how many rounds are played for points; for tokens it does not count",
};

const SECTIONS: &[Section] = sections! { b"EE":
    1 "Setup" {
        1 "Two to six play. Each has ten Empire cards: 1 Bard, 2 Scout, 3 Shepherd, 4 Courier, 5 Merchant, 6 Priest, 7 Mage, 8 \
           Blacksmith, 9 Dark Priestess, 10 Hero. With two players each shuffles two such sets together."
        2 "A hand is three cards (four with two players) that nobody else sees. At the end of each turn it is filled up again \
           while the player's deck lasts."
        3 "Before the first eggs of a round are revealed, each player may once put the starting hand back and draw a new one: \
           `mulligan`."
        4 "Each turn offers two eggs with two to four players, three with five, four with six. An egg's value is a whole number; \
           one below zero explodes."
        5 "The box has 42 eggs. Which of them are in the deck is the table's to say: it may list their values, at least as many \
           as a round needs (18, 27 or 36). Then no value can turn up more often than it is listed. Without a list any value \
           from -20 to 20 is taken, and no other."
        6 "The player named first for a round holds the tie-breaker marker when it begins."
    }
    2 "A turn" {
        1 "First the eggs on offer are revealed, as many as the number of players asks for, or all that a listed deck still \
           holds (with none left, `reveal` stands alone). The eggs that Scouts laid face down in the turn before are on offer as \
           well."
        2 "Then all players choose a card (two different ones with two players) and turn them up together. Nothing is collected \
           until all have played."
        3 "A card can be played only as often in a round as its player owns it: once, or twice with two players. One card is \
           left over at a round's end, two with two players."
        4 "The cards collect one after another; each takes one egg on offer, which one is its player's choice. A card that can \
           take an egg must. No player takes more than one egg in a turn, or, with two players, one for each card."
        5 "Eggs that nobody took are discarded, those face down without being looked at."
        6 "Then come the abilities of the turn's end. Hands are filled up as soon as collecting is over."
        7 "A round has nine turns. A new one can't begin before."
    }
    3 "Who collects when" {
        1 "The highest card collects first. Equal cards collect in player order, clockwise from the marker."
        2 "If a Blacksmith was played, every Shepherd collects just before the first Blacksmith, several of them in player \
           order. Else a Shepherd collects as a 3."
        3 "If two or more Dark Priestesses were played, none of them collects."
        4 "A Mage never takes an exploding egg that lies face up. While another face-up egg is there it must take one, that or a \
           face-down one. Else, if face-down eggs are there, it takes one or declines; what it took face down it keeps, even if \
           that explodes."
        5 "A card that can't collect, or need not, is passed over, and the next one goes on."
        6 "The value of a face-down egg is hidden until it is collected. The log may leave it open and name it later in the \
           round (`opens`); of several from one Scout the older comes first. A round is counted once all eggs in the piles are \
           named, and a new one can't begin before."
    }
    4 "At the end of a turn" {
        1 "Scout (2): the top egg of the deck is laid face down for the next turn; only its player has seen it. Several Scouts \
           do so in player order from the marker, before the marker passes and before eggs are revealed. In the ninth turn, or \
           when the deck is empty, a Scout does nothing."
        2 "Courier (4): if it collected, its player may give that egg to another player. An egg that nobody has seen yet is \
           given unseen."
        3 "Merchant (5): if it did not collect, its player gets 6 points at the round's end."
        4 "Priest (6): if it collected, its player may discard any one egg of the own pile, also one just received. Of equal \
           eggs the one goes first that is no Courier's gift; if the Courier's own egg goes, it can't be given any more."
        5 "Blacksmith (8): if it did not collect, its player loses 4 points at the round's end."
        6 "Courier and Priest are used in any order among the players, once for each card, before the next turn's first card (or \
           before its eggs, by the table rule). After the ninth turn, `end` or the next round closes what is still open; with \
           nothing open the round ends by itself."
    }
    5 "The marker" {
        1 "After a turn with a tie the marker passes to the left. A tie is two or more players with the same card, also if these \
           found no egg left. Dark Priestesses that cancel each other out are none."
        2 "A new round begins with the marker at the player who has the fewest points so far; among several the table chooses."
    }
    6 "Scoring" {
        1 "A round's points: the eggs in the player's pile, 6 for each Merchant and minus 4 for each Blacksmith without an egg."
        2 "For points: after the last round the highest sum wins; equal sums share the victory."
        3 "For tokens: whoever has most points in a round gets a token, and so does everyone who has as many. The first to three \
           tokens wins (two with five or six players), several at once share; rounds go on until then."
    }
};

/// The table rule `marker`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MarkerRule {
    /// It passes left after a turn with a tie (EE-5.1).
    AfterTie,
    /// It passes left after every turn.
    EveryTurn,
    /// It stays for a round, and passes left between rounds.
    EveryRound,
}

/// The table rule `shepherd`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ShepherdRule {
    /// Shepherds collect just before the first Blacksmith (EE-3.2).
    JumpsAhead,
    /// Blacksmiths collect just after the last Shepherd.
    BlacksmithWaits,
}

/// The table rules and the listed eggs of a game, typed.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Setup {
    /// Whether the first to enough tokens wins (EE-6.3), or else the highest sum of points (EE-6.2).
    pub tokens: bool,
    /// When the marker passes.
    pub marker: MarkerRule,
    /// Whether abilities close when the next eggs are revealed, or else with the next turn's first card (EE-4.6).
    pub closed_by_reveal: bool,
    /// How the Shepherd gets ahead of the Blacksmith.
    pub shepherd: ShepherdRule,
    /// How many rounds are played for points.
    pub rounds: u16,
    /// The eggs in play, highest first, if the table lists them (EE-1.5).
    pub eggs: Option<Arc<[Value]>>,
}

/// How many eggs are revealed each turn (EE-1.4).
pub(crate) const fn eggs_each_turn(players: usize) -> usize {
    match players {
        0..=4 => 2,
        5 => 3,
        _ => 4,
    }
}

impl Setup {
    /// The table rules and the deck, if so many can play by them.
    pub(super) fn of(players: usize, rules: &RuleValues, deck: &[(String, DeckEntry)]) -> Result<Self, SetupError> {
        BOOK.check_players(players, ee(1, 1))?;
        let eggs = deck.iter().find(|(key, _)| key == EGGS).map(|(_, entry)| listed(players, entry)).transpose()?;
        let nth = |rule| usize::from(rules.number(&BOOK, rule));
        Ok(Self {
            tokens: nth(&SCORING) == 1,
            marker: [MarkerRule::AfterTie, MarkerRule::EveryTurn, MarkerRule::EveryRound][nth(&MARKER)],
            closed_by_reveal: nth(&TURN_END) == 1,
            shepherd: [ShepherdRule::JumpsAhead, ShepherdRule::BlacksmithWaits][nth(&SHEPHERD)],
            rounds: rules.number(&BOOK, &ROUNDS),
            eggs,
        })
    }
}

/// The eggs that a table lists (EE-1.5). A value far beyond any that is printed is refused.
fn listed(players: usize, entry: &DeckEntry) -> Result<Arc<[Value]>, SetupError> {
    let least = 9 * eggs_each_turn(players);
    let expected = || format!("a list of {least} to {BOX} whole numbers, as [13, 10, 8, -6, …]");
    let wrong = |problem: String| SetupError::new(format!("deck.{EGGS}"), problem, expected(), ee(1, 5));
    let DeckEntry::List(values) = entry else { return Err(wrong("this is no list of eggs".to_owned())) };
    if values.len() < least {
        let eggs = count_of(values.len(), "egg is", "eggs are");
        return Err(wrong(format!("{eggs} too few: a round of {players} needs {least}")));
    }
    if values.len() > BOX {
        return Err(wrong(format!("{} eggs are too many: the box has {BOX}", values.len())));
    }
    let value = |&value: &i64| {
        let fits = Value::try_from(value).ok().filter(|value| (-99..=99).contains(value));
        fits.ok_or_else(|| wrong(format!("{value} is no egg's value: it has to be from -99 to 99")))
    };
    let mut eggs = values.iter().map(value).collect::<Result<Vec<_>, _>>()?;
    eggs.sort_unstable_by(|one, other| other.cmp(one));
    Ok(eggs.into())
}
