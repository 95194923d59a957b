//! The texts of both games: reasons for verdicts, consequences, descriptions of steps, and what can be done next.

use super::{
    Action, Bird, BirdNumber, Counted, EmuStep, Misfit, Phase, Rancher, Reckoning, WILDS, Year, YearFault, YearStep,
    book::unusual_upkeep,
};
use crate::{
    decktet::{Card, Rank},
    table::{Clause, Consequence, Players, Seat, TableFault, VerbText, and_list, count_of, signed},
};
use std::cmp::Ordering;

impl<R: Rancher, const SEATS: usize> Year<R, SEATS> {
    /// Explains a fault. `step` is the act's step if any, `counted` a player's birds in a tally; `where_is` says where a card is
    /// known to be.
    pub fn explain<'a>(
        &self,
        fault: YearFault,
        players: &Players,
        step: Option<&impl EmuStep>,
        counted: impl FnOnce(Seat) -> Option<&'a Counted>,
        where_is: impl FnOnce(Card) -> String,
    ) -> String {
        let name = |seat| players.name(seat);
        let is_over = self.phase == Phase::Over;
        // A step that belongs after the year's end comes too early (ER-5.1, RX-5.1).
        let out_of_phase = matches!(fault, YearFault::DrawDue(_) | YearFault::Table(TableFault::NotYourTurn { .. }));
        let early = out_of_phase && self.has_turns() && step.is_some_and(EmuStep::is_after_year);
        // A year begun in the middle of a turn.
        let begun_early = step.is_none() && matches!(fault, YearFault::ActionDue(_) | YearFault::DrawDue(_));
        let why = match fault {
            YearFault::Table(TableFault::NotYourTurn { turn }) if self.phase == Phase::Ready => {
                format!("no year has begun; {} is to go first", name(turn))
            }
            YearFault::Table(fault) => fault.explain(players, "year", &self.account, step.map_or(&[], EmuStep::cards), where_is),
            YearFault::Unsaid(part, piece) => piece.describe(part, players),
            YearFault::ActionDue(seat) => format!("{} has to hatch, grow or discard first", name(seat)),
            YearFault::DrawDue(seat) => format!("{} has not drawn a card yet", name(seat)),
            YearFault::ActedTwice(seat) => {
                let has = match self.action {
                    Some(Action::Hatched(card)) => format!("hatched {card}"),
                    Some(Action::Grew(bird, card)) => format!("grown bird {bird} with {card}"),
                    Some(Action::Discarded(card)) => format!("discarded {card}"),
                    Some(Action::LaidDown) | None => "had an action".to_owned(),
                };
                format!("{} has {has} already; a turn has one action, and the draw is due", name(seat))
            }
            YearFault::LaidTooEarly => self.tell_not_over(),
            YearFault::Position(fault) => fault.explain(players, self.years),
            YearFault::DrawnTwice(turn) => format!("the turn ended with its one draw; it is {}'s turn", name(turn)),
            YearFault::TurnAfterYear(_) | YearFault::HatchedOrDrawnAfterYear if is_over => {
                "the year is over: all are done".to_owned()
            }
            YearFault::TurnAfterYear(seat) if !self.not_done().contains(seat) => {
                format!("the year has ended, and {} had already said done", name(seat))
            }
            YearFault::TurnAfterYear(_) => {
                let instead = match step.and_then(EmuStep::of_year) {
                    Some(YearStep::Grow(bird, laid)) => format!("a card goes on a bird with `lay {bird} {laid}` now"),
                    _ => "the cards left in hand are discarded with `done` now".to_owned(),
                };
                format!("the year has ended: the last card of the draw pile was drawn; {instead}")
            }
            YearFault::HatchedOrDrawnAfterYear => "the year has ended: nothing is hatched or drawn any more".to_owned(),
            YearFault::Misfit(misfit, seat, number, laid) => {
                let (whose, bird) = match counted(seat) {
                    Some(birds) => (format!("{}'s ", name(seat)), birds.below(number, misfit)),
                    None => (String::new(), self.bird(seat, number).cloned()),
                };
                let ranks = laid.rank().zip(bird.as_ref().and_then(Bird::last));
                // Above 7, above the Ace.
                let the = |last: Rank| if last.number().is_some() { "" } else { "the " };
                let why = match (misfit, ranks.map(|(rank, last)| (rank.cmp(&last), last))) {
                    // The bird is what is wrong, not the card.
                    _ if bird.as_ref().is_some_and(Bird::is_spoilt) => "can't go on it, and no card can".to_owned(),
                    (Misfit::NoSharedSuit, _) => "has none of its suits".to_owned(),
                    (Misfit::OutOfOrder, Some((Ordering::Less, last))) => format!("is below {}{}", the(last), last.name()),
                    (Misfit::OutOfOrder, Some((Ordering::Greater, last))) => format!("is above {}{}", the(last), last.name()),
                    (Misfit::OutOfOrder, Some((Ordering::Equal, last))) => format!("is a second {}", last.name()),
                    (Misfit::OutOfOrder, None) => "goes against it".to_owned(),
                };
                let stack = bird.map(|bird| format!(" is {bird}")).unwrap_or_default();
                format!("{whose}bird {number}{stack}; {laid} {why}")
            }
            YearFault::AlreadyDone(seat) if is_over => format!("the year is over; {} was done", name(seat)),
            YearFault::AlreadyDone(seat) => format!("{} has already said done", name(seat)),
            YearFault::DoneDue => {
                let late = players.named(self.not_done().iter());
                let are = if late.len() == 1 { "is" } else { "are" };
                format!("the year is not over: {} {are} not done", and_list(&late))
            }
            YearFault::NotInDrawPile(card) if WILDS.contains(card) && self.account.unaccounted(card.index()) > 0 => {
                format!("{card} is not in the draw pile: no Pawn or Court ever is")
            }
            YearFault::NotInDrawPile(card) => {
                // Nobody needs to have seen it to know that.
                let is_unseen = self.account.hidden() == 0 && self.account.unaccounted(card.index()) > 0;
                let why = if is_unseen { "no card is".to_owned() } else { where_is(card) };
                format!("{card} is not in the draw pile: {why}")
            }
            YearFault::NoSuchBird(seat, bird) => match self.rancher(seat).birds().len() {
                0 => format!("{} has no bird yet", name(seat)),
                1 => format!("{} has one bird, number 1; there is no bird {bird}", name(seat)),
                2 => format!("{}'s birds are 1 and 2; there is no bird {bird}", name(seat)),
                n => format!("{}'s birds are 1 to {n}; there is no bird {bird}", name(seat)),
            },
        };
        match (early, begun_early) {
            (true, _) => format!("{}; {why}", self.tell_not_over()),
            (_, true) => format!("the year is not over: {why}"),
            _ => why,
        }
    }

    /// Says that it is too early for a step that belongs after the year's end.
    pub fn tell_not_over(&self) -> String {
        let left = count_of(self.account.hidden(), "card", "cards");
        format!("the year is not over: it ends with the last card of the draw pile, which has {left}")
    }

    /// Who goes first; `clause` makes an id of the game's book, here and below.
    pub fn tell_first(&self, players: &Players, clause: fn(u8, u8) -> Clause) -> Consequence {
        let (hand, pile) = (self.account.hand(self.first).len(), self.account.hidden());
        let first = players.name(self.first);
        Consequence::quiet(clause(1, 2), format!("{first} goes first; each hand holds {hand} cards, the draw pile {pile}"))
    }

    /// The totals at the game's end, and what that `end` is.
    pub fn tell_end(&self, players: &Players, end: &str, clause: fn(u8, u8) -> Clause) -> Consequence {
        let totals = players.counts(self.seats().zip(self.totals()));
        Consequence::aloud(clause(6, 6), format!("the game is over: {totals}; {end}"))
    }

    /// Says what a hand was worked out to hold (TB-6).
    pub fn tell_deduced(&self, players: &Players, seat: Seat) -> Consequence {
        Consequence::deduced::<Card, _>(players, seat, self.account.hand(seat), "cards")
    }

    /// Describes a step after it was applied.
    pub fn describe(&self, actor: Option<Seat>, step: &YearStep) -> String {
        let last = actor.map_or(0, |seat| self.rancher(seat).birds().len()).saturating_sub(1);
        match step {
            YearStep::Hatch(laid) => format!("bird {}: {}", BirdNumber::from_index(last), laid.titled()),
            YearStep::Grow(number, laid) | YearStep::Lay(number, laid) => format!("bird {number} + {}", laid.titled()),
            YearStep::Draw(Some(card)) => format!("draws {}", card.titled()),
            YearStep::Draw(None) => "draws a card".to_owned(),
            YearStep::Done => "is done".to_owned(),
            YearStep::Shows(cards) => format!("shows {}", titles(cards)),
        }
    }

    /// What a step does that its text does not say.
    pub fn effect(&self, seat: Seat, step: &YearStep) -> String {
        match step {
            YearStep::Grow(number, _) | YearStep::Lay(number, _) => {
                self.bird(seat, *number).and_then(Bird::top).map(|top| format!("on {top}")).unwrap_or_default()
            }
            YearStep::Hatch(_) => format!("as bird {}", BirdNumber::from_index(self.rancher(seat).birds().len())),
            _ => String::new(),
        }
    }

    /// What may go on top of each bird, a line each: `grow 1: Suns, 8 or higher`.
    pub fn bird_options(&self, seat: Seat, verb: &VerbText) -> Vec<String> {
        let line = |(number, bird): (BirdNumber, &Bird)| {
            let options = bird.options().map_or_else(|| "nothing fits any more".to_owned(), |options| options.to_plain());
            format!("{} {number}: {options}", verb.name)
        };
        self.rancher(seat).on_table().map(line).collect()
    }

    /// That somebody lays no more; or all at once.
    pub fn done_option(&self, verb: &VerbText) -> String {
        let all = if self.not_done().len() > 1 { "; `all done`: nobody does" } else { "" };
        format!("{}{all}", verb.line())
    }

    /// What there is to draw.
    pub fn draw_option(&self) -> String {
        format!("draw: the draw pile has {}", count_of(self.account.hidden(), "card", "cards"))
    }
}

