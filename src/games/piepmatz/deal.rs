//! The shuffled truth: where every card really is, for tests and benches.

use super::{
    ADDED, BOOK, Bird, Birds, Drawn, FeederCard, HAND, Layout, Listed, MOST, Pest, Phase, Piepmatz, SLOTS, Setup, Species, Step,
    Tally,
};
use crate::table::{Act, ActOf, Deal, DeckEntry, Random, RuleValue, RuleValues, Seat};
use smallvec::SmallVec;

/// The hands and the decks as they really are; the last card of a deck is its top.
#[derive(Clone, Debug, Default)]
pub struct Truth {
    hands: [SmallVec<[Bird; 8]>; MOST],
    birds: SmallVec<[Bird; 96]>,
    feeder: SmallVec<[FeederCard; 36]>,
}

fn shuffle<T>(cards: &mut [T], random: Random<'_>) {
    for last in (1..cards.len()).rev() {
        cards.swap(last, random(last + 1));
    }
}

/// A feeder deck of so many cards.
fn any_feeder(cards: u8, random: Random<'_>) -> Listed {
    let mut listed = [0; FeederCard::ALL.len()];
    for pests in &mut listed[3..] {
        *pests = u8::try_from(random(9)).unwrap_or_default();
    }
    let seeds = cards - listed[3] - listed[4];
    for _ in 0..seeds {
        listed[random(3)] += 1;
    }
    listed
}

impl Truth {
    fn deal(&mut self, game: &Piepmatz, random: Random<'_>) {
        let stock = game.setup.stock();
        self.birds.clear();
        self.birds.extend(Bird::all().flat_map(|bird| std::iter::repeat_n(bird, stock[bird.index()].into())));
        shuffle(&mut self.birds, random);
        for (hand, _) in self.hands.iter_mut().zip(game.seats()) {
            let from = self.birds.len() - HAND;
            hand.clear();
            hand.extend(self.birds.drain(from..));
        }
        let listed = game.setup.listed.unwrap_or_else(|| any_feeder(game.setup.feeder, random));
        self.feeder.clear();
        self.feeder
            .extend(FeederCard::ALL.into_iter().zip(listed).flat_map(|(card, count)| std::iter::repeat_n(card, count.into())));
        shuffle(&mut self.feeder, random);
    }

    /// The top birds of the deck, the uppermost first.
    fn top_birds(&self, count: usize) -> Birds {
        self.birds.iter().rev().take(count).copied().collect()
    }

    /// These birds come off the deck, if they are what lies on top of it.
    fn turn_up(&mut self, birds: &[Bird], in_order: bool) {
        let mut top = self.top_birds(birds.len());
        if !in_order {
            top.sort_unstable();
        }
        if top[..] == *birds {
            self.birds.truncate(self.birds.len() - birds.len());
        }
    }

    /// These cards come off the feeder deck, if they are what lies on top of it.
    fn draw(&mut self, cards: &[FeederCard]) {
        if self.feeder.iter().rev().take(cards.len()).eq(cards) {
            self.feeder.truncate(self.feeder.len() - cards.len());
        }
    }

    /// Pests among the top four are shuffled back (PM-1.5).
    fn clear_top(&mut self, random: Random<'_>) {
        for nth in 1..=SLOTS.min(self.feeder.len()) {
            let at = self.feeder.len() - nth;
            let seeds: SmallVec<[usize; 36]> = (0..=at).filter(|&at| self.feeder[at].is_seed()).collect();
            if !self.feeder[at].is_seed() && !seeds.is_empty() {
                self.feeder.swap(at, seeds[random(seeds.len())]);
            }
        }
    }
}

impl Deal for Piepmatz {
    type Truth = Truth;

