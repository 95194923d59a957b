//! The position of a round: turn, marker, eggs on offer and in piles, played cards, and open rights.

use super::{
    Card, EggKnowledge, EggValue, EggsAndEmpires, Event, Fault, MOST, Phase, Setup, TURNS,
    book::{BOOK, MarkerRule, NextMarker, ee},
    egg::{Egg, EggPile, UNLISTED},
    score::RoundGain,
    step::{CARD, EggValues, StepCards, card_of, parse_eggs, value_of},
};
use crate::table::prelude::*;
use smallvec::SmallVec;

#[cfg(test)]
mod tests;
mod usual;

/// The position of a round between two turns, or between a turn's eggs and its first card, as far as stated.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Position {
    players: Vec<PlayerPart>,
    /// The turn under way, or about to begin.
    turn: Option<u8>,
    marker: Option<Seat>,
    /// The face-up eggs on offer, highest first; `None` before they are revealed.
    eggs: Option<EggValues>,
    /// The Scouts of the face-down eggs on offer, in seat order.
    down: Option<Scouts>,
    deck: Option<u16>,
    gone: Option<PartialCards<EggValue>>,
    round: Option<u16>,
    /// Whether this is the usual table of a dispute: fields about earlier rounds may be left out.
    is_usual: bool,
}

/// Scouts, once for each egg that they laid.
type Scouts = SmallVec<[Seat; 4]>;

/// Eggs, highest first.
pub(super) const EGGS: CardCodec<EggValue> =
    CardCodec { sort: |eggs| eggs.sort_unstable_by(|first, second| second.cmp(first)), ..CardCodec::of(value_of) };
/// Cards by their numbers, lowest first.
const CARDS: CardCodec<Card> = CardCodec { write: |card| card.number().to_string(), ..CardCodec::of(card_of) };

#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct PlayerPart {
    /// The named eggs of the pile, highest first.
    eggs: Option<EggValues>,
    /// The Scouts of the pile's unnamed eggs, oldest first; `None` if unstated.
    down: Option<Scouts>,
    unseen: Option<u16>,
    merchants: Option<u8>,
    blacksmiths: Option<u8>,
    hand: Option<u8>,
    played: Option<PartialCards<Card>>,
    /// Cards known to be in the hand, lowest first.
    shows: StepCards,
    /// The eggs that this player's Couriers may give, one for each.
    may_give: Option<Gifts>,
    may_discard: Option<u8>,
    mulligan: Option<()>,
    /// Points and tokens before this round.
    points: Option<i32>,
    tokens: Option<i32>,
    adjusted: Option<i32>,
}

/// Eggs to give away. A position doesn't state the turn in which a face-down one was laid.
type Gifts = SmallVec<[EggKnowledge; 2]>;

const fn down_egg(scout: Seat) -> EggKnowledge {
    EggKnowledge::Down { scout, laid: 0 }
}

impl PlayerPart {
    fn has_pile(&self) -> bool {
        self.eggs.is_some() || self.unseen.is_some() || self.down().next().is_some()
    }

    fn down(&self) -> impl Iterator<Item = Seat> {
        self.down.iter().flatten().copied()
    }

    fn gifts(&self) -> &[EggKnowledge] {
        self.may_give.as_deref().unwrap_or_default()
    }

    /// Builds the pile, and marks the eggs that a Courier may give.
    fn pile(&self, holder: Seat, players: &Players) -> Result<EggPile, PositionError> {
        let egg = |known| Egg { known, is_gift: false };
        let named = self.eggs.iter().flatten().map(|&value| EggKnowledge::Worth(value));
        // Eggs at the end of the list are newer.
        let down = self.down().map(down_egg);
        let unstated = std::iter::repeat_n(EggKnowledge::Unstated, self.unseen.unwrap_or_default().into());
        let mut pile = EggPile { eggs: named.chain(down).chain(unstated).map(egg).collect() };
        for &gift in self.gifts() {
            // A Courier collected its egg in this turn, so its egg is the newest.
            let newest = |known: EggKnowledge| pile.eggs.iter().rposition(|egg| !egg.is_gift && egg.known == known);
            let unstated = || if gift.value().is_some() { newest(EggKnowledge::Unstated) } else { None };
            let index = newest(gift).or_else(unstated).ok_or_else(|| {
                let name = players.name(holder);
                let text = format!(
                    "{name}'s Courier may give an egg only if it is in the pile: count it there, or leave `may give` out"
                );
                PositionError::new(ClauseId::table(4), text)
            })?;
            pile.eggs[index] = Egg { known: gift, is_gift: true };
        }
        Ok(pile)
    }
}

