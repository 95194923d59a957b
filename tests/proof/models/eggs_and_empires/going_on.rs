//! What happens in Eggs and Empires when something is done, legal or let stand.

use super::{
    Eggs,
    order::{from_marker, order},
    state::{BLACKSMITH, COURIER, Egg, MAGE, MERCHANT, PRIEST, PRIESTESS, Phase, Played, Right, SCOUT, TURNS},
    step::Step,
};

impl Eggs {
    pub(super) fn do_step(&mut self, actor: Option<usize>, step: &Step) {
        let seat = actor.unwrap_or_default();
        match step {
            Step::Reveal(values) => self.reveal(values),
            Step::Play(cards) => self.play(seat, cards),
            Step::Take(value) => {
                let egg = Egg { value: Some(*value), scout: None, turn: 0, age: self.next_age() };
                let eggs = &mut self.round().face_up;
                let at = eggs.iter().position(|egg| egg == value).expect("it is there");
                eggs.remove(at);
                self.take(seat, egg);
            }
            Step::TakeDown(scout, value) => {
                let eggs = &mut self.round().down;
                let at = eggs.iter().position(|egg| egg.scout == Some(*scout)).expect("it is there");
                let mut egg = eggs.remove(at);
                egg.value = *value;
                self.round().values.extend(value);
                self.take(seat, egg);
            }
            Step::Decline => {
                self.turn_of(seat);
                let round = self.round();
                if let Some(card) = round.collector().filter(|card| card.seat == seat) {
                    round.through(if card.card == MAGE { "3.4" } else { "2.4" });
                }
                self.collect();
            }
            Step::Give(value, to) => self.give(seat, Some(*value), *to),
            Step::GiveDown(to) => self.give(seat, None, *to),
            Step::Discard(value, from) => self.discard(seat, from.unwrap_or(seat), Some(*value), None),
            Step::DiscardDown(scout, from) => self.discard(seat, from.unwrap_or(seat), None, Some(*scout)),
            Step::Opens(scout, value) => {
                let round = self.round();
                let eggs = round.piles[seat].iter_mut().filter(|egg| egg.value.is_none() && egg.scout == Some(*scout));
                eggs.min_by_key(|egg| egg.age).expect("it is there").value = Some(*value);
                round.values.push(*value);
            }
            Step::Mulligan => {
                self.round().swapped[seat] = true;
                self.round().hands[seat].swap();
                if self.now().phase == Phase::Playing {
                    self.collect_if_all_played();
                }
            }
            Step::End => {
                let round = self.round();
                round.close_rights();
                round.face_up.clear();
                round.down.clear();
                round.order.clear();
                round.cards.iter_mut().filter(|card| card.done.is_none()).for_each(|card| card.done = Some("2.4"));
                round.cut |= round.phase == Phase::Playing;
                round.phase = Phase::Over;
            }
            Step::Shows(cards) => self.round().hands[seat].show(cards),
        }
    }

    /// EE-2.1
    fn reveal(&mut self, values: &[i32]) {
        // They have left the deck before any Scout looks into it.
        let round = self.round();
        round.values.extend(values);
        round.drawn += values.len();
        if [Phase::Playing, Phase::Collecting].contains(&round.phase) {
            self.end_turn();
        }
        if self.now().phase == Phase::Over && !self.now().is_hiding() {
            return; // The round has its result.
        }
        self.begin_turn();
        self.round().face_up = values.to_vec();
        if self.is("turn_end", "before-reveal") {
            self.round().close_rights();
        }
        self.collect_if_all_played();
    }

    fn begin_turn(&mut self) {
        let round = self.round();
        round.turn += 1;
        round.cut = false;
        round.phase = Phase::Playing;
        round.cards.clear();
    }

