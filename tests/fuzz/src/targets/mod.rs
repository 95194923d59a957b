//! The targets themselves. Names of the drivers are looked up at the root of the crate that includes this.

mod lines;
mod logs;
mod requests;
mod steps;

pub use lines::lines;
pub use logs::logs;
pub use requests::requests;
pub use steps::{GAMES, steps};
