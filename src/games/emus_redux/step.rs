//! The steps of Emus Redux and their notation, and what only the state decides: which discard pile, and where a card is
//! taken from.

use super::{DECK, EmusRedux, MARKET_EACH, PileNumber, Setup, Source, Verb, WILDS};
use crate::{
    decktet::{Card, Rank},
    emu::{BirdNumber, EmuStep, Laid, Pile, YearStep, bird_number, card_alone, drawn, laid, on_bird, sorted_cards},
    table::{
        Act, Ambiguous, Header, Judge, Notation, ParseError, Players, Seat, Short, ShortError, Stock, Term, Tokens, Verbs as _,
        by_letter,
    },
};
use smallvec::SmallVec;

/// A step of a player, or `market`, the table's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// A step that is the same in both emu games.
    Year(YearStep),
    /// The market is laid out (RX-1.3); in canonical order.
    Market(Box<[Card]>),
    /// A card to a discard pile (RX-4.1); without a number if a new pile must be started.
    Discard(Card, Option<PileNumber>),
    /// From a discard pile (RX-4.3) or the market (RX-4.5); without the place if there is only one where the card can be taken.
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
        if let Self::Excuse(number) = self { Some(*number) } else { self.of_year().and_then(YearStep::bird) }
    }

    fn of_year(&self) -> Option<&YearStep> {
        if let Self::Year(step) = self { Some(step) } else { None }
    }

    fn is_after_year(&self) -> bool {
        matches!(self, Self::Year(YearStep::Lay(..) | YearStep::Done) | Self::Excuse(_))
    }
}

/// A card and, after the last `link`, where it goes or comes from; in short forms the `link` may be left out.
fn placed<T>(
    tokens: &Tokens<'_>,
    in_short: bool,
    link: &str,
    term: Term,
    read: fn(&str) -> Option<T>,
) -> Result<(Card, Option<T>), ParseError> {
    let (text, verb, (rest, start)) = (tokens.text(), tokens.verb(), tokens.rest());
    // Nearly every log writes the card's code, followed by nothing or the place.
    let (code, behind) = rest.split_once(' ').unwrap_or((rest, ""));
    if let Some(card) = Card::from_code(code) {
        if behind.is_empty() {
            return Ok((card, None));
        }
        if let Some(place) = behind.strip_prefix(link).and_then(|place| read(place.strip_prefix(' ')?)) {
            return Ok((card, Some(place)));
        }
    }
    let link = tokens.clone().filter(|(word, _)| *word == link).last();
    let last = if in_short { tokens.clone().last() } else { None };
    let last = last.filter(|(word, place)| place.start > start && read(word).is_some());
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
            // The number of cards is checked by `judge`.
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
        Self::verb_text(step).from_hand.map(|_| YearStep::Shows(step.cards().into()).into())
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

    fn place(step: &Step, _players: &Players) -> Option<String> {
        match step {
            Step::Discard(_, to) => to.map(|pile| pile.to_string()),
            Step::Take(_, from) => from.map(|source| source.to_string()),
            other => other.bird().map(|number| number.to_string()),
        }
    }

    fn stock(verb: Verb, header: &Header<Setup>) -> Option<Stock> {
        match verb {
            Verb::Market => Some(Stock::of(WILDS, MARKET_EACH * header.players.names().len()).each(2)),
            Verb::Hatch | Verb::Grow | Verb::Discard | Verb::Draw | Verb::Lay => Some(Stock::of(DECK, 1)),
            Verb::Shows => Some(Stock::of(DECK, None).each(2)),
            Verb::Take | Verb::Excuse | Verb::Done => None,
        }
    }

    fn settle(&self, actor: Option<Seat>, step: &Step) -> Result<Option<Step>, Ambiguous<Step>> {
        match *step {
            // RX-4.1: where no new pile can be started, nothing says on which of two it went. After the year's end no pile is named.
            Step::Discard(card, None) if self.year.has_turns() && self.discards.there().count() > 1 => Err(self.which_pile(card)),
            Step::Discard(card, Some(to)) if self.must_start_new_pile() && self.discards.free() == Some(to) => {
                Ok(Some(Step::Discard(card, None)))
            }
            // RX-4.3, RX-4.5
            Step::Take(card, from) => match (from, &self.sources(card)[..]) {
                // Where it lies further down in both piles, it is no question from which.
                (None, sources @ [one, _, ..]) if self.is_open_at(card, *one) || self.may_be_open_at(card, *one) => {
                    let from = |&source: &Source| Step::Take(card, Some(source));
                    self.only_of(actor, "taken from where?", sources.iter().map(from).collect()).map(Some)
                }
                (Some(source), [only]) if source == *only => Ok(Some(Step::Take(card, None))),
                _ => Ok(None),
            },
            _ => Ok(None),
        }
    }

    fn meant(&self, actor: Option<Seat>, step: &Step) -> Result<Option<Step>, Ambiguous<Step>> {
        let laid = self.year.meant(step).map(Step::Year);
        let step = laid.as_ref().unwrap_or(step);
        match *step {
            // RX-4.1: naming the pile is easily forgotten, so ask if there is a choice, but not if every choice is a foul.
            Step::Discard(card, None) if self.year.has_turns() && !self.must_start_new_pile() => {
                let may = self.discards_of(card).any(|step| self.allows(actor, &step));
                if may { Err(self.which_pile(card)) } else { Ok(None) }
            }
            // A pile that isn't there is a new one.
            Step::Discard(card, Some(to)) if self.year.has_turns() && self.discards.get(to).is_empty() => {
                let new =
                    self.discards.free().map(|free| Step::Discard(card, Some(free).filter(|_| !self.must_start_new_pile())));
                Ok(new.filter(|new| new != step))
            }
            Step::Year(ref step) => self.which_number(actor, step).map_or(Ok(laid), Err),
            _ => self.settle(actor, step),
        }
    }

    /// Reads `7s`, `h 7s`, `g2 9l`, with one bird `g 9l`, `g 1 pmsl=6`, `d 5w`, `d 5w 2`, `.`, `. 9l`, `t`, `t 1`, `t 9l`, `t 9l market`, `l 1 8w`, `e 2`, `all done`,
    /// and the market's cards alone while they are due.
    fn short(&self, actor: Option<Seat>, text: &str, header: &Header<Setup>) -> Short<Step> {
        if let Some(done) = self.year.all_done(text) {
            return Ok(done);
        }
        let step = match card_alone(self, actor, text, DECK) {
            Some(step) => step?,
            None => match by_letter(text) {
                Some((verb, at)) => self.short_of(actor, verb, text, at, header)?,
                None if self.market_due => sorted_cards(&Tokens::after(text, 0, "market"), DECK).map(Step::Market)?,
                None => Self::parse(text, header)?,
            },
        };
        // The market has no actor.
        let actor = if let Step::Market(_) = step { None } else { actor };
        Ok(vec![(actor, step)])
    }
}

