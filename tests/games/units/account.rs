//! Accounts of cards: where a card can be, held against every deal that there can be.

use fastrand::Rng;
use fowlplay::table::{Account, IndexedCard, Seat, ThingAccount as _, surplus};
use std::collections::BTreeSet;

const ADA: Seat = Seat::new(0);
const BO: Seat = Seat::new(1);

#[derive(Clone, Copy, Debug, PartialEq)]
struct Kind(usize);

impl std::fmt::Display for Kind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", self.0)
    }
}

impl IndexedCard for Kind {
    fn index(self) -> usize {
        self.0
    }

    fn from_index(index: usize) -> Option<Self> {
        Some(Self(index))
    }
}

fn dealt(stock: [u8; 4], each: usize) -> Account<4> {
    let mut account = Account::new(stock);
    for seat in [ADA, BO] {
        for _ in 0..each {
            assert!(account.draw_unseen(seat));
        }
    }
    account
}

#[test]
fn tb_3_what_cannot_be_there_changes_nothing() {
    let mut account = dealt([1, 1, 2, 1], 2);
    assert!(account.leave_hand(ADA, 0));
    let before = account;
    assert!(!account.leave_hand(BO, 0), "its only copy lies open");
    account.show(BO, &[0].map(Kind));
    assert_eq!(account.hand(BO), before.hand(BO), "what a hand can't hold is passed over");
    assert_eq!((account.unaccounted(0), account.pile_len()), (before.unaccounted(0), before.pile_len()));
}

#[test]
fn of_what_was_laid_aside_a_hand_holds_as_much_as_was_drawn_since() {
    let mut account = Account::new([1, 1, 2, 2]);
    account.deal(ADA, 3);
    account.show(ADA, &[0, 1, 2].map(Kind));
    account.redraw_hand(ADA);
    assert!(account.leave_hand(ADA, 2) && !account.can_come_from(ADA, 2), "one 2 was laid aside");
    account.draw_unseen(ADA);
    for card in 0..4 {
        assert!(account.can_come_from(ADA, card), "{card} may have been drawn");
    }
    assert_eq!(account.missing(ADA, &[0, 3, 2].map(Kind)), Some(Kind(2)), "one card was drawn, not two");
    assert_eq!(account.max_after_redraw(ADA, &[0, 3, 2].map(Kind)), Some(1));
    assert_eq!(account.in_pile(0), 0, "nobody knows where it is");
    account.show(ADA, &[2].map(Kind));
    assert!(!account.can_come_from(ADA, 0) && account.can_come_from(ADA, 3), "the card drawn was the 2");
    account.draw_unseen(ADA);
    assert_eq!(account.missing(ADA, &[2, 0].map(Kind)), None);
    account.draw_unseen(ADA);
    assert_eq!(account.deduce(), Some(ADA), "nothing is left in the pile");
    assert_eq!(account.hand(ADA).known_cards().collect::<Vec<_>>(), [0, 1, 2, 3, 3]);
    assert!(account.is_consistent(&[1, 1, 2, 2], std::iter::once(2)));
}

/// How many cards of each kind lie in each hand and, last, in the pile.
type Deal = [[u8; 3]; 4];

const PILE: usize = 3;

/// An account, and every deal that agrees with what was seen.
struct Stock {
    account: Account<3>,
    deals: BTreeSet<Deal>,
    open: [u8; 3],
    is_redrawn: bool,
}

impl Stock {
    fn new(cards: [u8; 3]) -> Self {
        Self {
            account: Account::new(cards),
            deals: BTreeSet::from([[[0; 3], [0; 3], [0; 3], cards]]),
            open: [0; 3],
            is_redrawn: false,
        }
    }

    /// A card of any kind goes from one place to another.
    fn pass(&mut self, from: usize, to: usize) {
        let passed = |deal: &Deal| {
            let deal = *deal;
            (0..3).filter(move |&kind| deal[from][kind] > 0).map(move |kind| {
                let mut deal = deal;
                deal[from][kind] -= 1;
                deal[to][kind] += 1;
                deal
            })
        };
        self.deals = self.deals.iter().flat_map(passed).collect();
    }

