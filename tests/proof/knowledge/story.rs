//! What the table has seen of one stock of cards, and every way in which its hidden places can be filled after that.
//!
//! Nothing here keeps account of hands as the referee does. A guess at what lies where is led back step by step through all that was
//! seen, to the stock that lay in one pile: if it gets there, it is possible.

use crate::knowledge::cards::{Cards, choices, count, each_choice, is_part, less, plus};

/// A hidden place, by its number: the pile from which the stock is dealt is 0.
pub type Place = usize;

/// The pile that holds the whole stock at first.
pub const PILE: Place = 0;

/// Something that the table saw.
#[derive(Clone, Debug)]
enum Seen {
    /// A card that nobody saw went from one hidden place to another.
    Passed(Place, Place),
    /// A card that was seen did.
    Told(Place, Place, usize),
    /// A card came into the open.
    Out(Place, usize),
    /// A card that lay open went into a hidden place.
    In(Place, usize),
    /// These cards, at least, were there.
    Held(Place, Cards),
    /// All that was in a place, so many cards, was laid aside; others were drawn from the pile, and then it was shuffled into the pile.
    Exchanged(Place, usize),
}

/// A hidden place of a stock that is taken up where it lies.
#[derive(Clone, Debug, Default)]
pub struct Lying {
    pub size: usize,
    pub known: Vec<String>,
    /// The cards that can't be there.
    pub bars: Vec<String>,
}

/// A stock, and all that was seen of it.
#[derive(Clone, Debug)]
pub struct Story {
    kinds: Vec<String>,
    seen: Vec<Seen>,
    /// What is sure to have been in each place before each of these, and now: it went there, or was there, and was not seen to leave.
    least: Vec<Vec<Cards>>,
    /// How many of each kind a place can ever hold.
    most: Vec<Cards>,
    is_taken_up: bool,
    /// What is hidden anywhere now.
    hidden: Cards,
    sizes: Vec<usize>,
}

impl Story {
    /// A stock in the pile, and so many other places. Other kinds than those in the stock may come in later.
    pub fn new(stock: &[String], others: &[String], places: usize) -> Self {
        let mut kinds: Vec<String> = stock.iter().chain(others).cloned().collect();
        kinds.sort();
        kinds.dedup();
        let mut story = Self {
            seen: Vec::new(),
            least: vec![vec![vec![0; kinds.len()]; places + 1]],
            most: vec![vec![u8::MAX; kinds.len()]; places + 1],
            hidden: Vec::new(),
            sizes: vec![0; places + 1],
            is_taken_up: false,
            kinds,
        };
        story.hidden = story.counted(stock);
        story.sizes[PILE] = stock.len();
        story.least[0][PILE].clone_from(&story.hidden);
        story
    }

    /// A stock that is taken up where it lies: of what is hidden, each place holds so many cards, at least these, and none that it bars.
    pub fn lying(hidden: &[String], others: &[String], places: &[Lying]) -> Self {
        let mut story = Self::new(hidden, others, places.len() - 1);
        // What the pile can't hold is laid into the other places first.
        story.kinds.sort_by_key(|kind| !places[PILE].bars.contains(kind));
        story.hidden = story.counted(hidden);
        story.sizes = places.iter().map(|place| place.size).collect();
        assert_eq!(story.sizes.iter().sum::<usize>(), hidden.len(), "all that is hidden lies somewhere: {places:?}");
        story.least = vec![places.iter().map(|place| story.counted(&place.known)).collect()];
        let most = |place: &Lying| story.kinds.iter().map(|kind| if place.bars.contains(kind) { 0 } else { u8::MAX }).collect();
        story.most = places.iter().map(most).collect();
        story.is_taken_up = true;
        story
    }

    fn kind(&self, card: &str) -> Option<usize> {
        self.kinds.iter().position(|kind| kind == card)
    }

    /// Cards by kinds; such as this stock never has are left out.
    pub fn counted(&self, cards: &[String]) -> Cards {
        let mut counted = vec![0; self.kinds.len()];
        cards.iter().filter_map(|card| self.kind(card)).for_each(|kind| counted[kind] += 1);
        counted
    }

    /// The cards that were counted.
    pub fn named(&self, cards: &Cards) -> Vec<String> {
        self.kinds.iter().zip(cards).flat_map(|(kind, n)| std::iter::repeat_n(kind.clone(), (*n).into())).collect()
    }

    /// How many cards a place holds; none if it isn't there.
    pub fn size(&self, place: Place) -> usize {
        self.sizes.get(place).copied().unwrap_or_default()
    }

    /// All that is hidden.
    pub fn hidden(&self) -> &Cards {
        &self.hidden
    }

