//! The reports of the referee: verdicts, findings, and recorded steps.

use crate::{
    log::LineRef,
    table::{AllowedValues, CardsDue, ClauseId, Consequence, FindingKind, Points, RuleValue, Seats, StepParts, TableRule, Zone},
};
use serde::{Serialize, Serializer, ser::SerializeStruct as _};
use std::{borrow::Cow, collections::BTreeMap};

/// The verdict on one step.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Verdict {
    /// The kind of fault. `None` for a legal step.
    pub kind: Option<FindingKind>,
    /// The clause that is broken (`ER-4.2`).
    pub clause: Option<String>,
    /// The first sentence of the broken clause, which is the rule itself, under the table rules in force.
    pub clause_text: Option<Cow<'static, str>>,
    /// The explanation, with the cards that matter; for a legal step, its description.
    pub message: String,
    /// The parts of the message about a tried step: its explanation, or its description and each of its immediate consequences.
    pub parts: Vec<String>,
    /// The deciding table rules: under another value of each, the step would be legal.
    pub rules: Vec<DecidingRule>,
    /// Up to three of the nearest legal steps, in canonical notation. Their cards are open, or named in the judged step.
    pub alternatives: Vec<String>,
    /// The other open verbs in words (`hatch a card`), because their steps would reveal hidden cards. `and more` comes last, if
    /// some alternatives were left out.
    pub hints: Vec<&'static str>,
    /// The lines that put the card of an impossible step at its present location.
    pub moved_by: Vec<MovedBy>,
    /// Whether the step breaks a rule only because it is incomplete.
    pub is_incomplete: bool,
}

pub(super) const AND_MORE: &str = "and more";

impl Verdict {
    /// The verdict on a legal step.
    pub fn legal(message: impl Into<String>) -> Self {
        Self { message: message.into(), ..Self::default() }
    }

    /// `legal`, `illegal`, `impossible` or `revoke`.
    pub fn word(&self) -> &'static str {
        self.kind.map_or("legal", FindingKind::word)
    }

    /// The legal alternatives: steps, and kinds of step in words.
    pub fn suggestions(&self) -> Vec<&str> {
        let suggestions: Vec<&str> = self.alternatives.iter().map(String::as_str).chain(self.hints.iter().copied()).collect();
        if suggestions == [AND_MORE] { Vec::new() } else { suggestions }
    }

    /// The table rules that would allow the step, in a sentence. A rule with a number appears only if the verdict cites its clause,
    /// and only with the nearest number. [`rules`](Self::rules) has all numbers.
    pub fn house_rule(&self) -> Option<String> {
        let settings: Vec<String> = self.rules.iter().flat_map(|rule| rule.settings(self.clause.as_deref())).collect();
        (!settings.is_empty()).then(|| format!("House rule {} would allow it.", settings.join(" or ")))
    }
}

impl Serialize for Verdict {
    /// `{"verdict","clause","says","message","rules","house_rule","alternatives","hints","elsewhere"}`.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_struct("Verdict", 9)?;
        fields.serialize_field("verdict", self.word())?;
        fields.serialize_field("clause", &self.clause)?;
        fields.serialize_field("says", &self.clause_text)?;
        fields.serialize_field("message", &self.message)?;
        fields.serialize_field("rules", &self.rules)?;
        fields.serialize_field("house_rule", &self.house_rule())?;
        fields.serialize_field("alternatives", &self.alternatives)?;
        fields.serialize_field("hints", &self.hints)?;
        fields.serialize_field("elsewhere", &self.moved_by)?;
        fields.end()
    }
}

/// A table rule that decides a verdict: `{"key","value","legal_under"}`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct DecidingRule {
    /// The key in `[rules]`.
    pub key: &'static str,
    /// The present value of the rule.
    pub value: RuleValue,
    /// The values under which the step would be legal. For a number, only the nearest below and above.
    pub legal_under: Vec<RuleValue>,
    /// The clause that the rule changes.
    #[serde(skip)]
    pub clause: ClauseId,
}

impl DecidingRule {
    /// A deciding rule with its present value and those under which the step would be legal, ascending. Both are given by the numbers
    /// that stand for the values.
    pub(super) fn new(rule: &'static TableRule, present: u16, legal: &[u16]) -> Self {
        let write = |number: &u16| rule.values.write(*number);
        let legal_under = match rule.values {
            AllowedValues::Whole { .. } => {
                let (below, above) = legal.split_at(legal.partition_point(|number| *number < present));
                below.last().into_iter().chain(above.first()).map(write).collect()
            }
            _ => legal.iter().map(write).collect(),
        };
        Self { key: rule.key, value: write(&present), legal_under, clause: rule.clause }
    }

    /// The settings to name in a verdict that cites this clause: `must_capture=pair`, `must_capture=never`.
    fn settings(&self, clause: Option<&str>) -> Vec<String> {
        let RuleValue::Whole(present) = self.value else {
            return self.legal_under.iter().map(|value| format!("{}={value}", self.key)).collect();
        };
        let is_cited = clause.is_some_and(|clause| clause == self.clause.to_string());
        let numbers =
            self.legal_under.iter().filter_map(|value| if let RuleValue::Whole(number) = value { Some(*number) } else { None });
        let nearest = numbers.filter(|_| is_cited).min_by_key(|number| number.abs_diff(present));
        nearest.map(|number| format!("{}={number}", self.key)).into_iter().collect()
    }
}

/// The line that put a card at its present location.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct MovedBy {
    /// The reference of the line.
    #[serde(rename = "at", serialize_with = "serialize_line_ref")]
    pub place: LineRef,
    /// The effect of that line: `7SK: hatched by Ada`.
    pub text: String,
}

