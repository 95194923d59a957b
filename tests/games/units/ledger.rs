//! Ledgers: the counts that a place can have, held against every way in which a stock can lie.

use fastrand::Rng;
use fowlplay::table::{ClauseId, Ledger, LedgerCounts, LedgerPlace, PlaceId, Players, PositionError, Seat};

fn ledger(places: impl IntoIterator<Item = LedgerPlace>) -> (Ledger, Vec<PlaceId>) {
    let mut ledger = Ledger::new(20, ClauseId::table(4), ["card", "cards"]);
    let ids = places.into_iter().map(|place| ledger.place(place)).collect();
    (ledger, ids)
}

fn players() -> Players {
    Players::new(["Ada", "Bo"])
}

/// A place by lot.
#[derive(Clone, Copy, Debug)]
struct RandomPlace {
    stated: Option<u32>,
    least: u32,
    most: Option<u32>,
    usual: Option<(u32, bool)>,
}

impl RandomPlace {
    fn new(random: &mut Rng) -> Self {
        Self {
            stated: (random.u8(..3) == 0).then(|| random.u32(..9)),
            least: random.u32(..4),
            most: random.bool().then(|| random.u32(3..12)),
            usual: random.bool().then(|| (random.u32(3..7), random.bool())),
        }
    }

    fn several(random: &mut Rng) -> Vec<Self> {
        (0..random.usize(1..5)).map(|_| Self::new(random)).collect()
    }

    fn place(&self) -> LedgerPlace {
        let place = LedgerPlace::new(None, "pile N").least(self.least as usize).stated(self.stated);
        let place = self.most.map_or(place, |most| place.most(most));
        self.usual.map_or(place, |(usual, can_be_fewer)| place.usual(usual).or_fewer(can_be_fewer))
    }

    fn can_hold(&self, count: u32) -> bool {
        let (least, most) = (self.least, self.most.unwrap_or(u32::MAX).max(self.least));
        self.stated.map_or((least..=most).contains(&count), |stated| stated == count)
    }
}

/// Whether the places together can hold exactly `left` cards, by trying every count.
fn can_add_up(places: &[RandomPlace], left: u32) -> bool {
    let Some((first, others)) = places.split_first() else { return left == 0 };
    (0..=left).any(|count| first.can_hold(count) && can_add_up(others, left - count))
}

#[test]
fn whatever_a_place_may_hold_can_be_completed_to_the_whole_stock_and_nothing_else() {
    let mut random = Rng::with_seed(70);
    for _ in 0..2_000 {
        let places = RandomPlace::several(&mut random);
        let (ledger, ids) = ledger(places.iter().map(RandomPlace::place));
        for (nth, &id) in ids.iter().enumerate() {
            let range = ledger.possible_counts(id);
            for count in 0..=25 {
                let mut changed = places.clone();
                changed[nth].stated = Some(count);
                let can_be = places[nth].can_hold(count) && can_add_up(&changed, 20);
                assert_eq!(range.contains(&count), can_be, "{count} in {nth} of {places:#?}");
            }
        }
    }
}

#[test]
fn counts_that_follow_or_are_assumed_are_those_of_a_whole_stock() {
    let mut random = Rng::with_seed(71);
    let (mut settled, mut assumed) = (0, 0);
    for _ in 0..5_000 {
        let places = RandomPlace::several(&mut random);
        let (ledger, ids) = ledger(places.iter().map(RandomPlace::place));
        let assert_whole = |counts: &LedgerCounts| {
            assert_eq!(ids.iter().map(|id| counts[*id]).sum::<u32>(), 20, "{places:#?}");
            for (place, id) in places.iter().zip(&ids) {
                let is_stated = place.stated.is_none_or(|stated| stated == counts[*id]);
                assert!(is_stated && counts[*id] >= place.least, "{places:#?}");
            }
        };
        settled += i32::from(ledger.settle(&players()).inspect(assert_whole).is_ok());
        assumed += i32::from(ledger.assume(&players()).inspect(assert_whole).is_ok());
        let is_within = |place: &RandomPlace| {
            place.stated.is_none_or(|stated| (place.least..=place.most.unwrap_or(u32::MAX)).contains(&stated))
        };
        let can_be = can_add_up(&places, 20) && places.iter().all(is_within);
        assert_eq!(ledger.assume(&players()).is_ok(), can_be, "{places:#?}");
    }
    assert!(settled > 100 && assumed > settled, "{settled}, {assumed}");
}

#[test]
fn what_is_left_goes_to_the_place_whose_count_is_not_stated() {
    let hand = |stated: Option<u32>| LedgerPlace::hand(Seat::new(0), 1).stated(stated).usual(6_u32);
    let (deck, gone) = (LedgerPlace::new(None, "deck N"), LedgerPlace::new(None, "gone +N"));
    let settle = |places: &[LedgerPlace]| {
        let (ledger, ids) = ledger(places.iter().copied());
        let counts = ledger.settle(&players()).map_err(|PositionError { text, .. }| text)?;
        Ok(ids.iter().map(|id| counts[*id]).collect::<Vec<_>>())
    };
    assert_eq!(settle(&[hand(None), deck]), Ok(vec![6, 14]));
    assert_eq!(settle(&[hand(Some(2)), deck.stated(Some(9_u32)), gone]), Ok(vec![2, 9, 9]));
    assert_eq!(settle(&[hand(None).or_fewer(true), deck.stated(Some(15_u32))]), Ok(vec![5, 15]));
    assert_eq!(
        settle(&[hand(None), deck, gone]),
        Err("`deck N` is missing in the part of the table, and can't be worked out from the rest".to_owned())
    );
    assert_eq!(
        settle(&[hand(None), deck.stated(Some(9_999_u32))]),
        Err("9985 cards too many: all places together hold 10005 cards, and there are 20; should it be `deck 14`?".to_owned())
    );
    assert_eq!(settle(&[hand(Some(0)), deck]), Err("more cards are named of Ada's hand than it holds".to_owned()));
    assert_eq!(settle(&[deck.most(19_u32)]), Err("`deck` would be 20, and at most 19 cards can lie there".to_owned()));
    assert!(settle(&[deck.stated(Some(u32::MAX)), gone.stated(Some(u32::MAX))]).is_err());
}
