//! The usual table of a dispute: unstated places hold what the lines need. Lists the other values of these places, too.

use super::{Position, SlotContents, all_birds, gone_place, small};
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

/// A choice for the unstated pieces.
#[derive(Clone, Debug)]
struct UnstatedChoice {
    perches: Vec<PerchValues>,
    pests: [Vec<Pest>; SLOTS],
    /// Whether a player who loses a single seed card had the card before the fight.
    has_seed: bool,
}

/// A play among the steps, and its fights.
struct PlayedBird {
    seat: Seat,
    /// Whether steps of a fight follow.
    has_fight_steps: bool,
    /// The excess of the queue over the bird on the perch, fight by fight.
    excesses: Vec<u8>,
}

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
                let has_fight_steps = shows_fight(&steps[nth + 1..]);
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

    /// The number of plays whose fights don't match the steps after them, then the number of faults.
    fn misfit(&self) -> (usize, usize) {
        let misfits = self.plays.iter().filter(|play| play.has_fight_steps == play.excesses.is_empty());
        (misfits.count(), self.faults)
    }
}

/// Whether the steps after a play have a fight before the next play (PM-3, PM-4.1).
fn shows_fight(steps: Steps<'_>) -> bool {
    let of_turn = steps.iter().take_while(|(_, step)| !matches!(step, Step::Play(..)));
    let is_of_fight = |step: &Step| matches!(step, Step::Feeder(_) | Step::LoseBirds(_) | Step::LoseSeeds(_) | Step::Refill(_));
    of_turn.into_iter().any(|(_, step)| is_of_fight(step))
}

/// Whether a step has its time in the round; `shows` is allowed at any time.
fn is_timed(step: &Step) -> bool {
    !matches!(step, Step::Shows(_))
}

/// All values of birds that can lie at a perch between turns, shorter queues first (PM-2.2).
fn perch_values() -> Vec<PerchValues> {
    let mut found: Vec<PerchValues> = (1..=6).rev().map(|bird| vec![bird]).collect();
    let mut at = 0;
    while let Some([bird, queue @ ..]) = found.get(at).map(Vec::as_slice) {
        let values = found[at].clone();
        let left = bird - queue.iter().sum::<u8>();
        found.extend((1..=left).map(|next| [&values[..], &[next]].concat()));
        at += 1;
    }
    found
}

impl Position {
    pub(super) fn usual_table(
        &self,
        before: &Piepmatz,
        steps: Steps<'_>,
        filling: FillChoice,
        players: &Players,
    ) -> Result<UsualTable<Piepmatz>, PositionError> {
        self.check_places(before)?;
        let first = steps.iter().find(|(_, step)| is_timed(step)).map(|(_, step)| step);
        // PM-1.5
        let is_setup = matches!(first, Some(Step::Perches(_) | Step::Display(_) | Step::Seeds(_)));
        if is_setup && *self == (Self { players: vec![super::PlayerPart::default(); self.players.len()], ..Self::default() }) {
            return Ok(UsualTable::of_setup());
        }
        let mut usual = self.clone();
        usual.infer_moment(before, steps);
        let complete = |choice: &UnstatedChoice| usual.completed(choice, before, steps, filling, players);
        let play = |choice: &UnstatedChoice| {
            let game = complete(choice).ok()?.to_game(before, players, &mut Vec::new()).ok()?;
            Some(PlayedSteps::of(&game, &steps[..steps.len().min(MOST_STEPS)]))
        };
        let pests = if self.slots.is_none() { acting_pests(steps) } else { Vec::new() };
        let may_stack = before.setup.rules.fifth_pest == FifthPest::Stack;
        // Adds pests beside the slots of fights, as long as they make the steps fit better (PM-3.2).
        let fit = |mut choice: UnstatedChoice| {
            let mut played = play(&choice)?;
            while played.faults > 0 {
                let additions = played.slots().flat_map(|slot| pests.iter().map(move |pest| (slot, *pest)));
                let candidates =
                    additions.filter(|(slot, _)| may_stack || choice.pests[*slot].is_empty()).filter_map(|(slot, pest)| {
                        let mut with_pest = choice.clone();
                        with_pest.pests[slot].push(pest);
                        Some((play(&with_pest)?, with_pest))
                    });
                let Some((better, with_pest)) = candidates.min_by_key(|(other, _)| other.misfit()) else { break };
                if better.misfit() >= played.misfit() {
                    break;
                }
                (played, choice) = (better, with_pest);
            }
            Some((played.misfit(), choice))
        };
        let perches = usize::from(before.setup.perches);
        let simplest = UnstatedChoice { perches: vec![vec![6]; perches], pests: Default::default(), has_seed: false };
        let Some((mut least_misfit, mut best)) = fit(simplest.clone()) else { return complete(&simplest).map(UsualTable::of) };
        let mut consider = |choice: UnstatedChoice, best: &mut UnstatedChoice| {
            if least_misfit > (0, 0)
                && let Some((misfit, choice)) = fit(choice).filter(|(misfit, _)| *misfit < least_misfit)
            {
                (least_misfit, *best) = (misfit, choice);
            }
        };
        for (at, number) in (0..perches).zip(1..).filter(|_| self.perches.is_none()) {
            for values in values_per_outcome(number, steps) {
                let mut choice = UnstatedChoice { pests: Default::default(), ..best.clone() };
                choice.perches[at] = values;
                consider(choice, &mut best);
            }
        }
        consider(UnstatedChoice { has_seed: true, ..best.clone() }, &mut best);
        complete(&best).map(UsualTable::of)
    }

