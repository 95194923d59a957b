//! Line charts as SVG: the score over a game, results over many games.

use super::GameReport;
use crate::{
    archive::stats::{Timeline, TimelinePoint},
    log::is_position,
    referee::LineSnapshot,
    table::{escape::clean, signed},
};
use maud::{Markup, html};
use serde_json::{Value, json};

/// The colour of each player on light paper. `table.css` has the same colours, and those on a dark page.
pub(super) const COLOURS: [&str; 6] = ["#1c70ae", "#b24f09", "#03634b", "#770d6d", "#5c4620", "#564cb2"];

const MAX_TICK_INTERVALS: f64 = 5.0;
/// The part of the height that is empty above the highest and below the lowest value.
const MARGIN: f64 = 0.06;

pub(super) struct Chart<'n> {
    lines: Vec<Series<'n>>,
    /// The last horizontal position; the first is 0.
    end: f64,
    least: f64,
    most: f64,
    /// Horizontal positions with a vertical line: the beginnings of rounds.
    marks: Vec<f64>,
    /// The number of games and their days, for a chart of many games.
    about: Option<String>,
}

/// The line of a player.
struct Series<'n> {
    colour: usize,
    name: &'n str,
    /// The last value, written out.
    value: String,
    points: Vec<(f64, f64)>,
}

/// Charts the totals after each line, of a player who joined late or left only while at the table. After unrecorded rounds, the chart begins with
/// the position that has their sum. An evening of scores is charted round by round. `None` if there are too few lines, or nothing changes.
pub(super) fn chart<'g>(game: &'g GameReport) -> Option<Chart<'g>> {
    let players = &game.sheet.players;
    let is_position = |snapshot: &LineSnapshot| is_position(&snapshot.why.text);
    let position = if game.sheet.unrecorded() > 0 { game.snapshots.iter().position(is_position) } else { None };
    let is_scores_only = game.referee.log().is_scores_only();
    let is_charted = |(nth, snapshot): &(usize, &LineSnapshot)| *nth == 0 || !is_scores_only || snapshot.why.place.line > 0;
    let snapshots = game.snapshots[position.unwrap_or_default()..].iter().enumerate().filter(is_charted);
    let snapshots: Vec<&LineSnapshot> = snapshots.map(|(_, snapshot)| snapshot).collect();
    let totals = |seat: usize| {
        let numbered = snapshots.iter().zip(0_u32..).filter(move |(snapshot, _)| game.is_at_table(seat, snapshot));
        numbered.filter_map(move |(snapshot, x)| {
            let (least, most) = snapshot.totals.get(seat)?.range();
            Some((f64::from(x), f64::midpoint(f64::from(least), f64::from(most))))
        })
    };
    let values = || (0..players.len()).flat_map(totals).map(|(_, y)| y);
    let (least, most) = (values().fold(0.0, f64::min), values().fold(0.0, f64::max));
    // The course of an evening's only round would be a straight line.
    let least_count = if is_scores_only { 3 } else { 2 };
    if snapshots.len() < least_count || least >= most {
        return None;
    }
    let end = f64::from(u32::try_from(snapshots.len() - 1).ok()?);
    let is_round_start =
        |(snapshot, x): &(&&LineSnapshot, u32)| *x == 0 || snapshot.why.place.line == 0 || is_scores_only && f64::from(*x) < end;
    let marks = snapshots.iter().zip(0_u32..).filter(is_round_start).map(|(_, x)| f64::from(x)).collect();
    let to_series = |(seat, player): (usize, &'g crate::table::PlayerSheet)| Series {
        colour: seat,
        name: &player.name,
        value: player.total.to_string(),
        points: totals(seat).collect(),
    };
    let lines = players.iter().enumerate().map(to_series).collect();
    Some(Chart { lines, end, least, most, marks, about: None })
}