    fn any_setup(random: Random<'_>) -> (usize, Setup, RuleValues) {
        loop {
            let players = 2 + random(MOST - 1);
            let mut rules = RuleValues::defaults(&BOOK);
            for rule in BOOK.rules {
                let value = match rule.values {
                    crate::table::Values::Word(words) => RuleValue::Word(words[random(words.len())].to_owned()),
                    _ => RuleValue::Flag(random(2) == 1),
                };
                // The values are the book's.
                let _ = rules.set(&BOOK, rule.key, &value);
            }
            let removed = (players == 2).then(|| Species::ALL[random(6)]);
            let mut setup = Setup::of(players, &rules, &[], true);
            if let Ok(setup) = &mut setup {
                setup.removed = removed;
                setup.listed = (random(2) == 0).then(|| any_feeder(setup.feeder, random));
            }
            if let Ok(setup) = setup {
                return (players, setup, rules);
            }
        }
    }

    fn deck(setup: &Setup) -> Vec<(String, DeckEntry)> {
        setup.deck()
    }

    fn is_listed(step: &Step) -> bool {
        !matches!(step, Step::Display(_) | Step::Feeder(_) | Step::Refill(_) | Step::LoseSeeds(_) | Step::Adds(_))
    }

    fn truth(_players: usize, _setup: &Setup) -> Truth {
        Truth::default()
    }

    fn propose(&self, truth: &mut Truth, random: Random<'_>) -> ActOf<Self> {
        let of_table = |step| Act::Step { actor: None, step };
        match self.phase {
            Phase::Ready | Phase::Over => return Act::Round { first: Seat::new(random(self.players)) },
            Phase::Setup(Layout::Perches) => return of_table(Step::Perches(truth.top_birds(self.setup.perches.into()))),
            Phase::Setup(Layout::Display) => return of_table(Step::Display(sorted(truth.top_birds(super::DISPLAY)))),
            Phase::Setup(Layout::Seeds) => {
                if random(8) > 0 {
                    truth.clear_top(random);
                }
                return of_table(Step::Seeds(truth.feeder.iter().rev().take(SLOTS).copied().collect()));
            }
            _ => {}
        }
        let seat = self.turn_of().unwrap_or_else(|| self.any_holder(random));
        let hand = &truth.hands[seat.index()];
        let choice = random(64);
        if choice < 2 && !hand.is_empty() {
            let whole = sorted(hand.iter().copied().collect());
            let shown = if choice == 0 { whole } else { whole.into_iter().take(1).collect() };
            return Act::Step { actor: Some(seat), step: Step::Shows(shown) };
        }
        if let Some(may) = self.may_keep.filter(|_| choice < 24) {
            let hand = &truth.hands[may.seat.index()];
            if !hand.is_empty() {
                return Act::Step { actor: Some(may.seat), step: Step::Keep(hand[random(hand.len())]) };
            }
        }
        Act::Step { actor: Some(seat), step: self.any_step(seat, truth, random) }
    }

    fn follow(&self, truth: &mut Truth, act: &Act<Step, Tally>, random: Random<'_>) {
        let Act::Step { actor, step } = act else {
            if let Act::Round { .. } = act {
                truth.deal(self, random);
            }
            return;
        };
        let seat = self.doer(*actor).index();
        match step {
            Step::Perches(birds) => truth.turn_up(birds, true),
            Step::Display(birds) => truth.turn_up(birds, false),
            Step::Seeds(cards) | Step::Refill(cards) => truth.draw(cards),
            Step::Feeder(card) => truth.draw(&[*card]),
            Step::Play(bird, _) | Step::Keep(bird) => leave(&mut truth.hands[seat], *bird),
            Step::Draw(Some(bird)) => truth.hands[seat].push(*bird),
            Step::Draw(None) => truth.hands[seat].extend(truth.birds.pop()),
            Step::Adds(birds) => {
                // Whoever adds what is not there is found out: nothing is laid down.
                let mut left = truth.hands[seat].clone();
                birds.iter().for_each(|&bird| leave(&mut left, bird));
                if left.len() + birds.len() == truth.hands[seat].len() {
                    truth.hands[seat].clear();
                }
            }
            Step::LoseBirds(_) | Step::LoseSeeds(_) | Step::Shows(_) => {}
        }
    }

