//! What happens in Piepmatz when something is done, legal or let stand.

use super::{
    Piepmatz,
    state::{HandFilling, Phase, Refilling, Table, Task},
    step::{Step, is_seed, value},
};
use crate::models::emu::hand::deduce;

fn removed(cards: &mut Vec<String>, card: &str) -> bool {
    let at = cards.iter().position(|other| other == card);
    if let Some(at) = at {
        cards.remove(at);
    }
    at.is_some()
}

impl Table {
    /// PM-1.5: a setup step is done, in whatever order.
    fn lays_out(&mut self, what: &'static str) {
        if let Phase::Setup(done) = &mut self.phase {
            if !done.contains(&what) {
                done.push(what);
            }
            if done.len() == 3 {
                self.phase = Phase::Play;
            }
        }
    }

    /// A crow took the bird that the fight is about, against PM-3.4.
    fn loses_the_bird_fought_for(&mut self, bird: &String) {
        if let Some(perch) = self.perches.iter_mut().find(|perch| perch.bird.as_ref() == Some(bird)) {
            perch.bird = None;
        }
    }
}

impl Piepmatz {
    pub(super) fn now(&mut self) -> &mut Table {
        self.table.as_mut().expect("the game has begun")
    }

    pub(super) fn do_step(&mut self, actor: Option<usize>, step: &Step) {
        let showing = matches!(step, Step::Shows(_));
        let spared = self.names_a_spared_bird(actor, step);
        if !showing && !self.is_keeping(actor, step) {
            self.decline_keeping();
        }
        // What the table lays out at the beginning changes nothing of a turn.
        if !showing && !spared && !matches!(step, Step::Perches(_) | Step::Seeds(_)) {
            self.goes_on_with(actor, step);
        }
        if !showing {
            self.now().spared.clear();
        }
        self.do_as_written(actor, step);
        self.run();
        self.take_stock();
    }

    /// TB-2, TB-6
    pub(super) fn take_stock(&mut self) {
        let unaccounted = self.not_seen();
        let table = self.now();
        let hidden = table.deck + table.buried;
        deduce(&mut table.hands, hidden, unaccounted);
        self.unaccounted = self.not_seen();
    }

    fn is_keeping(&self, actor: Option<usize>, step: &Step) -> bool {
        let turn = self.table.as_ref().map(|table| table.turn);
        matches!(step, Step::Keep(_)) && actor == turn
    }

    /// A step that was not due: what was due lapses, and it is the actor's turn.
    fn goes_on_with(&mut self, actor: Option<usize>, step: &Step) {
        let seat = actor.unwrap_or(self.now().turn);
        let is_due = |(who, verb): &(Option<usize>, &str)| who.is_none_or(|who| who == seat) && *verb == step.verb();
        if (actor.is_none() || seat == self.now().turn || matches!(step, Step::Adds(_))) && self.due_now().iter().any(is_due) {
            return;
        }
        while [Phase::Feeder, Phase::Lose("crow".to_owned()), Phase::Lose("squirrel".to_owned())].contains(&self.now().phase) {
            self.now().phase = Phase::Rest { keep: None, display: false };
            self.run_tasks();
        }
        let at_the_end = self.is("display_refill", "end-of-turn");
        let seeds_first = self.is("refill_order", "seeds-first");
        let table = self.now();
        let begins_the_hand = matches!(step, Step::Draw(_)) || (matches!(step, Step::Display(_)) && at_the_end);
        match (&table.phase, step) {
            // The last choice is made as if it were due, and is then everybody's.
            (_, Step::Adds(_)) => {
                table.ending = true;
                table.phase = Phase::Adds;
            }
            (Phase::Setup(_), Step::Display(_)) => {}
            // PM-2.4: what comes too early leaves the other still due.
            (Phase::Rest { display, .. }, Step::Refill(_)) if seat == table.turn => {
                table.phase = Phase::Rest { keep: None, display: *display };
            }
            (phase, _) => {
                if seat != table.turn || !matches!(phase, Phase::Rest { .. }) {
                    table.refilling = Refilling::default();
                    table.turn = seat;
                }
                table.phase = Phase::Rest { keep: None, display: false };
                let too_early = begins_the_hand && seeds_first && self.slots_are_due();
                self.now().refilling.out_of_order |= too_early;
            }
        }
    }

