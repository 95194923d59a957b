//! A year taken up where it lies: birds, hands, discards, draw pile, turn and who is done, as both games say them.

use super::{Counted, EmuStep, HAND, Phase, Pile, Rancher, Year, YearFault};
use crate::{
    decktet::{Card, Cards},
    faults,
    table::{
        Account, Disputed, Free, ParseError, Part, Parted, Pieces, Players, Seat, Seats, TableFault, cards_and_more, check,
        count_of, numbers, piece, piles, shown, write_cards, write_pieces,
    },
};

crate::said! {
    Hand "hand N",
    Turn "turn NAME",
    Discards "discards CARD +N",
    Round "round N",
    Before "before N",
    Market "market CARD…",
    Taken "taken N",
}

faults! {
    /// What can be wrong with a position of a year. The clauses have the same numbers in both books.
    pub enum PositionFault {
        /// A position that gives a player a turn although the draw pile is empty.
        TurnWithoutPile(Seat) = impossible ER-2.2;
        /// A position in which all places together hold so many cards, another number than there are.
        OddCount {
            /// How many the places hold.
            said: u16,
            /// How many there are.
            all: u16,
        } = impossible ER-1.1;
        /// A position in which the draw pile has more cards than it had at the start: so many.
        TooBigPile(u16) = impossible ER-1.1;
        /// A position in which more cards of a hand are known than it holds.
        ShowsMore(Seat) = impossible TB-5;
        /// A position in which all are done, so that the year is over.
        AllDone = impossible ER-5.3;
        /// A position of this year, or with points before it, which the game doesn't have.
        NoSuchYear(u16) = impossible ER-6.5;
    }
}

impl PositionFault {
    /// The reason in words, in a game of so many years.
    pub fn explain(self, players: &Players, years: u16) -> String {
        match self {
            Self::TurnWithoutPile(seat) => {
                format!(
                    "the draw pile is empty, so the year has ended, and {} has no turn any more; leave `turn` out",
                    players.name(seat)
                )
            }
            Self::OddCount { said, all } => {
                let said = count_of(said.into(), "card", "cards");
                format!(
                    "all places together hold {said}, and the game has {all}; a pile's covered cards are `+N` behind those named"
                )
            }
            Self::TooBigPile(most) => {
                format!(
                    "the draw pile would have more than the {most} cards that it had at the start: some cards are missing elsewhere"
                )
            }
            Self::ShowsMore(seat) => format!("more cards are named of {}'s hand than it holds", players.name(seat)),
            Self::AllDone => "all are done, so the year is over: count it by hand".to_owned(),
            Self::NoSuchYear(_) if years == 1 => {
                "the game is one year, and nothing was played before it: leave `round` and `before` out".to_owned()
            }
            Self::NoSuchYear(year) => format!("the game has {years} years, so there is no year {year}"),
        }
    }
}

/// How a year lies between two turns, as far as it was said.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct YearPosition {
    /// What lies before each player, in seat order.
    pub players: Vec<Before>,
    /// The discard piles, by number.
    pub discards: Option<Vec<Stack>>,
    draw: Option<u16>,
    turn: Option<Seat>,
    round: Option<u16>,
    /// Whether what isn't said is unknown.
    is_disputed: bool,
}

/// What lies before one player.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Before {
    /// The birds.
    pub birds: Option<Counted>,
    hand: Option<u16>,
    /// Cards known to be in the hand, in canonical order.
    pub shows: Vec<Card>,
    done: Option<()>,
    points: Option<i32>,
}

impl Before {
    fn hand(&self) -> u16 {
        self.hand.unwrap_or(FULL)
    }

    fn birds(&self) -> impl Iterator<Item = Card> {
        self.birds.iter().flat_map(Counted::cards).map(|laid| laid.card)
    }
}

/// A discard pile as it is said.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Stack {
    /// The named cards, top first.
    pub cards: Vec<Card>,
    /// How many more lie below them.
    more: Option<u16>,
}

impl Stack {
    /// `9MS +4`, or `-`.
    fn read(text: &str, deck: Cards) -> Result<Self, ParseError> {
        let (cards, more) = cards_and_more(text, deck)?;
        let is_said = cards.is_empty() || text.contains('+');
        Ok(Self { cards, more: if is_said { u16::try_from(more).ok() } else { None } })
    }