    /// EE-2.2
    fn play(&mut self, seat: usize, cards: &[usize]) {
        let phase = self.round().phase;
        if phase == Phase::Over && !self.now().is_hiding() {
            // The round has its result.
            for &card in cards {
                self.round().hands[seat].play(card);
            }
            return;
        }
        if ![Phase::Playing, Phase::Collecting].contains(&phase) {
            self.begin_turn();
        }
        let round = self.round();
        if round.phase == Phase::Playing {
            round.close_rights();
        }
        let before = round.cards.len();
        for &card in cards {
            round.hands[seat].play(card);
            round.cards.push(Played { seat, card, collected: false, done: None });
        }
        if round.phase == Phase::Collecting {
            // A card more for those that have yet to collect.
            let (left, all) = (round.order.clone(), self.arranged());
            self.round().order = all.into_iter().filter(|at| left.contains(at) || *at >= before).collect();
            return self.collect();
        }
        self.collect_if_all_played();
    }

    /// EE-2.2: whoever has no card is not waited for.
    fn collect_if_all_played(&mut self) {
        let round = self.now();
        let waiting = (0..round.hands.len()).any(|seat| !round.has_played(seat) && round.hands[seat].in_hand() > 0);
        if !waiting {
            self.start_collecting();
        }
    }

    fn start_collecting(&mut self) {
        let order = self.arranged();
        let round = self.round();
        round.phase = Phase::Collecting;
        round.order = order;
        self.collect();
    }

    /// All cards of the turn, in the order in which they collect.
    pub(super) fn arranged(&self) -> Vec<usize> {
        let round = self.now();
        order(&round.cards, round.marker, self.players, self.is("shepherd", "blacksmith-waits"))
    }

    /// Passes over the cards that do not collect (EE-3.3, EE-3.4, EE-3.5), and ends the turn when no egg or no card is left.
    fn collect(&mut self) {
        let round = self.round();
        while let Some(next) = round.collector() {
            let for_mage = !round.down.is_empty() || round.face_up.iter().any(|value| *value >= 0);
            let none_left = round.down.is_empty() && round.face_up.is_empty();
            let passed = match () {
                () if round.is_cancelled(next) => "3.3",
                () if none_left => "3.5",
                () if next.card == MAGE && !for_mage => "3.4",
                () => return,
            };
            round.through(passed);
        }
        if round.phase == Phase::Collecting {
            self.end_turn();
        }
    }

    /// What was due before `seat` could collect lapses: the cards before its next one are passed over.
    fn turn_of(&mut self, seat: usize) {
        if self.round().phase == Phase::Playing {
            let order = self.arranged();
            self.round().phase = Phase::Collecting;
            self.round().order = order;
        }
        let round = self.round();
        // A card that is cancelled does not collect, if another of the player's is there.
        let is_own = |at: &usize| round.cards[*at].seat == seat;
        let own = round.order.iter().position(|at| is_own(at) && !round.is_cancelled(&round.cards[*at]));
        let own = own.or_else(|| round.order.iter().position(is_own));
        (0..own.unwrap_or_default()).for_each(|_| round.through("2.4"));
    }

    fn take(&mut self, seat: usize, egg: Egg) {
        self.turn_of(seat);
        let age = egg.age;
        self.round().piles[seat].push(egg);
        // Whoever has no card left in the order takes with the first one that has not collected.
        let arranged = self.arranged();
        let round = self.round();
        let at = match round.order.first() {
            Some(&at) if round.cards[at].seat == seat => {
                round.through("2.4");
                Some(at)
            }
            _ if round.phase == Phase::Collecting => {
                arranged.into_iter().find(|&at| round.cards[at].seat == seat && !round.cards[at].collected)
            }
            _ => None,
        };
        if let Some(at) = at {
            let card = &mut round.cards[at];
            (card.collected, card.done) = (true, Some("2.4"));
            // The rights come at the turn's end; which egg the Courier took is kept until then.
            match card.card {
                COURIER => round.rights.push(Right::Courier { seat, egg: age }),
                PRIEST => round.rights.push(Right::Priest { seat }),
                _ => {}
            }
        }
        self.collect();
    }

