//! The table rules and the listed eggs of a game, typed.

use super::{
    book::{self, BOOK, ee},
    egg::Value,
    nest::{BOX, Listed},
};
use crate::table::{DeckEntry, RuleValues, SetupError, count_of};

/// The table rule `scoring`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scoring {
    /// The highest sum of points wins (EE-6.2).
    Points,
    /// The first to enough tokens wins (EE-6.3).
    Tokens,
}

/// The table rule `marker`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MarkerRule {
    /// It passes left after a turn with a tie (EE-5.1).
    AfterTie,
    /// It passes left after every turn.
    EveryTurn,
    /// It stays for a round, and passes left between rounds.
    EveryRound,
}

/// The table rule `turn_end`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TurnEnd {
    /// Abilities stay open until the next turn's first card (EE-4.6).
    AfterReveal,
    /// Abilities close when the next eggs are revealed.
    BeforeReveal,
}

/// The table rule `shepherd`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShepherdRule {
    /// Shepherds collect just before the first Blacksmith (EE-3.2).
    JumpsAhead,
    /// Blacksmiths collect just after the last Shepherd.
    BlacksmithWaits,
}

impl ShepherdRule {
    /// The other reading.
    pub(super) const fn other(self) -> Self {
        match self {
            Self::JumpsAhead => Self::BlacksmithWaits,
            Self::BlacksmithWaits => Self::JumpsAhead,
        }
    }
}

/// The table rules and the listed eggs of a game, typed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Setup {
    /// What wins.
    pub scoring: Scoring,
    /// When the marker passes.
    pub marker: MarkerRule,
    /// How long abilities are open.
    pub turn_end: TurnEnd,
    /// How the Shepherd gets ahead of the Blacksmith.
    pub shepherd: ShepherdRule,
    /// How many rounds are played for points.
    pub rounds: u16,
    /// The eggs in play, if the table lists them (EE-1.5).
    pub eggs: Option<Listed>,
    /// Whether one round is counted for itself.
    pub single_round: bool,
}

/// The lowest and the highest value that a listed egg may have: far beyond any that is printed.
const LISTED: std::ops::RangeInclusive<i64> = -99..=99;

/// How many eggs are revealed each turn (EE-1.4).
pub(super) const fn eggs_each_turn(players: usize) -> usize {
    match players {
        0..=4 => 2,
        5 => 3,
        _ => 4,
    }
}

impl Setup {
    /// The table rules and the deck, if so many can play by them.
    pub(super) fn of(players: usize, rules: &RuleValues, deck: &[(String, DeckEntry)]) -> Result<Self, SetupError> {
        if !BOOK.players.contains(&players) {
            let named = if players == 1 { "one player is".to_owned() } else { format!("{players} are") };
            return Err(SetupError {
                key: "players".into(),
                problem: format!("{} is a game for two to six, but {named} named", BOOK.title),
                expected: "two to six players".into(),
                clause: Some(ee(1, 1)),
            });
        }
        let eggs = deck.iter().find(|(key, _)| key == book::EGGS).map(|(_, entry)| listed(players, entry)).transpose()?;
        let number = |rule| rules.number(rule);
        Ok(Self {
            scoring: if number(book::SCORING) == 0 { Scoring::Points } else { Scoring::Tokens },
            marker: match number(book::MARKER) {
                0 => MarkerRule::AfterTie,
                1 => MarkerRule::EveryTurn,
                _ => MarkerRule::EveryRound,
            },
            turn_end: if number(book::TURN_END) == 0 { TurnEnd::AfterReveal } else { TurnEnd::BeforeReveal },
            shepherd: if number(book::SHEPHERD) == 0 { ShepherdRule::JumpsAhead } else { ShepherdRule::BlacksmithWaits },
            rounds: number(book::ROUNDS),
            eggs,
            single_round: false,
        })
    }

    /// The values as a log lists them.
    pub(super) fn deck(&self) -> Vec<(String, DeckEntry)> {
        let list = |listed: &Listed| (book::EGGS.to_owned(), DeckEntry::List(listed.eggs().map(i64::from).collect()));
        self.eggs.iter().map(list).collect()
    }

    /// How many tokens win (EE-6.3).
    pub(super) const fn tokens_to_win(players: usize) -> i32 {
        if players > 4 { 2 } else { 3 }
    }
}

/// The eggs that a table lists (EE-1.5).
fn listed(players: usize, entry: &DeckEntry) -> Result<Listed, SetupError> {
    let least = 9 * eggs_each_turn(players);
    let wrong = |problem: String| SetupError {
        key: format!("deck.{}", book::EGGS),
        problem,
        expected: format!("a list of {least} to {BOX} whole numbers, as [13, 10, 8, -6, …]"),
        clause: Some(ee(1, 5)),
    };
    let DeckEntry::List(values) = entry else { return Err(wrong("this is no list of eggs".to_owned())) };
    if values.len() < least {
        let eggs = count_of(values.len(), "egg is", "eggs are");
        return Err(wrong(format!("{eggs} too few: a round of {players} needs {least}")));
    }
    if values.len() > BOX {
        return Err(wrong(format!("{} eggs are too many: the box has {BOX}", values.len())));
    }
    let value = |&value: &i64| {
        let fits = Value::try_from(value).ok().filter(|_| LISTED.contains(&value));
        fits.ok_or_else(|| wrong(format!("{value} is no egg's value: it has to be from {} to {}", LISTED.start(), LISTED.end())))
    };
    Ok(Listed::of(&values.iter().map(value).collect::<Result<Vec<_>, _>>()?))
}
