//! Parses a typed line step by step, in short forms or in full, in the state of the game. Also writes lines in canonical notation.

use super::{
    Refusal,
    context::LogContext,
    parse_log::check_actor,
    reason_text::{reads_as_step, refuse_steps_in_reason},
    replay::Replay,
};
use crate::{
    log::{LineParts, is_note, is_position, split_typed, without_line_ref},
    table::{
        Act, AmbiguousStep, Book, CompleteGame, Game, OpenVerbs, ParseError, ParseErrorParts, Seat, ShortError, ShortResult,
        Tokens, VerbActor, is_adjustment, or_list, parse_short,
    },
};
use smallvec::SmallVec;
use std::ops::Range;

/// The longest text, in bytes, in which a missing separator is looked for. No person types a longer one.
const MAX_TYPED_BYTES: usize = 400;

pub(super) enum TypedStep<G: CompleteGame> {
    Note(String),
    Step(Option<Seat>, G::Step),
}

/// A typed line, which yields its steps one by one, each parsed in the state of the game before that step. Recording, trying,
/// amending and completing all use this type. Examples from Emu Ranchers, if it is Ada's turn:
///
/// | typed | yields |
/// |---|---|
/// | `b: h 7sk; .` | Bo hatches 7SK, Bo draws: a name by its beginning, a verb by its letter |
/// | `h 7w` | Ada hatches 7WY, the only such card that is legal by what lies open; if there are several, an error lists them |
/// | `ad h 7sk draw`, `Hatch 7SK. Draw.`, `h 7sk .` | Ada hatches 7SK, Ada draws: no colon and no semicolon, where the text can't be read otherwise |
/// | `1.4  Bo: hatch 7SK the Castle` | Bo hatches 7SK: a line as the program prints it |
/// | `shows 7SK` | asks who: it may be any player |
/// | `lay 1 7SK ! agreed` | Ada lays 7SK on bird 1, in full as in a log, so that the foul can stand |
pub(super) struct TypedLine<'a, G: CompleteGame> {
    head: &'a LogContext<G>,
    text: &'a str,
    split: LineParts,
    /// The actor, if the line names one.
    pub named_actor: Option<Seat>,
    /// The actor of a player's steps, if the line names none and replaces one of that player.
    old_actor: Option<Seat>,
    /// The actor of the step that was yielded last. The next step may have the same actor.
    last_actor: Option<Seat>,
    /// Whether steps are read literally, as in a log.
    is_literal: bool,
    /// The number of parts that were parsed. A part is the text between two separators.
    parsed_parts: u32,
    /// The rest of the last part, if it has several steps without a separator.
    rest: Option<Range<usize>>,
    /// The steps of the last part that were not yielded yet. A short form may be several steps.
    ready: smallvec::IntoIter<PartSteps<G>>,
}

/// The message that a player can't leave a game with recorded moves, and what to do instead.
pub(super) fn needs_all_players(book: &Book, name: &str) -> String {
    format!(
        "the moves of this game are recorded, so it can't go on without {name}. To count this {} as it lies, use `tally`. To end the \
         game unfinished, use `fowlplay head FILE closed='{name} left'`; the others can start a new one",
        book.round_noun
    )
}

/// The message that nobody can join a game with recorded moves, and what to do instead.
pub(super) fn nobody_joins(name: &str) -> String {
    format!("the moves of this game are recorded, so {name} can't join it: `new` starts one with {name}")
}

/// The steps of one part, usually one.
type PartSteps<G> = [TypedStep<G>; 1];

impl<'a, G: CompleteGame> TypedLine<'a, G> {
    /// Splits a typed line. The actor may be named by any unambiguous prefix.
    pub(super) fn of(head: &'a LogContext<G>, text: &'a str) -> Result<Self, Refusal> {
        let text = without_line_ref(text);
        if let Some(name) = head.players().leaver(text) {
            return Err(Refusal::cannot(needs_all_players(G::book(), name)));
        }
        if let Some(name) = head.players().joiner(text) {
            return Err(Refusal::cannot(nobody_joins(name)));
        }
        let split = split_typed(text)
            .map_err(|error| Refusal::unparsed(text, ParseError::new(error.range.clone(), error.message(), error.expected())))?;
        let find = |range: Range<usize>| {
            let found = head.players().find_by_prefix(&text[range.clone()]);
            found.map_err(|unknown| {
                Refusal::unparsed(text, ParseError::new(range, unknown.to_string(), or_list(&unknown.players)))
            })
        };
        let named_actor = split.actor().map(find).transpose()?;
        let ready = SmallVec::new().into_iter();
        let (old_actor, last_actor) = (None, None);
        Ok(Self { head, text, split, named_actor, old_actor, last_actor, is_literal: false, parsed_parts: 0, rest: None, ready })
    }

