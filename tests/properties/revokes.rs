//! Revokes in Blulu against every hand that a player can have held, counted out one by one.

use fastrand::Rng;
use fowlplay::{
    decktet::Card,
    games::blulu::{Arithmetic, Blulu, Event, MustCapture, Setup, Step},
    table::{Act, ActOf, Deal as _, Game as _, Header, Players, Seat},
};

use crate::driver::{NAMES, for_seeds};

type BluluAct = ActOf<Blulu>;

/// The value of a card, worked out from its code alone.
fn value(card: Card) -> i32 {
    match card.code().as_bytes()[0] {
        b'A' => 1,
        b'C' => 10,
        b'P' | b'T' => 0,
        digit => i32::from(digit - b'0'),
    }
}

fn rank(card: Card) -> u8 {
    card.code().as_bytes()[0]
}

/// Whether two cards capture a card, by BL-2.3 as it is written.
fn captures(one: Card, other: Card, lying: Card, arithmetic: Arithmetic) -> bool {
    let (a, b, c) = (value(one), value(other), value(lying));
    let by_sum = arithmetic != Arithmetic::Difference && a + b == c;
    by_sum || (a - b).abs() == c || (rank(one) == rank(other) && rank(other) == rank(lying))
}

/// The pairs of a hand that capture something.
fn capturing(hand: &[Card], lying: &[Card], arithmetic: Arithmetic) -> Vec<[Card; 2]> {
    let mut pairs = Vec::new();
    for (nth, &one) in hand.iter().enumerate() {
        for &other in &hand[nth + 1..] {
            if lying.iter().any(|&card| captures(one, other, card, arithmetic)) {
                pairs.push([one.min(other), one.max(other)]);
            }
        }
    }
    pairs.sort_unstable();
    pairs
}

/// A trail as the table saw it.
struct Trail {
    act: usize,
    seat: usize,
    lying: Vec<Card>,
    /// The cards that the player had played in the deal before.
    gone: Vec<Card>,
    settled: bool,
}

/// A table whose players hide captures, with the truth beside it.
struct Liars {
    game: Blulu,
    header: Header<Setup>,
    random: Rng,
    deck: Vec<Card>,
    hands: Vec<Vec<Card>>,
    /// What was played of each hand in this deal.
    played: Vec<Vec<Card>>,
    acts: usize,
    trails: Vec<Trail>,
    /// How many revokes were told, and how often every hand was guilty of one and no pair was in all of them.
    told: usize,
    only_some_pair: usize,
}

impl Liars {
    fn new(seed: u64) -> Self {
        let mut random = Rng::with_seed(seed);
        let (players, mut setup, _) = Blulu::any_setup(&mut |below| random.usize(..below));
        setup.must_capture = MustCapture::Hand;
        setup.target = 200;
        Self {
            game: Blulu::new(players, &setup),
            header: Header { players: Players::new(NAMES.into_iter().take(players)), setup },
            random,
            deck: Vec::new(),
            hands: vec![Vec::new(); players],
            played: vec![Vec::new(); players],
            acts: 0,
            trails: Vec::new(),
            told: 0,
            only_some_pair: 0,
        }
    }

    fn deal(&mut self) {
        for (hand, played) in self.hands.iter_mut().zip(&mut self.played) {
            *hand = self.deck.split_off(self.deck.len() - usize::from(self.header.setup.dealing.hand));
            played.clear();
        }
        self.trails.clear();
    }

    /// What the public state says of a card list.
    fn codes(value: &serde_json::Value) -> Vec<Card> {
        let codes = value.as_array().expect("a list of cards");
        codes.iter().map(|code| code.as_str().and_then(Card::from_code).expect("a code")).collect()
    }

    fn lying(&self) -> Vec<Card> {
        let state = self.game.state(&self.header);
        state["table"].as_array().expect("ranks").iter().flat_map(|rank| Self::codes(&rank["cards"])).collect()
    }

    /// Does an act, and checks what it proved against every hand that can be.
    fn apply(&mut self, act: &BluluAct) {
        let mut told = Vec::new();
        let mut dealt = false;
        self.game.apply(act, &mut |event| match event {
            Event::Revoke { act, capture, .. } => told.push((act, capture)),
            Event::Dealt | Event::RoundOver => dealt = true,
            _ => {}
        });
        self.acts += 1;
        assert!(told.iter().all(|(act, _)| self.trails.iter().any(|trail| trail.act == *act && !trail.settled)), "told once");
        let state = self.game.state(&self.header);
        let arithmetic = self.header.setup.arithmetic;
        let unaccounted = Self::codes(&state["unaccounted"]);
        for trail in &mut self.trails {
            let hand = &state["players"][trail.seat]["hand"];
            // With the deal over, the public hand is another: then all cards of the deal were seen.
            let (mut sure, unseen) = if dealt {
                (self.played[trail.seat].clone(), 0)
            } else {
                let mut sure = Self::codes(&hand["known"]);
                sure.extend(&self.played[trail.seat]);
                (sure, usize::try_from(hand["unseen"].as_u64().expect("a count")).expect("a small one"))
            };
            sure.retain(|card| !trail.gone.contains(card));
            // What is sure to have been in every hand that can be, and what was in any.
            let mut every: Vec<[Card; 2]> = capturing(&sure, &trail.lying, arithmetic);
            let (mut first, mut all_guilty) = (true, true);
            if choices(unaccounted.len(), unseen) > MOST_HANDS {
                all_guilty = false;
            } else {
                each_choice(&unaccounted, unseen, &mut |others| {
                    let hand: Vec<Card> = sure.iter().chain(others).copied().collect();
                    let pairs = capturing(&hand, &trail.lying, arithmetic);
                    all_guilty &= !pairs.is_empty();
                    if first {
                        every.clone_from(&pairs);
                    } else {
                        every.retain(|pair| pairs.contains(pair));
                    }
                    first = false;
                });
            }
            match told.iter().find(|(act, _)| *act == trail.act) {
                Some((_, capture)) => {
                    assert!(!trail.settled);
                    assert_eq!(every.first(), Some(&capture.pair), "the first pair that every possible hand has");
                    let reached = |card: &&Card| captures(capture.pair[0], capture.pair[1], **card, arithmetic);
                    let rank = trail.lying.iter().filter(reached).map(|card| card.rank()).min();
                    assert_eq!(rank, Some(capture.rank));
                    trail.settled = true;
                    self.told += 1;
                }
                None if trail.settled => {}
                None => {
                    assert!(every.is_empty(), "a pair that every possible hand has is told at once");
                    self.only_some_pair += usize::from(all_guilty);
                }
            }
        }
    }

