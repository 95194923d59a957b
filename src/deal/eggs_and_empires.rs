//! Eggs and Empires with shuffled cards and eggs: tracks where each card and egg is, and proposes possible steps.

use super::{Dealer, DealtCards, RandomSource, RealHand, any_texts, choose_one, choose_some, shuffle, take, turn_up};
use crate::{
    games::eggs_and_empires::{
        Card, EggsAndEmpires, MOST, Phase, Setup, Step,
        book::{EGGS, Rules, Scoring},
        egg::{BOX, EggKnowledge, EggValue, ListedEggs, UNLISTED},
        setup::eggs_each_turn,
        step::{EggValues, StepCards},
        stock,
    },
    table::{Act, ActOf, DeckValue, Game, Judge as _, RuleSettings, Seat},
};
use smallvec::SmallVec;
use std::sync::Arc;

/// The values of most random eggs.
const LIKELY_VALUES: [EggValue; 16] = [13, 12, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0, -4, -6, -8];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct HiddenEgg {
    scout: Seat,
    /// The turn in which the egg was laid.
    laid: u8,
    value: EggValue,
}

/// The real hands, decks and (if listed) eggs.
#[derive(Clone, Debug, Default)]
pub struct Truth {
    cards: [DealtCards<Card>; MOST],
    /// The egg deck; its top is last.
    eggs: SmallVec<[EggValue; 64]>,
    /// The eggs that lie face down or were discarded so. Nobody can tell two of a Scout apart that were laid in the same turn.
    hidden: RealHand<HiddenEgg>,
    /// The turn in which the last of these was laid.
    laid: Option<u8>,
    /// Whether a step claimed something untrue.
    has_false_claim: bool,
}

impl Truth {
    /// The real value of a face-down egg.
    fn hidden_value(&self, scout: Seat, laid: u8) -> Option<EggValue> {
        self.hidden.iter().find(|egg| (egg.scout, egg.laid) == (scout, laid)).map(|egg| egg.value)
    }

    /// Fills up hands and lays the Scouts' eggs, as in the game.
    fn catch_up(&mut self, game: &EggsAndEmpires) {
        game.seats().for_each(|seat| self.fill_up(game, seat));
        self.lay_eggs(game);
    }

    /// Fills up a hand to its size in the game.
    fn fill_up(&mut self, game: &EggsAndEmpires, seat: Seat) {
        let cards = &mut self.cards[seat.index()];
        let missing = game.hand(seat).len().saturating_sub(cards.hand(seat).len());
        (0..missing).for_each(|_| cards.draw(seat));
    }

    /// Lays the Scouts' eggs of a new turn.
    fn lay_eggs(&mut self, game: &EggsAndEmpires) {
        let laid = game.offer.laid;
        if game.offer.has_down() && self.laid != Some(laid) {
            self.laid = Some(laid);
            let eggs = &mut self.eggs;
            self.hidden.extend(game.offer.down_eggs().filter_map(|scout| Some(HiddenEgg { scout, laid, value: eggs.pop()? })));
        }
    }

    /// Tracks the eggs whose values a step names.
    fn track_egg(&mut self, game: &EggsAndEmpires, seat: Seat, step: &Step) {
        let (scout, laid, value) = match *step {
            Step::Reveal(ref values) => {
                return self.has_false_claim |= values.iter().any(|value| !turn_up(&mut self.eggs, value));
            }
            Step::TakeDown { scout, value: Some(value) } => (scout, game.offer.laid, value),
            Step::Opens { scout, value } => (scout, game.oldest_laid(seat, scout), value),
            _ => return,
        };
        self.has_false_claim |= !take(&mut self.hidden, HiddenEgg { scout, laid, value });
    }
}

impl Dealer for EggsAndEmpires {
    type Truth = Truth;

