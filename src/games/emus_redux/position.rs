//! A year taken up where it lies: what both emu games say, the market, who took from it, and the birds that Excuses took.

use super::{BOOK, DECK, EmusRedux, Fault, MARKET_DRAWS, Market, PileNumber, Piles, Setup, Source, Step, WILDS};
use crate::{
    decktet::Card,
    emu::{Counted, Counts, Form, HAND, Pile, Said, Size, Stack, YearFault, YearPosition, surplus},
    table::{Disputed, Free, Header, ParseError, Part, Parted, Players, Positioned, Seat, check, piece, write_cards},
};

/// How a year lies between two turns, as far as it was said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    year: YearPosition,
    /// The market cards that still lie there, in canonical order.
    market: Option<Vec<Card>>,
    /// How many market cards each player has taken, in seat order.
    taken: Vec<Option<u16>>,
    /// Whether what isn't said is unknown.
    is_disputed: bool,
}

const FORM: Form = Form {
    deck: DECK,
    birds: BOOK.tally,
    player: "`7SK PMSL=8 | excused | CS; hand 5; shows EX; done; taken 1`, each if it is so",
    table: "`market PWLY TMWK; discards 9MS +4 | 2MK; draw 14; turn NAME`",
    player_keys: &["hand", "show", "done", "taken", "before"],
    table_keys: &["market", "discard", "draw", "turn", "round", "year"],
    piles: PileNumber::ALL.len(),
};

/// How many cards the game deck has (RX-1.1).
const IN_DECK: u16 = 62;

/// The market cards of a position.
struct Wilds {
    /// How many each player has taken.
    taken: Vec<u16>,
    /// How many were laid out at the start.
    laid_out: u16,
    /// How many of them lie nowhere to be seen.
    unseen: u16,
}

fn count(cards: usize) -> u16 {
    u16::try_from(cards).unwrap_or(u16::MAX)
}

impl Position {
    /// The birds of a player, if they were said.
    pub(super) fn birds(&self, seat: Seat) -> Option<&Counted> {
        self.year.players.get(seat.index())?.birds.as_ref()
    }

    fn market(&self) -> &[Card] {
        self.market.as_deref().unwrap_or_default()
    }

    /// How many Excuses were spent (RX-5.4).
    fn spent(&self) -> usize {
        self.year.players.iter().flat_map(|of| &of.birds).flat_map(Counted::excused).count()
    }

    /// How many market cards each has taken: as it was said, or as it follows from those that are gone (RX-4.5).
    fn taken(&self, market_size: usize) -> Result<Vec<u16>, Fault> {
        let market = match &self.market {
            Some(market) => &market[..],
            None if self.is_disputed => &[],
            None => return Err(Fault::Year(YearFault::Unsaid(None, Said::Market))),
        };
        let said: u16 = self.taken.iter().flatten().fold(0, |sum, &taken| sum.saturating_add(taken));
        let unsaid = || (0..self.taken.len()).filter(|&nth| self.taken[nth].is_none());
        let left = count(market_size.saturating_sub(market.len())).saturating_sub(said);
        let each = match (left, count(unsaid().count())) {
            (0, _) => 0,
            (left, 1) => left,
            (left, unsaid) if left == unsaid.saturating_mul(MARKET_DRAWS.into()) => MARKET_DRAWS.into(),
            _ => match unsaid().next() {
                Some(seat) => return Err(Fault::Year(YearFault::Unsaid(Some(Seat::new(seat)), Said::Taken))),
                None => 0,
            },
        };
        Ok(self.taken.iter().map(|taken| taken.unwrap_or(each)).collect())
    }

    /// The same in a dispute: those that are gone, to whomever; whose number matters has said it.
    fn any_taken(&self, market_size: usize) -> Vec<u16> {
        let said: u16 = self.taken.iter().flatten().fold(0, |sum, &taken| sum.saturating_add(taken));
        let mut left = count(market_size.saturating_sub(self.market().len())).saturating_sub(said);
        let any = |taken: &Option<u16>| {
            taken.unwrap_or_else(|| {
                let taken = left.min(MARKET_DRAWS.into());
                left -= taken;
                taken
            })
        };
        self.taken.iter().map(any).collect()
    }

