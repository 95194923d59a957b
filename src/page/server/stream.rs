//! The streams of events: one for each open page, with the events of one log.

use super::{
    super::api::{Event, Permission},
    Broadcast, ServerState,
};
use http_body_util::channel::{Channel, Sender};
use hyper::{HeaderMap, body::Bytes};
use std::{sync::Arc, time::Duration};
use tokio::{
    sync::broadcast::{Receiver, error::RecvError},
    time::{Instant, timeout_at},
};

/// A page that receives nothing for longer than this knows that it has lost the connection.
const KEEP_ALIVE: Duration = Duration::from_secs(15);

/// The number of events that wait for a slow connection.
const BUFFER: usize = 16;

/// A stream of one log for one client.
pub(super) struct EventStream {
    pub state: Arc<ServerState>,
    pub permission: Permission,
    /// The headers of the request, with the secret: the stream ends once it is no longer valid.
    pub headers: HeaderMap,
    pub log: String,
}

impl EventStream {
    /// Begins to send: first the `opening` events, then those that are received. Returns the body of the response.
    pub(super) fn start(self, opening: Vec<Event>, receiver: Receiver<Broadcast>) -> Channel<Bytes> {
        let (sender, body) = Channel::new(BUFFER);
        tokio::spawn(self.forward(opening, receiver, sender));
        body
    }

    async fn forward(self, opening: Vec<Event>, mut receiver: Receiver<Broadcast>, mut sender: Sender<Bytes>) {
        // The version of the last event.
        let mut sent = None;
        for event in opening {
            if event == Event::Changed {
                sent = Some(self.state.api.version(&self.log));
            }
            if !self.send(&mut sender, event).await {
                return;
            }
        }
        let mut next_beat = Instant::now() + KEEP_ALIVE;
        loop {
            let next = timeout_at(next_beat, receiver.recv()).await;
            if self.state.access.permission(&self.headers).is_none() {
                return;
            }
            let event = match next {
                Ok(Ok(Broadcast::Event(event))) if event.log == self.log => event.event,
                Ok(Ok(Broadcast::Event(_))) => continue,
                // The client was too slow and has missed events.
                Ok(Err(RecvError::Lagged(_))) => Event::Changed,
                Ok(Ok(Broadcast::Ended) | Err(RecvError::Closed)) => return,
                Err(_) => {
                    if sender.send_data(Bytes::from_static(b"event: alive\ndata: {}\n\n")).await.is_err() {
                        return;
                    }
                    next_beat = Instant::now() + KEEP_ALIVE;
                    continue;
                }
            };
            if event == Event::Changed {
                let version = self.state.api.version(&self.log);
                if sent.as_ref() == Some(&version) {
                    continue;
                }
                sent = Some(version);
            }
            if !self.send(&mut sender, event).await {
                return;
            }
            next_beat = Instant::now() + KEEP_ALIVE;
        }
    }

    /// Sends an event; false if the client has disconnected.
    async fn send(&self, sender: &mut Sender<Bytes>, event: Event) -> bool {
        let name = event.name();
        let data = self.state.api.event_data(&self.log, event, self.permission);
        sender.send_data(Bytes::from(format!("event: {name}\ndata: {data}\n\n"))).await.is_ok()
    }
}
