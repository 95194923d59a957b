//! Piepmatz once more, as plainly as its rule book says it.

mod fights;
mod going_on;
mod judged;
mod score;
mod state;
mod step;
mod truth;

use fastrand::Rng;
use fowlplay::{games::piepmatz, table::Item};

use crate::{
    model::{Act, Clause, Decisions, Model, Opening, Rules, Score, Stage},
    models::compared::{hold_against, hold_tallies_against, rules_of_moves_alone_change_no_tally},
};
use state::{Collection, Phase, Table};
use step::{SPECIES, Step, is_seed};

pub use truth::Decks;

#[test]
fn the_engine_agrees_with_the_model() {
    hold_against::<Piepmatz>(20);
}

#[test]
fn the_engine_agrees_with_the_model_on_tallies() {
    hold_tallies_against::<Piepmatz>(100);
}

#[test]
fn no_tally_heeds_a_rule_of_moves_alone() {
    rules_of_moves_alone_change_no_tally::<Piepmatz>(80);
}

/// A game.
#[derive(Clone, Debug)]
pub struct Piepmatz {
    players: usize,
    rules: Rules,
    /// `[deck] removed`
    removed: Option<String>,
    /// The feeder cards, where the log lists them.
    feeder_list: Option<Vec<String>>,
    /// Rounds after which another was begun, against PM-5.2.
    past: Vec<Vec<Collection>>,
    table: Option<Table>,
    counted: Option<Vec<Collection>>,
    /// The birds that nobody has seen, worked out anew after every step.
    unaccounted: Vec<String>,
    decided: Decisions,
}

/// One player's part of a tally: birds; seeds.
fn counted(text: &str) -> Collection {
    let (seeds, birds) =
        text.split([' ', ';']).filter(|word| !word.is_empty()).map(str::to_owned).partition(|word: &String| is_seed(word));
    Collection { birds, seeds }
}

impl Piepmatz {
    fn is(&self, key: &str, value: &str) -> bool {
        self.rules[key] == value
    }

    /// What everybody has in front of them.
    fn collections(&self) -> Vec<Collection> {
        match (&self.counted, &self.table) {
            (Some(counted), _) => counted.clone(),
            (None, Some(table)) => table.collections.clone(),
            (None, None) => vec![Collection::default(); self.players],
        }
    }

    fn is_over(&self) -> bool {
        self.counted.is_some() || self.table.as_ref().is_some_and(|table| table.phase == Phase::Over)
    }
}

impl Model for Piepmatz {
    type Game = piepmatz::Piepmatz;

    const BOOK: &str = "PM";
    const UNJUDGED: &[(&str, &[&str])] = &[
        ("are scored", &["1.2", "6.1", "6.2", "6.3", "6.4", "6.5"]),
        ("come about by themselves", &["2.5", "3.2", "3.5", "4.2", "4.3"]),
        ("is judged as what was due instead", &["TB-5"]),
        ("asks for a crow that finds nothing; a worked case has it", &["3.4"]),
    ];

    fn new(players: usize, rules: &Rules) -> Self {
        let kinds = ["1", "2", "3", "crows", "squirrels"];
        let copies = |kind: &str| rules.get(&format!("deck.{kind}")).map(|count| count.parse().expect("a number"));
        let listed = |kind: &&str| copies(kind).map(|count| vec![kind.trim_end_matches('s').to_owned(); count]);
        Self {
            players,
            rules: rules.clone(),
            removed: rules.get("deck.removed").cloned(),
            feeder_list: kinds.iter().map(listed).collect::<Option<Vec<_>>>().map(|listed| listed.concat()),
            past: Vec::new(),
            table: None,
            counted: None,
            unaccounted: Vec::new(),
            decided: Decisions::default(),
        }
    }

