//! Judges acts: the steps that are due, the steps that are possible, and all other clauses.

use super::*;

faults! {
    pub enum Fault {
        /// A fault that is possible at any table. The players take turns by SC-1.4.
        Table(TableFault<Card>): (fault) => fault.breach(sc(1, 4));
        NotFour = illegal SC-1.2;
        NotThere(Card) = impossible TB-4;
        /// The card takes others, or none.
        TakesOthers(Card) = illegal SC-2.2;
        /// The card was laid, but takes some.
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
        let missing_card = match act {
            Act::Step { step: Step::Deal(cards), .. } => self.account.missing_in_pile(cards),
            Act::Step { actor: Some(seat), step } => {
                TableFault::check_in_hand(&self.account, *seat, step.cards()).map_err(Fault::Table)?; // TB-3
                let mut lying = self.table.clone();
                if let Step::Play(_, taken) = step { taken.iter().copied().find(|card| !lying.remove(card)) } else { None }
            }
            Act::Tally(tally) => {
                let points = || tally.parts.iter().flatten();
                ensure(points().any(|points| *points > 0) && points().all(|points| *points <= 4 + 18), Fault::NoScore)?; // SC-3.3
                None
            }
            _ => None,
        };
        missing_card.map_or(Ok(()), |card| Err(Fault::NotThere(card))) // TB-4
    }

    fn check_lawful(&self, act: &ActOf<Self>) -> Result<(), Fault> {
        match act {
            Act::Step { step: Step::Deal(cards), .. } => ensure(cards.len() == 4, Fault::NotFour), // SC-1.2
            Act::Step { step: Step::Play(card, taken), .. } => {
                let ways = self.ways(*card);
                ensure(taken.is_empty() || ways.contains(taken), Fault::TakesOthers(*card))?; // SC-2.2
                ensure(!taken.is_empty() || ways.is_empty(), Fault::CanTake(*card)) // SC-2.3
            }
            _ => Ok(()),
        }
    }

    fn is_known_in_hand(&self, seat: Seat, step: &Step) -> bool {
        self.account.is_known(seat, step.cards())
    }

    fn candidates(&self, seat: Seat, each: &mut impl FnMut(Step)) {
        for card in Card::all().filter(|card| self.account.can_come_from(seat, card.index())) {
            self.ways(card).into_iter().chain([vec![]]).for_each(|taken| each(Step::Play(card, taken)));
        }
    }
}

impl Scopa {
    /// Each set of cards of the table that a card can take (SC-2.2).
    pub fn ways(&self, card: Card) -> Vec<Vec<Card>> {
        let sum = |cards: &[Card]| cards.iter().map(|card| card.rank() + 1).sum::<usize>();
        let mut ways: Vec<Vec<Card>> = vec![vec![]];
        for lying in &self.table {
            let longer_ways: Vec<_> = ways.iter().map(|way| [&way[..], &[*lying]].concat()).collect();
            ways.extend(longer_ways.into_iter().filter(|way| sum(way) <= sum(&[card])));
        }
        ways.retain(|way| sum(way) == sum(&[card]));
        let must_take_one = self.rules.single && ways.iter().any(|way| way.len() == 1);
        ways.retain(|way| !must_take_one || way.len() == 1);
        ways
    }
}
