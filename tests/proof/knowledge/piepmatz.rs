//! Piepmatz, seen from beside the table: the birds in hands and deck, and the feeder deck where its cards are listed.

use fastrand::Rng;
use fowlplay::{
    games::piepmatz::{Piepmatz, Setup},
    table::PerPart,
};
use serde_json::Value;

use crate::{
    knowledge::asked::{hold_against_all_that_can_be, hold_positions_against_all_that_fits},
    knowledge::cards::less,
    knowledge::onlooker::{Claim, Need, Onlooker, codes, hands, number},
    knowledge::pieces::{after, cards_after, cards_and_more, count_after, without},
    knowledge::story::{Lying, PILE, Place, Story},
    model::{Act, Rules},
};

#[test]
fn piepmatz_claims_to_know_what_is_so_in_every_possible_deal() {
    hold_against_all_that_can_be::<Watchers>(10, &[]);
}

#[test]
fn piepmatz_finds_impossible_what_no_deal_allows_that_fits_the_position() {
    hold_positions_against_all_that_fits::<Watchers>(2);
}

const SPECIES: [&str; 6] = ["BL", "SP", "BU", "CH", "GR", "YE"];
/// A full hand.
const FULL: usize = 4;

const FEEDER: [&str; 5] = ["1", "2", "3", "crow", "squirrel"];

/// What lies open in a game of Piepmatz, and the stories of its decks.
#[derive(Clone, Debug)]
pub struct Watchers {
    players: usize,
    stock: Vec<String>,
    /// Whether pests are laid beside the slots at the start.
    pests_are_laid: bool,
    /// The feeder cards, if they are listed.
    listed: Option<Vec<String>>,
    birds: Story,
    feeder: Option<Story>,
    /// How many cards the feeder deck holds.
    left: usize,
    /// The public state: what lies open is read from it.
    open: Value,
    /// Which of the setup steps are still to come, until somebody has played.
    to_lay: Vec<&'static str>,
}

fn words(text: &str) -> Vec<String> {
    text.split_whitespace().map(str::to_owned).collect()
}

impl Watchers {
    /// The place where birds lie that were laid down at the end.
    fn laid_down(&self) -> Place {
        self.players + 1
    }

    fn gather(&mut self) {
        self.birds = Story::new(&self.stock, &[], self.players + 1);
        self.feeder = self.listed.as_ref().map(|listed| Story::new(listed, &[], 0));
        self.left = if self.players == 2 { 31 } else { 36 };
        self.to_lay = vec!["perches", "display", "seeds"];
        for hand in 1..=self.players {
            (0..FULL).for_each(|_| self.birds.passes(PILE, hand));
        }
    }

    /// What is left of a hand is laid face down: of the birds that were seen, or alone can be there, everybody knows it.
    fn lay_down(&mut self, hand: Place) {
        let mut known = self.birds.seen_there(hand).clone();
        if self.birds.unseen_places() == [hand] {
            let others = (0..=self.laid_down()).filter(|place| *place != hand);
            known = others.fold(self.birds.hidden().clone(), |left, place| less(&left, self.birds.seen_there(place)));
        }
        for bird in self.birds.named(&known) {
            self.birds.comes_out(hand, &bird);
        }
        for _ in 0..self.birds.size(hand) {
            self.birds.passes(hand, self.laid_down());
        }
    }

    fn turn_up(&mut self, cards: &[String]) {
        self.left -= cards.len();
        if let Some(feeder) = &mut self.feeder {
            for card in cards {
                feeder.comes_out(PILE, card);
            }
        }
    }

    /// Those of some cards that a player has not collected.
    fn not_collected(&self, seat: usize, mut cards: Vec<String>) -> Vec<String> {
        let birds = codes(&self.open["players"][seat]["collection"]["cards"]);
        let mut own = [birds, codes(&self.open["seeds"][seat])].concat();
        cards.retain(|card| own.iter().position(|other| other == card).map(|at| own.remove(at)).is_none());
        cards
    }

    /// The cards that fill so many slots.
    fn drawn(deck: &[String], mut empty: usize) -> String {
        let drawn = deck.iter().take_while(|card| {
            let goes_on = empty > 0;
            empty -= usize::from(goes_on && card.len() == 1);
            goes_on
        });
        drawn.cloned().collect::<Vec<_>>().join(" ")
    }

    /// How many slots are empty.
    fn empty_slots(&self) -> usize {
        self.open["slots"].as_array().map_or(4, |slots| slots.iter().filter(|slot| slot["seed"].is_null()).count())
    }
}

