//! An account tracks one closed stock of cards, and where its unseen copies can be (TB-2, TB-3, TB-6).

use super::{IndexedCard, Seat};
use std::ops::Range;

/// The seen cards of one hand, and a count of the unseen ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Hand<const KINDS: usize> {
    known: [u8; KINDS],
    known_count: u8,
    unseen: u8,
}

impl<const KINDS: usize> Hand<KINDS> {
    const EMPTY: Self = Self { known: [0; KINDS], known_count: 0, unseen: 0 };

    /// The number of cards in the hand, seen and unseen.
    pub const fn len(&self) -> usize {
        self.known_count as usize + self.unseen as usize
    }

    /// Whether the hand holds no cards.
    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The number of unseen cards in the hand.
    pub const fn unseen(&self) -> usize {
        self.unseen as usize
    }

    /// The number of copies of a card that are known to be in the hand.
    pub const fn known(&self, card: usize) -> usize {
        self.known[card] as usize
    }

    /// The cards known to be in the hand, in canonical order, with repeats.
    pub fn known_cards(&self) -> impl Iterator<Item = usize> + '_ {
        repeated_indices(&self.known)
    }
}

/// The index of each card, repeated by its count.
fn repeated_indices(counts: &[u8]) -> impl Iterator<Item = usize> {
    counts.iter().enumerate().flat_map(|(card, &count)| std::iter::repeat_n(card, count.into()))
}

/// A closed stock of `KINDS` kinds of card. A card is identified by its index in the canonical order.
///
/// Every copy lies open (the game knows where), is known to be in a hand, or is unaccounted for. Unaccounted copies fill the
/// unseen places of the hands and of one face-down pile: the draw pile, with the cards discarded face down.
///
/// A card laid aside by [`redraw_hand`](Self::redraw_hand) is in the pile, or was drawn again into the same hand. If two copies
/// fit, the one that wasn't laid aside is assumed to come first, which rules out no possible deal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Account<const KINDS: usize> {
    unaccounted: [u8; KINDS],
    pile_len: u16,
    /// The number of unaccounted copies that lie covered outside of the pile. They lay open once, but the recorder didn't see them.
    covered: u16,
    /// The number of unaccounted copies of each kind that were seen in a hand before the hand was laid aside.
    laid_aside: [u8; KINDS],
    /// The number of cards drawn since a hand was laid aside that can still be copies in `laid_aside`.
    drawn_since: u16,
    /// The kinds of card (start and end of a range) that are never in the pile, and of which an unknown subset is out of the game.
    excluded_kinds: (u8, u8),
    /// The number of unaccounted copies of `excluded_kinds` that are out of the game.
    excluded_copies: u16,
    hands: [Hand<KINDS>; Seat::MOST],
}

impl<const KINDS: usize> Default for Account<KINDS> {
    fn default() -> Self {
        Self::new([0; KINDS])
    }
}

impl<const KINDS: usize> Account<KINDS> {
    /// An account with all copies of the stock in a face-down pile.
    pub fn new(stock: [u8; KINDS]) -> Self {
        let total = stock.iter().map(|&n| u16::from(n)).sum();
        Self {
            unaccounted: stock,
            pile_len: total,
            covered: 0,
            laid_aside: [0; KINDS],
            drawn_since: 0,
            excluded_kinds: (0, 0),
            excluded_copies: 0,
            hands: [Hand::EMPTY; Seat::MOST],
        }
    }

    /// The seen cards of a player's hand, and the count of the unseen ones.
    pub const fn hand(&self, seat: Seat) -> &Hand<KINDS> {
        &self.hands[seat.index()]
    }

    /// The number of face-down cards in the pile.
    pub const fn pile_len(&self) -> usize {
        self.pile_len as usize
    }

    /// The number of unidentified cards that lie covered outside of the pile.
    pub const fn covered(&self) -> usize {
        self.covered as usize
    }

    /// Moves this many cards from the pile to covered places elsewhere. Returns false and changes nothing if the pile has fewer.
    pub fn cover(&mut self, cards: usize) -> bool {
        let Some(cards) = u16::try_from(cards).ok().filter(|cards| *cards <= self.pile_len) else { return false };
        self.pile_len -= cards;
        self.covered += cards;
        true
    }

    /// Whether a card can be one of the covered cards outside of the pile.
    pub fn can_be_covered(&self, card: usize) -> bool {
        self.covered > 0 && self.unaccounted[card] > 0 && self.has_place_for(card)
    }

