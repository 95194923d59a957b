//! The referee's reports: verdicts, findings, and recorded steps.

use crate::{
    log::Place,
    table::{Consequence, Kind, Parts, Points, RuleValue, Seats, TableRule, Values, Zone, or_list},
};
use serde::{Serialize, Serializer, ser::SerializeStruct as _};
use std::{borrow::Cow, fmt};

/// What the referee says of one step.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Verdict {
    /// What is wrong; none for a legal step.
    pub kind: Option<Kind>,
    /// The clause that is broken (`ER-4.2`).
    pub clause: Option<String>,
    /// What that clause says under the table rules in force.
    pub clause_text: Option<Cow<'static, str>>,
    /// Why, with the cards that make it so; for a legal step what it does.
    pub message: String,
    /// The table rules that decide it: under another value of each it would be legal.
    pub rules: Vec<DecidingRule>,
    /// Up to three of the nearest legal steps, canonical, for a hand that holds what was tried.
    pub alternatives: Vec<String>,
    /// Other kinds of step that are open, in words (`hatch a card`): with which cards is nobody's to know.
    pub hints: Vec<&'static str>,
    /// For an impossible step: the lines that put the card where it lies.
    pub elsewhere: Vec<Elsewhere>,
}

impl Verdict {
    /// The verdict on a legal step.
    pub fn legal(message: impl Into<String>) -> Self {
        Self { message: message.into(), ..Self::default() }
    }

    /// `legal`, `illegal`, `impossible` or `revoke`.
    pub fn word(&self) -> &'static str {
        self.kind.map_or("legal", Kind::word)
    }
}

impl Serialize for Verdict {
    /// `{"verdict","clause","message","rules","alternatives","hints","elsewhere"}`.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_struct("Verdict", 7)?;
        fields.serialize_field("verdict", self.word())?;
        fields.serialize_field("clause", &self.clause)?;
        fields.serialize_field("message", &self.message)?;
        fields.serialize_field("rules", &self.rules)?;
        fields.serialize_field("alternatives", &self.alternatives)?;
        fields.serialize_field("hints", &self.hints)?;
        fields.serialize_field("elsewhere", &self.elsewhere)?;
        fields.end()
    }
}

/// A table rule that decides a verdict: `{"key","value","legal_under"}`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct DecidingRule {
    /// The key in `[rules]`.
    pub key: &'static str,
    /// Its value.
    pub value: RuleValue,
    /// The values under which it would be legal: of a whole number the nearest below and above.
    pub legal_under: Vec<RuleValue>,
    /// The same in words: `pair or never`, `31 or more`.
    #[serde(skip)]
    pub under: String,
}

impl DecidingRule {
    /// A rule whose value is `now`, and the values that would make it legal, ascending: at least one.
    pub(super) fn new(rule: &'static TableRule, now: u16, legal: &[u16]) -> Self {
        let write = |number: &u16| rule.values.write(*number);
        let (key, value) = (rule.key, write(&now));
        let Values::Whole { least, most, .. } = rule.values else {
            let legal_under: Vec<RuleValue> = legal.iter().map(write).collect();
            return Self { key, value, under: or_list(&legal_under), legal_under };
        };
        // Numbers in a row on either side of the present one: the nearest of them, and how far they go.
        let (below, above) = legal.split_at(legal.partition_point(|number| *number < now));
        let down = below.chunk_by(|one, next| one + 1 == *next).last();
        let up = above.chunk_by(|one, next| one + 1 == *next).next();
        let row = |row: &[u16]| match *row {
            [first, .., last] if first == least => format!("{last} or less"),
            [first, .., last] if last == most => format!("{first} or more"),
            [first, .., last] => format!("{first} to {last}"),
            _ => or_list(row),
        };
        Self {
            key,
            value,
            legal_under: down.and_then(<[u16]>::last).into_iter().chain(up.and_then(<[u16]>::first)).map(write).collect(),
            under: down.into_iter().chain(up).map(row).collect::<Vec<_>>().join(", or "),
        }
    }
}

/// `must_capture = hand; under pair or never it would be legal`.
impl fmt::Display for DecidingRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} = {}; under {} it would be legal", self.key, self.value, self.under)
    }
}

/// The line that put a card where it lies.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Elsewhere {
    /// Where that line stands.
    #[serde(rename = "at", serialize_with = "in_writing")]
    pub place: Place,
    /// What it did: `7SK: hatched by Ada`.
    pub text: String,
}

