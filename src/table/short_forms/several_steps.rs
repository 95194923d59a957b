//! Short forms of several steps in one text, of one player or of several.

use super::{ActorSteps, MAX_TYPED_BYTES, Readings, ShortForm, ShortResult, parse_short};
use crate::table::{
    Act, CompleteGame, GameVerb as _, ParseError, Seat, TableContext, Tokens, VerbActor, VerbText, and_list, find_verb,
    trim_range,
};
use std::ops::Range;

/// Parses `all VERB`: the step of each player to whom the verb is open, if the verb has no arguments.
pub(super) fn all_do<G: CompleteGame>(game: &G, text: &str, context: &TableContext<G::Setup>) -> Option<ActorSteps<G::Step>> {
    let mut tokens = Tokens::typed(text, 0, "");
    let (word, _) = tokens.take_word("all").then(|| tokens.take_verb())??;
    let verb = G::Verb::from_name(&word.to_lowercase()).filter(|verb| verb.text().form.is_empty() && tokens.is_empty())?;
    let step = G::parse_arguments(verb, &mut tokens, context).ok()?;
    let actors: Vec<_> = game.expects().actors(verb).into_iter().flatten().collect();
    (!actors.is_empty()).then(|| actors.into_iter().map(|actor| (Some(actor), step.clone())).collect())
}

fn apply_if_possible<G: CompleteGame>(game: &mut G, actor: Option<Seat>, step: &G::Step) {
    let act = Act::Step { actor, step: step.clone() };
    if game.check_possible(&act).is_ok() {
        game.apply(&act, &mut Vec::new());
    }
}

