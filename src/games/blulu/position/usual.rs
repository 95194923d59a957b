//! The usual table of a dispute. An unstated field of the position has its usual value there: full hands, the middle of the round,
//! and the cards that the disputed steps need, filled up with others. Lists the other values of these fields, too.

use super::{LEAST_CAPTURE, PlayerPart, Position, TurnState, no_more_turns};
use crate::{
    decktet::{Card, Cards, Rank},
    games::blulu::{Blulu, MustCapture, Ranks, Step, book::bl, ranks_of},
    table::prelude::*,
};

type Steps<'a> = &'a [(Option<Seat>, Step)];

/// The requirements of the steps on the table, and the cards to fill it up.
struct Needs {
    /// The cards on the table: one of each rank that the lines capture before they put a card of that rank there.
    table: Cards,
    /// The ranks that pairs of the lines reach. Other cards of these ranks are the last to fill up the table.
    reached: Ranks,
    /// The cards that neither the position nor the lines name, in an order that depends on the [`FillChoice`].
    unnamed: Vec<Card>,
}

impl UsualPosition<Blulu> for Position {
    fn usual(
        &self,
        before: &Blulu,
        steps: Steps<'_>,
        fill_choice: FillChoice,
        players: &Players,
    ) -> Result<UsualTable<Blulu>, PositionError> {
        let is_bare = *self == Self { players: vec![PlayerPart::default(); self.players.len()], ..Self::default() };
        // BL-1.2
        if is_bare && steps.first().is_some_and(|(_, step)| matches!(step, Step::Deal(_))) {
            return Ok(UsualTable::of_setup());
        }
        let mut position = Self { is_usual: true, ..self.clone() };
        let needs = self.needs(before, steps, fill_choice);
        position.table.get_or_insert_with(|| needs.table.iter().collect());
        let has_rest = self.table.is_none() || self.unstated_captures().next().is_some();
        let first_turn = steps.iter().find(|(_, step)| matches!(step, Step::Trail(_) | Step::Capture(..)));
        let actor = first_turn.and_then(|(actor, _)| *actor);
        let rest = position.state_counts(before, actor, has_rest, fill_choice, players)?;
        if self.unstated_captures().next().is_some() {
            position.lay_captured(rest, fill_choice);
        } else if self.table.is_none() {
            position.table = Some(needs.with_more(needs.table, rest).iter().collect());
        }
        if position.players.iter().all(|part| part.last.is_none())
            && let Some(captor) = fill_choice.choose(position.players.iter_mut().filter(|part| part.captured() > 0))
        {
            captor.last = Some(());
        }
        Ok(UsualTable::of(position))
    }

    fn fits(&self, before: &Blulu) -> bool {
        self.regular_state(before).is_some_and(|state| {
            let mut hands = self.players.iter().zip(state.hands);
            self.turn == Some(state.turn) && hands.all(|(part, hand)| part.hand == Some(hand))
        })
    }

    fn unstated(&self, usual: &Self, before: &Blulu, steps: Steps<'_>, players: &Players) -> Vec<Unknown<Self>> {
        let mut unstated = Vec::new();
        unstated.extend(self.unstated_table(usual, before, steps));
        unstated.extend(self.unstated_hand_card(usual, before, steps, players));
        unstated.extend(self.unstated_counts(usual, before, players));
        unstated
    }
}

impl Position {
    fn unstated_captures(&self) -> impl Iterator<Item = &PlayerPart> {
        self.players.iter().filter(|part| part.captured.is_none())
    }

    fn needs(&self, before: &Blulu, steps: Steps<'_>, fill_choice: FillChoice) -> Needs {
        let of_players = self.players.iter().flat_map(|part| part.pile.iter().chain(&part.shows));
        let mut named: Cards = of_players.chain(self.table.iter().flatten()).copied().collect();
        named.extend(steps.iter().flat_map(|(_, step)| step.cards()).copied());
        let mut unnamed: Vec<Card> = (before.setup.dealing.deck.cards() - named).iter().collect();
        if fill_choice == FillChoice::Second {
            unnamed.reverse();
        }
        let mut needs = Needs { table: Cards::EMPTY, reached: Cards::EMPTY, unnamed };
        // The cards that the lines put on the table and have not taken from there, and the ranks that the lines have taken.
        let (mut put_cards, mut taken_ranks) = (Cards::EMPTY, Cards::EMPTY);
        for (_, step) in steps {
            if let [first, second] = step.cards() {
                needs.reached |= before.setup.pairing.reachable_ranks(*first, *second);
            }
            match step {
                Step::Trail(cards) | Step::Deal(cards) => put_cards.extend(cards.iter().copied()),
                Step::Capture(ranks, _) => {
                    for rank in ranks_of(*ranks).filter(|rank| ((put_cards | taken_ranks) & Cards::of_rank(*rank)).is_empty()) {
                        needs.table.extend(needs.of_rank(rank));
                    }
                    taken_ranks |= *ranks;
                    put_cards -= *ranks;
                }
                Step::Shows(_) => {}
            }
        }
        needs
    }