    /// EE-2.5, EE-4, EE-5.1
    fn end_turn(&mut self) {
        self.round().late.clear();
        let (players, marker_rule) = (self.players, self.rule("marker"));
        let last = self.round().turn >= TURNS;
        let mut seats: Vec<usize> = (0..players).collect();
        let marker = self.round().marker;
        seats.sort_by_key(|&seat| from_marker(seat, marker, players));
        let mut laid = Vec::new();
        for seat in seats {
            let cards: Vec<Played> = self.round().cards.iter().filter(|card| card.seat == seat).cloned().collect();
            for card in cards {
                match card.card {
                    SCOUT if !last && self.left_in_deck() != Some(0) => {
                        let egg = Egg { value: None, scout: Some(seat), turn: self.now().turn, age: self.next_age() };
                        laid.push(egg);
                        self.round().drawn += 1;
                    }
                    MERCHANT if !card.collected => self.round().merchants[seat] += 1,
                    BLACKSMITH if !card.collected => self.round().blacksmiths[seat] += 1,
                    _ => {}
                }
            }
        }
        let round = self.round();
        let tie = |a: &Played, b: &Played| a.seat != b.seat && a.card == b.card && a.card != PRIESTESS;
        let tied = round.cards.iter().any(|a| round.cards.iter().any(|b| tie(a, b)));
        // EE-5.1, `after-broken-tie`: one of the equal cards found an egg.
        let broken = round.cards.iter().any(|a| a.collected && round.cards.iter().any(|b| tie(a, b)));
        let passes = match &marker_rule[..] {
            "every-turn" => true,
            "after-tie" => tied,
            "after-broken-tie" => broken,
            _ => false,
        };
        if passes {
            round.marker = (round.marker + 1) % players;
        }
        round.face_up.clear();
        round.down = laid;
        while !round.order.is_empty() {
            round.through("2.4");
        }
        round.hands.iter_mut().for_each(super::state::Cards::refill);
        round.phase = Phase::TurnEnd;
        self.end_round_if_nothing_is_open();
    }

    /// EE-4.6
    fn end_round_if_nothing_is_open(&mut self) {
        let round = self.round();
        if round.phase == Phase::TurnEnd && round.turn >= TURNS && !round.has_rights() {
            round.phase = Phase::Over;
        }
    }

    /// EE-4.2: the Courier's egg if it is such a one, else the oldest, of one turn's eggs the first in the pile.
    fn give(&mut self, seat: usize, value: Option<i32>, to: usize) {
        let round = self.round();
        let gifts = round.gift(seat);
        let like = round.piles[seat].iter().filter(|egg| egg.value == value);
        let age = like.min_by_key(|egg| (!gifts.contains(&egg.age), egg.turn)).expect("it is there").age;
        let egg = self.leaves_pile(seat, age);
        self.round().piles[to].push(egg);
        self.end_round_if_nothing_is_open();
    }

    /// EE-4.4: of equal eggs in a pile one that is no open gift, the older first.
    fn discard(&mut self, seat: usize, from: usize, value: Option<i32>, scout: Option<usize>) {
        let round = self.round();
        let gifts = round.gift(from);
        let mut like: Vec<(bool, usize)> = Vec::new();
        for egg in round.piles[from].iter().filter(|egg| egg.value == value && (scout.is_none() || egg.scout == scout)) {
            like.push((gifts.contains(&egg.age), egg.age));
        }
        let (_, age) = *like.iter().min().expect("it is there");
        self.leaves_pile(from, age);
        let rights = &mut self.round().rights;
        if let Some(used) = rights.iter().position(|right| *right == Right::Priest { seat }) {
            rights.remove(used);
        }
        self.end_round_if_nothing_is_open();
    }

    /// An egg leaves a pile, and with it the right to give it.
    fn leaves_pile(&mut self, seat: usize, age: usize) -> Egg {
        let round = self.round();
        round.rights.retain(|right| *right != Right::Courier { seat, egg: age });
        let at = round.piles[seat].iter().position(|egg| egg.age == age).expect("it is there");
        round.piles[seat].remove(at)
    }
}
