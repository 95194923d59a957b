//! A browser without a window, and the driver through which it is told what to do.

use std::{
    env,
    io::{BufRead as _, BufReader, Read as _, Write as _},
    net::TcpStream,
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    time::Duration,
};

/// So long a browser may take to show what is waited for.
pub const PATIENCE: Duration = Duration::from_secs(45);

/// Where a program is that goes by one of these names. Without it nothing here can be tested.
fn program(names: &[&str]) -> PathBuf {
    let path = env::var_os("PATH").unwrap_or_default();
    let mut files = env::split_paths(&path).flat_map(|folder| names.iter().map(move |name| folder.join(name)));
    files
        .find(|file| file.is_file())
        .unwrap_or_else(|| panic!("the tests of the live page need {}: install it", names.join(" or ")))
}

/// Where the browser is. What is made for tests alone takes half of the processor time.
pub fn chromium() -> PathBuf {
    program(&["chromium-headless-shell", "chrome-headless-shell", "chromium", "chromium-browser", "google-chrome"])
}

/// What a driver calls such a browser.
pub fn name_of(browser: &Path) -> &'static str {
    let is_shell = browser.file_name().is_some_and(|name| name.to_string_lossy().ends_with("headless-shell"));
    if is_shell { "chrome-headless-shell" } else { "chrome" }
}

/// A program that is ended with the test.
pub struct Running(pub Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// A driver, and the port that it listens on. With it its browser is ended, also where a test fails.
pub struct Driver {
    pub port: u16,
    _running: Running,
}

impl Drop for Driver {
    fn drop(&mut self) {
        if let Ok(mut stream) = TcpStream::connect(("127.0.0.1", self.port)) {
            let _ = stream.set_read_timeout(Some(PATIENCE));
            let _ = write!(stream, "GET /shutdown HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nConnection: close\r\n\r\n", self.port);
            let _ = stream.read_to_end(&mut Vec::new());
        }
    }
}

impl Driver {
    /// Sends it a request in JSON: the first line of its response. It doesn't close the connection behind it.
    pub fn post(&self, path: &str, body: &str) -> String {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).expect("it listens");
        stream.set_read_timeout(Some(PATIENCE)).expect("a socket");
        let head = format!("POST {path} HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nContent-Type: application/json\r\n", self.port);
        write!(stream, "{head}Content-Length: {}\r\nConnection: close\r\n\r\n{body}", body.len()).expect("sent");
        let mut status = String::new();
        let _ = BufReader::new(stream).read_line(&mut status);
        status
    }
}

/// Starts a driver on a port of its choice; none where that could not be listened on.
pub fn chromedriver() -> Option<Driver> {
    let mut driver = Command::new(program(&["chromedriver"]));
    let mut driver = Running(driver.arg("--port=0").stdout(Stdio::piped()).stderr(Stdio::null()).spawn().ok()?);
    let mut told = BufReader::new(driver.0.stdout.take()?);
    let mut line = String::new();
    while told.read_line(&mut line).ok()? > 0 {
        if let Some((_, port)) = line.split_once("started successfully on port ") {
            let port = port.trim().trim_end_matches('.').parse().ok()?;
            std::thread::spawn(move || told.read_to_end(&mut Vec::new()));
            return Some(Driver { port, _running: driver });
        }
        line.clear();
    }
    None
}
