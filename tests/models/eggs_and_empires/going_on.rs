//! What happens in Eggs and Empires when something is done, legal or let stand.

use super::{
    Eggs,
    state::{BLACKSMITH, COURIER, Egg, MAGE, MERCHANT, PRIEST, PRIESTESS, Phase, Played, Right, SCOUT, SHEPHERD, TURNS},
    step::Step,
};

/// How far a seat is from the holder of the marker, clockwise.
fn from_marker(seat: usize, marker: usize, players: usize) -> usize {
    (seat + players - marker) % players
}

/// EE-3.1, EE-3.2: the cards of a turn (their indices) in the order in which they collect.
pub fn order(cards: &[Played], marker: usize, players: usize, blacksmith_waits: bool) -> Vec<usize> {
    let mut order: Vec<usize> = (0..cards.len()).collect();
    order.sort_by_key(|&at| (10 - cards[at].card.min(10), from_marker(cards[at].seat, marker, players)));
    let of = |order: &[usize], card: usize| order.iter().copied().filter(|&at| cards[at].card == card).collect::<Vec<_>>();
    let (shepherds, blacksmiths) = (of(&order, SHEPHERD), of(&order, BLACKSMITH));
    if shepherds.is_empty() || blacksmiths.is_empty() {
        return order;
    }
    // Either the one kind is taken out and put back before the other, or the other after the one.
    let (moved, place) = if blacksmith_waits { (blacksmiths, shepherds) } else { (shepherds, blacksmiths) };
    order.retain(|at| !moved.contains(at));
    let beside = if blacksmith_waits {
        order.iter().rposition(|at| place.contains(at)).map(|at| at + 1)
    } else {
        order.iter().position(|at| place.contains(at))
    };
    let beside = beside.expect("the other kind is there");
    order.splice(beside..beside, moved);
    order
}

impl Eggs {
    pub(super) fn do_step(&mut self, actor: Option<usize>, step: &Step) {
        let seat = actor.unwrap_or_default();
        match step {
            Step::Reveal(values) => self.reveal(values),
            Step::Play(cards) => self.play(seat, cards),
            Step::Take(value) => {
                let egg = Egg { value: Some(*value), scout: None, laid: 0, age: self.next_age() };
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
                if let Some(at) = self.turn_of(seat) {
                    self.round().cards[at].waiting = false;
                }
                self.collect();
            }
            Step::Give(value, to) => self.give(seat, Some(*value), *to),
            Step::GiveDown(to) => self.give(seat, None, *to),
            Step::Discard(value) => self.discard(seat, Some(*value), None),
            Step::DiscardDown(scout) => self.discard(seat, None, Some(*scout)),
            Step::Opens(scout, value) => {
                let round = self.round();
                let eggs = round.piles[seat].iter_mut().filter(|egg| egg.value.is_none() && egg.scout == Some(*scout));
                eggs.min_by_key(|egg| egg.laid).expect("it is there").value = Some(*value);
                round.values.push(*value);
            }
            Step::Mulligan => {
                self.round().swapped[seat] = true;
                self.round().hands[seat].swap();
            }
            Step::End => {
                self.round().close_rights();
                self.end_round_if_nothing_is_open();
            }
            Step::Shows(cards) => self.round().hands[seat].show(cards),
        }
    }

    /// EE-2.1
    fn reveal(&mut self, values: &[i32]) {
        let before_reveal = self.is("turn_end", "before-reveal");
        let round = self.round();
        round.values.extend(values);
        round.drawn += values.len();
        if [Phase::Playing, Phase::Collecting].contains(&round.phase) {
            self.end_turn();
        }
        let round = self.round();
        if round.phase == Phase::Over || round.turn >= TURNS {
            return;
        }
        if before_reveal {
            round.close_rights();
        }
        round.begin_turn();
        round.face_up = values.to_vec();
        if round.all_have_played() {
            self.start_collecting();
        }
    }

    /// EE-2.2
    fn play(&mut self, seat: usize, cards: &[usize]) {
        let round = self.round();
        for &card in cards {
            round.hands[seat].play(card);
        }
        if round.phase == Phase::Over || (round.phase == Phase::TurnEnd && round.turn >= TURNS) {
            return;
        }
        round.close_rights();
        if [Phase::Fresh, Phase::TurnEnd].contains(&round.phase) {
            round.begin_turn();
        }
        round.cards.extend(cards.iter().map(|&card| Played { seat, card, collected: false, waiting: true }));
        if round.phase == Phase::Collecting || round.all_have_played() {
            self.start_collecting();
        }
    }

    /// The cards are put in order, also those that come late.
    fn start_collecting(&mut self) {
        self.arrange();
        self.collect();
    }

