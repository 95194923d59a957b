//! What followed from an act, told to a person.

use super::{BOOK, EmuRanchers, Event, HAND, Setup, book::er};
use crate::{
    emu::{by_number, deduced, reckon, signed, told},
    table::{Clause, Header, RuleInForce, Telling, and_list},
};

impl EmuRanchers {
    /// What followed from an act, told once it was done.
    pub(super) fn tell(&self, event: Event, table: &Header<Setup>) -> Vec<Telling> {
        let name = |seat| table.players.name(seat);
        let say = |clause: Clause, aloud: bool, text: String| Telling { clause, rule: None, text, aloud };
        match event {
            Event::YearBegins if self.year == 1 => vec![say(
                er(1, 2),
                false,
                format!("{} goes first; each hand holds {HAND} cards, the draw pile {}", name(self.first), self.account.hidden()),
            )],
            Event::YearBegins => vec![say(
                er(1, 3),
                true,
                format!("year {}: {} goes first, having gone second before", self.year, name(self.first)),
            )],
            Event::YearEnds => vec![say(
                er(2, 2),
                true,
                "that was the last card of the draw pile: the year ends. Now lay what fits, then say done".into(),
            )],
            Event::Deduced(seat) => vec![deduced(name(seat), &self.account, seat)],
            Event::YearOver => self.tell_year(table),
            Event::GameOver => {
                let totals = self.totals();
                let winners = self.winners();
                let names: Vec<&str> = winners.iter().map(|&seat| name(seat)).collect();
                let score =
                    table.players.seats().map(|seat| format!("{} {}", name(seat), totals[seat.index()])).collect::<Vec<_>>();
                let text = match names[..] {
                    [one] => format!("the game is over: {}; {one} wins", and_list(&score)),
                    _ => format!("the game is over: {}; equal totals share the win", and_list(&score)),
                };
                vec![say(er(6, 6), true, text)]
            }
        }
    }

    /// The score of the year that is over, bird by bird.
    fn tell_year(&self, table: &Header<Setup>) -> Vec<Telling> {
        let upkeep = self.setup.upkeep;
        let rule = (upkeep != BOOK.rules[1].values.default()).then(|| RuleInForce { key: "upkeep", value: upkeep.to_string() });
        let mut tellings = Vec::new();
        for seat in table.players.seats() {
            let name = table.players.name(seat);
            let mut sum = 0;
            for (number, bird) in by_number(&self.ranches[seat.index()]) {
                let reckoning = reckon(bird, upkeep);
                sum += reckoning.points;
                tellings.push(told(name, number, &reckoning, er, rule.clone()));
            }
            tellings.push(Telling {
                clause: er(6, 5),
                rule: None,
                text: format!("{name}'s year {}: {}", self.year, signed(sum)),
                aloud: true,
            });
        }
        tellings
    }
}
