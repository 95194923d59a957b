//! Lines and sentences in parts: the cards that they name, which a page draws where their codes stand, and whose line it is.

use crate::{
    referee::Referee,
    table::{Face, FieldSpec, VerbText, is_same_name},
};
use serde::Serialize;
use serde_json::Value;
use std::{
    collections::{BTreeMap, HashMap},
    iter,
    ops::Range,
};

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub(crate) enum TextSegment {
    Words(String),
    /// The player that a line begins with.
    Name {
        name: String,
    },
    /// A card: the word that names it, its index among all cards, and the number that a wild one stands for.
    Card {
        word: String,
        card: usize,
        stands: Option<String>,
    },
}

/// Texts that name cards, or begin with a player's name, each in its parts: `{"texts":{TEXT: [PART, …]},"cards":[CARD, …]}`.
#[derive(Serialize)]
pub(crate) struct AnnotatedTexts {
    texts: BTreeMap<String, Vec<TextSegment>>,
    pub cards: Vec<Face>,
    #[serde(skip)]
    names: Vec<String>,
    #[serde(skip)]
    verbs: &'static [VerbText],
    /// The fields of a position: a player's and the table's.
    #[serde(skip)]
    places: [&'static [FieldSpec]; 2],
    /// The cards that kinds of step take, by their codes.
    #[serde(skip)]
    stocks: Vec<(Vec<&'static str>, HashMap<String, Face>)>,
}

impl AnnotatedTexts {
    pub(crate) fn of(referee: &dyn Referee) -> Self {
        let (names, verbs) = (referee.players().names().to_vec(), referee.book().verbs);
        // Kinds of step that name values (`V`) take the same cards.
        let is_valued = |verb: &&VerbText| verb.form.split(|char: char| !char.is_alphanumeric()).any(|word| word == "V");
        let valued: Vec<&str> = verbs.iter().filter(is_valued).map(|verb| verb.name).collect();
        let with_valued =
            |kinds: Vec<_>| if kinds.iter().any(|kind| valued.contains(kind)) { [&kinds[..], &valued].concat() } else { kinds };
        let by_code = |faces: Vec<Face>| faces.into_iter().map(|face| (face.code(), face)).collect();
        let stocks = referee.stocks().into_iter().map(|(kinds, stock)| (with_valued(kinds), by_code(stock.faces))).collect();
        Self { texts: BTreeMap::new(), cards: Vec::new(), names, verbs, places: referee.book().position_parts, stocks }
    }

    pub(crate) fn face(&self, code: &str) -> Option<&Face> {
        self.stocks.iter().find_map(|(_, cards)| cards.get(code))
    }

    #[must_use]
    pub(crate) fn with(self, document: &Value) -> Self {
        // Zones are no text, and a rule book names no card of this table.
        let is_text = |key: &str| !["zones", "sections", "stocks"].contains(&key);
        match document {
            Value::String(text) => text.lines().fold(self, Self::with_line),
            Value::Array(all) => all.iter().fold(self, Self::with),
            Value::Object(fields) => fields.iter().filter(|(key, _)| is_text(key)).fold(self, |words, (_, one)| words.with(one)),
            _ => self,
        }
    }

    fn with_line(mut self, line: &str) -> Self {
        let parts = self.parts(line);
        if !matches!(parts[..], [] | [TextSegment::Words(_)]) {
            self.texts.insert(line.to_owned(), parts);
        }
        self
    }

    /// A line of a log or a sentence, in its parts.
    pub(crate) fn parts(&mut self, text: &str) -> Vec<TextSegment> {
        let is_player = |name: &&str| self.names.iter().any(|known| is_same_name(known, name));
        let actor = text.split_once(": ").map(|(name, _)| name).filter(is_player).map(str::to_owned);
        let mut at = actor.as_ref().map_or(0, String::len);
        let named = self.faces_in(text, at);
        let mut parts: Vec<TextSegment> = actor.map(|name| TextSegment::Name { name }).into_iter().collect();
        for (range, face) in named {
            let card = self.cards.iter().position(|known| *known == face).unwrap_or_else(|| {
                self.cards.push(face);
                self.cards.len() - 1
            });
            let word = text[range.clone()].to_owned();
            let stands = word.split_once('=').map(|(_, number)| number.to_owned());
            parts.extend([TextSegment::Words(text[at..range.start].to_owned()), TextSegment::Card { word, card, stands }]);
            at = range.end;
        }
        parts.push(TextSegment::Words(text[at..].to_owned()));
        parts.retain(|part| *part != TextSegment::Words(String::new()));
        parts
    }

    /// The cards that the steps of a line name. A note, the reason for which a step was let stand, and what can be typed are words alone.
    fn faces_in(&self, text: &str, from: usize) -> Vec<(Range<usize>, Face)> {
        let steps = text[from..].split(" ! ").next().unwrap_or_default();
        let (mut found, mut begin) = (Vec::new(), from);
        let is_position = ["table: ", "position "].iter().any(|begins| text.starts_with(begins));
        let ticks: Vec<usize> = text.match_indices('`').map(|(tick, _)| tick).collect();
        let is_typed = |at: usize| ticks.len().is_multiple_of(2) && ticks.partition_point(|tick| *tick < at) % 2 == 1;
        for step in steps.split_inclusive("; ") {
            let kind = step.trim_start_matches([':', ' ']).split([' ', ';']).next().unwrap_or_default();
            if kind == "note" {
                break;
            }
            // In a position the word says whose cards follow, if any do.
            let place = self.places.iter().copied().flatten().find(|form| is_position && form.word == kind);
            let kind = place.map_or(kind, |form| form.like(0).unwrap_or_default());
            let egg = self.face_down(kind, step);
            let behind = egg.as_ref().map_or(0, |(range, _)| range.end);
            let cards = words_of(step).filter(|word| word.start >= behind);
            let cards = cards.filter_map(|word| Some((word.clone(), self.card(&step[word], kind)?)));
            let in_text = egg.into_iter().chain(cards).map(|(word, face)| (begin + word.start..begin + word.end, face));
            found.extend(in_text.filter(|(word, _)| !is_typed(word.start)));
            begin += step.len();
        }
        found
    }

    /// The card that a word names. A number, or a word like `crow`, is a code only in a step of a kind that takes such cards.
    fn card(&self, word: &str, kind: &str) -> Option<Face> {
        let stock = self.stocks.iter().find(|(kinds, _)| kinds.contains(&kind));
        let code = word.split('=').next().unwrap_or_default();
        let is_code = code.contains(|char: char| char.is_ascii_uppercase()) && !self.names.iter().any(|name| name == code);
        let anywhere = || self.face(code).filter(|_| is_code);
        stock.and_then(|(_, cards)| cards.get(code)).or_else(anywhere).cloned()
    }

    /// A player's face-down egg, as in `take down Nell = 4`.
    fn face_down(&self, kind: &str, step: &str) -> Option<(Range<usize>, Face)> {
        self.verbs.iter().find(|verb| verb.name == kind && verb.form.contains("down NAME"))?;
        let begin = step.find("down ")?;
        let said = &step[begin + "down ".len()..];
        let name = self.names.iter().filter(|name| said.starts_with(name.as_str())).max_by_key(|name| name.len())?;
        Some((begin..begin + "down ".len() + name.len(), Face::plain(name).titled("Face-down egg")))
    }
}

/// The words that may be codes of cards, with the number that a wild one stands for: `9WY`, `PMSL=9`, `-6`, `crow`.
fn words_of(text: &str) -> impl Iterator<Item = Range<usize>> {
    let mut from = 0;
    iter::from_fn(move || {
        let end =
            |from: usize| text[from..].find(|char: char| !char.is_alphanumeric()).map_or(text.len(), |length| from + length);
        let begin = from + text[from..].find(char::is_alphanumeric)?;
        from = end(begin);
        if text[from..].starts_with('=') && end(from + 1) > from + 1 {
            from = end(from + 1);
        }
        let has_minus = text[..begin].strip_suffix('-').is_some_and(|before| !before.ends_with(char::is_alphanumeric));
        Some(begin - usize::from(has_minus)..from)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{log::Log, referee::Games};

    #[track_caller]
    fn parts(game: &str, text: &str) -> String {
        let log = format!("fowlplay = 1\ngame = \"{game}\"\nplayers = [\"Nell\", \"Otto\", \"X\"]\n");
        let referee = Games::default().open(Log::parse(log).expect("a log")).expect("judged");
        let mut words = AnnotatedTexts::of(&*referee);
        let shown = |part: TextSegment| match part {
            TextSegment::Words(text) => text,
            TextSegment::Name { name } => format!("<{name}>"),
            TextSegment::Card { word, .. } => format!("[{word}]"),
        };
        words.parts(text).into_iter().map(shown).collect()
    }

    #[test]
    fn the_cards_that_a_text_names_are_found_and_nothing_else() {
        for (game, text, is) in [
            (
                "eggs-and-empires",
                "Otto: take down Nell = 5; opens Nell = -6",
                "<Otto>: take [down Nell] = [5]; opens Nell = [-6]",
            ),
            ("eggs-and-empires", "Otto takes 5 eggs: play 4 cards", "Otto takes 5 eggs: play 4 cards"),
            ("eggs-and-empires", "Otto: play 4 5", "<Otto>: play [4] [5]"),
            ("piepmatz", "Nell: play BU4 at 3; refill 2 crow", "<Nell>: play [BU4] at 3; refill [2] [crow]"),
            ("piepmatz", "Nell: play BU4 at 3; feeder 1", "<Nell>: play [BU4] at 3; feeder [1]"),
            (
                "piepmatz",
                "table: perches BL3; slots 3+crow 1; birds 40; feeder 1",
                "table: perches [BL3]; slots [3]+[crow] [1]; birds 40; feeder 1",
            ),
            ("piepmatz", "a crow takes 2 seeds from BU4.", "a crow takes 2 seeds from [BU4]."),
            ("emus-redux", "X: grow 1 PSWK=9; draw ! it was AW", "<X>: grow 1 [PSWK=9]; draw ! it was AW"),
            ("emus-redux", "X: note 9WY for Nell", "<X>: note 9WY for Nell"),
            ("emus-redux", "say `opens 9WY`, or 9WY: 9WYÄ, XAW", "say `opens 9WY`, or [9WY]: 9WYÄ, XAW"),
        ] {
            assert_eq!(parts(game, text), is, "{game}");
        }
    }
}