    fn of(pile: &Pile, memory: bool) -> Self {
        let named = pile.cards().iter().rev().copied();
        let cards: Vec<Card> = named.take(if memory { usize::MAX } else { 1 }).collect();
        let more = pile.len() - cards.len();
        Self { more: if more > 0 || cards.is_empty() { u16::try_from(more).ok() } else { None }, cards }
    }

    /// How many cards it has.
    fn size(&self) -> usize {
        self.cards.len() + usize::from(self.more.unwrap_or_default())
    }

    /// Whether one turn may change it so: by a card that is discarded or taken.
    fn can_become(&self, later: &Self) -> bool {
        let is_top_known = !self.cards.is_empty() && !later.cards.is_empty();
        match self.size().abs_diff(later.size()) {
            0 => !is_top_known || self.cards[0] == later.cards[0],
            change => change == 1,
        }
    }

    fn write(&self) -> String {
        match (self.cards.is_empty(), self.more) {
            (false, Some(0)) => format!("{} +0", write_cards(&self.cards, 0)),
            (_, more) => write_cards(&self.cards, more.unwrap_or_default().into()),
        }
    }
}

/// What a game's parts are made of.
pub struct Form {
    /// The cards of the game.
    pub deck: Cards,
    /// An example of birds.
    pub birds: &'static str,
    /// An example of a player's part.
    pub player: &'static str,
    /// An example of the table's part.
    pub table: &'static str,
    /// What a piece of a player can begin with.
    pub player_keys: &'static [&'static str],
    /// What a piece of the table can begin with.
    pub table_keys: &'static [&'static str],
    /// How many discard piles can be said.
    pub piles: usize,
}

/// How many cards a game has.
#[derive(Clone, Copy)]
pub struct Size {
    /// In all places.
    pub all: u16,
    /// Where they are neither in hands, birds and discards nor in the draw pile.
    pub elsewhere: u16,
    /// In the draw pile at the start.
    pub pile: u16,
}

/// A full hand.
const FULL: u16 = 6;
const _: () = assert!(FULL as usize == HAND);

/// What the places hold, worked out where it was not said.
pub struct Counts {
    /// The hand of each player.
    hands: Vec<u16>,
    /// How many cards of each discard pile nobody named.
    pub unnamed: Vec<u16>,
    /// The draw pile.
    pub draw: u16,
    /// The cards of birds that Excuses took, where nobody remembers them.
    excused: u16,
}

fn count(cards: usize) -> u16 {
    u16::try_from(cards).unwrap_or(u16::MAX)
}

impl YearPosition {
    /// Parses the parts; `own` reads a piece that only one of the games has, which begins with that keyword.
    pub fn parse(
        parts: &Parted<&str>,
        players: &Players,
        form: &Form,
        own: &mut dyn FnMut(Part, &'static str, &mut Pieces<'_>) -> Result<(), ParseError>,
    ) -> Result<Self, (Part, ParseError)> {
        let mut position = Self::default();
        for (seat, text) in players.seats().zip(&parts.players) {
            let mut own = |key, pieces: &mut Pieces<'_>| own(Some(seat), key, pieces);
            position.players.push(parse_player(text, form, &mut own).map_err(|error| (Some(seat), error))?);
        }
        position.players.resize_with(players.count(), Before::default);
        if let Some(text) = parts.table {
            let mut own = |key, pieces: &mut Pieces<'_>| own(None, key, pieces);
            position.parse_table(text, players, form, &mut own).map_err(|error| (None, error))?;
        }
        Ok(position)
    }

    fn parse_table(
        &mut self,
        text: &str,
        players: &Players,
        form: &Form,
        own: &mut dyn FnMut(&'static str, &mut Pieces<'_>) -> Result<(), ParseError>,
    ) -> Result<(), ParseError> {
        let mut pieces = Pieces::of(text, form.table_keys, form.table);
        while let Some(key) = pieces.next_key() {
            match key {
                Some("draw") => pieces.number_once(&mut self.draw)?,
                Some("discard") => {
                    let place = pieces.rest().1;
                    let words = pieces.words();
                    let read = |(pile, place): (&str, std::ops::Range<usize>)| {
                        Stack::read(pile, form.deck).map_err(|error| error.shifted(place.start))
                    };
                    let mut stacks = piles(&words).map(read).collect::<Result<Vec<_>, _>>()?;
                    if stacks.len() > form.piles {
                        return Err(pieces.wrong(place, format!("there can't be {} discard piles", stacks.len())));
                    }
                    // A pile that isn't there needs no place behind the last one.
                    while stacks.len() > 1 && stacks.last().is_some_and(|last| last.cards.is_empty() && last.more == Some(0)) {
                        stacks.pop();
                    }
                    pieces.once(&mut self.discards, stacks)?;
                }
                Some("turn") => {
                    let turn = pieces.player(players)?;
                    pieces.once(&mut self.turn, turn)?;
                }
                Some("round" | "year") => {
                    pieces.number_once(&mut self.round)?;
                    pieces.one_or_more(self.round)?;
                }
                Some(key) => own(key, &mut pieces)?,
                None => return Err(pieces.unread()),
            }
        }
        Ok(())
    }

