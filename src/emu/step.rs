//! The steps of both emu games, and their notation. If a step names no pile or place, the state can decide which one it means.

use super::{BirdCard, BirdNumber, DueStep, Emu, EmuBook, Phase, PileNumber, Setup, TakeSource, WILDS};
use crate::{
    decktet::{self, Card, Cards, Rank},
    table::prelude::*,
};
use smallvec::SmallVec;
use std::ops::Range;

/// A step of a player, or `market`, a step of the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// The cards laid out as the market, in canonical order (RX-1.3).
    Market(Box<[Card]>),
    /// A new bird (ER-3.1, RX-3.1).
    Hatch(BirdCard),
    /// A card put on top of one of the player's birds (ER-3.2, RX-3.2).
    Grow(BirdNumber, BirdCard),
    /// A card put on a discard pile (ER-4.1, RX-4.1). `None` if there is only one pile, or a new one must be started.
    Discard(Card, Option<PileNumber>),
    /// A draw from the draw pile (ER-4.4, RX-4.4), with the card if the recorder knows it.
    Draw(Option<Card>),
    /// A card taken from a discard pile (ER-4.3, RX-4.3) or the market (RX-4.5). `None` if only one place has the card.
    Take(Card, Option<TakeSource>),
    /// A card laid on top of one of the player's birds after the year's end (ER-5.1, RX-5.1).
    Lay(BirdNumber, BirdCard),
    /// An Excuse spent on one of the player's birds, which would lose money (ER-5.4, RX-5.4).
    Excuse(BirdNumber),
    /// The end of a player's laying down (ER-5.3, RX-5.3).
    Done,
    /// At least these cards are in the player's hand, in canonical order (TB-5).
    Shows(Box<[Card]>),
}

impl Step {
    /// The cards that the step names.
    pub fn cards(&self) -> &[Card] {
        match self {
            Self::Hatch(bird_card) | Self::Grow(_, bird_card) | Self::Lay(_, bird_card) => std::slice::from_ref(&bird_card.card),
            Self::Discard(card, _) | Self::Take(card, _) => std::slice::from_ref(card),
            Self::Draw(card) => card.as_slice(),
            Self::Excuse(_) => &[Card::EXCUSE],
            Self::Done => &[],
            Self::Market(cards) | Self::Shows(cards) => cards,
        }
    }

    /// The bird that the step names.
    pub const fn bird(&self) -> Option<BirdNumber> {
        match self {
            Self::Grow(number, _) | Self::Lay(number, _) | Self::Excuse(number) => Some(*number),
            _ => None,
        }
    }

    /// The group of steps to which the step belongs. `None` for `shows`, which is allowed at any time in a year.
    pub const fn due(&self) -> Option<DueStep> {
        match self {
            Self::Market(_) => Some(DueStep::Market),
            Self::Hatch(_) | Self::Grow(..) | Self::Discard(..) => Some(DueStep::Action),
            Self::Draw(_) | Self::Take(..) => Some(DueStep::Draw),
            Self::Lay(..) | Self::Excuse(_) | Self::Done => Some(DueStep::Laying),
            Self::Shows(_) => None,
        }
    }

    const fn verb_name(&self) -> &'static str {
        match self {
            Self::Market(_) => "market",
            Self::Hatch(_) => "hatch",
            Self::Grow(..) => "grow",
            Self::Discard(..) => "discard",
            Self::Draw(_) => "draw",
            Self::Take(..) => "take",
            Self::Lay(..) => "lay",
            Self::Excuse(_) => "excuse",
            Self::Done => "done",
            Self::Shows(_) => "shows",
        }
    }
}

impl<B: EmuBook> Notation for Emu<B> {
    type Verb = B::Verb;

    fn verb(step: &Step) -> B::Verb {
        // The verb of every step is in the game's book.
        B::Verb::from_name(step.verb_name()).unwrap_or(B::Verb::ALL[0])
    }

    fn parse_arguments(verb: B::Verb, tokens: &mut Tokens<'_>, context: &TableContext<Setup>) -> Result<Step, ParseError> {
        let cards = context.setup.cards;
        Ok(match verb.text().name {
            // The number of cards is checked by `judge`.
            "market" if tokens.is_empty() => Step::Market(Box::default()),
            "market" => Step::Market(tokens.sorted_cards(cards)?),
            "hatch" => Step::Hatch(parse_card_in_bird(tokens, cards)?),
            "grow" => Step::Grow(parse_bird_number(tokens)?, parse_card_in_bird(tokens, cards)?),
            "discard" => parse_card_and_place::<B, _>(tokens, cards, "to", PILE, &[], PileNumber::parse)
                .map(|(card, to)| Step::Discard(card, to))?,
            "draw" if tokens.is_empty() => Step::Draw(None),
            "draw" => Step::Draw(Some(tokens.card(cards)?)),
            "take" => parse_card_and_place::<B, _>(tokens, cards, "from", SOURCE, &["market"], TakeSource::parse)
                .map(|(card, from)| Step::Take(card, from))?,
            "lay" => Step::Lay(parse_bird_number(tokens)?, parse_card_in_bird(tokens, cards)?),
            "excuse" => Step::Excuse(parse_bird_number(tokens).and_then(|number| tokens.expect_end().map(|()| number))?),
            "done" => tokens.expect_end().map(|()| Step::Done)?,
            _ => Step::Shows(tokens.sorted_cards(cards)?),
        })
    }

