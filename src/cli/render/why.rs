//! Renders the explanation of a line.

use super::{
    messages,
    style::{faint, strong, wrap},
};
use crate::{
    log::{BETWEEN_PARTS, Spot},
    referee::{Explained, Referee, Why},
    table::{Book, escape::clean},
};

/// What a line of a log did, and why.
pub fn text(why: &Why, referee: &dyn Referee) -> String {
    let (book, log) = (referee.book(), referee.log());
    let tally = Spot::Tally(why.place.round);
    let (spot, text) = match log.text_at(&tally).filter(|_| why.place.line > 0 && log.line(why.place).is_none()) {
        Some(parts) => (tally, parts.replace(BETWEEN_PARTS, " · ")),
        None => (Spot::Line(why.place), why.text.clone()),
    };
    let mut parts = vec![wrap(&clean(&text), &format!("{}  ", strong(&spot.to_string())), "  ")];
    parts.extend(why.steps.iter().map(|step| explained(step, book)));
    if let Some(halted) = referee.halted().filter(|halted| *halted < why.place) {
        let text = format!("It was not judged: the log stops being judged at {halted}, at a step that can't have happened.");
        parts.push(faint(&wrap(&text, "  ", "  ")));
    } else if why.steps.iter().all(|step| step.consequences.is_empty() && step.verdict.is_none()) {
        parts.push(faint(&wrap("Nothing else followed from it.", "  ", "  ")));
    }
    // The cited clauses, each once.
    let mut cited = Vec::new();
    for consequence in why.steps.iter().flat_map(|step| &step.consequences) {
        if !cited.contains(&consequence.clause) {
            cited.push(consequence.clause);
        }
    }
    let texts = cited.into_iter().filter_map(|clause| Some((clause, book.text_of(book.clause(clause)?, referee.rules()))));
    parts.extend(texts.map(|(clause, text)| faint(&wrap(&format!("{clause}  {text}"), "  ", "          "))));
    parts.join("\n")
}

fn explained(step: &Explained, book: &Book) -> String {
    let mut lines = Vec::new();
    if let Some(verdict) = &step.verdict {
        lines.push(messages::verdict(&step.step, verdict, book));
    }
    if !step.description.is_empty() {
        lines.push(wrap(&clean(&step.description), "  ", "    "));
    }
    lines.extend(step.consequences.iter().map(messages::consequence));
    lines.join("\n")
}