    /// Infers the turn, the end of the game and large hands from the steps.
    fn infer_moment(&mut self, before: &Piepmatz, steps: Steps<'_>) {
        let timed = || steps.iter().filter(|(_, step)| is_timed(step));
        let has_birds = |seat: &Seat| self.players.get(seat.index()).is_some_and(|own| own.hand != Some(0));
        let acting = timed().find_map(|(actor, _)| *actor);
        let others = before.first.clockwise(before.players);
        let turn = acting.into_iter().chain([before.first]).chain(others).find(has_birds);
        if let Some(adds) = timed().position(|(_, step)| matches!(step, Step::Adds(_))) {
            self.last = timed().take(adds).filter_map(|(actor, _)| *actor).last();
            // PM-5.1: the feeder deck has no more cards than these steps turn up.
            let turned_up = small(drawn_counts(steps)[1] as usize);
            if self.turn.is_none() && self.feeder.is_none_or(|feeder| feeder <= turned_up) {
                (self.ending, self.feeder) = (Some(()), self.feeder.or(Some(turned_up)));
                self.is_over = adds == 0; // PM-5.2
            }
        }
        self.turn = self.turn.or(turn);
        // A player who shows more birds than a full hand holds at least these.
        for (actor, step) in steps {
            let own = actor.and_then(|seat| self.players.get_mut(seat.index())).filter(|own| own.hand.is_none());
            if let (Step::Shows(shown), Some(own)) = (step, own) {
                own.hand = Some(small(shown.len())).filter(|hand| usize::from(*hand) > HAND);
            }
        }
    }

