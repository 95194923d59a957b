//! Completes a line that is being typed.

use super::{replay::Replay, typed_line::TypedLine};
use crate::table::{Act, Book, CompleteGame, Face, GameVerb as _, Players, Seat, ShortError, comparison_key, spaced};

impl<G: CompleteGame> Replay<G> {
    /// The completions for a line being typed: the byte where the last word begins, and the words that it could be.
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
        if typed.before.is_empty() {
            offers.extend(typed.other_beginnings(G::book(), self.head.players()));
        }
        if offers.is_empty() {
            offers = self.nameable_cards(&game, &typed, &legal);
        }
        (typed.start, offers)
    }

    /// The cards that the last word could begin, other than the next words of legal steps. The word may be the short form of a
    /// card (`9l`), also after a verb (`g 9l`). It may also name a card that can stay unseen (`. 9l`).
    fn nameable_cards(&self, game: &G, typed: &LastStep, legal: &[(Seat, G::Step)]) -> Vec<String> {
        let verb = typed.before.first().and_then(|word| G::Verb::from_name(word));
        let of_step = |(_, step): &(Seat, G::Step)| {
            let is_meant = verb.is_none_or(|verb| G::verb(step) == verb);
            let cards = if is_meant { G::parts(step, self.head.players()).cards } else { Vec::new() };
            let is_begun = |word: &String| verb.is_some() || cards.iter().any(|card| begins(card, word));
            if typed.before.iter().all(is_begun) { cards } else { Vec::new() }
        };
        let mut cards: Vec<String> = legal.iter().flat_map(of_step).collect();
        // Offer cards that no legal step lists: drawn cards, and cards that the table turns up.
        let open = verb.filter(|verb| cards.is_empty() && !game.expects().actors(*verb).is_empty());
        let named =
            open.and_then(|verb| G::nameable_cards(verb, &self.head.context)).map(|stock| stock.faces).unwrap_or_default();
        cards.extend(named.iter().map(Face::code));
        let mut offers: Vec<String> = Vec::new();
        for card in cards {
            let is_new =
                begins(&card, &typed.word) && !offers.contains(&card) && !typed.before.iter().any(|word| begins(&card, word));
            if is_new
                && (verb.map_or(!typed.word.is_empty(), |verb| {
                    self.could_be(game, verb, &spaced(typed.before.iter().chain([&card])))
                }))
            {
                offers.push(card);
            }
        }
        offers
    }

    /// Whether a text of this verb parses, and the step is possible by what is visible.
    fn could_be(&self, game: &G, verb: G::Verb, text: &str) -> bool {
        let parsed = G::parse(text, &self.head.context).ok().or_else(|| match game.parse_short(None, text, &self.head.context) {
            Ok(steps) => steps.into_iter().next().map(|(_, step)| step),
            Err(ShortError::Ambiguous(ambiguous)) => ambiguous.options.into_iter().next(),
            Err(ShortError::ParseError(_)) => None,
        });
        let actor = game.expects().actors(verb).first().copied().unwrap_or_else(|| game.turn_owner());
        parsed.is_some_and(|step| game.without_memory().check_possible(&Act::Step { actor, step }).is_ok())
    }
}

fn begins(card: &str, word: &str) -> bool {
    card.to_lowercase().starts_with(word)
}

/// The last step of a line that is being typed, in lower case: its last word, and the words before.
struct LastStep {
    start: usize,
    word: String,
    /// The words before the last one, with the verb in full.
    before: Vec<String>,
    /// Whether this is the first step of the line, which a name may begin.
    is_first: bool,
}

impl LastStep {
    fn of(line: &str, book: &Book) -> Self {
        let ends_word = |&(_, c): &(usize, char)| c.is_whitespace() || c == ';' || c == ':';
        let start = line.char_indices().rev().find(ends_word).map_or(0, |(at, c)| at + c.len_utf8());
        let step = line.rfind(';').or_else(|| line.find(':')).map_or(0, |at| at + 1);
        let mut before: Vec<String> = line[step.min(start)..start].split_whitespace().map(comparison_key).collect();
        if let Some(point) = before.iter().rposition(|word| word == ".").filter(|_| book.verb("draw").is_some()) {
            before.drain(..point);
            "draw".clone_into(&mut before[0]);
        }
        if let Some(first) = before.first_mut()
            && let Some(letter) = first.chars().next()
            && let Some(verb) = book.verbs.iter().find(|verb| verb.letter == Some(letter))
        {
            // `g` and `g1`
            let number = first[letter.len_utf8()..].to_owned();
            if number.bytes().all(|byte| byte.is_ascii_digit()) {
                verb.name.clone_into(first);
                before.splice(1..1, Some(number).filter(|number| !number.is_empty()));
            }
        }
        Self { start, word: comparison_key(&line[start..]), before, is_first: step == 0 }
    }

    fn next_words(&self, legal: impl Iterator<Item = String>) -> Vec<String> {
        let mut offers: Vec<String> = Vec::new();
        for written in legal {
            let mut words = written.split(' ');
            let is_continued = self.before.iter().all(|typed| words.next().is_some_and(|word| comparison_key(word) == *typed));
            if let (true, Some(next)) = (is_continued, words.next())
                && comparison_key(next).starts_with(&self.word)
                && !offers.iter().any(|offer| offer == next)
            {
                offers.push(next.to_owned());
            }
        }
        offers
    }

    /// The words that a step can begin with besides the open verbs: `shows`, a note, a name.
    fn other_beginnings(&self, book: &Book, players: &Players) -> impl Iterator<Item = String> {
        let shows = book.verb("shows").map(|verb| verb.name);
        let words = shows.into_iter().chain(["note"]).filter(|name| name.starts_with(&self.word)).map(str::to_owned);
        let named = players.names().iter().filter(|name| self.is_first && comparison_key(name).starts_with(&self.word));
        words.chain(named.map(|name| format!("{name}:")))
    }
}
