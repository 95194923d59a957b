//! The rule book of Eggs and Empires as data: clauses, table rules, verbs.

use super::{card::Card, view::egg_face};
use crate::{rules, sections, table::prelude::*, verbs};

pub(super) const fn ee(section: u8, number: u8) -> ClauseId {
    ClauseId::new(*b"EE", section, number)
}

/// The key of the listed eggs in `[deck]`.
pub(crate) const EGGS: &str = "eggs";

/// The title of an egg that a Scout has laid face down (EE-4.1).
pub(super) const FACE_DOWN_EGG: &str = "Face-down egg";

verbs! {
    Reveal: "reveal" 'r', Table, "V…", "the eggs turned up for this turn, by their values";
    Play: "play" 'p', Simultaneous, "N…", "the card played, by its number; with two players both cards", "play a card";
    Take: "take" 't', Player, "V or down NAME [= V]", "collect an egg: a face-up one, or the one that NAME's Scout laid", hides Value;
    Decline: "decline", Player, "", "the Mage leaves the face-down eggs";
    Give: "give" 'g', Optional, "V to NAME or down to NAME", "the Courier's egg goes to another player", may "give the Courier's egg away";
    Discard: "discard" 'd', Optional, "V or down NAME [from NAME]", "the Priest throws an egg out of the own pile, or (by the table rule `priest`) out of NAME's", may "discard an egg";
    Opens: "opens", Optional, "NAME = V", "a face-down egg of NAME's Scout in the own pile turns out to be V", may "say what a face-down egg was", hides Value;
    Mulligan: "mulligan" 'm', Optional, "", "lay the starting hand aside and draw a new one, once a round", may "draw a new starting hand";
    End: "end", Table, "", "nobody uses an ability any more in the ninth turn";
    Shows: "shows", Anyone, "N…", "these cards are in that player's hand";
}

/// The rule book of Eggs and Empires.
pub static BOOK: Book = Book {
    game: "eggs-and-empires",
    title: "Eggs and Empires",
    designer: "Matthew Riddle and Benjamin Pinchback",
    about: "Send adventurers for dragons' eggs: cards are played at once, the highest takes first, and some eggs explode. Two to \
            six players, the game's own cards.",
    players: 2..=6,
    minutes: Some(20..=30),
    first_role: "holds the tie-breaker marker",
    counts_at_end: true,
    cover_cards: || vec![egg_face(8), Card::Hero.into(), egg_face(-5)],
    nameable_places: "the egg on offer or in a pile, the card of the turn",
    left_on_table: "eggs, Merchants and Blacksmiths",
    card_notation: "An egg is typed by its value, an adventurer by the number: `13 -6` reveals two eggs, `10 9 2` are the cards that \
            the players laid, in the order of their seats (of two players `10 9 / 8 2`), `13` takes that egg, and `13 8 -6` are the eggs of several in the order of collecting.",
    verbs: Verb::TEXTS,
    sections: SECTIONS,
    rules: Rules::ALL,
    idle: &[
        IdleRule { rule: "rounds", under: ("scoring", "tokens") },
        IdleRule { rule: "next_marker", under: ("marker", "every-round") },
    ],
    variants: &[Variant {
        name: "con-pub",
        about: "Con/Pub scoring: tokens for the best of each round, and nobody adds rounds up",
        sets: &[("scoring", "tokens"), ("next_marker", "fewest-in-round")],
    }],
    deck: &[DeckKey {
        name: EGGS,
        question: "Which eggs are in the deck, by their values?",
        form: "13, 10, 8, -6 …",
        ..DeckKey::BARE
    }],
    deck_question: "Is it known which eggs are in the deck?",
    tally_part_noun: "the eggs' values; then how many Merchants and Blacksmiths found no egg",
    tally_parts: &[
        FieldSpec::cards("eggs", "", &["opens"], Grouping::No).always(),
        FieldSpec::count("Merchants without an egg", "merchant").always().or_one(),
        FieldSpec::count("Blacksmiths without an egg", "blacksmith").always().or_one(),
    ],
    tally_example: "13 10 -6; merchant 1; blacksmith 1",
    position_example: ["13 -6; down NAME; merchant 1; may give 13", "turn 4; marker NAME; eggs 8 -2"],
    position_parts: [
        &[
            FieldSpec::cards("eggs", "", &["opens"], Grouping::No).always(),
            FieldSpec::names("a face-down egg of", "down"),
            FieldSpec::count("eggs that nobody knows", "unseen"),
            FieldSpec::count("Merchants without an egg", "merchant"),
            FieldSpec::count("Blacksmiths without an egg", "blacksmith"),
            FieldSpec::count("cards in hand", "hand"),
            FieldSpec::cards("cards played", "played", &["shows"], Grouping::No).and_more(),
            FieldSpec::cards("known in the hand", "shows", &["shows"], Grouping::No),
            FieldSpec::cards("may give", "may give", &["opens"], Grouping::Pieces),
            FieldSpec::names("may give the face-down egg of", "may give down"),
            FieldSpec::times("may give an egg that nobody knows", "may give"),
            FieldSpec::times("may discard an egg", "may discard"),
            FieldSpec::mark("took a new hand", "mulligan taken").or_keyword("mulligan"),
            FieldSpec::signed("points before this round", "before"),
            FieldSpec::count("tokens", "tokens"),
            FieldSpec::ADJUST,
        ],
        &[
            FieldSpec::number("turn", "turn").always(),
            FieldSpec::name("who has the marker", "marker"),
            FieldSpec::cards("eggs on offer", "eggs", &["opens"], Grouping::No).or_keyword(""),
            FieldSpec::names("on offer, a face-down egg of", "down"),
            FieldSpec::count("deck", "deck"),
            FieldSpec::cards("eggs out of the game", "gone", &["opens"], Grouping::No).and_more(),
            FieldSpec::number("round", "round"),
        ],
    ],
    disputes: &[
        "Ada: Bo: Cy: '10 -6' '7 5 2' 'Ada: take -6'",
        "Ada: Bo: Cy: 'table: marker Bo; eggs 8 3' '9 9 4' 'Cy: take 8'",
        "'Ada: 13; may give 13' Bo: Cy: 'table: turn 3' 'Ada: give 13 to Bo'",
    ],
    value_naming: ["names an egg", "name their eggs"],
    face_down_title: FACE_DOWN_EGG,
    ..Book::BARE
};

