//! A round taken up where it lies: the turn, the marker, the eggs on offer and in piles, what was played, and the rights that are open.

use super::{
    Card, EggsAndEmpires, Fault, Known, MOST, Phase, Setup, Step, TURNS, Value,
    book::{MarkerRule, NextMarker, TurnEnd},
    egg::{Egg, Nest, Pile, UNLISTED},
    eggs_each_turn,
    judge::count,
    step::{Cards, Values},
};
use crate::table::{
    Assumed, Disputed, Header, Indexed as _, ParseError, Part, Parted, Players, Points, Positioned, Said, Seat, TableFault,
    Unsaid, check, count_of, known_in,
};
use smallvec::SmallVec;
use std::ops::RangeInclusive;

mod notation;
#[cfg(test)]
mod tests;

/// How a round lies between two turns, or between a turn's eggs and its first card, as far as it was said.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Position {
    players: Vec<Own>,
    /// The turn under way, or about to begin.
    turn: Option<u8>,
    marker: Option<Seat>,
    /// The eggs on offer, highest first; none before they are revealed.
    eggs: Option<Values>,
    /// Whose Scouts laid what lies face down on offer, in seat order.
    down: Scouts,
    deck: Option<u16>,
    gone: Option<Named<Values>>,
    round: Option<u16>,
}

/// Scouts, once for each egg that they laid.
type Scouts = SmallVec<[Seat; 4]>;

/// What is named of some eggs or cards, and how many more there are, if that is said.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Named<T> {
    named: T,
    more: Option<u16>,
}

/// What one player has.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Own {
    /// The named eggs of the pile, highest first.
    eggs: Option<Values>,
    /// Whose Scouts laid the eggs of the pile that have no name yet, the oldest first.
    down: Scouts,
    /// How many more eggs are in the pile.
    unseen: Option<u16>,
    merchants: Option<u8>,
    blacksmiths: Option<u8>,
    hand: Option<u8>,
    /// The cards played in this round, lowest first.
    played: Option<Named<Cards>>,
    /// Cards known to be in the hand, lowest first.
    shows: Cards,
    /// The eggs that this player's Courier may give, one a Courier.
    may_give: SmallVec<[Gift; 2]>,
    /// How many of this player's Priests may discard an egg.
    may_discard: u8,
    mulligan: Option<()>,
    /// Points and tokens before this round.
    points: Option<i32>,
    tokens: Option<i32>,
}

/// An egg that a Courier may give.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Gift {
    Worth(Value),
    Down(Seat),
    Unsaid,
}

impl Own {
    /// Whether the pile is told.
    fn has_pile(&self) -> bool {
        self.eggs.is_some() || self.unseen.is_some() || !self.down.is_empty()
    }

    /// The pile, with the rights to give marked in it.
    fn pile(&self, holder: Seat) -> Result<Pile, Fault> {
        let egg = |known| Egg { known, gift: false };
        let named = self.eggs.iter().flatten().map(|&value| Known::Worth(value));
        // What is laid later is newer.
        let down = self.down.iter().map(|&scout| Known::Down { scout, laid: 0 });
        let unsaid = std::iter::repeat_n(Known::Unsaid, self.unseen.unwrap_or_default().into());
        let mut pile = Pile { eggs: named.chain(down).chain(unsaid).map(egg).collect() };
        for gift in &self.may_give {
            let free = |known: Known| move |egg: &Egg| !egg.gift && egg.known == known;
            let unsaid = || pile.eggs.iter().position(free(Known::Unsaid));
            let (at, known) = match *gift {
                Gift::Worth(value) => {
                    let known = Known::Worth(value);
                    let at = pile.eggs.iter().position(free(known)).or_else(unsaid);
                    (at.ok_or(Fault::NotInPile { holder, value })?, known)
                }
                // The newest, which was collected in this turn.
                Gift::Down(scout) => {
                    let known = Known::Down { scout, laid: 0 };
                    (pile.eggs.iter().rposition(free(known)).ok_or(Fault::NotInPileDown { holder, scout: Some(scout) })?, known)
                }
                Gift::Unsaid => (unsaid().ok_or(Fault::NothingToGive(holder))?, Known::Unsaid),
            };
            pile.eggs[at] = Egg { known, gift: true };
        }
        Ok(pile)
    }

