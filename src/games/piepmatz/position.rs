//! The position of a round: perches with their queues, slots, display, both decks, and collections.

use super::{
    Bird, Birds, Event, FeederCard, HAND, Perch, Phase, Piepmatz, SLOTS, Seed, Setup,
    book::pm,
    feeder::Slot,
    step::{SeedCards, parse_any_birds, parse_drawn, parse_seeds},
};
use crate::table::prelude::*;
use std::cmp::Reverse;

#[cfg(test)]
mod tests;
mod usual;

/// The position of a round between two turns, as far as stated.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Position {
    players: Vec<PlayerPart>,
    perches: Option<Vec<Perch>>,
    slots: Option<Vec<Slot>>,
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
    adjusted: Option<i32>,
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

/// The ledger of one deck's cards, and the places whose counts a position can state.
struct DeckLedger {
    ledger: Ledger,
    hands: Vec<PlaceId>,
    deck: PlaceId,
    gone: PlaceId,
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
            binder.groups(&mut self.slots, Slot::of, Slot::group);
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
            .cards_or_empty(&mut player_part.shows, &BIRD)
            .count(&mut player_part.adjusted);
        if is_empty(player_part) && player_part.seeds.as_ref().map_or(player_part.birds.is_some(), SeedCards::is_empty) {
            (player_part.birds, player_part.seeds) = (Some(Birds::new()), Some(SeedCards::new()));
        }
    }

    fn to_game(&self, before: &Piepmatz, players: &Players, events: &mut Vec<Event>) -> Result<Piepmatz, PositionError> {
        let states_nothing = |part: &PlayerPart| part.birds.is_none() && part.seeds.is_none();
        let unstated_seat = before.seats().zip(&self.players).find(|(_, part)| states_nothing(part)).map(|(seat, _)| seat);
        let pieces = [
            (unstated_seat, unstated_seat.is_none(), "what lies there"),
            (None, self.perches.is_some(), "perches BIRD … | …"),
            (None, self.slots.is_some(), "slots SEED …"),
            (None, self.display.is_some(), "display BIRD…"),
        ];
        if let Some((part, _, piece)) = pieces.into_iter().find(|(_, is_stated, _)| !is_stated) {
            return Err(PositionError::missing(part, piece, players));
        }
        self.check_places(before)?;
        let mut birds = self.bird_ledger(before, false, 0, players)?;
        let feeder = self.feeder_ledger(before, false, 0);
        let feeder_counts = feeder.ledger.settle(players)?;
        // Only a crow takes a bird out of the game, and is then gone itself: without gone feeder cards no bird is gone.
        if self.birds.is_none() && self.gone.birds.is_none() && feeder_counts[feeder.gone] == 0 {
            birds.ledger.state(birds.gone, 0);
        }
        let bird_counts = birds.ledger.settle(players)?;
        let rounds = before.rounds.clone().take_cleared();
        let mut game = Piepmatz { rounds, first: before.first, ..Piepmatz::new(before.players, &before.setup) };
        self.named_birds().try_for_each(|bird| game.lay(bird))?;
        self.named_feeder_cards().try_for_each(|card| game.lay_from_feeder(card))?;
        for ((seat, part), hand) in before.seats().zip(&self.players).zip(birds.hands) {
            game.rounds.state_adjusted(seat, part.adjusted);
            part.birds.iter().flatten().for_each(|bird| game.collection_mut(seat).birds.insert(*bird));
            part.seeds.iter().flatten().for_each(|seed| game.collection_mut(seat).seeds.insert(*seed));
            part.shows.iter().for_each(|bird| game.account.enter_hand(seat, bird.index()));
            // The counts add up, so the hands can be dealt.
            game.account.deal(seat, bird_counts[hand] as usize - part.shows.len());
        }
        game.perches.iter_mut().zip(self.perches.iter().flatten()).for_each(|(place, perch)| place.clone_from(perch));
        game.slots.iter_mut().zip(self.slots.iter().flatten()).for_each(|(place, slot)| *place = *slot);
        self.display.iter().flatten().for_each(|bird| game.display.insert(*bird));
        self.gone.birds.iter().flat_map(|gone| &gone.named).for_each(|bird| game.gone.insert(*bird));
        game.account.cover(bird_counts[birds.gone] as usize - game.gone.len());
        game.deck.left = to_u8(feeder_counts[feeder.deck]);
        game.is_ending = self.ending.is_some() || game.deck.left == 0 && game.has_empty_slot(); // PM-5.1
        game.turn = self.turn_of(&game, players)?;
        game.phase = if self.is_over { Phase::Adding } else { Phase::Turn(game.turn) };
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
                adjusted: game.rounds.adjusted(seat),
            }
        });
        let mut position = Self {
            players: parts.collect(),
            perches: Some(game.perches().map(|(perch, _)| perch.clone()).collect()),
            slots: Some(game.slots.into()),
            display: Some(game.display.birds().collect()),
            birds: Some(to_u16(game.bird_deck())),
            feeder: Some(game.deck.left.into()),
            turn: Some(turn),
            ending: (game.is_ending && !(game.deck.left == 0 && game.has_empty_slot())).then_some(()),
            ..Self::default()
        };
        let birds = gone_cards(game.gone.birds().collect(), game.account.covered() + usize::from(game.laid_down));
        let feeder = game.gone_feeder_cards(&position.open_feeder_cards().collect::<Vec<_>>());
        if memory && !(birds.named.is_empty() && feeder.named.is_empty()) {
            position.gone = GoneCards { feeder: Some(feeder).filter(|feeder| !feeder.named.is_empty()), birds: Some(birds) };
        }
        Some(position)
    }
}

