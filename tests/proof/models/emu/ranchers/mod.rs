//! Emu Ranchers (ER) in its plainest form.

mod judging;

use fastrand::Rng;
use fowlplay::games::emu_ranchers::EmuRanchers;

use crate::{
    model::{Act, Clause, Model, Opening, Rules, Score, Stage},
    models::compared::{hold_against, hold_tallies_against},
    models::emu::{
        bird::{Bird, bird_at, birds_of, brings, line, with_birds, words},
        hand::{Hand, deduce, without},
        tallies::any_tally,
        turns::{Phase, Turns},
    },
};

#[test]
fn the_engine_agrees_with_the_model_on_tallies() {
    hold_tallies_against::<Ranchers>(100);
}

#[test]
fn the_engine_agrees_with_the_model() {
    hold_against::<Ranchers>(20);
}

const DECK: &str = "AM AS AW AL AY AK 2MK 2SY 2WL 3MW 3SK 3LY 4YK 4MS 4WL 5SW 5ML 5YK 6MW 6LK 6SY 7SK 7WY 7ML \
                    8YK 8MS 8WL 9WY 9LK 9MS CS CL CM CW CY CK";

/// The game.
#[derive(Clone, Debug)]
pub struct Ranchers {
    years: usize,
    upkeep: i32,
    /// The birds of all years begun, for each player.
    birds: Vec<[Vec<Bird>; 2]>,
    turns: Turns,
    hands: [Hand; 2],
    pile: usize,
    discards: Vec<String>,
    /// The cards nobody has seen, worked out anew after every act.
    unaccounted: Vec<String>,
}

impl Ranchers {
    fn deck() -> Vec<String> {
        words(DECK)
    }

    fn this_year(&self) -> &[Vec<Bird>; 2] {
        self.birds.last().expect("a year")
    }

    fn bird(&self, seat: usize, number: &str) -> Option<&Bird> {
        self.this_year()[seat].get(bird_at(number))
    }

    fn take_stock(&mut self) {
        let unseen = |game: &Self| {
            let known = game.hands.iter().flat_map(|hand| &hand.known);
            let birds = game.this_year().iter().flatten().flatten();
            without(&Self::deck(), known.chain(birds).chain(&game.discards))
        };
        let unaccounted = unseen(self);
        deduce(&mut self.hands, self.pile, unaccounted);
        self.unaccounted = unseen(self);
    }

    fn is_game_over(&self) -> bool {
        self.turns.phase == Phase::Over && self.birds.len() >= self.years
    }

    fn step(&mut self, seat: usize, text: &str) {
        let step = words(text);
        let birds = &mut self.birds.last_mut().expect("a year")[seat];
        match step.iter().map(String::as_str).collect::<Vec<_>>()[..] {
            ["hatch", card] => birds.push(words(card)),
            ["grow" | "lay", number, card] => birds[bird_at(number)].push(card.to_owned()),
            ["discard", card] => self.discards.push(card.to_owned()),
            ["draw"] if self.pile > 0 => {
                self.pile -= 1;
                self.hands[seat].unseen += 1;
            }
            ["draw", card] => {
                self.pile -= 1;
                self.hands[seat].known.push(card.to_owned());
            }
            ["take", card] => {
                let at = self.discards.iter().rposition(|other| other == card).expect("it lies there");
                self.hands[seat].known.push(self.discards.remove(at));
            }
            ["shows", ..] => self.hands[seat].show(&step[1..]),
            _ => {}
        }
        match &step[0][..] {
            "hatch" | "grow" | "lay" | "discard" => {
                self.hands[seat].lose(step.last().expect("a card"));
                self.turns.played(seat, step[0] == "discard");
            }
            "draw" | "take" => self.turns.drew(seat, self.pile),
            "done" => self.turns.is_done(seat),
            _ => {}
        }
    }
}

impl Model for Ranchers {
    type Game = EmuRanchers;

