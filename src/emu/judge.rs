//! Legality of what both games share: turn and phase, where a card can come from, what fits a bird.

use super::{BirdNumber, Laid, Misfit, Phase, PositionFault, Rancher, Said, Year, YearStep};
use crate::{
    decktet::{Card, Cards},
    faults,
    table::{Breach, Clause, Kinds, Open, Part, Seat, Seats, TableFault, check},
};

faults! {
    /// What can be wrong with an act in a year. The clauses have the same numbers in both books: Emus Redux says RX-2.1 for ER-2.1.
    pub enum YearFault {
        /// What can be wrong at any table.
        Table(TableFault<Card>): (fault) => fault.breach(Clause::cited("ER-1.2"));
        /// A position that doesn't say something that can't be worked out, in whose part.
        Unsaid(Part, Said) = impossible TB-2;
        /// An action of this player was due.
        ActionDue(Seat) = illegal ER-2.1;
        /// A draw of this player was due.
        DrawDue(Seat) = illegal ER-2.1;
        /// A second action of this player's in a turn.
        ActedTwice(Seat) = illegal ER-2.1;
        /// A second draw in a turn; by now it is this player's turn.
        DrawnTwice(Seat) = illegal ER-2.1;
        /// A turn's action after the year's end.
        TurnAfterYear(Seat) = illegal ER-2.2;
        /// A card that does not fit a player's bird by its suits or its rank.
        Misfit(Misfit, Seat, BirdNumber, Laid): (misfit, ..) => Breach::illegal(match misfit {
            Misfit::NoSharedSuit => Clause::cited("ER-3.3"),
            Misfit::OutOfOrder => Clause::cited("ER-3.4"),
        });
        /// What can be wrong with a position of a year.
        Position(PositionFault): (fault) => fault.breach();
        /// Laying down, or being done, before the year's end.
        LaidTooEarly = illegal ER-5.1;
        /// Hatching or drawing after the year's end.
        HatchedOrDrawnAfterYear = illegal ER-5.2;
        /// Laying down, or being done again, after this player's `done`.
        AlreadyDone(Seat) = illegal ER-5.3;
        /// Somebody has not said `done`.
        DoneDue = illegal ER-5.3;
        /// The card is not in the draw pile.
        NotInDrawPile(Card) = impossible TB-3;
        /// The player has no such bird.
        NoSuchBird(Seat, BirdNumber) = impossible TB-4;
    }
}

impl From<TableFault<Card>> for YearFault {
    fn from(fault: TableFault<Card>) -> Self {
        Self::Table(fault)
    }
}

impl From<PositionFault> for YearFault {
    fn from(fault: PositionFault) -> Self {
        Self::Position(fault)
    }
}

impl YearFault {
    /// The player whose bird a card does not fit.
    pub const fn seat(self) -> Option<Seat> {
        match self {
            Self::Misfit(_, seat, ..) => Some(seat),
            _ => None,
        }
    }

    /// The card that does not fit a bird.
    pub const fn laid(self) -> Option<Laid> {
        match self {
            Self::Misfit(.., laid) => Some(laid),
            _ => None,
        }
    }

    /// In whose part a position has to say something.
    pub const fn unsaid_in(self) -> Option<Part> {
        match self {
            Self::Unsaid(part, _) => Some(part),
            _ => None,
        }
    }

    /// Whether it comes after the year's end, or after this player was done.
    pub const fn is_too_late(self) -> bool {
        matches!(self, Self::TurnAfterYear(_) | Self::HatchedOrDrawnAfterYear | Self::AlreadyDone(_))
    }

    /// The card that is not where the act needs it.
    pub fn missing(self) -> Option<Card> {
        match self {
            Self::Table(fault) => fault.missing(),
            Self::NotInDrawPile(card) => Some(card),
            _ => None,
        }
    }
}

