//! The usual table of a dispute. An unstated piece of the position has its usual value there: full hands, decks of the middle
//! size, and otherwise the simplest contents with which the fewest disputed steps are illegal. Lists the other values, too.

use super::{Position, SlotContents, all_birds, gone_place};
use crate::{
    games::piepmatz::{
        Bird, Birds, DISPLAY, Event, FeederCard, HAND, Perch, Pest, Piepmatz, SLOTS, Seed, Species, Step,
        bird::COPIES,
        book::{FifthPest, pm},
        words::birds,
    },
    table::prelude::*,
};
use smallvec::smallvec;

/// The maximum number of steps that are played to choose the unstated pieces.
const MOST_STEPS: usize = 60;

type Steps<'a> = &'a [(Option<Seat>, Step)];

/// The values of the birds at a perch: the bird on the perch, then its queue.
type PerchValues = Vec<u8>;

/// Contents to try for the unstated perches, slots and seed cards.
#[derive(Clone, Debug)]
struct UnstatedChoice {
    perches: Vec<PerchValues>,
    pests: [Vec<Pest>; SLOTS],
    /// Whether a player who loses a single seed card had the card before the fight.
    had_lost_seed: bool,
}

/// A play among the steps, and its fights.
struct PlayedBird {
    seat: Seat,
    /// Whether steps of a fight follow.
    has_fight_steps: bool,
    /// The excess of the queue over the bird on the perch, fight by fight.
    excesses: Vec<u8>,
}

/// The fights, pests and faults that result when the steps are played.
#[derive(Default)]
struct PlayedSteps {
    plays: Vec<PlayedBird>,
    /// The pests of the fights, each with the player on whom it acts.
    pests: Vec<(Seat, Pest)>,
    /// The number of illegal steps; an impossible step counts twice.
    faults: usize,
}

impl PlayedSteps {
    fn of(game: &Piepmatz, steps: Steps<'_>) -> Self {
        let (mut game, mut played) = (game.clone(), Self::default());
        for (nth, (actor, step)) in steps.iter().enumerate() {
            let act = Act::Step { actor: *actor, step: step.clone() };
            let is_possible = game.check_possible(&act).is_ok();
            if game.judge(&act).is_err() {
                played.faults += if is_possible { 1 } else { 2 };
            }
            if !is_possible {
                continue;
            }
            if let Step::Play(..) = step {
                let has_fight_steps = has_fight_step(&steps[nth + 1..]);
                played.plays.push(PlayedBird { seat: game.acting_seat(*actor), has_fight_steps, excesses: Vec::new() });
            }
            let mut events = Vec::new();
            game.apply(&act, &mut events);
            for event in events {
                match (event, played.plays.last_mut()) {
                    (Event::Fight(.., excess), Some(play)) => play.excesses.push(excess),
                    (Event::PestActs(seat, pest) | Event::PestFindsNothing(seat, pest), _) => played.pests.push((seat, pest)),
                    _ => {}
                }
            }
        }
        played
    }

    /// The slots that the fights reach, counted from 0 (PM-3.1).
    fn slots(&self) -> impl Iterator<Item = usize> {
        let excesses = self.plays.iter().flat_map(|play| &play.excesses);
        excesses.map(|excess| usize::from(*excess) - 1).filter(|slot| *slot < SLOTS)
    }

    /// The number of plays that bring a fight without the steps of one, or the reverse; then the number of faults.
    fn misfit(&self) -> (usize, usize) {
        let misfits = self.plays.iter().filter(|play| play.has_fight_steps == play.excesses.is_empty());
        (misfits.count(), self.faults)
    }
}

/// Whether these steps after a play contain a step of a fight before the next play (PM-3, PM-4.1).
fn has_fight_step(steps: Steps<'_>) -> bool {
    let turn_steps = steps.iter().take_while(|(_, step)| !matches!(step, Step::Play(..)));
    let is_of_fight = |step: &Step| matches!(step, Step::Feeder(_) | Step::LoseBirds(_) | Step::LoseSeeds(_) | Step::Refill(_));
    turn_steps.into_iter().any(|(_, step)| is_of_fight(step))
}

/// Whether a step has its time in the round; `shows` is allowed at any time.
fn is_timed(step: &Step) -> bool {
    !matches!(step, Step::Shows(_))
}

/// All combinations of values that birds at a perch can have between turns, shorter queues first (PM-2.2).
fn perch_values() -> Vec<PerchValues> {
    let mut combinations: Vec<PerchValues> = (1..=6).rev().map(|bird| vec![bird]).collect();
    let mut index = 0;
    while let Some([bird, queue @ ..]) = combinations.get(index).map(Vec::as_slice) {
        let values = combinations[index].clone();
        let margin = bird - queue.iter().sum::<u8>();
        combinations.extend((1..=margin).map(|next| [&values[..], &[next]].concat()));
        index += 1;
    }
    combinations
}

