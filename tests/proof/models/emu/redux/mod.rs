//! Emus Redux (RX) in its plainest form.

mod judging;
mod piles;
mod scoring;

use fastrand::Rng;
use fowlplay::games::emus_redux::EmusRedux;

use crate::{
    model::{Act, Clause, Decisions, Model, Opening, Rules, Score, Stage},
    models::compared::{hold_against, hold_tallies_against, rules_of_moves_alone_change_no_tally},
    models::emu::{
        bird::{bird_at, card_of, counted_part, is_wild, with_birds, words},
        hand::{Hand, deduce, without},
        rancher::{Counting, Rancher},
        tallies::any_tally,
        turns::{Phase, Turns},
    },
};

#[test]
fn the_engine_agrees_with_the_model_on_tallies() {
    hold_tallies_against::<Redux>(100);
}

#[test]
fn no_tally_heeds_a_rule_of_moves_alone() {
    rules_of_moves_alone_change_no_tally::<Redux>(80);
}

#[test]
fn the_engine_agrees_with_the_model() {
    hold_against::<Redux>(14);
}

const ONCE: &str = "AM AS AW AL AY AK CS CL CM CW CY CK";
const TWICE: &str = "2MK 2SY 2WL 3MW 3SK 3LY 4YK 4MS 4WL 5SW 5ML 5YK 6MW 6LK 6SY 7SK 7WY 7ML 8YK 8MS 8WL 9WY 9LK 9MS EX";
const WILDS: &str = "PWLY PMSL PSWK PMYK TMWK TSWY TMLY TSLK";

/// The game.
#[derive(Clone, Debug)]
pub struct Redux {
    counting: Counting,
    after_play: bool,
    new_pile_required: bool,
    turns: Turns,
    ranchers: Vec<Rancher>,
    /// How many cards of the market each player has taken.
    market_draws: Vec<usize>,
    /// Their years before this one, if another was begun although there is but one; and whether each was over.
    past: Vec<(Vec<Rancher>, bool)>,
    pile: usize,
    /// The discard piles; one without a card is none.
    discards: [Vec<String>; 3],
    /// What was laid out as the market, in all.
    laid_out: Vec<String>,
    /// Whether the market is still to come: nothing was laid out yet, and nobody played without it.
    market_is_due: bool,
    market: Vec<String>,
    /// The cards nobody has seen, worked out anew after every act.
    unaccounted: Vec<String>,
    decided: Decisions,
}

impl Redux {
    /// RX-1.1: the game deck.
    fn deck() -> Vec<String> {
        [words(ONCE), words(TWICE), words(TWICE)].concat()
    }

    fn take_stock(&mut self) {
        let unseen = |game: &Self| {
            let deck = [Self::deck(), game.laid_out.clone()].concat();
            let mut seen = [&game.market[..], &game.discards.concat()].concat();
            for rancher in &game.ranchers {
                seen.extend(rancher.hand.known.iter().cloned());
                seen.extend(rancher.birds.iter().flatten().map(|laid| card_of(laid)));
                seen.extend(rancher.excused.iter().map(|_| "EX".to_owned()));
            }
            without(&deck, &seen)
        };
        let mut hands: Vec<Hand> = self.ranchers.iter().map(|rancher| rancher.hand.clone()).collect();
        deduce(&mut hands, self.pile, unseen(self));
        for (rancher, hand) in self.ranchers.iter_mut().zip(hands) {
            rancher.hand = hand;
        }
        self.unaccounted = unseen(self);
    }

    fn step(&mut self, seat: usize, text: &str) {
        let step = words(text);
        match step.iter().map(String::as_str).collect::<Vec<_>>()[..] {
            ["hatch", laid] => self.ranchers[seat].birds.push(words(laid)),
            ["grow" | "lay", number, laid] => self.ranchers[seat].birds[bird_at(number)].push(laid.to_owned()),
            ["discard", card, ..] => {
                let target = self.target(&step);
                self.discards[target].push(card.to_owned());
            }
            ["draw"] if self.pile > 0 => {
                self.pile -= 1;
                self.ranchers[seat].hand.unseen += 1;
            }
            ["draw", card] => {
                self.pile -= 1;
                self.ranchers[seat].hand.known.push(card.to_owned());
            }
            ["take", ..] => {
                self.market_draws[seat] += usize::from(self.source(&step) == Some("market"));
                let card = self.take(&step);
                self.ranchers[seat].hand.known.push(card);
            }
            ["excuse", number] => self.ranchers[seat].excused.push(bird_at(number)),
            ["shows", ..] => self.ranchers[seat].hand.show(&step[1..]),
            _ => {}
        }
        let rancher = &mut self.ranchers[seat];
        rancher.follow_excuses(&step);
        let hand = &mut rancher.hand;
        match &step[0][..] {
            "hatch" | "grow" | "lay" => hand.lose(&card_of(step.last().expect("a card"))),
            "discard" => hand.lose(&step[1]),
            "excuse" => hand.lose(&"EX".to_owned()),
            _ => {}
        }
        match &step[0][..] {
            "hatch" | "grow" | "lay" | "discard" | "excuse" => self.turns.played(seat, step[0] == "discard"),
            "draw" | "take" => self.turns.drew(seat, self.pile),
            "done" => self.turns.is_done(seat),
            _ => {}
        }
    }
}

