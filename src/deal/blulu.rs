//! Blulu with a shuffled deck: deals, and tracks where every card is.

use super::{Dealer, DealtCards, RandomSource, any_card, choose_one};
use crate::{
    decktet::{Card, Cards},
    games::blulu::{Blulu, Bonus, MustCapture, Phase, Ranks, Step, ranks_of, step::StepCards},
    table::{Act, ActOf, Apply as _, Seat},
};
use smallvec::SmallVec;

impl Dealer for Blulu {
    type Truth = DealtCards<Card>;

    const RULE_LIMITS: &'static [(&'static str, u16)] = &[("target", 30)];

    fn random_argument(argument: &str, random: RandomSource<'_>) -> Option<String> {
        match argument {
            "CARD" => Some(any_card(random)),
            "RANK" => Some((1 + random(9)).to_string()),
            _ => None,
        }
    }

    fn random_tally_part(random: RandomSource<'_>) -> String {
        let [captured, flushes, sextets] = [random(40), random(3), random(3)];
        format!("{captured}; flush {flushes}; sextet {sextets}{}", if random(4) == 0 { "; first" } else { "" })
    }

    fn propose(&self, truth: &mut DealtCards<Card>, random: RandomSource<'_>) -> ActOf<Self> {
        let seat = match self.phase {
            Phase::Ready => return Act::BeginRound { first: Seat::new(random(self.players)) },
            Phase::Over | Phase::GameOver { .. } => return Act::BeginRound { first: self.next_dealer() },
            Phase::Deal => {
                let mut cards: StepCards = truth.top(self.setup.dealing.table.into()).into();
                cards.sort_unstable();
                return Act::Step { actor: None, step: Step::Deal(cards) };
            }
            Phase::Turn(seat) => seat,
        };
        let shows_cards = random(32) == 0 && !truth.hand(seat).is_empty();
        let step = if shows_cards { Step::Shows(truth.any_shown(seat, random)) } else { self.any_play(truth.hand(seat), random) };
        Act::Step { actor: Some(seat), step }
    }

    fn deal(&self, truth: &mut DealtCards<Card>, random: RandomSource<'_>) {
        truth.shuffle(self.setup.dealing.deck.stock(), random);
        self.hand_out(truth);
    }

    fn track_step(&self, truth: &mut DealtCards<Card>, actor: Option<Seat>, step: &Step, _random: RandomSource<'_>) {
        match (actor, step) {
            (_, Step::Deal(cards)) => cards.iter().for_each(|&card| truth.turn_up(card)),
            (Some(seat), Step::Trail(cards) | Step::Capture(_, cards)) => {
                cards.iter().for_each(|&card| truth.remove_from_hand(seat, card));
                let is_played_out = truth.hands.iter().all(SmallVec::is_empty);
                if is_played_out && matches!(self.phase, Phase::Turn(_) | Phase::Deal) && !self.ends_game(seat, step) {
                    self.hand_out(truth);
                }
            }
            _ => {}
        }
    }

    fn with_open_hands(&self, truth: &DealtCards<Card>) -> Option<Self> {
        let mut with_open_hands = self.clone();
        for seat in self.seats() {
            let cards = truth.hand(seat).iter().copied().collect();
            with_open_hands.apply(&Act::Step { actor: Some(seat), step: Step::Shows(cards) }, &mut Vec::new());
        }
        Some(with_open_hands)
    }

    fn is_consistent_with(&self, truth: &DealtCards<Card>) -> bool {
        self.phase == Phase::Ready || truth.is_consistent_with(&self.account) && self.account.pile_len() == truth.pile.len()
    }

    fn balances(&self) -> bool {
        let open_cards = self.piles.iter().fold(self.table, |open_cards, pile| open_cards | *pile);
        self.account.is_consistent(&self.setup.dealing.deck.stock(), open_cards.iter().map(Card::index))
    }
}

impl Blulu {
    /// Deals all hands, card by card: after an illegal deal the deck may be too small for full hands.
    fn hand_out(&self, truth: &mut DealtCards<Card>) {
        let seats = std::iter::successors(Some(self.dealer.left(self.players)), |seat| Some(seat.left(self.players)));
        truth.deal(seats.take(self.players * usize::from(self.setup.dealing.hand)), 1);
    }

    /// Whether a capture ends the game at once (BL-3.3).
    fn ends_game(&self, seat: Seat, step: &Step) -> bool {
        let Step::Capture(ranks, cards) = step else { return false };
        let captured = cards.iter().copied().collect::<Cards>() | (self.table & *ranks);
        Bonus::of(captured).is_some_and(|bonus| {
            let earned = |player: Seat| if player == seat { bonus.worth() } else { 0 };
            self.wins_at_once(seat, |player| self.rounds.current.catches[player.index()].worth() + earned(player))
        })
    }

    /// A random trail or capture with cards that are really in the hand. Mostly a capture, if the chosen pair can capture.
    fn any_play(&self, hand: &[Card], random: RandomSource<'_>) -> Step {
        if hand.len() < 2 {
            return Step::Trail(hand.iter().copied().collect());
        }
        let first = random(hand.len());
        let second = (first + 1 + random(hand.len() - 1)) % hand.len();
        let pair = [hand[first].min(hand[second]), hand[first].max(hand[second])];
        let (pairing, table) = (self.setup.pairing, self.table);
        let captured = pairing.captured(pair[0], pair[1], table);
        let capture = |pair: [Card; 2], captured: Ranks, random: RandomSource<'_>| {
            let ranks = if pairing.takes_all() {
                captured
            } else {
                choose_one(|| ranks_of(captured), random).map_or(captured, Cards::of_rank)
            };
            Step::Capture(ranks, pair.into_iter().collect())
        };
        if !captured.is_empty() && random(32) > 0 {
            return capture(pair, captured, random);
        }
        if self.setup.rules.must_capture == MustCapture::Hand
            && let Some(possible) = pairing.capturing(hand.iter().copied().collect(), table)
        {
            let captured = pairing.captured(possible.pair[0], possible.pair[1], table);
            return capture(possible.pair, captured, random);
        }
        Step::Trail(pair.into_iter().collect())
    }
}