    fn eggs(&self) -> usize {
        self.eggs.iter().flatten().count() + self.down.len() + usize::from(self.unseen.unwrap_or_default())
    }
}

/// A player's cards as they lie in a position.
struct Laid {
    /// How often each card is known to have been played.
    spent: [u8; Card::COUNT],
    /// How many cards were played.
    played: usize,
    hand: usize,
}

impl Positioned<EggsAndEmpires> for Position {
    fn parse(parts: &Parted<&str>, header: &Header<Setup>) -> Result<Self, (Part, ParseError)> {
        Self::read(parts, header)
    }

    fn write(&self, players: &Players) -> Parted<String> {
        self.written(players)
    }

    fn construct(&self, before: &EggsAndEmpires) -> Result<EggsAndEmpires, Fault> {
        let mut game = before.clone();
        game.clear_table();
        self.carry_over(&mut game)?;
        let turn = self.turn.ok_or(ask(None, Said::TurnNumber))?;
        check((1..=TURNS).contains(&turn), Fault::NoSuchTurn(turn))?; // EE-2.7
        (game.turn, game.phase) = if self.eggs.is_some() { (turn, Phase::Play) } else { (turn - 1, Phase::Reveal) };
        game.marker = self.marker.or_else(|| worked_out_marker(&game, turn)).ok_or(ask(None, Said::Marker))?;
        for (seat, own) in game.seats().zip(&self.players) {
            check(turn == 1 || own.has_pile(), ask(Some(seat), Said::Lies))?;
            self.deal(&mut game, seat, turn)?;
            let at = seat.index();
            game.round.piles[at] = own.pile(seat)?;
            game.round.merchants[at] = own.merchants.unwrap_or_default();
            game.round.blacksmiths[at] = own.blacksmiths.unwrap_or_default();
            game.rights.priests[at] = own.may_discard;
            game.mulliganed = if own.mulligan.is_some() { game.mulliganed.with(seat) } else { game.mulliganed };
        }
        self.lay_eggs(&mut game, turn)?;
        game.rights.open = true;
        game.rights.open = !game.able().is_empty();
        game.rights.any = game.rights.open;
        if !game.rights.open {
            game.rights.priests = [0; MOST];
        }
        Ok(game)
    }

    fn misfits(&self, before: &EggsAndEmpires) -> Vec<(Part, Fault)> {
        let mut misfits = Vec::new();
        let Some(turn) = self.turn.filter(|turn| *turn > 0) else { return misfits };
        let (each, others) = (before.each(), before.players - 1);
        let is_closed = self.eggs.is_some() && before.setup.rules.turn_end == TurnEnd::BeforeReveal;
        let reach_is_empty = |seat: Seat| before.within_reach(seat).all(|holder| self.own(holder).eggs() == 0);
        for (seat, own) in before.seats().zip(&self.players) {
            let Ok(laid) = self.laid(before, seat, turn) else { continue };
            let mut is_odd = |fault| misfits.push((Some(seat), fault));
            let due = usize::from(turn - 1) * each;
            // Other traces of cards in the first turn are told as what they are.
            let has_played = own.played.is_some() || own.merchants.is_some() || own.blacksmiths.is_some();
            if laid.played != due && (turn > 1 || has_played) {
                is_odd(Fault::OddPlayed { seat, due: count(due) }); // EE-2.2
            }
            let full = before.hand_size().min(Card::COUNT * each - laid.played);
            if laid.hand != full {
                is_odd(Fault::OddHand { seat, due: count(full) }); // EE-1.2
            }
            // EE-2.4: an egg for each card that collected one, and those that the others' Couriers gave.
            let without = usize::from(own.merchants.unwrap_or_default()) + usize::from(own.blacksmiths.unwrap_or_default());
            if own.eggs() > laid.played.saturating_sub(without) + each * others {
                is_odd(Fault::MoreThanCards(seat));
            }
            if own.may_give.is_empty() && own.may_discard == 0 {
                continue;
            }
            if turn == 1 {
                is_odd(Fault::NoTurnBefore(seat)); // EE-4.6
            } else if is_closed {
                is_odd(Fault::ClosedByReveal(seat));
            } else if own.may_discard > 0 && reach_is_empty(seat) {
                is_odd(Fault::NothingToDiscard(seat)); // EE-4.4
            }
        }
        self.odd_eggs(before, turn, &mut misfits);
        misfits
    }

