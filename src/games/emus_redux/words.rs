//! Words for verdicts and steps.

use super::{BOOK, EmusRedux, Fault, MARKET_DRAWS, Phase, Setup, Source, Step, is_wild};
use crate::{
    decktet::Card,
    emu::{
        BirdNumber, Laid, Misfit, bird_prospects, in_birds_and_hands, no_such_bird, not_done, not_in_hand, too_few_unseen,
        unfitting, where_is,
    },
    table::{Act, ActOf, Effect, Game as _, Header, Players, Seat, count_of},
};

type Table = Header<Setup>;

impl EmusRedux {
    /// Why an act is judged so.
    pub(super) fn explain(&self, act: &ActOf<Self>, fault: Fault, table: &Table) -> String {
        let name = |seat| table.players.name(seat);
        match fault {
            Fault::NotYourTurn { turn } => match self.phase {
                Phase::Ready => "the year has not begun".to_owned(),
                Phase::Action(turn) => format!("it is {}'s turn", name(turn)),
                _ => format!("it is for the players to act, and {} went first", name(turn)),
            },
            Fault::MarketDue => {
                format!(
                    "the market has to be laid out first: {}",
                    count_of(self.market_size(), "Pawn or Court", "Pawns and Courts")
                )
            }
            Fault::MarketTooLate => "the market is laid out once, before the first turn".to_owned(),
            Fault::MarketSize { cards } => format!(
                "with {} players the market has {} cards, two for each; here {} laid out",
                self.players,
                self.market_size(),
                if cards == 1 { "is 1".to_owned() } else { format!("are {cards}") }
            ),
            Fault::NotForMarket { card } => format!("{card} is neither a Pawn nor a Court, and can't be in the market"),
            Fault::ThirdCopy { card } => format!("there are two copies of {card}, and here is a third"),
            Fault::ActionDue { seat } => format!("{} has to hatch, grow or discard first", name(seat)),
            Fault::DrawDue { seat } => format!("{} has not drawn a card yet", name(seat)),
            Fault::DrawnTwice => match self.phase {
                Phase::Action(turn) => format!("the turn was over with its one draw; it is {}'s turn", name(turn)),
                _ => "the turn was over with its one draw".to_owned(),
            },
            Fault::TurnAfterYear => {
                "the year has ended: the last card of the draw pile was drawn. Cards may only be laid now".to_owned()
            }
            Fault::HatchedOrDrawnAfterYear => "the year has ended: nothing is hatched or drawn any more".to_owned(),
            Fault::NoSharedSuit { bird, seat, laid } => self.misfit(act, table, bird, seat, laid, Misfit::NoSharedSuit),
            Fault::OutOfOrder { bird, seat, laid } => self.misfit(act, table, bird, seat, laid, Misfit::OutOfOrder),
            Fault::WildHatched { card } => format!("{card} can't hatch: a Pawn or Court only grows a bird that is there"),
            Fault::WithoutNumber { card } => format!("it is not said as which number {card} is played"),
            Fault::ExcusePlayed => "the Excuse has no suit and no rank, so it is never part of a bird".to_owned(),
            Fault::NewPileDue => {
                let there: Vec<String> = self.discards.there().map(|(number, _)| format!("only pile {number}")).collect();
                format!("there is {}: a discard has to start a new pile", there.join(" and "))
            }
            Fault::PileNumberSkipped { free } => format!("a new pile takes the lowest free number, which is {free}"),
            Fault::PileUnnamed => "it is not said on which discard pile the card goes".to_owned(),
            Fault::TakenAfterDiscard => "after a discard nothing is taken from a discard pile".to_owned(),
            Fault::NotOnTop { card, pile } => match self.discards.get(pile).top() {
                Some(top) => format!("{card} lies further down; {top} is on top of discard pile {pile}"),
                None => format!("{card} is not on top of discard pile {pile}"),
            },
            Fault::MarketAfterDiscard => "a market card may only be taken after hatching or growing".to_owned(),
            Fault::ThirdMarketDraw { seat } => {
                format!("{} has taken {MARKET_DRAWS} market cards already, and that is all in one game", name(seat))
            }
            Fault::AlreadyDone { seat } => format!("{} was done already", name(seat)),
            Fault::DoneDue => not_done(&table.players, self.done),
            Fault::LaidAfterExcuse { seat } => format!("{} has spent an Excuse, and lays no more after it", name(seat)),
            Fault::NotLosing { seat, bird } => self.not_losing(seat, bird),
            Fault::NotInHand { seat, card } => self.not_in_hand(seat, card, table),
            Fault::NotAllInHand { seat, card } => self.not_all_in_hand(act, seat, card, table),
            Fault::NotInDrawPile { card } => format!("{card} is not in the draw pile: {}", self.where_is(card, table)),
            Fault::TooManyCopies { card } => self.too_many_copies(card),
            Fault::TooManyWilds { cards } => {
                let size = self.market_size();
                format!("here are {cards} Pawns and Courts; with {} players the market has {size}", self.players)
            }
            Fault::NoSuchBird { seat, bird } if self.rancher(seat).birds.len() > bird.index() => {
                format!("{}'s bird {bird} was discarded with an Excuse", name(seat))
            }
            Fault::NoSuchBird { seat, bird } => no_such_bird(name(seat), self.rancher(seat).birds.len(), bird),
            Fault::NotThere { card, from } => {
                let place = match from {
                    Some(Source::Pile(number)) => format!("in discard pile {number}"),
                    Some(Source::Market) => "in the market".to_owned(),
                    None => "in the market or a discard pile".to_owned(),
                };
                format!("{card} is not {place}: {}", self.where_is(card, table))
            }
            Fault::ShownOutsideYear => "the year is not being played".to_owned(),
            Fault::AfterGame => "the game is over; only notes can be added".to_owned(),
        }
    }

