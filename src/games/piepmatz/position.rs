//! A round taken up where it lies: perches with their queues, slots, display, both decks, and what each has collected.

use super::{
    Bird, Birds, Collections, DISPLAY, Event, Fault, FeederCard, HAND, MOST, Perch, Pest, Phase, Piepmatz, SLOTS, Seed, Setup,
    Step,
    book::{DisplayRefill, pm},
    feeder::Slot,
    step::{Lost, any_birds, drawn, seeds},
};
use crate::table::prelude::*;
use smallvec::SmallVec;
use std::cmp::Reverse;

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
    /// Whether what isn't said is unknown.
    is_disputed: bool,
    /// Birds that the disputed lines name.
    named: Birds,
    /// The seed card that they say the feeder deck turned up.
    turned_up: Option<Seed>,
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
    birds: Option<NamedCards<Bird>>,
    feeder: Option<NamedCards<FeederCard>>,
}

/// A full hand.
const HAND_SIZE: u32 = 4;
const _: () = assert!(HAND_SIZE as usize == HAND);

pub(super) const BIRD: Code<Bird> = Code::of(Bird::from_word);
/// Seeds highest first.
pub(super) const SEED: Code<Seed> = Code {
    read: |word| FeederCard::from_word(word)?.seed(),
    write: Seed::to_string,
    sort: |seeds| seeds.sort_unstable_by_key(|&seed| Reverse(seed)),
};
/// Seeds highest first, then pests.
const FEEDER: Code<FeederCard> = Code {
    read: FeederCard::from_word,
    write: FeederCard::to_string,
    sort: |cards| cards.sort_by_key(|&card| (Reverse(card.seed()), card.index())),
};

/// A deck's side of the cards that are out of the game.
fn side<C>(gone: Option<&NamedCards<C>>, code: &Code<C>) -> Group {
    gone.map_or_else(Group::default, |gone| code.group(&gone.named, gone.more.or(gone.named.is_empty().then_some(0))))
}

/// What such a side says, if it says anything.
fn gone_of<C>(side: &Group, code: &Code<C>) -> Option<NamedCards<C>> {
    let mut gone = code.named(side).filter(|_| *side != Group::default())?;
    (code.sort)(&mut gone.named);
    Some(NamedCards { more: gone.more.filter(|more| *more > 0), ..gone })
}

/// What is said, or follows from what is said.
struct Counts {
    hands: [usize; MOST],
    gone_birds: usize,
    feeder: usize,
    turn: Seat,
    ending: bool,
}

/// The cards of a kind of step, by their codes.
pub(super) fn cards(kind: &str, tokens: &mut Tokens<'_>) -> Result<Vec<String>, ParseError> {
    Ok(match kind {
        "lose" => codes_of(seeds(tokens)?),
        "refill" => codes_of(drawn(tokens)?),
        _ => codes_of(any_birds(tokens)?),
    })
}

impl Positioned<Piepmatz> for Position {
    fn parse(parts: &Parted<&str>, header: &Header<Setup>) -> Result<Self, (Part, ParseError)> {
        let nothing = Self { players: vec![Before::default(); header.players.count()], ..Self::default() };
        nothing.read(parts, header, &|_, kind, tokens| cards(kind, tokens))
    }

    fn says(&mut self, part: Part, say: &mut Places<'_>) {
        let Some(seat) = part else {
            say.groups(&mut self.perches, Perch::of, Perch::group).groups(&mut self.slots, Beside::of, Beside::group);
            say.cards(&mut self.display, &BIRD).count(&mut self.birds).count(&mut self.feeder);
            let sides = vec![side(self.gone.birds.as_ref(), &BIRD), side(self.gone.feeder.as_ref(), &FEEDER)];
            let mut gone = Some(sides).filter(|sides| sides.iter().any(|side| *side != Group::default()));
            say.groups(&mut gone, |side| Some(side.clone()), Group::clone);
            let side = |nth| gone.as_ref().and_then(|sides| sides.get(nth));
            self.gone.birds = side(0).and_then(|birds| gone_of(birds, &BIRD));
            self.gone.feeder = side(1).and_then(|cards| gone_of(cards, &FEEDER));
            say.name(&mut self.turn).mark(&mut self.ending);
            return;
        };
        let of = &mut self.players[seat.index()];
        // That there is nothing is said once.
        let (birds, seeds) = of.collection.take().unzip();
        let mut seeds = seeds.filter(|seeds: &Lost| !seeds.is_empty());
        let mut birds = birds.filter(|birds: &Birds| !birds.is_empty() || seeds.is_none());
        say.cards(&mut birds, &BIRD).cards(&mut seeds, &SEED).count(&mut of.hand).some_cards(&mut of.shows, &BIRD);
        let is_said = birds.is_some() || seeds.is_some();
        of.collection = is_said.then(|| (birds.unwrap_or_default(), seeds.unwrap_or_default()));
    }

