//! A round taken up where it lies: perches with their queues, slots, display, both decks, and what each has collected.

use super::{
    Bird, Birds, DISPLAY, Fault, FeederCard, HAND, MOST, Perch, Pest, Phase, Piepmatz, SLOTS, Seed, Setup, Step,
    book::{DisplayRefill, FifthPest, PestSlot},
    feeder::Slot,
    step::Lost,
};
use crate::table::{
    Assumed, Broken as _, Disputed, Game as _, Header, Indexed as _, ParseError, Part, Parted, Players, Positioned, Said, Seat,
    TableFault, Unsaid, and_list, check, count_of, known_in,
};
use smallvec::SmallVec;
use std::cmp::Reverse;

mod becoming;
mod notation;
#[cfg(test)]
mod tests;

/// How a round lies between two turns, as far as it was said.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Position {
    players: Vec<Before>,
    perches: Option<Vec<Perch>>,
    slots: Option<Vec<Beside>>,
    /// In canonical order.
    display: Option<Birds>,
    /// How many cards the bird deck has.
    birds: Option<u16>,
    /// How many cards the feeder deck has.
    feeder: Option<u16>,
    gone: OutOfTheGame,
    turn: Option<Seat>,
    /// Whether the end was triggered (PM-5.1), where nothing else says it.
    ending: Option<()>,
}

/// What lies before one player.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Before {
    /// The birds collected, in canonical order, and the seed cards.
    collection: Option<(Birds, Lost)>,
    hand: Option<u16>,
    /// Birds known to be in the hand, in canonical order.
    shows: Birds,
}

/// A slot, and the pests beside it in the order in which they were laid.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Beside {
    seed: Option<Seed>,
    pests: SmallVec<[Pest; 4]>,
}

/// The cards that are out of the game; a deck of which nothing is said stays open.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct OutOfTheGame {
    birds: Option<Gone<Bird>>,
    feeder: Option<Gone<FeederCard>>,
}

/// Cards of one deck that are out of the game: those that are named, in canonical order, and how many more there are.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Gone<C> {
    named: Vec<C>,
    more: u16,
}

impl<C> Default for Gone<C> {
    fn default() -> Self {
        Self { named: Vec::new(), more: 0 }
    }
}

impl<C> Gone<C> {
    fn len(&self) -> usize {
        self.named.len() + usize::from(self.more)
    }
}

/// What is said, or follows from what is said.
struct Counts {
    hands: [usize; MOST],
    birds: usize,
    gone_birds: usize,
    feeder: usize,
    gone_feeder: usize,
    turn: Seat,
    ending: bool,
}

impl Positioned<Piepmatz> for Position {
    fn parse(parts: &Parted<&str>, header: &Header<Setup>) -> Result<Self, (Part, ParseError)> {
        Self::read(parts, &header.players)
    }

    fn write(&self, players: &Players) -> Parted<String> {
        self.written(players)
    }

    fn construct(&self, before: &Piepmatz) -> Result<Piepmatz, Fault> {
        let counts = self.counts(before)?;
        let new = Piepmatz::new(before.players, &before.setup);
        let mut game = Piepmatz { past: before.past.clone(), first: before.first, ..new };
        for (seat, of) in game.seats().zip(&self.players) {
            let Some((birds, seeds)) = &of.collection else { continue };
            for &bird in birds {
                game.lay(bird)?;
                game.collection_mut(seat).birds.insert(bird);
            }
            for &seed in seeds {
                game.lay_from_feeder(FeederCard::Seed(seed))?;
                game.collection_mut(seat).seeds.insert(seed);
            }
        }
        for (at, perch) in self.perches.iter().flatten().enumerate() {
            perch.bird.iter().chain(&perch.queue).try_for_each(|&bird| game.lay(bird))?;
            game.perches[at] = perch.clone();
        }
        for (at, slot) in self.slots.iter().flatten().enumerate() {
            slot.cards().try_for_each(|card| game.lay_from_feeder(card))?;
            game.slots[at] = Slot { seed: slot.seed, ..Slot::default() };
            slot.pests.iter().for_each(|&pest| game.slots[at].pests.push(pest));
        }
        for &bird in self.display.iter().flatten() {
            game.lay(bird)?;
            game.display.insert(bird);
        }
        for &bird in self.gone.birds.iter().flat_map(|gone| &gone.named) {
            game.lay(bird)?;
            game.gone.insert(bird);
        }
        self.gone.feeder.iter().flat_map(|gone| &gone.named).try_for_each(|&card| game.lay_from_feeder(card))?;
        for (seat, of) in game.seats().zip(&self.players) {
            for &bird in &of.shows {
                game.lay(bird)?;
                game.account.enter_hand(seat, bird.index());
            }
            // The counts add up, so there are as many.
            game.account.deal(seat, counts.hands[seat.index()] - of.shows.len());
        }
        let named = self.gone.birds.as_ref().map_or(0, |gone| gone.named.len());
        game.account.cover(counts.gone_birds - named);
        game.deck.left = u8::try_from(counts.feeder).unwrap_or(u8::MAX);
        game.ending = counts.ending;
        (game.turn, game.phase) = (counts.turn, Phase::Turn(counts.turn));
        Ok(game)
    }