impl UsualPosition<Piepmatz> for Position {
    fn usual(
        &self,
        before: &Piepmatz,
        steps: Steps<'_>,
        fill_choice: FillChoice,
        players: &Players,
    ) -> Result<UsualTable<Piepmatz>, PositionError> {
        self.check_places(before)?;
        let first_step = steps.iter().find(|(_, step)| is_timed(step)).map(|(_, step)| step);
        // PM-1.5: the steps begin with the setup.
        let is_setup = matches!(first_step, Some(Step::Perches(_) | Step::Display(_) | Step::Seeds(_)));
        if is_setup && *self == (Self { players: vec![super::PlayerPart::default(); self.players.len()], ..Self::default() }) {
            return Ok(UsualTable::of_setup());
        }
        let mut position = self.clone();
        position.infer_moment(before, steps);
        let complete = |choice: &UnstatedChoice| position.completed(choice, before, steps, fill_choice, players);
        let play = |choice: &UnstatedChoice| {
            let game = complete(choice).ok()?.to_game(before, players, &mut Vec::new()).ok()?;
            Some(PlayedSteps::of(&game, &steps[..steps.len().min(MOST_STEPS)]))
        };
        let possible_pests = if self.slots.is_none() { acting_pests(steps) } else { Vec::new() };
        let may_stack = before.setup.rules.fifth_pest == FifthPest::Stack;
        // Adds pests beside the slots of fights, as long as they make the steps fit better (PM-3.2).
        let fit = |mut choice: UnstatedChoice| {
            let mut played = play(&choice)?;
            while played.faults > 0 {
                let additions = played.slots().flat_map(|slot| possible_pests.iter().map(move |pest| (slot, *pest)));
                let candidates =
                    additions.filter(|(slot, _)| may_stack || choice.pests[*slot].is_empty()).filter_map(|(slot, pest)| {
                        let mut with_pest = choice.clone();
                        with_pest.pests[slot].push(pest);
                        Some((play(&with_pest)?, with_pest))
                    });
                let Some((better, with_pest)) = candidates.min_by_key(|(played, _)| played.misfit()) else { break };
                if better.misfit() >= played.misfit() {
                    break;
                }
                (played, choice) = (better, with_pest);
            }
            Some((played.misfit(), choice))
        };
        let perch_count = usize::from(before.setup.perches);
        let simplest = UnstatedChoice { perches: vec![vec![6]; perch_count], pests: Default::default(), had_lost_seed: false };
        let Some((mut least_misfit, mut best)) = fit(simplest.clone()) else { return complete(&simplest).map(UsualTable::of) };
        let mut consider = |choice: UnstatedChoice, best: &mut UnstatedChoice| {
            if least_misfit > (0, 0)
                && let Some((misfit, choice)) = fit(choice).filter(|(misfit, _)| *misfit < least_misfit)
            {
                (least_misfit, *best) = (misfit, choice);
            }
        };
        for (index, number) in (0..perch_count).zip(1..).filter(|_| self.perches.is_none()) {
            for values in values_per_outcome(number, steps) {
                let mut choice = UnstatedChoice { pests: Default::default(), ..best.clone() };
                choice.perches[index] = values;
                consider(choice, &mut best);
            }
        }
        consider(UnstatedChoice { had_lost_seed: true, ..best.clone() }, &mut best);
        complete(&best).map(UsualTable::of)
    }

    fn fits(&self, before: &Piepmatz) -> bool {
        self.last.is_none_or(|last| last.left(before.players) == before.first)
    }

    fn unstated(&self, usual: &Self, before: &Piepmatz, steps: Steps<'_>, players: &Players) -> Vec<Unknown<Self>> {
        let Ok(game) = usual.to_game(before, players, &mut Vec::new()) else { return Vec::new() };
        let (played, spare_birds) = (PlayedSteps::of(&game, steps), usual.spare_birds(before, steps, FillChoice::First));
        let unstated = Unstated { stated: self, usual, played, steps, spare_birds, players };
        let of_players = players.seats().flat_map(|seat| [unstated.birds(seat), unstated.seeds(seat)]);
        let of_table = [unstated.perches(), unstated.slots()].into_iter().chain(unstated.decks(before));
        let mut pieces: Vec<Unknown<Self>> = of_players.chain(of_table).chain([unstated.display()]).flatten().collect();
        pieces.extend(unstated.hands());
        pieces.extend(unstated.moment());
        pieces
    }
}

