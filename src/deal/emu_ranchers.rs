//! Emu Ranchers with a shuffled deck: deals, and tracks where every card is.

use super::{
    Deal, Dealt, Random, any_card, any_groups,
    emu::{any_laying, any_step},
};
use crate::{
    decktet::Card,
    emu::{Bird, EmuStep as _, HAND, Phase, Rancher as _, YearStep},
    games::emu_ranchers::{EmuRanchers, PLAYERS, Step},
    table::{Act, ActOf, Seat},
};

impl Deal for EmuRanchers {
    type Truth = Dealt<Card>;

    const MOST: &'static [(&'static str, u16)] = &[("years", 3)];

    fn any_argument(argument: &str, random: Random<'_>) -> Option<String> {
        (argument == "CARD").then(|| any_card(random))
    }

    fn any_counted(random: Random<'_>) -> String {
        any_groups(random)
    }

    fn propose(&self, truth: &mut Dealt<Card>, random: Random<'_>) -> ActOf<Self> {
        let seat = match self.year.phase {
            Phase::Ready => return Act::Round { first: Seat::new(random(PLAYERS)) },
            Phase::Over => return Act::Round { first: self.year.first.left(PLAYERS) },
            Phase::Action(seat) | Phase::Draw { seat, .. } => seat,
            Phase::Laying => any_laying(&self.year, random),
        };
        let hand = truth.hand(seat);
        let step = any_step(&self.year, seat, truth, random, |choice, random| match self.year.phase {
            Phase::Draw { .. } if choice < 16 => self.discards.top().map(Step::Take),
            Phase::Action(_) if choice >= 52 => Some(Step::Discard(hand[random(hand.len())])),
            _ => None,
        });
        Act::Step { actor: Some(seat), step }
    }

    fn deal(&self, truth: &mut Dealt<Card>, random: Random<'_>) {
        truth.shuffle(Self::deck(), random);
        truth.deal(self.year.seats(), HAND);
    }

    fn follow_step(&self, truth: &mut Dealt<Card>, actor: Option<Seat>, step: &Step, _random: Random<'_>) {
        let Some(seat) = actor else { return };
        match (step, step.cards().first()) {
            (Step::Year(YearStep::Draw(_)), _) => truth.draw(seat),
            (Step::Year(YearStep::Shows(_)), _) | (_, None) => {}
            (Step::Take(_), Some(&card)) => truth.enter(seat, card),
            (_, Some(&card)) => truth.leave(seat, card),
        }
    }

    fn with_open_hands(&self, truth: &Dealt<Card>) -> Option<Self> {
        let mut open = self.clone();
        truth.show_in(&mut open.year.account);
        Some(open)
    }

    fn agrees_with(&self, truth: &Dealt<Card>) -> bool {
        let account = &self.year.account;
        self.year.phase == Phase::Ready || truth.agrees_with(account) && account.hidden() == truth.pile.len()
    }

    fn balances(&self) -> bool {
        let birds = self.year.seats().flat_map(|seat| self.year.rancher(seat).birds());
        let birds = birds.flat_map(Bird::cards).map(|laid| laid.card);
        let open = birds.chain(self.discards.cards().iter().copied());
        self.year.account.balances(&Self::deck(), open.map(Card::index))
    }
}
