//! The usual table of a dispute: unstated places hold the cards that the lines need. Also other values of unstated fields.

use super::{NamedPile, Position, count};
use crate::{
    decktet::{Card, Suit},
    emu::{
        Bird, BirdCard, BirdNumber, DueStep, Emu, EmuBook, MARKET_DRAWS, Misfit, PileNumber, Step, TakeSource, WILDS,
        market::Market, tally::CountedBirds,
    },
    table::prelude::*,
};

/// The most birds that are laid out for a line that names a bird.
const MOST_BIRDS: usize = 12;

type Steps<'a> = &'a [(Option<Seat>, Step)];

#[derive(Default)]
struct Needs {
    /// The cards that come from hands or from open places.
    cards: Vec<Card>,
    /// The cards that are taken from the top of each discard pile, top first.
    piles: [Vec<Card>; 2],
    pile_count: usize,
    market: Vec<Card>,
    takers: Vec<Seat>,
    /// The number of Pawns and Courts that each player has taken before.
    wilds: Vec<u16>,
}

impl<B: EmuBook> Position<B> {
    pub(super) fn usual_table(
        &self,
        before: &Emu<B>,
        steps: Steps<'_>,
        filling: FillChoice,
        players: &Players,
    ) -> Result<UsualTable<Emu<B>>, PositionError> {
        let turn = steps.iter().find_map(|(actor, step)| Some((*actor, step.due()?)));
        // RX-1.3
        if turn.is_some_and(|(_, due)| due == DueStep::Market) {
            return Ok(UsualTable::of_setup());
        }
        let mut usual = Self { is_usual: true, has_room: self.has_room(), ..self.clone() };
        if usual.turn.is_none() && usual.draw != Some(0) && !usual.is_over() {
            match turn {
                // ER-5.1, RX-5.1
                Some((_, DueStep::Laying)) if usual.draw.is_none() => usual.draw = Some(0),
                _ => usual.turn = turn.and_then(|(actor, _)| actor).or(Some(before.first)),
            }
        }
        let needs = self.needs(before, steps);
        // A player who shows more cards than a full hand has is given a hand of that size.
        for (actor, step) in steps {
            let of = actor.and_then(|seat| usual.players.get_mut(seat.index())).filter(|of| of.hand.is_none());
            if let (Step::Shows(cards), Some(of)) = (step, of) {
                of.hand = Some(count(cards.len())).filter(|hand| *hand > super::FULL);
            }
        }
        usual.lay_birds(&needs, steps, filling);
        usual.lay_market(before.market_size(), &needs, filling);
        if usual.discards.is_none() {
            let pile =
                |nth: usize| NamedPile { named: needs.piles[nth].clone(), more: (nth > 0 || needs.pile_count > 1).then_some(1) };
            let piles = (0..needs.pile_count).map(pile);
            usual.discards =
                Some(piles.map(|pile| NamedPile { more: pile.more.filter(|_| pile.named.is_empty()), ..pile }).collect());
        }
        if usual.draw.is_none() && usual.turn.is_some() {
            let lying = usual.lying(&usual.wilds(before.market_size(), players)?);
            let (least, most) = lying.ledger.may_be(lying.draw).into_inner();
            // The draw pile outlasts the lines, so that the year goes on (ER-2.2, RX-2.2).
            let drawn = steps.iter().filter(|(_, step)| matches!(step, Step::Draw(_))).count();
            let middle = least + most.saturating_sub(least) / 2;
            let draw = middle.max(u32::from(count(drawn)) + 1).min(most);
            usual.draw = u16::try_from(draw).ok();
            if draw == 0 && self.turn.is_none() {
                usual.turn = None;
            }
        }
        Ok(UsualTable::of(usual))
    }

    fn has_room(&self) -> bool {
        let is_known =
            |of: &super::PlayerPart| of.hand.is_some() && of.birds.as_ref().is_some_and(|birds| birds.forgotten_birds() == 0);
        B::MARKET_EACH > 0 && self.market.is_none() || self.discards.is_none() || !self.players.iter().all(is_known)
    }

    fn stated_count(&self, card: Card) -> usize {
        self.cards().chain(self.market().iter().copied()).filter(|other| *other == card).count()
    }

