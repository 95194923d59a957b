//! The log as a whole: errors with exact places, changes that leave all other bytes alone, undo and redo that restore
//! every byte, comments that stay at their items, and a file that no two sessions write.

mod changing;
mod comments;
mod corrections;
mod files;
mod line;
mod new;
mod place;
mod played;
mod reading;
mod undoing;
