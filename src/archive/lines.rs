//! Logs from standard input, one JSON object a line: `{"file": …, "text": …}`.

use super::{Source, Unread};
use crate::log::{FileError, MAX_LOG_BYTES};
use serde::Deserialize;
use std::{
    io::{self, BufRead, BufReader, Read},
    mem,
};

/// Size of the input buffer: what has arrived is processed before more is waited for.
const BUFFER: usize = 256 * 1024;
/// The longest line that can hold a log: JSON may write a letter of two bytes as six.
const MAX_LINE_BYTES: u64 = 3 * MAX_LOG_BYTES;

/// Logs from an input that has one a line, as a JSON object with the name of the `file` and its `text`; what else stands in the
/// object is nobody's business.
pub struct Lines<R> {
    from: BufReader<R>,
    /// Lines that were taken.
    taken: u64,
    /// Whether it can't be read any further.
    ended: bool,
}

/// A line as it came: its number, and its bytes or why there are none.
pub type Given = (u64, Result<Vec<u8>, String>);

impl<R: Read> Lines<R> {
    /// The logs that an input holds.
    pub fn of(input: R) -> Self {
        Self { from: BufReader::with_capacity(BUFFER, input), taken: 0, ended: false }
    }

    /// The next line, if there is one.
    fn line(&mut self) -> Option<Given> {
        if self.ended {
            return None;
        }
        let (mut line, mut length) = (Vec::new(), 0_u64);
        let said = loop {
            let some = match self.from.fill_buf() {
                Ok(some) => some,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => {
                    self.ended = true;
                    break Err(format!("can't be read ({error}), nor what may follow"));
                }
            };
            let end = some.iter().position(|byte| *byte == b'\n');
            let part = end.unwrap_or(some.len());
            let is_over = end.is_some() || some.is_empty();
            length = length.saturating_add(part as u64);
            if length <= MAX_LINE_BYTES {
                line.extend_from_slice(&some[..part]);
            } else {
                line = Vec::new();
            }
            self.ended = end.is_none() && some.is_empty();
            self.from.consume(part + usize::from(end.is_some()));
            if !is_over {
                continue;
            }
            if self.ended && length == 0 {
                return None;
            }
            break if length > MAX_LINE_BYTES { Err("is longer than any log".to_owned()) } else { Ok(mem::take(&mut line)) };
        };
        self.taken += 1;
        Some((self.taken, said))
    }
}

impl<R: Read> Source for Lines<R> {
    type Given = Given;

    fn some(&mut self) -> Vec<Given> {
        let mut some: Vec<Given> = self.line().into_iter().collect();
        // What has arrived whole goes with it.
        while self.from.buffer().contains(&b'\n') {
            some.extend(self.line());
        }
        some
    }

    fn text((number, line): Given) -> (String, Result<String, Unread>) {
        #[derive(Deserialize)]
        struct Told {
            file: String,
            text: String,
        }
        let entry = line.and_then(|line| {
            if !line.trim_ascii_start().starts_with(b"{") {
                return Err("is no JSON object".to_owned());
            }
            serde_json::from_slice::<Told>(&line).map_err(|error| {
                let wrong = error.to_string();
                let (wrong, _) = wrong.split_once(" at line ").unwrap_or((&wrong, ""));
                format!("is no log ({wrong}, column {})", error.column())
            })
        });
        match entry {
            Ok(Told { file, text }) if text.len() as u64 <= MAX_LOG_BYTES => (file, Ok(text)),
            Ok(Told { file, .. }) => {
                let too_large = FileError::TooLarge((&file).into());
                (file, Err(too_large.into()))
            }
            Err(wrong) => (String::new(), Err(Unread::Line(number, wrong))),
        }
    }
}
