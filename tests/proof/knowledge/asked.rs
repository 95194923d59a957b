//! Random histories in which the referee is asked what can be, and what it knows, and is held against all that can be.
//!
//! Nobody's cards are dealt here: whatever is possible may happen. Players often show some of their cards, so that little enough stays
//! hidden for everything that can be to be counted out.

use fastrand::Rng;
use fowlplay::table::{Act as EngineAct, Game, GamePosition as _, TableContext};
use fowlplay::table::{Apply as _, View as _};
use std::collections::BTreeMap;

use crate::{
    by_place::by_place,
    engine,
    knowledge::cards::{Cards, count, is_part},
    knowledge::onlooker::Onlooker,
    knowledge::story::{Place, Story},
    model::{Act, Stage, Verdict},
    notation,
    random_game::{RandomGame, count_act, for_seeds, is_long, only_seed},
    told::told,
};

type PositionOf<O> = <<O as Onlooker>::Game as Game>::Position;
type HeaderOf<O> = TableContext<<<O as Onlooker>::Game as Game>::Setup>;

/// What each place of each stock can hold, as far as it was asked at this point.
#[derive(Default)]
pub struct Counted(BTreeMap<(usize, Place), Option<Vec<Cards>>>);

/// How often something was checked.
#[derive(Default)]
pub struct Tally(BTreeMap<&'static str, u64>);

pub struct Asked<O: Onlooker> {
    pub game: O::Game,
    pub context: HeaderOf<O>,
    pub onlooker: O,
    random: Rng,
    done: Vec<String>,
    pub counted: Counted,
    pub tally: Tally,
    /// The hands that alone hold what nobody has seen, and how many cards each holds.
    pub alone: Vec<(usize, Place, usize)>,
}

/// What is checked in every game.
const ALWAYS: [&str; 7] = [
    "positions",
    "places counted out",
    "claims that are so in every possible deal",
    "hands that are known whole",
    "steps that can be",
    "steps that can't be by TB-3",
    "steps that can't be by TB-4",
];

/// Plays so many random games, and asks; of this game it has to check `also`.
pub fn hold_against_all_that_can_be<O: Onlooker>(games: u64, also: &[&str]) {
    play_and_ask::<O>(games, also, |_| false);
}

/// The same in games that are now and then taken up where the table lies: there every deal that fits the position can be.
pub fn hold_positions_against_all_that_fits<O: Onlooker>(games: u64) {
    play_and_ask::<O>(games, &["games taken up"], |random| random.u8(..8) == 0);
}

fn play_and_ask<O: Onlooker>(games: u64, also: &[&str], mut is_taken_up: impl FnMut(&mut Rng) -> bool) {
    let mut all = Tally::default();
    for_seeds(games, |seed| {
        let mut asked = Asked::<O>::new(seed);
        for _ in 0..300 {
            if is_taken_up(&mut asked.random) {
                asked.take_up();
            }
            if !asked.go_on() || engine::stage(&asked.game) == Stage::GameOver {
                break;
            }
            asked.check_claims();
            (0..8).for_each(|_| asked.ask());
        }
        asked.tally.0.iter().for_each(|(what, times)| all.add(what, *times));
    });
    let told: Vec<String> = all.0.iter().map(|(what, times)| format!("{times} {what}")).collect();
    println!("{}: {}", O::Game::book().game, told.join(", "));
    let never = |what: &&&str| all.0.get(**what).is_none_or(|times| *times == 0);
    let never: Vec<&&str> = ALWAYS.iter().chain(also).filter(never).collect();
    assert!(never.is_empty() || only_seed().is_some(), "{}: never checked: {never:?}", O::Game::book().game);
}

impl Tally {
    pub fn add(&mut self, what: &'static str, times: u64) {
        *self.0.entry(what).or_default() += times;
    }
}

impl Counted {
    /// Every content that a place can have, if few enough have to be tried.
    pub fn contents(&mut self, story: &Story, stock: usize, place: Place, tally: &mut Tally) -> Option<Vec<Cards>> {
        let most = if is_long() { 3000 } else { 1500 };
        let contents = self.0.entry((stock, place)).or_insert_with(|| {
            let contents = story.contents(place, most).filter(|contents| !(story.is_loose() && contents.is_empty()));
            match &contents {
                Some(contents) => {
                    assert!(!contents.is_empty(), "something is possible");
                    tally.add("places counted out", 1);
                    tally.add("contents that are possible", contents.len() as u64);
                }
                None => tally.add("places with too many contents", 1),
            }
            contents
        });
        contents.clone()
    }
}

impl<O: Onlooker> Drop for Asked<O> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("{}: {}\n  {}", O::Game::book().game, self.context.players.names().join(", "), self.done.join("\n  "));
        }
    }
}

