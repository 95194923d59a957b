//! A dispute is asked with as little as a table says.

use crate::random_game::{TestableGame, first_seed, is_long, only_seed};
use fowlplay::conformance::disputes::with_parts_left_out;

/// How many moves of each game are judged in the long form.
const MOVES: usize = 5000;

/// Whatever is left out of a position, the verdict that the whole position has is the answer, or among what would change it.
pub fn what_is_left_out_makes_no_answer_wrong<G: TestableGame>() {
    let moves = if only_seed().is_some() {
        1
    } else if is_long() {
        MOVES
    } else {
        MOVES / 100
    };
    let answers = with_parts_left_out::<G>(moves, only_seed().unwrap_or_else(first_seed));
    println!(
        "{}: {} definite, {} unless, {} others, {} unread, {} wrong",
        G::book().game,
        answers.definite,
        answers.unless,
        answers.other.len(),
        answers.unread,
        answers.wrong.len()
    );
    assert!(answers.wrong.is_empty(), "{} of {} are wrong:\n{}", answers.wrong.len(), answers.moves(), answers.wrong.join("\n"));
    let most = answers.moves() / 100 + 1;
    assert!(
        answers.other.len() <= most,
        "{} of {} are others:\n{}",
        answers.other.len(),
        answers.moves(),
        answers.other.join("\n")
    );
    assert!(answers.definite > answers.moves() / 20, "{answers:?}");
}
