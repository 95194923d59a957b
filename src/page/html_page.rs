//! The frame of every HTML page of this program.

use maud::{DOCTYPE, Markup, html};

pub(super) fn document(title: &str, head: &Markup, body: &Markup) -> String {
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                // The page takes the whole screen, even with rounded corners or a notch. The style sheet keeps content clear of them.
                meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover";
                meta name="color-scheme" content="light dark";
                title { (title) }
                (head)
            }
            (body)
        }
    };
    page.into_string()
}
