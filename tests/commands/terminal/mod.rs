//! A terminal for tests: keys go in, and what is shown can be waited for.
#![allow(dead_code, reason = "each test uses some of it")]

use portable_pty::{Child, CommandBuilder, ExitStatus, MasterPty, PtySize, native_pty_system};
use std::{
    ffi::OsStr,
    io::{Read, Write},
    num::NonZero,
    path::Path,
    sync::{Arc, Mutex},
    thread,
    time::{Duration, Instant},
};

/// Nothing takes longer than this, on a busy machine either.
const PATIENCE: Duration = Duration::from_secs(30);

/// A program in a terminal, of 24 lines and 80 columns if nothing else is said.
pub struct Terminal {
    child: Box<dyn Child + Send + Sync>,
    master: Box<dyn MasterPty + Send>,
    /// How the terminal treated what is typed, before.
    #[cfg(unix)]
    modes: String,
    /// The window's sizes, in lines and columns, each with the number of bytes that came before it.
    sizes: Vec<(usize, (u16, u16))>,
    keys: Box<dyn Write + Send>,
    told: Arc<Mutex<Vec<u8>>>,
    /// Ends when nothing more can be told.
    hearing: Option<thread::JoinHandle<()>>,
    /// How much of what was told has been looked at.
    seen: usize,
    /// How much had been told when a key was pressed last.
    pressed: usize,
}

impl Terminal {
    /// Starts the program with these arguments.
    pub fn start(directory: &Path, arguments: &[&str]) -> Self {
        Self::start_with(directory, &[], arguments)
    }

    /// Starts the program with these arguments through another one (`sh -c …`).
    pub fn start_with(directory: &Path, through: &[&str], arguments: &[&str]) -> Self {
        Self::start_on("xterm-256color", (24, 80), directory, through, arguments)
    }

    /// The same on a terminal of that kind, with so many lines and columns.
    pub fn start_on(kind: &str, size: (u16, u16), directory: &Path, through: &[&str], arguments: &[&str]) -> Self {
        let words: Vec<&str> = [through, &[env!("CARGO_BIN_EXE_fowlplay-tested")], arguments].concat();
        Self::start_program(kind, size, directory, words[0], &words[1..])
    }

