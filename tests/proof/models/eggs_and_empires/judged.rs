//! What is right and wrong in Eggs and Empires.

use super::{
    Eggs, order,
    state::{Egg, MAGE, Phase, Played, Right, Round, TURNS},
    step::{Counted, Step},
};
use crate::model::{Opening, Stage};

impl Eggs {
    /// Whether the ninth turn is over and only rights are open, which a new round closes (EE-4.6).
    fn can_be_closed(&self) -> bool {
        let round = self.now();
        round.phase == Phase::Over || (round.phase == Phase::TurnEnd && round.turn >= TURNS)
    }

    /// EE-2.7, EE-3.6, TB-7
    pub(super) fn round_too_early(&self) -> Option<&'static str> {
        if self.rounds.is_empty() {
            return None;
        }
        if !self.can_be_closed() {
            return Some("2.7");
        }
        if self.now().is_hiding() {
            return Some("3.6");
        }
        (self.closed().stage() == Stage::GameOver).then_some("TB-7")
    }

    /// The round as it is when nobody uses a right any more.
    fn closed(&self) -> Self {
        let mut closed = self.clone();
        closed.round().phase = Phase::Over;
        closed
    }

    /// EE-5.1, EE-5.2
    pub(super) fn wrong_first(&self, first: usize) -> Option<&'static str> {
        if self.rounds.is_empty() || self.closed().next_firsts().contains(&first) {
            return None;
        }
        Some(if self.is("marker", "every-round") { "5.1" } else { "5.2" })
    }

    /// Who may act, and how.
    pub fn open(&self) -> Vec<Opening> {
        let Some(round) = self.rounds.last() else { return Vec::new() };
        let mut open: Vec<(Option<usize>, &str)> = Vec::new();
        match round.phase {
            Phase::Fresh => {
                open.push((None, "reveal"));
                let anew = self.is("mulligan", "each-round") || self.rounds.len() == 1;
                open.extend((0..self.players).filter(|&seat| anew && !round.swapped[seat]).map(|seat| (Some(seat), "mulligan")));
            }
            Phase::Playing => {
                let waiting = |seat: &usize| !round.has_played(*seat) && round.hands[*seat].in_hand() > 0;
                open.extend((0..self.players).filter(waiting).map(|seat| (Some(seat), "play")));
            }
            Phase::Collecting => {
                let next = round.collector().expect("somebody is to collect");
                open.push((Some(next.seat), "take"));
                if next.card == MAGE && round.face_up.iter().all(|value| *value < 0) {
                    open.push((Some(next.seat), "decline"));
                }
            }
            Phase::TurnEnd if round.turn < TURNS => open.push((None, "reveal")),
            Phase::TurnEnd => open.push((None, "end")),
            Phase::Over => {}
        }
        if [Phase::TurnEnd, Phase::Playing].contains(&round.phase) {
            for right in round.rights.iter().filter(|right| round.can_use(right)) {
                open.push(match right {
                    Right::Courier { seat, .. } => (Some(*seat), "give"),
                    Right::Priest { seat } => (Some(*seat), "discard"),
                });
            }
        }
        if round.counted.is_none() {
            let hiding = (0..self.players).filter(|&seat| !round.unnamed(seat).is_empty());
            open.extend(hiding.map(|seat| (Some(seat), "opens")));
        }
        let mut openings: Vec<Opening> = Vec::new();
        for actor in [None].into_iter().chain((0..self.players).map(Some)) {
            let mut verbs: Vec<String> =
                open.iter().filter(|(who, _)| *who == actor).map(|(_, verb)| (*verb).to_owned()).collect();
            verbs.sort();
            verbs.dedup();
            if !verbs.is_empty() {
                openings.push((actor, verbs));
            }
        }
        openings
    }

    /// Turn and phase: the clause of what was due.
    pub(super) fn due(&self, actor: Option<usize>, step: &Step) -> Option<&'static str> {
        let verb = step.verb();
        let open = self.open().iter().any(|(who, verbs)| *who == actor && verbs.iter().any(|open| open == verb));
        if open { None } else { self.what_was_due(actor, step) }
    }

    /// The clause that a step which is not open breaks. Showing, and saying what an egg is, are always open in a round.
    fn what_was_due(&self, actor: Option<usize>, step: &Step) -> Option<&'static str> {
        let due = |clause: &'static str| Some(clause);
        let Some(round) = self.rounds.last() else { return due("2.1") };
        let under_way = self.stage() == Stage::Underway;
        match (step, round.phase) {
            _ if self.stage() == Stage::GameOver => due("TB-7"),
            (Step::Shows(_) | Step::Opens(..), _) if under_way => None,
            (Step::Shows(_), _) => due("TB-5"),
            (Step::End, _) => due("4.6"),
            (Step::Mulligan, _) => due("1.3"),
            (Step::Give(..) | Step::GiveDown(_), _) => due(self.no_right(actor, true, "4.2")),
            (Step::Discard(..) | Step::DiscardDown(..), _) => due(self.no_right(actor, false, "4.4")),
            (_, Phase::Fresh) => due("2.1"),
            (_, Phase::Playing) => due("2.2"),
            // Whose card is to collect has played; another one waits for it.
            (Step::Play(_), Phase::Collecting) if round.collector().map(|card| card.seat) == actor => due("2.2"),
            (Step::Decline, Phase::Collecting) if round.collector().map(|card| card.seat) == actor => {
                due(if round.collector().is_some_and(|card| card.card == MAGE) { "3.4" } else { "2.4" })
            }
            (Step::Take(_) | Step::TakeDown(..) | Step::Decline, _) if self.not_collecting(actor).is_some() => {
                self.not_collecting(actor)
            }
            (_, Phase::Collecting) => due("2.4"),
            (_, Phase::TurnEnd) if round.turn < TURNS => due("2.1"),
            (_, Phase::TurnEnd | Phase::Over) => due("2.7"),
        }
    }

    /// EE-3.1, EE-3.2: that another card is to collect before this player's; or what came of it: of one that waits, or else of one
    /// that did not collect.
    fn not_collecting(&self, actor: Option<usize>) -> Option<&'static str> {
        let round = self.now();
        let own = |card: &Played| Some(card.seat) == actor;
        let waits = |at: &usize| own(&round.cards[*at]) && !round.is_cancelled(&round.cards[*at]);
        if let Some(mine) = round.order.iter().copied().find(waits) {
            let by_number = order::by_number(&round.cards, round.marker, self.players);
            let place = |card: usize| by_number.iter().position(|at| *at == card);
            return Some(if place(round.order[0]) > place(mine) { "3.2" } else { "3.1" });
        }
        let mine: Vec<&Played> = self.arranged().into_iter().map(|at| &round.cards[at]).filter(|card| own(card)).collect();
        let card = mine.iter().find(|card| !card.collected).or(mine.first())?;
        // Cards cancel each other once all have played; what has collected all the same has collected (EE-2.4).
        if round.is_cancelled(card) && !card.collected && !round.cut { Some("3.3") } else { card.done }
    }

    /// Why a Courier (or else a Priest) may not be used: the time is over, or has not come, or there is no such right.
    fn no_right(&self, actor: Option<usize>, courier: bool, none: &'static str) -> &'static str {
        let round = self.now();
        let is_meant = |right: &&Right| match right {
            Right::Courier { seat, .. } => courier && Some(*seat) == actor,
            Right::Priest { seat } => !courier && Some(*seat) == actor,
        };
        if round.late.iter().any(|right| is_meant(&right)) {
            "4.6"
        } else if round.phase == Phase::Collecting && round.rights.iter().any(|right| is_meant(&right)) {
            "2.4"
        } else {
            none
        }
    }

    /// The clause that makes a step impossible: with the cards and eggs where they are known to lie.
    pub(super) fn not_there(&self, actor: Option<usize>, step: &Step) -> Option<&'static str> {
        if self.rounds.is_empty() {
            return None;
        }
        let round = self.now();
        let seat = actor.unwrap_or_default();
        let unless = |holds: bool, clause: &'static str| if holds { None } else { Some(clause) };
        let has = |seat: usize, value: Option<i32>| round.piles[seat].iter().any(|egg| egg.value == value);
        match step {
            Step::Reveal(values) => {
                let enough = self.left_in_deck().is_none_or(|left| values.len() <= left);
                let there = |value: &i32| values.iter().filter(|other| *other == value).count() <= self.may_turn_up(*value);
                unless(values.iter().all(there), "1.5").or(unless(enough, "2.1"))
            }
            Step::Play(cards) | Step::Shows(cards) => unless(round.hands[seat].can_hold(cards), "TB-3"),
            Step::Take(value) => unless(round.face_up.contains(value), "TB-4"),
            Step::TakeDown(scout, value) => {
                let there = round.down.iter().any(|egg| egg.scout == Some(*scout));
                let so = value.is_none_or(|value| self.may_turn_up(value) > 0);
                unless(there, "TB-4").or(unless(so, "1.5"))
            }
            Step::Give(value, _) => unless(has(seat, Some(*value)), "TB-4"),
            Step::GiveDown(_) => unless(has(seat, None), "TB-4"),
            Step::Discard(value, from) => unless(has(from.unwrap_or(seat), Some(*value)), "TB-4"),
            Step::DiscardDown(scout, from) => {
                unless(round.unnamed(from.unwrap_or(seat)).iter().any(|egg| egg.scout == Some(*scout)), "TB-4")
            }
            Step::Opens(scout, value) => {
                let there = round.unnamed(seat).iter().any(|egg| egg.scout == Some(*scout));
                unless(there, "TB-4").or(unless(self.may_turn_up(*value) > 0, "1.5"))
            }
            Step::Decline | Step::Mulligan | Step::End => None,
        }
    }

    /// EE-2.4: how many cards that are still to collect have to take an egg: a Mage may decline, and cancelled cards collect nothing.
    fn obliged(&self) -> usize {
        let round = self.now();
        let cards = round.order.iter().map(|&at| &round.cards[at]);
        cards.filter(|card| card.card != MAGE && !round.is_cancelled(card)).count()
    }

    /// The first other clause that a step breaks.
    pub(super) fn broken(&self, actor: Option<usize>, step: &Step) -> Option<&'static str> {
        let round = self.now();
        let seat = actor.unwrap_or_default();
        let is_gift = |value: Option<i32>| {
            let gifts = round.gift(seat);
            round.piles[seat].iter().any(|egg| gifts.contains(&egg.age) && egg.value == value)
        };
        match step {
            Step::Reveal(values) => {
                let due = self.left_in_deck().map_or(self.on_offer(), |left| left.min(self.on_offer()));
                (values.len() != due).then_some("2.1")
            }
            Step::Play(cards) => {
                // Only what was let stand before makes a hand so small that no other cards could be played.
                let (each, hand) = (if self.players == 2 { 2 } else { 1 }, round.hands[seat].in_hand());
                let twice = cards.len() == 2 && cards[0] == cards[1] && hand > 2;
                (cards.len() != each.min(hand) || twice).then_some("2.2")
            }
            Step::Take(value) => {
                let mage = round.collector().is_some_and(|card| card.card == MAGE);
                let down = self.is("face_down", "must") && !mage && round.down.len() >= self.obliged();
                (mage && *value < 0).then_some("3.4").or((down && !round.down.is_empty()).then_some("2.4"))
            }
            Step::Give(value, to) => (*to == seat || !is_gift(Some(*value))).then_some("4.2"),
            Step::GiveDown(to) => (*to == seat || !is_gift(None)).then_some("4.2"),
            Step::Discard(_, from) | Step::DiscardDown(_, from) => {
                (self.is("priest", "own") && from.is_some_and(|from| from != seat)).then_some("4.4")
            }
            _ => None,
        }
    }

    /// TB-8: whether an egg that lies before a player is not in what was counted. Of one that nobody has named there is just one more.
    pub(super) fn forgets(&self, counted: &[Counted]) -> bool {
        let count = |values: &[i32], value: i32| values.iter().filter(|other| **other == value).count();
        let has_all = |(pile, player): (&Vec<Egg>, &Counted)| {
            let named: Vec<i32> = pile.iter().filter_map(|egg| egg.value).collect();
            let all_there = named.iter().all(|value| count(&named, *value) <= count(&player.eggs, *value));
            all_there && pile.len() <= player.eggs.len()
        };
        self.rounds.last().is_some_and(|round| !round.piles.iter().zip(counted).all(has_all))
    }

    /// EE-1.1, EE-1.4, EE-1.5, EE-2.4: what makes a counted round impossible.
    pub(super) fn not_counted(&self, counted: &[Counted]) -> Option<&'static str> {
        let most = if self.players == 2 { 2 } else { 1 };
        if counted.iter().any(|player| player.merchants > most || player.blacksmiths > most) {
            return Some("1.1");
        }
        let eggs: Vec<i32> = counted.iter().flat_map(|player| player.eggs.clone()).collect();
        let count = |values: &[i32], value: i32| values.iter().filter(|other| **other == value).count();
        let discarded = self.rounds.last().map(Round::discarded).unwrap_or_default();
        let there = |value: &i32| match &self.list {
            None => (-20..=20).contains(value),
            Some(list) => count(&eggs, *value) + count(&discarded, *value) <= count(list, *value),
        };
        // What nine turns offer, and an egg for each Scout, as far as the deck goes.
        let scouts = most * self.players;
        let offered = (TURNS * self.on_offer() + scouts).min(self.list.as_ref().map_or(usize::MAX, Vec::len));
        // An egg for each card but those that say they took none, and what the others' Couriers may have brought.
        let brought = most * (self.players - 1);
        let taken = |player: &Counted| TURNS * most - player.merchants - player.blacksmiths;
        if eggs.len() > offered {
            Some("1.4")
        } else if !eggs.iter().all(there) {
            Some("1.5")
        } else if counted.iter().any(|player| player.eggs.len() > taken(player) + brought) {
            Some("2.4")
        } else {
            None
        }
    }
}
