//! Colours stay apart: those of players, of suits, and of what can be pressed, light and dark, also for people who see red and green alike.

use fowlplay::referee::Games;
use std::fs;

/// The least difference between two colours, as CIE ΔE*ab of 1976.
const LEAST: f64 = 12.0;
/// The least contrast of a colour with what it lies on.
const CONTRAST: f64 = 4.5;

/// How a colour looks to people without cones for red, and without those for green (Machado, Oliveira and Fernandes 2009), in linear light.
const PROTANOPIA: [[f64; 3]; 3] =
    [[0.152_286, 1.052_583, -0.204_868], [0.114_503, 0.786_281, 0.099_216], [-0.003_882, -0.048_116, 1.051_998]];
const DEUTERANOPIA: [[f64; 3]; 3] =
    [[0.367_322, 0.860_646, -0.227_968], [0.280_085, 0.672_501, 0.047_413], [-0.011_82, 0.042_94, 0.968_881]];

type Colour = [f64; 3];

/// A colour in linear light.
fn linear(hex: &str) -> Colour {
    let full = if hex.len() == 4 { hex[1..].chars().flat_map(|digit| [digit; 2]).collect() } else { hex[1..].to_owned() };
    [0, 2, 4].map(|at| {
        let value = f64::from(u8::from_str_radix(&full[at..at + 2], 16).expect("a colour")) / 255.0;
        if value <= 0.04045 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
    })
}

fn seen(colour: Colour, by: Option<[[f64; 3]; 3]>) -> Colour {
    by.map_or(colour, |rows| {
        rows.map(|row| row.iter().zip(colour).map(|(factor, value)| factor * value).sum::<f64>().clamp(0.0, 1.0))
    })
}

fn luminance([red, green, blue]: Colour) -> f64 {
    0.212_672_9 * red + 0.715_152_2 * green + 0.072_175 * blue
}

fn lab(colour: Colour) -> Colour {
    let [red, green, blue] = colour;
    let x = (0.412_456_4 * red + 0.357_576_1 * green + 0.180_437_5 * blue) / 0.950_47;
    let z = (0.019_333_9 * red + 0.119_192 * green + 0.950_304_1 * blue) / 1.088_83;
    let [x, y, z] =
        [x, luminance(colour), z].map(|value: f64| if value > 0.008_856 { value.cbrt() } else { 7.787 * value + 16.0 / 116.0 });
    [116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)]
}

fn difference(one: Colour, other: Colour) -> f64 {
    lab(one).iter().zip(lab(other)).map(|(one, other)| (one - other).powi(2)).sum::<f64>().sqrt()
}

fn contrast(one: Colour, other: Colour) -> f64 {
    let [one, other] = [one, other].map(|colour| luminance(colour) + 0.05);
    one.max(other) / one.min(other)
}

/// What a style sheet says of a name, light and dark.
fn said(style: &str, name: &str) -> [String; 2] {
    let all: Vec<&str> = style.split(name).skip(1).filter_map(|behind| behind.split([';', ' ', '}']).next()).collect();
    let mut all = all.into_iter().map(str::to_owned);
    [all.next(), all.next()].map(|value| value.unwrap_or_else(|| panic!("{name} is said twice")))
}

#[test]
fn players_suits_and_buttons_can_be_told_apart_by_everybody() {
    let read = |name: &str| fs::read_to_string(format!("{}/src/page/{name}", crate::ROOT)).expect("a style sheet");
    let (table, page) = (read("table.css"), read("scripts/page.css"));
    let mut all: Vec<(String, [String; 2])> =
        (0..6).map(|seat| (format!("player {seat}"), said(&table, &format!(".p{seat} {{ --own: ")))).collect();
    all.extend(Games::default().suits().iter().map(|suit| (suit.name.to_owned(), suit.inks.map(str::to_owned))));
    all.push(("buttons".to_owned(), said(&page, "--accent: ")));
    for mode in 0..2 {
        let grounds = ["--paper: ", "--card: ", "--felt: "].map(|name| said(&table, name)[mode].clone());
        for (nth, (name, hex)) in all.iter().enumerate() {
            let colour = linear(&hex[mode]);
            for ground in &grounds {
                let found = contrast(colour, linear(ground));
                assert!(found >= CONTRAST, "{name} {} on {ground}: {found:.2}", hex[mode]);
            }
            for (other, of_other) in &all[..nth] {
                for (eyes, by) in [("all", None), ("protanopia", Some(PROTANOPIA)), ("deuteranopia", Some(DEUTERANOPIA))] {
                    let found = difference(seen(colour, by), seen(linear(&of_other[mode]), by));
                    assert!(found >= LEAST, "{name} {} and {other} {}, {eyes}: {found:.1}", hex[mode], of_other[mode]);
                }
            }
        }
    }
}