    fn misfit(&self, act: &ActOf<Self>, table: &Table, number: BirdNumber, seat: Seat, laid: Laid, misfit: Misfit) -> String {
        match act {
            Act::Tally(tally) => {
                let bird = tally.parts().get(seat.index()).and_then(|part| part.birds.below(number, misfit));
                unfitting(Some(table.players.name(seat)), number, bird.as_ref(), laid, misfit)
            }
            _ => unfitting(None, number, self.bird(seat, number), laid, misfit),
        }
    }

    fn not_losing(&self, seat: Seat, number: BirdNumber) -> String {
        let total = self.bird(seat, number).map_or(0, crate::emu::Bird::total);
        format!("bird {number} has a total of {total}, which covers the upkeep of {}: it loses nothing", self.setup.upkeep)
    }

    fn not_in_hand(&self, seat: Seat, card: Card, table: &Table) -> String {
        not_in_hand(table.players.name(seat), &self.stock, seat, card, || self.where_is(card, table))
    }

    fn not_all_in_hand(&self, act: &ActOf<Self>, seat: Seat, card: Card, table: &Table) -> String {
        let shown = act.step().map_or(0, |(_, step)| step.cards().iter().filter(|&&other| other == card).count());
        let copies = usize::from(Self::copies(card).max(self.market.copies(card)));
        if !self.stock.can_come_from(seat, card.index()) {
            self.not_in_hand(seat, card, table)
        } else if shown > copies {
            format!("{card} is shown {}; the game has {}", times(shown), copies_of(copies))
        } else if shown > self.stock.hand(seat).known(card.index()) + self.stock.unaccounted(card.index()) {
            format!("{card} is shown {}; {}", times(shown), self.where_is(card, table))
        } else {
            too_few_unseen(table.players.name(seat), &self.stock, seat)
        }
    }

