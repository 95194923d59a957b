//! The [`Game`] trait: what a game's folder must provide. One function judges; everything else asks it.

use super::{
    Act, Book, Broken, Clause, DeckEntry, Header, Open, Picture, Players, RuleInForce, RuleValues, Seat, Seats, SetupError,
    Sheet, Unclear, Unreadable,
};

/// An act of a game.
pub type ActOf<G> = Act<<G as Game>::Step, <G as Game>::Tally>;

/// Where a game stands between its rounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    /// No round has begun; these seats may be its `first`.
    Ready(Seats),
    /// A round is under way.
    Underway,
    /// A round is over; these seats may be `first` of the next (one, where the rules say who).
    RoundOver(Seats),
    /// The game is over.
    GameOver,
}

/// Something that followed from an act, told to a person.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Telling {
    /// The clause by which it followed.
    pub clause: Clause,
    /// The table rule that decided it, if one did.
    pub rule: Option<RuleInForce>,
    /// What followed, and why.
    pub text: String,
    /// Whether a person at the table wants to hear it without asking (an end, a bonus), or only on `why`.
    pub aloud: bool,
}

/// What a step does where it stands: two steps with the same text and another effect are not the same move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Effect(pub String);

/// A game: a value that is told acts and judges them. Cloning it is how anything is tried, undone or looked back at.
///
/// A game never hears of files, places, notes or overruling, and of names only in notation and words.
pub trait Game: Clone + Send + Sync + 'static {
    /// The table rules and the deck of one table, typed.
    type Setup: Clone + Send + Sync + std::fmt::Debug;
    /// A step, of a player or of the table.
    type Step: Clone + PartialEq + Send + Sync + std::fmt::Debug;
    /// A round's result, counted on the table.
    type Tally: Clone + PartialEq + Send + Sync + std::fmt::Debug;
    /// What can be wrong with an act.
    type Fault: Broken + Send + Sync;
    /// What can follow from an act.
    type Event: Clone + PartialEq + Send + Sync + std::fmt::Debug;
    /// A thing that lies somewhere, for telling where it was last seen to go.
    type Thing: Copy + PartialEq + Send + Sync;

    /// The rule book.
    fn book() -> &'static Book;

    /// Types the table rules and the deck.
    ///
    /// # Errors
    /// When the game cannot be set up so.
    fn setup(players: usize, rules: &RuleValues, deck: &[(String, DeckEntry)]) -> Result<Self::Setup, SetupError>;

    /// Table rules that a new game needs so that it can be set up at all, where nobody asked for others (`given`).
    fn workable(_players: usize, _rules: &mut RuleValues, _given: &[&str]) {}

    /// The same table, for a game of one round: what a tally without a log counts.
    fn single_round(setup: Self::Setup) -> Self::Setup {
        setup
    }

    /// Types the table rules and the deck of a table that only counts one round: it may know less than a log has to say.
    ///
    /// # Errors
    /// When the game cannot be set up so.
    fn setup_to_count(players: usize, rules: &RuleValues, deck: &[(String, DeckEntry)]) -> Result<Self::Setup, SetupError> {
        Self::setup(players, rules, deck).map(Self::single_round)
    }

    /// The game before its first round.
    fn new(players: usize, setup: &Self::Setup) -> Self;

    // --- notation -------------------------------------------------------------------------------------------------

    /// Reads a step, knowing only the header.
    ///
    /// # Errors
    /// When it is no step of this game.
    fn read(text: &str, header: &Header<Self::Setup>) -> Result<Self::Step, Unreadable>;

    /// Writes a step canonically.
    fn write(step: &Self::Step, players: &Players) -> String;

    /// The index of a step's verb in the book.
    fn verb(step: &Self::Step) -> usize;

    /// Whether any player may do this at any time, so that it has to be said who did.
    fn is_for_anyone(step: &Self::Step) -> bool;

    /// Settles what only the state can tell: from which pile, in which order. None where the step is settled already.
    ///
    /// # Errors
    /// When several readings are open.
    fn settle(&self, _actor: Option<Seat>, _step: &Self::Step) -> Result<Option<Self::Step>, Unclear<Self::Step>> {
        Ok(None)
    }

    /// Reads a short form typed at the table: one step, or several (of several players, where they act at once).
    ///
    /// # Errors
    /// When it is none, or could mean several things.
    #[allow(clippy::type_complexity)]
    fn shorthand(
        &self,
        actor: Option<Seat>,
        text: &str,
        header: &Header<Self::Setup>,
    ) -> Result<Vec<(Option<Seat>, Self::Step)>, Shorthand<Self::Step>>;

    // --- judging --------------------------------------------------------------------------------------------------

    /// Who may act, and which kinds of step are open.
    fn open(&self) -> Open;

    /// Judges turn and phase: the first thing that is asked of an act.
    ///
    /// # Errors
    /// The clause of what was due.
    fn in_order(&self, act: &ActOf<Self>) -> Result<(), Self::Fault>;

    /// Judges whether it can be, with the cards where they are known to lie (TB-3, TB-4): the second thing.
    ///
    /// # Errors
    /// An impossible fault.
    fn possible(&self, act: &ActOf<Self>) -> Result<(), Self::Fault>;

    /// Judges every other clause: the third thing.
    ///
    /// # Errors
    /// The first clause in the rule book that is broken.
    fn lawful(&self, act: &ActOf<Self>) -> Result<(), Self::Fault>;

    /// Judges an act: the one home of legality. Changes, allocates and formats nothing.
    ///
    /// # Errors
    /// What is wrong with it.
    #[inline]
    fn judge(&self, act: &ActOf<Self>) -> Result<(), Self::Fault> {
        self.in_order(act)?;
        self.possible(act)?;
        self.lawful(act)
    }

    /// Does an act, and tells what followed. Defined for every act that is [`possible`](Self::possible), legal or not.
    fn apply(&mut self, act: &ActOf<Self>, tell: &mut impl FnMut(Self::Event));

    /// Steps of a player that might be legal: every legal one is among them, but for those that the design leaves to `open`.
    fn candidates(&self, seat: Seat, each: &mut impl FnMut(Self::Step));

    /// The players' legal choices: the candidates that `judge` accepts.
    fn legal_steps(&self) -> Vec<(Seat, Self::Step)> {
        let mut legal = Vec::new();
        for seat in self.open().seats().iter() {
            self.candidates(seat, &mut |step| {
                let act = Act::Step { actor: Some(seat), step };
                if self.judge(&act).is_ok()
                    && let Act::Step { step, .. } = act
                {
                    legal.push((seat, step));
                }
            });
        }
        legal
    }

    /// Whether everybody can see from what lies open that `step`, the only legal one, is all that `seat` can do. What follows from
    /// cards that were seen and are covered now is nobody's to be reminded of.
    fn openly_forced(&self, _seat: Seat, _step: &Self::Step) -> bool {
        false
    }

    /// The one thing that can be done now, where everybody can see that it is: what Enter alone does at the table.
    fn only_step(&self) -> Option<(Seat, Self::Step)> {
        let [(seat, step)] = <[_; 1]>::try_from(self.legal_steps()).ok()?;
        self.openly_forced(seat, &step).then_some((seat, step))
    }

    /// Where the game stands between its rounds.
    fn progress(&self) -> Progress;

    /// Who is in the middle of a turn: what that player does next belongs on the same line of the log.
    fn in_turn(&self) -> Option<Seat>;

    // --- what a person is told ------------------------------------------------------------------------------------

    /// The score as it stands.
    fn score(&self, players: &Players) -> Sheet;

    /// The score as the table can see it, while things that count lie face down.
    fn score_in_view(&self, players: &Players) -> Sheet {
        self.score(players)
    }

    /// The table as a person sees it.
    fn picture(&self, header: &Header<Self::Setup>) -> Picture;

    /// The public state, for scripts.
    fn state(&self, header: &Header<Self::Setup>) -> serde_json::Value;

    /// What is open to `seat` (or to the table), a line each: `grow 1: Suns, 8 or higher`.
    fn prospects(&self, actor: Option<Seat>, header: &Header<Self::Setup>) -> Vec<String>;

    /// Says why an act is judged so, with the cards that make it so.
    fn words(&self, act: &ActOf<Self>, fault: Self::Fault, header: &Header<Self::Setup>) -> String;

    /// How far a legal step is from what was tried; the nearest are offered instead. None: no alternative.
    fn distance(tried: &Self::Step, legal: &Self::Step) -> Option<u32>;

    /// Tells what an event means; asked right after the act that it followed from.
    fn tellings(&self, event: &Self::Event, header: &Header<Self::Setup>) -> Vec<Telling>;

    /// The number of the act (counted from 0, as they were applied) that an event convicts of having been foul, and with what.
    fn conviction(_event: &Self::Event) -> Option<(usize, Self::Fault)> {
        None
    }

    /// Reads an accepted step back, with names and suits; asked after it was applied.
    fn read_back(&self, actor: Option<Seat>, step: &Self::Step, header: &Header<Self::Setup>) -> String;

    /// What a step would do here that its text does not say; asked before it is applied.
    fn effect(&self, actor: Option<Seat>, step: &Self::Step, header: &Header<Self::Setup>) -> Effect;

    /// The thing that an impossible fault is about.
    fn missing(fault: Self::Fault) -> Option<Self::Thing>;

    /// Where a thing is known to lie, a phrase for each copy (`in bird 1 of Ada`).
    fn whereabouts(&self, thing: Self::Thing, header: &Header<Self::Setup>) -> Vec<String>;

    /// How a step is told when it is what put a thing where it lies (`7SK: hatched by Ada`).
    fn past(actor: Option<Seat>, step: &Self::Step, thing: Self::Thing, header: &Header<Self::Setup>) -> String;

    // --- a score without the moves --------------------------------------------------------------------------------

    /// Reads a round counted on the table: one text a player, without the name, in seat order.
    ///
    /// # Errors
    /// When a text can't be read; its seat is named.
    fn read_tally(texts: &[&str], header: &Header<Self::Setup>) -> Result<Self::Tally, (Seat, Unreadable)>;

    /// Writes one player's part of a tally canonically, without the name.
    fn write_tally(tally: &Self::Tally, seat: Seat) -> String;
}

/// Why a short form was not taken.
#[derive(Clone, Debug, PartialEq)]
pub enum Shorthand<S> {
    /// It is no short form of anything that is open.
    Unreadable(Unreadable),
    /// It could mean several things.
    Unclear(Unclear<S>),
}

impl<S> From<Unreadable> for Shorthand<S> {
    fn from(unreadable: Unreadable) -> Self {
        Self::Unreadable(unreadable)
    }
}

impl<S> From<Unclear<S>> for Shorthand<S> {
    fn from(unclear: Unclear<S>) -> Self {
        Self::Unclear(unclear)
    }
}
