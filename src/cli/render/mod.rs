//! Renders values as text for a terminal; no input or output here.

pub mod changes;
pub mod figures;
pub mod paint;
pub mod rules;
pub mod say;
pub mod sheet;
pub mod why;
pub mod zones;