    /// Whether the line has only notes, which no rule applies to.
    pub(super) fn is_only_notes(&self) -> bool {
        self.split.steps().all(|range| is_note(&self.text[range]))
    }

    pub(super) fn reason(&self) -> Option<&'a str> {
        self.split.reason().map(|range| &self.text[range])
    }

    /// The actor of a player's steps, as far as the text decides.
    fn actor(&self) -> Option<Seat> {
        self.named_actor.or(self.old_actor)
    }

    fn unparsed(&self, error: ParseError) -> Refusal {
        Refusal::unparsed(self.text, error)
    }

    /// The actor of the step at `range`, if the line names none: the only player who may do the step, if that is clear.
    fn find_actor(&self, range: &Range<usize>, step: &G::Step, game: &G) -> Result<Option<Seat>, Refusal> {
        let (verb, last_actor) = (G::verb(step).into(), self.last_actor);
        let verb_actor = G::book().verbs.get(verb).map_or(VerbActor::Player, |verb| verb.actor);
        match verb_actor {
            VerbActor::Table => return Ok(None),
            // A step that a player or the table can do belongs in the line of the player in turn.
            VerbActor::Either => return Ok(game.turn_owner()),
            VerbActor::Player | VerbActor::Simultaneous | VerbActor::Optional | VerbActor::Anyone => {}
        }
        if self.old_actor.is_some() {
            return Ok(self.old_actor);
        }
        let (open, turn_owner) = (game.expects(), game.turn_owner());
        let allowed = open.actors(verb);
        if let [only] = allowed[..] {
            return Ok(only);
        }
        // Simultaneous steps are in the order of the seats if there is one for each player who has yet to act: `10; 9; 7`.
        let later_parts = self.split.steps().skip(self.parsed_parts as usize);
        let steps_left = 1 + later_parts.filter(|part| !is_note(&self.text[part.clone()])).count();
        if let (VerbActor::Simultaneous, Some(&first)) = (verb_actor, allowed.first().filter(|_| allowed.len() <= steps_left)) {
            return Ok(first);
        }
        // For a step that any player may do at any time, the user is asked.
        if verb_actor != VerbActor::Anyone {
            if open.seats().is_empty() && self.reason().is_none() {
                // The step is too early or too late for every player, so any actor gives that verdict. Only to overrule the step,
                // the user must name the actor.
                return Ok(last_actor.or(turn_owner).or(Some(Seat::new(0))));
            }
            if let (true, Some(seat)) = (allowed.is_empty(), open.seats().single().or(turn_owner)) {
                // No player may do the step. It is judged for the player in turn, unless the table has to act first.
                let only_shared_verbs = || G::book().verbs_of(open.table).all(|verb| verb.actor == VerbActor::Either);
                if !open.verbs_of(Some(seat)).is_empty() || (!open.table.is_empty() && only_shared_verbs()) {
                    return Ok(Some(seat));
                }
            }
        }
        if !self.text[..range.start].trim().is_empty() {
            // A name at the beginning of the line would apply to the earlier steps as well.
            let actor = last_actor.filter(|_| allowed.is_empty() || allowed.contains(&last_actor));
            let expected = "a line of its own for this step, with a name before it";
            let missing_name = || self.unparsed(ParseError::new(range.clone(), "name the player who does this", expected));
            return actor.map(Some).ok_or_else(missing_name);
        }
        let mut seats: Vec<Seat> = allowed.into_iter().flatten().collect();
        if seats.is_empty() {
            seats = self.head.players().seats().collect();
        }
        let seats = likely_seats(game, step, seats);
        if let [only] = seats[..] {
            return Ok(Some(only));
        }
        let options = seats.iter().map(|&seat| self.head.players().line(Some(seat), self.text.trim())).collect();
        Err(Refusal::Ambiguous { line: self.text.to_owned(), question: "who?".to_owned(), options })
    }

    /// The player and the rest of a part, if the part begins the line with a player's name without a colon. A verb is not a name.
    fn named_without_colon(&self, range: &Range<usize>) -> Option<(Seat, Range<usize>)> {
        let text = &self.text[range.clone()];
        let (word, rest) = text.split_once(char::is_whitespace)?;
        let is_verb = G::book().verbs.iter().any(|verb| verb.matches(word));
        let may_be_name = self.text[..range.start].trim().is_empty() && !is_verb;
        let seat = self.head.players().find_by_prefix(word).ok().filter(|_| may_be_name)?;
        Some((seat, range.end - rest.trim_start().len()..range.end))
    }

    /// The possible splits of a part into a step and the rest: before a verb, after a full stop, and after a point for a draw.
    fn possible_splits(&self, range: &Range<usize>) -> Vec<(Range<usize>, Range<usize>)> {
        let text = &self.text[range.clone()];
        let at = |offset: usize| range.start + offset;
        let mut splits = Vec::new();
        if let Some(rest) = text.strip_prefix('.').filter(|rest| !rest.trim().is_empty()) {
            splits.push((at(0)..at(1), at(text.len() - rest.trim_start().len())..range.end));
        }
        let mut starts = text.match_indices(char::is_whitespace).map(|(offset, space)| offset + space.len()).peekable();
        while let Some(start) = starts.next() {
            let word = &text[start..starts.peek().copied().unwrap_or(text.len())];
            let before = text[..start].trim_end();
            if let Some(step) = before.strip_suffix('.').filter(|step| !step.ends_with(char::is_whitespace)) {
                splits.push((at(0)..at(step.len()), at(start)..range.end));
                continue;
            }
            let step = before.trim_end_matches(',');
            if G::book().verbs.iter().any(|verb| verb.matches(word.trim())) {
                splits.push((at(0)..at(step.trim_end().len()), at(start)..range.end));
            }
        }
        if let Some(step) = text.strip_suffix('.') {
            splits.push((at(0)..at(step.trim_end_matches([',', ' ']).len()), range.end..range.end));
        }
        splits.retain(|(step, _)| !step.is_empty());
        splits
    }

    /// Adds advice to a parse error: that the text may be two steps, and for a text without a verb, the open verbs.
    fn with_advice(error: ParseError, text: &str, open: OpenVerbs) -> ParseError {
        let names = |is_listed: &dyn Fn(usize) -> bool| {
            let listed = G::book().verbs.iter().enumerate().filter(|(verb, _)| is_listed(*verb));
            or_list(&listed.map(|(_, verb)| verb.name).collect::<Vec<_>>())
        };
        let open = names(&|verb| !open.actors(verb).is_empty());
        let error = if !open.is_empty() && error.expected == names(&|_| true) { error.expecting(open) } else { error };
        let Some(verb) = text.split_whitespace().skip(1).find(|word| G::book().verb(&word.to_lowercase()).is_some()) else {
            return error;
        };
        let ParseErrorParts { range, problem, expected, .. } = error.into_parts();
        ParseError::new(range, format!("{problem}; separate two steps with a semicolon: `; {verb}`"), expected)
    }

    /// The next step, resolved in the state of `game`. `None` at the end of the line. An error skips to the next part.
    pub(super) fn next(&mut self, game: &G) -> Option<Result<TypedStep<G>, Refusal>> {
        loop {
            if let Some(typed) = self.ready.next() {
                if let TypedStep::Step(actor, _) = &typed {
                    self.last_actor = *actor;
                }
                return Some(Ok(typed));
            }
            let range = if let Some(rest) = self.rest.take() {
                rest
            } else {
                let part = self.split.step(self.parsed_parts + 1)?;
                self.parsed_parts += 1;
                if self.parsed_parts == 1
                    && let Err(error) = self.refuse_steps_in_reason(game)
                {
                    return Some(Err(self.unparsed(error)));
                }
                part
            };
            let mut parsed = self.parse_part(game, &range);
            if matches!(parsed, Err(Refusal::Unparsed { .. }))
                && range.len() <= MAX_TYPED_BYTES
                && let Some(corrected) = self.parse_with_missing_separator(game, &range)
            {
                parsed = corrected;
            }
            match parsed {
                Ok(steps) => self.ready = steps.into_iter(),
                Err(refusal) => return Some(Err(refusal)),
            }
        }
    }

    /// The next step, applied to `game` unless it is impossible.
    pub(super) fn play(&mut self, game: &mut G) -> Option<Result<TypedStep<G>, Refusal>> {
        let typed = self.next(game)?;
        if let Ok(TypedStep::Step(actor, step)) = &typed {
            let act = Act::Step { actor: *actor, step: step.clone() };
            if game.check_possible(&act).is_ok() {
                game.apply(&act, &mut Vec::new());
            }
        }
        Some(typed)
    }

    /// Whether no step follows the one that is being parsed.
    fn is_at_last_step(&self) -> bool {
        self.split.step(self.parsed_parts + 1).is_none() && self.rest.is_none() && self.ready.len() == 0
    }

    /// The line up to its last step, without a later note or reason. `None` if the last step was already yielded.
    pub(super) fn unfinished(&self) -> Option<&'a str> {
        let is_step = |step: &Range<usize>| !is_note(&self.text[step.clone()]);
        let end = self.split.steps().filter(is_step).last()?.end;
        let has_more = self.split.steps().skip(self.parsed_parts as usize).any(|step| is_step(&step));
        (has_more || self.rest.is_some() || self.ready.len() > 0).then(|| self.text[..end].trim_start())
    }

    /// Refuses steps in the reason, short forms as well.
    fn refuse_steps_in_reason(&self, game: &G) -> Result<(), ParseError> {
        let context = &self.head.context;
        let is_step = |text: &str| {
            let parsed = || parse_short(game, self.named_actor, text, context);
            reads_as_step::<G>(text, context) || matches!(parsed(), Ok(_) | Err(ShortError::Ambiguous(_)))
        };
        refuse_steps_in_reason(self.text, &self.split, self.head.players(), is_step)
    }

    /// Parses a part that failed to parse once more: as a name without a colon, or as steps without a separator. Returns `None` if
    /// that fails, too.
    fn parse_with_missing_separator(
        &mut self,
        game: &G,
        range: &Range<usize>,
    ) -> Option<Result<SmallVec<PartSteps<G>>, Refusal>> {
        if self.named_actor.is_none()
            && let Some((seat, rest)) = self.named_without_colon(range)
        {
            self.named_actor = Some(seat);
            let parsed = self.parse_part(game, &rest);
            let is_unparsed = matches!(parsed, Err(Refusal::Unparsed { .. }));
            return Some(if is_unparsed { self.parse_with_missing_separator(game, &rest).unwrap_or(parsed) } else { parsed });
        }
        let mut refusal_so_far = None;
        for (step, rest) in self.possible_splits(range) {
            let is_whole = rest.is_empty();
            self.rest = Some(rest).filter(|rest| !rest.is_empty());
            match self.parse_part(game, &step) {
                Ok(steps) => return Some(Ok(steps)),
                Err(refusal @ Refusal::Ambiguous { .. }) if is_whole => refusal_so_far = Some(Err(refusal)),
                // The text is one step, with an ambiguous actor or meaning.
                Err(refusal) if self.parse_with_cards(game, &self.text[step]).is_ok() => refusal_so_far = Some(Err(refusal)),
                Err(_) => {}
            }
        }
        self.rest = None;
        refusal_so_far
    }

    fn parse_part(&self, game: &G, range: &Range<usize>) -> Result<SmallVec<PartSteps<G>>, Refusal> {
        let typed = &self.text[range.clone()];
        if is_note(typed) {
            return Ok(SmallVec::from_buf([TypedStep::Note(typed.to_owned())]));
        }
        // An option is the line with the step replaced. A point after the step becomes a draw there, and a full stop a semicolon.
        let rest = &self.text[range.end..];
        let rest = match (rest.strip_prefix('.'), rest.trim_start().strip_prefix('.')) {
            (Some(rest), _) if rest.trim().is_empty() => String::new(),
            (Some(rest), _) => format!("; {}", rest.trim_start()),
            (None, Some(rest)) => format!("; draw {}", rest.trim()).trim_end().to_owned(),
            (None, None) => rest.to_owned(),
        };
        let line_with = |step: &G::Step| format!("{}{}{rest}", &self.text[..range.start], self.head.write(step));
        let ambiguous = |AmbiguousStep { question, options }: AmbiguousStep<G::Step>| Refusal::Ambiguous {
            line: self.text.to_owned(),
            question,
            options: options.iter().map(line_with).collect(),
        };
        let unparsed = |error: ParseError| self.unparsed(error.offset_by(range.start));
        let resolve = |(actor_of_step, step): (Option<Seat>, G::Step)| {
            let actor = if actor_of_step.is_some() { actor_of_step } else { self.find_actor(range, &step, game)? };
            check_actor(G::verb_text(&step), actor, typed, self.head.players()).map_err(unparsed)?;
            let has_reason = self.reason().is_some();
            let is_literal = self.is_literal || (has_reason && self.is_at_last_step());
            let mut step = step;
            if !is_literal {
                step = game.resolve_typed(actor, &step).map_err(ambiguous)?.unwrap_or(step);
            }
            // An illegal step that is to be overruled gets its details as a step of a log does.
            if is_literal || has_reason {
                step = game.resolve(actor, &step).map_err(ambiguous)?.unwrap_or(step);
            }
            Ok(TypedStep::Step(actor, step))
        };
        match self.parse_with_cards(game, typed) {
            Ok(steps) => steps.into_iter().map(resolve).collect(),
            Err(ShortError::Ambiguous(options)) => Err(ambiguous(options)),
            Err(ShortError::ParseError(error)) => Err(unparsed(Self::with_advice(error, typed, game.expects()))),
        }
    }

    /// Parses a step in full or in short. An ambiguous card is resolved to the only legal one; otherwise, all ambiguous cards are
    /// reported at once.
    fn parse_with_cards(&self, game: &G, typed: &str) -> ShortResult<G::Step> {
        let mut text = typed.to_owned();
        // The number of bytes by which the text has grown, because full codes replaced short ones.
        let mut growth = 0;
        let mut ambiguous: Option<ParseError> = None;
        for _ in 0..MAX_AMBIGUOUS {
            let error = match self.parse_step(game, &text) {
                Err(ShortError::ParseError(error)) => error,
                result => return ambiguous.map_or(result, |error| Err(error.into())),
            };
            let Some(options) = Some(&error.options).filter(|options| !options.is_empty()) else {
                let typed_range = error.range.start.saturating_sub(growth)..error.range.end.saturating_sub(growth);
                return Err(ambiguous.unwrap_or_else(|| error.at(typed_range)).into());
            };
            let readings = self.readings(game, &text, &error.range, options);
            let typed_card = text[error.range.clone()].to_owned();
            let replaced = with_card(&text, &error.range, &readings[0]);
            let typed_range = error.range.start.saturating_sub(growth)..error.range.end.saturating_sub(growth);
            if readings.len() > 1 {
                let error = error.with_only(&typed_card, |code| readings.iter().any(|reading| reading == code)).at(typed_range);
                ambiguous = Some(ambiguous.map_or_else(|| error.clone(), |first| first.with_problem(&error.problem)));
            }
            growth += replaced.len().saturating_sub(text.len());
            text = replaced;
        }
        ambiguous.map_or_else(|| self.parse_step(game, &text), |error| Err(error.into()))
    }

    fn parse_step(&self, game: &G, text: &str) -> ShortResult<G::Step> {
        match G::parse_tokens(Tokens::typed(text, 0, ""), &self.head.context) {
            // The cards of a simultaneous step can be a row: `play 10 9 7`.
            Ok(step) if self.actor().is_some() || G::verb_text(&step).actor != VerbActor::Simultaneous => {
                Ok(vec![(self.named_actor, step)])
            }
            _ => parse_short(game, self.actor(), text, &self.head.context),
        }
    }

    /// The codes among `options` with which the step is legal as far as visible. If there are none, the codes with which the step
    /// is possible, or else all codes. The choice reveals no covered card.
    fn readings(&self, game: &G, text: &str, range: &Range<usize>, options: &[(String, String)]) -> Vec<String> {
        let visible = game.without_memory();
        let is_legal = |actor, step: G::Step| match visible.resolve_typed(actor, &step) {
            Ok(resolved) => visible.judge(&Act::Step { actor, step: resolved.unwrap_or(step) }).is_ok(),
            // The step has a further ambiguity, so it may be legal.
            Err(_) => true,
        };
        let is_possible = |actor, step| visible.check_possible(&Act::Step { actor, step }).is_ok();
        let all_codes = || options.iter().map(|(code, _)| code.clone());
        let codes_with = |predicate: StepPredicate<'_, G>| -> Vec<String> {
            all_codes().filter(|code| self.any_reading(&visible, &with_card(text, range, code), MAX_DEPTH, predicate)).collect()
        };
        let candidates = [codes_with(&is_legal), codes_with(&is_possible)];
        candidates.into_iter().find(|codes| !codes.is_empty()).unwrap_or_else(|| all_codes().collect())
    }

    /// Whether `predicate` holds for the step with some choice of its ambiguous cards. At most `depth` more cards are tried.
    fn any_reading(&self, visible: &G, text: &str, depth: u8, predicate: StepPredicate<'_, G>) -> bool {
        match self.parse_step(visible, text) {
            Ok(steps) => steps.into_iter().next().is_some_and(|(actor, step)| {
                let actor =
                    actor.or(self.actor()).or_else(|| visible.expects().seats().single()).or_else(|| visible.turn_owner());
                predicate(actor, step)
            }),
            Err(ShortError::ParseError(error)) if depth > 0 => error
                .options
                .iter()
                .any(|(code, _)| self.any_reading(visible, &with_card(text, &error.range, code), depth - 1, predicate)),
            Err(_) => false,
        }
    }
}

