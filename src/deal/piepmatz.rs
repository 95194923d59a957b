//! Piepmatz with shuffled bird and feeder cards: deals, and tracks where every card is.

use super::{Dealer, DealtCards, RandomSource, any_texts, choose_one, choose_some, shuffle, take, turn_up};
use crate::{
    games::piepmatz::{
        ADDED, BOOK, Bird, Birds, DISPLAY, FeederCard, HAND, Pest, Phase, Piepmatz, SLOTS, Setup, Species, Step,
        book::SetupPests, feeder::FeederCounts, step::FeederCards,
    },
    table::{Act, ActOf, DeckValue, Game as _, IndexedCard as _, RuleSettings, Seat},
};
use smallvec::SmallVec;

/// The real hands and decks; the last card of a deck is its top.
#[derive(Clone, Debug, Default)]
pub struct Truth {
    birds: DealtCards<Bird>,
    feeder: SmallVec<[FeederCard; 64]>,
}

/// A random feeder deck of this many cards.
fn any_feeder(card_count: u8, random: RandomSource<'_>) -> FeederCounts {
    let mut counts = [0; FeederCard::ALL.len()];
    for pests in &mut counts[3..] {
        *pests = u8::try_from(random(9)).unwrap_or_default();
    }
    let seeds = card_count - counts[3] - counts[4];
    for _ in 0..seeds {
        counts[random(3)] += 1;
    }
    counts
}

impl Truth {
    /// Swaps each pest among the top four cards with a random seed further down (PM-1.5).
    fn clear_top(&mut self, random: RandomSource<'_>) {
        for nth in 1..=SLOTS.min(self.feeder.len()) {
            let at = self.feeder.len() - nth;
            let seed_indices = || (0..at).filter(|&index| self.feeder[index].seed().is_some());
            if self.feeder[at].seed().is_none()
                && let Some(seed_index) = choose_one(seed_indices, random)
            {
                self.feeder.swap(at, seed_index);
            }
        }
    }
}

/// The text of a random bird. Half of the time it is one of two, to make repeats likely.
fn any_bird(random: RandomSource<'_>) -> String {
    if random(2) == 0 { format!("BL{}", 1 + random(2)) } else { format!("{}{}", Species::ALL[random(6)].code(), 1 + random(6)) }
}

fn removed_entry(species: Species) -> (String, DeckValue) {
    ("removed".to_owned(), DeckValue::Word(species.code().to_owned()))
}

impl Dealer for Piepmatz {
    type Truth = Truth;

    fn with_any_deck(players: usize, rules: &RuleSettings, random: RandomSource<'_>) -> Option<Setup> {
        let removed = (players == 2).then(|| Species::ALL[random(6)]);
        let mut setup = Self::setup(players, rules, removed.map(removed_entry).as_slice()).ok()?;
        setup.listed = (random(2) == 0).then(|| any_feeder(setup.feeder, random));
        Some(setup)
    }

    fn deck(setup: &Setup) -> Vec<(String, DeckValue)> {
        let mut deck: Vec<_> = setup.removed.map(removed_entry).into_iter().collect();
        if let Some([one, two, three, crows, squirrels]) = setup.listed {
            let seeds = [("1", one), ("2", two), ("3", three)].map(|(eggs, count)| (eggs.to_owned(), count.into()));
            deck.push(("seeds".to_owned(), DeckValue::Map(seeds.into())));
            deck.push(("crows".to_owned(), DeckValue::Whole(crows.into())));
            deck.push(("squirrels".to_owned(), DeckValue::Whole(squirrels.into())));
        }
        deck
    }

    fn is_listed(step: &Step) -> bool {
        !matches!(step, Step::Display(_) | Step::Feeder(_) | Step::Refill(_) | Step::LoseSeeds(_) | Step::Adds(_))
    }

    fn random_argument(argument: &str, random: RandomSource<'_>) -> Option<String> {
        match argument {
            "CARD" => Some(any_bird(random)),
            "FEEDER" => Some(["1", "2", "3", "crow", "squirrel"][random(5)].to_owned()),
            _ => None,
        }
    }