    fn unsaid(fault: Fault) -> Option<Unsaid> {
        if let Fault::Table(fault) = fault { fault.unsaid() } else { None }
    }

    fn lacks(&self, fault: Fault) -> Option<Unsaid> {
        let is_of_turn = matches!(
            fault,
            Fault::OddPlayed { .. }
                | Fault::MoreThanCards(_)
                | Fault::OddEggs { .. }
                | Fault::OddDeck { .. }
                | Fault::OddOffer { .. }
                | Fault::NoTurnBefore(_)
                | Fault::NoScoutBefore
        );
        let is_of_eggs = matches!(fault, Fault::OddEggs { .. } | Fault::OddDeck { .. } | Fault::EggsOutOfDeck(_));
        let pile = Seat::all(self.players.len()).zip(&self.players).find(|(_, own)| !own.has_pile()).map(|(seat, _)| seat);
        let turn = (is_of_turn && self.turn.is_none()).then_some(Unsaid { part: None, piece: Said::TurnNumber });
        turn.or(pile.filter(|_| is_of_eggs).map(|seat| Unsaid { part: Some(seat), piece: Said::Lies }))
    }

    fn of(game: &EggsAndEmpires, memory: bool) -> Option<Self> {
        let eggs = match game.phase {
            Phase::Reveal => None,
            Phase::Play if game.order.cards.is_empty() => Some(game.offer.up.iter().copied().collect()),
            _ => return None,
        };
        let turn = Some(game.turn_now()).filter(|turn| (1..=TURNS).contains(turn))?;
        let gone = || {
            let mut named: Values = game.gone.iter().copied().collect();
            named.sort_unstable_by(|one, other| other.cmp(one));
            // Of a listed deck the rest says how many more are gone.
            let more = if game.nest.is_none() { Some(game.gone_unseen.into()).filter(|more| *more > 0) } else { None };
            Some(Named { named, more }).filter(|gone| !gone.named.is_empty() || gone.more.is_some())
        };
        Some(Self {
            players: game.seats().map(|seat| Own::of(game, seat, turn, memory)).collect(),
            turn: Some(turn),
            marker: Some(game.marker),
            eggs,
            down: game.offer.down_eggs().collect(),
            deck: game.nest.as_ref().map(|nest| count(nest.left)),
            gone: if memory { gone() } else { None },
            round: (game.number > 1).then_some(game.number),
        })
    }

    fn can_become(game: &EggsAndEmpires, later: &Self, turns: usize) -> bool {
        let Some(now) = Self::of(game, false).filter(|_| turns == 1) else { return true };
        match (&now.eggs, &later.eggs) {
            // Eggs are revealed next.
            (None, then) => then.is_some() && now.turn == later.turn,
            (Some(eggs), Some(then)) => now.turn == later.turn && eggs == then,
            (Some(_), None) => now.turn.map(|turn| turn + 1) == later.turn,
        }
    }

