//! What the two emu games deal and do alike.

use super::{Dealt, Random};
use crate::{
    decktet::{Card, Rank},
    emu::{EmuStep, Laid, Phase, Rancher, WILDS, Year, YearStep},
    table::Seat,
};

/// A use of a true hand, a game's own or one that both have. `own` is given a number below 64 to choose by.
pub(super) fn any_step<S: EmuStep, R: Rancher, const SEATS: usize>(
    year: &Year<R, SEATS>,
    seat: Seat,
    dealt: &Dealt<Card>,
    random: Random<'_>,
    own: impl FnOnce(usize, Random<'_>) -> Option<S>,
) -> S {
    let hand = dealt.hand(seat);
    if hand.is_empty() {
        return YearStep::Done.into();
    }
    let choice = random(64);
    if choice < 2 {
        return YearStep::Shows(dealt.any_shown(seat, random)).into();
    }
    if let Some(step) = own(choice, random) {
        return step;
    }
    let birds = || year.rancher(seat).on_table().map(|(number, _)| number);
    let bird = birds().nth(random(birds().count().max(1)));
    let step = match (year.phase, bird) {
        (Phase::Draw { .. }, _) => YearStep::Draw(dealt.top(1).next().filter(|_| choice == 20)),
        (Phase::Laying, Some(bird)) if choice >= 16 => YearStep::Lay(bird, any_laid(hand, random)),
        (Phase::Laying, _) => YearStep::Done,
        (_, Some(bird)) if choice < 40 => YearStep::Grow(bird, any_laid(hand, random)),
        _ => YearStep::Hatch(Laid::natural(hand[random(hand.len())])),
    };
    step.into()
}

/// A card of a hand as it could go on a bird: a Pawn or Court as any number, and sometimes as an Ace or Crown, or without a rank.
fn any_laid(hand: &[Card], random: Random<'_>) -> Laid {
    let card = hand[random(hand.len())];
    if !WILDS.contains(card) {
        return Laid::natural(card);
    }
    let named = match random(26) {
        0 => None,
        1 => Some(Rank::Ace),
        2 => Some(Rank::Crown),
        number => u8::try_from(2 + number % 8).ok().and_then(Rank::from_number),
    };
    Laid { card, named }
}