    const RULE_LIMITS: &'static [(&'static str, u16)] = &[("rounds", 2)];

    fn with_any_deck(players: usize, rules: &RuleSettings, random: RandomSource<'_>) -> Option<Setup> {
        // Games for tokens take long, so only every third is played.
        if Rules::typed(rules).scoring == Scoring::Tokens && random(3) > 0 {
            return None;
        }
        let least = if players == 6 { BOX } else { 9 * eggs_each_turn(players) };
        let listed_count = (random(2) == 0).then(|| least + random(BOX + 1 - least));
        let eggs = listed_count.map(|count| (0..count).map(|_| i64::from(LIKELY_VALUES[random(LIKELY_VALUES.len())])).collect());
        let deck: Vec<_> = eggs.map(|eggs| (EGGS.to_owned(), DeckValue::List(eggs))).into_iter().collect();
        Self::setup(players, rules, &deck).ok()
    }

    fn deck(setup: &Setup) -> Vec<(String, DeckValue)> {
        let list = |listed: &Arc<[EggValue]>| (EGGS.to_owned(), DeckValue::List(listed.iter().copied().map(i64::from).collect()));
        setup.eggs.iter().map(list).collect()
    }

    fn random_argument(argument: &str, random: RandomSource<'_>) -> Option<String> {
        (argument == "V").then(|| any_egg(random))
    }

    fn random_tally_part(random: RandomSource<'_>) -> String {
        any_texts(4, " ", random, any_egg)
    }

    fn propose(&self, truth: &mut Truth, random: RandomSource<'_>) -> ActOf<Self> {
        truth.lay_eggs(self);
        let choice = random(64);
        if choice < 4
            && self.is_underway()
            && let Some(act) = self.propose_rare_act(truth, random)
        {
            return act;
        }
        let optional_act = match self.phase {
            Phase::Ready => return Act::BeginRound { first: Seat::new(random(self.players)) },
            Phase::Over | Phase::GameOver => return self.next_round(random),
            Phase::Play => return self.propose_play(truth, random),
            Phase::Collect => return self.propose_take(truth, random),
            Phase::Naming => self.propose_naming(truth, random),
            Phase::Closing if choice < 40 => self.propose_ability(random),
            Phase::Reveal if self.rights.open && choice < 24 => self.propose_ability(random),
            Phase::Closing | Phase::Reveal => None,
        };
        optional_act.unwrap_or_else(|| {
            let step = if self.phase == Phase::Reveal { Step::Reveal(self.next_eggs(truth, random)) } else { Step::End };
            Act::Step { actor: None, step }
        })
    }

    fn deal(&self, truth: &mut Truth, random: RandomSource<'_>) {
        *truth = Truth::default();
        for seat in self.seats() {
            let cards = &mut truth.cards[seat.index()];
            cards.shuffle(stock(self.players), random);
            cards.deal([seat], self.hand_size());
        }
        if let Some(listed) = &self.setup.eggs {
            truth.eggs.extend_from_slice(listed);
            shuffle(&mut truth.eggs, random);
        }
    }

    fn track_step(&self, truth: &mut Truth, actor: Option<Seat>, step: &Step, random: RandomSource<'_>) {
        truth.lay_eggs(self);
        let seat = actor.unwrap_or(self.marker);
        if let Step::Play(_) | Step::Shows(_) | Step::Mulligan = step {
            truth.fill_up(self, seat);
        }
        let player_cards = &mut truth.cards[seat.index()];
        match step {
            Step::Play(cards) => {
                let hand = &mut player_cards.hands[seat.index()];
                truth.has_false_claim |= cards.iter().any(|&card| !take(hand, card));
            }
            Step::Shows(cards) => {
                let mut hand = RealHand::from_slice(player_cards.hand(seat));
                truth.has_false_claim |= cards.iter().any(|&card| !take(&mut hand, card));
            }
            Step::Mulligan => {
                let mut old_hand = std::mem::take(&mut player_cards.hands[seat.index()]);
                player_cards.deal([seat], old_hand.len());
                player_cards.pile.append(&mut old_hand);
                shuffle(&mut player_cards.pile, random);
            }
            _ if self.nest.is_some() => truth.track_egg(self, seat, step),
            _ => {}
        }
    }

    fn with_open_hands(&self, truth: &Truth) -> Option<Self> {
        let mut with_open_hands = self.clone();
        truth.cards.iter().zip(&mut with_open_hands.decks).for_each(|(cards, deck)| cards.show_in(deck));
        Some(with_open_hands)
    }

    fn is_consistent_with(&self, truth: &Truth) -> bool {
        let mut truth = truth.clone();
        truth.catch_up(self);
        let mut decks = truth.cards.iter().zip(&self.decks).take(self.players);
        let do_hands_agree = decks.all(|(cards, deck)| cards.is_consistent_with(deck) && deck.pile_len() == cards.pile.len());
        let do_eggs_agree = self.nest.as_ref().is_none_or(|nest| {
            let hidden_values = truth.hidden.iter().map(|egg| egg.value);
            let mut unseen: Vec<EggValue> = truth.eggs.iter().copied().chain(hidden_values).collect();
            unseen.sort_unstable_by(|a, b| b.cmp(a));
            nest.left == truth.eggs.len() && nest.unseen[..] == unseen[..]
        });
        self.phase == Phase::Ready || !truth.has_false_claim && do_hands_agree && do_eggs_agree
    }

    fn balances(&self) -> bool {
        let stock = stock(self.players);
        let do_cards_balance = self.seats().all(|seat| {
            let spent = self.spent[seat.index()].iter().enumerate();
            let spent_cards = spent.flat_map(|(card, &count)| std::iter::repeat_n(card, count.into()));
            self.decks[seat.index()].is_consistent(&stock, spent_cards)
        });
        do_cards_balance && self.nest.as_ref().is_none_or(|nest| self.eggs_balance(nest))
    }

    fn is_listed(step: &Step) -> bool {
        // Only the holder knows the value of an egg.
        !matches!(step, Step::Opens { .. })
    }
}

