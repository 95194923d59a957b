//! Emu Ranchers (ER) in its plainest form.

mod judging;

use fowlplay::games::emu_ranchers::EmuRanchers;

use crate::{
    compared::hold_against,
    emu::{
        bird::{Bird, brings, line},
        hand::{Hand, deduce, without},
    },
    model::{Act, Clause, Model, Opening, Rules, Score, Stage, Verdict},
};

#[test]
fn the_engine_agrees_with_the_model() {
    hold_against::<Ranchers>(100);
}

const DECK: &str = "AM AS AW AL AY AK 2MK 2SY 2WL 3MW 3SK 3LY 4YK 4MS 4WL 5SW 5ML 5YK 6MW 6LK 6SY 7SK 7WY 7ML \
                    8YK 8MS 8WL 9WY 9LK 9MS CS CL CM CW CY CK";

#[derive(Clone, Copy, Debug, PartialEq)]
enum Phase {
    Ready,
    Action(usize),
    /// Whose draw it is, and whether after a discard.
    Draw(usize, bool),
    Laying,
    Over,
}

#[derive(Clone, Debug)]
struct Ranchers {
    years: usize,
    upkeep: i32,
    /// The birds of all years begun, for each player.
    birds: Vec<[Vec<Bird>; 2]>,
    phase: Phase,
    first: usize,
    hands: [Hand; 2],
    pile: usize,
    discards: Vec<String>,
    done: [bool; 2],
    just_drew: Option<usize>,
    /// The cards nobody has seen, worked out anew after every act.
    unaccounted: Vec<String>,
}

fn cards(words: &[&str]) -> Vec<String> {
    words.iter().map(|&word| word.to_owned()).collect()
}

fn bird_at(number: &str) -> usize {
    number.parse::<usize>().expect("a bird's number") - 1
}

impl Ranchers {
    fn deck() -> Vec<String> {
        DECK.split_whitespace().map(str::to_owned).collect()
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
        self.phase == Phase::Over && self.birds.len() >= self.years
    }

    fn play(&mut self, seat: usize, card: &str, discarded: bool) {
        self.hands[seat].lose(&card.to_owned());
        if matches!(self.phase, Phase::Action(_) | Phase::Draw(..)) {
            self.phase = Phase::Draw(seat, discarded);
        }
    }

    fn has_drawn(&mut self, seat: usize) {
        if matches!(self.phase, Phase::Action(_) | Phase::Draw(..)) {
            self.just_drew = Some(seat);
            self.phase = if self.pile == 0 { Phase::Laying } else { Phase::Action(1 - seat) };
        }
    }

    fn step(&mut self, seat: usize, text: &str) {
        let words: Vec<&str> = text.split(' ').collect();
        match words[..] {
            ["hatch", card] => {
                self.birds.last_mut().expect("a year")[seat].push(cards(&[card]));
                self.play(seat, card, false);
            }
            ["grow" | "lay", number, card] => {
                self.birds.last_mut().expect("a year")[seat][bird_at(number)].push(card.to_owned());
                self.play(seat, card, false);
            }
            ["discard", card] => {
                self.discards.push(card.to_owned());
                self.play(seat, card, true);
            }
            ["draw"] => {
                if self.pile > 0 {
                    self.pile -= 1;
                    self.hands[seat].unseen += 1;
                }
                self.has_drawn(seat);
            }
            ["draw", card] => {
                self.pile -= 1;
                self.hands[seat].known.push(card.to_owned());
                self.has_drawn(seat);
            }
            ["take", card] => {
                let at = self.discards.iter().rposition(|other| other == card).expect("it lies there");
                self.discards.remove(at);
                self.hands[seat].known.push(card.to_owned());
                self.has_drawn(seat);
            }
            ["done"] => {
                // Too early and let stand, it was that player's turn.
                self.done[seat] = true;
                if matches!(self.phase, Phase::Action(_) | Phase::Draw(..)) {
                    self.phase = Phase::Action(1 - seat);
                    self.just_drew = None;
                }
            }
            ["shows", ref shown @ ..] => self.hands[seat].show(&cards(shown)),
            _ => panic!("no step: {text}"),
        }
        if self.phase == Phase::Laying && self.done == [true; 2] {
            self.phase = Phase::Over;
        }
    }
}

