//! Random games with really shuffled cards and eggs, for tests and benches: what could be done next.

use super::{
    BOOK, Card, EggsAndEmpires, Phase, Setup, Step, Tally, Value, book,
    score::UNLISTED,
    setup::eggs_each_turn,
    step::{Cards, Values},
    truth::Truth,
};
use crate::table::{Act, ActOf, Deal, DeckEntry, Random, RuleValue, RuleValues, Seat, Values as Allowed};

/// Values that the eggs of a box may well have.
const PLAUSIBLE: [Value; 16] = [13, 12, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0, -4, -6, -8];

impl Deal for EggsAndEmpires {
    type Truth = Truth;

    fn any_setup(random: Random<'_>) -> (usize, Setup, RuleValues) {
        loop {
            let players = 2 + random(5);
            let mut rules = RuleValues::defaults(&BOOK);
            for (index, rule) in BOOK.rules.iter().enumerate() {
                let value = match rule.values {
                    // Games for tokens are long.
                    Allowed::Word(words) if index == book::SCORING => words[usize::from(random(4) == 0)].to_owned(),
                    Allowed::Word(words) => words[random(words.len())].to_owned(),
                    _ => continue,
                };
                // Every value is one of those that the book names.
                let _ = rules.set(&BOOK, rule.key, &RuleValue::Word(value));
            }
            let _ = rules.set(&BOOK, "rounds", &RuleValue::Whole(if random(3) == 0 { 2 } else { 1 }));
            let least = 9 * eggs_each_turn(players);
            let listed = (random(2) == 0).then(|| least + random(43 - least));
            let eggs = listed.map(|count| (0..count).map(|_| i64::from(PLAUSIBLE[random(PLAUSIBLE.len())])).collect());
            let deck: Vec<_> = eggs.map(|eggs| (book::EGGS.to_owned(), DeckEntry::List(eggs))).into_iter().collect();
            if let Ok(setup) = Setup::of(players, &rules, &deck) {
                return (players, setup, rules);
            }
        }
    }

    fn deck(setup: &Setup) -> Vec<(String, DeckEntry)> {
        setup.deck()
    }

    fn truth(_players: usize, _setup: &Setup) -> Truth {
        Truth::default()
    }

    fn propose(&self, truth: &mut Truth, random: Random<'_>) -> ActOf<Self> {
        truth.catch_up(self);
        let whim = random(64);
        if whim < 4
            && self.is_underway()
            && let Some(act) = self.on_a_whim(truth, random)
        {
            return act;
        }
        let at_table = |step| Act::Step { actor: None, step };
        match self.phase {
            Phase::Ready => Act::Round { first: Seat::new(random(self.players)) },
            Phase::Over | Phase::GameOver => self.next_round(random),
            Phase::Closing if whim < 40 => self.ability(random).unwrap_or_else(|| at_table(Step::End)),
            Phase::Closing => at_table(Step::End),
            Phase::Naming => self.naming(truth, random).unwrap_or_else(|| at_table(Step::End)),
            Phase::Reveal if self.rights.open && whim < 24 => {
                self.ability(random).unwrap_or_else(|| at_table(Step::Reveal(self.next_eggs(truth, random))))
            }
            Phase::Reveal => at_table(Step::Reveal(self.next_eggs(truth, random))),
            Phase::Play => self.playing(truth, random),
            Phase::Collect(_) => self.taking(truth, random),
        }
    }

    fn follow(&self, truth: &mut Truth, act: &Act<Step, Tally>, random: Random<'_>) {
        truth.follow(self, act, random);
    }

    fn agrees_with(&self, truth: &Truth) -> bool {
        let mut now = truth.clone();
        now.catch_up(self);
        self.phase == Phase::Ready || now.agrees(self)
    }

    fn balances(&self) -> bool {
        let stock = super::stock(self.players);
        let cards = self.seats().all(|seat| {
            let spent = self.spent[seat.index()].iter().enumerate();
            let open = spent.flat_map(|(card, &count)| std::iter::repeat_n(card, count.into()));
            self.decks[seat.index()].balances(&stock, open)
        });
        cards && self.nest.as_ref().is_none_or(|nest| self.eggs_balance(nest))
    }

    fn is_listed(step: &Step) -> bool {
        // The value of an egg that only its holder has seen.
        !matches!(step, Step::Opens { .. })
    }
}

impl EggsAndEmpires {
    /// Every listed egg is seen, in the deck, or somewhere unseen.
    fn eggs_balance(&self, nest: &super::Nest) -> bool {
        let piles = self.round.piles.iter().flat_map(super::Pile::eggs);
        let hidden = self.offer.count_down() + piles.clone().filter(|egg| egg.what.value().is_none()).count();
        let hidden = hidden + usize::from(self.gone_unseen) + nest.left();
        let seen = piles.filter_map(|egg| egg.what.value()).chain(self.offer.up.iter().copied()).chain(self.gone.iter().copied());
        let mut all: Vec<Value> = seen.chain(nest.unseen_eggs()).collect();
        all.sort_unstable_by(|one, other| other.cmp(one));
        hidden == nest.unseen_eggs().count() && self.setup.eggs.is_some_and(|listed| listed.eggs().eq(all))
    }

    fn next_round(&self, random: Random<'_>) -> ActOf<Self> {
        let may: Vec<Seat> = self.may_hold_next().iter().collect();
        Act::Round { first: may.get(random(may.len().max(1))).copied().unwrap_or(self.first) }
    }

