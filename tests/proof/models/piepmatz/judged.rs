//! What is right and wrong in Piepmatz.

use super::{
    Piepmatz,
    state::{Collection, HandFilling, Phase, Table, Task},
    step::{Step, is_pest, is_seed, species, value},
};
use crate::{
    model::Opening,
    models::emu::hand::{Hand, is_part_of, without},
};
use std::borrow::Cow;

impl Piepmatz {
    /// What somebody has to do now. A bird that may be kept is not in it.
    pub(super) fn due_now(&self) -> Vec<(Option<usize>, &'static str)> {
        let Some(table) = &self.table else { return Vec::new() };
        let turn = Some(table.turn);
        match &table.phase {
            Phase::Setup(done) => {
                let left = ["perches", "display", "seeds"].into_iter().filter(|verb| !done.contains(verb));
                left.map(|verb| (None, verb)).collect()
            }
            Phase::Play => vec![(turn, "play")],
            Phase::Feeder => vec![(None, "feeder")],
            Phase::Lose(_) => vec![(turn, "lose")],
            Phase::Rest { display, .. } => {
                if *display && table.display.len() < 3 && table.deck > 0 {
                    return vec![(None, "display")];
                }
                self.in_refilling_order(self.due_for_the_hand(table))
            }
            Phase::Adds => {
                let adding = (0..self.players).filter(|&seat| table.hand_size(seat) > 0);
                adding.map(|seat| (Some(seat), "adds")).collect()
            }
            Phase::Over => Vec::new(),
        }
    }

    /// PM-2.3: what the hand of this turn still needs, and the display with it.
    fn due_for_the_hand(&self, table: &Table) -> Option<(Option<usize>, &'static str)> {
        let short = table.display.len() < 3 && table.deck > 0;
        let thirsty = table.hand_size(table.turn) < 4 && (table.deck > 0 || !table.display.is_empty());
        if table.refilling.hand == HandFilling::Done {
            None
        } else if thirsty {
            Some((Some(table.turn), "draw"))
        } else if short && self.is("display_refill", "end-of-turn") {
            Some((None, "display"))
        } else {
            None
        }
    }

