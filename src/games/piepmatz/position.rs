//! The position of a round: perches with their queues, slots, display, both decks, and collections.

use super::{
    Bird, Birds, Event, FeederCard, HAND, MOST, Perch, Pest, Phase, Piepmatz, SLOTS, Seed, Setup,
    book::pm,
    feeder::Slot,
    step::{SeedCards, parse_any_birds, parse_drawn, parse_seeds},
};
use crate::table::prelude::*;
use smallvec::SmallVec;
use std::cmp::Reverse;

#[cfg(test)]
mod tests;
mod usual;

/// The position of a round between two turns, as far as stated.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Position {
    players: Vec<PlayerPart>,
    perches: Option<Vec<Perch>>,
    slots: Option<Vec<SlotContents>>,
    /// The birds in the display, in canonical order.
    display: Option<Birds>,
    birds: Option<u16>,
    feeder: Option<u16>,
    gone: GoneCards,
    turn: Option<Seat>,
    /// Whether the end was triggered (PM-5.1), if nothing else states that.
    ending: Option<()>,
    /// Whether the turns are over, and birds are added (PM-5.2); only at the usual table of a dispute.
    is_over: bool,
    /// The last player who acts before birds are added (PM-5.1), if the disputed steps show that; only at a usual table.
    last: Option<Seat>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct PlayerPart {
    birds: Option<Birds>,
    seeds: Option<SeedCards>,
    hand: Option<u16>,
    /// Birds known to be in the hand, in canonical order.
    shows: Birds,
}

/// A slot, and the pests beside it in the order in which they were laid.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct SlotContents {
    seed: Option<Seed>,
    pests: SmallVec<[Pest; 4]>,
}

/// The cards of each deck that are out of the game; `None` if unstated.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct GoneCards {
    birds: Option<PartialCards<Bird>>,
    feeder: Option<PartialCards<FeederCard>>,
}

/// [`HAND`] as the count of a ledger.
const HAND_SIZE: u32 = 4;
const _: () = assert!(HAND_SIZE as usize == HAND);

pub(super) const BIRD: CardCodec<Bird> = CardCodec::of(Bird::from_word);
/// Seeds highest first.
pub(super) const SEED: CardCodec<Seed> = CardCodec {
    parse: |word| FeederCard::from_word(word)?.seed(),
    write: Seed::to_string,
    sort: |seeds| seeds.sort_unstable_by_key(|&seed| Reverse(seed)),
};
/// Seeds highest first, then pests.
const FEEDER: CardCodec<FeederCard> = CardCodec {
    parse: FeederCard::from_word,
    write: FeederCard::to_string,
    sort: |cards| cards.sort_by_key(|&card| (Reverse(card.seed()), card.index())),
};

/// The group of one deck's cards that are out of the game.
fn gone_group<C>(gone: Option<&PartialCards<C>>, codec: &CardCodec<C>) -> CardGroup {
    gone.map_or_else(CardGroup::default, |gone| codec.group(&gone.named, gone.more.or(gone.named.is_empty().then_some(0))))
}

/// Parses the group of one deck's cards that are out of the game. Returns `None` for an empty group.
fn parse_gone<C>(group: &CardGroup, codec: &CardCodec<C>) -> Option<PartialCards<C>> {
    let mut gone = codec.named_cards(group).filter(|_| *group != CardGroup::default())?;
    (codec.sort)(&mut gone.named);
    Some(PartialCards { more: gone.more.filter(|more| *more > 0), ..gone })
}

/// The numbers of cards in the places of a position, and the state of the turns.
struct PlaceCounts {
    hands: [usize; MOST],
    gone_birds: usize,
    feeder: usize,
    turn: Seat,
    is_ending: bool,
}

/// Parses the cards of a verb into their codes.
pub(super) fn cards(verb: &str, tokens: &mut Tokens<'_>) -> Result<Vec<String>, ParseError> {
    Ok(match verb {
        "lose" => codes(parse_seeds(tokens)?),
        "refill" => codes(parse_drawn(tokens)?),
        _ => codes(parse_any_birds(tokens)?),
    })
}