impl EggsAndEmpires {
    /// Whether every listed egg is seen, in the deck, or lies unseen elsewhere.
    fn eggs_balance(&self, nest: &ListedEggs) -> bool {
        let piles = self.rounds.current.piles.iter().flat_map(|pile| &pile.eggs);
        let hidden_count = self.offer.down_eggs().count() + piles.clone().filter(|egg| egg.known.value().is_none()).count();
        let hidden_count = hidden_count + usize::from(self.gone_unseen) + nest.left;
        let seen_values =
            piles.filter_map(|egg| egg.known.value()).chain(self.offer.up.iter().copied()).chain(self.gone.iter().copied());
        let mut all_values: Vec<EggValue> = seen_values.chain(nest.unseen.iter().copied()).collect();
        all_values.sort_unstable_by(|a, b| b.cmp(a));
        hidden_count == nest.unseen.len() && self.setup.eggs.as_ref().is_some_and(|listed| listed[..] == all_values[..])
    }

    fn next_round(&self, random: RandomSource<'_>) -> ActOf<Self> {
        let candidates = self.may_hold_next();
        Act::BeginRound { first: choose_one(|| candidates.iter(), random).unwrap_or(self.first) }
    }

    /// Proposes a rare act: a new hand, showing cards, naming an egg, or using an ability.
    fn propose_rare_act(&self, truth: &mut Truth, random: RandomSource<'_>) -> Option<ActOf<Self>> {
        let seat = Seat::new(random(self.players));
        truth.fill_up(self, seat);
        let player_cards = &truth.cards[seat.index()];
        let step = match random(4) {
            0 if self.turn == 0 => Step::Mulligan,
            0 | 1 if !player_cards.hand(seat).is_empty() => Step::Shows(player_cards.any_shown(seat, random)),
            2 => return self.propose_naming(truth, random),
            _ => return self.propose_ability(random),
        };
        Some(Act::Step { actor: Some(seat), step })
    }

    /// The turn in which a Scout laid the oldest unnamed egg of a pile.
    fn oldest_laid(&self, holder: Seat, scout: Seat) -> u8 {
        let eggs = self.pile(holder).eggs.iter().map(|egg| egg.known);
        eggs.filter(|known| known.scout() == Some(scout)).map(EggKnowledge::laid).min().unwrap_or_default()
    }

    fn propose_naming(&self, truth: &Truth, random: RandomSource<'_>) -> Option<ActOf<Self>> {
        let holders = self.holders();
        let holder = choose_one(|| holders.iter(), random)?;
        let scouts = self.pile(holder).unnamed();
        let scout = choose_one(|| scouts.iter().copied(), random)?;
        let value = match self.nest {
            Some(_) => truth.hidden_value(scout, self.oldest_laid(holder, scout))?,
            None => any_egg_value(random),
        };
        Some(Act::Step { actor: Some(holder), step: Step::Opens { scout, value } })
    }