    /// The market cards, how many were taken, and how many are nowhere to be seen (RX-1.3).
    fn wilds(&self, market_size: usize) -> Result<Wilds, Fault> {
        let taken = if self.is_disputed { self.any_taken(market_size) } else { self.taken(market_size)? };
        let laid_out = taken.iter().fold(count(self.market().len()), |sum, &taken| sum.saturating_add(taken));
        let seen = self.market().len() + self.year.cards().filter(|&card| WILDS.contains(card)).count();
        let of_two_decks = count(2 * WILDS.len());
        let unseen = laid_out.checked_sub(count(seen)).filter(|_| laid_out <= of_two_decks);
        let unseen = unseen.ok_or_else(|| {
            let wilds = if laid_out > of_two_decks { usize::from(laid_out) } else { seen };
            Fault::TooManyWilds(u8::try_from(wilds).unwrap_or(u8::MAX))
        })?;
        Ok(Wilds { taken, laid_out, unseen })
    }

    fn counts(&self, wilds: &Wilds) -> Result<Counts, Fault> {
        self.year.counts(self.size(wilds), self.market.is_none()).map_err(Fault::Year)
    }

    /// How many cards there are (RX-1.1, RX-1.3).
    fn size(&self, wilds: &Wilds) -> Size {
        let dealt = count(HAND * self.taken.len());
        Size {
            all: IN_DECK + wilds.laid_out,
            elsewhere: count(self.market().len() + self.spent()),
            pile: IN_DECK.saturating_sub(dealt),
        }
    }

    /// No card is in more places than it has copies.
    fn copies_are_enough(&self) -> Result<(), Fault> {
        if let Some(&card) = self.market().iter().find(|&&card| !WILDS.contains(card)) {
            return Err(Fault::NotForMarket(card)); // RX-1.3
        }
        let copies = |card: Card| if WILDS.contains(card) { 2 } else { EmusRedux::copies(card) };
        let deck = std::array::from_fn(|index| Card::from_index(index).map_or(0, copies));
        let spent = std::iter::repeat_n(Card::EXCUSE, self.spent());
        match surplus(deck, self.market().iter().copied().chain(self.year.cards()).chain(spent)) {
            Some(card) if WILDS.contains(card) => Err(Fault::ThirdCopy(card)), // RX-1.3
            Some(card) => Err(Fault::TooManyCopies(card)),                     // TB-3
            None => Ok(()),
        }
    }

    /// The cards that the account has: the deck without the Excuses that were spent, and the Pawns and Courts that don't lie in the
    /// market. Where some of them are nowhere to be seen, they can be any of those that were not seen.
    fn stock(&self, wilds: &Wilds) -> [u8; Card::COUNT] {
        let mut stock = EmusRedux::deck();
        stock[Card::EXCUSE.index()] -= u8::try_from(self.spent()).unwrap_or(u8::MAX).min(stock[Card::EXCUSE.index()]);
        for card in WILDS {
            let of =
                |cards: &mut dyn Iterator<Item = Card>| u8::try_from(cards.filter(|&other| other == card).count()).unwrap_or(2);
            stock[card.index()] =
                if wilds.unseen > 0 { 2 - of(&mut self.market().iter().copied()).min(2) } else { of(&mut self.year.cards()) };
        }
        stock
    }
}

impl Positioned<EmusRedux> for Position {
    fn parse(parts: &Parted<&str>, header: &Header<Setup>) -> Result<Self, (Part, ParseError)> {
        let mut market = None;
        let mut taken = vec![None; header.players.count()];
        let year = YearPosition::parse(parts, &header.players, &FORM, &mut |part, key, pieces| match (part, key) {
            (Some(seat), "taken") => pieces.number_once(&mut taken[seat.index()]),
            (None, "market") => {
                let place = pieces.rest().1;
                let (mut cards, more) = pieces.cards_and_more(DECK)?;
                if more > 0 {
                    return Err(pieces.wrong(place, "the market lies face up: each card is named"));
                }
                cards.sort_unstable();
                pieces.once(&mut market, cards)
            }
            _ => Err(pieces.unread()),
        })?;
        Ok(Self { year, market, taken, is_disputed: false })
    }

