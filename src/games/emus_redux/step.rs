//! The steps of Emus Redux and their notation, and what only the state can tell of a step: which discard pile, and where a card is
//! taken from.

use super::{DECK, EmusRedux, PileNumber, Setup, Source, Verb, WILDS};
use crate::{
    decktet::{Card, Rank, read_played},
    emu::{BirdNumber, EmuStep, Laid, YearStep, bird_number, card_alone, drawn, laid, on_bird, sorted_cards},
    table::{
        Ambiguous, Header, Judge, Notation, ParseError, Players, Seat, Short, ShortError, Term, Tokens, Verbs as _, by_letter,
    },
};
use smallvec::SmallVec;

/// A step of a player, or `market`, the table's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// What is done in the same way in both emu games.
    Year(YearStep),
    /// The market is laid out (RX-1.3); in canonical order.
    Market(Box<[Card]>),
    /// A card to a discard pile (RX-4.1); without its number where a new pile must be started.
    Discard(Card, Option<PileNumber>),
    /// From a discard pile (RX-4.3) or the market (RX-4.5); without the place where the card is open to be taken in one only.
    Take(Card, Option<Source>),
    /// An Excuse spent on an own bird that would lose money (RX-5.4).
    Excuse(BirdNumber),
}

impl From<YearStep> for Step {
    fn from(step: YearStep) -> Self {
        Self::Year(step)
    }
}

impl EmuStep for Step {
    fn cards(&self) -> &[Card] {
        match self {
            Self::Year(step) => step.cards(),
            Self::Market(cards) => cards,
            Self::Discard(card, _) | Self::Take(card, _) => std::slice::from_ref(card),
            Self::Excuse(_) => &[Card::EXCUSE],
        }
    }

    fn bird(&self) -> Option<BirdNumber> {
        match self {
            Self::Year(step) => step.bird(),
            Self::Excuse(number) => Some(*number),
            _ => None,
        }
    }
}

/// A card and, behind the last `link`, where it goes or comes from; in short the `link` may be left out.
fn placed<T>(
    tokens: &Tokens<'_>,
    in_short: bool,
    link: &str,
    term: Term,
    read: fn(&str) -> Option<T>,
) -> Result<(Card, Option<T>), ParseError> {
    let (text, verb, (_, start)) = (tokens.text(), tokens.verb(), tokens.rest());
    let link = tokens.clone().filter(|(word, _)| *word == link).last();
    let last = tokens.clone().last().filter(|(word, place)| in_short && place.start > start && read(word).is_some());
    let (card_ends, mut behind) = match (link, last) {
        (Some((word, link)), _) => (link.start, Tokens::after(text, link.end, word)),
        (None, Some((_, place))) => (place.start, Tokens::after(text, place.start, verb)),
        (None, None) => return Ok((tokens.card(DECK)?, None)),
    };
    if behind.is_done() {
        return Err(behind.missing("a place", term.form));
    }
    let place = behind.one(term, read)?;
    behind.done()?;
    Ok((Tokens::after(&text[..card_ends], start, verb).card(DECK)?, Some(place)))
}

fn discard(tokens: &Tokens<'_>, in_short: bool) -> Result<Step, ParseError> {
    let pile = Term { noun: "such place", form: "the number of a discard pile, 1 or 2" };
    placed(tokens, in_short, "to", pile, PileNumber::parse).map(|(card, to)| Step::Discard(card, to))
}

fn take(tokens: &Tokens<'_>, in_short: bool) -> Result<Step, ParseError> {
    let source = Term { noun: "such place", form: "where it is taken from: 1, 2 or market" };
    placed(tokens, in_short, "from", source, Source::parse).map(|(card, from)| Step::Take(card, from))
}

impl Notation for EmusRedux {
    type Verb = Verb;

    #[inline]
    fn verb(step: &Step) -> Verb {
        match step {
            Step::Market(_) => Verb::Market,
            Step::Year(YearStep::Hatch(_)) => Verb::Hatch,
            Step::Year(YearStep::Grow(..)) => Verb::Grow,
            Step::Discard(..) => Verb::Discard,
            Step::Year(YearStep::Draw(_)) => Verb::Draw,
            Step::Take(..) => Verb::Take,
            Step::Year(YearStep::Lay(..)) => Verb::Lay,
            Step::Excuse(_) => Verb::Excuse,
            Step::Year(YearStep::Done) => Verb::Done,
            Step::Year(YearStep::Shows(_)) => Verb::Shows,
        }
    }

