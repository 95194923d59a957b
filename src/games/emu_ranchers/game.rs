//! Emu Ranchers as a [`Game`]: each question goes to the file that answers it.

use super::{BOOK, EmuRanchers, Event, Fault, PLAYERS, Phase, Setup, Step, Tally, book};
use crate::{
    decktet::{Card, Cards},
    emu::{BirdNumber, card_distance},
    table::{
        ActOf, Book, DeckEntry, Effect, Game, Header, Kinds, Open, Picture, Players, Progress, RuleValues, Seat, Seats,
        SetupError, Sheet, Shorthand, Telling, Unreadable,
    },
};

const ACTIONS: Kinds = Kinds::of(&[book::HATCH, book::GROW, book::DISCARD]);
const DRAWS: Kinds = Kinds::of(&[book::DRAW, book::TAKE]);
const LAYING: Kinds = Kinds::of(&[book::LAY, book::DONE]);

impl Game for EmuRanchers {
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
        if players == PLAYERS {
            return Ok(Setup::of(rules));
        }
        Err(SetupError {
            key: "players".into(),
            problem: format!(
                "{} is a game for two, but {} named",
                BOOK.title,
                if players == 1 { "one player is".to_owned() } else { format!("{players} are") }
            ),
            expected: "two players".into(),
            clause: Some(book::er(1, 1)),
        })
    }

    fn single_round(setup: Setup) -> Setup {
        Setup { years: 1, ..setup }
    }

    fn new(_players: usize, setup: &Setup) -> Self {
        Self::before(*setup)
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
            Phase::Action(seat) => Open::one(seat, ACTIONS),
            Phase::Draw { seat, .. } => Open::one(seat, DRAWS),
            Phase::Laying => {
                let laying = Seat::all(PLAYERS).filter(|&seat| !self.done.contains(seat)).collect();
                Open::NOTHING.and(laying, LAYING)
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
        let hand = || Cards::BASIC.iter().filter(|card| self.account.can_come_from(seat, card.index()));
        let birds = || (0..self.ranches[seat.index()].len()).map(BirdNumber::from_index);
        if open.contains(book::HATCH) {
            hand().for_each(|card| each(Step::Hatch(card)));
            birds().for_each(|bird| hand().for_each(|card| each(Step::Grow(bird, card))));
            hand().for_each(|card| each(Step::Discard(card)));
        }
        if open.contains(book::DRAW) {
            each(Step::Draw(None));
            self.discards.top().into_iter().for_each(|card| each(Step::Take(card)));
        }
        if open.contains(book::LAY) {
            birds().for_each(|bird| hand().for_each(|card| each(Step::Lay(bird, card))));
            each(Step::Done);
        }
    }

    fn openly_forced(&self, seat: Seat, step: &Step) -> bool {
        match step {
            Step::Draw(_) | Step::Take(_) => true,
            Step::Done => self.account.hand(seat).is_empty() || self.ranches[seat.index()].is_empty(),
            _ => false,
        }
    }

    fn progress(&self) -> Progress {
        match self.phase {
            Phase::Ready => Progress::Ready(Seats::all(PLAYERS)),
            Phase::Over if self.is_game_over() => Progress::GameOver,
            Phase::Over => Progress::RoundOver(Seats::only(Self::other(self.first))),
            Phase::Action(_) | Phase::Draw { .. } | Phase::Laying => Progress::Underway,
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
        actor.map(|seat| self.outlook(seat)).unwrap_or_default()
    }

    fn words(&self, act: &ActOf<Self>, fault: Fault, header: &Header<Setup>) -> String {
        self.explain(act, fault, header)
    }

    fn distance(tried: &Step, legal: &Step) -> Option<u32> {
        let card = card_distance(tried.cards().first().copied(), legal.cards().first().copied());
        let bird = match (tried, legal) {
            (Step::Grow(a, _) | Step::Lay(a, _), Step::Grow(b, _) | Step::Lay(b, _)) => u32::from(a != b),
            _ => 0,
        };
        // The same card used otherwise is nearer than another card.
        Some(card * 5 + bird * 2 + u32::from(tried.verb() != legal.verb()) * 3)
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
        self.places(card, header)
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
