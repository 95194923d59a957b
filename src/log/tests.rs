//! What the room promises as a whole: errors with exact places, changes that leave all other bytes alone,
//! undo and redo that restore every byte, and a file that no two sessions write.

mod changing;
mod files;
mod lines;
mod reading;
mod refusing;
mod undoing;