impl Onlooker for Watchers {
    type Game = Piepmatz;

    fn new(players: usize, rules: &Rules, _: &Setup) -> Self {
        let removed = rules.get("deck.removed");
        let species = SPECIES.iter().filter(|code| removed.is_none_or(|removed| removed != *code));
        let stock: Vec<String> =
            species.flat_map(|code| (1..=6).flat_map(move |value| vec![format!("{code}{value}"); 2])).collect();
        let keys = ["1", "2", "3", "crows", "squirrels"];
        let count = |key: &str| rules.get(&format!("deck.{key}")).map(|count| count.parse::<usize>().expect("a number"));
        let listed = keys.iter().zip(FEEDER).map(|(key, card)| count(key).map(|count| vec![card.to_owned(); count]));
        let mut watchers = Self {
            players,
            birds: Story::new(&stock, &[], players + 1),
            stock,
            pests_are_laid: rules["setup_pests"] == "laid",
            listed: listed.collect::<Option<Vec<_>>>().map(|listed| listed.concat()),
            feeder: None,
            left: 0,
            open: Value::Null,
            to_lay: Vec::new(),
        };
        watchers.gather();
        watchers
    }

    fn stocks(&self) -> Vec<&Story> {
        [&self.birds].into_iter().chain(&self.feeder).collect()
    }

    fn see(&mut self, act: &Act) {
        let (actor, text) = match act {
            Act::Round(_) => return self.gather(),
            Act::Step(actor, text) => (actor.unwrap_or_default(), words(text)),
            Act::Tally(_) => panic!("nothing is counted here"),
        };
        let hand = actor + 1;
        match &text[0][..] {
            laid @ ("perches" | "display" | "seeds") => self.to_lay.retain(|step| *step != laid),
            "shows" => {}
            _ => self.to_lay.clear(),
        }
        match (&text[0][..], &text[1..]) {
            ("perches" | "display", birds) => birds.iter().for_each(|bird| self.birds.comes_out(PILE, bird)),
            ("seeds" | "refill" | "feeder", cards) => self.turn_up(cards),
            ("play" | "keep", birds) => self.birds.comes_out(hand, &birds[0]),
            ("draw", []) => self.birds.passes(PILE, hand),
            ("draw", birds) => self.birds.goes_in(hand, &birds[0]),
            ("adds", birds) => {
                for bird in birds {
                    self.birds.comes_out(hand, bird);
                }
                self.lay_down(hand);
            }
            ("shows", birds) => self.birds.is_held(hand, birds),
            _ => {}
        }
    }

    fn lies(&mut self, parts: &PerPart<String>) {
        let table = parts.table.as_deref().expect("the table's part");
        let mut open = Vec::new();
        let mut hands = Vec::new();
        for part in &parts.players {
            // Birds and seeds lie open: they come first.
            let keyed = |piece: &&str| !["hand ", "shows "].iter().any(|key| piece.starts_with(key));
            open.extend(part.split("; ").filter(keyed).flat_map(|piece| cards_and_more(piece).0));
            let size = count_after(part, "hand").unwrap_or(FULL);
            hands.push(Lying { size, known: cards_after(part, "shows"), ..Lying::default() });
        }
        let slots = after(table, "slots").unwrap_or_default().replace('+', " ");
        let zones = ["perches", "display", "gone"].map(|zone| after(table, zone).unwrap_or_default());
        for pile in zones.iter().flat_map(|zone| zone.split('|')).chain([&slots[..]]) {
            open.extend(cards_and_more(pile).0);
        }
        let (birds, seeds): (Vec<String>, Vec<String>) = open.into_iter().partition(|card| Self::is_card(card));
        let hidden = without(self.stock.clone(), &birds);
        let deck = |key| Lying { size: count_after(table, key).expect("it is always said"), ..Lying::default() };
        let with_rest = |mut places: Vec<Lying>, all: usize| {
            let held: usize = places.iter().map(|place| place.size).sum();
            places.push(Lying { size: all - held, ..Lying::default() });
            places
        };
        let places = [vec![deck("birds")], hands].concat();
        self.birds = Story::lying(&hidden, &self.stock, &with_rest(places, hidden.len()));
        self.left = deck("feeder").size;
        self.feeder = self.listed.as_ref().map(|listed| {
            let hidden = without(listed.clone(), &seeds);
            Story::lying(&hidden, listed, &with_rest(vec![deck("feeder")], hidden.len()))
        });
        self.to_lay.clear();
    }

    fn look(&mut self, state: &Value) {
        self.open = state.clone();
    }

