//! A conformance harness: the properties that every game must have, checked on random games with really shuffled cards. It needs
//! the feature `conformance`, for `dev-dependencies`.
//!
//! A game needs an implementation of [`Dealer`](crate::deal::Dealer) for the harness. A dealer shuffles, knows all hands, and
//! proposes acts. Then [`conformance_tests!`](crate::conformance_tests) makes a test of each of the [`properties`].
//!
//! Each random game has a seed, which a failing test prints. `TEST_SEED=7` plays only that game, `TEST_TIMES=20` plays twenty
//! times as many, and `--nocapture` prints the number of games.

#![allow(clippy::missing_panics_doc, reason = "checks are assertions")]

mod dealer_opinion;
pub mod disputes;
pub mod judging;
pub mod log_changes;
pub mod log_draft;
pub mod notation;
mod positions;
pub mod random_game;
pub mod recording;
mod replay;
mod rounds;
pub mod scoring;
mod verdicts;

use crate::table::GamePosition as _;
pub use random_game::TestableGame;
use random_game::{for_seeds_until, only_seed};
use std::{any::Any, fmt, panic::catch_unwind};

/// A property that must hold in every game.
#[derive(Clone, Copy, Debug)]
pub struct Property {
    /// The name of the property, a sentence: `what_is_written_is_read_back`.
    pub name: &'static str,
    /// The number of random games on which the property is checked.
    pub games: u64,
    /// Whether the property is about tables that are taken up from a position.
    needs_positions: bool,
    check: fn(u64),
}

/// A property that does not hold in some game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    /// The name of the property.
    pub property: &'static str,
    /// The seed of a game in which the property fails.
    pub seed: u64,
    /// The message of the failed assertion.
    pub found: String,
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` does not hold (TEST_SEED={}): {}", self.property, self.seed, self.found)
    }
}

impl Property {
    /// Checks the property on random games, and stops at the first violation.
    pub fn check(self) -> Result<(), Violation> {
        let violation = |seed, found| Violation { property: self.name, seed, found };
        let mut first_violation = None;
        let act_count = for_seeds_until(self.games, |seed| {
            let result = catch_unwind(|| (self.check)(seed));
            first_violation = result.err().map(|panic| violation(seed, message(&*panic)));
            first_violation.is_some()
        });
        let is_idle = act_count == 0 && only_seed().is_none();
        let no_acts = || violation(0, format!("nothing was played in any of its {} games", self.games));
        first_violation.or_else(|| is_idle.then(no_acts)).map_or(Ok(()), Err)
    }
}

fn message(panic: &dyn Any) -> String {
    let text = panic.downcast_ref::<String>().map(String::as_str).or_else(|| panic.downcast_ref::<&str>().copied());
    text.unwrap_or("it panicked").to_owned()
}

/// Passes all properties to a macro: for each its file, its name, and the number of random games.
#[doc(hidden)]
#[macro_export]
macro_rules! with_properties {
    ([$($macro:tt)+] $($argument:ty)?) => { $($macro)+! { $($argument;)?
        judging {
            a_step_is_listed_exactly_if_it_is_legal: 20,
            what_a_hand_really_holds_is_never_impossible: 200,
            queries_do_not_change_the_game: 5,
            whatever_is_possible_can_be_applied: 12,
            moved_cards_have_a_location: 20,
            covered_cards_may_be_in_any_hand: 8,
            visible_steps_include_every_legal_step: 20,
        }
        notation {
            what_is_written_is_read_back: 40,
            what_is_printed_is_read_back: 40,
        }
        replay {
            a_log_is_the_game_it_was_written_from: 30,
            recorded_in_any_portions_it_is_the_same_log: 6,
        }
        verdicts {
            a_rule_is_named_iff_another_value_makes_it_legal: 20,
            what_is_offered_instead_is_legal: 80,
        }
        log_changes {
            changes_are_judged_and_undoable: 20,
        }
        rounds {
            a_false_first_is_found: 40,
            a_false_tally_is_found: 20,
        }
        dealer_opinion {
            the_dealer_agrees: 30,
            a_revoke_is_foul_with_open_hands: 80,
            some_hidden_foul_is_proved: 1,
        }
        positions {
            a_position_goes_on_as_its_game_does: 100,
            a_position_is_read_as_it_was_written: 30,
            a_changed_position_is_refused_or_taken_up: 80,
            a_log_goes_on_from_a_position: 40,
            what_may_be_done_is_listed_alike_without_a_log: 40,
        }
        disputes {
            disputes_agree_with_the_log: 10,
        }
        scoring {
            totals_are_sums_and_the_winners_have_the_most: 120,
            points_of_the_table_change_the_score_alone: 40,
        }
    } };
}

macro_rules! property_list {
    ($game:ty; $($file:ident { $($name:ident: $games:literal,)+ })+) => {
        vec![$($(Property {
            name: stringify!($name),
            games: $games,
            needs_positions: matches!(stringify!($file), "positions" | "disputes"),
            check: $file::$name::<$game>,
        },)+)+]
    };
}

/// The properties to check on a game. Properties of positions and disputes are included only if the game supports positions.
pub fn properties<G: TestableGame>() -> Vec<Property> {
    let all: Vec<Property> = with_properties!([property_list] G);
    all.into_iter().filter(|property| G::Position::SUPPORTED || !property.needs_positions).collect()
}

/// Checks the property of this name, if it applies to the game.
///
/// # Panics
/// If the property does not hold.
#[doc(hidden)]
pub fn assert_holds<G: TestableGame>(name: &str) {
    let property = properties::<G>().into_iter().find(|property| property.name == name);
    if let Some(Err(violation)) = property.map(Property::check) {
        panic!("{violation}");
    }
}

/// Makes a test of each property, for one game. The macro call needs a module of its own.
///
/// ```ignore
/// mod conformance {
///     fowlplay::conformance_tests!(crate::Sevens);
/// }
/// ```
#[macro_export]
macro_rules! conformance_tests {
    ($game:ty) => { $crate::with_properties!([$crate::conformance_tests] $game); };
    ($game:ty; $($file:ident { $($name:ident: $games:literal,)+ })+) => { $($(
        #[test]
        fn $name() {
            $crate::conformance::assert_holds::<$game>(stringify!($name));
        }
    )+)+ };
}
