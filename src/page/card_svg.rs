//! Cards and pieces as SVG: on a table, in a line of words, in a score sheet, and in a picture.

use crate::table::{Face, Ink, NameableCards, Suit, escape::clean};
use maud::{Markup, html};
use std::collections::BTreeMap;

/// The size of a card that stands upright.
pub(super) const CARD: (f64, f64) = (42.0, 58.0);
/// The height of one that lies flat.
const FLAT: f64 = 24.0;

/// A piece: upright, and flat unless it looks alike in a line of words.
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
    /// The piece upright; `pays` marks it.
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

/// The drawings of the cards of these stocks for a document, unseen, each once. A script copies the elements, which then refer to these
/// drawings.
pub(super) fn drawings(stocks: impl IntoIterator<Item = (Vec<&'static str>, NameableCards)>) -> Markup {
    let faces = stocks.into_iter().flat_map(|(_, stock)| stock.faces);
    // Three suits are on cards that may stand for a number.
    let numbers =
        |face: &Face| if suits_of(face).len() > 2 { &["A", "2", "3", "4", "5", "6", "7", "8", "9", "C"][..] } else { &[] };
    let all = faces.flat_map(|face| {
        let forms = std::iter::once(None).chain(numbers(&face).iter().copied().map(Some));
        forms.map(|stands| draw(&face, stands)).collect::<Vec<_>>()
    });
    let once: BTreeMap<String, Drawing> = all.map(|drawn| (drawn.key.clone(), drawn)).collect();
    html! {
        div.cards hidden {
            @for drawn in once.values() { (drawn.element("", Some(&drawn.key), [Some(&drawn.upright), drawn.flat.as_ref()])) }
        }
    }
}

fn suits_of(face: &Face) -> Vec<&'static Suit> {
    face.printed.iter().filter_map(|(ink, _)| if let Ink::Of(suit) = ink { Some(*suit) } else { None }).collect()
}

/// Draws a card of this face, or the number that it `stands` for.
pub(super) fn draw(face: &Face, stands: Option<&str>) -> Drawing {
    let suits = suits_of(face);
    let last = clean(face.printed.last().map_or("", |(_, text)| text)).replace('-', "−");
    let piece = face
        .title
        .or(face.rank)
        .map(|title| title.to_lowercase().replace(' ', "-"))
        .filter(|piece| super::symbols::has_piece(piece));
    let numbered = |at, size, number, font, (width, height): (f64, f64), beyond: f64| {
        let shapes = html! {
            (picture(piece.as_deref().unwrap_or_default(), at, size))
            (text(&last, number, font, "number", None))
            rect x=(-beyond) y=(height - 4.0) width=(width + 2.0 * beyond) height="4" fill="currentColor" {}
        };
        Shapes::of((width, height), shapes)
    };
    let (upright, flat) = match piece.as_deref() {
        _ if !suits.is_empty() => suited(face, &suits, stands),
        Some("seed") => (seeds(&last), None),
        Some(piece) if piece.ends_with("egg") => (egg(piece, &last), None),
        Some(_) if is_number(&last) => {
            let font = if last.len() > 1 { 12.5 } else { 17.0 };
            // A frame that is broader has its whole edge coloured.
            let flat = numbered((1.0, 0.5), 19.0, (21.0, 17.0), font, (34.0, FLAT), FLAT);
            (numbered((3.5, 18.5), 35.0, (4.5, 18.0), 19.0, CARD, 0.0), Some(flat))
        }
        // A pest lies among seeds.
        Some(piece) if face.title.is_some() => (Shapes::of((40.0, 38.0), picture(piece, (3.0, 2.0), 34.0)), None),
        Some(piece) => (
            Shapes::of(CARD, picture(piece, (4.0, 12.0), 34.0)),
            Some(Shapes::of((FLAT, FLAT), picture(piece, (2.0, 2.0), 20.0))),
        ),
        None => {
            let words = face.printed.iter().map(|(_, text)| clean(text)).collect::<Vec<_>>().join(" ");
            let width = CARD.0.max(14.0 + 9.5 * f64::from(u32::try_from(words.chars().count()).unwrap_or(1)));
            let form = |height: f64| {
                Shapes::of((width, height), text(&words, (width / 2.0, height / 2.0 + 6.0), 16.0, "rank", Some("middle")))
            };
            (form(CARD.1), Some(form(FLAT)))
        }
    };
    Drawing {
        name: name_of(face) + &stands.map(|number| format!(", as {number}")).unwrap_or_default(),
        class: match piece {
            _ if !suits.is_empty() => "suited".to_owned(),
            None if upright.width > CARD.0 => "wordy".to_owned(),
            piece => piece.unwrap_or_default(),
        },
        upright,
        flat,
        key: key_of(face, stands),
    }
}

