//! Blulu (BL) judged: clauses by their numbers.

use super::{
    Blulu, Phase,
    captures::{RANKS, rank, reaches},
    counting::{Counted, counted},
};
use crate::{model::Act, models::emu::words};

/// What a step names.
pub struct Step<'a> {
    pub verb: &'a str,
    pub ranks: Vec<char>,
    pub cards: Vec<String>,
}

impl<'a> Step<'a> {
    pub fn of(text: &'a str) -> Self {
        let (verb, rest) = text.split_once(' ').expect("a step names something");
        let (ranks, cards) = rest.split_once(" with ").unwrap_or(("", rest));
        Self { verb, ranks: ranks.chars().filter(|letter| *letter != ' ').collect(), cards: words(cards) }
    }
}

impl Blulu {
    /// Turn and phase: the clause of what was due.
    pub(super) fn breaks_the_order(&self, act: &Act) -> Option<&'static str> {
        match act {
            // The result of a round whose moves are over belongs to that round still.
            Act::Tally(_) => None,
            _ if self.is_game_over() => Some("TB-7"),
            Act::Round(first) => match self.phase {
                Phase::Ready => None,
                Phase::Deal => Some("1.2"),
                Phase::Turn(_) => Some("2.1"),
                Phase::Over => (*first != self.next_dealer()).then_some("1.1"),
            },
            Act::Step(_, text) if text.starts_with("shows") => {
                matches!(self.phase, Phase::Ready | Phase::Deal | Phase::Over).then_some("TB-5")
            }
            Act::Step(_, text) if text.starts_with("deal") => match self.phase {
                Phase::Deal => None,
                _ if self.table_cards > 0 && self.table_was_dealt => Some("1.3"),
                _ => Some("1.2"),
            },
            Act::Step(actor, _) => match self.phase {
                Phase::Ready | Phase::Deal => Some("1.2"),
                Phase::Turn(seat) => (*actor != Some(seat)).then_some("1.4"),
                Phase::Over => Some("4.1"),
            },
        }
    }

    /// Whether it can be.
    pub(super) fn contradicts(&self, act: &Act) -> Option<&'static str> {
        let (actor, text) = match act {
            Act::Round(_) => return None,
            Act::Tally(texts) => return self.cannot_be_counted(&texts.iter().map(|text| counted(text)).collect::<Vec<_>>()),
            Act::Step(actor, text) => (actor, text),
        };
        // Every card is there once.
        let Step { verb, ranks, cards } = Step::of(text);
        let unknown: Vec<&String> = match actor {
            Some(seat) => cards.iter().filter(|card| !self.hands[*seat].known.contains(card)).collect(),
            None => cards.iter().collect(),
        };
        let unseen = actor.map_or(self.pile, |seat| self.hands[seat].unseen);
        let once = cards.iter().all(|card| cards.iter().filter(|other| *other == card).count() == 1);
        let can = once && unknown.len() <= unseen && unknown.iter().all(|card| self.unaccounted.contains(card));
        let lies = |wanted: &char| self.lying.iter().any(|card| rank(card) == *wanted);
        match () {
            () if !can => Some("TB-3"),
            () if verb == "capture" && !ranks.iter().all(lies) => Some("TB-4"),
            () => None,
        }
    }

    fn cannot_be_counted(&self, sides: &[Counted]) -> Option<&'static str> {
        let captured: usize = sides.iter().map(|side| side.captured).sum();
        let turns_each = (self.deck.len() - self.table_cards) / self.hands.len() / 2;
        if captured > self.deck.len() {
            return Some("1.2");
        }
        for side in sides {
            if (1..3).contains(&side.captured) {
                return Some("2.4");
            }
            if side.flushes + side.sextets > turns_each.min(side.captured / 3) {
                return Some("3.1");
            }
        }
        let went_on = self.may_have_ended(sides).contains(&None);
        match () {
            () if captured > 0 && captured < self.deck.len() && went_on => Some("4.1"),
            () => self.ended_by(sides).is_err().then_some("4.3"),
        }
    }

    /// TB-8: whether a player's recorded captures are more than was counted.
    fn forgets(&self, sides: &[Counted]) -> bool {
        self.captured.iter().zip(sides).any(|(captured, side)| *captured > side.captured)
    }

    /// Every other clause.
    pub(super) fn breaks(&self, act: &Act) -> Option<&'static str> {
        let (actor, text) = match act {
            Act::Round(_) => return None,
            Act::Tally(texts) => {
                return self.forgets(&texts.iter().map(|text| counted(text)).collect::<Vec<_>>()).then_some("TB-8");
            }
            Act::Step(actor, text) => (actor, text),
        };
        let Step { verb, ranks, cards } = Step::of(text);
        let hand = &self.hands[actor.unwrap_or_default()];
        let two = 2.min(hand.known.len() + hand.unseen);
        let is_reached = |wanted: &char| self.reaches(&cards, *wanted);
        let is_left_lying = |wanted: char| !ranks.contains(&wanted) && self.lying.iter().any(|card| rank(card) == wanted);
        match verb {
            "deal" => (cards.len() != self.table_cards).then_some("1.2"),
            "trail" | "capture" if cards.len() != two => Some("2.1"),
            "trail" => self.hides_a_capture(actor.unwrap_or_default(), &cards).then_some("2.7"),
            "capture" if !ranks.iter().all(is_reached) => Some("2.3"),
            "capture" if self.arithmetic == "sum-and-difference" => {
                RANKS.chars().filter(is_reached).any(is_left_lying).then_some("2.4")
            }
            "capture" => (ranks.len() > 1).then_some("2.5"),
            _ => None,
        }
    }

    /// Whether a pair reaches a rank, under this table's rules.
    pub(super) fn reaches(&self, pair: &[String], wanted: char) -> bool {
        reaches(pair, wanted, self.arithmetic != "difference", self.own_rank)
    }

    /// BL-2.7, of what the table can see: a pair of the cards known to be in the hand, the trailed ones included, or only these.
    pub(super) fn hides_a_capture(&self, seat: usize, trailed: &[String]) -> bool {
        let known = match &self.must_capture[..] {
            "hand" => [trailed, &self.hands[seat].known].concat(),
            "pair" => trailed.to_vec(),
            _ => return false,
        };
        self.has_capture(&known, &self.lying)
    }

    /// Whether some pair of these cards would capture something that lies there.
    pub(super) fn has_capture(&self, cards: &[String], lying: &[String]) -> bool {
        let captures = |pair: &[String]| lying.iter().any(|card| self.reaches(pair, rank(card)));
        cards.iter().any(|one| cards.iter().any(|other| one != other && captures(&[one.clone(), other.clone()])))
    }
}
