//! The shapes of the JSON documents that several commands share. They are stable: scripts rely on them.

use super::say;
use fowlplay::{
    log::{self, FileError},
    referee::{Amended, Entered, Finding, Refusal, Verdict},
    table::{RuleValue, Telling},
};
use serde::Serialize;
use serde_json::{Map, Value, json};

/// `{"round","line","step","actor","text","kind","clause","message"}`; borrowed, for a log may have many.
#[derive(Serialize)]
pub struct FindingShape<'a> {
    round: u32,
    line: u32,
    step: u32,
    actor: Option<&'a str>,
    text: &'a str,
    kind: &'static str,
    clause: Option<&'a str>,
    message: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'a str>,
}

fn findings(all: &[Finding]) -> Vec<FindingShape<'_>> {
    all.iter().map(finding).collect()
}

/// The shape of a finding.
pub fn finding(finding: &Finding) -> FindingShape<'_> {
    FindingShape {
        round: finding.round,
        line: finding.line,
        step: finding.step,
        actor: finding.actor.as_deref(),
        text: &finding.text,
        kind: finding.kind.word(),
        clause: finding.verdict.clause.as_deref(),
        message: &finding.verdict.message,
        reason: finding.reason.as_deref(),
    }
}

/// `{"verdict","clause","message","alternatives"}`.
pub fn verdict(verdict: &Verdict) -> Value {
    json!({
        "verdict": verdict.word(),
        "clause": verdict.clause,
        "message": verdict.message,
        "alternatives": verdict.alternatives,
    })
}

/// `{"clause","rule","text","aloud"}`.
pub fn telling(telling: &Telling) -> Value {
    json!({
        "clause": telling.clause.to_string(),
        "rule": telling.rule.as_ref().map(ToString::to_string),
        "text": telling.text,
        "aloud": telling.aloud,
    })
}

/// `{"round","line","actor","step","read_back","tellings","overruled"}`.
pub fn entered(entered: &Entered) -> Value {
    json!({
        "round": entered.place.round,
        "line": entered.place.line,
        "actor": entered.actor,
        "step": entered.step,
        "read_back": entered.read_back,
        "tellings": entered.tellings.iter().map(telling).collect::<Vec<_>>(),
        "overruled": entered.overruled.as_ref().map(verdict),
    })
}

/// `{"file","gone","come","effects","marked"}`.
pub fn amended(file: &str, amended: &Amended) -> Value {
    let effects = amended.effects.iter().map(|effect| {
        json!({
            "round": effect.place.round,
            "line": effect.place.line,
            "text": effect.text,
            "now": effect.now,
            "was": effect.was,
        })
    });
    json!({
        "file": file,
        "gone": findings(&amended.gone),
        "come": findings(&amended.come),
        "effects": effects.collect::<Vec<_>>(),
        "marked": amended.marked.iter().map(|place| json!({"round": place.round, "line": place.line})).collect::<Vec<_>>(),
    })
}

/// A value of a table rule.
pub fn rule_value(value: &RuleValue) -> Value {
    match value {
        RuleValue::Word(word) => json!(word),
        RuleValue::Whole(number) => json!(number),
        RuleValue::Flag(flag) => json!(flag),
    }
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
pub fn map(entries: &[log::Entry]) -> Map<String, Value> {
    entries.iter().map(|entry| (entry.key.to_string(), value(&entry.value))).collect()
}

/// `{"message"}`, with `line` and `column` where the text of a log can't be read.
pub fn file_error(error: &FileError) -> Value {
    match error {
        FileError::Read { error, .. } => {
            let expected = if error.expected.is_empty() {
                String::new()
            } else {
                format!("{} {}", if error.message.ends_with('?') { "" } else { ";" }, error.expected)
            };
            json!({"line": error.line, "column": error.column, "message": format!("{}{expected}", error.message)})
        }
        other => json!({"line": null, "column": null, "message": other.to_string()}),
    }
}

/// `{"message"}` with what else a refusal says: the verdict, the later findings, the choices.
pub fn refusal(refusal: &Refusal) -> Value {
    match refusal {
        Refusal::Misread { line, range, problem, expected } => {
            json!({"message": problem, "text": line, "from": range.start, "to": range.end, "expected": expected})
        }
        Refusal::Unclear { line, question, options } => json!({"message": question, "text": line, "options": options}),
        Refusal::ChooseFirst { question, players } => json!({"message": question, "players": players}),
        Refusal::Foul { nth, actor, step, verdict, .. } => json!({
            "message": verdict.message,
            "nth": nth + 1,
            "text": say::act(actor.as_deref(), step),
            "verdict": verdict.word(),
            "clause": verdict.clause,
            "rule": verdict.rule.as_ref().map(ToString::to_string),
            "alternatives": verdict.alternatives,
        }),
        Refusal::LaterImpossible(later) => json!({"message": say::LATER_IMPOSSIBLE, "findings": [finding(later)]}),
        Refusal::LaterIllegal(later) => {
            json!({"message": say::later_illegal(later), "findings": findings(later)})
        }
        Refusal::Cannot(why) => json!({"message": why}),
    }
}
