//! Blulu, seen from beside the table; and its revokes, held against every hand that can have been (BL-2.7).

use fastrand::Rng;
use fowlplay::{
    decktet::Card,
    games::blulu::{Blulu, Event, Setup},
    table::PerPart,
};
use serde_json::Value;

use crate::{
    knowledge::asked::{hold_against_all_that_can_be, hold_positions_against_all_that_fits},
    knowledge::cards::Cards,
    knowledge::onlooker::{Claim, Contents, Need, Onlooker, Tally, hands, number},
    knowledge::pairs::{Counting, capturing, first_rank, rank},
    knowledge::pieces::{cards_after, cards_and_more, count_after, without},
    knowledge::story::{Lying, PILE, Place, Story},
    model::{Act, Rules},
};

#[test]
fn blulu_claims_to_know_what_is_so_in_every_possible_deal() {
    let also = [
        "hands worked out aloud",
        "hands for a trail",
        "trails judged by what is known",
        "revokes",
        "guilty for sure, by no pair for sure",
    ];
    hold_against_all_that_can_be::<Fishers>(8, &also);
}

#[test]
fn blulu_finds_impossible_what_no_deal_allows_that_fits_the_position() {
    hold_positions_against_all_that_fits::<Fishers>(3);
}

/// A trail of this deal.
#[derive(Clone, Debug)]
struct Trail {
    act: usize,
    seat: usize,
    lying: Vec<Card>,
    /// What left the hand by it and since.
    played: Vec<Card>,
}

/// What lies open in a game of Blulu, and the story of its deck.
#[derive(Clone, Debug)]
pub struct Fishers {
    story: Story,
    deck: Vec<String>,
    players: usize,
    hand_cards: usize,
    table_cards: usize,
    counting: Counting,
    must_capture: String,
    dealer: usize,
    lying: Vec<Card>,
    acts: usize,
    trails: Vec<Trail>,
    /// Whether all cards of these trails' deal were played.
    dealt_out: bool,
}

fn card(code: &str) -> Card {
    Card::from_code(code).expect("a card")
}

/// A step taken apart: its verb, the ranks it names, its cards.
fn parts(step: &str) -> (&str, Vec<char>, Vec<String>) {
    let (verb, rest) = step.split_once(' ').expect("a step names cards");
    let (ranks, cards) = rest.split_once(" with ").unwrap_or(("", rest));
    let ranks = ranks.chars().filter(|letter| *letter != ' ').collect();
    (verb, ranks, cards.split(' ').map(str::to_owned).collect())
}

impl Fishers {
    fn deal(&mut self) {
        for _ in 0..self.hand_cards {
            for steps in 1..=self.players {
                if self.story.size(PILE) > 0 {
                    self.story.passes(PILE, (self.dealer + steps) % self.players + 1);
                }
            }
        }
    }

    fn lose(&mut self, seat: usize, cards: &[String]) {
        for card in cards {
            self.story.comes_out(seat + 1, card);
        }
        for trail in self.trails.iter_mut().filter(|trail| trail.seat == seat) {
            trail.played.extend(cards.iter().map(|code| card(code)));
        }
        // BL-1.3
        if (1..=self.players).all(|hand| self.story.size(hand) == 0) {
            self.dealt_out = true;
            if self.story.size(PILE) == 0 {
                self.lying.clear();
            }
            self.deal();
        }
    }

    /// Every hand that a player can have now, with these cards that have left it.
    fn hands_then(&self, seat: usize, played: &[Card], contents: Contents<'_>) -> (Vec<Vec<Card>>, bool) {
        let cards = |content: &Cards| self.story.named(content).iter().map(|code| card(code)).collect::<Vec<_>>();
        if self.dealt_out {
            return (vec![played.to_vec()], true);
        }
        match contents(0, seat + 1) {
            Some(all) => (all.iter().map(|content| [&cards(content)[..], played].concat()).collect(), true),
            // Too many to be counted out: at least what was seen there is in all of them.
            None => (vec![[&cards(self.story.seen_there(seat + 1))[..], played].concat()], false),
        }
    }

