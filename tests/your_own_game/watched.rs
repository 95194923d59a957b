//! The live page of a game from outside: a watcher gets of each step what the book doesn't hide.

use crate::{
    planted::Planted,
    sevens::{LOG, Sevens, Verb},
};
use fowlplay::{
    page::server::{RecordingPolicy, ServeOptions, Server},
    referee::{Games, game},
    table::{Book, Game as _, GameVerb as _, HiddenArguments, VerbText},
    verbs,
};
use std::{
    fs,
    io::{Read as _, Write as _},
    net::TcpStream,
    sync::{LazyLock, mpsc},
};

/// The book of Sevens with cards that are laid face down.
pub static FACE_DOWN: LazyLock<Book> = LazyLock::new(|| Book { verbs: &VERBS, ..Sevens::book().clone() });

static VERBS: [VerbText; 2] = [VerbText { hides: HiddenArguments::All, ..Verb::TEXTS[0] }, Verb::TEXTS[1]];

/// The table of the log `game.toml` of a folder, as a secret's holder gets it.
fn table(address: &str, secret: &str) -> String {
    let mut stream = TcpStream::connect(address).expect("the server listens");
    let head = format!("Host: {address}\r\nAuthorization: Bearer {secret}\r\nConnection: close");
    write!(stream, "GET /api/games/game/table HTTP/1.1\r\n{head}\r\n\r\n").expect("sent");
    let mut reply = String::new();
    stream.read_to_string(&mut reply).expect("a reply");
    reply
}

#[test]
fn a_watcher_gets_no_card_of_a_verb_that_hides_it() {
    let (folder, state) = (tempfile::tempdir().expect("a folder"), tempfile::tempdir().expect("a folder"));
    fs::write(folder.path().join("game.toml"), LOG).expect("room");
    let options = ServeOptions {
        path: folder.path().to_owned(),
        port: 0,
        lan: false,
        address: None,
        recording: RecordingPolicy::Alone,
        new_links: false,
        state: Some(state.path().to_owned()),
        games: Games::new(&[game::<Planted<Sevens>>()]),
    };
    let server = Server::bind(&options).expect("it starts");
    let (address, secrets) = (server.hosts()[0].clone(), server.secrets().clone());
    let (sender, replies) = mpsc::channel();
    let ask = move || {
        for secret in [secrets.record.as_deref().expect("a link to record"), &secrets.watch] {
            sender.send(table(&address, secret)).expect("it is waited for");
        }
    };
    server.run(ask).expect("it serves");
    let replies: Vec<String> = replies.iter().collect();
    let [recorder, watcher] = &replies[..] else { panic!("{replies:?}") };
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
