//! Completion in the shells: what is typed there, the Tab key, and what stands there then. All but bash, which is nearly everywhere, are
//! asked in the long form; a shell that isn't there shows no prompt, and the test fails.

use crate::{
    program::{Folder, PROGRAM},
    terminal::Terminal,
};
use std::{
    ffi::OsStr,
    fs,
    os::unix::ffi::OsStrExt as _,
    process::Command,
    thread,
    time::{Duration, Instant},
};

const PROMPT: &str = "ready>";
const TAB: &str = "\t";
/// Empties the line.
const CTRL_U: &str = "\x15";
/// Leaves the line, and what is offered below it.
const CTRL_C: &str = "\x03";

/// A log that names its players, with a table rule.
const LOG: &str = "fowlplay = 1\ngame = \"emu-ranchers\"\nplayers = [\"Ada\", \"Mary Ann\"]\n\n[[round]]\nfirst = \"Ada\"\nmoves = [\n  \
                   \"Ada: hatch 7SK; draw\",\n]\n";

/// A folder with a log in it, one folder, and other files.
fn folder() -> Folder {
    let folder = Folder::with(LOG);
    folder.write("Cargo.toml", "[package]\nname = \"game\"\n");
    folder.write("gander.txt", "no log");
    folder
}

/// Starts a shell through `sh`, with the program on its path.
fn open(folder: &Folder, shell: &str) -> Terminal {
    let programs = folder.root().join("bin");
    fs::create_dir_all(&programs).expect("a folder");
    std::os::unix::fs::symlink(PROGRAM, programs.join("fowlplay")).expect("linked");
    let script = format!("PATH='{}':\"$PATH\"; export PATH; HOME=\"$PWD\"; export HOME; exec {shell}", programs.display());
    let mut terminal = Terminal::start_with(folder.root(), &["sh", "-c", &script, "sh"], &[]);
    terminal.see(PROMPT);
    terminal
}

/// Configures a shell to complete, and to show the prompt: the command that starts it.
fn configured(folder: &Folder, shell: &str) -> &'static str {
    match shell {
        "bash" => {
            folder.write("rc", format!("PS1='{PROMPT} '\nbind 'set bell-style none'\n{}\n", script(folder, "bash")));
            "bash --noprofile --rcfile rc -i"
        }
        "zsh" => {
            folder.write("_fowlplay", script(folder, "zsh"));
            folder.write(".zshrc", format!("PS1='{PROMPT} '\nfpath=($PWD $fpath)\nautoload -U compinit\ncompinit -u -D\n"));
            "env ZDOTDIR=. zsh -i"
        }
        "fish" => {
            folder.write("fowlplay.fish", script(folder, "fish"));
            folder.write(
                "rc.fish",
                format!(
                    "function fish_prompt; printf '{PROMPT} '; end\nset -g fish_greeting\nset -g fish_autosuggestion_enabled 0\n"
                ),
            );
            "fish -N -C 'source rc.fish; source fowlplay.fish'"
        }
        "elvish" => {
            let prompt = format!("set edit:prompt = {{ put '{PROMPT} ' }}\nset edit:rprompt = {{ }}\n");
            folder.write("rc.elv", prompt + &script(folder, "elvish"));
            "elvish -rc rc.elv"
        }
        other => panic!("{other} is started by no test"),
    }
}

/// What the program tells a shell first.
fn script(folder: &Folder, shell: &str) -> String {
    let done = folder.run(&["completions", shell]).in_order();
    assert_eq!(done.status, Some(0));
    String::from_utf8(done.out).expect("text")
}

/// What all shells complete: typed, and what stands there behind the Tab key.
const EVERYWHERE: &[(&str, &str)] = &[
    ("fowlplay sco", "fowlplay score"),
    ("fowlplay new blu", "fowlplay new blulu"),
    ("fowlplay new blulu --players Ada,Bo --fir", "fowlplay new blulu --players Ada,Bo --first"),
    ("fowlplay new blulu --players Ada,Bo --first B", "fowlplay new blulu --players Ada,Bo --first Bo"),
    ("fowlplay new blulu --variant bru", "fowlplay new blulu --variant brulu"),
    ("fowlplay new blulu --rule must_c", "fowlplay new blulu --rule must_capture="),
    ("fowlplay show ga", "fowlplay show game.toml"),
    ("fowlplay rule game.toml years=3 upk", "fowlplay rule game.toml years=3 upkeep="),
    ("fowlplay record game.toml --first A", "fowlplay record game.toml --first Ada"),
    ("fowlplay record game.toml A", "fowlplay record game.toml Ada:"),
    ("fowlplay head game.toml titl", "fowlplay head game.toml title="),
    ("fowlplay why game.toml 1", "fowlplay why game.toml 1.1"),
    ("fowlplay rules blulu must_c", "fowlplay rules blulu must_capture"),
    ("fowlplay man rec", "fowlplay man record"),
    ("fowlplay man form", "fowlplay man format"),
];

