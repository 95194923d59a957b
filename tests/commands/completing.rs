//! Completion in the shells: what is typed there, the Tab key, and what stands there then. All but bash, which is nearly everywhere, are
//! asked in the long form; a shell that isn't there shows no prompt, and the test fails.

use crate::{
    program::{Folder, PROGRAM},
    terminal::Terminal,
};
use std::{
    fs, thread,
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

/// Commands and options that every shell completes: typed, and what stands there behind the Tab key.
const COMPLETED: &[(&str, &str)] = &[("fowlplay sco", "fowlplay score"), ("fowlplay new --fir", "fowlplay new --first")];

/// A file name, which clap's script for elvish leaves out.
const FILE: (&str, &str) = ("fowlplay show gam", "fowlplay show game.toml");

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

/// What a shell completes, and the keys that empty its line.
fn completes_everything(shell: &str, another: &str) {
    let folder = folder();
    let mut terminal = open(&folder, configured(&folder, shell));
    completes(&mut terminal, COMPLETED, another);
    if shell != "elvish" {
        completes(&mut terminal, &[FILE], another);
    }
}

#[test]
fn bash_completes() {
    completes_everything("bash", CTRL_U);
}

#[test]
#[ignore = "long form: needs zsh"]
fn zsh_completes() {
    completes_everything("zsh", CTRL_U);
}

#[test]
#[ignore = "long form: needs fish"]
fn fish_completes() {
    completes_everything("fish", CTRL_U);
}

#[test]
#[ignore = "long form: needs elvish"]
fn elvish_completes() {
    completes_everything("elvish", CTRL_C);
}

#[test]
fn each_script_names_every_command_and_an_unknown_shell_is_refused() {
    let folder = folder();
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = script(&folder, shell);
        assert!(["record", "completions", "serve"].iter().all(|command| script.contains(command)), "{shell}: {script}");
    }
    let done = folder.run(&["completions", "ksh"]).in_order();
    assert_eq!(done.status, Some(2));
    assert!(done.says("[possible values: bash, elvish, fish, powershell, zsh]"), "{}", done.told());
    let json = folder.run(&["completions", "bash", "--json"]).in_order().json();
    assert_eq!(json["script"].as_str().map(str::trim), Some(script(&folder, "bash").trim()));
}