    const BOOK: &str = "ER";
    const UNJUDGED: &[(&str, &[&str])] = &[
        ("say what a hand holds, which TB-3 judges", &["1.1", "4.4"]),
        ("say what a step does", &["3.1", "3.2", "4.1"]),
        ("are scored", &["6.1", "6.2", "6.3", "6.4", "6.5", "6.6"]),
    ];

    fn new(_: usize, rules: &Rules) -> Self {
        let rule = |key: &str| rules[key].parse::<i32>().expect("a number");
        Self {
            years: usize::try_from(rule("years")).expect("a few"),
            upkeep: rule("upkeep"),
            birds: Vec::new(),
            turns: Turns::new(2),
            hands: Default::default(),
            pile: 0,
            discards: Vec::new(),
            unaccounted: Vec::new(),
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
                self.birds.push(Default::default());
                self.turns.begin(*first);
                self.hands = [Hand { known: Vec::new(), unseen: 6 }, Hand { known: Vec::new(), unseen: 6 }];
                self.pile = 24;
                self.discards.clear();
            }
            Act::Tally(texts) => {
                *self.birds.last_mut().expect("a year") = [birds_of(&texts[0]), birds_of(&texts[1])];
                self.turns.count_out();
            }
            Act::Step(actor, text) => self.step(actor.unwrap_or_default(), text),
        }
        self.take_stock();
        Vec::new()
    }

    fn conceivable(&self, seat: usize, verb: &str) -> Vec<String> {
        let numbers = 1..=self.this_year()[seat].len() + 1;
        let with_cards = |what: String| Self::deck().into_iter().map(move |card| format!("{what} {card}"));
        match verb {
            "draw" | "done" => vec![verb.to_owned()],
            "grow" | "lay" => numbers.flat_map(|number| with_cards(format!("{verb} {number}"))).collect(),
            _ => with_cards(verb.to_owned()).collect(),
        }
    }

    fn open(&self) -> Vec<Opening> {
        let open = self.turns.open().into_iter();
        open.map(|(seat, verbs)| (Some(seat), verbs.into_iter().map(str::to_owned).collect())).collect()
    }

    fn stage(&self) -> Stage {
        match self.turns.phase {
            Phase::Ready => Stage::Ready(vec![0, 1]),
            Phase::Over if self.is_game_over() => Stage::GameOver,
            Phase::Over => Stage::RoundOver(vec![1 - self.turns.first]),
            _ => Stage::Underway,
        }
    }

    fn score(&self) -> Score {
        let year = |birds: &Vec<Bird>| {
            let brought: Vec<_> = birds.iter().map(|bird| (bird, brings(bird, self.upkeep))).collect();
            let lines = (1..)
                .zip(&brought)
                .map(|(number, (bird, brought))| line(number, &format!("ER-{}", brought.clause), brought.points, bird, brought));
            let points: i32 = brought.iter().map(|(_, brought)| brought.points).sum();
            (lines.collect::<Vec<_>>(), (points, points))
        };
        let rounds: Vec<Vec<_>> = (0..2).map(|seat: usize| self.birds.iter().map(|birds| year(&birds[seat])).collect()).collect();
        let total = |seat: usize| rounds[seat].iter().map(|(_, (points, _))| points).sum::<i32>();
        let totals = [total(0), total(1)];
        let complete = self.is_game_over();
        let wins = |seat: &usize| complete && totals[*seat] >= totals[1 - seat];
        Score {
            complete,
            winners: (0..2).filter(wins).collect(),
            totals: totals.map(|total| (total, total)).to_vec(),
            tiebreak: false,
            rounds,
        }
    }

    fn completed(&self, tally: Vec<String>) -> Vec<String> {
        self.this_year().iter().zip(tally).map(|(birds, part)| with_birds(birds, &part)).collect()
    }

    fn any_tally(random: &mut Rng, players: usize) -> Vec<String> {
        any_tally(random, players, Self::deck())
    }
}
