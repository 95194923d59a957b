//! The rule book of Piepmatz as data: clauses, table rules, verbs, and the entries of a log's `[deck]`.

use super::{
    SLOTS,
    bird::{Bird, Species},
    feeder::{FeederCard, Seed},
    setup::perches,
};
use crate::{rules, sections, table::prelude::*, verbs};

pub(super) const fn pm(section: u8, number: u8) -> ClauseId {
    ClauseId::new(*b"PM", section, number)
}

rules! {
    pub struct Rules {
        blind_draw (true) = PM-2.3 of_moves,
            "May a bird be drawn unseen while the display holds birds?",
            "whether a bird may be drawn unseen from the deck while birds lie in the display";
        refill_order: RefillOrder { SeedsFirst "seeds-first", HandFirst "hand-first", Either "either" } = PM-2.4 of_moves,
            "What is refilled first in a turn: the empty seed slots, the hand, or either of them as the player likes?",
            "what is refilled first in a turn: the empty seed slots, the hand (with its display), or either of them, but one \
             wholly before the other";
        keep: Keep { WithoutFight "without-fight", AfterFightToo "after-fight-too" } = PM-2.2 of_moves,
            "May a bird be kept only where the play brought no fight, or after the last fight, too?",
            "whether a bird may be kept only where the play brought no fight, or also once the last fight is over, before \
             anything is refilled";
        display_refill: DisplayRefill { Immediately "immediately", EndOfTurn "end-of-turn" } = PM-2.3 of_moves,
            "When is the display filled up to three again?",
            "when the display is filled up to three again: at once after each bird taken from it, or in one go as soon as the \
             hand is full";
        pest_timing: PestTiming { BeforeBird "before-bird", AfterBird "after-bird" } = PM-3.4 of_moves,
            "Does a pest (a crow or a squirrel) act before or after the bird is collected?",
            "whether a pest, a crow or a squirrel, acts before the bird of the fight goes to the collection, or after it (so that a crow \
             counts that bird and may take it)";
        setup_pests: SetupPests { ShuffledBack "shuffled-back", Laid "laid" } = PM-1.5 of_moves,
            "What becomes of a pest (a crow or a squirrel) that turns up when the slots are filled at the start?",
            "what becomes of a pest, a crow or a squirrel, that turns up when the slots are filled at the start: it is shuffled back \
             and replaced, or laid beside a slot as later in the game, and named among the seed cards";
        empty_slot: EmptySlot { Stays "stays", Acts "acts" } = PM-3.2 of_moves,
            "When a fight finds its slot empty: does a pest (a crow or a squirrel) beside it stay, or act and go?",
            "whether a pest, a crow or a squirrel, beside a slot that a fight finds empty stays where it is, or acts and is discarded";
        pest_slot: PestSlot { Any "any", WithSeed "with-seed" } = PM-4.2 of_moves,
            "Is a pest (a crow or a squirrel) laid beside the lowest slot without one, or only where a seed card lies?",
            "whether a pest, a crow or a squirrel, that turns up is laid beside the lowest slot without a pest, empty or not, or only \
             beside one that holds a seed card at that moment";
        fifth_pest: FifthPest { Discard "discard", Stack "stack" } = PM-4.2 of_moves,
            "What becomes of a pest (a crow or a squirrel) when no slot is left for it?",
            "what becomes of a pest, a crow or a squirrel, that turns up when no slot is left for it: it is discarded, or laid beside slot \
             1 as well, where both then act in the order in which they were laid";
    }
}

verbs! {
    Perches: "perches", Table, "CARD…", "the birds that lie on the perches at the start, perch 1 first";
    Display: "display", Either, "CARD…", "the birds that are turned up beside the bird deck";
    Seeds: "seeds", Table, "N N N N", "the seed cards in slots 1 to 4 at the start (and, by the table rule `setup_pests`, the pests among them)";
    Play: "play" 'p', Player, "CARD at N", "put a bird of the hand at the end of the queue at perch N", "play a bird";
    Feeder: "feeder" 'f', Either, "FEEDER", "the feeder card that a fight by 5 or more takes";
    Lose: "lose" 'l', Player, "CARD or N N", "a crow takes this bird of yours, or a squirrel these seeds";
    Keep: "keep" 'k', Player, "CARD", "put a bird of the hand into your collection, where there was no fight", "keep a bird";
    Draw: "draw" 'd', Player, "[CARD]", "draw a bird: that one from the display, or an unseen one", hides All;
    Refill: "refill" 'r', Either, "FEEDER…", "the feeder cards that were turned up for empty slots, in that order";
    Adds: "adds" 'a', Player, "CARD CARD", "at the end, the two birds of the hand that go to your collection", "add birds of the hand";
    Shows: "shows", Anyone, "CARD…", "these cards are in that player's hand";
}