/// The birds of one player's part of a tally.
fn birds_of(text: &str) -> Vec<Bird> {
    let bird = |part: &str| part.split_whitespace().map(str::to_owned).collect::<Bird>();
    text.split('|').map(bird).filter(|bird| !bird.is_empty()).collect()
}

impl Model for Ranchers {
    type Game = EmuRanchers;

    fn new(_: usize, rules: &Rules) -> Self {
        let rule = |key: &str| rules[key].parse::<i32>().expect("a number");
        Self {
            years: usize::try_from(rule("years")).expect("a few"),
            upkeep: rule("upkeep"),
            birds: Vec::new(),
            phase: Phase::Ready,
            first: 0,
            hands: Default::default(),
            pile: 0,
            discards: Vec::new(),
            done: [false; 2],
            just_drew: None,
            unaccounted: Vec::new(),
        }
    }

    fn out_of_order(&self, act: &Act) -> Option<Clause> {
        self.breaks_the_order(act).map(str::to_owned)
    }

    fn cannot_be(&self, act: &Act) -> Option<Clause> {
        self.contradicts(act).map(str::to_owned)
    }

    fn unlawful(&self, act: &Act) -> Option<Clause> {
        self.breaks(act).map(str::to_owned)
    }

    fn apply(&mut self, act: &Act) -> Vec<(usize, String)> {
        match act {
            Act::Round(first) => {
                self.birds.push(Default::default());
                self.first = *first;
                self.phase = Phase::Action(*first);
                self.hands = [Hand { known: Vec::new(), unseen: 6 }, Hand { known: Vec::new(), unseen: 6 }];
                self.pile = 24;
                self.discards.clear();
                self.done = [false; 2];
                self.just_drew = None;
            }
            Act::Tally(texts) => {
                *self.birds.last_mut().expect("a year") = [birds_of(&texts[0]), birds_of(&texts[1])];
                self.done = [true; 2];
                self.phase = Phase::Over;
            }
            Act::Step(actor, text) => self.step(actor.unwrap_or_default(), text),
        }
        self.take_stock();
        Vec::new()
    }

    fn legal_steps(&self) -> Vec<(usize, String)> {
        if self.birds.is_empty() {
            return Vec::new();
        }
        let mut steps = Vec::new();
        for seat in 0..2 {
            let mut all = vec!["draw".to_owned(), "done".to_owned()];
            for card in Self::deck() {
                all.extend(["hatch", "discard", "take"].map(|verb| format!("{verb} {card}")));
                for number in 1..=self.this_year()[seat].len() + 1 {
                    all.extend(["grow", "lay"].map(|verb| format!("{verb} {number} {card}")));
                }
            }
            steps.extend(all.into_iter().map(|step| (seat, step)));
        }
        steps.retain(|(seat, step)| self.judge(&Act::Step(Some(*seat), step.clone())) == Verdict::Legal);
        steps
    }

    fn open(&self) -> Vec<Opening> {
        let opening = |seat: usize, verbs: &[&str]| (Some(seat), cards(verbs));
        match self.phase {
            Phase::Ready | Phase::Over => Vec::new(),
            Phase::Action(seat) => vec![opening(seat, &["hatch", "grow", "discard"])],
            Phase::Draw(seat, _) => vec![opening(seat, &["draw", "take"])],
            Phase::Laying => (0..2).filter(|&seat| !self.done[seat]).map(|seat| opening(seat, &["lay", "done"])).collect(),
        }
    }

    fn stage(&self) -> Stage {
        match self.phase {
            Phase::Ready => Stage::Ready(vec![0, 1]),
            Phase::Over if self.is_game_over() => Stage::GameOver,
            Phase::Over => Stage::RoundOver(vec![1 - self.first]),
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
}
