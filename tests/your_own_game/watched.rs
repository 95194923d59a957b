//! The live page of a game from outside: a watcher gets of each step what the book doesn't hide.

#[path = "../games/api/shelf.rs"]
mod shelf;

use crate::{
    planted::Planted,
    sevens::{LOG, Sevens, Verb},
};
use fowlplay::{
    page::api::{Api, Permission, Request},
    referee::{Games, game},
    table::{Book, Game as _, GameVerb as _, HiddenArguments, VerbText},
    verbs,
};
use shelf::MemoryShelf;
use std::sync::{Arc, LazyLock};

/// The book of Sevens with cards that are laid face down.
pub static FACE_DOWN: LazyLock<Book> = LazyLock::new(|| Book { verbs: &VERBS, ..Sevens::book().clone() });

static VERBS: [VerbText; 2] = [VerbText { hides: HiddenArguments::All, ..Verb::TEXTS[0] }, Verb::TEXTS[1]];

#[test]
fn a_watcher_gets_no_card_of_a_verb_that_hides_it() {
    let shelf = MemoryShelf::default();
    shelf.put("game", LOG);
    let api = Api::new(Arc::new(shelf), Games::new(&[game::<Planted<Sevens>>()]), String::new());
    let [recorder, watcher] = [Permission::Record, Permission::Watch].map(|permission| {
        let method = "GET".parse().expect("a method");
        api.handle(&Request { method, path: "/api/games/game/table", query: "", body: b"", permission }).body()
    });
    assert!(recorder.contains("\"text\":\"Ada: lay 6D\""), "{recorder}");
    assert!(watcher.contains("\"text\":\"Ada: lay\"") && watcher.contains("\"read_back\":\"lay\""), "{watcher}");
    let text = watcher.split("\"lines\"").nth(1).and_then(|rest| rest.split(']').next()).expect("lines");
    assert!(["7D", "8D", "7S", "5S", "6D"].iter().all(|card| !text.contains(card)), "{text}");
}

mod hides {
    use super::*;

    verbs! {
        Draw: "draw" 'd', Player, "[CARD]", "draw from the pile", hides All;
        Pass: "pass" 'p', Player, "CARD…", "pass cards on, face down", "pass cards on", may "pass cards on", hides Counted;
        Peek: "peek" 'k', Player, "at NAME = CARD", "look at a card of another player", hides Value;
        Lay: "lay" 'l', Player, "CARD", "lay a card face up";
        Turns: "turns", Anyone, "CARD", "turn a card of the hand up on the table", hides None;
        Shows: "shows", Anyone, "CARD…", "show cards of the hand";
    }

    #[test]
    fn a_verb_says_which_of_its_arguments_are_hidden() {
        let book = Book { verbs: Verb::TEXTS, ..Book::BARE };
        for (step, in_view) in [
            ("draw 7D", Some("draw")),
            ("d 7d", Some("draw")),
            (". 7d", Some("draw")),
            (".7d", Some("draw")),
            ("draw", None),
            ("pass 7D 8D", Some("pass 2 cards")),
            ("peek at Bo = 7D", Some("peek at Bo")),
            ("peek at Bo", None),
            ("lay 7D", None),
            ("turns 7D", None),
            ("shows 7D", Some("shows 1 card")),
            ("note Bo has 7D", None),
        ] {
            assert_eq!(book.in_view(step).as_deref(), in_view, "{step}");
        }
    }
}