    fn agrees_with(&self, truth: &Truth) -> bool {
        let count = |hand: &[Bird], card: usize| hand.iter().filter(|other| other.index() == card).count();
        let agrees = |seat: Seat| {
            let (hand, known) = (&truth.hands[seat.index()], self.account.hand(seat));
            known.len() == hand.len()
                && known.known_cards().all(|card| known.known(card) <= count(hand, card))
                && hand.iter().all(|bird| self.account.can_come_from(seat, bird.index()))
        };
        let left = |card: FeederCard| truth.feeder.iter().filter(|&&other| other == card).count();
        self.phase == Phase::Ready
            || self.bird_deck() == truth.birds.len()
                && self.deck.len() == truth.feeder.len()
                && FeederCard::ALL.into_iter().all(|card| self.deck.left_of(card).is_none_or(|known| known == left(card)))
                && self.seats().all(agrees)
    }

    fn balances(&self) -> bool {
        self.account.balances(&self.setup.stock(), self.open_birds().map(Bird::index))
            && usize::from(self.laid_down) <= self.account.hidden()
    }
}

impl Piepmatz {
    /// Somebody who holds a bird, if anybody does.
    fn any_holder(&self, random: Random<'_>) -> Seat {
        let holders: SmallVec<[Seat; MOST]> = self.holders().collect();
        if holders.is_empty() { self.first } else { holders[random(holders.len())] }
    }

    /// A use of true cards, as the phase has it.
    fn any_step(&self, seat: Seat, truth: &Truth, random: Random<'_>) -> Step {
        let hand = &truth.hands[seat.index()];
        let mine = self.collection(seat);
        match self.phase {
            Phase::Feeder(_) if !truth.feeder.is_empty() => Step::Feeder(truth.feeder[truth.feeder.len() - 1]),
            Phase::Lose(_, Pest::Crow) if !mine.birds.is_empty() => {
                let nth = random(mine.birds.len());
                let any: Birds = mine.birds.birds().nth(nth).into_iter().collect();
                let most = mine.birds.birds().filter(|bird| mine.birds.count(bird.species()) == mine.birds.largest());
                let fair: Birds = most.collect();
                Step::LoseBirds(if random(8) == 0 { any } else { [fair[random(fair.len())]].into_iter().collect() })
            }
            Phase::Lose(_, Pest::Squirrel) => {
                let mut seeds: SmallVec<[_; 16]> = mine.seeds.iter().collect();
                shuffle(&mut seeds, random);
                seeds.truncate(if random(16) == 0 { 1 } else { 2 });
                seeds.sort_unstable_by(|one, other| other.cmp(one));
                Step::LoseSeeds(seeds)
            }
            Phase::Draw(_) => match self.display.len() {
                0 => Step::Draw(None),
                _ if random(3) == 0 => Step::Draw(None),
                count => Step::Draw(self.display.birds().nth(random(count))),
            },
            Phase::Display(_) => Step::Display(sorted(truth.top_birds(self.due_in_display()))),
            Phase::Refill(_) => Step::Refill(self.refilling(truth, random)),
            Phase::Adding => {
                let mut birds: Birds = hand.iter().copied().collect();
                shuffle(&mut birds, random);
                birds.truncate(if random(16) == 0 { 1 } else { ADDED });
                Step::Adds(sorted(birds))
            }
            _ if hand.is_empty() => Step::Draw(None),
            _ => {
                let perch = u8::try_from(1 + random(self.setup.perches.into())).unwrap_or(1);
                Step::Play(hand[random(hand.len())], perch)
            }
        }
    }

    /// The feeder cards that fill the slots; now and then one is forgotten.
    fn refilling(&self, truth: &Truth, random: Random<'_>) -> Drawn {
        let mut left = self.empty_slots();
        let mut drawn = Drawn::new();
        for &card in truth.feeder.iter().rev() {
            if left == 0 {
                break;
            }
            left -= usize::from(card.is_seed());
            drawn.push(card);
        }
        if drawn.len() > 1 && random(16) == 0 {
            drawn.pop();
        }
        drawn
    }
}

fn sorted(mut birds: Birds) -> Birds {
    birds.sort_unstable();
    birds
}

fn leave(hand: &mut SmallVec<[Bird; 8]>, bird: Bird) {
    if let Some(at) = hand.iter().position(|&other| other == bird) {
        hand.swap_remove(at);
    }
}
