//! Games whose cards are really shuffled and dealt, for tests and benches. The program doesn't contain this module.

mod blulu;
mod eggs_and_empires;
mod emu;
mod piepmatz;

use crate::{
    decktet::{Card, Rank},
    table::{Account, Act, ActOf, AllowedValues, CompleteGame, DeckValue, IndexedCard, Points, RuleSettings, RuleValue, Seat},
};
use smallvec::{Array, SmallVec};

/// A source of random choices: returns a whole number below the given number.
pub type RandomSource<'a> = &'a mut dyn FnMut(usize) -> usize;

/// A game whose cards are really shuffled and dealt, so that tests and benches know every hand.
pub trait Dealer: CompleteGame {
    /// The real place of every card. The default is the state before the first round.
    type Truth: Clone + Default;

    /// Upper limits of some table rules in random games, which would take too long with larger values.
    const RULE_LIMITS: &'static [(&'static str, u16)] = &[];

    /// A random number of players, with a random setup and its table rules.
    fn random_setup(random: RandomSource<'_>) -> (usize, Self::Setup, RuleSettings) {
        let book = Self::book();
        let players = book.players.start() + random(book.players.clone().count());
        // A constant `random` might never find valid rules, so after a hundred attempts the defaults are used.
        let mut attempts = 100;
        loop {
            let mut rules = RuleSettings::defaults(book);
            for rule in book.rules.iter().filter(|_| attempts > 0) {
                let limit = Self::RULE_LIMITS.iter().find(|(key, _)| *key == rule.key).map_or(u16::MAX, |(_, limit)| *limit);
                // The book allows every value.
                let _ = rules.set(book, rule.key, &any_value(&rule.values, limit, random));
            }
            attempts -= i32::from(attempts > 0);
            Self::adjust_rules(players, &mut rules, &[]);
            if let Some(setup) = Self::with_any_deck(players, &rules, random) {
                return (players, setup, rules);
            }
        }
    }

    /// A setup under these table rules, with a random `[deck]` if the game has one. Returns `None` if the rules don't fit together.
    fn with_any_deck(players: usize, rules: &RuleSettings, _random: RandomSource<'_>) -> Option<Self::Setup> {
        Self::setup(players, rules, &[]).ok()
    }

    /// The `[deck]` entries of this setup.
    fn deck(_setup: &Self::Setup) -> Vec<(String, DeckValue)> {
        Vec::new()
    }

    /// Whether the list of legal steps has a legal step itself, not only its verb.
    fn is_listed(_step: &Self::Step) -> bool {
        true
    }

    /// Random text for an argument, sensible or not; `argument` is its name in the form of a verb, as `CARD`. For `CARD…` the
    /// harness calls this several times. If it returns `None`, the harness takes a player for `NAME`, a number for `N`, and
    /// otherwise the name itself.
    fn random_argument(_argument: &str, _random: RandomSource<'_>) -> Option<String> {
        None
    }

    /// Random text for one player's part of a tally, sensible or not.
    fn random_tally_part(_random: RandomSource<'_>) -> String {
        String::new()
    }

    /// Proposes a random act with the real cards: the beginning of a round, or a step by a player or the table. The act need not be
    /// legal. But it is never a foul that only the real hand shows: a game without illegal steps would then have a revoke.
    fn propose(&self, truth: &mut Self::Truth, random: RandomSource<'_>) -> ActOf<Self>;

    /// Shuffles and deals for a round that is about to begin.
    fn deal(&self, truth: &mut Self::Truth, random: RandomSource<'_>);

    /// Updates the truth for a step that the game is about to apply.
    fn track_step(&self, truth: &mut Self::Truth, actor: Option<Seat>, step: &Self::Step, random: RandomSource<'_>);

    /// Updates the truth for an act that the game is about to apply.
    fn track(&self, truth: &mut Self::Truth, act: &ActOf<Self>, random: RandomSource<'_>) {
        match act {
            Act::BeginRound { .. } => self.deal(truth, random),
            Act::Step { actor, step } => self.track_step(truth, *actor, step, random),
            Act::Tally(_) => {}
        }
    }

    /// A copy of the game in which every hand has been seen. If it is `None`, the harness checks nothing with open hands.
    fn with_open_hands(&self, _truth: &Self::Truth) -> Option<Self> {
        None
    }

    /// Whether a tally of the cards left on the table scores the same as the moves.
    fn tally_scores_all(&self) -> bool {
        true
    }

    /// Whether an act keeps all rules, in the opinion of the dealer, who sees every hand. `None` is no opinion. Implement it from
    /// the rule book, without looking at `judge`: a second opinion finds errors that `judge` and the other methods share.
    fn is_legal_to_dealer(&self, _truth: &Self::Truth, _act: &ActOf<Self>) -> Option<bool> {
        None
    }

    /// A player's total so far, in the opinion of the dealer. `None` is no opinion.
    fn dealer_total(&self, _truth: &Self::Truth, _seat: Seat) -> Option<Points> {
        None
    }

    /// Whether the referee's knowledge agrees with the truth. Known cards are at their known locations, counts are right, and every
    /// card in a hand could come from that hand.
    fn is_consistent_with(&self, truth: &Self::Truth) -> bool;

    /// Whether every card is in exactly one place: open, known in a hand, or unaccounted for. As many cards must be unaccounted for
    /// as lie unseen. After a tally, which may differ from the moves, this need not hold until the next round.
    fn balances(&self) -> bool;
}

/// A random card of the Decktet, sometimes played as a number. Half of the time it is one of twelve cards, to make repeats
/// likely.
fn any_card(random: RandomSource<'_>) -> String {
    let choices = if random(2) == 0 { 12 } else { Card::COUNT };
    let card = Card::from_index(random(choices)).unwrap_or_else(|| unreachable!("it is below the number of cards"));
    let is_numbered = matches!(card.rank(), Rank::Pawn | Rank::Court) && random(2) == 0;
    if is_numbered { format!("{card}={}", 2 + random(8)) } else { card.to_string() }
}

fn any_texts(most: usize, separator: &str, random: RandomSource<'_>, any_text: impl Fn(RandomSource<'_>) -> String) -> String {
    (0..random(most + 1)).map(|_| any_text(random)).collect::<Vec<_>>().join(separator)
}

/// Random cards in up to two groups: `7SK 3MW | 9LK`.
fn any_groups(random: RandomSource<'_>) -> String {
    any_texts(2, " | ", random, |random| any_texts(4, " ", random, any_card))
}

/// A random value of a table rule, up to `most` if it is a number.
pub fn any_value(values: &AllowedValues, most: u16, random: RandomSource<'_>) -> RuleValue {
    let number = match *values {
        AllowedValues::Word(words) => random(words.len()),
        AllowedValues::Whole { least, most: highest, .. } => {
            usize::from(least) + random(usize::from(highest.min(most) - least) + 1)
        }
        AllowedValues::OneOf(numbers) => numbers[random(numbers.len())].into(),
        AllowedValues::Flag { .. } => random(2),
    };
    values.write(u16::try_from(number).unwrap_or_default())
}

fn shuffle<T>(items: &mut [T], random: RandomSource<'_>) {
    choose_some(items, items.len(), random);
}

/// Chooses `count` of these items, or all if there are fewer. Returns them in random order, and reorders `items`.
fn choose_some<'a, T>(items: &'a mut [T], count: usize, random: RandomSource<'_>) -> &'a [T] {
    let first = items.len().saturating_sub(count);
    for last in (first.max(1)..items.len()).rev() {
        items.swap(last, random(last + 1));
    }
    &items[first..]
}

fn choose_one<I: Iterator>(items: impl Fn() -> I, random: RandomSource<'_>) -> Option<I::Item> {
    items().nth(random(items().count().max(1)))
}

/// The real cards of a hand.
type RealHand<C> = SmallVec<[C; 16]>;

/// Takes a card out of a hand. Returns whether it was there.
fn take<C: Copy + PartialEq>(cards: &mut RealHand<C>, card: C) -> bool {
    let at = cards.iter().position(|other| *other == card);
    at.map(|at| cards.swap_remove(at)).is_some()
}

/// Takes a card out of a deck, whose last card is its top. Returns whether it was there.
fn turn_up<A: Array<Item: PartialEq>>(deck: &mut SmallVec<A>, card: &A::Item) -> bool {
    let at = deck.iter().rposition(|other| other == card);
    at.map(|at| deck.remove(at)).is_some()
}

/// The real cards of one stock: the hands, and a pile whose last card is its top.
#[derive(Clone, Debug)]
pub struct DealtCards<C> {
    hands: [RealHand<C>; Seat::MOST],
    pile: SmallVec<[C; 96]>,
}

impl<C> Default for DealtCards<C> {
    fn default() -> Self {
        Self { hands: Default::default(), pile: SmallVec::new() }
    }
}

impl<C: IndexedCard> DealtCards<C> {
    /// Shuffles a whole stock: the number of copies of each card.
    pub fn shuffle<const KINDS: usize>(&mut self, stock: [u8; KINDS], random: RandomSource<'_>) {
        self.hands.iter_mut().for_each(RealHand::clear);
        self.pile.clear();
        for (card, copies) in C::all().zip(stock) {
            (0..copies).for_each(|_| self.pile.push(card));
        }
        shuffle(&mut self.pile, random);
    }

    /// Deals this many cards to each seat.
    pub fn deal(&mut self, seats: impl IntoIterator<Item = Seat>, cards: usize) {
        for seat in seats {
            (0..cards).for_each(|_| self.draw(seat));
        }
    }

    /// The cards of a hand.
    pub fn hand(&self, seat: Seat) -> &[C] {
        &self.hands[seat.index()]
    }

    /// At most `count` cards from the top of the pile, the topmost last.
    pub fn top(&self, count: usize) -> &[C] {
        &self.pile[self.pile.len().saturating_sub(count)..]
    }

    /// Puts an open card into a hand.
    pub fn add_to_hand(&mut self, seat: Seat, card: C) {
        self.hands[seat.index()].push(card);
    }

    /// Takes a card out of a hand, if it is there.
    pub fn remove_from_hand(&mut self, seat: Seat, card: C) {
        take(&mut self.hands[seat.index()], card);
    }

    /// Draws the top card of the pile into a hand.
    pub fn draw(&mut self, seat: Seat) {
        if let Some(card) = self.pile.pop() {
            self.add_to_hand(seat, card);
        }
    }

    /// Takes a card out of the pile, if it is there: the card lies open then.
    pub fn turn_up(&mut self, card: C) {
        turn_up(&mut self.pile, &card);
    }

    /// Random cards of a nonempty hand to show: one, or all of them in canonical order.
    pub fn any_shown<S: FromIterator<C>>(&self, seat: Seat, random: RandomSource<'_>) -> S
    where
        C: Ord,
    {
        let hand = self.hand(seat);
        if random(2) == 0 {
            return choose_one(|| hand.iter().copied(), random).into_iter().collect();
        }
        let mut cards = RealHand::from_slice(hand);
        cards.sort_unstable();
        cards.into_iter().collect()
    }

    /// Shows all hands in an account.
    pub fn show_in<const KINDS: usize>(&self, account: &mut Account<KINDS>) {
        Seat::all(Seat::MOST).for_each(|seat| account.show(seat, self.hand(seat)));
    }

    /// Whether an account's knowledge of the hands is true.
    pub fn is_consistent_with<const KINDS: usize>(&self, account: &Account<KINDS>) -> bool {
        Seat::all(Seat::MOST).all(|seat| {
            let hand = self.hand(seat);
            account.hand(seat).len() == hand.len() && account.missing(seat, hand).is_none()
        })
    }
}
