//! The drawings of suits and pieces as SVG symbols, which a page refers to by name, and the inks of suits.

use crate::table::Suit;
use maud::{Markup, PreEscaped, html};

/// The drawings of pieces, by the titles on their cards.
const PIECES: &str = include_str!("pieces.svg");
/// The colours of the pieces, as a style sheet.
pub(super) const COLOURS: &str = include_str!("pieces.css");

pub(super) fn has_piece(name: &str) -> bool {
    PIECES.contains(&format!("id=\"piece-{name}\""))
}

pub(super) fn symbols(suits: &[&Suit]) -> Markup {
    html! {
        svg xmlns="http://www.w3.org/2000/svg" width="0" height="0" aria-hidden="true" class="suits" {
            @for suit in suits {
                symbol id={ "suit-" (suit.name) } viewBox="0 0 24 24" {
                    @if suit.drawing.is_empty() {
                        text x="12" y="20" text-anchor="middle" font-size="24" fill="currentColor" { (suit.sign) }
                    } @else {
                        (PreEscaped(suit.drawing))
                    }
                }
            }
        }
        (PreEscaped(PIECES))
    }
}

/// The inks as a style sheet. Cards are light, also on a dark page.
pub(super) fn inks(suits: &[&Suit]) -> String {
    let join_lines = |line: &dyn Fn(&Suit) -> String| suits.iter().map(|suit| line(suit)).collect::<Vec<_>>().join(" ");
    let inks = |nth: usize| join_lines(&|suit| format!("--suit-{}: {};", suit.name, suit.inks[nth]));
    let classes = join_lines(&|suit| format!(".{0} {{ color: var(--suit-{0}); }}", suit.name));
    let (light, dark) = (inks(0), inks(1));
    format!(":root, .card {{ {light} }}\n{classes}\n@media screen and (prefers-color-scheme: dark) {{ :root {{ {dark} }} }}\n")
}
