//! Emu Ranchers (ER) in its plainest form.

mod judging;

use fastrand::Rng;
use fowlplay::games::emu_ranchers::EmuRanchers;

use crate::{
    model::{Act, Clause, Decisions, Model, Opening, Rules, Score, Stage},
    models::compared::{hold_against, hold_tallies_against, rules_of_moves_alone_change_no_tally},
    models::emu::{
        bird::{bird_at, card_of, counted_part, is_wild, with_birds, words},
        hand::{Hand, deduce, without},
        rancher::{Counting, Rancher, Year},
        tallies::any_tally,
        turns::{Phase, Turns},
    },
};

#[test]
fn the_engine_agrees_with_the_model_on_tallies() {
    hold_tallies_against::<Ranchers>(100);
}

#[test]
fn no_tally_heeds_a_rule_of_moves_alone() {
    rules_of_moves_alone_change_no_tally::<Ranchers>(80);
}

#[test]
fn the_engine_agrees_with_the_model() {
    hold_against::<Ranchers>(20);
}

const DECK: &str = "AM AS AW AL AY AK 2MK 2SY 2WL 3MW 3SK 3LY 4YK 4MS 4WL 5SW 5ML 5YK 6MW 6LK 6SY 7SK 7WY 7ML \
                    8YK 8MS 8WL 9WY 9LK 9MS CS CL CM CW CY CK";
const EXCUSE: &str = "EX";
const PAWNS: &str = "PWLY PMSL PSWK PMYK";
const COURTS: &str = "TMWK TSWY TMLY TSLK";

/// The game.
#[derive(Clone, Debug)]
pub struct Ranchers {
    years: usize,
    counting: Counting,
    /// ER-1.1 and ER-1.4: the cards that are shuffled for a year.
    deck: Vec<String>,
    /// Whether it has the Excuse.
    has_excuse: bool,
    /// The years before this one, each with whether it was over when the next was begun.
    past: Vec<([Rancher; 2], bool)>,
    /// This year, if one has begun.
    both: Option<[Rancher; 2]>,
    turns: Turns,
    pile: usize,
    discards: Vec<String>,
    /// The cards nobody has seen, worked out anew after every act.
    unaccounted: Vec<String>,
    decided: Decisions,
}

impl Ranchers {
    fn this_year(&self) -> &[Rancher; 2] {
        self.both.as_ref().expect("a year")
    }

    fn take_stock(&mut self) {
        let unseen = |game: &Self| {
            let mut seen = game.discards.clone();
            for rancher in game.this_year() {
                seen.extend(rancher.hand.known.iter().cloned());
                seen.extend(rancher.birds.iter().flatten().map(|laid| card_of(laid)));
                seen.extend(rancher.excused.iter().map(|_| EXCUSE.to_owned()));
            }
            without(&game.deck, &seen)
        };
        let mut hands: Vec<Hand> = self.this_year().iter().map(|rancher| rancher.hand.clone()).collect();
        deduce(&mut hands, self.pile, unseen(self));
        for (rancher, hand) in self.both.iter_mut().flatten().zip(hands) {
            rancher.hand = hand;
        }
        self.unaccounted = unseen(self);
    }

    fn is_game_over(&self) -> bool {
        self.turns.phase == Phase::Over && self.past.len() + 1 >= self.years
    }