    /// Excludes these kinds from the pile. `in_game` of their unaccounted copies lie in hands or covered. The others, in the pile
    /// until now, are out of the game. Returns false and changes nothing if that is impossible.
    pub fn exclude_kinds(&mut self, kinds: Range<usize>, in_game: usize) -> bool {
        let copies: usize = self.unaccounted[kinds.clone()].iter().map(|&copies| usize::from(copies)).sum();
        let excluded =
            copies.checked_sub(in_game).and_then(|count| u16::try_from(count).ok()).filter(|&count| count <= self.pile_len);
        let (Some(excluded), Ok(start), Ok(end)) = (excluded, kinds.start.try_into(), kinds.end.try_into()) else { return false };
        if in_game > self.unseen_places() {
            return false;
        }
        (self.excluded_kinds, self.excluded_copies, self.pile_len) = ((start, end), excluded, self.pile_len - excluded);
        true
    }

    /// Whether there are kinds of which an unknown subset is out of the game.
    pub const fn has_unknown_stock(&self) -> bool {
        self.excluded_kinds.0 < self.excluded_kinds.1
    }

    const fn is_excluded_kind(&self, card: usize) -> bool {
        (self.excluded_kinds.0 as usize) <= card && card < self.excluded_kinds.1 as usize
    }

    /// The number of unseen cards outside of the pile.
    fn unseen_places(&self) -> usize {
        self.covered() + self.hands.iter().map(Hand::unseen).sum::<usize>()
    }

    /// Whether an unaccounted card can lie in an unseen place outside of the pile. The excluded kinds fill as many of these places
    /// as they have copies in the game. Other kinds can only fill the remaining places.
    fn has_place_for(&self, card: usize) -> bool {
        if !self.has_unknown_stock() {
            return true;
        }
        let copies: usize = (self.excluded_kinds.0..self.excluded_kinds.1).map(|kind| self.unaccounted(kind.into())).sum();
        let filled_places = copies.saturating_sub(self.excluded_copies.into());
        if self.is_excluded_kind(card) { filled_places > 0 } else { self.unseen_places() > filled_places }
    }

    /// Turns up a covered card outside of the pile. Returns false and changes nothing if the card can't be one of these.
    pub fn reveal(&mut self, card: usize) -> bool {
        let is_possible = self.can_be_covered(card);
        if is_possible {
            self.covered -= 1;
            self.unaccounted[card] -= 1;
            self.laid_aside[card] = self.laid_aside[card].min(self.unaccounted[card]);
        }
        is_possible
    }

    /// The number of copies of a card that are unaccounted for.
    pub const fn unaccounted(&self, card: usize) -> usize {
        self.unaccounted[card] as usize
    }

    /// Whether a card can come from a hand (TB-3).
    pub fn can_come_from(&self, seat: Seat, card: usize) -> bool {
        self.hand(seat).known[card] > 0 || self.can_be_unseen_in(seat, card)
    }

    /// Whether a card can be one of a hand's unseen cards.
    fn can_be_unseen_in(&self, seat: Seat, card: usize) -> bool {
        let in_pile = if self.drawn_since == 0 { self.laid_aside[card] } else { 0 };
        self.hand(seat).unseen > 0 && self.unaccounted[card] > in_pile && self.has_place_for(card)
    }

    /// The number of copies of a card known to be in the pile, because they were laid aside and nothing was drawn since.
    pub const fn in_pile(&self, card: usize) -> usize {
        if self.drawn_since == 0 { self.laid_aside[card] as usize } else { 0 }
    }

    /// The most laid-aside cards that a hand can hold, if the hand can't hold all of `cards` only because cards were laid aside.
    /// Otherwise returns `None`.
    pub fn max_after_redraw<C: IndexedCard>(&self, seat: Seat, cards: &[C]) -> Option<usize> {
        let without_redraw = Self { laid_aside: [0; KINDS], ..*self };
        (without_redraw.missing(seat, cards) != self.missing(seat, cards)).then_some(self.drawn_since.into())
    }

    /// Whether all of these cards, counting repeats, are known to be in a hand.
    pub fn is_known<C: IndexedCard>(&self, seat: Seat, cards: &[C]) -> bool {
        let count = |card: C| cards.iter().filter(|&&named| named == card).count();
        cards.iter().all(|&card| self.hand(seat).known(card.index()) >= count(card))
    }

    /// Whether a card can turn up from the pile.
    pub const fn can_turn_up(&self, card: usize) -> bool {
        self.pile_len > 0 && self.unaccounted[card] > 0 && !self.is_excluded_kind(card)
    }

