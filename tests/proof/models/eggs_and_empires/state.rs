//! What lies on the table in Eggs and Empires, in plain lists.

use super::step::Counted;

pub const SCOUT: usize = 2;
pub const SHEPHERD: usize = 3;
pub const COURIER: usize = 4;
pub const MERCHANT: usize = 5;
pub const PRIEST: usize = 6;
pub const MAGE: usize = 7;
pub const BLACKSMITH: usize = 8;
pub const PRIESTESS: usize = 9;

/// EE-2.7
pub const TURNS: usize = 9;

/// An egg. One that was laid face down bears the seat of its Scout for ever, and has no value until it is named.
#[derive(Clone, Debug, PartialEq)]
pub struct Egg {
    pub value: Option<i32>,
    pub scout: Option<usize>,
    /// After which turn a Scout laid it.
    pub turn: usize,
    /// Tells eggs apart, and the older from the younger.
    pub age: usize,
}

/// A card in front of a player in this turn.
#[derive(Clone, Debug, PartialEq)]
pub struct Played {
    pub seat: usize,
    pub card: usize,
    pub collected: bool,
    /// The clause by which it does not wait for its turn to collect any more.
    pub done: Option<&'static str>,
}

/// What a player may still do after the turn (EE-4.2, EE-4.4).
#[derive(Clone, Debug, PartialEq)]
pub enum Right {
    /// May give the egg of this age.
    Courier { seat: usize, egg: usize },
    /// May discard an egg.
    Priest { seat: usize },
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Phase {
    /// Nothing has been revealed in this round.
    Fresh,
    Playing,
    /// Indices of the cards that are still to collect are in `order`.
    Collecting,
    TurnEnd,
    Over,
}

/// One player's Empire cards: which were played, which of the hand have been seen, how many of it have not, how many lie in the pile.
#[derive(Clone, Debug, PartialEq)]
pub struct Cards {
    pub copies: usize,
    pub played: Vec<usize>,
    pub seen: Vec<usize>,
    pub unseen: usize,
    pub pile: usize,
    pub swap: Option<Swap>,
}

/// What a mulligan proves of the hand drawn by it (EE-1.3).
#[derive(Clone, Debug, PartialEq)]
pub struct Swap {
    /// The cards that were seen in the old hand: all of them went back below the new one.
    aside: Vec<usize>,
    /// What had been played before.
    before: Vec<usize>,
    /// How many cards were drawn since: only those can be of the old hand.
    drawn: usize,
}

pub fn times(cards: &[usize], card: usize) -> usize {
    cards.iter().filter(|other| **other == card).count()
}

impl Cards {
    /// EE-1.1, EE-1.2
    pub fn new(players: usize) -> Self {
        let (copies, hand) = if players == 2 { (2, 4) } else { (1, 3) };
        Self { copies, played: Vec::new(), seen: Vec::new(), unseen: hand, pile: 10 * copies - hand, swap: None }
    }

    pub fn in_hand(&self) -> usize {
        self.seen.len() + self.unseen
    }

    fn unaccounted(&self, card: usize) -> usize {
        if !(1..=10).contains(&card) {
            return 0;
        }
        self.copies - times(&self.played, card) - times(&self.seen, card)
    }

    /// TB-3, TB-5: whether the hand can hold all these at once.
    pub fn can_hold(&self, cards: &[usize]) -> bool {
        let mut distinct = cards.to_vec();
        distinct.sort_unstable();
        distinct.dedup();
        let mut from_unseen = 0;
        for card in distinct {
            let more = times(cards, card).saturating_sub(times(&self.seen, card));
            if more > self.unaccounted(card) {
                return false;
            }
            from_unseen += more;
        }
        from_unseen <= self.unseen && self.swap.as_ref().is_none_or(|swap| self.aside_needed(swap, cards) <= swap.drawn)
    }

    /// EE-1.3: how many cards of the old hand have come up again since, at least, if these are in the hand now.
    fn aside_needed(&self, swap: &Swap, cards: &[usize]) -> usize {
        let needed = |card: usize| {
            let held = times(cards, card).max(times(&self.seen, card));
            let come_up = times(&self.played, card) - times(&swap.before, card) + held;
            let others = self.copies - times(&swap.before, card) - times(&swap.aside, card);
            come_up.saturating_sub(others)
        };
        (1..=10).map(needed).sum()
    }

    /// They are seen to be in the hand.
    pub fn show(&mut self, cards: &[usize]) {
        for &card in cards {
            while times(&self.seen, card) < times(cards, card) {
                self.seen.push(card);
                self.unseen -= 1;
            }
        }
    }

    pub fn play(&mut self, card: usize) {
        match self.seen.iter().position(|seen| *seen == card) {
            Some(at) => drop(self.seen.remove(at)),
            None => self.unseen -= 1,
        }
        self.played.push(card);
    }

    /// EE-1.2
    pub fn refill(&mut self) {
        let full = if self.copies == 2 { 4 } else { 3 };
        while self.in_hand() < full && self.pile > 0 {
            self.unseen += 1;
            self.pile -= 1;
            if let Some(swap) = &mut self.swap {
                swap.drawn += 1;
            }
        }
    }

