//! The position of a year. In Emus Redux, it also has the market, the cards taken from the market, and the excused birds.

use super::{
    BirdNumber, BookFault, Emu, EmuBook, Event, Fault, HAND, MARKET_DRAWS, Phase, PileNumber, Setup, WILDS, market::Market,
    pile::DiscardPile, tally::CountedBirds,
};
use crate::{
    decktet::{Card, Cards},
    table::prelude::*,
};
use std::marker::PhantomData;

mod usual;

/// The position of a year between two turns, as far as stated.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Position<B> {
    book: PhantomData<B>,
    /// The parts of the players, in seat order.
    players: Vec<PlayerPart>,
    discards: Option<Vec<NamedPile>>,
    /// The cards in the market, in canonical order.
    market: Option<Vec<Card>>,
    draw: Option<u16>,
    turn: Option<Seat>,
    round: Option<u16>,
    /// Whether this is the usual table of a dispute, with assumed values for unstated fields (see [`usual`]).
    is_usual: bool,
    /// Whether the position left a place unstated, in which other cards may lie. Used only in a dispute.
    has_unstated_place: bool,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct PlayerPart {
    birds: Option<CountedBirds>,
    hand: Option<u16>,
    /// Cards known to be in the hand, in canonical order.
    shows: Vec<Card>,
    done: Option<()>,
    /// The number of market cards taken.
    taken: Option<u16>,
    points: Option<i32>,
    adjusted: Option<i32>,
}

impl PlayerPart {
    fn cards(&self) -> impl Iterator<Item = Card> {
        self.birds.iter().flat_map(CountedBirds::cards).map(|bird_card| bird_card.card)
    }

    fn excused_birds(&self) -> impl Iterator<Item = BirdNumber> {
        self.birds.iter().flat_map(CountedBirds::excused_birds)
    }
}

pub(super) const CARD: CardCodec<Card> = CardCodec::of(Card::from_code);

/// A discard pile as stated: the named cards, top first, and the number of unnamed cards below.
type NamedPile = PartialCards<Card>;

/// The stated form of a pile. Without `memory` only its top card is named.
fn stated_pile(pile: &DiscardPile, memory: bool) -> NamedPile {
    let top_first = pile.cards().iter().rev().copied();
    let named: Vec<Card> = top_first.take(if memory { usize::MAX } else { 1 }).collect();
    let more = pile.len() - named.len();
    NamedPile { more: if more > 0 || named.is_empty() { u16::try_from(more).ok() } else { None }, named }
}

/// Parses a discard pile. A pile without named cards and without a number is empty.
fn parse_pile(group: &CardGroup) -> Option<NamedPile> {
    let pile = CARD.named_cards(group)?;
    Some(NamedPile { more: pile.more.or(pile.named.is_empty().then_some(0)), ..pile })
}

fn pile_group(pile: &NamedPile) -> CardGroup {
    CARD.group(&pile.named, pile.more.filter(|more| *more > 0 || !pile.named.is_empty()))
}

const FULL_HAND: u16 = 6;
const _: () = assert!(FULL_HAND as usize == HAND);

struct LedgerPlaces {
    ledger: Ledger,
    hands: Vec<PlaceId>,
    piles: Vec<PlaceId>,
    draw: PlaceId,
    /// The place for the cards of forgotten excused birds, or in a dispute for the cards of all unstated places together.
    rest: Option<PlaceId>,
}

/// Numbers of Pawns and Courts (RX-1.3).
struct WildCounts {
    /// The number of market cards that each player has taken.
    taken: Vec<u16>,
    laid_out: u16,
    /// The number of market cards that lie neither in the market nor in any other stated place.
    unseen: u16,
}

fn sum(counts: impl Iterator<Item = u16>) -> u16 {
    counts.fold(0, u16::saturating_add)
}

