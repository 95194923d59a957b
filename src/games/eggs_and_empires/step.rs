//! The steps of Eggs and Empires: parsed and written, in full and in short.

use super::{
    Card, EggsAndEmpires, Phase, Setup,
    book::{BOOK, Verb},
    egg::{EggValue, UNLISTED},
    setup::eggs_each_turn,
    view::egg_face,
};
use crate::table::prelude::*;
use smallvec::SmallVec;
use std::ops::Range;

/// Values that a step names, highest first.
pub(crate) type EggValues = SmallVec<[EggValue; 8]>;
/// Cards that a step names, lowest first.
pub(crate) type StepCards = SmallVec<[Card; 8]>;

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Step {
    /// Eggs turned up from the deck by the table (EE-2.1).
    Reveal(EggValues),
    /// Cards played (EE-2.2).
    Play(StepCards),
    /// A face-up egg collected (EE-2.4).
    Take(EggValue),
    /// A face-down egg collected, with its value if it was shown (EE-3.6).
    TakeDown { scout: Seat, value: Option<EggValue> },
    /// A Mage leaves the face-down eggs (EE-3.4).
    Decline,
    /// A Courier's egg given away (EE-4.2), without a value if it is still face down.
    Give { value: Option<EggValue>, to: Seat },
    /// An egg that a Priest discards from a pile (EE-4.4).
    Discard {
        value: EggValue,
        /// The owner of the pile; `None` for the actor.
        from: Option<Seat>,
    },
    /// A face-down egg that a Priest discards from a pile (EE-4.4).
    DiscardDown {
        scout: Seat,
        /// The owner of the pile; `None` for the actor.
        from: Option<Seat>,
    },
    /// The value of a face-down egg in the actor's pile (EE-3.6).
    Opens { scout: Seat, value: EggValue },
    /// The starting hand put back, and a new one drawn (EE-1.3).
    Mulligan,
    /// The end of the time for abilities, called by the table (EE-4.6).
    End,
    /// Cards that are in the player's hand, perhaps among others (TB-5).
    Shows(StepCards),
}

pub(super) const VALUE: ArgumentTerm = ArgumentTerm { noun: "egg's value", form: "an egg's value, as 13 or -6" };
const EGG: ArgumentTerm =
    ArgumentTerm { noun: "egg's value", form: "an egg's value, as 13 or -6, or `down` for one that lies face down" };
pub(super) const CARD: ArgumentTerm = ArgumentTerm { noun: "Empire card", form: "Empire cards by their numbers, 1 to 10" };

impl Notation for EggsAndEmpires {
    type Verb = Verb;

    fn verb(step: &Step) -> Verb {
        match step {
            Step::Reveal(_) => Verb::Reveal,
            Step::Play(_) => Verb::Play,
            Step::Take(_) | Step::TakeDown { .. } => Verb::Take,
            Step::Decline => Verb::Decline,
            Step::Give { .. } => Verb::Give,
            Step::Discard { .. } | Step::DiscardDown { .. } => Verb::Discard,
            Step::Opens { .. } => Verb::Opens,
            Step::Mulligan => Verb::Mulligan,
            Step::End => Verb::End,
            Step::Shows(_) => Verb::Shows,
        }
    }

    fn parse_arguments(verb: Verb, tokens: &mut Tokens<'_>, context: &TableContext<Setup>) -> Result<Step, ParseError> {
        ArgumentParser { players: &context.players }.parse(verb, tokens)
    }

    fn required_shows(step: &Step) -> Option<Step> {
        if let Step::Play(cards) = step { Some(Step::Shows(cards.clone())) } else { None }
    }

