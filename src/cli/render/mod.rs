//! Renders values as text for a terminal; no input or output here.

pub mod changes;
pub mod figures;
pub mod messages;
pub mod moves;
pub mod rules;
pub mod sheet;
pub mod style;
pub mod why;
pub mod zones;