    fn is_hand(&self, stock: usize, place: Place) -> bool {
        stock == 0 && (1..=self.players).contains(&place)
    }

    fn any_card(random: &mut Rng) -> String {
        let species = random.choice(SPECIES).expect("a species");
        format!("{species}{}", random.u8(1..=6))
    }

    fn is_card(word: &str) -> bool {
        SPECIES.iter().any(|code| word.strip_prefix(code).is_some_and(|value| value.parse::<u8>().is_ok()))
    }

    fn needs(&self, actor: Option<usize>, step: &str) -> Option<Vec<Need>> {
        let text = words(step);
        let cards = text[1..].to_vec();
        let of = |stock: usize, place: Place, cards: Vec<String>| Some(vec![Need { stock, place, cards }]);
        let hand = actor.unwrap_or_default() + 1;
        match &text[0][..] {
            "perches" | "display" => of(0, PILE, cards),
            "seeds" | "refill" | "feeder" if self.feeder.is_some() => of(1, PILE, cards),
            "seeds" | "refill" | "feeder" => (cards.len() <= self.left).then(Vec::new),
            "play" => {
                let perch: usize = text.last()?.parse().ok()?;
                let perches = self.open["perch"].as_array()?.len();
                (1..=perches).contains(&perch).then(|| of(0, hand, vec![cards[0].clone()]))?
            }
            "draw" if cards.is_empty() => (self.birds.size(PILE) > 0).then(Vec::new),
            "draw" => codes(&self.open["display"]["cards"]).contains(&cards[0]).then(Vec::new),
            "lose" => self.not_collected(hand - 1, cards).is_empty().then(Vec::new),
            _ => of(0, hand, cards),
        }
    }

    /// PM-3.4: the bird of a fight lies there, and naming it is another fault.
    fn is_asked(&self, actor: Option<usize>, step: &str) -> bool {
        let Some(cards) = step.strip_prefix("lose ") else { return true };
        let elsewhere = self.not_collected(actor.unwrap_or_default(), words(cards));
        let perches = self.open["perch"].as_array().cloned().unwrap_or_default();
        !elsewhere.iter().any(|card| perches.iter().any(|perch| perch["cards"][0] == card.as_str()))
    }

    fn tables_step(&self, random: &mut Rng) -> String {
        let mut birds = self.birds.named(self.birds.hidden());
        random.shuffle(&mut birds);
        let mut deck = match &self.feeder {
            Some(feeder) => feeder.named(feeder.hidden()),
            None => (0..self.left).map(|_| random.choice(FEEDER).expect("a card").to_owned()).collect(),
        };
        random.shuffle(&mut deck);
        let lying = self.open["display"]["cards"].as_array().map_or(0, Vec::len);
        // The setup steps come in any order (PM-1.5).
        let phase = random.choice(&self.to_lay).copied().or(self.open["phase"].as_str()).unwrap_or_default();
        match phase {
            "perches" => birds.truncate(self.open["perch"].as_array().map_or(2, Vec::len)),
            _ => birds.truncate(3 - lying.min(2)),
        }
        match phase {
            "perches" | "display" => format!("{phase} {}", birds.join(" ")),
            "feeder" => format!("feeder {}", deck.first().map_or("crow", String::as_str)),
            "seeds" => {
                if !self.pests_are_laid {
                    deck.retain(|card| card.len() == 1);
                }
                format!("seeds {}", Self::drawn(&deck, 4))
            }
            _ => {
                format!("refill {}", Self::drawn(&deck, self.empty_slots()))
            }
        }
    }

    fn claims(&self, state: &Value) -> Vec<Claim> {
        let mut claims = hands(state);
        claims.push(Claim { stock: 0, place: PILE, count: number(&state["bird_deck"]["more"]), known: None, remembered: None });
        if let Some(left) = state["feeder_deck_left"].as_object() {
            let known = left.iter().flat_map(|(card, count)| vec![card.clone(); number(count)]).collect();
            let count = number(&state["feeder_deck"]["more"]);
            claims.push(Claim { stock: 1, place: PILE, count, known: Some(known), remembered: None });
        }
        claims
    }

    fn unaccounted(&self, state: &Value) -> Vec<Vec<String>> {
        // Where the feeder's cards are listed, what is left of them is known to be in the deck, if nothing unnamed is gone.
        let gone_unnamed = |feeder: &Story| if feeder.size(1) > 0 { feeder.named(feeder.hidden()) } else { Vec::new() };
        [codes(&state["unaccounted"])].into_iter().chain(self.feeder.iter().map(gone_unnamed)).collect()
    }
}
