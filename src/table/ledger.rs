//! A ledger of one closed stock of cards: the places of a position, with their stated and possible counts.
//!
//! The remaining cards lie in the place without a stated count. If several places could hold these cards, a count is missing.

use super::{ClauseId, IndexedCard, PartOwner, Players, PositionError, Seat, count_of};
use std::ops::{Index, RangeInclusive};

/// One place of a [`Ledger`], with its stated count and the limits of its count.
#[derive(Clone, Copy, Debug)]
pub struct LedgerPlace {
    part: PartOwner,
    piece: &'static str,
    stated: Option<u32>,
    usual: Option<u32>,
    can_be_fewer: bool,
    least: u32,
    most: u32,
}

impl LedgerPlace {
    /// A place without a stated count. `part` and `piece` (`hand N`) say where a position would state the count.
    pub const fn new(part: PartOwner, piece: &'static str) -> Self {
        Self { part, piece, stated: None, usual: None, can_be_fewer: false, least: 0, most: u32::MAX }
    }

    /// A player's hand with this number of known cards.
    pub fn hand(seat: Seat, known: usize) -> Self {
        Self::new(Some(seat), "hand N").least(known)
    }

    /// Sets the stated count, if a position states one.
    #[must_use]
    pub fn stated(self, count: Option<impl Into<u32>>) -> Self {
        Self { stated: count.map(Into::into), ..self }
    }

    /// Sets the usual count, which is assumed unless another is stated.
    #[must_use]
    pub fn usual(self, count: impl Into<u32>) -> Self {
        Self { usual: Some(count.into()), ..self }
    }

    /// Sets whether the place may hold fewer cards than usual. The count is then worked out if this is the only such place.
    #[must_use]
    pub const fn or_fewer(self, can_be_fewer: bool) -> Self {
        Self { can_be_fewer, ..self }
    }

    /// Sets the least count: the number of cards named in the place.
    #[must_use]
    pub fn least(self, cards: usize) -> Self {
        Self { least: to_u32(cards), ..self }
    }

    /// Sets the largest count.
    #[must_use]
    pub fn most(self, cards: impl Into<u32>) -> Self {
        Self { most: cards.into(), ..self }
    }

    fn keyword(&self) -> &'static str {
        self.piece.split(' ').next().unwrap_or_default()
    }

    /// The least and the largest count of the place, regardless of the other places.
    fn bounds(&self) -> (i64, i64) {
        let (least, most) = self.stated.map_or((self.least, self.most.max(self.least)), |count| (count, count));
        (least.into(), most.into())
    }
}

/// The index of a place in a ledger, to look up its count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlaceId(usize);

/// The count of cards in each place of a ledger.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LedgerCounts(Vec<u32>);

impl Index<PlaceId> for LedgerCounts {
    type Output = u32;

    fn index(&self, id: PlaceId) -> &u32 {
        &self.0[id.0]
    }
}

