//! Actions, and the parsers of edits and `key=value` pairs. Commands, session and page all use them.

use crate::{
    log::{CorrectionTarget, LineRef, Log, POSITION, position_parts},
    referee::Edit,
};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::{num::NonZero, str::FromStr};

/// A request to change a log.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Action {
    /// Judges lines and appends them, all or none.
    Record {
        /// The lines, in canonical notation or in short forms.
        lines: Vec<String>,
        /// The `first` player of the round that begins with these lines, if the table chooses.
        first: Option<String>,
    },
    /// Ends a round with its tally.
    Tally {
        /// The part of each player, as `NAME: …`.
        players: Vec<String>,
        /// The `first` player, if the tally begins a round and the table chooses.
        first: Option<String>,
    },
    /// Undoes the latest changes.
    Undo {
        /// The number of changes.
        #[serde(default = "one")]
        count: NonZero<u32>,
        /// The inputs that extended lines. An extended line loses only its last input.
        #[serde(skip)]
        extensions: Vec<LineExtension>,
    },
    /// Redoes undone changes.
    Redo {
        /// The number of changes.
        #[serde(default = "one")]
        count: NonZero<u32>,
    },
    /// Changes earlier lines, all edits judged together.
    Amend {
        /// The edits.
        #[serde(with = "edit_texts")]
        edits: Vec<Edit>,
        /// The reason that overrules later lines if they become illegal.
        overrule: Option<String>,
        /// Whether every later line of the round moves to the next player.
        #[serde(default)]
        move_on: bool,
    },
    /// Changes table rules.
    #[serde(rename = "rule")]
    Rules {
        /// Keys and new values.
        #[serde(with = "pairs")]
        rules: Vec<(String, String)>,
    },
    /// Changes the head.
    Head {
        /// Keys and new values; an empty value removes a key.
        #[serde(with = "pairs")]
        changes: Vec<(String, String)>,
    },
    /// Writes all steps in canonical notation.
    Format,
}

/// An input that extended a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineExtension {
    /// The line reference.
    pub place: LineRef,
    /// The line before the input.
    pub was: String,
    /// The line with the input.
    pub now: String,
}

/// The inputs that extended lines of a log, so that one of them can be undone alone.
#[derive(Clone, Debug, Default)]
pub struct LineExtensions(Vec<LineExtension>);

impl LineExtensions {
    /// Remembers how an input extended the line `place`, given the logs before and after the input.
    pub fn push(&mut self, before: &Log, after: &Log, place: LineRef) {
        let [was, now] = [before, after].map(|log| log.line(place).map(|line| line.text.to_string()));
        match (was, now) {
            (Some(was), Some(now)) if was != now => self.0.push(LineExtension { place, was, now }),
            // The input is a new line: forget older inputs at this line and after it.
            _ => self.0.retain(|input| input.place < place),
        }
    }

    /// Undoes changes. Of a line entered by several inputs, undoes only the last input.
    pub fn undo(&self, count: NonZero<u32>) -> Action {
        Action::Undo { count, extensions: self.0.clone() }
    }
}

impl Action {
    /// Undoes whole changes.
    pub fn undo(count: NonZero<u32>) -> Self {
        Self::Undo { count, extensions: Vec::new() }
    }

    /// Changes earlier lines.
    pub fn amend(edits: Vec<Edit>, overrule: Option<&str>) -> Self {
        Self::Amend { edits, overrule: overrule.map(str::to_owned), move_on: false }
    }
}

const fn one() -> NonZero<u32> {
    NonZero::<u32>::MIN
}

/// Serialises pairs as an object.
mod pairs {
    use serde::{Deserialize as _, Deserializer, Serializer};

    pub(super) fn serialize<S: Serializer>(pairs: &[(String, String)], serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(pairs.iter().map(|(key, value)| (key, value)))
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<(String, String)>, D::Error> {
        serde_json::Map::deserialize(deserializer).map(|pairs| super::pairs_from_json(&pairs))
    }
}

/// Serialises edits as they are typed.
mod edit_texts {
    use super::Edit;
    use serde::{Deserialize as _, Deserializer, Serializer, de::Error as _};

    pub(super) fn serialize<S: Serializer>(edits: &[Edit], serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(edits.iter().map(ToString::to_string))
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Edit>, D::Error> {
        let texts = Vec::<String>::deserialize(deserializer)?;
        texts.iter().map(|text| text.parse().map_err(D::Error::custom)).collect()
    }
}

/// Parses the sign of an edit and its target: `+1.4`, `-2.tally`.
fn parse_target(text: &str) -> Option<(Option<char>, CorrectionTarget)> {
    let sign = text.chars().next().filter(|char| ['+', '-'].contains(char));
    Some((sign, text[usize::from(sign.is_some())..].parse().ok()?))
}

/// An edit that fails to parse.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "`{text}` {fault}: `1.4 LINE` replaces line 4 of round 1, `+1.4 LINE` inserts one before it, `-1.4` deletes it, `1.tally NAME: …` \
     replaces a player's part of a tally, `-1.tally` deletes it, `+1.tally \"NAME: …\" \"NAME: …\"` puts a forgotten round before round 1, `1.first NAME` says who was first, `swap 1.4 1.5` exchanges what the \
     players of two lines did"
)]
pub struct EditError {
    text: String,
    fault: &'static str,
}