impl<B: EmuBook> GamePosition<Emu<B>> for Position<B> {
    fn parse(parts: &PerPart<&str>, context: &TableContext<Setup>) -> Result<Self, (PartOwner, ParseError)> {
        let cards = context.setup.cards;
        let empty = Self { players: vec![PlayerPart::default(); context.players.count()], ..Self::default() };
        empty.read(parts, context, &|field, _, tokens| {
            let are_birds = field.keyword.is_empty();
            if are_birds {
                CountedBirds::parse_codes(tokens, cards, B::BOOK.tally_example)
            } else {
                Ok(codes(tokens.cards::<_, Vec<Card>>(cards)?))
            }
        })
    }

    fn bind(&mut self, owner: PartOwner, binder: &mut FieldBinder<'_>) {
        let has_market = B::MARKET_EACH > 0;
        let Some(seat) = owner else {
            if has_market {
                binder.cards(&mut self.market, &CARD);
            }
            // The table may have let a third pile stand.
            let pile_count = |discards: &Option<Vec<NamedPile>>| discards.as_ref().map_or(0, Vec::len);
            binder.groups(&mut self.discards, parse_pile, pile_group);
            binder.require(
                pile_count(&self.discards) <= PileNumber::ALL.len(),
                format!("there can't be {} discard piles", pile_count(&self.discards)),
            );
            // Empty piles at the end need not be stated.
            if let Some(piles) = &mut self.discards {
                while piles.len() > 1 && piles.last().is_some_and(NamedPile::is_empty) {
                    piles.pop();
                }
            }
            binder.count(&mut self.draw).name(&mut self.turn).count(&mut self.round);
            return;
        };
        let part = &mut self.players[seat.index()];
        CountedBirds::bind(&mut part.birds, binder);
        binder.count(&mut part.hand).cards_or_empty(&mut part.shows, &CARD).flag(&mut part.done);
        if has_market {
            binder.count(&mut part.taken);
        }
        binder.count(&mut part.points).count(&mut part.adjusted);
    }

