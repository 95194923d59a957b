//! The valid setups (players, the removed species, the listed feeder cards), and the game before its first round.

use super::{
    BOOK, Event, Fault, FeederDeck, MOST, Piepmatz, Position, Step, TallyPart,
    bird::{COPIES, KINDS, Species, VALUES},
    book::{CROWS, REMOVED, Rules, SEEDS, SEEDS_FORM, SQUIRRELS, pm},
    feeder::{FeederCard, FeederCounts},
};
use crate::table::prelude::*;

/// The table rules and the deck of a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Setup {
    /// The table rules.
    pub rules: Rules,
    /// The species that two players removed (PM-1.4). `None` with more players.
    pub removed: Option<Species>,
    /// The cards of the feeder deck, if the log lists them (PM-1.3).
    pub listed: Option<FeederCounts>,
    /// The number of feeder cards (PM-1.3, PM-1.4).
    pub feeder: u8,
    /// The number of perches (PM-1.5).
    pub perches: u8,
}

/// The number of perches for this number of players (PM-1.5).
pub(super) fn perches(players: usize) -> u8 {
    if players == 4 { 3 } else { 2 }
}

impl Setup {
    /// The stock of bird cards in play (PM-1.4).
    pub(crate) fn stock(&self) -> [u8; KINDS] {
        let mut stock = [COPIES; KINDS];
        if let Some(removed) = self.removed {
            stock[removed as usize * VALUES..][..VALUES].fill(0);
        }
        stock
    }
}

impl Game for Piepmatz {
    type Setup = Setup;
    type Step = Step;
    type TallyPart = TallyPart;
    type Position = Position;
    type Fault = Fault;
    type Event = Event;
    const BOOK: &'static Book = &BOOK;

    fn setup(players: usize, rules: &RuleSettings, deck: &[(String, DeckValue)]) -> Result<Setup, SetupError> {
        BOOK.check_players(players, pm(1, 5))?;
        let removed = removed_species(deck)?;
        match (players, removed) {
            (2, None) => {
                let problem = "with two players one species is removed, and the log doesn't say which";
                return Err(SetupError::new("players", problem, format!("`removed` in [deck]: {}", species_list()), pm(1, 4)));
            }
            (3.., Some(species)) => {
                let problem = format!("with {players} players no species is removed, and {} are", species.plural());
                return Err(SetupError::new("deck.removed", problem, "no `removed`", pm(1, 4)));
            }
            _ => {}
        }
        // PM-1.4
        let feeder = if players == 2 { 31 } else { 36 };
        Ok(Setup { rules: Rules::typed(rules), removed, listed: listed_cards(deck, feeder)?, feeder, perches: perches(players) })
    }

    fn new(players: usize, setup: &Setup) -> Self {
        Self {
            setup: *setup,
            players: players.min(MOST),
            account: Account::new(setup.stock()),
            deck: FeederDeck { left: setup.feeder, listed: setup.listed },
            ..Self::default()
        }
    }
}

fn entry<'a>(deck: &'a [(String, DeckValue)], key: &str) -> Option<&'a DeckValue> {
    deck.iter().find(|(name, _)| name == key).map(|(_, entry)| entry)
}

fn species_list() -> String {
    or_list(Species::ALL.map(|species| format!("\"{}\" ({})", species.code(), species.plural())))
}

/// The species that was removed, if one is named (PM-1.4).
fn removed_species(deck: &[(String, DeckValue)]) -> Result<Option<Species>, SetupError> {
    let Some(entry) = entry(deck, REMOVED) else { return Ok(None) };
    let species = if let DeckValue::Word(word) = entry { Species::from_word(word) } else { None };
    species.map(Some).ok_or_else(|| SetupError::new("deck.removed", "this is not a species", species_list(), pm(1, 4)))
}

/// The number of each feeder card in play, if the log lists them: all given numbers must add up (PM-1.3).
fn listed_cards(deck: &[(String, DeckValue)], feeder: u8) -> Result<Option<FeederCounts>, SetupError> {
    let error = |key: &str, problem: &str, expected: &str| SetupError::new(format!("deck.{key}"), problem, expected, pm(1, 3));
    // The setup form checks several answers together, so the error names the wrong answer.
    let not_a_number = |key, expected| error(key, &format!("this is not a number of {key}"), expected);
    let to_count = |key, count: i64| u8::try_from(count).map_err(|_| not_a_number(key, "a number of cards"));
    let mut listed = [0; FeederCard::ALL.len()];
    let mut first_key = None;
    for (key, index) in [(SEEDS, 0), (CROWS, 3), (SQUIRRELS, 4)] {
        let Some(entry) = entry(deck, key) else { continue };
        first_key = first_key.or(Some(key));
        match entry {
            DeckValue::Map(seeds) if key == SEEDS => {
                for (eggs, count) in seeds {
                    let eggs = eggs.trim().parse::<usize>().ok().filter(|eggs| (1..=3).contains(eggs));
                    let eggs = eggs.ok_or_else(|| error(key, "seed cards show 1, 2 or 3 eggs", SEEDS_FORM))?;
                    listed[eggs - 1] = to_count(key, *count)?;
                }
            }
            DeckValue::Whole(count) if key != SEEDS => listed[index] = to_count(key, *count)?,
            _ if key == SEEDS => return Err(error(key, "these are not numbers of seed cards", SEEDS_FORM)),
            _ => return Err(not_a_number(key, "a whole number")),
        }
    }
    let Some(first_key) = first_key else { return Ok(None) };
    let sum: usize = listed.into_iter().map(usize::from).sum();
    if sum == usize::from(feeder) {
        return Ok(Some(listed));
    }
    Err(error(first_key, &format!("seeds, crows and squirrels come to {sum} feeder cards"), &format!("{feeder} in all")))
}