impl GamePosition<EggsAndEmpires> for Position {
    fn parse(parts: &PerPart<&str>, context: &TableContext<Setup>) -> Result<Self, (PartOwner, ParseError)> {
        let empty = Self { players: vec![PlayerPart::default(); context.players.count()], ..Self::default() };
        empty.read(parts, context, &|_, verb, tokens| {
            if verb == "opens" {
                return Ok(codes(parse_eggs(tokens)?));
            }
            Ok(tokens.each::<_, StepCards>(CARD, card_of)?.iter().map(CARDS.write).collect())
        })
    }

    fn why_absent(field: &FieldSpec, setup: &Setup) -> Option<&'static str> {
        match field.keyword {
            "tokens" if !setup.for_tokens() => Some("nobody gets tokens at this table: it plays for points"),
            "deck" if setup.eggs.is_none() => Some("this table lists no eggs, so nobody can count the deck: leave this out"),
            _ => None,
        }
    }

    fn bind(&mut self, part: PartOwner, binder: &mut FieldBinder<'_>) {
        let Some(seat) = part else {
            binder.count(&mut self.turn).name(&mut self.marker).cards(&mut self.eggs, &EGGS).names(&mut self.down, true);
            binder.count(&mut self.deck).cards_and_more(&mut self.gone, &EGGS).count(&mut self.round);
            return;
        };
        let player_part = &mut self.players[seat.index()];
        binder.cards(&mut player_part.eggs, &EGGS).names(&mut player_part.down, false).count(&mut player_part.unseen);
        binder.count(&mut player_part.merchants).count(&mut player_part.blacksmiths).count(&mut player_part.hand);
        binder.cards_and_more(&mut player_part.played, &CARDS).cards_or_empty(&mut player_part.shows, &CARDS);
        let (mut worth, mut down, mut unstated): (Option<EggValues>, Option<Scouts>, Option<u8>) = Default::default();
        for gift in player_part.may_give.iter().flatten() {
            match *gift {
                EggKnowledge::Worth(value) => worth.get_or_insert_default().push(value),
                EggKnowledge::Down { scout, .. } => down.get_or_insert_default().push(scout),
                EggKnowledge::Unstated => unstated = Some(unstated.unwrap_or_default() + 1),
            }
        }
        if player_part.may_give.as_ref().is_some_and(SmallVec::is_empty) {
            unstated = Some(0);
        }
        binder.cards(&mut worth, &CardCodec::of(value_of)).names(&mut down, true).count(&mut unstated);
        player_part.may_give = (worth.is_some() || down.is_some() || unstated.is_some()).then(|| {
            let worth = worth.into_iter().flatten().map(EggKnowledge::Worth);
            let unstated = std::iter::repeat_n(EggKnowledge::Unstated, unstated.unwrap_or_default().into());
            worth.chain(down.into_iter().flatten().map(down_egg)).chain(unstated).collect()
        });
        binder
            .count(&mut player_part.may_discard)
            .flag(&mut player_part.mulligan)
            .count(&mut player_part.points)
            .count(&mut player_part.tokens)
            .count(&mut player_part.adjusted);
    }

    fn to_game(
        &self,
        before: &EggsAndEmpires,
        players: &Players,
        events: &mut Vec<Event>,
    ) -> Result<EggsAndEmpires, PositionError> {
        let missing = |part, piece| PositionError::missing(part, piece, players);
        let mut game = before.clone();
        game.clear_table();
        self.carry_over(&mut game, players)?;
        let turn = self.turn.ok_or_else(|| missing(None, "turn N"))?;
        // EE-2.7
        if !(1..=TURNS).contains(&turn) {
            let text = format!("there is no turn {turn}: a round has {TURNS}, and one of them is still to be played");
            return Err(PositionError::new(ee(2, 7), text));
        }
        (game.turn, game.phase) = if self.eggs.is_some() { (turn, Phase::Play) } else { (turn - 1, Phase::Reveal) };
        game.marker = self.marker.or_else(|| worked_out_marker(&game, turn)).ok_or_else(|| missing(None, "marker NAME"))?;
        for (seat, part) in game.seats().zip(&self.players) {
            if !(turn == 1 || part.has_pile()) {
                return Err(missing(Some(seat), "what lies there"));
            }
            self.deal(&mut game, seat, turn, players)?;
            let index = seat.index();
            game.rounds.current.piles[index] = part.pile(seat, players)?;
            game.rounds.current.merchants[index] = part.merchants.unwrap_or_default();
            game.rounds.state_adjusted(seat, part.adjusted);
            game.rounds.current.blacksmiths[index] = part.blacksmiths.unwrap_or_default();
            game.rights.priests[index] = part.may_discard.unwrap_or_default();
            game.mulliganed = if part.mulligan.is_some() { game.mulliganed.with(seat) } else { game.mulliganed };
        }
        self.lay_eggs(&mut game, turn, players)?;
        game.rights.open = true;
        game.rights.open = !game.ability_holders().is_empty();
        game.rights.has_any = game.rights.open;
        if !game.rights.open {
            game.rights.priests = [0; MOST];
        }
        game.seats().for_each(|seat| game.deduce(seat, events));
        Ok(game)
    }

    fn from_game(game: &EggsAndEmpires, memory: bool) -> Option<Self> {
        let eggs = match game.phase {
            Phase::Reveal => None,
            Phase::Play if game.order.cards.is_empty() => Some(game.offer.up.iter().copied().collect()),
            _ => return None,
        };
        let turn = Some(game.turn_now()).filter(|turn| (1..=TURNS).contains(turn))?;
        let mut named = game.gone.to_vec();
        (EGGS.sort)(&mut named);
        // With a listed deck, the number of other discarded eggs follows from the rest.
        let more = Some(game.gone_unseen.into()).filter(|more| *more > 0 && game.nest.is_none());
        Some(Self {
            players: game.seats().map(|seat| PlayerPart::of(game, seat, turn, memory)).collect(),
            turn: Some(turn),
            marker: Some(game.marker),
            eggs,
            down: some_scouts(game.offer.down_eggs().collect()),
            deck: game.nest.as_ref().map(|nest| to_u16(nest.left)),
            gone: Some(PartialCards { named, more }).filter(|gone| memory && !gone.is_empty()),
            round: (game.rounds.number > 1).then_some(game.rounds.number),
            is_usual: false,
        })
    }
}

