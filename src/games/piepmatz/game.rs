//! Piepmatz as a [`Game`]: each question goes to the file that answers it.

use super::{BOOK, Bird, Event, Fault, Pest, Phase, Piepmatz, Setup, Step, Tally, words::distance};
use crate::table::{
    ActOf, Book, DeckEntry, Effect, Game, Header, Open, Picture, Players, Progress, RuleValues, Seat, Seats, SetupError, Sheet,
    Shorthand, Telling, Unreadable,
};

impl Game for Piepmatz {
    type Setup = Setup;
    type Step = Step;
    type Tally = Tally;
    type Fault = Fault;
    type Event = Event;
    type Thing = Bird;

    fn book() -> &'static Book {
        &BOOK
    }

    fn setup(players: usize, rules: &RuleValues, deck: &[(String, DeckEntry)]) -> Result<Setup, SetupError> {
        Setup::of(players, rules, deck, false)
    }

    fn setup_to_count(players: usize, rules: &RuleValues, deck: &[(String, DeckEntry)]) -> Result<Setup, SetupError> {
        Setup::of(players, rules, deck, true)
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
        self.whats_open()
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
        let hand = || Bird::all().filter(|bird| self.account.can_come_from(seat, bird.index()));
        if self.may_keep.is_some_and(|may| may.seat == seat) {
            hand().for_each(|bird| each(Step::Keep(bird)));
        }
        match self.phase {
            Phase::Turn(turn) if turn == seat => {
                hand().for_each(|bird| (1..=self.setup.perches).for_each(|perch| each(Step::Play(bird, perch))));
            }
            Phase::Lose(fight, Pest::Crow) if fight.seat == seat => {
                self.collection(seat).birds.kinds().for_each(|bird| each(Step::LoseBirds([bird].into_iter().collect())));
            }
            Phase::Draw(turn) if turn == seat => {
                self.display.kinds().for_each(|bird| each(Step::Draw(Some(bird))));
                each(Step::Draw(None));
            }
            _ => {}
        }
    }

    fn openly_forced(&self, _seat: Seat, step: &Step) -> bool {
        // Displays, decks and collections lie open.
        matches!(step, Step::Draw(_) | Step::LoseBirds(_))
    }

    fn only_step(&self) -> Option<(Seat, Step)> {
        let Phase::Lose(fight, Pest::Squirrel) = self.phase else {
            let [(seat, step)] = <[_; 1]>::try_from(self.legal_steps()).ok()?;
            return self.openly_forced(seat, &step).then_some((seat, step));
        };
        // Two of one kind, or all there are.
        let seeds = self.collection(fight.seat).seeds;
        let takes = self.squirrel_takes(fight.seat);
        let one_kind = seeds.iter().all(|seed| Some(seed) == seeds.iter().next());
        (seeds.len() == takes || one_kind).then(|| (fight.seat, Step::LoseSeeds(seeds.iter().take(takes).collect())))
    }

    fn progress(&self) -> Progress {
        match self.phase {
            Phase::Ready => Progress::Ready(Seats::all(self.players)),
            Phase::Over => Progress::GameOver,
            _ => Progress::Underway,
        }
    }

    fn in_turn(&self) -> Option<Seat> {
        match self.phase {
            Phase::Turn(_) => self.may_keep.map(|may| may.seat),
            _ => self.turn_of(),
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
        Some(distance(tried, legal))
    }

    fn tellings(&self, event: &Event, header: &Header<Setup>) -> Vec<Telling> {
        self.tell(*event, header)
    }

    fn read_back(&self, _: Option<Seat>, step: &Step, _: &Header<Setup>) -> String {
        Self::back(step)
    }

    fn effect(&self, actor: Option<Seat>, step: &Step, _: &Header<Setup>) -> Effect {
        self.does(actor, step)
    }

    fn missing(fault: Fault) -> Option<Bird> {
        fault.missing()
    }

    fn whereabouts(&self, bird: Bird, header: &Header<Setup>) -> Vec<String> {
        self.places(bird, header)
    }

    fn past(actor: Option<Seat>, step: &Step, bird: Bird, header: &Header<Setup>) -> String {
        Self::told(actor, step, bird, header)
    }

    fn read_tally(texts: &[&str], _: &Header<Setup>) -> Result<Tally, (Seat, Unreadable)> {
        Tally::read(texts)
    }

    fn write_tally(tally: &Tally, seat: Seat) -> String {
        tally.write(seat)
    }
}
