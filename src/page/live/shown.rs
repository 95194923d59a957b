//! The score, and the effects of a change, as a page shows them: texts and cards, which a script only lays out.

use crate::{
    page::{Words, codes, sheet},
    referee::{Amended, Finding, Referee},
    table::{Face, Ink, Item, PlayerSheet, Points, Sheet, and_list, capitalized, escape::clean},
};
use serde_json::{Value, json};

/// The score after the rounds of a sheet:
/// `{"headline","sums":{"head","rows"},"notes","players":[{"name","total","besides","wins","before","rounds"}],"rounds":[{"name","tallies"}]}`,
/// with a tally `{"seat","name","points","items","nothing"}` of each player, and an item
/// `{"label","clause","points","value","steps","why","cards"}`.
pub(super) fn score(referee: &dyn Referee, score: &Sheet) -> Value {
    let (book, words) = (referee.book(), Words::of(referee));
    let rounds = score.rounds();
    let sums = sheet::sums(book, score);
    let head: Vec<&str> = std::iter::once("").chain(score.players.iter().map(|player| player.name.as_str())).collect();
    let notes: Vec<&String> = score.tiebreak.iter().chain(&score.notes).collect();
    let players = score.players.iter().map(|player| {
        let last = player.rounds.get(rounds.wrapping_sub(1));
        let is_counted_by_rounds = score.unit.is_some();
        let shown = |nth: usize| Some(json!({"name": score.round_name(book, nth)?, "points": sheet::gained(player.rounds.get(nth)?.points())}));
        // Where both are known, the points are counted up from what they were before the round.
        let before = match (player.total.exactly(), last.map_or(Some(0), |round| round.points().exactly())) {
            (Some(_), Some(_)) if is_counted_by_rounds => Some(0),
            (Some(total), Some(points)) => Some(total - points),
            _ => None,
        };
        json!({
            "name": player.name,
            "total": if is_counted_by_rounds { last.map(|round| round.points().to_string()) } else { Some(player.total.to_string()) },
            "besides": score.unit.map(|unit| format!("{} {unit}", player.total)),
            "wins": player.winner,
            "before": before,
            "rounds": if rounds > 1 { (0..rounds).filter_map(shown).collect::<Vec<_>>() } else { Vec::new() },
        })
    });
    let tallies = |nth: usize| {
        let tally = |(seat, player): (usize, &PlayerSheet)| {
            let round = player.rounds.get(nth);
            // Who has left has no such round.
            (round.is_some() || player.left.is_none()).then(|| {
                let items = round.map(|round| round.items.as_slice()).unwrap_or_default();
                let (paid, unpaid): (Vec<&Item>, Vec<&Item>) = items.iter().partition(|item| item.points != Points::ZERO);
                let shown = |items: Vec<&Item>| items.into_iter().map(|one| item(one, &words)).collect::<Vec<_>>();
                json!({
                    "seat": seat,
                    "name": player.name,
                    "points": round.map(|round| round.points().to_string()),
                    "items": shown(paid),
                    "nothing": shown(unpaid),
                })
            })
        };
        score.players.iter().enumerate().filter_map(tally).collect::<Vec<_>>()
    };
    json!({
        "headline": headline(score),
        "sums": {"head": head, "rows": sums.into_iter().map(|(name, cells)| [vec![name], cells].concat()).collect::<Vec<_>>()},
        "notes": notes,
        "players": players.collect::<Vec<_>>(),
        "rounds": (0..rounds).filter_map(|nth| Some(json!({"name": score.round_name(book, nth)?, "tallies": tallies(nth)}))).collect::<Vec<_>>(),
    })
}

fn item(item: &Item, words: &Words) -> Value {
    let codes = codes(item);
    // Eggs are turned one by one.
    let eggs: Vec<i32> = codes.iter().filter_map(|(code, _)| code.parse().ok()).collect();
    let is_egg_by_egg = eggs.len() == codes.len() && eggs.len() > 1 && item.points.exactly() == Some(eggs.iter().sum());
    json!({
        "label": item.label,
        "clause": item.clause.to_string(),
        "points": sheet::gained(item.points),
        "value": item.points.exactly(),
        "steps": is_egg_by_egg.then_some(eggs),
        "why": (!item.why.is_empty() && !sheet::names_cards(item)).then(|| capitalized(&clean(&item.why))),
        "cards": codes.into_iter().map(|(code, pays)| card(code, pays, words)).collect::<Vec<_>>(),
    })
}

/// A card with the number that it stands for, and whether it pays while others don't.
fn card(code: &str, pays: bool, words: &Words) -> Value {
    let (printed, stands) = code.split_once('=').map_or((code, None), |(printed, number)| (printed, Some(number)));
    let unknown = || Face::from(vec![(Ink::Strong, code.to_owned())]);
    let mut card = json!(words.face(printed).cloned().unwrap_or_else(unknown));
    card["stands"] = json!(stands);
    card["pays"] = json!(pays);
    card
}

/// Who won, or who leads and by how much.
fn headline(score: &Sheet) -> String {
    if score.complete {
        return score.outcome();
    }
    let most = |player: &PlayerSheet| player.total.range().1;
    let leading = score.leading();
    let others =
        score.players.iter().filter(|player| player.left.is_none() && !leading.iter().any(|one| one.name == player.name));
    let (Some(best), Some(next)) = (leading.first().map(|player| most(player)), others.map(most).max()) else {
        return "All are level".to_owned();
    };
    let names = and_list(leading.iter().map(|player| clean(&player.name)));
    if leading.len() > 1 {
        return format!("{names} lead");
    }
    let (lead, unit) = (best - next, score.unit.unwrap_or("points"));
    format!("{names} leads by {lead} {}", if lead == 1 { unit.trim_end_matches('s') } else { unit })
}

/// What a change does besides what it changes in the log, by kind: `[{"title","rows"}]`.
pub(super) fn effects(change: &Amended) -> Value {
    let found = |finding: &Finding| format!("{} {}: {}", finding.place(), finding.text, finding.verdict.message);
    let names = |names: &[String]| if names.is_empty() { "nobody".to_owned() } else { and_list(names) };
    let lines = |place: &crate::log::Place| {
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
        ("No foul any more", change.gone.iter().map(found).collect()),
        ("A foul now", change.come.iter().map(found).collect()),
        ("Let stand", change.marked.iter().map(lines).collect()),
    ];
    let groups = groups.into_iter().filter(|(_, rows)| !rows.is_empty());
    groups.map(|(title, rows)| json!({"title": title, "rows": rows})).collect()
}
