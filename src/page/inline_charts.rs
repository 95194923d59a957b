//! Small charts in a table row: the range of an uncertain value, the parts of a whole, a histogram.

use maud::{Markup, Render, html};
use serde::Serialize;
use std::collections::BTreeMap;

/// Width and height of a drawing in its own units. A page stretches the drawing to the width of its cell.
const SIZE: (f64, f64) = (1000.0, 20.0);

/// A drawing of rectangles.
#[derive(Serialize)]
pub(super) struct Drawing {
    /// The text for screen readers.
    label: String,
    bars: Vec<Bar>,
}

/// A rectangle. The class says what it stands for.
#[derive(Serialize)]
struct Bar {
    class: &'static str,
    x: String,
    width: String,
    y: String,
    height: String,
}

/// A value with its uncertainty, on a scale from `least` to `most`, with a line at `mark`.
pub(super) fn band(value: f64, half_width: f64, mark: f64, (least, most): (f64, f64)) -> Drawing {
    let x = |value: f64| if most > least { SIZE.0 * (value - least) / (most - least) } else { SIZE.0 / 2.0 };
    let (from, to) = (x(value - half_width), x(value + half_width));
    Drawing {
        label: format!("{value:.1}, give or take {half_width:.1}"),
        bars: vec![
            bar("begin", (x(mark) - 1.0, 3.0), (0.0, SIZE.1)),
            bar("span", (from, to - from), (6.0, 8.0)),
            bar("own", (x(value) - 4.0, 8.0), (2.0, 16.0)),
        ],
    }
}

/// The parts of a whole, each with its class.
pub(super) fn parts<const N: usize>(parts: [(u32, &'static str); N]) -> Drawing {
    let whole: u32 = parts.iter().map(|(part, _)| part).sum();
    let label = parts.iter().map(|(part, _)| part.to_string()).collect::<Vec<_>>().join(", ");
    let mut x = 0.0;
    let bars = parts.map(|(part, class)| {
        let width = SIZE.0 * f64::from(part) / f64::from(whole.max(1));
        x += width;
        bar(class, (x - width, width), (4.0, 12.0))
    });
    Drawing { label, bars: bars.into() }
}

const MAX_BARS: i32 = 40;

/// The frequency of each number, on a scale from `least` to `most`.
pub(super) fn histogram(counts: &BTreeMap<i32, u32>, (least, most): (i32, i32)) -> Drawing {
    let numbers = most.saturating_sub(least).saturating_add(1).max(1);
    let bin_size = numbers.saturating_sub(1) / MAX_BARS + 1;
    let mut bins: BTreeMap<i32, u32> = BTreeMap::new();
    for (number, times) in counts {
        *bins.entry(number.saturating_sub(least) / bin_size).or_default() += times;
    }
    let highest_frequency = f64::from(bins.values().copied().max().unwrap_or(1));
    let width = SIZE.0 / (f64::from(numbers) / f64::from(bin_size)).ceil();
    let label = counts.iter().map(|(number, times)| format!("{number}: {times}")).take(60).collect::<Vec<_>>().join(", ");
    let height = |times: u32| (SIZE.1 - 1.0) * f64::from(times) / highest_frequency;
    let to_bar =
        |(bin, times): (i32, u32)| bar("own", (f64::from(bin) * width, width * 0.9), (SIZE.1 - height(times), height(times)));
    let ground = bar("ground", (0.0, SIZE.0), (SIZE.1 - 0.7, 0.7));
    Drawing { label, bars: std::iter::once(ground).chain(bins.into_iter().map(to_bar)).collect() }
}

impl Render for Drawing {
    fn render(&self) -> Markup {
        html! {
            svg viewBox={ "0 0 " (SIZE.0) " " (SIZE.1) } preserveAspectRatio="none" role="img" aria-label=(self.label) {
                @for Bar { class, x, width, y, height } in &self.bars {
                    rect class=(class) x=(x) width=(width) y=(y) height=(height) {}
                }
            }
        }
    }
}

/// A rectangle: its horizontal position and width, and its vertical position and height.
fn bar(class: &'static str, (x, width): (f64, f64), (y, height): (f64, f64)) -> Bar {
    let [x, width, y, height] = [x, width, y, height].map(|number| format!("{number:.1}"));
    Bar { class, x, width, y, height }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_parts_of_a_whole_fill_it_side_by_side() {
        let svg = parts([(1, "own"), (3, "others")]).render().into_string();
        assert!(svg.contains("1, 3"), "the numbers are its label: {svg}");
        let bars: Vec<&str> = svg.split("<rect").skip(1).collect();
        assert_eq!(bars.len(), 2, "{svg}");
        assert!(bars[0].contains("own") && bars[0].contains("x=\"0") && bars[0].contains("width=\"250"), "{svg}");
        assert!(bars[1].contains("others") && bars[1].contains("x=\"250") && bars[1].contains("width=\"750"), "{svg}");
    }
}
