//! The position of a round: each player's captured cards, the cards on the table, hands, deck and turn.

use super::{BOOK, Blulu, Bonus, DealPlan, Event, Phase, PlayerCaptures, Setup, book::bl, step::StepCards};
use crate::{decktet::Card, table::prelude::*};

mod usual;

/// The position of a round between two turns, as far as stated.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Position {
    players: Vec<PlayerPart>,
    /// The face-up cards on the table, in canonical order.
    table: Option<StepCards>,
    deck: Option<u16>,
    turn: Option<Seat>,
    round: Option<u16>,
    /// Whether this is the usual table of a dispute. Unstated points are then unknown.
    is_usual: bool,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct PlayerPart {
    captured: Option<u16>,
    /// The named cards among the captured ones.
    pile: StepCards,
    flushes: Option<u16>,
    sextets: Option<u16>,
    /// Whether nobody captured after this player.
    last: Option<()>,
    hand: Option<u16>,
    /// Cards known to be in the hand, in canonical order.
    shows: StepCards,
    /// Points before this round.
    points: Option<i32>,
    adjusted: Option<i32>,
}

impl PlayerPart {
    fn captured(&self) -> u16 {
        self.captured.unwrap_or_default()
    }

    /// The number of captures known to have been made: those that earned a bonus, or the last one of the round.
    fn known_captures(&self) -> u32 {
        self.bonuses().max(self.last.is_some().into())
    }

    /// The fewest cards that the known captures can have taken.
    fn least_captured(&self) -> u32 {
        self.known_captures() * LEAST_CAPTURE
    }

    fn bonuses(&self) -> u32 {
        [self.flushes, self.sextets].into_iter().flatten().map(u32::from).sum()
    }
}

/// The fewest cards that a capture takes: two from the hand and one from the table (BL-2.4).
const LEAST_CAPTURE: u32 = 3;

const CARD: CardCodec<Card> = CardCodec::of(Card::from_code);

impl GamePosition<Blulu> for Position {
    fn parse(parts: &PerPart<&str>, context: &TableContext<Setup>) -> Result<Self, (PartOwner, ParseError)> {
        let deck = context.setup.dealing.deck.cards();
        let empty = Self { players: vec![PlayerPart::default(); context.players.count()], ..Self::default() };
        empty.read(parts, context, &|_, _, tokens| Ok(codes(tokens.cards::<_, Vec<Card>>(deck)?)))
    }

    fn bind(&mut self, owner: PartOwner, binder: &mut FieldBinder<'_>) {
        let Some(seat) = owner else {
            binder.cards(&mut self.table, &CARD).count(&mut self.deck).name(&mut self.turn).count(&mut self.round);
            return;
        };
        let part = &mut self.players[seat.index()];
        let mut count = part.captured.filter(|_| part.pile.is_empty());
        let more = part.captured().saturating_sub(to_u16(part.pile.len()));
        let mut pile = Some(PartialCards { named: part.pile.to_vec(), more: Some(more).filter(|more| *more > 0) });
        pile = pile.filter(|pile| !pile.named.is_empty());
        binder.count(&mut count).cards_and_more(&mut pile, &CARD).require(count.is_none(), "the captured cards are here twice");
        part.captured = count.or(pile.as_ref().map(|pile| to_u16(pile.len())));
        part.pile = pile.into_iter().flat_map(|pile| pile.named).collect();
        binder.count(&mut part.flushes).count(&mut part.sextets).flag(&mut part.last).count(&mut part.hand);
        binder.cards_or_empty(&mut part.shows, &CARD).count(&mut part.points).count(&mut part.adjusted);
    }