    fn to_game(&self, before: &Piepmatz, players: &Players, events: &mut Vec<Event>) -> Result<Piepmatz, PositionError> {
        let counts = self.counts(before, players)?;
        let new = Piepmatz::new(before.players, &before.setup);
        let rounds = Rounds { now: Collections::default(), ..before.rounds.clone() };
        let mut game = Piepmatz { rounds, first: before.first, ..new };
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
        }
        if self.is_disputed {
            self.lay_anything(&mut game, counts.feeder > 0);
        }
        let shown = if self.display.is_none() { game.display.len() } else { 0 };
        for (seat, of) in game.seats().zip(&self.players) {
            // The counts add up, so there are as many.
            game.account.deal(seat, counts.hands[seat.index()] - of.shows.len());
        }
        let named = self.gone.birds.as_ref().map_or(0, |gone| gone.named.len());
        // If the deck was said, the birds of this display were counted among those that are gone.
        game.account.cover((counts.gone_birds - named).saturating_sub(shown));
        game.deck.left = u8::try_from(counts.feeder).unwrap_or(u8::MAX);
        game.ending = counts.ending;
        (game.turn, game.phase) = (counts.turn, Phase::Turn(counts.turn));
        events.extend(game.ending.then_some(Event::EndTriggered)); // PM-5.1
        events.extend(game.account.deduce().map(Event::Deduced)); // TB-6
        Ok(game)
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
        let gone_birds = gone_cards(game.gone.birds().collect(), game.account.covered() + usize::from(game.laid_down));
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
            is_disputed: false,
            named: Birds::new(),
            turned_up: None,
            ending: (game.ending && !(game.deck.left == 0 && game.has_empty_slot())).then_some(()),
        })
    }

    fn disputed(self) -> Self {
        Self { is_disputed: true, ..self }
    }

    fn beside(self, steps: &[(Option<Seat>, Step)]) -> Self {
        let turned_up = steps.iter().find_map(|(_, step)| if let Step::Feeder(card) = step { card.seed() } else { None });
        Self { named: steps.iter().flat_map(|(_, step)| step.birds()).copied().collect(), turned_up, ..self }
    }

    fn free(&self, before: &Piepmatz, lines: &Disputed<'_, Step>, players: &Players) -> Vec<Free> {
        let mut free: Vec<Free> = self.touched(before, lines);
        let cards = ["card", "cards"];
        if self.turn.is_none() {
            let can_begin = before.seats().filter(|seat| lines.can_begin(*seat));
            free.push(Free::player(players, "turn", |name| format!("it is {name}'s turn"), can_begin));
        }
        let feeder = usize::from(before.setup.feeder).saturating_sub(self.open_feeder_cards().count());
        let gone = self.gone.feeder.as_ref().map_or(0, NamedCards::len);
        if self.feeder.is_none() && !self.is_feeder_empty() && (self.gone.feeder.is_none() || self.is_feeder_open()) {
            free.push(Free::count(None, "feeder", "the feeder deck has", cards, numbers(0, small(feeder.saturating_sub(gone)))));
        }
        let birds = all_birds(&before.setup).saturating_sub(self.open_birds());
        let gone = self.gone.birds.as_ref().map_or(0, NamedCards::len);
        let draws = |(_, step): &(Option<Seat>, Step)| matches!(step, Step::Draw(_) | Step::Display(_) | Step::Keep(_));
        let draws = lines.steps.iter().any(draws) || lines.actors.is_empty();
        if draws && self.birds.is_none() && (self.gone.birds.is_none() || self.are_birds_open()) {
            free.push(Free::count(None, "birds", "the bird deck has", cards, numbers(0, small(birds.saturating_sub(gone)))));
        }
        for (seat, of) in before.seats().zip(&self.players) {
            if draws && of.hand.is_none() && lines.actors.first().copied().flatten() == Some(seat) {
                let has = format!("{}'s hand has", players.name(seat));
                free.push(
                    Free::count(Some(seat), "hand", has, ["bird", "birds"], 1..=small(HAND) + 1)
                        .with_odd(|hand| hand > small(HAND)),
                );
            }
        }
        if self.ending.is_none() && !self.is_feeder_empty() {
            let words = |not: &str| format!("the end was {not}triggered");
            free.push(Free::fact(None, "ending", [(String::new(), words("not ")), ("ending".to_owned(), words(""))]));
        }
        free
    }

    fn is_too_late(fault: Fault) -> bool {
        matches!(fault, Fault::AddsDue | Fault::Table(TableFault::NotYourTurn { .. }))
    }

    fn follows(&self, _before: &Piepmatz, _players: &Players) -> Option<String> {
        let empty = self.slots.iter().flatten().zip(1..).find(|(slot, _)| slot.seed.is_none());
        let is_unsaid = self.feeder.is_none() && self.is_disputed;
        let (_, number) = empty.filter(|_| is_unsaid)?;
        Some(format!("Slot {number} was left empty, so the feeder deck has no cards (PM-2.4)"))
    }
}

