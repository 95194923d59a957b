//! Notation: parses and renders steps, in full and as short forms.

use super::{
    Face, Game, GameVerb, ParseError, Players, Seat, TableContext, Tokens, VerbSet, VerbText, spaced, tokens::unknown_verb,
};
use serde::Serialize;

/// A well-formed step that can mean several things in the current state.
#[derive(Clone, Debug, PartialEq)]
pub struct AmbiguousStep<S> {
    /// The question to ask.
    pub question: String,
    /// The steps that the text could mean.
    pub options: Vec<S>,
}

/// The reason why a short form could not be parsed.
#[derive(Clone, Debug, PartialEq)]
pub enum ShortError<S> {
    /// The text is not a short form of any open step.
    ParseError(ParseError),
    /// The text could mean several steps.
    Ambiguous(AmbiguousStep<S>),
}

impl<S> From<ParseError> for ShortError<S> {
    fn from(error: ParseError) -> Self {
        Self::ParseError(error)
    }
}

impl<S> From<AmbiguousStep<S>> for ShortError<S> {
    fn from(ambiguous: AmbiguousStep<S>) -> Self {
        Self::Ambiguous(ambiguous)
    }
}

/// The meaning of a short form: one step, or one step each for several players who act simultaneously.
pub type ShortResult<S> = Result<Vec<(Option<Seat>, S)>, ShortError<S>>;

/// The parts of a step, which a menu asks for one after another.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct StepParts {
    /// The verb.
    pub verb: &'static str,
    /// The place or player that the step names: a bird's number, a perch, a rank, a player.
    pub place: Option<String>,
    /// The place with its preposition, as the step writes them: `at 1`, `to 2`, `4 with`.
    #[serde(skip)]
    pub phrase: Option<String>,
    /// The cards that the step names.
    pub cards: Vec<String>,
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

const PREPOSITIONS: [&str; 5] = ["with", "at", "to", "from", "="];

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

    /// Renders a step canonically.
    fn write(step: &Self::Step, players: &Players) -> String;

    /// The place or player that a step names at the start or the end of its arguments, or a number such as a bid. The page treats
    /// the other arguments as cards.
    fn place(_step: &Self::Step, _players: &Players) -> Option<String> {
        None
    }

    /// The cards that a verb can name from a hand or a deck. Returns `None` if the verb names only open cards.
    fn nameable_cards(_verb: Self::Verb, _context: &TableContext<Self::Setup>) -> Option<NameableCards> {
        None
    }

    /// The number of cards that a step with this verb names now, if that follows from the table.
    fn cards_due(&self, _verb: Self::Verb) -> Option<CardsDue> {
        None
    }

    /// The parts of a step. Every word is a card, except the verb, the place and prepositions.
    fn parts(step: &Self::Step, players: &Players) -> StepParts {
        let (verb, place) = (Self::verb_text(step).name, Self::place(step, players));
        let text = Self::write(step, players);
        let arguments = text.strip_prefix(verb).unwrap_or_default().trim_start();
        let preposition = |word: Option<&str>| PREPOSITIONS.into_iter().find(|preposition| Some(*preposition) == word);
        let (rest, phrase) =
            match place.as_deref().map(|place| (place, arguments.strip_prefix(place), arguments.strip_suffix(place))) {
                Some((place, Some(after), _)) if after.is_empty() || after.starts_with(' ') => {
                    let preposition = preposition(after.split_whitespace().next());
                    (after, Some(spaced([place].into_iter().chain(preposition))))
                }
                Some((place, _, Some(before))) if before.ends_with(' ') => {
                    let preposition = preposition(before.split_whitespace().next_back());
                    (before, Some(spaced(preposition.into_iter().chain([place]))))
                }
                _ => (arguments, place.clone()),
            };
        let cards = rest.split_whitespace().filter(|word| !PREPOSITIONS.contains(word)).map(str::to_owned).collect();
        StepParts { verb, place, phrase, cards }
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

    /// Parses a short form typed at the table, after [`parse`](Self::parse) has failed. By default, short forms are the letters
    /// and names of the verbs in any letter case.
    fn parse_short(&self, actor: Option<Seat>, text: &str, context: &TableContext<Self::Setup>) -> ShortResult<Self::Step> {
        let step = match find_verb::<Self::Verb>(text) {
            Some((verb, at)) => Self::parse_arguments(verb, &mut Tokens::typed(text, at, verb.text().name), context)?,
            None => Self::parse(text, context)?,
        };
        Ok(vec![(actor, step)])
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

/// The names of the verbs in a set, in the order of the book.
pub fn verb_names<V: GameVerb>(verbs: VerbSet) -> Vec<&'static str> {
    verbs.verbs().map(|verb: V| verb.text().name).collect()
}
