//! What the two emu games share: birds and their upkeep, and one year with its turns: who hatches, grows, draws and lays down
//! when. The market, what wilds may do, Excuses and the second discard pile are Emus Redux' own.

mod apply;
mod bird;
pub(crate) mod book;
mod judge;
mod pile;
mod position;
mod score;
mod step;
mod tally;
mod upkeep;
mod view;
mod words;
mod year;

pub use apply::YearEvent;
pub use bird::{BirdNumber, Laid, Misfit};
pub use judge::YearFault;
pub use position::{PositionFault, Said};
pub use step::YearStep;

pub(crate) use bird::Bird;
pub(crate) use judge::Parts;
pub(crate) use pile::Pile;
pub(crate) use position::{Counts, Form, Size, Stack, YearPosition};
pub(crate) use score::item_of;
pub(crate) use step::{bird_number, card_alone, drawn, laid, on_bird, sorted_cards};
pub(crate) use tally::{Counted, misfits, surplus};
pub(crate) use upkeep::{Reckoning, reckon};
pub(crate) use view::{bird_row, past};
pub(crate) use words::{distance, gain, titles, told_bird, told_last_draw};
pub(crate) use year::{Action, Phase, Ranch, Rancher, Year};

use crate::decktet::{Card, Cards};

/// How many cards each is dealt (ER-1.1, RX-1.1).
pub(crate) const HAND: usize = 6;

/// The Pawns and Courts, which can be played as numbers (RX-3.5).
pub(crate) const WILDS: Cards = Cards::PAWNS.union(Cards::COURTS);

/// A step of an emu game: one of the year's, or the game's own.
pub(crate) trait EmuStep: From<YearStep> {
    /// The cards it names.
    fn cards(&self) -> &[Card];
    /// The year's step in it, unless it is the game's own.
    fn of_year(&self) -> Option<&YearStep>;

    /// The bird it names.
    fn bird(&self) -> Option<BirdNumber> {
        self.of_year().and_then(YearStep::bird)
    }

    /// Whether it belongs after the year's end (ER-5).
    fn is_after_year(&self) -> bool {
        matches!(self.of_year(), Some(YearStep::Lay(..) | YearStep::Done))
    }
}