impl GamePosition<Piepmatz> for Position {
    fn parse(parts: &PerPart<&str>, context: &TableContext<Setup>) -> Result<Self, (PartOwner, ParseError)> {
        let empty = Self { players: vec![PlayerPart::default(); context.players.count()], ..Self::default() };
        empty.read(parts, context, &|_, verb, tokens| cards(verb, tokens))
    }

    fn bind(&mut self, part: PartOwner, binder: &mut FieldBinder<'_>) {
        let Some(seat) = part else {
            binder.groups(&mut self.perches, Perch::of, Perch::group);
            binder.groups(&mut self.slots, SlotContents::of, SlotContents::group);
            binder.cards(&mut self.display, &BIRD).count(&mut self.birds).count(&mut self.feeder);
            let groups = vec![gone_group(self.gone.birds.as_ref(), &BIRD), gone_group(self.gone.feeder.as_ref(), &FEEDER)];
            let mut gone = Some(groups).filter(|groups| groups.iter().any(|group| *group != CardGroup::default()));
            binder.groups(&mut gone, |group| Some(group.clone()), CardGroup::clone);
            let group = |nth| gone.as_ref().and_then(|groups| groups.get(nth));
            self.gone.birds = group(0).and_then(|birds| parse_gone(birds, &BIRD));
            self.gone.feeder = group(1).and_then(|cards| parse_gone(cards, &FEEDER));
            binder.name(&mut self.turn).flag(&mut self.ending);
            return;
        };
        let player_part = &mut self.players[seat.index()];
        // An empty collection is a single `-`.
        let is_empty = |player_part: &PlayerPart| player_part.birds.as_ref().is_none_or(Birds::is_empty);
        if is_empty(player_part) && player_part.seeds.as_ref().is_some_and(SeedCards::is_empty) {
            player_part.seeds = None;
        }
        binder
            .cards(&mut player_part.birds, &BIRD)
            .cards(&mut player_part.seeds, &SEED)
            .count(&mut player_part.hand)
            .cards_or_empty(&mut player_part.shows, &BIRD);
        if is_empty(player_part) && player_part.seeds.as_ref().map_or(player_part.birds.is_some(), SeedCards::is_empty) {
            (player_part.birds, player_part.seeds) = (Some(Birds::new()), Some(SeedCards::new()));
        }
    }

