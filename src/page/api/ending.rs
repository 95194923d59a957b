//! The end of a round or of the game: what each player scored in it, how the totals went, and what a rematch begins with.

use super::shown;
use crate::{
    log,
    page::{GameReport, chart::chart},
    referee::Referee,
    table::{Progress, RoundSheet, Sheet},
};
use serde_json::{Map, Value, json};

/// `{"name", "over", "shown", "chart", "sheet", "again"}` if a round or the game has just ended; else null. Of earlier rounds the
/// sheet has only the totals: players must remember the rest.
pub(super) fn end_document(referee: &dyn Referee) -> Value {
    let over = match referee.progress() {
        Progress::GameOver => true,
        // A log that keeps scores only is always between two rounds.
        Progress::RoundOver(_) if !referee.log().is_scores_only() => false,
        _ => return Value::Null,
    };
    if referee.halted().is_some() {
        return Value::Null;
    }
    let mut sheet = referee.visible_sheet();
    let Some(last) = sheet.rounds().checked_sub(1) else { return Value::Null };
    forget_items_before(&mut sheet, last);
    json!({
        "name": sheet.round_name(referee.book(), last),
        "over": over,
        "shown": shown::score(referee, &sheet),
        "chart": chart_document(referee),
        "sheet": sheet,
        "again": over.then(|| rematch_body(referee)),
    })
}

/// The course of the totals, as a chart to draw. `None` if there are too few lines, or nothing changes.
pub(super) fn chart_document(referee: &dyn Referee) -> Option<Value> {
    let game = GameReport::of(referee).ok()?;
    chart(&game).map(|chart| chart.document_of(&game))
}

fn forget_items_before(sheet: &mut Sheet, last: usize) {
    for round in
        sheet.players.iter_mut().flat_map(|player| player.rounds.iter_mut().take(last.saturating_sub(player.rounds_missed)))
    {
        *round = RoundSheet { unrecorded: round.unrecorded, ..RoundSheet::of(round.points()) };
    }
}

/// A new game of the same players under the same rules, with the same cards in play: the next one clockwise is first.
fn rematch_body(referee: &dyn Referee) -> Value {
    let names = referee.players().names();
    let last = referee.log().rounds().last().and_then(|round| referee.players().find(&round.first).ok());
    let first = last.and_then(|seat| names.iter().cycle().nth(seat.index() + 1));
    let changed = referee.rules_in_force().into_iter().filter(|(_, _, is_usual)| !is_usual);
    let rules: Map<String, Value> = changed.map(|(key, value, _)| (key.to_owned(), value.into())).collect();
    let as_given = |value: &log::LogValue| if let log::LogValue::Word(word) = value { word.clone() } else { value.to_toml() };
    let deck = referee.log().deck().iter().map(|entry| (entry.key.to_string(), as_given(&entry.value).into()));
    let deck: Map<String, Value> = deck.collect();
    json!({
        "game": referee.book().game,
        "players": names,
        "first": first,
        "variant": referee.log().variant().map(ToString::to_string),
        "rules": rules,
        "deck": deck,
        "scores": referee.log().is_scores_only(),
    })
}