    fn assumed(
        mut self,
        before: &EggsAndEmpires,
        lines: &Disputed<'_, Step>,
        players: &Players,
    ) -> Result<Assumed<Self>, Unsaid> {
        let steps = lines.steps;
        self.touched(before, steps)?;
        let mut taken = Vec::new();
        if self.eggs.is_none() && matches!(steps.first(), Some((_, Step::Reveal(_)))) {
            taken.push("eggs that are still to be revealed".to_owned());
        }
        if self.turn.is_none() {
            let turn = self.earliest_turn(before, steps);
            self.turn = Some(turn);
            taken.push(format!("turn {turn}"));
        }
        for own in self.players.iter_mut().filter(|own| !own.has_pile()) {
            // At least what may be given is there.
            let gifts = || own.may_give.iter();
            own.unseen = u16::try_from(gifts().filter(|gift| **gift == Gift::Unsaid).count()).ok().filter(|unseen| *unseen > 0);
            own.down = gifts().filter_map(|gift| if let Gift::Down(scout) = gift { Some(*scout) } else { None }).collect();
            own.eggs = Some(gifts().filter_map(|gift| if let Gift::Worth(value) = gift { Some(*value) } else { None }).collect());
        }
        if self.marker.is_none() && worked_out_marker(before, self.turn.unwrap_or_default()).is_none() {
            let marker = before.first;
            self.marker = Some(marker);
            if steps.iter().any(|(_, step)| matches!(step, Step::Play(_))) {
                taken.push(format!("the marker at {}", players.name(marker)));
            }
        }
        if let (Some(listed), None, None) = (&before.setup.eggs, self.deck, &self.gone) {
            let hidden: usize = self.players.iter().map(Own::eggs).sum();
            let rest = listed.len().saturating_sub(hidden + self.down.len() + self.eggs.iter().flatten().count());
            let due = self.in_deck(before, listed.len(), self.turn.unwrap_or_default());
            let most = rest.min(*due.end());
            // Fewer eggs are revealed only when there are no more.
            let revealed = steps.iter().find_map(|(_, step)| if let Step::Reveal(eggs) = step { Some(eggs.len()) } else { None });
            let is_last = |eggs: &usize| *eggs < eggs_each_turn(before.players) && due.contains(eggs);
            let deck = revealed.filter(is_last).unwrap_or(most).min(most);
            self.deck = Some(count(deck));
            taken.push(format!("{} in the deck", count_of(deck, "egg", "eggs")));
        }
        Ok((self, taken))
    }
}

impl Position {
    fn own(&self, seat: Seat) -> &Own {
        &self.players[seat.index()]
    }

    /// The number of the round, and what each had before it, of rounds that nobody has.
    fn carry_over(&self, game: &mut EggsAndEmpires) -> Result<(), Fault> {
        let each = || Seat::all(self.players.len()).zip(&self.players);
        if game.number > 1 {
            // The log has them.
            let known = |seat, is: i32| Fault::Table(TableFault::KnownBefore { seat, is: i16::try_from(is).unwrap_or(i16::MAX) });
            check(self.round.is_none_or(|round| round == game.number), known(None, game.number.into()))?;
            for (seat, own) in each() {
                for (said, is) in [(own.points, &game.before.points), (own.tokens, &game.before.tokens)] {
                    let (least, most) = is[seat.index()].range();
                    check(said.is_none_or(|said| (least..=most).contains(&said)), known(Some(seat), least))?;
                }
            }
            return Ok(());
        }
        let number = self.round.unwrap_or(1);
        if number == 1 {
            let has_some = |own: &Own| own.points.is_some_and(|n| n != 0) || own.tokens.is_some_and(|n| n != 0);
            return match each().find(|(_, own)| has_some(own)) {
                Some(_) if self.round.is_none() => Err(ask(None, Said::Round)),
                Some((seat, _)) => Err(Fault::NoRoundBefore(seat)),
                None => Ok(()),
            };
        }
        let (for_tokens, rules) = (game.setup.for_tokens(), &game.setup.rules);
        check(for_tokens || number <= rules.rounds, Fault::NoSuchRound(number))?; // EE-6.2
        let is_needed = !for_tokens || (rules.marker != MarkerRule::EveryRound && rules.next_marker == NextMarker::FewestInAll);
        let most = i32::from(number - 1) * UNLISTED.1 * i32::from(count(game.each() * (usize::from(TURNS) + game.players - 1)));
        for (seat, own) in each() {
            let at = seat.index();
            game.before.points[at] = match own.points {
                Some(points) => Points::Exactly(points),
                None if is_needed => return Err(ask(Some(seat), Said::Before)),
                None => Points::between(-most, most),
            };
            if for_tokens {
                let tokens = own.tokens.ok_or(ask(Some(seat), Said::Tokens))?;
                check(tokens < game.tokens_to_win(), Fault::WonBefore(seat))?; // EE-6.3
                check((0..i32::from(number)).contains(&tokens), Fault::OddTokens { rounds: number - 1 })?;
                game.before.tokens[at] = Points::Exactly(tokens);
            }
        }
        let tokens: i32 = self.players.iter().filter_map(|own| own.tokens).sum();
        check(!for_tokens || tokens >= i32::from(number) - 1, Fault::OddTokens { rounds: number - 1 })?;
        (game.number, game.earlier, game.carried) = (number, number - 1, game.before.points);
        Ok(())
    }