impl Position {
    /// Infers the turn, the end of the game and large hands from the steps.
    fn infer_moment(&mut self, before: &Piepmatz, steps: Steps<'_>) {
        let timed = || steps.iter().filter(|(_, step)| is_timed(step));
        let has_birds = |seat: &Seat| self.players.get(seat.index()).is_some_and(|part| part.hand != Some(0));
        let first_actor = timed().find_map(|(actor, _)| *actor);
        let clockwise_seats = before.first.clockwise(before.players);
        let turn = first_actor.into_iter().chain([before.first]).chain(clockwise_seats).find(has_birds);
        if let Some(first_adds) = timed().position(|(_, step)| matches!(step, Step::Adds(_))) {
            self.last = timed().take(first_adds).filter_map(|(actor, _)| *actor).last();
            // PM-5.1: the feeder deck has no more cards than these steps turn up.
            let turned_up = to_u16(drawn_counts(steps)[1] as usize);
            if self.turn.is_none() && self.feeder.is_none_or(|feeder| feeder <= turned_up) {
                (self.ending, self.feeder) = (Some(()), self.feeder.or(Some(turned_up)));
                self.is_over = first_adds == 0; // PM-5.2
            }
        }
        self.turn = self.turn.or(turn);
        // A player who shows more birds than a full hand holds at least these.
        for (actor, step) in steps {
            let part = actor.and_then(|seat| self.players.get_mut(seat.index())).filter(|part| part.hand.is_none());
            if let (Step::Shows(shown), Some(part)) = (step, part) {
                part.hand = Some(to_u16(shown.len())).filter(|hand| usize::from(*hand) > HAND);
            }
        }
    }

    /// This position with all pieces stated: the unstated ones as in `choice`.
    fn completed(
        &self,
        choice: &UnstatedChoice,
        before: &Piepmatz,
        steps: Steps<'_>,
        fill_choice: FillChoice,
        players: &Players,
    ) -> Result<Self, PositionError> {
        let mut position = self.clone();
        let mut spare_birds = self.spare_birds(before, steps, fill_choice);
        let mut birds_left = self.birds_left(before);
        if position.perches.is_none() {
            let perches = choice.perches.iter().map(|values| {
                let perch = perch_of(values, &mut spare_birds, birds_left);
                birds_left = birds_left.saturating_sub(values.len());
                perch
            });
            position.perches = Some(perches.collect());
        }
        for seat in before.seats() {
            let (birds, seeds) = self.lost_by(seat, choice, steps);
            let part = &mut position.players[seat.index()];
            part.birds.get_or_insert_with(|| birds.into_iter().take(birds_left).collect());
            part.seeds.get_or_insert(seeds);
        }
        birds_left = position.birds_left(before);
        if position.display.is_none() {
            let mut display = self.drawn_by_name(steps);
            display.extend(spare_birds.into_iter().take(DISPLAY.saturating_sub(display.len())));
            display.truncate(birds_left);
            display.sort_unstable();
            position.display = Some(display);
        }
        if position.slots.is_none() {
            position.slots = Some(position.usual_slots(choice, before, steps, fill_choice));
        }
        // PM-2.4: a slot stays empty only if the feeder deck is empty.
        if position.slots.iter().flatten().any(|slot| slot.seed.is_none()) {
            position.feeder = position.feeder.or(Some(0));
        }
        self.with_counts(position, before, steps, players)
    }

    /// The number of copies of a bird that the position states.
    fn stated_count(&self, bird: Bird) -> usize {
        let perched = self.perches.iter().flatten().flat_map(|perch| perch.bird.iter().chain(&perch.queue));
        let of_players = self.players.iter().flat_map(|part| part.birds.iter().flatten().chain(&part.shows));
        let gone = self.gone.birds.iter().flat_map(|gone| &gone.named);
        let stated = perched.chain(of_players).chain(self.display.iter().flatten()).chain(gone);
        stated.filter(|stated| **stated == bird).count()
    }

    /// The birds for unstated places: one copy of each bird that has one to spare, then the second copies. Birds that neither the
    /// position nor the steps name come first.
    fn spare_birds(&self, before: &Piepmatz, steps: Steps<'_>, fill_choice: FillChoice) -> Vec<Bird> {
        let named_count = |bird: Bird| {
            let in_steps = steps.iter().flat_map(|(_, step)| step.birds()).filter(|named| **named == bird).count();
            (self.stated_count(bird) + in_steps).min(COPIES.into())
        };
        let is_in_game = |bird: &Bird| before.setup.removed != Some(bird.species());
        let mut birds: Vec<(usize, Bird)> = Bird::all().filter(is_in_game).map(|bird| (named_count(bird), bird)).collect();
        if fill_choice == FillChoice::Second {
            birds.reverse();
        }
        birds.sort_by_key(|(count, _)| *count);
        let first_copies = birds.iter().filter(|(count, _)| *count < COPIES.into());
        let second_copies = birds.iter().filter(|(count, _)| *count == 0);
        first_copies.chain(second_copies).map(|(_, bird)| *bird).collect()
    }

    /// The number of birds that remain for the unstated places on the table.
    fn birds_left(&self, before: &Piepmatz) -> usize {
        let hand = |part: &super::PlayerPart| part.hand.map_or(part.shows.len(), usize::from);
        let in_hands_and_deck = self.players.iter().map(hand).sum::<usize>() + usize::from(self.birds.unwrap_or_default());
        let gone = self.gone.birds.as_ref().map_or(0, PartialCards::len);
        all_birds(&before.setup).saturating_sub(self.open_birds() + in_hands_and_deck + gone)
    }