    fn to_game(&self, before: &Emu<B>, players: &Players, events: &mut Vec<Event>) -> Result<Emu<B>, PositionError> {
        let mut game = before.clone();
        game.clear();
        let cards = game.setup.cards;
        self.check_copies(cards).map_err(|fault| game.position_error(fault, players))?;
        let wilds = self.wilds(&game, players)?;
        if self.discards.is_none() && !self.is_usual {
            return Err(PositionError::missing(None, "discards CARD +N", players));
        }
        let LedgerPlaces { ledger, hands, piles, draw, rest } = self.ledger_places(cards, &wilds);
        let counts = if self.is_usual { ledger.assume(players)? } else { ledger.settle(players)? };
        game.account = Account::new(self.stock(cards, &wilds));
        self.carry_over(&mut game, players)?;
        let stated_piles = || self.discards.iter().flatten();
        let open_cards =
            self.players.iter().flat_map(PlayerPart::cards).chain(stated_piles().flat_map(|pile| pile.named.iter().copied()));
        open_cards.for_each(|card| {
            game.account.turn_up(card.index());
        });
        for ((seat, part), (&hand, &taken)) in before.seats().zip(&self.players).zip(hands.iter().zip(&wilds.taken)) {
            for card in &part.shows {
                game.account.draw_seen(seat, card.index());
            }
            game.account.deal(seat, counts[hand] as usize - part.shows.len());
            let excuses = part.shows.iter().filter(|&&card| card == Card::EXCUSE).count();
            game.rounds.state_adjusted(seat, part.adjusted);
            let rancher = game.rancher_mut(seat);
            rancher.birds = part.birds.as_ref().map(CountedBirds::to_birds).unwrap_or_default();
            rancher.excused = part.excused_birds().collect();
            rancher.excuses_seen = to_u8(excuses);
            rancher.market_draws = to_u8(taken);
            if part.done.is_some() {
                game.done = game.done.with(seat);
            }
        }
        let unnamed_count = |(pile, &place): (&NamedPile, &PlaceId)| counts[place] as usize - pile.named.len();
        let unnamed_counts: Vec<usize> = stated_piles().zip(&piles).map(unnamed_count).collect();
        game.account.cover(unnamed_counts.iter().sum::<usize>() + rest.map_or(0, |place| counts[place] as usize));
        game.phase = match (counts[draw], self.turn) {
            // ER-2.2, RX-2.2
            (0, Some(turn)) => {
                let name = players.name(turn);
                let text =
                    format!("the draw pile is empty, so the year has ended, and {name} has no turn any more; leave `turn` out");
                return Err(Self::error(2, 2, text));
            }
            (0, None) => Phase::Laying,
            (_, Some(turn)) => Phase::Action(turn),
            // ER-1.2, RX-1.2: before any step, the first player has the turn.
            (_, None) if !self.is_usual && self.is_untouched() => Phase::Action(game.first),
            (_, None) => return Err(PositionError::missing(None, "turn NAME", players)),
        };
        // ER-5.3, RX-5.3
        if game.all_are_done() {
            return Err(Self::error(5, 3, "all are done, so the year is over: count it by hand"));
        }
        if wilds.unseen > 0 {
            let first_wild = WILDS.iter().next().map_or(0, Card::index);
            let has_room = game.account.exclude_kinds(first_wild..first_wild + WILDS.len(), wilds.unseen.into());
            // RX-1.3
            if !has_room {
                let cards = count_of(wilds.unseen.into(), "market card is", "market cards are");
                return Err(Self::error(
                    1,
                    3,
                    format!("{cards} nowhere to be seen, and hands and covered places have no room for that"),
                ));
            }
        }
        if B::MARKET_EACH > 0 {
            game.market = Market::of_position(self.market(), self.cards(), wilds.unseen > 0);
        }
        for ((number, pile), unnamed) in PileNumber::ALL.into_iter().zip(stated_piles()).zip(unnamed_counts) {
            *game.discards.get_mut(number) = DiscardPile::of(pile.named.iter().rev().copied(), to_u16(unnamed));
        }
        game.deduce(events);
        Ok(game)
    }

    fn from_game(game: &Emu<B>, memory: bool) -> Option<Self> {
        let turn = match game.phase {
            _ if game.is_market_due => return None,
            Phase::Action(turn) => Some(turn),
            Phase::Laying => None,
            Phase::Ready | Phase::Draw { .. } | Phase::Over => return None,
        };
        let (number, points) = (game.rounds.number, game.rounds.totals_before());
        let market_draws = || game.seats().map(|seat| u16::from(game.rancher(seat).market_draws));
        let market_adds_up = game.market.cards().count() + usize::from(sum(market_draws())) == game.market_size();
        let part_of = |(seat, taken): (Seat, u16)| {
            let (hand, rancher) = (game.account.hand(seat), game.rancher(seat));
            // Even without memory, the position states the seen Excuses (ER-6.7, RX-6.7).
            let stated_copies = |card: Card| match hand.known(card.index()) {
                known if card == Card::EXCUSE => known.min(rancher.excuses_seen.into()),
                known => usize::from(memory) * known,
            };
            PlayerPart {
                birds: Some(CountedBirds::all_hatched(rancher, memory)),
                hand: Some(to_u16(hand.len())).filter(|&size| size != FULL_HAND),
                shows: Card::all().flat_map(|card| std::iter::repeat_n(card, stated_copies(card))).collect(),
                done: game.done.contains(seat).then_some(()),
                taken: Some(taken).filter(|&taken| taken > 0 || !market_adds_up),
                points: (number > 1).then_some(points[seat.index()]),
                adjusted: game.rounds.adjusted(seat),
            }
        };
        let piles = PileNumber::ALL.map(|number| game.discards.get(number));
        let last_index = piles.iter().rposition(|pile| !pile.is_empty()).unwrap_or_default();
        Some(Self {
            players: game.seats().zip(market_draws()).map(part_of).collect(),
            discards: Some(piles[..=last_index].iter().map(|pile| stated_pile(pile, memory)).collect()),
            market: (B::MARKET_EACH > 0).then(|| game.market.cards().collect()),
            draw: Some(to_u16(game.account.pile_len())),
            turn,
            round: (number > 1).then_some(number),
            ..Self::default()
        })
    }