    fn to_game(&self, before: &Blulu, players: &Players, events: &mut Vec<Event>) -> Result<Blulu, PositionError> {
        let mut game = before.clone();
        game.clear_table();
        self.carry_over(&mut game, players)?;
        let missing = |piece| PositionError::missing(None, piece, players);
        if self.table.is_none() {
            return Err(missing("the cards that lie there (`-` if none do)"));
        }
        let deck_size = game.setup.dealing.deck.cards().len();
        if self.cards_out() as usize == deck_size {
            return Err(no_more_turns());
        }
        let regular = self.regular_state(&game);
        let mut ledger = Ledger::new(deck_size, bl(1, 2), ["card", "cards"]);
        ledger.lay(self.cards_out() as usize);
        let hand = |(seat, part): (Seat, &PlayerPart)| {
            let regular_hand = regular.as_ref().map(|state| state.hands[seat.index()]);
            ledger.place(LedgerPlace::hand(seat, part.shows.len()).stated(part.hand.or(regular_hand)))
        };
        let hands: Vec<PlaceId> = game.seats().zip(&self.players).map(hand).collect();
        let deck = ledger.place(LedgerPlace::new(None, "deck N").stated(self.deck));
        let counts = ledger.settle(players)?;
        let turn = self.turn.or(regular.map(|state| state.turn)).ok_or_else(|| missing("turn NAME"))?;
        for card in self.table.iter().flatten() {
            game.turn_up(*card)?;
            game.table.insert(*card);
        }
        for (seat, part) in game.seats().zip(&self.players) {
            game.rounds.state_adjusted(seat, part.adjusted);
            game.lay_pile(seat, part, players)?;
            for card in &part.shows {
                game.turn_up(*card)?;
                game.account.enter_hand(seat, card.index());
            }
            game.seen_hands[seat.index()].seen = part.shows.iter().copied().collect();
        }
        for ((seat, part), hand) in game.seats().zip(&self.players).zip(hands) {
            game.account.deal(seat, counts[hand] as usize - part.shows.len());
        }
        game.account.cover(game.covered.iter().copied().map(usize::from).sum());
        let worth = |seat| game.bonus_worth(seat);
        let ended_by_adjustment =
            || game.seats().any(|seat| game.rounds.adjusted(seat).is_some() && game.wins_at_once(seat, worth));
        if self.knows_points() && (!game.may_have_ended(worth).is_empty() || ended_by_adjustment()) {
            return Err(no_more_turns());
        }
        game.captor = self.captor(players)?;
        let deals = game.setup.dealing.deals(game.players);
        let cards_per_deal = (game.players * usize::from(game.setup.dealing.hand)).max(1);
        game.deal = deals.saturating_sub((counts[deck] as usize).div_ceil(cards_per_deal)).max(1);
        game.is_table_dealt = true;
        game.phase = Phase::Turn(turn);
        game.deduce(events);
        game.acts += 1;
        Ok(game)
    }

    fn from_game(game: &Blulu, memory: bool) -> Option<Self> {
        let Phase::Turn(turn) = game.phase else { return None };
        let totals_before = game.rounds.totals_before();
        let parts = game.seats().map(|seat| {
            let captures = &game.rounds.current.catches[seat.index()];
            let bonus_count = |bonus| Some(captures.count(bonus)).filter(|count| *count > 0);
            let hand = game.account.hand(seat);
            PlayerPart {
                captured: Some(captures.captured),
                pile: if memory { game.piles[seat.index()].iter().collect() } else { StepCards::new() },
                flushes: bonus_count(Bonus::Flush),
                sextets: bonus_count(Bonus::Sextet),
                last: (game.captor == Some(seat)).then_some(()),
                hand: Some(to_u16(hand.len())),
                shows: if memory { known_cards(hand).into_iter().collect() } else { StepCards::new() },
                points: (game.rounds.number > 1).then_some(totals_before[seat.index()]),
                adjusted: game.rounds.adjusted(seat),
            }
        });
        let mut position = Self {
            players: parts.collect(),
            table: Some(game.table.iter().collect()),
            deck: Some(to_u16(game.account.pile_len())),
            turn: Some(turn),
            round: (game.rounds.number > 1).then_some(game.rounds.number),
            is_usual: false,
        };
        // A full hand is left out if the other fields determine it.
        let has_regular_hands =
            |state: TurnState| position.players.iter().zip(state.hands).all(|(part, hand)| part.hand == Some(hand));
        if position.regular_state(game).is_some_and(has_regular_hands) {
            let full_hand = game.setup.dealing.hand;
            position.players.iter_mut().for_each(|part| part.hand = part.hand.filter(|hand| *hand != full_hand));
        }
        Some(position)
    }
}

/// The state between two turns of a regular round: the sizes of deck and hands, and the turn.
struct TurnState {
    deck: u16,
    hands: Vec<u16>,
    turn: Seat,
}