    fn out_of_order(&self, act: &Act) -> Option<&'static str> {
        match act {
            Act::Round(_) => self.round_too_early(),
            Act::Step(actor, text) => self.due(*actor, &Step::read(text)),
            Act::Tally(_) => self.table.is_none().then_some("1.5"),
        }
    }

    fn cannot_be(&self, act: &Act) -> Option<&'static str> {
        match act {
            Act::Round(_) => None,
            Act::Step(actor, text) => self.not_there(*actor, &Step::read(text)),
            Act::Tally(texts) => {
                let all = texts.iter().map(|text| counted(text));
                let (birds, seeds): (Vec<_>, Vec<_>) = all.map(|mine| (mine.birds, mine.seeds)).unzip();
                self.not_counted(&birds.concat(), &seeds.concat())
            }
        }
    }

    fn unlawful(&self, act: &Act) -> Option<&'static str> {
        match act {
            Act::Step(actor, text) => self.broken(*actor, &Step::read(text)),
            Act::Tally(texts) => self.forgets(&texts.iter().map(|text| counted(text)).collect::<Vec<_>>()).then_some("TB-8"),
            Act::Round(_) => None,
        }
    }

    fn apply(&mut self, act: &Act) -> Vec<(usize, Clause)> {
        match act {
            Act::Round(first) => {
                if self.table.is_some() {
                    self.past.push(self.collections());
                }
                self.counted = None;
                self.table = Some(self.lay_out(*first));
                self.take_stock();
            }
            Act::Step(actor, text) => self.do_step(*actor, &Step::read(text)),
            Act::Tally(texts) => {
                self.counted = Some(texts.iter().map(|text| counted(text)).collect());
                self.now().phase = Phase::Over;
            }
        }
        Vec::new()
    }

    fn adjust(&mut self, seat: usize, points: i32) {
        self.decided.add(self.past.len(), seat, points);
    }

    fn conceivable(&self, _: usize, verb: &str) -> Vec<String> {
        let birds = || SPECIES.iter().flat_map(|species| (1..=6).map(move |value| format!("{species}{value}")));
        let each = birds().map(|bird| format!("{verb} {bird}"));
        match verb {
            "play" => birds().flat_map(|bird| (1..=4).map(move |perch| format!("play {bird} at {perch}"))).collect(),
            "draw" => each.chain(["draw".to_owned()]).collect(),
            "keep" | "lose" => each.collect(),
            _ => Vec::new(),
        }
    }

    fn stage(&self) -> Stage {
        match &self.table {
            None => Stage::Ready((0..self.players).collect()),
            Some(_) if self.is_over() => Stage::GameOver,
            Some(_) => Stage::Underway,
        }
    }
    fn open(&self) -> Vec<Opening> {
        self.openings()
    }

    fn score(&self) -> Score {
        self.sheet()
    }

    fn item(item: &Item) -> String {
        let cards = item.details.iter().find(|(name, _)| *name == "cards").map(|(_, cards)| cards.to_string());
        format!("{}: {} {} {}", item.label, item.points.range().0, item.clause, score::sorted(&cards.unwrap_or_default()))
    }

    fn completed(&self, tally: Vec<String>) -> Vec<String> {
        let Some(table) = &self.table else { return tally };
        let with = |(lying, part): (&Collection, String)| {
            let Collection { birds, seeds } = counted(&part);
            let birds = [&lying.birds[..], &birds].concat().join(" ");
            let seeds = [&lying.seeds[..], &seeds].concat().join(" ");
            if seeds.is_empty() { birds } else { format!("{birds}; {seeds}") }
        };
        table.collections.iter().zip(tally).map(with).collect()
    }

    fn any_tally(random: &mut Rng, players: usize) -> Vec<String> {
        let most = random.usize(1..12);
        let mut part = || {
            let birds = (0..random.usize(..most)).map(|_| {
                let species = random.choice(SPECIES).unwrap_or_default();
                format!("{species}{}", random.u8(1..=6))
            });
            let birds = birds.collect::<Vec<_>>().join(" ");
            let seeds = (0..random.usize(..4)).map(|_| random.u8(1..=3).to_string()).collect::<Vec<_>>().join(" ");
            if seeds.is_empty() { birds } else { format!("{birds}; {seeds}") }
        };
        (0..players).map(|_| part()).collect()
    }

    /// In somebody's fight another player turns up a feeder card, or loses what they have, or the bird of that fight.
    fn out_of_place(&self, random: &mut Rng) -> Option<Act> {
        let table = self.table.as_ref().filter(|table| matches!(table.phase, Phase::Feeder | Phase::Lose(_)))?;
        let seat = (table.turn + random.usize(1..self.players)) % self.players;
        let mine = &table.collections[seat];
        let step = match random.u8(..4) {
            0 => format!("feeder {}", random.choice(["1", "2", "3", "crow", "squirrel"])?),
            1 => format!("lose {}", random.choice(&mine.seeds)?),
            2 => format!("lose {}", table.bird_fought_for()?),
            _ => format!("lose {}", random.choice(&mine.birds)?),
        };
        Some(Act::Step(Some(seat), step))
    }

    fn words() -> Vec<String> {
        let birds = SPECIES.iter().flat_map(|species| (1..=6).map(move |value| format!("{species}{value}")));
        birds.chain(["1", "2", "3", "crow", "squirrel"].map(str::to_owned)).collect()
    }
}