rules! {
    pub struct Rules {
        mulligan: Mulligan { EachRound "each-round", FirstRound "first-round" } = EE-1.3 of_moves,
            "Before which rounds may a player draw a new starting hand: before each, or before the first alone?",
            "before which rounds a player may lay the starting hand aside for a new one: before each, or before the first alone";
        face_down: FaceDown { Offered "offered", Must "must" } = EE-2.4 of_moves,
            "May a face-down egg be left for others, or must it be taken once there is one for each card still to collect?",
            "whether a card may leave face-down eggs for others, or takes one as soon as as many of them lie there as cards are \
             still to collect, itself included and Mages not counted (a Mage, who may decline, never has to)";
        scoring: Scoring { Points "points", Tokens "tokens" } = EE-6.2,
            "Who wins: the highest sum of points, or the first to enough tokens (Con/Pub scoring)?",
            "what wins: the highest sum of points after all rounds, or enough tokens, of which the best of each round gets one";
        marker: MarkerRule { AfterTie "after-tie", AfterBrokenTie "after-broken-tie", EveryTurn "every-turn", EveryRound "every-round" } = EE-5.1,
            "When does the tie-breaker marker pass to the left: after a turn with a tie, only if one of the equal cards got an \
             egg, every turn, or every round?",
            "when the marker passes to the left: after a turn with a tie, only after one in which at least one of the equal cards \
             collected, after every turn, or only between rounds. In the last case the next round begins with the neighbour to \
             the left, and not with whoever has the fewest points";
        next_marker: NextMarker { FewestInAll "fewest-in-all", FewestInRound "fewest-in-round" } = EE-5.2,
            "Who holds the marker when a new round begins: who has the fewest points in all, or in the round just over?",
            "who holds the marker when a new round begins: the player with the fewest points of all rounds so far, or of the \
             round just over";
        priest: PriestRule { Own "own", Any "any" } = EE-4.4 of_moves,
            "Whose eggs may a Priest discard: only those of the own pile, or any player's?",
            "from whose pile a Priest may discard an egg: only from the own one, or from any player's (`discard V from NAME`)";
        turn_end: TurnEnd { AfterReveal "after-reveal", BeforeReveal "before-reveal" } = EE-4.6 of_moves,
            "Until when may Courier and Priest be used: the next turn's first card, or its eggs?",
            "how long the abilities of a turn's end stay open: until the first card of the next turn, so that its eggs may be \
             revealed before or after, or only until its eggs are revealed";
        shepherd: ShepherdRule { JumpsAhead "jumps-ahead", BlacksmithWaits "blacksmith-waits" } = EE-3.2 of_moves,
            "Where both are played: does the Shepherd jump ahead of the Blacksmith, or the Blacksmith wait for the Shepherd?",
            "how a Shepherd gets its egg before a Blacksmith: it jumps ahead, to just before the first Blacksmith; or the \
             Blacksmiths wait, until just after the last Shepherd";
        rounds (3 in 1..=9) = EE-6.2,
            "How many rounds are played (for points)?",
            "how many rounds are played for points; for tokens it does not count";
    }
}