    /// What is sure to be in a place because it went there, or was there, and was not seen to leave.
    pub fn seen_there(&self, place: Place) -> &Cards {
        &self.least.last().expect("there is a first")[place]
    }

    /// Whether something was laid aside and others drawn, so that more may be sure than what was seen.
    pub fn has_exchanged(&self) -> bool {
        self.seen.iter().any(|seen| matches!(seen, Seen::Exchanged(..)))
    }

    /// Whether it was taken up where it lies.
    pub fn is_taken_up(&self) -> bool {
        self.is_taken_up
    }

    /// The places that hold something nobody has seen there.
    pub fn unseen_places(&self) -> Vec<Place> {
        let all = 0..self.sizes.len();
        all.filter(|place| self.sizes[*place] > count(self.seen_there(*place))).collect()
    }

    pub fn passes(&mut self, from: Place, to: Place) {
        self.sees(Seen::Passed(from, to));
    }

    pub fn is_told(&mut self, from: Place, to: Place, card: &str) {
        let kind = self.kind(card).expect("a card of this stock");
        self.sees(Seen::Told(from, to, kind));
    }

    pub fn comes_out(&mut self, from: Place, card: &str) {
        let kind = self.kind(card).expect("a card of this stock");
        self.sees(Seen::Out(from, kind));
        // With all in the pile again, or out, nothing before tells more than what is out.
        if self.sizes.iter().skip(1).all(|size| *size == 0) {
            self.seen.clear();
            let mut least = vec![vec![0; self.kinds.len()]; self.sizes.len()];
            least[PILE].clone_from(&self.hidden);
            self.least = vec![least];
        }
    }

    /// All of a hidden place goes into the pile, once as many cards of the pile (or all that it holds) have come there.
    pub fn exchanges(&mut self, place: Place) {
        self.sees(Seen::Exchanged(place, self.sizes[place]));
    }

    pub fn goes_in(&mut self, to: Place, card: &str) {
        let kind = self.kind(card).expect("a card of this stock");
        self.sees(Seen::In(to, kind));
    }

    pub fn is_held(&mut self, place: Place, cards: &[String]) {
        let cards = self.counted(cards);
        self.sees(Seen::Held(place, cards));
    }

    fn sees(&mut self, seen: Seen) {
        let mut least = self.least.last().expect("there is a first").clone();
        match &seen {
            Seen::Passed(from, to) => {
                // Whatever is there may be what went.
                least[*from].iter_mut().for_each(|n| *n = n.saturating_sub(1));
                self.sizes[*from] -= 1;
                self.sizes[*to] += 1;
            }
            Seen::Told(from, to, kind) => {
                least[*from][*kind] = least[*from][*kind].saturating_sub(1);
                least[*to][*kind] += 1;
                self.sizes[*from] -= 1;
                self.sizes[*to] += 1;
            }
            Seen::Out(from, kind) => {
                least[*from][*kind] = least[*from][*kind].saturating_sub(1);
                self.sizes[*from] -= 1;
                self.hidden[*kind] -= 1;
            }
            Seen::In(to, kind) => {
                least[*to][*kind] += 1;
                self.sizes[*to] += 1;
                self.hidden[*kind] += 1;
            }
            Seen::Held(place, cards) => {
                least[*place].iter_mut().zip(cards).for_each(|(n, held)| *n = (*n).max(*held));
            }
            Seen::Exchanged(place, laid) => {
                let drawn = self.sizes[PILE].min(*laid);
                let aside = std::mem::replace(&mut least[*place], vec![0; self.kinds.len()]);
                let drawable = u8::try_from(drawn).unwrap_or(u8::MAX);
                least[PILE].iter_mut().zip(&aside).for_each(|(n, back)| *n = n.saturating_sub(drawable) + back);
                self.sizes[*place] = drawn;
                self.sizes[PILE] = self.sizes[PILE] + laid - drawn;
            }
        }
        self.seen.push(seen);
        self.least.push(least);
    }