impl TurnState {
    /// The state after this many turns of two cards each (BL-1.3, BL-1.4). `None` if the round has fewer turns.
    fn after(turns: usize, game: &Blulu) -> Option<Self> {
        let (DealPlan { hand, .. }, players) = (game.setup.dealing, game.players);
        let (cards_per_deal, deals) = (players * usize::from(hand), game.setup.dealing.deals(players));
        let (deal, played_turns) = (turns * 2 / cards_per_deal, turns % (cards_per_deal / 2));
        let deals_left = deals.checked_sub(deal + 1)?;
        let order: Vec<Seat> = game.next_dealer().clockwise(players).collect();
        let mut hands = vec![0; players];
        for (nth, seat) in order.iter().enumerate() {
            let own_turns = played_turns / players + usize::from(nth < played_turns % players);
            hands[seat.index()] = hand - 2 * u16::try_from(own_turns).ok()?;
        }
        Some(Self { deck: u16::try_from(deals_left * cards_per_deal).ok()?, hands, turn: order[played_turns % players] })
    }
}

impl Position {
    /// Sets the round's number, the points of the rounds before, and the captures of this round.
    fn carry_over(&self, game: &mut Blulu, players: &Players) -> Result<(), PositionError> {
        let points: Vec<Option<i32>> = self.players.iter().map(|part| part.points).collect();
        game.rounds.carry_over(self.round, &points, self.is_usual, &BOOK, players)?;
        for (captures, part) in game.rounds.current.catches.iter_mut().zip(&self.players) {
            *captures = PlayerCaptures::counted(part.captured(), [part.flushes, part.sextets].map(Option::unwrap_or_default));
        }
        let winner = game.winner_before().filter(|_| self.knows_points()); // BL-5.1
        let error = |seat| {
            let text = format!("with these points {} had won before this round", players.name(seat));
            Err(PositionError::new(bl(5, 1), text))
        };
        winner.map_or(Ok(()), error)
    }

    /// Whether the points before this round are known. A player without stated points may have as many as the leader.
    fn knows_points(&self) -> bool {
        !self.is_usual || self.round == Some(1) || self.players.iter().all(|part| part.points.is_some())
    }

    /// The number of cards on the table and in piles.
    fn cards_out(&self) -> u32 {
        let table = self.table.as_ref().map_or(0, StepCards::len);
        self.players.iter().map(|part| u32::from(part.captured())).sum::<u32>() + to_u32(table)
    }

    /// The state that follows from the dealer and the number of cards outside deck and hands, if every turn played two cards.
    fn regular_state(&self, game: &Blulu) -> Option<TurnState> {
        let played = self.cards_out().checked_sub(game.setup.dealing.table.into()).filter(|played| played.is_multiple_of(2))?;
        TurnState::after(usize::try_from(played / 2).ok()?, game)
    }

    /// The player who captured last: the marked player, or the only player with captured cards.
    fn captor(&self, players: &Players) -> Result<Option<Seat>, PositionError> {
        let seats = |is_meant: fn(&PlayerPart) -> bool| -> Seats {
            players.seats().zip(&self.players).filter(|(_, part)| is_meant(part)).map(|(seat, _)| seat).collect()
        };
        let (marked, captors) = (seats(|part| part.last.is_some()), seats(|part| part.captured() > 0));
        match (marked.iter().next(), captors.iter().next()) {
            (Some(_), _) if marked.len() > 1 => {
                let names = players.join_names(marked.iter().take(2));
                Err(PositionError::new(bl(4, 1), format!("{names} are both marked `last`, and one of them captured last")))
            }
            (Some(seat), _) if !captors.contains(seat) => {
                let name = players.name(seat);
                Err(PositionError::new(bl(2, 4), format!("a capture takes three cards or more, and {name} has fewer")))
            }
            (None, Some(seat)) if captors.len() > 1 => Err(PositionError::missing(Some(seat), "last", players)),
            (marked, captor) => Ok(marked.or(captor)),
        }
    }
}

