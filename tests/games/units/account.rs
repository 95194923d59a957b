//! Accounts of cards: where a card can be, held against every deal that there can be.

use fowlplay::table::{Account, IndexedCard, Seat, ThingAccount as _, surplus};

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

#[test]
fn a_small_pile_gives_a_small_hand() {
    let mut account = Account::new([1, 1, 2, 1]);
    account.deal(ADA, 3);
    account.show(ADA, &[0, 1, 3].map(Kind));
    account.redraw_hand(ADA);
    assert_eq!((account.hand(ADA).unseen(), account.pile_len()), (2, 3));
    assert_eq!((account.missing(ADA, &[2, 2].map(Kind)), account.missing(ADA, &[0].map(Kind))), (None, Some(Kind(0))));
}

/// All possible deals: the number of cards of each kind in the hand and in the pile.
type Deals = std::collections::BTreeSet<([u8; 3], [u8; 3])>;

/// The possible deals after a card has moved from one part to the other, or out of the hand.
fn moved(deals: &Deals, go: impl Fn(&mut [u8; 3], &mut [u8; 3], usize) -> bool) -> Deals {
    let each = |&(hand, pile): &([u8; 3], [u8; 3])| {
        let go = &go;
        (0..3).filter_map(move |card| {
            let (mut hand, mut pile) = (hand, pile);
            go(&mut hand, &mut pile, card).then_some((hand, pile))
        })
    };
    deals.iter().flat_map(each).collect()
}

fn take(from: &mut [u8; 3], card: usize) -> bool {
    let has = from[card] > 0;
    from[card] -= u8::from(has);
    has
}

fn draw(hand: &mut [u8; 3], pile: &mut [u8; 3], card: usize) -> bool {
    hand[card] += 1;
    take(pile, card)
}

/// Exactly the possible hands can be shown, and this stays so after any draws, shows and plays.
fn holds_what_it_can(account: &Account<3>, deals: &Deals, depth: usize) {
    for shown in (0..27).map(|n| [n / 9, n / 3 % 3, n % 3]) {
        let cards: Vec<Kind> = (0..3).flat_map(|card| vec![Kind(card); shown[card].into()]).collect();
        let can_be = deals.iter().any(|(hand, _)| hand.iter().zip(shown).all(|(has, shown)| *has >= shown));
        assert_eq!(account.missing(ADA, &cards).is_none(), can_be, "{shown:?} of {account:?}");
    }
    let Some(depth) = depth.checked_sub(1) else { return };
    if account.pile_len() > 0 {
        let mut drawn = *account;
        drawn.draw_unseen(ADA);
        holds_what_it_can(&drawn, &moved(deals, draw), depth);
    }
    for card in 0..3 {
        let mut left = *account;
        if left.leave_hand(ADA, card) {
            holds_what_it_can(&left, &moved(deals, |hand, _, gone| gone == card && take(hand, card)), depth);
            let mut shown = *account;
            shown.show(ADA, &[Kind(card)]);
            holds_what_it_can(&shown, &deals.iter().copied().filter(|(hand, _)| hand[card] > 0).collect(), depth);
        }
    }
}

#[test]
fn tb_3_after_a_new_hand_whatever_can_be_in_it_and_nothing_else() {
    for (stock, seen) in
        [([1, 2, 2], &[0, 1][..]), ([2, 2, 2], &[1]), ([2, 2, 2], &[1, 1]), ([2, 2, 2], &[0, 2]), ([1, 1, 2], &[2])]
    {
        let mut account = Account::new(stock);
        account.deal(ADA, 2);
        account.show(ADA, &seen.iter().copied().map(Kind).collect::<Vec<_>>());
        let mut old = Deals::from([([0; 3], stock)]);
        (0..2).for_each(|_| old = moved(&old, draw));
        old.retain(|(hand, _)| (0..3).all(|card| usize::from(hand[card]) >= seen.iter().filter(|&&seen| seen == card).count()));
        account.redraw_hand(ADA);
        let anew = |(old, pile): &([u8; 3], [u8; 3])| {
            let mut deals = Deals::from([([0; 3], *pile)]);
            (0..2).for_each(|_| deals = moved(&deals, draw));
            let old = *old;
            deals.into_iter().map(move |(hand, pile)| (hand, std::array::from_fn(|card| pile[card] + old[card])))
        };
        holds_what_it_can(&account, &old.iter().flat_map(anew).collect(), 5);
    }
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

#[test]
fn what_is_laid_away_unseen_may_be_anywhere_unseen() {
    let mut account = dealt([1; 4], 1);
    account.show(ADA, &[3].map(Kind));
    let hand = account.discard_hand(ADA);
    assert_eq!((hand.known(3), hand.unseen(), account.hand(ADA).len(), account.pile_len()), (1, 0, 0, 2));
    assert!(!account.can_come_from(BO, 3) && account.can_come_from(BO, 0));
    assert!(account.is_consistent(&[1; 4], [3].into_iter()));
    assert_eq!((account.discard_hand(BO).unseen(), account.pile_len()), (1, 3), "an unseen card lies with the pile");
    assert!(account.is_consistent(&[1; 4], [3].into_iter()));
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