    /// This position with all pieces stated: the unstated ones as in `choice`.
    fn completed(
        &self,
        choice: &UnstatedChoice,
        before: &Piepmatz,
        steps: Steps<'_>,
        filling: FillChoice,
        players: &Players,
    ) -> Result<Self, PositionError> {
        let mut usual = self.clone();
        let mut spare_birds = self.spare_birds(before, steps, filling);
        let mut left = self.birds_left(before);
        if usual.perches.is_none() {
            let perches = choice.perches.iter().map(|values| {
                let perch = perch_of(values, &mut spare_birds, left);
                left = left.saturating_sub(values.len());
                perch
            });
            usual.perches = Some(perches.collect());
        }
        for seat in before.seats() {
            let (birds, seeds) = self.lost_by(seat, choice, steps);
            let own = &mut usual.players[seat.index()];
            own.birds.get_or_insert_with(|| birds.into_iter().take(left).collect());
            own.seeds.get_or_insert(seeds);
        }
        left = usual.birds_left(before);
        if usual.display.is_none() {
            let mut display = self.drawn_by_name(steps);
            display.extend(spare_birds.into_iter().take(DISPLAY.saturating_sub(display.len())));
            display.truncate(left);
            display.sort_unstable();
            usual.display = Some(display);
        }
        if usual.slots.is_none() {
            usual.slots = Some(usual.usual_slots(choice, before, steps, filling));
        }
        // PM-2.4: a slot stays empty only if the feeder deck is empty.
        if usual.slots.iter().flatten().any(|slot| slot.seed.is_none()) {
            usual.feeder = usual.feeder.or(Some(0));
        }
        self.with_counts(usual, before, steps, players)
    }

    fn stated_count(&self, bird: Bird) -> usize {
        let perched = self.perches.iter().flatten().flat_map(|perch| perch.bird.iter().chain(&perch.queue));
        let of_players = self.players.iter().flat_map(|own| own.birds.iter().flatten().chain(&own.shows));
        let gone = self.gone.birds.iter().flat_map(|gone| &gone.named);
        let all = perched.chain(of_players).chain(self.display.iter().flatten()).chain(gone);
        all.filter(|other| **other == bird).count()
    }

    /// The birds for unstated places, first copies before second ones. Birds that neither the position nor the steps name come
    /// first.
    fn spare_birds(&self, before: &Piepmatz, steps: Steps<'_>, filling: FillChoice) -> Vec<Bird> {
        let named_count = |bird: Bird| {
            let in_steps = steps.iter().flat_map(|(_, step)| step.birds()).filter(|other| **other == bird).count();
            (self.stated_count(bird) + in_steps).min(COPIES.into())
        };
        let in_game = |bird: &Bird| before.setup.removed != Some(bird.species());
        let mut birds: Vec<(usize, Bird)> = Bird::all().filter(in_game).map(|bird| (named_count(bird), bird)).collect();
        if filling == FillChoice::Second {
            birds.reverse();
        }
        birds.sort_by_key(|(named, _)| *named);
        let first_copies = birds.iter().filter(|(named, _)| *named < COPIES.into());
        let second_copies = birds.iter().filter(|(named, _)| *named == 0);
        first_copies.chain(second_copies).map(|(_, bird)| *bird).collect()
    }

    fn birds_left(&self, before: &Piepmatz) -> usize {
        let hand = |own: &super::PlayerPart| own.hand.map_or(own.shows.len(), usize::from);
        let hidden = self.players.iter().map(hand).sum::<usize>() + usize::from(self.birds.unwrap_or_default());
        let gone = self.gone.birds.as_ref().map_or(0, PartialCards::len);
        all_birds(&before.setup).saturating_sub(self.open_birds() + hidden + gone)
    }

    /// The birds and seed cards that pests take from a player in these steps, except those at perches (PM-3.3, PM-3.4).
    fn lost_by(&self, seat: Seat, choice: &UnstatedChoice, steps: Steps<'_>) -> (Birds, super::SeedCards) {
        let (mut birds, mut seeds) = (Birds::new(), super::SeedCards::new());
        let is_perched = |bird: Bird| self.perches.iter().flatten().any(|perch| perch.bird == Some(bird));
        for (_, step) in steps.iter().filter(|(actor, _)| *actor == Some(seat)) {
            match step {
                Step::LoseBirds(lost) => {
                    let is_free = |bird: &Bird| !is_perched(*bird) && self.stated_count(*bird) < COPIES.into();
                    birds.extend(lost.iter().copied().filter(is_free));
                }
                Step::LoseSeeds(lost) if lost.len() > 1 || choice.has_seed => seeds.extend(lost.iter().copied()),
                _ => {}
            }
        }
        birds.sort_unstable();
        (birds, seeds)
    }