    fn to_game(&self, before: &Piepmatz, players: &Players, events: &mut Vec<Event>) -> Result<Piepmatz, PositionError> {
        let counts = self.counts(before, players)?;
        let rounds = before.rounds.clone().take_cleared();
        let mut game = Piepmatz { rounds, first: before.first, ..Piepmatz::new(before.players, &before.setup) };
        for (seat, part) in game.seats().zip(&self.players) {
            for &bird in part.birds.iter().flatten() {
                game.lay(bird)?;
                game.collection_mut(seat).birds.insert(bird);
            }
            for &seed in part.seeds.iter().flatten() {
                game.lay_from_feeder(FeederCard::Seed(seed))?;
                game.collection_mut(seat).seeds.insert(seed);
            }
        }
        for (index, perch) in self.perches.iter().flatten().enumerate() {
            perch.bird.iter().chain(&perch.queue).try_for_each(|&bird| game.lay(bird))?;
            game.perches[index] = perch.clone();
        }
        for (index, slot) in self.slots.iter().flatten().enumerate() {
            slot.cards().try_for_each(|card| game.lay_from_feeder(card))?;
            game.slots[index] = Slot { seed: slot.seed, ..Slot::default() };
            slot.pests.iter().for_each(|&pest| game.slots[index].pests.push(pest));
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
        for (seat, part) in game.seats().zip(&self.players) {
            for &bird in &part.shows {
                game.lay(bird)?;
                game.account.enter_hand(seat, bird.index());
            }
        }
        for (seat, part) in game.seats().zip(&self.players) {
            // The counts add up, so the hands can be dealt.
            game.account.deal(seat, counts.hands[seat.index()] - part.shows.len());
        }
        let named_count = self.gone.birds.as_ref().map_or(0, |gone| gone.named.len());
        game.account.cover(counts.gone_birds - named_count);
        game.deck.left = to_u8(counts.feeder);
        game.is_ending = counts.is_ending;
        (game.turn, game.phase) = (counts.turn, if self.is_over { Phase::Adding } else { Phase::Turn(counts.turn) });
        events.extend(game.is_ending.then_some(Event::EndTriggered)); // PM-5.1
        events.extend(game.account.deduce().map(Event::Deduced)); // TB-6
        Ok(game)
    }

    fn from_game(game: &Piepmatz, memory: bool) -> Option<Self> {
        let Phase::Turn(turn) = game.phase else { return None };
        // As long as a bird may be kept, the previous turn isn't over (PM-2.2).
        if game.may_keep.is_some() || game.account.hand(turn).is_empty() {
            return None;
        }
        let parts = game.seats().map(|seat| {
            let (collection, hand) = (game.collection(seat), game.account.hand(seat));
            PlayerPart {
                birds: Some(collection.birds.birds().collect())
                    .filter(|birds: &Birds| !birds.is_empty() || collection.seeds.len() == 0),
                seeds: Some(collection.seeds.iter().collect())
                    .filter(|seeds: &SeedCards| !seeds.is_empty() || collection.birds.is_empty()),
                hand: Some(to_u16(hand.len())).filter(|_| hand.len() != HAND),
                shows: if memory { known_cards(hand).into_iter().collect() } else { Birds::new() },
            }
        });
        let contents = |slot: &Slot| SlotContents { seed: slot.seed, pests: slot.pests.iter().collect() };
        let gone_birds = gone_cards(game.gone.birds().collect(), game.account.covered() + usize::from(game.laid_down));
        let gone_feeder = game.gone_feeder_cards();
        let states_gone = memory && !(gone_birds.named.is_empty() && gone_feeder.named.is_empty());
        Some(Self {
            players: parts.collect(),
            perches: Some(game.perches().map(|(perch, _)| perch.clone()).collect()),
            slots: Some(game.slots.iter().map(contents).collect()),
            display: Some(game.display.birds().collect()),
            birds: Some(to_u16(game.bird_deck())),
            feeder: Some(game.deck.left.into()),
            gone: GoneCards {
                feeder: (states_gone && !gone_feeder.named.is_empty()).then_some(gone_feeder),
                birds: states_gone.then_some(gone_birds),
            },
            turn: Some(turn),
            ending: (game.is_ending && !(game.deck.left == 0 && game.has_empty_slot())).then_some(()),
            ..Self::default()
        })
    }
}

impl Position {
    /// The number of birds on perches, in the display and in collections.
    fn open_birds(&self) -> usize {
        let perched = self.perches.iter().flatten().map(|perch| perch.queue.len() + usize::from(perch.bird.is_some()));
        let display = self.display.as_ref().map_or(0, Birds::len);
        perched.sum::<usize>() + display + self.players.iter().flat_map(|part| &part.birds).map(Birds::len).sum::<usize>()
    }

    fn open_feeder_cards(&self) -> impl Iterator<Item = FeederCard> {
        let seeds = self.players.iter().flat_map(|part| &part.seeds).flatten().map(|&seed| FeederCard::Seed(seed));
        self.slots.iter().flatten().flat_map(SlotContents::cards).chain(seeds)
    }