    /// States deck, hands and turn: those after the number of turns that contradicts the fewest stated values, with full hands if
    /// possible. Stated counts always hold. After fouls such as a turn of one card, the counts are as near as the cards allow.
    /// Returns the number of cards in unstated places: captured, or on the table.
    fn state_counts(
        &mut self,
        before: &Blulu,
        actor: Option<Seat>,
        has_rest: bool,
        fill_choice: FillChoice,
        players: &Players,
    ) -> Result<u16, PositionError> {
        let dealing = before.setup.dealing;
        let deck_size = dealing.deck.cards().len();
        let state_after = |turns: usize| {
            let mut state = TurnState::after(turns, before)?;
            let mut contradictions = usize::from(self.turn.is_some_and(|turn| turn != state.turn));
            contradictions += usize::from(self.deck.is_some_and(|deck| deck != state.deck));
            state.deck = self.deck.unwrap_or(state.deck);
            for (part, hand) in self.players.iter().zip(&mut state.hands) {
                let stated = part.hand.unwrap_or((*hand).max(to_u16(part.shows.len())));
                contradictions += usize::from(stated != std::mem::replace(hand, stated));
            }
            let counted = state.hands.iter().copied().chain([state.deck]).map(u32::from).sum::<u32>() + self.cards_out();
            let rest = to_u32(deck_size).checked_sub(counted).filter(|rest| has_rest || *rest == 0);
            // BL-2.4
            let least: u32 = self.unstated_captures().map(PlayerPart::least_captured).sum();
            let is_too_few = |rest: u32| rest < least || (1..LEAST_CAPTURE).contains(&rest);
            contradictions += usize::from(self.unstated_captures().next().is_some() && rest.is_some_and(is_too_few));
            let is_other_turn = actor.is_some_and(|actor| self.turn.is_none() && actor != state.turn);
            let played: u16 = state.hands.iter().map(|hand| dealing.hand.saturating_sub(*hand)).sum();
            let rating = (rest.is_none(), contradictions, is_other_turn, played);
            state.turn = self.turn.or(actor.filter(|_| rest.is_none() || contradictions > 0)).unwrap_or(state.turn);
            Some((rating, state))
        };
        let candidates: Vec<_> = (0..deck_size).filter_map(state_after).collect();
        let best_rating = candidates.iter().map(|(rating, _)| *rating).min().ok_or_else(no_more_turns)?;
        let mut best: Vec<_> = candidates.into_iter().filter(|(rating, _)| *rating == best_rating).collect();
        let last = best.len() - 1;
        let (_, state) = best.swap_remove(if fill_choice == FillChoice::First { last / 2 } else { last });
        let mut ledger = Ledger::new(deck_size, bl(1, 2), ["card", "cards"]);
        ledger.lay(self.cards_out() as usize);
        let hand = |((seat, part), hand): ((Seat, &PlayerPart), u16)| {
            let place = LedgerPlace::hand(seat, part.shows.len()).stated(part.hand);
            ledger.place(place.usual(hand).most(hand.max(dealing.hand)))
        };
        let hands: Vec<PlaceId> = before.seats().zip(&self.players).zip(state.hands).map(hand).collect();
        let deck = ledger.place(LedgerPlace::new(None, "deck N").stated(self.deck).usual(state.deck));
        let rest = has_rest.then(|| ledger.place(LedgerPlace::new(None, "")));
        let counts = ledger.assume(players)?;
        (self.deck, self.turn) = (Some(to_u16(counts[deck])), Some(state.turn));
        self.players.iter_mut().zip(hands).for_each(|(part, hand)| part.hand = Some(to_u16(counts[hand])));
        Ok(rest.map_or(0, |rest| to_u16(counts[rest])))
    }

    /// Gives the players whose number of captured cards is unstated as many as their known captures took, and one of them the rest.
    fn lay_captured(&mut self, mut cards_left: u16, fill_choice: FillChoice) {
        let mut unstated: Vec<&mut PlayerPart> = self.players.iter_mut().filter(|part| part.captured.is_none()).collect();
        for part in &mut unstated {
            let least = to_u16(part.least_captured()).min(cards_left);
            part.captured = Some(least);
            cards_left -= least;
        }
        if let Some(captor) = fill_choice.choose(unstated.into_iter()) {
            captor.captured = captor.captured.map(|captured| captured + cards_left);
        }
    }

