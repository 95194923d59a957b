//! Faults of an act, and how acts are judged: turn and phase, then whether the act is possible, then every other clause.

use super::{Blulu, Capture, MustCapture, Phase, Ranks, SeenHand, Step, Verb, ranks_of};
use crate::{
    decktet::{Card, Cards, Rank},
    faults,
    table::prelude::*,
};

faults! {
    /// A broken clause, or an impossible step, with the cards concerned.
    pub enum Fault {
        /// A fault that any game has; players take turns by BL-1.4.
        Table(TableFault<Card>): (fault) => fault.breach(ClauseId::cited("BL-1.4"));
        /// This player deals the round, but another one was named.
        NotTheDealer(Seat) = illegal BL-1.1;
        DealDue = illegal BL-1.2;
        DealtTooLate = illegal BL-1.2;
        /// This many cards were dealt, not the number in the table rule.
        WrongCount(u16) = illegal BL-1.2;
        /// By the table rule no cards are dealt to the table.
        NoneToTheTable = illegal BL-1.2;
        DealtAgain = illegal BL-1.3;
        TurnDue(Seat) = illegal BL-2.1;
        /// This many cards were played instead of two.
        NotTwo(u16) = illegal BL-2.1;
        /// A rank that lies on the table, but that the pair does not reach.
        NotReached(Rank) = illegal BL-2.3;
        /// A rank that the pair also reaches, by sum or by difference, was left out.
        LeftOut(Rank) = illegal BL-2.4;
        SeveralRanks = illegal BL-2.5;
        /// A trail, although a pair that is known to be in the player's hand captures.
        CouldCapture(Capture, Seat) = illegal BL-2.7;
        /// A trail, although a pair in the player's hand would have captured, as cards seen later prove.
        Revoked(Capture, Seat) = revoke BL-2.7;
        /// No round is being played: the last one is over, or none has begun.
        RoundIsOver = illegal BL-4.1;
        NotInDeck(Card) = impossible TB-3;
        NotOnTheTable(Rank) = impossible TB-4;
        /// A tally of this many cards, more than the deck has.
        MoreThanTheDeck(u16) = impossible BL-1.2;
        /// A tally of this many cards, fewer than the deck has, although the last captor takes the rest.
        FewerThanTheDeck(u16) = impossible BL-4.1;
        /// A tally in which this player has cards, but too few for one capture.
        NoCapture(Seat) = impossible BL-2.4;
        /// A tally in which this player has more bonuses than possible captures.
        MoreBonusesThanCaptures(Seat) = impossible BL-3.1;
        /// A tally that leaves open which of these players' bonuses ended the game.
        WhoEnded(Seats) = impossible BL-4.3;
        /// A tally with wrong marks: the players marked as having ended the game, and the players who can have ended it.
        WronglyMarked(Seats, Seats) = impossible BL-4.3;
    }
}

impl Judge for Blulu {
    fn expects(&self) -> OpenVerbs {
        match self.phase {
            Phase::Ready | Phase::Over | Phase::GameOver { .. } => OpenVerbs::NONE,
            Phase::Deal => OpenVerbs::by_table(Verb::Deal.only()),
            Phase::Turn(seat) => OpenVerbs::one(seat, Verb::Trail.only().and(Verb::Capture.only())),
        }
    }

    fn check_order(&self, act: &ActOf<Self>) -> Result<(), Fault> {
        Err(match (act, self.phase) {
            // A tally counts a round that has begun, even if the moves of that round ended the game.
            (Act::Tally(_), Phase::Ready) => Fault::RoundIsOver,
            (Act::Tally(_), _) | (Act::BeginRound { .. }, Phase::Ready | Phase::Over) => return Ok(()),
            (_, Phase::GameOver { .. }) => Fault::Table(TableFault::AfterGame), // TB-7

            (Act::Step { step: Step::Deal(_), .. }, phase) => match phase {
                Phase::Deal => return Ok(()),
                _ if self.setup.dealing.table == 0 => Fault::NoneToTheTable, // BL-1.2
                _ if self.is_table_dealt => Fault::DealtAgain,               // BL-1.3
                _ => Fault::DealtTooLate,                                    // BL-1.2
            },
            (Act::Step { step: Step::Shows(_), .. }, phase) => match phase {
                Phase::Turn(_) => return Ok(()),
                _ => Fault::Table(TableFault::ShownOutsideRound), // TB-5
            },
            (_, Phase::Deal) => Fault::DealDue,                                  // BL-1.2
            (Act::BeginRound { .. }, Phase::Turn(turn)) => Fault::TurnDue(turn), // BL-2.1
            (Act::Step { actor, .. }, Phase::Turn(turn)) if *actor == Some(turn) => return Ok(()),
            (Act::Step { .. }, Phase::Turn(turn)) => Fault::Table(TableFault::NotYourTurn { turn }), // BL-1.4
            (Act::Step { .. }, Phase::Ready | Phase::Over) => Fault::RoundIsOver,                    // BL-4.1
        })
    }

    fn check_position_due(&self) -> Result<(), Fault> {
        match self.phase {
            Phase::Deal | Phase::Turn(_) => Ok(()),
            Phase::Ready | Phase::Over => Err(Fault::RoundIsOver), // BL-4.1
            Phase::GameOver { .. } => Err(Fault::Table(TableFault::AfterGame)), // TB-7
        }
    }

