//! The rule book of Piepmatz as data: clauses, table rules, kinds of step, and what a log may say of the cards.

use super::{
    bird::{COPIES, KINDS, Species, VALUES},
    feeder::{FeederCard, Listed},
};
use crate::{
    sections,
    table::{Book, Clause, DeckEntry, DeckKey, RuleValues, SetupError, TableRule, Values, Verbs as _, or_list},
    verbs,
};

/// The id of a clause of this book.
pub(super) const fn pm(section: u8, number: u8) -> Clause {
    Clause::new(*b"PM", section, number)
}

/// Whether a bird may be drawn unseen while the display holds birds.
pub static BLIND_DRAW: TableRule = TableRule {
    key: "blind_draw",
    values: Values::Flag { default: true },
    clause: pm(2, 3),
    question: "May a bird be drawn unseen while the display holds birds?",
    meaning: "whether a bird may be drawn unseen from the deck while birds lie in the display",
    of_moves: true,
};

/// Whether the slots or the hand are filled up first.
pub static REFILL_ORDER: TableRule = TableRule {
    key: "refill_order",
    values: Values::Word(&["seeds-first", "hand-first", "either"]),
    clause: pm(2, 4),
    question: "What is refilled first in a turn: the empty seed slots, the hand, or either of them as the player likes?",
    meaning: "what is refilled first in a turn: the empty seed slots, the hand (with its display), or either of them, but one \
              wholly before the other",
    of_moves: true,
};

/// Whether a bird may be kept after fights, too.
pub static KEEP: TableRule = TableRule {
    key: "keep",
    values: Values::Word(&["without-fight", "after-fight-too"]),
    clause: pm(2, 2),
    question: "May a bird be kept only where the play brought no fight, or after the last fight, too?",
    meaning: "whether a bird may be kept only where the play brought no fight, or also once the last fight is over, before \
              anything is refilled",
    of_moves: true,
};

/// When the display is filled up again.
pub static DISPLAY_REFILL: TableRule = TableRule {
    key: "display_refill",
    values: Values::Word(&["immediately", "end-of-turn"]),
    clause: pm(2, 3),
    question: "When is the display filled up to three again?",
    meaning: "when the display is filled up to three again: at once after each bird taken from it, or in one go as soon as the \
              hand is full",
    of_moves: true,
};

/// Whether a pest acts before or after the bird is collected.
pub static PEST_TIMING: TableRule = TableRule {
    key: "pest_timing",
    values: Values::Word(&["before-bird", "after-bird"]),
    clause: pm(3, 4),
    question: "Does a pest (a crow or a squirrel) act before or after the bird is collected?",
    meaning: "whether a pest, a crow or a squirrel, acts before the bird of the fight goes to the collection, or after it (so that a crow \
              counts that bird and may take it)",
    of_moves: true,
};

/// What becomes of a pest among the first seed cards.
pub static SETUP_PESTS: TableRule = TableRule {
    key: "setup_pests",
    values: Values::Word(&["shuffled-back", "laid"]),
    clause: pm(1, 5),
    question: "What becomes of a pest (a crow or a squirrel) that turns up when the slots are filled at the start?",
    meaning: "what becomes of a pest, a crow or a squirrel, that turns up when the slots are filled at the start: it is shuffled back \
              and replaced, or laid beside a slot as later in the game, and named among the seed cards",
    of_moves: true,
};

/// Whether a pest beside an empty slot acts.
pub static EMPTY_SLOT: TableRule = TableRule {
    key: "empty_slot",
    values: Values::Word(&["stays", "acts"]),
    clause: pm(3, 2),
    question: "When a fight finds its slot empty: does a pest (a crow or a squirrel) beside it stay, or act and go?",
    meaning: "whether a pest, a crow or a squirrel, beside a slot that a fight finds empty stays where it is, or acts and is discarded",
    of_moves: true,
};

/// Which slots a pest may be laid beside.
pub static PEST_SLOT: TableRule = TableRule {
    key: "pest_slot",
    values: Values::Word(&["any", "with-seed"]),
    clause: pm(4, 2),
    question: "Is a pest (a crow or a squirrel) laid beside the lowest slot without one, or only where a seed card lies?",
    meaning: "whether a pest, a crow or a squirrel, that turns up is laid beside the lowest slot without a pest, empty or not, or only \
              beside one that holds a seed card at that moment",
    of_moves: true,
};