impl Blulu {
    /// Turns up a card that lies in a stated place.
    fn turn_up(&mut self, card: Card) -> Result<(), PositionError> {
        let deck = self.setup.dealing.deck;
        let text = match deck.cards().contains(card) {
            true if self.account.turn_up(card.index()) => return Ok(()),
            true => format!("{card} is in two places, and there is one"),
            false => format!("{card} is not in this game's deck (`deck = {deck}`)"),
        };
        Err(PositionError::new(ClauseId::table(3), text))
    }

    /// Lays a player's pile of captured cards. Unnamed cards remain unseen.
    fn lay_pile(&mut self, seat: Seat, part: &PlayerPart, players: &Players) -> Result<(), PositionError> {
        for card in &part.pile {
            self.turn_up(*card)?;
            self.piles[seat.index()].insert(*card);
        }
        self.covered[seat.index()] = part.captured().saturating_sub(to_u16(part.pile.len()));
        // A capture takes at least one card of the table and plays at least one of the hand.
        if part.bonuses() <= u32::from(part.captured() / 2) {
            return Ok(());
        }
        let text = format!("{} has more bonuses than captures are possible with these cards", players.name(seat));
        Err(PositionError::new(bl(3, 1), text))
    }

    /// The worth of a player's bonuses in this round, in points or cards.
    pub(super) fn bonus_worth(&self, seat: Seat) -> i32 {
        self.rounds.current.catches[seat.index()].worth()
    }

    /// The player who had won before this round, by the points carried over (BL-5.1).
    fn winner_before(&self) -> Option<Seat> {
        let totals = self.rounds.totals_before();
        let leader = Seats::all(self.players).with_most(|seat| totals[seat.index()]).single();
        leader.filter(|leader| totals[leader.index()] >= i32::from(self.setup.rules.target))
    }
}

fn no_more_turns() -> PositionError {
    PositionError::new(bl(4, 1), "with this, the round would be over; a position is one in which somebody has a turn")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn context() -> TableContext<Setup> {
        let setup = Blulu::setup(2, &RuleSettings::defaults(Blulu::book()), &[]).expect("two can play");
        TableContext { players: Players::new(["Ada", "Bo"]), setup }
    }

    fn parse_parts(ada: &str, bo: &str, table_part: &str) -> Result<Position, (PartOwner, ParseError)> {
        let table_part = Some(table_part).filter(|text| !text.is_empty());
        Position::parse(&PerPart { players: vec![ada, bo], table: table_part }, &context())
    }

    #[test]
    fn a_text_that_is_not_a_piece_is_reported_with_its_range() {
        let error = |ada, bo, table_part| parse_parts(ada, bo, table_part).expect_err("it can't be read");
        let (part, parse_error) = error("12; hand", "", "");
        assert_eq!((part, parse_error.range.clone()), (Some(Seat::new(0)), 8..8), "{parse_error}");
        assert_eq!(error("", "3; 4", "").1.range, 3..4);
        assert_eq!(error("", "", "4MS; turn Cy").0, None);
        assert_eq!(error("", "", "4MS +3").1.range, 4..6);
        assert_eq!(error("99999", "", "").1.to_string().split(';').next(), Some("`99999` is not a valid number here"));
    }

    #[test]
    fn covered_cards_can_be_in_any_hand() {
        let context = context();
        let mut game = Blulu::new(2, &context.setup);
        game.apply(&Act::BeginRound { first: Seat::new(0) }, &mut Vec::new());
        let position = parse_parts("12; last", "8", "7SK AS AM; turn Bo; hand 2");
        assert!(position.is_err(), "a hand is a player's");
        let position = parse_parts("12; last", "9", "7SK AS AM").expect("it is read");
        let game = position.to_game(&game, &context.players, &mut Vec::new()).expect("it can lie so");
        let verdict = |cards: &str| {
            let step = <Blulu as crate::table::Notation>::parse(&format!("trail {cards}"), &context).expect("a step");
            game.judge(&Act::Step { actor: Some(Seat::new(1)), step }).map_err(crate::table::GameFault::kind)
        };
        assert_eq!(verdict("3MW 9LK"), Ok(()), "any card that isn't seen can be there");
        assert_eq!(verdict("7SK 3MW"), Err(FindingKind::Impossible));
        assert_eq!((game.account.covered(), game.account.pile_len()), (21, 8));
    }
}
