//! Random games in which a model and the engine are asked the same at every point.

use fastrand::Rng;
use fowlplay::deal::{Dealer, any_value};
use fowlplay::log::Log;
use fowlplay::referee::{self, NewGame, Refusal, start_as};
use fowlplay::table::{self, ActOf, CompleteGame, DeckValue, Game, Players, RuleSettings, TableContext, TableRule};
use fowlplay::table::{Apply as _, Judge as _, Notation as _};
use std::fmt::Debug;

use crate::{
    engine,
    model::{Act, Model, Opening, Stage, Verdict},
    models::mistakes::mistaken,
    notation,
    random_game::{JudgedAct, NAMES, PlayStyle, RandomGame, for_seeds, only_seed},
    told::{History, count, tell_count, told},
};

/// How a game goes on.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Course {
    /// With the cards as they were really dealt.
    Dealt(PlayStyle),
    /// With whatever is possible, whatever the hands may hold.
    Anyhow,
}

/// An engine and a model at the same table.
#[derive(Clone)]
pub struct Both<M: Model> {
    seed: u64,
    table: RandomGame<M::Game>,
    model: M,
    history: History,
    random: Rng,
    /// Whether the hands are still what was dealt.
    is_true: bool,
}

/// Plays so many random games, and compares.
pub fn hold_against<M: Model>(games: u64) {
    for_seeds(games, |seed| {
        let mut both = Both::<M>::new(seed);
        let course = match seed % 8 {
            0 => Course::Anyhow,
            1..4 => Course::Dealt(PlayStyle::Legal),
            _ => Course::Dealt(PlayStyle::Loose),
        };
        for _ in 0..600 {
            both.decide();
            both.compare();
            let is_over = both.table.is_over();
            // A quarter of the games that are over, and now and then one that is not.
            if both.random.u8(..) < if is_over { 64 } else { 1 } {
                both.begin_a_round();
            } else if is_over || !both.go_on(course) {
                break;
            }
        }
        count(|counted| counted.games += 1);
    });
    let judged = tell_count(M::Game::book().game);
    let unjudged =
        |clause: &String| M::UNJUDGED.iter().any(|(_, numbers)| numbers.iter().any(|number| M::clause(number) == *clause));
    let of_book = M::Game::book().clauses().map(|clause| clause.id.to_string());
    // What is never asked of a single step: whose turn it is, what is known of hands, and that it is said; what the table decides.
    let of_book = of_book.filter(|clause| !["TB-1", "TB-2", "TB-6", "TB-9"].contains(&&**clause));
    let missing: Vec<String> = of_book.filter(|clause| !judged.contains(clause) && !unjudged(clause)).collect();
    assert!(missing.is_empty() || only_seed().is_some(), "never named in a verdict: {missing:?}");
}

/// Plays so many games whose rounds are only counted on the table, and compares.
pub fn hold_tallies_against<M: Model>(games: u64) {
    for_seeds(games, |seed| {
        let mut both = Both::<M>::new(seed);
        for _ in 0..60 {
            both.decide();
            match both.model.stage() {
                Stage::Ready(_) | Stage::RoundOver(_) => drop(both.go_on(Course::Dealt(PlayStyle::Legal))),
                Stage::Underway => both.compare_a_tally(true),
                Stage::GameOver => break,
            }
        }
        count(|counted| counted.games += 1);
    });
    tell_count(M::Game::book().game);
}

impl<M: Model> Both<M> {
    fn new(seed: u64) -> Self {
        Self::at(RandomGame::new(seed), seed)
    }

    /// At a table of these players with these rules, to play a game that is written down.
    pub fn seated(players: Vec<String>, rules: RuleSettings, deck: &[(String, DeckValue)]) -> Self {
        let setup = M::Game::setup(players.len(), &rules, deck).expect("a table that can be set up");
        let game = M::Game::new(players.len(), &setup);
        let context = TableContext { players: Players::new(players), setup };
        Self::at(
            RandomGame {
                context,
                rules,
                game,
                truth: <M::Game as Dealer>::Truth::default(),
                acts: Vec::new(),
                random: Rng::with_seed(0),
            },
            0,
        )
    }