/// Something found in a log.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Finding {
    /// The round, counted from 1.
    pub round: u32,
    /// The line of its `moves`, counted from 1; 0 is the round's own `first`, and a tally stands after the last line.
    pub line: u32,
    /// The step of the line, counted from 1; 0 with line 0 and for a tally.
    pub step: u32,
    /// Who did it; none for the table.
    pub actor: Option<String>,
    /// The step as the log has it.
    pub text: String,
    /// `illegal`, `impossible`, `revoke`, or `overruled` where the table let it stand.
    pub kind: Kind,
    /// What is wrong with it; never legal.
    #[serde(flatten, serialize_with = "what_is_said")]
    pub verdict: Verdict,
    /// The reason that was written for letting it stand.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

/// A place as it is written: `1.4`.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands it over so")]
fn in_writing<S: Serializer>(place: &Place, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(place)
}

/// What a finding says of its verdict: its kind stands beside it.
fn what_is_said<S: Serializer>(verdict: &Verdict, serializer: S) -> Result<S::Ok, S::Error> {
    let mut fields = serializer.serialize_struct("Verdict", 3)?;
    fields.serialize_field("clause", &verdict.clause)?;
    fields.serialize_field("message", &verdict.message)?;
    fields.serialize_field("rules", &verdict.rules)?;
    fields.end()
}

impl Finding {
    /// Its place.
    pub fn place(&self) -> Place {
        Place::new(self.round, self.line)
    }

    /// Whether it counts against the log: everything but what was overruled.
    pub fn is_foul(&self) -> bool {
        self.kind != Kind::Overruled
    }
}

/// Who may act, and with which kinds of step.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Expected {
    /// The player; none for the table.
    pub actor: Option<String>,
    /// The verbs.
    pub kinds: Vec<&'static str>,
}

/// A legal step of a player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Offer {
    /// The player.
    pub actor: String,
    /// The step, canonical.
    pub step: String,
    /// What it is made of.
    pub parts: Parts,
    /// Whether it is the only one, and everybody can see from what lies open that it is.
    #[serde(skip)]
    pub openly_forced: bool,
}

/// A step that was judged legal (or let stand) and entered in the log.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Entered {
    /// The line it stands in.
    #[serde(flatten)]
    pub place: Place,
    /// Who did it; none for the table.
    pub actor: Option<String>,
    /// The step, canonical.
    pub step: String,
    /// The step in words, with names and suits.
    #[serde(rename = "read_back")]
    pub description: String,
    /// What it does here that its text doesn't say (`now on 7SK`): the same words that do something else are another step.
    #[serde(skip)]
    pub effect: String,
    /// What followed from it.
    #[serde(rename = "tellings")]
    pub consequences: Vec<Consequence>,
    /// If it was let stand: the verdict on it.
    pub overruled: Option<Verdict>,
}

/// Why a line did what it did.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Why {
    /// The line.
    #[serde(flatten)]
    pub place: Place,
    /// Its text.
    pub text: String,
    /// Each step of it: as written, in words, what followed, and what was found against it.
    pub steps: Vec<Explained>,
}

/// A line of a game, and the table behind it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stage {
    /// What it did; line 0 is the beginning of a round, and a tally stands after the last.
    pub why: Why,
    /// What lies open then, and counts.
    pub open: Vec<Zone>,
    /// Who may act then.
    pub acting: Seats,
    /// What each player has in all then, as the table can see it.
    pub totals: Vec<Points>,
}

/// A step with its consequences.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Explained {
    /// The step, canonical.
    pub step: String,
    /// The step in words; empty for a note, and for a step that was never done.
    #[serde(rename = "read_back")]
    pub description: String,
    /// What followed, clause by clause.
    #[serde(rename = "tellings")]
    pub consequences: Vec<Consequence>,
    /// The verdict, where it was not legal.
    pub verdict: Option<Verdict>,
}

/// A later line whose text stays and whose effect changes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct EffectChange {
    /// Where the line stands now.
    #[serde(flatten)]
    pub place: Place,
    /// Its step.
    pub text: String,
    /// What it does now.
    pub now: String,
    /// What it did before.
    pub was: String,
}

/// A player's total that is another after a change further back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScoreChange {
    /// The player.
    pub name: String,
    /// The total now.
    pub now: Points,
    /// The total before.
    pub was: Points,
}

/// Other winners than before a change further back.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct WinnersChange {
    /// Who wins, or shares the win, now.
    pub now: Vec<String>,
    /// Who did before.
    pub was: Vec<String>,
}