    fn play_a_round(&mut self) {
        let dealing = self.header.setup.dealing;
        self.deck = dealing.deck.cards().iter().collect();
        self.random.shuffle(&mut self.deck);
        let first = Seat::new(0);
        self.deal();
        self.apply(&Act::Round { first });
        if dealing.table > 0 {
            let table = self.deck.split_off(self.deck.len() - usize::from(dealing.table));
            let codes: Vec<&str> = table.iter().map(|card| card.code()).collect();
            let step = Blulu::read(&format!("deal {}", codes.join(" ")), &self.header).expect("a step");
            self.apply(&Act::Step { actor: None, step });
        }
        while let Some(seat) = self.game.open().seats().single() {
            self.take_a_turn(seat);
            if self.hands.iter().all(Vec::is_empty) && !self.deck.is_empty() {
                self.deal();
            }
        }
    }

    /// Shows something now and then; then captures, or trails as often as nobody can see that it is illegal.
    fn take_a_turn(&mut self, seat: Seat) {
        if self.random.u8(..6) == 0 {
            let shower = self.random.usize(..self.hands.len());
            if let Some(card) = self.random.choice(&self.hands[shower]).copied() {
                let step = Blulu::read(&format!("shows {card}"), &self.header).expect("a step");
                self.apply(&Act::Step { actor: Some(Seat::new(shower)), step });
            }
        }
        let (index, lying) = (seat.index(), self.lying());
        let (trails, captures): (Vec<_>, Vec<_>) = self.uses(seat, &lying).into_iter().partition(|(act, _)| is_trail(act));
        let trails_now = captures.is_empty() || (!trails.is_empty() && self.random.u8(..3) > 0);
        let (act, pair) = self.random.choice(if trails_now { trails } else { captures }).expect("something is legal");
        let gone = self.played[index].clone();
        self.hands[index].retain(|card| !pair.contains(card));
        self.played[index].extend(&pair);
        let number = self.acts;
        self.apply(&act);
        if trails_now {
            self.trails.push(Trail { act: number, seat: index, lying, gone, settled: false });
        }
    }

    /// The legal uses of a true hand, as far as the referee can see.
    fn uses(&self, seat: Seat, lying: &[Card]) -> Vec<(BluluAct, [Card; 2])> {
        let (hand, arithmetic) = (&self.hands[seat.index()], self.header.setup.arithmetic);
        let mut uses = Vec::new();
        for (nth, &one) in hand.iter().enumerate() {
            for &other in &hand[nth + 1..] {
                let mut ranks: Vec<&str> =
                    lying.iter().filter(|card| captures(one, other, **card, arithmetic)).map(|card| card.rank().code()).collect();
                ranks.dedup();
                let mut texts = vec![format!("trail {one} {other}")];
                match arithmetic {
                    _ if ranks.is_empty() => {}
                    Arithmetic::SumAndDifference => texts.push(format!("capture {} with {one} {other}", ranks.join(" "))),
                    _ => texts.extend(ranks.iter().map(|rank| format!("capture {rank} with {one} {other}"))),
                }
                let act = |text: String| {
                    let step = Blulu::read(&text, &self.header).expect("a step");
                    Act::Step { actor: Some(seat), step }
                };
                uses.extend(texts.into_iter().map(act).filter(|act| self.game.judge(act).is_ok()).map(|act| (act, [one, other])));
            }
        }
        uses
    }
}

fn is_trail(act: &BluluAct) -> bool {
    matches!(act, Act::Step { step: Step::Trail(_), .. })
}

/// The most hands that are counted out.
const MOST_HANDS: usize = 5000;

fn choices(of: usize, count: usize) -> usize {
    (0..count).fold(1, |ways, nth| ways * (of - nth) / (nth + 1))
}

/// Every choice of `count` cards.
fn each_choice(cards: &[Card], count: usize, each: &mut impl FnMut(&[Card])) {
    fn go(cards: &[Card], count: usize, chosen: &mut Vec<Card>, each: &mut impl FnMut(&[Card])) {
        if chosen.len() == count {
            each(chosen);
            return;
        }
        for (nth, card) in cards.iter().enumerate() {
            chosen.push(*card);
            go(&cards[nth + 1..], count, chosen, each);
            chosen.pop();
        }
    }
    go(cards, count, &mut Vec::new(), each);
}

/// A revoke is told as soon as one pair is in every hand that the player can have held, with the first such pair, and never else.
#[test]
fn bl_2_7_a_revoke_is_told_when_every_possible_hand_has_the_pair() {
    let (mut told, mut only_some_pair) = (0, 0);
    for_seeds(150, |seed| {
        let mut table = Liars::new(seed);
        table.play_a_round();
        told += table.told;
        only_some_pair += table.only_some_pair;
    });
    println!("{told} revokes; {only_some_pair} times every hand was guilty, but by no pair in all of them");
    assert!(told > 100);
}
