//! Blulu (BL) in its plainest form.

mod captures;
mod counting;
mod judging;
mod playing;
mod truth;

use fastrand::Rng;
use fowlplay::games::blulu;

use crate::{
    model::{Act, Clause, Decisions, Model, Opening, Rules, Score, Stage},
    models::compared::{hold_against, hold_tallies_against, rules_of_moves_alone_change_no_tally},
    models::emu::{hand::Hand, words},
};
use captures::RANKS;
use counting::{Counted, End, Round, Side, counted};

pub use truth::Deals;

#[test]
fn the_engine_agrees_with_the_model() {
    hold_against::<Blulu>(10);
}

#[test]
fn the_engine_agrees_with_the_model_on_tallies() {
    hold_tallies_against::<Blulu>(100);
}

#[test]
fn no_tally_heeds_a_rule_of_moves_alone() {
    rules_of_moves_alone_change_no_tally::<Blulu>(80);
}

const BASIC: &str = "AM AS AW AL AY AK 2MK 2SY 2WL 3MW 3SK 3LY 4YK 4MS 4WL 5SW 5ML 5YK 6MW 6LK 6SY 7SK 7WY 7ML \
                     8YK 8MS 8WL 9WY 9LK 9MS CS CL CM CW CY CK";
const PAWNS: &str = "PWLY PMSL PSWK PMYK";
const COURTS: &str = "TMWK TSWY TMLY TSLK";

/// What is to be done next.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Phase {
    Ready,
    /// The table cards are due.
    Deal,
    Turn(usize),
    /// The round is over.
    Over,
}

/// What bonuses are for (BL-3.3 to BL-3.5).
#[derive(Clone, Copy, Debug, PartialEq)]
enum Bonuses {
    Tally,
    Exchange,
    RoundEnd,
}

/// A trail of this deal that may yet be proved a revoke.
#[derive(Clone, Debug)]
struct Trail {
    act: usize,
    seat: usize,
    /// What lay there before it.
    lying: Vec<String>,
    /// What is sure to have been in the hand and has left it: the trailed cards, and what was played since.
    played: Vec<String>,
}

/// The game.
#[derive(Clone, Debug)]
pub struct Blulu {
    arithmetic: String,
    /// Whether two cards of a rank reach that rank alone.
    own_rank: bool,
    must_capture: String,
    bonuses: Bonuses,
    target: i32,
    hand_cards: usize,
    table_cards: usize,
    deck: Vec<String>,
    phase: Phase,
    rounds: Vec<Round>,
    table_was_dealt: bool,
    hands: Vec<Hand>,
    pile: usize,
    lying: Vec<String>,
    /// The cards that players have captured in this round, all together.
    taken: Vec<String>,
    /// How many of them each has, as the moves of this round have it.
    captured: Vec<usize>,
    /// The cards nobody has seen, worked out anew after every act.
    unaccounted: Vec<String>,
    trails: Vec<Trail>,
    acts: usize,
    decided: Decisions,
}

impl Blulu {
    fn dealer(&self) -> usize {
        self.rounds.last().expect("a round").dealer
    }

    fn next_dealer(&self) -> usize {
        (self.dealer() + 1) % self.hands.len()
    }

    /// All seats, clockwise from the left of this one.
    fn clockwise_after(&self, seat: usize) -> Vec<usize> {
        (1..=self.hands.len()).map(|steps| (seat + steps) % self.hands.len()).collect()
    }

    fn is_empty(&self, seat: usize) -> bool {
        self.hands[seat].known.is_empty() && self.hands[seat].unseen == 0
    }
}

impl Model for Blulu {
    type Game = blulu::Blulu;

    const BOOK: &str = "BL";
    const UNJUDGED: &[(&str, &[&str])] = &[
        ("say what a pair reaches, which BL-2.3 judges", &["2.2", "2.8"]),
        ("is what BL-2.7 leaves a player", &["2.6"]),
        ("are scored", &["3.2", "3.3", "3.4", "3.5", "4.2"]),
        ("ends the game, after which TB-7 judges", &["5.1"]),
    ];

    fn new(players: usize, rules: &Rules) -> Self {
        let number = |key: &str| rules[key].parse::<usize>().expect("a number");
        let more = match &rules["deck"][..] {
            "pawns" => PAWNS.to_owned(),
            "courts" => COURTS.to_owned(),
            "pawns-and-courts" => format!("{PAWNS} {COURTS}"),
            _ => String::new(),
        };
        Self {
            arithmetic: rules["arithmetic"].clone(),
            own_rank: rules["pairs"] == "own-rank",
            must_capture: rules["must_capture"].clone(),
            bonuses: match &rules["bonuses"][..] {
                "exchange" => Bonuses::Exchange,
                "round-end" => Bonuses::RoundEnd,
                _ => Bonuses::Tally,
            },
            target: i32::try_from(number("target")).expect("a few"),
            hand_cards: number("hand"),
            table_cards: number("table"),
            deck: words(&format!("{BASIC} {more}")),
            phase: Phase::Ready,
            rounds: Vec::new(),
            table_was_dealt: false,
            hands: vec![Hand::default(); players],
            pile: 0,
            lying: Vec::new(),
            taken: Vec::new(),
            captured: vec![0; players],
            unaccounted: Vec::new(),
            trails: Vec::new(),
            acts: 0,
            decided: Decisions::default(),
        }
    }

