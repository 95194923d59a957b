//! Renders the explanation of a line.

use super::{
    messages,
    style::{faint, strong, wrap},
};
use crate::{
    log::{BETWEEN_PARTS, CorrectionTarget},
    referee::{ExplainedStep, LineExplanation, Referee, Verdict},
    table::escape::clean,
};

/// Renders the explanation of a line: its steps and their consequences, then the cited clauses.
pub fn text(explanation: &LineExplanation, referee: &dyn Referee) -> String {
    let log = referee.log();
    let tally = CorrectionTarget::Tally(explanation.place.round);
    // A tally has the line reference after the last line of its round.
    let (target, text) = match log.text_at(&tally).filter(|_| explanation.place.line > 0 && log.line(explanation.place).is_none())
    {
        Some(parts) => (tally, parts.replace(BETWEEN_PARTS, " · ")),
        None => (CorrectionTarget::Line(explanation.place), explanation.text.clone()),
    };
    let mut parts = vec![wrap(&clean(&text), &format!("{}  ", strong(&target.to_string())), "  ")];
    parts.extend(explanation.steps.iter().map(step_explanation));
    if let Some(halted) = referee.halted().filter(|halted| *halted < explanation.place) {
        let text = format!("It was not judged: the log stops being judged at {halted}, at a step that can't have happened.");
        parts.push(faint(&wrap(&text, "  ", "  ")));
    } else if explanation.steps.iter().all(|step| step.consequences.is_empty() && step.verdict.is_none()) {
        parts.push(faint(&wrap("Nothing else followed from it.", "  ", "  ")));
    }
    let mut cited_clauses = Vec::new();
    for step in &explanation.steps {
        let broken_clause = step.verdict.iter().filter_map(|verdict| verdict.clause.clone());
        for clause in broken_clause.chain(step.consequences.iter().map(|consequence| consequence.clause.to_string())) {
            if !cited_clauses.contains(&clause) {
                cited_clauses.push(clause);
            }
        }
    }
    parts.extend(cited_clauses.iter().filter_map(|clause| whole_clause(clause, referee)));
    parts.join("\n")
}

/// Renders a clause with its whole text. `None` if the game has no such clause.
pub(crate) fn whole_clause(clause: &str, referee: &dyn Referee) -> Option<String> {
    let text = referee.book().text_of(referee.book().find_clause_ignoring_case(clause)?, referee.rules());
    Some(faint(&wrap(&format!("{clause}  {text}"), "  ", "          ")))
}

fn step_explanation(step: &ExplainedStep) -> String {
    let mut lines = Vec::new();
    if let Some(verdict) = &step.verdict {
        // The text of the clause follows at the end of the explanation.
        lines.push(messages::verdict(&step.step, &Verdict { clause_text: None, ..verdict.clone() }));
    }
    if !step.description.is_empty() {
        lines.push(wrap(&clean(&step.description), "  ", "    "));
    }
    lines.extend(step.consequences.iter().map(messages::consequence));
    lines.join("\n")
}