/// Charts the `value` of each tracked player after each game. `None` if there are too few games to draw a line. A player in `fixed`
/// has the same colour on every chart with the same `fixed`. If `about` is a player, only the line of that player is drawn.
pub(super) fn timeline_chart<'t>(
    timeline: &'t Timeline,
    fixed: &[String],
    about: Option<&str>,
    value: fn(&TimelinePoint) -> &[f64],
) -> Option<Chart<'t>> {
    let Timeline { players, stages } = timeline;
    let values = |nth: usize| stages.iter().filter_map(move |stage| Some((f64::from(stage.games), *value(stage).get(nth)?)));
    let is_drawn = |nth: &usize| about.is_none_or(|about| players[*nth] == about);
    let all_values = || (0..players.len()).filter(is_drawn).flat_map(values).map(|(_, y)| y);
    let (least, most) = (all_values().fold(f64::INFINITY, f64::min), all_values().fold(f64::NEG_INFINITY, f64::max));
    let last_stage = stages.last()?;
    if last_stage.games < 2 || least >= most {
        return None;
    }
    let colours = colours(players, fixed);
    let first_day = stages.iter().find_map(|stage| stage.day);
    let mut last_values: Vec<(usize, f64)> =
        value(last_stage).iter().copied().enumerate().take(players.len()).filter(|(nth, _)| is_drawn(nth)).collect();
    last_values.sort_by(|(_, a), (_, b)| b.total_cmp(a));
    let to_series = |(nth, value): (usize, f64)| Series {
        colour: colours[nth],
        name: &players[nth],
        value: signed(format!("{value:.1}")),
        points: values(nth).collect(),
    };
    let lines = last_values.into_iter().map(to_series).collect();
    let days = first_day.zip(last_stage.day).map(|(first, last)| format!(", {first} to {last}")).unwrap_or_default();
    let about = Some(format!("{} games{days}", last_stage.games));
    Some(Chart { lines, end: f64::from(last_stage.games), least, most, marks: Vec::new(), about })
}

/// The colour number of each player: for a player in `fixed` the index there, otherwise one that is free on this chart.
pub(super) fn colours(players: &[String], fixed: &[String]) -> Vec<usize> {
    let fixed_colour = |player: &String| fixed.iter().position(|name| name == player);
    let used: Vec<usize> = players.iter().filter_map(fixed_colour).collect();
    let mut free = (0..).filter(|colour| !used.contains(colour));
    players.iter().filter_map(|player| fixed_colour(player).or_else(|| free.next())).collect()
}

pub(super) fn class(colour: usize) -> String {
    format!("p{}", colour % COLOURS.len())
}

