//! The shapes of the JSON documents that several commands share. They are stable: scripts rely on them.

use super::{answer::Answer, files::shown, say};
use anyhow::Result;
use fowlplay::{
    log::{self, Correction, FileError, ReadError},
    referee::{Amended, Refusal, ScoreChange},
    table::Points,
};
use serde_json::{Map, Value, json};
use std::path::Path;

/// `{"file","changed","gone","come","scores","winners","effects","marked"}`, of a log that was saved.
pub fn amended(file: &Path, amended: &Amended) -> Result<Answer> {
    let Amended { gone, come, scores, winners, effects, marked, halted, .. } = amended;
    let points = |points: Points| points.exactly().map_or_else(|| json!(points.range()), |points| json!(points));
    let score = |score: &ScoreChange| json!({"name": score.name, "now": points(score.now), "was": points(score.was)});
    let scores: Vec<Value> = scores.iter().map(score).collect();
    let change = |change: &Correction| json!({"at": change.at.to_string(), "was": change.was, "now": change.now});
    let document = json!({
        "file": shown(file),
        "changed": amended.changes().map(change).collect::<Vec<_>>(),
        "gone": gone,
        "come": come,
        "scores": scores,
        "winners": winners,
        "effects": effects,
        "marked": marked,
    });
    Ok(Answer::of_log(&document, *halted)?.of_saved())
}

/// A value of a log's `[rules]` or `[deck]`.
pub fn value(value: &log::Value) -> Value {
    match value {
        log::Value::Word(word) => json!(word),
        log::Value::Whole(number) => json!(number),
        log::Value::Flag(flag) => json!(flag),
        log::Value::List(items) => items.iter().map(|item| self::value(&item.value)).collect(),
        log::Value::Map(entries) => Value::Object(map(entries)),
    }
}

/// A log's `[rules]` or `[deck]`.
pub fn map(entries: &[log::KeyValue]) -> Map<String, Value> {
    entries.iter().map(|entry| (entry.key.to_string(), value(&entry.value))).collect()
}

/// `{"message"}`, with `line` and `column` where the text of a log can't be read: all that is wrong, first what is to be told alone.
pub fn file_errors(error: &FileError) -> Vec<Value> {
    let slip = |slip: &ReadError| {
        let expected = if slip.expected.is_empty() {
            String::new()
        } else {
            format!("{} {}", if slip.message.ends_with('?') { "" } else { ";" }, slip.expected)
        };
        json!({"line": slip.line, "column": slip.column, "message": format!("{}{expected}", slip.message)})
    };
    match error {
        FileError::Read { error, more, .. } => std::iter::once(&**error).chain(more).map(slip).collect(),
        other => vec![json!({"line": null, "column": null, "message": other.to_string()})],
    }
}

/// `{"message"}` with what else a refusal says: the verdict, the later findings, the choices.
pub fn refusal(refusal: &Refusal) -> Value {
    match refusal {
        Refusal::Unparsed { line, range, problem, expected } => {
            json!({"message": problem, "text": line, "from": range.start, "to": range.end, "expected": expected})
        }
        Refusal::Ambiguous { line, question, options } => json!({"message": question, "text": line, "options": options}),
        Refusal::ChooseFirst { question, players } => json!({"message": question, "players": players}),
        Refusal::OfLine { nth, refusal } => {
            let mut document = self::refusal(refusal);
            document["nth"] = json!(nth + 1);
            document
        }
        Refusal::Foul { actor, step, verdict, .. } => json!({
            "message": verdict.message,
            "nth": 1,
            "text": say::act(actor.as_deref(), step),
            "verdict": verdict.word(),
            "clause": verdict.clause,
            "rules": verdict.rules,
            "alternatives": verdict.alternatives,
            "hints": verdict.hints,
        }),
        Refusal::LaterImpossible(later) => json!({"message": say::LATER_IMPOSSIBLE, "findings": [later]}),
        Refusal::LaterIllegal(later) => json!({"message": say::later_illegal(later), "findings": later}),
        Refusal::Halted { place, text } => json!({"message": say::halted(*place, text), "halted": place.to_string()}),
        Refusal::Cannot(why) => json!({"message": why}),
    }
}