    fn counts(&self, game: &Piepmatz, players: &Players) -> Result<PlaceCounts, PositionError> {
        let missing = |part, piece| PositionError::missing(part, piece, players);
        let states_nothing = |part: &PlayerPart| part.birds.is_none() && part.seeds.is_none();
        let unstated_seat = game.seats().zip(&self.players).find(|(_, part)| states_nothing(part)).map(|(seat, _)| seat);
        let pieces = [
            (unstated_seat, unstated_seat.is_none(), "what lies there"),
            (None, self.perches.is_some(), "perches BIRD … | …"),
            (None, self.slots.is_some(), "slots SEED …"),
            (None, self.display.is_some(), "display BIRD…"),
        ];
        let first_missing = pieces.into_iter().find(|(_, is_stated, _)| !is_stated);
        first_missing.map_or(Ok(()), |(part, _, piece)| Err(missing(part, piece)))?;
        self.check_places(game)?;

        // PM-1.1, PM-1.4
        let mut bird_ledger = Ledger::new(all_birds(&game.setup), pm(1, 1), ["bird", "birds"]);
        bird_ledger.lay(self.open_birds());
        let hands = game.seats().zip(&self.players);
        let hands = hands.map(|(seat, part)| LedgerPlace::hand(seat, part.shows.len()).stated(part.hand).usual(HAND_SIZE));
        let hand_ids: Vec<PlaceId> = hands.map(|hand| bird_ledger.place(hand)).collect();
        bird_ledger.check_named(players)?; // TB-5
        // PM-1.3
        let mut feeder_ledger = Ledger::new(game.setup.feeder.into(), pm(1, 3), ["feeder card", "feeder cards"]);
        feeder_ledger.lay(self.open_feeder_cards().count());
        let deck = feeder_ledger.place(LedgerPlace::new(None, "feeder N").stated(self.feeder));
        let gone = feeder_ledger.place(gone_place(self.gone.feeder.as_ref(), false));
        let counts = feeder_ledger.settle(players)?;
        let (feeder, gone_feeder) = (counts[deck] as usize, counts[gone]);
        bird_ledger.place(LedgerPlace::new(None, "birds N").stated(self.birds));
        let gone = gone_place(self.gone.birds.as_ref(), false);
        // Only a crow takes a bird out of the game, and is then gone itself: without gone feeder cards no bird is gone.
        let assumes_none = self.birds.is_none() && gone_feeder == 0;
        let gone = bird_ledger.place(if assumes_none { gone.usual(0_u32) } else { gone });
        let counts = bird_ledger.settle(players)?;
        let gone_birds = counts[gone] as usize;
        let mut hands = [0; MOST];
        hands.iter_mut().zip(hand_ids).for_each(|(hand, id)| *hand = counts[id] as usize);

        // PM-5.1: an empty slot and no card left to fill it.
        let has_empty_slot = self.slots.iter().flatten().any(|slot| slot.seed.is_none());
        let is_ending = self.ending.is_some() || feeder == 0 && has_empty_slot;
        let turn = self.turn_of(game, &hands, gone_birds, is_ending, players)?;
        Ok(PlaceCounts { hands, gone_birds, feeder, turn, is_ending })
    }

    /// Checks that there are as many perches and slots as the game has (PM-1.5).
    fn check_places(&self, game: &Piepmatz) -> Result<(), PositionError> {
        let perches = self.perches.as_ref().map(Vec::len).filter(|count| *count != usize::from(game.setup.perches));
        if let Some(count) = perches {
            let (perches_are, total) = (count_of(count, "perch is", "perches are"), game.setup.perches);
            return Err(PositionError::new(
                pm(1, 5),
                format!("{perches_are} named, and there are {total}; `|` stands between them"),
            ));
        }
        if let Some(count) = self.slots.as_ref().map(Vec::len).filter(|count| *count != SLOTS) {
            let slots_are = count_of(count, "slot is", "slots are");
            return Err(PositionError::new(pm(1, 5), format!("{slots_are} named, and there are {SLOTS}; an empty one is `-`")));
        }
        Ok(())
    }

    /// The player in turn: as stated, or the only one who can play.
    fn turn_of(
        &self,
        game: &Piepmatz,
        hands: &[usize; MOST],
        gone_birds: usize,
        is_ending: bool,
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
        let mut candidates = game.seats().filter(can_play).filter(|seat| !is_ending || *seat != game.first);
        if let (Some(only), None) = (candidates.next(), candidates.next()) {
            return Ok(only);
        }
        let is_queued = self.perches.iter().flatten().any(|perch| !perch.queue.is_empty());
        let has_nobody_played =
            !is_queued && gone_birds == 0 && self.players.iter().flat_map(|part| &part.birds).all(Birds::is_empty);
        // PM-1.6
        let is_first_turn = has_nobody_played && can_play(&game.first);
        if is_first_turn { Ok(game.first) } else { Err(PositionError::missing(None, "turn NAME", players)) }
    }
}

impl Perch {
    fn of(group: &CardGroup) -> Option<Self> {
        let mut queue: Birds = BIRD.cards(group)?;
        let bird = (!group.is_first_gone && !queue.is_empty()).then(|| queue.remove(0));
        Some(Self { bird, queue: queue.into_iter().collect() })
    }