impl Chart<'_> {
    pub(super) fn figure(&self) -> Markup {
        let size = (1000.0, 400.0);
        let values: Vec<String> = self.lines.iter().map(|line| format!("{} {}", clean(line.name), line.value)).collect();
        html! {
            figure.chart {
                div.plot {
                    svg viewBox={ "0 0 " (size.0) " " (size.1) } preserveAspectRatio="none" role="img" aria-label=(values.join(", ")) {
                        (self.plot(size))
                    }
                    @for tick in self.ticks() { span.tick style={ "top:" (short_number(100.0 * self.height(tick))) "%" } aria-hidden="true" { (label(tick)) } }
                }
                figcaption {
                    @for line in &self.lines { span class={ "key " (class(line.colour)) } { bdi { (clean(line.name)) } " " (line.value) } " " }
                    @if let Some(about) = &self.about { span.faint { (about) } }
                }
            }
        }
    }

    /// The chart for a script that draws it: the positions of ticks, each with its text, and the lines of the players. The chart is 1
    /// wide and 1 high, and 0 is its top.
    pub(super) fn document(&self) -> Value {
        let ticks = self.ticks().into_iter().map(|tick| json!({"text": label(tick), "at": self.height(tick)}));
        let points = |line: &Series| line.points.iter().map(|(x, value)| [x / self.end, self.height(*value)]).collect::<Vec<_>>();
        let key = |line: &Series| json!({"name": line.name, "value": line.value, "class": class(line.colour)});
        json!({
            "unit": self.about,
            "ticks": ticks.collect::<Vec<_>>(),
            "lines": self.lines.iter().map(points).collect::<Vec<_>>(),
            "keys": self.lines.iter().map(key).collect::<Vec<_>>(),
        })
    }

    /// The chart of a game for a script, with its unit, and the positions of its rounds.
    pub(super) fn document_of(&self, game: &GameReport) -> Value {
        let round = |(nth, mark): (usize, &f64)| json!({"text": game.referee.book().round_name(nth), "at": mark / self.end});
        let mut document = self.document();
        document["unit"] = game.sheet.units()[1].into();
        document["rounds"] = (game.sheet.unrecorded()..).zip(&self.marks).map(round).collect();
        document
    }

    pub(super) fn plot(&self, (width, height): (f64, f64)) -> Markup {
        let x = |at: f64| short_number(at / self.end * width);
        let y = |value: f64| short_number(self.height(value) * height);
        let points =
            |line: &Series| line.points.iter().map(|(at, value)| format!("{},{}", x(*at), y(*value))).collect::<Vec<_>>();
        html! {
            @for tick in self.ticks() { line class=(if tick == 0.0 { "zero" } else { "grid" }) x1="0" x2=(width) y1=(y(tick)) y2=(y(tick)) {} }
            @for mark in &self.marks { line class="grid" x1=(x(*mark)) x2=(x(*mark)) y1="0" y2=(height) {} }
            @for line in &self.lines { polyline class=(class(line.colour)) points=(points(line).join(" ")) {} }
        }
    }

    pub(super) fn ticks(&self) -> Vec<f64> {
        let least_step = (self.most - self.least) / MAX_TICK_INTERVALS;
        let power = 10_f64.powf(least_step.log10().floor());
        let step =
            [1.0, 2.0, 5.0, 10.0].map(|factor| factor * power).into_iter().find(|step| *step >= least_step).unwrap_or(least_step);
        let first = (self.least / step).ceil() * step;
        // Rounding corrects sums of tenths, which are not quite whole.
        let next = |tick: &f64| Some(((tick + step) / step).round() * step);
        std::iter::successors(Some(first), next).take_while(|tick| *tick <= self.most).collect()
    }

    /// The vertical position of a value: 0 is the top, 1 the bottom.
    pub(super) fn height(&self, value: f64) -> f64 {
        let range = self.most - self.least;
        MARGIN + (1.0 - 2.0 * MARGIN) * (self.most - value) / range
    }
}

pub(super) fn label(tick: f64) -> String {
    // Turns −0 into 0.
    let tick = tick + 0.0;
    signed(if tick.fract() == 0.0 { format!("{tick:.0}") } else { format!("{tick:.1}") })
}

/// A coordinate with one digit after the point.
fn short_number(number: f64) -> String {
    format!("{number:.1}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_scale_has_round_numbers_on_it() {
        let ticks = |least: f64, most: f64| Chart { lines: vec![], end: 1.0, least, most, marks: vec![], about: None }.ticks();
        assert_eq!(ticks(-26.0, 24.0), [-20.0, -10.0, 0.0, 10.0, 20.0]);
        assert_eq!(label(-0.0), "0");
        assert_eq!(ticks(0.0, 92.0), [0.0, 20.0, 40.0, 60.0, 80.0]);
        assert_eq!(ticks(-0.5, 0.5).iter().map(|tick| label(*tick)).collect::<Vec<_>>(), ["−0.4", "−0.2", "0", "0.2", "0.4"]);
    }

    #[test]
    fn players_have_the_same_colours_on_light_paper_as_on_every_page() {
        let style = include_str!("table.css");
        for (nth, colour) in COLOURS.iter().enumerate() {
            assert!(style.contains(&format!(".p{nth} {{ --own: {colour}; }}")), "{nth}");
        }
    }
}
