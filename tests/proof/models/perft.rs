//! The number of legal step sequences from fixed positions whose cards are all known (`perft.toml`), counted with the engine, and
//! as far as it takes no long time with the model too.
//!
//! `TEST_TIMES=20` recounts the larger numbers too. `PERFT_MODEL=1` asks the models alone and tells what they count, where the file
//! has to be made anew:
//!
//! ```text
//! PERFT_MODEL=1 TEST_TIMES=20 cargo test --test proof models::perft -- --nocapture
//! ```
//!
//! A sequence is made of steps that `moves` lists and that the hands really allow; unseen draws take what lies there. What the table
//! does, or what turns up and nobody chooses, happens in between and does not count as a step.

use fowlplay::table::{CompleteGame, DeckValue, Game, Players, RuleSettings, RuleValue, TableContext};
use serde::Deserialize;
use std::collections::BTreeMap;

use crate::{
    engine,
    model::{Act, Model, Opening, Rules, Verdict},
    models::blulu,
    models::eggs_and_empires,
    models::emu,
    models::piepmatz,
    random_game::{TestableGame, times},
};

/// Whether a step is legal, by whom it would be done and what it says.
pub type IsLegal<'a> = &'a dyn Fn(Option<usize>, &str) -> bool;

/// Where the cards of a table really are.
pub trait Truth: Clone {
    /// The cards as they are dealt from stocks in known order, the top card first.
    fn deal(players: usize, rules: &Rules, stocks: &[Vec<String>]) -> Self;

    /// Whether a player's cards allow a step.
    fn allows(&self, seat: usize, step: &str) -> bool;

    /// What the table does next, or a player to whom it happens, where the players have nothing to choose.
    fn happens(&self, _open: &[Opening], _is_legal: IsLegal<'_>) -> Option<(Option<usize>, String)> {
        None
    }

    /// The cards follow a step.
    fn follow(&mut self, actor: Option<usize>, step: &str);
}

/// The table's one open step that begins with this verb: as few of the cards on a stock as will do, the top one first.
pub fn turned_up<'c>(verb: &str, stock: impl Iterator<Item = &'c String>, is_legal: IsLegal<'_>) -> Option<String> {
    let mut step = verb.to_owned();
    for card in stock {
        step = format!("{step} {card}");
        if is_legal(None, &step) {
            return Some(step);
        }
    }
    None
}

/// Whether the table has to do this.
pub fn is_due(open: &[Opening], verb: &str) -> bool {
    open.iter().any(|(actor, verbs)| actor.is_none() && verbs.iter().any(|open| open == verb))
}

/// A position, as the file has it.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Position {
    game: String,
    about: String,
    players: Vec<String>,
    first: String,
    #[serde(default)]
    rules: BTreeMap<String, toml::Value>,
    #[serde(default)]
    deck: BTreeMap<String, toml::Value>,
    /// The stocks that are dealt from, in the order in which their cards lie.
    stocks: Vec<String>,
    #[serde(default)]
    moves: Vec<String>,
    counts: Vec<u64>,
}

#[derive(Deserialize)]
struct Positions {
    position: Vec<Position>,
}

/// Somebody who knows what is legal.
trait Judge: Clone {
    fn legal_steps(&self) -> Vec<(usize, String)>;
    fn open(&self) -> Vec<Opening>;
    fn is_legal(&self, act: &Act) -> bool;
    fn apply(&mut self, act: &Act);
}

/// The engine at a table.
#[derive(Clone)]
struct Engine<G: CompleteGame> {
    game: G,
    context: TableContext<G::Setup>,
}

impl<G: TestableGame> Judge for Engine<G> {
    fn legal_steps(&self) -> Vec<(usize, String)> {
        engine::legal_steps(&self.game, &self.context)
    }

    fn open(&self) -> Vec<Opening> {
        engine::open(&self.game, &self.context)
    }

    fn is_legal(&self, act: &Act) -> bool {
        engine::from_words(&self.game, act, &self.context).is_some_and(|act| self.game.judge(&act).is_ok())
    }

    fn apply(&mut self, act: &Act) {
        let read = engine::from_words(&self.game, act, &self.context).unwrap_or_else(|| panic!("{act:?} can't be read"));
        assert_eq!(self.game.judge(&read), Ok(()), "{act:?}");
        engine::apply(&mut self.game, &read);
    }
}

/// A model.
#[derive(Clone)]
struct Plain<M>(M);

impl<M: Model> Judge for Plain<M> {
    fn legal_steps(&self) -> Vec<(usize, String)> {
        self.0.legal_steps()
    }

    fn open(&self) -> Vec<Opening> {
        self.0.open()
    }

    fn is_legal(&self, act: &Act) -> bool {
        self.0.judge(act) == Verdict::Legal
    }

    fn apply(&mut self, act: &Act) {
        assert!(self.is_legal(act), "{act:?}");
        self.0.apply(act);
    }
}

/// A judge, and the cards.
#[derive(Clone)]
struct Table<J, T> {
    judge: J,
    truth: T,
}

impl<J: Judge, T: Truth> Table<J, T> {
    fn after(&self, actor: Option<usize>, step: String) -> Self {
        let mut after = self.clone();
        after.truth.follow(actor, &step);
        after.judge.apply(&Act::Step(actor, step));
        after
    }