fn parse_edit(text: &str, line: Option<&str>) -> Result<Edit, EditError> {
    let error = |fault| EditError { text: text.to_owned(), fault };
    match (parse_target(text), line) {
        (Some((Some('-'), CorrectionTarget::Line(place))), None) if place.line > 0 => Ok(Edit::Delete(place)),
        (Some((Some('-'), CorrectionTarget::Tally(round))), None) => Ok(Edit::DeleteTally(round)),
        (Some((Some('+'), CorrectionTarget::Tally(round))), Some(parts)) => match quoted(parts) {
            Some(parts) => Ok(Edit::InsertTally(round, parts)),
            None => Err(error("needs each player's part behind it, in quotes")),
        },
        (Some((Some('+'), CorrectionTarget::Tally(_))), None) => Err(error("needs each player's part behind it, in quotes")),
        (Some((Some('-'), _)), Some(_)) => Err(error("deletes, so no text may follow")),
        (Some((None, CorrectionTarget::Tally(round))), Some(part)) => Ok(Edit::Tally(round, part.to_owned())),
        (Some((None, CorrectionTarget::Tally(_))), None) => Err(error("needs a player's new part behind it")),
        (Some((None, CorrectionTarget::First(round))), Some(name)) => Ok(Edit::First(round, name.to_owned())),
        (Some((None, CorrectionTarget::First(_))), None) => Err(error("needs a player's name behind it")),
        (Some((sign, CorrectionTarget::Line(place))), line) if place.line > 0 => {
            let line = line.ok_or_else(|| error("needs the new line behind it"))?.to_owned();
            Ok(if sign.is_some() { Edit::Insert(place, line) } else { Edit::Replace(place, line) })
        }
        _ => Err(error("is not an edit")),
    }
}

/// The parts of a tally in one text, each in quotes.
fn quoted(text: &str) -> Option<Vec<String>> {
    let parts = position_parts(&format!("{POSITION} {text}")).ok()?;
    Some(parts.into_iter().map(|part| part.text).collect())
}

const SWAP: &str = "swap";

/// Parses the two lines behind `swap`.
fn parse_swap<'t>(texts: impl Iterator<Item = &'t str>) -> Result<Edit, EditError> {
    let texts: Vec<&str> = texts.collect();
    match texts.iter().map(|text| text.parse()).collect::<Result<Vec<LineRef>, _>>().as_deref() {
        Ok([line_ref, other]) => Ok(Edit::Swap(*line_ref, *other)),
        _ => Err(EditError { text: [&[SWAP], &texts[..]].concat().join(" "), fault: "needs two lines behind it" }),
    }
}

impl FromStr for Edit {
    type Err = EditError;

    /// Parses `R.L LINE`, `+R.L LINE`, `-R.L`, `R.tally PART`, `-R.tally`, `+R.tally "PART" "PART"`, `R.first NAME` or `swap R.L R.M`. The new text may be in
    /// quotes.
    fn from_str(text: &str) -> Result<Self, EditError> {
        let text = text.trim();
        let (target, line) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        if target == SWAP {
            return parse_swap(line.split_whitespace());
        }
        let line = line.trim();
        if let Some((Some('+'), CorrectionTarget::Tally(_))) = parse_target(target) {
            return parse_edit(target, Some(line).filter(|line| !line.is_empty()));
        }
        let line = line.strip_prefix('"').and_then(|line| line.strip_suffix('"')).unwrap_or(line);
        parse_edit(target, Some(line).filter(|line| !line.is_empty()))
    }
}

/// Whether a text begins like an edit that inserts or deletes something: `-1.4`, `+1.4 LINE`, `+1.tally`. No step begins with such a word.
pub fn looks_like_edit(text: &str) -> bool {
    let target = text.split_whitespace().next().and_then(parse_target);
    matches!(target, Some((Some(_), CorrectionTarget::Line(_) | CorrectionTarget::Tally(_))))
}

/// Parses edits given as command arguments. The new text of an edit is the next argument.
pub fn parse_edits(arguments: &[String]) -> Result<Vec<Edit>, EditError> {
    let mut arguments = arguments.iter().peekable();
    let mut edits = Vec::new();
    while let Some(text) = arguments.next() {
        if text == SWAP {
            edits.push(parse_swap(arguments.by_ref().take(2).map(String::as_str))?);
            continue;
        }
        if let Some((Some('+'), CorrectionTarget::Tally(round))) = parse_target(text) {
            let is_edit = |text: &str| text == SWAP || parse_target(text).is_some();
            let parts: Vec<String> = std::iter::from_fn(|| arguments.next_if(|text| !is_edit(text)).cloned()).collect();
            edits.push(if parts.is_empty() { parse_edit(text, None)? } else { Edit::InsertTally(round, parts) });
            continue;
        }
        let takes_text = matches!(
            parse_target(text),
            Some((Some('+') | None, CorrectionTarget::Line(_)) | (None, CorrectionTarget::Tally(_) | CorrectionTarget::First(_)))
        );
        let line = if takes_text { arguments.next() } else { None };
        edits.push(parse_edit(text, line.map(String::as_str))?);
    }
    Ok(edits)
}