impl Position {
    /// The birds that lie open, or are named as gone.
    fn open_birds(&self) -> usize {
        let perched = self.perches.iter().flatten().map(|perch| perch.queue.len() + usize::from(perch.bird.is_some()));
        let display = self.display.as_ref().map_or(0, Birds::len);
        perched.sum::<usize>() + display + self.collected().map(|(birds, _)| birds.len()).sum::<usize>()
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
    fn counts(&self, game: &Piepmatz, players: &Players) -> Result<Counts, PositionError> {
        let missing = |part, piece| PositionError::missing(part, piece, players);
        if !self.is_disputed {
            let unsaid = game.seats().zip(&self.players).find(|(_, of)| of.collection.is_none()).map(|(seat, _)| seat);
            let pieces = [
                (unsaid, unsaid.is_none(), "what lies there"),
                (None, self.perches.is_some(), "perches BIRD … | …"),
                (None, self.slots.is_some(), "slots SEED …"),
                (None, self.display.is_some(), "display BIRD…"),
            ];
            let lacks = pieces.into_iter().find(|(_, is_stated, _)| !is_stated);
            lacks.map_or(Ok(()), |(part, _, piece)| Err(missing(part, piece)))?;
        }
        // PM-1.5
        let perches = self.perches.as_ref().map(Vec::len).filter(|count| *count != usize::from(game.setup.perches));
        if let Some(count) = perches {
            let (named, all) = (count_of(count, "perch is", "perches are"), game.setup.perches);
            return Err(PositionError::new(pm(1, 5), format!("{named} named, and there are {all}; `|` stands between them")));
        }
        if let Some(count) = self.slots.as_ref().map(Vec::len).filter(|count| *count != SLOTS) {
            let named = count_of(count, "slot is", "slots are");
            return Err(PositionError::new(pm(1, 5), format!("{named} named, and there are {SLOTS}; an empty one is `-`")));
        }

        // PM-1.1, PM-1.4
        let mut birds = Ledger::new(all_birds(&game.setup), pm(1, 1), ["bird", "birds"]);
        birds.lay(self.open_birds());
        // In a dispute nobody's hand is empty as long as there are birds to draw.
        let unsaid = self.players.iter().filter(|of| of.hand.is_none()).count();
        let stated = self.players.iter().filter_map(|of| of.hand).chain(self.birds).map(usize::from).sum::<usize>();
        let stated = stated + self.gone.birds.as_ref().map_or(0, NamedCards::len);
        let has_birds = birds.left() >= stated + unsaid || self.birds.is_some_and(|birds| birds > 0);
        let mut ids = Vec::new();
        for (seat, of) in game.seats().zip(&self.players) {
            let hand = LedgerPlace::hand(seat, of.shows.len()).stated(of.hand).usual(HAND_SIZE);
            ids.push(birds.place(match of.hand {
                None if self.is_disputed => hand.least(of.shows.len().max(has_birds.into())).most(HAND_SIZE),
                _ => hand,
            }));
        }
        birds.check_named(players)?; // TB-5
        // PM-1.3
        let mut ledger = Ledger::new(game.setup.feeder.into(), pm(1, 3), ["feeder card", "feeder cards"]);
        ledger.lay(self.open_feeder_cards().count());
        let said = self.feeder.or(self.is_feeder_empty().then_some(0).filter(|_| self.is_disputed));
        let deck = ledger.place(LedgerPlace::new(None, "feeder N").stated(said));
        let gone = ledger.place(gone_place(self.gone.feeder.as_ref(), said.is_some() && self.is_feeder_open()));
        let counts = ledger.settle(players)?;
        let (feeder, gone_feeder) = (counts[deck] as usize, counts[gone]);
        let deck = LedgerPlace::new(None, "birds N").stated(self.birds);
        birds.place(if self.is_disputed { deck.usual(u32::MAX) } else { deck });
        let gone = gone_place(self.gone.birds.as_ref(), self.are_birds_open());
        // Only a crow takes a bird out of the game.
        let is_none = self.birds.is_none() && gone_feeder == 0 && !self.is_disputed;
        let gone = birds.place(if is_none { gone.usual(0_u32) } else { gone });
        let counts = if self.is_disputed { birds.assume(players)? } else { birds.settle(players)? };
        let gone_birds = counts[gone] as usize;
        let mut hands = [0; MOST];
        hands.iter_mut().zip(ids).for_each(|(hand, id)| *hand = counts[id] as usize);

        // PM-5.1: an empty slot and no card left to fill it.
        let has_empty_slot = self.slots.iter().flatten().any(|slot| slot.seed.is_none());
        let ending = self.ending.is_some() || feeder == 0 && has_empty_slot;
        let turn = self.turn_of(game, &hands, gone_birds, ending, players)?;
        Ok(Counts { hands, gone_birds, feeder, turn, ending })
    }

    /// Lays any cards where nobody has said what lies there, so that nothing is due there.
    fn lay_anything(&self, game: &mut Piepmatz, has_feeder_cards: bool) {
        if self.slots.is_none() && has_feeder_cards {
            for at in 0..SLOTS {
                let others = Seed::ALL.into_iter().rev().filter(|seed| Some(*seed) != self.turned_up);
                let seed = others.chain(self.turned_up).find(|&seed| game.deck.turn_up(FeederCard::Seed(seed)));
                game.slots[at] = Slot { seed, ..Slot::default() };
            }
        }
        if self.display.is_none() && self.birds != Some(0) {
            // Of each the other copy can still be in a hand.
            let is_removed = |bird: &Bird| game.setup.removed == Some(bird.species());
            let free =
                |bird: &Bird| game.account.unaccounted(bird.index()) > 1 && !is_removed(bird) && !self.named.contains(bird);
            let birds: Birds = Bird::all().filter(free).take(DISPLAY).collect();
            for bird in birds {
                game.account.turn_up(bird.index());
                game.display.insert(bird);
            }
        }
    }

    /// Whose turn it is: as said, or if only one can play.
    fn turn_of(
        &self,
        game: &Piepmatz,
        hands: &[usize; MOST],
        gone: usize,
        ending: bool,
        players: &Players,
    ) -> Result<Seat, PositionError> {
        let can_play = |seat: &Seat| hands[seat.index()] > 0;
        // PM-2.5
        if !game.seats().any(|seat| can_play(&seat)) {
            let text = "nobody holds a bird, so the game is over; in a position somebody has a turn";
            return Err(PositionError::new(pm(2, 5), text));
        }
        if let Some(turn) = self.turn {
            let text = || format!("{} holds no bird, and is passed over", players.name(turn));
            return if can_play(&turn) { Ok(turn) } else { Err(PositionError::new(pm(2, 5), text())) };
        }
        // PM-5.1: the first player has no turn once the end was triggered.
        let mut left = game.seats().filter(can_play).filter(|seat| !ending || *seat != game.first);
        if let (Some(only), None) = (left.next(), left.next()) {
            return Ok(only);
        }
        let is_queued = self.perches.iter().flatten().any(|perch| !perch.queue.is_empty());
        let nobody_has_played =
            !self.is_disputed && !is_queued && gone == 0 && self.collected().all(|(birds, _)| birds.is_empty());
        // PM-1.6
        let is_firsts = nobody_has_played && can_play(&game.first);
        if is_firsts { Ok(game.first) } else { Err(PositionError::missing(None, "turn NAME", players)) }
    }

    /// The zones that aren't said and that these lines touch.
    fn touched(&self, game: &Piepmatz, lines: &Disputed<'_, Step>) -> Vec<Free> {
        let ask = |is_unsaid: bool, form: &str| is_unsaid.then(|| Free::asked(None, form));
        let perches_unsaid = || ask(self.perches.is_none(), "perches BIRD … | …");
        let slots = || ask(self.slots.is_none(), "slots SEED …");
        let display = || ask(self.display.is_none(), "display BIRD…");
        if lines.actors.is_empty() {
            return [perches_unsaid(), slots(), display()].into_iter().flatten().collect();
        }
        let rules = &game.setup.rules;
        let mut perches = self.perches.clone().unwrap_or_default();
        let mut asked: Vec<Free> = Vec::new();
        for (actor, step) in lines.due {
            let seat = game.doer(*actor);
            let is_unsaid = self.players.get(seat.index()).is_some_and(|of| of.collection.is_none());
            let collection = || is_unsaid.then(|| Free::asked(Some(seat), "BIRD …; SEED …"));
            let piece = match step {
                Step::Play(..) if self.perches.is_none() => perches_unsaid(),
                Step::Play(bird, number) => {
                    let perch = usize::from(*number).checked_sub(1).and_then(|at| perches.get_mut(at));
                    let (mut takes_seed, mut meets_pests) = (false, false);
                    if let Some(perch) = perch {
                        perch.queue.push(*bird);
                        while let Some(excess) = perch.excess() {
                            takes_seed |= usize::from(excess) <= SLOTS;
                            // PM-3.2
                            let slot = self.slots.iter().flatten().nth(usize::from(excess) - 1);
                            meets_pests |= slot.is_some_and(|slot| !slot.pests.is_empty());
                            perch.move_up();
                        }
                    }
                    if takes_seed { slots() } else { None }.or_else(|| if meets_pests { collection() } else { None })
                }
                Step::Refill(_) => slots(),
                Step::Feeder(FeederCard::Pest(_)) | Step::LoseBirds(_) | Step::LoseSeeds(_) => slots().or_else(collection),
                // An unseen draw doesn't touch the display, unless it is not allowed beside one, or fills it up.
                Step::Draw(None) if rules.blind_draw && rules.display_refill == DisplayRefill::Immediately => None,
                Step::Draw(_) | Step::Display(_) => display(),
                Step::Feeder(FeederCard::Seed(_))
                | Step::Perches(_)
                | Step::Seeds(_)
                | Step::Keep(_)
                | Step::Adds(_)
                | Step::Shows(_) => None,
            };
            asked.extend(piece);
        }
        asked
    }

    /// Whether a slot was left empty and no feeder deck is said: then it has no cards (PM-2.4).
    fn is_feeder_empty(&self) -> bool {
        self.feeder.is_none() && self.slots.iter().flatten().any(|slot| slot.seed.is_none())
    }

    /// Whether feeder cards can lie in a place that nobody has said.
    fn is_feeder_open(&self) -> bool {
        self.is_disputed && (self.slots.is_none() || self.players.iter().any(|of| of.collection.is_none()))
    }

    /// Whether birds can lie in a place that nobody has said.
    fn are_birds_open(&self) -> bool {
        let is_open = |of: &Before| of.collection.is_none() || of.hand.is_none();
        self.is_disputed && (self.perches.is_none() || self.display.is_none() || self.players.iter().any(is_open))
    }
}

impl Perch {
    /// The bird, if it is there, and then the queue.
    fn of(group: &Group) -> Option<Self> {
        let mut queue: Birds = BIRD.cards(group)?;
        let bird = (!group.gone && !queue.is_empty()).then(|| queue.remove(0));
        Some(Self { bird, queue: queue.into_iter().collect() })
    }

