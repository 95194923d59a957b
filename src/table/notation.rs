//! Notation: parses and renders steps, in full and as short forms.

use super::{
    AmbiguousStep, Face, Game, GameVerb, ParseError, Players, Seat, TableContext, Tokens, VerbText, spaced, tokens::unknown_verb,
};
use serde::Serialize;

/// The parts of a step, which a menu asks for one after another.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct StepParts {
    /// The verb.
    pub verb: &'static str,
    /// The place or player that the step names: a bird's number, a perch, a rank, a player.
    pub place: Option<String>,
    /// The word between the place and the cards: `with` in `4 with 7SK 3MW`, `at` in `BL4 at 1`. Empty if there is none.
    #[serde(skip)]
    pub preposition: &'static str,
    /// Whether the place stands before the cards.
    #[serde(skip)]
    pub is_place_first: bool,
    /// The cards that the step names.
    pub cards: Vec<String>,
}

impl StepParts {
    /// The parts of a step without arguments.
    pub fn of(verb: impl GameVerb) -> Self {
        Self { verb: verb.text().name, place: None, preposition: "", is_place_first: false, cards: Vec::new() }
    }

    /// Adds the cards.
    #[must_use]
    pub fn cards<C: ToString>(self, cards: impl IntoIterator<Item = C>) -> Self {
        Self { cards: cards.into_iter().map(|card| card.to_string()).collect(), ..self }
    }

    /// Adds the place, which stands before the cards.
    #[must_use]
    pub fn place_first(self, place: impl Into<String>, preposition: &'static str) -> Self {
        Self { is_place_first: true, ..self.then_place(preposition, place) }
    }

    /// Adds the place, which stands after the cards.
    #[must_use]
    pub fn then_place(self, preposition: &'static str, place: impl Into<String>) -> Self {
        Self { place: Some(place.into()), preposition, ..self }
    }

    /// The place with its preposition, as the step writes them: `at 1`, `to 2`, `4 with`.
    pub fn phrase(&self) -> Option<String> {
        Some(self.phrase_with(self.place.as_deref()?, !self.cards.is_empty()))
    }

    fn phrase_with(&self, place: &str, has_cards: bool) -> String {
        let preposition = Some(self.preposition).filter(|word| has_cards && !word.is_empty());
        if self.is_place_first {
            spaced([place].into_iter().chain(preposition))
        } else {
            spaced(preposition.into_iter().chain([place]))
        }
    }

    /// The texts before and after the cards.
    pub(super) fn around_cards(&self) -> (String, String) {
        match self.place.as_deref().map(|place| self.phrase_with(place, true)) {
            Some(phrase) if self.is_place_first => (format!("{} {phrase} ", self.verb), String::new()),
            Some(phrase) => (format!("{} ", self.verb), format!(" {phrase}")),
            None => (format!("{} ", self.verb), String::new()),
        }
    }

    /// The texts before and after the place.
    pub(super) fn around_place(&self) -> (String, String) {
        let (cards, word) = (spaced(&self.cards), self.preposition);
        if self.is_place_first {
            (format!("{} ", self.verb), format!(" {word} {cards}"))
        } else {
            (format!("{} {cards} {word} ", self.verb), String::new())
        }
    }

    /// The step as it is written.
    pub fn write(&self) -> String {
        let (before, after) = self.around_cards();
        if self.cards.is_empty() {
            return spaced([self.verb].into_iter().chain(self.place.as_deref()));
        }
        before + &spaced(&self.cards) + &after
    }
}

/// The hidden cards that a verb can name. A picker shows each of them once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NameableCards {
    /// The faces of the cards, in canonical order. A card's code is its printed texts.
    pub faces: Vec<Face>,
    /// The number of cards that a step names, if that number is fixed.
    pub count: Option<usize>,
    /// The largest number of copies of one card, if known.
    pub each: Option<usize>,
}

impl NameableCards {
    /// The cards that a verb can name, of which a step names `count`.
    pub fn of(cards: impl IntoIterator<Item = impl Into<Face>>, count: impl Into<Option<usize>>) -> Self {
        Self { faces: cards.into_iter().map(Into::into).collect(), count: count.into(), each: None }
    }

    /// Limits the copies of one card.
    #[must_use]
    pub fn each(self, copies: usize) -> Self {
        Self { each: Some(copies), ..self }
    }
}

/// The number of cards that a step names, and the codes of the cards that don't count.
pub type CardsDue = (usize, &'static [&'static str]);

/// The notation of a game's steps.
pub trait Notation: Game {
    /// The verbs of the game.
    type Verb: GameVerb;

    /// The verb of a step.
    fn verb(step: &Self::Step) -> Self::Verb;