    /// Proposes that a Courier gives an egg, or that a Priest discards one.
    fn propose_ability(&self, random: RandomSource<'_>) -> Option<ActOf<Self>> {
        let holders = self.ability_holders();
        let seat = choose_one(|| holders.iter(), random)?;
        let mut abilities = Vec::new();
        self.candidates(seat, &mut |step| {
            if let Step::Give { .. } | Step::Discard { .. } | Step::DiscardDown { .. } = step {
                abilities.push(step);
            }
        });
        Some(Act::Step { actor: Some(seat), step: choose_some(&mut abilities, 1, random).first()?.clone() })
    }

    /// The next eggs of the deck, highest first.
    fn next_eggs(&self, truth: &Truth, random: RandomSource<'_>) -> EggValues {
        let due = self.eggs_due();
        let mut values: EggValues = match self.nest {
            Some(_) => truth.eggs.iter().rev().take(due).copied().collect(),
            None => (0..due).map(|_| any_egg_value(random)).collect(),
        };
        values.sort_unstable_by(|a, b| b.cmp(a));
        values
    }

    /// Proposes a play of cards that are really in the hand.
    fn propose_play(&self, truth: &mut Truth, random: RandomSource<'_>) -> ActOf<Self> {
        let players = self.yet_to_play();
        let seat = choose_one(|| players.iter(), random).unwrap_or(self.marker);
        truth.fill_up(self, seat);
        let mut hand = RealHand::from_slice(truth.cards[seat.index()].hand(seat));
        let mut cards = StepCards::from_slice(choose_some(&mut hand, self.copies_each(), random));
        cards.sort_unstable();
        Act::Step { actor: Some(seat), step: if cards.is_empty() { Step::Decline } else { Step::Play(cards) } }
    }

    /// Proposes that the next card to collect takes an egg, sometimes with the value of a Scout's egg, or none.
    fn propose_take(&self, truth: &Truth, random: RandomSource<'_>) -> ActOf<Self> {
        let Some(played) = self.collecting() else { return Act::Step { actor: None, step: Step::End } };
        let steps = || {
            let down = self.offer.scouts().map(|scout| Step::TakeDown { scout, value: None });
            self.offer.values().map(Step::Take).chain(down).chain((played.card == Card::Mage).then_some(Step::Decline))
        };
        let mut step = choose_one(steps, random).unwrap_or(Step::Decline);
        if let Step::TakeDown { scout, value } = &mut step
            && random(3) == 0
        {
            *value = if self.nest.is_some() { truth.hidden_value(*scout, self.offer.laid) } else { Some(any_egg_value(random)) };
        }
        Act::Step { actor: Some(played.seat), step }
    }
}

/// The text of a random egg. Half of the time it has one of six values, to make repeats likely.
fn any_egg(random: RandomSource<'_>) -> String {
    let frequent_values: [EggValue; 6] = [13, 10, 5, 0, -4, -6];
    if random(2) == 0 { frequent_values[random(frequent_values.len())] } else { any_egg_value(random) }.to_string()
}

fn any_egg_value(random: RandomSource<'_>) -> EggValue {
    match random(24) {
        0 => EggValue::try_from(random(41)).unwrap_or_default() + EggValue::try_from(UNLISTED.0).unwrap_or_default(),
        _ => LIKELY_VALUES[random(LIKELY_VALUES.len())],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::conformance::random_game::{PlayStyle, RandomGame};

    #[test]
    fn a_dealer_disagrees_about_hands_about_eggs_and_after_a_false_step() {
        let RandomGame { game, truth, .. } = (0..100)
            .map(|seed| RandomGame::<EggsAndEmpires>::play_some(seed, PlayStyle::Legal, 12))
            .find(|table| table.game.nest.is_some())
            .expect("eggs of a list");
        let agrees_with = |change: fn(&mut Truth)| {
            let mut truth = truth.clone();
            truth.catch_up(&game);
            change(&mut truth);
            game.is_consistent_with(&truth)
        };
        assert!(agrees_with(|_| {}));
        assert!(!agrees_with(|truth| truth.cards[0].pile.clear()));
        assert!(!agrees_with(|truth| truth.eggs.clear()));
        assert!(!agrees_with(|truth| truth.has_false_claim = true));
    }
}
