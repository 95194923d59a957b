//! Splits lines and sentences into segments: words, the cards that they name, and the player that a line begins with. A page draws
//! the cards in place of their codes.

use crate::{
    referee::Referee,
    table::{ADJUST, Book, Face, VerbText, is_same_name},
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
    /// A card: the word that names it, its index in [`AnnotatedTexts::cards`], and the number that a wild one stands for.
    Card {
        word: String,
        card: usize,
        stands: Option<String>,
    },
}

/// Texts that name cards or begin with a player's name, and their segments: `{"texts":{TEXT: [SEGMENT, …]},"cards":[CARD, …]}`.
#[derive(Serialize)]
pub(crate) struct AnnotatedTexts {
    texts: BTreeMap<String, Vec<TextSegment>>,
    pub cards: Vec<Face>,
    #[serde(skip)]
    names: Vec<String>,
    #[serde(skip)]
    book: &'static Book,
    /// For each stock: the names of the verbs that take its cards, and the cards by their codes.
    #[serde(skip)]
    stocks: Vec<(Vec<&'static str>, HashMap<String, Face>)>,
}

impl AnnotatedTexts {
    pub(crate) fn of(referee: &dyn Referee) -> Self {
        let (names, book) = (referee.players().names().to_vec(), referee.book());
        // All verbs that name values (`V`) take the same cards.
        let takes_value = |verb: &&VerbText| verb.form.split(|char: char| !char.is_alphanumeric()).any(|word| word == "V");
        let value_verbs: Vec<&str> = book.verbs.iter().filter(takes_value).map(|verb| verb.name).collect();
        let with_value_verbs = |verb_names: Vec<_>| {
            if verb_names.iter().any(|name| value_verbs.contains(name)) {
                [&verb_names[..], &value_verbs].concat()
            } else {
                verb_names
            }
        };
        let by_code = |faces: Vec<Face>| faces.into_iter().map(|face| (face.code(), face)).collect();
        let stocks = referee
            .stocks()
            .into_iter()
            .map(|(verb_names, stock)| (with_value_verbs(verb_names), by_code(stock.faces)))
            .collect();
        Self { texts: BTreeMap::new(), cards: Vec::new(), names, book, stocks }
    }

    pub(crate) fn face(&self, code: &str) -> Option<&Face> {
        self.stocks.iter().find_map(|(_, cards)| cards.get(code))
    }

    #[must_use]
    pub(crate) fn with(self, document: &Value) -> Self {
        // Zones and stocks hold no sentences, and the rule book (`sections`) names no card of this table.
        let has_texts = |key: &str| !["zones", "sections", "stocks"].contains(&key);
        match document {
            Value::String(text) => text.lines().fold(self, Self::with_line),
            Value::Array(elements) => elements.iter().fold(self, Self::with),
            Value::Object(fields) => {
                fields.iter().filter(|(key, _)| has_texts(key)).fold(self, |annotated, (_, field)| annotated.with(field))
            }
            _ => self,
        }
    }

    fn with_line(mut self, line: &str) -> Self {
        let segments = self.segments(line);
        if !matches!(segments[..], [] | [TextSegment::Words(_)]) {
            self.texts.insert(line.to_owned(), segments);
        }
        self
    }

    /// The segments of a line of a log or of a sentence.
    pub(crate) fn segments(&mut self, text: &str) -> Vec<TextSegment> {
        let is_player = |name: &&str| self.names.iter().any(|player| is_same_name(player, name));
        let actor = text.split_once(": ").map(|(name, _)| name).filter(is_player).map(str::to_owned);
        let mut start = actor.as_ref().map_or(0, String::len);
        let faces = self.faces_in(text, start);
        let mut segments: Vec<TextSegment> = actor.map(|name| TextSegment::Name { name }).into_iter().collect();
        for (range, face) in faces {
            let card = self.cards.iter().position(|card| *card == face).unwrap_or_else(|| {
                self.cards.push(face);
                self.cards.len() - 1
            });
            let word = text[range.clone()].to_owned();
            let stands = word.split_once('=').map(|(_, number)| number.to_owned());
            segments.extend([TextSegment::Words(text[start..range.start].to_owned()), TextSegment::Card { word, card, stands }]);
            start = range.end;
        }
        segments.push(TextSegment::Words(text[start..].to_owned()));
        segments.retain(|segment| *segment != TextSegment::Words(String::new()));
        segments
    }