/// What becomes of a pest when no slot is left for it.
pub static FIFTH_PEST: TableRule = TableRule {
    key: "fifth_pest",
    values: Values::Word(&["discard", "stack"]),
    clause: pm(4, 2),
    question: "What becomes of a pest (a crow or a squirrel) when no slot is left for it?",
    meaning: "what becomes of a pest, a crow or a squirrel, that turns up when no slot is left for it: it is discarded, or laid beside slot \
              1 as well, where both then act in the order in which they were laid",
    of_moves: true,
};

verbs! {
    Perches: "perches", Table, "CARD…", "the birds that lie on the perches at the start, perch 1 first";
    Display: "display", Either, "CARD…", "the birds that are turned up beside the bird deck";
    Seeds: "seeds", Table, "N N N N", "the seed cards in slots 1 to 4 at the start (and, by the table rule `setup_pests`, the pests among them)";
    Play: "play" 'p', Player, "CARD at N", "put a bird of the hand at the end of the queue at perch N", "play a bird";
    Feeder: "feeder" 'f', Either, "FEEDER", "the feeder card that a fight by 5 or more takes";
    Lose: "lose" 'l', Player, "CARD or N N", "a crow takes this bird of yours, or a squirrel these seeds";
    Keep: "keep" 'k', Player, "CARD", "put a bird of the hand into your collection, where there was no fight", "keep a bird";
    Draw: "draw" 'd', Player, "[CARD]", "draw a bird: that one from the display, or an unseen one";
    Refill: "refill" 'r', Either, "FEEDER…", "the feeder cards that were turned up for empty slots, in that order";
    Adds: "adds" 'a', Player, "CARD CARD", "at the end, the two birds of the hand that go to your collection", "add birds of the hand";
    Shows: "shows", Anyone, "CARD…", "these cards are in that player's hand";
}

// The keys of `[deck]`.
const REMOVED: &str = "removed";
const SEEDS: &str = "seeds";
const CROWS: &str = "crows";
const SQUIRRELS: &str = "squirrels";

const SEEDS_FORM: &str = "{ 1 = …, 2 = …, 3 = … }, or typed in a row as 10 9 8";