    /// A card is seen to leave a place.
    fn comes_out(&mut self, place: usize, kind: usize) {
        self.deals.retain(|deal| deal[place][kind] > 0);
        self.deals = self.deals.iter().map(|deal| with(deal, |deal| deal[place][kind] -= 1)).collect();
    }

    fn goes_in(&mut self, place: usize, kind: usize) {
        self.deals = self.deals.iter().map(|deal| with(deal, |deal| deal[place][kind] += 1)).collect();
    }

    fn redraw(&mut self, seat: Seat) {
        let (hand, cards) = (seat.index(), self.account.hand(seat).len().min(self.account.pile_len()));
        self.account.redraw_hand(seat);
        self.is_redrawn = true;
        let mut redrawn = BTreeSet::new();
        for deal in std::mem::take(&mut self.deals) {
            self.deals = BTreeSet::from([with(&deal, |deal| deal[hand] = [0; 3])]);
            (0..cards).for_each(|_| self.pass(PILE, hand));
            redrawn.extend(
                self.deals.iter().map(|drawn| with(drawn, |drawn| (0..3).for_each(|kind| drawn[PILE][kind] += deal[hand][kind]))),
            );
        }
        self.deals = redrawn;
    }

    /// Discards a hand: its known cards lie open, the others in the pile.
    fn discard(&mut self, seat: Seat) {
        let known: [u8; 3] = std::array::from_fn(|kind| u8::try_from(self.account.hand(seat).known(kind)).unwrap());
        self.account.discard_hand(seat);
        (0..3).for_each(|kind| self.open[kind] += known[kind]);
        let discarded = |deal: &Deal| {
            with(deal, |deal| {
                let hand = std::mem::take(&mut deal[seat.index()]);
                (0..3).for_each(|kind| deal[PILE][kind] += hand[kind] - known[kind]);
            })
        };
        self.deals = self.deals.iter().map(discarded).collect();
    }

    /// Something happens at the table. A move that can't be changes nothing, and is refused exactly if no deal has it.
    fn moves(&mut self, random: &mut Rng, hands: usize) {
        let (hand, kind, account) = (random.usize(..hands), random.usize(..3), &mut self.account);
        let seat = Seat::new(hand);
        let has = |deals: &BTreeSet<Deal>, place: usize| deals.iter().any(|deal| deal[place][kind] > 0);
        // A hand that is redrawn is of a stock of its own (EE-1.3): there cards are only drawn unseen, shown and played.
        match if hands == 1 { [0, 4, 5, 8][random.usize(..4)] } else { random.u8(..8) } {
            0 | 1 => {
                if account.draw_unseen(seat) {
                    self.pass(PILE, hand);
                }
            }
            2 => {
                let is_possible = account.draw_seen(seat, kind);
                assert_eq!(is_possible, has(&self.deals, PILE));
                if is_possible {
                    self.comes_out(PILE, kind);
                    self.goes_in(hand, kind);
                }
            }
            3 => {
                let is_possible = account.turn_up(kind);
                assert_eq!(is_possible, has(&self.deals, PILE));
                if is_possible {
                    self.comes_out(PILE, kind);
                    self.open[kind] += 1;
                }
            }
            4 => {
                let is_possible = account.leave_hand(seat, kind);
                assert_eq!(is_possible, has(&self.deals, hand));
                if is_possible {
                    self.comes_out(hand, kind);
                    self.open[kind] += 1;
                }
            }
            5 => {
                if has(&self.deals, hand) {
                    account.show(seat, &[Kind(kind)]);
                    self.deals.retain(|deal| deal[hand][kind] > 0);
                }
            }
            6 => {
                if self.open[kind] > 0 {
                    self.open[kind] -= 1;
                    account.enter_hand(seat, kind);
                    self.goes_in(hand, kind);
                }
            }
            7 => self.discard(seat),
            _ if self.is_redrawn => {} // once a round (EE-1.3)
            _ => self.redraw(seat),
        }
    }