    /// Starts any program.
    pub fn start_program<S: AsRef<OsStr>>(
        kind: &str,
        size: (u16, u16),
        directory: &Path,
        program: &str,
        arguments: &[S],
    ) -> Self {
        let pair = native_pty_system().openpty(pty_size(size)).expect("a terminal");
        #[cfg(unix)]
        let modes = modes(&*pair.master);
        let mut command = CommandBuilder::new(program);
        command.args(arguments);
        command.cwd(directory);
        command.env("TERM", kind);
        let child = pair.slave.spawn_command(command).expect("the program starts");
        let mut reader = pair.master.try_clone_reader().expect("a reader");
        let keys = pair.master.take_writer().expect("a writer");
        let told = Arc::new(Mutex::new(Vec::new()));
        let heard = Arc::clone(&told);
        let hearing = thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(count @ 1..) = reader.read(&mut bytes) {
                heard.lock().expect("no panic").extend_from_slice(&bytes[..count]);
            }
        });
        Self {
            child,
            master: pair.master,
            #[cfg(unix)]
            modes,
            sizes: vec![(0, size)],
            keys,
            told,
            hearing: Some(hearing),
            seen: 0,
            pressed: 0,
        }
    }

    /// Gives the window another size.
    pub fn resize(&mut self, size: (u16, u16)) -> &mut Self {
        self.sizes.push((self.told.lock().expect("no panic").len(), size));
        self.master.resize(pty_size(size)).expect("a terminal");
        self
    }

    /// Whether the terminal treats what is typed as it did before the program came.
    #[cfg(unix)]
    pub fn is_given_back(&self) -> bool {
        modes(&*self.master) == self.modes
    }

    /// Sends a signal to the program.
    #[cfg(unix)]
    pub fn signal(&mut self, signal: nix::sys::signal::Signal) -> &mut Self {
        let process = self.child.process_id().and_then(|id| i32::try_from(id).ok()).expect("it runs");
        nix::sys::signal::kill(nix::unistd::Pid::from_raw(process), signal).expect("it runs");
        self
    }

    /// Presses keys.
    pub fn keys(&mut self, keys: &str) -> &mut Self {
        self.bytes(keys.as_bytes())
    }

    /// Sends bytes as they are.
    pub fn bytes(&mut self, bytes: &[u8]) -> &mut Self {
        self.pressed = self.told.lock().expect("no panic").len();
        self.keys.write_all(bytes).and_then(|()| self.keys.flush()).expect("the program listens");
        self
    }

    /// Types a line.
    pub fn enter(&mut self, line: &str) -> &mut Self {
        self.keys(&format!("{line}\r"))
    }

    /// Chooses what has this in it from a menu outside a session, by its arrows.
    pub fn choose(&mut self, question: &str, entry: &str) -> &mut Self {
        self.find(question, entry).keys("\r")
    }

    /// Chooses one of those of which several could be.
    pub fn mark(&mut self, question: &str, entry: &str) -> &mut Self {
        self.find(question, entry).keys(" ").see(&format!("❯ [x] {entry}")).keys("\r")
    }

    /// Moves the mark of a menu to what has this in it.
    pub fn find(&mut self, question: &str, entry: &str) -> &mut Self {
        self.see(question);
        let mut passed = String::new();
        let until = Instant::now() + PATIENCE;
        loop {
            let shown = self.shown();
            let marked = shown.lines().rfind(|line| line.starts_with("❯ ")).unwrap_or_default();
            if marked.to_lowercase().contains(&entry.to_lowercase()) {
                return self;
            }
            if !marked.is_empty() && marked != passed {
                marked.clone_into(&mut passed);
                self.keys("\x1b[B");
            }
            assert!(Instant::now() < until, "looked for {entry:?} in:\n{shown}");
            thread::sleep(Duration::from_millis(15));
        }
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

    /// Everything that was told since a key was pressed last, in one line.
    pub fn answered(&self) -> String {
        squeezed(&plain(&self.told.lock().expect("no panic")[self.pressed..]))
    }

    /// What stands on the screen now.
    pub fn shown(&self) -> String {
        let told = self.told.lock().expect("no panic");
        let size = |lines| NonZero::new(lines).expect("more than none");
        let mut screen = vt100::Parser::new(size(self.sizes[0].1.0), size(self.sizes[0].1.1), 0);
        let ends = self.sizes[1..].iter().map(|(begin, _)| *begin).chain([told.len()]);
        for ((begin, (rows, columns)), end) in self.sizes.iter().zip(ends) {
            screen.screen_mut().set_size(size(*rows), size(*columns));
            screen.process(&told[*begin..end]);
        }
        screen.screen().contents()
    }

    /// Waits for the program's end: its exit status.
    pub fn exit(&mut self) -> u32 {
        self.end().exit_code()
    }

    /// Waits for the program's end: how it ended.
    pub fn end(&mut self) -> ExitStatus {
        let until = Instant::now() + PATIENCE;
        loop {
            if let Some(status) = self.child.try_wait().expect("a child") {
                return status;
            }
            assert!(Instant::now() < until, "it doesn't end; the screen:\n{}", self.shown());
            thread::sleep(Duration::from_millis(15));
        }
    }

    /// Kills the program outright, and hears what it told before.
    pub fn kill(&mut self) {
        #[cfg(unix)]
        self.signal(nix::sys::signal::Signal::SIGKILL);
        #[cfg(not(unix))]
        self.child.kill().expect("it runs");
        let _ = self.child.wait();
        self.hear_out();
    }

    /// Hears everything that a program told which has ended.
    pub fn hear_out(&mut self) {
        self.hearing.take().map(thread::JoinHandle::join);
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[cfg(unix)]
fn modes(terminal: &dyn MasterPty) -> String {
    let modes = terminal.get_termios().expect("a terminal");
    format!("{:?} {:?} {:?} {:?}", modes.input_flags, modes.output_flags, modes.local_flags, modes.control_chars)
}

fn pty_size((rows, cols): (u16, u16)) -> PtySize {
    PtySize { rows, cols, pixel_width: 0, pixel_height: 0 }
}

fn plain(told: &[u8]) -> String {
    console::strip_ansi_codes(&String::from_utf8_lossy(told)).into_owned()
}

/// A text with every white space one blank.
pub fn squeezed(text: &str) -> String {
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