/// The places that hold the cards of one closed stock.
#[derive(Clone, Debug)]
pub struct Ledger {
    total: u32,
    clause: ClauseId,
    nouns: [&'static str; 2],
    places: Vec<LedgerPlace>,
}

/// A count as a `u8`: if it is too large, the largest `u8`.
pub fn to_u8(count: impl TryInto<u8>) -> u8 {
    count.try_into().unwrap_or(u8::MAX)
}

/// A count as a `u16`: if it is too large, the largest `u16`.
pub fn to_u16(count: impl TryInto<u16>) -> u16 {
    count.try_into().unwrap_or(u16::MAX)
}

/// A count as a `u32`: if it is too large, the largest `u32`.
pub fn to_u32(count: impl TryInto<u32>) -> u32 {
    count.try_into().unwrap_or(u32::MAX)
}

#[allow(clippy::reversed_empty_ranges, reason = "the empty range is meant")]
const NO_COUNT: RangeInclusive<u32> = 1..=0;

impl Ledger {
    /// A ledger for `total` cards, called by these nouns (`["card", "cards"]`). `clause` states the number of cards.
    pub fn new(total: usize, clause: ClauseId, nouns: [&'static str; 2]) -> Self {
        Self { total: to_u32(total), clause, nouns, places: Vec::new() }
    }

    /// Adds a place.
    pub fn place(&mut self, place: LedgerPlace) -> PlaceId {
        self.places.push(place);
        PlaceId(self.places.len() - 1)
    }

    /// Adds a place that holds exactly this number of cards.
    pub fn lay(&mut self, cards: usize) -> PlaceId {
        self.place(LedgerPlace::new(None, "").stated(Some(to_u32(cards))))
    }

    /// Sets the stated count of a place.
    pub fn state(&mut self, id: PlaceId, count: u32) {
        self.places[id.0].stated = Some(count);
    }

    /// The number of cards stated or named in all places together.
    pub fn stated(&self) -> i64 {
        self.places.iter().map(|place| place.bounds().0).sum()
    }

    /// The number of cards that are neither stated nor named in any place.
    pub fn left(&self) -> usize {
        usize::try_from(i64::from(self.total) - self.stated()).unwrap_or_default()
    }

    /// The possible counts of a place: those for which the other places can hold the remaining cards. Empty if no counts add up.
    pub fn possible_counts(&self, id: PlaceId) -> RangeInclusive<u32> {
        let others = self.places.iter().enumerate().filter(|(index, _)| *index != id.0).map(|(_, place)| place.bounds());
        let (others_least, others_most) = others.fold((0, 0), |sum, bounds| (sum.0 + bounds.0, sum.1 + bounds.1));
        let (least, most) = self.places[id.0].bounds();
        let total = i64::from(self.total);
        let bounds = [least.max(total - others_most), most.min(total - others_least)].map(u32::try_from);
        let [Ok(least), Ok(most)] = bounds else { return NO_COUNT };
        least..=most
    }

    /// The counts of all places, if they follow from the stated counts and no place has more named cards than it holds (TB-5).
    pub fn settle(&self, players: &Players) -> Result<LedgerCounts, PositionError> {
        let first_guess = |place: &LedgerPlace| place.stated.or(place.usual).unwrap_or(place.least);
        let mut counts: Vec<u32> = self.places.iter().map(first_guess).collect();
        let sum = counts.iter().copied().map(i64::from).sum::<i64>();
        let remaining = i64::from(self.total) - sum;
        let can_change = |place: &LedgerPlace| place.stated.is_none() && (place.can_be_fewer || place.usual.is_none());
        // If all places together would hold too many cards, one has to be allowed fewer than usual.
        let has_too_many = remaining < 0 && !self.places.iter().any(|place| place.stated.is_none() && place.can_be_fewer);
        let mut changeable = self.places.iter().zip(&mut counts).filter(|(place, _)| can_change(place));
        match (changeable.next(), changeable.next()) {
            _ if remaining == 0 => {}
            (None, _) => return Err(self.sum_error(sum)),
            _ if has_too_many => return Err(self.sum_error(sum)),
            (Some((place, count)), second) => {
                let most = place.usual.unwrap_or(u32::MAX);
                let new_count =
                    u32::try_from(i64::from(*count) + remaining).ok().filter(|count| *count <= most && second.is_none());
                *count = new_count.ok_or_else(|| PositionError::missing(place.part, place.piece, players))?;
            }
        }
        self.check_counts(counts, players)
    }

    /// The counts of all places, with an assumed count for each unstated one, in order: the usual count, or the middle of the
    /// possible counts.
    pub fn assume(&self, players: &Players) -> Result<LedgerCounts, PositionError> {
        let mut ledger = self.clone();
        for id in (0..self.places.len()).map(PlaceId) {
            let range = ledger.possible_counts(id);
            if range.is_empty() {
                return Err(self.sum_error(self.stated()));
            }
            let (least, most) = range.into_inner();
            let assumed = ledger.places[id.0].usual.unwrap_or(least + (most - least) / 2);
            ledger.state(id, assumed.clamp(least, most));
        }
        self.check_counts(ledger.places.iter().filter_map(|place| place.stated).collect(), players)
    }

    /// Checks that no place has a stated count below the number of cards named in the place (TB-5).
    pub fn check_named(&self, players: &Players) -> Result<(), PositionError> {
        self.places.iter().try_for_each(|place| self.check_named_in(place, place.stated.unwrap_or(u32::MAX), players))
    }

    fn check_named_in(&self, place: &LedgerPlace, count: u32, players: &Players) -> Result<(), PositionError> {
        if count >= place.least {
            return Ok(());
        }
        let owner = place.part.map_or(String::new(), |seat| format!("{}'s ", players.name(seat)));
        let text = format!("more {} are named of {owner}{} than it holds", self.nouns[1], place.keyword());
        Err(PositionError::new(ClauseId::table(5), text))
    }

    /// Returns `counts`, unless a place holds more than its largest count or fewer cards than are named in the place (TB-5).
    fn check_counts(&self, counts: Vec<u32>, players: &Players) -> Result<LedgerCounts, PositionError> {
        let [one, many] = self.nouns;
        for (place, &count) in self.places.iter().zip(&counts) {
            if count > place.most {
                let (keyword, most) = (place.keyword(), count_of(place.most as usize, one, many));
                return Err(PositionError::new(
                    self.clause,
                    format!("`{keyword}` would be {count}, and at most {most} can lie there"),
                ));
            }
            self.check_named_in(place, count, players)?;
        }
        Ok(LedgerCounts(counts))
    }

    /// The error for places that together hold `sum` cards. Suggests a count for the last place where another count is possible.
    fn sum_error(&self, sum: i64) -> PositionError {
        let [one, many] = self.nouns;
        let excess = sum - i64::from(self.total);
        let correction = |place: &LedgerPlace| {
            let count = u32::try_from(i64::from(place.stated?) - excess).ok()?;
            let is_possible = place.piece.ends_with(" N") && (place.least..=place.most).contains(&count);
            is_possible.then(|| format!("; should it be `{} {count}`?", place.keyword()))
        };
        let question = self.places.iter().rev().find_map(correction).unwrap_or_default();
        let difference = count_of(usize::try_from(excess.unsigned_abs()).unwrap_or(usize::MAX), one, many);
        let direction = if excess > 0 { "too many" } else { "missing" };
        let sum = count_of(usize::try_from(sum).unwrap_or_default(), one, many);
        let text = format!("{difference} {direction}: all places together hold {sum}, and there are {}{question}", self.total);
        PositionError::new(self.clause, text)
    }
}

/// The first of these cards that appears more often than it has copies.
pub fn surplus<C: IndexedCard>(copies: impl Fn(C) -> u8, cards: impl IntoIterator<Item = C>) -> Option<C> {
    let mut counts: Vec<u8> = Vec::new();
    cards.into_iter().find(|&card| {
        if counts.len() <= card.index() {
            counts.resize(card.index() + 1, 0);
        }
        let count = &mut counts[card.index()];
        *count = count.saturating_add(1);
        *count > copies(card)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use fastrand::Rng;

    const ALL: usize = 20;

    fn ledger(places: &[LedgerPlace]) -> (Ledger, Vec<PlaceId>) {
        let mut ledger = Ledger::new(ALL, ClauseId::table(4), ["card", "cards"]);
        let ids = places.iter().map(|place| ledger.place(*place)).collect();
        (ledger, ids)
    }

    fn players() -> Players {
        Players::new(["Ada", "Bo"])
    }

    fn random_place(random: &mut Rng) -> LedgerPlace {
        let mut place = LedgerPlace::new(None, "pile N").least(random.usize(..4));
        if random.u8(..3) == 0 {
            place = place.stated(Some(random.u32(..9)));
        }
        if random.bool() {
            place = place.most(random.u32(3..12));
        }
        if random.bool() { place.usual(random.u32(3..7)).or_fewer(random.bool()) } else { place }
    }

    /// Whether the places together can hold exactly `left` cards, by trying every count.
    fn can_add_up(places: &[LedgerPlace], left: u32) -> bool {
        let Some((first, others)) = places.split_first() else { return left == 0 };
        let (least, most) = first.bounds();
        (0..=left).any(|count| (least..=most).contains(&count.into()) && can_add_up(others, left - count))
    }

    #[test]
    fn whatever_a_place_may_hold_can_be_completed_to_the_whole_stock_and_nothing_else() {
        let mut random = Rng::with_seed(70);
        for _ in 0..2_000 {
            let places: Vec<LedgerPlace> = (0..random.usize(1..5)).map(|_| random_place(&mut random)).collect();
            let (ledger, ids) = ledger(&places);
            for (nth, &id) in ids.iter().enumerate() {
                let range = ledger.possible_counts(id);
                for count in 0..=25 {
                    let (mut changed, is_contrary) = (places.clone(), places[nth].stated.is_some_and(|stated| stated != count));
                    let (least, most) = changed[nth].bounds();
                    changed[nth].stated = Some(count);
                    let can_be = !is_contrary && (least..=most).contains(&count.into()) && can_add_up(&changed, 20);
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
            let places: Vec<LedgerPlace> = (0..random.usize(1..5)).map(|_| random_place(&mut random)).collect();
            let (ledger, ids) = ledger(&places);
            let assert_whole = |counts: &LedgerCounts| {
                assert_eq!(counts.0.iter().sum::<u32>(), 20, "{places:#?}");
                for (place, id) in places.iter().zip(&ids) {
                    assert!(place.stated.is_none_or(|stated| stated == counts[*id]) && counts[*id] >= place.least, "{places:#?}");
                }
            };
            settled += i32::from(ledger.settle(&players()).inspect(assert_whole).is_ok());
            assumed += i32::from(ledger.assume(&players()).inspect(assert_whole).is_ok());
            let can_be = can_add_up(&places, 20)
                && places.iter().all(|place| place.stated.is_none_or(|stated| (place.least..=place.most).contains(&stated)));
            assert_eq!(ledger.assume(&players()).is_ok(), can_be, "{places:#?}");
        }
        assert!(settled > 100 && assumed > settled, "{settled}, {assumed}");
    }

    #[test]
    fn what_is_left_goes_to_the_place_whose_count_is_not_stated() {
        let hand = |stated: Option<u32>| LedgerPlace::hand(Seat::new(0), 1).stated(stated).usual(6_u32);
        let (deck, gone) = (LedgerPlace::new(None, "deck N"), LedgerPlace::new(None, "gone +N"));
        let settle = |places: &[LedgerPlace]| {
            let (ledger, _) = ledger(places);
            ledger.settle(&players()).map(|counts| counts.0).map_err(|error| error.text)
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

    #[derive(Clone, Copy, Debug, PartialEq)]
    struct Kind(usize);

    impl std::fmt::Display for Kind {
        fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            self.0.fmt(f)
        }
    }

    impl IndexedCard for Kind {
        fn index(self) -> usize {
            self.0
        }

        fn from_index(index: usize) -> Option<Self> {
            Some(Self(index)).filter(|_| index < 2)
        }
    }

    #[test]
    fn a_card_is_too_many_once_all_its_copies_are_named() {
        let cards = [Kind(0), Kind(1), Kind(0)];
        assert_eq!(surplus(|_| 1, cards), Some(Kind(0)));
        assert_eq!(surplus(|_| 2, cards), None);
    }
}