impl<O: Onlooker> Asked<O> {
    fn new(seed: u64) -> Self {
        let RandomGame { context, rules, game, random, .. } = RandomGame::<O::Game>::new(seed);
        let rules = engine::rules::<O::Game>(&rules, &context.setup);
        Self {
            onlooker: O::new(context.players.count(), &rules, &context.setup),
            done: vec![format!("{rules:?}")],
            game,
            context,
            random,
            counted: Counted::default(),
            tally: Tally::default(),
            alone: Vec::new(),
        }
    }

    /// The next act, if there is one: legal more often than not.
    fn go_on(&mut self) -> bool {
        let act = match engine::stage(&self.game) {
            Stage::Ready(firsts) | Stage::RoundOver(firsts) => self.random.choice(firsts).map(Act::Round),
            _ => (0..60).find_map(|_| self.any_possible()),
        };
        let Some(act) = act else { return false };
        let read = engine::from_words(&self.game, &act, &self.context).expect("it was read before");
        let mut events = Vec::new();
        self.game.apply(&read, &mut events);
        self.done.push(told(&act, &self.context));
        count_act();
        let exchanges = |onlooker: &O| onlooker.stocks().iter().map(|story| story.exchanges_seen()).collect::<Vec<_>>();
        let exchanges_before = exchanges(&self.onlooker);
        self.onlooker.see(&act);
        // A hand that was put back, or exchanged, is worked out anew.
        let (stocks, exchanges) = (self.onlooker.stocks(), exchanges(&self.onlooker));
        self.alone.retain(|&(stock, place, _)| {
            stocks.get(stock).is_some_and(|story| story.size(place) > 0 && exchanges[stock] == exchanges_before[stock])
        });
        self.onlooker.look(&by_place(&self.game.state(&self.context.players)));
        self.counted = Counted::default();
        let eyes = self.onlooker.clone();
        let (stocks, counted, mut told) = (eyes.stocks(), &mut self.counted, Tally::default());
        let tally = &mut self.tally;
        let contents = &mut |stock: usize, place| counted.contents(stocks[stock], stock, place, tally);
        self.onlooker.check_events(&events, contents, &mut |what, times| told.add(what, times));
        told.0.iter().for_each(|(what, times)| self.tally.add(what, *times));
        self.check_worked_out(&events);
        true
    }

    /// Writes the position, if one can stand here, and takes the game up at it.
    fn take_up(&mut self) {
        let Some(position) = PositionOf::<O>::from_game(&self.game, self.random.bool()) else { return };
        let parts = position.write(&self.context.players);
        self.done.push(format!("position {parts:?}"));
        let taken_up = position.to_game(&self.game, &self.context.players, &mut Vec::new());
        self.game = taken_up.unwrap_or_else(|error| panic!("{}: {}", error.clause, error.text));
        count_act();
        self.onlooker.lies(&parts);
        self.onlooker.look(&by_place(&self.game.state(&self.context.players)));
        self.counted = Counted::default();
        self.alone = self.hands_alone();
        self.tally.add("games taken up", 1);
    }

    fn any_possible(&mut self) -> Option<Act> {
        let act = match self.random.u8(..20) {
            _ if engine::open(&self.game, &self.context).iter().any(|(actor, _)| actor.is_none()) && self.random.bool() => {
                Act::Step(None, self.onlooker.tables_step(&mut self.random))
            }
            0..12 => self
                .random
                .choice(engine::legal_steps(&self.game, &self.context))
                .map(|(seat, step)| Act::Step(Some(seat), step))?,
            12..17 => self.any_showing(),
            _ => self.any_act()?,
        };
        let act = self.settled(&act)?;
        let Act::Step(actor, step) = &act else { return None };
        // What only the account of hands lets be is asked about, and not done: after it nothing could be.
        let can_be = self.is_possible(&act) && !(self.is_loose(*actor, step) && self.can_be(*actor, step) == Some(false));
        can_be.then_some(act)
    }

    /// The act as the log would have it, if it can be read here.
    fn settled(&self, act: &Act) -> Option<Act> {
        let read = engine::from_words(&self.game, act, &self.context)?;
        Some(engine::in_words::<O::Game>(&read, &self.context))
    }

    fn judged(&self, act: &Act) -> (Verdict, Verdict) {
        let read = engine::from_words(&self.game, act, &self.context).expect("it was read before");
        (engine::possible(&self.game, &read), engine::judge(&self.game, &read))
    }

    fn is_possible(&self, act: &Act) -> bool {
        self.judged(act).0 == Verdict::Legal
    }