    /// The pairs that would have captured and are in all of these hands; and whether each of them has some.
    fn pairs_in_all(&self, hands: &[Vec<Card>], lying: &[Card]) -> (Vec<[Card; 2]>, bool) {
        let pairs: Vec<Vec<[Card; 2]>> = hands.iter().map(|hand| capturing(hand, lying, self.counting)).collect();
        let mut in_all = pairs.first().cloned().unwrap_or_default();
        in_all.retain(|pair| pairs.iter().all(|pairs| pairs.contains(pair)));
        (in_all, pairs.iter().all(|pairs| !pairs.is_empty()))
    }
}

impl Onlooker for Fishers {
    type Game = Blulu;

    fn new(players: usize, rules: &Rules, _: &Setup) -> Self {
        let more = match &rules["deck"][..] {
            "pawns" => " P",
            "courts" => " T",
            "pawns-and-courts" => " P T",
            _ => "",
        };
        let ranks = format!("A 2 3 4 5 6 7 8 9 C{more}");
        let deck: Vec<String> = Card::all().map(|card| card.to_string()).filter(|code| ranks.contains(&code[..1])).collect();
        let deck: Vec<String> = deck.into_iter().filter(|code| code != "EX").collect();
        let number = |key: &str| rules[key].parse::<usize>().expect("a number");
        Self {
            story: Story::new(&deck, &[], players),
            deck,
            players,
            hand_cards: number("hand"),
            table_cards: number("table"),
            counting: Counting { sums: rules["arithmetic"] != "difference", own_rank: rules["pairs"] == "own-rank" },
            must_capture: rules["must_capture"].clone(),
            dealer: 0,
            lying: Vec::new(),
            acts: 0,
            trails: Vec::new(),
            dealt_out: false,
        }
    }

    fn stocks(&self) -> Vec<&Story> {
        vec![&self.story]
    }

    fn see(&mut self, act: &Act) {
        match act {
            Act::Round(first) => {
                self.dealer = *first;
                self.story = Story::new(&self.deck, &[], self.players);
                self.lying.clear();
                self.trails.clear();
                self.deal();
            }
            Act::Step(actor, text) => {
                let (verb, ranks, cards) = parts(text);
                let seat = actor.unwrap_or_default();
                let played: Vec<Card> = cards.iter().map(|code| card(code)).collect();
                match verb {
                    "deal" => {
                        for card in &cards {
                            self.story.comes_out(PILE, card);
                        }
                        self.lying.extend(played);
                    }
                    "shows" => self.story.is_held(seat + 1, &cards),
                    "trail" => {
                        let trail = Trail { act: self.acts, seat, lying: self.lying.clone(), played: Vec::new() };
                        self.trails.push(trail);
                        self.lying.extend(played);
                        self.lose(seat, &cards);
                    }
                    _ => {
                        self.lying.retain(|card| !ranks.contains(&rank(*card)));
                        self.lose(seat, &cards);
                    }
                }
            }
            Act::Tally(_) => panic!("nothing is counted here"),
        }
        self.acts += 1;
    }

    fn lies(&mut self, parts: &PerPart<String>) {
        let table = parts.table.as_deref().expect("the table's part");
        let (lying, _) = cards_and_more(table.split("; ").next().unwrap_or_default());
        let mut hidden = without(self.deck.clone(), &lying);
        self.lying = lying.iter().map(|code| card(code)).collect();
        let deck = count_after(table, "deck").expect("it is always said");
        let mut places = vec![Lying { size: deck, ..Lying::default() }];
        for part in &parts.players {
            // What is captured lies covered: a number, or the named cards and how many more.
            let captured = part.split("; ").next().unwrap_or_default();
            hidden = without(hidden, &if captured.parse::<usize>().is_ok() { Vec::new() } else { cards_and_more(captured).0 });
            let size = count_after(part, "hand").unwrap_or(self.hand_cards);
            places.push(Lying { size, known: cards_after(part, "shows"), ..Lying::default() });
        }
        let held: usize = places.iter().map(|place| place.size).sum();
        places.push(Lying { size: hidden.len() - held, ..Lying::default() });
        self.story = Story::lying(&hidden, &self.deck, &places);
        self.trails.clear();
        self.dealt_out = false;
        self.acts += 1;
    }