    fn at(table: RandomGame<M::Game>, seed: u64) -> Self {
        let rules = engine::rules::<M::Game>(&table.rules, &table.context.setup);
        Self {
            seed,
            model: M::new(table.context.players.count(), &rules),
            history: History::new::<M::Game>(&table.context, &rules),
            random: Rng::with_seed(!seed),
            is_true: true,
            table,
        }
    }

    fn context(&self) -> &TableContext<<M::Game as Game>::Setup> {
        &self.table.context
    }

    #[track_caller]
    fn same<T: PartialEq + Debug>(&self, about: &str, engine: &T, model: &T) {
        if engine != model {
            self.history.complain(self.seed, about, &format!("{engine:?}"), &format!("{model:?}"));
        }
    }

    pub fn model(&self) -> &M {
        &self.model
    }

    fn read(&self, act: &Act) -> ActOf<M::Game> {
        engine::from_words(&self.table.game, act, self.context()).unwrap_or_else(|| panic!("{act:?} can't be read here"))
    }

    /// Whether an act can be read here, and means one thing.
    pub fn is_clear(&self, act: &Act) -> bool {
        engine::from_words(&self.table.game, act, self.context()).is_some()
    }

    /// How both judge an act.
    pub fn judged(&self, act: &Act) -> Verdict {
        let act = self.read(act);
        self.compare_verdicts(&act);
        engine::judge(&self.table.game, &act)
    }

    /// Whether an act can be let stand.
    pub fn can_be(&self, act: &Act) -> bool {
        engine::possible(&self.table.game, &self.read(act)) == Verdict::Legal
    }

    /// Both do an act that can be, legal or not; how many earlier ones are proved foul by it.
    pub fn follow(&mut self, act: &Act) -> usize {
        let act = self.read(act);
        self.do_both(&act)
    }

    /// Both do an act that can be, legal or not, and stand as well after it.
    pub fn play(&mut self, act: &Act) {
        self.follow(act);
        self.compare_here();
    }

    /// Both list the same here, and count the same.
    pub fn compare_here(&self) {
        self.compare_lists();
        self.compare_scores();
    }

    /// Both do an act; they find the same earlier ones foul by it, so many.
    fn do_both(&mut self, act: &ActOf<M::Game>) -> usize {
        let legal = self.table.game.judge(act).is_ok();
        self.history.add::<M::Game>(act, legal, &self.table.context);
        let words = engine::in_words::<M::Game>(act, self.context());
        let convicted = engine::apply(&mut self.table.game, act);
        let found = self.apply_to_model(act, &words);
        let count = found.len();
        self.same_lists("acts that were proved foul", convicted, found);
        count
    }

    /// Now and then the table gives or takes points (TB-9), between the first line of a game and its end.
    fn decide(&mut self) {
        if self.random.u8(..24) > 0 || !matches!(self.model.stage(), Stage::Underway | Stage::RoundOver(_)) {
            return;
        }
        let (seat, points) = (self.random.usize(..self.context().players.count()), self.random.i32(-6..=6));
        if points != 0 {
            self.adjust(seat, points);
            self.compare_here();
        }
    }

    /// Both take up points by the table's decision.
    pub fn adjust(&mut self, seat: usize, points: i32) {
        self.history.say(&format!("adjust {} {points:+}", self.context().players.names()[seat]));
        let adjustment = table::Adjustment { seat: table::Seat::new(seat), points, reason: "so it was decided".into() };
        self.table.game.adjust(&adjustment, &mut Vec::new());
        self.model.adjust(seat, points);
    }

    /// The model does an act; of a tally, it takes up the points by the table's decision one by one.
    fn apply_to_model(&mut self, act: &ActOf<M::Game>, words: &Act) -> Vec<(usize, String)> {
        let found = self.model.apply(words);
        if let table::Act::Tally(tally) = act {
            tally.totals.adjustments.iter().for_each(|decided| self.model.adjust(decided.seat.index(), decided.points));
        }
        found
    }