impl Model for Redux {
    type Game = EmusRedux;

    const BOOK: &str = "RX";
    const UNJUDGED: &[(&str, &[&str])] = &[
        ("say what a hand holds, which TB-3 judges", &["1.1", "4.4"]),
        ("say what a step does", &["3.1", "3.2"]),
        ("is for games of several years: before the only one nothing is recorded", &["TB-5"]),
        ("are scored", &["6.1", "6.2", "6.3", "6.4", "6.5", "6.6", "6.7"]),
    ];

    fn new(players: usize, rules: &Rules) -> Self {
        Self {
            counting: Counting {
                book: Self::BOOK,
                upkeep: rules["upkeep"].parse().expect("a number"),
                seen_are_used: rules["excuses"] == "seen",
            },
            after_play: rules["market_draw"] == "after-play",
            new_pile_required: rules["new_pile"] == "required",
            turns: Turns::new(players),
            ranchers: vec![Rancher::default(); players],
            market_draws: vec![0; players],
            past: Vec::new(),
            pile: 0,
            discards: Default::default(),
            laid_out: Vec::new(),
            market_is_due: false,
            market: Vec::new(),
            unaccounted: Vec::new(),
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
        match act {
            Act::Round(first) => {
                let players = self.ranchers.len();
                if self.turns.phase != Phase::Ready {
                    self.past.push((self.ranchers.clone(), self.turns.phase == Phase::Over));
                }
                self.turns.begin(*first);
                self.market_is_due = true;
                self.pile = 62 - 6 * players;
                self.ranchers = vec![Rancher::dealt(); players];
                self.market_draws.fill(0);
                self.discards = Default::default();
                self.laid_out.clear();
                self.market.clear();
            }
            Act::Tally(texts) => {
                for (rancher, text) in self.ranchers.iter_mut().zip(texts) {
                    let (birds, excuses) = counted_part(text);
                    rancher.is_counted(birds, excuses);
                }
                self.turns.count_out();
                self.market_is_due = false;
            }
            Act::Step(None, text) => {
                self.market.extend(words(text).split_off(1));
                self.laid_out.extend(words(text).split_off(1));
                self.market_is_due = false;
            }
            Act::Step(Some(seat), text) => {
                // What was left out lapses, once a turn has begun.
                if !text.starts_with("shows") {
                    self.market_is_due = false;
                }
                self.step(*seat, text);
            }
        }
        self.take_stock();
        Vec::new()
    }

    fn adjust(&mut self, seat: usize, points: i32) {
        self.decided.add(self.past.len(), seat, points);
    }

    fn conceivable(&self, seat: usize, verb: &str) -> Vec<String> {
        let mut steps = Vec::new();
        let numbers = 1..=self.ranchers[seat].birds.len() + 1;
        for card in words(&format!("{ONCE} {TWICE} {WILDS}")) {
            match verb {
                "hatch" => steps.push(format!("hatch {card}")),
                "discard" => steps.extend(["", " to 1", " to 2", " to 3"].map(|pile| format!("discard {card}{pile}"))),
                "take" => match &self.open_places(&card)[..] {
                    [_] => steps.push(format!("take {card}")),
                    places => steps.extend(places.iter().map(|place| format!("take {card} from {place}"))),
                },
                "grow" | "lay" if is_wild(&card) => {
                    let played = numbers.clone().flat_map(|number| (2..=9).map(move |rank| (number, rank)));
                    steps.extend(played.map(|(number, rank)| format!("{verb} {number} {card}={rank}")));
                }
                "grow" | "lay" => steps.extend(numbers.clone().map(|number| format!("{verb} {number} {card}"))),
                _ => {}
            }
        }
        match verb {
            "excuse" => numbers.map(|number| format!("excuse {number}")).collect(),
            "draw" | "done" => vec![verb.to_owned()],
            _ => steps,
        }
    }

    fn open(&self) -> Vec<Opening> {
        if self.market_is_due {
            return vec![(None, words("market"))];
        }
        let mut open = self.turns.open();
        if self.turns.phase == Phase::Laying {
            for (_, verbs) in &mut open {
                verbs.push("excuse");
            }
        }
        let opening = |(seat, verbs): (usize, Vec<&str>)| (Some(seat), verbs.into_iter().map(str::to_owned).collect());
        open.into_iter().map(opening).collect()
    }

    fn stage(&self) -> Stage {
        match self.turns.phase {
            Phase::Ready => Stage::Ready((0..self.ranchers.len()).collect()),
            Phase::Over => Stage::GameOver,
            _ => Stage::Underway,
        }
    }

    fn score(&self) -> Score {
        self.counted()
    }

    fn completed(&self, tally: Vec<String>) -> Vec<String> {
        self.ranchers.iter().zip(tally).map(|(rancher, part)| with_birds(rancher.lying(), &part)).collect()
    }

    fn any_tally(random: &mut Rng, players: usize) -> Vec<String> {
        let mut cards = Self::deck();
        cards.extend(words(WILDS));
        any_tally(random, players, cards)
    }

    fn words() -> Vec<String> {
        let places = ["to 1", "to 2", "to 3", "from 1", "from 2", "from 3", "from market"];
        let cards = Self::deck().into_iter().chain(words(WILDS));
        cards.chain(places.into_iter().cycle().take(40).map(str::to_owned)).collect()
    }
}
