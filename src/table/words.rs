//! Faults, events and steps in words for people.

use super::{
    ActOf, ClauseId, Game, GameVerb, Hand, IndexedCard, Judge, Notation, Players, RuleInForce, Seat, TableContext, and_list,
    known_cards,
};
use std::fmt;

/// A consequence of an act, in words.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Consequence {
    /// The clause that the consequence follows from.
    pub clause: ClauseId,
    /// The table rule that decided the consequence, if there is one.
    pub rule: Option<RuleInForce>,
    /// The sentence: the consequence and its reason.
    pub text: String,
    /// Whether the consequence is shown at once (an end, a bonus), not only by `why`.
    #[serde(rename = "aloud")]
    pub immediate: bool,
}

impl Consequence {
    /// A consequence that is shown at once.
    pub fn immediate(clause: ClauseId, text: impl Into<String>) -> Self {
        Self { clause, rule: None, text: text.into(), immediate: true }
    }

    /// A consequence that only `why` shows.
    pub fn on_request(clause: ClauseId, text: impl Into<String>) -> Self {
        Self { clause, rule: None, text: text.into(), immediate: false }
    }

    /// The consequence that a player's hand was worked out (TB-6). `cards` is the noun for the cards.
    pub fn hand_deduced<C: IndexedCard, const KINDS: usize>(
        players: &Players,
        seat: Seat,
        hand: &Hand<KINDS>,
        cards: &str,
    ) -> Self {
        let deduced = format!("{}'s hand is {}", players.name(seat), and_list(known_cards::<C, KINDS>(hand)));
        Self::on_request(ClauseId::table(6), format!("no other place is left for the {cards} nobody has seen, so {deduced}"))
    }

    /// Sets the table rule that decided the consequence.
    #[must_use]
    pub fn with_rule(mut self, rule: impl Into<Option<RuleInForce>>) -> Self {
        self.rule = rule.into();
        self
    }
}

/// A choice that is open to an actor: `grow 1: Suns, 8 or higher`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VerbOption {
    /// The name of the verb.
    pub verb: &'static str,
    /// The place, or the form of the arguments: `1`, `CARD`. May be empty.
    pub arguments: String,
    /// The description of what may be done there.
    pub text: String,
}

impl VerbOption {
    /// The option to do a verb.
    pub fn new(verb: impl GameVerb, text: impl Into<String>) -> Self {
        Self { verb: verb.text().name, arguments: String::new(), text: text.into() }
    }

    /// Sets the place, or the form of the arguments.
    #[must_use]
    pub fn at(self, arguments: impl Into<String>) -> Self {
        Self { arguments: arguments.into(), ..self }
    }
}

impl fmt::Display for VerbOption {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let space = if self.arguments.is_empty() { "" } else { " " };
        write!(f, "{}{space}{}: {}", self.verb, self.arguments, self.text)
    }
}

/// A game's texts for people.
pub trait Words: Game {
    /// Explains why an act has this fault, and names the cards that cause the fault.
    fn explain(&self, act: &ActOf<Self>, fault: Self::Fault, context: &TableContext<Self::Setup>) -> String;

    /// Describes an event. Called right after the act that caused the event.
    fn consequences(&self, event: &Self::Event, context: &TableContext<Self::Setup>) -> Vec<Consequence>;

    /// Describes an accepted step, with names and suits. Called after the step was applied. By default the step in notation.
    fn describe(&self, _actor: Option<Seat>, step: &Self::Step, context: &TableContext<Self::Setup>) -> String
    where
        Self: Notation,
    {
        Self::write(step, &context.players)
    }

    /// The choices open to a player or the table (`None`). By default the open verbs.
    fn options(&self, actor: Option<Seat>, _context: &TableContext<Self::Setup>) -> Vec<VerbOption>
    where
        Self: Judge,
    {
        let open = self.expects().verbs_of(actor).verbs::<Self::Verb>();
        open.map(|verb| VerbOption::new(verb, verb.text().about)).collect()
    }

    /// The due step of the table, as an order: `Deal 4 cards face up`. Returns `None` if the open verbs are enough.
    fn table_task(&self, _context: &TableContext<Self::Setup>) -> Option<String> {
        None
    }

    /// The part of a step's effect that its text does not state. Called before the step is applied. The preview of an edit reports
    /// steps whose effect changes.
    fn effect(&self, _actor: Option<Seat>, _step: &Self::Step, _context: &TableContext<Self::Setup>) -> String {
        String::new()
    }

    /// The distance of a legal step from the tried one. The nearest steps are offered as alternatives; `None` excludes the step.
    fn distance(_tried: &Self::Step, _legal: &Self::Step) -> Option<u32> {
        Some(0)
    }
}
