//! The keys of served requests with the responses to the latest of them: a repeated request gets the same response, and nothing
//! is done twice, also after the server was killed. A response is written before the log is saved and marked after; if the mark
//! is missing, the log tells whether it was saved.

use super::{
    answer::ApiResponse,
    folder::LogFolder,
    secrets::{append_private, read_private, write_private},
};
use crate::log::Digest;
use serde::{Deserialize, Serialize};
use std::{
    collections::{HashMap, HashSet, VecDeque},
    io,
    path::PathBuf,
};

const MAX_KEYS: usize = 16_384;
const MAX_RESPONSE_BYTES: usize = 8 << 20;
/// The file is rewritten once it has this many bytes.
const MAX_FILE_BYTES: usize = 4 * MAX_RESPONSE_BYTES;

pub(super) struct RequestKey {
    /// Chosen by the client.
    pub key: String,
    request: String,
}

impl RequestKey {
    pub(super) fn of(key: String, command: &str, name: &str, body: &str) -> Self {
        // The length of the name keeps name and body apart.
        let request = Digest::of(&format!("{command} {} {name}{body}", name.len())).to_string();
        Self { key, request }
    }
}

pub(super) enum KeyStatus {
    /// The key was served with this response.
    Answer(ApiResponse),
    /// The key was served, but its response is no longer kept.
    Forgotten,
    /// The key was served for another request.
    Other,
}

pub(super) struct ServedRequests {
    file: PathBuf,
    written: usize,
    kept: HashMap<String, StoredResponse>,
    /// All keys, the oldest first.
    keys: VecDeque<String>,
    /// The keys whose responses are kept, the oldest first.
    answered: VecDeque<String>,
    bytes: usize,
}

struct StoredResponse {
    request: String,
    answer: Option<Box<str>>,
}

/// A line of the file: a log is about to be saved; it was saved; or an older key without its response.
#[derive(Serialize, Deserialize)]
struct JournalLine {
    key: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    request: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    saving: Option<PendingSave>,
}

#[derive(Serialize, Deserialize)]
struct PendingSave {
    name: String,
    answer: ApiResponse,
}

impl ServedRequests {
    /// Loads the keys of a folder's logs from a file.
    pub(super) fn load(file: PathBuf, folder: &LogFolder) -> io::Result<Self> {
        let text = read_private(&file)?.unwrap_or_default();
        // The last line may be incomplete.
        let notes: Vec<JournalLine> = text.lines().filter_map(|line| serde_json::from_str(line).ok()).collect();
        let done: HashSet<String> = notes.iter().filter(|note| note.saving.is_none()).map(|note| note.key.clone()).collect();
        let (kept, keys, answered) = (HashMap::new(), VecDeque::new(), VecDeque::new());
        // Rewrites the file before the first note.
        let mut served = Self { file, written: usize::MAX, kept, keys, answered, bytes: 0 };
        for JournalLine { key, request, saving } in notes {
            let is_there = |name: &str, answer: &ApiResponse| {
                folder.read(name).and_then(Result::ok).is_some_and(|log| answer.version() == Some(&*log.digest().to_string()))
            };
            match (request, saving) {
                (Some(request), Some(PendingSave { name, answer })) if done.contains(&key) || is_there(&name, &answer) => {
                    served.keep(&RequestKey { key, request }, Some(&answer));
                }
                (Some(request), None) => served.keep(&RequestKey { key, request }, None),
                _ => {}
            }
        }
        Ok(served)
    }

    /// The knowledge about a key; `None` if the key was not served.
    pub(super) fn known(&self, RequestKey { key, request }: &RequestKey) -> Option<KeyStatus> {
        let kept = self.kept.get(key)?;
        if kept.request != *request {
            return Some(KeyStatus::Other);
        }
        let answer = kept.answer.as_ref().and_then(|answer| serde_json::from_str(answer).ok());
        Some(answer.map_or(KeyStatus::Forgotten, KeyStatus::Answer))
    }

    pub(super) fn keep(&mut self, RequestKey { key, request }: &RequestKey, answer: Option<&ApiResponse>) {
        let answer = answer.and_then(|answer| serde_json::to_string(answer).ok()).filter(|text| text.len() <= MAX_RESPONSE_BYTES);
        self.bytes += answer.as_ref().map_or(0, String::len);
        if answer.is_some() {
            self.answered.push_back(key.clone());
        }
        let kept = StoredResponse { request: request.clone(), answer: answer.map(String::into_boxed_str) };
        if let Some(before) = self.kept.insert(key.clone(), kept) {
            self.forget(key, before);
        }
        self.keys.push_back(key.clone());
        while self.bytes > MAX_RESPONSE_BYTES
            && let Some(kept) = self.answered.pop_front().and_then(|oldest| self.kept.get_mut(&oldest))
        {
            self.bytes -= kept.answer.take().map_or(0, |answer| answer.len());
        }
        if self.keys.len() > MAX_KEYS
            && let Some(oldest) = self.keys.pop_front()
            && let Some(before) = self.kept.remove(&oldest)
        {
            self.forget(&oldest, before);
        }
    }

