//! The table rules of a game, typed; and which setups come out exactly (BL-1.3).

use super::{
    Arithmetic,
    book::{self, BOOK, bl},
};
use crate::{
    decktet::Cards,
    table::{RuleValue, RuleValues, SetupError, count_of},
};
use std::fmt;

/// The table rule `deck`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Deck {
    /// The 36 basic cards.
    Basic,
    /// With the four Pawns.
    Pawns,
    /// With the four Courts.
    Courts,
    /// With both.
    PawnsAndCourts,
}

impl Deck {
    const ALL: [Self; 4] = [Self::Basic, Self::Pawns, Self::Courts, Self::PawnsAndCourts];

    /// Its cards.
    #[inline]
    pub const fn cards(self) -> Cards {
        match self {
            Self::Basic => Cards::BASIC,
            Self::Pawns => Cards::BASIC.union(Cards::PAWNS),
            Self::Courts => Cards::BASIC.union(Cards::COURTS),
            Self::PawnsAndCourts => Cards::BASIC.union(Cards::PAWNS).union(Cards::COURTS),
        }
    }

    /// Its name, as the table rule has it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Basic => "basic",
            Self::Pawns => "pawns",
            Self::Courts => "courts",
            Self::PawnsAndCourts => "pawns-and-courts",
        }
    }
}

/// The table rule `must_capture`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MustCapture {
    /// No pair of the hand may capture (BL-2.7).
    Hand,
    /// The two cards that are trailed may not capture.
    Pair,
    /// Trailing is always allowed.
    Never,
}

/// The table rule `bonuses`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bonuses {
    /// Points, scored at once (BL-3.3).
    Tally,
    /// Cards that the opponent owes (BL-3.4).
    Exchange,
}

/// What is dealt from what.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dealing {
    /// The deck.
    pub deck: Deck,
    /// How many cards each player gets in a deal.
    pub hand: u8,
    /// How many cards go to the table before the first.
    pub table: u8,
}

impl Dealing {
    /// The ones that come out exactly for so many players.
    pub fn exact(players: usize) -> impl Iterator<Item = Self> {
        let all = Deck::ALL
            .into_iter()
            .flat_map(|deck| [(4, 4), (4, 0), (6, 4), (6, 0)].into_iter().map(move |(hand, table)| Self { deck, hand, table }));
        all.filter(move |dealing| dealing.comes_out(players))
    }

    /// Whether the deck is dealt out to its last card (BL-1.3).
    pub fn comes_out(self, players: usize) -> bool {
        self.dealt().is_multiple_of(players * usize::from(self.hand))
    }

    /// How many deals a round has.
    pub fn deals(self, players: usize) -> usize {
        self.dealt() / (players * usize::from(self.hand))
    }

    fn dealt(self) -> usize {
        self.deck.cards().len() - usize::from(self.table)
    }

    fn of(rules: &RuleValues) -> Self {
        let number = |rule| u8::try_from(rules.number(rule)).unwrap_or_default();
        Self {
            deck: Deck::ALL[usize::from(rules.number(book::DECK)).min(3)],
            hand: number(book::HAND),
            table: number(book::TABLE),
        }
    }
}

impl fmt::Display for Dealing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "deck = {}, hand = {}, table = {}", self.deck.name(), self.hand, self.table)
    }
}

/// The table rules of a game, typed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Setup {
    /// What is dealt.
    pub dealing: Dealing,
    /// The points that win.
    pub target: i32,
    /// What a pair reaches.
    pub arithmetic: Arithmetic,
    /// When trailing is illegal.
    pub must_capture: MustCapture,
    /// What a bonus brings.
    pub bonuses: Bonuses,
    /// Whether one round is counted for itself, whatever the target.
    pub single_round: bool,
}

impl Setup {
    /// The table rules, if so many can play by them.
    pub(super) fn of(players: usize, rules: &RuleValues) -> Result<Self, SetupError> {
        if !BOOK.players.contains(&players) {
            return Err(SetupError {
                key: "players".into(),
                problem: format!(
                    "{} is a game for two to four, but {} named",
                    BOOK.title,
                    if players == 1 { "one player is".to_owned() } else { format!("{players} are") }
                ),
                expected: "two, three or four players".into(),
                clause: Some(bl(1, 1)),
            });
        }
        let setup = Self {
            dealing: Dealing::of(rules),
            target: rules.number(book::TARGET).into(),
            arithmetic: match rules.number(book::ARITHMETIC) {
                0 => Arithmetic::SumOrDifference,
                1 => Arithmetic::Difference,
                _ => Arithmetic::SumAndDifference,
            },
            must_capture: match rules.number(book::MUST_CAPTURE) {
                0 => MustCapture::Hand,
                1 => MustCapture::Pair,
                _ => MustCapture::Never,
            },
            bonuses: if rules.number(book::BONUSES) == 0 { Bonuses::Tally } else { Bonuses::Exchange },
            single_round: false,
        };
        if setup.bonuses == Bonuses::Exchange && players != 2 {
            return Err(SetupError {
                key: "rules.bonuses".into(),
                problem: format!("cards are exchanged between two, and {players} play"),
                expected: "`tally` with three or four players".into(),
                clause: Some(bl(1, 1)),
            });
        }
        if !setup.dealing.comes_out(players) {
            return Err(does_not_come_out(players, rules, setup.dealing));
        }
        Ok(setup)
    }
}

