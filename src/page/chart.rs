//! The chart of the score over a game: a line for each player, as SVG.

use super::GameReport;
use crate::{
    archive::stats::{Course, Stage},
    table::{escape::clean, signed},
};
use maud::{Markup, PreEscaped, html};
use plotters::{prelude::*, style::text_anchor::Pos};
use std::ops::Range;

/// Width and height of the drawing, in its own units.
const SIZE: (u32, u32) = (960, 400);

/// The colours of the lines, which colour-blind people can distinguish (Okabe and Ito).
const COLOURS: [RGBColor; 6] = [
    RGBColor(0, 114, 178),
    RGBColor(213, 94, 0),
    RGBColor(0, 158, 115),
    RGBColor(204, 121, 167),
    RGBColor(230, 159, 0),
    RGBColor(86, 180, 233),
];

/// The totals after each line; `None` if there are too few lines, or nothing changes.
pub fn chart(game: &GameReport) -> Option<Markup> {
    let players = &game.sheet.players;
    let totals = |nth: usize| {
        game.course.iter().zip(0_u32..).filter_map(move |(stage, x)| {
            let (least, most) = stage.totals.get(nth)?.range();
            Some((f64::from(x), f64::midpoint(f64::from(least), f64::from(most))))
        })
    };
    let all = || (0..players.len()).flat_map(totals).map(|(_, y)| y);
    let (least, most) = (all().fold(0.0, f64::min), all().fold(0.0, f64::max));
    if game.course.len() < 2 || least >= most {
        return None;
    }
    let end = f64::from(u32::try_from(game.course.len() - 1).ok()?);
    let rounds: Vec<f64> =
        game.course.iter().zip(0_u32..).filter(|(stage, _)| stage.why.place.line == 0).map(|(_, x)| f64::from(x)).collect();
    let lines = (0..players.len()).map(|nth| (nth, totals(nth).collect())).collect();
    let keys = players.iter().enumerate().map(|(nth, player)| (nth, &*player.name, player.total.to_string()));
    figure(lines, (end, least..most), &rounds, keys, None)
}

/// `value` of each followed player after each game; `None` if there are too few games to draw a line. A player in `known`
/// has the same colour on every chart with the same `known`.
pub fn course(course: &Course, known: &[String], value: fn(&Stage) -> &[f64]) -> Option<Markup> {
    let Course { players, stages } = course;
    let values = |nth: usize| stages.iter().filter_map(move |stage| Some((f64::from(stage.games), *value(stage).get(nth)?)));
    let all = || (0..players.len()).flat_map(values).map(|(_, y)| y);
    let (least, most) = (all().fold(f64::INFINITY, f64::min), all().fold(f64::NEG_INFINITY, f64::max));
    let end = stages.last()?;
    if end.games < 2 || least >= most {
        return None;
    }
    let colours = colours(players, known);
    let lines = (0..players.len()).map(|nth| (colours[nth], values(nth).collect())).collect();
    let first = stages.iter().find_map(|stage| stage.day);
    let mut ends: Vec<(usize, f64)> = value(end).iter().copied().enumerate().take(players.len()).collect();
    ends.sort_by(|(_, one), (_, other)| other.total_cmp(one));
    let keys = ends.into_iter().map(|(nth, value)| (colours[nth], players[nth].as_str(), signed(format!("{value:.1}"))));
    let days = first.zip(end.day).map(|(first, last)| format!(", {first} to {last}")).unwrap_or_default();
    let about = format!("{} games{days}", end.games);
    figure(lines, (f64::from(end.games), least..most), &[], keys, Some(about))
}

/// The colour number of each player: the fixed one of a `known` player, otherwise one that is free on this chart.
fn colours(players: &[String], known: &[String]) -> Vec<usize> {
    let own = |player: &String| known.iter().position(|name| name == player);
    let taken: Vec<usize> = players.iter().filter_map(own).collect();
    let mut free = (0..).filter(|colour| !taken.contains(colour));
    players.iter().filter_map(|player| own(player).or_else(|| free.next())).collect()
}

/// Lines, each with its colour number.
type Lines = Vec<(usize, Vec<(f64, f64)>)>;

/// A drawing with a key below it: for each line its colour number, its player, and its last value.
fn figure<'n>(
    lines: Lines,
    scale: (f64, Range<f64>),
    marks: &[f64],
    keys: impl Iterator<Item = (usize, &'n str, String)>,
    about: Option<String>,
) -> Option<Markup> {
    let mut svg = String::new();
    draw(&mut svg, lines, scale, marks).ok()?;
    Some(html! {
        figure.chart {
            (PreEscaped(svg))
            figcaption {
                @for (colour, name, value) in keys {
                    span.key { i class={ "c" (colour % COLOURS.len()) } {} bdi { (clean(name)) } " " (value) }
                }
                @if let Some(about) = about { span.faint { (about) } }
            }
        }
    })
}

type Failed<'a> = DrawingAreaErrorKind<<SVGBackend<'a> as DrawingBackend>::ErrorType>;

fn draw<'a>(svg: &'a mut String, lines: Lines, (end, range): (f64, Range<f64>), rounds: &[f64]) -> Result<(), Failed<'a>> {
    let root = SVGBackend::with_string(svg, SIZE).into_drawing_area();
    let margin = (range.end - range.start) * 0.05;
    let mut chart = ChartBuilder::on(&root)
        .margin(8)
        .set_label_area_size(LabelAreaPosition::Left, 64)
        .build_cartesian_2d(0.0..end, range.start - margin..range.end + margin)?;
    let ink = |of: &RGBColor| ShapeStyle::from(of);
    chart
        .configure_mesh()
        .disable_x_mesh()
        .disable_x_axis()
        .y_labels(6)
        .y_label_formatter(&|y| if y.fract() == 0.0 { signed(y) } else { signed(format!("{y:.1}")) })
        .label_style(("sans-serif", 14).with_anchor::<RGBColor>(Pos::default()))
        .light_line_style(TRANSPARENT)
        .draw()?;
    for x in rounds {
        let ends = [range.start - margin, range.end + margin].map(|y| (*x, y));
        chart.draw_series(LineSeries::new(ends, ink(&RGBColor(187, 187, 187))))?;
    }
    if range.start <= 0.0 && range.end >= 0.0 {
        chart.draw_series(LineSeries::new([(0.0, 0.0), (end, 0.0)], ink(&RGBColor(136, 136, 136))))?;
    }
    for (colour, line) in lines {
        chart.draw_series(LineSeries::new(line, ink(&COLOURS[colour % COLOURS.len()]).stroke_width(2)))?;
    }
    root.present()
}
