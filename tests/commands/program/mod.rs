//! The program as it is run, in a folder of its own: what it prints, how it ends, how long and how much memory it takes.
#![allow(dead_code, reason = "each test uses some of it")]

use fowlplay::conformance::random_game;
use std::{
    collections::BTreeSet,
    ffi::OsStr,
    fs,
    io::{Read, Write as _},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    thread,
    time::{Duration, Instant},
};
use tempfile::TempDir;

/// What takes longer hangs, on a busy machine too.
const PATIENCE: Duration = Duration::from_secs(120);

/// The program.
pub const PROGRAM: &str = env!("CARGO_BIN_EXE_fowlplay-tested");

/// A log of Emu Ranchers with nothing in it.
pub const NEW: &str =
    "fowlplay = 1\ngame = \"emu-ranchers\"\nplayers = [\"Ada\", \"Bo\"]\n\n[[round]]\nfirst = \"Ada\"\nmoves = [\n]\n";

/// How many times as much is tried as in the short form: `TEST_TIMES=20`.
pub fn times() -> usize {
    random_game::times() as usize
}

/// Of what is too much for the short form every so many are tried there, always the same; in the long form all.
pub fn every(so_many: usize) -> usize {
    if random_game::is_long() { 1 } else { so_many.div_ceil(times()) }
}

/// What is drawn by lot, from `TEST_SEED=7`; it is printed, so that a failure can be had again.
pub fn lot(what: &str) -> fastrand::Rng {
    let seed = random_game::only_seed().unwrap_or_else(random_game::first_seed);
    println!("{what}: TEST_SEED={seed}");
    fastrand::Rng::with_seed(seed)
}

/// The logs among the examples, each with its name. A new game's examples are among them by themselves.
pub fn examples() -> Vec<(String, String)> {
    let folder = Path::new(crate::ROOT).join("examples");
    let files = fs::read_dir(folder).expect("examples").map(|entry| entry.expect("an example").path());
    let logs = files.filter(|path| path.extension() == Some(OsStr::new("toml")));
    let mut logs: Vec<_> =
        logs.map(|path| (path.file_name().expect("a name").to_string_lossy().into_owned(), fs::read_to_string(&path))).collect();
    logs.sort_by(|a, b| a.0.cmp(&b.0));
    assert!(logs.len() >= 8, "the examples are there");
    logs.into_iter().map(|(name, text)| (name, text.expect("text"))).collect()
}

/// The example of a name.
pub fn example(name: &str) -> String {
    examples().into_iter().find(|(known, _)| *known == format!("{name}.toml")).expect("an example").1
}

/// An example, up to the last time that this stands there.
pub fn example_up_to(name: &str, end: &str) -> String {
    let text = example(name);
    text[..text.rfind(end).expect("it stands there")].to_owned() + "]\n"
}

/// A folder in which the program is run.
pub struct Folder {
    directory: TempDir,
}

/// Runs the program in a folder, with some input.
pub fn run_in<S: AsRef<OsStr>>(folder: &Path, arguments: &[S], input: &str) -> Done {
    start_in(folder, PROGRAM, arguments, input).ended()
}

fn start_in<S: AsRef<OsStr>>(folder: &Path, program: &str, arguments: &[S], input: &str) -> Running {
    let mut command = Command::new(program);
    command.current_dir(folder).args(arguments).env_remove("NO_COLOR").env_remove("CLICOLOR_FORCE");
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    Running::of(command.spawn().expect("the program starts"), input)
}

/// What a run of the program came to.
pub struct Done {
    /// The exit status; none if a signal ended it.
    pub status: Option<i32>,
    pub out: Vec<u8>,
    pub err: Vec<u8>,
    /// The most memory that was seen, in bytes. What lasted no millisecond was not seen.
    pub memory: u64,
    pub time: Duration,
}

impl Done {
    /// Everything that it printed.
    pub fn told(&self) -> String {
        String::from_utf8([&self.out[..], &self.err].concat()).expect("what is printed is UTF-8")
    }

    /// The same with every white space one blank, however it is wrapped.
    pub fn says(&self, text: &str) -> bool {
        self.told().split_whitespace().collect::<Vec<_>>().join(" ").contains(text)
    }

    pub fn json(&self) -> serde_json::Value {
        serde_json::from_slice(&self.out).unwrap_or_else(|error| panic!("no JSON ({error}): {}", self.told()))
    }

    /// It ended as it should: with a status of its own.
    #[track_caller]
    pub fn in_order(self) -> Self {
        let panicked = self.told().contains("panicked at") || self.told().contains("overflowed its stack");
        assert!(matches!(self.status, Some(0..=3)) && !panicked, "{:?}: {}", self.status, self.told());
        self
    }
}

