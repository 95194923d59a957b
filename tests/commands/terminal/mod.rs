//! A terminal for tests: keys go in, and what is shown can be waited for.
#![allow(dead_code, reason = "each test uses some of it")]

use portable_pty::{Child, CommandBuilder, PtySize, native_pty_system};
use std::{
    io::{Read, Write},
    num::NonZero,
    path::Path,
    sync::{Arc, Mutex},
    thread,
    time::{Duration, Instant},
};

/// Nothing takes longer than this, on a busy machine either.
const PATIENCE: Duration = Duration::from_secs(30);

/// A program in a terminal of 24 lines and 80 columns.
pub struct Terminal {
    child: Box<dyn Child + Send + Sync>,
    keys: Box<dyn Write + Send>,
    told: Arc<Mutex<Vec<u8>>>,
    /// Ends when nothing more can be told.
    hearing: Option<thread::JoinHandle<()>>,
    /// How much of what was told has been looked at.
    seen: usize,
}

impl Terminal {
    /// Starts the program with these arguments.
    pub fn start(directory: &Path, arguments: &[&str]) -> Self {
        Self::start_with(directory, &[], arguments)
    }

    /// Starts the program with these arguments through another one (`sh -c …`).
    pub fn start_with(directory: &Path, through: &[&str], arguments: &[&str]) -> Self {
        let size = PtySize { rows: 24, cols: 80, pixel_width: 0, pixel_height: 0 };
        let pair = native_pty_system().openpty(size).expect("a terminal");
        let words: Vec<&str> = [through, &[env!("CARGO_BIN_EXE_fowlplay")], arguments].concat();
        let mut command = CommandBuilder::new(words[0]);
        command.args(&words[1..]);
        command.cwd(directory);
        command.env("TERM", "xterm-256color");
        let child = pair.slave.spawn_command(command).expect("the program starts");
        let mut reader = pair.master.try_clone_reader().expect("a reader");
        let keys = pair.master.take_writer().expect("a writer");
        let told = Arc::new(Mutex::new(Vec::new()));
        let heard = Arc::clone(&told);
        let hearing = thread::spawn(move || {
            let _master = pair.master;
            let mut bytes = [0; 4096];
            while let Ok(count @ 1..) = reader.read(&mut bytes) {
                heard.lock().expect("no panic").extend_from_slice(&bytes[..count]);
            }
        });
        Self { child, keys, told, hearing: Some(hearing), seen: 0 }
    }

    /// Presses keys.
    pub fn keys(&mut self, keys: &str) -> &mut Self {
        self.keys.write_all(keys.as_bytes()).and_then(|()| self.keys.flush()).expect("the program listens");
        self
    }

    /// Types a line.
    pub fn enter(&mut self, line: &str) -> &mut Self {
        self.keys(&format!("{line}\r"))
    }

    /// Waits until a text is shown after what was seen last; blanks and line breaks are all one.
    pub fn see(&mut self, text: &str) -> &mut Self {
        let wanted = squeezed(text);
        let until = Instant::now() + PATIENCE;
        loop {
            let told = self.told.lock().expect("no panic")[self.seen..].to_vec();
            // The shortest beginning that shows it.
            if let Some(end) = shows(&told, &wanted) {
                self.seen += end;
                return self;
            }
            let plain = squeezed(&plain(&told));
            assert!(Instant::now() < until, "waited for {text:?} and saw:\n{plain}\n\nthe screen:\n{}", self.shown());
            thread::sleep(Duration::from_millis(15));
        }
    }

    /// Everything that was told, as it came.
    pub fn everything(&self) -> Vec<u8> {
        self.told.lock().expect("no panic").clone()
    }

    /// Everything that was told since what was seen last, as it came.
    pub fn heard(&self) -> Vec<u8> {
        self.told.lock().expect("no panic")[self.seen..].to_vec()
    }

    /// What stands on the screen now.
    pub fn shown(&self) -> String {
        let size = |lines| NonZero::new(lines).expect("more than none");
        let mut screen = vt100::Parser::new(size(24), size(80), 0);
        screen.process(&self.told.lock().expect("no panic"));
        screen.screen().contents()
    }

    /// Waits for the program's end: its exit status.
    pub fn exit(&mut self) -> u32 {
        let until = Instant::now() + PATIENCE;
        loop {
            if let Some(status) = self.child.try_wait().expect("a child") {
                return status.exit_code();
            }
            assert!(Instant::now() < until, "it doesn't end; the screen:\n{}", self.shown());
            thread::sleep(Duration::from_millis(15));
        }
    }

    /// Kills the program outright, and hears what it told before.
    pub fn kill(&mut self) {
        #[cfg(unix)]
        {
            use nix::{sys::signal, unistd::Pid};
            let process = self.child.process_id().and_then(|id| i32::try_from(id).ok()).expect("it runs");
            signal::kill(Pid::from_raw(process), signal::Signal::SIGKILL).expect("it runs");
        }
        #[cfg(not(unix))]
        self.child.kill().expect("it runs");
        let _ = self.child.wait();
        self.hearing.take().map(thread::JoinHandle::join);
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn plain(told: &[u8]) -> String {
    console::strip_ansi_codes(&String::from_utf8_lossy(told)).into_owned()
}

fn squeezed(text: &str) -> String {
    let mut squeezed = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if text.ends_with(' ') {
        squeezed.push(' ');
    }
    squeezed
}

/// Where the shortest beginning of `told` ends that shows `wanted`.
fn shows(told: &[u8], wanted: &str) -> Option<usize> {
    let shown = |end: usize| squeezed(&format!("{} ", plain(&told[..end]))).contains(wanted);
    if !shown(told.len()) {
        return None;
    }
    let (mut without, mut with) = (0, told.len());
    while with - without > 1 {
        let middle = usize::midpoint(without, with);
        if shown(middle) {
            with = middle;
        } else {
            without = middle;
        }
    }
    Some(with)
}
