//! A bird on the score sheet.

use super::{BirdNumber, Laid, Reckoning};
use crate::table::{Clause, Detail, Item, Points};

/// The item of a bird of these cards; `clause` names a clause of section 6 in the game's book (6.2 or 6.3).
pub fn item_of(number: BirdNumber, cards: &[Laid], reckoning: &Reckoning, clause: fn(u8, u8) -> Clause) -> Item {
    let list = |cards: &[Laid]| Detail::List(cards.iter().map(ToString::to_string).collect());
    let bonus = if reckoning.covers() { reckoning.plumage } else { -reckoning.plumage };
    Item {
        label: format!("bird {number}"),
        points: Points::Exactly(reckoning.points),
        clause: if reckoning.covers() { clause(6, 3) } else { clause(6, 2) },
        details: vec![
            ("cards", list(cards)),
            ("total", Detail::Number(reckoning.total.into())),
            ("paid", list(&reckoning.paid)),
            ("left", list(&reckoning.left)),
            ("bonus", Detail::Number(bonus.into())),
        ],
        why: reckoning.why(),
    }
}
