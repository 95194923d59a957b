//! What the two emu games share when they are dealt and played.

use super::{Dealt, Random, any_of};
use crate::{
    decktet::{Card, Rank},
    emu::{BirdNumber, EmuStep, Laid, Phase, Rancher, WILDS, Year, YearStep},
    table::{Seat, Seats},
};

/// A random step with cards that are really in the hand, shared or from `own`, which gets a random number below 64.
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
    let on_bird = match year.phase {
        Phase::Draw { .. } => return YearStep::Draw(dealt.top(1).first().copied().filter(|_| choice == 20)).into(),
        Phase::Laying => choice >= 16,
        _ => choice < 40,
    };
    let rancher = year.rancher(seat);
    let birds = if on_bird { rancher.birds().len() } else { 0 };
    let bird = (birds > 0).then(|| BirdNumber::from_index(random(birds))).filter(|&number| rancher.bird(number).is_some());
    let step = match (year.phase, bird) {
        (Phase::Laying, Some(bird)) => YearStep::Lay(bird, any_laid(hand, random)),
        (Phase::Laying, None) => YearStep::Done,
        (_, Some(bird)) => YearStep::Grow(bird, any_laid(hand, random)),
        _ => YearStep::Hatch(Laid::natural(hand[random(hand.len())])),
    };
    step.into()
}

/// A player who lays down; sometimes one who is done.
pub(super) fn any_laying<R: Rancher, const SEATS: usize>(year: &Year<R, SEATS>, random: Random<'_>) -> Seat {
    let not_done = year.not_done();
    let seats = if random(8) == 0 { Seats::all(year.players) } else { not_done };
    any_of(|| seats.iter(), random).unwrap_or(year.first)
}

/// A card of a hand to lay on a bird: a Pawn or Court as any number, and sometimes as an Ace or Crown, or without a rank.
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