    /// The birds drawn by name that the steps didn't turn up.
    fn drawn_by_name(&self, steps: Steps<'_>) -> Birds {
        let (mut drawn, mut turned_up) = (Birds::new(), Vec::new());
        for (_, step) in steps {
            match step {
                Step::Display(birds) => turned_up.extend(birds.iter().copied()),
                Step::Draw(Some(bird)) => match turned_up.iter().position(|other| other == bird) {
                    Some(at) => _ = turned_up.remove(at),
                    None if drawn.len() < DISPLAY && self.stated_count(*bird) < COPIES.into() => drawn.push(*bird),
                    None => {}
                },
                _ => {}
            }
        }
        drawn
    }

    /// Seed cards in all slots, as far as the feeder deck has them.
    fn usual_slots(
        &self,
        choice: &UnstatedChoice,
        before: &Piepmatz,
        steps: Steps<'_>,
        filling: FillChoice,
    ) -> Vec<SlotContents> {
        let hidden = self.gone.feeder.as_ref().map_or(0, PartialCards::len) + usize::from(self.feeder.unwrap_or_default());
        let all = usize::from(before.setup.feeder);
        let mut left = all.saturating_sub(self.open_feeder_cards().count() + hidden);
        // The feeder cards that lie in stated places, or are named.
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
            let own = actor.and_then(|seat| self.players.get(seat.index())?.seeds.as_ref());
            let count = |seeds: &super::SeedCards, seed: Seed| seeds.iter().filter(|other| **other == seed).count();
            let is_from_fight = |seed: &Seed| seeds.len() == 1 || own.is_none_or(|own| count(own, *seed) < count(seeds, *seed));
            seeds.iter().copied().find(is_from_fight)
        });
        let mut take = |card: FeederCard| {
            let copies = before.setup.listed.map_or(usize::MAX, |listed| listed[card.index()].into());
            let is_left = left > 0 && used.iter().filter(|other| **other == card).count() < copies;
            if is_left {
                left -= 1;
                used.push(card);
            }
            is_left
        };
        let mut slots = Vec::new();
        for pests in &choice.pests {
            let mut seeds: Vec<Seed> = Seed::ALL.into();
            if filling == FillChoice::Second {
                seeds.reverse();
            }
            let seed = fight_seed.into_iter().chain(seeds).find(|seed| take(FeederCard::Seed(*seed)));
            let pests = pests.iter().copied().filter(|pest| take(FeederCard::Pest(*pest))).collect();
            slots.push(SlotContents { seed, pests });
        }
        slots
    }

    /// The table `usual` with counts: full hands, and decks of the middle size (PM-1.3, PM-1.4). Cards without a place count as
    /// gone.
    fn with_counts(
        &self,
        mut usual: Self,
        before: &Piepmatz,
        steps: Steps<'_>,
        players: &Players,
    ) -> Result<Self, PositionError> {
        let mut birds = Ledger::new(all_birds(&before.setup), pm(1, 1), ["bird", "birds"]);
        birds.lay(usual.open_birds());
        let hands: Vec<PlaceId> = before
            .seats()
            .zip(&usual.players)
            .map(|(seat, own)| {
                let least = own.shows.len().max((usual.turn == Some(seat)).into());
                birds.place(LedgerPlace::hand(seat, own.shows.len()).least(least).stated(own.hand).usual(super::HAND_SIZE))
            })
            .collect();
        birds.check_named(players)?; // TB-5
        let is_open = self.perches.is_none() || self.display.is_none() || self.players.iter().any(|own| own.birds.is_none());
        let deck = birds.place(LedgerPlace::new(None, "birds N").stated(usual.birds));
        let gone = birds.place(gone_place(usual.gone.birds.as_ref(), is_open));
        let [drawn, turned_up] = drawn_counts(steps);
        let counts = assumed_counts(birds, &hands, deck, drawn, players)?;
        usual.birds = Some(small(counts[deck] as usize));
        for (own, id) in usual.players.iter_mut().zip(hands) {
            own.hand = Some(small(counts[id] as usize));
        }
        usual.gone.birds = Some(gone_cards(usual.gone.birds, counts[gone]));

        let mut cards = Ledger::new(before.setup.feeder.into(), pm(1, 3), ["feeder card", "feeder cards"]);
        cards.lay(usual.open_feeder_cards().count());
        let is_open = self.slots.is_none() || self.players.iter().any(|own| own.seeds.is_none());
        let deck = cards.place(LedgerPlace::new(None, "feeder N").stated(usual.feeder));
        let gone = cards.place(gone_place(usual.gone.feeder.as_ref(), is_open));
        let counts = assumed_counts(cards, &[], deck, turned_up, players)?;
        usual.feeder = Some(small(counts[deck] as usize));
        usual.gone.feeder = Some(gone_cards(usual.gone.feeder, counts[gone]));
        Ok(usual)
    }
}

