//! What followed from an act, told to a person.

use super::{
    ADDED, Bird, Event, Pest, Phase, Piepmatz, Setup, Species,
    book::{BOOK, FIFTH_PEST, PEST_TIMING, pm},
    words::{birds, cards, listed},
};
use crate::table::{Clause, Header, RuleInForce, Telling, and_list};

fn say(clause: Clause, aloud: bool, text: String) -> Telling {
    Telling { clause, rule: None, text, aloud }
}

/// A table rule that is not the usual one.
fn ruled(rule: usize, value: &str) -> RuleInForce {
    RuleInForce { key: BOOK.rules[rule].key, value: value.to_owned() }
}

impl Piepmatz {
    /// What followed from an act, told once it was done.
    pub(super) fn tell(&self, event: Event, table: &Header<Setup>) -> Vec<Telling> {
        let name = |seat| table.players.name(seat);
        vec![match event {
            Event::RoundBegins => {
                let removed = self.setup.removed.map(|species| format!("; {} are removed", species.plural()));
                let text = format!(
                    "{} takes the first turn; the feeder deck has {}, the bird deck {} once four are dealt to each{}",
                    name(self.first),
                    cards(self.deck.len()),
                    birds(self.bird_deck()),
                    removed.unwrap_or_default()
                );
                say(pm(1, 6), false, text)
            }
            Event::Fight { seat, perch, bird, excess } => {
                let sum = bird.value().saturating_add(excess);
                let takes = match excess {
                    1..=4 => format!("slot {excess}"),
                    _ => "the feeder deck".to_owned(),
                };
                let text = format!(
                    "{} fights at perch {perch}: the queue's {sum} exceed {bird} by {excess}, so it is {takes}",
                    name(seat)
                );
                say(pm(3, 1), true, text)
            }
            Event::Took { seat, seed } => say(pm(3, 1), true, format!("{} takes the seed card {seed}", name(seat))),
            Event::EmptySlot => say(pm(3, 1), true, "the slot is empty: nothing is taken".to_owned()),
            Event::PestActs { seat, pest, nothing } => {
                let text = match (pest, nothing) {
                    (Pest::Crow, false) => format!("a crow takes a bird of {}'s: of {}", name(seat), self.largest(seat)),
                    (Pest::Crow, true) => format!("a crow finds no bird before {}", name(seat)),
                    (Pest::Squirrel, false) => format!("a squirrel takes seeds of {}'s, at random", name(seat)),
                    (Pest::Squirrel, true) => format!("a squirrel finds no seeds before {}", name(seat)),
                };
                let rule = self.setup.pests_late.then(|| ruled(PEST_TIMING, "after-bird"));
                Telling { rule, ..say(pm(3, if nothing { 3 } else { 2 }), true, text) }
            }
            Event::Collected { seat, bird } => {
                let rule = self.setup.pests_late.then(|| ruled(PEST_TIMING, "after-bird"));
                Telling { rule, ..say(pm(3, 4), true, format!("{bird} goes to {}'s collection", name(seat))) }
            }
            Event::MovedUp { perch, bird } => say(pm(3, 5), true, format!("{bird} moves up to perch {perch}")),
            Event::PestLaid { pest, slot } => {
                let stacked =
                    self.setup.stack_pests && self.slots.first().is_some_and(|first| slot == 1 && first.pests.len() > 1);
                let rule = stacked.then(|| ruled(FIFTH_PEST, "stack"));
                Telling { rule, ..say(pm(4, 2), true, format!("the {pest} is laid beside slot {slot}")) }
            }
            Event::PestDiscarded { pest } => say(pm(4, 2), true, format!("every slot has a pest, so the {pest} is discarded")),
            Event::PassedOver { seat } => say(pm(2, 5), true, format!("{} holds no bird and is passed over", name(seat))),
            Event::EndTriggered => {
                let left: Vec<&str> = self.still_to_play().into_iter().map(name).collect();
                let turns = match left[..] {
                    [] => "nobody has a turn any more".to_owned(),
                    [one] => format!("{one} still has a turn"),
                    _ => format!("{} still have a turn each", and_list(&left)),
                };
                say(pm(5, 1), true, format!("the feeder deck is empty, and a card is due: the end begins; {turns}"))
            }
            Event::LastChoice => {
                let who: Vec<&str> = self.holders().map(name).collect();
                let text = format!("the turns are over: {} now choose {ADDED} birds of the hand", and_list(&who));
                say(pm(5, 2), true, text)
            }
            Event::Deduced { seat } => {
                let known = listed(self.account.hand(seat).known_cards().filter_map(Bird::from_index));
                let text = format!("no other place is left for the birds nobody has seen, so {}'s hand is {known}", name(seat));
                say(Clause::table(6), false, text)
            }
            Event::GameOver => return self.tell_end(table),
        }]
    }

    /// Those who hold a bird.
    pub(super) fn holders(&self) -> impl Iterator<Item = crate::table::Seat> + '_ {
        self.seats().filter(|&seat| !self.account.hand(seat).is_empty())
    }

    /// The species of which a player has most cards, as the table lies.
    pub(super) fn largest(&self, seat: crate::table::Seat) -> String {
        let own = self.collection(seat).birds;
        let most = own.largest();
        let species = Species::ALL.into_iter().filter(|&species| own.count(species) == most);
        let names: Vec<&str> = species.map(Species::plural).collect();
        crate::table::or_list(&names)
    }

    /// The score.
    fn tell_end(&self, table: &Header<Setup>) -> Vec<Telling> {
        if self.phase != Phase::Over {
            return Vec::new();
        }
        let totals = self.totals();
        let (_, winners) = self.best();
        let score: Vec<String> =
            table.players.seats().map(|seat| format!("{} {}", table.players.name(seat), totals[seat.index()])).collect();
        let names: Vec<&str> = winners.iter().map(|&seat| table.players.name(seat)).collect();
        let won = if names.len() == 1 { "wins" } else { "share the win" };
        vec![say(pm(6, 4), true, format!("the game is over: {}; {} {won}", and_list(&score), and_list(&names)))]
    }
}
