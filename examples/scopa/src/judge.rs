//! Judges acts: the steps that are due, the steps that are possible, and all other clauses.

use super::*;

faults! {
    pub enum Fault {
        /// A fault that is possible at any table. The players take turns by SC-1.4.
        Table(TableFault<Card>): (fault) => fault.breach(sc(1, 4));
        NotFour = illegal SC-1.2;
        NotThere(Card) = impossible TB-4;
        WrongSum(Card, u16) = illegal SC-2.2;
        /// Several cards were taken, although this card lies on the table.
        OneLies(Card) = illegal SC-2.2;
        CanTake(Card) = illegal SC-2.3;
        /// A tally without a point, or with more than 4 points and 18 scopas.
        NoScore = impossible SC-3.3;
    }
}

impl Judge for Scopa {
    fn expects(&self) -> OpenVerbs {
        match self.phase {
            Phase::Deal => OpenVerbs::by_table(Verb::Deal.only()),
            Phase::Turn(seat) => OpenVerbs::one(seat, Verb::Take.only().and(Verb::Lay.only())),
            Phase::Between | Phase::Over => OpenVerbs::NONE,
        }
    }

    fn check_possible(&self, act: &ActOf<Self>) -> Result<(), Fault> {
        match act {
            Act::Step { step: Step::Deal(cards), .. } => check_are_there(cards, |nth, card| {
                nth < self.account.pile_len() && self.account.can_turn_up(card.index()) // TB-4
            }),
            Act::Step { actor: Some(seat), step } => {
                TableFault::check_in_hand(&self.account, *seat, step.of_hand()).map_err(Fault::Table)?; // TB-3
                let Step::Play(_, taken) = step else { return Ok(()) };
                check_are_there(taken, |_, card| self.table.contains(&card)) // TB-4
            }
            Act::Tally(tally) => {
                let points = || tally.parts.iter().flatten();
                ensure(points().any(|points| *points > 0) && points().all(|points| *points <= 4 + 18), Fault::NoScore) // SC-3.3
            }
            Act::Step { actor: None, .. } | Act::BeginRound { .. } => Ok(()),
        }
    }

    fn check_lawful(&self, act: &ActOf<Self>) -> Result<(), Fault> {
        match act {
            Act::Step { step: Step::Deal(cards), .. } => ensure(cards.len() == 4, Fault::NotFour), // SC-1.2
            Act::Step { step: Step::Play(card, taken), .. } => {
                ensure(taken.is_empty() || sum(taken) == sum(&[*card]), Fault::WrongSum(*card, sum(taken)))?; // SC-2.2
                let must_take_one = self.rules.single && taken.len() > 1;
                let equal_card = self.table.iter().find(|lying| must_take_one && lying.rank() == card.rank());
                equal_card.map_or(Ok(()), |lying| Err(Fault::OneLies(*lying)))?;
                ensure(!taken.is_empty() || self.ways(*card).is_empty(), Fault::CanTake(*card)) // SC-2.3
            }
            Act::Tally(tally) => self.check_parts(tally, Seats::all(2)),
            _ => Ok(()),
        }
    }

    fn is_known_in_hand(&self, seat: Seat, step: &Step) -> bool {
        self.account.is_known(seat, step.of_hand())
    }

    fn candidates(&self, seat: Seat, each: &mut impl FnMut(Step)) {
        for card in Card::all().filter(|card| self.account.can_come_from(seat, card.index())) {
            self.ways(card).into_iter().chain([vec![]]).for_each(|taken| each(Step::Play(card, taken)));
        }
    }
}

/// Checks that these are different cards, and that each is there.
fn check_are_there(cards: &[Card], is_there: impl Fn(usize, Card) -> bool) -> Result<(), Fault> {
    let mut indexed = cards.iter().enumerate();
    indexed.try_for_each(|(nth, card)| ensure(!cards[..nth].contains(card) && is_there(nth, *card), Fault::NotThere(*card)))
}

/// The sum of the values of cards (SC-2.2).
pub fn sum(cards: &[Card]) -> u16 {
    cards.iter().map(|card| card.rank() as u16 + 1).sum()
}

impl Scopa {
    /// Each set of cards of the table that come to the value of `card` together.
    pub fn ways(&self, card: Card) -> Vec<Vec<Card>> {
        let mut ways = vec![vec![]];
        for lying in &self.table {
            let longer_ways: Vec<_> = ways.iter().map(|way: &Vec<Card>| [&way[..], &[*lying]].concat()).collect();
            ways.extend(longer_ways.into_iter().filter(|way| sum(way) <= sum(&[card])));
        }
        ways.retain(|way| sum(way) == sum(&[card]));
        ways
    }
}