impl EmusRedux {
    /// A short form whose arguments begin at `at`.
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
        let seat = actor.or_else(|| self.expects().seats().single());
        let only = match verb {
            Verb::Grow => self.year.on_only_bird(seat, &tokens, DECK, YearStep::Grow),
            Verb::Lay => self.year.on_only_bird(seat, &tokens, DECK, YearStep::Lay),
            _ => None,
        };
        if let Some(step) = only {
            return Ok(Step::Year(step));
        }
        // After a verb in full, the arguments are in full notation too.
        let in_full = text[..at].trim_start().len() > 1;
        Ok(match verb {
            Verb::Take if !in_full && (rest.is_empty() || place.is_some()) => return self.which_card(actor, place),
            Verb::Take if !in_full => take(&tokens, true),
            Verb::Discard if !in_full => discard(&tokens, true),
            _ => Self::arguments(verb, &mut tokens, header),
        }?)
    }

    /// The only legal one of several readings; otherwise asks which: among the legal ones, or among all if none is legal.
    fn only_of(&self, actor: Option<Seat>, question: &str, options: Vec<Step>) -> Result<Step, Ambiguous<Step>> {
        let legal: Vec<Step> = options.iter().filter(|&step| self.allows(actor, step)).cloned().collect();
        match <[Step; 1]>::try_from(if legal.is_empty() { options } else { legal }) {
            Ok([only]) => Ok(only),
            Err(options) => Err(Ambiguous { question: question.to_owned(), options }),
        }
    }

    fn allows(&self, actor: Option<Seat>, step: &Step) -> bool {
        self.judge(&Act::Step { actor, step: step.clone() }).is_ok()
    }

    /// Asks which number a Pawn or Court is played as, if that was not given and some number is legal (RX-3.5).
    fn which_number(&self, actor: Option<Seat>, step: &YearStep) -> Option<Ambiguous<Step>> {
        type OnBird = fn(BirdNumber, Laid) -> YearStep;
        let (on_bird, bird, card): (OnBird, _, _) = match *step {
            YearStep::Grow(bird, Laid { card, named: None }) => (YearStep::Grow, bird, card),
            YearStep::Lay(bird, Laid { card, named: None }) => (YearStep::Lay, bird, card),
            _ => return None,
        };
        let steps = as_laid(card).map(|laid| on_bird(bird, laid).into());
        let options: Vec<Step> = steps.filter(|step| self.allows(actor, step)).collect();
        (!options.is_empty()).then(|| Ambiguous { question: format!("{card} as which number?"), options })
    }

    /// Every card that is open to be taken, with its place.
    pub(super) fn all_open(&self) -> Vec<(Card, Source)> {
        let tops = self.discards.there().filter_map(|(number, pile)| Some((pile.top()?, Source::Pile(number))));
        let mut open: Vec<_> = tops.chain(self.market.cards().map(|card| (card, Source::Market))).collect();
        open.dedup();
        open
    }

    /// The only card that can be taken at a place, or anywhere; otherwise asks which.
    fn which_card(&self, actor: Option<Seat>, place: Option<Source>) -> Result<Step, ShortError<Step>> {
        let open = self.all_open().into_iter().filter(|(_, source)| place.is_none_or(|place| place == *source));
        let options: Vec<Step> = open.map(|(card, source)| self.taken(card, source)).collect();
        if options.is_empty() {
            let is_unnamed = self.discards.there().any(|(_, pile)| pile.has_unnamed_top());
            let problem = if is_unnamed { "nobody has named the card on top yet" } else { "there is nothing to take there" };
            let expected = if is_unnamed { "the card that is taken, as `take 7SK from 1`" } else { "a card that lies open" };
            return Err(ParseError::new(0..1, problem, expected).into());
        }
        Ok(self.only_of(actor.or(self.year.in_turn()), "which card?", options)?)
    }

    /// The step that takes a card: with its place only if that is needed.
    pub(crate) fn taken(&self, card: Card, source: Source) -> Step {
        Step::Take(card, if self.sources(card)[..] == [source] { None } else { Some(source) })
    }

    /// The places where a card is open to be taken; if there are none, the piles in which it is covered.
    fn sources(&self, card: Card) -> SmallVec<[Source; 3]> {
        let at = |is_at: &dyn Fn(Source) -> bool| -> SmallVec<[Source; 3]> {
            Source::ALL.into_iter().filter(|&source| is_at(source)).collect()
        };
        let open = at(&|source| self.is_open_at(card, source));
        let may_be_open = if open.is_empty() { at(&|source| self.may_be_open_at(card, source)) } else { open };
        if may_be_open.is_empty() { at(&|source| self.lies_at(card, source)) } else { may_be_open }
    }

    fn is_open_at(&self, card: Card, source: Source) -> bool {
        match source {
            Source::Pile(number) => self.discards.get(number).top() == Some(card),
            Source::Market => self.market.has(card),
        }
    }

    /// Whether a card can be the top of a pile that nobody has named.
    fn may_be_open_at(&self, card: Card, source: Source) -> bool {
        let Source::Pile(number) = source else { return false };
        self.discards.get(number).has_unnamed_top() && self.year.account.can_be_covered(card.index())
    }

    /// Whether a card is, or can be, the top of a pile.
    pub(super) fn can_be_on_top(&self, card: Card, pile: PileNumber) -> bool {
        let pile = Source::Pile(pile);
        self.is_open_at(card, pile) || self.may_be_open_at(card, pile)
    }

    /// Whether a card lies there, or can lie among the cards that nobody has named.
    fn lies_at(&self, card: Card, source: Source) -> bool {
        let is_in = |pile: &Pile| pile.contains(card) || pile.unnamed() > 0 && self.year.account.can_be_covered(card.index());
        self.is_open_at(card, source) || matches!(source, Source::Pile(number) if is_in(self.discards.get(number)))
    }

    /// The place from which a step takes its card, if the card is there.
    pub(super) fn source(&self, card: Card, from: Option<Source>) -> Option<Source> {
        if let Some(source) = from {
            return self.lies_at(card, source).then_some(source);
        }
        self.sources(card).first().copied()
    }

    /// The possible discards of a card: with the pile only if that is needed.
    pub(super) fn discards_of(&self, card: Card) -> impl Iterator<Item = Step> {
        let is_new = self.must_start_new_pile();
        let can = move |number: &PileNumber| !self.discards.get(*number).is_empty() || self.discards.free() == Some(*number);
        let named = PileNumber::ALL.into_iter().filter(move |number| !is_new && can(number)).map(Some);
        is_new.then_some(None).into_iter().chain(named).map(move |to| Step::Discard(card, to))
    }

    fn which_pile(&self, card: Card) -> Ambiguous<Step> {
        Ambiguous { question: "on which discard pile?".to_owned(), options: self.discards_of(card).collect() }
    }
}

/// The ways to lay a card on a bird: a Pawn or Court as each number.
pub(super) fn as_laid(card: Card) -> impl Iterator<Item = Laid> {
    let numbers = if WILDS.contains(card) { 2..=9 } else { 0..=0 };
    numbers.map(move |number| match Rank::from_number(number) {
        Some(rank) => Laid { card, named: Some(rank) },
        None => Laid::natural(card),
    })
}
