//! The engine held against the model.

use fastrand::Rng;
use fowlplay::{games::eggs_and_empires::EggsAndEmpires, table::Item};

use super::{Eggs, state::Egg};
use crate::{
    model::{Act, Clause, Model, Opening, Rules, Score, Stage},
    models::compared::{hold_against, hold_tallies_against, rules_of_moves_alone_change_no_tally},
};

#[test]
fn the_engine_agrees_with_the_model() {
    hold_against::<Eggs>(25);
}

#[test]
fn the_engine_agrees_with_the_model_on_tallies() {
    hold_tallies_against::<Eggs>(100);
}

#[test]
fn no_tally_heeds_a_rule_of_moves_alone() {
    rules_of_moves_alone_change_no_tally::<Eggs>(80);
}

impl Model for Eggs {
    type Game = EggsAndEmpires;

    const BOOK: &str = "EE";
    const UNJUDGED: &[(&str, &[&str])] = &[
        ("say what a hand holds, which TB-3 judges", &["1.2", "2.3"]),
        ("say who is first, and that eggs go and hands are filled up, which nobody does", &["1.6", "2.5", "2.6"]),
        ("are abilities that come about by themselves, or that are scored", &["4.1", "4.3", "4.5"]),
        ("are scored", &["6.1", "6.2", "6.3"]),
    ];

    fn new(players: usize, rules: &Rules) -> Self {
        Self::new(players, rules)
    }

    fn out_of_order(&self, act: &Act) -> Option<&'static str> {
        self.out_of_order(act)
    }

    fn cannot_be(&self, act: &Act) -> Option<&'static str> {
        self.cannot_be(act)
    }

    fn unlawful(&self, act: &Act) -> Option<&'static str> {
        self.unlawful(act)
    }

    fn apply(&mut self, act: &Act) -> Vec<(usize, Clause)> {
        self.apply(act);
        Vec::new()
    }

    fn adjust(&mut self, seat: usize, points: i32) {
        self.round().decided.push((seat, points));
    }

    fn conceivable(&self, seat: usize, verb: &str) -> Vec<String> {
        self.conceivable(seat, verb)
    }

    fn open(&self) -> Vec<Opening> {
        self.open()
    }

    fn stage(&self) -> Stage {
        self.stage()
    }

    /// The bonuses stand in it also where there are none.
    fn score(&self) -> Score {
        let mut score = Self::score(self);
        let is_something = |item: &String| item.starts_with("eggs") || !item.ends_with(" 0");
        let kept = |(items, points): (Vec<String>, _)| (items.into_iter().filter(is_something).collect(), points);
        let rounds =
            std::mem::take(&mut score.rounds).into_iter().map(|rounds: Vec<_>| rounds.into_iter().map(kept).collect()).collect();
        let tiebreak = score.complete && score.winners.is_empty();
        Score { rounds, tiebreak, ..score }
    }

    fn item(item: &Item) -> String {
        let (least, most) = item.points.range();
        match item.label.trim_start_matches(|char: char| char.is_ascii_digit() || char == ' ').trim_end_matches('s') {
            "egg" => format!("eggs {least}..{most}"),
            label => format!("{label}s {least}"),
        }
    }

    fn completed(&self, tally: Vec<String>) -> Vec<String> {
        let Some(round) = self.rounds.last() else { return tally };
        let with = |(pile, part): (&Vec<Egg>, String)| {
            let eggs = pile.iter().map(|egg| egg.value.unwrap_or(5).to_string()).collect::<Vec<_>>().join(" ");
            if part.is_empty() || part.starts_with(';') { format!("{eggs}{part}") } else { format!("{eggs} {part}") }
        };
        round.piles.iter().zip(tally).map(with).collect()
    }

    fn any_tally(random: &mut Rng, players: usize) -> Vec<String> {
        let any = |random: &mut Rng| {
            let eggs: Vec<String> = (0..random.usize(..8))
                .map(|_| random.choice([13, 10, 8, 5, 2, 0, -4, -6, 21]).unwrap_or(0).to_string())
                .collect();
            let mut text = eggs.join(" ");
            for card in ["merchant", "blacksmith"] {
                if random.u8(..3) == 0 {
                    text = format!("{text}; {card} {}", random.u8(1..=2));
                }
            }
            text
        };
        (0..players).map(|_| any(random)).collect()
    }

    fn words() -> Vec<String> {
        let eggs = ["13", "10", "5", "0", "-4", "-6", "21"];
        let cards = (1..=10).map(|card| card.to_string());
        cards.chain(eggs.map(str::to_owned)).chain(["down".to_owned()]).collect()
    }
}