    fn misfits(&self, before: &Piepmatz) -> Vec<(Part, Fault)> {
        let Ok(counts) = self.counts(before) else { return Vec::new() };
        let rules = &before.setup.rules;
        let mut misfits: Vec<(Part, Fault)> = Vec::new();
        let mut misfit = |is_so: bool, part: Part, fault: Fault| misfits.extend(is_so.then_some((part, fault)));
        for (perch, number) in self.perches.iter().flatten().zip(1..) {
            misfit(perch.bird.is_none(), None, Fault::NobodyOnPerch(number));
            misfit(perch.excess().is_some(), None, Fault::FightLeft(number));
        }
        if let Some(display) = &self.display {
            let due = DISPLAY.min(display.len() + counts.birds);
            misfit(display.len() != due, None, Fault::OddDisplay(small(due)));
        }
        let has_birds_left = counts.birds > 0 || self.display.as_ref().is_some_and(|display| !display.is_empty());
        for (seat, hand) in before.seats().zip(counts.hands) {
            misfit(hand > HAND || hand < HAND && has_birds_left, Some(seat), Fault::OddHand(seat, small(hand)));
        }
        for (slot, number) in self.slots.iter().flatten().zip(1..) {
            misfit(slot.seed.is_none() && counts.feeder > 0, None, Fault::SlotLeftEmpty(number));
            let is_stack = rules.fifth_pest == FifthPest::Stack && number == 1;
            let is_without_seed = rules.pest_slot == PestSlot::WithSeed && slot.seed.is_none() && !slot.pests.is_empty();
            misfit(!is_stack && (slot.pests.len() > 1 || is_without_seed), None, Fault::OddPests(number));
        }
        // Each of these birds went to a crow.
        misfit(counts.gone_birds > counts.gone_feeder, None, Fault::MoreLostThanPests(small(counts.gone_birds)));
        misfit(counts.ending && counts.feeder > 0, None, Fault::EndingTooEarly(small(counts.feeder)));
        misfit(counts.ending && counts.turn == before.first, None, Fault::FirstAgain(counts.turn));
        misfits.sort_by_key(|(_, fault)| fault.breach().clause);
        misfits
    }

    fn unsaid(fault: Fault) -> Option<Unsaid> {
        if let Fault::Table(fault) = fault { fault.unsaid() } else { None }
    }

    fn lacks(&self, fault: Fault) -> Option<Unsaid> {
        let is_of_counts = matches!(fault, Fault::OtherBirds(_) | Fault::OtherFeederCards(_) | Fault::MoreLostThanPests(_));
        let collections = Seat::all(self.players.len()).zip(&self.players);
        let collection = collections.filter(|(_, of)| of.collection.is_none()).map(|(seat, _)| (Some(seat), Said::Lies)).next();
        let slots = self.slots.is_none().then_some((None, Said::Slots));
        let display = self.display.is_none().then_some((None, Said::Display));
        let (part, piece) = collection.or(slots).or(display).filter(|_| is_of_counts)?;
        Some(Unsaid { part, piece })
    }