    /// The account says of each place what the deals say.
    fn check(&mut self, stock: [u8; 3]) {
        self.account.deduce();
        let (account, deals) = (&self.account, &self.deals);
        let told = format!("{account:?}\n{deals:?}");
        let open = (0..3).flat_map(|kind| vec![kind; self.open[kind].into()]);
        assert!(account.is_consistent(&stock, open), "{told}");
        let sure = |place: usize, kind: usize| usize::from(deals.iter().map(|deal| deal[place][kind]).min().expect("a deal"));
        for kind in 0..3 {
            assert_eq!(account.can_turn_up(kind), deals.iter().any(|deal| deal[PILE][kind] > 0), "TB-3: {told}");
        }
        for seat in Seat::all(3) {
            let (hand, place) = (account.hand(seat), seat.index());
            let others = Seat::all(3).filter(|other| *other != seat);
            let is_alone = account.pile_len() == 0 && others.map(|other| account.hand(other).unseen()).sum::<usize>() == 0;
            for kind in 0..3 {
                assert!(hand.known(kind) <= sure(place, kind), "TB-2: {told}");
                if is_alone {
                    assert_eq!(hand.known(kind), sure(place, kind), "TB-6: {told}");
                }
                let other = (kind + 1) % 3;
                for cards in [vec![kind], vec![kind, kind], vec![kind, other], vec![kind, other, kind]] {
                    let has_all = |deal: &Deal| {
                        cards
                            .iter()
                            .all(|card| usize::from(deal[place][*card]) >= cards.iter().filter(|other| *other == card).count())
                    };
                    let cards: Vec<Kind> = cards.iter().copied().map(Kind).collect();
                    assert_eq!(account.missing(seat, &cards).is_none(), deals.iter().any(has_all), "TB-3: {cards:?} of {told}");
                }
            }
        }
    }
}

fn with(deal: &Deal, change: impl FnOnce(&mut Deal)) -> Deal {
    let mut deal = *deal;
    change(&mut deal);
    deal
}

/// Whatever is dealt, drawn, shown, played, taken up and discarded: an account of six cards knows what every deal has that can be, and
/// holds possible what some deal has.
fn tb_3_an_account_says_what_the_deals_say(hands: usize) {
    for seed in 0..600 {
        let mut random = Rng::with_seed(seed);
        let cards = [[1, 2, 3], [2, 2, 2], [1, 1, 4]][random.usize(..3)];
        let mut stock = Stock::new(cards);
        for hand in 0..hands {
            for _ in 0..random.usize(..4) {
                if stock.account.draw_unseen(Seat::new(hand)) {
                    stock.pass(PILE, hand);
                }
            }
        }
        for _ in 0..12 {
            stock.check(cards);
            stock.moves(&mut random, hands);
        }
    }
}

#[test]
fn tb_3_an_account_of_three_hands_says_what_the_deals_say() {
    tb_3_an_account_says_what_the_deals_say(3);
}

#[test]
fn tb_3_an_account_of_a_hand_that_is_redrawn_says_what_the_deals_say() {
    tb_3_an_account_says_what_the_deals_say(1);
}

#[test]
fn what_was_laid_aside_can_be_turned_up() {
    let mut account = dealt([1, 1, 2, 2], 1);
    account.show(ADA, &[0].map(Kind));
    account.redraw_hand(ADA);
    assert!(account.turn_up(0) && account.in_pile(0) == 0);
    assert!(account.is_consistent(&[1, 1, 2, 2], std::iter::once(0)));
    assert!(!account.is_consistent(&[1, 1, 2, 3], std::iter::once(0)), "a copy is nowhere");
}

/// Where a copy can lie: in Ada's hand, in Bo's, covered, in the pile, or out of the game.
const PLACES: usize = 5;