const SECTIONS: &[Section] = sections! { b"EE":
    1 "Setup" {
        1 "Two to six play, each with ten Empire cards, 1 to 10; with two players each shuffles two such sets together. They are 1 Bard, 2 Scout, 3 Shepherd, 4 Courier, 5 Merchant, 6 Priest, 7 Mage, 8 \
           Blacksmith, 9 Dark Priestess, 10 Hero."
        2 "A hand is three unseen cards (four with two players), filled up again at the end of each turn while the player's deck lasts."
        3 "Before the first eggs of {mulligan=each-round:a round}{mulligan=first-round:the first round} are revealed, each player may once lay the starting hand \
           aside and draw a new one (`mulligan`). It comes from the rest of the deck; then the old cards are shuffled into that. So what was seen in the old hand is \
           not in the new one; once that is filled up again, it can be among the cards drawn since, and nowhere else in the hand."
        4 "Each turn offers two eggs with two to four players, three with five, four with six. An egg's value is a whole number; \
           one below zero explodes."
        5 "All eggs together are those that the table lists. So no value turns up more often; without a list any value from -20 to 20 is \
           taken, and no other. The box has 42 eggs, and which of them are in the deck is the table's to say. A list has at least as many as a round \
           needs (18, or 27 with five players); six players use all 42."
        6 "The player named first for a round holds the tie-breaker marker when it begins."
    }
    2 "A turn" {
        1 "First as many eggs are revealed as the number of players asks for, or all that a listed deck still holds. With none left, \
           `reveal` stands alone. The eggs that Scouts laid face down in the turn before are on offer as \
           well."
        2 "Then all players choose a card (two different ones with two players) and turn them up together; nothing is collected \
           until all have played."
        3 "A card can be played only as often in a round as its player owns it: once, or twice with two players. One card is \
           left over at a round's end, two with two players."
        4 "Each card in turn takes one egg on offer, of its player's choice, and must if it can{face_down=must:, a face-down one once \
           there is one for each card left}. {face_down=must:The card itself is one of those left; a Mage never has to take one, and is \
           not counted. }No player takes more than one egg in a turn, or, with two players, one for each card."
        5 "Eggs that nobody took are discarded, those face down without being looked at."
        6 "Then come the abilities of the turn's end. Hands are filled up as soon as collecting is over."
        7 "A round has nine turns, and a new one can't begin before."
    }
    3 "Who collects when" {
        1 "The highest card collects first; equal cards clockwise from the marker."
        2 "{shepherd=jumps-ahead: Where a Blacksmith was played, Shepherds collect just before the first. Several do so in player order. Else a Shepherd collects as a 3.}{shepherd=blacksmith-waits: Where a Shepherd was played, Blacksmiths collect just after the last. Several do so in player order. Else a Blacksmith collects as \
           an 8.}"
        3 "If two or more Dark Priestesses were played, none of them collects."
        4 "A Mage never takes an exploding egg that lies face up; while another face-up egg is there it must take one, that or a \
           face-down one. Else, if face-down eggs are there, it takes one or declines; what it took face down it keeps, even if \
           that explodes."
        5 "A card that can't collect, or need not, is passed over, and the next one goes on."
        6 "A face-down egg's value is hidden until it is collected, and named then or later in the round (`opens`), before it is \
           counted. Of several from one Scout the older comes first. A new round can't begin before."
    }
    4 "At the end of a turn" {
        1 "Scout (2): the top egg of the deck is laid face down for the next turn; only its player has seen it. Several Scouts \
           do so in player order from the marker, before the marker passes and before eggs are revealed. In the ninth turn, or \
           when the deck is empty, a Scout does nothing."
        2 "Courier (4): if it collected, its player may give that egg to another player. An egg whose value the log does not know \
           yet is given without it: `give down to NAME`."
        3 "Merchant (5): if it did not collect, its player gets 6 points at the round's end."
        4 "Priest (6): if it collected, its player may discard any one egg {priest=own: of the own pile, also one just received, \
           and none of another player's.}{priest=any: of any player's pile, also one just collected or received.} Of equal eggs \
           the one goes first that no Courier may still give away; if the Courier's egg goes, it can't be given any more."
        5 "Blacksmith (8): if it did not collect, its player loses 4 points at the round's end."
        6 "Courier and Priest are used in any order among the players, once for each card, before {turn_end=after-reveal: the \
           first card of the next turn is played}{turn_end=before-reveal: the eggs of the next turn are revealed}. After the ninth \
           turn, `end` or the next round closes what is still open; with nothing open the round ends by itself."
    }
    5 "The marker" {
        1 "{marker=after-tie: After a turn with a tie the marker passes to the left. A tie is two or more players with the same \
           card, also if these found no egg left. Dark Priestesses that cancel each other out are none.}{marker=after-broken-tie: \
           After a turn with a tie the marker passes to the left, if at least one of the equal cards collected an egg. A tie is two \
           or more players with the same card. Dark Priestesses that cancel each other out are none.}{marker=every-turn: After \
           every turn the marker passes to the left.}{marker=every-round: The marker stays all round, and between rounds it \
           passes to the left.}"
        2 "A new round begins with the marker at the player with the fewest points{next_marker=fewest-in-all: of all rounds so \
           far}{next_marker=fewest-in-round: of the round just over}; among several the table chooses. So it is where tokens win, \
           too.{marker=every-round: At this table the marker passes to the left between rounds instead.}"
    }
    6 "Scoring" {
        1 "A round's points: the eggs in the player's pile, 6 for each Merchant and minus 4 for each Blacksmith without an egg."
        2 "For points: after the last round the highest sum wins; equal sums share the victory."
        3 "For tokens: whoever has most points in a round gets a token, and so does everyone who has as many. The first to three \
           tokens wins (two with five or six players), several at once share; rounds go on until then."
    }
};