    /// The cards that the steps of a line name, and their ranges in `text`. The steps begin at `line_start`. Notes, reasons and typed
    /// text between backticks name no cards.
    fn faces_in(&self, text: &str, line_start: usize) -> Vec<(Range<usize>, Face)> {
        let steps = text[line_start..].split(" ! ").next().unwrap_or_default();
        let (mut faces, mut step_start) = (Vec::new(), line_start);
        let is_position = ["table: ", "position "].iter().any(|prefix| text.starts_with(prefix));
        let ticks: Vec<usize> = text.match_indices('`').map(|(tick, _)| tick).collect();
        let is_typed = |index: usize| ticks.len().is_multiple_of(2) && ticks.partition_point(|tick| *tick < index) % 2 == 1;
        for step in steps.split_inclusive("; ") {
            let verb = step.trim_start_matches([':', ' ']).split([' ', ';']).next().unwrap_or_default();
            if ["note", ADJUST].contains(&verb) {
                break;
            }
            // In a position, the field decides which cards follow: those of the same verb.
            let field = self.book.position_parts.into_iter().flatten().find(|field| is_position && field.keyword == verb);
            let verb = field.map_or(verb, |field| field.verb_of_group(0).unwrap_or_default());
            let face_down = self.face_down_card(verb, step);
            let face_down_end = face_down.as_ref().map_or(0, |(range, _)| range.end);
            let cards = words_of(step).filter(|word| word.start >= face_down_end);
            let cards = cards.filter_map(|word| Some((word.clone(), self.card(&step[word], verb)?)));
            let in_text = |(word, face): (Range<usize>, Face)| (step_start + word.start..step_start + word.end, face);
            faces.extend(face_down.into_iter().chain(cards).map(in_text).filter(|(word, _)| !is_typed(word.start)));
            step_start += step.len();
        }
        faces
    }

    /// The card that a word names. A number, or a word like `crow`, is a code only after a verb that takes such cards.
    fn card(&self, word: &str, verb: &str) -> Option<Face> {
        let stock = self.stocks.iter().find(|(verbs, _)| verbs.contains(&verb));
        let code = word.split('=').next().unwrap_or_default();
        let is_code = code.contains(|char: char| char.is_ascii_uppercase()) && !self.names.iter().any(|name| name == code);
        let in_any_stock = || self.face(code).filter(|_| is_code);
        stock.and_then(|(_, cards)| cards.get(code)).or_else(in_any_stock).cloned()
    }

    /// A face-down card called by a player's name, with its range in the step, as in `take down Nell = 4`.
    fn face_down_card(&self, verb: &str, step: &str) -> Option<(Range<usize>, Face)> {
        self.book.verbs.iter().find(|text| text.name == verb && text.form.contains("down NAME"))?;
        let start = step.find("down ")?;
        let rest = &step[start + "down ".len()..];
        let name = self.names.iter().filter(|name| rest.starts_with(name.as_str())).max_by_key(|name| name.len())?;
        Some((start..start + "down ".len() + name.len(), Face::plain(name).titled(self.book.face_down_title)))
    }
}

/// The ranges of the words that may be codes of cards, with the number that a wild one stands for: `9WY`, `PMSL=9`, `-6`, `crow`.
fn words_of(text: &str) -> impl Iterator<Item = Range<usize>> {
    let mut next = 0;
    iter::from_fn(move || {
        let word_end =
            |from: usize| text[from..].find(|char: char| !char.is_alphanumeric()).map_or(text.len(), |length| from + length);
        let start = next + text[next..].find(char::is_alphanumeric)?;
        next = word_end(start);
        if text[next..].starts_with('=') && word_end(next + 1) > next + 1 {
            next = word_end(next + 1);
        }
        let has_minus = text[..start].strip_suffix('-').is_some_and(|before| !before.ends_with(char::is_alphanumeric));
        Some(start - usize::from(has_minus)..next)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{log::Log, referee::Games};

    #[track_caller]
    fn segments(game: &str, text: &str) -> String {
        let log = format!("fowlplay = 1\ngame = \"{game}\"\nplayers = [\"Nell\", \"Otto\", \"X\"]\n");
        let referee = Games::default().open(Log::parse(log).expect("a log")).expect("judged");
        let mut annotated = AnnotatedTexts::of(&*referee);
        let to_text = |segment: TextSegment| match segment {
            TextSegment::Words(text) => text,
            TextSegment::Name { name } => format!("<{name}>"),
            TextSegment::Card { word, .. } => format!("[{word}]"),
        };
        annotated.segments(text).into_iter().map(to_text).collect()
    }

    #[test]
    fn the_cards_that_a_text_names_are_found_and_nothing_else() {
        for (game, text, expected) in [
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
            assert_eq!(segments(game, text), expected, "{game}");
        }
    }
}