    /// The birds and seed cards that pests take from a player in these steps, except those at perches (PM-3.3, PM-3.4).
    fn lost_by(&self, seat: Seat, choice: &UnstatedChoice, steps: Steps<'_>) -> (Birds, super::SeedCards) {
        let (mut birds, mut seeds) = (Birds::new(), super::SeedCards::new());
        let is_perched = |bird: Bird| self.perches.iter().flatten().any(|perch| perch.bird == Some(bird));
        for (_, step) in steps.iter().filter(|(actor, _)| *actor == Some(seat)) {
            match step {
                Step::LoseBirds(lost) => {
                    let is_available = |bird: &Bird| !is_perched(*bird) && self.stated_count(*bird) < COPIES.into();
                    birds.extend(lost.iter().copied().filter(is_available));
                }
                Step::LoseSeeds(lost) if lost.len() > 1 || choice.had_lost_seed => seeds.extend(lost.iter().copied()),
                _ => {}
            }
        }
        birds.sort_unstable();
        (birds, seeds)
    }

    /// The birds drawn by name that lay in the display before the steps.
    fn drawn_by_name(&self, steps: Steps<'_>) -> Birds {
        let (mut drawn, mut turned_up) = (Birds::new(), Vec::new());
        for (_, step) in steps {
            match step {
                Step::Display(birds) => turned_up.extend(birds.iter().copied()),
                Step::Draw(Some(bird)) => match turned_up.iter().position(|displayed| displayed == bird) {
                    Some(index) => _ = turned_up.remove(index),
                    None if drawn.len() < DISPLAY && self.stated_count(*bird) < COPIES.into() => drawn.push(*bird),
                    None => {}
                },
                _ => {}
            }
        }
        drawn
    }

    /// Slots with a seed card in each and the pests of `choice`, as far as the feeder deck has these cards.
    fn usual_slots(
        &self,
        choice: &UnstatedChoice,
        before: &Piepmatz,
        steps: Steps<'_>,
        fill_choice: FillChoice,
    ) -> Vec<SlotContents> {
        let gone_or_in_deck =
            self.gone.feeder.as_ref().map_or(0, PartialCards::len) + usize::from(self.feeder.unwrap_or_default());
        let total = usize::from(before.setup.feeder);
        let mut cards_left = total.saturating_sub(self.open_feeder_cards().count() + gone_or_in_deck);
        // The feeder cards that lie in stated places, or that the steps turn up later.
        let mut used: Vec<FeederCard> = self.open_feeder_cards().collect();
        used.extend(self.gone.feeder.iter().flat_map(|gone| &gone.named));
        for (_, step) in steps {
            match step {
                Step::Refill(cards) => used.extend(cards),
                Step::Feeder(card) => used.push(*card),
                _ => {}
            }
        }
        // The seed card of a fight can be among those that a squirrel takes.
        let fight_seed = steps.iter().find_map(|(actor, step)| {
            let Step::LoseSeeds(seeds) = step else { return None };
            let collected = actor.and_then(|seat| self.players.get(seat.index())?.seeds.as_ref());
            let count = |seeds: &super::SeedCards, seed: Seed| seeds.iter().filter(|counted| **counted == seed).count();
            let is_from_fight =
                |seed: &Seed| seeds.len() == 1 || collected.is_none_or(|collected| count(collected, *seed) < count(seeds, *seed));
            seeds.iter().copied().find(is_from_fight)
        });
        let mut take = |card: FeederCard| {
            let copies = before.setup.listed.map_or(usize::MAX, |listed| listed[card.index()].into());
            let is_available = cards_left > 0 && used.iter().filter(|used_card| **used_card == card).count() < copies;
            if is_available {
                cards_left -= 1;
                used.push(card);
            }
            is_available
        };
        let mut slots = Vec::new();
        for pests in &choice.pests {
            let mut seeds: Vec<Seed> = Seed::ALL.into();
            if fill_choice == FillChoice::Second {
                seeds.reverse();
            }
            let seed = fight_seed.into_iter().chain(seeds).find(|seed| take(FeederCard::Seed(*seed)));
            let pests = pests.iter().copied().filter(|pest| take(FeederCard::Pest(*pest))).collect();
            slots.push(SlotContents { seed, pests });
        }
        slots
    }

