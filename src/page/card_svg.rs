//! Cards and pieces as SVG, for tables, texts, score sheets and pictures.

use crate::table::{Face, Ink, NameableCards, Suit, escape::clean};
use maud::{Markup, html};
use std::collections::BTreeMap;

/// The size of a card that stands upright.
pub(super) const CARD: (f64, f64) = (42.0, 58.0);
/// The height of a card that lies flat.
const FLAT: f64 = 24.0;

/// A drawing of a card or piece: upright, and flat if a line of text needs another form.
pub(super) struct Drawing {
    /// The name for screen readers: `Ace of Waves`.
    pub name: String,
    /// The class for style sheets: `suited`, `blackbird`.
    pub class: String,
    pub upright: Shapes,
    flat: Option<Shapes>,
    /// The key by which a script finds the drawing: `keyOf` in `table.js`.
    key: String,
}

/// A drawing with its size.
pub(super) struct Shapes {
    pub width: f64,
    pub height: f64,
    pub markup: Markup,
}

impl Shapes {
    fn of((width, height): (f64, f64), markup: Markup) -> Self {
        Self { width, height, markup }
    }
}

impl Drawing {
    /// The upright drawing, with a mark if the piece `pays`.
    pub(super) fn inline(&self, pays: bool) -> Markup {
        self.element(if pays { " pays" } else { "" }, None, [Some(&self.upright), None])
    }

    fn element(&self, class: &str, key: Option<&str>, [upright, flat]: [Option<&Shapes>; 2]) -> Markup {
        html! {
            span class={ "card " (self.class) (class) } role="img" aria-label=(self.name) data-key=[key] {
                @for (form, shapes) in [("upright", upright), ("flat", flat)] {
                    @if let Some(Shapes { width, height, markup }) = shapes {
                        @let id = key.map(|key| format!("{form}-{}", key.replace(' ', "-")));
                        svg class=[flat.map(|_| form)] viewBox={ "0 0 " (width) " " (height) } { g id=[id] { (markup) } }
                    }
                }
            }
        }
    }
}

/// Hidden drawings of all cards of these stocks, each once. A script copies the elements, which then refer to these drawings.
pub(super) fn drawings(stocks: impl IntoIterator<Item = (Vec<&'static str>, NameableCards)>) -> Markup {
    let faces = stocks.into_iter().flat_map(|(_, stock)| stock.faces);
    // Only cards with three suits may stand for a number.
    let possible_numbers =
        |face: &Face| if suits_of(face).len() > 2 { &["A", "2", "3", "4", "5", "6", "7", "8", "9", "C"][..] } else { &[] };
    let drawings = faces.flat_map(|face| {
        let numbers = std::iter::once(None).chain(possible_numbers(&face).iter().copied().map(Some));
        numbers.map(|stands_for| draw(&face, stands_for)).collect::<Vec<_>>()
    });
    let by_key: BTreeMap<String, Drawing> = drawings.map(|drawing| (drawing.key.clone(), drawing)).collect();
    html! {
        div.cards hidden {
            @for drawing in by_key.values() { (drawing.element("", Some(&drawing.key), [Some(&drawing.upright), drawing.flat.as_ref()])) }
        }
    }
}

fn suits_of(face: &Face) -> Vec<&'static Suit> {
    face.printed.iter().filter_map(|(ink, _)| if let Ink::Of(suit) = ink { Some(*suit) } else { None }).collect()
}

