//! The position of a year; in Emus Redux also the market, who took from it, and the birds that Excuses took.

use super::{
    BirdNumber, Emu, EmuBook, Event, HAND, MARKET_DRAWS, Phase, PileNumber, Setup, Step, WILDS, market::Market,
    pile::DiscardPile, tally::CountedBirds,
};
use crate::{decktet::Card, table::prelude::*};
use std::marker::PhantomData;

mod usual;

/// The position of a year between two turns, as far as stated.
#[derive(Clone, Debug, PartialEq, Eq)]
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
    /// Whether this is the usual table of a dispute: cards without a stated location may lie in any unstated place.
    is_usual: bool,
    /// Whether there is such an unstated place.
    has_room: bool,
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
}

impl PlayerPart {
    fn cards(&self) -> impl Iterator<Item = Card> {
        self.birds.iter().flat_map(CountedBirds::cards).map(|laid| laid.card)
    }

    fn excused_birds(&self) -> impl Iterator<Item = BirdNumber> {
        self.birds.iter().flat_map(CountedBirds::excused_birds)
    }
}

pub(super) const CARD: CardCodec<Card> = CardCodec::of(Card::from_code);

/// A discard pile as stated: the named cards, top first, and the number of others below.
type NamedPile = PartialCards<Card>;

/// The stated form of a pile. Without `memory` only its top card is named.
fn stack_of(pile: &DiscardPile, memory: bool) -> NamedPile {
    let named = pile.cards().iter().rev().copied();
    let named: Vec<Card> = named.take(if memory { usize::MAX } else { 1 }).collect();
    let more = pile.len() - named.len();
    NamedPile { more: if more > 0 || named.is_empty() { u16::try_from(more).ok() } else { None }, named }
}

/// Parses a pile. Without named cards it has the stated number of cards, or none.
fn read_stack(group: &CardGroup) -> Option<NamedPile> {
    let stack = CARD.named_cards(group)?;
    Some(NamedPile { more: stack.more.or(stack.named.is_empty().then_some(0)), ..stack })
}

fn say_stack(stack: &NamedPile) -> CardGroup {
    CARD.group(&stack.named, stack.more.filter(|more| *more > 0 || !stack.named.is_empty()))
}

const FULL: u16 = 6;
const _: () = assert!(FULL as usize == HAND);

struct PlaceCounts {
    ledger: Ledger,
    hands: Vec<PlaceId>,
    piles: Vec<PlaceId>,
    draw: PlaceId,
    /// The excused birds whose cards are forgotten; in a dispute, all unstated places together.
    elsewhere: Option<PlaceId>,
}

struct WildCounts {
    /// The number of market cards that each player has taken.
    taken: Vec<u16>,
    laid_out: u16,
    /// The number of market cards that are nowhere to be seen.
    unseen: u16,
}

fn count(cards: usize) -> u16 {
    u16::try_from(cards).unwrap_or(u16::MAX)
}

fn sum(counts: impl Iterator<Item = u16>) -> u16 {
    counts.fold(0, u16::saturating_add)
}

impl<B: EmuBook> GamePosition<Emu<B>> for Position<B> {
    fn parse(parts: &PerPart<&str>, header: &TableContext<Setup>) -> Result<Self, (PartOwner, ParseError)> {
        let players = vec![PlayerPart::default(); header.players.count()];
        let nothing = Self {
            book: PhantomData,
            players,
            discards: None,
            market: None,
            draw: None,
            turn: None,
            round: None,
            is_usual: false,
            has_room: false,
        };
        nothing.read(parts, header, &|place, _, tokens| {
            let are_birds = place.word.is_empty();
            if are_birds {
                CountedBirds::codes(tokens, B::CARDS, B::BOOK.tally_example)
            } else {
                Ok(codes_of(tokens.cards::<_, Vec<Card>>(B::CARDS)?))
            }
        })
    }