    fn too_many_copies(&self, card: Card) -> String {
        let copies = if is_wild(card) { self.market.copies_at_most(card) } else { Self::copies(card) };
        match copies {
            0 => format!("{card} is not among the Pawns and Courts of this game"),
            copies => format!("{card} is there too often; the game has {}", copies_of(copies.into())),
        }
    }

    fn where_is(&self, card: Card, table: &Table) -> String {
        if is_wild(card) && self.market.copies(card) == 0 {
            return "it is not among the Pawns and Courts of this game".to_owned();
        }
        where_is(card, &self.stock, &self.places(card, &table.players))
    }

    /// Where a card is known to lie, a phrase for each copy.
    pub(super) fn places(&self, card: Card, players: &Players) -> Vec<String> {
        let ranches = self.ranchers.iter().map(|rancher| &rancher.birds);
        let mut places = in_birds_and_hands(card, &self.stock, ranches, players);
        for (number, pile) in self.discards.there() {
            let copies = pile.cards().iter().filter(|&&other| other == card);
            places.extend(copies.map(|_| format!("in discard pile {number}")));
        }
        places.extend((0..self.market.copies_open(card)).map(|_| "in the market".to_owned()));
        if card == Card::EXCUSE {
            for (seat, rancher) in players.seats().zip(&self.ranchers) {
                places.extend(rancher.excused.iter().map(|_| format!("spent by {}", players.name(seat))));
            }
        }
        places
    }

    /// How the step that put a card where it lies is told.
    pub(super) fn told(actor: Option<Seat>, step: &Step, card: Card, table: &Table) -> String {
        let name = actor.map_or("the table", |seat| table.players.name(seat));
        let done = match step {
            Step::Market(_) => return format!("{card}: laid out in the market"),
            Step::Hatch(_) => "hatched by",
            Step::Grow(..) => "put on a bird by",
            Step::Discard(..) => "discarded by",
            Step::Draw(_) => "drawn by",
            Step::Take(..) => "taken by",
            Step::Lay(..) => "laid by",
            Step::Excuse(_) => "spent by",
            Step::Shows(_) => "shown by",
            Step::Done => "known since it was done by",
        };
        if step.cards().contains(&card) {
            format!("{card}: {done} {name}")
        } else {
            format!("{card}: worked out when a step was done by {name}")
        }
    }

    /// A step read back, once it was done.
    pub(super) fn back(&self, actor: Option<Seat>, step: &Step) -> String {
        let last = actor.map_or(0, |seat| self.rancher(seat).birds.len()).saturating_sub(1);
        let list = |cards: &[Card]| cards.iter().map(|card| card.titled().to_string()).collect::<Vec<_>>().join("; ");
        match step {
            Step::Market(cards) => format!("the market: {}", list(cards)),
            Step::Hatch(laid) => format!("bird {}: {}", BirdNumber::from_index(last), played(*laid)),
            Step::Grow(number, laid) | Step::Lay(number, laid) => format!("bird {number} + {}", played(*laid)),
            Step::Discard(card, None) => format!("discards {} on a new pile", card.titled()),
            Step::Discard(card, Some(to)) => format!("discards {} on pile {to}", card.titled()),
            Step::Draw(Some(card)) => format!("draws {}", card.titled()),
            Step::Draw(None) => "draws a card".to_owned(),
            Step::Take(card, Some(from)) => format!("takes {} from {}", card.titled(), place(*from)),
            Step::Take(card, None) => format!("takes {}", card.titled()),
            Step::Excuse(number) => format!("spends an Excuse: bird {number} is discarded"),
            Step::Done => "is done".to_owned(),
            Step::Shows(cards) => format!("shows {}", list(cards)),
        }
    }