    /// Renders the number of cards that must lie under the top card of the first pile without a stated number.
    fn inference(&self, before: &Emu<B>, players: &Players) -> Option<String> {
        let wilds = self.wilds(before, players).ok()?;
        let index = self.discards.iter().flatten().position(|pile| pile.more.is_none())?;
        let LedgerPlaces { ledger, piles, .. } = self.ledger_places(before.setup.cards, &wilds);
        let card_count = ledger.settle(players).ok()?[*piles.get(index)?] as usize;
        let named_cards = &self.discards.iter().flatten().nth(index)?.named;
        let (top, unnamed) = (named_cards.first()?, card_count.checked_sub(named_cards.len()).filter(|unnamed| *unnamed > 0)?);
        let verb = if unnamed == 1 { "lies" } else { "lie" };
        Some(format!("{} {verb} under {top}, by what lies elsewhere", count_of(unnamed, "card", "cards")))
    }
}

impl<B: EmuBook> Emu<B> {
    /// The error of a position with this fault.
    fn position_error(&self, fault: Fault, players: &Players) -> PositionError {
        let (fault, context) = (BookFault::from(fault), TableContext { players: players.clone(), setup: self.setup });
        let text = self.explain(&Act::BeginRound { first: self.first }, fault, &context);
        PositionError::new(fault.breach().clause, text)
    }
}

impl<B: EmuBook> Position<B> {
    fn error(section: u8, number: u8, text: impl Into<String>) -> PositionError {
        PositionError::new(Emu::<B>::clause(section, number), text)
    }

    fn market(&self) -> &[Card] {
        self.market.as_deref().unwrap_or_default()
    }

    /// The named cards outside the market, with repeats.
    fn cards(&self) -> impl Iterator<Item = Card> {
        let discards = self.discards.iter().flatten().flat_map(|pile| pile.named.iter().copied());
        self.players.iter().flat_map(|part| part.cards().chain(part.shows.iter().copied())).chain(discards)
    }

    /// The number of Excuses spent (ER-5.4, RX-5.4).
    fn spent_excuses(&self) -> usize {
        self.players.iter().flat_map(PlayerPart::excused_birds).count()
    }

    fn is_market_card(card: Card) -> bool {
        B::MARKET_EACH > 0 && WILDS.contains(card)
    }

    /// The number of copies of a card at a table with these `cards`.
    fn copies(cards: Cards, card: Card) -> u8 {
        if Self::is_market_card(card) { Market::COPIES } else { Emu::<B>::copies(cards, card) }
    }

    fn check_copies(&self, cards: Cards) -> Result<(), Fault> {
        let not_for_market = self.market().iter().find(|&&card| !WILDS.contains(card));
        not_for_market.map_or(Ok(()), |&card| Err(Fault::NotForMarket(card)))?;
        let spent = std::iter::repeat_n(Card::EXCUSE, self.spent_excuses());
        match surplus(|card| Self::copies(cards, card), self.market().iter().copied().chain(self.cards()).chain(spent)) {
            Some(card) if Self::is_market_card(card) => Err(Fault::ThirdCopy(card)),
            surplus => surplus.map_or(Ok(()), |card| Err(Fault::TooManyCopies(card))),
        }
    }