    /// What is still due in a turn makes none of these legal in it: the clause that forbids it.
    fn never_in_this_turn(&self, table: &Table, step: &Step) -> Option<&'static str> {
        let fights = matches!(table.phase, Phase::Feeder | Phase::Lose(_));
        let rests = matches!(table.phase, Phase::Rest { .. });
        let hand = self.due_for_the_hand(table);
        let forbidden = match step {
            Step::Play(..) => (fights || rests, "2.1"),
            // A bird may be kept after a fight where the table plays so, if the fight came of a play.
            Step::Keep(_) => {
                let later = self.is("keep", "after-fight-too") && table.tasks.iter().any(|task| matches!(task, Task::Look(_)));
                (rests || fights && !later, "2.2")
            }
            Step::Draw(_) => (rests && hand != Some((Some(table.turn), "draw")), "2.3"),
            Step::Display(_) => (table.deck == 0 || rests && hand.is_none(), "2.3"),
            Step::Feeder(_) => (rests, "3.1"),
            Step::Lose(_) => (rests, "3.3"),
            Step::Refill(_) => (table.feeder == 0 || rests && (table.refilling.slots_done || !table.has_empty_slot()), "4.1"),
            _ => (false, ""),
        };
        let is_a_turn = fights || rests || table.phase == Phase::Play;
        (is_a_turn && forbidden.0).then_some(forbidden.1)
    }

    /// PM-2.4: whether empty slots are still to be filled up in this turn.
    pub(super) fn slots_are_due(&self) -> bool {
        let filling = |table: &Table| !table.refilling.slots_done && table.has_empty_slot() && table.feeder > 0;
        self.table.as_ref().is_some_and(filling)
    }

    /// PM-2.3, PM-2.4, `refill_order`: what is due of this for the hand, and of the slots; that which was due first stands first.
    fn in_refilling_order(&self, hand: Option<(Option<usize>, &'static str)>) -> Vec<(Option<usize>, &'static str)> {
        let Some(table) = &self.table else { return Vec::new() };
        let slots = self.slots_are_due().then_some((None, "refill"));
        let (first, second, both) = match &self.rules["refill_order"][..] {
            // A hand begun too early is one finding: it may be finished, or what is due be done. Its display is due as soon as it is full.
            "seeds-first" if table.refilling.out_of_order && hand == Some((None, "display")) => (hand, slots, false),
            "seeds-first" => (slots, hand, table.refilling.out_of_order),
            "hand-first" => (hand, slots, false),
            // One is finished before the other begins.
            _ => (hand, slots, table.refilling.hand == HandFilling::NotBegun),
        };
        match (first, second) {
            (Some(first), Some(second)) if both => vec![first, second],
            _ => first.or(second).into_iter().collect(),
        }
    }

    /// PM-2.2: the most that a bird kept now may be worth.
    fn may_keep(&self) -> Option<i32> {
        match self.table.as_ref()?.phase {
            Phase::Rest { keep, .. } => keep,
            _ => None,
        }
    }

    /// The game with nothing kept, where that is all that is still open in this turn.
    fn declined(&self) -> Cow<'_, Self> {
        if self.may_keep().is_none() {
            return Cow::Borrowed(self);
        }
        let mut declined = self.clone();
        declined.decline_keeping();
        Cow::Owned(declined)
    }

    /// Who may act, and how.
    pub(super) fn openings(&self) -> Vec<Opening> {
        let Some(table) = &self.table else { return Vec::new() };
        let mut open = self.declined().due_now();
        if self.may_keep().is_some() {
            open.push((Some(table.turn), "keep"));
        }
        let mut openings = Vec::new();
        for actor in [None].into_iter().chain((0..self.players).map(Some)) {
            let mut verbs: Vec<String> =
                open.iter().filter(|(who, _)| *who == actor).map(|(_, verb)| (*verb).to_owned()).collect();
            verbs.sort();
            if !verbs.is_empty() {
                openings.push((actor, verbs));
            }
        }
        openings
    }

    /// Turn and phase: the clause of what was due.
    pub(super) fn due(&self, actor: Option<usize>, step: &Step) -> Option<&'static str> {
        let verb = step.verb();
        let is_open = |seat: Option<usize>| {
            self.openings().iter().any(|(who, verbs)| *who == seat && verbs.iter().any(|open| open == verb))
        };
        let declined = self.declined();
        let Some(table) = &declined.table else { return Some("1.5") };
        if self.names_a_spared_bird(actor, step) {
            return None;
        }
        let turn = Some(table.turn);
        // What the table does in the course of a turn stands in that player's line.
        let stands_there = actor == turn && matches!(step, Step::Feeder(_) | Step::Display(_) | Step::Refill(_));
        if is_open(actor) || (stands_there && !matches!(table.phase, Phase::Setup(_)) && is_open(None)) {
            return None;
        }
        let clause = match (&table.phase, step) {
            (Phase::Over, _) => "TB-7",
            (phase, Step::Shows(_)) if !matches!(phase, Phase::Setup(_)) => return None,
            (Phase::Setup(_), _) | (_, Step::Perches(_) | Step::Seeds(_)) => "1.5",
            (phase, Step::Adds(_)) if *phase != Phase::Adds => "5.1",
            (Phase::Play, _) if actor.is_some() && actor != turn => "1.6",
            _ if actor.is_some() && actor != turn => declined.clause_due(),
            _ => declined.never_in_this_turn(table, step).unwrap_or_else(|| declined.clause_due()),
        };
        Some(clause)
    }

    /// TB-7, and what is due in the one round of this game.
    pub(super) fn round_too_early(&self) -> Option<&'static str> {
        self.table.as_ref()?;
        Some(if self.is_over() { "TB-7" } else { self.declined().clause_due() })
    }

    /// PM-3.4: whether somebody has a crow take a bird of the fights just fought, which found no other.
    pub(super) fn names_a_spared_bird(&self, actor: Option<usize>, step: &Step) -> bool {
        let (Some(table), Step::Lose(cards)) = (&self.table, step) else { return false };
        let losing = matches!(table.phase, Phase::Lose(_));
        actor == Some(table.turn) && !losing && cards.len() == 1 && table.spared.contains(&cards[0])
    }

    /// Whether a pest is to take the bird that the fight is about, and no other of its kind lies in the collection.
    fn names_the_bird_fought_for(&self, seat: usize, cards: &[String]) -> bool {
        let Some(table) = self.table.as_ref().filter(|table| matches!(table.phase, Phase::Lose(_))) else {
            return false;
        };
        let count = |cards: &[String], bird: &String| cards.iter().filter(|other| *other == bird).count();
        let more = |bird: &String| count(cards, bird) == count(&table.collections[seat].birds, bird) + 1;
        seat == table.turn && table.bird_fought_for().is_some_and(more)
    }

    /// The clause of what is due.
    fn clause_due(&self) -> &'static str {
        match self.due_now().first() {
            Some((_, "play")) => "2.1",
            Some((_, "feeder")) => "3.1",
            Some((_, "lose")) => "3.3",
            Some((_, "refill")) => "2.4",
            Some((_, "adds")) => "5.2",
            Some((_, "draw")) => "2.3",
            Some((_, "display")) if !matches!(self.table, Some(Table { phase: Phase::Setup(_), .. })) => "2.3",
            _ => "1.5",
        }
    }

    /// The clause that makes a step impossible: with the cards where they are known to lie.
    pub(super) fn not_there(&self, actor: Option<usize>, step: &Step) -> Option<&'static str> {
        let table = self.table.as_ref()?;
        let seat = actor.unwrap_or(table.turn);
        let unaccounted = &self.unaccounted;
        let unless = |holds: bool, clause: &'static str| if holds { None } else { Some(clause) };
        let in_hand = |cards: &[String]| self.not_in_hand(&table.hands[seat], cards);
        match step {
            Step::Perches(cards) | Step::Display(cards) => {
                self.no_such_birds(cards, unaccounted).or(unless(cards.len() <= table.deck, "2.3"))
            }
            Step::Seeds(cards) | Step::Refill(cards) => unless(self.can_turn_up(cards), "1.3"),
            Step::Feeder(card) => unless(self.can_turn_up(std::slice::from_ref(card)), "1.3"),
            Step::Play(card, perch) => {
                let there = (1..=table.perches.len()).contains(perch);
                in_hand(std::slice::from_ref(card)).or(unless(there, "TB-4"))
            }
            Step::Keep(card) => in_hand(std::slice::from_ref(card)),
            Step::Adds(cards) | Step::Shows(cards) => in_hand(cards),
            Step::Draw(Some(card)) => unless(table.display.contains(card), "TB-4"),
            Step::Draw(None) => unless(table.deck > 0, "2.3"),
            Step::Lose(cards) => {
                let mine = &table.collections[seat];
                let mut all: Vec<String> = mine.birds.iter().chain(&mine.seeds).cloned().collect();
                if self.names_the_bird_fought_for(seat, cards) {
                    all.extend(table.bird_fought_for().cloned());
                }
                unless(is_part_of(cards, &all), "TB-4")
            }
        }
    }

    /// PM-1.1, PM-1.4, TB-3: why these can't be in a hand together; the first that can't be beside those before it counts.
    fn not_in_hand(&self, hand: &Hand, cards: &[String]) -> Option<&'static str> {
        let named = (1..=cards.len()).map(|n| &cards[..n]).find(|cards| !hand.can_hold(cards, &self.unaccounted))?;
        let bird = named.last()?;
        let count = |cards: &[String]| cards.iter().filter(|other| *other == bird).count();
        Some(match () {
            () if self.removed.as_deref() == Some(species(bird)) => "1.4",
            () if count(cards) > count(&hand.known) + count(&self.unaccounted) => "1.1",
            () => "TB-3",
        })
    }

    /// PM-1.1, PM-1.4: a third copy of a bird, or one of the species that is out.
    fn no_such_birds(&self, cards: &[String], left: &[String]) -> Option<&'static str> {
        let is_out = |bird: &&String| self.removed.as_deref() == Some(species(bird));
        let out: Vec<String> = cards.iter().filter(is_out).cloned().collect();
        let in_the_box = [left, &out[..], &out[..]].concat();
        let is_third = |bird: &&String| out.iter().filter(|other| other == bird).count() > 2;
        if !is_part_of(cards, &in_the_box) || out.iter().any(|bird| is_third(&bird)) {
            Some("1.1")
        } else {
            (!out.is_empty()).then_some("1.4")
        }
    }

    /// The first other clause that a step breaks.
    pub(super) fn broken(&self, actor: Option<usize>, step: &Step) -> Option<&'static str> {
        let declined = self.declined();
        let table = declined.table.as_ref()?;
        let seat = actor.unwrap_or(table.turn);
        let unless = |holds: bool, clause: &'static str| if holds { None } else { Some(clause) };
        match step {
            Step::Perches(cards) => unless(cards.len() == self.perches_due(), "1.5"),
            Step::Display(cards) if matches!(table.phase, Phase::Setup(_)) => unless(cards.len() == 3, "1.5"),
            Step::Display(cards) => {
                let missing = 3usize.saturating_sub(table.display.len()).min(table.deck);
                unless(cards.len() == missing, "2.3")
            }
            Step::Seeds(cards) if self.is("setup_pests", "laid") => unless(fills_up(4, table, cards), "1.5"),
            Step::Seeds(cards) => unless(cards.len() == 4 && cards.iter().all(|card| is_seed(card)), "1.5"),
            Step::Keep(card) => unless(self.may_keep().is_none_or(|most| value(card) <= most), "2.2"),
            Step::Draw(None) => unless(self.is("blind_draw", "true") || table.display.is_empty(), "2.3"),
            Step::Refill(cards) => unless(fills_up(empty_slots(table), table, cards), "4.1"),
            Step::Lose(cards) if table.phase == Phase::Lose("squirrel".to_owned()) => {
                unless(is_the_loss(table, seat, cards), "3.3")
            }
            Step::Lose(_) if self.names_a_spared_bird(actor, step) => Some("3.4"),
            // Several birds are wrong already, whichever they are.
            Step::Lose(cards) if cards.len() == 1 && self.names_the_bird_fought_for(seat, cards) => Some("3.4"),
            Step::Lose(cards) => unless(is_the_loss(table, seat, cards), "3.3"),
            Step::Adds(cards) => unless(cards.len() == table.hand_size(seat).min(2), "5.2"),
            Step::Play(..) | Step::Feeder(_) | Step::Draw(Some(_)) | Step::Shows(_) => None,
        }
    }

    /// What makes a counted game impossible.
    pub(super) fn not_counted(&self, birds: &[String], seeds: &[String]) -> Option<&'static str> {
        let (birds_gone, feeder_gone) =
            self.table.as_ref().map(|table| (table.gone.clone(), table.discarded())).unwrap_or_default();
        let listed = |list: &Vec<String>| is_part_of(seeds, &without(list, &feeder_gone));
        let too_many_seeds =
            seeds.len() + feeder_gone.len() > self.feeder_cards() || !self.feeder_list.as_ref().is_none_or(listed);
        match self.no_such_birds(birds, &without(&self.stock(), &birds_gone)) {
            Some("1.1") => Some("1.1"),
            _ if too_many_seeds => Some("1.3"),
            Some(out) => Some(out),
            // A bird is left on each perch.
            None => (birds.len() + self.perches_due() > self.stock().len()).then_some("1.5"),
        }
    }

    /// TB-8: whether a player's birds and seeds are all in what was counted.
    pub(super) fn forgets(&self, counted: &[Collection]) -> bool {
        let Some(table) = &self.table else { return false };
        let has_all = |(lies, counted): (&Collection, &Collection)| {
            is_part_of(&lies.birds, &counted.birds) && is_part_of(&lies.seeds, &counted.seeds)
        };
        !table.collections.iter().zip(counted).all(has_all)
    }
}