/// Which kinds of step of a game belong to which part of a turn.
pub struct Parts {
    /// The action that starts a bird.
    pub hatch: Kinds,
    /// All of a turn's actions.
    pub actions: Kinds,
    /// A turn's draws, from wherever.
    pub draws: Kinds,
    /// What may still be done after the year's end.
    pub laying: Kinds,
    /// Showing cards.
    pub shows: Kinds,
}

impl<R: Rancher, const SEATS: usize> Year<R, SEATS> {
    /// Who may act, and how.
    pub fn expects(&self, parts: &Parts) -> Open {
        self.seats().fold(Open::NOTHING, |open, seat| open.and(Seats::only(seat), self.open_to(seat, parts)))
    }

    /// What is open to a player.
    pub fn open_to(&self, seat: Seat, parts: &Parts) -> Kinds {
        match self.phase {
            Phase::Action(turn) if turn == seat => parts.actions,
            Phase::Draw { seat: turn, .. } if turn == seat => parts.draws,
            Phase::Laying if self.not_done().contains(seat) => parts.laying,
            _ => Kinds::NONE,
        }
    }

    /// Whether a year may begin: not while something is due in the one before.
    pub fn may_begin(&self) -> Result<(), YearFault> {
        match self.phase {
            Phase::Action(seat) => Err(YearFault::ActionDue(seat)),    // ER-2.1, RX-2.1
            Phase::Draw { seat, .. } => Err(YearFault::DrawDue(seat)), // ER-2.1, RX-2.1
            Phase::Laying => Err(YearFault::DoneDue),                  // ER-5.3, RX-5.3
            Phase::Over if self.is_game_over() => Err(TableFault::AfterGame.into()), // TB-7
            Phase::Ready | Phase::Over => Ok(()),
        }
    }

    /// Whether a year may be counted: once it has begun.
    pub fn may_be_counted(&self) -> Result<(), YearFault> {
        check(self.phase != Phase::Ready, TableFault::NotYourTurn { turn: self.first }.into())
    }

    /// A position stands in a year that is being played.
    ///
    /// # Errors
    /// That none is, or that the game is over.
    pub fn may_be_taken_up(&self) -> Result<(), YearFault> {
        match self.phase {
            Phase::Ready => self.may_be_counted(),
            Phase::Over if self.is_game_over() => Err(TableFault::AfterGame.into()), // TB-7
            Phase::Over => Err(TableFault::NotDue.into()),
            Phase::Action(_) | Phase::Draw { .. } | Phase::Laying => Ok(()),
        }
    }

    /// Judges a step of a kind that is not open; showing cards may be allowed nevertheless.
    pub fn was_due(&self, actor: Option<Seat>, kind: impl Into<usize>, parts: &Parts) -> Result<(), YearFault> {
        let kind = kind.into();
        let shows = parts.shows.contains(kind) && actor.is_some();
        let draws = parts.draws.contains(kind);
        Err(match (self.phase, actor) {
            (Phase::Over, _) if self.is_game_over() => TableFault::AfterGame.into(), // TB-7
            // TB-5: any player, at any time in a year.
            (Phase::Ready | Phase::Over, _) if shows => TableFault::ShownOutsideRound.into(),
            _ if shows => return Ok(()),
            (Phase::Ready, _) | (Phase::Laying | Phase::Over, None) => TableFault::NotYourTurn { turn: self.first }.into(),
            // ER-5.1, RX-5.1: during a turn no player may lay down, whatever is due.
            (Phase::Action(turn) | Phase::Draw { seat: turn, .. }, Some(actor))
                if actor == turn && parts.laying.contains(kind) =>
            {
                YearFault::LaidTooEarly
            }
            (Phase::Action(turn), Some(actor)) if actor == turn => YearFault::ActionDue(turn), // ER-2.1, RX-2.1
            (Phase::Action(turn), Some(_)) if draws && self.drew == actor => YearFault::DrawnTwice(turn), // ER-2.1, RX-2.1
            (Phase::Action(turn), _) => TableFault::NotYourTurn { turn }.into(),               // ER-1.2, RX-1.2
            (Phase::Draw { seat, .. }, Some(actor)) if actor == seat => YearFault::ActedTwice(seat), // ER-2.1, RX-2.1
            (Phase::Draw { seat, .. }, _) => YearFault::DrawDue(seat),                         // ER-2.1, RX-2.1
            _ if draws || parts.hatch.contains(kind) => YearFault::HatchedOrDrawnAfterYear,    // ER-5.2, RX-5.2
            (Phase::Laying | Phase::Over, Some(seat)) if parts.actions.contains(kind) => YearFault::TurnAfterYear(seat), // ER-2.2
            (Phase::Laying | Phase::Over, Some(seat)) => YearFault::AlreadyDone(seat),         // ER-5.3, RX-5.3
        })
    }

