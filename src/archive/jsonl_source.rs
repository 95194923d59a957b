//! Reads logs from standard input, one JSON object per line: `{"file": …, "text": …}`.

use super::{EntryError, LogSource};
use crate::log::{FileError, MAX_LOG_BYTES, TOO_LARGE};
use serde::Deserialize;
use std::{
    io::{self, BufRead, BufReader, Read},
    mem,
};

/// The size of the input buffer, whose lines are processed before more input is awaited.
const BUFFER_BYTES: usize = 256 * 1024;
/// The longest line that can hold a log: JSON may escape a letter of two bytes with six.
const MAX_LINE_BYTES: u64 = 3 * MAX_LOG_BYTES;

/// Logs from an input with one JSON object per line: the name of the `file` and its `text`. Other keys are ignored.
pub struct JsonlSource<R> {
    input: BufReader<R>,
    /// The number of lines read so far.
    lines: u64,
    /// Whether the input has ended or failed.
    has_ended: bool,
}

/// A raw line: its number, and its bytes or an error.
pub(super) type RawLine = (u64, Result<Vec<u8>, String>);

impl<R: Read> JsonlSource<R> {
    /// Reads logs from an input.
    pub fn of(input: R) -> Self {
        Self { input: BufReader::with_capacity(BUFFER_BYTES, input), lines: 0, has_ended: false }
    }

    fn line(&mut self) -> Option<RawLine> {
        if self.has_ended {
            return None;
        }
        let (mut line, mut length) = (Vec::new(), 0_u64);
        let result = loop {
            let chunk = match self.input.fill_buf() {
                Ok(chunk) => chunk,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => {
                    self.has_ended = true;
                    break Err(format!("can't be read ({error}), nor what may follow"));
                }
            };
            let end = chunk.iter().position(|byte| *byte == b'\n');
            let part = end.unwrap_or(chunk.len());
            let is_complete = end.is_some() || chunk.is_empty();
            length = length.saturating_add(part as u64);
            if length <= MAX_LINE_BYTES {
                line.extend_from_slice(&chunk[..part]);
            } else {
                line = Vec::new();
            }
            self.has_ended = end.is_none() && chunk.is_empty();
            self.input.consume(part + usize::from(end.is_some()));
            if !is_complete {
                continue;
            }
            if self.has_ended && length == 0 {
                return None;
            }
            break if length > MAX_LINE_BYTES { Err("is longer than any log".to_owned()) } else { Ok(mem::take(&mut line)) };
        };
        self.lines += 1;
        Some((self.lines, result))
    }
}

impl<R: Read> LogSource for JsonlSource<R> {
    type Unparsed = RawLine;

    fn next_batch(&mut self) -> Vec<RawLine> {
        let mut batch: Vec<RawLine> = self.line().into_iter().collect();
        // Lines that are completely in the buffer join the batch.
        while self.input.buffer().contains(&b'\n') {
            batch.extend(self.line());
        }
        batch
    }

    fn text((number, line): RawLine) -> (String, Result<String, EntryError>) {
        #[derive(Deserialize)]
        struct InputLine {
            file: String,
            text: String,
        }
        let entry = line.and_then(|line| {
            if !line.trim_ascii_start().starts_with(b"{") {
                return Err("is not a JSON object".to_owned());
            }
            serde_json::from_slice::<InputLine>(&line).map_err(|error| {
                let message = error.to_string();
                let (message, _) = message.split_once(" at line ").unwrap_or((&message, ""));
                format!("is not a log ({message}, column {})", error.column())
            })
        });
        match entry {
            Ok(InputLine { file, text }) if text.len() as u64 <= MAX_LOG_BYTES => (file, Ok(text)),
            Ok(InputLine { file, .. }) => {
                let too_large = FileError::not_a_log(&file, TOO_LARGE);
                (file, Err(too_large.into()))
            }
            Err(message) => (String::new(), Err(EntryError::Line(number, message))),
        }
    }
}