    fn write(step: &Step, players: &Players) -> String {
        let name = |seat: &Seat| players.name(*seat);
        let from_pile = |holder: &Option<Seat>| holder.map(|seat| format!(" from {}", players.name(seat))).unwrap_or_default();
        let verb = Self::verb_text(step).name;
        let with_arguments =
            |arguments: &mut dyn Iterator<Item = String>| arguments.fold(verb.to_owned(), |text, word| text + " " + &word);
        match step {
            Step::Reveal(values) => with_arguments(&mut values.iter().map(ToString::to_string)),
            Step::Play(cards) | Step::Shows(cards) => with_arguments(&mut cards.iter().map(|card| card.number().to_string())),
            Step::Take(value) => format!("{verb} {value}"),
            Step::Discard { value, from: holder } => format!("{verb} {value}{}", from_pile(holder)),
            Step::DiscardDown { scout, from: holder } => format!("{verb} down {}{}", name(scout), from_pile(holder)),
            Step::TakeDown { scout, value: None } => format!("{verb} down {}", name(scout)),
            Step::TakeDown { scout, value: Some(value) } => format!("{verb} down {} = {value}", name(scout)),
            Step::Give { value: Some(value), to } => format!("{verb} {value} to {}", name(to)),
            Step::Give { value: None, to } => format!("{verb} down to {}", name(to)),
            Step::Opens { scout, value } => format!("{verb} {} = {value}", name(scout)),
            Step::Decline | Step::Mulligan | Step::End => verb.to_owned(),
        }
    }

    /// Returns `None` for verbs that name eggs on the table, even face-down ones.
    fn nameable_cards(verb: Verb, context: &TableContext<Setup>) -> Option<NameableCards> {
        let players = context.players.names().len();
        let eggs = |count| {
            let mut eggs = context.setup.eggs.as_deref().map_or_else(
                || (UNLISTED.0..=UNLISTED.1).rev().collect(),
                |eggs| eggs.iter().map(|&egg| egg.into()).collect::<Vec<i32>>(),
            );
            eggs.dedup();
            Some(NameableCards::of(eggs.into_iter().map(egg_face), count))
        };
        // Each of two players has every card twice, and plays two cards at once.
        let copies = if players == 2 { 2 } else { 1 };
        match verb {
            Verb::Reveal => eggs(Some(eggs_each_turn(players))),
            Verb::Opens => eggs(Some(1)),
            Verb::Play => Some(NameableCards::of(Card::ALL, copies).each(copies)),
            Verb::Shows => Some(NameableCards::of(Card::ALL, None).each(copies)),
            Verb::Take | Verb::Decline | Verb::Give | Verb::Discard | Verb::Mulligan | Verb::End => None,
        }
    }

    fn place(step: &Step, players: &Players) -> Option<String> {
        match step {
            Step::TakeDown { value: None, .. } | Step::DiscardDown { .. } => {
                let written = Self::write(step, players);
                written.split_once(' ').map(|(_, place)| place.to_owned())
            }
            Step::TakeDown { scout, .. } => Some(format!("down {}", players.name(*scout))),
            Step::Give { to: seat, .. } | Step::Discard { from: Some(seat), .. } | Step::Opens { scout: seat, .. } => {
                Some(players.name(*seat).to_owned())
            }
            _ => None,
        }
    }

    /// Leaves `from` out if it names the actor's own pile.
    fn resolve(&self, actor: Option<Seat>, step: &Step) -> Result<Option<Step>, AmbiguousStep<Step>> {
        Ok(match *step {
            Step::Discard { value, from: Some(holder) } if actor == Some(holder) => Some(Step::Discard { value, from: None }),
            Step::DiscardDown { scout, from: Some(holder) } if actor == Some(holder) => {
                Some(Step::DiscardDown { scout, from: None })
            }
            _ => None,
        })
    }

    /// Parses `r 13 -6`, `p 10`, `t 13`, `t down bo`, `down`, `g 13 bo`, `d -6`, `m`. Without a verb, the phase decides whether
    /// eggs are revealed, cards are played, eggs are taken, or an egg is named. One line may have the cards of all players in seat
    /// order (`10 9 7`, with two players `8 10 / 3 8`), or the eggs of several cards in the order of collecting (`10 4 -8`,
    /// `10 down`).
    fn parse_short(&self, actor: Option<Seat>, text: &str, context: &TableContext<Setup>) -> ShortResult<Step> {
        // Without a verb, commas are treated as spaces.
        let plain = text.replace(',', " ");
        let (verb, mut tokens) = match (find_verb::<Verb>(text), self.implied_verb(actor, text)) {
            (Some((verb, start)), _) => (verb, Tokens::typed(text, start, verb.text().name)),
            (None, Some(verb)) if verb != Verb::Opens && !plain.contains(char::is_alphabetic) => {
                (verb, Tokens::typed(&plain, 0, verb.text().name))
            }
            (None, Some(verb @ (Verb::Reveal | Verb::Play))) => (verb, Tokens::typed(&plain, 0, verb.text().name)),
            (None, Some(verb)) => (verb, Tokens::typed(text, 0, verb.text().name)),
            (None, None) => {
                let error = Self::parse(text, context).err();
                let not_a_step = || ParseError::new(0..text.len(), format!("this is not a step of {}", BOOK.title), "");
                return Err(error.unwrap_or_else(not_a_step).into());
            }
        };
        let parser = ArgumentParser { players: &context.players };
        let step = match verb {
            Verb::Play => return self.parse_plays(actor, &mut tokens, parser),
            Verb::Give => self.parse_give(actor, &mut tokens, parser)?,
            Verb::Take => return self.parse_takes(actor, &mut tokens, parser),
            Verb::Opens => self.parse_opens(actor, &mut tokens, parser)?,
            _ => parser.parse(verb, &mut tokens)?,
        };
        Ok(vec![(actor.filter(|_| verb.text().actor != VerbActor::Table), step)])
    }
}