    /// Moves a card, the known copy if any, into the open (TB-3). Returns false and changes nothing if it can't be in the hand.
    pub fn leave_hand(&mut self, seat: Seat, card: usize) -> bool {
        let hand = &mut self.hands[seat.index()];
        if hand.known[card] == 0 {
            return self.leave_unseen(seat, card);
        }
        hand.known[card] -= 1;
        hand.known_count -= 1;
        true
    }

    /// Moves one of a hand's unseen cards into the open. Returns false and changes nothing if the card can't be one of them.
    fn leave_unseen(&mut self, seat: Seat, card: usize) -> bool {
        let is_possible = self.can_be_unseen_in(seat, card);
        if is_possible {
            if self.unaccounted[card] == self.laid_aside[card] {
                self.laid_aside[card] -= 1;
                self.drawn_since -= 1;
            }
            self.hands[seat.index()].unseen -= 1;
            self.unaccounted[card] -= 1;
        }
        is_possible
    }

    /// Moves an open card into a hand.
    pub fn enter_hand(&mut self, seat: Seat, card: usize) {
        let hand = &mut self.hands[seat.index()];
        hand.known[card] += 1;
        hand.known_count += 1;
    }

    /// Moves an unseen card from the pile to a hand. Returns false and changes nothing if the pile is empty.
    pub fn draw_unseen(&mut self, seat: Seat) -> bool {
        if self.pile_len == 0 {
            return false;
        }
        self.pile_len -= 1;
        self.drawn_since = self.drawn_since.saturating_add(1);
        self.hands[seat.index()].unseen += 1;
        true
    }

    /// Deals this many unseen cards from the pile to a hand, or as many as the pile has.
    pub fn deal(&mut self, seat: Seat, cards: usize) {
        (0..cards).take_while(|_| self.draw_unseen(seat)).for_each(drop);
    }

    /// Moves a card that the recorder saw from the pile to a hand. Returns false and changes nothing if the card
    /// can't be in the pile.
    pub fn draw_seen(&mut self, seat: Seat, card: usize) -> bool {
        let is_possible = self.turn_up(card);
        if is_possible {
            self.enter_hand(seat, card);
        }
        is_possible
    }

    /// Lays a hand aside, draws as many cards from the pile (or all that it has), then shuffles the laid-aside cards into the pile.
    pub fn redraw_hand(&mut self, seat: Seat) {
        let old_hand = std::mem::replace(&mut self.hands[seat.index()], Hand::EMPTY);
        self.deal(seat, old_hand.len());
        self.pile_len += u16::from(old_hand.known_count) + u16::from(old_hand.unseen);
        for (unaccounted, known) in self.unaccounted.iter_mut().zip(old_hand.known) {
            *unaccounted += known;
        }
        (self.laid_aside, self.drawn_since) = (old_hand.known, 0);
    }

    /// Discards a hand and puts its unseen cards face down on the pile. Returns the former hand, whose known cards the game places.
    pub fn discard_hand(&mut self, seat: Seat) -> Hand<KINDS> {
        let hand = std::mem::replace(&mut self.hands[seat.index()], Hand::EMPTY);
        self.pile_len += u16::from(hand.unseen);
        hand
    }

    /// Turns up a card of the pile. Returns false and changes nothing if the card can't be in the pile.
    pub fn turn_up(&mut self, card: usize) -> bool {
        let is_possible = self.can_turn_up(card);
        if is_possible {
            self.pile_len -= 1;
            self.unaccounted[card] -= 1;
            self.laid_aside[card] = self.laid_aside[card].min(self.unaccounted[card]);
        }
        is_possible
    }

    /// The first of these cards, counting repeats, that the pile can't hold together with those before it.
    pub fn missing_in_pile<C: IndexedCard>(&self, cards: &[C]) -> Option<C> {
        let mut account = *self;
        cards.iter().copied().find(|card| !account.turn_up(card.index()))
    }

    /// The first of these cards, counting repeats, that a hand can't hold together with those before it (TB-3, TB-5).
    pub fn missing<C: IndexedCard>(&self, seat: Seat, cards: &[C]) -> Option<C> {
        match *cards {
            [card] => (!self.can_come_from(seat, card.index())).then_some(card),
            _ => self.missing_slow(seat, cards),
        }
    }