impl Position {
    /// The birds on perches, in the display and in collections.
    fn open_birds(&self) -> impl Iterator<Item = Bird> {
        let perched = self.perches.iter().flatten().flat_map(|perch| perch.bird.iter().chain(&perch.queue));
        let collected = self.players.iter().flat_map(|part| &part.birds).flatten();
        perched.chain(collected).chain(self.display.iter().flatten()).copied()
    }

    /// The birds that the position names: the open ones, those in hands, and those out of the game.
    fn named_birds(&self) -> impl Iterator<Item = Bird> {
        let in_hands = self.players.iter().flat_map(|part| &part.shows);
        self.open_birds().chain(in_hands.chain(self.gone.birds.iter().flat_map(|gone| &gone.named)).copied())
    }

    fn open_feeder_cards(&self) -> impl Iterator<Item = FeederCard> {
        let seeds = self.players.iter().flat_map(|part| &part.seeds).flatten().map(|&seed| FeederCard::Seed(seed));
        self.slots.iter().flatten().flat_map(Slot::cards).chain(seeds)
    }

    fn named_feeder_cards(&self) -> impl Iterator<Item = FeederCard> {
        self.open_feeder_cards().chain(self.gone.feeder.iter().flat_map(|gone| &gone.named).copied())
    }

    /// The ledger of the birds (PM-1.1, PM-1.4). If `can_grow`, more birds can be gone than stated. An assumed deck holds more birds
    /// than are `drawn`, if it can.
    fn bird_ledger(&self, game: &Piepmatz, can_grow: bool, drawn: u32, players: &Players) -> Result<DeckLedger, PositionError> {
        let mut ledger = Ledger::new(all_birds(&game.setup), pm(1, 1), ["bird", "birds"]);
        ledger.lay(self.open_birds().count());
        let hand = |(seat, part): (Seat, &PlayerPart)| {
            let is_in_turn = self.turn == Some(seat) && part.hand.is_none();
            LedgerPlace::hand(seat, part.shows.len().max(is_in_turn.into())).stated(part.hand).usual(HAND_SIZE)
        };
        let hands = game.seats().zip(&self.players).map(|part| ledger.place(hand(part))).collect();
        ledger.check_named(players)?; // TB-5
        let deck = ledger.place(LedgerPlace::new(None, "birds N").stated(self.birds).wanted(drawn + 1));
        let gone = ledger.place(gone_place(self.gone.birds.as_ref(), can_grow));
        Ok(DeckLedger { ledger, hands, deck, gone })
    }

