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
    wanted: u32,
    least: u32,
    most: u32,
}

impl LedgerPlace {
    /// A place without a stated count. `part` and `piece` (`hand N`) say where a position would state the count.
    pub const fn new(part: PartOwner, piece: &'static str) -> Self {
        Self { part, piece, stated: None, usual: None, can_be_fewer: false, wanted: 0, least: 0, most: u32::MAX }
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

    /// Sets the count that the place has at least where its count is assumed, if there are enough cards.
    #[must_use]
    pub const fn wanted(self, cards: u32) -> Self {
        Self { wanted: cards, ..self }
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
            let place = ledger.places[id.0];
            let assumed = place.usual.unwrap_or(least + (most - least) / 2).max(place.wanted);
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