fn empty_slots(table: &Table) -> usize {
    table.slots.iter().filter(|slot| slot.seed.is_none()).count()
}

/// PM-1.5, PM-4.1, PM-4.2: drawn one by one, until every slot holds a seed or the deck is empty.
fn fills_up(mut empty: usize, table: &Table, cards: &[String]) -> bool {
    for card in cards {
        if empty == 0 {
            return false;
        }
        if !is_pest(card) {
            empty -= 1;
        }
    }
    empty == 0 || cards.len() == table.feeder
}

/// PM-3.3
fn is_the_loss(table: &Table, seat: usize, cards: &[String]) -> bool {
    let mine = &table.collections[seat];
    match &table.phase {
        Phase::Lose(pest) if pest == "crow" => {
            let of = |bird: &str| mine.birds.iter().filter(|other| species(other) == species(bird)).count();
            let most = mine.birds.iter().map(|bird| of(bird)).max().unwrap_or_default();
            cards.len() == 1 && !is_seed(&cards[0]) && of(&cards[0]) == most
        }
        Phase::Lose(_) => {
            cards.iter().all(|card| is_seed(card))
                && cards.len() == mine.seeds.len().min(2)
                && without(&mine.seeds, cards).len() + cards.len() == mine.seeds.len()
        }
        _ => true,
    }
}