    /// How many eggs of a player's Scouts lie face down anywhere.
    fn laid_by(&self, scout: Seat) -> usize {
        let piles = self.players.iter().flat_map(|own| &own.down);
        self.down.iter().chain(piles).filter(|of| **of == scout).count()
    }

    /// A player's cards: those that were named, those that something else lying there was done with, and how many there are.
    fn laid(&self, game: &EggsAndEmpires, seat: Seat, turn: u8) -> Result<Laid, Fault> {
        let (own, each) = (self.own(seat), game.each());
        let cards = |cards: &Cards, card: Card| cards.iter().filter(|other| **other == card).count();
        let mut laid = Laid { spent: [0; Card::COUNT], played: 0, hand: 0 };
        let (mut named, mut implied) = (0, 0);
        for card in Card::ALL {
            let by_name = own.played.as_ref().map_or(0, |played| cards(&played.named, card));
            let by_trace = match card {
                Card::Scout => self.laid_by(seat),
                Card::Courier => own.may_give.len(),
                Card::Merchant => own.merchants.unwrap_or_default().into(),
                Card::Priest => own.may_discard.into(),
                Card::Blacksmith => own.blacksmiths.unwrap_or_default().into(),
                _ => 0,
            };
            let spent = by_name.max(by_trace);
            check(spent + cards(&own.shows, card) <= each, Fault::MoreThanOwned(seat, card))?; // EE-1.1
            laid.spent[card.index()] = u8::try_from(spent).unwrap_or(u8::MAX);
            let more = own.played.as_ref().and_then(|played| played.more);
            implied += spent - by_name;
            check(more.is_none_or(|more| implied <= more.into()), Fault::NotPlayed { seat, card })?;
            named += by_name;
        }
        laid.played = match own.played.as_ref().and_then(|played| played.more) {
            Some(more) => named + usize::from(more),
            None => (named + implied).max(usize::from(turn - 1) * each),
        };
        let left = (Card::COUNT * each).checked_sub(laid.played).ok_or(Fault::OutOfCards(seat))?; // EE-1.1
        laid.hand = own.hand.map_or(game.hand_size().min(left), usize::from);
        check(laid.hand <= left, Fault::OutOfCards(seat))?;
        check(own.shows.len() <= laid.hand, Fault::ShowsMore(seat))?; // TB-5
        Ok(laid)
    }

    /// A player's cards go where they are.
    fn deal(&self, game: &mut EggsAndEmpires, seat: Seat, turn: u8) -> Result<(), Fault> {
        let laid = self.laid(game, seat, turn)?;
        let deck = &mut game.decks[seat.index()];
        let mut seen = 0;
        for (card, &spent) in laid.spent.iter().enumerate() {
            seen += (0..spent).filter(|_| deck.turn_up(card)).count();
        }
        deck.cover(laid.played - seen);
        let shows = &self.own(seat).shows;
        shows.iter().for_each(|card| {
            deck.draw_seen(seat, card.index());
        });
        deck.deal(seat, laid.hand - shows.len());
        game.spent[seat.index()] = laid.spent;
        Ok(())
    }