type StepPredicate<'a, G> = &'a dyn Fn(Option<Seat>, <G as Game>::Step) -> bool;

/// The most ambiguous cards of a step, besides the first, of which all codes are tried.
const MAX_DEPTH: u8 = 2;

/// The most ambiguous cards of a step that are resolved.
const MAX_AMBIGUOUS: usize = 16;

fn with_card(text: &str, range: &Range<usize>, code: &str) -> String {
    format!("{}{code}{}", &text[..range.start], &text[range.end..])
}

/// The players among `seats` for whom a step is legal as far as visible. If there are none, the players for whom the step is
/// possible. All, if there are none of these either, or if the named cards are known to be elsewhere.
fn likely_seats<G: CompleteGame>(game: &G, step: &G::Step, seats: Vec<Seat>) -> Vec<Seat> {
    let visible = game.without_memory();
    let act = |&seat: &Seat| Act::Step { actor: Some(seat), step: step.clone() };
    let legal: Vec<Seat> = seats.iter().copied().filter(|seat| visible.judge(&act(seat)).is_ok()).collect();
    let possible: Vec<Seat> = seats.iter().copied().filter(|seat| visible.check_possible(&act(seat)).is_ok()).collect();
    let likely = [legal, possible].into_iter().find(|likely| !likely.is_empty()).unwrap_or_default();
    if likely.iter().any(|seat| game.check_possible(&act(seat)).is_ok()) { likely } else { seats }
}