    fn copies(card: Card) -> usize {
        let is_of_market = B::MARKET_EACH > 0 && WILDS.contains(card);
        (if is_of_market { Market::COPIES } else { Emu::<B>::copies(card) }).into()
    }

    /// The requirements of the steps, as far as the deck can meet them.
    fn needs(&self, before: &Emu<B>, steps: Steps<'_>) -> Needs {
        let mut needs = Needs { wilds: vec![0; self.players.len()], ..Needs::default() };
        needs.pile_count = Self::usual_piles(before, steps);
        // The cards taken in these lines with their takers, and the cards put on each pile.
        let mut taken: Vec<(Option<Seat>, Card)> = Vec::new();
        let mut piles = vec![Vec::new(); PileNumber::ALL.len()];
        for (actor, step) in steps {
            let mut need = |card: Card, of: &mut Vec<Card>| {
                let is_there =
                    self.stated_count(card) + needs.cards.iter().filter(|other| **other == card).count() < Self::copies(card);
                if is_there {
                    needs.cards.push(card);
                    of.push(card);
                }
            };
            match step {
                Step::Hatch(_) | Step::Grow(..) | Step::Lay(..) | Step::Discard(..) | Step::Shows(_) => {
                    for &card in step.cards() {
                        let known = taken.iter().position(|own| *own == (*actor, card));
                        if known.map(|at| taken.remove(at)).is_none() {
                            let mut from_hand = Vec::new();
                            need(card, &mut from_hand);
                            let wilds = from_hand.iter().filter(|card| WILDS.contains(**card)).count();
                            if let Some(of) = actor.and_then(|seat| needs.wilds.get_mut(seat.index())) {
                                *of += count(wilds);
                            }
                        }
                        if let Step::Discard(_, to) = step {
                            let free = || {
                                piles.iter().skip(needs.pile_count).position(Vec::is_empty).map_or(0, |at| at + needs.pile_count)
                            };
                            let at = to.map_or_else(|| if B::PILES == 1 { 0 } else { free() }, |to| to as usize);
                            piles[at.min(PileNumber::ALL.len() - 1)].push(card);
                        } else if let Step::Shows(_) = step {
                            taken.push((*actor, card));
                        }
                    }
                }
                Step::Take(card, from) => {
                    let put = piles.iter().position(|pile| pile.last() == Some(card));
                    let is_in_market = B::MARKET_EACH > 0
                        && WILDS.contains(*card)
                        && put.is_none()
                        && self.market.as_ref().is_none_or(|market| market.contains(card));
                    match (from, put) {
                        (Some(TakeSource::Market), _) | (None, None) if is_in_market || from.is_some() => {
                            need(*card, &mut needs.market);
                            needs.takers.extend(*actor);
                        }
                        (_, Some(pile)) => {
                            piles[pile].pop();
                        }
                        (from, None) => {
                            let pile = if let Some(TakeSource::Pile(pile)) = from { *pile as usize } else { 0 };
                            if pile < needs.pile_count.max(1) && self.discards.is_none() {
                                need(*card, &mut needs.piles[pile.min(1)]);
                            }
                        }
                    }
                    taken.push((*actor, *card));
                }
                Step::Excuse(_) | Step::Draw(_) | Step::Done | Step::Market(_) => {}
            }
        }
        needs
    }

    /// The number of discard piles that these steps require (RX-4.1).
    fn usual_piles(before: &Emu<B>, steps: Steps<'_>) -> usize {
        if B::PILES == 1 {
            return 1;
        }
        let from_second = steps.iter().any(|(_, step)| matches!(step, Step::Take(_, Some(TakeSource::Pile(PileNumber::Two)))));
        let first = steps.iter().find_map(|(_, step)| if let Step::Discard(_, to) = step { Some(*to) } else { None });
        match first {
            _ if from_second => 2,
            Some(Some(PileNumber::One)) if before.setup.new_pile_optional => 1,
            Some(Some(_)) => 2,
            Some(None) if before.setup.new_pile_optional => 0,
            _ => 1,
        }
    }

    /// The cards that neither the position nor the lines name, in an order that the filling decides.
    fn unnamed(&self, needs: &Needs, filling: FillChoice) -> Vec<Card> {
        let cards = B::CARDS.iter().filter(|card| !WILDS.contains(*card) && *card != Card::EXCUSE);
        let mut cards: Vec<Card> = cards.filter(|card| self.stated_count(*card) == 0 && !needs.cards.contains(card)).collect();
        if filling == FillChoice::Second {
            cards.reverse();
        }
        cards
    }

