//! Cards and pieces as SVG of a fixed size: in a score sheet, and in a picture. `table.js` draws the same on a table.

use crate::table::{Face, Ink, Suit, escape::clean};
use maud::{Markup, html};

/// The size of a card.
const CARD: (f64, f64) = (42.0, 58.0);

/// A piece with its size.
pub(super) struct Drawn {
    /// Its width, where a card is 42 wide and 58 high.
    pub width: f64,
    /// Its height.
    pub height: f64,
    /// What it is, for screen readers and for style sheets: `Ace of Waves`, `blackbird`.
    pub name: String,
    pub class: String,
    pub shapes: Markup,
}

impl Drawn {
    /// The piece in a line of text; `pays` marks it.
    pub(super) fn inline(&self, pays: bool) -> Markup {
        let Self { width, height, name, class, shapes } = self;
        // Twenty units are one rem.
        let style = ((*width, *height) != CARD).then(|| format!("width:{:.2}rem;height:{:.2}rem", width / 20.0, height / 20.0));
        html! {
            svg class={ "face " (class) @if pays { " pays" } } viewBox={ "0 0 " (width) " " (height) } style=[style] role="img" aria-label=(name) { (shapes) }
        }
    }
}

/// Draws what a card of this face is, or the number that it `stands` for.
pub(super) fn draw(face: &Face, stands: Option<&str>) -> Drawn {
    let suits: Vec<&Suit> =
        face.printed.iter().filter_map(|(ink, _)| if let Ink::Of(suit) = ink { Some(*suit) } else { None }).collect();
    let name = name_of(face) + &stands.map(|number| format!(", as {number}")).unwrap_or_default();
    let last = face.printed.last().map_or("", |(_, text)| text.as_str());
    let (class, (width, height), shapes) = match face.title.or(face.rank).map(|title| title.to_lowercase().replace(' ', "-")) {
        _ if !suits.is_empty() => ("suited".to_owned(), CARD, suited(face, &suits, stands)),
        Some(piece) if piece == "seed" => seeds(last, piece),
        Some(piece) if piece.ends_with("egg") => {
            let (ink, y) = if piece == "egg" { ("rank", 39.0) } else { ("rank light", 36.0) };
            let number = last.replace('-', "−");
            let size = if number.chars().count() > 2 { 13.5 } else { 17.0 };
            let shapes = html! { (picture(&piece, (-3.0, 3.0), 52.0)) (text(&number, (23.0, y), size, ink, Some("middle"))) };
            (piece, (46.0, CARD.1), shapes)
        }
        Some(piece) if super::suits::has_piece(&piece) && is_number(last) => {
            let shapes = html! {
                (paper(CARD))
                (picture(&piece, (5.0, 17.0), 34.0))
                (text(last, (5.0, 19.0), 17.0, "rank", None))
                rect x="1" y="53" width="40" height="4" fill="currentColor" {}
            };
            (piece, CARD, shapes)
        }
        Some(piece) if super::suits::has_piece(&piece) => {
            let shapes = html! { (paper(CARD)) (picture(&piece, (4.0, 12.0), 34.0)) };
            (piece, CARD, shapes)
        }
        _ => {
            let words = face.printed.iter().map(|(_, text)| clean(text)).collect::<Vec<_>>().join(" ");
            let width = CARD.0.max(14.0 + 9.5 * f64::from(u32::try_from(words.chars().count()).unwrap_or(1)));
            (
                String::new(),
                (width, CARD.1),
                html! { (paper((width, CARD.1))) (text(&words, (width / 2.0, 35.0), 16.0, "rank", Some("middle"))) },
            )
        }
    };
    Drawn { width, height, name, class, shapes }
}

/// Rank and suits, with an edge in their colours.
fn suited(face: &Face, suits: &[&Suit], stands: Option<&str>) -> Markup {
    let rank = face.printed.first().map_or("", |(_, text)| text.as_str());
    let count = f64::from(u32::try_from(suits.len()).unwrap_or(1));
    let part = (CARD.1 - 8.0) / count;
    // Three suits have less room.
    let size = if suits.len() > 2 { 11.0 } else { 13.0 };
    let colour = |suit: &Suit| suit.inks[0];
    html! {
        (paper(CARD))
        @for (nth, suit) in (0_u32..).zip(suits) {
            rect x="1.5" y=(format!("{:.1}", 4.0 + part * f64::from(nth))) width="4" height=(format!("{part:.1}")) fill=(colour(suit)) {}
            (symbol(suit, (8.5, 22.0 + (size + 0.5) * f64::from(nth)), size))
        }
        @if let Some(number) = stands {
            (text(number, (8.0, 18.0), 18.0, "rank", None))
            (text(rank, (38.0, 14.0), 11.0, "rank faint", Some("end")))
        } @else {
            (text(rank, (8.0, 18.0), 18.0, "rank", None))
        }
    }
}

/// As many eggs as a seed card has, side by side.
fn seeds(words: &str, piece: String) -> (String, (f64, f64), Markup) {
    let count: u8 = words.split(' ').next().and_then(|number| number.parse().ok()).unwrap_or(1);
    let size = (f64::from(count) * 17.0 + 8.0, 38.0);
    let shapes = html! {
        (paper(size))
        @for nth in 0..count { (picture("egg", (f64::from(nth) * 17.0 - 0.5, 6.0), 26.0)) }
    };
    (piece, size, shapes)
}

fn paper((width, height): (f64, f64)) -> Markup {
    html! { rect.paper x="0.75" y="0.75" width=(width - 1.5) height=(height - 1.5) rx="6" {} }
}

fn picture(piece: &str, (x, y): (f64, f64), size: f64) -> Markup {
    html! { use href={ "#piece-" (piece) } x=(x) y=(y) width=(size) height=(size) {} }
}

fn symbol(suit: &Suit, (x, y): (f64, f64), size: f64) -> Markup {
    html! { use href={ "#suit-" (suit.name) } x=(x) y=(y) width=(size) height=(size) color=(suit.inks[0]) {} }
}

/// Words with the class of their ink (`rank`, `rank light`, `rank faint`), and of their anchor unless that is where they start.
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
        return if is_number(last) { format!("{title} {last}") } else { clean(last).into_owned() };
    }
    let words: Vec<&str> =
        face.printed.iter().map(|(ink, text)| if let Ink::Of(suit) = ink { suit.name } else { text }).collect();
    match &words[..] {
        [first, suits @ ..] if !suits.is_empty() => {
            format!("{} of {}", face.rank.unwrap_or(first), crate::table::and_list(suits))
        }
        _ => clean(&words.concat()).into_owned(),
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
        assert_eq!(draw(&Face::plain("-6").titled("Exploding egg"), None).name, "Exploding egg -6");
        assert_eq!(draw(&Face::plain("Ada's Scout's").titled("Face-down egg"), None).name, "Ada's Scout's");
    }

    #[test]
    fn a_piece_that_has_a_drawing_is_drawn() {
        let drawn = draw(&Face::plain("6").titled("Blackbird"), None);
        assert!(drawn.class == "blackbird" && drawn.shapes.into_string().contains("#piece-blackbird"));
        assert!(!draw(&Face::plain("6").titled("Ostrich"), None).shapes.into_string().contains("#piece-"));
    }

    #[test]
    fn a_seed_card_is_as_wide_as_its_eggs() {
        let width = |eggs: &str| seeds(eggs, "seed".to_owned()).1.0.to_string();
        assert_eq!(["1 egg", "2 eggs", "3 eggs"].map(width), ["25", "42", "59"]);
    }
}