    fn random_tally_part(random: RandomSource<'_>) -> String {
        let birds = any_texts(4, " ", random, any_bird);
        if random(2) == 0 { format!("{birds}; {}", 1 + random(3)) } else { birds }
    }

    fn propose(&self, truth: &mut Truth, random: RandomSource<'_>) -> ActOf<Self> {
        let table_act = |step| Act::Step { actor: None, step };
        match self.phase {
            Phase::Ready | Phase::Over => return Act::BeginRound { first: Seat::new(random(self.players)) },
            Phase::Setup(due) => {
                // The due parts of the setup can come in any order.
                let due: SmallVec<[&str; 3]> = BOOK.verbs_of(due).map(|verb| verb.name).collect();
                return table_act(match due[random(due.len())] {
                    "perches" => Step::Perches(truth.birds.top(self.setup.perches.into()).iter().rev().copied().collect()),
                    "display" => Step::Display(sorted(truth.birds.top(DISPLAY).into())),
                    _ => {
                        if self.setup.rules.setup_pests == SetupPests::Laid {
                            return table_act(Step::Seeds(Self::any_refill(SLOTS, truth, random)));
                        }
                        if random(8) > 0 {
                            truth.clear_top(random);
                        }
                        Step::Seeds(truth.feeder.iter().rev().take(SLOTS).copied().collect())
                    }
                });
            }
            _ => {}
        }
        let seat = self.turn_of().unwrap_or_else(|| self.any_holder(random));
        let choice = random(64);
        if choice < 2 && !truth.birds.hand(seat).is_empty() {
            return Act::Step { actor: Some(seat), step: Step::Shows(truth.birds.any_shown(seat, random)) };
        }
        if let Some((seat, _)) = self.may_keep.filter(|_| choice < 24)
            && let Some(bird) = choose_one(|| truth.birds.hand(seat).iter().copied(), random)
        {
            return Act::Step { actor: Some(seat), step: Step::Keep(bird) };
        }
        Act::Step { actor: Some(seat), step: self.any_step(seat, truth, random) }
    }

    fn deal(&self, truth: &mut Truth, random: RandomSource<'_>) {
        truth.birds.shuffle(self.setup.stock(), random);
        truth.birds.deal(self.seats(), HAND);
        let counts = self.setup.listed.unwrap_or_else(|| any_feeder(self.setup.feeder, random));
        truth.feeder.clear();
        for (card, copies) in FeederCard::ALL.into_iter().zip(counts) {
            (0..copies).for_each(|_| truth.feeder.push(card));
        }
        shuffle(&mut truth.feeder, random);
    }

    fn track_step(&self, truth: &mut Truth, actor: Option<Seat>, step: &Step, _random: RandomSource<'_>) {
        let seat = self.acting_seat(actor);
        match step {
            Step::Perches(birds) | Step::Display(birds) => birds.iter().for_each(|&bird| truth.birds.turn_up(bird)),
            Step::Seeds(cards) | Step::Refill(cards) => cards.iter().for_each(|card| _ = turn_up(&mut truth.feeder, card)),
            Step::Feeder(card) => _ = turn_up(&mut truth.feeder, card),
            Step::Play(bird, _) | Step::Keep(bird) => truth.birds.remove_from_hand(seat, *bird),
            Step::Draw(Some(bird)) => truth.birds.add_to_hand(seat, *bird),
            Step::Draw(None) => truth.birds.draw(seat),
            Step::Adds(birds) => {
                // Adding birds that are not in the hand is impossible, so no hand is laid down then.
                let hand = &mut truth.birds.hands[seat.index()];
                let mut remaining = hand.clone();
                if birds.iter().all(|&bird| take(&mut remaining, bird)) {
                    hand.clear();
                }
            }
            Step::LoseBirds(_) | Step::LoseSeeds(_) | Step::Shows(_) => {}
        }
    }

    fn with_open_hands(&self, truth: &Truth) -> Option<Self> {
        let mut with_open_hands = self.clone();
        truth.birds.show_in(&mut with_open_hands.account);
        Some(with_open_hands)
    }