    #[expect(clippy::too_many_lines, reason = "one arm a step")]
    fn do_as_written(&mut self, actor: Option<usize>, step: &Step) {
        let (pest_rules, immediately) = (self.pest_rules(), self.is("display_refill", "immediately"));
        let table = self.now();
        let seat = actor.unwrap_or(table.turn);
        match step {
            Step::Perches(cards) => {
                table.deck -= cards.len();
                for card in cards {
                    match table.perches.iter_mut().find(|perch| perch.bird.is_none()) {
                        Some(perch) => perch.bird = Some(card.clone()),
                        None => table.gone.push(card.clone()),
                    }
                }
                table.lays_out("perches");
            }
            Step::Display(cards) => {
                table.deck -= cards.len();
                table.display.extend(cards.clone());
                table.lays_out("display");
                match &mut table.phase {
                    Phase::Rest { display, .. } if immediately => *display = false,
                    // It comes last but for the slots: what was left out before it lapses.
                    Phase::Rest { .. } => table.refilling.hand = HandFilling::Done,
                    _ => {}
                }
            }
            Step::Seeds(cards) => {
                self.turn_up(cards);
                let table = self.now();
                for card in cards {
                    table.lay_to_slots(card, pest_rules);
                }
                table.lays_out("seeds");
            }
            Step::Play(card, perch) => {
                table.hands[seat].lose(card);
                table.perches[perch - 1].queue.push(card.clone());
                table.phase = Phase::Rest { keep: Some(value(card)), display: false };
                table.tasks = vec![Task::Look(perch - 1)];
                table.played = Some(value(card));
                table.refilling = Refilling::default();
            }
            Step::Feeder(card) => {
                self.turn_up(std::slice::from_ref(card));
                let table = self.now();
                table.phase = Phase::Rest { keep: None, display: false };
                if is_seed(card) {
                    table.collections[seat].seeds.push(card.clone());
                } else {
                    self.pests_come(std::slice::from_ref(card));
                }
            }
            Step::Lose(cards) => {
                for card in cards {
                    if is_seed(card) {
                        removed(&mut table.collections[seat].seeds, card);
                    } else {
                        if !removed(&mut table.collections[seat].birds, card) {
                            table.loses_the_bird_fought_for(card);
                        }
                        table.gone.push(card.clone());
                    }
                }
                if let Phase::Lose(_) = table.phase {
                    table.phase = Phase::Rest { keep: None, display: false };
                }
            }
            Step::Keep(card) => {
                table.hands[seat].lose(card);
                table.collections[seat].birds.push(card.clone());
                table.phase = Phase::Rest { keep: None, display: false };
                // A hand that was full and is short again is filled again (PM-2.3).
                if table.refilling.hand == HandFilling::Done {
                    table.refilling.hand = HandFilling::Begun;
                }
            }
            Step::Draw(card) => {
                if let Some(card) = card {
                    removed(&mut table.display, card);
                    table.hands[seat].known.push(card.clone());
                } else {
                    table.deck -= 1;
                    table.hands[seat].unseen += 1;
                }
                table.phase = Phase::Rest { keep: None, display: card.is_some() && immediately };
                table.refilling.hand = HandFilling::Begun;
            }
            Step::Refill(cards) => {
                self.turn_up(cards);
                let table = self.now();
                for card in cards {
                    table.lay_to_slots(card, pest_rules);
                }
                table.refilling.slots_done = true;
            }
            Step::Adds(cards) => {
                for card in cards {
                    table.hands[seat].lose(card);
                    table.collections[seat].birds.push(card.clone());
                }
                table.gone.append(&mut table.hands[seat].known);
                table.buried += std::mem::take(&mut table.hands[seat].unseen);
            }
            Step::Shows(cards) => table.hands[seat].show(cards),
        }
    }

    fn turn_up(&mut self, cards: &[String]) {
        let table = self.now();
        table.feeder -= cards.len();
        table.turned_up.extend(cards.to_vec());
    }

    /// Goes on until somebody has to do something.
    pub(super) fn run(&mut self) {
        let table = self.now();
        if table.phase == Phase::Feeder && table.feeder == 0 {
            table.ending = true;
            table.phase = Phase::Rest { keep: None, display: false };
        }
        self.run_tasks();
        let table = self.now();
        let empty = table.hand_size(table.turn) == 0;
        if let (Phase::Rest { keep, .. }, true) = (&mut table.phase, empty) {
            *keep = None;
        }
        while matches!(self.now().phase, Phase::Rest { keep: None, .. }) && self.due_now().is_empty() {
            self.end_turn();
        }
        if self.now().phase == Phase::Adds && self.due_now().is_empty() {
            self.now().phase = Phase::Over;
        }
    }

    /// PM-5.1, PM-2.5
    fn end_turn(&mut self) {
        let players = self.players;
        let table = self.now();
        table.ending |= table.has_empty_slot() && table.feeder == 0;
        table.refilling = Refilling::default();
        loop {
            if table.nobody_holds_a_bird() {
                table.phase = Phase::Over;
                return;
            }
            let next = (table.turn + 1) % players;
            if table.ending && next == table.first {
                table.phase = Phase::Adds;
                return;
            }
            table.turn = next;
            if table.hand_size(next) > 0 {
                table.phase = Phase::Play;
                return;
            }
        }
    }

    /// The table as it is when a bird that may be kept, and nothing else, is left to do: with the next player's turn.
    pub(super) fn decline_keeping(&mut self) {
        if let Phase::Rest { keep, .. } = &mut self.now().phase {
            *keep = None;
            self.run();
        }
    }
}
