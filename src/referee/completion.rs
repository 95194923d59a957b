//! Completes a line that is being typed.

use super::{replay::Replay, typed_line::TypedLine};
use crate::table::{
    ADJUST, Act, Book, CompleteGame, Face, GameVerb as _, Players, Seat, ShortError, comparison_key, parse_short, spaced,
};

impl<G: CompleteGame> Replay<G> {
    /// The completions of a line that is being typed: the byte where its last word begins, and the words to which that word can be
    /// completed.
    pub(super) fn completions(&self, line: &str) -> (usize, Vec<String>) {
        // Earlier steps of the line are played first. A draw may be a point without `;`.
        let mut game = self.game.clone();
        let earlier = line.rfind(';').max(line.rfind(" . ")).map(|at| TypedLine::of(&self.head, &line[..at]));
        if let Some(Ok(mut earlier)) = earlier {
            while earlier.play(&mut game).is_some() {}
        }
        let legal = game.without_memory().legal_steps();
        let typed = LastStep::of(line, G::book());
        let mut offers = typed.next_words(legal.iter().map(|(_, step)| self.head.write(step)));
        if typed.earlier_words.is_empty() {
            offers.extend(typed.other_beginnings(G::book(), self.head.players()));
        }
        if offers.is_empty() {
            offers = self.nameable_cards(&game, &typed, &legal);
        }
        (typed.word_start, offers)
    }

    /// The cards that begin with the last word, for a line that no legal step continues: short forms (`9l`, or `g 9l` after a
    /// verb), and cards that may be named or stay unseen (`. 9l`).
    fn nameable_cards(&self, game: &G, typed: &LastStep, legal: &[(Seat, G::Step)]) -> Vec<String> {
        let verb = typed.earlier_words.first().and_then(|word| G::Verb::from_name(word));
        let cards_of_step = |(_, step): &(Seat, G::Step)| {
            let has_verb = verb.is_none_or(|verb| G::verb(step) == verb);
            let cards = if has_verb { G::parts(step, self.head.players()).cards } else { Vec::new() };
            let names_card = |word: &String| verb.is_some() || cards.iter().any(|card| begins_with(card, word));
            if typed.earlier_words.iter().all(names_card) { cards } else { Vec::new() }
        };
        let mut cards: Vec<String> = legal.iter().flat_map(cards_of_step).collect();
        // Offer cards that no legal step lists: drawn cards, and cards that the table turns up.
        let open_verb = verb.filter(|verb| cards.is_empty() && !game.expects().actors(*verb).is_empty());
        let faces =
            open_verb.and_then(|verb| G::nameable_cards(verb, &self.head.context)).map(|stock| stock.faces).unwrap_or_default();
        cards.extend(faces.iter().map(Face::code));
        let mut offers: Vec<String> = Vec::new();
        for card in cards {
            let is_new = begins_with(&card, &typed.word)
                && !offers.contains(&card)
                && !typed.earlier_words.iter().any(|word| begins_with(&card, word));
            if is_new
                && (verb.map_or(!typed.word.is_empty(), |verb| {
                    self.may_be_step(game, verb, &spaced(typed.earlier_words.iter().chain([&card])))
                }))
            {
                offers.push(card);
            }
        }
        offers
    }

    /// Whether a text with this verb parses, and the step is possible as far as visible.
    fn may_be_step(&self, game: &G, verb: G::Verb, text: &str) -> bool {
        let parsed =
            G::parse(text, &self.head.context).ok().or_else(|| match parse_short(game, None, text, &self.head.context) {
                Ok(steps) => steps.into_iter().next().map(|(_, step)| step),
                Err(ShortError::Ambiguous(ambiguous)) => ambiguous.options.into_iter().next(),
                Err(ShortError::ParseError(_)) => None,
            });
        let actor = game.expects().actors(verb).first().copied().unwrap_or_else(|| game.turn_owner());
        parsed.is_some_and(|step| game.without_memory().check_possible(&Act::Step { actor, step }).is_ok())
    }
}

fn begins_with(card: &str, word: &str) -> bool {
    card.to_lowercase().starts_with(word)
}

/// The last step of a line that is being typed, in lower case.
struct LastStep {
    /// The byte where the last word begins.
    word_start: usize,
    /// The last word, perhaps unfinished.
    word: String,
    /// The words before the last one, with the verb in full.
    earlier_words: Vec<String>,
    /// Whether the step is the first of the line, so that a name may come before it.
    is_first: bool,
}

impl LastStep {
    fn of(line: &str, book: &Book) -> Self {
        let ends_word = |&(_, c): &(usize, char)| c.is_whitespace() || c == ';' || c == ':';
        let word_start = line.char_indices().rev().find(ends_word).map_or(0, |(at, c)| at + c.len_utf8());
        let step_start = line.rfind(';').or_else(|| line.find(':')).map_or(0, |at| at + 1);
        let mut earlier_words: Vec<String> =
            line[step_start.min(word_start)..word_start].split_whitespace().map(comparison_key).collect();
        if let Some(point) = earlier_words.iter().rposition(|word| word == ".").filter(|_| book.verb("draw").is_some()) {
            earlier_words.drain(..point);
            "draw".clone_into(&mut earlier_words[0]);
        }
        if let Some(first) = earlier_words.first_mut()
            && let Some(letter) = first.chars().next()
            && let Some(verb) = book.verbs.iter().find(|verb| verb.letter == Some(letter))
        {
            // A letter stands for its verb, also with a number: `g`, `g1`.
            let number = first[letter.len_utf8()..].to_owned();
            if number.bytes().all(|byte| byte.is_ascii_digit()) {
                verb.name.clone_into(first);
                earlier_words.splice(1..1, Some(number).filter(|number| !number.is_empty()));
            }
        }
        Self { word_start, word: comparison_key(&line[word_start..]), earlier_words, is_first: step_start == 0 }
    }

    /// The words that can stand here in the texts of legal steps.
    fn next_words(&self, legal_texts: impl Iterator<Item = String>) -> Vec<String> {
        let mut offers: Vec<String> = Vec::new();
        for text in legal_texts {
            let mut words = text.split(' ');
            let is_continuation =
                self.earlier_words.iter().all(|typed| words.next().is_some_and(|word| comparison_key(word) == *typed));
            if let (true, Some(next)) = (is_continuation, words.next())
                && comparison_key(next).starts_with(&self.word)
                && !offers.iter().any(|offer| offer == next)
            {
                offers.push(next.to_owned());
            }
        }
        offers
    }

    /// The words that a step can begin with besides the open verbs: `shows`, a note, an adjustment, a name.
    fn other_beginnings(&self, book: &Book, players: &Players) -> impl Iterator<Item = String> {
        let is_first = self.is_first;
        let shows = book.verb("shows").map(|verb| verb.name);
        let words = shows
            .into_iter()
            .chain(["note"])
            .chain(is_first.then_some(ADJUST))
            .filter(|name| name.starts_with(&self.word))
            .map(str::to_owned);
        let names = players.names().iter().filter(|name| self.is_first && comparison_key(name).starts_with(&self.word));
        words.chain(names.map(|name| format!("{name}:")))
    }
}