    fn is_hand(&self, _: usize, place: Place) -> bool {
        (1..=self.players).contains(&place)
    }

    fn needs(&self, actor: Option<usize>, step: &str) -> Option<Vec<Need>> {
        let (_, ranks, cards) = parts(step);
        let lies = |letter: &char| self.lying.iter().any(|card| rank(*card) == *letter);
        let place = actor.map_or(PILE, |seat| seat + 1);
        ranks.iter().all(lies).then(|| vec![Need { stock: 0, place, cards }])
    }

    fn tables_step(&self, random: &mut Rng) -> String {
        let mut deck = self.deck.clone();
        random.shuffle(&mut deck);
        deck.truncate(self.table_cards);
        format!("deal {}", deck.join(" "))
    }

    fn claims(&self, state: &Value) -> Vec<Claim> {
        let mut claims = hands(state);
        claims.push(Claim { stock: 0, place: PILE, count: number(&state["deck"]["more"]), known: None, remembered: None });
        claims
    }

    fn check_events(&mut self, events: &[Event], contents: Contents<'_>, tally: Tally<'_>) {
        let told = events.iter().filter_map(|event| match event {
            Event::Revoke { act, seat, capture } => Some((*act, seat.index(), *capture)),
            _ => None,
        });
        let told: Vec<_> = told.collect();
        if self.must_capture != "hand" {
            self.trails.clear();
        }
        let mut open = Vec::new();
        for trail in &self.trails {
            let (hands, all) = self.hands_then(trail.seat, &trail.played, contents);
            let (in_all, all_guilty) = self.pairs_in_all(&hands, &trail.lying);
            tally("hands for a trail", if all { hands.len() as u64 } else { 0 });
            let revoke = told.iter().find(|(act, ..)| *act == trail.act);
            if let Some((_, seat, capture)) = revoke {
                assert_eq!(*seat, trail.seat);
                assert_eq!(
                    in_all.first(),
                    Some(&capture.pair),
                    "the first pair that every possible hand has, and in all of them"
                );
                assert_eq!(Some(capture.rank.code()), first_rank(capture.pair, &trail.lying, self.counting));
                tally("revokes", 1);
            } else if trail.act + 1 == self.acts && !in_all.is_empty() {
                // What everybody could see was judged at once (`check_verdict`).
                tally("captures hidden in plain sight", 1);
            } else {
                assert_eq!(in_all, [] as [[Card; 2]; 0], "a pair that every possible hand has is told at once");
                tally("guilty for sure, by no pair for sure", u64::from(all && all_guilty));
                open.push(trail.clone());
            }
        }
        let known = |act: &usize| self.trails.iter().any(|trail| trail.act == *act);
        assert!(told.iter().all(|(act, ..)| known(act)), "a revoke is told once, and of this deal");
        self.trails = if self.dealt_out { Vec::new() } else { open };
        self.dealt_out = false;
    }

    fn check_verdict(&self, actor: Option<usize>, step: &str, illegal: Option<&str>, contents: Contents<'_>, tally: Tally<'_>) {
        let (Some(seat), ("trail", _, cards)) = (actor, parts(step)) else { return };
        if cards.len() != 2 || illegal.is_some_and(|clause| clause != "BL-2.7") {
            return;
        }
        let trailed: Vec<Card> = cards.iter().map(|code| card(code)).collect();
        let (mut hands, all) = match &self.must_capture[..] {
            "hand" => self.hands_then(seat, &[], contents),
            "pair" => (vec![trailed.clone()], true),
            _ => (Vec::new(), true),
        };
        if !all {
            return;
        }
        hands.retain(|hand| trailed.iter().all(|card| hand.contains(card)));
        let (in_all, _) = self.pairs_in_all(&hands, &self.lying);
        assert_eq!(illegal.is_some(), !in_all.is_empty(), "{step}: pairs that every possible hand has: {in_all:?}");
        tally("trails judged by what is known", 1);
    }
}