    /// The eggs go where they are (EE-1.5).
    fn lay_eggs(&self, game: &mut EggsAndEmpires, turn: u8) -> Result<(), Fault> {
        let gone = self.gone.as_ref();
        let mut named: Vec<Value> = self.eggs.iter().flatten().copied().collect();
        named.extend(game.seats().flat_map(|seat| game.pile(seat).values()));
        named.extend(gone.iter().flat_map(|gone| &gone.named));
        let more = gone.and_then(|gone| gone.more);
        if let Some(listed) = game.setup.eggs.clone() {
            let mut nest = Nest::new(&listed);
            nest.missing(&named).map_or(Ok(()), |value| Err(Fault::NoSuchEgg(value)))?;
            for &value in &named {
                nest.see(value);
            }
            let in_piles = |seat| game.pile(seat).eggs.iter().filter(|egg| egg.known.value().is_none()).count();
            let hidden = self.down.len() + game.seats().map(in_piles).sum::<usize>();
            let elsewhere = named.len() + hidden;
            let left = |rest: usize, taken: usize| rest.checked_sub(taken).ok_or(Fault::EggsOutOfDeck(count(elsewhere + taken)));
            let rest = left(listed.len(), elsewhere).map_err(|_| Fault::EggsOutOfDeck(count(elsewhere)))?;
            let gone_unseen = match (self.deck.map(usize::from), more.map(usize::from)) {
                (Some(deck), None) => left(rest, deck)?,
                (Some(deck), Some(more)) => {
                    check(deck + more == rest, Fault::EggsOutOfDeck(count(elsewhere + deck + more)))?;
                    more
                }
                (None, more) if more.is_some() || gone.is_some() => more.unwrap_or_default(),
                (None, _) if rest == 0 => 0,
                (None, _) => return Err(ask(None, Said::Deck)),
            };
            nest.left = left(rest, gone_unseen)?;
            game.gone_unseen = u8::try_from(gone_unseen).unwrap_or(u8::MAX);
            game.nest = Some(nest);
        } else {
            named.iter().try_for_each(|&value| game.can_turn_up(value))?;
            game.gone_unseen = u8::try_from(more.unwrap_or_default()).unwrap_or(u8::MAX);
        }
        game.gone = gone.iter().flat_map(|gone| &gone.named).copied().collect();
        game.offer.up = self.eggs.iter().flatten().copied().collect();
        game.offer.laid = turn - 1;
        for scout in &self.down {
            game.offer.down[scout.index()] += 1;
        }
        Ok(())
    }

    /// How many eggs were revealed until this turn, and how many more Scouts can have laid.
    fn laid_out(&self, before: &EggsAndEmpires, turn: u8) -> (usize, usize) {
        let turns = if self.eggs.is_some() { turn } else { turn.saturating_sub(1) };
        let by_scouts = if turn > 1 { before.each() * before.players } else { 0 };
        (eggs_each_turn(before.players) * usize::from(turns), by_scouts)
    }

    /// How many eggs a deck of so many can have left in this turn (EE-2.1).
    fn in_deck(&self, before: &EggsAndEmpires, all: usize, turn: u8) -> RangeInclusive<usize> {
        let (revealed, by_scouts) = self.laid_out(before, turn);
        let most = all.saturating_sub(revealed);
        most.saturating_sub(by_scouts)..=most
    }

    /// What of the eggs breaks a clause.
    fn odd_eggs(&self, before: &EggsAndEmpires, turn: u8, misfits: &mut Vec<(Part, Fault)>) {
        let mut is_odd = |fault| misfits.push((None, fault));
        let per_turn = eggs_each_turn(before.players);
        let (revealed, by_scouts) = self.laid_out(before, turn);
        if turn == 1 && !self.down.is_empty() {
            is_odd(Fault::NoScoutBefore); // EE-4.1
        }
        let deck = self.construct(before).ok().and_then(|game| game.nest).map(|nest| nest.left);
        if let Some(eggs) = &self.eggs {
            let due = deck.map_or(per_turn, |left| per_turn.min(left + eggs.len()));
            if eggs.len() != due {
                is_odd(Fault::OddOffer { are: count(eggs.len()), due: count(due) }); // EE-2.1
            }
        }
        let gone = self.gone.as_ref().map_or(0, |gone| gone.named.len() + usize::from(gone.more.unwrap_or_default()));
        let on_offer = self.eggs.iter().flatten().count() + self.down.len();
        let all = self.players.iter().map(Own::eggs).sum::<usize>() + on_offer + gone;
        if all > revealed + by_scouts {
            is_odd(Fault::OddEggs { are: count(all), turn }); // EE-1.4
        }
        if let (Some(left), Some(listed)) = (deck, &before.setup.eggs) {
            let due = self.in_deck(before, listed.len(), turn);
            if !due.contains(&left) {
                is_odd(Fault::OddDeck { least: count(*due.start()), most: count(*due.end()) }); // EE-2.1
            }
        }
    }