/// Draws a card of this face. If the card stands for a number, the drawing shows the number, too.
pub(super) fn draw(face: &Face, stands_for: Option<&str>) -> Drawing {
    let suits = suits_of(face);
    let value = clean(face.printed.last().map_or("", |(_, text)| text)).replace('-', "−");
    let piece = face
        .title
        .or(face.rank)
        .map(|title| title.to_lowercase().replace(' ', "-"))
        .filter(|piece| super::symbols::has_piece(piece));
    let numbered = |at, size, position, font, (width, height): (f64, f64), overhang: f64| {
        let shapes = html! {
            (picture(piece.as_deref().unwrap_or_default(), at, size))
            (text(&value, position, font, "number", None))
            rect x=(-overhang) y=(height - 4.0) width=(width + 2.0 * overhang) height="4" fill="currentColor" {}
        };
        Shapes::of((width, height), shapes)
    };
    let (upright, flat) = match piece.as_deref() {
        _ if !suits.is_empty() => suited(face, &suits, stands_for),
        Some("seed") => (seeds(&value), None),
        Some(piece) if piece.ends_with("egg") => (egg(piece, &value), None),
        Some(_) if is_number(&value) => {
            let (font, width) = if value.len() > 1 { (12.5, 40.0) } else { (17.0, 34.0) };
            // The coloured edge reaches beyond the drawing, to fill a broader frame.
            let flat = numbered((1.0, 0.5), 19.0, (21.0, 17.0), font, (width, FLAT), FLAT);
            (numbered((3.5, 18.5), 35.0, (4.5, 18.0), 19.0, CARD, 0.0), Some(flat))
        }
        // A pest is as high as the seeds beside it.
        Some(piece) if face.title.is_some() => (Shapes::of((40.0, 38.0), picture(piece, (3.0, 2.0), 34.0)), None),
        Some(piece) => (
            Shapes::of(CARD, picture(piece, (4.0, 12.0), 34.0)),
            Some(Shapes::of((FLAT, FLAT), picture(piece, (2.0, 2.0), 20.0))),
        ),
        None => {
            let words = face.printed.iter().map(|(_, text)| clean(text)).collect::<Vec<_>>().join(" ");
            let width = CARD.0.max(14.0 + 9.5 * f64::from(u32::try_from(words.chars().count()).unwrap_or(1)));
            let shapes_of = |height: f64| {
                Shapes::of((width, height), text(&words, (width / 2.0, height / 2.0 + 6.0), 16.0, "rank", Some("middle")))
            };
            (shapes_of(CARD.1), Some(shapes_of(FLAT)))
        }
    };
    Drawing {
        name: name_of(face) + &stands_for.map(|number| format!(", as {number}")).unwrap_or_default(),
        class: match piece {
            _ if !suits.is_empty() => "suited".to_owned(),
            None if upright.width > CARD.0 => "wordy".to_owned(),
            piece => piece.unwrap_or_default(),
        },
        upright,
        flat,
        key: key_of(face, stands_for),
    }
}

/// Draws a rank and its suits, with an edge in the colours of the suits. The suits stand in a column upright, and in a row flat.
fn suited(face: &Face, suits: &[&Suit], stands_for: Option<&str>) -> (Shapes, Option<Shapes>) {
    let rank = face.printed.first().map_or("", |(_, text)| text.as_str());
    let number = stands_for.unwrap_or(rank);
    let indexed_suits = || (0_u32..).map(f64::from).zip(suits);
    let count = f64::from(u32::try_from(suits.len()).unwrap_or(1));
    // Three suits have less room.
    let (upright_size, flat_size) = if suits.len() > 2 { (11.5, 11.0) } else { (15.0, 13.0) };
    let edge = |top: f64, height: f64| {
        html! { @for (nth, suit) in indexed_suits() { rect y=(format!("{:.1}", top + height / count * nth)) width="4" height=(format!("{:.1}", height / count)) fill=(suit.inks[0]) {} } }
    };
    let suits_end = 20.0 + (flat_size + 0.5) * count;
    let upright = html! {
        (edge(0.0, CARD.1))
        (text(number, (7.0, 18.0), 20.0, "rank", None))
        @for (nth, suit) in indexed_suits() { (symbol(suit, (7.5, 22.0 + (upright_size + 0.5) * nth), upright_size)) }
        @if stands_for.is_some() { (text(rank, (39.0, 13.0), 11.0, "rank faint", Some("end"))) }
    };
    let flat = html! {
        // The coloured edge reaches beyond the drawing, to fill a higher frame.
        (edge(-FLAT, 3.0 * FLAT))
        (text(number, (6.0, 18.5), 17.5, "rank", None))
        @for (nth, suit) in indexed_suits() { (symbol(suit, (19.5 + (flat_size + 0.5) * nth, (FLAT - flat_size) / 2.0), flat_size)) }
        @if stands_for.is_some() { (text(rank, (suits_end, 16.0), 11.0, "rank faint", None)) }
    };
    let width = if stands_for.is_some() { suits_end + 9.0 } else { suits_end + 1.0 };
    (Shapes::of(CARD, upright), Some(Shapes::of((width, FLAT), flat)))
}

/// The eggs of a seed card, side by side. `number` is the text on the card.
fn seeds(number: &str) -> Shapes {
    let count: u8 = number.parse().unwrap_or(1);
    let eggs = html! { @for nth in 0..count { (picture("egg", (f64::from(nth) * 17.0 - 0.5, 6.0), 26.0)) } };
    Shapes::of((f64::from(count) * 17.0 + 8.0, 38.0), eggs)
}