    /// Everything that can be asked at this point.
    fn compare(&mut self) {
        self.compare_lists();
        if self.random.u8(..4) == 0 {
            self.compare_some_conceivable();
        }
        if self.table.is_over() || self.random.u8(..8) == 0 {
            self.compare_scores();
        }
        let players = self.context().players.count();
        if self.random.u8(..8) == 0 || self.model.stage() != Stage::Underway {
            for first in 0..players {
                self.compare_verdicts(&table::Act::BeginRound { first: table::Seat::new(first) });
            }
        }
        if !matches!(self.model.stage(), Stage::Ready(_)) {
            for _ in 0..6 {
                if let Some(act) = self.any_act() {
                    self.compare_verdicts(&act);
                }
            }
            if self.random.u8(..4) == 0 || self.model.stage() != Stage::Underway {
                self.compare_a_showing();
            }
            if self.random.u8(..8) == 0 && self.model.stage() == Stage::Underway {
                self.compare_a_step_let_stand();
            }
            if self.random.u8(..8) == 0 {
                let stands = self.is_true && self.random.u8(..12) == 0;
                self.compare_a_tally(stands);
            }
        }
    }

    fn compare_lists(&self) {
        let (game, context) = (&self.table.game, self.context());
        self.same_lists("what is legal", engine::legal_steps(game, context), self.model.legal_steps());
        let sorted = |open: Vec<Opening>| {
            let sorted = |(actor, mut verbs): Opening| {
                verbs.sort();
                (actor, verbs)
            };
            open.into_iter().map(sorted).collect::<Vec<_>>()
        };
        self.same_lists("who may act", sorted(engine::open(game, context)), sorted(self.model.open()));
        self.same("where the game stands", &engine::stage(game), &self.model.stage());
        count(|counted| counted.lists += 1);
    }

    /// The same things in any order, each as often; of a difference only that is told.
    fn same_lists<T: Ord + Debug>(&self, about: &str, mut engine: Vec<T>, mut model: Vec<T>) {
        engine.sort();
        model.sort();
        if engine != model {
            let only = |these: &[T], those: &[T]| {
                let only: Vec<String> =
                    these.iter().filter(|this| !those.contains(this)).map(|this| format!("{this:?}")).collect();
                format!("{} in all, alone with\n    {}", these.len(), only.join("\n    "))
            };
            self.history.complain(self.seed, about, &only(&engine, &model), &only(&model, &engine));
        }
    }

    fn compare_scores(&self) {
        let (engine, model) = (engine::score::<M>(&self.table.game, self.context()), self.model.score());
        self.same_lists("the score", engine.lines(), model.lines());
        count(|counted| counted.scores += 1);
    }

    fn compare_verdicts(&self, act: &ActOf<M::Game>) {
        let words = engine::in_words::<M::Game>(act, self.context());
        let told = told(&words, self.context());
        let game = &self.table.game;
        let verdict = engine::judge(game, act);
        self.same(&format!("the verdict on `{told}`"), &verdict, &self.model.judge(&words));
        self.same(&format!("whether `{told}` can be"), &engine::possible(game, act), &self.model.possible(&words));
        count(|counted| counted.verdict(&verdict));
    }

    /// A few of all conceivable steps, most of which nobody would think of.
    fn compare_some_conceivable(&mut self) {
        for (actor, verbs) in self.model.open() {
            let (Some(seat), Some(verb)) = (actor, self.random.choice(verbs)) else { continue };
            let steps = self.model.conceivable(seat, &verb);
            for _ in 0..6 {
                let step = self.random.choice(&steps).map(|step| Act::Step(actor, step.clone()));
                if let Some(act) = step.and_then(|act| engine::from_words(&self.table.game, &act, self.context())) {
                    self.compare_verdicts(&act);
                }
            }
        }
    }

    /// A step that may be legal, illegal or impossible: mostly one that is nearly right.
    fn any_act(&mut self) -> Option<ActOf<M::Game>> {
        let Self { table, model, random, is_true, .. } = self;
        let RandomGame { game, context, truth, .. } = table;
        if random.u8(..6) == 0
            && let Some(act) = model.out_of_place(random)
        {
            return engine::from_words(game, &act, context);
        }
        let act = match random.u8(..if *is_true { 6 } else { 4 }) {
            0 => {
                let (actor, step) = notation::any_settled(random, game, context)?;
                return Some(table::Act::Step { actor, step });
            }
            1 | 2 => match random.choice(engine::legal_steps(game, context)) {
                Some((seat, text)) => mistaken::<M>(Some(seat), &text, context.players.count(), random),
                None => return None,
            },
            3 => match random.choice(&table.acts) {
                Some(JudgedAct { act: table::Act::Step { actor, step }, .. }) => {
                    let text = M::Game::write(step, &context.players);
                    mistaken::<M>(actor.map(table::Seat::index), &text, context.players.count(), random)
                }
                _ => return None,
            },
            4 => return Some(game.propose(&mut truth.clone(), &mut |below| random.usize(..below))),
            _ => {
                let proposed = game.propose(&mut truth.clone(), &mut |below| random.usize(..below));
                match engine::in_words::<M::Game>(&proposed, context) {
                    Act::Step(actor, text) => mistaken::<M>(actor, &text, context.players.count(), random),
                    other => other,
                }
            }
        };
        engine::from_words(game, &act, context)
    }

