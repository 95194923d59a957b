//! The steps of Piepmatz: parsed and written, in full and in short.

use super::{Bird, FeederCard, HAND, Phase, Piepmatz, Seed, Setup, Species, Verb, book::SetupPests};
use crate::table::prelude::*;
use smallvec::SmallVec;
use std::fmt::{Display, Write as _};

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

/// Whether a text begins like an argument. Another text is reported as a misspelt verb.
fn is_argument(text: &str) -> bool {
    let mut tokens = Tokens::of(text);
    let is_bird = matches!(next_bird(&mut tokens.clone()), Some(Ok(_)));
    // Two letters and a number look like a bird.
    let looks_like_bird = |word: &str| word.trim_end_matches(|char: char| char.is_ascii_digit()).len() == 2 && word.len() > 2;
    is_bird || tokens.next().is_some_and(|(word, _)| FeederCard::from_word(word).is_some() || looks_like_bird(word))
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

    fn write(step: &Step, _: &Players) -> String {
        fn append<T: Display>(text: &mut String, items: &[T]) {
            for item in items {
                let _ = write!(text, " {item}");
            }
        }
        let mut text = String::with_capacity(16);
        text.push_str(Self::verb_text(step).name);
        match step {
            Step::Seeds(cards) | Step::Refill(cards) => append(&mut text, cards),
            Step::Play(bird, perch) => {
                let _ = write!(text, " {bird} at {perch}");
            }
            Step::Feeder(card) => append(&mut text, &[card]),
            Step::LoseSeeds(seeds) => append(&mut text, seeds),
            _ => append(&mut text, step.birds()),
        }
        text
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

    fn place(step: &Step, _: &Players) -> Option<String> {
        if let Step::Play(_, perch) = step { Some(perch.to_string()) } else { None }
    }

    /// Parses `p ch6 1`, `ch6 1`, `ch6`, `k bl2`, `.`, `. ye1`, `. ye1 bl2`, `d ye1`, `l 3 1`, `f crow`, `r 2 crow 1`, `a bl3 ch4`,
    /// and the arguments alone if one verb is open.
    fn parse_short(&self, actor: Option<Seat>, text: &str, context: &TableContext<Setup>) -> ShortResult<Step> {
        let step = match find_verb(text) {
            Some((Verb::Draw, start)) => match parse_any_birds(&mut Tokens::typed(text, start, Verb::Draw.text().name)) {
                Ok(birds) if birds.len() > 1 => return self.parse_draws(actor, text, &birds),
                _ => self.short_arguments(actor, Verb::Draw, text, start, context)?,
            },
            Some((verb, start)) => self.short_arguments(actor, verb, text, start, context)?,
            None => self.parse_without_verb(actor, text, context)?,
        };
        // These steps of the table belong to no player's turn.
        let is_setup = matches!(step, Step::Perches(_) | Step::Seeds(_));
        Ok(vec![(actor.filter(|_| !is_setup), step)])
    }
}

type StepResult = Result<Step, ShortError<Step>>;

impl Piepmatz {
    /// Parses the arguments of a verb from byte `start` on. In a play, the word `at` is optional; a missing perch is asked for.
    fn short_arguments(
        &self,
        actor: Option<Seat>,
        verb: Verb,
        text: &str,
        start: usize,
        context: &TableContext<Setup>,
    ) -> StepResult {
        let mut tokens = Tokens::typed(text, start, verb.text().name);
        if verb != Verb::Play {
            return Ok(Self::parse_arguments(verb, &mut tokens, context)?);
        }
        let bird = parse_bird(&mut tokens)?;
        if tokens.is_empty() {
            let options: Vec<Step> = (1..=self.setup.perches).map(|number| Step::Play(bird, number)).collect();
            let fights =
                options.iter().zip(1..).map(|(play, number)| format!("{number} ({})", self.effect(actor, play, context)));
            let question = format!("at which perch: {}?", or_list(fights.collect::<Vec<_>>()));
            return Err(AmbiguousStep { question, options }.into());
        }
        let step = Step::Play(bird, parse_perch(&mut tokens)?);
        tokens.expect_end()?;
        Ok(step)
    }

    /// Parses birds drawn from the display, each followed by its due replacement: `. sp2 bl2`. Fails if a bird could be either
    /// drawn or turned up because the hand isn't full yet.
    fn parse_draws(&self, actor: Option<Seat>, text: &str, birds: &[Bird]) -> ShortResult<Step> {
        let (mut game, mut steps, mut birds_left) = (self.clone(), Vec::new(), birds);
        while let Some(&first) = birds_left.first() {
            let due = game.due_in_display();
            let step = if matches!(game.phase, Phase::Display(_)) && birds_left.len() >= due {
                let (mut turned_up, rest) = birds_left.split_at(due);
                birds_left = rest;
                let mut turned_up: Birds = std::mem::take(&mut turned_up).into();
                turned_up.sort_unstable();
                Step::Display(turned_up)
            } else {
                birds_left = &birds_left[1..];
                Step::Draw(Some(first))
            };
            let act = Act::Step { actor: actor.or(game.turn_of()), step: step.clone() };
            let could_be_drawn = matches!((&step, game.phase), (Step::Display(birds), Phase::Display(progress))
                if game.account.hand(progress.seat).len() < HAND && birds.iter().any(|&bird| game.display.copies(bird) > 0));
            if could_be_drawn || game.judge(&act).is_err() {
                let expected = "each draw and what is turned up for it as a step of its own, as `draw SP2; display BL2`";
                return Err(ParseError::new(
                    0..text.len(),
                    format!("`{}` can be read in several ways, or in none", text.trim()),
                    expected,
                )
                .into());
            }
            game.apply(&act, &mut Vec::new());
            steps.push((actor, step));
        }
        Ok(steps)
    }

    /// Parses arguments without a verb as the step that they can mean in the current state.
    fn parse_without_verb(&self, actor: Option<Seat>, text: &str, context: &TableContext<Setup>) -> StepResult {
        let expected_verbs = self.expects();
        let seats = actor.map_or_else(|| expected_verbs.seats(), Seats::only);
        let verbs_of = |seats: Seats| {
            seats.iter().fold(expected_verbs.table, |verbs: VerbSet, seat| verbs.and(expected_verbs.verbs_of(Some(seat))))
        };
        // A player who may not act may have meant a step that is open to another player. The verdict then names that fault.
        let open_verbs =
            Some(verbs_of(seats)).filter(|verbs| !verbs.is_empty()).unwrap_or_else(|| verbs_of(expected_verbs.seats()));
        let verbs: Vec<Verb> = open_verbs.verbs().collect();
        if let [only] = verbs[..]
            && is_argument(text)
        {
            return self.short_arguments(actor, only, text, 0, context);
        }
        // A bird alone may be drawn, added, played or kept; several birds may be for the perches or the display.
        let mut options = Vec::new();
        let mut problem = None;
        for &verb in &verbs {
            match self.short_arguments(actor, verb, text, 0, context) {
                Ok(step) => options.push(step),
                Err(ShortError::Ambiguous(ambiguous)) => options.extend(ambiguous.options),
                Err(ShortError::ParseError(error)) => problem = problem.or(Some(error)),
            }
        }
        let is_legal = |step: &Step| {
            let act = |actor| Act::Step { actor, step: step.clone() };
            seats.iter().map(Some).chain([None]).any(|actor| self.judge(&act(actor)).is_ok())
        };
        if options.iter().any(is_legal) {
            options.retain(is_legal);
        }
        match (options.len(), problem.filter(|_| is_argument(text))) {
            (0, Some(problem)) => Err(problem.into()),
            (0, None) => Ok(Self::parse(text, context)?),
            (1, _) => Ok(options.remove(0)),
            _ => Err(AmbiguousStep { question: format!("what do you want to do with {}?", text.trim_end()), options }.into()),
        }
    }
}