    #[inline(never)]
    fn missing_slow<C: IndexedCard>(&self, seat: Seat, cards: &[C]) -> Option<C> {
        if self.has_unknown_stock() || cards.iter().any(|card| self.laid_aside[card.index()] > 0) {
            let mut account = *self;
            return cards.iter().copied().find(|card| !account.leave_hand(seat, card.index()));
        }
        // None of the cards was laid aside, so the account needn't be copied.
        let (hand, mut unseen_named, mut named) = (self.hand(seat), 0, [0; KINDS]);
        for &card in cards {
            let index = card.index();
            if let Some(unseen_copies) = u8::checked_sub(named[index], hand.known[index]) {
                if unseen_named == hand.unseen || self.unaccounted[index] <= unseen_copies {
                    return Some(card);
                }
                unseen_named += 1;
            }
            named[index] += 1;
        }
        None
    }

    /// Records that a hand holds at least these cards (TB-5). Cards that the hand can't hold are skipped.
    pub fn show<C: IndexedCard>(&mut self, seat: Seat, cards: &[C]) {
        let mut known = self.hand(seat).known;
        for card in cards.iter().map(|card| card.index()) {
            if known[card] > 0 {
                known[card] -= 1;
            } else if self.leave_unseen(seat, card) {
                self.enter_hand(seat, card);
            }
        }
    }

    /// Deduces a hand (TB-6): if only one hand has unseen cards, and the pile only laid-aside ones, the other unaccounted cards are
    /// in that hand. Returns the seat of the hand if any card was deduced.
    pub fn deduce(&mut self) -> Option<Seat> {
        if self.covered > 0 || self.pile_len > 0 && self.pile_len() > (0..KINDS).map(|card| self.in_pile(card)).sum() {
            return None;
        }
        let mut only_hand = None;
        for (index, hand) in self.hands.iter().enumerate() {
            if hand.unseen > 0 {
                if only_hand.is_some() {
                    return None;
                }
                only_hand = Some(index);
            }
        }
        let index = only_hand?;
        if self.pile_len == 0 {
            self.laid_aside = [0; KINDS];
        }
        let mut deduced_total = 0;
        for card in 0..KINDS {
            let deduced = if self.is_excluded_kind(card) { 0 } else { self.unaccounted[card] - self.laid_aside[card] };
            self.hands[index].known[card] += deduced;
            self.unaccounted[card] -= deduced;
            deduced_total += deduced;
        }
        // Without memory, there can be more unaccounted cards than unseen places.
        let unseen = if self.has_unknown_stock() { self.hands[index].unseen.saturating_sub(deduced_total) } else { 0 };
        let hand = &mut self.hands[index];
        hand.known_count += deduced_total;
        hand.unseen = unseen;
        (deduced_total > 0).then(|| Seat::new(index))
    }

    /// Whether every copy of `stock` is in exactly one place, given the `open` cards, and the unaccounted copies are as many as the
    /// unseen cards. This holds even after illegal acts were let stand.
    pub fn is_consistent(&self, stock: &[u8; KINDS], open: impl Iterator<Item = usize>) -> bool {
        let mut placed = self.unaccounted.map(usize::from);
        open.chain(self.hands.iter().flat_map(Hand::known_cards)).for_each(|card| placed[card] += 1);
        let unseen = self.pile_len() + usize::from(self.excluded_copies) + self.unseen_places();
        let is_aside_unaccounted = self.laid_aside.iter().zip(&self.unaccounted).all(|(aside, unaccounted)| aside <= unaccounted);
        placed == stock.map(usize::from) && unseen == repeated_indices(&self.unaccounted).count() && is_aside_unaccounted
    }
}

/// An account of things of any number of kinds.
pub trait ThingAccount<T> {
    /// The things unaccounted for, in canonical order, with repeats.
    fn unaccounted_things(&self) -> Vec<T>;

    /// Forgets what was seen: the known things in hands and the `covered` ones count as unaccounted for. Anything that doesn't lie
    /// open may then be in any hand. Only for queries, because the covered things are in no pile.
    fn forget(&mut self, covered: Vec<T>);
}

impl<C: IndexedCard, const KINDS: usize> ThingAccount<C> for Account<KINDS> {
    fn unaccounted_things(&self) -> Vec<C> {
        repeated_indices(&self.unaccounted).filter_map(C::from_index).collect()
    }

    fn forget(&mut self, covered: Vec<C>) {
        (self.laid_aside, self.drawn_since) = ([0; KINDS], 0);
        for hand in &mut self.hands {
            for (unaccounted, known) in self.unaccounted.iter_mut().zip(std::mem::replace(&mut hand.known, [0; KINDS])) {
                *unaccounted += known;
            }
            hand.unseen += std::mem::take(&mut hand.known_count);
        }
        for card in covered {
            self.unaccounted[card.index()] += 1;
            // A covered card lies outside of the pile, so an excluded kind can lie there.
            self.covered += u16::from(self.has_unknown_stock());
        }
    }
}