    /// Counts the sequences of 1, 2, 3 … steps.
    fn count(&self, counts: &mut [u64]) {
        let is_legal = |actor: Option<usize>, step: &str| self.judge.is_legal(&Act::Step(actor, step.to_owned()));
        if let Some((actor, step)) = self.truth.happens(&self.judge.open(), &is_legal) {
            return self.after(actor, step).count(counts);
        }
        let Some((now, later)) = counts.split_first_mut() else { return };
        for (seat, step) in self.judge.legal_steps().into_iter().filter(|(seat, step)| self.truth.allows(*seat, step)) {
            *now += 1;
            if !later.is_empty() {
                self.after(Some(seat), step).count(later);
            }
        }
    }

    /// The counts, up to the one that the file says is larger than `most`.
    fn counts(&self, expected: &[u64], most: u64) -> Vec<u64> {
        let mut counts = vec![0; expected.iter().take_while(|count| **count <= most).count()];
        self.count(&mut counts);
        counts
    }
}

impl Position {
    fn seat(&self, name: &str) -> usize {
        self.players.iter().position(|player| player == name).unwrap_or_else(|| panic!("who is {name}?"))
    }

    fn rule_values(&self, book: &'static fowlplay::table::Book) -> RuleSettings {
        let mut values = RuleSettings::defaults(book);
        for (key, value) in &self.rules {
            let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
            values.set(book, key, &RuleValue::from_text(&text)).unwrap_or_else(|error| panic!("{key}: {error}"));
        }
        values
    }

    /// The steps of the lines, each with its actor.
    fn steps(&self) -> Vec<(Option<usize>, String)> {
        let of_line = |line: &String| {
            let (actor, steps) = match line.split_once(": ") {
                Some((name, steps)) => (Some(self.seat(name)), steps),
                None => (None, &line[..]),
            };
            steps.split("; ").map(|step| (actor, step.to_owned())).collect::<Vec<_>>()
        };
        self.moves.iter().flat_map(of_line).collect()
    }

    /// The table as the position has it.
    fn reached<J: Judge, T: Truth>(&self, judge: J, rules: &Rules) -> Table<J, T> {
        let stocks: Vec<Vec<String>> =
            self.stocks.iter().map(|stock| stock.split_whitespace().map(str::to_owned).collect()).collect();
        let mut table = Table { judge, truth: T::deal(self.players.len(), rules, &stocks) };
        table.judge.apply(&Act::Round(self.seat(&self.first)));
        for (actor, step) in self.steps() {
            assert!(actor.is_none_or(|seat| table.truth.allows(seat, &step)), "{}: nobody holds the card of {step}", self.about);
            table = table.after(actor, step);
        }
        table
    }

    fn recount<M: Model, T: Truth>(&self, most: Most) {
        let values = self.rule_values(M::Game::book());
        let deck: Vec<_> = self.deck.iter().map(|(key, value)| (key.clone(), deck_entry(value))).collect();
        let setup = M::Game::setup(self.players.len(), &values, &deck).expect("a table that can be set up");
        let rules = engine::rules::<M::Game>(&values, &setup);
        let context = TableContext { players: Players::new(self.players.clone()), setup };
        let game = M::Game::new(self.players.len(), &context.setup);

        let times = u64::from(times());
        let model = self.reached::<_, T>(Plain(M::new(self.players.len(), &rules)), &rules);
        if std::env::var_os("PERFT_MODEL").is_some() {
            let counted = model.counts(&self.counts, most.model * times);
            println!("{}: the file has {:?}\n  counted: {counted:?}", self.about, self.counts);
            return;
        }
        let engine = self.reached::<_, T>(Engine { game, context }, &rules).counts(&self.counts, most.engine * times);
        assert_eq!(engine, self.counts[..engine.len()], "{}, with the engine", self.about);
        let model = model.counts(&self.counts, most.model * times);
        assert_eq!(model, self.counts[..model.len()], "{}, with the model", self.about);
        println!("{}: {engine:?} with the engine, {} of them with the model", self.about, model.len());
    }
}

/// What a log says of the deck.
pub fn deck_entry(value: &toml::Value) -> DeckValue {
    let whole = |value: &toml::Value| value.as_integer().expect("a number");
    match value {
        toml::Value::String(word) => DeckValue::Word(word.clone()),
        toml::Value::Array(list) => DeckValue::List(list.iter().map(whole).collect()),
        toml::Value::Table(map) => DeckValue::Map(map.iter().map(|(key, value)| (key.clone(), whole(value))).collect()),
        _ => DeckValue::Whole(whole(value)),
    }
}

/// Up to how many sequences are counted, if it isn't to take long.
#[derive(Clone, Copy)]
struct Most {
    engine: u64,
    model: u64,
}

const USUAL: Most = Most { engine: 12_000, model: 2_000 };

/// The positions of a game, counted again.
fn recount<M: Model, T: Truth>(most: Most) {
    let all: Positions = toml::from_str(include_str!("perft.toml")).expect("positions");
    let game = M::Game::book().game;
    let positions: Vec<Position> = all.position.into_iter().filter(|position| position.game == game).collect();
    assert!(!positions.is_empty(), "{game} has a position");
    for position in positions {
        position.recount::<M, T>(most);
    }
}

#[test]
fn blulu() {
    // Its lists are made of pairs of cards, and take longer.
    recount::<blulu::Blulu, blulu::Deals>(Most { engine: 2_500, model: 100 });
}

#[test]
fn eggs_and_empires() {
    recount::<eggs_and_empires::Eggs, eggs_and_empires::Decks>(USUAL);
}

#[test]
fn emu_ranchers() {
    recount::<emu::Ranchers, emu::Hands>(USUAL);
}

#[test]
fn emus_redux() {
    recount::<emu::Redux, emu::Hands>(USUAL);
}

#[test]
fn piepmatz() {
    recount::<piepmatz::Piepmatz, piepmatz::Decks>(USUAL);
}