/// What all but bash complete: bash takes what stands behind `=` for a word of its own.
const BUT_BASH: &[(&str, &str)] = &[
    ("fowlplay new blulu --rule must_capture=n", "fowlplay new blulu --rule must_capture=never"),
    ("fowlplay rule game.toml upkeep=1", "fowlplay rule game.toml upkeep=18"),
];

/// Types each line, and sees what becomes of it; the keys for `another` line come behind.
#[track_caller]
fn completes(terminal: &mut Terminal, lines: &[(&str, &str)], another: &str) {
    for (typed, there) in lines {
        terminal.keys(typed);
        line_becomes(terminal, typed);
        terminal.keys(TAB);
        line_becomes(terminal, there);
        terminal.keys(another);
        line_becomes(terminal, "");
    }
}

/// Waits until what stands behind the last prompt begins so: what else a shell shows there comes behind it.
#[track_caller]
fn line_becomes(terminal: &Terminal, wanted: &str) {
    let until = Instant::now() + Duration::from_secs(20);
    let wanted = &*wanted.replace('\'', "");
    loop {
        let shown = terminal.shown();
        let line = shown.rsplit(PROMPT).next().unwrap_or_default().trim_start();
        // Some shells quote what would do without.
        let line = line.replace('\'', "");
        let is_there = if wanted.is_empty() { line.is_empty() } else { line.starts_with(wanted) };
        if is_there {
            return;
        }
        assert!(Instant::now() < until, "waited for {wanted:?}, the screen:\n{shown}");
        thread::sleep(Duration::from_millis(15));
    }
}

/// What one shell completes besides, and the keys that empty its line.
fn completes_everything(shell: &str, besides: &[(&str, &str)], another: &str) {
    let folder = folder();
    let mut terminal = open(&folder, configured(&folder, shell));
    completes(&mut terminal, EVERYWHERE, another);
    completes(&mut terminal, besides, another);
}

#[test]
fn bash_completes() {
    completes_everything("bash", &[], CTRL_U);
}

#[test]
#[ignore = "long form: needs zsh"]
fn zsh_completes() {
    completes_everything("zsh", BUT_BASH, CTRL_U);
}

#[test]
#[ignore = "long form: needs fish"]
fn fish_completes() {
    completes_everything("fish", BUT_BASH, CTRL_U);
}

#[test]
#[ignore = "long form: needs elvish"]
fn elvish_completes() {
    completes_everything("elvish", BUT_BASH, CTRL_C);
}

/// What its script asks is asked as it asks it; PowerShell itself runs on few machines of those who change this.
#[test]
fn powershell_is_told_what_completes_a_line() {
    let folder = folder();
    let script = script(&folder, "powershell");
    assert!(script.contains("$env:FOWLPLAY_COMPLETE = \"powershell\"") && script.contains("& fowlplay -- $args"), "{script}");
    for (typed, there) in EVERYWHERE {
        let mut command = Command::new(PROGRAM);
        command.env("FOWLPLAY_COMPLETE", "powershell").arg("--").args(typed.split(' '));
        let done = command.current_dir(folder.root()).output().expect("run");
        let told = String::from_utf8(done.stdout).expect("text");
        let last = there.rsplit(' ').next().unwrap_or_default();
        assert!(told.lines().any(|line| line.starts_with(last)), "{typed}: {told}");
    }
}

/// The completions that a shell gets at the end of a line.
fn completions(folder: &Folder, line: &[&str]) -> Vec<String> {
    let mut command = Command::new(PROGRAM);
    command.env("FOWLPLAY_COMPLETE", "fish").arg("--").args(line).current_dir(folder.root());
    let done = command.output().expect("run");
    assert!(done.status.success(), "{line:?}: {}", String::from_utf8_lossy(&done.stderr));
    let text = String::from_utf8(done.stdout).expect("text");
    text.lines().map(|line| line.split('\t').next().unwrap_or_default().to_owned()).collect()
}