impl EggsAndEmpires {
    /// The verb that a text without a verb means in the current phase.
    fn implied_verb(&self, actor: Option<Seat>, text: &str) -> Option<Verb> {
        let mut words = text.split([' ', ',', '/']).filter(|word| !word.is_empty());
        let first_word = words.clone().next()?;
        let is_value = value_of(first_word).is_some();
        match self.phase {
            Phase::Reveal if actor.is_none() && words.clone().all(|word| value_of(word).is_some()) => Some(Verb::Reveal),
            // A player who has played takes an egg.
            Phase::Play if actor.is_some_and(|seat| self.order.cards_of(seat).next().is_some()) => {
                (is_value || first_word.eq_ignore_ascii_case("down")).then_some(Verb::Take)
            }
            // A player's number before the eggs are revealed is a card played too early.
            Phase::Reveal | Phase::Play if words.any(|word| card_of(word).is_some()) => Some(Verb::Play),
            Phase::Collect if is_value || first_word.eq_ignore_ascii_case("down") => Some(Verb::Take),
            Phase::Naming if is_value || text.contains('=') => Some(Verb::Opens),
            _ => None,
        }
    }

    /// Parses one player's cards, or those of all players who have yet to play, in seat order.
    fn parse_plays(&self, actor: Option<Seat>, tokens: &mut Tokens<'_>, parser: ArgumentParser<'_>) -> ShortResult<Step> {
        let players_left = self.yet_to_play();
        let (rest, start) = tokens.rest();
        let spans: Vec<Range<usize>> = match self.copies_each() {
            _ if actor.is_some() || players_left.len() < 2 || self.phase != Phase::Play => Vec::new(),
            1 if !rest.contains('/') => card_spans(tokens),
            _ => split_cards(rest, start),
        };
        if spans.len() < 2 {
            return Ok(vec![(actor, parser.parse(Verb::Play, tokens)?)]);
        }
        if spans.len() != players_left.len() {
            let names = and_list(&parser.players.names_of(players_left.iter()));
            let problem = format!("cards for {} players, and {} have yet to play: {names}", spans.len(), players_left.len());
            let form = if self.copies_each() == 1 { "one card for each, as 10 9 7" } else { "two cards for each, as 8 10 / 3 8" };
            return Err(ParseError::new(start..start + rest.len(), problem, form).into());
        }
        let play = |(seat, span): (Seat, Range<usize>)| {
            let mut part = tokens.within(span);
            Ok((Some(seat), parser.parse(Verb::Play, &mut part)?))
        };
        players_left.iter().zip(spans).map(play).collect()
    }