/// An egg with its number.
fn egg(piece: &str, number: &str) -> Shapes {
    // An exploding egg needs more room.
    let (ink, width) = if piece == "egg" { ("rank", 36.0) } else { ("rank light", 46.0) };
    let size = if number.chars().count() > 2 { 14.0 } else { 18.0 };
    let middle = width / 2.0;
    let shapes = html! { (picture(piece, (middle - 23.0, 0.0), 46.0)) (text(number, (middle, 32.0), size, ink, Some("middle"))) };
    Shapes::of((width, 46.0), shapes)
}

/// The key of a face: its title and number, or all its print, then the number that the card stands for.
fn key_of(face: &Face, stands_for: Option<&str>) -> String {
    let printed = |(ink, text): &(Ink, String)| if let Ink::Of(suit) = ink { suit.name.to_owned() } else { text.clone() };
    let words: Vec<String> = match (face.title, face.printed.last()) {
        (Some(title), Some((_, last))) => vec![title.to_owned(), last.split(' ').next().unwrap_or_default().to_owned()],
        _ => face.printed.iter().map(printed).collect(),
    };
    words.into_iter().chain(stands_for.map(|number| format!("={number}"))).collect::<Vec<_>>().join(" ")
}

fn picture(piece: &str, (x, y): (f64, f64), size: f64) -> Markup {
    html! { use href={ "#piece-" (piece) } x=(x) y=(y) width=(size) height=(size) {} }
}

fn symbol(suit: &Suit, (x, y): (f64, f64), size: f64) -> Markup {
    html! { use href={ "#suit-" (suit.name) } x=(x) y=(y) width=(size) height=(size) color=(suit.inks[0]) {} }
}

/// Text with the class of its ink (`rank`, `rank light`, `rank faint`, `number`), and of its anchor if the text doesn't start there.
fn text(words: &str, (x, y): (f64, f64), size: f64, ink: &str, anchor: Option<&str>) -> Markup {
    html! { text class={ (ink) @if let Some(anchor) = anchor { " " (anchor) } } x=(x) y=(y) font-size=(size) { (clean(words)) } }
}

fn is_number(text: &str) -> bool {
    text.parse::<i32>().is_ok()
}

/// `Ace of Waves`, `Pawn of Suns, Waves and Knots`, `Greenfinch 2`.
fn name_of(face: &Face) -> String {
    let last = face.printed.last().map_or("", |(_, text)| text.as_str());
    if let Some(title) = face.title {
        return if is_number(last) { format!("{title} {}", last.replace('-', "−")) } else { clean(last).into_owned() };
    }
    let words: Vec<&str> =
        face.printed.iter().map(|(ink, text)| if let Ink::Of(suit) = ink { suit.name } else { text }).collect();
    match &words[..] {
        [first, suits @ ..] if !suits.is_empty() => {
            format!("{} of {}", face.rank.unwrap_or(first), crate::table::and_list(suits))
        }
        _ => face.rank.map_or_else(|| clean(&words.concat()).into_owned(), str::to_owned),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decktet::Card;

    #[test]
    fn a_piece_has_the_name_that_a_person_gives_it() {
        let name = |code: &str, stands_for| draw(&code.parse::<Card>().expect("a card").into(), stands_for).name;
        assert_eq!(name("7SK", None), "7 of Suns and Knots");
        assert_eq!(name("AW", None), "Ace of Waves");
        assert_eq!(name("PMSL", Some("9")), "Pawn of Moons, Suns and Leaves, as 9");
        assert_eq!(draw(&Face::plain("-6").titled("Exploding egg"), None).name, "Exploding egg −6");
        assert_eq!(draw(&Face::plain("Ada's Scout's").titled("Face-down egg"), None).name, "Ada's Scout's");
    }

    #[test]
    fn a_piece_that_has_a_drawing_is_drawn() {
        let drawing = draw(&Face::plain("6").titled("Blackbird"), None);
        assert!(drawing.class == "blackbird" && drawing.upright.markup.into_string().contains("#piece-blackbird"));
        assert!(!draw(&Face::plain("6").titled("Ostrich"), None).upright.markup.into_string().contains("#piece-"));
    }

    #[test]
    fn a_seed_card_is_as_wide_as_its_eggs() {
        let width = |number: &str| seeds(number).width.to_string();
        assert_eq!(["1", "2", "3"].map(width), ["25", "42", "59"]);
    }
}