    fn group(&self) -> CardGroup {
        CardGroup {
            is_first_gone: self.bird.is_none() && !self.queue.is_empty(),
            ..BIRD.group(self.bird.iter().chain(&self.queue), None)
        }
    }
}

impl SlotContents {
    fn of(group: &CardGroup) -> Option<Self> {
        let cards: Vec<FeederCard> = FEEDER.cards(group)?;
        let seed = cards.first().and_then(|card| card.seed());
        let pest = |card: &FeederCard| if let FeederCard::Pest(pest) = *card { Some(pest) } else { None };
        let pests = cards[usize::from(seed.is_some())..].iter().map(pest).collect::<Option<_>>()?;
        Some(Self { seed, pests })
    }

    fn group(&self) -> CardGroup {
        let cards: Vec<FeederCard> = self.cards().collect();
        CardGroup { is_first_gone: self.seed.is_none() && !cards.is_empty(), ..FEEDER.group(&cards, None) }
    }

    fn cards(&self) -> impl Iterator<Item = FeederCard> {
        let pests = self.pests.iter().copied().map(FeederCard::Pest);
        self.seed.map(FeederCard::Seed).into_iter().chain(pests)
    }
}

impl Piepmatz {
    /// Records that a bird does not lie in the bird deck.
    fn lay(&mut self, bird: Bird) -> Result<(), PositionError> {
        if self.setup.removed == Some(bird.species()) {
            let text = format!("{} are out of this game", bird.species().plural());
            return Err(PositionError::new(pm(1, 4), text));
        }
        let text = || format!("there are only two {bird}, and here are three");
        if self.account.turn_up(bird.index()) { Ok(()) } else { Err(PositionError::new(pm(1, 1), text())) }
    }

    /// Records that a card does not lie in the feeder deck.
    fn lay_from_feeder(&mut self, card: FeederCard) -> Result<(), PositionError> {
        if self.deck.turn_up(card) {
            return Ok(());
        }
        let text = match self.setup.listed.map_or(0, |listed| listed[card.index()]) {
            0 => format!("this game's feeder deck has no `{card}`"),
            total => format!("of `{card}` the feeder deck has {total}, and here are more"),
        };
        Err(PositionError::new(pm(1, 3), text))
    }

    /// The discarded cards of a listed feeder deck. The cards that turned up and lie nowhere are named; others are only counted.
    fn gone_feeder_cards(&self) -> PartialCards<FeederCard> {
        let (Some(listed), Some(unseen)) = (self.setup.listed, self.deck.listed) else { return gone_cards(Vec::new(), 0) };
        let in_slots = || {
            self.slots
                .iter()
                .flat_map(|slot| slot.seed.map(FeederCard::Seed).into_iter().chain(slot.pests.iter().map(FeederCard::Pest)))
        };
        let collected = || self.rounds.current.each.iter().flat_map(|collection| collection.seeds.iter().map(FeederCard::Seed));
        let mut gone = gone_cards(Vec::new(), self.deck.elsewhere());
        for card in FeederCard::ALL {
            let on_table = in_slots().chain(collected()).filter(|&open_card| open_card == card).count();
            let turned_up = usize::from(listed[card.index()].saturating_sub(unseen[card.index()]));
            gone.named.extend(std::iter::repeat_n(card, turned_up.saturating_sub(on_table)));
        }
        (FEEDER.sort)(&mut gone.named);
        gone
    }
}

fn gone_cards<C>(named: Vec<C>, more: usize) -> PartialCards<C> {
    PartialCards { named, more: Some(to_u16(more)).filter(|more| *more > 0) }
}

/// The ledger place of the cards that are out of the game. If `can_grow`, the place can hold more cards than stated.
fn gone_place<C>(gone: Option<&PartialCards<C>>, can_grow: bool) -> LedgerPlace {
    let place = LedgerPlace::new(None, "gone CARD +N").least(gone.map_or(0, |gone| gone.named.len()));
    match gone {
        Some(gone) if can_grow => place.least(gone.len()),
        gone => place.stated(gone.map(|gone| to_u16(gone.len()))),
    }
}

/// The number of birds in play (PM-1.1, PM-1.4).
fn all_birds(setup: &Setup) -> usize {
    setup.stock().into_iter().map(usize::from).sum()
}