    /// Whether one of these steps touches something that isn't said.
    fn touched(&self, before: &EggsAndEmpires, steps: &[(Option<Seat>, Step)]) -> Result<(), Unsaid> {
        let mut is_revealed = self.eggs.is_some();
        // Eggs that are in a pile, whatever else is: by their values, or none for a face-down one.
        let gifts = |seat| {
            self.own(seat).may_give.iter().map(move |gift| match gift {
                Gift::Worth(value) => (seat, Some(*value)),
                Gift::Down(_) | Gift::Unsaid => (seat, None),
            })
        };
        let mut got: Vec<(Seat, Option<Value>)> = before.seats().flat_map(gifts).collect();
        let mut played: Vec<(Seat, Card)> = Vec::new();
        for (actor, step) in steps {
            let of = |holder: &Option<Seat>| holder.or(*actor);
            let needs = match step {
                Step::Reveal(_) => {
                    is_revealed = true;
                    played.clear();
                    None
                }
                Step::Play(_) | Step::Take(_) | Step::TakeDown { .. } | Step::Decline if !is_revealed => {
                    return Err(Unsaid { part: None, piece: Said::Eggs });
                }
                Step::Play(cards) => {
                    // EE-3.1: the marker decides among equal cards.
                    let is_tie =
                        cards.iter().any(|card| played.iter().any(|(seat, other)| Some(*seat) != *actor && card == other));
                    let turn = self.turn.unwrap_or(1);
                    if is_tie && self.marker.is_none() && (self.turn.is_none() || worked_out_marker(before, turn).is_none()) {
                        return Err(Unsaid { part: None, piece: Said::Marker });
                    }
                    played.extend(actor.iter().flat_map(|&seat| cards.iter().map(move |&card| (seat, card))));
                    None
                }
                Step::Take(value) => {
                    got.extend(actor.map(|seat| (seat, Some(*value))));
                    None
                }
                Step::TakeDown { value, .. } => {
                    got.extend(actor.map(|seat| (seat, *value)));
                    None
                }
                Step::Give { value, .. } => actor.map(|seat| (seat, *value)),
                Step::Discard { value, from } => of(from).map(|seat| (seat, Some(*value))),
                Step::DiscardDown { from, .. } => of(from).map(|seat| (seat, None)),
                Step::Opens { .. } => actor.map(|seat| (seat, None)),
                Step::Decline | Step::Mulligan | Step::End | Step::Shows(_) => None,
            };
            if let Some(egg) = needs
                && !self.own(egg.0).has_pile()
                && !got.contains(&egg)
            {
                return Err(Unsaid { part: Some(egg.0), piece: Said::Lies });
            }
        }
        Ok(())
    }

    /// The earliest turn that what is said leaves open: then most cards are still to come.
    fn earliest_turn(&self, before: &EggsAndEmpires, steps: &[(Option<Seat>, Step)]) -> u8 {
        if steps.iter().any(|(_, step)| *step == Step::End) {
            return TURNS;
        }
        let others = before.each() * (before.players - 1);
        let played = |seat: Seat| {
            let own = self.own(seat);
            let laid = self.laid(before, seat, 1).map_or(0, |laid| laid.played);
            // EE-2.4: an egg for each card that collected one, and those that the others' Couriers gave.
            let without = usize::from(own.merchants.unwrap_or_default()) + usize::from(own.blacksmiths.unwrap_or_default());
            let collected = (own.eggs() + without).saturating_sub(others);
            laid.max(collected).div_ceil(before.each()).max(usize::from(own.eggs() > 0))
        };
        let turns = before.seats().map(played).max().unwrap_or_default().max(usize::from(!self.down.is_empty()));
        let listed = before.setup.eggs.as_ref().map(|listed| listed.len());
        let hidden = self.players.iter().map(Own::eggs).sum::<usize>() + self.down.len() + self.eggs.iter().flatten().count();
        let fits = |turn: u8| {
            let (revealed, by_scouts) = self.laid_out(before, turn);
            let is_left = |(all, deck): (usize, u16)| self.in_deck(before, all, turn).contains(&usize::from(deck));
            hidden <= revealed + by_scouts && listed.zip(self.deck).is_none_or(is_left)
        };
        let earliest = u8::try_from(turns + 1).unwrap_or(TURNS).min(TURNS);
        (earliest..=TURNS).find(|turn| fits(*turn)).unwrap_or(earliest)
    }
}