/// The book.
pub static BOOK: Book = Book {
    game: "piepmatz",
    title: "Piepmatz – Little Songbirds",
    designer: "Matt Riddle and Ben Pinchback",
    about: "Songbirds queue at a feeder, fight for the perches, and win seeds and each other. Two to four players, one round.",
    players: 2..=4,
    round: "round",
    first: "takes the first turn",
    typed: "A bird is the letters of its species and its value: `bl6` is Blackbird 6 (BL Blackbird, SP Sparrow, BU Bullfinch, \
            CH Chaffinch, GR Greenfinch, YE Yellowhammer). `bl6 1` plays it at perch 1, `.` draws.",
    verbs: Verb::TEXTS,
    sections: sections! { b"PM":
        1 "Cards and setup" {
            1 "There are 72 bird cards: six species (Blackbird BL, Sparrow SP, Bullfinch BU, Chaffinch CH, Greenfinch GR, \
               Yellowhammer YE), each with the values 1 to 6 twice, a male and a female. The two are copies of one card."
            2 "A bird card shows eggs: one with 1 or 2, two with 3 or 4, three with 5 or 6."
            3 "There are 36 feeder cards (31 with two players): seed cards with 1, 2 or 3 eggs, crows, and squirrels. If the log \
               says how many of each there are, no more can turn up. How many are left in all is always known."
            4 "Two players, and only two, take one species out, and the five feeder cards marked 3+: four seed cards and a crow. \
               The log says which species it is."
            5 "Two to four play. There are two perches, or three with four players. At the start a bird lies on each perch \
               (`perches`), three birds lie face up beside the bird deck (`display`), and seed cards lie in the slots 1 to 4 \
               (`seeds`{setup_pests=shuffled-back:; pests turned up here are shuffled back}{setup_pests=laid:, with the pests that \
               turned up before the last of them, in that order: these are laid beside slots, PM-4.2}). The three are laid out in any order, before anything else is \
               done. Each player gets four unseen birds."
            6 "Whoever is named first has the first-player card and takes the first turn. Turns go clockwise."
        }
        2 "A turn" {
            1 "A turn plays one bird from the hand to the end of the queue at a perch."
            2 "If the values in the queue now come to more than the bird on the perch, there is a fight. If not, the player may \
               keep one bird of the hand, of no higher value than the one just played: it goes straight to the collection. \
               {keep=after-fight-too:The same may be done once the last fight is over. }Whatever is done next declines it."
            3 "The hand is filled up to four, a card at a time: with a bird from the display, or with the top of the bird deck, \
               unseen{blind_draw=false: (only when the display is empty)}. {display_refill=immediately:A bird taken from the \
               display is replaced from the deck at once.}{display_refill=end-of-turn:As soon as the hand is full, the display \
               is filled up to three from the deck, in one step.} When deck and display are empty the hand stays short; nothing \
               can be drawn from an empty deck."
            4 "Empty seed slots are refilled{refill_order=seeds-first: before the hand is}{refill_order=hand-first: after the \
               hand is full}{refill_order=either:, before or after the hand: one is finished before the other begins}. What is \
               done too early is found once; the other is still due in that turn."
            5 "A player who holds no bird is passed over. When nobody holds one, the game ends."
        }
        3 "A fight" {
            1 "What counts is by how much the queue exceeds the bird on the perch. By 1 to 4: it takes the seed card in the slot \
               of that number, or nothing if the slot is empty. By 5 or more: it takes the top card of the feeder deck."
            2 "A pest that lies beside the seed card taken, or that was taken from the feeder deck, acts at once and is then \
               discarded. Beside an empty slot it {empty_slot=stays:stays}{empty_slot=acts:acts and is discarded as well, when a \
               fight finds it empty}. If the feeder deck is empty, nothing is taken from it and nothing is \
               recorded."
            3 "A crow takes one bird of the collection, of the species of which it holds most cards; among tied species, and \
               among the cards of one, the player chooses. A squirrel takes two seed cards at random, or all if there are fewer. \
               Both are recorded (`lose`), even where there is no choice. Who has nothing to lose loses nothing, and nothing is \
               recorded."
            4 "{pest_timing=before-bird:Seed and pest come first, then the bird on the perch goes to the player's collection. So \
               a crow never takes the bird of this fight, even if there is no other;}{pest_timing=after-bird:The seed comes \
               first, then the bird on the perch goes to the player's collection, and then the pest acts. So a crow counts the \
               bird of this fight and may take it;} a squirrel may take the seed."
            5 "The highest bird of the queue moves up to the perch; among equal ones, the nearest to it. If the rest of the \
               queue still comes to more than that bird, there is another fight."
        }
        4 "The feeder" {
            1 "After the fights empty slots are refilled from the feeder deck, the lowest first. `refill` names the cards in \
               the order in which they were drawn: as many as it took, or as there were. With the deck empty there is no such \
               step."
            2 "A pest that turns up is laid beside the lowest slot that has none{pest_slot=any:, whether a seed card lies there \
               or not}{pest_slot=with-seed: and holds a seed card at that moment}, and drawing goes on. If there is no such slot, \
               it is {fifth_pest=discard:discarded}{fifth_pest=stack:laid beside slot 1 as well, and the pests there act in the \
               order in which they were laid}."
            3 "What was discarded never comes back."
        }
        5 "End of the game" {
            1 "The end begins when a card should be drawn from the empty feeder deck, in a fight or to refill a slot. The turn \
               is finished without it. Play goes on until all have had as many turns: the last one is that of the player before \
               the first. Until then nobody adds birds (PM-5.2)."
            2 "Then all at once choose two birds of the hand for the collection and lay the others down, unseen (all are added \
               if there are two or fewer). Each player who holds a bird records it (`adds`), even where there is no choice, in \
               any order."
        }
        6 "Scoring" {
            1 "Each mated pair, two cards of one species and value, scores 5 points."
            2 "For each species, whoever has most cards of it in the collection, pairs included, scores the eggs shown on these \
               own cards; if several have as many, each scores the own ones. The others score nothing for it."
            3 "The eggs on the own seed cards score."
            4 "The highest sum wins. Among equal sums, whoever has more mated pairs; else they share the win."
            5 "Collections lie open at all times."
        }
    },
    rules: &[
        &BLIND_DRAW,
        &REFILL_ORDER,
        &KEEP,
        &DISPLAY_REFILL,
        &PEST_TIMING,
        &SETUP_PESTS,
        &EMPTY_SLOT,
        &PEST_SLOT,
        &FIFTH_PEST,
    ],
    deck: &[
        DeckKey {
            name: REMOVED,
            question: "Two players remove one species: Blackbirds (BL), Sparrows (SP), Bullfinches (BU), Chaffinches (CH), \
                       Greenfinches (GR) or Yellowhammers (YE). Which?",
            form: "BL",
            players: &[2],
            one_of: &Species::CODES,
            ..DeckKey::BARE
        },
        DeckKey {
            name: SEEDS,
            question: "How many seed cards with 1, 2 and 3 eggs are in the feeder deck?",
            form: "10 9 8",
            each: &["1", "2", "3"],
            ..DeckKey::BARE
        },
        DeckKey { name: CROWS, question: "How many crows?", form: "5", ..DeckKey::BARE },
        DeckKey { name: SQUIRRELS, question: "How many squirrels?", form: "4", ..DeckKey::BARE },
    ],
    counted: "the birds collected; then the seed cards",
    tally: "BL6 BL6 CH2; 3 1 2",
    ..Book::BARE
};