    /// The number of market cards that each player has taken: as stated, or derived from the cards missing in the market (RX-4.5).
    fn taken(&self, market_size: usize, players: &Players) -> Result<Vec<u16>, PositionError> {
        let stated_numbers = || self.players.iter().map(|part| part.taken);
        let missing_cards = to_u16(market_size.saturating_sub(self.market().len()));
        let unassigned = missing_cards.saturating_sub(sum(stated_numbers().flatten()));
        let unstated_players = to_u16(stated_numbers().filter(Option::is_none).count());
        let is_clear = unstated_players <= 1 || [0, unstated_players * u16::from(MARKET_DRAWS)].contains(&unassigned);
        match stated_numbers().position(|taken| taken.is_none()) {
            Some(seat) if !is_clear => Err(PositionError::missing(Some(Seat::new(seat)), "taken N", players)),
            _ => Ok(stated_numbers().map(|taken| taken.unwrap_or_else(|| unassigned / unstated_players)).collect()),
        }
    }

    /// Counts the market cards that were taken, that were laid out, and that are unseen (RX-1.3).
    fn wilds(&self, game: &Emu<B>, players: &Players) -> Result<WildCounts, PositionError> {
        if B::MARKET_EACH == 0 {
            return Ok(WildCounts { taken: vec![0; self.players.len()], laid_out: 0, unseen: 0 });
        }
        if self.market.is_none() && !self.is_usual {
            return Err(PositionError::missing(None, "market CARD…", players));
        }
        let taken = self.taken(game.market_size(), players)?;
        let laid_out = sum(taken.iter().copied()).saturating_add(to_u16(self.market().len()));
        let seen_count = self.market().len() + self.cards().filter(|&card| WILDS.contains(card)).count();
        let copies_in_decks = to_u16(usize::from(Market::COPIES) * WILDS.len());
        let unseen = laid_out.checked_sub(to_u16(seen_count)).filter(|_| laid_out <= copies_in_decks);
        let too_many = if laid_out > copies_in_decks { usize::from(laid_out) } else { seen_count };
        let unseen = unseen.ok_or_else(|| game.position_error(Fault::TooManyWilds(to_u8(too_many)), players))?;
        Ok(WildCounts { taken, laid_out, unseen })
    }

    /// The account's stock: the deck without the spent Excuses, and the seen Pawns and Courts outside the market. If market cards
    /// are unseen, the stock has all copies of Pawns and Courts that don't lie in the market.
    fn stock(&self, cards: Cards, wilds: &WildCounts) -> [u8; Card::COUNT] {
        let mut stock = Emu::<B>::deck(cards);
        stock[Card::EXCUSE.index()] -= to_u8(self.spent_excuses()).min(stock[Card::EXCUSE.index()]);
        for card in WILDS.iter().filter(|card| Self::is_market_card(*card)) {
            let copies_among = |cards: &mut dyn Iterator<Item = Card>| {
                u8::try_from(cards.filter(|&copy| copy == card).count()).unwrap_or(Market::COPIES).min(Market::COPIES)
            };
            stock[card.index()] = if wilds.unseen > 0 {
                Market::COPIES - copies_among(&mut self.market().iter().copied())
            } else {
                copies_among(&mut self.cards())
            };
        }
        stock
    }