    /// Whether what lies where can have come about: the last thing that was seen is undone, in every way, and then the one before it.
    fn came_about(&self, places: &mut [Cards], undone: usize) -> bool {
        let Some(at) = self.seen.len().checked_sub(undone + 1) else {
            // From its deal a stock lay in the pile.
            let from = &self.least[0];
            let all = || from.iter().zip(&*places).all(|(sure, content)| is_part(sure, content));
            return if self.is_taken_up { all() } else { places[PILE] == from[PILE] };
        };
        match &self.seen[at] {
            Seen::Passed(from, to) => (0..self.kinds.len()).any(|kind| {
                // What was there before it can't be what came.
                places[*to][kind] > self.least[at][*to][kind]
                    && self.most[*from][kind] > 0
                    && self.came_about_with(places, undone, (*to, *from), kind)
            }),
            Seen::Told(from, to, kind) => places[*to][*kind] > 0 && self.came_about_with(places, undone, (*to, *from), *kind),
            Seen::Out(from, kind) => {
                places[*from][*kind] += 1;
                let did = self.came_about(places, undone + 1);
                places[*from][*kind] -= 1;
                did
            }
            Seen::In(to, kind) => {
                if places[*to][*kind] == 0 {
                    return false;
                }
                places[*to][*kind] -= 1;
                let did = self.came_about(places, undone + 1);
                places[*to][*kind] += 1;
                did
            }
            Seen::Held(place, cards) => is_part(cards, &places[*place]) && self.came_about(places, undone + 1),
            Seen::Exchanged(place, laid) => {
                // All that is there was drawn; what was there before is in the pile, whichever cards of it that were.
                let (drawn, pile) = (places[*place].clone(), places[PILE].clone());
                let mut did = false;
                each_choice(&pile, *laid, &mut |aside| {
                    if is_part(&self.least[at][*place], aside) {
                        places[*place].clone_from(aside);
                        places[PILE] = plus(&less(&pile, aside), &drawn);
                        did = self.came_about(places, undone + 1);
                    }
                    !did
                });
                places[*place] = drawn;
                places[PILE] = pile;
                did
            }
        }
    }

    fn came_about_with(&self, places: &mut [Cards], undone: usize, (now, before): (Place, Place), kind: usize) -> bool {
        places[now][kind] -= 1;
        places[before][kind] += 1;
        let did = self.came_about(places, undone + 1);
        places[before][kind] -= 1;
        places[now][kind] += 1;
        did
    }

    /// Every content that a place can have, if no more than `most` have to be tried.
    pub fn contents(&self, place: Place, most: usize) -> Option<Vec<Cards>> {
        let sure = self.seen_there(place);
        let others = self.fitting(place, less(&self.hidden, sure));
        let tried = choices(&others, self.sizes[place].checked_sub(count(sure))?, most)?;
        let with_sure = tried.into_iter().map(|others| plus(&others, sure));
        Some(with_sure.filter(|content| self.can_be_filled(&mut vec![(place, content.clone())])).collect())
    }

    /// Whether a place can hold these cards, if so many tries tell.
    pub fn can_hold(&self, place: Place, cards: &Cards, most: usize) -> Option<bool> {
        let with: Cards = self.seen_there(place).iter().zip(cards).map(|(sure, n)| *sure.max(n)).collect();
        let Some(free) = self.sizes[place].checked_sub(count(&with)) else { return Some(false) };
        if !is_part(&with, &self.fitting(place, self.hidden.clone())) {
            return Some(false);
        }
        let (mut tries, mut can) = (0, false);
        let others = self.fitting(place, less(&self.hidden, &with));
        let all = each_choice(&others, free, &mut |others| {
            tries += 1;
            can = self.can_be_filled(&mut vec![(place, plus(others, &with))]);
            !can && tries < most
        });
        (can || all).then_some(can)
    }

    /// Those of some cards that can be in a place.
    fn fitting(&self, place: Place, mut cards: Cards) -> Cards {
        if self.is_taken_up {
            cards.iter_mut().zip(&self.most[place]).for_each(|(n, most)| *n = (*n).min(*most));
        }
        cards
    }

    /// Whether the other places can be filled so that all of it can have come about.
    fn can_be_filled(&self, filled: &mut Vec<(Place, Cards)>) -> bool {
        let content = |place: Place| filled.iter().find(|(other, _)| *other == place).map(|(_, content)| content.clone());
        let (mut there, mut empty) = (vec![0; self.kinds.len()], Vec::new());
        for place in 0..self.sizes.len() {
            let content = content(place);
            if content.is_none() {
                empty.push(place);
            }
            there = plus(&there, &content.unwrap_or_else(|| self.seen_there(place).clone()));
        }
        if !is_part(&there, &self.hidden) {
            return false;
        }
        let Some(place) = empty.pop() else {
            return self.came_about(&mut (0..self.sizes.len()).filter_map(content).collect::<Vec<_>>(), 0);
        };
        let sure = self.seen_there(place);
        let mut fits = false;
        each_choice(&self.fitting(place, less(&self.hidden, &there)), self.sizes[place] - count(sure), &mut |others| {
            filled.push((place, plus(others, sure)));
            fits = self.can_be_filled(filled);
            filled.pop();
            !fits
        });
        fits
    }
}