    /// What a step does that its text does not say.
    pub(super) fn does(&self, actor: Option<Seat>, step: &Step) -> Effect {
        let Some(seat) = actor else { return Effect(String::new()) };
        Effect(match step {
            Step::Grow(number, _) | Step::Lay(number, _) => {
                self.bird(seat, *number).and_then(|bird| bird.top()).map(|top| format!("on {top}")).unwrap_or_default()
            }
            Step::Hatch(_) => format!("as bird {}", BirdNumber::from_index(self.rancher(seat).birds.len())),
            Step::Discard(_, to) => {
                let to = to.or(self.discards.free());
                match to.and_then(|to| self.discards.get(to).top()) {
                    Some(top) => format!("on {top}"),
                    None => to.map(|to| format!("as pile {to}")).unwrap_or_default(),
                }
            }
            Step::Take(card, from) => {
                self.source(*card, *from).map(|source| format!("from {}", place(source))).unwrap_or_default()
            }
            Step::Excuse(number) => self.bird(seat, *number).map(|bird| format!("for {bird}")).unwrap_or_default(),
            _ => String::new(),
        })
    }

    /// What is open to a player or the table, a line each.
    pub(super) fn outlook(&self, actor: Option<Seat>) -> Vec<String> {
        let open = self.open().to(actor);
        let mut lines = Vec::new();
        for (index, verb) in BOOK.verbs.iter().enumerate().filter(|(index, _)| open.contains(*index)) {
            match (index, actor) {
                (super::book::GROW | super::book::LAY, Some(seat)) => {
                    lines.extend(bird_prospects(verb.name, self.rancher(seat).on_table()));
                }
                (super::book::TAKE, Some(seat)) => lines.extend(self.takes(seat)),
                (super::book::DRAW, _) => {
                    lines.push(format!("draw: the draw pile has {}", count_of(self.stock.hidden(), "card", "cards")));
                }
                (super::book::EXCUSE, Some(seat)) => lines.extend(self.excusable(seat)),
                (super::book::MARKET, _) => {
                    lines.push(format!("market CARD…: {} Pawns and Courts, two for each player", self.market_size()));
                }
                _ if verb.form.is_empty() => lines.push(format!("{}: {}", verb.name, verb.about)),
                _ => lines.push(format!("{} {}: {}", verb.name, verb.form, verb.about)),
            }
        }
        lines
    }

    /// What may be taken instead of drawing, a line each.
    fn takes(&self, seat: Seat) -> Vec<String> {
        let open = self.all_open().into_iter().filter_map(|step| {
            let act = Act::Step { actor: Some(seat), step };
            let legal = self.is_lawful(&act).is_ok();
            let Act::Step { step, .. } = act else { return None };
            let Step::Take(card, from) = step else { return None };
            legal.then_some(())?;
            Some(match self.source(card, from)? {
                Source::Market => format!("{step}: it lies in the market"),
                Source::Pile(number) => format!("{step}: it is on top of discard pile {number}"),
            })
        });
        open.collect()
    }

    /// The birds that an Excuse could be spent on.
    fn excusable(&self, seat: Seat) -> Vec<String> {
        let birds = self.rancher(seat).on_table();
        let losing = birds.filter(|(_, bird)| bird.total() < self.setup.upkeep);
        losing
            .map(|(number, bird)| {
                let loss = -crate::emu::reckon(bird, self.setup.upkeep).points;
                format!("excuse {number}: with an Excuse in hand, it saves the {loss} that this bird would lose")
            })
            .collect()
    }
}

fn place(source: Source) -> String {
    match source {
        Source::Pile(number) => format!("discard pile {number}"),
        Source::Market => "the market".to_owned(),
    }
}

/// `PMSL the Harvest, Moons Suns Leaves, as a 6`.
fn played(laid: Laid) -> String {
    match laid.rank {
        Some(rank) if laid.is_wild() => format!("{}, as a {}", laid.card.titled(), rank.name()),
        _ => laid.card.titled().to_string(),
    }
}

fn times(count: usize) -> String {
    match count {
        2 => "twice".to_owned(),
        count => format!("{count} times"),
    }
}

fn copies_of(count: usize) -> String {
    match count {
        1 => "one".to_owned(),
        _ => "two".to_owned(),
    }
}