    fn write(&self, players: &Players) -> Parted<String> {
        self.year.write(players, |part| match part {
            Some(seat) => piece("taken", self.taken[seat.index()]),
            None => piece("market", self.market.as_ref().map(|cards| write_cards(cards, 0))),
        })
    }

    fn construct(&self, before: &EmusRedux) -> Result<EmusRedux, Fault> {
        self.copies_are_enough()?;
        let wilds = self.wilds(before.market_size())?;
        let counts = self.counts(&wilds)?;
        let mut game = before.clone();
        game.year = self.year.construct(&before.year, &counts, self.stock(&wilds)).map_err(Fault::Year)?;
        game.market_due = false;
        if wilds.unseen > 0 {
            let first = WILDS.iter().next().map_or(0, Card::index);
            let fits = game.year.account.keep_out(first..first + WILDS.len(), wilds.unseen.into());
            check(fits, Fault::NoPlaceForMarket(u8::try_from(wilds.unseen).unwrap_or(u8::MAX)))?;
        }
        game.market = Market::lying(self.market(), self.year.cards(), wilds.unseen > 0);
        game.discards = Piles::default();
        for ((number, stack), &unnamed) in PileNumber::ALL.into_iter().zip(self.stacks()).zip(&counts.unnamed) {
            *game.discards.get_mut(number) = Pile::of(stack.cards.iter().rev().copied(), unnamed);
        }
        for ((seat, of), &taken) in before.year.seats().zip(&self.year.players).zip(&wilds.taken) {
            let rancher = game.year.rancher_mut(seat);
            rancher.excused = of.birds.iter().flat_map(Counted::excused).collect();
            let excuses = of.shows.iter().filter(|&&card| card == Card::EXCUSE).count();
            rancher.excuses_seen = u8::try_from(excuses).unwrap_or(u8::MAX);
            rancher.market_draws = u8::try_from(taken).unwrap_or(u8::MAX);
        }
        Ok(game)
    }

    fn unsaid_in(fault: Fault) -> Option<Part> {
        if let Fault::Year(fault) = fault { fault.unsaid_in() } else { None }
    }

    fn of(game: &EmusRedux, memory: bool) -> Option<Self> {
        if game.market_due {
            return None;
        }
        let seen = |seat| usize::from(game.year.rancher(seat).excuses_seen);
        let known = |seat, card| match (game.year.known(seat, card), memory) {
            (known, _) if card == Card::EXCUSE => known.min(seen(seat)),
            (known, true) => known,
            (_, false) => 0,
        };
        let piles = PileNumber::ALL.map(|number| game.discards.get(number));
        let last = piles.iter().rposition(|pile| !pile.is_empty()).unwrap_or_default();
        let year = YearPosition::of(&game.year, piles.into_iter().take(last + 1), memory, known)?;
        let market: Vec<Card> = game.market.cards().collect();
        let draws = || game.year.seats().map(|seat| u16::from(game.year.rancher(seat).market_draws));
        let gone = usize::from(draws().sum::<u16>());
        let is_regular = market.len() + gone == game.market_size();
        let taken = draws().map(|draws| Some(draws).filter(|&draws| draws > 0 || !is_regular)).collect();
        Some(Self { year, market: Some(market), taken, is_disputed: false })
    }

    fn can_become(game: &EmusRedux, later: &Self, turns: usize) -> bool {
        turns > 1 || Self::of(game, false).is_none_or(|now| now.year.can_become(&later.year))
    }

    fn disputed(self) -> Self {
        Self { year: self.year.disputed(), is_disputed: true, ..self }
    }