    fn group(&self) -> Group {
        Group { gone: self.bird.is_none() && !self.queue.is_empty(), ..BIRD.group(self.bird.iter().chain(&self.queue), None) }
    }
}

impl Beside {
    fn of(group: &Group) -> Option<Self> {
        let cards: Vec<FeederCard> = FEEDER.cards(group)?;
        let seed = cards.first().and_then(|card| card.seed());
        let pest = |card: &FeederCard| if let FeederCard::Pest(pest) = *card { Some(pest) } else { None };
        let pests = cards[usize::from(seed.is_some())..].iter().map(pest).collect::<Option<_>>()?;
        Some(Self { seed, pests })
    }

    fn group(&self) -> Group {
        let cards: Vec<FeederCard> = self.cards().collect();
        Group { gone: self.seed.is_none() && !cards.is_empty(), ..FEEDER.group(&cards, None) }
    }

    fn cards(&self) -> impl Iterator<Item = FeederCard> {
        let pests = self.pests.iter().copied().map(FeederCard::Pest);
        self.seed.map(FeederCard::Seed).into_iter().chain(pests)
    }
}

impl Piepmatz {
    /// A bird of the deck lies somewhere else.
    fn lay(&mut self, bird: Bird) -> Result<(), PositionError> {
        if self.setup.removed == Some(bird.species()) {
            let text = format!("{} are out of this game", bird.species().plural());
            return Err(PositionError::new(pm(1, 4), text));
        }
        let text = || format!("there are only two {bird}, and here are three");
        if self.account.turn_up(bird.index()) { Ok(()) } else { Err(PositionError::new(pm(1, 1), text())) }
    }