    /// Parses one egg that a player takes, or those of several cards in the order of collecting.
    fn parse_takes(&self, actor: Option<Seat>, tokens: &mut Tokens<'_>, parser: ArgumentParser<'_>) -> ShortResult<Step> {
        let (rest, start) = tokens.rest();
        let has_slashes = rest.contains('/');
        let spans = if has_slashes { split_cards(rest, start) } else { tokens.clone().map(|(_, span)| span).collect() };
        let mut words = tokens.clone();
        let starts_with_value = words.next().is_some_and(|(word, _)| value_of(word).is_some());
        // The first word that is neither a value nor `down`.
        let unknown_word = words.find(|(word, _)| value_of(word).is_none() && !word.eq_ignore_ascii_case("down"));
        if actor.is_some() || spans.len() < 2 || !(has_slashes || starts_with_value) {
            return Ok(vec![(actor, self.parse_take(tokens, parser)?)]);
        }
        if let Some((word, span)) = unknown_word.filter(|_| !has_slashes) {
            return Err(EGG.unknown(word, span).into());
        }
        let mut game = self.clone();
        let take = |(nth, span): (usize, &Range<usize>)| {
            let Some(collector) = game.collecting().map(|played| played.seat) else {
                let collectors = count_of(nth, "card has", "cards have");
                let problem = format!("{} eggs, and {collectors} yet to collect", spans.len());
                return Err(ParseError::new(span.clone(), problem, "the eggs in the order of collecting, as 10 4 -8").into());
            };
            let mut part = tokens.within(span.clone());
            let declines = part.clone().take_word(Verb::Decline.text().name);
            let step = if declines { Step::Decline } else { game.parse_take(&mut part, parser)? };
            let act = Act::Step { actor: Some(collector), step: step.clone() };
            if game.check_possible(&act).is_ok() {
                game.apply(&act, &mut Vec::new());
            }
            Ok((Some(collector), step))
        };
        spans.iter().enumerate().map(take).collect()
    }

    /// Parses `t down` and `t down -6` if only one Scout's eggs are on offer.
    fn parse_take(&self, tokens: &mut Tokens<'_>, parser: ArgumentParser<'_>) -> Result<Step, ParseError> {
        let mut down = tokens.clone();
        let is_down = down.take_word("down");
        let value = value_of(down.rest().0.trim_start_matches('=').trim_start());
        match (self.offer.scouts().next(), self.offer.scouts().nth(1)) {
            (Some(scout), None) if is_down && (down.is_empty() || value.is_some()) => Ok(Step::TakeDown { scout, value }),
            _ => parser.parse(Verb::Take, tokens),
        }
    }

    /// Parses `g 13 to bo`, `g 13 bo`, `g down bo`, and `g bo` if the player has one egg to give.
    fn parse_give(&self, actor: Option<Seat>, tokens: &mut Tokens<'_>, parser: ArgumentParser<'_>) -> Result<Step, ParseError> {
        let name_tokens = tokens.clone();
        let parsed = parser.parse(Verb::Give, tokens);
        let giver = actor.or_else(|| self.givers().single());
        let gifts: Vec<_> = giver.iter().flat_map(|&seat| self.pile(seat).gifts()).collect();
        match gifts[..] {
            [known] if parsed.is_err() => {
                parser.parse_recipient(&name_tokens).map(|to| Step::Give { value: known.value(), to }).or(parsed)
            }
            _ => parsed,
        }
    }

    /// Parses `opens bo = 5`, `bo = 5`, and `5` if the player has one egg to name; `5` is ambiguous with several.
    fn parse_opens(
        &self,
        actor: Option<Seat>,
        tokens: &mut Tokens<'_>,
        parser: ArgumentParser<'_>,
    ) -> Result<Step, ShortError<Step>> {
        let holder = actor.or_else(|| self.holders().single());
        let scouts = holder.map(|seat| self.pile(seat).unnamed()).unwrap_or_default();
        match (&scouts[..], value_of(tokens.rest().0)) {
            (&[scout], Some(value)) => Ok(Step::Opens { scout, value }),
            (&[_, _, ..], Some(value)) => {
                let options = scouts.iter().map(|&scout| Step::Opens { scout, value }).collect();
                Err(AmbiguousStep { question: "whose Scout laid it?".to_owned(), options }.into())
            }
            _ => Ok(parser.parse(Verb::Opens, tokens)?),
        }
    }
}

/// The spans of the parts between slashes, in a text that begins at `start`.
fn split_cards(text: &str, start: usize) -> Vec<Range<usize>> {
    let span = |part_start: &mut usize, part: &str| {
        let span = *part_start..*part_start + part.len();
        *part_start = span.end + 1;
        Some(span)
    };
    text.split('/').scan(start, span).collect()
}

pub(super) fn value_of(word: &str) -> Option<EggValue> {
    parse_number(word.trim_end_matches(','))
}

pub(super) fn card_of(word: &str) -> Option<Card> {
    let word = word.trim_end_matches(',');
    let is_named = |card: &Card| {
        card.name().eq_ignore_ascii_case(word) || (*card == Card::DarkPriestess && word.eq_ignore_ascii_case("priestess"))
    };
    match word.parse::<usize>() {
        Ok(number) => Card::from_index(number.checked_sub(1)?),
        Err(_) => Card::ALL.into_iter().find(is_named),
    }
}

