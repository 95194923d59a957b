//! Eggs and Empires as a [`Game`]: each question goes to the file that answers it.

use super::{BOOK, Card, EggsAndEmpires, Event, Fault, Phase, Setup, Step, Tally, book, fault::Thing};
use crate::table::{
    ActOf, Book, DeckEntry, Effect, Game, Header, Kinds, Open, Picture, Players, Progress, RuleValues, Seat, Seats, SetupError,
    Sheet, Shorthand, Telling, Unreadable,
};

const REVEALING: Kinds = Kinds::of(&[book::REVEAL]);
const PLAYING: Kinds = Kinds::of(&[book::PLAY]);
const TAKING: Kinds = Kinds::of(&[book::TAKE]);
const DECLINING: Kinds = Kinds::of(&[book::DECLINE]);
const GIVING: Kinds = Kinds::of(&[book::GIVE]);
const DISCARDING: Kinds = Kinds::of(&[book::DISCARD]);
const NAMING: Kinds = Kinds::of(&[book::OPENS]);
const REDRAWING: Kinds = Kinds::of(&[book::MULLIGAN]);
const ENDING: Kinds = Kinds::of(&[book::END]);

impl Game for EggsAndEmpires {
    type Setup = Setup;
    type Step = Step;
    type Tally = Tally;
    type Fault = Fault;
    type Event = Event;
    type Thing = Thing;

