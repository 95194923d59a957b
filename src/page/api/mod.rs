//! The API of the live page, without a server: a request is answered from the logs on a [`Shelf`], synchronously. Its documents are
//! what the commands print with `--json`; nothing is judged here.
//!
//! A host brings requests and knows what each may do ([`Permission`]); it broadcasts the [events](Response::events) of a response,
//! and tells the API which logs were changed by somebody else ([`Api::reread`]). [The chapter on the API](crate::page_api) lists all
//! requests.

mod change;
mod ending;
mod events;
mod home;
mod keys;
mod past;
mod queries;
mod request;
mod response;
mod sealed;
mod shelf;
mod shown;
mod statistics;
mod turn;
mod watched;

pub use events::{CorrectionEvent, Event, LogEvent};
pub use keys::ServedRequest;
pub use request::{Permission, Request};
pub use response::Response;
#[cfg(feature = "page")]
pub(crate) use shelf::{EXTENSION, file_name, is_log_name};
pub use shelf::{Shelf, ShelfEntry};

use crate::{
    actions::LineExtensions,
    log::{Digest, FileError, Log, LogParseError},
    referee::{Games, Referee},
};
use home::GameListing;
use http::Method;
use keys::ServedRequests;
use past::VersionCache;
use sealed::SealedChoice;
use std::{
    cell::RefCell,
    collections::HashMap,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
};

/// The API. It may be called from several threads at once; changes of one log run one after another.
pub struct Api {
    shelf: Arc<dyn Shelf>,
    games: Games,
    /// The random key of versions.
    version_key: String,
    logs: Mutex<HashMap<String, LogState>>,
    past: Mutex<VersionCache>,
    served: Mutex<ServedRequests>,
    /// The list entry of each log with its stamp; `None` for a file that is not a log.
    listed: Mutex<HashMap<String, (String, Option<GameListing>)>>,
    /// The number of tickets that were taken so far.
    tickets: AtomicU64,
    /// Held by the running change of each log.
    changing: Mutex<HashMap<String, Arc<Mutex<()>>>>,
}

/// What the API remembers about a log as long as it runs.
#[derive(Default)]
struct LogState {
    /// The version when the log was last read. `None` if the log can't be read any more.
    version: Option<String>,
    /// The ticket of that reading: an earlier one doesn't replace it.
    ticket: u64,
    author: Option<VersionAuthor>,
    seals: Vec<SealedChoice>,
    /// The inputs of the clients that extended lines.
    extensions: LineExtensions,
    /// The rematch of the log, with the response to the client that began it.
    rematch: Option<(String, Response)>,
}

/// The client that wrote a version of a log, by its `?by=` label.
struct VersionAuthor {
    version: String,
    label: String,
    has_recorded: bool,
}

/// A log as it was read, with its referee.
struct LogSnapshot<'a> {
    name: &'a str,
    log: Log,
    referee: Box<dyn Referee>,
    version: String,
}

impl Api {
    /// The API to the logs of a shelf. A version names a state of a log under the `version_key`: another host that shall know the
    /// same versions needs the same key.
    pub fn new(shelf: Arc<dyn Shelf>, games: Games, version_key: String) -> Self {
        Self {
            shelf,
            games,
            version_key,
            logs: Mutex::default(),
            past: Mutex::default(),
            served: Mutex::default(),
            listed: Mutex::default(),
            tickets: AtomicU64::new(0),
            changing: Mutex::default(),
        }
    }

    /// Responds to a request.
    pub fn handle(&self, request: &Request<'_>) -> Response {
        let call = Call::of(self, request);
        let response = call.route();
        call.finish(response)
    }

    /// Adds a log that comes from elsewhere, after it was parsed. `replaces` is the text that it replaces, if there is one of this name.
    pub fn add_log(&self, name: &str, text: &str, replaces: Option<&str>) -> Response {
        let request = Request { method: Method::POST, path: "", query: "", body: &[], permission: Permission::Record };
        let call = Call::of(self, &request);
        let response = call.add_log(name, text, replaces);
        call.finish(response)
    }