    /// Writes it canonically; `own` are the pieces of a part that only one of the games has.
    pub fn write(&self, players: &Players, own: impl Fn(Part) -> Option<String>) -> Parted<String> {
        let player = |(seat, of): (Seat, &Before)| {
            let birds = of.birds.as_ref().map(|birds| match birds.to_string() {
                none if none.is_empty() => "-".to_owned(),
                birds => birds,
            });
            write_pieces([
                birds,
                piece("hand", of.hand),
                shown(&of.shows),
                of.done.map(|()| "done".to_owned()),
                own(Some(seat)),
                piece("before", of.points),
            ])
        };
        let discards = self.discards.as_ref().map(|stacks| stacks.iter().map(Stack::write).collect::<Vec<_>>().join(" | "));
        let table = write_pieces([
            own(None),
            piece("discards", discards),
            piece("draw", self.draw),
            piece("turn", self.turn.map(|seat| players.name(seat))),
            piece("round", self.round),
        ]);
        Parted {
            players: players.seats().zip(&self.players).map(player).collect(),
            table: Some(table).filter(|text| !text.is_empty()),
        }
    }

    /// The position of a running year; `None` within a turn, and when no year is being played. `seen` are the cards that are said
    /// to be in a hand also by somebody who remembers nothing.
    pub fn of<'a, R: Rancher, const SEATS: usize>(
        year: &Year<R, SEATS>,
        piles: impl IntoIterator<Item = &'a Pile>,
        memory: bool,
        known: impl Fn(Seat, Card) -> usize,
    ) -> Option<Self> {
        let turn = match year.phase {
            Phase::Action(turn) => Some(turn),
            Phase::Laying => None,
            Phase::Ready | Phase::Draw { .. } | Phase::Over => return None,
        };
        let number = year.number();
        let before = year.totals_before();
        let players = year.seats().map(|seat| {
            let hand = year.account.hand(seat);
            Before {
                birds: Some(Counted::in_place(year.rancher(seat), memory)),
                hand: Some(count(hand.len())).filter(|&size| size != FULL),
                shows: Card::all().flat_map(|card| std::iter::repeat_n(card, known(seat, card))).collect(),
                done: year.done.contains(seat).then_some(()),
                points: (number > 1).then_some(before[seat.index()]),
            }
        });
        Some(Self {
            players: players.collect(),
            is_disputed: false,
            discards: Some(piles.into_iter().map(|pile| Stack::of(pile, memory)).collect()),
            draw: Some(count(year.account.hidden())),
            turn,
            round: (number > 1).then_some(count(number)),
        })
    }

    /// Whether one turn may lead to a later table: it lays cards before whose turn it is, and changes a pile by one card. After the
    /// year's end anyone lays cards, and whole hands are discarded.
    pub fn can_become(&self, later: &Self) -> bool {
        let (Some(turn), Some(_)) = (self.turn, later.turn) else { return true };
        let mut players = (0..).zip(self.players.iter().zip(&later.players));
        let (now, then) = (self.discards.as_deref().unwrap_or_default(), later.discards.as_deref().unwrap_or_default());
        let stack = |stacks: &[Stack], nth| stacks.get(nth).cloned().unwrap_or_default();
        let mut stacks = 0..now.len().max(then.len());
        self.turn != later.turn
            && players.all(|(seat, (now, then))| seat == turn.index() || now.birds == then.birds)
            && stacks.all(|nth| stack(now, nth).can_become(&stack(then, nth)))
    }

    /// The cards that are named, each as often as it is.
    pub fn cards(&self) -> impl Iterator<Item = Card> {
        let discards = self.discards.iter().flatten().flat_map(|stack| stack.cards.iter().copied());
        self.players.iter().flat_map(|of| of.birds().chain(of.shows.iter().copied())).chain(discards)
    }

    /// How many cards lie in each place, worked out where it wasn't said. In a dispute cards can also lie elsewhere, in places of the
    /// game's own that nobody has said.
    pub fn counts(&self, size: Size, has_elsewhere: bool) -> Result<Counts, YearFault> {
        let counts = if self.is_disputed { self.disputed_counts(size, has_elsewhere)? } else { self.counted(size)? };
        check(counts.draw <= size.pile, PositionFault::TooBigPile(size.pile))?;
        Ok(counts)
    }

    fn counted(&self, Size { all, elsewhere, .. }: Size) -> Result<Counts, YearFault> {
        let stacks = self.discards.as_deref().ok_or(YearFault::Unsaid(None, Said::Discards))?;
        let mut hands: Vec<u16> = self.players.iter().map(Before::hand).collect();
        let mut unnamed: Vec<u16> = stacks.iter().map(|stack| stack.more.unwrap_or_default()).collect();
        let birds: usize = self.players.iter().map(|of| of.birds().count()).sum();
        let named = count(birds + stacks.iter().map(|stack| stack.cards.len()).sum::<usize>()).saturating_add(elsewhere);
        let ranches = || self.players.iter().flat_map(|of| &of.birds);
        let forgotten = count(ranches().map(Counted::forgotten).sum());
        let held = hands.iter().chain(&unnamed).fold(named, |sum, &more| sum.saturating_add(more));
        let odd = |held: u16| PositionFault::OddCount { said: held, all };
        let sizes: Vec<usize> = (0..stacks.len()).filter(|&nth| stacks[nth].more.is_none()).collect();
        let unsaid: Vec<usize> = (0..hands.len()).filter(|&nth| self.players[nth].hand.is_none()).collect();
        let is_over = self.draw == Some(0);
        // Excuses are spent once the draw pile is empty.
        let draw = match self.draw {
            Some(draw) => draw,
            None if ranches().flat_map(Counted::excused).next().is_some() => 0,
            None => all.checked_sub(held).ok_or(odd(held))?,
        };
        let held = held.saturating_add(draw);
        let left = i32::from(all) - i32::from(held);
        let ask_hand = |seat: &usize| YearFault::Unsaid(Some(Seat::new(*seat)), Said::Hand);
        if left >= i32::from(forgotten) && forgotten > 0 {
            let excused = u16::try_from(left).unwrap_or_default();
            return Ok(Counts { hands, unnamed, draw, excused });
        }
        match (left, &sizes[..], &unsaid[..]) {
            (0, ..) if forgotten == 0 => {}
            (1.., &[nth], unsaid) if forgotten == 0 && (!is_over || unsaid.is_empty()) => {
                unnamed[nth] = u16::try_from(left).unwrap_or_default();
            }
            // After the year's end a hand can have any size.
            (_, [], &[seat]) if is_over && forgotten == 0 && (0..=i32::from(FULL)).contains(&(i32::from(FULL) + left)) => {
                hands[seat] = u16::try_from(i32::from(FULL) + left).unwrap_or_default();
            }
            (_, _, [seat, ..]) if is_over && (left < 0 || sizes.len() < 2) => return Err(ask_hand(seat)),
            (1.., [_, _, ..], _) => return Err(YearFault::Unsaid(None, Said::Discards)),
            _ => return Err(odd(held).into()),
        }
        Ok(Counts { hands, unnamed, draw, excused: 0 })
    }

    /// Lays out a year in which the account has this stock, which has every card that is named.
    pub fn construct<R: Rancher, const SEATS: usize>(
        &self,
        before: &Year<R, SEATS>,
        counts: &Counts,
        stock: [u8; Card::COUNT],
    ) -> Result<Year<R, SEATS>, YearFault> {
        let mut year = before.clone();
        year.clear(stock);
        self.carry_over(&mut year)?;
        let stacks = self.discards.iter().flatten();
        let open = self.players.iter().flat_map(Before::birds).chain(stacks.flat_map(|stack| stack.cards.iter().copied()));
        open.for_each(|card| {
            year.account.turn_up(card.index());
        });
        for ((seat, of), &hand) in before.seats().zip(&self.players).zip(&counts.hands) {
            for card in &of.shows {
                year.account.draw_seen(seat, card.index());
            }
            let unseen = hand.checked_sub(count(of.shows.len())).ok_or(PositionFault::ShowsMore(seat))?;
            year.account.deal(seat, unseen.into());
            if let Some(birds) = &of.birds {
                *year.rancher_mut(seat).birds_mut() = birds.ranch();
            }
            if of.done.is_some() {
                year.done = year.done.with(seat);
            }
        }
        let unnamed: u16 = counts.unnamed.iter().sum();
        year.account.cover(usize::from(unnamed) + usize::from(counts.excused));
        year.phase = match (counts.draw, self.turn) {
            (0, Some(turn)) => return Err(PositionFault::TurnWithoutPile(turn).into()), // ER-2.2, RX-2.2
            (0, None) => Phase::Laying,
            (_, Some(turn)) => Phase::Action(turn),
            (_, None) if self.is_disputed => return Err(YearFault::Unsaid(None, Said::Turn)),
            // ER-1.2, RX-1.2: nothing has happened yet.
            (_, None) if self.is_untouched() => Phase::Action(year.first),
            (_, None) => return Err(YearFault::Unsaid(None, Said::Turn)),
        };
        check(!year.all_are_done(), PositionFault::AllDone)?;
        Ok(year)
    }

    /// Whether no turn can have been taken yet.
    fn is_untouched(&self) -> bool {
        let no_discards =
            self.discards.iter().flatten().all(|stack| stack.cards.is_empty() && stack.more.unwrap_or_default() == 0);
        no_discards && self.players.iter().all(|of| of.birds().next().is_none())
    }

    /// The number of the year and the points before it, of years that nobody has.
    fn carry_over<R: Rancher, const SEATS: usize>(&self, year: &mut Year<R, SEATS>) -> Result<(), YearFault> {
        let known = |seat, is: i32| {
            YearFault::Table(TableFault::KnownBefore {
                seat,
                is: i16::try_from(is).unwrap_or(if is < 0 { i16::MIN } else { i16::MAX }),
            })
        };
        let says_points = self.players.iter().any(|of| of.points.is_some());
        if year.years == 1 && (says_points || self.round.is_some()) {
            return Err(PositionFault::NoSuchYear(self.round.unwrap_or(1)).into());
        }
        let number = count(year.number());
        // In a dispute, points before a year say that it isn't the first.
        let said = self.round.or((self.is_disputed && says_points).then_some(2));
        if number > 1 || said.unwrap_or(1) == 1 {
            check(said.is_some() || !says_points || number > 1, YearFault::Unsaid(None, Said::Round))?;
            if self.round.is_some_and(|round| round != number) {
                return Err(known(None, number.into()));
            }
            let before = year.totals_before();
            let wrong = year.seats().zip(&self.players).find(|(seat, of)| of.points.is_some_and(|is| is != before[seat.index()]));
            return wrong.map_or(Ok(()), |(seat, _)| Err(known(Some(seat), before[seat.index()])));
        }
        let number = said.unwrap_or(1);
        check(number <= year.years, PositionFault::NoSuchYear(number))?;
        for (seat, of) in year.seats().zip(&self.players) {
            year.carried[seat.index()] = match of.points {
                None if !self.is_disputed => return Err(YearFault::Unsaid(Some(seat), Said::Before)),
                points => points.unwrap_or_default(),
            };
        }
        year.earlier = number - 1;
        Ok(())
    }

    /// As one of a dispute.
    pub fn disputed(self) -> Self {
        Self { is_disputed: true, ..self }
    }

    /// What a dispute leaves open and these lines can depend on, in a year with cards in so many places.
    pub fn free<S: EmuStep>(&self, size: Size, lines: &Disputed<'_, S>, players: &Players) -> Vec<Free> {
        let mut free = Vec::new();
        let touches = |seat: Seat| {
            let of_bird = |(actor, step): &(Option<Seat>, S)| *actor == Some(seat) && step.bird().is_some();
            lines.due.iter().any(of_bird) || lines.actors.is_empty()
        };
        let each = || players.seats().zip(&self.players);
        let unsaid = each().filter(|(seat, of)| of.birds.is_none() && touches(*seat));
        free.extend(unsaid.map(|(seat, _)| Free::asked(Some(seat), "CARD … | CARD …")));
        let unsaid = each().filter(|(seat, of)| of.birds.is_none() && !touches(*seat));
        let any_card = |card: &Card| !self.cards().any(|other| other == *card);
        let birds: Vec<(Part, String)> =
            unsaid.zip(Cards::BASIC.iter().filter(any_card)).map(|((seat, _), card)| (Some(seat), card.to_string())).collect();
        if !birds.is_empty() {
            free.push(Free::anything("CARD … | CARD …", [birds]));
        }
        let is_over = self.draw == Some(0) || self.is_over();
        if self.turn.is_none() && !is_over {
            let turns = players.seats().filter(|seat| lines.can_begin(*seat));
            let mut turn = Free::player(players, "turn", |name| format!("it is {name}'s turn"), turns);
            if self.draw.is_none() {
                turn.values.extend(Free::fact(None, "", [(String::new(), "the year has ended".to_owned())]).values);
            }
            free.push(turn);
        }
        if self.draw.is_none() && !is_over {
            let most = size.all.saturating_sub(self.said(size)).min(size.pile);
            free.push(Free::count(None, "draw", "the draw pile has", ["card", "cards"], numbers(0, most)));
        }
        // Who shows more cards than a full hand has holds more.
        for (seat, of) in each().filter(|(_, of)| of.hand.is_none()) {
            let mut named = of.shows.clone();
            for (_, step) in lines.steps.iter().filter(|(actor, _)| *actor == Some(seat)) {
                let more = step.cards().iter().filter(|card| !named.contains(card));
                named.extend(more.copied().collect::<Vec<_>>());
            }
            let shows =
                !of.shows.is_empty() || lines.steps.iter().any(|(actor, step)| *actor == Some(seat) && step.cards().len() > 1);
            let named = count(named.len());
            if shows && named > FULL {
                let has = format!("{}'s hand has", players.name(seat));
                free.push(Free::count(Some(seat), "hand", has, ["card", "cards"], [FULL, named]).with_odd(|hand| hand > FULL));
            }
        }
        // After the year's end hands can be of any size. It matters only where there aren't cards enough for all.
        let unsaid = || each().filter(|(_, of)| of.hand.is_none());
        let left = size.all.saturating_sub(self.said(size));
        if self.draw.unwrap_or_default() == 0 && usize::from(left) < HAND * unsaid().count() {
            let is_free = |seat: &Seat| free.iter().any(|piece| piece.part == Some(*seat) && piece.form == "hand N");
            let acting: Vec<_> = unsaid().filter(|(seat, _)| lines.may_act(*seat) && !is_free(seat)).collect();
            free.extend(acting.into_iter().map(|(seat, _)| {
                let has = format!("{}'s hand has", players.name(seat));
                Free::count(Some(seat), "hand", has, ["card", "cards"], 0..=FULL)
            }));
        }
        free
    }

    /// What follows from somebody's being done; or, in a log, how many cards lie where it wasn't said.
    pub fn follows(&self, size: Size, players: &Players) -> Option<String> {
        if !self.is_disputed {
            let stack = self.discards.iter().flatten().position(|stack| stack.more.is_none())?;
            let unnamed = self.counted(size).ok()?.unnamed.get(stack).copied().filter(|&cards| cards > 0)?;
            let top = self.discards.iter().flatten().nth(stack).and_then(|stack| stack.cards.first())?;
            let lie = if unnamed == 1 { "lies" } else { "lie" };
            return Some(format!("{} {lie} under {top}, by what lies elsewhere", count_of(unnamed.into(), "card", "cards")));
        }
        let done = players.seats().zip(&self.players).find(|(_, of)| of.done.is_some()).filter(|_| self.is_over());
        done.map(|(seat, _)| format!("{} is done, so the draw pile has no cards", players.name(seat)))
    }

    /// Whether it follows that the draw pile is empty: somebody is done, and nobody has a turn.
    fn is_over(&self) -> bool {
        self.draw.is_none() && self.turn.is_none() && self.players.iter().any(|of| of.done.is_some())
    }

    /// How many cards lie where it was said, without the draw pile.
    fn said(&self, size: Size) -> u16 {
        let stacks = self.discards.iter().flatten();
        let piles = stacks.map(|stack| count(stack.cards.len()).saturating_add(stack.more.unwrap_or_default()));
        let hands = self.players.iter().filter_map(|of| of.hand);
        let birds = count(self.players.iter().map(|of| of.birds().count()).sum());
        piles.chain(hands).fold(birds.saturating_add(size.elsewhere), u16::saturating_add)
    }

    /// How many cards lie in each place of a disputed table: hands of which nothing is said are full as long as there are cards for
    /// them, and what is left lies in places that nobody has said.
    fn disputed_counts(&self, size: Size, has_elsewhere: bool) -> Result<Counts, YearFault> {
        let said = self.said(size);
        let draw = self.draw.or(self.is_over().then_some(0));
        let all = said.saturating_add(draw.unwrap_or_default());
        let mut left = size.all.checked_sub(all).ok_or(PositionFault::OddCount { said: all, all: size.all })?;
        let mut hand = |of: &Before| {
            of.hand.unwrap_or_else(|| {
                let hand = left.min(FULL.max(count(of.shows.len())));
                left -= hand;
                hand
            })
        };
        let hands: Vec<u16> = self.players.iter().map(&mut hand).collect();
        let draw = draw.unwrap_or_else(|| {
            let draw = left.min(size.pile);
            left -= draw;
            draw
        });
        let mut unnamed: Vec<u16> = self.discards.iter().flatten().map(|stack| stack.more.unwrap_or_default()).collect();
        let first = self.discards.iter().flatten().position(|stack| stack.more.is_none());
        if let Some(stack) = first {
            unnamed[stack] += std::mem::take(&mut left);
        }
        // Somewhere that nobody has said: then it may be anywhere there.
        let excused = || self.players.iter().flat_map(|of| &of.birds).any(|birds| birds.forgotten() > 0);
        let is_open = has_elsewhere
            || excused()
            || self.discards.is_none()
            || self.players.iter().any(|of| of.birds.is_none() || of.hand.is_none());
        check(left == 0 || is_open, PositionFault::OddCount { said: size.all - left, all: size.all })?;
        Ok(Counts { hands, unnamed, draw, excused: left })
    }
}