    fn book() -> &'static Book {
        &BOOK
    }

    fn setup(players: usize, rules: &RuleValues, deck: &[(String, DeckEntry)]) -> Result<Setup, SetupError> {
        Setup::of(players, rules, deck)
    }

    fn single_round(setup: Setup) -> Setup {
        Setup { single_round: true, ..setup }
    }

    fn new(players: usize, setup: &Setup) -> Self {
        Self::before_all(players, *setup)
    }

    fn read(text: &str, header: &Header<Setup>) -> Result<Step, Unreadable> {
        Step::read(text, &header.players)
    }

    fn write(step: &Step, players: &Players) -> String {
        step.write(players)
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
        header: &Header<Setup>,
    ) -> Result<Vec<(Option<Seat>, Step)>, Shorthand<Step>> {
        self.short_forms(actor, text, &header.players).map_err(Shorthand::Unreadable)
    }

    fn open(&self) -> Open {
        if !self.is_underway() {
            return Open::NOTHING;
        }
        let able = |may: fn(&Self, Seat) -> bool| self.seats().filter(|&seat| may(self, seat)).collect::<Seats>();
        let mut open = Open::NOTHING;
        match self.phase {
            Phase::Reveal => {
                open.table = REVEALING;
                if self.turn == 0 {
                    open = open.and(self.seats().filter(|&seat| !self.mulliganed.contains(seat)).collect(), REDRAWING);
                }
            }
            Phase::Play => open = open.and(self.yet_to_play(), PLAYING),
            Phase::Collect(_) => {
                if let Some(played) = self.collecting() {
                    let taker = Seats::only(played.seat);
                    open = open.and(taker, TAKING);
                    if self.mage_may_decline() {
                        open = open.and(taker, DECLINING);
                    }
                }
            }
            Phase::Closing => open.table = ENDING,
            Phase::Naming | Phase::Ready | Phase::Over | Phase::GameOver => {}
        }
        if self.rights.open {
            open = open.and(able(Self::may_give), GIVING).and(able(Self::may_discard), DISCARDING);
        }
        open.and(self.holders().collect(), NAMING)
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
        match self.phase {
            Phase::Ready | Phase::Over | Phase::GameOver => return,
            Phase::Reveal if self.turn == 0 => each(Step::Mulligan),
            Phase::Play if !self.played.contains(seat) => self.cards_to_play(seat, each),
            Phase::Collect(_) if self.collecting().is_some_and(|played| played.seat == seat) => {
                self.offer.values().for_each(|value| each(Step::Take(value)));
                self.offer.scouts().for_each(|scout| each(Step::TakeDown { scout, value: None }));
                each(Step::Decline);
            }
            _ => {}
        }
        let pile = self.pile(seat);
        if self.may_give(seat) {
            let mut gifts: Vec<_> = pile.gifts().map(|egg| egg.what.value()).collect();
            gifts.dedup();
            for value in gifts {
                self.seats().for_each(|to| each(Step::Give { value, to }));
            }
        }
        if self.may_discard(seat) {
            let mut values = pile.values();
            values.dedup();
            for value in values {
                each(Step::Discard(value));
            }
            let mut scouts = pile.unnamed();
            scouts.dedup();
            for scout in scouts {
                each(Step::DiscardDown(scout));
            }
        }
    }

    /// A face-up egg that a card must take, nothing else being there for it.
    fn openly_forced(&self, seat: Seat, step: &Step) -> bool {
        matches!(step, Step::Take(_)) && self.collecting().is_some_and(|played| played.seat == seat)
    }

    fn progress(&self) -> Progress {
        match self.phase {
            Phase::Ready => Progress::Ready(Seats::all(self.players)),
            Phase::Over => Progress::RoundOver(self.may_hold_next()),
            Phase::GameOver => Progress::GameOver,
            _ => Progress::Underway,
        }
    }

    fn in_turn(&self) -> Option<Seat> {
        // All have their turn at once, and each does one thing at a time.
        None
    }

    fn score(&self, players: &Players) -> Sheet {
        self.sheet(players)
    }

    fn score_in_view(&self, players: &Players) -> Sheet {
        self.sheet_in_view(players)
    }

    fn picture(&self, header: &Header<Setup>) -> Picture {
        self.paint(header)
    }

    fn state(&self, header: &Header<Setup>) -> serde_json::Value {
        self.public(header)
    }

    fn prospects(&self, actor: Option<Seat>, header: &Header<Setup>) -> Vec<String> {
        self.outlook(actor, header)
    }

    fn words(&self, act: &ActOf<Self>, fault: Fault, header: &Header<Setup>) -> String {
        self.explain(act, fault, header)
    }

    fn distance(tried: &Step, legal: &Step) -> Option<u32> {
        let values = |one: super::Value, other: super::Value| u32::from(one.abs_diff(other));
        let kinds = if tried.verb() == legal.verb() { 0 } else { 1000 };
        Some(match (tried, legal) {
            (Step::Take(one), Step::Take(other)) | (Step::Discard(one), Step::Discard(other)) => values(*one, *other),
            (Step::Give { value, to }, Step::Give { value: other, to: other_to }) => {
                u32::from(value != other) * 2 + u32::from(to != other_to)
            }
            (Step::Play(cards), Step::Play(others)) => {
                let others = others.iter().filter(|card| !cards.contains(card)).count();
                u32::try_from(others).unwrap_or(u32::MAX / 4)
            }
            _ => kinds + u32::try_from(legal.verb()).unwrap_or_default(),
        })
    }

    fn tellings(&self, event: &Event, header: &Header<Setup>) -> Vec<Telling> {
        self.tell(*event, header)
    }

    fn read_back(&self, actor: Option<Seat>, step: &Step, header: &Header<Setup>) -> String {
        self.back(actor, step, header)
    }

    fn effect(&self, actor: Option<Seat>, step: &Step, header: &Header<Setup>) -> Effect {
        self.does(actor, step, header)
    }

    fn missing(fault: Fault) -> Option<Thing> {
        fault.missing()
    }

    fn whereabouts(&self, thing: Thing, header: &Header<Setup>) -> Vec<String> {
        self.places(thing, header)
    }

    fn past(actor: Option<Seat>, step: &Step, thing: Thing, header: &Header<Setup>) -> String {
        Self::told(actor, step, thing, header)
    }

    fn read_tally(texts: &[&str], _: &Header<Setup>) -> Result<Tally, (Seat, Unreadable)> {
        Tally::read(texts)
    }

    fn write_tally(tally: &Tally, seat: Seat) -> String {
        tally.write(seat)
    }
}

impl EggsAndEmpires {
    /// Whether the card that is to collect is a Mage that may leave the face-down eggs (EE-3.4).
    pub(super) fn mage_may_decline(&self) -> bool {
        self.collecting().is_some_and(|played| played.card == Card::Mage) && !self.offer.has_good() && self.offer.has_down()
    }

    /// The cards, or pairs of cards, that a hand can hold.
    fn cards_to_play(&self, seat: Seat, each: &mut impl FnMut(Step)) {
        let deck = &self.decks[seat.index()];
        let hand = || Card::ALL.into_iter().filter(|card| deck.can_come_from(seat, card.index()));
        if self.each().min(self.hand(seat).len()) < 2 {
            hand().for_each(|card| each(Step::Play([card].into_iter().collect())));
            return;
        }
        for one in hand() {
            for other in hand().filter(|&other| other >= one) {
                each(Step::Play([one, other].into_iter().collect()));
            }
        }
    }
}
