//! Emus Redux as a [`Game`]: each question goes to the file that answers it.

use super::{BOOK, EmusRedux, Event, Fault, Phase, Setup, Step, Tally, book, is_wild, step::DECK};
use crate::{
    decktet::{Card, Rank},
    emu::{BirdNumber, Laid, card_distance},
    table::{
        ActOf, Book, DeckEntry, Effect, Game, Header, Kinds, Open, Picture, Players, Progress, RuleValues, Seat, Seats,
        SetupError, Sheet, Shorthand, Telling, Unclear, Unreadable,
    },
};

const SETUP: Kinds = Kinds::of(&[book::MARKET]);
const ACTIONS: Kinds = Kinds::of(&[book::HATCH, book::GROW, book::DISCARD]);
const DRAWS: Kinds = Kinds::of(&[book::DRAW, book::TAKE]);
const LAYING: Kinds = Kinds::of(&[book::LAY, book::EXCUSE, book::DONE]);
const EXCUSING: Kinds = Kinds::of(&[book::EXCUSE, book::DONE]);

impl Game for EmusRedux {
    type Setup = Setup;
    type Step = Step;
    type Tally = Tally;
    type Fault = Fault;
    type Event = Event;
    type Thing = Card;

    fn book() -> &'static Book {
        &BOOK
    }

    fn setup(players: usize, rules: &RuleValues, _deck: &[(String, DeckEntry)]) -> Result<Setup, SetupError> {
        if BOOK.players.contains(&players) {
            return Ok(Setup::of(rules));
        }
        Err(SetupError {
            key: "players".into(),
            problem: format!(
                "{} is a game for three or four, but {} named",
                BOOK.title,
                if players == 1 { "one player is".to_owned() } else { format!("{players} are") }
            ),
            expected: "three or four players".into(),
            clause: Some(book::rx(1, 1)),
        })
    }

    fn new(players: usize, setup: &Setup) -> Self {
        Self::before(players, *setup)
    }

    fn read(text: &str, _header: &Header<Setup>) -> Result<Step, Unreadable> {
        Step::read(text)
    }

    fn write(step: &Step, _players: &Players) -> String {
        step.to_string()
    }

    fn verb(step: &Step) -> usize {
        step.verb()
    }

    fn is_for_anyone(step: &Step) -> bool {
        matches!(step, Step::Shows(_))
    }

    fn settle(&self, _actor: Option<Seat>, step: &Step) -> Result<Option<Step>, Unclear<Step>> {
        self.settled(step)
    }

    fn shorthand(
        &self,
        actor: Option<Seat>,
        text: &str,
        _: &Header<Setup>,
    ) -> Result<Vec<(Option<Seat>, Step)>, Shorthand<Step>> {
        self.short_forms(actor, text)
    }

    #[inline]
    fn open(&self) -> Open {
        match self.phase {
            Phase::Ready | Phase::Over => Open::NOTHING,
            Phase::Market => {
                let mut open = Open::NOTHING;
                open.table = SETUP;
                open
            }
            Phase::Action(seat) => Open::one(seat, ACTIONS),
            Phase::Draw { seat, .. } => Open::one(seat, DRAWS),
            Phase::Laying => {
                let has_excused = |&seat: &Seat| !self.rancher(seat).excused.is_empty();
                let laying = self.seats().filter(|&seat| !self.done.contains(seat));
                let excusing: Seats = laying.clone().filter(has_excused).collect();
                let laying: Seats = laying.filter(|seat| !excusing.contains(*seat)).collect();
                Open::NOTHING.and(laying, LAYING).and(excusing, EXCUSING)
            }
        }
    }

    #[inline]
    fn in_order(&self, act: &ActOf<Self>) -> Result<(), Fault> {
        self.turn_and_phase(act)
    }

    #[inline]
    fn possible(&self, act: &ActOf<Self>) -> Result<(), Fault> {
        self.can_be(act)
    }

    #[inline]
    fn lawful(&self, act: &ActOf<Self>) -> Result<(), Fault> {
        self.is_lawful(act)
    }

    #[inline]
    fn apply(&mut self, act: &ActOf<Self>, tell: &mut impl FnMut(Event)) {
        self.act(act, tell);
    }

    fn candidates(&self, seat: Seat, each: &mut impl FnMut(Step)) {
        let open = self.open().to(Some(seat));
        let hand = || DECK.iter().filter(|card| self.stock.can_come_from(seat, card.index()));
        let birds = || self.rancher(seat).on_table().map(|(number, _)| number);
        let grown = |step: &dyn Fn(BirdNumber, Laid) -> Step, each: &mut dyn FnMut(Step)| {
            birds().for_each(|bird| hand().flat_map(as_laid).for_each(|laid| each(step(bird, laid))));
        };
        if open.contains(book::HATCH) {
            hand().for_each(|card| each(Step::Hatch(Laid::natural(card))));
            grown(&Step::Grow, each);
            hand().flat_map(|card| self.discards_of(card)).for_each(&mut *each);
        }
        if open.contains(book::DRAW) {
            each(Step::Draw(None));
            self.all_open().into_iter().for_each(&mut *each);
        }
        if open.contains(book::LAY) {
            grown(&Step::Lay, each);
        }
        if open.contains(book::DONE) {
            birds().for_each(|bird| each(Step::Excuse(bird)));
            each(Step::Done);
        }
    }

    fn openly_forced(&self, seat: Seat, step: &Step) -> bool {
        match step {
            Step::Draw(_) | Step::Take(..) => true,
            Step::Done => self.stock.hand(seat).is_empty() || self.ranchers[seat.index()].birds.is_empty(),
            _ => false,
        }
    }

    fn progress(&self) -> Progress {
        match self.phase {
            Phase::Ready => Progress::Ready(Seats::all(self.players)),
            Phase::Over => Progress::GameOver,
            Phase::Market | Phase::Action(_) | Phase::Draw { .. } | Phase::Laying => Progress::Underway,
        }
    }

    fn in_turn(&self) -> Option<Seat> {
        match self.phase {
            Phase::Draw { seat, .. } => Some(seat),
            Phase::Laying => self.laying,
            _ => None,
        }
    }

    fn score(&self, players: &Players) -> Sheet {
        self.sheet(players)
    }

    fn picture(&self, header: &Header<Setup>) -> Picture {
        self.paint(header)
    }

    fn state(&self, header: &Header<Setup>) -> serde_json::Value {
        self.public(header)
    }

    fn prospects(&self, actor: Option<Seat>, _: &Header<Setup>) -> Vec<String> {
        self.outlook(actor)
    }

    fn words(&self, act: &ActOf<Self>, fault: Fault, header: &Header<Setup>) -> String {
        self.explain(act, fault, header)
    }

    fn distance(tried: &Step, legal: &Step) -> Option<u32> {
        let card = card_distance(tried.cards().first().copied(), legal.cards().first().copied());
        let bird = u32::from(tried.bird().is_some() && legal.bird().is_some() && tried.bird() != legal.bird());
        let place = match (tried, legal) {
            (Step::Discard(_, a), Step::Discard(_, b)) => u32::from(a != b),
            (Step::Take(_, a), Step::Take(_, b)) => u32::from(a != b),
            (Step::Hatch(a) | Step::Grow(_, a) | Step::Lay(_, a), Step::Grow(_, b) | Step::Lay(_, b)) => {
                u32::from(a.card == b.card && a.rank != b.rank)
            }
            _ => 0,
        };
        // The same card used otherwise is nearer than another card.
        Some(card * 5 + bird * 2 + place + u32::from(tried.verb() != legal.verb()) * 3)
    }

    fn tellings(&self, event: &Event, header: &Header<Setup>) -> Vec<Telling> {
        self.tell(*event, header)
    }

    fn read_back(&self, actor: Option<Seat>, step: &Step, _: &Header<Setup>) -> String {
        self.back(actor, step)
    }

    fn effect(&self, actor: Option<Seat>, step: &Step, _: &Header<Setup>) -> Effect {
        self.does(actor, step)
    }

    fn missing(fault: Fault) -> Option<Card> {
        fault.missing()
    }

    fn whereabouts(&self, card: Card, header: &Header<Setup>) -> Vec<String> {
        self.places(card, &header.players)
    }

    fn past(actor: Option<Seat>, step: &Step, card: Card, header: &Header<Setup>) -> String {
        Self::told(actor, step, card, header)
    }

    fn read_tally(texts: &[&str], _: &Header<Setup>) -> Result<Tally, (Seat, Unreadable)> {
        Tally::read(texts)
    }

    fn write_tally(tally: &Tally, seat: Seat) -> String {
        tally.write(seat)
    }
}

/// A card as it can go on a bird: a Pawn or Court as each number.
fn as_laid(card: Card) -> impl Iterator<Item = Laid> {
    let numbers = if is_wild(card) { 2..=9 } else { 0..=0 };
    numbers.map(move |number| match Rank::from_number(number) {
        Some(rank) => Laid { card, rank: Some(rank) },
        None => Laid::natural(card),
    })
}