/// Says that the last card was drawn, and what is to be done now.
pub fn told_last_draw(now: &str, clause: fn(u8, u8) -> Clause) -> Consequence {
    let text = format!("that was the last card of the draw pile: the year ends. Now {now}");
    Consequence::aloud(clause(2, 2), text)
}

/// The points of a bird or a year, with a sign.
pub fn gain(points: i32) -> String {
    signed(format!("{points:+}"))
}

/// A bird's result, reported at the end of a year.
pub fn told_bird(name: &str, number: BirdNumber, reckoning: &Reckoning, clause: fn(u8, u8) -> Clause) -> Consequence {
    let text = format!("{name}'s bird {number}: {}, so {}", reckoning.why(), gain(reckoning.points));
    let upkeep = u16::try_from(reckoning.upkeep).unwrap_or_default();
    Consequence::quiet(reckoning.clause(clause), text).by(unusual_upkeep(upkeep))
}

/// Cards with their names and suits.
pub fn titles(cards: &[Card]) -> String {
    cards.iter().map(|card| card.titled()).collect::<Vec<_>>().join("; ")
}

/// The distance between steps, for alternatives: another use of the same card is nearer than another card.
pub fn distance<S: EmuStep>(tried: &S, legal: &S, same_verb: bool) -> u32 {
    let card = match (tried.cards().first(), legal.cards().first()) {
        (Some(a), Some(b)) if a == b => 0,
        (Some(a), Some(b)) if a.rank() == b.rank() => 1,
        (Some(a), Some(b)) if a.suits().meets(b.suits()) => 2,
        (None, None) => 0,
        _ => 3,
    };
    let other_bird = tried.bird().zip(legal.bird()).is_some_and(|(a, b)| a != b);
    card * 5 + u32::from(other_bird) * 2 + u32::from(!same_verb) * 3
}