    /// A card of the feeder deck lies somewhere else.
    fn lay_from_feeder(&mut self, card: FeederCard) -> Result<(), PositionError> {
        if self.deck.turn_up(card) {
            return Ok(());
        }
        let text = match self.setup.listed.map_or(0, |listed| listed[card.index()]) {
            0 => format!("this game's feeder deck has no `{card}`"),
            all => format!("of `{card}` the feeder deck has {all}, and here are more"),
        };
        Err(PositionError::new(pm(1, 3), text))
    }

    /// The discarded cards of a listed feeder deck: those turned up that lie nowhere, and those that nobody has named.
    fn gone_feeder_cards(&self) -> NamedCards<FeederCard> {
        let (Some(all), Some(unseen)) = (self.setup.listed, self.deck.listed) else { return gone_cards(Vec::new(), 0) };
        let in_slots = || {
            self.slots
                .iter()
                .flat_map(|slot| slot.seed.map(FeederCard::Seed).into_iter().chain(slot.pests.iter().map(FeederCard::Pest)))
        };
        let collected = || self.rounds.now.each.iter().flat_map(|own| own.seeds.iter().map(FeederCard::Seed));
        let mut gone = gone_cards(Vec::new(), self.deck.elsewhere());
        for card in FeederCard::ALL {
            let lying = in_slots().chain(collected()).filter(|&other| other == card).count();
            let turned_up = usize::from(all[card.index()].saturating_sub(unseen[card.index()]));
            gone.named.extend(std::iter::repeat_n(card, turned_up.saturating_sub(lying)));
        }
        (FEEDER.sort)(&mut gone.named);
        gone
    }
}

/// Cards that are out of the game, and how many more are.
fn gone_cards<C>(named: Vec<C>, more: usize) -> NamedCards<C> {
    NamedCards { named, more: Some(small(more)).filter(|more| *more > 0) }
}

/// The place of the cards that are out of the game. In a dispute more can have gone than is stated, if cards can lie in places that nobody
/// has stated.
fn gone_place<C>(gone: Option<&NamedCards<C>>, is_open: bool) -> LedgerPlace {
    let place = LedgerPlace::new(None, "gone CARD +N").least(gone.map_or(0, |gone| gone.named.len()));
    match gone {
        Some(gone) if is_open => place.least(gone.len()),
        gone => place.stated(gone.map(|gone| small(gone.len()))),
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