impl Position {
    fn part_of(&self, seat: Seat) -> &PlayerPart {
        &self.players[seat.index()]
    }

    /// Sets the number of the round, and each player's points and tokens from earlier rounds. If the log has earlier rounds, only
    /// checks that the position agrees with them.
    fn carry_over(&self, game: &mut EggsAndEmpires, players: &Players) -> Result<(), PositionError> {
        let missing = |part, piece| PositionError::missing(part, piece, players);
        let error = |clause, text: String| Err(PositionError::new(clause, text));
        let parts = || Seat::all(self.players.len()).zip(&self.players);
        if game.rounds.number > 1 || self.round == Some(1) {
            let before = game.rounds.totals_before();
            let stated = parts().flat_map(|(seat, part)| {
                let RoundGain { points, tokens } = before[seat.index()];
                [(seat, part.points, points), (seat, part.tokens, tokens)]
            });
            // EE-6.1: nothing comes before the first round.
            let clause = (game.rounds.number == 1).then_some(ee(6, 1));
            let agreement = game.rounds.check_agreement(self.round, stated, &BOOK, players);
            return agreement.map_err(|error| PositionError { clause: clause.unwrap_or(error.clause), ..error });
        }
        let Some(number) = self.round else {
            let has_some = parts().any(|(_, part)| [part.points, part.tokens].into_iter().flatten().any(|count| count != 0));
            return if has_some && !self.is_usual { Err(missing(None, "round N")) } else { Ok(()) };
        };
        let (for_tokens, rules) = (game.setup.for_tokens(), &game.setup.rules);
        // EE-6.2
        if !for_tokens && number > rules.rounds {
            let rounds = count_of(rules.rounds.into(), "round", "rounds");
            return error(ee(6, 2), format!("there is no round {number}: this game has {rounds}"));
        }
        // EE-6.3
        let wrong_tokens = || {
            let rounds = count_of((number - 1).into(), "round", "rounds");
            error(
                ee(6, 3),
                format!("{rounds} can't have given these tokens: each gives one to every player with the most points"),
            )
        };
        let is_needed = !for_tokens || (rules.marker != MarkerRule::EveryRound && rules.next_marker == NextMarker::FewestInAll);
        let most =
            i32::from(number - 1) * UNLISTED.1 * i32::from(to_u16(game.copies_each() * (usize::from(TURNS) + game.players - 1)));
        for (seat, part) in parts() {
            let index = seat.index();
            game.rounds.carried_over[index].points = match part.points {
                Some(points) => Points::Exactly(points),
                None if is_needed && !self.is_usual => return Err(missing(Some(seat), "before N")),
                None => Points::between(-most, most),
            };
            if for_tokens {
                let tokens = part.tokens.or(self.is_usual.then_some(0)).ok_or_else(|| missing(Some(seat), "tokens N"))?;
                if tokens >= game.tokens_to_win() {
                    let (name, goal) = (players.name(seat), game.tokens_to_win());
                    return error(ee(6, 3), format!("with these tokens {name} had won before this round: {goal} win"));
                }
                if !(0..i32::from(number)).contains(&tokens) {
                    return wrong_tokens();
                }
                game.rounds.carried_over[index].tokens = Points::Exactly(tokens);
            }
        }
        let tokens: i32 = self.players.iter().filter_map(|part| part.tokens).sum();
        if for_tokens && !self.is_usual && tokens < i32::from(number) - 1 {
            return wrong_tokens();
        }
        game.rounds.set_number(number);
        Ok(())
    }

