//! The steps of Piepmatz: parsed and written, in full and in short.

use super::{Bird, FeederCard, Piepmatz, Seed, Setup, Species, Verb, book::SetupPests};
use crate::table::prelude::*;
use smallvec::SmallVec;

/// Birds that a step names, in canonical order. The birds on the perches are in the order of the perches.
pub(crate) type Birds = SmallVec<[Bird; 16]>;
/// Feeder cards that a step names, in their order.
pub(crate) type FeederCards = SmallVec<[FeederCard; 8]>;
/// Seed cards that a step names, highest first.
pub(crate) type SeedCards = SmallVec<[Seed; 16]>;

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Step {
    /// Birds laid on the perches by the table, perch 1 first (PM-1.5).
    Perches(Birds),
    /// Birds turned up beside the deck by the table (PM-1.5, PM-2.3).
    Display(Birds),
    /// Feeder cards laid in slots 1 to 4 by the table (PM-1.5).
    Seeds(FeederCards),
    /// A bird from the hand to the queue at a perch, counted from 1 (PM-2.1).
    Play(Bird, u8),
    /// The card that a fight with an excess of five or more takes (PM-3.1), turned up by the table.
    Feeder(FeederCard),
    /// Birds that a crow takes (PM-3.3).
    LoseBirds(Birds),
    /// Seed cards that a squirrel takes (PM-3.3).
    LoseSeeds(SeedCards),
    /// A bird from the hand to the collection (PM-2.2).
    Keep(Bird),
    /// A bird from the display, or an unseen one (PM-2.3).
    Draw(Option<Bird>),
    /// Feeder cards turned up for empty slots by the table (PM-4.1).
    Refill(FeederCards),
    /// Birds of the hand that are added to the collection at the end (PM-5.2).
    Adds(Birds),
    /// Birds that are in the player's hand, perhaps among others (TB-5).
    Shows(Birds),
}

impl Step {
    pub(super) fn birds(&self) -> &[Bird] {
        match self {
            Self::Perches(birds) | Self::Display(birds) | Self::LoseBirds(birds) | Self::Adds(birds) | Self::Shows(birds) => {
                birds
            }
            Self::Play(bird, _) | Self::Keep(bird) | Self::Draw(Some(bird)) => std::slice::from_ref(bird),
            _ => &[],
        }
    }

    pub(super) fn feeder_cards(&self) -> &[FeederCard] {
        match self {
            Self::Seeds(cards) | Self::Refill(cards) => cards,
            Self::Feeder(card) => std::slice::from_ref(card),
            _ => &[],
        }
    }
}

const BIRD: ArgumentTerm =
    ArgumentTerm { noun: "bird", form: "a bird: BL, SP, BU, CH, GR or YE and its value from 1 to 6, as BL6" };
const FEEDER_CARD: ArgumentTerm = ArgumentTerm { noun: "feeder card", form: "a feeder card: 1, 2, 3, crow or squirrel" };
const SEED_CARD: ArgumentTerm = ArgumentTerm { noun: "seed card", form: "seed cards: 1, 2 or 3" };
const PERCH: ArgumentTerm = ArgumentTerm { noun: "perch", form: "the number of a perch, counted from 1" };

/// Parses the next bird: one word, or species and value. In typed text its printed name may follow: `SP6, Sparrow 6`.
pub(super) fn next_bird(tokens: &mut Tokens<'_>) -> Option<Result<Bird, ParseError>> {
    let (word, span) = tokens.next()?;
    let code = Bird::from_word(word.trim_end_matches(','));
    let mut lookahead = tokens.clone();
    let printed = match code {
        None => bird_in_two_words(word, &mut lookahead),
        Some(_) if tokens.is_typed() => lookahead.next().and_then(|(species, _)| bird_in_two_words(species, &mut lookahead)),
        Some(_) => None,
    };
    if printed.is_some() && (code.is_none() || code == printed) {
        *tokens = lookahead;
    }
    Some(code.or(printed).ok_or_else(|| BIRD.unknown(word, span)))
}

fn bird_in_two_words(species: &str, tokens: &mut Tokens<'_>) -> Option<Bird> {
    let (value, _) = tokens.next()?;
    Bird::new(Species::from_word(species)?, value.trim_end_matches(',').parse().ok()?)
}

fn parse_bird(tokens: &mut Tokens<'_>) -> Result<Bird, ParseError> {
    next_bird(tokens).unwrap_or_else(|| Err(tokens.missing("a bird", BIRD.form)))
}

/// Parses the rest as any number of birds, in the order in which they are written.
pub(super) fn parse_any_birds(tokens: &mut Tokens<'_>) -> Result<Birds, ParseError> {
    std::iter::from_fn(|| next_bird(tokens)).collect()
}

/// Parses the rest as one or more birds, in the order in which they are written.
fn parse_ordered_birds(tokens: &mut Tokens<'_>) -> Result<Birds, ParseError> {
    let birds = parse_any_birds(tokens)?;
    if birds.is_empty() { Err(tokens.missing("at least one bird", BIRD.form)) } else { Ok(birds) }
}

/// Parses the rest as one or more birds, in canonical order.
pub(super) fn parse_birds(tokens: &mut Tokens<'_>) -> Result<Birds, ParseError> {
    let mut birds = parse_ordered_birds(tokens)?;
    birds.sort_unstable();
    Ok(birds)
}

/// Parses the rest as one or more feeder cards, in the order in which they are written.
pub(super) fn parse_drawn(tokens: &mut Tokens<'_>) -> Result<FeederCards, ParseError> {
    let cards: FeederCards = tokens.each(FEEDER_CARD, FeederCard::from_word)?;
    if cards.is_empty() {
        return Err(tokens.missing("at least one feeder card", "feeder cards: 1, 2, 3, crow or squirrel"));
    }
    Ok(cards)
}

