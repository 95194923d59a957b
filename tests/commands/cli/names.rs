//! Names in every script: one name in two Unicode forms is one player, and is shown as it was written.

use super::log;
use crate::program::Folder;

/// Names from several scripts, each in two Unicode forms or letter cases, with a beginning of the second.
const FORMS: [[&str; 3]; 7] = [
    ["Zoë", "Zoe\u{308}", "Zo"],
    ["ZOË", "zoe\u{308}", "zO"],
    ["Nguyễn", "Nguye\u{302}\u{303}n", "Nguye\u{302}\u{303}"],
    ["한글", "\u{1112}\u{1161}\u{11ab}\u{1100}\u{1173}\u{11af}", "\u{1112}\u{1161}\u{11ab}"],
    ["がく", "か\u{3099}く", "か\u{3099}"],
    ["क\u{93c}ासिम", "\u{958}ासिम", "\u{958}ा"],
    ["Ὀδυσσεύς", "Ο\u{313}ΔΥΣΣΕΥ\u{301}Σ", "Ο\u{313}ΔΥΣ"],
];

#[test]
fn one_name_in_two_forms_is_one_player() {
    for [one, other, start] in FORMS {
        let folder = Folder::new();
        let both = folder.run(&["new", "blulu", "--players", &format!("{one},{other}")]);
        assert!(both.status == Some(2) && both.says("is there twice"), "{one}: {}", both.told());
        let new = folder.run(&["new", "emu-ranchers", "--players", &format!("{one},Bo"), "--first", other, "-o", "game.toml"]);
        assert_eq!(new.status, Some(0), "{one}: {}", new.told());
        // A line names the actor in the other form, and by a prefix of it.
        for line in [format!("{other}: hatch 7SK; draw"), "Bo: hatch 9LK; draw".to_owned(), format!("{start}: grow 1 8YK; draw")]
        {
            let done = folder.run(&["record", "game.toml", &line]);
            assert_eq!(done.status, Some(0), "{line}: {}", done.told());
        }
        let log = folder.text("game.toml");
        assert!(log.contains(one) && !log.contains(other), "written as the name came: {log}");
        folder.write("other.toml", log.replace("players = [", "players = [ ").replacen(one, other, 1));
        assert_eq!(folder.run(&["check", "other.toml"]).status, Some(0), "{one}: the head in another form than the lines");
        let tally = folder.run(&["tally", "emu-ranchers", "Bo: 7SK", &format!("{one}: 9LK"), &format!("{other}: 9MS")]);
        assert!(tally.status == Some(2) && tally.says("is there twice"), "{one}: {}", tally.told());
        let renamed = folder.run(&["head", "game.toml", &format!("player.{other}=Ada")]);
        assert_eq!(renamed.status, Some(0), "{one}: {}", renamed.told());
        assert!(!folder.text("game.toml").split("[[correction]]").next().expect("a log").contains(one));
    }
}

#[test]
fn files_and_statistics_know_one_player_in_two_forms() {
    for [one, other, _] in FORMS {
        let folder = Folder::new();
        for name in [one, other] {
            let new = folder.run(&["new", "emu-ranchers", "--players", &format!("{name},Bo"), "--scores", "--json"]);
            let file = new.json()["file"].as_str().expect("a name").to_owned();
            for _ in 0..2 {
                let counted = folder.run(&["tally", "emu-ranchers", &format!("{name}: = 12"), "Bo: = 9", "--into", &file]);
                assert_eq!(counted.status, Some(0), "{}", counted.told());
            }
        }
        let files = folder.names();
        let stems = files.iter().map(|file| file.replace("-2.toml", ".toml"));
        assert_eq!(stems.collect::<std::collections::HashSet<_>>().len(), 1, "one name of a file, and its second: {files:?}");
        let told = folder.run(&["stats", "--json", "--player", other]).json();
        assert_eq!(told["by_game"][0]["games"], 2, "{one}: {told}");
        let players = told["in_all"]["players"].as_array().expect("players");
        assert!(players.len() == 2 && players.iter().all(|player| player["games"] == 2), "{one}: {told}");
        let aliases = folder.run(&["stats", "--json", "--alias", &format!("{other}=Ada")]).json();
        assert!(aliases["in_all"]["players"].to_string().contains("\"Ada\""), "{one}: {aliases}");
        let plays = folder.run(&["export", "-o", "evenings.bgsplay", "--format", "bgstats", "--me", other]);
        assert!(!plays.says("played none"), "{one}: {}", plays.told());
    }
}

/// Persian, Malayalam, a family, a flag, Mongolian: each with characters of no width that belong to it.
const JOINED: [&str; 5] = [
    "علی\u{200c}رضا",
    "ജോൺ ന\u{d4d}\u{200d}",
    "👩\u{200d}👧\u{200d}👦",
    "🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}",
    "ᠠ\u{180b}",
];

#[test]
fn joiners_are_shown_as_they_are() {
    for name in JOINED {
        let escapes: Vec<_> = name.chars().map(|char| char.escape_unicode().to_string()).collect();
        let title = format!("fowlplay = 1\ntitle = \"{name}\"");
        let folder = Folder::with(log(&[]).replace("Ada", name).replace("fowlplay = 1", &title));
        for arguments in [
            &["show", "game.toml"][..],
            &["score", "game.toml"],
            &["report", "game.toml"],
            &["report", "game.toml", "-o", "game.md"],
            &["report", "game.toml", "-o", "game.html"],
            &["report", "game.toml", "-o", "game.svg"],
        ] {
            let done = folder.run(arguments);
            let shown = match arguments.last() {
                Some(file) if arguments.contains(&"-o") => folder.text(file),
                _ => done.told(),
            };
            assert!(shown.contains(name) && !escapes.iter().any(|escape| shown.contains(escape)), "{arguments:?}");
        }
    }
}

#[test]
fn controls_direction_marks_and_noncharacters_are_escapes_everywhere() {
    let name = "A\u{202e}\u{200f}\u{2066}\u{9b}\u{fffe}\u{fdd0}\u{10ffff}";
    let written = name.chars().skip(1).map(|char| format!("\\U{:08x}", u32::from(char))).collect::<Vec<_>>().concat();
    let title = format!("fowlplay = 1\ntitle = \"A{written}\"\nnotes = \"A{written}\"");
    let folder = Folder::with(log(&[]).replace("fowlplay = 1", &title));
    for file in ["game.md", "game.html", "game.svg"] {
        assert_eq!(folder.run(&["report", "game.toml", "-o", file]).status, Some(0));
        let shown = folder.text(file);
        assert!(!shown.contains(&name.chars().skip(1).collect::<Vec<_>>()[..]), "{file}");
        for escape in ["202e", "200f", "2066", "9b", "fffe", "fdd0", "10ffff"] {
            assert!(
                shown.contains(&format!("u{{{escape}}}")) || shown.contains(&format!("u\\{{{escape}\\}}")),
                "{file}: {escape}"
            );
        }
    }
}
