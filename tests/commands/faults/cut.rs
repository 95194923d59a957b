//! Files that lost their end, and files in which a byte is another.

use crate::program::{Folder, every, examined::examine, examples, lot, times};
use serde_json::Value;

/// Damaged logs that are checked by the program, a thousand at a time.
struct Damaged {
    folder: Folder,
    files: Vec<String>,
    /// How many are still logs, and how many are refused.
    read: usize,
    refused: usize,
}

impl Damaged {
    fn new() -> Self {
        Self { folder: Folder::new(), files: Vec::new(), read: 0, refused: 0 }
    }

    fn add(&mut self, bytes: &[u8]) {
        let name = format!("{}.toml", self.files.len());
        self.folder.write(&name, bytes);
        self.files.push(name);
        if self.files.len() == 1000 {
            self.check();
        }
    }

    /// Each is a log or refused in words that tell where; nothing else is said.
    fn check(&mut self) {
        if self.files.is_empty() {
            return;
        }
        let mut arguments = vec!["check", "--json"];
        arguments.extend(self.files.iter().map(String::as_str));
        let done = self.folder.run(&arguments).in_order();
        assert!(done.err.is_empty(), "{}", done.told());
        let told = done.json();
        let files = told["files"].as_array().expect("files");
        assert_eq!(files.len(), self.files.len());
        for (file, name) in files.iter().zip(&self.files) {
            assert_eq!(file["file"], **name);
            match &file["error"] {
                Value::Null => self.read += 1,
                error => {
                    let message = error["message"].as_str().unwrap_or_default();
                    let has_place = error["line"].as_u64().is_some_and(|line| line > 0) || message.contains("is not UTF-8 text");
                    assert!(!message.is_empty() && has_place, "{error}: {:?}", self.folder.text(name));
                    self.refused += 1;
                }
            }
        }
        self.files.clear();
    }
}

#[test]
fn a_file_cut_anywhere_is_read_or_refused() {
    let mut damaged = Damaged::new();
    let (mut all, mut whole) = (0, 0);
    // As files they are read in the long form all, in the short one every second time.
    for (_, text) in examples() {
        for end in (0..text.len()).filter(|end| text.is_char_boundary(*end)).step_by(every(11)) {
            all += 1;
            whole += usize::from(examine(&text[..end]).is_ok());
            if all % every(2) == 0 {
                damaged.add(&text.as_bytes()[..end]);
            }
        }
    }
    damaged.check();
    assert!(all > 1000 && whole > 0 && damaged.refused > all / 10 && damaged.read > 0, "{all}, {whole}");
}

#[test]
fn a_file_with_another_byte_is_read_or_refused() {
    let mut lot = lot("another byte");
    let mut damaged = Damaged::new();
    let (mut all, mut whole) = (0, 0);
    // What a byte is likely to be changed into, and anything else.
    let likely = b"\"'[]{}=:;,.!#\\ \n\r\t0x9AYP-\x00\x1b\x7f\x80\xc3\xff";
    for (_, text) in examples() {
        for _ in 0..text.len() * times() / 50 {
            let mut bytes = text.clone().into_bytes();
            let at = lot.usize(0..bytes.len());
            bytes[at] = if lot.bool() { likely[lot.usize(0..likely.len())] } else { lot.u8(..) };
            all += 1;
            match std::str::from_utf8(&bytes) {
                Ok(changed) if all % 4 > 0 => whole += usize::from(examine(changed).is_ok()),
                _ => damaged.add(&bytes),
            }
        }
    }
    damaged.check();
    assert!(all > 300 && whole > 0 && damaged.refused > all / 10 && damaged.read > 0, "{all}, {whole}");
}