    /// Judges whether a step is possible, given where cards are known to be.
    pub fn possible(&self, seat: Seat, step: &YearStep) -> Result<(), YearFault> {
        match step {
            YearStep::Hatch(laid) => self.in_hand(seat, laid.card),
            YearStep::Grow(bird, laid) | YearStep::Lay(bird, laid) => {
                self.in_hand(seat, laid.card)?;
                self.is_there(seat, *bird)
            }
            YearStep::Draw(Some(card)) if !self.account.can_turn_up(card.index()) => {
                Err(YearFault::NotInDrawPile(*card)) // TB-3
            }
            YearStep::Draw(_) | YearStep::Done => Ok(()),
            YearStep::Shows(cards) => Ok(TableFault::check_in_hand(&self.account, seat, cards)?),
        }
    }

    /// TB-3
    pub fn in_hand(&self, seat: Seat, card: Card) -> Result<(), YearFault> {
        check(self.account.can_come_from(seat, card.index()), TableFault::NotInHand { seat, card }.into())
    }

    /// TB-4
    pub fn is_there(&self, seat: Seat, bird: BirdNumber) -> Result<(), YearFault> {
        check(self.bird(seat, bird).is_some(), YearFault::NoSuchBird(seat, bird))
    }

    /// Whether a card may go on a bird (ER-3.3, ER-3.4, RX-3.3, RX-3.4).
    pub fn fits(&self, seat: Seat, number: BirdNumber, laid: Laid) -> Result<(), YearFault> {
        match self.bird(seat, number) {
            Some(bird) => bird.fits(laid).map_err(|misfit| YearFault::Misfit(misfit, seat, number, laid)),
            None => Ok(()),
        }
    }

    /// The cards of a deck that a hand may hold.
    pub fn hand(&self, seat: Seat, deck: Cards) -> impl Iterator<Item = Card> {
        deck.iter().filter(move |card| self.account.can_come_from(seat, card.index()))
    }

    /// The year's steps that might be legal for the player in turn, except `done`; `laid` lists the ways a card can be laid on
    /// a bird.
    pub fn candidates<S, L>(&self, seat: Seat, deck: Cards, laid: impl Fn(Card) -> L, each: &mut impl FnMut(S))
    where
        S: From<YearStep>,
        L: IntoIterator<Item = Laid>,
    {
        let on_bird = match self.phase {
            Phase::Action(_) => {
                self.hand(seat, deck).for_each(|card| each(YearStep::Hatch(Laid::natural(card)).into()));
                YearStep::Grow
            }
            Phase::Draw { .. } => return each(YearStep::Draw(None).into()),
            Phase::Laying => YearStep::Lay,
            Phase::Ready | Phase::Over => return,
        };
        for (bird, _) in self.rancher(seat).on_table() {
            self.hand(seat, deck).flat_map(&laid).for_each(|laid| each(on_bird(bird, laid).into()));
        }
    }

    /// Whether everybody can see that a player has no card to lay, or no bird to lay it on.
    pub fn has_nothing_to_lay(&self, seat: Seat) -> bool {
        self.account.hand(seat).is_empty() || self.rancher(seat).birds().is_empty()
    }
}