    /// Lays out birds for players whose lines name a bird: a single card that fits most of the cards grown on it.
    fn lay_birds(&mut self, needs: &Needs, steps: Steps<'_>, filling: FillChoice) {
        let mut unnamed = self.unnamed(needs, filling);
        for (seat, of) in Seat::all(self.players.len()).zip(&mut self.players).filter(|(_, of)| of.birds.is_none()) {
            let birds = lying_before(seat, steps);
            if birds == 0 {
                continue;
            }
            let laid = (0..birds).filter_map(|nth| {
                let grown = grown_on(seat, BirdNumber::from_index(nth), steps);
                let fitting = |card: &Card| fitting_on(&[BirdCard::natural(*card)], &grown);
                let most = unnamed.iter().map(fitting).max()?;
                let at = unnamed.iter().position(|card| fitting(card) == most)?;
                Some(vec![BirdCard::natural(unnamed.remove(at))])
            });
            of.birds = Some(CountedBirds::of(laid.collect()));
        }
    }

    /// Decides which players have taken Pawns and Courts, and which of these still lie in the market (RX-1.3, RX-4.5).
    fn lay_market(&mut self, size: usize, needs: &Needs, filling: FillChoice) {
        if B::MARKET_EACH == 0 {
            return;
        }
        let most = u16::from(MARKET_DRAWS);
        let own = |of: &super::PlayerPart| {
            count(of.cards().chain(of.shows.iter().copied()).filter(|card| WILDS.contains(*card)).count())
        };
        let mut taken: Vec<u16> =
            self.players.iter().zip(&needs.wilds).map(|(of, needed)| of.taken.unwrap_or((own(of) + needed).min(most))).collect();
        let here = |taken: &[u16]| usize::from(super::sum(taken.iter().copied()));
        // With a stated market, the others took what is missing; else the Pawns and Courts on the discard piles count as taken.
        let on_piles =
            self.discards.iter().flatten().flat_map(|stack| &stack.named).filter(|card| WILDS.contains(**card)).count();
        let owned: usize = self.players.iter().map(|of| usize::from(own(of))).sum();
        let gone = match &self.market {
            Some(market) => size.saturating_sub(market.len()),
            None => on_piles + owned.max(here(&taken)),
        };
        let mut seats: Vec<usize> = (0..taken.len()).filter(|seat| self.players[*seat].taken.is_none()).collect();
        // Players who take from the market in these lines have taken the fewest.
        seats.sort_by_key(|seat| needs.takers.contains(&Seat::new(*seat)));
        // Players can also have Pawns and Courts that others took and discarded: no more were taken than are missing.
        for &seat in &seats {
            let over = here(&taken).saturating_sub(gone);
            taken[seat] = taken[seat].saturating_sub(count(over));
        }
        for seat in seats {
            let more = gone.saturating_sub(here(&taken)).min(usize::from(most.saturating_sub(taken[seat])));
            taken[seat] += count(more);
        }
        if self.market.is_none() {
            let left = size.saturating_sub(here(&taken));
            let mut market: Vec<Card> = needs.market.iter().copied().take(left).collect();
            let mut others: Vec<Card> =
                WILDS.iter().filter(|card| self.stated_count(*card) == 0 && !needs.cards.contains(card)).collect();
            if filling == FillChoice::Second {
                others.reverse();
            }
            let copies = others.iter().flat_map(|card| [*card; 2]).chain(WILDS.iter());
            for card in copies {
                let named = self.stated_count(card)
                    + needs
                        .cards
                        .iter()
                        .filter(|other| **other == card)
                        .count()
                        .max(market.iter().filter(|other| **other == card).count());
                if market.len() < left && named < Self::copies(card) {
                    market.push(card);
                }
            }
            market.sort_unstable();
            self.market = Some(market);
        }
        for (of, taken) in self.players.iter_mut().zip(taken) {
            of.taken = Some(taken);
        }
    }

