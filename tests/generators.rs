//! Random input, in one place for all that takes some: the fuzz targets in their short form, and the hostile and the random tests
//! of the program.
#![allow(dead_code, reason = "each test binary uses some of it")]

use fastrand::Rng;
use fowlplay::{
    conformance::log_draft::places,
    deal::any_value,
    log::LineRef,
    referee::{LegalStep, Referee},
};
use std::sync::LazyLock;

/// A colour that the program never uses, a bell, a title for the window, and what else a terminal obeys.
pub const CONTROLS: &str = "\u{1b}[31;5mred\u{1b}]0;title\u{7}\u{8}\r\t\u{0}\u{7f}\u{9b}5m\u{85}\u{b}\u{c}";
/// Marks of direction, noncharacters, and what takes no room.
pub const MARKS: &str =
    "\u{202e}\u{202a}\u{2066}x\u{2069}\u{200b}\u{200d}\u{200f}\u{61c}\u{feff}\u{2028}\u{2029}\u{ad}\u{e0041}\u{fffe}\u{fdd0}";
/// Numbers that no game has.
const NUMBERS: &[&str] =
    &["0", "-1", "007", "65536", "4294967295", "4294967296", "9223372036854775807", "18446744073709551616", "1e9", "٣"];

/// The words that make a difference to a parser, as the fuzzer itself is told them.
static WORDS: LazyLock<Vec<Vec<u8>>> = LazyLock::new(|| {
    let quoted = include_str!("fuzz/words.dict").lines().filter_map(|line| line.split_once('"')?.1.strip_suffix('"'));
    quoted.map(|word| word.replace("\\x0a", "\n").replace("\\\"", "\"").replace("\\\\", "\\").into_bytes()).collect()
});

/// A text that means harm.
pub fn odd(lot: &mut Rng) -> String {
    match lot.u8(..4) {
        0 => CONTROLS.to_owned(),
        1 => MARKS.to_owned(),
        2 => format!("so {CONTROLS} it {MARKS} was"),
        _ => NUMBERS[lot.usize(..NUMBERS.len())].to_owned(),
    }
}

/// A text as a string of TOML holds it.
pub fn escaped(text: &str) -> String {
    text.chars().map(|char| if char.is_control() { format!("\\u{:04x}", u32::from(char)) } else { char.into() }).collect()
}

/// One of the inputs, changed in one to four places, and perhaps without its end.
pub fn mutated(inputs: &[Vec<u8>], lot: &mut Rng) -> Vec<u8> {
    let mut data = inputs[lot.usize(..inputs.len())].clone();
    for _ in 0..[1, 1, 2, 4][lot.usize(..4)] {
        let from = lot.usize(..=data.len());
        let most = [1, 8, 64][lot.usize(..3)];
        let to = (from + lot.usize(..=most)).min(data.len());
        let digit = data[from..].iter().position(u8::is_ascii_digit).map(|at| from + at);
        let other = &inputs[lot.usize(..inputs.len())];
        let piece = match (lot.u8(..8), digit) {
            (0, _) => vec![lot.u8(..)],
            (1, _) => vec![lot.u8(b' '..=b'~')],
            (2, _) => Vec::new(),
            (3, _) => data[from..to].repeat(2),
            (4, _) => WORDS[lot.usize(..WORDS.len())].clone(),
            (5, Some(at)) => {
                data.splice(at..=at, NUMBERS[lot.usize(..NUMBERS.len())].bytes());
                continue;
            }
            (6, _) if lot.u8(..4) == 0 => odd(lot).into_bytes(),
            (6, _) => escaped(&odd(lot)).into_bytes(),
            _ => other.iter().skip(lot.usize(..=other.len())).take(lot.usize(..=40)).copied().collect(),
        };
        let end = if lot.bool() { to } else { from };
        data.splice(from..end, piece);
    }
    if lot.u8(..16) == 0 {
        data.truncate(lot.usize(..=data.len()));
    }
    data
}

