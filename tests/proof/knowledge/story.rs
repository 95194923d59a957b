//! What the table has seen of one stock of cards, and every way in which its hidden places can be filled after that.
//!
//! Nothing here keeps account of hands as the referee does. A guess at what lies where is led back step by step through all that was
//! seen, to the stock that lay in one pile: if it gets there, it is possible.

use crate::knowledge::cards::{Cards, choices, count, each_choice, is_part, less, plus};

/// A hidden place, by its number: the pile from which the stock is dealt is 0.
pub type Place = usize;

/// The pile that holds the whole stock at first.
pub const PILE: Place = 0;

/// How often the other places are filled for one content of a place, at most: what contradicts itself could be tried for ever.
const TRIES: usize = 40;

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

    /// How often something was laid aside and others drawn, so that more may be sure than what was seen.
    pub fn exchanges_seen(&self) -> usize {
        self.seen.iter().filter(|seen| matches!(seen, Seen::Exchanged(..))).count()
    }

    /// Whether more may be possible by the account of hands (TB-3) than what was seen allows: of places that lay covered when it was
    /// taken up it isn't followed which cards came back to them, nor who drew from a pile that can't hold what others may.
    pub fn is_loose(&self) -> bool {
        let sure = self.least.last().expect("there is a first");
        let is_unseen = |kind: usize| usize::from(self.hidden[kind]) > sure.iter().map(|place| usize::from(place[kind])).sum();
        let bars = (0..self.kinds.len()).any(|kind| self.most[PILE][kind] == 0 && is_unseen(kind));
        let drew = || self.seen.iter().any(|seen| matches!(seen, Seen::Passed(PILE, _)));
        self.is_taken_up && (self.exchanges_seen() > 0 || bars && drew())
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
                if self.unseen_places() == [*place] {
                    // The hand was worked out: it holds all that was seen nowhere else.
                    let others = least.iter().enumerate().filter(|(other, _)| other != place);
                    least[*place] = others.fold(self.hidden.clone(), |left, (_, seen)| less(&left, seen));
                }
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
    /// Places that aren't filled yet may hold anything.
    fn came_about(&self, places: &mut [Option<Cards>], undone: usize) -> bool {
        let Some(at) = self.seen.len().checked_sub(undone + 1) else {
            // From its deal a stock lay in the pile.
            let from = &self.least[0];
            let fits = |(sure, content): (&Cards, &Option<Cards>)| content.as_ref().is_none_or(|content| is_part(sure, content));
            let pile = places[PILE].as_ref();
            return if self.is_taken_up {
                from.iter().zip(&*places).all(fits)
            } else {
                pile.is_none_or(|pile| *pile == from[PILE])
            };
        };
        match &self.seen[at] {
            Seen::Passed(from, to) => {
                let Some(content) = &places[*to] else { return self.came_about_without(places, undone, &[*from]) };
                // What was there before it can't be what came.
                let came = |kind: &usize| content[*kind] > self.least[at][*to][*kind] && self.most[*from][*kind] > 0;
                let kinds: Vec<usize> = (0..self.kinds.len()).filter(came).collect();
                kinds.into_iter().any(|kind| self.came_about_with(places, undone, (*to, *from), kind))
            }
            Seen::Told(from, to, kind) => self.came_about_with(places, undone, (*to, *from), *kind),
            Seen::Out(from, kind) => {
                add(&mut places[*from], *kind);
                let did = self.came_about(places, undone + 1);
                remove(&mut places[*from], *kind);
                did
            }
            Seen::In(to, kind) => {
                if !remove(&mut places[*to], *kind) {
                    return false;
                }
                let did = self.came_about(places, undone + 1);
                add(&mut places[*to], *kind);
                did
            }
            Seen::Held(place, cards) => {
                places[*place].as_ref().is_none_or(|content| is_part(cards, content)) && self.came_about(places, undone + 1)
            }
            Seen::Exchanged(place, laid) => {
                // All that is there was drawn; what was there before is in the pile, whichever cards of it that were.
                let (Some(drawn), Some(pile)) = (places[*place].clone(), places[PILE].clone()) else {
                    return self.came_about_without(places, undone, &[*place, PILE]);
                };
                let mut did = false;
                each_choice(&pile, *laid, &mut |aside| {
                    if is_part(&self.least[at][*place], aside) {
                        places[*place] = Some(aside.clone());
                        places[PILE] = Some(plus(&less(&pile, aside), &drawn));
                        did = self.came_about(places, undone + 1);
                    }
                    !did
                });
                places[*place] = Some(drawn);
                places[PILE] = Some(pile);
                did
            }
        }
    }

    fn came_about_with(&self, places: &mut [Option<Cards>], undone: usize, (now, before): (Place, Place), kind: usize) -> bool {
        if !remove(&mut places[now], kind) {
            return false;
        }
        add(&mut places[before], kind);
        let did = self.came_about(places, undone + 1);
        remove(&mut places[before], kind);
        add(&mut places[now], kind);
        did
    }

    /// The same where cards came back to some places of which nothing is known: of these nothing is known then.
    fn came_about_without(&self, places: &[Option<Cards>], undone: usize, unknown: &[Place]) -> bool {
        let mut places = places.to_vec();
        for &place in unknown {
            places[place] = None;
        }
        self.came_about(&mut places, undone + 1)
    }

    /// Every content that a place can have, if no more than `most` have to be tried, with no more than [`TRIES`] for each.
    pub fn contents(&self, place: Place, most: usize) -> Option<Vec<Cards>> {
        let sure = self.seen_there(place);
        let others = self.fitting(place, less(&self.hidden, sure));
        let tried = choices(&others, self.sizes[place].checked_sub(count(sure))?, most)?;
        let with_sure = tried.into_iter().map(|others| plus(&others, sure));
        let mut left = TRIES * most;
        let contents = with_sure.filter(|content| self.can_hold_just(place, content.clone(), &mut left)).collect();
        (left > 0).then_some(contents)
    }

    /// Whether a place can hold these cards, if so many contents tell.
    pub fn can_hold(&self, place: Place, cards: &Cards, most: usize) -> Option<bool> {
        let with: Cards = self.seen_there(place).iter().zip(cards).map(|(sure, n)| *sure.max(n)).collect();
        let Some(free) = self.sizes[place].checked_sub(count(&with)) else { return Some(false) };
        if !is_part(&with, &self.fitting(place, self.hidden.clone())) {
            return Some(false);
        }
        let (mut tries, mut can) = (TRIES * most, false);
        let mut left = most;
        let others = self.fitting(place, less(&self.hidden, &with));
        let all = each_choice(&others, free, &mut |others| {
            left -= 1;
            can = self.can_hold_just(place, plus(others, &with), &mut tries);
            !can && left > 0
        });
        (can || all && tries > 0).then_some(can)
    }

    /// Those of some cards that can be in a place.
    fn fitting(&self, place: Place, mut cards: Cards) -> Cards {
        if self.is_taken_up {
            cards.iter_mut().zip(&self.most[place]).for_each(|(n, most)| *n = (*n).min(*most));
        }
        cards
    }

    /// Whether the other places can be filled so that all of it can have come about. When no tries are left, that isn't known.
    fn can_be_filled(&self, filled: &mut [Option<Cards>], tries: &mut usize) -> bool {
        *tries = tries.saturating_sub(1);
        if *tries == 0 {
            return false;
        }
        let there = filled
            .iter()
            .zip(self.least.last().expect("there is a first"))
            .map(|(content, sure)| content.as_ref().unwrap_or(sure));
        let there = there.fold(vec![0; self.kinds.len()], |all, cards| plus(&all, cards));
        if !is_part(&there, &self.hidden) || !self.came_about(filled, 0) {
            return false;
        }
        let Some(place) = filled.iter().rposition(Option::is_none) else { return true };
        let sure = self.seen_there(place);
        let mut fits = false;
        each_choice(&self.fitting(place, less(&self.hidden, &there)), self.sizes[place] - count(sure), &mut |others| {
            filled[place] = Some(plus(others, sure));
            fits = self.can_be_filled(filled, tries);
            !fits && *tries > 0
        });
        filled[place] = None;
        fits
    }

    /// Whether the other places can be filled around what is in one.
    fn can_hold_just(&self, place: Place, content: Cards, tries: &mut usize) -> bool {
        let mut filled = vec![None; self.sizes.len()];
        filled[place] = Some(content);
        self.can_be_filled(&mut filled, tries)
    }
}

fn add(place: &mut Option<Cards>, kind: usize) {
    if let Some(content) = place {
        content[kind] += 1;
    }
}

/// Takes a card away, if it can be there.
fn remove(place: &mut Option<Cards>, kind: usize) -> bool {
    let Some(content) = place else { return true };
    let is_there = content[kind] > 0;
    content[kind] -= u8::from(is_there);
    is_there
}
