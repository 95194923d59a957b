//! Which clauses verdicts quote: each one once, then only its number.

use crate::referee::{Finding, Refusal, Verdict};
use std::{borrow::Cow, collections::HashSet};

/// The clauses quoted so far in a session, or in one run of a command.
#[derive(Debug, Default)]
pub struct Clauses {
    /// Whether no clause is quoted, because the reader knows the rules.
    pub is_brief: bool,
    /// The quoted clauses by text, because table rules may change a clause's text.
    quoted: HashSet<Cow<'static, str>>,
}

impl Clauses {
    /// Starts with no clause quoted. If `is_brief`, none ever is.
    pub fn new(is_brief: bool) -> Self {
        Self { is_brief, quoted: HashSet::new() }
    }

    /// Switches between quoting each clause once and quoting none; starts anew.
    pub fn toggle(&mut self) {
        *self = Self::new(!self.is_brief);
    }

    /// Reduces the clause of a verdict to its number if it was quoted before.
    pub fn cite(&mut self, verdict: &mut Verdict) {
        verdict.clause_text.take_if(|text| self.is_brief || !self.quoted.insert(text.clone()));
    }

    /// The same for every finding.
    pub fn cite_findings<'f>(&mut self, findings: impl IntoIterator<Item = &'f mut Finding>) {
        findings.into_iter().for_each(|finding| self.cite(&mut finding.verdict));
    }

    /// The same for the verdicts of a refusal.
    pub fn cite_refusal(&mut self, refusal: &mut Refusal) {
        match refusal {
            Refusal::Foul { verdict, .. } => self.cite(verdict),
            Refusal::LaterImpossible(later) => self.cite(&mut later.verdict),
            Refusal::LaterIllegal(later) => self.cite_findings(later),
            Refusal::OfLine { refusal, .. } => self.cite_refusal(refusal),
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn verdict(text: &'static str) -> Verdict {
        Verdict { clause: Some("TB-3".to_owned()), clause_text: Some(text.into()), ..Verdict::default() }
    }

    #[test]
    fn a_clause_is_quoted_once() {
        let mut clauses = Clauses::new(false);
        let mut quoted = |text| {
            let mut verdict = verdict(text);
            clauses.cite(&mut verdict);
            verdict.clause_text.is_some()
        };
        assert_eq!([quoted("one"), quoted("one"), quoted("under another table rule")], [true, false, true]);
    }

    #[test]
    fn to_who_knows_the_rules_none_is_quoted() {
        let mut clauses = Clauses::new(true);
        let mut refusal = Refusal::OfLine {
            nth: 0,
            refusal: Box::new(Refusal::Foul {
                actor: None,
                step: String::new(),
                line: String::new(),
                verdict: Box::new(verdict("one")),
            }),
        };
        clauses.cite_refusal(&mut refusal);
        let Refusal::OfLine { refusal, .. } = &refusal else { unreachable!("as above") };
        assert!(matches!(&**refusal, Refusal::Foul { verdict, .. } if verdict.clause_text.is_none()));
        clauses.toggle();
        assert!(!clauses.is_brief);
    }
}