    /// Adds counts to `position`: full hands, and decks of the middle size (PM-1.3, PM-1.4). Cards without a place count as gone.
    fn with_counts(
        &self,
        mut position: Self,
        before: &Piepmatz,
        steps: Steps<'_>,
        players: &Players,
    ) -> Result<Self, PositionError> {
        let mut bird_ledger = Ledger::new(all_birds(&before.setup), pm(1, 1), ["bird", "birds"]);
        bird_ledger.lay(position.open_birds());
        let hands: Vec<PlaceId> = before
            .seats()
            .zip(&position.players)
            .map(|(seat, part)| {
                let least = part.shows.len().max((position.turn == Some(seat)).into());
                bird_ledger
                    .place(LedgerPlace::hand(seat, part.shows.len()).least(least).stated(part.hand).usual(super::HAND_SIZE))
            })
            .collect();
        bird_ledger.check_named(players)?; // TB-5
        let can_grow = self.perches.is_none() || self.display.is_none() || self.players.iter().any(|part| part.birds.is_none());
        let deck = bird_ledger.place(LedgerPlace::new(None, "birds N").stated(position.birds));
        let gone = bird_ledger.place(gone_place(position.gone.birds.as_ref(), can_grow));
        let [drawn, turned_up] = drawn_counts(steps);
        let counts = assumed_counts(bird_ledger, &hands, deck, drawn, players)?;
        position.birds = Some(to_u16(counts[deck] as usize));
        for (part, id) in position.players.iter_mut().zip(hands) {
            part.hand = Some(to_u16(counts[id] as usize));
        }
        position.gone.birds = Some(gone_cards(position.gone.birds, counts[gone]));

        let mut feeder_ledger = Ledger::new(before.setup.feeder.into(), pm(1, 3), ["feeder card", "feeder cards"]);
        feeder_ledger.lay(position.open_feeder_cards().count());
        let can_grow = self.slots.is_none() || self.players.iter().any(|part| part.seeds.is_none());
        let deck = feeder_ledger.place(LedgerPlace::new(None, "feeder N").stated(position.feeder));
        let gone = feeder_ledger.place(gone_place(position.gone.feeder.as_ref(), can_grow));
        let counts = assumed_counts(feeder_ledger, &[], deck, turned_up, players)?;
        position.feeder = Some(to_u16(counts[deck] as usize));
        position.gone.feeder = Some(gone_cards(position.gone.feeder, counts[gone]));
        Ok(position)
    }
}

/// The cards that are out of the game: `count` cards, among them those that are named.
fn gone_cards<C>(stated: Option<PartialCards<C>>, count: u32) -> PartialCards<C> {
    let named = stated.map_or_else(Vec::new, |gone| gone.named);
    let more = (count as usize).saturating_sub(named.len());
    super::gone_cards(named, more)
}

/// The counts of a ledger, with usual counts for unstated places. The deck holds more cards than are `drawn`, if it can.
fn assumed_counts(
    mut ledger: Ledger,
    hands: &[PlaceId],
    deck: PlaceId,
    drawn: u32,
    players: &Players,
) -> Result<LedgerCounts, PositionError> {
    let counts = ledger.assume(players)?;
    for &hand in hands {
        ledger.state(hand, counts[hand]);
    }
    let (_, most) = ledger.possible_counts(deck).into_inner();
    ledger.state(deck, counts[deck].max(drawn + 1).min(most));
    ledger.assume(players)
}

/// The numbers of cards that these steps draw from the bird deck and from the feeder deck.
fn drawn_counts(steps: Steps<'_>) -> [u32; 2] {
    let of_step = |(_, step): &(Option<Seat>, Step)| match step {
        Step::Draw(None) => [1, 0],
        Step::Display(birds) => [birds.len(), 0],
        Step::Refill(cards) => [0, cards.len()],
        Step::Feeder(_) => [0, 1],
        _ => [0, 0],
    };
    [0, 1].map(|deck| steps.iter().map(|step| u32::from(to_u16(of_step(step)[deck]))).sum())
}

/// The pests that take cards in these steps.
fn acting_pests(steps: Steps<'_>) -> Vec<Pest> {
    let is_acting = |pest: &Pest| {
        steps.iter().any(|(_, step)| match step {
            Step::LoseBirds(_) => *pest == Pest::Crow,
            Step::LoseSeeds(_) => *pest == Pest::Squirrel,
            _ => false,
        })
    };
    [Pest::Crow, Pest::Squirrel].into_iter().filter(is_acting).collect()
}

/// Moves at most `most` birds of these values from `birds` to a perch. For a value without a bird, another bird is taken.
fn perch_of(values: &[u8], birds: &mut Vec<Bird>, most: usize) -> Perch {
    let taken = values.iter().take(most).filter_map(|value| {
        let index = birds.iter().position(|bird| bird.value() == *value).unwrap_or_default();
        (index < birds.len()).then(|| birds.remove(index))
    });
    let mut queue: Birds = taken.collect();
    let bird = (!queue.is_empty()).then(|| queue.remove(0));
    Perch { bird, queue: queue.into_iter().collect() }
}