    pub(super) fn unstated_pieces(&self, before: &Emu<B>, steps: Steps<'_>, players: &Players) -> Vec<Unknown<Self>> {
        let Ok(UsualTable { position: Some(usual), .. }) = self.usual_table(before, steps, FillChoice::First, players) else {
            return Vec::new();
        };
        let mut unstated = Vec::new();
        for seat in players.seats() {
            unstated.extend(self.unstated_birds(seat, &usual, before, steps, players));
        }
        unstated.extend(self.unstated_taken(&usual, steps, players));
        unstated.extend(self.unstated_discards(&usual, before, steps));
        unstated.extend(self.unstated_hands(steps, players));
        unstated.extend(self.unstated_moment(&usual, steps, players));
        unstated
    }

    fn unstated_birds(
        &self,
        seat: Seat,
        usual: &Self,
        before: &Emu<B>,
        steps: Steps<'_>,
        players: &Players,
    ) -> Option<Unknown<Self>> {
        let name = players.name(seat);
        let lying = usual.players[seat.index()].birds.as_ref().filter(|_| self.players[seat.index()].birds.is_none())?;
        let birds: Vec<Vec<BirdCard>> = lying.birds().map(|(_, cards)| cards.to_vec()).collect();
        let needs = self.needs(before, steps);
        let unnamed: Vec<Card> = usual.unnamed(&needs, FillChoice::First);
        let value = |birds: Vec<Vec<BirdCard>>, words: String| {
            let written: Vec<String> = birds.iter().map(spaced).collect();
            let text = if written.is_empty() { "-".to_owned() } else { written.join(" | ") };
            let birds = CountedBirds::of(birds);
            let mut position = self.clone();
            position.players[seat.index()].birds = Some(birds);
            UnknownValue::new(position, text, words)
        };
        let mut values = Vec::new();
        for (nth, cards) in birds.iter().enumerate() {
            let number = BirdNumber::from_index(nth);
            let with = |cards: Vec<BirdCard>| {
                birds
                    .iter()
                    .enumerate()
                    .map(|(at, bird)| if at == nth { cards.clone() } else { bird.clone() })
                    .collect::<Vec<_>>()
            };
            let is_excused = steps.iter().any(|(actor, step)| *actor == Some(seat) && *step == Step::Excuse(number));
            // RX-5.4
            if is_excused && let Some(paying) = paying_bird(&unnamed, before.setup.upkeep) {
                values.push(value(with(paying), format!("{name}'s bird {number} covers its upkeep")));
            }
            if let Some(&first) = grown_on(seat, number, steps).first() {
                let alone = unnamed.iter().map(|card| vec![BirdCard::natural(*card)]);
                let pairs = unnamed
                    .iter()
                    .flat_map(|low| unnamed.iter().map(|high| vec![BirdCard::natural(*low), BirdCard::natural(*high)]));
                // ER-3.3, ER-3.4
                for misfit in [Misfit::NoSharedSuit, Misfit::OutOfOrder] {
                    let found = alone
                        .clone()
                        .chain(pairs.clone())
                        .find(|cards| is_bird(cards) && misfit_on(cards, first) == Some(misfit));
                    if let Some(cards) = found {
                        let words = format!("{name}'s bird {number} is {}", spaced(&cards));
                        values.push(value(with(cards), words));
                    }
                }
                // If the deck has no single card that fits, two cards may.
                if misfit_on(cards, first).is_some()
                    && let Some(cards) = pairs.clone().find(|cards| is_bird(cards) && misfit_on(cards, first).is_none())
                {
                    values.push(value(with(cards.clone()), format!("{name}'s bird {number} is {}", spaced(&cards))));
                }
            }
        }
        for fewer in (0..birds.len()).rev() {
            let words = match fewer {
                0 => format!("{name} has no bird"),
                _ => format!("{name} has only {}", count_of(fewer, "bird", "birds")),
            };
            values.push(value(birds[..fewer].to_vec(), words));
        }
        Some(Unknown { part: Some(seat), piece: "birds", values })
    }

