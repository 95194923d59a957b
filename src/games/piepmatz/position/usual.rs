//! The usual table of a dispute. An unstated piece of the position has its usual value there: full hands, decks of the middle
//! size, and otherwise the simplest contents with which the fewest disputed steps are illegal. Lists the other values, too.

use super::{DeckLedger, Position, Slot, all_birds};
use crate::{
    games::piepmatz::{
        Bird, Birds, DISPLAY, Event, FeederCard, HAND, Perch, Pest, Piepmatz, SLOTS, Seed, Species, Step, bird::COPIES,
        feeder::Seeds, words::birds,
    },
    table::prelude::*,
};
use smallvec::smallvec;

/// The maximum number of steps that are played to choose the unstated pieces.
const MOST_STEPS: usize = 60;

type Steps<'a> = &'a [(Option<Seat>, Step)];

/// The values of the birds at a perch: the bird on the perch, then its queue.
type PerchValues = Vec<u8>;

/// Contents to try for the unstated perches and slots.
#[derive(Clone, Debug)]
struct UnstatedChoice {
    perches: Vec<PerchValues>,
    pests: [Option<Pest>; SLOTS],
}

/// A play among the steps, the later steps of its turn, and its fights.
struct PlayedBird<'a> {
    seat: Seat,
    turn_steps: Steps<'a>,
    /// The excess of the queue over the bird on the perch, fight by fight.
    excesses: Vec<u8>,
}

/// The fights, pests and faults that result when the steps are played.
#[derive(Default)]
struct PlayedSteps<'a> {
    plays: Vec<PlayedBird<'a>>,
    /// The pests of the fights, each with the player on whom it acts.
    pests: Vec<(Seat, Pest)>,
    /// The number of illegal steps; an impossible step counts twice.
    faults: usize,
}

impl<'a> PlayedSteps<'a> {
    fn of(game: &Piepmatz, steps: Steps<'a>) -> Self {
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
                let turn_steps = steps[nth + 1..].split(|(_, step)| matches!(step, Step::Play(..))).next().unwrap_or_default();
                played.plays.push(PlayedBird { seat: game.acting_seat(*actor), turn_steps, excesses: Vec::new() });
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

    /// The pests that take cards in the steps, each beside the slot that a fight of that turn reaches (PM-3.1, PM-3.2).
    fn pests_beside_slots(&self) -> [Option<Pest>; SLOTS] {
        let mut pests = [None; SLOTS];
        for play in &self.plays {
            let slots = play.excesses.iter().map(|excess| usize::from(*excess) - 1).filter(|slot| *slot < SLOTS);
            let previous = std::iter::once(None).chain(play.turn_steps.iter().map(|(_, step)| Some(step)));
            let acting = previous.zip(play.turn_steps).filter_map(|(previous, (_, step))| match (previous, step) {
                // A pest of the feeder deck lay beside no slot.
                (Some(Step::Feeder(FeederCard::Pest(_))), _) => None,
                (_, Step::LoseBirds(_)) => Some(Pest::Crow),
                (_, Step::LoseSeeds(_)) => Some(Pest::Squirrel),
                _ => None,
            });
            slots.zip(acting).for_each(|(slot, pest)| _ = pests[slot].get_or_insert(pest));
        }
        pests
    }

    /// The number of plays that bring a fight without the steps of one, or the reverse; then the number of faults.
    fn misfit(&self) -> (usize, usize) {
        let is_of_fight = |(_, step): &(Option<Seat>, Step)| {
            matches!(step, Step::Feeder(_) | Step::LoseBirds(_) | Step::LoseSeeds(_) | Step::Refill(_))
        };
        let misfits = self.plays.iter().filter(|play| play.turn_steps.iter().any(is_of_fight) == play.excesses.is_empty());
        (misfits.count(), self.faults)
    }
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
            let game = complete(choice)?.to_game(before, players, &mut Vec::new())?;
            Ok::<_, PositionError>(PlayedSteps::of(&game, &steps[..steps.len().min(MOST_STEPS)]))
        };
        let fit = |perches: Vec<PerchValues>| {
            let choice = UnstatedChoice { perches, pests: [None; SLOTS] };
            let played = play(&choice)?;
            let with_pests = UnstatedChoice { pests: played.pests_beside_slots(), ..choice.clone() };
            let misfit = play(&with_pests)?.misfit();
            Ok::<_, PositionError>(if misfit < played.misfit() { (misfit, with_pests) } else { (played.misfit(), choice) })
        };
        let perch_count = usize::from(before.setup.perches);
        let (mut least_misfit, mut best) = fit(vec![vec![6]; perch_count])?;
        for (index, number) in (0..perch_count).zip(1..).filter(|_| self.perches.is_none()) {
            for values in values_per_outcome(number, steps) {
                let mut perches = best.perches.clone();
                perches[index] = values;
                if least_misfit > (0, 0)
                    && let Ok((misfit, choice)) = fit(perches)
                    && misfit < least_misfit
                {
                    (least_misfit, best) = (misfit, choice);
                }
            }
        }
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
            let turned_up = to_u16(drawn_counts(steps)[1]);
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
        let [drawn, turned_up] = drawn_counts(steps);
        let mut spare_birds = self.spare_birds(before, steps, fill_choice);
        let mut birds_left = self.bird_ledger(before, true, drawn, players)?.ledger.left();
        if position.perches.is_none() {
            let perches = choice.perches.iter().map(|values| {
                let perch = perch_of(values, &mut spare_birds, birds_left);
                birds_left = birds_left.saturating_sub(values.len());
                perch
            });
            position.perches = Some(perches.collect());
        }
        for seat in before.seats() {
            let (birds, seeds) = self.lost_by(seat, steps);
            let part = &mut position.players[seat.index()];
            part.birds.get_or_insert_with(|| birds.into_iter().take(birds_left).collect());
            part.seeds.get_or_insert(seeds);
        }
        if position.display.is_none() {
            let mut display = self.drawn_by_name(steps);
            display.extend(spare_birds.into_iter().take(DISPLAY.saturating_sub(display.len())));
            display.truncate(position.bird_ledger(before, true, drawn, players)?.ledger.left());
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
        // Cards without a place count as gone.
        let can_grow = self.perches.is_none() || self.display.is_none() || self.players.iter().any(|part| part.birds.is_none());
        let DeckLedger { ledger, hands, deck, gone } = position.bird_ledger(before, can_grow, drawn, players)?;
        let counts = ledger.assume(players)?;
        position.birds = Some(to_u16(counts[deck]));
        position.gone.birds = Some(gone_cards(position.gone.birds, counts[gone]));
        for (part, id) in position.players.iter_mut().zip(hands) {
            part.hand = Some(to_u16(counts[id]));
        }
        let can_grow = self.slots.is_none() || self.players.iter().any(|part| part.seeds.is_none());
        let DeckLedger { ledger, deck, gone, .. } = position.feeder_ledger(before, can_grow, turned_up);
        let counts = ledger.assume(players)?;
        position.feeder = Some(to_u16(counts[deck]));
        position.gone.feeder = Some(gone_cards(position.gone.feeder, counts[gone]));
        Ok(position)
    }