    fn out_of_order(&self, act: &Act) -> Option<&'static str> {
        self.breaks_the_order(act)
    }

    fn cannot_be(&self, act: &Act) -> Option<&'static str> {
        self.contradicts(act)
    }

    fn unlawful(&self, act: &Act) -> Option<&'static str> {
        self.breaks(act)
    }

    fn apply(&mut self, act: &Act) -> Vec<(usize, Clause)> {
        let mut revokes = Vec::new();
        match act {
            Act::Round(first) => {
                let sides = vec![Side::default(); self.hands.len()];
                self.rounds.push(Round { dealer: *first, sides, last_captor: None, end: None, marked: false });
                self.captured.fill(0);
                self.gather();
                self.table_was_dealt = false;
                self.deal_hands();
                self.phase = if self.table_cards > 0 { Phase::Deal } else { Phase::Turn(self.next_dealer()) };
            }
            Act::Tally(texts) => {
                let sides: Vec<_> = texts.iter().map(|text| counted(text)).collect();
                let end = self.ended_by(&sides).ok().flatten().map_or(End::Played, End::AtOnce);
                let round = self.this_round();
                round.marked = matches!(end, End::AtOnce(_)) && sides.iter().any(|side| side.first);
                round.sides = sides.iter().map(Counted::side).collect();
                round.end = Some(end);
                self.phase = Phase::Over;
                self.gather();
            }
            Act::Step(actor, text) => revokes = self.step(*actor, text),
        }
        self.take_stock();
        self.acts += 1;
        revokes
    }

    /// In the middle of a round, it is asked at once whether somebody has won (BL-3.3).
    fn adjust(&mut self, seat: usize, points: i32) {
        self.decided.add(self.rounds.len() - 1, seat, points);
        self.acts += 1;
        if self.bonuses == Bonuses::Tally
            && matches!(self.phase, Phase::Deal | Phase::Turn(_))
            && let Some(winner) = self.leader(&self.totals())
        {
            self.this_round().end = Some(End::AtOnce(winner));
            self.phase = Phase::Over;
        }
    }

    fn conceivable(&self, seat: usize, verb: &str) -> Vec<String> {
        // With all others, which the hand can't hold, it takes too long.
        let known = &self.hands[seat].known;
        let cards: Vec<&String> =
            self.deck.iter().filter(|card| known.contains(card) || self.unaccounted.contains(card)).collect();
        let pairs = (0..cards.len()).flat_map(|nth| (nth + 1..cards.len()).map(move |other| vec![nth, other]));
        // A card that is alone in its hand is played alone.
        let plays = pairs.chain((0..cards.len()).map(|nth| vec![nth]));
        let plays = plays.map(|places| places.into_iter().map(|nth| cards[nth].clone()).collect::<Vec<_>>());
        match verb {
            "trail" => plays.map(|cards| format!("trail {}", cards.join(" "))).collect(),
            _ => plays.flat_map(|cards| self.captures_with(&cards)).collect(),
        }
    }

    fn open(&self) -> Vec<Opening> {
        match self.phase {
            Phase::Deal => vec![(None, words("deal"))],
            Phase::Turn(seat) => vec![(Some(seat), words("trail capture"))],
            _ => Vec::new(),
        }
    }

    fn stage(&self) -> Stage {
        match self.phase {
            Phase::Ready => Stage::Ready((0..self.hands.len()).collect()),
            _ if self.is_game_over() => Stage::GameOver,
            Phase::Over => Stage::RoundOver(vec![self.next_dealer()]),
            _ => Stage::Underway,
        }
    }

    fn score(&self) -> Score {
        self.counted_score()
    }

    /// The most goes up by what is left, so that all cards are counted.
    fn completed(&self, tally: Vec<String>) -> Vec<String> {
        let mut sides: Vec<Counted> = tally.iter().map(|part| counted(part)).collect();
        let recorded: usize = self.captured.iter().sum();
        let most = (0..sides.len()).max_by_key(|&seat| sides[seat].captured).unwrap_or_default();
        for (seat, side) in sides.iter_mut().enumerate() {
            side.captured = self.captured[seat] + if seat == most { self.deck.len().saturating_sub(recorded) } else { 0 };
        }
        let part = |side: Counted| {
            let first = if side.first { "; first" } else { "" };
            format!("{}; flush {}; sextet {}{first}", side.captured, side.flushes, side.sextets)
        };
        sides.into_iter().map(part).collect()
    }

    fn any_tally(random: &mut Rng, players: usize) -> Vec<String> {
        let deck = random.choice([36, 40, 44]).expect("a deck");
        let mut left = if random.u8(..6) == 0 { random.usize(..50) } else { deck };
        let side = |nth: usize| {
            let captured = if nth + 1 == players { left } else { random.usize(..=left) };
            left -= captured;
            let bonuses = if random.bool() { 0 } else { random.usize(..4) };
            let sextets = if random.bool() { 0 } else { random.usize(..3) };
            let first = if random.u8(..8) == 0 { "; first" } else { "" };
            format!("{captured}; flush {bonuses}; sextet {sextets}{first}")
        };
        (0..players).map(side).collect()
    }

    fn words() -> Vec<String> {
        let cards = [BASIC, PAWNS, COURTS, "EX"].iter().flat_map(|cards| words(cards));
        cards.chain(RANKS.chars().map(String::from)).collect()
    }
}
