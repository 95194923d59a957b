//! What the two emu games share: birds, upkeep, discards, and how all these are read, shown and told. Whose turn it is, each
//! game says itself.

mod bird;
mod counted;
mod hands;
mod pile;
mod places;
mod reading;
mod sheet;
mod showing;
mod typing;
mod upkeep;
mod words;

use crate::decktet::Cards;
use smallvec::SmallVec;

pub use bird::{Bird, BirdNumber, Laid, Misfit, NotABird, Order};
pub use counted::Counted;
pub use hands::{Stock, surplus, unshowable};
pub use pile::Pile;
pub use places::{in_birds_and_hands, where_is};
pub use reading::{as_a_number, card, cards, laid, nothing_after, number, unknown_verb};
pub use sheet::item_of;
pub use showing::{codes, grid_of, hand_line, hand_state, named, row_of, top_of, unaccounted_line};
pub use typing::{card_alone, short_verb};
pub use upkeep::{Reckoning, reckon};
pub use words::{
    bird_prospects, card_distance, deduced, no_such_bird, not_done, not_in_hand, signed, told, too_few_unseen, unfitting,
};

/// The Pawns and Courts, which can be played as numbers (RX-3.5).
pub const WILDS: Cards = Cards::PAWNS.union(Cards::COURTS);

/// The birds of one player, by number.
pub type Ranch = SmallVec<[Bird; 8]>;

/// The birds of a ranch by number.
pub fn by_number(ranch: &Ranch) -> impl Iterator<Item = (BirdNumber, &Bird)> {
    ranch.iter().enumerate().map(|(index, bird)| (BirdNumber::from_index(index), bird))
}