    fn required_shows(step: &Step) -> Option<Step> {
        Self::verb_text(step).from_hand.map(|_| Step::Shows(step.cards().into()))
    }

    fn parts(step: &Step, _players: &Players) -> StepParts {
        let (verb, cards) = (Self::verb(step), step.cards());
        match step {
            Step::Hatch(bird_card) => StepParts::of(verb).cards([bird_card]),
            Step::Grow(number, bird_card) | Step::Lay(number, bird_card) => {
                StepParts::of(verb).cards([bird_card]).place_first(number.to_string(), "")
            }
            Step::Discard(_, Some(to)) => StepParts::of(verb).cards(cards).then_place("to", to.to_string()),
            Step::Take(_, Some(from)) => StepParts::of(verb).cards(cards).then_place("from", from.to_string()),
            Step::Excuse(number) => StepParts::of(verb).place_first(number.to_string(), ""),
            _ => StepParts::of(verb).cards(cards),
        }
    }

    fn nameable_cards(verb: B::Verb, context: &TableContext<Setup>) -> Option<NameableCards> {
        match verb.text().name {
            "market" => Some(NameableCards::of(WILDS, B::MARKET_EACH * context.players.count()).each(2)),
            "hatch" | "grow" | "discard" | "draw" | "lay" => Some(NameableCards::of(context.setup.cards, 1)),
            "shows" => Some(NameableCards::of(context.setup.cards, None).each(B::COPIES.into())),
            _ => None,
        }
    }

    fn resolve(&self, actor: Option<Seat>, step: &Step) -> Result<Option<Step>, AmbiguousStep<Step>> {
        match *step {
            // RX-4.1: if there are several piles, a discard has to name one. After the year's end it is illegal on any pile.
            Step::Discard(card, None) if self.has_turns() && self.discards.piles().count() > 1 => Err(self.pile_question(card)),
            Step::Discard(card, Some(to)) if self.needs_no_pile() && self.free_pile() == Some(to) => {
                Ok(Some(Step::Discard(card, None)))
            }
            // RX-4.3, RX-4.5
            Step::Take(card, from) => match (from, &self.sources(card)[..]) {
                // A card that is covered in several piles is not asked about, because it may not be taken from any of them.
                (None, sources @ [first, _, ..]) if self.is_open_at(card, *first) || self.may_be_open_at(card, *first) => {
                    let take_from = |&source: &TakeSource| Step::Take(card, Some(source));
                    self.only_legal(actor, "taken from where?", sources.iter().map(take_from).collect()).map(Some)
                }
                (Some(source), [only]) if source == *only => Ok(Some(Step::Take(card, None))),
                _ => Ok(None),
            },
            _ => Ok(None),
        }
    }

    fn resolve_typed(&self, actor: Option<Seat>, step: &Step) -> Result<Option<Step>, AmbiguousStep<Step>> {
        // After the year's end, growing a bird means laying down (ER-5.1, RX-5.1).
        let lay = match *step {
            Step::Grow(bird, bird_card) if self.phase == Phase::Laying => Some(Step::Lay(bird, bird_card)),
            _ => None,
        };
        let step = lay.as_ref().unwrap_or(step);
        match *step {
            // RX-4.1: players easily forget to name the pile. The question is asked only if an answer is legal.
            Step::Discard(card, None) if self.has_turns() && !self.needs_no_pile() => {
                let is_any_legal = self.discards_of(card).any(|step| self.allows(actor, &step));
                if is_any_legal { Err(self.pile_question(card)) } else { Ok(None) }
            }
            // The number of a pile that doesn't exist means the new pile.
            Step::Discard(card, Some(to))
                if self.has_turns() && self.discards.get(to).is_empty() && PileNumber::ALL[..B::PILES].contains(&to) =>
            {
                let new_pile_discard =
                    self.free_pile().map(|free| Step::Discard(card, Some(free).filter(|_| !self.needs_no_pile())));
                Ok(new_pile_discard.filter(|discard| discard != step))
            }
            Step::Grow(_, BirdCard { card, named_rank: None }) | Step::Lay(_, BirdCard { card, named_rank: None }) => {
                self.number_question(actor, step, card).map_or(Ok(lay), Err)
            }
            Step::Discard(..) | Step::Take(..) => self.resolve(actor, step),
            _ => Ok(lay),
        }
    }
}