    fn arguments(verb: Verb, tokens: &mut Tokens<'_>, _header: &Header<Setup>) -> Result<Step, ParseError> {
        Ok(Step::Year(match verb {
            // How many there are is judged.
            Verb::Market if tokens.is_done() => return Ok(Step::Market(Box::default())),
            Verb::Market => return sorted_cards(tokens, DECK).map(Step::Market),
            Verb::Discard => return discard(tokens, false),
            Verb::Take => return take(tokens, false),
            Verb::Excuse => {
                let number = bird_number(tokens)?;
                return tokens.done().map(|()| Step::Excuse(number));
            }
            Verb::Hatch => YearStep::Hatch(laid(tokens, DECK)?),
            Verb::Grow => on_bird(tokens, DECK, YearStep::Grow)?,
            Verb::Lay => on_bird(tokens, DECK, YearStep::Lay)?,
            Verb::Draw => drawn(tokens, DECK)?,
            Verb::Done => tokens.done().map(|()| YearStep::Done)?,
            Verb::Shows => YearStep::Shows(sorted_cards(tokens, DECK)?),
        }))
    }

    fn from_hand(step: &Step) -> Option<Step> {
        match step {
            Step::Year(step) => step.from_hand().map(Step::Year),
            Step::Discard(..) | Step::Excuse(_) => Some(Step::Year(YearStep::Shows(step.cards().into()))),
            Step::Market(_) | Step::Take(..) => None,
        }
    }

    fn write(step: &Step, _players: &Players) -> String {
        match step {
            Step::Year(step) => step.to_string(),
            Step::Market(cards) => cards.iter().fold("market".to_owned(), |text, card| format!("{text} {card}")),
            Step::Discard(card, None) => format!("discard {card}"),
            Step::Discard(card, Some(to)) => format!("discard {card} to {to}"),
            Step::Take(card, None) => format!("take {card}"),
            Step::Take(card, Some(from)) => format!("take {card} from {from}"),
            Step::Excuse(number) => format!("excuse {number}"),
        }
    }

    fn settle(&self, _actor: Option<Seat>, step: &Step) -> Result<Option<Step>, Ambiguous<Step>> {
        match *step {
            // No pile was named, so that a new one was started, if one can be.
            Step::Discard(card, None) if !self.must_start_new_pile() => match self.discards.free() {
                Some(free) => Ok(Some(Step::Discard(card, Some(free)))),
                None => Err(self.which_pile(card)),
            },
            Step::Discard(card, Some(to)) if self.must_start_new_pile() && self.discards.free() == Some(to) => {
                Ok(Some(Step::Discard(card, None)))
            }
            Step::Take(card, from) => match (from, &self.sources(card)[..]) {
                (None, sources @ [_, _, ..]) => Err(Ambiguous {
                    question: "taken from where?".to_owned(),
                    options: sources.iter().map(|&source| Step::Take(card, Some(source))).collect(),
                }),
                (Some(source), [only]) if source == *only => Ok(Some(Step::Take(card, None))),
                _ => Ok(None),
            },
            _ => Ok(None),
        }
    }

    /// Reads `7s`, `h 7s`, `g2 9l`, `g 1 pmsl=6`, `d 5w`, `d 5w 2`, `.`, `. 9l`, `t`, `t 1`, `t 9l`, `t 9l market`, `l 1 8w`, `e 2`,
    /// and the market's cards alone while they are due.
    fn short(&self, actor: Option<Seat>, text: &str, header: &Header<Setup>) -> Short<Step> {
        let step = match card_alone(self, actor, text, DECK) {
            Some(step) => step?,
            None => match by_letter(text, true) {
                Some((verb, at)) => self.short_of(actor, verb, text, at, header)?,
                None if self.market_due => sorted_cards(&Tokens::after(text, 0, "market"), DECK).map(Step::Market)?,
                None => Self::parse(text, header)?,
            },
        };
        // The market is nobody's.
        let actor = if let Step::Market(_) = step { None } else { actor };
        Ok(vec![(actor, step)])
    }
}

impl EmusRedux {
    /// A short form whose arguments stand behind `at`.
    fn short_of(
        &self,
        actor: Option<Seat>,
        verb: Verb,
        text: &str,
        at: usize,
        header: &Header<Setup>,
    ) -> Result<Step, ShortError<Step>> {
        let mut tokens = Tokens::after(text, at, verb.text().name);
        let rest = tokens.rest().0;
        let place = Source::parse(rest);
        let step = match verb {
            // A verb in full has arguments in full.
            _ if text[..at].trim_start().len() > 1 => Self::arguments(verb, &mut tokens, header),
            Verb::Take if rest.is_empty() || place.is_some() => return self.which_card(place),
            Verb::Take => take(&tokens, true),
            Verb::Discard => discard(&tokens, true),
            _ => Self::arguments(verb, &mut tokens, header),
        };
        match step {
            // A letter is soon typed: where there is a choice of piles it is asked.
            Ok(Step::Discard(card, None)) if !self.must_start_new_pile() => Err(self.which_pile(card).into()),
            Ok(step) => Ok(step),
            Err(error) => Err(self.which_number(actor, verb, Tokens::after(text, at, "")).map_or(error.into(), ShortError::from)),
        }
    }