    /// EE-1.3: the hand is laid aside, as many cards are drawn from those that remain, and then it goes back among them.
    pub fn swap(&mut self) {
        let laid = self.in_hand();
        let drawn = laid.min(self.pile);
        // Whoever draws all that remain, and whose old hand is known whole, holds all other cards (TB-6).
        let is_known = self.unseen == 0 && drawn == self.pile;
        let others: Vec<usize> = (1..=10).flat_map(|card| vec![card; self.unaccounted(card)]).collect();
        self.swap = Some(Swap { aside: std::mem::take(&mut self.seen), before: self.played.clone(), drawn: 0 });
        (self.seen, self.unseen) = if is_known { (others, 0) } else { (Vec::new(), drawn) };
        self.pile = self.pile + laid - drawn;
    }
}

#[derive(Clone, Debug)]
pub struct Round {
    pub first: usize,
    pub marker: usize,
    /// How many turns have begun.
    pub turn: usize,
    pub phase: Phase,
    pub face_up: Vec<i32>,
    pub down: Vec<Egg>,
    /// This turn's cards.
    pub cards: Vec<Played>,
    /// Which of them are still to collect, the next one first.
    pub order: Vec<usize>,
    pub rights: Vec<Right>,
    /// Rights of the last turn that were not used in time.
    pub late: Vec<Right>,
    pub piles: Vec<Vec<Egg>>,
    pub merchants: Vec<usize>,
    pub blacksmiths: Vec<usize>,
    /// The last turn was ended before all had played.
    pub cut: bool,
    pub swapped: Vec<bool>,
    pub hands: Vec<Cards>,
    /// Every value that was seen in this round.
    pub values: Vec<i32>,
    /// How many eggs have left the deck.
    pub drawn: usize,
    pub counted: Option<Vec<Counted>>,
    /// What the table gave and took (TB-9): each player and the points.
    pub decided: Vec<(usize, i32)>,
    /// Whether a Priest may discard from every pile.
    pub any_pile: bool,
}

impl Round {
    /// EE-2.5, EE-4.4: the values that were seen, and lie neither in a pile nor on offer.
    pub fn discarded(&self) -> Vec<i32> {
        let piles = self.piles.iter().flatten().filter_map(|egg| egg.value);
        let mut left = self.values.clone();
        for lying in piles.chain(self.face_up.iter().copied()) {
            left.iter().position(|value| *value == lying).map(|at| left.remove(at));
        }
        left
    }

    pub fn new(players: usize, first: usize, any_pile: bool) -> Self {
        Self {
            any_pile,
            first,
            marker: first,
            turn: 0,
            phase: Phase::Fresh,
            face_up: Vec::new(),
            down: Vec::new(),
            cards: Vec::new(),
            order: Vec::new(),
            rights: Vec::new(),
            late: Vec::new(),
            piles: vec![Vec::new(); players],
            merchants: vec![0; players],
            blacksmiths: vec![0; players],
            cut: false,
            swapped: vec![false; players],
            hands: vec![Cards::new(players); players],
            values: Vec::new(),
            drawn: 0,
            counted: None,
            decided: Vec::new(),
        }
    }

    /// The card whose turn to collect it is.
    pub fn collector(&self) -> Option<&Played> {
        self.order.first().map(|&at| &self.cards[at])
    }

    /// The next card is through with collecting, by this clause.
    pub fn through(&mut self, clause: &'static str) {
        let at = self.order.remove(0);
        self.cards[at].done = Some(clause);
    }

    /// EE-3.3
    pub fn is_cancelled(&self, card: &Played) -> bool {
        card.card == PRIESTESS && self.cards.iter().filter(|card| card.card == PRIESTESS).count() > 1
    }

    pub fn has_played(&self, seat: usize) -> bool {
        self.cards.iter().any(|card| card.seat == seat)
    }

    /// Whether an egg of a pile is still to be named (EE-3.6).
    pub fn is_hiding(&self) -> bool {
        self.counted.is_none() && self.piles.iter().flatten().any(|egg| egg.value.is_none())
    }

    /// The eggs of a pile that are still to be named, the older first.
    pub fn unnamed(&self, seat: usize) -> Vec<&Egg> {
        let mut eggs: Vec<&Egg> = self.piles[seat].iter().filter(|egg| egg.value.is_none()).collect();
        eggs.sort_by_key(|egg| egg.age);
        eggs
    }

    /// The age of the egg that a player's Courier may still give.
    pub fn gift(&self, seat: usize) -> Vec<usize> {
        let gift = |right: &Right| match right {
            Right::Courier { seat: of, egg } if *of == seat => Some(*egg),
            _ => None,
        };
        self.rights.iter().filter_map(gift).collect()
    }

    /// Whether a right can be used: a Priest needs an egg, in the own pile or in any (table rule `priest`).
    pub fn can_use(&self, right: &Right) -> bool {
        match right {
            Right::Courier { .. } => true,
            Right::Priest { .. } if self.any_pile => self.piles.iter().any(|pile| !pile.is_empty()),
            Right::Priest { seat } => !self.piles[*seat].is_empty(),
        }
    }

    /// The time to use them is over (EE-4.6).
    pub fn close_rights(&mut self) {
        if !self.rights.is_empty() {
            let rights = std::mem::take(&mut self.rights);
            self.late = rights.into_iter().filter(|right| self.can_use(right)).collect();
        }
    }

    pub fn has_rights(&self) -> bool {
        self.rights.iter().any(|right| self.can_use(right))
    }
}
