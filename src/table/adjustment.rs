//! Points that the table gives a player, or takes: `adjust Ada -5 looked at a hand` (TB-9).

use super::{ClauseId, Item, ParseError, Players, Points, Seat, or_list, signed, trim_range};
use std::sync::Arc;

/// The word that begins an adjustment.
pub const ADJUST: &str = "adjust";

/// Points that the table gave a player, or took (TB-9).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Adjustment {
    /// The player.
    pub seat: Seat,
    /// The points, negative if they were taken.
    pub points: i32,
    /// The reason. Empty in a tally and in a position, which give none.
    pub reason: Arc<str>,
}

/// Whether a line is an adjustment: the word [`ADJUST`], alone or before white space.
pub fn is_adjustment(line: &str) -> bool {
    let word = line.split_whitespace().next().unwrap_or_default();
    word.eq_ignore_ascii_case(ADJUST)
}

impl Adjustment {
    /// The most points that one adjustment gives or takes.
    pub const MOST: i32 = 9999;

    /// Parses a line that [is an adjustment](is_adjustment). The name may be any beginning that only one player has.
    pub fn parse(line: &str, players: &Players) -> Result<Self, ParseError> {
        let after_word = line.len() - line.trim_start().len() + ADJUST.len();
        let rest = trim_range(line, after_word..line.len());
        let fail = |range, problem: &str| {
            let expected = format!("`adjust NAME -5 REASON` or `adjust NAME +5 REASON`, as `adjust {} -5 took a card back`", {
                players.name(Seat::new(0))
            });
            Err(ParseError::new(range, problem, expected))
        };
        // The first word that begins with a sign is the number of points.
        let begins_word = |(at, _): &(usize, &str)| line[..rest.start + at].ends_with(char::is_whitespace);
        let Some((sign, _)) = line[rest.clone()].match_indices(SIGNS).find(begins_word) else {
            return fail(0..line.len(), "say who gets how many points, with a + or a −, and why");
        };
        let sign = rest.start + sign;
        let number = line[sign..].split_whitespace().next().unwrap_or_default();
        let name = trim_range(line, rest.start..sign);
        if name.is_empty() {
            return fail(sign..sign + number.len(), "say whose points these are");
        }
        let seat = players
            .find_by_prefix(&line[name.clone()])
            .map_err(|unknown| ParseError::new(name, unknown.to_string(), or_list(&unknown.players)))?;
        let points = parse_points(number).map_err(|problem| ParseError::new(sign..sign + number.len(), problem, RANGE))?;
        let reason = trim_range(line, sign + number.len()..line.len());
        if reason.is_empty() {
            return fail(0..line.len(), "say why");
        }
        Ok(Self { seat, points, reason: line[reason].into() })
    }

    /// The points that a part states for a player. `None` if it states none.
    pub fn stated(seat: Seat, points: Option<i32>) -> Option<Self> {
        points.filter(|points| *points != 0).map(|points| Self { seat, points, reason: "".into() })
    }

    /// The adjustment as a line in canonical notation.
    pub fn to_text(&self, players: &Players) -> String {
        format!("{ADJUST} {} {:+} {}", players.name(self.seat), self.points, self.reason)
    }

    /// The adjustment in words: `Ada: −5 points by the table's decision (looked at a hand)`.
    pub fn describe(&self, players: &Players) -> String {
        let points = if self.points.abs() == 1 { "point" } else { "points" };
        let reason = if self.reason.is_empty() { String::new() } else { format!(" ({})", self.reason) };
        format!("{}: {} {points} by the table's decision{reason}", players.name(self.seat), with_sign(self.points))
    }

    /// The adjustment as an item of a score sheet.
    pub(super) fn item(&self) -> Item {
        let (label, why) = match &*self.reason {
            "" => ("table's decision".to_owned(), "decided by the table".to_owned()),
            reason => (format!("table: {reason}"), format!("decided by the table: {reason}")),
        };
        let (points, clause) = (Points::Exactly(self.points), ClauseId::table(9));
        Item { kind: "adjustment", label, points, clause, details: Vec::new(), why }
    }
}

const RANGE: &str = "a whole number from -9999 to +9999, and not 0";

const SIGNS: [char; 3] = ['+', '-', '−'];

/// Parses a number that begins with a sign. The error says what is wrong with it.
fn parse_points(text: &str) -> Result<i32, String> {
    let points = text.replace('−', "-").parse::<i32>().ok().filter(|points| *points != 0 && points.abs() <= Adjustment::MOST);
    points.ok_or_else(|| format!("`{text}` is not a number of points to give or take"))
}

fn with_sign(points: i32) -> String {
    if points > 0 { format!("+{points}") } else { signed(points) }
}
