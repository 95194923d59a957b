//! What a model of a game answers. Seats are numbers from 0; cards, steps and clauses are words, as a log and a verdict write them.

use fastrand::Rng;
use fowlplay::{
    decktet::Card,
    table::{ClauseId, Item},
};
use std::{collections::BTreeMap, fmt::Debug};

use crate::{notation, random_game::TestableGame};

/// The table rules in force, all of them, and what is listed of the deck (`deck.KEY`): key and value.
pub type Rules = BTreeMap<String, String>;

/// A clause as a verdict cites it: `ER-4.2`.
pub type Clause = String;

/// What a game is told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Act {
    /// A round begun with its `first`.
    Round(usize),
    /// A step of a player, or of the table, in canonical notation.
    Step(Option<usize>, String),
    /// A round counted on the table: a text for each player, without the name.
    Tally(Vec<String>),
}

/// How an act is judged: by which clause it is illegal or impossible.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    Legal,
    Illegal(Clause),
    Impossible(Clause),
}

/// Where a game stands between its rounds, and who may be `first`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stage {
    Ready(Vec<usize>),
    Underway,
    RoundOver(Vec<usize>),
    GameOver,
}

/// Somebody who may act (none for the table), and the verbs that are open, sorted.
pub type Opening = (Option<usize>, Vec<String>);

/// Points: at least, at most.
pub type Points = (i32, i32);

/// What a score sheet says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Score {
    pub complete: bool,
    /// For each player, round by round, what scored (as [`Model::item`] puts it) and the round's points.
    pub rounds: Vec<Vec<(Vec<String>, Points)>>,
    pub totals: Vec<Points>,
    pub winners: Vec<usize>,
    /// Whether something decided between equal totals.
    pub tiebreak: bool,
}

impl Score {
    /// All that it says, a line each.
    pub fn lines(&self) -> Vec<String> {
        let mut lines = vec![format!("complete: {}, winners: {:?}, tiebreak: {}", self.complete, self.winners, self.tiebreak)];
        for (seat, (rounds, total)) in self.rounds.iter().zip(&self.totals).enumerate() {
            lines.push(format!("seat {seat}: {} rounds, {total:?}", rounds.len()));
            for (round, (items, points)) in rounds.iter().enumerate() {
                lines.push(format!("seat {seat}, round {round}: {points:?}"));
                lines.extend(items.iter().map(|item| format!("seat {seat}, round {round}: {item}")));
            }
        }
        lines
    }
}

/// What the table gave and took (TB-9): the round, from 0, the player and the points of each.
#[derive(Clone, Debug, Default)]
pub struct Decisions(Vec<(usize, usize, i32)>);

impl Decisions {
    pub fn add(&mut self, round: usize, seat: usize, points: i32) {
        self.0.push((round, seat, points));
    }

    /// A player's points of all rounds.
    pub fn in_all(&self, seat: usize) -> i32 {
        self.0.iter().filter(|(_, whose, _)| *whose == seat).map(|(.., points)| points).sum()
    }

    /// Puts them into the rounds of a score: an item each.
    pub fn enter<M: Model>(&self, rounds: &mut [Vec<(Vec<String>, Points)>]) {
        for (round, seat, points) in &self.0 {
            let (items, sum) = &mut rounds[*seat][*round];
            let item = Item {
                kind: "adjustment",
                label: "table's decision".to_owned(),
                points: (*points).into(),
                clause: ClauseId::table(9),
                details: Vec::new(),
                why: String::new(),
            };
            items.push(M::item(&item));
            *sum = (sum.0 + points, sum.1 + points);
        }
    }
}

/// A game, told acts and asked about them, in its plainest form.
pub trait Model: Clone + Debug {
    /// The game that is held against it.
    type Game: TestableGame;

    /// The letters of its clauses: `ER`.
    const BOOK: &str;

    /// The clauses that no verdict of a random game names (those that only a position can break with them), by their numbers, and why.
    /// Every other is judged.
    const UNJUDGED: &[(&str, &[&str])];

