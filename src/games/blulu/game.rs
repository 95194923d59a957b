//! Blulu as a [`Game`]: each question goes to the file that answers it.

use super::{BOOK, Blulu, Event, Fault, Phase, Ranks, Setup, Step, Tally, book, setup};
use crate::{
    decktet::{Card, Cards},
    table::{
        ActOf, Book, DeckEntry, Effect, Game, Header, Kinds, Open, Picture, Players, Progress, RuleValues, Seat, Seats,
        SetupError, Sheet, Shorthand, Telling, Unreadable,
    },
};

const DEALING: Kinds = Kinds::of(&[book::DEAL]);
const PLAYING: Kinds = Kinds::of(&[book::TRAIL, book::CAPTURE]);

impl Game for Blulu {
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
        Setup::of(players, rules)
    }

    fn workable(players: usize, rules: &mut RuleValues, given: &[&str]) {
        setup::make_workable(players, rules, given);
    }

    fn single_round(setup: Setup) -> Setup {
        Setup { single_round: true, ..setup }
    }

    fn new(players: usize, setup: &Setup) -> Self {
        Self::before_all(players, *setup)
    }

    fn read(text: &str, header: &Header<Setup>) -> Result<Step, Unreadable> {
        Step::read(text, header.setup.dealing.deck.cards())
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
            Phase::Ready | Phase::Over | Phase::GameOver { .. } => Open::NOTHING,
            Phase::Deal => {
                let mut open = Open::NOTHING;
                open.table = DEALING;
                open
            }
            Phase::Turn(seat) => Open::one(seat, PLAYING),
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
        if self.phase != Phase::Turn(seat) {
            return;
        }
        let deck = self.setup.dealing.deck.cards();
        let hand: Cards = deck.iter().filter(|card| self.account.can_come_from(seat, card.index())).collect();
        if self.account.hand(seat).len() == 1 {
            hand.iter().for_each(|card| each(Step::Trail([card].into_iter().collect())));
            return;
        }
        let lying = self.lying();
        let mut rest = hand;
        for one in hand {
            rest.remove(one);
            for other in rest {
                let pair = || [one, other].into_iter().collect();
                let reached = self.setup.arithmetic.reached(one, other).among(lying);
                if self.setup.arithmetic == super::Arithmetic::SumAndDifference {
                    if !reached.is_empty() {
                        each(Step::Capture(reached, pair()));
                    }
                } else {
                    reached.iter().for_each(|rank| each(Step::Capture(Ranks::only(rank), pair())));
                }
                each(Step::Trail(pair()));
            }
        }
    }

    fn progress(&self) -> Progress {
        match self.phase {
            Phase::Ready => Progress::Ready(Seats::all(self.players)),
            Phase::Over => Progress::RoundOver(Seats::only(self.next_dealer())),
            Phase::GameOver { .. } => Progress::GameOver,
            Phase::Deal | Phase::Turn(_) => Progress::Underway,
        }
    }

    fn in_turn(&self) -> Option<Seat> {
        // A turn is one step.
        None
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
        // The same cards used otherwise are nearer than others.
        let others = legal.cards().iter().filter(|card| !tried.cards().contains(card)).count();
        let rank = match (tried, legal) {
            (Step::Capture(a, _), Step::Capture(b, _)) => u32::from(a.among(*b).is_empty()),
            _ => u32::from(tried.verb() != legal.verb()),
        };
        Some(u32::try_from(others).unwrap_or(u32::MAX / 4) * 2 + rank)
    }

    fn tellings(&self, event: &Event, header: &Header<Setup>) -> Vec<Telling> {
        self.tell(*event, header)
    }

    fn conviction(event: &Event) -> Option<(usize, Fault)> {
        match *event {
            Event::Revoke { act, seat, capture } => Some((act, Fault::Revoked { capture, seat })),
            _ => None,
        }
    }

    fn read_back(&self, _: Option<Seat>, step: &Step, _: &Header<Setup>) -> String {
        Self::back(step)
    }

    fn effect(&self, _: Option<Seat>, step: &Step, _: &Header<Setup>) -> Effect {
        self.does(step)
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
