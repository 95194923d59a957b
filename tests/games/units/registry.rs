//! Games looked up by the names that logs and users give them.

use fowlplay::{
    log::Log,
    referee::{Games, open},
};

#[test]
fn an_unknown_game_is_refused_at_its_name_with_the_games_there_are() {
    let text = "fowlplay = 1\ngame = \"emu-rancher\"\nplayers = [\"Ada\", \"Bo\"]\n";
    let error = open(Log::parse(text).expect("a log")).err().expect("no such game");
    assert_eq!((error.line, error.column, error.text.as_str()), (2, 9, "emu-rancher"));
    assert!(error.message.contains("did you mean `emu-ranchers`?"), "{error}");
    assert!(error.expected.starts_with("expected ") && error.expected.contains("emu-ranchers"), "{error}");
}

#[test]
fn a_game_is_named_by_the_beginning_of_a_word_that_only_one_has() {
    let game = |name: &str| Games::default().book(name).map(|book| book.game).map_err(|unknown| unknown.to_string());
    for (name, meant) in [
        ("eggs", "eggs-and-empires"),
        ("ranchers", "emu-ranchers"),
        ("Emus R", "emus-redux"),
        ("blu", "blulu"),
        ("P", "piepmatz"),
    ] {
        assert_eq!(game(name), Ok(meant), "{name}");
    }
    assert_eq!(game("emu"), Err("`emu` could be emu-ranchers or emus-redux".to_owned()));
    assert!(game("").is_err_and(|error| error.starts_with("no game is called")));
    assert!(game("Brulu").is_err_and(|error| error.contains("it is a variant of blulu: `blulu --variant brulu`")));
    assert!(game("emu-ranchrs").is_err_and(|error| error.contains("did you mean `emu-ranchers`?")));
}