    /// Other numbers of taken market cards, for the players who take another (RX-4.5).
    fn unstated_taken(&self, usual: &Self, steps: Steps<'_>, players: &Players) -> Vec<Unknown<Self>> {
        let takes = |seat: &Seat| steps.iter().any(|(actor, step)| *actor == Some(*seat) && matches!(step, Step::Take(..)));
        let unstated =
            players.seats().filter(|seat| B::MARKET_EACH > 0 && self.players[seat.index()].taken.is_none()).filter(takes);
        let unknown = |seat: Seat| {
            let usual = usual.players[seat.index()].taken.unwrap_or_default();
            let values = [MARKET_DRAWS.into(), 1, 0].into_iter().filter(|taken| *taken != usual).map(|taken: u16| {
                let mut position = self.clone();
                position.players[seat.index()].taken = Some(taken);
                let cards = count_of(taken.into(), "market card", "market cards");
                UnknownValue::new(position, format!("taken {taken}"), format!("{} has taken {cards}", players.name(seat)))
            });
            Unknown { part: Some(seat), piece: "taken", values: values.collect() }
        };
        unstated.map(unknown).collect()
    }

    /// Other numbers of discard piles, or other cards on top of them (ER-4.3, RX-4.1, RX-4.3).
    fn unstated_discards(&self, usual: &Self, before: &Emu<B>, steps: Steps<'_>) -> Option<Unknown<Self>> {
        let piles = usual.discards.as_ref().filter(|_| self.discards.is_none())?;
        let needs = self.needs(before, steps);
        let mut values = Vec::new();
        let mut add = |piles: Vec<NamedPile>, words: String| {
            let write = |stack: &NamedPile| match (spaced(&stack.named), stack.more) {
                (named, None) if named.is_empty() => "-".to_owned(),
                (named, None) => named,
                (named, Some(more)) => format!("{named} +{more}").trim_start().to_owned(),
            };
            let text = if piles.is_empty() { "-".to_owned() } else { piles.iter().map(write).collect::<Vec<_>>().join(" | ") };
            values.push(UnknownValue::new(Self { discards: Some(piles), ..self.clone() }, format!("discards {text}"), words));
        };
        let other = usual.unnamed(&needs, FillChoice::First).first().copied();
        for (nth, pile) in piles.iter().enumerate() {
            let (Some(&card), Some(other)) = (pile.named.first(), other) else { continue };
            let with = |named: Vec<Card>| {
                let stack = NamedPile { named, more: Some(0) };
                piles
                    .iter()
                    .enumerate()
                    .map(|(at, pile)| if at == nth { stack.clone() } else { pile.clone() })
                    .collect::<Vec<_>>()
            };
            add(with([&[other][..], &pile.named].concat()), format!("{card} lies under another card"));
            add(with(vec![other]), format!("{card} doesn't lie there"));
        }
        let discards = steps.iter().any(|(_, step)| matches!(step, Step::Discard(..)));
        if B::PILES > 1 && discards {
            for number in [2, 1, 0].into_iter().filter(|number| *number != piles.len()) {
                let pile = |nth: usize| piles.get(nth).cloned().unwrap_or(NamedPile { named: Vec::new(), more: Some(1) });
                let there = ["there is no discard pile", "there is one discard pile", "there are two discard piles"][number];
                add(
                    (0..number).map(pile).map(|pile| NamedPile { more: Some(pile.more.unwrap_or(1)), ..pile }).collect(),
                    there.to_owned(),
                );
            }
        }
        (!values.is_empty()).then_some(Unknown { part: None, piece: "discards", values })
    }

    fn unstated_hands(&self, steps: Steps<'_>, players: &Players) -> Vec<Unknown<Self>> {
        let acts = |seat: &Seat| steps.iter().any(|(actor, step)| *actor == Some(*seat) && !step.cards().is_empty());
        let unstated = players.seats().filter(|seat| self.players[seat.index()].hand.is_none()).filter(acts);
        let unknown = |seat: Seat| {
            let values = other_counts(super::FULL.into(), u32::from(super::FULL) + 1, None).into_iter().filter_map(|hand| {
                let mut position = self.clone();
                position.players[seat.index()].hand = Some(u16::try_from(hand).ok()?);
                let cards = if hand == 0 { "no cards".to_owned() } else { count_of(hand as usize, "card", "cards") };
                let words = format!("{}'s hand has {cards}", players.name(seat));
                Some(UnknownValue::new(position, format!("hand {hand}"), words).without_words())
            });
            Unknown { part: Some(seat), piece: "hand", values: values.collect() }
        };
        unstated.map(unknown).collect()
    }

