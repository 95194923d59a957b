//! Eggs and Empires with shuffled cards and eggs: tracks where each card and egg is, and proposes possible steps.

use super::{Dealer, DealtCards, RandomSource, RealHand, any_candidate, any_texts, choose_one, choose_some, shuffle, take};
use crate::{
    games::eggs_and_empires::{
        Card, EggsAndEmpires, MOST, Phase, Setup, Step,
        book::{EGGS, Rules, Scoring},
        egg::{BOX, EggKnowledge, EggValue, ListedEggs, UNLISTED},
        setup::eggs_each_turn,
        step::{EggValues, StepCards},
        stock,
    },
    table::{Act, ActOf, DeckValue, Game, RuleSettings, Seat},
};
use smallvec::SmallVec;
use std::sync::Arc;

/// The values of most random eggs.
const LIKELY_VALUES: [EggValue; 16] = [13, 12, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0, -4, -6, -8];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct HiddenEgg {
    holder: Seat,
    scout: Seat,
    /// The turn in which the egg was laid.
    turn: u8,
    value: EggValue,
}

/// The real hands, decks and (if listed) eggs.
#[derive(Clone, Debug, Default)]
pub struct Truth {
    cards: [DealtCards<Card>; MOST],
    /// The egg deck; its top is last.
    eggs: Vec<EggValue>,
    /// The face-down eggs on offer.
    on_offer: SmallVec<[(Seat, EggValue); 6]>,
    /// The turn in which the face-down eggs on offer were laid.
    offer_turn: u8,
    /// The eggs in piles whose values nobody has named.
    unnamed: SmallVec<[HiddenEgg; 6]>,
    /// The eggs that were discarded unseen.
    discarded: SmallVec<[EggValue; 6]>,
    /// Whether a step claimed something untrue.
    has_false_claim: bool,
}

impl Truth {
    /// The real value of a Scout's oldest unnamed egg in a pile.
    fn oldest_unnamed(&self, holder: Seat, scout: Seat) -> Option<EggValue> {
        let eggs = self.unnamed.iter().filter(|egg| egg.holder == holder && egg.scout == scout);
        eggs.min_by_key(|egg| egg.turn).map(|egg| egg.value)
    }

