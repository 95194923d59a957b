//! What happens in Piepmatz when something is done, legal or let stand.

use super::{
    Piepmatz,
    state::{Perch, Phase, Table, Task},
    step::{Step, is_pest, is_seed, value},
};
use crate::emu::hand::deduce;

fn removed(cards: &mut Vec<String>, card: &str) -> bool {
    let at = cards.iter().position(|other| other == card);
    if let Some(at) = at {
        cards.remove(at);
    }
    at.is_some()
}

impl Piepmatz {
    pub(super) fn now(&mut self) -> &mut Table {
        self.table.as_mut().expect("the game has begun")
    }

    pub(super) fn do_step(&mut self, actor: Option<usize>, step: &Step) {
        let showing = matches!(step, Step::Shows(_));
        if !showing && !self.is_keeping(actor, step) {
            self.decline_keeping();
        }
        if let (Some(seat), false) = (actor, showing) {
            self.goes_on_with(seat, step);
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
    fn goes_on_with(&mut self, seat: usize, step: &Step) {
        let due = self.due_now();
        if due.iter().any(|(who, verb)| *who == Some(seat) && *verb == step.verb()) || matches!(step, Step::Adds(_)) {
            return;
        }
        while [Phase::Feeder, Phase::Lose("crow".to_owned()), Phase::Lose("squirrel".to_owned())].contains(&self.now().phase) {
            self.now().phase = Phase::Play;
            self.run_tasks();
        }
        let table = self.now();
        table.turn = seat;
        table.phase = Phase::Rest { keep: None, display: false };
    }

    fn do_as_written(&mut self, actor: Option<usize>, step: &Step) {
        let (stack, immediately) = (self.is("fifth_pest", "stack"), self.is("display_refill", "immediately"));
        let table = self.now();
        let seat = actor.unwrap_or(table.turn);
        match step {
            Step::Perches(cards) => {
                table.deck -= cards.len();
                table.perches = cards.iter().map(|card| Perch { bird: Some(card.clone()), queue: Vec::new() }).collect();
                table.phase = Phase::Setup(1);
            }
            Step::Display(cards) => {
                table.deck -= cards.len();
                table.display.extend(cards.clone());
                match &mut table.phase {
                    Phase::Setup(done) => *done = 2,
                    Phase::Rest { display, .. } => *display = false,
                    _ => {}
                }
            }
            Step::Seeds(cards) => {
                self.turn_up(cards);
                let table = self.now();
                for card in cards {
                    table.lay_to_slots(card, stack);
                }
                if let Phase::Setup(_) = table.phase {
                    table.phase = Phase::Play;
                }
            }
            Step::Play(card, perch) => {
                table.hands[seat].lose(card);
                table.perches[perch - 1].queue.push(card.clone());
                table.phase = Phase::Rest { keep: Some(value(card)), display: false };
                table.tasks = vec![Task::Look(perch - 1)];
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
                        removed(&mut table.collections[seat].birds, card);
                        table.gone.push(card.clone());
                    }
                }
                table.phase = Phase::Rest { keep: None, display: false };
            }
            Step::Keep(card) => {
                table.hands[seat].lose(card);
                table.collections[seat].birds.push(card.clone());
                table.phase = Phase::Rest { keep: None, display: false };
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
            }
            Step::Refill(cards) => {
                self.turn_up(cards);
                let table = self.now();
                for card in cards {
                    table.lay_to_slots(card, stack);
                }
            }
            Step::Adds(cards) => {
                for card in cards {
                    table.hands[seat].lose(card);
                    table.collections[seat].birds.push(card.clone());
                }
                table.gone.append(&mut table.hands[seat].known);
                table.buried += std::mem::take(&mut table.hands[seat].unseen);
                table.added[seat] = true;
            }
            Step::Shows(cards) => table.hands[seat].show(cards),
        }
    }

    fn turn_up(&mut self, cards: &[String]) {
        let table = self.now();
        table.feeder -= cards.len();
        table.turned_up.extend(cards.to_vec());
    }

    /// PM-3.2, PM-3.4: pests act at once, or after the bird of this fight is collected.
    fn pests_come(&mut self, pests: &[String]) {
        let after = self.is("pest_timing", "after-bird");
        let table = self.now();
        let at = match table.tasks.first() {
            Some(Task::Bird(_)) if after => 1,
            _ => 0,
        };
        table.tasks.splice(at..at, pests.iter().cloned().map(Task::Pest));
    }

    /// Goes on until somebody has to do something.
    pub(super) fn run(&mut self) {
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

    fn run_tasks(&mut self) {
        while !self.now().tasks.is_empty() && !matches!(self.now().phase, Phase::Feeder | Phase::Lose(_)) {
            let task = self.now().tasks.remove(0);
            self.do_task(task);
        }
    }

    /// PM-3
    fn do_task(&mut self, task: Task) {
        let table = self.now();
        let turn = table.turn;
        match task {
            Task::Look(at) => {
                let perch = &table.perches[at];
                let sum: i32 = perch.queue.iter().map(|bird| value(bird)).sum();
                let bird = perch.bird.as_deref().map_or(0, value);
                if sum > bird {
                    table.tasks = vec![Task::Seed(sum - bird), Task::Bird(at), Task::Up(at), Task::Look(at)];
                    table.phase = Phase::Rest { keep: None, display: false };
                }
            }
            Task::Seed(difference) if difference >= 5 => {
                if table.feeder == 0 {
                    table.ending = true;
                } else {
                    table.phase = Phase::Feeder;
                }
            }
            Task::Seed(difference) => {
                let slot = &mut table.slots[usize::try_from(difference).expect("1 to 4") - 1];
                if let Some(seed) = slot.seed.take() {
                    let pests = std::mem::take(&mut slot.pests);
                    table.collections[turn].seeds.push(seed);
                    self.pests_come(&pests);
                }
            }
            Task::Pest(pest) => {
                let mine = &table.collections[turn];
                let nothing = if pest == "crow" { mine.birds.is_empty() } else { mine.seeds.is_empty() };
                if !nothing && is_pest(&pest) {
                    table.phase = Phase::Lose(pest);
                }
            }
            Task::Bird(at) => {
                let bird = table.perches[at].bird.take();
                table.collections[turn].birds.extend(bird);
            }
            Task::Up(at) => {
                let queue = &mut table.perches[at].queue;
                let highest = queue.iter().map(|bird| value(bird)).max();
                if let Some(nearest) = queue.iter().position(|bird| Some(value(bird)) == highest) {
                    table.perches[at].bird = Some(queue.remove(nearest));
                }
            }
        }
    }

    /// PM-5.1, PM-2.5
    fn end_turn(&mut self) {
        let players = self.players;
        let table = self.now();
        table.ending |= table.has_empty_slot();
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