/// Parses the next Empire card, if there is one. Typed text may have a card's printed form: `the Hero (10)`.
fn next_card(tokens: &mut Tokens<'_>) -> Option<Result<Card, ParseError>> {
    const MOST_WORDS: usize = 4;
    let (start, mut lookahead) = (tokens.rest().1, tokens.clone());
    let (word, span) = tokens.next()?;
    let mut parsed = card_of(word);
    for _ in 0..if tokens.is_typed() { MOST_WORDS } else { 0 } {
        let Some((_, next)) = lookahead.next() else { break };
        if let Some(card) = printed_card(&lookahead.text()[start..next.end]) {
            (parsed, *tokens) = (Some(card), lookahead.clone());
        }
    }
    Some(parsed.ok_or_else(|| CARD.unknown(word, span)))
}

/// Parses the printed form of an Empire card: its name, with or without the number after it.
fn printed_card(text: &str) -> Option<Card> {
    let words = text.split_whitespace().map(|word| word.trim_end_matches(',')).filter(|word| !word.eq_ignore_ascii_case("the"));
    let words = spaced(words);
    let is_equal = |printed: &str| printed.eq_ignore_ascii_case(&words);
    let is_card = |card: &Card| is_equal(card.name()) || is_equal(&card.full_name());
    Card::ALL.into_iter().find(is_card)
}

/// The span of each card. If a word is not a card, the span of each word.
fn card_spans(tokens: &Tokens<'_>) -> Vec<Range<usize>> {
    let mut remaining = tokens.clone();
    let span = || {
        let start = remaining.rest().1;
        let card = next_card(&mut remaining)?;
        Some(card.ok().map(|_| start..remaining.rest().1))
    };
    let spans: Option<Vec<_>> = std::iter::from_fn(span).collect();
    spans.unwrap_or_else(|| tokens.clone().map(|(_, span)| span).collect())
}

/// Parses the arguments of steps. Players are named in full, as in logs; in typed text an unambiguous prefix is enough.
#[derive(Clone, Copy)]
struct ArgumentParser<'a> {
    players: &'a Players,
}

