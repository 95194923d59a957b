//! Faults, events and steps in words for people.

use super::{ActOf, Clause, Game, Hand, Header, Indexed, Judge, Notation, Players, RuleInForce, Seat, and_list, known_in};

/// A consequence of an act, in words.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Consequence {
    /// The clause that it follows from.
    pub clause: Clause,
    /// The table rule that decided it, if one did.
    pub rule: Option<RuleInForce>,
    /// What happened, and why.
    pub text: String,
    /// Whether it is shown right away (an end, a bonus), or only by `why`.
    pub aloud: bool,
}

impl Consequence {
    /// A consequence that is shown right away.
    pub fn aloud(clause: Clause, text: impl Into<String>) -> Self {
        Self { clause, rule: None, text: text.into(), aloud: true }
    }

    /// A consequence that only `why` shows.
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

/// A game's texts for people.
pub trait Words: Game {
    /// Why an act has this fault, with the cards that are the reason.
    fn explain(&self, act: &ActOf<Self>, fault: Self::Fault, header: &Header<Self::Setup>) -> String;

    /// Describes an event; called right after the act that caused it.
    fn tell(&self, event: &Self::Event, header: &Header<Self::Setup>) -> Vec<Consequence>;

    /// Describes an accepted step, with names and suits; called after it was applied. By default the step in
    /// notation.
    fn describe(&self, _actor: Option<Seat>, step: &Self::Step, header: &Header<Self::Setup>) -> String
    where
        Self: Notation,
    {
        Self::write(step, &header.players)
    }

    /// What is open to `actor` (or to the table), a line each: `grow 1: Suns, 8 or higher`. By default the kinds of
    /// step.
    fn options(&self, actor: Option<Seat>, _header: &Header<Self::Setup>) -> Vec<String>
    where
        Self: Judge,
    {
        let open = Self::book().verbs_of(self.expects().to(actor));
        open.map(|verb| format!("{}: {}", verb.name, verb.about)).collect()
    }

    /// What the table has to do now, as an order: `Deal 4 cards face up`. By default the kinds of step alone are said.
    fn to_do(&self, _header: &Header<Self::Setup>) -> Option<String> {
        None
    }

    /// What a step would do here that its text does not say; called before it is applied. Two steps with the same text and other
    /// effects are not the same move.
    fn effect(&self, _actor: Option<Seat>, _step: &Self::Step, _header: &Header<Self::Setup>) -> String {
        String::new()
    }

    /// The distance of a legal step from the one that was tried; the nearest are offered instead. `None`: not an alternative.
    fn distance(_tried: &Self::Step, _legal: &Self::Step) -> Option<u32> {
        Some(0)
    }
}