const BIRD_NUMBER: ArgumentTerm = ArgumentTerm { noun: "bird's number", form: "the number of a bird, counted from 1" };
const PILE: ArgumentTerm = ArgumentTerm { noun: "discard pile", form: "the number of a discard pile, 1 or 2" };
const SOURCE: ArgumentTerm = ArgumentTerm { noun: "place to take from", form: "where it is taken from: 1, 2 or market" };

fn parse_bird_number(tokens: &mut Tokens<'_>) -> Result<BirdNumber, ParseError> {
    tokens.take_noun("bird");
    tokens.one(BIRD_NUMBER, BirdNumber::parse)
}

/// Parses the remaining tokens as a card, with its named rank if there is one (ER-3.5, RX-3.5).
fn parse_card_in_bird(tokens: &Tokens<'_>, deck: Cards) -> Result<BirdCard, ParseError> {
    let (rest, start) = tokens.rest();
    let Some((card, _)) = rest.split_once('=') else { return tokens.card(deck).map(BirdCard::natural) };
    let range = start..start + rest.len();
    let (card, rank) = decktet::parse_wild(rest, deck).map_err(|error| {
        // If the card is ambiguous, the error covers the card without its number.
        let options = error.options();
        let range = if options.is_empty() { range.clone() } else { start..start + card.trim_end().len() };
        ParseError::new(range, error.to_string(), "a card, as 7SK or the Castle").with_options(options)
    })?;
    to_bird_card(card, rank, range)
}

/// Makes a card as played: a Pawn or Court with the named rank, any other card only as printed.
pub(super) fn to_bird_card(card: Card, named_rank: Option<Rank>, range: Range<usize>) -> Result<BirdCard, ParseError> {
    let natural = BirdCard::natural(card);
    if named_rank.is_none() || named_rank == natural.named_rank {
        Ok(natural)
    } else if WILDS.contains(card) {
        Ok(BirdCard { named_rank, ..natural })
    } else {
        let problem = format!("{card} is always what is printed on it");
        Err(ParseError::new(range, problem, "a Pawn or a Court, to be played as a number"))
    }
}

/// The ways to lay a card on a bird: a Pawn or Court as each number, any other card as printed.
pub(super) fn ways_to_lay(card: Card) -> impl Iterator<Item = BirdCard> {
    let numbers = if WILDS.contains(card) { 2..=9 } else { 0..=0 };
    numbers.map(move |number| match Rank::from_number(number) {
        Some(rank) => BirdCard { card, named_rank: Some(rank) },
        None => BirdCard::natural(card),
    })
}

/// Parses a card and, after `preposition`, the place to which or from which it goes, if there can be several (RX-4.1, RX-4.3, RX-4.5).
/// In typed text, the preposition is optional, and the first letters of one of the `names` are enough.
fn parse_card_and_place<B: EmuBook, T>(
    tokens: &Tokens<'_>,
    deck: Cards,
    preposition: &str,
    term: ArgumentTerm,
    names: &[&str],
    parse_place: fn(&str) -> Option<T>,
) -> Result<(Card, Option<T>), ParseError> {
    let (start, mut place) = (tokens.rest().1, tokens.clone());
    let card = place.take_before(preposition).or_else(|| {
        let (word, range) = tokens.clone().last()?;
        place = tokens.within(range.start..tokens.text().len());
        let is_place = tokens.is_typed() && range.start > start && parse_place(word).is_some();
        is_place.then(|| tokens.within(start..range.start))
    });
    let Some(card) = card.filter(|_| B::PILES > 1) else { return Ok((tokens.card(deck)?, None)) };
    place.take_noun("discard");
    place.take_noun("pile");
    let parse_typed = |word: &str| {
        let is_short_for = |name: &&&str| tokens.is_typed() && name.starts_with(&word.to_ascii_lowercase());
        parse_place(names.iter().find(is_short_for).unwrap_or(&word))
    };
    let source = place.one(term, parse_typed)?;
    place.expect_end()?;
    Ok((card.card(deck)?, Some(source)))
}

impl<B: EmuBook> Emu<B> {
    /// Picks the only legal option. Otherwise asks: among the legal options, or among all if none is legal.
    fn only_legal(&self, actor: Option<Seat>, question: &str, options: Vec<Step>) -> Result<Step, AmbiguousStep<Step>> {
        let legal_options: Vec<Step> = options.iter().filter(|&step| self.allows(actor, step)).cloned().collect();
        match <[Step; 1]>::try_from(if legal_options.is_empty() { options } else { legal_options }) {
            Ok([only]) => Ok(only),
            Err(options) => Err(AmbiguousStep { question: question.to_owned(), options }),
        }
    }

