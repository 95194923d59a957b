//! A dealer for Sevens: what the harness needs of a game besides its rules.

use fowlplay::{
    deal::{Dealer, DealtCards, RandomSource},
    table::{Act, ActOf, IndexedCard as _, Points, Seat},
};

use crate::sevens::{Card, SEVEN_OF_DIAMONDS, Sevens, Step};

/// Whether a card can be laid, as the rule book has it (SV-1.2, SV-2.1).
fn fits(game: &Sevens, card: Card) -> bool {
    match card.rank() {
        _ if game.laid[card.index()] => false,
        _ if game.laid == [false; 52] => card == SEVEN_OF_DIAMONDS,
        6 => true,
        ..6 => game.laid[card.index() + 1],
        _ => game.laid[card.index() - 1],
    }
}

impl Dealer for Sevens {
    type Truth = DealtCards<Card>;

    fn random_argument(argument: &str, random: RandomSource<'_>) -> Option<String> {
        (argument == "CARD").then(|| Card::from_index(random(52)).map(|card| card.to_string()))?
    }

    fn random_tally_part(random: RandomSource<'_>) -> String {
        if random(3) == 0 { "out".to_owned() } else { String::new() }
    }

    fn propose(&self, truth: &mut DealtCards<Card>, random: RandomSource<'_>) -> ActOf<Self> {
        let Some(seat) = self.turn else { return Act::BeginRound { first: Seat::new(random(4)) } };
        let hand = truth.hand(seat);
        let fitting: Vec<Card> = hand.iter().copied().filter(|&card| fits(self, card)).collect();
        let step = match &fitting[..] {
            _ if !hand.is_empty() && random(16) == 0 => Step::Lay(hand[random(hand.len())]),
            [] => Step::Pass,
            fitting => Step::Lay(fitting[random(fitting.len())]),
        };
        Act::Step { actor: Some(seat), step }
    }

    fn deal(&self, truth: &mut DealtCards<Card>, random: RandomSource<'_>) {
        truth.shuffle([1; 52], random);
        truth.deal(Seat::all(4), 13);
    }

    fn track(&self, truth: &mut DealtCards<Card>, act: &ActOf<Self>, random: RandomSource<'_>) {
        match *act {
            Act::BeginRound { first } => {
                self.deal(truth, random);
                // Whoever goes first has the seven of diamonds.
                let holder = Seat::all(4).find(|&seat| truth.hand(seat).contains(&SEVEN_OF_DIAMONDS)).unwrap_or(first);
                let other = truth.hand(first)[0];
                for (from, to, card) in [(holder, first, SEVEN_OF_DIAMONDS), (first, holder, other)] {
                    truth.remove_from_hand(from, card);
                    truth.add_to_hand(to, card);
                }
            }
            Act::Step { actor, ref step } => self.track_step(truth, actor, step, random),
            Act::Tally(_) => {}
        }
    }

    fn track_step(&self, truth: &mut DealtCards<Card>, actor: Option<Seat>, step: &Step, _random: RandomSource<'_>) {
        if let (Some(seat), Step::Lay(card)) = (actor, step) {
            truth.remove_from_hand(seat, *card);
        }
    }

    fn with_open_hands(&self, truth: &DealtCards<Card>) -> Option<Self> {
        let mut open = self.clone();
        truth.show_in(&mut open.account);
        Some(open)
    }

    fn is_legal_to_dealer(&self, truth: &DealtCards<Card>, act: &ActOf<Self>) -> Option<bool> {
        let Act::Step { actor, step } = act else { return None };
        let Some(seat) = self.turn.filter(|_| self.turn == *actor) else { return Some(false) };
        let hand = truth.hand(seat);
        Some(match step {
            Step::Lay(card) => hand.contains(card) && fits(self, *card),
            Step::Pass => !hand.iter().any(|&card| fits(self, card)),
        })
    }

    fn dealer_total(&self, truth: &DealtCards<Card>, seat: Seat) -> Option<Points> {
        Some(Points::Exactly((self.laid != [false; 52] && truth.hand(seat).is_empty()).into()))
    }

    fn is_consistent_with(&self, truth: &DealtCards<Card>) -> bool {
        self.laid == [false; 52] && self.turn.is_none() || truth.is_consistent_with(&self.account)
    }

    fn balances(&self) -> bool {
        self.account.is_consistent(&[1; 52], Card::all().map(Card::index).filter(|&card| self.laid[card]))
    }
}
