//! The API of the live page in memory: what its requests mean, without a server.

mod answers;
mod begun;
mod events;
mod faster;
mod phone;
mod sealed;
mod shelf;
