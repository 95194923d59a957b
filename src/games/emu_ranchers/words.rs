//! Words for verdicts and steps.

use super::{BOOK, EmuRanchers, Fault, Phase, Setup, Step};
use crate::{
    decktet::Card,
    emu::{
        Bird, BirdNumber, Laid, Misfit, bird_prospects, by_number, in_birds_and_hands, no_such_bird, not_done, not_in_hand,
        too_few_unseen, unfitting, where_is,
    },
    table::{Act, ActOf, Effect, Game, Header, Seat, count_of},
};

type Table = Header<Setup>;

impl EmuRanchers {
    /// Why an act is judged so.
    pub(super) fn explain(&self, act: &ActOf<Self>, fault: Fault, table: &Table) -> String {
        let name = |seat| table.players.name(seat);
        match fault {
            Fault::NotYourTurn { turn } if self.phase == Phase::Ready => {
                format!("no year has begun; {} is to go first", name(turn))
            }
            Fault::NotYourTurn { turn } => format!("it is {}'s turn", name(turn)),
            Fault::FirstAgain => {
                format!("{} went first last year too; this year it is {}", name(self.first), name(Self::other(self.first)))
            }
            Fault::ActionDue { seat } => format!("{} has to hatch, grow or discard first", name(seat)),
            Fault::DrawDue { seat } => format!("{} has not drawn a card yet", name(seat)),
            Fault::DrawnTwice => {
                let turn = if let Phase::Action(turn) = self.phase { turn } else { self.first };
                format!("the turn was over with its one draw; it is {}'s turn", name(turn))
            }
            Fault::TurnAfterYear | Fault::HatchedOrDrawnAfterYear if self.phase == Phase::Over => {
                "the year is over: all are done".to_owned()
            }
            Fault::TurnAfterYear => {
                "the year has ended: the last card of the draw pile was drawn. Cards may only be laid now".to_owned()
            }
            Fault::HatchedOrDrawnAfterYear => "the year has ended: nothing is hatched or drawn any more".to_owned(),
            Fault::NoSharedSuit { bird, seat, card } => self.misfit(act, table, bird, seat, card, Misfit::NoSharedSuit),
            Fault::OutOfOrder { bird, seat, card } => self.misfit(act, table, bird, seat, card, Misfit::OutOfOrder),
            Fault::TakenAfterDiscard => "after a discard the card comes from the draw pile".to_owned(),
            Fault::NotOnTop { card } => match self.discards.top() {
                Some(top) => format!("{card} lies further down; {top} is on top of the discard pile"),
                None => format!("{card} is not on top of the discard pile"),
            },
            Fault::AlreadyDone { seat } if self.phase == Phase::Over => format!("the year is over; {} was done", name(seat)),
            Fault::AlreadyDone { seat } => format!("{} was done already", name(seat)),
            Fault::DoneDue => not_done(&table.players, self.done),
            Fault::NotInHand { seat, card } => self.not_in_hand(seat, card, table),
            Fault::NotAllInHand { seat, card } => {
                let listed = act.step().map_or(0, |(_, step)| step.cards().iter().filter(|&&other| other == card).count());
                if !self.account.can_come_from(seat, card.index()) {
                    self.not_in_hand(seat, card, table)
                } else if listed > 1 {
                    format!("{card} is shown twice; the deck has one")
                } else {
                    too_few_unseen(name(seat), &self.account, seat)
                }
            }
            Fault::NotInDrawPile { card } | Fault::MoreThanTheDeckHas { card } if !Self::deck_has(card) => not_in_deck(card),
            Fault::NotInDrawPile { card } => format!("{card} is not in the draw pile: {}", self.where_is(card, table)),
            Fault::MoreThanTheDeckHas { card } => format!("{card} is there twice; the deck has one"),
            Fault::NoSuchBird { seat, bird } => no_such_bird(name(seat), self.ranches[seat.index()].len(), bird),
            Fault::NotDiscarded { card } => {
                let why = if Self::deck_has(card) { self.where_is(card, table) } else { not_in_deck(card) };
                format!("{card} is not in the discard pile: {why}")
            }
            Fault::ShownOutsideYear => "no year is being played".to_owned(),
            Fault::AfterGame => "the game is over; only notes can be added".to_owned(),
        }
    }

    fn deck_has(card: Card) -> bool {
        Self::stock()[card.index()] > 0
    }

