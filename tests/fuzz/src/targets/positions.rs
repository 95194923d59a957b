//! Tables in the middle of a game, at which something is typed or counted.

use fowlplay::{
    conformance::{
        log_draft::{LogDraft, LogLayout},
        random_game::{PlayStyle, RandomGame, TestableGame},
    },
    deal::Dealer,
    referee::Referee,
    table::TableContext,
};

/// A table as its log leaves it.
pub struct Position<G: Dealer> {
    /// Who sits there, and by which rules.
    pub context: TableContext<G::Setup>,
    /// The log and the game.
    pub referee: Box<dyn Referee>,
}

/// How many acts were done: the beginnings of a game mostly, and some games to their ends.
const ACTS: [usize; 26] =
    [1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 14, 16, 19, 22, 25, 28, 32, 36, 40, 45, 50, 60, 70, 90, usize::MAX, usize::MAX];

/// A table for each letter from `a` to `z`: the later, the further on.
pub fn positions<G: TestableGame>() -> Vec<Position<G>> {
    (0..).zip(ACTS).map(|(seed, most)| position(seed, most)).collect()
}

fn position<G: TestableGame>(seed: u64, most: usize) -> Position<G> {
    let play = if seed.is_multiple_of(2) { PlayStyle::Legal } else { PlayStyle::Loose };
    let table = RandomGame::<G>::play_some(seed, play, most);
    let written = LogDraft::of(&table, &table.acts);
    Position { context: table.context, referee: written.open(LogLayout::Plain) }
}

/// The table that the first byte of an input names by its letter, and the text after it.
pub fn named<'p, 'd, G: Dealer>(positions: &'p [Position<G>], data: &'d [u8]) -> Option<(&'p Position<G>, &'d str)> {
    let (which, rest) = data.split_first()?;
    let index = usize::from(which.wrapping_sub(b'a')) % positions.len();
    let text = std::str::from_utf8(rest).ok()?;
    Some((&positions[index], text.strip_prefix('\n').unwrap_or(text)))
}