/// What one player has.
fn parse_player(
    text: &str,
    form: &Form,
    own: &mut dyn FnMut(&'static str, &mut Pieces<'_>) -> Result<(), ParseError>,
) -> Result<Before, ParseError> {
    let (mut of, mut shows) = (Before::default(), None);
    let mut pieces = Pieces::of(text, form.player_keys, form.player);
    while let Some(key) = pieces.next_key() {
        match key {
            Some("hand") => pieces.number_once(&mut of.hand)?,
            Some("show") => {
                let mut cards: Vec<Card> = pieces.cards(form.deck)?;
                cards.sort_unstable();
                pieces.once(&mut shows, cards)?;
            }
            Some("done") => pieces.once(&mut of.done, ())?,
            Some("before") => pieces.number_once(&mut of.points)?,
            Some(key) => own(key, &mut pieces)?,
            None if of.birds.is_some() => return Err(pieces.unread()),
            None => {
                let words = pieces.words();
                let (birds, start) = words.rest();
                let read = Counted::read_in_place(birds, form.deck, form.birds);
                of.birds = Some(read.map_err(|error| error.shifted(start))?);
            }
        }
    }
    of.shows = shows.unwrap_or_default();
    Ok(of)
}

impl<R: Rancher, const SEATS: usize> Year<R, SEATS> {
    /// Nothing lies anywhere: all cards are in the draw pile, no turn was taken, nobody is done.
    fn clear(&mut self, stock: [u8; Card::COUNT]) {
        self.account = Account::new(stock);
        self.ranchers = std::array::from_fn(|_| R::default());
        self.done = Seats::NONE;
        self.action = None;
        self.drew = None;
        self.laying = None;
    }

    /// How many copies of a card are known to be in a hand.
    pub fn known(&self, seat: Seat, card: Card) -> usize {
        self.account.hand(seat).known(card.index())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decktet::Cards;

    #[test]
    fn a_turn_changes_a_discard_pile_by_a_card_at_most_and_its_top_with_it() {
        let can_become = |now: &str, later: &str| {
            let [now, later] = [now, later].map(|text| Stack::read(text, Cards::BASIC).expect("a pile"));
            now.can_become(&later)
        };
        assert!(can_become("9MS +4", "9MS +4") && !can_become("9MS +4", "7SK +4"));
        assert!(can_become("+5", "9MS +4"), "nobody said what lay on top");
        assert!(can_become("9MS +4", "7SK +5") && can_become("9MS +4", "7SK +3"));
        assert!(!can_become("9MS +4", "7SK +6"));
    }
}
