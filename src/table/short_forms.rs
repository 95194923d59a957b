//! Short forms: what may be typed at the table in place of a whole step. One function parses them for every game. It completes the
//! typed text with the places and cards of the steps that may be done now, and parses the result in the form of the verb.

mod several_steps;

use super::{
    Act, CompleteGame, Game, GameVerb as _, ParseError, Seat, Seats, StepParts, TableContext, Tokens, VerbActor, find_verb,
    is_same_name, or_list, spaced, trim_range,
};
use several_steps::all_do;
use std::ops::Range;

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

/// Steps in the order in which they are done, each with its actor.
type ActorSteps<S> = Vec<(Option<Seat>, S)>;

/// The meaning of a short form: one step, or one step each for several players who act one after another.
pub type ShortResult<S> = Result<ActorSteps<S>, ShortError<S>>;

/// The longest text, in bytes, that is completed or split into steps. No person types a longer one.
const MAX_TYPED_BYTES: usize = 400;

/// Parses a short form typed at the table, after [`Notation::parse`](super::Notation::parse) has failed.
///
/// | typed | meaning |
/// |---|---|
/// | `h 7s` | a verb by its letter |
/// | `7s 3m` | the arguments alone: the open verbs that they fit |
/// | `g 9l`, `ch6`, `5` | a step without its place: the only place where it is legal |
/// | `t`, `t 1`, `g bo` | a step without cards that lie open: the only ones that can be meant |
/// | `10 9 7`, `10 4 -8`, `. sp2 bl2` | several steps, each legal after the one before |
/// | `ada 10, bo 9` | a step of each named player |
/// | `all done` | the verb of each player to whom it is open |
pub fn parse_short<G: CompleteGame>(
    game: &G,
    actor: Option<Seat>,
    text: &str,
    context: &TableContext<G::Setup>,
) -> ShortResult<G::Step> {
    if let Some(steps) = all_do(game, text, context) {
        return Ok(steps);
    }
    let (verb, start) = find_verb::<G::Verb>(text).map_or((None, 0), |(verb, start)| (Some(verb), start));
    // Between numbers, commas are treated as spaces.
    let plain = if text.contains(char::is_alphabetic) { text.to_owned() } else { text.replace(',', " ") };
    let form = ShortForm::<G> { actor, text: &plain, context };
    let typed = trim_range(&plain, start..plain.len());
    let readings = form.readings(game, verb, &typed);
    if verb.is_none() && form.names_actor(game, &typed, &readings) {
        return G::parse(text, context).map(|step| vec![(actor, step)]).map_err(ShortError::from);
    }
    let Readings { complete, filled, error } = readings;
    let is_legal = |step: &&G::Step| !form.doers(game, step).is_empty();
    let legal: Vec<G::Step> = complete.iter().chain(&filled).filter(is_legal).cloned().collect();
    let has_legal = !legal.is_empty();
    if !has_legal && let Some(steps) = form.named_steps(game) {
        return Ok(steps);
    }
    if !has_legal && let Some(sequence) = form.sequence(game, verb, &typed) {
        return sequence;
    }
    let is_unclear = complete.len() + filled.len() > 0;
    let steps = if has_legal {
        game.likelier(legal)
    } else if complete.is_empty() {
        form.to_judge(game, game.likelier(filled))
    } else {
        form.to_judge(game, complete)
    };
    if steps.len() == 1 {
        return Ok(steps.into_iter().map(|step| (form.named_actor_of(&step), step)).collect());
    }
    if has_legal {
        return Err(ShortError::Ambiguous(form.question(game, &plain[typed], steps)));
    }
    let open_verbs = || {
        let is_open = |verb: &&G::Verb| !game.expects().actors(**verb).is_empty();
        or_list(&G::Verb::ALL.iter().filter(is_open).map(|verb| verb.text().name).collect::<Vec<_>>())
    };
    if is_unclear {
        let problem = format!("nothing can be done now with `{}`", &plain[typed.clone()]);
        let expected = verb.map_or_else(open_verbs, |verb| verb.text().line());
        return Err(ParseError::new(typed, problem, expected).into());
    }
    if let Some(verb) = verb.filter(|&verb| typed.is_empty() && game.expects().actors(verb).is_empty()) {
        return Err(ParseError::new(0..text.len(), format!("`{}` is not due now", verb.text().name), open_verbs()).into());
    }
    // A first word without a digit that is no argument is a misspelt verb.
    let first_word = text.split_whitespace().next().unwrap_or_default();
    let is_argument = |error: &ParseError| {
        verb.is_some() || error.range.start > typed.start || first_word.contains(|c: char| c.is_ascii_digit())
    };
    match (error.filter(is_argument), G::parse(text, context)) {
        (Some(error), _) | (None, Err(error)) => Err(error.into()),
        (None, Ok(step)) => Ok(vec![(actor, step)]),
    }
}