    fn new(players: usize, rules: &Rules) -> Self;

    /// First question, turn and phase: the clause of what was due, by its number in this book (`2.1`) or as `TB-7`.
    fn out_of_order(&self, act: &Act) -> Option<&'static str>;

    /// Second question, whether it can be with the cards where they are known to lie: the first clause that says no.
    fn cannot_be(&self, act: &Act) -> Option<&'static str>;

    /// Third question, every other clause: the first that is broken. Not asked of what cannot be.
    fn unlawful(&self, act: &Act) -> Option<&'static str>;

    /// The verdict, in the order of judging.
    fn judge(&self, act: &Act) -> Verdict {
        let illegal = |number| Verdict::Illegal(Self::clause(number));
        match (self.out_of_order(act), self.possible(act)) {
            (Some(number), _) => illegal(number),
            (None, Verdict::Legal) => self.unlawful(act).map_or(Verdict::Legal, illegal),
            (None, impossible) => impossible,
        }
    }

    /// Only whether it can be: what is possible can be let stand.
    fn possible(&self, act: &Act) -> Verdict {
        self.cannot_be(act).map_or(Verdict::Legal, |number| Verdict::Impossible(Self::clause(number)))
    }

    /// A clause by its number: one of every game's, or of this book.
    fn clause(number: &str) -> Clause {
        if number.starts_with("TB") { number.to_owned() } else { format!("{}-{number}", Self::BOOK) }
    }

    /// Does an act that is possible. Earlier acts (counted from 0) that are proved foul by it, each with the clause.
    fn apply(&mut self, act: &Act) -> Vec<(usize, Clause)>;

    /// Points that the table gives a player, or takes, in the round that has begun last (TB-9).
    fn adjust(&mut self, seat: usize, points: i32);

    /// Every step that begins with this verb, whoever holds which cards: with all that it could name. A list leaves some out: `draw
    /// CARD` where the card may be unseen, and whatever is not a player's choice.
    fn conceivable(&self, seat: usize, verb: &str) -> Vec<String>;

    /// What the players may choose, in any order: what `moves` lists. All that is conceivable is judged.
    fn legal_steps(&self) -> Vec<(usize, String)> {
        let mut legal = Vec::new();
        for (actor, verbs) in self.open() {
            let Some(seat) = actor else { continue };
            let steps = verbs.iter().flat_map(|verb| self.conceivable(seat, verb));
            legal.extend(
                steps.filter(|step| self.judge(&Act::Step(actor, step.clone())) == Verdict::Legal).map(|step| (seat, step)),
            );
        }
        legal
    }

    /// Who may act, and which verbs are open: what `expects` says, in any order.
    fn open(&self) -> Vec<Opening>;

    fn stage(&self) -> Stage;

    fn score(&self) -> Score;

    /// What of a score sheet's item is compared.
    fn item(item: &Item) -> String {
        let (least, most) = item.points.range();
        let details = item.details.iter().map(|(name, value)| (name, value.to_string())).filter(|(_, value)| !value.is_empty());
        // The models write numbers as they are typed.
        let details: Vec<String> = details.map(|(name, value)| format!("{name}={value}").replace('−', "-")).collect();
        format!("{}: {least}..{most} {} {}", item.label, item.clause, details.join(", "))
    }

    /// A random round counted on the table, legal or not: a text for each player, without the name.
    fn any_tally(random: &mut Rng, players: usize) -> Vec<String> {
        notation::any_tally::<Self::Game>(random, players)
    }

    /// Such a round with all in it that lies before the players as the moves have it (TB-8), as far as that can be.
    fn completed(&self, tally: Vec<String>) -> Vec<String> {
        tally
    }

    /// Something that mistakes hardly come upon: what a player could do with what they have, though nobody waits for it.
    fn out_of_place(&self, _: &mut Rng) -> Option<Act> {
        None
    }

    /// What can stand in a step, or be hung on it, to make mistakes of: cards, or whatever it names in their place.
    fn words() -> Vec<String> {
        Card::all().map(|card| card.to_string()).collect()
    }
}