fn does_not_come_out(players: usize, rules: &RuleValues, dealing: Dealing) -> SetupError {
    // The rule to blame is one that the log sets.
    let default = RuleValues::defaults(&BOOK);
    let set = [book::TABLE, book::HAND, book::DECK].into_iter().find(|&rule| rules.number(rule) != default.number(rule));
    let key =
        set.and_then(|rule| BOOK.rules.get(rule)).map_or_else(|| "players".to_owned(), |rule| format!("rules.{}", rule.key));
    let deck = count_of(dealing.deck.cards().len(), "card", "cards");
    let exact: Vec<String> = Dealing::exact(players).map(|dealing| dealing.to_string()).collect();
    SetupError {
        key,
        problem: format!(
            "with {dealing}, the {deck} are not dealt out exactly: the {} that don't go to the table can't be parted into deals of \
             {} for each of {players}",
            dealing.dealt(),
            dealing.hand
        ),
        expected: format!("for {players} players one of: {}", exact.join("; ")),
        clause: Some(bl(1, 3)),
    }
}

/// Sets `table`, or else `hand`, or both so that the deck comes out, where nobody asked for another value (BL-1.3).
pub(super) fn make_workable(players: usize, rules: &mut RuleValues, given: &[&str]) {
    let now = Dealing::of(rules);
    if !BOOK.players.contains(&players) {
        return;
    }
    let default = RuleValues::defaults(&BOOK);
    // What a variant has changed was asked for as well.
    let free = |rule: usize| {
        BOOK.rules.get(rule).is_some_and(|rule| !given.contains(&rule.key)) && rules.number(rule) == default.number(rule)
    };
    let (hand, table) = (free(book::HAND), free(book::TABLE));
    let changes = |other: &Dealing| (other.hand != now.hand, other.table != now.table);
    let best = Dealing::exact(players)
        .filter(|other| other.deck == now.deck && (hand || other.hand == now.hand) && (table || other.table == now.table))
        .min_by_key(changes);
    if let Some(best) = best {
        for (key, value) in [("hand", best.hand), ("table", best.table)] {
            // Both are among the values that the book names.
            let _ = rules.set(&BOOK, key, &RuleValue::Whole(value.into()));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn exact(players: usize) -> Vec<String> {
        Dealing::exact(players).map(|d| format!("{}/{}/{}", d.deck.name(), d.hand, d.table)).collect()
    }

    #[test]
    fn bl_1_3_the_setups_that_come_out_are_those_of_the_book() {
        let two = ["basic/4/4", "basic/6/0", "pawns/4/0", "pawns/6/4", "courts/4/0", "courts/6/4", "pawns-and-courts/4/4"];
        assert_eq!(exact(2), two);
        assert_eq!(exact(3), ["basic/4/0", "basic/6/0", "pawns/4/4", "pawns/6/4", "courts/4/4", "courts/6/4"]);
        assert_eq!(exact(4), ["basic/4/4"]);
    }

    #[test]
    fn bl_1_3_a_new_game_gets_a_setup_that_works() {
        let made = |players, variant: Option<&str>, given: &[(&str, &str)]| {
            let mut rules = RuleValues::of_variant(&BOOK, variant).unwrap();
            for (key, value) in given {
                rules.set(&BOOK, key, &RuleValue::from_text(value)).unwrap();
            }
            make_workable(players, &mut rules, &given.iter().map(|(key, _)| *key).collect::<Vec<_>>());
            Setup::of(players, &rules).map(|setup| (setup.dealing.hand, setup.dealing.table)).ok()
        };
        assert_eq!(made(2, None, &[]), Some((4, 4)));
        assert_eq!(made(3, None, &[]), Some((4, 0)), "three players: nothing on the table");
        assert_eq!(made(3, None, &[("deck", "pawns")]), Some((4, 4)));
        assert_eq!(made(2, None, &[("deck", "courts")]), Some((4, 0)));
        assert_eq!(made(2, None, &[("hand", "6")]), Some((6, 0)));
        assert_eq!(made(2, None, &[("table", "0")]), Some((6, 0)));
        assert_eq!(made(3, None, &[("table", "4")]), None, "what was asked for is not changed");
        assert_eq!(made(2, Some("brulu"), &[]), Some((4, 0)));
        assert_eq!(made(3, Some("brulu"), &[]), None, "nor is what the variant asks for");
        assert_eq!(made(3, Some("six-card"), &[]), Some((6, 0)));
        assert_eq!(made(2, Some("extended"), &[]), Some((4, 4)));
        assert_eq!(made(4, Some("extended"), &[]), None);
    }

    #[test]
    fn bl_1_3_what_does_not_come_out_is_refused_with_what_does() {
        let mut rules = RuleValues::defaults(&BOOK);
        rules.set(&BOOK, "table", &RuleValue::Whole(0)).unwrap();
        let error = Setup::of(4, &rules).unwrap_err();
        assert_eq!((error.key.as_str(), error.clause), ("rules.table", Some(bl(1, 3))));
        assert_eq!(error.expected, "for 4 players one of: deck = basic, hand = 4, table = 4");
        assert!(Setup::of(3, &RuleValues::defaults(&BOOK)).is_err());
        assert!(Setup::of(2, &RuleValues::defaults(&BOOK)).is_ok());
    }
}
