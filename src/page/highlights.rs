//! The memorable moments of a game, computed from the score line by line.

use super::GameReport;
use crate::{
    log::{LineRef, is_position},
    referee::LineSnapshot,
    table::{ItemLayout, Progress, ScoreLayout, capitalized, count_of, escape::clean, is_adjustment, signed},
};

pub(super) struct Highlight<'l> {
    /// The superlative: `Biggest rise`.
    pub title: &'static str,
    /// The line of the highlight, if it has one.
    pub at: Option<LineRef>,
    pub text: String,
    /// The item of the score sheet that the highlight is about.
    pub item: Option<&'l ItemLayout<'l>>,
}

impl Highlight<'_> {
    pub(super) fn in_words(&self) -> String {
        let why = self.item.map(|item| format!(" {}", capitalized(&clean(&item.item.why))));
        self.text.clone() + &why.unwrap_or_default()
    }
}

/// The highlights: the best item of the score sheet, the line with the biggest rise of a total, and the smallest gap
/// between the first two in the second half of the game. Lines after which a score is uncertain, or nobody has scored, are left
/// out.
pub(super) fn highlights<'l>(game: &GameReport, layout: &'l ScoreLayout) -> Vec<Highlight<'l>> {
    [best_item(layout), biggest_rise(game), smallest_gap(game)].into_iter().flatten().collect()
}

/// The item with the most points of all players.
fn best_item<'l>(layout: &'l ScoreLayout) -> Option<Highlight<'l>> {
    let rounds = (0..layout.players.len()).flat_map(|seat| layout.rounds_of(seat));
    let items = rounds.flat_map(|(_, player_round)| player_round.items.iter().map(move |item| (player_round, item)));
    // The items are reversed, because `max_by_key` returns the last of equal ones, and the first is wanted.
    let (player_round, item) = items.rev().max_by_key(|(_, item)| item.value)?;
    let points = item.value.filter(|points| *points > 0)?;
    Some(Highlight {
        title: "Best of the sheet",
        at: None,
        text: format!("{}, {}: {}.", clean(player_round.name), clean(item.label), with_unit(points, ["point", "points"])),
        item: Some(item),
    })
}

/// The totals after a line, if all are certain.
fn totals(snapshot: &LineSnapshot) -> Option<Vec<i32>> {
    snapshot.totals.iter().map(|total| total.if_exact()).collect()
}

/// A positive score with its unit: `1 point`, `3 tokens`.
fn with_unit(number: i32, [one, many]: [&str; 2]) -> String {
    count_of(number.unsigned_abs() as usize, one, many)
}

fn biggest_rise(game: &GameReport) -> Option<Highlight<'static>> {
    let mut before = vec![0; game.sheet.players.len()];
    let mut biggest: Option<(i32, Highlight)> = None;
    for (nth, snapshot) in game.snapshots.iter().enumerate() {
        let Some(after) = totals(snapshot) else { continue };
        for ((old, new), player) in before.iter().zip(&after).zip(&game.sheet.players) {
            let rise = new - old;
            if rise > biggest.as_ref().map_or(0, |(rise, _)| *rise)
                && !is_position(&snapshot.why.text)
                && !is_adjustment(&snapshot.why.text)
            {
                let occasion = if is_round_count(game, nth) {
                    format!("in {} {}", game.referee.book().round_noun, game.round_number(snapshot.why.place))
                } else {
                    format!("({})", clean(&snapshot.why.text))
                };
                let (name, points) = (clean(&player.name), with_unit(rise, game.sheet.units()));
                let text = format!("{name} rose by {points}, from {} to {} {occasion}.", signed(*old), signed(*new));
                biggest = Some((rise, Highlight { title: "Biggest rise", at: Some(snapshot.why.place), text, item: None }));
            }
        }
        before = after;
    }
    biggest.map(|(_, highlight)| highlight)
}

/// Whether the totals changed after a line because the round was counted, not because of the line itself.
fn is_round_count(game: &GameReport, nth: usize) -> bool {
    let line_ref = game.snapshots[nth].why.place;
    let next_round = game.snapshots.get(nth + 1).map(|next| next.why.place.round);
    let is_last_line = next_round.map_or(game.referee.progress() != Progress::Underway, |next_round| next_round > line_ref.round);
    let is_tally = line_ref.line > 0 && game.referee.log().line(line_ref).is_none();
    is_tally || is_last_line && game.referee.book().counts_at_end
}

/// The smallest gap between the first two in the second half of the game; of equal gaps, the last.
fn smallest_gap(game: &GameReport) -> Option<Highlight<'static>> {
    let second_half = &game.snapshots[game.snapshots.len() / 2..];
    let gaps: Vec<_> = second_half
        .iter()
        .filter_map(|snapshot| {
            let seats = totals(snapshot)?.into_iter().zip(&game.sheet.players).enumerate();
            let at_table = seats.filter(|(seat, _)| game.is_at_table(*seat, snapshot));
            let mut totals: Vec<(i32, &str)> = at_table.map(|(_, (total, player))| (total, &*player.name)).collect();
            // If nobody has scored yet, the gap means nothing.
            if totals.iter().all(|(total, _)| *total == 0) {
                return None;
            }
            totals.sort_by_key(|(total, _)| std::cmp::Reverse(*total));
            let [first, second, ..] = totals[..] else { return None };
            Some((first.0 - second.0, first, second, snapshot.why.place))
        })
        .collect();
    // With fewer than three gaps, the smallest one is not remarkable.
    if gaps.len() < 3 {
        return None;
    }
    let (gap, (first_total, first), (second_total, second), at) =
        gaps.into_iter().min_by_key(|(gap, .., at)| (*gap, std::cmp::Reverse(*at)))?;
    let [first, second] = [first, second].map(clean);
    let text = if gap == 0 {
        format!("{first} and {second} stood level at {}.", signed(first_total))
    } else {
        let units = game.sheet.units();
        let gap = if gap == 1 { format!("one {}", units[0]) } else { with_unit(gap, units) };
        format!("Only {gap} separated {first} ({}) and {second} ({}).", signed(first_total), signed(second_total))
    };
    Some(Highlight { title: "Closest call of the second half", at: Some(at), text, item: None })
}