    fn is_consistent_with(&self, truth: &Truth) -> bool {
        let copies_left = |card: FeederCard| truth.feeder.iter().filter(|&&other| other == card).count();
        self.phase == Phase::Ready
            || truth.birds.is_consistent_with(&self.account)
                && self.bird_deck() == truth.birds.pile.len()
                && self.deck.len() == truth.feeder.len()
                && FeederCard::ALL.into_iter().all(|card| self.deck.left_of(card).is_none_or(|known| known == copies_left(card)))
    }

    fn balances(&self) -> bool {
        let perched_birds = self.perches.iter().flat_map(|perch| perch.bird.iter().chain(&perch.queue)).copied();
        let collections = self.rounds.current.each.iter().map(|collection| collection.birds);
        let open_birds = perched_birds.chain(collections.chain([self.display, self.gone]).flat_map(|flock| flock.birds()));
        self.account.is_consistent(&self.setup.stock(), open_birds.map(Bird::index))
            && usize::from(self.laid_down) <= self.account.pile_len()
    }
}

impl Piepmatz {
    /// A player who holds a bird; the first player if nobody does.
    fn any_holder(&self, random: RandomSource<'_>) -> Seat {
        let holders = self.holders();
        choose_one(|| holders.iter(), random).unwrap_or(self.first)
    }

    #[inline(never)] // the large result is then moved as a whole
    fn any_step(&self, seat: Seat, truth: &Truth, random: RandomSource<'_>) -> Step {
        match self.phase {
            // If the order is free, the refill may come first. Sometimes a step comes too early.
            Phase::Draw(_) | Phase::Display(_) if self.may_refill() && random(2) == 0 => {
                Step::Refill(Self::any_refill(self.empty_slots(), truth, random))
            }
            Phase::Refill(_) if self.bird_deck() > 0 && random(16) == 0 => Step::Draw(None),
            Phase::Feeder(_) if !truth.feeder.is_empty() => Step::Feeder(truth.feeder[truth.feeder.len() - 1]),
            Phase::Lose(_, Pest::Crow) => {
                Step::LoseBirds(choose_one(|| self.collection(seat).birds.kinds(), random).into_iter().collect())
            }
            Phase::Draw(_) => {
                let from_deck = (self.bird_deck() > 0).then_some(None);
                Step::Draw(choose_one(|| self.display.kinds().map(Some).chain(from_deck), random).flatten())
            }
            Phase::Lose(_, Pest::Squirrel) => {
                let mut seeds: SmallVec<[_; 16]> = self.collection(seat).seeds.iter().collect();
                let count = if random(16) == 0 { 1 } else { 2 };
                let mut seeds = SmallVec::<[_; 16]>::from_slice(choose_some(&mut seeds, count, random));
                seeds.sort_unstable_by(|a, b| b.cmp(a));
                Step::LoseSeeds(seeds)
            }
            Phase::Display(_) => Step::Display(sorted(truth.birds.top(self.due_in_display()).into())),
            Phase::Refill(_) => Step::Refill(Self::any_refill(self.empty_slots(), truth, random)),
            Phase::Adding => {
                let count = if random(16) == 0 { 1 } else { ADDED };
                Step::Adds(sorted(choose_some(&mut Birds::from_slice(truth.birds.hand(seat)), count, random).into()))
            }
            _ => match truth.birds.hand(seat) {
                [] => Step::Draw(None),
                hand => {
                    let perch = u8::try_from(1 + random(self.setup.perches.into())).unwrap_or(1);
                    Step::Play(hand[random(hand.len())], perch)
                }
            },
        }
    }

    /// The feeder cards that fill this number of slots. Sometimes the last one is missing.
    fn any_refill(mut slots: usize, truth: &Truth, random: RandomSource<'_>) -> FeederCards {
        let mut cards = FeederCards::new();
        for &card in truth.feeder.iter().rev() {
            if slots == 0 {
                break;
            }
            slots -= usize::from(card.seed().is_some());
            cards.push(card);
        }
        if cards.len() > 1 && random(16) == 0 {
            cards.pop();
        }
        cards
    }
}

fn sorted(mut birds: Birds) -> Birds {
    birds.sort_unstable();
    birds
}
