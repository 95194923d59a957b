//! What followed from an act, told to a person.

use super::{
    EmusRedux, Event, HAND, MARKET_DRAWS, Setup,
    book::{BOOK, UPKEEP, rx},
    rancher::Rancher,
    score::{excuse_clause, excuse_notes, excused_why},
    winner::decide,
};
use crate::{
    emu::{BirdNumber, deduced, signed, told},
    table::{Clause, Header, RuleInForce, Seat, Telling, and_list},
};

fn say(clause: Clause, aloud: bool, text: String) -> Telling {
    Telling { clause, rule: None, text, aloud }
}

impl EmusRedux {
    /// What followed from an act, told once it was done.
    pub(super) fn tell(&self, event: Event, table: &Header<Setup>) -> Vec<Telling> {
        let name = |seat| table.players.name(seat);
        match event {
            Event::YearBegins => vec![say(
                rx(1, 2),
                false,
                format!("{} goes first; each hand holds {HAND} cards, the draw pile {}", name(self.first), self.stock.hidden()),
            )],
            Event::MarketDraw(seat) => {
                let draws = self.rancher(seat).market_draws;
                vec![say(
                    rx(4, 5),
                    draws >= MARKET_DRAWS,
                    format!("{} has taken {draws} of {MARKET_DRAWS} market cards", name(seat)),
                )]
            }
            Event::PileGone(number) => {
                vec![say(rx(4, 1), false, format!("that was the last card of discard pile {number}: its number is free"))]
            }
            Event::YearEnds => vec![say(
                rx(2, 2),
                true,
                "that was the last card of the draw pile: the year ends. Now lay what fits, spend Excuses, then say done".into(),
            )],
            Event::Deduced(seat) => vec![deduced(name(seat), &self.stock, seat)],
            Event::YearOver => {
                let mut tellings: Vec<Telling> =
                    table.players.seats().flat_map(|seat| self.tell_rancher(name(seat), self.rancher(seat))).collect();
                tellings.push(self.tell_winner(table));
                tellings
            }
        }
    }

    /// The score of one player, bird by bird.
    fn tell_rancher(&self, name: &str, rancher: &Rancher) -> Vec<Telling> {
        let upkeep = self.setup.upkeep;
        let usual = BOOK.rule(UPKEEP).map(|rule| rule.values.default());
        let rule = (usual != Some(upkeep)).then(|| RuleInForce { key: UPKEEP, value: upkeep.to_string() });
        let outcome = rancher.outcome(upkeep);
        let bird = |(index, reckoning)| {
            let number = BirdNumber::from_index(index);
            if outcome.is_excused(index) {
                say(excuse_clause(rancher), false, format!("{name}'s bird {number}: {}", excused_why(&outcome, index)))
            } else {
                told(name, number, reckoning, rx, rule.clone())
            }
        };
        let mut tellings: Vec<Telling> = outcome.birds.iter().enumerate().map(bird).collect();
        let excuses = excuse_notes(name, rancher, &outcome);
        tellings.extend(excuses.into_iter().map(|note| say(excuse_clause(rancher), true, note.trim_end_matches('.').to_owned())));
        tellings.push(say(rx(6, 5), true, format!("{name}'s year: {}", signed(outcome.total()))));
        tellings
    }

    fn tell_winner(&self, table: &Header<Setup>) -> Telling {
        let name = |seat| table.players.name(seat);
        let standings = self.standings();
        let score: Vec<String> =
            Seat::all(standings.len()).zip(&standings).map(|(seat, of)| format!("{} {}", name(seat), of.total)).collect();
        let decision = decide(&standings, &table.players);
        let wins = decision.winner.map_or_else(|| "nobody wins".to_owned(), |winner| format!("{} wins", name(winner)));
        let how = decision.tiebreak.map(|tiebreak| format!("{tiebreak}; ")).unwrap_or_default();
        say(rx(6, 6), true, format!("the game is over: {}; {how}{wins}", and_list(&score)))
    }
}