/// The table rule `refill_order`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RefillOrder {
    /// Empty slots, then the hand.
    SeedsFirst,
    /// The hand, then empty slots.
    HandFirst,
    /// As the player likes.
    Either,
}

/// The table rules and the deck of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(clippy::struct_excessive_bools)] // Each is a table rule.
pub struct Setup {
    /// The species that two players removed (PM-1.4). None with more, and where a table that only counts didn't say.
    pub removed: Option<Species>,
    /// What is in the feeder deck, if the log says so (PM-1.3).
    pub listed: Option<Listed>,
    /// How many feeder cards there are (PM-1.3, PM-1.4).
    pub feeder: u8,
    /// How many perches there are (PM-1.5).
    pub perches: u8,
    /// The table rule `blind_draw`.
    pub blind_draw: bool,
    /// The table rule `refill_order`.
    pub refill_order: RefillOrder,
    /// The table rule `keep`: whether a bird may be kept after fights, too.
    pub keep_after_fights: bool,
    /// The table rule `display_refill`: whether a bird is replaced only at the turn's end.
    pub refill_late: bool,
    /// The table rule `pest_timing`: whether pests act after the bird was collected.
    pub pests_late: bool,
    /// The table rule `setup_pests`: whether pests among the first seed cards are laid beside slots.
    pub lay_first_pests: bool,
    /// The table rule `empty_slot`: whether a pest beside an empty slot acts.
    pub empty_slot_acts: bool,
    /// The table rule `pest_slot`: whether pests are laid only beside slots with a seed.
    pub pests_at_seeds: bool,
    /// The table rule `fifth_pest`: whether it is laid beside slot 1.
    pub stack_pests: bool,
}

