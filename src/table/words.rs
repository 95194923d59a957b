//! Faults, events and steps in words for people.

use super::{ActOf, Clause, Game, Hand, Header, Indexed, Judge, Notation, Players, RuleInForce, Seat, and_list, known_in};

/// Something that followed from an act, told to a person.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Consequence {
    /// The clause by which it followed.
    pub clause: Clause,
    /// The table rule that decided it, if one did.
    pub rule: Option<RuleInForce>,
    /// What followed, and why.
    pub text: String,
    /// Whether a person at the table wants to hear it without asking (an end, a bonus), or only on `why`.
    pub aloud: bool,
}

impl Consequence {
    /// Something to be heard without asking.
    pub fn aloud(clause: Clause, text: impl Into<String>) -> Self {
        Self { clause, rule: None, text: text.into(), aloud: true }
    }

    /// Something to be told on `why`.
    pub fn quiet(clause: Clause, text: impl Into<String>) -> Self {
        Self { clause, rule: None, text: text.into(), aloud: false }
    }

    /// What a player's hand was worked out to be (TB-6); `cards` is what its cards are called.
    pub fn deduced<C: Indexed, const KINDS: usize>(players: &Players, seat: Seat, hand: &Hand<KINDS>, cards: &str) -> Self {
        let hand = format!("{}'s hand is {}", players.name(seat), and_list(known_in::<C, KINDS>(hand)));
        Self::quiet(Clause::table(6), format!("no other place is left for the {cards} nobody has seen, so {hand}"))
    }

    /// The same, decided by a table rule.
    #[must_use]
    pub fn by(mut self, rule: impl Into<Option<RuleInForce>>) -> Self {
        self.rule = rule.into();
        self
    }
}

/// How a game is told to a person.
pub trait Words: Game {
    /// Says why an act is judged so, with the cards that make it so.
    fn explain(&self, act: &ActOf<Self>, fault: Self::Fault, header: &Header<Self::Setup>) -> String;

    /// Tells what an event means; asked right after the act that it followed from.
    fn tell(&self, event: &Self::Event, header: &Header<Self::Setup>) -> Vec<Consequence>;

    /// Describes an accepted step, with names and suits; asked after it was applied. Unless a game has better words, as it is
    /// written.
    fn describe(&self, _actor: Option<Seat>, step: &Self::Step, header: &Header<Self::Setup>) -> String
    where
        Self: Notation,
    {
        Self::write(step, &header.players)
    }

    /// What is open to `actor` (or to the table), a line each: `grow 1: Suns, 8 or higher`. Unless a game says more, the kinds of
    /// step.
    fn options(&self, actor: Option<Seat>, _header: &Header<Self::Setup>) -> Vec<String>
    where
        Self: Judge,
    {
        let open = Self::book().verbs_of(self.expects().to(actor));
        open.map(|verb| format!("{}: {}", verb.name, verb.about)).collect()
    }

    /// What a step would do here that its text does not say; asked before it is applied. Two steps with the same text and another
    /// effect are not the same move.
    fn effect(&self, _actor: Option<Seat>, _step: &Self::Step, _header: &Header<Self::Setup>) -> String {
        String::new()
    }

    /// How far a legal step is from what was tried; the nearest are offered instead. None: no alternative.
    fn distance(_tried: &Self::Step, _legal: &Self::Step) -> Option<u32> {
        Some(0)
    }
}