/// What somebody does next at a table, as it is typed in a session: a step or a slip, a note, a change of an earlier line or a table
/// rule, an undo or a redo, a tally, a word of the session.
pub fn typed(referee: &dyn Referee, lot: &mut Rng) -> String {
    match lot.u8(..24) {
        0..=8 => shortened(any_line(referee, lot), lot),
        9..=11 => slip(&any_line(referee, lot), lot),
        12 => format!("note number {}; so ! be it", lot.u16(..)),
        13..=15 => ["undo", "undo 1", "undo 2", "undo 3"][lot.usize(..4)].to_owned(),
        16 | 17 => "redo".to_owned(),
        18..=20 => any_edit(referee, lot),
        21 => {
            let rule = lot.choice(referee.book().rules).expect("a rule");
            format!("rule {}={}", rule.key, any_value(&rule.values, u16::MAX, &mut |below| lot.usize(..below)))
        }
        22 if lot.u8(..3) == 0 => "tally".to_owned(),
        22 => {
            let name = lot.choice(referee.players().names()).expect("players");
            format!("head player.{name}={}x{}", &name[..1], lot.u8(..))
        }
        _ if lot.bool() => format!("head title=evening {}", lot.u8(..)),
        _ => {
            let words = ["back", "forward", "score", "why", "overrule so it was", "rule", "findings"];
            words[lot.usize(..words.len())].to_owned()
        }
    }
}

/// A line that is recorded as it stands: a legal step, something that the table turns up, or else a note.
fn any_line(referee: &dyn Referee, lot: &mut Rng) -> String {
    let first = referee.may_be_first().into_iter().next();
    let next = first.as_ref().and_then(|first| referee.next_round(first).ok());
    let table = next.as_deref().unwrap_or(referee);
    let (legal, stocks, expects) = (table.legal_steps(), table.stocks(), table.expects());
    let is_open = |verb| expects.iter().any(|expected| expected.verbs.contains(&verb));
    let recorded = (0..40).find_map(|_| {
        let mut lines = Vec::from_iter(lot.choice(&legal).map(|LegalStep { actor, step, .. }| format!("{actor}: {step}")));
        if let Some((verbs, stock)) = lot.choice(&stocks)
            && let Some(verb) = lot.choice(verbs)
        {
            let count = stock.count.unwrap_or_else(|| lot.usize(1..5));
            let cards = (0..count).filter_map(|_| Some(lot.choice(&stock.faces)?.code())).collect::<Vec<_>>().join(" ");
            let actor =
                expects.iter().find(|expected| expected.verbs.contains(verb)).and_then(|expected| expected.actor.as_ref());
            lines.push(actor.map(|name| format!("{name}: ")).unwrap_or_default() + &format!("{verb} {cards}"));
        }
        lines.extend(is_open("seeds").then(|| format!("seeds {}", [(); 4].map(|()| lot.u8(1..4).to_string()).join(" "))));
        lines.extend(is_open("end").then(|| "end".to_owned()));
        lot.shuffle(&mut lines);
        lines.into_iter().find(|line| referee.record(&[line], first.as_deref()).is_ok())
    });
    recorded.unwrap_or_else(|| "note nothing is open".to_owned())
}

/// A line as somebody may type it who is quick, as far as that goes with all games.
fn shortened(line: String, lot: &mut Rng) -> String {
    match (lot.u8(..5), line.split_once(": ")) {
        (0, Some((_, step))) => step.to_owned(),
        (1, Some((name, step))) => format!("{name} {step}"),
        (2, _) => line.to_lowercase(),
        (3, _) => line + "; ",
        _ => line,
    }
}

/// What somebody types in a hurry: nothing that the keyboard obeys, and no reason.
fn slip(line: &str, lot: &mut Rng) -> String {
    let slip = mutated(&[line.into(), format!("{line}; {line}").into()], lot);
    String::from_utf8_lossy(&slip).chars().filter(|char| !char.is_control() && *char != '!').collect()
}

/// A change of an earlier line, mostly of one of the last.
fn any_edit(referee: &dyn Referee, lot: &mut Rng) -> String {
    let all: Vec<LineRef> = places(referee.log());
    let late = if lot.bool() { all.len().saturating_sub(3) } else { 0 };
    let Some(place) = lot.choice(&all[late..]) else { return "redo".to_owned() };
    let was = &referee.log().line(*place).expect("a line").text;
    match lot.u8(..7) {
        0 => format!("amend -{place}"),
        1 => format!("amend +{place} note put in"),
        2 => format!("amend +{place} {}", any_line(referee, lot)),
        3 => format!("amend {place} {was} ! agreed"),
        4 => format!("amend {place} {}", any_line(referee, lot)),
        5 => format!("amend {place}"),
        _ => format!("amend {place} {}", slip(was, lot)),
    }
}