/// Every way in which the copies can fill the unseen places: how many of each kind lie in each. The last two kinds are never in the
/// pile, and the first two never out of the game.
fn deals(copies: [u8; 4], free: [usize; PLACES]) -> Vec<[[u8; 4]; PLACES]> {
    let Some(kind) = copies.iter().position(|&copies| copies > 0) else {
        return if free == [0; PLACES] { vec![[[0; 4]; PLACES]] } else { Vec::new() };
    };
    let mut found = Vec::new();
    for place in 0..PLACES {
        let is_barred = if kind < 2 { place == 4 } else { place == 3 };
        if free[place] > 0 && !is_barred {
            let (mut copies, mut free) = (copies, free);
            copies[kind] -= 1;
            free[place] -= 1;
            found.extend(deals(copies, free).into_iter().map(|mut deal| {
                deal[place][kind] += 1;
                deal
            }));
        }
    }
    found
}

#[test]
fn tb_3_kinds_of_which_some_copies_are_out_of_the_game_are_where_some_deal_has_them() {
    let mut tried = 0;
    for (stock, here) in [([2, 1, 2, 2], 1), ([2, 2, 1, 2], 2), ([1, 2, 2, 1], 3), ([2, 2, 2, 2], 4)] {
        let all: usize = stock.iter().map(|&copies| usize::from(copies)).sum();
        let out = usize::from(stock[2] + stock[3]) - here;
        for (ada, bo, covered) in (0..4).flat_map(|ada| (0..3).flat_map(move |bo| (0..3).map(move |covered| (ada, bo, covered))))
        {
            let Some(pile) = (all - out).checked_sub(ada + bo + covered) else { continue };
            let mut account = Account::new(stock);
            account.deal(ADA, ada);
            account.deal(BO, bo);
            account.cover(covered);
            let deals = deals(stock, [ada, bo, covered, pile, out]);
            assert_eq!(account.exclude_kinds(2..4, here), !deals.is_empty(), "{stock:?} {ada} {bo} {covered}");
            if deals.is_empty() {
                continue;
            }
            tried += 1;
            assert_eq!(account.pile_len(), pile);
            assert!(account.is_consistent(&stock, std::iter::empty()));
            for kind in 0..4 {
                let some = |place: usize| deals.iter().any(|deal| deal[place][kind] > 0);
                let is = |seat| account.can_come_from(seat, kind);
                assert_eq!([is(ADA), is(BO)], [some(0), some(1)], "{kind} of {stock:?}, {ada} {bo} {covered}");
                assert_eq!(account.can_be_covered(kind), some(2), "{kind} of {stock:?}, {ada} {bo} {covered}");
                assert_eq!(account.can_turn_up(kind), some(3), "{kind} of {stock:?}, {ada} {bo} {covered}");
                for other in 0..4 {
                    let both = deals.iter().any(|deal| deal[0][kind] > u8::from(kind == other) && deal[0][other] > 0);
                    let missing = account.missing(ADA, &[Kind(kind), Kind(other)]);
                    assert_eq!(missing.is_none(), both, "{kind} and {other} of {stock:?}, {ada} {bo} {covered}");
                }
            }
        }
    }
    assert!(tried > 40, "{tried}");
}

#[test]
fn tb_6_what_is_not_apart_is_deduced_in_the_only_hand() {
    let mut account = Account::new([1, 1, 2, 2]);
    account.deal(ADA, 3);
    assert!(account.exclude_kinds(2..4, 1));
    assert_eq!((account.deduce(), account.hand(ADA).unseen()), (Some(ADA), 1));
    assert!(account.hand(ADA).known(0) == 1 && account.hand(ADA).known(1) == 1 && account.can_come_from(ADA, 3));
    assert_eq!(account.deduce(), None, "nothing more is known");
}

#[test]
fn an_unaccounted_copy_without_an_unseen_place_is_inconsistent() {
    let mut account = Account::new([1, 1]);
    account.deal(ADA, 1);
    assert!(account.is_consistent(&[1, 1], std::iter::empty()));
    account.forget(vec![Kind(1)]);
    assert!(!account.is_consistent(&[1, 2], std::iter::empty()));
}

#[test]
fn a_card_is_too_many_once_all_its_copies_are_named() {
    let cards = [Kind(0), Kind(1), Kind(0)];
    assert_eq!(surplus(|_| 1, cards), Some(Kind(0)));
    assert_eq!(surplus(|_| 2, cards), None);
}