    fn of(game: &Piepmatz, memory: bool) -> Option<Self> {
        let Phase::Turn(turn) = game.phase else { return None };
        // As long as a bird may be kept, the turn before isn't over (PM-2.2).
        if game.may_keep.is_some() || game.account.hand(turn).is_empty() {
            return None;
        }
        let count = |count: usize| u16::try_from(count).unwrap_or(u16::MAX);
        let each = game.seats().map(|seat| {
            let (own, hand) = (game.collection(seat), game.account.hand(seat));
            Before {
                collection: Some((own.birds.birds().collect(), own.seeds.iter().collect())),
                hand: Some(count(hand.len())).filter(|_| hand.len() != HAND),
                shows: if memory { known_in(hand).into_iter().collect() } else { Birds::new() },
            }
        });
        let beside = |slot: &Slot| Beside { seed: slot.seed, pests: slot.pests.iter().collect() };
        let gone_birds =
            Gone { named: game.gone.birds().collect(), more: count(game.account.covered() + usize::from(game.laid_down)) };
        let gone_feeder = game.gone_feeder_cards();
        let says_gone = memory && !(gone_birds.named.is_empty() && gone_feeder.named.is_empty());
        Some(Self {
            players: each.collect(),
            perches: Some(game.perches().map(|(perch, _)| perch.clone()).collect()),
            slots: Some(game.slots.iter().map(beside).collect()),
            display: Some(game.display.birds().collect()),
            birds: Some(count(game.bird_deck())),
            feeder: Some(game.deck.left.into()),
            gone: OutOfTheGame {
                feeder: (says_gone && !gone_feeder.named.is_empty()).then_some(gone_feeder),
                birds: says_gone.then_some(gone_birds),
            },
            turn: Some(turn),
            ending: (game.ending && !(game.deck.left == 0 && game.has_empty_slot())).then_some(()),
        })
    }

    fn can_become(game: &Piepmatz, later: &Self, turns: usize) -> bool {
        becoming::can_become(game, later, turns)
    }

    fn assumed(mut self, before: &Piepmatz, lines: &Disputed<'_, Step>, players: &Players) -> Result<Assumed<Self>, Unsaid> {
        if let Some(unsaid) = self.touched(before, lines) {
            return Err(unsaid);
        }
        let mut taken = Vec::new();
        if let (None, Some(actor)) = (self.turn, lines.actor) {
            self.turn = Some(actor);
            taken.push(format!("{}'s turn", players.name(actor)));
        }
        for of in &mut self.players {
            of.collection.get_or_insert_default();
        }
        if self.slots.is_none() {
            self.slots = Some(self.full_slots(before));
            taken.push("a seed card in each slot".to_owned());
        }
        if self.display.is_none() {
            let display = self.any_display(before, lines.steps);
            taken.push(format!("{} in the display", and_list(&display)));
            self.display = Some(display);
        }
        if self.feeder.is_none() && self.gone.feeder.is_none() {
            // A slot stays empty only when there are no cards left, and each bird that is gone went to a pest.
            let is_over = self.slots.iter().flatten().any(|slot| slot.seed.is_none());
            let open = self.open_feeder_cards().count() + self.gone_birds(before);
            let left = if is_over { 0 } else { usize::from(before.setup.feeder).saturating_sub(open) };
            self.feeder = Some(small(left));
            taken.push(count_of(left, "card in the feeder deck", "cards in the feeder deck"));
        }
        if self.birds.is_none() && self.gone.birds.is_none() {
            let left = all_birds(&before.setup).saturating_sub(self.open_birds() + self.held());
            self.birds = Some(small(left));
            taken.push(count_of(left, "card in the bird deck", "cards in the bird deck"));
        }
        Ok((self, taken))
    }
}

impl Position {
    /// The birds that lie open, or are named as gone.
    fn open_birds(&self) -> usize {
        let perched = self.perches.iter().flatten().map(|perch| perch.queue.len() + usize::from(perch.bird.is_some()));
        let display = self.display.as_ref().map_or(0, Birds::len);
        perched.sum::<usize>() + display + self.collected().map(|(birds, _)| birds.len()).sum::<usize>()
    }