/// The values of the birds that these steps play at a perch, in order.
fn plays_at(number: u8, steps: Steps<'_>) -> Vec<u8> {
    let value =
        |step: &Step| if let Step::Play(bird, perch) = step { Some(bird.value()).filter(|_| *perch == number) } else { None };
    steps.iter().filter_map(|(_, step)| value(step)).collect()
}

/// Values of the birds at a perch: one combination for each way in which the steps' plays can lead to fights.
fn values_per_outcome(number: u8, steps: Steps<'_>) -> Vec<PerchValues> {
    let plays = plays_at(number, steps);
    let (mut outcomes, mut combinations) = (Vec::new(), Vec::new());
    for values in perch_values().into_iter().filter(|_| !plays.is_empty()) {
        let excesses = excesses_of(&values, &plays);
        if !outcomes.contains(&excesses) {
            outcomes.push(excesses);
            combinations.push(values);
        }
    }
    combinations
}

/// The excess of the queue over the bird in the fights of these plays, play by play (PM-2.2, PM-3.5).
fn excesses_of(values: &[u8], plays: &[u8]) -> Vec<Vec<u16>> {
    let bird_of = |value: &u8| Bird::new(Species::ALL[0], *value);
    let mut birds = values.iter().filter_map(bird_of);
    let mut perch = Perch { bird: birds.next(), queue: birds.collect() };
    let excesses_after = |play| {
        perch.queue.extend(bird_of(play));
        std::iter::from_fn(|| {
            let excess = perch.excess()?;
            perch.move_up();
            Some(excess)
        })
        .collect()
    };
    plays.iter().map(excesses_after).collect()
}

/// Lists the unstated pieces that the steps touch, each with values other than the usual one.
struct Unstated<'a> {
    stated: &'a Position,
    usual: &'a Position,
    played: PlayedSteps,
    steps: Steps<'a>,
    spare_birds: Vec<Bird>,
    players: &'a Players,
}