    fn bind(&mut self, part: PartOwner, say: &mut FieldBinder<'_>) {
        let has_market = B::MARKET_EACH > 0;
        let Some(seat) = part else {
            if has_market {
                say.cards(&mut self.market, &CARD);
            }
            // A third pile may have been let stand.
            let piles = |discards: &Option<Vec<NamedPile>>| discards.as_ref().map_or(0, Vec::len);
            say.groups(&mut self.discards, read_stack, say_stack);
            say.require(
                piles(&self.discards) <= PileNumber::ALL.len(),
                format!("there can't be {} discard piles", piles(&self.discards)),
            );
            // Empty piles at the end need not be stated.
            if let Some(stacks) = &mut self.discards {
                while stacks.len() > 1 && stacks.last().is_some_and(NamedPile::is_empty) {
                    stacks.pop();
                }
            }
            say.count(&mut self.draw).name(&mut self.turn).count(&mut self.round);
            return;
        };
        let of = &mut self.players[seat.index()];
        CountedBirds::bind(&mut of.birds, say);
        say.count(&mut of.hand).some_cards(&mut of.shows, &CARD).mark(&mut of.done);
        if has_market {
            say.count(&mut of.taken);
        }
        say.count(&mut of.points);
    }

    fn to_game(&self, before: &Emu<B>, players: &Players, events: &mut Vec<Event>) -> Result<Emu<B>, PositionError> {
        self.copies_are_enough()?;
        let wilds = self.wilds(before.market_size(), players)?;
        if self.discards.is_none() && !self.is_usual {
            return Err(PositionError::missing(None, "discards CARD +N", players));
        }
        let PlaceCounts { ledger, hands, piles, draw, elsewhere } = self.lying(&wilds);
        let counts = if self.is_usual { ledger.assume(players)? } else { ledger.settle(players)? };
        let mut game = before.clone();
        game.clear(self.stock(&wilds));
        game.market_due = false;
        self.carry_over(&mut game, players)?;
        let stacks = || self.discards.iter().flatten();
        let open = self.players.iter().flat_map(PlayerPart::cards).chain(stacks().flat_map(|stack| stack.named.iter().copied()));
        open.for_each(|card| {
            game.account.turn_up(card.index());
        });
        for ((seat, of), (&hand, &taken)) in before.seats().zip(&self.players).zip(hands.iter().zip(&wilds.taken)) {
            for card in &of.shows {
                game.account.draw_seen(seat, card.index());
            }
            game.account.deal(seat, counts[hand] as usize - of.shows.len());
            let excuses = of.shows.iter().filter(|&&card| card == Card::EXCUSE).count();
            let rancher = game.rancher_mut(seat);
            rancher.birds = of.birds.as_ref().map(CountedBirds::ranch).unwrap_or_default();
            rancher.excused = of.excused_birds().collect();
            rancher.excuses_seen = u8::try_from(excuses).unwrap_or(u8::MAX);
            rancher.market_draws = u8::try_from(taken).unwrap_or(u8::MAX);
            if of.done.is_some() {
                game.done = game.done.with(seat);
            }
        }
        let unnamed = |(stack, &pile): (&NamedPile, &PlaceId)| counts[pile] as usize - stack.named.len();
        let unnamed: Vec<usize> = stacks().zip(&piles).map(unnamed).collect();
        game.account.cover(unnamed.iter().sum::<usize>() + elsewhere.map_or(0, |place| counts[place] as usize));
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
            // ER-1.2, RX-1.2: nothing has happened yet.
            (_, None) if !self.is_usual && self.is_untouched() => Phase::Action(game.first),
            (_, None) => return Err(PositionError::missing(None, "turn NAME", players)),
        };
        // ER-5.3, RX-5.3
        if game.all_are_done() {
            return Err(Self::error(5, 3, "all are done, so the year is over: count it by hand"));
        }
        if wilds.unseen > 0 {
            let first = WILDS.iter().next().map_or(0, Card::index);
            let fits = game.account.exclude_kinds(first..first + WILDS.len(), wilds.unseen.into());
            // RX-1.3
            if !fits {
                let cards = count_of(wilds.unseen.into(), "market card is", "market cards are");
                return Err(Self::error(
                    1,
                    3,
                    format!("{cards} nowhere to be seen, and hands and covered places have no room for that"),
                ));
            }
        }
        game.market = Market::with_open(self.market(), self.cards(), wilds.unseen > 0);
        for ((number, stack), unnamed) in PileNumber::ALL.into_iter().zip(stacks()).zip(unnamed) {
            *game.discards.get_mut(number) = DiscardPile::of(stack.named.iter().rev().copied(), count(unnamed));
        }
        game.deduce(events);
        Ok(game)
    }

    fn from_game(game: &Emu<B>, memory: bool) -> Option<Self> {
        let turn = match game.phase {
            _ if game.market_due => return None,
            Phase::Action(turn) => Some(turn),
            Phase::Laying => None,
            Phase::Ready | Phase::Draw { .. } | Phase::Over => return None,
        };
        let (number, points) = (game.years.number, game.years.totals_before());
        let draws = || game.seats().map(|seat| u16::from(game.rancher(seat).market_draws));
        let is_regular = game.market.cards().count() + usize::from(sum(draws())) == game.market_size();
        let player = |(seat, draws): (Seat, u16)| {
            let (hand, rancher) = (game.account.hand(seat), game.rancher(seat));
            // Excuses that were seen are stated even without memory (RX-6.7).
            let known = |card: Card| match hand.known(card.index()) {
                known if card == Card::EXCUSE => known.min(rancher.excuses_seen.into()),
                known => usize::from(memory) * known,
            };
            PlayerPart {
                birds: Some(CountedBirds::in_place(rancher, memory)),
                hand: Some(count(hand.len())).filter(|&size| size != FULL),
                shows: Card::all().flat_map(|card| std::iter::repeat_n(card, known(card))).collect(),
                done: game.done.contains(seat).then_some(()),
                taken: Some(draws).filter(|&draws| draws > 0 || !is_regular),
                points: (number > 1).then_some(points[seat.index()]),
            }
        };
        let piles = PileNumber::ALL.map(|number| game.discards.get(number));
        let last = piles.iter().rposition(|pile| !pile.is_empty()).unwrap_or_default();
        Some(Self {
            book: PhantomData,
            players: game.seats().zip(draws()).map(player).collect(),
            discards: Some(piles[..=last].iter().map(|pile| stack_of(pile, memory)).collect()),
            market: (B::MARKET_EACH > 0).then(|| game.market.cards().collect()),
            draw: Some(count(game.account.hidden())),
            turn,
            round: (number > 1).then_some(number),
            is_usual: false,
            has_room: false,
        })
    }

    fn usual(
        &self,
        before: &Emu<B>,
        steps: &[(Option<Seat>, Step)],
        filling: FillChoice,
        players: &Players,
    ) -> Result<UsualTable<Emu<B>>, PositionError> {
        self.usual_table(before, steps, filling, players)
    }

    fn unstated(&self, before: &Emu<B>, steps: &[(Option<Seat>, Step)], players: &Players) -> Vec<Unknown<Self>> {
        self.unstated_pieces(before, steps, players)
    }

    /// Renders the unstated number of cards under a discard pile, as a sentence.
    fn inference(&self, before: &Emu<B>, players: &Players) -> Option<String> {
        let wilds = self.wilds(before.market_size(), players).ok()?;
        let stack = self.discards.iter().flatten().position(|stack| stack.more.is_none())?;
        let PlaceCounts { ledger, piles, .. } = self.lying(&wilds);
        let cards = ledger.settle(players).ok()?[*piles.get(stack)?] as usize;
        let named = &self.discards.iter().flatten().nth(stack)?.named;
        let (top, unnamed) = (named.first()?, cards.checked_sub(named.len()).filter(|unnamed| *unnamed > 0)?);
        let lie = if unnamed == 1 { "lies" } else { "lie" };
        Some(format!("{} {lie} under {top}, by what lies elsewhere", count_of(unnamed, "card", "cards")))
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
        let discards = self.discards.iter().flatten().flat_map(|stack| stack.named.iter().copied());
        self.players.iter().flat_map(|of| of.cards().chain(of.shows.iter().copied())).chain(discards)
    }

    /// The number of Excuses spent (RX-5.4).
    fn spent_excuses(&self) -> usize {
        self.players.iter().flat_map(PlayerPart::excused_birds).count()
    }

    fn copies_are_enough(&self) -> Result<(), PositionError> {
        if let Some(&card) = self.market().iter().find(|&&card| !WILDS.contains(card)) {
            return Err(Self::error(1, 3, format!("{card} is neither a Pawn nor a Court, and can't be in the market"))); // RX-1.3
        }
        let is_of_market = |card: Card| B::MARKET_EACH > 0 && WILDS.contains(card);
        let copies = |card: Card| if is_of_market(card) { Market::COPIES } else { Emu::<B>::copies(card) };
        let spent = std::iter::repeat_n(Card::EXCUSE, self.spent_excuses());
        match surplus(copies, self.market().iter().copied().chain(self.cards()).chain(spent)) {
            // RX-1.3
            Some(card) if is_of_market(card) => {
                Err(Self::error(1, 3, format!("there are two copies of {card}, and here is a third")))
            }
            Some(card) => {
                let text = match copies(card) {
                    _ if B::COPIES == 1 => format!("{card} is there twice; the deck has one"),
                    0 => format!("{card} is not among the cards of this game"),
                    1 => format!("{card} is there too often; the game has one"),
                    _ => format!("{card} is there too often; the game has two"),
                };
                Err(PositionError::new(ClauseId::table(3), text))
            }
            None => Ok(()),
        }
    }

    /// The number of market cards that each player has taken: as stated, or derived from the cards that left the market (RX-4.5).
    /// In a dispute, players without a stated number share the missing cards in seat order.
    fn taken(&self, market_size: usize, is_usual: bool, players: &Players) -> Result<Vec<u16>, PositionError> {
        let said = || self.players.iter().map(|of| of.taken);
        let mut left = count(market_size.saturating_sub(self.market().len())).saturating_sub(sum(said().flatten()));
        let unsaid = count(said().filter(Option::is_none).count());
        let first_unsaid = said().position(|taken| taken.is_none()).map(Seat::new);
        let most = u16::from(MARKET_DRAWS);
        let each = match first_unsaid {
            _ if left == 0 => 0,
            _ if unsaid == 1 && !is_usual => left,
            Some(seat) if left != unsaid.saturating_mul(most) && !is_usual => {
                return Err(PositionError::missing(Some(seat), "taken N", players));
            }
            _ => most,
        };
        let any = |taken: Option<u16>| {
            taken.unwrap_or_else(|| {
                let taken = left.min(each);
                left -= taken;
                taken
            })
        };
        Ok(said().map(any).collect())
    }

    /// The market cards, how many were taken, and how many are nowhere to be seen (RX-1.3).
    fn wilds(&self, market_size: usize, players: &Players) -> Result<WildCounts, PositionError> {
        if B::MARKET_EACH == 0 {
            return Ok(WildCounts { taken: vec![0; self.players.len()], laid_out: 0, unseen: 0 });
        }
        if self.market.is_none() && !self.is_usual {
            return Err(PositionError::missing(None, "market CARD…", players));
        }
        let taken = self.taken(market_size, self.is_usual, players)?;
        let laid_out = sum(taken.iter().copied()).saturating_add(count(self.market().len()));
        let seen = self.market().len() + self.cards().filter(|&card| WILDS.contains(card)).count();
        let of_two_decks = count(usize::from(Market::COPIES) * WILDS.len());
        let unseen = laid_out.checked_sub(count(seen)).filter(|_| laid_out <= of_two_decks);
        let unseen = unseen.ok_or_else(|| {
            let wilds = if laid_out > of_two_decks { usize::from(laid_out) } else { seen };
            let players = self.players.len();
            Self::error(1, 3, format!("here are {wilds} Pawns and Courts; with {players} players the market has {market_size}"))
        })?;
        Ok(WildCounts { taken, laid_out, unseen })
    }

    /// The account's stock: the deck without the spent Excuses, and the Pawns and Courts outside the market. If some Pawns and
    /// Courts are nowhere to be seen, each may still have all copies that don't lie in the market.
    fn stock(&self, wilds: &WildCounts) -> [u8; Card::COUNT] {
        let mut stock = Emu::<B>::deck();
        stock[Card::EXCUSE.index()] -= u8::try_from(self.spent_excuses()).unwrap_or(u8::MAX).min(stock[Card::EXCUSE.index()]);
        for card in WILDS {
            let of = |cards: &mut dyn Iterator<Item = Card>| {
                u8::try_from(cards.filter(|&other| other == card).count()).unwrap_or(Market::COPIES).min(Market::COPIES)
            };
            stock[card.index()] =
                if wilds.unseen > 0 { Market::COPIES - of(&mut self.market().iter().copied()) } else { of(&mut self.cards()) };
        }
        stock
    }

    /// The ledger of all cards (ER-1.1, RX-1.1, RX-1.3). After the year's end a hand can have fewer cards than at the start. In a
    /// dispute cards can also lie in unstated places.
    fn lying(&self, wilds: &WildCounts) -> PlaceCounts {
        let deck: usize = Emu::<B>::deck().into_iter().map(usize::from).sum();
        let mut ledger = Ledger::new(deck + usize::from(wilds.laid_out), Emu::<B>::clause(1, 1), ["card", "cards"]);
        ledger.lay(self.players.iter().map(|of| of.cards().count()).sum());
        ledger.lay(self.market().len() + self.spent_excuses());
        // Forgotten excused birds hold all cards that are left.
        let forgotten: usize = self.players.iter().flat_map(|of| &of.birds).map(CountedBirds::forgotten_birds).sum();
        let mut hands = Vec::new();
        for (seat, of) in Seat::all(self.players.len()).zip(&self.players) {
            let hand = LedgerPlace::hand(seat, of.shows.len()).stated(of.hand).usual(FULL);
            hands.push(ledger.place(match of.hand {
                None if self.is_usual => {
                    let full = FULL.max(count(of.shows.len()));
                    hand.usual(full).most(full)
                }
                _ => hand.or_fewer(self.draw == Some(0) && forgotten == 0),
            }));
        }
        let is_empty = if self.is_usual { self.is_over() } else { self.spent_excuses() > 0 };
        let stated = self.draw.or(is_empty.then_some(0));
        let draw = LedgerPlace::new(None, "draw N").stated(stated).most(count(deck.saturating_sub(HAND * self.players.len())));
        let draw = ledger.place(if self.is_usual { draw.usual(u32::MAX) } else { draw });
        let (mut piles, mut is_first) = (Vec::new(), true);
        for stack in self.discards.iter().flatten() {
            let named = count(stack.named.len());
            let pile = LedgerPlace::new(None, "discards CARD +N").least(named.into());
            piles.push(ledger.place(match stack.more {
                Some(more) => pile.stated(Some(named.saturating_add(more))),
                None if self.is_usual && std::mem::take(&mut is_first) => pile.usual(u32::MAX),
                None if self.is_usual || stated.is_none() || forgotten > 0 => pile.usual(named).most(named),
                None => pile,
            }));
        }
        let is_open = if self.is_usual { self.has_room } else { forgotten > 0 };
        let least = if self.is_usual { 0 } else { forgotten };
        let elsewhere = is_open.then(|| ledger.place(LedgerPlace::new(None, "").least(least)));
        PlaceCounts { ledger, hands, piles, draw, elsewhere }
    }

    fn is_untouched(&self) -> bool {
        let no_discards =
            self.discards.iter().flatten().all(|stack| stack.named.is_empty() && stack.more.unwrap_or_default() == 0);
        no_discards && self.players.iter().all(|of| of.cards().next().is_none())
    }

    /// Sets the year's number and the points before it; no log has those years.
    fn carry_over(&self, game: &mut Emu<B>, players: &Players) -> Result<(), PositionError> {
        let says_points = self.players.iter().any(|of| of.points.is_some());
        if game.setup.years == 1 && (says_points || self.round.is_some()) {
            let text = "the game is one year, and nothing was played before it: leave `round` and `before` out";
            return Err(Self::error(6, 5, text));
        }
        // In a dispute, points before the year show that it isn't the first.
        let is_later = self.is_usual && says_points && game.years.number < 2;
        let number = self.round.or(is_later.then_some(2));
        let is_one = number.is_none_or(|number| game.years.number > 1 || number <= game.setup.years);
        if !is_one {
            let (years, year) = (game.setup.years, number.unwrap_or(1));
            return Err(Self::error(6, 5, format!("the game has {years} years, so there is no year {year}")));
        }
        let points: Vec<Option<i32>> = self.players.iter().map(|of| of.points).collect();
        game.years.carry_over(number, &points, self.is_usual, "year", players)
    }

    /// Whether the draw pile must be empty: a player is done, and nobody has a turn.
    fn is_over(&self) -> bool {
        self.draw.is_none() && self.turn.is_none() && self.players.iter().any(|of| of.done.is_some())
    }
}