    /// Somebody shows a card, whether it is time to or not.
    fn compare_a_showing(&mut self) {
        let seat = self.random.usize(..self.context().players.count());
        let card = self.random.choice(M::words()).unwrap_or_default();
        let act = Act::Step(Some(seat), format!("shows {card}"));
        if let Some(act) = engine::from_words(&self.table.game, &act, self.context()) {
            self.compare_verdicts(&act);
        }
    }

    /// A step at this point, as it leads on if it is let stand; then both are as they were.
    fn compare_a_step_let_stand(&mut self) {
        let Some(act) = self.any_act() else { return };
        let words = engine::in_words::<M::Game>(&act, self.context());
        if self.model.possible(&words) != Verdict::Legal {
            return;
        }
        let kept = (self.table.game.clone(), self.model.clone(), self.history.clone());
        self.do_both(&act);
        self.compare_lists();
        self.compare_scores();
        (self.table.game, self.model, self.history) = kept;
    }

    /// A tally at this point, if the round has none: its verdict, and where it leads. One that is illegal can be let stand.
    fn compare_a_tally(&mut self, stands: bool) {
        if matches!(self.table.acts.last(), Some(JudgedAct { act: table::Act::Tally(_), .. })) {
            return;
        }
        let players = self.context().players.count();
        let mut texts = M::any_tally(&mut self.random, players);
        if self.random.u8(..3) > 0 {
            texts = self.model.completed(texts);
            // Now and then what lies before one player is counted for another.
            if self.random.u8(..4) == 0 {
                texts.rotate_left(1);
            }
        }
        for text in &mut texts {
            if self.random.u8(..12) == 0 {
                *text = format!("{text}; adjust {:+}", self.random.i32(1..5) - 6);
            }
        }
        let Some(act) = engine::from_words(&self.table.game, &Act::Tally(texts), self.context()) else { return };
        self.compare_verdicts(&act);
        let words = engine::in_words::<M::Game>(&act, self.context());
        if self.model.possible(&words) != Verdict::Legal {
            return;
        }
        let legal = self.model.judge(&words) == Verdict::Legal;
        let kept = (self.table.clone(), self.model.clone(), self.history.clone());
        self.history.add::<M::Game>(&act, legal, &self.table.context);
        self.apply_to_model(&act, &words);
        self.table.apply(act, legal);
        self.compare_lists();
        self.compare_scores();
        for first in self.context().players.seats() {
            self.compare_verdicts(&table::Act::BeginRound { first });
        }
        if !stands {
            (self.table, self.model, self.history) = kept;
        }
    }

    /// A round begun out of time, or by the wrong player: it is a finding, and played as written.
    fn begin_a_round(&mut self) {
        let first = table::Seat::new(self.random.usize(..self.context().players.count()));
        let act = table::Act::BeginRound { first };
        self.compare_verdicts(&act);
        let legal = self.table.game.judge(&act).is_ok();
        self.history.add::<M::Game>(&act, legal, &self.table.context);
        self.table.apply(act, legal);
        self.model.apply(&Act::Round(first.index()));
        self.is_true = true;
    }

    /// The next act: both have judged it, and both do it. Not where anything goes and nothing more can be done.
    fn go_on(&mut self, course: Course) -> bool {
        let before = self.table.game.clone();
        let anyhow = match (course, self.model.stage()) {
            (Course::Anyhow, Stage::Underway) => (0..60).find_map(|_| self.any_possible()),
            _ => None,
        };
        match (anyhow, course) {
            (Some(act), _) => {
                let legal = before.judge(&act).is_ok();
                self.table.game.apply(&act, &mut Vec::new());
                self.table.acts.push(JudgedAct { act, is_legal: legal });
                self.is_true = false;
            }
            (None, Course::Dealt(play)) => self.table.advance(play),
            (None, Course::Anyhow) if self.model.stage() == Stage::Underway => return false,
            (None, Course::Anyhow) => {
                self.table.advance(PlayStyle::Legal);
                self.is_true = true;
            }
        }
        let act = self.table.acts.last().expect("something was done").act.clone();
        // The verdict was the engine's as it stood before.
        let after = std::mem::replace(&mut self.table.game, before);
        self.compare_verdicts(&act);
        self.do_both(&act);
        self.table.game = after;
        count(|counted| counted.acts += 1);
        true
    }

