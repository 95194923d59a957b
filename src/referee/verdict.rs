//! What the referee says: verdicts, findings, and what was entered.

use crate::{
    log::Place,
    table::{Kind, RuleInForce, Telling},
};
use serde::Serialize;

/// What the referee says of one step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// What is wrong; none for a legal step.
    pub kind: Option<Kind>,
    /// The clause that is broken (`ER-4.2`).
    pub clause: Option<String>,
    /// What that clause says.
    pub clause_text: Option<&'static str>,
    /// Why, with the cards that make it so; for a legal step what it does.
    pub message: String,
    /// The table rule that decided it, with its value.
    pub rule: Option<RuleInForce>,
    /// Up to three of the nearest legal steps, canonical.
    pub alternatives: Vec<String>,
    /// For an impossible step: the lines that put the card where it lies.
    pub elsewhere: Vec<Elsewhere>,
}

impl Verdict {
    /// The verdict on a legal step.
    pub fn legal(message: impl Into<String>) -> Self {
        Self {
            kind: None,
            clause: None,
            clause_text: None,
            message: message.into(),
            rule: None,
            alternatives: Vec::new(),
            elsewhere: Vec::new(),
        }
    }

    /// `legal`, `illegal`, `impossible` or `revoke`.
    pub const fn word(&self) -> &'static str {
        match self.kind {
            None => "legal",
            Some(kind) => kind.word(),
        }
    }
}

/// The line that put a card where it lies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Elsewhere {
    /// Where that line stands.
    pub place: Place,
    /// What it did: `7SK: hatched by Ada`.
    pub text: String,
}

/// Something found in a log.
#[derive(Clone, Debug, PartialEq, Eq)]
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
    /// What is wrong with it; never legal.
    pub verdict: Verdict,
    /// `illegal`, `impossible`, `revoke`, or `overruled` where the table let it stand.
    pub kind: Kind,
    /// The reason that was written for letting it stand.
    pub reason: Option<String>,
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
    /// Whether it is the only one, and everybody can see from what lies open that it is.
    #[serde(skip)]
    pub openly_forced: bool,
}

/// A step that was judged legal (or let stand) and entered in the log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entered {
    /// The line it stands in.
    pub place: Place,
    /// Who did it; none for the table.
    pub actor: Option<String>,
    /// The step, canonical.
    pub step: String,
    /// The step read back with names and suits.
    pub read_back: String,
    /// What followed from it.
    pub tellings: Vec<Telling>,
    /// If it was let stand: the verdict on it.
    pub overruled: Option<Verdict>,
}

/// Why a line did what it did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Why {
    /// The line.
    pub place: Place,
    /// Its text.
    pub text: String,
    /// Each step of it: as written, read back, what followed, and what was found against it.
    pub steps: Vec<Explained>,
}

/// A step with its consequences.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explained {
    /// The step, canonical.
    pub step: String,
    /// The step read back.
    pub read_back: String,
    /// What followed, clause by clause.
    pub tellings: Vec<Telling>,
    /// The verdict, where it was not legal.
    pub verdict: Option<Verdict>,
}

/// A later line whose text stays and whose effect changes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EffectChange {
    /// Where the line stands now.
    pub place: Place,
    /// Its step.
    pub text: String,
    /// What it does now.
    pub now: String,
    /// What it did before.
    pub was: String,
}