    fn down(&self) -> impl Iterator<Item = Seat> {
        self.down.iter().flatten().copied()
    }

    /// The number of listed eggs that the position leaves without a place.
    fn spare_eggs(&self, before: &EggsAndEmpires) -> usize {
        let Some(listed) = &before.setup.eggs else { return usize::MAX };
        let in_pile = |part: &PlayerPart| {
            part.eggs.iter().flatten().count() + part.down().count() + usize::from(part.unseen.unwrap_or_default())
        };
        let gone = self.gone.as_ref().map_or(0, PartialCards::len);
        let on_offer = self.eggs.iter().flatten().count() + self.down().count();
        let placed =
            self.players.iter().map(in_pile).sum::<usize>() + gone + on_offer + usize::from(self.deck.unwrap_or_default());
        listed.len().saturating_sub(placed)
    }

    /// The number of face-down eggs of a player's Scouts, in all places.
    fn scout_eggs(&self, scout: Seat) -> usize {
        let piles = self.players.iter().flat_map(PlayerPart::down);
        self.down().chain(piles).filter(|egg_scout| *egg_scout == scout).count()
    }

    /// Lays out a player's played cards, those that are named and those that other fields imply, and deals the hand.
    fn deal(&self, game: &mut EggsAndEmpires, seat: Seat, turn: u8, players: &Players) -> Result<(), PositionError> {
        let (name, error) = (players.name(seat), |clause, text: String| Err(PositionError::new(clause, text)));
        let (part, copies, full_hand) = (self.part_of(seat), game.copies_each(), game.hand_size());
        let (named, more) = part.played.as_ref().map_or((&[][..], None), |played| (&played.named, played.more));
        let copies_in = |cards: &[Card], card: Card| cards.iter().filter(|counted| **counted == card).count();
        let (deck, mut implied, mut seen) = (&mut game.decks[seat.index()], 0, 0);
        for card in Card::ALL {
            let by_name = copies_in(named, card);
            let by_fields = match card {
                Card::Scout => self.scout_eggs(seat),
                Card::Courier => part.gifts().len(),
                Card::Merchant => part.merchants.unwrap_or_default().into(),
                Card::Priest => part.may_discard.unwrap_or_default().into(),
                Card::Blacksmith => part.blacksmiths.unwrap_or_default().into(),
                _ => 0,
            };
            let spent = by_name.max(by_fields);
            // EE-1.1
            if spent + copies_in(&part.shows, card) > copies {
                return error(ee(1, 1), format!("{name} has {}, not more", count_of(copies, card.name(), &card.plural())));
            }
            implied += spent - by_name;
            // EE-2.2
            if more.is_some_and(|more| implied > more.into()) {
                let text = format!("by what lies there {name} has played {card}, and it is not among the cards after `played`");
                return error(ee(2, 2), text);
            }
            game.spent[seat.index()][card.index()] = to_u8(spent);
            seen += (0..spent).filter(|_| deck.turn_up(card.index())).count();
        }
        let played = match more {
            Some(more) => named.len() + usize::from(more),
            None => (named.len() + implied).max(usize::from(turn - 1) * copies),
        };
        // EE-1.1
        let total = Card::COUNT * copies;
        let mut ledger = Ledger::new(total, ee(1, 1), ["card", "cards"]);
        ledger.lay(played);
        let usual_hand = to_u32(full_hand.min(total.saturating_sub(played)));
        let hand = ledger.place(LedgerPlace::hand(seat, part.shows.len()).stated(part.hand).usual(usual_hand));
        ledger.place(LedgerPlace::new(Some(seat), "deck"));
        let hand = ledger.settle(players)?[hand] as usize;
        deck.cover(played - seen);
        part.shows.iter().for_each(|card| {
            deck.draw_seen(seat, card.index());
        });
        deck.deal(seat, hand - part.shows.len());
        Ok(())
    }