    fn forget(&mut self, key: &str, before: StoredResponse) {
        if let Some(answer) = before.answer {
            self.bytes -= answer.len();
            self.answered.iter().position(|known| known == key).map(|at| self.answered.remove(at));
        }
        self.keys.iter().position(|known| known == key).map(|at| self.keys.remove(at));
    }

    /// Notes that a log is about to be saved, with this response.
    pub(super) fn saving(&mut self, RequestKey { key, request }: &RequestKey, name: &str, answer: &ApiResponse) {
        if self.written > MAX_FILE_BYTES {
            self.rewrite();
        }
        let saving = PendingSave { name: name.to_owned(), answer: answer.clone() };
        self.note(&JournalLine { key: key.clone(), request: Some(request.clone()), saving: Some(saving) }, true);
    }

    /// Notes that it was saved. If the power is lost before this is on disk, the log tells it.
    pub(super) fn saved(&mut self, RequestKey { key, .. }: &RequestKey) {
        self.note(&JournalLine { key: key.clone(), request: None, saving: None }, false);
    }

    fn note(&mut self, note: &JournalLine, is_flushed: bool) {
        let line = line(note);
        self.written += line.len();
        // If this fails, the log is saved anyway; only a retry after a restart then counts as a new request.
        let _ = append_private(&self.file, &line, is_flushed);
    }

    /// Rewrites the file with only what is still kept.
    fn rewrite(&mut self) {
        let notes = self.keys.iter().filter_map(|key| Some((key, self.kept.get(key)?))).flat_map(|(key, kept)| {
            let answer = kept.answer.as_ref().and_then(|answer| serde_json::from_str(answer).ok());
            let saving = answer.map(|answer| PendingSave { name: String::new(), answer });
            let done = saving.is_some().then(|| JournalLine { key: key.clone(), request: None, saving: None });
            [Some(JournalLine { key: key.clone(), request: Some(kept.request.clone()), saving }), done].into_iter().flatten()
        });
        let text: String = notes.map(|note| line(&note)).collect();
        self.written = text.len();
        let _ = write_private(&self.file, &text);
    }
}

fn line(note: &JournalLine) -> String {
    serde_json::to_string(note).unwrap_or_default() + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    fn key(nth: usize) -> RequestKey {
        RequestKey::of(format!("key {nth}"), "record", "game", &format!("{{\"nth\": {nth}}}"))
    }

    fn answer(nth: usize, size: usize) -> ApiResponse {
        ApiResponse::of(None, 0, format!("{nth}{}", "x".repeat(size)))
    }

    fn empty(folder: &Path) -> ServedRequests {
        ServedRequests::load(folder.join("served"), &LogFolder::of(folder, crate::referee::Games::default()).expect("a folder"))
            .expect("read")
    }

    #[test]
    fn a_key_outlives_its_answer_and_is_bound_to_one_request_also_after_a_restart() {
        let folder = tempfile::tempdir().expect("a folder");
        let mut served = empty(folder.path());
        for nth in 0..100 {
            served.saving(&key(nth), "game", &answer(nth, 1 << 18));
            served.saved(&key(nth));
            served.keep(&key(nth), Some(&answer(nth, 1 << 18)));
            assert!(served.bytes <= MAX_RESPONSE_BYTES && served.written < MAX_FILE_BYTES + MAX_RESPONSE_BYTES);
        }
        for served in [&served, &empty(folder.path())] {
            assert!(matches!(served.known(&key(0)), Some(KeyStatus::Forgotten)));
            let Some(KeyStatus::Answer(kept)) = served.known(&key(99)) else { panic!("the last is known") };
            assert_eq!(kept.document(), answer(99, 1 << 18).document());
            for (command, name, body) in [("undo", "game", "{}"), ("record", "other", "{}"), ("record", "game", "{ }")] {
                assert!(matches!(
                    served.known(&RequestKey::of("key 99".to_owned(), command, name, body)),
                    Some(KeyStatus::Other)
                ));
            }
            assert!(served.known(&key(100)).is_none());
        }
    }

    #[test]
    fn so_many_keys_are_known_and_no_more() {
        let folder = tempfile::tempdir().expect("a folder");
        let mut served = empty(folder.path());
        for nth in 0..=MAX_KEYS {
            served.keep(&key(nth), Some(&answer(nth, 0)));
        }
        assert!(served.known(&key(0)).is_none() && served.known(&key(1)).is_some());
        assert_eq!((served.kept.len(), served.keys.len(), served.answered.len()), (MAX_KEYS, MAX_KEYS, MAX_KEYS));
    }

    #[test]
    fn where_a_name_ends_and_a_body_begins_is_not_mixed_up() {
        let [one, other] =
            [("a", "\n{}"), ("a\n", "{}")].map(|(name, body)| RequestKey::of(String::new(), "record", name, body).request);
        assert_ne!(one, other);
    }
}