    fn unstated_moment(&self, usual: &Self, steps: Steps<'_>, players: &Players) -> Vec<Unknown<Self>> {
        let mut unstated = Vec::new();
        if let (None, Some(draw)) = (self.draw, usual.draw) {
            let values = other_counts(draw.into(), 40, Some(u32::from(count(steps.len())))).into_iter().filter_map(|draw| {
                let position = Self { draw: Some(u16::try_from(draw).ok()?), ..self.clone() };
                let cards = count_of(draw as usize, "card", "cards");
                Some(UnknownValue::new(position, format!("draw {draw}"), format!("the draw pile has {cards}")).without_words())
            });
            unstated.push(Unknown { part: None, piece: "draw", values: values.collect() });
        }
        if self.turn.is_none() && self.draw != Some(0) {
            let others = players.seats().filter(|seat| usual.turn != Some(*seat));
            let values = others.map(|seat| {
                let name = players.name(seat);
                UnknownValue::new(
                    Self { turn: Some(seat), ..self.clone() },
                    format!("turn {name}"),
                    format!("it is {name}'s turn"),
                )
                .without_words()
            });
            unstated.push(Unknown { part: None, piece: "turn", values: values.collect() });
        }
        let acting = |seat: &Seat| usual.turn.is_none() && steps.iter().any(|(actor, _)| *actor == Some(*seat));
        for seat in players.seats().filter(|seat| self.players[seat.index()].done.is_none()).filter(acting) {
            let mut position = self.clone();
            position.players[seat.index()].done = Some(());
            let value = UnknownValue::new(position, "done", format!("{} is done", players.name(seat))).without_words();
            unstated.push(Unknown { part: Some(seat), piece: "done", values: vec![value] });
        }
        unstated
    }
}

/// The number of birds that a player needs for all birds that these steps name.
fn lying_before(seat: Seat, steps: Steps<'_>) -> usize {
    let (mut needed, mut hatched) = (0, 0);
    for (_, step) in steps.iter().filter(|(actor, _)| *actor == Some(seat)) {
        hatched += usize::from(matches!(step, Step::Hatch(_)));
        if let Some(bird) = step.bird() {
            let before = (bird.index() + 1).saturating_sub(hatched);
            needed = needed.max(if before <= MOST_BIRDS { before } else { 0 });
        }
    }
    needed
}

fn grown_on(seat: Seat, number: BirdNumber, steps: Steps<'_>) -> Vec<BirdCard> {
    let own = steps.iter().filter(|(actor, _)| *actor == Some(seat));
    own.filter_map(|(_, step)| match step {
        Step::Grow(bird, laid) | Step::Lay(bird, laid) if *bird == number => Some(*laid),
        _ => None,
    })
    .collect()
}

/// The number of cards that fit on a bird of `cards`, one after another.
fn fitting_on(cards: &[BirdCard], grown: &[BirdCard]) -> usize {
    let Some(mut bird) = Bird::of(cards.iter().copied()) else { return 0 };
    let fits = |laid: &&BirdCard| {
        let fits = bird.fits(**laid).is_ok();
        bird.grow(**laid);
        fits
    };
    grown.iter().take_while(fits).count()
}

fn is_bird(cards: &[BirdCard]) -> bool {
    cards.split_first().is_some_and(|(first, others)| fitting_on(&[*first], others) == others.len())
}

fn misfit_on(cards: &[BirdCard], laid: BirdCard) -> Option<Misfit> {
    Bird::of(cards.iter().copied())?.fits(laid).err()
}

/// A bird that covers its upkeep, made of unnamed cards (RX-5.4).
fn paying_bird(unnamed: &[Card], upkeep: u16) -> Option<Vec<BirdCard>> {
    Suit::ALL.into_iter().find_map(|suit| {
        let mut cards: Vec<BirdCard> = Vec::new();
        for laid in unnamed.iter().filter(|card| card.suits().contains(suit)).map(|card| BirdCard::natural(*card)) {
            if cards.last().is_none_or(|last| laid.rank() > last.rank()) {
                cards.push(laid);
            }
        }
        Bird::of(cards.iter().copied()).filter(|bird| bird.total() >= upkeep).map(|_| cards)
    })
}
