//! Both emu games, seen from beside the table.

use fastrand::Rng;
use fowlplay::{
    games::{emu_ranchers::EmuRanchers, emus_redux::EmusRedux},
    table::PerPart,
};
use serde_json::Value;
use std::marker::PhantomData;

use crate::{
    knowledge::asked::{hold_against_all_that_can_be, hold_positions_against_all_that_fits},
    knowledge::cards::count,
    knowledge::onlooker::{Claim, Need, Onlooker, hands, number},
    knowledge::pieces::{after, cards_after, cards_and_more, count_after, without},
    knowledge::story::{Lying, PILE, Place, Story},
    model::{Act, Rules},
    random_game::TestableGame,
};

#[test]
fn emu_ranchers_claims_to_know_what_is_so_in_every_possible_deal() {
    hold_against_all_that_can_be::<Pen<EmuRanchers>>(12, &["hands worked out aloud"]);
}

#[test]
fn emus_redux_claims_to_know_what_is_so_in_every_possible_deal() {
    hold_against_all_that_can_be::<Pen<EmusRedux>>(4, &[]);
}

#[test]
fn emu_ranchers_finds_impossible_what_no_deal_allows_that_fits_the_position() {
    hold_positions_against_all_that_fits::<Pen<EmuRanchers>>(2);
}

#[test]
fn emus_redux_finds_impossible_what_no_deal_allows_that_fits_the_position() {
    hold_positions_against_all_that_fits::<Pen<EmusRedux>>(2);
}

const ONCE: &str = "AM AS AW AL AY AK CS CL CM CW CY CK";
const NUMBERS: &str = "2MK 2SY 2WL 3MW 3SK 3LY 4YK 4MS 4WL 5SW 5ML 5YK 6MW 6LK 6SY 7SK 7WY 7ML 8YK 8MS 8WL 9WY 9LK 9MS";
const WILDS: &str = "PWLY PMSL PSWK PMYK TMWK TSWY TMLY TSLK";

fn words(text: &str) -> Vec<String> {
    text.split_whitespace().map(str::to_owned).collect()
}

/// What is different in the two games.
pub trait Emus: TestableGame {
    fn cards() -> Vec<String>;
}

impl Emus for EmuRanchers {
    fn cards() -> Vec<String> {
        words(&format!("{ONCE} {NUMBERS}"))
    }
}

impl Emus for EmusRedux {
    fn cards() -> Vec<String> {
        words(&format!("{ONCE} {NUMBERS} {NUMBERS} EX EX"))
    }
}

/// What lies open of an emu game, and the story of its deck.
#[derive(Clone, Debug)]
pub struct Pen<G> {
    story: Story,
    players: usize,
    /// How many birds each player has, and which were discarded with an Excuse.
    birds: Vec<usize>,
    excused: Vec<(usize, usize)>,
    /// The discard piles, and the market.
    piles: [Vec<String>; 4],
    /// What was laid out as the market, in all.
    laid_out: Vec<String>,
    /// How many more were, which nobody has seen since the table was taken up.
    unseen_wilds: usize,
    game: PhantomData<G>,
}

/// The discard piles, of which by the rules there are two, and the market.
const PLACES: [&str; 4] = ["1", "2", "3", "market"];
const MARKET: usize = 3;

/// A full hand.
const FULL: usize = 6;

impl<G: Emus> Pen<G> {
    fn gather(players: usize) -> Self {
        Self {
            story: Story::new(&G::cards(), &words(WILDS), players),
            players,
            birds: vec![0; players],
            excused: Vec::new(),
            piles: Default::default(),
            laid_out: Vec::new(),
            unseen_wilds: 0,
            game: PhantomData,
        }
    }

    fn bird(&self, seat: usize, number: &str) -> Option<usize> {
        let number: usize = number.parse().ok()?;
        ((1..=self.birds[seat]).contains(&number) && !self.excused.contains(&(seat, number))).then_some(number)
    }

    /// The place of the covered discards of a pile that nobody has named.
    fn covered(&self, pile: usize) -> Place {
        self.players + 1 + pile
    }

    /// Whether a card can be among the covered discards of a pile that nobody has named.
    fn can_be_covered(&self, card: &str, pile: usize) -> bool {
        let (place, card) = (self.covered(pile), self.story.counted(&[card.to_owned()]));
        self.story.size(place) > 0 && count(&card) > 0 && self.story.can_hold(place, &card, 1000) != Some(false)
    }