    fn free(&self, before: &EmusRedux, lines: &Disputed<'_, Step>, players: &Players) -> Vec<Free> {
        let size = self
            .wilds(before.market_size())
            .map_or(Size { all: IN_DECK, elsewhere: 0, pile: IN_DECK }, |wilds| self.size(&wilds));
        let mut free = self.year.free(size, lines, players);
        let is_empty = lines.actors.is_empty();
        let takes = |from_market: bool| {
            let is_so = |(_, step): &(Option<Seat>, Step)| match step {
                Step::Take(_, Some(source)) => (*source == Source::Market) == from_market,
                // Whether it lies in the market, nobody has said.
                Step::Take(card, None) => self
                    .market
                    .as_ref()
                    .map_or(from_market == WILDS.contains(*card), |market| market.contains(card) == from_market),
                _ => false,
            };
            lines.due.iter().any(is_so)
        };
        let discards = || lines.due.iter().any(|(_, step)| matches!(step, Step::Discard(..)));
        if self.year.discards.is_none() && (is_empty || takes(false) || discards()) {
            free.push(Free::asked(None, "discards CARD +N"));
        }
        if self.market.is_none() && (is_empty || takes(true)) {
            free.push(Free::asked(None, "market CARD…"));
        }
        if takes(true) && self.taken(before.market_size()).is_err() {
            let unsaid = players.seats().filter(|seat| self.taken[seat.index()].is_none() && lines.may_act(*seat));
            free.extend(unsaid.map(|seat| {
                let has = format!("{} has taken", players.name(seat));
                Free::count(Some(seat), "taken", has, ["market card", "market cards"], 0..=u16::from(MARKET_DRAWS) + 1)
            }));
        }
        free
    }

    fn follows(&self, before: &EmusRedux, players: &Players) -> Option<String> {
        let wilds = self.wilds(before.market_size()).ok()?;
        self.year.follows(self.size(&wilds), players)
    }

    fn is_too_late(fault: Fault) -> bool {
        matches!(fault, Fault::Year(fault) if fault.is_too_late())
    }
}