    /// The number of copies of a bird that the position states.
    fn stated_count(&self, bird: Bird) -> usize {
        self.named_birds().filter(|named| *named == bird).count()
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

    /// The birds and seed cards that pests take from a player in these steps, except those at perches (PM-3.3, PM-3.4). A single
    /// seed card is that of the fight, unless the squirrel comes from the feeder deck.
    fn lost_by(&self, seat: Seat, steps: Steps<'_>) -> (Birds, super::SeedCards) {
        let (mut birds, mut seeds) = (Birds::new(), super::SeedCards::new());
        let is_squirrel = |(_, step): &(_, Step)| *step == Step::Feeder(FeederCard::Pest(Pest::Squirrel));
        let has_seed_of_fight = !steps.iter().any(is_squirrel);
        let is_perched = |bird: Bird| self.perches.iter().flatten().any(|perch| perch.bird == Some(bird));
        for (_, step) in steps.iter().filter(|(actor, _)| *actor == Some(seat)) {
            match step {
                Step::LoseBirds(lost) => {
                    let is_available = |bird: &Bird| !is_perched(*bird) && self.stated_count(*bird) < COPIES.into();
                    birds.extend(lost.iter().copied().filter(is_available));
                }
                Step::LoseSeeds(lost) if lost.len() > 1 || !has_seed_of_fight => seeds.extend(lost.iter().copied()),
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
    fn usual_slots(&self, choice: &UnstatedChoice, before: &Piepmatz, steps: Steps<'_>, fill_choice: FillChoice) -> Vec<Slot> {
        let mut cards_left = self.feeder_ledger(before, true, 0).ledger.left();
        // The feeder cards that the position names, or that the steps turn up later.
        let turned_up = steps.iter().flat_map(|(_, step)| step.feeder_cards()).copied();
        let mut used: Vec<FeederCard> = self.named_feeder_cards().chain(turned_up).collect();
        // The seed card of a fight can be among those that a squirrel takes.
        let fight_seed = steps.iter().find_map(|(actor, step)| {
            let Step::LoseSeeds(lost) = step else { return None };
            let mut collected = Seeds::default();
            self.players.get((*actor)?.index())?.seeds.iter().flatten().for_each(|seed| collected.insert(*seed));
            lost.iter().copied().find(|seed| !collected.remove(*seed))
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
        for pest in choice.pests {
            let mut seeds: Vec<Seed> = Seed::ALL.into();
            if fill_choice == FillChoice::Second {
                seeds.reverse();
            }
            let seed = fight_seed.into_iter().chain(seeds).find(|seed| take(FeederCard::Seed(*seed)));
            let pests = pest.into_iter().filter(|pest| take(FeederCard::Pest(*pest))).collect();
            slots.push(Slot { seed, pests });
        }
        slots
    }
}

/// The cards that are out of the game: `count` cards, among them those that are named.
fn gone_cards<C>(stated: Option<PartialCards<C>>, count: u32) -> PartialCards<C> {
    let named = stated.map_or_else(Vec::new, |gone| gone.named);
    let more = (count as usize).saturating_sub(named.len());
    super::gone_cards(named, more)
}

/// The numbers of cards that these steps draw from the bird deck and from the feeder deck.
fn drawn_counts(steps: Steps<'_>) -> [u32; 2] {
    let drawn = |(_, step): &(Option<Seat>, Step)| match step {
        Step::Draw(None) => 1,
        Step::Display(birds) => birds.len(),
        _ => 0,
    };
    let turned_up = steps.iter().map(|(_, step)| step.feeder_cards().len()).sum::<usize>();
    [steps.iter().map(drawn).sum::<usize>(), turned_up].map(to_u32)
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
    played: PlayedSteps<'a>,
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
            let words = format!("{} had {cards} before", self.players.name(seat));
            // The steps show that the player had the lost card.
            UnknownValue { is_told: count >= usual_seeds.len(), ..UnknownValue::new(position, words) }
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
                slots[slot_index] = Slot { seed, pests: pest.into_iter().collect() };
                values.push(UnknownValue::new(Position { slots: Some(slots), ..position }, words));
            };
            let (seed, pest) = (slots[slot_index].seed, slots[slot_index].pests.iter().next());
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
        let drawn = self.stated.drawn_by_name(self.steps);
        for bird in &drawn {
            let without_bird = display
                .iter()
                .map(|displayed| if displayed == bird { self.spare_birds.first().unwrap_or(displayed) } else { displayed });
            let mut without_bird: Birds = without_bird.copied().collect();
            without_bird.sort_unstable();
            // The steps show that the drawn bird lay in the display.
            values.push(value(without_bird, None, &format!("{bird} doesn't lie in the display")).without_words());
        }
        let draws_unseen = drawn_counts(self.steps)[0] > 0;
        let others = display.iter().copied().filter(|bird| !drawn.contains(bird));
        let drawn_first: Vec<Bird> = drawn.iter().copied().chain(others).collect();
        for count in (0..DISPLAY).rev() {
            let words = match count {
                0 => "the display and the bird deck are empty".to_owned(),
                _ => format!("only {} in the display, and the deck is empty", count_of(count, "bird lies", "birds lie")),
            };
            let value = value(drawn_first.iter().copied().take(count).collect(), Some(0), &words);
            values.push(UnknownValue { is_told: !draws_unseen, ..value });
        }
        Some(Unknown { part: None, piece: "display", values })
    }

    fn decks(&self, before: &Piepmatz) -> [Option<Unknown<Position>>; 2] {
        type SetCount = fn(&mut Position, Option<u16>);
        let unknown = |piece, deck, [stated, usual]: [Option<u16>; 2], total: usize, drawn: u32, set: SetCount| {
            let usual = u32::from(usual.filter(|_| stated.is_none())?);
            let counts = other_counts(usual, to_u32(total), Some(drawn));
            let with = |count| self.stated.with(|position| set(position, Some(to_u16(count))));
            let mut unknown = Unknown::counts(None, piece, deck, counts.iter().copied(), with);
            // The steps show that the deck had the drawn cards, and more cards than usual change nothing.
            let is_told = |count: &u32| (drawn..usual).contains(count);
            unknown.values.iter_mut().zip(&counts).for_each(|(value, count)| value.is_told = is_told(count));
            Some(unknown)
        };
        let [drawn, turned_up] = drawn_counts(self.steps);
        let feeder = [self.stated, self.usual].map(|position| position.feeder);
        let birds = [self.stated, self.usual].map(|position| position.birds);
        let (feeder_cards, all_birds) = (before.setup.feeder.into(), all_birds(&before.setup));
        [
            unknown("feeder", "the feeder deck", feeder, feeder_cards, turned_up, |position, count| position.feeder = count),
            unknown("birds", "the bird deck", birds, all_birds, drawn, |position, count| position.birds = count),
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
                Some(_) => other_counts(usual_hand.into(), super::HAND_SIZE + 1, None),
                None => vec![0],
            };
            let values = counts.into_iter().map(|hand| {
                let position = self.stated.with(|position| position.players[seat.index()].hand = Some(to_u16(hand)));
                let words = format!("{}'s hand has {}", self.players.name(seat), birds(hand as usize));
                // In the middle of a round, only an illegal step leaves another hand.
                let is_told = self.usual.is_over && least_hand.is_some_and(|least_hand| least_hand <= hand as usize);
                UnknownValue { is_told, ..UnknownValue::new(position, words) }
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