    /// The ledger of the feeder cards (PM-1.3), as [`bird_ledger`](Self::bird_ledger).
    fn feeder_ledger(&self, game: &Piepmatz, can_grow: bool, drawn: u32) -> DeckLedger {
        let mut ledger = Ledger::new(game.setup.feeder.into(), pm(1, 3), ["feeder card", "feeder cards"]);
        ledger.lay(self.open_feeder_cards().count());
        let deck = ledger.place(LedgerPlace::new(None, "feeder N").stated(self.feeder).wanted(drawn + 1));
        let gone = ledger.place(gone_place(self.gone.feeder.as_ref(), can_grow));
        DeckLedger { ledger, hands: Vec::new(), deck, gone }
    }

    /// Checks that there are as many perches and slots as the game has (PM-1.5).
    fn check_places(&self, game: &Piepmatz) -> Result<(), PositionError> {
        let check = |count: Option<usize>, total: usize, [one, many]: [&str; 2], hint: &str| {
            let text = |count| format!("{} named, and there are {total}; {hint}", count_of(count, one, many));
            count.filter(|count| *count != total).map_or(Ok(()), |count| Err(PositionError::new(pm(1, 5), text(count))))
        };
        let (perches, slots) = (self.perches.as_ref().map(Vec::len), self.slots.as_ref().map(Vec::len));
        check(perches, game.setup.perches.into(), ["perch is", "perches are"], "`|` stands between them")?;
        check(slots, SLOTS, ["slot is", "slots are"], "an empty one is `-`")
    }

    /// The player in turn: as stated, or the only one who can play.
    fn turn_of(&self, game: &Piepmatz, players: &Players) -> Result<Seat, PositionError> {
        let holders = game.holders();
        // PM-2.5
        if holders.is_empty() {
            let text = "nobody holds a bird, so the game is over; in a position somebody has a turn";
            return Err(PositionError::new(pm(2, 5), text));
        }
        if let Some(turn) = self.turn {
            let text = || format!("{} holds no bird, and is passed over", players.name(turn));
            return if holders.contains(turn) { Ok(turn) } else { Err(PositionError::new(pm(2, 5), text())) };
        }
        // PM-5.1: the first player has no turn once the end was triggered.
        let candidates = if game.is_ending { holders.without(game.first) } else { holders };
        // PM-1.6
        let has_nobody_played = game.perches().all(|(perch, _)| perch.queue.is_empty())
            && game.gone.is_empty()
            && game.account.covered() == 0
            && game.seats().all(|seat| game.collection(seat).birds.is_empty());
        let first = Some(game.first).filter(|first| has_nobody_played && holders.contains(*first));
        candidates.single().or(first).ok_or_else(|| PositionError::missing(None, "turn NAME", players))
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

impl Slot {
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

    fn cards(&self) -> impl Iterator<Item = FeederCard> + use<> {
        self.seed.map(FeederCard::Seed).into_iter().chain(self.pests.iter().map(FeederCard::Pest))
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

    /// The discarded cards of a listed feeder deck. The cards that turned up and are not `open` are named; others are only counted.
    fn gone_feeder_cards(&self, open: &[FeederCard]) -> PartialCards<FeederCard> {
        let (Some(listed), Some(unseen)) = (self.setup.listed, self.deck.listed) else { return gone_cards(Vec::new(), 0) };
        let mut gone = gone_cards(Vec::new(), self.deck.elsewhere());
        for card in FeederCard::ALL {
            let on_table = open.iter().filter(|open_card| **open_card == card).count();
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
pub(super) fn all_birds(setup: &Setup) -> usize {
    setup.stock().into_iter().map(usize::from).sum()
}
