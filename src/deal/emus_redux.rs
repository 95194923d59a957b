//! Emus Redux with a shuffled deck: deals, and tracks where every card is.

use super::{
    Deal, Dealt, Random, any_card, any_groups, any_of,
    emu::{any_laying, any_step},
    shuffle,
};
use crate::{
    decktet::Card,
    emu::{Bird, EmuStep as _, HAND, Phase, Rancher, WILDS, YearStep},
    games::emus_redux::{EmusRedux, MARKET_EACH, PileNumber, Source, Step},
    table::{Act, ActOf, Seat},
};

/// The real market, hands and draw pile.
#[derive(Clone, Debug, Default)]
pub struct Truth {
    market: Vec<Card>,
    dealt: Dealt<Card>,
}

impl Deal for EmusRedux {
    type Truth = Truth;

    /// Excuses count, too.
    const LYING_IS_ALL: bool = false;

    fn any_argument(argument: &str, random: Random<'_>) -> Option<String> {
        match argument {
            "CARD" => Some(any_card(random)),
            "PILE" => Some((1 + random(2)).to_string()),
            "PLACE" => Some(["1", "2", "market"][random(3)].to_owned()),
            _ => None,
        }
    }

    fn any_counted(random: Random<'_>) -> String {
        any_groups(random)
    }

    fn propose(&self, truth: &mut Truth, random: Random<'_>) -> ActOf<Self> {
        let seat = match self.year.phase {
            Phase::Ready | Phase::Over => return Act::Round { first: Seat::new(random(self.year.players)) },
            _ if self.market_due => return Act::Step { actor: None, step: Step::Market(truth.market.clone().into()) },
            Phase::Action(seat) | Phase::Draw { seat, .. } => seat,
            Phase::Laying => any_laying(&self.year, random),
        };
        let hand = truth.dealt.hand(seat);
        let step = any_step(&self.year, seat, &truth.dealt, random, |choice, random| match self.year.phase {
            Phase::Draw { .. } if choice < 12 => self.any_top(random),
            Phase::Draw { .. } if choice < 20 => self.any_of_market(random),
            Phase::Laying if hand.contains(&Card::EXCUSE) && (16..32).contains(&choice) => {
                any_of(|| self.year.rancher(seat).on_table(), random).map(|(number, _)| Step::Excuse(number))
            }
            Phase::Action(_) if choice >= 50 => Some(self.any_discard(hand[random(hand.len())], random)),
            _ => None,
        });
        Act::Step { actor: Some(seat), step }
    }

    fn deal(&self, truth: &mut Truth, random: Random<'_>) {
        truth.market = WILDS.iter().flat_map(|card| [card; 2]).collect();
        shuffle(&mut truth.market, random);
        truth.market.truncate(MARKET_EACH * self.year.players);
        truth.market.sort_unstable();
        truth.dealt.shuffle(Self::deck(), random);
        truth.dealt.deal(self.year.seats(), HAND);
    }

    fn follow_step(&self, truth: &mut Truth, actor: Option<Seat>, step: &Step, _random: Random<'_>) {
        let Some(seat) = actor else { return };
        match (step, step.cards().first()) {
            (Step::Year(YearStep::Draw(_)), _) => truth.dealt.draw(seat),
            (Step::Year(YearStep::Shows(_)), _) | (_, None) => {}
            (Step::Take(..), Some(&card)) => truth.dealt.enter(seat, card),
            (_, Some(&card)) => truth.dealt.leave(seat, card),
        }
    }

    fn with_open_hands(&self, truth: &Truth) -> Option<Self> {
        let mut open = self.clone();
        truth.dealt.show_in(&mut open.year.account);
        Some(open)
    }

    fn agrees_with(&self, truth: &Truth) -> bool {
        let account = &self.year.account;
        self.year.phase == Phase::Ready || truth.dealt.agrees_with(account) && account.hidden() == truth.dealt.pile.len()
    }

    fn balances(&self) -> bool {
        let mut stock = Self::deck();
        for card in WILDS {
            stock[card.index()] = self.market.copies(card);
        }
        let ranchers = || self.year.seats().map(|seat| self.year.rancher(seat));
        let birds = ranchers().flat_map(Rancher::birds).flat_map(Bird::cards).map(|laid| laid.card);
        let spent = ranchers().flat_map(|rancher| &rancher.excused).map(|_| Card::EXCUSE);
        let discards = self.discards.there().flat_map(|(_, pile)| pile.cards().iter().copied());
        let open = birds.chain(spent).chain(discards).chain(self.market.cards());
        self.year.account.balances(&stock, open.map(Card::index))
    }
}

impl EmusRedux {
    fn any_top(&self, random: Random<'_>) -> Option<Step> {
        let number = PileNumber::ALL[random(3)];
        self.discards.get(number).top().map(|card| self.taken(card, Source::Pile(number)))
    }

    fn any_of_market(&self, random: Random<'_>) -> Option<Step> {
        any_of(|| self.market.cards(), random).map(|card| self.taken(card, Source::Market))
    }

    fn any_discard(&self, card: Card, random: Random<'_>) -> Step {
        let to =
            if self.must_start_new_pile() { None } else { Some(PileNumber::ALL[if random(32) == 0 { 2 } else { random(2) }]) };
        Step::Discard(card, to)
    }
}