fn gone_cards<C>(stated: Option<PartialCards<C>>, count: u32) -> PartialCards<C> {
    let named = stated.map_or_else(Vec::new, |gone| gone.named);
    let more = (count as usize).saturating_sub(named.len());
    super::gone_cards(named, more)
}

/// The counts of a ledger, with usual counts for unstated places. The deck holds more than the `drawn` cards.
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
    [0, 1].map(|deck| steps.iter().map(|step| u32::from(small(of_step(step)[deck]))).sum())
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
        let at = birds.iter().position(|bird| bird.value() == *value).unwrap_or_default();
        (at < birds.len()).then(|| birds.remove(at))
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
    let (mut seen, mut found) = (Vec::new(), Vec::new());
    for values in perch_values().into_iter().filter(|_| !plays.is_empty()) {
        let excesses = excesses_of(&values, &plays);
        if !seen.contains(&excesses) {
            seen.push(excesses);
            found.push(values);
        }
    }
    found
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

struct Unstated<'a> {
    stated: &'a Position,
    usual: &'a Position,
    played: PlayedSteps,
    steps: Steps<'a>,
    spare_birds: Vec<Bird>,
    players: &'a Players,
}

impl Position {
    pub(super) fn unstated_pieces(&self, before: &Piepmatz, steps: Steps<'_>, players: &Players) -> Vec<Unknown<Self>> {
        let Ok(UsualTable { position: Some(usual), .. }) = self.usual_table(before, steps, FillChoice::First, players) else {
            return Vec::new();
        };
        let Ok(game) = usual.to_game(before, players, &mut Vec::new()) else { return Vec::new() };
        let (played, spare_birds) = (PlayedSteps::of(&game, steps), usual.spare_birds(before, steps, FillChoice::First));
        let unstated = Unstated { stated: self, usual: &usual, played, steps, spare_birds, players };
        let of_players = players.seats().flat_map(|seat| [unstated.birds(seat), unstated.seeds(seat)]);
        let of_table = [unstated.perches(), unstated.slots()].into_iter().chain(unstated.decks(before));
        let mut found: Vec<Unknown<Self>> = of_players.chain(of_table).chain([unstated.display()]).flatten().collect();
        found.extend(unstated.hands());
        found.extend(unstated.moment());
        found
    }
}

