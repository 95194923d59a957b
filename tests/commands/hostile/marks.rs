//! Characters that do something to a terminal, or to what is seen in it; and whether an output has any of them.

use crate::program::Done;

/// A colour that the program never uses, a bell, a title for the window, and what else a terminal obeys.
pub const CONTROLS: &str = "\u{1b}[31;5mred\u{1b}]0;title\u{7}\u{8}\r\t\u{0}\u{7f}\u{9b}5m\u{85}\u{b}\u{c}";
/// Marks of direction, noncharacters, and what takes no room.
pub const BIDI: &str =
    "\u{202e}\u{202a}\u{2066}x\u{2069}\u{200b}\u{200d}\u{200f}\u{61c}\u{feff}\u{2028}\u{2029}\u{ad}\u{e0041}\u{fffe}\u{fdd0}";

/// Such text: as it is, and between words.
pub fn hostile() -> [String; 3] {
    [CONTROLS.to_owned(), BIDI.to_owned(), format!("so {CONTROLS} it {BIDI} was")]
}

/// Whether a character moves or reverses what is seen, or is none: written down here anew, so that the program's list is tested too.
pub fn is_raw(char: char) -> bool {
    let raw = [
        ('\0', '\u{9}'),
        ('\u{b}', '\u{1f}'),
        ('\u{7f}', '\u{9f}'),
        ('\u{61c}', '\u{61c}'),
        ('\u{200e}', '\u{200f}'),
        ('\u{202a}', '\u{202e}'),
        ('\u{2066}', '\u{2069}'),
        ('\u{fdd0}', '\u{fdef}'),
        ('\u{fffe}', '\u{ffff}'),
    ];
    raw.iter().any(|(first, last)| (first..=last).contains(&&char))
}

/// Nothing that it printed is raw; colours of its own are fine.
#[track_caller]
pub fn nothing_raw(done: &Done, of: &str) {
    let told = done.told();
    assert!(!told.contains("\u{1b}[31;5m"), "{of}: a colour of somebody else's: {told:?}");
    let plain = without_colours(&told);
    if let Some(raw) = plain.chars().find(|char| is_raw(*char)) {
        panic!("{of}: {raw:?} is raw in {plain:?}");
    }
}

/// Without `ESC [ numbers m`.
fn without_colours(text: &str) -> String {
    let mut parts = text.split("\u{1b}[");
    let mut plain = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        match part.trim_start_matches(|char: char| char.is_ascii_digit() || char == ';').strip_prefix('m') {
            Some(rest) => plain.push_str(rest),
            None => plain.extend(["\u{1b}[", part]),
        }
    }
    plain
}