/// The steps that a text can mean. If there are none, perhaps the reason.
struct Readings<S> {
    /// The steps that were typed completely, but for the verb.
    complete: Vec<S>,
    /// The steps to which the text was completed.
    filled: Vec<S>,
    error: Option<ParseError>,
}

impl<S> Readings<S> {
    fn steps(&self) -> impl Iterator<Item = &S> {
        self.complete.iter().chain(&self.filled)
    }

    /// Adds an error. An ambiguous card is the most important, because the caller can resolve it.
    fn add_error(&mut self, error: ParseError) {
        if self.error.as_ref().is_none_or(|first| first.options.is_empty() && !error.options.is_empty()) {
            self.error = Some(error);
        }
    }
}

/// The texts of a step before and after the part that was typed, and the number of typed words that are in `before`, too.
#[derive(PartialEq)]
struct Gap {
    before: String,
    skipped: usize,
    after: String,
}

struct ShortForm<'a, G: Game> {
    actor: Option<Seat>,
    text: &'a str,
    context: &'a TableContext<G::Setup>,
}

impl<G: CompleteGame> ShortForm<'_, G> {
    fn seats(&self, game: &G) -> Seats {
        self.actor.map_or_else(|| game.expects().seats(), Seats::only)
    }

    /// The actors who can do a step legally. `None` is the table.
    fn doers(&self, game: &G, step: &G::Step) -> Vec<Option<Seat>> {
        let is_legal = |&actor: &Option<Seat>| game.judge(&Act::Step { actor, step: step.clone() }).is_ok();
        self.seats(game).iter().map(Some).chain([None]).filter(is_legal).collect()
    }

    /// The named actor, unless the step is one of the table.
    fn named_actor_of(&self, step: &G::Step) -> Option<Seat> {
        self.actor.filter(|_| G::verb_text(step).actor != VerbActor::Table)
    }

    /// The step that is judged instead of asking which of several illegal ones is meant: the only possible one, or the first if the
    /// cards lie elsewhere. Otherwise all of them.
    fn to_judge(&self, game: &G, steps: Vec<G::Step>) -> Vec<G::Step> {
        let seats = self.seats(game);
        let is_possible = |step: &&G::Step| {
            seats.iter().any(|seat| game.check_possible(&Act::Step { actor: Some(seat), step: (*step).clone() }).is_ok())
        };
        let possible: Vec<&G::Step> = steps.iter().filter(is_possible).collect();
        let judged = match (&possible[..], steps.first()) {
            ([only], _) => Some(*only),
            ([], Some(first)) => Some(first),
            _ => None,
        };
        judged.cloned().map_or(steps, |step| vec![step])
    }

    /// Whether the first word of a text is the name of its actor: if that player can do the rest, or if the rest is a step and the
    /// readings of the whole text are illegal, or read the name as a place or as a card's name.
    fn names_actor(&self, game: &G, typed: &Range<usize>, whole: &Readings<G::Step>) -> bool {
        let word = self.text[typed.clone()].split(' ').next().unwrap_or_default();
        let players = &self.context.players;
        let Some(seat) = players.find_by_prefix(word).ok().filter(|_| self.actor.is_none() && !word.is_empty()) else {
            return false;
        };
        let named = ShortForm::<G> { actor: Some(seat), ..*self };
        let rest = named.readings(game, None, &trim_range(self.text, typed.start + word.len()..typed.end));
        if rest.steps().any(|step| !named.doers(game, step).is_empty()) {
            return true;
        }
        let parts = || whole.steps().map(|step| G::parts(step, players));
        let is_place = || parts().all(|parts| parts.place.is_some_and(|place| place.contains(players.name(seat))));
        let is_code = || parts().any(|parts| parts.cards.iter().any(|card| card.eq_ignore_ascii_case(word)));
        let is_misread = whole.steps().all(|step| self.doers(game, step).is_empty()) || is_place();
        !rest.complete.is_empty() && (is_misread || is_same_name(word, players.name(seat)) && !is_code())
    }

    /// The verbs that a text without a verb can mean: those due of the actor, then the optional ones, too. If nothing is open to
    /// the actor, those due of others, then any. The first that the text fits count.
    fn implied_verbs(&self, game: &G) -> [Vec<G::Verb>; 2] {
        let open = game.expects();
        let is_open = |seats: Seats, verb: G::Verb| {
            let is_open_to_table = open.table.contains(verb) && (self.actor.is_none() || verb.text().actor == VerbActor::Either);
            is_open_to_table || seats.iter().any(|seat| open.verbs_of(Some(seat)).contains(verb))
        };
        let verbs = |is_implied: &dyn Fn(G::Verb) -> bool| {
            G::Verb::ALL.iter().copied().filter(|&verb| !verb.text().form.is_empty() && is_implied(verb)).collect()
        };
        let is_due = |seats, verb: G::Verb| is_open(seats, verb) && !verb.text().actor.is_optional();
        let seats = self.seats(game);
        let own: [Vec<_>; 2] = [verbs(&|verb| is_due(seats, verb)), verbs(&|verb| is_open(seats, verb))];
        if !own[1].is_empty() {
            return own;
        }
        let is_of_players = |verb: G::Verb| matches!(verb.text().actor, VerbActor::Player | VerbActor::Simultaneous);
        [verbs(&|verb| is_due(open.seats(), verb)), verbs(&is_of_players)]
    }

    fn readings(&self, game: &G, verb: Option<G::Verb>, typed: &Range<usize>) -> Readings<G::Step> {
        let mut readings = Readings { complete: Vec::new(), filled: Vec::new(), error: None };
        let implied_verbs = verb.is_none().then(|| self.implied_verbs(game)).into_iter().flatten();
        for verbs in verb.map(|verb| vec![verb]).into_iter().chain(implied_verbs).filter(|verbs| !verbs.is_empty()) {
            // Only the likeliest verbs are completed.
            let is_first = readings.error.is_none();
            for &verb_of_text in &verbs {
                match self.parse(verb_of_text, typed) {
                    // The caller resolves a step with its verb.
                    Ok(step) if verb.is_some() => {
                        readings.complete.push(step);
                        // A place can have the name of a card: `t market`.
                        if verb_of_text.text().from_hand.is_none() && !typed.is_empty() && !self.text[typed.clone()].contains(' ')
                        {
                            self.fill(game, verb_of_text, typed, &mut readings);
                        }
                    }
                    Ok(step) => readings.complete.extend(self.resolved(game, step)),
                    Err(error) => {
                        let cards = error.options.clone();
                        readings.add_error(error);
                        if is_first && typed.len() <= MAX_TYPED_BYTES {
                            self.fill(game, verb_of_text, typed, &mut readings);
                        }
                        // A word can begin the names of a place and of several cards: `t m`.
                        if !readings.filled.is_empty() {
                            let parse = |code: &str| G::parse_arguments(verb_of_text, &mut Tokens::of(code), self.context).ok();
                            readings.complete.extend(cards.iter().filter_map(|(code, _)| parse(code)));
                        }
                    }
                }
            }
            if !(readings.complete.is_empty() && readings.filled.is_empty()) {
                break;
            }
        }
        readings
    }

    fn parse(&self, verb: G::Verb, typed: &Range<usize>) -> Result<G::Step, ParseError> {
        let mut tokens = Tokens::typed(&self.text[..typed.end], typed.start, verb.text().name);
        G::parse_arguments(verb, &mut tokens, self.context)
    }

    /// The steps that a parsed step means in the state of the game.
    fn resolved(&self, game: &G, step: G::Step) -> Vec<G::Step> {
        let actor = self.actor.or_else(|| game.expects().seats().single()).or_else(|| game.turn_owner());
        match game.resolve_typed(actor, &step) {
            Ok(resolved) => vec![resolved.unwrap_or(step)],
            Err(ambiguous) => ambiguous.options,
        }
    }

    /// Adds the steps that the typed text means if it leaves out the place or the open cards of a step that may be done.
    fn fill(&self, game: &G, verb: G::Verb, typed: &Range<usize>, readings: &mut Readings<G::Step>) {
        let name = verb.text().name;
        let words: Vec<(&str, Range<usize>)> = Tokens::after(&self.text[..typed.end], typed.start, name).collect();
        if words.is_empty() && verb.text().from_hand.is_none() {
            let of_verb = |step: &G::Step| G::verb(step) == verb;
            return self.each_candidate(game, |step| readings.filled.extend(Some(step).filter(of_verb)));
        }
        for Gap { before, skipped, after } in self.gaps(game, verb, &words) {
            let start = words.get(skipped).map_or(typed.end, |(_, range)| range.start);
            let text = format!("{before}{}{after}", &self.text[start..typed.end]);
            match G::parse_arguments(verb, &mut Tokens::typed(&text, name.len(), name), self.context) {
                Ok(step) => {
                    let resolved = self.resolved(game, step).into_iter();
                    let new: Vec<_> = resolved.filter(|step| !readings.filled.contains(step)).collect();
                    readings.filled.extend(new);
                }
                Err(error) => {
                    let at = |index: usize| (index.saturating_sub(before.len()) + start).min(typed.end);
                    let range = at(error.range.start)..at(error.range.end);
                    readings.add_error(error.at(range));
                }
            }
        }
    }

    fn each_candidate(&self, game: &G, mut each: impl FnMut(G::Step)) {
        for seat in self.seats(game).iter() {
            game.candidates(seat, &mut each);
        }
    }

    /// The gaps that the typed words can fill in steps that may be done.
    fn gaps(&self, game: &G, verb: G::Verb, words: &[(&str, Range<usize>)]) -> Vec<Gap> {
        let text = verb.text();
        let is_word = |nth: usize, word: &str| words.get(nth).is_some_and(|(typed, _)| typed.eq_ignore_ascii_case(word));
        let mut gaps: Vec<Gap> = Vec::new();
        self.each_candidate(game, |step| {
            // `grow` is also typed for `lay`, which has the same form.
            if G::verb_text(&step).form != text.form {
                return;
            }
            let parts = StepParts { verb: text.name, ..G::parts(&step, &self.context.players) };
            let mut add = |(before, after): (String, String), skipped: usize| {
                let gap = Gap { before, skipped, after };
                if !gaps.contains(&gap) {
                    gaps.push(gap);
                }
            };
            let place = parts.place.as_deref().unwrap_or_default();
            let typed_of_place = place.split(' ').zip(0..).take_while(|(word, nth)| is_word(*nth, word)).count();
            if typed_of_place > 0 {
                add((format!("{} {place} ", text.name), String::new()), typed_of_place);
            } else if parts.cards.is_empty() {
                return;
            } else if parts.place.is_some() {
                add(parts.around_cards(), is_word(0, parts.preposition).into());
            }
            // The owner of a hand has to name its cards. A step can leave out its only place, but not its preposition: `[to PILE]`.
            let optional = || Some(text.form.split_once('[')?.1.split_once(' ')?.0);
            let preposition = Some(parts.preposition).filter(|_| parts.place.is_some()).or_else(optional);
            if let Some(preposition) = preposition.filter(|_| text.from_hand.is_none()) {
                add(StepParts { preposition, ..parts }.around_place(), is_word(0, preposition).into());
            }
        });
        if let Some((before, " = V")) = text.form.split_once("NAME").filter(|_| gaps.is_empty()) {
            // Values that nobody has seen are no candidates, but any name can stand before one.
            let gap =
                |player: &String| Gap { before: format!("{} {before}{player} = ", text.name), skipped: 0, after: String::new() };
            gaps.extend(self.context.players.names().iter().map(gap));
        }
        gaps
    }

    /// Asks which of several steps is meant. If they differ only in their places, the question describes each place.
    fn question(&self, game: &G, typed: &str, options: Vec<G::Step>) -> AmbiguousStep<G::Step> {
        let parts: Vec<StepParts> = options.iter().map(|step| G::parts(step, &self.context.players)).collect();
        let verb_and_cards = |parts: &StepParts| StepParts { place: None, ..parts.clone() };
        let are_alike = parts.windows(2).all(|pair| verb_and_cards(&pair[0]) == verb_and_cards(&pair[1]));
        let describe = |(step, parts): (&G::Step, &StepParts)| {
            let effect = game.effect(self.doers(game, step).first().copied().flatten(), step, self.context);
            let place = parts.place.clone().unwrap_or_default();
            if effect.is_empty() { place } else { format!("{place} ({effect})") }
        };
        let question = match parts.first() {
            Some(first) if are_alike => {
                let places: Vec<String> = options.iter().zip(&parts).map(describe).collect();
                format!("{}: {}?", verb_and_cards(first).write(), or_list(&places))
            }
            Some(first) if typed.is_empty() => format!("{}: which?", first.verb),
            Some(first) if parts.iter().all(|parts| parts.cards == first.cards) => {
                format!("what do you want to do with {}?", spaced(&first.cards))
            }
            _ => format!("what do you want to do with {typed}?"),
        };
        AmbiguousStep { question, options }
    }
}