    /// Puts the eggs into their places (EE-1.5).
    fn lay_eggs(&self, game: &mut EggsAndEmpires, turn: u8, players: &Players) -> Result<(), PositionError> {
        let gone = self.gone.as_ref();
        let mut named: Vec<EggValue> = self.eggs.iter().flatten().copied().collect();
        named.extend(game.seats().flat_map(|seat| game.pile(seat).values()));
        named.extend(gone.iter().flat_map(|gone| &gone.named));
        if let Err(Fault::NoSuchEgg(value)) = game.check_reveal(&named) {
            return Err(PositionError::new(ee(1, 5), game.listed_in_words(value)));
        }
        game.gone_unseen = to_u8(gone.and_then(|gone| gone.more).unwrap_or_default());
        let mut nest = game.nest.take();
        if let Some(nest) = &mut nest {
            let in_piles = |seat| game.pile(seat).eggs.iter().filter(|egg| egg.known.value().is_none()).count();
            let unnamed = self.down().count() + game.seats().map(in_piles).sum::<usize>();
            let (deck, gone_unseen) = self.deck_and_gone(nest.left, named.len() + unnamed, turn, players)?;
            for &value in &named {
                nest.add_seen(value);
            }
            (nest.left, game.gone_unseen) = (deck, to_u8(gone_unseen));
        }
        game.nest = nest;
        game.gone = gone.iter().flat_map(|gone| &gone.named).copied().collect();
        game.offer.up = self.eggs.iter().flatten().copied().collect();
        game.offer.laid = turn - 1;
        for scout in self.down() {
            game.offer.down[scout.index()] += 1;
        }
        Ok(())
    }

    /// The numbers of eggs in the deck and of unnamed discarded eggs, if `placed` of the listed eggs have other places (EE-1.5).
    /// The number of revealed eggs isn't checked, as a wrong number may have been let stand (EE-2.1). In the first turn, no egg
    /// was discarded, unless the position states one.
    fn deck_and_gone(&self, listed: usize, placed: usize, turn: u8, players: &Players) -> Result<(usize, usize), PositionError> {
        let mut ledger = Ledger::new(listed, ee(1, 5), ["egg", "eggs"]);
        ledger.lay(placed);
        let deck = ledger.place(LedgerPlace::new(None, "deck N").stated(self.deck));
        let more = match &self.gone {
            Some(gone) => gone.more.or(gone.named.is_empty().then_some(0)),
            None => (turn == 1).then_some(0),
        };
        let gone = LedgerPlace::new(None, "gone V +N").stated(more);
        let assumes_none = self.deck.is_none() && (self.gone.is_some() || self.is_usual);
        let gone = ledger.place(if assumes_none { gone.usual(0_u32) } else { gone });
        let counts = ledger.settle(players)?;
        Ok((counts[deck] as usize, counts[gone] as usize))
    }
}