    /// The real value of a Scout's egg on offer.
    fn egg_on_offer(&self, scout: Seat) -> Option<EggValue> {
        self.on_offer.iter().find(|(owner, _)| *owner == scout).map(|(_, value)| *value)
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

    /// Lays the Scouts' eggs of a new turn. The eggs left on offer from the turn before are discarded unseen.
    fn lay_eggs(&mut self, game: &EggsAndEmpires) {
        if game.nest.is_none() {
            return;
        }
        let offer = &game.offer;
        if self.offer_turn != offer.laid || !offer.has_down() {
            self.discarded.extend(self.on_offer.drain(..).map(|(_, value)| value));
            self.offer_turn = offer.laid;
            for scout in offer.scouts() {
                for _ in 0..offer.down[scout.index()] {
                    self.on_offer.extend(self.eggs.pop().map(|value| (scout, value)));
                }
            }
        }
    }

    /// Tracks the eggs of a step: revealed ones, and face-down ones that are taken, named, given or discarded.
    fn track_egg(&mut self, game: &EggsAndEmpires, seat: Seat, step: &Step) {
        match *step {
            // Revealed eggs are taken out of the deck, in any order.
            Step::Reveal(ref values) => {
                for value in values {
                    match self.eggs.iter().rposition(|egg| egg == value) {
                        Some(at) => drop(self.eggs.remove(at)),
                        None => self.has_false_claim = true,
                    }
                }
            }
            Step::TakeDown { scout, value: seen_value } => {
                let is_taken = |egg: &(Seat, EggValue)| egg.0 == scout && seen_value.is_none_or(|value| value == egg.1);
                match self.on_offer.iter().position(is_taken) {
                    Some(at) => {
                        let (_, value) = self.on_offer.remove(at);
                        if seen_value.is_none() {
                            self.unnamed.push(HiddenEgg { holder: seat, scout, turn: self.offer_turn, value });
                        }
                    }
                    None => self.has_false_claim = true,
                }
            }
            Step::Opens { scout, value } => {
                let is_candidate = |egg: &&HiddenEgg| egg.holder == seat && egg.scout == scout;
                let oldest_turn = self.unnamed.iter().filter(is_candidate).map(|egg| egg.turn).min();
                let is_opened = |egg: &HiddenEgg| is_candidate(&egg) && Some(egg.turn) == oldest_turn && egg.value == value;
                match self.unnamed.iter().position(is_opened) {
                    Some(at) => drop(self.unnamed.remove(at)),
                    None => self.has_false_claim = true,
                }
            }
            Step::Give { value: None, to } => {
                if let Some(at) = self.unnamed_at(game, seat, game.pile(seat).find(true, |known| known.value().is_none())) {
                    self.unnamed[at].holder = to;
                }
            }
            Step::DiscardDown { scout, from } => {
                let holder = from.unwrap_or(seat);
                let at = game.pile(holder).find(false, |known| known.scout() == Some(scout));
                if let Some(at) = self.unnamed_at(game, holder, at) {
                    let egg = self.unnamed.remove(at);
                    self.discarded.push(egg.value);
                }
            }
            _ => {}
        }
    }

    /// The index in `unnamed` of the egg at index `at` of a pile, or of any equal egg.
    fn unnamed_at(&self, game: &EggsAndEmpires, holder: Seat, at: Option<usize>) -> Option<usize> {
        let EggKnowledge::Down { scout, laid } = game.pile(holder).eggs.get(at?)?.known else { return None };
        self.unnamed.iter().position(|egg| egg.holder == holder && egg.scout == scout && egg.turn == laid)
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
        let table_act = |step| Act::Step { actor: None, step };
        match self.phase {
            Phase::Ready => Act::BeginRound { first: Seat::new(random(self.players)) },
            Phase::Over | Phase::GameOver => self.next_round(random),
            Phase::Closing if choice < 40 => self.propose_ability(random).unwrap_or_else(|| table_act(Step::End)),
            Phase::Closing => table_act(Step::End),
            Phase::Naming => self.propose_naming(truth, random).unwrap_or_else(|| table_act(Step::End)),
            Phase::Reveal if self.rights.open && choice < 24 => {
                self.propose_ability(random).unwrap_or_else(|| table_act(Step::Reveal(self.next_eggs(truth, random))))
            }
            Phase::Reveal => table_act(Step::Reveal(self.next_eggs(truth, random))),
            Phase::Play => self.propose_play(truth, random),
            Phase::Collect => self.propose_take(truth, random),
        }
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
            let hidden_values = truth.on_offer.iter().map(|(_, value)| *value).chain(truth.unnamed.iter().map(|egg| egg.value));
            let mut unseen: Vec<EggValue> =
                truth.eggs.iter().copied().chain(hidden_values).chain(truth.discarded.iter().copied()).collect();
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

    fn propose_naming(&self, truth: &Truth, random: RandomSource<'_>) -> Option<ActOf<Self>> {
        let holders = self.holders();
        let holder = choose_one(|| holders.iter(), random)?;
        let scouts = self.pile(holder).unnamed();
        let scout = choose_one(|| scouts.iter().copied(), random)?;
        let value = match self.nest {
            Some(_) => truth.oldest_unnamed(holder, scout)?,
            None => any_egg_value(random),
        };
        Some(Act::Step { actor: Some(holder), step: Step::Opens { scout, value } })
    }

    /// Proposes that a Courier gives an egg, or that a Priest discards one.
    fn propose_ability(&self, random: RandomSource<'_>) -> Option<ActOf<Self>> {
        let holders = self.ability_holders();
        let seat = choose_one(|| holders.iter(), random)?;
        let is_ability = |step: &Step| matches!(step, Step::Give { .. } | Step::Discard { .. } | Step::DiscardDown { .. });
        Some(Act::Step { actor: Some(seat), step: any_candidate(self, seat, is_ability, random)? })
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
        let Some(seat) = self.collecting().map(|played| played.seat) else { return Act::Step { actor: None, step: Step::End } };
        let is_collecting = |step: &Step| matches!(step, Step::Take(_) | Step::TakeDown { .. } | Step::Decline);
        let mut step = any_candidate(self, seat, is_collecting, random).unwrap_or(Step::Decline);
        if let Step::TakeDown { scout, value } = &mut step
            && random(3) == 0
        {
            *value = if self.nest.is_some() { truth.egg_on_offer(*scout) } else { Some(any_egg_value(random)) };
        }
        Act::Step { actor: Some(seat), step }
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