    /// Remembers a request from before the host was started anew.
    pub fn remember(&self, served: &ServedRequest) {
        locked(&self.served).remember(served);
    }

    /// Reads a log that was changed by somebody else, and returns an event if it is another version.
    ///
    /// # Errors
    /// If the log can't be read, unless this `is_retry`: an editor may be writing it. In a retry the log counts as gone.
    pub fn reread(&self, name: &str, is_retry: bool) -> Result<Option<LogEvent>, FileError> {
        let gone = || (self.next_ticket(), None);
        let (ticket, version) = match self.log(name) {
            Some((ticket, Ok(log))) => (ticket, Some(self.version_of(&log))),
            // A file that never was a log is ignored.
            _ if !self.was_read(name) => return Ok(None),
            Some((_, Err(error))) if !is_retry => return Err(error),
            Some((_, Err(_))) | None => gone(),
        };
        Ok(self.set_version(name, version, ticket))
    }

    /// The events with which a stream of a log begins, and an event for all streams if the log has changed since it was last read.
    /// `None` if there is no such log.
    pub fn opening_events(&self, name: &str) -> Option<(Vec<Event>, Option<LogEvent>)> {
        let (ticket, log) = self.log(name)?;
        let Ok(log) = log else { return self.was_read(name).then(|| (vec![Event::Changed], None)) };
        let changed = self.set_version(name, Some(self.version_of(&log)), ticket);
        let has_seals = locked(&self.logs).get(name).is_some_and(|state| !state.seals.is_empty());
        let referee = if has_seals { self.games.open(log).ok() } else { None };
        let chosen = referee.map_or_else(Vec::new, |referee| self.chosen(name, &*referee));
        let chosen = (!chosen.is_empty()).then_some(Event::Chosen(chosen));
        Some(([Event::Changed].into_iter().chain(chosen).collect(), changed))
    }

    /// The version of a log when it was last read; `None` if it can't be read.
    pub fn version(&self, name: &str) -> Option<String> {
        locked(&self.logs).get(name)?.version.clone()
    }

    /// The logs that were read so far.
    pub fn known_logs(&self) -> Vec<String> {
        locked(&self.logs).keys().cloned().collect()
    }

    /// The version of a log: a digest without the times of the game, which tells nothing of the log to those who don't have the key.
    fn version_of(&self, log: &Log) -> String {
        self.version_of_text(&log.text_without_times())
    }

    fn version_of_text(&self, text_without_times: &str) -> String {
        Digest::keyed(&self.version_key, text_without_times).to_string()
    }

    /// A ticket for a reading, taken before it, or for a text that was saved, taken after it.
    fn next_ticket(&self) -> u64 {
        self.tickets.fetch_add(1, Ordering::SeqCst) + 1
    }

    /// The text of a log, not parsed. `None` if there is no log of this name.
    fn text(&self, name: &str) -> Option<Result<String, FileError>> {
        let is_offered = is_name(name) && self.shelf.only().is_none_or(|only| only == name);
        is_offered.then(|| self.shelf.read(name)).flatten()
    }

    /// Reads a log, with the ticket of the reading. `None` if there is no log of this name.
    fn log(&self, name: &str) -> Option<(u64, Result<Log, FileError>)> {
        let ticket = self.next_ticket();
        let text = self.text(name)?;
        let log = text.and_then(|text| Log::parse(text).map_err(|error| FileError::invalid(shelf::file_name(name), error)));
        Some((ticket, log))
    }

    /// All errors of a text that is no log.
    fn unread(&self, name: &str, text: &str, error: LogParseError) -> FileError {
        let mut all = self.games.read_errors(text).into_iter();
        let path = shelf::file_name(name).into();
        FileError::Invalid { path, error: Box::new(all.next().unwrap_or(error)), more: all.collect() }
    }