    fn misfit(&self, act: &ActOf<Self>, table: &Table, number: BirdNumber, seat: Seat, card: Card, misfit: Misfit) -> String {
        let laid = Laid::natural(card);
        match act {
            Act::Tally(tally) => {
                let bird = tally.bird_below(seat, number, misfit);
                unfitting(Some(table.players.name(seat)), number, bird.as_ref(), laid, misfit)
            }
            _ => unfitting(None, number, self.bird(seat, number), laid, misfit),
        }
    }

    fn not_in_hand(&self, seat: Seat, card: Card, table: &Table) -> String {
        if Self::deck_has(card) {
            not_in_hand(table.players.name(seat), &self.account, seat, card, || self.where_is(card, table))
        } else {
            not_in_deck(card)
        }
    }

    fn where_is(&self, card: Card, table: &Table) -> String {
        where_is(card, &self.account, &self.places(card, table))
    }

    /// Where a card is known to lie.
    pub(super) fn places(&self, card: Card, table: &Table) -> Vec<String> {
        let mut places = in_birds_and_hands(card, &self.account, &self.ranches, &table.players);
        if self.discards.contains(card) {
            places.push("in the discard pile".to_owned());
        }
        places
    }

    /// How the step that put a card where it lies is told.
    pub(super) fn told(actor: Option<Seat>, step: &Step, card: Card, table: &Table) -> String {
        let name = actor.map_or("the table", |seat| table.players.name(seat));
        let done = match step {
            Step::Hatch(_) => "hatched by",
            Step::Grow(..) => "put on a bird by",
            Step::Discard(_) => "discarded by",
            Step::Draw(_) => "drawn by",
            Step::Take(_) => "taken by",
            Step::Lay(..) => "laid by",
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
        let last = actor.map_or(0, |seat| self.ranches[seat.index()].len()).saturating_sub(1);
        match step {
            Step::Hatch(card) => format!("bird {}: {}", BirdNumber::from_index(last), card.titled()),
            Step::Grow(number, card) | Step::Lay(number, card) => format!("bird {number} + {}", card.titled()),
            Step::Discard(card) => format!("discards {}", card.titled()),
            Step::Draw(Some(card)) => format!("draws {}", card.titled()),
            Step::Draw(None) => "draws a card".to_owned(),
            Step::Take(card) => format!("takes {} from the discard pile", card.titled()),
            Step::Done => "is done".to_owned(),
            Step::Shows(cards) => {
                let titled: Vec<String> = cards.iter().map(|card| card.titled().to_string()).collect();
                format!("shows {}", titled.join("; "))
            }
        }
    }

    /// What a step does that its text does not say.
    pub(super) fn does(&self, actor: Option<Seat>, step: &Step) -> Effect {
        Effect(match (actor, step) {
            (Some(seat), Step::Grow(number, _) | Step::Lay(number, _)) => match self.bird(seat, *number).and_then(Bird::top) {
                Some(top) => format!("on {top}"),
                None => String::new(),
            },
            (Some(seat), Step::Hatch(_)) => format!("as bird {}", BirdNumber::from_index(self.ranches[seat.index()].len())),
            _ => String::new(),
        })
    }

    /// What is open to a player, a line each.
    pub(super) fn outlook(&self, seat: Seat) -> Vec<String> {
        let open = self.open().to(Some(seat));
        let mut lines = Vec::new();
        for (index, verb) in BOOK.verbs.iter().enumerate().filter(|(index, _)| open.contains(*index)) {
            match index {
                super::book::GROW | super::book::LAY => {
                    lines.extend(bird_prospects(verb.name, by_number(&self.ranches[seat.index()])));
                }
                super::book::TAKE => {
                    if let (Phase::Draw { discarded: false, .. }, Some(top)) = (self.phase, self.discards.top()) {
                        lines.push(format!("take {top}: it is on top of the discard pile"));
                    }
                }
                super::book::DRAW => {
                    lines.push(format!("draw: the draw pile has {}", count_of(self.account.hidden(), "card", "cards")));
                }
                _ if verb.form.is_empty() => lines.push(format!("{}: {}", verb.name, verb.about)),
                _ => lines.push(format!("{} {}: {}", verb.name, verb.form, verb.about)),
            }
        }
        lines
    }
}

fn not_in_deck(card: Card) -> String {
    format!("{card} is not in the basic Decktet that this game is played with")
}