impl ArgumentParser<'_> {
    fn parse(self, verb: Verb, tokens: &mut Tokens<'_>) -> Result<Step, ParseError> {
        let step = match verb {
            Verb::Reveal => {
                let mut values: EggValues = tokens.each(VALUE, value_of)?;
                values.sort_unstable_by(|first, second| second.cmp(first));
                Step::Reveal(values)
            }
            Verb::Play | Verb::Shows => {
                let mut cards: StepCards = std::iter::from_fn(|| next_card(tokens)).collect::<Result<_, _>>()?;
                if cards.is_empty() {
                    return Err(tokens.missing("a card", CARD.form));
                }
                cards.sort_unstable();
                if verb == Verb::Play { Step::Play(cards) } else { Step::Shows(cards) }
            }
            Verb::Take => return self.parse_taken(tokens),
            Verb::Give => {
                let value = if tokens.take_word("down") { None } else { Some(tokens.one(EGG, value_of)?) };
                return Ok(Step::Give { value, to: self.parse_recipient(tokens)? });
            }
            Verb::Discard if tokens.take_word("down") => return self.parse_down_from(tokens),
            Verb::Discard => {
                let value = tokens.one(EGG, value_of)?;
                let form = "`discard V`, or `discard V from NAME`";
                let from = if tokens.is_empty() { None } else { Some(self.parse_player_after("from", form, tokens)?) };
                return Ok(Step::Discard { value, from });
            }
            Verb::Opens => match self.parse_scout_and_value(tokens)? {
                (scout, Some(value)) => return Ok(Step::Opens { scout, value }),
                (_, None) => return Err(tokens.missing("the egg's value", "`opens NAME = V`, as opens Ada = -6")),
            },
            Verb::Decline => Step::Decline,
            Verb::Mulligan => Step::Mulligan,
            Verb::End => Step::End,
        };
        match (&step, tokens.clone().next()) {
            (Step::Decline | Step::Mulligan | Step::End, Some((word, span))) => {
                let problem = format!("`{}` takes no `{word}`", tokens.verb());
                Err(ParseError::new(span, problem, "nothing more"))
            }
            _ => tokens.expect_end().map(|()| step),
        }
    }

    /// Parses `V`, `down NAME` or `down NAME = V`; in short forms `down` is optional.
    fn parse_taken(self, tokens: &mut Tokens<'_>) -> Result<Step, ParseError> {
        let parse_down =
            |tokens: &Tokens<'_>| self.parse_scout_and_value(tokens).map(|(scout, value)| Step::TakeDown { scout, value });
        if tokens.take_word("down") {
            return parse_down(tokens);
        }
        let name_tokens = tokens.clone();
        let up = tokens.one(EGG, value_of).and_then(|value| tokens.expect_end().map(|()| Step::Take(value)));
        if tokens.is_typed() { up.or_else(|error| parse_down(&name_tokens).map_err(|_| error)) } else { up }
    }

    fn parse_player(self, tokens: &Tokens<'_>) -> Result<Seat, ParseError> {
        let (name, start) = tokens.rest();
        self.find_player(name, start, tokens)
    }

    fn find_player(self, name: &str, start: usize, tokens: &Tokens<'_>) -> Result<Seat, ParseError> {
        let names = || or_list(self.players.names());
        if name.is_empty() {
            return Err(tokens.missing("a player's name", &names()));
        }
        let found = if tokens.is_typed() { self.players.find_by_prefix(name) } else { self.players.find(name) };
        found.map_err(|unknown| ParseError::new(start..start + name.len(), unknown.to_string(), names()))
    }

    /// Parses a name, and the value after `=` if there is one.
    fn parse_scout_and_value(self, tokens: &Tokens<'_>) -> Result<(Seat, Option<EggValue>), ParseError> {
        let (rest, start) = tokens.rest();
        // In short forms a space can replace the `=`, unless it is part of a name.
        let at_space = || rest.rsplit_once(' ').filter(|(_, last)| tokens.is_typed() && value_of(last).is_some());
        let Some((name, _)) = rest.split_once('=').or_else(|| at_space().filter(|_| self.parse_player(tokens).is_err())) else {
            return Ok((self.parse_player(tokens)?, None));
        };
        let scout = self.find_player(name.trim_end(), start, tokens)?;
        let (text, text_start) = tokens.within(start + name.len() + 1..tokens.text().len()).rest();
        match value_of(text) {
            Some(value) => Ok((scout, Some(value))),
            None if text.is_empty() => Err(tokens.missing("the egg's value", VALUE.form)),
            None => Err(VALUE.unknown(text, text_start..text_start + text.len())),
        }
    }

    /// Parses `NAME` or `NAME from NAME`: a face-down egg's Scout, and the owner of the pile. A name may contain `from`.
    fn parse_down_from(self, tokens: &Tokens<'_>) -> Result<Step, ParseError> {
        let (rest, start) = tokens.rest();
        let mut parsed = self.parse_player(tokens).map(|scout| Step::DiscardDown { scout, from: None });
        for (word_start, word) in rest.match_indices(" from ") {
            if parsed.is_ok() {
                break;
            }
            let holder = rest[word_start + word.len()..].trim_start();
            parsed = self.find_player(rest[..word_start].trim_end(), start, tokens).and_then(|scout| {
                let from = Some(self.find_player(holder, start + rest.len() - holder.len(), tokens)?);
                Ok(Step::DiscardDown { scout, from })
            });
        }
        parsed
    }

    /// Parses `to NAME`.
    fn parse_recipient(self, tokens: &Tokens<'_>) -> Result<Seat, ParseError> {
        self.parse_player_after("to", "`give V to NAME`, or `give down to NAME` while the log does not know its value", tokens)
    }

    /// Parses `word` and a player's name; in short forms the word is optional.
    fn parse_player_after(self, word: &str, form: &str, tokens: &Tokens<'_>) -> Result<Seat, ParseError> {
        let rest = &mut tokens.clone();
        let has_word = rest.take_word(word);
        if has_word && !rest.is_empty() {
            return self.parse_player(rest);
        }
        if !has_word && !tokens.is_typed() {
            let span = rest.next().map_or(tokens.end(), |(_, span)| span);
            return Err(ParseError::new(span, format!("expected `{word}` and a player's name here"), form));
        }
        self.parse_player(tokens)
    }
}