/// Parses a `key=value` pair.
pub fn parse_pair(text: &str) -> Result<(String, String), &'static str> {
    match text.split_once('=') {
        Some((key, value)) if !key.trim().is_empty() => Ok((key.trim().to_owned(), value.trim().to_owned())),
        _ => Err("write it as key=value"),
    }
}

/// The pairs of a JSON object, each value as it would be typed.
pub fn pairs_from_json(values: &Map<String, Value>) -> Vec<(String, String)> {
    let as_typed = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    values.iter().map(|(key, value)| (key.clone(), as_typed(value))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(texts: &[&str]) -> Vec<String> {
        texts.iter().map(|&text| text.to_owned()).collect()
    }

    #[test]
    fn edits_are_parsed_from_one_text() {
        let place = LineRef::new(1, 4);
        for (text, edit) in [
            ("1.4 Ada: h 7s", Edit::Replace(place, "Ada: h 7s".into())),
            ("1.4 \"Ada: h 7s\"", Edit::Replace(place, "Ada: h 7s".into())),
            ("+1.4 note x", Edit::Insert(place, "note x".into())),
            ("-1.4", Edit::Delete(place)),
            ("-2.tally", Edit::DeleteTally(2)),
            ("2.tally Bob: 17; flush 1", Edit::Tally(2, "Bob: 17; flush 1".into())),
            ("2.tally \"Bob: 17\"", Edit::Tally(2, "Bob: 17".into())),
            ("1.first Sue", Edit::First(1, "Sue".into())),
            ("swap 1.4 2.1", Edit::Swap(place, LineRef::new(2, 1))),
            ("+2.tally \"Ada: = 3\" \"Bo:\"", Edit::InsertTally(2, texts(&["Ada: = 3", "Bo:"]))),
        ] {
            assert_eq!(text.parse(), Ok(edit.clone()), "{text}");
            assert_eq!(edit.to_string().parse(), Ok(edit), "{text}");
        }
        for bad in [
            "4",
            "x h 7s",
            "-1.4 h 7s",
            "+1.4",
            "1.4",
            "2.tally",
            "1.first",
            "+1.first A",
            "0.first A",
            "rules.x",
            "1.0 x",
            "",
            "swap 1.4",
        ] {
            assert!(bad.parse::<Edit>().is_err_and(|error| error.to_string().contains("`1.4 LINE` replaces")), "{bad}");
        }
    }

    #[test]
    fn edits_are_parsed_from_one_or_two_arguments() {
        let edits = parse_edits(&texts(&[
            "1.4", "A: x", "+2.1", "B: y", "-1.2", "-3.tally", "2.tally", "A: 3", "swap", "1.5", "1.6", "1.first", "B",
        ]));
        let place = LineRef::new;
        let expected = vec![
            Edit::Replace(place(1, 4), "A: x".into()),
            Edit::Insert(place(2, 1), "B: y".into()),
            Edit::Delete(place(1, 2)),
            Edit::DeleteTally(3),
            Edit::Tally(2, "A: 3".into()),
            Edit::Swap(place(1, 5), place(1, 6)),
            Edit::First(1, "B".into()),
        ];
        assert_eq!(edits, Ok(expected));
        for bad in
            [&["1"][..], &["1.4"], &["-1"], &["+1.4"], &["x", "y"], &["-0.tally"], &["1.tally"], &["1.first"], &["swap", "1.4"]]
        {
            assert!(parse_edits(&texts(bad)).is_err(), "{bad:?}");
        }
    }

    #[test]
    fn pairs_are_parsed() {
        let pair = |key: &str, value: &str| (key.to_owned(), value.to_owned());
        assert_eq!(parse_pair(" years = 3 "), Ok(pair("years", "3")));
        assert!(parse_pair("years").is_err() && parse_pair("=3").is_err());
    }

    #[test]
    fn an_action_is_serialised_and_deserialised() {
        let actions = [
            Action::Record { lines: texts(&["Ada: h 7s"]), first: Some("Ada".to_owned()) },
            Action::amend(
                vec![Edit::Delete(LineRef::new(1, 4)), Edit::Insert(LineRef::new(2, 1), "note x".into())],
                Some("agreed"),
            ),
            Action::undo(NonZero::<u32>::MIN),
            Action::Rules { rules: vec![("years".to_owned(), "3".to_owned())] },
            Action::Format,
        ];
        for action in actions {
            let text = serde_json::to_string(&action).expect("written");
            assert_eq!(serde_json::from_str::<Action>(&text).expect(&text), action);
        }
    }
}
