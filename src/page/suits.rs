//! The suits of games on a page: their drawings as symbols, which a script finds by a suit's name, and their inks.

use crate::table::Suit;
use maud::{Markup, PreEscaped, html};

/// The drawings, in the order of the suits.
pub fn symbols(suits: &[&Suit]) -> Markup {
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
    }
}

/// The inks as a style sheet.
pub fn inks(suits: &[&Suit]) -> String {
    let inks = |nth: usize| {
        let lines: Vec<String> = suits.iter().map(|suit| format!(".{} {{ color: {}; }}", suit.name, suit.inks[nth])).collect();
        lines.join(" ")
    };
    format!("{}\n@media screen and (prefers-color-scheme: dark) {{ {} }}\n", inks(0), inks(1))
}
