//! `serve`: its API asked over a real socket, its safety attacked, its end asked for at any moment.
#![cfg(unix)]

mod answers;
mod assets;
mod attacks;
pub mod client;
mod ending;
mod events;
mod folders;
mod killed;
mod links;
mod places;
#[cfg(target_os = "linux")]
mod swapped;
