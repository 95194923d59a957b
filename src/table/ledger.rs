//! A ledger of one closed stock of cards: the places of a position, with the counts they hold and can still hold.
//!
//! A stated count stands. The remaining cards lie in the place without a stated count. A count is required only if several places
//! could hold them.

use super::{ClauseId, IndexedCard, PartOwner, Players, PositionError, Seat, count_of};
use std::ops::{Index, RangeInclusive};

/// One place of a [`Ledger`], with what a position states of the place.
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

    /// Sets a stated count.
    #[must_use]
    pub fn stated(self, count: Option<impl Into<u32>>) -> Self {
        Self { stated: count.map(Into::into), ..self }
    }

    /// Sets the usual count, which holds unless another is stated.
    #[must_use]
    pub fn usual(self, count: impl Into<u32>) -> Self {
        Self { usual: Some(count.into()), ..self }
    }

    /// Allows fewer cards than the usual count. The count is then worked out if only one place can hold fewer.
    #[must_use]
    pub const fn or_fewer(self, can_be_fewer: bool) -> Self {
        Self { can_be_fewer, ..self }
    }

    /// Sets the least count: the number of cards named in the place.
    #[must_use]
    pub fn least(self, cards: usize) -> Self {
        Self { least: number(cards), ..self }
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
    all: u32,
    clause: ClauseId,
    nouns: [&'static str; 2],
    places: Vec<LedgerPlace>,
}

#[allow(clippy::reversed_empty_ranges, reason = "it is empty")]
const NOTHING: RangeInclusive<u32> = 1..=0;

fn number(cards: usize) -> u32 {
    u32::try_from(cards).unwrap_or(u32::MAX)
}

impl Ledger {
    /// A ledger for `all` cards, called by these nouns (`["card", "cards"]`). `clause` states the number of cards.
    pub fn new(all: usize, clause: ClauseId, nouns: [&'static str; 2]) -> Self {
        Self { all: number(all), clause, nouns, places: Vec::new() }
    }

    /// Adds a place.
    pub fn place(&mut self, place: LedgerPlace) -> PlaceId {
        self.places.push(place);
        PlaceId(self.places.len() - 1)
    }

    /// Adds a place that holds exactly this number of cards.
    pub fn lay(&mut self, cards: usize) -> PlaceId {
        self.place(LedgerPlace::new(None, "").stated(Some(number(cards))))
    }

    /// States a count that wasn't stated.
    pub fn state(&mut self, id: PlaceId, count: u32) {
        self.places[id.0].stated = Some(count);
    }

    /// The number of cards stated or named in all places together.
    pub fn stated(&self) -> i64 {
        self.places.iter().map(|place| place.bounds().0).sum()
    }

    /// The number of cards that are neither stated nor named in any place.
    pub fn left(&self) -> usize {
        usize::try_from(i64::from(self.all) - self.stated()).unwrap_or_default()
    }

    /// The possible counts of a place, which leave possible counts for the other places. Empty if the places can't add up.
    pub fn may_be(&self, id: PlaceId) -> RangeInclusive<u32> {
        let others = self.places.iter().enumerate().filter(|(nth, _)| *nth != id.0).map(|(_, place)| place.bounds());
        let (their_least, their_most) = others.fold((0, 0), |(least, most), of| (least + of.0, most + of.1));
        let (least, most) = self.places[id.0].bounds();
        let all = i64::from(self.all);
        let bounds = [least.max(all - their_most), most.min(all - their_least)].map(u32::try_from);
        let [Ok(least), Ok(most)] = bounds else { return NOTHING };
        least..=most
    }

    /// The counts of all places, if they follow from the stated ones and no place has more named cards than it holds (TB-5).
    pub fn settle(&self, players: &Players) -> Result<LedgerCounts, PositionError> {
        let known = |place: &LedgerPlace| place.stated.or(place.usual).unwrap_or(place.least);
        let mut counts: Vec<u32> = self.places.iter().map(known).collect();
        let sum = counts.iter().copied().map(i64::from).sum::<i64>();
        let left = i64::from(self.all) - sum;
        let is_open = |place: &LedgerPlace| place.stated.is_none() && (place.can_be_fewer || place.usual.is_none());
        // Only a usual count can give way if all places together hold too many cards.
        let is_odd = left < 0 && !self.places.iter().any(|place| place.stated.is_none() && place.can_be_fewer);
        let mut open = self.places.iter().zip(&mut counts).filter(|(place, _)| is_open(place));
        match (open.next(), open.next()) {
            _ if left == 0 => {}
            (None, _) => return Err(self.sum_error(sum)),
            _ if is_odd => return Err(self.sum_error(sum)),
            (Some((place, count)), more) => {
                let most = place.usual.unwrap_or(u32::MAX);
                let rest = u32::try_from(i64::from(*count) + left).ok().filter(|rest| *rest <= most && more.is_none());
                *count = rest.ok_or_else(|| PositionError::missing(place.part, place.piece, players))?;
            }
        }
        self.checked(counts, players)
    }

    /// The counts of all places, with assumed values for the unstated ones. Places are filled in order, each with its usual
    /// count, or with the middle of its possible range.
    pub fn assume(&self, players: &Players) -> Result<LedgerCounts, PositionError> {
        let mut ledger = self.clone();
        for id in (0..self.places.len()).map(PlaceId) {
            let range = ledger.may_be(id);
            if range.is_empty() {
                return Err(self.sum_error(self.stated()));
            }
            let (least, most) = range.into_inner();
            let usual = ledger.places[id.0].usual.unwrap_or(least + (most - least) / 2);
            ledger.state(id, usual.clamp(least, most));
        }
        self.checked(ledger.places.iter().filter_map(|place| place.stated).collect(), players)
    }

    /// Checks that no place has a stated count below the number of cards named in the place (TB-5).
    pub fn check_named(&self, players: &Players) -> Result<(), PositionError> {
        self.places.iter().try_for_each(|place| self.check_named_in(place, place.stated.unwrap_or(u32::MAX), players))
    }

    fn check_named_in(&self, place: &LedgerPlace, count: u32, players: &Players) -> Result<(), PositionError> {
        if count >= place.least {
            return Ok(());
        }
        let what = place.part.map_or(String::new(), |seat| format!("{}'s ", players.name(seat)));
        let text = format!("more {} are named of {what}{} than it holds", self.nouns[1], place.keyword());
        Err(PositionError::new(ClauseId::table(5), text))
    }

    /// Returns `counts`, unless a place holds more than its largest count or fewer cards than are named in the place (TB-5).
    fn checked(&self, counts: Vec<u32>, players: &Players) -> Result<LedgerCounts, PositionError> {
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

    /// The error for places that together hold `sum` cards. Suggests a value for the last stated count that can be wrong.
    fn sum_error(&self, sum: i64) -> PositionError {
        let [one, many] = self.nouns;
        let more = sum - i64::from(self.all);
        let right = |place: &LedgerPlace| {
            let count = u32::try_from(i64::from(place.stated?) - more).ok()?;
            let fits = place.piece.ends_with(" N") && (place.least..=place.most).contains(&count);
            fits.then(|| format!("; should it be `{} {count}`?", place.keyword()))
        };
        let right = self.places.iter().rev().find_map(right).unwrap_or_default();
        let wrong = count_of(usize::try_from(more.unsigned_abs()).unwrap_or(usize::MAX), one, many);
        let wrong = format!("{wrong} {}", if more > 0 { "too many" } else { "missing" });
        let sum = usize::try_from(sum).unwrap_or_default();
        let text = format!("{wrong}: all places together hold {}, and there are {}{right}", count_of(sum, one, many), self.all);
        PositionError::new(self.clause, text)
    }
}

/// The first of these cards that is named more often than it has copies.
pub fn surplus<C: IndexedCard>(copies: impl Fn(C) -> u8, cards: impl IntoIterator<Item = C>) -> Option<C> {
    let mut seen: Vec<u8> = Vec::new();
    cards.into_iter().find(|&card| {
        if seen.len() <= card.index() {
            seen.resize(card.index() + 1, 0);
        }
        let times = &mut seen[card.index()];
        *times = times.saturating_add(1);
        *times > copies(card)
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

    fn table() -> Players {
        Players::new(["Ada", "Bo"])
    }

    fn any_place(random: &mut Rng) -> LedgerPlace {
        let mut place = LedgerPlace::new(None, "pile N").least(random.usize(..4));
        if random.u8(..3) == 0 {
            place = place.stated(Some(random.u32(..9)));
        }
        if random.bool() {
            place = place.most(random.u32(3..12));
        }
        if random.bool() { place.usual(random.u32(3..7)).or_fewer(random.bool()) } else { place }
    }

    /// Whether the places can hold all cards together, by trying one count after another.
    fn can_add_up(places: &[LedgerPlace], left: u32) -> bool {
        let Some((first, others)) = places.split_first() else { return left == 0 };
        let (least, most) = first.bounds();
        (0..=left).any(|count| (least..=most).contains(&count.into()) && can_add_up(others, left - count))
    }

    #[test]
    fn whatever_a_place_may_hold_can_be_completed_to_the_whole_stock_and_nothing_else() {
        let mut random = Rng::with_seed(70);
        for _ in 0..2_000 {
            let places: Vec<LedgerPlace> = (0..random.usize(1..5)).map(|_| any_place(&mut random)).collect();
            let (ledger, ids) = ledger(&places);
            for (nth, &id) in ids.iter().enumerate() {
                let range = ledger.may_be(id);
                for count in 0..=25 {
                    let (mut with, is_stated) = (places.clone(), places[nth].stated.is_some_and(|stated| stated != count));
                    let (least, most) = with[nth].bounds();
                    with[nth].stated = Some(count);
                    let can_be = !is_stated && (least..=most).contains(&count.into()) && can_add_up(&with, 20);
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
            let places: Vec<LedgerPlace> = (0..random.usize(1..5)).map(|_| any_place(&mut random)).collect();
            let (ledger, ids) = ledger(&places);
            let is_whole = |counts: &LedgerCounts| {
                assert_eq!(counts.0.iter().sum::<u32>(), 20, "{places:#?}");
                for (place, id) in places.iter().zip(&ids) {
                    assert!(place.stated.is_none_or(|stated| stated == counts[*id]) && counts[*id] >= place.least, "{places:#?}");
                }
            };
            settled += i32::from(ledger.settle(&table()).inspect(is_whole).is_ok());
            assumed += i32::from(ledger.assume(&table()).inspect(is_whole).is_ok());
            let can_be = can_add_up(&places, 20)
                && places.iter().all(|place| place.stated.is_none_or(|stated| (place.least..=place.most).contains(&stated)));
            assert_eq!(ledger.assume(&table()).is_ok(), can_be, "{places:#?}");
        }
        assert!(settled > 100 && assumed > settled, "{settled}, {assumed}");
    }

    #[test]
    fn what_is_left_goes_to_the_place_whose_count_is_not_stated() {
        let hand = |stated: Option<u32>| LedgerPlace::hand(Seat::new(0), 1).stated(stated).usual(6_u32);
        let (deck, gone) = (LedgerPlace::new(None, "deck N"), LedgerPlace::new(None, "gone +N"));
        let settle = |places: &[LedgerPlace]| {
            let (ledger, _) = ledger(places);
            ledger.settle(&table()).map(|counts| counts.0).map_err(|error| error.text)
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