#[test]
fn what_is_offered_is_what_the_command_takes() {
    let folder = folder();
    let games = completions(&folder, &["fowlplay", "new", ""]);
    assert!(
        ["blulu", "eggs-and-empires", "emu-ranchers", "emus-redux", "piepmatz"]
            .iter()
            .all(|game| games.contains(&(*game).to_owned()))
    );
    for game in games.iter().filter(|game| !game.starts_with('-')) {
        let clauses = completions(&folder, &["fowlplay", "rules", game, ""]);
        assert!(clauses.len() > 10, "{clauses:?}");
        for clause in clauses.iter().filter(|clause| !clause.starts_with('-')) {
            let done = folder.run(&["rules", game, clause]).in_order();
            assert_eq!(done.status, Some(0), "{clause}: {}", done.told());
        }
        let rules = completions(&folder, &["fowlplay", "new", game, "--rule", ""]);
        assert!(!rules.is_empty(), "{game}");
        for rule in rules {
            let key = rule.split_once('=').expect("a pair").0;
            assert!(clauses.iter().any(|clause| clause == key), "{rule}");
        }
    }
    // Only logs, and folders; names that a terminal would obey are left to be typed.
    folder.write("\u{1b}[31mred.toml", LOG);
    fs::create_dir(folder.path("shelf")).expect("a folder");
    let files = completions(&folder, &["fowlplay", "show", ""]);
    let files: Vec<&String> = files.iter().filter(|file| !file.starts_with('-')).collect();
    assert_eq!(files, ["game.toml", "shelf/"]);
    // A name that would be taken for an option begins otherwise; so does one that would be an option behind `*`.
    folder.write("--alias=x=y.toml", LOG);
    for command in ["show", "stats", "check"] {
        let all = completions(&folder, &["fowlplay", command, ""]);
        assert!(all.contains(&"./--alias=x=y.toml".to_owned()) && !all.contains(&"--alias=x=y.toml".to_owned()), "{all:?}");
    }
    assert_eq!(folder.run(&["stats", "--", "--alias=x=y.toml"]).in_order().status, Some(0));
    assert!(folder.run(&["stats", "--help"]).in_order().says("fowlplay stats -- *.toml"));
    // Names that are no text, or would end a line, are not told to any shell.
    for name in [&b"y\xffz.toml"[..], b"y\nz.toml", b"y\tz.toml", b"y\xe2\x80\xaez.toml"] {
        fs::write(folder.root().join(OsStr::from_bytes(name)), LOG).expect("a log");
    }
    assert_eq!(completions(&folder, &["fowlplay", "show", "y"]), Vec::<String>::new());
    assert_eq!(completions(&folder, &["fowlplay", "stats", "y"]), Vec::<String>::new());
    // A line that a log has stands beside its place, harmless.
    folder.write("odd.toml", LOG.replace("hatch 7SK; draw", "note \\u001b[31mred"));
    assert_eq!(completions(&folder, &["fowlplay", "show", "odd.toml", "--at", ""]), ["1.1"]);
    // Nothing is completed where nothing can be read.
    folder.write("broken.toml", "fowlplay = 1\nno");
    assert_eq!(completions(&folder, &["fowlplay", "record", "broken.toml", "--first", ""]), Vec::<String>::new());
    assert_eq!(completions(&folder, &["fowlplay", "new", "no-such-game", "--rule", ""]), Vec::<String>::new());
    assert_eq!(completions(&folder, &["fowlplay", "new", "piepmatz", "--rule", "must_capture=n"]), Vec::<String>::new());
}

#[test]
fn an_unknown_shell_gets_no_answer() {
    let folder = folder();
    let done = Command::new(PROGRAM).env("FOWLPLAY_COMPLETE", "ksh").args(["--", "fowlplay", ""]).output().expect("run");
    assert_eq!((done.status.code(), done.stdout.len(), done.stderr.len()), (Some(2), 0, 0));
    let done = folder.run(&["completions", "ksh"]).in_order();
    assert_eq!(done.status, Some(2));
    assert!(done.says("[possible values: bash, elvish, fish, powershell, zsh]"), "{}", done.told());
    let json = folder.run(&["completions", "bash", "--json"]).in_order().json();
    assert_eq!(json["script"].as_str().map(str::trim), Some(script(&folder, "bash").trim()));
}

/// Names that a shell would obey, or split.
const HOSTILE: &[&str] = &[
    "x$(touch pwn)y",
    "x`touch pwn`y",
    "x'$(touch pwn)'y",
    "x\"$(touch pwn)\"y",
    "x'; touch pwn; 'y",
    "x\"; touch pwn; \"y",
    "x'`touch pwn`\"'y",
    "x;touch pwn;y",
    "x&touch pwn&y",
    "x|touch pwn",
    "x>pwn",
    "x<(touch pwn)y",
    "x(touch pwn)y",
    "x{a,b}y",
    "x*y?[z]",
    "x!touch!!y",
    "x\\$(touch pwn)\\y",
    "x\\",
    "x\\'$(touch pwn)\\\"y",
    "x $HOME ${HOME} $'\\n' y",
    "x #y ^y^z %1",
    "x=~:y@z",
    "x~y = $(touch pwn):z",
    "~x",
    "~$(touch pwn)",
    "-x$(touch pwn)",
    "--alias=$(touch pwn)",
    "$(touch pwn)",
];

#[test]
fn names_that_a_shell_would_read_are_not_offered() {
    let folder = folder();
    for name in HOSTILE.iter().filter(|name| !name.contains('/')) {
        folder.write(&format!("{name}.toml"), LOG);
    }
    folder.write("Ødegård_冬.toml", LOG);
    let files = completions(&folder, &["fowlplay", "show", ""]);
    let files: Vec<&String> = files.iter().filter(|file| !file.starts_with('-')).collect();
    assert_eq!(files, ["game.toml", "Ødegård_冬.toml"]);
    for name in HOSTILE.iter().filter(|name| !name.contains([':', ';', '!', '=', '"'])) {
        folder.write("game.toml", LOG.replace("\"Mary Ann\"", &toml::Value::from(*name).to_string()));
        let players = completions(&folder, &["fowlplay", "record", "game.toml", "--first", ""]);
        assert_eq!(players, ["Ada"], "{name}");
    }
}