    /// Some cards, most of them hidden.
    fn any_cards(&mut self, many: usize) -> Vec<String> {
        let stocks = self.onlooker.stocks();
        let mut cards: Vec<String> = stocks.iter().flat_map(|story| story.named(story.hidden())).collect();
        self.random.shuffle(&mut cards);
        if self.random.u8(..6) == 0 {
            cards.insert(0, O::any_card(&mut self.random));
        }
        cards.truncate(many);
        cards
    }

    fn any_showing(&mut self) -> Act {
        let many = self.random.usize(1..=3);
        let cards = self.any_cards(many);
        let step = self.onlooker.showing(&mut self.random, &cards);
        Act::Step(Some(self.random.usize(..self.context.players.count())), step)
    }

    /// A step that may be possible or not: mostly a legal one with another card.
    fn any_act(&mut self) -> Option<Act> {
        let players = self.context.players.count();
        match self.random.u8(..8) {
            0 => {
                let (actor, step) = notation::any_settled(&mut self.random, &self.game, &self.context)?;
                let act = EngineAct::Step { actor, step };
                return Some(engine::in_words::<O::Game>(&act, &self.context));
            }
            1 | 2 => return Some(self.any_showing()),
            _ => {}
        }
        let (seat, text) = self.random.choice(engine::legal_steps(&self.game, &self.context))?;
        let seat = if self.random.u8(..4) == 0 { self.random.usize(..players) } else { seat };
        let mut words: Vec<String> = text.split(' ').map(str::to_owned).collect();
        let at = self.random.usize(..words.len());
        match words.len() {
            // A card that is drawn may be known.
            1 => words.extend(self.any_cards(1)),
            _ if self.random.u8(..4) > 0 && O::is_card(&words[at]) => words[at] = self.any_cards(1).pop()?,
            _ => {}
        }
        Some(Act::Step(Some(seat), words.join(" ")))
    }

    /// Whether a step is possible: by what is asked of the hidden places, if that can be counted out.
    fn can_be(&mut self, actor: Option<usize>, step: &str) -> Option<bool> {
        let Some(needs) = self.onlooker.needs(actor, step) else { return Some(false) };
        let stocks = self.onlooker.stocks();
        for need in needs {
            let story = stocks[need.stock];
            let cards = story.counted(&need.cards);
            let can = match self.counted.contents(story, need.stock, need.place, &mut self.tally) {
                Some(contents) => contents.iter().any(|content| is_part(&cards, content)),
                // In a game from its deal there is enough that can be counted out.
                None if story.is_taken_up() => story.can_hold(need.place, &cards, 100)?,
                None => return None,
            };
            if count(&cards) < need.cards.len() || !can {
                return Some(false);
            }
        }
        Some(true)
    }

    /// Whether a step asks for cards of a stock of which more may be possible by the account of hands.
    fn is_loose(&self, actor: Option<usize>, step: &str) -> bool {
        let stocks = self.onlooker.stocks();
        match self.onlooker.needs(actor, step) {
            Some(needs) => needs.iter().any(|need| stocks[need.stock].is_loose()),
            None => stocks.iter().any(|stock| stock.is_loose()),
        }
    }

    /// Asks about a step.
    fn ask(&mut self) {
        let act = self.any_act().and_then(|act| self.settled(&act));
        let Some(act) = act else { return };
        let Act::Step(actor, step) = &act else { return };
        if !self.onlooker.is_asked(*actor, step) {
            return;
        }
        let (possible, judged) = self.judged(&act);
        let Some(can_be) = self.can_be(*actor, step) else { return };
        let is_possible = possible == Verdict::Legal;
        let is_loose = is_possible && !can_be && self.is_loose(*actor, step);
        assert!(is_possible == can_be || is_loose, "{}: {possible:?}, and counted out it is {can_be}", told(&act, &self.context));
        let what = match &possible {
            _ if can_be => "steps that can be",
            Verdict::Impossible(clause) if clause == "TB-3" => "steps that can't be by TB-3",
            Verdict::Impossible(clause) if clause == "TB-4" => "steps that can't be by TB-4",
            _ => "steps that can't be otherwise",
        };
        self.tally.add(what, 1);
        if can_be {
            let illegal = if let Verdict::Illegal(clause) = &judged { Some(&clause[..]) } else { None };
            let (stocks, counted, mut told) = (self.onlooker.stocks(), &mut self.counted, Tally::default());
            let tally = &mut self.tally;
            let contents = &mut |stock: usize, place| counted.contents(stocks[stock], stock, place, tally);
            self.onlooker.check_verdict(*actor, step, illegal, contents, &mut |what, times| told.add(what, times));
            told.0.iter().for_each(|(what, times)| self.tally.add(what, *times));
        }
    }
}
