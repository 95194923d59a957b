//! The table rules and the deck of a game, typed (PM-1.3, PM-1.4).

use super::{
    bird::{COPIES, KINDS, Species, VALUES},
    book::{self, BOOK, pm},
    feeder::FeederCard,
};
use crate::table::{DeckEntry, RuleValues, SetupError, or_list};

/// The feeder cards of which each number is known, by their places in [`FeederCard::ALL`].
pub type Listed = [u8; FeederCard::ALL.len()];

/// The table rules and the deck of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(clippy::struct_excessive_bools)] // Each is a table rule.
pub struct Setup {
    /// The species that two players removed (PM-1.4). None with more, and where a table that only counts didn't say.
    pub removed: Option<Species>,
    /// What is in the feeder deck, if the log says so (PM-1.3).
    pub listed: Option<Listed>,
    /// How many feeder cards there are (PM-1.3, PM-1.4).
    pub feeder: u8,
    /// How many perches there are (PM-1.5).
    pub perches: u8,
    /// The table rule `blind_draw`.
    pub blind_draw: bool,
    /// The table rule `display_refill`: whether a bird is replaced only at the turn's end.
    pub refill_late: bool,
    /// The table rule `pest_timing`: whether pests act after the bird was collected.
    pub pests_late: bool,
    /// The table rule `fifth_pest`: whether it is laid beside slot 1.
    pub stack_pests: bool,
}

fn error(key: &str, problem: impl Into<String>, expected: impl Into<String>, clause: (u8, u8)) -> SetupError {
    SetupError { key: key.into(), problem: problem.into(), expected: expected.into(), clause: Some(pm(clause.0, clause.1)) }
}

/// The species that may be removed, in words.
fn species() -> String {
    or_list(&Species::ALL.map(|species| format!("\"{}\" ({})", species.code(), species.plural())))
}

impl Setup {
    /// The table rules and the deck, if so many can play with them. A table that only counts may leave out which species was
    /// removed.
    pub(super) fn of(
        players: usize,
        rules: &RuleValues,
        deck: &[(String, DeckEntry)],
        counts_only: bool,
    ) -> Result<Self, SetupError> {
        if !BOOK.players.contains(&players) {
            let named = if players == 1 { "one player is".to_owned() } else { format!("{players} are") };
            let problem = format!("{} is a game for two to four, but {named} named", BOOK.title);
            return Err(error("players", problem, "two, three or four players", (1, 5)));
        }
        let removed = removed(deck)?;
        match (players, removed) {
            (2, None) if !counts_only => {
                let problem = "with two players one species is removed, and the log doesn't say which";
                let expected = format!("`removed` in [deck]: {}", species());
                return Err(error("players", problem, expected, (1, 4)));
            }
            (3.., Some(species)) => {
                let problem = format!("with {players} players no species is removed, and {} are", species.plural());
                return Err(error("deck.removed", problem, "no `removed`", (1, 4)));
            }
            _ => {}
        }
        let feeder = if players == 2 { 31 } else { 36 };
        let set = |rule| rules.number(rule) != 0;
        Ok(Self {
            removed,
            listed: listed(deck, feeder)?,
            feeder,
            perches: if players == 4 { 3 } else { 2 },
            blind_draw: set(book::BLIND_DRAW),
            refill_late: set(book::DISPLAY_REFILL),
            pests_late: set(book::PEST_TIMING),
            stack_pests: set(book::FIFTH_PEST),
        })
    }

    /// The bird cards that are played with, as an account counts them.
    pub(super) fn stock(&self) -> [u8; KINDS] {
        let mut stock = [COPIES; KINDS];
        if let Some(removed) = self.removed {
            stock[removed.index() * VALUES..][..VALUES].fill(0);
        }
        stock
    }

    /// What the log's `[deck]` says.
    pub(super) fn deck(&self) -> Vec<(String, DeckEntry)> {
        let removed = self.removed.map(|species| (book::REMOVED.to_owned(), DeckEntry::Word(species.code().to_owned())));
        let mut deck: Vec<_> = removed.into_iter().collect();
        if let Some([one, two, three, crows, squirrels]) = self.listed {
            let seeds = [one, two, three].into_iter().zip(1..).map(|(count, eggs): (u8, u8)| (eggs.to_string(), count.into()));
            deck.push((book::SEEDS.to_owned(), DeckEntry::Map(seeds.collect())));
            deck.push((book::CROWS.to_owned(), DeckEntry::Whole(crows.into())));
            deck.push((book::SQUIRRELS.to_owned(), DeckEntry::Whole(squirrels.into())));
        }
        deck
    }
}

fn entry<'a>(deck: &'a [(String, DeckEntry)], key: &str) -> Option<&'a DeckEntry> {
    deck.iter().find(|(name, _)| name == key).map(|(_, entry)| entry)
}

/// The species that was removed, if one is named (PM-1.4).
fn removed(deck: &[(String, DeckEntry)]) -> Result<Option<Species>, SetupError> {
    let Some(entry) = entry(deck, book::REMOVED) else { return Ok(None) };
    let named = match entry {
        DeckEntry::Word(word) => Species::from_word(word),
        _ => None,
    };
    named.map(Some).ok_or_else(|| error("deck.removed", "this is no species", species(), (1, 4)))
}

/// A number of cards.
fn number(key: &str, number: i64) -> Result<u8, SetupError> {
    u8::try_from(number).map_err(|_| error(&format!("deck.{key}"), "this is no number of cards", "a number of cards", (1, 3)))
}

/// How many of each feeder card are in play, if the log says so: all that it says must add up (PM-1.3).
fn listed(deck: &[(String, DeckEntry)], feeder: u8) -> Result<Option<Listed>, SetupError> {
    let keys = [book::SEEDS, book::CROWS, book::SQUIRRELS];
    let Some(first) = keys.into_iter().find(|key| entry(deck, key).is_some()) else { return Ok(None) };
    let mut listed = [0; FeederCard::ALL.len()];
    match entry(deck, book::SEEDS) {
        None => {}
        Some(DeckEntry::Map(seeds)) => {
            for (eggs, count) in seeds {
                let kind =
                    eggs.trim().parse::<usize>().ok().filter(|eggs| (1..=3).contains(eggs)).ok_or_else(|| {
                        error("deck.seeds", "seed cards show 1, 2 or 3 eggs", "{ 1 = …, 2 = …, 3 = … }", (1, 3))
                    })?;
                listed[kind - 1] = number(book::SEEDS, *count)?;
            }
        }
        Some(_) => return Err(error("deck.seeds", "these are no numbers of seed cards", "{ 1 = …, 2 = …, 3 = … }", (1, 3))),
    }
    for (key, place) in [(book::CROWS, 3), (book::SQUIRRELS, 4)] {
        match entry(deck, key) {
            None => {}
            Some(DeckEntry::Whole(count)) => listed[place] = number(key, *count)?,
            Some(_) => return Err(error(&format!("deck.{key}"), "this is no number of cards", "a whole number", (1, 3))),
        }
    }
    let sum: usize = listed.iter().copied().map(usize::from).sum();
    if sum == usize::from(feeder) {
        return Ok(Some(listed));
    }
    let problem = format!("seeds, crows and squirrels come to {sum} feeder cards");
    Err(error(&format!("deck.{first}"), problem, format!("{feeder} in all"), (1, 3)))
}