    fn arrange(&mut self) {
        let (players, blacksmith_waits) = (self.players, self.is("shepherd", "blacksmith-waits"));
        let round = self.round();
        round.phase = Phase::Collecting;
        let order = order(&round.cards, round.marker, players, blacksmith_waits);
        round.cards = order.into_iter().map(|at| round.cards[at].clone()).collect();
        if round.cards.iter().filter(|card| card.card == PRIESTESS).count() > 1 {
            round.cards.iter_mut().filter(|card| card.card == PRIESTESS).for_each(|card| card.waiting = false);
        }
    }

    /// Passes over the cards that do not collect (EE-3.4, EE-3.5), and ends the turn when no egg or no card is left.
    fn collect(&mut self) {
        let round = self.round();
        if round.phase != Phase::Collecting {
            return;
        }
        let for_mage = !round.down.is_empty() || round.face_up.iter().any(|value| *value >= 0);
        let none_left = round.down.is_empty() && round.face_up.is_empty();
        while let Some(next) = round.cards.iter_mut().find(|card| card.waiting) {
            if !none_left && (next.card != MAGE || for_mage) {
                return;
            }
            next.waiting = false;
        }
        self.end_turn();
    }

    /// The card with which a player collects now: the next that waits, else the first that did not collect. What was due before it
    /// lapses, and cards that were not played do as well. None if the player has no such card.
    fn turn_of(&mut self, seat: usize) -> Option<usize> {
        let has_card = self.now().cards.iter().any(|card| card.seat == seat && !card.collected);
        match self.now().phase {
            Phase::Playing if has_card => self.arrange(),
            Phase::Collecting => {}
            _ => return None,
        }
        let cards = &mut self.round().cards;
        let waiting = cards.iter().position(|card| card.seat == seat && card.waiting);
        let at = waiting.or_else(|| cards.iter().position(|card| card.seat == seat && !card.collected))?;
        cards[..at].iter_mut().for_each(|card| card.waiting = false);
        Some(at)
    }

    fn take(&mut self, seat: usize, egg: Egg) {
        let age = egg.age;
        let at = self.turn_of(seat);
        let round = self.round();
        round.piles[seat].push(egg);
        if let Some(at) = at {
            let card = &mut round.cards[at];
            card.waiting = false;
            card.collected = true;
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
                        let egg = Egg { value: None, scout: Some(seat), laid: self.now().turn, age: self.next_age() };
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
        if marker_rule == "every-turn" || (marker_rule == "after-tie" && tied) {
            round.marker = (round.marker + 1) % players;
        }
        round.face_up.clear();
        round.down = laid;
        round.cards.iter_mut().for_each(|card| card.waiting = false);
        round.hands.iter_mut().for_each(super::state::Cards::refill);
        round.phase = Phase::TurnEnd;
        round.late.clear();
        self.forget_unusable_rights();
        self.end_round_if_nothing_is_open();
    }

    /// Where nobody can use a right, there is none, whatever comes.
    fn forget_unusable_rights(&mut self) {
        let round = self.round();
        if round.phase != Phase::Collecting && !round.has_rights() {
            round.rights.clear();
        }
    }

    /// EE-4.6
    fn end_round_if_nothing_is_open(&mut self) {
        let round = self.round();
        if round.phase == Phase::TurnEnd && round.turn >= TURNS && !round.has_rights() {
            round.phase = Phase::Over;
        }
    }

    /// EE-4.2: the Courier's egg if it is such a one, else any.
    fn give(&mut self, seat: usize, value: Option<i32>, to: usize) {
        let round = self.round();
        let gifts = round.gift(seat);
        let like = round.piles[seat].iter().filter(|egg| egg.value == value);
        let age = like.min_by_key(|egg| (!gifts.contains(&egg.age), egg.turn())).expect("it is there").age;
        let egg = self.leaves_pile(seat, age);
        self.round().piles[to].push(egg);
        self.forget_unusable_rights();
        self.end_round_if_nothing_is_open();
    }

    /// EE-4.4: of equal eggs one that is no open gift, the older first.
    fn discard(&mut self, seat: usize, value: Option<i32>, scout: Option<usize>) {
        let round = self.round();
        let gifts = round.gift(seat);
        let like = round.piles[seat].iter().filter(|egg| egg.value == value && (scout.is_none() || egg.scout == scout));
        let age = like.min_by_key(|egg| (gifts.contains(&egg.age), egg.turn())).expect("it is there").age;
        self.leaves_pile(seat, age);
        let rights = &mut self.round().rights;
        if let Some(used) = rights.iter().position(|right| *right == Right::Priest { seat }) {
            rights.remove(used);
        }
        self.forget_unusable_rights();
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