impl Position {
    fn stacks(&self) -> impl Iterator<Item = &Stack> {
        self.year.discards.iter().flatten()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::{
        Act, Apply as _, Broken as _, Game as _, Judge as _, Kind, Notation as _, RuleValues, Scored as _, Words as _,
    };

    fn table() -> Header<Setup> {
        let setup = EmusRedux::setup(3, &RuleValues::defaults(EmusRedux::book()), &[]).expect("three can play");
        Header { players: Players::new(["Ada", "Bo", "Cy"]), setup }
    }

    fn read(players: [&str; 3], of_table: &str) -> Result<Position, (Part, ParseError)> {
        let of_table = Some(of_table).filter(|text| !text.is_empty());
        Position::parse(&Parted { players: players.to_vec(), table: of_table }, &table())
    }

    /// A year that Ada begins, before its market.
    fn begun() -> EmusRedux {
        let mut game = EmusRedux::new(3, &table().setup);
        game.apply(&Act::Round { first: Seat::new(0) }, &mut Vec::new());
        game
    }

    fn written(game: &EmusRedux, memory: bool) -> String {
        let written = Position::of(game, memory).expect("a turn").write(&table().players);
        written.iter().map(|(_, text)| text.as_str()).collect::<Vec<_>>().join(" / ")
    }

    fn lies(players: [&str; 3], of_table: &str) -> Result<EmusRedux, String> {
        let position = read(players, of_table).map_err(|(_, error)| error.to_string())?;
        let (header, mut game) = (table(), begun());
        let act = Act::Position(Box::new(position));
        game.judge(&act).map_err(|fault| {
            let told = game.explain(&act, fault, &header);
            format!("{} {}: {told}", fault.kind(), fault.breach().clause)
        })?;
        game.apply(&act, &mut Vec::new());
        Ok(game)
    }

    fn act(actor: usize, step: &str) -> crate::table::ActOf<EmusRedux> {
        Act::Step { actor: Some(Seat::new(actor)), step: EmusRedux::parse(step, &table()).expect("a step") }
    }

    fn judged(game: &EmusRedux, actor: usize, step: &str) -> Result<(), (Kind, String)> {
        game.judge(&act(actor, step)).map_err(|fault| (fault.kind(), fault.breach().clause.to_string()))
    }

    fn play(game: &mut EmusRedux, actor: usize, step: &str) {
        game.apply(&act(actor, step), &mut Vec::new());
    }

    const MARKET: &str = "market PWLY PWLY PMSL TMWK TSWY TMLY";

    #[test]
    fn canonical_texts_are_what_they_say() {
        let whole = |rest: &str| format!("{MARKET}; {rest}");
        for (players, of_table) in [
            (["-", "-", "-"], whole("discards -; draw 44; turn Ada")),
            (
                ["7SK PMSL=8 | CS; shows 2MK EX; taken 2", "-; taken 1", "-; shows PWLY"],
                "market PWLY TMWK TSWY; discards 9MS 5SW +4 | 2MK; draw 37; turn Bo".to_owned(),
            ),
            (["7SK | excused | CS; hand 4; done", "-", "-; shows EX"], whole("discards 9MS; draw 0")),
            (["7SK", "-", "-"], whole("discards - | +3; draw 40; turn Cy")),
        ] {
            let written = written(&lies(players, &of_table).unwrap_or_else(|refused| panic!("{refused}")), true);
            assert_eq!(written, format!("{} / {of_table}", players.join(" / ")));
        }
    }

    #[test]
    fn what_is_left_out_is_worked_out() {
        let is = |players, of_table: &str, is: &str| {
            let game = lies(players, of_table).unwrap_or_else(|refused| panic!("{refused}"));
            assert_eq!(written(&game, true), is);
        };
        is(
            ["7s pmsl=8", "", ""],
            "market -; discards 9ms +4; turn bo",
            "7SK PMSL=8; taken 2 / -; taken 2 / -; taken 2 / market -; discards 9MS +4; draw 43; turn Bo",
        );
        is(
            ["7s | bard; taken 1", "taken 0", ""],
            "market PWLY TMWK TSWY; discards 9ms; turn bo",
            "7SK | CS; taken 1 / - / -; taken 2 / market PWLY TMWK TSWY; discards 9MS; draw 44; turn Bo",
        );
        is(
            ["7SK", "", ""],
            &format!("{MARKET}; discards 9MS | 2MK +1; draw 36; turn Bo"),
            &format!("7SK / - / - / {MARKET}; discards 9MS +4 | 2MK +1; draw 36; turn Bo"),
        );
    }

    #[test]
    fn what_cannot_lie_there_is_refused_with_its_clause() {
        let says = |players, of_table: &str, part: &str| {
            let refused = lies(players, of_table).map(|game| written(&game, true)).expect_err("it is refused");
            assert!(refused.contains(part), "{refused}");
        };
        let whole = |rest: &str| format!("{MARKET}; {rest}");
        says(["", "", ""], "discards -", "impossible TB-2: `market CARD…` is missing");
        says(["", "", ""], "market PWLY; discards -", "impossible TB-2: `taken N` is missing in Ada's part");
        says(["", "", ""], &whole("turn Ada"), "impossible TB-2: `discards CARD +N` is missing");
        says(["", "", ""], "market 7SK; discards -", "impossible RX-1.3: 7SK is neither");
        says(["7SK PMSL=8 PMSL=9", "", ""], &whole("discards -"), "impossible RX-1.3: there are two copies of PMSL");
        says(["7SK PSWK=8", "", ""], &whole("discards -"), "impossible RX-1.3: here are 7 Pawns and Courts");
        says(["7SK", "7SK", "7SK"], &whole("discards -"), "impossible TB-3: 7SK is there too often");
        says(["CS", "CS", ""], &whole("discards -"), "impossible TB-3: CS is there too often");
        says(["excused", "excused; shows EX", ""], &whole("discards -; draw 0"), "impossible TB-3: EX is there too often");
        says(["7SK", "", ""], &whole("discards -; draw 40; turn Bo"), "impossible RX-1.1");
        says(["7SK; taken 2", "taken 2", "taken 2"], "market -; discards -; turn Ada", "impossible RX-1.1: the draw pile");
        says(["", "", ""], &whole("discards -; round 2"), "impossible RX-6.5: the game is one year");
        says(["done", "done", "done"], &whole("discards +44; draw 0"), "impossible RX-5.3");
    }

    #[test]
    fn what_lies_there_lies_there() {
        for players in [
            ["7SK; hand 5", "-", "-"],
            ["7SK 8WL", "-", "-"],
            ["7SK 7SK", "-", "-"],
            ["7SK EX", "-", "-"],
            ["7SK; done", "-", "-"],
        ] {
            let written = written(&lies(players, &format!("{MARKET}; discards -; turn Bo")).expect("it can lie so"), true);
            assert!(written.starts_with(&players.join(" / ")), "{written}");
        }
        assert!(lies(["7SK", "", ""], &format!("{MARKET}; discards 7SK | 8YK | 2MK; turn Bo")).is_ok(), "a third pile");
        assert!(lies(["taken 0", "taken 0", "taken 0"], "market PWLY TMWK; discards -").is_ok(), "a small market");
    }

    #[test]
    fn market_cards_that_are_nowhere_to_be_seen_can_be_in_any_hand() {
        let players = ["7SK; taken 2", "2MK; taken 1", "-"];
        let mut game =
            lies(players, "market PWLY PMSL PMSL; discards 9MS; turn Ada").unwrap_or_else(|refused| panic!("{refused}"));
        assert_eq!(judged(&game, 0, "grow 1 PSWK=8"), Ok(()));
        assert_eq!(judged(&game, 0, "discard PWLY"), Ok(()), "its other copy was taken");
        assert_eq!(judged(&game, 0, "discard PMSL"), Err((Kind::Impossible, "TB-3".to_owned())), "both copies lie in the market");
        assert_eq!(judged(&game, 0, "shows PSWK PMYK TMWK"), Ok(()));
        assert_eq!(
            judged(&game, 0, "shows PSWK PMYK TMWK TSWY"),
            Err((Kind::Impossible, "TB-3".to_owned())),
            "three are missing"
        );
        for (actor, step) in
            [(0, "grow 1 PSWK=8"), (0, "draw"), (1, "discard PMYK"), (1, "draw"), (2, "discard PSWK"), (2, "draw")]
        {
            let step = if step == "discard PSWK" { "discard PSWK to 1" } else { step };
            assert_eq!(judged(&game, actor, step), Ok(()), "{step}");
            play(&mut game, actor, step);
        }
        assert_eq!(judged(&game, 0, "discard TMWK to 1"), Err((Kind::Impossible, "TB-3".to_owned())), "all have been seen");
        assert_eq!(judged(&game, 0, "discard AW to 1"), Ok(()));
    }

    #[test]
    fn the_top_of_a_pile_that_nobody_has_named_is_any_card_that_was_not_seen() {
        let mut game = lies(["7SK", "2MK", "-"], &format!("{MARKET}; discards +2 | 9MS +1; turn Ada")).expect("it can lie so");
        play(&mut game, 0, "grow 1 8YK");
        assert_eq!(judged(&game, 0, "take 5SW"), Ok(()));
        assert_eq!(judged(&game, 0, "take 5SW from 1"), Ok(()));
        assert_eq!(judged(&game, 0, "take 5SW from 2"), Err((Kind::Illegal, "RX-4.3".to_owned())), "it can lie below 9MS");
        assert_eq!(judged(&game, 0, "take CS"), Ok(()));
        play(&mut game, 0, "take 9MS");
        play(&mut game, 1, "grow 1 3SK");
        let both = EmusRedux::parse("take 5SW", &table()).expect("a step");
        assert!(game.settle(Some(Seat::new(1)), &both).is_err(), "it can be the top of either pile");
        play(&mut game, 1, "take CS from 2");
        assert_eq!(game.discards.there().count(), 1);
        assert_eq!(judged(&game, 2, "discard CS"), Err((Kind::Impossible, "TB-3".to_owned())));
    }

    #[test]
    fn an_excuse_that_was_seen_counts_and_a_bird_that_one_took_does_not() {
        let players = ["7SK | excused; shows EX; done", "AW; done", "-"];
        let mut game = lies(players, &format!("{MARKET}; discards 9MS; draw 0")).unwrap_or_else(|refused| panic!("{refused}"));
        play(&mut game, 2, "done");
        let sheet = game.score(&table().players);
        let totals: Vec<_> = sheet.players.iter().map(|player| player.total.range().0).collect();
        assert_eq!(totals, [0, -23, 0]);
        assert_eq!(sheet.notes[0], "Ada's Excuse was spent on bird 2.");
    }
}
