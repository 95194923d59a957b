//! Fights in Piepmatz (PM-3), one thing after another.

use super::{
    Piepmatz,
    state::{Phase, Task},
    step::{is_pest, value},
};

impl Piepmatz {
    /// PM-3.2, PM-3.4: pests act at once, or after the bird of this fight is collected.
    pub(super) fn pests_come(&mut self, pests: &[String]) {
        let after = self.is("pest_timing", "after-bird");
        let table = self.now();
        let at = match table.tasks.first() {
            Some(Task::Bird(_)) if after => 1,
            _ => 0,
        };
        table.tasks.splice(at..at, pests.iter().cloned().map(Task::Pest));
    }

    /// Goes on until something has to be named.
    pub(super) fn run_tasks(&mut self) {
        while !self.now().tasks.is_empty() && !matches!(self.now().phase, Phase::Feeder | Phase::Lose(_)) {
            let task = self.now().tasks.remove(0);
            self.do_task(task);
        }
    }

    /// PM-3
    fn do_task(&mut self, task: Task) {
        let after_fight_too = self.is("keep", "after-fight-too");
        let empty_slot_acts = self.is("empty_slot", "acts");
        let table = self.now();
        let turn = table.turn;
        match task {
            Task::Look(at) => {
                let perch = &table.perches[at];
                let sum: i32 = perch.queue.iter().map(|bird| value(bird)).sum();
                let bird = perch.bird.as_deref().map(value);
                if let Some(bird) = bird.filter(|bird| sum > *bird) {
                    table.tasks = vec![Task::Seed(sum - bird), Task::Bird(at), Task::Up(at), Task::Look(at)];
                    table.phase = Phase::Rest { keep: None, display: false };
                } else if after_fight_too {
                    table.phase = Phase::Rest { keep: table.played, display: false };
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
                let seed = slot.seed.take();
                if seed.is_some() || empty_slot_acts {
                    let pests = std::mem::take(&mut slot.pests);
                    table.collections[turn].seeds.extend(seed);
                    self.pests_come(&pests);
                }
            }
            Task::Pest(pest) => {
                let mine = &table.collections[turn];
                let nothing = if pest == "crow" { mine.birds.is_empty() } else { mine.seeds.is_empty() };
                if !nothing && is_pest(&pest) {
                    table.phase = Phase::Lose(pest);
                } else if pest == "crow" {
                    let spared = table.bird_fought_for().cloned();
                    table.spared.extend(spared);
                }
            }
            Task::Bird(at) => {
                let bird = table.perches[at].bird.take();
                table.collections[turn].birds.extend(bird);
            }
            // Not where a bird was laid meanwhile.
            Task::Up(at) if table.perches[at].bird.is_some() => {}
            Task::Up(at) => {
                let queue = &mut table.perches[at].queue;
                let highest = queue.iter().map(|bird| value(bird)).max();
                if let Some(nearest) = queue.iter().position(|bird| Some(value(bird)) == highest) {
                    table.perches[at].bird = Some(queue.remove(nearest));
                }
            }
        }
    }
}