impl Unstated<'_> {
    fn with_birds(&self, seat: Seat, birds: &[Bird]) -> Position {
        let mut birds: Birds = birds.into();
        birds.sort_unstable();
        self.stated.with(|position| position.players[seat.index()].birds = Some(birds))
    }

    /// Other collected birds of a player on whom a crow acts (PM-3.3).
    fn birds(&self, seat: Seat) -> Option<Unknown<Position>> {
        let is_relevant = self.stated.players[seat.index()].birds.is_none() && self.played.pests.contains(&(seat, Pest::Crow));
        let usual_birds = self.usual.players[seat.index()].birds.as_ref().filter(|_| is_relevant)?;
        let name = self.players.name(seat);
        let value = |birds: &[Bird], words: String| UnknownValue::new(self.with_birds(seat, birds), words);
        let lost = self.steps.iter().find_map(|(actor, step)| match step {
            Step::LoseBirds(birds) if *actor == Some(seat) => birds.first().copied(),
            _ => None,
        });
        let mut values = Vec::new();
        if let Some(lost) = lost {
            let other_species = self.spare_birds.iter().map(|bird| bird.species()).find(|species| *species != lost.species());
            if let Some(other_species) = other_species {
                let others =
                    self.spare_birds.iter().copied().filter(|bird| bird.species() == other_species).take(usual_birds.len() + 1);
                let birds: Vec<Bird> = usual_birds.iter().copied().chain(others).collect();
                values.push(value(&birds, format!("{name} has collected more of another species")));
                // The steps show that the player had the lost card.
                values.push(value(&birds[usual_birds.len()..], format!("{name} has not collected {lost}")).without_words());
            }
            if usual_birds.is_empty() {
                values.push(value(&[lost], format!("{name} has collected {lost} before")));
            }
        }
        match self.spare_birds.first().filter(|_| usual_birds.is_empty()) {
            Some(bird) => values.push(value(&[*bird], format!("{name} has collected a bird"))),
            None => values.push(value(&[], format!("{name} has collected no bird")).without_words()),
        }
        Some(Unknown { part: Some(seat), piece: "birds", values })
    }

    /// Other collected seed cards of a player on whom a squirrel acts (PM-3.3).
    fn seeds(&self, seat: Seat) -> Option<Unknown<Position>> {
        let is_relevant =
            self.stated.players[seat.index()].seeds.is_none() && self.played.pests.contains(&(seat, Pest::Squirrel));
        let usual_seeds = self.usual.players[seat.index()].seeds.as_ref().filter(|_| is_relevant)?;
        let lost = self.steps.iter().find_map(|(actor, step)| match step {
            Step::LoseSeeds(seeds) if *actor == Some(seat) => seeds.first().copied(),
            _ => None,
        });
        let seed = lost.unwrap_or(Seed::One);
        let counts = [2, 1, 0].into_iter().filter(|count| *count != usual_seeds.len());
        let values = counts.map(|count| {
            let cards = if count == 0 { "no seed card".to_owned() } else { count_of(count, "seed card", "seed cards") };
            let position = self.stated.with(|position| position.players[seat.index()].seeds = Some(smallvec![seed; count]));
            let value = UnknownValue::new(position, format!("{} had {cards} before", self.players.name(seat)));
            // The steps show that the player had the lost card.
            if count < usual_seeds.len() { value.without_words() } else { value }
        });
        Some(Unknown { part: Some(seat), piece: "seeds", values: values.collect() })
    }

    /// Other birds at a perch, with which the steps' plays lead to other fights (PM-2.2, PM-3.1, PM-3.5).
    fn perches(&self) -> Option<Unknown<Position>> {
        let perches = self.usual.perches.as_ref().filter(|_| self.stated.perches.is_none())?;
        let mut values = Vec::new();
        for (index, number) in (0..perches.len()).zip(1..) {
            let plays = plays_at(number, self.steps);
            let usual_values: PerchValues =
                perches[index].bird.iter().chain(&perches[index].queue).map(|bird| bird.value()).collect();
            let usual_excesses = excesses_of(&usual_values, &plays);
            for other_values in values_per_outcome(number, self.steps) {
                let excesses = excesses_of(&other_values, &plays);
                // If no play differs from the usual table, the first play is described.
                let nth = (0..excesses.len()).find(|nth| excesses[*nth] != usual_excesses[*nth]).unwrap_or_default();
                let outcome = match &excesses[nth][..] {
                    [] => "no fight".to_owned(),
                    [excess] if *excess <= 4 && usual_excesses[nth].is_empty() => "a fight".to_owned(),
                    [excess] => format!("a fight by {excess}"),
                    several => format!("{} fights", several.len()),
                };
                let play_suffix =
                    if self.played.plays.len() > 1 { format!(" of a {} at perch {number}", plays[nth]) } else { String::new() };
                let mut perches = perches.clone();
                perches[index] = perch_of(&other_values, &mut self.spare_birds.clone(), usize::MAX);
                let position = self.stated.with(|position| position.perches = Some(perches));
                values.push((other_values.len(), UnknownValue::new(position, format!("the play{play_suffix} brings {outcome}"))));
            }
        }
        values.sort_by_key(|(bird_count, _)| *bird_count);
        Some(Unknown { part: None, piece: "perches", values: values.into_iter().map(|(_, value)| value).collect() })
    }

    /// Other pests beside the slots that the fights reach, or a slot without a seed card (PM-3.1, PM-3.2).
    fn slots(&self) -> Option<Unknown<Position>> {
        let slots = self.usual.slots.as_ref().filter(|_| self.stated.slots.is_none())?;
        let mut values = Vec::new();
        let fights = self.played.plays.iter().flat_map(|play| play.excesses.iter().map(|excess| (play.seat, *excess)));
        for (seat, number) in fights.filter(|(_, excess)| usize::from(*excess) <= SLOTS) {
            let (slot_index, seat_index) = (usize::from(number) - 1, seat.index());
            let mut add = |seed: Option<Seed>, pest: Option<Pest>, position: Position, words: String| {
                let mut slots = slots.clone();
                slots[slot_index] = SlotContents { seed, pests: pest.into_iter().collect() };
                values.push(UnknownValue::new(Position { slots: Some(slots), ..position }, words));
            };
            let (seed, pest) = (slots[slot_index].seed, slots[slot_index].pests.first().copied());
            if pest != Some(Pest::Crow) {
                // A crow takes a bird only from a player who has one.
                let has_no_bird = self.usual.players[seat_index].birds.as_ref().is_none_or(Birds::is_empty);
                let bird = self.spare_birds.first().filter(|_| has_no_bird && self.stated.players[seat_index].birds.is_none());
                let position = bird.map_or_else(|| self.stated.clone(), |bird| self.with_birds(seat, &[*bird]));
                let words = format!("a crow beside slot {number} takes a bird of {}'s", self.players.name(seat));
                add(seed, Some(Pest::Crow), position, words);
            }
            if pest != Some(Pest::Squirrel) {
                add(seed, Some(Pest::Squirrel), self.stated.clone(), format!("a squirrel lies beside slot {number}"));
            }
            if pest.is_some() {
                add(seed, None, self.stated.clone(), format!("no pest lies beside slot {number}"));
            }
            let position = self.stated.with(|position| position.feeder = position.feeder.or(Some(0)));
            add(None, pest, position, format!("slot {number} and the feeder deck are empty"));
        }
        Some(Unknown { part: None, piece: "slots", values })
    }

    /// Other displays: without a bird that is drawn by name, or with fewer birds and an empty deck (PM-2.3).
    fn display(&self) -> Option<Unknown<Position>> {
        let is_relevant = self.stated.display.is_none() && !self.steps.is_empty();
        let display = self.usual.display.as_ref().filter(|_| is_relevant)?;
        let value = |display: Birds, deck: Option<u16>, words: &str| {
            let position =
                self.stated.with(|position| (position.display, position.birds) = (Some(display), position.birds.or(deck)));
            UnknownValue::new(position, words)
        };
        let mut values = Vec::new();
        for bird in self.stated.drawn_by_name(self.steps) {
            let without_bird = display
                .iter()
                .map(|displayed| if *displayed == bird { self.spare_birds.first().unwrap_or(displayed) } else { displayed });
            let mut without_bird: Birds = without_bird.copied().collect();
            without_bird.sort_unstable();
            // The steps show that the drawn bird lay in the display.
            values.push(value(without_bird, None, &format!("{bird} doesn't lie in the display")).without_words());
        }
        let draws_unseen = drawn_counts(self.steps)[0] > 0;
        for count in (0..DISPLAY).rev() {
            let words = match count {
                0 => "the display and the bird deck are empty".to_owned(),
                _ => format!("only {} in the display, and the deck is empty", count_of(count, "bird lies", "birds lie")),
            };
            let first: Birds = display.iter().copied().take(count).collect();
            let last: Birds = display.iter().copied().skip(DISPLAY - count).collect();
            for display in [first, last] {
                let value = value(display, Some(0), &words);
                values.push(if draws_unseen { value.without_words() } else { value });
            }
        }
        Some(Unknown { part: None, piece: "display", values })
    }

    fn decks(&self, before: &Piepmatz) -> [Option<Unknown<Position>>; 2] {
        type SetCount = fn(&mut Position, u16);
        let unknown = |[piece, deck]: [&'static str; 2], usual_count: Option<u16>, total: usize, drawn: u32, set: SetCount| {
            let usual_count = u32::from(usual_count?);
            let values = other_counts(usual_count, u32::from(to_u16(total)), Some(drawn)).into_iter().map(|count| {
                let position = self.stated.with(|position| set(position, to_u16(count as usize)));
                let words = format!("the {deck} has {}", some_cards(count));
                let value = UnknownValue::new(position, words);
                // The steps show that the deck had the drawn cards, and more cards than usual change nothing.
                if (drawn..usual_count).contains(&count) { value } else { value.without_words() }
            });
            Some(Unknown { part: None, piece, values: values.collect() })
        };
        let [drawn, turned_up] = drawn_counts(self.steps);
        let feeder = self.usual.feeder.filter(|_| self.stated.feeder.is_none());
        let birds = self.usual.birds.filter(|_| self.stated.birds.is_none());
        [
            unknown(["feeder", "feeder deck"], feeder, before.setup.feeder.into(), turned_up, |position, cards| {
                position.feeder = Some(cards);
            }),
            unknown(["birds", "bird deck"], birds, all_birds(&before.setup), drawn, |position, cards| {
                position.birds = Some(cards);
            }),
        ]
    }

    /// Other hands of the players who act, and empty hands of the other players, who are then passed over (PM-2.3, PM-2.5).
    fn hands(&self) -> impl Iterator<Item = Unknown<Position>> {
        let unstated = self.players.seats().filter(|seat| self.stated.players[seat.index()].hand.is_none());
        unstated.map(|seat| {
            let usual_hand = self.usual.players[seat.index()].hand.unwrap_or_default();
            let own_steps = || self.steps.iter().filter(|(actor, _)| *actor == Some(seat));
            let least_hand = own_steps().map(|(_, step)| if let Step::Adds(birds) = step { birds.len() } else { HAND }).max();
            let counts = match least_hand {
                Some(_) => other_counts(usual_hand.into(), u32::from(to_u16(HAND)) + 1, None),
                None => vec![0],
            };
            let values = counts.into_iter().map(|hand| {
                let position = self.stated.with(|position| position.players[seat.index()].hand = Some(to_u16(hand as usize)));
                let words = format!("{}'s hand has {}", self.players.name(seat), birds(hand as usize));
                let value = UnknownValue::new(position, words);
                // In the middle of a round, only an illegal step leaves another hand.
                let has_words = self.usual.is_over && least_hand.is_some_and(|least_hand| least_hand <= hand as usize);
                if has_words { value } else { value.without_words() }
            });
            Unknown { part: Some(seat), piece: "hand", values: values.collect() }
        })
    }

    fn moment(&self) -> Vec<Unknown<Position>> {
        let mut unstated = Vec::new();
        if self.stated.turn.is_none() {
            let is_near_end = self.usual.is_over || self.usual.last.is_some();
            let other_seats = self.players.seats().filter(|seat| is_near_end || self.usual.turn != Some(*seat));
            let with = |seat| self.stated.with(|position| position.turn = Some(seat));
            unstated.push(Unknown::turns(other_seats, self.players, with));
        }
        if self.usual.ending.is_none() {
            let position = self.stated.with(|position| position.ending = Some(()));
            let value = UnknownValue::new(position, "the end was triggered").without_words();
            unstated.push(Unknown { part: None, piece: "ending", values: vec![value] });
        }
        unstated
    }
}