    fn allows(&self, actor: Option<Seat>, step: &Step) -> bool {
        self.judge(&Act::Step { actor, step: step.clone() }).is_ok()
    }

    /// Asks as which number a Pawn or Court is played, if no number was given and some number is legal (ER-3.5, RX-3.5).
    fn number_question(&self, actor: Option<Seat>, step: &Step, card: Card) -> Option<AmbiguousStep<Step>> {
        let steps = ways_to_lay(card).map(|bird_card| match *step {
            Step::Lay(bird, _) => Step::Lay(bird, bird_card),
            Step::Grow(bird, _) => Step::Grow(bird, bird_card),
            _ => step.clone(),
        });
        let options: Vec<Step> = steps.filter(|step| self.allows(actor, step)).collect();
        (!options.is_empty()).then(|| AmbiguousStep { question: format!("{card} as which number?"), options })
    }

    /// The possible discards of a card. They name a pile only if needed.
    pub(super) fn discards_of(&self, card: Card) -> impl Iterator<Item = Step> {
        let needs_no_pile = self.needs_no_pile();
        let is_possible = move |number: &PileNumber| !self.discards.get(*number).is_empty() || self.free_pile() == Some(*number);
        let named_piles = PileNumber::ALL.into_iter().filter(move |number| !needs_no_pile && is_possible(number)).map(Some);
        needs_no_pile.then_some(None).into_iter().chain(named_piles).map(move |to| Step::Discard(card, to))
    }

    fn pile_question(&self, card: Card) -> AmbiguousStep<Step> {
        AmbiguousStep { question: "on which discard pile?".to_owned(), options: self.discards_of(card).collect() }
    }
}

impl<B: EmuBook> Emu<B> {
    /// Every source that can exist, including a third pile that was let stand.
    const SOURCES: &'static [TakeSource] = if B::PILES == 1 { &[TakeSource::Pile(PileNumber::One)] } else { &TakeSource::ALL };

    /// The cards that lie open, with the places from which they can be taken.
    pub(super) fn open_cards(&self) -> Vec<(Card, TakeSource)> {
        let tops = self.discards.piles().filter_map(|(number, pile)| Some((pile.top()?, TakeSource::Pile(number))));
        let mut open_cards: Vec<_> = tops.chain(self.market.cards().map(|card| (card, TakeSource::Market))).collect();
        open_cards.dedup();
        open_cards
    }

    pub(crate) fn take_step(&self, card: Card, source: TakeSource) -> Step {
        Step::Take(card, if self.sources(card)[..] == [source] { None } else { Some(source) })
    }

    /// The places where a card lies open. If there is none, the piles whose unnamed top card it can be. If there is none of
    /// these either, the piles in which the card can be covered.
    fn sources(&self, card: Card) -> SmallVec<[TakeSource; 3]> {
        let tests: [fn(&Self, Card, TakeSource) -> bool; 3] = [Self::is_open_at, Self::may_be_open_at, Self::may_lie_at];
        let mut all_sources = tests.into_iter().map(|is_at| -> SmallVec<[TakeSource; 3]> {
            Self::SOURCES.iter().copied().filter(|&source| is_at(self, card, source)).collect()
        });
        all_sources.find(|sources| !sources.is_empty()).unwrap_or_default()
    }

    fn is_open_at(&self, card: Card, source: TakeSource) -> bool {
        match source {
            TakeSource::Pile(number) => self.discards.get(number).top() == Some(card),
            TakeSource::Market => self.market.has(card),
        }
    }

    /// Whether a card can be the unnamed top of a pile.
    fn may_be_open_at(&self, card: Card, source: TakeSource) -> bool {
        let TakeSource::Pile(number) = source else { return false };
        self.discards.get(number).has_unnamed_top() && self.account.can_be_covered(card.index())
    }

    pub(super) fn can_be_on_top(&self, card: Card, pile: PileNumber) -> bool {
        let pile = TakeSource::Pile(pile);
        self.is_open_at(card, pile) || self.may_be_open_at(card, pile)
    }

    /// Whether a place has a card, or can have it among its unnamed cards. In a game with one pile, all covered cards lie in it.
    fn may_lie_at(&self, card: Card, source: TakeSource) -> bool {
        let TakeSource::Pile(number) = source else { return self.market.has(card) };
        let pile = self.discards.get(number);
        pile.contains(card) || (B::PILES == 1 || pile.unnamed() > 0) && self.account.can_be_covered(card.index())
    }

    /// The place from which a step takes `card`. `None` if the card can't lie at `from`, or without `from`, can't lie anywhere.
    pub(super) fn source(&self, card: Card, from: Option<TakeSource>) -> Option<TakeSource> {
        match from {
            Some(_) => from.filter(|&source| self.may_lie_at(card, source)),
            None => self.sources(card).first().copied(),
        }
    }
}