    /// Parses everything after a verb, without knowing the state.
    fn parse_arguments(
        verb: Self::Verb,
        tokens: &mut Tokens<'_>,
        context: &TableContext<Self::Setup>,
    ) -> Result<Self::Step, ParseError>;

    /// The step that shows the cards that `step` needs from a hand, if any: `shows 7SK` for `hatch 7SK`.
    fn required_shows(_step: &Self::Step) -> Option<Self::Step> {
        None
    }

    /// The parts of a step. The page asks for the cards among [`nameable_cards`](Self::nameable_cards), if the verb has any.
    fn parts(step: &Self::Step, players: &Players) -> StepParts;

    /// Renders a step canonically.
    fn write(step: &Self::Step, players: &Players) -> String {
        Self::parts(step, players).write()
    }

    /// The cards that a verb can name from a hand or a deck. Returns `None` if the verb names only open cards.
    fn nameable_cards(_verb: Self::Verb, _context: &TableContext<Self::Setup>) -> Option<NameableCards> {
        None
    }

    /// The number of cards that a step with this verb names now, if that follows from the table.
    fn cards_due(&self, _verb: Self::Verb) -> Option<CardsDue> {
        None
    }

    /// Parses a step in full notation, without knowing the state.
    fn parse(text: &str, context: &TableContext<Self::Setup>) -> Result<Self::Step, ParseError> {
        Self::parse_tokens(Tokens::of(text), context)
    }

    /// Parses words like [`parse`](Self::parse). Typed words may be written as the program prints them.
    fn parse_tokens(mut tokens: Tokens<'_>, context: &TableContext<Self::Setup>) -> Result<Self::Step, ParseError> {
        let word = tokens.take_verb();
        match word.as_ref().and_then(|(word, _)| Self::Verb::from_name(word)) {
            Some(verb) => Self::parse_arguments(verb, &mut tokens, context),
            None => Err(unknown_verb(&tokens, word, Self::book())),
        }
    }

    /// Resolves details that only the state decides: which pile, which order. Returns `None` if the step has no such details.
    fn resolve(&self, _actor: Option<Seat>, _step: &Self::Step) -> Result<Option<Self::Step>, AmbiguousStep<Self::Step>> {
        Ok(None)
    }

    /// The step that typed input means in the current state. Returns `None` if that is `step` itself. By default
    /// [`resolve`](Self::resolve). Steps in logs, and steps that the table lets stand, are taken literally instead.
    fn resolve_typed(&self, actor: Option<Seat>, step: &Self::Step) -> Result<Option<Self::Step>, AmbiguousStep<Self::Step>> {
        self.resolve(actor, step)
    }

    /// The likelier ones of several legal steps that a short form can mean. By default all.
    fn likelier(&self, steps: Vec<Self::Step>) -> Vec<Self::Step> {
        steps
    }

    /// The book's entry for the verb of a step.
    fn verb_text(step: &Self::Step) -> &'static VerbText {
        Self::verb(step).text()
    }
}

/// The verb that begins a short form, by letter or name in any letter case, and the byte offset of the arguments. The letter is a
/// separate word, or directly precedes a digit: `g 2 9l`, `g2 9l`, `h7s`. A dot means `draw`.
pub fn find_verb<V: GameVerb>(text: &str) -> Option<(V, usize)> {
    let (index, at) = find_verb_index(V::TEXTS, text)?;
    Some((*V::ALL.get(index)?, at))
}

/// The index of the verb that begins a short form, and the byte offset of the arguments, as for [`find_verb`].
pub(super) fn find_verb_index(verbs: &[VerbText], text: &str) -> Option<(usize, usize)> {
    let start = text.len() - text.trim_start().len();
    if text[start..].starts_with('.') {
        return Some((verbs.iter().position(|verb| verb.name == "draw")?, start + 1));
    }
    let word = text[start..].split_whitespace().next()?;
    if let Some(index) = verbs.iter().position(|verb| verb.name.eq_ignore_ascii_case(word)) {
        return Some((index, start + word.len()));
    }
    let letter = word.chars().next()?.to_ascii_lowercase();
    let index = verbs.iter().position(|verb| verb.letter == Some(letter))?;
    let next = word[letter.len_utf8()..].chars().next();
    let is_verb = next.is_none_or(|next| next.is_ascii_digit());
    is_verb.then_some((index, start + letter.len_utf8()))
}

/// Parses a short form that begins with a verb's letter or name, as for [`find_verb`]. The arguments are written as in a log.
pub fn parse_with_letter<G: Notation>(text: &str, context: &TableContext<G::Setup>) -> Option<Result<G::Step, ParseError>> {
    let (verb, at) = find_verb::<G::Verb>(text)?;
    Some(G::parse_arguments(verb, &mut Tokens::after(text, at, verb.text().name), context))
}
