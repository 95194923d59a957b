//! What somebody who may only watch gets of a line: cards that don't lie open have no name.

use crate::{
    log::{is_position, position_parts, split_typed, write_position},
    table::{Book, count_of},
};

/// A line without the names of cards that don't lie open.
pub fn line(book: &Book, text: &str) -> String {
    if is_position(text) {
        let parts = position_parts(text).unwrap_or_default();
        return write_position(parts.iter().map(|part| {
            let (name, pieces) = part.text.split_once(':').unwrap_or_default();
            format!("{name}:{}", pieces.split(';').map(piece).collect::<Vec<_>>().join(";"))
        }));
    }
    let Ok(split) = split_typed(text) else { return text.to_owned() };
    let steps: Vec<_> = split.steps().collect();
    steps.into_iter().rev().fold(text.to_owned(), |mut line, range| {
        if let Some(open) = step(book, &text[range.clone()]) {
            line.replace_range(range, &open);
        }
        line
    })
}

/// A step without these names; none if it has none.
pub fn step(book: &Book, text: &str) -> Option<String> {
    let (word, more) = text.trim().split_once(char::is_whitespace)?;
    let verb = book.verbs.iter().find(|verb| verb.is_typed(word)).map_or(word, |verb| verb.name);
    let verb = if word == "." { "draw" } else { verb };
    match verb {
        "draw" => Some("draw".to_owned()),
        "shows" => Some(format!("shows {}", cards(more))),
        // A face-down egg.
        "take" => Some(format!("take {}", more.split_once('=').filter(|_| more.starts_with("down "))?.0.trim_end())),
        _ => None,
    }
}

fn cards(list: &str) -> String {
    count_of(list.split_whitespace().count(), "card", "cards")
}

/// A piece of a position without the names of covered cards.
fn piece(text: &str) -> String {
    let (name, more) = text.trim().split_once(' ').unwrap_or((text.trim(), ""));
    let open = match name {
        "shows" | "played" | "gone" => format!("{name} {}", cards(more)),
        // Of each pile the top lies open.
        "discards" => {
            let pile = |pile: &str| {
                let all: Vec<&str> = pile.split_whitespace().collect();
                let more = |card: &&str| card.strip_prefix('+').map_or(1, |count| count.parse().unwrap_or(0));
                let covered: u32 = all.iter().skip(1).map(more).sum();
                let top = all.first().copied().unwrap_or_default();
                if covered == 0 { top.to_owned() } else { format!("{top} +{covered}") }
            };
            format!("discards {}", more.split('|').map(pile).collect::<Vec<_>>().join(" | "))
        }
        "down" => text.trim().split('=').next().unwrap_or_default().trim_end().to_owned(),
        _ => return text.to_owned(),
    };
    format!("{}{open}", if text.starts_with(' ') { " " } else { "" })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::referee::Games;

    #[test]
    fn covered_cards_have_no_name() {
        let open = |game: &str, text: &str| line(Games::default().book(game).expect("a game"), text);
        for (text, is) in [
            ("Ada: hatch 7SK; draw 3MW", "Ada: hatch 7SK; draw"),
            ("Ada: h 7sk . 3mw", "Ada: h 7sk draw"),
            ("Ada: shows 8WL 9LK ! agreed", "Ada: shows 2 cards ! agreed"),
            ("Ada: grow 1 8YK; draw", "Ada: grow 1 8YK; draw"),
            (
                "position \"Ada: 7SK; shows 8WL\" \"table: discards 9MS CK +3; draw 4\"",
                "position \"Ada: 7SK; shows 1 card\" \"table: discards 9MS +4; draw 4\"",
            ),
        ] {
            assert_eq!(open("emu-ranchers", text), is);
        }
        assert_eq!(open("eggs-and-empires", "Ada: take down Bo = -6"), "Ada: take down Bo");
        assert_eq!(open("eggs-and-empires", "Ada: take 7"), "Ada: take 7");
    }
}