    fn is_gone(&self, pile: usize) -> bool {
        self.piles[pile].is_empty() && self.story.size(self.covered(pile)) == 0
    }

    /// Where a card to be taken lies: where the step says, or where it is open to be taken, or can be, or where it is covered.
    fn source(&self, card: &str, from: Option<&str>) -> Option<usize> {
        let is_open = |place: &usize| {
            let pile = &self.piles[*place];
            if *place == MARKET { pile.iter().any(|other| other == card) } else { pile.last().is_some_and(|top| top == card) }
        };
        let can_be = |place: &usize| *place != MARKET && self.can_be_covered(card, *place);
        let may_be_open = |place: &usize| self.piles[*place].is_empty() && can_be(place);
        let lies = |place: &usize| self.piles[*place].iter().any(|other| other == card) || can_be(place);
        let places = || (0..PLACES.len()).filter(|place| from.is_none_or(|from| from == PLACES[*place]));
        places().find(is_open).or_else(|| places().find(may_be_open)).or_else(|| places().find(lies))
    }
}

/// A card as it is in a hand, whatever it was played as.
fn card_of(laid: &str) -> String {
    laid.split('=').next().unwrap_or_default().to_owned()
}

impl<G: Emus> Onlooker for Pen<G> {
    type Game = G;

    fn new(players: usize, _: &Rules, _: &G::Setup) -> Self {
        Self::gather(players)
    }

    fn stocks(&self) -> Vec<&Story> {
        vec![&self.story]
    }

    fn see(&mut self, act: &Act) {
        let (actor, text) = match act {
            Act::Round(_) => {
                *self = Self::gather(self.players);
                for hand in 1..=self.players {
                    (0..FULL).for_each(|_| self.story.passes(PILE, hand));
                }
                return;
            }
            Act::Step(actor, text) => (actor.unwrap_or_default(), words(text)),
            Act::Tally(_) => panic!("nothing is counted here"),
        };
        let hand = actor + 1;
        match text.iter().map(String::as_str).collect::<Vec<_>>()[..] {
            ["market", ..] => {
                self.piles[MARKET].extend_from_slice(&text[1..]);
                self.laid_out.extend_from_slice(&text[1..]);
            }
            ["hatch", laid] => {
                self.birds[actor] += 1;
                self.story.comes_out(hand, &card_of(laid));
            }
            ["grow" | "lay", _, laid] => self.story.comes_out(hand, &card_of(laid)),
            ["discard", card, ref to @ ..] => {
                let free = (0..2).find(|pile| self.is_gone(*pile)).unwrap_or_default();
                let pile = to.last().and_then(|to| PLACES.iter().position(|place| place == to)).unwrap_or(free);
                self.piles[pile].push(card.to_owned());
                self.story.comes_out(hand, card);
            }
            // With the pile empty it does nothing.
            ["draw"] if self.story.size(PILE) > 0 => self.story.passes(PILE, hand),
            ["draw", card] => self.story.is_told(PILE, hand, card),
            ["take", card, ref from @ ..] => {
                let place = self.source(card, from.last().copied()).expect("it lies there");
                match self.piles[place].iter().rposition(|other| other == card) {
                    Some(at) => {
                        self.piles[place].remove(at);
                        self.story.goes_in(hand, card);
                    }
                    None => self.story.is_told(self.covered(place), hand, card),
                }
            }
            ["excuse", number] => {
                self.excused.push((actor, number.parse().expect("a number")));
                self.story.comes_out(hand, "EX");
            }
            ["shows", ..] => self.story.is_held(hand, &text[1..]),
            _ => {}
        }
    }