    fn step(&mut self, seat: usize, text: &str) {
        let step = words(text);
        let Rancher { birds, hand, excused, .. } = &mut self.both.as_mut().expect("a year")[seat];
        match step.iter().map(String::as_str).collect::<Vec<_>>()[..] {
            ["hatch", laid] => birds.push(words(laid)),
            ["grow" | "lay", number, laid] => birds[bird_at(number)].push(laid.to_owned()),
            ["discard", card] => self.discards.push(card.to_owned()),
            ["draw"] if self.pile > 0 => {
                self.pile -= 1;
                hand.unseen += 1;
            }
            ["draw", card] => {
                self.pile -= 1;
                hand.known.push(card.to_owned());
            }
            ["take", card] => {
                let at = self.discards.iter().rposition(|other| other == card).expect("it lies there");
                hand.known.push(self.discards.remove(at));
            }
            ["excuse", number] => excused.push(bird_at(number)),
            ["shows", ..] => hand.show(&step[1..]),
            _ => {}
        }
        match &step[0][..] {
            "hatch" | "grow" | "lay" | "discard" => hand.lose(&card_of(step.last().expect("a card"))),
            "excuse" => hand.lose(&EXCUSE.to_owned()),
            _ => {}
        }
        self.both.as_mut().expect("a year")[seat].follow_excuses(&step);
        match &step[0][..] {
            "hatch" | "grow" | "lay" | "discard" | "excuse" => self.turns.played(seat, step[0] == "discard"),
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
        ("say what a hand holds, which TB-3 judges", &["1.1", "1.4", "4.4"]),
        ("say what a step does", &["3.1", "3.2", "4.1"]),
        ("are scored", &["6.1", "6.2", "6.3", "6.4", "6.5", "6.6", "6.7"]),
    ];

    fn new(_: usize, rules: &Rules) -> Self {
        let has_excuse = rules["excuse"] == "true";
        let mut deck = words(DECK);
        deck.extend(words(if has_excuse { EXCUSE } else { "" }));
        deck.extend(match &rules["wilds"][..] {
            "none" => Vec::new(),
            "pawns" => words(PAWNS),
            "courts" => words(COURTS),
            _ => [words(PAWNS), words(COURTS)].concat(),
        });
        Self {
            years: rules["years"].parse().expect("a few"),
            counting: Counting {
                book: Self::BOOK,
                upkeep: rules["upkeep"].parse().expect("a number"),
                seen_are_used: rules["excuses"] == "seen",
            },
            deck,
            has_excuse,
            past: Vec::new(),
            both: None,
            turns: Turns::new(2),
            pile: 0,
            discards: Vec::new(),
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
                let is_over = self.turns.phase == Phase::Over;
                self.past.extend(self.both.take().map(|ranchers| (ranchers, is_over)));
                self.both = Some([Rancher::dealt(), Rancher::dealt()]);
                self.turns.begin(*first);
                self.pile = self.deck.len() - 12;
                self.discards.clear();
            }
            Act::Tally(texts) => {
                for (rancher, text) in self.both.iter_mut().flatten().zip(texts) {
                    let (birds, excuses) = counted_part(text);
                    rancher.is_counted(birds, excuses);
                }
                self.turns.count_out();
            }
            Act::Step(actor, text) => self.step(actor.unwrap_or_default(), text),
        }
        self.take_stock();
        Vec::new()
    }

    fn adjust(&mut self, seat: usize, points: i32) {
        self.decided.add(self.past.len(), seat, points);
    }

    fn conceivable(&self, seat: usize, verb: &str) -> Vec<String> {
        let numbers = 1..=self.this_year()[seat].birds.len() + 1;
        let cards = words(&[DECK, EXCUSE, PAWNS, COURTS].join(" "));
        // A Pawn or Court on a bird is one of eight numbers.
        let as_laid = |card: &String| -> Vec<String> {
            if is_wild(card) { (2..=9).map(|rank| format!("{card}={rank}")).collect() } else { vec![card.clone()] }
        };
        match verb {
            "draw" | "done" => vec![verb.to_owned()],
            "excuse" => numbers.map(|number| format!("excuse {number}")).collect(),
            "grow" | "lay" => {
                let laid: Vec<String> = cards.iter().flat_map(as_laid).collect();
                numbers.flat_map(|number| laid.iter().map(move |laid| format!("{verb} {number} {laid}"))).collect()
            }
            _ => cards.iter().map(|card| format!("{verb} {card}")).collect(),
        }
    }

    fn open(&self) -> Vec<Opening> {
        let mut open = self.turns.open();
        if self.has_excuse && self.turns.phase == Phase::Laying {
            for (_, verbs) in &mut open {
                verbs.push("excuse");
            }
        }
        open.into_iter().map(|(seat, verbs)| (Some(seat), verbs.into_iter().map(str::to_owned).collect())).collect()
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
        let this = self.both.iter().map(|ranchers| (ranchers, self.turns.phase == Phase::Over));
        let years: Vec<_> = self.past.iter().map(|(ranchers, is_over)| (ranchers, *is_over)).chain(this).collect();
        let year = |(ranchers, is_over): &(&[Rancher; 2], bool), seat: usize| {
            let Year { lines, points, .. } = self.counting.year(&ranchers[seat], *is_over);
            (lines, (points, points))
        };
        let mut rounds: Vec<Vec<_>> = (0..2).map(|seat| years.iter().map(|of| year(of, seat)).collect()).collect();
        self.decided.enter::<Self>(&mut rounds);
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
        self.this_year().iter().zip(tally).map(|(rancher, part)| with_birds(rancher.lying(), &part)).collect()
    }

    fn any_tally(random: &mut Rng, players: usize) -> Vec<String> {
        let extended = if random.bool() { words(&[EXCUSE, PAWNS, COURTS].join(" ")) } else { Vec::new() };
        any_tally(random, players, [words(DECK), extended].concat())
    }
}