pub(super) const REMOVED: &str = "removed";
pub(super) const SEEDS: &str = "seeds";
pub(super) const CROWS: &str = "crows";
pub(super) const SQUIRRELS: &str = "squirrels";

pub(super) const SEEDS_FORM: &str = "{ 1 = …, 2 = …, 3 = … }, or typed in a row as 10 9 8";

/// The rule book of Piepmatz.
pub static BOOK: Book = Book {
    game: "piepmatz",
    title: "Piepmatz – Little Songbirds",
    designer: "Matt Riddle and Ben Pinchback",
    about: "Songbirds queue at a feeder, fight for the perches, and win seeds and each other. Two to four players, one round.",
    players: 2..=4,
    first_role: "takes the first turn",
    cover_cards: || {
        let birds = [(Species::Bullfinch, 6), (Species::Chaffinch, 2)]
            .into_iter()
            .filter_map(|(species, value)| Bird::new(species, value));
        birds.map(Into::into).chain([FeederCard::Seed(Seed::Two).into()]).collect()
    },
    nameable_places: "the perch, the bird in a queue, a display or a collection, the slot of the feeder",
    left_on_table: "collected birds and seeds",
    card_notation: "A bird is the letters of its species and its value: `bl6` is Blackbird 6 (BL Blackbird, SP Sparrow, BU Bullfinch, \
            CH Chaffinch, GR Greenfinch, YE Yellowhammer). `bl6 1` plays it at perch 1, `.` draws.",
    verbs: Verb::TEXTS,
    sections: sections! { b"PM":
        1 "Cards and setup" {
            1 "Each of the six species has the values 1 to 6 twice, a male and a female. These two are copies of one card; there are 72 \
               bird cards. The species are Blackbird BL, Sparrow SP, Bullfinch BU, Chaffinch CH, Greenfinch GR and Yellowhammer YE."
            2 "A bird card shows eggs: one with 1 or 2, two with 3 or 4, three with 5 or 6."
            3 "No more feeder cards turn up than the 36 that there are (31 with two players), nor of a kind if the log says how many. They \
               are seed cards with 1, 2 or 3 eggs, crows, and squirrels. How many are left in all is always known."
            4 "Two players, and only two, take one species out, and the five feeder cards marked 3+: four seed cards and a crow. \
               The log says which species it is."
            5 "First `perches`, `display` and `seeds` are laid out, in any order. They are a bird on each perch, three birds face up beside the \
               bird deck, seed cards in the slots 1 to 4. {setup_pests=shuffled-back:Pests turned up here are shuffled back}{setup_pests=laid:The \
               pests that turned up before the last seed card are named with them, in that order: these are laid beside slots, PM-4.2}. \
               Two to four play, with two perches, or three with four players. Each player gets four unseen birds."
            6 "Whoever is named first has the first-player card and takes the first turn; turns go clockwise."
        }
        2 "A turn" {
            1 "A turn plays one bird from the hand to the end of the queue at a perch."
            2 "If the queue now exceeds the bird on its perch, there is a fight; if not, one bird of the hand, no higher than the one \
               played, may be kept. It goes straight to the collection. \
               {keep=after-fight-too:The same may be done once the last fight is over. }Whatever is done next declines it."
            3 "The hand is filled up to four, card by card, from the display{blind_draw=true: or unseen from the bird deck}{blind_draw=false:, \
               or unseen if that is empty}; the display is refilled {display_refill=immediately:at once}{display_refill=end-of-turn:after \
               that, in one step}. When deck and display are empty the hand stays short; nothing \
               can be drawn from an empty deck."
            4 "Empty seed slots are refilled{refill_order=seeds-first: before the hand is}{refill_order=hand-first: after the \
               hand is full}{refill_order=either:, before or after the hand: one is finished before the other begins}. What is \
               done too early is found once; the other is still due in that turn."
            5 "A player who holds no bird is passed over; when nobody holds one, the game ends."
        }
        3 "A fight" {
            1 "A queue that exceeds the bird by 1 to 4 takes the seed card in that slot; by 5 or more, the top card of the feeder deck. If the slot is empty it takes nothing."
            2 "A pest that lies beside the seed card taken, or that was taken from the feeder deck, acts at once and is then \
               discarded. Beside an empty slot it {empty_slot=stays:stays}{empty_slot=acts:acts and is discarded as well, when a \
               fight finds it empty}. If the feeder deck is empty, nothing is taken from it and nothing is \
               recorded."
            3 "A crow takes a bird of the species that the collection has most of; a squirrel two seed cards at random, or all if there \
               are fewer. Among tied species, and among the cards of one, the player chooses the bird. \
               Both are recorded (`lose`), even where there is no choice. Who has nothing to lose loses nothing, and nothing is \
               recorded."
            4 "{pest_timing=before-bird:Seed and pest come first, then the bird on the perch is collected. So a crow never takes it, \
               even if there is no other;}{pest_timing=after-bird:The seed comes \
               first, then the bird on the perch goes to the player's collection, and then the pest acts. So a crow counts that bird and may \
               take it;} a squirrel may take the seed."
            5 "The highest bird of the queue moves up to the perch; among equal ones, the nearest to it. If the rest of the \
               queue still comes to more than that bird, there is another fight."
        }
        4 "The feeder" {
            1 "After the fights empty slots are refilled from the feeder deck, the lowest first, with as many cards as it takes, or as there are. `refill` \
               names them in the order in which they were drawn. With the deck empty there is no such \
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
            2 "After the last turn all choose two birds of the hand for the collection, at once, and lay the others down unseen. (All are \
               added if there are two or fewer.) Each player who holds a bird records it (`adds`), even where there is no choice, in \
               any order."
        }
        6 "Scoring" {
            1 "Each mated pair, two cards of one species and value, scores 5 points."
            2 "For each species, whoever has most cards of it in the collection, pairs included, scores the eggs shown on these \
               own cards. If several have as many, each scores their own. The others score nothing for it."
            3 "The eggs on the own seed cards score."
            4 "The highest sum wins. Among equal sums, whoever has more mated pairs; else they share the win."
            5 "Collections lie open at all times."
        }
    },
    rules: Rules::ALL,
    deck: &[
        DeckKey {
            name: REMOVED,
            question: "Two players remove one species: {names}. Which?",
            form: "BL",
            players: &[2],
            one_of: &Species::CODES,
            names: &Species::PLURALS,
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
    deck_question: "Are the numbers of seed cards, crows and squirrels known?",
    tally_part_noun: "the birds collected; then the seed cards",
    tally_parts: &[
        FieldSpec::cards("birds", "", &["shows"], Grouping::No).always(),
        FieldSpec::cards("seed cards", "", &["lose"], Grouping::No).always(),
    ],
    tally_example: "BL6 BL6 CH2; 3 1 2",
    tie_break: &[FieldSpec::count("mated pairs", "pairs")],
    position_example: [
        "BL6 CH2; 3 1; hand 3",
        "perches BL3 SP1 | GR4; slots 3+crow 1 - 2; display BL1 CH2; birds 40; feeder 20; turn NAME",
    ],
    position_parts: [
        &[
            FieldSpec::cards("birds", "", &["shows"], Grouping::No).always(),
            FieldSpec::cards("seed cards", "", &["lose"], Grouping::No).or_keyword("seeds").always(),
            FieldSpec::count("cards in hand", "hand"),
            FieldSpec::cards("known in the hand", "shows", &["shows"], Grouping::No),
            FieldSpec::ADJUST,
        ],
        &[
            FieldSpec::cards(
                "perches, each with its bird and then the queue",
                "perches",
                &["shows"],
                Grouping::Fixed("perch", perches),
            )
            .or_gone("-", "no bird on it")
            .always(),
            FieldSpec::cards("feeder", "slots", &["refill"], Grouping::Beside("slot", SLOTS, "lose"))
                .or_gone("-", "no seed card")
                .always(),
            FieldSpec::cards("display", "display", &["shows"], Grouping::No).always(),
            FieldSpec::count("bird deck", "birds").always(),
            FieldSpec::count("feeder deck", "feeder").always(),
            FieldSpec::cards("out of the game: birds, feeder cards", "gone", &["shows", "refill"], Grouping::Fixed("", |_| 2))
                .and_more(),
            FieldSpec::name("whose turn", "turn"),
            FieldSpec::mark("the end was triggered", "ending"),
        ],
    ],
    disputes: &[
        "Ada: Bo: Cy: 'table: perches BL3 SP1 | GR4' 'Ada: play CH2 at 1; keep SP2'",
        "Ada: Bo: Cy: 'table: perches BL3 SP1 | GR4; slots 3 1 2 2' 'Ada: play CH3 at 1; refill 2; draw'",
        "Ada: Bo: Cy: 'table: perches BL3 | GR4; slots 3 - 2 2' 'Ada: refill 3'",
    ],
    ..Book::BARE
};