    fn lies(&mut self, parts: &PerPart<String>) {
        let table = parts.table.as_deref().expect("the table's part");
        let mut lying = Self::gather(self.players);
        lying.piles[MARKET] = cards_after(table, "market");
        let (mut out, mut taken) = (Vec::new(), 0);
        let mut places =
            vec![Lying { size: count_after(table, "draw").expect("it is always said"), bars: words(WILDS), ..Lying::default() }];
        for (seat, part) in parts.players.iter().enumerate() {
            let birds = part.split("; ").next().expect("it is always said");
            for (bird, number) in birds.split(" | ").filter(|bird| *bird != "-").zip(1..) {
                lying.birds[seat] = number;
                let excused = bird.strip_prefix("excused");
                if excused.is_some() {
                    lying.excused.push((seat, number));
                    out.push("EX".to_owned());
                }
                out.extend(excused.unwrap_or(bird).split_whitespace().map(card_of));
            }
            taken += count_after(part, "taken").unwrap_or(0);
            let size = count_after(part, "hand").unwrap_or(FULL);
            places.push(Lying { size, known: cards_after(part, "shows"), ..Lying::default() });
        }
        let mut piles = after(table, "discards").expect("it is always said").split(" | ").map(cards_and_more);
        for pile in 0..MARKET {
            let (mut named, size) = piles.next().unwrap_or_default();
            named.reverse();
            out.extend_from_slice(&named);
            lying.piles[pile] = named;
            places.push(Lying { size, ..Lying::default() });
        }
        // Pawns and Courts of this game that are nowhere to be seen can be any of the two decks'.
        let is_wild = |card: &&String| words(WILDS).contains(card);
        let shown: Vec<String> = places.iter().flat_map(|place| &place.known).filter(is_wild).cloned().collect();
        let seen = [out.iter().filter(is_wild).cloned().collect(), shown].concat();
        lying.unseen_wilds = taken - seen.len();
        let wilds = match lying.unseen_wilds {
            0 => seen.clone(),
            _ => without(words(&format!("{WILDS} {WILDS}")), &lying.piles[MARKET]),
        };
        let apart = wilds.len() - seen.len() - lying.unseen_wilds;
        lying.laid_out = [&lying.piles[MARKET][..], &seen].concat();
        let hidden = without([G::cards(), wilds].concat(), &out);
        let held: usize = places.iter().map(|place| place.size).sum();
        places.push(Lying { size: hidden.len() - held - apart, ..Lying::default() });
        places.push(Lying { size: apart, bars: G::cards(), ..Lying::default() });
        lying.story = Story::lying(&hidden, &[G::cards(), words(WILDS)].concat(), &places);
        *self = lying;
    }

    fn is_hand(&self, _: usize, place: Place) -> bool {
        (1..=self.players).contains(&place)
    }

    /// RX-1.3: a second market is out of order however it came about, and what one could hold isn't asked where that isn't known.
    fn is_asked(&self, _: Option<usize>, step: &str) -> bool {
        !(self.unseen_wilds > 0 && step.starts_with("market"))
    }

    fn needs(&self, actor: Option<usize>, step: &str) -> Option<Vec<Need>> {
        let text = words(step);
        let step = text.iter().map(String::as_str).collect::<Vec<_>>();
        let seat = actor.unwrap_or_default();
        let from_hand = |cards: Vec<String>| Some(vec![Need { stock: 0, place: seat + 1, cards }]);
        match step[..] {
            ["market", ..] => {
                let all = [&self.laid_out[..], &text[1..]].concat();
                let fits = |card: &String| all.iter().filter(|other| *other == card).count() <= 2 && WILDS.contains(&**card);
                text[1..].iter().all(fits).then(Vec::new)
            }
            ["hatch", laid] | ["discard", laid, ..] => from_hand(vec![card_of(laid)]),
            ["grow" | "lay", number, laid] => self.bird(seat, number).and_then(|_| from_hand(vec![card_of(laid)])),
            ["draw", card] => Some(vec![Need { stock: 0, place: PILE, cards: vec![card.to_owned()] }]),
            ["take", card, ref from @ ..] => self.source(card, from.last().copied()).map(|place| {
                let is_named = self.piles[place].iter().any(|other| other == card);
                let unnamed = || Need { stock: 0, place: self.covered(place), cards: vec![card.to_owned()] };
                if is_named { Vec::new() } else { vec![unnamed()] }
            }),
            ["excuse", number] => self.bird(seat, number).and_then(|_| from_hand(words("EX"))),
            ["shows", ..] => from_hand(text[1..].to_vec()),
            _ => Some(Vec::new()),
        }
    }

    fn tables_step(&self, random: &mut Rng) -> String {
        let mut wilds = words(&format!("{WILDS} {WILDS}"));
        random.shuffle(&mut wilds);
        wilds.truncate(2 * self.players);
        format!("market {}", wilds.join(" "))
    }

    fn claims(&self, state: &Value) -> Vec<Claim> {
        let mut claims = hands(state);
        claims.push(Claim { stock: 0, place: PILE, count: number(&state["draw_pile"]["more"]), known: None, remembered: None });
        claims
    }
}