    /// How many birds are in hands.
    fn held(&self) -> usize {
        self.players.iter().map(|of| of.hand.map_or(HAND, usize::from)).sum()
    }

    /// How many birds are out of the game, as far as that is said.
    fn gone_birds(&self, game: &Piepmatz) -> usize {
        let left = |birds: u16| all_birds(&game.setup).saturating_sub(self.open_birds() + self.held() + usize::from(birds));
        self.gone.birds.as_ref().map_or_else(|| self.birds.map_or(0, left), Gone::len)
    }

    /// The feeder cards that lie open.
    fn open_feeder_cards(&self) -> impl Iterator<Item = FeederCard> {
        let seeds = self.collected().flat_map(|(_, seeds)| seeds).map(|&seed| FeederCard::Seed(seed));
        self.slots.iter().flatten().flat_map(Beside::cards).chain(seeds)
    }

    fn collected(&self) -> impl Iterator<Item = &(Birds, Lost)> {
        self.players.iter().filter_map(|of| of.collection.as_ref())
    }

    /// Hands, decks, what is gone, turn and end, as they are said or as they follow.
    fn counts(&self, game: &Piepmatz) -> Result<Counts, Fault> {
        let unsaid = game.seats().zip(&self.players).find(|(_, of)| of.collection.is_none());
        unsaid.map_or(Ok(()), |(seat, _)| Err(ask(Some(seat), Said::Lies)))?;
        check(self.perches.is_some(), ask(None, Said::Perches))?;
        check(self.slots.is_some(), ask(None, Said::Slots))?;
        check(self.display.is_some(), ask(None, Said::Display))?;
        // PM-1.5
        let (perches, slots) = (self.perches.as_ref().map(Vec::len), self.slots.as_ref().map(Vec::len));
        let count = perches.filter(|count| *count != usize::from(game.setup.perches));
        count.map_or(Ok(()), |count| Err(Fault::OtherPerches(small(count))))?;
        let count = slots.filter(|count| *count != SLOTS);
        count.map_or(Ok(()), |count| Err(Fault::OtherSlots(small(count))))?;

        let mut hands = [0; MOST];
        for ((seat, of), hand) in game.seats().zip(&self.players).zip(&mut hands) {
            *hand = of.hand.map_or(HAND, usize::from);
            check(of.shows.len() <= *hand, Fault::ShowsMore(seat))?; // TB-5
        }
        // PM-1.3
        let all = usize::from(game.setup.feeder);
        let open = self.open_feeder_cards().count();
        let (said, gone) = (self.feeder.map(usize::from), self.gone.feeder.as_ref().map(Gone::len));
        let feeder = rest(all, open, said, gone).map_err(|sum| Fault::OtherFeederCards(small(sum)))?;
        let (feeder, gone_feeder) = feeder.ok_or(ask(None, Said::Feeder))?;
        // PM-1.1, PM-1.4
        let all = all_birds(&game.setup);
        let open = self.open_birds() + hands.iter().sum::<usize>();
        let (said, gone) = (self.birds.map(usize::from), self.gone.birds.as_ref().map(Gone::len));
        // Only a crow takes a bird out of the game.
        let gone = gone.or((said.is_none() && gone_feeder == 0).then_some(0));
        let birds = rest(all, open, said, gone).map_err(|sum| Fault::OtherBirds(small(sum)))?;
        let (birds, gone_birds) = birds.ok_or(ask(None, Said::Birds))?;

        // PM-5.1: an empty slot and no card left to fill it.
        let has_empty_slot = self.slots.iter().flatten().any(|slot| slot.seed.is_none());
        let ending = self.ending.is_some() || feeder == 0 && has_empty_slot;
        let turn = self.turn_of(game, &hands, gone_birds, ending)?;
        Ok(Counts { hands, birds, gone_birds, feeder, gone_feeder, turn, ending })
    }