impl Own {
    fn of(game: &EggsAndEmpires, seat: Seat, turn: u8, memory: bool) -> Self {
        let (at, hand, deck) = (seat.index(), game.hand(seat), &game.decks[seat.index()]);
        let mut pile = game.pile(seat).eggs.clone();
        pile.sort_by_key(|egg| egg.known.laid());
        let mut eggs: Values = game.pile(seat).values().into_iter().collect();
        let mut unseen = game.pile(seat).unsaid();
        if !memory {
            // An egg that may be given is known to all.
            let gifts: Values = pile.iter().filter(|egg| egg.gift).filter_map(|egg| egg.known.value()).collect();
            unseen += eggs.len() - gifts.len();
            eggs = gifts;
            eggs.sort_unstable_by(|one, other| other.cmp(one));
        }
        let down: Scouts = pile.iter().filter_map(|egg| egg.known.scout()).collect();
        let mut may_give: SmallVec<[Gift; 2]> = SmallVec::new();
        if game.rights.open {
            may_give.extend(pile.iter().filter(|egg| egg.gift).map(|egg| match egg.known {
                Known::Worth(value) => Gift::Worth(value),
                Known::Down { scout, .. } => Gift::Down(scout),
                Known::Unsaid => Gift::Unsaid,
            }));
            may_give.sort_unstable();
        }
        let spent: usize = game.spent[at].iter().map(|&count| usize::from(count)).sum();
        let played = spent + deck.covered();
        let is_regular = played == usize::from(turn - 1) * game.each();
        let named = Card::ALL.into_iter().zip(game.spent[at]).flat_map(|(card, n)| std::iter::repeat_n(card, n.into()));
        let named: Cards = if memory { named.collect() } else { Cards::new() };
        let more = (!is_regular).then(|| count(played - named.len()));
        let full = game.hand_size().min((Card::COUNT * game.each()).saturating_sub(played));
        let some = |count: u8| Some(count).filter(|count| *count > 0);
        let is_known = game.number > 1;
        let exactly = |points: Points| match points {
            Points::Exactly(points) => Some(points).filter(|_| is_known),
            Points::Between(..) => None,
        };
        let is_bare = unseen == 0 && down.is_empty();
        Self {
            eggs: Some(eggs).filter(|eggs| is_bare || !eggs.is_empty()),
            down,
            unseen: Some(count(unseen)).filter(|unseen| *unseen > 0),
            merchants: some(game.round.merchants[at]),
            blacksmiths: some(game.round.blacksmiths[at]),
            hand: (hand.len() != full).then(|| u8::try_from(hand.len()).unwrap_or(u8::MAX)),
            played: (more.is_some() || !named.is_empty()).then_some(Named { named, more }),
            shows: if memory { known_in(hand).into_iter().collect() } else { Cards::new() },
            may_give,
            may_discard: if game.rights.open { game.rights.priests[at] } else { 0 },
            mulligan: (turn == 1 && game.phase == Phase::Reveal && game.may_begin_anew() && game.mulliganed.contains(seat))
                .then_some(()),
            points: exactly(game.before.points[at]),
            tokens: exactly(game.before.tokens[at]).filter(|_| game.setup.for_tokens()),
        }
    }
}

/// Who holds the marker before a turn, where that doesn't depend on ties (EE-5.1).
fn worked_out_marker(game: &EggsAndEmpires, turn: u8) -> Option<Seat> {
    match game.setup.rules.marker {
        _ if turn == 1 => Some(game.first),
        MarkerRule::EveryRound => Some(game.first),
        MarkerRule::EveryTurn => game.first.clockwise(game.players).nth(usize::from(turn.saturating_sub(1)) % game.players),
        MarkerRule::AfterTie | MarkerRule::AfterBrokenTie => None,
    }
}

fn ask(part: Part, piece: Said) -> Fault {
    Fault::Table(TableFault::Unsaid(Unsaid { part, piece }))
}