    /// A text as a log that its game can read.
    fn parse(&self, name: &str, text: &str) -> Result<Log, FileError> {
        let parsed = Log::parse(text.to_owned()).and_then(|log| self.games.open(log.clone()).map(|_| log));
        parsed.map_err(|error| self.unread(name, text, error))
    }

    /// Whether the log could be read at least once.
    fn was_read(&self, name: &str) -> bool {
        locked(&self.logs).contains_key(name)
    }

    /// Remembers the version of a log, unless it was read again since, and returns an event if it is new.
    fn set_version(&self, name: &str, version: Option<String>, ticket: u64) -> Option<LogEvent> {
        let mut logs = locked(&self.logs);
        let state = logs.entry(name.to_owned()).or_default();
        if ticket < state.ticket {
            return None;
        }
        state.ticket = ticket;
        let is_new = state.version != version;
        state.version = version;
        is_new.then(|| LogEvent::new(name, Event::Changed))
    }

    /// A log as it was at a version, if that was shown not long ago.
    fn past(&self, name: &str, version: &str) -> Option<Log> {
        let text = locked(&self.past).text(name, version)?;
        Log::parse(text).ok()
    }

    /// The client that wrote a version of a log, by its label, if it has one; and whether it recorded lines.
    fn author(&self, name: &str, version: &str) -> Option<(String, bool)> {
        let logs = locked(&self.logs);
        let author = logs.get(name)?.author.as_ref().filter(|author| author.version == version)?;
        Some((author.label.clone(), author.has_recorded))
    }

    /// The players who have a sealed choice for the present turn.
    fn chosen(&self, name: &str, referee: &dyn Referee) -> Vec<String> {
        locked(&self.logs).get(name).map_or_else(Vec::new, |state| SealedChoice::players(&state.seals, referee))
    }
}

use shelf::is_log_name as is_name;

/// A request while it is handled.
struct Call<'a> {
    api: &'a Api,
    request: &'a Request<'a>,
    events: RefCell<Vec<LogEvent>>,
    served: RefCell<Option<Box<ServedRequest>>>,
}

impl<'a> Call<'a> {
    fn of(api: &'a Api, request: &'a Request<'a>) -> Self {
        Self { api, request, events: RefCell::default(), served: RefCell::default() }
    }

    /// The response, with what the host is told besides.
    fn finish(self, response: Result<Response, Response>) -> Response {
        let mut response = response.unwrap_or_else(|refused| refused);
        response.events = self.events.into_inner();
        response.served = self.served.into_inner();
        response
    }

    fn send(&self, name: &str, event: Event) {
        self.events.borrow_mut().push(LogEvent::new(name, event));
    }

    /// Reads a log and replays it.
    fn read<'n>(&self, name: &'n str) -> Result<LogSnapshot<'n>, Response> {
        let file_error = |error: &FileError| {
            // Only of a file that was a log before.
            if self.api.was_read(name) { Response::of_file(error) } else { Response::no_game() }
        };
        let ticket = self.api.next_ticket();
        let text = self.api.text(name).ok_or_else(Response::no_game)?.map_err(|error| file_error(&error))?;
        let unread = |error| self.api.unread(name, &text, error);
        let log = Log::parse(text.clone()).map_err(|error| file_error(&unread(error)))?;
        let version = self.observe(name, &log, ticket);
        let referee = self.api.games.open(log.clone()).map_err(|error| Response::of_file(&unread(error)))?;
        Ok(LogSnapshot { name, log, referee, version })
    }

    /// Remembers this version of a log, which the client is shown, and sends an event if it is new. Returns the version.
    fn observe(&self, name: &str, log: &Log, ticket: u64) -> String {
        let version = self.api.version_of(log);
        locked(&self.api.past).add(name, &version, log.text());
        self.events.borrow_mut().extend(self.api.set_version(name, Some(version.clone()), ticket));
        version
    }
}

/// Locks a mutex, and ignores poisoning: every value here is consistent at every moment, also after a panic elsewhere.
pub(super) fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