    /// The ledger of all cards, and its places (ER-1.1, ER-1.4, RX-1.1, RX-1.3). After the year's end a hand can have fewer cards than at
    /// its start. In a dispute, cards can also lie in unstated places.
    fn ledger_places(&self, cards: Cards, wilds: &WildCounts) -> LedgerPlaces {
        let deck: usize = Emu::<B>::deck(cards).into_iter().map(usize::from).sum();
        let mut ledger = Ledger::new(deck + usize::from(wilds.laid_out), Emu::<B>::clause(1, 1), ["card", "cards"]);
        ledger.lay(self.players.iter().map(|part| part.cards().count()).sum());
        ledger.lay(self.market().len() + self.spent_excuses());
        // Cards that are in no other place are taken to be those of forgotten excused birds.
        let forgotten_birds: usize = self.players.iter().flat_map(|part| &part.birds).map(CountedBirds::forgotten_birds).sum();
        let mut hands = Vec::new();
        for (seat, part) in Seat::all(self.players.len()).zip(&self.players) {
            let hand = LedgerPlace::hand(seat, part.shows.len()).stated(part.hand).usual(FULL_HAND);
            hands.push(ledger.place(match part.hand {
                None if self.is_usual => {
                    let full = FULL_HAND.max(to_u16(part.shows.len()));
                    hand.usual(full).most(full)
                }
                _ => hand.or_fewer(self.draw == Some(0) && forgotten_birds == 0),
            }));
        }
        let is_draw_empty = if self.is_usual { self.has_year_ended() } else { self.spent_excuses() > 0 };
        let stated_draw = self.draw.or(is_draw_empty.then_some(0));
        let draw =
            LedgerPlace::new(None, "draw N").stated(stated_draw).most(to_u16(deck.saturating_sub(HAND * self.players.len())));
        let draw = ledger.place(if self.is_usual { draw.usual(u32::MAX) } else { draw });
        let (mut piles, mut is_first_unstated) = (Vec::new(), true);
        for stated_pile in self.discards.iter().flatten() {
            let named_len = to_u16(stated_pile.named.len());
            let pile = LedgerPlace::new(None, "discards CARD +N").least(named_len.into());
            piles.push(ledger.place(match stated_pile.more {
                Some(more) => pile.stated(Some(named_len.saturating_add(more))),
                None if self.is_usual && std::mem::take(&mut is_first_unstated) => pile.usual(u32::MAX),
                None if self.is_usual || stated_draw.is_none() || forgotten_birds > 0 => pile.usual(named_len).most(named_len),
                None => pile,
            }));
        }
        let has_rest = if self.is_usual { self.has_unstated_place } else { forgotten_birds > 0 };
        let least = if self.is_usual { 0 } else { forgotten_birds };
        let rest = has_rest.then(|| ledger.place(LedgerPlace::new(None, "").least(least)));
        LedgerPlaces { ledger, hands, piles, draw, rest }
    }

    /// Whether nothing lies on birds or discard piles, as before the first turn.
    fn is_untouched(&self) -> bool {
        let has_no_discards =
            self.discards.iter().flatten().all(|pile| pile.named.is_empty() && pile.more.unwrap_or_default() == 0);
        has_no_discards && self.players.iter().all(|part| part.cards().next().is_none())
    }

    /// Sets the year's number and the points of the years before, which are not in the log.
    fn carry_over(&self, game: &mut Emu<B>, players: &Players) -> Result<(), PositionError> {
        let states_points = self.players.iter().any(|part| part.points.is_some());
        if game.setup.years == 1 && (states_points || self.round.is_some()) {
            let text = "the game is one year, and nothing was played before it: leave `round` and `before` out";
            return Err(Self::error(6, 5, text));
        }
        // In a dispute, points of the years before imply that the year is not the first.
        let is_later = self.is_usual && states_points && game.rounds.number < 2;
        let number = self.round.or(is_later.then_some(2));
        let is_possible_year = number.is_none_or(|number| game.rounds.number > 1 || number <= game.setup.years);
        if !is_possible_year {
            let (years, year) = (game.setup.years, number.unwrap_or(1));
            return Err(Self::error(6, 5, format!("the game has {years} years, so there is no year {year}")));
        }
        let points: Vec<Option<i32>> = self.players.iter().map(|part| part.points).collect();
        game.rounds.carry_over(number, &points, self.is_usual, B::BOOK, players)
    }

    /// Whether the year must have ended although `draw` is unstated: a player is done, and nobody has a turn.
    fn has_year_ended(&self) -> bool {
        self.draw.is_none() && self.turn.is_none() && self.players.iter().any(|part| part.done.is_some())
    }
}