impl<G: CompleteGame> ShortForm<'_, G> {
    /// Parses steps of several players, each after a name: `ada 10, bo 9`. In a line that names its actor, the other names have a
    /// colon: `10, bo: 9`. Returns `None` if a part is no step.
    pub(super) fn named_steps(&self, game: &G) -> Option<ActorSteps<G::Step>> {
        let is_verb = |word: &str| G::book().verbs.iter().any(|verb| verb.matches(word));
        let find_player = |word: &str| {
            let name = word.strip_suffix(':').or(Some(word).filter(|word| self.actor.is_none() && !is_verb(word)))?;
            self.context.players.find_by_prefix(name).ok()
        };
        let mut parts: Vec<(Seat, Range<usize>)> = self.actor.map(|seat| (seat, 0..0)).into_iter().collect();
        for (word, range) in Tokens::of(self.text) {
            match find_player(word) {
                Some(seat) => parts.push((seat, range.end..range.end)),
                None => parts.last_mut()?.1.end = range.end,
            }
        }
        if parts.len() < 2 || self.text.len() > MAX_TYPED_BYTES {
            return None;
        }
        let (mut game, mut steps) = (game.clone(), Vec::new());
        for (seat, range) in parts {
            let part = Some(self.text[range].trim_matches([' ', ',', '/'])).filter(|part| !part.is_empty())?;
            for (actor, step) in parse_short(&game, Some(seat), part, self.context).ok()? {
                apply_if_possible(&mut game, actor, &step);
                steps.push((actor, step));
            }
        }
        Some(steps)
    }

    /// Parses several steps, each the only legal one in the state after the step before. Slashes and commas may stand between them.
    /// Returns `None` for fewer than two steps.
    pub(super) fn sequence(&self, before: &G, verb: Option<G::Verb>, typed: &Range<usize>) -> Option<ShortResult<G::Step>> {
        // The caller separates steps before their verbs.
        let has_verb =
            |part: &str| part.split_whitespace().skip(1).any(|word| G::book().verbs.iter().any(|verb| verb.matches(word)));
        if typed.len() > MAX_TYPED_BYTES || self.text[typed.clone()].split('/').any(has_verb) {
            return None;
        }
        let row = self.row(before, verb);
        let mut game = before.clone();
        let mut rest = typed.clone();
        let mut steps: ActorSteps<G::Step> = Vec::new();
        while !rest.is_empty() {
            let verb = verb.filter(|_| steps.is_empty());
            let next = match row.get(steps.len()) {
                Some(&seat) => self.step_in_row(&game, verb, &rest, seat),
                None => self.first_step(&game, verb, &rest, steps.first()),
            };
            let Some((end, doer, step)) = next else {
                let word = self.text[rest.clone()].split([' ', '/']).next().unwrap_or_default();
                let range = rest.start..rest.start + word.len();
                let surplus =
                    || ParseError::new(range.clone(), format!("`{word}` doesn't belong here"), "a step that can follow");
                return (steps.len() > 1).then(|| Err(self.readings(&game, None, &range).error.unwrap_or_else(surplus).into()));
            };
            // A step that the table does during a turn belongs to the line of that turn.
            let turn_owner = self.actor.or_else(|| game.turn_owner());
            apply_if_possible(&mut game, doer, &step);
            let is_either = G::verb_text(&step).actor == VerbActor::Either;
            steps.push((if is_either { turn_owner } else { doer }, step));
            rest = trim_range(self.text, end..typed.end);
            while self.text[rest.clone()].starts_with(['/', ',']) {
                rest = trim_range(self.text, rest.start + 1..typed.end);
            }
        }
        let (_, first) = steps.first().filter(|_| steps.len() > 1)?;
        if steps.len() < row.len() {
            let names = and_list(&self.context.players.names_of(row.iter().copied()));
            let verb = G::verb_text(first).name;
            let problem = format!("this is for {} players, and {} have yet to {verb}: {names}", steps.len(), row.len());
            return Some(Err(ParseError::new(typed.clone(), problem, "the cards of all, in the order of their seats").into()));
        }
        Some(Ok(steps))
    }

    /// The players who act simultaneously now, if the text names none of them.
    fn row(&self, game: &G, verb: Option<G::Verb>) -> Vec<Seat> {
        let implied = verb.map_or_else(|| self.implied_verbs(game)[0].clone(), |verb| vec![verb]);
        let is_simultaneous = |verb: &&G::Verb| verb.text().actor == VerbActor::Simultaneous && self.actor.is_none();
        implied
            .iter()
            .find(is_simultaneous)
            .map_or_else(Vec::new, |verb| game.expects().actors(*verb).into_iter().flatten().collect())
    }

    /// The step of the next player in a row, legal or not: the part up to a slash, or the longest beginning with as many cards as
    /// the step names.
    fn step_in_row(
        &self,
        game: &G,
        verb: Option<G::Verb>,
        text: &Range<usize>,
        seat: Seat,
    ) -> Option<(usize, Option<Seat>, G::Step)> {
        let form = ShortForm::<G> { actor: Some(seat), ..*self };
        self.ends(text).into_iter().rev().find_map(|end| {
            let typed = trim_range(self.text, text.start..text.start + end);
            let [step] = <[_; 1]>::try_from(form.readings(game, verb, &typed).complete).ok()?;
            let due = G::nameable_cards(G::verb(&step), self.context).and_then(|cards| cards.count);
            let is_whole =
                self.text.contains('/') || due.is_none_or(|due| G::parts(&step, &self.context.players).cards.len() == due);
            is_whole.then_some((text.start + end, Some(seat), step))
        })
    }

    /// The ends of the words up to the first slash; with slashes in the text, only the last of them.
    fn ends(&self, text: &Range<usize>) -> Vec<usize> {
        let part = self.text[text.clone()].split('/').next().unwrap_or_default();
        let spaces = part.char_indices().filter(|(_, c)| c.is_whitespace()).map(|(at, _)| at);
        if self.text.contains('/') { vec![part.len()] } else { spaces.chain([part.len()]).collect() }
    }

    /// The shortest beginning of a text that can mean exactly one legal step: its end, the actor and the step. If there is none, a
    /// step after `first` may be illegal.
    fn first_step(
        &self,
        game: &G,
        verb: Option<G::Verb>,
        text: &Range<usize>,
        first: Option<&(Option<Seat>, G::Step)>,
    ) -> Option<(usize, Option<Seat>, G::Step)> {
        let ends = self.ends(text);
        let read = |end: usize| {
            let typed = trim_range(self.text, text.start..text.start + end);
            match find_verb::<G::Verb>(&self.text[typed.clone()]) {
                Some((verb, at)) => (true, self.readings(game, Some(verb), &trim_range(self.text, typed.start + at..typed.end))),
                None => (verb.is_some(), self.readings(game, verb, &typed)),
            }
        };
        // A later step is the same as the first, without cards from a hand, or done by the table in that turn, or has no arguments.
        let is_from_hand = |text: &VerbText| text.from_hand.is_some() && text.actor != VerbActor::Simultaneous;
        let names_place = |step: &G::Step| G::parts(step, &self.context.players).place.is_some();
        let may_follow = |step: &G::Step| {
            let text = G::verb_text(step);
            first.is_none_or(|(_, first)| {
                let is_same = G::verb(first) == G::verb(step) && !is_from_hand(text);
                is_same || text.form.is_empty() || text.actor == VerbActor::Either && !names_place(first)
            })
        };
        let legal_at = |&end: &usize| {
            let (has_verb, Readings { complete, filled, .. }) = read(end);
            let legal = complete.into_iter().chain(filled).filter_map(|step| Some((*self.doers(game, &step).first()?, step)));
            let [(doer, step)] = <[_; 1]>::try_from(legal.collect::<Vec<_>>()).ok()?;
            let is_meant = has_verb || !G::verb_text(&step).actor.is_optional();
            (is_meant && may_follow(&step)).then_some((text.start + end, doer, step))
        };
        let illegal_at = |&end: &usize| {
            let doer = game.expects().seats().single().filter(|seat| self.actor.is_none_or(|actor| actor == *seat));
            let [step] = <[_; 1]>::try_from(read(end).1.complete).ok()?;
            (first.is_some() && doer.is_some() && G::verb_text(&step).from_hand.is_none() && may_follow(&step)).then_some((
                text.start + end,
                doer,
                step,
            ))
        };
        ends.iter().find_map(legal_at).or_else(|| ends.iter().find_map(illegal_at))
    }
}
