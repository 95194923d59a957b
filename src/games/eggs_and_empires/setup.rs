//! The valid setups (players, rules, listed eggs), and the game before its first round.

use super::{
    BOOK, EggsAndEmpires, Event, Fault, MOST, Position, Step, TallyPart,
    book::{EGGS, Rules, Scoring, ee},
    egg::{BOX, EggValue, ListedEggs},
    stock,
};
use crate::table::prelude::*;
use std::sync::Arc;

/// The table rules and the listed eggs of a game.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Setup {
    /// The table rules.
    pub rules: Rules,
    /// The eggs in play, highest first, if the table lists them (EE-1.5).
    pub eggs: Option<Arc<[EggValue]>>,
}

impl Setup {
    /// Whether the first player with enough tokens wins (EE-6.3), instead of the highest sum of points (EE-6.2).
    pub fn for_tokens(&self) -> bool {
        self.rules.scoring == Scoring::Tokens
    }
}

/// The number of eggs revealed each turn (EE-1.4).
pub(crate) const fn eggs_each_turn(players: usize) -> usize {
    match players {
        0..=4 => 2,
        5 => 3,
        _ => 4,
    }
}

impl Game for EggsAndEmpires {
    type Setup = Setup;
    type Step = Step;
    type TallyPart = TallyPart;
    type Position = Position;
    type Fault = Fault;
    type Event = Event;
    const BOOK: &'static Book = &BOOK;

    fn setup(players: usize, rules: &RuleSettings, deck: &[(String, DeckValue)]) -> Result<Setup, SetupError> {
        BOOK.check_players(players, ee(1, 1))?; // EE-1.1
        let eggs = deck.iter().find(|(key, _)| key == EGGS).map(|(_, entry)| listed_eggs(players, entry)).transpose()?;
        Ok(Setup { rules: Rules::typed(rules), eggs })
    }

    fn single_round_rule(setup: &Setup) -> Option<&'static str> {
        (!setup.for_tokens() && setup.rules.rounds > 1).then_some("rounds=1")
    }

    fn new(players: usize, setup: &Setup) -> Self {
        Self {
            setup: setup.clone(),
            players,
            decks: [Account::new(stock(players)); MOST],
            nest: setup.eggs.as_deref().map(ListedEggs::new),
            ..Self::default()
        }
    }
}

/// The eggs that a table lists (EE-1.5). Values far outside the printed range are refused.
fn listed_eggs(players: usize, entry: &DeckValue) -> Result<Arc<[EggValue]>, SetupError> {
    // Six players use all eggs.
    let least = if players == 6 { BOX } else { 9 * eggs_each_turn(players) };
    let how_many = if least == BOX { BOX.to_string() } else { format!("{least} to {BOX}") };
    let expected = || format!("a list of {how_many} whole numbers, as [13, 10, 8, -6, …]");
    let error = |problem: String| SetupError::new(format!("deck.{EGGS}"), problem, expected(), ee(1, 5));
    let DeckValue::List(values) = entry else { return Err(error("this is not a list of eggs".to_owned())) };
    if values.len() < least {
        let eggs = count_of(values.len(), "egg is", "eggs are");
        let need = if players == 6 { "uses all" } else { "needs" };
        return Err(error(format!("{eggs} too few: a round of {players} {need} {least}")));
    }
    if values.len() > BOX {
        return Err(error(format!("{} eggs are too many: the box has {BOX}", values.len())));
    }
    let value = |&value: &i64| {
        let possible = EggValue::try_from(value).ok().filter(|value| (-99..=99).contains(value));
        possible.ok_or_else(|| error(format!("{value} is not an egg's value: it has to be from -99 to 99")))
    };
    let mut eggs = values.iter().map(value).collect::<Result<Vec<_>, _>>()?;
    eggs.sort_unstable_by(|first, second| second.cmp(first));
    Ok(eggs.into())
}