    /// Asks as which number a Pawn or Court goes on a bird, if it is one and that was not said.
    fn which_number(&self, actor: Option<Seat>, verb: Verb, mut tokens: Tokens<'_>) -> Option<Ambiguous<Step>> {
        let step = match verb {
            Verb::Grow => YearStep::Grow,
            Verb::Lay => YearStep::Lay,
            _ => return None,
        };
        let number = BirdNumber::parse(tokens.next()?.0)?;
        let (card, None) = read_played(tokens.rest().0, DECK).ok()? else { return None };
        if !WILDS.contains(card) {
            return None;
        }
        let seat = actor.or_else(|| self.expects().seats().single()).or(self.year.in_turn());
        let bird = seat.and_then(|seat| self.year.bird(seat, number));
        let fitting: Vec<Laid> = as_laid(card).filter(|&laid| bird.is_none_or(|bird| bird.fits(laid).is_ok())).collect();
        let laid = if fitting.is_empty() { as_laid(card).collect() } else { fitting };
        let options = laid.into_iter().map(|laid| step(number, laid).into()).collect();
        Some(Ambiguous { question: format!("{card} as which number?"), options })
    }

    /// Everything that is open to be taken, from one place or another.
    pub(super) fn all_open(&self) -> Vec<(Card, Source)> {
        let tops = self.discards.there().filter_map(|(number, pile)| Some((pile.top()?, Source::Pile(number))));
        let mut open: Vec<_> = tops.chain(self.market.cards().map(|card| (card, Source::Market))).collect();
        open.dedup();
        open
    }

    /// The one card that is open to be taken at a place, or anywhere; or the question which.
    fn which_card(&self, place: Option<Source>) -> Result<Step, ShortError<Step>> {
        let open = self.all_open().into_iter().filter(|(_, source)| place.is_none_or(|place| place == *source));
        let options: Vec<Step> = open.map(|(card, source)| self.taken(card, source)).collect();
        match &options[..] {
            [] => Err(ParseError::new(0..1, "there is nothing to take there", "a card that lies open").into()),
            [only] => Ok(only.clone()),
            _ => Err(Ambiguous { question: "which card?".to_owned(), options }.into()),
        }
    }

    /// A card as it is taken: with its place only where that has to be said.
    pub(crate) fn taken(&self, card: Card, source: Source) -> Step {
        Step::Take(card, if self.sources(card)[..] == [source] { None } else { Some(source) })
    }

    /// Where a card is open to be taken; failing that, the piles that it lies in further down.
    fn sources(&self, card: Card) -> SmallVec<[Source; 3]> {
        let open: SmallVec<[Source; 3]> = Source::ALL.into_iter().filter(|&source| self.is_open_at(card, source)).collect();
        if open.is_empty() { Source::ALL.into_iter().filter(|&source| self.lies_at(card, source)).collect() } else { open }
    }

    #[inline]
    fn is_open_at(&self, card: Card, source: Source) -> bool {
        match source {
            Source::Pile(number) => self.discards.get(number).top() == Some(card),
            Source::Market => self.market.has(card),
        }
    }

    #[inline]
    fn lies_at(&self, card: Card, source: Source) -> bool {
        match source {
            Source::Pile(number) => self.discards.get(number).contains(card),
            Source::Market => self.market.has(card),
        }
    }

    /// Where a step takes its card from, if the card is there.
    #[inline]
    pub(super) fn source(&self, card: Card, from: Option<Source>) -> Option<Source> {
        if let Some(source) = from {
            return self.lies_at(card, source).then_some(source);
        }
        let open = Source::ALL.into_iter().find(|&source| self.is_open_at(card, source));
        open.or_else(|| Source::ALL.into_iter().find(|&source| self.lies_at(card, source)))
    }

    /// The steps that a discard can be: with the pile only where that has to be said.
    pub(super) fn discards_of(&self, card: Card) -> impl Iterator<Item = Step> {
        let piles: &[Option<PileNumber>] =
            if self.must_start_new_pile() { &[None] } else { &[Some(PileNumber::One), Some(PileNumber::Two)] };
        piles.iter().map(move |&to| Step::Discard(card, to))
    }

    fn which_pile(&self, card: Card) -> Ambiguous<Step> {
        Ambiguous { question: "on which discard pile?".to_owned(), options: self.discards_of(card).collect() }
    }
}

/// A card as it can go on a bird: a Pawn or Court as each number.
pub(super) fn as_laid(card: Card) -> impl Iterator<Item = Laid> {
    let numbers = if WILDS.contains(card) { 2..=9 } else { 0..=0 };
    numbers.map(move |number| match Rank::from_number(number) {
        Some(rank) => Laid { card, rank: Some(rank) },
        None => Laid::natural(card),
    })
}