    /// Whose turn it is: as said, or if only one can play.
    fn turn_of(&self, game: &Piepmatz, hands: &[usize; MOST], gone: usize, ending: bool) -> Result<Seat, Fault> {
        let can_play = |seat: &Seat| hands[seat.index()] > 0;
        check(game.seats().any(|seat| can_play(&seat)), Fault::NobodyHolds)?; // PM-2.5
        if let Some(turn) = self.turn {
            check(can_play(&turn), Fault::HoldsNone(turn))?; // PM-2.5
            return Ok(turn);
        }
        // PM-5.1: the first player has no turn once the end was triggered.
        let mut left = game.seats().filter(can_play).filter(|seat| !ending || *seat != game.first);
        if let (Some(only), None) = (left.next(), left.next()) {
            return Ok(only);
        }
        let is_queued = self.perches.iter().flatten().any(|perch| !perch.queue.is_empty());
        let nobody_has_played = !is_queued && gone == 0 && self.collected().all(|(birds, _)| birds.is_empty());
        if nobody_has_played && can_play(&game.first) { Ok(game.first) } else { Err(ask(None, Said::Turn)) } // PM-1.6
    }

    /// A zone that isn't said and that one of these lines touches.
    fn touched(&self, game: &Piepmatz, lines: &Disputed<'_, Step>) -> Option<Unsaid> {
        let ask = |part, piece| Some(Unsaid { part, piece });
        let rules = &game.setup.rules;
        let Some(mut perches) = self.perches.clone() else { return ask(None, Said::Perches) };
        if lines.is_empty {
            let others = [(self.slots.is_none(), Said::Slots), (self.display.is_none(), Said::Display)];
            return others.into_iter().find(|(is_unsaid, _)| *is_unsaid).and_then(|(_, piece)| ask(None, piece));
        }
        for (actor, step) in lines.steps {
            let seat = game.doer(*actor);
            let slots = self.slots.is_none().then_some((None, Said::Slots));
            let display = self.display.is_none().then_some((None, Said::Display));
            let is_unsaid = self.players.get(seat.index()).is_some_and(|of| of.collection.is_none());
            let collection = is_unsaid.then_some((Some(seat), Said::Lies));
            let unsaid = match step {
                Step::Play(bird, number) => {
                    let perch = usize::from(*number).checked_sub(1).and_then(|at| perches.get_mut(at));
                    let (mut fights, mut meets_pests) = (false, false);
                    if let Some(perch) = perch {
                        perch.queue.push(*bird);
                        while let Some(excess) = perch.excess() {
                            fights = true;
                            // PM-3.2
                            let slot = self.slots.iter().flatten().nth(usize::from(excess) - 1);
                            meets_pests |= slot.is_some_and(|slot| !slot.pests.is_empty());
                            perch.move_up();
                        }
                    }
                    slots.filter(|_| fights).or(collection.filter(|_| meets_pests))
                }
                Step::Refill(_) => slots,
                Step::Feeder(FeederCard::Pest(_)) | Step::LoseBirds(_) | Step::LoseSeeds(_) => slots.or(collection),
                // An unseen draw doesn't touch the display, unless it is not allowed beside one, or fills it up.
                Step::Draw(None) if rules.blind_draw && rules.display_refill == DisplayRefill::Immediately => None,
                Step::Draw(_) | Step::Display(_) => display,
                Step::Feeder(FeederCard::Seed(_))
                | Step::Perches(_)
                | Step::Seeds(_)
                | Step::Keep(_)
                | Step::Adds(_)
                | Step::Shows(_) => None,
            };
            if let Some((part, piece)) = unsaid {
                return ask(part, piece);
            }
        }
        None
    }

    /// Birds for a display, of those that nothing names: each hand can still hold the other copy.
    fn any_display(&self, game: &Piepmatz, steps: &[(Option<Seat>, Step)]) -> Birds {
        let perched = self.perches.iter().flatten().flat_map(|perch| perch.bird.iter().chain(&perch.queue));
        let collected = self.collected().flat_map(|(birds, _)| birds);
        let gone = self.gone.birds.iter().flat_map(|gone| &gone.named);
        let shown = self.players.iter().flat_map(|of| &of.shows);
        let stepped = steps.iter().flat_map(|(_, step)| step.birds());
        let named: Birds = perched.chain(collected).chain(gone).chain(shown).chain(stepped).copied().collect();
        let is_free = |bird: &Bird| !named.contains(bird) && game.setup.removed != Some(bird.species());
        Bird::all().filter(is_free).take(DISPLAY).collect()
    }