impl Folder {
    pub fn new() -> Self {
        Self { directory: tempfile::tempdir().expect("a folder") }
    }

    /// With `game.toml` in it.
    pub fn with(log: impl AsRef<[u8]>) -> Self {
        let folder = Self::new();
        folder.write("game.toml", log);
        folder
    }

    pub fn root(&self) -> &Path {
        self.directory.path()
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.root().join(name)
    }

    /// Writes a file, in a folder that is made for it where there is none.
    pub fn write(&self, name: &str, text: impl AsRef<[u8]>) {
        let path = self.path(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("made");
        fs::write(path, text).expect("written");
    }

    /// Adds the examples, in `examples`.
    pub fn add_examples(&self) {
        for (name, log) in examples() {
            self.write(&format!("examples/{name}"), log);
        }
    }

    pub fn text(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).expect("read")
    }

    /// Puts a copy of the program there, as `program`. Another process writes it: were it open for writing here, any other test
    /// that starts a process just then would pass that on, and what is open for writing can't be run (`ETXTBSY`).
    pub fn copy_program(&self) {
        let copied = Command::new("cp").args([Path::new(PROGRAM), &self.path("program")]).status();
        assert!(copied.expect("cp runs").success(), "copied");
    }

    /// What lies in the folder, hidden files too.
    pub fn names(&self) -> BTreeSet<String> {
        let entries = fs::read_dir(self.root()).expect("a folder");
        entries.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned()).collect()
    }

    /// Whether a new file lies beside this one that is still to take its place.
    pub fn has_new(&self, name: &str) -> bool {
        self.path(&format!(".{name}.new")).exists()
    }

    /// Runs the program.
    pub fn run<S: AsRef<OsStr>>(&self, arguments: &[S]) -> Done {
        run_in(self.root(), arguments, "")
    }

    /// Runs the program within what the shell's `ulimit` allows: `-f 0`, `-v 100000`.
    pub fn run_within<S: AsRef<OsStr>>(&self, limit: &str, arguments: &[S]) -> Done {
        let script = format!("ulimit {limit} && exec \"$0\" \"$@\"");
        let mut all: Vec<&OsStr> = ["-c", &script, PROGRAM].into_iter().map(OsStr::new).collect();
        all.extend(arguments.iter().map(AsRef::as_ref));
        self.start("sh", &all, "").ended()
    }

    /// Starts a program here, with some input.
    pub fn start<S: AsRef<OsStr>>(&self, program: &str, arguments: &[S], input: &str) -> Running {
        start_in(self.root(), program, arguments, input)
    }
}

/// The program while it runs.
pub struct Running {
    pub child: Child,
    out: thread::JoinHandle<Vec<u8>>,
    err: thread::JoinHandle<Vec<u8>>,
    begun: Instant,
}

impl Running {
    fn of(mut child: Child, input: &str) -> Self {
        let drain = |mut pipe: Box<dyn Read + Send>| {
            thread::spawn(move || {
                let mut bytes = Vec::new();
                pipe.read_to_end(&mut bytes).expect("a pipe");
                bytes
            })
        };
        let out = drain(Box::new(child.stdout.take().expect("a pipe")));
        let err = drain(Box::new(child.stderr.take().expect("a pipe")));
        let mut stdin = child.stdin.take().expect("a pipe");
        let input = input.to_owned();
        // It may well end without having read all.
        thread::spawn(move || stdin.write_all(input.as_bytes()));
        Self { child, out, err, begun: Instant::now() }
    }

    /// Waits for its end.
    pub fn ended(mut self) -> Done {
        let mut memory = 0;
        let status = loop {
            memory = memory.max(most_memory(self.child.id()));
            if let Some(status) = self.child.try_wait().expect("a child") {
                break status;
            }
            if self.begun.elapsed() > PATIENCE {
                let _ = self.child.kill();
                panic!("it hangs");
            }
            thread::sleep(Duration::from_millis(1));
        };
        let time = self.begun.elapsed();
        let pipe = |thread: thread::JoinHandle<Vec<u8>>| thread.join().expect("no panic");
        Done { status: status.code(), out: pipe(self.out), err: pipe(self.err), memory, time }
    }
}

/// The most memory that a process has had so far, where the system tells. As long as it bears another name, it is another
/// program: a shell that will start ours, or even this one.
pub fn most_memory(process: u32) -> u64 {
    let status = fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    if !status.starts_with("Name:\tfowlplay-tested\n") {
        return 0;
    }
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kilobytes = line.and_then(|line| line.split_whitespace().next()?.parse::<u64>().ok());
    kilobytes.unwrap_or_default() * 1024
}
