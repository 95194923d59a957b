//! Splits lines and sentences into segments: words, the cards that they name, and the player that a line begins with. A page draws
//! the cards in place of their codes.

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

/// Texts that name cards or begin with a player's name, each in its segments: `{"texts":{TEXT: [PART, …]},"cards":[CARD, …]}`.
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
    position_fields: [&'static [FieldSpec]; 2],
    /// The cards of each stock by their codes, with the verbs that take these cards.
    #[serde(skip)]
    stocks: Vec<(Vec<&'static str>, HashMap<String, Face>)>,
}

impl AnnotatedTexts {
    pub(crate) fn of(referee: &dyn Referee) -> Self {
        let (names, verbs) = (referee.players().names().to_vec(), referee.book().verbs);
        // All verbs that name values (`V`) take the same cards.
        let names_value = |verb: &&VerbText| verb.form.split(|char: char| !char.is_alphanumeric()).any(|word| word == "V");
        let value_verbs: Vec<&str> = verbs.iter().filter(names_value).map(|verb| verb.name).collect();
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
        Self { texts: BTreeMap::new(), cards: Vec::new(), names, verbs, position_fields: referee.book().position_parts, stocks }
    }

    pub(crate) fn face(&self, code: &str) -> Option<&Face> {
        self.stocks.iter().find_map(|(_, cards)| cards.get(code))
    }

    #[must_use]
    pub(crate) fn with(self, document: &Value) -> Self {
        // Zones hold no text, and a rule book names no card of this table.
        let is_text = |key: &str| !["zones", "sections", "stocks"].contains(&key);
        match document {
            Value::String(text) => text.lines().fold(self, Self::with_line),
            Value::Array(elements) => elements.iter().fold(self, Self::with),
            Value::Object(fields) => {
                fields.iter().filter(|(key, _)| is_text(key)).fold(self, |annotated, (_, field)| annotated.with(field))
            }
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

    /// A line of a log or a sentence, in its segments.
    pub(crate) fn parts(&mut self, text: &str) -> Vec<TextSegment> {
        let is_player = |name: &&str| self.names.iter().any(|known| is_same_name(known, name));
        let actor = text.split_once(": ").map(|(name, _)| name).filter(is_player).map(str::to_owned);
        let mut at = actor.as_ref().map_or(0, String::len);
        let faces = self.faces_in(text, at);
        let mut parts: Vec<TextSegment> = actor.map(|name| TextSegment::Name { name }).into_iter().collect();
        for (range, face) in faces {
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

    /// The cards that the steps of a line name. Notes, reasons and typed text between backticks name no cards.
    fn faces_in(&self, text: &str, from: usize) -> Vec<(Range<usize>, Face)> {
        let steps = text[from..].split(" ! ").next().unwrap_or_default();
        let (mut found, mut start) = (Vec::new(), from);
        let is_position = ["table: ", "position "].iter().any(|prefix| text.starts_with(prefix));
        let ticks: Vec<usize> = text.match_indices('`').map(|(tick, _)| tick).collect();
        let is_typed = |at: usize| ticks.len().is_multiple_of(2) && ticks.partition_point(|tick| *tick < at) % 2 == 1;
        for step in steps.split_inclusive("; ") {
            let verb = step.trim_start_matches([':', ' ']).split([' ', ';']).next().unwrap_or_default();
            if verb == "note" {
                break;
            }
            // In a position, the field decides which cards follow.
            let field = self.position_fields.iter().copied().flatten().find(|field| is_position && field.keyword == verb);
            let verb = field.map_or(verb, |field| field.verb_of_group(0).unwrap_or_default());
            let egg = self.face_down(verb, step);
            let egg_end = egg.as_ref().map_or(0, |(range, _)| range.end);
            let cards = words_of(step).filter(|word| word.start >= egg_end);
            let cards = cards.filter_map(|word| Some((word.clone(), self.card(&step[word], verb)?)));
            let in_text = egg.into_iter().chain(cards).map(|(word, face)| (start + word.start..start + word.end, face));
            found.extend(in_text.filter(|(word, _)| !is_typed(word.start)));
            start += step.len();
        }
        found
    }

    /// The card that a word names. A number, or a word like `crow`, is a code only after a verb that takes such cards.
    fn card(&self, word: &str, verb: &str) -> Option<Face> {
        let stock = self.stocks.iter().find(|(verbs, _)| verbs.contains(&verb));
        let code = word.split('=').next().unwrap_or_default();
        let is_code = code.contains(|char: char| char.is_ascii_uppercase()) && !self.names.iter().any(|name| name == code);
        let anywhere = || self.face(code).filter(|_| is_code);
        stock.and_then(|(_, cards)| cards.get(code)).or_else(anywhere).cloned()
    }

    /// A player's face-down egg with its range in the step, as in `take down Nell = 4`.
    fn face_down(&self, verb: &str, step: &str) -> Option<(Range<usize>, Face)> {
        self.verbs.iter().find(|text| text.name == verb && text.form.contains("down NAME"))?;
        let start = step.find("down ")?;
        let rest = &step[start + "down ".len()..];
        let name = self.names.iter().filter(|name| rest.starts_with(name.as_str())).max_by_key(|name| name.len())?;
        Some((start..start + "down ".len() + name.len(), Face::plain(name).titled("Face-down egg")))
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
        let mut annotated = AnnotatedTexts::of(&*referee);
        let to_text = |part: TextSegment| match part {
            TextSegment::Words(text) => text,
            TextSegment::Name { name } => format!("<{name}>"),
            TextSegment::Card { word, .. } => format!("[{word}]"),
        };
        annotated.parts(text).into_iter().map(to_text).collect()
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
            assert_eq!(parts(game, text), expected, "{game}");
        }
    }
}