    fn check_possible(&self, act: &ActOf<Self>) -> Result<(), Fault> {
        match act {
            // TB-3
            Act::Step { step: Step::Deal(cards), .. } => {
                self.account.missing_in_pile(cards).map_or(Ok(()), |card| Err(Fault::NotInDeck(card)))
            }
            Act::Step { actor: Some(seat), step } => {
                TableFault::check_in_hand(&self.account, *seat, step.cards()).map_err(Fault::Table)?;
                // TB-4, BL-2.3: the captured ranks lie on the table.
                let check_on_table = |rank| ensure(!(self.table & Cards::of_rank(rank)).is_empty(), Fault::NotOnTheTable(rank));
                if let Step::Capture(ranks, _) = step { ranks_of(*ranks).try_for_each(check_on_table) } else { Ok(()) }
            }
            Act::Step { actor: None, .. } | Act::BeginRound { .. } => Ok(()),
            Act::Tally(tally) => self.check_countable(tally),
        }
    }

    fn check_lawful(&self, act: &ActOf<Self>) -> Result<(), Fault> {
        match act {
            // BL-1.1
            Act::BeginRound { first } if self.rounds.number > 0 && *first != self.next_dealer() => {
                Err(Fault::NotTheDealer(self.next_dealer()))
            }
            // BL-1.2
            Act::Step { step: Step::Deal(cards), .. } if cards.len() != usize::from(self.setup.dealing.table) => {
                Err(Fault::WrongCount(to_u16(cards.len())))
            }
            Act::Step { actor: Some(seat), step: Step::Capture(ranks, cards) } => {
                self.check_pair(*seat, cards)?;
                self.check_capture(*ranks, cards)
            }
            Act::Step { actor: Some(seat), step: Step::Trail(cards) } => {
                self.check_pair(*seat, cards)?;
                self.check_trail(*seat, cards)
            }
            _ => Ok(()),
        }
    }

    /// Whether the next player's part can still repair a tally.
    fn is_incomplete(&self, act: &ActOf<Self>, fault: Fault) -> bool {
        let is_repairable = matches!(fault, Fault::FewerThanTheDeck(_) | Fault::WhoEnded(_) | Fault::WronglyMarked(..));
        matches!(act, Act::Tally(_)) && is_repairable
    }

    fn is_known_in_hand(&self, seat: Seat, step: &Step) -> bool {
        self.account.is_known(seat, step.cards())
    }

    fn candidates(&self, seat: Seat, each: &mut impl FnMut(Step)) {
        if self.phase != Phase::Turn(seat) {
            return;
        }
        let deck = self.setup.dealing.deck.cards();
        let possible: Cards = deck.iter().filter(|card| self.account.can_come_from(seat, card.index())).collect();
        if self.account.hand(seat).len() == 1 {
            possible.iter().for_each(|card| each(Step::Trail([card].into_iter().collect())));
            return;
        }
        let mut rest = possible;
        for first in possible {
            rest.remove(first);
            for second in rest {
                let pair = || [first, second].into_iter().collect();
                let captured = self.setup.pairing.captured(first, second, self.table);
                if !self.setup.pairing.takes_all() {
                    ranks_of(captured).for_each(|rank| each(Step::Capture(Cards::of_rank(rank), pair())));
                } else if !captured.is_empty() {
                    each(Step::Capture(captured, pair()));
                }
                each(Step::Trail(pair()));
            }
        }
    }
}

impl Blulu {
    /// Checks that two cards are played (BL-2.1). A hand has a single card only after an illegal deal or turn that was let stand.
    /// Then that card is played alone.
    fn check_pair(&self, seat: Seat, cards: &[Card]) -> Result<(), Fault> {
        ensure(cards.len() == 2 || (cards.len() == 1 && self.account.hand(seat).len() == 1), Fault::NotTwo(to_u16(cards.len())))
    }

    /// Checks the captured ranks (BL-2.3, BL-2.4, BL-2.5, BL-2.8). [`Ranks`] are all cards of these ranks.
    fn check_capture(&self, ranks: Ranks, cards: &[Card]) -> Result<(), Fault> {
        let pairing = self.setup.pairing;
        let reached = match cards {
            [first, second] => pairing.reachable_ranks(*first, *second),
            _ => Cards::EMPTY,
        };
        if let Some(card) = (ranks - reached).first() {
            return Err(Fault::NotReached(card.rank()));
        }
        if pairing.takes_all() {
            let left_out = ((reached & self.table) - ranks).first();
            left_out.map_or(Ok(()), |card| Err(Fault::LeftOut(card.rank())))
        } else {
            ensure(ranks.first().is_none_or(|card| ranks == Cards::of_rank(card.rank())), Fault::SeveralRanks)
        }
    }

    /// Checks that no pair captures, as far as the seen cards show (BL-2.7).
    fn check_trail(&self, seat: Seat, cards: &[Card]) -> Result<(), Fault> {
        let trailed: Cards = cards.iter().copied().collect();
        let SeenHand { seen, played } = self.seen_hands[seat.index()];
        let known_hand = match self.setup.rules.must_capture {
            MustCapture::Hand => trailed | (seen - played),
            MustCapture::Pair => trailed,
            MustCapture::Never => return Ok(()),
        };
        match self.setup.pairing.capturing(known_hand, self.table) {
            Some(capture) => Err(Fault::CouldCapture(capture, seat)),
            None => Ok(()),
        }
    }
}