pub(super) fn parse_seeds(tokens: &mut Tokens<'_>) -> Result<SeedCards, ParseError> {
    let mut seeds: SeedCards = tokens.each(SEED_CARD, |word| FeederCard::from_word(word)?.seed())?;
    seeds.sort_unstable_by(|first, second| second.cmp(first));
    Ok(seeds)
}

/// Parses `at` and a perch number; in typed text `at` is optional.
fn parse_perch(tokens: &mut Tokens<'_>) -> Result<u8, ParseError> {
    const EXPECTED: &str = "`at` and the number of a perch, as `at 1`";
    let has_at = tokens.take_word("at");
    tokens.take_noun("perch");
    match tokens.next() {
        None => Err(ParseError::new(tokens.end(), "no perch is named", EXPECTED)),
        Some((word, span)) if !has_at && !tokens.is_typed() => {
            Err(ParseError::new(span, format!("`{word}` stands here, and `at` stands before the perch"), EXPECTED))
        }
        Some((word, span)) => word.parse().ok().filter(|&number| number > 0).ok_or_else(|| PERCH.unknown(word, span)),
    }
}

impl Notation for Piepmatz {
    type Verb = Verb;

    fn verb(step: &Step) -> Verb {
        match step {
            Step::Perches(_) => Verb::Perches,
            Step::Display(_) => Verb::Display,
            Step::Seeds(_) => Verb::Seeds,
            Step::Play(..) => Verb::Play,
            Step::Feeder(_) => Verb::Feeder,
            Step::LoseBirds(_) | Step::LoseSeeds(_) => Verb::Lose,
            Step::Keep(_) => Verb::Keep,
            Step::Draw(_) => Verb::Draw,
            Step::Refill(_) => Verb::Refill,
            Step::Adds(_) => Verb::Adds,
            Step::Shows(_) => Verb::Shows,
        }
    }

    fn parse_arguments(verb: Verb, tokens: &mut Tokens<'_>, _: &TableContext<Setup>) -> Result<Step, ParseError> {
        let step = match verb {
            Verb::Perches => Step::Perches(parse_ordered_birds(tokens)?),
            Verb::Display => Step::Display(parse_birds(tokens)?),
            Verb::Seeds => Step::Seeds(parse_drawn(tokens)?),
            Verb::Play => Step::Play(parse_bird(tokens)?, parse_perch(tokens)?),
            Verb::Feeder => Step::Feeder(tokens.one(FEEDER_CARD, FeederCard::from_word)?),
            Verb::Lose => match tokens.clone().next() {
                Some((word, _)) if FeederCard::from_word(word).is_some() => Step::LoseSeeds(parse_seeds(tokens)?),
                _ => Step::LoseBirds(parse_birds(tokens)?),
            },
            Verb::Keep => Step::Keep(parse_bird(tokens)?),
            Verb::Draw => Step::Draw(next_bird(tokens).transpose()?),
            Verb::Refill => Step::Refill(parse_drawn(tokens)?),
            Verb::Adds => Step::Adds(parse_birds(tokens)?),
            Verb::Shows => Step::Shows(parse_birds(tokens)?),
        };
        tokens.expect_end()?;
        Ok(step)
    }

    fn required_shows(step: &Step) -> Option<Step> {
        match step {
            Step::Play(..) | Step::Keep(_) | Step::Adds(_) => Some(Step::Shows(step.birds().into())),
            _ => None,
        }
    }

    fn parts(step: &Step, _: &Players) -> StepParts {
        let verb = Self::verb(step);
        match step {
            Step::Seeds(cards) | Step::Refill(cards) => StepParts::of(verb).cards(cards),
            Step::Play(bird, perch) => StepParts::of(verb).cards([bird]).then_place("at", perch.to_string()),
            Step::Feeder(card) => StepParts::of(verb).cards([card]),
            Step::LoseSeeds(seeds) => StepParts::of(verb).cards(seeds),
            _ => StepParts::of(verb).cards(step.birds()),
        }
    }

    fn nameable_cards(verb: Verb, context: &TableContext<Setup>) -> Option<NameableCards> {
        let birds = |count| {
            let is_in_play = |bird: &Bird| context.setup.removed != Some(bird.species());
            Some(NameableCards::of(Bird::all().filter(is_in_play), count).each(2))
        };
        let feeder = |cards: &[FeederCard], count| Some(NameableCards::of(cards.iter().copied(), count));
        match verb {
            Verb::Perches => birds(Some(context.setup.perches.into())),
            Verb::Play | Verb::Keep => birds(Some(1)),
            Verb::Adds => birds(Some(2)),
            Verb::Display | Verb::Shows => birds(None),
            Verb::Seeds if context.setup.rules.setup_pests != SetupPests::Laid => feeder(&FeederCard::ALL[..3], Some(4)),
            Verb::Lose => feeder(&FeederCard::ALL[..3], None),
            Verb::Feeder => feeder(&FeederCard::ALL, Some(1)),
            Verb::Seeds | Verb::Refill => feeder(&FeederCard::ALL, None),
            Verb::Draw => None,
        }
    }

    fn cards_due(&self, verb: Verb) -> Option<CardsDue> {
        match verb {
            Verb::Display => Some((self.due_in_display(), &[])),
            Verb::Refill => Some((self.empty_slots(), &["crow", "squirrel"])), // PM-4.1
            _ => None,
        }
    }
}