impl Setup {
    /// The table rules and the deck, if so many can play with them. A table that only counts may leave out which species was
    /// removed.
    pub(crate) fn of(
        players: usize,
        rules: &RuleValues,
        deck: &[(String, DeckEntry)],
        counts_only: bool,
    ) -> Result<Self, SetupError> {
        BOOK.check_players(players, pm(1, 5))?;
        let removed = removed(deck)?;
        match (players, removed) {
            (2, None) if !counts_only => {
                let problem = "with two players one species is removed, and the log doesn't say which";
                return Err(SetupError::new("players", problem, format!("`removed` in [deck]: {}", species()), pm(1, 4)));
            }
            (3.., Some(species)) => {
                let problem = format!("with {players} players no species is removed, and {} are", species.plural());
                return Err(SetupError::new("deck.removed", problem, "no `removed`", pm(1, 4)));
            }
            _ => {}
        }
        // PM-1.4
        let feeder = if players == 2 { 31 } else { 36 };
        let set = |rule| rules.number(&BOOK, rule) != 0;
        Ok(Self {
            removed,
            listed: listed(deck, feeder)?,
            feeder,
            perches: if players == 4 { 3 } else { 2 },
            blind_draw: set(&BLIND_DRAW),
            refill_order: match rules.number(&BOOK, &REFILL_ORDER) {
                0 => RefillOrder::SeedsFirst,
                1 => RefillOrder::HandFirst,
                _ => RefillOrder::Either,
            },
            keep_after_fights: set(&KEEP),
            refill_late: set(&DISPLAY_REFILL),
            pests_late: set(&PEST_TIMING),
            lay_first_pests: set(&SETUP_PESTS),
            empty_slot_acts: set(&EMPTY_SLOT),
            pests_at_seeds: set(&PEST_SLOT),
            stack_pests: set(&FIFTH_PEST),
        })
    }

    /// The bird cards that are played with (PM-1.4), as an account counts them.
    pub(crate) fn stock(&self) -> [u8; KINDS] {
        let mut stock = [COPIES; KINDS];
        if let Some(removed) = self.removed {
            stock[removed as usize * VALUES..][..VALUES].fill(0);
        }
        stock
    }
}

fn entry<'a>(deck: &'a [(String, DeckEntry)], key: &str) -> Option<&'a DeckEntry> {
    deck.iter().find(|(name, _)| name == key).map(|(_, entry)| entry)
}

/// The species that may be removed, in words.
fn species() -> String {
    or_list(Species::ALL.map(|species| format!("\"{}\" ({})", species.code(), species.plural())))
}

/// The species that was removed, if one is named (PM-1.4).
fn removed(deck: &[(String, DeckEntry)]) -> Result<Option<Species>, SetupError> {
    let Some(entry) = entry(deck, REMOVED) else { return Ok(None) };
    let named = if let DeckEntry::Word(word) = entry { Species::from_word(word) } else { None };
    named.map(Some).ok_or_else(|| SetupError::new("deck.removed", "this is no species", species(), pm(1, 4)))
}

/// How many of each feeder card are in play, if the log says so: all that it says must add up (PM-1.3).
fn listed(deck: &[(String, DeckEntry)], feeder: u8) -> Result<Option<Listed>, SetupError> {
    let wrong = |key: &str, problem: &str, expected: &str| SetupError::new(format!("deck.{key}"), problem, expected, pm(1, 3));
    // Several answers are judged together: it has to be said which is wrong.
    let no_number = |key, expected| wrong(key, &format!("this is no number of {key}"), expected);
    let number = |key, count: i64| u8::try_from(count).map_err(|_| no_number(key, "a number of cards"));
    let mut listed = [0; FeederCard::ALL.len()];
    let mut first = None;
    for (key, place) in [(SEEDS, 0), (CROWS, 3), (SQUIRRELS, 4)] {
        let Some(entry) = entry(deck, key) else { continue };
        first = first.or(Some(key));
        match entry {
            DeckEntry::Map(seeds) if key == SEEDS => {
                for (eggs, count) in seeds {
                    let kind = eggs.trim().parse::<usize>().ok().filter(|eggs| (1..=3).contains(eggs));
                    let kind = kind.ok_or_else(|| wrong(key, "seed cards show 1, 2 or 3 eggs", SEEDS_FORM))?;
                    listed[kind - 1] = number(key, *count)?;
                }
            }
            DeckEntry::Whole(count) if key != SEEDS => listed[place] = number(key, *count)?,
            _ if key == SEEDS => return Err(wrong(key, "these are no numbers of seed cards", SEEDS_FORM)),
            _ => return Err(no_number(key, "a whole number")),
        }
    }
    let Some(first) = first else { return Ok(None) };
    let sum: usize = listed.into_iter().map(usize::from).sum();
    if sum == usize::from(feeder) {
        return Ok(Some(listed));
    }
    Err(wrong(first, &format!("seeds, crows and squirrels come to {sum} feeder cards"), &format!("{feeder} in all")))
}