    /// Something that is rarely done: a new hand, showing cards, naming an egg, using an ability.
    fn on_a_whim(&self, truth: &Truth, random: Random<'_>) -> Option<ActOf<Self>> {
        let seat = Seat::new(random(self.players));
        let hand = &truth.hands[seat.index()];
        let step = match random(4) {
            0 if self.turn == 0 => Step::Mulligan,
            0 | 1 if !hand.is_empty() => {
                let count = 1 + random(hand.len());
                let mut cards: Cards = hand.iter().copied().take(count).collect();
                cards.sort_unstable();
                Step::Shows(cards)
            }
            2 => return self.naming(truth, random),
            _ => return self.ability(random),
        };
        Some(Act::Step { actor: Some(seat), step })
    }

    /// An egg that somebody holds gets its name.
    fn naming(&self, truth: &Truth, random: Random<'_>) -> Option<ActOf<Self>> {
        let holders: Vec<Seat> = self.holders().collect();
        let holder = *holders.get(random(holders.len().max(1)))?;
        let scouts = self.pile(holder).unnamed();
        let scout = *scouts.get(random(scouts.len().max(1)))?;
        let value = match self.nest {
            Some(_) => truth.oldest(holder, scout)?,
            None => any_value(random),
        };
        Some(Act::Step { actor: Some(holder), step: Step::Opens { scout, value } })
    }

    /// A Courier gives, or a Priest discards.
    fn ability(&self, random: Random<'_>) -> Option<ActOf<Self>> {
        let able: Vec<Seat> = self.able().iter().collect();
        let seat = *able.get(random(able.len().max(1)))?;
        let pile = self.pile(seat);
        let gives = self.may_give(seat) && (random(2) == 0 || !self.may_discard(seat));
        let step = if gives {
            let to = Seat::new((seat.index() + 1 + random(self.players - 1)) % self.players);
            Step::Give { value: pile.gifts().next()?.what.value(), to }
        } else {
            match pile.eggs().get(random(pile.eggs().len().max(1)))?.what {
                super::What::Worth(value) => Step::Discard(value),
                super::What::Down { scout, .. } => Step::DiscardDown(scout),
            }
        };
        Some(Act::Step { actor: Some(seat), step })
    }

    /// The next eggs of the deck.
    fn next_eggs(&self, truth: &Truth, random: Random<'_>) -> Values {
        let due = self.eggs_due();
        let mut values: Values = match self.nest {
            Some(_) => truth.eggs.iter().rev().take(due).copied().collect(),
            None => (0..due).map(|_| any_value(random)).collect(),
        };
        values.sort_unstable_by(|one, other| other.cmp(one));
        values
    }

    /// Somebody plays what the hand really holds.
    fn playing(&self, truth: &Truth, random: Random<'_>) -> ActOf<Self> {
        let yet = self.yet_to_play();
        let nth = random(yet.len().max(1));
        let seat = yet.iter().nth(nth).unwrap_or(self.marker);
        let hand = &truth.hands[seat.index()];
        let mut cards = Cards::new();
        if !hand.is_empty() {
            let one = random(hand.len());
            cards.push(hand[one]);
            if self.each() == 2 && hand.len() > 1 {
                let other = (one + 1 + random(hand.len() - 1)) % hand.len();
                cards.push(hand[other]);
                cards.sort_unstable();
            }
        }
        Act::Step { actor: Some(seat), step: if cards.is_empty() { Step::Decline } else { Step::Play(cards) } }
    }

    /// The card that is to collect takes an egg that it may take.
    fn taking(&self, truth: &Truth, random: Random<'_>) -> ActOf<Self> {
        let Some(played) = self.collecting() else { return Act::Step { actor: None, step: Step::End } };
        let is_mage = played.card == Card::Mage;
        let (up, down) = (self.offer.up.len(), self.offer.count_down());
        let choice = random((up + down).max(1));
        let step = match self.offer.up.get(choice) {
            Some(&value) if is_mage && value < 0 => {
                // Not for a Mage: the best one, or what lies face down.
                let best = self.offer.up.first().copied().filter(|&value| value >= 0);
                match (best, self.offer.scouts().next()) {
                    (Some(value), _) => Step::Take(value),
                    (None, Some(scout)) if random(2) == 0 => self.taking_down(truth, scout, random),
                    (None, _) => Step::Decline,
                }
            }
            Some(&value) => Step::Take(value),
            None => match self.offer.scouts().nth(random(down.max(1))).or_else(|| self.offer.scouts().next()) {
                Some(scout) => self.taking_down(truth, scout, random),
                None => Step::Decline,
            },
        };
        Act::Step { actor: Some(played.seat), step }
    }

    /// The egg of a Scout is taken, and now and then seen.
    fn taking_down(&self, truth: &Truth, scout: Seat, random: Random<'_>) -> Step {
        let value = match self.nest {
            _ if random(3) > 0 => None,
            Some(_) => truth.lying(scout),
            None => Some(any_value(random)),
        };
        Step::TakeDown { scout, value }
    }
}

fn any_value(random: Random<'_>) -> Value {
    match random(24) {
        0 => Value::try_from(random(41)).unwrap_or_default() + Value::try_from(UNLISTED.0).unwrap_or_default(),
        _ => PLAUSIBLE[random(PLAUSIBLE.len())],
    }
}