impl Unstated<'_> {
    /// A value of the piece whose text in the written position starts with `prefix`.
    fn value(&self, position: Position, part: PartOwner, prefix: &str, words: String) -> UnknownValue<Position> {
        let written = position.write(self.players);
        let piece = written.get(part).and_then(|text| text.split("; ").find(|piece| piece.starts_with(prefix)));
        let text = piece.unwrap_or("-").to_owned();
        UnknownValue::new(position, text, words)
    }

    fn with(&self, change: impl FnOnce(&mut Position)) -> Position {
        let mut position = self.stated.clone();
        change(&mut position);
        position
    }

    fn with_birds(&self, seat: Seat, birds: &[Bird]) -> Position {
        let mut birds: Birds = birds.into();
        birds.sort_unstable();
        self.with(|position| position.players[seat.index()].birds = Some(birds))
    }

    /// Other collected birds of a player on whom a crow acts (PM-3.3).
    fn birds(&self, seat: Seat) -> Option<Unknown<Position>> {
        let is_relevant = self.stated.players[seat.index()].birds.is_none() && self.played.pests.contains(&(seat, Pest::Crow));
        let own = self.usual.players[seat.index()].birds.as_ref().filter(|_| is_relevant)?;
        let name = self.players.name(seat);
        let value = |birds: &[Bird], words: String| self.value(self.with_birds(seat, birds), Some(seat), "", words);
        let lost = self.steps.iter().find_map(|(actor, step)| match step {
            Step::LoseBirds(birds) if *actor == Some(seat) => birds.first().copied(),
            _ => None,
        });
        let mut values = Vec::new();
        if let Some(lost) = lost {
            if let Some(other) = self.spare_birds.iter().find(|bird| bird.species() != lost.species()).map(|bird| bird.species())
            {
                let others = self.spare_birds.iter().copied().filter(|bird| bird.species() == other).take(own.len() + 1);
                let birds: Vec<Bird> = own.iter().copied().chain(others).collect();
                values.push(value(&birds, format!("{name} has collected more of another species")));
                // The steps show that the player had the lost card.
                values.push(value(&birds[own.len()..], format!("{name} has not collected {lost}")).without_words());
            }
            if own.is_empty() {
                values.push(value(&[lost], format!("{name} has collected {lost} before")));
            }
        }
        match self.spare_birds.first().filter(|_| own.is_empty()) {
            Some(bird) => values.push(value(&[*bird], format!("{name} has collected a bird"))),
            None => values.push(value(&[], format!("{name} has collected no bird")).without_words()),
        }
        Some(Unknown { part: Some(seat), piece: "birds", values })
    }

    /// Other collected seed cards of a player on whom a squirrel acts (PM-3.3).
    fn seeds(&self, seat: Seat) -> Option<Unknown<Position>> {
        let is_relevant =
            self.stated.players[seat.index()].seeds.is_none() && self.played.pests.contains(&(seat, Pest::Squirrel));
        let own = self.usual.players[seat.index()].seeds.as_ref().filter(|_| is_relevant)?;
        let lost = self.steps.iter().find_map(|(actor, step)| match step {
            Step::LoseSeeds(seeds) if *actor == Some(seat) => seeds.first().copied(),
            _ => None,
        });
        let more = lost.unwrap_or(Seed::One);
        let numbers = [2, 1, 0].into_iter().filter(|number| *number != own.len());
        let values = numbers.map(|number| {
            let had = if number == 0 { "no seed card".to_owned() } else { count_of(number, "seed card", "seed cards") };
            let position = self.with(|position| position.players[seat.index()].seeds = Some(smallvec![more; number]));
            let prefix = if number == 0 { "-".to_owned() } else { more.to_string() };
            let value = self.value(position, Some(seat), &prefix, format!("{} had {had} before", self.players.name(seat)));
            // The steps show that the player had the lost card.
            if number < own.len() { value.without_words() } else { value }
        });
        Some(Unknown { part: Some(seat), piece: "seeds", values: values.collect() })
    }

    /// Other birds at a perch, with which the steps' plays lead to other fights (PM-2.2, PM-3.1, PM-3.5).
    fn perches(&self) -> Option<Unknown<Position>> {
        let perches = self.usual.perches.as_ref().filter(|_| self.stated.perches.is_none())?;
        let mut values = Vec::new();
        for (at, number) in (0..perches.len()).zip(1..) {
            let plays = plays_at(number, self.steps);
            let usual_values: PerchValues = perches[at].bird.iter().chain(&perches[at].queue).map(|bird| bird.value()).collect();
            let usual_excesses = excesses_of(&usual_values, &plays);
            for other in values_per_outcome(number, self.steps) {
                let excesses = excesses_of(&other, &plays);
                // If no play differs from the usual table, the first play is described.
                let nth = (0..excesses.len()).find(|nth| excesses[*nth] != usual_excesses[*nth]).unwrap_or_default();
                let outcome = match &excesses[nth][..] {
                    [] => "no fight".to_owned(),
                    [excess] if *excess <= 4 && usual_excesses[nth].is_empty() => "a fight".to_owned(),
                    [excess] => format!("a fight by {excess}"),
                    several => format!("{} fights", several.len()),
                };
                let of_bird =
                    if self.played.plays.len() > 1 { format!(" of a {} at perch {number}", plays[nth]) } else { String::new() };
                let mut perches = perches.clone();
                perches[at] = perch_of(&other, &mut self.spare_birds.clone(), usize::MAX);
                let position = self.with(|position| position.perches = Some(perches));
                values.push((other.len(), self.value(position, None, "perches", format!("the play{of_bird} brings {outcome}"))));
            }
        }
        values.sort_by_key(|(birds, _)| *birds);
        Some(Unknown { part: None, piece: "perches", values: values.into_iter().map(|(_, value)| value).collect() })
    }

    /// Other pests beside the slots that the fights reach, or a slot without a seed card (PM-3.1, PM-3.2).
    fn slots(&self) -> Option<Unknown<Position>> {
        let slots = self.usual.slots.as_ref().filter(|_| self.stated.slots.is_none())?;
        let mut values = Vec::new();
        let fights = self.played.plays.iter().flat_map(|play| play.excesses.iter().map(|excess| (play.seat, *excess)));
        for (seat, number) in fights.filter(|(_, excess)| usize::from(*excess) <= SLOTS) {
            let (at, index) = (usize::from(number) - 1, seat.index());
            let mut add = |seed: Option<Seed>, pest: Option<Pest>, position: Position, words: String| {
                let mut slots = slots.clone();
                slots[at] = SlotContents { seed, pests: pest.into_iter().collect() };
                values.push(self.value(Position { slots: Some(slots), ..position }, None, "slots", words));
            };
            let (seed, pest) = (slots[at].seed, slots[at].pests.first().copied());
            if pest != Some(Pest::Crow) {
                // A crow takes a bird only from a player who has one.
                let has_none = self.usual.players[index].birds.as_ref().is_none_or(Birds::is_empty);
                let bird = self.spare_birds.first().filter(|_| has_none && self.stated.players[index].birds.is_none());
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
            let position = self.with(|position| position.feeder = position.feeder.or(Some(0)));
            add(None, pest, position, format!("slot {number} and the feeder deck are empty"));
        }
        Some(Unknown { part: None, piece: "slots", values })
    }

    /// Other displays: without a bird that is drawn by name, or with fewer birds and an empty deck (PM-2.3).
    fn display(&self) -> Option<Unknown<Position>> {
        let is_relevant = self.stated.display.is_none() && !self.steps.is_empty();
        let display = self.usual.display.as_ref().filter(|_| is_relevant)?;
        let value = |display: Birds, deck: Option<u16>, words: &str| {
            let position = self.with(|position| (position.display, position.birds) = (Some(display), position.birds.or(deck)));
            self.value(position, None, "display", words.to_owned())
        };
        let mut values = Vec::new();
        for bird in self.stated.drawn_by_name(self.steps) {
            let others =
                display.iter().map(|other| if *other == bird { self.spare_birds.first().unwrap_or(other) } else { other });
            let mut others: Birds = others.copied().collect();
            others.sort_unstable();
            // The steps show that the drawn bird lay in the display.
            values.push(value(others, None, &format!("{bird} doesn't lie in the display")).without_words());
        }
        let draws_unseen = drawn_counts(self.steps)[0] > 0;
        for fewer in (0..DISPLAY).rev() {
            let words = match fewer {
                0 => "the display and the bird deck are empty".to_owned(),
                _ => format!("only {} in the display, and the deck is empty", count_of(fewer, "bird lies", "birds lie")),
            };
            let first: Birds = display.iter().copied().take(fewer).collect();
            let last: Birds = display.iter().copied().skip(DISPLAY - fewer).collect();
            for display in [first, last] {
                let value = value(display, Some(0), &words);
                values.push(if draws_unseen { value.without_words() } else { value });
            }
        }
        Some(Unknown { part: None, piece: "display", values })
    }

    fn decks(&self, before: &Piepmatz) -> [Option<Unknown<Position>>; 2] {
        let unknown = |piece: &'static str, usual: Option<u16>, all: usize, drawn: u32, set: fn(&mut Position, u16)| {
            let usual = u32::from(usual?);
            let values = other_counts(usual, u32::from(small(all)), Some(drawn)).into_iter().map(|number| {
                let position = self.with(|position| set(position, small(number as usize)));
                let cards = if number == 0 { "no cards".to_owned() } else { count_of(number as usize, "card", "cards") };
                let words = format!("the {} deck has {cards}", piece.trim_end_matches('s'));
                let value = self.value(position, None, piece, words);
                // The steps show that the deck had the drawn cards, and more cards than usual change nothing.
                if (drawn..usual).contains(&number) { value } else { value.without_words() }
            });
            Some(Unknown { part: None, piece, values: values.collect() })
        };
        let [drawn, turned_up] = drawn_counts(self.steps);
        let feeder = self.usual.feeder.filter(|_| self.stated.feeder.is_none());
        let birds = self.usual.birds.filter(|_| self.stated.birds.is_none());
        [
            unknown("feeder", feeder, before.setup.feeder.into(), turned_up, |position, cards| position.feeder = Some(cards)),
            unknown("birds", birds, all_birds(&before.setup), drawn, |position, cards| position.birds = Some(cards)),
        ]
    }

    /// Other hands of the players who act, and empty hands of the others, who are then passed over (PM-2.3, PM-2.5).
    fn hands(&self) -> impl Iterator<Item = Unknown<Position>> {
        let unstated = self.players.seats().filter(|seat| self.stated.players[seat.index()].hand.is_none());
        unstated.map(|seat| {
            let usual = self.usual.players[seat.index()].hand.unwrap_or_default();
            let own_steps = || self.steps.iter().filter(|(actor, _)| *actor == Some(seat));
            let named = own_steps().map(|(_, step)| if let Step::Adds(birds) = step { birds.len() } else { HAND }).max();
            let counts = match named {
                Some(_) => other_counts(usual.into(), u32::from(small(HAND)) + 1, None),
                None => vec![0],
            };
            let values = counts.into_iter().map(|hand| {
                let position = self.with(|position| position.players[seat.index()].hand = Some(small(hand as usize)));
                let words = format!("{}'s hand has {}", self.players.name(seat), birds(hand as usize));
                let value = self.value(position, Some(seat), "hand", words);
                // In the middle of a round, only an illegal step leaves another hand.
                let has_words = self.usual.is_over && named.is_some_and(|named| named <= hand as usize);
                if has_words { value } else { value.without_words() }
            });
            Unknown { part: Some(seat), piece: "hand", values: values.collect() }
        })
    }

    fn moment(&self) -> Vec<Unknown<Position>> {
        let mut unstated = Vec::new();
        if self.stated.turn.is_none() {
            let is_near_end = self.usual.is_over || self.usual.last.is_some();
            let others = self.players.seats().filter(|seat| is_near_end || self.usual.turn != Some(*seat));
            let values = others.map(|seat| {
                let position = self.with(|position| position.turn = Some(seat));
                self.value(position, None, "turn", format!("it is {}'s turn", self.players.name(seat))).without_words()
            });
            unstated.push(Unknown { part: None, piece: "turn", values: values.collect() });
        }
        if self.usual.ending.is_none() {
            let position = self.with(|position| position.ending = Some(()));
            let value = self.value(position, None, "ending", "the end was triggered".to_owned()).without_words();
            unstated.push(Unknown { part: None, piece: "ending", values: vec![value] });
        }
        unstated
    }
}