/// Rank and suits, with an edge in their colours: below one another, and in a row.
fn suited(face: &Face, suits: &[&Suit], stands: Option<&str>) -> (Shapes, Option<Shapes>) {
    let rank = face.printed.first().map_or("", |(_, text)| text.as_str());
    let number = stands.unwrap_or(rank);
    let all = || (0_u32..).map(f64::from).zip(suits);
    let count = f64::from(u32::try_from(suits.len()).unwrap_or(1));
    // Three suits have less room.
    let (high, low) = if suits.len() > 2 { (11.5, 11.0) } else { (15.0, 13.0) };
    let edge = |top: f64, height: f64| {
        html! { @for (nth, suit) in all() { rect y=(format!("{:.1}", top + height / count * nth)) width="4" height=(format!("{:.1}", height / count)) fill=(suit.inks[0]) {} } }
    };
    let end = 20.0 + (low + 0.5) * count;
    let upright = html! {
        (edge(0.0, CARD.1))
        (text(number, (7.0, 18.0), 20.0, "rank", None))
        @for (nth, suit) in all() { (symbol(suit, (7.5, 22.0 + (high + 0.5) * nth), high)) }
        @if stands.is_some() { (text(rank, (39.0, 13.0), 11.0, "rank faint", Some("end"))) }
    };
    let flat = html! {
        // A frame that is higher has its whole edge coloured.
        (edge(-FLAT, 3.0 * FLAT))
        (text(number, (6.0, 18.5), 17.5, "rank", None))
        @for (nth, suit) in all() { (symbol(suit, (19.5 + (low + 0.5) * nth, (FLAT - low) / 2.0), low)) }
        @if stands.is_some() { (text(rank, (end, 16.0), 11.0, "rank faint", None)) }
    };
    let width = if stands.is_some() { end + 9.0 } else { end + 1.0 };
    (Shapes::of(CARD, upright), Some(Shapes::of((width, FLAT), flat)))
}

/// As many eggs as a seed card has, side by side.
fn seeds(words: &str) -> Shapes {
    let count: u8 = words.split(' ').next().and_then(|number| number.parse().ok()).unwrap_or(1);
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

/// The key of a face: title and number, or all that is printed, and the number that it stands for.
fn key_of(face: &Face, stands: Option<&str>) -> String {
    let printed = |(ink, text): &(Ink, String)| if let Ink::Of(suit) = ink { suit.name.to_owned() } else { text.clone() };
    let words: Vec<String> = match (face.title, face.printed.last()) {
        (Some(title), Some((_, last))) => vec![title.to_owned(), last.split(' ').next().unwrap_or_default().to_owned()],
        _ => face.printed.iter().map(printed).collect(),
    };
    words.into_iter().chain(stands.map(|number| format!("={number}"))).collect::<Vec<_>>().join(" ")
}

fn picture(piece: &str, (x, y): (f64, f64), size: f64) -> Markup {
    html! { use href={ "#piece-" (piece) } x=(x) y=(y) width=(size) height=(size) {} }
}

fn symbol(suit: &Suit, (x, y): (f64, f64), size: f64) -> Markup {
    html! { use href={ "#suit-" (suit.name) } x=(x) y=(y) width=(size) height=(size) color=(suit.inks[0]) {} }
}

/// Words with the class of their ink (`rank`, `rank light`, `rank faint`, `number`), and of their anchor unless that is where they start.
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
        let name = |code: &str, stands| draw(&code.parse::<Card>().expect("a card").into(), stands).name;
        assert_eq!(name("7SK", None), "7 of Suns and Knots");
        assert_eq!(name("AW", None), "Ace of Waves");
        assert_eq!(name("PMSL", Some("9")), "Pawn of Moons, Suns and Leaves, as 9");
        assert_eq!(draw(&Face::plain("-6").titled("Exploding egg"), None).name, "Exploding egg −6");
        assert_eq!(draw(&Face::plain("Ada's Scout's").titled("Face-down egg"), None).name, "Ada's Scout's");
    }

    #[test]
    fn a_piece_that_has_a_drawing_is_drawn() {
        let drawn = draw(&Face::plain("6").titled("Blackbird"), None);
        assert!(drawn.class == "blackbird" && drawn.upright.markup.into_string().contains("#piece-blackbird"));
        assert!(!draw(&Face::plain("6").titled("Ostrich"), None).upright.markup.into_string().contains("#piece-"));
    }

    #[test]
    fn a_seed_card_is_as_wide_as_its_eggs() {
        let width = |eggs: &str| seeds(eggs).width.to_string();
        assert_eq!(["1 egg", "2 eggs", "3 eggs"].map(width), ["25", "42", "59"]);
    }
}