fn some_scouts(scouts: Scouts) -> Option<Scouts> {
    Some(scouts).filter(|scouts| !scouts.is_empty())
}

impl PlayerPart {
    fn of(game: &EggsAndEmpires, seat: Seat, turn: u8, memory: bool) -> Self {
        let (index, hand, deck) = (seat.index(), game.hand(seat), &game.decks[seat.index()]);
        let mut pile = game.pile(seat).eggs.clone();
        pile.sort_by_key(|egg| egg.known.laid());
        let mut eggs: EggValues = game.pile(seat).values().into_iter().collect();
        let mut unseen = game.pile(seat).unstated_count();
        if !memory {
            // An egg that may be given is known to all players.
            let gifts: EggValues = pile.iter().filter(|egg| egg.is_gift).filter_map(|egg| egg.known.value()).collect();
            unseen += eggs.len() - gifts.len();
            eggs = gifts;
            eggs.sort_unstable_by(|first, second| second.cmp(first));
        }
        let down: Scouts = pile.iter().filter_map(|egg| egg.known.scout()).collect();
        let mut may_give = Gifts::new();
        if game.rights.open {
            may_give.extend(pile.iter().filter(|egg| egg.is_gift).map(|egg| egg.known.scout().map_or(egg.known, down_egg)));
            may_give.sort_unstable();
        }
        let spent: usize = game.spent[index].iter().map(|&count| usize::from(count)).sum();
        let played = spent + deck.covered();
        let is_regular = played == usize::from(turn - 1) * game.copies_each();
        let named =
            Card::ALL.into_iter().zip(game.spent[index]).flat_map(|(card, times)| std::iter::repeat_n(card, times.into()));
        let named: Vec<Card> = if memory { named.collect() } else { Vec::new() };
        let more = (!is_regular).then(|| to_u16(played - named.len()));
        let full_hand = game.hand_size().min((Card::COUNT * game.copies_each()).saturating_sub(played));
        let positive = |count: u8| Some(count).filter(|count| *count > 0);
        let (has_earlier_rounds, gain_before) = (game.rounds.number > 1, game.rounds.totals_before()[index]);
        let exactly = |points: Points| match points {
            Points::Exactly(points) => Some(points).filter(|_| has_earlier_rounds),
            Points::Between(..) => None,
        };
        let are_all_named = unseen == 0 && down.is_empty();
        Self {
            eggs: Some(eggs).filter(|eggs| are_all_named || !eggs.is_empty()),
            down: some_scouts(down),
            unseen: Some(to_u16(unseen)).filter(|unseen| *unseen > 0),
            merchants: positive(game.rounds.current.merchants[index]),
            blacksmiths: positive(game.rounds.current.blacksmiths[index]),
            hand: (hand.len() != full_hand).then(|| to_u8(hand.len())),
            played: (more.is_some() || !named.is_empty()).then_some(PartialCards { named, more }),
            shows: if memory { known_cards(hand).into_iter().collect() } else { StepCards::new() },
            may_give: Some(may_give).filter(|gifts| !gifts.is_empty()),
            may_discard: Some(game.rights.priests[index]).filter(|priests| game.rights.open && *priests > 0),
            mulligan: (turn == 1 && game.phase == Phase::Reveal && game.may_begin_anew() && game.mulliganed.contains(seat))
                .then_some(()),
            points: exactly(gain_before.points),
            tokens: exactly(gain_before.tokens).filter(|_| game.setup.for_tokens()),
            adjusted: game.rounds.adjusted(seat),
        }
    }
}

/// The holder of the marker before a turn. Returns `None` if the holder depends on ties (EE-5.1).
fn worked_out_marker(game: &EggsAndEmpires, turn: u8) -> Option<Seat> {
    match game.setup.rules.marker {
        _ if turn == 1 => Some(game.first),
        MarkerRule::EveryRound => Some(game.first),
        MarkerRule::EveryTurn => game.first.clockwise(game.players).nth(usize::from(turn.saturating_sub(1)) % game.players),
        MarkerRule::AfterTie | MarkerRule::AfterBrokenTie => None,
    }
}
