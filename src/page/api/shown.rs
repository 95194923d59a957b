//! The score, and the effects of a change, as a page shows them: texts and cards, which a script only lays out.

use crate::{
    page::AnnotatedTexts,
    referee::{Amendment, Finding, Referee},
    table::{ScoreLayout, Sheet, and_list},
};
use serde_json::{Value, json};

/// The score as it is shown, with the faces of its cards.
pub(super) fn score(referee: &dyn Referee, score: &Sheet) -> Value {
    let words = AnnotatedTexts::of(referee);
    json!(ScoreLayout::of(score, referee.book(), &|code| words.face(code).cloned()))
}

/// The effects of a change beyond the log itself, by kind: `[{"title","rows"}]`.
pub(super) fn effects(change: &Amendment) -> Value {
    let found = |finding: &Finding| format!("{} {}: {}", finding.place(), finding.text, finding.verdict.message);
    let names = |names: &[String]| if names.is_empty() { "nobody".to_owned() } else { and_list(names) };
    let lines = |place: &crate::log::LineRef| {
        let text = change.log.line(*place).map(|line| line.text.to_string()).unwrap_or_default();
        format!("{place} {text}")
    };
    let groups: [(&str, Vec<String>); 6] = [
        (
            "The score",
            change.scores.iter().map(|score| format!("{}: would be {}, is {}", score.name, score.now, score.was)).collect(),
        ),
        ("Who wins", change.winners.iter().map(|won| format!("would be {}, is {}", names(&won.now), names(&won.was))).collect()),
        (
            "The same words do something else",
            change.effects.iter().map(|one| format!("{} {}: then {}, now {}", one.place, one.text, one.now, one.was)).collect(),
        ),
        ("No foul any more", change.removed_findings.iter().map(found).collect()),
        ("A foul now", change.added_findings.iter().map(found).collect()),
        ("Let stand", change.marked.iter().map(lines).collect()),
    ];
    let groups = groups.into_iter().filter(|(_, rows)| !rows.is_empty());
    groups.map(|(title, rows)| json!({"title": title, "rows": rows})).collect()
}
