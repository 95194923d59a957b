//! Words for verdicts and steps.

use super::{EmusRedux, Fault, MARKET_DRAWS, Phase, Setup, Source, is_wild};
use crate::{
    decktet::Card,
    emu::{
        Bird, BirdNumber, Laid, Misfit, in_birds_and_hands, no_such_bird, not_done, not_in_hand, too_few_unseen, unfitting,
        where_is,
    },
    table::{Act, ActOf, Header, Players, Seat, count_of},
};

type Table = Header<Setup>;

impl EmusRedux {
    /// Why an act is judged so.
    pub(super) fn explain(&self, act: &ActOf<Self>, fault: Fault, table: &Table) -> String {
        let name = |seat| table.players.name(seat);
        match fault {
            Fault::NotYourTurn { .. } if self.phase == Phase::Ready => "the year has not begun".to_owned(),
            Fault::NotYourTurn { turn } => format!("it is {}'s turn", name(turn)),
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
        let total = self.bird(seat, number).map_or(0, Bird::total);
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