impl<G: CompleteGame> Replay<G> {
    /// Writes a line in canonical notation. The line has one actor, as in a log, and is parsed in the state of `game`. `old_actor` is
    /// the actor of the line that it replaces.
    pub(super) fn canonical_line(&self, mut game: G, line: &str, old_actor: Option<Seat>) -> Result<String, Refusal> {
        let line = without_line_ref(line);
        if is_position(line) {
            return Ok(self.head.position_text(&self.head.typed_position(line)?));
        }
        if is_adjustment(line) {
            return Ok(self.head.typed_adjustment(line)?.to_text(self.head.players()));
        }
        let mut line = TypedLine::of(&self.head, line)?;
        (line.last_actor, line.is_literal) = (line.named_actor, true);
        line.old_actor = old_actor.filter(|_| line.named_actor.is_none());
        let mut steps = Vec::new();
        while let Some(typed) = line.play(&mut game) {
            match typed? {
                TypedStep::Note(text) => steps.push(text),
                TypedStep::Step(actor, step) => {
                    if !steps.is_empty() && line.named_actor != actor {
                        return Err(Refusal::cannot("steps of several players need a line each"));
                    }
                    line.named_actor = actor;
                    steps.push(self.head.write(&step));
                }
            }
        }
        let reason = line.reason().map(|reason| format!(" ! {reason}")).unwrap_or_default();
        Ok(self.head.players().line(line.named_actor, &steps.join("; ")) + &reason)
    }
}