/// A finding: a fault in a log.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Finding {
    /// The round, counted from 1.
    pub round: u32,
    /// The line of the round's `moves`, counted from 1. Line 0 is the `first` of the round; a tally counts as the line after the
    /// last.
    pub line: u32,
    /// The step of the line, counted from 1; 0 for a `first` and for a tally.
    pub step: u32,
    /// The actor. `None` for the table.
    pub actor: Option<String>,
    /// The step as written in the log.
    pub text: String,
    /// `illegal`, `impossible` or `revoke`; `overruled` if the table overruled it.
    pub kind: FindingKind,
    /// The verdict, never legal.
    #[serde(flatten, serialize_with = "serialize_verdict")]
    pub verdict: Verdict,
    /// The reason that overrules the step.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn serialize_line_ref<S: Serializer>(line_ref: &LineRef, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(line_ref)
}

/// Serialises the verdict of a finding, without its kind, which is a field of the finding.
fn serialize_verdict<S: Serializer>(verdict: &Verdict, serializer: S) -> Result<S::Ok, S::Error> {
    let mut fields = serializer.serialize_struct("Verdict", 3)?;
    fields.serialize_field("clause", &verdict.clause)?;
    fields.serialize_field("message", &verdict.message)?;
    fields.serialize_field("rules", &verdict.rules)?;
    fields.end()
}

impl Finding {
    /// The reference of the finding's line.
    pub fn place(&self) -> LineRef {
        LineRef::new(self.round, self.line)
    }

    /// Whether the finding counts against the log. An overruled finding does not.
    pub fn is_foul(&self) -> bool {
        self.kind != FindingKind::Overruled
    }
}

/// An actor who may act, with the open verbs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ExpectedSteps {
    /// The player. `None` for the table.
    pub actor: Option<String>,
    /// The kinds of step (verbs).
    #[serde(rename = "kinds")]
    pub verbs: Vec<&'static str>,
    /// The number of cards that a step of each verb has to name, if that follows from the state of the table, and the codes
    /// of cards that don't count towards that number.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub counts: BTreeMap<&'static str, CardsDue>,
}

/// A legal step.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LegalStep {
    /// The player.
    pub actor: String,
    /// The step in canonical notation.
    pub step: String,
    /// The parts of the step.
    pub parts: StepParts,
    /// Whether the step is the only legal one, and every player can see that from the open cards.
    #[serde(skip)]
    pub openly_forced: bool,
}

/// The state of the table as a position: `{"at","is_earlier","position"}`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PositionAt {
    /// The line before which the position holds.
    #[serde(serialize_with = "serialize_line_ref")]
    pub at: LineRef,
    /// Whether the position is earlier than the end of the log: at the beginning of an unfinished turn.
    pub is_earlier: bool,
    /// The parts: each player's, and the table's.
    #[serde(rename = "position")]
    pub parts: Vec<String>,
}

/// A recorded step, legal or overruled.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RecordedStep {
    /// The reference of the step's line.
    #[serde(flatten)]
    pub place: LineRef,
    /// The actor. `None` for the table.
    pub actor: Option<String>,
    /// The step in canonical notation.
    pub step: String,
    /// The step in words, with names and suits.
    #[serde(rename = "read_back")]
    pub description: String,
    /// An effect that the step's text doesn't state (`now on 7SK`). If the effect changes, the step means something else although
    /// its text is unchanged.
    #[serde(skip)]
    pub effect: String,
    /// The consequences of the step.
    #[serde(rename = "tellings")]
    pub consequences: Vec<Consequence>,
    /// The verdict, if the step was overruled.
    pub overruled: Option<Verdict>,
}

/// The explanation of a line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LineExplanation {
    /// The reference of the line.
    #[serde(flatten)]
    pub place: LineRef,
    /// The text of the line.
    pub text: String,
    /// Each step: its text, its description, its consequences, and its verdict.
    pub steps: Vec<ExplainedStep>,
}

/// A line of a game, and the table after it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineSnapshot {
    /// The explanation of the line. Line 0 is the beginning of a round; a tally counts as the line after the last.
    pub why: LineExplanation,
    /// The open zones after the line.
    pub open: Vec<Zone>,
    /// The players who may act after the line.
    pub acting: Seats,
    /// The total of each player after the line, as visible to the table.
    pub totals: Vec<Points>,
}

/// A step with its consequences.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ExplainedStep {
    /// The step in canonical notation.
    pub step: String,
    /// The step in words; empty for a note, and for a step that was never applied.
    #[serde(rename = "read_back")]
    pub description: String,
    /// The consequences of the step, clause by clause.
    #[serde(rename = "tellings")]
    pub consequences: Vec<Consequence>,
    /// The verdict, if the step was not legal.
    pub verdict: Option<Verdict>,
}

/// A step of a line after an amended one: its text is unchanged, but the amendment changed its effect.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct EffectChange {
    /// The present reference of the line.
    #[serde(flatten)]
    pub place: LineRef,
    /// The step.
    pub text: String,
    /// The present effect of the step.
    pub now: String,
    /// The earlier effect of the step.
    pub was: String,
}

/// A player's total that an amendment changed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ScoreChange {
    /// The player.
    pub name: String,
    /// The total now.
    pub now: Points,
    /// The total before.
    pub was: Points,
}

/// Winners that an amendment changed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct WinnersChange {
    /// The present winners.
    pub now: Vec<String>,
    /// The earlier winners.
    pub was: Vec<String>,
}