    /// A step that can be, legal more often than not.
    fn any_possible(&mut self) -> Option<ActOf<M::Game>> {
        let legal = self.random.u8(..8) > 0;
        let act = match random_legal::<M>(&self.table, &mut self.random) {
            Some(act) if legal => act,
            _ => self.any_act()?,
        };
        let is_step = matches!(act, table::Act::Step { .. });
        (is_step && self.table.game.check_possible(&act).is_ok()).then_some(act)
    }
}

fn random_legal<M: Model>(table: &RandomGame<M::Game>, random: &mut Rng) -> Option<ActOf<M::Game>> {
    let (seat, step) = random.choice(table.game.legal_steps())?;
    Some(table::Act::Step { actor: Some(seat), step })
}

/// No value of a rule that only moves heed changes how rounds counted on the table are judged, what they score, or how the game
/// stands after them.
pub fn rules_of_moves_alone_change_no_tally<M: Model>(games: u64)
where
    M::Game: CompleteGame,
{
    let book = M::Game::book();
    let mut compared = 0;
    for_seeds(games, |seed| {
        let mut random = Rng::with_seed(seed);
        let count = random.usize(book.players.clone());
        let players: Vec<String> = NAMES.iter().take(count).map(ToString::to_string).collect();
        let rules = |random: &mut Rng, of_moves: bool| -> Vec<(String, String)> {
            let changed = book.rules.iter().filter(|rule| rule.moves_only == of_moves);
            let changed: Vec<_> = changed.filter(|_| of_moves || random.u8(..3) == 0).collect();
            let any = |rule: &&'static TableRule| {
                (rule.key.to_owned(), any_value(&rule.values, u16::MAX, &mut |below| random.usize(..below)).to_string())
            };
            changed.into_iter().map(any).collect()
        };
        let counting = rules(&mut random, false);
        let start = |of_moves: Vec<(String, String)>| {
            let rules = [counting.clone(), of_moves].concat();
            let new = NewGame { players: players.clone(), rules, by_scores: true, ..NewGame::default() };
            let log = Log::parse(start_as::<M::Game>(&new).ok()?).expect("a new log");
            Some(referee::open(log).expect("a new log"))
        };
        let others = rules(&mut random, true);
        let (Some(mut one), Some(mut other)) = (start(Vec::new()), start(others)) else { return };
        for _ in 0..8 {
            let texts = M::any_tally(&mut random, count);
            let texts: Vec<String> = players.iter().zip(texts).map(|(name, text)| format!("{name}: {text}")).collect();
            let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
            let first = one.may_be_first().into_iter().next();
            assert_eq!(one.may_be_first(), other.may_be_first());
            let counted = [&one, &other].map(|referee| referee.record_tally(&texts, first.as_deref()));
            match counted {
                [Ok(of_one), Ok(of_other)] => {
                    [one, other] = [of_one, of_other].map(|counted| referee::open(counted.log).expect("a log"));
                }
                [Err(of_one), Err(of_other)] => assert_eq!(judged(&of_one), judged(&of_other)),
                _ => panic!("judged otherwise: {texts:?}\n{}", other.log().text()),
            }
            compared += 1;
            assert_eq!(one.progress(), other.progress(), "{}", other.log().text());
            assert_eq!(format!("{:?}", one.sheet()), format!("{:?}", other.sheet()), "{}", other.log().text());
        }
    });
    assert!(compared > 0 || only_seed().is_some(), "no tally was compared");
}

/// How a tally was judged; a clause says in its text what the rules make of it.
fn judged(refusal: &Refusal) -> String {
    match refusal {
        Refusal::Foul { actor, verdict, .. } => {
            let referee::Verdict { kind, clause, message, alternatives, .. } = &**verdict;
            format!("{actor:?} {kind:?} {clause:?} {message} {alternatives:?}")
        }
        other => format!("{other:?}"),
    }
}