    /// A seed card in each slot, of those that can be there.
    fn full_slots(&self, game: &Piepmatz) -> Vec<Beside> {
        let mut deck = Piepmatz::new(game.players, &game.setup).deck;
        let gone = self.gone.feeder.iter().flat_map(|gone| &gone.named).copied();
        self.open_feeder_cards().chain(gone).for_each(|card| {
            deck.turn_up(card);
        });
        let mut any_seed = || Seed::ALL.into_iter().rev().find(|&seed| deck.turn_up(FeederCard::Seed(seed)));
        (0..SLOTS).map(|_| Beside { seed: any_seed(), ..Beside::default() }).collect()
    }
}

impl Beside {
    fn cards(&self) -> impl Iterator<Item = FeederCard> {
        let pests = self.pests.iter().copied().map(FeederCard::Pest);
        self.seed.map(FeederCard::Seed).into_iter().chain(pests)
    }
}

impl Piepmatz {
    /// A bird of the deck lies somewhere else.
    fn lay(&mut self, bird: Bird) -> Result<(), Fault> {
        check(self.setup.removed != Some(bird.species()), Fault::Removed(bird))?; // PM-1.4
        check(self.account.turn_up(bird.index()), Fault::LiesThrice(bird)) // PM-1.1
    }

    /// A card of the feeder deck lies somewhere else.
    fn lay_from_feeder(&mut self, card: FeederCard) -> Result<(), Fault> {
        check(self.deck.turn_up(card), Fault::LiesTooOften(card)) // PM-1.3
    }

    /// The discarded cards of a listed feeder deck: those turned up that lie nowhere, and those that nobody has named.
    fn gone_feeder_cards(&self) -> Gone<FeederCard> {
        let (Some(all), Some(unseen)) = (self.setup.listed, self.deck.listed) else { return Gone::default() };
        let in_slots = || {
            self.slots
                .iter()
                .flat_map(|slot| slot.seed.map(FeederCard::Seed).into_iter().chain(slot.pests.iter().map(FeederCard::Pest)))
        };
        let collected = || self.collections.iter().flat_map(|own| own.seeds.iter().map(FeederCard::Seed));
        let mut gone = Gone { named: Vec::new(), more: u16::try_from(self.deck.elsewhere()).unwrap_or(u16::MAX) };
        for card in FeederCard::ALL {
            let lying = in_slots().chain(collected()).filter(|&other| other == card).count();
            let turned_up = usize::from(all[card.index()].saturating_sub(unseen[card.index()]));
            gone.named.extend(std::iter::repeat_n(card, turned_up.saturating_sub(lying)));
        }
        gone.named.sort_by_key(|&card| order(card));
        gone
    }
}

/// Seeds highest first, then pests.
fn order(card: FeederCard) -> (Reverse<Option<Seed>>, usize) {
    (Reverse(card.seed()), card.index())
}

/// How many cards a deck has and how many of them are gone, of `all` without those that lie `open` or in hands; `None` if neither
/// is said. The error is the sum of all places if they don't add up.
fn rest(all: usize, open: usize, deck: Option<usize>, gone: Option<usize>) -> Result<Option<(usize, usize)>, usize> {
    let said = open + deck.unwrap_or_default() + gone.unwrap_or_default();
    let left = all.checked_sub(said).ok_or(said)?;
    match (deck, gone) {
        (Some(deck), Some(gone)) => {
            if left == 0 {
                Ok(Some((deck, gone)))
            } else {
                Err(said)
            }
        }
        (Some(deck), None) => Ok(Some((deck, left))),
        (None, Some(gone)) => Ok(Some((left, gone))),
        (None, None) => Ok(None),
    }
}

/// How many birds are played with (PM-1.1, PM-1.4).
fn all_birds(setup: &Setup) -> usize {
    setup.stock().into_iter().map(usize::from).sum()
}

/// A count in a fault.
fn small(count: usize) -> u16 {
    u16::try_from(count).unwrap_or(u16::MAX)
}

fn ask(part: Part, piece: Said) -> Fault {
    Fault::Table(TableFault::Unsaid(Unsaid { part, piece }))
}