    /// Other cards on the table: with a card that a pair reaches, or without the cards of a captured rank (BL-2.4, BL-2.7).
    fn unstated_table(&self, usual: &Self, before: &Blulu, steps: Steps<'_>) -> Option<Unknown<Self>> {
        if self.table.is_some() {
            return None;
        }
        let on_table: Cards = usual.table.iter().flatten().copied().collect();
        let needs = self.needs(before, steps, FillChoice::First);
        let mut values = Vec::new();
        let mut add = |table: Cards, words: String| {
            let table = needs.with_more(table, to_u16(on_table.len().saturating_sub(table.len()))).iter().collect();
            values.push(UnknownValue::new(Self { table: Some(table), ..self.clone() }, words));
        };
        let with_rank = |rank: Rank| {
            let article = if matches!(rank, Rank::Ace | Rank::Eight) { "an" } else { "a" };
            Some((Cards::from_iter([needs.of_rank(rank)?]), format!("{article} {} lies on the table", rank.name())))
        };
        // If there are no steps yet, the next step may capture any rank.
        if steps.is_empty() {
            let absent = ranks_of(before.setup.dealing.deck.cards() - on_table);
            absent.filter_map(with_rank).for_each(|(card, words)| add(card, words));
        }
        for (_, step) in steps {
            if let (Step::Trail(_) | Step::Capture(..), [first, second]) = (step, step.cards()) {
                let absent = ranks_of(before.setup.pairing.reachable_ranks(*first, *second) - on_table);
                absent.filter_map(with_rank).for_each(|(card, words)| add(on_table | card, words));
            }
            if let Step::Capture(ranks, _) = step {
                ranks_of(*ranks & on_table)
                    .for_each(|rank| add(on_table - Cards::of_rank(rank), format!("no {} lies on the table", rank.name())));
            }
        }
        (!values.is_empty()).then_some(Unknown { part: None, piece: "cards", values })
    }

    /// Another card in the hand of the last player who trailed, with which a capture would have been possible (BL-2.7).
    fn unstated_hand_card(&self, usual: &Self, before: &Blulu, steps: Steps<'_>, players: &Players) -> Option<Unknown<Self>> {
        let mut table: Cards = usual.table.iter().flatten().copied().collect();
        let (mut last_trail, mut seen_cards) = (None, vec![Cards::EMPTY; self.players.len()]);
        for (actor, step) in steps {
            match (step, actor) {
                (Step::Trail(cards), Some(seat)) => {
                    last_trail = Some((*seat, cards, table));
                    table.extend(cards.iter().copied());
                }
                (Step::Capture(ranks, _), _) => table -= *ranks,
                (Step::Shows(cards), Some(seat)) => seen_cards[seat.index()].extend(cards.iter().copied()),
                _ => {}
            }
        }
        let (seat, trailed, table) = last_trail?;
        let (part, hand) = (&self.players[seat.index()], usual.players[seat.index()].hand?);
        let known_hand = trailed.iter().chain(&part.shows).copied().collect::<Cards>() | seen_cards[seat.index()];
        if before.setup.rules.must_capture != MustCapture::Hand || known_hand.len() >= hand.into() {
            return None;
        }
        let captures = |card: &Card| {
            let capture = before.setup.pairing.capturing(known_hand | [*card].into_iter().collect(), table);
            capture.is_some() && !table.contains(*card)
        };
        let card = self.needs(before, steps, FillChoice::First).unnamed.into_iter().find(captures)?;
        let position = self.with(|position| {
            position.players[seat.index()].shows.push(card);
            position.players[seat.index()].shows.sort_unstable();
        });
        let words = format!("{} has another card that captures with one of these, as {card}", players.name(seat));
        Some(Unknown { part: Some(seat), piece: "shows", values: vec![UnknownValue::new(position, words)] })
    }

    fn unstated_counts(&self, usual: &Self, before: &Blulu, players: &Players) -> Vec<Unknown<Self>> {
        let mut unstated = Vec::new();
        let full_hand = u32::from(before.setup.dealing.hand);
        for seat in players.seats().filter(|seat| self.players[seat.index()].hand.is_none()) {
            let counts = (0..=full_hand).rev().filter(|hand| Some(to_u16(*hand)) != usual.players[seat.index()].hand);
            unstated.push(Unknown::counts(Some(seat), "hand", &format!("{}'s hand", players.name(seat)), counts, |hand| {
                self.with(|position| position.players[seat.index()].hand = Some(to_u16(hand)))
            }));
        }
        if self.deck.is_none() {
            let decks = (0..before.setup.dealing.deals(before.players)).map(|deals| to_u32(deals * before.players) * full_hand);
            let counts = decks.filter(|deck| usual.deck != Some(to_u16(*deck)));
            let with = |deck| Self { deck: Some(to_u16(deck)), ..self.clone() };
            unstated.push(Unknown::counts(None, "deck", "the deck", counts, with));
        }
        if self.turn.is_none() {
            let seats = players.seats().filter(|seat| usual.turn != Some(*seat));
            unstated.push(Unknown::turns(seats, players, |seat| Self { turn: Some(seat), ..self.clone() }));
        }
        unstated
    }
}

impl Needs {
    /// An unnamed card of a rank that is not on the table.
    fn of_rank(&self, rank: Rank) -> Option<Card> {
        self.unnamed.iter().copied().find(|card| card.rank() == rank && !self.table.contains(*card))
    }

    /// Adds `more` unnamed cards to the table, first those that no pair reaches.
    fn with_more(&self, table: Cards, more: u16) -> Cards {
        let unlaid = self.unnamed.iter().copied().filter(|card| !table.contains(*card));
        let (reached, unreached): (Vec<Card>, Vec<Card>) = unlaid.partition(|card| self.reached.contains(*card));
        table | unreached.into_iter().chain(reached).take(more.into()).collect()
    }
}
