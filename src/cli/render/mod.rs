//! Renders values as text for a terminal, without printing.

pub(super) mod changes;
pub(super) mod messages;
pub(super) mod moves;
pub(super) mod rules;
pub(super) mod sheet;
pub(super) mod stats;
pub(super) mod style;
pub(super) mod why;
pub(super) mod zones;
