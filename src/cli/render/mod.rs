//! Values as text for a terminal: nothing here reads or writes.

pub mod changes;
pub mod figures;
pub mod paint;
pub mod rules;
pub mod say;
pub mod sheet;
pub mod why;
pub mod zones;
